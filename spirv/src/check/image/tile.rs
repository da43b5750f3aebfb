//! Tile images (SPV_EXT_shader_tile_image): the operands and results of reads, and the locations of variables.

use super::super::Checker;
use super::super::module::{Inst, Kind, Models, Module, Type};
use super::{Image, component, dim, image_of};
use crate::check::message::named;
use spirv::{Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

/// Checks a read of an attachment.
pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let others = module.models_of(inst).without(Models::of(&[ExecutionModel::Fragment]));
    // Vulkan has a rule of its own for the variable of a color attachment.
    let of_variable = inst.op == Op::ColorAttachmentReadEXT && cx.target.is_vulkan();
    if !others.is_empty() && !of_variable {
        let message = format_args!("an attachment is read in {others}");
        cx.violate(Image::Stage, inst, message);
    }
    let Some(result) = module.result_type(inst) else {
        return;
    };
    let sample = match inst.op {
        Op::ColorAttachmentReadEXT => {
            color(cx, inst, result);
            1
        }
        Op::DepthAttachmentReadEXT => {
            if !result.is_float() || result.width() != 32 {
                cx.violate(Image::Result, inst, format_args!("it is no float of 32 bits"));
            }
            0
        }
        _ => {
            if !result.is_int32() {
                cx.violate(Image::Result, inst, format_args!("it is no integer of 32 bits"));
            }
            0
        }
    };
    let sample = module.operand(inst, sample);
    if module.def(sample).is_some() && !module.type_of(sample).is_some_and(Type::is_int) {
        let message = format_args!("the sample {} is no integer", module.show(sample));
        cx.violate(Image::Operand, inst, message);
    }
}

fn color(cx: &mut Checker<'_, '_>, inst: &Inst, result: &Type<'_>) {
    let module = cx.module;
    let attachment = module.operand(inst, 0);
    if module.def(attachment).is_none() {
        return;
    }
    let image = image_of(module, attachment).filter(|(image, sampled)| !sampled && image.dim == dim::TILE);
    let Some((image, _)) = image else {
        let message = format_args!("{} is no tile image", module.show(attachment));
        return cx.violate(Image::Kind, inst, message);
    };
    if component(result) != image.sampled_type || result.is_matrix() {
        cx.violate(Image::Result, inst, format_args!("it is not made of the sampled type"));
    }
}

/// Checks that tile-image variables are used only in fragment shaders and have locations of their own
/// (VUID-StandaloneSpirv-None-08720, VUID-StandaloneSpirv-TileImageEXT-08723).
pub(super) fn variables(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut taken = hashbrown::HashSet::new();
    for inst in module.insts.iter().take_while(|inst| inst.op != Op::Function) {
        if inst.op != Op::Variable || module.operand(inst, 0) != StorageClass::TileImageEXT as u32 {
            continue;
        }
        coherent(cx, inst);
        if !cx.target.is_vulkan() {
            continue;
        }
        for user in module.uses(inst.result).iter().filter_map(|at| module.inst(at.inst)) {
            let others = module.models_of(user).without(Models::of(&[ExecutionModel::Fragment]));
            if !others.is_empty() {
                cx.violate(Image::TileModel, user, format_args!("it is reached from {others}"));
                break;
            }
        }
        let Some(row) = module.decoration(inst.result, Decoration::Location) else {
            let message = format_args!("{} has no Location", module.show(inst.result));
            cx.violate(Image::TileLocation, inst, message);
            continue;
        };
        if module.is_decorated(inst.result, Decoration::Component) {
            let message = format_args!("{} has a Component", module.show(inst.result));
            cx.violate(Image::TileLocation, inst, message);
        }
        let first = row.operands.first().copied().unwrap_or(0);
        let end = first.saturating_add(count(module, inst));
        if let Some(most) = cx
            .target
            .limits()
            .max_fragment_output_attachments
            .filter(|&most| end > most)
        {
            let message = format_args!("{} ends at location {end}, beyond {most}", module.show(inst.result));
            cx.violate(Image::TileLocation, inst, message);
        }
        // The limit bounds the work; devices have fewer attachments.
        for index in 0..count(module, inst).min(64) {
            let location = first.saturating_add(index);
            if !taken.insert(location) {
                let message = format_args!("location {location} is that of another tile image too");
                cx.violate(Image::TileLocation, inst, message);
                break;
            }
        }
    }
}

/// A variable may not be Coherent if an entry point declares non-coherent reads.
fn coherent(cx: &mut Checker<'_, '_>, variable: &Inst) {
    let module = cx.module;
    if !module.is_decorated(variable.result, Decoration::Coherent) {
        return;
    }
    let uses = module
        .uses(variable.result)
        .iter()
        .filter_map(|at| module.inst(at.inst));
    let entries = module.entries_reaching(uses.map(|inst| inst.function));
    let mode = ExecutionMode::NonCoherentColorAttachmentReadEXT;
    for entry in entries.into_iter().filter_map(|index| module.entry_points.get(index)) {
        if module.mode(entry.function, mode).is_some() {
            let message = format_args!(
                "{} is Coherent, and {mode} is declared",
                module.show(variable.result),
                mode = named(mode)
            );
            return cx.violate(Image::TileCoherent, variable, message);
        }
    }
}

/// The number of attachments that a variable represents.
fn count(module: &Module<'_>, inst: &Inst) -> u32 {
    let pointee = module.result_type(inst).and_then(|ty| module.ty(ty.pointee()?));
    match pointee.map(|ty| ty.kind) {
        Some(Kind::Array { constant, .. }) => constant.and_then(|count| u32::try_from(count).ok()).unwrap_or(1),
        _ => 1,
    }
}
