//! Two devices for all tests of a process, because a driver compiles on the thread of a queue. They are found at run
//! time, created with every feature that the physical device has and that the suites use, and each is lent to one test
//! at a time. Shaders run in child processes: a driver that crashes ends one run and not the suite.
//!
//! Robust buffer and image access are off: the words under test decide what an index out of bounds does.

mod capture;
mod compute;
mod descriptors;
mod device;
mod enabled;
mod gpu;
#[cfg(feature = "ash")]
mod layered;
mod physical;
mod pipelines;
mod render;
mod resources;
mod scene;
mod trace;

pub use ash::vk;
pub use capture::capture;
pub(super) use compute::Robust;
pub use compute::{Compute, Constant};
pub(super) use device::Device;
pub use device::ENDLESS;
pub use enabled::{Enabled, is_switched};
pub use gpu::Gpu;
#[cfg(feature = "ash")]
pub use layered::Layered;
pub use pipelines::{Layout, Pipeline, Pipelines};
pub use render::{Attribute, Color, Extras, Pixels, Render, Stage, VertexBuffer};
pub use resources::{Binding, Image, Multisampled, NEAREST, Resource, Sampling, texel_bytes};
pub use scene::{IDENTITY, Object, Scene, Shape};
pub use trace::Trace;

/// Without the feature `ash` no description of a device reads Vulkan's structures.
#[cfg(not(feature = "ash"))]
pub type Layered = ();

use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

/// A device that no other test is using, or `None` after printing why the test is skipped. With
/// `SPIRULA_REQUIRE_VULKAN=1` a machine without a driver fails the test.
pub fn gpu() -> Option<MutexGuard<'static, Gpu>> {
    static DEVICES: [OnceLock<Result<Mutex<Gpu>, String>>; 2] = [const { OnceLock::new() }; 2];
    fn open(device: &'static OnceLock<Result<Mutex<Gpu>, String>>) -> &'static Result<Mutex<Gpu>, String> {
        device.get_or_init(|| {
            compile_fast();
            Gpu::open().map(Mutex::new)
        })
    }
    for device in &DEVICES {
        match open(device) {
            Ok(gpu) => match gpu.try_lock() {
                Ok(gpu) => return Some(gpu),
                // A test that failed while it held the device left it in a valid state: a run is one request and its
                // answer.
                Err(TryLockError::Poisoned(gpu)) => return Some(gpu.into_inner()),
                Err(TryLockError::WouldBlock) => {}
            },
            Err(why) if std::env::var("SPIRULA_REQUIRE_VULKAN").is_ok_and(|value| value == "1") => {
                panic!("SPIRULA_REQUIRE_VULKAN=1, but there is no Vulkan driver: {why}")
            }
            Err(why) => {
                // Bypasses the test runner's capture, which hides the output of passing tests.
                let _ = writeln!(std::io::stderr(), "skipped: no Vulkan driver ({why})");
                return None;
            }
        }
    }
    let last = DEVICES.last().and_then(|device| open(device).as_ref().ok())?;
    Some(last.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Configures lavapipe to optimise less and to use narrower vectors, unless the environment sets these variables: every
/// shader runs once, and compiling takes a third of the time. The subgroup size depends on it, so it applies to this
/// process and to its child processes.
fn compile_fast() {
    for (name, value) in [("GALLIVM_PERF", "nopt"), ("LP_NATIVE_VECTOR_WIDTH", "128")] {
        if std::env::var_os(name).is_none() {
            // SAFETY: besides Rust's own functions, which are synchronized with this one, only the driver reads the
            // environment, and it is loaded later.
            unsafe { std::env::set_var(name, value) };
        }
    }
}

/// A message with the name of the failed call.
fn failed(call: &'static str) -> impl FnOnce(vk::Result) -> String {
    move |result| format!("{call}: {result}")
}
