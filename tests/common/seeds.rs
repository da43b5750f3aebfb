//! Valid modules as seeds: the writer's output for the snapshots' shaders, the examples and real shaders.

use spirula::Target;
use spirula::check::check;

use super::validate::{self, validate};
use super::{backends, modules_below, parse, real, root, shaders_below};

/// The targets of the seeds, in spirv-val's spelling.
pub const TARGETS: [&str; 6] = [
    "vulkan1.0",
    "vulkan1.1",
    "vulkan1.1spv1.4",
    "vulkan1.2",
    "vulkan1.3",
    "spv1.5",
];
/// Longer modules take longer, and violate no other rules.
const MAX_WORDS: usize = 6_000;

pub struct Seed {
    pub name: String,
    pub target: &'static str,
    pub words: Vec<u32>,
}

/// The modules of other compilers below a folder that both validators accept, if `MUTATED_MODULES` names one. Those in a
/// folder with an environment's name are for it, the others for the oldest Vulkan that takes their version.
pub fn foreign() -> Option<Vec<Seed>> {
    let folder = std::env::var_os("MUTATED_MODULES")?;
    let mut seeds = Vec::new();
    for path in modules_below(folder.as_ref()) {
        let words = validate::words(&std::fs::read(&path).unwrap());
        let folder = path.parent().and_then(|folder| folder.file_name()?.to_str());
        let named = folder.filter(|name| validate::environment(name).is_some());
        let target = named.map_or_else(|| validate::oldest_environment(&words), |name| &*name.to_owned().leak());
        let is_valid = check(&words, &Target::parse(target).unwrap()).is_valid();
        if is_valid && words.len() <= MAX_WORDS && validate(&words, target).is_ok() {
            let name = path.display().to_string();
            seeds.push(Seed { name, target, words });
        }
    }
    Some(seeds)
}

/// All seeds that spirv-val accepts.
pub fn seeds() -> Vec<Seed> {
    let mut shaders = Vec::new();
    for folder in ["snapshots", "examples"] {
        for path in shaders_below(&root(folder)) {
            let name = path.strip_prefix(root("")).unwrap().display().to_string();
            if let Ok(shader) = parse::file(&path) {
                shaders.push((name, shader));
            }
        }
    }
    for (name, source) in real::vello() {
        shaders.push((name.to_owned(), parse::wgsl(&source, name).unwrap()));
    }
    let mut seeds = Vec::new();
    for (name, shader) in shaders {
        for target in TARGETS {
            let Ok(words) = backends::spirula(&shader, &backends::options(target)) else {
                continue;
            };
            if words.len() > MAX_WORDS || validate(&words, target).is_err() {
                continue;
            }
            let report = check(&words, &Target::parse(target).unwrap());
            assert!(report.is_valid(), "{name} for {target}: {report}");
            let name = name.clone();
            seeds.push(Seed { name, target, words });
        }
    }
    assert!(seeds.len() > 100, "{} modules are too few", seeds.len());
    seeds
}
