// Under restrict an index into one element is 0 and not a clamp, which a driver computes wrongly.
// targets: vulkan1.0

@group(0) @binding(0) var<uniform> single: array<vec4<f32>, 1>;
@group(0) @binding(1) var<storage, read_write> out: array<f32, 4>;

fn copied(at: u32) -> f32 {
    let all = single;
    return all[at].z;
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    out[0] = single[id.x].y;
    out[1] = copied(id.y);
    var local = array<i32, 1>(i32(id.z));
    local[i32(id.x)] += 1;
    out[2] = f32(local[id.y]);
}

// CHECK-NOT: UMin
// CHECK: OpAccessChain %ptr_Uniform_f32 %set0_binding0 %u32_0 %u32_0 %u32_1
// CHECK-NOT: UMin
// CHECK: OpAccessChain %ptr_Uniform_v4f32 %set0_binding0 %u32_0 %u32_0
// CHECK-NOT: UMin
