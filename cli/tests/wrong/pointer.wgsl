fn f(p: ptr<function, i32>) {}
fn g() { var x: f32; f(&x); }
