//! Writers that have written other modules: what they write must be what a new one writes.

use std::collections::VecDeque;

use naga::Module;
use naga::valid::ModuleInfo;
use spirula::{Error, Options, Output, Target, Writer};

/// The number of writers that are kept for targets that occur again.
const MAX_WRITERS: usize = 16;

/// A writer for each of the last targets. A new one first writes the module of the call before.
#[derive(Debug, Default)]
pub struct Writers {
    writers: VecDeque<Writer>,
    last: Option<(Module, ModuleInfo, Options)>,
}

impl Writers {
    /// Writes a module, with its reflection.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        target: &Target,
        options: &Options,
    ) -> Result<Output, Error> {
        let known = self.writers.iter().position(|writer| writer.target() == target);
        let mut writer = match known.and_then(|at| self.writers.remove(at)) {
            Some(writer) => writer,
            None => self.with_history(target),
        };
        let mut output = Output::default();
        let written = writer.write_reflected(module, info, options, &mut output);
        self.writers.truncate(MAX_WRITERS - 1);
        self.writers.push_front(writer);
        let mut options = options.clone();
        options.self_check = false;
        self.last = Some((module.clone(), info.clone(), options));
        written.map(|()| output)
    }

    /// A writer for a new target.
    fn with_history(&self, target: &Target) -> Writer {
        let mut writer = Writer::new(target.clone());
        if let Some((module, info, options)) = &self.last {
            // It may be refused, which affects the state of the writer too.
            let _ = writer.write(module, info, options, &mut Output::default());
        }
        writer
    }
}
