const W = 256u;
@group(0) @binding(0) var<storage, read> now: array<u32>;
@group(0) @binding(1) var<storage, read_write> next: array<u32>;
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = id.x % W;
    let y = id.y % W;
    if (y * W + x) >= arrayLength(&next) { return; }
    var alive = 0u;
    for (var dy = 0u; dy < 3u; dy++) {
        for (var dx = 0u; dx < 3u; dx++) {
            let at = ((y + dy + W - 1u) % W) * W + (x + dx + W - 1u) % W;
            if at < arrayLength(&now) { alive += now[at]; }
        }
    }
    let own = now[min(y * W + x, arrayLength(&now) - 1u)];
    next[y * W + x] = select(0u, 1u, alive == 3u || (alive == 4u && own == 1u));
}
