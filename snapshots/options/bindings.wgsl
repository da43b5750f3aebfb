// Bindings that are mapped, and one that is used as it stands.
// bind: 0,0 -> 3,7
// bind: 1,2 -> 0,1

@group(0) @binding(0) var<uniform> a: vec4<f32>;
@group(1) @binding(2) var<storage, read_write> b: vec4<f32>;
@group(2) @binding(4) var<storage, read> c: vec4<f32>;

@compute @workgroup_size(1)
fn main() {
    b = a + c;
}

// CHECK: OpDecorate [[B:]] Binding 1
// CHECK-NEXT: OpDecorate [[B]] DescriptorSet 0
// CHECK: OpDecorate [[C:]] Binding 4
// CHECK-NEXT: OpDecorate [[C]] DescriptorSet 2
// CHECK: OpDecorate [[A:]] Binding 7
// CHECK-NEXT: OpDecorate [[A]] DescriptorSet 3
