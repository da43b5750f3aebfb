//! images.
