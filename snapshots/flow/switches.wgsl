// Shared cases, a default in the middle, a break, a return, and a switch with a default alone.

@group(0) @binding(0) var<storage, read_write> v: array<i32>;

@compute @workgroup_size(1)
fn main() {
    switch v[0] {
        case 1, 2: { v[1] = 1; }
        default: { if v[2] > 3 { break; } v[3] = 4; }
        case -3: { return; }
    }
    switch v[4] { default: { v[5] = 6; } }
}
