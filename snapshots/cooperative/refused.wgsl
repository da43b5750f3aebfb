// What no memory can hold, and what is no element of an array.
enable wgpu_cooperative_matrix;
struct Block { head: f32, rest: array<f32> }
@group(0) @binding(0) var<storage, read_write> block: Block;
@group(0) @binding(1) var<uniform> uniforms: array<vec4<f32>, 64>;

@compute @workgroup_size(32)
fn main() {
    let lone = coopLoad<coop_mat8x8<f32, A>>(&block.head, 8u);
    let uniform_one = coopLoad<coop_mat8x8<f32, B>>(&uniforms[0], 8u);
    let fine = coopLoad<coop_mat8x8<f32, C>>(&block.rest[0], 8u);
    coopStore(coopMultiplyAdd(lone, uniform_one, fine), &block.rest[64], 8u);
}
