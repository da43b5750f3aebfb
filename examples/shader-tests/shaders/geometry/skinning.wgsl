// Skins vertices with four bones each, before all passes that draw them.
// names
struct Source {
    position: vec3<f32>,
    bones: u32,
    normal: vec3<f32>,
    weights: u32,
}

struct Skinned {
    position: vec3<f32>,
    normal: vec3<f32>,
}

@group(0) @binding(0) var<storage, read> bones: array<mat4x4<f32>>;
@group(0) @binding(1) var<storage, read> vertices: array<Source>;
@group(0) @binding(2) var<storage, read_write> skinned: array<Skinned>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&vertices) {
        return;
    }
    let vertex = vertices[id.x];
    let weights = unpack4x8unorm(vertex.weights);
    var skin = mat4x4<f32>();
    for (var i = 0u; i < 4u; i++) {
        let bone = (vertex.bones >> (8u * i)) & 0xffu;
        skin += bones[bone] * weights[i];
    }
    let normal = (skin * vec4(vertex.normal, 0.0)).xyz;
    skinned[id.x].position = (skin * vec4(vertex.position, 1.0)).xyz;
    skinned[id.x].normal = normalize(normal);
}

// Weights are unpacked by one instruction, and bones are matrices of columns.
// CHECK-DAG: OpMemberDecorate {{.*}} 0 ColMajor
// CHECK-DAG: OpMemberDecorate {{.*}} 0 MatrixStride 16
// CHECK: OpExtInst %v4f32 %GLSL.std.450 UnpackUnorm4x8
// CHECK: OpMatrixTimesScalar %mat4
