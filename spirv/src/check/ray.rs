//! Rays: queries, tracing and hit objects (SPV_KHR_ray_query, SPV_KHR_ray_tracing, SPV_NV_ray_tracing_motion_blur,
//! SPV_NV_shader_invocation_reorder, SPV_EXT_shader_invocation_reorder, SPV_NV_linear_swept_spheres; Vulkan's Runtime
//! SPIR-V).
//!
//! A table gives the types of operands and results and the allowed execution models of each instruction. The family
//! `memory` checks where the storage classes of payloads may be used.

mod table;
mod values;

use super::Checker;
use super::module::{Class, Inst, Kind, Type};
use super::rule::rules;
use super::signature::{self, Fault, Shape};
use crate::words::grammar::OperandKind;
use spirv::{Op, StorageClass};

rules! {
    /// Rays.
    Ray "ray" {
        Result "result" "SPV_KHR_ray_query, SPV_KHR_ray_tracing, Instructions":
            "the result's type is the one that the instruction returns";
        Operand "operand" "SPV_KHR_ray_query, SPV_KHR_ray_tracing, Instructions": "an operand is of the kind that the instruction requires";
        Model "model" "SPV_KHR_ray_tracing, Instructions": "rays are traced, and hits reported, in the stages that do so";
        Flags "flags" "SPV_KHR_ray_query §3.RayFlags": "ray flags are ones that exist, with their capabilities"
            (decides "values computed from constants in one function") [ours:
            "RayFlags is a mask of the bits of the table, of which some have an enabling capability"];
        Hints "hints" "SPV_NV_shader_invocation_reorder, SPV_EXT_shader_invocation_reorder §3.36":
            "Hint and Bits are both given or neither";
        ObjectClass "object-class" "SPV_KHR_ray_query, SPV_EXT_shader_invocation_reorder §3.32.6 OpTypePointer":
            "pointers to ray queries and hit objects are of Private and Function" [newer];
        ObjectMemory "object-memory" "SPV_KHR_ray_query, SPV_EXT_shader_invocation_reorder §3.32.8":
            "ray queries and hit objects are not loaded, stored or copied" [newer];
        MicromapMode "micromap-mode" "SPV_KHR_opacity_micromap §3.6":
            "OpacityMicromapIdKHR takes a constant Boolean";
        IncomingPayload "incoming-payload" vuid "VUID-StandaloneSpirv-IncomingRayPayloadKHR-04700" "Vulkan, Standalone SPIR-V":
            "an entry point has one variable of IncomingRayPayloadKHR at most";
        HitAttribute "hit-attribute" vuid "VUID-StandaloneSpirv-HitAttributeKHR-04702" "Vulkan, Standalone SPIR-V":
            "an entry point has one variable of HitAttributeKHR at most";
        IncomingData "incoming-data" vuid "VUID-StandaloneSpirv-IncomingCallableDataKHR-04706" "Vulkan, Standalone SPIR-V":
            "an entry point has one variable of IncomingCallableDataKHR at most";
        HitKind "hit-kind" vuid "VUID-RuntimeSpirv-OpReportIntersectionKHR-06998" "Vulkan, Runtime SPIR-V":
            "the hit kind is at most 127" (decides "values computed from constants in one function") [ours];
        QueryFinite "query-finite" vuid "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06348" "Vulkan, Runtime SPIR-V":
            "OpRayQueryInitializeKHR: origin and direction are finite" (decides "values computed from constants in one function") [ours];
        QueryPositive "query-positive" vuid "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06349" "Vulkan, Runtime SPIR-V":
            "OpRayQueryInitializeKHR: Tmin and Tmax are not negative" (decides "values computed from constants in one function") [ours];
        QueryOrdered "query-ordered" vuid "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06350" "Vulkan, Runtime SPIR-V":
            "OpRayQueryInitializeKHR: Tmin is not above Tmax" (decides "values computed from constants in one function") [ours];
        QueryNan "query-nan" vuid "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06351" "Vulkan, Runtime SPIR-V":
            "OpRayQueryInitializeKHR: nothing is NaN" (decides "values computed from constants in one function") [ours];
        QuerySkip "query-skip" vuid "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06889" "Vulkan, Runtime SPIR-V":
            "OpRayQueryInitializeKHR: the flags skip triangles or AABBs, not both" (decides "values computed from constants in one function") [ours];
        QueryCull "query-cull" vuid "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06890" "Vulkan, Runtime SPIR-V":
            "OpRayQueryInitializeKHR: the flags have one of SkipTriangles and the two CullFacing at most" (decides "values computed from constants in one function") [ours];
        QueryOpaque "query-opaque" vuid "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06891" "Vulkan, Runtime SPIR-V":
            "OpRayQueryInitializeKHR: the flags have one of Opaque, NoOpaque, CullOpaque and CullNoOpaque at most" (decides "values computed from constants in one function") [ours];
        TraceFinite "trace-finite" vuid "VUID-RuntimeSpirv-OpTraceRayKHR-06355" "Vulkan, Runtime SPIR-V":
            "OpTraceRayKHR: origin and direction are finite" (decides "values computed from constants in one function") [ours];
        TracePositive "trace-positive" vuid "VUID-RuntimeSpirv-OpTraceRayKHR-06356" "Vulkan, Runtime SPIR-V":
            "OpTraceRayKHR: Tmin and Tmax are not negative" (decides "values computed from constants in one function") [ours];
        TraceOrdered "trace-ordered" vuid "VUID-RuntimeSpirv-OpTraceRayKHR-06357" "Vulkan, Runtime SPIR-V":
            "OpTraceRayKHR: Tmin is not above Tmax" (decides "values computed from constants in one function") [ours];
        TraceNan "trace-nan" vuid "VUID-RuntimeSpirv-OpTraceRayKHR-06358" "Vulkan, Runtime SPIR-V":
            "OpTraceRayKHR: nothing is NaN" (decides "values computed from constants in one function") [ours];
        TraceSkip "trace-skip" vuid "VUID-RuntimeSpirv-OpTraceRayKHR-06552" "Vulkan, Runtime SPIR-V":
            "OpTraceRayKHR: the flags skip triangles or AABBs, not both" (decides "values computed from constants in one function") [ours];
        TraceCull "trace-cull" vuid "VUID-RuntimeSpirv-OpTraceRayKHR-06892" "Vulkan, Runtime SPIR-V":
            "OpTraceRayKHR: the flags have one of SkipTriangles and the two CullFacing at most" (decides "values computed from constants in one function") [ours];
        TraceOpaque "trace-opaque" vuid "VUID-RuntimeSpirv-OpTraceRayKHR-06893" "Vulkan, Runtime SPIR-V":
            "OpTraceRayKHR: the flags have one of Opaque, NoOpaque, CullOpaque and CullNoOpaque at most" (decides "values computed from constants in one function") [ours];
        TraceSkipTriangles "trace-skip-triangles" vuid "VUID-RuntimeSpirv-OpTraceRayKHR-06553" "Vulkan, Runtime SPIR-V":
            "OpTraceRayKHR: SkipTrianglesKHR is not set where the pipeline skips AABBs"
            (decides "values computed from constants in one function, where the target states the pipeline's flags") [ours];
        TraceSkipAabbs "trace-skip-aabbs" vuid "VUID-RuntimeSpirv-OpTraceRayKHR-06554" "Vulkan, Runtime SPIR-V":
            "OpTraceRayKHR: SkipAABBsKHR is not set where the pipeline skips triangles"
            (decides "values computed from constants in one function, where the target states the pipeline's flags") [ours];
        MotionFinite "motion-finite" vuid "VUID-RuntimeSpirv-OpTraceRayMotionNV-06361" "Vulkan, Runtime SPIR-V":
            "OpTraceRayMotionNV: origin and direction are finite" (decides "values computed from constants in one function") [ours];
        MotionPositive "motion-positive" vuid "VUID-RuntimeSpirv-OpTraceRayMotionNV-06362" "Vulkan, Runtime SPIR-V":
            "OpTraceRayMotionNV: Tmin and Tmax are not negative" (decides "values computed from constants in one function") [ours];
        MotionOrdered "motion-ordered" vuid "VUID-RuntimeSpirv-OpTraceRayMotionNV-06363" "Vulkan, Runtime SPIR-V":
            "OpTraceRayMotionNV: Tmin is not above Tmax" (decides "values computed from constants in one function") [ours];
        MotionNan "motion-nan" vuid "VUID-RuntimeSpirv-OpTraceRayMotionNV-06364" "Vulkan, Runtime SPIR-V":
            "OpTraceRayMotionNV: nothing is NaN" (decides "values computed from constants in one function") [ours];
        MotionTime "motion-time" vuid "VUID-RuntimeSpirv-OpTraceRayMotionNV-06366" "Vulkan, Runtime SPIR-V":
            "OpTraceRayMotionNV: the time is between 0 and 1" (decides "values computed from constants in one function") [ours];
        HitFinite "hit-finite" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07705" "Vulkan, Runtime SPIR-V":
            "OpHitObjectTraceRayNV and OpHitObjectTraceRayMotionNV: origin and direction are finite" (decides "values computed from constants in one function") [ours];
        HitPositive "hit-positive" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07706" "Vulkan, Runtime SPIR-V":
            "OpHitObjectTraceRayNV and OpHitObjectTraceRayMotionNV: Tmin and Tmax are not negative" (decides "values computed from constants in one function") [ours];
        HitOrdered "hit-ordered" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07707" "Vulkan, Runtime SPIR-V":
            "OpHitObjectTraceRayNV and OpHitObjectTraceRayMotionNV: Tmin is not above Tmax" (decides "values computed from constants in one function") [ours];
        HitNan "hit-nan" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07708" "Vulkan, Runtime SPIR-V":
            "OpHitObjectTraceRayNV and OpHitObjectTraceRayMotionNV: nothing is NaN" (decides "values computed from constants in one function") [ours];
        HitTime "hit-time" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07710" "Vulkan, Runtime SPIR-V":
            "OpHitObjectTraceRayNV and OpHitObjectTraceRayMotionNV: the time is between 0 and 1" (decides "values computed from constants in one function") [ours];
        HitSkip "hit-skip" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07712" "Vulkan, Runtime SPIR-V":
            "OpHitObjectTraceRayNV and OpHitObjectTraceRayMotionNV: the flags skip triangles or AABBs, not both" (decides "values computed from constants in one function") [ours];
        HitCull "hit-cull" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07713" "Vulkan, Runtime SPIR-V":
            "OpHitObjectTraceRayNV and OpHitObjectTraceRayMotionNV: the flags have one of SkipTriangles and the two CullFacing at most" (decides "values computed from constants in one function") [ours];
        HitOpaque "hit-opaque" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07714" "Vulkan, Runtime SPIR-V":
            "OpHitObjectTraceRayNV and OpHitObjectTraceRayMotionNV: the flags have one of Opaque, NoOpaque, CullOpaque and CullNoOpaque at most" (decides "values computed from constants in one function") [ours];
        ReorderFinite "reorder-finite" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11878" "Vulkan, Runtime SPIR-V":
            "rays that hit objects trace (EXT): origin and direction are finite" (decides "values computed from constants in one function") [ours];
        ReorderPositive "reorder-positive" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11879" "Vulkan, Runtime SPIR-V":
            "rays that hit objects trace (EXT): Tmin and Tmax are not negative" (decides "values computed from constants in one function") [ours];
        ReorderOrdered "reorder-ordered" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11880" "Vulkan, Runtime SPIR-V":
            "rays that hit objects trace (EXT): Tmin is not above Tmax" (decides "values computed from constants in one function") [ours];
        ReorderNan "reorder-nan" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11881" "Vulkan, Runtime SPIR-V":
            "rays that hit objects trace (EXT): nothing is NaN" (decides "values computed from constants in one function") [ours];
        ReorderTime "reorder-time" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11882" "Vulkan, Runtime SPIR-V":
            "rays that hit objects trace (EXT): the time is between 0 and 1" (decides "values computed from constants in one function") [ours:
            "The time operand must be between 0.0 and 1.0: OpHitObjectTraceRayMotionEXT has one too"];
        ReorderSkip "reorder-skip" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11883" "Vulkan, Runtime SPIR-V":
            "rays that hit objects trace (EXT): the flags skip triangles or AABBs, not both" (decides "values computed from constants in one function") [ours];
        ReorderCull "reorder-cull" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11884" "Vulkan, Runtime SPIR-V":
            "rays that hit objects trace (EXT): the flags have one of SkipTriangles and the two CullFacing at most" (decides "values computed from constants in one function") [ours];
        ReorderOpaque "reorder-opaque" vuid "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11885" "Vulkan, Runtime SPIR-V":
            "rays that hit objects trace (EXT): the flags have one of Opaque, NoOpaque, CullOpaque and CullNoOpaque at most" (decides "values computed from constants in one function") [ours];
    }
}

/// Checks execution modes, objects and the interfaces of entry points. Instructions are passed to [`check`].
pub(super) fn run(cx: &mut Checker<'_, '_>) {
    modes(cx);
    objects(cx);
    if !cx.target.is_vulkan() {
        return;
    }
    const ONCE: [(StorageClass, Ray); 3] = [
        (StorageClass::IncomingRayPayloadKHR, Ray::IncomingPayload),
        (StorageClass::HitAttributeKHR, Ray::HitAttribute),
        (StorageClass::IncomingCallableDataKHR, Ray::IncomingData),
    ];
    let module = cx.module;
    for entry in &module.entry_points {
        let Some(inst) = module.inst(entry.inst) else { continue };
        let mut counts = [0_u32; 3];
        for &id in entry.interface {
            let Some(class) = module.type_of(id).and_then(|ty| ty.storage_class()) else {
                continue;
            };
            for (count, (one, rule)) in counts.iter_mut().zip(ONCE) {
                if class == one as u32 {
                    *count += 1;
                    if *count == 2 {
                        cx.violate(
                            rule,
                            inst,
                            format_args!("{} is a second variable of this storage class", module.show(id)),
                        );
                    }
                }
            }
        }
    }
}

/// Checks the storage classes of ray queries and hit objects, and that only their own instructions access them.
fn objects(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let is_object = |ty: &Type<'_>| matches!(ty.op, Op::TypeRayQueryKHR | Op::TypeHitObjectEXT | Op::TypeHitObjectNV);
    if !module.types.iter().any(is_object) {
        return;
    }
    let points_to_one = |ty: &Type<'_>| {
        let pointee = ty.pointee().and_then(|pointee| module.ty(pointee));
        pointee.is_some_and(is_object)
    };
    const CLASSES: [StorageClass; 2] = [StorageClass::Private, StorageClass::Function];
    for ty in module.types.iter().filter(|ty| points_to_one(ty)) {
        let class = ty.storage_class();
        let local = CLASSES.iter().any(|&one| class == Some(one as u32));
        if let Some(inst) = module.inst(ty.inst).filter(|_| !local) {
            let message = format_args!(
                "{} is a pointer to {}, of another storage class",
                module.show(ty.id),
                module.show(ty.pointee().unwrap_or(0))
            );
            cx.violate(Ray::ObjectClass, inst, message);
        }
    }
    for inst in &module.insts {
        let count = match inst.op {
            Op::Load | Op::Store => 1,
            Op::CopyMemory | Op::CopyMemorySized => 2,
            _ => continue,
        };
        let pointers = module.operands(inst).iter().take(count);
        let mut objects = pointers.filter(|&&id| module.type_of(id).is_some_and(points_to_one));
        if let Some(&id) = objects.next() {
            let message = format_args!("{} points to a ray query or hit object", module.show(id));
            cx.violate(Ray::ObjectMemory, inst, message);
        }
    }
}

fn modes(cx: &mut Checker<'_, '_>) {
    const MICROMAP: u32 = 6031;
    let module = cx.module;
    let first = module.first_function();
    for inst in module.of([Class::Mode]).take_while(|inst| inst.index < first) {
        let &[_, MICROMAP, value, ..] = module.operands(inst) else {
            continue;
        };
        let bool = module.type_of(value).is_some_and(|ty| ty.kind == Kind::Bool);
        if inst.op == Op::ExecutionModeId && !(bool && signature::is_constant(module, value)) {
            let message = format_args!("{} is no constant Boolean", module.show(value));
            cx.violate(Ray::MicromapMode, inst, message);
        }
    }
}

/// Checks an instruction of an extension.
pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let Some(row) = signature::find(table::ROWS, inst.opcode) else {
        return;
    };
    signature::check(cx, inst, row, |cx, inst, fault| match fault {
        Fault::Result(expected) => cx.violate_part(
            Ray::Result,
            is_judged(inst),
            inst,
            format_args!(
                "the result type {} should be {expected}",
                cx.module.show(inst.result_type)
            ),
        ),
        Fault::Operand(id, expected) => {
            let message = format_args!("operand {} should be {expected}", cx.module.show(id));
            cx.violate_part(Ray::Operand, is_judged(inst), inst, message);
        }
        Fault::Models(others) => {
            let message = format_args!("it is reached from {others}");
            cx.violate_part(Ray::Model, is_judged(inst), inst, message);
        }
    });
    if let Some(trace) = values::trace(inst.opcode) {
        flags(cx, inst, trace.flags);
        if cx.target.is_vulkan() {
            values::check(cx, inst, &trace);
        }
    }
    let hint = match inst.opcode {
        5279 | 5315 => Some(1),
        5310 => Some(2),
        5311 => Some(12),
        5312 => Some(13),
        _ => None,
    };
    if hint.is_some_and(|hint| cx.module.operands(inst).len() == hint + 1) {
        cx.violate(Ray::Hints, inst, format_args!("there is a Hint and no Bits"));
    }
    const REPORT: u16 = 5334;
    if inst.opcode == REPORT && cx.target.is_vulkan() {
        let kind = cx.module.folded_u32(cx.module.operand(inst, 1));
        if let Some(kind) = kind.filter(|&kind| kind > 127) {
            cx.violate(Ray::HitKind, inst, format_args!("the hit kind is {kind}"));
        }
    }
}

/// Whether spirv-val looks at an instruction: not at hits and misses with a time, and SPV_NV_ray_tracing.
fn is_judged(inst: &Inst) -> bool {
    !matches!(inst.opcode, 5249..=5251 | 5337..=5339 | 5344)
}

/// Each ray flag needs one of its enabling capabilities.
fn flags(cx: &mut Checker<'_, '_>, inst: &Inst, index: usize) {
    let module = cx.module;
    let id = module.operand(inst, index);
    if !signature::fits(module, id, Shape::Int32) {
        return;
    }
    let Some(mut left) = module.folded_int(id).map(|flags| flags as u32) else {
        return;
    };
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        let known = OperandKind::RayFlags.enumerants().find(|row| row.value == bit);
        let Some(row) = known else {
            cx.violate(Ray::Flags, inst, format_args!("bit {bit:#x} is no ray flag"));
            continue;
        };
        let needs = row.availability.capabilities;
        if !needs.iter().any(|one| module.capabilities.binary_search(one).is_ok()) {
            cx.violate(
                Ray::Flags,
                inst,
                format_args!("the ray flag {} needs a capability that is not declared", row.name),
            );
        }
    }
}
