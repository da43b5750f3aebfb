//! One Vulkan device for all tests of a process: found at run time, made with every feature that it has and that the
//! suites use, and lent to one test at a time.
//!
//! Robust buffer and image access stay off: what an index out of range does is decided by the words under test.

mod compute;
mod descriptors;
mod device;
mod render;
mod resources;
mod scene;
mod trace;

pub use ash::vk;
pub use compute::Compute;
pub use device::Gpu;
pub use render::{Attribute, Color, Pixels, Render, Stage, VertexBuffer};
pub use resources::{Binding, Image, NEAREST, Resource, Sampling};
pub use scene::{IDENTITY, Object, Scene, Shape};
pub use trace::Trace;

use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The device, or `None` after a word of why the test is skipped; with `SPIRULA_REQUIRE_VULKAN=1` a machine without a
/// driver fails the test.
pub fn gpu() -> Option<MutexGuard<'static, Gpu>> {
    static GPU: OnceLock<Result<Mutex<Gpu>, String>> = OnceLock::new();
    match GPU.get_or_init(|| Gpu::open().map(Mutex::new)) {
        // A test that failed while it held the device left nothing half done: `Scope` cleans up while unwinding.
        Ok(gpu) => Some(gpu.lock().unwrap_or_else(PoisonError::into_inner)),
        Err(why) if std::env::var("SPIRULA_REQUIRE_VULKAN").is_ok_and(|value| value == "1") => {
            panic!("SPIRULA_REQUIRE_VULKAN=1, but there is no Vulkan driver: {why}")
        }
        Err(why) => {
            // Past the capture of the test runner, which shows nothing of a test that passes.
            let _ = writeln!(std::io::stderr(), "skipped: no Vulkan driver ({why})");
            None
        }
    }
}

/// Names the call that failed.
fn failed(call: &'static str) -> impl FnOnce(vk::Result) -> String {
    move |result| format!("{call}: {result}")
}
