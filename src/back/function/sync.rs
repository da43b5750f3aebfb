//! Atomics and barriers: scopes and memory semantics no wider than WGSL's memory model asks for (WGSL §14.5 and §17.11,
//! SPIR-V §3.26 and §3.27, Vulkan's "Memory Semantics" rules).

use super::FunctionEmitter;
use super::access::Location;
use super::memory_model::Direction;
use crate::back::emitter::{Result, internal};
use crate::back::plan::{ArrayLength, is_of_subgroup};
use crate::back::slot::Slot;
use crate::words::ValueId;
use naga::{AtomicFunction, Barrier, Expression, Handle, ScalarKind, TypeInner};
use spirv::{MemorySemantics, Op, Scope, StorageClass};

impl FunctionEmitter<'_, '_> {
    fn scope(&mut self, class: StorageClass) -> Result<ValueId> {
        match class {
            StorageClass::Workgroup | StorageClass::TaskPayloadWorkgroupEXT => {
                self.m.u32_constant(Scope::Workgroup as u32)
            }
            _ => self.device_scope(),
        }
    }

    /// WGSL's atomics are relaxed.
    fn relaxed(&mut self) -> Result<ValueId> {
        self.m.u32_constant(MemorySemantics::RELAXED.bits())
    }

    /// `atomicLoad`.
    pub(super) fn atomic_load(&mut self, location: Location, slot: Slot) -> Result<ValueId> {
        let (ty, scope, semantics) = (self.m.value_type(slot)?, self.scope(location.class)?, self.relaxed()?);
        let id = self.fresh();
        self.f.body.atomic_load(ty, id, location.pointer, scope, semantics);
        Ok(id)
    }

    /// `atomicStore`.
    pub(super) fn atomic_store(&mut self, location: Location, value: ValueId) -> Result<()> {
        let (scope, semantics) = (self.scope(location.class)?, self.relaxed()?);
        self.f.body.atomic_store(location.pointer, scope, semantics, value);
        Ok(())
    }

    /// An atomic read-modify-write. A result that is a struct (compare-exchange) is put together.
    pub(super) fn atomic(
        &mut self,
        pointer: Handle<Expression>,
        fun: AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let slot = self.slot(value)?;
        let value = self.value(value)?;
        let compare = match fun {
            AtomicFunction::Exchange { compare: Some(compare) } => Some(self.value(compare)?),
            AtomicFunction::Add
            | AtomicFunction::Subtract
            | AtomicFunction::And
            | AtomicFunction::ExclusiveOr
            | AtomicFunction::InclusiveOr
            | AtomicFunction::Min
            | AtomicFunction::Max
            | AtomicFunction::Exchange { compare: None } => None,
        };
        let mut guard = None;
        let route = self.route(pointer, &mut guard)?;
        let id = match self.guard_effect(route.class(), guard)? {
            None => {
                let location = self.arrive(pointer, route)?;
                self.atomic_op((location.pointer, location.class), fun, slot, value, compare)?
            }
            Some(condition) => self.guarded(slot, condition, |this| {
                let location = this.arrive(pointer, route)?;
                this.atomic_op((location.pointer, location.class), fun, slot, value, compare)
            })?,
        };
        let Some(result) = result else { return Ok(()) };
        let id = match compare {
            None => id,
            Some(compare) => {
                let exchanged = self.binary_op(Slot::BOOL, Op::IEqual, id, compare)?;
                let structure = self.slot(result)?;
                self.construct(structure, &[id, exchanged])?
            }
        };
        self.define_as(result, id)
    }

    /// The operation, where a pointer leads that is in memory or is one to a texel.
    pub(super) fn atomic_op(
        &mut self,
        (pointer, class): (ValueId, StorageClass),
        fun: AtomicFunction,
        slot: Slot,
        value: ValueId,
        compare: Option<ValueId>,
    ) -> Result<ValueId> {
        let scalar = slot
            .scalar_of()
            .ok_or_else(|| internal("an atomic that is no scalar"))?;
        let float = scalar.kind == ScalarKind::Float;
        // There is no subtraction of floats.
        let value = if float && fun == AtomicFunction::Subtract {
            self.unary_op(slot, Op::FNegate, value)?
        } else {
            value
        };
        let (ty, scope, semantics) = (self.m.value_type(slot)?, self.scope(class)?, self.relaxed()?);
        let id = self.fresh();
        let body = &mut self.f.body;
        let signed = scalar.kind == ScalarKind::Sint;
        match fun {
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
        }
        Ok(id)
    }

    /// `workgroupBarrier`, `storageBarrier`, `textureBarrier`: control and memory, in the workgroup; `subgroupBarrier` in
    /// the subgroup.
    pub(super) fn control_barrier(&mut self, barrier: Barrier) -> Result<()> {
        let (scope, semantics) = (self.barrier_scope(barrier)?, self.barrier_semantics(barrier)?);
        self.f.body.control_barrier(scope, scope, semantics);
        Ok(())
    }

    /// A memory barrier without control.
    pub(super) fn memory_barrier(&mut self, barrier: Barrier) -> Result<()> {
        let (scope, semantics) = (self.barrier_scope(barrier)?, self.barrier_semantics(barrier)?);
        self.f.body.memory_barrier(scope, semantics);
        Ok(())
    }

    fn barrier_scope(&mut self, barrier: Barrier) -> Result<ValueId> {
        let scope = if is_of_subgroup(barrier) {
            Scope::Subgroup
        } else {
            Scope::Workgroup
        };
        self.m.u32_constant(scope as u32)
    }

    /// Acquire and release over the storage classes that the barrier names; that of a subgroup names none and orders all
    /// memory that invocations share. One that names none still orders Workgroup memory, for semantics without a storage
    /// class are not allowed, and `SubgroupMemory` is not one of Vulkan's (VUID-StandaloneSpirv-MemorySemantics-10870).
    fn barrier_semantics(&mut self, mut barrier: Barrier) -> Result<ValueId> {
        let mut semantics = MemorySemantics::ACQUIRE_RELEASE;
        if is_of_subgroup(barrier) {
            barrier |= Barrier::STORAGE | Barrier::TEXTURE | Barrier::WORK_GROUP;
        }
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
        self.m.u32_constant(semantics.bits())
    }

    /// `workgroupUniformLoad`: everyone's stores are seen, and nobody stores before everyone has loaded.
    pub(super) fn workgroup_uniform_load(
        &mut self,
        pointer: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        self.control_barrier(Barrier::WORK_GROUP)?;
        let slot = match *self.inner(pointer) {
            TypeInner::Pointer { base, .. } => self.m.slots.slot(base),
            TypeInner::ValuePointer { size, scalar, .. } => Slot::sized(size, scalar),
            // catch-all: naga's validator lets nothing else stand there
            _ => return Err(internal("a load through no pointer")),
        };
        let id = self.load_as(pointer, slot)?;
        self.control_barrier(Barrier::WORK_GROUP)?;
        self.define_as(result, id)
    }

    /// Every invocation of the workgroup zeroes its share of the workgroup variables, then all wait. What is no array is
    /// for the first of them, and everything where there is no other.
    pub(crate) fn zero_workgroup(&mut self, entry: usize) -> Result<()> {
        let module = self.m.module;
        let uses = self.m.info.get_entry_point(entry);
        let invocations = self.workgroup_invocations(entry)?;
        let zeroed = |this: &Self, handle: Handle<naga::GlobalVariable>, global: &naga::GlobalVariable| {
            let is_live = global.space == naga::AddressSpace::WorkGroup && this.m.plan.is_live(handle);
            is_live && !uses[handle].is_empty()
        };
        let alone = matches!(invocations, Count::Known(1));
        let whole = |ty| alone || !matches!(module.types[ty].inner, TypeInner::Array { .. });
        let store_whole = |this: &mut Self| {
            for (handle, global) in module.global_variables.iter() {
                if zeroed(this, handle, global) && whole(global.ty) {
                    let memory = this.m.memory(handle)?;
                    let null = this.m.null(memory.shape.slot)?;
                    let operands = this.memory_operands(this.sharing(memory.class, None), Direction::Store)?;
                    this.f.body.store(memory.variable, null, operands.words());
                }
            }
            Ok(())
        };
        if alone {
            return store_whole(self);
        }
        let local = self.local_index()?;
        let mut globals = module.global_variables.iter();
        if globals.any(|(handle, global)| zeroed(self, handle, global) && whole(global.ty)) {
            let zero = self.m.u32_constant(0)?;
            let first = self.binary_op(Slot::BOOL, Op::IEqual, local, zero)?;
            self.only_if(first, store_whole)?;
        }
        for (handle, global) in module.global_variables.iter() {
            if zeroed(self, handle, global) {
                if let TypeInner::Array { base, size, .. } = module.types[global.ty].inner {
                    self.zero_array(handle, (base, size), local, invocations)?;
                }
            }
        }
        self.control_barrier(Barrier::WORK_GROUP)
    }

    /// How many invocations a workgroup of an entry point has.
    pub(super) fn workgroup_invocations(&mut self, entry: usize) -> Result<Count> {
        let point = &self.m.module.entry_points[entry];
        if point.workgroup_size_overrides.is_none() {
            let size = point.workgroup_size.iter();
            return Ok(Count::Known(
                size.fold(1_u32, |product, &extent| product.saturating_mul(extent)),
            ));
        }
        let [x, y, z] = self.m.workgroup_extents(entry)?;
        let area = self.m.spec_op(Slot::U32, Op::IMul, &[x, y])?;
        Ok(Count::Value(self.m.spec_op(Slot::U32, Op::IMul, &[area, z])?))
    }

    /// Zeroes an array by strides.
    fn zero_array(
        &mut self,
        handle: Handle<naga::GlobalVariable>,
        (base, size): (Handle<naga::Type>, naga::ArraySize),
        local: ValueId,
        invocations: Count,
    ) -> Result<()> {
        let memory = self.m.memory(handle)?;
        let length = match self.m.plan.overrides.array_length(size) {
            ArrayLength::Known(length) => Count::Known(length),
            ArrayLength::Override(length) => Count::Value(self.m.override_length(length)?),
            ArrayLength::RunTime => return Err(internal("a workgroup array without a length")),
        };
        let element = self.m.slots.slot(base);
        let null = self.m.null(element)?;
        let pointer = self
            .m
            .pointer_type(StorageClass::Workgroup, crate::back::types::Shape::value(element))?;
        let operands = self.memory_operands(self.sharing(memory.class, None), Direction::Store)?;
        let store = |this: &mut Self, index: ValueId| {
            let id = this.fresh();
            this.f.body.access_chain(pointer, id, memory.variable, &[index]);
            this.f.body.store(id, null, operands.words());
            Ok(())
        };
        match (length, invocations) {
            (Count::Known(length), Count::Known(invocations)) if length == invocations => store(self, local),
            (Count::Known(length), Count::Known(invocations)) if length < invocations => {
                let length = self.m.u32_constant(length)?;
                let mine = self.binary_op(Slot::BOOL, Op::ULessThan, local, length)?;
                self.only_if(mine, |this| store(this, local))
            }
            (Count::Known(_) | Count::Value(_), _) => self.strided_loop(local, invocations, length, store),
        }
    }

    pub(super) fn count_id(&mut self, count: Count) -> Result<ValueId> {
        match count {
            Count::Known(count) => self.m.u32_constant(count),
            Count::Value(id) => Ok(id),
        }
    }
}

/// A number of elements or invocations: known now, or a specialization constant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    Known(u32),
    Value(ValueId),
}
