// entry-point: compute:main
// targets: vulkan1.1 vulkan1.4
// The size of a texture of 64-bit texels is asked, and nothing else: its type has such a number all the same.
@group(0) @binding(0) var texels: texture_storage_2d<r64uint, read>;
@group(0) @binding(1) var<storage, read_write> size: vec2<u32>;

@compute @workgroup_size(1)
fn main() {
    size = textureDimensions(texels);
}

// CHECK: OpCapability Int64
// CHECK: OpCapability Int64ImageEXT
// CHECK: OpTypeImage %u64 2D
// CHECK: OpImageQuerySize %v2u32
