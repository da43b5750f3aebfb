//! The processor time of a thread, which does not depend on the load of the machine.

use std::time::Duration;

/// The processor time that `run` takes on this thread.
pub fn of(run: impl FnOnce()) -> Duration {
    let start = spent();
    run();
    spent() - start
}

#[cfg(unix)]
fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a time since the thread's start")
}

/// Other systems have no such clock: zero.
#[cfg(not(unix))]
fn spent() -> Duration {
    Duration::ZERO
}

/// The ratio of the times of `long` and `short`, the minimum of a few measurements, because caches are shared.
pub fn ratio(short: impl Fn() -> Duration, long: impl Fn() -> Duration) -> f64 {
    (0..3)
        .map(|_| long().as_secs_f64() / short().max(Duration::from_micros(1)).as_secs_f64())
        .fold(f64::MAX, f64::min)
}
