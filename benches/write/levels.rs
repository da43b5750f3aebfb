//! Measures the cost of debug information: time and words at each level for the shaders of Vello, with naga's `OpLine`s
//! for comparison.

use std::time::Instant;

use crate::common::parse::{self, Shader};
use crate::common::{backends, real};
use spirula::{DebugInfo, DebugLevel, Options, Output, Target, Writer};

/// The number of passes over all shaders; the shortest one counts.
const PASSES: usize = 30;

/// A shader with its text.
struct Source {
    name: &'static str,
    text: String,
    shader: Shader,
}

/// The time of the shortest pass in microseconds, and the words that a pass writes.
fn shortest(mut pass: impl FnMut() -> usize) -> (f64, usize) {
    let mut best = (f64::INFINITY, 0);
    for _ in 0..PASSES {
        let start = Instant::now();
        let words = pass();
        let time = start.elapsed().as_secs_f64() * 1e6;
        if time < best.0 {
            best = (time, words);
        }
    }
    best
}

/// Prints a line for each level.
pub fn print() -> Result<(), String> {
    let mut sources = Vec::new();
    for (name, text) in real::vello() {
        let shader = parse::wgsl(&text, name)?;
        sources.push(Source { name, text, shader });
    }
    println!("debug information, {} shaders of Vello", sources.len());
    println!("{:<24} {:>10} {:>10} {:>8}", "", "µs", "words", "time");
    let mut without = None;
    let mut line = |what: &str, (time, words): (f64, usize)| {
        let first = *without.get_or_insert(time);
        println!("{what:<24} {time:>10.0} {words:>10} {:>8.2}", time / first);
    };
    for (what, level) in [
        ("none", DebugLevel::None),
        ("lines", DebugLevel::Lines),
        ("full", DebugLevel::Full),
    ] {
        let mut writer = Writer::new(Target::vulkan(1, 1));
        let mut output = Output::default();
        let options: Vec<Options> = sources.iter().map(|source| options(source, level)).collect();
        let figures = shortest(|| {
            let mut words = 0;
            for (source, options) in sources.iter().zip(&options) {
                let written = writer.write(&source.shader.module, &source.shader.info, options, &mut output);
                words += written.map_or(0, |()| output.words.len());
            }
            words
        });
        line(what, figures);
    }
    for (what, debug) in [("naga, none", false), ("naga, lines and names", true)] {
        let figures = shortest(|| sources.iter().map(|source| nagas(source, debug)).sum());
        line(what, figures);
    }
    Ok(())
}

fn options(source: &Source, level: DebugLevel) -> Options {
    let mut options = Options::default();
    options.debug_info = Some(DebugInfo {
        level,
        ..DebugInfo::new(source.name, source.text.as_str())
    });
    options
}

/// The words that naga's backend writes on a fresh writer.
fn nagas(source: &Source, debug: bool) -> usize {
    let mut options = backends::naga_options("vulkan1.1");
    if debug {
        options.flags |= naga::back::spv::WriterFlags::DEBUG;
        options.debug_info = Some(naga::back::spv::DebugInfo {
            source_code: &source.text,
            file_name: source.name,
            language: naga::back::spv::SourceLanguage::WGSL,
        });
    }
    naga::back::spv::write_vec(&source.shader.module, &source.shader.info, &options, None)
        .map_or(0, |words| words.len())
}
