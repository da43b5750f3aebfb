//! The descriptions of module-scope variables, inputs and outputs, constants and overrides, each with its place in the
//! source.

use super::table::number::GLOBAL_VARIABLE;
use crate::back::emitter::Emitter;
use crate::back::resources::{Combined, CombinedSource, Memory, Resource};
use crate::words::{Id, ValueId};
use naga::{Expression, Handle, ScalarKind, Span, Type, TypeInner};

/// Debug info flags.
const DEFINITION: u32 = 1 << 3;

impl Emitter<'_> {
    /// The source, line and column of a span; line 0 where it has none.
    pub(crate) fn debug_place(&mut self, span: Span) -> (Id, Id, Id) {
        let place = self.lines.place(span);
        let none = self.debug.ids.map(|ids| ids.source);
        let (file, line, column) = match (place, none) {
            (Some(place), _) => (place.file, place.line, place.column),
            (None, Some(source)) => (source, 0, 0),
            (None, None) => (self.debug_unit(), 0, 0),
        };
        (file, self.debug_number(line), self.debug_number(column))
    }

    /// The compilation unit: the scope of what is in no other.
    pub(crate) fn debug_unit(&mut self) -> Id {
        match self.debug.ids {
            Some(ids) => ids.unit,
            None => self.debug_instruction(super::table::number::INFO_NONE, &[]),
        }
    }

    /// The type of a function that returns nothing.
    pub(super) fn debug_void(&mut self) -> Id {
        match self.debug.reserved_void() {
            Some(void) => void.id(),
            None => self.void_type().id(),
        }
    }

    /// `DebugGlobalVariable`.
    fn debug_global(&mut self, name: &str, ty: Handle<Type>, span: Span, variable: Id) {
        let name = self.debug_string(name);
        let ty = self.debug_type(ty);
        let (source, line, column) = self.debug_place(span);
        let (unit, flags) = (self.debug_unit(), self.debug_number(DEFINITION));
        let operands = [name, ty, source, line, column, unit, name, variable, flags];
        self.debug_instruction(GLOBAL_VARIABLE, &operands);
    }

    /// Describes an input or output that has a name.
    pub(crate) fn debug_interface(&mut self, variable: ValueId, name: &str, ty: Handle<Type>) {
        let span = self.span;
        self.debug_global(name, ty, span, variable.id());
    }

    /// Describes the variables that were declared, and constants and overrides.
    pub(super) fn describe_globals(&mut self) {
        let module = self.module;
        let Some(none) = self.debug.ids.map(|ids| ids.none) else {
            return;
        };
        for (handle, global) in module.global_variables.iter() {
            let (Some(resource), Some(name)) = (self.resources.declared(handle), &global.name) else {
                continue;
            };
            let variable = match resource {
                Resource::Memory(Memory { variable, .. })
                | Resource::Descriptor { variable, .. }
                | Resource::Array(crate::back::binding_array::BindingArray { variable, .. })
                | Resource::Combined(Combined {
                    source: CombinedSource::Descriptor { variable, .. },
                    ..
                }) => variable.id(),
                // Several variables, or an element of one that it shares with others.
                Resource::External(_)
                | Resource::Handle(_)
                | Resource::Combined(Combined {
                    source: CombinedSource::Handle(_),
                    ..
                }) => none,
            };
            self.debug_global(name, global.ty, module.global_variables.get_span(handle), variable);
        }
        for (handle, constant) in module.constants.iter() {
            let Some(ref name) = constant.name else { continue };
            // spirv-val (SPIRV-Tools 2025.3) takes the results of OpVariable and OpConstant, and of no other constants.
            let is_number = matches!(module.types[constant.ty].inner, TypeInner::Scalar(scalar) if scalar.kind != ScalarKind::Bool)
                && !matches!(module.global_expressions[constant.init], Expression::Override(_));
            let value = if is_number {
                self.debug_constant(&module.global_expressions, constant.init)
            } else {
                None
            };
            let value = value.unwrap_or(none);
            self.debug_global(name, constant.ty, module.constants.get_span(handle), value);
        }
        for (handle, declared) in module.overrides.iter() {
            let Some(ref name) = declared.name else { continue };
            if self
                .constants
                .overrides
                .get(handle.index())
                .is_some_and(Option::is_some)
            {
                self.debug_global(name, declared.ty, module.overrides.get_span(handle), none);
            }
        }
    }
}
