//! Tests of `spirula::build`: the declarations for every type, name and constant of a shader, compiled by rustc with
//! their assertions; the module of each file; every error. `examples/ash-app` tests on a device that a shader reads the
//! declared bytes.

mod errors;
#[cfg(feature = "naga-oil")]
mod imports;
mod names;
mod types;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use spirula::build::{Generated, Shaders};
use spirula::{DebugLevel, Options, Target};
use tempfile::TempDir;

const EMPTY: &str = "@compute @workgroup_size(1) fn main() {}\n";

/// A folder with shaders, and an output folder.
struct Project {
    folder: TempDir,
}

impl Project {
    fn with(files: &[(&str, &str)]) -> Self {
        let project = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        for (name, text) in files {
            project.write(name, text.as_bytes());
        }
        project
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.shader(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn shader(&self, name: &str) -> PathBuf {
        self.folder.path().join("in").join(name)
    }

    fn output(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    /// All shaders of the folder.
    fn shaders(&self) -> Shaders {
        let shaders = Shaders::new(Target::vulkan(1, 2)).out_dir(self.output());
        shaders.input(self.folder.path().join("in"))
    }

    /// The text of the generated file, after rustc has compiled it without a warning.
    fn rust(&self, shaders: &Shaders) -> String {
        let generated = shaders.generate().unwrap();
        compile(&generated.rust);
        fs::read_to_string(&generated.rust).unwrap()
    }
}

/// Compiles a crate that includes a file, with its assertions, in the oldest edition that the file supports.
fn compile(path: &Path) {
    let root = path.with_file_name("crate.rs");
    let include = path.file_name().unwrap().to_str().unwrap();
    fs::write(&root, format!("//! Includes it.\n\ninclude!({include:?});\n")).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let run = Command::new(rustc)
        .args(["--edition=2021", "--crate-type=lib", "--emit=metadata", "-Dwarnings"])
        .args([
            "-Wmissing_docs",
            "-Wunreachable_pub",
            "-Funsafe_code",
            "-Wunused_qualifications",
        ])
        .args(["--crate-name=generated", "--out-dir"])
        .arg(path.parent().unwrap())
        .arg(&root)
        .output()
        .unwrap();
    let text = fs::read_to_string(path).unwrap();
    assert!(
        run.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&run.stderr),
        text.lines()
            .filter(|line| !line.starts_with("0x"))
            .collect::<Vec<_>>()
            .join("\n")
    );
}

/// The text between two parts of a text.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text
        .split_once(start)
        .unwrap_or_else(|| panic!("no `{start}` in\n{text}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no `{end}`")).0
}

/// Fails for each part that a text does not contain.
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        let shown = text.lines().filter(|line| !line.starts_with("0x"));
        let shown = || shown.collect::<Vec<_>>().join("\n");
        assert!(text.contains(part), "no `{part}` in\n{}", shown());
    }
}

/// The words of a generated file.
fn words(text: &str) -> Vec<u32> {
    let all = between(text, "pub const WORDS: &[u32] = &[\n", "];").split(',');
    let numbers = all.map(str::trim).filter(|number| !number.is_empty());
    numbers
        .map(|number| u32::from_str_radix(number.trim_start_matches("0x"), 16).unwrap())
        .collect()
}

#[test]
fn the_words_are_those_of_compile() {
    let source = fs::read_to_string(crate::common::root("examples/lit_mesh.wgsl")).unwrap();
    let project = Project::with(&[("a/lit.wgsl", &source)]);
    let shaders = project.shaders();
    let words = words(&project.rust(&shaders));
    let shader = crate::common::parse::wgsl(&source, "lit.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let target = Target::vulkan(1, 2);
    let expected = spirula::compile(&shader.module, &shader.info, &target, &Options::default()).unwrap();
    assert_eq!(words, expected.words);
    // They are in a file, too.
    let generated = shaders.generate().unwrap();
    let path = project.output().join("shaders/a/lit.wgsl.spv");
    assert_eq!(generated.modules, std::slice::from_ref(&path));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(fs::read(path).unwrap(), bytes);
    // The paths that were read: the folder and the file.
    let read = [project.shader(""), project.shader("a/lit.wgsl")];
    let parts = |paths: &[PathBuf]| {
        paths
            .iter()
            .map(|path| path.components().collect::<PathBuf>())
            .collect::<Vec<_>>()
    };
    assert_eq!(parts(&generated.read), parts(&read));
    // A file with the same content keeps its modification time.
    let time = || fs::metadata(&generated.rust).unwrap().modified().unwrap();
    let before = time();
    shaders.generate().unwrap();
    assert_eq!(time(), before);
}

#[test]
fn constants_describe_the_interface() {
    let source = "
struct Camera { view: mat4x4<f32>, eye: vec3<f32> }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(3) var textures: binding_array<texture_2d<f32>, 4>;
@group(1) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;
@group(2) @binding(0) var linear: sampler;
struct Push { scale: vec3<f32> }
var<immediate> push: Push;
@id(7) override size_x: u32 = 4;
override fast: bool = true;
override factor: f32;
@vertex fn vs(@location(2) color: vec4<f32>, @location(0) position: vec3<f32>, @location(1) id: u32)
    -> @builtin(position) vec4<f32> {
    return camera.view * vec4(position * push.scale, color.x + f32(id));
}
@fragment fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return textureSample(textures[1], linear, at.xy);
}
@compute @workgroup_size(size_x, 2) fn count() {
    if fast { atomicAdd(&counts[0], u32(factor)); }
}
";
    let source = format!("enable wgpu_binding_array;\n{source}");
    let project = Project::with(&[("all.wgsl", &source)]);
    let mut options = Options::default();
    options.spec_constants = true;
    let text = project.rust(&project.shaders().options(options));
    let some = |value: &str| format!("::core::option::Option::Some({value})");
    let none = "::core::option::Option::None";
    has(
        &text,
        &[
            "pub const ENTRY_POINTS: &[super::EntryPoint] = &[ENTRY_POINT_VS, ENTRY_POINT_FS, ENTRY_POINT_COUNT];",
            "name: \"count\",\n    c_name: c\"count\",\n    stage: 0x20,\n",
            &format!("workgroup_size: {},", some("[4, 2, 1]")),
            &format!("workgroup_size_ids: [{}, {none}, {none}],", some("7")),
            // VK_FORMAT_R32G32B32_SFLOAT, R32_UINT, R32G32B32A32_SFLOAT.
            "VertexInput { name: \"position\", location: 0, format: 106, offset: 0 },",
            "VertexInput { name: \"id\", location: 1, format: 98, offset: 12 },",
            "VertexInput { name: \"color\", location: 2, format: 109, offset: 16 },",
            "vertex_stride: 32,",
            "pub struct VsVertex {",
            "&[BINDING_CAMERA, BINDING_TEXTURES, BINDING_COUNTS, BINDING_LINEAR];",
            "Binding { name: \"camera\", set: 0, binding: 0, descriptor_type: 6, count: 1, stages: 0x1, ",
            &format!("size: {} }};", some("80")),
            "Binding { name: \"textures\", set: 0, binding: 3, descriptor_type: 2, count: 4, stages: 0x10, ",
            "Binding { name: \"counts\", set: 1, binding: 1, descriptor_type: 7, count: 1, stages: 0x20, ",
            "Binding { name: \"linear\", set: 2, binding: 0, descriptor_type: 0, count: 1, stages: 0x10, ",
            &format!("size: {none} }};"),
            "PushConstantRange { stages: 0x1, offset: 0, size: 16 }",
            &format!(
                "pub const SPEC_CONSTANT_SIZE_X: super::SpecConstant =
    super::SpecConstant {{ name: \"size_x\", id: 7, ty: \"u32\", size: 4, default: {}, given_id: {none} }};",
                some("4.0")
            ),
            &format!("name: \"fast\", id: 8, ty: \"bool\", size: 4, default: {}", some("1.0")),
            &format!("name: \"factor\", id: 9, ty: \"f32\", size: 4, default: {none}"),
            "&[SPEC_CONSTANT_SIZE_X, SPEC_CONSTANT_FAST, SPEC_CONSTANT_FACTOR];",
            "pub type CountsElement = u32;",
        ],
    );
    // Resolved overrides are not constants.
    let mut options = Options::default();
    options.overrides = [("factor".to_owned(), 2.0)].into();
    let text = project.rust(&project.shaders().options(options));
    has(&text, &["SPEC_CONSTANTS: &[super::SpecConstant] = &[];"]);
}

#[test]
fn resources_on_one_binding_share_its_row() {
    let source = "
@group(0) @binding(0) var a: texture_2d<f32>;
@group(0) @binding(1) var b: sampler;
@fragment fn main() -> @location(0) vec4<f32> { return textureSample(a, b, vec2(0.5)); }
";
    let project = Project::with(&[("a.wgsl", source)]);
    let mut options = Options::default();
    for binding in [0, 1] {
        let info = spirula::BindingInfo {
            descriptor_set: 3,
            binding: 9,
            source: spirula::BindingSource::Combined,
            ..Default::default()
        };
        options.bind([(naga::ResourceBinding { group: 0, binding }, info)]);
    }
    let text = project.rust(&project.shaders().options(options));
    has(
        &text,
        &[
            "pub const BINDINGS: &[super::Binding] = &[BINDING_A];",
            "name: \"a\", set: 3, binding: 9, descriptor_type: 1, count: 1,",
            "pub const BINDING_B: super::Binding =\n    BINDING_A;",
        ],
    );
}

#[test]
fn an_entry_point_has_the_layout_of_its_own_pipeline() {
    let source = "
@group(0) @binding(0) var<uniform> seed: vec4<u32>;
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
var<immediate> push: u32;
@compute @workgroup_size(64) fn fill() { values[0] = push; }
@vertex fn draw() -> @builtin(position) vec4<f32> { return vec4<f32>(seed); }
";
    let project = Project::with(&[("a.wgsl", source)]);
    let text = project.rust(&project.shaders());
    let fill = between(&text, "pub const ENTRY_POINT_FILL", "};");
    has(
        fill,
        &[
            "bindings: &[super::Binding { name: \"values\", set: 0, binding: 0, descriptor_type: 7, count: 1, stages: 0x20,",
            "push_constants: ::core::option::Option::Some(super::PushConstantRange { stages: 0x20, offset: 0, size: 4 })",
        ],
    );
    let draw = between(&text, "pub const ENTRY_POINT_DRAW", "};");
    has(
        draw,
        &[
            "bindings: &[super::Binding { name: \"seed\", set: 0, binding: 0, descriptor_type: 6, count: 1, stages: 0x1,",
            "push_constants: ::core::option::Option::None",
        ],
    );
    has(
        &text,
        &["pub const BINDINGS: &[super::Binding] = &[BINDING_SEED, BINDING_VALUES];"],
    );
}

#[test]
fn structs_are_pod_where_it_is_asked_for() {
    let source = "struct S { a: vec3<f32> } @group(0) @binding(0) var<uniform> s: S;
@fragment fn main() -> @location(0) vec4<f32> { return vec4(s.a, 1.0); }";
    let project = Project::with(&[("a.wgsl", source)]);
    let derives = "#[derive(Clone, Copy, Debug, PartialEq, ::bytemuck::Pod, ::bytemuck::Zeroable)]\n#[repr(C)]";
    let generated = project.shaders().bytemuck(true).generate().unwrap();
    has(&fs::read_to_string(generated.rust).unwrap(), &[derives]);
    assert!(!project.rust(&project.shaders()).contains("bytemuck::"));
}

#[test]
fn debug_information_is_written_as_the_target_has_it() {
    let project = Project::with(&[("a.wgsl", EMPTY)]);
    let of = |minor, level| {
        let shaders = Shaders::new(Target::vulkan(1, minor).core_only()).out_dir(project.output());
        shaders.input(project.shader("a.wgsl")).debug(level).generate().unwrap()
    };
    let text = |generated: &Generated| {
        let words = words(&fs::read_to_string(&generated.rust).unwrap());
        spirula::words::disassemble(&words)
    };
    let plain = of(3, DebugLevel::None);
    assert!(!text(&plain).contains("OpName"));
    assert!(text(&of(3, DebugLevel::Lines)).contains("OpSource WGSL"));
    let full = of(3, DebugLevel::Full);
    assert!(text(&full).contains("NonSemantic.Shader.DebugInfo.100") && full.warnings.is_empty());
    let less = of(0, DebugLevel::Full);
    assert!(text(&less).contains("OpSource WGSL"));
    has(
        &less.warnings.join("\n"),
        &["a.wgsl", "VK_KHR_shader_non_semantic_info"],
    );
}
