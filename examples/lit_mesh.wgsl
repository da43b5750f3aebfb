// A textured mesh under a few lights, shaded after Blinn and Phong.

struct Camera {
    view_projection: mat4x4<f32>,
    position: vec3<f32>,
    // What the final color is multiplied with.
    exposure: f32,
}

struct Object {
    model: mat4x4<f32>,
    // The inverse of the transpose of the model matrix; its first three columns count.
    normals: mat4x4<f32>,
    tint: vec4<f32>,
    shininess: f32,
    specular: f32,
}

const DIRECTIONAL: u32 = 0u;
const POINT: u32 = 1u;
const SPOT: u32 = 2u;

struct Light {
    position: vec3<f32>,
    kind: u32,
    // Where a directional light or a spot shines to; one unit long.
    direction: vec3<f32>,
    // The distance at which a point light or a spot ends.
    range: f32,
    color: vec3<f32>,
    // Cosines of the angles between which a spot fades.
    inner: f32,
    outer: f32,
}

const MAX_LIGHTS: u32 = 4u;

struct Lights {
    ambient: vec3<f32>,
    count: u32,
    lights: array<Light, MAX_LIGHTS>,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<uniform> lighting: Lights;
@group(1) @binding(0) var<uniform> object: Object;
@group(1) @binding(1) var base_color: texture_2d<f32>;
@group(1) @binding(2) var base_sampler: sampler;

struct VertexInput {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
}

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
}

@vertex
fn vertex(in: VertexInput) -> Varying {
    var out: Varying;
    let world = object.model * vec4<f32>(in.position, 1.0);
    out.clip = camera.view_projection * world;
    out.world = world.xyz;
    out.normal = (object.normals * vec4<f32>(in.normal, 0.0)).xyz;
    out.uv = in.uv;
    return out;
}

struct Incident {
    // From the surface to the light.
    direction: vec3<f32>,
    radiance: vec3<f32>,
}

// A smooth end at the range of the light.
fn falloff(distance: f32, range: f32) -> f32 {
    let ratio = saturate(1.0 - pow(distance / range, 4.0));
    return ratio * ratio / (1.0 + distance * distance);
}

fn incident(light: Light, world: vec3<f32>) -> Incident {
    var result: Incident;
    switch light.kind {
        case DIRECTIONAL: {
            result.direction = -light.direction;
            result.radiance = light.color;
        }
        case POINT, SPOT: {
            let offset = light.position - world;
            let distance = length(offset);
            result.direction = offset / distance;
            result.radiance = light.color * falloff(distance, light.range);
            if light.kind == SPOT {
                let angle = dot(-result.direction, light.direction);
                result.radiance *= smoothstep(light.outer, light.inner, angle);
            }
        }
        default: {
            result.direction = vec3<f32>(0.0, 0.0, 1.0);
            result.radiance = vec3<f32>(0.0);
        }
    }
    return result;
}

@fragment
fn fragment(in: Varying, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
    let albedo = textureSample(base_color, base_sampler, in.uv) * object.tint;
    let normal = normalize(select(-in.normal, in.normal, front));
    let view = normalize(camera.position - in.world);

    var color = lighting.ambient * albedo.rgb;
    for (var i = 0u; i < min(lighting.count, MAX_LIGHTS); i++) {
        let light = incident(lighting.lights[i], in.world);
        let diffuse = max(dot(normal, light.direction), 0.0);
        if diffuse <= 0.0 {
            continue;
        }
        let halfway = normalize(light.direction + view);
        let specular = object.specular * pow(max(dot(normal, halfway), 0.0), object.shininess);
        color += light.radiance * (albedo.rgb * diffuse + specular);
    }
    return vec4<f32>(color * camera.exposure, albedo.a);
}
