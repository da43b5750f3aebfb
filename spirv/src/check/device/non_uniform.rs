//! Resources and elements selected with indices that are decorated NonUniform.
//!
//! "If an instruction accesses memory through any resource … the operand corresponding to that resource (e.g. the pointer
//! or sampled image operand) must be decorated with NonUniform" (Vulkan, Runtime SPIR-V). Loading a handle, `OpImage`,
//! `OpSampledImage` and `OpImageTexelPointer` access no memory of a resource; the instructions that use their results do,
//! so these results are decorated, and not the pointers and handles from which they are derived.

use super::Device;
use super::instructions::is_atomic;
use crate::check::Checker;
use crate::check::capability::Resource;
use crate::check::message::named;
use crate::check::module::{Class, Inst, Kind, Module, NONE, Type};
use spirv::{Decoration, Op, StorageClass};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if !module.has_capability(spirv::Capability::ShaderNonUniform) {
        return;
    }
    let classes = [Class::Memory, Class::Image];
    for inst in module.of(classes).filter(|inst| inst.function != NONE) {
        match inst.op {
            Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain => {
                chain(cx, inst)
            }
            Op::Load | Op::SampledImage | Op::Image | Op::ImageTexelPointer => derived(cx, inst),
            _ => {}
        }
    }
}

/// Whether a value is a handle of a resource, which is only used by instructions that access the resource.
fn is_handle(ty: Option<&Type<'_>>) -> bool {
    ty.is_some_and(|ty| {
        matches!(
            ty.kind,
            Kind::Image(_) | Kind::Sampler | Kind::SampledImage { .. } | Kind::AccelerationStructure
        )
    })
}

fn is_non_uniform(module: &Module<'_>, id: u32) -> bool {
    module.is_decorated(id, Decoration::NonUniform)
}

/// Whether the effective subgroup size is known to be 1.
fn has_single_invocation(cx: &Checker<'_, '_>) -> bool {
    cx.target.limits().subgroup_size == Some(1)
}

fn chain(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    if let Some((resource, depth)) = Resource::selected(module, inst) {
        if is_non_uniform(module, inst.result) {
            if !module.has_capability(resource.non_uniform()) {
                capability(cx, inst, resource);
            }
        } else if selects_non_uniformly(module, inst, depth) && is_accessed(module, inst.result) {
            undecorated(cx, inst);
        }
    }
    let class = module.result_type(inst).and_then(Type::storage_class);
    if class == Some(StorageClass::PushConstant as u32) && indexes_array(module, inst) {
        cx.violate(
            Device::PushConstantIndex,
            inst,
            format_args!("an index of an array is decorated NonUniform"),
        );
    }
}

/// Whether an index that selects an element of an array is decorated NonUniform.
fn indexes_array(module: &Module<'_>, inst: &Inst) -> bool {
    let pointer = module.type_of(module.operand(inst, 0));
    let mut ty = pointer.and_then(Type::pointee).and_then(|id| module.ty(id));
    for &index in module.operands(inst).get(first_index(inst.op)..).unwrap_or(&[]) {
        let next = match ty.map(|ty| ty.kind) {
            Some(Kind::Array { .. } | Kind::RuntimeArray { .. }) if is_non_uniform(module, index) => return true,
            Some(Kind::Array { element, .. } | Kind::RuntimeArray { element }) => Some(element),
            Some(Kind::Struct { members }) => {
                let member = module.constant_u32(index);
                member.and_then(|member| members.get(member as usize).copied())
            }
            _ => None,
        };
        ty = next.and_then(|next| module.ty(next));
    }
    false
}

/// The position of the first index of an access chain among its operands.
fn first_index(op: Op) -> usize {
    match op {
        Op::AccessChain | Op::InBoundsAccessChain => 1,
        _ => 2,
    }
}

/// Whether one of the indices with which an access chain selects a resource is decorated.
fn selects_non_uniformly(module: &Module<'_>, inst: &Inst, depth: usize) -> bool {
    let indices = module.operands(inst).get(first_index(inst.op)..).unwrap_or(&[]);
    indices.iter().take(depth).any(|&index| is_non_uniform(module, index))
}

fn capability(cx: &mut Checker<'_, '_>, inst: &Inst, resource: Resource) {
    use Device as D;
    let pair = match resource {
        Resource::UniformBuffer => [D::UniformBuffer, D::UniformBufferAlone],
        Resource::SampledImage => [D::SampledImage, D::SampledImageAlone],
        Resource::StorageBuffer => [D::StorageBuffer, D::StorageBufferAlone],
        Resource::StorageImage => [D::StorageImage, D::StorageImageAlone],
        Resource::InputAttachment => [D::InputAttachment, D::InputAttachmentAlone],
        Resource::UniformTexelBuffer => [D::UniformTexelBuffer, D::UniformTexelBufferAlone],
        Resource::StorageTexelBuffer => [D::StorageTexelBuffer, D::StorageTexelBufferAlone],
    };
    let [rule, single_rule] = pair;
    cx.violate(
        if has_single_invocation(cx) { single_rule } else { rule },
        inst,
        format_args!("{} is not declared", named(resource.non_uniform())),
    );
}

fn undecorated(cx: &mut Checker<'_, '_>, inst: &Inst) {
    // The two rules apply if "the DescriptorHeapEXT capability is not declared".
    if cx.module.has_capability(spirv::Capability::DescriptorHeapEXT) {
        return;
    }
    let rule = if has_single_invocation(cx) {
        Device::NonUniformAlone
    } else {
        Device::NonUniform
    };
    cx.violate(
        rule,
        inst,
        format_args!("{} is not decorated NonUniform", cx.module.show(inst.result)),
    );
}

/// Whether an instruction accesses memory through a pointer or an image.
fn is_accessed(module: &Module<'_>, id: u32) -> bool {
    module.uses(id).iter().any(|at| {
        module.inst(at.inst).is_some_and(|user| match user.op {
            Op::Load => !is_handle(module.result_type(user)),
            Op::Store | Op::CopyMemory | Op::CopyMemorySized => true,
            Op::CooperativeMatrixLoadKHR | Op::CooperativeMatrixStoreKHR => true,
            Op::CooperativeMatrixLoadTensorNV | Op::CooperativeMatrixStoreTensorNV => true,
            Op::CooperativeVectorLoadNV | Op::CooperativeVectorStoreNV => true,
            op => is_atomic(op) || matches!(op as u32, 87..=99 | 305..=315 | 320),
        })
    })
}

/// Checks an image or sampled image that is derived from a decorated value.
fn derived(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    if is_non_uniform(module, inst.result) {
        if inst.op == Op::Load {
            loaded(cx, inst);
        }
        return;
    }
    let opaque = module
        .result_type(inst)
        .is_some_and(|ty| matches!(ty.kind, Kind::Image(_) | Kind::SampledImage { .. }));
    if !opaque && inst.op != Op::ImageTexelPointer {
        return;
    }
    let from = sources(module, inst)
        .iter()
        .any(|&source| is_derived_from_non_uniform(module, source));
    if from && is_accessed(module, inst.result) {
        undecorated(cx, inst);
    }
}

/// Checks the capability for a decorated handle that is loaded through a pointer that is not decorated.
fn loaded(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let pointer = module.operand(inst, 0);
    let Some(chain) = module.def(pointer).filter(|_| !is_non_uniform(module, pointer)) else {
        return;
    };
    if let Some((resource, depth)) = Resource::selected(module, chain)
        && selects_non_uniformly(module, chain, depth)
        && !module.has_capability(resource.non_uniform())
    {
        capability(cx, inst, resource);
    }
}

/// The operands from which an image, a sampler or a sampled image is derived.
fn sources<'w>(module: &Module<'w>, inst: &Inst) -> &'w [u32] {
    let count = match inst.op {
        Op::SampledImage => 2,
        Op::Load | Op::Image | Op::ImageTexelPointer => 1,
        _ => 0,
    };
    module.operands(inst).get(..count).unwrap_or(&[])
}

/// Whether a value is decorated NonUniform or derived from such a value. A sampled image is derived from a loaded image
/// and a loaded sampler, which bounds the number of steps.
fn is_derived_from_non_uniform(module: &Module<'_>, id: u32) -> bool {
    let from = |id: u32| {
        let inst = module.def(id)?;
        Some(sources(module, inst))
    };
    is_selected_non_uniform(module, id)
        || from(id).unwrap_or(&[]).iter().any(|&source| {
            is_selected_non_uniform(module, source)
                || from(source)
                    .unwrap_or(&[])
                    .iter()
                    .any(|&source| is_selected_non_uniform(module, source))
        })
}

/// Whether a value is decorated NonUniform or points to a resource that is selected with an index that is.
fn is_selected_non_uniform(module: &Module<'_>, id: u32) -> bool {
    is_non_uniform(module, id)
        || module.def(id).is_some_and(|inst| {
            Resource::selected(module, inst).is_some_and(|(_, depth)| selects_non_uniformly(module, inst, depth))
        })
}
