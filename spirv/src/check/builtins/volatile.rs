//! Built-ins that may change while a ray-tracing shader executes: they must be Volatile, by decoration or in each load
//! (Vulkan, Standalone SPIR-V, "builtin-volatile-semantics").

use super::Builtins;
use crate::check::Checker;
use crate::check::module::{Inst, Models, Module, Type};
use hashbrown::HashMap;
use spirv::{BuiltIn as B, Capability, Decoration, ExecutionModel as Model, MemoryAccess, Op};

/// The execution models in which an invocation may continue in another subgroup.
const RESCHEDULED: Models = Models::of(&[
    Model::RayGenerationKHR,
    Model::ClosestHitKHR,
    Model::MissKHR,
    Model::IntersectionKHR,
    Model::CallableKHR,
]);
const INTERSECTION: Models = Models::of(&[Model::IntersectionKHR]);

/// The execution models in which a built-in may change.
fn changing(built_in: u32) -> Option<Models> {
    Some(match B::from_u32(built_in)? {
        B::SMIDNV
        | B::WarpIDNV
        | B::SubgroupSize
        | B::SubgroupLocalInvocationId
        | B::SubgroupEqMask
        | B::SubgroupGeMask
        | B::SubgroupGtMask
        | B::SubgroupLeMask
        | B::SubgroupLtMask => RESCHEDULED,
        B::RayTmaxKHR => INTERSECTION,
        _ => return None,
    })
}

/// For each structure that has been searched, the execution models in which one of its built-ins may change.
pub(super) type Changing = HashMap<u32, Models>;

/// Whether the module has a built-in that may change.
pub(super) fn any(module: &Module<'_>) -> bool {
    let mut rows = module.all_decorations().iter();
    rows.any(|row| row.is(Decoration::BuiltIn) && changing(row.operand()).is_some())
}

/// The execution models in which the built-ins of an id or its members may change.
fn changing_in_members(module: &Module<'_>, id: u32) -> Models {
    let built_ins = module.decorations(id).iter().filter(|row| row.is(Decoration::BuiltIn));
    built_ins
        .filter_map(|row| changing(row.operand()))
        .fold(Models::default(), |models, more| models | more)
}

pub(super) fn variable(cx: &mut Checker<'_, '_>, inst: &Inst, known: &mut Changing) {
    let module = cx.module;
    let pointee = module.result_type(inst).and_then(Type::pointee).unwrap_or(0);
    let inside = *known
        .entry(pointee)
        .or_insert_with(|| changing_in_members(module, pointee));
    let models = changing_in_members(module, inst.result) | inside;
    if models.is_empty() {
        return;
    }
    let decorated = module.is_decorated(inst.result, Decoration::Volatile);
    let by_load = module.has_capability(Capability::VulkanMemoryModel);
    for at in module.uses(inst.result) {
        let Some(user) = module
            .inst(at.inst)
            .filter(|user| module.models_of(user).intersects(models))
        else {
            continue;
        };
        if !by_load && !decorated {
            return cx.violate(
                Builtins::VolatileVariable,
                inst,
                format_args!("it is used in {} and not decorated Volatile", module.models_of(user)),
            );
        }
        if by_load {
            load(cx, user);
            if matches!(user.op, Op::AccessChain | Op::InBoundsAccessChain) {
                for at in module.uses(user.result) {
                    if let Some(user) = module.inst(at.inst) {
                        load(cx, user);
                    }
                }
            }
        }
    }
}

fn load(cx: &mut Checker<'_, '_>, user: &Inst) {
    let access = MemoryAccess::from_bits_retain(cx.module.operand(user, 1));
    if user.op == Op::Load && !access.contains(MemoryAccess::VOLATILE) {
        cx.violate(Builtins::VolatileLoad, user, format_args!("the load is not Volatile"));
    }
}
