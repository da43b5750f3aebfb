//! SPIR-V words: reading a module ([`reader`], with the [`grammar`] of its operands), disassembly, and assembly of
//! text.
//!
//! ```
//! let words = [0x0723_0203, 0x0001_0300, 0, 1, 0, 0x0002_0011, 1];
//! assert!(spirula::words::disassemble(&words).ends_with("OpCapability Shader\n"));
//! ```

// Private to the crate: ids, sections, the operations that append to them, interning, and the assembly of a module from
// sections. This folder knows the SPIR-V binary form and not naga: SPIR-V §2.2, Terms; §2.3, Physical Layout of a
// SPIR-V Module and Instruction; §2.4, Logical Layout of a Module. All other code appends words through `Section` and
// creates no instruction objects.

mod assembly;
mod disassembly;
pub mod grammar;
mod id;
mod intern;
mod module;
mod names;
mod number;
mod ops;
pub mod reader;
mod section;

pub use assembly::{Assembly, AssemblyError, AssemblyReason, assemble_text, assemble_text_with_places};
#[cfg(feature = "check")]
pub(crate) use disassembly::Listing;
pub use disassembly::{disassemble, disassemble_friendly, disassemble_instruction, disassemble_numbered};
pub(crate) use id::{FunctionId, Id, IdAllocator, LabelId, MAX_ID_BOUND, TypeId, ValueId};
pub(crate) use intern::{Interner, ResultPosition};
pub(crate) use module::{GENERATOR, HEADER_WORDS, MAGIC, Sections, assemble};
pub(crate) use section::{MAX_INSTRUCTION_WORDS, MAX_STRING_BYTES, Operand, Section, fitting, has_zero};

#[cfg(test)]
pub(crate) use ops::{OPERATIONS, Operation};

#[cfg(test)]
mod tests;
