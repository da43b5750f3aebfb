//! Cooperative matrices: their types, loads and stores, arithmetic and conversions (SPV_KHR_cooperative_matrix,
//! SPV_NV_cooperative_matrix, SPV_NV_cooperative_matrix2, SPV_EXT_cooperative_matrix_maintenance1; Vulkan's Standalone
//! SPIR-V).
//!
//! Dimensions that can be specialized are compared by id only. The sizes that a device supports are checked in
//! `device`.

mod elements;

use super::Checker;
use super::module::{Inst, Kind, Module, Scalar, Type};
use super::rule::{Rule, rules};
use super::signature::is_constant;
use crate::check::message;
use spirv::{Capability, CooperativeMatrixOperands, ExecutionMode, Op, Scope, StorageClass};

rules! {
    /// Cooperative matrices.
    Cooperative "cooperative" {
        Type "type" "SPV_KHR_cooperative_matrix §3.52.6": "a matrix is made of numbers, and its sizes and use are constants";
        MemoryModel "memory-model" "SPV_KHR_cooperative_matrix, Dependencies":
            "in a shader CooperativeMatrixKHR needs VulkanMemoryModel";
        Scope "scope" vuid "VUID-StandaloneSpirv-Scope-12243" "Vulkan, Standalone SPIR-V":
            "the scope of a matrix is Workgroup or Subgroup" [ours];
        Encoding "encoding" "SPV_EXT_float8, SPV_KHR_bfloat16, OpTypeCooperativeMatrixKHR":
            "a matrix of floats with an encoding needs the capability for it: Float8CooperativeMatrixEXT or \
             BFloat16CooperativeMatrixKHR";
        Length "length" "SPV_KHR_cooperative_matrix §3.52.6": "the length of a matrix type is an unsigned integer of 32 bits";
        Load "load" "SPV_KHR_cooperative_matrix §3.52.8": "a matrix is loaded and stored through a pointer to numbers, and only a matrix is";
        Layout "layout" "SPV_KHR_cooperative_matrix §3.52.8": "a matrix in memory has a layout, a constant of 32 bits, and a stride, an integer, if it is by rows or columns"
            (decides "layouts that cannot be specialized");
        Array "array" "SPV_KHR_cooperative_matrix §3.52.8": "in a shader a matrix is loaded from an array and stored to one" [ours:
            "If the Shader capability was declared, Pointer must point into an array"];
        Class "class" vuid "VUID-StandaloneSpirv-Pointer-08973" "Vulkan, Standalone SPIR-V":
            "matrices are loaded and stored in Workgroup, StorageBuffer and PhysicalStorageBuffer";
        Product "product" "SPV_KHR_cooperative_matrix §3.52.13": "uses, scopes and sizes of a product fit";
        WorkgroupSize "workgroup-size" "SPV_NV_cooperative_matrix2 §2.16.1":
            "the constants of the workgroup size are declared before a matrix of scope Workgroup";
        Signed "signed" "SPV_KHR_cooperative_matrix §2.16.1": "matrices are signed only if their components are integers" [newer];
        Arithmetic "arithmetic" "SPV_KHR_cooperative_matrix §3.52.13":
            "arithmetic on matrices is on numbers of its kind, and all matrices have the result's type";
        Conversion "conversion" "SPV_KHR_cooperative_matrix §3.52.11": "a conversion keeps the scope and sizes of a matrix, and its use unless it converts between an accumulator and A or B";
        Reduce "reduce" "SPV_NV_cooperative_matrix2, OpCooperativeMatrixReduceNV; Cooperative Matrix Reduce Mode":
            "a reduction makes an accumulator of another one of the same components and scope, and of the size of its mode, with a function that makes one component of two";
        PerElement "per-element" "SPV_NV_cooperative_matrix2, OpCooperativeMatrixPerElementOpNV":
            "the function for each element makes a component of row, column and component; the matrix keeps its type";
        Tensor "tensor" "SPV_NV_cooperative_matrix2, OpCooperativeMatrixLoadTensorNV, OpCooperativeMatrixStoreTensorNV":
            "a tensor is loaded to a matrix and stored from one, with a tensor layout, a tensor view and, at loads, a function that decodes components";
        Tangled "tangled" "SPV_NV_cooperative_matrix2 §2.16.1":
            "functions on the elements of matrices, and those that they call, do not communicate between invocations" [ours:
            "In any function used as a DecodeFunc, Func or CombineFunc parameter, and any function called directly or indirectly by those functions, tangled instructions are not allowed"];
        Coordinate "coordinate" "SPV_EXT_cooperative_matrix_maintenance1":
            "a coordinate is two integers of 32 bits, of an index of 32 bits";
    }
}

/// A matrix type, with ids as operands except for the component.
#[derive(Clone, Copy)]
struct Matrix {
    ty: u32,
    component: u32,
    scope: u32,
    rows: u32,
    columns: u32,
    usage: u32,
}

fn matrix(ty: Option<&Type<'_>>) -> Option<Matrix> {
    let ty = ty?;
    match ty.kind {
        Kind::CooperativeMatrix {
            component,
            scope,
            rows,
            columns,
            usage,
        } => Some(Matrix {
            ty: ty.id,
            component,
            scope,
            rows,
            columns,
            usage,
        }),
        _ => None,
    }
}

/// A matrix type of the extension of an instruction that loads, stores, multiplies, measures or changes matrices.
fn own(inst: &Inst, ty: Option<&Type<'_>>) -> Option<Matrix> {
    let older = matches!(
        inst.op,
        Op::CooperativeMatrixLoadNV
            | Op::CooperativeMatrixStoreNV
            | Op::CooperativeMatrixMulAddNV
            | Op::CooperativeMatrixLengthNV
    );
    matrix(ty).filter(|matrix| (matrix.usage == 0) == older)
}

const A: i128 = 0;
const B: i128 = 1;
const ACCUMULATOR: i128 = 2;

/// Whether two sizes are the same; `true` if one is unknown.
fn same(module: &Module<'_>, one: u32, other: u32) -> bool {
    one == other
        || module
            .constant_int(one)
            .zip(module.constant_int(other))
            .is_none_or(|(one, other)| one == other)
}

/// Whether two matrices have the same use, or none; `true` if one is unknown.
fn same_use(module: &Module<'_>, one: &Matrix, other: &Matrix) -> bool {
    (one.usage == 0) == (other.usage == 0) && same(module, one.usage, other.usage)
}

/// Whether a matrix has a use; `true` if its use is unknown.
fn is_for(module: &Module<'_>, matrix: &Matrix, expected: i128) -> bool {
    module.constant_int(matrix.usage).is_none_or(|usage| usage == expected)
}

/// Checks matrix types. `typing` calls [`check`] and [`arithmetic`] for instructions.
pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    memory_model(cx, Capability::CooperativeMatrixKHR, Cooperative::MemoryModel);
    elements::functions(cx);
    let mut size = None;
    for ty in &module.types {
        let (Some(inst), Some(found)) = (module.inst(ty.inst), matrix(Some(ty))) else {
            continue;
        };
        let component = module.ty(found.component);
        let number = component.is_some_and(|ty| ty.is_int() || ty.is_float());
        if module.def(found.component).is_some() && !number {
            let message = format_args!("the component type {} is no number", module.show(found.component));
            cx.violate(Cooperative::Type, inst, message);
        }
        let needed = component.and_then(|ty| encoded(ty.scalar));
        if let Some(needed) = needed.filter(|&needed| !module.has_capability(needed)) {
            let (component, needed) = (module.show(found.component), message::named(needed));
            let message = format_args!("the component type is {component}, and {needed} is not declared");
            cx.violate(Cooperative::Encoding, inst, message);
        }
        let uses = [found.scope, found.rows, found.columns, found.usage];
        for id in uses.into_iter().filter(|&id| id != 0) {
            let int = |ty: &Type<'_>| ty.is_int32() || (found.usage == 0 && ty.is_int());
            let fits = is_constant(module, id) && module.type_of(id).is_some_and(int);
            if module.def(id).is_some() && !fits {
                let bits = if found.usage == 0 { "" } else { " of 32 bits" };
                let message = format_args!("{} is no constant integer{bits}", module.show(id));
                // spirv-val takes integers of any width.
                let wide = is_constant(module, id) && module.type_of(id).is_some_and(Type::is_int);
                cx.violate_part(Cooperative::Type, !wide, inst, message);
            }
        }
        if let Some(usage) = module.constant_int(found.usage).filter(|usage| *usage > ACCUMULATOR) {
            cx.violate_part(
                Cooperative::Type,
                false,
                inst,
                format_args!("its Use is {usage}, not 0 (A), 1 (B) or 2 (accumulator)"),
            );
        }
        let scope = module.constant_u32(found.scope);
        let vulkan = [Scope::Workgroup as u32, Scope::Subgroup as u32];
        if let Some(scope) = scope.filter(|scope| cx.target.is_vulkan() && found.usage != 0 && !vulkan.contains(scope))
        {
            cx.violate(
                Cooperative::Scope,
                inst,
                format_args!("the scope is {}", message::scope(scope)),
            );
        }
        if scope == Some(Scope::Workgroup as u32) {
            let last = *size.get_or_insert_with(|| last_size(module));
            if let Some(last) = last.filter(|last| last.index > inst.index) {
                let message = format_args!(
                    "the scope is Workgroup, and {} of LocalSizeId is declared later",
                    module.show(last.result)
                );
                cx.violate(Cooperative::WorkgroupSize, inst, message);
            }
        }
    }
}

/// The capability that a matrix of such floats needs: Float8E4M3EXT, Float8E5M2EXT or BFloat16KHR.
fn encoded(component: Scalar) -> Option<Capability> {
    match component {
        Scalar::Float {
            encoding: Some(4214 | 4215),
            ..
        } => Some(Capability::Float8CooperativeMatrixEXT),
        Scalar::Float { encoding: Some(0), .. } => Some(Capability::BFloat16CooperativeMatrixKHR),
        _ => None,
    }
}

/// Checks a capability that needs `VulkanMemoryModel` in a shader.
pub(super) fn memory_model(cx: &mut Checker<'_, '_>, capability: Capability, rule: impl Into<Rule>) {
    let module = cx.module;
    if !cx.is_shader() || module.has_capability(Capability::VulkanMemoryModel) {
        return;
    }
    let mut declared = module.declared_capabilities.iter();
    let found = declared.find(|&&(number, _)| number == capability as u32);
    if let Some(inst) = found.and_then(|&(_, at)| module.inst(at)) {
        cx.violate(rule, inst, format_args!("VulkanMemoryModel is not declared"));
    }
}

/// The last declared constant in a `LocalSizeId`.
fn last_size<'m>(module: &'m Module<'_>) -> Option<&'m Inst> {
    let modes = module
        .entry_points
        .iter()
        .flat_map(|entry| module.modes(entry.function));
    let sizes = modes.filter(|mode| module.operand(mode, 1) == ExecutionMode::LocalSizeId as u32);
    let ids = sizes.flat_map(|mode| module.operands(mode).get(2..).unwrap_or(&[]));
    ids.filter_map(|&id| module.def(id)).max_by_key(|def| def.index)
}

/// Checks an instruction if it is one for matrices.
pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    match inst.op {
        Op::CooperativeMatrixLoadKHR => load(cx, inst),
        Op::CooperativeMatrixStoreKHR => store(cx, inst),
        Op::CooperativeMatrixMulAddKHR | Op::CooperativeMatrixMulAddNV => product(cx, inst),
        Op::CooperativeMatrixLengthKHR | Op::CooperativeMatrixLengthNV => length(cx, inst, 0),
        Op::CooperativeMatrixLoadNV => load(cx, inst),
        Op::CooperativeMatrixStoreNV => store(cx, inst),
        Op::CooperativeMatrixReduceNV => elements::reduce(cx, inst),
        Op::CooperativeMatrixPerElementOpNV => elements::per_element(cx, inst),
        Op::CooperativeMatrixLoadTensorNV | Op::CooperativeMatrixStoreTensorNV => elements::tensor(cx, inst),
        Op::Bitcast => bitcast(cx, inst),
        _ => match inst.opcode {
            CONVERT_USE | TRANSPOSE => change(cx, inst),
            COORDINATE => coordinate(cx, inst),
            _ => {}
        },
    }
}

const CONVERT_USE: u16 = 5293;
const COORDINATE: u16 = 5363;
const TRANSPOSE: u16 = 5390;
/// CooperativeMatrixTransposeEXT.
const TRANSPOSED: u32 = 5440;
/// CooperativeMatrixConversionsEXT and CooperativeMatrixConversionsNV.
const CONVERSIONS_EXT: u32 = 5429;
const CONVERSIONS_NV: u32 = 5431;

fn is_undefined(module: &Module<'_>, ids: &[u32]) -> bool {
    ids.iter().any(|&id| module.def(id).is_none())
}

/// Checks `OpCooperativeMatrixLengthKHR`; `index` is the index of its operand.
fn length(cx: &mut Checker<'_, '_>, inst: &Inst, index: usize) {
    let module = cx.module;
    let ty = module.operand(inst, index);
    if module.def(ty).is_some() && own(inst, module.ty(ty)).is_none() {
        let message = format_args!("{} is no type of cooperative matrices", module.show(ty));
        cx.violate(Cooperative::Length, inst, message);
    }
    const UNSIGNED: Scalar = Scalar::Int {
        width: 32,
        signed: false,
    };
    if module
        .result_type(inst)
        .is_some_and(|ty| !ty.is_int() || ty.scalar != UNSIGNED)
    {
        cx.violate(
            Cooperative::Length,
            inst,
            format_args!(
                "the result {} is no 32-bit unsigned integer",
                module.show(inst.result_type)
            ),
        );
    }
}

fn load(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some(result) = module.result_type(inst) else {
        return;
    };
    if own(inst, Some(result)).is_none() {
        cx.violate(
            Cooperative::Load,
            inst,
            format_args!("{} is no cooperative matrix", module.show(result.id)),
        );
    }
    memory(cx, inst, module.operand(inst, 0), 1);
}

fn store(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let object = module.operand(inst, 1);
    if module.def(object).is_some() && own(inst, module.type_of(object)).is_none() {
        cx.violate(
            Cooperative::Load,
            inst,
            format_args!("{} is no cooperative matrix", module.show(object)),
        );
    }
    memory(cx, inst, module.operand(inst, 0), 2);
}

/// Checks the pointer, and the layout and stride, which begin at operand `first`.
fn memory(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32, first: usize) {
    let module = cx.module;
    if module.def(pointer).is_none() {
        return;
    }
    let ty = module.type_of(pointer);
    let numbers = ty.is_some_and(|ty| match ty.kind {
        Kind::UntypedPointer { .. } => true,
        Kind::Pointer { pointee, .. } => module
            .ty(pointee)
            .is_some_and(|ty| ty.is_int_or_vector() || ty.is_float_or_vector()),
        _ => false,
    });
    if !numbers {
        let message = format_args!("{} points to no numbers", module.show(pointer));
        cx.violate(Cooperative::Load, inst, message);
    }
    class(cx, inst, pointer);
    if cx.is_shader() && numbers && !points_into_array(module, pointer) {
        let message = format_args!("{} points into no array", module.show(pointer));
        cx.violate(Cooperative::Array, inst, message);
    }
    match inst.op {
        Op::CooperativeMatrixLoadNV | Op::CooperativeMatrixStoreNV => major(cx, inst, first),
        _ => layout(cx, inst, first),
    }
}

/// Checks the stride and the Boolean for columns of SPV_NV_cooperative_matrix, which begin at operand `first`.
fn major(cx: &mut Checker<'_, '_>, inst: &Inst, first: usize) {
    let module = cx.module;
    stride(cx, inst, module.operand(inst, first));
    let column_major = module.operand(inst, first + 1);
    let bool = module.type_of(column_major).is_none_or(|ty| ty.kind == Kind::Bool);
    if module.def(column_major).is_some() && !(bool && is_constant(module, column_major)) {
        let message = format_args!("{} is no constant Boolean", module.show(column_major));
        cx.violate(Cooperative::Layout, inst, message);
    }
}

fn stride(cx: &mut Checker<'_, '_>, inst: &Inst, stride: u32) {
    let module = cx.module;
    if module.def(stride).is_some() && !module.type_of(stride).is_some_and(Type::is_int) {
        let message = format_args!("the stride {} is no integer", module.show(stride));
        cx.violate(Cooperative::Layout, inst, message);
    }
}

/// Checks the layout and the stride, which begin at operand `first`.
fn layout(cx: &mut Checker<'_, '_>, inst: &Inst, first: usize) {
    let module = cx.module;
    let layout = module.operand(inst, first);
    let stride = module.operand(inst, first + 1);
    if module.def(layout).is_some() {
        let constant = is_constant(module, layout) && module.type_of(layout).is_some_and(Type::is_int32);
        if !constant {
            let message = format_args!("{} is no constant integer of 32 bits", module.show(layout));
            cx.violate(Cooperative::Layout, inst, message);
        }
        // RowMajorKHR and ColumnMajorKHR require a stride.
        let value = module.constant_u32(layout);
        let strided = value.is_some_and(|layout| layout < 2);
        if strided && stride == 0 {
            cx.violate(Cooperative::Layout, inst, format_args!("there is no stride"));
        }
        // The other layouts are RowBlockedInterleavedARM and ColumnBlockedInterleavedARM.
        if let Some(value) = value.filter(|value| constant && !matches!(value, 0 | 1 | 4202 | 4203)) {
            cx.violate_part(
                Cooperative::Layout,
                false,
                inst,
                format_args!("there is no layout {value}"),
            );
        }
        let least = i128::from(inst.op == Op::CooperativeMatrixStoreKHR);
        let length = module.constant_int(stride).filter(|_| strided);
        if let Some(length) = length.filter(|&length| length < least) {
            let message = format_args!("the stride is {length}, less than {least}");
            cx.violate_part(Cooperative::Layout, false, inst, message);
        }
    }
    if module.def(stride).is_some() && !module.type_of(stride).is_some_and(Type::is_int) {
        let message = format_args!("the stride {} is no integer", module.show(stride));
        cx.violate(Cooperative::Layout, inst, message);
    }
}

/// Checks the storage class of a pointer to which or from which a matrix is stored or loaded. Vulkan has the rule for
/// SPV_KHR_cooperative_matrix, the other extensions have it themselves.
fn class(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32) {
    const CLASSES: [StorageClass; 3] = [
        StorageClass::Workgroup,
        StorageClass::StorageBuffer,
        StorageClass::PhysicalStorageBuffer,
    ];
    let module = cx.module;
    let class = module.type_of(pointer).and_then(|ty| ty.storage_class());
    let of_vulkan = matches!(inst.op, Op::CooperativeMatrixLoadKHR | Op::CooperativeMatrixStoreKHR);
    let asked = !of_vulkan || cx.target.is_vulkan();
    if asked && class.is_some_and(|class| !CLASSES.iter().any(|&one| one as u32 == class)) {
        let message = format_args!(
            "{} points to another storage class than Workgroup, StorageBuffer and PhysicalStorageBuffer",
            module.show(pointer)
        );
        cx.violate(Cooperative::Class, inst, message);
    }
}

/// Whether a pointer points into an array; `true` if its origin is unknown. At most 255 chains are followed.
fn points_into_array(module: &Module<'_>, pointer: u32) -> bool {
    let mut pointer = pointer;
    for _ in 0..255 {
        let Some(def) = module.def(pointer) else { return true };
        let base = module.operand(def, 0);
        match def.op {
            Op::Variable => return false,
            Op::CopyObject => {}
            Op::AccessChain | Op::InBoundsAccessChain => {
                let mut at = module.type_of(base).and_then(|ty| ty.pointee());
                for &index in module.operands(def).get(1..).unwrap_or(&[]) {
                    at = match at.and_then(|id| module.ty(id)).map(|ty| ty.kind) {
                        Some(Kind::Struct { members }) => module
                            .constant_u32(index)
                            .and_then(|index| members.get(index as usize).copied()),
                        Some(Kind::Vector { .. } | Kind::Matrix { .. }) => break,
                        _ => return true,
                    };
                }
            }
            _ => return true,
        }
        pointer = base;
    }
    true
}

fn product(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[a, b, c, ref masks @ ..] = module.operands(inst) else {
        return;
    };
    if is_undefined(module, &[a, b, c]) || module.result_type(inst).is_none() {
        return;
    }
    let all = [a, b, c].map(|id| own(inst, module.type_of(id)));
    let ([Some(a), Some(b), Some(c)], Some(result)) = (all, own(inst, module.result_type(inst))) else {
        return cx.violate(
            Cooperative::Product,
            inst,
            format_args!("an operand or the result is no cooperative matrix"),
        );
    };
    let mut report = |fits: bool, message: &str| {
        if !fits {
            cx.violate(Cooperative::Product, inst, format_args!("{message}"));
        }
    };
    report(is_for(module, &a, A), "A has another use");
    report(is_for(module, &b, B), "B has another use");
    let accumulates = is_for(module, &c, ACCUMULATOR) && is_for(module, &result, ACCUMULATOR);
    report(accumulates, "C or the result is no accumulator");
    let scopes = [b, c, result].iter().all(|other| same(module, a.scope, other.scope));
    report(scopes, "the scopes are not the same");
    let m = same(module, a.rows, c.rows) && same(module, a.rows, result.rows);
    let n = same(module, b.columns, c.columns) && same(module, b.columns, result.columns);
    let k = same(module, a.columns, b.rows);
    report(m && n && k, "the sizes do not fit");
    let mask = masks.first().copied().unwrap_or(0);
    let mask = CooperativeMatrixOperands::from_bits_retain(mask);
    use CooperativeMatrixOperands as O;
    for (bit, matrix) in [
        (O::MATRIX_A_SIGNED_COMPONENTS_KHR, a),
        (O::MATRIX_B_SIGNED_COMPONENTS_KHR, b),
        (O::MATRIX_C_SIGNED_COMPONENTS_KHR, c),
        (O::MATRIX_RESULT_SIGNED_COMPONENTS_KHR, result),
    ] {
        let int = module.ty(matrix.component).is_none_or(Type::is_int);
        if mask.contains(bit) && !int {
            let message = format_args!("{} is made of floats", module.show(matrix.ty));
            cx.violate(Cooperative::Signed, inst, message);
        }
    }
}

/// Checks an instruction that changes the use, or swaps rows and columns.
fn change(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let value = module.operand(inst, 0);
    if module.def(value).is_none() || module.result_type(inst).is_none() {
        return;
    }
    let (Some(from), Some(to)) = (own(inst, module.type_of(value)), own(inst, module.result_type(inst))) else {
        return cx.violate(
            Cooperative::Conversion,
            inst,
            format_args!("an operand or the result is no cooperative matrix"),
        );
    };
    let transposed = inst.opcode == TRANSPOSE || is_transposed(module, inst.result);
    let (rows, columns) = if transposed {
        (from.columns, from.rows)
    } else {
        (from.rows, from.columns)
    };
    if inst.opcode == CONVERT_USE {
        convert_use(cx, inst, &from, &to);
    }
    if !same(module, rows, to.rows) || !same(module, columns, to.columns) || !same(module, from.scope, to.scope) {
        cx.violate(
            Cooperative::Conversion,
            inst,
            format_args!("the matrices differ in scope, rows or columns"),
        );
    }
}

/// Checks a bit cast of which an operand or the result is a matrix.
fn bitcast(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let value = module.type_of(module.operand(inst, 0));
    let (Some(from), Some(to)) = (matrix(value), matrix(module.result_type(inst))) else {
        return cx.violate(
            Cooperative::Conversion,
            inst,
            format_args!("the operand or the result is no cooperative matrix"),
        );
    };
    let kept = same(module, from.rows, to.rows)
        && same(module, from.columns, to.columns)
        && same(module, from.scope, to.scope)
        && same_use(module, &from, &to);
    let component = |matrix: &Matrix| module.ty(matrix.component);
    let width = |matrix: &Matrix| component(matrix).map(Type::width);
    let ints = [from, to]
        .iter()
        .all(|matrix| component(matrix).is_none_or(Type::is_int));
    if !kept {
        let message = format_args!("the matrices differ in scope, rows, columns or use");
        cx.violate(Cooperative::Conversion, inst, message);
    } else if !ints || width(&from) != width(&to) {
        // spirv-val does not compare the components.
        let message = format_args!("the components are no integers of the same width");
        cx.violate_part(Cooperative::Conversion, false, inst, message);
    }
}

/// Whether a value is decorated CooperativeMatrixTransposeEXT.
fn is_transposed(module: &Module<'_>, id: u32) -> bool {
    module.decorations(id).iter().any(|row| row.decoration == TRANSPOSED)
}

/// Whether one of two matrices is an accumulator and the other is A or B, so that the first can be converted to the
/// second. SPV_EXT_cooperative_matrix_maintenance1 allows both directions, SPV_NV_cooperative_matrix2 only from an
/// accumulator.
fn changes_use(module: &Module<'_>, from: &Matrix, to: &Matrix) -> bool {
    let is_factor = |matrix| is_for(module, matrix, A) || is_for(module, matrix, B);
    let forth = is_for(module, from, ACCUMULATOR) && is_factor(to);
    let back = is_factor(from) && is_for(module, to, ACCUMULATOR);
    from.usage != to.usage && (forth || (back && module.has_capability_number(CONVERSIONS_EXT)))
}

/// `OpCooperativeMatrixConvertUseEXT` changes the use and, of the components, at most the signedness.
fn convert_use(cx: &mut Checker<'_, '_>, inst: &Inst, from: &Matrix, to: &Matrix) {
    let module = cx.module;
    if !changes_use(module, from, to) {
        let (from, to) = (module.show(from.ty), module.show(to.ty));
        let message = format_args!("it is from {from} to {to}, and not between an accumulator and A or B");
        cx.violate(Cooperative::Conversion, inst, message);
    }
    let int = |id| module.ty(id).filter(|ty| ty.is_int()).map(|ty| ty.width());
    let resigned = int(from.component).is_some() && int(from.component) == int(to.component);
    if from.component != to.component && !resigned {
        let (from, to) = (module.show(from.component), module.show(to.component));
        let message = format_args!("it makes {to} of {from}");
        cx.violate(Cooperative::Conversion, inst, message);
    }
}

fn coordinate(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[value, index, ..] = module.operands(inst) else {
        return;
    };
    let pair = module
        .result_type(inst)
        .is_none_or(|ty| ty.is_int_or_vector() && ty.width() == 32 && ty.lanes == 2);
    let matrix = module.def(value).is_none() || own(inst, module.type_of(value)).is_some();
    let int = module.def(index).is_none() || module.type_of(index).is_some_and(Type::is_int32);
    if !pair || !matrix || !int {
        cx.violate(
            Cooperative::Coordinate,
            inst,
            format_args!("an operand or the result is of another type than the instruction requires"),
        );
    }
}

/// Checks arithmetic with a matrix as result or operand, for opcodes in the table of `typing`.
pub(super) fn arithmetic(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let operands = module.operands(inst);
    if is_undefined(module, operands) {
        return;
    }
    let Some(result) = matrix(module.result_type(inst)) else {
        let takes = operands.iter().any(|&id| matrix(module.type_of(id)).is_some());
        if takes && module.result_type(inst).is_some() {
            let message = format_args!("an operand is a cooperative matrix, and the result is none");
            cx.violate(Cooperative::Arithmetic, inst, message);
        }
        return;
    };
    let component = module.ty(result.component);
    let (float, int) = (
        component.is_some_and(Type::is_float),
        component.is_some_and(Type::is_int),
    );
    let all = operands.iter().all(|&id| module.type_id(id) == result.ty);
    let fits = match inst.op {
        // "OpSNegate, OpFNegate, OpIAdd, OpFAdd, OpISub, OpFSub, OpFDiv, OpSDiv, and OpUDiv" (SPV_NV_cooperative_matrix)
        Op::FMul | Op::IMul if result.usage == 0 => false,
        Op::FNegate | Op::FAdd | Op::FSub | Op::FMul | Op::FDiv => float && all,
        Op::SNegate | Op::IAdd | Op::ISub | Op::IMul | Op::SDiv | Op::UDiv => int && all,
        Op::MatrixTimesScalar => {
            let scalar = operands.get(1).map_or(0, |&id| module.type_id(id));
            operands.first().is_some_and(|&id| module.type_id(id) == result.ty) && scalar == result.component
        }
        Op::ConvertFToU | Op::ConvertFToS | Op::UConvert | Op::SConvert => return converted(cx, inst, &result, int),
        Op::ConvertSToF | Op::ConvertUToF | Op::FConvert => return converted(cx, inst, &result, float),
        Op::Select => true,
        // The text lists the instructions above and none other of core SPIR-V's arithmetic, bit, comparison and
        // derivative instructions.
        _ => !matches!(inst.opcode, 84 | 109..=215),
    };
    if !fits {
        cx.violate(
            Cooperative::Arithmetic,
            inst,
            format_args!("the matrices are of different types, or of components that the instruction does not take"),
        );
    }
}

fn converted(cx: &mut Checker<'_, '_>, inst: &Inst, result: &Matrix, kind: bool) {
    let module = cx.module;
    let value = matrix(module.type_of(module.operand(inst, 0)));
    let converts = module.has_capability_number(CONVERSIONS_EXT) || module.has_capability_number(CONVERSIONS_NV);
    let transposed = is_transposed(module, inst.result);
    let rows = |matrix: &Matrix| if transposed { matrix.columns } else { matrix.rows };
    let columns = |matrix: &Matrix| if transposed { matrix.rows } else { matrix.columns };
    let from_float = matches!(inst.op, Op::ConvertFToU | Op::ConvertFToS | Op::FConvert);
    let resized = matches!(inst.op, Op::FConvert | Op::SConvert | Op::UConvert);
    let scalar = module.ty(result.component).map_or(Scalar::None, |ty| ty.scalar);
    let to_unsigned = matches!(inst.op, Op::ConvertFToU | Op::UConvert);
    let signed = matches!(scalar, Scalar::Int { signed: true, .. });
    let fits = value.is_some_and(|value| {
        let component = module.ty(value.component);
        let from = component.is_some_and(|ty| if from_float { ty.is_float() } else { ty.is_int() });
        let as_wide = component.is_some_and(|ty| ty.scalar.is_as_wide(scalar));
        from && !(resized && as_wide)
            && same(module, value.scope, result.scope)
            && same(module, value.rows, rows(result))
            && same(module, value.columns, columns(result))
            && (same_use(module, &value, result) || (converts && changes_use(module, &value, result)))
    });
    if !fits || !kind || (to_unsigned && signed) {
        cx.violate(
            Cooperative::Conversion,
            inst,
            format_args!("it changes more than the component type, or to one that the instruction does not convert to"),
        );
    }
}
