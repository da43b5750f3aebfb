//! The public face of the writer: `back` writes, and where `Options::self_check` says so the self-check reads back what was
//! written.

use crate::back;
use crate::back::reflection::Reflection;
use crate::error::Error;
use crate::options::Options;
use crate::{SpecConstant, Used, UsedExtension, UsedFeature, UsedLimit};
use naga::Module;
use naga::valid::ModuleInfo;

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
    /// is not lowered yet, limits of SPIR-V, entry points and bindings that are not there. With `Options::self_check`,
    /// rules that the words break.
    pub fn write(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        words: &mut Vec<u32>,
    ) -> Result<(), Error> {
        self.inner.write(module, info, options, false, words)?;
        #[cfg(feature = "check")]
        if options.self_check {
            let verdict = crate::self_check::verify(&mut self.inner, module, info, options, &options.target, words);
            if verdict.is_err() {
                words.clear();
            }
            return verdict;
        }
        Ok(())
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
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::{ErrorKind, Target};
    use naga::Span;

    /// A contradiction in the writer takes a module that was changed behind the validator's back.
    #[test]
    fn an_internal_error_has_the_statement_that_was_written() {
        let source = "@compute @workgroup_size(1) fn main() {}";
        let mut module = naga::front::wgsl::parse_str(source).unwrap();
        let mut validator = naga::valid::Validator::new(Default::default(), Default::default());
        let info = validator.validate(&module).unwrap();
        let span = Span::from(3..7);
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
