// float-controls: f16:denorm=flush,round=rtz;f32:denorm=preserve,round=rte,nan=preserve
// float-controls: mixed@f16:fast=none;f32:nan=preserve
// float-controls: transform@f32:fast=transform
// float-controls: masked@f32:fast=nnan
// float-property: denormBehaviorIndependence=2 roundingModeIndependence=VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE
// float-property: shaderDenormPreserveFloat32=false shaderSignedZeroInfNanPreserveFloat32=false
// targets: vulkan1.0 vulkan1.4
enable f16;

@group(0) @binding(0)
var<storage, read_write> data: array<vec2<f32>>;

@compute @workgroup_size(1)
fn main() {
    let x = data[0];
    let half = f16(x.x) * f16(x.y);
    data[0] = vec2<f32>(f32(half), x.x + x.y);
}

@compute @workgroup_size(1)
fn mixed() {
    data[1] = data[0] * 2.0;
}

@compute @workgroup_size(1)
fn transform() {
    data[1] = data[0] * 2.0;
}

@compute @workgroup_size(1)
fn masked() {
    data[1] = data[0] * 2.0;
}
