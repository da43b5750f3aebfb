//! Tests of types: a row for each scalar, vector, matrix, array and struct, in storage buffers, uniform buffers and
//! push constants.

use super::{Project, between, has};

/// A type, and its Rust type in a storage buffer.
const STORAGE: &[(&str, &str)] = &[
    ("f32", "f32"),
    ("i32", "i32"),
    ("u32", "u32"),
    ("f64", "f64"),
    ("i64", "i64"),
    ("u64", "u64"),
    ("f16", "u16"),
    ("i16", "i16"),
    ("u16", "u16"),
    ("atomic<u32>", "u32"),
    ("atomic<i32>", "i32"),
    ("vec2<f32>", "[f32; 2]"),
    ("vec3<f32>", "[f32; 3]"),
    ("vec4<f32>", "[f32; 4]"),
    ("vec2<i32>", "[i32; 2]"),
    ("vec3<u32>", "[u32; 3]"),
    ("vec4<i32>", "[i32; 4]"),
    ("vec2<f64>", "[f64; 2]"),
    ("vec3<f64>", "[f64; 3]"),
    ("vec3<i64>", "[i64; 3]"),
    ("vec4<u64>", "[u64; 4]"),
    ("vec2<f16>", "[u16; 2]"),
    ("vec3<f16>", "[u16; 3]"),
    ("vec4<f16>", "[u16; 4]"),
    ("vec3<i16>", "[i16; 3]"),
    ("vec2<u16>", "[u16; 2]"),
    ("mat2x2<f32>", "[[f32; 2]; 2]"),
    ("mat2x3<f32>", "[[f32; 4]; 2]"),
    ("mat2x4<f32>", "[[f32; 4]; 2]"),
    ("mat3x2<f32>", "[[f32; 2]; 3]"),
    ("mat3x3<f32>", "[[f32; 4]; 3]"),
    ("mat3x4<f32>", "[[f32; 4]; 3]"),
    ("mat4x2<f32>", "[[f32; 2]; 4]"),
    ("mat4x3<f32>", "[[f32; 4]; 4]"),
    ("mat4x4<f32>", "[[f32; 4]; 4]"),
    ("mat2x2<f16>", "[[u16; 2]; 2]"),
    ("mat2x3<f16>", "[[u16; 4]; 2]"),
    ("mat2x4<f16>", "[[u16; 4]; 2]"),
    ("mat3x2<f16>", "[[u16; 2]; 3]"),
    ("mat3x3<f16>", "[[u16; 4]; 3]"),
    ("mat3x4<f16>", "[[u16; 4]; 3]"),
    ("mat4x2<f16>", "[[u16; 2]; 4]"),
    ("mat4x3<f16>", "[[u16; 4]; 4]"),
    ("mat4x4<f16>", "[[u16; 4]; 4]"),
    ("mat2x2<f64>", "[[f64; 2]; 2]"),
    ("mat3x3<f64>", "[[f64; 4]; 3]"),
    ("array<f32, 3>", "[f32; 3]"),
    ("array<f16, 3>", "[u16; 3]"),
    ("array<vec2<f32>, 3>", "[[f32; 2]; 3]"),
    ("array<vec3<f32>, 2>", "[Vec3F32Stride16; 2]"),
    ("array<vec3<f16>, 2>", "[Vec3F16Stride8; 2]"),
    ("array<vec3<f64>, 2>", "[Vec3F64Stride32; 2]"),
    ("array<mat2x2<f32>, 2>", "[[[f32; 2]; 2]; 2]"),
    ("array<mat3x3<f32>, 2>", "[[[f32; 4]; 3]; 2]"),
    ("array<mat3x2<f16>, 2>", "[[[u16; 2]; 3]; 2]"),
    ("array<array<u32, 2>, 3>", "[[u32; 2]; 3]"),
    ("array<array<vec3<u32>, 2>, 3>", "[[Vec3U32Stride16; 2]; 3]"),
    ("array<atomic<u32>, 5>", "[u32; 5]"),
    ("Nested", "Nested"),
    ("array<Nested, 2>", "[Nested; 2]"),
    ("array<array<Nested, 2>, 2>", "[[Nested; 2]; 2]"),
];

/// The same in a uniform buffer, with its rules for arrays.
const UNIFORM: &[(&str, &str)] = &[
    ("f32", "f32"),
    ("f16", "u16"),
    ("vec3<u32>", "[u32; 3]"),
    ("vec3<f16>", "[u16; 3]"),
    ("mat2x2<f32>", "[[f32; 2]; 2]"),
    ("mat3x2<f32>", "[[f32; 2]; 3]"),
    ("mat4x2<f32>", "[[f32; 2]; 4]"),
    ("mat2x3<f32>", "[[f32; 4]; 2]"),
    ("mat3x3<f32>", "[[f32; 4]; 3]"),
    ("mat4x4<f32>", "[[f32; 4]; 4]"),
    ("mat2x2<f16>", "[[u16; 2]; 2]"),
    ("mat3x2<f16>", "[[u16; 2]; 3]"),
    ("mat3x3<f16>", "[[u16; 4]; 3]"),
    ("mat4x4<f16>", "[[u16; 4]; 4]"),
    ("mat2x2<f64>", "[[f64; 2]; 2]"),
    ("array<vec3<f32>, 2>", "[Vec3F32Stride16; 2]"),
    ("array<vec4<f32>, 2>", "[[f32; 4]; 2]"),
    ("array<mat2x2<f32>, 2>", "[[[f32; 2]; 2]; 2]"),
    ("array<mat4x2<f32>, 2>", "[[[f32; 2]; 4]; 2]"),
    ("array<Padded, 2>", "[Padded; 2]"),
    ("Padded", "Padded"),
];

const ENABLE: &str = "enable f16;\nenable wgpu_int16;\n";
const STRUCTS: &str = "
struct Nested { a: vec3<f32>, b: f32, c: vec2<f16>, d: array<vec3<f32>, 2>, e: u64, f: f16 }
struct Padded { @size(16) a: f32, @size(32) b: mat3x2<f32>, c: vec3<f32> }
";

/// A shader with a member of the type between two others, whose offsets are correct only if its size is.
fn shader(space: &str, ty: &str) -> String {
    let apart = if space == "uniform" { "@align(16) " } else { "" };
    format!(
        "{ENABLE}{STRUCTS}
struct Holder {{ before: f16, {apart}member: {ty}, {apart}after: f16, last: vec3<f32> }}
@group(0) @binding(0) var<{space}> holder: Holder;
@group(0) @binding(1) var<storage, read_write> seen: f32;
@compute @workgroup_size(1) fn main() {{ seen = holder.last.x; }}"
    )
}

/// One folder and one run of rustc for all rows, each of which is a module.
fn judge(space: &str, rows: &[(&str, &str)]) {
    let shaders: Vec<_> = (0..)
        .zip(rows)
        .map(|(row, (ty, _))| (format!("row{row:03}.wgsl"), shader(space, ty)))
        .collect();
    let files: Vec<_> = shaders
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let project = Project::with(&files);
    let text = project.rust(&project.shaders());
    for (row, (ty, expected)) in rows.iter().enumerate() {
        let module = between(&text, &format!("pub mod row{row:03} {{"), "offset_of!(Holder, last) ==");
        let holder = between(module, "pub struct Holder {", "\n}");
        let declared = between(holder, "pub member: ", ",\n");
        assert_eq!(declared, *expected, "{ty} in {space}");
        // Every byte is declared, and asserted.
        has(module, &["offset_of!(Holder, member)", "size_of::<Holder>()"]);
    }
}

#[test]
fn every_type_of_a_storage_buffer() {
    judge("storage, read_write", STORAGE);
}

#[test]
fn every_type_of_a_uniform_buffer() {
    judge("uniform", UNIFORM);
}

#[test]
fn push_constants_are_a_struct() {
    let source = "struct Push { a: f32, b: vec3<f32>, c: mat2x2<f32>, d: u32 } var<immediate> push: Push;
@fragment fn main() -> @location(0) vec4<f32> { return vec4(push.b, push.a); }";
    let project = Project::with(&[("a.wgsl", source)]);
    has(
        &project.rust(&project.shaders()),
        &[
            "pub struct Push {\n    /// `f32` at byte 0.\n    pub a: f32,\n    /// Padding.\n    pub _pad0: [u8; 12],",
            "    /// `mat2x2<f32>` at byte 32.\n    pub c: [[f32; 2]; 2],",
            "    pub _pad2: [u8; 12],\n}",
            "size_of::<Push>() == 64",
        ],
    );
}

#[test]
fn a_struct_that_ends_in_an_array_is_what_comes_before_it() {
    let source = "
struct Item { a: vec3<f32>, b: u32 }
struct Items { count: u32, all: array<Item> }
struct Triples { count: atomic<u32>, all: array<vec3<f32>> }
struct Only { all: array<vec2<f32>> }
// Its array begins at an offset that is not a multiple of the alignment of `a`.
struct Odd { a: f64, b: u32, all: array<u32> }
@group(0) @binding(0) var<storage> items: Items;
@group(0) @binding(1) var<storage, read_write> triples: Triples;
@group(0) @binding(2) var<storage> only: Only;
@group(0) @binding(3) var<storage> odd: Odd;
@group(0) @binding(4) var<storage> plain_data: array<vec3<f32>>;
@group(0) @binding(5) var<storage> matrix: mat3x2<f32>;
@group(0) @binding(6) var<storage> fixed: array<u32, 9>;
@compute @workgroup_size(1) fn main() {
    atomicAdd(&triples.count, items.count + u32(only.all[0].x) + odd.b + u32(plain_data[1].x) + u32(matrix[0].x) + fixed[1]);
}";
    let project = Project::with(&[("a.wgsl", source)]);
    let text = project.rust(&project.shaders());
    has(
        &text,
        &[
            "/// `Items` up to its array `all`, 16 bytes.",
            "/// An element of `all` in [`Items`], from byte 16 on.\npub type ItemsAllElement = Item;",
            "pub type TriplesAllElement = Vec3F32Stride16;",
            "impl ::core::convert::From<[f32; 3]> for Vec3F32Stride16 {",
            "pub struct Only {\n}",
            "pub type OnlyAllElement = [f32; 2];",
            "size_of::<Odd>() == 12",
            "    /// `f64` at byte 0.\n    pub a: [u8; 8],",
            "/// An element of `plain_data`: `array<vec3<f32>>`.\npub type PlainDataElement = Vec3F32Stride16;",
            "pub type Matrix = [[f32; 2]; 3];",
            "pub type Fixed = [u32; 9];",
        ],
    );
    assert_eq!(text.matches("pub struct Vec3F32Stride16 {").count(), 1);
}

#[test]
fn glsl_blocks_are_structs() {
    let source = "#version 460
layout(std140, set = 0, binding = 0) uniform Scene { mat4 view; vec3 eye; float size; } scene;
layout(std430, set = 0, binding = 1) buffer Data { uint count; vec3 all[]; } data;
layout(location = 0) in vec3 position;
void main() { gl_Position = scene.view * vec4(position + data.all[0], scene.size); }";
    let project = Project::with(&[("a.vert", source)]);
    has(
        &project.rust(&project.shaders()),
        &[
            "pub mod a_vert {",
            "pub struct Scene {",
            "pub eye: [f32; 3],\n    /// `f32` at byte 76.\n    pub size: f32,\n}",
            "pub type DataAllElement = Vec3F32Stride16;",
            "pub struct MainVertex {",
        ],
    );
}
