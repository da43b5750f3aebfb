//! Helper functions for operations without a SPIR-V instruction, or without one that has WGSL's semantics. Each file is
//! about one kind of operation. A helper is identified by its [`Polyfill`] key and written once.
//!
//! Parameters of a helper are values, including images and samplers. A helper takes no pointers, so that all callers
//! can share it; the only exception is a pointer to a whole ray query, which is no value. Operations of three
//! instructions or fewer are emitted at their use and not here.

mod bits;
mod derivative;
mod double;
mod external;
mod float;
mod integer;
mod key;
mod layout;
mod matrix;
mod pack;
mod ray;
mod table;
mod task;
mod texture;

pub(crate) use derivative::derivative_op;
pub(crate) use key::{BitFunction, DoubleFunction, Polyfill, PolyfillTable, QueryRead, Relayout, TexelLoad};
pub(crate) use ray::{QueryState, RAY_MEMBERS, SKIPS};

use super::code::Code;
use super::emitter::{Emitter, Result, Tables};
use super::type_key::TypeKey;
use crate::words::{FunctionId, TypeId, ValueId};
use naga::Span;

macro_rules! dispatch {
    ($(
        $(#[$doc:meta])*
        $helper:ident $(($($part:ident: $of:ty),*))? $({$($field:ident: $ty:ty),*})?,
        $name:literal, $write:ident($($argument:expr),*);
    )*) => {
        impl Emitter<'_> {
            /// Writes a helper up to its return. `None` if it does not return.
            fn write_body(&mut self, polyfill: Polyfill, function: FunctionId) -> Result<Option<ValueId>> {
                Ok(match polyfill {
                    $(Polyfill::$helper $(($($part),*))? $({$($field),*})? => {
                        self.$write(function, $($argument),*)?.into()
                    })*
                })
            }
        }
    };
}
table::helpers!(dispatch);

impl Emitter<'_> {
    /// The function id of a helper for the caller's float style. The function is written after all functions that call
    /// it.
    pub(crate) fn polyfill(&mut self, polyfill: Polyfill) -> FunctionId {
        let style = polyfill.style(self.floats);
        let Tables { polyfills, ids, .. } = &mut *self.tables;
        let requested = polyfills.requested.entry((polyfill, style));
        *requested.or_insert_with(|| ids.function())
    }

    /// Writes every requested helper, and the helpers that these request.
    pub(crate) fn write_polyfills(&mut self) -> Result<()> {
        // The call has already recorded the place of the helper's requirements.
        (self.span, self.expressions) = (Span::UNDEFINED, None);
        while let Some((&(polyfill, style), &function)) = self.polyfills.requested.get_index(self.polyfills.written) {
            self.polyfills.written += 1;
            self.set_floats(style);
            self.name(function.id(), Some(polyfill.name()));
            if let Some(value) = self.write_body(polyfill, function)? {
                self.sections.functions.return_value(value);
            }
            self.sections.functions.function_end();
        }
        Ok(())
    }

    fn write_kill(&mut self, function: FunctionId) -> Result<Option<ValueId>> {
        let result = self.void_type();
        let [] = self.open_helper_of(function, result, [])?;
        if self.plan.facts().terminate_invocation {
            self.sections.functions.terminate_invocation();
        } else {
            self.sections.functions.kill();
        }
        Ok(None)
    }

    /// Opens a helper whose parameters and result are values: writes its function, parameters and first label.
    pub(crate) fn open_helper<const N: usize>(
        &mut self,
        function: FunctionId,
        result: TypeKey,
        parameters: [TypeKey; N],
    ) -> Result<[ValueId; N]> {
        let result = self.value_type(result)?;
        let mut types = [result; N];
        for (ty, &type_key) in types.iter_mut().zip(&parameters) {
            *ty = self.value_type(type_key)?;
        }
        self.open_helper_of(function, result, types)
    }

    /// Constructs a vector or matrix of parts that are computed one by one, by their index.
    fn construct_each(
        &mut self,
        type_key: TypeKey,
        count: u32,
        mut part: impl FnMut(&mut Self, u32) -> Result<ValueId>,
    ) -> Result<ValueId> {
        let mark = self.scratch_values.len();
        for index in 0..count {
            let id = part(self, index)?;
            self.scratch_values.push(id);
        }
        let ty = self.value_type(type_key)?;
        Ok(self.construct_since(mark, ty))
    }

    /// Opens a helper whose types have been declared by the caller.
    pub(crate) fn open_helper_of<const N: usize>(
        &mut self,
        function: FunctionId,
        result: TypeId,
        parameters: [TypeId; N],
    ) -> Result<[ValueId; N]> {
        let function_type = self.function_type(result, &parameters)?;
        let Tables { sections, ids, .. } = &mut *self.tables;
        let code = &mut sections.functions;
        code.function(result, function, spirv::FunctionControl::NONE, function_type);
        let values = parameters.map(|ty| {
            let id = ids.value();
            code.function_parameter(ty, id);
            id
        });
        code.label(ids.label());
        Ok(values)
    }
}
