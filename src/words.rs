//! SPIR-V words: reading a module ([`reader`], with the [`grammar`] of its operands), disassembly, and assembly of
//! text. This is the module `words` of `spirula-spirv`.

#[doc(inline)]
pub use spirula_spirv::words::*;

// What the writer appends words with.
pub(crate) use spirula_spirv::internal::{
    FunctionId, Id, IdAllocator, Interner, LabelId, MAX_ID_BOUND, MAX_INSTRUCTION_WORDS, MAX_STRING_BYTES, Operand,
    ResultPosition, Section, Sections, TypeId, ValueId, assemble, fitting, has_zero,
};
