//! The device limits that the built-ins of an interface count towards: components in addition to those of locations,
//! clip and cull distances, and words of the sample mask (Vulkan, "Location and Component Assignment" and "Limits").

use super::Interface;
use super::arrayed::per_vertex;
use crate::check::Checker;
use crate::check::module::{EntryPoint, Inst, Kind, Module, Type};
use spirv::{BuiltIn, Decoration, StorageClass};

/// The numbers that the built-ins of one variable, or of all inputs or outputs, use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BuiltIns {
    /// Components of built-ins that count in addition to locations: those in a block, or of an output variable.
    /// Primitive indices are not part of a vertex, and tessellation levels belong to the patch; neither is counted.
    pub(super) components: u64,
    clip_distances: u64,
    cull_distances: u64,
    sample_mask: u64,
}

impl BuiltIns {
    /// The numbers for the inputs or outputs of an entry point.
    pub(super) fn of(module: &Module<'_>, entry: &EntryPoint<'_>, interface: &[&Inst], class: StorageClass) -> Self {
        let mut all = Self::default();
        for variable in interface.iter().filter(|inst| module.operand(inst, 0) == class as u32) {
            let pointee = module.result_type(variable).and_then(Type::pointee);
            let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
                continue;
            };
            let ty = per_vertex(module, entry, variable, class, ty).unwrap_or(ty);
            let built_in = |id: u32, member: Option<u32>| {
                let mut rows = module.decorations(id).iter();
                let row = rows.find(|row| row.is(Decoration::BuiltIn) && row.member == member)?;
                BuiltIn::from_u32(row.operand())
            };
            match (built_in(variable.result, None), ty.kind) {
                (Some(one), _) => all.add(module, one, ty.id, class == StorageClass::Output),
                (None, Kind::Struct { members }) => {
                    for (index, &member) in (0_u32..).zip(members) {
                        if let Some(one) = built_in(ty.id, Some(index)) {
                            all.add(module, one, member, true);
                        }
                    }
                }
                (None, _) => {}
            }
        }
        all
    }

    fn add(&mut self, module: &Module<'_>, built_in: BuiltIn, ty: u32, counts: bool) {
        let components = components(module, ty);
        match built_in {
            BuiltIn::ClipDistance => self.clip_distances = self.clip_distances.saturating_add(components),
            BuiltIn::CullDistance => self.cull_distances = self.cull_distances.saturating_add(components),
            BuiltIn::SampleMask => self.sample_mask = self.sample_mask.saturating_add(components),
            BuiltIn::TessLevelInner
            | BuiltIn::TessLevelOuter
            | BuiltIn::PrimitivePointIndicesEXT
            | BuiltIn::PrimitiveLineIndicesEXT
            | BuiltIn::PrimitiveTriangleIndicesEXT => return,
            _ => {}
        }
        if counts {
            self.components = self.components.saturating_add(components);
        }
    }

    /// Checks the lengths of arrays against the device's limits.
    pub(super) fn lengths(&self, cx: &mut Checker<'_, '_>, at: &Inst) {
        let limits = cx.target.limits();
        let both = self.clip_distances.saturating_add(self.cull_distances);
        for (rule, count, most) in [
            (Interface::ClipDistances, self.clip_distances, limits.max_clip_distances),
            (Interface::CullDistances, self.cull_distances, limits.max_cull_distances),
            (
                Interface::CombinedDistances,
                both,
                limits.max_combined_clip_and_cull_distances,
            ),
            (Interface::SampleMask, self.sample_mask, limits.max_sample_mask_words),
        ] {
            if let Some(most) = most.filter(|&most| count > u64::from(most)) {
                cx.violate(rule, at, format_args!("{count} elements are more than {most}"));
            }
        }
    }
}

/// The number of components of a 32-bit scalar or vector, or of an array of these.
fn components(module: &Module<'_>, id: u32) -> u64 {
    match module.ty(id).map(|ty| (ty.kind, ty.lanes)) {
        Some((Kind::Array { element, default, .. }, _)) => {
            let lanes = module.ty(element).map_or(1, |element| element.lanes);
            default.unwrap_or(1).saturating_mul(u64::from(lanes.max(1)))
        }
        Some((_, lanes)) => lanes.max(1).into(),
        None => 0,
    }
}
