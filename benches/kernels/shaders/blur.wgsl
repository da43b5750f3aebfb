struct Params { width: u32, height: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<f32>;
@group(0) @binding(2) var<storage, read_write> target_: array<f32>;
const weights = array<f32, 5>(0.0625, 0.25, 0.375, 0.25, 0.0625);
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&source);
    if id.x >= arrayLength(&target_) { return; }
    var sum = 0.0;
    for (var k = 0; k < 5; k++) {
        let at = clamp(i32(id.x) + k - 2, 0, i32(n) - 1);
        sum += source[at] * weights[k];
    }
    target_[id.x] = sum;
}
