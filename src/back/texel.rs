//! Reads of one texel, in a function's body or in a helper: coordinates, clamping and the result.
//!
//! The instructions are those of SPIR-V §3.52.10, Image Instructions. WGSL's `textureLoad` defines which coordinates are in bounds and which results are allowed outside. This file knows image
//! types and ids, but neither naga's expressions nor the options.

use super::code::Code;
use super::constants::Number;
use super::emitter::{Emitter, Result, internal};
use super::type_key::{TypeKey, declared_class};
use crate::ir::ty::texel_scalar;
use crate::words::{Operand, ValueId};
use naga::{ImageClass, ImageDimension, Scalar, StorageFormat, TypeInner, VectorSize};
use spirv::{GlslStd450Op, ImageOperands, Op};

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
    pub(crate) fn extents(self) -> usize {
        self.coordinates() - usize::from(self.dim == ImageDimension::Cube)
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

    /// The result type of an image instruction without depth reference: four components of the image's `Sampled Type`.
    pub(crate) fn texel_type_key(self) -> TypeKey {
        TypeKey::vector(VectorSize::Quad, texel_scalar(self.class))
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
        let handle = self.type_keys.handle(type_key);
        let inner = handle.map(|handle| &self.module.types[handle].inner);
        let Some(&TypeInner::Image { dim, arrayed, class }) = inner else {
            return Err(internal("an image of another type"));
        };
        Ok(ImageType {
            dim,
            arrayed,
            class: declared_class(class),
        })
    }

    /// The image operands of an access to a storage texture.
    pub(crate) fn texel_operands(&self) -> &'static [u32] {
        const SHARED: [u32; 1] = [ImageOperands::NON_PRIVATE_TEXEL.bits()];
        if self.plan.vulkan_memory() { &SHARED } else { &[] }
    }
}

/// Reads of texels in any code.
pub(crate) trait TexelCode<'a>: Code<'a> {
    /// Emits `OpImageFetch` or `OpImageRead` and returns naga's result.
    fn read_texel(&mut self, ty: ImageType, texel: Texel) -> Result<ValueId> {
        let (result_type, id) = self.typed(ty.texel_type_key())?;
        if ty.class == ImageClass::External {
            return Err(internal("an external texture is no single image"));
        }
        let Texel { image, coordinates, .. } = texel;
        let (bit, operand) = match texel.selector {
            // A storage texture has neither levels nor samples, any other image one of both.
            Selector::None => {
                let operands = self.emitter().texel_operands();
                self.section().image_read(result_type, id, image, coordinates, operands);
                return Ok(id);
            }
            Selector::Level(level) => (ImageOperands::LOD, level),
            Selector::Sample(sample) => (ImageOperands::SAMPLE, sample),
        };
        let operands = [bit.bits(), operand.word()];
        self.section()
            .image_fetch(result_type, id, image, coordinates, &operands);
        if ty.is_depth() {
            self.extract(TypeKey::F32, id, &[0])
        } else {
            Ok(id)
        }
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
    fn clamp_texel(&mut self, ty: ImageType, texel: Texel, trusted: bool) -> Result<Texel> {
        let selector = if trusted {
            texel.selector
        } else {
            self.clamp_selector(texel.image, texel.selector)?
        };
        let texel = Texel { selector, ..texel };
        let (type_key, size) = self.image_extent(ty, texel.image, selector)?;
        let coordinates = self.clamp_below(type_key, texel.coordinates, size)?;
        Ok(Texel { coordinates, ..texel })
    }

    /// Clamps a level or sample to those of the image.
    fn clamp_selector(&mut self, image: ValueId, selector: Selector) -> Result<Selector> {
        let (query, asked, kind): (_, _, fn(ValueId) -> Selector) = match selector {
            Selector::None => return Ok(selector),
            Selector::Level(level) => (Op::ImageQueryLevels, level, Selector::Level),
            Selector::Sample(sample) => (Op::ImageQuerySamples, sample, Selector::Sample),
        };
        let count = self.unary_op(TypeKey::U32, query, image)?;
        Ok(kind(self.clamp_below(TypeKey::U32, asked, count)?))
    }

    /// Whether clamping does not change a texel. A trusted level or sample is not compared.
    fn is_inside(&mut self, ty: ImageType, (texel, clamped): (Texel, Texel), trusted: bool) -> Result<ValueId> {
        let count = ty.extents() + usize::from(ty.arrayed);
        let boolean = components_type_key(count, Scalar::BOOL)?;
        let mut inside = self.binary_op(boolean, Op::IEqual, texel.coordinates, clamped.coordinates)?;
        if count > 1 {
            inside = self.unary_op(TypeKey::BOOL, Op::All, inside)?;
        }
        match (texel.selector, clamped.selector) {
            (Selector::Level(asked), Selector::Level(given)) | (Selector::Sample(asked), Selector::Sample(given))
                if !trusted =>
            {
                let same = self.binary_op(TypeKey::BOOL, Op::IEqual, asked, given)?;
                self.binary_op(TypeKey::BOOL, Op::LogicalAnd, inside, same)
            }
            _ => Ok(inside),
        }
    }

    /// The size of an image, layers included, as unsigned components: type key and value. Images with mip levels are
    /// queried at a level (VUID-StandaloneSpirv-OpImageQuerySizeLod-04659), the base level by default.
    fn image_extent(&mut self, ty: ImageType, image: ValueId, selector: Selector) -> Result<(TypeKey, ValueId)> {
        let type_key = components_type_key(ty.extents() + usize::from(ty.arrayed), Scalar::U32)?;
        let result_type = self.emitter().value_type(type_key)?;
        let level = match selector {
            _ if !ty.class.is_mipmapped() => None,
            Selector::Level(level) => Some(level),
            Selector::None | Selector::Sample(_) => Some(self.emitter().u32_constant(0)?),
        };
        let id = self.fresh();
        match level {
            Some(level) => self.section().image_query_size_lod(result_type, id, image, level),
            None => self.section().image_query_size(result_type, id, image),
        }
        Ok((type_key, id))
    }

    /// Emits `min(value, bound - 1)` on unsigned components. A bound of zero, the size of a null descriptor, wraps and
    /// restricts nothing.
    fn clamp_below(&mut self, type_key: TypeKey, value: ValueId, bound: ValueId) -> Result<ValueId> {
        let last = self.last_below(type_key, bound)?;
        self.extended(type_key, GlslStd450Op::UMin, &[value, last])
    }

    fn last_below(&mut self, type_key: TypeKey, bound: ValueId) -> Result<ValueId> {
        let one = self.emitter().number(type_key, Number::Int(1))?;
        self.binary_op(type_key, Op::ISub, bound, one)
    }
}

impl<'a, C: Code<'a>> TexelCode<'a> for C {}
