//! Makes an executed shader store a digest of its memory: uniform buffers, read as a whole and by parts, and every
//! atomic operation with its result. Random statements use these too rarely to detect a bug in one of them.

use std::rc::Rc;

use super::generator::{Generator, Kind, Space, Variable};
use super::types::{Member, Scalar, Ty, Use};

/// The maximum number of scalars of one buffer in the digest; fewer in a small shader.
const LOOKED_AT: u64 = 20;

impl Generator {
    /// A structure for a uniform buffer, with two-row matrices as members and in arrays.
    pub fn two_row_struct(&mut self) -> Ty {
        let count = self.random.between(1, 4);
        let one = self.random.below(count);
        let mut members = Vec::new();
        for index in 0..count {
            let columns = self.random.between(2, 4) as u32;
            let ty = match self.random.below(4) {
                _ if index == one => Ty::Matrix(columns, 2, Scalar::F32),
                // The stride of three columns is not a multiple of 16 bytes.
                0 => Ty::Array(
                    Rc::new(Ty::Matrix(columns / 2 * 2, 2, Scalar::F32)),
                    self.random.between(1, 3) as u32,
                ),
                1 => self.matrix_type(Use::Uniform),
                _ => self.small_type(Use::Uniform),
            };
            let aligned = index == 0 || matches!(ty, Ty::Array(..));
            members.push(Member {
                name: format!("m{index}"),
                ty,
                attributes: if aligned { "@align(16) " } else { "" }.to_owned(),
            });
        }
        self.add_struct(members, Use::Uniform, true)
    }

    /// Reads every uniform buffer: as a value, after a copy to a variable, or in place.
    pub fn read_uniforms(&mut self) {
        let uniform = |v: &&Variable| {
            matches!(
                v.kind,
                Kind::Memory {
                    space: Space::Uniform,
                    ..
                }
            )
        };
        let buffers: Vec<Variable> = self.scope.iter().filter(uniform).cloned().collect();
        for buffer in buffers {
            let name = self.fresh("v");
            let (text, ty) = (&buffer.text, buffer.ty.wgsl());
            let root = match self.random.below(4) {
                0 => buffer.text.clone(),
                1 => {
                    self.line(format!("var {name} = {text};"));
                    name
                }
                // Partial loads would be sufficient without a call that takes the whole value.
                _ => {
                    self.declarations
                        .push(format!("fn same_{name}(value: {ty}) -> {ty} {{ return value; }}\n"));
                    self.line(format!("let {name} = same_{name}({text});"));
                    name
                }
            };
            let mut leaves = Vec::new();
            self.leaves(&root, &buffer.ty, &mut leaves);
            while leaves.len() as u64 > LOOKED_AT.min(self.size / 8) {
                let at = self.random.below(leaves.len());
                leaves.swap_remove(at);
            }
            for (text, scalar) in leaves {
                let word = Self::word(&Ty::Scalar(scalar), &text);
                self.line(format!("trace = trace * 31u + {word};"));
            }
        }
    }

    /// Every scalar of a value; the last index of a path is sometimes dynamic.
    fn leaves(&mut self, text: &str, ty: &Ty, found: &mut Vec<(String, Scalar)>) {
        let mut indexed = |generator: &mut Self, count: u32, element: &Ty| {
            for index in 0..count {
                let dynamic = generator.random.chance(30);
                let index = if dynamic {
                    format!("({index}u + zero)")
                } else {
                    index.to_string()
                };
                generator.leaves(&format!("{text}[{index}]"), element, found);
            }
        };
        match ty {
            Ty::Scalar(scalar) => found.push((text.to_owned(), *scalar)),
            Ty::Vector(size, scalar) => indexed(self, *size, &Ty::Scalar(*scalar)),
            Ty::Matrix(columns, rows, scalar) => indexed(self, *columns, &Ty::Vector(*rows, *scalar)),
            Ty::Array(element, length) => indexed(self, *length, element),
            Ty::Struct(index) => {
                for member in self.structs[*index].members.clone() {
                    self.leaves(&format!("{text}.{}", member.name), &member.ty, found);
                }
            }
            Ty::Runtime(_) | Ty::Atomic(_) => {}
        }
    }

    /// Applies most atomic operations, in random order, to a variable of each atomic type, and stores their results.
    pub fn exercise_atomics(&mut self) {
        for scalar in [Scalar::U32, Scalar::I32, Scalar::U64, Scalar::I64, Scalar::F32] {
            let ty = Ty::Scalar(scalar);
            let Some((place, _)) = self.atomic_place(scalar, 1) else {
                continue;
            };
            for _ in 0..self.random.between(5, 10) {
                let value = match self.random.below(3) {
                    0 => self.literal(scalar),
                    _ => self.runtime_expression(&ty, 1),
                };
                let operation = if scalar.is_float() {
                    self.random.choose(&["Add", "Sub", "Exchange", "Store"])
                } else {
                    self.random.choose(&[
                        "Add", "Sub", "Min", "Max", "And", "Or", "Xor", "Exchange", "Min", "Max", "Store", "Compare",
                    ])
                };
                let call = match operation {
                    "Store" => {
                        self.line(format!("atomicStore(&{place}, {value});"));
                        format!("atomicLoad(&{place})")
                    }
                    "Compare" => {
                        let old = self.fresh("v");
                        self.line(format!("let {old} = atomicLoad(&{place});"));
                        let miss = self.random.choose(&["", "", " ^ 1"]);
                        format!("atomicCompareExchangeWeak(&{place}, {old}{miss}, {value}).old_value")
                    }
                    _ => format!("atomic{operation}(&{place}, {value})"),
                };
                self.line(format!("trace = trace * 31u + {};", Self::word(&ty, &call)));
            }
            let last = format!("atomicLoad(&{place})");
            self.line(format!("trace = trace * 31u + {};", Self::word(&ty, &last)));
        }
    }
}
