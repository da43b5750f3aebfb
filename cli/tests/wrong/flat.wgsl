@fragment fn main(@location(0) a: i32) {}
