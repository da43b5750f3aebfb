//! Generates textures and samplers of every class, and calls of every function with them.

use super::generator::{Code, Generator, Stage};
use super::types::{F32, I32, Scalar, Ty, U32, vector};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    D1,
    D2,
    D2Array,
    D3,
    Cube,
    CubeArray,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texture {
    Sampled(Dimension, Scalar),
    Multisampled(Scalar),
    Depth(Dimension),
    DepthMultisampled,
    /// Format, its scalar, access.
    Storage(Dimension, &'static str, Scalar, &'static str),
    External,
}

use Dimension::{Cube, CubeArray, D1, D2, D2Array, D3};

const FORMATS: [(&str, Scalar); 37] = [
    ("r8snorm", Scalar::F32),
    ("r8uint", Scalar::U32),
    ("r8sint", Scalar::I32),
    ("r16sint", Scalar::I32),
    ("r16float", Scalar::F32),
    ("r16snorm", Scalar::F32),
    ("rg8unorm", Scalar::F32),
    ("rg8uint", Scalar::U32),
    ("rg8sint", Scalar::I32),
    ("rg16unorm", Scalar::F32),
    ("rg16uint", Scalar::U32),
    ("rg16sint", Scalar::I32),
    ("rgba16snorm", Scalar::F32),
    ("rgba8unorm", Scalar::F32),
    ("rgba8snorm", Scalar::F32),
    ("rgba8uint", Scalar::U32),
    ("rgba8sint", Scalar::I32),
    ("bgra8unorm", Scalar::F32),
    ("rgba16uint", Scalar::U32),
    ("rgba16sint", Scalar::I32),
    ("rgba16float", Scalar::F32),
    ("r32uint", Scalar::U32),
    ("r32sint", Scalar::I32),
    ("r32float", Scalar::F32),
    ("rg32uint", Scalar::U32),
    ("rg32sint", Scalar::I32),
    ("rg32float", Scalar::F32),
    ("rgba32uint", Scalar::U32),
    ("rgba32sint", Scalar::I32),
    ("rgba32float", Scalar::F32),
    ("r8unorm", Scalar::F32),
    ("rg16float", Scalar::F32),
    ("rgb10a2unorm", Scalar::F32),
    ("rgb10a2uint", Scalar::U32),
    ("rg11b10ufloat", Scalar::F32),
    ("r16uint", Scalar::U32),
    ("rgba16unorm", Scalar::F32),
];

impl Dimension {
    fn name(self) -> &'static str {
        match self {
            D1 => "1d",
            D2 => "2d",
            D2Array => "2d_array",
            D3 => "3d",
            Cube => "cube",
            CubeArray => "cube_array",
        }
    }

    fn is_array(self) -> bool {
        matches!(self, D2Array | CubeArray)
    }

    /// The number of components of sample coordinates.
    fn coordinates(self) -> u32 {
        match self {
            D1 => 1,
            D2 | D2Array => 2,
            D3 | Cube | CubeArray => 3,
        }
    }

    fn is_cube(self) -> bool {
        matches!(self, Cube | CubeArray)
    }
}

impl Texture {
    pub fn wgsl(self) -> String {
        match self {
            Texture::Sampled(dimension, scalar) => format!("texture_{}<{}>", dimension.name(), scalar.wgsl()),
            Texture::Multisampled(scalar) => format!("texture_multisampled_2d<{}>", scalar.wgsl()),
            Texture::Depth(dimension) => format!("texture_depth_{}", dimension.name()),
            Texture::DepthMultisampled => "texture_depth_multisampled_2d".to_owned(),
            Texture::Storage(dimension, format, _, access) => {
                format!("texture_storage_{}<{format}, {access}>", dimension.name())
            }
            Texture::External => "texture_external".to_owned(),
        }
    }

    fn dimension(self) -> Dimension {
        match self {
            Texture::Sampled(dimension, _) | Texture::Depth(dimension) | Texture::Storage(dimension, ..) => dimension,
            Texture::Multisampled(_) | Texture::DepthMultisampled | Texture::External => D2,
        }
    }
}

impl Generator {
    pub fn new_texture(&mut self) -> Texture {
        let numbers = super::types::NUMBERS;
        match self.random.below(12) {
            0..=4 => {
                let dimension = self.random.choose(&[D1, D2, D2, D2, D2Array, D3, Cube, CubeArray]);
                let scalar = if self.random.chance(70) {
                    Scalar::F32
                } else {
                    self.random.choose(&numbers)
                };
                Texture::Sampled(dimension, scalar)
            }
            5 => Texture::Multisampled(self.random.choose(&numbers)),
            6..=7 => Texture::Depth(self.random.choose(&[D2, D2Array, Cube, CubeArray])),
            8 => Texture::DepthMultisampled,
            9 if self.random.chance(40) => Texture::External,
            _ => {
                let dimension = self.random.choose(&[D1, D2, D2Array, D3]);
                if self.random.chance(15) {
                    let (format, scalar) = self
                        .random
                        .choose(&[("r32uint", Scalar::U32), ("r32sint", Scalar::I32)]);
                    return Texture::Storage(dimension, format, scalar, "atomic");
                }
                if self.wide && self.random.chance(15) {
                    return Texture::Storage(dimension, "r64uint", Scalar::U64, "atomic");
                }
                let (format, scalar) = self.random.choose(&FORMATS);
                let access = self.random.choose(&["read", "write", "write", "read_write"]);
                Texture::Storage(dimension, format, scalar, access)
            }
        }
    }

    pub fn sampler(&mut self, comparison: bool) -> Option<String> {
        let all = self.local_samplers.iter().chain(&self.samplers);
        let fits: Vec<String> = all
            .filter(|(_, compares)| *compares == comparison)
            .map(|(name, _)| name.clone())
            .collect();
        (!fits.is_empty()).then(|| fits[self.random.below(fits.len())].clone())
    }

    fn texture(&mut self, wanted: impl Fn(Texture) -> bool) -> Option<(String, Texture)> {
        let all = self.local_textures.iter().chain(&self.textures);
        let fits: Vec<(String, Texture)> = all.filter(|(_, texture)| wanted(*texture)).cloned().collect();
        (!fits.is_empty()).then(|| fits[self.random.below(fits.len())].clone())
    }

    /// A texture function with a scalar result, or another expression if there is no texture.
    pub fn texture_scalar(&mut self, scalar: Scalar, depth: usize) -> Code {
        let found = match scalar {
            Scalar::F32 => self.depth_sample(depth),
            Scalar::U32 => self.query(1, depth),
            Scalar::Bool
            | Scalar::I32
            | Scalar::I16
            | Scalar::U16
            | Scalar::F16
            | Scalar::I64
            | Scalar::U64
            | Scalar::F64 => None,
        };
        found.unwrap_or_else(|| self.builtin(scalar, 1, depth))
    }

    pub fn texture_vector(&mut self, size: u32, scalar: Scalar, depth: usize) -> Code {
        let found = match (size, scalar) {
            (4, Scalar::F32) if self.random.chance(60) => self.sample(depth),
            (4, Scalar::F32 | Scalar::I32 | Scalar::U32) => self.gather_or_load(scalar, depth),
            (2..=3, Scalar::U32) => self.query(size, depth),
            _ => None,
        };
        found.unwrap_or_else(|| self.builtin(scalar, size, depth))
    }

    fn coordinates(&mut self, dimension: Dimension, depth: usize) -> String {
        let ty = vector(dimension.coordinates(), Scalar::F32);
        let mut text = self.expression(&ty, depth - 1);
        if dimension.is_array() {
            text += &format!(", {}", self.integer(depth - 1));
        }
        text
    }

    fn offset(&mut self, dimension: Dimension) -> String {
        if dimension.is_cube() || dimension == D1 || self.random.chance(60) {
            return String::new();
        }
        let size = dimension.coordinates();
        let parts: Vec<String> = (0..size)
            .map(|_| format!("{}", self.random.below(16) as i32 - 8))
            .collect();
        format!(", vec{size}<i32>({})", parts.join(", "))
    }

    /// `textureSample` etc. on float textures.
    fn sample(&mut self, depth: usize) -> Option<Code> {
        let fits = |t| matches!(t, Texture::Sampled(_, Scalar::F32) | Texture::External);
        let (name, texture) = self.texture(fits)?;
        let sampler = self.sampler(false)?;
        let dimension = texture.dimension();
        if texture == Texture::External || (texture == Texture::Sampled(D2, Scalar::F32) && self.random.chance(15)) {
            let at = self.expression(&Ty::Vector(2, Scalar::F32), depth - 1);
            return Some(Code::runtime(format!(
                "textureSampleBaseClampToEdge({name}, {sampler}, {at})"
            )));
        }
        let at = self.coordinates(dimension, depth);
        let offset = self.offset(dimension);
        let implicit = self.context.stage == Stage::Fragment;
        let gradient = vector(dimension.coordinates(), Scalar::F32);
        let (function, more) = match self.random.below(4) {
            0 if implicit => ("textureSample", String::new()),
            1 if implicit && dimension != D1 => {
                ("textureSampleBias", format!(", {}", self.expression(&F32, depth - 1)))
            }
            2 if dimension != D1 => {
                let (x, y) = (
                    self.expression(&gradient, depth - 1),
                    self.expression(&gradient, depth - 1),
                );
                ("textureSampleGrad", format!(", {x}, {y}"))
            }
            _ if dimension == D1 && implicit => ("textureSample", String::new()),
            _ if dimension == D1 => return None,
            _ => ("textureSampleLevel", format!(", {}", self.expression(&F32, depth - 1))),
        };
        Some(Code::runtime(format!(
            "{function}({name}, {sampler}, {at}{more}{offset})"
        )))
    }

    /// Functions on depth textures, with a scalar result.
    fn depth_sample(&mut self, depth: usize) -> Option<Code> {
        let (name, texture) = self.texture(|t| matches!(t, Texture::Depth(_) | Texture::DepthMultisampled))?;
        let dimension = texture.dimension();
        if texture == Texture::DepthMultisampled || (!dimension.is_cube() && self.random.chance(25)) {
            return Some(self.load(&name, texture, depth));
        }
        let at = self.coordinates(dimension, depth);
        let offset = self.offset(dimension);
        let implicit = self.context.stage == Stage::Fragment;
        let reference = self.expression(&F32, depth - 1);
        let text = match self.random.below(4) {
            0 if implicit => format!("textureSample({name}, {}, {at}{offset})", self.sampler(false)?),
            1 if implicit => {
                format!(
                    "textureSampleCompare({name}, {}, {at}, {reference}{offset})",
                    self.sampler(true)?
                )
            }
            2 => {
                let level = self.integer(depth - 1);
                format!(
                    "textureSampleLevel({name}, {}, {at}, {level}{offset})",
                    self.sampler(false)?
                )
            }
            _ => format!(
                "textureSampleCompareLevel({name}, {}, {at}, {reference}{offset})",
                self.sampler(true)?
            ),
        };
        Some(Code::runtime(text))
    }

    fn gather_or_load(&mut self, scalar: Scalar, depth: usize) -> Option<Code> {
        let of_scalar = |t| match t {
            Texture::Sampled(dimension, of) => of == scalar && !dimension.is_cube(),
            Texture::Multisampled(of) => of == scalar,
            Texture::Storage(_, _, of, access) => of == scalar && access != "write",
            Texture::External => scalar == Scalar::F32,
            Texture::Depth(_) | Texture::DepthMultisampled => false,
        };
        if self.random.chance(70) {
            let (name, texture) = self.texture(of_scalar)?;
            return Some(self.load(&name, texture, depth));
        }
        let fits = |t| match t {
            Texture::Sampled(dimension, of) => of == scalar && !matches!(dimension, D1 | D3),
            Texture::Depth(_) => scalar == Scalar::F32,
            _ => false,
        };
        let (name, texture) = self.texture(fits)?;
        let dimension = texture.dimension();
        let at = self.coordinates(dimension, depth);
        let offset = self.offset(dimension);
        let text = if matches!(texture, Texture::Depth(_)) {
            if self.random.chance(50) {
                let reference = self.expression(&F32, depth - 1);
                format!(
                    "textureGatherCompare({name}, {}, {at}, {reference}{offset})",
                    self.sampler(true)?
                )
            } else {
                format!("textureGather({name}, {}, {at}{offset})", self.sampler(false)?)
            }
        } else {
            let component = self.random.below(4);
            format!(
                "textureGather({component}, {name}, {}, {at}{offset})",
                self.sampler(false)?
            )
        };
        Some(Code::runtime(text))
    }

    /// Integer coordinates, with the layer for arrayed textures.
    fn texel(&mut self, dimension: Dimension, depth: usize) -> String {
        let scalar = self.random.choose(&[Scalar::I32, Scalar::U32]);
        let mut at = self.expression(&vector(dimension.coordinates(), scalar), depth - 1);
        if dimension.is_array() {
            at += &format!(", {}", self.integer(depth - 1));
        }
        at
    }

    fn load(&mut self, name: &str, texture: Texture, depth: usize) -> Code {
        let at = self.texel(texture.dimension(), depth);
        let last = match texture {
            Texture::Storage(..) | Texture::External => String::new(),
            _ => format!(", {}", self.integer(depth - 1)),
        };
        Code::runtime(format!("textureLoad({name}, {at}{last})"))
    }

    fn query(&mut self, size: u32, depth: usize) -> Option<Code> {
        let fits = move |t: Texture| match (size, t) {
            (1, _) => true,
            (2, t) => t.dimension() != D1 && t.dimension() != D3,
            (_, t) => t.dimension() == D3,
        };
        let (name, texture) = self.texture(fits)?;
        let dimension = texture.dimension();
        let level = match texture {
            Texture::Sampled(..) | Texture::Depth(_) if self.random.chance(40) => {
                format!(", {}", self.integer(depth - 1))
            }
            _ => String::new(),
        };
        let dimensions = format!("textureDimensions({name}{level})");
        if size > 1 {
            return Some(Code::runtime(dimensions));
        }
        let mipped = matches!(texture, Texture::Sampled(..) | Texture::Depth(_));
        let sampled_many = matches!(texture, Texture::Multisampled(_) | Texture::DepthMultisampled);
        Some(Code::runtime(match self.random.below(3) {
            0 if dimension.is_array() => format!("textureNumLayers({name})"),
            1 if mipped => format!("textureNumLevels({name})"),
            2 if sampled_many => format!("textureNumSamples({name})"),
            _ if dimension == D1 => dimensions,
            _ => format!("{dimensions}.x"),
        }))
    }

    /// A `textureStore` statement, if there is a writable texture.
    pub fn texture_store(&mut self, depth: usize) -> Option<String> {
        let fits = |t| matches!(t, Texture::Storage(_, _, _, "write" | "read_write" | "atomic"));
        // naga allows stores only to variables, not to arguments.
        let all: Vec<(String, Texture)> = self.textures.iter().filter(|(_, t)| fits(*t)).cloned().collect();
        if all.is_empty() {
            return None;
        }
        let (texture_name, texture) = all[self.random.below(all.len())].clone();
        let Texture::Storage(dimension, _, scalar, access) = texture else {
            return None;
        };
        let at = self.texel(dimension, depth);
        if access == "atomic" {
            let all = ["Min", "Max", "Add", "And", "Or", "Xor"];
            let names = if scalar == Scalar::U64 { &all[..2] } else { &all[..] };
            let name = self.random.choose(names);
            let value = self.expression(&Ty::Scalar(scalar), depth);
            return Some(format!("textureAtomic{name}({texture_name}, {at}, {value});"));
        }
        let value = self.expression(&Ty::Vector(4, scalar), depth);
        Some(format!("textureStore({texture_name}, {at}, {value});"))
    }

    /// One of the two integer types, for `case` etc.
    pub fn integer_type(&mut self) -> Ty {
        if self.random.chance(50) { I32 } else { U32 }
    }
}
