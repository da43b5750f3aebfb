//! Image access by integer coordinates, and image queries: `ImageLoad`, `ImageStore`, `ImageQuery`. Sampling is in
//! `image_sample`, bounds checks of texels in `back::texel`.
//!
//! SPIR-V §3.52.10, Image Instructions; WGSL `textureLoad`, `textureStore`, `textureDimensions` and related functions.
//! Stores are not checked under any policy: Vulkan discards a write outside the image (texel output validation), as
//! WGSL requires.

use super::bounds::NEAR;
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
use spirv::{Capability, Decoration, GlslStd450Op, Op};

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

impl FunctionEmitter<'_, '_> {
    /// The texel at an integer coordinate, under the policy for image loads.
    pub(super) fn image_load(
        &mut self,
        handle: Handle<Expression>,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        array_index: Option<Handle<Expression>>,
        sample: Option<Handle<Expression>>,
        level: Option<Handle<Expression>>,
    ) -> Result<ValueId> {
        if self.is_external(image) {
            let polyfill = Polyfill::ExternalLoad(self.external_global(image)?);
            let coordinates = self.texel_coordinates(coordinate, None, Some(ScalarKind::Uint))?;
            let type_key = self.type_key(handle)?;
            return self.call_polyfill(type_key, polyfill, &[coordinates]);
        }
        let image = self.image(image)?;
        let value = self.load_texel(handle, &image, (coordinate, array_index), (sample, level))?;
        self.or_zero(handle, [image.guard, None], value)
    }

    fn load_texel(
        &mut self,
        handle: Handle<Expression>,
        image: &Image,
        (coordinate, array_index): (Handle<Expression>, Option<Handle<Expression>>),
        (sample, level): (Option<Handle<Expression>>, Option<Handle<Expression>>),
    ) -> Result<ValueId> {
        let ty = image.ty;
        if ty.is_unformatted() {
            self.need(Capability::StorageImageReadWithoutFormat);
        }
        let policy = match self.facts[handle.index()].is_in_range() {
            true if self.asserts_proofs() => {
                return self.load_asserted_texel(image, (coordinate, array_index), (sample, level));
            }
            true => BoundsCheckPolicy::Unchecked,
            false => self.m.plan.policies.image_load,
        };
        let first = self.is_first_of((sample, level));
        if policy == BoundsCheckPolicy::Restrict
            && let Some(features) = self.m.plan.device_checks_texel(ty.arrayed, ty.class)
        {
            self.need_feature(features);
            return self.load_robust_texel(image, coordinate, (sample, level), first);
        }
        if policy != BoundsCheckPolicy::Unchecked {
            self.need(Capability::ImageQuery);
        }
        let kind = match policy {
            BoundsCheckPolicy::Unchecked => None,
            BoundsCheckPolicy::Restrict | BoundsCheckPolicy::ReadZeroSkipWrite => Some(ScalarKind::Uint),
        };
        let coordinates = self.texel_coordinates(coordinate, array_index, kind)?;
        let selector = self.selector((sample, level), kind)?;
        let texel = Texel {
            image: image.value,
            coordinates,
            selector,
        };
        match (policy, selector) {
            (BoundsCheckPolicy::Unchecked, _) => self.read_texel(ty, texel),
            (BoundsCheckPolicy::Restrict, _) if first => {
                let level = match (level, selector) {
                    (Some(level), Selector::Level(value)) => Some((level, value)),
                    _ => None,
                };
                let (type_key, last) = self.last_texel(image, level)?;
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

    /// Loads a texel whose coordinates the device checks. The level or sample is clamped unless it is known to exist.
    fn load_robust_texel(
        &mut self,
        image: &Image,
        coordinate: Handle<Expression>,
        (sample, level): (Option<Handle<Expression>>, Option<Handle<Expression>>),
        first: bool,
    ) -> Result<ValueId> {
        let coordinates = self.texel_coordinates(coordinate, None, None)?;
        let kind = (!first).then_some(ScalarKind::Uint);
        let mut selector = self.selector((sample, level), kind)?;
        if !first {
            self.need(Capability::ImageQuery);
            selector = self.clamp_selector(image.value, selector)?;
        }
        let texel = Texel {
            image: image.value,
            coordinates,
            selector,
        };
        self.read_texel(image.ty, texel)
    }

    /// The operand for a level or sample.
    pub(super) fn selector(
        &mut self,
        (sample, level): (Option<Handle<Expression>>, Option<Handle<Expression>>),
        kind: Option<ScalarKind>,
    ) -> Result<Selector> {
        Ok(match (level, sample) {
            (None, None) => Selector::None,
            (Some(level), _) => Selector::Level(self.texel_integer(level, kind)?),
            (None, Some(sample)) => Selector::Sample(self.texel_integer(sample, kind)?),
        })
    }

    /// Whether a texel is of the first level or sample, which always exists.
    pub(super) fn is_first_of(
        &self,
        (sample, level): (Option<Handle<Expression>>, Option<Handle<Expression>>),
    ) -> bool {
        level.or(sample).is_none_or(|selector| self.is_first(selector))
    }

    /// Stores a texel at integer coordinates, without a bounds check.
    pub(super) fn image_store(
        &mut self,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        array_index: Option<Handle<Expression>>,
        value: Handle<Expression>,
    ) -> Result<()> {
        let image = self.image(image)?;
        if image.ty.is_unformatted() {
            self.need(Capability::StorageImageWriteWithoutFormat);
        }
        let coordinates = self.texel_coordinates(coordinate, array_index, None)?;
        let value = self.value(value)?;
        self.only_if_guarded(image.guard, |this| {
            let operands = this.m.texel_operands();
            this.f.body.image_write(image.value, coordinates, value, operands);
            Ok(())
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
        self.need(Capability::ImageQuery);
        let image = self.image(image)?;
        let value = self.query(handle, &image, query)?;
        self.or_zero(handle, [image.guard, None], value)
    }

    fn query(&mut self, handle: Handle<Expression>, image: &Image, query: ImageQuery) -> Result<ValueId> {
        let ty = image.ty;
        match query {
            ImageQuery::Size { level } => {
                let level = match level {
                    Some(level) => Some((level, self.texel_integer(level, None)?)),
                    None => None,
                };
                let size = self.extent(image, level)?.size;
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
                let size = self.extent(image, None)?.size;
                self.extract(TypeKey::U32, size, &[ty.extents() as u32])
            }
            ImageQuery::NumLevels => self.op(TypeKey::U32, |code, ty, id| {
                code.image_query_levels(ty, id, image.value);
            }),
            ImageQuery::NumSamples => self.op(TypeKey::U32, |code, ty, id| {
                code.image_query_samples(ty, id, image.value);
            }),
        }
    }

    /// The size of an image at a level, layers included. A size that is one of the last values of the open constructs is
    /// used again.
    fn extent(&mut self, image: &Image, level: Option<(Handle<Expression>, ValueId)>) -> Result<Extent> {
        if let Some(known) = self.known_extent(image, level) {
            return Ok(known);
        }
        let extent = self.query_extent(image, level)?;
        self.f.scoped.push(Scoped::Extent(extent));
        Ok(extent)
    }

    /// The coordinates of the last texel of a level, in the last layer: type key and value.
    fn last_texel(
        &mut self,
        image: &Image,
        level: Option<(Handle<Expression>, ValueId)>,
    ) -> Result<(TypeKey, ValueId)> {
        let mut extent = match self.known_extent(image, level) {
            Some(known) => known,
            None => self.query_extent(image, level)?,
        };
        let last = match extent.last {
            Some(last) => last,
            None => {
                let last = self.last_below(extent.type_key, extent.size)?;
                extent.last = Some(last);
                self.f.scoped.push(Scoped::Extent(extent));
                last
            }
        };
        Ok((extent.type_key, last))
    }

    /// The size of an image at a level, if it is one of the last values of the open constructs.
    fn known_extent(&self, image: &Image, level: Option<(Handle<Expression>, ValueId)>) -> Option<Extent> {
        let level = self.level_of_query(level);
        let mut scoped = self.f.scoped.iter().rev().take(NEAR);
        scoped.find_map(|scoped| match *scoped {
            Scoped::Extent(extent) if extent.image == image.value && extent.level == level => Some(extent),
            Scoped::Extent(_) | Scoped::Value(_) | Scoped::Clamp(_) => None,
        })
    }

    /// Emits the query of the size.
    fn query_extent(&mut self, image: &Image, level: Option<(Handle<Expression>, ValueId)>) -> Result<Extent> {
        let value = level.map(|(_, value)| value);
        let (type_key, size) = self.image_extent(image.ty, image.value, value)?;
        Ok(Extent {
            image: image.value,
            level: self.level_of_query(level),
            type_key,
            size,
            last: None,
        })
    }

    /// The level of a query; `None` for the constant 0.
    fn level_of_query(&self, level: Option<(Handle<Expression>, ValueId)>) -> Option<ValueId> {
        let (level, value) = level?;
        (!self.is_first(level)).then_some(value)
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
    pub(super) fn texel_integer(
        &mut self,
        expression: Handle<Expression>,
        kind: Option<ScalarKind>,
    ) -> Result<ValueId> {
        let mut type_key = self.type_key(expression)?;
        let (_, scalar) = type_key.parts()?;
        let kind = kind.unwrap_or(scalar.kind);
        if scalar.width == 4
            && self.is_constant(expression)
            && let Some(id) = self.known_texel_integer(expression, kind)?
        {
            return Ok(id);
        }
        let mut value = self.value(expression)?;
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
            (_, ScalarKind::Sint) => {
                type_key = type_key.with_scalar(Scalar::I32);
                value = self.unary_op(type_key, Op::SConvert, value)?;
            }
            (_, ScalarKind::Uint) => {
                type_key = type_key.with_scalar(Scalar::U32);
                value = self.unary_op(type_key, Op::UConvert, value)?;
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

    /// The constant of a kind for an integer literal.
    fn known_texel_integer(&mut self, expression: Handle<Expression>, kind: ScalarKind) -> Result<Option<ValueId>> {
        let bits = match self.known_literal(expression) {
            Some(Literal::I32(value)) => value as u32,
            Some(Literal::U32(value)) => value,
            // catch-all: literals of other types are not texel coordinates of 32 bits
            _ => return Ok(None),
        };
        self.m
            .scalar_constant(Scalar { kind, width: 4 }, u64::from(bits))
            .map(Some)
    }

    /// Whether a level or sample is the constant 0.
    fn is_first(&self, selector: Handle<Expression>) -> bool {
        matches!(self.known_literal(selector), Some(Literal::I32(0) | Literal::U32(0)))
    }

    /// Decorates the operand through which memory is accessed with `NonUniform` (VUID-RuntimeSpirv-NonUniform-06274).
    pub(super) fn mark_non_uniform(&mut self, id: ValueId) {
        self.m
            .sections
            .annotations
            .decorate(id.id(), Decoration::NonUniform, &[]);
    }
}
