// The last pass over a picture: a blur that grows towards the edges, a tone curve and a vignette, on one triangle that
// covers the screen.

struct Settings {
    exposure: f32,
    // How dark the corners get, from 0 to 1.
    vignette: f32,
    // How far the blur reaches at the corners, in texels.
    blur: f32,
    // How strongly colors are pulled away from grey; 1 leaves them.
    saturation: f32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var scene: texture_2d<f32>;
@group(0) @binding(2) var scene_sampler: sampler;

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn screen(@builtin(vertex_index) index: u32) -> Varying {
    // (0, 0), (2, 0) and (0, 2): the half of a square of twice the screen's size.
    let uv = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return Varying(vec4<f32>(uv * 2.0 - 1.0, 0.0, 1.0), uv);
}

const LUMINANCE = vec3<f32>(0.2126, 0.7152, 0.0722);
const TAPS: i32 = 2;

// The weights of a binomial filter of five taps, from the middle outwards.
const WEIGHTS = array<f32, 3>(0.375, 0.25, 0.0625);

fn blurred(uv: vec2<f32>, reach: f32) -> vec3<f32> {
    let texel = reach / vec2<f32>(textureDimensions(scene));
    var sum = vec3<f32>(0.0);
    for (var y = -TAPS; y <= TAPS; y++) {
        for (var x = -TAPS; x <= TAPS; x++) {
            let weight = WEIGHTS[abs(x)] * WEIGHTS[abs(y)];
            let offset = vec2<f32>(vec2<i32>(x, y)) * texel;
            sum += weight * textureSampleLevel(scene, scene_sampler, uv + offset, 0.0).rgb;
        }
    }
    return sum;
}

// A rational curve that keeps the dark straight and bends the bright towards 1.
fn tone(color: vec3<f32>) -> vec3<f32> {
    let bent = color * (color * 2.51 + 0.03) / (color * (color * 2.43 + 0.59) + 0.14);
    return clamp(bent, vec3<f32>(0.0), vec3<f32>(1.0));
}

fn encode(linear: vec3<f32>) -> vec3<f32> {
    let low = linear * 12.92;
    let high = 1.055 * pow(linear, vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(high, low, linear <= vec3<f32>(0.0031308));
}

@fragment
fn finish(in: Varying) -> @location(0) vec4<f32> {
    let centered = in.uv * 2.0 - 1.0;
    // 0 in the middle, 1 in the corners.
    let edge = dot(centered, centered) * 0.5;
    var color = blurred(in.uv, settings.blur * edge) * settings.exposure;
    let grey = dot(color, LUMINANCE);
    color = max(mix(vec3<f32>(grey), color, settings.saturation), vec3<f32>(0.0));
    color = tone(color) * (1.0 - settings.vignette * smoothstep(0.2, 1.0, edge));
    return vec4<f32>(encode(color), 1.0);
}
