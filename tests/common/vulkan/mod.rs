//! Two devices for all tests of a process, as drivers compile on the thread of a queue: found at run time, made with every
//! feature that the physical device has and that the suites use, and lent to one test at a time each. What runs on them is
//! run by processes of their own: a driver that crashes ends one run and not the suite.
//!
//! Robust buffer and image access stay off: what an index out of range does is decided by the words under test.

mod capture;
mod compute;
mod descriptors;
mod device;
mod gpu;
mod physical;
mod render;
mod resources;
mod scene;
mod trace;

pub use ash::vk;
pub use capture::capture;
pub use compute::{Compute, Constant};
pub(super) use device::Device;
pub use gpu::Gpu;
pub use render::{Attribute, Color, Extras, Pixels, Render, Stage, VertexBuffer};
pub use resources::{Binding, Image, Multisampled, NEAREST, Resource, Sampling, texel_bytes};
pub use scene::{IDENTITY, Object, Scene, Shape};
pub use trace::Trace;

use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

/// A device that no other test uses now, or `None` after a word of why the test is skipped; with
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
                // A test that failed while it held the device left nothing half done: a run is one request and its answer.
                Err(TryLockError::Poisoned(gpu)) => return Some(gpu.into_inner()),
                Err(TryLockError::WouldBlock) => {}
            },
            Err(why) if std::env::var("SPIRULA_REQUIRE_VULKAN").is_ok_and(|value| value == "1") => {
                panic!("SPIRULA_REQUIRE_VULKAN=1, but there is no Vulkan driver: {why}")
            }
            Err(why) => {
                // Past the capture of the test runner, which shows nothing of a test that passes.
                let _ = writeln!(std::io::stderr(), "skipped: no Vulkan driver ({why})");
                return None;
            }
        }
    }
    let last = DEVICES.last().and_then(|device| open(device).as_ref().ok())?;
    Some(last.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Tells lavapipe to optimise less and to use narrower vectors, unless the environment says otherwise: every shader here
/// runs once, and compiling it takes a third of the time so. The size of subgroups depends on it, so it is for this
/// process and for those that it starts.
fn compile_fast() {
    for (name, value) in [("GALLIVM_PERF", "nopt"), ("LP_NATIVE_VECTOR_WIDTH", "128")] {
        if std::env::var_os(name).is_none() {
            // SAFETY: what reads the environment beside Rust's own functions, which take turns with this one, is the
            // driver, and it is loaded later.
            unsafe { std::env::set_var(name, value) };
        }
    }
}

/// Names the call that failed.
fn failed(call: &'static str) -> impl FnOnce(vk::Result) -> String {
    move |result| format!("{call}: {result}")
}
