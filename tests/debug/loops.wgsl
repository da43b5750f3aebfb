@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

fn mix_bits(value: u32, round: u32) -> u32 {
    let shifted = value ^ (value >> 13u);
    let scaled = shifted * 1664525u;
    return scaled + round;
}

fn largest(start: u32, count: u32) -> u32 {
    var best = 0u;
    for (var i = 0u; i < count; i++) {
        let candidate = numbers[start + i];
        if candidate > best {
            best = candidate;
        }
    }
    return best;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let start = id.x * 4u;
    var state = largest(start, 4u);
    var rounds = 0u;
    while state % 8u != 0u && rounds < 16u {
        state = mix_bits(state, rounds);
        rounds++;
    }
    switch rounds {
        case 0u: {
            state += 1u;
        }
        case 1u, 2u: {
            state = state * 2u;
        }
        default: {
            state ^= rounds;
        }
    }
    numbers[start] = state;
}
