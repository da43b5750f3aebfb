//! Rewrites modules of any compiler for drivers that get some valid SPIR-V wrong.
//!
//! [`apply`] replaces what the drivers of a set of [`Workarounds`] miscompile or crash on. The module means the same
//! before and after, and what is valid stays valid. Which driver needs which workaround is in
//! [`Driver`](crate::target::Driver)'s table.
//!
//! ```
//! use spirula_spirv::target::{Workaround, Workarounds};
//! use spirula_spirv::{rewrite, words};
//!
//! let module = "OpCapability Shader
//!     %glsl = OpExtInstImport \"GLSL.std.450\"
//!     OpMemoryModel Logical GLSL450
//!     OpEntryPoint GLCompute %main \"main\"
//!     OpExecutionMode %main LocalSize 1 1 1
//!     %void = OpTypeVoid
//!     %float = OpTypeFloat 32
//!     %one = OpConstant %float 1
//!     %signature = OpTypeFunction %void
//!     %main = OpFunction %void None %signature
//!     %entry = OpLabel
//!     %clamped = OpExtInst %float %glsl FClamp %one %one %one
//!     OpReturn
//!     OpFunctionEnd";
//! let module = words::assemble_text(module, 0x0001_0000)?;
//! let rewritten = rewrite::apply(&module, Workarounds::from([Workaround::FloatClamp]))?;
//! assert!(!words::disassemble(&rewritten.words).contains("FClamp"));
//! assert_eq!(rewritten.applied[0].count, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// One function for each workaround, in the file of what it rewrites. `module` has the module while it is rewritten.

mod bits;
mod clamp;
mod compare_sample;
mod comparison;
mod components;
mod debug;
mod distance;
mod functions;
mod graph;
mod handle_arguments;
mod matrix;
mod matrix_arguments;
mod memory;
mod module;
mod nested_switch;
mod pack;
mod subgroup;
mod switch;
mod variables;

pub use crate::target::Applied;
use crate::target::{Workaround, Workarounds};
use crate::words::reader::ReadError;
use alloc::vec::Vec;
use core::fmt;
use module::Module;

/// A rewritten module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewritten {
    /// The words.
    pub words: Vec<u32>,
    /// What was rewritten, in the order in which it was applied. A workaround whose shape the module does not have is
    /// not listed.
    pub applied: Vec<Applied>,
}

/// Why a module cannot be rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RewriteError {
    /// The words do not have the physical form of a module.
    Read(ReadError),
    /// The id bound is more than SPIR-V's universal limit (§2.17), or no id is left for what is added.
    Bound {
        /// The bound.
        bound: u32,
    },
    /// An instruction became longer than its word count can say.
    Length,
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Bound { bound } => write!(f, "the id bound {bound} exceeds the limit of SPIR-V"),
            Self::Length => f.write_str("an instruction would have more than 65,535 words"),
        }
    }
}

impl core::error::Error for RewriteError {}

/// Rewrites a module with each workaround of a set.
///
/// The module should be valid; of one that is not the result is not specified, but nothing panics.
///
/// # Errors
///
/// If the words do not have the form of a module, or the result would exceed a universal limit of SPIR-V.
pub fn apply(words: &[u32], workarounds: Workarounds) -> Result<Rewritten, RewriteError> {
    let mut module = Module::read(words)?;
    let mut applied = Vec::new();
    for workaround in workarounds.iter() {
        pass(workaround)(&mut module);
        let (count, functions) = module.take_places();
        if count > 0 {
            applied.push(Applied {
                workaround,
                count,
                functions,
            });
        }
    }
    let words = match applied.is_empty() {
        true => words.to_vec(),
        false => module.write()?,
    };
    Ok(Rewritten { words, applied })
}

/// The function that carries out a workaround.
fn pass(workaround: Workaround) -> fn(&mut Module) {
    match workaround {
        // Nothing is done for words: the writer inlines calls before there are any.
        Workaround::InlineCalls => |_| {},
        Workaround::HandleArguments => handle_arguments::handle_arguments,
        Workaround::MatrixArguments => matrix_arguments::matrix_arguments,
        Workaround::PassedInitializer => variables::passed_initializer,
        Workaround::SwitchRange => switch::switch_range,
        Workaround::PrivateComponent => memory::private_component,
        Workaround::CompareCubeArray => compare_sample::compare_cube_array,
        Workaround::CompareSample => compare_sample::compare_sample,
        Workaround::Pack4x8 => pack::pack_4x8,
        Workaround::ScalarDistance => distance::scalar_distance,
        Workaround::HalfSaturate => clamp::half_saturate,
        Workaround::FloatClamp => clamp::float_clamp,
        Workaround::VectorMinMax => components::vector_min_max,
        Workaround::FloatNegation => bits::float_negation,
        Workaround::FloatAbsolute => bits::float_absolute,
        Workaround::NestedSubgroupMinMax => subgroup::nested_min_max,
        Workaround::HalfBroadcast => subgroup::half_broadcast,
        Workaround::CooperativeStride => matrix::cooperative_stride,
        Workaround::WorkgroupAtomicStore => memory::workgroup_atomic_store,
        Workaround::LogicalNot => comparison::logical_not,
        Workaround::VertexIndexEquality => comparison::vertex_index_equality,
        Workaround::UnsignedZeroEquality => comparison::unsigned_zero_equality,
        Workaround::VectorAnd => components::vector_and,
        Workaround::NestedSwitch => nested_switch::nested_switch,
        Workaround::SourceLanguage => debug::source_language,
        Workaround::InterfaceNames => debug::interface_names,
        Workaround::DebugInfo => debug::debug_info,
    }
}
