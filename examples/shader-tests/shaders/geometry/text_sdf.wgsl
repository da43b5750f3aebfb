// Text: an instance for each glyph, and a field of distances to its outline.
// debug-info: 1
struct Glyph {
    @location(0) origin: vec2<f32>,
    @location(1) size: vec2<f32>,
    @location(2) atlas: vec4<f32>,
    @location(3) color: vec4<f32>,
}

struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) @interpolate(flat) color: vec4<f32>,
}

@group(0) @binding(0) var<uniform> pixels_to_clip: mat4x4<f32>;
@group(0) @binding(1) var atlas: texture_2d<f32>;
@group(0) @binding(2) var bilinear: sampler;

@vertex
fn vertex(glyph: Glyph, @builtin(vertex_index) index: u32) -> Varyings {
    let corner = vec2(f32(index & 1u), f32(index >> 1u));
    let at = glyph.origin + corner * glyph.size;
    return Varyings(pixels_to_clip * vec4(at, 0.0, 1.0), mix(glyph.atlas.xy, glyph.atlas.zw, corner), glyph.color);
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let field = textureSample(atlas, bilinear, in.uv).r - 0.5;
    // The width of a pixel in the units of the field, so that edges are sharp at any size.
    let width = max(fwidth(field), 1e-4);
    let coverage = smoothstep(-width, width, field);
    return vec4(in.color.rgb, in.color.a * coverage);
}

// CHECK-LABEL: %fragment = OpFunction
// CHECK: OpImageSampleImplicitLod %v4f32
// CHECK: OpFwidth %f32
// CHECK-NOT: OpImageSample
