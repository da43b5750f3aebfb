// A size of an image that was queried in an open construct is used again, for its own value and for clamps, and so is its last texel.
// Code after a construct does not use what was computed inside of it. Another level or image has its own query.
// bounds-checks: restrict

@group(0) @binding(0) var flat: texture_2d<f32>;
@group(0) @binding(1) var layers: texture_2d_array<f32>;
@group(0) @binding(2) var written: texture_storage_2d<rgba8unorm, read_write>;
@group(0) @binding(3) var<storage, read_write> output: array<vec4<f32>, 4>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let half = textureDimensions(flat) / 2u;
    if id.z > 2u {
        output[0] = textureLoad(flat, half + id.xy, 0) + textureLoad(flat, id.xy, 0);
    }
    output[0] += textureLoad(flat, half, 0);
    for (var x = 0u; x < id.z; x++) {
        output[1] += textureLoad(flat, vec2(x), 0) + textureLoad(layers, vec2(x), id.y, 0);
        if x == id.y {
            continue;
        }
        output[2] += textureLoad(layers, id.xy, x, 0) * f32(textureNumLayers(layers));
    }
    let levels = textureNumLevels(flat);
    if levels > 1u {
        let small = vec2<f32>(textureDimensions(flat, levels - 1u));
        output[3] = vec4(small, vec2<f32>(textureDimensions(flat, levels - 1u)));
    }
    textureStore(written, id.xy, textureLoad(written, id.xy + 1u) + textureLoad(written, id.xy + 2u));
}

// CHECK: [[SIZE:]] = OpImageQuerySizeLod %v2u32 [[FLAT:]] %u32_0
// CHECK: OpSelectionMerge
// CHECK: [[INSIDE:]] = OpISub %v2u32 [[SIZE]]
// CHECK: OpExtInst %v2u32 %GLSL.std.450 UMin {{.*}} [[INSIDE]]
// CHECK: OpExtInst %v2u32 %GLSL.std.450 UMin {{.*}} [[INSIDE]]
// CHECK: [[LAST:]] = OpISub %v2u32 [[SIZE]]
// CHECK: OpExtInst %v2u32 %GLSL.std.450 UMin {{.*}} [[LAST]]
// CHECK: OpLoopMerge
// CHECK: OpExtInst %v2u32 %GLSL.std.450 UMin {{.*}} [[LAST]]
// CHECK: [[LAYERED:]] = OpImageQuerySizeLod %v3u32
// CHECK: [[EDGE:]] = OpISub %v3u32 [[LAYERED]]
// CHECK: OpExtInst %v3u32 %GLSL.std.450 UMin {{.*}} [[EDGE]]
// CHECK: OpExtInst %v3u32 %GLSL.std.450 UMin {{.*}} [[EDGE]]
// CHECK: OpCompositeExtract %u32 [[LAYERED]] 2
// CHECK: OpImageQuerySize %v2u32
// CHECK-NOT: OpImageQuerySize
