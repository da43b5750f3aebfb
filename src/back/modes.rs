//! Execution modes of entry points (SPIR-V §3.6, Execution Mode).

use super::emitter::{Emitter, Result};
use super::plan::EntryPlan;
use crate::ir::ty::members;
use crate::words::FunctionId;
use naga::{
    Binding, BuiltIn, ConservativeDepth, EarlyDepthTest, EntryPoint, MeshOutputTopology, MeshStageInfo, ShaderStage,
};
use spirv::{ExecutionMode, ExecutionModel};

impl Emitter<'_> {
    pub(crate) fn write_modes(&mut self, entry: &EntryPlan, function: FunctionId) -> Result<()> {
        let module = self.module;
        let point = &module.entry_points[entry.index];
        match point.stage {
            ShaderStage::Fragment => self.write_fragment_modes(point, function),
            ShaderStage::Compute | ShaderStage::Task | ShaderStage::Mesh => {
                self.write_workgroup_size(entry.index, function)?;
                if let Some(ref info) = point.mesh_info {
                    self.write_mesh_modes(info, function);
                }
            }
            // catch-all: vertex shaders and those of ray tracing have no modes of their own
            _ => {}
        }
        if let Some(reconvergence) = entry.reconvergence {
            let modes = &mut self.sections.execution_modes;
            modes.execution_mode(function, reconvergence.mode, &[]);
        }
        self.write_float_modes(entry, function)
    }

    fn write_mesh_modes(&mut self, info: &MeshStageInfo, function: FunctionId) {
        let modes = &mut self.sections.execution_modes;
        let topology = match info.topology {
            MeshOutputTopology::Points => ExecutionMode::OutputPoints,
            MeshOutputTopology::Lines => ExecutionMode::OutputLinesEXT,
            MeshOutputTopology::Triangles => ExecutionMode::OutputTrianglesEXT,
        };
        modes.execution_mode(function, topology, &[]);
        modes.execution_mode(function, ExecutionMode::OutputVertices, &[info.max_vertices]);
        modes.execution_mode(function, ExecutionMode::OutputPrimitivesEXT, &[info.max_primitives]);
    }

    fn write_fragment_modes(&mut self, point: &EntryPoint, function: FunctionId) {
        let is_depth = |binding: &Option<Binding>| *binding == Some(Binding::BuiltIn(BuiltIn::FragDepth));
        let writes_depth = point.function.result.as_ref().is_some_and(|result| {
            let mut members = members(self.module, result.ty).iter();
            is_depth(&result.binding) || members.any(|member| is_depth(&member.binding))
        });
        let modes = &mut self.sections.execution_modes;
        // VUID-StandaloneSpirv-OriginLowerLeft-04653.
        modes.execution_mode(function, ExecutionMode::OriginUpperLeft, &[]);
        // VUID-FragDepth-FragDepth-04216: an entry point that writes `FragDepth` declares `DepthReplacing`.
        if writes_depth {
            modes.execution_mode(function, ExecutionMode::DepthReplacing, &[]);
        }
        match point.early_depth_test {
            Some(EarlyDepthTest::Force) => modes.execution_mode(function, ExecutionMode::EarlyFragmentTests, &[]),
            Some(EarlyDepthTest::Allow { conservative }) if writes_depth => {
                let mode = match conservative {
                    ConservativeDepth::GreaterEqual => ExecutionMode::DepthGreater,
                    ConservativeDepth::LessEqual => ExecutionMode::DepthLess,
                    ConservativeDepth::Unchanged => ExecutionMode::DepthUnchanged,
                };
                modes.execution_mode(function, mode, &[]);
            }
            Some(EarlyDepthTest::Allow { .. }) | None => {}
        }
    }
}

pub(crate) fn execution_model(stage: ShaderStage) -> ExecutionModel {
    match stage {
        ShaderStage::Vertex => ExecutionModel::Vertex,
        ShaderStage::Fragment => ExecutionModel::Fragment,
        ShaderStage::Compute => ExecutionModel::GLCompute,
        ShaderStage::Task => ExecutionModel::TaskEXT,
        ShaderStage::Mesh => ExecutionModel::MeshEXT,
        ShaderStage::RayGeneration => ExecutionModel::RayGenerationKHR,
        ShaderStage::Miss => ExecutionModel::MissKHR,
        ShaderStage::AnyHit => ExecutionModel::AnyHitKHR,
        ShaderStage::ClosestHit => ExecutionModel::ClosestHitKHR,
    }
}
