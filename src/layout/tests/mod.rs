//! Tests of the layout room: hand-made cases here, properties over random types in [`properties`], with spirv-val as a
//! second opinion on what is legal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

mod cases;
mod properties;
mod registers;
mod shape;
mod types;
