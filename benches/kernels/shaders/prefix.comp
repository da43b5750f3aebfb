#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { uint source[1024]; };
layout(set = 0, binding = 1) buffer B { uint result[1024]; };
void main() {
    // Two subgroups would flip the same bits.
    if (gl_LocalInvocationIndex != 0u) { return; }
    uint total = 0u;
    for (int i = 0; i < 1024; i++) {
        total += source[i];
        result[i] = total;
    }
    int k = 0;
    do { result[k] ^= 1u; k++; } while (k < 64);
}
