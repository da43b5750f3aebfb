// Immediates as WGSL lays them out, whole and in part.
struct Draw {
    matrix: mat3x2<f32>,
    offset: vec3<f32>,
    index: u32,
}
var<immediate> draw: Draw;

fn corner(draw: Draw) -> vec2<f32> {
    return draw.matrix * draw.offset;
}

@vertex
fn main(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    let all = draw;
    return vec4(corner(draw), all.matrix[vertex]);
}

// CHECK: OpMemberDecorate [[DRAW:]] 0 MatrixStride 8
// CHECK: OpMemberDecorate [[DRAW]] 1 Offset 32
// CHECK: OpMemberDecorate [[DRAW]] 2 Offset 44
// CHECK: [[DRAW]] = OpTypeStruct %mat3v2f32 %v3f32 %u32
// CHECK: OpVariable {{.*}} PushConstant
// CHECK: OpMatrixTimesVector %v2f32
