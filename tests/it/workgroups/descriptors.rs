//! The limits of pipeline layouts: what counts as which descriptor, in which set, and which one a refusal marks.

use spirula::target::Limits;
use spirula::{BindingInfo, BindingSource, ErrorKind, Options, Output, Target};

const RESOURCES: &str = "
@group(0) @binding(0) var first: texture_2d<f32>;
@group(0) @binding(1) var second: texture_2d<f32>;
@group(0) @binding(2) var nearest: sampler;
@group(0) @binding(3) var<storage, read_write> sums: array<f32>;
@group(1) @binding(0) var<storage, read> a: array<f32>;
@group(1) @binding(1) var<storage, read> b: array<f32>;
@group(1) @binding(2) var<uniform> scale: vec4<f32>;
@group(1) @binding(3) var target_texture: texture_storage_2d<rgba8unorm, write>;
@group(1) @binding(4) var<uniform> unused: vec4<f32>;
@compute @workgroup_size(1) fn main() {
    let color = textureSampleLevel(first, nearest, vec2(0.5), 0.0) + textureLoad(second, vec2(0), 0);
    textureStore(target_texture, vec2(0), color * scale);
    sums[0] = a[0] + b[0];
}
@compute @workgroup_size(1) fn other() { sums[1] = a[1]; }";

fn compile(source: &str, limits: &[(&str, i64)], options: &Options) -> Result<Output, spirula::Error> {
    let module = naga::front::wgsl::parse_str(source).unwrap();
    let (flags, all) = (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
    let info = naga::valid::Validator::new(flags, all).validate(&module).unwrap();
    let mut stated = Limits::default();
    for &(name, value) in limits {
        assert!(stated.set(name, &[value]), "{name}");
    }
    let target = Target::vulkan(1, 2).with_limits(stated);
    spirula::compile(&module, &info, &target, options)
}

fn value(output: &Output, name: &str) -> Option<i64> {
    let used = output.limits.iter().find(|used| used.name == name);
    used.map(|used| used.value)
}

/// The message and the marked text of the only refusal.
fn refusal(source: &str, limits: &[(&str, i64)], options: &Options) -> (String, String) {
    let error = compile(source, limits, options).unwrap_err();
    let [diagnostic] = error.diagnostics() else {
        panic!("{error:#}")
    };
    assert!(matches!(diagnostic.kind, ErrorKind::Limit { .. }), "{error:#}");
    let marked = source[diagnostic.span.to_range().unwrap()].to_owned();
    (diagnostic.kind.to_string(), marked)
}

#[test]
fn every_type_counts_towards_its_limits() {
    let free = compile(RESOURCES, &[], &Options::default()).unwrap();
    for (name, count, last) in [
        ("maxPerStageDescriptorSamplers", 1, "nearest"),
        ("maxPerStageDescriptorSampledImages", 2, "second"),
        ("maxPerStageDescriptorStorageImages", 1, "target_texture"),
        ("maxPerStageDescriptorUniformBuffers", 1, "scale"),
        ("maxPerStageDescriptorStorageBuffers", 3, "b:"),
        ("maxPerStageResources", 7, "target_texture"),
        ("maxDescriptorSetSamplers", 1, "nearest"),
        ("maxDescriptorSetSampledImages", 2, "second"),
        ("maxDescriptorSetStorageImages", 1, "target_texture"),
        ("maxDescriptorSetUniformBuffers", 1, "scale"),
        ("maxDescriptorSetStorageBuffers", 3, "b:"),
    ] {
        assert_eq!(value(&free, name), Some(count), "{name}");
        compile(RESOURCES, &[(name, count)], &Options::default()).unwrap();
        let (message, marked) = refusal(RESOURCES, &[(name, count - 1)], &Options::default());
        let numbers = format!("({name}): {count} is more than the limit of {}", count - 1);
        assert!(message.ends_with(&numbers), "{message}");
        assert!(marked.contains(last), "{name}: {marked}");
    }
    for name in [
        "maxPerStageDescriptorAccelerationStructures",
        "maxPerStageUpdateAfterBindResources",
    ] {
        assert_eq!(value(&free, name), None);
    }
}

/// The place is the first descriptor that exceeds the limit.
#[test]
fn the_first_of_too_many_is_marked() {
    let limits = [("maxPerStageResources", 2)];
    let (_, marked) = refusal(RESOURCES, &limits, &Options::default());
    assert!(marked.contains("sums"), "{marked}");
}

/// Descriptors of different entry points may belong to different pipelines.
#[test]
fn entry_points_are_counted_one_by_one() {
    let source = "
@group(0) @binding(0) var<uniform> a: vec4<f32>;
@group(0) @binding(1) var<uniform> b: vec4<f32>;
@vertex fn vs() -> @builtin(position) vec4<f32> { return a; }
@fragment fn fs() -> @location(0) vec4<f32> { return b; }";
    let free = compile(
        source,
        &[("maxPerStageDescriptorUniformBuffers", 1)],
        &Options::default(),
    )
    .unwrap();
    assert_eq!(value(&free, "maxDescriptorSetUniformBuffers"), Some(1));
}

#[test]
fn a_combined_image_sampler_is_both() {
    let mut options = Options::default();
    for binding in [0, 2] {
        let own = naga::ResourceBinding { group: 0, binding };
        let info = BindingInfo {
            descriptor_set: 3,
            binding: 7,
            source: BindingSource::Combined,
            ..BindingInfo::default()
        };
        options.binding_map.insert(own, info);
    }
    let made = compile(RESOURCES, &[], &options).unwrap();
    assert_eq!(value(&made, "maxPerStageDescriptorSamplers"), Some(1));
    assert_eq!(value(&made, "maxPerStageDescriptorSampledImages"), Some(2));
    assert_eq!(value(&made, "maxPerStageResources"), Some(7));
}

#[test]
fn an_external_texture_is_three_images_and_a_buffer() {
    let source = "@group(0) @binding(0) var outside: texture_external;
@fragment fn fs() -> @location(0) vec4<f32> { return textureLoad(outside, vec2(0)); }";
    let made = compile(source, &[], &Options::default()).unwrap();
    assert_eq!(value(&made, "maxPerStageDescriptorSampledImages"), Some(3));
    assert_eq!(value(&made, "maxPerStageDescriptorUniformBuffers"), Some(1));
    assert_eq!(value(&made, "maxPerStageResources"), Some(4));
}

const ARRAY: &str = "enable wgpu_binding_array;
@group(0) @binding(0) var plain: texture_2d<f32>;
@group(1) @binding(0) var many: binding_array<texture_2d<f32>, 40>;
@group(1) @binding(1) var beside: texture_2d<f32>;
@fragment fn fs(@location(0) @interpolate(flat) i: u32) -> @location(0) vec4<f32> {
    return textureLoad(many[i], vec2(0), 0) + textureLoad(plain, vec2(0), 0) + textureLoad(beside, vec2(0), 0);
}";

/// A set with a binding array may be one for updates after binding, if the device has such.
#[test]
fn the_sets_of_binding_arrays_have_limits_of_their_own() {
    let (ordinary, all) = (
        "maxPerStageDescriptorSampledImages",
        "maxPerStageDescriptorUpdateAfterBindSampledImages",
    );
    let made = compile(ARRAY, &[], &Options::default()).unwrap();
    assert_eq!((value(&made, ordinary), value(&made, all)), (Some(42), None));
    let (message, _) = refusal(ARRAY, &[(ordinary, 16)], &Options::default());
    assert!(message.contains("42 is more than the limit of 16"), "{message}");
    let made = compile(ARRAY, &[(ordinary, 1), (all, 42)], &Options::default()).unwrap();
    assert_eq!((value(&made, ordinary), value(&made, all)), (Some(1), Some(42)));
    let (message, marked) = refusal(ARRAY, &[(ordinary, 16), (all, 41)], &Options::default());
    assert!(
        message.contains(all) && marked.contains("beside"),
        "{message}: {marked}"
    );
    // Other sets are judged by the limit of sets without the bit.
    let (message, marked) = refusal(ARRAY, &[(ordinary, 0), (all, 1000)], &Options::default());
    assert!(
        message.contains(ordinary) && marked.contains("plain"),
        "{message}: {marked}"
    );
}

#[test]
fn a_binding_array_without_a_length_counts_one() {
    let source = ARRAY.replace(", 40>", ">");
    let made = compile(&source, &[], &Options::default()).unwrap();
    assert_eq!(value(&made, "maxPerStageDescriptorSampledImages"), Some(3));
    let mut options = Options::default();
    let own = naga::ResourceBinding { group: 1, binding: 0 };
    let info = BindingInfo {
        descriptor_set: 1,
        binding_array_size: Some(9),
        ..BindingInfo::default()
    };
    options.binding_map.insert(own, info);
    let made = compile(&source, &[], &options).unwrap();
    assert_eq!(value(&made, "maxPerStageDescriptorSampledImages"), Some(11));
}
