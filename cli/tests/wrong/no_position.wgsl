@vertex fn main() -> @location(0) f32 { return 1.0; }
