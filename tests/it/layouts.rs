//! Bytes: what the host writes by WGSL's layout rules is what a shader reads, and what a shader stores stands where the
//! rules say. Every matrix, of every element type that the device has, in every position and memory, by every form of
//! access, in SPIR-V 1.0, 1.3, 1.5 and 1.6, on a Vulkan driver.
//!
//! Without a driver every test here says `skipped: no Vulkan driver` and passes; with `SPIRULA_REQUIRE_VULKAN=1` it
//! fails instead.

mod host;
mod positions;
mod probes;
mod reads;
mod writes;
