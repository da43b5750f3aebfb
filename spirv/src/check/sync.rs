//! Atomics, barriers, scopes and memory semantics (SPIR-V §3.25, Memory Semantics; §3.27, Scope; §3.52.18, Atomic
//! Instructions; §3.52.20, Barrier Instructions; Vulkan's Standalone SPIR-V).
//!
//! `capability` checks the capabilities of opcodes, and `image` the image of an `OpImageTexelPointer`. This file checks
//! the types of atomics, and their scopes and semantics.

mod atomics;
mod split;

use super::Checker;
use super::module::{Class, Inst, Models, Module};
use super::rule::rules;
use crate::check::message;
use crate::check::message::named;
use spirv::{Capability as C, ExecutionModel as E, MemorySemantics as S, Op, Scope};
pub(super) use split::is_half;

rules! {
    /// Atomics, barriers, scopes and memory semantics.
    Sync "sync" {
        ScopeConstant "scope-constant" "SPIR-V §3.27": "a scope is a 32-bit integer, and with Shader a constant of a known value";
        GroupExecution "group-execution" "SPIR-V §3.52.21 Group and Subgroup Instructions":
            "the execution scope of a group instruction is Workgroup or Subgroup" [ours:
            "Execution must be Workgroup or Subgroup Scope"];
        ExecutionScope "execution-scope" vuid "VUID-StandaloneSpirv-None-04636" "Vulkan, Standalone SPIR-V":
            "the scope of execution is Workgroup or Subgroup";
        ExecutionWorkgroup "execution-workgroup" vuid "VUID-StandaloneSpirv-None-04637" "Vulkan, Standalone SPIR-V":
            "the scope of execution is Workgroup only in task, mesh, tessellation control and compute shaders";
        BarrierScope "barrier-scope" vuid "VUID-StandaloneSpirv-OpControlBarrier-04682" "Vulkan, Standalone SPIR-V":
            "the scope of OpControlBarrier is Subgroup in stages without workgroups";
        GroupScope "group-scope" vuid "VUID-StandaloneSpirv-None-04642" "Vulkan, Standalone SPIR-V":
            "the scope of group operations is Subgroup";
        BarrierModel "barrier-model" "SPIR-V §3.52.20":
            "before SPIR-V 1.3, OpControlBarrier is for stages with workgroups";
        MemoryScope "memory-scope" vuid "VUID-StandaloneSpirv-None-04638" "Vulkan, Standalone SPIR-V":
            "the scope of memory is Device, QueueFamily, Workgroup, ShaderCallKHR, Subgroup or Invocation";
        TessellationScope "tessellation-scope" vuid "VUID-StandaloneSpirv-ExecutionModel-07320" "Vulkan, Standalone SPIR-V":
            "with GLSL450 the scope of memory is not Workgroup in tessellation control shaders";
        MemoryWorkgroup "memory-workgroup" vuid "VUID-StandaloneSpirv-None-07321" (formerly "VUID-StandaloneSpirv-None-04639")
            "Vulkan, Standalone SPIR-V":
            "the scope of memory is Workgroup only in task, mesh, tessellation control and compute shaders";
        ShaderCallScope "shader-call-scope" vuid "VUID-StandaloneSpirv-None-04640" "Vulkan, Standalone SPIR-V":
            "the scope of memory is ShaderCallKHR only in ray tracing shaders";
        SubgroupScope "subgroup-scope" vuid "VUID-StandaloneSpirv-SubgroupVoteKHR-07951"
            (formerly "VUID-StandaloneSpirv-None-06025") "Vulkan, Standalone SPIR-V":
            "the scope of memory is Subgroup only with a capability of subgroups" (decides "Vulkan 1.0");
        SubgroupScopeLater "subgroup-scope-later" vuid "VUID-StandaloneSpirv-SubgroupVoteKHR-07951"
            (formerly "VUID-StandaloneSpirv-None-06025") "Vulkan, Standalone SPIR-V":
            "the scope of memory is Subgroup only with a capability of subgroups" (decides "Vulkan 1.1 and later") [ours:
            "The texts of Vulkan 1.4 and later have the number without a condition on the version"];
        QueueFamilyScope "queue-family-scope" "SPIR-V §3.27": "the scope QueueFamily needs VulkanMemoryModel";
        DeviceScope "device-scope" "SPIR-V §3.31 VulkanMemoryModelDeviceScope":
            "with VulkanMemoryModel, the scope Device needs VulkanMemoryModelDeviceScope";
        Invocation "invocation" vuid "VUID-StandaloneSpirv-None-04641" "Vulkan, Standalone SPIR-V":
            "memory semantics of scope Invocation are relaxed";
        SemanticsConstant "semantics-constant" "SPIR-V §3.25":
            "memory semantics are a 32-bit integer, and with Shader a constant";
        VulkanBits "vulkan-bits" "SPIR-V §3.25":
            "MakeAvailable, MakeVisible, OutputMemory and Volatile need VulkanMemoryModel";
        OneOrder "one-order" vuid "VUID-StandaloneSpirv-MemorySemantics-10865" "SPIR-V §3.25":
            "memory semantics have at most one order";
        Sequential "sequential" "SPIR-V §3.25": "with the Vulkan memory model no memory semantics are SequentiallyConsistent";
        SequentialVulkan "sequential-vulkan" vuid "VUID-StandaloneSpirv-MemorySemantics-10866"
            (formerly "VUID-StandaloneSpirv-OpAtomicStore-04730", "VUID-StandaloneSpirv-OpAtomicLoad-04731")
            "Vulkan, Standalone SPIR-V": "no memory semantics are SequentiallyConsistent";
        StoreOrder "store-order" vuid "VUID-StandaloneSpirv-MemorySemantics-10867"
            (formerly "VUID-StandaloneSpirv-OpAtomicStore-04730") "Vulkan, Standalone SPIR-V":
            "the semantics of OpAtomicStore do not acquire";
        LoadOrder "load-order" vuid "VUID-StandaloneSpirv-MemorySemantics-10868"
            (formerly "VUID-StandaloneSpirv-OpAtomicLoad-04731") "Vulkan, Standalone SPIR-V":
            "the semantics of OpAtomicLoad do not release";
        BarrierOrder "barrier-order" vuid "VUID-StandaloneSpirv-MemorySemantics-10869"
            (formerly "VUID-StandaloneSpirv-OpMemoryBarrier-04732") "Vulkan, Standalone SPIR-V":
            "OpMemoryBarrier has an order";
        OrderedMemory "ordered-memory" vuid "VUID-StandaloneSpirv-MemorySemantics-10870"
            (formerly "VUID-StandaloneSpirv-OpMemoryBarrier-04733", "VUID-StandaloneSpirv-OpControlBarrier-04650")
            "Vulkan, Standalone SPIR-V":
            "semantics with an order name a memory: UniformMemory, WorkgroupMemory, ImageMemory or OutputMemory";
        SemanticsBits "semantics-bits" "SPIR-V §3.25": "the bits of memory semantics are defined" [ours:
            "Memory Semantics: the table has the bits 0x2 to 0x10, 0x40 to 0x8000 and no others"];
        MemoryOrder "memory-order" vuid "VUID-StandaloneSpirv-MemorySemantics-10871"
            (formerly "VUID-StandaloneSpirv-OpControlBarrier-10609") "Vulkan, Standalone SPIR-V":
            "semantics that name a memory have an order";
        MakeMemory "make-memory" "SPIR-V §3.25": "semantics with MakeAvailable or MakeVisible name a memory";
        Available "available" vuid "VUID-StandaloneSpirv-MemorySemantics-10872" "SPIR-V §3.25":
            "MakeAvailable is combined with Release or AcquireRelease";
        Visible "visible" vuid "VUID-StandaloneSpirv-MemorySemantics-10873" "SPIR-V §3.25":
            "MakeVisible is combined with Acquire or AcquireRelease";
        VolatileBarrier "volatile-barrier" vuid "VUID-StandaloneSpirv-MemorySemantics-13551" "SPIR-V §3.25":
            "Volatile is for atomics";
        UnequalRelease "unequal-release" vuid "VUID-StandaloneSpirv-UnequalMemorySemantics-10875" "SPIR-V §3.52.18":
            "the Unequal semantics of an exchange do not release";
        UnequalStronger "unequal-stronger" vuid "VUID-StandaloneSpirv-UnequalMemorySemantics-10876"
            "Vulkan, Standalone SPIR-V": "the order for an exchange that fails is no stronger than for one that succeeds" [newer];
        UnequalMemory "unequal-memory" vuid "VUID-StandaloneSpirv-UnequalMemorySemantics-10877"
            "Vulkan, Standalone SPIR-V": "an exchange that fails orders no memory that one that succeeds does not" [newer];
        UnequalVisible "unequal-visible" vuid "VUID-StandaloneSpirv-UnequalMemorySemantics-10878"
            "Vulkan, Standalone SPIR-V": "an exchange that fails makes nothing visible unless one that succeeds does" [newer];
        UnequalVolatile "unequal-volatile" vuid "VUID-StandaloneSpirv-UnequalMemorySemantics-10879" "SPIR-V §3.52.18":
            "both semantics of an exchange are Volatile, or none";
        FlagClear "flag-clear" "SPIR-V §3.52.18": "the semantics of OpAtomicFlagClear do not acquire";
        AtomicResult "atomic-result" "SPIR-V §3.52.18":
            "the result of an atomic is a scalar of the kind that the instruction is for";
        AtomicPointer "atomic-pointer" "SPIR-V §3.52.18": "an atomic's pointer is one to the type of the result or value";
        AtomicValue "atomic-value" "SPIR-V §3.52.18": "the value and comparator of an atomic have the type of the result";
        AtomicClass "atomic-class" "SPIR-V §2.16.1": "an atomic's pointer is of a storage class that has atomics";
        AtomicVulkanClass "atomic-vulkan-class" vuid "VUID-StandaloneSpirv-None-04686" "Vulkan, Standalone SPIR-V":
            "an atomic's pointer is of Uniform, Workgroup, Image, StorageBuffer, PhysicalStorageBuffer or TaskPayloadWorkgroupEXT";
        SplitStage "split-stage" vuid "VUID-StandaloneSpirv-SplitBarrierEXT-13552" "Vulkan, Standalone SPIR-V":
            "SplitBarrierEXT is declared for compute shaders only" [ours];
        SplitScope "split-scope" vuid "VUID-StandaloneSpirv-OpControlBarrierArriveEXT-13553" "Vulkan, Standalone SPIR-V":
            "the scope of execution of a split barrier is Workgroup or Subgroup" [ours];
        ArriveOrder "arrive-order" vuid "VUID-StandaloneSpirv-MemorySemantics-13556" "Vulkan, Standalone SPIR-V":
            "the only order of OpControlBarrierArriveEXT is Release" [ours];
        WaitOrder "wait-order" vuid "VUID-StandaloneSpirv-MemorySemantics-13557" "Vulkan, Standalone SPIR-V":
            "the only order of OpControlBarrierWaitEXT is Acquire" [ours];
        WaitTwice "wait-twice" vuid "VUID-RuntimeSpirv-OpControlBarrierWaitEXT-13560" "Vulkan, Runtime SPIR-V":
            "between two waits there is an arrival" (decides "one block") [ours];
        ArriveTwice "arrive-twice" vuid "VUID-RuntimeSpirv-OpControlBarrierArriveEXT-13561" "Vulkan, Runtime SPIR-V":
            "between two arrivals there is a wait" (decides "one block") [ours];
        AtomicCapability "atomic-capability" "SPIR-V §3.31": "atomics of 64-bit integers and on floats need their capabilities";
    }
}

/// The execution models with workgroups.
const WORKGROUPS: Models = Models::of(&[
    E::GLCompute,
    E::TaskEXT,
    E::MeshEXT,
    E::TaskNV,
    E::MeshNV,
    E::TessellationControl,
]);
const RAYS: Models = Models::of(&[
    E::RayGenerationKHR,
    E::IntersectionKHR,
    E::AnyHitKHR,
    E::ClosestHitKHR,
    E::MissKHR,
    E::CallableKHR,
]);
/// The execution models in which the execution scope of OpControlBarrier must be Subgroup.
const SUBGROUPS: Models = Models::of(&[
    E::Fragment,
    E::Vertex,
    E::Geometry,
    E::TessellationEvaluation,
    E::RayGenerationKHR,
    E::IntersectionKHR,
    E::AnyHitKHR,
    E::ClosestHitKHR,
    E::MissKHR,
]);

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for &(id, at) in &module.scopes {
        if let Some(inst) = module.inst(at.inst) {
            scope(cx, inst, id, at.word);
        }
    }
    for inst in module.of([Class::Sync, Class::Foreign]) {
        match inst.op {
            Op::ControlBarrier => {
                barrier_model(cx, inst);
                semantics(cx, inst, 2, Some(1));
            }
            _ if is_half(inst) => semantics(cx, inst, 2, Some(1)),
            Op::MemoryBarrier => semantics(cx, inst, 1, Some(0)),
            Op::MemoryNamedBarrier => semantics(cx, inst, 2, Some(1)),
            _ if is_atomic(inst.op) => atomics::atomic(cx, inst),
            _ => {}
        }
    }
    split::run(cx);
}

/// Whether an instruction needs `Groups`, or is one that SPV_AMD_shader_ballot or SPV_KHR_uniform_group_instructions
/// adds.
fn is_group(inst: &Inst) -> bool {
    matches!(inst.opcode, 259..=271 | 5000..=5007 | 6401..=6408)
}

pub(super) fn is_atomic(op: Op) -> bool {
    matches!(op as u32, 227..=242 | 318 | 319)
        || matches!(op, Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT)
}

/// Whether scopes and semantics may be specialization constants, which cooperative matrices allow.
fn specializes(module: &Module<'_>) -> bool {
    module.has_capability(C::CooperativeMatrixNV) || module.has_capability(C::CooperativeMatrixKHR)
}

/// Whether an id is a 32-bit integer, and constant if that is required; returns its value if it is known.
fn constant(cx: &Checker<'_, '_>, id: u32) -> Result<Option<u32>, &'static str> {
    let module = cx.module;
    if module.def(id).is_none() {
        return Ok(None);
    }
    if !module.type_of(id).is_some_and(|ty| ty.is_int32()) {
        return Err("is no 32-bit integer");
    }
    let value = module.constant_int(id).map(|value| value as u32);
    let enough = value.is_some() || (specializes(module) && module.constant(id).is_some());
    if !enough && cx.is_shader() {
        return Err("is no constant");
    }
    Ok(value)
}

fn is_non_uniform(op: Op) -> bool {
    matches!(op as u32, 333..=366) || matches!(op, Op::GroupNonUniformRotateKHR | Op::GroupNonUniformPartitionNV)
}

fn scope(cx: &mut Checker<'_, '_>, inst: &Inst, id: u32, word: u32) {
    let module = cx.module;
    // This scope is a property of the matrix type and may be any constant.
    if matches!(inst.op, Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV) {
        return;
    }
    let value = match constant(cx, id) {
        Ok(Some(value)) => value,
        Ok(None) => return,
        Err(why) => {
            return cx.violate(
                Sync::ScopeConstant,
                inst,
                format_args!("scope {} {why}", module.show(id)),
            );
        }
    };
    let Some(scope) = Scope::from_u32(value) else {
        return cx.violate(
            Sync::ScopeConstant,
            inst,
            format_args!("the scope {value} is not defined"),
        );
    };
    // A rule in `typing` checks the scope of OpReadClockKHR.
    if inst.op == Op::ReadClockKHR {
        return;
    }
    // UniformId states uniformity among the invocations of an execution scope (SPIR-V §3.20, Decoration, UniformId).
    let execution = (inst.op == Op::ControlBarrier && word == 1)
        || inst.op == Op::DecorateId
        || (is_half(inst) && word == 1)
        || is_non_uniform(inst.op)
        || is_group(inst);
    if execution {
        if is_half(inst) {
            split::scope(cx, inst, scope);
        }
        execution_scope(cx, inst, scope);
    } else {
        memory_scope(cx, inst, scope);
    }
}

fn execution_scope(cx: &mut Checker<'_, '_>, inst: &Inst, scope: Scope) {
    if is_group(inst) && !matches!(scope, Scope::Workgroup | Scope::Subgroup) {
        cx.violate(
            Sync::GroupExecution,
            inst,
            format_args!("the scope is {scope}", scope = named(scope)),
        );
    }
    if !cx.target.is_vulkan() {
        return;
    }
    let models = cx.module.models_of(inst);
    // The halves of split barriers have a rule of their own.
    if !matches!(scope, Scope::Workgroup | Scope::Subgroup) && !is_half(inst) {
        cx.violate(
            Sync::ExecutionScope,
            inst,
            format_args!("the scope is {scope}", scope = named(scope)),
        );
    }
    if is_non_uniform(inst.op) && scope != Scope::Subgroup {
        cx.violate(
            Sync::GroupScope,
            inst,
            format_args!("the scope is {scope}", scope = named(scope)),
        );
    }
    if inst.op == Op::ControlBarrier && scope != Scope::Subgroup && models.intersects(SUBGROUPS) {
        cx.violate(
            Sync::BarrierScope,
            inst,
            format_args!("the scope is {scope} in {models}", scope = named(scope)),
        );
    }
    if scope == Scope::Workgroup && !models.without(WORKGROUPS).is_empty() {
        let others = models.without(WORKGROUPS);
        cx.violate(
            Sync::ExecutionWorkgroup,
            inst,
            format_args!("it is reached from {others}"),
        );
    }
}

fn memory_scope(cx: &mut Checker<'_, '_>, inst: &Inst, scope: Scope) {
    let module = cx.module;
    let vulkan_model = module.has_capability(C::VulkanMemoryModel);
    if scope == Scope::QueueFamily && !vulkan_model {
        cx.violate(
            Sync::QueueFamilyScope,
            inst,
            format_args!("VulkanMemoryModel is not declared"),
        );
    }
    if scope == Scope::Device && vulkan_model && !module.has_capability(C::VulkanMemoryModelDeviceScope) {
        cx.violate(
            Sync::DeviceScope,
            inst,
            format_args!("VulkanMemoryModelDeviceScope is not declared"),
        );
    }
    if !cx.target.is_vulkan() {
        return;
    }
    let models = module.models_of(inst);
    match scope {
        Scope::CrossDevice => cx.violate(Sync::MemoryScope, inst, format_args!("the scope is CrossDevice")),
        Scope::ShaderCallKHR if !models.without(RAYS).is_empty() => {
            let others = models.without(RAYS);
            cx.violate(Sync::ShaderCallScope, inst, format_args!("it is reached from {others}"));
        }
        Scope::Workgroup => {
            let others = models.without(WORKGROUPS);
            if !others.is_empty() {
                cx.violate(Sync::MemoryWorkgroup, inst, format_args!("it is reached from {others}"));
            }
            let glsl = module
                .memory_model
                .is_some_and(|(_, model)| model == spirv::MemoryModel::GLSL450 as u32);
            if glsl && models.has(E::TessellationControl) {
                cx.violate(
                    Sync::TessellationScope,
                    inst,
                    format_args!("the memory model is GLSL450"),
                );
            }
        }
        Scope::Subgroup => {
            let any = [C::SubgroupVoteKHR, C::SubgroupBallotKHR, C::GroupNonUniform];
            if !any.iter().any(|&one| module.has_capability(one)) {
                // The text of Vulkan 1.1 (revision 97) allows the scope without a condition. Those of 1.4 have the
                // condition for all versions of Vulkan. spirv-val checks it only for Vulkan 1.0.
                let rule = match cx.target.vulkan_version() {
                    Some(crate::target::VulkanVersion::V1_0) => Sync::SubgroupScope,
                    _ => Sync::SubgroupScopeLater,
                };
                cx.violate(rule, inst, format_args!("no capability of subgroups is declared"));
            }
        }
        _ => {}
    }
}

/// Before SPIR-V 1.3, OpControlBarrier was limited to these execution models.
fn barrier_model(cx: &mut Checker<'_, '_>, inst: &Inst) {
    if cx.at_least(crate::target::SpirvVersion::V1_3) {
        return;
    }
    let others = cx.module.models_of(inst).without(WORKGROUPS | Models::of(&[E::Kernel]));
    if !others.is_empty() {
        cx.violate(Sync::BarrierModel, inst, format_args!("it is reached from {others}"));
    }
}

const ORDERS: S = S::from_bits_retain(0x1E);
const ACQUIRES: S = S::from_bits_retain(0x0A);
const RELEASES: S = S::from_bits_retain(0x0C);
/// The memories that Vulkan supports.
const MEMORIES: S = S::from_bits_retain(0x1940);
/// All memories.
const ALL_MEMORIES: S = S::from_bits_retain(0x1FC0);
const MADE: S = S::from_bits_retain(0x6000);
const VULKAN_BITS: S = S::from_bits_retain(0xF000);
/// All bits that the specification defines.
const ALL_BITS: S = S::from_bits_retain(0xFFDE);

/// Checks the semantics at operand `index`; `scope` is the index of the memory scope.
fn semantics(cx: &mut Checker<'_, '_>, inst: &Inst, index: usize, scope: Option<usize>) {
    let module = cx.module;
    let id = module.operand(inst, index);
    let value = match constant(cx, id) {
        Ok(Some(value)) => S::from_bits_retain(value),
        Ok(None) => return,
        Err(why) => {
            return cx.violate(
                Sync::SemanticsConstant,
                inst,
                format_args!("semantics {} {why}", module.show(id)),
            );
        }
    };
    universal_semantics(cx, inst, value);
    if cx.target.is_vulkan() {
        let scope = scope.and_then(|scope| module.constant_u32(module.operand(inst, scope)));
        vulkan_semantics(cx, inst, value, scope);
    }
}

fn universal_semantics(cx: &mut Checker<'_, '_>, inst: &Inst, value: S) {
    let module = cx.module;
    // Vulkan has sentences of its own for SequentiallyConsistent and for an order without memory.
    let vulkan = cx.target.is_vulkan();
    let mut report = |rule: Sync, message: &str| {
        cx.violate(
            rule,
            inst,
            format_args!(
                "{message}; the semantics are {}",
                message::memory_semantics(value.bits())
            ),
        )
    };
    if (value & ORDERS).bits().count_ones() > 1 {
        report(Sync::OneOrder, "there are several orders");
    }
    if !ALL_BITS.contains(value) {
        report(Sync::SemanticsBits, "some bits mean nothing");
    }
    if value.intersects(VULKAN_BITS) && !module.has_capability(C::VulkanMemoryModel) {
        report(Sync::VulkanBits, "VulkanMemoryModel is not declared");
    }
    if has_vulkan_model(module) && !vulkan && value.contains(S::SEQUENTIALLY_CONSISTENT) {
        report(Sync::Sequential, "the order is SequentiallyConsistent");
    }
    if value.contains(S::VOLATILE) && !is_atomic(inst.op) {
        report(Sync::VolatileBarrier, "a barrier is Volatile");
    }
    let ordered_in_vulkan = vulkan && value.intersects(ORDERS);
    if value.intersects(MADE) && !value.intersects(ALL_MEMORIES) && !ordered_in_vulkan {
        report(Sync::MakeMemory, "no memory is named");
    }
    if value.contains(S::MAKE_AVAILABLE) && !value.intersects(RELEASES) {
        report(Sync::Available, "nothing is released");
    }
    if value.contains(S::MAKE_VISIBLE) && !value.intersects(ACQUIRES) {
        report(Sync::Visible, "nothing is acquired");
    }
    if inst.op == Op::AtomicFlagClear && value.intersects(ACQUIRES) {
        report(Sync::FlagClear, "it acquires");
    }
}

/// Whether the memory model is Vulkan.
fn has_vulkan_model(module: &Module<'_>) -> bool {
    let vulkan = spirv::MemoryModel::Vulkan as u32;
    module.memory_model.is_some_and(|(_, model)| model == vulkan)
}

fn vulkan_semantics(cx: &mut Checker<'_, '_>, inst: &Inst, value: S, scope: Option<u32>) {
    let mut report = |rule: Sync, message: &str| {
        cx.violate(
            rule,
            inst,
            format_args!(
                "{message}; the semantics are {}",
                message::memory_semantics(value.bits())
            ),
        )
    };
    let ordered = value.intersects(ORDERS);
    if value.contains(S::SEQUENTIALLY_CONSISTENT) {
        let both = is_atomic(inst.op) && !matches!(inst.op, Op::AtomicLoad | Op::AtomicStore);
        let reading_and_writing = "the order of reading and writing is SequentiallyConsistent";
        let order = "the order is SequentiallyConsistent";
        report(Sync::SequentialVulkan, if both { reading_and_writing } else { order });
    }
    if inst.op == Op::AtomicStore && value.intersects(ACQUIRES) {
        report(Sync::StoreOrder, "a store acquires");
    }
    if inst.op == Op::AtomicLoad && value.intersects(RELEASES) {
        report(Sync::LoadOrder, "a load releases");
    }
    if inst.op == Op::MemoryBarrier && !ordered {
        report(Sync::BarrierOrder, "there is no order");
    }
    if ordered && !value.intersects(MEMORIES) {
        let of_atomic = "no memory of an atomic is named";
        report(
            Sync::OrderedMemory,
            if is_atomic(inst.op) {
                of_atomic
            } else {
                "no memory is named"
            },
        );
    }
    if !ordered && value.intersects(MEMORIES) {
        let of_atomic = "there is no order of an atomic";
        report(
            Sync::MemoryOrder,
            if is_atomic(inst.op) {
                of_atomic
            } else {
                "there is no order"
            },
        );
    }
    if ordered && scope == Some(Scope::Invocation as u32) {
        report(Sync::Invocation, "the scope is Invocation");
    }
}
