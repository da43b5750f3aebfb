//! Tile shading: the stages, execution modes and attachments of tiles (SPV_QCOM_tile_shading; Vulkan, Standalone and
//! Runtime SPIR-V).
//!
//! `capability` checks that storage classes and modes have their capability. Rules that depend on the render pass or on
//! the tile are not checked.

use super::Checker;
use super::device::lacks;
use super::interface::stripped;
use super::module::{Class, EntryPoint, Inst, Kind, Models, Module, Type};
use super::rule::rules;
use crate::target::Feature;
use spirv::{BuiltIn, Capability, Decoration, Dim, ExecutionMode as Mode, ExecutionModel as Model, Op, StorageClass};

rules! {
    /// Tile shading.
    TileShading "tile-shading" {
        Stage "stage" vuid "VUID-StandaloneSpirv-TileShadingQCOM-10686" "Vulkan, Standalone SPIR-V":
            "TileShadingQCOM is declared for compute and fragment shaders only";
        ReadMode "read-mode" vuid "VUID-StandaloneSpirv-Execution-10687" "Vulkan, Standalone SPIR-V":
            "NonCoherentTileAttachmentReadQCOM is a mode of fragment shaders";
        RateMode "rate-mode" vuid "VUID-StandaloneSpirv-Execution-10688" "Vulkan, Standalone SPIR-V":
            "TileShadingRateQCOM is a mode of compute shaders";
        RateAlone "rate-alone" vuid "VUID-StandaloneSpirv-TileShadingRateQCOM-10692" "Vulkan, Standalone SPIR-V":
            "an entry point with TileShadingRateQCOM has neither LocalSize nor LocalSizeId";
        RatePower "rate-power" "SPV_QCOM_tile_shading, Validation Rules":
            "TileShadingRateQCOM is along x and y a power of 2";
        SizeInput "size-input" vuid "VUID-TileShadingRateQCOM-TileShadingRateQCOM-10635" "Vulkan, Built-In Variables":
            "with TileShadingRateQCOM, WorkgroupSize is a variable of Input" [ours];
        AttachmentDim "attachment-dim" vuid "VUID-StandaloneSpirv-OpTypeImage-10693" "Vulkan, Standalone SPIR-V":
            "an image in TileAttachmentQCOM is 2D";
        AttachmentBinding "attachment-binding" vuid "VUID-StandaloneSpirv-TileAttachmentQCOM-10695"
            "Vulkan, Standalone SPIR-V": "a variable of TileAttachmentQCOM has DescriptorSet and Binding";
        AttachmentQuery "attachment-query" vuid "VUID-StandaloneSpirv-TileAttachmentQCOM-10697"
            "Vulkan, Standalone SPIR-V": "an image in TileAttachmentQCOM is not queried";
        AttachmentWrite "attachment-write" "Vulkan, Tile Attachment Interface":
            "an image in TileAttachmentQCOM is written in compute shaders only" [ours:
            "Vulkan, Tile Attachment Interface: tile attachment access using OpImageWrite instructions must be used only in the compute stage"];
        ComputeFeature "compute-feature" vuid "VUID-RuntimeSpirv-TileShadingQCOM-10698" "Vulkan, Runtime SPIR-V":
            "TileShadingQCOM in a compute shader needs tileShading" [ours];
        FragmentFeature "fragment-feature" vuid "VUID-RuntimeSpirv-TileShadingQCOM-10699" "Vulkan, Runtime SPIR-V":
            "TileShadingQCOM in a fragment shader needs tileShadingFragmentStage" [ours];
        RateX "rate-x" vuid "VUID-RuntimeSpirv-x-10702" "Vulkan, Runtime SPIR-V":
            "TileShadingRateQCOM is along x at most maxTileShadingRate" [ours];
        RateY "rate-y" vuid "VUID-RuntimeSpirv-y-10703" "Vulkan, Runtime SPIR-V":
            "TileShadingRateQCOM is along y at most maxTileShadingRate" [ours];
        AttachmentAtomic "attachment-atomic" vuid "VUID-RuntimeSpirv-OpImage-10706" "Vulkan, Runtime SPIR-V":
            "a pointer to a texel of an image in TileAttachmentQCOM needs tileShadingAtomicOps" [ours];
        AttachmentProcessing "attachment-processing" vuid "VUID-RuntimeSpirv-tileShadingImageProcessing-10712"
            "Vulkan, Runtime SPIR-V":
            "image processing of an image in TileAttachmentQCOM needs tileShadingImageProcessing" [ours];
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if !module.has_capability(Capability::TileShadingQCOM) {
        return;
    }
    for inst in module.of([Class::Mode]) {
        if let &[_, mode, x, y, ..] = module.operands(inst) {
            let power = x.is_power_of_two() && y.is_power_of_two();
            if mode == Mode::TileShadingRateQCOM as u32 && !power {
                // spirv-val checks it for Vulkan, and takes 0.
                let judged = cx.target.is_vulkan() && [x, y].iter().any(|rate| rate.count_ones() > 1);
                let message = format_args!("the rate is {x} along x and {y} along y");
                cx.violate_part(TileShading::RatePower, judged, inst, message);
            }
        }
    }
    let vulkan = cx.target.is_vulkan();
    for entry in &module.entry_points {
        if vulkan {
            stage(cx, entry);
        }
        // Several entry points may share one function and its modes.
        if entry.is_first_of_model {
            for inst in module.modes(entry.function) {
                mode(cx, entry, inst);
            }
        }
    }
    if vulkan && sizes(module) {
        size_inputs(cx);
    }
    for inst in module.of([Class::Variable]) {
        if is_attachment(cx, inst) {
            attachment(cx, inst);
        }
    }
    for inst in module.of([Class::Image, Class::Foreign]) {
        image(cx, inst);
    }
}

/// Whether the workgroup size follows from a shading rate, so that `WorkgroupSize` is an input.
pub(super) fn sizes(module: &Module<'_>) -> bool {
    let rate = |inst: &&Inst| module.operand(inst, 1) == Mode::TileShadingRateQCOM as u32;
    module.has_capability(Capability::TileShadingQCOM) && module.of([Class::Mode]).any(|inst| rate(&inst))
}

fn size_inputs(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for row in module
        .all_decorations()
        .iter()
        .filter(|row| row.is(Decoration::BuiltIn))
    {
        if row.operand() != BuiltIn::WorkgroupSize as u32 {
            continue;
        }
        let is_input = |def: &Inst| def.op == Op::Variable && module.operand(def, 0) == StorageClass::Input as u32;
        let Some(def) = module.def(row.target) else { continue };
        if !is_input(def) {
            let message = format_args!("{} is no variable of Input", module.show(row.target));
            cx.violate(TileShading::SizeInput, def, message);
        }
    }
}

fn is_attachment(cx: &Checker<'_, '_>, variable: &Inst) -> bool {
    cx.module.operand(variable, 0) == StorageClass::TileAttachmentQCOM as u32
}

fn stage(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>) {
    let Some(at) = cx.module.inst(entry.inst) else { return };
    let (rule, feature) = match Model::from_u32(entry.model) {
        Some(Model::GLCompute) => (TileShading::ComputeFeature, Feature::TileShading),
        Some(Model::Fragment) => (TileShading::FragmentFeature, Feature::TileShadingFragmentStage),
        _ => {
            let message = format_args!("the entry point is neither GLCompute nor Fragment");
            return cx.violate(TileShading::Stage, at, message);
        }
    };
    if lacks(cx, feature) {
        cx.violate(rule, at, format_args!("{feature} is missing"));
    }
}

fn mode(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, inst: &Inst) {
    let module = cx.module;
    // spirv-val looks at modes for Vulkan alone.
    let vulkan = cx.target.is_vulkan();
    match Mode::from_u32(module.operand(inst, 1)) {
        Some(Mode::NonCoherentTileAttachmentReadQCOM) if entry.model != Model::Fragment as u32 => {
            cx.violate_part(
                TileShading::ReadMode,
                vulkan,
                inst,
                format_args!("the entry point is not Fragment"),
            );
        }
        Some(Mode::TileShadingRateQCOM) => {
            if entry.model != Model::GLCompute as u32 {
                cx.violate_part(
                    TileShading::RateMode,
                    vulkan,
                    inst,
                    format_args!("the entry point is not GLCompute"),
                );
            }
            let is_size = |inst: &Inst| {
                let mode = module.operand(inst, 1);
                mode == Mode::LocalSize as u32 || mode == Mode::LocalSizeId as u32
            };
            if vulkan && module.modes(entry.function).any(is_size) {
                let message = format_args!("the entry point has a local size besides");
                cx.violate(TileShading::RateAlone, inst, message);
            }
            let limits = cx.target.limits().max_tile_shading_rate.into_iter().flatten();
            let rules = [TileShading::RateX, TileShading::RateY];
            for ((most, rule), index) in limits.zip(rules).zip(2..) {
                let rate = module.operand(inst, index);
                if rate > most {
                    cx.violate(rule, inst, format_args!("{rate} is more than {most}"));
                }
            }
        }
        _ => {}
    }
}

fn attachment(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let name = module.show(inst.result);
    let bound = [Decoration::DescriptorSet, Decoration::Binding];
    if !bound.iter().all(|&one| module.is_decorated(inst.result, one)) {
        let message = format_args!("{name} lacks DescriptorSet or Binding");
        cx.violate(TileShading::AttachmentBinding, inst, message);
    }
    let held = module.result_type(inst).and_then(Type::pointee);
    let Some(ty) = held.and_then(|held| module.ty(held)) else {
        return;
    };
    let inner = stripped(module, ty).0.kind;
    let of_sampled = match inner {
        Kind::SampledImage { image } => module.ty(image).map(|ty| ty.kind),
        _ => None,
    };
    let Kind::Image(image) = of_sampled.unwrap_or(inner) else {
        return;
    };
    if image.dim != Dim::Dim2D as u32 {
        // spirv-val looks at images alone, not at sampled images and arrays.
        let judged = matches!(ty.kind, Kind::Image(_));
        let message = format_args!("the image of {name} is not 2D");
        cx.violate_part(TileShading::AttachmentDim, judged, inst, message);
    }
}

fn image(cx: &mut Checker<'_, '_>, inst: &Inst) {
    const COMPUTE: Models = Models::of(&[Model::GLCompute]);
    let module = cx.module;
    let of_attachment = |cx: &Checker<'_, '_>, index: usize| {
        let variable = module.variable_behind(module.operand(inst, index));
        variable.filter(|variable| is_attachment(cx, variable))
    };
    let (rule, indices) = match inst.op {
        Op::ImageQueryFormat
        | Op::ImageQueryOrder
        | Op::ImageQuerySizeLod
        | Op::ImageQuerySize
        | Op::ImageQueryLod
        | Op::ImageQueryLevels
        | Op::ImageQuerySamples => (TileShading::AttachmentQuery, 0..1),
        _ if !cx.target.is_vulkan() => return,
        Op::ImageWrite if !module.models_of(inst).without(COMPUTE).is_empty() => (TileShading::AttachmentWrite, 0..1),
        Op::ImageTexelPointer if lacks(cx, Feature::TileShadingAtomicOps) => (TileShading::AttachmentAtomic, 0..1),
        Op::UntypedImageTexelPointerEXT if lacks(cx, Feature::TileShadingAtomicOps) => {
            (TileShading::AttachmentAtomic, 1..2)
        }
        op if super::image_processing::processes(op) && lacks(cx, Feature::TileShadingImageProcessing) => {
            (TileShading::AttachmentProcessing, 0..4)
        }
        _ => return,
    };
    let found = indices.filter_map(|index| of_attachment(cx, index)).next();
    if let Some(variable) = found {
        let message = format_args!("{} is in TileAttachmentQCOM", module.show(variable.result));
        // spirv-val looks for queries of images that are loaded from the variable itself.
        let value = module.operand(inst, 0);
        let loaded = module.def(value).filter(|def| def.op == Op::Load);
        let direct = loaded.is_some_and(|load| module.operand(load, 0) == variable.result);
        let image = module
            .type_of(value)
            .is_some_and(|ty| matches!(ty.kind, Kind::Image(_)));
        cx.violate_part(rule, direct && image, inst, message);
    }
}
