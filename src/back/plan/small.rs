//! Numbers of 8 and 16 bits that are only on their way between memory and wider numbers: what the capabilities of memory
//! allow by themselves (SPV_KHR_16bit_storage, SPV_KHR_8bit_storage: such values are loaded, stored and converted in width,
//! and nothing else is done to them).
//!
//! It knows how the emission loads and stores as far as it must: what it is not sure of counts as computed.

use super::widths::OtherScalars;
use super::{FunctionRef, Plan};
use crate::back::request::Request;
use crate::ir::blocks;
use crate::ir::pointer::{PointerRoot, pointer_root};
use naga::proc::BoundsCheckPolicy;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    AddressSpace, Block, Expression, Function, Handle, Literal, Module, Scalar, ScalarKind, Statement, Type, TypeInner,
};
use spirv::Capability;

/// The capability of a scalar in registers, and those of memory that make it possible to do without.
const SMALL: [(Capability, &[Capability]); 3] = [
    (Capability::Float16, HALVES),
    (Capability::Int16, HALVES),
    (
        Capability::Int8,
        &[
            Capability::StorageBuffer8BitAccess,
            Capability::UniformAndStorageBuffer8BitAccess,
            Capability::StoragePushConstant8,
        ],
    ),
];

const HALVES: &[Capability] = &[
    Capability::StorageBuffer16BitAccess,
    Capability::UniformAndStorageBuffer16BitAccess,
    Capability::StoragePushConstant16,
    Capability::StorageInputOutput16,
];

/// One function under judgement.
struct Passage<'a> {
    plan: &'a Plan,
    module: &'a Module,
    function: &'a Function,
    info: &'a FunctionInfo,
    reference: FunctionRef,
    capability: Capability,
    /// The uses of each expression that are no computation.
    allowed: Vec<usize>,
}

impl Plan {
    /// Takes back the capabilities of small numbers that are nowhere computed with.
    pub(super) fn settle_small(&mut self, module: &Module, info: &ModuleInfo, options: &Request<'_>) {
        if !self.has_other_widths {
            return;
        }
        for (capability, memory) in SMALL {
            let used = self.requirements.used();
            let has = |wanted: Capability| used.iter().any(|used| used.capability == wanted);
            if has(capability)
                && memory.iter().any(|&memory| has(memory))
                && self.is_in_passing(module, info, options, capability)
            {
                self.requirements.forget(capability);
            }
        }
    }

    fn is_in_passing(&self, module: &Module, info: &ModuleInfo, options: &Request<'_>, capability: Capability) -> bool {
        let policies = &options.bounds_check_policies;
        // What an access out of range gives is a constant, which is chosen.
        let is_guarded =
            [policies.index, policies.buffer, policies.binding_array].contains(&BoundsCheckPolicy::ReadZeroSkipWrite);
        let keeps_matrices = self.globals_keep(module, capability);
        if is_guarded || !keeps_matrices {
            return false;
        }
        let functions = module.functions.iter().map(|(handle, function)| {
            let reference = FunctionRef::Function(handle);
            (reference, function, &info[handle])
        });
        let entries = self.entry_points.iter().filter_map(|entry| {
            let point = module.entry_points.get(entry.index)?;
            let reference = FunctionRef::EntryPoint(entry.index);
            Some((reference, &point.function, info.get_entry_point(entry.index)))
        });
        functions.chain(entries).all(|(reference, function, info)| {
            let plan = self.functions.get(super::index(module, reference));
            if !plan.is_some_and(|plan| plan.reached) {
                return true;
            }
            let passage = Passage {
                plan: self,
                module,
                function,
                info,
                reference,
                capability,
                allowed: vec![0; function.expressions.len()],
            };
            passage.holds()
        })
    }

    /// Whether small numbers stand in no other memory than buffers, and there as they are loaded.
    fn globals_keep(&self, module: &Module, capability: Capability) -> bool {
        module.global_variables.iter().all(|(handle, global)| {
            if !self.is_live(handle) || !self.has_small(global.ty, capability) {
                return true;
            }
            match global.space {
                AddressSpace::Storage { .. } | AddressSpace::Immediate => true,
                AddressSpace::Uniform => !self.layouts.needs_twin(global.ty) || self.facts().relaxed_uniform_layout,
                AddressSpace::Function
                | AddressSpace::Private
                | AddressSpace::WorkGroup
                | AddressSpace::Handle
                | AddressSpace::TaskPayload
                | AddressSpace::RayPayload
                | AddressSpace::IncomingRayPayload => false,
            }
        })
    }

    fn has_small(&self, ty: Handle<Type>, capability: Capability) -> bool {
        self.other_scalars[ty.index()].has(capability)
    }
}

impl Passage<'_> {
    /// Whether the function does nothing else to small numbers.
    fn holds(mut self) -> bool {
        if !self.signature_keeps() {
            return false;
        }
        self.statements(&self.function.body);
        let facts = self.plan.expressions_of(self.module, self.reference);
        let is_dead = |handle: Handle<Expression>| facts.get(handle.index()).is_none_or(|facts| facts.is_dead());
        for (handle, expression) in self.function.expressions.iter() {
            if is_dead(handle) {
                continue;
            }
            match *expression {
                Expression::As {
                    expr,
                    kind,
                    convert: Some(width),
                } if self.resizes(expr, Scalar { kind, width }) => self.allow(expr),
                Expression::LocalVariable(local) => {
                    let ty = self.function.local_variables[local].ty;
                    if self.plan.has_small(ty, self.capability) {
                        return false;
                    }
                }
                // catch-all: only conversions take what is small
                _ => {}
            }
        }
        self.function.expressions.iter().all(|(handle, expression)| {
            is_dead(handle)
                || !self.is_small(handle)
                || self.narrowed(handle)
                || (self.comes_from_memory(handle, expression) && self.is_only_moved(handle))
        })
    }

    /// Whether no argument or result that is passed to or from another function is small. Those of an entry point are
    /// loaded and stored.
    fn signature_keeps(&self) -> bool {
        let result = self.function.result.as_ref();
        let arguments = self
            .function
            .arguments
            .iter()
            .map(|argument| (&argument.binding, argument.ty));
        let mut types = arguments.chain(result.map(|result| (&result.binding, result.ty)));
        types.all(|(binding, ty)| {
            let is_input = matches!(self.reference, FunctionRef::EntryPoint(_)) && binding.is_some();
            let is_direct = is_input && self.plan.facts().narrow_interface;
            is_direct || !self.plan.has_small(ty, self.capability)
        })
    }

    /// Notes the values that are stored to buffers or returned to outputs as they are.
    fn statements(&mut self, block: &Block) {
        for statement in block {
            match *statement {
                Statement::Store { pointer, value } if self.is_in_buffer(pointer) && self.is_as_in_memory(value) => {
                    self.allow(value);
                }
                Statement::Return { value: Some(value) } => {
                    let result = self.function.result.as_ref();
                    if result.is_some_and(|result| result.binding.is_some()) {
                        self.allow(value);
                    }
                }
                // catch-all: the others take no value, or compute with it
                _ => blocks(statement).for_each(|block| self.statements(block)),
            }
        }
    }

    fn allow(&mut self, value: Handle<Expression>) {
        if let Some(count) = self.allowed.get_mut(value.index()) {
            *count += 1;
        }
    }

    fn is_only_moved(&self, value: Handle<Expression>) -> bool {
        let facts = self.plan.expressions_of(self.module, self.reference);
        let is_kept = facts.get(value.index()).is_some_and(|facts| facts.needs_variable());
        !is_kept && self.allowed.get(value.index()) == Some(&self.info[value].ref_count)
    }

    fn inner(&self, value: Handle<Expression>) -> &TypeInner {
        self.info[value].ty.inner_with(&self.module.types)
    }

    /// Whether a value is a small number or has some in it.
    fn is_small(&self, value: Handle<Expression>) -> bool {
        match *self.inner(value) {
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } | TypeInner::Matrix { scalar, .. } => {
                OtherScalars::of(scalar).has(self.capability)
            }
            TypeInner::CooperativeMatrix { scalar, .. } => OtherScalars::of(scalar).has(self.capability),
            TypeInner::Array { .. } | TypeInner::Struct { .. } => match self.info[value].ty.handle() {
                Some(ty) => self.plan.has_small(ty, self.capability),
                None => true,
            },
            TypeInner::Atomic(_)
            | TypeInner::Pointer { .. }
            | TypeInner::ValuePointer { .. }
            | TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. }
            | TypeInner::BindingArray { .. } => false,
        }
    }

    /// Whether a value can be loaded and stored as it is.
    fn is_as_in_memory(&self, value: Handle<Expression>) -> bool {
        match *self.inner(value) {
            TypeInner::Scalar(_) | TypeInner::Vector { .. } | TypeInner::Matrix { .. } => true,
            // catch-all: arrays and structs may not be loaded whole (SPIR-V §2.16.1)
            _ => false,
        }
    }

    /// Whether a value is loaded from a buffer, an input, or a conversion of a wider number.
    fn comes_from_memory(&self, value: Handle<Expression>, expression: &Expression) -> bool {
        match *expression {
            Expression::Load { pointer } => self.is_in_buffer(pointer) && self.is_as_in_memory(value),
            Expression::FunctionArgument(_) => true,
            Expression::As {
                expr,
                kind,
                convert: Some(width),
            } => !self.is_small(expr) && self.resizes(expr, Scalar { kind, width }),
            // catch-all: everything else computes, or is a constant
            _ => false,
        }
    }

    /// Whether a load is made member by member, and this is the load.
    fn narrowed(&self, value: Handle<Expression>) -> bool {
        let narrow = self.plan.narrow_of(self.module, self.reference);
        narrow.iter().any(|member| member.load == value)
    }

    fn is_in_buffer(&self, pointer: Handle<Expression>) -> bool {
        let Some(PointerRoot::Global(global)) = pointer_root(self.function, pointer) else {
            return false;
        };
        matches!(
            self.module.global_variables[global].space,
            AddressSpace::Storage { .. } | AddressSpace::Uniform | AddressSpace::Immediate
        )
    }

    /// Whether a conversion changes the width and nothing else, in one instruction.
    fn resizes(&self, operand: Handle<Expression>, to: Scalar) -> bool {
        let from = match *self.inner(operand) {
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => scalar,
            // catch-all: nothing else is converted in one instruction
            _ => return false,
        };
        let is_literal = matches!(
            self.function.expressions[operand],
            Expression::Literal(Literal::F16(_) | Literal::I16(_) | Literal::U16(_))
        );
        from.kind == to.kind && from.width != to.width && from.kind != ScalarKind::Bool && !is_literal
    }
}
