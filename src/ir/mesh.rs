//! The Workgroup variable that contains a mesh in naga's IR: a struct of two arrays and their counts. Resolves a
//! pointer into it.

use super::pointer::{ElementIndex, PointerRoot, PointerStep, pointer_step};
use super::ty::members;
use naga::{Binding, BuiltIn, Expression, Function, GlobalVariable, Handle, MeshStageInfo, StructMember};

/// Whether an output belongs to vertices or to primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshSide {
    Vertices,
    Primitives,
}

/// The member indices of the variable that contains a mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Collected {
    pub(crate) vertices: u32,
    pub(crate) primitives: u32,
    pub(crate) vertex_count: u32,
    pub(crate) primitive_count: u32,
}

impl Collected {
    /// The indices for the variable of an entry point. `None` for a type that naga's validator does not accept.
    pub(crate) fn of(module: &naga::Module, info: &MeshStageInfo) -> Option<Self> {
        let members = members(module, module.global_variables[info.output_variable].ty);
        let find = |built_in: BuiltIn| {
            let is = |member: &StructMember| member.binding == Some(Binding::BuiltIn(built_in));
            members.iter().position(is).map(|at| at as u32)
        };
        Some(Self {
            vertices: find(BuiltIn::Vertices)?,
            primitives: find(BuiltIn::Primitives)?,
            vertex_count: find(BuiltIn::VertexCount)?,
            primitive_count: find(BuiltIn::PrimitiveCount)?,
        })
    }
}

/// The part of the variable that a pointer points to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MeshPlace {
    Count(MeshSide),
    /// An element, or a member of an element.
    Element {
        side: MeshSide,
        index: ElementIndex,
        member: Option<u32>,
    },
    /// The whole variable, a whole array, or a part of a member.
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
    let (array, index) = match path {
        [Some(ElementIndex::Known(array)), Some(index), _] => (array, index),
        [Some(ElementIndex::Known(count)), None, _] if count == collected.vertex_count => {
            return Some(MeshPlace::Count(MeshSide::Vertices));
        }
        [Some(ElementIndex::Known(count)), None, _] if count == collected.primitive_count => {
            return Some(MeshPlace::Count(MeshSide::Primitives));
        }
        _ => return Some(MeshPlace::Other),
    };
    let member = match path[2] {
        None => None,
        Some(ElementIndex::Known(index)) if depth == 3 => Some(index),
        Some(_) => return Some(MeshPlace::Other),
    };
    let side = if array == collected.vertices {
        MeshSide::Vertices
    } else {
        MeshSide::Primitives
    };
    Some(MeshPlace::Element { side, index, member })
}
