//! `DebugLocalVariable`, `DebugDeclare` and `DebugValue` of a function: a `var` is described by its memory, a `let` and
//! an argument by their values, each in the scope of the block that declares it.
//!
//! naga keeps the name and the expression of a `let`, and the span of a `var`. The position of the description depends
//! on the kind:
//!
//! * a `let` in the range of an `Emit`: after its expression has been emitted;
//! * the result of a call or another statement: after that statement;
//! * a `var` with an initial value that is stored: after that store;
//! * any other `var`, and a `let` that no statement computes (a constant, a pointer): before the first statement that
//!   follows its declaration in the source, in the scope of that statement;
//! * an argument: in the entry block.
//!
//! A variable without a value, such as an unused `let` or a pointer that is passed as indices, is declared without one,
//! which debuggers show as optimised out. Of a narrow load, only the loaded members have values. A module-scope
//! constant that is not a 32-bit number is described as a local variable in each function that reads it.

use super::{Code, FunctionEmitter, Parameter};
use crate::back::debug::{Ids, MAX_MEMBERS_DESCRIBED, is_number};
use crate::back::emitter::Result;
use crate::back::plan::ShapeRoot;
use crate::back::requirements::scalar_capability;
use crate::back::type_key::TypeKey;
use crate::ir::statement::defined;
use crate::ir::ty::members;
use crate::words::{Id, Section, ValueId};
use alloc::vec::Vec;
use naga::{Expression, Handle, LocalVariable, Range, Span, Statement, Type, TypeInner};
use spirula_spirv::internal::{sort, stable_sort_by_key};
use spirv::NonsemanticShaderDebuginfo100Op as DebugOp;

/// `FlagIsLocal` ("Debug Info Flags").
const LOCAL: u32 = 1 << 2;
/// The maximum number of indexes of a `DebugValue`. A member that is nested deeper gets no value.
const MAX_PATH: usize = 8;

/// A variable or named expression that no statement computes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unstated {
    Local(Handle<LocalVariable>),
    Named(Handle<Expression>),
}

/// The byte offset of the end of a span; 0 if it is undefined.
fn end_of(span: Span) -> u32 {
    span.to_range().map_or(0, |range| range.end as u32)
}

impl FunctionEmitter<'_, '_> {
    /// Emits `OpName` for the parameters and for the values of `let`s.
    #[cold]
    pub(crate) fn name_values(&mut self) {
        let function = self.function;
        for (expression, value) in self.f.left.drain(..) {
            self.f.values[expression as usize] = Some(value);
        }
        // If several names have one value, it gets the first.
        let mut named = hashbrown::HashSet::new();
        for (index, argument) in function.arguments.iter().enumerate() {
            let shape = self.instance.pointer_shape(index as u32);
            // Otherwise the root is a global or that of an earlier argument.
            let is_own_root = shape.is_some_and(|shape| matches!(shape.root, ShapeRoot::Local(_)));
            let id = match self.f.arguments.parameters.get(index) {
                Some(&Parameter::Value(value, _)) => value,
                Some(&Parameter::Pointer { root, .. }) if is_own_root => root,
                Some(Parameter::Pointer { .. } | Parameter::Input | Parameter::Global(_)) | None => continue,
            };
            if let Some(ref name) = argument.name
                && named.insert(id)
            {
                self.m.sections.names.name(id.id(), name);
            }
        }
        for (&handle, name) in &function.named_expressions {
            let is_value = !matches!(
                function.expressions[handle],
                Expression::FunctionArgument(_) | Expression::GlobalVariable(_) | Expression::LocalVariable(_)
            );
            if is_value
                && !self.facts[handle.index()].is_constant()
                && let Some(value) = self.f.values[handle.index()]
                && self.value_may_be_named(handle)
                && named.insert(value)
            {
                self.m.sections.names.name(value.id(), name);
            }
        }
    }

    /// Collects the variables and named expressions of the function.
    pub(super) fn gather_names(&mut self) {
        let function = self.function;
        let debug = &mut self.f.debug;
        debug.argument_expressions.resize(function.arguments.len(), None);
        for (handle, expression) in function.expressions.iter() {
            if let Expression::FunctionArgument(index) = *expression
                && let Some(argument) = debug.argument_expressions.get_mut(index as usize)
            {
                *argument = Some(handle);
            }
        }
        for &handle in function.named_expressions.keys() {
            let is_pending = match function.expressions[handle] {
                Expression::FunctionArgument(_) => false,
                Expression::LocalVariable(_)
                | Expression::GlobalVariable(_)
                | Expression::Literal(_)
                | Expression::Constant(_)
                | Expression::Override(_)
                | Expression::ZeroValue(_) => true,
                // catch-all: a statement computes the others, unless they are constant
                _ => self.facts[handle.index()].is_constant(),
            };
            if is_pending {
                let end = end_of(function.expressions.get_span(handle));
                debug.pending.push((end, Unstated::Named(handle)));
            }
        }
        for (handle, local) in function.local_variables.iter() {
            if local.name.is_some() {
                let end = end_of(function.local_variables.get_span(handle));
                debug.pending.push((end, Unstated::Local(handle)));
            }
        }
        stable_sort_by_key(&mut debug.pending, |&(end, _)| end);
    }

    /// Describes the pending variables and expressions whose declaration ends before a statement.
    pub(super) fn declare_before(&mut self, statement: &Statement) -> Result<()> {
        let at = self.m.span.to_range().map_or(0, |range| range.start as u32);
        self.declare_until(at, false)?;
        // The variable of a `for` is declared before the loop, but its span is inside that of the loop.
        if let Statement::Loop { ref body, .. } = *statement {
            let first = body.span_iter().next().and_then(|(_, span)| span.to_range());
            self.declare_until(first.map_or(0, |range| range.start as u32), true)?;
        }
        Ok(())
    }

    /// Describes the pending entries whose declaration ends at or before a byte offset of the source. With `variables`,
    /// stops at the first one that is not a variable.
    fn declare_until(&mut self, at: u32, variables: bool) -> Result<()> {
        while let Some(&(end, next)) = self.f.debug.pending.get(self.f.debug.next)
            && end <= at
            && !(variables && matches!(next, Unstated::Named(_)))
        {
            self.f.debug.next += 1;
            match next {
                Unstated::Local(local) => self.declare_variable(local)?,
                Unstated::Named(handle) => self.describe_named(handle)?,
            }
        }
        Ok(())
    }

    /// Describes the named result of a statement. After a statement with blocks, discards the pending entries that were
    /// declared inside it and that no statement followed: their scope is closed.
    pub(super) fn declare_after(&mut self, statement: &Statement, span: Span) -> Result<()> {
        match *statement {
            Statement::If { .. } | Statement::Switch { .. } | Statement::Loop { .. } | Statement::Block(_) => {
                let debug = &mut self.f.debug;
                let end = end_of(span);
                while debug.pending.get(debug.next).is_some_and(|&(next, _)| next < end) {
                    debug.next += 1;
                }
                Ok(())
            }
            // A `var` with an initial value is declared after the store of that value.
            Statement::Store { .. } => self.declare_until(end_of(span), true),
            // catch-all: the others have no end that matters
            _ => defined(statement).map_or(Ok(()), |result| self.describe_named(result)),
        }
    }

    /// Emits the expressions of an `Emit`, each with its line, and describes those that have names.
    pub(super) fn emit_described(&mut self, range: &Range<Expression>) -> Result<()> {
        let function = self.function;
        for handle in range.clone() {
            if self.facts[handle.index()].is_value() {
                self.line_of_expression(function.expressions.get_span(handle));
            }
            self.emit(handle)?;
            if !self.facts[handle.index()].is_constant() {
                self.describe_named(handle)?;
            }
        }
        self.m.current = None;
        Ok(())
    }

    /// Emits a `DebugLocalVariable` in the current scope. `argument` is the number of an argument, from 1. `None` if no
    /// scope is open.
    fn local_of(&mut self, name: &str, ty: Id, span: Span, argument: Option<u32>) -> Option<Id> {
        let scope = self.f.debug.now.scope?;
        let name = self.m.debug_string(name);
        let (source, line, column) = self.m.debug_place(span);
        let flags = self.m.debug_number(LOCAL);
        let number = argument.map(|number| self.m.debug_number(number));
        let operands = [name, ty, source, line, column, scope, flags, number.unwrap_or(flags)];
        let operands = &operands[..7 + usize::from(number.is_some())];
        Some(self.m.debug_instruction(DebugOp::DebugLocalVariable, operands))
    }

    /// Describes an expression that has a name, with its value if it has one.
    fn describe_named(&mut self, handle: Handle<Expression>) -> Result<()> {
        if self.f.block.is_none() {
            return Ok(());
        }
        let function = self.function;
        let Some(name) = function.named_expressions.get(&handle) else {
            return Ok(());
        };
        let ty = self.m.debug_resolution(self.resolution(handle))?;
        let Some(local) = self.local_of(name, ty, function.expressions.get_span(handle), None) else {
            return Ok(());
        };
        match function.expressions[handle] {
            Expression::LocalVariable(variable) => {
                self.state_variable(DebugOp::DebugValue, local, variable);
            }
            // The global variable has a description of its own, and other pointers have no value.
            Expression::GlobalVariable(_) => {}
            _ if self.inner(handle).pointer_space().is_some() => {}
            // catch-all: all other expressions are values
            _ => match self.f.values[handle.index()] {
                Some(_) if !self.value_may_be_named(handle) => {}
                Some(value) => self.state_value(DebugOp::DebugValue, local, value.id(), &[]),
                None if self.facts[handle.index()].is_constant() => {
                    if let Some(value) = self.m.debug_constant(&function.expressions, handle) {
                        self.state_value(DebugOp::DebugValue, local, value, &[]);
                    }
                }
                None => self.describe_members(handle, local),
            },
        }
        Ok(())
    }

    fn value_may_be_named(&self, expression: Handle<Expression>) -> bool {
        self.may_be_named(self.m.type_keys.resolve(self.resolution(expression)))
    }

    /// Whether `OpName` or a debug instruction may name a value of a type. Without `Int8`, `Int16` or `Float16`, an 8- or
    /// 16-bit value may only be loaded, stored or converted (SPV_KHR_8bit_storage, SPV_KHR_16bit_storage). The capability
    /// is not required for debug information, so the value is named only if other code has already required it.
    fn may_be_named(&self, type_key: Option<TypeKey>) -> bool {
        let capability = type_key.and_then(TypeKey::scalar_of).and_then(scalar_capability);
        capability.is_none_or(|capability| self.m.requirements.is_needed(capability))
    }

    /// Emits the values of the members of a narrow load that were loaded.
    fn describe_members(&mut self, load: Handle<Expression>, local: Id) {
        if !matches!(self.function.expressions[load], Expression::Load { .. }) {
            return;
        }
        for narrow in self.narrow_members(load) {
            // The indices are collected from the member to the load, and reversed below.
            let (mut path, mut length, mut at) = ([0; MAX_PATH], 0, narrow.member);
            while length < MAX_PATH
                && let Expression::AccessIndex { base, index } = self.function.expressions[at]
                && ((index as usize) < MAX_MEMBERS_DESCRIBED || !matches!(*self.inner(base), TypeInner::Struct { .. }))
            {
                path[length] = index;
                length += 1;
                at = base;
            }
            if let Some(value) = self.f.values[narrow.member.index()]
                && at == load
                && self.value_may_be_named(narrow.member)
            {
                path[..length].reverse();
                let path = path.map(|index| self.m.debug_number(index));
                self.state_value(DebugOp::DebugValue, local, value.id(), &path[..length]);
            }
        }
    }

    fn declare_variable(&mut self, local: Handle<LocalVariable>) -> Result<()> {
        if self.f.block.is_none() {
            return Ok(());
        }
        let function = self.function;
        let declared = &function.local_variables[local];
        let ty = self.m.debug_type(declared.ty)?;
        let name = declared.name.as_deref().unwrap_or("");
        let Some(described) = self.local_of(name, ty, function.local_variables.get_span(local), None) else {
            return Ok(());
        };
        self.state_variable(DebugOp::DebugDeclare, described, local);
        Ok(())
    }

    /// Emits a `DebugDeclare` or `DebugValue` that names a local's variable. If the variable is not declared yet, reserves
    /// its id and records the position of the instruction.
    fn state_variable(&mut self, kind: DebugOp, described: Id, local: Handle<LocalVariable>) {
        let declared = self.f.locals.variables[local.index()];
        let reserved = declared.or(self.f.debug.reserved[local.index()]);
        let variable = reserved.unwrap_or_else(|| self.fresh());
        if declared.is_none() {
            self.f.debug.reserved[local.index()] = Some(variable);
            // Emits the scope and line first, so that the recorded position is that of the instruction.
            self.state();
            let at = self.f.body.len();
            self.f.debug.declarations.push((at, local));
        }
        self.state_value(kind, described, variable.id(), &[]);
    }

    /// Whether the body has only debug information from word `from` on.
    pub(super) fn describes_alone(&self, from: usize) -> bool {
        let Some(ids) = self.f.debug.ids.get() else {
            return false;
        };
        let mut rest = self.f.body.words().get(from..).unwrap_or(&[]);
        while let &[header, _, _, set, ..] = rest {
            if header & 0xFFFF != spirv::Op::ExtInst as u32 || set != ids.set.number() {
                return false;
            }
            rest = rest.get(header as usize >> 16..).unwrap_or(&[]);
        }
        rest.is_empty()
    }

    /// Prepares the removal of a copy, whose code is `start..end`: each `DebugValue` after the code names the copy's
    /// source instead, and recorded positions are moved.
    pub(super) fn move_descriptions(&mut self, value: ValueId, source: ValueId, (start, end): (usize, usize)) {
        if self.f.debug.ids.get().is_none() {
            return;
        }
        let (mut at, all) = (end, self.f.body.len());
        while at < all {
            let words = &self.f.body.words()[at..];
            let length = words[0] as usize >> 16;
            if let Some(&[instruction, _, named]) = words.get(4..7)
                && (instruction, named) == (DebugOp::DebugValue as u32, value.id().number())
            {
                self.f.body.replace(at + 6, source.id().number());
            }
            at += length;
        }
        self.f.debug.last_line = None;
        for (at, _) in &mut self.f.debug.declarations {
            if *at >= end {
                *at -= end - start;
            }
        }
    }

    /// Emits a `DebugDeclare` or `DebugValue` in the open block.
    fn state_value(&mut self, kind: DebugOp, local: Id, value: Id, indexes: &[Id]) {
        let Some(ids) = self.f.debug.ids.get() else { return };
        self.state();
        let id = self.m.ids.id();
        write_value(&mut self.f.body, (ids, id), kind, [local, value], indexes);
    }

    /// Describes the arguments. Their values are emitted after the loads of the entry block.
    pub(super) fn describe_arguments(&mut self) -> Result<()> {
        let function = self.function;
        for (index, argument) in function.arguments.iter().enumerate() {
            let Some(ref name) = argument.name else { continue };
            let handle = self.argument_handle(index as u32);
            let span = self.argument_span(index as u32);
            let ty = self.m.debug_type(argument.ty)?;
            let Some(local) = self.local_of(name, ty, span, Some(index as u32 + 1)) else {
                continue;
            };
            let shape = self.instance.pointer_shape(index as u32);
            let is_whole_root = shape.is_some_and(|shape| self.instance.path(shape).is_empty());
            let value = match self.f.arguments.parameters.get(index) {
                Some(&Parameter::Value(value, _)) => value,
                Some(&Parameter::Pointer { root, .. }) if is_whole_root => root,
                Some(Parameter::Input) => match handle.and_then(|handle| self.f.values[handle.index()]) {
                    Some(value) if self.may_be_named(Some(self.m.type_keys.type_key(argument.ty))) => value,
                    Some(_) => continue,
                    None => {
                        self.describe_inputs(local, index as u32, argument.ty);
                        continue;
                    }
                },
                // A pointer to a part has no variable; a global variable has a description of its own.
                Some(Parameter::Pointer { .. } | Parameter::Global(_)) | None => continue,
            };
            self.state_argument(local, value.id(), &[]);
        }
        Ok(())
    }

    /// Describes the constants that the function reads and that are not 32-bit numbers, as local variables. Their
    /// `DebugGlobalVariable` has no value, see `debug::globals`.
    pub(super) fn describe_constants(&mut self) -> Result<()> {
        let module = self.m.module;
        let mut constants = Vec::new();
        for (_, expression) in self.function.expressions.iter() {
            if let Expression::Constant(constant) = *expression
                && !is_number(module, &module.constants[constant])
            {
                constants.push(constant);
            }
        }
        sort(&mut constants);
        constants.dedup();
        for handle in constants {
            let constant = &module.constants[handle];
            let Some(ref name) = constant.name else { continue };
            let ty = self.m.debug_type(constant.ty)?;
            let local = self.local_of(name, ty, module.constants.get_span(handle), None);
            let value = match self.m.constants.globals[constant.init.index()] {
                Some(declared) => Some(declared.id()),
                None => self.m.debug_constant(&module.global_expressions, constant.init),
            };
            if let (Some(value), Some(local)) = (value, local) {
                self.state_argument(local, value, &[]);
            }
        }
        Ok(())
    }

    /// The span of an argument's declaration; undefined without full debug information.
    pub(super) fn argument_span(&self, index: u32) -> Span {
        let handle = self.argument_handle(index);
        handle.map_or(Span::UNDEFINED, |handle| self.function.expressions.get_span(handle))
    }

    fn argument_handle(&self, index: u32) -> Option<Handle<Expression>> {
        self.f.debug.argument_expressions.get(index as usize).copied().flatten()
    }

    /// Emits the values of the members of an entry point's argument that have been loaded.
    fn describe_inputs(&mut self, local: Id, argument: u32, ty: Handle<Type>) {
        let members = members(self.m.module, ty);
        for at in 0..self.f.io.inputs.len() {
            let input = self.f.io.inputs[at];
            if input.argument == argument
                && let Some(member) = input.member
                && (member as usize) < MAX_MEMBERS_DESCRIBED
                && let Some(field) = members.get(member as usize)
                && self.may_be_named(Some(self.m.type_keys.type_key(field.ty)))
            {
                let index = self.m.debug_number(member);
                self.state_argument(local, input.value.id(), &[index]);
            }
        }
    }

    /// Emits a `DebugValue` after the loads of the entry block.
    fn state_argument(&mut self, local: Id, value: Id, indexes: &[Id]) {
        let Some(ids) = self.f.debug.ids.get() else { return };
        let id = self.m.ids.id();
        let code = &mut self.f.debug.arguments;
        write_value(code, (ids, id), DebugOp::DebugValue, [local, value], indexes);
    }
}

/// Appends a `DebugDeclare` or `DebugValue` with at most `MAX_PATH` indexes.
fn write_value(code: &mut Section, (ids, id): (Ids, Id), kind: DebugOp, described: [Id; 2], indexes: &[Id]) {
    let mut operands = [ids.expression; 3 + MAX_PATH];
    operands[..2].copy_from_slice(&described);
    operands[3..3 + indexes.len()].copy_from_slice(indexes);
    code.debug_info(ids.void, id, ids.set, kind, &operands[..3 + indexes.len()]);
}
