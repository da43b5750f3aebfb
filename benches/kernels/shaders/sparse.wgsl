struct Params { rows: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> columns: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> vector: array<f32>;
@group(0) @binding(5) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x;
    if row >= arrayLength(&result) || row + 1u >= arrayLength(&starts) { return; }
    var sum = 0.0;
    let end = min(starts[row + 1u], min(arrayLength(&columns), arrayLength(&values)));
    for (var k = starts[row]; k < end; k++) { sum += values[k] * vector[columns[k]]; }
    result[row] = sum;
}
