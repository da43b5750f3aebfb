//! Assertions in place of proofs, for tests ([`ProofAssertions`]): the buffer that receives the number of a proof that
//! does not hold, and the function that stores it.
//!
//! ```text
//! %holds = OpULessThan %bool %index %length        an index that is proved to be in range
//!          OpFunctionCall %void %assert %holds %number
//! %safe  = OpExtInst %uint %glsl UMin %index %last
//! ```
//!
//! The store is in a function of its own, so that an assertion needs no branch where it is: a loop header is one block.
//!
//! [`ProofAssertions`]: crate::options::ProofAssertions

use super::emitter::{Emitter, Result, Tables, internal};
use super::proofs::CheckKind;
use super::resources::Memory;
use super::shape::Shape;
use super::type_key::TypeKey;
use crate::layout::MemoryLayout;
use crate::options::ProofAssertions;
use crate::words::{FunctionId, ValueId};
use alloc::vec::Vec;
use naga::Span;
use spirv::{Decoration, MemorySemantics, SelectionControl};

/// A proof that is asserted at run time. Its number, by which a shader reports it, is one more than its position in
/// [`Output::assertions`](crate::Output::assertions).
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Assertion {
    /// What is proved.
    pub kind: CheckKind,
    /// The position in the shader's source.
    pub span: Span,
}

#[derive(Debug, Default)]
pub(crate) struct AssertionTable {
    /// The buffer, which is in the interfaces of entry points.
    pub(super) buffer: Option<ValueId>,
    function: Option<FunctionId>,
    /// The asserted proofs, in the order of their emission.
    pub(crate) proofs: Vec<Assertion>,
}

impl AssertionTable {
    pub(crate) fn reset(&mut self) {
        (self.buffer, self.function) = (None, None);
        self.proofs.clear();
    }
}

impl Emitter<'_> {
    /// Declares the buffer: a struct of one `u32`.
    #[cold]
    pub(crate) fn declare_assertions(&mut self, place: ProofAssertions) -> Result<()> {
        let (class, role) = self.plan.facts().storage_buffers;
        let shape = Shape::new(TypeKey::U32, MemoryLayout::Natural);
        let Memory { variable, .. } = self.declare_buffer(class, shape, role)?;
        let annotations = &mut self.sections.annotations;
        annotations.decorate(variable.id(), Decoration::DescriptorSet, &[place.set]);
        annotations.decorate(variable.id(), Decoration::Binding, &[place.binding]);
        self.name(variable.id(), Some("spirula_failed_proof"));
        self.assertions.buffer = Some(variable);
        Ok(())
    }

    /// The number of a new assertion, as a constant.
    pub(crate) fn assertion_number(&mut self, kind: CheckKind, span: Span) -> Result<ValueId> {
        self.assertions.proofs.push(Assertion { kind, span });
        let number = self.assertions.proofs.len() as u32;
        self.u32_constant(number)
    }

    /// The function that stores a number unless a condition holds.
    pub(crate) fn assertion_function(&mut self) -> FunctionId {
        let Tables { assertions, ids, .. } = &mut *self.tables;
        *assertions.function.get_or_insert_with(|| ids.function())
    }

    /// Writes the function, if an assertion calls it.
    #[cold]
    pub(crate) fn write_assertion_function(&mut self) -> Result<()> {
        let Some(function) = self.assertions.function else {
            return Ok(());
        };
        let buffer = self.assertions.buffer;
        let buffer = buffer.ok_or_else(|| internal("an assertion without a buffer"))?;
        let result = self.void_type();
        let parameters = [self.value_type(TypeKey::BOOL)?, self.value_type(TypeKey::U32)?];
        let (class, _) = self.plan.facts().storage_buffers;
        let pointer_type = self.pointer_type(class, Shape::value(TypeKey::U32))?;
        let scope = self.device_scope()?;
        let relaxed = self.u32_constant(MemorySemantics::RELAXED.bits())?;
        let first = self.u32_constant(0)?;
        self.name(function.id(), Some("spirula_assert"));
        let [holds, number] = self.open_helper_of(function, result, parameters)?;
        let (fails, merge) = (self.ids.label(), self.ids.label());
        let pointer = self.ids.value();
        let code = &mut self.sections.functions;
        code.selection_merge(merge, SelectionControl::NONE);
        code.branch_conditional(holds, merge, fails);
        code.label(fails);
        code.access_chain(pointer_type, pointer, buffer, &[first]);
        // Several invocations can store at the same time.
        code.atomic_store(pointer, scope, relaxed, number);
        code.branch(merge);
        code.label(merge);
        code.return_void();
        code.function_end();
        Ok(())
    }
}
