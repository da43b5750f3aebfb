//! Decorations: what each may decorate, and how often (SPIR-V §3.20; Vulkan, Standalone SPIR-V).
//!
//! Built-ins have a family of their own; the values of offsets, strides and locations are not judged here.

use super::Checker;
use super::module::{Inst, Kind, Module};
use super::rule::rules;
use hashbrown::HashSet;
use spirv::{BuiltIn, Decoration, Op, StorageClass};

rules! {
    /// Decorations.
    Decorations "decorations" {
        Repeated "repeated" "SPIR-V §2.16.1": "a decoration that says one thing of its target comes once"
            (decides "layout, Location, Component, Index, Binding, DescriptorSet and BuiltIn");
        BothBlocks "both-blocks" "SPIR-V §3.20": "no structure is decorated Block and BufferBlock";
        MemberOnly "member-only" "SPIR-V §3.20": "RowMajor, ColMajor, MatrixStride and Offset decorate members"
            (decides "RowMajor, ColMajor, MatrixStride");
        Stride "stride" "SPIR-V §3.20 ArrayStride": "ArrayStride decorates arrays and pointers";
        MemoryObject "memory-object" "SPIR-V §3.20":
            "what speaks of interpolation, aliasing and access decorates variables and parameters";
        VulkanMemoryModel "vulkan-memory-model" "SPIR-V §3.20 Coherent, Volatile":
            "Coherent and Volatile are not used with the memory model Vulkan";
        LocationClass "location-class" vuid "VUID-StandaloneSpirv-Location-06672" "Vulkan, Standalone SPIR-V":
            "Location and Component decorate variables of interfaces, ray payloads and the like";
        BuiltInLocation "built-in-location" vuid "VUID-StandaloneSpirv-Location-04915" "Vulkan, Standalone SPIR-V":
            "built-ins have no Location and no Component";
        InterpolationClass "interpolation-class" vuid "VUID-StandaloneSpirv-Flat-04670" "Vulkan, Standalone SPIR-V":
            "Flat, NoPerspective, Sample and Centroid decorate variables of Input and Output";
        BindingClass "binding-class" vuid "VUID-StandaloneSpirv-DescriptorSet-06491" "Vulkan, Standalone SPIR-V":
            "DescriptorSet and Binding decorate variables of UniformConstant, Uniform and StorageBuffer";
        InputAttachmentClass "input-attachment-class" vuid "VUID-StandaloneSpirv-InputAttachmentIndex-06678"
            "Vulkan, Standalone SPIR-V": "InputAttachmentIndex decorates variables of UniformConstant";
        GlslLayout "glsl-layout" vuid "VUID-StandaloneSpirv-GLSLShared-04669" "Vulkan, Standalone SPIR-V":
            "GLSLShared and GLSLPacked are not used";
        TessLevelPatch "tess-level-patch" vuid "VUID-StandaloneSpirv-TessLevelInner-10880" "Vulkan, Standalone SPIR-V":
            "TessLevelInner and TessLevelOuter are decorated Patch too";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut seen = HashSet::new();
    for inst in &module.insts {
        let (target, member, place) = match inst.op {
            Op::Decorate | Op::DecorateId => (module.operand(inst, 0), None, 1),
            Op::MemberDecorate => (module.operand(inst, 0), Some(module.operand(inst, 1)), 2),
            _ => continue,
        };
        let Some(decoration) = Decoration::from_u32(module.operand(inst, place)) else {
            continue;
        };
        if once(decoration) && !seen.insert((target, member, decoration as u32)) {
            cx.violate(
                Decorations::Repeated,
                inst,
                format_args!("{} is decorated so already", module.show(target)),
            );
        }
        let Some(def) = module.def(target).filter(|def| def.op != Op::DecorationGroup) else {
            continue;
        };
        if cx.target.is_vulkan() && matches!(decoration, Decoration::GLSLShared | Decoration::GLSLPacked) {
            cx.violate(
                Decorations::GlslLayout,
                inst,
                format_args!("it is decorated {decoration:?}"),
            );
        }
        volatile(cx, inst, decoration);
        if member.is_none() {
            whole(cx, inst, decoration, def);
        }
    }
}

/// Whether a second decoration of the kind would contradict or repeat the first.
fn once(decoration: Decoration) -> bool {
    use Decoration as D;
    matches!(
        decoration,
        D::Block
            | D::BufferBlock
            | D::RowMajor
            | D::ColMajor
            | D::ArrayStride
            | D::MatrixStride
            | D::BuiltIn
            | D::Location
            | D::Component
            | D::Index
            | D::Binding
            | D::DescriptorSet
            | D::Offset
    )
}

fn volatile(cx: &mut Checker<'_, '_>, inst: &Inst, decoration: Decoration) {
    let vulkan = cx
        .module
        .memory_model
        .is_some_and(|(_, memory)| memory == spirv::MemoryModel::Vulkan as u32);
    if vulkan && matches!(decoration, Decoration::Coherent | Decoration::Volatile) {
        cx.violate(
            Decorations::VulkanMemoryModel,
            inst,
            format_args!("the memory model is Vulkan, and {decoration:?} is used"),
        );
    }
}

/// A decoration of the target itself, not of a member.
fn whole(cx: &mut Checker<'_, '_>, inst: &Inst, decoration: Decoration, def: &Inst) {
    use Decoration as D;
    let module = cx.module;
    match decoration {
        D::Block | D::BufferBlock => {
            let both = module.is_decorated(def.result, D::Block) && module.is_decorated(def.result, D::BufferBlock);
            if both && decoration == D::BufferBlock {
                cx.violate(
                    Decorations::BothBlocks,
                    inst,
                    format_args!("{} is decorated Block too", module.show(def.result)),
                );
            }
        }
        D::RowMajor | D::ColMajor | D::MatrixStride => cx.violate(
            Decorations::MemberOnly,
            inst,
            format_args!("{} is no member", module.show(def.result)),
        ),
        D::ArrayStride => {
            let fits = module.ty(def.result).is_some_and(|ty| {
                ty.is_pointer() || matches!(ty.kind, Kind::Array { .. } | Kind::RuntimeArray { .. } | Kind::Other)
            });
            if !fits {
                cx.violate(
                    Decorations::Stride,
                    inst,
                    format_args!("{} is no array and no pointer", module.show(def.result)),
                );
            }
        }
        D::BuiltIn => built_in(cx, inst, def),
        _ => object(cx, inst, decoration, def),
    }
}

fn built_in(cx: &mut Checker<'_, '_>, inst: &Inst, def: &Inst) {
    let module = cx.module;
    let number = module.operand(inst, 2);
    let tess = number == BuiltIn::TessLevelInner as u32 || number == BuiltIn::TessLevelOuter as u32;
    let variable = class_of(module, def).is_some();
    if cx.target.is_vulkan() && tess && variable && !module.is_decorated(def.result, Decoration::Patch) {
        cx.violate(
            Decorations::TessLevelPatch,
            inst,
            format_args!("{} is not decorated Patch", module.show(def.result)),
        );
    }
}

/// The storage class of a variable.
fn class_of(module: &Module<'_>, def: &Inst) -> Option<StorageClass> {
    match def.op {
        Op::Variable | Op::UntypedVariableKHR => StorageClass::from_u32(module.operand(def, 0)),
        _ => None,
    }
}

fn object(cx: &mut Checker<'_, '_>, inst: &Inst, decoration: Decoration, def: &Inst) {
    use Decoration as D;
    use StorageClass as C;
    let module = cx.module;
    let declared = matches!(
        def.op,
        Op::Variable | Op::UntypedVariableKHR | Op::FunctionParameter | Op::RawAccessChainNV
    );
    let needs_object = matches!(
        decoration,
        D::Flat | D::NoPerspective | D::Sample | D::Centroid | D::Patch | D::Component | D::Stream
    );
    if needs_object && !declared {
        return cx.violate(
            Decorations::MemoryObject,
            inst,
            format_args!("{} is no variable or parameter", module.show(def.result)),
        );
    }
    let (true, Some(class)) = (cx.target.is_vulkan(), class_of(module, def)) else {
        return;
    };
    let (rule, wrong) = match decoration {
        D::Location | D::Component => {
            let interface = matches!(
                class,
                C::Input
                    | C::Output
                    | C::RayPayloadKHR
                    | C::IncomingRayPayloadKHR
                    | C::HitAttributeKHR
                    | C::HitObjectAttributeNV
                    | C::HitObjectAttributeEXT
                    | C::CallableDataKHR
                    | C::IncomingCallableDataKHR
                    | C::ShaderRecordBufferKHR
                    | C::TileImageEXT
            );
            if module.is_decorated(def.result, D::BuiltIn) {
                (Decorations::BuiltInLocation, true)
            } else {
                (Decorations::LocationClass, !interface)
            }
        }
        D::Flat | D::NoPerspective | D::Sample | D::Centroid => {
            (Decorations::InterpolationClass, !matches!(class, C::Input | C::Output))
        }
        D::DescriptorSet | D::Binding => (
            Decorations::BindingClass,
            !matches!(
                class,
                C::UniformConstant | C::Uniform | C::StorageBuffer | C::TileAttachmentQCOM
            ),
        ),
        D::InputAttachmentIndex => (Decorations::InputAttachmentClass, class != C::UniformConstant),
        _ => return,
    };
    if wrong {
        cx.violate(
            rule,
            inst,
            format_args!("{} is a variable of {class:?}", module.show(def.result)),
        );
    }
}
