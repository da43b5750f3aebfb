// The index of a primitive takes the least that the target has.
enable primitive_index;

@fragment
fn main(@builtin(primitive_index) index: u32) -> @location(0) u32 {
    return index;
}

// CHECK: OpCapability Geometry
// CHECK: OpDecorate %PrimitiveId BuiltIn PrimitiveId
// CHECK-NEXT: OpDecorate %PrimitiveId Flat
