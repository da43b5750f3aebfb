//! math.
