//! Modules that are large in types, constants, variables and decorations.

use spirv::{BuiltIn, Decoration, Op};

use super::super::Build;
use super::{frame, types};

pub(super) fn nested_structs(n: usize) -> Vec<u32> {
    let mut f = frame();
    let ty = f.nest(n, 1);
    let pointer = f.pointer(spirv::StorageClass::StorageBuffer, ty);
    f.build
        .value(Op::Variable, pointer, &[spirv::StorageClass::StorageBuffer as u32]);
    f.finish()
}

/// Each struct has two members of the previous one: 2ⁿ members in a full traversal.
pub(super) fn doubled_structs(n: usize) -> Vec<u32> {
    let mut f = frame();
    let ty = f.nest(n, 2);
    for class in [
        spirv::StorageClass::StorageBuffer,
        spirv::StorageClass::Uniform,
        spirv::StorageClass::PushConstant,
        spirv::StorageClass::Workgroup,
        spirv::StorageClass::Input,
        spirv::StorageClass::Output,
        spirv::StorageClass::Private,
    ] {
        let pointer = f.pointer(class, ty);
        f.build.value(Op::Variable, pointer, &[class as u32]);
    }
    f.finish()
}

pub(super) fn nested_arrays(n: usize) -> Vec<u32> {
    let mut f = frame();
    let two = f.int(2);
    let mut ty = f.int;
    for _ in 0..n {
        ty = f.build.result(Op::TypeArray, &[ty, two]);
    }
    for class in [spirv::StorageClass::Workgroup, spirv::StorageClass::Input] {
        let pointer = f.pointer(class, ty);
        f.build.value(Op::Variable, pointer, &[class as u32]);
    }
    f.finish()
}

pub(super) fn equal_structs(n: usize) -> Vec<u32> {
    let mut f = frame();
    let int = f.int;
    for _ in 0..n {
        f.build.result(Op::TypeStruct, &[int, int]);
        f.build.result(Op::TypeVector, &[int, 4]);
    }
    f.finish()
}

pub(super) fn null_of_doubled(n: usize) -> Vec<u32> {
    let mut f = frame();
    let mut ty = f.int;
    for _ in 0..n {
        ty = f.build.result(Op::TypeStruct, &[ty, ty]);
        f.build.value(Op::ConstantNull, ty, &[]);
    }
    f.finish()
}

/// A structure with many decorated members, and many variables of it.
pub(super) fn members_and_variables(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    build.memory_model();
    let ty = build.id();
    for member in 0..n as u32 {
        build.op(Op::MemberDecorate, &[ty, member, Decoration::Offset as u32, member * 4]);
        build.op(
            Op::MemberDecorate,
            &[ty, member, Decoration::BuiltIn as u32, BuiltIn::Position as u32],
        );
    }
    build.op(Op::Decorate, &[ty, Decoration::Block as u32]);
    let mut f = types(build);
    let members = vec![f.int; n];
    f.build.op(Op::TypeStruct, &[&[ty], &members[..]].concat());
    for class in [12, 2, 3, 1, 9] {
        let pointer = f.build.result(Op::TypePointer, &[class, ty]);
        for _ in 0..n {
            f.build.value(Op::Variable, pointer, &[class]);
        }
    }
    f.finish()
}

pub(super) fn decorations_of_one(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    build.memory_model();
    let variable = build.id();
    for number in 0..n as u32 {
        build.op(Op::Decorate, &[variable, Decoration::Binding as u32, number]);
        build.op(Op::Decorate, &[variable, Decoration::RelaxedPrecision as u32]);
    }
    let mut f = types(build);
    let int = f.int;
    let pointer = f.pointer(spirv::StorageClass::Private, int);
    f.build.op(Op::Variable, &[pointer, variable, 6]);
    f.open();
    for _ in 0..n {
        f.build.value(Op::Load, int, &[variable]);
    }
    f.close();
    f.finish()
}

pub(super) fn decoration_groups(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    build.memory_model();
    let group = build.id();
    let targets: Vec<u32> = (0..n).map(|_| build.id()).collect();
    for number in 0..n as u32 {
        build.op(Op::Decorate, &[group, Decoration::Location as u32, number]);
    }
    build.op(Op::DecorationGroup, &[group]);
    build.op(Op::GroupDecorate, &[&[group], &targets[..]].concat());
    let mut f = types(build);
    let int = f.int;
    let pointer = f.pointer(spirv::StorageClass::Input, int);
    for target in targets {
        f.build.op(Op::Variable, &[pointer, target, 1]);
    }
    f.finish()
}

/// Every message contains the id, which has as many names.
pub(super) fn names_of_one(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    build.memory_model();
    let variable = build.id();
    for _ in 0..n {
        build.op(Op::Name, &[variable, 0x0061_6161]);
    }
    let mut f = types(build);
    f.open();
    for _ in 0..n {
        f.build.op(Op::Store, &[variable, variable]);
    }
    f.close();
    f.finish()
}

pub(super) fn spec_constants(n: usize) -> Vec<u32> {
    let mut f = frame();
    let int = f.int;
    let mut last = f.build.value(Op::SpecConstant, int, &[1]);
    for _ in 0..n {
        last = f.build.value(Op::SpecConstantOp, int, &[Op::IAdd as u32, last, last]);
    }
    f.finish()
}

pub(super) fn spec_lengths(n: usize) -> Vec<u32> {
    let mut f = frame();
    let mut ty = f.int;
    let int = f.int;
    for _ in 0..n {
        let length = f.build.value(Op::SpecConstant, int, &[2]);
        ty = f.build.result(Op::TypeArray, &[ty, length]);
    }
    f.finish()
}

pub(super) fn constants(n: usize) -> Vec<u32> {
    let mut f = frame();
    let int = f.int;
    let ty = f.build.result(Op::TypeVector, &[int, 2]);
    let mut last = f.int(0);
    for number in 0..n as u32 {
        last = f.build.value(Op::Constant, int, &[number]);
        f.build.value(Op::ConstantComposite, ty, &[last, last]);
    }
    let length = f.int(n as u32);
    let array = f.build.result(Op::TypeArray, &[int, length]);
    let parts = vec![last; n.min(65_000)];
    f.build.value(Op::ConstantComposite, array, &parts);
    f.finish()
}

/// Structures with pointers to each other in a cycle.
pub(super) fn forward_pointers(n: usize) -> Vec<u32> {
    let mut f = frame();
    let class = spirv::StorageClass::PhysicalStorageBuffer as u32;
    let pointers: Vec<u32> = (0..n).map(|_| f.build.id()).collect();
    for &pointer in &pointers {
        f.build.op(Op::TypeForwardPointer, &[pointer, class]);
    }
    for place in 0..n {
        let next = pointers[(place + 1) % n];
        let ty = f.build.result(Op::TypeStruct, &[next, pointers[0]]);
        f.build.op(Op::TypePointer, &[pointers[place], class, ty]);
    }
    f.finish()
}

pub(super) fn workgroup_variables(n: usize) -> Vec<u32> {
    let mut f = frame();
    let int = f.int;
    let pointer = f.pointer(spirv::StorageClass::Workgroup, int);
    for _ in 0..n {
        f.build.value(Op::Variable, pointer, &[4]);
    }
    f.finish()
}

pub(super) fn strings(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    build.memory_model();
    let long = vec![0x6161_6161; n.min(60_000)];
    let id = build.result(Op::String, &[&long[..], &[0]].concat());
    build.op(Op::Name, &[&[id], &long[..], &[0]].concat());
    // A string without a terminator.
    build.op(Op::Name, &[&[id], &long[..]].concat());
    for _ in 0..n {
        build.op(Op::Store, &[id, id]);
    }
    build.finish()
}
