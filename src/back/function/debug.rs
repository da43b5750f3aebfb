//! Debug information in a function: the lines of its statements, and what it prints.

use super::FunctionEmitter;
use crate::words::ValueId;
use naga::{Span, Statement};

impl FunctionEmitter<'_, '_> {
    /// Prints values.
    pub(crate) fn print(&mut self, format: &'static str, values: &[ValueId]) {
        let (set, format) = self.m.printf(format);
        let ty = self.m.void_type();
        let id = self.fresh();
        self.f.body.debug_printf(ty, id, set, format, values);
    }

    /// Whether statements have lines.
    #[inline]
    pub(crate) fn writes_lines(&self) -> bool {
        self.m.lines.file.is_some()
    }

    /// Repeats the span of the statement at the start of a block, which forgets it.
    #[cold]
    pub(crate) fn repeat_span(&mut self) {
        if let (Some(file), Some(range)) = (self.m.lines.file, self.m.span.to_range()) {
            self.f.body.line(file, range.start as u32, range.end as u32);
        }
    }

    /// Writes the line of a statement, unless the one before it had the same place.
    pub(crate) fn line(&mut self, statement: &Statement, span: Span) {
        let Some(file) = self.m.lines.file else { return };
        if matches!(statement, Statement::Block(_)) {
            return;
        }
        let Some(range) = span.to_range() else { return };
        let lines = &self.m.lines;
        let place = if lines.spans {
            (range.start as u32, range.end as u32)
        } else {
            lines.place(range.start as u32)
        };
        if self.m.lines.last != Some(place) {
            self.f.body.line(file, place.0, place.1);
        }
        // A block's start forgets the line (SPIR-V, `OpLine`), so it is repeated after every statement that ends one.
        let within = matches!(
            statement,
            Statement::Emit(_) | Statement::Store { .. } | Statement::Call { .. }
        );
        self.m.lines.last = if within { Some(place) } else { None };
    }
}
