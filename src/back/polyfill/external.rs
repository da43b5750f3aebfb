//! Helpers for external textures: up to three planes, and a uniform buffer of parameters for cropping and color
//! conversion. Each helper is written for one global variable and loads its planes and parameters itself, so that a
//! call passes coordinates only.
//!
//! The parameters are documented at naga's `SpecialTypes::external_texture_params` and wgpu's `ExternalTextureParams`,
//! the operations in WGSL (`textureLoad`, `textureSampleBaseClampToEdge` and `textureDimensions` of
//! `texture_external`).

use super::Code;
use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::resources::{External, Resource};
use crate::back::shape::Shape;
use crate::back::texel::{Selector, Texel, TexelCode as _};
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, Operand, TypeId, ValueId};
use naga::{GlobalVariable, Handle, Scalar, VectorSize};
use spirv::{Decoration, GlslStd450Op, ImageOperands, Op, SelectionControl, StorageClass};

const FLOAT2: TypeKey = TypeKey::vector(VectorSize::Bi, Scalar::F32);
const FLOAT3: TypeKey = TypeKey::vector(VectorSize::Tri, Scalar::F32);
const FLOAT4: TypeKey = TypeKey::vector(VectorSize::Quad, Scalar::F32);
const UINT2: TypeKey = TypeKey::vector(VectorSize::Bi, Scalar::U32);

/// The types and offsets of the parameters. In place of naga's two matrices with two rows there are their columns, and
/// each transfer function is a vector `(a, b, g, k)`. The bytes are the same, and this layout is legal in any uniform
/// buffer.
const MEMBERS: [(TypeKey, u32); 12] = [
    (TypeKey::matrix(VectorSize::Quad, VectorSize::Quad, Scalar::F32), 0),
    (TypeKey::matrix(VectorSize::Tri, VectorSize::Tri, Scalar::F32), 64),
    (FLOAT4, 112),
    (FLOAT4, 128),
    (FLOAT2, 144),
    (FLOAT2, 152),
    (FLOAT2, 160),
    (FLOAT2, 168),
    (FLOAT2, 176),
    (FLOAT2, 184),
    (UINT2, 192),
    (TypeKey::U32, 200),
];

const TO_RGB: u32 = 0;
const GAMUT: u32 = 1;
const SOURCE_TRANSFER: u32 = 2;
const TARGET_TRANSFER: u32 = 3;
const SAMPLE_TRANSFORM: u32 = 4;
const LOAD_TRANSFORM: u32 = 7;
const SIZE: u32 = 10;
const PLANES: u32 = 11;

/// How a helper reads the planes.
#[derive(Clone, Copy)]
enum Access {
    /// `textureLoad`: the size of the first plane as unsigned integers, and the texel in it, also as floats.
    Load {
        size: ValueId,
        texel: ValueId,
        place: ValueId,
    },
    /// `textureSampleBaseClampToEdge`: the coordinate, and the lower and upper corner of what it may reach.
    Sample {
        sampler: ValueId,
        non_uniform: bool,
        place: ValueId,
        bounds: [ValueId; 2],
    },
}

/// A plane, and the coordinates in it.
#[derive(Clone, Copy)]
struct Located {
    image: ValueId,
    coordinates: ValueId,
}

impl Emitter<'_> {
    /// Declares the struct type of the parameters' uniform buffer.
    pub(crate) fn declare_external_parameters(&mut self) -> Result<TypeId> {
        let mark = self.scratch_types.len();
        for &(type_key, _) in &MEMBERS {
            let ty = self.value_type(type_key)?;
            self.scratch_types.push(ty);
        }
        let id = self.struct_since(mark);
        let annotations = &mut self.sections.annotations;
        annotations.decorate(id.id(), Decoration::Block, &[]);
        for (index, &(_, offset)) in (0..).zip(&MEMBERS) {
            annotations.member_decorate(id, index, Decoration::Offset, &[offset]);
        }
        for matrix in [TO_RGB, GAMUT] {
            annotations.member_decorate(id, matrix, Decoration::ColMajor, &[]);
            annotations.member_decorate(id, matrix, Decoration::MatrixStride, &[16]);
        }
        Ok(id)
    }

    /// `fn() -> vec2<u32>`: the size of the texture, by its parameters.
    pub(super) fn write_external_size(&mut self, id: FunctionId, global: Handle<GlobalVariable>) -> Result<ValueId> {
        let external = self.external(global)?;
        let [] = self.open_helper(id, UINT2, [])?;
        let ty = self.image_type(external.image)?;
        let plane = self.load_value(external.image, external.planes[0])?;
        let (_, real) = self.image_extent(ty, plane, Selector::None)?;
        // The size in the parameters; if it is zero, that of the first plane.
        let declared = self.external_parameter(external, SIZE)?;
        let zero = self.null(UINT2)?;
        let bool2 = TypeKey::vector(VectorSize::Bi, Scalar::BOOL);
        let given = self.binary_op(bool2, Op::INotEqual, declared, zero)?;
        let given = self.unary_op(TypeKey::BOOL, Op::Any, given)?;
        let given = self.construct(bool2, &[given, given])?;
        self.select_op(UINT2, given, declared, real)
    }

    /// `fn(vec2<u32>) -> vec4<f32>`: the texel at a coordinate, which is clamped to the bounds.
    pub(super) fn write_external_load(&mut self, id: FunctionId, global: Handle<GlobalVariable>) -> Result<ValueId> {
        let external = self.external(global)?;
        let [coordinate] = self.open_helper(id, FLOAT4, [UINT2])?;
        let ty = self.image_type(external.image)?;
        let image = self.load_value(external.image, external.planes[0])?;
        let (_, size) = self.image_extent(ty, image, Selector::None)?;
        // A size of zero in the parameters restricts nothing here: the size of the first plane does below.
        let declared = self.external_parameter(external, SIZE)?;
        let coordinate = self.clamp_below(UINT2, coordinate, declared)?;
        let coordinate = self.unary_op(FLOAT2, Op::ConvertUToF, coordinate)?;
        let columns = self.external_columns(external, LOAD_TRANSFORM)?;
        let place = self.external_transform(columns, coordinate)?;
        let place = self.extended(FLOAT2, GlslStd450Op::RoundEven, &[place])?;
        let zero = self.number(FLOAT2, Number::Int(0))?;
        let last = self.last_below(UINT2, size)?;
        let last = self.unary_op(FLOAT2, Op::ConvertUToF, last)?;
        let place = self.clamp_between(FLOAT2, [place, zero, last])?;
        let coordinates = self.unary_op(UINT2, Op::ConvertFToU, place)?;
        let access = Access::Load {
            size,
            texel: coordinates,
            place,
        };
        self.external_color(external, access, Located { image, coordinates })
    }

    /// `fn(sampler, vec2<f32>) -> vec4<f32>`: a filtered value. The coordinate is clamped to half a texel from the
    /// edges of each plane.
    pub(super) fn write_external_sample(
        &mut self,
        id: FunctionId,
        global: Handle<GlobalVariable>,
        sampler: TypeKey,
        non_uniform: bool,
    ) -> Result<ValueId> {
        let external = self.external(global)?;
        let [sampler, coordinate] = self.open_helper(id, FLOAT4, [sampler, FLOAT2])?;
        self.mark_non_uniform(sampler, non_uniform);
        let columns = self.external_columns(external, SAMPLE_TRANSFORM)?;
        let place = self.external_transform(columns, coordinate)?;
        // The transform can flip the image, so the lower and the upper corner are computed as minimum and maximum of
        // the transformed (0, 0) and (1, 1). (0, 0) is transformed to the third column, (1, 1) to the sum of all
        // columns.
        let [right, down, origin] = columns;
        let corner = self.binary_op(FLOAT2, Op::FAdd, origin, right)?;
        let corner = self.binary_op(FLOAT2, Op::FAdd, corner, down)?;
        let low = self.extended(FLOAT2, GlslStd450Op::FMin, &[origin, corner])?;
        let high = self.extended(FLOAT2, GlslStd450Op::FMax, &[origin, corner])?;
        let access = Access::Sample {
            sampler,
            non_uniform,
            place,
            bounds: [low, high],
        };
        let first = self.locate_in_plane(external, access, external.planes[0])?;
        self.external_color(external, access, first)
    }

    fn external(&mut self, global: Handle<GlobalVariable>) -> Result<External> {
        match self.resource(global)? {
            Resource::External(external) => Ok(external),
            _ => Err(internal("an external texture is another resource")),
        }
    }

    /// Loads a plane and computes the coordinates in it. Coordinates of a load are for the second and third plane only.
    fn locate_in_plane(&mut self, external: External, access: Access, plane: ValueId) -> Result<Located> {
        let ty = self.image_type(external.image)?;
        let image = self.load_value(external.image, plane)?;
        let (_, count) = self.image_extent(ty, image, Selector::None)?;
        let extent = self.unary_op(FLOAT2, Op::ConvertUToF, count)?;
        let coordinates = match access {
            Access::Load { size, texel, place } => {
                // Chroma planes can be smaller than the first plane, so the coordinate is scaled to their size and
                // truncated: `texel · count / size`, which GPUs have no instruction for. As floats, the division (2.5
                // ULP) and both products (1 ULP in any rounding mode) err by at most 4.5 · 2⁻²³ of the result, and the
                // factor 1 + 2⁻²⁰ adds 8 · 2⁻²³, so the estimate is not below the quotient; up to 2¹⁵ texels it is
                // less than one above. Where it is one too large, its product shows that. The last texel scales to less than the plane's size.
                let above = self.number(FLOAT2, Number::Float(1.0 + 1.0 / 1_048_576.0))?;
                let floats = self.unary_op(FLOAT2, Op::ConvertUToF, size)?;
                let ratio = self.binary_op(FLOAT2, Op::FDiv, extent, floats)?;
                let ratio = self.binary_op(FLOAT2, Op::FMul, ratio, above)?;
                let scaled = self.binary_op(FLOAT2, Op::FMul, place, ratio)?;
                let estimate = self.unary_op(UINT2, Op::ConvertFToU, scaled)?;
                let product = self.binary_op(UINT2, Op::IMul, texel, count)?;
                let back = self.binary_op(UINT2, Op::IMul, estimate, size)?;
                let is_above = self.binary_op(UINT2.with_scalar(Scalar::BOOL), Op::UGreaterThan, back, product)?;
                let one = self.number(UINT2, Number::Int(1))?;
                let less = self.binary_op(UINT2, Op::ISub, estimate, one)?;
                self.select_op(UINT2, is_above, less, estimate)?
            }
            Access::Sample {
                place,
                bounds: [low, high],
                ..
            } => {
                let half = self.number(FLOAT2, Number::Float(0.5))?;
                let half = self.binary_op(FLOAT2, Op::FDiv, half, extent)?;
                let low = self.binary_op(FLOAT2, Op::FAdd, low, half)?;
                let high = self.binary_op(FLOAT2, Op::FSub, high, half)?;
                self.clamp_between(FLOAT2, [place, low, high])?
            }
        };
        Ok(Located { image, coordinates })
    }

    fn read_plane(
        &mut self,
        external: External,
        access: Access,
        Located { image, coordinates }: Located,
    ) -> Result<ValueId> {
        match access {
            Access::Load { .. } => {
                let ty = self.image_type(external.image)?;
                let selector = Selector::Level(self.u32_constant(0)?);
                let texel = Texel {
                    image,
                    coordinates,
                    selector,
                };
                self.read_texel(ty, texel)
            }
            Access::Sample {
                sampler, non_uniform, ..
            } => {
                let level = self.number(TypeKey::F32, Number::Float(0.0))?;
                let sampled_type = self.sampled_image_type(external.image)?;
                let sampled = self.ids.value();
                let code = &mut self.sections.functions;
                code.sampled_image(sampled_type, sampled, image, sampler);
                self.mark_non_uniform(sampled, non_uniform);
                let operands = [ImageOperands::LOD.bits(), level.word()];
                self.op(FLOAT4, |code, ty, id| {
                    code.image_sample_explicit_lod(ty, id, sampled, coordinates, &operands);
                })
            }
        }
    }

    /// The color that the planes contain. A single plane is the color itself. Otherwise the first plane is luma; chroma
    /// is in the second plane, or in the second and third.
    ///
    /// Planes that the texture does not have are not read. No read precedes a branch after which its value is used: a
    /// GPU may wait for the value at the branch, and the times of the reads add up.
    ///
    /// ```text
    /// if planes == 1 { return read(first); }
    /// luma = read(first);
    /// if planes == 2 { blue, red = read(second); } else { blue = read(second); red = read(third); }
    /// ```
    fn external_color(&mut self, external: External, access: Access, first: Located) -> Result<ValueId> {
        let planes = self.external_parameter(external, PLANES)?;
        let (one, two) = (self.u32_constant(1)?, self.u32_constant(2)?);
        let single = self.binary_op(TypeKey::BOOL, Op::IEqual, planes, one)?;
        let (colored, several) = (self.ids.label(), self.ids.label());
        let code = &mut self.sections.functions;
        code.selection_merge(several, SelectionControl::NONE);
        code.branch_conditional(single, colored, several);
        code.label(colored);
        let color = self.read_plane(external, access, first)?;
        self.sections.functions.return_value(color);
        self.sections.functions.label(several);
        let luma = self.read_plane(external, access, first)?;
        let luma = self.extract(TypeKey::F32, luma, &[0])?;
        let second = self.locate_in_plane(external, access, external.planes[1])?;
        let paired = self.binary_op(TypeKey::BOOL, Op::IEqual, planes, two)?;
        let (together, apart, chroma) = (self.ids.label(), self.ids.label(), self.ids.label());
        let code = &mut self.sections.functions;
        code.selection_merge(chroma, SelectionControl::NONE);
        code.branch_conditional(paired, together, apart);
        code.label(together);
        let both = self.read_plane(external, access, second)?;
        let pair = self.components::<2>(TypeKey::F32, both)?;
        self.sections.functions.branch(chroma);
        self.sections.functions.label(apart);
        let blue = self.read_plane(external, access, second)?;
        let third = self.locate_in_plane(external, access, external.planes[2])?;
        let red = self.read_plane(external, access, third)?;
        let singles = [
            self.extract(TypeKey::F32, blue, &[0])?,
            self.extract(TypeKey::F32, red, &[0])?,
        ];
        self.sections.functions.branch(chroma);
        self.sections.functions.label(chroma);
        let [mut blue, mut red] = pair;
        for (part, single) in [&mut blue, &mut red].into_iter().zip(singles) {
            let sources = [part.id(), together.id(), single.id(), apart.id()];
            *part = self.op(TypeKey::F32, |code, ty, id| code.phi(ty, id, &sources))?;
        }
        let opaque = self.number(TypeKey::F32, Number::Float(1.0))?;
        let components = self.construct(FLOAT4, &[luma, blue, red, opaque])?;
        let matrix = self.external_parameter(external, TO_RGB)?;
        let encoded = self.binary_op(FLOAT4, Op::MatrixTimesVector, matrix, components)?;
        let color = self.shuffle(FLOAT3, encoded, &[0, 1, 2])?;
        let color = self.decode_transfer(external, color)?;
        let gamut = self.external_parameter(external, GAMUT)?;
        let color = self.binary_op(FLOAT3, Op::MatrixTimesVector, gamut, color)?;
        let color = self.encode_transfer(external, color)?;
        self.construct(FLOAT4, &[color, opaque])
    }

    /// The transfer function to linear light: `v < k b ? v / k : pow((v + a - 1) / a, g)`.
    fn decode_transfer(&mut self, external: External, color: ValueId) -> Result<ValueId> {
        let [a, b, g, k] = self.external_transfer(external, SOURCE_TRANSFER)?;
        let one = self.number(FLOAT3, Number::Float(1.0))?;
        let limit = self.binary_op(FLOAT3, Op::FMul, k, b)?;
        let flat = self.binary_op(FLOAT3, Op::FDiv, color, k)?;
        let offset = self.binary_op(FLOAT3, Op::FSub, a, one)?;
        let curved = self.binary_op(FLOAT3, Op::FAdd, color, offset)?;
        let curved = self.binary_op(FLOAT3, Op::FDiv, curved, a)?;
        let curved = self.extended(FLOAT3, GlslStd450Op::Pow, &[curved, g])?;
        self.below_or([color, limit], flat, curved)
    }

    /// The transfer function from linear light: `v < b ? k v : a pow(v, 1 / g) - (a - 1)`.
    fn encode_transfer(&mut self, external: External, color: ValueId) -> Result<ValueId> {
        let [a, b, g, k] = self.external_transfer(external, TARGET_TRANSFER)?;
        let one = self.number(FLOAT3, Number::Float(1.0))?;
        let flat = self.binary_op(FLOAT3, Op::FMul, color, k)?;
        let power = self.binary_op(FLOAT3, Op::FDiv, one, g)?;
        let curved = self.extended(FLOAT3, GlslStd450Op::Pow, &[color, power])?;
        let curved = self.binary_op(FLOAT3, Op::FMul, curved, a)?;
        let offset = self.binary_op(FLOAT3, Op::FSub, a, one)?;
        let curved = self.binary_op(FLOAT3, Op::FSub, curved, offset)?;
        self.below_or([color, b], flat, curved)
    }

    fn below_or(&mut self, [value, limit]: [ValueId; 2], below: ValueId, other: ValueId) -> Result<ValueId> {
        let condition = TypeKey::vector(VectorSize::Tri, Scalar::BOOL);
        let condition = self.binary_op(condition, Op::FOrdLessThan, value, limit)?;
        self.select_op(FLOAT3, condition, below, other)
    }

    /// The four parameters of a transfer function, each as a vector of three equal components.
    fn external_transfer(&mut self, external: External, member: u32) -> Result<[ValueId; 4]> {
        let packed = self.external_parameter(external, member)?;
        let mut parts = [packed; 4];
        for (component, part) in (0..).zip(&mut parts) {
            *part = self.shuffle(FLOAT3, packed, &[component; 3])?;
        }
        Ok(parts)
    }

    /// The three columns of a transform. `first` is the member index of the first column.
    fn external_columns(&mut self, external: External, first: u32) -> Result<[ValueId; 3]> {
        Ok([
            self.external_parameter(external, first)?,
            self.external_parameter(external, first + 1)?,
            self.external_parameter(external, first + 2)?,
        ])
    }

    /// Applies an affine transform: multiplies the coordinate by two columns and adds the third.
    fn external_transform(&mut self, [right, down, origin]: [ValueId; 3], coordinate: ValueId) -> Result<ValueId> {
        let mut sum = origin;
        for (axis, column) in (0..).zip([right, down]) {
            let component = self.extract(TypeKey::F32, coordinate, &[axis])?;
            let part = self.binary_op(FLOAT2, Op::VectorTimesScalar, column, component)?;
            sum = self.binary_op(FLOAT2, Op::FAdd, sum, part)?;
        }
        Ok(sum)
    }

    /// Loads one member of the parameters.
    fn external_parameter(&mut self, external: External, member: u32) -> Result<ValueId> {
        let (type_key, _) = MEMBERS[member as usize];
        let pointer_type = self.pointer_type(StorageClass::Uniform, Shape::value(type_key))?;
        let index = self.u32_constant(member)?;
        let pointer = self.ids.value();
        let code = &mut self.sections.functions;
        code.access_chain(pointer_type, pointer, external.parameters, &[index]);
        self.load_value(type_key, pointer)
    }
}
