//! Tests of stores: the whole value, a matrix, a column, a scalar, with constant and dynamic indices, to every writable
//! memory. The stored values must be at WGSL's offsets, and nothing else may change.

use super::host::{Scalar, Type};
use super::positions::{Container, Matrix};
use super::probes::{Case, Rules, Versions, everywhere, last, probes};
use crate::common::vulkan::Resource;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    Storage,
    Workgroup,
    Private,
    Function,
}

/// The forms of stores, each with its own buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Matrix,
    /// Constant indices: a column, a scalar, and the values beside the matrix.
    Constant,
    Column,
    Scalar,
    /// One constant and one dynamic index.
    Mixed,
    Whole,
}

const FORMS: [Form; 6] = [
    Form::Matrix,
    Form::Constant,
    Form::Column,
    Form::Scalar,
    Form::Mixed,
    Form::Whole,
];

/// The first number that probe `n` stores.
fn base(n: usize) -> usize {
    200 + 20 * n
}

/// The same in WGSL.
const BASE: &str = "let b = 200u + 20u * n;";

/// The first number that is stored with constant indices.
const CONSTANT: usize = 1500;

/// A scalar or vector with consecutive numbers.
fn made(ty: &Type, first: &str) -> String {
    match ty {
        Type::Vector(size, scalar) => {
            let name = scalar.name();
            let parts: Vec<String> = (0..*size).map(|i| format!("{name}({first} + {i}u)")).collect();
            format!("vec{size}<{name}>({})", parts.join(", "))
        }
        _ => format!("{}({first})", ty.wgsl()),
    }
}

/// Statements that store to `place`.
fn statements(case: &Case<'_>, form: Form, place: &str) -> String {
    let container = case.container;
    let Matrix { columns, rows, .. } = container.matrix;
    let (own, constant, dynamic) = (container.matrix.scalar.name(), case.constant(), case.dynamic());
    let each = |text: String| {
        format!("for (var n = 0u; n < arrayLength(&probes); n++) {{ let p = probes[n]; {BASE} {text} }}\n")
    };
    match form {
        Form::Matrix => each(format!("{place}{dynamic} = matrix(b);")),
        Form::Constant => {
            let mut text = format!(
                "{place}{constant}[0] = column({CONSTANT}u);\n{place}{constant}[{}][{}] = {own}({}u);\n",
                columns - 1,
                rows - 1,
                CONSTANT + 4
            );
            for (at, (path, ty, _)) in container.neighbours().iter().enumerate() {
                text += &format!(
                    "{place}{path} = {};\n",
                    made(ty, &format!("{}u", CONSTANT + 5 + 4 * at))
                );
            }
            text
        }
        Form::Column => each(format!("{place}{dynamic}[p.z] = column(b);")),
        Form::Scalar => each(format!("{place}{dynamic}[p.z][p.w] = {own}(b);")),
        Form::Mixed => each(format!(
            "{place}{dynamic}[p.z][{}] = {own}(b); {place}{dynamic}[0][p.w] = {own}(b + 1u);",
            rows - 1
        )),
        Form::Whole => format!("{place} = source;\n"),
    }
}

fn shader(case: &Case<'_>, memory: Memory) -> String {
    let Matrix { columns, rows, scalar } = case.container.matrix;
    let (column, ty) = (Type::Vector(rows, scalar), case.container.ty.wgsl());
    let mut declarations = format!("@group(0) @binding(1) var<storage, read> source: {ty};\n");
    let mut body = String::new();
    if memory == Memory::Storage {
        for (at, form) in FORMS.into_iter().enumerate() {
            let binding = at + 2;
            declarations += &format!("@group(0) @binding({binding}) var<storage, read_write> t{at}: {ty};\n");
            body += &statements(case, form, &format!("t{at}"));
        }
    } else {
        declarations += &format!("@group(0) @binding(2) var<storage, read_write> results: array<{ty}, 6>;\n");
        match memory {
            Memory::Workgroup => declarations += &format!("var<workgroup> place: {ty};\n"),
            Memory::Private => declarations += &format!("var<private> place: {ty};\n"),
            _ => body += &format!("var place: {ty};\n"),
        }
        let cases: String = FORMS
            .into_iter()
            .enumerate()
            .map(|(at, form)| format!("case {at}u: {{\n{}}}\n", statements(case, form, "place")))
            .collect();
        // A loop with as many iterations as results, a number that the compiler does not know.
        body += &format!(
            "for (var form = 0u; form < arrayLength(&rounds); form++) {{
place = source;
switch form {{
{cases}default: {{}}
}}
results[form] = place;
}}
"
        );
        declarations += "@group(0) @binding(3) var<storage, read> rounds: array<u32>;\n";
    }
    let columns: Vec<String> = (0..columns).map(|at| format!("column(b + {}u)", 4 * at)).collect();
    format!(
        "{head}{declarations}fn column(b: u32) -> {column_type} {{ return {made}; }}
fn matrix(b: u32) -> {matrix} {{ return {matrix}({columns}); }}
@compute @workgroup_size(1)
fn main() {{
{body}}}
",
        head = case.head(),
        column_type = column.wgsl(),
        made = made(&column, "b"),
        matrix = Type::Matrix(columns.len(), rows, scalar).wgsl(),
        columns = columns.join(", "),
    )
}

/// The expected scalars after a form of stores, if they were `values` before.
fn expected(case: &Case<'_>, form: Form, values: &[f64]) -> Vec<f64> {
    let container = case.container;
    let Matrix { columns, rows, .. } = container.matrix;
    let mut values = values.to_vec();
    let mut store = |leaf: Option<usize>, count: usize, first: usize| {
        let Some(leaf) = leaf else { return };
        for i in 0..count {
            values[leaf + i] = (first + i) as f64;
        }
    };
    if form == Form::Constant {
        let [outer, inner, ..] = last(container);
        let matrix = container.first_leaf([outer, inner]);
        store(Some(matrix), rows, CONSTANT);
        store(Some(matrix + columns * rows - 1), 1, CONSTANT + 4);
        for (at, (_, ty, leaf)) in container.neighbours().into_iter().enumerate() {
            store(Some(leaf), ty.leaf_count(), CONSTANT + 5 + 4 * at);
        }
        return values;
    }
    for (n, probe) in probes(container, case.policy).into_iter().enumerate() {
        let [outer, inner, column, row] = case.resolve(probe);
        let matrix = outer.zip(inner).map(|(e, f)| container.first_leaf([e, f]));
        let place = |column: Option<usize>, row: Option<usize>| Some(matrix? + column? * rows + row?);
        let b = base(n);
        match form {
            Form::Matrix => {
                (0..columns).for_each(|at| store(place(Some(at), Some(0)), rows, b + 4 * at));
            }
            Form::Column => store(place(column, Some(0)), rows, b),
            Form::Scalar => store(place(column, row), 1, b),
            Form::Mixed => {
                store(place(column, Some(rows - 1)), 1, b);
                store(place(Some(0), row), 1, b + 1);
            }
            Form::Constant | Form::Whole => {}
        }
    }
    values
}

/// The first difference. Padding is compared if the shader has no reason to change it.
fn same(ty: &Type, form: Form, memory: Memory, found: &[u8], expected: &[f64]) -> Result<(), String> {
    let expected = ty.encode(expected);
    let is_padding = |at: usize| {
        let inside = |leaf: &super::host::Leaf| (leaf.offset..leaf.offset + leaf.scalar.size()).contains(&at);
        !ty.leaves().iter().any(inside)
    };
    let parts = memory == Memory::Storage && !matches!(form, Form::Matrix | Form::Whole);
    let wrong = |at: &usize| found[*at] != expected[*at] && (parts || !is_padding(*at));
    let Some(at) = (0..expected.len()).find(wrong) else {
        return Ok(());
    };
    let (found, expected) = (&found[at..], &expected[at..]);
    let shown = expected.len().min(8);
    Err(format!(
        "after {form:?}, bytes from {at} on are {:02x?}, expected {:02x?}",
        &found[..shown],
        &expected[..shown]
    ))
}

fn check(case: &Case<'_>, memory: Memory) -> Result<(), String> {
    let ty = &case.container.ty;
    let values: Vec<f64> = (0..ty.leaf_count()).map(|n| n as f64 + 1.0).collect();
    let bytes = ty.encode(&values);
    let probes = probes(case.container, case.policy);
    let mut resources = vec![
        Resource::Storage(probes.iter().flatten().flat_map(|index| index.to_ne_bytes()).collect()),
        Resource::Storage(bytes.clone()),
    ];
    if memory == Memory::Storage {
        let before = |form| {
            if form == Form::Whole {
                vec![0; bytes.len()]
            } else {
                bytes.clone()
            }
        };
        resources.extend(FORMS.map(|form| Resource::Storage(before(form))));
    } else {
        resources.push(Resource::Storage(vec![0; FORMS.len() * ty.stride()]));
        resources.push(Resource::Storage(vec![0; FORMS.len() * 4]));
    }
    let source = shader(case, memory);
    let judge = || {
        let Some(buffers) = case.run(&source, resources, &[])? else {
            return Ok(());
        };
        for (at, form) in FORMS.into_iter().enumerate() {
            let found = match memory {
                Memory::Storage => &buffers[2 + at],
                _ => &buffers[2][at * ty.stride()..],
            };
            same(ty, form, memory, found, &expected(case, form, &values))?;
        }
        Ok(())
    };
    judge().map_err(|fault: String| format!("{fault}; probes {probes:?}\n{source}"))
}

fn write(scalar: Scalar, memory: Memory) {
    let versions = match (memory, scalar) {
        (Memory::Storage, Scalar::F32) => Versions::All,
        (Memory::Storage, _) | (_, Scalar::F32) => Versions::InTurn,
        _ => Versions::Third(memory as usize % 3),
    };
    // Others would be copied whole for every form, which takes drivers long.
    let fits = |container: &Container| memory == Memory::Storage || container.ty.leaf_count() <= 48;
    everywhere(scalar, versions, Rules::Storage, fits, |case| check(case, memory));
}

macro_rules! writes {
    ($($name:ident: $scalar:ident $memory:ident,)*) => {
        $(#[test]
        fn $name() {
            write(Scalar::$scalar, Memory::$memory);
        })*
    };
}

writes! {
    storage_f32: F32 Storage,
    storage_f16: F16 Storage,
    storage_f64: F64 Storage,
    workgroup_f32: F32 Workgroup,
    workgroup_f16: F16 Workgroup,
    workgroup_f64: F64 Workgroup,
    private_f32: F32 Private,
    private_f16: F16 Private,
    private_f64: F64 Private,
    function_f32: F32 Function,
    function_f16: F16 Function,
    function_f64: F64 Function,
}
