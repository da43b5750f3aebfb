//! Cooperative vectors: the types of their instructions' operands, and the layouts, offsets and component types that
//! Vulkan allows (SPV_NV_cooperative_vector; Vulkan, Runtime SPIR-V).
//!
//! The type combinations that a device supports are not part of a target and are not checked.

use super::Checker;
use super::cooperative;
use super::device::stage_bit;
use super::module::{Class, Inst, Kind, Models, Module, Scalar, Type};
use super::rule::rules;
use super::signature::is_constant;
use spirv::{Capability, Op, StorageClass};

rules! {
    /// Cooperative vectors.
    CooperativeVector "cooperative-vector" {
        MemoryModel "memory-model" "SPV_NV_cooperative_vector §2.16.2": "CooperativeVectorNV needs VulkanMemoryModel" [ours:
            "If the CooperativeVectorNV capability is declared then the VulkanMemoryModel capability must be declared as well"];
        Result "result" "SPV_NV_cooperative_vector":
            "the result is a cooperative vector; of a multiplication, of 32-bit integers or of floats of 16 or 32 bits";
        Operand "operand" "SPV_NV_cooperative_vector":
            "an operand is a cooperative vector, a number or a constant, as the instruction takes it";
        Pointer "pointer" "SPV_NV_cooperative_vector":
            "memory is accessed through a pointer to an array of numbers, in CrossWorkgroup, StorageBuffer or \
             PhysicalStorageBuffer, or in Workgroup where no matrix is read";
        Size "size" "SPV_NV_cooperative_vector":
            "the result of a multiplication has M components, the input K, or enough to hold K packed values"
            (decides "constant counts");
        Float8Layout "float8-layout" vuid "VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulNV-10090" "Vulkan, Runtime SPIR-V":
            "a matrix of 8-bit floats has the layout InferencingOptimalNV or TrainingOptimalNV" (decides "constants") [ours];
        Stage "stage" vuid "VUID-RuntimeSpirv-cooperativeVectorSupportedStages-10091" "Vulkan, Runtime SPIR-V":
            "cooperative vectors are in stages of cooperativeVectorSupportedStages" (decides "instructions") [ours];
        ReduceSum "reduce-sum" vuid "VUID-RuntimeSpirv-OpCooperativeVectorReduceSumAccumulateNV-10092"
            "Vulkan, Runtime SPIR-V":
            "a sum is of 16-bit or 32-bit floats that training accumulates, in StorageBuffer or PhysicalStorageBuffer" [ours];
        OuterProduct "outer-product" vuid "VUID-RuntimeSpirv-OpCooperativeVectorOuterProductAccumulateNV-10093"
            "Vulkan, Runtime SPIR-V":
            "an outer product is of 16-bit floats, into a matrix in TrainingOptimalNV of 16-bit or 32-bit floats that \
             training accumulates, in StorageBuffer or PhysicalStorageBuffer" (decides "constants") [ours];
        Components "components" vuid "VUID-RuntimeSpirv-maxCooperativeVectorComponents-10094" "Vulkan, Runtime SPIR-V":
            "a cooperative vector has at most maxCooperativeVectorComponents" (decides "constant counts") [ours];
        Stride "stride" vuid "VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulNV-10096" "Vulkan, Runtime SPIR-V":
            "the stride of a matrix in RowMajorNV or ColumnMajorNV is a multiple of 16 bytes" (decides "constants") [ours];
        MatrixOffset "matrix-offset" vuid "VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulNV-10097" "Vulkan, Runtime SPIR-V":
            "the offset of a matrix is a multiple of 64 bytes" (decides "constant offsets, not pointers") [ours];
        BiasOffset "bias-offset" vuid "VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulAddNV-10098" "Vulkan, Runtime SPIR-V":
            "the offset of a bias is a multiple of 16 bytes" (decides "constant offsets, not pointers") [ours];
        VectorOffset "vector-offset" vuid "VUID-RuntimeSpirv-OpCooperativeVectorLoadNV-10099" "Vulkan, Runtime SPIR-V":
            "the offset of a vector in memory is a multiple of 16 bytes" (decides "constant offsets, not pointers") [ours];
        SumOffset "sum-offset" vuid "VUID-RuntimeSpirv-OpCooperativeVectorReduceSumAccumulateNV-10100" "Vulkan, Runtime SPIR-V":
            "the offset of a sum is a multiple of 16 bytes" (decides "constant offsets, not pointers") [ours];
        ProductOffset "product-offset" vuid "VUID-RuntimeSpirv-OpCooperativeVectorOuterProductAccumulateNV-10101"
            "Vulkan, Runtime SPIR-V":
            "the offset of an outer product is a multiple of 64 bytes" (decides "constant offsets, not pointers") [ours];
        MatrixIndex "matrix-index" vuid "VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulAddNV-11808" "Vulkan, Runtime SPIR-V":
            "the offsets of matrix and bias are 32-bit integers, unless indices have 64"
            (decides "modules that do not declare Shader64BitIndexingEXT") [ours];
        VectorIndex "vector-index" vuid "VUID-RuntimeSpirv-OpCooperativeVectorLoadNV-11809" "Vulkan, Runtime SPIR-V":
            "the offsets of vectors, sums and products are 32-bit integers, unless indices have 64"
            (decides "modules that do not declare Shader64BitIndexingEXT") [ours];
    }
}

/// Values of `VkComponentTypeKHR`.
mod component {
    pub const FLOAT16: u32 = 0;
    pub const FLOAT32: u32 = 1;
    pub const SINT8_PACKED: u32 = 1_000_491_000;
    pub const UINT8_PACKED: u32 = 1_000_491_001;
    pub const FLOAT_E4M3: u32 = 1_000_491_002;
    pub const FLOAT_E5M2: u32 = 1_000_491_003;
}

/// Values of `VkCooperativeVectorMatrixLayoutNV`.
mod layout {
    pub const ROW_MAJOR: u32 = 0;
    pub const COLUMN_MAJOR: u32 = 1;
    pub const TRAINING_OPTIMAL: u32 = 3;
}

/// Operand indices of a multiplication with a matrix.
struct Product {
    layout: usize,
    stride: usize,
    bias: Option<usize>,
}

const MULTIPLY: Product = Product {
    layout: 7,
    stride: 9,
    bias: None,
};
const MULTIPLY_ADD: Product = Product {
    layout: 10,
    stride: 12,
    bias: Some(6),
};
/// Operand indices that both multiplications share.
const MATRIX_OFFSET: usize = 3;
const MATRIX_INTERPRETATION: usize = 4;

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    use CooperativeVector as V;
    let module = cx.module;
    let both = [Capability::CooperativeVectorNV, Capability::CooperativeVectorTrainingNV];
    if !both.iter().any(|&one| module.has_capability(one)) {
        return;
    }
    cooperative::memory_model(cx, Capability::CooperativeVectorNV, V::MemoryModel);
    if cx.target.is_vulkan() {
        types(cx);
    }
    for inst in module.of([Class::Foreign]) {
        operands(cx, inst);
        if !cx.target.is_vulkan() {
            continue;
        }
        match inst.op {
            Op::CooperativeVectorMatrixMulNV => product(cx, inst, &MULTIPLY),
            Op::CooperativeVectorMatrixMulAddNV => product(cx, inst, &MULTIPLY_ADD),
            Op::CooperativeVectorLoadNV | Op::CooperativeVectorStoreNV => {
                offset(cx, inst, 1, 16, V::VectorOffset, V::VectorIndex);
            }
            Op::CooperativeVectorReduceSumAccumulateNV => {
                offset(cx, inst, 1, 16, V::SumOffset, V::VectorIndex);
                reduce_sum(cx, inst);
            }
            Op::CooperativeVectorOuterProductAccumulateNV => {
                offset(cx, inst, 1, 64, V::ProductOffset, V::VectorIndex);
                outer_product(cx, inst);
            }
            _ => continue,
        }
        stage(cx, inst);
    }
}

/// What an operand must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Vector,
    /// A pointer to an array of scalars or vectors.
    Memory,
    /// A pointer to an array of scalars, outside of Workgroup.
    Matrix,
    /// An integer; Vulkan decides about its width.
    Offset,
    /// A 32-bit integer.
    Int,
    /// The same, for a stride.
    Stride,
    /// A constant 32-bit integer.
    Number,
    /// A constant Boolean.
    Flag,
}

/// The operands of an instruction, with those that can be left out.
fn operands_of(op: Op) -> Option<&'static [Operand]> {
    use Operand as O;
    Some(match op {
        Op::CooperativeVectorLoadNV => &[O::Memory, O::Offset],
        Op::CooperativeVectorStoreNV | Op::CooperativeVectorReduceSumAccumulateNV => &[O::Memory, O::Offset, O::Vector],
        Op::CooperativeVectorOuterProductAccumulateNV => {
            &[O::Memory, O::Offset, O::Vector, O::Vector, O::Number, O::Int, O::Int]
        }
        Op::CooperativeVectorMatrixMulNV => &[
            O::Vector,
            O::Number,
            O::Matrix,
            O::Offset,
            O::Number,
            O::Number,
            O::Number,
            O::Number,
            O::Flag,
            O::Stride,
        ],
        Op::CooperativeVectorMatrixMulAddNV => &[
            O::Vector,
            O::Number,
            O::Matrix,
            O::Offset,
            O::Number,
            O::Matrix,
            O::Offset,
            O::Number,
            O::Number,
            O::Number,
            O::Number,
            O::Flag,
            O::Stride,
        ],
        _ => return None,
    })
}

fn is_vector(ty: Option<&Type<'_>>) -> bool {
    ty.is_some_and(|ty| ty.op == Op::TypeCooperativeVectorNV)
}

fn operands(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some(expected) = operands_of(inst.op) else { return };
    for (&id, &expected) in module.operands(inst).iter().zip(expected) {
        // Undefined ids, and ids that are no values, are reported elsewhere.
        let Some(ty) = module.type_of(id) else { continue };
        let constant = is_constant(module, id);
        // What it is not, and whether spirv-val says so.
        let (what, judged) = match expected {
            Operand::Memory | Operand::Matrix => {
                let matrix = expected == Operand::Matrix;
                if !is_array(module, ty, matrix) {
                    let name = module.show(id);
                    let message = format_args!("{name} is no pointer to an array that the instruction takes");
                    // spirv-val takes what a vector is loaded from.
                    let judged = !matrix || !is_array(module, ty, false);
                    cx.violate_part(CooperativeVector::Pointer, judged, inst, message);
                }
                continue;
            }
            Operand::Vector => ((!is_vector(Some(ty))).then_some("cooperative vector"), true),
            Operand::Offset => ((!ty.is_int()).then_some("integer"), false),
            Operand::Stride => ((!ty.is_int32()).then_some("32-bit integer"), false),
            Operand::Int => ((!ty.is_int32()).then_some("32-bit integer"), true),
            Operand::Number => {
                let outer = inst.op == Op::CooperativeVectorOuterProductAccumulateNV;
                let fits = ty.is_int32() && constant;
                ((!fits).then_some("constant 32-bit integer"), !(outer && ty.is_int32()))
            }
            Operand::Flag => {
                let fits = ty.kind == Kind::Bool && constant;
                ((!fits).then_some("constant Boolean"), true)
            }
        };
        if let Some(what) = what {
            let message = format_args!("{} is no {what}", module.show(id));
            cx.violate_part(CooperativeVector::Operand, judged, inst, message);
        }
    }
    let result = module.result_type(inst);
    let multiplies = matches!(
        inst.op,
        Op::CooperativeVectorMatrixMulNV | Op::CooperativeVectorMatrixMulAddNV
    );
    if let Some(ty) = result {
        let computed = matches!(
            ty.scalar,
            Scalar::Int { width: 32, .. } | Scalar::Float { width: 16 | 32, .. }
        );
        if !is_vector(result) || (multiplies && !computed) {
            let message = format_args!("the result is {}", module.show(ty.id));
            // spirv-val does not look at the components.
            return cx.violate_part(CooperativeVector::Result, !is_vector(result), inst, message);
        }
    }
    match inst.op {
        Op::CooperativeVectorOuterProductAccumulateNV => {
            let [first, second] = [2, 3].map(|index| module.type_of(module.operand(inst, index)));
            let both = first
                .zip(second)
                .filter(|(first, second)| first.scalar != second.scalar);
            if let Some((first, second)) = both {
                let (first, second) = (module.show(first.id), module.show(second.id));
                let message = format_args!("the components of {first} and {second} are of different types");
                cx.violate(CooperativeVector::Operand, inst, message);
            }
        }
        Op::CooperativeVectorMatrixMulNV => size(cx, inst, result, &MULTIPLY),
        Op::CooperativeVectorMatrixMulAddNV => size(cx, inst, result, &MULTIPLY_ADD),
        _ => {}
    }
}

/// Whether a type is a pointer to an array of scalars or, where no matrix is read, vectors, in a storage class that the
/// instruction takes.
fn is_array(module: &Module<'_>, ty: &Type<'_>, matrix: bool) -> bool {
    use StorageClass as C;
    let Kind::Pointer { class, pointee } = ty.kind else {
        return false;
    };
    let element = match module.ty(pointee).map(|ty| ty.kind) {
        Some(Kind::Array { element, .. } | Kind::RuntimeArray { element }) => module.ty(element),
        _ => return false,
    };
    let numbers = element.is_some_and(|ty| match matrix {
        true => ty.is_scalar(),
        false => ty.is_scalar() || ty.is_vector(),
    });
    let class = C::from_u32(class);
    let takes = match class {
        Some(C::Workgroup) => !matrix,
        Some(C::CrossWorkgroup | C::StorageBuffer | C::PhysicalStorageBuffer) => true,
        _ => false,
    };
    numbers && takes
}

/// Checks the counts of a multiplication, M and K. They are the two operands before the layout.
fn size(cx: &mut Checker<'_, '_>, inst: &Inst, result: Option<&Type<'_>>, indices: &Product) {
    let module = cx.module;
    let value = |index| module.constant_u32(module.operand(inst, index));
    let count = |ty: &Type<'_>| module.constant_u32(module.operand(module.inst(ty.inst)?, 1));
    let (rows, columns) = (value(indices.layout - 2), value(indices.layout - 1));
    if let Some((rows, count)) = rows.zip(result.and_then(count)).filter(|(rows, count)| rows != count) {
        let message = format_args!("M is {rows}, and the result has {count} components");
        cx.violate(CooperativeVector::Size, inst, message);
    }
    let input = module.type_of(module.operand(inst, 0)).filter(|ty| is_vector(Some(ty)));
    let (Some(columns), Some(ty), Some(interpretation)) = (columns, input, value(1)) else {
        return;
    };
    let Some(count) = count(ty) else { return };
    let packed = matches!(interpretation, component::SINT8_PACKED | component::UINT8_PACKED);
    let fits = match packed {
        true => columns.div_ceil(4) <= count && ty.scalar == UNSIGNED,
        false => columns == count,
    };
    if !fits {
        let message = format_args!("K is {columns}, and the input is {}", module.show(ty.id));
        cx.violate_part(CooperativeVector::Size, !packed, inst, message);
    }
}

const UNSIGNED: Scalar = Scalar::Int {
    width: 32,
    signed: false,
};

fn types(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let Some(most) = cx.target.limits().max_cooperative_vector_components else {
        return;
    };
    for ty in module.types.iter().filter(|ty| ty.op == Op::TypeCooperativeVectorNV) {
        let Some(inst) = module.inst(ty.inst) else { continue };
        if let Some(count) = module
            .constant_u32(module.operand(inst, 1))
            .filter(|&count| count > most)
        {
            cx.violate(
                CooperativeVector::Components,
                inst,
                format_args!("{count} are more than {most}"),
            );
        }
    }
}

fn stage(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let Some(stages) = cx.target.limits().cooperative_vector_supported_stages else {
        return;
    };
    let models = cx.module.models_of(inst);
    if let Some(model) = models.iter().find(|&model| stage_bit(model) & stages == 0) {
        let model = Models::of_number(model);
        let message = format_args!("it is reached from {model}");
        cx.violate(CooperativeVector::Stage, inst, message);
    }
}

/// Checks an offset in bytes: it is a multiple of `multiple`, and not wider than indices may be.
fn offset(
    cx: &mut Checker<'_, '_>,
    inst: &Inst,
    index: usize,
    multiple: u32,
    of_value: CooperativeVector,
    of_type: CooperativeVector,
) {
    let module = cx.module;
    let id = module.operand(inst, index);
    if let Some(bytes) = module.folded_u32(id).filter(|bytes| !bytes.is_multiple_of(multiple)) {
        let message = format_args!("{bytes} is no multiple of {multiple}");
        cx.violate(of_value, inst, message);
    }
    let wide = module.has_capability(Capability::Shader64BitIndexingEXT);
    if !wide && module.type_of(id).is_some_and(|ty| !ty.is_int32()) {
        let message = format_args!("{} is no 32-bit integer", module.show(id));
        cx.violate(of_type, inst, message);
    }
}

fn product(cx: &mut Checker<'_, '_>, inst: &Inst, indices: &Product) {
    use CooperativeVector as V;
    let module = cx.module;
    offset(cx, inst, MATRIX_OFFSET, 64, V::MatrixOffset, V::MatrixIndex);
    if let Some(bias) = indices.bias {
        offset(cx, inst, bias, 16, V::BiasOffset, V::MatrixIndex);
    }
    let value = |index| module.constant_u32(module.operand(inst, index));
    let plain = matches!(value(indices.layout), Some(layout::ROW_MAJOR | layout::COLUMN_MAJOR));
    let float8 = matches!(
        value(MATRIX_INTERPRETATION),
        Some(component::FLOAT_E4M3 | component::FLOAT_E5M2)
    );
    if plain && float8 {
        let message = format_args!("the layout is RowMajorNV or ColumnMajorNV");
        cx.violate(V::Float8Layout, inst, message);
    }
    let stride = module.folded_u32(module.operand(inst, indices.stride));
    if let Some(stride) = stride.filter(|stride| plain && !stride.is_multiple_of(16)) {
        cx.violate(V::Stride, inst, format_args!("{stride} is no multiple of 16"));
    }
}

/// The width of a vector's float components; `None` for other values.
fn floats(module: &Module<'_>, id: u32) -> Option<u32> {
    let ty = module.type_of(id)?;
    (ty.is_vector() && ty.is_float_or_vector()).then(|| ty.width())
}

fn is_in_buffer(module: &Module<'_>, pointer: u32) -> bool {
    let class = module.type_of(pointer).and_then(Type::storage_class);
    class.is_none_or(|class| {
        class == StorageClass::StorageBuffer as u32 || class == StorageClass::PhysicalStorageBuffer as u32
    })
}

/// Whether the device can accumulate floats of this width for training.
fn accumulates(cx: &Checker<'_, '_>, width: u32) -> bool {
    let limits = cx.target.limits();
    let property = match width {
        16 => limits.cooperative_vector_training_float16_accumulation,
        32 => limits.cooperative_vector_training_float32_accumulation,
        _ => return false,
    };
    property != Some(0)
}

fn reduce_sum(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let [pointer, _, value] = [0, 1, 2].map(|index| module.operand(inst, index));
    let width = floats(module, value);
    let fits = width.is_some_and(|width| accumulates(cx, width));
    if module.def(value).is_some() && !(fits && is_in_buffer(module, pointer)) {
        let message = format_args!(
            "{} is of a type that is not accumulated, or the sum is in another storage class",
            module.show(value)
        );
        cx.violate(CooperativeVector::ReduceSum, inst, message);
    }
}

fn outer_product(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let [pointer, _, first, second, memory_layout, interpretation] =
        [0, 1, 2, 3, 4, 5].map(|index| module.operand(inst, index));
    let halves = [first, second]
        .iter()
        .all(|&id| module.def(id).is_none() || floats(module, id) == Some(16));
    let trains = module
        .constant_u32(memory_layout)
        .is_none_or(|value| value == layout::TRAINING_OPTIMAL);
    let accumulated = match module.constant_u32(interpretation) {
        Some(component::FLOAT16) => accumulates(cx, 16),
        Some(component::FLOAT32) => accumulates(cx, 32),
        Some(_) => false,
        None => true,
    };
    if !(halves && trains && accumulated && is_in_buffer(module, pointer)) {
        let message = format_args!("a type, the layout or the storage class is not an allowed one");
        cx.violate(CooperativeVector::OuterProduct, inst, message);
    }
}
