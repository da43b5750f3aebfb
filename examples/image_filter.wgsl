// Finds edges in a picture: the gradient of its brightness after Sobel. A workgroup reads the brightness of its texels
// and of a border around them once and shares it.

struct Filter {
    scale: f32,
    // Gradients below this count as none.
    threshold: f32,
}

@group(0) @binding(0) var<uniform> parameters: Filter;
@group(0) @binding(1) var input: texture_2d<f32>;
@group(0) @binding(2) var output: texture_storage_2d<rgba8unorm, write>;

const SIDE: u32 = 8u;
const BORDERED: u32 = SIDE + 2u;
const INVOCATIONS: u32 = SIDE * SIDE;

var<workgroup> shade: array<array<f32, BORDERED>, BORDERED>;

// How much each of three neighbors in a row counts across the direction of the gradient.
var<private> across: vec3<f32> = vec3<f32>(1.0, 2.0, 1.0);

// The brightness at a texel; outside the picture that of its nearest border.
fn brightness(at: vec2<i32>) -> f32 {
    let last = vec2<i32>(textureDimensions(input)) - 1;
    let color = textureLoad(input, clamp(at, vec2<i32>(0), last), 0);
    return dot(color.rgb, vec3<f32>(0.299, 0.587, 0.114));
}

fn gradient(corner: vec2<u32>) -> vec2<f32> {
    var sum = vec2<f32>(0.0);
    for (var i = 0u; i < 3u; i++) {
        let right = shade[corner.y + i][corner.x + 2u] - shade[corner.y + i][corner.x];
        let down = shade[corner.y + 2u][corner.x + i] - shade[corner.y][corner.x + i];
        sum += across[i] * vec2<f32>(right, down);
    }
    return sum;
}

@compute @workgroup_size(SIDE, SIDE)
fn edges(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let origin = vec2<i32>(workgroup.xy * SIDE) - 1;
    var cell = index;
    loop {
        if cell >= BORDERED * BORDERED {
            break;
        }
        let at = vec2<u32>(cell % BORDERED, cell / BORDERED);
        shade[at.y][at.x] = brightness(origin + vec2<i32>(at));
        continuing {
            cell += INVOCATIONS;
        }
    }
    workgroupBarrier();

    let texel = workgroup.xy * SIDE + local.xy;
    if any(texel >= textureDimensions(output)) {
        return;
    }
    let slope = gradient(local.xy);
    let strength = length(slope) * parameters.scale;
    var shown = vec4<f32>(0.5, 0.5, 0.0, 1.0);
    if strength >= parameters.threshold {
        shown = vec4<f32>(slope / max(length(slope), 1e-6) * 0.5 + 0.5, saturate(strength), 1.0);
    }
    textureStore(output, texel, shown);
}
