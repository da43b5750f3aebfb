//! What a debugger shows: RenderDoc captures a dispatch and a draw of this process's own, replays them, and steps through
//! their shaders; `tests/renderdoc/steps.py` prints what it shows, and that is held against the same shaders in Rust.
//!
//! The session is kept in `target/renderdoc/session.txt`. Without RenderDoc the test says so in its output; with
//! `SPIRULA_REQUIRE_RENDERDOC=1` that is a failure.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::Command;

use super::debug_info::with_debug_info;
use crate::common::vulkan::{Binding, Color, Compute, Render, Resource, Stage, capture, vk};
use crate::common::{backends, parse, root};

/// Set for the process that is captured.
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
    let mut setup = with_debug_info(&backends::options("vulkan1.1"), "shaders.wgsl", SHADERS);
    setup.names = true;
    backends::spirula(&shader, &setup).unwrap_or_else(|error| panic!("{error}"))
}

/// The uniform buffer as WGSL lays it out.
fn scene() -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in TURN.into_iter().flatten().chain([SCALE, 1.0, 1.0, 1.0, BIAS]) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(STEPS.to_le_bytes());
    bytes.extend([0; 8]);
    bytes
}

/// The program that is captured.
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

/// What RenderDoc prints, or nothing where it is not installed.
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
    let (_, said, errors) = run(Command::new("renderdoccmd")
        .args(["capture", "-w", "-c"])
        .arg(place.path().join("frame"))
        .arg(program)
        .args([&format!("{module}::captured"), "--exact", "--ignored", "--nocapture"])
        .env(VARIABLE, "1"));
    let captures = std::fs::read_dir(place.path()).expect("a folder");
    let capture = captures
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|end| end == "rdc"));
    let capture = capture.unwrap_or_else(|| panic!("nothing was captured:\n{said}\n{errors}"));
    let script = root("tests/renderdoc/steps.py");
    let (success, text, errors) = run(Command::new("/usr/bin/python3").arg(script).arg(capture));
    std::fs::write(folder.join("session.txt"), &text).expect("a file");
    assert!(success, "{text}\n{errors}");
    Some(text)
}

#[test]
fn every_variable_is_shown_at_every_line() {
    let Some(session) = session() else { return };
    for shader in ["Compute", "Vertex", "Pixel"] {
        let line = format!("{shader} source debug information: True\n");
        assert!(session.contains(&line), "{session}");
    }
    let _: BTreeMap<String, String> = BTreeMap::new();
}
