//! SPIR-V words: reading a module ([`reader`], with the [`grammar`] of its operands), disassembly, and assembly of
//! text.
//!
//! ```
//! let words = [0x0723_0203, 0x0001_0300, 0, 1, 0, 0x0002_0011, 1];
//! assert!(spirula_spirv::words::disassemble(&words).ends_with("OpCapability Shader\n"));
//! ```

// Outside of this crate only for Spirula's writer (`internal`): ids, sections, the operations that append to them, interning, and the assembly of a module from
// sections. This folder knows the SPIR-V binary form and not naga: SPIR-V §2.2, Terms; §2.3, Physical Layout of a
// SPIR-V Module and Instruction; §2.4, Logical Layout of a Module. All other code appends words through `Section` and
// creates no instruction objects.

mod assembly;
mod disassembly;
mod generators;
pub mod grammar;
pub(crate) mod id;
pub(crate) mod intern;
pub(crate) mod module;
mod names;
pub(crate) mod number;
mod ops;
pub mod reader;
pub(crate) mod section;

pub use assembly::{Assembly, AssemblyError, AssemblyReason, assemble_text, assemble_text_with_places};
#[cfg(feature = "check")]
pub(crate) use disassembly::Listing;
#[cfg(feature = "listing")]
pub(crate) use disassembly::{Declarations, Style, string};
pub use disassembly::{Disassembly, disassemble, disassemble_friendly, disassemble_instruction, disassemble_numbered};
pub(crate) use module::{GENERATOR, HEADER_WORDS, MAGIC};

#[cfg(test)]
pub(crate) use ops::{OPERATIONS, Operation};

#[cfg(test)]
mod tests;
