//! The table of layouts: one record for each type in arena order, with size, alignments, whether the type has a twin,
//! and which rules it satisfies. One pass over the arena computes it. The pass needs no recursion, because the types
//! that a type contains precede it.
//!
//! This file does not know access paths. WGSL "Alignment and Size"; Vulkan "Offset and Stride Assignment" for the
//! rules; SPIR-V §2.16.2, Validation Rules for Shader Capabilities, for overlap.

use alloc::vec::Vec;
use naga::{
    ArraySize, CooperativeSize, Handle, Scalar, ScalarKind, StructMember, Type, TypeInner, UniqueArena, VectorSize,
};

use super::std140::is_narrow;
use super::{MemoryLayout, Rules};

/// Log2 of 16, the minimum extended alignment of an array, a struct or a matrix.
const LOG2_SIXTEEN: u8 = 4;

/// Flags of a type, combined with `|`.
mod flags {
    /// A struct, an array or a matrix: the types that the extended rules align to 16.
    pub(super) const AGGREGATE: u16 = 1;
    /// A struct or an array: besides narrow matrices, the types whose declaration depends on the memory layout.
    pub(super) const COMPOSITE: u16 = 1 << 1;
    /// The type is a narrow matrix.
    pub(super) const NARROW: u16 = 1 << 2;
    /// The type contains a narrow matrix by value, or is one.
    pub(super) const TWIN: u16 = 1 << 3;
    /// The type satisfies the base rules as naga laid it out.
    pub(super) const BASE: u16 = 1 << 4;
    /// The type satisfies the extended rules as naga laid it out.
    pub(super) const EXTENDED: u16 = 1 << 5;
    /// The type satisfies the scalar rules as naga laid it out.
    pub(super) const SCALAR: u16 = 1 << 6;
    /// The twin satisfies the extended rules; the type itself if it has no twin.
    pub(super) const STD140: u16 = 1 << 7;
    /// No two of its parts share a byte.
    pub(super) const DISJOINT: u16 = 1 << 8;
    /// The type contains an atomic, so it cannot be loaded as a whole.
    pub(super) const ATOMIC: u16 = 1 << 9;
    /// The type is or ends with a runtime-sized array, or is a binding array, so it cannot be loaded as a whole.
    pub(super) const UNSIZED: u16 = 1 << 10;
    /// The type satisfies the relaxed rules as naga laid it out. If it does not satisfy the base rules, only at offsets
    /// that are multiples of 16.
    pub(super) const RELAXED: u16 = 1 << 11;

    /// A type can have these flags only if all its parts have them, at any offset.
    pub(super) const UNIVERSAL: u16 = BASE | EXTENDED | SCALAR | STD140 | DISJOINT;
    /// A type has these flags if one of its parts has them.
    pub(super) const EXISTENTIAL: u16 = TWIN | ATOMIC | UNSIZED;
}

/// The layout of one type. The default is a type without bytes (a handle, a pointer), which satisfies no rule.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// In bytes, as naga computes it.
    size: u32,
    /// For a struct with a twin: the index of its first entry in [`Layouts::starts`].
    starts: u32,
    /// Log2 of the natural alignment, which is the base alignment.
    natural: u8,
    /// Log2 of the scalar alignment.
    scalar: u8,
    /// Log2 of the column stride of a matrix, or of the matrix that is the innermost element of an array; 0 if there is
    /// none.
    column: u8,
    flags: u16,
}

impl Record {
    const fn has(self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Log2 of the alignment.
    fn alignment(self, rules: Rules) -> u8 {
        match rules {
            Rules::Base => self.natural,
            // For a scalar or vector, `natural` is its own alignment and `scalar` that of its components.
            Rules::Relaxed if !self.has(flags::AGGREGATE) => self.scalar,
            Rules::Relaxed => self.natural,
            Rules::Scalar => self.scalar,
            Rules::Extended if self.has(flags::AGGREGATE) => self.natural.max(LOG2_SIXTEEN),
            Rules::Extended => self.natural,
        }
    }
}

/// The layouts of the types of a module. Only the capacity is kept between modules: [`Layouts::reset`] begins a new
/// table.
#[derive(Debug, Default)]
pub struct Layouts {
    records: Vec<Record>,
    /// For each struct with a twin, the index of the first twin member of each of its members, and their number last.
    starts: Vec<u32>,
}

impl Layouts {
    /// Fills the tables for the types of one module and discards the previous ones.
    ///
    /// Time is linear in types and struct members. Override-sized arrays, which no buffer can contain, have length 0
    /// here.
    pub fn reset(&mut self, types: &UniqueArena<Type>) {
        self.records.clear();
        self.starts.clear();
        self.records.reserve(types.len());
        for (_, ty) in types.iter() {
            let record = self.measure(&ty.inner);
            self.records.push(record);
        }
    }

    /// The record of a type. A handle of another arena yields the default.
    fn record(&self, ty: Handle<Type>) -> Record {
        self.records.get(ty.index()).copied().unwrap_or_default()
    }

    /// Whether the type is a struct or an array that can be loaded and stored as a whole.
    pub(super) fn is_loadable_composite(&self, ty: Handle<Type>) -> bool {
        let record = self.record(ty);
        record.has(flags::COMPOSITE) && !record.has(flags::ATOMIC | flags::UNSIZED)
    }

    /// Whether the type is or contains an atomic.
    pub(crate) fn has_atomic(&self, ty: Handle<Type>) -> bool {
        self.record(ty).has(flags::ATOMIC)
    }

    /// Whether no two parts of the type share a byte, as naga laid it out. naga admits structs that are not for buffers
    /// and have all members at offset 0.
    pub(super) fn is_disjoint(&self, ty: Handle<Type>) -> bool {
        self.record(ty).has(flags::DISJOINT)
    }

    /// The type's size in bytes, equal to that of naga's `Layouter`: one element for a runtime-sized array, 0 for an
    /// override-sized array or a handle.
    pub fn size(&self, ty: Handle<Type>) -> u32 {
        self.record(ty).size
    }

    /// The type's alignment in bytes under the rules; [`Rules::Base`] equals that of naga's `Layouter`.
    ///
    /// This is the alignment of the type as naga lays it out. Under [`Rules::Extended`] a narrow matrix has alignment
    /// 16, but its columns in a twin have the alignment of their vectors.
    #[cfg(test)]
    pub fn alignment(&self, ty: Handle<Type>, rules: Rules) -> u32 {
        1 << self.record(ty).alignment(rules)
    }

    /// Whether the type contains a narrow matrix by value, so that under [`MemoryLayout::Std140`] its twin is declared
    /// and not the type as naga laid it out.
    pub fn needs_twin(&self, ty: Handle<Type>) -> bool {
        self.record(ty).has(flags::TWIN)
    }

    /// The least of the layouts under which the type's declaration is the same.
    ///
    /// For scalars, vectors, handles and matrices it is [`MemoryLayout::None`] (a matrix stride decorates the struct
    /// member), except for a narrow matrix under [`MemoryLayout::Std140`]. For a type without a twin,
    /// [`MemoryLayout::Std140`] becomes [`MemoryLayout::Natural`]. A binding array has the layout of its element.
    pub fn canonical(&self, ty: Handle<Type>, layout: MemoryLayout) -> MemoryLayout {
        let record = self.record(ty);
        match layout {
            MemoryLayout::None => MemoryLayout::None,
            MemoryLayout::Std140 if record.has(flags::TWIN) => MemoryLayout::Std140,
            MemoryLayout::Natural | MemoryLayout::Std140 if record.has(flags::COMPOSITE) => MemoryLayout::Natural,
            MemoryLayout::Natural | MemoryLayout::Std140 => MemoryLayout::None,
        }
    }

    /// Whether the type, declared under this layout, satisfies the rules of Vulkan "Offset and Stride Assignment" and
    /// has no overlap (SPIR-V §2.16.2, Validation Rules for Shader Capabilities). [`MemoryLayout::None`] has no offsets
    /// and satisfies all rules; types without bytes satisfy none.
    ///
    /// For a struct under [`Rules::Relaxed`] the result holds at offsets that are multiples of 16. The specification
    /// also allows other offsets at which no vector straddles improperly.
    ///
    /// A uniform buffer is legal with its natural layout if `Natural` satisfies `Extended` (or the rules that the
    /// enabled features leave), and with its twin if `Std140` does. The end of a nested struct is its span, padding
    /// included. This is never laxer than the specification and not stricter than naga's validator.
    pub fn satisfies(&self, ty: Handle<Type>, layout: MemoryLayout, rules: Rules) -> bool {
        let flag = match (layout, rules) {
            (MemoryLayout::None, _) => return true,
            (MemoryLayout::Std140, Rules::Extended) => flags::STD140,
            (MemoryLayout::Natural, Rules::Extended) => flags::EXTENDED,
            // The twin's vectors have the offsets of the matrix's columns, and these rules align both in the same way.
            (MemoryLayout::Natural | MemoryLayout::Std140, Rules::Base) => flags::BASE,
            (MemoryLayout::Natural | MemoryLayout::Std140, Rules::Relaxed) => flags::RELAXED,
            (MemoryLayout::Natural | MemoryLayout::Std140, Rules::Scalar) => flags::SCALAR,
        };
        self.record(ty).has(flag)
    }

    /// The member index, in the struct declared under this layout, of an original member, or of its first column if it
    /// is a narrow matrix in a twin. `None` if there is no such member.
    pub fn member_index(
        &self,
        types: &UniqueArena<Type>,
        ty: Handle<Type>,
        member: u32,
        layout: MemoryLayout,
    ) -> Option<u32> {
        struct_member(types, ty, member)?;
        match layout {
            MemoryLayout::Std140 => Some(self.twin_index(ty, member)),
            MemoryLayout::None | MemoryLayout::Natural => Some(member),
        }
    }

    /// The index of the first twin member of an original member of a struct. Without a twin, the index of the member
    /// itself.
    pub fn twin_index(&self, ty: Handle<Type>, member: u32) -> u32 {
        let record = self.record(ty);
        if !record.has(flags::TWIN) || !record.has(flags::COMPOSITE) {
            return member;
        }
        let start = (record.starts as usize).saturating_add(member as usize);
        self.starts.get(start).copied().unwrap_or(member)
    }

    /// The number of members of the struct declared under this layout: those of a struct or of its twin, or the columns
    /// of a narrow matrix under [`MemoryLayout::Std140`]. 0 for any other type.
    pub fn member_count(&self, types: &UniqueArena<Type>, ty: Handle<Type>, layout: MemoryLayout) -> u32 {
        let is_twin = self.canonical(ty, layout) == MemoryLayout::Std140;
        match inner(types, ty) {
            Some(TypeInner::Struct { members, .. }) if is_twin => self.twin_index(ty, count(members)),
            Some(TypeInner::Struct { members, .. }) => count(members),
            Some(&TypeInner::Matrix { columns, .. }) if is_twin => columns as u32,
            Some(_) | None => 0,
        }
    }

    fn measure(&mut self, inner: &TypeInner) -> Record {
        match *inner {
            TypeInner::Scalar(scalar) => numeric(1, scalar),
            TypeInner::Atomic(scalar) => {
                let plain = numeric(1, scalar);
                let flags = plain.flags | flags::ATOMIC;
                Record { flags, ..plain }
            }
            TypeInner::Vector { size, scalar } => Record {
                natural: log2(column_stride(size, scalar)),
                ..numeric(size as u32, scalar)
            },
            TypeInner::Matrix { columns, rows, scalar } => matrix(columns, rows, scalar),
            TypeInner::Array { base, size, stride } => self.array(base, size, stride),
            TypeInner::Struct { ref members, span } => self.structure(members, span),
            // The elements have a layout; the binding array itself has neither stride nor bytes.
            TypeInner::BindingArray { base, .. } => {
                let element = self.record(base);
                Record {
                    size: 0,
                    natural: 0,
                    flags: element.flags | flags::UNSIZED,
                    ..element
                }
            }
            TypeInner::CooperativeMatrix {
                columns, rows, scalar, ..
            } => cooperative(columns, rows, scalar),
            // naga's `POINTER_SPAN`. Memory with explicit layout contains no pointers.
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => Record {
                size: 4,
                ..Record::default()
            },
            TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. } => Record::default(),
        }
    }

    fn array(&self, base: Handle<Type>, size: ArraySize, stride: u32) -> Record {
        let element = self.record(base);
        let (length, unsized_flag) = match size {
            ArraySize::Constant(length) => (length.get(), 0),
            ArraySize::Pending(_) => (0, 0),
            ArraySize::Dynamic => (1, flags::UNSIZED),
        };
        let mut record = Record {
            size: length.saturating_mul(stride),
            starts: 0,
            flags: element.flags & flags::EXISTENTIAL | flags::AGGREGATE | flags::COMPOSITE | unsized_flag,
            ..element
        };
        // The twin of a narrow matrix is a struct of columns, whose alignment is that of the array itself.
        let mut kept = element.flags & flags::UNIVERSAL;
        if stride < element.size {
            kept = 0;
        }
        kept &= !broken(stride, record);
        // Vector elements need their own alignment, because the relaxed rules concern struct members only.
        let aligned = stride & ((1_u32 << record.natural.max(LOG2_SIXTEEN)) - 1) == 0;
        if kept & flags::BASE != 0 || element.has(flags::RELAXED) && stride >= element.size && aligned {
            kept |= flags::RELAXED;
        }
        record.flags |= kept;
        record
    }

    fn structure(&mut self, members: &[StructMember], span: u32) -> Record {
        let mut record = Record {
            size: span,
            flags: flags::AGGREGATE | flags::COMPOSITE,
            ..Record::default()
        };
        let mut kept = flags::UNIVERSAL | flags::RELAXED;
        let mut end = 0_u32;
        let mut before = Record::default();
        for member in members {
            let part = self.record(member.ty);
            record.flags |= part.flags & flags::EXISTENTIAL;
            record.natural = record.natural.max(part.natural);
            record.scalar = record.scalar.max(part.scalar);
            kept &= part.flags & flags::UNIVERSAL | flags::RELAXED;
            // Most members are scalars and vectors at a multiple of their alignment, which satisfies all rules.
            let natural = (1_u32 << part.natural) - 1;
            let is_plain = part.has(flags::BASE) && !part.has(flags::AGGREGATE) && member.offset & natural == 0;
            if !is_plain {
                kept &= !broken(member.offset, part);
                if !is_relaxed_at(member.offset, part) {
                    kept &= !flags::RELAXED;
                }
            }
            if member.offset < end {
                kept = 0;
            }
            if before.has(flags::AGGREGATE) {
                kept &= !broken_tail(member.offset, end, before);
            }
            end = member.offset.saturating_add(part.size);
            before = part;
        }
        if end > span {
            kept = 0;
        }
        record.flags |= kept;
        if record.has(flags::TWIN) {
            record.starts = self.number_twin_members(members);
        }
        record
    }

    /// Appends the entries of one struct to [`Layouts::starts`] and returns the index of the first.
    fn number_twin_members(&mut self, members: &[StructMember]) -> u32 {
        let first = u32::try_from(self.starts.len()).unwrap_or(u32::MAX);
        self.starts.reserve(members.len() + 1);
        let mut next = 0_u32;
        for member in members {
            self.starts.push(next);
            let record = self.record(member.ty);
            // The size of a narrow matrix is a multiple of its column stride.
            let columns = if record.has(flags::NARROW) {
                record.size >> record.column
            } else {
                1
            };
            next = next.saturating_add(columns);
        }
        self.starts.push(next);
        first
    }
}

/// The rules that an offset or stride violates because it is not a multiple of the part's alignment.
fn broken(offset: u32, part: Record) -> u16 {
    let misaligned = |log2: u8| offset & ((1_u32 << log2) - 1) != 0;
    let mut rules = 0;
    if misaligned(part.scalar) {
        rules |= flags::SCALAR;
    }
    if misaligned(part.natural) {
        rules |= flags::BASE | flags::STD140;
    }
    let extended = part.alignment(Rules::Extended);
    if misaligned(extended) {
        rules |= flags::EXTENDED;
        // Hoisted columns are vectors, which need the natural alignment only.
        if !part.has(flags::NARROW) {
            rules |= flags::STD140;
        }
    }
    rules
}

/// The rules that a member violates because it begins between the end of the preceding aggregate and the next multiple
/// of that aggregate's alignment. The scalar rules have no such requirement, and hoisted columns are not an aggregate.
fn broken_tail(offset: u32, end: u32, before: Record) -> u16 {
    let intrudes = |log2: u8| {
        let mask = (1_u32 << log2) - 1;
        offset < end.saturating_add(mask) & !mask
    };
    let mut rules = 0;
    if intrudes(before.natural) {
        rules |= flags::BASE | flags::RELAXED;
    }
    if intrudes(before.alignment(Rules::Extended)) {
        rules |= flags::EXTENDED;
        if !before.has(flags::NARROW) {
            rules |= flags::STD140;
        }
    }
    rules
}

/// Whether a member at this offset of a struct satisfies the relaxed rules, if the struct's offset is a multiple of 16.
fn is_relaxed_at(offset: u32, part: Record) -> bool {
    let is_multiple_of = |log2: u8| offset & ((1_u32 << log2) - 1) == 0;
    if part.has(flags::BASE) && is_multiple_of(part.natural) {
        return true;
    }
    if !part.has(flags::RELAXED) {
        return false;
    }
    if part.has(flags::AGGREGATE) {
        return is_multiple_of(part.natural.max(LOG2_SIXTEEN));
    }
    let last = offset.saturating_add(part.size.saturating_sub(1));
    let straddles = if part.size <= 16 {
        offset / 16 != last / 16
    } else {
        !offset.is_multiple_of(16)
    };
    is_multiple_of(part.scalar) && !straddles
}

/// The distance in bytes between the columns of a matrix with this many rows, which is the alignment of the column
/// vector: one of three components is aligned like one of four. It is the same in every memory layout in which the
/// matrix is declared as a matrix.
pub const fn column_stride(rows: VectorSize, scalar: Scalar) -> u32 {
    (rows as u32).next_power_of_two() * scalar.width as u32
}

/// Log2 of an alignment. Widths are powers of two in any valid module. For other values the next lower power is used,
/// on which no valid module depends.
const fn log2(alignment: u32) -> u8 {
    match alignment.checked_ilog2() {
        Some(log2) => log2 as u8,
        None => 0,
    }
}

fn numeric(components: u32, scalar: Scalar) -> Record {
    let width = u32::from(scalar.width);
    Record {
        size: components * width,
        natural: log2(width),
        scalar: log2(width),
        // Booleans have no physical size in SPIR-V and are not in memory with explicit layout; naga's size is one byte.
        flags: if scalar.kind == ScalarKind::Bool {
            flags::DISJOINT
        } else {
            flags::UNIVERSAL | flags::RELAXED
        },
        ..Record::default()
    }
}

fn matrix(columns: VectorSize, rows: VectorSize, scalar: Scalar) -> Record {
    let stride = column_stride(rows, scalar);
    let kept = flags::UNIVERSAL | flags::RELAXED;
    let kept = if is_narrow(rows, scalar) {
        kept & !flags::EXTENDED | flags::NARROW | flags::TWIN
    } else {
        kept
    };
    Record {
        size: stride * columns as u32,
        natural: log2(stride),
        column: log2(stride),
        flags: flags::AGGREGATE | kept,
        ..numeric(1, scalar)
    }
}

/// The size and alignment of naga's `Layouter`. A cooperative matrix is opaque and not in memory with explicit layout,
/// so it satisfies no rule.
fn cooperative(columns: CooperativeSize, rows: CooperativeSize, scalar: Scalar) -> Record {
    let width = u32::from(scalar.width);
    Record {
        size: columns as u32 * rows as u32 * width,
        natural: log2(rows as u32 * width),
        ..Record::default()
    }
}

/// A type's inner form; `None` for a handle of another arena.
pub(super) fn inner(types: &UniqueArena<Type>, ty: Handle<Type>) -> Option<&TypeInner> {
    types.get_handle(ty).ok().map(|ty| &ty.inner)
}

/// A member of a struct; `None` if there is no such member.
pub(super) fn struct_member(types: &UniqueArena<Type>, ty: Handle<Type>, member: u32) -> Option<&StructMember> {
    let TypeInner::Struct { members, .. } = inner(types, ty)? else {
        return None;
    };
    members.get(member as usize)
}

/// The number of members as a word. No arena has more than `u32::MAX` of them.
fn count(members: &[StructMember]) -> u32 {
    u32::try_from(members.len()).unwrap_or(u32::MAX)
}
