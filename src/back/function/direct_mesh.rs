//! Mesh shaders that write their outputs directly, at each store. `plan::direct_mesh` decides which shaders do so and
//! has the proof.
//!
//! ```text
//! OpSetMeshOutputsEXT %vertices %primitives      two constants, before the body
//!                                                in place of a store to an element, for each member that is stored:
//! %pointer = OpAccessChain %output %index
//! OpStore %pointer %value
//! ```

use super::FunctionEmitter;
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::mesh::{MeshOutput, MeshOutputKind};
use crate::back::plan::DirectMesh;
use crate::ir::mesh::{MeshPlace, MeshSide, mesh_place};
use crate::ir::pointer::ElementIndex;
use alloc::vec::Vec;
use naga::{Expression, Handle, Literal};

/// The outputs of the mesh that the current function writes.
#[derive(Debug)]
pub(super) struct DirectOutputs {
    mesh: DirectMesh,
    /// The outputs of vertices and of primitives.
    outputs: [Vec<MeshOutput>; 2],
}

impl FunctionEmitter<'_, '_> {
    /// Declares the outputs of an entry point that writes its mesh directly, and sets the counts.
    pub(crate) fn open_mesh(&mut self) -> Result<()> {
        let Some(mesh) = self.planned.and_then(|planned| planned.direct_mesh) else {
            return Ok(());
        };
        let info = self.m.module.entry_points[self.entry()?].mesh_info.as_ref();
        let info = info.ok_or_else(|| internal("a mesh entry point has no mesh information"))?;
        let outputs = [
            self.m.declare_mesh_outputs(info, MeshSide::Vertices)?,
            self.m.declare_mesh_outputs(info, MeshSide::Primitives)?,
        ];
        let [vertices, primitives] = mesh.counts;
        let (vertices, primitives) = (self.m.u32_constant(vertices)?, self.m.u32_constant(primitives)?);
        self.f.body.set_mesh_outputs_ext(vertices, primitives);
        self.f.mesh = Some(DirectOutputs { mesh, outputs });
        Ok(())
    }

    /// Emits a store to the mesh. Returns `false` if the pointer is not into the mesh.
    pub(super) fn store_to_mesh(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) -> Result<bool> {
        let Some(direct) = self.f.mesh.take() else {
            return Ok(false);
        };
        let [vertices, _] = direct.mesh.counts;
        let clamps = self.m.options.mesh_shader_primitive_indices_clamp;
        let place = mesh_place(self.function, direct.mesh.variable, pointer);
        if let Some(MeshPlace::Element { side, index, member }) = place {
            let index = match index {
                ElementIndex::Known(index) => self.m.u32_constant(index)?,
                ElementIndex::Dynamic(index) => self.value(index)?,
            };
            for output in &direct.outputs[side as usize] {
                // The point size that the writer adds has no member. It is stored along with the first member.
                let own = output.member.unwrap_or(0);
                if member.is_some_and(|member| member != own) {
                    continue;
                }
                let part = match (member, &self.function.expressions[value]) {
                    (Some(_), _) => Some(value),
                    (None, Expression::Compose { components, .. }) => components.get(own as usize).copied(),
                    (None, _) => None,
                };
                let id = match (output.member, part) {
                    (None, _) => self.m.number(output.type_key, Number::Float(1.0))?,
                    (Some(_), Some(part)) => self.value(part)?,
                    (Some(_), None) => self.returned_member(value, own, output.type_key)?,
                };
                let is_vertex = |literal| matches!(literal, Literal::U32(vertex) if vertex < vertices);
                let are_vertices = part.is_some_and(|part| self.all_known(part, is_vertex));
                let is_clamped = output.kind == MeshOutputKind::Indices && clamps && !are_vertices;
                let last = is_clamped.then(|| self.m.u32_constant(vertices - 1));
                self.write_mesh_output(index, output, id, last.transpose()?)?;
            }
        }
        self.f.mesh = Some(direct);
        Ok(place.is_some())
    }
}
