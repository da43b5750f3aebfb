var<workgroup> shared_sums: array<u32, 4>;
@fragment fn main() -> @location(0) vec4f { return vec4f(f32(shared_sums[0])); }
