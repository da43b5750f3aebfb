//! Ray queries, alone and out of an array of acceleration structures.

use crate::bindings::{READ_WRITE, buffer_type, entry};
use crate::both::{ComputeProgram, Layout, bind, both, buffer, bytes, compute, dispatch, floats, read, storage};
use crate::gpu::Gpu;
use core::num::NonZeroU32;
use wgpu::Features;

/// Two triangles, placed three times.
fn scene(gpu: &Gpu, shift: f32, flags: wgpu::AccelerationStructureFlags) -> wgpu::Tlas {
    let device = gpu.device.wgpu();
    let corners = [
        -1.0, -1.0, 0.0, 1.0, -1.0, 0.2, 0.0, 1.0, 0.1, -0.5, -0.5, 2.0, 0.9, -0.4, 2.0, 0.1, 0.8, 2.5,
    ];
    let vertex_buffer = &buffer(gpu, &floats(&corners), wgpu::BufferUsages::BLAS_INPUT);
    let size = wgpu::BlasTriangleGeometrySizeDescriptor {
        vertex_format: wgpu::VertexFormat::Float32x3,
        vertex_count: 6,
        index_format: None,
        index_count: None,
        flags: wgpu::AccelerationStructureGeometryFlags::empty(),
    };
    let blas = device.create_blas(
        &wgpu::CreateBlasDescriptor {
            label: None,
            flags,
            update_mode: wgpu::AccelerationStructureUpdateMode::Build,
        },
        wgpu::BlasGeometrySizeDescriptors::Triangles {
            descriptors: vec![size.clone()],
        },
    );
    let mut tlas = device.create_tlas(&wgpu::CreateTlasDescriptor {
        label: None,
        max_instances: 3,
        flags,
        update_mode: wgpu::AccelerationStructureUpdateMode::Build,
    });
    for index in 0..3u8 {
        let at = f32::from(index) * 1.25 - 1.0 + shift;
        let transform = [1.0, 0.0, 0.0, at, 0.0, 0.8, 0.0, 0.1, 0.0, 0.0, 1.0, f32::from(index)];
        tlas[usize::from(index)] = Some(wgpu::TlasInstance::new(
            &blas,
            transform,
            40 + u32::from(index),
            1 << index,
        ));
    }
    let mut encoder = device.create_command_encoder(&Default::default());
    let geometry = wgpu::BlasTriangleGeometry {
        size: &size,
        vertex_buffer,
        first_vertex: 0,
        vertex_stride: 12,
        index_buffer: None,
        first_index: None,
        transform_buffer: None,
        transform_buffer_offset: None,
    };
    let entry = wgpu::BlasBuildEntry {
        blas: &blas,
        geometry: wgpu::BlasGeometries::TriangleGeometries(vec![geometry]),
    };
    encoder.build_acceleration_structures([&entry], [&tlas]);
    gpu.queue.submit([encoder.finish()]);
    tlas
}

const OUT: &str = "
    struct Hit { kind: u32, t: f32, barycentrics: vec2f, instance: u32, custom: u32, primitive: u32, front: u32, to_world: mat4x3f }
    @group(0) @binding(5) var<storage, read_write> out: array<Hit, 64>;
    fn ray(i: u32, flags: u32) -> RayDesc {
        let at = vec3f(f32(i % 8u) * 0.5 - 1.8, f32(i / 8u) * 0.25 - 1.0, -3.0);
        return RayDesc(flags, select(0xffu, 0x5u, i % 5u == 0u), 0.1, 100.0, at, vec3f(0.02, 0.01, 1.0));
    }
    fn keep(i: u32, hit: RayIntersection) {
        out[i] = Hit(hit.kind, hit.t, hit.barycentrics, hit.instance_index, hit.instance_custom_data, hit.primitive_index,
            u32(hit.front_face), hit.object_to_world);
    }";

#[test]
fn queries() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(Features::EXPERIMENTAL_RAY_QUERY, "ray queries") {
        return;
    }
    let tlas = scene(gpu, 0.0, wgpu::AccelerationStructureFlags::PREFER_FAST_TRACE);
    let loops = [
        ("the nearest hit", "RAY_FLAG_FORCE_OPAQUE", "while rayQueryProceed(&query) {}"),
        (
            "hits of some triangles",
            "0u",
            "while rayQueryProceed(&query) {
                let candidate = rayQueryGetCandidateIntersection(&query);
                if candidate.kind == RAY_QUERY_INTERSECTION_TRIANGLE && candidate.primitive_index == 1u { rayQueryConfirmIntersection(&query); }
                if candidate.instance_custom_data == 42u { rayQueryTerminate(&query); }
            }",
        ),
    ];
    for (name, flags, walk) in loops {
        let source = format!(
            "enable wgpu_ray_query; {OUT}
            @group(0) @binding(2) var scene: acceleration_structure;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
                var query: ray_query;
                rayQueryInitialize(&query, scene, ray(i, {flags}));
                {walk}
                keep(i, rayQueryGetCommittedIntersection(&query));
            }}"
        );
        both(gpu, name, |way| {
            let compute = compute(
                gpu,
                way,
                ComputeProgram {
                    source: &source,
                    ..Default::default()
                },
            );
            let out = storage(gpu, &[0; 64 * 96]);
            let resources = [(2, tlas.as_binding()), (5, out.as_entire_binding())];
            let group = bind(gpu, &compute.group(0), &resources);
            dispatch(gpu, &compute.pipeline, &[&group], [1, 1, 1]);
            read(gpu, &out)
        });
    }
}

#[test]
fn corners_of_hits() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(
        Features::EXPERIMENTAL_RAY_QUERY | Features::EXPERIMENTAL_RAY_HIT_VERTEX_RETURN,
        "corners of hits",
    ) {
        return;
    }
    let tlas = scene(gpu, 0.0, wgpu::AccelerationStructureFlags::ALLOW_RAY_HIT_VERTEX_RETURN);
    let source = "
        enable wgpu_ray_query;
        enable wgpu_ray_query_vertex_return;
        @group(0) @binding(2) var scene: acceleration_structure<vertex_return>;
        @group(0) @binding(5) var<storage, read_write> out: array<array<vec3f, 3>, 16>;
        @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
            var query: ray_query<vertex_return>;
            let at = vec3f(f32(i) * 0.25 - 1.5, 0.0, -3.0);
            rayQueryInitialize(&query, scene, RayDesc(RAY_FLAG_FORCE_OPAQUE, 0xffu, 0.1, 100.0, at, vec3f(0.0, 0.0, 1.0)));
            while rayQueryProceed(&query) {}
            if rayQueryGetCommittedIntersection(&query).kind == RAY_QUERY_INTERSECTION_TRIANGLE {
                out[i] = getCommittedHitVertexPositions(&query);
            }
        }";
    // The layer of Debian 12 is older than the extension.
    let admitted = [
        "UNASSIGNED-CoreValidation-Shader-InconsistentSpirv",
        "VUID-VkShaderModuleCreateInfo-pCode-01090",
        "VUID-VkShaderModuleCreateInfo-pCode-04146",
    ];
    crate::both::both_with("corners of hits", &admitted, |way| {
        let compute = compute(
            gpu,
            way,
            ComputeProgram {
                source,
                ..Default::default()
            },
        );
        let out = storage(gpu, &[0; 16 * 48]);
        let group = bind(
            gpu,
            &compute.group(0),
            &[(2, tlas.as_binding()), (5, out.as_entire_binding())],
        );
        dispatch(gpu, &compute.pipeline, &[&group], [1, 1, 1]);
        read(gpu, &out)
    });
}

#[test]
fn arrays_of_scenes() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(
        Features::EXPERIMENTAL_RAY_QUERY | Features::ACCELERATION_STRUCTURE_BINDING_ARRAY,
        "arrays of acceleration structures",
    ) {
        return;
    }
    let fast = wgpu::AccelerationStructureFlags::PREFER_FAST_TRACE;
    let scenes = [scene(gpu, 0.0, fast), scene(gpu, 0.3, fast), scene(gpu, -0.4, fast)];
    let source = format!(
        "enable wgpu_ray_query; enable wgpu_binding_array; {OUT}
        @group(0) @binding(7) var scenes: binding_array<acceleration_structure, 3>;
        @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {{
            var query: ray_query;
            let i = group.x * 16u + local;
            rayQueryInitialize(&query, scenes[1], ray(i, RAY_FLAG_FORCE_OPAQUE));
            while rayQueryProceed(&query) {{}}
            keep(i, rayQueryGetCommittedIntersection(&query));
        }}"
    );
    let structures = wgpu::BindGroupLayoutEntry {
        count: NonZeroU32::new(3),
        visibility: wgpu::ShaderStages::COMPUTE,
        ..entry(7, wgpu::BindingType::AccelerationStructure { vertex_return: false })
    };
    // naga's validator knows no index that may differ between invocations here, and panics (wgpu 30.0.1).
    both(gpu, "an array of acceleration structures", |way| {
        let entries = [
            structures,
            entry(0, buffer_type(READ_WRITE)),
            entry(5, buffer_type(READ_WRITE)),
        ];
        let layout = Layout {
            groups: &[&entries],
            immediate_size: 0,
        };
        let compute = compute(
            gpu,
            way,
            ComputeProgram {
                source: &source,
                layout: Some(layout),
                ..Default::default()
            },
        );
        let (out, unused) = (storage(gpu, &[0; 64 * 96]), storage(gpu, &bytes(&[0; 4])));
        let scenes: Vec<_> = scenes.iter().collect();
        let resources = [
            (0, unused.as_entire_binding()),
            (5, out.as_entire_binding()),
            (7, wgpu::BindingResource::AccelerationStructureArray(&scenes)),
        ];
        let group = bind(gpu, &compute.group(0), &resources);
        dispatch(gpu, &compute.pipeline, &[&group], [4, 1, 1]);
        read(gpu, &out)
    });
}
