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
mod name;
mod pack;
mod ray;
mod specials;
mod task;
mod texture;

pub(crate) use derivative::derivative_op;
pub(crate) use key::{
    BitFunction, DoubleFunction, Normalized, Polyfill, PolyfillTable, QueryRead, Relayout, TexelLoad,
};
pub(crate) use ray::{QueryState, RAY_MEMBERS};

use super::code::Code;
use super::emitter::{Emitter, Result, Tables};
use super::type_key::TypeKey;
use crate::words::{FunctionId, TypeId, ValueId};
use naga::Span;

impl Emitter<'_> {
    /// The function id of a helper for the caller's float style. The function is written after all functions that call
    /// it.
    pub(crate) fn polyfill(&mut self, polyfill: Polyfill) -> FunctionId {
        let style = polyfill.style(self.floats);
        let Tables { polyfills, ids, .. } = &mut *self.tables;
        *polyfills
            .requested
            .entry((polyfill, style))
            .or_insert_with(|| ids.function())
    }

    /// Writes every requested helper, and the helpers that these request.
    pub(crate) fn write_polyfills(&mut self) -> Result<()> {
        // The call has already recorded the place of the helper's requirements.
        (self.span, self.expressions) = (Span::UNDEFINED, None);
        while let Some((&(polyfill, style), &function)) = self.polyfills.requested.get_index(self.polyfills.written) {
            self.polyfills.written += 1;
            self.set_floats(style);
            if self.options.names {
                self.sections.names.name(function.id(), polyfill.name());
            }
            self.write_polyfill(polyfill, function)?;
        }
        Ok(())
    }

    /// The dispatch over all helpers: one match that names a method for each and holds no code.
    fn write_polyfill(&mut self, polyfill: Polyfill, function: FunctionId) -> Result<()> {
        let value = match polyfill {
            Polyfill::Divide(type_key) => self.write_division(function, type_key, false),
            Polyfill::Remainder(type_key) => self.write_division(function, type_key, true),
            Polyfill::LoadTexel(load) => self.write_load_texel(function, load),
            Polyfill::ClampToEdge { image, non_uniform } => self.write_clamp_to_edge(function, image, non_uniform),
            Polyfill::ExternalSize(global) => self.write_external_size(function, global),
            Polyfill::ExternalLoad(global) => self.write_external_load(function, global),
            Polyfill::ExternalSample {
                global,
                sampler,
                non_uniform,
            } => self.write_external_sample(function, global, sampler, non_uniform),
            Polyfill::IntegerDot(vector) => self.write_integer_dot(function, vector),
            Polyfill::PackedDotSigned => self.write_packed_dot(function, true),
            Polyfill::PackedDotUnsigned => self.write_packed_dot(function, false),
            Polyfill::Bits(what, type_key) => self.write_bits(function, what, type_key),
            Polyfill::ExtractBits(type_key) => self.write_extract_bits(function, type_key),
            Polyfill::InsertBits(type_key) => self.write_insert_bits(function, type_key),
            Polyfill::Pack { signed, clamp } => self.write_pack(function, signed, clamp),
            Polyfill::PackNormalized(format) => self.write_pack_normalized(function, format),
            Polyfill::Extreme { type_key, least } => self.write_extreme(function, type_key, least),
            Polyfill::Sign(type_key) => self.write_sign(function, type_key),
            Polyfill::SpecialTest { floats, infinite } => self.write_special_test(function, floats, infinite),
            Polyfill::Double(what, type_key) => self.write_double(function, what, type_key),
            Polyfill::DoubleDerivative(type_key, axis, control) => {
                self.write_double_derivative(function, type_key, axis, control)
            }
            Polyfill::SmoothStep(type_key) => self.write_smooth_step(function, type_key),
            Polyfill::Frexp { argument, result } => self.write_frexp(function, argument, result),
            Polyfill::Relayout(change) => self.write_relayout(function, change),
            Polyfill::MatrixAdd(type_key) => self.write_matrix_sum(function, type_key, spirv::Op::FAdd),
            Polyfill::MatrixSubtract(type_key) => self.write_matrix_sum(function, type_key, spirv::Op::FSub),
            Polyfill::MatrixConvert { from, to } => self.write_matrix_convert(function, from, to),
            Polyfill::RayIsValid { skips } => self.write_ray_is_valid(function, skips),
            Polyfill::RayIntersection(read) => self.write_ray_intersection(function, read),
            Polyfill::RayVertexPositions(read) => self.write_ray_vertex_positions(function, read),
            Polyfill::TaskSize(limits) => self.write_task_size(function, limits),
            Polyfill::RayMayConfirm => self.write_ray_may_confirm(function),
            Polyfill::RayMayGenerate => self.write_ray_may_generate(function),
            Polyfill::Kill => return self.write_kill(function),
        }?;
        self.sections.functions.return_value(value);
        self.sections.functions.function_end();
        Ok(())
    }

    /// Writes a function that ends the invocation.
    fn write_kill(&mut self, function: FunctionId) -> Result<()> {
        let result = self.void_type();
        let [] = self.open_helper_of(function, result, [])?;
        if self.plan.facts().terminate_invocation {
            self.sections.functions.terminate_invocation();
        } else {
            self.sections.functions.kill();
        }
        self.sections.functions.function_end();
        Ok(())
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
