//! Helpers for textures, which take images by value: loads with a bounds check, and coordinates clamped to the edges.

use super::{Code, TexelLoad};
use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::texel::{Selector, Texel, TexelCode as _, components_type_key};
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, ValueId};
use naga::proc::BoundsCheckPolicy;
use naga::{ImageClass, Scalar, VectorSize};
use spirv::Op;

impl Emitter<'_> {
    /// `fn(image, coordinates, level or sample) -> texel`: under restrict the nearest texel, under read-zero-skip-write
    /// zero if out of bounds, without a branch: the clamped texel is always read, and the texel is in bounds if clamping
    /// does not change it. No helper is asked for without checks.
    pub(super) fn write_load_texel(&mut self, id: FunctionId, load: TexelLoad) -> Result<ValueId> {
        let ty = self.image_type(load.image)?;
        let result = ty.value_type_key();
        let coordinates = components_type_key(ty.extents() + usize::from(ty.arrayed), Scalar::U32)?;
        let (image, coordinates, selector) = match ty.class {
            ImageClass::Storage { .. } => {
                let [image, coordinates] = self.open_helper(id, result, [load.image, coordinates])?;
                (image, coordinates, Selector::None)
            }
            ImageClass::Sampled { multi, .. } | ImageClass::Depth { multi } => {
                let parameters = [load.image, coordinates, TypeKey::U32];
                let [image, coordinates, selector] = self.open_helper(id, result, parameters)?;
                let kind = if multi { Selector::Sample } else { Selector::Level };
                (image, coordinates, kind(selector))
            }
            ImageClass::External => return Err(internal("an external texture has no single image type")),
        };
        self.mark_non_uniform(image, load.non_uniform);
        let texel = Texel {
            image,
            coordinates,
            selector,
        };
        let clamped = self.clamp_texel(ty, texel, load.first)?;
        let value = self.read_texel(ty, clamped)?;
        if load.policy != BoundsCheckPolicy::ReadZeroSkipWrite {
            return Ok(value);
        }
        let inside = self.is_inside(ty, (texel, clamped), load.first)?;
        // Before SPIR-V 1.4 `OpSelect` of vectors takes a vector of conditions.
        let inside = self.splat(result.with_scalar(Scalar::BOOL), inside)?;
        let zero = self.null(result)?;
        self.select_op(result, inside, value, zero)
    }

    /// `fn(image, coordinate) -> coordinate`: the coordinate clamped to half a texel of level 0 from each edge (WGSL
    /// `textureSampleBaseClampToEdge`). NaN is clamped to the lower bound.
    pub(super) fn write_clamp_to_edge(&mut self, id: FunctionId, image: TypeKey, non_uniform: bool) -> Result<ValueId> {
        let ty = self.image_type(image)?;
        let vector = TypeKey::vector(VectorSize::Bi, Scalar::F32);
        let [image, coordinate] = self.open_helper(id, vector, [image, vector])?;
        self.mark_non_uniform(image, non_uniform);
        let (_, size) = self.image_extent(ty, image, Selector::None)?;
        let floats = self.unary_op(vector, Op::ConvertUToF, size)?;
        let half = self.number(vector, Number::Float(0.5))?;
        let one = self.number(vector, Number::Float(1.0))?;
        let low = self.binary_op(vector, Op::FDiv, half, floats)?;
        let high = self.binary_op(vector, Op::FSub, one, low)?;
        self.clamp_between(vector, [coordinate, low, high])
    }
}
