//! Evaluation of constant and override expressions, where the defaults in the table are the values of the overrides.
//!
//! Each expression is evaluated once by naga's constant evaluator, with the values of its operands. Values are
//! literals, zeros and composites in an arena of their own, so no value names an override or a constant.

use super::table::{OverrideDefault, OverrideTable, number};
use super::values::literal;
use crate::ir::literal::known_literal;
use crate::ir::operands;
use alloc::vec::Vec;
use naga::proc::{ConstantEvaluator, ConstantEvaluatorError, ExpressionKindTracker, Layouter};
use naga::{Expression, Handle, Module, Override, Scalar, Span};

/// The value of an expression; `None` if it is not constant, depends on an override without a value, or naga rejects
/// it.
pub(super) type Value = Option<Handle<Expression>>;

/// The values of a module's global expressions.
pub(super) struct Evaluator<'a> {
    table: &'a OverrideTable,
    /// A module with the same types, whose global expressions are the values.
    pub(super) values: Module,
    kinds: ExpressionKindTracker,
    layouter: Layouter,
    expressions: Vec<Value>,
    /// The global expressions that naga rejects.
    pub(super) faults: Vec<(Handle<Expression>, ConstantEvaluatorError)>,
}

impl<'a> Evaluator<'a> {
    /// Evaluates the global expressions of a module. Overrides must be in order, see [`super::is_in_order`].
    pub(super) fn new(module: &Module, table: &'a OverrideTable) -> Self {
        let mut evaluator = Self {
            table,
            values: Module {
                types: module.types.clone(),
                ..Module::default()
            },
            kinds: ExpressionKindTracker::new(),
            layouter: Layouter::default(),
            expressions: Vec::with_capacity(module.global_expressions.len()),
            faults: Vec::new(),
        };
        for (handle, expression) in module.global_expressions.iter() {
            let known = operands::replaced(expression, &mut |operand| evaluator.expression(operand));
            let span = module.global_expressions.get_span(handle);
            let value = evaluator.evaluate(module, known, span).unwrap_or_else(|fault| {
                evaluator.faults.push((handle, fault));
                None
            });
            evaluator.expressions.push(value);
        }
        evaluator
    }

    /// Evaluates an expression whose operands are values; `None` for one with an operand without a value.
    pub(super) fn evaluate(
        &mut self,
        module: &Module,
        expression: Option<Expression>,
        span: Span,
    ) -> Result<Value, ConstantEvaluatorError> {
        match expression {
            None => Ok(None),
            Some(Expression::Constant(constant)) => Ok(self.expression(module.constants[constant].init)),
            Some(Expression::Override(named)) => Ok(self.override_value(module, named)),
            // catch-all: naga's evaluator handles all other expressions
            Some(expression) => self.evaluator().try_eval_and_append(expression, span).map(Some),
        }
    }

    fn evaluator(&mut self) -> ConstantEvaluator<'_> {
        ConstantEvaluator::for_wgsl_module(&mut self.values, &mut self.kinds, &mut self.layouter, false)
    }

    pub(super) fn expression(&self, handle: Handle<Expression>) -> Value {
        self.expressions.get(handle.index()).copied().flatten()
    }

    pub(super) fn override_value(&mut self, module: &Module, handle: Handle<Override>) -> Value {
        match self.table.entries[handle.index()].default {
            OverrideDefault::Missing => None,
            OverrideDefault::Computed(init) => self.expression(init),
            OverrideDefault::Number(value) => {
                let scalar = module.types[module.overrides[handle].ty].inner.scalar()?;
                let given = Expression::Literal(literal(value, scalar).ok()?);
                let mut evaluator = self.evaluator();
                let value = evaluator.try_eval_and_append(given, Span::UNDEFINED).ok()?;
                if scalar == Scalar::F16 {
                    evaluator.cast(value, scalar, Span::UNDEFINED).ok()
                } else {
                    Some(value)
                }
            }
        }
    }

    /// The number that a value is; 1.0 is `true`.
    pub(super) fn number(&self, value: Value) -> Option<f64> {
        known_literal(&self.values, &self.values.global_expressions, value?).map(number)
    }
}

/// The default of every global expression; 1.0 is `true`.
pub(super) fn defaults(module: &Module, table: &OverrideTable) -> Vec<Option<f64>> {
    let evaluator = Evaluator::new(module, table);
    let expressions = module.global_expressions.iter();
    expressions
        .map(|(handle, _)| evaluator.number(evaluator.expression(handle)))
        .collect()
}
