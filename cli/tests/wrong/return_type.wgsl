fn f() -> f32 { return vec2f(); }
