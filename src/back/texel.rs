//! Reads of one texel, in a function's body or in a helper: coordinates, clamping and the result.
//!
//! The instructions are appended to the section that is passed (SPIR-V §3.52.10, Image Instructions). WGSL's
//! `textureLoad` defines which coordinates are in bounds and which results are allowed outside. This file knows image
//! types and ids, but neither naga's expressions nor the options.

use super::emitter::{Emitter, Result, internal};
use super::type_key::{TypeKey, declared_class};
use crate::words::{Operand, Section, ValueId};
use naga::{ImageClass, ImageDimension, Scalar, ScalarKind, StorageFormat, TypeInner, VectorSize};
use spirv::{GlslStd450Op, ImageOperands, Op};

/// The fields of an image type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImageType {
    pub(crate) dim: ImageDimension,
    pub(crate) arrayed: bool,
    pub(crate) class: ImageClass,
}

impl ImageType {
    /// The number of components of a coordinate, without the array layer.
    pub(crate) const fn coordinates(self) -> usize {
        match self.dim {
            ImageDimension::D1 => 1,
            ImageDimension::D2 => 2,
            ImageDimension::D3 | ImageDimension::Cube => 3,
        }
    }

    /// The number of components of a size query, without the array layer. A cube has two: the size of a face.
    pub(crate) const fn extents(self) -> usize {
        match self.dim {
            ImageDimension::D1 => 1,
            ImageDimension::D2 | ImageDimension::Cube => 2,
            ImageDimension::D3 => 3,
        }
    }

    /// Whether SPIR-V has no name for the format, so that reads and writes are without format.
    pub(crate) const fn is_unformatted(self) -> bool {
        matches!(
            self.class,
            ImageClass::Storage {
                format: StorageFormat::Bgra8Unorm,
                ..
            }
        )
    }

    /// The scalar type of a texel, which is the `Sampled Type` of the image.
    pub(crate) fn scalar(self) -> Scalar {
        match self.class {
            ImageClass::Sampled { kind, .. } => Scalar { kind, width: 4 },
            ImageClass::Depth { .. } | ImageClass::External => Scalar::F32,
            ImageClass::Storage { format, .. } => format.into(),
        }
    }

    /// The result type of an image instruction without depth reference: a vector of four components for every image.
    pub(crate) fn texel_type_key(self) -> TypeKey {
        TypeKey::vector(VectorSize::Quad, self.scalar())
    }

    /// The type of naga's result: the texel, or its first component for a depth image.
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

/// One texel of an image. For an arrayed image the last component of `coordinates` is the layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texel {
    pub(crate) image: ValueId,
    pub(crate) coordinates: ValueId,
    pub(crate) selector: Selector,
}

/// The operand that chooses among the texels at one coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selector {
    /// A storage image has one texel at each coordinate.
    None,
    Level(ValueId),
    Sample(ValueId),
}

impl Emitter<'_> {
    /// The image type of a type key. A contradiction for other types.
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

    /// Emits `OpImageFetch` or `OpImageRead` and returns naga's result.
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
                // A storage texture has neither levels nor samples.
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

    /// Extracts the depth, which is the first of four components unless the instruction compares.
    pub(crate) fn first_component(&mut self, code: &mut Section, texel: ValueId) -> Result<ValueId> {
        let ty = self.value_type(TypeKey::F32)?;
        let id = self.ids.value();
        code.composite_extract(ty, id, texel, &[0]);
        Ok(id)
    }

    /// Clamps a texel to the image: first the level or sample, then the coordinates, whose bounds depend on the level.
    /// All comparisons are unsigned, so negative coordinates are clamped to the upper bound. With `trusted` the level
    /// or sample is known to be in bounds.
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
        let selector = if trusted {
            texel.selector
        } else {
            self.clamp_selector(code, texel.image, texel.selector)?
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

    /// Clamps a level or sample to those of the image.
    pub(crate) fn clamp_selector(
        &mut self,
        code: &mut Section,
        image: ValueId,
        selector: Selector,
    ) -> Result<Selector> {
        let uint = self.value_type(TypeKey::U32)?;
        Ok(match selector {
            Selector::None => Selector::None,
            Selector::Level(level) => {
                let count = self.ids.value();
                code.image_query_levels(uint, count, image);
                Selector::Level(self.clamp_below(code, TypeKey::U32, level, count)?)
            }
            Selector::Sample(sample) => {
                let count = self.ids.value();
                code.image_query_samples(uint, count, image);
                Selector::Sample(self.clamp_below(code, TypeKey::U32, sample, count)?)
            }
        })
    }

    /// Reads a texel, or zero if it is out of bounds, without a branch: the clamped texel is always read, and the texel
    /// is in bounds if clamping does not change it.
    pub(crate) fn read_texel_or_zero(
        &mut self,
        code: &mut Section,
        ty: ImageType,
        texel: Texel,
        trusted: bool,
    ) -> Result<ValueId> {
        let clamped = self.clamp_texel(code, ty, texel, trusted)?;
        let value = self.read_texel(code, ty, clamped)?;
        let mut inside = self.is_inside(code, ty, (texel, clamped), trusted)?;
        let type_key = ty.value_type_key();
        if let Some((Some(size), _)) = type_key.vector_parts() {
            // Before SPIR-V 1.4 `OpSelect` of vectors takes a vector of conditions.
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

    /// Whether clamping does not change a texel. A trusted level or sample is not compared.
    pub(crate) fn is_inside(
        &mut self,
        code: &mut Section,
        ty: ImageType,
        (texel, clamped): (Texel, Texel),
        trusted: bool,
    ) -> Result<ValueId> {
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
                self.binary_in(code, TypeKey::BOOL, Op::LogicalAnd, inside, same)
            }
            _ => Ok(inside),
        }
    }

    /// The size of an image, layers included, as unsigned components: type key and value. Images with mip levels are
    /// queried at a level (VUID-StandaloneSpirv-OpImageQuerySizeLod-04659), the base level by default.
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

    /// Emits `min(value, bound - 1)` on unsigned components. A bound of zero, the size of a null descriptor, wraps and
    /// restricts nothing.
    pub(crate) fn clamp_below(
        &mut self,
        code: &mut Section,
        type_key: TypeKey,
        value: ValueId,
        bound: ValueId,
    ) -> Result<ValueId> {
        let last = self.last_below(code, type_key, bound)?;
        self.extended_in(code, type_key, GlslStd450Op::UMin, &[value, last])
    }

    /// Emits `bound - 1`.
    pub(crate) fn last_below(&mut self, code: &mut Section, type_key: TypeKey, bound: ValueId) -> Result<ValueId> {
        let one = self.number(type_key, super::constants::Number::Int(1))?;
        self.binary_in(code, type_key, Op::ISub, bound, one)
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

    /// Emits a `GLSL.std.450` instruction into a section.
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

/// Whether an image instruction takes integers of this type without conversion.
pub(crate) fn is_texel_integer(scalar: Scalar) -> bool {
    scalar.width == 4 && matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint)
}
