//! Debug information in a function: the description of the function, its scopes, and the lines of its statements. The
//! values of variables are in `debug_values`.
//!
//! Scope and line end with each block (NonSemantic.Shader.DebugInfo, `DebugScope`; SPIR-V, `OpLine`), so both are
//! emitted again when the next block opens. Code that a lowering adds inline for a statement has the scope and line of
//! that statement, so a debugger steps over the statement as one line. A helper function has no lines.

use super::debug_values::Unstated;
use super::{FunctionEmitter, FunctionState};
use crate::back::debug::{DEFINITION, FullIds, SourcePlace};
use crate::back::emitter::Result;
use crate::back::plan::{FunctionRef, InstanceIndex};
use crate::words::{FunctionId, Id, Section, ValueId};
use alloc::vec::Vec;
use naga::{Block, Expression, Handle, LocalVariable, Span, Statement};
use spirv::NonsemanticShaderDebuginfo100Op as DebugOp;

/// The number of words of a `DebugDeclare` or `DebugValue` without indexes.
const DECLARATION_WORDS: usize = 8;

/// The debug information of the function that is being emitted.
#[derive(Debug, Default)]
pub(super) struct FunctionDebug {
    /// None unless debug information is full. Every hook checks it first.
    pub(super) ids: FullIds,
    /// The `DebugFunction`.
    function: Option<Id>,
    /// Those of the code that is emitted now.
    pub(super) now: Position,
    /// The last ones that have been emitted in the open block.
    stated: Position,
    /// The last `DebugLine`: its start and end in the body, and its place.
    pub(super) last_line: Option<(usize, usize, SourcePlace)>,
    /// The number of open blocks of statements; the function's body is the first.
    depth: u32,
    /// The `FunctionArgument` expression of each argument.
    pub(super) argument_expressions: Vec<Option<Handle<Expression>>>,
    /// Variables and named expressions that no statement computes, sorted by the byte offset of the end of their
    /// declarations.
    pub(super) pending: Vec<(u32, Unstated)>,
    /// The number of entries of `pending` that have been handled.
    pub(super) next: usize,
    /// The place of the function's declaration.
    start: Option<SourcePlace>,
    /// For each local, the reserved id of a variable that a `DebugDeclare` or `DebugValue` names before code uses it.
    pub(super) reserved: Vec<Option<ValueId>>,
    /// The positions in the body of instructions that name a reserved variable. If no code uses the variable, the
    /// instructions are removed.
    pub(super) declarations: Vec<(usize, Handle<LocalVariable>)>,
    /// The debug instructions after the variables of the entry block.
    prologue: Section,
    /// The debug instructions after the loads of the entry block: values of arguments and constants.
    pub(super) arguments: Section,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    pub(super) scope: Option<Id>,
    place: Option<SourcePlace>,
}

impl FunctionState {
    /// The debug instructions after the variables of the entry block, and those after its loads.
    #[inline]
    pub(crate) fn debug_sections(&self) -> [&Section; 2] {
        [&self.debug.prologue, &self.debug.arguments]
    }
}

impl FunctionDebug {
    pub(super) fn reset(&mut self) {
        // Nothing else is set unless `ids` is.
        if self.ids.get().is_some() {
            *self = Self::default();
        }
    }
}

impl FunctionEmitter<'_, '_> {
    #[inline]
    pub(crate) fn writes_lines(&self) -> bool {
        self.m.lines.are_written()
    }

    /// Resets the emitted scope and line at the start of a block. If spans are emitted in place of lines, emits the
    /// current span.
    #[cold]
    pub(super) fn forget_block(&mut self) {
        self.f.debug.stated = Position::default();
        let span = self.m.span;
        if self.m.lines.spans
            && let Some(place) = self.m.lines.place(span)
        {
            self.f.body.line(place.file, place.line, place.column);
        }
    }

    /// Emits the current scope and place if they differ from those last emitted in the open block.
    pub(super) fn state(&mut self) {
        let Some(ids) = self.f.debug.ids.get() else { return };
        let Position { scope, place } = self.f.debug.now;
        if self.f.debug.stated.scope != scope
            && let Some(scope) = scope
        {
            self.f.debug.stated.scope = Some(scope);
            let id = self.m.ids.id();
            let body = &mut self.f.body;
            body.debug_info(ids.void, id, ids.set, DebugOp::DebugScope, &[scope]);
        }
        if self.f.debug.stated.place != place
            && let Some(place) = place
        {
            self.f.debug.stated.place = Some(place);
            let operands = self.line_operands(place);
            let id = self.m.ids.id();
            // Removes the previous `DebugLine` if no instruction follows it.
            if let Some((start, end, last)) = self.f.debug.last_line
                && end == self.f.body.len()
            {
                self.f.body.truncate(start);
                for number in last.numbers() {
                    self.m.debug.release_number(number);
                }
            }
            let body = &mut self.f.body;
            let start = body.len();
            body.debug_info(ids.void, id, ids.set, DebugOp::DebugLine, &operands);
            self.f.debug.last_line = Some((start, body.len(), place));
        }
    }

    fn line_operands(&mut self, place: SourcePlace) -> [Id; 5] {
        let [first, last, from, to] = place.numbers().map(|number| self.m.debug_number(number));
        [place.file, first, last, from, to]
    }

    /// Emits the line of a statement, unless the same place is already in effect.
    pub(crate) fn line(&mut self, statement: &Statement, span: Span) {
        if matches!(statement, Statement::Block(_)) {
            return;
        }
        if self.f.debug.ids.get().is_some() {
            let place = match statement {
                // The statements in its blocks have their own lines, so only the start of the span is used.
                Statement::If { .. } | Statement::Switch { .. } | Statement::Loop { .. } => self.m.lines.start(span),
                // catch-all: a statement without blocks
                _ => self.m.lines.place(span),
            };
            self.f.debug.now.place = place.or(self.f.debug.now.place);
            return self.state();
        }
        let Some(place) = self.m.lines.place(span) else { return };
        if self.m.lines.last != Some(place) {
            self.f.body.line(place.file, place.line, place.column);
        }
        // A line ends with its block (SPIR-V, `OpLine`), so it is repeated after every statement that may end a block.
        let within = matches!(
            statement,
            Statement::Emit(_) | Statement::Store { .. } | Statement::Call { .. }
        );
        self.m.lines.last = within.then_some(place);
    }

    /// Emits the line of an expression if it differs from the current line.
    pub(super) fn line_of_expression(&mut self, span: Span) {
        let current = self.f.debug.now.place;
        let Some(place) = self.m.lines.place(span) else { return };
        if current.is_none_or(|current| (current.file, current.line) != (place.file, place.line)) {
            self.f.debug.now.place = Some(place);
            self.state();
        }
    }

    /// Emits the `DebugFunction` before the function's body is emitted.
    #[cold]
    pub(crate) fn open_debug(&mut self, index: InstanceIndex) -> Result<()> {
        let Some(ids) = self.m.debug.ids.get() else {
            return Ok(());
        };
        let (name, span) = match self.instance.function {
            FunctionRef::Function(_) => (self.function.name.as_deref().unwrap_or(""), self.m.span),
            FunctionRef::EntryPoint(at) => {
                let name = self.m.module.entry_points[at].name.as_str();
                (name, self.declaration(name, self.m.span))
            }
        };
        let place = self.m.lines.start(span);
        let text = self.m.debug_string(name);
        let ty = self.m.debug_function_type(self.function, ids)?;
        let (source, line, column) = self.m.debug_place(span);
        // All instances of a function have its name; the linkage name distinguishes them.
        let linkage = if index.0 == 0 {
            text
        } else {
            self.m.debug_string(&format!("{name}.{}", index.0))
        };
        let flags = self.m.debug_number(DEFINITION);
        let operands = [text, ty, source, line, column, ids.unit, linkage, flags, line];
        let function = self.m.debug_instruction(DebugOp::DebugFunction, &operands);
        let debug = &mut self.f.debug;
        debug.ids = FullIds::new(ids);
        debug.function = Some(function);
        let scope = Some(function);
        debug.now = Position { scope, place };
        // The prologue of the entry block emits them before the body.
        debug.stated = debug.now;
        debug.reserved.resize(self.function.local_variables.len(), None);
        self.gather_names();
        Ok(())
    }

    /// The span of an entry point's declaration. naga keeps none, so `span` is that of its first statement: searches the
    /// source backward from there for `fn` with the name.
    fn declaration(&self, name: &str, span: Span) -> Span {
        let (Some(info), Some(range)) = (&self.m.options.debug_info, span.to_range()) else {
            return span;
        };
        let before = info.source.get(..range.start).unwrap_or("");
        let mut end = before.len();
        while let Some(at) = before[..end].rfind("fn ") {
            let rest = before[at + 3..].trim_start();
            let is_it = rest.strip_prefix(name).is_some_and(|rest| {
                let next = rest.chars().next();
                next.is_none_or(|next| !next.is_alphanumeric() && next != '_')
            });
            if is_it {
                return Span::new(at as u32, at as u32 + 2);
            }
            end = at;
        }
        span
    }

    /// Emits the `DebugFunctionDefinition` and the values of arguments and constants in the entry block; for an entry
    /// point also the `DebugEntryPoint`.
    #[cold]
    pub(crate) fn close_debug(&mut self, function: FunctionId) -> Result<()> {
        let (Some(ids), Some(described)) = (self.f.debug.ids.get(), self.f.debug.function) else {
            return Ok(());
        };
        let place = self.f.debug.start;
        let [definition, scope] = [(); 2].map(|()| self.m.ids.id());
        let prologue = &mut self.f.debug.prologue;
        let (kind, operands) = (DebugOp::DebugFunctionDefinition, [described, function.id()]);
        prologue.debug_info(ids.void, definition, ids.set, kind, &operands);
        prologue.debug_info(ids.void, scope, ids.set, DebugOp::DebugScope, &[described]);
        if let Some(place) = place {
            let operands = self.line_operands(place);
            let id = self.m.ids.id();
            let prologue = &mut self.f.debug.prologue;
            prologue.debug_info(ids.void, id, ids.set, DebugOp::DebugLine, &operands);
        }
        let around = self.f.debug.now.scope.replace(described);
        self.describe_arguments()?;
        self.describe_constants()?;
        self.f.debug.now.scope = around;
        // Removes the instructions that name variables which were never declared. No code uses such a variable, so
        // debuggers show it as optimised out.
        let FunctionState {
            debug, locals, body, ..
        } = &mut *self.f;
        let declarations = debug.declarations.iter();
        let unused = declarations.filter(|(_, local)| locals.variables[local.index()].is_none());
        body.remove_all(unused.map(|&(at, _)| at), DECLARATION_WORDS);
        if self.stage.is_some() && self.called_stage().is_none() {
            let signature = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
            let signature = self.m.debug_string(signature);
            let arguments = self.m.debug_string("");
            let operands = [described, ids.unit, signature, arguments];
            self.m.debug_instruction(DebugOp::DebugEntryPoint, &operands);
        }
        Ok(())
    }

    /// Enters the scope of a block of statements: the `DebugFunction` for the function's body, otherwise a new
    /// `DebugLexicalBlock`. Returns the enclosing scope for [`Self::leave_scope`].
    pub(super) fn enter_scope(&mut self, block: &Block) -> Position {
        let debug = &mut self.f.debug;
        let around = debug.now;
        let (Some(outer), Some(_)) = (around.scope, debug.ids.get()) else {
            return around;
        };
        debug.depth += 1;
        if debug.depth == 1 {
            debug.start = around.place;
            return around;
        }
        let first = block.span_iter().map(|(_, span)| *span).find(Span::is_defined);
        if let Some(span) = first {
            let (source, line, column) = self.m.debug_place(span);
            let operands = [source, line, column, outer];
            let scope = self.m.debug_instruction(DebugOp::DebugLexicalBlock, &operands);
            self.f.debug.now.scope = Some(scope);
        }
        around
    }

    pub(super) fn leave_scope(&mut self, around: Position) {
        let debug = &mut self.f.debug;
        if debug.ids.get().is_some() {
            debug.depth -= 1;
            debug.now = around;
        }
    }
}
