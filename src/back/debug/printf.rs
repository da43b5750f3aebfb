//! The import of `NonSemantic.DebugPrintf`, and its format strings.

use super::table::Printf;
use crate::back::emitter::Emitter;
use crate::words::Id;
use alloc::vec::Vec;

impl Emitter<'_> {
    /// The ids of the set and of a format string. Each is declared at its first use.
    pub(crate) fn printf(&mut self, format: &'static str) -> (Id, Id) {
        let mut printf = self.printf.take().unwrap_or_else(|| self.import_printf());
        let known = printf.formats.iter().find(|&&(known, _)| known == format);
        let id = match known {
            Some(&(_, id)) => id,
            None => {
                let id = self.ids.id();
                self.sections.strings.literal_string(id, format);
                printf.formats.push((format, id));
                id
            }
        };
        let set = printf.set;
        self.printf = Some(printf);
        (set, id)
    }

    fn import_printf(&mut self) -> Printf {
        self.need_non_semantic();
        let set = self.ids.id();
        self.sections.imports.ext_inst_import(set, "NonSemantic.DebugPrintf");
        let formats = Vec::new();
        Printf { set, formats }
    }
}
