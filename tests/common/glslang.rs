//! glslang, where it is installed. Without it a test says so; with `SPIRULA_REQUIRE_GLSLANG` set that is a failure.

use std::path::Path;
use std::process::Command;

/// Whether glslang can be run.
pub fn is_there() -> bool {
    if Command::new("glslangValidator").arg("--version").output().is_ok() {
        return true;
    }
    assert!(
        std::env::var_os("SPIRULA_REQUIRE_GLSLANG").is_none(),
        "glslangValidator is required and cannot be run"
    );
    println!("skipped: glslangValidator cannot be run");
    false
}

/// The bytes that glslang writes, if it takes the shader.
pub fn compiled(shader: &Path, environment: &str, debug: Option<&str>, output: &Path) -> Option<Vec<u8>> {
    let done = Command::new("glslangValidator")
        .args(["-V", "--target-env", environment])
        .args(debug)
        .arg(shader)
        .arg("-o")
        .arg(output)
        .output()
        .expect("glslang runs");
    done.status
        .success()
        .then(|| std::fs::read(output).expect("the module"))
}
