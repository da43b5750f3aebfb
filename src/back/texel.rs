//! Texels: what reading one texel is made of, be it in a function's body or in a helper. It knows the type of an image and
//! ids, and neither naga's expressions nor the options.
//!
//! The sequences go to the section they are given. SPIR-V §3.49.10 (image instructions); WGSL `textureLoad` says which
//! coordinates are in bounds and what may come of those that are not.

use super::emitter::{Emitter, Result, internal};
use super::slot::{Slot, declared_class};
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
    pub(crate) fn texel_slot(self) -> Slot {
        Slot::vector(VectorSize::Quad, self.scalar())
    }

    /// What naga gives: the texel, of a depth image its first component.
    pub(crate) fn value_slot(self) -> Slot {
        if self.is_depth() { Slot::F32 } else { self.texel_slot() }
    }

    pub(crate) const fn is_depth(self) -> bool {
        matches!(self.class, ImageClass::Depth { .. })
    }

    /// Whether the image has mip levels to choose from: `Sampled` is 1 and `MS` is 0.
    pub(crate) const fn is_mipmapped(self) -> bool {
        self.class.is_mipmapped()
    }
}

/// The slot of a scalar (one component) or a vector.
pub(crate) fn components_slot(count: usize, scalar: Scalar) -> Result<Slot> {
    Ok(match count {
        1 => Slot::scalar(scalar),
        2 => Slot::vector(VectorSize::Bi, scalar),
        3 => Slot::vector(VectorSize::Tri, scalar),
        4 => Slot::vector(VectorSize::Quad, scalar),
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
    /// The image type with this slot.
    pub(crate) fn image_type(&self, slot: Slot) -> Result<ImageType> {
        let inner = self.slots.handle(slot).map(|handle| &self.module.types[handle].inner);
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
        let result_type = self.value_type(ty.texel_slot())?;
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
        let ty = self.value_type(Slot::F32)?;
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
                let uint = self.value_type(Slot::U32)?;
                let count = self.ids.value();
                code.image_query_levels(uint, count, texel.image);
                Selector::Level(self.clamp_below(code, Slot::U32, level, count)?)
            }
            Selector::Sample(sample) => {
                let uint = self.value_type(Slot::U32)?;
                let count = self.ids.value();
                code.image_query_samples(uint, count, texel.image);
                Selector::Sample(self.clamp_below(code, Slot::U32, sample, count)?)
            }
        };
        let level = match selector {
            Selector::Level(level) => Some(level),
            Selector::None | Selector::Sample(_) => None,
        };
        let (slot, size) = self.image_extent(code, ty, texel.image, level)?;
        let coordinates = self.clamp_below(code, slot, texel.coordinates, size)?;
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
        let boolean = components_slot(count, Scalar::BOOL)?;
        let mut inside = self.binary_in(code, boolean, Op::IEqual, texel.coordinates, clamped.coordinates)?;
        if count > 1 {
            let ty = self.value_type(Slot::BOOL)?;
            let all = self.ids.value();
            code.all(ty, all, inside);
            inside = all;
        }
        match (texel.selector, clamped.selector) {
            (Selector::Level(asked), Selector::Level(given)) | (Selector::Sample(asked), Selector::Sample(given))
                if !trusted =>
            {
                let same = self.binary_in(code, Slot::BOOL, Op::IEqual, asked, given)?;
                inside = self.binary_in(code, Slot::BOOL, Op::LogicalAnd, inside, same)?;
            }
            _ => {}
        }
        let slot = ty.value_slot();
        if let Some((Some(size), _)) = slot.vector_parts() {
            // Before SPIR-V 1.4 a vector is selected component by component.
            let vector = Slot::vector(size, Scalar::BOOL);
            let vector = self.value_type(vector)?;
            let splat = self.ids.value();
            code.composite_construct(vector, splat, &[inside; 4][..size as usize]);
            inside = splat;
        }
        let zero = self.null(slot)?;
        let result_type = self.value_type(slot)?;
        let id = self.ids.value();
        code.select(result_type, id, inside, value, zero);
        Ok(id)
    }

    /// The size of an image with its layers, as unsigned components: their slot and value. Images that can have mip
    /// levels are asked at one (VUID-StandaloneSpirv-OpImageQuerySizeLod-04659), by default the base level.
    pub(crate) fn image_extent(
        &mut self,
        code: &mut Section,
        ty: ImageType,
        image: ValueId,
        level: Option<ValueId>,
    ) -> Result<(Slot, ValueId)> {
        let slot = components_slot(ty.extents() + usize::from(ty.arrayed), Scalar::U32)?;
        let result_type = self.value_type(slot)?;
        if ty.is_mipmapped() {
            let level = match level {
                Some(level) => level,
                None => self.u32_constant(0)?,
            };
            let id = self.ids.value();
            code.image_query_size_lod(result_type, id, image, level);
            return Ok((slot, id));
        }
        let id = self.ids.value();
        code.image_query_size(result_type, id, image);
        Ok((slot, id))
    }

    /// `min(value, bound - 1)` of unsigned components. A bound of zero, which is what a null descriptor answers with, lets
    /// everything pass.
    pub(crate) fn clamp_below(
        &mut self,
        code: &mut Section,
        slot: Slot,
        value: ValueId,
        bound: ValueId,
    ) -> Result<ValueId> {
        let one = self.number(slot, super::constants::Number::Int(1))?;
        let last = self.binary_in(code, slot, Op::ISub, bound, one)?;
        self.extended_in(code, slot, GlslStd450Op::UMin, &[value, last])
    }

    /// Emits a binary operation into a section.
    pub(crate) fn binary_in(
        &mut self,
        code: &mut Section,
        slot: Slot,
        op: Op,
        left: ValueId,
        right: ValueId,
    ) -> Result<ValueId> {
        let ty = self.value_type(slot)?;
        let id = self.ids.value();
        code.binary(op, ty, id, left, right);
        self.note_arithmetic(id, slot, op);
        Ok(id)
    }

    /// Emits one `GLSL.std.450` instruction into a section.
    pub(crate) fn extended_in(
        &mut self,
        code: &mut Section,
        slot: Slot,
        op: GlslStd450Op,
        operands: &[ValueId],
    ) -> Result<ValueId> {
        let ty = self.value_type(slot)?;
        let set = self.glsl();
        let id = self.ids.value();
        code.ext_inst(ty, id, set, op, operands);
        self.note_extended(id, slot, op);
        Ok(id)
    }
}

/// Whether integers of this scalar can stand in an image instruction as they are.
pub(crate) fn is_texel_integer(scalar: Scalar) -> bool {
    scalar.width == 4 && matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint)
}
