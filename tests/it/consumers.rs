//! Tests of other consumers of the words, for every snapshot: SPIRV-Tools' optimizer, whose output must be valid, and
//! SPIRV-Cross, which must not refuse Spirula's words if it accepts those of naga's backend.

mod cross;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::case::Case;
use crate::common::optimize::{self, RECIPES};
use crate::common::process::Worker;
use crate::common::setup::Setup;
use crate::common::{backends, parse, root, shaders_below, validate};

/// A distinct output of a case.
pub struct Module {
    pub path: PathBuf,
    /// The path below the folder of snapshots.
    pub name: String,
    /// The first target with these instructions.
    pub target: String,
    pub words: Vec<u32>,
    pub options: Setup,
    pub validator: validate::ValidatorOptions,
}

/// The distinct outputs of all cases.
pub fn modules() -> Vec<Module> {
    let mut modules = Vec::new();
    for path in shaders_below(&root("snapshots")) {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
        let first = modules.len();
        for target in &case.targets {
            let options = case.options_for(target).unwrap_or_else(|error| panic!("{error}"));
            let Ok(words) = backends::spirula(&shader, &options) else {
                continue;
            };
            // The instructions after the header, which contains the version.
            if modules[first..]
                .iter()
                .any(|other: &Module| other.words[5..] == words[5..])
            {
                continue;
            }
            modules.push(Module {
                path: path.clone(),
                name: path.strip_prefix(root("snapshots")).unwrap().display().to_string(),
                target: target.clone(),
                words,
                options,
                validator: case.validator.clone(),
            });
        }
    }
    assert!(!modules.is_empty(), "no snapshot cases");
    modules
}

/// Judges every module, on all cores.
pub fn faults(modules: &[Module], judge: impl Fn(&Module, &mut Worker) -> Vec<String> + Sync) -> Vec<String> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut worker = Worker::default();
                while let Some(module) = modules.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let faults = judge(module, &mut worker);
                    let named = faults
                        .into_iter()
                        .map(|fault| format!("{} at {}: {fault}", module.name, module.target));
                    found.lock().unwrap().extend(named);
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    found
}

/// The cases of [`optimize::FAULTS`]; the words of naga's backend cause the same faults, if it writes any.
const OPTIMIZER_FAULTS: [(&str, &str); 2] = [
    ("flow/continuing.wgsl", optimize::FAULTS[0]),
    ("cooperative/multiply_add.wgsl", optimize::FAULTS[1]),
];

#[test]
#[cfg_attr(
    not(feature = "spirv-val"),
    ignore = "needs SPIRV-Tools: `cargo test --all-features`"
)]
fn optimized_words_are_valid() {
    let modules = modules();
    let faults = faults(&modules, |module, worker| {
        let mut optimize = |recipe| {
            let (target, relaxed) = (&module.options.target, Some(module.validator.clone()));
            let optimized = optimize::optimize(worker, &module.words, &module.target, target, relaxed, recipe);
            Some(format!("{recipe:?}: {}", optimized.err()?))
        };
        RECIPES.into_iter().filter_map(&mut optimize).collect()
    });
    none_but("optimized", &modules, &faults, &OPTIMIZER_FAULTS);
}

/// Every suite validates its modules with spirv-val: it must be present, and must not accept everything.
#[test]
#[cfg_attr(
    not(feature = "spirv-val"),
    ignore = "SPIRV-Tools is not compiled in, the self-check alone judges modules: `cargo test --all-features`"
)]
fn spirv_val_judges_every_module() {
    let module = modules().swap_remove(0);
    assert_eq!(validate::validate(&module.words, &module.target), Ok(()));
    let cut = &module.words[..module.words.len() - 1];
    assert!(validate::validate(cut, &module.target).is_err());
}

/// Fails for every unknown fault, and for every known fault that no longer occurs.
fn none_but(what: &str, modules: &[Module], faults: &[String], known: &[(&str, &str)]) {
    let matches = |fault: &str, (case, part): &(&str, &str)| fault.starts_with(case) && fault.contains(part);
    let mut report: Vec<String> = faults
        .iter()
        .filter(|fault| !known.iter().any(|known| matches(fault, known)))
        .cloned()
        .collect();
    let gone = known
        .iter()
        .filter(|known| !faults.iter().any(|fault| matches(fault, known)));
    report.extend(gone.map(|(case, part)| format!("{case}: no fault with `{part}` any more")));
    println!("{what}: {} modules, {} known faults", modules.len(), faults.len());
    assert!(
        report.is_empty(),
        "{} of {} modules\n{}",
        report.len(),
        modules.len(),
        report.join("\n")
    );
}
