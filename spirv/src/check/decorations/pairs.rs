//! Decorations that exclude or require others, decoration groups, and built-in blocks (SPIR-V §2.16, Validation Rules;
//! §2.18.2, Aliasing; §3.52.3, Annotation Instructions).

use super::{Decorations, Seen};
use crate::check::Checker;
use crate::check::message;
use crate::check::message::named;
use crate::check::module::{Class, Decorated, Inst};
use hashbrown::{HashMap, HashSet};
use spirv::{Decoration, FPFastMathMode, Op, StorageClass};

/// An object or member may have at most one decoration of each row.
const EXCLUSIVE: &[&[Decoration]] = &[
    &[Decoration::NoPerspective, Decoration::Flat],
    &[Decoration::Patch, Decoration::Centroid, Decoration::Sample],
    &[Decoration::Restrict, Decoration::Aliased],
    &[Decoration::RestrictPointer, Decoration::AliasedPointer],
    &[Decoration::RowMajor, Decoration::ColMajor],
];

/// The decorations below 64 of these rows and those for exactness of floats, one bit each.
const CHECKED: u64 = {
    let mut bits = 1 << Decoration::FPFastMathMode as u32 | 1 << Decoration::NoContraction as u32;
    let mut set = 0;
    while set < EXCLUSIVE.len() {
        let mut index = 0;
        while index < EXCLUSIVE[set].len() {
            let decoration = EXCLUSIVE[set][index] as u32;
            if decoration < 64 {
                bits |= 1 << decoration;
            }
            index += 1;
        }
        set += 1;
    }
    bits
};

/// Checks a decoration against those found before on the same target.
pub(super) fn member_or_object(
    cx: &mut Checker<'_, '_>,
    inst: &Inst,
    row: &Decorated<'_>,
    decoration: Decoration,
    seen: &Seen,
) {
    let module = cx.module;
    if 1_u64
        .checked_shl(decoration as u32)
        .is_some_and(|bit| bit & CHECKED == 0)
    {
        return;
    }
    let has = |other: Decoration| seen.has(other);
    for set in EXCLUSIVE.iter().filter(|set| set.contains(&decoration)) {
        if let Some(&other) = set.iter().find(|&&other| other != decoration && has(other)) {
            cx.violate(
                Decorations::Exclusive,
                inst,
                format_args!(
                    "{} is decorated {other} too",
                    module.show(row.target),
                    other = named(other)
                ),
            );
        }
    }
    let (fast, precise) = (Decoration::FPFastMathMode, Decoration::NoContraction);
    if (decoration == fast && has(precise)) || (decoration == precise && has(fast)) {
        cx.violate(
            Decorations::FastMath,
            inst,
            format_args!(
                "{} is decorated {precise} and {fast}",
                module.show(row.target),
                precise = named(precise),
                fast = named(fast)
            ),
        );
    }
    if decoration != fast {
        return;
    }
    let mode = FPFastMathMode::from_bits_truncate(row.operand());
    let needed = FPFastMathMode::ALLOW_REASSOC | FPFastMathMode::ALLOW_CONTRACT;
    if mode.contains(FPFastMathMode::ALLOW_TRANSFORM) && !mode.contains(needed) {
        cx.violate(
            Decorations::Transform,
            inst,
            format_args!("the mask is {}", message::fast_math(row.operand())),
        );
    }
}

/// Checks the application of a decoration group.
pub(super) fn group(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some((&group, targets)) = module.operands(inst).split_first() else {
        return;
    };
    if module.def(group).is_some_and(|def| def.op != Op::DecorationGroup) {
        cx.violate(
            Decorations::GroupTarget,
            inst,
            format_args!("{} is no decoration group", module.show(group)),
        );
    }
    let step = if inst.op == Op::GroupDecorate { 1 } else { 2 };
    let mut seen = HashSet::new();
    for target in targets.chunks(step) {
        let Some(&id) = target.first() else { continue };
        let fits = match module.def(id).map(|def| def.op) {
            Some(Op::DecorationGroup) => false,
            Some(op) => step == 1 || op == Op::TypeStruct,
            None => true,
        };
        if !fits || !seen.insert(target) {
            cx.violate(
                Decorations::GroupTarget,
                inst,
                format_args!("{} can have no decorations, or is named twice", module.show(id)),
            );
        }
    }
}

/// Checks the uses of a decoration group.
pub(super) fn group_use(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    for user in module.uses(inst.result).iter().filter_map(|at| module.inst(at.inst)) {
        let fits = matches!(
            user.op,
            Op::Name | Op::Decorate | Op::DecorateId | Op::DecorateString | Op::GroupDecorate | Op::GroupMemberDecorate
        );
        // Non-semantic instructions may use any id (SPV_KHR_non_semantic_info).
        if !fits && !crate::check::logical::is_without_semantics(module, user) {
            cx.violate(
                Decorations::GroupUse,
                user,
                format_args!(
                    "{} is a decoration group, which only decorations may name",
                    module.show(inst.result)
                ),
            );
        }
    }
}

/// The rules for the storage classes of variables, by the decorations of their members. spirv-val looks at members that
/// are Invariant.
const BY_CLASS: [(Decorations, &[Decoration]); 3] = [
    (Decorations::InvariantClass, &[Decoration::Invariant]),
    (
        Decorations::LocationClass,
        &[Decoration::Location, Decoration::Component],
    ),
    (
        Decorations::InterpolationClass,
        &[
            Decoration::Flat,
            Decoration::NoPerspective,
            Decoration::Sample,
            Decoration::Centroid,
        ],
    ),
];

/// Variables of structures with such members must be in the storage classes that such variables must be in.
pub(super) fn classes_of_members(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut structures: HashMap<u32, [bool; 3]> = HashMap::new();
    for row in module.all_decorations().iter().filter(|row| row.member.is_some()) {
        for (index, (_, decorations)) in BY_CLASS.iter().enumerate() {
            if decorations.iter().any(|&decoration| row.is(decoration)) {
                structures.entry(row.target).or_default()[index] = true;
            }
        }
    }
    if structures.is_empty() {
        return;
    }
    for inst in module.of([Class::Variable]) {
        let class = StorageClass::from_u32(module.operand(inst, 0));
        let pointee = module.result_type(inst).and_then(|ty| ty.pointee());
        let structure = pointee.and_then(|pointee| crate::check::memory::innermost(module, pointee));
        let (Some(class), Some(found)) = (class, structure.and_then(|ty| structures.get(&ty.id))) else {
            continue;
        };
        for (index, (rule, decorations)) in BY_CLASS.into_iter().enumerate() {
            let fits = match rule {
                Decorations::LocationClass => has_locations(class),
                _ => matches!(class, StorageClass::Input | StorageClass::Output),
            };
            let Some(&decoration) = decorations.first().filter(|_| found[index] && !fits) else {
                continue;
            };
            cx.violate_part(
                rule,
                decoration == Decoration::Invariant,
                inst,
                format_args!(
                    "a member is decorated {decoration} or the like, and the variable is in {class}",
                    decoration = named(decoration),
                    class = named(class)
                ),
            );
        }
    }
}

/// Whether variables of a storage class may have a Location.
pub(super) fn has_locations(class: StorageClass) -> bool {
    use StorageClass as C;
    matches!(
        class,
        C::Input
            | C::Output
            | C::RayPayloadKHR
            | C::IncomingRayPayloadKHR
            | C::HitAttributeKHR
            | C::HitObjectAttributeNV
            | C::HitObjectAttributeEXT
            | C::CallableDataKHR
            | C::IncomingCallableDataKHR
            | C::ShaderRecordBufferKHR
            | C::TileImageEXT
    )
}
