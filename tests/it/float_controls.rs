//! Float controls: over combinations of what is asked for and what the device has, whether it is accepted and what is
//! written; what decorates arithmetic; and what the words do on a driver.

mod emission;
mod execution;
mod expected;
mod table;
mod zeros;
