//! The alignments and sizes of types under their layout decorations, and which decorations they contain.
//!
//! Shapes are computed once for each type, constituents first, so that no type is traversed again. This file implements
//! the three alignments of Vulkan ("Offset and Stride Assignment") and reports no errors.

use crate::check::module::{Flags, Kind, Module, NONE, Scalar, Type};
use spirv::{Capability, Decoration, Op};

/// Layout decorations that a type has or contains.
pub(super) const OFFSET: u8 = 1;
pub(super) const ARRAY_STRIDE: u8 = 1 << 1;
pub(super) const MATRIX_STRIDE: u8 = 1 << 2;
pub(super) const BLOCK: u8 = 1 << 3;
pub(super) const BUFFER_BLOCK: u8 = 1 << 4;

/// A number for each storage order of matrices: column-major, then row-major.
pub(super) type ByMajor = [u32; 2];

/// The size and alignments of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The scalar alignment; 1 for a type that has none.
    pub scalar: u32,
    /// The base alignment.
    pub base: ByMajor,
    /// The extended alignment.
    pub extended: ByMajor,
    /// The size in bytes. A matrix, or an array of matrices, is counted without the matrix, whose size depends on the
    /// member that contains it. A runtime array counts as one element.
    pub size: u64,
    /// The index of the type of the matrix that this type is or, through arrays only, consists of; or [`NONE`].
    pub matrix: u32,
    /// For an array the largest power of two that divides its stride and the strides of its inner arrays.
    pub strides: u32,
    /// For an array the stride of the innermost array.
    pub inner_stride: u64,
    /// Bit r is set if a vector inside straddles a 16-byte boundary when this type starts at 16·n + r.
    pub straddles: u16,
    /// The layout decorations that it contains.
    pub decorated: u8,
    /// Whether this is a block or an array of blocks.
    pub is_block: bool,
    /// Whether this structure, or one inside, does not end with its last member.
    pub is_unordered: bool,
}

impl Shape {
    const UNKNOWN: Self = Self {
        scalar: 1,
        base: [1, 1],
        extended: [1, 1],
        size: 0,
        matrix: NONE,
        strides: 1 << 31,
        inner_stride: u64::MAX,
        straddles: 0,
        decorated: 0,
        is_block: false,
        is_unordered: false,
    };

    /// A pointer into PhysicalStorageBuffer: an address of 64 bits.
    const ADDRESS: Self = Self {
        scalar: 8,
        base: [8, 8],
        extended: [8, 8],
        size: 8,
        ..Self::UNKNOWN
    };

    fn plain(align: u32, base: u32, size: u64) -> Self {
        Self {
            scalar: align,
            base: [base, base],
            extended: [base, base],
            size,
            ..Self::UNKNOWN
        }
    }
}

/// The layout decorations of a member.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Member {
    /// Whether it has an offset, which may be unknown until the device is known.
    pub has_offset: bool,
    pub offset: Option<u64>,
    pub matrix_stride: Option<u32>,
    pub row_major: bool,
    pub col_major: bool,
}

impl Member {
    /// The index in [`ByMajor`].
    pub fn major(&self) -> usize {
        usize::from(self.row_major)
    }
}

/// Reads the decorations of all members in one pass.
pub(super) fn members_of(module: &Module<'_>, id: u32, count: usize, into: &mut Vec<Member>) {
    into.clear();
    into.resize(count, Member::default());
    for row in module.decorations(id) {
        let Some(member) = row.member.and_then(|member| into.get_mut(member as usize)) else {
            continue;
        };
        match Decoration::from_u32(row.decoration) {
            Some(Decoration::Offset) => {
                member.has_offset = true;
                member.offset = Some(u64::from(row.operand()));
            }
            Some(Decoration::OffsetIdEXT) => {
                member.has_offset = true;
                member.offset = module.constant_u32(row.operand()).map(u64::from);
            }
            Some(Decoration::MatrixStride) => member.matrix_stride = Some(row.operand()),
            Some(Decoration::RowMajor) => member.row_major = true,
            Some(Decoration::ColMajor) => member.col_major = true,
            _ => {}
        }
    }
}

/// Whether an array has a stride, and the stride in bytes if it is known.
pub(super) fn array_stride(module: &Module<'_>, id: u32) -> (bool, Option<u64>) {
    if let Some(row) = module.decoration(id, Decoration::ArrayStride) {
        return (true, Some(u64::from(row.operand())));
    }
    match module.decoration(id, Decoration::ArrayStrideIdEXT) {
        Some(row) => (true, module.constant_u32(row.operand()).map(u64::from)),
        None => (false, None),
    }
}

/// The shapes of all types, by the types' indices.
pub(super) struct Shapes(Vec<Shape>);

impl Shapes {
    pub fn new(module: &Module<'_>) -> Self {
        let mut shapes = Self(Vec::with_capacity(module.types.len()));
        let mut members = Vec::new();
        for ty in &module.types {
            let shape = shapes.shape(module, ty, &mut members);
            shapes.0.push(shape);
        }
        shapes
    }

    /// The shape of a type; `UNKNOWN` for an id that is not a type. A type that is declared later can only be a pointer
    /// that `OpTypeForwardPointer` declares, whose shape does not depend on its pointee.
    pub fn of(&self, module: &Module<'_>, id: u32) -> &Shape {
        let known = type_index(module, id).and_then(|index| self.0.get(index));
        known.unwrap_or_else(|| match module.ty(id) {
            Some(ty) if is_physical_pointer(ty) => &Shape::ADDRESS,
            _ => &Shape::UNKNOWN,
        })
    }

    /// The size of a member in bytes, including its matrix.
    pub fn member_size(&self, module: &Module<'_>, shape: &Shape, member: &Member) -> u64 {
        shape.size.saturating_add(matrix_size(module, shape, member))
    }

    fn shape(&self, module: &Module<'_>, ty: &Type<'_>, members: &mut Vec<Member>) -> Shape {
        match ty.kind {
            Kind::Int | Kind::Float => {
                let bytes = scalar_bytes(ty);
                Shape::plain(bytes, bytes, u64::from(bytes))
            }
            Kind::Vector { .. } => vector(scalar_bytes(ty), ty.lanes),
            Kind::Matrix { .. } => matrix(module, ty),
            Kind::Array { element, default, .. } => {
                let count = default.unwrap_or(1);
                self.array(module, ty.id, element, count, count)
            }
            Kind::RuntimeArray { element } => self.array(module, ty.id, element, 1, u64::MAX),
            Kind::Struct { members: ids } => self.structure(module, ty, ids, members),
            _ if is_physical_pointer(ty) => Shape::ADDRESS,
            _ => Shape::UNKNOWN,
        }
    }

    /// Computes the size from `count` elements; `most` is the maximum number of elements.
    fn array(&self, module: &Module<'_>, id: u32, element: u32, count: u64, most: u64) -> Shape {
        let inner = *self.of(module, element);
        let (decorated, stride) = array_stride(module, id);
        let bytes = stride.unwrap_or(0);
        let more = count.saturating_sub(1).saturating_mul(bytes);
        let innermost = inner.strides == Shape::UNKNOWN.strides;
        let divisor = match stride {
            Some(stride) if stride != 0 => 1 << stride.trailing_zeros().min(31),
            _ => 1 << 31,
        };
        Shape {
            extended: inner.extended.map(|align| round_up(align, 16)),
            size: inner.size.saturating_add(more),
            // The value for types that are not arrays is greater than any stride of an array.
            strides: inner.strides.min(divisor).min(1 << 30),
            inner_stride: if innermost { bytes } else { inner.inner_stride },
            straddles: strided(inner.straddles, bytes, most),
            decorated: inner.decorated | if decorated { ARRAY_STRIDE } else { 0 },
            ..inner
        }
    }

    fn structure(&self, module: &Module<'_>, ty: &Type<'_>, ids: &[u32], members: &mut Vec<Member>) -> Shape {
        let block = module.is_decorated(ty.id, Decoration::Block);
        let buffer_block = module.is_decorated(ty.id, Decoration::BufferBlock);
        let smallest = if ids.is_empty() { smallest_scalar(module) } else { 1 };
        let mut shape = Shape {
            is_block: block || buffer_block,
            ..Shape::plain(smallest, smallest, 0)
        };
        members_of(module, ty.id, ids.len(), members);
        let (mut decorated, mut end) = (0, 0);
        for (member, &id) in members.iter().zip(ids) {
            let inner = self.of(module, id);
            let offset = member.offset.unwrap_or(0);
            let major = member.major();
            shape.scalar = shape.scalar.max(inner.scalar);
            let base = inner.base.get(major).copied().unwrap_or(1);
            let extended = inner.extended.get(major).copied().unwrap_or(1);
            shape.base = shape.base.map(|align| align.max(base));
            shape.extended = shape.extended.map(|align| align.max(extended));
            end = offset.saturating_add(self.member_size(module, inner, member));
            shape.size = shape.size.max(end);
            shape.is_unordered |= inner.is_unordered;
            let vector = module.ty(id).filter(|ty| ty.is_vector());
            let straddles = vector.map_or(inner.straddles, |ty| vector_straddles(scalar_bytes(ty), ty.lanes));
            shape.straddles |= straddles.rotate_right((offset % 16) as u32);
            decorated |= inner.decorated;
            if member.has_offset {
                decorated |= OFFSET;
            }
            if member.matrix_stride.is_some() {
                decorated |= MATRIX_STRIDE;
            }
        }
        shape.is_unordered |= end < shape.size;
        shape.decorated = decorated | if block { BLOCK } else { 0 } | if buffer_block { BUFFER_BLOCK } else { 0 };
        shape.extended = shape.extended.map(|align| round_up(align, 16));
        shape
    }
}

fn is_physical_pointer(ty: &Type<'_>) -> bool {
    matches!(ty.kind, Kind::Pointer { .. } | Kind::UntypedPointer { .. }) && ty.flags.contains(Flags::PHYSICAL_POINTER)
}

/// The index of a type among the types.
pub(super) fn type_index(module: &Module<'_>, id: u32) -> Option<usize> {
    match module.type_row(id) {
        NONE => None,
        row => Some(row as usize),
    }
}

fn scalar_bytes(ty: &Type<'_>) -> u32 {
    match ty.scalar {
        Scalar::Int { width, .. } | Scalar::Float { width, .. } => (width / 8).clamp(1, 1 << 10),
        Scalar::Bool | Scalar::None => 1,
    }
}

/// A vector of two components is aligned to two scalars, one of three or four to four scalars, a longer vector to one
/// scalar.
fn vector_align(scalar: u32, lanes: u32) -> u32 {
    match lanes {
        2 => scalar * 2,
        3 | 4 => scalar * 4,
        _ => scalar,
    }
}

fn vector(scalar: u32, lanes: u32) -> Shape {
    Shape::plain(
        scalar,
        vector_align(scalar, lanes),
        u64::from(scalar) * u64::from(lanes),
    )
}

/// The starts modulo 16 at which a vector crosses a 16-byte boundary or, if it is larger, does not begin at one.
fn vector_straddles(scalar: u32, lanes: u32) -> u16 {
    let bytes = u64::from(scalar) * u64::from(lanes);
    match bytes {
        0 => 0,
        1..=16 => (0..16)
            .filter(|start| start + bytes > 16)
            .fold(0, |set, start| set | 1 << start),
        _ => !1,
    }
}

/// The starts of an array at which an element straddles a boundary. The starts modulo 16 repeat after at most 16
/// elements.
fn strided(element: u16, stride: u64, count: u64) -> u16 {
    (0..count.min(16)).fold(0, |set, number| {
        set | element.rotate_right((number.wrapping_mul(stride) % 16) as u32)
    })
}

/// A matrix is an array of its columns or of its rows.
fn matrix(module: &Module<'_>, ty: &Type<'_>) -> Shape {
    let scalar = scalar_bytes(ty);
    let base = [vector_align(scalar, ty.lanes), vector_align(scalar, ty.columns)];
    Shape {
        base,
        extended: base.map(|align| round_up(align, 16)),
        matrix: type_index(module, ty.id).map_or(NONE, |index| index as u32),
        ..Shape::plain(scalar, scalar, 0)
    }
}

/// The column or row vectors of the matrix in a shape: their number, and the size of each. `None` if there is no
/// matrix.
pub(super) fn matrix_vectors(module: &Module<'_>, shape: &Shape, row_major: bool) -> Option<(u64, u64)> {
    let ty = module.types.get(shape.matrix as usize)?;
    let (count, lanes) = if row_major {
        (ty.lanes, ty.columns)
    } else {
        (ty.columns, ty.lanes)
    };
    Some((u64::from(count), u64::from(lanes) * u64::from(scalar_bytes(ty))))
}

/// The size in bytes of the matrix in a shape.
pub(super) fn matrix_size(module: &Module<'_>, shape: &Shape, member: &Member) -> u64 {
    let Some((count, bytes)) = matrix_vectors(module, shape, member.row_major) else {
        return 0;
    };
    let stride = u64::from(member.matrix_stride.unwrap_or(0));
    count.saturating_sub(1).saturating_mul(stride).saturating_add(bytes)
}

/// The alignment of an empty structure: the size of the smallest scalar that the declared capabilities allow in memory.
fn smallest_scalar(module: &Module<'_>) -> u32 {
    use Capability as C;
    let any = |capabilities: &[Capability]| capabilities.iter().any(|&one| module.has_capability(one));
    if any(&[
        C::Int8,
        C::StorageBuffer8BitAccess,
        C::UniformAndStorageBuffer8BitAccess,
        C::StoragePushConstant8,
        C::WorkgroupMemoryExplicitLayout8BitAccessKHR,
    ]) {
        1
    } else if any(&[
        C::Int16,
        C::Float16,
        C::StorageBuffer16BitAccess,
        C::UniformAndStorageBuffer16BitAccess,
        C::StoragePushConstant16,
        C::WorkgroupMemoryExplicitLayout16BitAccessKHR,
    ]) {
        2
    } else {
        4
    }
}

/// The next multiple of `to`. Alignments are too small for an overflow.
pub(super) fn round_up(number: u32, to: u32) -> u32 {
    number.next_multiple_of(to.max(1))
}

/// Whether an opcode declares a descriptor type, which may be in heaps (SPV_EXT_descriptor_heap).
pub(super) fn is_descriptor(op: Op) -> bool {
    matches!(
        op,
        Op::TypeBufferEXT | Op::TypeImage | Op::TypeSampler | Op::TypeAccelerationStructureKHR | Op::TypeTensorARM
    )
}
