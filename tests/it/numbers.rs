//! Tests of numbers of other widths than 32 bits on a Vulkan driver: functions of 64-bit floats compared with Rust's,
//! within the error that `src/back/polyfill/double.rs` states, their derivatives, and 16-bit inputs and outputs with
//! and without the feature that allows them.
//!
//! Without a driver every test prints `skipped: no Vulkan driver` and passes; with `SPIRULA_REQUIRE_VULKAN=1` it fails
//! instead.

use crate::common::vulkan::{Binding, Color, Compute, Render, Resource, Stage, gpu, vk};
use crate::common::{backends, parse, validate};
use spirula::Feature;

/// The results of a function for each pair of operands.
fn evaluate(call: &str, operands: &[(f64, f64)]) -> Option<Vec<f64>> {
    let gpu = gpu()?;
    let source = format!(
        "@group(0) @binding(0) var<storage> input: array<f64>;
         @group(0) @binding(1) var<storage, read_write> output: array<f64>;
         @compute @workgroup_size(1) fn main() {{
             for (var i = 0u; i < arrayLength(&output); i++) {{
                 let x = input[2u * i];
                 let y = input[2u * i + 1u];
                 output[i] = {call};
             }}
         }}"
    );
    let shader = parse::wgsl(&source, "double").unwrap_or_else(|error| panic!("{error}"));
    let bytes: Vec<u8> = operands
        .iter()
        .flat_map(|&(x, y)| [x, y])
        .flat_map(f64::to_ne_bytes)
        .collect();
    let bindings: Vec<Binding> = (0..)
        .zip([Resource::Storage(bytes), Resource::Storage(vec![0; operands.len() * 8])])
        .map(|(binding, resource)| Binding {
            set: 0,
            binding,
            resource,
        })
        .collect();
    let mut all = None;
    for target in ["vulkan1.0", "vulkan1.3"] {
        let words = backends::spirula(&shader, &backends::options(target)).unwrap_or_else(|error| panic!("{error}"));
        validate::validate(&words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
        let results = gpu.compute(&Compute {
            words: &words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1, 1, 1],
            validate: true,
        });
        let results = results.unwrap_or_else(|error| panic!("{target}: {error}"));
        let values = results[1].chunks_exact(8);
        let values: Vec<f64> = values
            .map(|bytes| f64::from_ne_bytes(bytes.try_into().unwrap()))
            .collect();
        all = Some(values);
    }
    all
}

/// The relative distance of two numbers in units of 2⁻⁵²; equal infinities are equal, and so are two NaNs.
fn distance(found: f64, expected: f64) -> f64 {
    if found == expected || found.is_nan() && expected.is_nan() {
        return 0.0;
    }
    if !found.is_finite() || !expected.is_finite() {
        return f64::INFINITY;
    }
    // Subnormal numbers may be flushed by the device.
    let unit = expected.abs().max(f64::MIN_POSITIVE) * f64::EPSILON;
    (found - expected).abs() / unit
}

/// Numbers evenly distributed in a range.
fn spread(from: f64, to: f64, count: u32) -> impl Iterator<Item = f64> {
    (0..=count).map(move |at| from + (to - from) * (f64::from(at) + 0.137 * f64::from(at % 7)) / f64::from(count + 1))
}

/// Numbers with exponents in a range, of both signs.
fn sizes(from: i32, to: i32) -> impl Iterator<Item = f64> {
    (from..=to).flat_map(|power| {
        let size = 2_f64.powi(power) * (1.0 + f64::from((power * 37).rem_euclid(101)) / 101.0);
        [size, -size]
    })
}

/// Asserts that the error of a function of one number is within `units`.
fn check(call: &str, reference: fn(f64) -> f64, units: f64, operands: impl Iterator<Item = f64>) {
    let operands: Vec<(f64, f64)> = operands.map(|x| (x, 0.0)).collect();
    check_two(call, |x, _| reference(x), |_, _| units, &operands);
}

fn check_two(
    call: &str,
    reference: impl Fn(f64, f64) -> f64,
    units: impl Fn(f64, f64) -> f64,
    operands: &[(f64, f64)],
) {
    let Some(found) = evaluate(call, operands) else { return };
    let mut worst = (0.0, String::new());
    let mut faults = Vec::new();
    for (&(x, y), &found) in operands.iter().zip(&found) {
        let expected = reference(x, y);
        let error = distance(found, expected);
        if error > units(x, y) {
            faults.push(format!(
                "{call} at {x:e}, {y:e}: {found:e}, expected {expected:e} ({error} units)"
            ));
        }
        if error > worst.0 {
            worst = (error, format!("{x:e}, {y:e}"));
        }
    }
    println!("{call}: {} units at {}, of {} values", worst.0, worst.1, operands.len());
    faults.truncate(10);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn exponentials() {
    let ends = [
        0.0,
        1.0,
        -1.0,
        709.0,
        709.78,
        710.0,
        -708.0,
        -745.0,
        -800.0,
        5000.0,
        -5000.0,
        f64::INFINITY,
    ];
    let all = || spread(-700.0, 700.0, 600).chain(sizes(-60, 9)).chain(ends);
    check("exp(x)", f64::exp, 3.0, all());
    check("exp2(x)", f64::exp2, 3.0, all());
}

#[test]
fn logarithms() {
    let all = || {
        let ends = [
            1.0,
            2.0,
            0.5,
            1.0 + f64::EPSILON,
            1.0 - f64::EPSILON,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::INFINITY,
        ];
        spread(0.3, 3.0, 600)
            .chain(sizes(-1020, 1023).filter(|x| *x > 0.0))
            .chain(ends)
    };
    check("log(x)", f64::ln, 3.0, all());
    check("log2(x)", f64::log2, 3.0, all());
}

#[test]
fn sines() {
    let all = || {
        spread(-10.0, 10.0, 800)
            .chain(spread(-1e6, 1e6, 300))
            .chain(sizes(-60, 20))
            .chain([0.0])
    };
    check("sin(x)", f64::sin, 3.0, all());
    check("cos(x)", f64::cos, 3.0, all());
    check("tan(x)", f64::tan, 3.0, all());
}

#[test]
fn arcs() {
    let inside = || {
        let ends = [0.0, 1.0, -1.0, 0.5, 1.0 - f64::EPSILON, 2.0_f64.powi(-30) - 1.0];
        spread(-1.0, 1.0, 800).chain(sizes(-60, -1)).chain(ends)
    };
    check("asin(x)", f64::asin, 3.0, inside());
    check("acos(x)", f64::acos, 3.0, inside());
    let all = spread(-5.0, 5.0, 800)
        .chain(sizes(-60, 60))
        .chain([0.0, 0.25, 0.75, f64::INFINITY]);
    check("atan(x)", f64::atan, 3.0, all);
    let mut operands = Vec::new();
    for angle in spread(-3.1, 3.1, 500) {
        for size in [1e-8, 1.0, 1e9] {
            operands.push((angle.sin() * size, angle.cos() * size));
        }
    }
    operands.extend([
        (0.0, 0.0),
        (0.0, 1.0),
        (1.0, 0.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (2.0, 2.0),
        (-2.0, -2.0),
    ]);
    check_two("atan2(x, y)", f64::atan2, |_, _| 3.0, &operands);
}

#[test]
fn hyperbolic_functions() {
    let all = || {
        spread(-3.0, 3.0, 500)
            .chain(spread(-700.0, 700.0, 200))
            .chain(sizes(-60, 9))
            .chain([0.0, 710.3])
    };
    check("sinh(x)", f64::sinh, 3.0, all());
    check("cosh(x)", f64::cosh, 3.0, all());
    check("tanh(x)", f64::tanh, 3.0, all());
}

/// `f64::asinh` etc. lose small values, so these references do not compute the logarithm of a sum near one.
#[test]
fn areas() {
    let all = || spread(-5.0, 5.0, 500).chain(sizes(-60, 700)).chain([0.0]);
    let area_sine = |x: f64| {
        let size = x.abs();
        let value = if size > 1e8 {
            size.ln() + std::f64::consts::LN_2
        } else {
            (size + size * size / (1.0 + (size * size + 1.0).sqrt())).ln_1p()
        };
        value.copysign(x)
    };
    check("asinh(x)", area_sine, 3.0, all());
    let area_cosine = |x: f64| {
        if x > 1e8 {
            x.ln() + std::f64::consts::LN_2
        } else {
            let above = x - 1.0;
            (above + (above * (x + 1.0)).sqrt()).ln_1p()
        }
    };
    let above_one = (-50..=700)
        .map(|power| 1.0 + 2_f64.powi(power))
        .chain(spread(1.0, 4.0, 300));
    check("acosh(x)", area_cosine, 3.0, above_one);
    let area_tangent = |x: f64| (0.5 * (2.0 * x.abs() / (1.0 - x.abs())).ln_1p()).copysign(x);
    let inside = spread(-0.9999, 0.9999, 600).chain(sizes(-60, -1)).chain([0.0]);
    check("atanh(x)", area_tangent, 3.0, inside);
}

#[test]
fn powers() {
    let mut operands = Vec::new();
    for x in spread(0.01, 40.0, 60) {
        operands.extend(spread(-90.0, 90.0, 40).map(|y| (x, y)));
    }
    operands.extend([
        (2.0, 10.0),
        (10.0, 3.0),
        (1.0, 1e300),
        (4.0, 0.5),
        (0.0, 2.0),
        (3.0, 0.0),
    ]);
    let units = |x: f64, y: f64| 3.0 + if x == 0.0 { 0.0 } else { (y * x.log2()).abs() };
    check_two("pow(x, y)", f64::powf, units, &operands);
}

/// One helper is used for vectors too.
#[test]
fn vectors() {
    let operands: Vec<(f64, f64)> = spread(0.1, 0.9, 50).map(|x| (x, 0.0)).collect();
    let call =
        "(sin(vec3(x, 2.0lf, 3.0lf)) + exp(vec3(x)) + log2(vec3(x, 1.0lf, 2.0lf)) + atan2(vec3(x), vec3(1.0lf))).x";
    let sum = |x: f64| x.sin() + x.exp() + x.log2() + x.atan();
    // The sum may cancel, so the error is relative to the largest term.
    check_two(
        call,
        |x, _| sum(x),
        |x, _| 4.0 + 4.0 * x.log2().abs() / sum(x).abs(),
        &operands,
    );
}

/// A triangle that covers all pixels passes 16-bit numbers between stages; the derivatives are of numbers whose
/// difference is lost in 32 bits.
#[test]
fn narrow_interfaces_and_derivatives() {
    let source = "
        enable f16;
        enable wgpu_int16;
        struct Varying {
            @builtin(position) position: vec4<f32>,
            @location(0) half: vec2<f16>,
            @location(1) @interpolate(flat) signed: i16,
            @location(2) @interpolate(flat) unsigned: vec2<u16>,
        }
        struct Colours {
            @location(0) numbers: vec4<f16>,
            @location(1) derivatives: vec4<f32>,
        }
        @vertex fn corner(@builtin(vertex_index) index: u32) -> Varying {
            let at = vec2(f32(index % 2u) * 4.0 - 1.0, f32(index / 2u) * 4.0 - 1.0);
            return Varying(vec4(at, 0.0, 1.0), vec2(0.25h, -3.5h), i16(-300), vec2(u16(40000u), u16(7u)));
        }
        @fragment fn shade(in: Varying) -> Colours {
            let large = f16(in.unsigned.x / u16(100u)) + f16(in.unsigned.y);
            let x = f64(in.position.x) * 1e-9lf + 1000.0lf;
            let y = f64(in.position.y) * 2e-9lf - 50.0lf;
            let slopes = vec4(dpdx(x), dpdy(y), fwidth(x + y), dpdxCoarse(vec2(y, x)).y);
            return Colours(vec4(in.half, f16(in.signed), large), vec4<f32>(slopes * 1e9lf));
        }";
    let Some(gpu) = gpu() else { return };
    let shader = parse::wgsl(source, "narrow").unwrap_or_else(|error| panic!("{error}"));
    let color = Color {
        format: vk::Format::R32G32B32A32_SFLOAT,
        clear: [9.0; 4],
    };
    for (target, narrow) in [
        ("vulkan1.1", false),
        ("vulkan1.1", true),
        ("vulkan1.3", false),
        ("vulkan1.3", true),
    ] {
        let words = |entry: &str| {
            let mut options = backends::options_for(target, entry);
            if !narrow {
                options.target = options.target.disable(Feature::StorageInputOutput16);
            }
            let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{target}: {error}"));
            let capability = [2 << 16 | 17, spirv::Capability::StorageInputOutput16 as u32];
            assert_eq!(
                words.windows(2).any(|pair| pair == capability),
                narrow,
                "{target} {entry}"
            );
            words
        };
        if narrow && gpu.features.vulkan11.storage_input_output16 == vk::FALSE {
            continue;
        }
        let (vertex, fragment) = (words("corner"), words("shade"));
        let pixels = gpu
            .render(&Render {
                vertex: Stage {
                    words: &vertex,
                    entry_point: "corner",
                },
                fragment: Some(Stage {
                    words: &fragment,
                    entry_point: "shade",
                }),
                bindings: &[],
                push_constants: &[],
                constants: &[],
                vertex_buffers: &[],
                topology: vk::PrimitiveTopology::TRIANGLE_LIST,
                vertices: 3,
                instances: 1,
                size: [4, 4],
                colors: &[color, color],
                depth: false,
            })
            .unwrap_or_else(|error| panic!("{target}, narrow {narrow}: {error}"));
        for (attachment, expected) in [(0, [0.25, -3.5, -300.0, 407.0]), (1, [1.0, 2.0, 3.0, 1.0])] {
            for bytes in pixels.colors[attachment].chunks_exact(16) {
                let words = bytes.chunks_exact(4);
                let found: Vec<f32> = words.map(|word| f32::from_ne_bytes(word.try_into().unwrap())).collect();
                let near = found
                    .iter()
                    .zip(&expected)
                    .all(|(found, expected)| (found - expected).abs() <= 1e-3);
                assert!(
                    near,
                    "{target}, narrow {narrow}, {attachment}: {found:?}, expected {expected:?}"
                );
            }
        }
    }
}
