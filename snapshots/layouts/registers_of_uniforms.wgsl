// Up to SPIR-V 1.4 registers keep the layout of a uniform buffer that has no two-row matrix.
struct Camera {
    view: mat4x4<f32>,
    eye: vec3<f32>,
    exposure: f32,
}
@group(0) @binding(0) var<uniform> cameras: array<Camera, 2>;
@group(0) @binding(1) var<uniform> camera: Camera;
var<private> current: Camera;

fn centre(seen: Camera) -> vec4<f32> {
    return seen.view * vec4(seen.eye, seen.exposure);
}

@fragment
fn main() -> @location(0) vec4<f32> {
    current = cameras[1];
    return centre(current) + centre(camera);
}

// CHECK: OpMemberDecorate [[CAMERA:]] 0 MatrixStride 16
// CHECK: OpMemberDecorate [[CAMERA]] 1 Offset 64
// CHECK[..vulkan1.1]: OpFunctionCall %v4f32 {{.*}} [[SEEN:]]
// CHECK: OpMatrixTimesVector %v4f32
