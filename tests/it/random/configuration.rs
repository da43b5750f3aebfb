//! Random targets and options.

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::target::{Workaround, Workarounds};
use spirula::{
    DebugInfo, DebugLevel, Denormals, EntryControls, EntryPoint, FastMath, Feature, FloatControls, Rounding,
    SpecialValues, Target, WidthControls,
};

use super::execute::given_to;
use super::prng::Random;
use super::shader::Source;
use crate::common::parse::Shader;
use crate::common::setup::Setup;

const TARGETS: [&str; 8] = [
    "vulkan1.0",
    "vulkan1.0",
    "vulkan1.1",
    "vulkan1.1",
    "vulkan1.1spv1.4",
    "vulkan1.2",
    "vulkan1.3",
    "vulkan1.4",
];

fn target(random: &mut Random) -> Target {
    let name = random.choose(&TARGETS);
    let mut target = Target::parse(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    match random.below(10) {
        0 => target = target.core_only(),
        1 => target = target.strict(),
        _ => {}
    }
    if random.chance(30) {
        for _ in 0..random.between(1, 12) {
            target = target.enable(random.choose(Feature::ALL));
        }
    }
    if random.chance(15) {
        for _ in 0..random.between(1, 12) {
            target = target.disable(random.choose(Feature::ALL));
        }
    }
    target
}

/// Enables an execution mode of subgroup operations for some seeds. Its own stream keeps the other options of a seed.
fn reconverging(seed: u64, target: Target) -> Target {
    let mut random = Random::new(seed ^ 0x2ec0_4e26);
    match random.below(4) {
        0 => target.enable(Feature::ShaderMaximalReconvergence),
        1 => target.enable(Feature::ShaderSubgroupUniformControlFlow),
        _ => target,
    }
}

/// Enables the terminator of invocations for some seeds, in place of demotion. Its own stream keeps the other options of
/// a seed.
fn terminating(seed: u64, target: Target) -> Target {
    match Random::new(seed ^ 0x7e24_1a7e).below(4) {
        0 => target
            .disable(Feature::ShaderDemoteToHelperInvocation)
            .enable(Feature::ShaderTerminateInvocation),
        _ => target,
    }
}

/// The workarounds of a seed: none, one, some or all. Its own stream keeps the other options of a seed.
pub fn workarounds(seed: u64) -> Workarounds {
    let mut random = Random::new(seed ^ 0x0d21_7e25);
    match random.below(8) {
        0 => Workarounds::all(),
        1 => [random.choose(Workaround::ALL)].into(),
        2 | 3 => {
            let drawn = Workaround::ALL.iter().copied().filter(|_| random.chance(25));
            drawn.collect()
        }
        _ => Workarounds::NONE,
    }
}

fn policy(random: &mut Random) -> BoundsCheckPolicy {
    random.choose(&[
        BoundsCheckPolicy::Restrict,
        BoundsCheckPolicy::ReadZeroSkipWrite,
        BoundsCheckPolicy::Unchecked,
    ])
}

/// Random float controls of an entry point, in one style.
fn entry_controls(random: &mut Random) -> EntryControls {
    let newer = random.chance(40);
    let mut width = || WidthControls {
        denormals: random.choose(&[Denormals::Unspecified, Denormals::Preserve, Denormals::FlushToZero]),
        rounding: random.choose(&[Rounding::Unspecified, Rounding::ToNearestEven, Rounding::TowardZero]),
        special_values: match (random.chance(50), newer) {
            (false, _) => SpecialValues::Unspecified,
            (true, false) => SpecialValues::Preserve,
            (true, true) => {
                let mask = FastMath::from_bits(random.below(16) as u32 | (random.below(4) as u32) << 16);
                SpecialValues::FastMath(mask.unwrap_or_default())
            }
        },
    };
    EntryControls {
        f16: width(),
        f32: width(),
        f64: width(),
        no_contraction: random.chance(30),
    }
}

fn float_controls(random: &mut Random, shader: &Shader) -> FloatControls {
    let mut controls = FloatControls::default();
    controls.default = entry_controls(random);
    for entry in &shader.module.entry_points {
        if random.chance(30) {
            let wanted = EntryPoint {
                stage: Some(entry.stage),
                name: entry.name.clone(),
            };
            controls.entry_points.push((wanted, entry_controls(random)));
        }
    }
    let names = shader
        .module
        .functions
        .iter()
        .filter_map(|(_, function)| function.name.clone());
    controls.exact_functions = names.filter(|_| random.chance(20)).collect();
    controls.no_contraction = random.chance(10);
    controls.exact_invariant_positions = random.chance(30);
    controls
}

/// The same policy for all classes.
pub fn policies(policy: BoundsCheckPolicy) -> BoundsCheckPolicies {
    BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: policy,
    }
}

/// The random options of a seed for a shader.
pub fn options(seed: u64, shader: &Shader, source: &Source) -> Setup {
    let mut random = Random::new(seed ^ 0x0b5e_55ed);
    let mut options = Setup::new(target(&mut random));
    options.bounds_check_policies = if random.chance(50) {
        policies(policy(&mut random))
    } else {
        BoundsCheckPolicies {
            index: policy(&mut random),
            buffer: policy(&mut random),
            image_load: policy(&mut random),
            binding_array: policy(&mut random),
        }
    };
    options.force_loop_bounding = random.chance(70);
    options.zero_initialize_workgroup_memory = random.chance(80);
    options.names = random.chance(30);
    options.overrides = given_to(shader, &source.given).into_iter().collect();
    options.spec_constants = !shader.module.overrides.is_empty() && random.chance(60);
    options.force_point_size = random.chance(30);
    options.adjust_coordinate_space = random.chance(30);
    options.clamp_frag_depth = random.chance(30);
    if random.chance(30) {
        options.float_controls = float_controls(&mut random, shader);
    }
    if random.chance(25) {
        options.debug_info = Some(DebugInfo {
            level: if random.chance(70) {
                DebugLevel::Full
            } else {
                DebugLevel::Lines
            },
            ..DebugInfo::new("random.wgsl", source.text.as_str())
        });
    }
    if random.chance(25) && !shader.module.entry_points.is_empty() {
        let entries = &shader.module.entry_points;
        let entry = &entries[random.below(entries.len())];
        options.entry_point = Some(EntryPoint {
            stage: random.chance(50).then_some(entry.stage),
            name: entry.name.clone(),
        });
    }
    options.emit_int_div_checks = random.chance(80);
    options.interface_names = random.chance(50);
    options.rely_on_robust_access = random.chance(20);
    options.target = terminating(seed, reconverging(seed, options.target));
    options.workarounds = workarounds(seed);
    options
}

/// The options in a few lines, for a report.
pub fn describe(options: &Setup) -> String {
    let changed: Vec<String> = Feature::ALL
        .iter()
        .filter(|&&feature| {
            let plain = Target::parse(&options.target.to_string()).map(|target| target.feature(feature));
            plain.is_ok_and(|plain| plain != options.target.feature(feature))
        })
        .map(|&feature| format!("{feature}: {:?}", options.target.feature(feature)))
        .collect();
    let shown = if changed.len() > 24 {
        format!("{} features unlike the plain target", changed.len())
    } else {
        changed.join(", ")
    };
    format!(
        "target {} [{shown}]\nentry point {:?}\n{:?}\nloops bounded {}, workgroup zeroed {}, point size {}, y turned {}, depth clamped {}, names {}, of the interface {}, debug {}, division guarded {}, robust access {}\nworkarounds {:?}\noverrides {:?}, open {}\n{:?}",
        options.target,
        options.entry_point,
        options.bounds_check_policies,
        options.force_loop_bounding,
        options.zero_initialize_workgroup_memory,
        options.force_point_size,
        options.adjust_coordinate_space,
        options.clamp_frag_depth,
        options.names,
        options.interface_names,
        options.debug_info.is_some(),
        options.emit_int_div_checks,
        options.rely_on_robust_access,
        options.workarounds.iter().collect::<Vec<_>>(),
        options.overrides,
        options.spec_constants,
        options.float_controls,
    )
}

/// The same options for a reduced shader.
pub fn options_for(options: &Setup, shader: &Shader, source: &str) -> Setup {
    let mut options = options.clone();
    if let Some(debug) = &mut options.debug_info {
        debug.source = source.into();
    }
    let given: Vec<(String, f64)> = core::mem::take(&mut options.overrides).into_iter().collect();
    options.overrides = given_to(shader, &given).into_iter().collect();
    let entries = &shader.module.entry_points;
    let controls = &mut options.float_controls;
    controls
        .entry_points
        .retain(|(wanted, _)| entries.iter().any(|entry| entry.name == wanted.name));
    controls.exact_functions.retain(|name| {
        let mut functions = shader.module.functions.iter();
        functions.any(|(_, function)| function.name.as_ref() == Some(name))
    });
    if let Some(wanted) = &options.entry_point {
        if !shader.module.entry_points.iter().any(|entry| entry.name == wanted.name) {
            options.entry_point = None;
        }
    }
    options
}
