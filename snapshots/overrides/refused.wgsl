// spec-constants
// What no opcode outside functions computes cannot be a length.

override scale = 1.5;

var<workgroup> a: array<u32, u32(scale * 8.0)>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) i: u32) {
    a[i] = 1u;
}
