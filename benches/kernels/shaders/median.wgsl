@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&result) { return; }
    var v: array<f32, 9>;
    for (var k = 0u; k < 9u; k++) { v[k] = source[min(id.x + k, arrayLength(&source) - 1u)]; }
    for (var i = 1u; i < 9u; i++) {
        let own = v[i];
        var j = i;
        while j > 0u && v[j - 1u] > own { v[j] = v[j - 1u]; j -= 1u; }
        v[j] = own;
    }
    result[id.x] = v[4];
}
