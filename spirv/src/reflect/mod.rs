//! Reflection of SPIR-V words from any compiler: fills a [`Reflection`] without the shader's source.
//!
//! [`from_words`] returns the reflection of what the entry points use, [`from_words_with_unused`] that of all resources.
//! Any input returns a reflection or an error, in time and memory proportional to the number of words.

// This folder reads the tables that `check::module` decodes, and fills the structs of `reflection`; neither of the
// two depends on the other. `resources` reflects descriptors and push constants, `types` the types in memory,
// `interface` the stage inputs and outputs; `uses` finds the samplers that compare and the images with atomics.

mod interface;
mod names;
mod resources;
mod types;
mod uses;

use crate::check::module::{self, Class, Inst, Kind, Module, NONE, Scalar, Tables, Value};
use crate::reflection::stage::stage_name;
use crate::reflection::{EntryPointReflection, NumberKind, NumberType, Reflection, SpecConstant};
use crate::sort::stable_sort_by_key;
use crate::words::reader::ReadError;
use core::fmt;
use names::Names;
use resources::{Place, Resources};
use spirv::{BuiltIn, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

/// The reflection and the specialization constants of a SPIR-V module.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ModuleReflection {
    /// Entry points, resources, types, inputs and outputs.
    pub reflection: Reflection,
    /// The specialization constants with a `SpecId`, sorted by it.
    pub spec_constants: Vec<SpecConstant>,
}

/// The reason why words have no reflection.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReflectError {
    /// The words cannot be split into instructions, or the header is not that of a SPIR-V module.
    Read(ReadError),
    /// An entry point whose execution model is not a stage of a Vulkan pipeline.
    Stage {
        /// The name of the entry point.
        name: String,
        /// The number of the execution model.
        model: u32,
    },
    /// The lists of inputs, outputs and resources would be much longer than the module, because many entry points share
    /// the same variables, or because many list entries have the same long name.
    TooMany,
}

impl fmt::Display for ReflectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Stage { name, model } => write!(
                f,
                "entry point `{name}`: execution model {model} is not a stage of a Vulkan pipeline"
            ),
            Self::TooMany => f.write_str("the inputs, outputs and resources of the entry points are too many to list"),
        }
    }
}

impl core::error::Error for ReflectError {}

impl From<ReadError> for ReflectError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

/// Reflects a module from its words. Resources that no entry point uses, directly or through calls, are omitted.
///
/// SPIR-V does not contain everything that the shader's source states. Names are those of `OpName`. `group` and
/// `binding` are the decorations `DescriptorSet` and `Binding`. `atomic` is `false`; `mesh_outputs` and the sampling of
/// a flat input are `None`; there are no handle tables. `comparison` is `true` if an instruction compares with the
/// sampler. Types are those of the SPIR-V module, which can differ from the shader's: a two-row matrix in a uniform
/// buffer can be its columns, a buffer of a vector is a struct with one member, and the planes of an external texture
/// are textures. The size of a struct is the end of its last member, rounded up to its alignment.
///
/// # Errors
///
/// [`ReflectError`]: the words cannot be split into instructions, an entry point has the execution model `Kernel` or an
/// unknown one, or the result would be too large. Other faults of the module are not reported; use
/// [`crate::check::check`] for them.
///
/// ```
/// use spirula_spirv::reflection::ResourceKind;
///
/// let words = spirula_spirv::words::assemble_text(
///     "OpCapability Shader
///      OpMemoryModel Logical GLSL450
///      OpEntryPoint GLCompute %main \"main\"
///      OpExecutionMode %main LocalSize 64 1 1
///      OpName %data \"data\"
///      OpDecorate %numbers ArrayStride 4
///      OpDecorate %buffer BufferBlock
///      OpMemberDecorate %buffer 0 Offset 0
///      OpDecorate %data DescriptorSet 1
///      OpDecorate %data Binding 2
///      %void = OpTypeVoid
///      %signature = OpTypeFunction %void
///      %u32 = OpTypeInt 32 0
///      %zero = OpConstant %u32 0
///      %numbers = OpTypeRuntimeArray %u32
///      %buffer = OpTypeStruct %numbers
///      %pointer = OpTypePointer Uniform %buffer
///      %element = OpTypePointer Uniform %u32
///      %data = OpVariable %pointer Uniform
///      %main = OpFunction %void None %signature
///      %entry = OpLabel
///      %first = OpAccessChain %element %data %zero %zero
///      OpStore %first %zero
///      OpReturn
///      OpFunctionEnd",
///     0x0001_0000,
/// )?;
/// let found = spirula_spirv::reflect::from_words(&words)?.reflection;
/// assert_eq!(found.entry_points[0].workgroup_size, Some([64, 1, 1]));
/// let data = &found.bindings[0];
/// assert_eq!((data.descriptor_set, data.descriptor_binding), (1, 2));
/// assert_eq!((data.kind, data.name.as_deref()), (ResourceKind::StorageBuffer, Some("data")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_words(words: &[u32]) -> Result<ModuleReflection, ReflectError> {
    reflect(words, false)
}

/// Reflects a module as [`from_words`] does, and includes the resources that no entry point uses. Their
/// [`stages`](crate::reflection::BindingReflection::stages) are empty, and [`Reflection::layout`] omits them.
///
/// # Errors
///
/// The errors of [`from_words`].
pub fn from_words_with_unused(words: &[u32]) -> Result<ModuleReflection, ReflectError> {
    reflect(words, true)
}

/// The number of rows that may still be added to the lists of the entry points. Entry points can share variables, so
/// that without a limit the lists could grow with the square of the module's size.
struct Budget(usize);

impl Budget {
    fn take(&mut self, rows: usize) -> Result<(), ReflectError> {
        self.0 = self.0.checked_sub(rows).ok_or(ReflectError::TooMany)?;
        Ok(())
    }
}

fn reflect(words: &[u32], unused: bool) -> Result<ModuleReflection, ReflectError> {
    let mut tables = Tables::default();
    let module = Module::decode(words, &mut tables)?;
    if let Some(error) = module.read_error {
        return Err(error.into());
    }
    let names = Names::of(&module);
    let mut budget = Budget(words.len().saturating_mul(8).saturating_add(1 << 14));
    let variables: Vec<&Inst> = module
        .of([Class::Variable])
        .filter(|inst| inst.function == NONE && inst.op == Op::Variable)
        .collect();
    let mut resources = Resources::new(&module, &names);
    let mut places: Vec<Option<Place>> = vec![None; variables.len()];
    if unused {
        for (place, variable) in places.iter_mut().zip(&variables) {
            *place = resources.add(variable);
        }
    }
    let workgroup_sizes = types::workgroup_sizes(&module);
    let built_in_size = built_in_size(&module);
    let mut entry_points = Vec::new();
    let mut failure = None;
    module.each_entry_point(&variables, &mut |entry, used| {
        let name = module::string(entry.name);
        let Some(stage) = ExecutionModel::from_u32(entry.model).and_then(stage_name) else {
            let model = entry.model;
            failure.get_or_insert(ReflectError::Stage { name, model });
            return;
        };
        if failure.is_some() {
            return;
        }
        let (workgroup_size, workgroup_size_ids) = match stage {
            "compute" | "task" | "mesh" => workgroup(&module, entry.function, built_in_size),
            _ => (None, [None; 3]),
        };
        let (mut bindings, mut push_constants) = (Vec::new(), Vec::new());
        let mut memory = types::WorkgroupMemory::default();
        if let Err(error) = budget.take(used.len()) {
            failure = Some(error);
            return;
        }
        for &at in used {
            let (Some(variable), Some(place)) = (variables.get(at), places.get_mut(at)) else {
                continue;
            };
            if module.operand(variable, 0) == StorageClass::Workgroup as u32 {
                memory.add(&module, &workgroup_sizes, variable);
            }
            if place.is_none() {
                *place = resources.add(variable);
            }
            match *place {
                Some(Place::Binding(at)) => bindings.push(at),
                Some(Place::PushConstant(at)) => push_constants.push(at),
                None => {}
            }
        }
        let interface = interface::of(&module, &names, entry, stage, &mut budget);
        let (inputs, outputs) = interface.unwrap_or_else(|error| {
            failure = Some(error);
            (Vec::new(), Vec::new())
        });
        entry_points.push(EntryPointReflection {
            name,
            stage,
            workgroup_size,
            workgroup_size_ids,
            workgroup_memory: memory.bytes(),
            mesh_outputs: None,
            inputs,
            outputs,
            bindings,
            push_constants,
            handle_tables: Vec::new(),
        });
    });
    if let Some(error) = failure {
        return Err(error);
    }
    let mut reflection = resources.finish();
    reflection.entry_points = entry_points;
    reflection.fill_stages();
    let spec_constants = spec_constants(&module, &names);
    if names.is_exhausted() {
        return Err(ReflectError::TooMany);
    }
    Ok(ModuleReflection {
        reflection,
        spec_constants,
    })
}

/// The ids of the x, y and z extents in the constant decorated with `BuiltIn WorkgroupSize`.
fn built_in_size<'w>(module: &Module<'w>) -> Option<&'w [u32]> {
    let row = module.all_decorations().iter().find(|row| {
        row.member.is_none() && row.is(Decoration::BuiltIn) && row.operand() == BuiltIn::WorkgroupSize as u32
    })?;
    let composite = module.def(row.target)?;
    matches!(composite.op, Op::ConstantComposite | Op::SpecConstantComposite).then(|| module.operands(composite))
}

/// The workgroup size of an entry point, and the `SpecId` of each extent. A constant decorated with `WorkgroupSize` has
/// precedence over the execution modes (SPIR-V §3.21, BuiltIn).
fn workgroup(
    module: &Module<'_>,
    function: u32,
    built_in_size: Option<&[u32]>,
) -> (Option<[u32; 3]>, [Option<u32>; 3]) {
    let by_ids = module.mode(function, ExecutionMode::LocalSizeId);
    let by_ids = by_ids.map(|mode| module.operands(mode).get(2..).unwrap_or(&[]));
    if let Some(&[x, y, z, ..]) = built_in_size.or(by_ids) {
        let ids = [x, y, z];
        let size = ids.map(|id| module.default_u32(id).unwrap_or(1));
        return (Some(size), ids.map(|id| extent_id(module, id)));
    }
    let mode = module.mode(function, ExecutionMode::LocalSize);
    match mode.map(|mode| module.operands(mode)) {
        Some(&[_, _, x, y, z, ..]) => (Some([x, y, z]), [None; 3]),
        Some(_) | None => (None, [None; 3]),
    }
}

/// The `SpecId` of an extent that is one specialization constant, or the sum of one and zero. The writer emits such a
/// sum to convert a constant of a signed type.
fn extent_id(module: &Module<'_>, id: u32) -> Option<u32> {
    let def = module.def(id)?;
    match (def.op, module.operands(def)) {
        (Op::SpecConstantOp, &[op, value, zero]) if op == Op::IAdd as u32 && module.constant_u32(zero) == Some(0) => {
            spec_id(module, value)
        }
        _ => spec_id(module, id),
    }
}

/// The `SpecId` of a specialization constant.
fn spec_id(module: &Module<'_>, id: u32) -> Option<u32> {
    Some(module.decoration(id, Decoration::SpecId)?.operand())
}

fn spec_constants(module: &Module<'_>, names: &Names) -> Vec<SpecConstant> {
    let rows = module.constants.iter().filter_map(|constant| {
        let id = module.inst(constant.inst)?.result;
        let (kind, bits) = match module.ty(constant.ty)?.scalar {
            // As naga counts a boolean: one byte.
            Scalar::Bool => (NumberKind::Bool, 8),
            Scalar::Int { width, signed: true } => (NumberKind::Sint, width),
            Scalar::Int { width, signed: false } => (NumberKind::Uint, width),
            Scalar::Float { width, encoding: None } => (NumberKind::Float, width),
            Scalar::Float { .. } | Scalar::None => return None,
        };
        let default = match (constant.value, kind) {
            (Value::Bool(value), _) => Some(f64::from(u8::from(value))),
            (Value::Scalar(value), NumberKind::Sint) => Some(value.cast_signed() as f64),
            (Value::Scalar(value), NumberKind::Float) => float(value, bits),
            (Value::Scalar(value), _) => Some(value as f64),
            _ => None,
        };
        Some(SpecConstant {
            name: names.of_id(id),
            id: spec_id(module, id)?,
            scalar: NumberType {
                kind,
                bits: u8::try_from(bits).ok()?,
            },
            default,
            given_id: None,
        })
    });
    let mut rows: Vec<SpecConstant> = rows.collect();
    // Constants with the same `SpecId` are one constant for the pipeline. One with a name is preferred.
    stable_sort_by_key(&mut rows, |row| (row.id, row.name.is_none()));
    rows.dedup_by_key(|row| row.id);
    rows
}

/// The value of a float, from its bits and its width.
fn float(bits: u64, width: u32) -> Option<f64> {
    match width {
        16 => Some(half(bits as u16)),
        32 => Some(f32::from_bits(bits as u32).into()),
        64 => Some(f64::from_bits(bits)),
        _ => None,
    }
}

/// The value of a 16-bit float, from its bits.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f64::from(bits & 0x3FF));
    let value = match exponent {
        0 => fraction * 2.0_f64.powi(-24),
        0x1F if fraction == 0.0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2.0_f64.powi(exponent - 15),
    };
    if bits >> 15 == 0 { value } else { -value }
}

/// The element type of a binding array, through nested arrays, and the number of elements; `None` if the pipeline
/// layout decides the number. A type that is not an array is one element.
fn without_arrays(module: &Module<'_>, ty: u32) -> (u32, Option<u32>) {
    let (mut at, mut count) = (ty, Some(1_u32));
    // An array is declared after its element type, so the index in the type table decreases with each step.
    while let Some(ty) = module.ty(at) {
        let (element, length) = match ty.kind {
            Kind::Array { element, default, .. } => {
                (element, default.map(|length| u32::try_from(length).unwrap_or(u32::MAX)))
            }
            Kind::RuntimeArray { element } => (element, None),
            _ => break,
        };
        if module.type_row(element) >= module.type_row(at) {
            break;
        }
        count = count.zip(length).map(|(count, length)| count.saturating_mul(length));
        at = element;
    }
    (at, count)
}
