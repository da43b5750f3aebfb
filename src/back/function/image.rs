//! Image access by integer coordinates, and image queries: `ImageLoad`, `ImageStore`, `ImageQuery`. Sampling is in
//! `image_sample`, bounds checks of texels in `back::texel`.
//!
//! SPIR-V §3.52.10, Image Instructions; WGSL `textureLoad`, `textureStore`, `textureDimensions` and related functions.
//! Stores are not checked under any policy: Vulkan discards a write outside the image (texel output validation), as
//! WGSL requires.

use super::bounds::NEAR;
use super::convert::resize_op;
use super::handle::Image;
use super::{Code, FunctionEmitter, Scoped};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::polyfill::{Polyfill, TexelLoad};
use crate::back::texel::{Selector, Texel, TexelCode as _, components_type_key};
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use naga::proc::BoundsCheckPolicy;
use naga::{Expression, Handle, ImageQuery, Literal, Scalar, ScalarKind};
use spirv::{Capability, GlslStd450Op, Op, StorageClass};

/// The size of an image, which is valid until its construct closes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    image: ValueId,
    /// The level; `None` for the first one, and for images without levels.
    level: Option<ValueId>,
    type_key: TypeKey,
    size: ValueId,
    /// The size less one, if it was computed.
    last: Option<ValueId>,
}

/// The operands of an `ImageLoad` that select the texel.
#[derive(Clone, Copy, Debug)]
struct TexelOperands {
    coordinate: Handle<Expression>,
    array_index: Option<Handle<Expression>>,
    sample: Option<Handle<Expression>>,
    level: Option<Handle<Expression>>,
}

impl FunctionEmitter<'_, '_> {
    /// The texel at an integer coordinate, under the policy for image loads.
    pub(super) fn image_load(&mut self, handle: Handle<Expression>) -> Result<ValueId> {
        let Expression::ImageLoad {
            image,
            coordinate,
            array_index,
            sample,
            level,
        } = self.function.expressions[handle]
        else {
            return Err(internal("image_load called for another expression"));
        };
        if self.is_external(image) {
            let polyfill = Polyfill::ExternalLoad(self.external_global(image)?);
            let coordinates = self.texel_coordinates(coordinate, None, Some(ScalarKind::Uint))?;
            let type_key = self.type_key(handle)?;
            return self.call_polyfill(type_key, polyfill, &[coordinates]);
        }
        let image = self.image(image)?;
        let operands = TexelOperands {
            coordinate,
            array_index,
            sample,
            level,
        };
        let value = self.load_texel(handle, &image, operands)?;
        self.or_zero(handle, [image.guard, None], value)
    }

    fn load_texel(&mut self, handle: Handle<Expression>, image: &Image, operands: TexelOperands) -> Result<ValueId> {
        let ty = image.ty;
        let selector = operands.level.or(operands.sample);
        // The first level or sample always exists.
        let first = selector.is_none_or(|selector| self.is_first(selector));
        if ty.is_unformatted() {
            self.m.need(Capability::StorageImageReadWithoutFormat);
        }
        let policy = match self.facts[handle.index()].is_in_range() {
            true if self.asserts_proofs() => {
                self.m.need(Capability::ImageQuery);
                let asked = self.texel(image, operands, [Some(ScalarKind::Uint); 2])?;
                return self.load_asserted_texel(ty, asked, first);
            }
            true => BoundsCheckPolicy::Unchecked,
            false => self.m.plan.policies.image_load,
        };
        if policy == BoundsCheckPolicy::Restrict
            && let Some(features) = self.m.plan.device_checks_texel(ty.arrayed, ty.class)
        {
            // The device checks the coordinates, and neither the level nor the sample.
            self.m.need_feature(features);
            if first {
                let texel = self.texel(image, operands, [None; 2])?;
                return self.read_texel(ty, texel);
            }
            let mut texel = self.texel(image, operands, [None, Some(ScalarKind::Uint)])?;
            self.m.need(Capability::ImageQuery);
            texel.selector = self.clamp_selector(image.value, texel.selector)?;
            return self.read_texel(ty, texel);
        }
        let kind = (policy != BoundsCheckPolicy::Unchecked).then_some(ScalarKind::Uint);
        if kind.is_some() {
            self.m.need(Capability::ImageQuery);
        }
        let texel = self.texel(image, operands, [kind; 2])?;
        let coordinates = texel.coordinates;
        match (policy, texel.selector) {
            (BoundsCheckPolicy::Unchecked, _) => self.read_texel(ty, texel),
            (BoundsCheckPolicy::Restrict, selector) if first => {
                let level = match (operands.level, selector) {
                    (Some(level), Selector::Level(value)) => Some((level, value)),
                    _ => None,
                };
                let Extent { type_key, last, .. } = self.extent(image, level, true)?;
                let last = last.ok_or_else(|| internal("a size without the last texel"))?;
                let coordinates = self.extended(type_key, GlslStd450Op::UMin, &[coordinates, last])?;
                self.read_texel(ty, Texel { coordinates, ..texel })
            }
            (BoundsCheckPolicy::Restrict | BoundsCheckPolicy::ReadZeroSkipWrite, selector) => {
                let polyfill = Polyfill::LoadTexel(TexelLoad {
                    image: image.type_key,
                    policy,
                    first,
                    non_uniform: image.non_uniform,
                });
                let type_key = self.type_key(handle)?;
                match selector {
                    Selector::None => self.call_polyfill(type_key, polyfill, &[image.value, coordinates]),
                    Selector::Level(selector) | Selector::Sample(selector) => {
                        self.call_polyfill(type_key, polyfill, &[image.value, coordinates, selector])
                    }
                }
            }
        }
    }

    /// The values of the operands of a load, with the coordinates and the level or sample converted to these kinds.
    fn texel(
        &mut self,
        image: &Image,
        operands: TexelOperands,
        [kind, selector_kind]: [Option<ScalarKind>; 2],
    ) -> Result<Texel> {
        Ok(Texel {
            image: image.value,
            coordinates: self.texel_coordinates(operands.coordinate, operands.array_index, kind)?,
            selector: match (operands.level, operands.sample) {
                (None, None) => Selector::None,
                (Some(level), _) => Selector::Level(self.texel_integer(level, selector_kind)?),
                (None, Some(sample)) => Selector::Sample(self.texel_integer(sample, selector_kind)?),
            },
        })
    }

    /// Stores a texel at integer coordinates, without a bounds check.
    pub(super) fn image_store(
        &mut self,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        array_index: Option<Handle<Expression>>,
        value: Handle<Expression>,
    ) -> Result<()> {
        let alive = self.guard_effect(StorageClass::Image, None)?;
        self.only_if(alive, |this| {
            let image = this.image(image)?;
            if image.ty.is_unformatted() {
                this.m.need(Capability::StorageImageWriteWithoutFormat);
            }
            let coordinates = this.texel_coordinates(coordinate, array_index, None)?;
            let value = this.value(value)?;
            this.only_if(image.guard, |this| {
                let operands = this.m.texel_operands();
                this.f.body.image_write(image.value, coordinates, value, operands);
                Ok(())
            })
        })
    }

    /// The size of an image, or its number of levels, layers or samples.
    pub(super) fn image_query(
        &mut self,
        handle: Handle<Expression>,
        image: Handle<Expression>,
        query: ImageQuery,
    ) -> Result<ValueId> {
        if self.is_external(image) {
            // For external textures naga admits the query of the size only.
            let polyfill = Polyfill::ExternalSize(self.external_global(image)?);
            let type_key = self.type_key(handle)?;
            return self.call_polyfill(type_key, polyfill, &[]);
        }
        self.m.need(Capability::ImageQuery);
        let image = self.image(image)?;
        let ty = image.ty;
        let value = match query {
            ImageQuery::Size { level } => {
                let value = level.map(|level| self.texel_integer(level, None)).transpose()?;
                let size = self.extent(&image, level.zip(value), false)?.size;
                let type_key = self.type_key(handle)?;
                match (ty.arrayed, ty.extents()) {
                    (false, _) => Ok(size),
                    // The size without the number of layers.
                    (true, 1) => self.extract(type_key, size, &[0]),
                    (true, _) => self.op(type_key, |code, ty, id| {
                        code.vector_shuffle(ty, id, size, size, &[0, 1]);
                    }),
                }
            }
            ImageQuery::NumLayers => {
                let size = self.extent(&image, None, false)?.size;
                self.extract(TypeKey::U32, size, &[ty.extents() as u32])
            }
            ImageQuery::NumLevels => self.op(TypeKey::U32, |code, ty, id| {
                code.image_query_levels(ty, id, image.value);
            }),
            ImageQuery::NumSamples => self.op(TypeKey::U32, |code, ty, id| {
                code.image_query_samples(ty, id, image.value);
            }),
        }?;
        self.or_zero(handle, [image.guard, None], value)
    }

    /// The size of an image at a level, layers included; with `needs_last` the coordinates of the last texel too. A size
    /// that is one of the last values of the open constructs is used again.
    fn extent(
        &mut self,
        image: &Image,
        level: Option<(Handle<Expression>, ValueId)>,
        needs_last: bool,
    ) -> Result<Extent> {
        let queried = level.map(|(_, value)| value);
        let level = level.and_then(|(level, value)| (!self.is_first(level)).then_some(value));
        let mut scoped = self.f.scoped.iter().rev().take(NEAR);
        let known = scoped.find_map(|scoped| match *scoped {
            Scoped::Extent(extent) if extent.image == image.value && extent.level == level => Some(extent),
            Scoped::Extent(_) | Scoped::Value(_) | Scoped::Clamp(_) => None,
        });
        let mut extent = match known {
            Some(known) if known.last.is_some() || !needs_last => return Ok(known),
            Some(known) => known,
            None => {
                let (type_key, size) = self.image_extent(image.ty, image.value, queried)?;
                let (image, last) = (image.value, None);
                Extent {
                    image,
                    level,
                    type_key,
                    size,
                    last,
                }
            }
        };
        if needs_last {
            extent.last = Some(self.last_below(extent.type_key, extent.size)?);
        }
        self.f.scoped.push(Scoped::Extent(extent));
        Ok(extent)
    }

    /// The operand `Coordinate` of a texel access: a vector of 32-bit integers of one kind, with the array layer last.
    /// If `kind` is `None`, the layer is converted to the kind of the coordinate.
    pub(super) fn texel_coordinates(
        &mut self,
        coordinate: Handle<Expression>,
        array_index: Option<Handle<Expression>>,
        kind: Option<ScalarKind>,
    ) -> Result<ValueId> {
        let (size, scalar) = self.type_key(coordinate)?.parts()?;
        let kind = kind.unwrap_or(scalar.kind);
        let coordinates = self.texel_integer(coordinate, Some(kind))?;
        let Some(array_index) = array_index else {
            return Ok(coordinates);
        };
        let layer = self.texel_integer(array_index, Some(kind))?;
        let count = size.map_or(1, |size| size as usize) + 1;
        let type_key = components_type_key(count, Scalar { kind, width: 4 })?;
        self.construct(type_key, &[coordinates, layer])
    }

    /// An integer, or a vector of integers, converted to 32 bits and to `kind` if given. The conversion keeps the bits,
    /// so a negative coordinate is out of bounds as an unsigned number too. 64-bit values are clamped to the largest
    /// 32-bit value.
    pub(super) fn texel_integer(&mut self, integer: Handle<Expression>, kind: Option<ScalarKind>) -> Result<ValueId> {
        let mut type_key = self.type_key(integer)?;
        let (_, scalar) = type_key.parts()?;
        let kind = kind.unwrap_or(scalar.kind);
        let bits = match self.known_literal(integer).filter(|_| self.is_constant(integer)) {
            Some(Literal::I32(value)) => Some(value as u32),
            Some(Literal::U32(value)) => Some(value),
            // catch-all: literals of other types are not texel coordinates of 32 bits
            _ => None,
        };
        if let Some(bits) = bits {
            return self.m.scalar_constant(Scalar { kind, width: 4 }, bits.into());
        }
        let mut value = self.value(integer)?;
        let mut present = scalar.kind;
        match (scalar.width, scalar.kind) {
            (4, _) => {}
            (8, kind) => {
                let wide = type_key.with_scalar(Scalar::U64);
                if kind != ScalarKind::Uint {
                    value = self.unary_op(wide, Op::Bitcast, value)?;
                }
                let largest = self.m.number(wide, Number::Int(u32::MAX.into()))?;
                value = self.extended(wide, GlslStd450Op::UMin, &[value, largest])?;
                type_key = type_key.with_scalar(Scalar::U32);
                value = self.unary_op(type_key, Op::UConvert, value)?;
                present = ScalarKind::Uint;
            }
            (_, kind @ (ScalarKind::Sint | ScalarKind::Uint)) => {
                type_key = type_key.with_scalar(Scalar { kind, width: 4 });
                value = self.unary_op(type_key, resize_op(type_key), value)?;
            }
            (_, ScalarKind::Float | ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat) => {
                return Err(internal("a texel coordinate is not an integer"));
            }
        }
        if present == kind {
            return Ok(value);
        }
        self.unary_op(type_key.with_scalar(Scalar { kind, width: 4 }), Op::Bitcast, value)
    }

    fn is_first(&self, selector: Handle<Expression>) -> bool {
        matches!(self.known_literal(selector), Some(Literal::I32(0) | Literal::U32(0)))
    }
}
