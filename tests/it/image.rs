//! Tests of every kind of texture with every WGSL operation on it, in every form of its operands: each combination must
//! be valid SPIR-V at every Vulkan version and with every policy for image loads.

use crate::common::backends::options;
use crate::common::validate::{VULKAN, validate};
use naga::proc::BoundsCheckPolicy;

const POLICIES: [BoundsCheckPolicy; 3] = [
    BoundsCheckPolicy::Unchecked,
    BoundsCheckPolicy::Restrict,
    BoundsCheckPolicy::ReadZeroSkipWrite,
];

/// A texture type and the operands of its operations.
#[derive(Clone, Copy)]
struct Texture {
    /// The type without its parameters.
    name: &'static str,
    /// The number of components of a coordinate.
    coordinates: usize,
    arrayed: bool,
}

const fn texture(name: &'static str, coordinates: usize, arrayed: bool) -> Texture {
    Texture {
        name,
        coordinates,
        arrayed,
    }
}

const SAMPLED: [Texture; 6] = [
    texture("texture_1d", 1, false),
    texture("texture_2d", 2, false),
    texture("texture_2d_array", 2, true),
    texture("texture_3d", 3, false),
    texture("texture_cube", 3, false),
    texture("texture_cube_array", 3, true),
];

const DEPTH: [Texture; 4] = [
    texture("texture_depth_2d", 2, false),
    texture("texture_depth_2d_array", 2, true),
    texture("texture_depth_cube", 3, false),
    texture("texture_depth_cube_array", 3, true),
];

const STORAGE: [Texture; 4] = [
    texture("texture_storage_1d", 1, false),
    texture("texture_storage_2d", 2, false),
    texture("texture_storage_2d_array", 2, true),
    texture("texture_storage_3d", 3, false),
];

/// Storage formats with the scalar type of their texels: those of core WGSL and of its tiers.
const FORMATS: [(&str, &str); 40] = [
    ("r8unorm", "f32"),
    ("r8snorm", "f32"),
    ("r8uint", "u32"),
    ("r8sint", "i32"),
    ("rg8unorm", "f32"),
    ("rg8snorm", "f32"),
    ("rg8uint", "u32"),
    ("rg8sint", "i32"),
    ("rgba8unorm", "f32"),
    ("rgba8snorm", "f32"),
    ("rgba8uint", "u32"),
    ("rgba8sint", "i32"),
    ("bgra8unorm", "f32"),
    ("r16unorm", "f32"),
    ("r16snorm", "f32"),
    ("r16uint", "u32"),
    ("r16sint", "i32"),
    ("r16float", "f32"),
    ("rg16unorm", "f32"),
    ("rg16snorm", "f32"),
    ("rg16uint", "u32"),
    ("rg16sint", "i32"),
    ("rg16float", "f32"),
    ("rgba16unorm", "f32"),
    ("rgba16snorm", "f32"),
    ("rgba16uint", "u32"),
    ("rgba16sint", "i32"),
    ("rgba16float", "f32"),
    ("rgb10a2uint", "u32"),
    ("rgb10a2unorm", "f32"),
    ("rg11b10ufloat", "f32"),
    ("r32uint", "u32"),
    ("r32sint", "i32"),
    ("r32float", "f32"),
    ("rg32uint", "u32"),
    ("rg32sint", "i32"),
    ("rg32float", "f32"),
    ("rgba32uint", "u32"),
    ("rgba32sint", "i32"),
    ("rgba32float", "f32"),
];

/// Expressions in one fragment shader, each in its own statement.
#[derive(Default)]
struct Shader {
    declarations: Vec<String>,
    statements: Vec<String>,
}

impl Shader {
    fn new(texture_type: &str) -> Self {
        Self {
            declarations: vec![format!("@group(0) @binding(0) var t: {texture_type};")],
            statements: Vec::new(),
        }
    }

    fn with_sampler(mut self, kind: &str) -> Self {
        self.declarations.push(format!("@group(0) @binding(1) var s: {kind};"));
        self
    }

    /// Uses the value of a scalar or vector expression.
    fn value(&mut self, expression: &str) {
        let name = format!("v{}", self.statements.len());
        self.statements.push(format!(
            "let {name} = {expression}; if all({name} == {name}) {{ sum += 1.0; }}"
        ));
    }

    fn statement(&mut self, statement: &str) {
        self.statements.push(statement.to_owned());
    }

    fn source(&self) -> String {
        format!(
            "{}
struct Input {{
    @location(0) f: vec4f,
    @location(1) @interpolate(flat) i: vec4i,
    @location(2) @interpolate(flat) u: vec4u,
}}
@fragment fn main(in: Input) -> @location(0) vec4f {{
    let f = in.f; let i = in.i; let u = in.u;
    var sum = 0.0;
    {}
    return vec4f(sum);
}}
",
            self.declarations.join("\n"),
            self.statements.join("\n    ")
        )
    }

    /// Compiles at every version and validates.
    fn check(&self, policies: &[BoundsCheckPolicy]) {
        let source = self.source();
        let shader = crate::common::parse::wgsl(&source, "shader").unwrap_or_else(|error| panic!("{error}"));
        for target in VULKAN {
            for &policy in policies {
                let mut options = options(target);
                options.bounds_check_policies.image_load = policy;
                let words = crate::common::backends::spirula(&shader, &options)
                    .unwrap_or_else(|error| panic!("{target} {policy:?}: {error}\n{source}"));
                validate(&words, target).unwrap_or_else(|error| {
                    panic!(
                        "{target} {policy:?}: {error}\n{source}\n{}",
                        crate::common::backends::disassemble(&words)
                    )
                });
            }
        }
    }
}

/// The first `count` components of a vector.
fn first(vector: &str, count: usize) -> String {
    format!("{vector}.{}", &"xyzw"[..count])
}

/// The forms of an array index, with its comma; one empty form if there is none.
fn array_indices(texture: Texture) -> &'static [&'static str] {
    if texture.arrayed {
        &[", i.w", ", u.w", ", 1", ", -1i", ", 1u"]
    } else {
        &[""]
    }
}

/// Queries of sizes and counts.
fn queries(shader: &mut Shader, texture: Texture, levels: bool) {
    shader.value("textureDimensions(t)");
    if levels {
        for level in ["0", "0u", "3", "i.x", "u.x"] {
            shader.value(&format!("textureDimensions(t, {level})"));
        }
        shader.value("textureNumLevels(t)");
    }
    if texture.arrayed {
        shader.value("textureNumLayers(t)");
    }
}

/// Loads with each signedness of each operand. `selectors` are the forms of the level or sample index.
fn loads(shader: &mut Shader, texture: Texture, selectors: &[&str]) {
    let mut coordinates = vec![first("i", texture.coordinates), first("u", texture.coordinates)];
    coordinates.push(match texture.coordinates {
        1 => "7".to_owned(),
        count => format!("vec{count}(7)"),
    });
    for coordinate in &coordinates {
        for array_index in array_indices(texture) {
            for selector in selectors {
                shader.value(&format!("textureLoad(t, {coordinate}{array_index}{selector})"));
            }
        }
    }
}

const LEVELS: [&str; 6] = [", 0", ", 0u", ", 2", ", 2u", ", i.z", ", u.z"];

#[test]
fn loads_and_queries_of_sampled_textures() {
    for texture in SAMPLED {
        for scalar in ["f32", "i32", "u32"] {
            let mut shader = Shader::new(&format!("{}<{scalar}>", texture.name));
            queries(&mut shader, texture, true);
            if !texture.name.contains("cube") {
                loads(&mut shader, texture, &LEVELS);
            }
            shader.check(&POLICIES);
        }
    }
}

#[test]
fn loads_and_queries_of_depth_textures() {
    for texture in DEPTH {
        let mut shader = Shader::new(texture.name);
        queries(&mut shader, texture, true);
        if !texture.name.contains("cube") {
            loads(&mut shader, texture, &LEVELS);
        }
        shader.check(&POLICIES);
    }
}

#[test]
fn loads_and_queries_of_multisampled_textures() {
    let types = [
        "texture_multisampled_2d<f32>",
        "texture_multisampled_2d<i32>",
        "texture_multisampled_2d<u32>",
        "texture_depth_multisampled_2d",
    ];
    for name in types {
        let texture = texture(name, 2, false);
        let mut shader = Shader::new(name);
        queries(&mut shader, texture, false);
        shader.value("textureNumSamples(t)");
        loads(&mut shader, texture, &LEVELS);
        shader.check(&POLICIES);
    }
}

#[test]
fn storage_textures_in_every_format() {
    for (format, scalar) in FORMATS {
        for texture in STORAGE {
            for access in ["read", "write", "read_write"] {
                let mut shader = Shader::new(&format!("{}<{format}, {access}>", texture.name));
                queries(&mut shader, texture, false);
                if access != "write" {
                    loads(&mut shader, texture, &[""]);
                }
                if access != "read" {
                    for vector in ["i", "u"] {
                        let coordinate = first(vector, texture.coordinates);
                        for array_index in array_indices(texture) {
                            shader.statement(&format!(
                                "textureStore(t, {coordinate}{array_index}, vec4<{scalar}>(1));"
                            ));
                        }
                    }
                }
                shader.check(&[BoundsCheckPolicy::Restrict, BoundsCheckPolicy::ReadZeroSkipWrite]);
            }
        }
    }
}

/// The forms of an offset, with its comma, if the texture supports one.
fn offsets(texture: Texture) -> Vec<String> {
    let mut offsets = vec![String::new()];
    if texture.coordinates > 1 && !texture.name.contains("cube") {
        offsets.push(format!(", vec{}i(-8)", texture.coordinates));
        offsets.push(match texture.coordinates {
            2 => ", vec2i(7, -1)".to_owned(),
            _ => ", vec3i(7, -1, 0)".to_owned(),
        });
    }
    offsets
}

#[test]
fn sampling_of_sampled_textures() {
    for texture in SAMPLED {
        let mut shader = Shader::new(&format!("{}<f32>", texture.name)).with_sampler("sampler");
        let coordinate = first("f", texture.coordinates);
        for array_index in array_indices(texture) {
            for offset in offsets(texture) {
                let place = format!("{coordinate}{array_index}");
                shader.value(&format!("textureSample(t, s, {place}{offset})"));
                if texture.coordinates > 1 {
                    shader.value(&format!("textureSampleBias(t, s, {place}, f.w{offset})"));
                    shader.value(&format!(
                        "textureSampleGrad(t, s, {place}, {coordinate}, -{coordinate}{offset})"
                    ));
                }
                for level in ["0", "1.5", "f.w"] {
                    shader.value(&format!("textureSampleLevel(t, s, {place}, {level}{offset})"));
                }
            }
        }
        shader.check(&[BoundsCheckPolicy::Restrict]);
    }
}

#[test]
fn sampling_of_depth_textures() {
    for texture in DEPTH {
        let mut shader = Shader::new(texture.name).with_sampler("sampler");
        let coordinate = first("f", texture.coordinates);
        for array_index in array_indices(texture) {
            for offset in offsets(texture) {
                let place = format!("{coordinate}{array_index}");
                shader.value(&format!("textureSample(t, s, {place}{offset})"));
                for level in ["0", "1u", "i.w", "u.w"] {
                    shader.value(&format!("textureSampleLevel(t, s, {place}, {level}{offset})"));
                }
                shader.value(&format!("textureGather(t, s, {place}{offset})"));
            }
        }
        shader.check(&[BoundsCheckPolicy::Restrict]);
    }
}

#[test]
fn comparisons() {
    for texture in DEPTH {
        let mut shader = Shader::new(texture.name).with_sampler("sampler_comparison");
        let coordinate = first("f", texture.coordinates);
        for array_index in array_indices(texture) {
            for offset in offsets(texture) {
                for function in [
                    "textureSampleCompare",
                    "textureSampleCompareLevel",
                    "textureGatherCompare",
                ] {
                    for reference in ["0.5", "f.w"] {
                        shader.value(&format!(
                            "{function}(t, s, {coordinate}{array_index}, {reference}{offset})"
                        ));
                    }
                }
            }
        }
        shader.check(&[BoundsCheckPolicy::Restrict]);
    }
}

#[test]
fn gathers_of_sampled_textures() {
    for texture in SAMPLED {
        if texture.name == "texture_1d" || texture.name == "texture_3d" {
            continue;
        }
        for scalar in ["f32", "i32", "u32"] {
            let mut shader = Shader::new(&format!("{}<{scalar}>", texture.name)).with_sampler("sampler");
            let coordinate = first("f", texture.coordinates);
            for component in 0..4 {
                for array_index in array_indices(texture) {
                    for offset in offsets(texture) {
                        shader.value(&format!(
                            "textureGather({component}, t, s, {coordinate}{array_index}{offset})"
                        ));
                    }
                }
            }
            shader.check(&[BoundsCheckPolicy::Restrict]);
        }
    }
}

#[test]
fn base_level_clamped_to_the_edge() {
    let mut shader = Shader::new("texture_2d<f32>").with_sampler("sampler");
    shader.value("textureSampleBaseClampToEdge(t, s, f.xy)");
    shader.check(&[BoundsCheckPolicy::Restrict]);
}

/// A sampled image must be used in its block: the same texture and sampler in both branches are combined twice.
#[test]
fn a_sampled_image_stays_in_its_block() {
    let mut shader = Shader::new("texture_2d<f32>").with_sampler("sampler");
    shader.value("textureSampleLevel(t, s, f.xy, 0)");
    shader.statement("if f.x > 0.5 { sum += textureSampleLevel(t, s, f.yx, 0).x; } else { sum += textureSampleLevel(t, s, f.yy, 0).x; }");
    shader.value("textureSampleLevel(t, s, f.zw, 0)");
    shader.check(&[BoundsCheckPolicy::Restrict]);
}

/// Textures and samplers as arguments, from several variables of one type.
#[test]
fn textures_as_arguments() {
    let source = "
@group(0) @binding(0) var a: texture_2d<f32>;
@group(0) @binding(1) var b: texture_2d<f32>;
@group(0) @binding(2) var s: sampler;
@group(0) @binding(3) var c: texture_storage_2d<rgba8unorm, write>;
fn one(t: texture_2d<f32>, s: sampler, at: vec2f) -> vec4f {
    return textureSampleLevel(t, s, at, 0) + textureLoad(t, vec2u(at), 1) + vec4f(vec2f(textureDimensions(t)), 0, 0);
}
fn two(t: texture_2d<f32>, s: sampler, at: vec2f) -> vec4f { return one(t, s, at) + one(b, s, at); }
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
    textureStore(c, id.xy, two(a, s, vec2f(id.xy)) + two(b, s, vec2f(0)));
}
";
    let shader = crate::common::parse::wgsl(source, "shader").unwrap();
    for target in VULKAN {
        let words = crate::common::backends::spirula(&shader, &options(target))
            .unwrap_or_else(|error| panic!("{target}: {error}"));
        validate(&words, target)
            .unwrap_or_else(|error| panic!("{target}: {error}\n{}", crate::common::backends::disassemble(&words)));
    }
}

/// External textures: loaded, sampled, queried, passed to functions, and two of them in one group.
#[test]
fn external_textures() {
    let source = "
@group(0) @binding(0) var a: texture_external;
@group(0) @binding(1) var b: texture_external;
@group(0) @binding(2) var s: sampler;
@group(0) @binding(3) var plain: texture_2d<f32>;
fn load(t: texture_external, at: vec2i) -> vec4f { return textureLoad(t, at); }
fn both(one: texture_external, s: sampler, at: vec2f, two: texture_external) -> vec4f {
    return load(one, vec2i(at)) + textureSampleBaseClampToEdge(two, s, at);
}
@fragment fn main(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let size = textureDimensions(a) + textureDimensions(b) + textureDimensions(plain);
    let sampled = textureSampleBaseClampToEdge(a, s, at.xy) + textureSampleBaseClampToEdge(plain, s, at.xy);
    return textureLoad(b, vec2u(at.xy)) + sampled + both(a, s, at.zw, b) + both(b, s, at.zw, b) + vec4f(vec2f(size), 0, 0);
}
";
    let shader = crate::common::parse::wgsl(source, "shader").unwrap();
    for target in VULKAN {
        let words = crate::common::backends::spirula(&shader, &options(target))
            .unwrap_or_else(|error| panic!("{target}: {error}"));
        validate(&words, target)
            .unwrap_or_else(|error| panic!("{target}: {error}\n{}", crate::common::backends::disassemble(&words)));
    }
}

/// A 16-bit layer out of a buffer is more than stored: it becomes a float.
#[test]
fn narrow_layers_out_of_a_buffer() {
    for scalar in ["u16", "i16"] {
        let source = format!(
            "enable wgpu_int16;
@group(0) @binding(0) var image: texture_2d_array<f32>;
@group(0) @binding(1) var s: sampler;
@group(0) @binding(2) var<storage> layers: array<{scalar}>;
@group(0) @binding(3) var<storage, read_write> output: array<vec4<f32>>;
@compute @workgroup_size(1)
fn main() {{
    output[0] = textureSampleLevel(image, s, vec2<f32>(0.5), layers[0], 0.0) + textureGather(1, image, s, vec2<f32>(0.5), layers[1]);
}}"
        );
        let shader = crate::common::parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
        for target in VULKAN {
            let words = crate::common::backends::spirula(&shader, &options(target))
                .unwrap_or_else(|error| panic!("{target}: {error}"));
            validate(&words, target).unwrap_or_else(|fault| panic!("{target}: {fault}"));
        }
    }
}

/// naga's validator lets texels of a cube have an offset.
#[test]
fn a_cube_has_no_offsets() {
    let offset = "vec3<i32>(1, 0, -1)";
    for (class, call) in [
        ("texture_cube<f32>", "textureSample(image, s, at, OFFSET)"),
        ("texture_cube<f32>", "textureSampleBias(image, s, at, 1.0, OFFSET)"),
        ("texture_cube<f32>", "textureSampleLevel(image, s, at, 1.0, OFFSET)"),
        ("texture_cube<f32>", "textureSampleGrad(image, s, at, at, at, OFFSET)"),
        ("texture_cube<f32>", "textureGather(1, image, s, at, OFFSET)"),
        ("texture_cube_array<f32>", "textureSample(image, s, at, 1, OFFSET)"),
        ("texture_depth_cube", "vec4<f32>(textureSample(image, s, at, OFFSET))"),
        ("texture_depth_cube", "textureGather(image, s, at, OFFSET)"),
    ] {
        let source = |offset: &str| {
            let call = call.replace(", OFFSET", offset);
            format!(
                "@group(0) @binding(0) var image: {class};
@group(0) @binding(1) var s: sampler;
@fragment fn main(@location(0) at: vec3<f32>) -> @location(0) vec4<f32> {{ return {call}; }}"
            )
        };
        for target in VULKAN {
            let compiled = |source: &str| {
                let shader = crate::common::parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
                crate::common::backends::spirula(&shader, &options(target))
            };
            compiled(&source("")).unwrap_or_else(|error| panic!("{target}, {call}: {error}"));
            let error = compiled(&source(&format!(", {offset}"))).unwrap_err();
            let error = error.to_string();
            assert!(
                error.contains("an offset of the texels of a cube"),
                "{target}, {call}: {error}"
            );
        }
    }
}
