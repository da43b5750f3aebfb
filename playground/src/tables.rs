//! What the page makes its form of: the switches, the names that complete their values, and the examples.

use serde_json::{Value, json};
use spirula::Feature;
use spirula::switches::{Section, Switch, Takes};
use spirula::target::{DRIVER_NAMES, DeviceExtension, TARGET_NAMES, Workaround};

/// A shader to start from: its name, its language as a request names it, and its text.
const EXAMPLES: [(&str, &str, &str); 6] = [
    ("particles.wgsl", "wgsl", include_str!("../../examples/particles.wgsl")),
    ("lit_mesh.wgsl", "wgsl", include_str!("../../examples/lit_mesh.wgsl")),
    (
        "image_filter.wgsl",
        "wgsl",
        include_str!("../../examples/image_filter.wgsl"),
    ),
    (
        "post_process.wgsl",
        "wgsl",
        include_str!("../../examples/post_process.wgsl"),
    ),
    ("prefix_sum.comp", "comp", include_str!("../examples/prefix_sum.comp")),
    ("faulty.spvasm", "check", include_str!("../examples/faulty.spvasm")),
];

/// The tables, as JSON.
pub fn tables() -> String {
    let switches: Vec<Value> = Switch::all().map(switch).collect();
    let examples = EXAMPLES.map(|(name, language, text)| json!({"name": name, "language": language, "text": text}));
    json!({
        "environments": TARGET_NAMES,
        "switches": switches,
        "examples": examples,
    })
    .to_string()
}

fn switch(switch: &Switch) -> Value {
    let (takes, choices): (&str, &[(&str, &str)]) = match switch.takes {
        Takes::Flag(_) => ("flag", &[]),
        Takes::Bool(_) => ("bool", &[]),
        Takes::One(_) => ("one", &[]),
        Takes::OneOr(..) => ("one-or", &[]),
        Takes::Choice(choices, _) => ("choice", choices),
        Takes::File => ("file", &[]),
        Takes::Files => ("files", &[]),
        Takes::Repeated(_) | Takes::List(_) => ("list", &[]),
        Takes::ListOrNone(_) => ("list-or-none", &[]),
    };
    json!({
        "long": switch.long,
        "section": match switch.section { Section::Target => "target", Section::Shader => "shader" },
        "value": switch.value_name,
        "takes": takes,
        "choices": choices,
        "help": switch.help,
        "names": names(switch.long),
        "conflicts": switch.conflicts,
    })
}

/// The names that complete the values of a switch.
fn names(long: &str) -> Vec<&'static str> {
    match long {
        "enable" | "disable" => Feature::ALL.iter().map(|one| one.name()).collect(),
        "extension" => DeviceExtension::ALL.iter().map(|one| one.name()).collect(),
        "workaround" | "no-workaround" => Workaround::ALL.iter().map(|one| one.name()).collect(),
        "driver" => DRIVER_NAMES.to_vec(),
        "platform" => vec!["android", "windows", "linux", "macos"],
        "bounds-checks" => vec!["restrict", "read-zero-skip-write", "unchecked"],
        "debug-info" => vec!["0", "1", "2"],
        _ => Vec::new(),
    }
}
