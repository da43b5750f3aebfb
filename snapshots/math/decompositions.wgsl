// The structs that modf and frexp give lie in no buffer: no layout.
// targets: vulkan1.0 vulkan1.3

@group(0) @binding(0) var<storage, read_write> v: array<vec4<f32>>;

@compute @workgroup_size(1)
fn main() {
    var kept = frexp(v[0].xyz);
    let parts = modf(v[1]);
    v[2] = parts.fract + parts.whole;
    v[3] = vec4<f32>(kept.fract, f32(kept.exp.y));
}

// CHECK-NOT: OpMemberDecorate [[PARTS:]] 1
// CHECK: [[PARTS:]] = OpTypeStruct %v3f32 %v3i32
// CHECK: OpExtInst [[PARTS]] %GLSL.std.450 FrexpStruct
// CHECK: OpExtInst {{.*}} %GLSL.std.450 ModfStruct
