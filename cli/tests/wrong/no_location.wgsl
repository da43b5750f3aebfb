@fragment fn main(a: f32) {}
