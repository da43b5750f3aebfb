//! Tests of the pool of writers: threads that share it write the same words as one writer.

use crate::common::parse::{self, Shader};
use crate::common::{root, shaders_below};
use spirula::{Error, Options, Output, Target, Writer, WriterPool};

const THREADS: usize = 8;
const MODULES: usize = 1_000;

/// Small shaders of every kind, including refused ones.
fn shaders() -> Vec<Shader> {
    let folders = [
        "flow",
        "functions",
        "globals",
        "images",
        "io",
        "math",
        "mesh",
        "operators",
    ];
    let files = folders
        .iter()
        .flat_map(|folder| shaders_below(&root("snapshots").join(folder)));
    let small = files.filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 2_000));
    small.filter_map(|path| parse::file(&path).ok()).collect()
}

/// The words, or the error.
type Written = Result<Vec<u32>, Error>;

#[test]
fn threads_write_what_one_writer_writes() {
    let target = Target::vulkan(1, 2).strict();
    let (shaders, options) = (shaders(), Options::default());
    let mut writer = Writer::new(target.clone());
    let mut output = Output::default();
    let single: Vec<Written> = shaders
        .iter()
        .map(|shader| {
            let outcome = writer.write(&shader.module, &shader.info, &options, &mut output);
            outcome.map(|()| output.words.clone())
        })
        .collect();
    let accepted = single.iter().filter(|written| written.is_ok()).count();
    assert!(
        accepted > 50 && accepted < single.len(),
        "{accepted} of {}",
        single.len()
    );
    let pool = WriterPool::new(target);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (pool, shaders, options, single) = (&pool, &shaders, &options, &single);
            scope.spawn(move || {
                let mut output = Output::default();
                for index in 0..MODULES {
                    // Each thread uses another order.
                    let at = (index * (2 * thread + 1) + thread * 17) % shaders.len();
                    let shader = &shaders[at];
                    let outcome = if index % 10 == 0 {
                        pool.write_reflected(&shader.module, &shader.info, options, &mut output)
                    } else {
                        pool.write(&shader.module, &shader.info, options, &mut output)
                    };
                    match (&single[at], outcome) {
                        (Ok(words), Ok(())) => assert_eq!(words, &output.words, "shader {at}"),
                        (Err(expected), Err(error)) => assert_eq!(expected, &error, "shader {at}"),
                        (expected, outcome) => panic!("shader {at}: {outcome:?}, not {expected:?}"),
                    }
                }
            });
        }
    });
}

/// A pool can be shared between threads, and be in a `static`.
#[test]
fn a_pool_is_sync() {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<WriterPool>();
}
