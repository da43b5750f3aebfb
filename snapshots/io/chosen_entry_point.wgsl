// One of two entry points is chosen: the other and what it alone reaches are not there.
// entry-point: vertex:vertex

@group(0) @binding(0) var<uniform> scale: vec4<f32>;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var linear: sampler;

@vertex
fn vertex(@location(0) at: vec2<f32>) -> @builtin(position) vec4<f32> {
    return vec4<f32>(at, 0.0, 1.0) * scale;
}

@fragment
fn fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return textureSample(picture, linear, at.xy * 0.01);
}

// CHECK-NOT: %set0_binding1
// CHECK: OpEntryPoint Vertex %vertex "vertex"
// CHECK-NOT: OpEntryPoint
// CHECK-NOT: %set0_binding1
// CHECK: = OpFunction {{.*}}
// CHECK-NOT: = OpFunction {{.*}}
// CHECK-NOT: %set0_binding1
