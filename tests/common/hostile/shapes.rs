//! Modules that are large in one respect: the number of words is proportional to a parameter.

mod code;
mod declarations;
mod entries;
mod flow;

use spirv::Op;

use super::Build;
use code::*;
use declarations::*;
use entries::*;
use flow::*;

/// A kind of large module.
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
    loads_of_doubled, function_parameters, barriers, modes_and_samples, modes_and_built_ins, many_functions,
}

/// A module with a void function type, a signed integer, and space for declarations.
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

    /// Nested structures, each with `width` members.
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
