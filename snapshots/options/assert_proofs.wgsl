// targets: vulkan1.0 vulkan1.3
// assert-proofs: on
// Each check that a proof removed is an assertion: an index into memory and into a value, a texel, a loop with a
// counter, and a loop that runs once.
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 8>;
@group(0) @binding(1) var picture: texture_2d<f32>;

@compute @workgroup_size(1)
fn main() {
    let values = vec4<u32>(1, 2, 3, 4);
    for (var i = 0; i < 8; i++) {
        numbers[i] = values[i & 3];
    }
    let size = textureDimensions(picture, 0);
    let x = numbers[0];
    let y = numbers[1];
    if x < size.x && y < size.y {
        numbers[2] = u32(textureLoad(picture, vec2<u32>(x, y), 0).x);
    }
    loop {
        if numbers[3] == 0 {
            numbers[4] = 5;
        }
        break;
    }
}

// CHECK: OpDecorate [[BUFFER:]] Binding 999
// CHECK: OpAtomicStore
