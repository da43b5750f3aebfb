//! Tests of names: files and folders as modules, and the names of a shader as Rust identifiers.

use super::{EMPTY, Project, has};
use spirula::build::Permutation;
use spirula::words::{assemble_text, disassemble_numbered};
use spirula::{Options, Target};

#[test]
fn files_and_folders_are_modules() {
    let vertex = "#version 460\nvoid main() { gl_Position = vec4(0.0); }";
    let fragment = "#version 460\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(0.0); }";
    let files = [
        ("sky.vert", vertex),
        ("sky.frag.glsl", fragment),
        ("a.wgsl", EMPTY),
        ("a/b.wgsl", EMPTY),
        ("a/deep/er.wgsl", EMPTY),
        ("two words-here.wgsl", EMPTY),
        ("2d.WGSL", EMPTY),
        // Names that the generated file uses, or that Rust reserves.
        ("fn.wgsl", EMPTY),
        ("self.wgsl", EMPTY),
        ("u32.wgsl", EMPTY),
        ("core.wgsl", EMPTY),
        ("std.wgsl", EMPTY),
        ("EntryPoint.wgsl", EMPTY),
        ("a/EntryPoint.wgsl", EMPTY),
        ("type/mod.wgsl", EMPTY),
        ("notes.txt", "no shader"),
        ("include.glsl", "neither"),
    ];
    let project = Project::with(&files);
    // A byte order mark, and a file that is not a shader.
    project.write("marked.wgsl", format!("\u{feff}{EMPTY}").as_bytes());
    let text = project.rust(&project.shaders());
    let modules: Vec<_> = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(" {"))
        .collect();
    let expected = [
        "shaders",
        "EntryPoint_",
        "_2d",
        "a",
        "EntryPoint",
        "b",
        "deep",
        "er",
        "core",
        "fn_",
        "marked",
        "self_",
        "sky_frag",
        "sky_vert",
        "std",
        "two_words_here",
        "type_",
        "mod_",
        "u32_",
    ];
    assert_eq!(modules, expected);
    has(
        &text,
        &["pub const ENTRY_POINT_MAIN: super::super::super::EntryPoint = super::super::super::EntryPoint {"],
    );
}

#[test]
fn files_are_named_one_by_one_and_of_any_name() {
    let project = Project::with(&[("x/shader", EMPTY), ("y/b.wgsl", EMPTY)]);
    let shaders = spirula::build::Shaders::new(Target::vulkan(1, 1))
        .out_dir(project.output())
        .module("more-shaders")
        .input_as(project.shader("x/shader"), spirula::build::Language::Wgsl)
        .input(project.shader("y/b.wgsl"));
    let generated = shaders.generate().unwrap();
    assert_eq!(generated.rust, project.output().join("more_shaders.rs"));
    let places = ["shader.spv", "b.wgsl.spv"].map(|name| project.output().join("more_shaders").join(name));
    assert_eq!(generated.modules, places);
    has(
        &project.rust(&shaders),
        &["pub mod more_shaders {", "pub mod shader {", "pub mod b {"],
    );
}

#[test]
fn names_of_a_shader_become_identifiers() {
    let source = "
struct u8 { dyn: u32, box: f32, Größe: f32, _pad0: u32, gap: vec4<f32>, yield_: f32 }
struct Clone { a: vec3<f32>, Option: f32 }
struct String { a: array<vec3<f32>, 2> }
// The name of a generated element type.
struct Vec3F32Stride16 { a: f32 }
struct HolderElement { a: f32 }
@group(0) @binding(0) var<storage> first: u8;
@group(0) @binding(1) var<storage> dyn: Clone;
@group(0) @binding(2) var<storage> string: String;
@group(0) @binding(3) var<storage> Light: Vec3F32Stride16;
@group(0) @binding(4) var<storage> light: array<f32>;
@group(0) @binding(5) var<storage> holder: array<HolderElement>;
@group(0) @binding(6) var<storage, read_write> seen: f32;
@compute @workgroup_size(1) fn größe() {
    seen = first.box + dyn.a.x + string.a[0].x + Light.a + light[0] + holder[0].a;
}";
    let source = source.replace("yield_", "unsized_");
    let project = Project::with(&[("a.wgsl", &source)]);
    has(
        &project.rust(&project.shaders()),
        &[
            "/// `u8`, 48 bytes.",
            "pub struct u8_ {",
            "/// `dyn`, `u32` at byte 0.\n    pub dyn_: u32,",
            "/// `box`, `f32` at byte 4.\n    pub box_: f32,",
            "/// `Größe`, `f32` at byte 8.\n    pub Gruf6udfe: f32,",
            // The padding has another name than the member.
            "pub _pad0: u32,\n",
            "pub _pad1: [u8; 12],\n}",
            "pub struct Clone {",
            "pub Option: f32,",
            "pub struct Vec3F32Stride16 {",
            "pub struct Vec3F32Stride16_2 {",
            "pub a: [Vec3F32Stride16; 2],",
            "pub const BINDING_DYN: super::Binding",
            "pub const BINDING_LIGHT: super::Binding",
            "pub const BINDING_LIGHT_2: super::Binding",
            "pub type HolderElement_2 = HolderElement;",
            "pub const ENTRY_POINT_GRUF6UDFE: super::EntryPoint",
        ],
    );
}

/// Two structs with the same name and arbitrary names, which SPIR-V allows and WGSL does not.
#[test]
fn two_structs_with_one_name_and_names_that_are_none() {
    let source = "
struct Aaa { x: f32 }
struct Bbb { y: vec3<f32>, long_name: f32 }
@group(0) @binding(0) var<storage> first: Aaa;
@group(0) @binding(1) var<storage> second: Bbb;
@group(0) @binding(2) var<storage, read_write> seen: f32;
@compute @workgroup_size(1) fn main() { seen = first.x + second.y.x; }";
    let shader = crate::common::parse::wgsl(source, "a.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let mut options = Options::default();
    options.names = true;
    let target = Target::vulkan(1, 1);
    let output = spirula::compile(&shader.module, &shader.info, &target, &options).unwrap();
    let text = disassemble_numbered(&output.words);
    let text = text
        .replace("\"Bbb\"", "\"Aaa\"")
        .replace("\"long_name\"", "\"a `b`.c\\\\n*/\"");
    let words = assemble_text(&text, 0x1_0300).unwrap();
    let project = Project::with(&[]);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    project.write("a.spv", &bytes);
    has(
        &project.rust(&project.shaders()),
        &[
            "pub struct Aaa {",
            "pub struct Aaa_2 {",
            "pub a__b__c_n__: f32,",
            "`Aaa`, 16 bytes",
        ],
    );
}

/// One file is many modules, with values and macros of their own.
#[test]
fn permutations_have_names_of_their_own() {
    let wgsl = "override SCALE: u32 = 1u;\noverride ON: bool = true;\n\
        @group(0) @binding(0) var<storage, read_write> n: u32;\n\
        @compute @workgroup_size(1) fn main() { if ON { n *= SCALE; } }\n";
    let glsl = "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = vec4(QUALITY); }\n";
    let project = Project::with(&[("lit.wgsl", wgsl), ("variants/post.frag", glsl)]);
    let mut shaders = spirula::build::Shaders::new(Target::vulkan(1, 1))
        .out_dir(project.output())
        .input(project.shader("lit.wgsl"));
    for scale in [2, 3] {
        let values = Permutation::new().set("SCALE", scale).set("ON", scale == 2);
        shaders = shaders.permutation(format!("lit_{scale}"), project.shader("lit.wgsl"), values);
    }
    for quality in ["0", "1"] {
        let values = Permutation::new().define("QUALITY", quality);
        shaders = shaders.permutation(format!("post/q{quality}"), project.shader("variants/post.frag"), values);
    }
    let text = project.rust(&shaders);
    has(
        &text,
        &[
            "pub mod lit {",
            "pub mod lit_2 {",
            "pub mod lit_3 {",
            "pub mod post {",
            "pub mod q0 {",
            "pub mod q1 {",
        ],
    );
    let generated = shaders.generate().unwrap();
    let read = [project.shader("lit.wgsl"), project.shader("variants/post.frag")];
    assert_eq!(generated.read, read);
    let names: Vec<_> = generated
        .modules
        .iter()
        .map(|path| {
            path.strip_prefix(project.output().join("shaders"))
                .unwrap()
                .display()
                .to_string()
        })
        .collect();
    assert_eq!(
        names,
        ["lit.wgsl.spv", "lit_2.spv", "lit_3.spv", "post/q0.spv", "post/q1.spv"]
    );
    let bytes: Vec<Vec<u8>> = generated
        .modules
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    for (at, one) in bytes.iter().enumerate() {
        assert!(bytes[..at].iter().all(|other| one != other), "{}", names[at]);
    }
    let own = |name: &str, values| {
        shaders
            .clone()
            .permutation(name, project.shader("lit.wgsl"), values)
            .generate()
    };
    for wrong in ["", "..", "../x", "/x", "a/../../x"] {
        let error = own(wrong, Permutation::new()).unwrap_err();
        let spirula::build::Error::Shaders { failures, .. } = error else {
            panic!("{error}")
        };
        assert!(failures[0].text.contains("is no name of a module"), "{failures:?}");
    }
    let error = own("lit_2", Permutation::new()).unwrap_err().to_string();
    assert_eq!(error, "1 of 6 shaders could not be compiled");
    assert!(own("other", Permutation::new().set("SCALES", 1)).is_err());
}
