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
    /// The level; none for the first one, and for images without levels.
    level: Selector,
    type_key: TypeKey,
    size: ValueId,
    /// The size less one, if it was computed.
    last: Option<ValueId>,
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
        if let Some(global) = self.external_global(image)? {
            let coordinates = self.texel_coordinates(coordinate, None, Some(ScalarKind::Uint))?;
            return self.call_polyfill(self.type_key(handle)?, Polyfill::ExternalLoad(global), &[coordinates]);
        }
        let image = self.image(image)?;
        let ty = image.ty;
        if ty.is_unformatted() {
            self.m.need(Capability::StorageImageReadWithoutFormat);
        }
        // The first level or sample always exists.
        let first = level.or(sample).is_none_or(|selector| self.is_first(selector));
        let is_proved = self.facts[handle.index()].is_in_range();
        let is_asserted = is_proved && self.asserts_proofs();
        let policy = if is_proved {
            BoundsCheckPolicy::Unchecked
        } else {
            self.m.plan.policies.checks.image_load
        };
        // The device checks the coordinates, and neither the level nor the sample.
        let by_device = self.m.plan.device_checks_texel(ty.arrayed, ty.class);
        let by_device = by_device.filter(|_| policy == BoundsCheckPolicy::Restrict);
        if let Some(features) = by_device {
            self.m.need_feature(features);
        }
        let checks_coordinates = by_device.is_none() && (is_asserted || policy != BoundsCheckPolicy::Unchecked);
        let checks_selector = checks_coordinates || by_device.is_some() && !first;
        if checks_selector {
            self.m.need(Capability::ImageQuery);
        }
        // What is compared with the size of the image is unsigned.
        let [kind, selector_kind] = [checks_coordinates, checks_selector].map(|is| is.then_some(ScalarKind::Uint));
        let mut texel = Texel {
            image: image.value,
            coordinates: self.texel_coordinates(coordinate, array_index, kind)?,
            selector: match (level, sample) {
                (None, None) => Selector::None,
                (Some(level), _) => Selector::Level(self.texel_integer(level, selector_kind)?),
                (None, Some(sample)) => Selector::Sample(self.texel_integer(sample, selector_kind)?),
            },
        };
        let value = match policy {
            BoundsCheckPolicy::Unchecked if is_asserted => self.load_asserted_texel(ty, texel, first)?,
            BoundsCheckPolicy::Unchecked => self.read_texel(ty, texel)?,
            BoundsCheckPolicy::Restrict if by_device.is_some() => {
                if !first {
                    texel.selector = self.clamp_selector(texel.image, texel.selector)?;
                }
                self.read_texel(ty, texel)?
            }
            BoundsCheckPolicy::Restrict if first => {
                let Extent { type_key, last, .. } = self.extent(&image, texel.selector, first, true)?;
                let last = last.ok_or_else(|| internal("a size without the last texel"))?;
                texel.coordinates = self.extended(type_key, GlslStd450Op::UMin, &[texel.coordinates, last])?;
                self.read_texel(ty, texel)?
            }
            BoundsCheckPolicy::Restrict | BoundsCheckPolicy::ReadZeroSkipWrite => {
                let polyfill = Polyfill::LoadTexel(TexelLoad {
                    image: image.type_key,
                    policy,
                    first,
                    non_uniform: image.non_uniform,
                });
                let type_key = self.type_key(handle)?;
                match texel.selector {
                    Selector::None => self.call_polyfill(type_key, polyfill, &[texel.image, texel.coordinates])?,
                    Selector::Level(selector) | Selector::Sample(selector) => {
                        self.call_polyfill(type_key, polyfill, &[texel.image, texel.coordinates, selector])?
                    }
                }
            }
        };
        self.or_zero(handle, [image.guard, None], value)
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
        if let Some(global) = self.external_global(image)? {
            // For external textures naga admits the query of the size only.
            return self.call_polyfill(self.type_key(handle)?, Polyfill::ExternalSize(global), &[]);
        }
        self.m.need(Capability::ImageQuery);
        let image = self.image(image)?;
        let ty = image.ty;
        let value = match query {
            ImageQuery::Size { level } => {
                let selector = match level {
                    Some(level) => Selector::Level(self.texel_integer(level, None)?),
                    None => Selector::None,
                };
                let is_first = level.is_none_or(|level| self.is_first(level));
                let size = self.extent(&image, selector, is_first, false)?.size;
                let type_key = self.type_key(handle)?;
                match (ty.arrayed, ty.extents()) {
                    (false, _) => Ok(size),
                    // The size without the number of layers.
                    (true, 1) => self.extract(type_key, size, &[0]),
                    (true, _) => self.shuffle(type_key, size, &[0, 1]),
                }
            }
            ImageQuery::NumLayers => {
                let size = self.extent(&image, Selector::None, true, false)?.size;
                self.extract(TypeKey::U32, size, &[ty.extents() as u32])
            }
            ImageQuery::NumLevels => self.unary_op(TypeKey::U32, Op::ImageQueryLevels, image.value),
            ImageQuery::NumSamples => self.unary_op(TypeKey::U32, Op::ImageQuerySamples, image.value),
        }?;
        self.or_zero(handle, [image.guard, None], value)
    }

    /// The size of an image at a level, layers included; with `needs_last` the coordinates of the last texel too. A size
    /// that is one of the last values of the open constructs is used again.
    fn extent(&mut self, image: &Image, queried: Selector, is_first: bool, needs_last: bool) -> Result<Extent> {
        let level = if is_first { Selector::None } else { queried };
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
        let type_key = self.type_key(integer)?;
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
        let present = match (scalar.width, scalar.kind) {
            (4, kind) => kind,
            (8, _) => {
                value = self.saturated_index((value, type_key))?;
                ScalarKind::Uint
            }
            (_, kind @ (ScalarKind::Sint | ScalarKind::Uint)) => {
                let word = type_key.with_scalar(Scalar { kind, width: 4 });
                value = self.unary_op(word, resize_op(word), value)?;
                kind
            }
            (_, ScalarKind::Float | ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat) => {
                return Err(internal("a texel coordinate is not an integer"));
            }
        };
        if present == kind {
            return Ok(value);
        }
        self.unary_op(type_key.with_scalar(Scalar { kind, width: 4 }), Op::Bitcast, value)
    }

    fn is_first(&self, selector: Handle<Expression>) -> bool {
        matches!(self.known_literal(selector), Some(Literal::I32(0) | Literal::U32(0)))
    }
}
