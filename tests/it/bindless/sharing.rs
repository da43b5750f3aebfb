//! Tests of shared bindings: a texture and its sampler in one descriptor, and resources that alias the same memory; and
//! of the binding map itself.

use super::{compile, refusal, resource, write};
use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use spirula::{BindingInfo, BindingSource, ErrorKind, HandleMemory, SpirvVersion, Target};
use spirv::{Decoration, Op, StorageClass};

const COMBINED: BindingSource = BindingSource::Combined;
const APART: BindingSource = BindingSource::Descriptor;

/// Options for a target, with resources of group 0 at bindings of set 1.
fn bound(target: Target, places: &[(u32, u32, BindingSource)]) -> Setup {
    let mut options = Setup::new(target);
    for &(from, to, source) in places {
        let info = BindingInfo {
            descriptor_set: 1,
            binding: to,
            source,
            ..BindingInfo::default()
        };
        options.bind([(resource(from), info)]);
    }
    options
}

fn vulkan(places: &[(u32, u32, BindingSource)]) -> Setup {
    bound(Target::vulkan(1, 2), places)
}

const PAIR: &str = "
    @group(0) @binding(0) var image: texture_2d<f32>;
    @group(0) @binding(1) var how: sampler;
    @group(0) @binding(2) var<storage, read_write> result: vec4<f32>;
    @group(0) @binding(3) var other: texture_2d<f32>;
    fn sampled(image: texture_2d<f32>, how: sampler) -> vec4<f32> { return textureSampleLevel(image, how, vec2(0.5), 0.0); }
    @compute @workgroup_size(1) fn main() { result = #; }";

#[test]
fn a_combined_image_sampler_is_one_variable() {
    let options = vulkan(&[(0, 4, COMBINED), (1, 4, COMBINED)]);
    for (expression, images, made) in [
        ("textureSampleLevel(image, how, vec2(0.5), 0.0)", 0, 0),
        ("sampled(image, how)", 0, 0),
        ("textureLoad(image, vec2(0, 0), 0)", 1, 0),
        ("textureLoad(image, vec2(0, 0), 0) + sampled(image, how)", 1, 0),
        ("textureSampleBaseClampToEdge(image, how, vec2(0.5))", 1, 0),
        ("textureGather(1, image, how, vec2(0.5))", 0, 0),
    ] {
        let source = PAIR.replace('#', expression);
        let words = write(&source, &options, "vulkan1.2");
        assert_eq!(spirula::check::unused_capabilities(&words), [], "{expression}");
        let module = Inspected::new(&words);
        let [pointee] = module.pointees(StorageClass::UniformConstant)[..] else {
            panic!("{expression}: one variable");
        };
        assert!(module.is(pointee, Op::TypeSampledImage), "{expression}");
        assert_eq!(module.count(Op::Image), images, "{expression}");
        assert_eq!(module.count(Op::SampledImage), made, "{expression}");
        let mut variables = module.all(Op::Variable).filter_map(|variable| variable.result());
        let found = variables.any(|id| {
            module.decoration(id, Decoration::DescriptorSet) == Some(&[1])
                && module.decoration(id, Decoration::Binding) == Some(&[4])
        });
        assert!(found, "{expression}");
        // Listed once, though the texture and the sampler are both used.
        let interface = module.all(Op::EntryPoint).next().unwrap().operand_words();
        let tail = &interface[interface.len() - 2..];
        assert_ne!(tail[0], tail[1], "{expression}");
    }
    // A texture may also be sampled with a separate sampler.
    let apart = vulkan(&[(0, 4, COMBINED), (1, 5, APART)]);
    let words = write(&PAIR.replace('#', "sampled(image, how)"), &apart, "vulkan1.2");
    let module = Inspected::new(&words);
    assert_eq!([Op::Image, Op::SampledImage].map(|op| module.count(op)), [1, 1]);
}

#[test]
fn reflection_names_both_parts() {
    let shader = super::parse::wgsl(&PAIR.replace('#', "sampled(image, how)"), "pair.wgsl").unwrap();
    let options = vulkan(&[(0, 4, COMBINED), (1, 4, COMBINED)]);
    let output = setup::compile(&shader.module, &shader.info, &options).unwrap();
    let combined: Vec<_> = output
        .reflection
        .bindings
        .iter()
        .filter(|binding| binding.kind == spirula::reflection::ResourceKind::CombinedImageSampler)
        .map(|binding| {
            (
                binding.name.as_deref().unwrap(),
                binding.descriptor_set,
                binding.descriptor_binding,
            )
        })
        .collect();
    assert_eq!(combined, [("image", 1, 4), ("how", 1, 4)]);
}

#[test]
fn misuse_of_combined_image_samplers_is_refused() {
    let other = "textureSampleLevel(other, how, vec2(0.5), 0.0)";
    let both = vulkan(&[(0, 4, COMBINED), (1, 4, COMBINED)]);
    let sampled = format!("textureLoad(image, vec2(0, 0), 0) + {other}");
    let (reason, text) = refusal(&PAIR.replace('#', &sampled), &both);
    assert!(
        reason.contains("its own texture only") && text == "textureSampleLevel",
        "{reason}: {text}"
    );
    // Through a function: the error is at the sampling in the function.
    let (reason, text) = refusal(
        &PAIR.replace('#', "sampled(other, how) + textureLoad(image, vec2(0, 0), 0)"),
        &both,
    );
    assert!(reason.contains("its own texture only"), "{reason}");
    assert_eq!(text, "textureSampleLevel");
    // Its texture is unused.
    let error = compile(&PAIR.replace('#', other), &both).unwrap_err();
    assert!(error.to_string().contains("no texture") || error.diagnostics().len() > 1);

    let two = vulkan(&[(0, 4, COMBINED), (3, 4, COMBINED), (1, 4, COMBINED)]);
    let (reason, text) = refusal(
        &PAIR.replace('#', "sampled(image, how) + textureLoad(other, vec2(0, 0), 0)"),
        &two,
    );
    assert!(
        reason.contains("another texture and sampler") && text.contains("other"),
        "{reason}: {text}"
    );

    for (declaration, expression) in [
        (
            "var image: texture_storage_2d<rgba8unorm, read>",
            "textureLoad(image, vec2(0, 0))",
        ),
        (
            "var image: texture_multisampled_2d<f32>",
            "textureLoad(image, vec2(0, 0), 0)",
        ),
        ("var<uniform> image: vec4<f32>", "image"),
        (
            "var image: binding_array<texture_2d<f32>, 4>",
            "textureLoad(image[1], vec2(0, 0), 0)",
        ),
    ] {
        let source = format!(
            "enable wgpu_binding_array;
            @group(0) @binding(0) {declaration};
            @group(0) @binding(2) var<storage, read_write> result: vec4<f32>;
            @compute @workgroup_size(1) fn main() {{ result = {expression}; }}"
        );
        let (reason, text) = refusal(&source, &vulkan(&[(0, 4, COMBINED)]));
        assert!(reason.contains("one sampled texture"), "{declaration}: {reason}");
        assert!(text.contains("image"), "{declaration}: {text}");
    }
}

/// Pairs of declarations with a use each, in one entry point with one binding, and the outcome.
const ALIASES: [(&str, &str, &str, &str, Outcome); 12] = [
    (
        "var<uniform> a: vec4<u32>",
        "a.x",
        "var<uniform> b: array<vec4<u32>, 4>",
        "b[1].x",
        Outcome::Shared,
    ),
    (
        "var<storage> a: u32",
        "a",
        "var<storage> b: array<u32>",
        "b[1]",
        Outcome::Shared,
    ),
    (
        "var<storage, read_write> a: u32",
        "a",
        "var<storage> b: array<u32>",
        "b[1]",
        Outcome::Aliased,
    ),
    (
        "var<storage> a: u32",
        "a",
        "var<storage, read_write> b: array<u32>",
        "b[1]",
        Outcome::Aliased,
    ),
    (
        "var a: texture_2d<f32>",
        "textureDimensions(a).x",
        "var b: texture_depth_2d",
        "textureDimensions(b).x",
        Outcome::Shared,
    ),
    (
        "var a: texture_2d<f32>",
        "textureDimensions(a).x",
        "var b: sampler",
        "u32(textureSampleLevel(a, b, vec2(0.5), 0.0).x)",
        Outcome::Shared,
    ),
    (
        "var a: texture_storage_2d<r32uint, read>",
        "textureLoad(a, vec2(0, 0)).x",
        "var b: texture_storage_2d<r32uint, read_write>",
        "textureLoad(b, vec2(1, 0)).x",
        Outcome::Aliased,
    ),
    (
        "var<uniform> a: vec4<u32>",
        "a.x",
        "var<storage> b: array<u32>",
        "b[1]",
        Outcome::Refused,
    ),
    (
        "var<uniform> a: vec4<u32>",
        "a.x",
        "var b: texture_2d<f32>",
        "textureDimensions(b).x",
        Outcome::Refused,
    ),
    (
        "var a: texture_2d<f32>",
        "textureDimensions(a).x",
        "var b: texture_storage_2d<r32uint, read>",
        "textureDimensions(b).x",
        Outcome::Refused,
    ),
    (
        "var<storage> a: u32",
        "a",
        "var b: texture_2d<f32>",
        "textureDimensions(b).x",
        Outcome::Refused,
    ),
    (
        "var<uniform> a: vec4<u32>",
        "a.x",
        "var b: texture_external",
        "textureDimensions(b).x",
        Outcome::Refused,
    ),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    Shared,
    Aliased,
    Refused,
}

#[test]
fn what_an_entry_point_has_on_one_binding_is_one_kind_of_descriptor() {
    for (first, use_first, second, use_second, outcome) in ALIASES {
        let source = |entries: &str| {
            format!(
                "@group(0) @binding(0) {first};
                @group(0) @binding(1) {second};
                @group(0) @binding(2) var<storage, read_write> result: u32;
                {entries}"
            )
        };
        let compute = "@compute @workgroup_size(1) fn";
        let together = source(&format!("{compute} main() {{ result = {use_first} + {use_second}; }}"));
        let apart = source(&format!(
            "{compute} one() {{ result = {use_first}; }} {compute} other() {{ result = {use_second}; }}"
        ));
        let mut options = vulkan(&[(0, 4, APART), (1, 4, APART), (2, 5, APART)]);
        if second.contains("external") {
            let part = |binding| BindingInfo {
                descriptor_set: 1,
                binding,
                ..BindingInfo::default()
            };
            let parts = spirula::ExternalTextureBindingInfo {
                planes: [part(4), part(7), part(8)],
                params: part(9),
            };
            options.external_texture_binding_map.insert(resource(1), parts);
        }
        let aliased = |words: &[u32]| {
            let module = Inspected::new(words);
            let of_aliased = |operands: &[u32]| operands.get(1) == Some(&(Decoration::Aliased as u32));
            module
                .all(Op::Decorate)
                .filter(|inst| of_aliased(inst.operand_words()))
                .count()
        };
        match outcome {
            Outcome::Refused => {
                let (reason, text) = refusal(&together, &options);
                assert!(
                    reason.contains("no descriptor is of both kinds"),
                    "{first}, {second}: {reason}"
                );
                assert!(text.contains(second), "{second}: {text}");
            }
            Outcome::Shared => assert_eq!(
                aliased(&write(&together, &options, "vulkan1.2")),
                0,
                "{first}, {second}"
            ),
            Outcome::Aliased => assert_eq!(
                aliased(&write(&together, &options, "vulkan1.2")),
                2,
                "{first}, {second}"
            ),
        }
        // Different entry points may have different resources there, unless one uses the resource of the other.
        if !use_second.contains("a,") {
            assert_eq!(aliased(&write(&apart, &options, "vulkan1.2")), 0, "{first}, {second}");
        }
    }
}

#[test]
fn the_note_names_both() {
    let source = "@group(0) @binding(0) var<uniform> camera: vec4<u32>;
        @group(0) @binding(1) var<storage, read_write> lights: array<u32>;
        @compute @workgroup_size(1) fn main() { lights[0] = camera.x; }
        @compute @workgroup_size(1) fn again() { lights[1] = camera.y; }";
    let error = compile(source, &vulkan(&[(0, 4, APART), (1, 4, APART)])).unwrap_err();
    assert_eq!(error.diagnostics().len(), 1);
    let text = error.emit_to_string(source, "x.wgsl");
    assert!(text.contains("`camera` and `lights` are at set 1, binding 4"), "{text}");
}

#[test]
fn a_table_is_alone_on_its_binding() {
    let source = "@group(0) @binding(0) var image: texture_2d<f32>;
        @group(0) @binding(1) var<storage, read_write> result: u32;
        @compute @workgroup_size(1) fn main() { result = textureDimensions(image).x; }";
    let memory = HandleMemory::Storage;
    let target = Target::universal(spirula::target::Addressing::Physical32, SpirvVersion::V1_3);
    let options = bound(
        target,
        &[(0, 4, BindingSource::Handle { memory, offset: 0 }), (1, 4, APART)],
    );
    let (reason, text) = refusal(source, &options);
    assert!(
        reason.contains("both kinds") && text.contains("result"),
        "{reason}: {text}"
    );
}

/// The map of naga's backend has the same effect as in naga.
#[test]
fn the_map_of_naga_is_taken_as_it_is() {
    let source = "enable wgpu_binding_array;
        @group(0) @binding(1) var images: binding_array<texture_2d<f32>>;
        @group(0) @binding(2) var<storage, read_write> result: u32;
        @compute @workgroup_size(1) fn main() { result = textureDimensions(images[1]).x; }";
    let shader = super::parse::wgsl(source, "x.wgsl").unwrap();
    let mut map = naga::back::spv::BindingMap::default();
    for (binding, binding_array_size) in [(1, Some(7)), (2, None)] {
        let info = naga::back::spv::BindingInfo {
            descriptor_set: 3,
            binding: binding + 10,
            binding_array_size,
        };
        map.insert(resource(binding), info);
    }
    let theirs = naga::back::spv::Options {
        lang_version: (1, 5),
        flags: naga::back::spv::WriterFlags::empty(),
        binding_map: map.clone(),
        ..Default::default()
    };
    let theirs = naga::back::spv::write_vec(&shader.module, &shader.info, &theirs, None).unwrap();
    let mut options = Setup::new(Target::vulkan(1, 2));
    options.fake_missing_bindings = false;
    options.bind(map);
    let ours = write(source, &options, "vulkan1.2");
    let places = |words: &[u32]| {
        let module = Inspected::new(words);
        let mut places: Vec<_> = module
            .all(Op::Variable)
            .filter_map(|variable| variable.result())
            .filter_map(|id| {
                let number = |decoration| module.decoration(id, decoration).map(|operands| operands[0]);
                Some((number(Decoration::DescriptorSet)?, number(Decoration::Binding)?))
            })
            .collect();
        places.sort_unstable();
        places
    };
    assert_eq!(places(&ours), [(3, 11), (3, 12)]);
    assert_eq!(places(&ours), places(&theirs));
    let module = Inspected::new(&ours);
    let [array] = module.pointees(StorageClass::UniformConstant)[..] else {
        panic!("one array");
    };
    let length = module.definition(array).operand_words()[1];
    assert_eq!(module.definition(length).operand_words(), [7]);
}

#[test]
fn missing_entries_are_refused_by_name_or_passed_through() {
    let source = "@group(2) @binding(5) var<storage, read_write> numbers: array<u32, 4>;
        @compute @workgroup_size(1) fn main() { numbers[0] = 1u; }";
    let mut options = Setup::new(Target::vulkan(1, 1));
    let words = write(source, &options, "vulkan1.1");
    let module = Inspected::new(&words);
    let variable = module.all(Op::Variable).next().unwrap().result().unwrap();
    assert_eq!(module.decoration(variable, Decoration::DescriptorSet), Some(&[2][..]));
    assert_eq!(module.decoration(variable, Decoration::Binding), Some(&[5][..]));

    options.fake_missing_bindings = false;
    let error = compile(source, &options).unwrap_err();
    let [ref diagnostic] = *error.diagnostics() else {
        panic!("one diagnostic");
    };
    let ErrorKind::MissingBinding(missing) = diagnostic.kind else {
        panic!("{}", diagnostic.kind);
    };
    assert_eq!((missing.group, missing.binding), (2, 5));
    let text = &source[diagnostic.span.to_range().unwrap()];
    assert!(text.contains("numbers"), "{text}");
}
