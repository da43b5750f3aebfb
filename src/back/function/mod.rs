//! Emission of one function instance: the ids of its expressions, the sections that its code is appended to, and the
//! lookup of a value. `flow` walks the statements; `expression` names one method for each kind of expression.
//!
//! There are three sections: `variables` (`OpVariable`, at the start of the entry block), `entry` (loads and array
//! lengths that are valid in the whole function) and `body` (everything else). `variables` and `entry` are inserted
//! before `body` when the function ends, so a variable or load can be added at any time. The bodies of all functions
//! are appended to one section until the module is assembled.

mod assertions;
mod binding_array;
mod bounds;
mod call;
mod construct;
mod convert;
mod cooperative;
mod debug;
mod debug_values;
mod direct_mesh;
mod discard;
mod element;
mod expression;
mod flow;
mod handle;
mod image;
mod image_atomic;
mod image_sample;
mod load_store;
mod math;
mod memory_model;
mod mesh;
mod operator;
mod pointer;
mod ray_query;
mod stage;
mod subgroup;
mod sync;
mod workgroup;

use super::code::Code;
use super::emitter::{Emitter, Result, internal};
use super::plan::{EntryPlan, Exactness, ExpressionFacts, Instance};
use super::requirements::scalar_capability;
use super::shape::Shape;
use super::type_key::TypeKey;
use crate::error::ErrorKind;
use crate::ir::literal::{all_known, known_literal};
use crate::ir::operands::{can_be_late, needs_statement};
use crate::ir::pointer::inner_of;
use crate::ir::statement::defined;
use crate::words::{LabelId, Section, ValueId};
use alloc::vec::Vec;
pub(crate) use mesh::called_result;
use naga::proc::TypeResolution;
use naga::{Block, Expression, Function, GlobalVariable, Handle, Literal, ShaderStage, Statement, TypeInner};
use spirv::StorageClass;

/// The state of the function that is being emitted. The buffers are kept between functions and modules, and emptied for
/// each function.
#[derive(Debug, Default)]
pub(crate) struct FunctionState {
    pub(crate) body: Section,
    pub(crate) entry: Section,
    pub(crate) variables: Section,
    /// The id of each expression: of its value or handle, or of the access chain that was emitted for a pointer.
    values: Vec<Option<ValueId>>,
    /// The values of closed constructs, if values are named.
    left: Vec<(u32, ValueId)>,
    /// The ids that are valid in the open constructs only; they are removed when their construct closes.
    scoped: Vec<Scoped>,
    pub(crate) arguments: call::Arguments,
    io: stage::StageIo,
    locals: Locals,
    loaded: Loaded,
    /// The condition under which an element of a binding array is in range, by expression.
    element_guards: Vec<(Handle<Expression>, ValueId)>,
    pub(crate) operands: Vec<ValueId>,
    path: Vec<pointer::Step>,
    pub(crate) flow: flow::Flow,
    /// The last image instruction, whose result the next one can take.
    sampled: Option<image_sample::Sampled>,
    /// The last value that was copied from the type in memory to the type in registers.
    copied: Option<load_store::Copied>,
    /// The state variables of ray queries in Function variables.
    queries: Vec<ray_query::Tracked>,
    mesh: Option<direct_mesh::DirectOutputs>,
    debug: debug::FunctionDebug,
    /// The label of the open block. `None` after a terminator: nothing is emitted until a label opens the next block.
    pub(crate) block: Option<LabelId>,
}

/// The nesting of operands that no statement evaluates, which bounds the recursion of the emission and of inlining.
pub(super) const MAX_OPERAND_NESTING: u32 = 512;
pub(super) const OPERANDS_TOO_DEEP: &str = "operands that no statement evaluates are nested too deep";

/// The Function variables that hold locals and values.
#[derive(Debug, Default)]
struct Locals {
    variables: Vec<Option<ValueId>>,
    /// The variables of loop values that are used past a `continue`, by expression.
    carried: Vec<(Handle<Expression>, ValueId)>,
    /// The variables of values that are indexed, by expression.
    spills: Vec<(Handle<Expression>, ValueId)>,
}

/// What the entry block loads and computes, by global variable.
#[derive(Debug, Default)]
struct Loaded {
    handles: Vec<(Handle<GlobalVariable>, ValueId)>,
    /// The Function variables that hold images converted from bindless handles. `OpImageTexelPointer` takes a pointer.
    handle_variables: Vec<(Handle<GlobalVariable>, ValueId)>,
    /// The lengths of the arrays at the end of buffers, and their last indices.
    lengths: Vec<(Handle<GlobalVariable>, ValueId)>,
    last_indices: Vec<(Handle<GlobalVariable>, ValueId)>,
}

/// What a function argument is in SPIR-V.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameter {
    /// A value, and for an element of a binding array the condition under which its index is in range.
    Value(ValueId, Option<ValueId>),
    /// The root of a pointer argument, and the position of the first of its index parameters.
    Pointer {
        root: ValueId,
        first_index: u32,
        /// The state variable, if the root is a ray query whose state is tracked.
        query: Option<ValueId>,
    },
    /// An argument of an entry point: read from the stage's inputs.
    Input,
    /// A handle argument that is a known global variable of the caller; no parameter is passed.
    Global(Handle<GlobalVariable>),
}

/// What [`FunctionEmitter::close_scope`] forgets.
#[derive(Clone, Copy, Debug)]
enum Scoped {
    /// The id of an expression, by its index.
    Value(u32),
    Clamp(bounds::Clamp),
    Extent(image::Extent),
}

pub(crate) struct FunctionEmitter<'e, 'a> {
    pub(crate) m: &'e mut Emitter<'a>,
    pub(crate) f: &'e mut FunctionState,
    pub(crate) function: &'a Function,
    pub(crate) info: &'a naga::valid::FunctionInfo,
    /// How each expression is used, by its index.
    pub(crate) facts: &'a [ExpressionFacts],
    pub(crate) instance: &'a Instance,
    /// The plan and the stage, if this is an entry point.
    pub(crate) planned: Option<&'a EntryPlan>,
    pub(crate) stage: Option<ShaderStage>,
    /// Which operations of the instance must not be fused.
    pub(crate) exactness: Exactness,
}

impl FunctionState {
    /// Frees memory that is far more than a module with this many expressions in its largest function needs.
    pub(crate) fn shrink(&mut self, expressions: usize) {
        const KEEP: usize = 1 << 13;
        if self.entry.capacity() + self.variables.capacity() > KEEP {
            self.entry.shrink(KEEP);
            self.variables.shrink(KEEP);
        }
        super::buffers::release_excess(&mut self.values, expressions);
    }

    pub(crate) fn reset(&mut self, expressions: usize, locals: usize) {
        self.reset_code();
        super::buffers::fill(&mut self.values, expressions, None);
        self.left.clear();
        super::buffers::fill(&mut self.locals.variables, locals, None);
        self.locals.carried.clear();
        self.locals.spills.clear();
        self.arguments.clear();
        self.io.clear();
        self.element_guards.clear();
        self.loaded.lengths.clear();
        self.loaded.last_indices.clear();
        self.operands.clear();
        self.path.clear();
        self.flow.clear();
        self.queries.clear();
        self.sampled = None;
        self.copied = None;
        self.mesh = None;
        self.debug.reset();
    }

    /// Empties the sections for an additional function of the same instance, which shares the stage inputs and no
    /// values.
    fn reset_code(&mut self) {
        self.entry.clear();
        self.variables.clear();
        self.scoped.clear();
        self.loaded.handles.clear();
        self.loaded.handle_variables.clear();
        self.block = None;
    }
}

impl<'a> Code<'a> for FunctionEmitter<'_, 'a> {
    #[inline]
    fn emitter(&mut self) -> &mut Emitter<'a> {
        self.m
    }

    #[inline]
    fn section(&mut self) -> &mut Section {
        &mut self.f.body
    }
}

impl<'a> FunctionEmitter<'_, 'a> {
    /// The id of an expression's value. If none was emitted, the value is created on demand.
    #[inline]
    pub(crate) fn value(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        match self.f.values[expression.index()] {
            Some(id) => Ok(id),
            None => self.materialise(expression),
        }
    }

    /// Records the capability for the scalar type of an operand that is used in arithmetic. It is not needed where the
    /// result has the same scalar type, because declaring the result type records it.
    pub(super) fn need_scalar(&mut self, operand: Handle<Expression>, type_key: TypeKey) {
        if let Some(capability) = type_key.scalar_of().and_then(scalar_capability) {
            let place = self.m.place_of(operand);
            self.m.requirements.need(capability, place);
        }
    }

    #[inline(always)]
    pub(super) fn emit(&mut self, expression: Handle<Expression>) -> Result<()> {
        self.m.current = Some(expression);
        let facts = self.facts[expression.index()];
        if !facts.is_plain() {
            if facts.is_value() {
                return self.emit_uncommon(expression, facts);
            }
            return Ok(());
        }
        // It may already have been evaluated: a member in place of its composite, or a condition in a loop header.
        if self.f.values[expression.index()].is_none() {
            let id = self.controlled_expression(expression)?;
            self.set_value(expression, id);
        }
        Ok(())
    }

    /// Emits an expression, as exact arithmetic if it is marked.
    #[inline(always)]
    fn controlled_expression(&mut self, handle: Handle<Expression>) -> Result<ValueId> {
        if self.exactness != Exactness::Marked {
            return self.expression(handle);
        }
        self.marked_expression(handle)
    }

    #[cold]
    fn marked_expression(&mut self, handle: Handle<Expression>) -> Result<ValueId> {
        let is_exact = self.facts[handle.index()].is_exact();
        let outer = self.m.floats;
        self.m.set_floats(self.instance.context.floats.lowerings(is_exact));
        let value = self.expression(handle);
        self.m.set_floats(outer);
        value
    }

    /// Emits an expression that is not simply used as a whole value: a constant, a value of which only members are
    /// used, a deferred load, or a value that also needs a variable.
    #[inline(never)]
    fn emit_uncommon(&mut self, expression: Handle<Expression>, facts: ExpressionFacts) -> Result<()> {
        if self.f.values[expression.index()].is_some() {
            // The initial value of a local is also evaluated before the body.
            if facts.is_indexed() && !facts.is_constant() && !self.is_vector(expression) {
                let _ = self.spilled(expression)?;
            }
            return Ok(());
        }
        if facts.is_members_only() {
            match self.function.expressions[expression] {
                // Each used member is extracted with its full path from the composite that was emitted.
                Expression::AccessIndex { .. } => return Ok(()),
                Expression::Load { .. } if self.load_members(expression)? => return Ok(()),
                // catch-all: the value is emitted whole
                _ => {}
            }
        }
        if facts.is_constant() || facts.is_deferred() && !facts.is_whole() {
            return Ok(());
        }
        let id = if facts.is_deferred() {
            self.load_part(expression)?
        } else {
            self.controlled_expression(expression)?
        };
        self.define_as(expression, id)
    }

    /// Records the id of an expression that was evaluated just now. Also stores the value in a variable if it is
    /// indexed at run time or carried into `continuing`.
    pub(super) fn define_as(&mut self, expression: Handle<Expression>, id: ValueId) -> Result<()> {
        self.set_value(expression, id);
        let facts = self.facts[expression.index()];
        if facts.is_indexed() && !self.is_vector(expression) {
            let _ = self.spilled(expression)?;
        }
        if facts.is_carried() {
            self.carry(expression, id)?;
        }
        Ok(())
    }

    fn is_vector(&self, expression: Handle<Expression>) -> bool {
        matches!(*self.inner(expression), TypeInner::Vector { .. })
    }

    /// Records the id of an expression until its block ends.
    #[inline]
    pub(crate) fn set_value(&mut self, expression: Handle<Expression>, id: ValueId) {
        self.f.values[expression.index()] = Some(id);
    }

    /// Records an id that is valid until the innermost open construct closes.
    #[inline]
    pub(crate) fn set_scoped(&mut self, expression: Handle<Expression>, id: ValueId) {
        self.set_value(expression, id);
        self.f.scoped.push(Scoped::Value(expression.index() as u32));
    }

    /// Removes the ids that were recorded since a construct opened, when `scoped` had the length `mark`: the blocks that
    /// define them do not dominate the code that follows.
    fn close_scope(&mut self, mark: usize) {
        let FunctionState { scoped, values, .. } = &mut *self.f;
        for scoped in scoped.iter().skip(mark) {
            match *scoped {
                Scoped::Value(index) => values[index as usize] = None,
                Scoped::Clamp(_) | Scoped::Extent(_) => {}
            }
        }
        scoped.truncate(mark);
    }

    /// Forgets the values of a block, at its end. naga's validator compares only what a statement uses with the scope of
    /// a value, not the operands of an expression.
    fn forget_values(&mut self, block: &Block) {
        let parts = self.m.plan.functions.narrow_of(self.instance.function);
        for statement in block {
            match *statement {
                Statement::Emit(ref range) => {
                    let range = range.index_range();
                    let (start, end) = (range.start as usize, range.end as usize);
                    self.forget_range(start, end);
                    // The members that were loaded in place of a composite: their own `Emit` can be anywhere.
                    let first = parts.partition_point(|part| part.load.index() < start);
                    for part in parts[first..].iter().take_while(|part| part.load.index() < end) {
                        self.forget_range(part.member.index(), part.member.index() + 1);
                    }
                }
                // catch-all: inner blocks have forgotten theirs
                _ => {
                    if let Some(result) = defined(statement) {
                        self.forget_range(result.index(), result.index() + 1);
                    }
                }
            }
        }
    }

    #[inline]
    fn forget_range(&mut self, start: usize, end: usize) {
        let FunctionState { values, left, .. } = &mut *self.f;
        if self.m.options.names {
            left.extend((start..end).filter_map(|at| Some((at as u32, values[at]?))));
        }
        values[start..end].fill(None);
    }

    /// Creates the value of an expression that no `Emit` covers: a constant, an argument, a handle, or an operation on
    /// such values that a front end has not folded.
    #[inline(never)]
    fn materialise(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        match self.function.expressions[expression] {
            // The most frequent kind.
            Expression::Literal(literal) => {
                let id = self.m.literal(literal)?;
                self.set_value(expression, id);
                Ok(id)
            }
            // catch-all: `materialise_uncommon` and `expression` name all kinds
            _ => self.materialise_uncommon(expression),
        }
    }

    #[inline(never)]
    fn materialise_uncommon(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        if self.is_constant(expression) {
            let id = self.m.constant_expression(&self.function.expressions, expression)?;
            self.set_value(expression, id);
            return Ok(id);
        }
        if self.facts[expression.index()].is_carried() {
            // No path leads to its definition.
            return self.m.null(self.type_key(expression)?);
        }
        match self.function.expressions[expression] {
            Expression::FunctionArgument(index) => {
                let outer = self.m.current.replace(expression);
                let id = self.argument_value(expression, index);
                self.m.current = outer;
                id
            }
            ref other if needs_statement(other) && !(self.f.flow.takes_late && can_be_late(other)) => {
                self.m.refuse(ErrorKind::InvalidModule(
                    "an expression is used where it is not in scope",
                ));
                self.m.null(self.type_key(expression)?)
            }
            // catch-all: `expression` names all kinds. Wherever this one is evaluated, it has the same value.
            _ => {
                self.f.flow.nesting += 1;
                if self.f.flow.nesting > MAX_OPERAND_NESTING {
                    self.m.refuse(ErrorKind::InvalidModule(OPERANDS_TOO_DEEP));
                    return Err(internal(OPERANDS_TOO_DEEP));
                }
                let id = self.controlled_expression(expression)?;
                self.f.flow.nesting -= 1;
                self.set_scoped(expression, id);
                Ok(id)
            }
        }
    }

    /// The value of an argument: a parameter, or a load from the stage inputs.
    fn argument_value(&mut self, expression: Handle<Expression>, index: u32) -> Result<ValueId> {
        let id = match self.parameter(index)? {
            Parameter::Value(id, guard) => {
                self.f.element_guards.extend(guard.map(|guard| (expression, guard)));
                id
            }
            Parameter::Input => self.input_argument(index)?,
            Parameter::Pointer { .. } => return Err(internal("a pointer is used as a value")),
            Parameter::Global(global) => self.handle_of_global(global)?,
        };
        if self.is_non_uniform(expression) && !self.f.arguments.non_uniform_parameters.contains(&id) {
            self.f.arguments.non_uniform_parameters.push(id);
            self.mark_non_uniform(id, true);
        }
        self.set_value(expression, id);
        Ok(id)
    }

    /// Whether an expression is a constant or specialization constant of the module.
    #[inline]
    pub(crate) fn is_constant(&self, expression: Handle<Expression>) -> bool {
        self.facts[expression.index()].is_constant()
    }

    #[inline]
    pub(crate) fn resolution(&self, expression: Handle<Expression>) -> &'a TypeResolution {
        &self.info[expression].ty
    }

    #[inline]
    pub(crate) fn inner(&self, expression: Handle<Expression>) -> &'a TypeInner {
        inner_of(self.m.module, &self.info[expression].ty)
    }

    #[inline]
    pub(crate) fn type_key(&self, expression: Handle<Expression>) -> Result<TypeKey> {
        let type_key = self.m.type_keys.resolve(self.resolution(expression));
        type_key.ok_or_else(|| internal("the type of an expression has no type key"))
    }

    /// The literal value of a scalar expression; `None` for a specialization constant and for any value that is not
    /// constant.
    pub(crate) fn known_literal(&self, expression: Handle<Expression>) -> Option<Literal> {
        known_literal(self.m.module, &self.function.expressions, expression)
    }

    /// Whether a scalar or vector expression is constant and each of its components satisfies a predicate.
    pub(crate) fn all_known(&self, expression: Handle<Expression>, predicate: impl Fn(Literal) -> bool + Copy) -> bool {
        all_known(self.m.module, &self.function.expressions, expression, predicate)
    }

    /// Emits `OpCompositeConstruct` of the values above a mark in `self.f.operands`, which are removed.
    #[inline]
    fn construct_since(&mut self, mark: usize, type_key: TypeKey) -> Result<ValueId> {
        let (ty, id) = self.typed(type_key)?;
        self.f.body.composite_construct(ty, id, &self.f.operands[mark..]);
        self.f.operands.truncate(mark);
        Ok(id)
    }

    fn function_variable(&mut self, type_key: TypeKey, init: &[ValueId]) -> Result<ValueId> {
        let ty = self.m.pointer_type(StorageClass::Function, Shape::value(type_key))?;
        let variable = self.fresh();
        self.m.count_local(self.m.span);
        self.f.variables.variable(ty, variable, StorageClass::Function, init);
        Ok(variable)
    }
}
