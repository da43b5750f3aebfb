//! Tests of atomic operations other than those on 32-bit integers in memory: 64 bits, floats, texels; their
//! requirements, their instructions, and their results on a driver.

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Binding, Compute, Gpu, Image, Resource, gpu, vk};
use crate::common::{backends, parse, validate};
use naga::proc::BoundsCheckPolicy;
use spirula::{ErrorKind, Feature, Target};
use spirv::{Capability, Op, StorageClass};

fn compile(source: &str, target: Target) -> Result<spirula::Output, spirula::Error> {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    setup::compile(&shader.module, &shader.info, &Setup::new(target))
}

fn missing(source: &str, target: Target) -> Vec<String> {
    let error = compile(source, target).expect_err("refused");
    let name = |diagnostic: &spirula::Diagnostic| {
        assert!(diagnostic.span.is_defined(), "{:?} has no place", diagnostic.kind);
        match diagnostic.kind {
            ErrorKind::Missing(ref requirement) => requirement.name(),
            ref other => format!("{other}"),
        }
    };
    error.diagnostics().iter().map(name).collect()
}

fn features(output: &spirula::Output) -> Vec<Feature> {
    output.features.iter().map(|used| used.feature).collect()
}

fn declares(output: &spirula::Output, capability: Capability) -> bool {
    output.requirements.iter().any(|used| used.capability == capability)
}

/// A shader with an atomic variable in storage and one in workgroup memory.
fn memory(scalar: &str, statement: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> stored: array<atomic<{scalar}>, 8>;
@group(0) @binding(1) var<storage, read_write> output: array<{scalar}>;
var<workgroup> grouped: array<atomic<{scalar}>, 8>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {{ {statement} }}"
    )
}

/// A shader with a texture with atomic access.
fn texel(ty: &str, statement: &str) -> String {
    format!(
        "@group(0) @binding(0) var texels: {ty};
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {{ {statement} }}"
    )
}

const FLOATS_EXCHANGED: [&str; 3] = [
    "output[i] = atomicExchange(&stored[i], 1.0);",
    "output[i] = atomicLoad(&stored[i]);",
    "atomicStore(&stored[i], 1.0);",
];

#[test]
fn floats_are_exchanged_without_the_feature_to_add() {
    for statement in FLOATS_EXCHANGED {
        let source = memory("f32", statement);
        for target in validate::VULKAN {
            let without_add = Target::parse(target)
                .unwrap()
                .disable(Feature::ShaderBufferFloat32AtomicAdd);
            let output = compile(&source, without_add).unwrap_or_else(|error| panic!("{error}"));
            validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{statement}: {error}"));
            assert_eq!(features(&output), [Feature::ShaderBufferFloat32Atomics], "{statement}");
            assert!(!declares(&output, Capability::AtomicFloat32AddEXT), "{statement}");
            assert_eq!(
                Inspected::new(&output.words).count(Op::Extension),
                usize::from(target < "vulkan1.1")
            );
        }
        // The feature of the addition promises no exchange.
        let other = Target::vulkan(1, 3).disable(Feature::ShaderBufferFloat32Atomics);
        assert_eq!(missing(&source, other), ["shaderBufferFloat32Atomics"]);
    }
}

#[test]
fn floats_are_added_with_the_feature_to_add() {
    for (statement, negations) in [
        ("output[i] = atomicAdd(&stored[i], 1.0);", 0),
        ("output[i] = atomicSub(&stored[i], output[0]);", 1),
    ] {
        let source = memory("f32", statement);
        let output = compile(&source, Target::vulkan(1, 1)).unwrap_or_else(|error| panic!("{error}"));
        validate::validate(&output.words, "vulkan1.1").unwrap_or_else(|error| panic!("{statement}: {error}"));
        assert_eq!(features(&output), [Feature::ShaderBufferFloat32AtomicAdd]);
        assert!(declares(&output, Capability::AtomicFloat32AddEXT));
        let module = Inspected::new(&output.words);
        assert_eq!(
            (module.count(Op::AtomicFAddEXT), module.count(Op::FNegate)),
            (1, negations)
        );
        let without = Target::vulkan(1, 3).disable(Feature::ShaderBufferFloat32AtomicAdd);
        assert_eq!(missing(&source, without), ["shaderBufferFloat32AtomicAdd"]);
    }
}

#[test]
fn long_integers_take_the_feature_of_their_memory() {
    let cases = [
        ("_ = atomicAdd(&stored[i], 1);", Feature::ShaderBufferInt64Atomics),
        ("_ = atomicMax(&stored[i], 1);", Feature::ShaderBufferInt64Atomics),
        ("output[i] = atomicLoad(&stored[i]);", Feature::ShaderBufferInt64Atomics),
        ("atomicStore(&stored[i], 1);", Feature::ShaderBufferInt64Atomics),
        (
            "output[i] = atomicCompareExchangeWeak(&stored[i], 1, 2).old_value;",
            Feature::ShaderBufferInt64Atomics,
        ),
        ("_ = atomicXor(&grouped[i], 1);", Feature::ShaderSharedInt64Atomics),
        (
            "output[i] = atomicLoad(&grouped[i]);",
            Feature::ShaderSharedInt64Atomics,
        ),
        ("atomicStore(&grouped[i], 1);", Feature::ShaderSharedInt64Atomics),
    ];
    for scalar in ["i64", "u64"] {
        for (statement, feature) in cases {
            let source = memory(scalar, statement);
            for target in validate::VULKAN {
                let output = compile(&source, Target::parse(target).unwrap()).unwrap_or_else(|error| panic!("{error}"));
                validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{statement}: {error}"));
                let mut features = features(&output);
                // Zero-initialized workgroup memory needs another feature.
                features.retain(|&feature| feature != Feature::ShaderZeroInitializeWorkgroupMemory);
                assert_eq!(features, [feature], "{statement}");
                assert!(declares(&output, Capability::Int64Atomics));
            }
            // One error, without a second one for the capability.
            assert_eq!(
                missing(&source, Target::vulkan(1, 3).disable(feature)),
                [feature.name()]
            );
            assert_eq!(
                missing(&source, Target::vulkan(1, 3).enable(Feature::ShaderInt64).strict()),
                [feature.name()]
            );
        }
    }
}

#[test]
fn a_long_integer_that_is_not_accessed_atomically_asks_for_nothing() {
    let source = memory("u64", "output[i] = u64(arrayLength(&output));");
    let output = compile(&source, Target::vulkan(1, 3)).unwrap();
    assert!(features(&output).is_empty());
    assert!(!declares(&output, Capability::Int64Atomics));
}

const TEXEL_OPERATIONS: [(&str, Op, Op); 6] = [
    ("Add", Op::AtomicIAdd, Op::AtomicIAdd),
    ("And", Op::AtomicAnd, Op::AtomicAnd),
    ("Or", Op::AtomicOr, Op::AtomicOr),
    ("Xor", Op::AtomicXor, Op::AtomicXor),
    ("Min", Op::AtomicUMin, Op::AtomicSMin),
    ("Max", Op::AtomicUMax, Op::AtomicSMax),
];

#[test]
fn each_operation_on_texels_of_each_shape() {
    let shapes = [
        ("1d", "at.x"),
        ("2d", "at.xy"),
        ("2d_array", "at.xy, at.z"),
        ("3d", "vec3<i32>(at)"),
    ];
    for (shape, place) in shapes {
        for (format, value) in [("r32uint", "7u"), ("r32sint", "-7i")] {
            for (name, unsigned, signed) in TEXEL_OPERATIONS {
                let ty = format!("texture_storage_{shape}<{format}, atomic>");
                let source = texel(&ty, &format!("textureAtomic{name}(texels, {place}, {value});"));
                for target in ["vulkan1.0", "vulkan1.3"] {
                    let output = compile(&source, Target::parse(target).unwrap()).unwrap_or_else(|e| panic!("{e}"));
                    validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{source}: {error}"));
                    let report = spirula::check::check(&output.words, &Target::parse(target).unwrap());
                    assert!(report.violations.is_empty(), "{source}: {report}");
                    let module = Inspected::new(&output.words);
                    let op = if format == "r32sint" { signed } else { unsigned };
                    let pointer = module.all(op).next().expect("the operation").operand_words()[0];
                    assert!(module.is(pointer, Op::ImageTexelPointer));
                    // The operand is a pointer to the image, not a loaded image.
                    let image = module.definition(pointer).operand_words()[0];
                    assert!(module.is(image, Op::Variable));
                }
            }
        }
    }
}

#[test]
fn long_texels_take_their_feature() {
    for name in ["Min", "Max"] {
        let source = texel(
            "texture_storage_2d<r64uint, atomic>",
            &format!("textureAtomic{name}(texels, at.xy, u64(at.x));"),
        );
        for target in validate::VULKAN {
            let output = compile(&source, Target::parse(target).unwrap()).unwrap_or_else(|error| panic!("{error}"));
            validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{name} at {target}: {error}"));
            assert_eq!(features(&output), [Feature::ShaderImageInt64Atomics]);
        }
        let without = Target::vulkan(1, 3).disable(Feature::ShaderImageInt64Atomics);
        assert_eq!(missing(&source, without), ["shaderImageInt64Atomics"; 1]);
    }
}

#[test]
fn texels_of_elements_of_binding_arrays() {
    for (index, non_uniform) in [("2", false), ("same", false), ("at.x", true)] {
        for policy in [
            BoundsCheckPolicy::Restrict,
            BoundsCheckPolicy::ReadZeroSkipWrite,
            BoundsCheckPolicy::Unchecked,
        ] {
            let source = format!(
                "enable wgpu_binding_array;
@group(0) @binding(1) var<uniform> same: u32;
{}",
                texel(
                    "binding_array<texture_storage_2d<r32uint, atomic>, 4>",
                    &format!("textureAtomicAdd(texels[{index}], at.xy, 1u);")
                )
            );
            let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
            let mut options = Setup::new(Target::vulkan(1, 2));
            options.bounds_check_policies.binding_array = policy;
            let output = setup::compile(&shader.module, &shader.info, &options).unwrap_or_else(|e| panic!("{e}"));
            validate::validate(&output.words, "vulkan1.2").unwrap_or_else(|error| panic!("{source}: {error}"));
            let module = Inspected::new(&output.words);
            let texel = module.all(Op::ImageTexelPointer).next().expect("a texel");
            let image = texel.operand_words()[0];
            assert!(module.is(image, Op::AccessChain));
            for id in [texel.result().unwrap(), image] {
                let marked = module.decoration(id, spirv::Decoration::NonUniform).is_some();
                assert_eq!(marked, non_uniform, "{index}");
            }
            let guarded = policy == BoundsCheckPolicy::ReadZeroSkipWrite && index != "2";
            assert_eq!(module.count(Op::SelectionMerge), usize::from(guarded));
        }
    }
}

#[test]
fn read_zero_skip_write_keeps_atomics_atomic() {
    for statement in [
        "output[0] = atomicLoad(&stored[i]);",
        "atomicStore(&stored[i], 1);",
        "_ = atomicAdd(&stored[i], 1);",
    ] {
        let shader = parse::wgsl(&memory("i64", statement), "test.wgsl").unwrap();
        let mut options = Setup::new(Target::vulkan(1, 2));
        options.bounds_check_policies.buffer = BoundsCheckPolicy::ReadZeroSkipWrite;
        let output = setup::compile(&shader.module, &shader.info, &options).unwrap();
        validate::validate(&output.words, "vulkan1.2").unwrap();
        let module = Inspected::new(&output.words);
        let atomic = module.count(Op::AtomicLoad) + module.count(Op::AtomicStore) + module.count(Op::AtomicIAdd);
        assert_eq!(atomic, 1, "{statement}");
        assert_eq!(
            module.pointees(StorageClass::StorageBuffer).len(),
            if statement.starts_with("output") { 2 } else { 1 }
        );
    }
}

fn dispatch(gpu: &Gpu, source: &str, target: &str, resources: Vec<Resource>) -> Vec<Vec<u8>> {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let words = backends::spirula(&shader, &backends::options_for(target, "main")).expect(source);
    let bindings = |(binding, resource)| Binding {
        set: 0,
        binding,
        resource,
    };
    let bindings: Vec<Binding> = (0..).zip(resources).map(bindings).collect();
    let run = Compute {
        words: &words,
        entry_point: "main",
        bindings: &bindings,
        push_constants: &[],
        constants: &[],
        workgroups: [4, 1, 1],
        validate: true,
    };
    gpu.compute(&run)
        .unwrap_or_else(|error| panic!("{source} at {target}: {error}"))
}

fn targets(gpu: &Gpu) -> impl Iterator<Item = &'static str> {
    let newest = gpu.newest_target();
    validate::VULKAN.into_iter().filter(move |target| *target <= newest)
}

fn long_words(bytes: &[u8]) -> Vec<u64> {
    bytes
        .chunks_exact(8)
        .map(|word| u64::from_ne_bytes(word.try_into().unwrap()))
        .collect()
}

#[test]
fn long_integers_run() {
    let Some(gpu) = gpu() else { return };
    let source = "
@group(0) @binding(0) var<storage, read_write> totals: array<atomic<u64>, 8>;
@group(0) @binding(1) var<storage, read_write> least: atomic<i64>;
var<workgroup> sum: atomic<u64>;
@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) at: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let x = (u64(at.x) << 33u) + 5lu;
    _ = atomicAdd(&totals[0], x);
    _ = atomicSub(&totals[1], x);
    _ = atomicMax(&totals[2], x);
    _ = atomicOr(&totals[3], x);
    _ = atomicXor(&totals[4], x);
    _ = atomicAnd(&totals[5], ~x);
    _ = atomicMin(&least, -i64(x));
    _ = atomicAdd(&sum, x);
    workgroupBarrier();
    if local == 0u { _ = atomicAdd(&totals[6], atomicLoad(&sum)); }
    var done = false;
    while !done {
        let before = atomicLoad(&totals[7]);
        done = atomicCompareExchangeWeak(&totals[7], before, before * 3lu + 1lu).exchanged;
    }
}";
    let values: Vec<u64> = (0..128_u64).map(|i| (i << 33) + 5).collect();
    let mut expected = [0_u64; 8];
    for &x in &values {
        expected[0] = expected[0].wrapping_add(x);
        expected[1] = expected[1].wrapping_sub(x);
        expected[2] = expected[2].max(x);
        expected[3] |= x;
        expected[4] ^= x;
        expected[6] = expected[6].wrapping_add(x);
        expected[7] = expected[7].wrapping_mul(3).wrapping_add(1);
    }
    for target in targets(&gpu) {
        let results = dispatch(
            &gpu,
            source,
            target,
            vec![Resource::Storage(vec![0; 64]), Resource::Storage(vec![0; 8])],
        );
        assert_eq!(long_words(&results[0]), expected, "{target}");
        let least = values.iter().map(|x| -(x.cast_signed())).min().unwrap();
        assert_eq!(long_words(&results[1]), [least.cast_unsigned()], "{target}");
    }
}

/// Operations with unused results, and those of which only one invocation's value remains.
#[test]
fn long_integers_are_exchanged_and_lessened() {
    let Some(gpu) = gpu() else { return };
    let source = "
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<u64>, 4>;
@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let i = at.x;
    let x = (u64(i) << 40u) + 7lu;
    atomicMin(&cells[0], x + 3lu);
    atomicMax(&cells[1], x);
    if i == 9u {
        let before = atomicExchange(&cells[2], x);
        atomicStore(&cells[3], before + 1lu);
    }
}";
    let first = [u64::MAX, 5, 1 << 50, 0];
    let bytes: Vec<u8> = first.iter().flat_map(|word| word.to_ne_bytes()).collect();
    for target in targets(&gpu) {
        let results = dispatch(&gpu, source, target, vec![Resource::Storage(bytes.clone())]);
        let expected = [10, (127 << 40) + 7, (9 << 40) + 7, (1 << 50) + 1];
        assert_eq!(long_words(&results[0]), expected, "{target}");
    }
}

#[test]
fn floats_run() {
    let Some(gpu) = gpu() else { return };
    let source = "
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<f32>, 4>;
@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    atomicAdd(&cells[0], f32(at.x) * 0.5);
    atomicSub(&cells[1], f32(at.x));
    let before = atomicExchange(&cells[2], 3.0);
    if before == 0.0 { atomicStore(&cells[3], 8.25); }
}";
    for target in targets(&gpu) {
        let results = dispatch(&gpu, source, target, vec![Resource::Storage(vec![0; 16])]);
        let floats: Vec<f32> = results[0]
            .chunks_exact(4)
            .map(|f| f32::from_ne_bytes(f.try_into().unwrap()))
            .collect();
        // Sums of small integers and halves are exact in any order.
        assert_eq!(floats, [4064.0, -8128.0, 3.0, 8.25], "{target}");
    }
}

#[test]
fn texels_run() {
    let Some(gpu) = gpu() else { return };
    let source = "
@group(0) @binding(0) var counts: texture_storage_2d<r32uint, atomic>;
@group(0) @binding(1) var layers: texture_storage_2d_array<r32sint, atomic>;
@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let place = vec2<u32>(at.x & 3u, 0u);
    textureAtomicAdd(counts, place, at.x);
    textureAtomicXor(counts, vec2<u32>(at.x & 3u, 1u), at.x);
    textureAtomicMin(layers, place, 1u, 5i - i32(at.x));
    textureAtomicMax(layers, place, 0i, i32(at.x) - 200i);
    // Out of bounds: no effect.
    textureAtomicAdd(counts, vec2<u32>(4u, 0u), 1u);
}";
    let words = |bytes: &[u8]| -> Vec<u32> {
        bytes
            .chunks_exact(4)
            .map(|word| u32::from_ne_bytes(word.try_into().unwrap()))
            .collect()
    };
    let mut counts = [0_u32; 8];
    let mut layers = [-1000_i32, -1000, -1000, -1000, 100, 100, 100, 100];
    for i in 0..128_u32 {
        let place = (i & 3) as usize;
        counts[place] += i;
        counts[place + 4] ^= i;
        layers[place] = layers[place].max(i.cast_signed() - 200);
        layers[place + 4] = layers[place + 4].min(5 - i.cast_signed());
    }
    let start: Vec<u8> = [-1000_i32, -1000, -1000, -1000, 100, 100, 100, 100]
        .iter()
        .flat_map(|x| x.to_ne_bytes())
        .collect();
    for target in targets(&gpu) {
        let array = Image {
            format: vk::Format::R32_SINT,
            view: vk::ImageViewType::TYPE_2D_ARRAY,
            extent: [4, 1, 1],
            layers: 2,
            levels: 1,
            texels: start.clone(),
        };
        let results = dispatch(
            &gpu,
            source,
            target,
            vec![
                Resource::StorageImage(Image::flat(vk::Format::R32_UINT, 4, 2, vec![0; 32])),
                Resource::StorageImage(array),
            ],
        );
        assert_eq!(words(&results[0]), counts, "{target}");
        assert_eq!(words(&results[1]), layers.map(i32::cast_unsigned), "{target}");
    }
}

#[test]
fn long_texels_run() {
    let Some(gpu) = gpu() else { return };
    if gpu.features.image_atomic_int64.shader_image_int64_atomics == vk::FALSE
        || !gpu.supports(vk::Format::R64_UINT, vk::FormatFeatureFlags::STORAGE_IMAGE_ATOMIC)
    {
        return;
    }
    let source = "
@group(0) @binding(0) var texels: texture_storage_2d<r64uint, atomic>;
@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    textureAtomicMax(texels, vec2<u32>(at.x & 1u, 0u), (u64(at.x) << 40u) + 1lu);
    textureAtomicMin(texels, vec2<u32>(at.x & 1u, 1u), (u64(at.x) << 40u) + 1lu);
}";
    for target in targets(&gpu) {
        let texels: Vec<u8> = [0, 0, u64::MAX, u64::MAX]
            .iter()
            .flat_map(|x: &u64| x.to_ne_bytes())
            .collect();
        let image = Image::flat(vk::Format::R64_UINT, 2, 2, texels);
        let results = dispatch(&gpu, source, target, vec![Resource::StorageImage(image)]);
        let expected = [(126 << 40) + 1, (127 << 40) + 1, 1, (1 << 40) + 1];
        assert_eq!(long_words(&results[0]), expected, "{target}");
    }
}

/// With WGSL's `atomic` access a texture can be loaded and stored too; naga's IR has a purely atomic access.
#[test]
fn a_texture_of_atomics_alone_is_read_and_written() {
    let source = texel(
        "texture_storage_2d<r32uint, atomic>",
        "textureAtomicAdd(texels, at.xy, 1u);",
    );
    let mut module = naga::front::wgsl::parse_str(&source).unwrap();
    let image = module.types.iter().find_map(|(handle, ty)| match ty.inner {
        naga::TypeInner::Image { dim, arrayed, .. } => Some((handle, ty.name.clone(), dim, arrayed)),
        _ => None,
    });
    let (handle, name, dim, arrayed) = image.unwrap();
    let class = naga::ImageClass::Storage {
        format: naga::StorageFormat::R32Uint,
        access: naga::StorageAccess::ATOMIC,
    };
    let inner = naga::TypeInner::Image { dim, arrayed, class };
    module.types.replace(handle, naga::Type { name, inner });
    let flags = naga::valid::ValidationFlags::all();
    let info = naga::valid::Validator::new(flags, naga::valid::Capabilities::all())
        .validate(&module)
        .unwrap();
    let output = setup::compile(&module, &info, &backends::options("vulkan1.3")).unwrap();
    validate::validate(&output.words, "vulkan1.3").unwrap();
    let words = Inspected::new(&output.words);
    for decoration in [spirv::Decoration::NonWritable, spirv::Decoration::NonReadable] {
        let found = words
            .all(Op::Decorate)
            .filter(|d| d.operand_words()[1] == decoration as u32);
        assert_eq!(found.count(), 0, "{decoration:?}");
    }
}
