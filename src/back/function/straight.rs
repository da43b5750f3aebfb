//! Pointers that lead straight into memory: from a variable that is no element of a binding array, by members and elements
//! that stand where naga has them, each index either known to be there or clamped. Nearly all pointers of a shader are of
//! this kind, and this is the short way to their access chains; `access` knows the way to all of them, and whatever is not
//! straight is left to it.
//!
//! naga's type of a pointer says what it points to, so nothing is carried from step to step but the indices. What was
//! written when a step turns out not to be straight is found again by `access`: constants, clamped indices and lengths are
//! each made once.

use super::FunctionEmitter;
use super::access::{Location, Step};
use super::bounds::{Ground, needs_run_time_check};
use crate::back::emitter::Result;
use crate::back::plan::ArrayLength;
use crate::back::resources::{Memory, Resource};
use crate::back::types::Role;
use crate::layout::{MemoryLayout, Place};
use crate::words::ValueId;
use naga::proc::BoundsCheckPolicy;
use naga::{Expression, GlobalVariable, Handle, TypeInner};
use spirv::StorageClass;

/// The variable that a straight pointer starts from.
#[derive(Clone, Copy, Debug)]
struct Trunk {
    base: ValueId,
    class: StorageClass,
    /// The layout of what it holds.
    layout: MemoryLayout,
    /// What the type of what it holds is declared as.
    role: Role,
    /// What it holds is the one member of a buffer's struct.
    wrapped: bool,
    global: Option<Handle<GlobalVariable>>,
}

impl FunctionEmitter<'_, '_> {
    /// Where a pointer leads, its chain made and remembered until the construct closes. `None` where it is not straight.
    pub(super) fn straight(&mut self, pointer: Handle<Expression>) -> Result<Option<Location>> {
        // A chain that was made before is used again, and that is for `access` to see to.
        if self.f.values[pointer.index()].is_some() {
            return Ok(None);
        }
        let Some(trunk) = self.trunk(pointer)? else {
            return Ok(None);
        };
        let mark = self.f.operands.len();
        if trunk.wrapped {
            let zero = self.m.u32_constant(0)?;
            self.f.operands.push(zero);
        }
        let is_straight = self.straight_steps(&trunk, pointer)?;
        let Some(place) = self.straight_place(&trunk, pointer).filter(|_| is_straight) else {
            self.f.operands.truncate(mark);
            return Ok(None);
        };
        let (mut reached, mut role) = (trunk.base, trunk.role);
        if self.f.operands.len() > mark {
            let shape = self.pointee(place);
            let ty = self.m.pointer_type(trunk.class, shape)?;
            self.limit_indexes(self.f.operands.len() - mark);
            reached = self.fresh();
            let indices = &self.f.operands[mark..];
            self.f.body.access_chain(ty, reached, trunk.base, indices);
            self.f.operands.truncate(mark);
            self.set_scoped(pointer, reached);
            role = Role::Plain;
        }
        Ok(Some(Location {
            pointer: reached,
            class: trunk.class,
            place,
            role,
            sharing: self.sharing(trunk.class, trunk.global),
            non_uniform: false,
            selected: None,
        }))
    }

    /// The variable at the root of a pointer. `None` where the pointer cannot be straight.
    fn trunk(&mut self, pointer: Handle<Expression>) -> Result<Option<Trunk>> {
        let function = self.function;
        let mut at = pointer;
        let (trunk, ty) = loop {
            match function.expressions[at] {
                Expression::AccessIndex { base, .. } | Expression::Access { base, .. } => at = base,
                Expression::GlobalVariable(global) => {
                    let Resource::Memory(memory) = self.m.resource(global)? else {
                        return Ok(None);
                    };
                    break (Trunk::of(memory, global), self.m.module.global_variables[global].ty);
                }
                Expression::LocalVariable(local) => {
                    let trunk = Trunk {
                        base: self.local_variable(local)?,
                        class: StorageClass::Function,
                        layout: MemoryLayout::None,
                        role: Role::Plain,
                        wrapped: false,
                        global: None,
                    };
                    break (trunk, function.local_variables[local].ty);
                }
                // catch-all: an argument has a shape besides, and nothing else is a root
                _ => return Ok(None),
            }
        };
        let layout = match trunk.layout {
            MemoryLayout::None => self.m.plan.register_layout(ty),
            MemoryLayout::Natural | MemoryLayout::Std140 => self.m.plan.layouts.canonical(ty, trunk.layout),
        };
        // Where an index is tested there is a condition besides, and a twin has its members elsewhere.
        let is_tested = self.policy(trunk.class) == BoundsCheckPolicy::ReadZeroSkipWrite;
        let can_be = layout != MemoryLayout::Std140 && !is_tested;
        Ok(can_be.then_some(Trunk { layout, ..trunk }))
    }

    /// Pushes the indices of a pointer's steps, from the root on. `false` where one of them is not straight. It goes as
    /// deep as the pointer has steps, which are no more than types are deep (SPIR-V §2.17: 255).
    fn straight_steps(&mut self, trunk: &Trunk, pointer: Handle<Expression>) -> Result<bool> {
        let function = self.function;
        let (base, step) = match function.expressions[pointer] {
            Expression::AccessIndex { base, index } => (base, Step::Static(index)),
            Expression::Access { base, index } => (base, self.index_step(pointer, index)),
            // catch-all: the root, which `trunk` has found
            _ => return Ok(true),
        };
        // Most pointers are one step.
        let goes_on = matches!(
            function.expressions[base],
            Expression::AccessIndex { .. } | Expression::Access { .. }
        );
        if goes_on && !self.straight_steps(trunk, base)? {
            return Ok(false);
        }
        let count = match *self.inner(base) {
            TypeInner::Pointer { base, .. } => self.count_of(base),
            TypeInner::ValuePointer { size: Some(size), .. } => Some(ArrayLength::Known(size as u32)),
            // catch-all: nothing else has parts to point to
            _ => return Ok(false),
        };
        let index = match step {
            Step::Static(index) => {
                let is_beyond = matches!(count, Some(ArrayLength::Known(length)) if index >= length);
                if is_beyond || needs_run_time_check(count, self.policy(trunk.class), index) {
                    return Ok(false);
                }
                self.m.u32_constant(index)?
            }
            Step::Dynamic(..) | Step::Parameter(_) => self.checked_index(trunk.ground(), count, step, &mut None)?.0,
        };
        self.f.operands.push(index);
        Ok(true)
    }

    /// The place that a pointer leads to, by its type.
    fn straight_place(&self, trunk: &Trunk, pointer: Handle<Expression>) -> Option<Place> {
        match *self.inner(pointer) {
            TypeInner::Pointer { base: ty, .. } => {
                let layout = self.m.plan.layouts.canonical(ty, trunk.layout);
                Some(Place::Whole { ty, layout })
            }
            TypeInner::ValuePointer {
                size: Some(size),
                scalar,
                ..
            } => Some(Place::Vector { size, scalar }),
            TypeInner::ValuePointer { size: None, scalar, .. } => Some(Place::Scalar(scalar)),
            // catch-all: no pointer
            _ => None,
        }
    }
}

impl Trunk {
    fn of(memory: Memory, global: Handle<GlobalVariable>) -> Self {
        Self {
            base: memory.variable,
            class: memory.class,
            layout: memory.shape.layout,
            role: memory.role,
            wrapped: memory.wrapped,
            global: Some(global),
        }
    }

    fn ground(&self) -> Ground<'static> {
        Ground {
            class: self.class,
            global: self.global,
            element_of: None,
        }
    }
}
