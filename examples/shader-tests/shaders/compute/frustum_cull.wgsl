// Tests bounding spheres against the planes of the view, and writes indirect draws for those that are visible.
// bind: 0,0 -> 0,0; 1,0 -> 0,1; 1,1 -> 0,2; 1,2 -> 0,3
// emit: spvasm, requirements
struct Frustum {
    planes: array<vec4<f32>, 6>,
    object_count: u32,
}

struct Object {
    sphere: vec4<f32>,
    index_count: u32,
    first_index: u32,
    base_vertex: i32,
}

struct Draw {
    index_count: u32,
    instance_count: u32,
    first_index: u32,
    base_vertex: i32,
    first_instance: u32,
}

@group(0) @binding(0) var<uniform> frustum: Frustum;
@group(1) @binding(0) var<storage, read> objects: array<Object>;
@group(1) @binding(1) var<storage, read_write> draws: array<Draw>;
@group(1) @binding(2) var<storage, read_write> draw_count: atomic<u32>;

fn is_visible(sphere: vec4<f32>) -> bool {
    for (var i = 0u; i < 6u; i++) {
        let plane = frustum.planes[i];
        if dot(plane.xyz, sphere.xyz) + plane.w < -sphere.w {
            return false;
        }
    }
    return true;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= frustum.object_count {
        return;
    }
    let object = objects[id.x];
    if !is_visible(object.sphere) {
        return;
    }
    let slot = atomicAdd(&draw_count, 1u);
    draws[slot] = Draw(object.index_count, 1u, object.first_index, object.base_vertex, id.x);
}

// All buffers are in set 0, and a draw is 20 bytes, as the device reads it.
// CHECK-NOT: DescriptorSet 1
// CHECK-DAG: OpDecorate %set0_binding3 DescriptorSet 0
// CHECK-DAG: OpDecorate {{.*}} ArrayStride 20
// CHECK-DAG: OpDecorate {{.*}} ArrayStride 32
