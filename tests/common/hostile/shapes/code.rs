//! Modules that are large in instructions of one kind.

use spirv::Op;

use super::frame;

/// Two deeply nested types that match logically, compared at every level.
pub(super) fn copied_structs(n: usize) -> Vec<u32> {
    let mut f = frame();
    let (mut left, mut right) = (f.int, f.int);
    let mut pairs = Vec::new();
    for _ in 0..n {
        left = f.build.result(Op::TypeStruct, &[left, left]);
        right = f.build.result(Op::TypeStruct, &[right, right]);
        pairs.push((left, right));
    }
    f.open();
    for (left, right) in pairs {
        let value = f.build.value(Op::Undef, left, &[]);
        f.build.value(Op::CopyLogical, right, &[value]);
    }
    f.close();
    f.finish()
}

pub(super) fn loads_of_doubled(n: usize) -> Vec<u32> {
    let mut f = frame();
    let mut types = vec![f.int];
    for _ in 0..n {
        let last = types[types.len() - 1];
        types.push(f.build.result(Op::TypeStruct, &[last, last]));
    }
    let variables: Vec<_> = types
        .iter()
        .map(|&ty| {
            let pointer = f.pointer(spirv::StorageClass::Private, ty);
            (ty, f.build.value(Op::Variable, pointer, &[6]))
        })
        .collect();
    f.open();
    for (ty, variable) in variables {
        let value = f.build.value(Op::Load, ty, &[variable]);
        f.build.op(Op::Store, &[variable, value]);
    }
    f.close();
    f.finish()
}

/// Many access chains of maximum depth.
pub(super) fn access_chains(n: usize) -> Vec<u32> {
    let mut f = frame();
    let depth = 250;
    let ty = f.nest(depth, 1);
    let zero = f.int(0);
    let pointer = f.pointer(spirv::StorageClass::Private, ty);
    let int = f.int;
    let element = f.pointer(spirv::StorageClass::Private, int);
    let variable = f.build.value(Op::Variable, pointer, &[6]);
    f.open();
    for _ in 0..n / depth + 1 {
        let mut operands = vec![variable];
        operands.resize(depth + 1, zero);
        let at = f.build.value(Op::AccessChain, element, &operands);
        f.build.value(Op::Load, int, &[at]);
    }
    f.close();
    f.finish()
}

pub(super) fn function_parameters(n: usize) -> Vec<u32> {
    let mut f = frame();
    let count = n.min(255);
    let (int, void) = (f.int, f.void);
    let one = f.int(1);
    let ty = f
        .build
        .result(Op::TypeFunction, &[&[void], &vec![int; count][..]].concat());
    let callee = f.build.id();
    f.open();
    for _ in 0..n / 255 + 1 {
        f.build
            .value(Op::FunctionCall, void, &[&[callee], &vec![one; count][..]].concat());
    }
    f.close();
    f.build.op(Op::Function, &[void, callee, 0, ty]);
    for _ in 0..count {
        f.build.value(Op::FunctionParameter, int, &[]);
    }
    f.build.result(Op::Label, &[]);
    f.close();
    f.finish()
}

pub(super) fn stores(n: usize) -> Vec<u32> {
    let mut f = frame();
    let one = f.int(1);
    let int = f.int;
    let pointer = f.pointer(spirv::StorageClass::Function, int);
    f.open();
    let variables: Vec<u32> = (0..n).map(|_| f.build.value(Op::Variable, pointer, &[7])).collect();
    for variable in variables {
        f.build.op(Op::Store, &[variable, one]);
    }
    f.close();
    f.finish()
}

pub(super) fn sampled_images(n: usize) -> Vec<u32> {
    let mut f = frame();
    let float = f.build.result(Op::TypeFloat, &[32]);
    let vector = f.build.result(Op::TypeVector, &[float, 4]);
    let image = f.build.result(Op::TypeImage, &[float, 1, 0, 0, 0, 1, 0]);
    let sampler = f.build.result(Op::TypeSampler, &[]);
    let sampled = f.build.result(Op::TypeSampledImage, &[image]);
    let zero = f.build.value(Op::ConstantNull, vector, &[]);
    let images = f.pointer(spirv::StorageClass::UniformConstant, image);
    let samplers = f.pointer(spirv::StorageClass::UniformConstant, sampler);
    let texture = f.build.value(Op::Variable, images, &[0]);
    let how = f.build.value(Op::Variable, samplers, &[0]);
    f.open();
    let texture = f.build.value(Op::Load, image, &[texture]);
    let how = f.build.value(Op::Load, sampler, &[how]);
    for _ in 0..n {
        let both = f.build.value(Op::SampledImage, sampled, &[texture, how]);
        f.build.value(Op::ImageSampleImplicitLod, vector, &[both, zero]);
    }
    f.close();
    f.finish()
}

pub(super) fn uses_of_one(n: usize) -> Vec<u32> {
    let mut f = frame();
    let one = f.int(1);
    let int = f.int;
    f.open();
    for _ in 0..n {
        f.build.value(Op::IAdd, int, &[one, one]);
        f.build.value(Op::FAdd, int, &[one, one]);
        f.build.op(Op::Store, &[one, one]);
    }
    f.close();
    f.finish()
}

pub(super) fn atomics(n: usize) -> Vec<u32> {
    let mut f = frame();
    let one = f.int(1);
    let int = f.int;
    let pointer = f.pointer(spirv::StorageClass::StorageBuffer, int);
    let variable = f.build.value(Op::Variable, pointer, &[12]);
    f.open();
    for _ in 0..n {
        f.build.value(Op::AtomicIAdd, int, &[variable, one, one, one]);
    }
    f.close();
    f.finish()
}

pub(super) fn barriers(n: usize) -> Vec<u32> {
    let mut f = frame();
    let two = f.int(2);
    f.open();
    for _ in 0..n {
        f.build.op(Op::ControlBarrier, &[two, two, two]);
        f.build.op(Op::MemoryBarrier, &[two, two]);
    }
    f.close();
    f.finish()
}
