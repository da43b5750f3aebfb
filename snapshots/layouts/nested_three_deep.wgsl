// A two-row matrix at every depth: members before and after it keep their offsets.
struct A {
    x: f32,
    m: mat2x2<f32>,
    y: f32,
}
struct B {
    before: vec2<u32>,
    @align(16) a: array<A, 2>,
    m: mat4x2<f32>,
}
struct C {
    b: B,
    plain: mat4x4<f32>,
    many: array<B, 3>,
}
@group(0) @binding(0) var<uniform> c: C;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

fn sum(b: B) -> f32 {
    return b.a[0].x + b.a[1].m[1].y + b.m[3].x;
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    out[0] = c.b.a[1].m[0].y;
    out[1] = c.many[id.x].a[id.y].m[id.z].x;
    out[2] = c.many[2].m[1][id.x];
    out[3] = c.plain[id.x][id.y];
    out[4] = sum(c.many[id.x]);
    let whole = c.b;
    out[5] = sum(whole) + c.many[1].a[0].y;
}

// CHECK: [[FIRST:]] = OpIEqual %bool
// CHECK[vulkan1.2..]: OpSelect %v2f32 [[FIRST]]
// CHECK[..vulkan1.1]: [[BOTH:]] = OpCompositeConstruct %v2bool [[FIRST]] [[FIRST]]
// CHECK[..vulkan1.1]: OpSelect %v2f32 [[BOTH]]
// CHECK: OpCompositeConstruct %mat4v2f32
