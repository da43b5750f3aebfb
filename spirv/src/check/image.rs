//! Images: their types, sampled images, and the operands and results of sample, fetch, gather, read, write and query
//! instructions (SPIR-V §3.14, Image Operands; §3.52.6, Type-Declaration Instructions; §3.52.10, Image Instructions;
//! Vulkan's Standalone SPIR-V).
//!
//! A table describes the instructions by their traits. `image_processing` checks the instructions of QCOM.

mod access;
mod operands;
mod query;
mod tile;
mod traits;

use super::Checker;
use super::module::{Class, ImageType, Inst, Kind, Models, Module, Scalar, Type};
use super::rule::rules;
use crate::check::message;
use spirv::{Capability as C, Op};

rules! {
    /// Images.
    Image "image" {
        Operands "type-operands" "SPIR-V §3.52.6": "the literals of OpTypeImage are in range, and fit its Dim";
        SampledType "sampled-type" "SPIR-V §3.52.6": "the sampled type is void or a scalar number";
        VulkanSampledType "vulkan-sampled-type" vuid "VUID-StandaloneSpirv-OpTypeImage-04656" "Vulkan, Standalone SPIR-V":
            "the sampled type is a float of 32 bits or an integer of 32 or 64";
        Sampled "sampled" vuid "VUID-StandaloneSpirv-OpTypeImage-04657" "Vulkan, Standalone SPIR-V": "Sampled is 1 or 2";
        Rect "rect" vuid "VUID-StandaloneSpirv-OpTypeImage-09638" "Vulkan, Standalone SPIR-V": "Dim is not Rect";
        Subpass "subpass" vuid "VUID-StandaloneSpirv-OpTypeImage-06214" "Vulkan, Standalone SPIR-V":
            "subpass data is not arrayed, and has Sampled 2";
        Format "format" vuid "VUID-StandaloneSpirv-Image-04965" "Vulkan, Standalone SPIR-V":
            "a format's type is the sampled type" (decides "float or integer and width at the type, signedness at reads and writes") [newer];
        Capability "capability" "SPIR-V §3.31": "the capabilities for an image's type and access are declared";
        SampledImageType "sampled-image-type" "SPIR-V §3.52.6": "a sampled image type is made of an image that can be sampled";
        Combine "combine" "SPIR-V §3.52.10": "OpSampledImage takes an image of its type, and a sampler";
        CombineSampled "combine-sampled" vuid "VUID-StandaloneSpirv-OpTypeSampledImage-06671" "Vulkan, Standalone SPIR-V":
            "OpSampledImage takes an image with Sampled 1";
        Consumer "consumer" "SPIR-V §2.16.1":
            "the result of OpSampledImage is used in its block, by instructions that sample or query";
        ConsumerCopy "consumer-copy" "SPIR-V §2.16.1": "the result of OpSampledImage is not copied" [ours:
            "OpSampledImage: its result is consumed only by what samples, gathers or queries, by OpImage and by non-semantic instructions; a copy is none of them"];
        Extract "extract" "SPIR-V §3.52.10": "the result of OpImage is the image of a sampled image";
        TexelPointer "texel-pointer" "SPIR-V §3.52.8":
            "OpImageTexelPointer takes a pointer to an image, coordinates and a sample, and returns a pointer to a texel";
        TexelPointerUse "texel-pointer-use" "SPIR-V §3.52.8 OpImageTexelPointer":
            "only atomics use a pointer to a texel" [ours:
            "OpImageTexelPointer: Use of such a pointer is limited to atomic operations"];
        AtomicFormat "atomic-format" vuid "VUID-StandaloneSpirv-OpImageTexelPointer-04658" "Vulkan, Standalone SPIR-V":
            "the format behind OpImageTexelPointer is R64i, R64ui, R32f, R32i or R32ui";
        Kind "kind" "SPIR-V §3.52.10": "an instruction takes an image or sampled image of a kind that it allows";
        Result "result" "SPIR-V §3.52.10": "the result has one or four components of the sampled type";
        ReadResult "read-result" vuid "VUID-StandaloneSpirv-Result-04780" "Vulkan, Standalone SPIR-V":
            "the result of OpImageRead has four components";
        Coordinate "coordinate" "SPIR-V §3.52.10": "coordinates are of the instruction's kind, and enough";
        SubpassCoordinate "subpass-coordinate" vuid "VUID-StandaloneSpirv-SubpassData-04660" "Vulkan, Standalone SPIR-V":
            "the coordinates of subpass data are constants of 0" [newer];
        Reference "reference" "SPIR-V §3.52.10": "a depth reference is a float of 32 bits, with Float16ImageAMD also of 16";
        ReferenceDim "reference-dim" vuid "VUID-StandaloneSpirv-OpImage-04777" "Vulkan, Standalone SPIR-V":
            "no depth reference is compared with a 3D image";
        Component "component" "SPIR-V §3.52.10": "the component of a gather is a 32-bit integer";
        ConstantComponent "constant-component" vuid "VUID-StandaloneSpirv-OpImageGather-04664" "Vulkan, Standalone SPIR-V":
            "the component of a gather is a constant";
        Texel "texel" "SPIR-V §3.52.10": "the texel of a write has components of the sampled type";
        TexelComponents "texel-components" vuid "VUID-RuntimeSpirv-OpImageWrite-07112" "Vulkan, Runtime SPIR-V":
            "the texel of a write has the format's components, or more" [ours];
        Mask "mask" "SPIR-V §3.14": "image operands are allowed for the instruction and the image's Dim, and compatible with each other";
        Operand "operand" "SPIR-V §3.14": "an image operand has the required type, and is constant if that is required";
        Extend "extend" "SPIR-V §3.14 Image Operands":
            "SignExtend is for integer texels, ZeroExtend for integer texels of signedness 0, and they exclude each other" [newer];
        ExplicitLevel "explicit-level" "SPIR-V §3.52.10 OpImageSampleExplicitLod": "an explicit level is given, or derivatives" [ours:
            "OpImageSampleExplicitLod: either Lod or Grad image operands must be present"];
        SampledOffset "sampled-offset" vuid "VUID-StandaloneSpirv-Offset-04865" (formerly "VUID-StandaloneSpirv-Offset-04663")
            "Vulkan, Standalone SPIR-V": "offsets are for images with Sampled 1" [ours];
        DynamicOffset "dynamic-offset" vuid "VUID-RuntimeSpirv-Offset-10213" (formerly "VUID-StandaloneSpirv-Offset-04663")
            "Vulkan, Runtime SPIR-V": "without maintenance8, Offset is for gathers";
        Query "query" "SPIR-V §3.52.10": "a query is allowed for the image, and the result has the required components";
        QuerySampled "query-sampled" vuid "VUID-StandaloneSpirv-OpImageQuerySizeLod-04659" "Vulkan, Standalone SPIR-V":
            "levels are queried of images with Sampled 1";
        TileLocation "tile-location" vuid "VUID-StandaloneSpirv-TileImageEXT-08723" "Vulkan, Standalone SPIR-V":
            "variables of tile images have locations of their own" [newer];
        TileModel "tile-model" vuid "VUID-StandaloneSpirv-None-08720" "Vulkan, Standalone SPIR-V":
            "TileImageEXT is used in fragment shaders only" [newer];
        TileCoherent "tile-coherent" "SPV_EXT_shader_tile_image §2.16.2":
            "no variable of TileImageEXT is Coherent where NonCoherentColorAttachmentReadEXT is declared" [ours:
            "It is invalid to apply the Coherent decoration to variables in the TileImageEXT storage class if the NonCoherentColorAttachmentReadEXT execution mode is declared"];
        Stage "stage" "SPIR-V §3.52.10":
            "implicit levels are for fragment shaders, and for compute shaders with derivatives; subpass data and attachments for fragment shaders";
    }
}

/// The values of Dim.
mod dim {
    pub const D1: u32 = 0;
    pub const D2: u32 = 1;
    pub const D3: u32 = 2;
    pub const CUBE: u32 = 3;
    pub const RECT: u32 = 4;
    pub const BUFFER: u32 = 5;
    pub const SUBPASS: u32 = 6;
    pub const TILE: u32 = 4173;
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for ty in &module.types {
        let Some(inst) = module.inst(ty.inst) else { continue };
        match ty.kind {
            Kind::Image(image) => image_type(cx, inst, &image),
            Kind::SampledImage { image } => sampled_image_type(cx, inst, image),
            _ => {}
        }
    }
    if module.has_capability(C::TileImageColorReadAccessEXT) {
        tile::variables(cx);
    }
    for inst in module.of([Class::Image, Class::Foreign]) {
        if let Some(traits) = traits::traits(inst.op) {
            if traits.action == traits::Action::SampleImplicit {
                implicit_stage(cx, inst);
            }
            access::check(cx, inst, &traits);
            continue;
        }
        match inst.op {
            Op::SampledImage => combine(cx, inst),
            Op::Image => extract(cx, inst),
            Op::ImageTexelPointer => texel_pointer(cx, inst),
            Op::ColorAttachmentReadEXT | Op::DepthAttachmentReadEXT | Op::StencilAttachmentReadEXT => {
                tile::check(cx, inst);
            }
            _ => {
                if inst.op == Op::ImageQueryLod {
                    implicit_stage(cx, inst);
                }
                query::check(cx, inst);
            }
        }
    }
}

/// An implicit level of detail is computed from derivatives, which need a fragment shader or a derivative group.
fn implicit_stage(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let others = module.models_of(inst).without(Models::DERIVED);
    if !others.is_empty() {
        cx.violate(Image::Stage, inst, format_args!("it is reached from {others}"));
    } else if module.is_without_derivatives(inst) {
        let message = format_args!("it is reached from an entry point without a derivative group");
        cx.violate(Image::Stage, inst, message);
    }
}

/// The image type of an image or sampled image, and whether it is a sampled image; `None` for other types.
fn image_of(module: &Module<'_>, value: u32) -> Option<(ImageType, bool)> {
    match module.type_of(value)?.kind {
        Kind::Image(image) => Some((image, false)),
        Kind::SampledImage { image } => match module.ty(image)?.kind {
            Kind::Image(image) => Some((image, true)),
            _ => None,
        },
        _ => None,
    }
}

/// The number of coordinates of a texel, without the array layer.
fn plane(image: &ImageType) -> u32 {
    match image.dim {
        dim::D1 | dim::BUFFER => 1,
        dim::D3 | dim::CUBE => 3,
        _ => 2,
    }
}

/// The type of a scalar, or of a vector's components.
fn component(ty: &Type<'_>) -> u32 {
    match ty.kind {
        Kind::Vector { component } => component,
        _ => ty.id,
    }
}

fn image_type(cx: &mut Checker<'_, '_>, inst: &Inst, image: &ImageType) {
    let module = cx.module;
    let sampled = module.ty(image.sampled_type);
    let number = sampled.is_some_and(|ty| ty.is_int() || ty.is_float());
    let mut report = |rule: Image, message: &str| cx.violate(rule, inst, format_args!("{message}"));
    if module.def(image.sampled_type).is_some() && !number && !sampled.is_some_and(Type::is_void) {
        report(Image::SampledType, "the sampled type is no number");
    }
    if image.depth > 2 || image.arrayed > 1 || image.multisampled > 1 || image.sampled > 2 {
        report(Image::Operands, "a literal is out of range");
    }
    let unformatted = image.format == 0;
    match image.dim {
        dim::SUBPASS if !unformatted => report(Image::Operands, "subpass data has a format"),
        dim::TILE if sampled.is_some_and(Type::is_void) => {
            report(Image::SampledType, "the sampled type of a tile image is void");
        }
        dim::TILE if !unformatted || image.sampled != 2 || image.depth != 0 || image.arrayed != 0 => {
            report(
                Image::Operands,
                "a tile image has a format, a depth, layers or is sampled",
            );
        }
        dim::SUBPASS | dim::TILE => {}
        _ if image.multisampled == 1 && image.sampled == 2 && !module.has_capability(C::StorageImageMultisample) => {
            report(Image::Capability, "StorageImageMultisample is not declared");
        }
        _ => {}
    }
    let long = sampled.is_some_and(|ty| ty.is_int() && ty.width() == 64);
    if image.dim == dim::SUBPASS && (image.sampled != 2 || (image.arrayed != 0 && cx.target.is_vulkan())) {
        cx.violate(
            Image::Subpass,
            inst,
            format_args!("Sampled {}, Arrayed {}", image.sampled, image.arrayed),
        );
    }
    if cx.target.is_vulkan() {
        // SPV_AMD_gpu_shader_half_float_fetch allows 16-bit floats as texels.
        let half = sampled.is_some_and(|ty| ty.is_float() && ty.width() == 16);
        let fits = long
            || sampled.is_some_and(|ty| number && ty.width() == 32)
            || (half && module.has_capability(C::Float16ImageAMD));
        vulkan_type(cx, inst, image, fits);
    }
}

fn vulkan_type(cx: &mut Checker<'_, '_>, inst: &Inst, image: &ImageType, fits: bool) {
    let module = cx.module;
    if module.def(image.sampled_type).is_some() && !fits {
        let message = format_args!("the sampled type is {}", module.show(image.sampled_type));
        cx.violate(Image::VulkanSampledType, inst, message);
    }
    if image.sampled == 0 {
        cx.violate(Image::Sampled, inst, format_args!("Sampled is 0"));
    }
    if image.dim == dim::RECT {
        cx.violate(Image::Rect, inst, format_args!("Dim is Rect"));
    }
    let sampled = module.ty(image.sampled_type).map_or(Scalar::None, |ty| ty.scalar);
    let same = match (format_of(image.format), sampled) {
        (Some((Scalar::Float { .. }, _)), Scalar::Float { .. }) => true,
        (Some((Scalar::Int { width, .. }, _)), Scalar::Int { width: expected, .. }) => width == expected,
        (None, _) => true,
        _ => !fits,
    };
    if !same && fits {
        cx.violate(
            Image::Format,
            inst,
            format_args!("the format is {}", message::image_format(image.format)),
        );
    }
}

/// The component type and number of components of a format's texels; `None` for `Unknown` (Vulkan, "SPIR-V Type").
fn format_of(format: u32) -> Option<(Scalar, u32)> {
    let scalar = match format {
        1..=20 => Scalar::Float {
            width: 32,
            encoding: None,
        },
        21..=29 => Scalar::Int {
            width: 32,
            signed: true,
        },
        30..=39 => Scalar::Int {
            width: 32,
            signed: false,
        },
        40 => Scalar::Int {
            width: 64,
            signed: false,
        },
        41 => Scalar::Int {
            width: 64,
            signed: true,
        },
        _ => return None,
    };
    let components = match format {
        3 | 9 | 14 | 15 | 19 | 20 | 24 | 28 | 29 | 33 | 38 | 39 | 40 | 41 => 1,
        6 | 7 | 12 | 13 | 17 | 18 | 25 | 26 | 27 | 35 | 36 | 37 => 2,
        8 => 3,
        _ => 4,
    };
    Some((scalar, components))
}

fn sampled_image_type(cx: &mut Checker<'_, '_>, inst: &Inst, image: u32) {
    let module = cx.module;
    match module.ty(image).map(|ty| ty.kind) {
        Some(Kind::Image(image)) => {
            if image.sampled > 1 {
                cx.violate(Image::SampledImageType, inst, format_args!("the image has Sampled 2"));
            }
            if image.dim == dim::BUFFER && cx.at_least(crate::target::SpirvVersion::V1_6) {
                cx.violate(Image::SampledImageType, inst, format_args!("the image is a buffer"));
            }
        }
        _ if module.def(image).is_some() => {
            let message = format_args!("{} is no image type", module.show(image));
            cx.violate(Image::SampledImageType, inst, message);
        }
        _ => {}
    }
}

fn combine(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (image, sampler) = (module.operand(inst, 0), module.operand(inst, 1));
    if module.def(image).is_none() || module.def(sampler).is_none() {
        return;
    }
    let expected = match module.result_type(inst).map(|ty| ty.kind) {
        Some(Kind::SampledImage { image }) => module.ty(image).map(|ty| ty.kind),
        _ => None,
    };
    let (Some(Kind::Image(expected)), Some(Kind::Image(found))) = (expected, module.type_of(image).map(|ty| ty.kind))
    else {
        return cx.violate(Image::Combine, inst, format_args!("it is not made of an image"));
    };
    // The operand Depth is not compared.
    if (ImageType { depth: 0, ..expected }) != (ImageType { depth: 0, ..found }) {
        cx.violate(
            Image::Combine,
            inst,
            format_args!(
                "the image {} is of another type than the sampled image",
                module.show(image)
            ),
        );
    }
    if found.dim == dim::SUBPASS || found.sampled > 1 {
        cx.violate(
            Image::Combine,
            inst,
            format_args!("the image {} cannot be sampled", module.show(image)),
        );
    }
    if found.sampled != 1 && cx.target.is_vulkan() {
        cx.violate(
            Image::CombineSampled,
            inst,
            format_args!("Sampled is {}", found.sampled),
        );
    }
    if !module.type_of(sampler).is_some_and(|ty| ty.kind == Kind::Sampler) {
        cx.violate(
            Image::Combine,
            inst,
            format_args!("{} is no sampler", module.show(sampler)),
        );
    }
    for at in module.uses(inst.result) {
        let Some(user) = module.inst(at.inst).filter(|user| user.function != super::module::NONE) else {
            continue;
        };
        // Non-semantic instructions may use any id (SPV_KHR_non_semantic_info).
        if user.op == Op::ExtInst && super::logical::is_without_semantics(module, user) {
            continue;
        }
        if user.op == Op::CopyObject {
            let message = format_args!(
                "it uses {}, a sampled image, which only image instructions may use",
                module.show(inst.result)
            );
            cx.violate(Image::ConsumerCopy, user, message);
        }
        if user.block != inst.block {
            cx.violate(
                Image::Consumer,
                user,
                format_args!("{} is made in another block", module.show(inst.result)),
            );
        } else if !consumes(module, user.op) {
            cx.violate(
                Image::Consumer,
                user,
                format_args!(
                    "it uses {}, a sampled image, which only image instructions may use",
                    module.show(inst.result)
                ),
            );
        }
    }
}

/// Whether an instruction may use the result of `OpSampledImage`.
fn consumes(module: &Module<'_>, op: Op) -> bool {
    traits::traits(op).is_some()
        || matches!(
            op,
            Op::Image | Op::ImageQueryLod | Op::CopyObject | Op::SampledImage | Op::ImageSampleFootprintNV
        )
        || (op == Op::Store && module.has_capability(C::BindlessTextureNV))
        || matches!(op as u32, 4480..=4503)
}

fn extract(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let value = module.operand(inst, 0);
    if module.def(value).is_none() {
        return;
    }
    let fits = match module.type_of(value).map(|ty| ty.kind) {
        Some(Kind::SampledImage { image }) => image == inst.result_type,
        _ => false,
    };
    if !fits {
        let message = format_args!("{} is no sampled image of that type", module.show(value));
        cx.violate(Image::Extract, inst, message);
    }
}

/// Checks that only atomics use a pointer to a texel.
pub(super) fn texel_pointer_uses(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    for user in module.uses(inst.result).iter().filter_map(|at| module.inst(at.inst)) {
        let names = matches!(
            user.op,
            Op::Name | Op::Decorate | Op::DecorateId | Op::DecorateString | Op::ExtInst
        );
        if !names && !super::sync::is_atomic(user.op) {
            let message = format_args!("{} points to a texel, and this is no atomic", module.show(inst.result));
            cx.violate(Image::TexelPointerUse, user, message);
        }
    }
}

fn texel_pointer(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[image, coordinate, sample, ..] = module.operands(inst) else {
        return;
    };
    if [image, coordinate, sample].iter().any(|&id| module.def(id).is_none()) {
        return;
    }
    let texel = module
        .result_type(inst)
        .and_then(|ty| Some((ty.storage_class()?, ty.pointee())));
    let pointee = module
        .type_of(image)
        .and_then(|ty| module.ty(ty.pointee()?))
        .map(|ty| ty.kind);
    texel_pointer_uses(cx, inst);
    let mut report = |message: &str| cx.violate(Image::TexelPointer, inst, format_args!("{message}"));
    let Some(Kind::Image(ty)) = pointee else {
        return report("it takes no pointer to an image");
    };
    let vector = module.has_capability(C::AtomicFloat16VectorNV);
    match texel {
        Some((class, pointee)) if class == spirv::StorageClass::Image as u32 => {
            if pointee.is_some_and(|pointee| pointee != ty.sampled_type) && !vector {
                report("the result points to a type other than the sampled type");
            }
        }
        _ => report("the result is no pointer of storage class Image"),
    }
    if matches!(ty.dim, dim::SUBPASS | dim::TILE) {
        report("the image's Dim has no texel pointers");
    }
    if ty.arrayed == 1 && !matches!(ty.dim, dim::D1 | dim::D2 | dim::CUBE) {
        report("the image has layers and a Dim that has none");
    }
    let arrayed = if ty.dim == dim::D3 || ty.dim == dim::RECT {
        0
    } else {
        ty.arrayed
    };
    let expected = plane(&ty).saturating_add(arrayed);
    let expected = if ty.dim == dim::CUBE { 3 } else { expected };
    let found = module
        .type_of(coordinate)
        .filter(|ty| ty.is_int_or_vector())
        .map(|ty| ty.lanes);
    if found != Some(expected) {
        report("the coordinates are not as many integers as the image takes");
    }
    let single = ty.multisampled != 0 || module.constant_int(sample) == Some(0);
    if !module.type_of(sample).is_some_and(Type::is_int) || !single {
        report("the sample is no integer, or not 0 for an image without samples");
    }
    // R32f, R32i, R32ui, R64ui and R64i; with AtomicFloat16VectorNV also Rgba16f and Rg16f.
    let atomic = matches!(ty.format, 3 | 24 | 33 | 40 | 41) || (vector && matches!(ty.format, 2 | 7));
    if cx.target.is_vulkan() && !atomic {
        cx.violate(
            Image::AtomicFormat,
            inst,
            format_args!("the format is {}", message::image_format(ty.format)),
        );
    }
}
