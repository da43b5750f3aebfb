//! All suites of integration tests, in one program, so that it is linked once and tests are selected by name.
//!
//! A suite owns one subject, which its first sentence states. Shared code is in `tests/common`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "../common/mod.rs"]
mod common;

mod architecture;
mod assembly;
mod atomics;
mod binding_arrays;
mod bindless;
#[cfg(feature = "build")]
mod build;
mod by_hand;
mod capabilities;
// The suite of `spirula-spirv`, beside spirv-val.
#[cfg(feature = "spirv-val")]
#[path = "../../spirv/tests/it/check/mod.rs"]
mod check;
#[cfg(feature = "naga-compat")]
mod compat;
mod compilers;
mod consumers;
mod conversions;
mod cooperative;
mod coverage;
mod debug_info;
mod driver;
#[cfg(feature = "ash")]
mod exact;
mod execution;
mod features;
mod float_controls;
mod frame;
mod graphics;
mod image;
mod inline;
mod instances;
mod interfaces;
mod layouts;
mod limits;
mod listing;
mod memory;
mod mesh;
mod mutated;
mod numbers;
mod offsets;
mod operators;
mod overrides;
mod pool;
#[cfg(feature = "profiles")]
mod profiles;
mod proofs;
mod proofs_asserted;
mod random;
mod ranges;
mod rays;
mod real;
mod reflection;
mod renderdoc;
mod shortcomings;
mod snapshots;
mod stress;
mod subgroups;
mod unvalidated;
mod versions;
mod workarounds;
mod workgroups;
mod writer;
