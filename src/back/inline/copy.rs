//! The copy of a function's statements and expressions into the function that is built, with the bodies of its callees
//! in place of calls.
//!
//! A [`Frame`] is one body that is copied: that of the function itself, or that of a call. It maps the expressions and
//! locals of its function to their copies. An expression that needs no `Emit` is copied at its first use; one that needs
//! one and has none is copied and emitted where it is used, for each block anew.

use super::callee::{Returns, returns, starts_queries};
use super::{MAX_COPIED, MAX_DEPTH};
use crate::back::function::{MAX_OPERAND_NESTING, OPERANDS_TOO_DEEP};
use crate::back::plan::FunctionRef;
use crate::error::{Diagnostic, ErrorKind};
use crate::ir::literal::{for_each_component, whole};
use crate::ir::operands::{self, can_be_late, needs_statement};
use crate::ir::pointer::inner_of;
use crate::ir::statement::{self, defined};
use crate::ir::ty::scalar;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use bit_set::BitSet;
use naga::proc::{IndexableLength, TypeResolution};
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, Module, Range, Scalar, ScalarKind,
    Span, Statement, SwitchCase, SwitchValue, Type, TypeInner, UniqueArena,
};

/// An expression is used before it is emitted, or a result is missing: the module is not valid.
type Result<T> = core::result::Result<T, Diagnostic>;

/// Copies functions of a module, one after the other.
pub(super) struct Copier<'a> {
    source: &'a Module,
    info: &'a ModuleInfo,
    /// The functions whose calls stay because they are exact by their name.
    exact: &'a BTreeSet<String>,
    /// The types of the module, and those of added local variables.
    pub(super) types: UniqueArena<Type>,
    /// Whether functions that are called in loops start their ray queries, once it has been asked.
    starts_queries: Vec<Option<bool>>,
    /// The functions that are still called and have not been copied, and all that are still called.
    pub(super) kept: Vec<Handle<Function>>,
    is_kept: BitSet,
    /// How many expressions and statements were copied for calls.
    copied: usize,
    /// The function that is built, whose body is the current block.
    target: Function,
    /// The number of calls that were inlined, and the functions in which they were.
    pub(super) inlined: u32,
    pub(super) functions: Vec<FunctionRef>,
    /// The blocks and inlined calls around the current statement, and the loops around it.
    depth: usize,
    loops: usize,
    /// The nesting of the operands that are being evaluated and that no statement evaluates.
    nesting: u32,
    /// Whether the operands of a statement are copied that can be late, see [`can_be_late`].
    takes_late: bool,
    /// The span of the current statement.
    span: Span,
}

struct Frame<'a> {
    function: &'a Function,
    info: &'a FunctionInfo,
    /// The copy of each expression. If an expression is emitted in several blocks, it is the copy that is in scope: the
    /// latest.
    expressions: Vec<Option<Handle<Expression>>>,
    /// The expressions that no statement evaluates and that have copies in the open blocks.
    unevaluated: Vec<Handle<Expression>>,
    locals: Vec<Option<Handle<LocalVariable>>>,
    /// The depth of the body.
    depth: usize,
    /// Whether the enclosing loop or switch can be left with the flag set.
    leaves: bool,
    /// Whether the body is that of a call, not of the function that is built, which has nothing of the following.
    is_call: bool,
    /// The arguments of the call.
    arguments: Vec<Handle<Expression>>,
    /// Whether a loop encloses the call, so that its locals have values from earlier iterations.
    repeats: bool,
    /// The locals whose initial values are stored before the body, with these values in the callee.
    resets: Vec<(Handle<LocalVariable>, Option<Handle<Expression>>)>,
    /// The pointer to the variable of the result, unless the only `return` ends the body.
    result: Option<Handle<Expression>>,
    returned: Option<Handle<Expression>>,
    /// The pointer to the flag that a `return` sets which leaves several constructs.
    left: Option<Handle<Expression>>,
}

/// What a `return` becomes in a block of an inlined body.
#[derive(Clone, Copy, Default)]
struct Exit {
    /// Whether nothing of the body follows the end of the block.
    falls: bool,
    /// Whether nothing of the body follows a `break`.
    breaks: bool,
}

const OUT_OF_SCOPE: &str = "an expression is used where it is not in scope";

fn malformed(what: &'static str, span: Span) -> Diagnostic {
    Diagnostic::new(ErrorKind::InvalidModule(what), span)
}

impl<'a> Copier<'a> {
    pub(super) fn new(source: &'a Module, info: &'a ModuleInfo, exact: &'a BTreeSet<String>) -> Self {
        Self {
            source,
            info,
            exact,
            types: source.types.clone(),
            starts_queries: vec![None; source.functions.len()],
            kept: Vec::new(),
            is_kept: BitSet::new(),
            copied: 0,
            target: Function::default(),
            inlined: 0,
            functions: Vec::new(),
            depth: 0,
            loops: 0,
            nesting: 0,
            takes_late: false,
            span: Span::UNDEFINED,
        }
    }

    /// Copies a function that is not inlined itself, with the calls that are inlined into it.
    pub(super) fn root(&mut self, reference: FunctionRef) -> Result<Function> {
        let (function, before) = (reference.function(self.source), self.inlined);
        self.target = Function {
            name: function.name.clone(),
            arguments: function.arguments.clone(),
            result: function.result.clone(),
            diagnostic_filter_leaf: function.diagnostic_filter_leaf,
            ..Function::default()
        };
        let mut frame = Frame::new(function, reference.info(self.info));
        self.block(&mut frame, &function.body, Exit::default())?;
        self.functions.extend((self.inlined > before).then_some(reference));
        Ok(core::mem::take(&mut self.target))
    }

    /// Copies the statements of a block to the current block.
    fn block(&mut self, frame: &mut Frame<'a>, block: &'a Block, exit: Exit) -> Result<()> {
        let outer = self.span;
        for (at, (statement, &span)) in block.span_iter().enumerate() {
            self.span = span;
            self.copied += usize::from(frame.is_call);
            let falls = exit.falls && at + 1 == block.len();
            self.statement(frame, statement, Exit { falls, ..exit })?;
        }
        self.span = outer;
        Ok(())
    }

    /// Copies a block to one of its own.
    fn inner(&mut self, frame: &mut Frame<'a>, block: &'a Block, exit: Exit) -> Result<Block> {
        let (copy, _) = self.inner_with(frame, block, exit, None)?;
        Ok(copy)
    }

    /// Copies a block to one of its own, and a value that is used where it ends.
    fn inner_with(
        &mut self,
        frame: &mut Frame<'a>,
        block: &'a Block,
        exit: Exit,
        used: Option<Handle<Expression>>,
    ) -> Result<(Block, Option<Handle<Expression>>)> {
        let outer = core::mem::replace(&mut self.target.body, Block::with_capacity(block.len()));
        let mark = frame.unevaluated.len();
        self.depth += 1;
        self.block(frame, block, exit)?;
        let used = used.map(|used| self.value(frame, used)).transpose()?;
        self.depth -= 1;
        for expression in frame.unevaluated.drain(mark..) {
            frame.expressions[expression.index()] = None;
        }
        Ok((core::mem::replace(&mut self.target.body, outer), used))
    }

    fn push(&mut self, statement: Statement) {
        self.target.body.push(statement, self.span);
    }

    /// Copies a statement. `exit.falls` says that nothing of the body follows it.
    fn statement(&mut self, frame: &mut Frame<'a>, statement: &'a Statement, exit: Exit) -> Result<()> {
        match *statement {
            Statement::Block(ref block) => {
                let copy = self.inner(frame, block, exit)?;
                self.push(Statement::Block(copy));
            }
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => {
                let condition = self.value(frame, condition)?;
                let accept = self.inner(frame, accept, exit)?;
                let reject = self.inner(frame, reject, exit)?;
                self.push(Statement::If {
                    condition,
                    accept,
                    reject,
                });
            }
            Statement::Switch { selector, ref cases } => {
                let selector = self.value(frame, selector)?;
                let outer = core::mem::take(&mut frame.leaves);
                let mut copies = Vec::with_capacity(cases.len());
                for case in cases {
                    let inside = Exit {
                        falls: exit.falls && !case.fall_through,
                        breaks: exit.falls,
                    };
                    copies.push(SwitchCase {
                        value: case.value,
                        body: self.inner(frame, &case.body, inside)?,
                        fall_through: case.fall_through,
                    });
                }
                let cases = copies;
                self.push(Statement::Switch { selector, cases });
                self.leave_further(frame, outer, exit);
            }
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => {
                let inside = Exit {
                    falls: false,
                    breaks: exit.falls,
                };
                let outer = core::mem::take(&mut frame.leaves);
                self.loops += 1;
                let body = self.inner(frame, body, inside)?;
                let (continuing, break_if) = self.inner_with(frame, continuing, inside, break_if)?;
                self.loops -= 1;
                self.push(Statement::Loop {
                    body,
                    continuing,
                    break_if,
                });
                self.leave_further(frame, outer, exit);
            }
            Statement::Return { value } => self.return_from(frame, value, exit)?,
            Statement::Call {
                function,
                ref arguments,
                result,
            } => {
                if self.is_inlined(function) {
                    let arguments = arguments.iter().map(|&argument| self.value(frame, argument));
                    let arguments = arguments.collect::<Result<Vec<_>>>()?;
                    return self.inline(frame, function, arguments, result);
                }
                if self.is_kept.insert(function.index()) {
                    self.kept.push(function);
                }
                self.simple(frame, statement)?;
            }
            Statement::Store { pointer, value } => {
                // Such a store replaces the initial value.
                if let Expression::LocalVariable(local) = frame.function.expressions[pointer]
                    && self.depth == frame.depth
                    && frame.locals[local.index()].is_none()
                {
                    let _ = self.value(frame, value)?;
                    let _ = self.declare(frame, local, true)?;
                }
                self.simple(frame, statement)?;
            }
            Statement::Emit(ref range) => self.emit(frame, range)?,
            Statement::Break
            | Statement::Continue
            | Statement::Kill
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_)
            | Statement::ImageStore { .. }
            | Statement::Atomic { .. }
            | Statement::WorkGroupUniformLoad { .. }
            | Statement::ImageAtomic { .. }
            | Statement::RayQuery { .. }
            | Statement::RayPipelineFunction(_)
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. } => self.simple(frame, statement)?,
            Statement::CooperativeStore { .. } => {
                self.takes_late = true;
                self.simple(frame, statement)?;
                self.takes_late = false;
            }
        }
        Ok(())
    }

    /// Copies a statement that has no blocks, with its operands and its result.
    fn simple(&mut self, frame: &mut Frame<'a>, statement: &Statement) -> Result<()> {
        let (mut copy, result) = (statement.clone(), defined(statement));
        let mut outcome = Ok(());
        statement::for_each_mut(&mut copy, |expression| {
            if Some(*expression) == result {
                let arena = &frame.function.expressions;
                if operands::any(&arena[*expression], |_| true) {
                    let what = "the result of a statement is the expression of another operation";
                    outcome = Err(malformed(what, self.span));
                }
                let copy = self.append(arena[*expression].clone(), arena.get_span(*expression));
                self.define(frame, *expression, copy);
                *expression = copy;
                return;
            }
            match self.value(frame, *expression) {
                Ok(value) => *expression = value,
                Err(error) => outcome = Err(error),
            }
        });
        outcome?;
        self.push(copy);
        Ok(())
    }

    /// Emits what a `return` becomes.
    fn return_from(&mut self, frame: &mut Frame<'a>, value: Option<Handle<Expression>>, exit: Exit) -> Result<()> {
        let value = value.map(|value| self.value(frame, value)).transpose()?;
        if !frame.is_call {
            self.push(Statement::Return { value });
            return Ok(());
        }
        match (frame.result, value) {
            (Some(pointer), Some(value)) => self.push(Statement::Store { pointer, value }),
            (Some(_), None) => return Err(malformed("a function returns no value", self.span)),
            (None, value) => frame.returned = value,
        }
        if exit.falls {
            return Ok(());
        }
        if !exit.breaks {
            let pointer = self.flag(frame);
            let value = self.append(Expression::Literal(Literal::Bool(true)), self.span);
            self.push(Statement::Store { pointer, value });
            frame.leaves = true;
        }
        self.push(Statement::Break);
        Ok(())
    }

    /// The pointer to the flag of an inlined body.
    fn flag(&mut self, frame: &mut Frame<'a>) -> Handle<Expression> {
        *frame.left.get_or_insert_with(|| {
            let ty = self.type_of_inner(Scalar::BOOL.to_inner_scalar());
            let (local, pointer) = self.variable(None, ty);
            if frame.repeats {
                frame.resets.push((local, None));
            }
            pointer
        })
    }

    /// After a construct: if it can be left with the flag set, leaves the enclosing one when it is. `outer` says whether
    /// that can be left so before the construct.
    fn leave_further(&mut self, frame: &mut Frame<'a>, outer: bool, exit: Exit) {
        if frame.leaves {
            let pointer = self.flag(frame);
            let condition = self.emit_one(Expression::Load { pointer }, self.span);
            let mut accept = Block::new();
            accept.push(Statement::Break, self.span);
            self.push(Statement::If {
                condition,
                accept,
                reject: Block::new(),
            });
        }
        frame.leaves = outer || frame.leaves && !exit.breaks;
    }

    /// Whether a call of the function is inlined here.
    fn is_inlined(&mut self, function: Handle<Function>) -> bool {
        let (source, called) = (self.source, &self.source.functions[function]);
        self.depth < MAX_DEPTH
            && self.copied.saturating_add(called.expressions.len()) <= MAX_COPIED
            && !called.name.as_ref().is_some_and(|name| self.exact.contains(name))
            && (self.loops == 0
                || *self.starts_queries[function.index()].get_or_insert_with(|| starts_queries(source, called)))
    }

    fn inline(
        &mut self,
        caller: &mut Frame<'a>,
        function: Handle<Function>,
        arguments: Vec<Handle<Expression>>,
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let called = &self.source.functions[function];
        let returns = returns(&called.body);
        self.inlined += 1;
        self.copied += called.expressions.len();
        let mut frame = Frame {
            is_call: true,
            arguments,
            repeats: self.loops > 0,
            ..Frame::new(called, &self.info[function])
        };
        if let Some(ref result) = called.result
            && returns != Returns::AtEnd
        {
            frame.result = Some(self.variable(called.name.clone(), result.ty).1);
        }
        let is_wrapped = returns == Returns::Early;
        let exit = Exit {
            falls: true,
            breaks: is_wrapped,
        };
        self.depth += usize::from(is_wrapped);
        frame.depth = self.depth + 1;
        let mut body = self.inner(&mut frame, &called.body, exit)?;
        self.depth -= usize::from(is_wrapped);
        self.reset(&mut frame)?;
        if is_wrapped {
            let selector = self.append(Expression::Literal(Literal::I32(0)), self.span);
            let cases = vec![SwitchCase {
                value: SwitchValue::Default,
                body,
                fall_through: false,
            }];
            self.push(Statement::Switch { selector, cases });
        } else {
            self.target.body.append(&mut body);
        }
        let Some(result) = result else { return Ok(()) };
        let value = match frame.result {
            Some(pointer) => Some(self.emit_one(Expression::Load { pointer }, self.span)),
            None => frame.returned,
        };
        let value = value.ok_or_else(|| malformed("a function returns no value", self.span))?;
        self.define(caller, result, value);
        Ok(())
    }

    /// Stores the initial values of locals before the body of a call that is executed repeatedly.
    fn reset(&mut self, frame: &mut Frame<'a>) -> Result<()> {
        for (local, init) in core::mem::take(&mut frame.resets) {
            let pointer = self.append(Expression::LocalVariable(local), self.span);
            let value = match init {
                Some(init) => self.constant(frame.function, init, true)?,
                None => {
                    let ty = self.target.local_variables[local].ty;
                    self.append(Expression::ZeroValue(ty), self.span)
                }
            };
            self.push(Statement::Store { pointer, value });
        }
        Ok(())
    }

    fn emit(&mut self, frame: &mut Frame<'a>, range: &Range<Expression>) -> Result<()> {
        let arena = &frame.function.expressions;
        // Operands that are not emitted precede the range, because the copies of the range are consecutive.
        let (mut outcome, emitted) = (Ok(()), range.index_range());
        for handle in range.clone() {
            operands::for_each(&arena[handle], &mut |operand| {
                if !emitted.contains(&(operand.index() as u32))
                    && let Err(error) = self.value(frame, operand)
                {
                    outcome = Err(error);
                }
            });
        }
        outcome?;
        let mut open = None;
        for handle in range.clone() {
            let mut copy = arena[handle].clone();
            // The operands have their copies, so none is appended between those of the range.
            let hidden = self.refused_constant(frame, &copy).map(|(operand, value)| {
                self.close(open.take());
                (operand, self.hide(&frame.info[operand].ty, value))
            });
            let mut outcome = Ok(());
            operands::for_each_mut(&mut copy, &mut |operand| match (hidden, self.value(frame, *operand)) {
                (Some((refused, load)), _) if refused == *operand => *operand = load,
                (_, Ok(copy)) => *operand = copy,
                (_, Err(error)) => outcome = Err(error),
            });
            outcome?;
            let copy = self.append(copy, arena.get_span(handle));
            self.define(frame, handle, copy);
            open = Some((open.map_or(copy, |(first, _)| first), copy));
        }
        self.close(open);
        Ok(())
    }

    /// Emits a range of expressions, if there is one.
    fn close(&mut self, range: Option<(Handle<Expression>, Handle<Expression>)>) {
        if let Some((first, last)) = range {
            self.push(Statement::Emit(Range::new_from_bounds(first, last)));
        }
    }

    /// The operand of an expression whose copy is a constant that naga refuses there, though it accepts the operand: an
    /// index that is out of bounds or has 64 bits, a shift by too many bits, a divisor of zero. The second handle is
    /// the copy.
    fn refused_constant(
        &self,
        frame: &Frame<'a>,
        expression: &Expression,
    ) -> Option<(Handle<Expression>, Handle<Expression>)> {
        let inner = |handle: Handle<Expression>| inner_of(self.source, &frame.info[handle].ty);
        // Of a divisor there is no end: all but zero are accepted.
        let (operand, end) = match *expression {
            Expression::Access { base, index } => {
                let length = match inner(base).indexable_length_pending(self.source) {
                    Ok(IndexableLength::Known(length)) => i64::from(length),
                    Ok(IndexableLength::Dynamic) | Err(_) => i64::MAX,
                };
                (index, Some(length))
            }
            Expression::Binary { op, left, right } => {
                let scalar = scalar(inner(left))?;
                if !matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint) {
                    return None;
                }
                match op {
                    BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                        (right, Some(i64::from(scalar.width) * 8))
                    }
                    BinaryOperator::Divide | BinaryOperator::Modulo => (right, None),
                    // catch-all: naga accepts all constants as operands of other operations
                    _ => return None,
                }
            }
            // catch-all: naga accepts the same constants elsewhere
            _ => return None,
        };
        let is_index = matches!(expression, Expression::Access { .. });
        let is_refused = |literal: Literal| {
            let is_outside = |value: i64| end.map_or(value == 0, |end| value < 0 || value >= end);
            whole(literal).is_some_and(is_outside) || is_index && matches!(literal, Literal::U64(_) | Literal::I64(_))
        };
        let copy = frame.copy_of(operand)?;
        let mut has_refused = false;
        for_each_component(self.source, &self.target.expressions, copy, &mut |component| {
            has_refused |= component.is_some_and(is_refused);
        });
        has_refused.then_some((operand, copy))
    }

    /// Stores the copy of an operand to a variable and loads it, so that it is not a constant.
    fn hide(&mut self, ty: &TypeResolution, value: Handle<Expression>) -> Handle<Expression> {
        let ty = match *ty {
            TypeResolution::Handle(ty) => ty,
            TypeResolution::Value(ref inner) => self.type_of_inner(inner.clone()),
        };
        let (_, pointer) = self.variable(None, ty);
        self.push(Statement::Store { pointer, value });
        self.emit_one(Expression::Load { pointer }, self.span)
    }

    /// The copy of an expression that a statement uses.
    fn value(&mut self, frame: &mut Frame<'a>, handle: Handle<Expression>) -> Result<Handle<Expression>> {
        if let Some(copy) = frame.copy_of(handle) {
            return Ok(copy);
        }
        let function = frame.function;
        let span = function.expressions.get_span(handle);
        let copy = match function.expressions[handle] {
            Expression::FunctionArgument(index) if frame.is_call => {
                let passed = frame.arguments.get(index as usize).copied();
                passed.ok_or_else(|| malformed("an argument is missing", span))?
            }
            Expression::LocalVariable(local) => {
                let local = self.declare(frame, local, false)?;
                self.append(Expression::LocalVariable(local), span)
            }
            ref expression if expression.needs_pre_emit() => self.append(expression.clone(), span),
            ref expression if needs_statement(expression) && !(self.takes_late && can_be_late(expression)) => {
                return Err(malformed(OUT_OF_SCOPE, span));
            }
            // catch-all: wherever another expression is evaluated, it has the same value
            _ => return self.unevaluated(frame, handle),
        };
        self.define(frame, handle, copy);
        Ok(copy)
    }

    /// The copy of an expression that no statement evaluates, or none whose scope is open: it is evaluated here, with
    /// its operands.
    #[inline(never)]
    fn unevaluated(&mut self, frame: &mut Frame<'a>, handle: Handle<Expression>) -> Result<Handle<Expression>> {
        let span = frame.function.expressions.get_span(handle);
        if self.nesting == MAX_OPERAND_NESTING {
            return Err(malformed(OPERANDS_TOO_DEEP, span));
        }
        self.copied += usize::from(frame.is_call);
        self.nesting += 1;
        self.emit(frame, &Range::new_from_bounds(handle, handle))?;
        self.nesting -= 1;
        frame.unevaluated.push(handle);
        frame.copy_of(handle).ok_or_else(|| malformed(OUT_OF_SCOPE, span))
    }

    /// The copy of a local. `is_stored` says that its first use stores the whole of it, in every execution of the body.
    fn declare(
        &mut self,
        frame: &mut Frame<'a>,
        local: Handle<LocalVariable>,
        is_stored: bool,
    ) -> Result<Handle<LocalVariable>> {
        if let Some(copy) = frame.locals[local.index()] {
            return Ok(copy);
        }
        let declared = &frame.function.local_variables[local];
        let init = match declared.init {
            Some(init) if !frame.repeats && !is_stored => Some(self.constant(frame.function, init, false)?),
            _ => None,
        };
        let copy = LocalVariable {
            name: declared.name.clone(),
            ty: declared.ty,
            init,
        };
        let span = frame.function.local_variables.get_span(local);
        let copy = self.target.local_variables.append(copy, span);
        frame.locals[local.index()] = Some(copy);
        // The callee initializes its ray queries itself.
        let is_query = matches!(self.source.types[declared.ty].inner, TypeInner::RayQuery { .. });
        if frame.repeats && !is_stored && !is_query {
            frame.resets.push((copy, declared.init));
        }
        Ok(copy)
    }

    /// Copies the initial value of a local with its operands, and emits them if they are in the body.
    fn constant(&mut self, function: &Function, root: Handle<Expression>, emits: bool) -> Result<Handle<Expression>> {
        let copy = operands::copy_tree(&function.expressions, root, |copy, span| {
            if emits && !copy.needs_pre_emit() {
                self.emit_one(copy, span)
            } else {
                self.append(copy, span)
            }
        });
        let span = function.expressions.get_span(root);
        copy.ok_or_else(|| malformed("the initial value of a local variable is not constant", span))
    }

    fn append(&mut self, expression: Expression, span: Span) -> Handle<Expression> {
        self.target.expressions.append(expression, span)
    }

    fn emit_one(&mut self, expression: Expression, span: Span) -> Handle<Expression> {
        let handle = self.append(expression, span);
        let emit = Statement::Emit(Range::new_from_bounds(handle, handle));
        self.target.body.push(emit, span);
        handle
    }

    /// Adds a local variable and a pointer to it.
    fn variable(&mut self, name: Option<String>, ty: Handle<Type>) -> (Handle<LocalVariable>, Handle<Expression>) {
        let local = LocalVariable { name, ty, init: None };
        let local = self.target.local_variables.append(local, self.span);
        (local, self.append(Expression::LocalVariable(local), self.span))
    }

    fn type_of_inner(&mut self, inner: TypeInner) -> Handle<Type> {
        self.types.insert(Type { name: None, inner }, Span::UNDEFINED)
    }

    /// Sets the copy of an expression, which gets its name unless it has one.
    fn define(&mut self, frame: &mut Frame<'a>, handle: Handle<Expression>, copy: Handle<Expression>) {
        frame.expressions[handle.index()] = Some(copy);
        if let Some(name) = frame.function.named_expressions.get(&handle) {
            let names = &mut self.target.named_expressions;
            names.entry(copy).or_insert_with(|| name.clone());
        }
    }
}

impl<'a> Frame<'a> {
    fn new(function: &'a Function, info: &'a FunctionInfo) -> Self {
        Self {
            function,
            info,
            expressions: vec![None; function.expressions.len()],
            unevaluated: Vec::new(),
            locals: vec![None; function.local_variables.len()],
            depth: 0,
            leaves: false,
            is_call: false,
            arguments: Vec::new(),
            repeats: false,
            resets: Vec::new(),
            result: None,
            returned: None,
            left: None,
        }
    }

    fn copy_of(&self, handle: Handle<Expression>) -> Option<Handle<Expression>> {
        self.expressions[handle.index()]
    }
}
