//! The entry points of mesh and task shaders (`SPV_EXT_mesh_shader`). All invocations must set the output counts
//! together, when the shader's code has been executed. Therefore the shader is a function of its own, and the entry
//! point calls it.
//!
//! In naga's IR a mesh shader stores the mesh to a Workgroup variable. After a barrier the entry point sets the counts,
//! and each invocation copies its share of the vertices and primitives to the outputs. A shader that satisfies the
//! conditions of `plan::direct_mesh` writes the outputs itself; see `direct_mesh`.
//!
//! ```text
//! %main = OpFunction …              OpFunctionCall %shader
//!                                   OpControlBarrier …
//!                                   OpSetMeshOutputsEXT %vertices %primitives       clamped to the declared maxima
//!                                   a loop over the vertices, and one over the primitives
//! %task = OpFunction …      %size = OpFunctionCall %v3uint %shader
//!                                   OpControlBarrier …
//!                                   OpEmitMeshTasksEXT %x %y %z %payload
//! ```

use super::construct::Count;
use super::convert::resize_op;
use super::{Code, FunctionEmitter};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::mesh::{MeshOutput, MeshOutputKind};
use crate::back::polyfill::Polyfill;
use crate::back::shape::Shape;
use crate::back::type_key::TypeKey;
use crate::ir::mesh::{Collected, MeshSide};
use crate::words::{FunctionId, ValueId};
use naga::{Barrier, Binding, BuiltIn, Expression, Handle, MeshStageInfo, Scalar, ShaderStage, TypeInner, VectorSize};
use spirv::{FunctionControl, GlslStd450Op, Op, StorageClass};

const SIZE: TypeKey = TypeKey::vector(VectorSize::Tri, Scalar::U32);

/// The type of the value that a shader of a called stage returns to its entry point.
pub(crate) fn called_result(called: Option<ShaderStage>) -> Option<TypeKey> {
    (called == Some(ShaderStage::Task)).then_some(SIZE)
}

impl FunctionEmitter<'_, '_> {
    /// The stage, if the SPIR-V entry point calls this entry point as a function. `None` for one that writes its mesh
    /// directly.
    pub(crate) fn called_stage(&self) -> Option<ShaderStage> {
        let is_staged = self.planned?.direct_mesh.is_none();
        self.stage
            .filter(|stage| is_staged && matches!(stage, ShaderStage::Mesh | ShaderStage::Task))
    }

    /// The number of mesh workgroups, which a task shader returns.
    #[cold]
    pub(super) fn task_size(&mut self, value: Option<Handle<Expression>>) -> Result<ValueId> {
        let Some(value) = value else {
            return self.m.null(SIZE);
        };
        let id = self.value(value)?;
        if let TypeInner::Struct { ref members, .. } = *self.inner(value) {
            let is = |member: &naga::StructMember| member.binding == Some(Binding::BuiltIn(BuiltIn::MeshTaskSize));
            let at = members.iter().position(is);
            let at = at.ok_or_else(|| internal("a task shader returns no mesh workgroup count"))?;
            return self.extract(SIZE, id, &[at as u32]);
        }
        Ok(id)
    }

    /// Emits the entry point that calls the shader.
    #[cold]
    pub(crate) fn write_calling_entry(&mut self, shader: FunctionId, function: FunctionId) -> Result<()> {
        let module = self.m.module;
        let point = &module.entry_points[self.entry()?];
        self.f.reset_code();
        let label = self.m.ids.label();
        self.f.block = Some(label);
        let result = self.m.result_type(called_result(self.called_stage()))?;
        let called = self.fresh();
        self.f.body.function_call(result, called, shader, &[]);
        self.control_barrier(Barrier::WORK_GROUP)?;
        match point.mesh_info {
            Some(ref info) => {
                self.write_mesh(info)?;
                self.f.body.return_void();
            }
            None => {
                let size = match self.m.options.task_dispatch_limits {
                    Some(limits) => self.call_polyfill(SIZE, Polyfill::TaskSize(limits), &[called])?,
                    None => called,
                };
                let [x, y, z] = self.components(TypeKey::U32, size)?;
                let payload = point.task_payload.map(|payload| self.m.memory(payload)).transpose()?;
                let payload = payload.map(|memory| memory.variable);
                self.f.body.emit_mesh_tasks_ext(x, y, z, payload.as_slice());
            }
        }
        let void = self.m.void_type();
        let function_type = self.m.function_type(void, &[])?;
        let code = &mut self.m.sections.functions;
        code.function(void, function, FunctionControl::NONE, function_type);
        code.label(label);
        code.append(&self.f.variables);
        code.append(&self.f.entry);
        self.f.body.function_end();
        self.m.sections.join(self.f.body.len());
        Ok(())
    }

    /// Sets the output counts of a mesh and copies the mesh to the outputs.
    fn write_mesh(&mut self, info: &MeshStageInfo) -> Result<()> {
        let Collected {
            arrays: [vertex_array, primitive_array],
            counts: [vertex_count, primitive_count],
        } = Collected::of(self.m.module, info)
            .ok_or_else(|| internal("the output variable of a mesh shader has an unexpected type"))?;
        let memory = self.m.memory(info.output_variable)?.variable;
        let vertices = self.mesh_count(memory, vertex_count, info.max_vertices)?;
        let mut primitives = self.mesh_count(memory, primitive_count, info.max_primitives)?;
        let mut last = None;
        if self.m.options.mesh_shader_primitive_indices_clamp {
            // Without vertices no index is valid, so no primitive is emitted.
            let (zero, one) = (self.m.u32_constant(0)?, self.m.u32_constant(1)?);
            let none = self.binary_op(TypeKey::BOOL, Op::IEqual, vertices, zero)?;
            primitives = self.select_op(TypeKey::U32, none, zero, primitives)?;
            last = Some(self.binary_op(TypeKey::U32, Op::ISub, vertices, one)?);
        }
        self.f.body.set_mesh_outputs_ext(vertices, primitives);
        let local = self.local_index()?;
        let invocations = self.workgroup_invocations()?;
        for (side, member, count, length) in [
            (MeshSide::Vertices, vertex_array, vertices, info.max_vertices),
            (MeshSide::Primitives, primitive_array, primitives, info.max_primitives),
        ] {
            let outputs = self.m.declare_mesh_outputs(info, side)?;
            let copy = |this: &mut Self, index: ValueId| {
                for output in &outputs {
                    this.copy_mesh_output((memory, member), index, output, last)?;
                }
                Ok(())
            };
            match invocations {
                Count::Known(known) if known >= length => {
                    let mine = self.binary_op(TypeKey::BOOL, Op::ULessThan, local, count)?;
                    self.only_if(Some(mine), |this| copy(this, local))?;
                }
                Count::Known(_) | Count::Value(_) => {
                    self.strided_loop(local, invocations, Count::Value(count), copy)?;
                }
            }
        }
        Ok(())
    }

    /// The number of vertices or primitives that the shader set, clamped to the declared maximum.
    fn mesh_count(&mut self, memory: ValueId, member: u32, most: u32) -> Result<ValueId> {
        let shape = Shape::value(TypeKey::U32);
        let pointer_type = self.m.pointer_type(StorageClass::Workgroup, shape)?;
        let member = self.m.u32_constant(member)?;
        let pointer = self.fresh();
        self.f.body.access_chain(pointer_type, pointer, memory, &[member]);
        let count = self.load_value(TypeKey::U32, pointer)?;
        let most = self.m.u32_constant(most)?;
        self.extended(TypeKey::U32, GlslStd450Op::UMin, &[count, most])
    }

    fn copy_mesh_output(
        &mut self,
        (memory, array): (ValueId, u32),
        index: ValueId,
        output: &MeshOutput,
        last: Option<ValueId>,
    ) -> Result<()> {
        let value = match output.member {
            None => self.m.number(output.type_key, Number::Float(1.0))?,
            Some(member) => {
                let shape = Shape::value(output.type_key);
                let pointer_type = self.m.pointer_type(StorageClass::Workgroup, shape)?;
                let (array, member) = (self.m.u32_constant(array)?, self.m.u32_constant(member)?);
                let pointer = self.fresh();
                let indices = [array, index, member];
                self.f.body.access_chain(pointer_type, pointer, memory, &indices);
                self.load_value(output.type_key, pointer)?
            }
        };
        self.write_mesh_output(index, output, value, last)
    }

    /// Stores one output of a vertex or primitive, with the conversions that the options and the output's type require.
    pub(super) fn write_mesh_output(
        &mut self,
        index: ValueId,
        output: &MeshOutput,
        value: ValueId,
        last: Option<ValueId>,
    ) -> Result<()> {
        let value = match (output.kind, last) {
            (MeshOutputKind::Position, _) if self.m.options.adjust_coordinate_space => self.flip_y(value)?,
            (MeshOutputKind::Indices, Some(last)) => {
                let last = self.splat(output.type_key, last)?;
                self.extended(output.type_key, GlslStd450Op::UMin, &[value, last])?
            }
            (MeshOutputKind::Position | MeshOutputKind::Indices | MeshOutputKind::Plain, _) => value,
        };
        let value = if output.declared == output.type_key {
            value
        } else if output.kind == MeshOutputKind::Plain && output.block_member.is_none() {
            // A 16-bit value whose location has 32 bits, because the target has no 16-bit locations.
            self.unary_op(output.declared, resize_op(output.declared), value)?
        } else {
            self.unary_op(output.declared, Op::Bitcast, value)?
        };
        let shape = Shape::value(output.declared);
        let pointer_type = self.m.pointer_type(StorageClass::Output, shape)?;
        let pointer = self.fresh();
        let member = output.block_member.map(|member| self.m.u32_constant(member));
        let (code, variable) = (&mut self.f.body, output.variable);
        match member.transpose()? {
            Some(member) => code.access_chain(pointer_type, pointer, variable, &[index, member]),
            None => code.access_chain(pointer_type, pointer, variable, &[index]),
        }
        code.store(pointer, value, &[]);
        Ok(())
    }
}
