struct Node { low: vec3<f32>, left: u32, high: vec3<f32>, count: u32 }
@group(0) @binding(0) var<storage, read> nodes: array<Node>;
@group(0) @binding(1) var<storage, read> rays: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> hits: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&hits) || id.x >= arrayLength(&rays) { return; }
    let ray = rays[id.x];
    var stack: array<u32, 32>;
    var depth = 1u;
    var found = 0u;
    for (var visits = 0u; visits < 256u; visits++) {
        if depth == 0u { break; }
        depth -= 1u;
        let node = nodes[stack[depth]];
        let near = (node.low - ray.xyz) * ray.w;
        let far = (node.high - ray.xyz) * ray.w;
        let enter = max(max(min(near.x, far.x), min(near.y, far.y)), min(near.z, far.z));
        let leave = min(min(max(near.x, far.x), max(near.y, far.y)), max(near.z, far.z));
        if leave < max(enter, 0.0) { continue; }
        if node.count > 0u { found += node.count; continue; }
        if depth + 2u <= 32u {
            stack[depth] = node.left;
            stack[depth + 1u] = node.left + 1u;
            depth += 2u;
        }
    }
    hits[id.x] = found;
}
