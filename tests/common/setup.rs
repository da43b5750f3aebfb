//! The setup with which a test compiles a shader: a target and options, with the self-check enabled.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

use naga::Module;
use naga::valid::ModuleInfo;
use spirula::target::{Workaround, Workarounds};
use spirula::{DebugInfo, DebugLevel, Error, Options, Output, Target, Writer};

use super::assertions;

/// The number of writers that are kept for targets that occur again.
const MAX_WRITERS: usize = 16;

/// A target and options. It dereferences to the options.
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

    /// This setup with full debug information for a source text.
    pub fn with_debug_info(&self, name: &str, source: &str) -> Self {
        let mut setup = self.clone();
        setup.debug_info = Some(DebugInfo {
            level: DebugLevel::Full,
            ..DebugInfo::new(name, source)
        });
        setup
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

/// Compiles a module with a setup.
///
/// With `SPIRULA_DEBUG_INFO=1` the module has full debug information if the setup has none: the behaviour of the shader
/// must not change. With `SPIRULA_ASSERT_PROOFS=1` it asserts its proofs, and `SPIRULA_WORKAROUNDS` names workarounds.
pub fn compile(module: &Module, info: &ModuleInfo, setup: &Setup) -> Result<Output, Error> {
    let changed;
    let setup = if assertions::are_asked() || !asked_workarounds().is_empty() {
        let mut setup = setup.clone();
        if assertions::are_asked() {
            setup.assert_proofs.get_or_insert(assertions::PLACE);
        }
        setup.workarounds = setup.workarounds.union(asked_workarounds());
        changed = setup;
        &changed
    } else {
        setup
    };
    let output = if setup.debug_info.is_none() && std::env::var_os("SPIRULA_DEBUG_INFO").is_some() {
        let setup = setup.with_debug_info("shader.wgsl", "");
        spirula::compile(module, info, &setup.target, &setup.options)?
    } else {
        spirula::compile(module, info, &setup.target, &setup.options)?
    };
    assertions::compiled(&output);
    super::executed::compiled(module, info, setup, &output.words);
    super::reported::compiled(&output, &setup.target);
    Ok(output)
}

/// What `SPIRULA_WORKAROUNDS` adds to all modules: names with commas between them, or `all`.
pub fn asked_workarounds() -> Workarounds {
    static ASKED: LazyLock<Workarounds> = LazyLock::new(|| match std::env::var("SPIRULA_WORKAROUNDS").as_deref() {
        // Each alone: `alone` runs the words with each.
        Err(_) | Ok("" | "each") => Workarounds::NONE,
        Ok("all") => Workarounds::all(),
        Ok(names) => {
            let named = |name| Workaround::from_name(name).unwrap_or_else(|error| panic!("{error}"));
            names.split(',').map(named).collect()
        }
    });
    *ASKED
}

/// Writers that have written other modules, one for each of the last targets. A new writer first writes the module of
/// the previous call.
#[derive(Debug, Default)]
pub struct Writers {
    writers: VecDeque<Writer>,
    first: Option<(Module, ModuleInfo, Options)>,
}

impl Writers {
    /// Fills an output, including its reflection.
    pub fn write(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        setup: &Setup,
        output: &mut Output,
    ) -> Result<(), Error> {
        let known = self.writers.iter().position(|writer| *writer.target() == setup.target);
        let mut writer = known
            .and_then(|at| self.writers.remove(at))
            .unwrap_or_else(|| self.with_history(module, info, setup));
        let outcome = writer.write_reflected(module, info, &setup.options, output);
        assert!(
            outcome.is_ok() || *output == Output::default(),
            "a failed write leaves something in the output"
        );
        self.writers.truncate(MAX_WRITERS - 1);
        self.writers.push_front(writer);
        outcome
    }

    /// A writer for a new target that has written the previous module.
    fn with_history(&mut self, module: &Module, info: &ModuleInfo, setup: &Setup) -> Writer {
        let mut writer = Writer::new(setup.target.clone());
        let mut options = setup.options.clone();
        options.self_check = false;
        if let Some((module, info, options)) = self.first.replace((module.clone(), info.clone(), options)) {
            // It may be refused, which also affects the state of the writer.
            let _ = writer.write(&module, &info, &options, &mut Output::default());
        }
        writer
    }
}
