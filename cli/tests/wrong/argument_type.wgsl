fn g(a: f32) -> f32 { return a; }
fn f() -> f32 { return g(vec2f()); }
