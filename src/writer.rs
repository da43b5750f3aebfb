//! The public functions that write a module: [`compile`], [`Writer`] and [`WriterPool`]. They call `back`, and the
//! self-check if `Options::self_check` is set.

use crate::back;
use crate::back::Output;
use crate::error::Error;
use crate::options::Options;
use crate::target::Target;
#[cfg(feature = "check")]
use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::vec::Vec;
use naga::Module;
use naga::valid::ModuleInfo;
#[cfg(feature = "std")]
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Writes one module as SPIR-V, with its reflection (feature `reflection`).
///
/// `info` must be what naga's validator returned for this very module, under `ValidationFlags::all()`. To write many
/// modules, use a [`Writer`], which keeps its buffers.
///
/// # Errors
///
/// See [`Writer::write`].
pub fn compile(module: &Module, info: &ModuleInfo, target: &Target, options: &Options) -> Result<Output, Error> {
    let mut output = Output::default();
    Writer::new(target.clone()).fill(module, info, options, REFLECTS, &mut output)?;
    Ok(output)
}

/// What fills the reflection, if the crate has it.
#[cfg(feature = "reflection")]
const REFLECTS: Option<back::Reflects> = Some(back::reflection::fill);
#[cfg(not(feature = "reflection"))]
const REFLECTS: Option<back::Reflects> = None;

/// A writer for one device. It keeps its buffers, and what it computes from the device alone. Its output does not
/// depend on the modules that it wrote before.
///
/// ```
/// # let source = "@compute @workgroup_size(1) fn main() {}";
/// # let module = naga::front::wgsl::parse_str(source).unwrap();
/// # let info = naga::valid::Validator::new(Default::default(), Default::default()).validate(&module).unwrap();
/// let mut writer = spirula::Writer::new(spirula::Target::vulkan(1, 1));
/// let (options, mut output) = (spirula::Options::default(), spirula::Output::default());
/// writer.write(&module, &info, &options, &mut output)?;
/// # assert!(!output.words.is_empty());
/// # Ok::<(), spirula::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    inner: back::ModuleWriter,
    /// Created for the first module with [`Options::self_check`].
    #[cfg(feature = "check")]
    validator: Option<Box<crate::check::Validator>>,
}

impl Writer {
    /// A writer for a device, with empty buffers.
    #[must_use]
    pub fn new(target: Target) -> Self {
        Self {
            inner: back::ModuleWriter::new(target),
            #[cfg(feature = "check")]
            validator: None,
        }
    }

    /// The device that the words are for.
    #[must_use]
    pub fn target(&self) -> &Target {
        self.inner.target()
    }

    /// Writes a module as SPIR-V. Replaces the contents of `output`; after an error `output` is empty.
    ///
    /// `info` must be what naga's validator returned for this very module, under `ValidationFlags::all()`.
    ///
    /// # Errors
    ///
    /// Lists every reason why the module cannot be written, each with its span: what the target lacks, constructs that
    /// are not lowered yet, exceeded limits, entry points and bindings that do not exist. With [`Options::self_check`]
    /// also the rules that the words violate.
    pub fn write(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        output: &mut Output,
    ) -> Result<(), Error> {
        self.fill(module, info, options, None, output)
    }

    /// As [`Writer::write`], and fills [`Output::reflection`].
    ///
    /// # Errors
    ///
    /// Those of [`Writer::write`].
    #[cfg(feature = "reflection")]
    pub fn write_reflected(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        output: &mut Output,
    ) -> Result<(), Error> {
        self.fill(module, info, options, REFLECTS, output)
    }

    fn fill(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        reflects: Option<back::Reflects>,
        output: &mut Output,
    ) -> Result<(), Error> {
        let extent = back::Extent { reflects, spans: false };
        self.inner.write(module, info, options, extent, output)?;
        #[cfg(feature = "check")]
        if options.self_check {
            let validator = self.validator.get_or_insert_default();
            let verdict = crate::self_check::verify(&mut self.inner, validator, module, info, options, &output.words);
            if verdict.is_err() {
                output.clear();
            }
            return verdict;
        }
        Ok(())
    }
}

/// Writers for one device, shared by threads. The pool keeps as many writers as have been in use at the same time. A
/// call takes an idle writer from the pool, or creates one, and returns it afterwards. The lock is held only to take
/// and to return a writer, so threads write in parallel. The output is the same as that of a [`Writer`].
///
/// ```
/// # let source = "@compute @workgroup_size(1) fn main() {}";
/// # let module = naga::front::wgsl::parse_str(source).unwrap();
/// # let info = naga::valid::Validator::new(Default::default(), Default::default()).validate(&module).unwrap();
/// use spirula::{Options, Output, Target, WriterPool};
///
/// let pool = WriterPool::new(Target::vulkan(1, 1));
/// let compile = || {
///     let mut output = Output::default();
///     pool.write(&module, &info, &Options::default(), &mut output).map(|()| output.words)
/// };
/// let (first, second) = std::thread::scope(|scope| {
///     let other = scope.spawn(compile);
///     (compile(), other.join().unwrap())
/// });
/// assert_eq!(first?, second?);
/// # Ok::<(), spirula::Error>(())
/// ```
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct WriterPool {
    target: Target,
    idle: Mutex<Vec<Writer>>,
}

#[cfg(feature = "std")]
impl WriterPool {
    /// A pool for a device, without writers.
    #[must_use]
    pub const fn new(target: Target) -> Self {
        Self {
            target,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// The device that the words are for.
    #[must_use]
    pub const fn target(&self) -> &Target {
        &self.target
    }

    /// Writes a module as SPIR-V; see [`Writer::write`].
    ///
    /// # Errors
    ///
    /// Those of [`Writer::write`].
    pub fn write(
        &self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        output: &mut Output,
    ) -> Result<(), Error> {
        self.with_writer(|writer| writer.write(module, info, options, output))
    }

    /// As [`WriterPool::write`], and fills [`Output::reflection`]; see [`Writer::write_reflected`].
    ///
    /// # Errors
    ///
    /// Those of [`Writer::write`].
    #[cfg(feature = "reflection")]
    pub fn write_reflected(
        &self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        output: &mut Output,
    ) -> Result<(), Error> {
        self.with_writer(|writer| writer.write_reflected(module, info, options, output))
    }

    fn with_writer<R>(&self, write: impl FnOnce(&mut Writer) -> R) -> R {
        let idle = self.idle().pop();
        let mut writer = idle.unwrap_or_else(|| Writer::new(self.target.clone()));
        let result = write(&mut writer);
        self.idle().push(writer);
        result
    }

    /// The list is consistent even if the lock is poisoned: the lock is held only for `push` and `pop`.
    fn idle(&self) -> MutexGuard<'_, Vec<Writer>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::ErrorKind;
    use naga::Span;

    /// An internal error needs a module that was changed after validation.
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
        let error = compile(&module, &info, &Target::vulkan(1, 1), &Options::default()).unwrap_err();
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
