//! Device limits for cooperative matrices: stages, scopes, sizes, supported combinations, and alignment in memory
//! (Vulkan, "Runtime SPIR-V Validation").

use super::{Device, lacks, stage_bit};
use crate::check::Checker;
use crate::check::module::{Class, Flags, Inst, Kind, Models, Module, NONE, Scalar, Type};
use crate::target::{ComponentType as C, CooperativeMatrixProperties, Feature};
use spirv::{Capability, CooperativeMatrixOperands, Decoration, Op, Scope, StorageClass};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if module.has_capability(Capability::CooperativeMatrixConversionQCOM) {
        for inst in module
            .of([Class::Foreign])
            .filter(|inst| inst.op == Op::ExtractSubArrayQCOM)
        {
            sub_array(cx, inst);
        }
    }
    let mut any = false;
    for ty in &module.types {
        let (Some(matrix), Some(inst)) = (Matrix::new(module, ty), module.inst(ty.inst)) else {
            continue;
        };
        any = true;
        kind(cx, inst, &matrix);
    }
    if !any {
        return;
    }
    for inst in module.insts.iter().filter(|inst| inst.function != NONE) {
        match inst.op {
            Op::CooperativeMatrixLoadKHR => aligned(cx, inst, module.result_type(inst), 1),
            Op::CooperativeMatrixStoreKHR => aligned(cx, inst, module.type_of(module.operand(inst, 1)), 2),
            Op::CooperativeMatrixMulAddKHR => product(cx, inst),
            _ => {}
        }
    }
    if let Some(stages) = cx.target.limits().cooperative_matrix_supported_stages {
        matrix_stages(cx, stages);
    }
}

/// A matrix type. Numbers are `None` if they can be specialized.
struct Matrix {
    component: Option<C>,
    /// The size of a component in bytes.
    bytes: u64,
    scope: Option<u32>,
    rows: Option<u32>,
    columns: Option<u32>,
    usage: Option<u32>,
}

impl Matrix {
    fn new(module: &Module<'_>, ty: &Type<'_>) -> Option<Self> {
        let Kind::CooperativeMatrix {
            component,
            scope,
            rows,
            columns,
            usage,
        } = ty.kind
        else {
            return None;
        };
        // Those of SPV_NV_cooperative_matrix have properties of their own.
        if usage == 0 {
            return None;
        }
        let component = module.ty(component)?;
        Some(Self {
            component: component_type(component.scalar),
            bytes: u64::from(component.width()) / 8,
            scope: module.constant_u32(scope),
            rows: module.constant_u32(rows),
            columns: module.constant_u32(columns),
            usage: module.constant_u32(usage),
        })
    }

    /// Whether the type may have this size, component type and scope. Unknown values are accepted.
    fn fits(&self, sizes: [u32; 2], component: C, scope: Scope) -> bool {
        let same = |known: Option<u32>, expected: u32| known.is_none_or(|known| known == expected);
        same(self.rows, sizes[0])
            && same(self.columns, sizes[1])
            && same(self.scope, scope as u32)
            && self.component == Some(component)
    }
}

/// The Vulkan component type of a scalar (`VkComponentTypeKHR`).
fn component_type(scalar: Scalar) -> Option<C> {
    Some(match scalar {
        Scalar::Float { width, encoding } => match (width, encoding) {
            (16, None) => C::Float16,
            (32, None) => C::Float32,
            (64, None) => C::Float64,
            // BFloat16KHR, Float8E4M3EXT, Float8E5M2EXT
            (16, Some(0)) => C::BFloat16,
            (8, Some(4214)) => C::Float8E4M3,
            (8, Some(4215)) => C::Float8E5M2,
            _ => return None,
        },
        Scalar::Int { width, signed } => match (width, signed) {
            (8, true) => C::Sint8,
            (16, true) => C::Sint16,
            (32, true) => C::Sint32,
            (64, true) => C::Sint64,
            (8, false) => C::Uint8,
            (16, false) => C::Uint16,
            (32, false) => C::Uint32,
            (64, false) => C::Uint64,
            _ => return None,
        },
        Scalar::Bool | Scalar::None => return None,
    })
}

/// The supported combinations; `None` if they are unknown or the device supports flexible dimensions.
fn supported<'c>(cx: &Checker<'c, '_>) -> Option<&'c [CooperativeMatrixProperties]> {
    let target = cx.target;
    let bound =
        lacks(cx, Feature::CooperativeMatrixFlexibleDimensions) && lacks(cx, Feature::CooperativeMatrixProperties2);
    target.cooperative_matrices().filter(|_| bound)
}

fn kind(cx: &mut Checker<'_, '_>, inst: &Inst, matrix: &Matrix) {
    let workgroup = matrix.scope == Some(Scope::Workgroup as u32);
    if workgroup && lacks(cx, Feature::CooperativeMatrixWorkgroupScope) {
        cx.violate(
            Device::MatrixScope,
            inst,
            format_args!("the feature that it needs is not enabled"),
        );
    }
    let most = cx.target.limits().cooperative_matrix_flexible_dimensions_max_dimension;
    for side in [matrix.rows, matrix.columns] {
        if let (Some(side), Some(most)) = (side, most) {
            if side > most {
                let message = format_args!("the size {side} is above the limit {most}");
                cx.violate(Device::MatrixDimension, inst, message);
            }
        }
    }
    let Some(supported) = supported(cx) else { return };
    let found = supported.iter().any(|one| {
        let [m, n, k] = [one.m_size, one.n_size, one.k_size];
        let a = || matrix.fits([m, k], one.a_type, one.scope);
        let b = || matrix.fits([k, n], one.b_type, one.scope);
        let c = || {
            [one.c_type, one.result_type]
                .iter()
                .any(|&ty| matrix.fits([m, n], ty, one.scope))
        };
        match matrix.usage {
            Some(0) => a(),
            Some(1) => b(),
            Some(2) => c(),
            _ => a() || b() || c(),
        }
    });
    if !found {
        cx.violate(
            Device::MatrixSupported,
            inst,
            format_args!("the target lists no combination with this type"),
        );
    }
}

fn product(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some(supported) = supported(cx) else { return };
    let &[a, b, c, ref masks @ ..] = module.operands(inst) else {
        return;
    };
    let matrix = |ty: Option<&Type<'_>>| ty.and_then(|ty| Matrix::new(module, ty));
    let all = [a, b, c].map(|id| matrix(module.type_of(id)));
    let ([Some(a), Some(b), Some(c)], Some(result)) = (all, matrix(module.result_type(inst))) else {
        return;
    };
    use CooperativeMatrixOperands as O;
    let mask = O::from_bits_retain(masks.first().copied().unwrap_or(0));
    let found = supported.iter().any(|one| {
        let [m, n, k] = [one.m_size, one.n_size, one.k_size];
        let signs = [
            (O::MATRIX_A_SIGNED_COMPONENTS_KHR, one.a_type),
            (O::MATRIX_B_SIGNED_COMPONENTS_KHR, one.b_type),
            (O::MATRIX_C_SIGNED_COMPONENTS_KHR, one.c_type),
            (O::MATRIX_RESULT_SIGNED_COMPONENTS_KHR, one.result_type),
        ];
        a.fits([m, k], one.a_type, one.scope)
            && b.fits([k, n], one.b_type, one.scope)
            && c.fits([m, n], one.c_type, one.scope)
            && result.fits([m, n], one.result_type, one.scope)
            && signs.iter().all(|&(bit, ty)| mask.contains(bit) == ty.is_signed())
            && mask.contains(O::SATURATING_ACCUMULATION_KHR) == one.saturating_accumulation
    });
    if !found {
        cx.violate(
            Device::ProductSupported,
            inst,
            format_args!("the target lists no combination with this type"),
        );
    }
}

/// Checks the arrays of `OpExtractSubArrayQCOM` (SPV_QCOM_cooperative_matrix_conversion).
fn sub_array(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let length = |ty: Option<&Type<'_>>| match ty?.kind {
        Kind::Array { constant, .. } => constant,
        _ => None,
    };
    let source = length(module.type_of(module.operand(inst, 0)));
    let result = length(module.result_type(inst));
    if let Some(supported) = supported(cx) {
        let is = |found: u32, length: u64| u64::from(found) == length;
        if let Some(source) = source.filter(|&source| !supported.iter().any(|one| is(one.n_size, source))) {
            cx.violate(
                Device::SubArraySource,
                inst,
                format_args!("the source has {source} elements"),
            );
        }
        if let Some(result) = result.filter(|&result| !supported.iter().any(|one| is(one.k_size, result))) {
            cx.violate(
                Device::SubArrayResult,
                inst,
                format_args!("the result has {result} elements"),
            );
        }
    }
    let start = module.folded_u32(module.operand(inst, 1)).map(u64::from);
    if let (Some(start), Some(length)) = (start, result.filter(|&length| length > 0)) {
        if !start.is_multiple_of(length) {
            let message = format_args!("{start} is no multiple of {length}");
            cx.violate(Device::SubArrayStart, inst, message);
        }
    }
}

/// Checks a load or store of a matrix, whose layout and stride begin at operand `first`.
fn aligned(cx: &mut Checker<'_, '_>, inst: &Inst, ty: Option<&Type<'_>>, first: usize) {
    let module = cx.module;
    let pointer = module.operand(inst, 0);
    let Some(element) = module
        .type_of(pointer)
        .and_then(Type::pointee)
        .and_then(|id| module.ty(id))
    else {
        return;
    };
    let Some(matrix) = ty.and_then(|ty| Matrix::new(module, ty)) else {
        return;
    };
    // RowMajorKHR and ColumnMajorKHR.
    let line = match module.constant_u32(module.operand(inst, first)) {
        Some(0) => matrix.columns,
        Some(1) => matrix.rows,
        _ => return,
    };
    let Some(line) = line else { return };
    let expected = u64::from(line).saturating_mul(matrix.bytes).min(16);
    if expected == 0 {
        return;
    }
    let bytes = u64::from(element.width()) / 8 * u64::from(element.lanes.max(1));
    let stride = module.constant_u32(module.operand(inst, first + 1)).map(u64::from);
    // "Aligned to at least": a row of 12 bytes may also begin at a multiple of 16.
    let misaligned = |stride: &u64| !stride.is_multiple_of(expected) && stride & stride.wrapping_neg() < expected;
    if let Some(stride) = stride.and_then(|stride| stride.checked_mul(bytes)).filter(misaligned) {
        let message = format_args!("a stride of {stride} bytes is not a multiple of {expected}");
        cx.violate(Device::MatrixAligned, inst, message);
    }
    let Some(base) = cx.target.limits().min_storage_buffer_offset_alignment.map(u64::from) else {
        return;
    };
    // The buffer's address is only known to be a multiple of the limit, so the sum cannot be checked beyond it. Both
    // are powers of two.
    let certain = base.min(expected);
    if !expected.is_power_of_two() || !base.is_power_of_two() {
        return;
    }
    if let Some(offset) = offset(module, pointer).filter(|offset| offset % certain != 0) {
        let message = format_args!("the offset {offset} is not a multiple of {expected}");
        cx.violate(Device::MatrixAligned, inst, message);
    }
}

/// The offset in bytes from the start of a storage buffer to the object that a chain with constant indices selects.
fn offset(module: &Module<'_>, pointer: u32) -> Option<u64> {
    let chain = module
        .def(pointer)
        .filter(|def| matches!(def.op, Op::AccessChain | Op::InBoundsAccessChain))?;
    let (&base, indices) = module.operands(chain).split_first()?;
    module.def(base).filter(|def| def.op == Op::Variable)?;
    let base = module.type_of(base)?;
    base.storage_class()
        .filter(|&class| class == StorageClass::StorageBuffer as u32)?;
    let mut ty = module.ty(base.pointee()?)?;
    let mut offset = 0_u64;
    let mut block = ty.flags.contains(Flags::BLOCK);
    for &index in indices {
        let index = module.constant_u32(index)?;
        ty = match ty.kind {
            Kind::Struct { members } => {
                block = true;
                let at = module.member_decoration(ty.id, index, Decoration::Offset)?;
                offset = offset.checked_add(u64::from(at.operand()))?;
                module.ty(*members.get(index as usize)?)?
            }
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => {
                // An array of blocks is an array of descriptors.
                if let Some(stride) = module.decoration(ty.id, Decoration::ArrayStride) {
                    offset = offset.checked_add(u64::from(stride.operand()).checked_mul(u64::from(index))?)?;
                }
                module.ty(element)?
            }
            Kind::Vector { component } => {
                let component = module.ty(component)?;
                offset = offset.checked_add(u64::from(index).checked_mul(u64::from(component.width()) / 8)?)?;
                component
            }
            _ => return None,
        };
    }
    block.then_some(offset)
}

fn matrix_stages(cx: &mut Checker<'_, '_>, stages: u32) {
    let module = cx.module;
    let outside = module
        .entry_points
        .iter()
        .filter(|entry| stages & stage_bit(entry.model) == 0)
        .fold(Models::default(), |models, entry| {
            models | Models::of_number(entry.model)
        });
    if outside.is_empty() {
        return;
    }
    for inst in module.insts.iter().filter(|inst| inst.function != NONE) {
        let matrix = is_matrix(module, inst);
        if matrix && module.models_of(inst).intersects(outside) {
            let models = module.models_of(inst);
            cx.violate(Device::MatrixStage, inst, format_args!("it is reached from {models}"));
        }
    }
}

/// Whether an instruction makes a matrix, or is one for matrices that makes none.
fn is_matrix(module: &Module<'_>, inst: &Inst) -> bool {
    /// `OpCooperativeMatrixGetCoordinateEXT`.
    const COORDINATE: u16 = 5363;
    matches!(
        inst.op,
        Op::CooperativeMatrixStoreKHR | Op::CooperativeMatrixStoreTensorNV | Op::CooperativeMatrixLengthKHR
    ) || inst.opcode == COORDINATE
        || module
            .result_type(inst)
            .is_some_and(|ty| ty.flags.contains(Flags::COOPERATIVE) && !ty.is_pointer())
}
