//! Modules that are large in one way only: each grows with a number, and its words in proportion to it.

use spirv::{BuiltIn, Decoration, Op};

use super::Build;

/// A way to be large.
#[derive(Clone, Copy)]
pub struct Shape {
    pub name: &'static str,
    pub make: fn(usize) -> Vec<u32>,
}

macro_rules! shapes {
    ($($name:ident),* $(,)?) => {
        /// Every shape.
        pub const SHAPES: &[Shape] = &[$(Shape { name: stringify!($name), make: $name }),*];
    };
}

shapes! {
    nested_structs, doubled_structs, nested_arrays, equal_structs, copied_structs, null_of_doubled, access_chains,
    members_and_variables, decorations_of_one, decoration_groups, names_of_one, extensions, imports, entry_points,
    entry_points_and_modes, interfaces, call_chain, call_ladder, call_cycle, functions_and_entry_points, block_chain,
    block_ladder, nested_selections, nested_loops, switch_to_many, switch_to_one, nested_switches, back_edges,
    unreachable_blocks, phi_of_many, phis_of_few, spec_constants, spec_lengths, constants, forward_pointers,
    workgroup_variables, stores, sampled_images, strings, capabilities, uses_of_one, undefined_labels, atomics,
    loads_of_doubled, function_parameters, barriers,
}

/// A module with a void function type, a signed integer and room for declarations.
struct Frame {
    build: Build,
    void: u32,
    procedure: u32,
    int: u32,
    boolean: u32,
}

fn frame() -> Frame {
    let mut build = Build::new();
    build.memory_model();
    types(build)
}

fn types(mut build: Build) -> Frame {
    let void = build.result(Op::TypeVoid, &[]);
    let procedure = build.result(Op::TypeFunction, &[void]);
    let int = build.result(Op::TypeInt, &[32, 1]);
    let boolean = build.result(Op::TypeBool, &[]);
    Frame {
        build,
        void,
        procedure,
        int,
        boolean,
    }
}

impl Frame {
    fn int(&mut self, value: u32) -> u32 {
        let ty = self.int;
        self.build.value(Op::Constant, ty, &[value])
    }

    fn open(&mut self) -> u32 {
        let (void, procedure) = (self.void, self.procedure);
        let function = self.build.value(Op::Function, void, &[0, procedure]);
        self.build.result(Op::Label, &[]);
        function
    }

    fn close(&mut self) {
        self.build.op(Op::Return, &[]);
        self.build.op(Op::FunctionEnd, &[]);
    }

    fn pointer(&mut self, class: spirv::StorageClass, to: u32) -> u32 {
        self.build.result(Op::TypePointer, &[class as u32, to])
    }

    fn yes(&mut self) -> u32 {
        let boolean = self.boolean;
        self.build.value(Op::ConstantTrue, boolean, &[])
    }

    /// A structure inside a structure, each with `width` members.
    fn nest(&mut self, depth: usize, width: usize) -> u32 {
        let mut ty = self.int;
        for _ in 0..depth {
            ty = self.build.result(Op::TypeStruct, &vec![ty; width]);
        }
        ty
    }

    fn finish(self) -> Vec<u32> {
        self.build.finish()
    }
}

fn nested_structs(n: usize) -> Vec<u32> {
    let mut f = frame();
    let ty = f.nest(n, 1);
    let pointer = f.pointer(spirv::StorageClass::StorageBuffer, ty);
    f.build
        .value(Op::Variable, pointer, &[spirv::StorageClass::StorageBuffer as u32]);
    f.finish()
}

/// Two of the last, at each level: 2ⁿ members for whoever walks them all.
fn doubled_structs(n: usize) -> Vec<u32> {
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

fn nested_arrays(n: usize) -> Vec<u32> {
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

fn equal_structs(n: usize) -> Vec<u32> {
    let mut f = frame();
    let int = f.int;
    for _ in 0..n {
        f.build.result(Op::TypeStruct, &[int, int]);
        f.build.result(Op::TypeVector, &[int, 4]);
    }
    f.finish()
}

/// Two towers that match logically, compared at every level.
fn copied_structs(n: usize) -> Vec<u32> {
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

fn null_of_doubled(n: usize) -> Vec<u32> {
    let mut f = frame();
    let mut ty = f.int;
    for _ in 0..n {
        ty = f.build.result(Op::TypeStruct, &[ty, ty]);
        f.build.value(Op::ConstantNull, ty, &[]);
    }
    f.finish()
}

fn loads_of_doubled(n: usize) -> Vec<u32> {
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

/// As deep as an access chain goes, many times.
fn access_chains(n: usize) -> Vec<u32> {
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

/// A structure with many decorated members, and many variables of it.
fn members_and_variables(n: usize) -> Vec<u32> {
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

fn decorations_of_one(n: usize) -> Vec<u32> {
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

fn decoration_groups(n: usize) -> Vec<u32> {
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

/// Every message names the id, which has as many names.
fn names_of_one(n: usize) -> Vec<u32> {
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

fn extensions(n: usize) -> Vec<u32> {
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

fn imports(n: usize) -> Vec<u32> {
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

fn capabilities(n: usize) -> Vec<u32> {
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

/// Many entry points that all reach one long function.
fn functions_and_entry_points(n: usize) -> Vec<u32> {
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

/// Entry points of one function, in every stage.
fn entry_points(n: usize) -> Vec<u32> {
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

fn entry_points_and_modes(n: usize) -> Vec<u32> {
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

/// One interface that names many variables, each many times.
fn interfaces(n: usize) -> Vec<u32> {
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

/// Functions that call those after them.
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

fn call_chain(n: usize) -> Vec<u32> {
    calls(n, |place| vec![place + 1])
}

/// 2ⁿ paths.
fn call_ladder(n: usize) -> Vec<u32> {
    calls(n, |place| vec![place + 1, place + 2, place + 1])
}

fn call_cycle(n: usize) -> Vec<u32> {
    calls(n, |place| vec![(place + 1) % n, place / 2])
}

fn function_parameters(n: usize) -> Vec<u32> {
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

/// A function whose blocks end as `end` writes them; labels are given.
fn blocks(n: usize, end: impl Fn(&mut Build, usize, &[u32], u32, u32)) -> Vec<u32> {
    let mut f = frame();
    let yes = f.yes();
    let zero = f.int(0);
    let (void, procedure) = (f.void, f.procedure);
    f.build.value(Op::Function, void, &[0, procedure]);
    let labels: Vec<u32> = (0..n.max(3)).map(|_| f.build.id()).collect();
    for (place, &label) in labels.iter().enumerate() {
        f.build.op(Op::Label, &[label]);
        if place + 1 == labels.len() {
            f.build.op(Op::Return, &[]);
        } else {
            end(&mut f.build, place, &labels, yes, zero);
        }
    }
    f.build.op(Op::FunctionEnd, &[]);
    f.finish()
}

fn block_chain(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, _, _| {
        build.op(Op::Branch, &[labels[place + 1]])
    })
}

fn block_ladder(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, yes, _| {
        let last = labels.len() - 1;
        build.op(
            Op::BranchConditional,
            &[yes, labels[place + 1], labels[(place + 2).min(last)]],
        );
    })
}

/// The merge of the selection that opens at `place` stands in the mirror's place.
fn nested_selections(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, yes, _| {
        let (last, half) = (labels.len() - 1, labels.len() / 2);
        if place < half {
            let merge = labels[last - place];
            build.op(Op::SelectionMerge, &[merge, 0]);
            build.op(Op::BranchConditional, &[yes, labels[place + 1], merge]);
        } else {
            build.op(Op::Branch, &[labels[place + 1]]);
        }
    })
}

/// Header, body, continue target and merge for each.
fn nested_loops(n: usize) -> Vec<u32> {
    blocks(n / 3 * 3 + 1, |build, place, labels, yes, _| {
        let depth = labels.len() / 3;
        let last = labels.len() - 1;
        if place < depth {
            let (merge, next) = (labels[last - 2 * place], labels[last - 2 * place - 1]);
            build.op(Op::LoopMerge, &[merge, next, 0]);
            build.op(Op::BranchConditional, &[yes, labels[place + 1], merge]);
        } else if (last - place) % 2 == 1 {
            // The continue target of the loop whose merge comes next.
            build.op(Op::Branch, &[labels[(last - place) / 2]]);
        } else {
            let above = (last - place) / 2;
            let target = if above == 0 { last } else { last - 2 * above + 1 };
            build.op(Op::Branch, &[labels[target]]);
        }
    })
}

fn switch(n: usize, targets: impl Fn(usize, &[u32]) -> u32) -> Vec<u32> {
    blocks(n, |build, place, labels, _, zero| {
        let last = labels[labels.len() - 1];
        if place == 0 {
            build.op(Op::SelectionMerge, &[last, 0]);
            let mut operands = vec![zero, last];
            for case in 0..labels.len().min(30_000) {
                operands.extend([case as u32, targets(case, labels)]);
            }
            build.op(Op::Switch, &operands);
        } else {
            build.op(Op::Branch, &[labels[place + 1]]);
        }
    })
}

fn switch_to_many(n: usize) -> Vec<u32> {
    switch(n, |case, labels| labels[(case + 1).min(labels.len() - 1)])
}

fn switch_to_one(n: usize) -> Vec<u32> {
    switch(n, |_, labels| labels[1])
}

fn nested_switches(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, _, zero| {
        let (last, half) = (labels.len() - 1, labels.len() / 2);
        if place < half {
            let merge = labels[last - place];
            build.op(Op::SelectionMerge, &[merge, 0]);
            build.op(Op::Switch, &[zero, merge, 1, labels[place + 1], 2, labels[last]]);
        } else {
            build.op(Op::Branch, &[labels[place + 1]]);
        }
    })
}

fn back_edges(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, yes, _| match place {
        0 => build.op(Op::Branch, &[labels[1]]),
        1 => {
            build.op(Op::LoopMerge, &[labels[labels.len() - 1], labels[2], 0]);
            build.op(Op::Branch, &[labels[2]]);
        }
        _ => build.op(Op::BranchConditional, &[yes, labels[1], labels[place + 1]]),
    })
}

/// Loops and selections that nothing reaches.
fn unreachable_blocks(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, yes, _| {
        let last = labels[labels.len() - 1];
        match place % 3 {
            _ if place == 0 => build.op(Op::Branch, &[last]),
            0 => {
                build.op(Op::LoopMerge, &[labels[place - 1], labels[place + 1], 0]);
                build.op(Op::BranchConditional, &[yes, labels[place / 2], labels[place + 1]]);
            }
            1 => build.op(Op::Branch, &[labels[place - 1]]),
            _ => build.op(Op::Kill, &[]),
        }
    })
}

fn undefined_labels(n: usize) -> Vec<u32> {
    blocks(n, |build, place, _, yes, _| {
        build.op(Op::SelectionMerge, &[1 << 20, 0]);
        build.op(Op::BranchConditional, &[yes, 1 << 21, place as u32 + (1 << 22)]);
    })
}

fn phi_of_many(n: usize) -> Vec<u32> {
    let mut f = frame();
    let one = f.int(1);
    let int = f.int;
    let (void, procedure) = (f.void, f.procedure);
    f.build.value(Op::Function, void, &[0, procedure]);
    let count = n.min(15_000);
    let labels: Vec<u32> = (0..count).map(|_| f.build.id()).collect();
    let (first, end) = (f.build.id(), f.build.id());
    f.build.op(Op::Label, &[first]);
    f.build.op(Op::SelectionMerge, &[end, 0]);
    let cases = labels
        .iter()
        .enumerate()
        .flat_map(|(case, &label)| [case as u32, label]);
    let switch: Vec<u32> = [one, end].into_iter().chain(cases).collect();
    f.build.op(Op::Switch, &switch);
    for &label in &labels {
        f.build.op(Op::Label, &[label]);
        f.build.op(Op::Branch, &[end]);
    }
    f.build.op(Op::Label, &[end]);
    let mut parents: Vec<u32> = labels.iter().flat_map(|&label| [one, label]).collect();
    parents.extend([one, first]);
    f.build.value(Op::Phi, int, &parents);
    f.build.value(Op::Phi, int, &parents);
    f.close();
    f.finish()
}

fn phis_of_few(n: usize) -> Vec<u32> {
    let mut f = frame();
    let one = f.int(1);
    let int = f.int;
    let (void, procedure) = (f.void, f.procedure);
    f.build.value(Op::Function, void, &[0, procedure]);
    let first = f.build.result(Op::Label, &[]);
    let next = f.build.id();
    f.build.op(Op::Branch, &[next]);
    f.build.op(Op::Label, &[next]);
    for _ in 0..n {
        f.build.value(Op::Phi, int, &[one, first]);
    }
    f.close();
    f.finish()
}

fn spec_constants(n: usize) -> Vec<u32> {
    let mut f = frame();
    let int = f.int;
    let mut last = f.build.value(Op::SpecConstant, int, &[1]);
    for _ in 0..n {
        last = f.build.value(Op::SpecConstantOp, int, &[Op::IAdd as u32, last, last]);
    }
    f.finish()
}

fn spec_lengths(n: usize) -> Vec<u32> {
    let mut f = frame();
    let mut ty = f.int;
    let int = f.int;
    for _ in 0..n {
        let length = f.build.value(Op::SpecConstant, int, &[2]);
        ty = f.build.result(Op::TypeArray, &[ty, length]);
    }
    f.finish()
}

fn constants(n: usize) -> Vec<u32> {
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

/// Structures that point to each other in a ring.
fn forward_pointers(n: usize) -> Vec<u32> {
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

fn workgroup_variables(n: usize) -> Vec<u32> {
    let mut f = frame();
    let int = f.int;
    let pointer = f.pointer(spirv::StorageClass::Workgroup, int);
    for _ in 0..n {
        f.build.value(Op::Variable, pointer, &[4]);
    }
    f.finish()
}

fn stores(n: usize) -> Vec<u32> {
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

fn sampled_images(n: usize) -> Vec<u32> {
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

fn strings(n: usize) -> Vec<u32> {
    let mut build = Build::new();
    build.memory_model();
    let long = vec![0x6161_6161; n.min(60_000)];
    let id = build.result(Op::String, &[&long[..], &[0]].concat());
    build.op(Op::Name, &[&[id], &long[..], &[0]].concat());
    // Without an end.
    build.op(Op::Name, &[&[id], &long[..]].concat());
    for _ in 0..n {
        build.op(Op::Store, &[id, id]);
    }
    build.finish()
}

fn uses_of_one(n: usize) -> Vec<u32> {
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

fn atomics(n: usize) -> Vec<u32> {
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

fn barriers(n: usize) -> Vec<u32> {
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
