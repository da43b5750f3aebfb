//! Reflection of types in buffers and push constants, with the offsets and strides of the SPIR-V module; and the size
//! of workgroup memory.
//!
//! SPIR-V declares a type after the types of its parts, so each step from a type to a part decreases the index in the
//! type table, and every walk ends. A part that is declared later (in an invalid module) is omitted. The layout of a
//! matrix is decorated on the struct member that contains it, so a reflected type is identified by its id and that
//! layout.

use super::names::Names;
use crate::check::module::{Inst, Kind, Module, NONE, Scalar, Type};
use crate::reflection::types::vector_alignment;
use crate::reflection::{MemberReflection, NumberKind, NumberType, TypeReflection, TypeShape};
use crate::sort::stable_sort_by_key;
use hashbrown::HashMap;
use spirv::{Decoration, StorageClass};

/// The layout of a matrix: its stride in bytes, and whether it is row-major.
type MatrixLayout = (u32, bool);

/// The index of a type in the module's type table, and the matrix layout if the type is a matrix or an array of
/// matrices.
type Key = (u32, Option<MatrixLayout>);

/// The number of nested arrays that are followed to find a matrix.
const MAX_ARRAYS: usize = 16;

/// The reflected types of a module.
pub(super) struct Types<'m, 'w> {
    module: &'m Module<'w>,
    names: &'m Names,
    /// Per type, the bitwise or of all member offsets and array strides at which it is placed. The lowest set bit is
    /// the largest power of two that divides all of them.
    placed: Vec<u32>,
    /// Per key the index in `list`; `None` for a type that cannot be in host-visible memory.
    places: HashMap<Key, Option<usize>>,
    /// The reflected types; each follows the types of its parts.
    pub list: Vec<TypeReflection>,
}

/// The largest power of two that divides a number; 2^31 for 0.
fn power_of_two(number: u32) -> u32 {
    1_u32.checked_shl(number.trailing_zeros()).unwrap_or(1 << 31)
}

impl<'m, 'w> Types<'m, 'w> {
    pub fn new(module: &'m Module<'w>, names: &'m Names) -> Self {
        let mut types = Self {
            module,
            names,
            placed: vec![0; module.types.len()],
            places: HashMap::new(),
            list: Vec::new(),
        };
        let mut place = |id: u32, at: u32| {
            if let Some(placed) = types.placed.get_mut(module.type_row(id) as usize) {
                *placed |= at;
            }
        };
        for ty in &module.types {
            match ty.kind {
                Kind::Struct { members } => {
                    for row in module
                        .decorations(ty.id)
                        .iter()
                        .filter(|row| row.is(Decoration::Offset))
                    {
                        if let Some(&member) = row.member.and_then(|member| members.get(member as usize)) {
                            place(member, row.operand());
                        }
                    }
                }
                Kind::Array { element, .. } | Kind::RuntimeArray { element } => {
                    if let Some(stride) = module.decoration(ty.id, Decoration::ArrayStride) {
                        place(element, stride.operand());
                    }
                }
                _ => {}
            }
        }
        types
    }

    /// The size of a reflected type in bytes.
    pub fn size(&self, place: usize) -> u32 {
        self.list.get(place).map_or(0, |ty| ty.size)
    }

    /// The index of a type in `list`; reflects it first if needed. `None` for a type that cannot be in host-visible
    /// memory.
    pub fn place(&mut self, id: u32) -> Option<usize> {
        let root = (self.module.type_row(id), None);
        let mut work = vec![(root, false)];
        while let Some((key, has_parts)) = work.pop() {
            if self.places.contains_key(&key) {
                continue;
            }
            if has_parts {
                let place = self.one(key).map(|ty| {
                    self.list.push(ty);
                    self.list.len() - 1
                });
                self.places.insert(key, place);
            } else {
                work.push((key, true));
                self.parts(key, |part| work.push((part, false)));
            }
        }
        *self.places.get(&root)?
    }

    /// The key of a part of the type at `whole`. The part must be declared before the whole, except an address, which
    /// may be declared later and has no parts.
    fn part(&self, whole: u32, id: u32, layout: Option<MatrixLayout>) -> Option<Key> {
        let row = self.module.type_row(id);
        let is_address = self.module.ty(id).is_some_and(is_address);
        (row < whole || is_address).then_some((row, layout))
    }

    /// The key of a struct member, with the matrix layout that the member is decorated with.
    fn member(&self, row: u32, structure: u32, number: u32, id: u32) -> Option<Key> {
        let module = self.module;
        let mut at = id;
        for _ in 0..MAX_ARRAYS {
            match module.ty(at)?.kind {
                Kind::Array { element, .. } | Kind::RuntimeArray { element } => at = element,
                Kind::Matrix { .. } => {
                    let stride = module.member_decoration(structure, number, Decoration::MatrixStride);
                    let rows = module.member_decoration(structure, number, Decoration::RowMajor);
                    return self.part(row, id, stride.map(|stride| (stride.operand(), rows.is_some())));
                }
                _ => break,
            }
        }
        self.part(row, id, None)
    }

    fn parts(&self, (row, layout): Key, mut part: impl FnMut(Key)) {
        let Some(ty) = self.module.types.get(row as usize) else {
            return;
        };
        match ty.kind {
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => {
                self.part(row, element, layout).into_iter().for_each(part);
            }
            Kind::Struct { members } => {
                for (number, &member) in (0..).zip(members) {
                    self.member(row, ty.id, number, member).into_iter().for_each(&mut part);
                }
            }
            _ => {}
        }
    }

    /// Reflects a type whose parts are in `places` already.
    fn one(&self, (row, layout): Key) -> Option<TypeReflection> {
        let ty = self.module.types.get(row as usize)?;
        let mut name = None;
        let (size, alignment, shape) = match ty.kind {
            Kind::Int | Kind::Float => {
                let number = number(ty.scalar)?;
                let shape = TypeShape::Scalar { number, atomic: false };
                (number.bytes(), number.bytes(), shape)
            }
            Kind::Vector { .. } => {
                let number = number(ty.scalar)?;
                let components = u8::try_from(ty.lanes).ok()?;
                let shape = TypeShape::Vector { number, components };
                (ty.lanes * number.bytes(), vector_alignment(components, number), shape)
            }
            Kind::Matrix { .. } => {
                let number = number(ty.scalar)?;
                let (columns, rows) = (u8::try_from(ty.columns).ok()?, u8::try_from(ty.lanes).ok()?);
                let (stride, row_major) = layout.unwrap_or((vector_alignment(rows, number), false));
                let (vectors, lanes) = if row_major { (rows, columns) } else { (columns, rows) };
                let shape = TypeShape::Matrix {
                    number,
                    columns,
                    rows,
                    stride,
                    row_major,
                };
                let alignment = vector_alignment(lanes, number).min(power_of_two(stride));
                (stride.saturating_mul(vectors.into()), alignment, shape)
            }
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => {
                let element = (*self.places.get(&self.part(row, element, layout)?)?)?;
                let of = self.list.get(element)?;
                let stride = self.module.decoration(ty.id, Decoration::ArrayStride);
                let stride = stride.map_or_else(
                    || {
                        of.size
                            .checked_next_multiple_of(of.alignment.max(1))
                            .unwrap_or(u32::MAX)
                    },
                    |row| row.operand(),
                );
                let count = match ty.kind {
                    Kind::Array { default, .. } => {
                        Some(default.map_or(u32::MAX, |count| u32::try_from(count).unwrap_or(u32::MAX)))
                    }
                    _ => None,
                };
                let shape = TypeShape::Array { element, count, stride };
                let size = count.unwrap_or(1).saturating_mul(stride);
                (size, of.alignment.min(power_of_two(stride)), shape)
            }
            Kind::Struct { members } => {
                name = self.names.of_id(ty.id);
                self.structure(row, ty.id, members)?
            }
            _ if is_address(ty) => (8, 8, TypeShape::Address),
            // catch-all: no buffer contains other types
            _ => return None,
        };
        Some(TypeReflection {
            name,
            size,
            alignment,
            shape,
        })
    }

    fn structure(&self, row: u32, id: u32, members: &[u32]) -> Option<(u32, u32, TypeShape)> {
        let mut alignment = 1;
        let mut reflected = Vec::with_capacity(members.len());
        for (number, &member) in (0..).zip(members) {
            let ty = (*self.places.get(&self.member(row, id, number, member)?)?)?;
            let offset = self.module.member_decoration(id, number, Decoration::Offset)?.operand();
            alignment = alignment.max(self.list.get(ty)?.alignment.min(power_of_two(offset)));
            reflected.push(MemberReflection {
                name: self.names.of_member(id, number),
                ty,
                offset,
                padding: 0,
            });
        }
        stable_sort_by_key(&mut reflected, |member| member.offset);
        let placed = self.placed.get(row as usize).copied().unwrap_or(0);
        let alignment = alignment.min(power_of_two(placed));
        let end = |member: &MemberReflection| member.offset.saturating_add(self.size(member.ty));
        let last = reflected.iter().map(end).max().unwrap_or(0);
        let size = last.checked_next_multiple_of(alignment).unwrap_or(u32::MAX);
        let mut next = size;
        for member in reflected.iter_mut().rev() {
            member.padding = next.saturating_sub(member.offset.saturating_add(self.size(member.ty)));
            next = member.offset;
        }
        Some((size, alignment, TypeShape::Struct { members: reflected }))
    }
}

/// Whether a type is a pointer to a buffer (`PhysicalStorageBuffer`).
fn is_address(ty: &Type<'_>) -> bool {
    ty.storage_class() == Some(StorageClass::PhysicalStorageBuffer as u32)
}

/// The number type of a scalar; `None` for Booleans and for floats with an FP encoding operand.
pub(super) fn number(scalar: Scalar) -> Option<NumberType> {
    let (kind, width) = match scalar {
        Scalar::Int { width, signed: true } => (NumberKind::Sint, width),
        Scalar::Int { width, signed: false } => (NumberKind::Uint, width),
        Scalar::Float { width, encoding: None } => (NumberKind::Float, width),
        Scalar::Bool | Scalar::Float { .. } | Scalar::None => return None,
    };
    let bits = u8::try_from(width).ok().filter(|&bits| bits >= 8)?;
    Some(NumberType { kind, bits })
}

/// The size and the alignment of each type in bytes, by the standard layout of storage buffers. Booleans count as
/// 32-bit integers.
pub(super) fn workgroup_sizes(module: &Module<'_>) -> Vec<(u64, u64)> {
    let mut sizes: Vec<(u64, u64)> = Vec::with_capacity(module.types.len());
    for ty in &module.types {
        let of = |id: u32| sizes.get(module.type_row(id) as usize).copied().unwrap_or((0, 1));
        let bytes = u64::from(if ty.scalar == Scalar::Bool { 4 } else { ty.width() / 8 });
        let lanes = u64::from(ty.lanes);
        let row = match ty.kind {
            Kind::Bool | Kind::Int | Kind::Float | Kind::Vector { .. } => {
                (bytes * lanes, bytes * lanes.next_power_of_two())
            }
            Kind::Matrix { .. } => times((bytes * lanes, bytes * lanes.next_power_of_two()), ty.columns.into()),
            Kind::Array { element, default, .. } => times(of(element), default.unwrap_or(1)),
            Kind::Struct { members } => {
                let (mut size, mut alignment) = (0_u64, 1);
                for &member in members {
                    let part = of(member);
                    size = size
                        .next_multiple_of(part.1)
                        .saturating_add(part.0)
                        .min(u32::MAX.into());
                    alignment = alignment.max(part.1);
                }
                times((size, alignment), 1)
            }
            Kind::Pointer { .. } => (8, 8),
            _ => (0, 1),
        };
        sizes.push((row.0.min(u32::MAX.into()), row.1.clamp(1, 1 << 31)));
    }
    sizes
}

/// The size and alignment of an array of `count` elements.
fn times((size, alignment): (u64, u64), count: u64) -> (u64, u64) {
    let size = size.next_multiple_of(alignment.max(1)).saturating_mul(count);
    (size.min(u32::MAX.into()), alignment)
}

/// The size of the Workgroup variables of an entry point, placed one after the other.
#[derive(Default)]
pub(super) struct WorkgroupMemory(u64);

impl WorkgroupMemory {
    pub fn add(&mut self, module: &Module<'_>, sizes: &[(u64, u64)], variable: &Inst) {
        let ty = module.result_type(variable).and_then(|ty| ty.pointee());
        let row = ty.map_or(NONE, |ty| module.type_row(ty));
        if let Some(&(size, alignment)) = sizes.get(row as usize) {
            self.0 = self.0.next_multiple_of(alignment).saturating_add(size);
        }
    }

    pub fn bytes(&self) -> u32 {
        u32::try_from(self.0).unwrap_or(u32::MAX)
    }
}
