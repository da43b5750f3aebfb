//! The rows of the tables: passes over modules, shared by the times and the counts.

use std::hint::black_box;

use crate::backend::Backend;
use crate::common::parse::Shader;
use crate::modules::Set;

/// A pass over some modules.
pub struct Row<'a> {
    pub name: String,
    pub shaders: Vec<&'a Shader>,
    /// Whether each module is written with a new writer into a new buffer, both created and dropped in the pass.
    /// Otherwise writer and buffer are reused, also from earlier passes.
    pub fresh: bool,
    /// Whether the row is included in the total of the bench's own modules, each in a loop.
    pub in_total: bool,
}

impl<'a> Row<'a> {
    fn new(name: &str, shaders: Vec<&'a Shader>, fresh: bool) -> Self {
        Self {
            name: name.to_owned(),
            shaders,
            fresh,
            in_total: false,
        }
    }
}

/// Each of the bench's own modules alone, all of them in rotation and with new writers, the empty shader both ways, and
/// calls.
/// In rotation, caches and branch predictor do not know the next module.
pub fn of_own<'a>(own: &'a Set, [empty, calls]: &'a [Shader; 2]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = Vec::new();
    for module in &own.modules {
        rows.push(Row {
            in_total: true,
            ..Row::new(&module.name, vec![&module.shader], false)
        });
    }
    rows.push(Row::new("all, in rotation", all(own), false));
    rows.push(Row::new("all, first call each", all(own), true));
    rows.push(Row::new("empty compute shader", vec![empty], false));
    rows.push(Row::new("empty, first call", vec![empty], true));
    rows.push(Row::new("1,000 plain calls", vec![calls], false));
    rows
}

/// The modules of a folder in rotation.
pub fn of_folder(set: &Set) -> Vec<Row<'_>> {
    vec![Row::new(&set.name, all(set), false)]
}

fn all(set: &Set) -> Vec<&Shader> {
    set.modules.iter().map(|module| &module.shader).collect()
}

impl Row<'_> {
    /// Writes each module once.
    pub fn pass(&self, backend: &mut dyn Backend) {
        for shader in &self.shaders {
            if self.fresh {
                backend.renew();
            }
            black_box(backend.write(black_box(shader))).expect("accepted before");
        }
    }
}
