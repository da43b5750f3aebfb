// float-controls: f16:denorm=flush,round=rtz;f32:denorm=preserve,round=rte,nan=preserve;f64:denorm=flush
// What is asked for 64 bits is dropped: nothing is of that width.
enable f16;

@group(0) @binding(0)
var<storage, read_write> data: array<vec2<f32>>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = data[id.x];
    let half = f16(x.x) * f16(x.y);
    data[id.x] = vec2<f32>(f32(half), x.x + x.y);
}

// CHECK: OpExecutionMode %main DenormFlushToZero 16
// CHECK: OpExecutionMode %main DenormPreserve 32
// CHECK: OpExecutionMode %main RoundingModeRTE 32
// CHECK: OpExecutionMode %main RoundingModeRTZ 16
// CHECK: OpExecutionMode %main SignedZeroInfNanPreserve 32
