//! Tests of `layout`: hand-written cases, and properties over random types in [`properties`], with spirv-val as a
//! second judge of legality.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

mod cases;
mod declared;
mod properties;
mod registers;
mod types;

use super::path::StaticStep;
use super::{Layouts, Place};
use naga::{Type, UniqueArena};

/// The step to a part by a constant index.
fn step(layouts: &Layouts, types: &UniqueArena<Type>, place: Place, index: u32) -> Option<StaticStep> {
    let parts = layouts.parts(types, place)?;
    layouts.step_static(types, parts, index)
}
