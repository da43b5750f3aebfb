//! The declared capabilities that a module needs, by the grammar and by rules that the grammar does not state.
//!
//! This is computed independently of the rules, which only check whether a needed capability is declared. A use is a
//! set of alternative capabilities, one of which suffices.

use super::{resources, uses};
use crate::check::memory::takes_narrow;
use crate::check::module::{Flags, Inst, Kind, Module, NONE, Scalar, Type, Use};
use crate::sort::sort;
use crate::words::grammar::OperandKind;
use spirv::{BuiltIn, Capability, Decoration, ExecutionModel, Op, StorageClass};

/// Capabilities that no opcode and no operand needs in the grammar, and whose uses this file does not look for: they
/// permit types, operands or values of what others introduce. They count as needed.
const UNSEEN: [u32; 26] = [
    8,    // Float16Buffer
    13,   // ImageBasic
    14,   // ImageReadWrite
    15,   // ImageMipmap
    23,   // TessellationPointSize
    24,   // GeometryPointSize
    4175, // StorageTensorArrayDynamicIndexingARM
    4176, // StorageTensorArrayNonUniformIndexingARM
    4213, // Float8CooperativeMatrixEXT
    4445, // AtomicStorageOps
    4471, // RayQueryProvisionalKHR
    4539, // MultipleWaitQueuesQCOM
    5008, // Float16ImageAMD
    5009, // ImageGatherBiasLodAMD
    5015, // ImageReadWriteLodAMD
    5112, // Int4TypeINTEL
    5114, // Int4CooperativeMatrixINTEL
    5117, // BFloat16DotProductKHR
    5118, // BFloat16CooperativeMatrixKHR
    5353, // RayTracingProvisionalKHR
    5429, // CooperativeMatrixConversionsEXT, for other conversions than of the use alone
    5431, // CooperativeMatrixConversionsNV, likewise
    5583, // FloatingPointModeINTEL
    5844, // ArbitraryPrecisionIntegersALTERA
    6114, // DebugInfoModuleINTEL
    6265, // RoundedDivideSqrtINTEL
];

/// The capabilities that have been found to be needed.
struct Needed<'m, 'w> {
    module: &'m Module<'w>,
    /// Declared capabilities that are the only alternative of some use, and those chosen among several alternatives.
    marked: Vec<u32>,
    /// Uses with several alternatives, resolved after all others.
    open: Vec<Vec<u32>>,
}

/// See [`crate::check::unused_capabilities`].
pub(super) fn unused(module: &Module<'_>) -> Vec<Capability> {
    let mut needed = Needed {
        module,
        marked: Vec::new(),
        open: Vec::new(),
    };
    needed.grammar();
    needed.types();
    for inst in &module.insts {
        needed.instruction(inst);
    }
    for &(id, at) in module.all_operands() {
        needed.operand(id, at);
    }
    needed.resolve_open();
    let mut numbers: Vec<u32> = Vec::new();
    for &(number, _) in &module.declared_capabilities {
        if !needed.marked.contains(&number) && !UNSEEN.contains(&number) && !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.into_iter().filter_map(Capability::from_u32).collect()
}

impl Needed<'_, '_> {
    /// Records a use that needs one of these capabilities.
    fn any(&mut self, capabilities: &[u32]) {
        match *capabilities {
            [] => {}
            [one] => self.mark(one),
            _ => {
                let declared = |number: &u32| {
                    self.module
                        .declared_capabilities
                        .iter()
                        .any(|(known, _)| known == number)
                };
                let all: Vec<u32> = capabilities.iter().copied().filter(declared).collect();
                // Prefer capabilities that imply none of the other alternatives.
                let implies = |number: u32| {
                    let own = OperandKind::Capability.availability(number);
                    own.is_some_and(|own| own.capabilities.iter().any(|along| all.contains(along)))
                };
                let mut several: Vec<u32> = all.iter().copied().filter(|&number| !implies(number)).collect();
                sort(&mut several);
                // The list stays short: the grammar has a few hundred capabilities and as many sets of alternatives.
                match *several.as_slice() {
                    [one] => self.mark(one),
                    [] => {}
                    _ if self.open.contains(&several) => {}
                    _ => self.open.push(several),
                }
            }
        }
    }

    fn of(&mut self, capabilities: &[Capability]) {
        let numbers: Vec<u32> = capabilities.iter().map(|&capability| capability as u32).collect();
        self.any(&numbers);
    }

    fn mark(&mut self, number: u32) {
        if !self.marked.contains(&number) {
            self.marked.push(number);
        }
    }

    /// Whether a marked capability is this one or implies it.
    fn covers(&self, number: u32) -> bool {
        let mut work = self.marked.clone();
        let mut seen = work.clone();
        while let Some(next) = work.pop() {
            if next == number {
                return true;
            }
            let availability = OperandKind::Capability.availability(next);
            for &implied in availability.map_or(&[][..], |availability| availability.capabilities) {
                if !seen.contains(&implied) {
                    seen.push(implied);
                    work.push(implied);
                }
            }
        }
        false
    }

    fn resolve_open(&mut self) {
        for alternatives in core::mem::take(&mut self.open) {
            if alternatives.iter().any(|&number| self.covers(number)) {
                continue;
            }
            let mut declared = self.module.declared_capabilities.iter().map(|&(number, _)| number);
            if let Some(first) = declared.find(|number| alternatives.contains(number)) {
                self.mark(first);
            }
        }
    }

    /// Records what the grammar requires for opcodes and operands, each once.
    fn grammar(&mut self) {
        let module = self.module;
        let mut seen = vec![false; 1 << 13];
        for inst in &module.insts {
            let flag = seen.get_mut(usize::from(inst.opcode)).filter(|seen| !**seen);
            if let (Some(flag), Some(availability)) = (flag, module.availability(inst)) {
                *flag = true;
                self.any(availability.capabilities);
            }
        }
        let mut known = hashbrown::HashSet::new();
        for used in &module.enumerants {
            if used.kind == OperandKind::Capability || !known.insert((used.kind, used.value)) {
                continue;
            }
            if used.kind == OperandKind::BuiltIn && used.value == BuiltIn::Layer as u32 {
                continue;
            }
            if let Some(availability) = used.kind.availability(used.value) {
                self.any(availability.capabilities);
            }
        }
    }

    fn types(&mut self) {
        use Capability as C;
        let module = self.module;
        for ty in &module.types {
            match (ty.kind, ty.scalar) {
                (Kind::Int, Scalar::Int { width: 64, .. }) => self.of(&[C::Int64]),
                (Kind::Float, Scalar::Float { width: 64, .. }) => self.of(&[C::Float64]),
                (Kind::Vector { .. }, _) if ty.lanes > 4 => {
                    self.of(&[C::Vector16, C::VectorAnyINTEL, C::LongVectorEXT])
                }
                _ => {}
            }
        }
        // Cooperative matrices use their component type, and physical pointers access memory without a variable.
        for ty in &module.types {
            match ty.kind {
                Kind::CooperativeMatrix { component, .. } => {
                    if let Some(component) = module.ty(component) {
                        self.narrow(component);
                    }
                }
                Kind::Pointer { class, pointee } if class == StorageClass::PhysicalStorageBuffer as u32 => {
                    if let Some(ty) = module.ty(pointee) {
                        let sixteen = ty.flags.intersects(Flags::INT16 | Flags::FLOAT16);
                        self.storage(ty.flags.contains(Flags::INT8), sixteen, true);
                    }
                }
                _ => {}
            }
        }
    }

    /// Records that values of a type are used in computations.
    fn narrow(&mut self, ty: &Type<'_>) {
        if ty.flags.intersects(Flags::ENCODED_FLOAT) {
            return;
        }
        for (flag, capability) in [
            (Flags::INT8, Capability::Int8),
            (Flags::INT16, Capability::Int16),
            (Flags::FLOAT16, Capability::Float16),
        ] {
            if ty.flags.contains(flag) {
                self.of(&[capability]);
            }
        }
    }

    fn instruction(&mut self, inst: &Inst) {
        let module = self.module;
        match inst.op {
            Op::Variable | Op::UntypedVariableKHR => self.variable(inst),
            Op::Decorate | Op::MemberDecorate => self.decoration(inst),
            Op::ExtInst => self.extended(inst),
            Op::TypeImage => self.image(inst),
            Op::TypeRuntimeArray => self.runtime_array(inst),
            _ if inst.function == NONE => self.constant(inst),
            _ if uses::is_dot(module, inst) => {
                self.of(uses::dot_input(module, inst).unwrap_or(&[]));
                self.arithmetic(inst);
            }
            _ => {
                self.chain(inst);
                self.ray_flags(inst);
                self.access(inst);
                self.pointer(inst);
                self.arithmetic(inst);
            }
        }
    }

    /// A constant of an 8- or 16-bit type counts as a computation with it.
    fn constant(&mut self, inst: &Inst) {
        let module = self.module;
        if module.constant(inst.result).is_some() {
            if let Some(ty) = module.result_type(inst) {
                self.narrow(ty);
            }
        }
    }

    /// Records computations with 8- and 16-bit values, apart from loads, stores and conversions to another width.
    fn arithmetic(&mut self, inst: &Inst) {
        let module = self.module;
        let moves = matches!(inst.op, Op::Load | Op::FunctionParameter) || takes_narrow(inst.op);
        let result = module.result_type(inst).filter(|ty| !ty.is_pointer());
        // The storage capabilities do not allow arrays and structures to be loaded as a whole (SPIR-V §2.16.1,
        // Universal Validation Rules).
        let whole = |ty: &Type<'_>| inst.op == Op::Load && ty.scalar == Scalar::None;
        if let Some(ty) = result.filter(|ty| !moves || whole(ty)) {
            self.narrow(ty);
        }
    }

    /// Records what an operand needs: an 8- or 16-bit value in a computation, or a scope.
    fn operand(&mut self, id: u32, at: Use) {
        let module = self.module;
        let Some(inst) = module.inst(at.inst).filter(|inst| inst.function != NONE) else {
            return;
        };
        if at.kind == OperandKind::IdScope {
            self.scope(id, at, inst);
        } else if !takes_narrow(inst.op) {
            if let Some(ty) = module.type_of(id).filter(|ty| !ty.is_pointer()) {
                self.narrow(ty);
            }
        }
    }

    /// With the Vulkan memory model, Device scope for memory needs a capability of its own. Subgroup scope needs one of
    /// the subgroup capabilities (VUID-StandaloneSpirv-SubgroupVoteKHR-07951).
    fn scope(&mut self, id: u32, at: Use, inst: &Inst) {
        let module = self.module;
        let barrier = inst.op == Op::ControlBarrier && at.word == 1;
        let group = matches!(inst.op as u32, 259..=271 | 333..=366 | 4431 | 5296) || inst.op == Op::ReadClockKHR;
        if !group && module.constant_u32(id) == Some(spirv::Scope::Subgroup as u32) {
            self.of(&[
                Capability::GroupNonUniform,
                Capability::SubgroupBallotKHR,
                Capability::SubgroupVoteKHR,
            ]);
        }
        let device = module.constant_u32(id) == Some(spirv::Scope::Device as u32);
        if device && !barrier && !group && module.has_capability(Capability::VulkanMemoryModel) {
            self.of(&[Capability::VulkanMemoryModelDeviceScope]);
        }
    }

    fn variable(&mut self, inst: &Inst) {
        use Capability as C;
        let module = self.module;
        let pointee = module.result_type(inst).and_then(Type::pointee);
        let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
            return;
        };
        let eight = ty.flags.contains(Flags::INT8);
        let sixteen = ty.flags.intersects(Flags::INT16 | Flags::FLOAT16);
        let class = StorageClass::from_u32(module.operand(inst, 0));
        let buffer_block = ty.flags.contains(Flags::BUFFER_BLOCK);
        match class {
            Some(
                StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer | StorageClass::ShaderRecordBufferKHR,
            ) => {
                self.storage(eight, sixteen, true);
            }
            Some(StorageClass::Uniform) => self.storage(eight, sixteen, buffer_block),
            Some(StorageClass::PushConstant) => {
                if eight {
                    self.of(&[C::StoragePushConstant8]);
                }
                if sixteen {
                    self.of(&[C::StoragePushConstant16]);
                }
            }
            Some(StorageClass::Input | StorageClass::Output) if sixteen => self.of(&[C::StorageInputOutput16]),
            Some(StorageClass::Workgroup) if ty.flags.contains(Flags::BLOCK) => {
                self.of(&[C::WorkgroupMemoryExplicitLayoutKHR]);
                if eight {
                    self.of(&[C::WorkgroupMemoryExplicitLayout8BitAccessKHR]);
                }
                if sixteen {
                    self.of(&[C::WorkgroupMemoryExplicitLayout16BitAccessKHR]);
                }
            }
            Some(StorageClass::Workgroup | StorageClass::Private | StorageClass::Function) => self.narrow(ty),
            _ => {}
        }
        if ty.is_pointer() || (ty.flags.contains(Flags::POINTER) && !ty.flags.contains(Flags::PHYSICAL_POINTER)) {
            self.of(&[C::VariablePointersStorageBuffer, C::VariablePointers]);
        }
    }

    fn storage(&mut self, eight: bool, sixteen: bool, storage_buffer: bool) {
        use Capability as C;
        if eight && storage_buffer {
            self.of(&[C::StorageBuffer8BitAccess, C::UniformAndStorageBuffer8BitAccess]);
        } else if eight {
            self.of(&[C::UniformAndStorageBuffer8BitAccess]);
        }
        if sixteen && storage_buffer {
            self.of(&[C::StorageBuffer16BitAccess, C::UniformAndStorageBuffer16BitAccess]);
        } else if sixteen {
            self.of(&[C::UniformAndStorageBuffer16BitAccess]);
        }
    }

    /// `Layer` as an output, and `ViewportIndex` as an output of a stage before the geometry stage, need capabilities
    /// of their own.
    fn decoration(&mut self, inst: &Inst) {
        use Capability as C;
        let module = self.module;
        let (decoration, operand) = match inst.op {
            Op::MemberDecorate => (module.operand(inst, 2), 3),
            _ => (module.operand(inst, 1), 2),
        };
        let built_in = module.operand(inst, operand);
        if decoration != Decoration::BuiltIn as u32 {
            return;
        }
        let vertex = self.has_model(ExecutionModel::Vertex) || self.has_model(ExecutionModel::TessellationEvaluation);
        let output = module
            .ty(module.type_id(module.operand(inst, 0)))
            .and_then(Type::storage_class)
            .is_none_or(|class| class == StorageClass::Output as u32);
        match BuiltIn::from_u32(built_in) {
            Some(BuiltIn::Layer) if output && vertex => self.of(&[C::ShaderLayer, C::ShaderViewportIndexLayerEXT]),
            Some(BuiltIn::Layer) => self.of(&[
                C::Geometry,
                C::ShaderLayer,
                C::ShaderViewportIndexLayerEXT,
                C::MeshShadingNV,
                C::MeshShadingEXT,
            ]),
            Some(BuiltIn::ViewportIndex) if output && vertex => {
                self.of(&[C::ShaderViewportIndex, C::ShaderViewportIndexLayerEXT]);
            }
            _ => {}
        }
    }

    fn has_model(&self, model: ExecutionModel) -> bool {
        self.module.entry_points.iter().any(|entry| entry.model == model as u32)
    }

    /// Extended instructions. `InterpolateAtCentroid`, `InterpolateAtSample` and `InterpolateAtOffset` of GLSL.std.450
    /// need a capability.
    fn extended(&mut self, inst: &Inst) {
        let module = self.module;
        let set = module.extended_set(module.operand(inst, 0));
        if let Some(extended) = set.and_then(|set| set.instruction(module.operand(inst, 1))) {
            self.any(extended.capabilities);
        }
        self.arithmetic(inst);
    }

    fn image(&mut self, inst: &Inst) {
        use Capability as C;
        use spirv::Dim;
        let Some(Kind::Image(image)) = self.module.ty(inst.result).map(|ty| ty.kind) else {
            return;
        };
        let storage = image.sampled == 2;
        match Dim::from_u32(image.dim) {
            Some(Dim::Dim1D) if storage => self.of(&[C::Image1D]),
            Some(Dim::DimRect) if storage => self.of(&[C::ImageRect]),
            Some(Dim::DimBuffer) if storage => self.of(&[C::ImageBuffer]),
            Some(Dim::DimCube) if image.arrayed == 1 && storage => self.of(&[C::ImageCubeArray]),
            Some(Dim::DimCube) if image.arrayed == 1 => self.of(&[C::SampledCubeArray]),
            Some(Dim::DimSubpassData) => return,
            _ => {}
        }
        if storage && image.multisampled == 1 {
            self.of(&[C::StorageImageMultisample]);
            if image.arrayed == 1 {
                self.of(&[C::ImageMSArray]);
            }
        }
    }

    /// A runtime array of resources, as opposed to one that is a member of a block.
    fn runtime_array(&mut self, inst: &Inst) {
        let module = self.module;
        let Some(element) = module.ty(module.operand(inst, 0)) else {
            return;
        };
        let opaque = matches!(
            element.kind,
            Kind::Image(_) | Kind::Sampler | Kind::SampledImage { .. } | Kind::AccelerationStructure
        );
        let block = module.is_decorated(element.id, Decoration::Block)
            || module.is_decorated(element.id, Decoration::BufferBlock);
        if opaque || block {
            self.of(&[Capability::RuntimeDescriptorArray]);
        }
    }

    fn chain(&mut self, inst: &Inst) {
        let module = self.module;
        let Some(first) = resources::chain(inst) else { return };
        let Some((resource, depth)) = resources::selection(module, inst) else {
            return;
        };
        let indices = module.operands(inst).get(first..).unwrap_or(&[]);
        if indices
            .iter()
            .take(depth)
            .any(|&index| module.constant(index).is_none())
        {
            self.of(&[resource.dynamic()]);
        }
        if uses::is_non_uniform(module, inst.result) {
            self.of(&[resource.non_uniform()]);
        }
    }

    /// Ray flags that are not constant may contain `SkipTrianglesKHR` and `SkipAABBsKHR`.
    fn ray_flags(&mut self, inst: &Inst) {
        let operand = match inst.op {
            Op::TraceRayKHR => 1,
            Op::RayQueryInitializeKHR => 2,
            _ => return,
        };
        let flags = self.module.constant_u32(self.module.operand(inst, operand));
        if flags.is_none_or(|flags| flags & 0x300 != 0) {
            self.of(&[Capability::RayTraversalPrimitiveCullingKHR]);
        }
    }

    fn access(&mut self, inst: &Inst) {
        use Capability as C;
        let module = self.module;
        if matches!(inst.op as u32, 227..=242) || matches!(inst.op as u32, 5614 | 5615 | 6035) {
            self.atomic(inst);
        }
        let (image, capability) = match inst.op {
            Op::ImageWrite => (module.operand(inst, 0), C::StorageImageWriteWithoutFormat),
            Op::ImageRead | Op::ImageSparseRead => (module.operand(inst, 0), C::StorageImageReadWithoutFormat),
            _ => return,
        };
        if let Some(Kind::Image(image)) = module.type_of(image).map(|ty| ty.kind) {
            let subpass = image.dim == spirv::Dim::DimSubpassData as u32;
            if image.format == spirv::ImageFormat::Unknown as u32 && !subpass {
                self.of(&[capability]);
            }
        }
    }

    fn atomic(&mut self, inst: &Inst) {
        use Capability as C;
        let module = self.module;
        let stored = matches!(inst.op, Op::AtomicStore);
        let ty = if stored {
            module.type_of(module.operand(inst, 3))
        } else {
            module.result_type(inst)
        };
        let Some(ty) = ty else { return };
        let capability = match (inst.op, ty.scalar, ty.lanes) {
            (_, Scalar::Int { width: 64, .. }, _) => C::Int64Atomics,
            (Op::AtomicFAddEXT, Scalar::Float { width: 16, .. }, 1) => C::AtomicFloat16AddEXT,
            (Op::AtomicFAddEXT, Scalar::Float { width: 32, .. }, _) => C::AtomicFloat32AddEXT,
            (Op::AtomicFAddEXT, Scalar::Float { width: 64, .. }, _) => C::AtomicFloat64AddEXT,
            (Op::AtomicFMinEXT | Op::AtomicFMaxEXT, Scalar::Float { width: 16, .. }, 1) => C::AtomicFloat16MinMaxEXT,
            (Op::AtomicFMinEXT | Op::AtomicFMaxEXT, Scalar::Float { width: 32, .. }, _) => C::AtomicFloat32MinMaxEXT,
            (Op::AtomicFMinEXT | Op::AtomicFMaxEXT, Scalar::Float { width: 64, .. }, _) => C::AtomicFloat64MinMaxEXT,
            (_, Scalar::Float { width: 16, .. }, 2 | 4) => C::AtomicFloat16VectorNV,
            _ => return,
        };
        self.of(&[capability]);
        let image = module.op(module.operand(inst, 0)) == Some(Op::ImageTexelPointer);
        if capability == C::Int64Atomics && image {
            self.of(&[C::Int64ImageEXT]);
        }
    }

    /// Capabilities for instructions that select, pass or step pointers.
    fn pointer(&mut self, inst: &Inst) {
        use Capability as C;
        let module = self.module;
        let Some(class) = module.result_type(inst).and_then(Type::storage_class) else {
            return;
        };
        let variable = matches!(
            inst.op,
            Op::Select | Op::Phi | Op::FunctionCall | Op::PtrAccessChain | Op::Load | Op::ConstantNull
        );
        match StorageClass::from_u32(class) {
            Some(StorageClass::StorageBuffer) if variable => {
                self.of(&[C::VariablePointersStorageBuffer, C::VariablePointers]);
            }
            Some(StorageClass::Workgroup) if variable => self.of(&[C::VariablePointers]),
            _ => {}
        }
    }
}
