fn f(a: vec3f) -> f32 { return a[5]; }
