//! Runs shaders from strings or examples at every Vulkan version that the device supports, because each version has its
//! own lowerings.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::bytes::{from_words, to_words};
use crate::common::parse::{self, Shader};
use crate::common::setup::Setup;
use crate::common::vulkan::{Binding, Compute, Gpu, Resource, gpu};
use crate::common::{backends, root, validate};

/// The Vulkan versions that the device supports.
pub fn targets(gpu: &Gpu) -> impl Iterator<Item = &'static str> {
    let newest = gpu.newest_target();
    validate::VULKAN.into_iter().filter(move |target| *target <= newest)
}

/// One of the project's examples.
pub fn example(name: &str) -> Shader {
    parse::file(&root("examples").join(name)).unwrap_or_else(|error| panic!("{error}"))
}

/// The words for one entry point.
pub fn words(shader: &Shader, target: &str, entry_point: &str) -> Vec<u32> {
    backends::spirula(shader, &backends::options_for(target, entry_point))
        .unwrap_or_else(|error| panic!("{entry_point} at {target}: {error}"))
}

/// Bindings of group 0, numbered from 0.
pub fn group(resources: impl IntoIterator<Item = Resource>) -> Vec<Binding> {
    (0..)
        .zip(resources)
        .map(|(binding, resource)| Binding {
            set: 0,
            binding,
            resource,
        })
        .collect()
}

/// Whether the results are also compared with those of naga's own backend: not if it is known to be wrong, or if WGSL
/// leaves the result open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    Naga,
    None,
}

/// Runs the entry point `main` of a compute shader with `outputs` divided by its workgroup size as the number of
/// workgroups, once for every target, and passes each result to `judge`. Binding 0 has the input words, binding 1 the
/// output.
pub fn run_compute(
    source: &str,
    input: &[u32],
    outputs: usize,
    witness: Witness,
    judge: impl Fn(&[u32]) -> Result<(), String>,
) {
    run_compute_with(source, input, outputs, witness, |_| {}, judge);
}

/// As [`run_compute`], with changed options for Spirula's words.
pub fn run_compute_with(
    source: &str,
    input: &[u32],
    outputs: usize,
    witness: Witness,
    adjust: impl Fn(&mut Setup),
    judge: impl Fn(&[u32]) -> Result<(), String>,
) {
    let Some(gpu) = gpu() else { return };
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let bindings = group([
        Resource::Storage(from_words(input)),
        Resource::Storage(vec![0; outputs * 4]),
    ]);
    let run = |words: &[u32], validate: bool| {
        let (entry_point, workgroups) = ("main", [1, 1, 1]);
        let bindings = &bindings;
        let run = Compute {
            words,
            entry_point,
            bindings,
            push_constants: &[],
            constants: &[],
            workgroups,
            validate,
        };
        gpu.compute(&run).map(|results| to_words(&results[1]))
    };
    let mut faults = Vec::new();
    for target in targets(&gpu) {
        let mut options = backends::options_for(target, "main");
        adjust(&mut options);
        let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("main at {target}: {error}"));
        match validate::validate(&words, target).and_then(|()| run(&words, true)) {
            Ok(result) => faults.extend(judge(&result).err().map(|fault| format!("{target}: {fault}"))),
            Err(error) => faults.push(format!("{target}: {error}")),
        }
    }
    if witness == Witness::Naga {
        match catch_unwind(AssertUnwindSafe(|| backends::naga(&shader, "vulkan1.1", None))) {
            Ok(Ok(words)) => match run(&words, false) {
                Ok(result) => faults.extend(judge(&result).err().map(|fault| format!("naga's backend: {fault}"))),
                Err(error) => faults.push(format!("naga's backend: {error}")),
            },
            Ok(Err(error)) => faults.push(format!("naga's backend refuses: {error}")),
            Err(_) => faults.push("naga's backend panics".to_owned()),
        }
    }
    assert!(faults.is_empty(), "{}\n{source}", faults.join("\n"));
}

/// Runs a whole shader of one invocation and compares its output.
pub fn check(source: &str, input: &[u32], expected: &[u32], witness: Witness) {
    run_compute(source, input, expected.len(), witness, |result| {
        if result == expected {
            Ok(())
        } else {
            Err(format!("{result:?}, expected {expected:?}"))
        }
    });
}

/// `fn f(a: vec4<u32>) -> vec4<u32>` applied to each row of the table: arguments, result.
pub fn each(function: &str, table: &[([u32; 4], [u32; 4])], witness: Witness) {
    each_judged(function, table, witness, |row, actual, expected| {
        if actual == expected {
            Ok(())
        } else {
            Err(format!("f({row:?}) is {actual:?}, expected {expected:?}"))
        }
    });
}

/// The same for signed integers: `fn f(a: vec4<i32>) -> vec4<i32>`.
pub fn each_i32(function: &str, table: &[([i32; 4], [i32; 4])], witness: Witness) {
    let table: Vec<_> = table
        .iter()
        .map(|(a, b)| (a.map(i32::cast_unsigned), b.map(i32::cast_unsigned)))
        .collect();
    let wrapped = function.replace("fn f(", "fn g(")
        + "fn f(a: vec4<u32>) -> vec4<u32> { return bitcast<vec4<u32>>(g(bitcast<vec4<i32>>(a))); }";
    each_judged(&wrapped, &table, witness, |row, actual, expected| {
        let signed = |v: &[u32]| v.iter().map(|word| word.cast_signed()).collect::<Vec<_>>();
        if actual == expected {
            return Ok(());
        }
        Err(format!(
            "f({:?}) is {:?}, expected {:?}",
            signed(row),
            signed(actual),
            signed(expected)
        ))
    });
}

/// The same for floats: `fn f(a: vec4<f32>) -> vec4<f32>`, with the error `tolerance`, relative above 1 and absolute
/// below.
pub fn each_f32(function: &str, table: &[([f32; 4], [f32; 4])], tolerance: f32, witness: Witness) {
    let table: Vec<_> = table
        .iter()
        .map(|(a, b)| (a.map(f32::to_bits), b.map(f32::to_bits)))
        .collect();
    let wrapped = function.replace("fn f(", "fn g(")
        + "fn f(a: vec4<u32>) -> vec4<u32> { return bitcast<vec4<u32>>(g(bitcast<vec4<f32>>(a))); }";
    each_judged(&wrapped, &table, witness, |row, actual, expected| {
        let floats = |v: &[u32]| v.iter().map(|word| f32::from_bits(*word)).collect::<Vec<_>>();
        let (row, actual, expected) = (floats(row), floats(actual), floats(expected));
        let close = |(a, b): (&f32, &f32)| a == b || (a - b).abs() <= tolerance * b.abs().max(1.0);
        if actual.iter().zip(&expected).all(close) {
            return Ok(());
        }
        Err(format!("f({row:?}) is {actual:?}, expected {expected:?}"))
    });
}

fn each_judged(
    function: &str,
    table: &[([u32; 4], [u32; 4])],
    witness: Witness,
    judge: impl Fn(&[u32], &[u32], &[u32]) -> Result<(), String>,
) {
    // One invocation processes the whole table, so that two of them cannot hide each other's faults.
    let source = format!(
        "@group(0) @binding(0) var<storage, read> input: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<u32>>;
{function}
@compute @workgroup_size(1)
fn main() {{
    for (var row = 0u; row < arrayLength(&input); row++) {{
        output[row] = f(input[row]);
    }}
}}
"
    );
    let input: Vec<u32> = table.iter().flat_map(|(arguments, _)| *arguments).collect();
    run_compute(&source, &input, table.len() * 4, witness, |result| {
        let rows = result.chunks_exact(4).zip(table);
        let faults: Vec<_> = rows
            .filter_map(|(actual, (row, expected))| judge(row, actual, expected).err())
            .collect();
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults.join("\n"))
        }
    });
}

/// Runs the entry point `main` of a compute shader at every target and at Vulkan 1.1 with SPIR-V 1.4, with the options
/// after `change` (equal words once), and passes the words of its storage resources to `judge`, in the order of the
/// bindings. The words of every target are validated; if a driver takes long for them, `runs` selects the targets that run.
pub fn dispatch(
    source: &str,
    change: impl Fn(&mut Setup),
    runs: &[&str],
    bindings: &[Binding],
    workgroups: [u32; 3],
    judge: impl Fn(&[Vec<u32>]) -> Result<(), String>,
) {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    dispatch_shader(&shader, source, change, runs, bindings, workgroups, judge);
}

/// The same for a shader that was read already, whatever it was written in; `source` is for the report.
pub fn dispatch_shader(
    shader: &Shader,
    source: &str,
    change: impl Fn(&mut Setup),
    runs: &[&str],
    bindings: &[Binding],
    workgroups: [u32; 3],
    judge: impl Fn(&[Vec<u32>]) -> Result<(), String>,
) {
    let Some(gpu) = gpu() else { return };
    let newer = (gpu.newest_target() >= "vulkan1.2").then_some("vulkan1.1spv1.4");
    let (mut faults, mut ran) = (Vec::new(), Vec::new());
    for target in targets(&gpu).chain(newer) {
        let mut run = || {
            let mut options = backends::options_for(target, "main");
            change(&mut options);
            let words = backends::spirula(shader, &options)?;
            validate::validate(&words, target)?;
            if ran.contains(&words) || !(runs.is_empty() || runs.contains(&target)) {
                return Ok(());
            }
            let buffers = gpu.compute(&Compute {
                words: &words,
                entry_point: "main",
                bindings,
                push_constants: &[],
                constants: &[],
                workgroups,
                validate: false,
            })?;
            ran.push(words);
            judge(&buffers.iter().map(|bytes| to_words(bytes)).collect::<Vec<_>>())
        };
        faults.extend(run().err().map(|fault| format!("{target}: {fault}")));
    }
    assert!(faults.is_empty(), "{}\n{source}", faults.join("\n"));
}
