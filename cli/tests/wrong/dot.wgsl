fn f(a: vec2f, b: vec3f) -> f32 { return dot(a, b); }
