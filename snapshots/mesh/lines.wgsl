// Lines, copied by fewer invocations than there are.
// entry-point: mesh:strokes
enable wgpu_mesh_shader;
enable clip_distances;
struct Vertex { @builtin(position) @invariant position: vec4<f32>, @builtin(clip_distances) clip: array<f32, 2> }
struct Point { @builtin(point_index) index: u32 }
struct Line { @builtin(line_indices) indices: vec2<u32> }
struct Points {
    @builtin(vertices) vertices: array<Vertex, 4>,
    @builtin(primitives) primitives: array<Point, 4>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
struct Lines {
    @builtin(primitive_count) primitive_count: u32,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitives) primitives: array<Line, 64>,
    @builtin(vertices) vertices: array<Vertex, 64>,
}
var<workgroup> points: Points;
var<workgroup> lines: Lines;

@mesh(points) @workgroup_size(4)
fn dots(@builtin(local_invocation_index) i: u32, @builtin(view_index) view: u32) {
    points.vertex_count = 4u;
    points.primitive_count = 4u;
    points.vertices[i].position = vec4<f32>(f32(i + view));
    points.vertices[i].clip[1] = 1.0;
    points.primitives[i].index = i;
}

@mesh(lines) @workgroup_size(8, 2)
fn strokes(@builtin(local_invocation_id) at: vec3<u32>) {
    lines.vertex_count = 64u;
    lines.primitive_count = 63u;
    lines.primitives[at.x].indices = vec2<u32>(at.x, at.x + 1u);
}

// CHECK: OpExecutionMode %strokes LocalSize 8 2 1
// CHECK: OpExecutionMode %strokes OutputLinesEXT
// CHECK: OpExecutionMode %strokes OutputPrimitivesEXT 64
// CHECK: OpControlBarrier
// CHECK: OpSetMeshOutputsEXT
// CHECK: [[VERTEX:]] = OpPhi %u32
// CHECK: OpLoopMerge
// CHECK: OpIAdd %u32 [[VERTEX]] %u32_16
// CHECK: OpAccessChain %ptr_Output_v2u32 %PrimitiveLineIndicesEXT
