// Every scalar of the slice and vectors of each size, as values that are all used.

@group(0) @binding(0) var<storage, read_write> output: array<vec4<f32>>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let signed = vec2<i32>(id.xy);
    let flags = id > vec3<u32>(1u);
    let pair = vec2<f32>(signed);
    output[0] = vec4<f32>(pair, f32(flags.x), select(0.0, 1.0, all(flags)));
}

// CHECK: OpVectorShuffle %v2u32
// CHECK: OpBitcast %v2i32
// CHECK: OpUGreaterThan %v3bool
// CHECK: OpConvertSToF %v2f32
// CHECK: OpAll %bool
