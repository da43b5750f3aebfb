//! Images and samplers converted from handles: the operand and result of each conversion, and the addressing model that
//! determines the width of handles (SPV_INTEL_bindless_images).
//!
//! `capability` checks the capability of the conversions, the extension, and that Vulkan has neither the capability nor
//! a physical addressing model. The extension says "an unsigned integer pointed by Operand" but gives no pointer type.
//! Here the operand is the integer itself, as implementations of the extension treat it.

use super::Checker;
use super::module::{Class, Inst, Kind, Scalar};
use super::rule::rules;
use crate::check::message;
use spirv::{AddressingModel, Op};

rules! {
    /// Images and samplers converted from handles.
    Handles "handles" {
        Addressing "addressing" "SPV_INTEL_bindless_images, §3.52.10":
            "a module that converts handles has the addressing model Physical32 or Physical64" [ours:
            "Unsigned integer is either a 32 or 64 bit unsigned integer, depending on if the addressing model is set to Physical32 or Physical64"];
        Operand "operand" "SPV_INTEL_bindless_images, §3.52.10":
            "a handle is one unsigned integer, of 32 bits under Physical32 and of 64 bits under Physical64" [ours:
            "Unsigned integer is either a 32 or 64 bit unsigned integer, depending on if the addressing model is set to Physical32 or Physical64"];
        Result "result" "SPV_INTEL_bindless_images, §3.52.10":
            "OpConvertHandleToImageINTEL gives an OpTypeImage, OpConvertHandleToSamplerINTEL an OpTypeSampler, \
             OpConvertHandleToSampledImageINTEL an OpTypeSampledImage";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for inst in module.of([Class::Foreign]) {
        match inst.op {
            Op::ConvertHandleToImageINTEL | Op::ConvertHandleToSamplerINTEL | Op::ConvertHandleToSampledImageINTEL => {
                conversion(cx, inst)
            }
            _ => {}
        }
    }
}

fn conversion(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    if let Some(ty) = module.result_type(inst) {
        let fits = match inst.op {
            Op::ConvertHandleToImageINTEL => matches!(ty.kind, Kind::Image(_)),
            Op::ConvertHandleToSamplerINTEL => ty.kind == Kind::Sampler,
            _ => matches!(ty.kind, Kind::SampledImage { .. }),
        };
        if !fits {
            let message = format_args!("the result is of type {}", module.show(inst.result_type));
            cx.violate(Handles::Result, inst, message);
        }
    }
    let width = match module.memory_model {
        Some((model, _)) if model == AddressingModel::Physical32 as u32 => 32,
        Some((model, _)) if model == AddressingModel::Physical64 as u32 => 64,
        Some((model, _)) => {
            let message = format_args!("the addressing model is {}", message::addressing_model(model));
            return cx.violate(Handles::Addressing, inst, message);
        }
        // `logical` reports a missing memory model.
        None => return,
    };
    let handle = module.operand(inst, 0);
    let expected = Scalar::Int { width, signed: false };
    let fits = module
        .type_of(handle)
        .is_some_and(|ty| ty.is_int() && ty.scalar == expected);
    if module.def(handle).is_some() && !fits {
        let message = format_args!("{} is no unsigned integer of {width} bits", module.show(handle));
        cx.violate(Handles::Operand, inst, message);
    }
}
