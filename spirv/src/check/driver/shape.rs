//! The shapes: for each instruction what it should be without for a driver.

use super::Finder;
use super::value;
use crate::check::message;
use crate::check::module::{Block, Flags, Inst, Kind, Scalar, Type, string_is};
use crate::target::{DriverRemedy, Feature, SWITCH_RANGE, Workaround};
use spirv::{Dim, GlslStd450Op as Glsl, GroupOperation, ImageOperands, Op, SourceLanguage, StorageClass};

/// Notes the shapes that an instruction has.
pub(super) fn find(finder: &mut Finder<'_, '_>, inst: &Inst) {
    match inst.op {
        Op::MemoryModel => version(finder, inst),
        Op::Source => source(finder, inst),
        Op::ExtInstImport => import(finder, inst),
        Op::Name => name(finder, inst),
        Op::FunctionParameter => parameter(finder, inst),
        Op::Variable => variable(finder, inst),
        Op::FunctionCall => {
            let callee = finder.module.operand(inst, 0);
            let callee = finder.module.show(callee);
            finder.note(Workaround::InlineCalls, inst, format_args!("it calls {callee}"));
        }
        Op::ExtInst => glsl(finder, inst),
        Op::FNegate if is_float(finder, inst, &[16, 32]) => {
            finder.note(
                Workaround::FloatNegation,
                inst,
                format_args!("it negates floats of 16 or 32 bits"),
            );
        }
        Op::LogicalNot => finder.note(Workaround::LogicalNot, inst, format_args!("it negates Booleans")),
        Op::IEqual | Op::INotEqual => equality(finder, inst),
        Op::BitwiseAnd => bitwise_and(finder, inst),
        Op::Store if value::is_private_component(finder.module, finder.module.operand(inst, 0)) => {
            finder.note(
                Workaround::PrivateComponent,
                inst,
                format_args!("it stores one component of a vector in a Private array"),
            );
        }
        Op::AtomicStore => {
            let pointer = finder.module.operand(inst, 0);
            let class = finder.module.type_of(pointer).and_then(|ty| ty.storage_class());
            if class == Some(StorageClass::Workgroup as u32) {
                finder.note(
                    Workaround::WorkgroupAtomicStore,
                    inst,
                    format_args!("it stores to Workgroup memory"),
                );
            }
        }
        Op::ImageSampleDrefImplicitLod | Op::ImageSampleDrefExplicitLod => comparison(finder, inst),
        Op::GroupNonUniformSMin
        | Op::GroupNonUniformUMin
        | Op::GroupNonUniformFMin
        | Op::GroupNonUniformSMax
        | Op::GroupNonUniformUMax
        | Op::GroupNonUniformFMax => nested_reduction(finder, inst),
        Op::GroupNonUniformBroadcast | Op::GroupNonUniformBroadcastFirst if is_float(finder, inst, &[16]) => {
            finder.note(
                Workaround::HalfBroadcast,
                inst,
                format_args!("it broadcasts floats of 16 bits"),
            );
        }
        Op::CooperativeMatrixLoadKHR => cooperative(finder, inst, finder.module.result_type(inst).copied()),
        Op::CooperativeMatrixStoreKHR => {
            let matrix = finder.module.type_of(finder.module.operand(inst, 1)).copied();
            cooperative(finder, inst, matrix);
        }
        Op::Switch => switch(finder, inst),
        _ => {}
    }
}

/// Whether the result is a float, or a vector of floats, of one of some widths, in the encoding of IEEE 754.
fn is_float(finder: &Finder<'_, '_>, inst: &Inst, widths: &[u32]) -> bool {
    let ty = finder.module.result_type(inst);
    ty.is_some_and(|ty| match ty.scalar {
        Scalar::Float { width, encoding: None } => !ty.is_matrix() && widths.contains(&width),
        _ => false,
    })
}

/// The version in the header, of which an instruction that every module has once tells.
fn version(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let word = finder.module.header.version;
    let highest = finder.remedies.iter().find_map(|remedy| match remedy {
        DriverRemedy::AtMost(version) => Some(*version),
        _ => None,
    });
    if let Some(highest) = highest.filter(|highest| word > highest.word()) {
        let (major, minor) = (word >> 16 & 0xff, word >> 8 & 0xff);
        finder.note(
            DriverRemedy::AtMost(highest),
            inst,
            format_args!("it is in a module of SPIR-V {major}.{minor}"),
        );
    }
}

/// The first language that the driver with this fault is known to refuse.
const FIRST_REFUSED: u32 = SourceLanguage::WGSL as u32;

fn source(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let language = finder.module.operand(inst, 0);
    if language >= FIRST_REFUSED {
        finder.note(
            Workaround::SourceLanguage,
            inst,
            format_args!("its source language has the number {language}"),
        );
    }
}

fn import(finder: &mut Finder<'_, '_>, inst: &Inst) {
    if finder
        .module
        .import(inst.result)
        .is_some_and(|import| import.is_debug && import.is_non_semantic)
    {
        finder.note(
            Workaround::DebugInfo,
            inst,
            format_args!("it imports the instructions of debug information"),
        );
    }
}

fn name(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let module = finder.module;
    let Some(named) = module.def(module.operand(inst, 0)).filter(|def| def.op == Op::Variable) else {
        return;
    };
    let (is_input, is_output) = (
        value::is_in(module, named, StorageClass::Input),
        value::is_in(module, named, StorageClass::Output),
    );
    if is_input || is_output {
        let what = if is_input { "an input" } else { "an output" };
        finder.note(Workaround::InterfaceNames, inst, format_args!("it names {what}"));
    }
}

fn parameter(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let Some(ty) = finder.module.result_type(inst) else {
        return;
    };
    if matches!(
        ty.kind,
        Kind::Image(_) | Kind::Sampler | Kind::SampledImage { .. } | Kind::AccelerationStructure
    ) {
        finder.note(
            Workaround::HandleArguments,
            inst,
            format_args!("it is an image, a sampler or an acceleration structure"),
        );
    } else if ty.flags.contains(Flags::MATRIX) {
        finder.note(
            Workaround::MatrixArguments,
            inst,
            format_args!("it is or contains a matrix"),
        );
    }
}

fn variable(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let is_initialized = finder.module.operand(inst, 1) != 0;
    if finder.module.operand(inst, 0) == StorageClass::Workgroup as u32 {
        if is_initialized {
            finder.note(
                DriverRemedy::Without(Feature::ShaderZeroInitializeWorkgroupMemory),
                inst,
                format_args!("it has an initializer"),
            );
        }
        if finder.avoids(DriverRemedy::Specialized) && value::has_computed_length(finder.module, inst) {
            finder.note(
                DriverRemedy::Specialized,
                inst,
                format_args!("it has an array whose length is an operation on specialization constants"),
            );
        }
        return;
    }
    let found = finder
        .passed
        .binary_search_by_key(&inst.result, |&(variable, _)| variable);
    let callee = found
        .ok()
        .and_then(|at| finder.passed.get(at))
        .map(|&(_, callee)| callee);
    if let Some(callee) = callee.filter(|_| is_initialized) {
        let callee = finder.module.show(callee);
        finder.note(
            Workaround::PassedInitializer,
            inst,
            format_args!("it has an initializer, and its pointer is passed to {callee}"),
        );
    }
}

fn glsl(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let module = finder.module;
    let &[set, number, ref operands @ ..] = module.operands(inst) else {
        return;
    };
    let set = module.def(set).filter(|def| def.op == Op::ExtInstImport);
    if !set.is_some_and(|set| string_is(module.operands(set), "GLSL.std.450")) {
        return;
    }
    let Some(op) = Glsl::from_u32(number) else { return };
    let ty = module.result_type(inst);
    match op {
        Glsl::FClamp | Glsl::NClamp => {
            if is_float(finder, inst, &[16]) && is_unit(finder, operands) {
                finder.note(
                    Workaround::HalfSaturate,
                    inst,
                    format_args!("it clamps floats of 16 bits to 0 and 1"),
                );
            }
            finder.note(Workaround::FloatClamp, inst, format_args!("it clamps floats"));
        }
        Glsl::FAbs if is_float(finder, inst, &[16, 32]) => finder.note(
            Workaround::FloatAbsolute,
            inst,
            format_args!("it is the absolute value of floats of 16 or 32 bits"),
        ),
        Glsl::Distance | Glsl::Length => {
            let first = operands.first().and_then(|&operand| module.type_of(operand));
            if first.is_some_and(Type::is_scalar) {
                finder.note(
                    Workaround::ScalarDistance,
                    inst,
                    format_args!("its operands are scalars"),
                );
            }
        }
        Glsl::PackSnorm4x8 | Glsl::PackUnorm4x8 | Glsl::UnpackSnorm4x8 | Glsl::UnpackUnorm4x8 => finder.note(
            Workaround::Pack4x8,
            inst,
            format_args!("it packs or unpacks four normalized bytes"),
        ),
        _ => {}
    }
    let is_min_max = matches!(
        op,
        Glsl::FMin | Glsl::FMax | Glsl::FClamp | Glsl::NMin | Glsl::NMax | Glsl::NClamp
    );
    if is_min_max && ty.is_some_and(Type::is_vector) {
        finder.note(
            Workaround::VectorMinMax,
            inst,
            format_args!("its operands are vectors of floats"),
        );
    }
}

/// Whether a clamp of 16-bit floats is one to 0 and 1.
fn is_unit(finder: &Finder<'_, '_>, operands: &[u32]) -> bool {
    /// 1 as a float of 16 bits.
    const ONE: u64 = 0x3C00;
    let &[_, low, high] = operands else { return false };
    value::is_all(finder.module, low, 0) && value::is_all(finder.module, high, ONE)
}

fn equality(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let module = finder.module;
    let &[one, other] = module.operands(inst) else { return };
    for (value, constant) in [(one, other), (other, one)] {
        if !value::is_constant(module, constant) {
            continue;
        }
        if finder.avoids(Workaround::VertexIndexEquality) && value::is_vertex_index(module, value) {
            finder.note(
                Workaround::VertexIndexEquality,
                inst,
                format_args!("it compares the vertex index with a constant"),
            );
        }
        let ty = module.type_of(value);
        let is_unsigned = ty.is_some_and(|ty| matches!(ty.scalar, Scalar::Int { signed: false, .. }));
        // A specialization constant may become zero.
        if is_unsigned && (value::is_all(module, constant, 0) || value::is_specialized(module, constant)) {
            finder.note(
                Workaround::UnsignedZeroEquality,
                inst,
                format_args!("it compares unsigned integers with zero"),
            );
        }
        // Of two constants one place is enough.
        return;
    }
}

fn bitwise_and(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let module = finder.module;
    let is_vector = module.result_type(inst).is_some_and(Type::is_vector);
    let mut operands = module.operands(inst).iter();
    if is_vector && operands.any(|&operand| value::is_constant(module, operand)) {
        finder.note(
            Workaround::VectorAnd,
            inst,
            format_args!("it is the bitwise `and` of a vector with a constant"),
        );
    }
}

/// Whether a gather could replace a comparison: it has no operands but offsets, and reads the first level of detail, which
/// it may choose itself.
fn is_gather(finder: &Finder<'_, '_>, inst: &Inst) -> bool {
    let operands = finder.module.operands(inst);
    let mask = operands.get(3).copied().unwrap_or(0);
    let offsets = ImageOperands::CONST_OFFSET | ImageOperands::OFFSET;
    match inst.op {
        Op::ImageSampleDrefExplicitLod => {
            let level = operands.get(4).copied().unwrap_or(0);
            let is_first = value::is_all(finder.module, level, 0);
            mask & !offsets.bits() == ImageOperands::LOD.bits() && is_first
        }
        _ => mask & !offsets.bits() == 0,
    }
}

fn comparison(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let module = finder.module;
    if !is_gather(finder, inst) {
        return;
    }
    let sampled = module.type_of(module.operand(inst, 0));
    let Some(Kind::SampledImage { image }) = sampled.map(|ty| ty.kind) else {
        return;
    };
    let Some(Kind::Image(image)) = module.ty(image).map(|ty| ty.kind) else {
        return;
    };
    match (Dim::from_u32(image.dim), image.arrayed) {
        _ if image.multisampled != 0 => {}
        (Some(Dim::DimCube), 1) => finder.note(
            Workaround::CompareCubeArray,
            inst,
            format_args!("it compares depths of a cube array"),
        ),
        (Some(Dim::Dim2D), _) => finder.note(
            Workaround::CompareSample,
            inst,
            format_args!("it compares depths of a 2D image"),
        ),
        _ => {}
    }
}

fn nested_reduction(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let module = finder.module;
    let reduced = |inst: &Inst| match *module.operands(inst) {
        [scope, operation, value] if operation == GroupOperation::Reduce as u32 => Some((scope, value)),
        _ => None,
    };
    let Some((scope, value)) = reduced(inst) else { return };
    let Some(inner) = value::origin(module, value) else {
        return;
    };
    let is_same = inner.op == inst.op && inner.block == inst.block && inner.function == inst.function;
    let is_scope = |other: u32| {
        let number = module.constant_u32(scope);
        other == scope || number.is_some() && module.constant_u32(other) == number
    };
    if is_same && reduced(inner).is_some_and(|(of, _)| is_scope(of)) {
        let inner = module.show(value);
        finder.note(
            Workaround::NestedSubgroupMinMax,
            inst,
            format_args!("{inner} is the same over the same subgroup"),
        );
    }
}

fn cooperative(finder: &mut Finder<'_, '_>, inst: &Inst, matrix: Option<Type<'_>>) {
    let module = finder.module;
    let Some(Kind::CooperativeMatrix { component, .. }) = matrix.map(|ty| ty.kind) else {
        return;
    };
    let pointee = module.type_of(module.operand(inst, 0)).and_then(|ty| ty.pointee());
    // Only pointers to numbers and vectors are allowed.
    let bits = |ty: &Type<'_>| ty.width().saturating_mul(ty.lanes);
    let (Some(pointee), Some(component)) = (pointee.and_then(|ty| module.ty(ty)), module.ty(component)) else {
        return;
    };
    if bits(pointee) != bits(component) && bits(pointee) != 0 {
        finder.note(
            Workaround::CooperativeStride,
            inst,
            format_args!("the elements in memory and the components of the matrix have different sizes"),
        );
    }
}

fn switch(finder: &mut Finder<'_, '_>, inst: &Inst) {
    let module = finder.module;
    let &[selector, _, ref cases @ ..] = module.operands(inst) else {
        return;
    };
    let is_wide = module.type_of(selector).is_some_and(|ty| ty.width() > 32);
    let step = if is_wide { 3 } else { 2 };
    let width = if is_wide { 64 } else { 32 };
    let literals = cases
        .chunks_exact(step)
        .map(|case| message::literal(case.get(..step - 1).unwrap_or(&[])));
    // The driver may take the numbers as signed ones.
    let sign = 1_u64 << (width - 1);
    let distances = [0, sign].map(|sign| {
        let numbers = literals.clone().map(|literal| literal ^ sign);
        let bounds = numbers.clone().min().zip(numbers.max());
        bounds.map_or(0, |(least, greatest)| greatest - least)
    });
    let distance = distances.into_iter().max().unwrap_or(0);
    if distance >= SWITCH_RANGE {
        finder.note(
            Workaround::SwitchRange,
            inst,
            format_args!("two of its literals differ by {distance}"),
        );
    }
    let header = finder.around.get(inst.block as usize);
    let header = header.and_then(|&header| module.blocks.get(header as usize));
    let is_switch = |header: &&Block| {
        module
            .inst(header.terminator)
            .is_some_and(|terminator| terminator.op == Op::Switch)
    };
    if let Some(header) = header.filter(is_switch) {
        let header = module.show(header.label);
        finder.note(
            Workaround::NestedSwitch,
            inst,
            format_args!("it is in the switch of block {header}"),
        );
    }
}
