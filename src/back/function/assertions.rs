//! Assertions in place of proofs (`back::assertions`), for tests: indices, texels and loops whose checks a proof
//! removed. An index that is out of range is clamped, and a loop that does not move its counter is left.

use super::bounds::Index;
use super::construct::Count;
use super::{Code, FunctionEmitter};
use crate::back::emitter::Result;
use crate::back::proofs::{CheckKind, LoopProof};
use crate::back::texel::{ImageType, Texel, TexelCode as _};
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use naga::ScalarKind;
use spirv::Op;

/// The assertion of a loop's proof, from the header to the back edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct AssertedLoop {
    number: ValueId,
    /// The counter; `None` if the back edge is never reached.
    counter: Option<Counter>,
}

/// The local that a proved loop moves in one direction.
#[derive(Clone, Copy, Debug)]
struct Counter {
    variable: ValueId,
    type_key: TypeKey,
    /// Its value at the start of the iteration.
    start: ValueId,
    /// The comparison with the value at the start that holds at the back edge.
    comparison: Op,
}

impl FunctionEmitter<'_, '_> {
    /// Whether the check that a proof removed is written as an assertion.
    #[inline]
    pub(super) fn asserts_proofs(&self) -> bool {
        self.m.options.assert_proofs.is_some()
    }

    fn assert_proof(&mut self, kind: CheckKind, holds: ValueId) -> Result<()> {
        let number = self.m.assertion_number(kind, self.m.place())?;
        self.call_assertion(holds, number)
    }

    fn call_assertion(&mut self, holds: ValueId, number: ValueId) -> Result<()> {
        let (function, ty) = (self.m.assertion_function(), self.m.void_type());
        let id = self.fresh();
        self.f.body.function_call(ty, id, function, &[holds, number]);
        Ok(())
    }

    /// The clamped index, which is asserted to be below a length.
    #[cold]
    pub(super) fn asserted_below(&mut self, index: Index, length: Count) -> Result<Index> {
        let holds = self.in_range(index, length)?;
        self.assert_proof(CheckKind::Index, holds)?;
        self.clamp_index(index, length)
    }

    /// Loads the clamped texel of a load, which is asserted to be inside the image.
    #[cold]
    pub(super) fn load_asserted_texel(&mut self, ty: ImageType, asked: Texel, is_first: bool) -> Result<ValueId> {
        let clamped = self.clamp_texel(ty, asked, is_first)?;
        let holds = self.is_inside(ty, (asked, clamped), is_first)?;
        self.assert_proof(CheckKind::Texel, holds)?;
        self.read_texel(ty, clamped)
    }

    /// Notes the counter of a loop that is proved to end, in the loop's header.
    #[cold]
    pub(super) fn open_asserted_loop(&mut self, proof: LoopProof) -> Result<AssertedLoop> {
        let number = self.m.assertion_number(CheckKind::Loop, self.m.span)?;
        let LoopProof::Counted { local, up } = proof else {
            return Ok(AssertedLoop { number, counter: None });
        };
        let variable = self.local_variable(local)?;
        let type_key = self.m.type_keys.type_key(self.function.local_variables[local].ty);
        let scalar = type_key.scalar_of();
        let is_signed = scalar.is_some_and(|scalar| scalar.kind == ScalarKind::Sint);
        let comparison = match (up, is_signed) {
            (true, false) => Op::UGreaterThan,
            (true, true) => Op::SGreaterThan,
            (false, false) => Op::ULessThan,
            (false, true) => Op::SLessThan,
        };
        let start = self.load_value(type_key, variable)?;
        let counter = Some(Counter {
            variable,
            type_key,
            start,
            comparison,
        });
        Ok(AssertedLoop { number, counter })
    }

    /// Asserts at the back edge of a loop that it ends. Returns the condition to stay in the loop.
    #[cold]
    pub(super) fn assert_loop(&mut self, asserted: AssertedLoop) -> Result<ValueId> {
        let holds = match asserted.counter {
            None => self.m.bool_constant(false)?,
            Some(counter) => {
                let end = self.load_value(counter.type_key, counter.variable)?;
                self.binary_op(TypeKey::BOOL, counter.comparison, end, counter.start)?
            }
        };
        self.call_assertion(holds, asserted.number)?;
        Ok(holds)
    }
}
