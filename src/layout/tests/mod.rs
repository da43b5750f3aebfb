//! Tests of `layout`: hand-written cases, and properties over random types in [`properties`], with spirv-val as a
//! second judge of legality.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

mod cases;
mod declared;
mod properties;
mod registers;
mod types;
