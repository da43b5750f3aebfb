fn f(a: f32) -> f32 { return select(a, 1u, true); }
