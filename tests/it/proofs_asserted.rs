//! Tests that what the writer proves holds: shaders run with an assertion in place of each check that a proof removed,
//! with hostile values in all buffers. `SPIRULA_ASSERT_PROOFS=1` does the same to all other suites that execute shaders.

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::reflection::EntryPointReflection;
use spirula::{CheckKind, Feature, Output};

use crate::common::assertions::PLACE;
use crate::common::parse::{self, Shader};
use crate::common::prng::Random;
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{
    Attribute, Binding, Color, Compute, ENDLESS, Gpu, Image, Render, Resource, Stage, VertexBuffer, gpu, texel_bytes,
    vk,
};
use crate::common::{backends, real, root, shaders_below, validate};
use crate::exact::{are_linked, colors, partner};
use crate::execution::run::{group, targets};
use crate::reflection::{bindings, pipeline};

/// How long a dispatch or draw may take. With hostile values some shaders run for hours, which is right.
const SECONDS: u32 = 10;
/// How often a shader runs, each time with other values.
const ROUNDS: u64 = 3;

const POLICIES: [BoundsCheckPolicy; 2] = [BoundsCheckPolicy::Restrict, BoundsCheckPolicy::ReadZeroSkipWrite];

fn policies(policy: BoundsCheckPolicy) -> BoundsCheckPolicies {
    BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: policy,
    }
}

/// Compiles a shader for a target, with assertions.
fn compiled(
    shader: &Shader,
    target: &spirula::Target,
    policies: BoundsCheckPolicies,
) -> Result<Output, spirula::Error> {
    let mut setup = Setup::new(target.clone());
    setup.assert_proofs = Some(PLACE);
    setup.bounds_check_policies = policies;
    setup::compile(&shader.module, &shader.info, &setup)
}

/// The values of buffers, push constants, vertices and texels of one run.
pub struct Hostile {
    random: Random,
    /// Whether values are below a few thousand, so that loops that count to them end.
    small: bool,
}

impl Hostile {
    pub fn new(seed: u64, round: u64) -> Self {
        Self {
            random: Random::new(seed ^ round << 32),
            small: round % 3 < 2,
        }
    }

    /// A word of memory of so many words: 0, 1, the largest numbers, lengths of arrays in it and the numbers around
    /// them, floats, or any.
    fn word(&mut self, words: usize) -> u32 {
        let words = u32::try_from(words).unwrap_or(u32::MAX);
        let length = words >> self.random.below(5);
        let near = length.wrapping_add(self.random.below(3) as u32).wrapping_sub(1);
        match self.random.below(if self.small { 8 } else { 12 }) {
            0 => 0,
            1 => 1,
            2 => self.random.below(9) as u32,
            3 | 4 => near,
            5 => self.random.below(3000) as u32,
            6 => self.random.choose(&[0.0_f32, 0.5, 1.0, 3.75, 100.0, -1.0]).to_bits(),
            7 => length,
            8 => self.random.choose(&[u32::MAX, u32::MAX - 1, u32::MAX - length]),
            9 => self
                .random
                .choose(&[0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0x7fff_fffe]),
            10 => self.random.choose(&[f32::NAN, f32::INFINITY, -1e30, 4e9]).to_bits(),
            _ => self.random.next() as u32,
        }
    }

    pub fn fill(&mut self, bytes: &mut [u8]) {
        let words = bytes.len() / 4;
        for chunk in bytes.chunks_mut(4) {
            let word = self.word(words).to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
    }

    fn image(&mut self, image: &mut Image) {
        let extent = match image.view {
            vk::ImageViewType::TYPE_2D | vk::ImageViewType::TYPE_2D_ARRAY => [8, 4, 1],
            vk::ImageViewType::TYPE_3D => [8, 4, 2],
            _ => image.extent,
        };
        let levels = self.random.between(1, if extent == image.extent { 1 } else { 3 }) as u32;
        self.resize(image, extent, levels);
    }

    fn resize(&mut self, image: &mut Image, extent: [u32; 3], levels: u32) {
        let Ok(texel) = texel_bytes(image.format) else { return };
        let texels = |level: u32| {
            extent
                .iter()
                .map(|size| u64::from((size >> level).max(1)))
                .product::<u64>()
        };
        let count = (0..levels).map(texels).sum::<u64>() * u64::from(image.layers);
        (image.extent, image.levels) = (extent, levels);
        image.texels = vec![0; (count * texel) as usize];
        if image.format == vk::Format::D32_SFLOAT {
            for depth in image.texels.chunks_exact_mut(4) {
                depth.copy_from_slice(&(self.random.below(5) as f32 / 4.0).to_le_bytes());
            }
        } else {
            self.fill(&mut image.texels);
        }
    }

    pub fn resource(&mut self, resource: &mut Resource) {
        match resource {
            Resource::Storage(bytes) => {
                let more = self.random.choose(&[0, 0, 16, 64, 192, 960, 4032]);
                bytes.resize(bytes.len().next_multiple_of(16) + more, 0);
                self.fill(bytes);
            }
            Resource::Uniform(bytes) => self.fill(bytes),
            Resource::Texture(image) | Resource::Combined(image, _) => self.image(image),
            Resource::StorageImage(image) => {
                let extent = image.extent;
                self.resize(image, extent, 1);
            }
            Resource::Array { elements, count } => {
                if let Some(first) = elements.first().cloned() {
                    elements.resize(*count as usize, first);
                }
                elements.iter_mut().for_each(|element| self.resource(element));
            }
            Resource::Sampler(_) | Resource::Multisampled(_) | Resource::Scene(_) => {}
        }
    }
}

/// What ran.
#[derive(Default)]
pub struct Ran {
    shaders: usize,
    runs: usize,
    /// Asserted indices, texels and loops.
    asserted: [usize; 3],
    /// Runs that did not end with their values.
    endless: usize,
    skipped: usize,
    faults: Vec<String>,
}

impl Ran {
    fn judge<T>(&mut self, name: &str, result: Result<T, String>) {
        match result {
            Ok(_) => self.runs += 1,
            Err(error) if error.contains(ENDLESS) => self.endless += 1,
            Err(error) => self.faults.push(format!("{name}: {error}")),
        }
    }

    pub fn report(&self) {
        let [indices, texels, loops] = self.asserted;
        println!(
            "{} shaders, {} runs, {indices} indices, {texels} texels and {loops} loops asserted; {} runs did not end, {} pipelines have resources that this suite does not support",
            self.shaders, self.runs, self.endless, self.skipped
        );
        assert!(
            self.faults.is_empty(),
            "{} faults:\n{}",
            self.faults.len(),
            self.faults.join("\n")
        );
    }
}

/// A module on a device, and the values with which it runs.
struct Run<'a> {
    gpu: &'a Gpu,
    name: String,
    output: &'a Output,
    target: &'a spirula::Target,
    hostile: Hostile,
}

impl Run<'_> {
    /// The resources of a pipeline, with hostile contents.
    fn bindings(&mut self, pipeline: &spirula::Reflection, ran: &mut Ran) -> Option<Vec<Binding>> {
        let Some(mut found) = bindings(self.gpu, pipeline, &mut Vec::new()) else {
            ran.skipped += 1;
            return None;
        };
        for binding in &mut found {
            self.hostile.resource(&mut binding.resource);
        }
        Some(found)
    }

    fn push_constants(&mut self, pipeline: &spirula::Reflection) -> Vec<u8> {
        let (size, _) = pipeline.push_constant_range(4).unwrap_or_default();
        let mut bytes = vec![0; size as usize];
        self.hostile.fill(&mut bytes);
        bytes
    }

    fn all(&mut self, ran: &mut Ran) {
        let output = self.output;
        let entries = &output.reflection.entry_points;
        let of = |stage: &'static str| entries.iter().filter(move |entry| entry.stage == stage);
        for entry in of("compute") {
            self.dispatch(entry, ran);
        }
        for vertex in of("vertex") {
            let fragment = of("fragment").find(|fragment| are_linked(vertex, fragment));
            self.draw(Some(vertex), fragment, ran);
        }
        for fragment in of("fragment") {
            self.draw(None, Some(fragment), ran);
        }
    }

    fn dispatch(&mut self, entry: &EntryPointReflection, ran: &mut Ran) {
        let pipeline = pipeline(&self.output.reflection, &[entry]);
        let Some(bindings) = self.bindings(&pipeline, ran) else {
            return;
        };
        let push_constants = self.push_constants(&pipeline);
        let result = self.gpu.compute(&Compute {
            words: &self.output.words,
            entry_point: &entry.name,
            bindings: &bindings,
            push_constants: &push_constants,
            constants: &[],
            workgroups: [2, 1, 1],
            validate: false,
        });
        ran.judge(&format!("{}, {}", self.name, entry.name), result);
    }

    /// Draws a triangle. A missing vertex shader is replaced by one that covers the picture.
    fn draw(&mut self, vertex: Option<&EntryPointReflection>, fragment: Option<&EntryPointReflection>, ran: &mut Ran) {
        let entries: Vec<_> = [vertex, fragment].into_iter().flatten().collect();
        let pipeline = pipeline(&self.output.reflection, &entries);
        let Some(bindings) = self.bindings(&pipeline, ran) else {
            return;
        };
        let formats = fragment.map_or(Some(Vec::new()), |fragment| colors(self.gpu, fragment));
        let Some(formats) = formats.filter(|formats| formats.iter().all(|&format| texel_bytes(format).is_ok())) else {
            ran.skipped += 1;
            return;
        };
        let own = match (vertex, fragment) {
            (None, Some(fragment)) => match partner(fragment, self.target) {
                Some(own) => Some(own.words),
                None => return,
            },
            _ => None,
        };
        let (attributes, stride) = vertex.map_or((Vec::new(), 0), |vertex| vertex.vertex_attributes(0));
        if !attributes.iter().all(|one| self.gpu.reads_vertices(one.format)) {
            return;
        }
        let push_constants = self.push_constants(&pipeline);
        let mut bytes = vec![0; stride as usize * 3];
        self.hostile.fill(&mut bytes);
        let buffer = VertexBuffer {
            stride,
            attributes: attributes
                .iter()
                .map(|one| Attribute {
                    location: one.location,
                    format: one.format,
                    offset: one.offset,
                })
                .collect(),
            bytes,
            per_instance: false,
        };
        let stage = |entry_point| Stage {
            words: &self.output.words,
            entry_point,
        };
        let clear = [0.0; 4];
        let colors: Vec<Color> = formats.iter().map(|&format| Color { format, clear }).collect();
        let result = self.gpu.render(&Render {
            vertex: match &own {
                Some(words) => Stage {
                    words,
                    entry_point: "main",
                },
                None => stage(vertex.map_or("", |vertex| &vertex.name)),
            },
            fragment: fragment.map(|fragment| stage(&fragment.name)),
            bindings: &bindings,
            push_constants: &push_constants,
            constants: &[],
            vertex_buffers: if attributes.is_empty() {
                &[]
            } else {
                std::slice::from_ref(&buffer)
            },
            topology: vk::PrimitiveTopology::TRIANGLE_LIST,
            vertices: 3,
            instances: 1,
            size: [4, 4],
            colors: &colors,
            depth: fragment.is_some_and(|fragment| {
                let mut outputs = fragment.outputs.iter();
                outputs.any(|output| output.built_in.as_deref() == Some("FragDepth"))
            }),
        });
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        ran.judge(&format!("{}, {}", self.name, names.join(" and ")), result);
    }
}

/// Runs every entry point of a shader in several rounds.
pub fn run_hostile(gpu: &Gpu, target: &spirula::Target, name: &str, shader: &Shader, ran: &mut Ran) {
    for round in 0..ROUNDS {
        let policy = POLICIES[(round % 2) as usize];
        let Ok(output) = compiled(shader, target, policies(policy)) else {
            return;
        };
        for (count, kind) in ran
            .asserted
            .iter_mut()
            .zip([CheckKind::Index, CheckKind::Texel, CheckKind::Loop])
        {
            *count += output.assertions.iter().filter(|one| one.kind == kind).count();
        }
        ran.shaders += usize::from(round == 0);
        let seed = name
            .bytes()
            .fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        let mut run = Run {
            gpu,
            name: format!("{name}, round {round}"),
            output: &output,
            target,
            hostile: Hostile::new(seed, round),
        };
        run.all(ran);
    }
}

/// A device of its own on which endless shaders end, and the target that describes it. It has no layouts of uniform
/// buffers that spirv-val accepts only where it is told of a feature.
pub fn limited() -> Option<(Gpu, spirula::Target)> {
    // Reports a missing driver, and sets the options of the driver.
    drop(gpu()?);
    let gpu = Gpu::open_limited(SECONDS).expect("the device that was found");
    let target = gpu.described(3, &[]).target();
    let layouts = [Feature::UniformBufferStandardLayout, Feature::ScalarBlockLayout];
    let target = layouts.into_iter().fold(target, spirula::Target::disable);
    Some((gpu, target))
}

#[test]
fn proofs_about_kernels_and_examples_hold() {
    let Some((gpu, target)) = limited() else { return };
    let mut ran = Ran::default();
    for path in ["benches/kernels/shaders", "examples"]
        .iter()
        .flat_map(|folder| shaders_below(&root(folder)))
    {
        let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
        run_hostile(&gpu, &target, &path.display().to_string(), &shader, &mut ran);
    }
    ran.report();
    assert!(ran.asserted.iter().all(|&count| count > 5), "{:?}", ran.asserted);
}

#[test]
fn proofs_about_vello_hold() {
    let Some((gpu, target)) = limited() else { return };
    let mut ran = Ran::default();
    for (name, source) in real::vello() {
        let shader = parse::wgsl(&source, name).unwrap_or_else(|error| panic!("{error}"));
        run_hostile(&gpu, &target, name, &shader, &mut ran);
    }
    ran.report();
    assert!(ran.asserted[0] > 10 && ran.asserted[2] > 10, "{:?}", ran.asserted);
}

#[test]
#[ignore = "needs a folder of shaders in SPIRULA_SHADERS"]
fn proofs_about_the_shaders_of_a_folder_hold() {
    let folder = std::env::var_os("SPIRULA_SHADERS").expect("SPIRULA_SHADERS");
    let Some((gpu, target)) = limited() else { return };
    let mut ran = Ran::default();
    for path in shaders_below(folder.as_ref()) {
        if let Ok(shader) = parse::file(&path) {
            run_hostile(&gpu, &target, &path.display().to_string(), &shader, &mut ran);
        }
    }
    ran.report();
    assert!(ran.runs > 0, "no shader ran");
}

/// Runs a compute shader at every Vulkan version, and fails if a proof does not hold.
fn holds(source: &str, bindings: &[Binding]) {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    holds_of(&shader, source, bindings);
}

/// The same for a module that was changed. Elements of binding arrays are also tested where other indices are clamped.
fn holds_of(shader: &Shader, source: &str, bindings: &[Binding]) {
    let Some(gpu) = gpu() else { return };
    for name in targets(&gpu) {
        for (policy, binding_array) in [(0, 0), (1, 1), (0, 1)] {
            let policy = BoundsCheckPolicies {
                binding_array: POLICIES[binding_array],
                ..policies(POLICIES[policy])
            };
            let output = compiled(shader, &backends::target(name), policy);
            let output = output.unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(source, "test.wgsl")));
            validate::validate(&output.words, name).unwrap_or_else(|error| panic!("{name}: {error}"));
            let result = gpu.compute(&Compute {
                words: &output.words,
                entry_point: "main",
                bindings,
                push_constants: &[],
                constants: &[],
                workgroups: [1; 3],
                validate: false,
            });
            result.unwrap_or_else(|error| panic!("{name}, {policy:?}: {error}\n{source}"));
        }
    }
}

fn words(words: &[u32]) -> Resource {
    Resource::Storage(words.iter().flat_map(|word| word.to_le_bytes()).collect())
}

/// An index into memory and into a value, a texel, a loop with a counter, and a loop that runs once.
#[test]
fn each_check_that_a_proof_removed_is_asserted() {
    let source = "@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 8>;
@group(0) @binding(1) var picture: texture_2d<f32>;
@compute @workgroup_size(1)
fn main() {
    let values = vec4<u32>(1, 2, 3, 4);
    for (var i = 0; i < 8; i++) {
        numbers[i] = values[i & 3];
    }
    let size = textureDimensions(picture, 0);
    let x = numbers[0];
    let y = numbers[1];
    if x < size.x && y < size.y {
        numbers[2] = u32(textureLoad(picture, vec2<u32>(x, y), 0).x);
    }
    loop {
        if numbers[3] == 0 {
            numbers[4] = 5;
        }
        break;
    }
}";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    for name in validate::VULKAN {
        let target = backends::target(name);
        let mut setup = Setup::new(target.clone());
        setup.explain_checks = true;
        let explained = setup::compile(&shader.module, &shader.info, &setup).unwrap();
        assert!(explained.checks.iter().all(|check| check.proved), "{name}");
        let expected: Vec<_> = explained.checks.iter().map(|check| check.kind).collect();

        let asserted = compiled(&shader, &target, policies(BoundsCheckPolicy::Restrict)).unwrap();
        validate::validate(&asserted.words, name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let kinds: Vec<_> = asserted.assertions.iter().map(|assertion| assertion.kind).collect();
        for kind in [CheckKind::Index, CheckKind::Texel, CheckKind::Loop] {
            let count = |kinds: &[CheckKind]| kinds.iter().filter(|&&other| other == kind).count();
            assert!(
                count(&kinds) > 0 && count(&kinds) == count(&expected),
                "{name}, {kind:?}: {kinds:?}, {expected:?}"
            );
        }
    }
}

/// Statements that never run store nothing, so they prove nothing about the value after them.
#[test]
fn statements_after_an_exit_store_nothing() {
    for exit in [
        "{ continue; }",
        "if out[2] == 0u { continue; } else { break; }",
        "if out[2] == 0u { { continue; } } else { return; }",
        "switch out[2] { case 1u: { continue; } default: { continue; } }",
        "switch out[2] { case 0u: { if true { continue; } } default: { break; } } if out[2] == 0u { continue; } else { break; }",
        "loop { break; } { { continue; } }",
    ] {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1)
fn main() {{
    var a = array<u32, 4>(1u, 2u, 3u, 4u);
    var y = out[0];
    var n = 0u;
    loop {{
        {exit}
        y = 1u;
        continuing {{
            out[1] = a[y];
            n = n + 1u;
            break if n > 3u;
        }}
    }}
}}"
        );
        holds(&source, &group([words(&[4, 0, 0, 0])]));
    }
}

#[test]
fn statements_after_an_exit_store_no_index_of_memory() {
    let source = "struct Data { a: array<u32, 4>, secret: u32 }
@group(0) @binding(0) var<storage, read_write> out: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> d: Data;
@compute @workgroup_size(1)
fn main() {
    var y = out[0];
    var n = 0u;
    loop {
        if out[2] == 0u { continue; } else { break; }
        y = 1u;
        continuing {
            d.a[y] = 5u;
            n = n + 1u;
            break if n > 3u;
        }
    }
}";
    let mut first = [0; 16];
    first[0] = 4;
    holds(source, &group([words(&first), words(&[10, 11, 12, 13, 777])]));
}

/// The size of the level of this iteration is compared with a coordinate of the iteration before.
#[test]
fn a_size_of_an_image_is_that_of_its_iteration() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(1) var t: texture_2d<f32>;
@compute @workgroup_size(1)
fn main() {
    var x = 0u;
    let levels = textureNumLevels(t);
    for (var level = 0u; level < levels; level++) {
        let size = textureDimensions(t, level);
        out[level] = textureLoad(t, vec2u(x, 0u), level);
        x = size.x - 1u;
    }
}";
    let mut image = Image::flat(vk::Format::R8G8B8A8_UNORM, 4, 4, Vec::new());
    image.levels = 3;
    image.texels = (0..4 * (16 + 4 + 1)).collect();
    holds(
        source,
        &group([Resource::Storage(vec![0; 64]), Resource::Texture(image)]),
    );
}

/// The length of the buffer of this iteration is compared with an index of the iteration before.
#[test]
fn a_length_of_a_buffer_is_that_of_its_iteration() {
    let source = "enable wgpu_binding_array;
struct Buffer { data: array<u32> }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read> buffers: binding_array<Buffer, 4>;
@compute @workgroup_size(1)
fn main() {
    var i = 0u;
    for (var k = 0u; k < 4u; k++) {
        let n = arrayLength(&buffers[k].data);
        out[k] = buffers[k].data[i];
        i = n - 1u;
    }
}";
    let buffers = Resource::array([16, 8, 4, 1].map(|length| words(&vec![7; length])));
    holds(source, &group([words(&[0; 4]), buffers]));
}

/// An element of a binding array whose index is out of range is tested: lengths and queries of it are 0.
#[test]
fn queries_of_elements_out_of_range_are_zero() {
    let image = || Resource::Texture(Image::flat(vk::Format::R8G8B8A8_UNORM, 2, 2, vec![255; 16]));
    let buffers = || Resource::array([words(&[7; 8]), words(&[7; 8])]);
    for statement in [
        "out[0] = a[min(textureNumLevels(ts[i]), 8u) - 1u];",
        "out[0] = a[min(textureDimensions(ts[i]).x, 8u) - 1u];",
        "out[0] = a[min(textureDimensions(ts[i], 0u).y, 8u) - 1u];",
        "out[0] = levels(ts[i]);",
        "out[0] = u32(at(ts[i], vec2(5000u, 70000u)).x);",
        "out[0] = u32(at(ts[1], vec2(5000u, 70000u)).x);",
        "var k = 0u; for (var n = 0u; n < 4u; n += textureNumLevels(ts[i])) { k += 1u; if k == 9u { break; } } out[0] = k;",
        "out[0] = a[min(arrayLength(&bs[i].data), 8u) - 1u];",
        "out[0] = bs[i].data[min(5u, arrayLength(&bs[i].data) - 1u)];",
    ] {
        let source = format!(
            "enable wgpu_binding_array;
struct Buffer {{ data: array<u32> }}
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var ts: binding_array<texture_2d<f32>, 2>;
@group(0) @binding(3) var<storage, read> bs: binding_array<Buffer, 2>;
var<private> a: array<u32, 8>;
fn at(t: texture_2d<f32>, c: vec2u) -> vec4f {{ return textureLoad(t, min(c, textureDimensions(t) - 1u), 0); }}
fn levels(t: texture_2d<f32>) -> u32 {{ return a[min(textureNumLevels(t), 8u) - 1u]; }}
@compute @workgroup_size(1)
fn main() {{
    let i = input[0];
    {statement}
}}"
        );
        let textures = Resource::array([image(), image()]);
        holds(&source, &group([words(&[0; 4]), words(&[7]), textures, buffers()]));
    }
}

/// The size of an external texture is what the host writes to the buffer of its parameters.
#[test]
fn sizes_of_external_textures_are_any() {
    let source = "@group(0) @binding(0) var video: texture_external;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1)
fn main() {
    var a = array<u32, 8>();
    out[0] = a[min(textureDimensions(video).x, 8u) - 1u];
    out[1] = a[min(i32(textureDimensions(video).y), 7)];
}";
    let image = || Resource::Texture(Image::flat(vk::Format::R8G8B8A8_UNORM, 2, 2, vec![255; 16]));
    for size in [[4, 2], [0, 5], [1, 0x8000_0000]] {
        let mut parameters = [0_u32; 52];
        parameters[48..51].copy_from_slice(&[size[0], size[1], 1]);
        let parameters = Resource::Uniform(parameters.iter().flat_map(|word| word.to_le_bytes()).collect());
        holds(source, &group([image(), words(&[0; 4]), image(), image(), parameters]));
    }
}

/// A module that was changed.
fn validated(module: naga::Module) -> Shader {
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
    let info = validator.validate(&module).unwrap();
    Shader { module, info }
}

/// naga lets the amount of a shift have any width. It is masked by the width of what is shifted.
#[test]
fn amounts_of_shifts_have_any_width() {
    for (amount, mask, input) in [
        // 27 + 5 is 32, a shift by nothing.
        (
            "(input.s >> 28u) + u64((input.r & 7u) + 5u)",
            255,
            [0xb000_0000_u32, 1, 255, 0],
        ),
        // 40000 + 40000 wraps.
        (
            "(u16((input.r & 16383u) + 40000u) + u16((input.r & 16383u) + 40000u)) >> 12u",
            65535,
            [0, 0, 65535, 0],
        ),
    ] {
        for use_ in [
            "let shifted = x >> placeholder; out[0] = a[shifted];",
            "var n = x; var k = 0u; loop { if n == 0u { break; } let shifted = n >> placeholder; n = shifted; k += input.v & 1u; if k == 9u { break; } } out[0] = k;",
        ] {
            let source = format!(
                "enable wgpu_int16;
struct Input {{ s: u64, v: u32, r: u32 }}
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read> input: Input;
@compute @workgroup_size(1)
fn main() {{
    var a = array<u32, 8>();
    let amount = {amount};
    let x = input.v & {mask}u;
    let placeholder = input.r;
    {use_}
}}"
            );
            let mut module = parse::wgsl(&source, "test.wgsl").unwrap().module;
            let function = &mut module.entry_points[0].function;
            let named = |name: &str| {
                let mut named = function.named_expressions.iter();
                named.find(|&(_, known)| known == name).map(|(&handle, _)| handle)
            };
            let (amount, shifted) = (named("amount").unwrap(), named("shifted").unwrap());
            let naga::Expression::Binary { right, .. } = &mut function.expressions[shifted] else {
                panic!("no shift");
            };
            *right = amount;
            let bindings = group([words(&[0; 4]), words(&input)]);
            holds_of(&validated(module), &source, &bindings);
        }
    }
}
