//! Tests of the shaders `snapshots/bindless/handles_*`: each form of handle in each memory, with textures of every
//! dimension and class; and of the reflection of the tables.

use std::collections::BTreeSet;

use super::{ADDRESSING, MEMORIES, VERSIONS, refusal, resource};
use crate::common::case::Case;
use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{parse, root, validate};
use naga::{ImageClass, ImageDimension, ScalarKind, TypeInner};
use rspirv::binary::Assemble as _;
use spirula::reflection::{HandleReflection, ResourceKind};
use spirula::target::Addressing;
use spirula::{BindingInfo, BindingSource, HandleMemory, SpirvVersion, Target};
use spirv::{Op, StorageClass};

const FORMS: [&str; 3] = ["plain", "array", "pair"];

fn memory_name(memory: HandleMemory) -> &'static str {
    match memory {
        HandleMemory::Storage => "storage",
        HandleMemory::Uniform => "uniform",
        HandleMemory::PushConstant => "push_constant",
    }
}

/// Every case with the form and the memory in its name.
fn cases() -> Vec<(&'static str, HandleMemory, Case)> {
    let mut cases = Vec::new();
    for form in FORMS {
        for (memory, _) in MEMORIES {
            let path = root("snapshots/bindless").join(format!("handles_{form}_{}.wgsl", memory_name(memory)));
            cases.push((form, memory, Case::read(&path).unwrap()));
        }
    }
    cases
}

#[test]
fn every_case_is_a_form_in_a_memory() {
    let folder = std::fs::read_dir(root("snapshots/bindless")).unwrap();
    let there: BTreeSet<String> = folder
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("handles_") && name.ends_with(".wgsl"))
        .collect();
    let wanted: BTreeSet<String> = cases()
        .iter()
        .map(|(_, _, case)| case.path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(there, wanted);
}

/// The class of a texture or sampler without format and access: dimension, layers, and sampled type.
fn class_of(module: &naga::Module, ty: naga::Handle<naga::Type>) -> Option<String> {
    let element = match module.types[ty].inner {
        TypeInner::BindingArray { base, .. } => base,
        _ => ty,
    };
    match module.types[element].inner {
        TypeInner::Image { dim, arrayed, class } => {
            let what = match class {
                ImageClass::Sampled { multi, kind } => format!("sampled {kind:?} {multi}"),
                ImageClass::Depth { multi } => format!("depth {multi}"),
                ImageClass::Storage { access, .. } => format!("storage {access:?}"),
                ImageClass::External => return None,
            };
            Some(format!("{dim:?} {arrayed} {what}"))
        }
        TypeInner::Sampler { comparison } => Some(format!("sampler {comparison}")),
        _ => None,
    }
}

#[test]
fn textures_of_every_dimension_and_class_are_there() {
    use ImageDimension::{Cube, D1, D2, D3};
    let sampled = [
        (D1, false),
        (D2, false),
        (D2, true),
        (D3, false),
        (Cube, false),
        (Cube, true),
    ];
    let depth = [(D2, false), (D2, true), (Cube, false), (Cube, true)];
    let storage = [(D1, false), (D2, false), (D2, true), (D3, false)];
    for (form, _, case) in cases() {
        let module = parse::file(&case.path).unwrap().module;
        let there: BTreeSet<String> = module
            .global_variables
            .iter()
            .filter_map(|(_, global)| class_of(&module, global.ty))
            .collect();
        let has = |parts: &[String]| {
            there
                .iter()
                .any(|one| parts.iter().all(|part| one.contains(part.as_str())))
        };
        let shape = |(dim, arrayed): (ImageDimension, bool)| format!("{dim:?} {arrayed} ");
        let name = case.path.display();
        for one in sampled {
            assert!(has(&[shape(one), "sampled".to_owned()]), "{name}: sampled {one:?}");
        }
        for one in depth {
            assert!(has(&[shape(one), "depth false".to_owned()]), "{name}: depth {one:?}");
        }
        for comparison in [false, true] {
            assert!(has(&[format!("sampler {comparison}")]), "{name}: {comparison}");
        }
        if form == "pair" {
            continue;
        }
        for one in storage {
            assert!(has(&[shape(one), "storage".to_owned()]), "{name}: storage {one:?}");
        }
        for kind in [ScalarKind::Float, ScalarKind::Sint, ScalarKind::Uint] {
            assert!(has(&[format!("sampled {kind:?}")]), "{name}: {kind:?}");
        }
        for part in ["D2 false sampled Float true", "D2 false depth true", "ATOMIC"] {
            assert!(has(&[part.to_owned()]), "{name}: {part}");
        }
    }
}

/// Name, offset, width, kind, count and stride of a handle in the reflection.
type Told = (Option<String>, u32, u8, ResourceKind, Option<u32>, u32);

/// The expected reflection, derived only from the binding map of the case.
fn expected_handles(case: &Case, options: &Setup, memory: HandleMemory, width: u8) -> Vec<Told> {
    let module = parse::file(&case.path).unwrap().module;
    let mut handles = Vec::new();
    for (_, global) in module.global_variables.iter() {
        let Some(info) = global.binding.and_then(|binding| options.binding_map.get(&binding)) else {
            continue;
        };
        let (offset, combined) = match info.source {
            BindingSource::Handle { offset, .. } => (offset, false),
            BindingSource::CombinedHandle { offset, .. } => (offset, true),
            _ => panic!("no handle"),
        };
        let (count, is_array) = match module.types[global.ty].inner {
            TypeInner::BindingArray { size, .. } => match size {
                naga::ArraySize::Constant(count) => (Some(count.get()), true),
                _ => (None, true),
            },
            _ => (Some(1), false),
        };
        let class = class_of(&module, global.ty).unwrap();
        let kind = match class {
            _ if combined => ResourceKind::CombinedImageSampler,
            _ if class.starts_with("sampler") => ResourceKind::Sampler,
            _ if class.contains("storage") => ResourceKind::StorageImage,
            _ => ResourceKind::SampledImage,
        };
        let stride = if is_array && memory == HandleMemory::Uniform {
            16
        } else {
            u32::from(width)
        };
        let name = global.name.clone();
        handles.push((name, offset, width, kind, count, stride));
    }
    handles.sort_by_key(|&(_, offset, ..)| offset);
    handles
}

#[test]
fn every_case_is_valid_at_every_version_and_the_host_can_fill_its_table() {
    for (form, memory, case) in cases() {
        let shader = parse::file(&case.path).unwrap();
        for (version, environment) in VERSIONS {
            for (addressing, width, _) in ADDRESSING {
                let what = format!("{} {environment} {addressing:?}", case.path.display());
                let mut options = case.options_for("spv1.0").unwrap();
                options.target = Target::universal(addressing, version);
                let output = setup::compile(&shader.module, &shader.info, &options);
                let output = output.unwrap_or_else(|error| panic!("{what}: {error}"));
                validate::validate(&output.words, environment).unwrap_or_else(|fault| panic!("{what}: {fault}"));
                let report = spirula::check::check(&output.words, &options.target);
                assert!(report.is_valid(), "{what}: {report}");
                assert_eq!(spirula::check::unused_capabilities(&output.words), [], "{what}");
                // rspirv's loader knows every instruction and accepts its position.
                let loaded = rspirv::dr::load_words(&output.words).unwrap_or_else(|error| panic!("{what}: {error}"));
                let again = loaded.assemble();
                // All words except the generator, which is the loader.
                assert_eq!(
                    (&again[..2], &again[3..]),
                    (&output.words[..2], &output.words[3..]),
                    "{what}"
                );

                let [ref table] = output.reflection.handle_tables[..] else {
                    panic!("{what}: one table");
                };
                assert_eq!(table.memory, memory, "{what}");
                let told = table.handles.iter().map(|handle| {
                    let name = handle.name.clone();
                    (
                        name,
                        handle.offset,
                        handle.width,
                        handle.kind,
                        handle.count,
                        handle.stride,
                    )
                });
                let expected = expected_handles(&case, &options, memory, width as u8);
                assert_eq!(told.collect::<Vec<_>>(), expected, "{what}");
                expect_words(form, &output.words, (memory, width), &table.handles, &what);
            }
        }
    }
}

/// Asserts that the words have the members of the reflection, and conversions for each kind of handle.
fn expect_words(
    form: &str,
    words: &[u32],
    (memory, width): (HandleMemory, u32),
    handles: &[HandleReflection],
    what: &str,
) {
    let module = Inspected::new(words);
    let class = MEMORIES.iter().find(|&&(known, _)| known == memory).unwrap().1;
    let tables: Vec<u32> = module
        .pointees(class)
        .into_iter()
        .filter(|&table| module.member_offsets(table).len() > 1)
        .collect();
    let [table] = tables[..] else {
        panic!("{what}: one table")
    };
    let offsets: BTreeSet<u32> = handles.iter().map(|handle| handle.offset).collect();
    assert_eq!(
        module.member_offsets(table),
        offsets.into_iter().collect::<Vec<_>>(),
        "{what}"
    );
    for (&member, handle) in module.definition(table).operand_words().iter().zip(handles) {
        let integer = if form == "array" {
            let array = module.definition(member);
            let op = if handle.count.is_some() {
                Op::TypeArray
            } else {
                Op::TypeRuntimeArray
            };
            assert!(module.is(member, op), "{what}");
            let stride = module.decoration(member, spirv::Decoration::ArrayStride);
            assert_eq!(stride, Some(&[handle.stride][..]), "{what}");
            array.operand_words()[0]
        } else {
            member
        };
        assert_eq!(module.definition(integer).operand_words(), [width * 8, 0], "{what}");
    }
    let counts = [
        Op::ConvertHandleToImageINTEL,
        Op::ConvertHandleToSamplerINTEL,
        Op::ConvertHandleToSampledImageINTEL,
    ]
    .map(|op| module.count(op));
    let resources = module.pointees(StorageClass::UniformConstant).len();
    assert_eq!(resources, 0, "{what}: a descriptor");
    match form {
        // One for each resource, in the only function that uses it.
        "plain" => assert_eq!(counts, [17, 2, 0], "{what}"),
        // One for each pair, and one more in the function with a pair as arguments.
        "pair" => assert_eq!(counts, [0, 0, 11], "{what}"),
        _ => assert!(
            counts[0] >= 17 && counts[1] >= 2 && counts[2] == 0,
            "{what}: {counts:?}"
        ),
    }
}

/// Options with handles at these offsets of the table at set 0, binding 9.
fn options(target: Target, memory: HandleMemory, offsets: &[u32]) -> Setup {
    let mut options = Setup::new(target);
    for (binding, &offset) in (0..).zip(offsets) {
        let info = BindingInfo {
            binding: 9,
            source: BindingSource::Handle { memory, offset },
            ..BindingInfo::default()
        };
        options.bind([(resource(binding), info)]);
    }
    options
}

#[test]
fn what_has_no_place_in_a_table_is_refused() {
    let arrays = "enable wgpu_binding_array;
    @group(0) @binding(0) var first: binding_array<texture_2d<f32>, 4>;
    @group(0) @binding(1) var second: texture_2d<f32>;
    @group(0) @binding(2) var<storage, read_write> sizes: vec4<u32>;
    @compute @workgroup_size(1)
    fn main() { sizes = vec4(textureDimensions(first[sizes.x]), textureDimensions(second)); }";
    let wide = || Target::universal(Addressing::Physical64, SpirvVersion::V1_4);
    let storage = HandleMemory::Storage;
    // Four handles of eight bytes end at 32.
    assert!(super::compile(arrays, &options(wide(), storage, &[0, 32])).is_ok());
    let (reason, text) = refusal(arrays, &options(wide(), storage, &[0, 24]));
    assert!(
        reason.contains("another resource's handle") && text.contains("second"),
        "{reason}: {text}"
    );
    // In a uniform buffer they end at 64, and offsets must be multiples of 16.
    let uniform = HandleMemory::Uniform;
    assert!(super::compile(arrays, &options(wide(), uniform, &[16, 80])).is_ok());
    let (reason, text) = refusal(arrays, &options(wide(), uniform, &[8, 80]));
    assert!(
        reason.contains("multiple of 16") && text.contains("first"),
        "{reason}: {text}"
    );
    let (reason, text) = refusal(arrays, &options(wide(), uniform, &[0, 56]));
    assert!(
        reason.contains("another resource's handle") && text.contains("second"),
        "{reason}: {text}"
    );

    let open = arrays.replace(", 4>", ">");
    assert!(super::compile(&open, &options(wide(), storage, &[8, 0])).is_ok());
    let (reason, text) = refusal(&open, &options(wide(), storage, &[0, 800]));
    assert!(
        reason.contains("another resource's handle") && text.contains("second"),
        "{reason}: {text}"
    );
    for memory in [HandleMemory::Uniform, HandleMemory::PushConstant] {
        let (reason, text) = refusal(&open, &options(wide(), memory, &[16, 0]));
        assert!(
            reason.contains("only a storage buffer") && text.contains("first"),
            "{reason}: {text}"
        );
        let mut given = options(wide(), memory, &[16, 0]);
        given.binding_map.get_mut(&resource(0)).unwrap().binding_array_size = Some(3);
        assert!(super::compile(&open, &given).is_ok());
    }
    let length = arrays
        .replace("array;", "array; override count = 4;")
        .replace(", 4>", ", count>");
    let mut specialized = options(wide(), storage, &[0, 256]);
    specialized.spec_constants = true;
    let (reason, text) = refusal(&length, &specialized);
    assert!(
        reason.contains("override") && text.contains("first"),
        "{reason}: {text}"
    );
    specialized.spec_constants = false;
    assert!(super::compile(&length, &specialized).is_ok());

    let external = "@group(0) @binding(0) var video: texture_external;
    @group(0) @binding(1) var<storage, read_write> size: vec2<u32>;
    @compute @workgroup_size(1) fn main() { size = textureDimensions(video); }";
    let (reason, text) = refusal(external, &options(wide(), storage, &[0]));
    assert!(
        reason.contains("several resources") && text.contains("video"),
        "{reason}: {text}"
    );
}

/// An index into a table is compared with the length of the binding array, or with that of the buffer for a
/// runtime-sized one.
#[test]
fn indices_into_tables_are_checked() {
    use naga::proc::BoundsCheckPolicy;
    let source = "enable wgpu_binding_array;
    @group(0) @binding(0) var textures: binding_array<texture_2d<f32>#>;
    @group(0) @binding(2) var<storage, read_write> sum: f32;
    fn texel(image: texture_2d<f32>) -> f32 { return textureLoad(image, vec2(1, 1), 0).x; }
    @compute @workgroup_size(8)
    fn main(@builtin(workgroup_id) group: vec3<u32>) { sum = texel(textures[group.x]); }";
    for (size, lengths) in [(", 6", 0), ("", 1)] {
        for policy in [
            BoundsCheckPolicy::Restrict,
            BoundsCheckPolicy::ReadZeroSkipWrite,
            BoundsCheckPolicy::Unchecked,
        ] {
            let mut options = options(
                Target::universal(Addressing::Physical32, SpirvVersion::V1_5),
                HandleMemory::Storage,
                &[4],
            );
            options.bounds_check_policies.binding_array = policy;
            options.bounds_check_policies.image_load = BoundsCheckPolicy::Unchecked;
            let words = super::write(&source.replace('#', size), &options, "spv1.5");
            let module = Inspected::new(&words);
            let checked = policy != BoundsCheckPolicy::Unchecked;
            let tested = policy == BoundsCheckPolicy::ReadZeroSkipWrite;
            assert_eq!(
                module.count(Op::ArrayLength),
                if checked { lengths } else { 0 },
                "{policy:?}"
            );
            assert_eq!(module.count(Op::ExtInst), usize::from(checked), "{policy:?}");
            assert_eq!(module.count(Op::ULessThan), usize::from(tested), "{policy:?}");
            // The condition is computed with the texture's handle.
            assert_eq!(
                module.count(Op::FunctionParameter),
                1 + usize::from(tested),
                "{policy:?}"
            );
            assert_eq!(module.count(Op::ConvertHandleToImageINTEL), 1, "{policy:?}");
        }
    }
}
