//! Atomic operations and barriers. Their scopes and memory semantics are no wider than WGSL's memory model requires
//! (WGSL §14.5 and §17.11; SPIR-V §3.25, Memory Semantics, and §3.27, Scope; Vulkan's rules on memory semantics).

use super::pointer::Location;
use super::{Code, FunctionEmitter};
use crate::back::emitter::{Result, internal};
use crate::back::plan::{SubgroupForm, is_of_subgroup};
use crate::back::type_key::TypeKey;
use crate::target::Feature;
use crate::words::ValueId;
use naga::{AtomicFunction, Barrier, Expression, Handle, Scalar, ScalarKind};
use spirv::{Capability, MemorySemantics, Op, Scope, StorageClass};

impl FunctionEmitter<'_, '_> {
    /// The scope of an atomic operation, and the memory semantics of all WGSL atomics. Records what the operation needs of
    /// the device; `adds`: whether it adds or subtracts.
    fn atomic_operands(&mut self, class: StorageClass, type_key: TypeKey, adds: bool) -> Result<[ValueId; 2]> {
        self.need_atomic(class, type_key, adds);
        let scope = match class {
            StorageClass::Workgroup | StorageClass::TaskPayloadWorkgroupEXT => {
                self.m.u32_constant(Scope::Workgroup as u32)?
            }
            _ => self.m.device_scope()?,
        };
        Ok([scope, self.m.u32_constant(MemorySemantics::RELAXED.bits())?])
    }

    pub(super) fn atomic_load(&mut self, location: &Location, type_key: TypeKey) -> Result<ValueId> {
        let [scope, semantics] = self.atomic_operands(location.class, type_key, false)?;
        self.op(type_key, |code, ty, id| {
            code.atomic_load(ty, id, location.pointer, scope, semantics);
        })
    }

    pub(super) fn atomic_store(&mut self, location: &Location, value: ValueId) -> Result<()> {
        let type_key = self.pointee(location.place).type_key;
        let [scope, semantics] = self.atomic_operands(location.class, type_key, false)?;
        self.f.body.atomic_store(location.pointer, scope, semantics, value);
        Ok(())
    }

    /// An atomic read-modify-write operation. The struct result of a compare-exchange is composed.
    pub(super) fn atomic(
        &mut self,
        pointer: Handle<Expression>,
        fun: AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let type_key = self.type_key(value)?;
        let value = self.value(value)?;
        let compare = self.compared(fun)?;
        let mut chain = self.resolve_pointer(pointer, None)?;
        let guard = self.guard_effect(chain.location.class, chain.location.guard)?;
        let id = self.guarded(type_key, guard, |this| {
            let location = this.emit_pointer(pointer, &mut chain)?;
            this.atomic_op((location.pointer, location.class), fun, type_key, value, compare)
        })?;
        let Some(result) = result else { return Ok(()) };
        let id = match compare {
            None => id,
            Some(compare) => {
                let exchanged = self.binary_op(TypeKey::BOOL, Op::IEqual, id, compare)?;
                let structure = self.type_key(result)?;
                self.construct(structure, &[id, exchanged])?
            }
        };
        self.define_as(result, id)
    }

    pub(super) fn compared(&mut self, fun: AtomicFunction) -> Result<Option<ValueId>> {
        match fun {
            AtomicFunction::Exchange { compare: Some(compare) } => self.value(compare).map(Some),
            // catch-all: the match in `atomic_op` names every function
            _ => Ok(None),
        }
    }

    /// Emits the atomic instruction for a pointer to memory or to a texel.
    pub(super) fn atomic_op(
        &mut self,
        (pointer, class): (ValueId, StorageClass),
        fun: AtomicFunction,
        type_key: TypeKey,
        value: ValueId,
        compare: Option<ValueId>,
    ) -> Result<ValueId> {
        let scalar = type_key.number()?;
        let float = scalar.kind == ScalarKind::Float;
        // There is no atomic subtraction of floats. The negated operand is added.
        let value = if float && fun == AtomicFunction::Subtract {
            self.unary_op(type_key, Op::FNegate, value)?
        } else {
            value
        };
        let adds = matches!(fun, AtomicFunction::Add | AtomicFunction::Subtract);
        let [scope, semantics] = self.atomic_operands(class, type_key, adds)?;
        let signed = scalar.kind == ScalarKind::Sint;
        self.op(type_key, |body, ty, id| match fun {
            AtomicFunction::Add | AtomicFunction::Subtract if float => {
                body.atomic_f_add_ext(ty, id, pointer, scope, semantics, value);
            }
            AtomicFunction::Add => body.atomic_i_add(ty, id, pointer, scope, semantics, value),
            AtomicFunction::Subtract => body.atomic_i_sub(ty, id, pointer, scope, semantics, value),
            AtomicFunction::And => body.atomic_and(ty, id, pointer, scope, semantics, value),
            AtomicFunction::ExclusiveOr => body.atomic_xor(ty, id, pointer, scope, semantics, value),
            AtomicFunction::InclusiveOr => body.atomic_or(ty, id, pointer, scope, semantics, value),
            AtomicFunction::Min if signed => body.atomic_s_min(ty, id, pointer, scope, semantics, value),
            AtomicFunction::Min => body.atomic_u_min(ty, id, pointer, scope, semantics, value),
            AtomicFunction::Max if signed => body.atomic_s_max(ty, id, pointer, scope, semantics, value),
            AtomicFunction::Max => body.atomic_u_max(ty, id, pointer, scope, semantics, value),
            AtomicFunction::Exchange { .. } => match compare {
                None => body.atomic_exchange(ty, id, pointer, scope, semantics, value),
                Some(compare) => {
                    body.atomic_compare_exchange(ty, id, pointer, scope, semantics, semantics, value, compare);
                }
            },
        })
    }

    /// Records the capabilities and features of an atomic instruction: by scalar, by storage class, and for floats by
    /// whether it adds (Vulkan, VUID-RuntimeSpirv-None-06278 to -06288, and those after -06337).
    fn need_atomic(&mut self, class: StorageClass, type_key: TypeKey, adds: bool) {
        let features: &'static [Feature] = match (type_key.scalar_of(), class, adds) {
            (Some(Scalar::I64 | Scalar::U64), _, _) => {
                self.m.need(Capability::Int64Atomics);
                match class {
                    StorageClass::Workgroup => &[Feature::ShaderSharedInt64Atomics],
                    StorageClass::Image => &[Feature::ShaderImageInt64Atomics],
                    _ => &[Feature::ShaderBufferInt64Atomics],
                }
            }
            (Some(Scalar::F32), _, true) => {
                self.m.need(Capability::AtomicFloat32AddEXT);
                match class {
                    StorageClass::Workgroup => &[Feature::ShaderSharedFloat32AtomicAdd],
                    _ => &[Feature::ShaderBufferFloat32AtomicAdd],
                }
            }
            // The features of the addition satisfy the rules too, but promise no load, store or exchange (Vulkan,
            // "Features").
            (Some(Scalar::F32), StorageClass::Workgroup, false) => &[Feature::ShaderSharedFloat32Atomics],
            (Some(Scalar::F32), _, false) => &[Feature::ShaderBufferFloat32Atomics],
            // 32-bit integer atomics need no feature.
            _ => return,
        };
        self.m.need_feature(features);
    }

    /// `workgroupBarrier`, `storageBarrier` and `textureBarrier` are control and memory barriers of the workgroup;
    /// `subgroupBarrier` is one of the subgroup.
    pub(super) fn control_barrier(&mut self, barrier: Barrier) -> Result<()> {
        let [scope, semantics] = self.barrier_operands(barrier)?;
        self.f.body.control_barrier(scope, scope, semantics);
        Ok(())
    }

    /// A memory barrier without control.
    pub(super) fn memory_barrier(&mut self, barrier: Barrier) -> Result<()> {
        let [scope, semantics] = self.barrier_operands(barrier)?;
        self.f.body.memory_barrier(scope, semantics);
        Ok(())
    }

    /// The scope, and acquire-release semantics over the storage classes that the barrier names. A subgroup barrier names
    /// none in naga's IR and orders all shared memory. Any other barrier that names none orders Workgroup memory:
    /// semantics without a storage class are not allowed, and Vulkan has no `SubgroupMemory`
    /// (VUID-StandaloneSpirv-MemorySemantics-10870).
    fn barrier_operands(&mut self, mut barrier: Barrier) -> Result<[ValueId; 2]> {
        let scope = if is_of_subgroup(barrier) {
            barrier |= Barrier::STORAGE | Barrier::TEXTURE | Barrier::WORK_GROUP;
            // The subgroup scope needs a capability (VUID-StandaloneSpirv-SubgroupVoteKHR-07951).
            self.m.need(match self.m.plan.facts().subgroup_ballot {
                SubgroupForm::NonUniform => Capability::GroupNonUniform,
                SubgroupForm::Older => Capability::SubgroupBallotKHR,
            });
            Scope::Subgroup
        } else {
            Scope::Workgroup
        };
        let mut semantics = MemorySemantics::ACQUIRE_RELEASE;
        if barrier.contains(Barrier::STORAGE) {
            semantics |= MemorySemantics::UNIFORM_MEMORY;
        }
        if barrier.contains(Barrier::TEXTURE) {
            semantics |= MemorySemantics::IMAGE_MEMORY;
        }
        if barrier.contains(Barrier::WORK_GROUP) || semantics == MemorySemantics::ACQUIRE_RELEASE {
            semantics |= MemorySemantics::WORKGROUP_MEMORY;
        }
        if self.m.plan.vulkan_memory() {
            semantics |= MemorySemantics::MAKE_AVAILABLE | MemorySemantics::MAKE_VISIBLE;
        }
        Ok([
            self.m.u32_constant(scope as u32)?,
            self.m.u32_constant(semantics.bits())?,
        ])
    }

    /// `workgroupUniformLoad`: the barrier before the load makes earlier stores visible, the barrier after it orders later
    /// stores after the load.
    pub(super) fn workgroup_uniform_load(
        &mut self,
        pointer: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        self.control_barrier(Barrier::WORK_GROUP)?;
        let type_key = self.pointee_of(pointer);
        let type_key = type_key.ok_or_else(|| internal("the operand of a load is not a pointer"))?;
        let id = self.load(type_key, pointer)?;
        self.control_barrier(Barrier::WORK_GROUP)?;
        self.define_as(result, id)
    }
}
