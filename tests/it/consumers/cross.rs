//! Tests that the program SPIRV-Cross converts Spirula's words to GLSL, HLSL and MSL if it converts those of naga's
//! backend.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;

use naga::ShaderStage;

use super::{Module, faults, modules, none_but};
use crate::common::{backends, parse};

/// The languages, and the options of the program for each.
const LANGUAGES: [(&str, &[&str]); 7] = [
    ("Vulkan GLSL 4.60", &["--vulkan-semantics", "--version", "460"]),
    ("GLSL 4.50", &["--no-es", "--version", "450"]),
    ("ESSL 3.10", &["--es", "--version", "310"]),
    ("ESSL 3.20", &["--es", "--version", "320"]),
    ("HLSL 5.0", &["--hlsl", "--shader-model", "50"]),
    ("HLSL 6.0", &["--hlsl", "--shader-model", "60"]),
    ("MSL 2.3", &["--msl", "--msl-version", "20300"]),
];

/// Words of Spirula that SPIRV-Cross (at Vulkan SDK 1.3.239, Debian 12) refuses although it accepts naga's, or although
/// naga writes no words: the case and a part of the message.
const REFUSED: &[(&str, &str)] = &[
    // WGSL's `discard` demotes to a helper invocation. naga terminates the invocation, which differs in the derivatives
    // after it. GLSL has the demotion only in its Vulkan form.
    (
        "",
        "GL_EXT_demote_to_helper_invocation is only supported in Vulkan GLSL",
    ),
    // The case writes a point size, which HLSL lacks.
    ("io/vertex_point_size.wgsl", "Unsupported builtin in HLSL"),
    // The cases need layouts that HLSL's constant buffers do not support.
    (
        "layouts/relaxed_uniforms.wgsl",
        "cannot be expressed with either HLSL packing layout or packoffset",
    ),
    (
        "layouts/scalar_uniforms.wgsl",
        "cannot be expressed with either HLSL packing layout or packoffset",
    ),
    // A null constant of a struct with arrays, stored to Workgroup memory.
    ("layouts/long_arrays.wgsl", "Bad cast"),
    // `OpSDot`, in the core of SPIR-V 1.6, is not implemented.
    ("math/integers.wgsl", "Cannot resolve expression type"),
    // Derivatives of 64-bit floats are computed from two 32-bit parts. naga's use 64 bits, which is invalid.
    ("numbers/derivatives.wgsl", "unpackDouble2x32 not supported in HLSL"),
    // Null constants of arrays whose length is a specialization constant, which naga does not write.
    (
        "overrides/lengths.wgsl",
        "Array size of OpConstantNull must be a literal",
    ),
    ("overrides/lengths.wgsl", "Bad cast"),
    // Descriptor indexing exists only in Vulkan GLSL and HLSL 5.1.
    ("", "GL_EXT_nonuniform_qualifier is only supported in Vulkan GLSL"),
    ("", "Shader model 5.1 or higher is required to use bindless resources"),
    ("", "Attempting to use arrays or structs of separate samplers"),
    ("", "get_metal_resource_index"),
    // Handles need physical addressing and conversions that no Vulkan environment has.
    (
        "bindless/",
        "Only Logical and PhysicalStorageBuffer64EXT addressing models are supported",
    ),
    ("bindless/", "Only Logical addressing model can be used with HLSL"),
    ("bindless/", "Cannot resolve expression type"),
    // Comparisons with an explicit level are gathers in HLSL, and HLSL 5.0 lacks them.
    ("bindless/", "GatherCmp does not exist in HLSL"),
    // So are the comparisons that these two cases ask for.
    ("drivers/compare_cube_array.wgsl", "GatherCmp does not exist in HLSL"),
    ("drivers/compare_sample.wgsl", "GatherCmp does not exist in HLSL"),
    ("", "RayQuery requires Vulkan GLSL 460"),
    ("rays/", "BindingTableRecordOffset is not supported in MSL"),
];

/// Whether the program is installed; without it the test is skipped, or fails with `SPIRULA_REQUIRE_CROSS=1`.
fn is_there() -> bool {
    let there = Command::new("spirv-cross")
        .arg("--help")
        .output()
        .is_ok_and(|output| output.status.success());
    if !there {
        assert!(
            std::env::var("SPIRULA_REQUIRE_CROSS").is_ok_and(|value| value == "1"),
            "SPIRULA_REQUIRE_CROSS=1, but there is no program spirv-cross"
        );
        // Bypasses the test runner's capture, which hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "skipped: no program spirv-cross");
    }
    there
}

/// The name of a stage in the program's arguments; `None` for stages that it does not know.
fn stage(stage: ShaderStage) -> Option<&'static str> {
    match stage {
        ShaderStage::Vertex => Some("vert"),
        ShaderStage::Fragment => Some("frag"),
        ShaderStage::Compute => Some("comp"),
        _ => None,
    }
}

/// Translates one entry point. The error is the output of the program.
fn translate(words: &Path, arguments: &[&str], entry_point: &str, stage: &str) -> Result<(), String> {
    let output = Command::new("spirv-cross")
        .arg(words)
        .args(arguments)
        .args(["--entry", entry_point, "--stage", stage])
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let printed = String::from_utf8_lossy(&output.stderr);
    Err(printed.lines().collect::<Vec<_>>().join(" "))
}

/// A file with the words of naga's backend for the same shader and target, if it writes any.
fn naga(module: &Module, folder: &Path) -> Option<tempfile::NamedTempFile> {
    let shader = parse::file(&module.path).ok()?;
    let words = catch_unwind(AssertUnwindSafe(|| backends::naga(&shader, &module.target, None)));
    Some(file(&words.ok()?.ok()?, folder))
}

fn file(words: &[u32], folder: &Path) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new_in(folder).expect("a temporary file");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    file.write_all(&bytes).expect("a temporary file");
    file
}

#[test]
fn other_languages_take_what_they_take_from_naga() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let modules = modules();
    let faults = faults(&modules, |module, _| {
        let shader = parse::file(&module.path).unwrap_or_else(|error| panic!("{error}"));
        let ours = file(&module.words, folder.path());
        // Written when the first error occurs.
        let mut theirs = None;
        let mut faults = Vec::new();
        for entry in &shader.module.entry_points {
            let Some(stage) = stage(entry.stage) else { continue };
            let asked = module.options.entry_point.as_ref();
            if asked.is_some_and(|asked| asked.name != entry.name) {
                continue;
            }
            for (language, arguments) in LANGUAGES {
                let Err(error) = translate(ours.path(), arguments, &entry.name, stage) else {
                    continue;
                };
                let theirs = theirs.get_or_insert_with(|| naga(module, folder.path()));
                let what = match theirs {
                    Some(theirs) if translate(theirs.path(), arguments, &entry.name, stage).is_err() => continue,
                    Some(_) => "ours alone",
                    None => "naga has no words",
                };
                faults.push(format!("{} to {language}, {what}: {error}", entry.name));
            }
        }
        faults
    });
    none_but("translated", &modules, &faults, REFUSED);
}
