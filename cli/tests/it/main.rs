//! Tests of the command line: the real binary in temporary folders; its exit status, its messages, its files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod common {
    pub(crate) use crate::declared;
    use std::path::{Path, PathBuf};

    /// A path below the root of the repository.
    pub fn root(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
    }
}

// Shared with the tests of the library.
#[path = "../../../tests/common/declared.rs"]
mod declared;
#[cfg(feature = "naga-oil")]
#[path = "../../../tests/common/imported.rs"]
mod imported;

mod bindings;
mod check;
mod check_choice;
mod check_page;
mod check_sarif;
mod check_text;
mod command_line_page;
mod copied_commands;
mod device;
mod devices;
mod diff;
mod dis;
mod driver;
mod float_controls;
mod html;
#[cfg(feature = "naga-oil")]
mod imports;
mod includes;
mod messages;
mod options;
mod outputs;
mod place;
mod project;
mod reflect;
mod several;
mod snapshot;
mod specialize;
mod switches;
mod unchanged;
mod wrong;

use std::fs;
use std::process::Command;

use serde_json::Value;

use place::{MAGIC, Place};

const GOOD: &str = "@compute @workgroup_size(1) fn main() {}\n";
const MALFORMED: &str = "fn ok() {}\nfn broken( {}\n";
/// Parses, but naga's validator rejects it: the returned value does not have the function's return type (WGSL §9.4.7).
const INVALID: &str = "@compute @workgroup_size(1) fn main() {}\nfn one() -> f32 { return vec2f(); }\n";
/// The same, with an error without a place, which is then the entry point's: a vertex stage must return a position
/// (WGSL §13.3.1.1).
const INVALID_ANYWHERE: &str = "@vertex fn main() -> @location(0) f32 { return 1.0; }\n";

// Paths of outputs.

#[test]
fn a_file_is_compiled_beside_itself() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    let run = place.run(&["compile", "a.wgsl"]).good();
    assert!(run.stdout.is_empty());
    assert_eq!(place.files(), ["a.wgsl", "a.wgsl.spv"]);
    assert!(place.is_module("a.wgsl.spv"));
}

#[test]
fn an_output_is_named_with_o() {
    let place = Place::with(&[("a.wgsl", GOOD), ("out.spv", "what was there before")]);
    place.run(&["compile", "a.wgsl", "-o", "out.spv"]).good();
    assert_eq!(place.files(), ["a.wgsl", "out.spv"]);
    assert!(place.is_module("out.spv"));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let place = Place::new();
    let run = place.run_with_input(&["compile", "-"], GOOD).good();
    assert!(run.stdout.starts_with(&MAGIC));
    let run = place.run_with_input(&["compile", "-", "-o", "out.spv"], GOOD).good();
    assert!(run.stdout.is_empty());
    assert_eq!(place.files(), ["out.spv"]);
    assert!(place.is_module("out.spv"));
}

#[test]
fn a_dash_for_the_output_is_standard_output() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    let run = place.run(&["compile", "a.wgsl", "-o", "-"]).good();
    assert!(run.stdout.starts_with(&MAGIC));
    assert_eq!(place.files(), ["a.wgsl"]);
}

#[test]
fn a_disassembly_is_text_with_its_own_ending() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    let run = place.run(&["compile", "a.wgsl", "--emit", "spvasm", "-o", "-"]).good();
    assert!(String::from_utf8(run.stdout).unwrap().contains("; SPIR-V"));
    place.run(&["compile", "a.wgsl", "--emit", "spvasm"]).good();
    assert_eq!(place.files(), ["a.wgsl", "a.wgsl.spvasm"]);
}

#[test]
fn a_folder_becomes_the_same_tree() {
    let place = Place::with(&[
        ("in/b.wgsl", GOOD),
        ("in/a/c.wgsl", GOOD),
        ("in/a/d.comp", "#version 450\nvoid main() {}\n"),
        ("in/notes.txt", "not a shader"),
    ]);
    place.run(&["compile", "in", "-o", "out/deep"]).good();
    let made: Vec<_> = place
        .files()
        .into_iter()
        .filter(|name| name.starts_with("out"))
        .collect();
    assert_eq!(
        made,
        ["out/deep/a/c.wgsl.spv", "out/deep/a/d.comp.spv", "out/deep/b.wgsl.spv"]
    );
    for name in &made {
        assert!(place.is_module(name));
    }
}

#[cfg(unix)]
#[test]
fn pipes_in_a_folder_are_no_shaders() {
    let place = Place::with(&[("in/a.wgsl", GOOD)]);
    let pipe = place.path("in/pipe.wgsl");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    place.run(&["compile", "in", "-o", "out"]).good();
    assert!(place.is_module("out/a.wgsl.spv"));
    // A dangling link is an input all the same.
    std::os::unix::fs::symlink("nowhere", place.path("in/b.wgsl")).unwrap();
    place.run(&["compile", "in", "-o", "out"]).expect(2, &["b.wgsl"]);
}

#[test]
fn an_output_folder_inside_the_input_is_not_searched() {
    let place = Place::with(&[("in/a.wgsl", GOOD)]);
    for _ in 0..2 {
        place.run(&["compile", "in", "-o", "in/out"]).good();
        assert_eq!(place.files(), ["in/a.wgsl", "in/out/a.wgsl.spv"]);
    }
}

#[test]
fn modules_are_inputs_too() {
    let place = Place::new();
    let module = naga::front::wgsl::parse_str(GOOD).unwrap();
    let info = naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all())
        .validate(&module)
        .unwrap();
    let words = naga::back::spv::write_vec(&module, &info, &naga::back::spv::Options::default(), None).unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    place.write("a.spv", &bytes);
    place.run(&["compile", "a.spv", "-o", "b.spv"]).good();
    assert!(place.is_module("b.spv"));
}

#[cfg(unix)]
#[test]
fn outputs_have_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::with(&[("a.wgsl", GOOD), ("usual", "")]);
    place.run(&["compile", "a.wgsl", "-o", "a.spv"]).good();
    let mode = |name: &str| fs::metadata(place.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("a.spv"), mode("usual"));
}

#[cfg(unix)]
#[test]
fn links_and_pipes_stay_what_they_are() {
    let place = Place::with(&[("a.wgsl", GOOD), ("real/out.spv", "")]);
    std::os::unix::fs::symlink("real/out.spv", place.path("link.spv")).unwrap();
    place.run(&["compile", "a.wgsl", "-o", "link.spv"]).good();
    assert!(fs::symlink_metadata(place.path("link.spv")).unwrap().is_symlink());
    assert!(place.is_module("real/out.spv"));

    let pipe = place.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn(move || fs::read(pipe).unwrap());
    place.run(&["compile", "a.wgsl", "-o", "pipe"]).good();
    assert!(reader.join().unwrap().starts_with(&MAGIC));
}

// Wrong usage: exit status 2, and nothing is written.

#[test]
fn an_unknown_target_is_answered_with_the_known_ones() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    place
        .run(&["compile", "a.wgsl", "--target-env", "vulkan9.9"])
        .expect_one(2, "vulkan9.9")
        .expect(2, &["vulkan1.0", "vulkan1.1", "spv1.0"]);
    assert_eq!(place.files(), ["a.wgsl"]);
}

#[test]
fn unknown_values_are_answered_with_the_known_ones() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    let run = |option, value| place.run(&["compile", "a.wgsl", option, value]);
    run("--emit", "hlsl").expect_one(2, "spvasm");
    run("--bounds-checks", "some").expect_one(2, "read-zero-skip-write");
    run("--message-format", "xml").expect_one(2, "json");
    run("--jobs", "0").expect_one(2, "from 1 on");
    run("--enable", "float16").expect_one(2, "shaderFloat16");
    run("--enable", "no such thing").expect_one(2, "is no known feature");
    run("--enable", "shaderFlaot64").expect_one(2, "the nearest is `shaderFloat64`");
    run("--entry-point", "pixel:main").expect_one(2, "vertex, fragment, compute");
    run("--extension", "VK_KHR_ray_querry").expect_one(2, "the nearest is `VK_KHR_ray_query`");
    run("--extension", "no such thing").expect_one(2, "`no such thing` is no known extension");
    run("--no-such-option", "x").expect_one(2, "--no-such-option");
    run("--bindings", "none.json").expect_one(2, "none.json");
    place.run(&["compile"]).expect_one(2, "INPUT");
    place
        .run(&[
            "compile",
            "a.wgsl",
            "--enable",
            "shaderFloat16",
            "--disable",
            "shaderFloat16",
        ])
        .expect_one(2, "`shaderFloat16` is both enabled and disabled");
    assert_eq!(place.files(), ["a.wgsl"]);
}

#[test]
fn outputs_that_would_meet_are_refused() {
    let place = Place::with(&[("x/a.wgsl", GOOD), ("y/a.wgsl", GOOD), ("b.spv", "")]);
    let before = place.files();
    place
        .run(&["compile", "x/a.wgsl", "y/a.wgsl", "-o", "out"])
        .expect_one(2, "both be written to");
    place
        .run(&["compile", "x", "y", "-o", "out"])
        .expect_one(2, "both be written to");
    place
        .run(&["compile", "b.spv", "-o", "b.spv"])
        .expect_one(2, "would replace the input `b.spv`");
    place
        .run(&["compile", "x", "-o", "x"])
        .expect_one(2, "the input folder `x` itself");
    place.run(&["compile", "x"]).expect_one(2, "-o PATH");
    place
        .run(&["compile", "x/a.wgsl", "b.spv", "-o", "-"])
        .expect_one(2, "several need a folder");
    place
        .run(&["compile", "-", "x/a.wgsl", "-o", "out"])
        .expect_one(2, "alone");
    place
        .run(&["compile", "x/a.wgsl", "-o", "-", "--message-format", "json"])
        .expect_one(2, "standard output");
    assert_eq!(place.files(), before);
    assert!(!place.path("out").exists());
}

#[test]
fn help_is_no_error() {
    let place = Place::new();
    let run = place.run(&["compile", "--help"]).good();
    let text = String::from_utf8(run.stdout).unwrap();
    for option in [
        "--target-env",
        "--enable",
        "--emit",
        "--entry-point",
        "--keep-going",
        "--jobs",
        "Exit status",
    ] {
        assert!(text.contains(option), "no {option} in:\n{text}");
    }
}

// Unusable inputs.

#[test]
fn a_malformed_shader_is_shown_with_its_line() {
    let place = Place::with(&[("a.wgsl", MALFORMED)]);
    place
        .run(&["compile", "a.wgsl", "-o", "a.spv"])
        .expect_one(1, "a.wgsl:2:12")
        .expect(1, &["fn broken( {}"]);
    assert_eq!(place.files(), ["a.wgsl"]);
}

#[test]
fn an_invalid_shader_is_shown_with_its_line() {
    let place = Place::with(&[("a.wgsl", INVALID)]);
    place
        .run(&["compile", "a.wgsl"])
        .expect_one(1, "a.wgsl:2:")
        .expect(1, &["fn one() -> f32"]);
    place.write("a.wgsl", INVALID_ANYWHERE.as_bytes());
    place
        .run(&["compile", "a.wgsl"])
        .expect_one(1, "a.wgsl:1:12")
        .expect(1, &["position", "in the vertex entry point `main`"]);
    assert_eq!(place.files(), ["a.wgsl"]);
}

#[test]
fn malformed_glsl_and_spirv_are_refused() {
    let place = Place::with(&[
        ("a.frag", "#version 450\nvoid main() { colour = 1; }\n"),
        ("b.spv", "not a module"),
    ]);
    place
        .run(&["compile", "a.frag"])
        .expect(1, &["a.frag:2:", "colour = 1"]);
    place.run(&["compile", "b.spv"]).expect_one(1, "b.spv: ");
    assert_eq!(place.files(), ["a.frag", "b.spv"]);
}

#[test]
fn standard_input_has_a_name_in_messages() {
    Place::new()
        .run_with_input(&["compile", "-"], MALFORMED)
        .expect_one(1, "<stdin>:2:12");
}

#[test]
fn a_shader_that_is_not_utf8_is_refused() {
    let place = Place::new();
    place.write("a.wgsl", b"// \xff\n");
    place
        .run(&["compile", "a.wgsl"])
        .expect_one(1, "`a.wgsl` is not UTF-8: the byte at offset 3 (line 1)");
    assert_eq!(place.files(), ["a.wgsl"]);
}

#[test]
fn an_unreadable_file_is_status_2() {
    let place = Place::with(&[("a.txt", GOOD)]);
    place
        .run(&["compile", "none.wgsl"])
        .expect_one(2, "cannot read `none.wgsl`: ");
    place.run(&["compile", "none"]).expect_one(2, "cannot read `none`: ");
    // The form of naga-cli, where the last file is the output.
    place
        .run(&["compile", "none.spv"])
        .expect_one(2, "; `-o none.spv` writes it");
    place
        .run(&["compile", "a.txt"])
        .expect_one(2, ".wgsl, .vert, .frag, .comp, .spv and .spvasm");
    // A path below a file cannot be read, not even by a privileged user.
    place
        .run(&["compile", "a.txt/b.wgsl"])
        .expect_one(2, "cannot read `a.txt/b.wgsl`: ");
    assert_eq!(place.files(), ["a.txt"]);
}

#[test]
fn an_empty_folder_is_status_2() {
    let place = Place::with(&[("in/notes.txt", "")]);
    place
        .run(&["compile", "in", "-o", "out"])
        .expect_one(2, "no shader found in `in`");
    assert_eq!(place.files(), ["in/notes.txt"]);
    assert!(!place.path("out").exists());
}

#[test]
fn an_entry_point_that_is_not_there_is_rejected() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    let run = place
        .run(&["compile", "a.wgsl", "--entry-point", "other", "-o", "-"])
        .expect_one(1, "a.wgsl: the module has no entry point `other`");
    assert!(run.stdout.is_empty());
    assert!(run.stderr.contains("the module has compute `main`"), "{}", run.stderr);
    place
        .run(&["compile", "a.wgsl", "--entry-point", "compute:main"])
        .good();
}

#[test]
fn overrides_are_given_by_name_or_stay_open() {
    let source = "override n: u32;\n@compute @workgroup_size(n) fn main() {}\n";
    let place = Place::with(&[("a.wgsl", source)]);
    let assembly = ["compile", "a.wgsl", "--emit", "spvasm", "-o", "-"];
    place.run(&assembly).expect(
        1,
        &["the override `n` has no value", "override n: u32", "--override n=VALUE"],
    );
    let with = |more: &[&str]| place.run(&[&assembly[..], more].concat());
    let text = String::from_utf8(with(&["--override", "n=12"]).good().stdout).unwrap();
    assert!(text.contains("LocalSize 12 1 1"), "{text}");
    let text = String::from_utf8(with(&["--override", "n=12", "--spec-constants"]).good().stdout).unwrap();
    assert!(text.contains("OpSpecConstant %1 12"), "{text}");
    with(&["--override", "m=1"]).expect(1, &["the override `m` is not in the shader"]);
    with(&["--override", "n=0"]).expect(1, &["makes a workgroup size that is not positive"]);
    with(&["--override", "n=1", "--override", "n=2"]).expect(2, &["`--override n` is given twice"]);
    with(&["--override", "n"]).expect(2, &["NAME=VALUE"]);
}

#[test]
fn what_the_target_lacks_is_named_and_can_be_enabled() {
    let place = Place::with(&[(
        "a.wgsl",
        "@group(0) @binding(0) var sky: texture_cube_array<f32>;\n\
         @group(0) @binding(1) var linear: sampler;\n\
         @fragment fn main() -> @location(0) vec4f {\n\
             return textureSample(sky, linear, vec3f(1.0, 0.0, 0.0), 0);\n\
         }\n",
    )]);
    let strict = [
        "compile",
        "a.wgsl",
        "--target-env",
        "vulkan1.0",
        "--strict",
        "-o",
        "a.spv",
    ];
    let run = place
        .run(&strict)
        .expect(1, &["a.wgsl:", "imageCubeArray", "--enable imageCubeArray"]);
    assert!(run.stdout.is_empty());
    assert_eq!(place.files(), ["a.wgsl"]);

    let run = place
        .run(&[&strict[..], &["--message-format", "json"]].concat())
        .expect(1, &[]);
    let line = &run.lines()[0];
    assert_eq!(line["status"], "rejected");
    assert_eq!(line["errors"][0]["kind"], "missing");
    assert_eq!(line["errors"][0]["needs"], Value::Array(vec!["imageCubeArray".into()]));

    place
        .run(&[&strict[..], &["--enable", "imageCubeArray"]].concat())
        .good();
    assert!(place.is_module("a.spv"));
}

#[test]
fn an_extension_without_effect_is_a_remark() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    let run = place.run(&[
        "compile",
        "a.wgsl",
        "--extension",
        "VK_KHR_swapchain,VK_KHR_shader_float16_int8",
    ]);
    let run = run.expect(0, &["warning: the extension `VK_KHR_swapchain` changes nothing"]);
    assert_eq!(run.stderr.matches("warning").count(), 1);
}

// Outputs that cannot be written.

#[test]
fn an_output_that_cannot_be_made_is_status_2() {
    let place = Place::with(&[("a.wgsl", GOOD), ("file", ""), ("folder/x", "")]);
    let before = place.files();
    let run = |output| place.run(&["compile", "a.wgsl", "-o", output]);
    run("file/out.spv").expect_one(2, "cannot write `file/out.spv`: ");
    run("none/out.spv").expect_one(2, "cannot write `none/out.spv`: there is no folder `none`");
    place
        .run(&["compile", "a.wgsl", "folder", "-o", "file", "--keep-going"])
        .expect_one(2, "cannot write to the folder `file`: it is no folder");
    // Two inputs, one message: the folder is tested before anything is compiled.
    place
        .run(&["compile", "a.wgsl", "folder", "-o", "file/out", "--keep-going"])
        .expect_one(2, "cannot write to the folder `file/out`: ");
    assert_eq!(place.files(), before);
}

#[test]
fn read_only_files_are_not_replaced() {
    let place = Place::with(&[("a.wgsl", GOOD), ("out.spv", "kept")]);
    let read_only = |name: &str, state| {
        let mut permissions = fs::metadata(place.path(name)).unwrap().permissions();
        permissions.set_readonly(state);
        fs::set_permissions(place.path(name), permissions).unwrap();
    };
    read_only("out.spv", true);
    place
        .run(&["compile", "a.wgsl", "-o", "out.spv"])
        .expect_one(2, "cannot write `out.spv`: the file is read-only");
    assert_eq!(fs::read(place.path("out.spv")).unwrap(), b"kept");
    read_only("out.spv", false);
    if cfg!(unix) {
        fs::create_dir(place.path("folder")).unwrap();
        read_only("folder", true);
        place
            .run(&["compile", "a.wgsl", "-o", "folder/out.spv"])
            .expect_one(2, "the folder is read-only");
        place
            .run(&["compile", "a.wgsl", "a.wgsl/..", "-o", "folder"])
            .expect(2, &[]);
        read_only("folder", false);
    }
    assert_eq!(place.files(), ["a.wgsl", "out.spv"]);
}

// Extreme inputs for naga.

#[test]
fn a_deep_shader_does_not_overflow_the_stack() {
    let mut text = "fn f(a: bool) { if a {}".to_owned();
    text += &"else if a {}".repeat(30_000);
    text += "}\n@compute @workgroup_size(1) fn main() { f(true); }\n";
    let place = Place::with(&[("deep.wgsl", &text)]);
    let run = place.run(&["compile", "deep.wgsl", "-o", "-"]);
    // It is either compiled or refused because of its depth; in both cases the run ends normally.
    assert!(
        run.status == 0 || run.status == 1 && run.stderr.contains("error"),
        "{}: {}",
        run.status,
        run.stderr
    );
}

#[test]
fn a_panic_of_the_front_end_is_that_inputs_error() {
    // A 48-bit integer as a structure's member: naga 30's layouter returns an error, and its front end unwraps it.
    let words = [
        0x0723_0203,
        0x0001_0000,
        0,
        3,
        0, // header, bound 3
        0x0004_0015,
        1,
        48,
        0, // %1 = OpTypeInt 48 0
        0x0003_001e,
        2,
        1, // %2 = OpTypeStruct %1
    ];
    let bytes: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    let place = Place::with(&[("b.wgsl", GOOD)]);
    place.write("a.spv", &bytes);
    let run = place
        .run(&["compile", "a.spv", "b.wgsl", "-o", "out", "--keep-going"])
        .expect_one(1, "a.spv: naga's front end panicked: ");
    assert!(!run.stderr.contains("RUST_BACKTRACE"), "{}", run.stderr);
    assert!(place.is_module("out/b.wgsl.spv"));
}

/// Some editors write a byte order mark; lines and columns do not count it.
#[test]
fn a_byte_order_mark_is_no_part_of_a_shader() {
    let place = Place::new();
    place.write("a.wgsl", format!("\u{feff}{GOOD}").as_bytes());
    place.run(&["compile", "a.wgsl"]).expect(0, &[]);
    let glsl = "\u{feff}#version 450\nvoid main() { gl_Position = vec4(0.0); }\n";
    place.write("a.vert", glsl.as_bytes());
    place.run(&["compile", "a.vert"]).expect(0, &[]);
    place.write("b.wgsl", "\u{feff}fn broken( {}\n".as_bytes());
    place.run(&["compile", "b.wgsl"]).expect(1, &["b.wgsl:1:12"]);
}

/// A binary module consists of words, in either byte order (SPIR-V §3.1, "Magic Number").
#[test]
fn modules_of_the_other_byte_order_are_inputs() {
    let place = Place::new();
    place.write("a.wgsl", GOOD.as_bytes());
    place.run(&["compile", "a.wgsl", "-o", "a.spv"]).expect(0, &[]);
    let bytes = place.read("a.spv");
    let swapped: Vec<u8> = bytes.chunks(4).flat_map(|word| word.iter().rev().copied()).collect();
    place.write("b.spv", &swapped);
    place.run(&["compile", "b.spv", "-o", "c.spv"]).expect(0, &[]);
    place.run(&["compile", "a.spv", "-o", "d.spv"]).expect(0, &[]);
    assert_eq!(place.read("c.spv"), place.read("d.spv"));
}

#[test]
fn both_extensions_denote_glsl() {
    let place = Place::new();
    place.write("a.vert.glsl", b"#version 450\nvoid main() { gl_Position = vec4(0.0); }");
    place.run(&["compile", "a.vert.glsl"]).expect(0, &[]);
    assert!(!place.read("a.vert.glsl.spv").is_empty());
    place.write("a.rgen", b"#version 460\nvoid main() {}");
    place
        .run(&["compile", "a.rgen"])
        .expect(2, &["none of the stages that are read", "--input-kind"]);
}

/// A pattern of the shell may match one file or many; the meaning of the output must not depend on that.
#[test]
fn one_file_can_be_written_to_a_folder() {
    let place = Place::new();
    place.write("a.wgsl", GOOD.as_bytes());
    place.run(&["compile", "a.wgsl", "-o", "out/"]).expect(0, &[]);
    place
        .run(&["compile", "a.wgsl", "-o", "out", "--emit", "spvasm"])
        .expect(0, &[]);
    assert!(!place.read("out/a.wgsl.spv").is_empty());
    assert!(!place.read("out/a.wgsl.spvasm").is_empty());
}

/// A minified shader is one line; only the text near the mark is shown.
#[test]
fn a_long_line_is_cut_to_what_is_marked() {
    let place = Place::new();
    let long = "1+".repeat(100_000);
    place.write(
        "a.wgsl",
        format!("@compute @workgroup_size(1) fn main() {{ let x = {long}missing; }}").as_bytes(),
    );
    let run = place.run(&["compile", "a.wgsl"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.len() < 2_000, "{} bytes", run.stderr.len());
    // The mark is below the marked text.
    let mut lines = run.stderr.lines().skip_while(|line| !line.contains("missing;"));
    let (source, marks) = (lines.next().unwrap(), lines.next().unwrap());
    let at = |line: &str, text: &str| line.find(text).map(|place| line[..place].chars().count());
    assert_eq!(at(source, "missing"), at(marks, "^"), "{}", run.stderr);
}
