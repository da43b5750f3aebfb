//! Tests of indices into immediates. Arrays in push constants are indexed with dynamically uniform indices only, so an
//! array is copied before it is indexed with another one.

use super::bytes::{from_words, to_words};
use super::run::{group, targets};
use crate::common::inspect::Inspected;
use crate::common::vulkan::{Compute, Resource, gpu};
use crate::common::{backends, parse, validate};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::Target;
use spirv::{Op, StorageClass};

/// The immediates have 26 words. `at` is the last but one.
const DECLARATIONS: &str = "
struct Part { rows: array<array<u32, 2>, 2>, v: array<vec2<u32>, 2> }
struct P { parts: array<Part, 2>, m: array<mat2x2<f32>, 2>, at: u32, last: u32 }
var<immediate> p: P;
@group(0) @binding(0) var<storage, read_write> output: array<array<u32, 8>, 4>;
";

fn policies(policy: BoundsCheckPolicy) -> BoundsCheckPolicies {
    BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: policy,
    }
}

/// Runs four invocations `i` of `body`, whose element `k` of `output[i]` is `expected(i, k)`.
fn run(body: &str, policy: BoundsCheckPolicy, expected: impl Fn(u32, u32) -> u32) {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "{DECLARATIONS}
fn through(x: u32) -> u32 {{ return p.parts[x & 1u].rows[1][x >> 1u]; }}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {{
    let at = p.at;
    let low = i & 1u;
    let high = i >> 1u;
    {body}
}}"
    );
    let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let mut immediates: Vec<u32> = (100..126).collect();
    immediates[24] = 1;
    let bindings = group([Resource::Storage(vec![0; 4 * 8 * 4])]);
    for target in targets(&gpu) {
        let mut setup = backends::options_for(target, "main");
        setup.bounds_check_policies = policies(policy);
        let words = backends::spirula(&shader, &setup).unwrap_or_else(|error| panic!("{target}: {error}"));
        validate::validate(&words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
        let described = setup.with_debug_info("test.wgsl", &source);
        let described = backends::spirula(&shader, &described).unwrap_or_else(|error| panic!("{target}: {error}"));
        validate::validate(&described, target).unwrap_or_else(|error| panic!("{target}: {error}"));
        let run = Compute {
            words: &words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: &from_words(&immediates),
            constants: &[],
            workgroups: [1; 3],
            validate: true,
        };
        let results = gpu.compute(&run).unwrap_or_else(|error| panic!("{target}: {error}"));
        let expected: Vec<u32> = (0..32).map(|word| expected(word / 8, word % 8)).collect();
        assert_eq!(to_words(&results[0]), expected, "{target}, {policy:?}");
    }
}

/// The words of the immediates by place.
fn row(part: u32, row: u32, element: u32) -> u32 {
    100 + part * 8 + row * 2 + element
}

fn v(part: u32, element: u32, component: u32) -> u32 {
    104 + part * 8 + element * 2 + component
}

#[test]
fn every_invocation_has_its_own_index() {
    let body = "let q = p;
    let part = &p.parts[low];
    output[i][0] = p.parts[low].rows[high][at];
    output[i][1] = p.parts[at].rows[at][low];
    output[i][2] = p.parts[at].v[low][high];
    output[i][3] = q.parts[high].v[at].y;
    output[i][4] = bitcast<u32>(p.m[low][high][at]);
    output[i][5] = (*part).rows[at][1] + (*part).v[high].x;
    output[i][6] = through(i);
    for (var k = 0u; k < 2u; k++) { output[i][7] += q.parts[k].rows[low][k]; }";
    for policy in [
        BoundsCheckPolicy::Unchecked,
        BoundsCheckPolicy::Restrict,
        BoundsCheckPolicy::ReadZeroSkipWrite,
    ] {
        run(body, policy, |i, k| {
            let (low, high) = (i & 1, i >> 1);
            match k {
                0 => row(low, high, 1),
                1 => row(1, 1, low),
                2 => v(1, low, high),
                3 => v(high, 1, 1),
                4 => 116 + low * 4 + high * 2 + 1,
                5 => row(low, 1, 1) + v(low, high, 0),
                6 => row(low, 1, high),
                _ => row(0, low, 0) + row(1, low, 1),
            }
        });
    }
}

#[test]
fn indices_out_of_range() {
    let body = "output[i][0] = p.parts[i].rows[low][0];
    output[i][1] = p.parts[at + 3u].rows[low][1];
    output[i][2] = p.parts[low].rows[at + 3u][i];
    output[i][3] = p.parts[at].v[low][i];
    let part = p.parts[i];
    output[i][4] = part.v[i].x;";
    let expected = |i: u32, k: u32, zero: bool| {
        let (low, last) = (i & 1, i.min(1));
        let (value, is_inside) = match k {
            0 => (row(last, low, 0), i < 2),
            1 => (row(1, low, 1), false),
            2 => (row(low, 1, last), false),
            3 => (v(1, low, last), i < 2),
            4 => (v(last, last, 0), i < 2),
            _ => (0, true),
        };
        if zero && !is_inside { 0 } else { value }
    };
    run(body, BoundsCheckPolicy::Restrict, |i, k| expected(i, k, false));
    run(body, BoundsCheckPolicy::ReadZeroSkipWrite, |i, k| expected(i, k, true));
}

/// The access chains into push constants that have an index which is not constant.
fn dynamic_chains(body: &str, target: Target) -> usize {
    let source = format!(
        "{DECLARATIONS}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {{ {body} }}"
    );
    let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let mut setup = crate::common::setup::Setup::new(target);
    setup.bounds_check_policies = policies(BoundsCheckPolicy::Unchecked);
    let words = backends::spirula(&shader, &setup).unwrap_or_else(|error| panic!("{error}"));
    let module = Inspected::new(&words);
    let chains = module.all(Op::AccessChain).filter(|chain| {
        let [base, ref indices @ ..] = *chain.operand_words() else {
            return false;
        };
        let variable = module.definition(base);
        variable.operand_words()[0] == StorageClass::PushConstant as u32
            && indices.iter().any(|&index| !module.is(index, Op::Constant))
    });
    chains.count()
}

#[test]
fn indices_that_are_dynamically_uniform_need_no_copy() {
    for target in validate::VULKAN {
        let chains = |body| dynamic_chains(body, Target::parse(target).unwrap());
        assert_eq!(chains("output[i][0] = p.parts[p.at].rows[group.x & 1u][1];"), 1);
        assert_eq!(chains("output[i][0] = p.parts[p.at].rows[i & 1u][1];"), 1);
        assert_eq!(chains("output[i][0] = p.parts[i & 1u].rows[p.at][1];"), 0);
        assert_eq!(chains("let q = p; output[i][0] = q.parts[i & 1u].v[p.at].x;"), 0);
    }
    // Only Vulkan has the rule.
    let universal = Target::parse("spv1.5").unwrap();
    assert_eq!(
        dynamic_chains("output[i][0] = p.parts[i & 1u].rows[p.at][1];", universal),
        1
    );
}
