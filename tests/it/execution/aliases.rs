//! Tests of a `read` and a `read_write` variable of one descriptor: a value that was loaded through the first is not
//! changed by a store through the second.

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::BindingInfo;
use spirula::target::VulkanVersion;
use spirv::{Op, StorageClass};

use super::bytes::from_words;
use super::matrix::runs_debug_info;
use super::run::{dispatch, group};
use crate::common::inspect::Inspected;
use crate::common::setup::Setup;
use crate::common::vulkan::{Image, Resource, vk};
use crate::common::{backends, parse};

/// A shader whose bindings 1 and 2 are one descriptor.
struct Case {
    name: &'static str,
    source: &'static str,
    /// The words of the shared buffer, before and after.
    data: [&'static [u32]; 2],
    output: [u32; 4],
}

/// Every shader has these; the output begins with `IN`.
const COMMON: &str = "enable wgpu_binding_array;
@group(0) @binding(0) var<storage, read_write> out: array<u32, 4>;
fn at(k: u32) -> u32 { return out[k]; }
";
/// The indices that a shader reads from its output.
const IN: [u32; 4] = [2, 1, 3, 0];

/// `a` and `b` are struct `D` with an array.
macro_rules! array {
    ($body:literal) => {
        concat!(
            "struct D { data: array<u32, 4> }
            @group(0) @binding(1) var<storage, read> a: D;
            @group(0) @binding(2) var<storage, read_write> b: D;
            fn store_at(k: u32, x: u32) { b.data[k] = x; }
            fn fetch(k: u32) -> u32 { let all = a.data; b.data[k] += 1u; return all[k]; }
            fn exchange(k: u32) -> u32 { let all = a.data; store_at(k, 50u); return all[k]; }
            @compute @workgroup_size(1) fn main() {
                let i = at(0u);
                let j = at(1u);
                let k = at(2u);\n",
            $body,
            "}"
        )
    };
}

const CASES: [Case; 22] = [
    Case {
        name: "an array",
        source: array!("let all = a.data; b.data[2] = 7u; out[0] = all[i]; out[1] = all[j];"),
        data: [&[10, 11, 12, 13], &[10, 11, 7, 13]],
        output: [12, 11, 3, 0],
    },
    Case {
        name: "every element is replaced",
        source: array!(
            "let all = a.data; b.data = array(1u, 2u, 3u, 4u); out[0] = all[i]; out[1] = all[j]; out[2] = a.data[k];"
        ),
        data: [&[10, 11, 12, 13], &[1, 2, 3, 4]],
        output: [12, 11, 4, 0],
    },
    Case {
        name: "the whole variable",
        source: "@group(0) @binding(1) var<storage, read> a: array<u32, 4>;
            @group(0) @binding(2) var<storage, read_write> b: array<u32, 4>;
            @compute @workgroup_size(1) fn main() {
                let i = at(0u);
                let all = a;
                b[i] = 70u;
                b[3] = all[i] + 1u;
                out[0] = all[i];
                out[1] = all[i + 1u];
            }",
        data: [&[10, 11, 12, 13], &[10, 11, 70, 13]],
        output: [12, 13, 3, 0],
    },
    Case {
        name: "a matrix",
        source: "@group(0) @binding(1) var<storage, read> a: mat2x2<f32>;
            @group(0) @binding(2) var<storage, read_write> b: array<u32, 4>;
            @compute @workgroup_size(1) fn main() {
                let j = at(1u);
                let m = a;
                b[2] = bitcast<u32>(9.0f);
                b[3] = 0u;
                out[0] = bitcast<u32>(m[j].x);
                out[1] = bitcast<u32>(m[j][j]);
                out[2] = bitcast<u32>(a[j].x);
            }",
        data: [
            &[0x3F80_0000, 0x4000_0000, 0x4040_0000, 0x4080_0000],
            &[0x3F80_0000, 0x4000_0000, 0x4110_0000, 0],
        ],
        output: [0x4040_0000, 0x4080_0000, 0x4110_0000, 0],
    },
    Case {
        name: "an array in a struct",
        source: "struct Inner { n: u32, data: array<vec2<u32>, 2> }
            struct Outer { n: vec2<u32>, inner: Inner }
            @group(0) @binding(1) var<storage, read> a: Outer;
            @group(0) @binding(2) var<storage, read_write> b: Outer;
            @compute @workgroup_size(1) fn main() {
                let j = at(1u);
                let s = a;
                b.inner.data[1].y = 7u;
                b.inner.n = 8u;
                out[0] = s.inner.data[j].y;
                out[1] = s.inner.n;
                let t = a.inner;
                b.inner.data[j] = vec2(1u, 2u);
                out[2] = t.data[j].x * 100u + t.data[j].y;
            }",
        data: [&[1, 2, 3, 0, 5, 6, 9, 11], &[1, 2, 8, 0, 5, 6, 1, 2]],
        output: [11, 3, 907, 0],
    },
    Case {
        name: "an array of arrays",
        source: "@group(0) @binding(1) var<storage, read> a: array<array<u32, 2>, 2>;
            @group(0) @binding(2) var<storage, read_write> b: array<array<u32, 2>, 2>;
            @compute @workgroup_size(1) fn main() {
                let j = at(1u);
                let all = a;
                let row = all[j];
                b[1][0] = 7u;
                b[0] = array(8u, 9u);
                out[0] = all[j][j - 1u];
                out[1] = row[j - 1u];
                out[2] = all[j - 1u][j];
            }",
        data: [&[10, 11, 12, 13], &[8, 9, 7, 13]],
        output: [12, 12, 11, 0],
    },
    Case {
        name: "an element of a run-time array",
        source: "struct D { data: array<u32, 2> }
            @group(0) @binding(1) var<storage, read> a: array<D>;
            @group(0) @binding(2) var<storage, read_write> b: array<D>;
            @compute @workgroup_size(1) fn main() {
                let j = at(1u);
                let d = a[j];
                b[1].data[1] = 7u;
                b[1].data[0] = 6u;
                out[0] = d.data[j];
                out[1] = d.data[j - 1u];
                out[2] = arrayLength(&a);
            }",
        data: [&[10, 11, 12, 13], &[10, 11, 6, 7]],
        output: [13, 12, 2, 0],
    },
    Case {
        name: "another type",
        source: "@group(0) @binding(1) var<storage, read> a: array<u32, 4>;
            @group(0) @binding(2) var<storage, read_write> b: vec4<u32>;
            @compute @workgroup_size(1) fn main() {
                let i = at(0u);
                let all = a;
                b = b.wzyx;
                out[0] = all[i];
                out[1] = a[i];
                b[i] = 5u;
                out[2] = all[i] + a[i];
            }",
        data: [&[10, 11, 12, 13], &[13, 12, 5, 10]],
        output: [12, 11, 17, 0],
    },
    Case {
        name: "an atomic",
        source: "@group(0) @binding(1) var<storage, read> a: array<u32, 4>;
            @group(0) @binding(2) var<storage, read_write> b: array<atomic<u32>, 4>;
            @compute @workgroup_size(1) fn main() {
                let i = at(0u);
                let all = a;
                let old = atomicAdd(&b[2], 5u);
                out[0] = all[i];
                out[1] = old;
                atomicStore(&b[i], 1u);
                out[2] = all[i];
            }",
        data: [&[10, 11, 12, 13], &[10, 11, 1, 13]],
        output: [12, 12, 12, 0],
    },
    Case {
        name: "a call that stores",
        source: array!(
            "let all = a.data; store_at(2u, 7u); out[0] = all[i]; store_at(j, all[j] * 2u); out[1] = all[j];"
        ),
        data: [&[10, 11, 12, 13], &[10, 22, 7, 13]],
        output: [12, 11, 3, 0],
    },
    Case {
        name: "a function that loads and stores",
        source: array!("out[0] = fetch(i); out[1] = fetch(i); out[2] = exchange(k); out[3] = exchange(k);"),
        data: [&[10, 11, 12, 13], &[10, 11, 14, 50]],
        output: [12, 13, 13, 50],
    },
    Case {
        name: "a loop",
        source: array!(
            "var sum = 0u;
            for (var n = 0u; n < 4u; n++) {
                let all = a.data;
                b.data[n] = all[3u - n] + 1u;
                sum = sum * 100u + all[n];
            }
            out[0] = sum;"
        ),
        data: [&[10, 11, 12, 13], &[14, 13, 14, 15]],
        output: [10_111_213, 1, 3, 0],
    },
    Case {
        name: "a loop after the load",
        source: array!(
            "let all = a.data;
            var sum = 0u;
            for (var n = 0u; n < 4u; n++) { b.data[3u - n] = sum; sum += all[n]; }
            out[0] = sum;"
        ),
        data: [&[10, 11, 12, 13], &[33, 21, 10, 0]],
        output: [46, 1, 3, 0],
    },
    Case {
        name: "a continuing block",
        source: array!(
            "var n = 0u;
            var sum = 0u;
            loop {
                if n == 1u { n += 1u; continue; }
                let all = a.data;
                b.data[n] = 1u;
                sum += all[n];
                continuing {
                    let later = a.data;
                    b.data[n] = later[n] + 1u;
                    sum += later[n] * 100u;
                    n += 1u;
                    break if n > 3u;
                }
            }
            out[0] = sum;"
        ),
        data: [&[10, 11, 12, 13], &[2, 11, 13, 2]],
        output: [1423, 1, 3, 0],
    },
    Case {
        name: "a store in one arm",
        source: array!(
            "let all = a.data;
            if i == 2u { b.data[i] = 7u; } else { out[3] = 1u; }
            out[0] = all[i];
            if i == 3u { b.data[j] = 7u; } else { b.data[j] = 8u; }
            out[1] = all[j];"
        ),
        data: [&[10, 11, 12, 13], &[10, 8, 7, 13]],
        output: [12, 11, 3, 0],
    },
    Case {
        name: "a switch",
        source: array!(
            "let all = a.data;
            switch i {
                case 2u: { b.data[2] = 7u; out[0] = all[i]; }
                case 3u: { out[0] = 1u; }
                default: { b.data[0] = 2u; }
            }
            out[1] = all[i];"
        ),
        data: [&[10, 11, 12, 13], &[10, 11, 7, 13]],
        output: [12, 12, 3, 0],
    },
    Case {
        name: "barriers",
        source: array!(
            "let all = a.data;
            storageBarrier();
            b.data[2] = 7u;
            storageBarrier();
            out[0] = all[i];
            out[1] = a.data[i];
            workgroupBarrier();
            out[2] = all[k];"
        ),
        data: [&[10, 11, 12, 13], &[10, 11, 7, 13]],
        output: [12, 7, 13, 0],
    },
    Case {
        name: "stores of other invocations",
        source: "struct D { data: array<u32, 4> }
            @group(0) @binding(1) var<storage, read> a: D;
            @group(0) @binding(2) var<storage, read_write> b: D;
            @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) own: u32) {
                let all = a.data;
                storageBarrier();
                b.data[3u - own] = own;
                storageBarrier();
                out[own] = all[own];
            }",
        data: [&[10, 11, 12, 13], &[3, 2, 1, 0]],
        output: [10, 11, 12, 13],
    },
    Case {
        name: "stored values",
        source: array!(
            "let all = a.data;
            b.data[0] = all[k];
            b.data[k] = all[k - 3u];
            out[0] = all[k] * 100u + all[k - 3u];
            let again = a.data;
            b.data[0] = 1u;
            out[1] = again[k] * 100u + again[k - 3u];"
        ),
        data: [&[10, 11, 12, 13], &[1, 11, 12, 10]],
        output: [1310, 1013, 3, 0],
    },
    Case {
        name: "members of a load that is narrowed",
        source: "struct D { x: u32, v: vec2<u32>, data: array<u32, 4> }
            @group(0) @binding(1) var<storage, read> a: D;
            @group(0) @binding(2) var<storage, read_write> b: D;
            @compute @workgroup_size(1) fn main() {
                let j = at(1u);
                let d = a;
                b.x = 1u;
                b.v.y = 2u;
                out[0] = d.x;
                out[1] = d.v[j];
                out[2] = d.v.y + b.v.y;
            }",
        data: [&[10, 0, 12, 13, 4, 4, 4, 4], &[1, 0, 12, 2, 4, 4, 4, 4]],
        output: [10, 13, 15, 0],
    },
    Case {
        name: "a value that decides over a store",
        source: array!(
            "let all = a.data;
            for (var n = 0u; n < 4u; n++) { if all[n] > 11u { b.data[3u - n] = 1u; } }
            out[0] = all[j - 1u] + all[j];"
        ),
        data: [&[10, 11, 12, 13], &[1, 1, 12, 13]],
        output: [21, 1, 3, 0],
    },
    Case {
        name: "three names",
        source: "@group(0) @binding(1) var<storage, read> a: array<u32, 4>;
            @group(0) @binding(2) var<storage, read_write> b: vec4<u32>;
            @group(0) @binding(3) var<storage, read> c: array<array<u32, 2>, 2>;
            @compute @workgroup_size(1) fn main() {
                let j = at(1u);
                let all = a;
                let rows = c;
                b.z = 7u;
                b.y = 8u;
                out[0] = all[j + 1u];
                out[1] = rows[j][j - 1u];
                out[2] = rows[j - 1u][j];
            }",
        data: [&[10, 11, 12, 13], &[10, 8, 7, 13]],
        output: [12, 12, 11, 0],
    },
];

/// Binds all but the output to one descriptor, and changes the options in one of five ways.
fn configure(setup: &mut Setup, way: usize, source: &str) {
    for binding in 1..=3 {
        let info = BindingInfo {
            binding: 1,
            ..BindingInfo::default()
        };
        setup.bind([(naga::ResourceBinding { group: 0, binding }, info)]);
    }
    let policy = match way {
        0..=2 => BoundsCheckPolicy::Restrict,
        3 => BoundsCheckPolicy::ReadZeroSkipWrite,
        _ => BoundsCheckPolicy::Unchecked,
    };
    setup.bounds_check_policies = BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: policy,
    };
    setup.vulkan_memory_model = way == 1 && setup.target.vulkan_version() >= Some(VulkanVersion::V1_2);
    if way == 2 && runs_debug_info() {
        *setup = setup.with_debug_info("aliases.wgsl", source);
    }
}

/// Whether SPIRV-Tools' optimizer rewrites the words: it moves loads behind stores through another variable of the
/// descriptor, although both are decorated `Aliased`.
fn are_optimized() -> bool {
    std::env::var_os("SPIRULA_OPTIMIZE").is_some()
}

#[test]
fn stores_through_another_name_do_not_change_loaded_values() {
    if are_optimized() {
        return;
    }
    for case in &CASES {
        let source = format!("{COMMON}{}", case.source);
        let bindings = group([
            Resource::Storage(from_words(&IN)),
            Resource::Storage(from_words(case.data[0])),
        ]);
        for way in 0..5 {
            let change = |setup: &mut Setup| configure(setup, way, &source);
            dispatch(&source, change, &[], &bindings, [1, 1, 1], |results| {
                if results[0] == case.output && results[1] == case.data[1] {
                    Ok(())
                } else {
                    let expected = (case.output, case.data[1]);
                    Err(format!("{}, way {way}: {results:?}, expected {expected:?}", case.name))
                }
            });
        }
    }
}

/// Without the second name the load is deferred: the tests above would otherwise show nothing.
#[test]
fn loads_of_constant_memory_are_deferred() {
    let shader = |second: &str| {
        format!(
            "{COMMON}struct D {{ data: array<u32, 4> }}
            @group(0) @binding(1) var<storage, read> a: D;
            @group(0) @binding(2) var<storage, {second}> b: D;
            @compute @workgroup_size(1) fn main() {{
                let all = a.data;
                out[1] = b.data[0];
                out[0] = all[at(0u)];
            }}"
        )
    };
    for (second, is_deferred) in [("read", true), ("read_write", false)] {
        let source = shader(second);
        let bindings = group([
            Resource::Storage(from_words(&IN)),
            Resource::Storage(from_words(&[10, 11, 12, 13])),
        ]);
        let change = |setup: &mut Setup| configure(setup, 0, &source);
        let shader = parse::wgsl(&source, "aliases.wgsl").unwrap();
        let mut setup = backends::options_for("vulkan1.2", "main");
        change(&mut setup);
        let words = backends::spirula(&shader, &setup).unwrap();
        let module = Inspected::new(&words);
        let is_local = |class: Option<&u32>| class.copied() == Some(StorageClass::Function as u32);
        let mut variables = module.all(Op::Variable);
        let is_copied = variables.any(|variable| is_local(variable.operand_words().first()));
        assert_eq!(is_copied, !is_deferred, "{second}");
        dispatch(&source, change, &[], &bindings, [1, 1, 1], |results| {
            if results[0] == [12, 10, 3, 0] {
                Ok(())
            } else {
                Err(format!("{second}: {results:?}"))
            }
        });
    }
}

/// Elements of two binding arrays of the same descriptors.
#[test]
fn elements_of_binding_arrays() {
    if are_optimized() {
        return;
    }
    let source = format!(
        "{COMMON}struct D {{ data: array<u32, 4> }}
        @group(0) @binding(1) var<storage, read> a: binding_array<D, 2>;
        @group(0) @binding(2) var<storage, read_write> b: binding_array<D, 2>;
        @compute @workgroup_size(1) fn main() {{
            let i = at(0u);
            let all = a[1].data;
            let other = a[0].data;
            b[1].data[2] = 7u;
            b[0].data[i] = 8u;
            out[0] = all[i];
            out[1] = other[i];
            out[2] = a[1].data[i];
        }}"
    );
    let elements = [[20, 21, 22, 23], [10, 11, 12, 13]].map(|words| Resource::Storage(from_words(&words)));
    let bindings = group([Resource::Storage(from_words(&IN)), Resource::array(elements)]);
    for way in 0..5 {
        let change = |setup: &mut Setup| configure(setup, way, &source);
        dispatch(&source, change, &[], &bindings, [1, 1, 1], |results| {
            if results[0] == [12, 22, 7, 0] {
                Ok(())
            } else {
                Err(format!("way {way}: {results:?}"))
            }
        });
    }
}

/// A `read` and a `read_write` storage texture of one descriptor.
#[test]
fn texels_through_two_names() {
    let source = format!(
        "{COMMON}@group(0) @binding(1) var a: texture_storage_2d<r32uint, read>;
        @group(0) @binding(2) var b: texture_storage_2d<r32uint, read_write>;
        fn texel(image: texture_storage_2d<r32uint, read>, x: u32) -> u32 {{ return textureLoad(image, vec2(x, 0u)).x; }}
        @compute @workgroup_size(1) fn main() {{
            let i = at(0u);
            let before = textureLoad(a, vec2(i, 0u)).x;
            let first = texel(a, i);
            textureStore(b, vec2(i, 0u), vec4(7u));
            out[0] = before * 1000u + first;
            textureStore(b, vec2(1u, 0u), vec4(9u));
            out[1] = textureLoad(b, vec2(1u, 0u)).x;
            out[2] = before;
        }}"
    );
    let texels = from_words(&[10, 11, 12, 13]);
    let image = Image::flat(vk::Format::R32_UINT, 4, 1, texels);
    let bindings = group([Resource::Storage(from_words(&IN)), Resource::StorageImage(image)]);
    for way in 0..5 {
        let change = |setup: &mut Setup| configure(setup, way, &source);
        dispatch(&source, change, &[], &bindings, [1, 1, 1], |results| {
            if results[0] == [12_012, 9, 12, 0] {
                Ok(())
            } else {
                Err(format!("way {way}: {results:?}"))
            }
        });
    }
}
