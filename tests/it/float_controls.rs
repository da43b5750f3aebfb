//! Tests of float controls: combinations of options and device properties, whether each is accepted and what is
//! written; the decorations of arithmetic; and the results on a driver.

mod emission;
mod execution;
mod expected;
mod table;
mod zeros;
