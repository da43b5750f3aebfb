//! Modules that are large in capabilities, extensions, entry points and their modes, or functions that call each other.

use spirv::{BuiltIn, Decoration, Op};

use super::super::Build;
use super::types;

pub(super) fn extensions(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    for number in 0..n as u32 {
        build.op(Op::Extension, &[0x5F56_5053, 0x4F4F_4F4F, number & 0x007F_7F7F]);
    }
    build.memory_model();
    let mut f = types(build);
    let int = f.int;
    let storage = f.pointer(spirv::StorageClass::StorageBuffer, int);
    let two = f.int(2);
    for _ in 0..n {
        f.build.value(Op::Variable, storage, &[12]);
    }
    f.open();
    for _ in 0..n {
        f.build.value(Op::IAdd, int, &[two, two]);
        f.build.value(Op::GroupNonUniformElect, int, &[two]);
    }
    f.close();
    f.finish()
}

pub(super) fn imports(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    let name = [0x4C53_4C47, 0x6474_732E, 0x3035_342E, 0];
    let mut set = 0;
    for _ in 0..n {
        set = build.result(Op::ExtInstImport, &name);
    }
    build.memory_model();
    let mut f = types(build);
    let one = f.int(1);
    let int = f.int;
    f.open();
    for _ in 0..n {
        f.build.value(Op::ExtInst, int, &[set, 5, one]);
    }
    f.close();
    f.finish()
}

pub(super) fn capabilities(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    for number in 0..n as u32 {
        build.op(Op::Capability, &[number % 7000]);
    }
    build.memory_model();
    let mut f = types(build);
    let one = f.int(1);
    let int = f.int;
    f.open();
    for _ in 0..n {
        f.build.value(Op::IAdd, int, &[one, one]);
    }
    f.close();
    f.finish()
}

fn entry(build: &mut Build, model: u32, function: u32, interface: &[u32]) {
    build.op(Op::EntryPoint, &[&[model, function, 0x6D], interface].concat());
}

/// Many entry points that all call one long function.
pub(super) fn functions_and_entry_points(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    let ids: Vec<u32> = (0..n).map(|_| build.id()).collect();
    for &id in &ids {
        entry(&mut build, 5, id, &[]);
    }
    build.memory_model();
    let mut f = types(build);
    let one = f.int(1);
    let (int, void, procedure) = (f.int, f.void, f.procedure);
    let pointer = f.pointer(spirv::StorageClass::Private, int);
    let variable = f.build.value(Op::Variable, pointer, &[6]);
    let callee = f.open();
    for _ in 0..n {
        f.build.value(Op::IAdd, int, &[one, one]);
        f.build.value(Op::Load, int, &[variable]);
    }
    f.close();
    for id in ids {
        f.build.op(Op::Function, &[void, id, 0, procedure]);
        f.build.result(Op::Label, &[]);
        f.build.value(Op::FunctionCall, void, &[callee]);
        f.close();
    }
    f.finish()
}

/// Entry points with the same function, in every stage.
pub(super) fn entry_points(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    let function = build.id();
    for number in 0..n {
        entry(&mut build, number as u32 % 7, function, &[]);
    }
    build.memory_model();
    let mut f = types(build);
    let (void, procedure, int) = (f.void, f.procedure, f.int);
    let one = f.int(1);
    f.build.op(Op::Function, &[void, function, 0, procedure]);
    f.build.result(Op::Label, &[]);
    for _ in 0..n {
        f.build.value(Op::DPdx, int, &[one]);
    }
    f.close();
    f.finish()
}

pub(super) fn entry_points_and_modes(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    let function = build.id();
    for _ in 0..n {
        entry(&mut build, 4, function, &[]);
    }
    for number in 0..n as u32 {
        build.op(Op::ExecutionMode, &[function, number % 40]);
        build.op(Op::ExecutionMode, &[function, 17, number, 1, 1]);
    }
    build.memory_model();
    let mut f = types(build);
    let (void, procedure) = (f.void, f.procedure);
    f.build.op(Op::Function, &[void, function, 0, procedure]);
    f.build.result(Op::Label, &[]);
    f.close();
    f.finish()
}

/// One interface with many variables, each listed many times.
pub(super) fn interfaces(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    let function = build.id();
    let variables: Vec<u32> = (0..n.min(30_000)).map(|_| build.id()).collect();
    for _ in 0..2 {
        entry(&mut build, 4, function, &[&variables[..], &variables[..]].concat());
    }
    for (number, &variable) in variables.iter().enumerate() {
        build.op(
            Op::Decorate,
            &[variable, Decoration::Location as u32, number as u32 % 50],
        );
    }
    build.memory_model();
    let mut f = types(build);
    let (int, void, procedure) = (f.int, f.void, f.procedure);
    let pointer = f.pointer(spirv::StorageClass::Output, int);
    for variable in variables {
        f.build.op(Op::Variable, &[pointer, variable, 3]);
    }
    f.build.op(Op::Function, &[void, function, 0, procedure]);
    f.build.result(Op::Label, &[]);
    f.close();
    f.finish()
}

/// Functions that call later ones.
fn calls(n: usize, targets: impl Fn(usize) -> Vec<usize>) -> Vec<u32> {
    let mut build = Build::new();
    let ids: Vec<u32> = (0..n).map(|_| build.id()).collect();
    for model in [0, 4, 5] {
        entry(&mut build, model, ids[0], &[]);
    }
    build.memory_model();
    let mut f = types(build);
    let (void, procedure) = (f.void, f.procedure);
    for (place, &id) in ids.iter().enumerate() {
        f.build.op(Op::Function, &[void, id, 0, procedure]);
        f.build.result(Op::Label, &[]);
        for target in targets(place) {
            if let Some(&target) = ids.get(target) {
                f.build.value(Op::FunctionCall, void, &[target]);
            }
        }
        f.close();
    }
    f.finish()
}

pub(super) fn call_chain(n: usize) -> Vec<u32> {
    calls(n, |place| vec![place + 1])
}

/// 2ⁿ call paths.
pub(super) fn call_ladder(n: usize) -> Vec<u32> {
    calls(n, |place| vec![place + 1, place + 2, place + 1])
}

pub(super) fn call_cycle(n: usize) -> Vec<u32> {
    calls(n, |place| vec![(place + 1) % n, place / 2])
}

/// Functions of about 200 words with sums and selections, each of which calls the one before it, as in the modules of
/// large applications. With 34,000 of them a module has some 30 MB.
pub(super) fn many_functions(n: usize) -> Vec<u32> {
    let mut f = super::frame();
    let (int, boolean, void) = (f.int, f.boolean, f.void);
    let (two, yes) = (f.int(2), f.yes());
    let mut before = None;
    for _ in 0..n {
        let function = f.open();
        let mut sum = two;
        for _ in 0..6 {
            for _ in 0..4 {
                sum = f.build.value(Op::IAdd, int, &[sum, two]);
            }
            let [inner, merge] = [f.build.id(), f.build.id()];
            f.build.op(Op::SelectionMerge, &[merge, 0]);
            f.build.op(Op::BranchConditional, &[yes, inner, merge]);
            f.build.op(Op::Label, &[inner]);
            f.build.value(Op::SLessThan, boolean, &[sum, two]);
            f.build.op(Op::Branch, &[merge]);
            f.build.op(Op::Label, &[merge]);
        }
        if let Some(callee) = before.replace(function) {
            f.build.value(Op::FunctionCall, void, &[callee]);
        }
        f.close();
    }
    f.finish()
}

/// An entry point with many modes, and many instructions that depend on them.
pub(super) fn modes_and_samples(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    let function = build.id();
    entry(&mut build, 5, function, &[]);
    for number in 0..n as u32 {
        build.op(Op::ExecutionMode, &[function, 17, number, 1, 1]);
    }
    build.memory_model();
    let mut f = types(build);
    let float = f.build.result(Op::TypeFloat, &[32]);
    let vector = f.build.result(Op::TypeVector, &[float, 4]);
    let image = f.build.result(Op::TypeImage, &[float, 1, 0, 0, 0, 1, 0]);
    let sampled = f.build.result(Op::TypeSampledImage, &[image]);
    let pointer = f.pointer(spirv::StorageClass::UniformConstant, sampled);
    let variable = f.build.value(Op::Variable, pointer, &[0]);
    let zero = f.build.value(Op::ConstantNull, vector, &[]);
    let (void, procedure) = (f.void, f.procedure);
    f.build.op(Op::Function, &[void, function, 0, procedure]);
    f.build.result(Op::Label, &[]);
    let texture = f.build.value(Op::Load, sampled, &[variable]);
    for _ in 0..n {
        f.build.value(Op::ImageSampleImplicitLod, vector, &[texture, zero]);
        f.build.value(Op::DPdx, float, &[zero]);
        f.build.op(Op::ControlBarrier, &[zero, zero, zero]);
    }
    f.close();
    f.finish()
}

/// As [`modes_and_samples`], with built-in variables, each used once.
pub(super) fn modes_and_built_ins(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    let function = build.id();
    let variables: Vec<u32> = (0..n).map(|_| build.id()).collect();
    entry(&mut build, 4, function, &variables[..n.min(60_000)]);
    entry(&mut build, 5365, function, &variables[..n.min(60_000)]);
    for number in 0..n as u32 {
        build.op(Op::ExecutionMode, &[function, 26, number]);
    }
    for (number, &variable) in variables.iter().enumerate() {
        let built_in = [BuiltIn::FragDepth, BuiltIn::PrimitivePointIndicesEXT][number % 2];
        build.op(Op::Decorate, &[variable, Decoration::BuiltIn as u32, built_in as u32]);
    }
    build.memory_model();
    let mut f = types(build);
    let float = f.build.result(Op::TypeFloat, &[32]);
    let pointer = f.pointer(spirv::StorageClass::Output, float);
    let zero = f.build.value(Op::ConstantNull, float, &[]);
    for &variable in &variables {
        f.build.op(Op::Variable, &[pointer, variable, 3]);
    }
    let (void, procedure) = (f.void, f.procedure);
    f.build.op(Op::Function, &[void, function, 0, procedure]);
    f.build.result(Op::Label, &[]);
    for &variable in &variables {
        f.build.op(Op::Store, &[variable, zero]);
    }
    f.close();
    f.finish()
}
