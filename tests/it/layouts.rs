//! Tests of memory layouts on a Vulkan driver: a shader must read what the host writes by WGSL's layout rules, and
//! store at the offsets of these rules. Every matrix, of every element type that the device supports, in every position
//! and memory, by every form of access, in SPIR-V 1.0, 1.3, 1.5 and 1.6.
//!
//! Without a driver every test prints `skipped: no Vulkan driver` and passes; with `SPIRULA_REQUIRE_VULKAN=1` it fails
//! instead.

mod host;
mod positions;
mod probes;
mod reads;
mod writes;
