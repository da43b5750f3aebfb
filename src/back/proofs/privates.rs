//! The intervals of Private variables, from their initial values and all stores in the module.
//!
//! naga's GLSL and SPIR-V front ends copy built-ins to Private variables, which other functions load. Only stores of
//! built-ins and constants are analyzed. The module is walked once, when a query first loads a Private integer.

use super::built_ins::built_in;
use super::interval::{IntegerType, Interval};
use crate::ir::literal::known_literal;
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::ir::writes::{Write, for_each_write};
use alloc::vec::Vec;
use naga::{AddressSpace, Block, EntryPoint, Expression, Function, Handle, Literal, Module, TypeInner};

/// What is known about the Private variables of a module.
#[derive(Debug, Default)]
pub(super) struct Privates {
    is_read: bool,
    /// By global variable and component (component 0 for a scalar); `None` if any value is possible.
    of: Vec<[Option<Interval>; 4]>,
}

impl Privates {
    /// Starts a module.
    pub(super) fn reset(&mut self) {
        self.is_read = false;
    }

    /// The interval of a Private integer, or of a component of a Private vector of integers.
    pub(super) fn interval(
        &mut self,
        module: &Module,
        global: Handle<naga::GlobalVariable>,
        component: Option<u32>,
    ) -> Option<Interval> {
        if !self.is_read {
            self.read(module);
            self.is_read = true;
        }
        self.of[global.index()][component.unwrap_or(0) as usize]
    }

    #[inline(never)]
    fn read(&mut self, module: &Module) {
        self.of.clear();
        for (_, global) in module.global_variables.iter() {
            let scalar = module.types[global.ty].inner.vector_size_and_scalar();
            let is_integer = scalar.is_some_and(|(_, scalar)| IntegerType::of(scalar).is_some());
            // Without an initial value the variable is zero.
            let starts = global.space == AddressSpace::Private && is_integer && global.init.is_none();
            self.of.push([starts.then_some(Interval::single(0)); 4]);
        }
        for (_, function) in module.functions.iter() {
            self.block(module, (function, None), &function.body);
        }
        for entry in &module.entry_points {
            self.block(module, (&entry.function, Some(entry)), &entry.function.body);
        }
    }

    fn block(&mut self, module: &Module, within: (&Function, Option<&EntryPoint>), block: &Block) {
        let mut open = vec![block];
        while let Some(block) = open.pop() {
            for statement in block {
                open.extend(crate::ir::blocks(statement));
                for_each_write(statement, |write| self.write(module, within, write));
            }
        }
    }

    fn write(&mut self, module: &Module, (function, entry): (&Function, Option<&EntryPoint>), write: Write) {
        let Some(PointerRoot::Global(global)) = pointer_root(function, write.pointer) else {
            return;
        };
        let is_whole = matches!(function.expressions[write.pointer], Expression::GlobalVariable(_));
        let components = match module.types[module.global_variables[global].ty].inner {
            TypeInner::Vector { size, .. } => Some(size as u32),
            // catch-all: a scalar, or a type that is not analyzed
            _ => None,
        };
        for component in 0..components.unwrap_or(1) {
            let place = components.map(|_| component);
            let stored = write.value.filter(|_| is_whole);
            let stored = stored.and_then(|value| stored_interval(module, function, entry, value, place));
            let known = &mut self.of[global.index()][component as usize];
            *known = match (*known, stored) {
                (Some(known), Some(stored)) => Some(known.join(stored)),
                (None, _) | (_, None) => None,
            };
        }
    }
}

/// The interval of a stored value: of an entry point's built-in input, or of a constant. `None` for other values.
fn stored_interval(
    module: &Module,
    function: &Function,
    entry: Option<&EntryPoint>,
    value: Handle<Expression>,
    component: Option<u32>,
) -> Option<Interval> {
    let (argument, component) = match function.expressions[value] {
        Expression::AccessIndex { base, index } if component.is_none() => (base, Some(index)),
        // catch-all: a whole argument, or another value
        _ => (value, component),
    };
    if let Expression::FunctionArgument(index) = function.expressions[argument] {
        // An argument that is a struct has no binding of its own and is not analyzed.
        let binding = function.arguments.get(index as usize)?.binding.as_ref()?;
        return built_in(entry?, binding, component);
    }
    match known_literal(module, &function.expressions, value)? {
        Literal::U32(value) => Some(Interval::single(value.into())),
        Literal::I32(value) => Some(Interval::single(value.into())),
        // catch-all: copies of built-ins have 32 bits
        _ => None,
    }
}
