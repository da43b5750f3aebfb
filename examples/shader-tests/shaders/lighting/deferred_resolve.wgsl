// Shades the geometry buffer for one directional light. The pass covers exactly the buffer, so texels are not checked.
// bounds-checks: image-load=unchecked
// names
struct Light {
    to_world: mat4x4<f32>,
    eye: vec3<f32>,
    direction: vec3<f32>,
    color: vec3<f32>,
}

@group(0) @binding(0) var<uniform> light: Light;
@group(0) @binding(1) var albedo_roughness: texture_2d<f32>;
@group(0) @binding(2) var normals: texture_2d<f32>;
@group(0) @binding(3) var depths: texture_depth_2d;

fn unfold(packed: vec2<f32>) -> vec3<f32> {
    let p = packed * 2.0 - 1.0;
    var n = vec3(p, 1.0 - abs(p.x) - abs(p.y));
    let t = max(-n.z, 0.0);
    n.x += select(t, -t, n.x >= 0.0);
    n.y += select(t, -t, n.y >= 0.0);
    return normalize(n);
}

@fragment
fn main(@builtin(position) pixel: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(pixel.xy);
    let depth = textureLoad(depths, at, 0);
    if depth == 1.0 {
        return vec4(0.0);
    }
    let surface = textureLoad(albedo_roughness, at, 0);
    let n = unfold(textureLoad(normals, at, 0).xy);
    let size = vec2<f32>(textureDimensions(depths));
    let ndc = vec2(pixel.x / size.x * 2.0 - 1.0, 1.0 - pixel.y / size.y * 2.0);
    let world = light.to_world * vec4(ndc, depth, 1.0);
    let view = normalize(light.eye - world.xyz / world.w);
    let half_way = normalize(view - light.direction);
    let shininess = 2.0 / max(surface.a * surface.a, 0.001);
    let specular = pow(max(dot(n, half_way), 0.0), shininess);
    let diffuse = max(dot(n, -light.direction), 0.0);
    return vec4(light.color * (surface.rgb * diffuse + specular), 1.0);
}

// Texels are fetched without clamping of coordinates or levels.
// CHECK-LABEL: %main = OpFunction
// CHECK-NOT: UMin
// CHECK: OpFunctionEnd
