//! Helpers for textures, which take images by value: loads with a bounds check, and coordinates clamped to the edges.

use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::texel::{ImageType, Selector, Texel, components_type_key};
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, Section, ValueId};
use naga::proc::BoundsCheckPolicy;
use naga::{ImageClass, Scalar, VectorSize};
use spirv::{Decoration, Op};

impl Emitter<'_> {
    /// `fn(image, coordinates, level or sample) -> texel`: the nearest texel, or zero if out of bounds. If `first`, the
    /// level or sample is known to be 0.
    pub(super) fn write_load_texel(
        &mut self,
        function: FunctionId,
        image: TypeKey,
        policy: BoundsCheckPolicy,
        first: bool,
        non_uniform: bool,
    ) -> Result<()> {
        let ty = self.image_type(image)?;
        let coordinates = components_type_key(ty.extents() + usize::from(ty.arrayed), Scalar::U32)?;
        let texel = match ty.class {
            ImageClass::Storage { .. } => {
                let [image, coordinates] = self.open_helper(function, ty.value_type_key(), [image, coordinates])?;
                Texel {
                    image,
                    coordinates,
                    selector: Selector::None,
                }
            }
            ImageClass::Sampled { multi, .. } | ImageClass::Depth { multi } => {
                let [image, coordinates, selector] =
                    self.open_helper(function, ty.value_type_key(), [image, coordinates, TypeKey::U32])?;
                let selector = if multi {
                    Selector::Sample(selector)
                } else {
                    Selector::Level(selector)
                };
                Texel {
                    image,
                    coordinates,
                    selector,
                }
            }
            ImageClass::External => return Err(internal("an external texture has no single image type")),
        };
        self.decorate_helper_handle(texel.image, non_uniform);
        let value = self.in_helper(|emitter, code| match policy {
            BoundsCheckPolicy::Unchecked => emitter.read_texel(code, ty, texel),
            BoundsCheckPolicy::Restrict => {
                let texel = emitter.clamp_texel(code, ty, texel, first)?;
                emitter.read_texel(code, ty, texel)
            }
            BoundsCheckPolicy::ReadZeroSkipWrite => emitter.read_texel_or_zero(code, ty, texel, first),
        })?;
        self.close_helper(value);
        Ok(())
    }

    /// `fn(image, coordinate) -> coordinate`: the coordinate clamped to half a texel of level 0 from each edge (WGSL
    /// `textureSampleBaseClampToEdge`).
    pub(super) fn write_clamp_to_edge(
        &mut self,
        function: FunctionId,
        image: TypeKey,
        non_uniform: bool,
    ) -> Result<()> {
        let ty = self.image_type(image)?;
        let vector = TypeKey::vector(VectorSize::Bi, Scalar::F32);
        let [image, coordinate] = self.open_helper(function, vector, [image, vector])?;
        self.decorate_helper_handle(image, non_uniform);
        let value = self.in_helper(|emitter, code| emitter.clamp_to_edge(code, ty, image, coordinate))?;
        self.close_helper(value);
        Ok(())
    }

    /// Clamps a coordinate to half a texel from each edge. NaN is clamped to the lower bound.
    fn clamp_to_edge(
        &mut self,
        code: &mut Section,
        ty: ImageType,
        image: ValueId,
        coordinate: ValueId,
    ) -> Result<ValueId> {
        let vector = TypeKey::vector(VectorSize::Bi, Scalar::F32);
        let (_, size) = self.image_extent(code, ty, image, None)?;
        let result_type = self.value_type(vector)?;
        let floats = self.ids.value();
        code.convert_u_to_f(result_type, floats, size);
        let half = self.number(vector, Number::Float(0.5))?;
        let one = self.number(vector, Number::Float(1.0))?;
        let low = self.binary_in(code, vector, Op::FDiv, half, floats)?;
        let high = self.binary_in(code, vector, Op::FSub, one, low)?;
        self.clamp_in(code, vector, [coordinate, low, high])
    }

    /// Runs code that appends to a given section on the section of functions, which has the open helper.
    pub(super) fn in_helper(
        &mut self,
        write: impl FnOnce(&mut Self, &mut Section) -> Result<ValueId>,
    ) -> Result<ValueId> {
        let mut code = core::mem::take(&mut self.sections.functions);
        let value = write(self, &mut code);
        self.sections.functions = code;
        value
    }

    /// Decorates an image or sampler with `NonUniform` if it differs between invocations. Memory is accessed through it
    /// in the helper (VUID-RuntimeSpirv-NonUniform-06274).
    pub(super) fn decorate_helper_handle(&mut self, handle: ValueId, non_uniform: bool) {
        if non_uniform {
            self.sections
                .annotations
                .decorate(handle.id(), Decoration::NonUniform, &[]);
        }
    }
}
