//! Function instances: `(naga function, shapes of its pointer and handle arguments, context)`.
//!
//! SPIR-V's logical addressing passes whole variables only, so a pointer to a part is passed as the pointer to its root
//! and the dynamic indices on the way; the way itself is the shape. An instance is asked for by shape and context and
//! made once; the context is cut down to what the function makes use of, so that sharing is the rule.

use super::pointer::{PointerRoot, PointerStep, pointer_root, pointer_step};
use super::{FunctionPlan, FunctionRef, Plan};
use crate::error::ErrorKind;
use crate::options::Options;
use core::ops::Range;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{AddressSpace, Expression, Function, GlobalVariable, Handle, ImageClass, Module, Span, Type, TypeInner};

/// All instances of a module, at most.
const MAX_INSTANCES: usize = 4096;

/// How `discard` is written in an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum DiscardLowering {
    /// `OpDemoteToHelperInvocation`, or there is no `discard`.
    #[default]
    Demote,
    /// `OpKill`: nothing that follows needs the invocation alive.
    Kill,
    /// A flag that guards side effects.
    Emulate,
}

/// What an instance is written for besides its shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Context {
    pub(crate) discard: DiscardLowering,
}

impl Context {
    /// The part of a context that a function makes use of.
    fn normalised(self, plan: &FunctionPlan) -> Self {
        let relevant = match self.discard {
            DiscardLowering::Demote => false,
            DiscardLowering::Kill => plan.discards,
            DiscardLowering::Emulate => plan.discards || plan.writes_memory,
        };
        if relevant { self } else { Self::default() }
    }
}

/// One step from the root of a pointer argument to what it points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PathStep {
    /// A member, or an element at a constant index.
    Static(u32),
    /// An element at an index that is passed.
    Dynamic,
}

/// The shape of one pointer argument.
#[derive(Clone, Debug)]
pub(crate) struct PointerShape {
    /// The type of the whole variable.
    pub(crate) root: Handle<Type>,
    /// Whether it is a Private variable; a Function variable otherwise.
    pub(crate) private: bool,
    /// The steps to the part, in the pool.
    path: Range<u32>,
}

/// The shape of one argument.
#[derive(Clone, Debug)]
pub(crate) enum ArgumentShape {
    /// Passed as a value: images and samplers too.
    Value,
    /// Passed as a root and indices.
    Pointer(PointerShape),
    /// Not passed at all: the callee reads the global that the caller named.
    Global(Handle<GlobalVariable>),
}

/// An instance's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InstanceIndex(pub(crate) u32);

/// One function to write.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) function: FunctionRef,
    pub(crate) context: Context,
    shapes: Range<u32>,
    /// The next instance of the same function.
    next: Option<InstanceIndex>,
}

/// Every instance, in the order they were asked for, and the pools of their shapes.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    all: Vec<Instance>,
    shapes: Vec<ArgumentShape>,
    paths: Vec<PathStep>,
    /// The first instance of each function.
    heads: Vec<Option<InstanceIndex>>,
    /// The number of shapes and steps of the candidate under construction.
    candidate: Vec<ArgumentShape>,
}

impl Instances {
    pub(super) fn reset(&mut self) {
        self.all.clear();
        self.shapes.clear();
        self.paths.clear();
        self.heads.clear();
        self.candidate.clear();
    }

    /// All instances.
    pub(crate) fn all(&self) -> &[Instance] {
        &self.all
    }

    /// The shapes of an instance's arguments; empty when all of them are values.
    pub(crate) fn shapes(&self, instance: &Instance) -> &[ArgumentShape] {
        self.shapes
            .get(instance.shapes.start as usize..instance.shapes.end as usize)
            .unwrap_or(&[])
    }

    /// The steps of a pointer shape.
    pub(crate) fn path(&self, shape: &PointerShape) -> &[PathStep] {
        self.paths
            .get(shape.path.start as usize..shape.path.end as usize)
            .unwrap_or(&[])
    }

    fn same_shape(&self, left: &ArgumentShape, right: &ArgumentShape) -> bool {
        match (left, right) {
            (ArgumentShape::Value, ArgumentShape::Value) => true,
            (ArgumentShape::Global(left), ArgumentShape::Global(right)) => left == right,
            (ArgumentShape::Pointer(left), ArgumentShape::Pointer(right)) => {
                left.root == right.root && left.private == right.private && self.path(left) == self.path(right)
            }
            (ArgumentShape::Value | ArgumentShape::Global(_) | ArgumentShape::Pointer(_), _) => false,
        }
    }

    fn matches(&self, instance: &Instance, context: Context, shapes: &[ArgumentShape]) -> bool {
        let own = self.shapes(instance);
        instance.context == context
            && own.len() == shapes.len()
            && own.iter().zip(shapes).all(|(left, right)| self.same_shape(left, right))
    }

    /// The instance with a shape and context, if it was made.
    fn find(&self, function: Handle<Function>, context: Context, shapes: &[ArgumentShape]) -> Option<InstanceIndex> {
        let mut at = self.heads.get(function.index()).copied().flatten();
        while let Some(index) = at {
            let instance = self.all.get(index.0 as usize)?;
            if self.matches(instance, context, shapes) {
                return Some(index);
            }
            at = instance.next;
        }
        None
    }
}

impl Plan {
    pub(super) fn plan_instances(&mut self, module: &Module, info: &ModuleInfo, options: &Options) {
        let _ = options;
        self.instances.heads.resize(module.functions.len(), None);
        for entry in 0..self.entry_points.len() {
            let EntryPlan { index, context, .. } = self.entry_points[entry];
            self.instances.all.push(Instance {
                function: FunctionRef::EntryPoint(index),
                context,
                shapes: 0..0,
                next: None,
            });
        }
        // Instances are asked for by callers and callees come earlier in the arena, so walking the list as it grows
        // reaches all of them.
        let mut at = 0;
        while let Some(instance) = self.instances.all.get(at).cloned() {
            let (function, info) = match instance.function {
                FunctionRef::EntryPoint(index) => (&module.entry_points[index].function, info.get_entry_point(index)),
                FunctionRef::Function(handle) => (&module.functions[handle], &info[handle]),
            };
            if !self.plan_calls(module, function, info, &instance) {
                return;
            }
            at += 1;
        }
    }

    /// Asks for the instances that one instance calls. `false` when there are too many.
    fn plan_calls(&mut self, module: &Module, function: &Function, info: &FunctionInfo, instance: &Instance) -> bool {
        let calls = self
            .functions
            .get(super::index(module, instance.function))
            .map_or(0..0, |plan| plan.calls.clone());
        for call in calls {
            let Some(site) = self.calls.get(call as usize).cloned() else {
                continue;
            };
            let steps = self.instances.paths.len();
            let mut candidate = core::mem::take(&mut self.instances.candidate);
            candidate.clear();
            for argument in site.arguments.clone() {
                let Some(&argument) = self.call_arguments.get(argument as usize) else {
                    continue;
                };
                match self.argument_shape(module, function, info, instance, argument) {
                    Some(shape) => candidate.push(shape),
                    None => {
                        self.refuse(
                            ErrorKind::NotLowered("an argument that is a pointer to this memory"),
                            site.span,
                        );
                        candidate.push(ArgumentShape::Value);
                    }
                }
            }
            let found = self.request(site.callee, instance.context, &candidate, site.span);
            self.instances.candidate = candidate;
            match found {
                Some(true) => {}
                Some(false) => self.instances.paths.truncate(steps),
                None => return false,
            }
        }
        true
    }

    /// Makes an instance unless it is there. `Some(true)` when it was made, `None` when there are too many.
    fn request(
        &mut self,
        callee: Handle<Function>,
        context: Context,
        shapes: &[ArgumentShape],
        span: Span,
    ) -> Option<bool> {
        let context = self
            .functions
            .get(callee.index())
            .map_or(context, |plan| context.normalised(plan));
        let shapes = if shapes.iter().all(|shape| matches!(shape, ArgumentShape::Value)) {
            &[]
        } else {
            shapes
        };
        if self.instances.find(callee, context, shapes).is_some() {
            return Some(false);
        }
        if self.instances.all.len() >= MAX_INSTANCES {
            self.refuse(
                ErrorKind::Limit {
                    what: "instances of functions, one for each shape of their pointer arguments",
                    value: MAX_INSTANCES as u64 + 1,
                    limit: MAX_INSTANCES as u64,
                },
                span,
            );
            return None;
        }
        let first = self.instances.shapes.len() as u32;
        self.instances.shapes.extend_from_slice(shapes);
        let index = InstanceIndex(self.instances.all.len() as u32);
        let head = self.instances.heads.get_mut(callee.index())?;
        let next = head.replace(index);
        self.instances.all.push(Instance {
            function: FunctionRef::Function(callee),
            context,
            shapes: first..self.instances.shapes.len() as u32,
            next,
        });
        Some(true)
    }

    /// The shape of one argument of a call in an instance. The steps of a new pointer shape stand at the pool's end.
    fn argument_shape(
        &mut self,
        module: &Module,
        function: &Function,
        info: &FunctionInfo,
        caller: &Instance,
        argument: Handle<Expression>,
    ) -> Option<ArgumentShape> {
        match *info[argument].ty.inner_with(&module.types) {
            TypeInner::Pointer { space, .. } | TypeInner::ValuePointer { space, .. } => match space {
                AddressSpace::Function | AddressSpace::Private => {}
                AddressSpace::WorkGroup
                | AddressSpace::Uniform
                | AddressSpace::Storage { .. }
                | AddressSpace::Handle
                | AddressSpace::Immediate
                | AddressSpace::TaskPayload
                | AddressSpace::RayPayload
                | AddressSpace::IncomingRayPayload => return None,
            },
            TypeInner::Image {
                class: ImageClass::External,
                ..
            } => return self.external_shape(function, caller, argument),
            TypeInner::Scalar(_)
            | TypeInner::Vector { .. }
            | TypeInner::Matrix { .. }
            | TypeInner::CooperativeMatrix { .. }
            | TypeInner::Atomic(_)
            | TypeInner::Array { .. }
            | TypeInner::Struct { .. }
            | TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. }
            | TypeInner::BindingArray { .. } => return Some(ArgumentShape::Value),
        }
        let first = self.instances.paths.len();
        let (root, private, prefix) = self.walk(module, function, caller, argument)?;
        // The walk went from the part to the root; shapes are read from the root to the part.
        if let Some(steps) = self.instances.paths.get_mut(first..) {
            steps.reverse();
        }
        if !prefix.is_empty() {
            let own = self.instances.paths.split_off(first);
            self.instances
                .paths
                .extend_from_within(prefix.start as usize..prefix.end as usize);
            self.instances.paths.extend(own);
        }
        Some(ArgumentShape::Pointer(PointerShape {
            root,
            private,
            path: first as u32..self.instances.paths.len() as u32,
        }))
    }

    /// An external texture is several variables: the callee reads those that the caller named.
    fn external_shape(
        &self,
        function: &Function,
        caller: &Instance,
        argument: Handle<Expression>,
    ) -> Option<ArgumentShape> {
        match pointer_root(function, argument)? {
            PointerRoot::Global(global) => Some(ArgumentShape::Global(global)),
            PointerRoot::Argument(argument) => self.instances.shapes(caller).get(argument as usize).cloned(),
            PointerRoot::Local(_) => None,
        }
    }

    /// Walks from a pointer to its root, pushing the steps backwards.
    fn walk(
        &mut self,
        module: &Module,
        function: &Function,
        caller: &Instance,
        pointer: Handle<Expression>,
    ) -> Option<(Handle<Type>, bool, Range<u32>)> {
        let mut at = pointer;
        loop {
            match pointer_step(&function.expressions[at])? {
                PointerStep::Member { base, index } => {
                    self.instances.paths.push(PathStep::Static(index));
                    at = base;
                }
                PointerStep::Element { base, index } => {
                    let step = known_index(module, function, index).map_or(PathStep::Dynamic, PathStep::Static);
                    self.instances.paths.push(step);
                    at = base;
                }
                PointerStep::Local(local) => return Some((function.local_variables[local].ty, false, 0..0)),
                PointerStep::Global(global) => return Some((module.global_variables[global].ty, true, 0..0)),
                PointerStep::Argument(argument) => {
                    let shapes = self.instances.shapes(caller);
                    return match shapes.get(argument as usize)? {
                        ArgumentShape::Pointer(shape) => Some((shape.root, shape.private, shape.path.clone())),
                        ArgumentShape::Value | ArgumentShape::Global(_) => None,
                    };
                }
            }
        }
    }

    /// The instance that a call reaches, when the words are written: the same answer as when it was planned.
    pub(crate) fn callee(
        &self,
        module: &Module,
        callee: Handle<Function>,
        context: Context,
        shapes: &[CallShape<'_>],
    ) -> Option<InstanceIndex> {
        let _ = module;
        let context = self
            .functions
            .get(callee.index())
            .map_or(context, |plan| context.normalised(plan));
        let mut at = self.instances.heads.get(callee.index()).copied().flatten();
        let all_values = shapes.iter().all(|shape| matches!(shape, CallShape::Value));
        while let Some(index) = at {
            let instance = self.instances.all.get(index.0 as usize)?;
            let own = self.instances.shapes(instance);
            let same = if all_values {
                own.is_empty()
            } else {
                own.len() == shapes.len() && own.iter().zip(shapes).all(|(own, shape)| self.call_matches(own, shape))
            };
            if same && instance.context == context {
                return Some(index);
            }
            at = instance.next;
        }
        None
    }

    fn call_matches(&self, own: &ArgumentShape, shape: &CallShape<'_>) -> bool {
        match (own, shape) {
            (ArgumentShape::Value, CallShape::Value) => true,
            (ArgumentShape::Global(own), CallShape::Global(global)) => own == global,
            (ArgumentShape::Pointer(own), &CallShape::Pointer { root, private, path }) => {
                own.root == root && own.private == private && self.instances.path(own) == path
            }
            (ArgumentShape::Value | ArgumentShape::Global(_) | ArgumentShape::Pointer(_), _) => false,
        }
    }
}

/// The shape of one argument as the emission sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CallShape<'s> {
    Value,
    Pointer {
        root: Handle<Type>,
        private: bool,
        path: &'s [PathStep],
    },
    Global(Handle<GlobalVariable>),
}

/// The value of an index that is a plain non-negative constant.
pub(crate) fn known_index(module: &Module, function: &Function, index: Handle<Expression>) -> Option<u32> {
    match crate::back::function::known_literal(module, &function.expressions, index)? {
        naga::Literal::U32(value) => Some(value),
        naga::Literal::I32(value) => u32::try_from(value).ok(),
        naga::Literal::U64(value) => u32::try_from(value).ok(),
        naga::Literal::I64(value) => u32::try_from(value).ok(),
        naga::Literal::U16(value) => Some(u32::from(value)),
        naga::Literal::I16(value) => u32::try_from(value).ok(),
        naga::Literal::F64(_)
        | naga::Literal::F32(_)
        | naga::Literal::F16(_)
        | naga::Literal::Bool(_)
        | naga::Literal::AbstractInt(_)
        | naga::Literal::AbstractFloat(_) => None,
    }
}

use super::EntryPlan;
