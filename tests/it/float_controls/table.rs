//! Tests of combinations of float controls and devices: accepted or refused as the specification requires, with the
//! VUIDs; accepted modules pass both validators and have exactly the requested modes.
//!
//! The settings of one width are tested with all axes combined (`each_width`), and every property with every setting
//! (`each_property`). With all three widths there are some 10¹² combinations, of which the rules relate only some:
//! settings of different widths with both independences (`between_widths`), styles of different widths with contraction
//! and properties (`styles`), each tested completely. Interactions of all axes are tested with a random sample
//! (`everything_at_once`).

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::expected::{Device, Independence, Reach, Request, WIDTHS, declarations, expected, options};
use crate::common::inspect::Inspected;
use crate::common::parse::{self, Shader};
use crate::common::setup::Writers;
use crate::common::validate;
use spirula::check::check;
use spirula::{Denormals, ErrorKind, FastMath, Output, Rounding, SpecialValues};
use spirv::{Decoration, ExecutionMode, Op};

const DENORMALS: [Denormals; 3] = [Denormals::Unspecified, Denormals::Preserve, Denormals::FlushToZero];
const ROUNDING: [Rounding; 3] = [Rounding::Unspecified, Rounding::ToNearestEven, Rounding::TowardZero];
const ENVIRONMENTS: [&str; 6] = [
    "vulkan1.0",
    "vulkan1.1",
    "vulkan1.1spv1.4",
    "vulkan1.2",
    "vulkan1.3",
    "vulkan1.4",
];
const INDEPENDENCE: [Option<Independence>; 4] = [
    None,
    Some(Independence::Only32Bit),
    Some(Independence::All),
    Some(Independence::None),
];

fn fast(bits: u32) -> SpecialValues {
    SpecialValues::FastMath(FastMath::from_bits(bits).unwrap())
}

/// Both styles: none, the older one, and masks that allow nothing, some assumptions or everything, or that are invalid.
fn special_values() -> [SpecialValues; 6] {
    [
        SpecialValues::Unspecified,
        SpecialValues::Preserve,
        fast(0),
        fast(0x1_0007),
        fast(0x7_000F),
        fast(0x5_0007),
    ]
}

/// Tests combinations and collects the faults.
#[derive(Default)]
struct Table {
    shaders: BTreeMap<[bool; 3], Shader>,
    /// Words that spirv-val has accepted, by target.
    validated: HashSet<(&'static str, Vec<u32>)>,
    writer: Writers,
    combinations: usize,
    accepted: usize,
    faults: Vec<String>,
}

impl Table {
    fn judge(&mut self, request: &Request, device: &Device) {
        self.combinations += 1;
        let shader = self.shaders.entry(request.used).or_insert_with(|| shader(request.used));
        let options = options(request, device);
        let mut output = Output::default();
        let outcome = self.writer.write(&shader.module, &shader.info, &options, &mut output);
        let words = output.words;
        let fault = match (outcome, expected(request, device)) {
            (Err(error), Err(rules)) => {
                let broken = broken(&error);
                (broken != rules).then(|| format!("refused for {broken:?}, which should be {rules:?}"))
            }
            (Ok(()), Err(rules)) => Some(format!("accepted in spite of {rules:?}")),
            (Err(error), Ok(_)) => Some(format!("refused: {error}")),
            (Ok(()), Ok(modes)) => {
                self.accepted += 1;
                let report = check(&words, &options.target);
                let wrong = wrong(&words, &modes, request, device);
                if !report.is_valid() {
                    Some(format!("the self-check: {report}"))
                } else if wrong.is_some() {
                    wrong
                } else if self.validated.contains(&(device.environment, words.clone())) {
                    None
                } else {
                    let invalid = validate::validate(&words, device.environment).err();
                    self.validated.insert((device.environment, words));
                    invalid
                }
            }
        };
        if let Some(fault) = fault.filter(|_| self.faults.len() < 10) {
            self.faults.push(format!("{request:?}\n{device:?}\n  {fault}"));
        }
    }

    fn finish(self, name: &str, least: usize) {
        assert!(self.faults.is_empty(), "{}", self.faults.join("\n"));
        let refused = self.combinations - self.accepted;
        println!(
            "{name}: {} combinations, {} accepted ({} modules), {refused} refused",
            self.combinations,
            self.accepted,
            self.validated.len()
        );
        assert!(self.combinations >= least, "{} combinations", self.combinations);
        assert!(self.accepted > 0 && refused > 0);
    }
}

/// A shader with arithmetic of some widths.
fn shader(used: [bool; 3]) -> Shader {
    let mut source = "enable f16;\n".to_owned();
    let mut body = String::new();
    for ((width, is_used), name) in WIDTHS.into_iter().zip(used).zip(["a", "b", "c"]) {
        if is_used {
            source += &format!("@group(0) @binding({width}) var<storage, read_write> {name}: array<f{width}>;\n");
            body += &format!("{name}[0] = {name}[1] * {name}[2] + {name}[3];\n");
        }
    }
    source += &format!("@compute @workgroup_size(1) fn main() {{ {body} }}");
    parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"))
}

/// The rules that a refusal names.
fn broken(error: &spirula::Error) -> BTreeSet<String> {
    let number = |text: &str| {
        let start = text.find("VUID-RuntimeSpirv-")?;
        let rule = text[start..].trim_end_matches(')');
        rule.rsplit_once('-').map(|(_, number)| number.to_owned())
    };
    let of = |diagnostic: &spirula::Diagnostic| {
        let text = diagnostic.kind.to_string();
        if text.contains("the two styles exclude each other") {
            return "R14".to_owned();
        }
        if text.contains("AllowTransform without") {
            return "R19".to_owned();
        }
        if let Some(number) = diagnostic
            .notes
            .iter()
            .find_map(|note| number(note))
            .or_else(|| number(&text))
        {
            // The names of a property include other ones than its rule.
            if let ErrorKind::Missing(requirement) = &diagnostic.kind {
                assert!(requirement.name().starts_with("shader"), "{text}");
            }
            return number;
        }
        match &diagnostic.kind {
            ErrorKind::Missing(requirement) => requirement.name(),
            other => other.to_string(),
        }
    };
    error.diagnostics().iter().map(of).collect()
}

/// The faults of the modes, declarations and decorations of some words.
fn wrong(
    words: &[u32],
    expected: &BTreeSet<(u32, u32, Option<u32>)>,
    request: &Request,
    device: &Device,
) -> Option<String> {
    let module = Inspected::new(words);
    let mut modes = BTreeSet::new();
    for mode in module.all(Op::ExecutionMode) {
        if let [_, mode @ 4459..=4463, width] = *mode.operand_words() {
            if !modes.insert((mode, width, None)) {
                return Some(format!("mode {mode} {width} twice"));
            }
        }
    }
    for mode in module.all(Op::ExecutionModeId) {
        if let [_, mode, ty, mask] = *mode.operand_words() {
            assert_eq!(mode, ExecutionMode::FPFastMathDefault as u32);
            let width = module.definition(ty).operand_words()[0];
            modes.insert((mode, width, Some(module.definition(mask).operand_words()[0])));
        }
    }
    if modes != *expected {
        return Some(format!("modes {modes:?}, expected {expected:?}"));
    }
    let capabilities: BTreeSet<u32> = module
        .all(Op::Capability)
        .map(|capability| capability.operand_words()[0])
        .filter(|capability| matches!(capability, 4464..=4468 | 6029))
        .collect();
    let extensions: BTreeSet<String> = module
        .all(Op::Extension)
        .map(|extension| {
            let bytes = extension.operand_words().iter().flat_map(|word| word.to_le_bytes());
            String::from_utf8(bytes.take_while(|&byte| byte != 0).collect()).unwrap()
        })
        .filter(|name| name.contains("float_controls"))
        .collect();
    let declared = declarations(expected, device);
    if capabilities != declared.0 || !extensions.iter().eq(&declared.1) {
        return Some(format!("{capabilities:?} {extensions:?}, expected {declared:?}"));
    }
    let is_newer = expected.iter().any(|(_, _, mask)| mask.is_some());
    let decorated = |decoration: Decoration| {
        let all = module.all(Op::Decorate);
        all.filter(|inst| inst.operand_words()[1] == decoration as u32).count()
    };
    let arithmetic = module.count(Op::FMul) + module.count(Op::FAdd);
    let contracted = if request.no_contraction && !is_newer {
        arithmetic
    } else {
        0
    };
    if decorated(Decoration::NoContraction) != contracted || decorated(Decoration::FPFastMathMode) != 0 {
        return Some("decorations that are not due, or too few".to_owned());
    }
    None
}

const ALL: [bool; 3] = [true; 3];

/// The non-empty sets of widths that a shader can have.
fn subsets() -> impl Iterator<Item = [bool; 3]> {
    (1..8_u32).map(|bits| [0, 1, 2].map(|index| bits >> index & 1 != 0))
}

fn triples<T: Copy>(values: &[T]) -> Vec<[T; 3]> {
    let pairs = values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b)));
    pairs
        .flat_map(|(a, b)| values.iter().map(move |&c| [a, b, c]))
        .collect()
}

/// Width × denormals × rounding × special values and masks × three properties × both independences × allowed extensions
/// × version.
#[test]
fn each_width() {
    let mut table = Table::default();
    for (width, environment) in (0..3).flat_map(|width| ENVIRONMENTS.map(|environment| (width, environment))) {
        for (denormals, rounding) in DENORMALS.into_iter().flat_map(|d| ROUNDING.map(|r| (d, r))) {
            for special in special_values() {
                let mut request = Request::plain(ALL);
                request.denormals[width] = denormals;
                request.rounding[width] = rounding;
                request.special_values[width] = special;
                for reach in [Reach::Everything, Reach::CoreOnly, Reach::Named] {
                    for properties in 0..9 {
                        let mut device = Device::new(environment);
                        device.reach = reach;
                        // 8 is the device that states no properties.
                        if properties < 8 {
                            let has = |bit: u32| Some(properties >> bit & 1 != 0);
                            device.properties[width] = [has(0), has(0), has(1), has(1), has(2)];
                        }
                        for (denormals, rounding) in INDEPENDENCE.into_iter().flat_map(|d| INDEPENDENCE.map(|r| (d, r)))
                        {
                            (device.denormals, device.rounding) = (denormals, rounding);
                            table.judge(&request, &device);
                        }
                    }
                }
            }
        }
    }
    table.finish("each width", 3 * 6 * 9 * 6 * 3 * 9 * 16);
}

/// Each property separately: the setting needs one property, and none of the fourteen others.
#[test]
fn each_property() {
    let mut table = Table::default();
    for (asked_width, asked_kind) in (0..3).flat_map(|width| (0..5).map(move |kind| (width, kind))) {
        let mut request = Request::plain(ALL);
        match asked_kind {
            0 => request.denormals[asked_width] = Denormals::Preserve,
            1 => request.denormals[asked_width] = Denormals::FlushToZero,
            2 => request.rounding[asked_width] = Rounding::ToNearestEven,
            3 => request.rounding[asked_width] = Rounding::TowardZero,
            _ => request.special_values[asked_width] = SpecialValues::Preserve,
        }
        for (width, kind) in (0..3).flat_map(|width| (0..5).map(move |kind| (width, kind))) {
            for (environment, others) in ENVIRONMENTS.into_iter().flat_map(|e| [(e, true), (e, false)]) {
                let mut device = Device::new(environment);
                device.properties = [[Some(others); 5]; 3];
                device.properties[width][kind] = Some(!others);
                table.judge(&request, &device);
            }
        }
    }
    table.finish("each property", 15 * 15 * 12);
}

/// Denormals and rounding of all widths × both independences × the used widths.
#[test]
fn between_widths() {
    let mut table = Table::default();
    let settings = triples(&DENORMALS);
    for (used, denormals) in subsets().flat_map(|used| settings.iter().map(move |&d| (used, d))) {
        for rounding in triples(&ROUNDING) {
            let mut request = Request::plain(used);
            (request.denormals, request.rounding) = (denormals, rounding);
            for (of_denormals, of_rounding) in INDEPENDENCE.into_iter().flat_map(|d| INDEPENDENCE.map(|r| (d, r))) {
                let mut device = Device::new("vulkan1.2");
                (device.denormals, device.rounding) = (of_denormals, of_rounding);
                table.judge(&request, &device);
            }
        }
    }
    table.finish("between widths", 7 * 27 * 27 * 16);
}

/// Styles of all widths × contraction × the used widths × properties × version.
#[test]
fn styles() {
    let mut table = Table::default();
    let values = [
        SpecialValues::Unspecified,
        SpecialValues::Preserve,
        fast(0),
        fast(0x7_000F),
    ];
    for (used, special_values) in subsets().flat_map(|used| triples(&values).into_iter().map(move |v| (used, v))) {
        for (no_contraction, environment) in [false, true].into_iter().flat_map(|n| ENVIRONMENTS.map(|e| (n, e))) {
            let mut request = Request::plain(used);
            (request.special_values, request.no_contraction) = (special_values, no_contraction);
            for lacking in 0..8_u32 {
                let mut device = Device::new(environment);
                for width in 0..3 {
                    device.properties[width][4] = Some(lacking >> width & 1 == 0);
                }
                table.judge(&request, &device);
            }
        }
    }
    table.finish("styles", 7 * 64 * 2 * 6 * 8);
}

/// A random sample of all axes.
#[test]
fn everything_at_once() {
    let mut table = Table::default();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = |count: usize| {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % count as u64) as usize
    };
    let subsets: Vec<_> = subsets().collect();
    let values = special_values();
    for _ in 0..30_000 {
        let mut request = Request::plain(subsets[below(subsets.len())]);
        let mut device = Device::new(ENVIRONMENTS[below(6)]);
        // More often one style than a mix of both, and devices with most properties.
        let style = below(3);
        for width in 0..3 {
            request.denormals[width] = DENORMALS[below(3)];
            request.rounding[width] = ROUNDING[below(3)];
            request.special_values[width] = match style {
                0 => values[below(2)],
                1 => values[2 + below(3)],
                _ => values[below(6)],
            };
            for kind in 0..5 {
                device.properties[width][kind] = [None, Some(true), Some(true), Some(below(8) != 0)][below(4)];
            }
        }
        request.no_contraction = below(2) == 0;
        device.reach = [Reach::Everything, Reach::CoreOnly, Reach::Named][below(3)];
        device.denormals = INDEPENDENCE[below(4)];
        device.rounding = INDEPENDENCE[below(4)];
        table.judge(&request, &device);
    }
    table.finish("everything at once", 30_000);
}
