//! Checks samples, fetches, gathers, reads and writes by their traits.

use super::super::Checker;
use super::super::module::{ImageType, Inst, Kind, Models, Module, Type, Value};
use super::traits::{Action, Traits};
use super::{Image, component, dim, format_of, image_of, operands, plane};
use crate::check::message::named;
use spirv::{Capability as C, ExecutionModel as E, Op};

pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst, traits: &Traits) {
    let module = cx.module;
    let (id, coordinate, third) = (
        module.operand(inst, 0),
        module.operand(inst, 1),
        module.operand(inst, 2),
    );
    if module.def(id).is_none() || module.def(coordinate).is_none() {
        return;
    }
    let sampling = matches!(
        traits.action,
        Action::SampleImplicit | Action::SampleExplicit | Action::Gather
    );
    let Some((image, _)) = image_of(module, id).filter(|&(_, sampled)| sampled == sampling) else {
        let expected = if sampling { "sampled image" } else { "image" };
        return cx.violate(Image::Kind, inst, format_args!("{} is no {expected}", module.show(id)));
    };
    kind(cx, inst, traits, &image);
    if traits.action == Action::Write {
        texel(cx, inst, &image, third);
    } else {
        result(cx, inst, traits, &image);
    }
    coordinates(cx, inst, traits, &image, coordinate);
    if traits.reference {
        // SPV_AMD_gpu_shader_half_float_fetch allows references of 16 bits.
        let has_half = module.has_capability(C::Float16ImageAMD);
        let fits = module
            .type_of(third)
            .is_some_and(|ty| ty.is_float() && (ty.width() == 32 || has_half && ty.width() == 16));
        if !fits && module.def(third).is_some() {
            cx.violate(
                Image::Reference,
                inst,
                format_args!("{} is no 32-bit float", module.show(third)),
            );
        }
        if cx.target.is_vulkan() && image.dim == dim::D3 {
            cx.violate(Image::ReferenceDim, inst, format_args!("the image is 3D"));
        }
    } else if traits.action == Action::Gather && module.def(third).is_some() {
        if !module.type_of(third).is_some_and(Type::is_int32) {
            cx.violate(
                Image::Component,
                inst,
                format_args!("{} is no 32-bit integer", module.show(third)),
            );
        }
        let constant = module.constant(third).is_some() || module.op(third) == Some(Op::SpecConstantOp);
        if cx.target.is_vulkan() && !constant {
            cx.violate(
                Image::ConstantComponent,
                inst,
                format_args!("{} is no constant 0", module.show(third)),
            );
        }
    }
    operands::check(cx, inst, traits, &image);
}

/// Checks that the image has a type that the instruction accepts.
fn kind(cx: &mut Checker<'_, '_>, inst: &Inst, traits: &Traits, image: &ImageType) {
    let module = cx.module;
    let mut report = |message: &str| cx.violate(Image::Kind, inst, format_args!("{message}"));
    match traits.action {
        Action::SampleImplicit | Action::SampleExplicit => {
            if image.multisampled != 0 {
                report("a multisampled image can only be fetched");
            }
            if image.dim == dim::BUFFER {
                report("a buffer cannot be sampled");
            }
            let flat = matches!(image.dim, dim::D1 | dim::D2 | dim::D3 | dim::RECT) && image.arrayed == 0;
            if traits.projective && !flat {
                report("projective coordinates require Dim 1D, 2D, 3D or Rect, not arrayed");
            }
        }
        Action::Gather => {
            if image.multisampled != 0 {
                report("a multisampled image can only be fetched");
            }
            if !matches!(image.dim, dim::D2 | dim::CUBE | dim::RECT) {
                report("a gather requires Dim 2D, Cube or Rect");
            }
        }
        Action::Fetch => {
            if image.dim == dim::CUBE {
                report("a cube cannot be fetched");
            }
            if image.sampled != 1 {
                report("a fetch requires Sampled 1");
            }
        }
        Action::Read | Action::Write => {
            if image.sampled == 1 {
                report("reads and writes require Sampled 0 or 2");
            }
            if image.dim == dim::TILE
                || (image.dim == dim::SUBPASS && (traits.action == Action::Write || traits.sparse))
            {
                report("the instruction does not access images of this Dim");
            }
            storage(cx, inst, traits, image);
        }
    }
    if image.dim == dim::SUBPASS && traits.action == Action::Read {
        let others = module.models_of(inst).without(Models::of(&[E::Fragment]));
        if !others.is_empty() {
            cx.violate(Image::Stage, inst, format_args!("subpass data is read from {others}"));
        }
    }
}

fn storage(cx: &mut Checker<'_, '_>, inst: &Inst, traits: &Traits, image: &ImageType) {
    let module = cx.module;
    let storage = image.sampled == 2;
    let of_dim = match (image.dim, image.arrayed) {
        (dim::D1, _) => Some(C::Image1D),
        (dim::RECT, _) => Some(C::ImageRect),
        (dim::BUFFER, _) => Some(C::ImageBuffer),
        (dim::CUBE, 1) => Some(C::ImageCubeArray),
        _ => None,
    };
    let is_ms_array = image.multisampled == 1 && image.arrayed == 1 && image.dim != dim::SUBPASS;
    let unformatted = cx.target.is_vulkan() && image.format == 0 && !matches!(image.dim, dim::SUBPASS | dim::TILE);
    let unformatted = unformatted.then_some(match traits.action {
        Action::Write => C::StorageImageWriteWithoutFormat,
        _ => C::StorageImageReadWithoutFormat,
    });
    // Versions of spirv-val ask it where the type is declared, or not at all.
    let sampled = module.ty(image.sampled_type);
    let is_long = sampled.is_some_and(|ty| ty.is_int() && ty.width() == 64);
    let expected = [
        of_dim.filter(|_| storage),
        Some(C::ImageMSArray).filter(|_| storage && is_ms_array),
        unformatted,
        Some(C::Int64ImageEXT).filter(|_| is_long),
    ];
    for capability in expected.into_iter().flatten() {
        if !module.has_capability(capability) {
            cx.violate_part(
                Image::Capability,
                capability != C::Int64ImageEXT,
                inst,
                format_args!("{capability} is not declared", capability = named(capability)),
            );
        }
    }
}

/// The type of the texel that is read: the result or, for sparse instructions, the second member of the result.
fn read_type<'m, 'w>(module: &'m Module<'w>, inst: &Inst, traits: &Traits) -> Option<&'m Type<'w>> {
    let ty = module.result_type(inst)?;
    if !traits.sparse {
        return Some(ty);
    }
    match ty.kind {
        Kind::Struct {
            members: &[code, texel],
        } if module.ty(code).is_some_and(Type::is_int) => module.ty(texel),
        _ => None,
    }
}

fn result(cx: &mut Checker<'_, '_>, inst: &Inst, traits: &Traits, image: &ImageType) {
    let module = cx.module;
    let number = |ty: &&Type<'_>| ty.is_int_or_vector() || ty.is_float_or_vector();
    let Some(ty) = read_type(module, inst, traits).filter(number) else {
        return cx.violate(
            Image::Result,
            inst,
            format_args!("the result is not a numeric scalar or vector"),
        );
    };
    let is_void = module.ty(image.sampled_type).is_none_or(Type::is_void);
    let is_depth = traits.reference && traits.action != Action::Gather;
    if (!is_void || traits.reference) && component(ty) != image.sampled_type {
        cx.violate(
            Image::Result,
            inst,
            format_args!("the components of the result do not have the Sampled Type"),
        );
    }
    let lanes = if is_depth { 1 } else { 4 };
    if traits.action == Action::Read {
        if cx.target.is_vulkan() && ty.lanes != 4 {
            cx.violate(
                Image::ReadResult,
                inst,
                format_args!("the result has {} components, not 4", ty.lanes),
            );
        }
    } else if ty.lanes != lanes {
        cx.violate(
            Image::Result,
            inst,
            format_args!("the result has {} components instead of {lanes}", ty.lanes),
        );
    }
}

fn texel(cx: &mut Checker<'_, '_>, inst: &Inst, image: &ImageType, texel: u32) {
    let module = cx.module;
    if module.def(texel).is_none() {
        return;
    }
    let ty = module
        .type_of(texel)
        .filter(|ty| ty.is_int_or_vector() || ty.is_float_or_vector());
    let Some(ty) = ty else {
        return cx.violate(
            Image::Texel,
            inst,
            format_args!("{} is not a numeric scalar or vector", module.show(texel)),
        );
    };
    let is_void = module.ty(image.sampled_type).is_none_or(Type::is_void);
    if !is_void && component(ty) != image.sampled_type {
        cx.violate(
            Image::Texel,
            inst,
            format_args!("the components of {} do not have the Sampled Type", module.show(texel)),
        );
    }
    let expected = format_of(image.format).map_or(0, |(_, components)| components);
    if cx.target.is_vulkan() && ty.lanes < expected {
        cx.violate(
            Image::TexelComponents,
            inst,
            format_args!("the texel has {} of {expected} components", ty.lanes),
        );
    }
}

fn coordinates(cx: &mut Checker<'_, '_>, inst: &Inst, traits: &Traits, image: &ImageType, id: u32) {
    let module = cx.module;
    let texels = matches!(traits.action, Action::Fetch | Action::Read | Action::Write);
    // Kernels may use floats as coordinates of reads and writes.
    let takes_floats = matches!(traits.action, Action::Read | Action::Write) && !cx.target.is_vulkan();
    let takes_ints = traits.action == Action::SampleExplicit && !traits.reference && module.has_capability(C::Kernel);
    let ty = module.type_of(id).filter(|ty| {
        let (ints, floats) = (ty.is_int_or_vector(), ty.is_float_or_vector());
        let floats = floats && operands::is_wide(module, ty);
        let ints = ints && ty.width() == 32;
        if texels {
            ints || (floats && takes_floats)
        } else {
            floats || (takes_ints && ints)
        }
    });
    let Some(ty) = ty else {
        let expected = if texels { "32-bit integers" } else { "32-bit floats" };
        return cx.violate(
            Image::Coordinate,
            inst,
            format_args!("{} does not consist of {expected}", module.show(id)),
        );
    };
    let expected = match image.dim {
        // A Cube texel access selects the face and layer with one coordinate.
        dim::CUBE if texels => 3,
        _ => plane(image)
            .saturating_add(image.arrayed)
            .saturating_add(u32::from(traits.projective)),
    };
    if ty.lanes < expected {
        cx.violate(
            Image::Coordinate,
            inst,
            format_args!("the coordinate has {} of {expected} components", ty.lanes),
        );
    }
    if image.dim == dim::SUBPASS && cx.target.is_vulkan() && !is_zero(module, id) {
        cx.violate(
            Image::SubpassCoordinate,
            inst,
            format_args!("{} is no constant 0", module.show(id)),
        );
    }
}

fn is_zero(module: &Module<'_>, id: u32) -> bool {
    let Some(constant) = module.constant(id) else {
        return false;
    };
    match constant.value {
        Value::Null => true,
        Value::Composite => module.inst(constant.inst).is_some_and(|inst| {
            let parts = module.operands(inst);
            parts.iter().all(|&part| module.constant_int(part) == Some(0))
        }),
        _ => false,
    }
}
