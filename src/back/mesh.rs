//! The outputs of mesh shaders (`SPV_EXT_mesh_shader`): arrays with an element for each vertex or primitive.
//!
//! ```text
//! %PerVertex = OpTypeStruct %v4float          Block; member 0 BuiltIn Position
//! %vertices  = OpVariable Output array of %PerVertex
//! %color     = OpVariable Output array of %v4float          Location 0
//! %indices   = OpVariable Output array of %v3uint           BuiltIn PrimitiveTriangleIndicesEXT
//! ```
//!
//! Built-in outputs are members of a block; each location, and the indices, have a variable of their own. Outputs of
//! primitives are decorated `PerPrimitiveEXT`, except the indices. `function::mesh` and `function::direct_mesh` store
//! to these variables.
//!
//! In naga's IR one Workgroup variable takes their place, see [`crate::ir::mesh`].

use super::emitter::{Emitter, Result, internal, members_of};
use super::interface::{InterfaceType, built_in_word};
use super::shape::{Role, Shape};
use super::type_key::TypeKey;
use crate::error::ErrorKind;
use crate::ir::mesh::{MeshSide, is_index};
use crate::words::ValueId;
use alloc::vec::Vec;
use naga::{Binding, BuiltIn, MeshStageInfo, ShaderStage, StructMember};
use spirv::{Decoration, StorageClass};

/// One output of a vertex or primitive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeshOutput {
    /// The member of the shader's struct; `None` for a point size that the shader does not write.
    pub(crate) member: Option<u32>,
    pub(crate) variable: ValueId,
    /// The member of the block, where the elements of the array are blocks.
    pub(crate) block_member: Option<u32>,
    pub(crate) type_key: TypeKey,
    /// The type in the declaration, which can differ from the shader's.
    pub(crate) declared: TypeKey,
    pub(crate) kind: MeshOutputKind,
}

/// How an output is converted before it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshOutputKind {
    Plain,
    Position,
    Indices,
}

/// The declared type of a built-in output. The primitive index is declared signed, because spirv-val (2025.3) requires
/// that in mesh shaders; the specification only asks for a 32-bit integer.
fn declared(built_in: BuiltIn, type_key: TypeKey) -> TypeKey {
    if built_in == BuiltIn::PrimitiveIndex {
        TypeKey::I32
    } else {
        type_key
    }
}

impl Emitter<'_> {
    pub(crate) fn declare_mesh_outputs(&mut self, info: &MeshStageInfo, side: MeshSide) -> Result<Vec<MeshOutput>> {
        let (module, class, stage) = (self.module, StorageClass::Output, ShaderStage::Mesh);
        let (ty, count) = match side {
            MeshSide::Vertices => (info.vertex_output_type, info.max_vertices),
            MeshSide::Primitives => (info.primitive_output_type, info.max_primitives),
        };
        let members = members_of(module, ty)?;
        let length = self.u32_constant(count)?;
        let mut outputs = self.declare_mesh_block(info, members, side, length)?;
        for (index, member) in (0_u32..).zip(members) {
            let type_key = self.type_keys.type_key(member.ty);
            let Some(ref binding) = member.binding else {
                return Err(internal("a member of a mesh output without a binding"));
            };
            self.need_binding(binding, class, type_key, stage);
            let (declared, kind) = match *binding {
                Binding::BuiltIn(built_in) if is_index(built_in) => (type_key, MeshOutputKind::Indices),
                Binding::BuiltIn(built_in) => {
                    // naga's validator does not ask to which side these belong.
                    use BuiltIn::{ClipDistances, CullDistance, PointSize, Position};
                    let is_of_vertex = matches!(built_in, Position { .. } | PointSize | ClipDistances | CullDistance);
                    if is_of_vertex && side == MeshSide::Primitives {
                        let what = "a position, a point size or distances of a primitive";
                        let reason = "vertices have them (Vulkan, Mesh Shader Output)";
                        self.refuse(ErrorKind::Inexpressible { what, reason });
                    }
                    continue;
                }
                Binding::Location { .. } => (self.location_type_key(type_key), MeshOutputKind::Plain),
            };
            let element = self.type_id(Shape::value(declared), Role::Plain)?;
            let array = self.interned_type(|section, id| section.type_array(id, element, length))?;
            let variable = self.declare_variable(class, array)?;
            self.interface.push(variable.id());
            let interface = if declared == type_key {
                InterfaceType::Elements(count)
            } else {
                InterfaceType::Wide(declared)
            };
            // naga keeps no spans of members, so the member has the span of its struct.
            let place = (member.ty, module.types.get_span(ty));
            self.name_interface(variable, member.name.as_deref(), place, interface)?;
            self.decorate_binding(variable.id(), class, binding, type_key, stage);
            outputs.push(MeshOutput {
                member: Some(index),
                variable,
                block_member: None,
                type_key,
                declared,
                kind,
            });
        }
        Ok(outputs)
    }

    /// Declares the block of the built-in outputs; no outputs are returned if there are none.
    fn declare_mesh_block(
        &mut self,
        info: &MeshStageInfo,
        members: &[StructMember],
        side: MeshSide,
        length: ValueId,
    ) -> Result<Vec<MeshOutput>> {
        let mut found: Vec<(Option<u32>, BuiltIn, TypeKey)> = Vec::new();
        for (index, member) in (0_u32..).zip(members) {
            if let Some(Binding::BuiltIn(built_in)) = member.binding
                && !is_index(built_in)
            {
                found.push((Some(index), built_in, self.type_keys.type_key(member.ty)));
            }
        }
        // VUID-RuntimeSpirv-MeshEXT-09218: a mesh shader for points writes `PointSize`.
        if side == MeshSide::Vertices && self.plan.gives_size(self.module, info, self.options) {
            found.push((None, BuiltIn::PointSize, TypeKey::F32));
        }
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let mut types = Vec::with_capacity(found.len());
        for &(_, built_in, type_key) in &found {
            types.push(self.type_id(Shape::value(declared(built_in, type_key)), Role::Plain)?);
        }
        let block = self.new_type(|section, id| section.type_struct(id, &types));
        self.decorate_role(block, Role::Block);
        let array = self.interned_type(|section, id| section.type_array(id, block, length))?;
        let variable = self.declare_variable(StorageClass::Output, array)?;
        self.interface.push(variable.id());
        let mut outputs = Vec::with_capacity(found.len());
        for (index, (member, built_in, type_key)) in (0_u32..).zip(found) {
            let word = built_in_word(built_in, StorageClass::Output, ShaderStage::Mesh);
            let annotations = &mut self.sections.annotations;
            annotations.member_decorate(block, index, Decoration::BuiltIn, &[word as u32]);
            if side == MeshSide::Primitives {
                annotations.member_decorate(block, index, Decoration::PerPrimitiveEXT, &[]);
            }
            if built_in == (BuiltIn::Position { invariant: true }) {
                annotations.member_decorate(block, index, Decoration::Invariant, &[]);
            }
            outputs.push(MeshOutput {
                member,
                variable,
                block_member: Some(index),
                type_key,
                declared: declared(built_in, type_key),
                kind: match built_in {
                    BuiltIn::Position { .. } => MeshOutputKind::Position,
                    // catch-all: the other built-in outputs are stored as they are
                    _ => MeshOutputKind::Plain,
                },
            });
        }
        Ok(outputs)
    }
}
