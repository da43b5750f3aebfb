//! What atomic operations ask of the device: by the scalar, by the memory, and for floats by the operation (Vulkan,
//! VUID-RuntimeSpirv-None-06278 to -06288 and those after -06337).

use super::Plan;
use super::pointer::inner_of;
use super::statements::StatementSweep;
use crate::target::Feature;
use naga::valid::FunctionInfo;
use naga::{AddressSpace, AtomicFunction, Expression, Handle, Module, Scalar, Span, TypeInner};
use spirv::Capability;

/// What is done to the memory, as far as floats care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// A load, a store or an exchange.
    Plain,
    /// An addition, or one of the negated value.
    Add,
}

impl StatementSweep<'_, '_> {
    /// An atomic operation in memory.
    pub(super) fn atomic_in_memory(
        &mut self,
        pointer: Handle<Expression>,
        fun: AtomicFunction,
        value: Handle<Expression>,
        span: Span,
    ) {
        self.pointer(pointer);
        self.atomic(fun, value);
        if let Some((space, scalar)) = atomic_of(self.module, self.info, pointer) {
            let access = match fun {
                AtomicFunction::Add | AtomicFunction::Subtract => Access::Add,
                AtomicFunction::And
                | AtomicFunction::ExclusiveOr
                | AtomicFunction::InclusiveOr
                | AtomicFunction::Min
                | AtomicFunction::Max
                | AtomicFunction::Exchange { .. } => Access::Plain,
            };
            self.plan.need_atomic(space, scalar, access, span);
        }
    }

    /// A store that is atomic because its pointer is.
    #[inline]
    pub(super) fn atomic_store(&mut self, pointer: Handle<Expression>, span: Span) {
        if self.plan.has_atomics && atomic_of(self.module, self.info, pointer).is_some() {
            self.uses.at(pointer).use_atomic();
            self.plan.need_atomic_access(self.module, self.info, pointer, || span);
        }
    }

    /// An atomic operation on a texel. The texture is pointed to and not loaded.
    pub(super) fn atomic_on_texel(
        &mut self,
        image: Handle<Expression>,
        [coordinate, array_index]: [Option<Handle<Expression>>; 2],
        fun: AtomicFunction,
        value: Handle<Expression>,
        span: Span,
    ) {
        self.target(image);
        for operand in [coordinate, array_index].into_iter().flatten() {
            self.whole(operand);
        }
        self.atomic(fun, value);
        self.plan.note_device_scope(span);
        let scalar = self.info[value].ty.inner_with(&self.module.types).scalar();
        if scalar.is_some_and(|scalar| scalar.width == 8) {
            self.plan.need(Capability::Int64Atomics, span);
            // VUID-RuntimeSpirv-None-06288.
            self.plan.need_feature(&[Feature::ShaderImageInt64Atomics], span);
        }
    }
}

impl Plan {
    /// A load or store that is atomic because its pointer is.
    pub(super) fn need_atomic_access(
        &mut self,
        module: &Module,
        info: &FunctionInfo,
        pointer: Handle<Expression>,
        span: impl Fn() -> Span,
    ) {
        if let Some((space, scalar)) = atomic_of(module, info, pointer) {
            self.need_atomic(space, scalar, Access::Plain, span());
        }
    }

    fn need_atomic(&mut self, space: AddressSpace, scalar: Scalar, access: Access, span: Span) {
        let in_workgroup = space == AddressSpace::WorkGroup;
        if !in_workgroup {
            self.note_device_scope(span);
        }
        match scalar {
            Scalar::I64 | Scalar::U64 => {
                self.need(Capability::Int64Atomics, span);
                let features: &'static [Feature] = if in_workgroup {
                    &[Feature::ShaderSharedInt64Atomics]
                } else {
                    &[Feature::ShaderBufferInt64Atomics]
                };
                self.need_feature(features, span);
            }
            Scalar::F32 => {
                let features: &'static [Feature] = match (access, in_workgroup) {
                    (Access::Plain, false) => &[
                        Feature::ShaderBufferFloat32Atomics,
                        Feature::ShaderBufferFloat32AtomicAdd,
                    ],
                    (Access::Plain, true) => &[
                        Feature::ShaderSharedFloat32Atomics,
                        Feature::ShaderSharedFloat32AtomicAdd,
                    ],
                    (Access::Add, false) => &[Feature::ShaderBufferFloat32AtomicAdd],
                    (Access::Add, true) => &[Feature::ShaderSharedFloat32AtomicAdd],
                };
                if access == Access::Add {
                    self.need(Capability::AtomicFloat32AddEXT, span);
                }
                self.need_feature(features, span);
            }
            // Every device has those of 32-bit integers.
            _ => {}
        }
    }
}

/// The memory and the scalar of an atomic that a pointer leads to.
#[inline]
pub(super) fn atomic_of(
    module: &Module,
    info: &FunctionInfo,
    pointer: Handle<Expression>,
) -> Option<(AddressSpace, Scalar)> {
    let TypeInner::Pointer { base, space } = *inner_of(module, &info[pointer].ty) else {
        return None;
    };
    match module.types[base].inner {
        TypeInner::Atomic(scalar) => Some((space, scalar)),
        // catch-all: nothing else is accessed atomically
        _ => None,
    }
}
