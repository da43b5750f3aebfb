// Barriers of each kind of memory, and one value that all invocations read together.
@group(0) @binding(0) var<storage, read_write> words: array<u32, 64>;
@group(0) @binding(1) var image: texture_storage_2d<r32uint, read_write>;
var<workgroup> chosen: u32;
var<workgroup> counter: atomic<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    words[i] = i;
    storageBarrier();
    textureStore(image, vec2<u32>(i), vec4<u32>(words[63u - i]));
    textureBarrier();
    if i == 7u {
        chosen = textureLoad(image, vec2<u32>(8u)).x;
        atomicStore(&counter, 3);
    }
    words[i] = workgroupUniformLoad(&chosen) + u32(workgroupUniformLoad(&counter));
}

// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_72
// CHECK: OpImageWrite
// CHECK-NEXT: OpControlBarrier %u32_2 %u32_2 %u32_2056
// CHECK: OpStore %Workgroup_u32
// CHECK: OpAtomicStore %Workgroup_i32
// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_264
// CHECK-NEXT: OpLoad %u32 %Workgroup_u32
// CHECK-NEXT: OpControlBarrier %u32_2 %u32_2 %u32_264
// CHECK: OpLoad %i32 %Workgroup_i32
// CHECK-NEXT: OpControlBarrier %u32_2 %u32_2 %u32_264
