//! Types and values in the host's memory: alignment, size and offset by the tables of WGSL §14.4 ("Memory Layout"),
//! without code of the library or of naga.

/// The value of padding bytes: no test expects a number of any width with these bytes.
pub const PADDING: u8 = 0xd3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    U32,
    F16,
    F32,
    F64,
}

impl Scalar {
    pub fn name(self) -> &'static str {
        match self {
            Self::U32 => "u32",
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    pub fn size(self) -> usize {
        match self {
            Self::F16 => 2,
            Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// The bytes of a small integer.
    pub fn encode(self, value: f64) -> Vec<u8> {
        match self {
            Self::U32 => (value as u32).to_ne_bytes().to_vec(),
            Self::F16 => half(value).to_ne_bytes().to_vec(),
            Self::F32 => (value as f32).to_ne_bytes().to_vec(),
            Self::F64 => value.to_ne_bytes().to_vec(),
        }
    }
}

/// An integer up to 2,048 as an IEEE 754 half-precision float.
fn half(value: f64) -> u16 {
    let bits = value.to_bits();
    if value == 0.0 {
        return 0;
    }
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
    assert!(
        (0..=11).contains(&exponent) && bits & ((1 << 42) - 1) == 0,
        "{value} is no whole number that a half holds"
    );
    ((exponent + 15) as u16) << 10 | (bits >> 42 & 0x3ff) as u16
}

#[derive(Clone, Debug)]
pub enum Type {
    Scalar(Scalar),
    Vector(usize, Scalar),
    /// Columns, rows.
    Matrix(usize, usize, Scalar),
    Array(Box<Type>, usize),
    /// Its name and members.
    Struct(&'static str, Vec<Member>),
}

#[derive(Clone, Debug)]
pub struct Member {
    pub name: &'static str,
    pub ty: Type,
    /// `@align` and `@size`.
    pub align: Option<usize>,
    pub size: Option<usize>,
}

impl Member {
    fn alignment(&self) -> usize {
        self.align.unwrap_or_else(|| self.ty.alignment())
    }

    fn size(&self) -> usize {
        self.size.unwrap_or_else(|| self.ty.size())
    }
}

/// A scalar in a value.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    pub offset: usize,
    pub scalar: Scalar,
}

impl Type {
    pub fn alignment(&self) -> usize {
        match self {
            Self::Scalar(scalar) => scalar.size(),
            Self::Vector(2, scalar) | Self::Matrix(_, 2, scalar) => 2 * scalar.size(),
            Self::Vector(_, scalar) | Self::Matrix(_, _, scalar) => 4 * scalar.size(),
            Self::Array(element, _) => element.alignment(),
            Self::Struct(_, members) => members.iter().map(Member::alignment).max().unwrap_or(1),
        }
    }

    pub fn size(&self) -> usize {
        match self {
            Self::Scalar(scalar) => scalar.size(),
            Self::Vector(size, scalar) => size * scalar.size(),
            Self::Matrix(columns, rows, scalar) => columns * Self::Vector(*rows, *scalar).stride(),
            Self::Array(element, length) => length * element.stride(),
            Self::Struct(_, members) => {
                let end = offsets(members)
                    .zip(members)
                    .map(|(offset, member)| offset + member.size());
                end.last().unwrap_or(0).next_multiple_of(self.alignment())
            }
        }
    }

    /// The stride of an array with this element type.
    pub fn stride(&self) -> usize {
        self.size().next_multiple_of(self.alignment())
    }

    pub fn wgsl(&self) -> String {
        match self {
            Self::Scalar(scalar) => scalar.name().to_owned(),
            Self::Vector(size, scalar) => format!("vec{size}<{}>", scalar.name()),
            Self::Matrix(columns, rows, scalar) => format!("mat{columns}x{rows}<{}>", scalar.name()),
            Self::Array(element, length) => format!("array<{}, {length}>", element.wgsl()),
            Self::Struct(name, _) => (*name).to_owned(),
        }
    }

    /// The declarations of all structures, inner ones first.
    pub fn declarations(&self) -> String {
        match self {
            Self::Array(element, _) => element.declarations(),
            Self::Struct(name, members) => {
                let mut text: String = members.iter().map(|member| member.ty.declarations()).collect();
                text += &format!("struct {name} {{\n");
                for member in members {
                    let align = member.align.map_or(String::new(), |align| format!("@align({align}) "));
                    let size = member.size.map_or(String::new(), |size| format!("@size({size}) "));
                    text += &format!("    {align}{size}{}: {},\n", member.name, member.ty.wgsl());
                }
                text + "}\n"
            }
            _ => String::new(),
        }
    }

    /// Every scalar, in the order of declaration.
    pub fn leaves(&self) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.add_leaves(0, &mut leaves);
        leaves
    }

    fn add_leaves(&self, offset: usize, leaves: &mut Vec<Leaf>) {
        match self {
            Self::Scalar(scalar) => leaves.push(Leaf {
                offset,
                scalar: *scalar,
            }),
            Self::Vector(size, scalar) => {
                let at = (0..*size).map(|i| offset + i * scalar.size());
                leaves.extend(at.map(|offset| Leaf {
                    offset,
                    scalar: *scalar,
                }));
            }
            Self::Matrix(columns, rows, scalar) => {
                let column = Self::Vector(*rows, *scalar);
                (0..*columns).for_each(|i| column.add_leaves(offset + i * column.stride(), leaves));
            }
            Self::Array(element, length) => {
                (0..*length).for_each(|i| element.add_leaves(offset + i * element.stride(), leaves));
            }
            Self::Struct(_, members) => {
                for (at, member) in offsets(members).zip(members) {
                    member.ty.add_leaves(offset + at, leaves);
                }
            }
        }
    }

    pub fn leaf_count(&self) -> usize {
        self.leaves().len()
    }

    /// The bytes of a value, given by its scalars.
    pub fn encode(&self, values: &[f64]) -> Vec<u8> {
        let mut bytes = vec![PADDING; self.size()];
        for (leaf, value) in self.leaves().iter().zip(values) {
            let encoded = leaf.scalar.encode(*value);
            bytes[leaf.offset..leaf.offset + encoded.len()].copy_from_slice(&encoded);
        }
        bytes
    }
}

/// The offset of each member of a structure.
fn offsets(members: &[Member]) -> impl Iterator<Item = usize> {
    members.iter().scan(0_usize, |end, member| {
        let offset = end.next_multiple_of(member.alignment());
        *end = offset + member.size();
        Some(offset)
    })
}
