//! Variables: which types the device supports in their storage classes, and the limits on memory.

use super::{Device, lacks};
use crate::check::Checker;
use crate::check::capability::Resource;
use crate::check::module::{Class, EntryPoint, Flags, Inst, Kind, Models, Module, NONE, Type};
use crate::target::{DeviceExtension, Feature, Support, VulkanVersion};
use spirv::{Decoration, Dim, ExecutionMode as Mode, ExecutionModel as Model, Op, StorageClass};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut written = Written::default();
    for inst in module.of([Class::Variable]).filter(|inst| inst.function == NONE) {
        variable(cx, inst, &mut written);
    }
    for ty in &module.types {
        let Kind::Pointer { class, pointee } = ty.kind else {
            continue;
        };
        if class != StorageClass::PhysicalStorageBuffer as u32 {
            continue;
        }
        if let (Some(inst), Some(pointee)) = (module.inst(ty.inst), module.ty(pointee)) {
            narrow(cx, inst, StorageClass::PhysicalStorageBuffer, pointee);
        }
    }
    sums(cx);
}

fn variable(cx: &mut Checker<'_, '_>, inst: &Inst, written: &mut Written) {
    let module = cx.module;
    let Some(class) = StorageClass::from_u32(module.operand(inst, 0)) else {
        return;
    };
    let pointee = module.result_type(inst).and_then(Type::pointee);
    let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
        return;
    };
    let initialized = module.operands(inst).len() > 1;
    if class == StorageClass::Workgroup && initialized && lacks(cx, Feature::ShaderZeroInitializeWorkgroupMemory) {
        cx.violate(
            Device::ZeroInitialize,
            inst,
            format_args!("the feature that it needs is not enabled"),
        );
    }
    narrow(cx, inst, class, ty);
    descriptor(cx, inst, class, ty);
    if matches!(
        class,
        StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer
    ) {
        formats(cx, inst, ty);
        stores(cx, inst, class, ty, written);
    }
}

/// Checks the features that the type of a descriptor needs.
fn descriptor(cx: &mut Checker<'_, '_>, inst: &Inst, class: StorageClass, ty: &Type<'_>) {
    let module = cx.module;
    let (inner, _) = crate::check::interface::stripped(module, ty);
    match inner.kind {
        Kind::Struct { members }
            if class == StorageClass::Uniform && module.is_decorated(inner.id, Decoration::Block) =>
        {
            let last = members.last().and_then(|&id| module.ty(id));
            let unsized_array = last.is_some_and(|ty| matches!(ty.kind, Kind::RuntimeArray { .. }));
            if unsized_array && lacks(cx, Feature::ShaderUniformBufferUnsizedArray) {
                cx.violate(
                    Device::UniformUnsized,
                    inst,
                    format_args!("the feature that it needs is not enabled"),
                );
            }
        }
        Kind::Image(image) if image.dim == Dim::DimSubpassData as u32 => {
            let array = matches!(ty.kind, Kind::Array { element, .. } if element == inner.id);
            if !module.is_decorated(inst.result, Decoration::InputAttachmentIndex) {
                if array {
                    cx.violate(
                        Device::InputAttachments,
                        inst,
                        format_args!("it has no InputAttachmentIndex"),
                    );
                }
                if lacks(cx, Feature::DynamicRenderingLocalRead) {
                    cx.violate(Device::LocalRead, inst, format_args!("it has no InputAttachmentIndex"));
                }
            }
        }
        _ => {}
    }
}

/// Checks the features for 8- and 16-bit numbers in a storage class.
fn narrow(cx: &mut Checker<'_, '_>, inst: &Inst, class: StorageClass, ty: &Type<'_>) {
    use Device as D;
    let eight = ty.flags.contains(Flags::INT8);
    let sixteen = ty.flags.intersects(Flags::INT16 | Flags::FLOAT16);
    if !eight && !sixteen && !ty.flags.contains(Flags::ENCODED_FLOAT) {
        return;
    }
    let block = ty.flags.contains(Flags::BLOCK);
    let ([rule8, rule16], [feature8, feature16]) = match class {
        StorageClass::StorageBuffer | StorageClass::ShaderRecordBufferKHR | StorageClass::PhysicalStorageBuffer => (
            [D::Buffer8, D::Buffer16],
            [Feature::StorageBuffer8BitAccess, Feature::StorageBuffer16BitAccess],
        ),
        StorageClass::Uniform if block => (
            [D::Uniform8, D::Uniform16],
            [
                Feature::UniformAndStorageBuffer8BitAccess,
                Feature::UniformAndStorageBuffer16BitAccess,
            ],
        ),
        StorageClass::PushConstant => (
            [D::PushConstant8, D::PushConstant16],
            [Feature::StoragePushConstant8, Feature::StoragePushConstant16],
        ),
        StorageClass::Workgroup if block => (
            [D::Workgroup8, D::Workgroup16],
            [
                Feature::WorkgroupMemoryExplicitLayout8BitAccess,
                Feature::WorkgroupMemoryExplicitLayout16BitAccess,
            ],
        ),
        StorageClass::Input | StorageClass::Output => {
            // `interface` reports floats of 8 bits.
            if eight {
                cx.violate(D::InputOutput8, inst, format_args!("it holds 8-bit integers"));
            }
            if sixteen && lacks(cx, Feature::StorageInputOutput16) {
                cx.violate(
                    D::InputOutput16,
                    inst,
                    format_args!("storageInputOutput16 is not enabled"),
                );
            }
            return;
        }
        _ => return,
    };
    // With untyped pointers, accesses need the features, not variables.
    if !lacks(cx, Feature::ShaderUntypedPointers) {
        return;
    }
    if eight && lacks(cx, feature8) {
        cx.violate(rule8, inst, format_args!("{feature8} is not enabled"));
    }
    if sixteen && lacks(cx, feature16) && lacks(cx, feature8) {
        cx.violate(rule16, inst, format_args!("{feature16} is not enabled"));
    }
}

/// Checks storage images without a format, which a device need not support.
fn formats(cx: &mut Checker<'_, '_>, inst: &Inst, ty: &Type<'_>) {
    let module = cx.module;
    if cx.target.vulkan_version() >= Some(VulkanVersion::V1_3) {
        return;
    }
    let inner = crate::check::interface::stripped(module, ty).0;
    let Kind::Image(image) = inner.kind else { return };
    let unknown = image.sampled == 2 && image.format == 0 && image.dim != Dim::DimSubpassData as u32;
    let extension = cx
        .target
        .device_extension(DeviceExtension::VK_KHR_format_feature_flags2);
    if !unknown || extension != Support::Unavailable {
        return;
    }
    let without = |decoration| !module.is_decorated(inst.result, decoration);
    if without(Decoration::NonWritable) && lacks(cx, Feature::ShaderStorageImageWriteWithoutFormat) {
        cx.violate(Device::WriteFormat, inst, format_args!("it is not NonWritable"));
    }
    if without(Decoration::NonReadable) && lacks(cx, Feature::ShaderStorageImageReadWithoutFormat) {
        cx.violate(Device::ReadFormat, inst, format_args!("it is not NonReadable"));
    }
}

/// For each structure that has been searched, whether it has a member that may be written.
type Written = hashbrown::HashMap<u32, bool>;

/// Whether a variable is a storage buffer, storage image or storage texel buffer that may be written.
fn is_writable(module: &Module<'_>, inst: &Inst, class: StorageClass, ty: &Type<'_>, written: &mut Written) -> bool {
    let inner = crate::check::interface::stripped(module, ty).0;
    let stored = matches!(
        Resource::of(module, class as u32, inner),
        Some(Resource::StorageBuffer | Resource::StorageImage | Resource::StorageTexelBuffer)
    );
    if !stored || module.is_decorated(inst.result, Decoration::NonWritable) {
        return false;
    }
    let Kind::Struct { members } = inner.kind else {
        return true;
    };
    *written.entry(inner.id).or_insert_with(|| {
        let read_only = |member| module.member_decoration(inner.id, member, Decoration::NonWritable);
        (0..members.len()).any(|member| read_only(member as u32).is_none())
    })
}

fn stores(cx: &mut Checker<'_, '_>, inst: &Inst, class: StorageClass, ty: &Type<'_>, written: &mut Written) {
    const VERTEX: Models = Models::of(&[
        Model::Vertex,
        Model::TessellationControl,
        Model::TessellationEvaluation,
        Model::Geometry,
    ]);
    let module = cx.module;
    if !is_writable(module, inst, class, ty, written) {
        return;
    }
    let models = || {
        let uses = module.uses(inst.result).iter().filter_map(|at| module.inst(at.inst));
        uses.fold(Models::default(), |models, user| models | module.models_of(user))
    };
    if lacks(cx, Feature::FragmentStoresAndAtomics) && models().has(Model::Fragment) {
        cx.violate(Device::FragmentStores, inst, format_args!("it is not NonWritable"));
    }
    if lacks(cx, Feature::VertexPipelineStoresAndAtomics) && models().intersects(VERTEX) {
        cx.violate(Device::VertexStores, inst, format_args!("it is not NonWritable"));
    }
}

/// Size in bytes and alignment of each type in the standard layout of storage buffers. Booleans are 32-bit integers,
/// and specialization constants have their defaults. `None` for types without a size (Vulkan, "Workgroup" and "Standard
/// Buffer Layout").
fn layouts(module: &Module<'_>) -> Vec<Option<(u64, u64)>> {
    let mut sizes: Vec<Option<(u64, u64)>> = Vec::with_capacity(module.types.len());
    for ty in &module.types {
        let known = |id: u32| {
            let row = module.def(id).map(|def| def.row as usize)?;
            sizes.get(row).copied().flatten()
        };
        let scalar = u64::from(ty.width().max(8)) / 8;
        let size = match ty.kind {
            Kind::Bool => Some((4, 4)),
            Kind::Int | Kind::Float => Some((scalar, scalar)),
            Kind::Vector { component } => known(component).map(|(size, _)| {
                let lanes = u64::from(ty.lanes);
                (
                    size.saturating_mul(lanes),
                    size.saturating_mul(if lanes == 2 { 2 } else { 4 }),
                )
            }),
            Kind::Matrix { column } => known(column).map(|(size, align)| {
                let stride = size.next_multiple_of(align.max(1));
                (stride.saturating_mul(u64::from(ty.columns)), align)
            }),
            Kind::Array { element, default, .. } => known(element)
                .zip(default)
                .map(|((size, align), length)| (size.next_multiple_of(align.max(1)).saturating_mul(length), align)),
            Kind::Struct { members } => structure(members, known),
            Kind::Pointer { class, .. } if class == StorageClass::PhysicalStorageBuffer as u32 => Some((8, 8)),
            _ => None,
        };
        sizes.push(size.map(|(size, align)| (size.min(u64::from(u32::MAX)), align)));
    }
    sizes
}

fn structure(members: &[u32], known: impl Fn(u32) -> Option<(u64, u64)>) -> Option<(u64, u64)> {
    let (mut end, mut most) = (0_u64, 1_u64);
    for &member in members {
        let (size, align) = known(member)?;
        end = end.next_multiple_of(align.max(1)).saturating_add(size);
        most = most.max(align);
    }
    Some((end.next_multiple_of(most), most))
}

/// Size and alignment of each type, and its locations.
type Sizes<'s> = (&'s [Option<(u64, u64)>], &'s [(u64, bool)]);

/// The memory that the variables of an entry point use in total.
#[derive(Default)]
struct Sums {
    workgroup: u64,
    /// The largest block with an explicit layout in Workgroup; these blocks share memory.
    block: u64,
    payload: u64,
    /// The size in bytes of the outputs for one vertex, and for one primitive.
    vertices: u64,
    primitives: u64,
    /// Whether a variable has an unknown size.
    unknown: bool,
}

fn sums(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let limits = cx.target.limits();
    let stated = [
        limits.max_compute_shared_memory_size,
        limits.max_mesh_shared_memory_size,
        limits.max_mesh_payload_and_shared_memory_size,
        limits.max_mesh_output_memory_size,
        limits.max_mesh_payload_and_output_memory_size,
        limits.max_task_payload_size,
        limits.max_task_shared_memory_size,
        limits.max_task_payload_and_shared_memory_size,
        limits.max_fragment_combined_output_resources,
    ];
    if stated.iter().all(Option::is_none) {
        return;
    }
    let all = module.of([Class::Variable]);
    let variables: Vec<&Inst> = all.filter(|inst| inst.function == NONE).collect();
    let (layouts, locations) = (layouts(module), crate::check::interface::count_locations(module));
    let mut written = (Written::default(), Written::default());
    module.each_entry_point(&variables, &mut |entry, used| {
        let Some(at) = module.inst(entry.inst) else { return };
        let mine = || used.iter().filter_map(|&index| variables.get(index).copied());
        let mut sums = Sums::default();
        for variable in mine() {
            add(module, variable, (&layouts, &locations), &mut sums);
        }
        match Model::from_u32(entry.model) {
            Some(Model::GLCompute) => compute(cx, at, &sums),
            Some(Model::TaskEXT) => task(cx, at, &sums),
            Some(Model::MeshEXT) => mesh(cx, entry, at, &sums),
            Some(Model::Fragment) => combined(cx, entry, at, mine(), &mut written),
            _ => {}
        }
    });
}

fn add(module: &Module<'_>, variable: &Inst, (layouts, locations): Sizes<'_>, sums: &mut Sums) {
    let class = StorageClass::from_u32(module.operand(variable, 0));
    let pointee = module.result_type(variable).and_then(Type::pointee);
    let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
        return;
    };
    let row = module.def(ty.id).map(|def| def.row as usize);
    let size = row.and_then(|row| layouts.get(row)).copied().flatten();
    let sum = match class {
        Some(StorageClass::Workgroup) if module.is_decorated(ty.id, Decoration::Block) => {
            sums.block = sums.block.max(size.map_or(0, |(size, _)| size));
            return;
        }
        Some(StorageClass::Workgroup) => &mut sums.workgroup,
        Some(StorageClass::TaskPayloadWorkgroupEXT) => &mut sums.payload,
        Some(StorageClass::Output) => return add_output(module, variable, ty, locations, sums),
        _ => return,
    };
    match size {
        Some((size, align)) => *sum = sum.next_multiple_of(align.max(1)).saturating_add(size),
        None => sums.unknown = true,
    }
}

/// Adds the output of one vertex or primitive: four 32-bit attributes for each location. Built-ins are counted, but not
/// primitive indices (Vulkan, "Mesh Shader Output"). Outputs that share a location are counted once.
fn add_output(module: &Module<'_>, variable: &Inst, ty: &Type<'_>, locations: &[(u64, bool)], sums: &mut Sums) {
    let component = module.decoration(variable.result, Decoration::Component);
    if is_primitive_index(module, variable) || component.is_some_and(|row| row.operand() > 0) {
        return;
    }
    // Outputs are arrays with an element for each vertex or, if decorated so, for each primitive.
    let element = match ty.kind {
        Kind::Array { element, .. } => element,
        _ => return,
    };
    let row = module.def(element).map(|def| def.row as usize);
    let count = row.and_then(|row| locations.get(row)).map_or(0, |&(count, _)| count);
    let sum = if is_per_primitive(module, variable, ty) {
        &mut sums.primitives
    } else {
        &mut sums.vertices
    };
    *sum = sum.saturating_add(count.saturating_mul(16));
}

fn is_primitive_index(module: &Module<'_>, variable: &Inst) -> bool {
    use spirv::BuiltIn;
    let built_in = module
        .decoration(variable.result, Decoration::BuiltIn)
        .map(|row| row.operand());
    let indices = [
        BuiltIn::PrimitivePointIndicesEXT,
        BuiltIn::PrimitiveLineIndicesEXT,
        BuiltIn::PrimitiveTriangleIndicesEXT,
    ];
    indices.iter().any(|&one| built_in == Some(one as u32))
}

fn is_per_primitive(module: &Module<'_>, variable: &Inst, ty: &Type<'_>) -> bool {
    let inner = crate::check::interface::stripped(module, ty).0;
    module.is_decorated(variable.result, Decoration::PerPrimitiveEXT)
        || module
            .decorations(inner.id)
            .iter()
            .any(|row| row.is(Decoration::PerPrimitiveEXT))
}

fn over_limit(cx: &mut Checker<'_, '_>, at: &Inst, rule: Device, bytes: u64, limit: Option<u32>) {
    if let Some(limit) = limit.filter(|&limit| bytes > u64::from(limit)) {
        cx.violate(rule, at, format_args!("{bytes} bytes are above the limit {limit}"));
    }
}

fn compute(cx: &mut Checker<'_, '_>, at: &Inst, sums: &Sums) {
    let module = cx.module;
    let limits = cx.target.limits();
    let bytes = sums.workgroup.max(sums.block);
    let most = limits.max_compute_shared_memory_size;
    over_limit(cx, at, Device::SharedMemory, bytes, most);
    split(cx, at, bytes);
    let workgroup = |ty: &Type<'_>| match ty.kind {
        Kind::CooperativeMatrix { scope, .. } => module.constant_u32(scope) == Some(spirv::Scope::Workgroup as u32),
        _ => false,
    };
    let reserved = limits.cooperative_matrix_workgroup_scope_reserved_shared_memory;
    if let (Some(most), Some(reserved)) = (most, reserved) {
        if module.types.iter().any(workgroup) {
            over_limit(
                cx,
                at,
                Device::ReservedMemory,
                bytes,
                Some(most.saturating_sub(reserved)),
            );
        }
    }
}

/// Checks the memory that split barriers leave to variables of Workgroup.
fn split(cx: &mut Checker<'_, '_>, at: &Inst, bytes: u64) {
    let limits = cx.target.limits();
    let reserved = limits.split_barrier_reserved_shared_memory;
    let most = limits.max_compute_shared_memory_size;
    if let (Some(most), Some(reserved)) = (most, reserved) {
        if cx
            .module
            .of([Class::Foreign, Class::Sync])
            .any(crate::check::sync::is_half)
        {
            over_limit(
                cx,
                at,
                Device::SplitReserved,
                bytes,
                Some(most.saturating_sub(reserved)),
            );
        }
    }
}

fn task(cx: &mut Checker<'_, '_>, at: &Inst, sums: &Sums) {
    let limits = cx.target.limits();
    let shared = sums.workgroup.max(sums.block);
    let [payload, both] = [sums.payload, sums.payload.saturating_add(shared)];
    over_limit(cx, at, Device::TaskPayloadMemory, payload, limits.max_task_payload_size);
    over_limit(
        cx,
        at,
        Device::TaskSharedMemory,
        shared,
        limits.max_task_shared_memory_size,
    );
    let most = limits.max_task_payload_and_shared_memory_size;
    over_limit(cx, at, Device::TaskPayloadSharedMemory, both, most);
}

fn mesh(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst, sums: &Sums) {
    let module = cx.module;
    let limits = cx.target.limits();
    let shared = sums.workgroup.max(sums.block);
    over_limit(
        cx,
        at,
        Device::MeshSharedMemory,
        shared,
        limits.max_mesh_shared_memory_size,
    );
    let most = limits.max_mesh_payload_and_shared_memory_size;
    let both = sums.payload.saturating_add(shared);
    over_limit(cx, at, Device::MeshPayloadSharedMemory, both, most);
    let count = |mode: Mode, granularity: Option<u32>| {
        let mut modes = module.modes(entry.function);
        let inst = modes.find(|inst| module.operand(inst, 1) == mode as u32);
        let count = u64::from(inst.map_or(0, |inst| module.operand(inst, 2)));
        count.next_multiple_of(u64::from(granularity.unwrap_or(1).max(1)))
    };
    let vertices = count(Mode::OutputVertices, limits.mesh_output_per_vertex_granularity);
    let primitives = count(Mode::OutputPrimitivesEXT, limits.mesh_output_per_primitive_granularity);
    let outputs = sums
        .vertices
        .saturating_mul(vertices)
        .saturating_add(sums.primitives.saturating_mul(primitives));
    over_limit(
        cx,
        at,
        Device::MeshOutputMemory,
        outputs,
        limits.max_mesh_output_memory_size,
    );
    let most = limits.max_mesh_payload_and_output_memory_size;
    let both = sums.payload.saturating_add(outputs);
    over_limit(cx, at, Device::MeshPayloadOutputMemory, both, most);
}

/// Checks the number of resources that a fragment shader writes: outputs with a location, buffers and images.
fn combined<'m>(
    cx: &mut Checker<'_, '_>,
    entry: &EntryPoint<'_>,
    at: &Inst,
    variables: impl Iterator<Item = &'m Inst>,
    (members, known): &mut (Written, Written),
) {
    let module = cx.module;
    let Some(most) = cx.target.limits().max_fragment_combined_output_resources else {
        return;
    };
    let mut count = 0_u64;
    for variable in variables {
        let Some(class) = StorageClass::from_u32(module.operand(variable, 0)) else {
            continue;
        };
        let pointee = module.result_type(variable).and_then(Type::pointee);
        let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
            continue;
        };
        let length = match ty.kind {
            Kind::Array { default, .. } => default.unwrap_or(1),
            _ => 1,
        };
        let located = class == StorageClass::Output && module.is_decorated(variable.result, Decoration::Location);
        let mut writes = || {
            let is_known = known.entry(variable.result);
            *is_known.or_insert_with(|| {
                is_writable(module, variable, class, ty, members) && is_written(module, variable.result)
            })
        };
        if located || writes() {
            count = count.saturating_add(length);
        }
    }
    if count > u64::from(most) {
        let function = module.show(entry.function);
        cx.violate(
            Device::CombinedOutputs,
            at,
            format_args!("{function} writes {count} of {most}"),
        );
    }
}

/// Whether memory is written through a pointer, or through the image that it points to.
fn is_written(module: &Module<'_>, pointer: u32) -> bool {
    let mut work = vec![pointer];
    let mut seen = hashbrown::HashSet::new();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        for at in module.uses(id) {
            let Some(user) = module.inst(at.inst).filter(|user| user.function != NONE) else {
                continue;
            };
            match user.op {
                Op::Store
                | Op::ImageWrite
                | Op::CopyMemory
                | Op::CopyMemorySized
                | Op::CooperativeMatrixStoreKHR
                | Op::CooperativeMatrixStoreTensorNV
                | Op::AtomicFAddEXT
                | Op::AtomicFMinEXT
                | Op::AtomicFMaxEXT
                    if module.operand(user, 0) == id =>
                {
                    return true;
                }
                Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain => {
                    work.push(user.result);
                }
                Op::ImageTexelPointer | Op::CopyObject => work.push(user.result),
                Op::Load
                    if module
                        .result_type(user)
                        .is_some_and(|ty| ty.flags.contains(Flags::OPAQUE)) =>
                {
                    work.push(user.result);
                }
                // All of these atomics except OpAtomicLoad write.
                _ if matches!(user.op as u32, 228..=242) => return true,
                _ => {}
            }
        }
    }
    false
}
