//! Tests of the reflection: offsets, formats and layouts, compared with values computed here from WGSL's rules, and
//! pipelines whose layouts come only from it.

#[cfg(feature = "ash")]
mod draws;
mod glsl;
mod words;

use crate::common::case::Case;
use crate::common::parse::Shader;
use crate::common::vulkan::{Binding, Compute, Gpu, Image, Multisampled, NEAREST, Resource, Sampling, gpu};
use crate::common::{backends, parse, real, root, setup, shaders_below};
use ash::vk;
use spirula::reflect::from_words;
use spirula::reflection::{
    BindingReflection, EntryPointReflection, ImageReflection, NumberKind, NumberType, ResourceKind, TexelReflection,
    TypeShape,
};
use spirula::target::{DescriptorType, LayoutBinding};
use spirula::{Output, Reflection};

fn shader(source: &str) -> Shader {
    parse::wgsl(source, "reflection.wgsl").unwrap_or_else(|error| panic!("{error}"))
}

fn reflect(shader: &Shader, target: &str) -> Output {
    let setup = backends::options(target);
    setup::compile(&shader.module, &shader.info, &setup).unwrap_or_else(|error| panic!("{error}"))
}

/// Name, spelling, offset and padding of each member of a structure.
fn members(reflection: &Reflection, ty: usize) -> Vec<(String, String, u32, u32)> {
    let TypeShape::Struct { members } = &reflection.types[ty].shape else {
        panic!("{:?}", reflection.types[ty]);
    };
    let row = |member: &spirula::reflection::MemberReflection| {
        let name = member.name.clone().unwrap_or_default();
        (name, reflection.spelled(member.ty), member.offset, member.padding)
    };
    members.iter().map(row).collect()
}

const MEMORY: &str = "
enable f16;
struct Inner { narrow: mat3x2<f32>, last: vec3<f32> }
struct All {
    flag: u32,
    direction: vec3<f32>,
    weight: f32,
    whole: mat3x3<f32>,
    inner: array<Inner, 2>,
    half: vec3<f16>,
}
struct List { count: atomic<u32>, @align(32) items: array<vec2<i32>> }
@group(1) @binding(2) var<uniform> all: All;
@group(0) @binding(7) var<storage, read_write> list: List;
var<immediate> pushed: vec3<f32>;
@compute @workgroup_size(1)
fn main() {
    let inner = all.inner[all.flag];
    list.items[atomicLoad(&list.count)] = vec2<i32>(inner.last.xy * all.weight + inner.narrow[1])
        + vec2<i32>(all.direction.xy) + vec2<i32>(all.half.xy) + vec2<i32>(pushed.xy) + vec2<i32>(all.whole[0].xy);
}";

/// The numbers follow WGSL's table of alignments and sizes; the decomposition of the two-row matrix at Vulkan 1.0 does
/// not change them.
#[test]
fn members_lie_where_the_shader_says() {
    let shader = shader(MEMORY);
    for target in ["vulkan1.0", "vulkan1.3"] {
        let reflection = reflect(&shader, target).reflection;
        let binding = |name: &str| {
            let mut all = reflection.bindings.iter();
            all.find(|binding| binding.name.as_deref() == Some(name)).unwrap()
        };
        let row = |name: &str, ty: &str, offset, padding| (name.to_owned(), ty.to_owned(), offset, padding);
        let all = binding("all");
        assert_eq!(
            (all.size, all.descriptor_set, all.descriptor_binding),
            (Some(192), 1, 2)
        );
        let all = all.ty.unwrap();
        let expected = [
            row("flag", "u32", 0, 12),
            row("direction", "vec3<f32>", 16, 0),
            row("weight", "f32", 28, 0),
            row("whole", "mat3x3<f32>", 32, 0),
            row("inner", "array<Inner, 2>", 80, 0),
            row("half", "vec3<f16>", 176, 10),
        ];
        assert_eq!(members(&reflection, all), expected);
        assert_eq!((reflection.types[all].size, reflection.types[all].alignment), (192, 16));
        let TypeShape::Struct { members: of_all } = &reflection.types[all].shape else {
            panic!("{:?}", reflection.types[all]);
        };
        let float = NumberType {
            kind: NumberKind::Float,
            bits: 32,
        };
        let matrix = TypeShape::Matrix {
            number: float,
            columns: 3,
            rows: 3,
            stride: 16,
            row_major: false,
        };
        assert_eq!(reflection.types[of_all[3].ty].shape, matrix);
        let TypeShape::Array { element, count, stride } = reflection.types[of_all[4].ty].shape else {
            panic!("{:?}", reflection.types[of_all[4].ty]);
        };
        assert_eq!((count, stride), (Some(2), 48));
        let expected = [row("narrow", "mat3x2<f32>", 0, 8), row("last", "vec3<f32>", 32, 4)];
        assert_eq!(members(&reflection, element), expected);

        let list = binding("list");
        // One element of the runtime-sized array, and padding.
        assert_eq!((list.size, list.writable), (Some(64), true));
        let list = list.ty.unwrap();
        let expected = [
            row("count", "atomic<u32>", 0, 28),
            row("items", "array<vec2<i32>>", 32, 24),
        ];
        assert_eq!(members(&reflection, list), expected);

        let [pushed] = &reflection.push_constants[..] else {
            panic!("{:?}", reflection.push_constants);
        };
        assert_eq!((pushed.size, &pushed.stages[..]), (12, &["compute"][..]));
        assert_eq!(reflection.spelled(pushed.ty.unwrap()), "vec3<f32>");
        assert_eq!(reflection.push_constant_range(0), Some((12, 0x20)));
    }
}

const DRAW: &str = "
struct Varyings {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat, either) id: u32,
    @location(1) @interpolate(linear, centroid) color: vec3<f32>,
}
@group(0) @binding(0) var<uniform> view: mat4x4<f32>;
@group(0) @binding(1) var colors: texture_2d_array<f32>;
@group(0) @binding(2) var taking: sampler;
@group(0) @binding(3) var shadows: texture_depth_cube;
@group(0) @binding(4) var comparing: sampler_comparison;
@group(2) @binding(0) var counts: texture_storage_2d<r32uint, read_write>;
@group(2) @binding(1) var samples: texture_multisampled_2d<i32>;
@vertex
fn vertex(@location(2) position: vec3<f32>, @location(0) color: vec4<u32>, @location(5) shift: vec2<f32>) -> Varyings {
    return Varyings(view * vec4<f32>(position + vec3<f32>(shift, 0.0), 1.0), color.x, vec3<f32>(color.yzw));
}
@fragment
fn fragment(varyings: Varyings) -> @location(0) vec4<f32> {
    let texel = textureLoad(counts, vec2<i32>(0)) + vec4<u32>(textureLoad(samples, vec2<i32>(0), 1));
    let depth = textureSampleCompare(shadows, comparing, varyings.color, 0.5) * view[0].x;
    return textureSample(colors, taking, varyings.color.xy, varyings.id) * depth + vec4<f32>(texel);
}";

#[test]
fn a_layout_has_each_binding_with_its_stages() {
    let reflection = reflect(&shader(DRAW), "vulkan1.1").reflection;
    let row = |set, binding, descriptor, stages| LayoutBinding {
        set,
        binding,
        descriptor,
        count: 1,
        stages,
    };
    let expected = [
        row(0, 0, DescriptorType::UniformBuffer, 0x11),
        row(0, 1, DescriptorType::SampledImage, 0x10),
        row(0, 2, DescriptorType::Sampler, 0x10),
        row(0, 3, DescriptorType::SampledImage, 0x10),
        row(0, 4, DescriptorType::Sampler, 0x10),
        row(2, 0, DescriptorType::StorageImage, 0x10),
        row(2, 1, DescriptorType::SampledImage, 0x10),
    ];
    assert_eq!(reflection.layout(0), expected);
    assert_eq!(reflection.push_constant_range(0), None);
    let stages: Vec<u32> = reflection
        .entry_points
        .iter()
        .map(|entry| entry.stage_flags())
        .collect();
    assert_eq!(stages, [0x1, 0x10]);
    let images: Vec<_> = reflection.bindings.iter().filter_map(|binding| binding.image).collect();
    let shapes: Vec<_> = images
        .iter()
        .map(|image| (image.dimension, image.arrayed, image.multisampled))
        .collect();
    let expected = [
        ("2d", true, false),
        ("cube", false, false),
        ("2d", false, false),
        ("2d", false, true),
    ];
    assert_eq!(shapes, expected);
    assert_eq!(
        [images[0].texel, images[1].texel, images[3].texel],
        [
            TexelReflection::Sampled {
                number: NumberKind::Float
            },
            TexelReflection::Depth,
            TexelReflection::Sampled {
                number: NumberKind::Sint
            },
        ]
    );
    let TexelReflection::Storage {
        format,
        reads,
        writes,
        atomics,
    } = images[2].texel
    else {
        panic!("{:?}", images[2]);
    };
    assert_eq!((format.name(), format.value()), ("VK_FORMAT_R32_UINT", 98));
    assert_eq!((reads, writes, atomics), (true, true, false));
    let compares = reflection.bindings.iter().filter(|binding| binding.comparison);
    assert_eq!(compares.map(|binding| binding.binding).collect::<Vec<_>>(), [4]);
}

/// The same set and binding can have different descriptors in different pipelines.
const PIPELINES: &str = "
struct Small { value: u32 }
struct Large { values: vec4<u32> }
var<immediate> small: Small;
var<immediate> large: Large;
@group(0) @binding(0) var<uniform> seed: vec4<u32>;
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<storage, read> both: array<u32>;
@compute @workgroup_size(64) fn fill() { values[both[0]] = small.value; }
@compute @workgroup_size(1) fn check() { if seed.x == both[0] + large.values.x { return; } }
@vertex fn draw() -> @builtin(position) vec4<f32> { return vec4<f32>(f32(both[0])); }";

#[test]
fn each_pipeline_has_its_own_layout() {
    let output = reflect(&shader(PIPELINES), "vulkan1.1");
    let row = |binding, descriptor, stages| LayoutBinding {
        set: 0,
        binding,
        descriptor,
        count: 1,
        stages,
    };
    let (uniform, storage) = (DescriptorType::UniformBuffer, DescriptorType::StorageBuffer);
    type Row<'a> = (&'a [&'a str], Vec<LayoutBinding>, Option<(u32, u32)>);
    let expected: [Row; 5] = [
        (
            &["fill"],
            vec![row(0, storage, 0x20), row(1, storage, 0x20)],
            Some((4, 0x20)),
        ),
        (
            &["check"],
            vec![row(0, uniform, 0x20), row(1, storage, 0x20)],
            Some((16, 0x20)),
        ),
        (&["draw"], vec![row(1, storage, 0x1)], None),
        (&[], vec![], None),
        (
            &["fill", "check", "draw"],
            vec![row(0, uniform, 0x20), row(0, storage, 0x20), row(1, storage, 0x21)],
            Some((16, 0x20)),
        ),
    ];
    for reflection in [&output.reflection, &from_words(&output.words).unwrap().reflection] {
        for (entries, layout, constants) in &expected {
            let pipeline = reflection.for_pipeline(|entry| entries.contains(&entry.name.as_str()));
            assert_eq!(pipeline.entry_points.len(), entries.len());
            assert_eq!(pipeline.layout(0), *layout, "{entries:?}");
            assert_eq!(pipeline.push_constant_range(0), *constants, "{entries:?}");
        }
        assert_eq!(reflection.for_pipeline(|_| true), *reflection);
    }
}

#[test]
fn inputs_and_outputs_have_formats_and_interpolation() {
    let reflection = reflect(&shader(DRAW), "vulkan1.1").reflection;
    let [vertex, fragment] = &reflection.entry_points[..] else {
        panic!("{:?}", reflection.entry_points);
    };
    let formats = |list: &[spirula::reflection::InterfaceReflection]| -> Vec<_> {
        let located = list.iter().filter_map(|one| one.location.zip(one.format));
        located.map(|(location, format)| (location, format.name())).collect()
    };
    let expected = [
        (2, "VK_FORMAT_R32G32B32_SFLOAT"),
        (0, "VK_FORMAT_R32G32B32A32_UINT"),
        (5, "VK_FORMAT_R32G32_SFLOAT"),
    ];
    assert_eq!(formats(&vertex.inputs), expected);
    assert_eq!(formats(&fragment.outputs), [(0, "VK_FORMAT_R32G32B32A32_SFLOAT")]);
    let interpolation: Vec<_> = fragment
        .inputs
        .iter()
        .map(|input| (input.location, input.interpolation, input.sampling))
        .collect();
    let expected = [
        (None, None, None),
        (Some(0), Some("flat"), Some("either")),
        (Some(1), Some("linear"), Some("centroid")),
    ];
    assert_eq!(interpolation, expected);
}

/// The outputs of a mesh shader for its vertices and for its primitives.
#[test]
fn outputs_of_mesh_shaders_are_reflected() {
    let source = "
enable wgpu_mesh_shader;
struct Vertex { @builtin(position) position: vec4<f32>, @location(1) color: vec2<f32> }
struct Primitive {
    @builtin(triangle_indices) indices: vec3<u32>,
    @location(2) @per_primitive @interpolate(flat) shade: u32,
}
struct Outputs {
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<workgroup> outputs: Outputs;
@mesh(outputs) @workgroup_size(1)
fn main() { outputs.vertex_count = 3u; outputs.primitive_count = 1u; }";
    let reflection = reflect(&shader(source), "vulkan1.3").reflection;
    let outputs: Vec<_> = reflection.entry_points[0]
        .outputs
        .iter()
        .filter_map(|output| Some((output.location?, output.format?.name(), output.per_primitive)))
        .collect();
    let expected = [(1, "VK_FORMAT_R32G32_SFLOAT", false), (2, "VK_FORMAT_R32_UINT", true)];
    assert_eq!(outputs, expected);
}

/// All widths and numbers of components, compared with the names: `R16G16_SFLOAT` has two of 16 bits.
#[test]
fn formats_are_those_of_their_components() {
    let mut source = "enable f16;\nstruct In {\n".to_owned();
    let mut expected = Vec::new();
    for (ty, bits, kind) in [
        ("u32", 32, "UINT"),
        ("i32", 32, "SINT"),
        ("f32", 32, "SFLOAT"),
        ("f16", 16, "SFLOAT"),
        ("u16", 16, "UINT"),
        ("i16", 16, "SINT"),
    ] {
        // naga's WGSL has no 16-bit integers.
        if matches!(ty, "u16" | "i16") {
            continue;
        }
        for components in 1..=4 {
            let location = expected.len();
            let spelled = match components {
                1 => ty.to_owned(),
                _ => format!("vec{components}<{ty}>"),
            };
            source += &format!("@location({location}) v{location}: {spelled},\n");
            let letters: String = "RGBA"[..components]
                .chars()
                .map(|letter| format!("{letter}{bits}"))
                .collect();
            expected.push(format!("VK_FORMAT_{letters}_{kind}"));
        }
    }
    source += "}\n@vertex fn main(in: In) -> @builtin(position) vec4<f32> { return vec4<f32>(in.v8); }";
    let reflection = reflect(&shader(&source), "vulkan1.3").reflection;
    let found = reflection.entry_points[0]
        .inputs
        .iter()
        .map(|input| input.format.unwrap());
    let found: Vec<_> = found.map(|format| format.name().to_owned()).collect();
    assert_eq!(found, expected);
}

#[cfg(feature = "ash")]
#[test]
fn vertex_attributes_follow_one_another() {
    let reflection = reflect(&shader(DRAW), "vulkan1.1").reflection;
    let (attributes, stride) = reflection.entry_points[0].vertex_attributes(3);
    let row = |location, format, offset| vk::VertexInputAttributeDescription {
        location,
        binding: 3,
        format,
        offset,
    };
    let expected = [
        row(0, vk::Format::R32G32B32A32_UINT, 0),
        row(2, vk::Format::R32G32B32_SFLOAT, 16),
        row(5, vk::Format::R32G32_SFLOAT, 28),
    ];
    let found = attributes
        .iter()
        .map(|one| (one.location, one.binding, one.format, one.offset));
    let due = expected
        .iter()
        .map(|one| (one.location, one.binding, one.format, one.offset));
    assert!(found.eq(due), "{attributes:?}");
    assert_eq!(stride, 36);
    let sets = reflection.descriptor_set_layouts(0);
    assert_eq!(sets.iter().map(Vec::len).collect::<Vec<_>>(), [5, 0, 2]);
    assert_eq!(sets[2][1].descriptor_type, vk::DescriptorType::SAMPLED_IMAGE);
    assert_eq!(
        sets[0][0].stage_flags,
        vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT
    );
    assert!(reflection.push_constant_ranges(0).is_empty());
}

/// An image that matches the reflection of a texture exactly.
fn image(reflected: ImageReflection) -> Option<Image> {
    let format = match reflected.texel {
        TexelReflection::Sampled { number } => match number {
            NumberKind::Float => vk::Format::R8G8B8A8_UNORM,
            NumberKind::Sint => vk::Format::R32_SINT,
            NumberKind::Uint | NumberKind::Bool => vk::Format::R32_UINT,
        },
        TexelReflection::Depth => vk::Format::D32_SFLOAT,
        TexelReflection::Storage { format, .. } => vk::Format::from_raw(format.value()),
        _ => return None,
    };
    let (view, extent, layers) = match (reflected.dimension, reflected.arrayed) {
        ("1d", false) => (vk::ImageViewType::TYPE_1D, [4, 1, 1], 1),
        ("1d", true) => (vk::ImageViewType::TYPE_1D_ARRAY, [4, 1, 1], 2),
        ("2d", false) => (vk::ImageViewType::TYPE_2D, [4, 4, 1], 1),
        ("2d", true) => (vk::ImageViewType::TYPE_2D_ARRAY, [4, 4, 1], 2),
        ("3d", _) => (vk::ImageViewType::TYPE_3D, [4, 4, 4], 1),
        ("cube", false) => (vk::ImageViewType::CUBE, [4, 4, 1], 6),
        ("cube", true) => (vk::ImageViewType::CUBE_ARRAY, [4, 4, 1], 12),
        other => panic!("{other:?}"),
    };
    let texel = crate::common::vulkan::texel_bytes(format).ok()? as usize;
    let texels = extent.iter().product::<u32>() as usize * layers as usize * texel;
    Some(Image {
        format,
        view,
        extent,
        layers,
        levels: 1,
        texels: vec![0; texels],
    })
}

/// The resource for a descriptor; `None` if this suite does not support it.
fn resource(binding: &BindingReflection) -> Option<Resource> {
    let bytes = vec![0; binding.size.unwrap_or(0).max(64) as usize];
    let sampling = Sampling {
        compare: binding.comparison.then_some(vk::CompareOp::LESS),
        ..NEAREST
    };
    let one = match (binding.kind, binding.image) {
        (ResourceKind::UniformBuffer, _) => Resource::Uniform(bytes),
        (ResourceKind::StorageBuffer, _) => Resource::Storage(bytes),
        (ResourceKind::Sampler, _) => Resource::Sampler(sampling),
        (ResourceKind::SampledImage, Some(reflected)) if reflected.multisampled => {
            Resource::Multisampled(Multisampled {
                format: image(reflected)?.format,
                size: [4, 4],
                layers: vec![[0; 4]; if reflected.arrayed { 2 } else { 1 }],
                arrayed: reflected.arrayed,
            })
        }
        (ResourceKind::SampledImage, Some(reflected)) => Resource::Texture(image(reflected)?),
        (ResourceKind::CombinedImageSampler, Some(reflected)) => Resource::Combined(image(reflected)?, sampling),
        (ResourceKind::StorageImage, Some(reflected)) => Resource::StorageImage(image(reflected)?),
        _ => return None,
    };
    Some(match binding.count {
        Some(1) => one,
        count => Resource::Array {
            elements: vec![one],
            count: count.unwrap_or(4),
        },
    })
}

/// The reflection of a pipeline with these entry points.
pub fn pipeline(reflection: &Reflection, entries: &[&EntryPointReflection]) -> Reflection {
    reflection.for_pipeline(|entry| {
        let mut entries = entries.iter();
        entries.any(|own| (own.stage, &own.name) == (entry.stage, &entry.name))
    })
}

/// The resources of the entry points of a pipeline, one for each binding of its layout; `None` if this suite does not
/// support a resource. `lacking` gets bindings that the layout lacks.
pub fn bindings(gpu: &Gpu, reflection: &Reflection, lacking: &mut Vec<String>) -> Option<Vec<Binding>> {
    let used = reflection.entry_points.iter().flat_map(|entry| &entry.bindings);
    let mut bindings: Vec<Binding> = Vec::new();
    for binding in used.map(|&at| &reflection.bindings[at]) {
        let (set, number) = (binding.descriptor_set, binding.descriptor_binding);
        if bindings.iter().any(|other| (other.set, other.binding) == (set, number)) {
            continue;
        }
        let resource = resource(binding)?;
        if let Resource::StorageImage(Image { format, .. }) = resource
            && !gpu.supports(format, vk::FormatFeatureFlags::STORAGE_IMAGE)
        {
            return None;
        }
        bindings.push(Binding {
            set,
            binding: number,
            resource,
        });
    }
    if !reflection.handle_tables.is_empty() {
        return None;
    }
    let layout = reflection.layout(4);
    for binding in &bindings {
        let mut rows = layout.iter();
        if !rows.any(|row| (row.set, row.binding) == (binding.set, binding.binding)) {
            lacking.push(format!("{layout:?} lacks {binding:?}"));
        }
    }
    if layout.len() > bindings.len() {
        lacking.push(format!("{layout:?} has more than {bindings:?}"));
    }
    Some(bindings)
}

/// Creates a pipeline for every compute shader of a module, with the layout from the reflection, and binds matching
/// resources. Returns the number of pipelines.
fn pipelines(name: &str, words: &[u32], reflection: &Reflection, faults: &mut Vec<String>) -> usize {
    let Some(gpu) = gpu() else { return 0 };
    let mut made = 0;
    for entry in reflection.entry_points.iter().filter(|entry| entry.stage == "compute") {
        let mut lacking = Vec::new();
        let pipeline = pipeline(reflection, &[entry]);
        let found = bindings(&gpu, &pipeline, &mut lacking);
        faults.extend(
            lacking
                .into_iter()
                .map(|fault| format!("{name}, {}: {fault}", entry.name)),
        );
        let Some(bindings) = found else { continue };
        let (constants, _) = pipeline.push_constant_range(1).unwrap_or_default();
        // No workgroup runs: with zeroed resources a shader may loop for long.
        let run = gpu.compute(&Compute {
            words,
            entry_point: &entry.name,
            bindings: &bindings,
            push_constants: &vec![0; constants as usize],
            constants: &[],
            workgroups: [0; 3],
            // The suite of snapshots validates with spirv-val, with the options of each target.
            validate: false,
        });
        match run {
            Ok(_) => made += 1,
            Err(error) => faults.push(format!("{name}, {}: {error}", entry.name)),
        }
    }
    made
}

#[test]
fn pipelines_are_made_from_the_reflection_alone() {
    let Some(target) = gpu().map(|gpu| gpu.newest_target()) else {
        return;
    };
    let (mut faults, mut made, mut by_words) = (Vec::new(), 0, 0);
    let mut both = |name: &str, output: &Output| {
        made += pipelines(name, &output.words, &output.reflection, &mut faults);
        let found = from_words(&output.words).unwrap().reflection;
        by_words += pipelines(&format!("{name}, by its words"), &output.words, &found, &mut faults);
    };
    let vello = real::vello()
        .into_iter()
        .map(|(name, source)| (name.to_owned(), shader(&source)));
    let examples = shaders_below(&root("examples")).into_iter();
    let examples = examples.map(|path| (path.display().to_string(), parse::file(&path).unwrap()));
    for (name, shader) in vello.chain(examples) {
        both(&name, &reflect(&shader, target));
    }
    for path in shaders_below(&root("snapshots")) {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (Ok(setup), Ok(shader)) = (case.options_for(target), parse::file(&path)) else {
            continue;
        };
        if let Ok(output) = setup::compile(&shader.module, &shader.info, &setup) {
            both(&path.display().to_string(), &output);
        }
    }
    println!("{made} pipelines, {by_words} from the words");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(made >= 320 && by_words >= 320, "only {made} and {by_words} pipelines");
}
