//! Tests of `Options::rely_on_robust_access`: what is left to the device is reported, everything else is clamped, and a
//! device with its own checks gives the results that WGSL permits.

use spirula::{Feature, Target};

use super::bytes::{from_words, to_words};
use super::run::group;
use crate::common::setup::{Setup, compile};
use crate::common::vulkan::{Compute, Image, Resource, gpu, vk};
use crate::common::{backends, parse};

/// Indices 0 to 3 are inside, 4 and 900,000 are past the end of `data`, and `-1` is before its start.
const BUFFER: &str = "
@group(0) @binding(0) var<storage, read> at: array<i32, 4>;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@group(0) @binding(2) var<storage, read_write> seen: array<u32, 4>;
@compute @workgroup_size(1) fn main() {
    for (var i = 0; i < 4; i++) { seen[i] = data[at[i]]; }
    for (var i = 0; i < 4; i++) { data[at[i]] = 100u + u32(i); }
}";

/// Coordinates inside and outside of an image of two by two texels, on its two levels and past them.
const PICTURE: &str = "
@group(0) @binding(0) var<storage, read> at: array<vec4<i32>, 4>;
@group(0) @binding(1) var image: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> seen: array<u32, 4>;
@compute @workgroup_size(1) fn main() {
    for (var i = 0; i < 4; i++) { seen[i] = u32(textureLoad(image, at[i].xy, at[i].z).x); }
}";

fn setup(features: &[Feature]) -> Setup {
    let mut setup = backends::options_for("vulkan1.1", "main");
    for &feature in features {
        setup.target = setup.target.clone().enable(feature);
    }
    setup.rely_on_robust_access = true;
    setup
}

/// The words of a shader, and the features that they rely on.
fn written(source: &str, setup: &Setup) -> (Vec<u32>, Vec<Feature>) {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let output = compile(&shader.module, &shader.info, setup).unwrap_or_else(|error| panic!("{error:?}"));
    let robust = [
        Feature::RobustBufferAccess2,
        Feature::RobustImageAccess,
        Feature::RobustImageAccess2,
    ];
    let features = output.features.iter().map(|used| used.feature);
    (
        output.words,
        features.filter(|feature| robust.contains(feature)).collect(),
    )
}

/// How many instructions clamp an index or a coordinate.
fn clamps(words: &[u32]) -> usize {
    spirula::words::disassemble(words).matches(" UMin ").count()
}

#[test]
fn only_enabled_features_are_relied_on() {
    for (source, feature) in [
        (BUFFER, Feature::RobustBufferAccess2),
        (PICTURE, Feature::RobustImageAccess),
        (PICTURE, Feature::RobustImageAccess2),
    ] {
        let (with, relied) = written(source, &setup(&[feature]));
        assert_eq!(relied, [feature]);
        let (without, relied) = written(source, &setup(&[]));
        assert_eq!(relied, []);
        assert!(clamps(&with) < clamps(&without), "{feature}");
        let mut off = setup(&[feature]);
        off.rely_on_robust_access = false;
        assert_eq!(written(source, &off), (without, Vec::new()), "{feature}");
    }
}

#[test]
fn what_the_device_does_not_check_is_clamped() {
    let every = [
        Feature::RobustBufferAccess2,
        Feature::RobustImageAccess,
        Feature::RobustImageAccess2,
    ];
    let shader = |declarations: &str, body: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read> at: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 4>;
struct Counted {{ plain: u32, counter: atomic<u32> }}
{declarations}
@compute @workgroup_size(1) fn main() {{ {body} }}"
        )
    };
    for (declarations, body) in [
        (
            "@group(0) @binding(2) var<storage, read_write> a: array<atomic<u32>>;",
            "out[0] = atomicAdd(&a[at[0]], 1u);",
        ),
        (
            "@group(0) @binding(2) var<storage, read_write> a: array<Counted>;",
            "out[0] = a[at[0]].plain;",
        ),
        (
            "@group(0) @binding(2) var<storage, read_write> a: array<u32, 9>;",
            "out[0] = a[at[0]];",
        ),
        (
            "@group(0) @binding(2) var<uniform> a: array<vec4u, 9>;",
            "out[0] = a[at[0]].x;",
        ),
        ("var<workgroup> a: array<u32, 9>;", "out[0] = a[at[0]];"),
        (
            "@group(0) @binding(2) var a: texture_2d_array<f32>;",
            "out[0] = u32(textureLoad(a, vec2u(), at[0], 0).x);",
        ),
        (
            "@group(0) @binding(2) var a: texture_storage_2d<r32uint, read_write>;",
            "out[0] = textureLoad(a, vec2u(at[0])).x;",
        ),
        (
            "@group(0) @binding(2) var a: texture_2d<f32>;",
            "out[0] = u32(textureLoad(a, vec2u(), at[0]).x);",
        ),
        (
            "@group(0) @binding(2) var a: texture_multisampled_2d<f32>;",
            "out[0] = u32(textureLoad(a, vec2u(), at[0]).x);",
        ),
    ] {
        let source = shader(declarations, body);
        let (words, _) = written(&source, &setup(&every));
        assert_eq!(clamps(&words), 1, "{source}");
    }
}

/// An explanation says that the device checks an index where it does, and nowhere else.
#[test]
fn checks_of_the_device_are_explained() {
    let source = "override n = 16u;
var<workgroup> shared_data: array<u32, n>;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
    shared_data[data[0]] = 1u;
    workgroupBarrier();
    data[id.x] = shared_data[data[1]];
}";
    let shader = parse::wgsl(source, "test.wgsl").unwrap();
    for spec_constants in [false, true] {
        let mut setup = setup(&[Feature::RobustBufferAccess2]);
        (setup.explain_checks, setup.spec_constants) = (true, spec_constants);
        let output = compile(&shader.module, &shader.info, &setup).unwrap();
        let mut of_device = Vec::new();
        for check in output.checks.iter().filter(|check| !check.proved) {
            let text = &source[check.span.to_range().unwrap()];
            of_device.push((text, check.reason.contains("robustBufferAccess2")));
        }
        assert!(of_device.contains(&("data[id.x]", true)), "{of_device:?}");
        let others = of_device.iter().filter(|(text, _)| text.starts_with("shared"));
        assert!(
            others.clone().count() == 2 && others.clone().all(|one| !one.1),
            "{of_device:?}"
        );
    }
}

/// Runs the words on a pipeline with the device's checks.
fn run(words: &[u32], resources: impl IntoIterator<Item = Resource>) -> Option<Vec<Vec<u32>>> {
    let gpu = gpu()?;
    if !gpu.has_robust_pipelines() {
        println!("skipped: no pipelineRobustness");
        return None;
    }
    let bindings = group(resources);
    let run = Compute {
        words,
        entry_point: "main",
        bindings: &bindings,
        push_constants: &[],
        constants: &[],
        workgroups: [1, 1, 1],
        validate: true,
    };
    let results = gpu.compute_robust(&run).unwrap_or_else(|error| panic!("{error}"));
    Some(results.iter().map(|bytes| to_words(bytes)).collect())
}

#[test]
fn buffers_are_checked_by_the_device() {
    let (words, _) = written(BUFFER, &setup(&[Feature::RobustBufferAccess2]));
    let resources = [
        Resource::Storage(from_words(&[2, 4, 900_000, u32::MAX])),
        Resource::Storage(from_words(&[10, 11, 12, 13])),
        Resource::Storage(vec![0; 16]),
    ];
    let Some(results) = run(&words, resources) else { return };
    assert_eq!(results[1..], [vec![10, 11, 100, 13], vec![12, 0, 0, 0]]);
}

#[test]
fn texels_are_checked_by_the_device() {
    let (words, _) = written(PICTURE, &setup(&[Feature::RobustImageAccess]));
    let texels = [1.0_f32, 2.0, 3.0, 4.0, 9.0];
    let image = Image {
        format: vk::Format::R32_SFLOAT,
        view: vk::ImageViewType::TYPE_2D,
        extent: [2, 2, 1],
        layers: 1,
        levels: 2,
        texels: texels.iter().flat_map(|texel| texel.to_ne_bytes()).collect(),
    };
    // Inside; past the right edge; before the left edge; on a level that does not exist, which is clamped to level 1.
    let at = [[1, 1, 0, 0], [2, 0, 0, 0], [u32::MAX, 0, 0, 0], [0, 0, 7, 0]];
    let resources = [
        Resource::Storage(from_words(at.as_flattened())),
        Resource::Texture(image),
        Resource::Storage(vec![0; 16]),
    ];
    let Some(results) = run(&words, resources) else { return };
    assert_eq!(results[1], [4, 0, 0, 9]);
}

#[test]
fn a_target_without_the_features_ignores_the_option() {
    let mut setup = setup(&[]);
    setup.target = Target::vulkan(1, 0);
    let (words, relied) = written(BUFFER, &setup);
    assert!(relied.is_empty() && clamps(&words) > 0);
}
