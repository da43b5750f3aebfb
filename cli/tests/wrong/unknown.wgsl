fn f() -> f32 { return missing + 1.0; }
