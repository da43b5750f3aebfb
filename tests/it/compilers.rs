//! Tests of modules from another compiler: glslang, for every stage, with and without its two forms of debug
//! information, and after SPIRV-Tools' optimizer.
//!
//! The shaders are in `tests/glsl`.

use crate::common::optimize::{self, RECIPES};
use crate::common::process::Worker;
use crate::common::{glslang, root, validate};
use spirula::Target;
use spirula::check::check;

/// The violations in glslang's modules, each with the reason.
const BROKEN: &[(&str, &str)] = &[
    // "If the SampledImageArrayDynamicIndexing capability is not declared, … the sampled image or sampler through which that
    // memory is accessed must be determined by constant integral expressions": glslang declares the capability of
    // non-uniform indexing alone.
    ("all.frag", "capability/sampled-image-index"),
    ("all.rchit", "capability/storage-buffer-index"),
];

/// Violations in what SPIRV-Tools' optimizer writes, each with the reason.
const BROKEN_BY_THE_OPTIMIZER: &[&str] = &[
    // "This instruction must only appear within a block": it ends the last scope after a function's last terminator.
    "ext-inst/debug-block",
];

#[test]
fn what_glslang_writes_breaks_no_rule_but_by_the_text() {
    if !glslang::is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out.spv");
    let mut shaders: Vec<_> = std::fs::read_dir(root("tests/glsl"))
        .expect("the shaders")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    shaders.sort();
    let mut worker = Worker::default();
    let (mut modules, mut optimized, mut faults) = (0, 0, Vec::new());
    for shader in &shaders {
        let name = shader.file_name().expect("a file").to_string_lossy().into_owned();
        for environment in ["vulkan1.1", "vulkan1.2", "vulkan1.3"] {
            for debug in [None, Some("-g"), Some("-gVS")] {
                let Some(bytes) = glslang::compiled(shader, environment, debug, &output) else {
                    // Mesh shaders need SPIR-V 1.4.
                    assert_eq!(environment, "vulkan1.1", "{name} does not compile");
                    continue;
                };
                modules += 1;
                let target = Target::parse(environment).expect("a target");
                let mut judge = |words: &[u32], pass: &str, more: &[&str]| {
                    let report = check(words, &target);
                    for violation in &report.violations {
                        let rule = violation.rule.to_string();
                        // glslang 12 uses id 0 for the debug type of a buffer reference that is declared later.
                        let forward = debug == Some("-gVS") && rule == "physical/bound" && has_references(&name);
                        // "An unsigned integer indicating a column number within a source line": members of built-in blocks
                        // have a column of no text.
                        let built_in = debug == Some("-gVS") && rule == "ext-inst/debug-beyond";
                        let is_known = built_in
                            || BROKEN.contains(&(name.as_str(), rule.as_str()))
                            || more.contains(&rule.as_str());
                        if !forward && !is_known {
                            faults.push(format!("{name} {environment} {debug:?}{pass}: {violation}"));
                        }
                    }
                    if !report.not_covered.is_empty() {
                        faults.push(format!(
                            "{name} {environment} {debug:?}{pass}: {:?}",
                            report.not_covered
                        ));
                    }
                };
                let words = validate::words(&bytes);
                judge(&words, "", &[]);
                for recipe in RECIPES.into_iter().filter(|_| validate::PRESENT) {
                    // It refuses some modules, such as those with id 0.
                    if let Ok(words) = optimize::run(&mut worker, &words, environment, recipe) {
                        optimized += 1;
                        judge(&words, &format!(" {recipe:?}"), BROKEN_BY_THE_OPTIMIZER);
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    println!("{modules} modules of glslang, {optimized} after the optimizer");
    assert!(modules > 140, "{modules} modules");
    assert!(!validate::PRESENT || optimized > 200, "{optimized} optimized modules");
}

/// Whether a shader has buffer references.
fn has_references(name: &str) -> bool {
    matches!(name, "all.comp" | "addresses.comp")
}
