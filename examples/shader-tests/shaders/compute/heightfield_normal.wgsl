// Normals of a terrain, from central differences of its heights. The edge repeats.
// rely-on-robust-access
// targets: vulkan1.1, vulkan1.2, vulkan1.3
// names
@group(0) @binding(0) var heights: texture_2d<f32>;
@group(0) @binding(1) var normals: texture_storage_2d<rgba8snorm, write>;
@group(0) @binding(2) var<uniform> spacing: vec2<f32>;

fn height(at: vec2<i32>) -> f32 {
    let size = vec2<i32>(textureDimensions(heights));
    let wrapped = (at + size) % size;
    return textureLoad(heights, wrapped, 0).x;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let at = vec2<i32>(id.xy);
    let dx = height(at + vec2(1, 0)) - height(at - vec2(1, 0));
    let dy = height(at + vec2(0, 1)) - height(at - vec2(0, 1));
    let n = normalize(vec3(-dx / (2.0 * spacing.x), 1.0, -dy / (2.0 * spacing.y)));
    textureStore(normals, at, vec4(n, 0.0));
}

// A device with Vulkan 1.3 checks the coordinates of fetches itself.
// CHECK-LABEL: %height = OpFunction
// CHECK[..vulkan1.2]: UMin
// CHECK-NOT[vulkan1.3]: UMin
// CHECK: OpImageFetch
