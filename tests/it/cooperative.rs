//! Tests of cooperative matrices: every type, their requirements, their memory model, and a product on a driver.

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Binding, Compute, Gpu, Resource, gpu, vk};
use crate::common::{backends, parse, validate};
use naga::proc::BoundsCheckPolicy;
use spirula::target::Workaround;
use spirula::{ErrorKind, Feature, Target};
use spirv::{Capability, Decoration, MemoryAccess, MemorySemantics, Op, Scope};

fn compile(source: &str, target: Target) -> Result<spirula::Output, spirula::Error> {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    setup::compile(&shader.module, &shader.info, &Setup::new(target))
}

fn valid(source: &str, target: &str) -> spirula::Output {
    let output = compile(source, Target::parse(target).unwrap())
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source, "")));
    validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{target}: {error}\n{source}"));
    let report = spirula::check::check(&output.words, &Target::parse(target).unwrap());
    assert!(report.violations.is_empty(), "{target}: {report}\n{source}");
    output
}

fn declares(output: &spirula::Output, capability: Capability) -> bool {
    output.requirements.iter().any(|used| used.capability == capability)
}

const TARGETS: [&str; 4] = ["vulkan1.1", "vulkan1.2", "vulkan1.3", "vulkan1.4"];

/// `c = a * b + c`, with other globals and statements.
fn product(size: u32, scalar: &str, globals: &str, statements: &str) -> String {
    format!(
        "enable f16;
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read> a: array<{scalar}>;
@group(0) @binding(1) var<storage, read> b: array<{scalar}>;
@group(0) @binding(2) var<storage, read_write> c: array<{scalar}>;
{globals}
@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) i: u32) {{
    let left = coopLoad<coop_mat{size}x{size}<{scalar}, A>>(&a[0], {size}u);
    let right = coopLoad<coop_mat{size}x{size}<{scalar}, B>>(&b[0], {size}u);
    let sum = coopLoad<coop_mat{size}x{size}<{scalar}, C>>(&c[0], {size}u);
    coopStore(coopMultiplyAdd(left, right, sum), &c[0], {size}u);
    {statements}
}}"
    )
    .replace("GROUP", "32")
}

#[test]
fn every_size_and_scalar() {
    for size in [8, 16] {
        for scalar in ["f16", "f32"] {
            for target in TARGETS {
                let output = valid(&product(size, scalar, "", ""), target);
                for capability in [Capability::CooperativeMatrixKHR, Capability::VulkanMemoryModel] {
                    assert!(declares(&output, capability));
                }
                assert_eq!(declares(&output, Capability::Float16), scalar == "f16");
                // No access has the scope of the device.
                assert!(!declares(&output, Capability::VulkanMemoryModelDeviceScope));
                let module = Inspected::new(&output.words);
                let model = module.all(Op::MemoryModel).next().unwrap().operand_words()[1];
                assert_eq!(model, spirv::MemoryModel::Vulkan as u32);
                assert_eq!(module.count(Op::TypeCooperativeMatrixKHR), 3);
            }
        }
    }
}

/// naga's backend would panic; its validator rejects these modules.
#[test]
fn naga_admits_no_product_of_two_matrices() {
    let source = product(8, "f32", "", "coopStore(sum + sum, &c[0], 8u);");
    let mut module = naga::front::wgsl::parse_str(&source).unwrap();
    let valid = |module: &naga::Module| {
        let flags = naga::valid::ValidationFlags::all();
        let outcome = naga::valid::Validator::new(flags, naga::valid::Capabilities::all()).validate(module);
        outcome.is_ok()
    };
    assert!(valid(&module));
    for (_, expression) in module.entry_points[0].function.expressions.iter_mut() {
        if let naga::Expression::Binary { ref mut op, .. } = *expression {
            *op = naga::BinaryOperator::Multiply;
        }
    }
    assert!(!valid(&module));
}

#[test]
fn a_matrix_takes_its_feature_and_the_memory_model() {
    let source = product(8, "f32", "", "");
    for feature in [Feature::CooperativeMatrix, Feature::VulkanMemoryModel] {
        let error = compile(&source, Target::vulkan(1, 2).disable(feature)).expect_err("refused");
        let ErrorKind::Missing(ref requirement) = error.diagnostics()[0].kind else {
            panic!("{error:?}")
        };
        assert_eq!(requirement.name(), feature.name());
        assert!(error.diagnostics()[0].span.is_defined());
    }
    assert!(compile(&source, Target::vulkan(1, 0)).is_err());
}

#[test]
fn other_shaders_keep_the_simple_model() {
    let source = "@group(0) @binding(0) var<storage, read_write> x: array<u32>;
@compute @workgroup_size(1) fn main() { x[0] = x[1]; }";
    let output = valid(source, "vulkan1.3");
    let module = Inspected::new(&output.words);
    let model = module.all(Op::MemoryModel).next().unwrap().operand_words()[1];
    assert_eq!(model, spirv::MemoryModel::GLSL450 as u32);
    assert!(module.all(Op::Load).all(|load| load.operand_words().len() == 1));
}

#[test]
fn a_matrix_that_does_not_fit_is_zero_unless_memory_is_unchecked() {
    let source = product(8, "f32", "", "");
    for target in TARGETS {
        let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
        for (policy, selections) in [
            (BoundsCheckPolicy::Restrict, 4),
            (BoundsCheckPolicy::ReadZeroSkipWrite, 4),
            (BoundsCheckPolicy::Unchecked, 0),
        ] {
            let mut options = Setup::new(Target::parse(target).unwrap());
            options.bounds_check_policies.buffer = policy;
            options.bounds_check_policies.index = policy;
            let output = setup::compile(&shader.module, &shader.info, &options).unwrap();
            validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
            let module = Inspected::new(&output.words);
            assert!(
                module.all(Op::SelectionMerge).count() >= selections,
                "{target} {policy:?}"
            );
            assert_eq!(
                module.all(Op::SelectionMerge).count() == 0,
                selections == 0,
                "{target} {policy:?}"
            );
        }
    }
}

/// The memory operands of loads and stores, by opcode.
fn masks(module: &Inspected<'_>, op: Op, operands: usize) -> Vec<u32> {
    let mask = |access: &spirula::words::reader::Instruction<'_>| access.operand_words().get(operands).copied();
    module.all(op).map(|access| mask(access).unwrap_or(0)).collect()
}

#[test]
fn shared_memory_is_not_private_and_barriers_make_it_visible() {
    let source = product(
        8,
        "f32",
        "var<workgroup> tile: array<f32, 64>;",
        "var own = f32(i); tile[i] = own; workgroupBarrier(); c[i] = tile[63u - i] + a[i];",
    );
    for target in TARGETS {
        let output = valid(&source, target);
        let module = Inspected::new(&output.words);
        let shared = MemoryAccess::NON_PRIVATE_POINTER.bits();
        assert_eq!(masks(&module, Op::CooperativeMatrixLoadKHR, 3), [shared; 3]);
        assert_eq!(masks(&module, Op::CooperativeMatrixStoreKHR, 4), [shared]);
        let loads = masks(&module, Op::Load, 1);
        // Of the tile and of `a`; the input and the local variable are not shared.
        assert_eq!(loads.iter().filter(|mask| **mask == shared).count(), 2, "{loads:?}");
        for barrier in module.all(Op::ControlBarrier) {
            let semantics = module.definition(barrier.operand_words()[2]).operand_words()[0];
            let semantics = MemorySemantics::from_bits_retain(semantics);
            assert!(semantics.contains(MemorySemantics::MAKE_AVAILABLE | MemorySemantics::MAKE_VISIBLE));
        }
    }
}

#[test]
fn the_scope_of_the_device_takes_a_feature_or_is_a_queue_family() {
    let source = product(
        8,
        "f32",
        "@group(0) @binding(3) var<storage, read_write> n: atomic<u32>;",
        "atomicAdd(&n, 1u);",
    );
    let scope = |output: &spirula::Output| {
        let module = Inspected::new(&output.words);
        let atomic = module.all(Op::AtomicIAdd).next().unwrap().operand_words()[1];
        module.definition(atomic).operand_words()[0]
    };
    let output = valid(&source, "vulkan1.3");
    assert!(declares(&output, Capability::VulkanMemoryModelDeviceScope));
    assert_eq!(scope(&output), Scope::Device as u32);
    let without = Target::vulkan(1, 2).disable(Feature::VulkanMemoryModelDeviceScope);
    let output = compile(&source, without).unwrap();
    assert!(!declares(&output, Capability::VulkanMemoryModelDeviceScope));
    assert_eq!(scope(&output), Scope::QueueFamily as u32);
}

#[test]
fn coherent_and_volatile_memory_is_so_at_each_access() {
    for (attribute, mask) in [
        ("coherent", MemoryAccess::NON_PRIVATE_POINTER),
        ("volatile", MemoryAccess::NON_PRIVATE_POINTER | MemoryAccess::VOLATILE),
    ] {
        let global = format!("@group(0) @binding(3) @{attribute} var<storage, read_write> n: array<u32>;");
        let source = product(8, "f32", &global, "n[i] = n[0] + 1u;");
        let Ok(shader) = parse::wgsl(&source, "test.wgsl") else {
            panic!("no attribute {attribute}")
        };
        let output = setup::compile(&shader.module, &shader.info, &backends::options("vulkan1.3")).unwrap();
        validate::validate(&output.words, "vulkan1.3").unwrap();
        let module = Inspected::new(&output.words);
        let visible = (mask | MemoryAccess::MAKE_POINTER_VISIBLE).bits();
        let available = (mask | MemoryAccess::MAKE_POINTER_AVAILABLE).bits();
        assert!(masks(&module, Op::Load, 1).contains(&visible), "{attribute}");
        assert!(masks(&module, Op::Store, 2).contains(&available), "{attribute}");
        for decoration in [Decoration::Coherent, Decoration::Volatile] {
            let found = module
                .all(Op::Decorate)
                .filter(|d| d.operand_words()[1] == decoration as u32);
            assert_eq!(found.count(), 0);
        }
    }
}

#[test]
fn matrices_are_multiplied() {
    let Some(gpu) = gpu() else { return };
    if gpu.features.cooperative_matrix.cooperative_matrix == vk::FALSE {
        return;
    }
    for (scalar, float) in [
        ("f32", vk::ComponentTypeKHR::FLOAT32),
        ("f16", vk::ComponentTypeKHR::FLOAT16),
    ] {
        match gpu.cooperative_size(float) {
            Some(size) => multiplied(&gpu, size, scalar),
            None => println!("left out: the device has no square matrices of {scalar}"),
        }
    }
}

/// The bytes of non-negative and negative multiples of ½ below 1,024, which both widths represent.
fn encoded(scalar: &str, value: f32) -> Vec<u8> {
    let bits = value.to_bits();
    if scalar == "f32" {
        return bits.to_ne_bytes().to_vec();
    }
    let exponent = (bits >> 23 & 0xff) as i32 - 127 + 15;
    let half = if value == 0.0 {
        0
    } else {
        bits >> 16 & 0x8000 | exponent.cast_unsigned() << 10 | bits >> 13 & 0x3ff
    };
    (half as u16).to_ne_bytes().to_vec()
}

fn multiplied(gpu: &Gpu, size: u32, scalar: &str) {
    let source = product(size, scalar, "", "").replace(
        "workgroup_size(32)",
        &format!("workgroup_size({})", gpu.subgroup_size()),
    );
    let count = (size * size) as usize;
    let a: Vec<f32> = (0..count).map(|i| (i % 7) as f32 - 2.0).collect();
    let b: Vec<f32> = (0..count).map(|i| (i % 5) as f32 * 0.5).collect();
    let c: Vec<f32> = (0..count).map(|i| i as f32).collect();
    let bytes = |floats: &[f32]| floats.iter().flat_map(|&x| encoded(scalar, x)).collect::<Vec<u8>>();
    let bindings: Vec<Binding> = [&a, &b, &c]
        .into_iter()
        .zip(0..)
        .map(|(floats, binding)| Binding {
            set: 0,
            binding,
            resource: Resource::Storage(bytes(floats)),
        })
        .collect();
    let shader = parse::wgsl(&source, "test.wgsl").unwrap();
    let words = backends::spirula(&shader, &backends::options_for(gpu.newest_target(), "main")).unwrap();
    let run = Compute {
        words: &words,
        entry_point: "main",
        bindings: &bindings,
        push_constants: &[],
        constants: &[],
        workgroups: [1, 1, 1],
        validate: true,
    };
    let results = gpu.compute(&run).unwrap_or_else(|error| panic!("{error}"));
    let n = size as usize;
    // `coopLoad` loads columns.
    let mut expected = Vec::new();
    for column in 0..n {
        for row in 0..n {
            let terms = (0..n).map(|k| a[k * n + row] * b[column * n + k]);
            expected.push(terms.sum::<f32>() + c[column * n + row]);
        }
    }
    assert_eq!(results[2], bytes(&expected), "{size}, {scalar}");
}

/// The capability of the memory model does not come from the matrices alone: these are never loaded.
#[test]
fn matrices_in_code_that_is_never_executed() {
    for target in TARGETS {
        let source = product(16, "f16", "", "").replace("let left", "return;\n    let left");
        let output = valid(&source, target);
        assert!(declares(&output, Capability::VulkanMemoryModel), "{target}");
        assert!(!declares(&output, Capability::CooperativeMatrixKHR), "{target}");
    }
}

/// A stride is an operand of its width, which is then more than stored. That of a store is not zero.
#[test]
fn strides_of_other_widths() {
    for (scalar, capability) in [("u16", Capability::Int16), ("i64", Capability::Int64)] {
        let globals = format!("@group(0) @binding(3) var<storage> strides: array<{scalar}>;");
        let statements = "let stride = strides[i];
    coopStore(coopLoad<coop_mat16x16<f16, C>>(&c[0], stride), &c[0], stride);";
        let source = format!("enable wgpu_int16;\n{}", product(16, "f16", &globals, statements));
        for target in TARGETS {
            assert!(declares(&valid(&source, target), capability), "{scalar}");
        }
    }
    for (stride, is_refused) in [("0u", true), ("0i", true), ("16i", false)] {
        let statements = format!("coopStore(sum, &c[0], {stride});");
        let result = compile(&product(16, "f16", "", &statements), Target::vulkan(1, 3));
        let error = result
            .map(|_| ())
            .err()
            .map(|error| error.diagnostics()[0].kind.to_string());
        let expected = |error: String| error.contains("the stride of a store is not zero");
        assert_eq!(error.is_some_and(expected), is_refused, "{stride}");
    }
}

/// naga's validator compares the roles of the operands of a product, and not their sizes.
#[test]
fn sizes_of_products_fit() {
    for bits in 0..8 {
        let [a, b, c] = [0, 1, 2].map(|at| 8 << (bits >> at & 1));
        let load = |size: u32, role: &str| {
            let from = role.to_lowercase();
            format!("coopLoad<coop_mat{size}x{size}<f16, {role}>>(&{from}[0], 16u)")
        };
        let statement = format!(
            "coopStore(coopMultiplyAdd({}, {}, {}), &c[0], 16u);",
            load(a, "A"),
            load(b, "B"),
            load(c, "C")
        );
        let source = product(16, "f16", "", &statement);
        if a == b && b == c {
            let _ = valid(&source, "vulkan1.3");
            continue;
        }
        let error = compile(&source, Target::vulkan(1, 3)).expect_err(&statement);
        let kind = error.diagnostics()[0].kind.to_string();
        assert!(kind.starts_with("this product of cooperative matrices"), "{error}");
    }
}

/// naga's validator accepts a stride of any type.
#[test]
fn strides_that_are_no_integers() {
    let globals = "struct Pair { one: u32, two: array<u32, 2> }
var<workgroup> shared_pair: Pair;
var<private> own: u32;
@group(0) @binding(3) var<storage, read_write> memory: Pair;";
    for stride in [
        "&local",
        "&local_pair.one",
        "&local_pair.two[i]",
        "&own",
        "&shared_pair.two[1]",
        "&memory.one",
        "&memory.two[i]",
        "parameter",
        "1.5",
        "vec2<u32>(16u)",
        "true",
    ] {
        for access in [
            format!("coopStore(coopLoad<coop_mat16x16<f16, C>>(&c[0], {stride}), &c[0], 16u);"),
            format!("coopStore(sum, &c[0], {stride});"),
        ] {
            let statements =
                format!("var local = 16u; var local_pair: Pair; local_pair.one = i; inner(&local, i);\n{access}");
            let inside = "let sum = coopLoad<coop_mat16x16<f16, C>>(&c[0], 16u);\n";
            let source = if stride == "parameter" {
                let inner = format!("fn inner(parameter: ptr<function, u32>, i: u32) {{ {inside} {access} }}");
                product(
                    16,
                    "f16",
                    &format!("{globals}\n{inner}"),
                    "var local = 16u; inner(&local, i);",
                )
            } else {
                let inner = "fn inner(parameter: ptr<function, u32>, i: u32) { }";
                product(16, "f16", &format!("{globals}\n{inner}"), &statements)
            };
            let error = compile(&source, Target::vulkan(1, 3)).expect_err(&access);
            let kind = error.diagnostics()[0].kind.to_string();
            assert!(kind.contains("its stride is an integer"), "{access}: {error}");
        }
    }
}

/// A constant stride is aligned to a row or column, or to 16 bytes (VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986).
#[test]
fn strides_are_aligned() {
    let source = |scalar: &str, size: u32, stride: &str| {
        product(size, scalar, "", "").replace(&format!("&a[0], {size}u"), &format!("&a[0], {stride}"))
    };
    for (scalar, size, stride, is_aligned) in [
        ("f16", 8, "8u", true),
        ("f16", 8, "24u", true),
        ("f16", 8, "26u", false),
        ("f16", 16, "12u", false),
        ("f32", 8, "12u", true),
        ("f32", 8, "10u", false),
        ("f32", 16, "1u", false),
        ("f32", 16, "0u", true),
        ("f16", 8, "8lu", true),
        ("f16", 8, "26lu", false),
        ("f16", 8, "26li", false),
        ("f32", 8, "-8li", false),
    ] {
        let source = source(scalar, size, stride);
        if is_aligned {
            let _ = valid(&source, "vulkan1.3");
            continue;
        }
        let error = compile(&source, Target::vulkan(1, 3)).unwrap_err();
        let diagnostic = &error.diagnostics()[0];
        assert!(
            matches!(
                diagnostic.kind,
                ErrorKind::Inexpressible {
                    what: "this access to a cooperative matrix",
                    ..
                }
            ),
            "{error}"
        );
        assert!(diagnostic.span.is_defined());
    }
}

/// naga's front end evaluates what `coopStore` loads after the store.
#[test]
fn operands_of_stores_that_are_loaded() {
    let globals = "struct P { at: u32, stride: u32 }
@group(0) @binding(3) var<uniform> p: P;
@group(0) @binding(4) var t: texture_2d<u32>;
@group(0) @binding(5) var u: texture_2d<f32>;
@group(0) @binding(6) var s: sampler;
fn put(m: coop_mat16x16<f16, C>) { coopStore(m, &c[p.at], p.stride); }";
    let named = "let at = p.at; let stride = p.stride; coopStore(sum, &c[at], stride);";
    let direct = "coopStore(sum, &c[p.at], p.stride);";
    for target in TARGETS {
        let [named, direct] = [named, direct].map(|store| valid(&product(16, "f16", globals, store), target));
        assert_eq!(named.words, direct.words, "{target}");
    }
    for store in [
        "coopStore(sum, &c[p.at * 2u], p.stride + 8u);",
        "coopStore(sum, &c[arrayLength(&c) / 2u], p.stride * arrayLength(&c));",
        "coopStore(sum + left_of(p.at), &c[p.at], p.stride);",
        "coopStore(sum, &c[textureLoad(t, vec2(i), 0).x], textureDimensions(t).x);",
        "coopStore(sum, &c[u32(textureSampleLevel(u, s, vec2(0.5), 0.0).x)], p.stride);",
        "coopStore(coopLoad<coop_mat16x16<f16, C>>(&c[p.at], p.stride), &c[p.at], p.stride);",
        "for (var k = 0u; k < p.at; k++) { coopStore(sum, &c[k * p.stride], p.stride + k); }",
        "loop { continuing { coopStore(sum, &c[p.at], p.stride); break if i > p.at; } }",
        "var at = i; coopStore(sum, &c[at], p.stride); at += 1u; coopStore(sum, &c[at], p.stride);",
        "put(sum); put(sum + sum);",
    ] {
        let left =
            "fn left_of(at: u32) -> coop_mat16x16<f16, C> { return coopLoad<coop_mat16x16<f16, C>>(&c[at], 16u); }";
        let source = product(16, "f16", &format!("{globals}\n{left}"), store);
        for target in TARGETS {
            let _ = valid(&source, target);
            let shader = parse::wgsl(&source, "test.wgsl").unwrap();
            let mut options = backends::options(target);
            options.workarounds.insert(Workaround::InlineCalls);
            let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{error}\n{source}"));
            validate::validate(&words, target).unwrap_or_else(|error| panic!("{error}\n{source}"));
        }
    }
}
