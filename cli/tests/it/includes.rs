//! Tests of `-D`, `-I` and `#include` in GLSL, and of the refusal of naga_oil's directives in WGSL by a build without
//! the feature `naga-oil`.

use super::place::Place;

const MAIN: &str = "#version 450
layout(location = 0) out vec4 color;
#include \"lib/light.glsl\"
#ifdef BRIGHT
const float factor = BRIGHT;
#else
const float factor = 0.5;
#endif
void main() { color = lit(factor); }
";
const LIGHT: &str = "#pragma once\n#include \"sum.glsl\"\nvec4 lit(float a) { return vec4(sum(a, shade)); }\n";
const SUM: &str = "#pragma once\nfloat sum(float a, float b) { return a + b; }";
const SHADE: &str = "#include \"lib/light.glsl\"\nconst float shade = 0.25;\n";

fn listing(place: &Place, switches: &[&str]) -> String {
    let base = ["compile", "a.frag", "--emit", "spvasm", "-o", "-"];
    String::from_utf8(place.run(&[&base[..], switches].concat()).good().stdout).unwrap()
}

#[test]
fn files_are_included_relative_to_the_file_and_from_folders() {
    let main = MAIN.replace("#ifdef", "  #  include <common/shade.glsl> // from a folder\n#ifdef");
    let light = LIGHT.replace("sum.glsl\"", "sum.glsl\"\n#include <common/shade.glsl>");
    // Both files include each other; `#pragma once` ends that.
    let shade = format!(
        "#pragma once\n{}",
        SHADE.replace("\"lib/light.glsl\"", "<shared/empty.glsl>")
    );
    let place = Place::with(&[
        ("a.frag", &main),
        ("lib/light.glsl", &light),
        ("lib/sum.glsl", SUM),
        ("shared folder/common/shade.glsl", &shade),
        ("other/shared/empty.glsl", ""),
    ]);
    let folders = ["-I", "shared folder", "-Iother"];
    let text = listing(&place, &folders);
    assert!(
        text.contains("OpConstant") && text.contains(" 0.5\n") && text.contains(" 0.25\n"),
        "{text}"
    );
    assert!(listing(&place, &[&folders[..], &["-DBRIGHT=0.75"]].concat()).contains(" 0.75\n"));
    assert!(!listing(&place, &[&folders[..], &["-D", "BRIGHT"]].concat()).contains(" 0.5\n"));

    place
        .run(&[&["compile", "a.frag", "-MD", "-o", "a.spv"], &folders[..]].concat())
        .good();
    assert_eq!(
        String::from_utf8(place.read("a.spv.d")).unwrap(),
        "a.spv: \\\n  a.frag \\\n  lib/light.glsl \\\n  lib/sum.glsl \\\n  shared\\ folder/common/shade.glsl \\\n  \
         other/shared/empty.glsl\n"
    );
}

#[test]
fn mistakes_are_shown_in_the_file_that_has_them() {
    let light = LIGHT.replace("shade", "missing");
    let place = Place::with(&[("a.frag", MAIN), ("lib/light.glsl", &light), ("lib/sum.glsl", SUM)]);
    place
        .run(&["compile", "a.frag"])
        .expect_one(1, "lib/light.glsl:3:40")
        .expect(1, &["3 │ vec4 lit(float a) { return vec4(sum(a, missing)); }"]);
    // After the includes, lines are counted in the file itself.
    place.write("lib/light.glsl", LIGHT.replace(", shade", ", 1.0").as_bytes());
    place.write("a.frag", MAIN.replace("lit(factor)", "lit(unknown)").as_bytes());
    let run = place
        .run(&["compile", "a.frag", "--message-format", "json"])
        .expect(1, &[]);
    let error = &run.lines()[0]["errors"][0];
    assert_eq!(
        (&error["file"], &error["line"], &error["column"]),
        (&"a.frag".into(), &9.into(), &27.into())
    );
    let text = MAIN.replace("lit(factor)", "lit(unknown)");
    let start = usize::try_from(error["start"].as_u64().unwrap()).unwrap();
    let end = usize::try_from(error["end"].as_u64().unwrap()).unwrap();
    assert_eq!(&text[start..end], "unknown");
    // Errors of naga's validator, too.
    place.write(
        "a.frag",
        MAIN.replace("color = lit(factor)", "color = vec3(factor)").as_bytes(),
    );
    place.run(&["compile", "a.frag"]).expect_one(1, "a.frag:9:23");
    // And requirements that the target lacks.
    place.write("a.frag", MAIN.as_bytes());
    place.write(
        "lib/sum.glsl",
        b"float sum(float a, float b) { return float(double(a) + double(b)); }",
    );
    place
        .run(&["compile", "a.frag", "--strict"])
        .expect(1, &["lib/sum.glsl:1:", "--enable shaderFloat64"]);
    let place_of = place
        .run(&["compile", "a.frag", "--emit", "requirements-json", "-o", "-"])
        .good();
    let needs: serde_json::Value = serde_json::from_slice(&place_of.stdout).unwrap();
    let double = needs
        .as_array()
        .unwrap()
        .iter()
        .find(|need| need["name"] == "shaderFloat64");
    assert_eq!(double.unwrap()["file"], "lib/sum.glsl");
}

#[test]
fn what_cannot_be_included_is_refused_at_its_line() {
    let place = Place::with(&[("a.frag", MAIN)]);
    place
        .run(&["compile", "a.frag"])
        .expect_one(1, "a.frag:3:11")
        .expect(1, &["no file `lib/light.glsl` to include; looked in ."]);
    place
        .run(&["compile", "a.frag", "-I", "x", "-I", "y"])
        .expect(1, &["looked in ., x, y"]);
    place.write("a.frag", MAIN.replace("\"lib/light.glsl\"", "<b>").as_bytes());
    place
        .run(&["compile", "a.frag"])
        .expect_one(1, "no file `b` to include; no folder is given with `-I`");
    // A circular include, directly and through another file.
    place.write("a.frag", MAIN.as_bytes());
    place.write("lib/light.glsl", b"// first\n#include \"../a.frag\"\n");
    place
        .run(&["compile", "a.frag"])
        .expect_one(1, "lib/light.glsl:2:11")
        .expect(
            1,
            &[
                "`../a.frag` includes itself, by way of this line",
                "included from a.frag:3",
            ],
        );
    place.write("lib/light.glsl", b"#include \"light.glsl\"\n");
    place
        .run(&["compile", "a.frag"])
        .expect_one(1, "`light.glsl` includes itself");
    place.write("lib/light.glsl", b"// \xff\n");
    place
        .run(&["compile", "a.frag"])
        .expect_one(1, "`lib/light.glsl` is not UTF-8");
    // The maximum depth of includes, and one level more.
    let chain = |count: usize| {
        let place = Place::new();
        for level in 0..count {
            let next = format!("#include \"{}.glsl\"\n", level + 1);
            let text = if level + 1 < count {
                next
            } else {
                "void main() {}\n".to_owned()
            };
            let name = if level == 0 {
                "a.comp".to_owned()
            } else {
                format!("{level}.glsl")
            };
            place.write(&name, text.as_bytes());
        }
        place
    };
    let text = |place: &Place| place.run(&["compile", "a.comp"]);
    text(&chain(64)).good();
    text(&chain(65)).expect_one(1, "includes are more than 64 levels deep");
}

#[test]
fn definitions_are_checked() {
    let place = Place::with(&[("a.comp", "#version 450\nvoid main() {}\n")]);
    place
        .run(&["compile", "a.comp", "-D", "1A=2"])
        .expect_one(2, "`1A` is no name of a macro");
    place
        .run(&["compile", "a.comp", "-D="])
        .expect_one(2, "is no name of a macro");
    place.write("a.wgsl", b"@compute @workgroup_size(1) fn main() {}");
    let run = place.run(&["compile", "a.wgsl", "-DA", "-o", "a.spv"]);
    match cfg!(feature = "naga-oil") {
        true => run.good(),
        false => run.expect(0, &["warning: `-D` and `-I` are for GLSL, and no input is"]),
    };
    place.run(&["compile", "a.wgsl", "-o", "a.spv"]).good();
    place
        .run(&["compile", "a.spv", "-Ix", "-o", "b.spv"])
        .expect(0, &["warning: `-D` and `-I` are for GLSL"]);
    place.run(&["compile", "a.wgsl", "a.comp", "-DA", "-o", "out/"]).good();
}

#[cfg(not(feature = "naga-oil"))]
#[test]
fn directives_of_naga_oil_are_named() {
    for directive in ["#import a::b", "#define_import_path a", "#ifdef A", "  #{MAX_LIGHTS}"] {
        let place = Place::with(&[(
            "a.wgsl",
            &format!("\n{directive}\n@compute @workgroup_size(1) fn main() {{}}\n"),
        )]);
        let name = directive.trim().split([' ', 'M']).next().unwrap();
        place.run(&["compile", "a.wgsl"]).expect_one(1, "a.wgsl:2:").expect(
            1,
            &[
                &format!("`{name}` is a directive of naga_oil, and is not resolved here"),
                "cargo feature `naga-oil`",
            ],
        );
    }
    // No compiler has includes in WGSL.
    let place = Place::with(&[("a.wgsl", "#include \"b\"\n")]);
    let run = place.run(&["compile", "a.wgsl"]).expect_one(1, "a.wgsl:1:1");
    assert!(!run.stderr.contains("naga_oil"));
}

/// A few macros make any number of levels; the shader is refused, and the others are compiled.
#[test]
fn macros_without_end_are_refused() {
    let bomb = |levels: u32| {
        let mut text =
            "#version 450\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer B { uint a[]; };\n\
            #define L0 (\n#define R0 )\n"
                .to_owned();
        for level in 1..=levels {
            let before = level - 1;
            text += &format!("#define L{level} L{before} L{before}\n#define R{level} R{before} R{before}\n");
        }
        text + &format!("void main() {{ a[0] = L{levels} 1u R{levels}; }}\n")
    };
    let place = Place::with(&[
        ("in/a.comp", &bomb(40)),
        ("in/b.comp", &bomb(12)),
        ("in/c.comp", &bomb(15)),
    ]);
    let run = place.run(&["compile", "in", "-o", "out", "--keep-going"]);
    run.expect_one(1, "its macros make more than ");
    assert!(place.is_module("out/b.comp.spv") && place.is_module("out/c.comp.spv"));
}
