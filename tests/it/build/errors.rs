//! Tests of errors: every invalid shader is reported with file and line, and nothing is written.

use std::fs;

use super::{EMPTY, Project, has};
use spirula::Target;
use spirula::build::{Error, Failure, Shaders};

fn failures(shaders: &Shaders) -> Vec<Failure> {
    match shaders.generate() {
        Err(Error::Shaders { failures, .. }) => failures,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_shader_that_is_wrong_is_named_with_its_line() {
    let project = Project::with(&[
        ("good.wgsl", EMPTY),
        ("parse.wgsl", "fn f() {}\nfn g( {}\n"),
        ("type.wgsl", "\n\nfn f() -> f32 { return vec2f(); }\n"),
        (
            "anywhere.wgsl",
            "@vertex fn main() -> @location(0) f32 { return 1.0; }\n",
        ),
        ("glsl.frag", "#version 460\nvoid main() {\n    nothing();\n}\n"),
        (
            "lacks.wgsl",
            "@compute @workgroup_size(1)\nfn main() {\n    var x: f64 = 1.0;\n    x += 1.0;\n}\n",
        ),
    ]);
    project.write("bytes.wgsl", b"// one\n// \xff\n");
    project.write("module.spv", b"\x03\x02\x23\x07");
    let target = Target::vulkan(1, 1).strict();
    let shaders = Shaders::new(target).input(project.shader("")).out_dir(project.output());
    let failures = failures(&shaders);
    let found: Vec<_> = failures
        .iter()
        .map(|failure| (failure.path.file_name().unwrap().to_str().unwrap(), failure.line))
        .collect();
    let expected = [
        ("anywhere.wgsl", Some(1)),
        ("bytes.wgsl", Some(2)),
        ("glsl.frag", Some(3)),
        ("lacks.wgsl", Some(4)),
        ("module.spv", None),
        ("parse.wgsl", Some(2)),
        ("type.wgsl", Some(3)),
    ];
    assert_eq!(found, expected);
    for failure in &failures {
        assert!(failure.text.starts_with("error: "), "{}", failure.text);
        has(&failure.text, &[failure.path.to_str().unwrap()]);
    }
    has(&failures[3].text, &["lacks.wgsl:4:", "shaderFloat64"]);
    let error = shaders.generate().unwrap_err();
    assert_eq!(error.to_string(), "7 of 8 shaders could not be compiled");
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(!project.output().exists());
}

#[test]
fn what_is_no_shader_is_an_error() {
    let project = Project::with(&[("a.txt", ""), ("b.geom", ""), ("empty/notes.txt", "")]);
    let of = |name: &str| {
        let shaders = Shaders::new(Target::vulkan(1, 1)).out_dir(project.output());
        let failures = failures(&shaders.input(project.shader(name)));
        assert_eq!(failures.len(), 1);
        failures[0].text.clone()
    };
    has(&of("missing.wgsl"), &["cannot read `", "missing.wgsl`: "]);
    has(
        &of("a.txt"),
        &[
            "is no shader by its name; known endings are .wgsl, ",
            "`Shaders::input_as` names the language",
        ],
    );
    has(&of("b.geom"), &["is no shader by its name"]);
    has(&of("empty"), &["no shader found in `", "empty`"]);
    // No shaders at all is not an error: the generated file is empty.
    let generated = Shaders::new(Target::vulkan(1, 1))
        .out_dir(project.output())
        .generate()
        .unwrap();
    super::compile(&generated.rust);
}

#[test]
fn two_files_of_one_module_are_an_error() {
    let project = Project::with(&[("a b.wgsl", EMPTY), ("a-b.wgsl", EMPTY), ("a_b.wgsl", EMPTY)]);
    let failures = failures(&project.shaders());
    assert_eq!(failures.len(), 2);
    let (first, second) = (project.shader("a b.wgsl"), project.shader("a-b.wgsl"));
    let message = format!("`{}` and `{}` would be one module", second.display(), first.display());
    has(&failures[0].text, &[&message]);
}

#[test]
fn files_that_cannot_be_written_are_an_error() {
    let project = Project::with(&[("a.wgsl", EMPTY)]);
    fs::write(project.output(), "a file").unwrap();
    let error = project.shaders().generate().unwrap_err();
    assert!(matches!(&error, Error::Write { path, .. } if path.ends_with("out/shaders/a.wgsl.spv")));
    has(&error.to_string(), &["cannot write `", "a.wgsl.spv`: "]);
    // Tests are not build scripts, so OUT_DIR is missing.
    let shaders = Shaders::new(Target::vulkan(1, 1)).input(project.shader("a.wgsl"));
    let error = shaders.generate().unwrap_err();
    assert!(matches!(error, Error::NoOutput));
    has(&error.to_string(), &["OUT_DIR is not set"]);
}

/// Files that GLSL includes are read and tracked, and have their own lines in messages.
#[test]
fn files_that_glsl_includes_are_read() {
    let shader = "#version 450\n#include \"parts/level.glsl\"\nlayout(location = 0) out float color;\nvoid main() { color = level(); }\n";
    let project = Project::with(&[
        ("sky.frag", shader),
        ("parts/level.glsl", "float level() { return 0.5; }\n"),
    ]);
    let generated = project.shaders().generate().unwrap();
    let included = project.shader("parts/level.glsl");
    assert!(generated.read.contains(&included), "{:?}", generated.read);
    assert_eq!(generated.modules.len(), 1);

    project.write("parts/level.glsl", b"\n\nfloat level() { return nothing; }\n");
    let failures = failures(&project.shaders());
    assert_eq!((failures.len(), failures[0].line), (1, Some(3)));
    has(&failures[0].text, &["level.glsl:3:"]);
}

/// Files that WGSL imports are read and tracked, have their own lines in messages, and are no shaders of the folder.
#[cfg(feature = "naga-oil")]
#[test]
fn files_that_wgsl_imports_are_read() {
    let shader = "#import my::level::{level, settings}\n#import my::shared\n\
                  @compute @workgroup_size(#SIZE) fn main() { settings.x = level() + my::shared::one(); }\n";
    let level = "#define_import_path my::level\nstruct Settings { x: f32 }\n\
                 @group(0) @binding(0) var<storage, read_write> settings: Settings;\nfn level() -> f32 { return 0.5; }\n";
    let project = Project::with(&[
        ("deep/a.wgsl", shader),
        ("parts/level.wgsl", level),
        (
            "../shared/one.wgsl",
            "#define_import_path my::shared\nfn one() -> f32 { return 1.0; }\n",
        ),
    ]);
    let shared = project.shader("../shared");
    let shaders = || {
        project
            .shaders()
            .define("SIZE", "4")
            .define("OTHER", None)
            .include(&shared)
    };
    let rust = project.rust(&shaders());
    for declaration in [
        "pub mod deep",
        "pub mod a",
        "pub const BINDING_SETTINGS",
        "pub struct Settings",
        "[4, 1, 1]",
    ] {
        assert!(rust.contains(declaration), "no {declaration} in:\n{rust}");
    }
    let generated = shaders().generate().unwrap();
    for read in [project.shader("parts/level.wgsl"), shared.join("one.wgsl")] {
        assert!(generated.read.contains(&read), "{:?}", generated.read);
    }
    assert_eq!(generated.modules.len(), 1);

    project.write("parts/level.wgsl", level.replace("0.5", "nothing").as_bytes());
    let failures = failures(&shaders());
    assert_eq!((failures.len(), failures[0].line), (1, Some(4)));
    has(&failures[0].text, &["level.wgsl:4:"]);
}
