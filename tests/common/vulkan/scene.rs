//! Acceleration structures, built when a run binds them: one bottom level for each object, and one top level.

use ash::{khr, vk};

use super::failed;
use super::resources::{Addressed, Scope, barrier};

/// The objects that a ray can hit.
#[derive(Clone, Debug)]
pub struct Scene {
    pub objects: Vec<Object>,
}

/// One instance with its own geometry.
#[derive(Clone, Debug)]
pub struct Object {
    pub shape: Shape,
    /// Rows of a 3 × 4 matrix.
    pub transform: [f32; 12],
    pub custom_index: u32,
    pub mask: u8,
    /// Added to the index of the shader record.
    pub record: u32,
    pub opaque: bool,
}

#[derive(Clone, Debug)]
pub enum Shape {
    /// Corners; three consecutive ones are a triangle.
    Triangles(Vec<[f32; 3]>),
    /// The minimum and maximum corner of each box.
    Boxes(Vec<[f32; 6]>),
}

/// The identity transform.
pub const IDENTITY: [f32; 12] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];

impl Scene {
    /// Builds everything and returns the top level.
    pub(super) fn build(&self, scope: &mut Scope<'_>) -> Result<vk::AccelerationStructureKHR, String> {
        let structures = scope.gpu.acceleration_structures();
        let mut instances = Vec::new();
        for object in &self.objects {
            let bottom = object.build(scope, &structures)?;
            let mut transform = [0.0; 12];
            transform.copy_from_slice(&object.transform);
            let instance = vk::AccelerationStructureInstanceKHR {
                transform: vk::TransformMatrixKHR { matrix: transform },
                instance_custom_index_and_mask: vk::Packed24_8::new(object.custom_index, object.mask),
                instance_shader_binding_table_record_offset_and_flags: vk::Packed24_8::new(object.record, 0),
                acceleration_structure_reference: vk::AccelerationStructureReferenceKHR { device_handle: bottom },
            };
            // SAFETY: a structure of plain numbers, viewed as bytes.
            let bytes =
                unsafe { std::slice::from_raw_parts((&raw const instance).cast::<u8>(), size_of_val(&instance)) };
            instances.extend_from_slice(bytes);
        }
        let buffer = scope.addressed(&instances, instances.len(), INPUT)?;
        let data = vk::AccelerationStructureGeometryInstancesDataKHR::default().data(address(buffer));
        let geometry = vk::AccelerationStructureGeometryKHR::default()
            .geometry_type(vk::GeometryTypeKHR::INSTANCES)
            .geometry(vk::AccelerationStructureGeometryDataKHR { instances: data });
        let count = u32::try_from(self.objects.len()).map_err(|error| error.to_string())?;
        let level = vk::AccelerationStructureTypeKHR::TOP_LEVEL;
        build_level(scope, &structures, level, geometry, count).map(|(structure, _)| structure)
    }
}

const INPUT: vk::BufferUsageFlags = vk::BufferUsageFlags::ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_KHR;

const fn address(buffer: Addressed) -> vk::DeviceOrHostAddressConstKHR {
    vk::DeviceOrHostAddressConstKHR {
        device_address: buffer.address,
    }
}

impl Object {
    /// Builds the bottom level and returns its address.
    fn build(&self, scope: &mut Scope<'_>, structures: &khr::acceleration_structure::Device) -> Result<u64, String> {
        let bytes = |floats: &mut dyn Iterator<Item = f32>| floats.flat_map(f32::to_ne_bytes).collect::<Vec<u8>>();
        let (kind, data, count) = match &self.shape {
            Shape::Triangles(corners) => {
                let bytes = bytes(&mut corners.iter().flatten().copied());
                let buffer = scope.addressed(&bytes, bytes.len(), INPUT)?;
                let data = vk::AccelerationStructureGeometryTrianglesDataKHR::default()
                    .vertex_format(vk::Format::R32G32B32_SFLOAT)
                    .vertex_data(address(buffer))
                    .vertex_stride(12)
                    .max_vertex(corners.len() as u32 - 1)
                    .index_type(vk::IndexType::NONE_KHR);
                let data = vk::AccelerationStructureGeometryDataKHR { triangles: data };
                (vk::GeometryTypeKHR::TRIANGLES, data, corners.len() / 3)
            }
            Shape::Boxes(boxes) => {
                let bytes = bytes(&mut boxes.iter().flatten().copied());
                let buffer = scope.addressed(&bytes, bytes.len(), INPUT)?;
                let data = vk::AccelerationStructureGeometryAabbsDataKHR::default()
                    .data(address(buffer))
                    .stride(24);
                let data = vk::AccelerationStructureGeometryDataKHR { aabbs: data };
                (vk::GeometryTypeKHR::AABBS, data, boxes.len())
            }
        };
        let flags = if self.opaque {
            vk::GeometryFlagsKHR::OPAQUE
        } else {
            vk::GeometryFlagsKHR::empty()
        };
        let geometry = vk::AccelerationStructureGeometryKHR::default()
            .geometry_type(kind)
            .geometry(data)
            .flags(flags);
        let level = vk::AccelerationStructureTypeKHR::BOTTOM_LEVEL;
        build_level(scope, structures, level, geometry, count as u32).map(|(_, address)| address)
    }
}

fn build_level(
    scope: &mut Scope<'_>,
    structures: &khr::acceleration_structure::Device,
    level: vk::AccelerationStructureTypeKHR,
    geometry: vk::AccelerationStructureGeometryKHR<'_>,
    count: u32,
) -> Result<(vk::AccelerationStructureKHR, u64), String> {
    let mut flags = vk::BuildAccelerationStructureFlagsKHR::PREFER_FAST_TRACE;
    if scope.gpu.features.position_fetch.ray_tracing_position_fetch == vk::TRUE {
        flags |= vk::BuildAccelerationStructureFlagsKHR::ALLOW_DATA_ACCESS;
    }
    let geometries = [geometry];
    let mut build = vk::AccelerationStructureBuildGeometryInfoKHR::default()
        .ty(level)
        .flags(flags)
        .mode(vk::BuildAccelerationStructureModeKHR::BUILD)
        .geometries(&geometries);
    let mut sizes = vk::AccelerationStructureBuildSizesInfoKHR::default();
    // SAFETY: the geometries outlive the calls, the buffers are as large as the device says, and the scope keeps all of
    // it until the work has ended.
    unsafe {
        let device = vk::AccelerationStructureBuildTypeKHR::DEVICE;
        structures.get_acceleration_structure_build_sizes(device, &build, &[count], &mut sizes);
        let size = usize::try_from(sizes.acceleration_structure_size).map_err(|error| error.to_string())?;
        let storage = vk::BufferUsageFlags::ACCELERATION_STRUCTURE_STORAGE_KHR;
        let buffer = scope.addressed(&[], size, storage)?;
        let information = vk::AccelerationStructureCreateInfoKHR::default()
            .buffer(buffer.handle)
            .size(sizes.acceleration_structure_size)
            .ty(level);
        let structure = structures
            .create_acceleration_structure(&information, None)
            .map_err(failed("vkCreateAccelerationStructureKHR"))?;
        let destroy = structures.clone();
        scope.later(move |_| destroy.destroy_acceleration_structure(structure, None));
        // Space to align the scratch memory.
        const ALIGNMENT: u64 = 256;
        let size = usize::try_from(sizes.build_scratch_size + ALIGNMENT).map_err(|error| error.to_string())?;
        let scratch = scope.addressed(&[], size, vk::BufferUsageFlags::STORAGE_BUFFER)?;
        build.dst_acceleration_structure = structure;
        build.scratch_data = vk::DeviceOrHostAddressKHR {
            device_address: scratch.address.next_multiple_of(ALIGNMENT),
        };
        let range = [vk::AccelerationStructureBuildRangeInfoKHR::default().primitive_count(count)];
        scope.gpu.submit(|device, commands| {
            structures.cmd_build_acceleration_structures(commands, &[build], &[&range]);
            barrier(device, commands);
        })?;
        let information = vk::AccelerationStructureDeviceAddressInfoKHR::default().acceleration_structure(structure);
        let address = structures.get_acceleration_structure_device_address(&information);
        Ok((structure, address))
    }
}
