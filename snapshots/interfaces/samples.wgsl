// A fragment for each sample, by what it reads.
@fragment
fn main(
    @builtin(sample_index) index: u32,
    @builtin(sample_mask) mask: u32,
    @location(0) @interpolate(linear, sample) linear: vec2<f32>,
    @location(1) @interpolate(perspective, centroid) middle: vec2<f32>,
) -> @builtin(sample_mask) u32 {
    return mask ^ index ^ u32(linear.x + middle.y);
}

// CHECK: OpCapability SampleRateShading
// CHECK: OpDecorate %Input_location0 NoPerspective
// CHECK: OpDecorate %Input_location0 Sample
// CHECK: OpDecorate %Input_location1 Centroid
// CHECK: OpDecorate %SampleId BuiltIn SampleId
// CHECK-NEXT: OpDecorate %SampleId Flat
