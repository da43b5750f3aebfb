//! Types, with every property computed once (SPIR-V §2.2.2, Types; §3.52.6, Type-Declaration Instructions).

use super::Module;
use spirv::{Decoration, Op};

/// The kinds of types that a type contains, including itself. The pointee of a pointer is not contained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u32);

impl Flags {
    pub const BOOL: Self = Self(1);
    pub const INT8: Self = Self(1 << 1);
    pub const INT16: Self = Self(1 << 2);
    pub const INT64: Self = Self(1 << 3);
    pub const FLOAT16: Self = Self(1 << 4);
    pub const FLOAT64: Self = Self(1 << 5);
    /// A pointer of any storage class.
    pub const POINTER: Self = Self(1 << 6);
    /// A pointer of storage class `PhysicalStorageBuffer`.
    pub const PHYSICAL_POINTER: Self = Self(1 << 7);
    pub const RUNTIME_ARRAY: Self = Self(1 << 8);
    /// An image, sampler, sampled image, acceleration structure or another opaque type (SPIR-V §2.2.2, Types).
    pub const OPAQUE: Self = Self(1 << 9);
    /// A structure decorated `Block`.
    pub const BLOCK: Self = Self(1 << 10);
    /// A structure decorated `BufferBlock`.
    pub const BUFFER_BLOCK: Self = Self(1 << 11);
    /// A structure with a member decorated `BuiltIn`.
    pub const BUILT_IN: Self = Self(1 << 12);
    pub const MATRIX: Self = Self(1 << 13);
    pub const ARRAY: Self = Self(1 << 14);
    pub const STRUCT: Self = Self(1 << 15);
    /// An array whose length can be specialized.
    pub const SPECIALIZED_LENGTH: Self = Self(1 << 16);
    pub const COOPERATIVE: Self = Self(1 << 17);
    pub const VOID: Self = Self(1 << 18);
    /// A type other than numbers, Booleans and composites of these.
    pub const NOT_NUMERIC: Self = Self(1 << 19);
    /// A float with an encoding other than IEEE's.
    pub const ENCODED_FLOAT: Self = Self(1 << 20);
    /// A pointer of storage class `StorageBuffer`.
    pub const STORAGE_POINTER: Self = Self(1 << 21);
    /// A pointer of storage class `Workgroup`.
    pub const WORKGROUP_POINTER: Self = Self(1 << 22);
    /// A pointer of any storage class other than these and `PhysicalStorageBuffer`.
    pub const OTHER_POINTER: Self = Self(1 << 23);
    /// A vector of more than four components, or with a number of components that can be specialized.
    pub const LONG_VECTOR: Self = Self(1 << 24);
    /// A vector whose number of components can be specialized.
    pub const SPECIALIZED_VECTOR: Self = Self(1 << 25);
    /// A float of less than 8 bits.
    pub const SUB_BYTE: Self = Self(1 << 26);
    /// A cooperative matrix of these numbers.
    pub const COOPERATIVE_INT8: Self = Self(1 << 27);
    pub const COOPERATIVE_INT16: Self = Self(1 << 28);
    pub const COOPERATIVE_FLOAT16: Self = Self(1 << 29);

    /// Whether all of `other` are contained.
    #[inline]
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any of `other` is contained.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl core::ops::BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The component type of scalars, vectors and matrices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Scalar {
    /// Not a scalar, vector or matrix.
    #[default]
    None,
    Bool,
    Int {
        width: u32,
        signed: bool,
    },
    /// A float, with the number of its encoding if it has one.
    Float {
        width: u32,
        encoding: Option<u32>,
    },
}

impl Scalar {
    /// Whether both have as many bits and, as floats, the same encoding. Integers may differ in their signedness.
    pub fn is_as_wide(self, other: Self) -> bool {
        match (self, other) {
            (Self::Int { width, .. }, Self::Int { width: others, .. }) => width == others,
            _ => self == other,
        }
    }
}

/// The operands of `OpTypeImage`, as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImageType {
    /// The sampled type's id.
    pub sampled_type: u32,
    pub dim: u32,
    pub depth: u32,
    pub arrayed: u32,
    pub multisampled: u32,
    pub sampled: u32,
    pub format: u32,
    pub access: Option<u32>,
}

/// The kind of a type, with its operands as ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind<'w> {
    Void,
    Bool,
    Int,
    Float,
    /// The number of components is [`Type::lanes`].
    Vector {
        component: u32,
    },
    /// The number of columns is [`Type::columns`].
    Matrix {
        column: u32,
    },
    /// `constant` is the length if it is a constant that cannot be specialized; `default` is the length of any
    /// constant.
    Array {
        element: u32,
        length: u32,
        constant: Option<u64>,
        default: Option<u64>,
    },
    RuntimeArray {
        element: u32,
    },
    Struct {
        members: &'w [u32],
    },
    Pointer {
        class: u32,
        pointee: u32,
    },
    UntypedPointer {
        class: u32,
    },
    Function {
        result: u32,
        parameters: &'w [u32],
    },
    Image(ImageType),
    Sampler,
    SampledImage {
        image: u32,
    },
    AccelerationStructure,
    RayQuery,
    HitObject,
    /// `OpTypeCooperativeMatrixKHR` or `OpTypeCooperativeMatrixNV`, which has no use: its `usage` is 0. The operands after
    /// the component type are ids of constants.
    CooperativeMatrix {
        component: u32,
        scope: u32,
        rows: u32,
        columns: u32,
        usage: u32,
    },
    /// Any other type, identified by its opcode.
    Other,
}

/// A type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type<'w> {
    /// The id.
    pub id: u32,
    /// The instruction.
    pub inst: u32,
    /// The opcode.
    pub op: Op,
    /// The kind.
    pub kind: Kind<'w>,
    /// The kinds of types that it contains.
    pub flags: Flags,
    /// The component type of a scalar, vector or matrix.
    pub scalar: Scalar,
    /// The number of components of a scalar or vector, or of rows of a matrix; 0 for others.
    pub lanes: u32,
    /// The number of columns of a matrix, 1 for scalars and vectors, 0 for others.
    pub columns: u32,
    /// The nesting depth of structures, including itself.
    pub struct_depth: u32,
    /// The size in bytes of the largest scalar in it, including physical pointers; 0 if there is none.
    pub largest_scalar: u32,
}

impl Type<'_> {
    pub fn is_void(&self) -> bool {
        self.kind == Kind::Void
    }

    /// A Boolean, integer or float.
    pub fn is_scalar(&self) -> bool {
        self.scalar != Scalar::None && self.columns == 1 && matches!(self.kind, Kind::Bool | Kind::Int | Kind::Float)
    }

    pub fn is_vector(&self) -> bool {
        matches!(self.kind, Kind::Vector { .. })
    }

    pub fn is_matrix(&self) -> bool {
        matches!(self.kind, Kind::Matrix { .. })
    }

    /// A scalar integer.
    pub fn is_int(&self) -> bool {
        self.kind == Kind::Int
    }

    /// A scalar integer of 32 bits.
    pub fn is_int32(&self) -> bool {
        self.kind == Kind::Int && self.width() == 32
    }

    /// A scalar float.
    pub fn is_float(&self) -> bool {
        self.kind == Kind::Float
    }

    /// An integer, or a vector of integers.
    pub fn is_int_or_vector(&self) -> bool {
        matches!(self.scalar, Scalar::Int { .. }) && !self.is_matrix()
    }

    /// A float, or a vector of floats.
    pub fn is_float_or_vector(&self) -> bool {
        matches!(self.scalar, Scalar::Float { .. }) && !self.is_matrix()
    }

    /// A Boolean, or a vector of Booleans.
    pub fn is_bool_or_vector(&self) -> bool {
        self.scalar == Scalar::Bool
    }

    pub fn is_pointer(&self) -> bool {
        matches!(self.kind, Kind::Pointer { .. } | Kind::UntypedPointer { .. })
    }

    /// An array, structure, vector, matrix or another type with constituents (SPIR-V §2.2.2, Types, "Composite").
    pub fn is_composite(&self) -> bool {
        matches!(
            self.kind,
            Kind::Vector { .. }
                | Kind::Matrix { .. }
                | Kind::Array { .. }
                | Kind::RuntimeArray { .. }
                | Kind::Struct { .. }
                | Kind::CooperativeMatrix { .. }
        )
    }

    /// The storage class of a pointer.
    pub fn storage_class(&self) -> Option<u32> {
        match self.kind {
            Kind::Pointer { class, .. } | Kind::UntypedPointer { class } => Some(class),
            _ => None,
        }
    }

    /// The type that a typed pointer points to.
    pub fn pointee(&self) -> Option<u32> {
        match self.kind {
            Kind::Pointer { pointee, .. } => Some(pointee),
            _ => None,
        }
    }

    /// The width in bits of a scalar, or of the components of a vector or matrix; 0 for Booleans and others.
    pub fn width(&self) -> u32 {
        match self.scalar {
            Scalar::Int { width, .. } | Scalar::Float { width, .. } => width,
            Scalar::None | Scalar::Bool => 0,
        }
    }
}

/// Whether an opcode declares a type.
#[inline]
pub(crate) fn is_type(op: Op) -> bool {
    // OpTypeVoid to OpTypePipe, and the INTEL types of motion estimation.
    matches!(op as u32, 19..=38 | 5700..=5712)
        || matches!(
            op,
            Op::TypePipeStorage
                | Op::TypeNamedBarrier
                | Op::TypeTensorARM
                | Op::TypeGraphARM
                | Op::TypeUntypedPointerKHR
                | Op::TypeCooperativeMatrixKHR
                | Op::TypeRayQueryKHR
                | Op::TypeNodePayloadArrayAMDX
                | Op::TypeBufferEXT
                | Op::TypeHitObjectNV
                | Op::TypeHitObjectEXT
                | Op::TypeCooperativeVectorNV
                | Op::TypeAccelerationStructureKHR
                | Op::TypeCooperativeMatrixNV
                | Op::TypeTensorLayoutNV
                | Op::TypeTensorViewNV
                | Op::TypeBufferSurfaceINTEL
                | Op::TypeTaskSequenceALTERA
        )
}

impl<'w> Module<'w> {
    /// Appends the type that an instruction declares, after those before it.
    pub(super) fn add_type(&mut self, inst: u32) {
        let Some(&at) = self.inst(inst) else { return };
        let operands = self.operands(&at);
        let first = operands.first().copied().unwrap_or(0);
        let second = operands.get(1).copied().unwrap_or(0);
        let mut ty = Type {
            id: at.result,
            inst,
            op: at.op,
            kind: Kind::Other,
            flags: Flags::NOT_NUMERIC,
            scalar: Scalar::None,
            lanes: 0,
            columns: 0,
            struct_depth: 0,
            largest_scalar: 0,
        };
        match at.op {
            Op::TypeVoid => ty.set(Kind::Void, Flags::VOID | Flags::NOT_NUMERIC),
            Op::TypeBool => ty.set_scalar(Kind::Bool, Scalar::Bool, Flags::BOOL),
            Op::TypeInt => {
                let signed = second != 0;
                ty.set_scalar(Kind::Int, Scalar::Int { width: first, signed }, int_flags(first));
            }
            Op::TypeFloat => {
                let encoding = operands.get(1).copied();
                let scalar = Scalar::Float { width: first, encoding };
                ty.set_scalar(Kind::Float, scalar, float_flags(first, encoding));
            }
            Op::TypeVector => self.vector(&mut ty, first, second),
            Op::TypeMatrix => {
                ty.set(Kind::Matrix { column: first }, self.flags(first) | Flags::MATRIX);
                if let Some(column) = self.ty(first).filter(|column| column.is_vector()) {
                    (ty.scalar, ty.lanes, ty.columns) = (column.scalar, column.lanes, second);
                }
            }
            Op::TypeArray => self.array(&mut ty, first, second),
            Op::TypeRuntimeArray => {
                ty.struct_depth = self.ty(first).map_or(0, |element| element.struct_depth);
                ty.set(
                    Kind::RuntimeArray { element: first },
                    self.flags(first) | Flags::RUNTIME_ARRAY,
                );
            }
            Op::TypeStruct => self.structure(&mut ty, operands),
            Op::TypePointer => ty.set(
                Kind::Pointer {
                    class: first,
                    pointee: second,
                },
                pointer_flags(first),
            ),
            Op::TypeUntypedPointerKHR => ty.set(Kind::UntypedPointer { class: first }, pointer_flags(first)),
            Op::TypeFunction => {
                ty.kind = Kind::Function {
                    result: first,
                    parameters: operands.get(1..).unwrap_or(&[]),
                }
            }
            Op::TypeCooperativeVectorNV => self.long_vector(&mut ty, first, second),
            Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV => self.cooperative_matrix(&mut ty, operands),
            _ => other(&mut ty, operands),
        }
        ty.largest_scalar = self.largest_scalar(&ty);
        self.types.push(ty);
    }

    fn largest_scalar(&self, ty: &Type<'w>) -> u32 {
        let later = |id: u32| match self.later_flags(id).contains(Flags::PHYSICAL_POINTER) {
            true => 8,
            false => 0,
        };
        let of = |id: u32| self.ty(id).map_or_else(|| later(id), |ty| ty.largest_scalar);
        match ty.kind {
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => of(element),
            Kind::Struct { members } => members.iter().map(|&member| of(member)).max().unwrap_or(0),
            _ if ty.flags.contains(Flags::PHYSICAL_POINTER) => 8,
            _ => ty.width() / 8,
        }
    }

    /// `OpTypeVectorIdEXT`, which is an alias of `OpTypeCooperativeVectorNV`. A number of components that can be
    /// specialized counts with its default.
    fn long_vector(&self, ty: &mut Type<'w>, component: u32, count: u32) {
        self.vector(ty, component, self.default_u32(count).unwrap_or(0));
        if self.constant(count).is_some_and(|count| count.specialized) {
            ty.flags = ty.flags | Flags::LONG_VECTOR | Flags::SPECIALIZED_VECTOR;
        }
    }

    /// What a type contains; [`Flags::NOT_NUMERIC`] for an id that is not a type.
    fn flags(&self, id: u32) -> Flags {
        self.ty(id).map_or_else(|| self.later_flags(id), |ty| ty.flags)
    }

    /// What a type contains that is declared later, which can only be a pointer that `OpTypeForwardPointer` declares.
    fn later_flags(&self, id: u32) -> Flags {
        match self.def(id).filter(|def| def.op == Op::TypePointer) {
            Some(def) => pointer_flags(self.operand(def, 0)),
            None => Flags::NOT_NUMERIC,
        }
    }

    fn vector(&self, ty: &mut Type<'w>, component: u32, count: u32) {
        let long = if count > 4 {
            Flags::LONG_VECTOR
        } else {
            Flags::default()
        };
        ty.set(Kind::Vector { component }, self.flags(component) | long);
        if let Some(component) = self.ty(component).filter(|component| component.is_scalar()) {
            (ty.scalar, ty.lanes, ty.columns) = (component.scalar, count, 1);
        }
    }

    fn cooperative_matrix(&self, ty: &mut Type<'w>, operands: &[u32]) {
        let &[component, scope, rows, columns, ref usage @ ..] = operands else {
            return;
        };
        let usage = usage.first().copied().unwrap_or(0);
        let mut flags = Flags::COOPERATIVE;
        for (number, in_matrices) in [
            (Flags::INT8, Flags::COOPERATIVE_INT8),
            (Flags::INT16, Flags::COOPERATIVE_INT16),
            (Flags::FLOAT16, Flags::COOPERATIVE_FLOAT16),
        ] {
            if self.flags(component).contains(number) {
                flags = flags | in_matrices;
            }
        }
        let kind = Kind::CooperativeMatrix {
            component,
            scope,
            rows,
            columns,
            usage,
        };
        ty.set(kind, flags);
    }

    fn array(&self, ty: &mut Type<'w>, element: u32, length: u32) {
        use super::Value;
        let count = self.constant(length);
        let default = count.and_then(|count| match count.value {
            Value::Scalar(bits) => Some(bits),
            Value::Null => Some(0),
            _ => None,
        });
        let specialized = count.is_some_and(|count| count.specialized);
        let mut flags = self.flags(element) | Flags::ARRAY;
        if specialized {
            flags = flags | Flags::SPECIALIZED_LENGTH;
        }
        ty.struct_depth = self.ty(element).map_or(0, |element| element.struct_depth);
        ty.set(
            Kind::Array {
                element,
                length,
                constant: default.filter(|_| !specialized),
                default,
            },
            flags,
        );
    }

    fn structure(&self, ty: &mut Type<'w>, members: &'w [u32]) {
        let mut flags = Flags::STRUCT;
        for &member in members {
            flags = flags | self.flags(member);
            let depth = self.ty(member).map_or(0, |member| member.struct_depth);
            ty.struct_depth = ty.struct_depth.max(depth);
        }
        ty.struct_depth = ty.struct_depth.saturating_add(1);
        for row in self.decorations(ty.id) {
            if row.is(Decoration::Block) && row.member.is_none() {
                flags = flags | Flags::BLOCK;
            } else if row.is(Decoration::BufferBlock) && row.member.is_none() {
                flags = flags | Flags::BUFFER_BLOCK;
            } else if row.is(Decoration::BuiltIn) && row.member.is_some() {
                flags = flags | Flags::BUILT_IN;
            }
        }
        ty.set(Kind::Struct { members }, flags);
    }
}

impl<'w> Type<'w> {
    fn set(&mut self, kind: Kind<'w>, flags: Flags) {
        self.kind = kind;
        self.flags = flags;
    }

    fn set_scalar(&mut self, kind: Kind<'w>, scalar: Scalar, flags: Flags) {
        self.set(kind, flags);
        (self.scalar, self.lanes, self.columns) = (scalar, 1, 1);
    }
}

fn int_flags(width: u32) -> Flags {
    match width {
        8 => Flags::INT8,
        16 => Flags::INT16,
        64 => Flags::INT64,
        _ => Flags::default(),
    }
}

fn float_flags(width: u32, encoding: Option<u32>) -> Flags {
    let width = match width {
        16 => Flags::FLOAT16,
        64 => Flags::FLOAT64,
        0..8 => Flags::SUB_BYTE,
        _ => Flags::default(),
    };
    match encoding {
        Some(_) => width | Flags::ENCODED_FLOAT,
        None => width,
    }
}

fn pointer_flags(class: u32) -> Flags {
    use spirv::StorageClass as C;
    let which = match C::from_u32(class) {
        Some(C::PhysicalStorageBuffer) => Flags::PHYSICAL_POINTER,
        Some(C::StorageBuffer) => Flags::STORAGE_POINTER,
        Some(C::Workgroup) => Flags::WORKGROUP_POINTER,
        _ => Flags::OTHER_POINTER,
    };
    Flags::POINTER | Flags::NOT_NUMERIC | which
}

/// Opaque types and types of extensions.
fn other(ty: &mut Type<'_>, operands: &[u32]) {
    let opaque = Flags::OPAQUE | Flags::NOT_NUMERIC;
    match (ty.op, operands) {
        (
            Op::TypeImage,
            &[
                sampled_type,
                dim,
                depth,
                arrayed,
                multisampled,
                sampled,
                format,
                ref access @ ..,
            ],
        ) => ty.set(
            Kind::Image(ImageType {
                sampled_type,
                dim,
                depth,
                arrayed,
                multisampled,
                sampled,
                format,
                access: access.first().copied(),
            }),
            opaque,
        ),
        (Op::TypeSampler, _) => ty.set(Kind::Sampler, opaque),
        (Op::TypeSampledImage, &[image, ..]) => ty.set(Kind::SampledImage { image }, opaque),
        (Op::TypeAccelerationStructureKHR, _) => ty.set(Kind::AccelerationStructure, opaque),
        (Op::TypeRayQueryKHR, _) => ty.set(Kind::RayQuery, opaque),
        (Op::TypeHitObjectNV | Op::TypeHitObjectEXT, _) => ty.set(Kind::HitObject, opaque),
        (Op::TypeOpaque | Op::TypeImage | Op::TypeSampledImage, _) => ty.flags = opaque,
        _ => {}
    }
}
