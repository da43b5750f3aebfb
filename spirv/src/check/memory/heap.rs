//! Descriptors: the memory from which images, samplers and acceleration structures are loaded, and the instructions of
//! SPV_EXT_descriptor_heap.

use super::{Memory, root};
use crate::check::Checker;
use crate::check::image::texel_pointer_uses;
use crate::check::message;
use crate::check::module::{Inst, Kind, Module};
use spirv::{BuiltIn, Decoration, Dim, ImageFormat, Op, StorageClass};

/// Whether a variable is the heap with this built-in.
fn is_heap(module: &Module<'_>, variable: &Inst, heap: BuiltIn) -> bool {
    let row = module.decoration(variable.result, Decoration::BuiltIn);
    row.is_some_and(|row| row.operand() == heap as u32)
}

/// Checks that the load of a descriptor is from a variable with a binding or from a heap.
pub(super) fn load(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    if !cx.target.is_vulkan() {
        return;
    }
    let Some(ty) = module.result_type(inst) else { return };
    let (rule, heap) = match ty.kind {
        Kind::Sampler => (Memory::HeapSampler, BuiltIn::SamplerHeapEXT),
        Kind::Image(_) => (Memory::HeapImage, BuiltIn::ResourceHeapEXT),
        Kind::AccelerationStructure => (Memory::HeapStructure, BuiltIn::ResourceHeapEXT),
        _ => return,
    };
    let variable = root(module, module.operand(inst, 0));
    let Some(variable) = variable.filter(|variable| matches!(variable.op, Op::Variable | Op::UntypedVariableKHR))
    else {
        return;
    };
    let class = StorageClass::from_u32(module.operand(variable, 0));
    // The location of a tile image replaces its binding.
    if class == Some(StorageClass::TileImageEXT) {
        return;
    }
    let local = matches!(class, Some(StorageClass::Private | StorageClass::Function));
    let bound = module.is_decorated(variable.result, Decoration::DescriptorSet)
        && module.is_decorated(variable.result, Decoration::Binding);
    let fits = bound || is_heap(module, variable, heap) || (local && rule == Memory::HeapStructure);
    if !fits {
        cx.violate(
            rule,
            inst,
            format_args!(
                "{} has neither a binding nor the built-in of that heap",
                module.show(variable.result)
            ),
        );
    }
}

/// Checks an `OpBufferPointerEXT`.
pub(super) fn buffer(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let pointer = module.operand(inst, 0);
    let result = module.result_type(inst).and_then(|ty| ty.storage_class());
    let result = result.and_then(StorageClass::from_u32);
    let untyped = module
        .type_of(pointer)
        .is_some_and(|ty| matches!(ty.kind, Kind::UntypedPointer { .. }));
    let heap = root(module, pointer).is_none_or(|variable| {
        is_heap(module, variable, BuiltIn::ResourceHeapEXT)
            // Pointers from parameters, phis and selects are not traced.
            || !matches!(variable.op, Op::Variable | Op::UntypedVariableKHR)
    });
    let buffers = matches!(result, Some(StorageClass::Uniform | StorageClass::StorageBuffer));
    if !buffers || !untyped || !heap {
        cx.violate(
            Memory::HeapBuffer,
            inst,
            format_args!(
                "{} is no untyped pointer to a descriptor, or the result is no pointer",
                module.show(pointer)
            ),
        );
    }
}

/// Checks an `OpUntypedImageTexelPointerEXT`.
pub(super) fn texel(cx: &mut Checker<'_, '_>, inst: &Inst) {
    texel_pointer_uses(cx, inst);
    let module = cx.module;
    let [image, pointer, coordinate, sample] = [0, 1, 2, 3].map(|index| module.operand(inst, index));
    let result = module.result_type(inst).map(|ty| ty.kind);
    let class = StorageClass::Image as u32;
    let untyped = module.type_of(pointer).map(|ty| ty.kind);
    let (Some(Kind::Image(ty)), true, Some(Kind::UntypedPointer { .. })) = (
        module.ty(image).map(|ty| ty.kind),
        result == Some(Kind::UntypedPointer { class }),
        untyped,
    ) else {
        return cx.violate(
            Memory::HeapTexel,
            inst,
            format_args!("{} is no image, or a pointer is of another kind", module.show(image)),
        );
    };
    let plane = match Dim::from_u32(ty.dim) {
        Some(Dim::Dim1D | Dim::DimBuffer) => 1,
        Some(Dim::Dim2D | Dim::DimRect) => 2,
        Some(Dim::Dim3D | Dim::DimCube) => 3,
        _ => 0,
    };
    // Layers and faces of a Cube share a component.
    let layers = u32::from(ty.arrayed != 0 && plane < 3);
    let lanes = module
        .type_of(coordinate)
        .filter(|ty| ty.is_int_or_vector())
        .map(|ty| ty.lanes);
    let sampled = module.type_of(sample).is_some_and(|ty| ty.is_int());
    if plane == 0 || lanes != Some(plane + layers) || !sampled {
        cx.violate(
            Memory::HeapTexel,
            inst,
            format_args!("the coordinates or the sample do not match the image"),
        );
    }
    let atomic = module
        .uses(inst.result)
        .iter()
        .filter_map(|at| module.inst(at.inst))
        .any(|user| crate::check::sync::is_atomic(user.op));
    let fits = matches!(
        ImageFormat::from_u32(ty.format),
        Some(ImageFormat::R64i | ImageFormat::R64ui | ImageFormat::R32f | ImageFormat::R32i | ImageFormat::R32ui)
    );
    if cx.target.is_vulkan() && atomic && !fits {
        cx.violate(
            Memory::HeapAtomic,
            inst,
            format_args!("the format is {}", message::image_format(ty.format)),
        );
    }
}
