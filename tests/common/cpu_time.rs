//! The processor time of a thread: what work takes, whatever else the machine does.

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

/// There is no such clock: nothing takes any time.
#[cfg(not(unix))]
fn spent() -> Duration {
    Duration::ZERO
}

/// How many times as long `long` takes as `short`, at least, of a few tries: caches are shared with others.
pub fn ratio(short: impl Fn() -> Duration, long: impl Fn() -> Duration) -> f64 {
    (0..3)
        .map(|_| long().as_secs_f64() / short().max(Duration::from_micros(1)).as_secs_f64())
        .fold(f64::MAX, f64::min)
}
