//! Code at the start of a function, and expressions carried over from one arena to another.

use crate::back::operands;
use naga::{Arena, Block, Expression, Function, GlobalVariable, Handle, Module, Override, Range, Span, Statement};
use std::collections::BTreeMap;

/// A function in front of which code is put.
pub(super) struct Start<'a> {
    function: &'a mut Function,
    computes: &'a [Option<Handle<Function>>],
    block: Block,
    /// The expressions that became results of calls, or are computed from them; by index, empty when there is none.
    from_calls: Vec<bool>,
}

impl<'a> Start<'a> {
    /// `computes` are the functions that compute overrides, by override.
    pub(super) fn new(function: &'a mut Function, computes: &'a [Option<Handle<Function>>]) -> Self {
        Self {
            function,
            computes,
            block: Block::new(),
            from_calls: Vec::new(),
        }
    }

    /// Puts the code in its place.
    pub(super) fn finish(mut self) {
        if !self.block.is_empty() {
            self.block.append(&mut self.function.body);
            self.function.body = self.block;
        }
    }

    /// Adds a statement.
    pub(super) fn push(&mut self, statement: Statement, span: Span) {
        self.block.push(statement, span);
    }

    fn computed_by(&self, named: Handle<Override>) -> Option<Handle<Function>> {
        self.computes.get(named.index()).copied().flatten()
    }

    fn call(&mut self, function: Handle<Function>, result: Handle<Expression>, span: Span) {
        let call = Statement::Call {
            function,
            arguments: Vec::new(),
            result: Some(result),
        };
        self.block.push(call, span);
    }

    /// Every expression that is such an override becomes the result of a call.
    pub(super) fn call_overrides(&mut self) {
        let mut from_calls = Vec::with_capacity(self.function.expressions.len());
        let mut calls = Vec::new();
        for (handle, expression) in self.function.expressions.iter() {
            let mut depends = false;
            operands::for_each(expression, |operand| {
                depends |= from_calls.get(operand.index()).copied().unwrap_or(false);
            });
            if let Expression::Override(named) = *expression {
                if let Some(function) = self.computed_by(named) {
                    calls.push((handle, function));
                    depends = true;
                }
            }
            from_calls.push(depends);
        }
        if calls.is_empty() {
            return;
        }
        for (handle, function) in calls {
            let span = self.function.expressions.get_span(handle);
            *self.function.expressions.get_mut(handle) = Expression::CallResult(function);
            self.call(function, handle, span);
        }
        self.from_calls = from_calls;
    }

    /// Locals whose first value is computed from such overrides are stored to.
    pub(super) fn store_locals(&mut self) {
        let is_late = |init: Handle<Expression>| self.from_calls.get(init.index()).copied().unwrap_or(false);
        let locals = self.function.local_variables.iter();
        let late: Vec<_> = locals
            .filter_map(|(handle, local)| Some((handle, local.init.filter(|&init| is_late(init))?)))
            .collect();
        if late.is_empty() {
            return;
        }
        let source = self.function.expressions.clone();
        for (handle, init) in late {
            let span = self.function.local_variables.get_span(handle);
            let value = self.carry(&source, init, true);
            let pointer = self
                .function
                .expressions
                .append(Expression::LocalVariable(handle), span);
            self.function.local_variables.get_mut(handle).init = None;
            self.block.push(Statement::Store { pointer, value }, span);
        }
    }

    /// Stores the initial value of a private variable.
    pub(super) fn store_private(&mut self, module: &Module, variable: Handle<GlobalVariable>) {
        let Some(init) = module.global_variables[variable].init else {
            return;
        };
        let span = module.global_variables.get_span(variable);
        let value = self.import(&module.global_expressions, init);
        let pointer = self
            .function
            .expressions
            .append(Expression::GlobalVariable(variable), span);
        self.block.push(Statement::Store { pointer, value }, span);
    }

    /// `select(reject, accept, condition)` of two overrides and a value.
    pub(super) fn select(
        &mut self,
        condition: Handle<Override>,
        accept: Handle<Override>,
        reject: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        let expressions = &mut self.function.expressions;
        let condition = expressions.append(Expression::Override(condition), span);
        let accept = expressions.append(Expression::Override(accept), span);
        self.emit(
            Expression::Select {
                condition,
                accept,
                reject,
            },
            span,
        )
    }

    fn emit(&mut self, expression: Expression, span: Span) -> Handle<Expression> {
        let is_free = expression.needs_pre_emit();
        let handle = self.function.expressions.append(expression, span);
        if !is_free {
            let range = Range::new_from_bounds(handle, handle);
            self.block.push(Statement::Emit(range), span);
        }
        handle
    }

    /// Computes a global expression.
    pub(super) fn import(&mut self, source: &Arena<Expression>, root: Handle<Expression>) -> Handle<Expression> {
        self.carry(source, root, false)
    }

    /// Computes an expression of another arena, or of this very one (`is_own`) as it was.
    fn carry(&mut self, source: &Arena<Expression>, root: Handle<Expression>, is_own: bool) -> Handle<Expression> {
        let mut carried: BTreeMap<Handle<Expression>, Option<Handle<Expression>>> = BTreeMap::new();
        let mut open = vec![root];
        while let Some(handle) = open.pop() {
            let expression = &source[handle];
            let stays = is_own && (expression.needs_pre_emit() || matches!(expression, Expression::CallResult(_)));
            if carried.insert(handle, stays.then_some(handle)).is_none() && !stays {
                operands::for_each(expression, |operand| open.push(operand));
            }
        }
        let order: Vec<_> = carried
            .iter()
            .filter(|(_, new)| new.is_none())
            .map(|(old, _)| *old)
            .collect();
        for handle in order {
            let span = source.get_span(handle);
            let mut expression = source[handle].clone();
            let new = match expression {
                Expression::Override(named) if self.computed_by(named).is_some() => {
                    let Some(function) = self.computed_by(named) else {
                        continue;
                    };
                    let result = self.function.expressions.append(Expression::CallResult(function), span);
                    self.call(function, result, span);
                    result
                }
                // catch-all: the match over there names all of them
                _ => {
                    replace_operands(&mut expression, |operand| {
                        carried.get(&operand).copied().flatten().unwrap_or(operand)
                    });
                    self.emit(expression, span)
                }
            };
            carried.insert(handle, Some(new));
        }
        carried.get(&root).copied().flatten().unwrap_or(root)
    }
}

/// Puts other operands into a constant or override expression. `false`, and nothing done, for what can be neither.
pub(super) fn replace_operands(
    expression: &mut Expression,
    mut new: impl FnMut(Handle<Expression>) -> Handle<Expression>,
) -> bool {
    let mut put = |operand: &mut Handle<Expression>| *operand = new(*operand);
    match *expression {
        Expression::Compose { ref mut components, .. } => components.iter_mut().for_each(put),
        Expression::Access {
            ref mut base,
            ref mut index,
        } => [base, index].into_iter().for_each(put),
        Expression::AccessIndex { ref mut base, .. } => put(base),
        Expression::Splat { ref mut value, .. } => put(value),
        Expression::Swizzle { ref mut vector, .. } => put(vector),
        Expression::Unary { ref mut expr, .. } | Expression::As { ref mut expr, .. } => put(expr),
        Expression::Binary {
            ref mut left,
            ref mut right,
            ..
        } => [left, right].into_iter().for_each(put),
        Expression::Select {
            ref mut condition,
            ref mut accept,
            ref mut reject,
        } => [condition, accept, reject].into_iter().for_each(put),
        Expression::Relational { ref mut argument, .. } => put(argument),
        Expression::Math {
            ref mut arg,
            ref mut arg1,
            ref mut arg2,
            ref mut arg3,
            ..
        } => {
            put(arg);
            [arg1, arg2, arg3].into_iter().flatten().for_each(put);
        }
        // Without operands.
        Expression::Literal(_) | Expression::Constant(_) | Expression::Override(_) | Expression::ZeroValue(_) => {}
        // In no constant and no override expression: naga's validator keeps them out of global arenas and initial values.
        Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::Load { .. }
        | Expression::ImageSample { .. }
        | Expression::ImageLoad { .. }
        | Expression::ImageQuery { .. }
        | Expression::Derivative { .. }
        | Expression::CallResult(_)
        | Expression::AtomicResult { .. }
        | Expression::WorkGroupUniformLoadResult { .. }
        | Expression::ArrayLength(_)
        | Expression::RayQueryVertexPositions { .. }
        | Expression::RayQueryProceedResult
        | Expression::RayQueryGetIntersection { .. }
        | Expression::SubgroupBallotResult
        | Expression::SubgroupOperationResult { .. }
        | Expression::CooperativeLoad { .. }
        | Expression::CooperativeMultiplyAdd { .. } => return false,
    }
    true
}

/// Follows the functions that a function calls to where they have moved.
pub(super) fn retarget(function: &mut Function, moved: &[Handle<Function>]) {
    let to = |function: &mut Handle<Function>| {
        if let Some(&new) = moved.get(function.index()) {
            *function = new;
        }
    };
    for (_, expression) in function.expressions.iter_mut() {
        if let Expression::CallResult(ref mut function) = *expression {
            to(function);
        }
    }
    let mut open = vec![&mut function.body];
    while let Some(block) = open.pop() {
        for statement in block.iter_mut() {
            if let Statement::Call { ref mut function, .. } = *statement {
                to(function);
            }
            inner_blocks(statement, &mut open);
        }
    }
}

/// Adds the blocks inside of a statement.
pub(super) fn inner_blocks<'a>(statement: &'a mut Statement, open: &mut Vec<&'a mut Block>) {
    match *statement {
        Statement::Block(ref mut block) => open.push(block),
        Statement::If {
            ref mut accept,
            ref mut reject,
            ..
        } => open.extend([accept, reject]),
        Statement::Switch { ref mut cases, .. } => open.extend(cases.iter_mut().map(|case| &mut case.body)),
        Statement::Loop {
            ref mut body,
            ref mut continuing,
            ..
        } => open.extend([body, continuing]),
        Statement::Emit(_)
        | Statement::Break
        | Statement::Continue
        | Statement::Return { .. }
        | Statement::Kill
        | Statement::ControlBarrier(_)
        | Statement::MemoryBarrier(_)
        | Statement::Store { .. }
        | Statement::ImageStore { .. }
        | Statement::Atomic { .. }
        | Statement::ImageAtomic { .. }
        | Statement::WorkGroupUniformLoad { .. }
        | Statement::Call { .. }
        | Statement::RayQuery { .. }
        | Statement::RayPipelineFunction(_)
        | Statement::SubgroupBallot { .. }
        | Statement::SubgroupGather { .. }
        | Statement::SubgroupCollectiveOperation { .. }
        | Statement::CooperativeStore { .. } => {}
    }
}
