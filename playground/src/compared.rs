//! The words of naga's own writer for the same module, and how Spirula's differ.

use naga::back::pipeline_constants::process_overrides;
use naga::back::spv::{self, WriterFlags};
use naga::{Module, valid::ModuleInfo};
use spirula::diff::{Diff, Options};
use spirula::source::guard;
use spirula::source::page::preformatted;
use spirula::switches::Configuration;

use crate::compiled;
use crate::request::Request;

/// The difference as HTML: what naga alone has is removed, what Spirula alone has is added. Empty if Spirula writes
/// nothing, which the answer to the request tells.
pub(crate) fn with_naga(request: &Request) -> String {
    let Ok(made) = compiled::configuration(request) else {
        return String::new();
    };
    let compared = compiled::loaded(request, &made, |_, module, info| {
        let output = spirula::compile(module, info, &made.target, &made.options).map_err(|_| Vec::new())?;
        // naga panics on some modules. A browser cannot go on after that, and the page says so.
        let theirs = guard::catch(|| written((module, info), &made));
        Ok(difference(
            theirs.unwrap_or_else(|panic| Err(format!("panic: {panic}"))),
            &output.words,
        ))
    });
    compared.unwrap_or_default()
}

fn difference(theirs: Result<Vec<u32>, String>, words: &[u32]) -> String {
    let theirs = match theirs {
        Ok(theirs) => theirs,
        Err(error) => return preformatted(&format!("naga does not write it: {error}")),
    };
    let counts = format!("naga {} words, Spirula {}", theirs.len(), words.len());
    match Diff::new(&theirs, words, &Options::default()) {
        Ok(diff) if diff.is_same() => preformatted(&format!("{counts}\nequal modules")),
        Ok(diff) => preformatted(&format!("{counts}\n{}\n\n{diff}", diff.summary())),
        Err(error) => preformatted(&format!("{counts}\n{error}")),
    }
}

/// naga's options as Spirula's are set: where both have one.
fn written((module, info): (&Module, &ModuleInfo), made: &Configuration) -> Result<Vec<u32>, String> {
    let ours = &made.options;
    let version = made.target.spirv_version();
    let mut flags = WriterFlags::empty();
    flags.set(WriterFlags::ADJUST_COORDINATE_SPACE, ours.adjust_coordinate_space);
    flags.set(WriterFlags::CLAMP_FRAG_DEPTH, ours.clamp_frag_depth);
    flags.set(WriterFlags::FORCE_POINT_SIZE, ours.force_point_size);
    let options = spv::Options {
        lang_version: (1, u8::try_from(version.minor()).unwrap_or(u8::MAX)),
        flags,
        bounds_check_policies: ours.bounds_check_policies,
        force_loop_bounding: ours.force_loop_bounding,
        ..spv::Options::default()
    };
    let constants = ours
        .overrides
        .iter()
        .map(|(name, value)| (name.clone(), *value))
        .collect();
    let (module, info) = process_overrides(module, info, None, &constants).map_err(|error| error.to_string())?;
    spv::write_vec(&module, &info, &options, None).map_err(|error| error.to_string())
}
