// targets: vulkan1.0 vulkan1.3
// Texels of every format are written; what the features of the formats are stands among the capabilities.
@group(0) @binding(0) var image_r8unorm: texture_storage_2d<r8unorm, write>;
@group(0) @binding(1) var image_r8snorm: texture_storage_2d<r8snorm, write>;
@group(0) @binding(2) var image_r8uint: texture_storage_2d<r8uint, write>;
@group(0) @binding(3) var image_r8sint: texture_storage_2d<r8sint, write>;
@group(0) @binding(4) var image_r16uint: texture_storage_2d<r16uint, write>;
@group(0) @binding(5) var image_r16sint: texture_storage_2d<r16sint, write>;
@group(0) @binding(6) var image_r16float: texture_storage_2d<r16float, write>;
@group(0) @binding(7) var image_rg8unorm: texture_storage_2d<rg8unorm, write>;
@group(0) @binding(8) var image_rg8snorm: texture_storage_2d<rg8snorm, write>;
@group(0) @binding(9) var image_rg8uint: texture_storage_2d<rg8uint, write>;
@group(0) @binding(10) var image_rg8sint: texture_storage_2d<rg8sint, write>;
@group(0) @binding(11) var image_r32uint: texture_storage_2d<r32uint, write>;
@group(0) @binding(12) var image_r32sint: texture_storage_2d<r32sint, write>;
@group(0) @binding(13) var image_r32float: texture_storage_2d<r32float, write>;
@group(0) @binding(14) var image_rg16uint: texture_storage_2d<rg16uint, write>;
@group(0) @binding(15) var image_rg16sint: texture_storage_2d<rg16sint, write>;
@group(0) @binding(16) var image_rg16float: texture_storage_2d<rg16float, write>;
@group(0) @binding(17) var image_rgba8unorm: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(18) var image_rgba8snorm: texture_storage_2d<rgba8snorm, write>;
@group(0) @binding(19) var image_rgba8uint: texture_storage_2d<rgba8uint, write>;
@group(0) @binding(20) var image_rgba8sint: texture_storage_2d<rgba8sint, write>;
@group(0) @binding(21) var image_rgb10a2uint: texture_storage_2d<rgb10a2uint, write>;
@group(0) @binding(22) var image_rgb10a2unorm: texture_storage_2d<rgb10a2unorm, write>;
@group(0) @binding(23) var image_rg11b10ufloat: texture_storage_2d<rg11b10ufloat, write>;
@group(0) @binding(24) var image_rg32uint: texture_storage_2d<rg32uint, write>;
@group(0) @binding(25) var image_rg32sint: texture_storage_2d<rg32sint, write>;
@group(0) @binding(26) var image_rg32float: texture_storage_2d<rg32float, write>;
@group(0) @binding(27) var image_rgba16uint: texture_storage_2d<rgba16uint, write>;
@group(0) @binding(28) var image_rgba16sint: texture_storage_2d<rgba16sint, write>;
@group(0) @binding(29) var image_rgba16float: texture_storage_2d<rgba16float, write>;
@group(0) @binding(30) var image_rgba32uint: texture_storage_2d<rgba32uint, write>;
@group(0) @binding(31) var image_rgba32sint: texture_storage_2d<rgba32sint, write>;
@group(0) @binding(32) var image_rgba32float: texture_storage_2d<rgba32float, write>;
@group(0) @binding(33) var image_r16unorm: texture_storage_2d<r16unorm, write>;
@group(0) @binding(34) var image_r16snorm: texture_storage_2d<r16snorm, write>;
@group(0) @binding(35) var image_rg16unorm: texture_storage_2d<rg16unorm, write>;
@group(0) @binding(36) var image_rg16snorm: texture_storage_2d<rg16snorm, write>;
@group(0) @binding(37) var image_rgba16unorm: texture_storage_2d<rgba16unorm, write>;
@group(0) @binding(38) var image_rgba16snorm: texture_storage_2d<rgba16snorm, write>;

@compute @workgroup_size(1)
fn main() {
    let at = vec2<i32>(1, 2);
    textureStore(image_r8unorm, at, vec4<f32>(0));
    textureStore(image_r8snorm, at, vec4<f32>(1));
    textureStore(image_r8uint, at, vec4<u32>(2));
    textureStore(image_r8sint, at, vec4<i32>(3));
    textureStore(image_r16uint, at, vec4<u32>(4));
    textureStore(image_r16sint, at, vec4<i32>(5));
    textureStore(image_r16float, at, vec4<f32>(6));
    textureStore(image_rg8unorm, at, vec4<f32>(7));
    textureStore(image_rg8snorm, at, vec4<f32>(8));
    textureStore(image_rg8uint, at, vec4<u32>(9));
    textureStore(image_rg8sint, at, vec4<i32>(10));
    textureStore(image_r32uint, at, vec4<u32>(11));
    textureStore(image_r32sint, at, vec4<i32>(12));
    textureStore(image_r32float, at, vec4<f32>(13));
    textureStore(image_rg16uint, at, vec4<u32>(14));
    textureStore(image_rg16sint, at, vec4<i32>(15));
    textureStore(image_rg16float, at, vec4<f32>(16));
    textureStore(image_rgba8unorm, at, vec4<f32>(17));
    textureStore(image_rgba8snorm, at, vec4<f32>(18));
    textureStore(image_rgba8uint, at, vec4<u32>(19));
    textureStore(image_rgba8sint, at, vec4<i32>(20));
    textureStore(image_rgb10a2uint, at, vec4<u32>(21));
    textureStore(image_rgb10a2unorm, at, vec4<f32>(22));
    textureStore(image_rg11b10ufloat, at, vec4<f32>(23));
    textureStore(image_rg32uint, at, vec4<u32>(24));
    textureStore(image_rg32sint, at, vec4<i32>(25));
    textureStore(image_rg32float, at, vec4<f32>(26));
    textureStore(image_rgba16uint, at, vec4<u32>(27));
    textureStore(image_rgba16sint, at, vec4<i32>(28));
    textureStore(image_rgba16float, at, vec4<f32>(29));
    textureStore(image_rgba32uint, at, vec4<u32>(30));
    textureStore(image_rgba32sint, at, vec4<i32>(31));
    textureStore(image_rgba32float, at, vec4<f32>(32));
    textureStore(image_r16unorm, at, vec4<f32>(33));
    textureStore(image_r16snorm, at, vec4<f32>(34));
    textureStore(image_rg16unorm, at, vec4<f32>(35));
    textureStore(image_rg16snorm, at, vec4<f32>(36));
    textureStore(image_rgba16unorm, at, vec4<f32>(37));
    textureStore(image_rgba16snorm, at, vec4<f32>(38));
}

// CHECK: OpCapability StorageImageExtendedFormats
// CHECK: OpTypeImage %f32 2D 0 0 0 2 R8{{$}}
// CHECK: OpTypeImage %f32 2D 0 0 0 2 R11fG11fB10f
// CHECK: OpTypeImage %u32 2D 0 0 0 2 R32ui
// CHECK: OpTypeImage %u32 2D 0 0 0 2 Rgb10a2ui
// CHECK-COUNT-39: OpImageWrite
