//! Tests that the words conform to an older SPIR-V version on request, and to Vulkan 1.0 without extensions.

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{parse, root, shaders_below, validate};
use spirula::check::check;
use spirula::target::SpirvVersion;
use spirula::{Output, Target};
use spirv::{Decoration, Op, StorageClass};

/// The outputs for all shaders of the snapshots that a target accepts.
fn outputs(target: &Target) -> Vec<(String, Output)> {
    let mut outputs = Vec::new();
    for path in shaders_below(&root("snapshots")) {
        let Ok(shader) = parse::file(&path) else { continue };
        let name = path.strip_prefix(root("")).unwrap().display().to_string();
        let options = Setup::new(target.clone());
        if let Ok(output) = setup::compile(&shader.module, &shader.info, &options) {
            outputs.push((name, output));
        }
    }
    outputs
}

/// The extensions that the words declare with `OpExtension`.
fn extensions(module: &Inspected<'_>) -> Vec<String> {
    let text = |words: &[u32]| {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
        String::from_utf8(bytes).unwrap()
    };
    module
        .all(Op::Extension)
        .map(|extension| text(extension.operand_words()))
        .collect()
}

#[test]
fn any_older_version_on_request() {
    let versions = [
        (SpirvVersion::V1_0, 0x0001_0000),
        (SpirvVersion::V1_1, 0x0001_0100),
        (SpirvVersion::V1_2, 0x0001_0200),
        (SpirvVersion::V1_3, 0x0001_0300),
        (SpirvVersion::V1_4, 0x0001_0400),
        (SpirvVersion::V1_5, 0x0001_0500),
        (SpirvVersion::V1_6, 0x0001_0600),
    ];
    // By the SPIR-V version that has each in core, from which it is not declared.
    let absorbed = [
        (SpirvVersion::V1_3, "SPV_KHR_storage_buffer_storage_class"),
        (SpirvVersion::V1_3, "SPV_KHR_16bit_storage"),
        (SpirvVersion::V1_3, "SPV_KHR_multiview"),
        (SpirvVersion::V1_3, "SPV_KHR_shader_draw_parameters"),
        (SpirvVersion::V1_4, "SPV_KHR_float_controls"),
        (SpirvVersion::V1_5, "SPV_EXT_descriptor_indexing"),
        (SpirvVersion::V1_5, "SPV_KHR_vulkan_memory_model"),
        (SpirvVersion::V1_6, "SPV_KHR_integer_dot_product"),
        (SpirvVersion::V1_6, "SPV_EXT_demote_to_helper_invocation"),
        (SpirvVersion::V1_6, "SPV_KHR_non_semantic_info"),
    ];
    for (version, word) in versions {
        let target = Target::vulkan(1, 3).with_spirv_version(version);
        let outputs = outputs(&target);
        assert!(outputs.len() > 100, "{} at {version}", outputs.len());
        for (name, output) in outputs {
            assert_eq!(output.words[1], word, "{name}");
            let report = check(&output.words, &target);
            assert!(report.violations.is_empty(), "{name} at {version}: {report}");
            let module = Inspected::new(&output.words);
            for extension in extensions(&module) {
                let is_late = absorbed.contains(&(version, extension.as_str()))
                    || absorbed
                        .iter()
                        .any(|&(core, known)| known == extension && core <= version);
                assert!(!is_late, "{name} at {version}: {extension}");
            }
        }
    }
    // A version later than the environment accepts is lowered to the latest that it accepts.
    let target = Target::vulkan(1, 1).with_spirv_version(SpirvVersion::V1_6);
    assert_eq!(target.spirv_version(), SpirvVersion::V1_4);
}

/// Without `SPV_KHR_storage_buffer_storage_class` storage buffers are `BufferBlock`s in class `Uniform`.
#[test]
fn the_oldest_vulkan_without_extensions() {
    let target = Target::vulkan(1, 0).strict();
    let (mut blocks, outputs) = (0, outputs(&target));
    assert!(outputs.len() > 50, "{}", outputs.len());
    for (name, output) in outputs {
        validate::validate(&output.words, "vulkan1.0").unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let report = check(&output.words, &target);
        assert!(report.violations.is_empty(), "{name}: {report}");
        let module = Inspected::new(&output.words);
        assert_eq!(extensions(&module), [""; 0], "{name}");
        assert!(output.extensions.is_empty() && output.words[1] == 0x0001_0000, "{name}");
        let class = |variable: &spirula::words::reader::Instruction<'_>| variable.operand_words()[0];
        let modern = |class: u32| class == StorageClass::StorageBuffer as u32;
        assert!(
            !module.all(Op::Variable).any(|variable| modern(class(variable))),
            "{name}"
        );
        blocks += module
            .all(Op::Decorate)
            .filter(|decorate| decorate.operand_words().get(1) == Some(&(Decoration::BufferBlock as u32)))
            .count();
    }
    assert!(blocks > 50, "{blocks}");
}

/// A requirement that has only an extension, and neither a capability nor a feature, is reported: the class of storage
/// buffers on Vulkan 1.0.
#[test]
fn extensions_without_a_capability_are_reported() {
    let source = "@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main() { o[0] = 1u; }";
    let shader = parse::wgsl(source, "test.wgsl").unwrap();
    let output = |target| setup::compile(&shader.module, &shader.info, &Setup::new(target)).unwrap();
    let older = output(Target::vulkan(1, 0));
    let [used] = older.extensions.as_slice() else {
        panic!("{:?}", older.extensions)
    };
    assert_eq!(used.extension.name(), "VK_KHR_storage_buffer_storage_class");
    assert_eq!(used.spirv_extension, Some("SPV_KHR_storage_buffer_storage_class"));
    assert_eq!(
        used.span.to_range().map(|range| range.start),
        source.find("var<storage")
    );
    assert!(output(Target::vulkan(1, 1)).extensions.is_empty());
}
