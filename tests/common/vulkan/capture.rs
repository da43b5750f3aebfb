//! Captures a run with RenderDoc: this process must run under `renderdoccmd capture`.

use core::ffi::{CStr, c_char, c_int, c_void};

use super::compute::{Compute, Robust};
use super::device::Device;
use super::render::{Extras, Front, Render};

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// `RTLD_NOW | RTLD_NOLOAD`: only a library that is already loaded.
const LOADED: c_int = 2 | 4;
/// Version 1.1.2 of the in-application interface, and the indices of two of its functions ("renderdoc_app.h").
const VERSION: c_int = 1_01_02;
const START_FRAME_CAPTURE: usize = 19;
const END_FRAME_CAPTURE: usize = 21;

/// Takes a device pointer and a window handle; null means any.
type Call = unsafe extern "C" fn(*mut c_void, *mut c_void) -> u32;

/// The functions that begin and end a capture.
fn interface() -> Option<[Call; 2]> {
    const LIBRARY: &CStr = c"librenderdoc.so";
    const GET: &CStr = c"RENDERDOC_GetAPI";
    // SAFETY: the names are C strings, and the table has function pointers that are valid while the library is loaded.
    unsafe {
        let library = dlopen(LIBRARY.as_ptr(), LOADED);
        if library.is_null() {
            return None;
        }
        let get = dlsym(library, GET.as_ptr());
        if get.is_null() {
            return None;
        }
        let get: unsafe extern "C" fn(c_int, *mut *const *const c_void) -> c_int = core::mem::transmute(get);
        let mut table = core::ptr::null();
        if get(VERSION, &mut table) != 1 {
            return None;
        }
        let at = |index: usize| core::mem::transmute::<*const c_void, Call>(*table.add(index));
        Some([at(START_FRAME_CAPTURE), at(END_FRAME_CAPTURE)])
    }
}

/// Runs a dispatch and a draw in one capture.
pub fn capture(compute: &Compute<'_>, render: &Render<'_>) -> Result<(), String> {
    let [start, end] = interface().ok_or("RenderDoc is not there")?;
    let device = Device::open()?;
    let none = core::ptr::null_mut();
    // SAFETY: the functions are RenderDoc's own.
    unsafe { start(none, none) };
    let computed = device.compute(compute, Robust::No).map(drop);
    let drawn = device.draw(render, Front::Vertices, Extras::default()).map(drop);
    // SAFETY: as above.
    let done = unsafe { end(none, none) };
    computed.and(drawn)?;
    if done == 1 {
        Ok(())
    } else {
        Err("RenderDoc has captured nothing".to_owned())
    }
}
