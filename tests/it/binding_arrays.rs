//! Tests of binding arrays: each kind of resource, sized and unsized, at each class of index, in each operation; and
//! which indices are dynamically uniform.

mod proved;
mod rows;

use std::collections::BTreeSet;

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::{BindingInfo, ErrorKind, Target};
use spirv::{Capability, Decoration, Op, StorageClass};

/// The Vulkan versions with descriptor indexing; 1.1 has it by extension.
const VERSIONS: [&str; 4] = ["vulkan1.1", "vulkan1.2", "vulkan1.3", "vulkan1.4"];

/// A kind of resource: the declaration of its elements, the capabilities for indices into arrays of it, and a statement
/// with element `$`.
struct Kind {
    declaration: &'static str,
    class: StorageClass,
    dynamic: Capability,
    non_uniform: Capability,
    operations: &'static [&'static str],
}

const BLOCK: &str = "struct Block { head: vec4<u32>, numbers: array<u32, 8> }";
const TAIL: &str = "struct Tail { count: atomic<u32>, plain: u32, numbers: array<u32> }";

const KINDS: [Kind; 6] = [
    Kind {
        declaration: "var elements: binding_array<texture_2d<f32>#>;",
        class: StorageClass::UniformConstant,
        dynamic: Capability::SampledImageArrayDynamicIndexing,
        non_uniform: Capability::SampledImageArrayNonUniformIndexing,
        operations: &[
            "result = bitcast<u32>(textureSampleLevel(elements[$], filtered, vec2(0.5), 0.0).x);",
            "result = bitcast<u32>(textureGather(0, elements[$], filtered, vec2(0.5)).x);",
            "result = bitcast<u32>(textureLoad(elements[$], vec2(0, 0), 0).x);",
            "result = textureDimensions(elements[$], 0).x + textureNumLevels(elements[$]);",
            "result = bitcast<u32>(fetch(elements[$]).x);",
            "result = bitcast<u32>(textureSampleBaseClampToEdge(elements[$], filtered, vec2(0.5)).x);",
        ],
    },
    Kind {
        declaration: "var elements: binding_array<sampler#>;",
        class: StorageClass::UniformConstant,
        dynamic: Capability::SampledImageArrayDynamicIndexing,
        non_uniform: Capability::SampledImageArrayNonUniformIndexing,
        operations: &[
            "result = bitcast<u32>(textureSampleLevel(one, elements[$], vec2(0.5), 0.0).x);",
            "result = bitcast<u32>(filter_with(elements[$]).x);",
        ],
    },
    Kind {
        declaration: "var elements: binding_array<texture_depth_2d#>;",
        class: StorageClass::UniformConstant,
        dynamic: Capability::SampledImageArrayDynamicIndexing,
        non_uniform: Capability::SampledImageArrayNonUniformIndexing,
        operations: &[
            "result = bitcast<u32>(textureSampleCompareLevel(elements[$], compared, vec2(0.5), 0.5));",
            "result = bitcast<u32>(textureLoad(elements[$], vec2(0, 0), 0));",
        ],
    },
    Kind {
        declaration: "var elements: binding_array<texture_storage_2d<r32uint, read_write>#>;",
        class: StorageClass::UniformConstant,
        dynamic: Capability::StorageImageArrayDynamicIndexing,
        non_uniform: Capability::StorageImageArrayNonUniformIndexing,
        operations: &[
            "result = textureLoad(elements[$], vec2(0, 0)).x;",
            "textureStore(elements[$], vec2(0, 0), vec4(1u));",
            "result = textureDimensions(elements[$]).x;",
        ],
    },
    Kind {
        declaration: "var<uniform> elements: binding_array<Block#>;",
        class: StorageClass::Uniform,
        dynamic: Capability::UniformBufferArrayDynamicIndexing,
        non_uniform: Capability::UniformBufferArrayNonUniformIndexing,
        operations: &["result = elements[$].head.y;"],
    },
    Kind {
        declaration: "var<storage, read_write> elements: binding_array<Tail#>;",
        class: StorageClass::StorageBuffer,
        dynamic: Capability::StorageBufferArrayDynamicIndexing,
        non_uniform: Capability::StorageBufferArrayNonUniformIndexing,
        operations: &[
            "result = elements[$].plain;",
            "elements[$].plain = 1u;",
            "result = elements[$].numbers[result];",
            "elements[$].numbers[3] = 1u;",
            "result = atomicAdd(&elements[$].count, 1u);",
            "result = atomicLoad(&elements[$].count);",
            "result = arrayLength(&elements[$].numbers);",
        ],
    },
];

/// The classes of index, each with an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Index {
    Constant,
    Dynamic,
    NonUniform,
}
const INDICES: [(Index, &str); 3] = [
    (Index::Constant, "2"),
    (Index::Dynamic, "group.x"),
    (Index::NonUniform, "local"),
];

/// A compute shader with one binding array and one statement.
fn shader(declaration: &str, statement: &str) -> String {
    let mut source = String::from("enable wgpu_binding_array;");
    // naga's validator requires that every struct has the layout of its declared address space, used or not.
    for structure in [BLOCK, TAIL] {
        let name = structure.split_whitespace().nth(1).unwrap();
        if declaration.contains(name) {
            source += &structure.replace("array<u32, 8>", "array<vec4<u32>, 2>");
        }
    }
    source
        + &format!(
            "
    @group(0) @binding(0) {declaration}
    @group(1) @binding(0) var one: texture_2d<f32>;
    @group(1) @binding(1) var filtered: sampler;
    @group(1) @binding(2) var compared: sampler_comparison;
    @group(1) @binding(3) var<storage, read_write> result: u32;
    fn fetch(image: texture_2d<f32>) -> vec4<f32> {{ return textureLoad(image, vec2(1, 1), 0); }}
    fn filter_with(how: sampler) -> vec4<f32> {{ return textureSampleLevel(one, how, vec2(0.5), 0.0); }}
    @compute @workgroup_size(8)
    fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {{
        {statement}
    }}"
        )
}

fn compile(source: &str, options: &Setup) -> Vec<u32> {
    let shader = parse::wgsl(source, "arrays.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let output = setup::compile(&shader.module, &shader.info, options);
    output
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source, "arrays.wgsl")))
        .words
}

fn write(source: &str, options: &Setup, environment: &str) -> Vec<u32> {
    let words = compile(source, options);
    validate::validate(&words, environment).unwrap_or_else(|fault| panic!("{environment}: {fault}\n{source}"));
    words
}

fn capabilities(module: &Inspected<'_>) -> BTreeSet<u32> {
    let operand = |instruction: &spirula::words::reader::Instruction<'_>| instruction.operand_words()[0];
    module.all(Op::Capability).map(operand).collect()
}

/// The ids that are decorated `NonUniform`.
fn marked(module: &Inspected<'_>) -> BTreeSet<u32> {
    module
        .all(Op::Decorate)
        .map(|instruction| instruction.operand_words())
        .filter(|operands| operands.get(1) == Some(&(Decoration::NonUniform as u32)))
        .map(|operands| operands[0])
        .collect()
}

/// The ids that must be decorated in a module that indexes the binding array only non-uniformly: the pointers derived
/// from it, handles loaded through these, and everything derived from the handles.
fn tainted(module: &Inspected<'_>, variable: u32, is_handle: bool) -> BTreeSet<u32> {
    let mut tainted: BTreeSet<u32> = BTreeSet::from([variable]);
    let parameters: Vec<(u32, Vec<u32>)> = parameters(module);
    loop {
        let before = tainted.len();
        for op in [Op::AccessChain, Op::Load, Op::SampledImage, Op::ImageTexelPointer] {
            if op == Op::Load && !is_handle {
                continue;
            }
            for instruction in module.all(op) {
                let operands = instruction.operand_words();
                let resources = if op == Op::SampledImage {
                    operands
                } else {
                    &operands[..1]
                };
                if resources.iter().any(|id| tainted.contains(id)) {
                    tainted.extend(instruction.result());
                }
            }
        }
        for call in module.all(Op::FunctionCall) {
            let operands = call.operand_words();
            let (_, ids) = parameters
                .iter()
                .find(|(function, _)| *function == operands[0])
                .unwrap();
            for (argument, parameter) in operands[1..].iter().zip(ids) {
                if tainted.contains(argument) {
                    tainted.insert(*parameter);
                }
            }
        }
        if tainted.len() == before {
            tainted.remove(&variable);
            return tainted;
        }
    }
}

/// The functions of a module with their parameters.
fn parameters(module: &Inspected<'_>) -> Vec<(u32, Vec<u32>)> {
    let mut functions: Vec<(u32, Vec<u32>)> = Vec::new();
    for instruction in module.instructions() {
        if u32::from(instruction.opcode) == Op::Function as u32 {
            functions.push((instruction.result().unwrap(), Vec::new()));
        } else if u32::from(instruction.opcode) == Op::FunctionParameter as u32 {
            functions.last_mut().unwrap().1.extend(instruction.result());
        }
    }
    functions
}

/// The variable at set 0, binding 0.
fn array_variable(module: &Inspected<'_>) -> u32 {
    let found = module
        .all(Op::Variable)
        .filter_map(|variable| variable.result())
        .find(|&id| {
            module.decoration(id, Decoration::DescriptorSet) == Some(&[0])
                && module.decoration(id, Decoration::Binding) == Some(&[0])
        });
    found.expect("the binding array")
}

fn judge(kind: &Kind, unsized_: bool, index: Index, words: &[u32], what: &str) {
    let module = Inspected::new(words);
    let variable = array_variable(&module);
    let pointer = module.definition(module.definition(variable).result_type().unwrap());
    assert_eq!(pointer.operand_words()[0], kind.class as u32, "{what}");
    let array = pointer.operand_words()[1];
    let op = if unsized_ { Op::TypeRuntimeArray } else { Op::TypeArray };
    assert!(module.is(array, op), "{what}");
    assert_eq!(module.decoration(array, Decoration::ArrayStride), None, "{what}");
    let is_handle = kind.class == StorageClass::UniformConstant;
    let element = module.definition(array).operand_words()[0];
    assert_eq!(
        module.decoration(element, Decoration::Block).is_none(),
        is_handle,
        "{what}"
    );

    let declared = capabilities(&module);
    let expected = [
        (Capability::RuntimeDescriptorArray, unsized_),
        (kind.dynamic, index != Index::Constant),
        (kind.non_uniform, index == Index::NonUniform),
        (Capability::ShaderNonUniform, index == Index::NonUniform),
    ];
    for kind in &KINDS {
        for capability in [kind.dynamic, kind.non_uniform] {
            let asked = expected.iter().any(|&(named, wanted)| named == capability && wanted);
            assert_eq!(declared.contains(&(capability as u32)), asked, "{what}: {capability:?}");
        }
    }
    for (capability, wanted) in expected {
        assert_eq!(
            declared.contains(&(capability as u32)),
            wanted,
            "{what}: {capability:?}"
        );
    }
    let wanted = if index == Index::NonUniform {
        tainted(&module, variable, is_handle)
    } else {
        BTreeSet::new()
    };
    assert_eq!(marked(&module), wanted, "{what}: what is marked");
}

#[test]
fn every_kind_of_resource_at_every_class_of_index() {
    for kind in &KINDS {
        for (size, unsized_) in [(", 8", false), ("", true)] {
            for (index, expression) in INDICES {
                for operation in kind.operations {
                    let source = shader(
                        &kind.declaration.replace('#', size),
                        &operation.replace('$', expression),
                    );
                    for environment in VERSIONS {
                        let what = format!("{environment} {index:?} {operation} of {}", kind.declaration);
                        let words = write(&source, &Setup::new(Target::parse(environment).unwrap()), environment);
                        judge(kind, unsized_, index, &words, &what);
                    }
                }
            }
        }
    }
}

#[test]
fn every_policy_for_binding_arrays_makes_valid_modules() {
    for policy in [
        BoundsCheckPolicy::Unchecked,
        BoundsCheckPolicy::Restrict,
        BoundsCheckPolicy::ReadZeroSkipWrite,
    ] {
        for kind in &KINDS {
            for size in [", 8", ""] {
                for (index, expression) in INDICES {
                    for operation in kind.operations {
                        let source = shader(
                            &kind.declaration.replace('#', size),
                            &operation.replace('$', expression),
                        );
                        let mut options = Setup::new(Target::parse("vulkan1.2").unwrap());
                        options.bounds_check_policies.binding_array = policy;
                        options.bounds_check_policies.buffer = policy;
                        let words = write(&source, &options, "vulkan1.2");
                        judge(kind, size.is_empty(), index, &words, &format!("{policy:?} {operation}"));
                    }
                }
            }
        }
    }
}

/// The header of a loop is one block (SPIR-V §2.11, "Structured Control Flow"): an element that
/// is read with a branch is read after the header.
#[test]
fn elements_in_conditions_of_loops_keep_headers_whole() {
    const POLICIES: [BoundsCheckPolicy; 3] = [
        BoundsCheckPolicy::Unchecked,
        BoundsCheckPolicy::Restrict,
        BoundsCheckPolicy::ReadZeroSkipWrite,
    ];
    for condition in [
        "lists[i].items[local[i & 3u]] > i",
        "textureLoad(textures[i], vec2(i, 0u), 0).x > f32(i)",
        "textureDimensions(textures[i], 0).x > i",
        "limits[i & 1u].most > i",
    ] {
        let source = format!(
            "enable wgpu_binding_array;
    struct List {{ first: u32, items: array<u32> }}
    struct Limit {{ most: u32 }}
    @group(0) @binding(0) var<storage, read_write> lists: binding_array<List, 4>;
    @group(0) @binding(1) var textures: binding_array<texture_2d<f32>, 4>;
    @group(0) @binding(2) var<uniform> limits: binding_array<Limit, 2>;
    @compute @workgroup_size(8)
    fn main(@builtin(local_invocation_index) start: u32) {{
        var local = array(1u, 2u, 3u, 4u);
        for (var i = start; {condition}; i++) {{ local[i & 3u] += 1u; }}
        var i = start;
        while {condition} {{ i++; continue; }}
        loop {{ if {condition} {{ break; }} i++; }}
        lists[0].first = local[start & 3u] + i;
    }}"
        );
        for (index, buffer) in POLICIES
            .into_iter()
            .flat_map(|index| POLICIES.map(|buffer| (index, buffer)))
        {
            for (image_load, binding_array) in POLICIES
                .into_iter()
                .flat_map(|image| POLICIES.map(|array| (image, array)))
            {
                let mut options = Setup::new(Target::parse("vulkan1.2").unwrap());
                options.bounds_check_policies = BoundsCheckPolicies {
                    index,
                    buffer,
                    image_load,
                    binding_array,
                };
                write(&source, &options, "vulkan1.2");
            }
        }
    }
}

/// Whole elements, and matrices that are decomposed into columns in uniform memory.
const WHOLE: &str = "enable wgpu_binding_array;
    struct Part { m: mat2x2<f32>, v: vec3<f32>, a: array<vec4<u32>, 3> }
    @group(0) @binding(0) var<uniform> given: binding_array<Part, 4>;
    @group(0) @binding(1) var<storage, read_write> elements: binding_array<Part>;
    @group(0) @binding(2) var<storage, read_write> result: Part;
    @compute @workgroup_size(8)
    fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {
        elements[local] = given[local];
        elements[group.x].m[local] = given[local].m[local];
        result = elements[2];
        result.v.x = given[local].m[1][local];
    }";

#[test]
fn whole_elements_are_loaded_and_stored() {
    for environment in VERSIONS {
        for policy in [BoundsCheckPolicy::Restrict, BoundsCheckPolicy::ReadZeroSkipWrite] {
            let mut options = Setup::new(Target::parse(environment).unwrap());
            options.bounds_check_policies.binding_array = policy;
            let words = write(WHOLE, &options, environment);
            let module = Inspected::new(&words);
            let marks = marked(&module);
            for op in [Op::Load, Op::Store] {
                for access in module.all(op) {
                    let pointer = access.operand_words()[0];
                    if !module.is(pointer, Op::AccessChain) {
                        continue;
                    }
                    // A chain into an array at an index that is no constant and not of the workgroup's own.
                    let chain = module.definition(pointer).operand_words();
                    let base = if marks.contains(&chain[0]) { chain[0] } else { pointer };
                    let index = module.definition(module.definition(base).operand_words()[1]);
                    let clamped = u32::from(index.opcode) == Op::ExtInst as u32;
                    if clamped {
                        assert!(marks.contains(&pointer), "{environment}: {access:?}");
                    }
                }
            }
            assert!(!marks.is_empty(), "{environment}");
        }
    }
}

#[test]
fn the_binding_map_says_how_long_an_array_is() {
    for size in [", 8", ""] {
        let source = shader(
            &KINDS[0].declaration.replace('#', size),
            KINDS[0].operations[2].replace('$', "local").as_str(),
        );
        let mut options = Setup::new(Target::parse("vulkan1.2").unwrap());
        let resource = naga::ResourceBinding { group: 0, binding: 0 };
        let info = BindingInfo {
            binding_array_size: Some(5),
            ..BindingInfo::default()
        };
        options.binding_map.insert(resource, info);
        let words = write(&source, &options, "vulkan1.2");
        let module = Inspected::new(&words);
        let variable = array_variable(&module);
        let array = module
            .definition(module.definition(variable).result_type().unwrap())
            .operand_words()[1];
        let length = module.definition(array).operand_words()[1];
        assert_eq!(module.definition(length).operand_words(), [5]);
        assert!(!capabilities(&module).contains(&(Capability::RuntimeDescriptorArray as u32)));
    }
}

/// Whether the writer considers an index dynamically uniform. `body` precedes the use, `global` the shader.
fn is_uniform(global: &str, body: &str, index: &str) -> bool {
    let source = format!(
        "enable wgpu_binding_array;
    {global}
    var<private> kept: u32;
    var<workgroup> shared_: u32;
    var<workgroup> counter: atomic<u32>;
    @group(0) @binding(0) var elements: binding_array<texture_2d<f32>, 64>;
    @group(1) @binding(0) var<storage, read_write> result: vec4<f32>;
    @group(1) @binding(1) var<uniform> given: vec4<u32>;
    @group(1) @binding(2) var<storage> table: array<u32>;
    @group(1) @binding(3) var<storage, read_write> written: array<u32>;
    @compute @workgroup_size(8)
    fn main(
        @builtin(workgroup_id) group: vec3<u32>,
        @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) local: u32,
        @builtin(global_invocation_id) everywhere: vec3<u32>,
    ) {{
        {body}
        result = textureLoad(elements[{index}], vec2(0, 0), 0);
        {closing}
    }}",
        closing = "}".repeat(body.matches('{').count() - body.matches('}').count()),
    );
    let words = write(&source, &Setup::new(Target::parse("vulkan1.3").unwrap()), "vulkan1.3");
    let module = Inspected::new(&words);
    let marks = !marked(&module).is_empty();
    let declared = capabilities(&module).contains(&(Capability::SampledImageArrayNonUniformIndexing as u32));
    assert_eq!(marks, declared, "{source}");
    !marks
}

#[test]
fn workgroup_uniform_indices_are_uniform() {
    let pick = "fn pick(x: u32) -> u32 { if x > 3u { return 1u; } return 2u; }";
    for (global, body, index) in [
        ("", "", "group.x"),
        ("", "", "groups.y + given.x * 2u"),
        ("", "", "table[given.y]"),
        ("", "let x = workgroupUniformLoad(&shared_);", "x"),
        ("", "for (var i = 0u; i < 64u; i++) {", "i"),
        (
            "",
            "for (var i = 0u; i < given.x; i++) { if i == given.y { continue; }",
            "i",
        ),
        ("", "var x = 1u; if given.x > 2u { x = group.y; }", "x"),
        ("", "if local > 2u {", "group.x"),
        ("", "kept = group.x;", "kept"),
        (pick, "", "pick(group.x)"),
        ("", "", "select(1u, 2u, given.x > 1u)"),
        ("", "", "textureDimensions(elements[given.x]).x"),
    ] {
        assert!(is_uniform(global, body, index), "{body} {index}");
    }
}

#[test]
fn invocation_dependent_indices_are_not_uniform() {
    let pick = "fn pick(x: u32) -> u32 { if x > 3u { return 1u; } return 2u; }";
    let keep = "fn keep(x: u32) { if x > 3u { return; } kept = 1u; }";
    let assign = "fn assign(p: ptr<function, u32>, x: u32) { *p = x; }";
    for (global, body, index) in [
        ("", "", "local"),
        ("", "", "everywhere.y"),
        ("", "", "shared_"),
        ("", "", "atomicLoad(&counter)"),
        ("", "let x = atomicAdd(&counter, 1u);", "x"),
        ("", "", "written[0]"),
        ("", "", "table[local]"),
        ("", "var x = 1u; if local > 2u { x = 2u; }", "x"),
        ("", "var x = 1u; switch local { case 1u: { x = 2u; } default: {} }", "x"),
        ("", "var i = 0u; loop { if i > local { break; } i++; }", "i"),
        ("", "var i = 0u; loop { i++; continuing { break if i > local; } }", "i"),
        (
            "",
            "var x = 0u; for (var i = 0u; i < 8u; i++) { if i == local { continue; } x = i; }",
            "x",
        ),
        (pick, "", "pick(local)"),
        (keep, "keep(local);", "kept"),
        (assign, "var x = 0u; assign(&x, local);", "x"),
        ("fn put() { kept = 7u; }", "if local > 3u { put(); }", "kept"),
        (
            "",
            "kept = local; var y = 0u; for (var i = 0u; i < 4u; i++) { y = kept; }",
            "y",
        ),
        ("", "var a: array<u32, 4>; a[local & 3u] = 1u;", "a[0]"),
        ("", "", "select(1u, 2u, local > 1u)"),
        ("", "", "u32(textureLoad(elements[0], vec2(i32(local), 0), 0).x)"),
        ("", "", "textureDimensions(elements[local]).x"),
    ] {
        assert!(!is_uniform(global, body, index), "{body} {index}");
    }
}

#[test]
fn missing_features_are_reported_at_the_index() {
    let source = shader(
        &KINDS[0].declaration.replace('#', ""),
        &KINDS[0].operations[2].replace('$', "local"),
    );
    let shader = parse::wgsl(&source, "arrays.wgsl").unwrap();
    let target = Target::parse("vulkan1.0").unwrap().core_only();
    let error = setup::compile(&shader.module, &shader.info, &Setup::new(target)).unwrap_err();
    let found: Vec<(String, &str)> = error
        .diagnostics()
        .iter()
        .map(|diagnostic| {
            let ErrorKind::Missing(ref requirement) = diagnostic.kind else {
                panic!("{}", diagnostic.kind);
            };
            (requirement.name(), &source[diagnostic.span.to_range().unwrap()])
        })
        .collect();
    let names: BTreeSet<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains("runtimeDescriptorArray"), "{found:?}");
    assert!(names.contains("shaderSampledImageArrayNonUniformIndexing"), "{found:?}");
    for (name, text) in &found {
        let place = if name == "runtimeDescriptorArray" {
            "binding_array"
        } else {
            "elements[local]"
        };
        assert!(text.contains(place), "{name} at {text}");
    }
}

/// A constant index is clamped to the length with `UMin` if the length is a specialization constant, or less than in
/// the shader: that makes the index dynamic.
#[test]
fn constant_indices_that_are_clamped() {
    let source = "\
enable wgpu_binding_array;
override n: u32 = 4u;
struct Block { number: u32 }
@group(0) @binding(0) var<storage, read_write> open: binding_array<Block, n>;
@group(0) @binding(1) var<storage, read_write> mapped: binding_array<Block>;
@compute @workgroup_size(1) fn main() { open[1].number = mapped[3].number; }
";
    let shader = parse::wgsl(source, "a.wgsl").unwrap();
    for version in VERSIONS {
        for policy in [
            BoundsCheckPolicy::Restrict,
            BoundsCheckPolicy::ReadZeroSkipWrite,
            BoundsCheckPolicy::Unchecked,
        ] {
            let mut options = Setup::new(Target::parse(version).unwrap());
            options.spec_constants = true;
            options.bounds_check_policies.binding_array = policy;
            let resource = naga::ResourceBinding { group: 0, binding: 1 };
            let info = BindingInfo {
                binding: 1,
                binding_array_size: Some(2),
                ..BindingInfo::default()
            };
            options.bind([(resource, info)]);
            let words = setup::compile(&shader.module, &shader.info, &options).unwrap().words;
            validate::validate(&words, version).unwrap();
            let report = spirula::check::check(&words, &options.target);
            assert!(report.is_valid(), "{version}: {report}");
            let wanted = Capability::StorageBufferArrayDynamicIndexing as u32;
            let module = Inspected::new(&words);
            let dynamic = module
                .all(Op::Capability)
                .any(|capability| capability.operand_words()[0] == wanted);
            assert_eq!(dynamic, policy != BoundsCheckPolicy::Unchecked, "{version}, {policy:?}");
        }
    }
}
