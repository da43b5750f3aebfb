struct S { a: array<f32>, b: f32 }
@group(0) @binding(0) var<storage> s: S;
