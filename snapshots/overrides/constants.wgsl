// spec-constants
// names
// override: 4=2.5
// Every type of 32 bits and bool; a number of the shader's own; a default from the options; one without a default; an
// override that nothing names is not written.

override count: u32 = 8u;
@id(1) override offset: i32 = -3;
@id(4) override scale: f32 = 1.0;
override flag = true;
override must_be_given: f32;
override unused: u32;

@group(0) @binding(0) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main() {
    var local = f32(offset);
    if flag {
        local *= scale;
    }
    out[count] = local + must_be_given;
}

// CHECK-NOT: "unused"
// CHECK: OpDecorate %count SpecId
// CHECK: OpDecorate %must_be_given SpecId
// CHECK: OpDecorate %offset SpecId 1
// CHECK: OpDecorate %scale SpecId 4
// CHECK-NOT: SpecId
// CHECK: %count = OpSpecConstant %u32 8
// CHECK: %flag = OpSpecConstantTrue %bool
// CHECK: %offset = OpSpecConstant %i32 -3
// CHECK: %scale = OpSpecConstant %f32 2.5
