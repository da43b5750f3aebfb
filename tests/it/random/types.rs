//! The types of the generated shaders: their WGSL spelling, the memory that allows them, and random ones.

use std::rc::Rc;

use super::generator::Generator;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    Bool,
    I32,
    U32,
    F32,
    I16,
    U16,
    F16,
    I64,
    U64,
    F64,
}

pub const SCALARS: [Scalar; 4] = [Scalar::Bool, Scalar::I32, Scalar::U32, Scalar::F32];
pub const NUMBERS: [Scalar; 3] = [Scalar::I32, Scalar::U32, Scalar::F32];

/// Scalars of other widths than 32 bits, which some of the shaders use.
pub const WIDE: [Scalar; 6] = [
    Scalar::I16,
    Scalar::U16,
    Scalar::F16,
    Scalar::I64,
    Scalar::U64,
    Scalar::F64,
];

impl Scalar {
    pub fn wgsl(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I32 => "i32",
            Scalar::U32 => "u32",
            Scalar::F32 => "f32",
            Scalar::I16 => "i16",
            Scalar::U16 => "u16",
            Scalar::F16 => "f16",
            Scalar::I64 => "i64",
            Scalar::U64 => "u64",
            Scalar::F64 => "f64",
        }
    }

    pub fn is_integer(self) -> bool {
        self.is_signed() || matches!(self, Scalar::U32 | Scalar::U16 | Scalar::U64)
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Scalar::I32 | Scalar::I16 | Scalar::I64)
    }

    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F16 | Scalar::F64)
    }

    /// The width in bytes.
    pub fn width(self) -> u32 {
        match self {
            Scalar::I16 | Scalar::U16 | Scalar::F16 => 2,
            Scalar::Bool | Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Scalar(Scalar),
    Vector(u32, Scalar),
    /// Columns, rows.
    Matrix(u32, u32, Scalar),
    Array(Rc<Ty>, u32),
    /// A runtime-sized array: the last member of a storage buffer, or the whole buffer.
    Runtime(Rc<Ty>),
    /// By the index among the structures of the generator.
    Struct(usize),
    Atomic(Scalar),
}

pub const BOOL: Ty = Ty::Scalar(Scalar::Bool);
pub const I32: Ty = Ty::Scalar(Scalar::I32);
pub const U32: Ty = Ty::Scalar(Scalar::U32);
pub const F32: Ty = Ty::Scalar(Scalar::F32);

impl Ty {
    pub fn wgsl(&self) -> String {
        match self {
            Ty::Scalar(scalar) => scalar.wgsl().to_owned(),
            Ty::Vector(size, scalar) => format!("vec{size}<{}>", scalar.wgsl()),
            Ty::Matrix(columns, rows, scalar) => format!("mat{columns}x{rows}<{}>", scalar.wgsl()),
            Ty::Array(element, length) => format!("array<{}, {length}>", element.wgsl()),
            Ty::Runtime(element) => format!("array<{}>", element.wgsl()),
            Ty::Struct(index) => format!("S{index}"),
            Ty::Atomic(scalar) => format!("atomic<{}>", scalar.wgsl()),
        }
    }

    /// The scalar and the number of components of a scalar or vector.
    pub fn components(&self) -> Option<(Scalar, u32)> {
        match *self {
            Ty::Scalar(scalar) => Some((scalar, 1)),
            Ty::Vector(size, scalar) => Some((scalar, size)),
            _ => None,
        }
    }
}

/// The scalar or vector with a number of components.
pub fn vector(size: u32, scalar: Scalar) -> Ty {
    if size == 1 {
        Ty::Scalar(scalar)
    } else {
        Ty::Vector(size, scalar)
    }
}

#[derive(Clone, Debug)]
pub struct Member {
    pub name: String,
    pub ty: Ty,
    pub attributes: String,
}

#[derive(Clone, Debug)]
pub struct Struct {
    pub members: Vec<Member>,
    pub use_for: Use,
    /// Whether it has no atomics and no runtime-sized arrays.
    pub constructible: bool,
    /// The maximum size in bytes.
    pub size: u32,
}

/// The use of a type. Each allows fewer types than the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// Values, and variables without an explicit layout.
    Registers,
    /// Storage buffers: no `bool`.
    Storage,
    /// Uniform buffers: arrays and structures are at multiples of 16 bytes.
    Uniform,
}

impl Generator {
    pub fn scalar(&mut self, use_for: Use) -> Scalar {
        // Uniform buffers have explicit alignments that would be invalid for these.
        if self.wide && use_for != Use::Uniform && self.random.chance(40) {
            return self.wide_scalar();
        }
        let all = if use_for == Use::Registers {
            &SCALARS[..]
        } else {
            &NUMBERS[..]
        };
        self.random.choose(all)
    }

    pub fn wide_scalar(&mut self) -> Scalar {
        self.random.choose(&WIDE)
    }

    /// A float type; 32 bits if the shader uses no others or the memory is a uniform buffer.
    pub fn float(&mut self, use_for: Use) -> Scalar {
        if self.wide && use_for != Use::Uniform && self.random.chance(40) {
            self.random.choose(&[Scalar::F16, Scalar::F64])
        } else {
            Scalar::F32
        }
    }

    /// A scalar or vector.
    pub fn small_type(&mut self, use_for: Use) -> Ty {
        let scalar = self.scalar(use_for);
        match self.random.below(5) {
            0..=2 => Ty::Scalar(scalar),
            _ => Ty::Vector(self.random.between(2, 4) as u32, scalar),
        }
    }

    pub fn matrix_type(&mut self, use_for: Use) -> Ty {
        let (columns, rows) = (self.random.between(2, 4) as u32, self.random.between(2, 4) as u32);
        Ty::Matrix(columns, rows, self.float(use_for))
    }

    /// A type of values.
    pub fn value_type(&mut self, use_for: Use, depth: usize) -> Ty {
        if depth == 0 || self.random.chance(50) {
            return if self.random.chance(18) {
                self.matrix_type(use_for)
            } else {
                self.small_type(use_for)
            };
        }
        if self.random.chance(45) {
            let fits: Vec<usize> = (0..self.structs.len())
                .filter(|&index| {
                    let known = &self.structs[index];
                    known.constructible && known.use_for >= use_for && known.size <= 512
                })
                .collect();
            if !fits.is_empty() && self.random.chance(70) {
                return Ty::Struct(self.random.choose(&fits));
            }
            return self.new_struct(use_for, depth - 1, false);
        }
        let element = self.element_type(use_for, depth - 1);
        let length = self.random.between(1, 5) as u32;
        Ty::Array(Rc::new(element), length)
    }

    /// An element type of arrays in memory of that use: strides of uniform arrays are multiples of 16 bytes.
    pub fn element_type(&mut self, use_for: Use, depth: usize) -> Ty {
        for _ in 0..12 {
            let element = self.value_type(use_for, depth);
            let fits = match element {
                Ty::Scalar(_) | Ty::Vector(2, _) => false,
                Ty::Matrix(columns, rows, _) => rows > 2 || columns != 3,
                Ty::Array(..) | Ty::Struct(_) | Ty::Vector(..) => true,
                Ty::Runtime(_) | Ty::Atomic(_) => false,
            };
            if (fits || use_for != Use::Uniform) && self.size(&element) <= 256 {
                return element;
            }
        }
        Ty::Vector(4, Scalar::U32)
    }

    /// The size in bytes, rounded up: an upper bound for buffers.
    pub fn size(&self, ty: &Ty) -> u32 {
        match ty {
            Ty::Scalar(scalar) | Ty::Atomic(scalar) => scalar.width().max(4),
            Ty::Vector(2, scalar) => 2 * scalar.width().max(4),
            Ty::Vector(_, scalar) => 4 * scalar.width().max(4),
            Ty::Matrix(columns, rows, scalar) => columns * if *rows == 2 { 2 } else { 4 } * scalar.width().max(4),
            Ty::Array(element, length) => {
                let stride = self.size(element).min(u32::MAX / 64).next_multiple_of(32);
                stride.saturating_mul(*length).min(u32::MAX / 64)
            }
            Ty::Runtime(_) => 0,
            Ty::Struct(index) => self.structs[*index].size,
        }
    }

    /// A new structure. With `atomics` some members are atomic, so that it is not a type of values.
    pub fn new_struct(&mut self, use_for: Use, depth: usize, atomics: bool) -> Ty {
        let count = self.random.between(1, 5);
        let mut members = Vec::new();
        for index in 0..count {
            let ty = if atomics && self.random.chance(50) {
                let plain = [Scalar::I32, Scalar::U32];
                let more = [Scalar::I32, Scalar::U32, Scalar::U64, Scalar::I64, Scalar::F32];
                let all = if self.wide && use_for == Use::Storage {
                    &more[..]
                } else {
                    &plain[..]
                };
                let atomic = Ty::Atomic(self.random.choose(all));
                if self.random.chance(30) {
                    Ty::Array(Rc::new(atomic), self.random.between(1, 4) as u32)
                } else {
                    atomic
                }
            } else {
                self.value_type(use_for, depth)
            };
            let aligned = index == 0 || matches!(ty, Ty::Array(..) | Ty::Struct(_));
            let attributes = if use_for == Use::Uniform && aligned {
                "@align(16) "
            } else if use_for == Use::Storage && self.random.chance(8) {
                "@size(64) "
            } else {
                ""
            };
            let (name, attributes) = (format!("m{index}"), attributes.to_owned());
            if attributes.starts_with("@size") && self.size(&ty) > 64 {
                continue;
            }
            members.push(Member { name, ty, attributes });
        }
        if members.is_empty() {
            members.push(Member {
                name: "m0".to_owned(),
                ty: F32,
                attributes: "@align(16) ".to_owned(),
            });
        }
        self.add_struct(members, use_for, !atomics)
    }

    /// Declares a structure.
    pub fn add_struct(&mut self, members: Vec<Member>, use_for: Use, constructible: bool) -> Ty {
        let sized = |member: &Member| {
            let least = if member.attributes.contains("size") { 64 } else { 16 };
            (self.size(&member.ty).max(least)).next_multiple_of(32)
        };
        let size = members.iter().map(sized).fold(0, u32::saturating_add);
        let index = self.structs.len();
        let mut text = format!("struct S{index} {{\n");
        for member in &members {
            text += &format!("    {}{}: {},\n", member.attributes, member.name, member.ty.wgsl());
        }
        self.declarations.push(text + "}\n");
        self.structs.push(Struct {
            members,
            use_for,
            constructible,
            size,
        });
        Ty::Struct(index)
    }
}
