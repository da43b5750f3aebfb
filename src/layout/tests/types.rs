//! Type arenas for tests: random ones from seeds, and naga's layout and validation of them.

use naga::proc::{Alignment, Layouter};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{
    AddressSpace, ArraySize, Handle, Module, Scalar, ScalarKind, Span, StructMember, Type, TypeInner, VectorSize,
};

/// xorshift64*: random enough to vary shapes, and the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number less than `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let word = (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as u32;
        word % bound
    }

    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    pub fn size(&mut self) -> VectorSize {
        [VectorSize::Bi, VectorSize::Tri, VectorSize::Quad][self.below(3) as usize]
    }
}

pub const fn float(width: u8) -> Scalar {
    Scalar {
        kind: ScalarKind::Float,
        width,
    }
}

/// How a generator pads.
#[derive(Clone, Copy, PartialEq)]
pub enum Padding {
    /// As WGSL does without attributes.
    Natural,
    /// As the uniform address space requires.
    Uniform,
    /// As the uniform address space requires, except that a tenth of the offsets have natural padding.
    Sloppy,
    /// Vectors are at multiples of their component's size; other types are padded sometimes.
    Tight,
}

/// A module under construction with naga's own layouts of its types.
pub struct Builder {
    pub module: Module,
    pub layouter: Layouter,
}

impl Builder {
    pub fn new() -> Self {
        Self {
            module: Module::default(),
            layouter: Layouter::default(),
        }
    }

    pub fn add(&mut self, inner: TypeInner) -> Handle<Type> {
        let handle = self.module.types.insert(Type { name: None, inner }, Span::UNDEFINED);
        self.layouter.update(self.module.to_ctx()).unwrap();
        handle
    }

    pub fn scalar(&mut self, scalar: Scalar) -> Handle<Type> {
        self.add(TypeInner::Scalar(scalar))
    }

    pub fn matrix(&mut self, columns: VectorSize, rows: VectorSize, width: u8) -> Handle<Type> {
        self.add(TypeInner::Matrix {
            columns,
            rows,
            scalar: float(width),
        })
    }

    pub fn array(&mut self, base: Handle<Type>, length: u32, stride: u32) -> Handle<Type> {
        let size = core::num::NonZeroU32::new(length).map_or(ArraySize::Dynamic, ArraySize::Constant);
        self.add(TypeInner::Array { base, size, stride })
    }

    /// A struct with these members at these offsets.
    pub fn structure(&mut self, members: &[(Handle<Type>, u32)], span: u32) -> Handle<Type> {
        let member = |&(ty, offset): &(Handle<Type>, u32)| StructMember {
            name: None,
            ty,
            binding: None,
            offset,
        };
        self.add(TypeInner::Struct {
            members: members.iter().map(member).collect(),
            span,
        })
    }

    /// A struct whose members have WGSL's offsets.
    pub fn packed(&mut self, members: &[Handle<Type>]) -> Handle<Type> {
        let (mut end, mut alignment, mut placed) = (0, Alignment::ONE, Vec::new());
        for &ty in members {
            let layout = self.layouter[ty];
            let offset = layout.alignment.round_up(end);
            placed.push((ty, offset));
            end = offset + layout.size;
            alignment = alignment.max(layout.alignment);
        }
        self.structure(&placed, alignment.round_up(end))
    }

    /// Whether naga admits a global variable of this type in this address space.
    pub fn admits(&self, ty: Handle<Type>, space: AddressSpace) -> bool {
        let mut module = self.module.clone();
        let is_buffer = matches!(space, AddressSpace::Uniform | AddressSpace::Storage { .. });
        module.global_variables.append(
            naga::GlobalVariable {
                name: None,
                space,
                binding: is_buffer.then_some(naga::ResourceBinding { group: 0, binding: 0 }),
                ty,
                init: None,
                memory_decorations: naga::MemoryDecorations::empty(),
            },
            Span::UNDEFINED,
        );
        Validator::new(ValidationFlags::all(), Capabilities::all())
            .validate(&module)
            .is_ok()
    }

    /// A random scalar, vector or matrix; every second one is a matrix.
    pub fn random_leaf(&mut self, random: &mut Random) -> Handle<Type> {
        let width = [2, 4, 4, 8][random.below(4) as usize];
        let kind = [ScalarKind::Float, ScalarKind::Uint, ScalarKind::Sint][random.below(3) as usize];
        let inner = match random.below(6) {
            0 => TypeInner::Scalar(Scalar { kind, width }),
            1 | 2 => TypeInner::Vector {
                size: random.size(),
                scalar: Scalar { kind, width },
            },
            _ => TypeInner::Matrix {
                columns: random.size(),
                rows: random.size(),
                scalar: float(width),
            },
        };
        self.add(inner)
    }

    /// A random host-shareable type, nested at most `depth` levels deep.
    pub fn random_type(&mut self, random: &mut Random, padding: Padding, depth: u32) -> Handle<Type> {
        if depth == 0 || random.chance(15) {
            return self.random_leaf(random);
        }
        if random.chance(40) {
            let base = self.random_type(random, padding, depth - 1);
            return self.random_array(random, padding, base);
        }
        let count = 1 + random.below(4);
        let (mut end, mut alignment, mut after_struct) = (0, Alignment::ONE, false);
        let mut members = Vec::new();
        for _ in 0..count {
            let ty = self.random_type(random, padding, depth - 1);
            let layout = self.layouter[ty];
            let inner = &self.module.types[ty].inner;
            let is_aggregate = matches!(inner, TypeInner::Struct { .. } | TypeInner::Array { .. });
            let alignment_here = match *inner {
                TypeInner::Vector { scalar, .. } if padding == Padding::Tight => Alignment::from_width(scalar.width),
                _ => layout.alignment,
            };
            let mut offset = alignment_here.round_up(end);
            if (is_aggregate || after_struct) && pads(random, padding) {
                offset = layout.alignment.max(Alignment::SIXTEEN).round_up(offset);
            }
            if random.chance(10) {
                offset += 16 * (layout.alignment * 1);
            }
            after_struct = matches!(inner, TypeInner::Struct { .. });
            members.push((ty, offset));
            end = offset + layout.size;
            alignment = alignment.max(layout.alignment);
        }
        let mut span = alignment.round_up(end);
        if random.chance(50) && pads(random, padding) {
            span = alignment.max(Alignment::SIXTEEN).round_up(span);
        }
        self.structure(&members, span)
    }

    fn random_array(&mut self, random: &mut Random, padding: Padding, base: Handle<Type>) -> Handle<Type> {
        let layout = self.layouter[base];
        let mut stride = layout.to_stride();
        if pads(random, padding) {
            stride = layout.alignment.max(Alignment::SIXTEEN).round_up(stride);
        }
        if random.chance(10) {
            stride += 16 * (layout.alignment * 1);
        }
        self.array(base, 1 + random.below(3), stride)
    }
}

fn pads(random: &mut Random, padding: Padding) -> bool {
    match padding {
        Padding::Natural => false,
        Padding::Tight => random.chance(50),
        Padding::Uniform => true,
        Padding::Sloppy => !random.chance(10),
    }
}
