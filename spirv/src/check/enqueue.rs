//! Execution graphs: the stages of their nodes (SPV_AMDX_shader_enqueue; Vulkan, Runtime SPIR-V).

use super::Checker;
use super::module::{Class, Models};
use super::rule::rules;
use spirv::{Capability, ExecutionModel as Model, StorageClass};

rules! {
    /// Execution graphs.
    Enqueue "enqueue" {
        Stage "stage" vuid "VUID-RuntimeSpirv-ShaderEnqueueAMDX-09191" "Vulkan, Runtime SPIR-V":
            "ShaderEnqueueAMDX is declared for GLCompute and MeshEXT only" [ours];
        PayloadModel "payload-model" vuid "VUID-RuntimeSpirv-NodePayloadAMDX-09192" "Vulkan, Runtime SPIR-V":
            "NodePayloadAMDX is used in GLCompute and MeshEXT only" [ours];
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    const NODES: Models = Models::of(&[Model::GLCompute, Model::MeshEXT]);
    let module = cx.module;
    if !cx.target.is_vulkan() || !module.has_capability(Capability::ShaderEnqueueAMDX) {
        return;
    }
    for entry in &module.entry_points {
        let node = entry.model == Model::GLCompute as u32 || entry.model == Model::MeshEXT as u32;
        if let Some(inst) = module.inst(entry.inst).filter(|_| !node) {
            let message = format_args!("the entry point is neither GLCompute nor MeshEXT");
            cx.violate(Enqueue::Stage, inst, message);
        }
    }
    for variable in module.of([Class::Variable]) {
        if module.operand(variable, 0) != StorageClass::NodePayloadAMDX as u32 {
            continue;
        }
        let users = module.uses(variable.result).iter();
        for user in users.filter_map(|at| module.inst(at.inst)) {
            let others = module.models_of(user).without(NODES);
            if !others.is_empty() {
                cx.violate(Enqueue::PayloadModel, user, format_args!("it is reached from {others}"));
                break;
            }
        }
    }
}
