//! Execution modes: the models that each is for, the modes that a model requires, and modes that exclude each other
//! (SPIR-V §3.6, Execution Mode; Vulkan, Standalone SPIR-V).
//!
//! `capability` checks the capabilities that modes need; `builtins` checks the modes that built-ins require.

use super::Checker;
use super::module::{Class, EntryPoint, Inst, Models, Module};
use super::rule::rules;
use crate::check::message;
use crate::check::message::{Enumerant, OpcodeName, named};
use crate::words::grammar::{Category, OperandKind};
use hashbrown::HashSet;
use spirv::{BuiltIn, Capability, Decoration, ExecutionMode as Mode, ExecutionModel as Model, Op};

rules! {
    /// Execution modes.
    Modes "modes" {
        Origin "origin" "SPIR-V §3.6 OriginUpperLeft": "a fragment entry point has one of OriginUpperLeft and OriginLowerLeft";
        LowerLeft "lower-left" vuid "VUID-StandaloneSpirv-OriginLowerLeft-04653" "Vulkan, Standalone SPIR-V":
            "OriginLowerLeft is not used";
        PixelCenter "pixel-center" vuid "VUID-StandaloneSpirv-PixelCenterInteger-04654" "Vulkan, Standalone SPIR-V":
            "PixelCenterInteger is not used";
        Depth "depth" "SPIR-V §3.6 DepthGreater": "an entry point has at most one of DepthGreater, DepthLess and DepthUnchanged";
        GeometryInput "geometry-input" "SPIR-V §3.6 InputPoints": "a geometry entry point has one kind of input primitive";
        GeometryOutput "geometry-output" "SPIR-V §3.6 OutputPoints": "a geometry entry point has one kind of output primitive";
        Spacing "spacing" "SPIR-V §3.6 SpacingEqual": "a tessellation entry point has at most one spacing";
        VertexOrder "vertex-order" "SPIR-V §3.6 VertexOrderCw": "a tessellation entry point has at most one order of vertices";
        Subdivision "subdivision" "SPIR-V §3.6 Triangles":
            "a tessellation entry point has at most one of Triangles, Quads and Isolines";
        PatchSize "patch-size" vuid "VUID-VkShaderCreateInfoEXT-pCode-08453" "Vulkan, Shader Objects":
            "OutputVertices of a tessellation shader is greater than 0" [ours];
        GeometryVertices "geometry-vertices" vuid "VUID-VkShaderCreateInfoEXT-pCode-08454" "Vulkan, Shader Objects":
            "OutputVertices of a geometry shader is greater than 0" (decides "a count that the entry point has") [ours];
        GeometryInvocations "geometry-invocations" vuid "VUID-VkShaderCreateInfoEXT-pCode-08455" "Vulkan, Shader Objects":
            "Invocations of a geometry shader is greater than 0" (decides "a count that the entry point has") [ours];
        LocalSize "local-size" vuid "VUID-StandaloneSpirv-None-10685" (formerly "VUID-StandaloneSpirv-LocalSize-06426")
            "Vulkan, Standalone SPIR-V":
            "compute, mesh and task entry points have LocalSize, LocalSizeId or an object decorated WorkgroupSize";
        ZeroSize "zero-size" "SPIR-V §3.6 LocalSize": "no dimension of LocalSize or LocalSizeId is 0, nor of an object decorated WorkgroupSize";
        MeshVertices "mesh-vertices" vuid "VUID-StandaloneSpirv-MeshEXT-07330" "Vulkan, Standalone SPIR-V":
            "OutputVertices of a mesh shader is greater than 0";
        MeshPrimitives "mesh-primitives" vuid "VUID-StandaloneSpirv-MeshEXT-07331" "Vulkan, Standalone SPIR-V":
            "OutputPrimitivesEXT of a mesh shader is greater than 0";
        MeshModes "mesh-modes" "SPV_EXT_mesh_shader": "a MeshEXT entry point has OutputVertices and OutputPrimitivesEXT";
        MeshOutput "mesh-output" "SPV_EXT_mesh_shader": "a MeshEXT entry point has one kind of output primitive";
        Interlock "interlock" "SPV_EXT_fragment_shader_interlock": "an entry point has at most one kind of interlock";
        InterlockMode "interlock-mode" "Vulkan, Fragment Shader Interlock":
            "an entry point that reaches OpBeginInvocationInterlockEXT or OpEndInvocationInterlockEXT has one of the modes of interlock";
        InterlockPair "interlock-pair" "SPV_EXT_fragment_shader_interlock §2.16.2":
            "an entry point with a mode of interlock reaches OpBeginInvocationInterlockEXT and OpEndInvocationInterlockEXT" [ours:
            "If the entry point has any of the interlock ordering execution modes, it must dynamically execute each of OpBeginInvocationInterlockEXT and OpEndInvocationInterlockEXT, in that program order, exactly once"];
        StencilFront "stencil-front" "SPV_AMD_shader_early_and_late_fragment_tests":
            "an entry point has at most one of StencilRefUnchangedFrontAMD, StencilRefLessFrontAMD and StencilRefGreaterFrontAMD";
        StencilBack "stencil-back" "SPV_AMD_shader_early_and_late_fragment_tests":
            "an entry point has at most one of StencilRefUnchangedBackAMD, StencilRefLessBackAMD and StencilRefGreaterBackAMD";
        Constants "constants" "SPIR-V §3.52.5 OpExecutionModeId": "the operands of a mode that are ids are constants, those of LocalSizeId integers";
        QuadSize "quad-size" vuid "VUID-StandaloneSpirv-DerivativeGroupQuadsKHR-10151"
            (formerly "VUID-StandaloneSpirv-DerivativeGroupQuadsNV-04684") "Vulkan, Standalone SPIR-V":
            "with DerivativeGroupQuadsKHR a workgroup is even along x and y" (decides "sizes that cannot be specialized") [newer];
        LinearSize "linear-size" vuid "VUID-StandaloneSpirv-DerivativeGroupLinearKHR-10152"
            (formerly "VUID-StandaloneSpirv-DerivativeGroupLinearNV-04778") "Vulkan, Standalone SPIR-V":
            "with DerivativeGroupLinearKHR a workgroup has a multiple of four invocations" (decides "sizes that cannot be specialized") [newer];
        DerivativeGroups "derivative-groups" "SPV_KHR_compute_shader_derivatives, Validation Rules":
            "an entry point has one of DerivativeGroupQuadsKHR and DerivativeGroupLinearKHR at most" [ours:
            "An entry point cannot have both the DerivativeGroupQuadsKHR and DerivativeGroupLinearKHR execution modes specified"];
        Reconvergence "reconvergence" vuid "VUID-StandaloneSpirv-MaximallyReconvergesKHR-09565"
            (formerly "VUID-RuntimeSpirv-MaximallyReconvergesKHR-09565") "Vulkan, Standalone SPIR-V":
            "entry points with MaximallyReconvergesKHR repack no invocations" [ours];
        Model "model" "SPIR-V §3.6": "an execution mode is used with the execution models that it is for";
        Repeated "repeated" "SPIR-V §3.6": "an entry point has no mode twice, float controls not for one width or type";
        OneSize "one-size" "SPIR-V §2.16.1":
            "an entry point has at most one of LocalSize, LocalSizeId, LocalSizeHint and LocalSizeHintId" [ours:
            "Each OpEntryPoint must contain at most one of LocalSize, LocalSizeId, LocalSizeHint, or LocalSizeHintId Execution Modes"];
        EntryPoint "entry-point" "SPIR-V §3.52.5 OpExecutionMode": "an execution mode names an entry point";
        Ids "ids" "SPIR-V §3.52.5 OpExecutionModeId":
            "OpExecutionModeId is for modes with id operands, OpExecutionMode for modes without";
    }
}

/// Whether a mode applies to a width or type in its operands, and may thus be repeated for another one.
fn by_operand(mode: u32) -> bool {
    matches!(
        Mode::from_u32(mode),
        Some(
            Mode::DenormPreserve
                | Mode::DenormFlushToZero
                | Mode::SignedZeroInfNanPreserve
                | Mode::RoundingModeRTE
                | Mode::RoundingModeRTZ
                | Mode::RoundingModeRTPINTEL
                | Mode::RoundingModeRTNINTEL
                | Mode::FloatingPointModeALTINTEL
                | Mode::FloatingPointModeIEEEINTEL
                | Mode::FPFastMathDefault
        )
    )
}

/// Checks the instructions independently of the entry points.
fn instructions(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let first = module.first_function();
    for inst in module.of([Class::Mode]).take_while(|inst| inst.index < first) {
        let entry = module.operand(inst, 0);
        if module.def(entry).is_some() && !module.is_entry_point(entry) {
            let message = format_args!("{} is no entry point", module.show(entry));
            cx.violate(Modes::EntryPoint, inst, message);
        }
        let mode = module.operand(inst, 1);
        let Some(parameters) = OperandKind::ExecutionMode.parameters(mode) else {
            continue;
        };
        let ids = parameters
            .iter()
            .any(|parameter| parameter.kind.category() == Category::Id);
        if ids != (inst.op == Op::ExecutionModeId) {
            let takes = if ids { "takes ids" } else { "takes no ids" };
            let name = Enumerant(OperandKind::ExecutionMode, mode);
            cx.violate(Modes::Ids, inst, format_args!("{name} {takes}"));
        }
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    instructions(cx);
    let size = size_object(module);
    if let Some(size) = size {
        zero_size(cx, size);
    }
    interlocks(cx);
    // Several entry points may share one function and its modes.
    for entry in module.entry_points.iter().filter(|entry| entry.is_first_of_model) {
        let Some(&at) = module.inst(entry.inst) else { continue };
        required(cx, entry, &at);
        exclusive(cx, entry, &at);
        derivatives(cx, entry, &at);
        if size.is_none() {
            local_size(cx, entry, &at);
        }
        let mut seen = HashSet::new();
        for inst in module.modes(entry.function) {
            check_mode(cx, entry, inst);
            let mode = module.operand(inst, 1);
            let repeated = match Mode::from_u32(mode).filter(|_| !by_operand(mode)) {
                Some(mode) => module
                    .mode(entry.function, mode)
                    .is_some_and(|first| first.index != inst.index),
                None => {
                    let part = if by_operand(mode) { module.operand(inst, 2) } else { 0 };
                    !seen.insert((mode, part))
                }
            };
            if repeated {
                cx.violate(Modes::Repeated, inst, format_args!("the entry point has it already"));
            }
        }
    }
}

/// The number of the given modes that an entry point has, each counted once.
#[inline(never)] // its copies would be half of this file's code
fn count(module: &Module<'_>, entry: &EntryPoint<'_>, modes: &[Mode]) -> usize {
    let has = |mode: &&Mode| module.mode(entry.function, **mode).is_some();
    modes.iter().filter(has).count()
}

fn required(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst) {
    let module = cx.module;
    let mut demand = |rule: Modes, what: &str, least: usize, modes: &[Mode]| {
        let found = count(module, entry, modes);
        if found < least || found > 1 {
            cx.violate(rule, at, format_args!("it has {found} modes of {what}"));
        }
    };
    match Model::from_u32(entry.model) {
        Some(Model::Fragment) => {
            demand(
                Modes::Origin,
                "an origin",
                1,
                &[Mode::OriginUpperLeft, Mode::OriginLowerLeft],
            );
            demand(
                Modes::Depth,
                "depth",
                0,
                &[Mode::DepthGreater, Mode::DepthLess, Mode::DepthUnchanged],
            );
        }
        Some(Model::TessellationControl | Model::TessellationEvaluation) => {
            demand(
                Modes::Spacing,
                "spacing",
                0,
                &[
                    Mode::SpacingEqual,
                    Mode::SpacingFractionalEven,
                    Mode::SpacingFractionalOdd,
                ],
            );
            demand(
                Modes::VertexOrder,
                "order",
                0,
                &[Mode::VertexOrderCw, Mode::VertexOrderCcw],
            );
            demand(
                Modes::Subdivision,
                "subdivision",
                0,
                &[Mode::Triangles, Mode::Quads, Mode::Isolines],
            );
        }
        Some(Model::Geometry) => {
            demand(
                Modes::GeometryInput,
                "input",
                1,
                &[
                    Mode::InputPoints,
                    Mode::InputLines,
                    Mode::InputLinesAdjacency,
                    Mode::Triangles,
                    Mode::InputTrianglesAdjacency,
                ],
            );
            demand(
                Modes::GeometryOutput,
                "output",
                1,
                &[Mode::OutputPoints, Mode::OutputLineStrip, Mode::OutputTriangleStrip],
            );
        }
        Some(Model::MeshEXT) => demand(
            Modes::MeshOutput,
            "output",
            1,
            &[Mode::OutputPoints, Mode::OutputLinesEXT, Mode::OutputTrianglesEXT],
        ),
        _ => {}
    }
}

/// Checks modes of extensions that exclude or require each other.
fn exclusive(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst) {
    let module = cx.module;
    let sizes = [
        Mode::LocalSize,
        Mode::LocalSizeId,
        Mode::LocalSizeHint,
        Mode::LocalSizeHintId,
    ];
    let found = count(module, entry, &sizes);
    if found > 1 {
        cx.violate(Modes::OneSize, at, format_args!("it has {found} of these modes"));
    }
    let groups: [(Modes, &[Mode]); 3] = [
        (Modes::Interlock, &INTERLOCKS),
        (
            Modes::StencilFront,
            &[
                Mode::StencilRefUnchangedFrontAMD,
                Mode::StencilRefLessFrontAMD,
                Mode::StencilRefGreaterFrontAMD,
            ],
        ),
        (
            Modes::StencilBack,
            &[
                Mode::StencilRefUnchangedBackAMD,
                Mode::StencilRefLessBackAMD,
                Mode::StencilRefGreaterBackAMD,
            ],
        ),
    ];
    if entry.model == Model::Fragment as u32 {
        for (rule, modes) in groups {
            let found = count(module, entry, modes);
            if found > 1 {
                cx.violate(rule, at, format_args!("it has {found} of these modes"));
            }
        }
    }
    let groups = [Mode::DerivativeGroupQuadsKHR, Mode::DerivativeGroupLinearKHR];
    if count(module, entry, &groups) > 1 {
        cx.violate(
            Modes::DerivativeGroups,
            at,
            format_args!("it has both DerivativeGroupQuadsKHR and DerivativeGroupLinearKHR"),
        );
    }
    let mesh = entry.model == Model::MeshEXT as u32;
    let counts = [Mode::OutputVertices, Mode::OutputPrimitivesEXT];
    if mesh && count(module, entry, &counts) < 2 {
        cx.violate(
            Modes::MeshModes,
            at,
            format_args!("it lacks OutputVertices or OutputPrimitivesEXT"),
        );
    }
    let reconverges = module.mode(entry.function, Mode::MaximallyReconvergesKHR).is_some();
    if reconverges && cx.target.is_vulkan() && super::device::repacks(module, entry) {
        cx.violate(
            Modes::Reconvergence,
            at,
            format_args!("an instruction that it reaches repacks invocations"),
        );
    }
}

/// Checks the workgroup sizes that derivative groups require.
fn derivatives(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst) {
    let module = cx.module;
    let has = |mode| module.mode(entry.function, mode).is_some();
    let (quads, linear) = (has(Mode::DerivativeGroupQuadsKHR), has(Mode::DerivativeGroupLinearKHR));
    if !cx.target.is_vulkan() || !(quads || linear) {
        return;
    }
    let Some([x, y, z]) = super::device::workgroup_size(module, entry, |id| module.constant_u32(id)) else {
        return;
    };
    if quads && (x % 2 == 1 || y % 2 == 1) {
        cx.violate(Modes::QuadSize, at, format_args!("the size is {x} × {y} × {z}"));
    }
    // The product of the remainders modulo four cannot overflow.
    if linear && (x % 4) * (y % 4) * (z % 4) % 4 != 0 {
        cx.violate(Modes::LinearSize, at, format_args!("the size is {x} × {y} × {z}"));
    }
}

/// The decoration `WorkgroupSize` of an object. A rule in `builtins` requires that the object is a constant.
fn size_object<'m>(module: &'m Module<'_>) -> Option<&'m Inst> {
    let mut decorations = module.of([Class::Annotation]).filter(|inst| inst.op == Op::Decorate);
    decorations.find(|inst| {
        let built_in = module.operand(inst, 1) == Decoration::BuiltIn as u32;
        built_in && module.operand(inst, 2) == BuiltIn::WorkgroupSize as u32
    })
}

/// A workgroup size that replaces LocalSize must not have a dimension of 0 either.
fn zero_size(cx: &mut Checker<'_, '_>, decoration: &Inst) {
    let module = cx.module;
    let id = module.operand(decoration, 0);
    let Some(object) = module.def(id) else { return };
    let zero = match object.op {
        Op::ConstantNull => true,
        Op::ConstantComposite | Op::SpecConstantComposite => {
            let parts = module.operands(object);
            parts.iter().any(|&part| module.constant_u32(part) == Some(0))
        }
        _ => false,
    };
    if zero {
        let message = format_args!(
            "{} is decorated WorkgroupSize and has a dimension of 0",
            module.show(id)
        );
        cx.violate(Modes::ZeroSize, object, message);
    }
}

const INTERLOCKS: [Mode; 6] = [
    Mode::PixelInterlockOrderedEXT,
    Mode::PixelInterlockUnorderedEXT,
    Mode::SampleInterlockOrderedEXT,
    Mode::SampleInterlockUnorderedEXT,
    Mode::ShadingRateInterlockOrderedEXT,
    Mode::ShadingRateInterlockUnorderedEXT,
];

/// Interlock instructions and interlock modes require each other.
fn interlocks(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let has_mode = |entry: &EntryPoint<'_>| count(module, entry, &INTERLOCKS) > 0;
    let any_mode = module.entry_points.iter().any(has_mode);
    let enabled = [
        Capability::FragmentShaderPixelInterlockEXT,
        Capability::FragmentShaderSampleInterlockEXT,
        Capability::FragmentShaderShadingRateInterlockEXT,
    ];
    if !any_mode && !enabled.iter().any(|&capability| module.has_capability(capability)) {
        return;
    }
    let reaching = |op: Op| {
        let found = module.insts.iter().filter(|inst| inst.op == op);
        module.entries_reaching(found.map(|inst| inst.function))
    };
    let (begins, ends) = (
        reaching(Op::BeginInvocationInterlockEXT),
        reaching(Op::EndInvocationInterlockEXT),
    );
    for (index, entry) in module.entry_points.iter().enumerate() {
        // In other stages the instructions themselves are reported.
        let Some(at) = module
            .inst(entry.inst)
            .filter(|_| entry.model == Model::Fragment as u32)
        else {
            continue;
        };
        let begins = begins.binary_search(&index).is_ok();
        let ends = ends.binary_search(&index).is_ok();
        match (has_mode(entry), begins, ends) {
            (false, true, _) | (false, _, true) => {
                let message = format_args!("it reaches an interlock and has no mode of interlock");
                cx.violate(Modes::InterlockMode, at, message);
            }
            (true, false, _) | (true, _, false) => {
                let missing = if begins {
                    Op::EndInvocationInterlockEXT
                } else {
                    Op::BeginInvocationInterlockEXT
                };
                let message = format_args!(
                    "it has a mode of interlock and reaches no {missing}",
                    missing = OpcodeName(missing as u16)
                );
                cx.violate(Modes::InterlockPair, at, message);
            }
            _ => {}
        }
    }
}

fn local_size(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst) {
    const NV: Models = Models::of(&[Model::TaskNV, Model::MeshNV]);
    const WORKGROUPS: Models = Models::of(&[
        Model::GLCompute,
        Model::TaskEXT,
        Model::MeshEXT,
        Model::TaskNV,
        Model::MeshNV,
    ]);
    let module = cx.module;
    if !cx.target.is_vulkan() || !Models::of_number(entry.model).intersects(WORKGROUPS) {
        return;
    }
    if count(
        module,
        entry,
        &[Mode::LocalSize, Mode::LocalSizeId, Mode::TileShadingRateQCOM],
    ) == 0
    {
        let model = Models::of_number(entry.model);
        cx.violate_part(
            Modes::LocalSize,
            !model.intersects(NV),
            at,
            format_args!("it is a {model} shader and has neither LocalSize, LocalSizeId nor a WorkgroupSize built-in"),
        );
    }
}

fn check_mode(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, inst: &Inst) {
    let module = cx.module;
    let Some(mode) = Mode::from_u32(module.operand(inst, 1)) else {
        return;
    };
    let vulkan = cx.target.is_vulkan();
    let operands = module.operands(inst).get(2..).unwrap_or(&[]);
    let zero = operands.contains(&0);
    // All ids are constants except the target type of FPFastMathDefault.
    if inst.op == Op::ExecutionModeId && mode != Mode::FPFastMathDefault {
        for &id in operands.iter().filter(|&&id| module.def(id).is_some()) {
            let is_integer = |ty| module.ty(ty).is_some_and(|ty| ty.is_int());
            let fault = match module.constant(id) {
                None => "no constant",
                Some(constant) if mode == Mode::LocalSizeId && !is_integer(constant.ty) => "no scalar integer",
                Some(_) => continue,
            };
            cx.violate(Modes::Constants, inst, format_args!("{} is {fault}", module.show(id)));
            break;
        }
    }
    let is = |model: Model| entry.model == model as u32;
    let (mesh, geometry) = (is(Model::MeshEXT), is(Model::Geometry));
    let tessellation = is(Model::TessellationControl) || is(Model::TessellationEvaluation);
    let rule = match mode {
        Mode::OriginLowerLeft if vulkan => Modes::LowerLeft,
        Mode::PixelCenterInteger if vulkan => Modes::PixelCenter,
        Mode::LocalSize if zero => Modes::ZeroSize,
        Mode::LocalSizeId if operands.iter().take(3).any(|&id| module.constant_u32(id) == Some(0)) => Modes::ZeroSize,
        Mode::OutputVertices if vulkan && mesh && zero => Modes::MeshVertices,
        Mode::OutputPrimitivesEXT if vulkan && mesh && zero => Modes::MeshPrimitives,
        Mode::OutputVertices if vulkan && tessellation && zero => Modes::PatchSize,
        Mode::OutputVertices if vulkan && geometry && zero => Modes::GeometryVertices,
        Mode::Invocations if vulkan && geometry && zero => Modes::GeometryInvocations,
        _ if models_of(mode).is_some_and(|models| !models.intersects(Models::of_number(entry.model))) => Modes::Model,
        _ => return,
    };
    cx.violate(
        rule,
        inst,
        format_args!(
            "{mode}{} is not for {} shaders of this target",
            message::Literals(operands),
            Models::of_number(entry.model),
            mode = named(mode)
        ),
    );
}

/// The execution models that a mode is for; `None` if it is not restricted.
fn models_of(mode: Mode) -> Option<Models> {
    const FRAGMENT: Models = Models::of(&[Model::Fragment]);
    const TESSELLATION: Models = Models::of(&[Model::TessellationControl, Model::TessellationEvaluation]);
    const GEOMETRY: Models = Models::of(&[Model::Geometry]);
    const MESH: Models = Models::of(&[Model::MeshEXT, Model::MeshNV]);
    const WORKGROUPS: Models = Models::of(&[
        Model::Kernel,
        Model::GLCompute,
        Model::TaskEXT,
        Model::MeshEXT,
        Model::TaskNV,
        Model::MeshNV,
    ]);
    const KERNEL: Models = Models::of(&[Model::Kernel]);
    Some(match mode {
        Mode::OriginUpperLeft
        | Mode::OriginLowerLeft
        | Mode::PixelCenterInteger
        | Mode::EarlyFragmentTests
        | Mode::DepthReplacing
        | Mode::DepthGreater
        | Mode::DepthLess
        | Mode::DepthUnchanged
        | Mode::PostDepthCoverage
        | Mode::StencilRefReplacingEXT
        | Mode::EarlyAndLateFragmentTestsAMD
        | Mode::StencilRefUnchangedFrontAMD
        | Mode::StencilRefGreaterFrontAMD
        | Mode::StencilRefLessFrontAMD
        | Mode::StencilRefUnchangedBackAMD
        | Mode::StencilRefGreaterBackAMD
        | Mode::StencilRefLessBackAMD
        | Mode::PixelInterlockOrderedEXT
        | Mode::PixelInterlockUnorderedEXT
        | Mode::SampleInterlockOrderedEXT
        | Mode::SampleInterlockUnorderedEXT
        | Mode::ShadingRateInterlockOrderedEXT
        | Mode::ShadingRateInterlockUnorderedEXT
        | Mode::NonCoherentColorAttachmentReadEXT
        | Mode::NonCoherentDepthAttachmentReadEXT
        | Mode::NonCoherentStencilAttachmentReadEXT
        | Mode::RequireFullQuadsKHR => FRAGMENT,
        Mode::SpacingEqual
        | Mode::SpacingFractionalEven
        | Mode::SpacingFractionalOdd
        | Mode::VertexOrderCw
        | Mode::VertexOrderCcw
        | Mode::PointMode
        | Mode::Quads
        | Mode::Isolines => TESSELLATION,
        Mode::Invocations
        | Mode::InputPoints
        | Mode::InputLines
        | Mode::InputLinesAdjacency
        | Mode::InputTrianglesAdjacency
        | Mode::OutputLineStrip
        | Mode::OutputTriangleStrip => GEOMETRY,
        Mode::Triangles => TESSELLATION | GEOMETRY,
        Mode::OutputPoints => GEOMETRY | MESH,
        Mode::OutputVertices => TESSELLATION | GEOMETRY | MESH,
        Mode::OutputLinesEXT | Mode::OutputTrianglesEXT | Mode::OutputPrimitivesEXT => MESH,
        Mode::LocalSize | Mode::LocalSizeId | Mode::DerivativeGroupQuadsKHR | Mode::DerivativeGroupLinearKHR => {
            WORKGROUPS
        }
        Mode::LocalSizeHint | Mode::LocalSizeHintId | Mode::VecTypeHint | Mode::ContractionOff => KERNEL,
        _ => return None,
    })
}
