//! Tests of what is not compiled again: the record of a folder, `--force`, `--cache`, `--path-prefix-map`, and what
//! `--watch` removes.

use std::fs;

use super::place::Place;

const SHADER: &str = "@group(0) @binding(0) var<storage, read_write> n: u32;\n\
    @compute @workgroup_size(1) fn main() { n = 1; }\n";
const INCLUDES: &str = "#version 450\n#include \"part.glsl\"\nvoid main() { f(); }\n";

/// Where the outputs of each input come from, as the lines say.
fn made(place: &Place, arguments: &[&str]) -> Vec<String> {
    let run = place.run(&[arguments, &["--message-format", "json"]].concat());
    assert!(run.status <= 1, "{}", run.stderr);
    let made = |line: &serde_json::Value| line["made"].as_str().unwrap_or("none").to_owned();
    run.lines().iter().map(made).collect()
}

fn folder() -> Place {
    Place::with(&[
        ("in/a.comp", INCLUDES),
        ("in/b.wgsl", SHADER),
        ("in/part.glsl", "void f() {}\n"),
    ])
}

const FOLDER: [&str; 6] = ["compile", "in", "-o", "out", "--emit", "spv,requirements"];

#[track_caller]
fn expect(place: &Place, arguments: &[&str], due: [&str; 2]) {
    assert_eq!(made(place, arguments), due);
    assert_eq!(made(place, arguments), ["unchanged"; 2]);
}

#[test]
fn what_an_output_depends_on_is_compiled_again() {
    let place = folder();
    expect(&place, &FOLDER, ["compiled"; 2]);
    let before = place.read("out/b.wgsl.spv");
    place.write("in/b.wgsl", SHADER.replace("n = 1", "n = 2").as_bytes());
    expect(&place, &FOLDER, ["unchanged", "compiled"]);
    assert_ne!(place.read("out/b.wgsl.spv"), before);
    place.write("in/part.glsl", b"void f() { int a = 1; }\n");
    expect(&place, &FOLDER, ["compiled", "unchanged"]);
    // A time alone changes nothing.
    place.write("in/b.wgsl", SHADER.as_bytes());
    expect(&place, &FOLDER, ["unchanged", "compiled"]);
    place.write("in/b.wgsl", SHADER.as_bytes());
    expect(&place, &FOLDER, ["unchanged"; 2]);
    for switches in [
        &["--flip-y"][..],
        &["--target-env", "vulkan1.2"],
        &["-D", "A=1"],
        &["-D", "A=2"],
        &["--emit", "spvasm"],
        &["-g"],
    ] {
        expect(&place, &[&FOLDER, switches].concat(), ["compiled"; 2]);
    }
}

/// The default of the target, and the content of files that switches name.
#[test]
fn files_of_switches_and_the_environment_count() {
    let place = folder();
    let device = |version: &str| {
        format!(
            "{{\"profiles\": {{\"p\": {{\"api-version\": \"{version}\", \"capabilities\": []}}, \
             \"q\": {{\"api-version\": \"1.3.0\", \"capabilities\": []}}}}, \"capabilities\": {{}}}}"
        )
    };
    place.write("device.json", device("1.1.0").as_bytes());
    place.write("bindings.json", b"{\"bindings\": []}");
    let first = [&FOLDER[..], &["--device", "device.json#p"]].concat();
    expect(&place, &first, ["compiled"; 2]);
    expect(
        &place,
        &[&FOLDER[..], &["--device", "device.json#q"]].concat(),
        ["compiled"; 2],
    );
    expect(&place, &first, ["compiled"; 2]);
    place.write("device.json", device("1.2.0").as_bytes());
    expect(&place, &first, ["compiled"; 2]);

    let with = |target: &str| {
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_spirula"))
            .args(FOLDER)
            .args(["--message-format", "json"])
            .env("SPIRULA_TARGET_ENV", target)
            .current_dir(place.path("."))
            .output()
            .unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        text.matches("\"made\":\"compiled\"").count()
    };
    assert_eq!([with("vulkan1.2"), with("vulkan1.2"), with("vulkan1.3")], [2, 0, 2]);
}

/// What is there is judged by its content.
#[test]
fn an_output_that_is_not_there_is_made_again() {
    let place = folder();
    expect(&place, &FOLDER, ["compiled"; 2]);
    fs::remove_file(place.path("out/b.wgsl.requirements.txt")).unwrap();
    expect(&place, &FOLDER, ["unchanged", "compiled"]);
    let good = place.read("out/a.comp.spv");
    let mut spoiled = good.clone();
    *spoiled.last_mut().unwrap() ^= 1;
    place.write("out/a.comp.spv", &spoiled);
    expect(&place, &FOLDER, ["compiled", "unchanged"]);
    assert_eq!(place.read("out/a.comp.spv"), good);
    for record in ["", "{", "[1]", "{\"program\": \"\", \"outputs\": {}}"] {
        place.write("out/.spirula.json", record.as_bytes());
        expect(&place, &FOLDER, ["compiled"; 2]);
    }
    // Another build of the program.
    let record = String::from_utf8(place.read("out/.spirula.json")).unwrap();
    let other = record.replacen("\"program\":\"", "\"program\":\"0 ", 1);
    assert_ne!(record, other);
    place.write("out/.spirula.json", other.as_bytes());
    expect(&place, &FOLDER, ["compiled"; 2]);
    assert_eq!(made(&place, &[&FOLDER[..], &["--force"]].concat()), ["compiled"; 2]);
}

/// A line about what is unchanged tells what the first one did, and dependency files are there.
#[test]
fn reports_stay_the_same() {
    let place = folder();
    let arguments = [&FOLDER[..], &["-MD", "--depfile", "all.d", "--message-format", "json"]].concat();
    let first = place.run(&arguments);
    let (own, all) = (place.read("out/a.comp.spv.d"), place.read("all.d"));
    fs::remove_file(place.path("out/a.comp.spv.d")).unwrap();
    fs::remove_file(place.path("all.d")).unwrap();
    let second = place.run(&arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert_eq!(
        text(second.stdout),
        text(first.stdout).replace("\"made\":\"compiled\"", "\"made\":\"unchanged\"")
    );
    assert_eq!((place.read("out/a.comp.spv.d"), place.read("all.d")), (own, all));
}

/// A failure is told each time, and what failed once is compiled when it is mended.
#[test]
fn failures_are_not_recorded() {
    let place = folder();
    expect(&place, &FOLDER, ["compiled"; 2]);
    let arguments = [&FOLDER[..], &["--keep-going"]].concat();
    place.write("in/a.comp", b"#version 450\nvoid main() { missing; }\n");
    for _ in 0..2 {
        place.run(&arguments).expect(1, &["missing"]);
        assert_eq!(made(&place, &arguments), ["none", "unchanged"]);
    }
    // The outputs of the first run are still those of this text.
    place.write("in/a.comp", INCLUDES.as_bytes());
    expect(&place, &arguments, ["unchanged"; 2]);
}

/// One file alone leaves nothing but its output.
#[test]
fn a_file_alone_has_no_record() {
    let place = folder();
    for _ in 0..2 {
        assert_eq!(made(&place, &["compile", "in/b.wgsl", "-o", "b.spv"]), ["compiled"]);
    }
    assert_eq!(place.records(), 0);
    assert_eq!(made(&place, &["compile", "in", "--check-only"]), ["none"; 2]);
    assert_eq!(place.records(), 0);
}

#[test]
fn permutations_of_a_project_are_recorded() {
    let text = "[target.a]\n[target.b]\ntarget-env = 'vulkan1.2'\n[[shaders]]\ninputs = ['p.wgsl']\n\
        axes = { N = [1, 2] }\noutput = 'out/{target}/{N}.spv'\n";
    let shader = "override N: u32;\n@group(0) @binding(0) var<storage, read_write> n: u32;\n\
        @compute @workgroup_size(1) fn main() { n = N; }\n";
    let place = Place::with(&[("spirula.toml", text), ("p.wgsl", shader)]);
    let build = ["build"];
    assert_eq!(made(&place, &build), ["compiled"; 4]);
    assert_eq!(made(&place, &build), ["unchanged"; 4]);
    place.write("spirula.toml", text.replace("[1, 2]", "[1, 3]").as_bytes());
    assert_eq!(made(&place, &build), ["unchanged", "compiled", "unchanged", "compiled"]);
    // The other target is known after a build of one.
    place.write("p.wgsl", shader.replace("n = N", "n = N + 1").as_bytes());
    assert_eq!(made(&place, &["build", "a"]), ["compiled"; 2]);
    assert_eq!(made(&place, &build), ["unchanged", "unchanged", "compiled", "compiled"]);
    assert_eq!(made(&place, &["build", "--force"]), ["compiled"; 4]);
}

/// Places share what was compiled; a spoiled entry is compiled again.
#[test]
fn a_cache_is_shared() {
    let cache = Place::new();
    let folder_of_cache = cache.path("deep/cache");
    let switches = ["--cache", folder_of_cache.to_str().unwrap()];
    let arguments = [&FOLDER[..], &switches].concat();
    let first = folder();
    assert_eq!(made(&first, &arguments), ["compiled"; 2]);
    let entries = cache.files();
    assert_eq!(entries.len(), 2, "{entries:?}");
    let second = folder();
    assert_eq!(made(&second, &arguments), ["cached"; 2]);
    for name in ["out/a.comp.spv", "out/b.wgsl.spv", "out/b.wgsl.requirements.txt"] {
        assert_eq!(first.read(name), second.read(name));
    }
    assert_eq!(made(&second, &arguments), ["unchanged"; 2]);
    // Other switches, and a module alone.
    assert_eq!(
        made(&folder(), &[&arguments[..], &["--flip-y"]].concat()),
        ["compiled"; 2]
    );
    let alone = [&["compile", "in/b.wgsl", "-o", "x.spv"][..], &switches].concat();
    assert_eq!(made(&second, &alone), ["compiled"]);
    assert_eq!(made(&first, &alone), ["cached"]);
    assert_eq!(first.read("x.spv"), first.read("out/b.wgsl.spv"));
    for name in &entries {
        let mut entry = cache.read(name);
        let middle = entry.len() / 2;
        entry[middle] ^= 4;
        cache.write(name, &entry);
    }
    assert_eq!(made(&folder(), &arguments), ["compiled"; 2]);
    assert_eq!(made(&folder(), &arguments), ["cached"; 2]);
    assert_eq!(
        made(&folder(), &[&arguments[..], &["--force"]].concat()),
        ["compiled"; 2]
    );
    let project = Place::with(&[
        (
            "spirula.toml",
            "[[shaders]]\ninputs = ['in']\nemit = ['spv', 'requirements']\n",
        ),
        ("in/b.wgsl", SHADER),
    ]);
    assert_eq!(made(&project, &["build", "--cache", switches[1]]), ["cached"]);
    // A file in its place.
    cache.write("file", b"");
    let file = cache.path("file");
    first
        .run(&[&FOLDER[..], &["--cache", file.to_str().unwrap()]].concat())
        .expect_one(2, "`--cache`: cannot make");
    project.write("spirula.toml", b"[compile]\ncache = 'x'\n[[shaders]]\ninputs = 'in'\n");
    project
        .run(&["build"])
        .expect_one(2, "`cache` belongs on the command line");
}

/// Machines with other folders have the same debug information, and share entries.
#[test]
fn prefixes_of_names_are_replaced() {
    let cache = Place::new();
    let folder_of_cache = cache.path("c");
    let compile = |folder: &str, map: Option<&str>| {
        let text = format!("#version 450\n#include \"{folder}.glsl\"\nvoid main() {{ f(); }}\n");
        let file = format!("{folder}/s/a.comp");
        let place = Place::with(&[(&file, &text), (&format!("{folder}/s/{folder}.glsl"), "void f() {}\n")]);
        let mut arguments = vec!["compile", &file, "-g1", "-o", "a.spvasm", "--emit", "spvasm"];
        arguments.extend(["--cache", folder_of_cache.to_str().unwrap()]);
        arguments.extend(map.map(|map| ["--path-prefix-map", map]).into_iter().flatten());
        let made = made(&place, &arguments);
        (made, String::from_utf8(place.read("a.spvasm")).unwrap())
    };
    let (_, own) = compile("one", None);
    assert!(own.contains("\"one/s/a.comp\""), "{own}");
    let (made_first, text) = compile("one", Some("one/=/x/"));
    assert_eq!(made_first, ["compiled"]);
    assert!(text.contains("\"/x/s/a.comp\""), "{text}");
    assert_eq!(compile("one", Some("one/=/x/")).0, ["cached"]);
    assert_eq!(compile("one", Some("one/=/y/")).0, ["compiled"]);
    // The last that fits counts.
    let place = Place::with(&[("one/a.wgsl", SHADER)]);
    let last = [
        "--path-prefix-map",
        "one=1",
        "--path-prefix-map",
        "one/=2/",
        "--path-prefix-map",
        "x=3",
    ];
    let arguments = ["compile", "one/a.wgsl", "-g1", "-o", "-", "--emit", "spvasm"];
    let run = place.run(&[&arguments[..], &last].concat()).good();
    assert!(String::from_utf8(run.stdout).unwrap().contains("\"2/a.wgsl\""));
    place
        .run(&["compile", "one/a.wgsl", "-g", "--path-prefix-map", "one"])
        .expect_one(2, "OLD=NEW is needed");
    // Without debug information no name is in a module, and the folder does not count.
    let at = |file: &str| {
        let switches = [
            "compile",
            file,
            "-o",
            "a.spv",
            "--cache",
            folder_of_cache.to_str().unwrap(),
        ];
        made(&Place::with(&[(file, SHADER)]), &switches)
    };
    assert_eq!([at("here/a.wgsl"), at("there/b.wgsl")], [["compiled"], ["cached"]]);
}

/// What was read of a file counts, whatever its name, and also of a pipe, which can be read once.
#[cfg(unix)]
#[test]
fn bindings_count_by_what_was_read() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = folder();
    let compile = |text: &str| {
        let run = place.run_with_input(
            &[
                "compile",
                "in/b.wgsl",
                "-o",
                "out/",
                "--bindings",
                "/dev/stdin",
                "--message-format",
                "json",
            ],
            text,
        );
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.lines()[0]["made"].as_str().unwrap().to_owned()
    };
    let [one, two] = [4, 5].map(example_with);
    assert_eq!(
        [&one, &one, &two, &two].map(|text| compile(text)),
        ["compiled", "unchanged", "compiled", "unchanged"]
    );
    let name = std::ffi::OsStr::from_bytes(b"b\xff.json");
    let compile = |text: &str| {
        fs::write(place.path(".").join(name), text).unwrap();
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_spirula"))
            .args([
                "compile",
                "in/b.wgsl",
                "-o",
                "out2/",
                "--message-format",
                "json",
                "--bindings",
            ])
            .arg(name)
            .current_dir(place.path("."))
            .output()
            .unwrap();
        String::from_utf8(run.stdout).unwrap().contains("\"made\":\"compiled\"")
    };
    assert_eq!([&one, &one, &two].map(|text| compile(text)), [true, false, true]);
}

/// One text under two names: reports name the file that was included at each place.
#[test]
fn names_of_included_files_count() {
    let main = "#version 450\nlayout(set = 0, binding = 0) buffer B { float a[]; };\n#define NAME f1\n#include \"I1/p1\"\n\
        #define NAME f2\n#include \"I2/p2\"\nvoid main() { a[0] = f1(1u) + f2(2u) + f3(3u); }\n";
    let place = Place::with(&[
        ("m.comp", main),
        ("I1/p1", "#include \"q\"\n#undef NAME\n"),
        (
            "I2/p2",
            "#include <q>\n#undef NAME\n#define NAME f3\n#include \"q\"\n#undef NAME\n",
        ),
        ("I1/q", "float NAME(uint i) { return a[i]; }\n"),
        ("I2/q", "float NAME(uint i) { return a[i]; }\n"),
    ]);
    let compile = |first: &str, second: &str| {
        let arguments = [
            "compile", "m.comp", "-I", first, "-I", second, "-o", "o/", "--emit", "checks",
        ];
        let made = made(&place, &arguments);
        (made, place.read("o/m.comp.checks.txt"))
    };
    let (_, first) = compile("I1", "I2");
    let (made, second) = compile("I2", "I1");
    assert_eq!(made, ["compiled"]);
    assert_ne!(first, second);
}

/// Nothing that is read is replaced, and a file under two names is one file.
#[test]
fn outputs_replace_nothing_that_is_read() {
    let place = folder();
    place.write("x.comp", b"#version 450\n#include \"h.glsl\"\nvoid main() {}\n");
    place.write("h.glsl", b"\n");
    place
        .run(&["compile", "x.comp", "-o", "h.glsl"])
        .expect_one(2, "would replace the included file `h.glsl`");
    assert_eq!(place.read("h.glsl"), b"\n");
    place.write("b.json", example_with(4).as_bytes());
    place
        .run(&["compile", "in/b.wgsl", "-o", "b.json", "--bindings", "b.json"])
        .expect_one(2, "would replace the file `b.json`, which is read");
    place
        .run(&["compile", "in/b.wgsl", "-o", "out/.spirula.json"])
        .expect_one(2, "is the name of the record");
    let project = |outputs: [&str; 2]| {
        let tables = outputs.map(|output| format!("[[shaders]]\ninputs = ['in/b.wgsl']\noutput = '{output}'\n"));
        place.write("spirula.toml", tables.concat().as_bytes());
        place.run(&["build"])
    };
    project(["out/x.spv", "spirula.toml"]).expect_one(2, "which is read");
    project(["out/x.spv", "./out/x.spv"]).expect_one(2, "would be written twice");
    project(["new/x.spv", "./new/x.spv"]).expect_one(2, "would be written twice");
    project(["out/x.spv", "new/x.spv"]).good();
}

/// The modules of a project are no shaders of it, whichever targets are built and however outputs are named.
#[test]
fn modules_of_a_project_are_no_inputs_of_it() {
    let text = "[target.a]\n[target.b]\n[[shaders]]\ninputs = ['.']\n[[shaders]]\ninputs = ['o/o.glsl']\nstage = 'compute'\n\
        define-axes = { N = [1, 2] }\noutput = 'gen/{target}/{stem}.{N}.spv'\n";
    let place = Place::with(&[
        ("spirula.toml", text),
        ("s/a.wgsl", SHADER),
        ("o/o.glsl", "#version 450\nvoid main() {}\n"),
    ]);
    assert_eq!(made(&place, &["build"]), ["compiled"; 6]);
    assert_eq!(made(&place, &["build"]), ["unchanged"; 6]);
    assert_eq!(made(&place, &["build", "a"]), ["unchanged"; 3]);
}

/// A pipe in the place of an output is written and not read.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_known_output() {
    let place = folder();
    fs::create_dir_all(place.path("out")).unwrap();
    let pipe = place.path("out/b.wgsl.spv");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for _ in 0..2 {
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        assert_eq!(made(&place, &["compile", "in/b.wgsl", "-o", "out/"]), ["compiled"]);
        assert!(reader.join().unwrap().starts_with(&super::place::MAGIC));
    }
}

/// The remarks on switches of permutations are told once.
#[test]
fn warnings_are_told_once() {
    let text = "[compile]\ntarget-env = 'vulkan1.0'\ncore-only = true\ndebug-info = '2'\ndefine = ['A=1']\n[[shaders]]\n\
        inputs = ['a.wgsl']\naxes = { N = [1, 2, 3] }\noutput = '{N}.spv'\n";
    let place = Place::with(&[
        ("spirula.toml", text),
        ("a.wgsl", &format!("override N: u32;\n{SHADER}")),
    ]);
    let run = place.run(&["build"]).expect(0, &[]);
    assert_eq!(
        run.stderr.matches("warning: ").count(),
        if cfg!(feature = "naga-oil") { 1 } else { 2 },
        "{}",
        run.stderr
    );
}

/// An input without outputs is compiled, and leaves the cache alone.
#[test]
fn a_check_alone_is_not_cached() {
    let place = folder();
    let with_cache = ["compile", "in/b.wgsl", "--cache", "c"];
    assert_eq!(
        made(&place, &[&with_cache[..], &["-o", "x.spv"]].concat()),
        ["compiled"]
    );
    let entries = place.files();
    assert_eq!(made(&place, &[&with_cache[..], &["--check-only"]].concat()), ["none"]);
    assert_eq!(place.files(), entries);
    assert_eq!(made(&place, &[&with_cache[..], &["-o", "y.spv"]].concat()), ["cached"]);
}

/// A file of bindings for the shader.
fn example_with(binding: u32) -> String {
    format!("[{{\"group\": 0, \"binding\": 0, \"descriptor_set\": 0, \"descriptor_binding\": {binding}}}]")
}
