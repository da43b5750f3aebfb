//! Runs naga's front ends on untrusted text: on a stack that is large enough for their recursion, and with their panics
//! caught.
//!
//! naga's front ends recurse at least once for every level of nesting in the text (thirty thousand `else if` overflow a
//! default stack) and can panic on broken SPIR-V. A stack overflow ends the process and cannot be caught, so the size
//! of the stack depends on the length of the text. Pages that are not touched cost only address space.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, PoisonError};
use std::{panic, thread};

/// The smallest stack of a job, in bytes.
const BASE_STACK: usize = 256 << 20;
/// Stack bytes for each byte of text: a level of nesting takes about eight bytes of text (`else if a{}` has ten), and
/// some kilobytes of stack frames in an unoptimised build.
const STACK_PER_TEXT_BYTE: usize = 2 << 10;
/// The largest stack that is requested, in bytes: a 64-bit system provides that much.
const MAX_STACK: usize = if cfg!(target_pointer_width = "64") {
    8 << 30
} else {
    512 << 20
};
/// The job fails if no stack of this size is available, in bytes.
const MIN_STACK: usize = 16 << 20;

thread_local! {
    /// The length of a text for which the stack of this thread is large enough, if [`on_large_stack`] made it.
    static ROOM: Cell<Option<usize>> = const { Cell::new(None) };
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes panics inside [`catch`] silent; all others are printed as before.
pub fn keep_guarded_panics_quiet() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if GUARDED.get() {
            LAST_PANIC.set(Some(describe(info)));
        } else {
            default(info);
        }
    }));
}

/// Runs `work` and turns its panic into an error with the message and place of the panic.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let outer = GUARDED.replace(true);
    // The state that `work` shares with its caller is read only after success.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    result.map_err(|payload| {
        LAST_PANIC
            .take()
            .unwrap_or_else(|| text_of(payload.as_ref()).to_owned())
    })
}

/// The length of the longest text for which a stack is large enough, in bytes.
pub(super) const MAX_LENGTH: usize = (MAX_STACK - BASE_STACK) / STACK_PER_TEXT_BYTE;

/// Runs `work` on a thread whose stack is large enough for a text of `length` bytes: on this one, if it is such a
/// thread.
///
/// # Errors
/// If no such thread can be started, or if `work` panicked outside of [`catch`].
pub fn on_large_stack<T: Send>(length: usize, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    // A browser has one stack, and ends the program when that is used up.
    if cfg!(target_family = "wasm") || ROOM.get().is_some_and(|room| length <= room) {
        let result = panic::catch_unwind(AssertUnwindSafe(work));
        return result.map_err(|payload| text_of(payload.as_ref()).to_owned());
    }
    let mut size = length
        .saturating_mul(STACK_PER_TEXT_BYTE)
        .saturating_add(BASE_STACK)
        .min(MAX_STACK);
    // `work` is in a mutex so that it can be run in another attempt if a thread cannot be started.
    let work = Mutex::new(Some(work));
    let run = &|size: usize| {
        // Half of the smallest stack is kept for what does not depend on the length.
        ROOM.set(Some(size.saturating_sub(BASE_STACK / 2) / STACK_PER_TEXT_BYTE));
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        work.map(|work| work())
    };
    loop {
        let attempt = thread::scope(|scope| {
            let thread = thread::Builder::new().name("job".to_owned()).stack_size(size);
            thread
                .spawn_scoped(scope, move || run(size))
                .map(thread::ScopedJoinHandle::join)
        });
        match attempt {
            Ok(Ok(Some(value))) => return Ok(value),
            Ok(Ok(None)) => return Err("the job ran before".to_owned()),
            Ok(Err(payload)) => return Err(text_of(payload.as_ref()).to_owned()),
            Err(error) if size / 2 < MIN_STACK => {
                return Err(format!(
                    "cannot start a thread with a stack of {} MiB: {error}",
                    size >> 20
                ));
            }
            Err(_) => size /= 2,
        }
    }
}

/// Runs `work` on `threads` threads at once, or on fewer if the system does not provide as many. Each has a stack that is
/// large enough for texts up to 64 KiB.
///
/// # Errors
/// If no such thread can be started, or if `work` panicked outside of [`catch`].
pub fn on_large_stacks(threads: usize, work: impl Fn() + Sync) -> Result<(), String> {
    let started = thread::scope(|scope| {
        let run = || {
            ROOM.set(Some(BASE_STACK / 2 / STACK_PER_TEXT_BYTE));
            work();
        };
        let start = |_| {
            let thread = thread::Builder::new().name("job".to_owned()).stack_size(BASE_STACK);
            thread.spawn_scoped(scope, run).ok()
        };
        let started: Vec<_> = (0..threads).map_while(start).collect();
        let count = started.len();
        let results: Vec<_> = started.into_iter().map(thread::ScopedJoinHandle::join).collect();
        let result: Result<(), _> = results.into_iter().collect();
        result
            .map(|()| count)
            .map_err(|payload| text_of(payload.as_ref()).to_owned())
    })?;
    match started {
        // With a smaller stack.
        0 => on_large_stack(0, &work),
        _ => Ok(()),
    }
}

/// The message and place of a panic.
pub fn describe(info: &PanicHookInfo<'_>) -> String {
    let text = text_of(info.payload());
    match info.location() {
        None => text.to_owned(),
        // Removes the folders before the crate's, which belong to the machine that built it.
        Some(place) => {
            let file = place.file();
            let start = file
                .rfind("/src/")
                .and_then(|end| file.get(..end)?.rfind('/').map(|slash| slash + 1));
            format!(
                "{text} ({}:{})",
                start.and_then(|start| file.get(start..)).unwrap_or(file),
                place.line()
            )
        }
    }
}

fn text_of(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}
