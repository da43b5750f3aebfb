//! Tests of basic mechanisms, each with the smallest module that shows it: instances of functions by shape and by
//! context, a specialization constant as an array length, one struct in memories with different layouts, an error with
//! several spans.

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};
use spirula::{BindingInfo, ErrorKind, ExternalTextureBindingInfo, Feature, Target};
use spirv::{Decoration, Op, StorageClass};

/// Writes WGSL for a target and validates the words with spirv-val.
fn write(source: &str, target: Target, environment: &str) -> Vec<u32> {
    let shader = parse::wgsl(source, "frame.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let mut options = Setup::new(target);
    options.spec_constants = true;
    let output = setup::compile(&shader.module, &shader.info, &options)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source, "frame.wgsl")));
    validate::validate(&output.words, environment).unwrap_or_else(|fault| panic!("{environment}: {fault}\n{source}"));
    output.words
}

/// The same at every Vulkan version.
fn write_everywhere(source: &str, judge: impl Fn(&Inspected<'_>, &str)) {
    for environment in validate::VULKAN {
        let words = write(source, Target::parse(environment).unwrap(), environment);
        judge(&Inspected::new(&words), environment);
    }
}

/// The called functions, in the order of the calls.
fn callees(module: &Inspected<'_>) -> Vec<u32> {
    module
        .all(Op::FunctionCall)
        .map(|call| call.operand_words()[0])
        .collect()
}

#[test]
fn a_pointer_to_another_part_is_another_instance() {
    let source = "
    struct Pair { w: i32, x: i32 }
    fn f(p: ptr<function, i32>) { *p += 1; }
    @compute @workgroup_size(1)
    fn main(@builtin(local_invocation_index) i: u32) {
        var a: array<i32, 4>;
        var b: Pair;
        f(&a[i]);
        f(&b.x);
        f(&a[i + 1u]);
    }";
    write_everywhere(source, |module, environment| {
        let callees = callees(module);
        assert_eq!(callees.len(), 3, "{environment}");
        assert_ne!(
            callees[0], callees[1],
            "{environment}: an element and a member are reached by different paths"
        );
        assert_eq!(
            callees[0], callees[2],
            "{environment}: the index is passed, so one instance serves both"
        );
        assert_eq!(module.count(Op::Function), 3, "{environment}: main and two instances");
        // The pointer arguments are whole variables (SPIR-V §2.16.1, "Universal Validation Rules").
        for call in module.all(Op::FunctionCall) {
            assert!(
                module.is(call.operand_words()[1], Op::Variable),
                "{environment}: a part is passed as its root"
            );
        }
    });
}

/// `derived` is after the `discard`, so the invocation must remain active in its quad.
const DISCARDING: &str = "
    @group(0) @binding(0) var<storage, read_write> log: array<u32, 4>;
    fn write(at: u32) { log[at] = 1u; }
    @fragment
    fn shade(@location(0) x: f32) -> @location(0) vec4<f32> {
        if x < 0.0 { discard; }
        let derived = dpdx(x);
        write(0u);
        return vec4<f32>(derived);
    }
    @compute @workgroup_size(1)
    fn main() { write(1u); }";

#[test]
fn an_emulated_discard_makes_an_instance_of_its_own() {
    let target = Target::parse("vulkan1.0").unwrap();
    let words = write(DISCARDING, target, "vulkan1.0");
    let module = Inspected::new(&words);
    let callees = callees(&module);
    assert_eq!(callees.len(), 2);
    assert_ne!(
        callees[0], callees[1],
        "one tests whether it was discarded, the other never is"
    );
    assert_eq!(module.count(Op::Function), 4, "two entry points and two instances");
    assert_eq!(module.count(Op::DemoteToHelperInvocation), 0);
}

#[test]
fn a_demoted_invocation_needs_no_instance_of_its_own() {
    let target = Target::parse("vulkan1.0")
        .unwrap()
        .enable(Feature::ShaderDemoteToHelperInvocation);
    let words = write(DISCARDING, target, "vulkan1.0");
    let module = Inspected::new(&words);
    let callees = callees(&module);
    assert_eq!(callees.len(), 2);
    assert_eq!(callees[0], callees[1], "nothing in it depends on the stage");
    assert_eq!(module.count(Op::Function), 3, "two entry points and one instance");
    assert_eq!(module.count(Op::DemoteToHelperInvocation), 1);
}

#[test]
fn an_override_is_an_array_length() {
    let source = "
    @id(7) override length: u32 = 4u;
    var<workgroup> shared_: array<u32, length>;
    @group(0) @binding(0) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(1)
    fn main(@builtin(local_invocation_index) i: u32) {
        shared_[i] = 1u;
        output[i] = shared_[i];
    }";
    write_everywhere(source, |module, environment| {
        let [array] = module.pointees(StorageClass::Workgroup)[..] else {
            panic!("{environment}: one workgroup variable");
        };
        assert!(module.is(array, Op::TypeArray), "{environment}");
        let length = module.definition(array).operand_words()[1];
        assert!(
            module.is(length, Op::SpecConstant),
            "{environment}: the length stays open until the pipeline is made"
        );
        assert_eq!(
            module.decoration(length, Decoration::SpecId),
            Some(&[7][..]),
            "{environment}"
        );
        assert_eq!(
            module.definition(length).operand_words(),
            [4],
            "{environment}: its default"
        );
    });
}

/// One struct in three memories. Its offsets satisfy the rules for uniform buffers.
const ONE_STRUCT: &str = "
    struct Item { v: vec4<f32>, n: u32 }
    @group(0) @binding(0) var<uniform> in_uniform: Item;
    @group(0) @binding(1) var<storage, read_write> in_storage: Item;
    var<workgroup> in_workgroup: Item;
    @compute @workgroup_size(1)
    fn main() {
        in_workgroup = in_uniform;
        workgroupBarrier();
        in_storage = in_workgroup;
    }";

/// A struct in Workgroup memory must not have these decorations (VUID-StandaloneSpirv-None-10684).
fn assert_no_layout(module: &Inspected<'_>) {
    let [ty] = module.pointees(StorageClass::Workgroup)[..] else {
        panic!("one workgroup variable");
    };
    assert_eq!(module.decoration(ty, Decoration::Block), None);
    assert_eq!(module.decoration(ty, Decoration::BufferBlock), None);
    assert!(module.member_offsets(ty).is_empty());
}

#[test]
fn one_struct_is_a_block_in_two_buffers_and_plain_in_workgroup_memory() {
    let target = Target::parse("vulkan1.0").unwrap();
    let words = write(ONE_STRUCT, target, "vulkan1.0");
    let module = Inspected::new(&words);
    for class in [StorageClass::Uniform, StorageClass::StorageBuffer] {
        let [ty] = module.pointees(class)[..] else {
            panic!("one variable in {class:?}");
        };
        assert_eq!(module.decoration(ty, Decoration::Block), Some(&[][..]), "{class:?}");
        assert_eq!(module.decoration(ty, Decoration::BufferBlock), None, "{class:?}");
        assert_eq!(module.member_offsets(ty), [0, 16], "{class:?}");
    }
    assert_no_layout(&module);
}

#[test]
fn without_a_storage_class_of_their_own_storage_buffers_are_buffer_blocks() {
    let target = Target::parse("vulkan1.0").unwrap().strict();
    let words = write(ONE_STRUCT, target, "vulkan1.0");
    let module = Inspected::new(&words);
    assert!(module.pointees(StorageClass::StorageBuffer).is_empty());
    let [uniform, storage] = module.pointees(StorageClass::Uniform)[..] else {
        panic!("two buffers");
    };
    let blocks = |ty| {
        (
            module.decoration(ty, Decoration::Block).is_some(),
            module.decoration(ty, Decoration::BufferBlock).is_some(),
        )
    };
    let mut both = [blocks(uniform), blocks(storage)];
    both.sort_unstable();
    assert_eq!(
        both,
        [(false, true), (true, false)],
        "one type each, for no type is both"
    );
    for ty in [uniform, storage] {
        assert_eq!(module.member_offsets(ty), [0, 16]);
    }
    assert_no_layout(&module);
}

#[test]
fn one_error_names_every_missing_feature_where_it_is_needed() {
    let source = "
    @group(0) @binding(0) var cubes: texture_cube_array<f32>;
    @group(0) @binding(1) var filtered: sampler;
    @fragment
    fn main(@location(0) @interpolate(perspective, sample) direction: vec3<f32>) -> @location(0) vec4<f32> {
        let wide = f64(direction.x);
        return textureSample(cubes, filtered, direction, 0) * f32(wide);
    }";
    let shader = parse::wgsl(source, "frame.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let target = Target::parse("vulkan1.1").unwrap().strict();
    let error = setup::compile(&shader.module, &shader.info, &Setup::new(target)).unwrap_err();
    let mut found: Vec<(String, &str, u32)> = error
        .diagnostics()
        .iter()
        .map(|diagnostic| {
            let ErrorKind::Missing(ref requirement) = diagnostic.kind else {
                panic!("{}", diagnostic.kind);
            };
            let place = diagnostic.span.location(source);
            let text = &source[diagnostic.span.to_range().unwrap()];
            (requirement.name(), text, place.line_number)
        })
        .collect();
    found.sort_by_key(|&(.., line)| line);
    let names: Vec<_> = found.iter().map(|(name, _, line)| (name.as_str(), *line)).collect();
    assert_eq!(
        names,
        [("imageCubeArray", 2), ("sampleRateShading", 5), ("shaderFloat64", 6)],
        "{}",
        error.emit_to_string(source, "frame.wgsl")
    );
    assert!(found[0].1.contains("cubes"), "{found:?}");
    assert!(found[1].1.contains("direction"), "{found:?}");
    assert!(found[2].1.contains("f64(direction.x)"), "{found:?}");
}

/// One global variable of the shader, four variables of the module: its uses get the planes and their parameters.
#[test]
fn a_resource_may_be_several_variables() {
    let source = "
    @group(0) @binding(0) var video: texture_external;
    @group(0) @binding(9) var<storage, read_write> size: vec2<u32>;
    @compute @workgroup_size(1)
    fn main() { size = textureDimensions(video); }";
    write_everywhere(source, |module, environment| {
        let of = |class: StorageClass| {
            let variables = module.all(Op::Variable);
            variables
                .filter(|variable| variable.operand_words()[0] == class as u32)
                .count()
        };
        assert_eq!(of(StorageClass::UniformConstant), 3, "{environment}: three planes");
        assert_eq!(of(StorageClass::Uniform), 1, "{environment}: and their parameters");
    });
}

/// An external texture is bound by its own map: that entry is sufficient, and without it the binding is missing.
#[test]
fn an_external_texture_is_bound_by_its_own_map() {
    let source = "
    @group(0) @binding(0) var video: texture_external;
    var<private> seen: vec4<f32>;
    @compute @workgroup_size(1)
    fn main() { seen = textureLoad(video, vec2<i32>(0, 0)); }";
    let shader = parse::wgsl(source, "frame.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let mut options = Setup::new(Target::vulkan(1, 1));
    options.fake_missing_bindings = false;
    let error = setup::compile(&shader.module, &shader.info, &options).unwrap_err();
    assert!(
        matches!(error.diagnostics()[0].kind, ErrorKind::MissingBinding(_)),
        "{error}"
    );
    let binding = naga::ResourceBinding { group: 0, binding: 0 };
    let at = |binding| BindingInfo {
        binding,
        ..BindingInfo::default()
    };
    let parts = ExternalTextureBindingInfo {
        planes: [at(0), at(1), at(2)],
        params: at(3),
    };
    options.external_texture_binding_map.insert(binding, parts);
    let words = setup::compile(&shader.module, &shader.info, &options).unwrap().words;
    validate::validate(&words, "vulkan1.1").unwrap_or_else(|fault| panic!("{fault}"));
}
