//! The intervals of private variables: everything that any function of a module stores to them, and what they start with.
//!
//! naga's readers of GLSL and SPIR-V copy built-ins to private variables, and other functions load them from there. Only
//! what is known at the store itself counts: built-ins and constants. A module is looked through once, when the first
//! private integer is loaded that something is asked of.

use super::built_ins::built_in;
use super::interval::{IntegerType, Interval};
use crate::ir::literal::known_literal;
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::ir::writes::{Write, for_each_write};
use alloc::vec::Vec;
use naga::{AddressSpace, Block, EntryPoint, Expression, Function, Handle, Literal, Module, TypeInner};

/// What is known of the private variables of a module.
#[derive(Debug, Default)]
pub(super) struct Privates {
    is_read: bool,
    /// By global variable and component, the first component for a scalar; `None` for what may be anything.
    of: Vec<[Option<Interval>; 4]>,
}

impl Privates {
    /// Starts a module.
    pub(super) fn reset(&mut self) {
        self.is_read = false;
    }

    /// What a private integer, or a component of a private vector of them, can be.
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
            // Without an initial value it is zero.
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
            // catch-all: a scalar, or what nothing is known of
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

/// What is known of a value where it is stored: of a built-in that an entry point is given, or of a constant.
fn stored_interval(
    module: &Module,
    function: &Function,
    entry: Option<&EntryPoint>,
    value: Handle<Expression>,
    component: Option<u32>,
) -> Option<Interval> {
    let (argument, component) = match function.expressions[value] {
        Expression::AccessIndex { base, index } if component.is_none() => (base, Some(index)),
        // catch-all: a whole argument, or none
        _ => (value, component),
    };
    if let Expression::FunctionArgument(index) = function.expressions[argument] {
        // A member of a structure has no binding here.
        let binding = function.arguments.get(index as usize)?.binding.as_ref()?;
        return built_in(entry?, binding, component);
    }
    match known_literal(module, &function.expressions, value)? {
        Literal::U32(value) => Some(Interval::single(value.into())),
        Literal::I32(value) => Some(Interval::single(value.into())),
        // catch-all: numbers of other widths are no built-ins' copies
        _ => None,
    }
}
