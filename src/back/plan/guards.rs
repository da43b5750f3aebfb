//! Guarded arguments: elements of binding arrays that may be out of range, passed to functions under the policy that
//! reads zero and skips writes.
//!
//! The effect of such an argument in the callee depends on the caller's index. The callee therefore has one more
//! parameter, the condition, if any call passes an element whose index is tested. `function::call` passes it.

use super::{ArrayLength, FunctionRef, Plan};
use crate::back::binding_length::binding_array;
use crate::back::request::Request;
use crate::ir::literal::known_index;
use crate::ir::pointer::{PointerStep, pointer_step};
use naga::proc::BoundsCheckPolicy;
use naga::{Expression, Function, Handle, Module};

impl Plan {
    /// Finds the arguments that need a condition, callers first.
    #[cold]
    pub(super) fn plan_guards(&mut self, module: &Module, options: &Request<'_>) {
        if self.policies.binding_array != BoundsCheckPolicy::ReadZeroSkipWrite {
            return;
        }
        for caller in self.reached(module) {
            self.guard_calls(module, caller, options);
        }
    }

    fn guard_calls(&mut self, module: &Module, caller: FunctionRef, options: &Request<'_>) {
        let function = caller.function(module);
        for at in self.functions.calls_of(module, caller) {
            let site = self.functions.calls[at].clone();
            for (argument, at) in (0_u32..).zip(site.arguments) {
                let expression = self.functions.arguments[at as usize];
                let tested = match function.expressions[expression] {
                    Expression::FunctionArgument(own) => match caller {
                        FunctionRef::Function(caller) => self.is_guarded(caller, own),
                        FunctionRef::EntryPoint(_) => false,
                    },
                    // catch-all: other expressions are elements, or need no test
                    _ => self.is_tested(module, function, expression, options),
                };
                if tested && !self.is_guarded(site.callee, argument) {
                    self.resources.guarded_arguments.push((site.callee, argument));
                }
            }
        }
    }

    /// Whether an expression is an image, a sampler or an acceleration structure whose index is tested.
    fn is_tested(
        &self,
        module: &Module,
        function: &Function,
        expression: Handle<Expression>,
        options: &Request<'_>,
    ) -> bool {
        let (base, index) = match function.expressions[expression] {
            Expression::Access { base, index } => (base, known_index(module, function, index)),
            Expression::AccessIndex { base, index } => (base, Some(index)),
            // catch-all: not an element
            _ => return false,
        };
        let Some(PointerStep::Global(global)) = pointer_step(&function.expressions[base]) else {
            return false;
        };
        match binding_array(module, options, &self.overrides, &module.global_variables[global]) {
            Some((_, ArrayLength::Known(length))) => index.is_none_or(|index| index >= length),
            Some((_, ArrayLength::Override(_))) => true,
            // The length of a table of handles is the one of its buffer.
            Some((_, ArrayLength::RunTime)) => self.handle_entry(global).is_some(),
            None => false,
        }
    }

    /// Whether any argument is passed with a condition.
    #[inline]
    pub(crate) fn has_guards(&self) -> bool {
        !self.resources.guarded_arguments.is_empty()
    }

    /// Whether an argument of a function is passed with a condition.
    pub(crate) fn is_guarded(&self, function: Handle<Function>, argument: u32) -> bool {
        self.resources.guarded_arguments.contains(&(function, argument))
    }

    /// The number of conditions that a function takes.
    pub(super) fn guards_of(&self, function: Handle<Function>) -> usize {
        let guarded = self.resources.guarded_arguments.iter();
        guarded.filter(|&&(other, _)| other == function).count()
    }
}
