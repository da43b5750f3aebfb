// Inputs that would make the shader run per sample, and that nothing reads: they are not declared.
// targets: vulkan1.1

struct Between {
    @location(0) color: vec4<f32>,
    @location(1) @interpolate(perspective, sample) fine: vec4<f32>,
}

@fragment
fn main(between: Between, @builtin(sample_index) index: u32) -> @location(0) vec4<f32> {
    return between.color;
}

// The only input is at location 0, and per pixel.
// CHECK-NOT: OpCapability SampleRateShading
// CHECK: OpEntryPoint Fragment %main "main" %Input_location0 %Output_location0
// CHECK-NOT: Sample
// CHECK-NOT: Location 1
// CHECK: OpTypeVoid
