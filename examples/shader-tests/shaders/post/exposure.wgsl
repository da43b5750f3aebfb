// The exposure of the next frame, in two passes: a histogram of log luminance, and its weighted mean.
// names
struct Settings {
    min_log: f32,
    log_range: f32,
    speed: f32,
    pixel_count: f32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var hdr: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> histogram: array<atomic<u32>, 256>;
@group(0) @binding(3) var<storage, read_write> exposure: f32;

var<workgroup> bins: array<atomic<u32>, 256>;
var<workgroup> sums: array<f32, 256>;

fn bin_of(color: vec3<f32>) -> u32 {
    let luminance = dot(color, vec3(0.2126, 0.7152, 0.0722));
    if luminance < 0.001 {
        return 0u;
    }
    let t = saturate((log2(luminance) - settings.min_log) / settings.log_range);
    return u32(t * 254.0 + 1.0);
}

@compute @workgroup_size(16, 16)
fn count(@builtin(global_invocation_id) at: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let size = textureDimensions(hdr);
    if all(at.xy < size) {
        atomicAdd(&bins[bin_of(textureLoad(hdr, at.xy, 0).rgb)], 1u);
    }
    workgroupBarrier();
    atomicAdd(&histogram[local], atomicLoad(&bins[local]));
}

@compute @workgroup_size(256)
fn average(@builtin(local_invocation_index) local: u32) {
    let n = f32(atomicExchange(&histogram[local], 0u));
    sums[local] = n * f32(local);
    for (var stride = 128u; stride > 0u; stride >>= 1u) {
        workgroupBarrier();
        if local < stride {
            sums[local] += sums[local + stride];
        }
    }
    workgroupBarrier();
    if local == 0u {
        let mean = sums[0] / max(settings.pixel_count, 1.0) - 1.0;
        let luminance = exp2(mean / 254.0 * settings.log_range + settings.min_log);
        exposure += (0.18 / luminance - exposure) * settings.speed;
    }
}

// The second pass clears the histogram as it reads it.
// CHECK-LABEL: %average = OpFunction
// CHECK: OpAtomicExchange %u32 {{.*}} %u32_0
// CHECK-LABEL: %count = OpFunction
// CHECK-COUNT-2: OpAtomicIAdd %u32
