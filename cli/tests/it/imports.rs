//! Tests of naga_oil's directives in WGSL: which file a name or path denotes, definitions, the place and the names of
//! every error, names and debug information of the module, and the values on a device.

use serde_json::Value;

use super::place::{Place, Run};
use crate::imported::{COMMON, LIGHT, MAIN, SUM};

/// The same in one file, with `COUNT` 7.
const ONE: &str = "struct Light { color: vec3<f32>, power: f32 }
struct Settings { gain: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
fn scale(a: f32) -> f32 { return a * 4.0; }
fn shade(light: Light) -> f32 { return scale(light.color.z * light.power) * settings.gain; }
fn sum(a: f32, b: f32) -> f32 { return a + b; }
const factor: f32 = 0.5;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let lamp = Light(vec3(1.0, 2.0, 3.0), factor);
    result[id.x] = sum(shade(lamp), f32(7));
}
";

/// `MAIN` as `in/a.wgsl`, with its imports below its folder and in a folder of `-I`.
fn place() -> Place {
    Place::with(&[
        ("in/a.wgsl", MAIN),
        ("in/lib/sum.wgsl", SUM),
        ("in/lib/deep/light.wgsl", LIGHT),
        ("common/any.wgsl", COMMON),
        ("common/unrelated.wgsl", "#define_import_path my::other\nfn broken( {"),
    ])
}

const SWITCHES: [&str; 4] = ["-I", "common", "-D", "COUNT=7"];

/// Compiles `in/a.wgsl`, or `a.wgsl` if there is no such file.
fn compile(place: &Place, switches: &[&str]) -> Run {
    let file = if place.path("in/a.wgsl").exists() {
        "in/a.wgsl"
    } else {
        "a.wgsl"
    };
    place.run(&[&["compile", file], switches].concat())
}

fn listing(place: &Place, switches: &[&str]) -> String {
    let run = compile(place, &[&["--emit", "spvasm", "-o", "-"], switches].concat()).good();
    String::from_utf8(run.stdout).unwrap()
}

/// Two modules `a` and `b` that `main` imports: each test has its own.
fn pair(main: &str, a: &str, b: &str) -> Place {
    let a = format!("#define_import_path a\n{a}");
    let b = format!("#define_import_path b\n{b}");
    Place::with(&[("a.wgsl", main), ("m/a.wgsl", &a), ("m/b.wgsl", &b)])
}

#[test]
fn imports_are_the_same_words_as_one_file() {
    let place = place();
    place.write("one.wgsl", ONE.as_bytes());
    compile(&place, &[&SWITCHES[..], &["-o", "a.spv", "-MD"]].concat()).good();
    place.run(&["compile", "one.wgsl", "-o", "one.spv"]).good();
    place.run(&["check", "a.spv"]).expect(0, &[]);
    let (composed, one) = (words(&place, "a.spv"), words(&place, "one.spv"));
    assert_eq!(composed, one);
    assert_eq!(
        String::from_utf8(place.read("a.spv.d")).unwrap(),
        "a.spv: \\\n  in/a.wgsl \\\n  in/lib/deep/light.wgsl \\\n  common/any.wgsl \\\n  in/lib/sum.wgsl\n"
    );
    let bright = listing(&place, &[&SWITCHES[..], &["-DBRIGHT"]].concat());
    assert!(bright.contains(" 2\n") && !bright.contains(" 0.5\n"), "{bright}");
    // Standard input is in the current folder.
    let main = MAIN.replace("lib/", "in/lib/");
    let run = place
        .run_with_input(&[&["compile", "-"], &SWITCHES[..]].concat(), &main)
        .good();
    assert_eq!(run.stdout, place.read("a.spv"));
}

fn words(place: &Place, name: &str) -> Vec<u32> {
    let bytes = place.read(name);
    let words = bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()));
    words.collect()
}

#[test]
fn definitions_have_types() {
    let main = "#import m::f\n@compute @workgroup_size(1) fn main() { f(); }\n";
    let module = |condition: &str| {
        format!("#define_import_path m\nfn f() {{\n#if {condition}\n}}\n#endif\n#ifdef B\n}}\n#endif\n")
    };
    let place = Place::with(&[("a.wgsl", main)]);
    let run = |condition: &str, switch: &str| {
        place.write("m.wgsl", module(condition).as_bytes());
        compile(&place, &[switch, "-o", "a.spv"])
    };
    for (condition, switch) in [
        ("A == true", "-DA"),
        ("A == true", "-DA=true"),
        ("A != true", "-DA=false"),
        ("A < -2", "-DA=-3"),
        ("A > 4000000000", "-DA=4000000001u"),
    ] {
        run(condition, switch).good();
    }
    for switch in ["-DA=1.5", "-DA=", "-DA=4000000001", "-DA=-3u"] {
        let message = format!("the definition `{}` has no type", &switch[2..]);
        run("A == 1", switch).expect_one(1, &message);
    }
    run("A == true", "-DA=3")
        .expect_one(1, "m.wgsl:3:1")
        .expect(1, &["Invalid shader def comparison for 'A'"]);
    run("A == 3", "-DB")
        .expect_one(1, "m.wgsl:3:1")
        .expect(1, &["`#ifdef NAME`"]);
    // In the text, and unknown.
    let sized = "var<workgroup> a: array<u32, #{N}>;\n@compute @workgroup_size(#N) fn main() { a[0] = 1u; }\n";
    place.write("a.wgsl", sized.as_bytes());
    compile(&place, &["-DN=5", "-o", "a.spv"]).good();
    compile(&place, &[])
        .expect_one(1, "a.wgsl:1:30")
        .expect(1, &["`N` is not defined"]);
}

/// `enable subgroups;` in the shader, in a module and in a branch, beside an extension that naga's parser knows.
#[test]
fn extensions_are_enabled_in_every_file() {
    let main = "enable f16, subgroups;\nrequires subgroup_id;\n#import a::f\n#import b::{\n    g,\n}\n\
                @compute @workgroup_size(64) fn main() { o = f(subgroupAdd(1u)) + g(MISTAKE); }\n\
                @group(0) @binding(0) var<storage, read_write> o: u32;\n";
    let a = "enable subgroups;\n#ifdef LINEAR\nrequires linear_indexing;\n#endif\n\
             fn f(a: u32) -> u32 { return subgroupMul(a); }\n";
    let b = "fn g(a: u32) -> u32 { return a + u32(half); }\nconst half: f32 = 0.5;\n";
    let run = |own: &str, a: &str, switches: &[&str]| {
        let place = pair(&main.replace("MISTAKE", own), a, b);
        compile(&place, &[switches, &["-o", "a.spv"]].concat())
    };
    run("1u", a, &[]).good();
    run("oops", a, &[]).expect_one(1, "a.wgsl:7:69");
    run("1u", a, &["-DLINEAR"]).expect_one(1, "`linear_indexing` is not implemented by naga");
    run("1u", &format!("requires buffer_view;\n{a}"), &[])
        .expect_one(1, "a.wgsl:2:10")
        .expect(1, &["`buffer_view` is not implemented by naga"]);
}

/// Behind directives, comments, replaced names and definitions on the same line, at line ends of Windows.
#[test]
fn errors_have_the_place_in_their_file() {
    let main = "// é\r\n#import a::f\r\n#ifdef NEVER\r\nnonsense(\r\n#else\r\nconst n: u32 = #{N}u;\r\n#endif\r\n\
                /* é */ fn g() -> f32 { return f(f(1.0) + f32(#{N})) + f(MISTAKE); }\r\n\
                @compute @workgroup_size(1) fn main() { _ = g(); }\r\n";
    let module = "fn h(a: f32) -> f32 { return a; }\nfn f(a: f32) -> f32 {\n#ifdef N\n\n    return h(a) + /* ü */ h(MODULE);\n#endif\n}\n";
    let other = "fn unused() {}\n";
    let good = "1.0";
    let run = |own: &str, inner: &str, switches: &[&str]| {
        let place = pair(&main.replace("MISTAKE", own), &module.replace("MODULE", inner), other);
        compile(&place, &[&["-DN=1234", "-o", "x.spv"], switches].concat())
    };
    run(good, good, &[]).good();
    // naga's front end.
    run("missing", good, &[])
        .expect_one(1, "a.wgsl:8:58")
        .expect(1, &["8 │ /* é */ fn g()", "missing"]);
    let failed = run(good, "missing", &["--message-format", "json"]);
    let error: Value = failed.lines()[0]["errors"][0].clone();
    let of = |field: &str| error[field].clone();
    assert_eq!(
        (of("file"), of("line"), of("column")),
        ("m/a.wgsl".into(), 6.into(), 29.into())
    );
    let text = format!("#define_import_path a\n{}", module.replace("MODULE", "missing"));
    let [start, end] = ["start", "end"].map(|field| usize::try_from(of(field).as_u64().unwrap()).unwrap());
    assert_eq!(&text[start..end], "missing");
    assert!(!failed.stderr.contains("naga_oil"), "{}", failed.stderr);
    // An imported function, whose name is as long as it is in the file.
    run("1u, 2u", good, &[])
        .expect_one(1, "a.wgsl:8:56")
        .expect(1, &["`f` takes 1 arguments", "in the function `g`"]);
    // naga's validator.
    run("1i", good, &[]).expect_one(1, "a.wgsl:8:").expect(1, &["`f`"]);
    run(good, "1.0) + f32(vec2(1.0).x, 2.0", &[]).expect(1, &["m/a.wgsl:6:"]);
    // The target.
    run(good, "f32(f64(a))", &["--strict"])
        .expect_one(1, "m/a.wgsl:6:")
        .expect(1, &["--enable shaderFloat64"]);
    // The end of a file is not the start of another.
    let place = pair("#import a::f\nfn g() { f(); ", "fn f() {}\n", "");
    compile(&place, &[]).expect_one(1, "a.wgsl:2:15");
}

#[test]
fn modules_that_are_not_found_are_shown_at_their_directive() {
    let place = place();
    compile(&place, &["-DCOUNT=7"])
        .expect_one(1, "in/lib/deep/light.wgsl:2:9")
        .expect(
            1,
            &[
                "no file defines the import path `my::common`; looked in in and their subfolders",
                "2 │ #import my::common as common",
                "imported from in/a.wgsl:1",
            ],
        );
    place.write("in/a.wgsl", MAIN.replace("my::light", "my::ligth").as_bytes());
    compile(&place, &SWITCHES)
        .expect_one(1, "in/a.wgsl:1:9")
        .expect(1, &["the nearest is `my::light`"]);
    place.write("in/a.wgsl", MAIN.replace("lib/sum", "lib/some").as_bytes());
    compile(&place, &SWITCHES)
        .expect_one(1, "in/a.wgsl:2:9")
        .expect(1, &["no file `lib/some.wgsl` to import; looked in in, common"]);
    // Over several lines, and without a directive.
    place.write(
        "in/a.wgsl",
        b"#import my::{\n    // first\n    none::f,\n}\nfn g() { f(); }\n",
    );
    compile(&place, &[])
        .expect_one(1, "in/a.wgsl:3:5")
        .expect(1, &["`my::none`"]);
    place.write("in/a.wgsl", b"#ifdef A\n#endif\nfn g() { my::none::f(); }\n");
    compile(&place, &[]).expect_one(1, "in/a.wgsl:3:10");
    // An item that the module does not have.
    place.write("in/a.wgsl", MAIN.replace("shade", "shadow").as_bytes());
    compile(&place, &SWITCHES)
        .expect_one(1, "in/a.wgsl:14:24")
        .expect(1, &["my::light::shadow"]);
    // Two files of one name, in one folder or in two.
    place.write("in/a.wgsl", MAIN.as_bytes());
    place.write("common/again.wgsl", LIGHT.as_bytes());
    compile(&place, &SWITCHES).expect_one(1, "in/a.wgsl:1:9").expect(
        1,
        &["`my::light` is defined by `in/lib/deep/light.wgsl` and `common/again.wgsl`"],
    );
}

#[test]
fn a_file_has_one_name() {
    let place = place();
    place.write(
        "in/lib/sum.wgsl",
        ("#define_import_path my::sum\n".to_owned() + SUM).as_bytes(),
    );
    place.write("in/a.wgsl", MAIN.replace("sum;", "sum;\n#import my::sum").as_bytes());
    let both = MAIN.replace("sum(shade", "my::sum::sum(1.0, 1.0) + sum(shade");
    place.write("in/a.wgsl", both.as_bytes());
    compile(&place, &SWITCHES).expect(
        1,
        &[
            "`in/lib/sum.wgsl` is imported by two names",
            "my::sum",
            "\"lib/sum.wgsl\"",
        ],
    );
    // One path is two files.
    let place = Place::with(&[
        (
            "a.wgsl",
            "#import \"x.wgsl\"::f\n#import \"m/y.wgsl\"::g\nfn h() { f(); g(); }\n",
        ),
        ("x.wgsl", "fn f() {}\n"),
        ("m/x.wgsl", "fn f() {}\n"),
        ("m/y.wgsl", "#import \"x.wgsl\"::f\nfn g() { f(); }\n"),
    ]);
    compile(&place, &[])
        .expect_one(1, "m/y.wgsl:1:9")
        .expect(1, &["\"x.wgsl\" is `m/x.wgsl` here, and `x.wgsl` in another file"]);
}

#[test]
fn circles_and_deep_imports_are_refused() {
    let place = pair(
        "#import a::f\nfn g() { f(); }\n",
        "#import b::f as h\nfn f() { h(); }\n",
        "#ifdef A\n#import a\n#endif\nfn f() { a::f(); }\n",
    );
    compile(&place, &[]).expect_one(1, "m/b.wgsl:3:9").expect(
        1,
        &[
            "`a` imports itself, by way of this line",
            "imported from m/a.wgsl:2",
            "imported from a.wgsl:1",
        ],
    );
    place.write("a.wgsl", b"#define_import_path own\nfn g() { own::g(); }\n");
    compile(&place, &[]).expect_one(1, "`own` imports itself");
    let chain = |count: usize| {
        let place = Place::new();
        for level in 0..count {
            let next = format!("#import \"{0}.wgsl\"::f{0}\nfn f{level}() {{ f{0}(); }}\n", level + 1);
            let text = if level + 1 < count {
                next
            } else {
                format!("fn f{level}() {{}}\n")
            };
            let entry = "@compute @workgroup_size(1) fn main() { f0(); }\n";
            match level {
                0 => place.write("a.wgsl", (text + entry).as_bytes()),
                _ => place.write(&format!("{level}.wgsl"), text.as_bytes()),
            }
        }
        compile(&place, &["-o", "a.spv"])
    };
    chain(64).good();
    chain(65).expect_one(1, "imports are more than 64 levels deep");
}

#[test]
fn mistakes_in_directives_are_shown_at_their_line() {
    let module = "fn f() {}\n";
    for (text, place, message) in [
        (
            "#ifdef A\n#ifdef B\n#endif\n",
            "a.wgsl:2:1",
            "Not enough '# endif' lines",
        ),
        ("#ifdef A\n#endif\n  #endif\n", "a.wgsl:4:3", "Too many '# endif' lines"),
        ("#else\n", "a.wgsl:2:1", "'#else' without preceding condition"),
        (
            "const a = 1;\n#if A == 3\n#endif\n",
            "a.wgsl:3:1",
            "Unknown shader def: 'A'",
        ),
        ("#import a::{f, g\n", "a.wgsl:3:1", "unexpected token"),
        ("#import a::f}\n", "a.wgsl:2:1", "close brace without open"),
    ] {
        let main = format!("#import a::f\n{text}@compute @workgroup_size(1) fn main() {{ f(); }}\n");
        compile(&pair(&main, module, ""), &[])
            .expect_one(1, place)
            .expect(1, &[message]);
        let inner = format!("fn f() {{}}\n{text}");
        let main = "#import a::f\n@compute @workgroup_size(1) fn main() { f(); }\n";
        let run = compile(&pair(main, &inner, ""), &[]).expect_one(1, "m/a.wgsl:");
        assert!(
            run.stderr.contains(message) || text.starts_with("#import"),
            "{}",
            run.stderr
        );
    }
    let main = "fn g() {} #ifdef A\n@compute @workgroup_size(1) fn main() {}\n";
    compile(&pair(&format!("#define B\n{main}"), "", ""), &[])
        .expect_one(1, "a.wgsl:2:11")
        .expect(1, &["`#ifdef` is a directive only at the start of a line"]);
    let main = "#import a::f\n@compute @workgroup_size(1) fn main() { f(); }\n";
    compile(&pair(main, "#define B 3\nfn f() {}\n", ""), &[]).expect_one(1, "m/a.wgsl:2:1");
    // Names that naga changes when naga_oil writes the module for those that import it.
    let main = "#import a::S\nvar<private> s: S;\n@compute @workgroup_size(1) fn main() { s.x1 = 1.0; }\n";
    compile(&pair(main, "struct S { x1: f32 }\n", ""), &[])
        .expect_one(1, "m/a.wgsl:2:1")
        .expect(1, &["must not end in a digit"]);
}

#[test]
fn functions_are_overridden_if_they_are_virtual() {
    let main = "#import a::{f, g}\noverride fn a::f() -> f32 { return f() + 2.0; }\n\
                @group(0) @binding(0) var<storage, read_write> r: f32;\n@compute @workgroup_size(1) fn main() { r = g(); }\n";
    let module = "virtual fn f() -> f32 { return 5.0; }\nfn g() -> f32 { return f() * 3.0; }\n";
    let place = pair(main, module, "");
    let text = listing(&place, &["--names"]);
    assert!(
        text.contains("\"override a::f\"") && text.contains("\"a::f\"") && text.contains("\"g\""),
        "{text}"
    );
    let place = pair(main, &module.replace("virtual ", ""), "");
    compile(&place, &[])
        .expect_one(1, "a.wgsl:2:1")
        .expect(1, &["override is invalid as `f` is not virtual"]);
}

#[test]
fn names_are_those_of_the_files() {
    let main = "#import a\n#import b\n#import a::amount\nstruct Own { amount: f32 }\n\
                @group(0) @binding(auto) var<storage, read_write> result: f32;\n\
                @compute @workgroup_size(1) fn main() {\n    let local = a::f(a::amount) + b::f(1.0);\n    result = local + b::only(2.0);\n}\n";
    let a = "@group(0) @binding(auto) var<uniform> settings: vec4<f32>;\nconst amount: f32 = 3.0;\n\
             fn f(x: f32) -> f32 { return x * settings.x; }\n";
    let b =
        "override scale: f32 = 2.0;\nfn f(x: f32) -> f32 { return x * scale; }\nfn only(x: f32) -> f32 { return x; }\n";
    let place = pair(main, a, b);
    let text = listing(&place, &["-g"]);
    for name in [
        "\"a::f\"",
        "\"b::f\"",
        "\"only\"",
        "\"settings\"",
        "\"result\"",
        "\"local\"",
        "\"main\"",
        "\"m/a.wgsl\"",
        "\"m/b.wgsl\"",
    ] {
        assert!(text.contains(name), "no {name} in:\n{text}");
    }
    assert!(!text.contains("naga_oil") && !text.contains("spirula_end"), "{text}");
    // The source of each file, as it is.
    assert!(
        text.contains("#import a::amount") && text.contains("@binding(auto) var<uniform>"),
        "{text}"
    );
    let emit = ["--emit", "reflection", "-o", "-"];
    let run = compile(&place, &[&emit[..], &["--override", "scale=5"]].concat()).good();
    let reflection = String::from_utf8(run.stdout).unwrap();
    assert!(
        reflection.contains("settings") && reflection.contains("result"),
        "{reflection}"
    );
    assert!(!reflection.contains("naga_oil"), "{reflection}");
    // Lines are those of each file.
    let lines = listing(&place, &["-g1"]);
    assert!(lines.contains("OpLine"), "{lines}");
    compile(&place, &["-o", "a.html", "--emit", "html"]).good();
}

#[test]
fn files_for_imports_alone_are_not_shaders_of_a_folder() {
    let place = place();
    place.write(
        "common/both.wgsl",
        b"#define_import_path my::both\n@compute @workgroup_size(1) fn main() {}\n",
    );
    place.write("in/b/c.wgsl", MAIN.replace("lib/", "../lib/").as_bytes());
    place.write(
        "in/lib/sum.wgsl",
        ("#define_import_path my::sum\n".to_owned() + SUM).as_bytes(),
    );
    // `my::light` of `in/b/c.wgsl` is below the folder that is compiled.
    place
        .run(&[
            "compile",
            "in",
            "common",
            "-o",
            "out",
            SWITCHES[0],
            SWITCHES[1],
            "-DCOUNT=7",
        ])
        .good();
    let files = place.files();
    let modules: Vec<_> = files.iter().filter(|name| name.ends_with(".spv")).collect();
    assert_eq!(modules, ["out/a.wgsl.spv", "out/b/c.wgsl.spv", "out/both.wgsl.spv"]);
    // A named file is compiled.
    place
        .run(&["compile", "in/lib/sum.wgsl"])
        .expect_one(1, "no entry point");
}

/// The composer copies these with handles of another module.
#[test]
fn what_naga_oil_does_not_compose_is_refused() {
    let main = |rest: &str| format!("#import a::f\n{rest}");
    for (text, message) in [
        (
            "override n: u32 = 4u;\nvar<workgroup> w: array<u32, n>;\n@compute @workgroup_size(1) fn main() { f(); w[0] = 1u; }\n",
            "an array whose length is an override",
        ),
        (
            "override n: u32 = 4u;\n@compute @workgroup_size(n) fn main() { f(); }\n",
            "`main`, whose workgroup size is an override,",
        ),
    ] {
        let place = pair(&main(text), "fn f() {}\n", "");
        compile(&place, &[])
            .expect_one(1, message)
            .expect(1, &["naga_oil does not compose", "a.wgsl:"]);
    }
}

/// A text without directives is not naga_oil's.
#[test]
fn other_texts_are_not_composed() {
    let place = Place::with(&[(
        "a.wgsl",
        "/* #import a::f */ // #ifdef\n@compute @workgroup_size(1) fn main() { }\n",
    )]);
    compile(&place, &["-DA", "-o", "a.spv"]).good();
    place.write("a.wgsl", b"#include \"b\"\n");
    let run = compile(&place, &[]).expect_one(1, "a.wgsl:1:1");
    assert!(!run.stderr.contains("naga_oil"), "{}", run.stderr);
    // Each file is read as text.
    place.write("a.wgsl", b"#import \"b.wgsl\"::f\nfn g() { f(); }\n");
    place.write("b.wgsl", b"\xff");
    compile(&place, &[]).expect_one(1, "`b.wgsl` is not UTF-8");
}
