//! The public face of the writer: `back` writes, and where [`Options::self_check`] says so `check` reads back what was
//! written. Neither knows the other.
//!
//! A violation is a mistake of the writer, and who looks for it wants the place in the source. Nothing is kept for that
//! while all is well: the module is written once more, with names and with spans in place of lines, checked again, and the
//! violations, which are the same in the same order, take their spans from there.

use crate::back;
use crate::back::reflection::Reflection;
use crate::check::{Report, Violation, check};
use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use crate::words::reader::Reader;
use crate::{SpecConstant, Target, Used, UsedExtension, UsedFeature, UsedLimit};
use naga::valid::ModuleInfo;
use naga::{Module, Span};
use spirv::Op;
use std::collections::BTreeMap;

/// What a module became.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Output {
    /// The SPIR-V words, header included.
    pub words: Vec<u32>,
    /// The capabilities that the words declare, each with the place that first needed it, in the order of their numbers.
    pub requirements: Vec<Used>,
    /// The Vulkan features and properties that the words need besides, which no capability stands for.
    pub features: Vec<UsedFeature>,
    /// The device extensions that the words need and neither a capability nor a feature stands for.
    pub extensions: Vec<UsedExtension>,
    /// What the words use of the device's limits, as far as Vulkan has rules for shaders about them.
    pub limits: Vec<UsedLimit>,
    /// The specialization constants that the words declare, in the order of their ids; see [`Options::spec_constants`].
    pub spec_constants: Vec<SpecConstant>,
    /// What a host must know of the module to use it.
    pub reflection: Reflection,
}

/// Writes one module as SPIR-V.
///
/// `info` must be what naga's validator returned for this very module, under `ValidationFlags::all()`. For many modules,
/// [`Writer`] does the same and keeps its buffers.
///
/// # Errors
///
/// See [`Writer::write`].
pub fn compile(module: &Module, info: &ModuleInfo, options: &Options) -> Result<Output, Error> {
    let mut writer = Writer::new();
    let mut words = Vec::new();
    let reflection = writer.write_reflected(module, info, options, &mut words)?;
    Ok(Output {
        words,
        reflection,
        requirements: writer.inner.requirements().to_vec(),
        features: writer.inner.features().to_vec(),
        extensions: writer.inner.extensions().to_vec(),
        limits: writer.inner.limits().to_vec(),
        spec_constants: writer.spec_constants().to_vec(),
    })
}

/// A writer that is used again: it keeps its buffers from module to module and nothing else, so what it writes does not
/// depend on what it wrote.
///
/// ```
/// # let source = "@compute @workgroup_size(1) fn main() {}";
/// # let module = naga::front::wgsl::parse_str(source).unwrap();
/// # let info = naga::valid::Validator::new(Default::default(), Default::default()).validate(&module).unwrap();
/// let options = spirula::Options::new(spirula::Target::vulkan(1, 1));
/// let (mut writer, mut words) = (spirula::Writer::new(), Vec::new());
/// writer.write(&module, &info, &options, &mut words)?;
/// # Ok::<(), spirula::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    inner: back::Writer,
}

impl Writer {
    /// A writer with empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes a module as SPIR-V words. `words` is emptied first; on an error it stays empty.
    ///
    /// `info` must be what naga's validator returned for this very module, under `ValidationFlags::all()`.
    ///
    /// # Errors
    ///
    /// Everything that keeps the module from being written, all at once, each with its span: what the target lacks, what
    /// is not lowered yet, limits of SPIR-V, entry points and bindings that are not there. With [`Options::self_check`],
    /// rules that the words break.
    pub fn write(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        words: &mut Vec<u32>,
    ) -> Result<(), Error> {
        self.inner.write(module, info, options, false, words)?;
        if !options.self_check {
            return Ok(());
        }
        let verdict = self.verify(module, info, options, &options.target, words);
        if verdict.is_err() {
            words.clear();
        }
        verdict
    }

    /// Does the same, and tells what a host must know of the module to use it.
    ///
    /// # Errors
    ///
    /// Those of [`Writer::write`].
    pub fn write_reflected(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        words: &mut Vec<u32>,
    ) -> Result<Reflection, Error> {
        self.inner.reflection = Some(Reflection::default());
        let outcome = self.write(module, info, options, words);
        let reflection = self.inner.reflection.take().unwrap_or_default();
        outcome.map(|()| reflection)
    }

    /// The capabilities that the last module declares, each with the place that first needed it, in the order of their
    /// numbers.
    #[must_use]
    pub fn requirements(&self) -> &[Used] {
        self.inner.requirements()
    }

    /// The Vulkan features and properties that the last module needs besides, which no capability stands for.
    #[must_use]
    pub fn features(&self) -> &[UsedFeature] {
        self.inner.features()
    }

    /// The device extensions that the last module needs and neither a capability nor a feature stands for.
    #[must_use]
    pub fn extensions(&self) -> &[UsedExtension] {
        self.inner.extensions()
    }

    /// What the last module uses of the device's limits, as far as Vulkan has rules for shaders about them.
    #[must_use]
    pub fn limits(&self) -> &[UsedLimit] {
        self.inner.limits()
    }

    /// The specialization constants that the last module declares, in the order of their ids.
    #[must_use]
    pub fn spec_constants(&self) -> &[SpecConstant] {
        self.inner.spec_constants()
    }

    /// Holds what was just written against the rules of a target.
    fn verify(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        target: &Target,
        words: &[u32],
    ) -> Result<(), Error> {
        let report = check(words, target);
        if report.counted == 0 {
            return Ok(());
        }
        Err(self.blame(module, info, options, target, report))
    }

    /// The error that a report comes to, with the places in the source.
    fn blame(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        target: &Target,
        report: Report,
    ) -> Error {
        let options = options.with_spans();
        let mut words = Vec::new();
        let mut places = Vec::new();
        if self.inner.write(module, info, &options, true, &mut words).is_ok() {
            places = origins(&words, &check(&words, target).violations);
        }
        let same = places.len() == report.violations.len()
            && report
                .violations
                .iter()
                .zip(&places)
                .all(|(ours, place)| ours.rule == place.rule);
        if !same {
            places.clear();
        }
        let mut places = places.into_iter();
        let diagnostics = report.violations.iter().map(|violation| {
            let place = places.next();
            let span = place.as_ref().map_or(Span::UNDEFINED, |place| place.span);
            let diagnostic = Diagnostic::new(ErrorKind::InvalidOutput(violation.clone()), span);
            match place.and_then(|place| place.function) {
                Some(name) => diagnostic.with_note(format!("in the function `{name}`")),
                None => diagnostic,
            }
        });
        Error::new(diagnostics.collect()).with_report(report)
    }
}

/// What an instruction was written for.
struct Origin {
    rule: crate::check::Rule,
    span: Span,
    function: Option<String>,
}

/// Reads the spans and the names of functions back from words that were written with both.
fn origins(words: &[u32], violations: &[Violation]) -> Vec<Origin> {
    let mut names = BTreeMap::new();
    let mut places = BTreeMap::new();
    for violation in violations {
        places.insert(violation.offset, (Span::UNDEFINED, 0));
    }
    let (mut span, mut function) = (Span::UNDEFINED, 0);
    // A label whose block has not told its line yet.
    let mut label = None;
    for instruction in Reader::new(words).into_iter().flat_map(|(_, reader)| reader).flatten() {
        let op = Op::from_u32(u32::from(instruction.opcode));
        match (op, instruction.operand_words()) {
            (Some(Op::Name), &[id, ref name @ ..]) => {
                let bytes = name.iter().flat_map(|word| word.to_le_bytes());
                let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
                names.insert(id, String::from_utf8_lossy(&bytes).into_owned());
            }
            (Some(Op::Line), &[_, start, end]) => {
                span = Span::new(start, end);
                if let Some(place) = label.take().and_then(|offset| places.get_mut(&offset)) {
                    place.0 = span;
                }
            }
            (Some(Op::Label), _) => label = Some(instruction.offset),
            (Some(Op::Function), _) => function = instruction.result().unwrap_or(0),
            _ => {}
        }
        if let Some(place) = places.get_mut(&instruction.offset) {
            *place = (span, function);
        }
        match op {
            // An `OpLine` holds until the block's end (SPIR-V §3.52.3).
            Some(Op::FunctionEnd) => (span, function) = (Span::UNDEFINED, 0),
            Some(op) if ends_block(op) => (span, label) = (Span::UNDEFINED, None),
            _ => {}
        }
    }
    let origin = |violation: &Violation| {
        let place = places.get(&violation.offset).filter(|_| violation.offset != 0);
        let &(span, function) = place.unwrap_or(&(Span::UNDEFINED, 0));
        Origin {
            rule: violation.rule,
            span,
            function: names.get(&function).cloned(),
        }
    };
    violations.iter().map(origin).collect()
}

/// The terminators that the writer writes.
fn ends_block(op: Op) -> bool {
    matches!(
        op,
        Op::Branch
            | Op::BranchConditional
            | Op::Switch
            | Op::Return
            | Op::ReturnValue
            | Op::Kill
            | Op::Unreachable
            | Op::TerminateInvocation
            | Op::EmitMeshTasksEXT
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const SOURCE: &str = "@compute @workgroup_size(1) fn main() { sink(3u); }\nvar<private> kept: u32;\n\
                          fn sink(value: u32) { kept = value; kept = kept / 3u; if kept > 3u { return; } else { return; } }\n";

    fn module() -> (Module, ModuleInfo) {
        let module = naga::front::wgsl::parse_str(SOURCE).unwrap();
        let info = naga::valid::Validator::new(Default::default(), Default::default())
            .validate(&module)
            .unwrap();
        (module, info)
    }

    /// The writer makes no mistake on demand; words of a later SPIR-V than the target has are one.
    #[test]
    fn a_violation_is_an_error_that_carries_the_report() {
        let (module, info) = module();
        let options = Options::new(Target::vulkan(1, 1));
        let mut writer = Writer::new();
        let mut words = Vec::new();
        writer.inner.write(&module, &info, &options, false, &mut words).unwrap();
        let same = writer.verify(&module, &info, &options, &options.target, &words);
        assert_eq!(same, Ok(()));
        let older = Target::vulkan(1, 0);
        let error = writer.verify(&module, &info, &options, &older, &words).unwrap_err();
        let report = check(&words, &older);
        assert_eq!(error.report(), Some(&report));
        let kinds: Vec<_> = error.diagnostics().iter().map(|diagnostic| &diagnostic.kind).collect();
        let expected: Vec<_> = report
            .violations
            .iter()
            .cloned()
            .map(ErrorKind::InvalidOutput)
            .collect();
        assert_eq!(kinds, expected.iter().collect::<Vec<_>>());
        let text = error.emit_to_string(SOURCE, "a.wgsl");
        assert!(text.contains("this is a mistake in Spirula"), "{text}");
    }

    /// The report is made up: of every module written with spans it holds that an instruction leads to its statement.
    #[test]
    fn an_instruction_leads_back_to_its_statement() {
        let (module, info) = module();
        let options = Options::new(Target::vulkan(1, 1)).with_spans();
        let mut words = Vec::new();
        back::Writer::default()
            .write(&module, &info, &options, true, &mut words)
            .unwrap();
        let (_, reader) = Reader::new(&words).unwrap();
        let violations: Vec<Violation> = reader
            .flatten()
            .filter(|instruction| {
                let op = Op::from_u32(instruction.opcode.into()).unwrap();
                [Op::Store, Op::FunctionCall, Op::TypeVoid, Op::Label, Op::Unreachable].contains(&op)
            })
            .map(|instruction| Violation {
                rule: crate::check::Rule::all().next().unwrap(),
                offset: instruction.offset,
                instruction: String::new(),
                message: String::new(),
            })
            .collect();
        let found: Vec<_> = origins(&words, &violations)
            .into_iter()
            .map(|origin| {
                let text = origin.span.to_range().map_or("", |range| &SOURCE[range]);
                (text, origin.function.unwrap_or_default())
            })
            .collect();
        for expected in [
            ("", ""),
            ("sink(3u)", "main"),
            ("kept = value", "sink"),
            ("kept = kept / 3u", "sink"),
            // The merge block, which nothing reaches.
            ("if kept > 3u { return; } else { return; }", "sink"),
        ] {
            assert!(
                found
                    .iter()
                    .any(|(text, function)| (text.trim_end_matches(';'), function.as_str()) == expected),
                "{expected:?} in {found:?}"
            );
        }
        let undefined = found.iter().filter(|(text, _)| text.is_empty()).count();
        assert_eq!(undefined, 1, "only the type has no statement: {found:?}");
    }

    /// A contradiction in the writer takes a module that was changed behind the validator's back.
    #[test]
    fn an_internal_error_has_the_statement_that_was_written() {
        let (mut module, info) = module();
        let at = SOURCE.find("sink(3u)").unwrap();
        let span = Span::from(at..at + 8);
        let mut body = naga::Block::new();
        body.push(naga::Statement::Break, span);
        module.entry_points[0].function.body = body;
        let error = compile(&module, &info, &Options::new(Target::vulkan(1, 1))).unwrap_err();
        let kinds: Vec<_> = error
            .diagnostics()
            .iter()
            .map(|found| (&found.kind, found.span))
            .collect();
        assert_eq!(
            kinds,
            [(&ErrorKind::Internal("a break outside a loop or switch"), span)]
        );
    }
}
