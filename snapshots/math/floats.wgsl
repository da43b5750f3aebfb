// Functions that GLSL.std.450 has.

@group(0) @binding(0) var<storage, read_write> v: array<vec4<f32>>;

@compute @workgroup_size(1)
fn main() {
    let a = v[0];
    v[1] = floor(a) + ceil(a) + trunc(a) + round(a) + fract(a);
    v[2] = clamp(a, v[3], v[4]) + mix(a, v[5], 0.5) + smoothstep(v[6], v[7], a) + step(a, v[8]);
    v[9] = sqrt(a) * inverseSqrt(a) + pow(a, v[10]) + exp2(a) * log2(a);
    v[11] = vec4<f32>(normalize(a.xyz) + cross(a.xyz, a.yzw), length(a) + distance(a, v[12]) + dot(a, a));
    v[13] = saturate(a) + abs(a) + sign(a) + min(a, v[14]) + max(a, v[15]);
}

// CHECK: Floor
// CHECK: Ceil
// CHECK: RoundEven
// CHECK: FMax
// CHECK: FMin
// CHECK: FMix
// CHECK: OpFunctionCall %v4f32 [[SMOOTHSTEP:]]
// CHECK: Pow
// CHECK: OpDot %f32
// CHECK: FClamp
// CHECK: [[SMOOTHSTEP]] = OpFunction
// CHECK: OpFDiv %v4f32
