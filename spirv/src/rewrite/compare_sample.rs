//! Depth comparisons while sampling: as gathers with comparison.

use super::module::{Body, Kind, Module};
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use spirv::{Capability, Decoration, Dim, GlslStd450Op as Glsl, ImageOperands, Op};

/// A cube has no coordinates in which the four texels of a gather can be weighed, so that they are averaged, as Tint does.
pub(super) fn compare_cube_array(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let Some(comparison) = Comparison::of(module, &instruction) else {
            return false;
        };
        if (comparison.dim, comparison.is_array) != (Dim::DimCube as u32, true) {
            return false;
        }
        let gathered = comparison.gather(module, comparison.coordinate);
        let quarters = module.number(module.type_of(gathered), u64::from(0.25_f32.to_bits()));
        module.emit_as(Op::Dot, comparison.ty, comparison.result, &[gathered, quarters]);
        true
    });
}

/// The linear filter of Vulkan (Texel Filtering): the four texels around a point are weighed by the fraction of its
/// unnormalized coordinates, less one half. A gather yields the same four texels, in the order (0, 1), (1, 1), (1, 0),
/// (0, 0); it is made at the corner that they share, where rounding cannot select others.
pub(super) fn compare_sample(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let Some(comparison) = Comparison::of(module, &instruction) else {
            return false;
        };
        if comparison.dim != Dim::Dim2D as u32 {
            return false;
        }
        comparison.interpolate(module)
    });
}

/// An `OpImageSampleDrefImplicitLod` or `OpImageSampleDrefExplicitLod` that a gather can replace.
struct Comparison {
    ty: u32,
    result: u32,
    sampled_image: u32,
    coordinate: u32,
    reference: u32,
    /// The image operands of the gather.
    operands: Vec<u32>,
    image_type: u32,
    dim: u32,
    is_array: bool,
}

impl Comparison {
    fn of(module: &Module, instruction: &Instruction<'_>) -> Option<Self> {
        let &[_, ty, result, sampled_image, coordinate, reference, ref operands @ ..] = instruction.words else {
            return None;
        };
        let is_explicit = match Op::from_u32(u32::from(instruction.opcode))? {
            Op::ImageSampleDrefImplicitLod => false,
            Op::ImageSampleDrefExplicitLod => true,
            _ => return None,
        };
        let Kind::SampledImage(image_type) = module.kind(module.type_of(sampled_image)) else {
            return None;
        };
        let &[_, dim, _, arrayed, 0, ..] = module.declaration(image_type)?.operand_words() else {
            return None;
        };
        let operands = gather_operands(module, operands, is_explicit)?;
        (module.kind(ty) == Kind::Float { width: 32 }).then_some(Self {
            ty,
            result,
            sampled_image,
            coordinate,
            reference,
            operands,
            image_type,
            dim,
            is_array: arrayed == 1,
        })
    }

    /// Appends the gather at a coordinate.
    fn gather(&self, module: &mut Module, coordinate: u32) -> u32 {
        let four = module.vector_type(self.ty, 4);
        let mut operands = vec![self.sampled_image, coordinate, self.reference];
        operands.extend_from_slice(&self.operands);
        let gathered = module.value(Op::ImageDrefGather, four, &operands);
        module.decorate_like(gathered, self.result);
        gathered
    }

    /// Replaces the comparison by a gather and the filter; `false` if the coordinate is of no known form.
    fn interpolate(&self, module: &mut Module) -> bool {
        let (Kind::Float { width: 32 }, count) = module.components(module.type_of(self.coordinate)) else {
            return false;
        };
        if count < 2 + u32::from(self.is_array) {
            return false;
        }
        let [pair, triple] = [module.vector_type(self.ty, 2), module.vector_type(self.ty, 3)];
        let [half, one] = [0.5_f32, 1.0].map(|value| module.number(pair, u64::from(value.to_bits())));

        let size = self.size(module, pair);
        let point = if count == 2 {
            self.coordinate
        } else {
            let operands = [self.coordinate, self.coordinate, 0, 1];
            module.value(Op::VectorShuffle, pair, &operands)
        };
        let texels = module.value(Op::FMul, pair, &[point, size]);
        let texels = module.value(Op::FSub, pair, &[texels, half]);
        let first = module.glsl_value(Glsl::Floor, pair, &[texels]);
        let fraction = module.value(Op::FSub, pair, &[texels, first]);
        let corner = module.value(Op::FAdd, pair, &[first, one]);
        let mut corner = module.value(Op::FDiv, pair, &[corner, size]);
        if self.is_array {
            let layer = module.component(self.coordinate, 2);
            corner = module.value(Op::CompositeConstruct, triple, &[corner, layer]);
        }
        let gathered = self.gather(module, corner);

        let [x, y] = [0, 1].map(|index| module.component(fraction, index));
        let texels = [3, 2, 0, 1].map(|index| module.component(gathered, index));
        let [upper, lower] = [[texels[0], texels[1]], [texels[2], texels[3]]].map(|[left, right]| {
            let row = module.glsl_value(Glsl::FMix, self.ty, &[left, right, x]);
            module.decorate_like(row, self.result);
            row
        });
        module.glsl_as(Glsl::FMix, self.ty, self.result, &[upper, lower, y]);
        true
    }

    /// Appends the query of width and height of the first level, as floats.
    fn size(&self, module: &mut Module, pair: u32) -> u32 {
        module.capability(Capability::ImageQuery);
        let image = module.value(Op::Image, self.image_type, &[self.sampled_image]);
        if module.decoration(self.sampled_image, Decoration::NonUniform).is_some() {
            module.decorate(image, Decoration::NonUniform, &[]);
        }
        let uint = module.int_type(32, false);
        let uint_pair = module.vector_type(uint, 2);
        let zero = module.uint(0);
        let size = if self.is_array {
            let uint_triple = module.vector_type(uint, 3);
            let size = module.value(Op::ImageQuerySizeLod, uint_triple, &[image, zero]);
            module.value(Op::VectorShuffle, uint_pair, &[size, size, 0, 1])
        } else {
            module.value(Op::ImageQuerySizeLod, uint_pair, &[image, zero])
        };
        module.value(Op::ConvertUToF, pair, &[size])
    }
}

/// The image operands of the gather; `None` if they select another level than the first, at which a gather is, or have no
/// equivalent.
fn gather_operands(module: &Module, operands: &[u32], is_explicit: bool) -> Option<Vec<u32>> {
    let (&mask, mut ids) = operands.split_first().unwrap_or((&0, &[]));
    let mut mask = ImageOperands::from_bits(mask)?;
    if mask.contains(ImageOperands::LOD) != is_explicit {
        return None;
    }
    if is_explicit {
        let (&level, rest) = ids.split_first()?;
        if mask.contains(ImageOperands::BIAS) || !module.is_zero(level) {
            return None;
        }
        mask.remove(ImageOperands::LOD);
        ids = rest;
    }
    if mask.is_empty() {
        return ids.is_empty().then(Vec::new);
    }
    if mask != ImageOperands::CONST_OFFSET && mask != ImageOperands::OFFSET {
        return None;
    }
    let &[offset] = ids else { return None };
    Some(vec![mask.bits(), offset])
}
