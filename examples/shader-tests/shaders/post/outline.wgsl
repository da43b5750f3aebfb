// Outlines of selected objects: a pixel that is not selected but has a selected neighbour.
struct Outline {
    color: vec4<f32>,
    width: i32,
}

@group(0) @binding(0) var ids: texture_2d<u32>;
@group(0) @binding(1) var<uniform> outline: Outline;
@group(0) @binding(2) var<storage, read> selected: array<u32>;

fn is_selected(id: u32) -> bool {
    return id != 0u && ((selected[id >> 5u] >> (id & 31u)) & 1u) != 0u;
}

@fragment
fn main(@builtin(position) pixel: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(pixel.xy);
    if is_selected(textureLoad(ids, at, 0).x) {
        discard;
    }
    let width = clamp(outline.width, 1, 4);
    var nearest = 1000;
    for (var y = -width; y <= width; y++) {
        for (var x = -width; x <= width; x++) {
            if is_selected(textureLoad(ids, at + vec2(x, y), 0).x) {
                nearest = min(nearest, x * x + y * y);
            }
        }
    }
    if nearest > width * width {
        discard;
    }
    let fade = 1.0 - sqrt(f32(nearest)) / f32(width + 1);
    return vec4(outline.color.rgb, outline.color.a * fade);
}

// Older targets end the invocation at a discard.
// CHECK[vulkan1.1]: OpKill
// CHECK-NOT[vulkan1.3..]: OpKill
// CHECK: OpFunctionEnd
