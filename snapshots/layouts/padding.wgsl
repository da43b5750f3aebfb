// enable: shaderInt16 shaderInt64 shaderFloat64
// targets: vulkan1.1 vulkan1.2 vulkan1.3
// `@align` and `@size`, tails of vec3, 16- and 64-bit members; row and column strides.
enable f16;
struct Inner {
    @size(12) a: f16,
    @align(16) b: vec3<f16>,
    c: f16,
    d: i64,
    e: f64,
    f: vec3<f64>,
    g: f32,
}
struct Outer {
    tail: vec3<f32>,
    scalar: f32,
    @align(64) inner: Inner,
    @size(128) wide: array<vec3<f32>, 2>,
    half: mat4x3<f16>,
    double: mat2x3<f64>,
    nested: array<array<mat3x3<f32>, 2>, 3>,
    rest: array<vec3<u32>>,
}
@group(0) @binding(0) var<storage, read_write> outer: Outer;
@group(0) @binding(1) var<storage, read_write> inner: Inner;

@compute @workgroup_size(1)
fn main() {
    outer.tail.y = outer.scalar;
    inner = outer.inner;
    outer.inner = inner;
    outer.nested[1][0][2] = outer.wide[1];
    outer.double[1] = inner.f;
    outer.half[3] = inner.b;
    outer.rest[arrayLength(&outer.rest) - 1u].z = u32(inner.d);
}

// CHECK: OpMemberDecorate [[OUTER:]] 1 Offset 12
// CHECK: OpMemberDecorate [[OUTER]] 2 Offset 64
// CHECK: OpMemberDecorate [[OUTER]] 4 MatrixStride 8
// CHECK: OpMemberDecorate [[OUTER]] 5 MatrixStride 32
// CHECK: OpMemberDecorate [[OUTER]] 6 MatrixStride 16
