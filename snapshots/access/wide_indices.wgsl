// Indices of 64 bits are checked in 64 bits: what they are modulo 2³² says nothing.
// targets: vulkan1.0 vulkan1.3

@group(0) @binding(0) var<storage, read_write> v: array<u32>;
@group(0) @binding(1) var<storage, read> at: array<i64, 2>;

@compute @workgroup_size(1)
fn main() {
    var table = array<u32, 4>(1u, 2u, 3u, 4u);
    v[at[0]] = table[u64(at[1])];
}

// CHECK: [[AT:]] = OpExtInst %u64 %GLSL.std.450 UMin {{.*}} %u64_3
// CHECK: OpAccessChain %ptr_Function_u32 {{.*}} [[AT]]
// CHECK: [[LENGTH:]] = OpUConvert %u64
// CHECK: [[LAST:]] = OpISub %u64 [[LENGTH]] %u64_1
// CHECK: [[AT:]] = OpExtInst %u64 %GLSL.std.450 UMin {{.*}} [[LAST]]
// CHECK: OpAccessChain %ptr_StorageBuffer_u32 %set0_binding0 %u32_0 [[AT]]
