//! Function instances: `(naga function, shapes of its pointer and handle arguments, context)`.
//!
//! SPIR-V's logical addressing lets a call pass pointers to whole variables only, so the path of a pointer argument is
//! part of the instance (`shapes`). Calls with the same shapes and context share an instance. The context is reduced to
//! what the function uses, so that most calls share one.

use super::functions::{FunctionPlan, FunctionRef};
use super::shapes::{ArgumentShape, CallShapes, PathStep, PointerShape, ShapeRoot, Shaped};
use super::{EntryPlan, FloatStyle, Plan};
use crate::back::plan::limits::MAX_PARAMETERS;
use crate::error::{Diagnostic, ErrorKind};
use alloc::vec::Vec;
use naga::valid::ModuleInfo;
use naga::{Function, Handle, Module, Span, TypeInner};

/// The most instances of one function if a call passes pointers: the number of paths can double with every level of
/// nested calls.
const MAX_BY_POINTERS: u32 = 64;

/// The most instances of one function if calls pass only resources: one for each pair of a texture and a sampler.
const MAX_BY_RESOURCES: u32 = 4096;

/// How `discard` is lowered in an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum DiscardLowering {
    /// `OpDemoteToHelperInvocation`, or there is no `discard`.
    #[default]
    Demote,
    /// The invocation ends: nothing after it needs the invocation to be active.
    Kill,
    /// A flag that guards side effects.
    Emulate,
}

/// What distinguishes instances apart from shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Context {
    pub(crate) discard: DiscardLowering,
    pub(crate) floats: FloatStyle,
}

impl Context {
    /// The context reduced to what a function uses.
    fn normalised(self, plan: &FunctionPlan) -> Self {
        let discard = match self.discard {
            DiscardLowering::Kill if plan.discards => DiscardLowering::Kill,
            DiscardLowering::Emulate if plan.discards || plan.writes_memory => DiscardLowering::Emulate,
            DiscardLowering::Demote | DiscardLowering::Kill | DiscardLowering::Emulate => DiscardLowering::Demote,
        };
        let floats = self.floats.normalised(plan.float_uses);
        Self { discard, floats }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InstanceIndex(pub(crate) u32);

/// One function to emit.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) function: FunctionRef,
    pub(crate) context: Context,
    /// The shapes of its arguments; empty if all of them are values.
    pub(crate) arguments: Vec<ArgumentShape>,
    steps: Vec<PathStep>,
    next: Option<InstanceIndex>,
}

impl Instance {
    /// The shape of an argument; `None` if it is no pointer.
    pub(crate) fn pointer_shape(&self, argument: u32) -> Option<&PointerShape> {
        match self.arguments.get(argument as usize)? {
            ArgumentShape::Pointer(shape) => Some(shape),
            ArgumentShape::Value | ArgumentShape::Global(_) => None,
        }
    }

    pub(crate) fn path(&self, shape: &PointerShape) -> &[PathStep] {
        &self.steps[shape.path.clone()]
    }
}

/// All instances, in the order in which they were requested.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    all: Vec<Instance>,
    /// Whether any instance can have another context than the default one.
    has_contexts: bool,
    /// The first instance of each function, and the number of its instances.
    heads: Vec<(Option<InstanceIndex>, u32)>,
}

impl Instances {
    pub(super) fn reset(&mut self, functions: usize) {
        self.all.clear();
        self.heads.clear();
        self.heads.resize(functions, (None, 0));
    }

    pub(crate) fn all(&self) -> &[Instance] {
        &self.all
    }

    /// The instance of a function with this context and these shapes.
    fn find(&self, function: Handle<Function>, context: Context, call: &CallShapes) -> Option<InstanceIndex> {
        let of = |index: InstanceIndex| &self.all[index.0 as usize];
        let mut instances = core::iter::successors(self.heads[function.index()].0, |&index| of(index).next);
        instances.find(|&index| {
            let own = of(index);
            own.context == context && own.arguments == call.arguments && own.steps == call.steps
        })
    }

    fn add(&mut self, function: Handle<Function>, context: Context, call: &CallShapes) {
        let (head, count) = &mut self.heads[function.index()];
        *count += 1;
        self.all.push(Instance {
            function: FunctionRef::Function(function),
            context,
            arguments: call.arguments.clone(),
            steps: call.steps.clone(),
            next: head.replace(InstanceIndex(self.all.len() as u32)),
        });
    }
}

impl Plan {
    pub(super) fn plan_instances(&mut self, module: &Module, info: &ModuleInfo) {
        self.instances.has_contexts = self.float_sweep.is_on;
        for &EntryPlan { index, context, .. } in &self.entry_points {
            self.instances.has_contexts |= context != Context::default();
            self.instances.all.push(Instance {
                function: FunctionRef::EntryPoint(index),
                context,
                arguments: Vec::new(),
                steps: Vec::new(),
                next: None,
            });
        }
        if self.functions.calls.is_empty() {
            return;
        }
        // Callers request instances of functions earlier in the arena, so the list grows while it is walked and the
        // walk ends.
        let mut at = 0;
        let mut call = CallShapes::default();
        while let Some(instance) = self.instances.all.get(at).cloned() {
            if !self.plan_calls(module, info, &instance, &mut call) {
                break;
            }
            at += 1;
        }
    }

    /// Requests the instances that one instance calls. `false` if there are too many.
    fn plan_calls(&mut self, module: &Module, info: &ModuleInfo, instance: &Instance, call: &mut CallShapes) -> bool {
        let caller = (instance.function.function(module), instance.function.info(info));
        for at in self.functions.of(instance.function).calls.clone() {
            let site = self.functions.calls[at].clone();
            let arguments = &self.functions.arguments[site.arguments.clone()];
            let is_exact = self.is_exact_call(module, (instance.function, caller.1), arguments, site.result);
            let context = self.context_of(site.callee, instance, is_exact);
            call.clear();
            if self.is_shaped(site.callee) && !call.describe(self, module, caller, instance, arguments) {
                let what = "an argument that is a pointer to this memory";
                self.refuse(ErrorKind::NotLowered(what), site.span);
            }
            if !self.request(module, site.callee, context, site.span, call) {
                return false;
            }
        }
        true
    }

    /// The context of a call in an instance, reduced to what the callee uses. The default one is the same for each. The
    /// callee's arithmetic must not be fused if the call is exact.
    fn context_of(&self, callee: Handle<Function>, caller: &Instance, is_exact: bool) -> Context {
        if !self.instances.has_contexts {
            return Context::default();
        }
        let mut context = caller.context;
        if is_exact {
            context.floats = context.floats.exactly();
        }
        context.normalised(self.functions.of(FunctionRef::Function(callee)))
    }

    /// Whether arguments of a function can be part of its instances.
    pub(crate) fn is_shaped(&self, function: Handle<Function>) -> bool {
        match self.functions.of(FunctionRef::Function(function)).shaped {
            Shaped::Nothing | Shaped::Guards => false,
            Shaped::IfCombined => self.has_combined(),
            Shaped::Always => true,
        }
    }

    /// Adds an instance unless it exists. `false` if there are too many.
    fn request(
        &mut self,
        module: &Module,
        callee: Handle<Function>,
        context: Context,
        span: Span,
        call: &CallShapes,
    ) -> bool {
        if self.instances.find(callee, context, call).is_some() {
            return true;
        }
        let function = &module.functions[callee];
        let (_, instances) = self.instances.heads[callee.index()];
        let is_pointer = |shape: &ArgumentShape| matches!(shape, ArgumentShape::Pointer(_));
        let by_pointers = call.arguments.iter().any(is_pointer);
        let limit = if by_pointers { MAX_BY_POINTERS } else { MAX_BY_RESOURCES };
        let (what, value, limit) = if instances >= limit {
            let what = "instances of a function, one for each shape of its pointer and resource arguments";
            (what, u64::from(instances) + 1, u64::from(limit))
        } else {
            let parameters = parameters(module, function, call) + self.guards_of(callee);
            if parameters <= MAX_PARAMETERS {
                self.instances.add(callee, context, call);
                return true;
            }
            if function.arguments.len() > MAX_PARAMETERS {
                let count = function.arguments.len();
                let span = module.functions.get_span(callee);
                self.limit("parameters of a function", count, MAX_PARAMETERS, span);
                return false;
            }
            let what = "parameters of a function, with the indices of its pointer arguments";
            (what, parameters as u64, MAX_PARAMETERS as u64)
        };
        let name = function.name.as_deref().unwrap_or("a function without a name");
        let diagnostic =
            Diagnostic::new(ErrorKind::Limit { what, value, limit }, span).with_note(format!("in a call of `{name}`"));
        self.requirements.refusals.push(diagnostic);
        false
    }

    /// The callee of a call, in the emission. It was requested when the plan visited the same call.
    pub(crate) fn callee(
        &self,
        callee: Handle<Function>,
        caller: &Instance,
        is_exact: bool,
        call: &CallShapes,
    ) -> Option<InstanceIndex> {
        let context = self.context_of(callee, caller, is_exact);
        self.instances.find(callee, context, call)
    }

    /// The instance that all calls of a function have; `None` if there are several, or calls have contexts.
    #[inline]
    pub(crate) fn only_instance(&self, callee: Handle<Function>) -> Option<InstanceIndex> {
        let (last, count) = self.instances.heads[callee.index()];
        last.filter(|_| count == 1 && !self.instances.has_contexts)
    }
}

/// The number of SPIR-V parameters of an instance.
fn parameters(module: &Module, function: &Function, call: &CallShapes) -> usize {
    if call.arguments.is_empty() {
        return function.arguments.len();
    }
    let of = |shape: &ArgumentShape| match shape {
        ArgumentShape::Value => 1,
        ArgumentShape::Global(_) => 0,
        ArgumentShape::Pointer(shape) => {
            let steps = call.steps[shape.path.clone()].iter();
            let indices = steps.filter(|&&step| step == PathStep::Dynamic);
            // The tracked state of a ray query is passed as a second pointer.
            let root = match shape.root {
                ShapeRoot::Local(ty) if matches!(module.types[ty].inner, TypeInner::RayQuery { .. }) => 2,
                ShapeRoot::Local(_) => 1,
                ShapeRoot::Same(_) | ShapeRoot::Private(_) => 0,
            };
            indices.count() + root
        }
    };
    call.arguments.iter().map(of).sum()
}
