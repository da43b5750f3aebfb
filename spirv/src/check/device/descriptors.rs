//! Variables and their descriptors (Vulkan, "DescriptorSet and Binding Assignment", "Shader Resource and Storage Class
//! Correspondence", "Shader Resource and Descriptor Type Correspondence").
//!
//! Variables are checked against the pipeline layout if the target states one. Otherwise, two variables with the same
//! binding must allow a common descriptor type, since a binding has only one.

use super::{Device, lacks, stage_bit};
use crate::check::Checker;
use crate::check::interface::stripped;
use crate::check::module::{Class, EntryPoint, Inst, Kind, Module, NONE, Type};
use crate::target::{DescriptorType as D, Feature, LayoutBinding};
use hashbrown::HashMap;
use spirv::{Decoration, Dim, Op, StorageClass};

/// A variable with a binding.
struct Bound<'m> {
    inst: &'m Inst,
    set: u32,
    binding: u32,
    types: &'static [D],
    /// The number of descriptors; `None` if it is unknown.
    count: Option<u64>,
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let limits = cx.target.limits();
    let heap = !lacks(cx, Feature::DescriptorHeap);
    let layout = cx.target.pipeline().layout.as_deref();
    let one_type = !heap && lacks(cx, Feature::MutableDescriptorType);
    let most = limits.max_bound_descriptor_sets.filter(|_| !heap);
    if most.is_none() && layout.is_none() && !one_type {
        return;
    }
    let of = module.of([Class::Variable]);
    let all = of.filter(|inst| inst.function == NONE && inst.op == Op::Variable);
    let bound: Vec<Bound<'_>> = all.filter_map(|inst| bound(module, inst)).collect();
    if bound.is_empty() {
        return;
    }
    for variable in &bound {
        if let Some(most) = most.filter(|&most| variable.set >= most) {
            let message = format_args!("there are {most} sets, and none is number {}", variable.set);
            cx.violate(Device::DescriptorBinding, variable.inst, message);
        }
    }
    let layout: Option<HashMap<(u32, u32), LayoutBinding>> =
        layout.map(|all| all.iter().map(|one| ((one.set, one.binding), *one)).collect());
    let variables: Vec<&Inst> = bound.iter().map(|variable| variable.inst).collect();
    module.each_entry_point(&variables, &mut |entry, used| {
        let mine = used.iter().filter_map(|&index| bound.get(index));
        match &layout {
            Some(layout) => check_layout(cx, entry, mine, layout),
            None if one_type => check_common_type(cx, mine),
            None => {}
        }
    });
}

fn bound<'m>(module: &'m Module<'_>, inst: &'m Inst) -> Option<Bound<'m>> {
    let set = module.decoration(inst.result, Decoration::DescriptorSet)?.operand();
    let binding = module.decoration(inst.result, Decoration::Binding)?.operand();
    let ty = module.ty(module.result_type(inst).and_then(Type::pointee)?)?;
    let (inner, _) = stripped(module, ty);
    let class = StorageClass::from_u32(module.operand(inst, 0))?;
    // Weight textures and block-match textures have descriptor types of their own (VK_QCOM_image_processing).
    let special = [
        Decoration::WeightTextureQCOM,
        Decoration::BlockMatchTextureQCOM,
        Decoration::BlockMatchSamplerQCOM,
    ];
    if special.iter().any(|&one| module.is_decorated(inst.result, one)) {
        return None;
    }
    let count = match ty.kind {
        Kind::Array { constant, .. } => constant,
        // The binding limits how many descriptors are used.
        Kind::RuntimeArray { .. } => None,
        _ => Some(1),
    };
    Some(Bound {
        inst,
        set,
        binding,
        types: types(module, class, inner)?,
        count,
    })
}

/// The descriptor types that a resource may have; `None` for other variables, which other rules check.
fn types(module: &Module<'_>, class: StorageClass, ty: &Type<'_>) -> Option<&'static [D]> {
    let block = |decoration| module.is_decorated(ty.id, decoration);
    const UNIFORM: &[D] = &[D::UniformBuffer, D::UniformBufferDynamic, D::InlineUniformBlock];
    const STORAGE: &[D] = &[D::StorageBuffer, D::StorageBufferDynamic];
    match class {
        StorageClass::Uniform if block(Decoration::Block) => return Some(UNIFORM),
        StorageClass::Uniform if block(Decoration::BufferBlock) => return Some(STORAGE),
        StorageClass::StorageBuffer if block(Decoration::Block) => return Some(STORAGE),
        StorageClass::UniformConstant => {}
        _ => return None,
    }
    Some(match ty.kind {
        Kind::Sampler => &[D::Sampler, D::CombinedImageSampler],
        Kind::SampledImage { .. } => &[D::CombinedImageSampler],
        Kind::AccelerationStructure => &[D::AccelerationStructure],
        Kind::Image(image) => match (image.sampled, image.dim) {
            (1, dim) if dim == Dim::DimBuffer as u32 => &[D::UniformTexelBuffer],
            (2, dim) if dim == Dim::DimBuffer as u32 => &[D::StorageTexelBuffer],
            (2, dim) if dim == Dim::DimSubpassData as u32 => &[D::InputAttachment],
            (1, _) => &[D::SampledImage, D::CombinedImageSampler],
            (2, _) => &[D::StorageImage],
            _ => return None,
        },
        _ => return None,
    })
}

/// Checks the variables of an entry point against a layout.
fn check_layout<'b>(
    cx: &mut Checker<'_, '_>,
    entry: &EntryPoint<'_>,
    variables: impl Iterator<Item = &'b Bound<'b>>,
    layout: &HashMap<(u32, u32), LayoutBinding>,
) {
    let stage = stage_bit(entry.model);
    for variable in variables {
        let Bound { set, binding, .. } = *variable;
        let mut report =
            |message: core::fmt::Arguments<'_>| cx.violate(Device::DescriptorBinding, variable.inst, message);
        let Some(descriptor) = layout.get(&(set, binding)) else {
            report(format_args!("the layout has no binding {binding} in set {set}"));
            continue;
        };
        if descriptor.stages & stage != stage {
            report(format_args!(
                "binding {binding} of set {set} is not for the stage of the entry point"
            ));
        }
        if descriptor.descriptor == D::Other {
            continue;
        }
        if !variable.types.contains(&descriptor.descriptor) {
            report(format_args!(
                "its type does not match the descriptor type {:?} of the layout",
                descriptor.descriptor
            ));
        }
        // The count of an inline uniform block is in bytes, and such blocks cannot be in arrays.
        let most = match descriptor.descriptor {
            D::InlineUniformBlock => 1,
            _ => descriptor.count,
        };
        if variable.count.is_some_and(|count| count > u64::from(most)) {
            report(format_args!("binding {binding} of set {set} has {most} descriptors"));
        }
    }
}

/// Checks that the variables of an entry point with the same binding have a common descriptor type.
fn check_common_type<'b>(cx: &mut Checker<'_, '_>, variables: impl Iterator<Item = &'b Bound<'b>>) {
    let mut common: HashMap<(u32, u32), Vec<D>> = HashMap::new();
    for variable in variables {
        let binding = (variable.set, variable.binding);
        let types = common.entry(binding).or_insert_with(|| variable.types.to_vec());
        types.retain(|one| variable.types.contains(one));
        if types.is_empty() {
            let message = format_args!(
                "no descriptor type is compatible with it and the others of binding {} in set {}",
                variable.binding, variable.set
            );
            cx.violate(Device::DescriptorBinding, variable.inst, message);
        }
    }
}
