//! The shaders, compared with their snapshots.

use std::path::Path;
use std::{env, fs, process};

use spirula::snapshot::{FaultKind, Suite};

fn suite(folder: &Path) -> Suite {
    Suite::new(folder).targets(["vulkan1.1", "vulkan1.3"])
}

#[test]
fn shaders() {
    suite(Path::new("shaders")).run();
}

/// A changed line is found, and the report shows its instruction rather than the whole module.
#[test]
fn changed_line() {
    // The variable is stronger than the suite: the copy's snapshot would be written, and nothing would differ.
    if env::var_os("SPIRULA_SNAPSHOTS").is_some_and(|mode| mode == "update") {
        return;
    }
    let folder = env::temp_dir().join(format!("shader-tests-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let shader = fs::read_to_string("shaders/lighting/forward.wgsl").unwrap();
    let changed = shader.replace("distance * distance + 1.0", "distance * distance - 1.0");
    assert_ne!(shader, changed);
    fs::write(folder.join("forward.wgsl"), changed).unwrap();
    fs::copy("shaders/lighting/forward.wgsl.snap", folder.join("forward.wgsl.snap")).unwrap();

    let report = suite(&folder).compare();
    // Before any assertion, so that a failure leaves nothing behind.
    fs::remove_dir_all(&folder).unwrap();
    let report = report.unwrap();

    assert_eq!(report.cases.len(), 1);
    let [fault] = &report.cases[0].faults[..] else {
        panic!("{report}")
    };
    assert_eq!(fault.kind, FaultKind::Different);
    let message = &fault.message;
    let marked = |sign| -> Vec<&str> {
        message
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with(sign))
            .collect()
    };
    assert!(
        matches!(marked('-')[..], [line] if line.contains("OpFAdd %f32")),
        "{message}"
    );
    assert!(
        matches!(marked('+')[..], [line] if line.contains("OpFSub %f32")),
        "{message}"
    );
    // The rest is the heading, the place and the instructions around it.
    assert!(message.lines().count() <= 12, "{message}");
}
