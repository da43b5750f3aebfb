fn f(a: f32) { if a { } }
