//! Tests of refusals: nearest names, suggested switches, colours, groups, and the fields of JSON.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use super::place::Place;
use super::{GOOD, MALFORMED};

const PAGE: &str = include_str!("../../../docs/json.md");

/// Needs several device features, and an extension.
const NEEDY: &str = "enable f16;
enable wgpu_ray_query;
@group(0) @binding(0) var<storage, read_write> a: array<f16>;
@group(0) @binding(1) var<storage, read_write> b: f64;
@group(0) @binding(2) var<storage, read_write> c: i64;
@group(0) @binding(3) var scene: acceleration_structure;
@compute @workgroup_size(1) fn main() {
    a[0] = a[1] * a[2];
    b = b + 1.0lf;
    c = c + 1li;
    var query: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, 0.1, 100.0, vec3f(), vec3f(0.0, 1.0, 0.0)));
    _ = rayQueryProceed(&query);
}
";

#[test]
fn near_names_are_offered() {
    let source = "override scale: f32 = 1.0;\n@id(7) override size = 1u;\n\
        @compute @workgroup_size(1) fn blur_horizontal() { let a = scale; }\n\
        @compute @workgroup_size(1) fn blur_vertical() { let a = size; }\n";
    let place = Place::with(&[("a.wgsl", source)]);
    let refused = |status, switches: &[&str], message: &str| {
        place
            .run(&[&["compile", "a.wgsl", "-o", "-"], switches].concat())
            .expect_one(status, message);
    };
    refused(
        1,
        &["--entry-point", "blur_horizonal"],
        "the nearest is `blur_horizontal`",
    );
    refused(1, &["--override", "skale=2"], "the nearest is `scale`");
    refused(
        1,
        &["--override", "size=2"],
        "an override with an `@id` is known by it: 7",
    );
    refused(2, &["--enable", "shaderFlaot16"], "the nearest is `shaderFloat16`");
    refused(
        2,
        &["--extension", "VK_KHR_ray_qwery"],
        "the nearest is `VK_KHR_ray_query`",
    );
    refused(2, &["--target-env", "vulkan1.5"], "the nearest is `vulkan1.4`");
    refused(
        1,
        &["--float-controls", "blur_vertikal@f32:nan=preserve"],
        "the nearest is `blur_vertical`",
    );
    refused(1, &["--no-contraction=blur_vertikal"], "the nearest is `blur_vertical`");
    refused(2, &["--flipy"], "a similar argument exists: '--flip-y'");
    refused(
        2,
        &["--target", "vulkan1.2"],
        "a similar argument exists: '--target-env'",
    );
    place
        .run(&["comple", "a.wgsl"])
        .expect_one(2, "a similar subcommand exists: 'compile'");
    place
        .run(&["a.wgsl"])
        .expect_one(2, "`spirula compile a.wgsl` compiles it");
    // No name is suggested if none is near.
    let run = place.run(&["compile", "a.wgsl", "--entry-point", "zzz"]);
    assert!(!run.stderr.contains("nearest"), "{}", run.stderr);
}

/// The switches at the end of a refusal, if there are any.
fn switches(stderr: &str) -> Option<Vec<&str>> {
    let line = stderr
        .lines()
        .find_map(|line| line.split_once("to allow all of it: "))?;
    Some(line.1.split(' ').collect())
}

#[test]
fn one_line_allows_all_that_is_missing() {
    let place = Place::with(&[("a.wgsl", NEEDY)]);
    for target in ["vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3", "vulkan1.4"] {
        let base = ["compile", "a.wgsl", "-o", "a.spv", "--strict"];
        let run = place.run(&[&base[..], &["--target-env", target]].concat());
        let run = run.expect(1, &["to allow all of it: "]);
        let added = switches(&run.stderr).unwrap();
        // A suggested environment replaces the given one.
        let own = ["--target-env", target];
        let kept: &[&str] = if added.contains(&"--target-env") { &[] } else { &own };
        place.run(&[&base[..], kept, &added].concat()).good();
        assert_eq!(run.stderr.matches("to allow all of it").count(), 1);
    }
    // A single requirement has only its own line.
    let one = "@group(0) @binding(0) var<storage, read_write> b: f64;
        @compute @workgroup_size(1) fn main() { b = b + 1.0lf; }";
    let place = Place::with(&[("a.wgsl", one)]);
    let run = place
        .run(&["compile", "a.wgsl", "--strict"])
        .expect(1, &["to allow it: --enable shaderFloat64"]);
    assert_eq!(switches(&run.stderr), None);
}

/// Runs the binary with an environment variable.
fn with_variable(place: &Place, (name, value): (&str, &str), arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_spirula"))
        .args(arguments)
        .env(name, value)
        .current_dir(place.path("."))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_target_may_come_from_the_environment() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    let listing = ["compile", "a.wgsl", "--emit", "spvasm", "-o", "-"];
    let variable = |value| ("SPIRULA_TARGET_ENV", value);
    let version = |value, more: &[&str]| {
        let (status, text, errors) = with_variable(&place, variable(value), &[&listing[..], more].concat());
        assert_eq!(status, 0, "{errors}");
        text.lines()
            .find_map(|line| line.strip_prefix("; Version: ").map(str::to_owned))
            .unwrap()
    };
    assert_eq!(version("vulkan1.3", &[]), "1.6");
    assert_eq!(version("", &[]), "1.3");
    assert_eq!(version("vulkan1.3", &["--target-env", "vulkan1.2"]), "1.5");
    let (status, _, errors) = with_variable(&place, variable("vulkan9"), &listing);
    assert!(
        status == 2 && errors.contains("SPIRULA_TARGET_ENV: `vulkan9` is no known target environment"),
        "{errors}"
    );
    let (status, text, _) = with_variable(&place, variable("spv1.6"), &["features"]);
    assert!(status == 0 && text.contains("SPIR-V 1.6"), "{text}");
}

#[test]
fn colours_are_asked_for() {
    let place = Place::with(&[("a.wgsl", MALFORMED), ("none.json", "[]")]);
    let escapes = |more: &[&str]| {
        let run = place.run(&[&["compile", "a.wgsl"], more].concat());
        assert_eq!(run.status, 1);
        (run.stderr.contains("\u{1b}["), run.stderr)
    };
    // Standard error is a pipe here.
    assert!(!escapes(&[]).0);
    assert!(!escapes(&["--color", "never"]).0);
    let (is_coloured, text) = escapes(&["--color", "always"]);
    assert!(is_coloured && text.contains("a.wgsl:2:12"), "{text}");
    // `--color` overrides the variable.
    let (_, _, text) = with_variable(&place, ("NO_COLOR", "1"), &["compile", "a.wgsl", "--color", "always"]);
    assert!(text.contains("\u{1b}["));
    let json = place.run(&["compile", "a.wgsl", "--color", "always", "--message-format", "json"]);
    assert!(!String::from_utf8_lossy(&json.stdout).contains("\\u001b"));
    // Control characters of a source are not printed.
    place.write("a.wgsl", b"fn a() { \x1b[31m }");
    assert!(!escapes(&[]).0);
}

#[test]
fn failures_are_grouped_at_the_end() {
    let names: Vec<String> = (0..12).map(|number| format!("in/{number:02}.wgsl")).collect();
    let text = |number: usize| match number {
        0 | 5 => GOOD,
        1 => MALFORMED,
        _ => "@vertex fn main() -> @location(0) f32 { return 1.0; }\n",
    };
    let files: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(at, name)| (name.as_str(), text(at)))
        .collect();
    let place = Place::with(&files);
    let run = place.run(&["compile", "in", "-o", "out", "--keep-going"]).expect(
        1,
        &[
            "failures by cause:\n    9 files: a vertex shader returns a `@builtin(position)`",
            "(first: in/02.wgsl)\n2 of 12 compiled, 10 failed\ntime: ",
        ],
    );
    assert!(run.stderr.ends_with(" s\n"));
    // A short list has no groups.
    let run = place.run(&[
        "compile",
        "in/01.wgsl",
        "in/02.wgsl",
        "in/03.wgsl",
        "-o",
        "out",
        "--keep-going",
    ]);
    assert!(!run.stderr.contains("by cause"), "{}", run.stderr);
}

#[test]
fn pipes_and_descriptors_are_inputs_of_every_language() {
    let kinds = [
        ("--input-kind=wgsl", GOOD),
        ("--input-kind=comp", "#version 450\nvoid main() {}\n"),
        ("--stage=compute", "#version 450\nvoid main() {}\n"),
        (
            "--stage=vertex",
            "#version 450\nvoid main() { gl_Position = vec4(0.0); }\n",
        ),
    ];
    let place = Place::with(&[("a.glsl", kinds[1].1)]);
    for (kind, source) in kinds {
        for name in ["-", "/dev/stdin", "/dev/fd/0"] {
            if name.starts_with('/') && !std::path::Path::new("/dev/fd/0").exists() {
                continue;
            }
            let run = place.run_with_input(&["compile", name, kind, "--emit", "spvasm"], source);
            assert_eq!(run.status, 0, "{name} {kind}: {}", run.stderr);
            assert!(
                String::from_utf8_lossy(&run.stdout).contains("OpEntryPoint"),
                "{name} {kind}"
            );
        }
    }
    place
        .run(&["compile", "a.glsl", "--stage", "comp", "-o", "a.spv"])
        .good();
    assert_eq!(place.files(), ["a.glsl", "a.spv"]);
    place.run(&["compile", "a.glsl", "--stage", "mesh"]).expect_one(
        2,
        "naga reads no mesh shaders in GLSL; GLSL is read of vertex, fragment and compute shaders",
    );
    place
        .run(&["compile", "a.glsl"])
        .expect_one(2, "`--input-kind` or `--stage` says what it is");
    for (name, stage) in [
        ("a.rgen", "ray generation"),
        ("a.rmiss.glsl", "miss"),
        ("a.mesh", "mesh"),
        ("a.geom", "geometry"),
    ] {
        place.write(name, b"#version 460\nvoid main() {}\n");
        place
            .run(&["compile", name])
            .expect_one(2, &format!("naga reads no {stage} shaders in GLSL"));
    }
}

/// The fields of the table that begins after a line.
fn fields(after: &str) -> BTreeSet<String> {
    let (_, rest) = PAGE.split_once(after).unwrap_or_else(|| panic!("no {after:?}"));
    let rows = rest.lines().skip_while(|line| !line.starts_with("| ")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = rows.flat_map(|row| row.split('|').nth(1).unwrap().split(','));
    cells.map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
}

#[test]
fn the_page_on_json_has_every_field() {
    let place = Place::with(&[("a.wgsl", GOOD), ("b.wgsl", MALFORMED), ("c.wgsl", NEEDY)]);
    let arguments = [
        "compile",
        "a.wgsl",
        "b.wgsl",
        "c.wgsl",
        "none.wgsl",
        "--keep-going",
        "--strict",
        "-o",
        "out",
    ];
    let run = place.run(&[&arguments[..], &["--message-format", "json", "--emit", "spv,spvasm"]].concat());
    let lines = run.lines();
    let keys = |value: &serde_json::Value| -> BTreeSet<String> { value.as_object().unwrap().keys().cloned().collect() };
    for line in &lines {
        assert_eq!(keys(line), fields("\nA line:\n"));
        for error in line["errors"].as_array().unwrap() {
            assert_eq!(keys(error), fields("\nAn error:\n"));
            assert!(
                fields("\nThe kinds:\n").contains(error["kind"].as_str().unwrap()),
                "{error}"
            );
            for label in error["labels"].as_array().unwrap() {
                assert_eq!(keys(label), fields("\nA label:\n"));
            }
        }
    }
    for output in lines[0]["outputs"].as_array().unwrap() {
        assert_eq!(keys(output), fields("\nA file of `outputs`:\n"));
    }
    // Every kind in the source code must be on the page.
    for file in [
        "cli/src/job.rs",
        "src/source/frontend.rs",
        "src/source/invalid.rs",
        "src/source/include.rs",
        "src/source/refused.rs",
        "src/source/text.rs",
    ] {
        let source = std::fs::read_to_string(crate::common::root(file)).unwrap();
        for (mark, end) in [
            ("Complaint::new(\"", '"'),
            ("unusable(\"", '"'),
            ("kind: \"", '"'),
            ("Problem::plain(\"", '"'),
        ] {
            for found in source.split(mark).skip(1) {
                let kind = found.split(end).next().unwrap();
                assert!(fields("\nThe kinds:\n").contains(kind), "{file}: {kind}");
            }
        }
    }
    let refused = std::fs::read_to_string(crate::common::root("src/source/refused.rs")).unwrap();
    let table = refused.split_once("fn kind_of").unwrap().1.split_once("\n}").unwrap().0;
    for part in table.split("=> ").skip(1) {
        if let Some(kind) = part.trim_start_matches(['{', ' ', '\n']).strip_prefix('"') {
            let kind = kind.split('"').next().unwrap();
            assert!(fields("\nThe kinds:\n").contains(kind), "{kind}");
        }
    }
}

#[test]
fn the_example_on_the_page_is_printed() {
    let place = Place::with(&[("wrong.wgsl", "fn one() -> f32 {\n    return vec2f();\n}\n")]);
    let (_, rest) = PAGE.split_once("```console\n$ spirula ").unwrap();
    let (command, rest) = rest.split_once('\n').unwrap();
    let due = rest.split_once("```").unwrap().0;
    let run = place.run(&command.split(' ').collect::<Vec<_>>());
    assert_eq!(String::from_utf8(run.stdout).unwrap(), due);
}

/// Lines, columns and offsets denote the same part of the source.
#[test]
fn spans_have_ends() {
    let source = "// ü\nfn one() -> f32 {\n    return vec2f(1.0,\n        2.0);\n}\n";
    let place = Place::with(&[("a.wgsl", source)]);
    let run = place
        .run(&["compile", "a.wgsl", "--message-format", "json"])
        .expect(1, &[]);
    let error = &run.lines()[0]["errors"][0];
    let number = |field: &str| usize::try_from(error[field].as_u64().unwrap()).unwrap();
    let marked = &source[number("start")..number("end")];
    assert!(marked.starts_with("vec2f(") && marked.ends_with(')'), "{marked}");
    assert_eq!((number("line"), number("column")), (3, 12));
    assert_eq!((number("end_line"), number("end_column")), (4, 13));
    assert_eq!(error["labels"][0]["start"], error["start"]);
    assert_eq!(error["notes"][0], "in the function `one`");
    assert!(error["rendered"].as_str().unwrap().starts_with("error: "));
}

#[test]
fn bindings_that_no_shader_has_are_named() {
    let bindings = "[{\"group\":0,\"binding\":0,\"descriptor_set\":0,\"descriptor_binding\":0},\n\
                     {\"group\":1,\"binding\":4,\"descriptor_set\":0,\"descriptor_binding\":1}]";
    let a = format!("@group(0) @binding(0) var<uniform> a: u32;\n{GOOD}");
    let b = format!("@group(1) @binding(4) var<uniform> a: u32;\n{GOOD}");
    let place = Place::with(&[
        ("a.wgsl", &a),
        ("b.wgsl", &b),
        ("c.wgsl", MALFORMED),
        ("b.json", bindings),
    ]);
    let run = |inputs: &[&str]| {
        place.run(
            &[
                &["compile"],
                inputs,
                &["-o", "out/", "--keep-going", "--bindings", "b.json"],
            ]
            .concat(),
        )
    };
    let remark = "warning: b.json:2:1: no shader has a resource at @group(1) @binding(4)";
    run(&["a.wgsl"]).expect(0, &[remark]);
    run(&["a.wgsl", "b.wgsl"]).good();
    // The resources of the unreadable shader are unknown.
    let text = run(&["a.wgsl", "c.wgsl"]).expect(1, &[]).stderr;
    assert!(!text.contains("warning"), "{text}");
    place.write(
        "b.json",
        bindings
            .replace("\"group\":1,\"binding\":4", "\"group\":0,\"binding\":0")
            .as_bytes(),
    );
    run(&["a.wgsl"]).expect_one(2, "b.json:2:1: group 0 binding 0 is named twice; first at 1:2");
    place.write("b.json", bindings.replace("\"group\":1", "\"gruop\":1").as_bytes());
    run(&["a.wgsl"]).expect_one(2, "b.json:2:8: unknown field `gruop`");
}

/// What editors use: a buffer on standard input in place of a file, no outputs, one line a message.
#[test]
fn an_editor_checks_a_buffer() {
    let place = Place::with(&[("s/lib/n.glsl", "float n() { return missing; }\n"), ("s/a.wgsl", GOOD)]);
    let editor = [
        "compile",
        "-",
        "--check-only",
        "--message-format",
        "short",
        "--stdin-file-path",
    ];
    let check = |path: &str, text: &str| place.run_with_input(&[&editor[..], &[path]].concat(), text);
    let files = place.files();

    let run = check("s/a.wgsl", GOOD).good();
    assert!(run.stdout.is_empty());
    let run = check("s/a.wgsl", "@compute @workgroup_size(1)\nfn main() { oops(); }\n")
        .expect(1, &["s/a.wgsl:2:13: error: "]);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    // The name tells the language, and where included files are.
    let glsl =
        "#version 450\n#include \"lib/n.glsl\"\nlayout(location = 0) out vec4 o;\nvoid main() { o = vec4(n()); }\n";
    check("s/b.frag", glsl).expect(1, &["s/lib/n.glsl:1:", ": error: "]);
    // What only the target lacks is found too.
    check(
        "s/a.wgsl",
        "enable f16;\nvar<private> h: f16;\n@compute @workgroup_size(1) fn main() { h += 1h; }",
    )
    .expect(0, &[]);
    place
        .run_with_input(
            &[&editor[..], &["s/a.wgsl", "--strict"]].concat(),
            "enable f16;\nvar<private> h: f16;\n@compute @workgroup_size(1) fn main() { h += 1h; }",
        )
        .expect(1, &["s/a.wgsl:", "error: ", "shaderFloat16"]);
    assert_eq!(place.files(), files);

    let human = place.run_with_input(
        &["compile", "-", "--check-only", "--stdin-file-path", "s/a.wgsl"],
        "oops",
    );
    human.expect(1, &["┌─ s/a.wgsl:1:1"]);
    check("s/a.txt", GOOD).expect_one(2, "`s/a.txt` is no shader by its name");
    place
        .run(&["compile", "s/a.wgsl", "--stdin-file-path", "b.wgsl", "-o", "-"])
        .expect_one(2, "`--stdin-file-path` is for the input `-`");
    place
        .run(&["compile", "s/a.wgsl", "--check-only", "-o", "a.spv"])
        .expect(2, &["cannot be used with"]);
}

/// Vulkan 1.1 has subgroup operations; the words pass the check, and debug information has the shader's own text.
#[test]
fn extensions_that_naga_refuses_to_enable_are_compiled_or_named() {
    let shader = "/* a */ enable subgroups; // b\n@group(0) @binding(0) var<storage, read_write> o: array<u32>;\n\
                  @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) { o[i] = subgroupAdd(i); }\n";
    let lacking = shader.replace("enable subgroups", "enable subgroups, subgroup_size_control");
    let place = Place::with(&[("a.wgsl", shader), ("b.wgsl", &lacking)]);
    place
        .run(&["compile", "a.wgsl", "-g", "--target-env", "vulkan1.1", "-o", "a.spv"])
        .good();
    place
        .run(&["check", "--target-env", "vulkan1.1", "a.spv"])
        .expect(0, &[]);
    let text = place.run(&["dis", "a.spv"]).good().stdout;
    assert!(String::from_utf8(text).unwrap().contains("enable subgroups; // b"));
    place.run(&["compile", "b.wgsl"]).expect_one(1, "b.wgsl:1:27").expect(
        1,
        &[
            "`subgroup_size_control` is not implemented",
            "naga lacks the attribute `@subgroup_size`",
        ],
    );
}
