// Quad operations outside fragment and compute shaders take a property of their own.
@vertex
fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(quadSwapX(i)), 0.0, 0.0, 1.0);
}

// CHECK: OpCapability GroupNonUniformQuad
// CHECK: OpGroupNonUniformQuadSwap %u32 %u32_3 {{.*}} %u32_0
