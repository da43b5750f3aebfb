// A step down of the bloom pyramid: 13 taps in five overlapping boxes. The first step weights by brightness.
// override: FIRST=false
override FIRST: bool = true;

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var bilinear: sampler;
@group(0) @binding(2) var result: texture_storage_2d<rgba16float, write>;

fn weighted(color: vec3<f32>) -> vec3<f32> {
    if FIRST {
        return color / (1.0 + max(color.r, max(color.g, color.b)));
    }
    return color;
}

fn box(center: vec2<f32>, texel: vec2<f32>) -> vec3<f32> {
    var sum = textureSampleLevel(source, bilinear, center + texel * vec2(-1.0, -1.0), 0.0).rgb;
    sum += textureSampleLevel(source, bilinear, center + texel * vec2(1.0, -1.0), 0.0).rgb;
    sum += textureSampleLevel(source, bilinear, center + texel * vec2(-1.0, 1.0), 0.0).rgb;
    sum += textureSampleLevel(source, bilinear, center + texel * vec2(1.0, 1.0), 0.0).rgb;
    return weighted(sum * 0.25);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let size = textureDimensions(result);
    if any(at.xy >= size) {
        return;
    }
    let texel = 0.5 / vec2<f32>(size);
    let uv = (vec2<f32>(at.xy) + 0.5) / vec2<f32>(size);
    var color = box(uv, texel) * 0.5;
    color += box(uv + texel * vec2(-1.0, -1.0), texel) * 0.125;
    color += box(uv + texel * vec2(1.0, -1.0), texel) * 0.125;
    color += box(uv + texel * vec2(-1.0, 1.0), texel) * 0.125;
    color += box(uv + texel * vec2(1.0, 1.0), texel) * 0.125;
    textureStore(result, at.xy, vec4(color, 1.0));
}

// The result is not read, and its size is asked for once.
// CHECK: OpDecorate [[RESULT:]] NonReadable
// CHECK: [[IMAGE:]] = OpLoad {{%image\S+}} [[RESULT]]
// CHECK-COUNT-1: OpImageQuerySize %v2u32 [[IMAGE]]
// CHECK-NOT: OpImageQuerySize
