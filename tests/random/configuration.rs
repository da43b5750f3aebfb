//! Targets and options by chance.

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::{DebugInfo, EntryPoint, Feature, Options, Target};

use super::common::parse::Shader;
use super::prng::Random;

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

fn policy(random: &mut Random) -> BoundsCheckPolicy {
    random.choose(&[
        BoundsCheckPolicy::Restrict,
        BoundsCheckPolicy::ReadZeroSkipWrite,
        BoundsCheckPolicy::Unchecked,
    ])
}

/// The same policy for everything.
pub fn policies(policy: BoundsCheckPolicy) -> BoundsCheckPolicies {
    BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: policy,
    }
}

/// Options that a seed gives for a shader.
pub fn options(seed: u64, shader: &Shader, source: &str) -> Options {
    let mut random = Random::new(seed ^ 0x0b5e_55ed);
    let mut options = Options::new(target(&mut random));
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
    options.force_point_size = random.chance(30);
    options.adjust_coordinate_space = random.chance(30);
    options.clamp_frag_depth = random.chance(30);
    if random.chance(25) {
        options.debug_info = Some(DebugInfo {
            source: source.to_owned(),
            file_name: "random.wgsl".to_owned(),
            language: spirv::SourceLanguage::WGSL,
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
    options
}

/// The options in a few lines, for a report.
pub fn describe(options: &Options) -> String {
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
        "target {} [{shown}]\nentry point {:?}\n{:?}\nloops bounded {}, workgroup zeroed {}, point size {}, y turned {}, depth clamped {}, names {}, debug {}",
        options.target,
        options.entry_point,
        options.bounds_check_policies,
        options.force_loop_bounding,
        options.zero_initialize_workgroup_memory,
        options.force_point_size,
        options.adjust_coordinate_space,
        options.clamp_frag_depth,
        options.names,
        options.debug_info.is_some(),
    )
}

/// The same options for a text with less in it.
pub fn options_for(options: &Options, shader: &Shader, source: &str) -> Options {
    let mut options = options.clone();
    if let Some(debug) = &mut options.debug_info {
        debug.source = source.to_owned();
    }
    if let Some(wanted) = &options.entry_point {
        if !shader.module.entry_points.iter().any(|entry| entry.name == wanted.name) {
            options.entry_point = None;
        }
    }
    options
}
