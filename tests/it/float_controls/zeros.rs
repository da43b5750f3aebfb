//! Tests of the sign of zero in sums, products and quotients with zeros and ones that are literals or known only at run
//! time.
//!
//! Without float controls the driver decides the sign of a zero. WGSL §15.7.2 ("Differences from IEEE-754"):
//! "Implementations may ignore the sign field of a floating point zero value. That is, a zero with a positive sign may
//! behave like a zero a with a negative sign, and vice versa." The Vulkan Environment for SPIR-V has the same rule for
//! `OpFSub`: the flag `NSZ` is assumed if the entry point does not have `SignedZeroInfNanPreserve`, and
//! `AllowTransform` without `NoContraction`. With both, or with an empty mask, every sign is that of IEEE 754.
//!
//! lavapipe (Mesa 25.0) replaces `0.0 - x` by `-x` and `x + 0.0` by `x` if the zero is a constant, whatever the entry
//! point declares: -0 instead of +0. For other zeros the signs are correct under float controls. The words have
//! `OpFSub` and `OpFAdd` in all of these cases.

use super::execution::{Device, WIDTHS, Width, options};
use crate::common::{backends, parse};
use spirula::{FastMath, SpecialValues, WidthControls};

/// An expression of `x`, and the same in Rust. Every result is exact at every width.
type Operation = (&'static str, fn(f64) -> f64);

const OPERATIONS: [Operation; 20] = [
    ("ZERO - x", |x| 0.0 - x),
    ("x - ZERO", |x| x - 0.0),
    ("ZERO + x", |x| 0.0 + x),
    ("x + ZERO", |x| x + 0.0),
    ("x - x", |_| 0.0),
    ("x * ZERO", |x| x * 0.0),
    ("ZERO * x", |x| 0.0 * x),
    ("x * ONE", |x| x),
    ("x * -ONE", |x| -x),
    ("x / ONE", |x| x),
    ("x / -ONE", |x| -x),
    ("-x", |x| -x),
    ("-(-x)", |x| x),
    ("-(x - x)", |_| -0.0),
    ("ZERO - (ZERO - x)", |x| 0.0 - (0.0 - x)),
    ("-(ZERO - x)", |x| -(0.0 - x)),
    ("(x + ONE) - ONE", |x| (x + 1.0) - 1.0),
    ("(x - ONE) + ONE", |x| (x - 1.0) + 1.0),
    ("select(ZERO - x, x, x > ZERO)", |x| if x > 0.0 { x } else { 0.0 - x }),
    ("(vec2(ZERO) - vec2(x, ONE)).x", |x| 0.0 - x),
];

const VALUES: [f64; 6] = [0.0, -0.0, 1.0, -1.0, 2.0, -0.5];

/// The operations with a zero and a one that are literals, or that are read from a buffer.
fn source(width: Width, literals: bool) -> String {
    let (ty, suffix) = match width.bits {
        16 => ("f16", "h"),
        32 => ("f32", "f"),
        _ => ("f64", "lf"),
    };
    let enable = if width.bits == 16 { "enable f16;\n" } else { "" };
    let (zero, one) = if literals {
        (format!("0.0{suffix}"), format!("1.0{suffix}"))
    } else {
        ("zero".to_owned(), "one".to_owned())
    };
    let (values, count) = (VALUES.len(), OPERATIONS.len());
    let lines: String = (0..)
        .zip(&OPERATIONS)
        .map(|(index, (text, _))| format!("        output[at * {count}u + {index}u] = {text};\n"))
        .collect();
    let lines = lines.replace("ZERO", &zero).replace("ONE", &one);
    format!(
        "{enable}@group(0) @binding(0) var<storage, read> input: array<{ty}>;
@group(0) @binding(1) var<storage, read_write> output: array<{ty}>;
@compute @workgroup_size(1)
fn main() {{
    let zero = input[0];
    let one = input[2];
    for (var at = 0u; at < {values}u; at++) {{
        let x = input[at];
{lines}    }}
}}
"
    )
}

/// The results of one shader whose zeros have another sign than in IEEE 754.
fn other_signs(width: Width, results: &[u64]) -> Vec<String> {
    let mut signs = Vec::new();
    for (at, value) in VALUES.into_iter().enumerate() {
        for (index, (text, compute)) in OPERATIONS.iter().enumerate() {
            let found = width.decode(results[at * OPERATIONS.len() + index]);
            let expected = compute(value);
            assert!(found == expected, "{text} of {value:?} is {found:?}");
            if found.is_sign_negative() != expected.is_sign_negative() {
                signs.push(format!("{text} of {value:?} is {found:?}"));
            }
        }
    }
    signs
}

#[test]
fn zeros_have_the_signs_that_are_asked_for() {
    let Some(device) = Device::open() else { return };
    let subtractions: usize = OPERATIONS.iter().map(|(text, _)| text.matches(" - ").count()).sum();
    let widths = WIDTHS.into_iter().filter(|&width| device.has_width(width));
    for (width, literals) in widths.flat_map(|width| [(width, false), (width, true)]) {
        let source = source(width, literals);
        let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
        let buffers = [
            width.write(&VALUES.map(|value| width.encode(value, false))),
            vec![0; (VALUES.len() * OPERATIONS.len() * width.bytes()).next_multiple_of(8)],
        ];
        let preserves = device.has("shaderSignedZeroInfNanPreserve", width);
        for (special_values, newer) in [
            (SpecialValues::Unspecified, false),
            (SpecialValues::Preserve, false),
            (SpecialValues::FastMath(FastMath::NONE), true),
        ] {
            let controlled = special_values != SpecialValues::Unspecified;
            if controlled && !preserves {
                println!("left out: preservation at {}", width.name);
                continue;
            }
            for target in device.targets(newer) {
                let controls = WidthControls {
                    special_values,
                    ..WidthControls::default()
                };
                let mut options = options(&device, target, width, controls);
                options.float_controls.no_contraction = controlled && !newer;
                let words = backends::spirula(&shader, &options).unwrap();
                let written = backends::disassemble(&words).matches("OpFSub ").count();
                assert_eq!(written, subtractions, "{target}: a subtraction became something else");
                let results = device.run(&shader, &options, &buffers);
                let results = width.read(&results.unwrap_or_else(|error| panic!("{error}"))[1]);
                let signs = other_signs(width, &results);
                let what = format!("{} {target} {special_values:?}, literals: {literals}", width.name);
                println!("{what}: other signs {signs:?}");
                assert!(literals || !controlled || signs.is_empty(), "{what}: {signs:?}");
            }
        }
    }
}
