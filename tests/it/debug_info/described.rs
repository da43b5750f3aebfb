//! Tests of the content of debug information: scopes, types, values, files. `debug_info::kinds` tests each kind of
//! variable and type.

use std::collections::HashMap;

use super::module::*;
use spirula::{DebugInfo, SourceFile};
use spirv::Op;

const VARIABLES: &str = "\
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
var<workgroup> shared_count: atomic<u32>;
var<private> seed: i32 = 3;
const LIMIT = 7u;
fn callee(argument: vec2<f32>, memory: ptr<function, u32>) -> f32 {
    *memory = 5u;
    let inside = argument.x * 2.0;
    return inside;
}
@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) index: u32) {
    var counter = index;
    let constant = 2.5;
    let computed = counter * 3u;
    let called = callee(vec2(f32(computed)), &counter);
    let old = atomicAdd(&shared_count, 1u);
    if computed > 4u {
        let nested = seed + 1;
        seed = nested;
    }
    out[0] = u32(called * constant) + old + counter + computed + LIMIT;
}
";

#[test]
fn variables_have_scopes_types_and_values() {
    let module = Described::of(VARIABLES);
    for (name, line, ty, op) in [
        ("counter", 12, "u32", Op::Variable),
        ("constant", 13, "f32", Op::Constant),
        ("computed", 14, "u32", Op::IMul),
        ("called", 15, "f32", Op::FunctionCall),
        ("old", 16, "u32", Op::AtomicIAdd),
        ("nested", 18, "i32", Op::IAdd),
        ("inside", 7, "f32", Op::FMul),
        ("argument", 5, "vec2 f32", Op::FunctionParameter),
        ("memory", 5, "ptr u32", Op::FunctionParameter),
        ("index", 11, "u32", Op::Load),
    ] {
        let (found, ty_found, _) = module.local(name);
        assert_eq!((found, ty_found.as_str()), (line, ty), "{name}");
        assert_eq!(module.value_op(name), op, "{name}");
    }
    let scope = |name: &str| module.named(LOCAL_VARIABLE, name).1[5];
    let (main, _) = module.named(FUNCTION, "main");
    let (callee, _) = module.named(FUNCTION, "callee");
    assert_eq!([scope("counter"), scope("called"), scope("index")], [main; 3]);
    assert_eq!([scope("inside"), scope("argument"), scope("memory")], [callee; 3]);
    let block = module.definition(scope("nested"));
    assert_eq!((block[4], module.number(block[6]), block[8]), (LEXICAL_BLOCK, 18, main));
    // The argument numbers count from 1.
    let argument = |name: &str| module.number(module.named(LOCAL_VARIABLE, name).1[7]);
    assert_eq!([argument("argument"), argument("memory"), argument("index")], [1, 2, 1]);
    for (name, line, ty, op) in [
        ("out", 1, "array 0 u32", Op::Variable),
        ("shared_count", 2, "qualifier 3 u32", Op::Variable),
        ("seed", 3, "i32", Op::Variable),
        ("LIMIT", 4, "u32", Op::Constant),
    ] {
        let (_, operands) = module.named(GLOBAL_VARIABLE, name);
        assert_eq!(module.number(operands[3]), line, "{name}");
        assert_eq!(module.ty(operands[1]), ty, "{name}");
        assert_eq!(module.op(operands[7]), op, "{name}");
    }
    let function = |name: &str| module.number(module.named(FUNCTION, name).1[3]);
    assert_eq!([function("callee"), function("main")], [5, 11]);
}

const TYPES: &str = "\
struct Inner { small: vec3<f32>, last: f32 }
struct All {
    flag: u32,
    column: mat2x2<f32>,
    wide: mat4x3<f32>,
    list: array<Inner, 3>,
}
@group(0) @binding(0) var<uniform> all: All;
@group(0) @binding(1) var image: texture_2d<f32>;
@group(0) @binding(2) var depth: texture_depth_cube_array;
@group(0) @binding(3) var texels: texture_storage_3d<rgba8unorm, write>;
@group(0) @binding(4) var filtered: sampler;
@group(0) @binding(5) var compared: sampler_comparison;
@group(0) @binding(6) var<storage, read_write> sum: vec4<f32>;
@compute @workgroup_size(1)
fn main() {
    let truth = all.flag > 2u;
    let m = all.column;
    let bits = vec4<i32>(i32(all.flag));
    sum += textureSampleLevel(image, filtered, vec2(0.5), 0.0) * all.list[1].last;
    sum.x += textureSampleCompareLevel(depth, compared, vec3(1.0), 0, 0.5);
    textureStore(texels, vec3(0), sum);
    if truth { sum.y += m[1].x + f32(bits.x); }
}
";

#[test]
fn types_are_those_of_the_shader() {
    let module = Described::of(TYPES);
    let global = |name: &str| module.ty(module.named(GLOBAL_VARIABLE, name).1[1]);
    // A two-row matrix has the matrix type, at the offset of its columns.
    let inner = "Inner small@0+96: vec3 f32 last@96+32: f32";
    let expected = format!(
        "All flag@0+32: u32 column@64+128: 2 columns vec2 f32 wide@256+512: 4 columns vec3 f32 list@768+384: array 3 {inner}"
    );
    assert_eq!(global("all"), expected);
    assert_eq!(global("image"), "texture_2d<f32>");
    assert_eq!(global("depth"), "texture_depth_cube_array");
    assert_eq!(global("texels"), "texture_storage_3d<rgba8unorm, write>");
    assert_eq!(global("filtered"), "sampler");
    assert_eq!(global("compared"), "sampler_comparison");
    assert_eq!(global("sum"), "vec4 f32");
    let local = |name: &str| module.local(name).1;
    assert_eq!(local("truth"), "bool");
    assert_eq!(local("m"), "2 columns vec2 f32");
    assert_eq!(local("bits"), "vec4 i32");
}

const WITHOUT_STORAGE: &str = "\
struct Pair { first: f32, second: vec4<f32>, third: f32 }
@group(0) @binding(0) var<storage, read_write> pair: Pair;
var<private> table: array<f32, 4>;
fn element(place: ptr<function, f32>) -> f32 { return *place; }
fn global_element(place: ptr<private, f32>) -> f32 { return *place; }
@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) index: u32) {
    var list = array<f32, 4>();
    var never: f32;
    let narrow = pair;
    let pointer = &list;
    let deep = &list[index];
    let unused = pair.first * 3.0;
    pair.first = narrow.first + narrow.third + element(&list[index]) + global_element(&table[1]) + *deep;
    pair.third = (*pointer)[0];
}
";

#[test]
fn what_has_no_storage_has_no_wrong_value() {
    let module = Described::of(WITHOUT_STORAGE);
    // A partial load has the members that are loaded.
    let (_, _, values) = module.local("narrow");
    let indexes: Vec<_> = values.iter().map(|(indexes, _)| indexes.clone()).collect();
    assert_eq!(indexes, [vec![0], vec![2]]);
    for (_, value) in values {
        assert_eq!(module.op(value), Op::Load);
    }
    // A pointer to a whole variable is that variable.
    assert_eq!(module.value_op("pointer"), Op::Variable);
    assert_eq!(module.value_op("list"), Op::Variable);
    // A pointer to a part is an index, an unused value is not computed, and an unused variable is not declared: these
    // have names and types, and no location.
    for name in ["deep", "unused"] {
        assert_eq!(module.local(name).2, [], "{name}");
    }
    assert_eq!(module.local("never").2, []);
    let places: Vec<_> = module
        .each(LOCAL_VARIABLE)
        .filter(|(_, o)| module.text(o[0]) == "place")
        .collect();
    assert_eq!(places.len(), 2);
    for (id, _) in places {
        let valued = module.each(VALUE).filter(|(_, operands)| operands[0] == id).count();
        assert_eq!(valued, 0);
    }
}

/// Two files that were joined into one text. The spans of the second file begin at its text.
#[test]
fn several_files_have_lines_of_their_own() {
    let first = "@group(0) @binding(0) var<storage, read_write> out: u32;\n@compute @workgroup_size(1)\nfn main() {\n    out = helper();\n}\n";
    let second = "// a library\nfn helper() -> u32 {\n    let seven = out * 7u;\n    return seven;\n}\n";
    let both = format!("{first}{second}");
    let mut info = DebugInfo::new("main.wgsl", first);
    info.files.push(SourceFile {
        name: "library.wgsl".into(),
        source: second.into(),
        spans: first.len() as u32..both.len() as u32,
    });
    let module = Described::with(&both, &info, |_| {});
    let files: HashMap<u32, String> = module
        .each(SOURCE)
        .map(|(id, operands)| (id, module.text(operands[0])))
        .collect();
    assert_eq!(files.len(), 2);
    let mut lines: Vec<(String, u32)> = module
        .each(LINE)
        .map(|(_, operands)| (files[&operands[0]].clone(), module.number(operands[1])))
        .collect();
    lines.sort();
    lines.dedup();
    let expected = [
        ("library.wgsl", 2),
        ("library.wgsl", 3),
        ("library.wgsl", 4),
        ("main.wgsl", 3),
        ("main.wgsl", 4),
    ];
    assert_eq!(lines, expected.map(|(file, line)| (file.to_owned(), line)));
    let (_, seven) = module.named(LOCAL_VARIABLE, "seven");
    assert_eq!(
        (files[&seven[2]].as_str(), module.number(seven[3])),
        ("library.wgsl", 3)
    );
}

#[test]
fn a_long_text_is_in_parts() {
    let source = format!(
        "// {}\n@compute @workgroup_size(1) fn main() {{}}\n",
        "é".repeat(80_000)
    );
    let module = Described::of(&source);
    let continued = module.each(102).count();
    assert_eq!(continued, 2);
    let (_, first) = module.each(SOURCE).next().expect("a source");
    let rest = module.each(102).map(|(_, operands)| module.text(operands[0]));
    let whole = module.text(first[1]) + &rest.collect::<String>();
    assert!(whole == source);
}

/// Each override that is a specialization constant is described without a value: the pipeline sets it, and spirv-val
/// rejects a specialization constant as a variable.
#[test]
fn open_overrides_are_described_without_a_value() {
    let source = "override size: f32 = 2.0;\n@group(0) @binding(0) var<storage, read_write> out: f32;\n@compute @workgroup_size(1) fn main() { out = size; }";
    let info = DebugInfo::new("test.wgsl", source);
    let open = Described::with(source, &info, |setup| setup.spec_constants = true);
    let (_, operands) = open.named(GLOBAL_VARIABLE, "size");
    let (none, _) = open.each(0).next().expect("a DebugInfoNone");
    assert_eq!(operands[7], none);
}
