//! Tests of modules from another compiler: glslang, for every stage, with and without its two forms of debug
//! information.
//!
//! The shaders are in `tests/glsl`.

use crate::common::{glslang, root};
use spirula::Target;
use spirula::check::check_bytes;

/// The violations in glslang's modules, each with the reason.
const BROKEN: &[(&str, &str)] = &[
    // "If the SampledImageArrayDynamicIndexing capability is not declared, … the sampled image or sampler through which that
    // memory is accessed must be determined by constant integral expressions": glslang declares the capability of
    // non-uniform indexing alone.
    ("all.frag", "capability/sampled-image-index"),
    ("all.rchit", "capability/storage-buffer-index"),
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
    let (mut modules, mut faults) = (0, Vec::new());
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
                let report = check_bytes(&bytes, &Target::parse(environment).expect("a target"));
                for violation in &report.violations {
                    let rule = violation.rule.to_string();
                    // glslang 12 uses id 0 for the debug type of a buffer reference that is declared later.
                    let forward = name == "all.comp" && debug == Some("-gVS") && rule == "physical/bound";
                    if !forward && !BROKEN.contains(&(name.as_str(), rule.as_str())) {
                        faults.push(format!("{name} {environment} {debug:?}: {violation}"));
                    }
                }
                if !report.not_covered.is_empty() {
                    faults.push(format!("{name} {environment} {debug:?}: {:?}", report.not_covered));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    println!("{modules} modules of glslang");
    assert!(modules > 100, "{modules} modules");
}
