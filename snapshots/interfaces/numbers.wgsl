// Numbers of every width between stages.
enable f16;
enable wgpu_int16;
struct Numbers {
    @location(0) @interpolate(flat) i16: vec2<i16>,
    @location(1) @interpolate(flat) i32: vec2<i32>,
    @location(2) @interpolate(flat) i64: i64,
    @location(3) @interpolate(flat) u16: vec2<u16>,
    @location(4) @interpolate(flat) u32: vec2<u32>,
    @location(5) @interpolate(flat) u64: u64,
    @location(6) @interpolate(flat) f16: vec2<f16>,
    @location(7) @interpolate(flat) f32: vec2<f32>,
    @location(8) @interpolate(flat) f64: f64,
    @builtin(position) at: vec4<f32>,
}
struct Attributes {
    @location(0) i16: vec2<i16>,
    @location(1) i32: vec2<i32>,
    @location(2) i64: i64,
    @location(3) u16: vec2<u16>,
    @location(4) u32: vec2<u32>,
    @location(5) u64: u64,
    @location(6) f16: vec2<f16>,
    @location(7) f32: vec2<f32>,
    @location(8) f64: f64,
}
struct Colours {
    @location(0) i16: vec4<i16>,
    @location(1) i32: vec4<i32>,
    @location(2) u16: u16,
    @location(3) u32: vec2<u32>,
    @location(4) f16: vec4<f16>,
    @location(5) f32: f32,
}

@vertex
fn vs(in: Attributes) -> Numbers {
    return Numbers(in.i16, in.i32, in.i64, in.u16, in.u32, in.u64, in.f16, in.f32, in.f64, vec4<f32>());
}

@fragment
fn fs(in: Numbers) -> Colours {
    return Colours(in.i16.xxyy, vec4<i32>(in.i32, vec2<i32>(vec2<i64>(in.i64))), in.u16.x, in.u32 + u32(in.u64), in.f16.xyxy, in.f32.x + f32(in.f64));
}

// CHECK: OpCapability StorageInputOutput16
// CHECK[vulkan1.0]: OpExtension "SPV_KHR_16bit_storage"
// CHECK: OpEntryPoint Vertex %vs "vs" {{.*}} %[[FROM_VS:Output_location0[^ ]*]]
// CHECK: OpEntryPoint Fragment %fs "fs" {{.*}} %[[TO_FS:Input_location8[^ ]*]]
// CHECK: OpDecorate %[[TO_FS]] Flat
// CHECK: OpDecorate %[[FROM_VS]] Flat
// CHECK-COUNT-2: OpVariable %ptr_Input_i64 Input
// CHECK-COUNT-2: OpVariable %ptr_Input_f64 Input
// CHECK-COUNT-2: OpVariable %ptr_Input_v2i16 Input
