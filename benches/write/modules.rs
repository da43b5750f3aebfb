//! The modules of the bench: its own and those of folders, if both backends accept them.
//!
//! Overrides are resolved to their defaults for both backends, because naga's backend does not accept overrides.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use crate::backend::{Backend, Nagas, Ours};
use crate::common::parse::{self, Shader};
use crate::common::{real, root, shaders_below};

pub struct Module {
    pub name: String,
    pub shader: Shader,
}

/// Modules that both backends accept.
pub struct Set {
    pub name: String,
    pub modules: Vec<Module>,
    left_out: Vec<LeftOut>,
}

/// Modules that are not measured, for one of the causes in [`Selection`].
struct LeftOut {
    cause: &'static str,
    /// The name of each module, and the reason.
    modules: Vec<String>,
}

impl Set {
    /// Prints how many modules were left out for each cause, with the first of them.
    pub fn report_left_out(&self) {
        for LeftOut { cause, modules } in self.left_out.iter().filter(|left_out| !left_out.modules.is_empty()) {
            let first = modules[0].lines().next().unwrap_or_default();
            println!(
                "{}: left out {} that {cause}, the first {first}",
                self.name,
                modules.len()
            );
        }
    }
}

/// The bench's own modules.
pub fn own() -> Set {
    let mut own = Selection::default();
    for (name, source) in real::vello() {
        own.add(name.to_owned(), || parse::wgsl(&source, name));
    }
    own.add_files(&root("examples"));
    own.into_set("own modules".to_owned())
}

/// Every shader below a folder.
pub fn of_folder(folder: &Path) -> Result<Set, String> {
    if !folder.is_dir() {
        return Err(format!("{}: no folder", folder.display()));
    }
    let mut selection = Selection::default();
    selection.add_files(folder);
    let set = selection.into_set(folder.display().to_string());
    if set.modules.is_empty() {
        return Err(format!("{}: no shader that both sides accept", folder.display()));
    }
    Ok(set)
}

/// A compute shader that does nothing.
pub fn empty() -> Shader {
    parse::wgsl("@compute @workgroup_size(1) fn main() {}", "empty").expect("a shader")
}

/// A thousand calls of one function with two values, which costs little else.
pub fn calls() -> Shader {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> n: u32;
fn f(a: u32, b: u32) {{ n = a + b; }}
@compute @workgroup_size(1) fn main() {{ let x = n; {} }}",
        "f(x, x); ".repeat(1000)
    );
    parse::wgsl(&source, "calls").expect("a shader")
}

#[derive(Default)]
struct Selection {
    accepted: Vec<Module>,
    unreadable: Vec<String>,
    refused_by_ours: Vec<String>,
    refused_by_nagas: Vec<String>,
}

impl Selection {
    fn add_files(&mut self, folder: &Path) {
        for path in shaders_below(folder) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            self.add(name, || parse::file(&path));
        }
    }

    fn add(&mut self, name: String, read: impl FnOnce() -> Result<Shader, String>) {
        let shader = without_panic(|| {
            let shader = read()?;
            if shader.module.overrides.is_empty() {
                Ok(shader)
            } else {
                parse::without_overrides(&shader)
            }
        });
        let shader = match shader {
            Ok(shader) => shader,
            Err(error) => return self.unreadable.push(format!("{name}: {error}")),
        };
        if let Err(error) = without_panic(|| Ours::new().write(&shader)) {
            return self.refused_by_ours.push(format!("{name}: {error}"));
        }
        if let Err(error) = without_panic(|| Nagas::new().write(&shader)) {
            return self.refused_by_nagas.push(format!("{name}: {error}"));
        }
        self.accepted.push(Module { name, shader });
    }

    fn into_set(self, name: String) -> Set {
        let left_out = [
            ("no front end reads", self.unreadable),
            ("we refuse", self.refused_by_ours),
            ("naga's backend refuses", self.refused_by_nagas),
        ];
        Set {
            name,
            modules: self.accepted,
            left_out: left_out.map(|(cause, modules)| LeftOut { cause, modules }).into(),
        }
    }
}

/// The result of `run`, or an error if it panics. The panic prints nothing.
fn without_panic<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(hook);
    result.unwrap_or_else(|_| Err("panics".to_owned()))
}
