fn f(a: vec3<f32>, b: i32) -> vec3<f32> { return a + b; }
