// A mask of samples goes in and out: arrays of one element each.
// targets: vulkan1.0 vulkan1.3

struct Result {
    @builtin(sample_mask) mask: u32,
    @location(0) color: vec4<f32>,
}

@fragment
fn main(@builtin(sample_mask) covered: u32, @builtin(sample_index) sample: u32) -> Result {
    return Result(covered & (1u << sample), vec4<f32>(1.0));
}
