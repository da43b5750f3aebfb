//! `cargo run --release --example writer_pool -- [THREADS]`
//!
//! Writes the shaders of `snapshots` and of the crate `vello_shaders` repeatedly, on one thread and on THREADS (by
//! default the number of cores) that share one `spirula::WriterPool`. Prints the modules per second of both, and the
//! processor time for a module. If that is the same for both, threads do not wait for each other, and a missing
//! speed-up is due to other processes.
#![allow(clippy::expect_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::parse::{self, Shader};
use common::{cpu_time, real, root, shaders_below};
use spirula::{Options, Output, Target, WriterPool};

/// How often each thread writes every shader.
const ROUNDS: usize = 30;

/// The number of measurements, of which the best counts: other processes may share the cores.
const TRIES: usize = 7;

/// The modules per second that all threads write together, and the processor time for a module in microseconds.
fn rate(pool: &WriterPool, shaders: &[Shader], threads: usize) -> (f64, f64) {
    let started = Instant::now();
    let work = || {
        let (options, mut output) = (Options::default(), Output::default());
        for shader in (0..ROUNDS).flat_map(|_| shaders) {
            pool.write(&shader.module, &shader.info, &options, &mut output)
                .expect("a shader that was written before");
        }
    };
    let spent: Duration = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| cpu_time::of(work))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
    });
    let modules = (ROUNDS * threads * shaders.len()) as f64;
    (
        modules / started.elapsed().as_secs_f64(),
        spent.as_secs_f64() * 1e6 / modules,
    )
}

fn main() {
    let given = std::env::args().nth(1).and_then(|number| number.parse().ok());
    let cores = std::thread::available_parallelism().map_or(1, |number| number.get());
    let threads = given.unwrap_or(cores);
    let pool = WriterPool::new(Target::vulkan(1, 2));
    let files = shaders_below(&root("snapshots")).into_iter();
    let own = files.filter_map(|path| parse::file(&path).ok());
    let real = real::vello().into_iter();
    let real = real.map(|(name, source)| parse::wgsl(&source, name).expect("a published shader"));
    let is_written = |shader: &Shader| {
        let mut output = Output::default();
        pool.write(&shader.module, &shader.info, &Options::default(), &mut output)
            .is_ok()
    };
    let shaders: Vec<Shader> = own.chain(real).filter(is_written).collect();
    let best = |threads| {
        let tries = (0..TRIES).map(|_| rate(&pool, &shaders, threads));
        tries.fold((0.0, f64::MAX), |best, (rate, time)| {
            (f64::max(best.0, rate), f64::min(best.1, time))
        })
    };
    let ((one, alone), (all, shared)) = (best(1), best(threads));
    println!(
        "{} modules: {one:.0} a second on 1 thread, {all:.0} on {threads}, {:.2} times as many; a module takes {alone:.1} \
         microseconds of processor time on 1 thread, {shared:.1} on {threads}",
        shaders.len(),
        all / one
    );
}
