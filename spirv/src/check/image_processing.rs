//! Image processing: weighted samples, box filters and block matches (SPV_QCOM_image_processing,
//! SPV_QCOM_image_processing2; Vulkan, Runtime SPIR-V).
//!
//! This file checks the types of operands, the types, decorations and other uses of the images, and constant block sizes.
//! Whether a value is dynamically uniform, and which samplers are bound, is unknown.

use super::Checker;
use super::module::{Class, Inst, Kind, Module, Scalar, Type};
use super::rule::rules;
use crate::check::message::named;
use spirv::{Capability, Decoration, Dim, Op, StorageClass};

rules! {
    /// Image processing.
    ImageProcessing "image-processing" {
        Operand "operand" "SPV_QCOM_image_processing, SPV_QCOM_image_processing2 §3.42.10":
            "images are sampled images without multisampling; coordinates and sizes are vectors of two floats, of block matches of two unsigned integers" [ours:
            "Texture Sampled Image must be an object whose type is OpTypeSampledImage, with MS 0; Coordinate and Box Size must be vectors of two floats; Target Coordinate, Reference Coordinate and Block Size must be vectors of two integers of signedness 0"];
        TextureUse "texture-use" "SPV_QCOM_image_processing, SPV_QCOM_image_processing2, Validation Rules":
            "what is decorated WeightTextureQCOM, BlockMatchTextureQCOM or BlockMatchSamplerQCOM is used for image processing only";
        SamplerDecoration "sampler-decoration" "SPV_QCOM_image_processing2 §3.49.10":
            "the sampler of a window match is decorated BlockMatchSamplerQCOM";
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
    const CAPABILITIES: [Capability; 4] = [
        Capability::TextureSampleWeightedQCOM,
        Capability::TextureBoxFilterQCOM,
        Capability::TextureBlockMatchQCOM,
        Capability::TextureBlockMatch2QCOM,
    ];
    let module = cx.module;
    if !CAPABILITIES.iter().any(|&one| module.has_capability(one)) {
        return;
    }
    for inst in module.of([Class::Foreign]).filter(|inst| processes(inst.op)) {
        use ImageProcessing as P;
        operands(cx, inst);
        match inst.op {
            Op::ImageSampleWeightedQCOM => {
                let wanted = (Decoration::WeightTextureQCOM, 1);
                texture(cx, inst, 2, wanted, [P::WeightType, P::WeightDecoration]);
            }
            Op::ImageBoxFilterQCOM => filter(cx, inst),
            op if matches_blocks(op) => block(cx, inst, [P::BlockType, P::BlockDecoration], P::BlockSize),
            op => {
                if matches!(op, Op::ImageBlockMatchWindowSSDQCOM | Op::ImageBlockMatchWindowSADQCOM) {
                    [0, 2].into_iter().for_each(|index| sampler(cx, inst, index));
                }
                block(cx, inst, [P::WindowType, P::WindowDecoration], P::WindowSize);
            }
        }
    }
    for inst in module.of([Class::Image]) {
        other_use(cx, inst);
    }
}

/// Checks the types of the images, coordinates and sizes.
fn operands(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let of_blocks = matches_blocks(inst.op) || matches_windows(inst.op);
    let is_vector = |ty: &Type<'_>| {
        let fits = match ty.scalar {
            Scalar::Int { signed, .. } => of_blocks && !signed,
            Scalar::Float { .. } => !of_blocks,
            Scalar::Bool | Scalar::None => false,
        };
        fits && ty.is_vector() && ty.lanes == 2
    };
    for (index, &id) in module.operands(inst).iter().enumerate() {
        let Some(ty) = module.type_of(id) else { continue };
        // The images are the first operand, and the third one except for the size of a box.
        let is_image = index == 0 || (index == 2 && inst.op != Op::ImageBoxFilterQCOM);
        let (fits, expected) = match ty.kind {
            Kind::SampledImage { image } if is_image => {
                let image = module.ty(image).map(|ty| ty.kind);
                // Vulkan has rules of its own for weights and blocks.
                let other_rule = cx.target.is_vulkan() && (of_blocks || index == 2);
                let multisampled = matches!(image, Some(Kind::Image(image)) if image.multisampled != 0);
                (other_rule || !multisampled, "without multisampling")
            }
            _ if is_image => (false, "a sampled image"),
            _ if of_blocks => (is_vector(ty), "a vector of two unsigned integers"),
            _ => (is_vector(ty), "a vector of two floats"),
        };
        if !fits {
            let message = format_args!("operand {index}, {}, should be {expected}", module.show(id));
            cx.violate(ImageProcessing::Operand, inst, message);
        }
    }
}

/// Checks that the sampler of the sampled image at operand `index` has its decoration.
fn sampler(cx: &mut Checker<'_, '_>, inst: &Inst, index: usize) {
    let module = cx.module;
    let value = module.operand(inst, index);
    // A sampled image that is loaded has the decoration itself.
    let made = module.path_behind(value).find(|at| at.op == Op::SampledImage);
    let sampler = made.map_or(value, |made| module.operand(made, 1));
    let Some(variable) = module.variable_behind(sampler) else {
        return;
    };
    let decoration = Decoration::BlockMatchSamplerQCOM;
    let mut path = module.path_behind(sampler);
    if !path.any(|at| module.is_decorated(at.result, decoration)) {
        let message = format_args!(
            "{} is not decorated {}",
            module.show(variable.result),
            named(decoration)
        );
        cx.violate(ImageProcessing::SamplerDecoration, inst, message);
    }
}

/// Checks that an image instruction of core SPIR-V uses nothing that is decorated for image processing.
fn other_use(cx: &mut Checker<'_, '_>, inst: &Inst) {
    const DECORATIONS: [Decoration; 3] = [
        Decoration::WeightTextureQCOM,
        Decoration::BlockMatchTextureQCOM,
        Decoration::BlockMatchSamplerQCOM,
    ];
    // What these two make is followed to the instructions that use it.
    if matches!(inst.op, Op::SampledImage | Op::Image) {
        return;
    }
    let module = cx.module;
    let value = module.operand(inst, 0);
    let decorated = |id: u32| {
        let mut path = module.path_behind(id);
        path.find_map(|at| DECORATIONS.into_iter().find(|&one| module.is_decorated(at.result, one)))
    };
    let made = module.path_behind(value).find(|at| at.op == Op::SampledImage);
    let found = decorated(value).or_else(|| decorated(module.operand(made?, 1)));
    let Some(decoration) = found else { return };
    // spirv-val looks at sampled images that are made of a texture with the decoration.
    let direct = module.def(value).filter(|def| def.op == Op::SampledImage);
    let image = direct.and_then(|def| module.def(module.operand(def, 0)));
    let judged = image.is_some_and(|image| {
        let pointer = module.operand(image, 0);
        image.op == Op::Load && DECORATIONS[..2].iter().any(|&one| module.is_decorated(pointer, one))
    });
    let message = format_args!(
        "{} comes from what is decorated {}",
        module.show(value),
        named(decoration)
    );
    cx.violate_part(ImageProcessing::TextureUse, judged, inst, message);
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
    let Some(most) = cx
        .target
        .limits()
        .max_block_match_region
        .filter(|_| cx.target.is_vulkan())
    else {
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
    if !cx.target.is_vulkan() {
        return;
    }
    let height = module.component(module.operand(inst, 2), 1);
    let Some(height) = height.and_then(|height| module.folded_f32(height)) else {
        return;
    };
    let most = cx.target.limits().max_box_filter_block_size.map(|[_, most]| most);
    if height < 1.0 || most.is_some_and(|most| f64::from(height) > f64::from(most)) {
        cx.violate(ImageProcessing::BoxSize, inst, format_args!("the box is {height} high"));
    }
}
