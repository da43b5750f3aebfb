//! The Workgroup variable that contains a mesh in naga's IR: a struct of two arrays and their counts. Resolves a
//! pointer into it.

use super::pointer::{ElementIndex, PointerRoot, PointerStep, pointer_step};
use super::ty::members;
use naga::{
    Binding, BuiltIn, Expression, Function, GlobalVariable, Handle, MeshStageInfo, Scalar, StructMember, TypeInner,
};

/// Whether an output belongs to vertices or to primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshSide {
    Vertices,
    Primitives,
}

/// The member indices of the variable that contains a mesh, for vertices and for primitives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Collected {
    pub(crate) arrays: [u32; 2],
    pub(crate) counts: [u32; 2],
}

impl Collected {
    /// The indices for the variable of an entry point. `None` if a member is missing or a count is no `u32`, both of which
    /// naga's validator accepts.
    pub(crate) fn of(module: &naga::Module, info: &MeshStageInfo) -> Option<Self> {
        let members = members(module, module.global_variables[info.output_variable].ty);
        let find = |built_in: BuiltIn| {
            let is = |member: &StructMember| member.binding == Some(Binding::BuiltIn(built_in));
            members.iter().position(is).map(|at| at as u32)
        };
        let counts = [find(BuiltIn::VertexCount)?, find(BuiltIn::PrimitiveCount)?];
        let is_number = |at: u32| module.types[members[at as usize].ty].inner == TypeInner::Scalar(Scalar::U32);
        counts.into_iter().all(is_number).then_some(Self {
            arrays: [find(BuiltIn::Vertices)?, find(BuiltIn::Primitives)?],
            counts,
        })
    }
}

/// Whether a built-in output is the indices of a primitive.
pub(crate) const fn is_index(built_in: BuiltIn) -> bool {
    matches!(
        built_in,
        BuiltIn::PointIndex | BuiltIn::LineIndices | BuiltIn::TriangleIndices
    )
}

/// The part of the variable that a pointer points to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MeshPlace {
    Count(MeshSide),
    /// All elements.
    Array(MeshSide),
    /// An element, or a member of an element.
    Element {
        side: MeshSide,
        index: ElementIndex,
        member: Option<u32>,
    },
    /// A part of a member of an element.
    Part {
        side: MeshSide,
        member: u32,
    },
    /// The whole variable.
    Other,
}

/// Where a pointer points to, if it points into the variable that contains a mesh.
pub(crate) fn mesh_place(
    function: &Function,
    (variable, collected): (Handle<GlobalVariable>, Collected),
    pointer: Handle<Expression>,
) -> Option<MeshPlace> {
    // The path is walked from the part to the root. Only the three steps next to the root are kept.
    let (mut path, mut depth, mut at) = ([None; 3], 0_u32, pointer);
    loop {
        match pointer_step(&function.expressions[at])? {
            PointerStep::Part { base, index } => {
                path = [Some(index), path[0], path[1]];
                depth += 1;
                at = base;
            }
            PointerStep::Root(PointerRoot::Global(global)) if global == variable => break,
            PointerStep::Root(_) => return None,
        }
    }
    let [Some(ElementIndex::Known(part)), index, member] = path else {
        return Some(MeshPlace::Other);
    };
    let sides = [MeshSide::Vertices, MeshSide::Primitives];
    let side_of = |parts: [u32; 2]| sides.into_iter().find(|&side| parts[side as usize] == part);
    // A count is a scalar, see [`Collected::of`].
    if let Some(side) = side_of(collected.counts) {
        return Some(MeshPlace::Count(side));
    }
    let Some(side) = side_of(collected.arrays) else {
        return Some(MeshPlace::Other);
    };
    let element = |index, member| MeshPlace::Element { side, index, member };
    Some(match (index, member) {
        (None, _) => MeshPlace::Array(side),
        (Some(index), None) => element(index, None),
        (Some(index), Some(ElementIndex::Known(member))) if depth == 3 => element(index, Some(member)),
        (Some(_), Some(ElementIndex::Known(member))) => MeshPlace::Part { side, member },
        // A member of a struct has a constant index.
        (Some(_), Some(ElementIndex::Dynamic(_))) => MeshPlace::Other,
    })
}
