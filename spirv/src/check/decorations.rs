//! Decorations: the targets of each, their number, and which exclude each other (SPIR-V §2.14, Relaxed Precision;
//! §2.16, Validation Rules; §3.20, Decoration; §3.52.3, Annotation Instructions; Vulkan, Standalone SPIR-V).
//!
//! `target` checks which targets a decoration may have, `pairs` which decorations exclude or require others,
//! `component` the components of locations. Built-ins, layouts and interfaces of entry points are checked by other
//! families.

mod component;
pub(super) mod feedback;
mod heap;
mod pairs;
mod target;
mod viewport;

use super::Checker;
use super::module::{Class, Inst, Kind, Module};
use super::rule::rules;
use crate::check::message::{Enumerant, named};
use crate::words::grammar::{Category, OperandKind};
use spirv::{BuiltIn, Decoration, Dim, Op, Scope, StorageClass};

rules! {
    /// Decorations.
    Decorations "decorations" {
        Repeated "repeated" "SPIR-V §3.20": "no id has the same decoration twice, by itself or by a group, unless that is allowed";
        BothBlocks "both-blocks" "SPIR-V §2.16.2": "no structure is decorated Block and BufferBlock";
        Exclusive "exclusive" "SPIR-V §2.16.2, §2.18.2":
            "of NoPerspective and Flat, of Patch, Centroid and Sample, of Restrict and Aliased, of RestrictPointer and \
             AliasedPointer, of RowMajor and ColMajor at most one is on an object or member";
        FastMath "fast-math" "SPV_KHR_float_controls2": "no instruction has both NoContraction and FPFastMathMode";
        Transform "transform" "SPV_KHR_float_controls2":
            "a mask with AllowTransform has AllowReassoc and AllowContract too" (decides "FPFastMathMode");
        MemberOnly "member-only" "SPIR-V §3.20": "RowMajor, ColMajor, MatrixStride and OffsetIdEXT decorate members"
            (decides "decorations outside groups");
        NotMember "not-member" "SPIR-V §3.20": "decorations of types, variables and instructions do not decorate members";
        MemberNumber "member-number" "SPIR-V §3.52.3 OpMemberDecorate": "a decorated member exists in the structure";
        Structure "structure" "SPIR-V §3.20": "Block, BufferBlock, GLSLShared, GLSLPacked and CPacked decorate structures";
        Stride "stride" "SPIR-V §3.20 ArrayStride": "ArrayStride decorates arrays and pointers";
        HeapType "heap-type" "SPV_EXT_descriptor_heap, OpTypeBufferEXT":
            "a type of buffers is of Uniform or StorageBuffer" [newer];
        HeapSize "heap-size" "SPV_EXT_descriptor_heap, OpConstantSizeOfEXT":
            "OpConstantSizeOfEXT is an integer of 32 or 64 bits, of a type of descriptors" [newer];
        HeapDecoration "heap-decoration" "SPV_EXT_descriptor_heap §3.20":
            "ArrayStrideIdEXT and OffsetIdEXT decorate types that contain descriptors" [newer];
        HeapTwice "heap-twice" "SPV_EXT_descriptor_heap §2.2.2":
            "a member has Offset or OffsetIdEXT, an array ArrayStride or ArrayStrideIdEXT" [newer];
        HeapOffsets "heap-offsets" "SPV_EXT_descriptor_heap §2.2.2":
            "the members of a structure with OffsetIdEXT have distinct offsets"
            (decides "constants that cannot be specialized") [newer];
        SpecId "spec-id" "SPIR-V §3.20 SpecId": "SpecId decorates OpSpecConstantTrue, OpSpecConstantFalse, OpSpecConstant and OpSpecConstantDataKHR";
        Variable "variable" "SPIR-V §3.20":
            "Location, Index, Binding, DescriptorSet, InputAttachmentIndex, Invariant and the like decorate variables";
        MemoryObject "memory-object" "SPIR-V §3.20":
            "decorations on interpolation, aliasing and access decorate variables and pointer parameters";
        Object "object" "SPIR-V §3.20 Uniform, NonUniform": "Uniform, UniformId and NonUniform decorate objects";
        Precision "precision" "SPIR-V §2.14": "RelaxedPrecision decorates variables, functions, members and results, not types";
        Instruction "instruction" "SPIR-V §3.20":
            "NoSignedWrap, NoUnsignedWrap, NoContraction and SaturatedConversion decorate the instructions they are for";
        NonWritable "non-writable" "SPIR-V §3.20 NonWritable":
            "NonWritable decorates storage images, buffers and, from SPIR-V 1.4 on, variables of Private and Function";
        NonReadable "non-readable" "SPIR-V §3.20 NonReadable": "NonReadable decorates storage images and buffers" [newer];
        Linkage "linkage" "SPIR-V §2.16.1": "LinkageAttributes are for functions that are no entry points and for global \
             variables, which have no initializer if they are imported";
        BuiltInTarget "built-in-target" "SPIR-V §3.21":
            "BuiltIn decorates variables and members, WorkgroupSize of a shader a constant, and a heap no member";
        StringForm "string-form" "SPIR-V §3.52.3 OpDecorateString": "OpDecorateString has decorations of strings alone" [ours:
            "OpDecorateString: Decoration is a decoration that takes at least one Literal operand, and has only Literal string operands"];
        IdForm "id-form" "SPIR-V §3.52.3 OpDecorateId": "OpDecorateId is for decorations with ids, OpDecorate for decorations without";
        IdOperand "id-operand" "SPIR-V §3.52.3 OpDecorateId":
            "the ids of a decoration are constants or variables that come before what they decorate, strides and offsets \
             integers of 32 bits";
        UniformScope "uniform-scope" "SPIR-V §3.20 UniformId": "the scope of UniformId is one, and not Invocation" [ours:
            "UniformId: the id is a scope, and to be the same for all invocations of a scope of one invocation says nothing"];
        GroupTarget "group-target" "SPIR-V §3.52.3 OpGroupDecorate": "a group decorates each target once, and no group";
        GroupUse "group-use" "SPIR-V §3.52.3 OpDecorationGroup": "a decoration group is only decorated, named and applied";
        VulkanMemoryModel "vulkan-memory-model" "SPIR-V §3.20 Coherent, Volatile":
            "Coherent and Volatile are not used with the memory model Vulkan";
        InvariantClass "invariant-class" vuid "VUID-StandaloneSpirv-Invariant-04677" "Vulkan, Standalone SPIR-V":
            "variables that are Invariant or have Invariant members are in Input or Output";
        LocationClass "location-class" vuid "VUID-StandaloneSpirv-Location-06672" "Vulkan, Standalone SPIR-V":
            "Location and Component decorate variables of interfaces, ray payloads and the like";
        ComponentClass "component-class" "SPIR-V §3.20 Component": "Component decorates variables of Input and Output";
        IndexClass "index-class" "SPIR-V §3.20 Index": "Index decorates variables of Output" [ours:
            "Index: apply only to an object in Output that a fragment shader writes, or a member of one"];
        ComponentValue "component-value" vuid "VUID-StandaloneSpirv-Component-04920" "Vulkan, Standalone SPIR-V":
            "a Component is at most 3";
        ComponentEnd "component-end" vuid "VUID-StandaloneSpirv-Component-04921" "Vulkan, Standalone SPIR-V":
            "a vector with a Component ends within its location";
        ComponentWideEnd "component-wide-end" vuid "VUID-StandaloneSpirv-Component-04922" "Vulkan, Standalone SPIR-V":
            "a 64-bit vector with a Component ends within its location";
        ComponentWide "component-wide" vuid "VUID-StandaloneSpirv-Component-04923" "Vulkan, Standalone SPIR-V":
            "the Component of 64-bit scalars and vectors is not 1 or 3";
        ComponentLong "component-long" vuid "VUID-StandaloneSpirv-Component-07703" "Vulkan, Standalone SPIR-V":
            "64-bit vectors of more than two components have no Component";
        ComponentType "component-type" vuid "VUID-StandaloneSpirv-Component-10583" (formerly "VUID-StandaloneSpirv-Component-04924")
            "Vulkan, Standalone SPIR-V": "Component decorates scalars, vectors and arrays of these";
        BuiltInLocation "built-in-location" vuid "VUID-StandaloneSpirv-Location-04915" "Vulkan, Standalone SPIR-V":
            "built-ins have no Location and no Component";
        InterpolationClass "interpolation-class" vuid "VUID-StandaloneSpirv-Flat-04670" "Vulkan, Standalone SPIR-V":
            "Flat, NoPerspective, Sample and Centroid decorate variables of Input and Output";
        BindingClass "binding-class" vuid "VUID-StandaloneSpirv-DescriptorSet-06491" "Vulkan, Standalone SPIR-V":
            "DescriptorSet and Binding decorate variables of UniformConstant, Uniform and StorageBuffer";
        ViewportRelative "viewport-relative" vuid "VUID-StandaloneSpirv-ViewportRelativeNV-04672" "Vulkan, Standalone SPIR-V":
            "ViewportRelativeNV decorates Layer, in Vertex, TessellationEvaluation and Geometry" [ours];
        ViewportRelativeUse "viewport-relative-use" vuid "VUID-StandaloneSpirv-ViewportRelativeNV-04673"
            "Vulkan, Standalone SPIR-V":
            "an entry point that uses ViewportRelativeNV uses ViewportIndex or ViewportMaskNV" [ours];
        ViewportMask "viewport-mask" vuid "VUID-StandaloneSpirv-ViewportMaskNV-04674" "Vulkan, Standalone SPIR-V":
            "ViewportMaskNV and ViewportIndex are not used together" (decides "the interface of one entry point") [ours];
        InputAttachmentClass "input-attachment-class" vuid "VUID-StandaloneSpirv-InputAttachmentIndex-06678"
            "Vulkan, Standalone SPIR-V": "InputAttachmentIndex decorates variables of UniformConstant";
        InputAttachmentType "input-attachment-type" "Vulkan, Fragment Input Attachment Interface":
            "InputAttachmentIndex decorates images of SubpassData" [ours:
            "Vulkan, Fragment Input Attachment Interface: these variables must be declared with a type of OpTypeImage and a Dim operand of SubpassData"];
        Matrix "matrix" "SPIR-V §3.20 MatrixStride":
            "RowMajor, ColMajor and MatrixStride decorate members that are matrices or arrays of these" [ours:
            "RowMajor, ColMajor, MatrixStride: only valid on a matrix, or an array whose most basic element is a matrix"];
        FeedbackClass "feedback-class" "SPIR-V §3.20 XfbBuffer":
            "variables decorated XfbBuffer, XfbStride, Stream or Offset are in Output, not of fragment shaders, those with Stream of geometry shaders" [ours:
            "XfbBuffer, XfbStride: valid in Output of execution models that process vertices; Stream: valid in Output of Geometry"];
        Pointer "pointer" "SPIR-V §3.20 Alignment":
            "Alignment, AlignmentId, MaxByteOffset and MaxByteOffsetId decorate pointers" [ours:
            "Alignment, AlignmentId, MaxByteOffset, MaxByteOffsetId: apply only to a pointer"];
        FeedbackStride "feedback-stride" vuid "VUID-StandaloneSpirv-XfbBuffer-04693" "SPIR-V §2.16.1; Vulkan, Standalone SPIR-V":
            "the captured outputs of one XfbBuffer have one XfbStride" [ours];
        FeedbackStream "feedback-stream" vuid "VUID-StandaloneSpirv-Stream-04694" "SPIR-V §2.16.1; Vulkan, Standalone SPIR-V":
            "the captured outputs of one XfbBuffer are of one Stream" (decides "those that are decorated Stream") [ours];
        FeedbackOffset "feedback-offset" vuid "VUID-StandaloneSpirv-Offset-04716" "Vulkan, Standalone SPIR-V":
            "outputs with an Offset have or inherit XfbBuffer and XfbStride" [ours];
        FeedbackWidth "feedback-width" vuid "VUID-StandaloneSpirv-Offset-04692" "Vulkan, Standalone SPIR-V":
            "outputs with an Offset have components of 32 or 64 bits" [ours];
        FeedbackAligned64 "feedback-aligned-64" vuid "VUID-StandaloneSpirv-Offset-04687" "Vulkan, Standalone SPIR-V":
            "the Offset of an output with 64-bit components is a multiple of 8" [ours];
        FeedbackAligned32 "feedback-aligned-32" vuid "VUID-StandaloneSpirv-Offset-04691" "Vulkan, Standalone SPIR-V":
            "the Offset of an output with 32-bit components is a multiple of 4" [ours];
        FeedbackFirst "feedback-first" vuid "VUID-StandaloneSpirv-Offset-04690" "Vulkan, Standalone SPIR-V":
            "a block of outputs with an Offset of something of 64 bits begins at a multiple of 8" [ours];
        FeedbackMultiple "feedback-multiple" vuid "VUID-StandaloneSpirv-Offset-04689" "Vulkan, Standalone SPIR-V":
            "a block of outputs with an Offset of something of 64 bits has a size that is a multiple of 8"
            (decides "blocks that have no room to be padded: another output or the buffer's end comes first") [ours];
        FeedbackOverlap "feedback-overlap" vuid "VUID-StandaloneSpirv-XfbBuffer-04696" "Vulkan, Standalone SPIR-V":
            "the captured outputs of one XfbBuffer do not overlap"
            (decides "scalars, vectors, matrices and arrays of those") [ours];
        FeedbackBlock "feedback-block" vuid "VUID-StandaloneSpirv-XfbBuffer-04697" "Vulkan, Standalone SPIR-V":
            "the captured members of a block of outputs are of one XfbBuffer" [ours];
        GlslLayout "glsl-layout" vuid "VUID-StandaloneSpirv-GLSLShared-04669" "Vulkan, Standalone SPIR-V":
            "GLSLShared and GLSLPacked are not used";
        TessLevelPatch "tess-level-patch" vuid "VUID-StandaloneSpirv-TessLevelInner-10880" "Vulkan, Standalone SPIR-V":
            "TessLevelInner and TessLevelOuter are decorated Patch too" [newer];
    }
}

/// The decorations found so far on one target or member. Those of one target are adjacent in the table.
#[derive(Default)]
struct Seen {
    of: (u32, Option<u32>),
    /// The decorations below 64, one bit each.
    low: u64,
    /// The other decorations, each once; there are few of them.
    high: Vec<Decoration>,
    /// Whether a group adds one of them to the target.
    has_group: bool,
}

impl Seen {
    fn has(&self, decoration: Decoration) -> bool {
        match 1_u64.checked_shl(decoration as u32) {
            Some(bit) => self.low & bit != 0,
            None => self.high.contains(&decoration),
        }
    }

    /// Adds a decoration, which a group may add to the target. Returns whether it is new.
    fn insert(&mut self, of: (u32, Option<u32>), decoration: Decoration, by_group: bool) -> bool {
        if self.of != of {
            (self.of, self.low, self.has_group) = (of, 0, false);
            self.high.clear();
        }
        self.has_group |= by_group;
        if self.has(decoration) {
            return false;
        }
        match 1_u64.checked_shl(decoration as u32) {
            Some(bit) => self.low |= bit,
            None => self.high.push(decoration),
        }
        true
    }
}

/// A decoration with its target.
#[derive(Clone, Copy)]
struct Applied<'j> {
    /// The decoration instruction.
    inst: &'j Inst,
    decoration: Decoration,
    member: Option<u32>,
    operands: &'j [u32],
    /// The instruction that defines the target.
    def: &'j Inst,
}

impl Applied<'_> {
    fn operand(&self) -> u32 {
        self.operands.first().copied().unwrap_or(0)
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    viewport::run(cx);
    heap::run(cx);
    let module = cx.module;
    let mut seen = Seen::default();
    for row in module.all_decorations() {
        let (Some(inst), Some(decoration)) = (module.inst(row.inst), Decoration::from_u32(row.decoration)) else {
            continue;
        };
        let of = (row.target, row.member);
        if once(decoration) && !seen.insert(of, decoration, module.operand(inst, 0) != row.target) {
            let (target, name) = (module.show(row.target), named(decoration));
            let message = format_args!("{target} is decorated {name} already");
            // spirv-val compares what is on the target itself.
            cx.violate_part(Decorations::Repeated, !seen.has_group, inst, message);
            // A repeated decoration needs no further checks, because they cover all decorations of the target.
            continue;
        }
        pairs::member_or_object(cx, inst, row, decoration, &seen);
        let Some(def) = module.def(row.target).filter(|def| def.op != Op::DecorationGroup) else {
            continue;
        };
        let applied = Applied {
            inst,
            decoration,
            member: row.member,
            operands: row.operands,
            def,
        };
        check_decoration(cx, applied);
    }
    for inst in module.of([Class::Annotation]) {
        match inst.op {
            Op::Decorate | Op::DecorateId | Op::MemberDecorate | Op::MemberDecorateIdEXT => ids(cx, inst),
            Op::DecorateString | Op::MemberDecorateString => strings(cx, inst),
            Op::GroupDecorate | Op::GroupMemberDecorate => pairs::group(cx, inst),
            Op::DecorationGroup => pairs::group_use(cx, inst),
            _ => {}
        }
    }
    for entry in &module.entry_points {
        let Some(inst) = module.inst(entry.inst) else { continue };
        if module.is_decorated(entry.function, Decoration::LinkageAttributes) {
            cx.violate(
                Decorations::Linkage,
                inst,
                format_args!("{} has LinkageAttributes", module.show(entry.function)),
            );
        }
    }
    feedback::run(cx);
    if cx.target.is_vulkan() {
        pairs::classes_of_members(cx);
    }
}

fn check_decoration(cx: &mut Checker<'_, '_>, applied: Applied<'_>) {
    use Decoration as D;
    let Applied { inst, decoration, .. } = applied;
    if cx.target.is_vulkan() && matches!(decoration, D::GLSLShared | D::GLSLPacked) {
        cx.violate(
            Decorations::GlslLayout,
            inst,
            format_args!("it is decorated {decoration}", decoration = named(decoration)),
        );
    }
    volatile(cx, inst, decoration);
    if let Some(number) = applied.member {
        target::member(cx, applied, number);
        built_in_member(cx, applied, number);
        component::member(cx, applied, number);
    } else if target::whole(cx, applied) {
        index(cx, applied);
        feedback_class(cx, applied);
        in_vulkan(cx, applied);
        component::variable(cx, applied);
    }
}

/// Whether a target may have a decoration only once, because a second one would contradict or repeat the first.
fn once(decoration: Decoration) -> bool {
    use Decoration as D;
    !matches!(decoration, D::FuncParamAttr | D::UserSemantic | D::UserTypeGOOGLE) && (decoration as u32) < 5700
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
            format_args!(
                "the memory model is Vulkan, and {decoration} is used",
                decoration = named(decoration)
            ),
        );
    }
}

/// Checks that decoration instructions for strings and ids have such decorations, and checks the ids.
fn strings(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let index = if inst.op == Op::MemberDecorateString { 2 } else { 1 };
    let Some(row) = OperandKind::Decoration.enumerant(cx.module.operand(inst, index)) else {
        return;
    };
    let mut parameters = row.parameters.iter();
    if row.parameters.is_empty() || !parameters.all(|operand| operand.kind == OperandKind::LiteralString) {
        cx.violate(
            Decorations::StringForm,
            inst,
            format_args!("{} takes no string", row.name),
        );
    }
}

fn ids(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let member = matches!(inst.op, Op::MemberDecorate | Op::MemberDecorateIdEXT);
    let index = if member { 2 } else { 1 };
    let by_id = matches!(inst.op, Op::DecorateId | Op::MemberDecorateIdEXT);
    let number = module.operand(inst, index);
    let Some(parameters) = OperandKind::Decoration.parameters(number) else {
        return;
    };
    let takes_ids = parameters.iter().any(|operand| operand.kind.category() == Category::Id);
    if takes_ids != by_id {
        let name = Enumerant(OperandKind::Decoration, number);
        cx.violate(
            Decorations::IdForm,
            inst,
            format_args!("{name} {} ids", if takes_ids { "takes" } else { "takes no" }),
        );
        return;
    }
    if !takes_ids {
        return;
    }
    let target = module.operand(inst, 0);
    let before = module.def(target).map_or(u32::MAX, |def| def.index);
    for &id in module.operands(inst).get(index + 1..).unwrap_or(&[]) {
        let Some(def) = module.def(id) else { continue };
        let constant = module.constant(id).is_some() || matches!(def.op, Op::Variable | Op::ConstantSizeOfEXT);
        let size = [Decoration::ArrayStrideIdEXT as u32, Decoration::OffsetIdEXT as u32].contains(&number);
        let is_late = def.index > before;
        if !constant || is_late || (size && !module.result_type(def).is_some_and(|ty| ty.is_int32())) {
            cx.violate(
                Decorations::IdOperand,
                inst,
                format_args!(
                    "{} is no constant 32-bit integer, or is declared later",
                    module.show(id)
                ),
            );
        }
        let scope = module.constant_u32(id);
        let known = scope.is_none_or(|scope| scope <= Scope::ShaderCallKHR as u32 && scope != Scope::Invocation as u32);
        if number == Decoration::UniformId as u32 && !known {
            cx.violate(
                Decorations::UniformScope,
                inst,
                format_args!("{} is no constant 32-bit integer", module.show(id)),
            );
        }
    }
}

/// The storage class of a variable.
fn class_of(module: &Module<'_>, def: &Inst) -> Option<StorageClass> {
    match def.op {
        Op::Variable | Op::UntypedVariableKHR => StorageClass::from_u32(module.operand(def, 0)),
        _ => None,
    }
}

/// Checks that Index, which selects an input of the blend equation, is on an output (SPIR-V §3.20, Decoration).
fn index(cx: &mut Checker<'_, '_>, applied: Applied<'_>) {
    let Applied { inst, def, .. } = applied;
    let output = class_of(cx.module, def).is_none_or(|class| class == StorageClass::Output);
    if applied.decoration == Decoration::Index && !output {
        cx.violate(
            Decorations::IndexClass,
            inst,
            format_args!("{} is not in Output", cx.module.show(def.result)),
        );
    }
}

/// Whether a variable holds input attachments. The type of an untyped variable may be unknown.
fn is_attachment(module: &Module<'_>, def: &Inst) -> bool {
    let pointee = module.result_type(def).and_then(|ty| ty.pointee());
    let ty = pointee.and_then(|pointee| super::memory::innermost(module, pointee));
    ty.is_none_or(|ty| matches!(ty.kind, Kind::Image(image) if image.dim == Dim::DimSubpassData as u32))
}

/// Checks that a member is not both a built-in and at a location, as [`in_vulkan`] does for variables.
fn built_in_member(cx: &mut Checker<'_, '_>, applied: Applied<'_>, number: u32) {
    let module = cx.module;
    let Applied { inst, def, .. } = applied;
    let is_located = matches!(applied.decoration, Decoration::Location | Decoration::Component);
    let built_in = || module.member_decoration(def.result, number, Decoration::BuiltIn);
    if is_located && cx.target.is_vulkan() && built_in().is_some() {
        let message = format_args!("member {number} of {} is a built-in", module.show(def.result));
        cx.violate_part(Decorations::BuiltInLocation, false, inst, message);
    }
}

/// Checks that decorations for transform feedback are on outputs (SPIR-V §3.20, Decoration).
fn feedback_class(cx: &mut Checker<'_, '_>, applied: Applied<'_>) {
    use Decoration as D;
    let Applied { inst, def, .. } = applied;
    let elsewhere = class_of(cx.module, def).filter(|&class| class != StorageClass::Output);
    let is_captured = match applied.decoration {
        D::XfbBuffer | D::XfbStride | D::Stream => true,
        // Outside Vulkan, atomic counters have an Offset.
        D::Offset => cx.target.is_vulkan(),
        _ => false,
    };
    if let Some(class) = elsewhere.filter(|_| is_captured) {
        let show = cx.module.show(def.result);
        let message = format_args!("{show} is a variable in {class}", class = named(class));
        cx.violate(Decorations::FeedbackClass, inst, message);
    }
}

/// Checks Vulkan's rules for the storage classes of decorated variables, after the kind of the target has been
/// accepted.
fn in_vulkan(cx: &mut Checker<'_, '_>, applied: Applied<'_>) {
    use Decoration as D;
    use StorageClass as C;
    let module = cx.module;
    let Applied {
        inst, decoration, def, ..
    } = applied;
    let (true, Some(class)) = (cx.target.is_vulkan(), class_of(module, def)) else {
        return;
    };
    let tess = [BuiltIn::TessLevelInner as u32, BuiltIn::TessLevelOuter as u32].contains(&applied.operand());
    let (rule, wrong) = match decoration {
        D::Location | D::Component => {
            if module.is_decorated(def.result, D::BuiltIn) {
                (Decorations::BuiltInLocation, true)
            } else {
                (Decorations::LocationClass, !pairs::has_locations(class))
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
        D::InputAttachmentIndex if class == C::UniformConstant => {
            (Decorations::InputAttachmentType, !is_attachment(module, def))
        }
        D::InputAttachmentIndex => (Decorations::InputAttachmentClass, true),
        D::Invariant => (Decorations::InvariantClass, !matches!(class, C::Input | C::Output)),
        D::BuiltIn => (
            Decorations::TessLevelPatch,
            tess && !module.is_decorated(def.result, D::Patch),
        ),
        _ => return,
    };
    if wrong {
        cx.violate(
            rule,
            inst,
            format_args!(
                "{} is a variable in {class}",
                module.show(def.result),
                class = named(class)
            ),
        );
    }
}
