// Points have a size, which WGSL cannot write.
// clamp-mesh-indices: false
// entry-point: mesh:dots
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

// CHECK: OpExecutionMode %dots OutputPoints
// CHECK[..vulkan1.3]: BuiltIn PointSize
// CHECK-NOT[vulkan1.4]: BuiltIn PointSize
// CHECK: [[DOTS:]] = OpVariable %ptr_Output_arr_struct_{{.*}} Output
// CHECK: OpSetMeshOutputsEXT
// CHECK[..vulkan1.3]: [[SIZE:]] = OpAccessChain %ptr_Output_f32 [[DOTS]] {{.*}} %u32_2
// CHECK-NEXT[..vulkan1.3]: OpStore [[SIZE]] %f32_1.0
// CHECK: OpAccessChain %ptr_Output_u32 %PrimitivePointIndicesEXT
