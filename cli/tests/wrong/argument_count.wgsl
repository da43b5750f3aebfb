fn g(a: f32, b: f32) -> f32 { return a; }
fn f() -> f32 { return g(1.0); }
