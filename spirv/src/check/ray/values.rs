//! The operands of ray-tracing instructions whose values are computed from constants (Vulkan, "Runtime SPIR-V").

use super::super::Checker;
use super::super::module::{Inst, Module};
use super::Ray;

/// The positions of an instruction's ray operands, and the rules that apply to them.
pub(super) struct Trace {
    pub flags: usize,
    /// The first of origin, Tmin, direction, Tmax and, if `time` is set, the time.
    from: usize,
    time: bool,
    rules: &'static [Option<Ray>; 8],
}

/// The rules of each group of instructions: finite, not negative, ordered, not NaN, time, and three on flags.
const RULES: [[Option<Ray>; 8]; 5] = [
    [
        Some(Ray::QueryFinite),
        Some(Ray::QueryPositive),
        Some(Ray::QueryOrdered),
        Some(Ray::QueryNan),
        None,
        Some(Ray::QuerySkip),
        Some(Ray::QueryCull),
        Some(Ray::QueryOpaque),
    ],
    [
        Some(Ray::TraceFinite),
        Some(Ray::TracePositive),
        Some(Ray::TraceOrdered),
        Some(Ray::TraceNan),
        None,
        Some(Ray::TraceSkip),
        Some(Ray::TraceCull),
        Some(Ray::TraceOpaque),
    ],
    [
        Some(Ray::MotionFinite),
        Some(Ray::MotionPositive),
        Some(Ray::MotionOrdered),
        Some(Ray::MotionNan),
        Some(Ray::MotionTime),
        None,
        None,
        None,
    ],
    [
        Some(Ray::HitFinite),
        Some(Ray::HitPositive),
        Some(Ray::HitOrdered),
        Some(Ray::HitNan),
        Some(Ray::HitTime),
        Some(Ray::HitSkip),
        Some(Ray::HitCull),
        Some(Ray::HitOpaque),
    ],
    [
        Some(Ray::ReorderFinite),
        Some(Ray::ReorderPositive),
        Some(Ray::ReorderOrdered),
        Some(Ray::ReorderNan),
        Some(Ray::ReorderTime),
        Some(Ray::ReorderSkip),
        Some(Ray::ReorderCull),
        Some(Ray::ReorderOpaque),
    ],
];

/// `SkipTrianglesKHR` and `SkipAABBsKHR` (SPV_KHR_ray_tracing, "Ray Flags").
const SKIP_TRIANGLES: u32 = 0x100;
const SKIP_AABBS: u32 = 0x200;

/// The ray operands of an instruction; `None` if it traces no ray.
pub(super) fn trace(opcode: u16) -> Option<Trace> {
    let (flags, from, time, group) = match opcode {
        4473 => (2, 4, false, 0),
        4445 => (1, 6, false, 1),
        5339 => (1, 6, true, 2),
        5260 => (2, 7, false, 3),
        5256 => (2, 7, true, 3),
        5311 | 5316 => (2, 7, false, 4),
        5312 | 5317 => (2, 7, true, 4),
        _ => return None,
    };
    Some(Trace {
        flags,
        from,
        time,
        rules: RULES.get(group)?,
    })
}

pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst, trace: &Trace) {
    let module = cx.module;
    let pipeline = cx.target.pipeline();
    let traced = inst.op == spirv::Op::TraceRayKHR;
    let [finite, positive, ordered, nan, time, skip, cull, opaque] = *trace.rules;
    let mut report = |rule: Option<Ray>, broken: bool, message: &str| {
        if let Some(rule) = rule.filter(|_| broken) {
            cx.violate(rule, inst, format_args!("{message}"));
        }
    };
    let at = |index: usize| module.operand(inst, trace.from + index);
    let vectors = [at(0), at(2)].map(|id| floats(module, id));
    let [tmin, tmax] = [at(1), at(3)].map(|id| module.folded_f32(id));
    let any = |test: fn(f32) -> bool| vectors.iter().flatten().flatten().copied().any(test);
    report(finite, any(f32::is_infinite), "the origin or the direction is infinite");
    let numbers = [tmin, tmax];
    let one = |test: fn(f32) -> bool| numbers.iter().flatten().copied().any(test);
    report(nan, any(f32::is_nan) || one(f32::is_nan), "an operand is NaN");
    report(positive, one(|number| number < 0.0), "Tmin or Tmax is negative");
    let reversed = tmin.zip(tmax).is_some_and(|(tmin, tmax)| tmin > tmax);
    report(ordered, reversed, "Tmin is above Tmax");
    if trace.time {
        let off = module
            .folded_f32(at(4))
            .is_some_and(|time| !(0.0..=1.0).contains(&time));
        report(time, off, "the time is not between 0 and 1");
    }
    let flags = module.folded_int(module.operand(inst, trace.flags));
    let Some(flags) = flags.map(|flags| flags as u32) else {
        return;
    };
    let several = |mask: u32| (flags & mask).count_ones() > 1;
    if traced {
        let triangles = pipeline.skips_aabbs && flags & SKIP_TRIANGLES != 0;
        report(Some(Ray::TraceSkipTriangles), triangles, "the pipeline skips AABBs");
        let aabbs = pipeline.skips_triangles && flags & SKIP_AABBS != 0;
        report(Some(Ray::TraceSkipAabbs), aabbs, "the pipeline skips triangles");
    }
    report(skip, several(0x300), "SkipTriangles and SkipAABBs are set");
    report(cull, several(0x130), "several culling flags are set");
    report(opaque, several(0xC3), "several opacity flags are set");
}

/// The components of a vector whose values are known.
fn floats(module: &Module<'_>, id: u32) -> [Option<f32>; 3] {
    [0, 1, 2].map(|index| module.folded_f32(module.component(id, index)?))
}
