// A convolution of feature maps in half precision, for the denoiser.
// enable: shaderFloat16, storageBuffer16BitAccess
// emit: spvasm, requirements
// names
enable f16;

struct Layer {
    width: u32,
    height: u32,
    channels: u32,
}

@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> features: array<vec4<f16>>;
@group(0) @binding(2) var<storage, read> weights: array<mat4x4<f16>>;
@group(0) @binding(3) var<storage, read_write> result: array<vec4<f16>>;

fn relu(x: vec4<f16>) -> vec4<f16> {
    return max(x, vec4<f16>(0.0h));
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    if at.x >= layer.width || at.y >= layer.height {
        return;
    }
    var sum = vec4<f16>(0.0h);
    for (var y = 0u; y < 3u; y++) {
        for (var x = 0u; x < 3u; x++) {
            let sx = min(max(at.x + x, 1u) - 1u, layer.width - 1u);
            let sy = min(max(at.y + y, 1u) - 1u, layer.height - 1u);
            for (var c = 0u; c < layer.channels; c++) {
                let feature = features[(c * layer.height + sy) * layer.width + sx];
                sum += weights[(at.z * layer.channels + c) * 9u + y * 3u + x] * feature;
            }
        }
    }
    result[(at.z * layer.height + at.y) * layer.width + at.x] = relu(sum);
}

// Nothing is widened to 32 bits.
// CHECK: OpCapability Float16
// CHECK: OpMatrixTimesVector %v4f16
// CHECK-SAME: %feature
// CHECK-NOT: OpFConvert
