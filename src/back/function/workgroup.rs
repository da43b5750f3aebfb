//! Zero initialization of Workgroup memory at the start of an entry point, on targets without initializers for it
//! (`shaderZeroInitializeWorkgroupMemory`).
//!
//! All invocations share the work. Each store is of a scalar or a vector, because a driver expands the store of a
//! larger null value into its parts. Nested arrays are zeroed by one loop over the product of their lengths.
//!
//! ```text
//! struct Cell { number: u32, list: array<vec2<f32>, 3> }     var<workgroup> flag: bool;
//! var<workgroup> cells: array<Cell, 10>;
//!
//! if local_invocation_index == 0 { flag = false; }
//! for (i = local_invocation_index; i < 10; i += invocations) { cells[i].number = 0; }
//! for (i = local_invocation_index; i < 30; i += invocations) { cells[i / 3].list[i % 3] = vec2(); }
//! barrier
//! ```
//!
//! If few elements fall to an invocation, there is no loop.

use super::construct::Count;
use super::{Code, FunctionEmitter};
use crate::back::emitter::{Result, internal};
use crate::back::shape::Shape;
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use naga::{AddressSpace, Barrier, GlobalVariable, Handle, Module, Type, TypeInner};
use spirv::{MemoryAccess, Op, StorageClass};

/// The maximum number of scalars, vectors and columns in a struct that is zeroed member by member. A larger struct is
/// stored whole. It exceeds the memory of any device, and a few lines of nested structs can have millions of parts.
const MAX_PARTS: usize = 1 << 14;

/// The maximum number of stores of one invocation that zero an array without a loop.
const MAX_UNROLLED: usize = 4;

/// A step from a variable to a part.
#[derive(Clone, Copy, Debug)]
enum PartStep {
    Member(u32),
    /// An element of an array with this length.
    Element(Count),
}

/// An array, or nested arrays, whose elements one loop zeroes.
#[derive(Debug)]
struct Nest {
    variable: ValueId,
    /// The path to an element.
    path: Vec<PartStep>,
    /// The type of an element. It is not an array.
    element: Handle<Type>,
}

/// The work list while the memory of an entry point is zeroed.
#[derive(Debug, Default)]
pub(super) struct Zeroing {
    nests: VecDeque<Nest>,
    /// The path to the current part, and the index of each step.
    path: Vec<PartStep>,
    indices: Vec<ValueId>,
}

/// The number of stores that zero one value of a type, with the elements of an array counted once. The result is only
/// known to be greater than `most` if it is.
fn parts(module: &Module, ty: Handle<Type>, most: usize) -> usize {
    match module.types[ty].inner {
        TypeInner::Array { base, .. } => parts(module, base, most),
        TypeInner::Matrix { columns, .. } => columns as usize,
        TypeInner::Struct { ref members, .. } => {
            let mut sum = 0;
            for member in members {
                sum += parts(module, member.ty, most - sum);
                if sum > most {
                    break;
                }
            }
            sum
        }
        // catch-all: all other types are stored whole
        _ => 1,
    }
}

/// Whether a struct is zeroed member by member.
fn is_split(module: &Module, ty: Handle<Type>) -> bool {
    parts(module, ty, MAX_PARTS) <= MAX_PARTS
}

/// Whether a type has parts that are not in arrays.
fn has_single_parts(module: &Module, ty: Handle<Type>) -> bool {
    match module.types[ty].inner {
        TypeInner::Array { .. } => false,
        TypeInner::Struct { ref members, .. } => {
            !is_split(module, ty) || members.iter().any(|member| has_single_parts(module, member.ty))
        }
        // catch-all: all other types are stored whole
        _ => true,
    }
}

impl FunctionEmitter<'_, '_> {
    /// Zeroes the Workgroup variables that an entry point uses. The first invocation stores the parts that are not in
    /// arrays.
    #[cold]
    pub(crate) fn zero_workgroup(&mut self) -> Result<()> {
        let (module, uses, plan) = (self.m.module, self.info, self.m.plan);
        let is_zeroed = |(handle, global): &(Handle<GlobalVariable>, &GlobalVariable)| {
            global.space == AddressSpace::WorkGroup && plan.live.has(*handle) && !uses[*handle].is_empty()
        };
        let zeroed = || module.global_variables.iter().filter(is_zeroed);
        let invocations = self.workgroup_invocations()?;
        let is_alone = matches!(invocations, Count::Known(1));
        let local = if is_alone {
            self.m.u32_constant(0)?
        } else {
            self.local_index()?
        };
        let mut work = core::mem::take(&mut self.f.io.zeroing);
        work.path.clear();
        work.indices.clear();
        let mut store = |this: &mut Self| {
            for (handle, global) in zeroed() {
                let variable = this.m.memory(handle)?.variable;
                this.zero_parts(&mut work, variable, global.ty)?;
            }
            Ok(())
        };
        if is_alone || !zeroed().any(|(_, global)| has_single_parts(module, global.ty)) {
            store(self)?;
        } else {
            let zero = self.m.u32_constant(0)?;
            let first = self.binary_op(TypeKey::BOOL, Op::IEqual, local, zero)?;
            self.only_if(Some(first), store)?;
        }
        while let Some(nest) = work.nests.pop_front() {
            self.zero_nest(&mut work, &nest, local, invocations)?;
        }
        // As much as the list may need again for common shaders.
        work.nests.shrink_to(MAX_PARTS);
        self.f.io.zeroing = work;
        if is_alone {
            return Ok(());
        }
        self.control_barrier(Barrier::WORK_GROUP)
    }

    /// Zeroes the parts at the current path that are not in arrays, and adds the arrays to the work list.
    fn zero_parts(&mut self, work: &mut Zeroing, variable: ValueId, ty: Handle<Type>) -> Result<()> {
        let module = self.m.module;
        match module.types[ty].inner {
            TypeInner::Array { .. } => {
                let (mut path, mut element) = (work.path.clone(), ty);
                while let TypeInner::Array { base, size, .. } = module.types[element].inner {
                    let length = self.sized(self.m.plan.overrides.array_length(size))?;
                    let length = length.ok_or_else(|| internal("a workgroup array without a length"))?;
                    path.push(PartStep::Element(length));
                    element = base;
                }
                work.nests.push_back(Nest {
                    variable,
                    path,
                    element,
                });
                Ok(())
            }
            TypeInner::Struct { ref members, .. } if is_split(module, ty) => {
                for (member, number) in members.iter().zip(0..) {
                    work.path.push(PartStep::Member(number));
                    work.indices.push(self.m.u32_constant(number)?);
                    self.zero_parts(work, variable, member.ty)?;
                    work.path.pop();
                    work.indices.pop();
                }
                Ok(())
            }
            TypeInner::Matrix { columns, rows, scalar } => {
                for column in 0..columns as u32 {
                    work.indices.push(self.m.u32_constant(column)?);
                    self.zero_part(work, variable, TypeKey::vector(rows, scalar))?;
                    work.indices.pop();
                }
                Ok(())
            }
            // catch-all: scalars, vectors, atomics, and structs with too many parts
            _ => self.zero_part(work, variable, self.m.type_keys.type_key(ty)),
        }
    }

    /// Zeroes the part at the current indices.
    fn zero_part(&mut self, work: &Zeroing, variable: ValueId, type_key: TypeKey) -> Result<()> {
        let null = self.m.null(type_key)?;
        let (class, mut pointer) = (StorageClass::Workgroup, variable);
        if !work.indices.is_empty() {
            pointer = self.part_pointer(class, Shape::value(type_key), variable, &work.indices)?;
        }
        let operands = self.memory_operands(class, None, MemoryAccess::MAKE_POINTER_AVAILABLE)?;
        self.f.body.store(pointer, null, operands.words());
        Ok(())
    }

    /// Zeroes the elements of nested arrays. Each invocation zeroes its share.
    fn zero_nest(&mut self, work: &mut Zeroing, nest: &Nest, local: ValueId, invocations: Count) -> Result<()> {
        let mut total = Count::Known(1);
        for &step in &nest.path {
            if let PartStep::Element(length) = step {
                total = self.count_product(total, length)?;
            }
        }
        let mut listed = None;
        let mut zero = |this: &mut Self, index: ValueId| {
            this.zero_element(work, nest, index)?;
            // The first element adds the arrays inside of all.
            let nests = *listed.get_or_insert(work.nests.len());
            work.nests.truncate(nests);
            Ok(())
        };
        let stores = parts(self.m.module, nest.element, MAX_UNROLLED) as u64;
        match (total, invocations) {
            // A stage without workgroups, which is refused, has no invocations.
            (Count::Known(total), Count::Known(invocations @ 1..))
                if stores * u64::from(total / invocations) <= MAX_UNROLLED as u64 =>
            {
                for share in 0..total / invocations {
                    let index = self.share_index(local, share * invocations)?;
                    zero(self, index)?;
                }
                let rest = total % invocations;
                if rest == 0 {
                    return Ok(());
                }
                let end = self.m.u32_constant(rest)?;
                let mine = self.binary_op(TypeKey::BOOL, Op::ULessThan, local, end)?;
                self.only_if(Some(mine), |this| {
                    let index = this.share_index(local, total - rest)?;
                    zero(this, index)
                })
            }
            (Count::Known(_) | Count::Value(_), _) => self.strided_loop(local, invocations, total, zero),
        }
    }

    /// The index that is `start` after the invocation's own.
    fn share_index(&mut self, local: ValueId, start: u32) -> Result<ValueId> {
        if start == 0 {
            return Ok(local);
        }
        let start = self.m.u32_constant(start)?;
        self.binary_op(TypeKey::U32, Op::IAdd, local, start)
    }

    /// Zeroes one element of nested arrays. The index of the innermost array varies fastest.
    fn zero_element(&mut self, work: &mut Zeroing, nest: &Nest, index: ValueId) -> Result<()> {
        work.path.clone_from(&nest.path);
        work.indices.clear();
        work.indices.resize(work.path.len(), index);
        let outermost = work.path.iter().position(|step| matches!(step, PartStep::Element(_)));
        let mut rest = index;
        for (at, (&step, part)) in work.path.iter().zip(&mut work.indices).enumerate().rev() {
            *part = match step {
                PartStep::Member(number) => self.m.u32_constant(number)?,
                PartStep::Element(_) if outermost == Some(at) => rest,
                PartStep::Element(length) => {
                    let length = self.count_id(length)?;
                    let within = self.binary_op(TypeKey::U32, Op::UMod, rest, length)?;
                    rest = self.binary_op(TypeKey::U32, Op::UDiv, rest, length)?;
                    within
                }
            };
        }
        self.zero_parts(work, nest.variable, nest.element)
    }

    /// The number of invocations in a workgroup of the entry point.
    pub(super) fn workgroup_invocations(&mut self) -> Result<Count> {
        let entry = self.entry()?;
        let point = &self.m.module.entry_points[entry];
        if point.workgroup_size_overrides.is_none() {
            let size = point.workgroup_size.iter();
            return Ok(Count::Known(
                size.fold(1_u32, |product, &extent| product.saturating_mul(extent)),
            ));
        }
        let [x, y, z] = self.m.workgroup_extents(entry)?;
        let area = self.m.spec_op(TypeKey::U32, Op::IMul, &[x, y])?;
        Ok(Count::Value(self.m.spec_op(TypeKey::U32, Op::IMul, &[area, z])?))
    }
}
