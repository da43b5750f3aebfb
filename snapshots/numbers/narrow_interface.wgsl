// disable: storageInputOutput16
// targets: vulkan1.1 vulkan1.3
// Without 16-bit inputs and outputs they are 32-bit ones, converted where they are read and written.
enable f16;
enable wgpu_int16;
struct Varying {
    @location(0) colour: vec4<f16>,
    @location(1) @interpolate(flat) size: vec2<u16>,
    @location(2) @interpolate(flat) step: i16,
}

@fragment
fn main(in: Varying, @location(3) half: f16) -> @location(0) vec4<f16> {
    return in.colour * half * vec4(f16(in.size.x), f16(in.size.y), f16(in.step), 1.0h);
}

// CHECK-NOT: OpCapability StorageInputOutput16
// CHECK: [[COLOUR:]] = OpLoad %v4f32 %Input_location0
// CHECK: OpFConvert %v4f16 [[COLOUR]]
// CHECK: [[SIZE:]] = OpLoad %v2u32 %Input_location1
// CHECK: OpUConvert %v2u16 [[SIZE]]
// CHECK: [[STEP:]] = OpLoad %i32 %Input_location2
// CHECK: OpSConvert %i16 [[STEP]]
// CHECK: [[RESULT:]] = OpFConvert %v4f32
// CHECK: OpStore %Output_location0 [[RESULT]]
