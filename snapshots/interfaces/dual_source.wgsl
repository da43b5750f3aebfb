// Two colours for one attachment.
enable dual_source_blending;
struct Out { @location(0) @blend_src(0) one: vec4<f32>, @location(0) @blend_src(1) other: vec4<f32> }

@fragment
fn main() -> Out {
    return Out(vec4<f32>(1.0), vec4<f32>(0.5));
}

// CHECK-DAG: OpDecorate [[ONE:]] Index 0
// CHECK-DAG: OpDecorate [[ONE]] Location 0
// CHECK-DAG: OpDecorate [[OTHER:]] Index 1
// CHECK-DAG: OpDecorate [[OTHER]] Location 0
