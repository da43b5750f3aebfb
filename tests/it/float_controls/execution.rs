//! Tests of float controls on a driver: results are compared bit by bit with the same arithmetic in Rust, at every
//! version that the device supports and in both styles. Tests that the device's properties do not allow are listed and
//! skipped.

use std::collections::BTreeSet;

use crate::common::parse::{self, Shader};
use crate::common::setup::{self, Setup};
use crate::common::validate;
use crate::common::vulkan::{Binding, Compute, Gpu, Resource, gpu};
use ash::vk;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use spirula::{Denormals, FastMath, Rounding, SpecialValues, Target, WidthControls};

/// A float width, with conversions between its bits and a 64-bit value.
#[derive(Clone, Copy)]
pub struct Width {
    pub bits: usize,
    pub name: &'static str,
}

pub const WIDTHS: [Width; 3] = [
    Width { bits: 16, name: "f16" },
    Width { bits: 32, name: "f32" },
    Width { bits: 64, name: "f64" },
];

impl Width {
    pub fn bytes(self) -> usize {
        self.bits / 8
    }

    /// The number of bits of the exponent and of the fraction.
    fn parts(self) -> (u32, u32) {
        match self.bits {
            16 => (5, 10),
            32 => (8, 23),
            _ => (11, 52),
        }
    }

    /// The distance of a finite number from the next larger one.
    fn unit(self, value: f64) -> f64 {
        let (exponent, fraction) = self.parts();
        let least = 2 - (1 << (exponent - 1));
        let power = value.abs().log2().floor().max(f64::from(least));
        2_f64.powf(power - f64::from(fraction))
    }

    pub fn decode(self, bits: u64) -> f64 {
        let (exponent_bits, fraction_bits) = self.parts();
        let fraction = bits & ((1 << fraction_bits) - 1);
        let exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
        let bias = (1_i32 << (exponent_bits - 1)) - 1;
        let scale = 2_f64.powi(-(fraction_bits as i32));
        let magnitude = if exponent == (1 << exponent_bits) - 1 {
            if fraction == 0 { f64::INFINITY } else { f64::NAN }
        } else if exponent == 0 {
            fraction as f64 * scale * 2_f64.powi(1 - bias)
        } else {
            (1.0 + fraction as f64 * scale) * 2_f64.powi(exponent as i32 - bias)
        };
        let negative = bits >> (self.bits - 1) & 1 != 0;
        if negative { -magnitude } else { magnitude }
    }

    /// The nearest value, ties to even, or the one toward zero.
    pub fn encode(self, value: f64, toward_zero: bool) -> u64 {
        let (exponent_bits, fraction_bits) = self.parts();
        let sign = u64::from(value.is_sign_negative()) << (self.bits - 1);
        let infinity = ((1_u64 << exponent_bits) - 1) << fraction_bits;
        if value.is_nan() {
            return sign | infinity | 1 << (fraction_bits - 1);
        }
        if value.is_infinite() {
            return sign | infinity;
        }
        if self.bits == 64 {
            return value.to_bits();
        }
        let bias = (1_i32 << (exponent_bits - 1)) - 1;
        let magnitude = value.abs();
        let exponent = (((magnitude.to_bits() >> 52) as i32) - 1023).max(1 - bias);
        // In units of the last place; exact, because the scale is a power of two.
        let units = magnitude * 2_f64.powi(fraction_bits as i32 - exponent);
        let rounded = if toward_zero { units.floor() } else { round_even(units) } as u64;
        // A carry out of the fraction increments the exponent.
        let bits = (u64::from((exponent + bias - 1) as u32) << fraction_bits) + rounded;
        let largest = infinity - 1;
        sign | if bits > largest {
            if toward_zero { largest } else { infinity }
        } else {
            bits
        }
    }

    pub fn write(self, values: &[u64]) -> Vec<u8> {
        let bytes = values
            .iter()
            .flat_map(|bits| bits.to_le_bytes()[..self.bytes()].to_vec());
        let mut bytes: Vec<u8> = bytes.collect();
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes
    }

    pub fn read(self, bytes: &[u8]) -> Vec<u64> {
        let value = |chunk: &[u8]| chunk.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        bytes.chunks_exact(self.bytes()).map(value).collect()
    }
}

fn round_even(value: f64) -> f64 {
    let floor = value.floor();
    let rest = value - floor;
    if rest > 0.5 || (rest == 0.5 && floor % 2.0 == 1.0) {
        floor + 1.0
    } else {
        floor
    }
}

/// The device's float controls, and messages about what it lacks.
pub struct Device {
    gpu: std::sync::MutexGuard<'static, Gpu>,
    properties: vk::PhysicalDeviceFloatControlsProperties<'static>,
}

impl Device {
    pub fn open() -> Option<Self> {
        let gpu = gpu()?;
        let properties = gpu.float_controls();
        Some(Self { gpu, properties })
    }

    pub fn has_width(&self, width: Width) -> bool {
        match width.bits {
            16 => {
                self.gpu.features.vulkan12.shader_float16 != 0
                    && self.gpu.features.vulkan11.storage_buffer16_bit_access != 0
            }
            32 => true,
            _ => self.gpu.features.core.shader_float64 != 0,
        }
    }

    /// Whether the device has a property, by the name of a kind: columns of three widths.
    pub fn has(&self, kind: &str, width: Width) -> bool {
        let p = &self.properties;
        let row = match kind {
            "shaderDenormPreserve" => [
                p.shader_denorm_preserve_float16,
                p.shader_denorm_preserve_float32,
                p.shader_denorm_preserve_float64,
            ],
            "shaderDenormFlushToZero" => [
                p.shader_denorm_flush_to_zero_float16,
                p.shader_denorm_flush_to_zero_float32,
                p.shader_denorm_flush_to_zero_float64,
            ],
            "shaderRoundingModeRTE" => [
                p.shader_rounding_mode_rte_float16,
                p.shader_rounding_mode_rte_float32,
                p.shader_rounding_mode_rte_float64,
            ],
            "shaderRoundingModeRTZ" => [
                p.shader_rounding_mode_rtz_float16,
                p.shader_rounding_mode_rtz_float32,
                p.shader_rounding_mode_rtz_float64,
            ],
            _ => [
                p.shader_signed_zero_inf_nan_preserve_float16,
                p.shader_signed_zero_inf_nan_preserve_float32,
                p.shader_signed_zero_inf_nan_preserve_float64,
            ],
        };
        let index = [16, 32, 64].into_iter().position(|bits| bits == width.bits).unwrap();
        row[index] != 0
    }

    /// The targets that the device supports; the newer style needs 1.1 and the feature.
    pub fn targets(&self, newer: bool) -> Vec<&'static str> {
        let newest = self.gpu.newest_target();
        let first = usize::from(newer);
        if newer && self.gpu.features.float_controls2.shader_float_controls2 == 0 {
            println!("left out: shaderFloatControls2 is missing");
            return Vec::new();
        }
        let targets = validate::VULKAN.into_iter().skip(first);
        targets.filter(|target| *target <= newest).collect()
    }

    /// A target with the device's own properties.
    fn target(&self, name: &str) -> Target {
        let mut target = Target::parse(name).unwrap();
        for kind in KINDS {
            for width in WIDTHS {
                let property = format!("{kind}Float{}", width.bits);
                let value = self.has(kind, width).to_string();
                target = target.float_property(&property, &value).unwrap();
            }
        }
        for (name, value) in [
            (
                "denormBehaviorIndependence",
                self.properties.denorm_behavior_independence,
            ),
            ("roundingModeIndependence", self.properties.rounding_mode_independence),
        ] {
            target = target.float_property(name, &value.as_raw().to_string()).unwrap();
        }
        target
    }

    /// Runs one invocation of `main` and returns the buffers of group 0.
    pub fn run(&self, shader: &Shader, options: &Setup, buffers: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
        let output = setup::compile(&shader.module, &shader.info, options)
            .map_err(|error| error.emit_to_string("", "test.wgsl"))?;
        let bindings: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, bytes)| Binding {
                set: 0,
                binding,
                resource: Resource::Storage(bytes.clone()),
            })
            .collect();
        self.gpu.compute(&Compute {
            words: &output.words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1, 1, 1],
            validate: true,
        })
    }
}

const KINDS: [&str; 5] = [
    "shaderDenormPreserve",
    "shaderDenormFlushToZero",
    "shaderRoundingModeRTE",
    "shaderRoundingModeRTZ",
    "shaderSignedZeroInfNanPreserve",
];

pub fn options(device: &Device, target: &str, width: Width, controls: WidthControls) -> Setup {
    let mut options = Setup::new(device.target(target));
    let all = &mut options.float_controls.default;
    *match width.bits {
        16 => &mut all.f16,
        32 => &mut all.f32,
        _ => &mut all.f64,
    } = controls;
    options
}

/// Prints the device's properties, so that skipped tests are visible.
#[test]
fn what_the_device_has() {
    let Some(device) = Device::open() else { return };
    for kind in KINDS {
        let has: Vec<_> = WIDTHS.into_iter().filter(|&width| device.has(kind, width)).collect();
        let names: Vec<_> = has.iter().map(|width| width.name).collect();
        println!(
            "{kind}: {}",
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            }
        );
    }
    println!(
        "denormals {:?}, rounding {:?}, shaderFloatControls2 {}",
        device.properties.denorm_behavior_independence,
        device.properties.rounding_mode_independence,
        device.gpu.features.float_controls2.shader_float_controls2 != 0
    );
}

/// The float results for a pair of floats: name in WGSL, and the same in Rust.
type Operation = (&'static str, fn(f64, f64) -> f64);

fn least(x: f64, y: f64) -> f64 {
    if x.is_nan() || y < x { y } else { x }
}

fn greatest(x: f64, y: f64) -> f64 {
    if x.is_nan() || x < y { y } else { x }
}

const OPERATIONS: [Operation; 13] = [
    ("x + y", |x, y| x + y),
    ("x - y", |x, y| x - y),
    ("x * y", |x, y| x * y),
    ("x / y", |x, y| x / y),
    ("-x", |x, _| -x),
    ("min(x, y)", least),
    ("max(x, y)", greatest),
    ("clamp(x, -1.0, 2.0)", |x, _| least(greatest(x, -1.0), 2.0)),
    ("clamp(x, y, 2.0)", |x, y| least(greatest(x, y), 2.0)),
    ("saturate(x)", |x, _| least(greatest(x, 0.0), 1.0)),
    ("sign(x)", |x, _| {
        if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            x
        }
    }),
    ("select(x, y, x < y)", |x, y| if x < y { y } else { x }),
    ("select(y, x, !(x >= y))", |x, y| {
        let is_at_least = x >= y;
        if is_at_least { y } else { x }
    }),
];

/// The boolean tests of a pair, one bit each. `x == x` is replaced by `isNan(x)` and `x != x` by `isInf(x)`, see
/// [`with_tests`].
type Test = (&'static str, fn(f64, f64) -> bool);

const TESTS: [Test; 8] = [
    ("x < y", |x, y| x < y),
    ("x <= y", |x, y| x <= y),
    ("x > y", |x, y| x > y),
    ("x >= y", |x, y| x >= y),
    ("x == y", |x, y| x == y),
    ("x != y", |x, y| x != y),
    ("(x == x)", |x, _| x.is_nan()),
    ("(x != x)", |x, _| x.is_infinite()),
];

fn specials_shader(width: Width) -> Shader {
    let ty = width.name;
    let enable = if width.bits == 16 { "enable f16;\n" } else { "" };
    let mut body = String::new();
    for (index, (text, _)) in OPERATIONS.iter().enumerate() {
        body += &format!("floats[at * {}u + {index}u] = {text};\n", OPERATIONS.len());
    }
    let tests: Vec<_> = TESTS
        .iter()
        .enumerate()
        .map(|(index, (text, _))| format!("select(0u, {}u, {text})", 1 << index))
        .collect();
    let source = format!(
        "{enable}@group(0) @binding(0) var<storage, read> input: array<{ty}>;
@group(0) @binding(1) var<storage, read_write> floats: array<{ty}>;
@group(0) @binding(2) var<storage, read_write> words: array<u32>;
@group(0) @binding(3) var<storage, read> counts: array<u32>;
fn work(x: {ty}, y: {ty}, at: u32) {{
{body}
words[at * 3u] = {};
words[at * 3u + 1u] = bitcast<u32>(i32(x));
words[at * 3u + 2u] = u32(x);
}}
@compute @workgroup_size(1)
fn main() {{
    let count = counts[0];
    for (var i = 0u; i < count; i++) {{
        for (var j = 0u; j < count; j++) {{ work(input[i], input[j], i * count + j); }}
    }}
}}
",
        tests.join(" | ")
    );
    with_tests(parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}")))
}

/// WGSL has no tests for NaN and infinity, but naga's IR has: a comparison of a float with itself is replaced by one.
fn with_tests(shader: Shader) -> Shader {
    let mut module = shader.module;
    let mut changed = 0;
    for (_, function) in module.functions.iter_mut() {
        for (_, expression) in function.expressions.iter_mut() {
            if let naga::Expression::Binary { op, left, right } = *expression
                && left == right
            {
                let fun = match op {
                    naga::BinaryOperator::Equal => naga::RelationalFunction::IsNan,
                    naga::BinaryOperator::NotEqual => naga::RelationalFunction::IsInf,
                    _ => continue,
                };
                *expression = naga::Expression::Relational { fun, argument: left };
                changed += 1;
            }
        }
    }
    assert_eq!(changed, 2);
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .unwrap();
    Shader { module, info }
}

/// Special values and powers of two: no result is rounded, none is denormal.
fn specials(width: Width) -> Vec<u64> {
    let (_, fraction_bits) = width.parts();
    let infinity = width.encode(f64::INFINITY, false);
    let mut values: Vec<u64> = [0.0, -0.0, 1.0, -2.0, 0.5, 4.0, f64::INFINITY, f64::NEG_INFINITY]
        .map(|value| width.encode(value, false))
        .to_vec();
    // A quiet NaN of each sign, one with a payload in the low bits, and the largest number.
    values.push(infinity | 1 << (fraction_bits - 1));
    values.push(infinity | 1 << (fraction_bits - 1) | 1 << (width.bits - 1));
    values.push(infinity | 1 << (fraction_bits - 1) | 5);
    values.push(infinity - 1);
    values
}

/// The conversion of a float to integers: clamped to values that both types have, a NaN to the lower bound.
fn integers(width: Width, x: f64) -> [u32; 2] {
    let largest = |power: i32| match width.bits {
        16 => 65504.0,
        32 => 2_f64.powi(power) - 2_f64.powi(power - 24),
        _ => 2_f64.powi(power) - 1.0,
    };
    let least = if width.bits == 16 { -65504.0 } else { -(2_f64.powi(31)) };
    // Of two operands, `max` yields the one that is no NaN.
    let signed = x.max(least).min(largest(31)) as i32;
    [signed.cast_unsigned(), x.max(0.0).min(largest(32)) as u32]
}

fn same(actual: f64, expected: f64, any_zero: bool) -> bool {
    let zeros = actual == 0.0 && expected == 0.0;
    (actual.is_nan() && expected.is_nan())
        || (zeros && any_zero)
        || (actual == expected && (!zeros || actual.is_sign_negative() == expected.is_sign_negative()))
}

/// NaN, infinity and the sign of zero, in both styles, at every width and version.
#[test]
fn special_values_are_kept() {
    let Some(device) = Device::open() else { return };
    let mut runs = 0;
    for width in WIDTHS {
        if !device.has_width(width) || !device.has("shaderSignedZeroInfNanPreserve", width) {
            println!("left out: preservation at {}", width.name);
            continue;
        }
        let shader = specials_shader(width);
        let values = specials(width);
        let pairs = values.len() * values.len();
        let buffers = [
            width.write(&values),
            vec![0; (pairs * OPERATIONS.len() * width.bytes()).next_multiple_of(8)],
            vec![0; pairs * 3 * 4],
            (values.len() as u32).to_le_bytes().to_vec(),
        ];
        let styles = [
            (SpecialValues::Preserve, false),
            (SpecialValues::FastMath(FastMath::NONE), true),
        ];
        for (special_values, newer) in styles {
            for target in device.targets(newer) {
                let controls = WidthControls {
                    special_values,
                    ..WidthControls::default()
                };
                let options = options(&device, target, width, controls);
                let results = device
                    .run(&shader, &options, &buffers)
                    .unwrap_or_else(|error| panic!("{error}"));
                let faults = judge_specials(width, &values, &results, newer);
                assert!(faults.is_empty(), "{} {target}: {}", width.name, faults.join("\n"));
                runs += 1;
            }
        }
    }
    println!(
        "{runs} runs, {} results each",
        (OPERATIONS.len() + TESTS.len() + 2) * 144
    );
}

fn judge_specials(width: Width, values: &[u64], results: &[Vec<u8>], newer: bool) -> Vec<String> {
    let floats = width.read(&results[1]);
    let words: Vec<u32> = results[2]
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect();
    let mut faults = Vec::new();
    let pairs = values.iter().flat_map(|&x| values.iter().map(move |&y| (x, y)));
    for (at, (x, y)) in pairs.enumerate() {
        let (x, y) = (width.decode(x), width.decode(y));
        for (index, (text, compute)) in OPERATIONS.iter().enumerate() {
            let expected = width.decode(width.encode(compute(x, y), false));
            let actual = width.decode(floats[at * OPERATIONS.len() + index]);
            // `NMin` etc. may return either of two zeros.
            let any_zero = newer
                && ["min", "max", "clamp", "saturate"]
                    .iter()
                    .any(|name| text.starts_with(name));
            // Vulkan, "Precision of Operation": a quotient is within 2.5 units in the last place, if the divisor has neither
            // the largest exponent nor a smaller one than the normal numbers.
            let largest = 2_f64.powi((1 << (width.parts().0 - 1)) - 2);
            let is_near = text.contains('/')
                && y.is_finite()
                && y != 0.0
                && (!(1.0 / largest..=largest).contains(&y.abs())
                    || (actual - expected).abs() <= 2.5 * width.unit(expected));
            if !same(actual, expected, any_zero) && !is_near {
                faults.push(format!("{text} of {x} and {y} is {actual}, expected {expected}"));
            }
        }
        for (index, (text, test)) in TESTS.iter().enumerate() {
            let actual = words[at * 3] >> index & 1 != 0;
            if actual != test(x, y) {
                faults.push(format!("{text} of {x} and {y} is {actual}"));
            }
        }
        let expected = integers(width, x);
        if words[at * 3 + 1..at * 3 + 3] != expected {
            faults.push(format!(
                "integers of {x}: {:?}, expected {expected:?}",
                &words[at * 3 + 1..at * 3 + 3]
            ));
        }
    }
    faults
}

/// Tests for NaN are correct without any control, because they compare the bits.
#[test]
fn tests_are_right_without_controls() {
    let Some(device) = Device::open() else { return };
    for width in WIDTHS.into_iter().filter(|&width| device.has_width(width)) {
        let shader = specials_shader(width);
        let values = specials(width);
        let pairs = values.len() * values.len();
        let buffers = [
            width.write(&values),
            vec![0; (pairs * OPERATIONS.len() * width.bytes()).next_multiple_of(8)],
            vec![0; pairs * 3 * 4],
            (values.len() as u32).to_le_bytes().to_vec(),
        ];
        for target in device.targets(false) {
            let options = Setup::new(device.target(target));
            let results = device
                .run(&shader, &options, &buffers)
                .unwrap_or_else(|error| panic!("{error}"));
            for (at, &x) in values.iter().flat_map(|x| values.iter().map(move |_| x)).enumerate() {
                let x = width.decode(x);
                let word = u32::from_le_bytes(results[2][at * 12..at * 12 + 4].try_into().unwrap());
                assert_eq!(word >> 6 & 1 != 0, x.is_nan(), "{} {target}: isNan({x})", width.name);
                assert_eq!(
                    word >> 7 & 1 != 0,
                    x.is_infinite(),
                    "{} {target}: isInf({x})",
                    width.name
                );
            }
        }
    }
}

/// `a * b + c` for values where one and two roundings differ, at 16 and 32 bits, and `fma`, which may be either.
#[test]
fn nothing_is_fused_where_asked() {
    let Some(device) = Device::open() else { return };
    let mut ways = BTreeSet::new();
    for width in WIDTHS.into_iter().filter(|&width| device.has_width(width)) {
        let (_, fraction_bits) = width.parts();
        let ty = width.name;
        let enable = if width.bits == 16 { "enable f16;\n" } else { "" };
        let source = format!(
            "{enable}@group(0) @binding(0) var<storage, read> input: array<{ty}>;
@group(0) @binding(1) var<storage, read_write> output: array<{ty}>;
fn product(a: {ty}, b: {ty}, c: {ty}) -> {ty} {{ return a * b + c; }}
@compute @workgroup_size(1)
fn main() {{
    for (var i = 0u; i < 4u; i++) {{
        let a = input[i * 3u];
        let b = input[i * 3u + 1u];
        let c = input[i * 3u + 2u];
        output[i * 4u] = a * b + c;
        output[i * 4u + 1u] = product(a, b, c);
        output[i * 4u + 2u] = dot(vec2(a, 1.0), vec2(b, c));
        output[i * 4u + 3u] = fma(a, b, c);
    }}
}}
"
        );
        let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
        // (1 + e)² - (1 + 2e), where e² is less than half a unit of the last place: 0 after two roundings, e² after
        // one.
        let cases: Vec<[f64; 3]> = [0, 1, 2, 3]
            .map(|more| {
                let e = 2_f64.powi(-((fraction_bits as i32 + 1) / 2 + 1)) * f64::from(1 + more);
                [1.0 + e, 1.0 + e, -(1.0 + 2.0 * e)]
            })
            .to_vec();
        let exact = |&[a, b, c]: &[f64; 3]| {
            let round = |value: f64| width.decode(width.encode(value, false));
            (round(round(a * b) + c), a.mul_add(b, c))
        };
        assert!(
            cases.iter().any(|case| exact(case).0 != exact(case).1),
            "{ty}: the cases tell nothing"
        );
        let input: Vec<u64> = cases
            .iter()
            .flatten()
            .map(|&value| width.encode(value, false))
            .collect();
        let buffers = [width.write(&input), vec![0; 16 * width.bytes()]];
        for (promise, target) in [false, true].into_iter().flat_map(|promise| {
            let targets = device.targets(false);
            targets
                .into_iter()
                .map(move |target| (promise, target))
                .collect::<Vec<_>>()
        }) {
            let mut options = Setup::new(device.target(target));
            options.float_controls.no_contraction = promise;
            let results = device
                .run(&shader, &options, &buffers)
                .unwrap_or_else(|error| panic!("{error}"));
            let results = width.read(&results[1]);
            for (case, results) in cases.iter().zip(results.chunks_exact(4)) {
                let (twice, once) = exact(case);
                for (index, &bits) in results.iter().enumerate() {
                    let value = width.decode(bits);
                    let is_fma = index == 3;
                    assert!(value == twice || value == once, "{ty} {target}: {case:?} gives {value}");
                    if promise && !is_fma {
                        assert_eq!(value, twice, "{ty} {target}: {case:?} is fused");
                    }
                    let way = if value == twice {
                        "two roundings"
                    } else {
                        "one rounding"
                    };
                    if twice != once {
                        ways.insert(format!("{ty} {} {way}", if is_fma { "fma:" } else { "a * b + c:" }));
                    }
                }
            }
        }
        newer_contraction(&device, width, &shader, &cases, &buffers);
    }
    println!("seen: {ways:?}");
}

/// The same with masks.
fn newer_contraction(device: &Device, width: Width, shader: &Shader, cases: &[[f64; 3]], buffers: &[Vec<u8>]) {
    for target in device.targets(true) {
        let controls = WidthControls {
            special_values: SpecialValues::FastMath(FastMath::ALL),
            ..WidthControls::default()
        };
        let mut options = options(device, target, width, controls);
        options.float_controls.no_contraction = true;
        let results = device
            .run(shader, &options, buffers)
            .unwrap_or_else(|error| panic!("{error}"));
        let results = width.read(&results[1]);
        for (&[a, b, c], results) in cases.iter().zip(results.chunks_exact(4)) {
            let round = |value: f64| width.decode(width.encode(value, false));
            let twice = round(round(a * b) + c);
            for &bits in &results[..3] {
                assert_eq!(
                    width.decode(bits),
                    twice,
                    "{} {target}: {a} * {b} + {c} is fused",
                    width.name
                );
            }
        }
    }
}

/// Sums, products and conversions of numbers that are not representable.
#[test]
fn results_are_rounded_as_asked() {
    let Some(device) = Device::open() else { return };
    for (rounding, kind, toward_zero) in [
        (Rounding::ToNearestEven, "shaderRoundingModeRTE", false),
        (Rounding::TowardZero, "shaderRoundingModeRTZ", true),
    ] {
        for width in WIDTHS {
            if !device.has_width(width) || !device.has(kind, width) {
                println!("left out: {kind}Float{}", width.bits);
                continue;
            }
            // For 64 bits only results with rounding to even can be compared, which is Rust's own arithmetic.
            if width.bits == 64 && toward_zero {
                continue;
            }
            round_width(&device, width, rounding, toward_zero);
        }
    }
}

fn round_width(device: &Device, width: Width, rounding: Rounding, toward_zero: bool) {
    let ty = width.name;
    let enable = if width.bits == 16 { "enable f16;\n" } else { "" };
    // Conversions are from the next wider type; to 64 bits from integers.
    let (source_type, convert) = match width.bits {
        16 => ("f32", "f16(wide[i])"),
        32 if device.has_width(WIDTHS[2]) => ("f64", "f32(wide[i])"),
        _ => ("i32", "f64(wide[i])"),
    };
    let source = format!(
        "{enable}@group(0) @binding(0) var<storage, read> input: array<{ty}>;
@group(0) @binding(1) var<storage, read> wide: array<{source_type}>;
@group(0) @binding(2) var<storage, read_write> output: array<{ty}>;
@compute @workgroup_size(1)
fn main() {{
    for (var i = 0u; i < 64u; i++) {{
        let x = input[i];
        let y = input[63u - i];
        output[i * 4u] = x + y;
        output[i * 4u + 1u] = x * y;
        output[i * 4u + 2u] = x - y;
        output[i * 4u + 3u] = {convert} * 1.0;
    }}
}}
"
    );
    let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Fifteen bits and a power of two, of either sign: products and sums need more bits than a float has.
        let magnitude = f64::from(state >> 17 | 1) * 2_f64.powi((state >> 8 & 7) as i32 - 18);
        let scale = if width.bits == 16 {
            1.0
        } else {
            1.0 + 2_f64.powi(-20) + 2_f64.powi(-11)
        };
        if state >> 11 & 1 != 0 {
            -magnitude * scale
        } else {
            magnitude * scale
        }
    };
    let input: Vec<u64> = (0..64).map(|_| width.encode(next(), false)).collect();
    let wide: Vec<f64> = (0..64)
        .map(|index| next() + f64::from(index) * 2_f64.powi(-14))
        .collect();
    let (wide_bytes, wide): (Vec<u8>, Vec<f64>) = match source_type {
        "f32" => {
            let bytes = wide.iter().flat_map(|&value| (value as f32).to_le_bytes()).collect();
            (bytes, wide.iter().map(|&value| f64::from(value as f32)).collect())
        }
        "f64" => (wide.iter().flat_map(|value| value.to_le_bytes()).collect(), wide),
        _ => {
            let integers: Vec<i32> = wide.iter().map(|value| (value * 1e6) as i32).collect();
            let bytes = integers.iter().flat_map(|value| value.to_le_bytes()).collect();
            (bytes, integers.iter().map(|&value| f64::from(value)).collect())
        }
    };
    let buffers = [width.write(&input), wide_bytes, vec![0; 256 * width.bytes()]];
    for target in device.targets(false) {
        let controls = WidthControls {
            rounding,
            ..WidthControls::default()
        };
        let options = options(device, target, width, controls);
        let results = device
            .run(&shader, &options, &buffers)
            .unwrap_or_else(|error| panic!("{error}"));
        let results = width.read(&results[2]);
        for (at, results) in results.chunks_exact(4).enumerate() {
            let (x, y) = (width.decode(input[at]), width.decode(input[63 - at]));
            let expected = [x + y, x * y, x - y, wide[at]].map(|value| width.encode(value, toward_zero));
            assert_eq!(results, expected, "{ty} {target}: {x} and {y}, {}", wide[at]);
        }
    }
}

/// Conversions to 16 bits that are only stored have a rounding decoration, independent of the device's modes.
#[test]
fn stored_halves_are_rounded_as_asked() {
    let Some(device) = Device::open() else { return };
    if device.gpu.features.vulkan11.storage_buffer16_bit_access == 0 || !device.has_width(WIDTHS[0]) {
        println!("left out: 16-bit storage");
        return;
    }
    let source = "enable f16;
@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f16>>;
@compute @workgroup_size(1)
fn main() {
    for (var i = 0u; i < 4u; i++) { output[i] = vec4<f16>(input[i]); }
}
";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let step = 2_f32.powi(-11);
    let values: Vec<f32> = (0..16)
        .map(|index: u16| {
            let value = 1.0 + f32::from(index) * step * 0.75 + step * 0.1;
            if index.is_multiple_of(3) { -value } else { value }
        })
        .collect();
    let input: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let half = WIDTHS[0];
    for (rounding, toward_zero) in [(Rounding::ToNearestEven, false), (Rounding::TowardZero, true)] {
        for target in device.targets(false) {
            let controls = WidthControls {
                rounding,
                ..WidthControls::default()
            };
            let options = options(&device, target, half, controls);
            let buffers = [input.clone(), vec![0; 32]];
            let results = device
                .run(&shader, &options, &buffers)
                .unwrap_or_else(|error| panic!("{error}"));
            let expected: Vec<u64> = values
                .iter()
                .map(|&value| half.encode(f64::from(value), toward_zero))
                .collect();
            assert_eq!(half.read(&results[1]), expected, "{target} {rounding:?}");
        }
    }
}

/// Denormals preserved or flushed, on a device that supports the modes.
#[test]
fn denormals_are_handled_as_asked() {
    let Some(device) = Device::open() else { return };
    for (denormals, kind) in [
        (Denormals::Preserve, "shaderDenormPreserve"),
        (Denormals::FlushToZero, "shaderDenormFlushToZero"),
    ] {
        for width in WIDTHS {
            if !device.has_width(width) || !device.has(kind, width) {
                println!("left out: {kind}Float{}", width.bits);
                continue;
            }
            let ty = width.name;
            let enable = if width.bits == 16 { "enable f16;\n" } else { "" };
            let source = format!(
                "{enable}@group(0) @binding(0) var<storage, read> input: array<{ty}>;
@group(0) @binding(1) var<storage, read_write> output: array<{ty}>;
@compute @workgroup_size(1)
fn main() {{ for (var i = 0u; i < 4u; i++) {{ output[i] = input[i] * input[4]; }} }}
"
            );
            let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
            let mut input = vec![1, 2, 3, 5];
            let expected = if denormals == Denormals::Preserve {
                input.clone()
            } else {
                vec![0; 4]
            };
            input.push(width.encode(1.0, false));
            for target in device.targets(false) {
                let controls = WidthControls {
                    denormals,
                    ..WidthControls::default()
                };
                let options = options(&device, target, width, controls);
                let buffers = [width.write(&input), vec![0; 4 * width.bytes()]];
                let results = device
                    .run(&shader, &options, &buffers)
                    .unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(width.read(&results[1]), expected, "{ty} {target} {denormals:?}");
            }
        }
    }
}

#[test]
fn the_encoding_is_right() {
    for value in [
        0.0_f32,
        -0.0,
        1.0,
        -1.5,
        65504.0,
        1e-40,
        3.4e38,
        f32::MIN_POSITIVE,
        f32::INFINITY,
    ] {
        assert_eq!(
            WIDTHS[1].encode(f64::from(value), false),
            u64::from(value.to_bits()),
            "{value}"
        );
        assert_eq!(WIDTHS[1].decode(u64::from(value.to_bits())), f64::from(value));
        assert_eq!(WIDTHS[2].encode(f64::from(value), false), f64::from(value).to_bits());
    }
    for (value, nearest, toward_zero) in [
        (65519.9, 0x7bff, 0x7bff),
        (65520.0, 0x7c00, 0x7bff),
        (2049.0, 0x6800, 0x6800),
        (2051.0, 0x6802, 0x6801),
        (-1.999_9, 0xc000, 0xbfff),
        (2_f64.powi(-25) * 1.5, 1, 0),
    ] {
        assert_eq!(WIDTHS[0].encode(value, false), nearest, "{value}");
        assert_eq!(WIDTHS[0].encode(value, true), toward_zero, "{value}");
    }
}
