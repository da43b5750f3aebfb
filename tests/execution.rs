//! What the words do on a Vulkan driver, against values computed in Rust and, where both are defined, against what the
//! words of naga's own backend do.
//!
//! Without a driver every test here says `skipped: no Vulkan driver` and passes; with `SPIRULA_REQUIRE_VULKAN=1` it
//! fails instead.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

#[path = "execution/access.rs"]
mod access;
#[path = "execution/arithmetic.rs"]
mod arithmetic;
#[path = "execution/atomic_values.rs"]
mod atomic_values;
#[path = "execution/atomics.rs"]
mod atomics;
#[path = "execution/binding_arrays.rs"]
mod binding_arrays;
#[path = "execution/bindings.rs"]
mod bindings;
#[path = "execution/bytes.rs"]
mod bytes;
#[path = "execution/edges.rs"]
mod edges;
#[path = "execution/elements.rs"]
mod elements;
#[path = "execution/fall_through.rs"]
mod fall_through;
#[path = "execution/flow.rs"]
mod flow;
#[path = "execution/formats.rs"]
mod formats;
#[path = "execution/images.rs"]
mod images;
#[path = "execution/lit_mesh.rs"]
mod lit_mesh;
#[path = "execution/math.rs"]
mod math;
#[path = "execution/packing.rs"]
mod packing;
#[path = "execution/particles.rs"]
mod particles;
#[path = "execution/pointers.rs"]
mod pointers;
#[path = "execution/post_process.rs"]
mod post_process;
#[path = "execution/ranges.rs"]
mod ranges;
#[path = "execution/run.rs"]
mod run;
#[path = "execution/shapes.rs"]
mod shapes;
#[path = "execution/texels.rs"]
mod texels;
#[path = "execution/texture_loops.rs"]
mod texture_loops;
#[path = "execution/texture_shapes.rs"]
mod texture_shapes;
#[path = "execution/widths.rs"]
mod widths;
#[path = "execution/workgroup.rs"]
mod workgroup;
