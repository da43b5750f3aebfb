// Arrays of more elements than are worth a line each are converted in a loop, one helper a type, from and to memory.
struct Item {
    weight: f32,
    offset: vec3<f32>,
}
struct Group {
    name: u32,
    items: array<Item, 40>,
}
struct All {
    groups: array<Group, 20>,
}
@group(0) @binding(0) var<storage, read_write> all: All;
@group(0) @binding(1) var<storage, read_write> other: All;
// The types live in Workgroup memory too, so that registers hold them without a layout.
var<workgroup> shared_group: All;

@compute @workgroup_size(1)
fn main() {
    shared_group = all;
    workgroupBarrier();
    other = shared_group;
}
