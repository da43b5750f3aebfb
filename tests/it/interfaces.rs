//! Tests of inputs and outputs with requirements, and of memory that others change.

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Color, Render, Stage, gpu, vk};
use crate::common::{backends, parse, validate};
use spirula::{ErrorKind, Feature, Target};
use spirv::{Capability, Decoration, ExecutionMode, Op};

fn compile(source: &str, target: Target) -> Result<spirula::Output, spirula::Error> {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    setup::compile(&shader.module, &shader.info, &Setup::new(target))
}

fn valid(source: &str, target: &str) -> spirula::Output {
    let parsed = Target::parse(target).unwrap();
    let output = compile(source, parsed.clone()).unwrap_or_else(|error| panic!("{}", error.emit_to_string(source, "")));
    validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{target}: {error}\n{source}"));
    let report = spirula::check::check(&output.words, &parsed);
    assert!(report.violations.is_empty(), "{target}: {report}\n{source}");
    output
}

fn capabilities(output: &spirula::Output) -> Vec<Capability> {
    output.requirements.iter().map(|used| used.capability).collect()
}

fn refused_for(source: &str, target: Target) -> String {
    let error = compile(source, target).expect_err("refused");
    let diagnostic = &error.diagnostics()[0];
    assert!(diagnostic.span.is_defined());
    match diagnostic.kind {
        ErrorKind::Missing(ref requirement) => requirement.name(),
        ref other => format!("{other}"),
    }
}

/// The capability of a fragment shader's input, and the feature that it needs.
const FRAGMENT_INPUTS: [(&str, Capability, Feature); 5] = [
    (
        "@builtin(barycentric) x: vec3<f32>",
        Capability::FragmentBarycentricKHR,
        Feature::FragmentShaderBarycentric,
    ),
    (
        "@builtin(barycentric_no_perspective) x: vec3<f32>",
        Capability::FragmentBarycentricKHR,
        Feature::FragmentShaderBarycentric,
    ),
    (
        "@location(0) @interpolate(per_vertex) x: array<vec3<f32>, 3>",
        Capability::FragmentBarycentricKHR,
        Feature::FragmentShaderBarycentric,
    ),
    (
        "@builtin(sample_index) x: u32",
        Capability::SampleRateShading,
        Feature::SampleRateShading,
    ),
    (
        "@location(0) @interpolate(linear, sample) x: vec3<f32>",
        Capability::SampleRateShading,
        Feature::SampleRateShading,
    ),
];

#[test]
fn fragment_inputs_take_one_capability_where_they_are_read() {
    for (input, capability, feature) in FRAGMENT_INPUTS {
        let source = |use_it: &str| {
            format!(
                "enable wgpu_per_vertex;
@fragment fn main({input}) -> @location(0) vec4<f32> {{ let used = x; {use_it} return vec4<f32>(); }}"
            )
        };
        let read = source("if all(vec3<f32>(0.0) == vec3<f32>(READ)) { return vec4<f32>(1.0); }");
        let read = read.replace(
            "READ",
            match input {
                i if i.contains("array") => "x[1]",
                i if i.contains("u32") => "f32(x)",
                _ => "x",
            },
        );
        for target in validate::VULKAN {
            let output = valid(&read, target);
            assert_eq!(capabilities(&output), [Capability::Shader, capability], "{input}");
        }
        // No capability if the input is not read.
        let output = valid(&source(""), "vulkan1.3");
        assert_eq!(capabilities(&output), [Capability::Shader], "{input}");
        assert_eq!(
            refused_for(&read, Target::vulkan(1, 3).disable(feature)),
            feature.name()
        );
    }
}

#[test]
fn corners_of_a_triangle_are_per_vertex() {
    let source = "enable wgpu_per_vertex;
@fragment fn main(@location(3) @interpolate(per_vertex) x: array<u32, 3>) -> @location(0) u32 { return x[2]; }";
    for target in validate::VULKAN {
        let output = valid(source, target);
        let module = Inspected::new(&output.words);
        let decorated = |decoration: Decoration| {
            let found = module
                .all(Op::Decorate)
                .filter(|d| d.operand_words()[1] == decoration as u32);
            found.count()
        };
        assert_eq!(decorated(Decoration::PerVertexKHR), 1);
    }
}

const PRIMITIVE: &str = "enable primitive_index;
@fragment fn main(@builtin(primitive_index) index: u32) -> @location(0) u32 { return index; }";

#[test]
fn corners_have_no_layout_that_a_buffer_shares_with_them() {
    let source = "enable wgpu_per_vertex;
        @group(0) @binding(0) var<storage, read> kept: array<array<vec2<f32>, 3>>;
        @fragment
        fn main(@location(0) @interpolate(per_vertex) corners: array<vec2<f32>, 3>) -> @location(0) vec2<f32> {
            var all = kept[1];
            all = corners;
            return all[u32(corners[0].x)] + kept[0][1];
        }";
    for target in validate::VULKAN {
        valid(source, target);
    }
}

#[test]
fn corners_of_16_bits_are_not_widened() {
    let source = "enable wgpu_per_vertex;
        enable f16;
        @fragment
        fn main(@location(0) @interpolate(per_vertex) corners: array<vec2<f16>, 3>) -> @location(0) vec2<f32> {
            return vec2<f32>(corners[0] + corners[2]);
        }";
    let output = valid(source, "vulkan1.2");
    assert!(capabilities(&output).contains(&Capability::StorageInputOutput16));
    let without = Target::parse("vulkan1.2")
        .unwrap()
        .disable(Feature::StorageInputOutput16);
    assert_eq!(refused_for(source, without), "storageInputOutput16");
}

#[test]
fn the_index_of_a_primitive_takes_the_least_there_is() {
    let with = |target: Target| capabilities(&compile(PRIMITIVE, target).unwrap())[1];
    assert_eq!(with(Target::vulkan(1, 3)), Capability::Geometry);
    // Enabled features are preferred to those that would be required.
    assert_eq!(
        with(Target::vulkan(1, 3).enable(Feature::TessellationShader)),
        Capability::Tessellation
    );
    let no_geometry = Target::vulkan(1, 3).disable(Feature::GeometryShader);
    assert_eq!(with(no_geometry.clone()), Capability::Tessellation);
    let meshes = no_geometry.disable(Feature::TessellationShader);
    assert_eq!(with(meshes.clone()), Capability::MeshShadingEXT);
    assert_eq!(refused_for(PRIMITIVE, meshes.core_only()), "geometryShader");
}

#[test]
fn depth_modes_combine() {
    let mode = |attribute: &str, writes: bool| -> Vec<u32> {
        let result = if writes {
            "@builtin(frag_depth) f32"
        } else {
            "@location(0) f32"
        };
        let source = format!("@fragment {attribute} fn main() -> {result} {{ return 0.5; }}");
        let output = valid(&source, "vulkan1.3");
        let module = Inspected::new(&output.words);
        module
            .all(Op::ExecutionMode)
            .map(|mode| mode.operand_words()[1])
            .collect()
    };
    use ExecutionMode as M;
    let base = M::OriginUpperLeft as u32;
    assert_eq!(mode("", false), [base]);
    assert_eq!(mode("", true), [base, M::DepthReplacing as u32]);
    assert_eq!(
        mode("@early_depth_test(force)", false),
        [base, M::EarlyFragmentTests as u32]
    );
    assert_eq!(
        mode("@early_depth_test(force)", true),
        [base, M::DepthReplacing as u32, M::EarlyFragmentTests as u32]
    );
    for (name, conservative) in [
        ("greater_equal", M::DepthGreater),
        ("less_equal", M::DepthLess),
        ("unchanged", M::DepthUnchanged),
    ] {
        let attribute = format!("@early_depth_test({name})");
        assert_eq!(
            mode(&attribute, true),
            [base, M::DepthReplacing as u32, conservative as u32]
        );
        // Without a depth output there is no conservative depth.
        assert_eq!(mode(&attribute, false), [base]);
    }
}

#[test]
fn memory_that_others_change_is_decorated() {
    let source = "@group(0) @binding(0) @coherent var<storage, read_write> a: array<u32>;
@group(0) @binding(1) @volatile var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1) fn main() { a[0] = b[0]; b[1] = a[0] + b[0]; }";
    for target in validate::VULKAN {
        let output = valid(source, target);
        let module = Inspected::new(&output.words);
        let decorated = |decoration: Decoration| {
            let found = module
                .all(Op::Decorate)
                .filter(|d| d.operand_words()[1] == decoration as u32);
            found.count()
        };
        assert_eq!(
            (decorated(Decoration::Coherent), decorated(Decoration::Volatile)),
            (1, 1)
        );
        // Each access counts.
        assert_eq!(module.count(Op::Load), 3);
    }
}

#[test]
fn two_sources_for_one_attachment() {
    let source = "enable dual_source_blending;
struct Out { @location(0) @blend_src(0) one: vec4<f32>, @location(0) @blend_src(1) other: vec4<f32> }
@fragment fn main() -> Out { return Out(vec4<f32>(1.0), vec4<f32>(0.5)); }";
    for target in validate::VULKAN {
        let output = valid(source, target);
        let module = Inspected::new(&output.words);
        let indices = module
            .all(Op::Decorate)
            .filter(|d| d.operand_words()[1] == Decoration::Index as u32);
        assert_eq!(indices.map(|d| d.operand_words()[2]).collect::<Vec<_>>(), [0, 1]);
    }
}

#[test]
fn primitives_are_counted() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "{PRIMITIVE}
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {{
    let quad = i / 6u;
    let corner = array<vec2<u32>, 6>(vec2(0u, 0u), vec2(1u, 0u), vec2(0u, 1u), vec2(0u, 1u), vec2(1u, 0u), vec2(1u, 1u))[i % 6u];
    return vec4<f32>(f32(quad + corner.x) - 1.0, f32(corner.y) * 2.0 - 1.0, 0.0, 1.0);
}}"
    );
    let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let words = |name: &str| backends::spirula(&shader, &backends::options_for(gpu.newest_target(), name)).unwrap();
    let (vertex, fragment) = (words("vs"), words("main"));
    let run = Render {
        vertex: Stage {
            words: &vertex,
            entry_point: "vs",
        },
        fragment: Some(Stage {
            words: &fragment,
            entry_point: "main",
        }),
        bindings: &[],
        push_constants: &[],
        constants: &[],
        vertex_buffers: &[],
        topology: vk::PrimitiveTopology::TRIANGLE_LIST,
        vertices: 12,
        instances: 1,
        size: [8, 4],
        colors: &[Color {
            format: vk::Format::R32_UINT,
            clear: [0.0; 4],
        }],
        depth: false,
    };
    let pixels = gpu.render(&run).unwrap_or_else(|error| panic!("{error}"));
    let indices: Vec<u32> = pixels.colors[0]
        .chunks_exact(4)
        .map(|x| u32::from_ne_bytes(x.try_into().unwrap()))
        .collect();
    for (at, &index) in indices.iter().enumerate() {
        let left = at % 8 < 4;
        assert!(
            if left { index < 2 } else { (2..4).contains(&index) },
            "pixel {at} is of {index}"
        );
    }
    // The values at the corners are exact.
    assert_eq!((indices[0], indices[31]), (0, 3));
}

/// naga's front ends do not support cull distances, which its validator accepts; clip distances are renamed.
#[test]
fn cull_distances_are_an_output() {
    let source = "enable clip_distances;
struct Out { @builtin(position) position: vec4<f32>, @builtin(clip_distances) distances: array<f32, 3> }
@vertex fn main() -> Out { return Out(vec4<f32>(), array<f32, 3>(1.0, 2.0, 3.0)); }";
    let mut module = naga::front::wgsl::parse_str(source).unwrap();
    let (handle, mut ty) = module
        .types
        .iter()
        .find_map(|(handle, ty)| matches!(ty.inner, naga::TypeInner::Struct { .. }).then(|| (handle, ty.clone())))
        .unwrap();
    if let naga::TypeInner::Struct { ref mut members, .. } = ty.inner {
        members[1].binding = Some(naga::Binding::BuiltIn(naga::BuiltIn::CullDistance));
    }
    module.types.replace(handle, ty);
    let flags = naga::valid::ValidationFlags::all();
    let info = naga::valid::Validator::new(flags, naga::valid::Capabilities::all())
        .validate(&module)
        .unwrap();
    for target in validate::VULKAN {
        let output = setup::compile(&module, &info, &backends::options(target)).unwrap();
        validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
        assert_eq!(capabilities(&output), [Capability::Shader, Capability::CullDistance]);
    }
}

/// An output is declared before it is known whether code writes it.
#[test]
fn outputs_of_64_bits_that_are_never_written() {
    for (ty, capability) in [
        ("f64", Capability::Float64),
        ("vec2<i64>", Capability::Int64),
        ("u64", Capability::Int64),
    ] {
        let source = format!(
            "struct Out {{ @builtin(position) at: vec4<f32>, @location(0) @interpolate(flat) wide: {ty} }}
@vertex fn main() -> Out {{ loop {{ }} return Out(); }}"
        );
        for target in validate::VULKAN {
            let output = valid(&source, target);
            assert!(capabilities(&output).contains(&capability), "{ty}, {target}");
        }
    }
}

/// Vulkan, "Location and Component Assignment": a vector of three or four 64-bit components takes two locations.
/// naga's validator compares the first.
#[test]
fn vectors_of_two_locations() {
    let vertex = |wide: &str, location: u32| {
        format!(
            "struct In {{ @location(1) wide: {wide}, @location({location}) other: f32 }}
@vertex fn main(at: In) -> @builtin(position) vec4<f32> {{ return vec4(f32(at.wide[1]), at.other, 0.0, 1.0); }}"
        )
    };
    let output = |wide: &str, location: u32| {
        format!(
            "struct Out {{
    @builtin(position) at: vec4<f32>,
    @location({location}) other: f32,
    @location(1) @interpolate(flat) wide: {wide},
}}
@vertex fn main() -> Out {{ return Out(); }}"
        )
    };
    let fragment = |wide: &str, location: u32| {
        format!(
            "@fragment fn main(
    @location(1) @interpolate(flat) wide: {wide},
    @location({location}) other: f32,
) -> @location(2) f32 {{ return f32(wide[1]) + other; }}"
        )
    };
    let corners = |wide: &str, location: u32| {
        format!(
            "enable wgpu_per_vertex;
@fragment fn main(
    @location(1) @interpolate(per_vertex) wide: array<{wide}, 3>,
    @location({location}) other: f32,
) -> @location(2) f32 {{ return f32(wide[1][1]) + other; }}"
        )
    };
    let mesh = |wide: &str, location: u32| {
        format!(
            "enable wgpu_mesh_shader;
struct Vertex {{ @builtin(position) at: vec4<f32>, @location(1) @interpolate(flat) wide: {wide} }}
struct Primitive {{
    @builtin(triangle_indices) indices: vec3<u32>,
    @per_primitive @location({location}) other: f32,
}}
struct Mesh {{
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}}
var<workgroup> mesh: Mesh;
@mesh(mesh) @workgroup_size(1) fn main() {{ mesh.vertex_count = 3u; mesh.primitive_count = 1u; }}"
        )
    };
    type Source<'a> = &'a dyn Fn(&str, u32) -> String;
    for source in [&vertex as Source<'_>, &output, &fragment, &corners, &mesh] {
        for (wide, location) in [
            ("vec3<f64>", 3),
            ("vec4<f64>", 0),
            ("vec2<f64>", 2),
            ("vec3<f32>", 2),
            ("vec4<i64>", 3),
        ] {
            valid(&source(wide, location), "vulkan1.3");
        }
        for wide in ["vec3<f64>", "vec4<i64>", "vec3<u64>"] {
            let refused = refused_for(&source(wide, 2), Target::vulkan(1, 3));
            assert!(refused.contains("of one location"), "{}: {refused}", source(wide, 2));
        }
    }
    // Inputs that nothing reads are not declared.
    for source in [
        "@fragment fn main(@location(0) @interpolate(flat) a: vec3<f64>, @location(1) b: vec4<f32>) -> @location(0) vec4<f32> {
    return b;
}",
        "@compute @workgroup_size(1) fn main(@location(0) a: vec3<f64>, @location(1) b: vec4<f32>) { }",
    ] {
        valid(source, "vulkan1.3");
    }
}
