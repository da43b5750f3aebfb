#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B { uint flags[4096]; };
void main() {
    uint p = 2u;
    while (p < 64u) {
        for (uint k = p * p; k < 4096u; k += p) { flags[k] = 1u; }
        p++;
    }
}
