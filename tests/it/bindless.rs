//! Tests of binding arrays and of resources from handles.

mod handles;
mod sharing;

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};
use spirula::target::Addressing;
use spirula::{BindingInfo, BindingSource, ErrorKind, HandleMemory, SpirvVersion, Target};
use spirv::{AddressingModel, Capability, Decoration, Op, StorageClass};

/// The SPIR-V versions for which handles are tested; from 1.4 on, interfaces contain all global variables.
const VERSIONS: [(SpirvVersion, &str); 5] = [
    (SpirvVersion::V1_0, "spv1.0"),
    (SpirvVersion::V1_3, "spv1.3"),
    (SpirvVersion::V1_4, "spv1.4"),
    (SpirvVersion::V1_5, "spv1.5"),
    (SpirvVersion::V1_6, "spv1.6"),
];
const ADDRESSING: [(Addressing, u32, AddressingModel); 2] = [
    (Addressing::Physical32, 4, AddressingModel::Physical32),
    (Addressing::Physical64, 8, AddressingModel::Physical64),
];
const MEMORIES: [(HandleMemory, StorageClass); 3] = [
    (HandleMemory::Storage, StorageClass::StorageBuffer),
    (HandleMemory::Uniform, StorageClass::Uniform),
    (HandleMemory::PushConstant, StorageClass::PushConstant),
];

/// A texture, a sampler and a storage texture, for which the tests set the binding source.
const TEXTURED: &str = "
    @group(0) @binding(0) var colours: texture_2d<f32>;
    @group(0) @binding(1) var filtered: sampler;
    @group(0) @binding(2) var written: texture_storage_2d<rgba8unorm, write>;
    fn shade(uv: vec2<f32>) -> vec4<f32> { return textureSampleLevel(colours, filtered, uv, 0.0); }
    @compute @workgroup_size(8, 8)
    fn main(@builtin(global_invocation_id) at: vec3<u32>) {
        let uv = vec2<f32>(at.xy) / vec2<f32>(textureDimensions(colours));
        textureStore(written, at.xy, shade(uv));
    }";

fn resource(binding: u32) -> naga::ResourceBinding {
    naga::ResourceBinding { group: 0, binding }
}

/// A resource from a handle at an offset of the table at set 3, binding 7.
fn from_handle(memory: HandleMemory, offset: u32) -> BindingInfo {
    BindingInfo {
        descriptor_set: 3,
        binding: 7,
        source: BindingSource::Handle { memory, offset },
        ..BindingInfo::default()
    }
}

fn compile(source: &str, options: &Setup) -> Result<Vec<u32>, spirula::Error> {
    let shader = parse::wgsl(source, "bindless.wgsl").unwrap_or_else(|error| panic!("{error}"));
    setup::compile(&shader.module, &shader.info, options).map(|output| output.words)
}

/// Writes WGSL and validates the words with spirv-val.
fn write(source: &str, options: &Setup, environment: &str) -> Vec<u32> {
    let words = compile(source, options).unwrap_or_else(|error| panic!("{}", error.emit_to_string(source, "x.wgsl")));
    validate::validate(&words, environment).unwrap_or_else(|fault| panic!("{environment}: {fault}\n{source}"));
    words
}

fn declares(module: &Inspected<'_>, capability: Capability) -> bool {
    module
        .all(Op::Capability)
        .any(|instruction| instruction.operand_words() == [capability as u32])
}

#[test]
fn a_resource_made_from_a_handle_is_no_variable() {
    for (version, environment) in VERSIONS {
        for (addressing, width, model) in ADDRESSING {
            for (memory, class) in MEMORIES {
                let what = format!("{environment} {addressing:?} {memory:?}");
                let mut options = Setup::new(Target::universal(addressing, version));
                options.binding_map.insert(resource(0), from_handle(memory, 2 * width));
                options.binding_map.insert(resource(1), from_handle(memory, 0));
                options.binding_map.insert(resource(2), from_handle(memory, 5 * width));
                let words = write(TEXTURED, &options, environment);
                let module = Inspected::new(&words);
                assert!(module.pointees(StorageClass::UniformConstant).is_empty(), "{what}");
                let [table] = module.pointees(class)[..] else {
                    panic!("{what}: one table");
                };
                assert_eq!(module.member_offsets(table), [0, 2 * width, 5 * width], "{what}");
                // Each function converts the handles that it uses once: `shade` two, `main` the image and the storage
                // image.
                assert_eq!(module.count(Op::ConvertHandleToImageINTEL), 3, "{what}");
                assert_eq!(module.count(Op::ConvertHandleToSamplerINTEL), 1, "{what}");
                for conversion in module.all(Op::ConvertHandleToImageINTEL) {
                    let [operand] = *conversion.operand_words() else {
                        panic!("{what}: one operand");
                    };
                    let load = module.definition(operand);
                    assert_eq!(
                        u32::from(load.opcode),
                        Op::Load as u32,
                        "{what}: the integer, not where it stands"
                    );
                    let integer = module.definition(load.result_type().unwrap());
                    assert_eq!(integer.operand_words(), [width * 8, 0], "{what}");
                }
                let model_words: Vec<u32> = module.all(Op::MemoryModel).next().unwrap().operand_words().to_vec();
                assert_eq!(model_words[0], model as u32, "{what}");
                assert!(declares(&module, Capability::BindlessImagesINTEL), "{what}");
                assert!(declares(&module, Capability::Addresses), "{what}");
                assert_eq!(declares(&module, Capability::Int64), width == 8, "{what}");
                let variable = module
                    .all(Op::Variable)
                    .find(|variable| variable.operand_words()[0] == class as u32)
                    .and_then(|variable| variable.result())
                    .unwrap();
                let bound = (
                    module.decoration(variable, Decoration::DescriptorSet),
                    module.decoration(variable, Decoration::Binding),
                );
                let expected = match memory {
                    HandleMemory::PushConstant => (None, None),
                    HandleMemory::Storage | HandleMemory::Uniform => (Some(&[3][..]), Some(&[7][..])),
                };
                assert_eq!(bound, expected, "{what}");
                let interface = module.all(Op::EntryPoint).next().unwrap().operand_words();
                let listed = interface.iter().filter(|&&word| word == variable).count();
                assert_eq!(listed, usize::from(version >= SpirvVersion::V1_4), "{what}");
            }
        }
    }
}

#[test]
fn what_is_no_handle_stays_a_descriptor_beside_one() {
    let mut options = Setup::new(Target::universal(Addressing::Physical64, SpirvVersion::V1_4));
    options
        .binding_map
        .insert(resource(0), from_handle(HandleMemory::Storage, 8));
    let words = write(TEXTURED, &options, "spv1.4");
    let module = Inspected::new(&words);
    assert_eq!(module.pointees(StorageClass::UniformConstant).len(), 2);
    assert_eq!(module.count(Op::ConvertHandleToImageINTEL), 2);
    assert_eq!(module.count(Op::ConvertHandleToSamplerINTEL), 0);
}

#[test]
fn without_a_handle_nothing_is_physical() {
    let options = Setup::new(Target::universal(Addressing::Physical64, SpirvVersion::V1_4));
    let words = write(TEXTURED, &options, "spv1.4");
    let module = Inspected::new(&words);
    let model = module.all(Op::MemoryModel).next().unwrap().operand_words()[0];
    assert_eq!(model, AddressingModel::Logical as u32);
    assert!(!declares(&module, Capability::Addresses));
    assert!(!declares(&module, Capability::BindlessImagesINTEL));
}

#[test]
fn one_offset_is_one_member() {
    let source = "
    @group(0) @binding(0) var first: texture_2d<f32>;
    @group(0) @binding(1) var second: texture_2d<f32>;
    @group(0) @binding(2) var<storage, read_write> sizes: vec4<u32>;
    @compute @workgroup_size(1)
    fn main() { sizes = vec4<u32>(textureDimensions(first), textureDimensions(second)); }";
    let mut options = Setup::new(Target::universal(Addressing::Physical32, SpirvVersion::V1_3));
    for binding in [0, 1] {
        options
            .binding_map
            .insert(resource(binding), from_handle(HandleMemory::Uniform, 4));
    }
    let words = write(source, &options, "spv1.3");
    let module = Inspected::new(&words);
    let [table] = module.pointees(StorageClass::Uniform)[..] else {
        panic!("one table");
    };
    assert_eq!(module.member_offsets(table), [4]);
}

/// The error about a resource.
fn refusal(source: &str, options: &Setup) -> (&'static str, String) {
    let error = compile(source, options).unwrap_err();
    let [ref diagnostic] = *error.diagnostics() else {
        panic!("one diagnostic: {}", error.emit_to_string(source, "x.wgsl"));
    };
    let ErrorKind::Inexpressible { reason, .. } = diagnostic.kind else {
        panic!("{}", diagnostic.kind);
    };
    (reason, source[diagnostic.span.to_range().unwrap()].to_owned())
}

#[test]
fn misuse_of_handles_is_refused_at_the_resource() {
    let with = |target: Target, info: BindingInfo| {
        let mut options = Setup::new(target);
        options.binding_map.insert(resource(0), info);
        options
    };
    let handle = |offset| from_handle(HandleMemory::Storage, offset);
    for environment in validate::VULKAN {
        let (reason, text) = refusal(TEXTURED, &with(Target::parse(environment).unwrap(), handle(0)));
        assert!(reason.contains("Vulkan"), "{environment}: {reason}");
        assert!(text.contains("colours"), "{environment}: {text}");
    }
    let logical = Target::universal(Addressing::Logical, SpirvVersion::V1_4);
    assert!(refusal(TEXTURED, &with(logical, handle(0))).0.contains("Logical"));
    let wide = Target::universal(Addressing::Physical64, SpirvVersion::V1_4);
    assert!(refusal(TEXTURED, &with(wide.clone(), handle(4))).0.contains("multiple"));
    let buffer = "
    @group(0) @binding(0) var<storage, read_write> numbers: array<u32, 4>;
    @compute @workgroup_size(1)
    fn main() { numbers[0] = 1u; }";
    let (reason, text) = refusal(buffer, &with(wide.clone(), handle(0)));
    assert!(reason.contains("textures and samplers"), "{reason}");
    assert!(text.contains("numbers"), "{text}");

    let error = compile(TEXTURED, &with(wide.strict(), handle(0))).unwrap_err();
    let missing: Vec<_> = error.missing().iter().map(|requirement| requirement.name()).collect();
    assert_eq!(missing, ["BindlessImagesINTEL"]);
}
