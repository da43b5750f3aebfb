//! Image operands: which instructions and images allow them, and their types (SPIR-V §3.14, Image Operands).

use super::super::Checker;
use super::super::module::{ImageType, Inst, Kind, Module, Scalar, Type};
use super::traits::{Action, Traits};
use super::{Image, dim, format_of, plane};
use crate::check::message;
use crate::target::{Feature, Support};
use spirv::{Capability as C, ImageOperands as M, Op};

/// The bits that have operands, in ascending order; `Grad` has two.
const WITH_OPERAND: [M; 11] = [
    M::BIAS,
    M::LOD,
    M::GRAD,
    M::CONST_OFFSET,
    M::OFFSET,
    M::CONST_OFFSETS,
    M::SAMPLE,
    M::MIN_LOD,
    M::MAKE_TEXEL_AVAILABLE,
    M::MAKE_TEXEL_VISIBLE,
    M::OFFSETS,
];

pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst, traits: &Traits, image: &ImageType) {
    let module = cx.module;
    let index = if traits.reference || matches!(traits.action, Action::Gather | Action::Write) {
        3
    } else {
        2
    };
    let words = module.operands(inst).get(index..).unwrap_or(&[]);
    let mask = M::from_bits_retain(words.first().copied().unwrap_or(0));
    combination(cx, inst, traits, image, mask);
    let mut rest = words.iter().skip(1).copied();
    for bit in WITH_OPERAND {
        if !mask.contains(bit) {
            continue;
        }
        let count = if bit == M::GRAD { 2 } else { 1 };
        for id in rest.by_ref().take(count) {
            if module.def(id).is_some() && !fits(cx, traits, image, bit, id) {
                let message = format_args!(
                    "{} does not fit the image operand {}",
                    module.show(id),
                    message::image_operands(bit.bits())
                );
                cx.violate(Image::Operand, inst, message);
            }
        }
    }
    extension(cx, inst, traits, image, mask);
    if cx.target.is_vulkan() {
        vulkan(cx, inst, traits, image, mask);
    }
}

/// `SignExtend` requires integer texels, `ZeroExtend` integer texels with signedness 0.
fn extension(cx: &mut Checker<'_, '_>, inst: &Inst, traits: &Traits, image: &ImageType, mask: M) {
    let module = cx.module;
    if !mask.intersects(M::SIGN_EXTEND | M::ZERO_EXTEND) {
        return;
    }
    // If the sampled type is void, the texel that is read or written determines the type.
    let shown = match traits.action {
        Action::Write => module.type_of(module.operand(inst, 2)),
        _ => module.result_type(inst).and_then(|ty| match ty.kind {
            // The result of a sparse access consists of the residency code and the texel.
            Kind::Struct { members: &[_, texel] } => module.ty(texel),
            _ => Some(ty),
        }),
    };
    let void = module.ty(image.sampled_type).is_none_or(Type::is_void);
    let Some(texel) = (if void { shown } else { module.ty(image.sampled_type) }) else {
        return;
    };
    let unsigned = matches!(texel.scalar, Scalar::Int { signed: false, .. });
    let (name, fits) = if mask.contains(M::ZERO_EXTEND) {
        ("ZeroExtend", unsigned)
    } else {
        ("SignExtend", matches!(texel.scalar, Scalar::Int { .. }))
    };
    let both = mask.contains(M::SIGN_EXTEND | M::ZERO_EXTEND);
    if both {
        let message = format_args!("SignExtend and ZeroExtend exclude each other");
        cx.violate(Image::Extend, inst, message);
    } else if !fits {
        let message = format_args!("{name} is for other texels than {}", module.show(texel.id));
        cx.violate(Image::Extend, inst, message);
    }
}

/// Checks that the operands are compatible with each other, the instruction and the image.
fn combination(cx: &mut Checker<'_, '_>, inst: &Inst, traits: &Traits, image: &ImageType, mask: M) {
    let module = cx.module;
    let mut report = |message: &str| {
        cx.violate(
            Image::Mask,
            inst,
            format_args!(
                "{message}; the image operands are {}",
                message::image_operands(mask.bits())
            ),
        )
    };
    let implicit = traits.action == Action::SampleImplicit;
    let explicit = traits.action == Action::SampleExplicit;
    let gather = traits.action == Action::Gather;
    let texels = matches!(traits.action, Action::Fetch | Action::Read | Action::Write);
    let amd = gather && module.has_capability(C::ImageGatherBiasLodAMD);
    let lod = module.has_capability(C::ImageReadWriteLodAMD);
    let levels = matches!(image.dim, dim::D1 | dim::D2 | dim::D3 | dim::CUBE);
    let offsets = M::CONST_OFFSET | M::OFFSET | M::CONST_OFFSETS | M::OFFSETS;
    if (mask & offsets).bits().count_ones() > 1 {
        report("there are several offsets");
    }
    if mask.contains(M::BIAS) && !(implicit || amd) {
        report("Bias is for implicit levels");
    }
    if mask.contains(M::LOD) && !(explicit || amd || traits.action == Action::Fetch || (texels && lod)) {
        report("Lod is for explicit levels and fetches");
    }
    if mask.contains(M::LOD | M::GRAD) {
        report("there are both Lod and Grad");
    }
    if mask.contains(M::GRAD) && !explicit {
        report("Grad is for explicit levels");
    }
    if mask.contains(M::MIN_LOD) && !(implicit || mask.contains(M::GRAD)) {
        report("MinLod is for implicit levels and Grad");
    }
    if mask.intersects(M::BIAS | M::LOD | M::MIN_LOD) && !levels {
        report("the image's Dim has no levels");
    }
    if mask.intersects(M::BIAS | M::LOD | M::GRAD | M::MIN_LOD) && image.multisampled != 0 {
        report("an image of several samples has no levels");
    }
    if mask.intersects(M::CONST_OFFSET | M::OFFSET | M::CONST_OFFSETS) && image.dim == dim::CUBE {
        report("a cube has no offsets");
    }
    if mask.contains(M::CONST_OFFSETS) && !gather {
        report("ConstOffsets is for gathers");
    }
    if mask.contains(M::SAMPLE) != (image.multisampled != 0 && texels) {
        report("Sample goes with images of several samples, and only with those");
    }
    if explicit && !mask.intersects(M::LOD | M::GRAD) {
        let message = format_args!(
            "the image operands are {}, with neither Lod nor Grad",
            message::image_operands(mask.bits())
        );
        cx.violate(Image::ExplicitLevel, inst, message);
    }
    let mut report = |message: &str| {
        cx.violate(
            Image::Mask,
            inst,
            format_args!(
                "{message}; the image operands are {}",
                message::image_operands(mask.bits())
            ),
        )
    };
    let private = !mask.contains(M::NON_PRIVATE_TEXEL);
    if mask.contains(M::MAKE_TEXEL_AVAILABLE) && (private || traits.action != Action::Write) {
        report("MakeTexelAvailable is for writes, with NonPrivateTexel");
    }
    if mask.contains(M::MAKE_TEXEL_VISIBLE) && (private || traits.action != Action::Read) {
        report("MakeTexelVisible is for reads, with NonPrivateTexel");
    }
}

fn is_constant(module: &Module<'_>, id: u32) -> bool {
    module.op(id) != Some(Op::Undef) && (module.constant(id).is_some() || module.op(id) == Some(Op::SpecConstantOp))
}

/// Whether floats are as wide as coordinates and levels: 32 bits, or 16 with SPV_AMD_gpu_shader_half_float_fetch.
pub(super) fn is_wide(module: &Module<'_>, ty: &Type<'_>) -> bool {
    ty.width() == 32 || (ty.width() == 16 && module.has_capability(C::Float16ImageAMD))
}

/// Whether an operand has the required type.
fn fits(cx: &Checker<'_, '_>, traits: &Traits, image: &ImageType, bit: M, id: u32) -> bool {
    let module = cx.module;
    let Some(ty) = module.type_of(id) else { return false };
    let texels = matches!(traits.action, Action::Fetch | Action::Read | Action::Write);
    match bit {
        M::BIAS | M::MIN_LOD => ty.is_float() && is_wide(module, ty),
        M::LOD if texels => ty.is_int32(),
        M::LOD => ty.is_float() && is_wide(module, ty),
        M::GRAD => ty.is_float_or_vector() && is_wide(module, ty) && ty.lanes == plane(image),
        // `combination` reports offsets for cubes.
        M::CONST_OFFSET | M::OFFSET => {
            let constant = bit == M::OFFSET || is_constant(module, id);
            constant
                && ty.is_int_or_vector()
                && ty.width() == 32
                && (ty.lanes == plane(image) || image.dim == dim::CUBE)
        }
        M::CONST_OFFSETS => is_constant(module, id) && is_four_pairs(module, ty),
        M::SAMPLE => ty.is_int32(),
        // `sync` checks scopes. The offsets of NV are not checked.
        _ => true,
    }
}

/// Whether a type is an array of four vectors of two 32-bit integers.
fn is_four_pairs(module: &Module<'_>, ty: &Type<'_>) -> bool {
    match ty.kind {
        Kind::Array { element, default, .. } => {
            let pair = module.ty(element);
            default.is_none_or(|count| count == 4)
                && pair.is_some_and(|ty| ty.is_int_or_vector() && ty.width() == 32 && ty.lanes == 2)
        }
        _ => false,
    }
}

fn vulkan(cx: &mut Checker<'_, '_>, inst: &Inst, traits: &Traits, image: &ImageType, mask: M) {
    if mask.intersects(M::CONST_OFFSET | M::OFFSET | M::CONST_OFFSETS) && image.sampled != 1 {
        cx.violate(Image::SampledOffset, inst, format_args!("Sampled is {}", image.sampled));
    }
    let maintained = cx.target.feature(Feature::Maintenance8) == Support::Enabled;
    if mask.contains(M::OFFSET) && traits.action != Action::Gather && !maintained {
        cx.violate(
            Image::DynamicOffset,
            inst,
            format_args!("Offset is for gathers without maintenance8"),
        );
    }
    let sampled = cx.module.ty(image.sampled_type).map(|ty| ty.scalar);
    if let (Some((Scalar::Int { signed: expected, .. }, _)), Some(Scalar::Int { signed, .. })) =
        (format_of(image.format), sampled)
    {
        let signed = (signed || mask.contains(M::SIGN_EXTEND)) && !mask.contains(M::ZERO_EXTEND);
        if signed != expected && matches!(traits.action, Action::Read | Action::Write | Action::Fetch) {
            cx.violate(
                Image::Format,
                inst,
                format_args!("the format is {}, the access is {}", sign(expected), sign(signed)),
            );
        }
    }
}

/// The name of the signedness.
const fn sign(signed: bool) -> &'static str {
    if signed { "signed" } else { "unsigned" }
}
