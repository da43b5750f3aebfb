// A runtime array in a struct and one on its own, with their lengths.

struct List {
    count: u32,
    values: array<vec3<u32>>,
}

@group(0) @binding(0) var<storage, read> list: List;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(1)
fn main() {
    output[0] = arrayLength(&list.values) + arrayLength(&output);
    output[1] = list.values[list.count].z;
}

// CHECK: OpTypeStruct %rtarr_u32
// CHECK: [[LIST:]] = OpTypeStruct %u32 %rtarr_v3u32
// CHECK: OpArrayLength %u32 %set0_binding0 1
// CHECK: OpArrayLength %u32 %set0_binding1 0
