//! Assertions in place of proofs (`back::assertions`), for tests: indices, texels and loops whose checks a proof
//! removed. An index that is out of range is clamped, and a loop that does not move its counter is left.

use super::bounds::Index;
use super::construct::Count;
use super::operator::op_of;
use super::{Code, FunctionEmitter};
use crate::back::emitter::Result;
use crate::back::proofs::{CheckKind, LoopProof};
use crate::back::texel::{ImageType, Texel, TexelCode as _};
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use naga::{BinaryOperator, Handle, LocalVariable};

/// The assertion of a loop's proof, from the header to the back edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct AssertedLoop {
    number: ValueId,
    proof: LoopProof,
    /// The value of the counter at the start of the iteration; `None` if the back edge is never reached.
    start: Option<ValueId>,
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
        let start = match proof {
            LoopProof::Counted { local, .. } => Some(self.counter(local)?.0),
            LoopProof::Once => None,
        };
        Ok(AssertedLoop { number, proof, start })
    }

    /// The value of a loop's counter, and its type.
    fn counter(&mut self, local: Handle<LocalVariable>) -> Result<(ValueId, TypeKey)> {
        let variable = self.local_variable(local)?;
        let type_key = self.m.type_keys.type_key(self.function.local_variables[local].ty);
        Ok((self.load_value(type_key, variable)?, type_key))
    }

    /// Asserts at the back edge of a loop that it ends: that its counter has moved in the direction of the proof. Returns
    /// the condition to stay in the loop.
    #[cold]
    pub(super) fn assert_loop(&mut self, asserted: AssertedLoop) -> Result<ValueId> {
        let holds = match (asserted.proof, asserted.start) {
            (LoopProof::Counted { local, up }, Some(start)) => {
                let (end, type_key) = self.counter(local)?;
                let moved = if up {
                    BinaryOperator::Greater
                } else {
                    BinaryOperator::Less
                };
                let comparison = op_of(moved, type_key.number()?.kind)?;
                self.binary_op(TypeKey::BOOL, comparison, end, start)?
            }
            (LoopProof::Counted { .. } | LoopProof::Once, _) => self.m.bool_constant(false)?,
        };
        self.call_assertion(holds, asserted.number)?;
        Ok(holds)
    }
}
