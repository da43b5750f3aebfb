// Antialiasing of the finished image: blurs along edges of luminance.
// no-contraction
// names
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var bilinear: sampler;

const EDGE_MIN = 0.0312;
const EDGE_RELATIVE = 0.125;
const SPAN = 8.0;

fn luma(color: vec3<f32>) -> f32 {
    return dot(color, vec3(0.299, 0.587, 0.114));
}

fn luma_at(uv: vec2<f32>) -> f32 {
    return luma(textureSampleLevel(image, bilinear, uv, 0.0).rgb);
}

@fragment
fn main(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    let texel = 1.0 / vec2<f32>(textureDimensions(image));
    let center = textureSampleLevel(image, bilinear, uv, 0.0);
    let m = luma(center.rgb);
    let nw = luma_at(uv + texel * vec2(-1.0, -1.0));
    let ne = luma_at(uv + texel * vec2(1.0, -1.0));
    let sw = luma_at(uv + texel * vec2(-1.0, 1.0));
    let se = luma_at(uv + texel * vec2(1.0, 1.0));
    let low = min(m, min(min(nw, ne), min(sw, se)));
    let high = max(m, max(max(nw, ne), max(sw, se)));
    if high - low < max(EDGE_MIN, high * EDGE_RELATIVE) {
        return center;
    }
    var along = vec2((sw + se) - (nw + ne), (nw + sw) - (ne + se));
    let reduce = max((nw + ne + sw + se) * 0.03125, 0.0078125);
    let scale = 1.0 / (min(abs(along.x), abs(along.y)) + reduce);
    along = clamp(along * scale, vec2(-SPAN), vec2(SPAN)) * texel;
    let near = 0.5 * (textureSampleLevel(image, bilinear, uv - along / 6.0, 0.0)
        + textureSampleLevel(image, bilinear, uv + along / 6.0, 0.0));
    let wide = 0.5 * near + 0.25 * (textureSampleLevel(image, bilinear, uv - along * 0.5, 0.0)
        + textureSampleLevel(image, bilinear, uv + along * 0.5, 0.0));
    let wide_luma = luma(wide.rgb);
    return select(wide, near, wide_luma < low || wide_luma > high);
}

// Samples after the first return are in control flow that differs, so all name their level.
// CHECK-DAG: OpDecorate %main:wide{{.*}} NoContraction
// CHECK-LABEL: %main = OpFunction
// CHECK: OpFOrdLessThan %bool %wide_luma{{.*}} %low
// CHECK-NOT: OpImageSampleImplicitLod
