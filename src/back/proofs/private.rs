//! Built-in values that front ends copy to Private variables (naga's for GLSL and SPIR-V): a variable to which the module
//! stores nothing else is zero or that built-in. The module is walked once, when a query first loads such a variable.

use super::interval::Interval;
use crate::ir::pointer::pointer_global;
use crate::ir::writes::for_each_write;
use alloc::vec::Vec;
use naga::{Binding, BuiltIn, EntryPoint, Expression, Function, GlobalVariable, Handle, Module};

/// The interval of a built-in value or of a component of it. Invocation ids are below the workgroup size, if that is
/// known (WGSL §13.3.1.1, "Built-in Inputs and Outputs"); a subgroup has at most 128 invocations (Vulkan, `subgroupSize`).
pub(super) fn built_in(entry: &EntryPoint, binding: &Binding, component: Option<u32>) -> Option<Interval> {
    let below = |count: u32| (count > 0).then(|| Interval::new(0, i64::from(count) - 1));
    let size = entry.workgroup_size_overrides.is_none().then_some(entry.workgroup_size);
    match binding.to_built_in()? {
        BuiltIn::LocalInvocationIndex => below(size?.into_iter().try_fold(1, u32::checked_mul)?),
        BuiltIn::LocalInvocationId => below(*size?.get(component? as usize)?),
        BuiltIn::SubgroupInvocationId => below(128),
        BuiltIn::SubgroupSize => Some(Interval::new(1, 128)),
        // catch-all: nothing is known about other built-ins
        _ => None,
    }
}

/// What a module stores to a Private variable, before and after the first store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stored {
    Nothing,
    /// This argument of this entry point.
    Argument(usize, u32),
    Other,
}

/// What is known about the Private variables of a module, by global variable; empty if it is not read.
#[derive(Debug, Default)]
pub(super) struct Privates {
    of: Vec<Stored>,
}

impl Privates {
    pub(super) fn reset(&mut self) {
        self.of.clear();
    }

    /// The interval of a Private variable, or of a component of one.
    pub(super) fn interval(
        &mut self,
        module: &Module,
        variable: Handle<GlobalVariable>,
        component: Option<u32>,
    ) -> Option<Interval> {
        if self.of.is_empty() {
            self.of.resize(module.global_variables.len(), Stored::Nothing);
            module
                .functions
                .iter()
                .for_each(|(_, function)| self.read(function, None));
            let entries = module.entry_points.iter().enumerate();
            entries.for_each(|(at, entry)| self.read(&entry.function, Some(at)));
        }
        match self.of[variable.index()] {
            Stored::Argument(entry, argument) if module.global_variables[variable].init.is_none() => {
                let entry = &module.entry_points[entry];
                let binding = entry.function.arguments[argument as usize].binding.as_ref()?;
                Some(built_in(entry, binding, component)?.join(Interval::single(0)))
            }
            Stored::Nothing | Stored::Argument(..) | Stored::Other => None,
        }
    }

    fn read(&mut self, function: &Function, entry: Option<usize>) {
        let mut open = vec![&function.body];
        while let Some(statement) = open.pop() {
            for statement in statement {
                open.extend(crate::ir::blocks(statement));
                for_each_write(statement, |pointer, value| {
                    let Some(global) = pointer_global(function, pointer) else {
                        return;
                    };
                    let is_whole = matches!(function.expressions[pointer], Expression::GlobalVariable(_));
                    let value = value.filter(|_| is_whole);
                    let stored = &mut self.of[global.index()];
                    *stored = match (*stored, value.map(|value| &function.expressions[value]), entry) {
                        (Stored::Nothing, Some(&Expression::FunctionArgument(argument)), Some(entry)) => {
                            Stored::Argument(entry, argument)
                        }
                        // catch-all: another value, or a part
                        _ => Stored::Other,
                    };
                });
            }
        }
    }
}
