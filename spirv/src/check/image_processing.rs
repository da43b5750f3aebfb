//! Image processing: weighted samples, box filters and block matches (SPV_QCOM_image_processing,
//! SPV_QCOM_image_processing2; Vulkan, Runtime SPIR-V).
//!
//! This file checks the types and decorations of the images, and constant block sizes. Whether a value is dynamically
//! uniform, and which samplers are bound, is unknown.

use super::Checker;
use super::module::{Class, Inst, Kind, Module};
use super::rule::rules;
use spirv::{Decoration, Dim, Op, StorageClass};

rules! {
    /// Image processing.
    ImageProcessing "image-processing" {
        WeightType "weight-type" vuid "VUID-RuntimeSpirv-OpImageSampleWeightedQCOM-06980" "Vulkan, Runtime SPIR-V":
            "weights are in UniformConstant, in a 2D array image of Depth 0, MS 0, Sampled 1" [ours];
        WeightDecoration "weight-decoration" vuid "VUID-RuntimeSpirv-OpImageSampleWeightedQCOM-06981"
            "Vulkan, Runtime SPIR-V": "weights are decorated WeightTextureQCOM";
        BlockType "block-type" vuid "VUID-RuntimeSpirv-OpImageBlockMatchSSDQCOM-06983" "Vulkan, Runtime SPIR-V":
            "target and reference of a block match are in UniformConstant, in a 2D image of Depth 0, Arrayed 0, MS 0, Sampled 1" [ours];
        BlockDecoration "block-decoration" vuid "VUID-RuntimeSpirv-OpImageBlockMatchSSDQCOM-06984"
            "Vulkan, Runtime SPIR-V": "target and reference of a block match are decorated BlockMatchTextureQCOM";
        BlockSize "block-size" vuid "VUID-RuntimeSpirv-OpImageBlockMatchSSDQCOM-06988" "Vulkan, Runtime SPIR-V":
            "the size of a block is at most maxBlockMatchRegion" (decides "constant sizes") [ours];
        WindowType "window-type" vuid "VUID-RuntimeSpirv-OpImageBlockMatchWindow-09220" "Vulkan, Runtime SPIR-V":
            "target and reference of a window or gather match are in UniformConstant, in a 2D image of Depth 0, Arrayed 0, \
             MS 0, Sampled 1" [ours];
        WindowDecoration "window-decoration" vuid "VUID-RuntimeSpirv-OpImageBlockMatchWindow-09221"
            "Vulkan, Runtime SPIR-V":
            "target and reference of a window or gather match are decorated BlockMatchTextureQCOM";
        WindowSize "window-size" vuid "VUID-RuntimeSpirv-maxBlockMatchRegion-09225" "Vulkan, Runtime SPIR-V":
            "the size of a block of a window or gather match is at most maxBlockMatchRegion" (decides "constant sizes") [ours];
        BoxSize "box-size" vuid "VUID-RuntimeSpirv-OpImageBoxFilterQCOM-06989" "Vulkan, Runtime SPIR-V":
            "a box is along y at least 1.0 and at most maxBoxFilterBlockSize" (decides "constant sizes") [ours];
    }
}

/// Whether an instruction is one of image processing.
pub(super) fn processes(op: Op) -> bool {
    match op {
        Op::ImageSampleWeightedQCOM | Op::ImageBoxFilterQCOM => true,
        op => matches_blocks(op) || matches_windows(op),
    }
}

fn matches_blocks(op: Op) -> bool {
    matches!(op, Op::ImageBlockMatchSSDQCOM | Op::ImageBlockMatchSADQCOM)
}

fn matches_windows(op: Op) -> bool {
    matches!(
        op,
        Op::ImageBlockMatchWindowSSDQCOM
            | Op::ImageBlockMatchWindowSADQCOM
            | Op::ImageBlockMatchGatherSSDQCOM
            | Op::ImageBlockMatchGatherSADQCOM
    )
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    for inst in cx.module.of([Class::Foreign]) {
        use ImageProcessing as P;
        match inst.op {
            Op::ImageSampleWeightedQCOM => {
                let wanted = (Decoration::WeightTextureQCOM, 1);
                texture(cx, inst, 2, wanted, [P::WeightType, P::WeightDecoration]);
            }
            Op::ImageBoxFilterQCOM => filter(cx, inst),
            op if matches_blocks(op) => block(cx, inst, [P::BlockType, P::BlockDecoration], P::BlockSize),
            op if matches_windows(op) => block(cx, inst, [P::WindowType, P::WindowDecoration], P::WindowSize),
            _ => {}
        }
    }
}

/// Checks the image at operand `index`: it has the decoration, and Arrayed is `arrayed`. `rules` are the rules for the
/// type and for the decoration.
fn texture(
    cx: &mut Checker<'_, '_>,
    inst: &Inst,
    index: usize,
    (decoration, arrayed): (Decoration, u32),
    rules: [ImageProcessing; 2],
) {
    let module = cx.module;
    let value = module.operand(inst, index);
    let variable = module.variable_behind(value);
    let ty = module.type_of(value).map(|ty| ty.kind);
    let image = match ty {
        Some(Kind::SampledImage { image }) => module.ty(image).map(|ty| ty.kind),
        other => other,
    };
    let fits = match image {
        Some(Kind::Image(image)) => {
            let flat = image.dim == Dim::Dim2D as u32 && image.depth == 0 && image.multisampled == 0;
            flat && image.arrayed == arrayed && image.sampled == 1
        }
        Some(_) => false,
        // Undefined ids are reported elsewhere.
        None => true,
    };
    let elsewhere = |variable: &Inst| module.operand(variable, 0) != StorageClass::UniformConstant as u32;
    let [of_type, of_decoration] = rules;
    if cx.target.is_vulkan() && (!fits || variable.is_some_and(elsewhere)) {
        let message = format_args!("{} is of another type or storage class", module.show(value));
        cx.violate(of_type, inst, message);
    }
    let Some(variable) = variable else { return };
    // Compilers decorate the access chain to an element of an array.
    let mut path = module.path_behind(value);
    if !path.any(|at| module.is_decorated(at.result, decoration)) {
        let message = format_args!("{} is not decorated", module.show(variable.result));
        cx.violate(of_decoration, inst, message);
    }
}

fn block(cx: &mut Checker<'_, '_>, inst: &Inst, rules: [ImageProcessing; 2], of_size: ImageProcessing) {
    for index in [0, 2] {
        texture(cx, inst, index, (Decoration::BlockMatchTextureQCOM, 0), rules);
    }
    let module = cx.module;
    let Some(most) = cx.target.limits().max_block_match_region else {
        return;
    };
    let size = |axis| module.folded_u32(module.component(module.operand(inst, 4), axis)?);
    for (axis, most) in most.into_iter().enumerate() {
        if let Some(size) = size(axis).filter(|&size| size > most) {
            cx.violate(of_size, inst, format_args!("{size} is more than {most}"));
        }
    }
}

fn filter(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module: &Module<'_> = cx.module;
    let height = module.component(module.operand(inst, 2), 1);
    let Some(height) = height.and_then(|height| module.folded_f32(height)) else {
        return;
    };
    let most = cx.target.limits().max_box_filter_block_size.map(|[_, most]| most);
    if height < 1.0 || most.is_some_and(|most| f64::from(height) > f64::from(most)) {
        cx.violate(ImageProcessing::BoxSize, inst, format_args!("the box is {height} high"));
    }
}
