//! Tests of `reflect::from_words` on modules of glslang. The expected values follow from the rules of GLSL: the
//! standard layouts, the locations that types occupy, and the descriptor type of each resource.

use spirula::reflect::{ModuleReflection, from_words, from_words_with_unused};
use spirula::reflection::{
    BindingReflection, InterfaceReflection, NumberKind, NumberType, ResourceKind, TexelReflection, TypeShape,
};
use spirula::target::{DescriptorType, LayoutBinding};
use spirula::words::reader::words_from_bytes;

use crate::common::glslang;

use super::{members, pipelines};

/// The words of a shader that glslang compiles. The file name ending selects the stage.
fn words(ending: &str, source: &str) -> Vec<u32> {
    let folder = tempfile::tempdir().unwrap();
    let shader = folder.path().join(format!("shader.{ending}"));
    std::fs::write(&shader, source).unwrap();
    let bytes = glslang::compiled(&shader, "vulkan1.2", None, &folder.path().join("out.spv"));
    words_from_bytes(&bytes.unwrap_or_else(|| panic!("{source} does not compile"))).unwrap()
}

fn binding<'r>(found: &'r ModuleReflection, name: &str) -> &'r BindingReflection {
    let mut all = found.reflection.bindings.iter();
    let named = all.find(|binding| binding.name.as_deref() == Some(name));
    named.unwrap_or_else(|| panic!("{name}: {:#?}", found.reflection.bindings))
}

fn row(name: &str, ty: &str, offset: u32, padding: u32) -> (String, String, u32, u32) {
    (name.to_owned(), ty.to_owned(), offset, padding)
}

const BUFFERS: &str = "#version 460
layout(local_size_x_id = 4, local_size_y = 2) in;
struct Inner { mat3x2 narrow; float last[3]; };
struct Packed { vec3 direction; float weight; };
layout(set = 1, binding = 3, std140) uniform Camera {
    layout(row_major) mat4x3 turned;
    mat3 whole;
    Inner inner[2];
    float list[2];
    vec3 end;
} camera;
layout(set = 0, binding = 7, std430) readonly buffer Items { uint count; Packed items[]; } items;
layout(set = 0, binding = 8, std430) buffer Out { float sums[]; };
layout(push_constant) uniform Pushed { layout(offset = 16) vec2 shift; int steps; } pushed;
layout(constant_id = 7) const uint REPEAT = 3;
layout(constant_id = 9) const float FACTOR = -0.5;
layout(constant_id = 2) const bool IS_ON = true;
layout(set = 2, binding = 0) uniform Nobody { vec4 asks; } nobody;
shared float cache[64];
float helper(uint at) { return sums[at] + items.items[at].weight; }
void main() {
    cache[gl_LocalInvocationIndex] = camera.end.x + camera.whole[0].x + camera.turned[0].x + camera.list[1];
    barrier();
    for (uint i = 0; i < REPEAT; i++)
        sums[gl_GlobalInvocationID.x] += helper(items.count) * camera.inner[i].last[2] + FACTOR + pushed.shift.x
            + (IS_ON ? cache[i] : float(pushed.steps));
}";

#[test]
fn blocks_lie_by_the_rules_of_glsl() {
    if !glslang::is_there() {
        return;
    }
    let words = words("comp", BUFFERS);
    let found = from_words(&words).unwrap();
    let reflection = &found.reflection;

    let camera = binding(&found, "camera");
    assert_eq!((camera.descriptor_set, camera.descriptor_binding), (1, 3));
    assert_eq!(
        (camera.kind, camera.count, camera.writable),
        (ResourceKind::UniformBuffer, Some(1), false)
    );
    // std140: the rows of `turned` are vec4, columns of vec3 are padded to 16 bytes, and the sizes of structs and array
    // elements are rounded up to 16.
    let expected = [
        row("turned", "mat4x3<f32>", 0, 0),
        row("whole", "mat3x3<f32>", 48, 0),
        row("inner", "array<Inner, 2>", 96, 0),
        row("list", "array<f32, 2>", 288, 0),
        row("end", "vec3<f32>", 320, 4),
    ];
    let ty = camera.ty.unwrap();
    assert_eq!(members(reflection, ty), expected);
    assert_eq!(
        (camera.size, reflection.types[ty].name.as_deref()),
        (Some(336), Some("Camera"))
    );
    let TypeShape::Struct { members: of_camera } = &reflection.types[ty].shape else {
        panic!("{:?}", reflection.types[ty]);
    };
    let number = NumberType {
        kind: NumberKind::Float,
        bits: 32,
    };
    let matrix = |columns, rows, row_major| TypeShape::Matrix {
        number,
        columns,
        rows,
        stride: 16,
        row_major,
    };
    assert_eq!(reflection.types[of_camera[0].ty].shape, matrix(4, 3, true));
    assert_eq!(reflection.types[of_camera[1].ty].shape, matrix(3, 3, false));
    let TypeShape::Array { element, count, stride } = reflection.types[of_camera[2].ty].shape else {
        panic!("{:?}", reflection.types[of_camera[2].ty]);
    };
    assert_eq!((count, stride), (Some(2), 96));
    assert_eq!(
        members(reflection, element),
        [row("narrow", "mat3x2<f32>", 0, 0), row("last", "array<f32, 3>", 48, 0)]
    );
    let TypeShape::Array { count, stride, .. } = reflection.types[of_camera[3].ty].shape else {
        panic!("{:?}", reflection.types[of_camera[3].ty]);
    };
    assert_eq!((count, stride), (Some(2), 16));

    // std430: a struct with a vec3 is aligned to 16 bytes.
    let items = binding(&found, "items");
    assert_eq!((items.kind, items.writable), (ResourceKind::StorageBuffer, false));
    assert_eq!(items.size, Some(32));
    let ty = items.ty.unwrap();
    assert_eq!(
        members(reflection, ty),
        [row("count", "u32", 0, 12), row("items", "array<Packed>", 16, 0)]
    );
    // A block without an instance name has the name of its type.
    let out = binding(&found, "Out");
    assert_eq!(
        (out.kind, out.writable, out.size),
        (ResourceKind::StorageBuffer, true, Some(4))
    );

    let [pushed] = &reflection.push_constants[..] else {
        panic!("{:?}", reflection.push_constants);
    };
    assert_eq!((pushed.name.as_deref(), pushed.size), (Some("pushed"), 32));
    assert_eq!(
        members(reflection, pushed.ty.unwrap()),
        [row("shift", "vec2<f32>", 16, 0), row("steps", "i32", 24, 4)]
    );
    assert_eq!(reflection.push_constant_range(0), Some((32, 0x20)));

    let [main] = &reflection.entry_points[..] else {
        panic!("{:?}", reflection.entry_points);
    };
    assert_eq!((main.name.as_str(), main.stage), ("main", "compute"));
    // The default of an extent that `local_size_x_id` declares is 1.
    assert_eq!(
        (main.workgroup_size, main.workgroup_size_ids),
        (Some([1, 2, 1]), [Some(4), None, None])
    );
    assert_eq!(main.workgroup_memory, 256);
    let built_ins: Vec<_> = main
        .inputs
        .iter()
        .filter_map(|input| input.built_in.as_deref())
        .collect();
    assert_eq!(built_ins.len(), 2, "{built_ins:?}");
    assert!(built_ins.contains(&"GlobalInvocationId") && built_ins.contains(&"LocalInvocationIndex"));

    let constants: Vec<_> = found
        .spec_constants
        .iter()
        .map(|one| (one.id, one.name.as_deref(), one.default))
        .collect();
    let expected = [
        (2, Some("IS_ON"), Some(1.0)),
        (4, None, Some(1.0)),
        (7, Some("REPEAT"), Some(3.0)),
        (9, Some("FACTOR"), Some(-0.5)),
    ];
    assert_eq!(constants, expected);

    // `from_words_with_unused` includes an unused resource; the layout does not.
    assert!(
        reflection
            .bindings
            .iter()
            .all(|binding| binding.name.as_deref() != Some("nobody"))
    );
    let all = from_words_with_unused(&words).unwrap();
    let nobody = binding(&all, "nobody");
    assert_eq!((nobody.descriptor_set, nobody.size), (2, Some(16)));
    assert!(nobody.stages.is_empty());
    assert_eq!(all.reflection.bindings.len(), reflection.bindings.len() + 1);
    assert_eq!(all.reflection.layout(0), reflection.layout(0));
}

const IMAGES: &str = "#version 460
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
layout(input_attachment_index = 2, set = 0, binding = 0) uniform subpassInput before;
layout(set = 0, binding = 1) uniform sampler2DArrayShadow shadows;
layout(set = 0, binding = 2) uniform texture2D many[3][2];
layout(set = 0, binding = 3) uniform sampler taking;
layout(set = 0, binding = 4) uniform samplerShadow comparing;
layout(set = 0, binding = 5, rgba16f) uniform readonly image3D volume;
layout(set = 0, binding = 6, r32ui) uniform uimage2D counts;
layout(set = 0, binding = 7) uniform isamplerBuffer numbers;
layout(set = 0, binding = 8, rg32f) uniform writeonly imageBuffer results;
layout(set = 0, binding = 9) uniform usamplerCubeArray cubes;
layout(set = 0, binding = 10) uniform texture2DMS samples;
layout(set = 0, binding = 11) uniform textureCube depths;
layout(set = 1, binding = 0) uniform sampler2D endless[];
layout(set = 1, binding = 1) uniform Each { vec4 color; } each[4];
layout(location = 0) in vec2 at;
layout(location = 1) flat in int which;
layout(location = 0) out vec4 color;
float compared(samplerShadow with) { return texture(samplerCubeShadow(depths, with), vec4(1)); }
void main() {
    color = subpassLoad(before) + texture(shadows, vec4(at, 0, 1)) + texture(sampler2D(many[1][which], taking), at);
    color += imageLoad(volume, ivec3(0)) + float(imageAtomicAdd(counts, ivec2(0), 1u)) + texelFetch(numbers, 1);
    imageStore(results, 0, color);
    color += texture(cubes, vec4(1)) + texelFetch(samples, ivec2(0), 1) + compared(comparing);
    color += texture(endless[nonuniformEXT(which)], at) + each[1].color;
}";

#[test]
fn images_samplers_and_arrays_are_what_glsl_declares() {
    if !glslang::is_there() {
        return;
    }
    let found = from_words(&words("frag", IMAGES)).unwrap();
    let row = |set, binding, descriptor, count| LayoutBinding {
        set,
        binding,
        descriptor,
        count,
        stages: 0x10,
    };
    let expected = [
        row(0, 0, DescriptorType::InputAttachment, 1),
        row(0, 1, DescriptorType::CombinedImageSampler, 1),
        row(0, 2, DescriptorType::SampledImage, 6),
        row(0, 3, DescriptorType::Sampler, 1),
        row(0, 4, DescriptorType::Sampler, 1),
        row(0, 5, DescriptorType::StorageImage, 1),
        row(0, 6, DescriptorType::StorageImage, 1),
        row(0, 7, DescriptorType::UniformTexelBuffer, 1),
        row(0, 8, DescriptorType::StorageTexelBuffer, 1),
        row(0, 9, DescriptorType::CombinedImageSampler, 1),
        row(0, 10, DescriptorType::SampledImage, 1),
        row(0, 11, DescriptorType::SampledImage, 1),
        row(1, 0, DescriptorType::CombinedImageSampler, 100),
        row(1, 1, DescriptorType::UniformBuffer, 4),
    ];
    assert_eq!(found.reflection.layout(100), expected);
    assert_eq!(binding(&found, "before").input_attachment_index, Some(2));
    assert_eq!(binding(&found, "endless").count, None);
    let compares: Vec<_> = found
        .reflection
        .bindings
        .iter()
        .filter(|binding| binding.comparison)
        .collect();
    let mut compares: Vec<_> = compares
        .iter()
        .map(|binding| binding.name.as_deref().unwrap())
        .collect();
    compares.sort_unstable();
    assert_eq!(compares, ["comparing", "shadows"]);
    let shape = |name: &str| {
        let image = binding(&found, name).image.unwrap();
        (image.dimension, image.arrayed, image.multisampled)
    };
    assert_eq!(shape("before"), ("subpass", false, false));
    assert_eq!(shape("shadows"), ("2d", true, false));
    assert_eq!(shape("many"), ("2d", false, false));
    assert_eq!(shape("volume"), ("3d", false, false));
    assert_eq!(shape("numbers"), ("buffer", false, false));
    assert_eq!(shape("cubes"), ("cube", true, false));
    assert_eq!(shape("samples"), ("2d", false, true));
    let texel = |name: &str| binding(&found, name).image.unwrap().texel;
    assert_eq!(texel("shadows"), TexelReflection::Depth);
    let sampled = |number| TexelReflection::Sampled { number };
    assert_eq!(texel("many"), sampled(NumberKind::Float));
    assert_eq!(texel("numbers"), sampled(NumberKind::Sint));
    assert_eq!(texel("cubes"), sampled(NumberKind::Uint));
    let storage = |name: &str| match texel(name) {
        TexelReflection::Storage {
            format,
            reads,
            writes,
            atomics,
        } => (format.name(), reads, writes, atomics),
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(storage("volume"), ("VK_FORMAT_R16G16B16A16_SFLOAT", true, false, false));
    assert_eq!(storage("counts"), ("VK_FORMAT_R32_UINT", true, true, true));
    assert_eq!(storage("results"), ("VK_FORMAT_R32G32_SFLOAT", false, true, false));
    assert!(!binding(&found, "volume").writable && binding(&found, "counts").writable);
}

fn rows(list: &[InterfaceReflection]) -> Vec<(Option<u32>, u32, &str, Option<&str>)> {
    let located = list.iter().filter(|one| one.location.is_some());
    let rows = located.map(|one| {
        (
            one.location,
            one.component,
            one.ty.as_str(),
            one.format.map(|format| format.name()),
        )
    });
    rows.collect()
}

#[test]
fn inputs_and_outputs_take_the_locations_of_glsl() {
    if !glslang::is_there() {
        return;
    }
    let source = "#version 460
layout(location = 0) in vec3 position;
layout(location = 1) in mat3x2 turned;
layout(location = 4) in uvec4 ids[2];
layout(location = 6) in dvec3 wide;
layout(location = 8, component = 2) in vec2 corner;
layout(location = 3) out Block { vec4 color; float parts[2]; noperspective centroid vec2 at; } block;
layout(location = 7) flat out int which;
void main() {
    gl_Position = vec4(position + vec3(wide), corner.x);
    gl_PointSize = turned[0].x;
    block.color = vec4(ids[1]); block.parts[0] = 0; block.parts[1] = 1; block.at = corner; which = gl_VertexIndex;
}";
    let found = from_words(&words("vert", source)).unwrap();
    let main = &found.reflection.entry_points[0];
    let expected = [
        (Some(0), 0, "vec3<f32>", Some("VK_FORMAT_R32G32B32_SFLOAT")),
        (Some(1), 0, "vec2<f32>", Some("VK_FORMAT_R32G32_SFLOAT")),
        (Some(2), 0, "vec2<f32>", Some("VK_FORMAT_R32G32_SFLOAT")),
        (Some(3), 0, "vec2<f32>", Some("VK_FORMAT_R32G32_SFLOAT")),
        (Some(4), 0, "vec4<u32>", Some("VK_FORMAT_R32G32B32A32_UINT")),
        (Some(5), 0, "vec4<u32>", Some("VK_FORMAT_R32G32B32A32_UINT")),
        (Some(6), 0, "vec3<f64>", Some("VK_FORMAT_R64G64B64_SFLOAT")),
        (Some(8), 2, "vec2<f32>", Some("VK_FORMAT_R32G32_SFLOAT")),
    ];
    let mut inputs = rows(&main.inputs);
    inputs.sort_unstable();
    assert_eq!(inputs, expected);
    let expected = [
        (Some(3), 0, "vec4<f32>", Some("VK_FORMAT_R32G32B32A32_SFLOAT")),
        (Some(4), 0, "f32", Some("VK_FORMAT_R32_SFLOAT")),
        (Some(5), 0, "f32", Some("VK_FORMAT_R32_SFLOAT")),
        (Some(6), 0, "vec2<f32>", Some("VK_FORMAT_R32G32_SFLOAT")),
        (Some(7), 0, "i32", Some("VK_FORMAT_R32_SINT")),
    ];
    let mut outputs = rows(&main.outputs);
    outputs.sort_unstable();
    assert_eq!(outputs, expected);
    let at = |location| main.outputs.iter().find(|one| one.location == Some(location)).unwrap();
    assert_eq!(
        (at(6).name.as_deref(), at(6).interpolation, at(6).sampling),
        (Some("at"), Some("linear"), Some("centroid"))
    );
    assert_eq!((at(7).interpolation, at(7).sampling), (Some("flat"), None));
    let built_ins: Vec<_> = main.outputs.iter().filter_map(|one| one.built_in.as_deref()).collect();
    assert!(
        built_ins.contains(&"Position") && built_ins.contains(&"PointSize"),
        "{built_ins:?}"
    );

    let source = "#version 460
layout(location = 0, index = 0) out vec4 first;
layout(location = 0, index = 1) out vec4 second;
layout(location = 2) sample in vec3 color;
void main() { first = vec4(color, gl_FragCoord.x); second = first; }";
    let found = from_words(&words("frag", source)).unwrap();
    let main = &found.reflection.entry_points[0];
    let mut indices: Vec<_> = main.outputs.iter().map(|one| (one.location, one.blend_src)).collect();
    indices.sort_unstable();
    assert_eq!(indices, [(Some(0), Some(0)), (Some(0), Some(1))]);
    let color = main.inputs.iter().find(|one| one.location == Some(2)).unwrap();
    assert_eq!(
        (color.interpolation, color.sampling),
        (Some("perspective"), Some("sample"))
    );
}

/// An input that is an array over the vertices of a primitive is reflected as the input of one vertex.
#[test]
fn stages_between_have_their_flags() {
    if !glslang::is_there() {
        return;
    }
    let source = "#version 460
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 1) in vec2 at[];
layout(location = 2) out vec3 color;
layout(set = 0, binding = 0) uniform Shift { vec4 by; } shift;
void main() {
    for (int i = 0; i < 3; i++) { color = vec3(at[i], 1); gl_Position = gl_in[i].gl_Position + shift.by; EmitVertex(); }
}";
    let found = from_words(&words("geom", source)).unwrap();
    let main = &found.reflection.entry_points[0];
    assert_eq!(
        (main.stage, main.stage_flags(), main.workgroup_size),
        ("geometry", 0x8, None)
    );
    assert_eq!(
        rows(&main.inputs),
        [(Some(1), 0, "vec2<f32>", Some("VK_FORMAT_R32G32_SFLOAT"))]
    );
    assert_eq!(
        rows(&main.outputs),
        [(Some(2), 0, "vec3<f32>", Some("VK_FORMAT_R32G32B32_SFLOAT"))]
    );
    assert_eq!(found.reflection.layout(0)[0].stages, 0x8);
}

/// A buffer type that contains its own address, and a workgroup extent that glslang declares twice.
#[test]
fn addresses_are_types_and_constants_are_listed_once() {
    if !glslang::is_there() {
        return;
    }
    let source = "#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x_id = 3) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, scalar) buffer Node { vec3 value; Node next; };
layout(set = 0, binding = 0, scalar) buffer Data { float sum; vec3 at; Node root; Node more[3]; } data;
void main() { data.sum = data.root.next.value.x + data.at.y + data.more[1].value.x + float(gl_WorkGroupSize.x); }";
    let found = from_words(&words("comp", source)).unwrap();
    let data = binding(&found, "data");
    assert_eq!(
        members(&found.reflection, data.ty.unwrap()),
        [
            row("sum", "f32", 0, 0),
            row("at", "vec3<f32>", 4, 0),
            row("root", "address", 16, 0),
            row("more", "array<address, 3>", 24, 0)
        ]
    );
    assert_eq!(data.size, Some(48));
    let ids: Vec<_> = found.spec_constants.iter().map(|one| one.id).collect();
    assert_eq!(ids, [3]);
    assert_eq!(
        found.reflection.entry_points[0].workgroup_size_ids,
        [Some(3), None, None]
    );
}

const COMPUTE: &str = "#version 460
layout(local_size_x = 4, local_size_y = 2) in;
layout(set = 0, binding = 0) uniform sampler2DArray taken;
layout(set = 0, binding = 1) uniform sampler2DShadow shadow;
layout(set = 0, binding = 4) uniform texture3D volume;
layout(set = 0, binding = 2) uniform sampler takes;
layout(set = 3, binding = 0, rgba8) uniform image2D stored[3];
layout(set = 3, binding = 1, r32ui) uniform uimage2D counts;
layout(set = 3, binding = 2) uniform samplerCube cubes[2];
layout(set = 1, binding = 9) buffer Results { vec4 results[]; };
void main() {
    uint at = gl_LocalInvocationIndex;
    imageStore(stored[2], ivec2(at), texture(taken, vec3(0)) + texture(shadow, vec3(0)) + texture(cubes[1], vec3(1)));
    results[at] = imageLoad(stored[0], ivec2(0)) + texture(sampler3D(volume, takes), vec3(0.5))
        + float(imageAtomicMax(counts, ivec2(0), at));
}";

/// A driver accepts pipelines whose layouts come from the words only.
#[test]
fn pipelines_of_glslang_are_made_from_the_words() {
    if !glslang::is_there() || crate::common::vulkan::gpu().is_none() {
        return;
    }
    let (mut faults, mut made) = (Vec::new(), 0);
    for (name, source) in [("buffers", BUFFERS), ("images", COMPUTE)] {
        let words = words("comp", source);
        for found in [from_words(&words).unwrap(), from_words_with_unused(&words).unwrap()] {
            made += pipelines(name, &words, &found.reflection, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(made, 4);
}
