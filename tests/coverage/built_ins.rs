//! Where naga's validator admits each built-in.

/// A built-in by its name, and the stages with whether they read or write it.
pub const PLACES: &[(&str, &[&str])] = &[];
