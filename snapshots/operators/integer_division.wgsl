// Division and remainder that are defined for every operand: helpers, and none where the divisor is a safe constant.

@group(0) @binding(0) var<storage, read_write> s: array<vec2<i32>>;
@group(0) @binding(1) var<storage, read_write> u: array<u32>;

@compute @workgroup_size(1)
fn main() {
    s[0] = s[1] / s[2] + s[3] % s[4];
    s[5].x = s[6].x / 3 + s[6].y % -1;
    u[0] = u[1] / u[2] + u[3] % u[4] + u[5] / 7u;
}
