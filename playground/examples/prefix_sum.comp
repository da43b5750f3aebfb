#version 450

// The sums of all elements before each one, within a workgroup: Hillis and Steele's scan in shared memory.

layout(local_size_x = 64) in;

layout(set = 0, binding = 0) readonly buffer Source {
    uint source[];
};

layout(set = 0, binding = 1) buffer Result {
    uint result[];
};

shared uint sums[64];

void main() {
    uint local = gl_LocalInvocationIndex;
    uint own = source[gl_GlobalInvocationID.x];
    sums[local] = own;
    barrier();
    for (uint step = 1u; step < 64u; step *= 2u) {
        uint other = 0u;
        if (local >= step) {
            other = sums[local - step];
        }
        barrier();
        sums[local] += other;
        barrier();
    }
    result[gl_GlobalInvocationID.x] = sums[local] - own;
}
