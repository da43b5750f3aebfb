//! Tests of the words' behaviour on a Vulkan driver, compared with values computed in Rust and, where both are defined,
//! with that of the words of naga's own backend.
//!
//! Without a driver every test prints `skipped: no Vulkan driver` and passes; with `SPIRULA_REQUIRE_VULKAN=1` it fails
//! instead.

mod access;
mod aliases;
mod arithmetic;
mod atomic_values;
mod atomics;
mod binding_arrays;
mod bindings;
pub mod bytes;
mod edges;
mod elements;
mod fall_through;
mod flow;
mod formats;
mod images;
mod immediates;
mod index_widths;
mod iterations;
mod lit_mesh;
mod math;
mod matrix;
mod packing;
mod particles;
mod pointers;
mod post_process;
mod proofs;
mod ranges;
mod robust_access;
pub mod run;
mod shapes;
mod texels;
mod texture_loops;
mod texture_shapes;
mod widths;
mod workarounds;
mod workgroup;
