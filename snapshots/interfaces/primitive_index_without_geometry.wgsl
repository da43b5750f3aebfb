// disable: geometryShader
enable primitive_index;

@fragment
fn main(@builtin(primitive_index) index: u32) -> @location(0) u32 {
    return index;
}

// CHECK-NOT: OpCapability Geometry
// CHECK: OpCapability Tessellation
// CHECK: OpDecorate %PrimitiveId BuiltIn PrimitiveId
