//! What a test compiles a shader with: a device and the options of the shader, with the self-check on.

use std::ops::{Deref, DerefMut};

use naga::Module;
use naga::valid::ModuleInfo;
use spirula::{Error, Options, Output, Target, Writer};

/// A target, and options that a test changes as if they were all there is.
#[derive(Clone, Debug)]
pub struct Setup {
    pub target: Target,
    pub options: Options,
}

impl Setup {
    /// The defaults, with the self-check.
    pub fn new(target: Target) -> Self {
        let mut options = Options::default();
        options.self_check = true;
        Self { target, options }
    }
}

impl Deref for Setup {
    type Target = Options;

    fn deref(&self) -> &Options {
        &self.options
    }
}

impl DerefMut for Setup {
    fn deref_mut(&mut self) -> &mut Options {
        &mut self.options
    }
}

/// A module compiled with a setup.
pub fn compile(module: &Module, info: &ModuleInfo, setup: &Setup) -> Result<Output, Error> {
    spirula::compile(module, info, &setup.target, &setup.options)
}

/// A writer that is used again for modules of any setup: one writer for each target that it has met.
#[derive(Debug, Default)]
pub struct Writers {
    writers: Vec<Writer>,
    output: Output,
}

impl Writers {
    /// The words of a module.
    pub fn write(&mut self, module: &Module, info: &ModuleInfo, setup: &Setup) -> Result<&[u32], Error> {
        let known = self.writers.iter().position(|writer| *writer.target() == setup.target);
        let at = known.unwrap_or_else(|| {
            self.writers.push(Writer::new(setup.target.clone()));
            self.writers.len() - 1
        });
        self.writers[at].write(module, info, &setup.options, &mut self.output)?;
        Ok(&self.output.words)
    }
}
