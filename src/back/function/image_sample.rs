//! Sampling and gathering: the expression `ImageSample`.
//!
//! SPIR-V §3.52.10, Image Instructions, and §3.14, Image Operands; WGSL `textureSample*` and `textureGather*`.

use super::handle::Image;
use super::{Code, FunctionEmitter};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::polyfill::Polyfill;
use crate::back::texel::components_type_key;
use crate::back::type_key::TypeKey;
use crate::words::{LabelId, Operand, ValueId};
use core::ops::RangeInclusive;
use naga::{Expression, Handle, Literal, SampleLevel, Scalar, VectorSize};
use spirv::{Capability, GlslStd450Op, ImageOperands};

/// The range to which WGSL clamps a bias (WGSL `textureSampleBias`).
const BIAS: RangeInclusive<f64> = -16.0..=15.99;

/// The last `OpSampledImage`. Its result may be used only in its own block (SPIR-V §2.16.1, Universal Validation
/// Rules).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampled {
    /// The image, the sampler and the block.
    operands: (ValueId, ValueId, LabelId),
    result: ValueId,
}

impl FunctionEmitter<'_, '_> {
    pub(super) fn image_sample(&mut self, handle: Handle<Expression>) -> Result<ValueId> {
        let function = self.function;
        let Expression::ImageSample {
            image,
            sampler,
            gather,
            coordinate,
            array_index,
            offset,
            level,
            depth_ref,
            clamp_to_edge,
        } = function.expressions[handle]
        else {
            return Err(internal("image_sample called for another expression"));
        };
        if let Some(global) = self.external_global(image)? {
            let polyfill = Polyfill::ExternalSample {
                global,
                sampler: self.type_key(sampler)?,
                non_uniform: self.is_non_uniform(sampler),
            };
            let operands = [self.value(sampler)?, self.float32(coordinate)?];
            let type_key = self.type_key(handle)?;
            let value = self.call_polyfill(type_key, polyfill, &operands)?;
            return self.or_zero(handle, [self.element_guard(sampler), None], value);
        }
        let combined = self.combined(image, sampler)?;
        let image = match combined {
            // The texture by itself is only needed for its size.
            Some(sampled) if !clamp_to_edge => self.image_of(image, sampled)?,
            Some(_) | None => self.image(image)?,
        };
        let sampler_value = self.value(sampler)?;
        let mut coordinate = self.float32(coordinate)?;
        if clamp_to_edge {
            // The helper function queries the size of the image to compute half a texel.
            self.m.need(Capability::ImageQuery);
            let polyfill = Polyfill::ClampToEdge {
                image: image.type_key,
                non_uniform: image.non_uniform,
            };
            let type_key = TypeKey::vector(VectorSize::Bi, Scalar::F32);
            coordinate = self.call_polyfill(type_key, polyfill, &[image.value, coordinate])?;
        }
        if let Some(array_index) = array_index {
            // Vulkan rounds the layer to the nearest integer and clamps it to the number of layers, as WGSL requires.
            let layer = self.float32(array_index)?;
            let type_key = components_type_key(image.ty.coordinates() + 1, Scalar::F32)?;
            coordinate = self.construct(type_key, &[coordinate, layer])?;
        }
        let depth_ref = depth_ref.map(|depth_ref| self.float32(depth_ref)).transpose()?;
        let (mut mask, levels) = match gather {
            // A gather always reads level 0.
            Some(_) => (ImageOperands::NONE, [None; 2]),
            None => self.level_operands(level)?,
        };
        // For a sample that is no gather.
        let implicit = !mask.intersects(ImageOperands::LOD | ImageOperands::GRAD);
        let offset = offset.map(|offset| self.value(offset)).transpose()?;
        mask.set(ImageOperands::CONST_OFFSET, offset.is_some());
        // The mask, then the operands in the order of its bits, lowest first.
        let (mut words, mut count) = ([mask.bits(), 0, 0, 0], 1);
        for id in levels.into_iter().chain([offset]).flatten() {
            words[count] = id.word();
            count += 1;
        }
        let operands: &[u32] = if mask.is_empty() { &[] } else { &words[..count] };
        let sampled = match combined {
            Some(sampled) => sampled,
            None => self.sampled_image(&image, sampler_value, self.is_non_uniform(sampler))?,
        };
        let texel = image.ty.texel_type_key();
        let value = match (gather, depth_ref) {
            (Some(_), Some(depth_ref)) => self.op(texel, |code, ty, id| {
                code.image_dref_gather(ty, id, sampled, coordinate, depth_ref, operands);
            }),
            (Some(component), None) => {
                let ty = self.m.value_type(texel)?;
                // The component must be a constant (VUID-StandaloneSpirv-OpImageGather-04664).
                let component = self.m.u32_constant(component as u32)?;
                let id = self.fresh();
                let code = &mut self.f.body;
                code.image_gather(ty, id, sampled, coordinate, component, operands);
                Ok(id)
            }
            (None, Some(depth_ref)) => self.op(TypeKey::F32, |code, ty, id| match implicit {
                true => code.image_sample_dref_implicit_lod(ty, id, sampled, coordinate, depth_ref, operands),
                false => code.image_sample_dref_explicit_lod(ty, id, sampled, coordinate, depth_ref, operands),
            }),
            (None, None) => {
                let value = self.op(texel, |code, ty, id| match implicit {
                    true => code.image_sample_implicit_lod(ty, id, sampled, coordinate, operands),
                    false => code.image_sample_explicit_lod(ty, id, sampled, coordinate, operands),
                })?;
                if image.ty.is_depth() {
                    self.extract(TypeKey::F32, value, &[0])
                } else {
                    Ok(value)
                }
            }
        }?;
        self.or_zero(handle, [image.guard, self.element_guard(sampler)], value)
    }

    /// The operands for the level of detail, and their bit.
    fn level_operands(&mut self, level: SampleLevel) -> Result<(ImageOperands, [Option<ValueId>; 2])> {
        let (bit, first) = match level {
            SampleLevel::Auto => return Ok((ImageOperands::NONE, [None; 2])),
            SampleLevel::Bias(bias) => (ImageOperands::BIAS, self.bias(bias)?),
            SampleLevel::Zero => (ImageOperands::LOD, self.m.number(TypeKey::F32, Number::Int(0))?),
            // The level of a depth image is an integer in naga's IR.
            SampleLevel::Exact(level) => (ImageOperands::LOD, self.float32(level)?),
            SampleLevel::Gradient { x, y } => {
                let (x, y) = (self.float32(x)?, self.float32(y)?);
                return Ok((ImageOperands::GRAD, [Some(x), Some(y)]));
            }
        };
        Ok((bit, [Some(first), None]))
    }

    /// The `OpSampledImage` of an image and a sampler. The last one is used again if it is in the open block.
    fn sampled_image(&mut self, image: &Image, sampler: ValueId, non_uniform: bool) -> Result<ValueId> {
        let operands = self.f.block.map(|block| (image.value, sampler, block));
        if let Some(last) = self.f.sampled.filter(|last| Some(last.operands) == operands) {
            return Ok(last.result);
        }
        let result_type = self.m.sampled_image_type(image.type_key)?;
        let result = self.fresh();
        let code = &mut self.f.body;
        code.sampled_image(result_type, result, image.value, sampler);
        self.mark_non_uniform(result, image.non_uniform || non_uniform);
        self.f.sampled = operands.map(|operands| Sampled { operands, result });
        Ok(result)
    }

    /// A bias clamped to the range that WGSL requires (WGSL `textureSampleBias`, the parameter `bias`). The device's
    /// own limit may be wider.
    fn bias(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        let bias = self.float32(expression)?;
        if let Some(Literal::F32(known)) = self.known_literal(expression)
            && BIAS.contains(&f64::from(known))
        {
            return Ok(bias);
        }
        let low = self.m.number(TypeKey::F32, Number::Float(*BIAS.start()))?;
        let high = self.m.number(TypeKey::F32, Number::Float(*BIAS.end()))?;
        self.extended(TypeKey::F32, GlslStd450Op::NClamp, &[bias, low, high])
    }

    /// A scalar or vector converted to 32-bit floats, the only type that operands of sampling and of rays may have.
    pub(super) fn float32(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        match self.known_literal(expression) {
            Some(Literal::I32(value)) => return self.m.number(TypeKey::F32, Number::Int(value.into())),
            Some(Literal::U32(value)) => return self.m.number(TypeKey::F32, Number::Int(value.into())),
            // catch-all: a literal of another type is converted like any value
            _ => {}
        }
        let (from, value) = (self.type_key(expression)?, self.value(expression)?);
        let to = from.with_scalar(Scalar::F32);
        if from == to {
            return Ok(value);
        }
        self.converted(from, to, expression, value)
    }
}
