//! Image queries (SPIR-V §3.52.10, Image Instructions, `OpImageQuery…`).

use super::super::Checker;
use super::super::module::{ImageType, Inst, Type};
use super::{Image, dim, image_of, plane};
use crate::check::message;
use spirv::{Capability as C, Op};

pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let of_samples = inst.op == Op::ImageQueryLod;
    let query = of_samples
        || matches!(
            inst.op,
            Op::ImageQueryFormat
                | Op::ImageQueryOrder
                | Op::ImageQuerySizeLod
                | Op::ImageQuerySize
                | Op::ImageQueryLevels
                | Op::ImageQuerySamples
        );
    if inst.op == Op::ImageSparseTexelsResident {
        return resident(cx, inst);
    }
    let id = module.operand(inst, 0);
    if !query || module.def(id).is_none() {
        return;
    }
    let Some((image, _)) = image_of(module, id).filter(|&(_, sampled)| sampled == of_samples) else {
        let expected = if of_samples { "sampled image" } else { "image" };
        return cx.violate(Image::Kind, inst, format_args!("{} is no {expected}", module.show(id)));
    };
    result(cx, inst, &image);
    kind(cx, inst, &image);
    let second = module.operand(inst, 1);
    let ty = module.type_of(second);
    match inst.op {
        Op::ImageQuerySizeLod if module.def(second).is_some() && !ty.is_some_and(Type::is_int) => {
            cx.violate(
                Image::Query,
                inst,
                format_args!("{} is no integer", module.show(second)),
            );
        }
        Op::ImageQueryLod if module.def(second).is_some() => {
            let kernel = module.has_capability(C::Kernel);
            let fits = ty.is_some_and(|ty| {
                (ty.is_float_or_vector() || (kernel && ty.is_int_or_vector())) && ty.lanes >= plane(&image)
            });
            if !fits {
                let message = format_args!(
                    "the coordinate {} should be made of {} floats",
                    module.show(second),
                    plane(&image)
                );
                cx.violate(Image::Coordinate, inst, message);
            }
        }
        _ => {}
    }
}

fn resident(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let code = module.operand(inst, 0);
    let bool = module
        .result_type(inst)
        .is_some_and(|ty| ty.is_bool_or_vector() && ty.lanes == 1);
    if module.def(code).is_some() && !(bool && module.type_of(code).is_some_and(Type::is_int)) {
        cx.violate(
            Image::Query,
            inst,
            format_args!("residency is a Boolean of an integer code"),
        );
    }
}

fn result(cx: &mut Checker<'_, '_>, inst: &Inst, image: &ImageType) {
    let module = cx.module;
    let Some(result) = module.result_type(inst) else {
        return;
    };
    let (fits, count, what) = match inst.op {
        Op::ImageQuerySizeLod | Op::ImageQuerySize => {
            // The size of a Cube is that of one face.
            let expected = if image.dim == dim::CUBE { 2 } else { plane(image) };
            (
                result.is_int_or_vector(),
                expected.saturating_add(image.arrayed),
                "integers",
            )
        }
        Op::ImageQueryLod => (result.is_float_or_vector(), 2, "floats"),
        _ => (result.is_int(), 1, "integers"),
    };
    if !fits || result.lanes != count {
        let message = format_args!(
            "the result type {} should be made of {count} {what}",
            module.show(inst.result_type)
        );
        cx.violate(Image::Query, inst, message);
    }
}

fn kind(cx: &mut Checker<'_, '_>, inst: &Inst, image: &ImageType) {
    let levels = matches!(image.dim, dim::D1 | dim::D2 | dim::D3 | dim::CUBE);
    let single = image.multisampled == 0;
    let fits = match inst.op {
        Op::ImageQuerySizeLod => levels && single,
        Op::ImageQuerySize => match image.dim {
            dim::BUFFER | dim::RECT => true,
            _ => levels && (!single || image.sampled != 1),
        },
        Op::ImageQueryLod | Op::ImageQueryLevels => levels,
        Op::ImageQuerySamples => image.dim == dim::D2 && !single,
        _ => image.dim != dim::TILE,
    };
    if !fits {
        let message = format_args!(
            "an image of Dim {}, MS {}, Sampled {} has no such property",
            message::dim(image.dim),
            image.multisampled,
            image.sampled
        );
        cx.violate(Image::Query, inst, message);
    }
    let sampled = matches!(
        inst.op,
        Op::ImageQuerySizeLod | Op::ImageQueryLod | Op::ImageQueryLevels
    );
    if sampled && cx.target.is_vulkan() && image.sampled != 1 {
        cx.violate(Image::QuerySampled, inst, format_args!("Sampled is {}", image.sampled));
    }
}
