// A switch inside a switch stands in a selection of its own.
// workaround: nested-switch

@group(0) @binding(0) var<storage, read_write> values: vec3<u32>;

@compute @workgroup_size(1)
fn main() {
    switch values.x {
        case 1u: {
            switch values.y {
                case 2u: { values.z = 1u; }
                default: { values.z = 2u; }
            }
            values.y = 5u;
        }
        default: {}
    }
}

// CHECK: OpSwitch
// CHECK: OpBranchConditional %true
// CHECK: OpSwitch
