//! Float controls: over combinations of what is asked for and what the device has, whether it is accepted and what is
//! written; what decorates arithmetic; and what the words do on a driver.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

#[path = "float_controls/emission.rs"]
mod emission;
#[path = "float_controls/execution.rs"]
mod execution;
#[path = "float_controls/expected.rs"]
mod expected;
#[path = "float_controls/table.rs"]
mod table;
#[path = "float_controls/zeros.rs"]
mod zeros;
