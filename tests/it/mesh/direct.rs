//! Tests of the rule for direct mesh outputs: shaders that satisfy it, shaders that violate it in one respect, and
//! random ones whose invocations are simulated here.

use super::{CLEAR, DRAWN, QUAD, TARGETS, draw, quads, shader, valid_entry, way};
use crate::common::backends;
use crate::common::inspect::Inspected;
use crate::common::prng::Random;
use crate::common::vulkan::{Gpu, gpu};
use spirula::reflection::MeshOutputs;
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};

/// Bodies for `shader` with the same result, by name and workgroup size: those that satisfy the rule, then those that
/// violate it in one respect.
fn bodies() -> [Vec<(&'static str, u32, String)>; 2] {
    let corner = "vertex(left + 0.5 * f32(N & 1u), select(-1.0, 1.0, N > 1u), 4u)";
    let at = |index: &str| corner.replace('N', index);
    let counts = "mesh.vertex_count = 4u; mesh.primitive_count = 2u;";
    let vertices = format!("if i < 4u {{ mesh.vertices[i] = {}; }}", at("i"));
    let [first, second] = ["vec3<u32>(0u, 1u, 2u)", "vec3<u32>(2u, 1u, 3u)"];
    let [first_triangle, second_triangle] =
        [first, second].map(|indices| format!("Primitive({indices}, false, vec4<f32>(1.0, 0.0, 0.0, 0.0))"));
    let prepare = format!("var own = {first_triangle}; if i == 1u {{ own = {second_triangle}; }}");
    let primitives = format!("{prepare} if i < 2u {{ mesh.primitives[i] = own; }}");
    let members = "mesh.primitives[i].indices = own.indices; mesh.primitives[i].tint = own.tint;";
    let four_literals: String = (0..4)
        .map(|n| format!("mesh.vertices[{n}] = {};", at(&format!("{n}u"))))
        .collect();
    let two_literals = format!("mesh.primitives[0] = {first_triangle}; mesh.primitives[1] = {second_triangle};");
    let own_vertex = at("i");
    let direct = vec![
        ("guarded by a count", 8, format!("{counts} {vertices} {primitives}")),
        (
            "as many invocations as vertices",
            4,
            format!("{counts} mesh.vertices[i] = {own_vertex}; {primitives}"),
        ),
        (
            "most return",
            8,
            format!("{prepare} {counts} {vertices} if i > 1u {{ return; }} mesh.primitives[i] = own;"),
        ),
        (
            "some return before the counts",
            8,
            format!("if i >= 4u {{ return; }} {counts} mesh.vertices[i] = {own_vertex}; {primitives}"),
        ),
        ("counts at the end", 8, format!("{vertices} {primitives} {counts}")),
        (
            "one invocation stores the counts",
            8,
            format!("if i == 5u {{ {counts} }} {vertices} {primitives}"),
        ),
        (
            "one invocation and literals",
            1,
            format!("{counts} {four_literals} {two_literals}"),
        ),
        (
            "one of many invocations and literals",
            8,
            format!("{counts} if i == 7u {{ {four_literals} {two_literals} }}"),
        ),
        (
            "both arms, nested",
            4,
            format!(
                "{counts} if i <= 1u {{ mesh.vertices[i] = {own_vertex}; if i != 1u {{ {two_literals} }} }}
    else {{ {{ mesh.vertices[i] = {own_vertex}; }} }}"
            ),
        ),
        (
            "members one by one",
            8,
            format!(
                "{prepare} {counts} if i < 4u {{ mesh.vertices[i].position = {own_vertex}.position; mesh.vertices[i].color = payload.color;
    mesh.vertices[i].number = 4u; }} if i < 2u {{ {members} mesh.primitives[i].cull = false; }}"
            ),
        ),
        (
            "members by several invocations",
            8,
            format!("{counts} {vertices} if i == 6u {{ mesh.primitives[0] = {first_triangle}; mesh.primitives[1].indices = {second}; }}
    if i == 3u {{ mesh.primitives[1].cull = false; mesh.primitives[1].tint = vec4<f32>(1.0, 0.0, 0.0, 0.0); }}"),
        ),
        (
            "stored again by the same invocation",
            8,
            format!(
                "{counts} if i < 4u {{ mesh.vertices[i] = vertex(9.0, 9.0, 1u); }} {vertices}
    if i == 2u {{ mesh.vertices[2].number = 4u; }} {primitives}"
            ),
        ),
        (
            "a barrier between",
            8,
            format!("{counts} {vertices} workgroupBarrier(); {primitives}"),
        ),
        (
            "returns under a condition behind the stores",
            8,
            format!("{counts} {vertices} {primitives} if payload.color.y > 2.0 {{ return; }} if payload.color.x > 2.0 {{ var x = left; }}"),
        ),
        (
            "other control flow",
            8,
            format!(
                "{counts} var x = left; loop {{ if payload.offsets[0] > x {{ x += 9.0; }} else {{ break; }} }}
    switch u32(payload.color.x) {{ case 7u: {{ x += 1.0; }} default: {{}} }}
    if payload.color.y > 2.0 {{ x += 1.0; }} {} {primitives}",
                vertices.replace("left", "x")
            ),
        ),
    ];
    let staged = vec![
        (
            "a count of the payload",
            8,
            format!(
                "mesh.vertex_count = u32(payload.color.y) * 4u; mesh.primitive_count = 2u; {vertices} {primitives}"
            ),
        ),
        (
            "a count that is stored twice",
            8,
            format!("mesh.vertex_count = 3u; {counts} {vertices} {primitives}"),
        ),
        (
            "counts under a condition",
            8,
            format!("if payload.offsets[0] < 50.0 {{ {counts} }} {vertices} {primitives}"),
        ),
        (
            "a count above the length",
            8,
            format!("mesh.vertex_count = 9u; mesh.primitive_count = 2u; mesh.vertices[i] = {own_vertex}; {primitives}"),
        ),
        (
            "an index that is computed",
            8,
            format!(
                "{counts} if i < 4u {{ mesh.vertices[3u - i] = {}; }} {primitives}",
                at("(3u - i)")
            ),
        ),
        (
            "an index from a variable",
            8,
            format!("{counts} var v = i; if i < 4u {{ mesh.vertices[v] = {own_vertex}; }} {primitives}"),
        ),
        (
            "an element at the count",
            5,
            format!("{counts} mesh.vertices[i] = {own_vertex}; {primitives}"),
        ),
        (
            "an element that is not stored",
            8,
            format!("mesh.vertex_count = 5u; mesh.primitive_count = 2u; {vertices} {primitives}"),
        ),
        (
            "a member that is not stored",
            8,
            format!("{prepare} {counts} {vertices} if i < 2u {{ {members} }}"),
        ),
        (
            "a member that is not stored in one",
            8,
            format!(
                "{prepare} {counts} {vertices} if i < 2u {{ {members} }} if i == 1u {{ mesh.primitives[i].cull = false; }}"
            ),
        ),
        (
            "an element of two invocations",
            8,
            format!(
                "{counts} {vertices} if i == 0u {{ mesh.vertices[3] = {}; }} {primitives}",
                at("3u")
            ),
        ),
        (
            "a second invocation behind a barrier",
            8,
            format!(
                "{counts} {vertices} workgroupBarrier(); if i == 6u {{ mesh.vertices[3] = {}; }} {primitives}",
                at("3u")
            ),
        ),
        (
            "an element of all invocations",
            4,
            format!("{counts} mesh.vertices[i] = {own_vertex}; {two_literals}"),
        ),
        (
            "a return under a condition",
            8,
            format!("if payload.offsets[0] == 12.0 {{ return; }} {counts} {vertices} {primitives}"),
        ),
        (
            "elements under a condition",
            8,
            format!("{counts} if payload.offsets[0] < 50.0 {{ {vertices} }} {primitives}"),
        ),
        (
            "elements under a comparison with what is no literal",
            8,
            format!(
                "{counts} let most = u32(payload.color.y) * 4u; if i < most {{ mesh.vertices[i] = {own_vertex}; }} {primitives}"
            ),
        ),
        (
            "elements in a loop",
            2,
            format!(
                "{counts} for (var v = i; v < 4u; v += 2u) {{ mesh.vertices[v] = {}; }} {primitives}",
                at("v")
            ),
        ),
        (
            "an element that no invocation stores",
            4,
            format!(
                "{counts} mesh.vertices[i] = {own_vertex}; if i == 4u {{ mesh.vertices[4] = {own_vertex}; }} {primitives}"
            ),
        ),
        (
            "an element in a loop, by its invocation",
            8,
            format!("{counts} for (var n = 0u; n < 2u; n++) {{ {vertices} }} {primitives}"),
        ),
        (
            "a return in a loop",
            8,
            format!(
                "for (var n = 0u; n < 4u; n++) {{ if payload.offsets[n] > 50.0 {{ return; }} }} {counts} {vertices} {primitives}"
            ),
        ),
        (
            "elements in a switch",
            8,
            format!("{counts} {vertices} switch i {{ case 0u: {{ {two_literals} }} default: {{}} }}"),
        ),
        (
            "an element that is read",
            8,
            format!(
                "{counts} {vertices} {primitives} if i < 4u {{ let x = mesh.vertices[i].number; mesh.vertices[i].number = x; }}"
            ),
        ),
        (
            "an element that is loaded by all",
            8,
            format!("{counts} {vertices} {primitives} _ = workgroupUniformLoad(&mesh.vertices[0].number);"),
        ),
        (
            "an element that a function stores",
            8,
            format!("{counts} {vertices} {primitives} if i == 0u {{ place(payload.color); }}"),
        ),
        (
            "a part of a member",
            8,
            format!("{counts} {vertices} {primitives} if i < 4u {{ mesh.vertices[i].position.z = 0.5; }}"),
        ),
        (
            "a whole array",
            1,
            format!("{counts} {four_literals} mesh.primitives = array<Primitive, 8>(); {two_literals}"),
        ),
    ];
    [direct, staged]
}

/// Bodies that do not set a count: nothing is drawn.
fn empty_bodies() -> Vec<(&'static str, u32, String)> {
    let elements = "if i < 4u { mesh.vertices[i] = vertex(left, f32(i), 4u); }
    if i < 2u { mesh.primitives[i] = Primitive(vec3<u32>(0u, 1u, 2u) + i, false, vec4<f32>(1.0)); }";
    vec![
        (
            "no invocation stores the counts",
            8,
            format!("if i == 8u {{ mesh.vertex_count = 4u; mesh.primitive_count = 2u; }} {elements}"),
        ),
        ("no primitives", 8, format!("mesh.vertex_count = 4u; {elements}")),
        ("no vertices", 8, format!("mesh.primitive_count = 2u; {elements}")),
        (
            "a count of zero",
            8,
            format!("mesh.vertex_count = 4u; mesh.primitive_count = 0u; {elements}"),
        ),
    ]
}

/// Compiles a mesh shader for all targets, and draws it directly and staged.
fn write_as(gpu: Option<&Gpu>, name: &str, source: &str, expected: MeshOutputs, color: [u8; 4]) {
    let options = backends::options_for("vulkan1.3", "main");
    assert_eq!(way(source, &options), expected, "{name}");
    for target in TARGETS {
        let words = valid_entry(source, target, "main", |_| {});
        let module = Inspected::new(&words);
        let collected = module.pointees(spirv::StorageClass::Workgroup).len();
        assert_eq!(
            (collected, module.count(Op::SetMeshOutputsEXT)),
            (usize::from(expected == MeshOutputs::Staged), 1),
            "{name} for {target}"
        );
    }
    if let Some(gpu) = gpu {
        assert_eq!(draw(gpu, source, |_| {}), [color; 16], "{name}");
    }
}

/// A function that one of the bodies calls. It names the variable, so the others must not contain it.
const PLACE: &str = "fn place(color: vec4<f32>) { mesh.vertices[0].color = color; }";

fn with_body(group: u32, body: &str) -> String {
    let source = shader("triangle_indices", 8, group, body).replace("TASKS", "4u, 1u, 1u");
    if body.contains("place(") {
        source + "\n" + PLACE
    } else {
        source
    }
}

#[test]
fn meshes_that_satisfy_the_rule_are_written_directly() {
    let gpu = gpu().filter(|gpu| gpu.has_mesh_shaders());
    let [direct, _] = bodies();
    for (name, group, body) in direct {
        let source = with_body(group, &body);
        write_as(gpu.as_deref(), name, &source, MeshOutputs::Direct, DRAWN);
    }
}

#[test]
fn meshes_that_miss_the_rule_are_staged() {
    let gpu = gpu().filter(|gpu| gpu.has_mesh_shaders());
    let [_, staged] = bodies();
    for (name, group, body) in staged {
        let source = with_body(group, &body);
        write_as(gpu.as_deref(), name, &source, MeshOutputs::Staged, DRAWN);
    }
    for (name, group, body) in empty_bodies() {
        let source = with_body(group, &body);
        write_as(gpu.as_deref(), name, &source, MeshOutputs::Staged, CLEAR);
    }
}

/// The invocation index as a member of a struct, a variable that another entry point names too, sizes that are
/// overrides, and arrays that are longer than any device's limit.
#[test]
fn the_rule_follows_inputs_and_names() {
    let gpu = gpu().filter(|gpu| gpu.has_mesh_shaders());
    let argument = "@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {\n    let left";
    let quads = quads();
    assert!(quads.contains(argument));
    let member = quads.replace(
        argument,
        "in: Inputs) {\n    let i = in.index; let group = in.group; let left",
    ) + "struct Inputs { @builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32 }";
    write_as(gpu.as_deref(), "a member", &member, MeshOutputs::Direct, DRAWN);
    let other = quads.replace(argument, "@builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {\n    let i = local.x; let left");
    write_as(gpu.as_deref(), "another index", &other, MeshOutputs::Staged, DRAWN);
    let shared =
        quads.clone() + "@mesh(mesh) @payload(payload) @workgroup_size(1) fn other() { mesh.vertex_count = 1u; }";
    write_as(gpu.as_deref(), "two entry points", &shared, MeshOutputs::Staged, DRAWN);
    let sized = quads.replace("@workgroup_size(4)\nfn main", "@workgroup_size(size)\nfn main");
    assert_ne!(sized, quads);
    let sized = format!("{sized}\noverride size = 4u;");
    write_as(
        gpu.as_deref(),
        "a size that is resolved",
        &sized,
        MeshOutputs::Direct,
        DRAWN,
    );
    let mut open = backends::options_for("vulkan1.3", "main");
    open.spec_constants = true;
    assert_eq!(way(&sized, &open), MeshOutputs::Staged);
    let large = shader("triangle_indices", 1025, 4, QUAD).replace("TASKS", "1u");
    assert_eq!(
        way(&large, &backends::options_for("vulkan1.3", "main")),
        MeshOutputs::Staged
    );
}

/// A statement of a random shader.
#[derive(Clone)]
enum Piece {
    /// Stores an element, by default the invocation's own, or a member of it.
    Store {
        side: usize,
        element: Option<u32>,
        member: Option<usize>,
    },
    If {
        op: usize,
        bound: u32,
        arms: [Vec<Piece>; 2],
    },
    Return,
}

type Comparison = fn(&u32, &u32) -> bool;

const COMPARISONS: [(&str, Comparison); 6] = [
    ("<", u32::lt),
    ("<=", u32::le),
    (">", u32::gt),
    (">=", u32::ge),
    ("==", u32::eq),
    ("!=", u32::ne),
];

/// A whole vertex or primitive, and its members.
const VALUES: [[(&str, &str); 4]; 2] = [
    [
        ("", "vertex(0.5, 0.5, 4u)"),
        (".position", "vec4<f32>(0.5)"),
        (".color", "payload.color"),
        (".number", "4u"),
    ],
    [
        ("", "Primitive(vec3<u32>(0u), false, vec4<f32>(1.0))"),
        (".indices", "vec3<u32>(0u)"),
        (".cull", "false"),
        (".tint", "vec4<f32>(1.0)"),
    ],
];

fn text(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match *piece {
        Piece::Store { side, element, member } => {
            let (member, value) = VALUES[side][member.map_or(0, |member| member + 1)];
            let index = element.map_or("i".to_owned(), |element| format!("{element}u"));
            format!("mesh.{}[{index}]{member} = {value};", ["vertices", "primitives"][side])
        }
        Piece::If { op, bound, ref arms } => {
            let [accept, reject] = arms.each_ref().map(|arm| text(arm));
            format!("if i {} {bound}u {{ {accept} }} else {{ {reject} }}", COMPARISONS[op].0)
        }
        Piece::Return => "return;".to_owned(),
    };
    pieces.iter().map(piece).collect::<Vec<_>>().join(" ")
}

/// The simulated stores of a random shader.
#[derive(Default)]
struct Followed {
    /// The invocations that store each member of each element.
    writers: BTreeMap<(usize, u32, usize), BTreeSet<u32>>,
    /// The executed stores, by their addresses.
    executed: BTreeSet<*const Piece>,
}

/// The number of stores in some pieces.
fn count_stores(pieces: &[Piece]) -> usize {
    let count = |piece: &Piece| match piece {
        Piece::Store { .. } => 1,
        Piece::If { arms, .. } => arms.iter().map(|arm| count_stores(arm)).sum(),
        Piece::Return => 0,
    };
    pieces.iter().map(count).sum()
}

/// Simulates one invocation. Returns whether it executes all pieces.
fn follow(pieces: &[Piece], invocation: u32, followed: &mut Followed) -> bool {
    pieces.iter().all(|piece| match *piece {
        Piece::Store { side, element, member } => {
            for member in member.map_or(0..3, |member| member..member + 1) {
                let place = (side, element.unwrap_or(invocation), member);
                followed.writers.entry(place).or_default().insert(invocation);
            }
            followed.executed.insert(piece);
            true
        }
        Piece::If { op, bound, ref arms } => {
            let holds = COMPARISONS[op].1(&invocation, &bound);
            follow(&arms[usize::from(!holds)], invocation, followed)
        }
        Piece::Return => false,
    })
}

/// Stores to the elements below a count, in a form found in real shaders; sometimes to one too many or too few.
fn stores(random: &mut Random, side: usize, count: u32, group: u32) -> Piece {
    let near = |random: &mut Random, number: u32| match random.below(12) {
        0 => number + 1,
        1 => number.saturating_sub(1),
        _ => number,
    };
    let whole = |random: &mut Random, element: Option<u32>| -> Vec<Piece> {
        let store = |member| Piece::Store { side, element, member };
        if random.chance(60) {
            return vec![store(None)];
        }
        let left_out = random.below(20);
        let members = (0..3).filter(|&member| member != left_out);
        members.map(|member| store(Some(member))).collect()
    };
    let bound = near(random, count);
    if random.chance(40) {
        let elements = (0..bound.min(8)).flat_map(|element| whole(random, Some(element)));
        let arms = [elements.collect(), Vec::new()];
        let bound = random.below(group as usize + 1) as u32;
        return Piece::If { op: 4, bound, arms };
    }
    let own = whole(random, None);
    let (accept, reject) = if random.chance(50) {
        (own, Vec::new())
    } else {
        // Each arm stores to a part of the elements.
        let inner = random.below(count as usize) as u32;
        let arms = [own.clone(), whole(random, None)];
        (
            vec![Piece::If {
                op: random.below(4),
                bound: inner,
                arms,
            }],
            Vec::new(),
        )
    };
    match random.below(3) {
        0 => Piece::If {
            op: 0,
            bound,
            arms: [accept, reject],
        },
        1 => Piece::If {
            op: 1,
            bound: bound.saturating_sub(1),
            arms: [accept, reject],
        },
        _ => Piece::If {
            op: 3,
            bound,
            arms: [reject, accept],
        },
    }
}

#[test]
fn the_rule_agrees_with_the_invocations_of_random_shaders() {
    let options = backends::options_for("vulkan1.3", "main");
    let mut found = [0; 2];
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let group = random.between(1, 8) as u32;
        let counts = [0, 1].map(|_| random.between(1, group as usize + usize::from(group < 8)) as u32);
        let mut pieces = vec![
            stores(&mut random, 0, counts[0], group),
            stores(&mut random, 1, counts[1], group),
        ];
        if random.chance(30) {
            let arms = [vec![Piece::Return], Vec::new()];
            let piece = Piece::If {
                op: random.below(6),
                bound: random.below(9) as u32,
                arms,
            };
            pieces.insert(random.below(3), piece);
        }
        if random.chance(20) {
            let element = Some(random.below(8) as u32);
            let store = Piece::Store {
                side: random.below(2),
                element,
                member: Some(random.below(3)),
            };
            let arms = [vec![store], Vec::new()];
            pieces.push(Piece::If {
                op: 4,
                bound: random.below(9) as u32,
                arms,
            });
        }
        let mut followed = Followed::default();
        for invocation in 0..group {
            let _ = follow(&pieces, invocation, &mut followed);
        }
        let is_whole = (0..2).all(|side| {
            let mut members = (0..8).flat_map(|element| (0..3).map(move |member| (element, member)));
            members.all(|(element, member)| {
                let writers = followed.writers.get(&(side, element, member)).map_or(0, BTreeSet::len);
                writers == usize::from(element < counts[side])
            })
        });
        let is_direct = is_whole && followed.executed.len() == count_stores(&pieces);
        let [vertices, primitives] = counts;
        let body = format!(
            "mesh.vertex_count = {vertices}u; mesh.primitive_count = {primitives}u; {}",
            text(&pieces)
        );
        let source = shader("triangle_indices", 8, group, &body).replace("TASKS", "1u");
        let expected = if is_direct {
            MeshOutputs::Direct
        } else {
            MeshOutputs::Staged
        };
        assert_eq!(
            way(&source, &options),
            expected,
            "seed {seed}, {group} invocations: {body}"
        );
        found[usize::from(is_direct)] += 1;
    }
    assert!(
        found.into_iter().all(|found| found > 60),
        "staged and direct: {found:?}"
    );
}
