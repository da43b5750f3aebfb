//! Tests of `spirula build`, `--watch`, interrupted runs, completions, the manual, and progress.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::place::{MAGIC, Place};
use super::{GOOD, MALFORMED};

const PROJECT: &str = r#"
[compile]
names = true
override = { scale = 3, on = true }

[target.phone]
target-env = "vulkan1.1"
disable = ["shaderInt16", "shaderInt64"]

[target.desktop]
target-env = "vulkan1.3"
no-check = false

[[shaders]]
inputs = ["shaders"]
emit = ["spv", "spvasm"]

[[shaders]]
inputs = "one.wgsl"
names = false
emit = "spvasm"
"#;
const SHADER: &str = "override scale: i32;\noverride on: bool;\n@group(0) @binding(0) var<storage, read_write> n: i32;\n\
    @compute @workgroup_size(1) fn main() { if on { n = scale; } }\n";

fn project() -> Place {
    Place::with(&[
        ("spirula.toml", PROJECT),
        ("shaders/a.wgsl", SHADER),
        ("shaders/b/c.wgsl", SHADER),
        ("one.wgsl", SHADER),
    ])
}

fn text(place: &Place, name: &str) -> String {
    String::from_utf8(place.read(name)).unwrap()
}

#[test]
fn a_project_is_built_for_its_targets() {
    let place = project();
    place.run(&["build"]).good();
    let mut outputs: Vec<_> = place
        .files()
        .into_iter()
        .filter(|name| name.starts_with("out/"))
        .collect();
    outputs.sort();
    let mut expected = Vec::new();
    for target in ["desktop", "phone"] {
        for name in [
            "a.wgsl.spv",
            "a.wgsl.spvasm",
            "b/c.wgsl.spv",
            "b/c.wgsl.spvasm",
            "one.wgsl.spvasm",
        ] {
            expected.push(format!("out/{target}/{name}"));
        }
    }
    assert_eq!(outputs, expected);
    // Switches for the target, for all shaders, and for one list of shaders.
    assert!(text(&place, "out/desktop/a.wgsl.spvasm").contains("; Version: 1.6"));
    assert!(text(&place, "out/phone/a.wgsl.spvasm").contains("; Version: 1.3"));
    assert!(text(&place, "out/phone/a.wgsl.spvasm").contains("OpName"));
    let one = text(&place, "out/phone/one.wgsl.spvasm");
    assert!(!one.contains("OpName") && one.contains(" 3\n"), "{one}");

    // One target only; from a subfolder; with the file's name.
    let place = project();
    place.write("shaders/b/deep/x", b"");
    let run = Command::new(env!("CARGO_BIN_EXE_spirula"))
        .args(["build", "phone"])
        .current_dir(place.path("shaders/b/deep"))
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(place.path("out/phone/a.wgsl.spv").exists() && !place.path("out/desktop").exists());
    place.write(
        "sub/spirula.toml",
        b"[[shaders]]\ninputs = '../one.wgsl'\nout-dir = 'here'\noverride = {scale = 1, on = 0}",
    );
    place.run(&["build", "--config", "sub/spirula.toml"]).good();
    assert!(place.is_module("sub/here/one.wgsl.spv"));
}

/// The output of one target is not an input of the next one.
#[test]
fn outputs_below_the_inputs_are_not_built() {
    let targets = "[target.a]\n[target.b]\ntarget-env = 'vulkan1.2'\n[[shaders]]\ninputs = '.'\n";
    let place = Place::with(&[("spirula.toml", targets), ("x/a.wgsl", GOOD)]);
    for _ in 0..2 {
        place.run(&["build"]).good();
        assert_eq!(
            place.files(),
            ["out/a/x/a.wgsl.spv", "out/b/x/a.wgsl.spv", "spirula.toml", "x/a.wgsl"]
        );
    }
}

/// Each combination of values is a module of its own, below folders that need not exist.
#[test]
fn axes_make_permutations() {
    let text = "[target.old]\ntarget-env = 'vulkan1.0'\n[target.new]\ntarget-env = 'vulkan1.3'\n\
        [[shaders]]\ninputs = ['s/*.wgsl']\naxes = { scale = [1, 2, 3], on = [true, false] }\n\
        output = 'out/{target}/{stem}.{scale}.{on}.spv'\n\
        [[shaders]]\ninputs = 'c.frag'\ndefine-axes = { QUALITY = [0, 1] }\noutput = 'out/{target}/{name}.q{QUALITY}.spv'\n";
    let glsl = "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() {\n#if QUALITY\no = vec4(1);\n#else\n\
        o = vec4(0);\n#endif\n}\n";
    let place = Place::with(&[
        ("spirula.toml", text),
        ("s/a.wgsl", SHADER),
        ("s/b.wgsl", SHADER),
        ("s/notes.txt", "no shader"),
        ("c.frag", glsl),
    ]);
    place.run(&["build"]).good();
    let mut expected = Vec::new();
    for target in ["new", "old"] {
        for shader in ["a", "b"] {
            for scale in 1..=3 {
                expected.extend(["false", "true"].map(|on| format!("out/{target}/{shader}.{scale}.{on}.spv")));
            }
        }
        expected.extend(["0", "1"].map(|quality| format!("out/{target}/c.frag.q{quality}.spv")));
    }
    expected.sort();
    let outputs: Vec<_> = place
        .files()
        .into_iter()
        .filter(|name| name.starts_with("out/"))
        .collect();
    assert_eq!(outputs, expected);
    let words = |name: &str| place.read(&format!("out/old/{name}.spv"));
    assert_eq!(words("a.2.true"), words("b.2.true"));
    for other in ["a.1.true", "a.2.false"] {
        assert_ne!(words("a.2.true"), words(other));
    }
    assert_ne!(words("c.frag.q0"), words("c.frag.q1"));
    let own = [
        "compile",
        "s/a.wgsl",
        "--target-env",
        "vulkan1.0",
        "--override",
        "scale=2",
        "--override",
        "on=true",
    ];
    place.run(&[&own[..], &["-o", "own.spv"]].concat()).good();
    assert_eq!(place.read("own.spv"), words("a.2.true"));
}

/// Runs with the same switches differ in inputs, output, overrides and macros. Each is what it is alone, whatever run is
/// before it.
#[test]
fn runs_of_one_form_are_what_they_are_alone() {
    let glsl = "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = vec4(A, B, 0, 1); }\n";
    let run = |name: &str, values: &str| {
        let values = values.replace('N', name);
        format!("[[shaders]]\nreflect-unused = true\n{values}\n")
    };
    let wgsl = "inputs = 'N.wgsl'\noutput = 'o/N.spv'\noverride";
    let frag = "inputs = ['f.frag']\noutput = 'o/N.spv'\ndefine";
    let runs = [
        run("a", &format!("{wgsl} = {{ scale = 1, on = true }}")),
        run("b", &format!("{wgsl} = {{ scale = 2, on = true }}")),
        run(
            "b2",
            &format!("{wgsl} = {{ on = false, scale = 3 }}").replace("N.wgsl", "b.wgsl"),
        ),
        run("f", &format!("{frag} = {{ A = 1, B = 0 }}")),
        run("g", &format!("{frag} = {{ B = 1, A = 0 }}")),
    ];
    let place = |text: &str| {
        let shaders = [("a.wgsl", SHADER), ("b.wgsl", SHADER), ("f.frag", glsl)];
        Place::with(&[&[("spirula.toml", text)], &shaders[..]].concat())
    };
    let all = place(&runs.concat());
    all.run(&["build"]).good();
    for (name, text) in ["a", "b", "b2", "f", "g"].into_iter().zip(&runs) {
        let alone = place(text);
        alone.run(&["build"]).good();
        let name = format!("o/{name}.spv");
        assert_eq!(alone.read(&name), all.read(&name), "{name}");
    }
    assert_ne!(all.read("o/a.spv"), all.read("o/b.spv"));
    assert_ne!(all.read("o/f.spv"), all.read("o/g.spv"));
    let reversed: String = runs.iter().rev().map(String::as_str).collect();
    all.write("spirula.toml", reversed.as_bytes());
    for line in all.run(&["build", "--message-format", "json"]).expect(0, &[]).lines() {
        assert_eq!(line["made"], "unchanged", "{line}");
    }
    let [wgsl, .., frag] = &runs;
    for (good, old, new) in [
        (wgsl, "scale = 1", "scale = 'x'"),
        (wgsl, "a.wgsl", ""),
        (wgsl, "o/a.spv", ""),
        (frag, "B = 1", "1 = 1"),
    ] {
        let bad = good.replace(old, new);
        let message = |text: &str, start: &str| {
            let error = place(text).run(&["build"]).expect(2, &[]).stderr;
            error.split_once(start).unwrap().1.to_owned()
        };
        let second = format!("{good}{bad}");
        assert_eq!(message(&second, "shaders 2: "), message(&bad, "shaders 1: "));
    }
}

/// A message says which of the modules of a shader it is about.
#[test]
fn a_failure_names_its_target_and_permutation() {
    let text = "[target.old]\ntarget-env = 'vulkan1.0'\n[target.new]\ntarget-env = 'vulkan1.3'\n[[shaders]]\n\
        inputs = ['a.wgsl']\naxes = { N = [1, 2] }\noutput = 'out/{target}.{N}.spv'\n";
    let shader = "override N: u32;\n@compute @workgroup_size(32)\n\
        fn main(@builtin(subgroup_id) i: u32) { if subgroupAdd(i) == N { subgroupBarrier(); } }\n";
    let place = Place::with(&[("spirula.toml", text), ("a.wgsl", shader)]);
    let lines = [
        "\n  = compiled for target `old`, N=1\n",
        "\n  = compiled for target `old`, N=2\n",
    ];
    place.run(&["build", "--keep-going"]).expect(1, &lines);
    assert!(place.files().contains(&"out/new.2.spv".to_owned()));
    let run = place
        .run(&["build", "--keep-going", "--message-format", "json"])
        .expect(1, &[]);
    let variants: Vec<_> = run.lines().iter().map(|line| line["variant"].to_string()).collect();
    let expected = [("old", 1), ("old", 2), ("new", 1), ("new", 2)];
    assert_eq!(
        variants,
        expected.map(|(target, n)| format!("{{\"axes\":{{\"N\":\"{n}\"}},\"target\":\"{target}\"}}"))
    );
    let alone = place.run(&["compile", "a.wgsl", "--message-format", "json", "-o", "a.spv"]);
    assert!(alone.lines()[0].get("variant").is_none());
}

/// What is the same is not written again, so that nothing that depends on it is done again.
#[test]
fn an_output_that_stays_the_same_keeps_its_time() {
    let place = project();
    let time = |name: &str| std::fs::metadata(place.path(name)).unwrap().modified().unwrap();
    place.run(&["build"]).good();
    let names = ["out/phone/a.wgsl.spv", "out/phone/one.wgsl.spvasm"];
    let before = names.map(time);
    std::thread::sleep(Duration::from_millis(20));
    place.write("shaders/a.wgsl", format!("// Another comment.\n{SHADER}").as_bytes());
    place.write("one.wgsl", SHADER.replace("n = scale", "n = -scale").as_bytes());
    place.run(&["build"]).good();
    let after = names.map(time);
    assert_eq!(before[0], after[0]);
    assert_ne!(before[1], after[1]);
}

#[test]
fn json_lines_are_those_of_all_runs() {
    let place = project();
    place.write("shaders/a.wgsl", MALFORMED.as_bytes());
    let arguments = ["build", "--message-format", "json", "--jobs", "1"];
    let run = place.run(&[&arguments[..], &["--keep-going"]].concat()).expect(1, &[]);
    let lines = run.lines();
    let files: Vec<_> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    let each = ["shaders/a.wgsl", "shaders/b/c.wgsl", "one.wgsl"];
    assert_eq!(files, [each, each].concat());
    assert_eq!(place.run(&arguments).expect(1, &[]).lines().len(), 1);
}

#[test]
fn mistakes_in_the_file_are_named() {
    let refused = |text: &str, message: &str| {
        let place = Place::with(&[("spirula.toml", text), ("a.wgsl", GOOD)]);
        place.run(&["build"]).expect_one(2, message);
        assert_eq!(place.files(), ["a.wgsl", "spirula.toml"]);
    };
    let with = |line: &str| format!("[[shaders]]\ninputs = ['a.wgsl']\n{line}\n");
    refused("", "there are no shaders");
    refused("[[shaders]]\n", "shaders 1: `inputs` is needed");
    refused("[[shaders]]\ninputs = [1]", "an input is text");
    refused("shaders = 1", "`[[shaders]]` begins one");
    refused(
        "[target]\nx = 1\n[[shaders]]\ninputs = 'a.wgsl'",
        "`target.x` is no table",
    );
    refused(
        "[targets]\n",
        "unknown key `targets`; known are compile, target and shaders",
    );
    refused("[[shaders]\n", "spirula.toml: ");
    refused(
        &with("enabel = 'x'"),
        "shaders 1: `enabel` is no switch of `spirula compile`; the nearest is `enable`",
    );
    refused(
        &with("device = 'a.json'\ndevices = ['b.json']"),
        "`device` and `devices` are one switch",
    );
    refused(&with("enable = 'shaderFlaot16'"), "the nearest is `shaderFloat16`");
    refused(&with("no-check = 1"), "`no-check` is true or false");
    refused(&with("jobs = 1"), "`jobs` belongs on the command line");
    refused(&with("bounds-checks = [[1]]"), "`bounds-checks` takes no such value");
    refused(&format!("{0}{0}", with("")), "`out/a.wgsl.spv` would be written twice");
    refused(
        "[compile]\ndepfile = 'd'\n[target.a]\n[target.b]\n[[shaders]]\ninputs = 'a.wgsl'\n",
        "`d` would be written twice",
    );
    refused(
        &with("axes = { n = [1] }"),
        "with axes `output` has a place for each: `output = ",
    );
    refused(
        &with("axes = { n = [1] }\noutput = '{stem}.spv'"),
        "has no place for the axis `n`",
    );
    refused(
        "[[shaders]]\ninputs = ['*.frag']\n",
        "no file matches the pattern `*.frag`",
    );
    refused("[[shaders]]\ninputs = ['a[.wgsl']\n", "the pattern `a[.wgsl`: ");
    let place = project();
    place
        .run(&["build", "tablet"])
        .expect_one(2, "no target `tablet`; known are phone, desktop");
    Place::new().run(&["build"]).expect_one(2, "no `spirula.toml` in ");
    Place::new()
        .run(&["build", "--config", "none.toml"])
        .expect_one(2, "cannot read `none.toml`");
}

/// A run that does not end by itself; its standard error is read while it runs.
struct Watched {
    child: Child,
    printed: std::sync::mpsc::Receiver<String>,
}

impl Watched {
    fn start(place: &Place, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_spirula"))
            .args(arguments)
            .current_dir(place.path("."))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stderr = child.stderr.take().unwrap();
        let (send, printed) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for line in std::io::BufRead::lines(std::io::BufReader::new(stderr)) {
                let _ = send.send(line.unwrap());
            }
        });
        Self { child, printed }
    }

    /// The lines up to the first one with a text.
    #[track_caller]
    fn until(&self, wanted: &str) -> String {
        let mut text = String::new();
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self
                .printed
                .recv_timeout(left)
                .unwrap_or_else(|_| panic!("no `{wanted}` in:\n{text}"));
            text += &line;
            text.push('\n');
            if line.contains(wanted) {
                return text;
            }
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const WAITING: &str = "watching for changes";

#[test]
fn changed_files_are_compiled_again() {
    let main = "#version 450\n#include \"part.glsl\"\nvoid main() { f(); }\n";
    let place = Place::with(&[("in/a.comp", main), ("in/part.glsl", "void f() {}\n")]);
    let run = Watched::start(&place, &["compile", "in", "-o", "out", "--watch"]);
    run.until(WAITING);
    assert!(place.is_module("out/a.comp.spv"));
    // An included file, a mistake, its correction, and a new file.
    place.write("in/part.glsl", b"void f() { missing; }\n");
    let text = run.until(WAITING);
    assert!(
        text.contains("part.glsl` changed") && text.contains("in/part.glsl:1:12"),
        "{text}"
    );
    place.write("in/part.glsl", b"void f() { int a = 1; }\n");
    let text = run.until(WAITING);
    assert!(!text.contains("error"), "{text}");
    place.write("in/b.wgsl", GOOD.as_bytes());
    let text = run.until(WAITING);
    assert!(text.contains("b.wgsl` changed"), "{text}");
    assert!(place.is_module("out/b.wgsl.spv"));
    // A mistake keeps nothing else from being compiled, and a file that is gone takes its output along.
    place.write("in/a.comp", b"#version 450\nvoid main() { missing; }\n");
    let text = run.until(WAITING);
    assert!(text.contains("not all is compiled; "), "{text}");
    std::fs::remove_file(place.path("out/b.wgsl.spv")).unwrap();
    place.write("in/b.wgsl", format!("{GOOD}//").as_bytes());
    let text = run.until(WAITING);
    assert!(
        text.contains("missing") && text.contains("not all is compiled; "),
        "{text}"
    );
    assert!(place.is_module("out/b.wgsl.spv"));
    std::fs::remove_file(place.path("in/b.wgsl")).unwrap();
    let text = run.until(WAITING);
    assert!(
        text.contains("`out/b.wgsl.spv` is removed: `in/b.wgsl` is gone"),
        "{text}"
    );
    assert!(!place.path("out/b.wgsl.spv").exists() && place.path("out/a.comp.spv").exists());
    place.write("in/a.comp", main.as_bytes());
    let text = run.until(WAITING);
    assert!(text.contains("\nall is compiled; "), "{text}");
}

#[test]
fn a_project_is_watched_with_its_file() {
    let place = Place::with(&[("spirula.toml", "[[shaders]]\ninputs = 'a.wgsl'\n"), ("a.wgsl", GOOD)]);
    let run = Watched::start(&place, &["build", "--watch"]);
    run.until(WAITING);
    assert!(place.is_module("out/a.wgsl.spv"));
    place.write("spirula.toml", b"[[shaders]]\ninputs = 'a.wgsl'\nemit = 'nothing'\n");
    assert!(run.until(WAITING).contains("[possible values: spv"));
    place.write("spirula.toml", b"[[shaders]]\ninputs = 'a.wgsl'\nemit = 'spvasm'\n");
    run.until(WAITING);
    assert!(text(&place, "out/a.wgsl.spvasm").contains("OpEntryPoint"));
}

/// New files that match a pattern are compiled, a broken file compiles nothing, and only what was compiled is removed.
#[test]
fn a_watched_project_follows_its_files() {
    let text = "[[shaders]]\ninputs = ['s/*.wgsl']\n";
    let place = Place::with(&[("spirula.toml", text), ("s/a.wgsl", GOOD), ("s/c.wgsl", MALFORMED)]);
    place.write("out/c.wgsl.spv", b"precious");
    let run = Watched::start(&place, &["build", "--watch"]);
    run.until(WAITING);
    place.write("s/b.wgsl", GOOD.as_bytes());
    run.until(WAITING);
    assert!(place.is_module("out/b.wgsl.spv"));
    place.write("spirula.toml", b"[[shaders");
    let text = run.until(WAITING);
    assert!(
        text.contains("spirula.toml: ") && !text.contains("all is compiled"),
        "{text}"
    );
    std::fs::rename(place.path("s/a.wgsl"), place.path("a.wgsl")).unwrap();
    run.until(WAITING);
    // The same output of another input, by another name.
    place.write(
        "spirula.toml",
        b"[[shaders]]\ninputs = ['a.wgsl', 's/b.wgsl']\nout-dir = './out'\n",
    );
    run.until("all is compiled");
    assert!(place.is_module("out/a.wgsl.spv"));
    std::fs::remove_file(place.path("s/c.wgsl")).unwrap();
    place.write("s/b.wgsl", format!("{GOOD}//").as_bytes());
    run.until(WAITING);
    assert_eq!(place.read("out/c.wgsl.spv"), b"precious");
}

#[test]
fn standard_input_and_wrong_usage_are_not_watched() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    place
        .run(&["compile", "-", "--watch", "-o", "x"])
        .expect_one(2, "`--watch` is for files");
    place
        .run(&["compile", "a.wgsl", "--watch", "-o", "a.wgsl"])
        .expect_one(2, "would replace the input");
}

/// A signal during a run leaves only complete files and no temporary ones.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_temporary_files() {
    let files: Vec<_> = (0..400).map(|number| (format!("in/{number:03}.wgsl"), GOOD)).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let mut interrupted = 0;
    for round in 0..12_u64 {
        let place = Place::with(&files);
        let mut child = Command::new(env!("CARGO_BIN_EXE_spirula"))
            .args(["compile", "in", "-o", "out", "--no-check"])
            .current_dir(place.path("."))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The run has started when its first output exists.
        let end = Instant::now() + Duration::from_secs(30);
        while Instant::now() < end && std::fs::read_dir(place.path("out")).map_or(0, Iterator::count) == 0 {
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(Duration::from_micros(700 * round));
        let signal = if round % 2 == 0 { "-INT" } else { "-TERM" };
        Command::new("kill")
            .arg(signal)
            .arg(child.id().to_string())
            .status()
            .unwrap();
        let status = child.wait().unwrap();
        interrupted += usize::from(status.code() == Some(130));
        assert!([Some(130), Some(0)].contains(&status.code()), "{status:?}");
        for name in place.files() {
            assert!(!name.contains(".spirula-"), "{name} is left");
            if name.starts_with("out/") {
                assert!(place.is_module(&name), "{name}");
            }
        }
    }
    assert!(interrupted > 0, "every run had ended before its signal");
}

#[test]
fn completions_and_the_manual_are_printed() {
    let place = Place::new();
    for (shell, mark) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef spirula"),
        ("fish", "complete -c spirula"),
    ] {
        let run = place.run(&["completions", shell]).good();
        let text = String::from_utf8(run.stdout).unwrap();
        assert!(text.contains(mark) && text.contains("bounds-checks"), "{shell}");
        if shell == "bash" && Command::new("bash").arg("--version").output().is_ok() {
            place.write("completions.bash", text.as_bytes());
            let check = Command::new("bash")
                .arg("-n")
                .arg(place.path("completions.bash"))
                .output()
                .unwrap();
            assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
        }
    }
    place.run(&["completions", "cmd"]).expect_one(2, "bash");
    let manual = |arguments: &[&str]| String::from_utf8(place.run(arguments).good().stdout).unwrap();
    let page = manual(&["man"]);
    assert!(
        page.contains(".TH spirula 1") && page.contains("spirula\\-compile(1)"),
        "{page}"
    );
    for command in ["compile", "build", "check", "features"] {
        let page = manual(&["man", command]);
        assert!(page.contains(&format!(".TH spirula-{command} 1")), "{page}");
    }
    assert!(manual(&["man", "compile"]).contains("\\-\\-bounds\\-checks"));
    place
        .run(&["man", "nothing"])
        .expect_one(2, "no command `nothing`; known are compile, build, check");
}

#[test]
fn phases_are_shown_where_they_are_asked_for() {
    let place = Place::with(&[("a.wgsl", GOOD), ("b.wgsl", MALFORMED)]);
    let run = place.run(&["compile", "a.wgsl", "--progress", "always"]);
    assert_eq!(run.status, 0);
    let phases = ["reading", "parsing", "validating", "compiling", "writing"];
    let expected: String = phases.iter().map(|phase| format!("a.wgsl: {phase}\n")).collect();
    assert_eq!(run.stderr, expected);
    let run = place
        .run(&["compile", "b.wgsl", "--progress", "always"])
        .expect(1, &["b.wgsl: parsing\nerror: "]);
    assert!(!run.stderr.contains("validating"));
    // Nothing is shown without a terminal, or with `never`.
    for when in ["auto", "never"] {
        place.run(&["compile", "a.wgsl", "--progress", when]).good();
    }
}

/// On a terminal, which `script` provides.
#[cfg(target_os = "linux")]
#[test]
fn a_large_input_shows_its_phases_on_a_terminal() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    let large = format!("{GOOD}// {}\n", "x".repeat(60 << 20));
    place.write("large.wgsl", large.as_bytes());
    let shown = |name: &str| {
        let command = format!("{} compile {name} -o out.spv", env!("CARGO_BIN_EXE_spirula"));
        let mut child = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .current_dir(place.path("."))
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let mut text = String::new();
        child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert!(child.wait().unwrap().success(), "{text}");
        Some(text)
    };
    let (Some(small), Some(large)) = (shown("a.wgsl"), shown("large.wgsl")) else {
        println!("skipped: script is not installed");
        return;
    };
    assert!(!small.contains("parsing"), "{small}");
    let line = "out.spv: 35 words, SPIR-V 1.3, valid for Vulkan 1.1, needs nothing beyond the core";
    assert_eq!(small.trim_end(), line);
    assert!(large.contains("large.wgsl: "), "{large}");
    assert!(std::fs::read(place.path("out.spv")).unwrap().starts_with(&MAGIC));
}
