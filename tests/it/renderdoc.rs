//! Tests of debug information in a debugger: RenderDoc captures a dispatch and a draw of this process, replays them,
//! and steps through their shaders; `tests/renderdoc/steps.py` prints what it displays, which is compared with the same
//! shaders in Rust.
//!
//! The session is written to `target/renderdoc/session.txt`. Without RenderDoc the test prints that and passes; with
//! `SPIRULA_REQUIRE_RENDERDOC=1` it fails.

use std::io::Write as _;
use std::process::Command;

use crate::common::vulkan::{Binding, Color, Compute, Render, Resource, Stage, capture, gpu, vk};
use crate::common::{backends, parse, root};

/// Set for the captured process.
const VARIABLE: &str = "SPIRULA_CAPTURED";
const SHADERS: &str = include_str!("../renderdoc/shaders.wgsl");
/// The uniform buffer: a matrix, a scale, a bias and a count.
const TURN: [[f32; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
const SCALE: f32 = 0.5;
const BIAS: f32 = 0.25;
const STEPS: u32 = 3;

/// The words of all entry points with full debug information.
fn words() -> Vec<u32> {
    let shader = parse::wgsl(SHADERS, "shaders.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let mut setup = backends::options("vulkan1.1").with_debug_info("shaders.wgsl", SHADERS);
    setup.names = true;
    backends::spirula(&shader, &setup).unwrap_or_else(|error| panic!("{error}"))
}

/// The uniform buffer in WGSL's layout.
fn scene() -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in TURN.into_iter().flatten().chain([SCALE, 1.0, 1.0, 1.0, BIAS]) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(STEPS.to_le_bytes());
    bytes.extend([0; 8]);
    bytes
}

/// The captured program.
#[test]
#[ignore = "this is a process that RenderDoc captures"]
fn captured() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let words = words();
    let binding = |binding, resource| Binding {
        set: 0,
        binding,
        resource,
    };
    let bindings = [
        binding(0, Resource::Uniform(scene())),
        binding(1, Resource::Storage(vec![0; 4])),
    ];
    let compute = Compute {
        words: &words,
        entry_point: "main",
        bindings: &bindings,
        push_constants: &[],
        constants: &[],
        workgroups: [1, 1, 1],
        validate: false,
    };
    let stage = |entry_point| Stage {
        words: &words,
        entry_point,
    };
    let render = Render {
        vertex: stage("corner"),
        fragment: Some(stage("shade")),
        bindings: &bindings[..1],
        push_constants: &[],
        constants: &[],
        vertex_buffers: &[],
        topology: vk::PrimitiveTopology::TRIANGLE_LIST,
        vertices: 3,
        instances: 1,
        size: [4, 4],
        colors: &[Color {
            format: vk::Format::R8G8B8A8_UNORM,
            clear: [0.0; 4],
        }],
        depth: false,
    };
    capture(&compute, &render).unwrap_or_else(|error| panic!("{error}"));
}

/// RenderDoc's output; `None` if it is not installed.
fn session() -> Option<String> {
    let is_there = Command::new("renderdoccmd").arg("--version").output().is_ok();
    if !is_there {
        assert!(
            std::env::var_os("SPIRULA_REQUIRE_RENDERDOC").is_none(),
            "SPIRULA_REQUIRE_RENDERDOC is set, but there is no renderdoccmd"
        );
        let _ = writeln!(std::io::stderr(), "skipped: no renderdoccmd");
        return None;
    }
    drop(gpu()?);
    let folder = root("target/renderdoc");
    std::fs::create_dir_all(&folder).expect("a folder");
    let place = tempfile::tempdir().expect("a folder");
    let run = |command: &mut Command| {
        let output = command.output().expect("a program");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), text, errors)
    };
    let program = std::env::current_exe().expect("a path");
    let (_, module) = module_path!().split_once("::").expect("a module of a crate");
    let (_, printed, errors) = run(Command::new("renderdoccmd")
        .args(["capture", "-w", "-c"])
        .arg(place.path().join("frame"))
        .arg(program)
        .args([&format!("{module}::captured"), "--exact", "--ignored", "--nocapture"])
        .env(VARIABLE, "1"));
    let captures = std::fs::read_dir(place.path()).expect("a folder");
    let capture = captures
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|end| end == "rdc"));
    let capture = capture.unwrap_or_else(|| panic!("nothing was captured:\n{printed}\n{errors}"));
    let script = root("tests/renderdoc/steps.py");
    let (success, text, errors) = run(Command::new("/usr/bin/python3").arg(script).arg(capture));
    std::fs::write(folder.join("session.txt"), &text).expect("a file");
    assert!(success, "{text}\n{errors}");
    Some(text)
}

/// One visit of a line: the shader, the line, the function, and the variables in scope after it.
type Visit = (String, u32, String, Vec<String>);

/// The printed visits; for a line the last one that was printed.
fn visits(session: &str) -> Vec<Visit> {
    let mut visits: Vec<Visit> = Vec::new();
    for line in session.lines() {
        let Some((shader, rest)) = line.split_once(" line ") else {
            continue;
        };
        let (number, rest) = rest.split_once(" in ").expect("a function");
        let (function, variables) = rest.split_once(':').expect("variables");
        let number: u32 = number.parse().expect("a number");
        let variables = variables.trim().split("; ").filter(|text| !text.is_empty());
        let visit = (
            shader.to_owned(),
            number,
            function.to_owned(),
            variables.map(str::to_owned).collect(),
        );
        match visits.last_mut() {
            Some(last) if (&last.0, last.1, &last.2) == (&visit.0, visit.1, &visit.2) => *last = visit,
            _ => visits.push(visit),
        }
    }
    visits
}

/// The shaders in Rust, which record the variables in scope at each line.
#[derive(Default)]
struct Mirror {
    shader: &'static str,
    visits: Vec<Visit>,
}

impl Mirror {
    fn visit(&mut self, line: u32, function: &str, variables: &[(&str, Shown)]) {
        let mut shown: Vec<String> = variables
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        shown.sort();
        self.visits
            .push((self.shader.to_owned(), line, function.to_owned(), shown));
    }

    fn blend(&mut self, a: f32, b: f32) -> f32 {
        let arguments = [("a", float(&[a])), ("b", float(&[b]))];
        self.visit(22, "blend", &arguments);
        let middle = (a + b) * 0.5;
        let all = [arguments.as_slice(), &[("middle", float(&[middle]))]].concat();
        self.visit(23, "blend", &all);
        self.visit(24, "blend", &all);
        middle + BIAS
    }

    fn weigh(&mut self, value: f32, index: i32) -> f32 {
        let arguments = [("value", float(&[value])), ("index", int(&[index]))];
        self.visit(27, "weigh", &arguments);
        let low = value - 1.0;
        let mut all = [arguments.as_slice(), &[("low", float(&[low]))]].concat();
        self.visit(28, "weigh", &all);
        let mut best = low;
        self.visit(29, "weigh", &all);
        all.push(("best", float(&[best])));
        self.visit(30, "weigh", &all);
        if index > 0 {
            let high = {
                self.visit(31, "weigh", &all);
                self.blend(low, value)
            };
            let mut inner = [all.as_slice(), &[("high", float(&[high]))]].concat();
            self.visit(31, "weigh", &inner);
            best = high;
            // The block ends on the line of its last statement.
            inner[3] = ("best", float(&[best]));
            self.visit(32, "weigh", &inner);
        }
        all[3] = ("best", float(&[best]));
        self.visit(34, "weigh", &all);
        best
    }

    fn bump(&mut self, total: &mut f32, by: f32) {
        self.visit(37, "bump", &[("total", float(&[*total])), ("by", float(&[by]))]);
        *total += by;
        // The function returns on the line of its last statement.
        self.visit(38, "bump", &[("total", float(&[*total])), ("by", float(&[by]))]);
    }

    fn main(&mut self) {
        self.shader = "Compute";
        let mut all = vec![("id", int(&[0, 0, 0]))];
        self.visit(42, "main", &all);
        let mut part = (2.0_f32, [3, 4]);
        all.push(("part.weight", float(&[part.0])));
        all.extend([
            ("part.counts[0]", int(&[part.1[0]])),
            ("part.counts[1]", int(&[part.1[1]])),
        ]);
        let corner = [SCALE, 2.0 * SCALE];
        all.push(("corner", float(&corner)));
        self.visit(44, "main", &all);
        let turned = [0, 1].map(|row| TURN[0][row] * corner[0] + TURN[1][row] * corner[1]);
        all.push(("turned", float(&turned)));
        self.visit(45, "main", &all);
        let mut sum = 0.0;
        all.push(("sum", float(&[sum])));
        for i in 0..2_i32 {
            let mut inner = [all.as_slice(), &[("i", int(&[i]))]].concat();
            self.visit(47, "main", &inner);
            let value = part.1[i as usize] as f32;
            self.visit(48, "main", &inner);
            let weighed = self.weigh(value, i);
            inner.push(("weighed", float(&[weighed])));
            self.visit(48, "main", &inner);
            self.visit(49, "main", &inner);
            self.bump(&mut sum, weighed);
            let at = all.len() - 1;
            (all[at], inner[at]) = (("sum", float(&[sum])), ("sum", float(&[sum])));
            self.visit(49, "main", &inner);
        }
        self.visit(47, "main", &[all.as_slice(), &[("i", int(&[2]))]].concat());
        self.visit(51, "main", &all);
        part.0 = sum + turned[1];
        all[1] = ("part.weight", float(&[part.0]));
        let steps = STEPS as i32;
        all.push(("steps", int(&[steps])));
        self.visit(52, "main", &all);
        self.visit(53, "main", &all);
    }

    fn corner(&mut self) {
        self.shader = "Vertex";
        let mut all = vec![("index", int(&[0]))];
        self.visit(62, "corner", &all);
        all.push(("x", float(&[-1.0])));
        self.visit(63, "corner", &all);
        all.push(("y", float(&[-1.0])));
        self.visit(64, "corner", &all);
        let shown =
            |position: [f32; 4], tint: [f32; 3]| [("result.position", float(&position)), ("result.tint", float(&tint))];
        let (position, tint) = ([-1.0, -1.0, 0.0, 1.0], [0.25 * SCALE, 0.5 * SCALE, 0.75 * SCALE]);
        self.visit(66, "corner", &[all.as_slice(), &shown([0.0; 4], [0.0; 3])].concat());
        self.visit(67, "corner", &[all.as_slice(), &shown(position, [0.0; 3])].concat());
        self.visit(68, "corner", &[all.as_slice(), &shown(position, tint)].concat());
    }

    fn gray(&mut self, color: [f32; 3]) -> f32 {
        let argument = ("color", float(&color));
        self.visit(71, "gray", std::slice::from_ref(&argument));
        let bright = color[0] * 0.5 + color[1] * 0.25 + color[2] * 0.25;
        let all = [argument, ("bright", float(&[bright]))];
        self.visit(72, "gray", &all);
        self.visit(73, "gray", &all);
        bright
    }

    fn shade(&mut self) {
        self.shader = "Pixel";
        let tint = [0.25 * SCALE, 0.5 * SCALE, 0.75 * SCALE];
        let mut all = vec![("in.tint", float(&tint))];
        self.visit(77, "shade", &all);
        self.visit(78, "shade", &all);
        let level = self.gray(tint);
        all.push(("level", float(&[level])));
        self.visit(78, "shade", &all);
        self.visit(79, "shade", &all);
        let mut color = tint;
        all.push(("color", float(&color)));
        self.visit(80, "shade", &all);
        color[0] = level;
        all[2] = ("color", float(&color));
        self.visit(81, "shade", &all);
    }
}

/// Numbers as printed by the script.
type Shown = String;

fn float(numbers: &[f32]) -> Shown {
    format!("{numbers:?}")
}

fn int(numbers: &[i32]) -> Shown {
    format!("{numbers:?}")
}

#[test]
fn every_variable_is_shown_at_every_line() {
    let Some(session) = session() else { return };
    for shader in ["Compute", "Vertex", "Pixel"] {
        for line in ["source debug information: True", "files: shaders.wgsl"] {
            assert!(session.contains(&format!("{shader} {line}\n")), "{session}");
        }
    }
    // The uniform buffer, with its matrix as columns in memory.
    for (name, value) in [
        ("turn[0]", float(&TURN[0])),
        ("turn[1]", float(&TURN[1])),
        ("scale", float(&[SCALE, 1.0, 1.0, 1.0])),
        ("part.bias", float(&[BIAS])),
        ("part.steps", int(&[STEPS as i32])),
    ] {
        let line = format!("Compute global scene.{name} = {value}\n");
        assert!(session.contains(&line), "{line}{session}");
    }
    // The division on line 52 calls a helper function. It has no lines, so no visit is in it. One step is the end.
    let in_helpers = session
        .lines()
        .find_map(|line| line.strip_prefix("Compute steps without a line: "));
    let in_helpers: u32 = in_helpers.and_then(|count| count.parse().ok()).expect("a count");
    assert!(in_helpers > 1, "{session}");
    let mut expected = Mirror::default();
    expected.main();
    expected.corner();
    expected.shade();
    let found = visits(&session);
    for (at, (found, expected)) in found.iter().zip(&expected.visits).enumerate() {
        assert_eq!(found, expected, "visit {at}\n{session}");
    }
    assert_eq!(found.len(), expected.visits.len(), "{session}");
}
