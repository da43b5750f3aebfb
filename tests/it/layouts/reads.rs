//! Tests of reading: the whole value, a matrix, a column, a scalar, with constant and dynamic indices, from every
//! memory.

use super::host::{Scalar, Type};
use super::positions::{Container, Matrix};
use super::probes::{Case, Rules, Versions, everywhere, last, probes, skipped};
use crate::common::vulkan::{Resource, gpu};

/// The memory that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    Uniform,
    RelaxedUniform,
    Storage,
    Immediate,
    Workgroup,
    Private,
    Function,
}

impl Memory {
    /// Whether the host writes to it.
    fn is_given(self) -> bool {
        matches!(
            self,
            Self::Uniform | Self::RelaxedUniform | Self::Storage | Self::Immediate
        )
    }
}

/// The values that the shader reads, in groups of four numbers.
type Found = Vec<[f64; 4]>;

fn four(values: &[f64]) -> [f64; 4] {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
}

/// The declarations of `place`, from which everything is read, and its initialization if the host cannot write to it.
fn place(memory: Memory, ty: &str) -> (String, String, String) {
    let fill = "place = source;".to_owned();
    let bound = |space: &str, name: &str| format!("@group(0) @binding(3) var<{space}> {name}: {ty};\n");
    let source = bound("storage, read", "source");
    match memory {
        Memory::Uniform | Memory::RelaxedUniform => (bound("uniform", "place"), String::new(), String::new()),
        Memory::Storage => (bound("storage, read", "place"), String::new(), String::new()),
        Memory::Immediate => (format!("var<immediate> place: {ty};\n"), String::new(), String::new()),
        Memory::Workgroup => (source + &format!("var<workgroup> place: {ty};\n"), String::new(), fill),
        Memory::Private => (source + &format!("var<private> place: {ty};\n"), String::new(), fill),
        Memory::Function => (source, format!("var place: {ty};"), fill),
    }
}

/// Converts a scalar or vector to four floats.
fn widened(ty: &Type, text: &str) -> String {
    match ty {
        Type::Vector(4, _) => format!("vec4<f32>({text})"),
        Type::Vector(size, _) => {
            let zeros = ", 0.0".repeat(4 - size);
            format!("vec4<f32>(vec{size}<f32>({text}){zeros})")
        }
        _ => format!("vec4<f32>(f32({text}), 0.0, 0.0, 0.0)"),
    }
}

fn shader(case: &Case<'_>, memory: Memory) -> String {
    let container = case.container;
    let Matrix { columns, rows, scalar } = container.matrix;
    let (ty, matrix) = (container.ty.wgsl(), Type::Matrix(columns, rows, scalar).wgsl());
    let column = Type::Vector(rows, scalar);
    let (declaration, local, fill) = place(memory, &ty);
    let (constant, dynamic) = (case.constant(), case.dynamic());
    let index = if case.signed { "i32" } else { "u32" };
    let mut fixed: Vec<String> = Vec::new();
    let columns_of = |root: &str| {
        (0..columns)
            .map(|c| widened(&column, &format!("{root}[{c}]")))
            .collect::<Vec<_>>()
    };
    fixed.extend(columns_of("m"));
    fixed.extend(columns_of(&format!("place{constant}")));
    let scalars: Vec<String> = (0..columns * rows)
        .map(|i| format!("f32(place{constant}[{}][{}])", i / rows, i % rows))
        .collect();
    fixed.extend(scalars.chunks(4).map(|some| {
        let zeros = ", 0.0".repeat(4 - some.len());
        format!("vec4<f32>({}{zeros})", some.join(", "))
    }));
    let neighbours = container.neighbours();
    fixed.extend(
        neighbours
            .iter()
            .map(|(path, ty, _)| widened(ty, &format!("place{path}"))),
    );
    let fixed: String = fixed
        .iter()
        .enumerate()
        .map(|(at, value)| format!("    fixed[{at}] = {value};\n"))
        .collect();
    let held = if memory.is_given() { "held(place, p)" } else { "0.0" };
    let mut moving = columns_of("m");
    moving.push(widened(&column, &format!("place{dynamic}[p.z]")));
    moving.push(format!(
        "vec4<f32>(f32(place{dynamic}[p.z][p.w]), f32(place{dynamic}[p.z][{}]), f32(place{dynamic}[{}][p.w]), {held})",
        rows - 1,
        columns - 1
    ));
    let each = moving.len();
    let moving: String = moving
        .iter()
        .enumerate()
        .map(|(at, value)| format!("        moving[n][{at}] = {value};\n"))
        .collect();
    format!(
        "{head}@group(0) @binding(1) var<storage, read_write> fixed: array<vec4<f32>, {FIXED}>;
@group(0) @binding(2) var<storage, read_write> moving: array<array<vec4<f32>, {each}>>;
{declaration}fn kept(m: {matrix}) -> {matrix} {{ return m; }}
fn held(h: {ty}, p: vec4<{index}>) -> f32 {{ return f32(h{dynamic}[p.z][p.w]); }}
@compute @workgroup_size(1)
fn main() {{
    {local} {fill}
    let m = kept(place{constant});
{fixed}
    for (var n = 0u; n < arrayLength(&probes); n++) {{
        let p = probes[n];
        let m = kept(place{dynamic});
{moving}    }}
}}
",
        head = case.head(),
    )
}

/// The maximum number of reads with constant indices.
const FIXED: usize = 20;

/// The expected reads if scalar `n` of all is `values[n]`: with constant indices, and for each probe.
fn expected(case: &Case<'_>, memory: Memory, values: &[f64]) -> (Found, Found) {
    let container = case.container;
    let Matrix { columns, rows, .. } = container.matrix;
    let last = last(container);
    let mut fixed = Found::new();
    let matrix = |found: &mut Found, first: Option<usize>| {
        for column in 0..columns {
            found.push(first.map_or([0.0; 4], |first| four(&values[first + column * rows..][..rows])));
        }
    };
    let constant = container.first_leaf([last[0], last[1]]);
    matrix(&mut fixed, Some(constant));
    matrix(&mut fixed, Some(constant));
    fixed.extend(values[constant..constant + columns * rows].chunks(4).map(four));
    for (_, ty, leaf) in container.neighbours() {
        fixed.push(four(&values[leaf..leaf + ty.leaf_count()]));
    }
    let mut moving = Found::new();
    for probe in probes(container, case.policy) {
        let at = case.resolve(probe);
        let first = at[0].zip(at[1]).map(|(e, f)| container.first_leaf([e, f]));
        matrix(&mut moving, first);
        let column = first.zip(at[2]).map(|(first, column)| first + column * rows);
        moving.push(column.map_or([0.0; 4], |column| four(&values[column..column + rows])));
        let one = |leaf: Option<usize>| leaf.map_or(0.0, |leaf| values[leaf]);
        let scalar = one(column.zip(at[3]).map(|(column, row)| column + row));
        moving.push([
            scalar,
            one(column.map(|column| column + rows - 1)),
            one(first.zip(at[3]).map(|(first, row)| first + (columns - 1) * rows + row)),
            if memory.is_given() { scalar } else { 0.0 },
        ]);
    }
    (fixed, moving)
}

fn same(what: &str, found: &[u8], expected: &Found) -> Result<(), String> {
    let found: Vec<f32> = found
        .chunks_exact(4)
        .map(|word| f32::from_ne_bytes([word[0], word[1], word[2], word[3]]))
        .collect();
    for (place, (found, expected)) in found.chunks_exact(4).zip(expected).enumerate() {
        if found.iter().zip(expected).any(|(a, b)| f64::from(*a) != *b) {
            return Err(format!("{what}[{place}] is {found:?}, expected {expected:?}"));
        }
    }
    Ok(())
}

fn check(case: &Case<'_>, memory: Memory) -> Result<(), String> {
    let ty = &case.container.ty;
    let values: Vec<f64> = (0..ty.leaf_count()).map(|n| n as f64 + 1.0).collect();
    let bytes = ty.encode(&values);
    let (fixed, moving) = expected(case, memory, &values);
    let probes = probes(case.container, case.policy);
    let mut resources = vec![
        Resource::Storage(probes.iter().flatten().flat_map(|index| index.to_ne_bytes()).collect()),
        Resource::Storage(vec![0; FIXED * 16]),
        Resource::Storage(vec![0; moving.len() * 16]),
    ];
    let mut immediates: &[u8] = &[];
    match memory {
        Memory::Immediate => immediates = &bytes,
        Memory::Uniform | Memory::RelaxedUniform => resources.push(Resource::Uniform(bytes.clone())),
        _ => resources.push(Resource::Storage(bytes.clone())),
    }
    let source = shader(case, memory);
    case.run(&source, resources, immediates)
        .and_then(|buffers| {
            let Some(buffers) = buffers else { return Ok(()) };
            same("fixed", &buffers[1], &fixed)?;
            same("moving", &buffers[2], &moving)
        })
        .map_err(|fault| format!("{fault}; probes {probes:?}\n{source}"))
}

fn read(scalar: Scalar, memory: Memory) {
    let limit = match (gpu(), memory) {
        (None, _) => return,
        (Some(gpu), Memory::RelaxedUniform) if gpu.features.vulkan12.uniform_buffer_standard_layout == 0 => {
            skipped("no uniformBufferStandardLayout");
            return;
        }
        (Some(gpu), Memory::Immediate) => gpu.properties.limits.max_push_constants_size as usize,
        _ => usize::MAX,
    };
    let fits =
        |container: &Container| container.ty.size() <= limit && (memory.is_given() || container.ty.leaf_count() <= 48);
    // Memory of the shader alone has no layout, and is the same for every scalar type.
    let versions = match (memory, scalar) {
        (Memory::Uniform | Memory::Storage, _) => Versions::All,
        (Memory::Immediate | Memory::RelaxedUniform, _) | (_, Scalar::F32) => Versions::InTurn,
        _ => Versions::Third(memory as usize % 3),
    };
    let rules = match memory {
        Memory::Uniform => Rules::Uniform,
        Memory::RelaxedUniform => Rules::RelaxedUniform,
        _ => Rules::Storage,
    };
    everywhere(scalar, versions, rules, fits, |case| check(case, memory));
}

macro_rules! reads {
    ($($name:ident: $scalar:ident $memory:ident,)*) => {
        $(#[test]
        fn $name() {
            read(Scalar::$scalar, Memory::$memory);
        })*
    };
}

// naga does not support 16-bit immediates.
reads! {
    uniform_f32: F32 Uniform,
    uniform_f16: F16 Uniform,
    uniform_f64: F64 Uniform,
    relaxed_uniform_f32: F32 RelaxedUniform,
    relaxed_uniform_f16: F16 RelaxedUniform,
    storage_f32: F32 Storage,
    storage_f16: F16 Storage,
    storage_f64: F64 Storage,
    immediate_f32: F32 Immediate,
    immediate_f64: F64 Immediate,
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
