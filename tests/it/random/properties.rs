//! Properties that must hold for every shader with every target and all options, and reduction of a shader that
//! violates one.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use spirula::check::driver::shapes;
use spirula::target::{Remedy, Workaround};
use spirula::{Diagnostic, Error, ErrorKind, Feature, Output, Support};

use super::reread::{self, Reread, reread};
use crate::common::parse::Shader;
use crate::common::setup::{self, Setup, Writers};
use crate::common::{backends, parse, validate};
use crate::workarounds::not_found_by_shape;

/// The result for one shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Written, and valid.
    Written,
    /// Refused because the target lacks something, and written after that was enabled.
    Refused,
}

/// Compiles a shader and tests all properties. The error names the violated one.
pub fn hold(shader: &Shader, options: &Setup, writer: &mut Writers) -> Result<Outcome, String> {
    match compile(shader, options, writer)? {
        Ok(words) => {
            accepted(&words, options)?;
            Ok(Outcome::Written)
        }
        Err(error) => {
            remedied(shader, options, error, writer)?;
            Ok(Outcome::Refused)
        }
    }
}

/// The same for the words of a default target after naga has read them; `None` with a message if naga is known not to
/// read them.
pub fn hold_again(shader: &Shader, options: &Setup, writer: &mut Writers) -> Result<Option<String>, String> {
    let mut plain = reread::options()?;
    plain.bounds_check_policies = options.bounds_check_policies;
    plain.force_loop_bounding = options.force_loop_bounding;
    plain.overrides = options.overrides.clone();
    let Ok(words) = compile(shader, &plain, writer)? else {
        return Ok(Some("refused for a plain target".to_owned()));
    };
    let shader = match reread(&words)? {
        Reread::Module(shader) => shader,
        Reread::Limit(why) => return Ok(Some(why)),
    };
    let mut again = Setup::new(options.target.clone());
    again.bounds_check_policies = options.bounds_check_policies;
    hold(&shader, &again, writer).map_err(|error| format!("read again, {error}"))?;
    Ok(None)
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic is caught and counted, so that it must not print.
pub fn is_quiet() -> bool {
    QUIET.get()
}

/// The result of `work`, or the message of its panic.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let before = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default()
    })
}

/// The words of a new writer, which must equal those of a writer with history.
fn compile(shader: &Shader, options: &Setup, writer: &mut Writers) -> Result<Result<Vec<u32>, Error>, String> {
    let fresh = caught(|| setup::compile(&shader.module, &shader.info, options));
    let fresh = fresh.map_err(|panic| format!("panic: {panic}"))?;
    let mut output = Output::default();
    let again = caught(|| writer.write(&shader.module, &shader.info, options, &mut output));
    let again = again.map_err(|panic| {
        *writer = Writers::default();
        format!("panic in a used writer: {panic}")
    })?;
    match (&fresh, again) {
        (Ok(fresh), Ok(())) if *fresh == output => {}
        (Err(error), Err(other)) if *error == other => {}
        (Ok(_), Ok(())) => return Err("history: a used writer gives another output".to_owned()),
        _ => return Err("history: a used writer gives another verdict".to_owned()),
    }
    Ok(fresh.map(|output| output.words))
}

/// False alarms of spirv-val (SPIRV-Tools 2025.3). The self-check has these rules too.
const MISTAKEN: &[&str] = &[
    // The execution mode is the mesh shader's, but spirv-val checks the task shader in the same module.
    "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07042",
    // The same for the counts of another entry point.
    "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07046",
    "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07052",
    "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07058",
    "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07048",
    "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07054",
    // PrimitiveId is an integer; CullPrimitiveEXT is the boolean.
    "BuiltIn PrimitiveId variable needs to be a either a boolean",
];

/// Whether the words are accepted by both validators, and can be listed.
pub fn accepted(words: &[u32], options: &Setup) -> Result<(), String> {
    let target = &options.target;
    let relaxations = validate::ValidatorOptions {
        uniform_buffer_standard_layout: target.feature(Feature::UniformBufferStandardLayout) == Support::Enabled,
        scalar_block_layout: target.feature(Feature::ScalarBlockLayout) == Support::Enabled,
        ..Default::default()
    };
    // The validator's option for it is not available here.
    let sizes_are_ids = target.feature(Feature::Maintenance4) == Support::Enabled;
    let is_mistaken = |message: &str| {
        MISTAKEN.iter().any(|mistake| message.contains(mistake))
            || sizes_are_ids && message.contains("LocalSizeId mode is not allowed by the current environment")
    };
    match validate::validate_with(words, &target.to_string(), Some(relaxations)) {
        Err(message) if !is_mistaken(&message) => {
            return Err(format!("spirv-val: {}\n{message}", validate::rule(&message)));
        }
        Ok(()) | Err(_) => {}
    }
    let report = caught(|| spirula::check::check(words, target));
    let report = report.map_err(|panic| format!("panic in the self-check: {panic}"))?;
    if let Some(violation) = report.violations.first() {
        return Err(format!("self-check: {:?}\n{report}", violation.rule));
    }
    // A call that cannot be inlined stays, and so does one of a helper.
    let mut workarounds = options.workarounds.without(not_found_by_shape());
    workarounds.remove(Workaround::InlineCalls);
    // One in a continue construct stays.
    workarounds.remove(Workaround::NestedSwitch);
    if let Some(left) = shapes(words, workarounds).first() {
        return Err(format!("is left: {}\n{}", left.rule(), left.instruction));
    }
    let listing = caught(|| backends::disassemble(words));
    let listing = listing.map_err(|panic| format!("panic in the listing: {panic}"))?;
    if listing.lines().count() < 5 {
        return Err("the listing lacks the words".to_owned());
    }
    Ok(())
}

/// Every refusal must name what is missing, and the target must accept the shader after the remedies.
fn remedied(shader: &Shader, options: &Setup, error: Error, writer: &mut Writers) -> Result<(), String> {
    let mut options = options.clone();
    let mut error = error;
    for _ in 0..6 {
        let mut target = options.target.clone();
        let mut named = Vec::new();
        for diagnostic in error.diagnostics() {
            // naga rejects a vector divisor with a component that has become zero, even if another component is
            // dynamic.
            let divides = |note: &String| note.ends_with("Division by zero");
            if matches!(diagnostic.kind, ErrorKind::InvalidModule(_)) && diagnostic.notes.iter().any(divides) {
                return Ok(());
            }
            if is_instance_too_many(diagnostic) {
                return Ok(());
            }
            let ErrorKind::Missing(requirement) = &diagnostic.kind else {
                return Err(format!(
                    "refused: {}\n{}",
                    diagnostic.kind,
                    error.emit_to_string("", "shader")
                ));
            };
            if requirement.remedies.is_empty() {
                return Err(format!("no remedy: {requirement}"));
            }
            for remedy in &requirement.remedies {
                let next = remedy.apply(target.clone());
                // Of two requested versions, the newer one.
                if matches!(remedy, Remedy::Environment(..)) && next.to_string() < target.to_string() {
                    continue;
                }
                target = next;
            }
            named.push(requirement.name());
        }
        options.target = target;
        match compile(shader, &options, writer)? {
            Ok(words) => {
                return accepted(&words, &options).map_err(|e| format!("{e}\n(after the remedies of {named:?})"));
            }
            Err(next) => {
                let still = next.diagnostics().iter().find_map(|diagnostic| match &diagnostic.kind {
                    ErrorKind::Missing(requirement) if named.contains(&requirement.name()) => Some(requirement.name()),
                    _ => None,
                });
                if let Some(name) = still {
                    return Err(format!("the remedy does not help: {name}"));
                }
                error = next;
            }
        }
    }
    Err("remedies without end".to_owned())
}

/// Whether a call needs the 65th instance of a function by the shapes of its pointer arguments: the only limit of the
/// writer itself without a remedy. The refusal must have the place and the name of the call.
fn is_instance_too_many(diagnostic: &Diagnostic) -> bool {
    let ErrorKind::Limit {
        what,
        value: 65,
        limit: 64,
    } = diagnostic.kind
    else {
        return false;
    };
    what.starts_with("instances of a function")
        && diagnostic.span.is_defined()
        && diagnostic.notes.iter().any(|note| note.starts_with("in a call of `"))
}

/// The part of a message that is equal for the same fault.
pub fn category(message: &str) -> String {
    validate::rule(message.lines().next().unwrap_or_default())
}

/// Removes statements from the text while `fails` still holds.
pub fn reduce(source: &str, mut fails: impl FnMut(&str, &Shader) -> bool) -> String {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    let mut attempts = 0;
    loop {
        let before = lines.len();
        let mut at = lines.len();
        while at > 0 && attempts < 6000 {
            at -= 1;
            if let Some(range) = removable(&lines, at) {
                let mut fewer = lines.clone();
                fewer.drain(range);
                attempts += 1;
                let text = fewer.join("\n");
                let parsed = caught(|| parse::wgsl(&text, "reduced.wgsl"));
                if let Ok(Ok(shader)) = parsed {
                    if fails(&text, &shader) {
                        lines = fewer;
                        at = at.min(lines.len());
                    }
                }
            }
        }
        if lines.len() == before || attempts >= 6000 {
            return lines.join("\n");
        }
    }
}

/// The lines that can be removed together with a line: itself, or the block that it opens.
fn removable(lines: &[String], at: usize) -> Option<std::ops::Range<usize>> {
    let mut depth = 0i32;
    for (end, line) in lines.iter().enumerate().skip(at) {
        depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
        if depth < 0 {
            return None;
        }
        if depth == 0 {
            return Some(at..end + 1);
        }
    }
    None
}
