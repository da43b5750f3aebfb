//! The positions of a matrix in a buffer, and the access paths to it.

use super::host::{Member, Scalar, Type};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    Alone,
    Array,
    /// Beside other members of a structure.
    Member,
    /// In a structure nested three levels deep.
    Nested,
    /// An array of structures of arrays.
    Deep,
}

pub const POSITIONS: [Position; 5] = [
    Position::Alone,
    Position::Array,
    Position::Member,
    Position::Nested,
    Position::Deep,
];

/// A matrix: columns, rows and component type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    pub columns: usize,
    pub rows: usize,
    pub scalar: Scalar,
}

/// Every shape of matrices of a scalar type.
pub fn shapes(scalar: Scalar) -> impl Iterator<Item = Matrix> {
    (2..=4).flat_map(move |columns| (2..=4).map(move |rows| Matrix { columns, rows, scalar }))
}

fn member(name: &'static str, ty: Type) -> Member {
    Member {
        name,
        ty,
        align: None,
        size: None,
    }
}

/// A buffer's type with one matrix in it, or several in arrays.
#[derive(Clone, Debug)]
pub struct Container {
    pub ty: Type,
    pub matrix: Matrix,
}

impl Container {
    /// The type for a position. In uniform buffers arrays and structures are at multiples of 16 bytes, as WGSL §14.4.2
    /// requires. `lengths` are those of the outer and of the inner array.
    pub fn new(matrix: Matrix, position: Position, uniform: bool, lengths: [usize; 2]) -> Self {
        let Matrix { columns, rows, scalar } = matrix;
        let ty = Type::Matrix(columns, rows, scalar);
        let own = Type::Scalar(scalar);
        let element = if uniform && !ty.stride().is_multiple_of(16) {
            let mut padded = member("m", ty.clone());
            padded.size = Some(ty.size().next_multiple_of(16));
            Type::Struct("Slot", vec![padded])
        } else {
            ty.clone()
        };
        let array = |element: Type, length| Type::Array(Box::new(element), length);
        let aligned = |mut member: Member| {
            member.align = uniform.then(|| 16.max(member.ty.alignment()));
            member
        };
        let word = || Type::Scalar(Scalar::U32);
        let ty = match position {
            Position::Alone => ty,
            Position::Array => array(element, lengths[0]),
            Position::Member => Type::Struct(
                "Beside",
                vec![
                    member("head", word()),
                    member("m", ty),
                    member("tail", Type::Vector(3, Scalar::F32)),
                    member("last", own),
                ],
            ),
            Position::Nested => {
                let inner = vec![member("head", own.clone()), member("m", ty), member("tail", own)];
                let middle = vec![
                    member("before", Type::Vector(2, Scalar::F32)),
                    aligned(member("inner", Type::Struct("Inner", inner))),
                    aligned(member("after", word())),
                ];
                let outer = vec![
                    member("first", word()),
                    aligned(member("middle", Type::Struct("Middle", middle))),
                    aligned(member("last", Type::Vector(2, scalar))),
                ];
                Type::Struct("Outer", outer)
            }
            Position::Deep => {
                let item = vec![
                    member("n", word()),
                    aligned(member("list", array(element, lengths[1]))),
                    aligned(member("tail", own)),
                ];
                array(Type::Struct("Item", item), lengths[0])
            }
        };
        Self { ty, matrix }
    }

    /// The access path to the matrix, with an index for each array.
    pub fn path(&self, indices: [&str; 2]) -> String {
        let (mut text, mut ty, mut indices) = (String::new(), &self.ty, indices.into_iter());
        loop {
            match ty {
                Type::Array(element, _) => {
                    text += &format!("[{}]", indices.next().unwrap());
                    ty = element;
                }
                Type::Struct(_, members) => {
                    let next = &members[way(members)];
                    text += &format!(".{}", next.name);
                    ty = &next.ty;
                }
                _ => return text,
            }
        }
    }

    /// The lengths of the arrays on the path; 1 for a missing one.
    pub fn lengths(&self) -> [usize; 2] {
        let (mut lengths, mut found, mut ty) = ([1; 2], 0, &self.ty);
        loop {
            match ty {
                Type::Array(element, length) => {
                    lengths[found] = *length;
                    found += 1;
                    ty = element;
                }
                Type::Struct(_, members) => ty = &members[way(members)].ty,
                _ => return lengths,
            }
        }
    }

    /// The number of arrays on the path.
    pub fn depth(&self) -> usize {
        self.path(["0", "0"]).matches('[').count()
    }

    /// The index of the matrix's first scalar among all scalars.
    pub fn first_leaf(&self, indices: [usize; 2]) -> usize {
        let (mut leaf, mut ty, mut indices) = (0, &self.ty, indices.into_iter());
        loop {
            match ty {
                Type::Array(element, _) => {
                    leaf += indices.next().unwrap() * element.leaf_count();
                    ty = element;
                }
                Type::Struct(_, members) => {
                    let at = way(members);
                    leaf += members[..at].iter().map(|member| member.ty.leaf_count()).sum::<usize>();
                    ty = &members[at].ty;
                }
                _ => return leaf,
            }
        }
    }

    /// The values beside the last matrix: access path, type and index of the first scalar.
    pub fn neighbours(&self) -> Vec<(String, Type, usize)> {
        let (mut found, mut leaf, mut text, mut ty) = (Vec::new(), 0, String::new(), &self.ty);
        loop {
            match ty {
                Type::Array(element, length) => {
                    text += &format!("[{}]", length - 1);
                    leaf += (length - 1) * element.leaf_count();
                    ty = element;
                }
                Type::Struct(_, members) => {
                    let (way, mut at) = (way(members), leaf);
                    for (index, member) in members.iter().enumerate() {
                        if index == way {
                            leaf = at;
                        } else {
                            found.push((format!("{text}.{}", member.name), member.ty.clone(), at));
                        }
                        at += member.ty.leaf_count();
                    }
                    text += &format!(".{}", members[way].name);
                    ty = &members[way].ty;
                }
                _ => return found,
            }
        }
    }
}

/// The index of the member that contains the matrix.
fn way(members: &[Member]) -> usize {
    let leads = |member: &Member| !matches!(member.ty, Type::Scalar(_) | Type::Vector(..));
    members.iter().position(leads).expect("a member with the matrix")
}
