//! Texels: what reading one texel is made of, be it in a function's body or in a helper. It knows the type of an image and
//! ids, and neither naga's expressions nor the options.
//!
//! The sequences go to the section they are given. SPIR-V §3.49.10 (image instructions); WGSL `textureLoad` says which
//! coordinates are in bounds and what may come of those that are not.

use super::emitter::{Emitter, Result, internal};
use super::type_key::{TypeKey, declared_class};
use crate::words::{Operand, Section, ValueId};
use naga::{ImageClass, ImageDimension, Scalar, ScalarKind, StorageFormat, TypeInner, VectorSize};
use spirv::{GlslStd450Op, ImageOperands, Op};

/// The type of an image, taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImageType {
    pub(crate) dim: ImageDimension,
    pub(crate) arrayed: bool,
    pub(crate) class: ImageClass,
}

impl ImageType {
    /// The components that a coordinate into the image has, without the array layer.
    pub(crate) const fn coordinates(self) -> usize {
        match self.dim {
            ImageDimension::D1 => 1,
            ImageDimension::D2 => 2,
            ImageDimension::D3 | ImageDimension::Cube => 3,
        }
    }

    /// The components that a size query answers with, without the array layer: a cube has the size of its faces.
    pub(crate) const fn extents(self) -> usize {
        match self.dim {
            ImageDimension::D1 => 1,
            ImageDimension::D2 | ImageDimension::Cube => 2,
            ImageDimension::D3 => 3,
        }
    }

    /// Whether SPIR-V has no name for the format: what is read or written is then so without one.
    pub(crate) const fn is_unformatted(self) -> bool {
        matches!(
            self.class,
            ImageClass::Storage {
                format: StorageFormat::Bgra8Unorm,
                ..
            }
        )
    }

    /// The scalar that a texel is made of, which is the `Sampled Type` of the image.
    pub(crate) fn scalar(self) -> Scalar {
        match self.class {
            ImageClass::Sampled { kind, .. } => Scalar { kind, width: 4 },
            ImageClass::Depth { .. } | ImageClass::External => Scalar::F32,
            ImageClass::Storage { format, .. } => format.into(),
        }
    }

    /// What an image instruction without a depth reference gives: four components, whatever the image has.
    pub(crate) fn texel_type_key(self) -> TypeKey {
        TypeKey::vector(VectorSize::Quad, self.scalar())
    }

    /// What naga gives: the texel, of a depth image its first component.
    pub(crate) fn value_type_key(self) -> TypeKey {
        if self.is_depth() {
            TypeKey::F32
        } else {
            self.texel_type_key()
        }
    }

    pub(crate) const fn is_depth(self) -> bool {
        matches!(self.class, ImageClass::Depth { .. })
    }

    /// Whether the image has mip levels to choose from: `Sampled` is 1 and `MS` is 0.
    pub(crate) const fn is_mipmapped(self) -> bool {
        self.class.is_mipmapped()
    }
}

/// The type key of a scalar (one component) or a vector.
pub(crate) fn components_type_key(count: usize, scalar: Scalar) -> Result<TypeKey> {
    Ok(match count {
        1 => TypeKey::scalar(scalar),
        2 => TypeKey::vector(VectorSize::Bi, scalar),
        3 => TypeKey::vector(VectorSize::Tri, scalar),
        4 => TypeKey::vector(VectorSize::Quad, scalar),
        _ => return Err(internal("more components than a vector has")),
    })
}

/// One texel of an image. `coordinates` ends with the array layer when the image is arrayed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texel {
    pub(crate) image: ValueId,
    pub(crate) coordinates: ValueId,
    pub(crate) selector: Selector,
}

/// What chooses among several texels at one coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selector {
    /// A storage image has one texel there.
    None,
    Level(ValueId),
    Sample(ValueId),
}

impl Emitter<'_> {
    /// The image type of this type key.
    pub(crate) fn image_type(&self, type_key: TypeKey) -> Result<ImageType> {
        let inner = self
            .type_keys
            .handle(type_key)
            .map(|handle| &self.module.types[handle].inner);
        let Some(&TypeInner::Image { dim, arrayed, class }) = inner else {
            return Err(internal("an image of another type"));
        };
        Ok(ImageType {
            dim,
            arrayed,
            class: declared_class(class),
        })
    }

    /// `OpImageFetch` or `OpImageRead`, as naga gives the result.
    pub(crate) fn read_texel(&mut self, code: &mut Section, ty: ImageType, texel: Texel) -> Result<ValueId> {
        let result_type = self.value_type(ty.texel_type_key())?;
        let id = self.ids.value();
        let (mask, selector) = match texel.selector {
            Selector::None => (ImageOperands::NONE, None),
            Selector::Level(level) => (ImageOperands::LOD, Some(level)),
            Selector::Sample(sample) => (ImageOperands::SAMPLE, Some(sample)),
        };
        let operands = [mask.bits(), selector.map_or(0, Operand::word)];
        let operands = if selector.is_some() { &operands[..] } else { &[] };
        match ty.class {
            ImageClass::Storage { .. } => {
                // A storage texture has neither levels nor samples to choose from.
                const SHARED: [u32; 1] = [ImageOperands::NON_PRIVATE_TEXEL.bits()];
                let shared: &[u32] = if self.plan.vulkan_memory() { &SHARED } else { operands };
                code.image_read(result_type, id, texel.image, texel.coordinates, shared);
            }
            ImageClass::Sampled { .. } | ImageClass::Depth { .. } => {
                code.image_fetch(result_type, id, texel.image, texel.coordinates, operands);
            }
            ImageClass::External => return Err(internal("an external texture is no single image")),
        }
        if ty.is_depth() {
            self.first_component(code, id)
        } else {
            Ok(id)
        }
    }

    /// Depth in SPIR-V is the first of four components unless it is compared.
    pub(crate) fn first_component(&mut self, code: &mut Section, texel: ValueId) -> Result<ValueId> {
        let ty = self.value_type(TypeKey::F32)?;
        let id = self.ids.value();
        code.composite_extract(ty, id, texel, &[0]);
        Ok(id)
    }

    /// The texel nearest to the one asked for: level and sample first, then the coordinates, whose bounds depend on the
    /// level. Everything is `u32` and compared as such, so that what was negative ends at the far edge. With
    /// `trusted`, the level or sample is in bounds already.
    ///
    /// ```text
    /// %levels = OpImageQueryLevels %uint %image
    /// %last   = OpISub %uint %levels %1
    /// %level  = OpExtInst %uint %glsl UMin %asked %last
    /// %size   = OpImageQuerySizeLod %v3uint %image %level
    /// %edge   = OpISub %v3uint %size %111
    /// %at     = OpExtInst %v3uint %glsl UMin %coordinates %edge
    /// ```
    pub(crate) fn clamp_texel(
        &mut self,
        code: &mut Section,
        ty: ImageType,
        texel: Texel,
        trusted: bool,
    ) -> Result<Texel> {
        let selector = match texel.selector {
            selector if trusted => selector,
            Selector::None => Selector::None,
            Selector::Level(level) => {
                let uint = self.value_type(TypeKey::U32)?;
                let count = self.ids.value();
                code.image_query_levels(uint, count, texel.image);
                Selector::Level(self.clamp_below(code, TypeKey::U32, level, count)?)
            }
            Selector::Sample(sample) => {
                let uint = self.value_type(TypeKey::U32)?;
                let count = self.ids.value();
                code.image_query_samples(uint, count, texel.image);
                Selector::Sample(self.clamp_below(code, TypeKey::U32, sample, count)?)
            }
        };
        let level = match selector {
            Selector::Level(level) => Some(level),
            Selector::None | Selector::Sample(_) => None,
        };
        let (type_key, size) = self.image_extent(code, ty, texel.image, level)?;
        let coordinates = self.clamp_below(code, type_key, texel.coordinates, size)?;
        Ok(Texel {
            image: texel.image,
            coordinates,
            selector,
        })
    }

    /// The texel's value, or zero where it is out of bounds. What is clamped can be read in any case, so there is no
    /// branch: in bounds is what clamping leaves as it is.
    pub(crate) fn read_texel_or_zero(
        &mut self,
        code: &mut Section,
        ty: ImageType,
        texel: Texel,
        trusted: bool,
    ) -> Result<ValueId> {
        let clamped = self.clamp_texel(code, ty, texel, trusted)?;
        let value = self.read_texel(code, ty, clamped)?;
        let count = ty.extents() + usize::from(ty.arrayed);
        let boolean = components_type_key(count, Scalar::BOOL)?;
        let mut inside = self.binary_in(code, boolean, Op::IEqual, texel.coordinates, clamped.coordinates)?;
        if count > 1 {
            let ty = self.value_type(TypeKey::BOOL)?;
            let all = self.ids.value();
            code.all(ty, all, inside);
            inside = all;
        }
        match (texel.selector, clamped.selector) {
            (Selector::Level(asked), Selector::Level(given)) | (Selector::Sample(asked), Selector::Sample(given))
                if !trusted =>
            {
                let same = self.binary_in(code, TypeKey::BOOL, Op::IEqual, asked, given)?;
                inside = self.binary_in(code, TypeKey::BOOL, Op::LogicalAnd, inside, same)?;
            }
            _ => {}
        }
        let type_key = ty.value_type_key();
        if let Some((Some(size), _)) = type_key.vector_parts() {
            // Before SPIR-V 1.4 a vector is selected component by component.
            let vector = TypeKey::vector(size, Scalar::BOOL);
            let vector = self.value_type(vector)?;
            let splat = self.ids.value();
            code.composite_construct(vector, splat, &[inside; 4][..size as usize]);
            inside = splat;
        }
        let zero = self.null(type_key)?;
        let result_type = self.value_type(type_key)?;
        let id = self.ids.value();
        code.select(result_type, id, inside, value, zero);
        Ok(id)
    }

    /// The size of an image with its layers, as unsigned components: their type key and value. Images that can have mip
    /// levels are asked at one (VUID-StandaloneSpirv-OpImageQuerySizeLod-04659), by default the base level.
    pub(crate) fn image_extent(
        &mut self,
        code: &mut Section,
        ty: ImageType,
        image: ValueId,
        level: Option<ValueId>,
    ) -> Result<(TypeKey, ValueId)> {
        let type_key = components_type_key(ty.extents() + usize::from(ty.arrayed), Scalar::U32)?;
        let result_type = self.value_type(type_key)?;
        if ty.is_mipmapped() {
            let level = match level {
                Some(level) => level,
                None => self.u32_constant(0)?,
            };
            let id = self.ids.value();
            code.image_query_size_lod(result_type, id, image, level);
            return Ok((type_key, id));
        }
        let id = self.ids.value();
        code.image_query_size(result_type, id, image);
        Ok((type_key, id))
    }

    /// `min(value, bound - 1)` of unsigned components. A bound of zero, which is what a null descriptor answers with, lets
    /// everything pass.
    pub(crate) fn clamp_below(
        &mut self,
        code: &mut Section,
        type_key: TypeKey,
        value: ValueId,
        bound: ValueId,
    ) -> Result<ValueId> {
        let one = self.number(type_key, super::constants::Number::Int(1))?;
        let last = self.binary_in(code, type_key, Op::ISub, bound, one)?;
        self.extended_in(code, type_key, GlslStd450Op::UMin, &[value, last])
    }

    /// Emits a binary operation into a section.
    pub(crate) fn binary_in(
        &mut self,
        code: &mut Section,
        type_key: TypeKey,
        op: Op,
        left: ValueId,
        right: ValueId,
    ) -> Result<ValueId> {
        let ty = self.value_type(type_key)?;
        let id = self.ids.value();
        code.binary(op, ty, id, left, right);
        self.note_arithmetic(id, type_key, op);
        Ok(id)
    }

    /// Emits one `GLSL.std.450` instruction into a section.
    pub(crate) fn extended_in(
        &mut self,
        code: &mut Section,
        type_key: TypeKey,
        op: GlslStd450Op,
        operands: &[ValueId],
    ) -> Result<ValueId> {
        let ty = self.value_type(type_key)?;
        let set = self.glsl();
        let id = self.ids.value();
        code.ext_inst(ty, id, set, op, operands);
        self.note_extended(id, type_key, op);
        Ok(id)
    }
}

/// Whether integers of this scalar can stand in an image instruction as they are.
pub(crate) fn is_texel_integer(scalar: Scalar) -> bool {
    scalar.width == 4 && matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint)
}
