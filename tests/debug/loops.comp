#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Numbers {
    uint numbers[];
};

uint mix_bits(uint value, uint round) {
    uint shifted = value ^ (value >> 13u);
    uint scaled = shifted * 1664525u;
    return scaled + round;
}

uint largest(uint start, uint count) {
    uint best = 0u;
    for (uint i = 0u; i < count; i++) {
        uint candidate = numbers[start + i];
        if (candidate > best) {
            best = candidate;
        }
    }
    return best;
}

void main() {
    uvec3 id = gl_GlobalInvocationID;
    uint start = id.x * 4u;
    uint state = largest(start, 4u);
    uint rounds = 0u;
    while (state % 8u != 0u && rounds < 16u) {
        state = mix_bits(state, rounds);
        rounds++;
    }
    switch (rounds) {
        case 0u:
            state += 1u;
            break;
        case 1u:
        case 2u:
            state = state * 2u;
            break;
        default:
            state ^= rounds;
            break;
    }
    numbers[start] = state;
}
