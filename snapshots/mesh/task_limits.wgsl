// task-limits: 65535,4194304
// A task shader that asks for more mesh workgroups than there may be launches none; its payload is an atomic.
enable wgpu_mesh_shader;
enable draw_index;
struct Payload { count: atomic<u32>, words: array<u32, 8> }
var<task_payload> payload: Payload;
@group(0) @binding(0) var<storage, read> wanted: vec3<u32>;

@task @payload(payload) @workgroup_size(8)
fn task(@builtin(local_invocation_index) i: u32, @builtin(draw_index) draw: u32) -> @builtin(mesh_task_size) vec3<u32> {
    atomicAdd(&payload.count, 1u);
    payload.words[i] = draw;
    workgroupBarrier();
    return wanted;
}

// CHECK: [[COUNT:]] = OpFunctionCall %v3u32
// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_264
// CHECK: [[LIMITED:]] = OpFunctionCall %v3u32 [[LIMIT:]] [[COUNT]]
// CHECK: OpEmitMeshTasksEXT
// CHECK: [[LIMIT]] = OpFunction
// CHECK: [[MOST:]] = OpCompositeConstruct %v3u32 %u32_65535 %u32_65535 %u32_65535
// CHECK: OpULessThanEqual %v3bool {{.*}} [[MOST]]
// CHECK-COUNT-2: OpUMulExtended
// CHECK: OpULessThanEqual %bool {{.*}} %u32_4194304
