//! Function instances: `(naga function, shapes of its pointer and handle arguments, context)`.
//!
//! SPIR-V's logical addressing passes whole variables only, so what a pointer argument leads through is part of the
//! instance (`shapes`). An instance is asked for by shapes and context and made once; the context is cut down to what the
//! function makes use of, so that sharing is the rule.

use super::shapes::{ArgumentShape, CallShapes, PathStep, PointerShape, ShapeRoot, steps_of};
use super::{EntryPlan, FloatStyle, FunctionPlan, FunctionRef, Plan};
use crate::back::plan::limits::MAX_PARAMETERS;
use crate::error::{Diagnostic, ErrorKind};
use alloc::vec::Vec;
use core::ops::Range;
use naga::valid::ModuleInfo;
use naga::{Function, Handle, Module, Span, TypeInner};

/// The instances of one function by the shapes of its arguments where a call passes pointers: paths double with every
/// level of nested calls.
const MAX_BY_POINTERS: u32 = 64;

/// The same where calls pass resources only: as many as the pairs of textures and samplers that the module has.
const MAX_BY_RESOURCES: u32 = 4096;

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
    pub(crate) floats: FloatStyle,
}

impl Context {
    /// The part of a context that a function makes use of.
    fn normalised(self, plan: &FunctionPlan) -> Self {
        let relevant = match self.discard {
            DiscardLowering::Demote => false,
            DiscardLowering::Kill => plan.discards,
            DiscardLowering::Emulate => plan.discards || plan.writes_memory,
        };
        Self {
            discard: if relevant {
                self.discard
            } else {
                DiscardLowering::default()
            },
            floats: self.floats.normalised(plan.float_uses),
        }
    }

    /// The context that a call passes on: what is called for something that must not be fused must not be either.
    pub(crate) fn of_call(self, is_exact: bool) -> Self {
        if is_exact {
            Self {
                floats: self.floats.exactly(),
                ..self
            }
        } else {
            self
        }
    }
}

/// An instance's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InstanceIndex(pub(crate) u32);

/// The number of a context that an instance was asked for with. 0 is the default, of which every function makes use in
/// the same way: not at all.
type ContextNumber = u32;

/// One function to write.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) function: FunctionRef,
    pub(crate) context: Context,
    /// The number of the context.
    number: ContextNumber,
    shapes: Range<u32>,
    /// The next instance of the same function.
    next: Option<InstanceIndex>,
}

impl Instance {
    /// Whether what it calls is written for the default context whatever it makes use of.
    const fn takes_nothing(&self, is_exact: bool) -> bool {
        self.number == 0 && !is_exact
    }
}

/// Every instance, in the order they were asked for, and the pools of their shapes.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    all: Vec<Instance>,
    contexts: Vec<Context>,
    shapes: Vec<ArgumentShape>,
    steps: Vec<PathStep>,
    /// The first instance of each function, and how many it has.
    heads: Vec<(Option<InstanceIndex>, u32)>,
    /// The shapes of the current call.
    call: CallShapes,
}

impl Instances {
    pub(super) fn reset(&mut self, functions: usize) {
        self.all.clear();
        self.contexts.clear();
        self.contexts.push(Context::default());
        self.shapes.clear();
        self.steps.clear();
        self.heads.clear();
        self.heads.resize(functions, (None, 0));
    }

    /// All instances.
    pub(crate) fn all(&self) -> &[Instance] {
        &self.all
    }

    /// The shapes of an instance's arguments; empty when all of them are values.
    pub(crate) fn shapes(&self, instance: &Instance) -> &[ArgumentShape] {
        &self.shapes[instance.shapes.start as usize..instance.shapes.end as usize]
    }

    /// The shape of one argument of an instance, if it is a pointer.
    pub(crate) fn pointer_shape(&self, instance: &Instance, argument: u32) -> Option<&PointerShape> {
        match self.shapes(instance).get(argument as usize)? {
            ArgumentShape::Pointer(shape) => Some(shape),
            ArgumentShape::Value | ArgumentShape::Global(_) => None,
        }
    }

    /// The steps of a pointer shape of an instance.
    pub(crate) fn path(&self, shape: &PointerShape) -> &[PathStep] {
        steps_of(&self.steps, &shape.path)
    }

    /// The number of a context, if it has one.
    fn number(&self, context: Context) -> Option<ContextNumber> {
        let at = self.contexts.iter().position(|&known| known == context)?;
        Some(at as ContextNumber)
    }

    /// The number of a context, a new one if need be.
    fn number_or_new(&mut self, context: Context) -> ContextNumber {
        self.number(context).unwrap_or_else(|| {
            self.contexts.push(context);
            self.contexts.len() as ContextNumber - 1
        })
    }

    fn matches(&self, instance: &Instance, number: ContextNumber, call: &CallShapes) -> bool {
        let own = self.shapes(instance);
        instance.number == number
            && own.len() == call.arguments.len()
            && own.iter().zip(&call.arguments).all(|(own, other)| match (own, other) {
                (ArgumentShape::Value, ArgumentShape::Value) => true,
                (ArgumentShape::Global(own), ArgumentShape::Global(other)) => own == other,
                (ArgumentShape::Pointer(own), ArgumentShape::Pointer(other)) => {
                    own.root == other.root && self.path(own) == call.path(other)
                }
                (ArgumentShape::Value | ArgumentShape::Global(_) | ArgumentShape::Pointer(_), _) => false,
            })
    }

    /// The instance with a shape and context, if it was made.
    fn find(&self, function: Handle<Function>, number: ContextNumber, call: &CallShapes) -> Option<InstanceIndex> {
        let mut at = self.heads.get(function.index())?.0;
        while let Some(index) = at {
            let instance = self.all.get(index.0 as usize)?;
            if self.matches(instance, number, call) {
                return Some(index);
            }
            at = instance.next;
        }
        None
    }

    /// How many instances a function has.
    fn count(&self, function: Handle<Function>) -> u32 {
        self.heads.get(function.index()).map_or(0, |&(_, count)| count)
    }

    fn add(&mut self, function: Handle<Function>, number: ContextNumber, call: &CallShapes) {
        let context = self.contexts[number as usize];
        let Some((head, count)) = self.heads.get_mut(function.index()) else {
            return;
        };
        *count += 1;
        let next = head.replace(InstanceIndex(self.all.len() as u32));
        let first = self.shapes.len() as u32;
        for argument in &call.arguments {
            let shape = match argument {
                ArgumentShape::Pointer(shape) => {
                    let start = self.steps.len() as u32;
                    self.steps.extend_from_slice(call.path(shape));
                    ArgumentShape::Pointer(PointerShape {
                        root: shape.root,
                        path: start..self.steps.len() as u32,
                    })
                }
                ArgumentShape::Value | ArgumentShape::Global(_) => argument.clone(),
            };
            self.shapes.push(shape);
        }
        self.all.push(Instance {
            function: FunctionRef::Function(function),
            context,
            number,
            shapes: first..self.shapes.len() as u32,
            next,
        });
    }
}

impl Plan {
    pub(super) fn plan_instances(&mut self, module: &Module, info: &ModuleInfo) {
        for entry in 0..self.entry_points.len() {
            let EntryPlan { index, context, .. } = self.entry_points[entry];
            let is_default = !self.float_sweep.is_on && context.discard == DiscardLowering::Demote;
            let number = if is_default {
                0
            } else {
                self.instances.number_or_new(context)
            };
            self.instances.all.push(Instance {
                function: FunctionRef::EntryPoint(index),
                context,
                number,
                shapes: 0..0,
                next: None,
            });
        }
        if self.calls.is_empty() {
            return;
        }
        // Instances are asked for by callers and callees come earlier in the arena, so walking the list as it grows
        // reaches all of them.
        let mut at = 0;
        let mut call = core::mem::take(&mut self.instances.call);
        while let Some(instance) = self.instances.all.get(at).cloned() {
            if !self.plan_calls(module, info, &instance, &mut call) {
                break;
            }
            at += 1;
        }
        self.instances.call = call;
    }

    /// Asks for the instances that one instance calls. `false` when there are too many.
    fn plan_calls(&mut self, module: &Module, info: &ModuleInfo, instance: &Instance, call: &mut CallShapes) -> bool {
        let caller = match instance.function {
            FunctionRef::EntryPoint(index) => (&module.entry_points[index].function, info.get_entry_point(index)),
            FunctionRef::Function(handle) => (&module.functions[handle], &info[handle]),
        };
        let calls = self
            .functions
            .get(super::index(module, instance.function))
            .map_or(0..0, |plan| plan.calls.clone());
        for at in calls {
            let Some(site) = self.calls.get(at as usize).cloned() else {
                continue;
            };
            let arguments_range = site.arguments.start as usize..site.arguments.end as usize;
            let arguments = &self.call_arguments[arguments_range.clone()];
            call.clear();
            if self.is_shaped(site.callee) {
                let described = call.describe(self, module, caller, instance, arguments);
                if described.is_err() {
                    let what = "an argument that is a pointer to this memory";
                    self.refuse(ErrorKind::NotLowered(what), site.span);
                }
            }
            let arguments = &self.call_arguments[arguments_range];
            let is_exact = self.float_sweep.is_on
                && self.is_exact_call(module, (instance.function, caller.1), arguments, site.result);
            let number = if instance.takes_nothing(is_exact) {
                0
            } else {
                let context = self.context_of(site.callee, instance, is_exact);
                self.instances.number_or_new(context)
            };
            if !self.request(module, site.callee, number, site.span, call) {
                return false;
            }
        }
        true
    }

    /// What a call in an instance passes on, as far as the callee makes use of it.
    fn context_of(&self, callee: Handle<Function>, caller: &Instance, is_exact: bool) -> Context {
        let context = caller.context.of_call(is_exact);
        self.functions
            .get(callee.index())
            .map_or(context, |plan| context.normalised(plan))
    }

    /// The number of that, once the instances are made.
    fn number_of(&self, callee: Handle<Function>, caller: &Instance, is_exact: bool) -> Option<ContextNumber> {
        if caller.takes_nothing(is_exact) {
            return Some(0);
        }
        self.instances.number(self.context_of(callee, caller, is_exact))
    }

    /// Whether arguments of a function may be part of its instances.
    pub(crate) fn is_shaped(&self, function: Handle<Function>) -> bool {
        let shaped = self.functions.get(function.index()).map(|plan| plan.shaped);
        shaped.is_some_and(|shaped| shaped.always || (shaped.combined && self.has_combined()))
    }

    /// Makes an instance unless it is there. `false` when there are too many.
    fn request(
        &mut self,
        module: &Module,
        callee: Handle<Function>,
        number: ContextNumber,
        span: Span,
        call: &CallShapes,
    ) -> bool {
        if self.instances.find(callee, number, call).is_some() {
            return true;
        }
        let function = &module.functions[callee];
        let instances = self.instances.count(callee);
        let by_pointers = call
            .arguments
            .iter()
            .any(|shape| matches!(shape, ArgumentShape::Pointer(_)));
        let limit = if by_pointers { MAX_BY_POINTERS } else { MAX_BY_RESOURCES };
        let kind = if instances >= limit {
            ErrorKind::Limit {
                what: "instances of a function, one for each shape of its pointer and resource arguments",
                value: u64::from(instances) + 1,
                limit: u64::from(limit),
            }
        } else {
            let parameters = parameters(module, function, call) + self.guards_of(callee);
            if parameters <= MAX_PARAMETERS {
                self.instances.add(callee, number, call);
                return true;
            }
            if function.arguments.len() > MAX_PARAMETERS {
                let count = function.arguments.len();
                let span = module.functions.get_span(callee);
                self.limit("parameters of a function", count, MAX_PARAMETERS, || span);
                return false;
            }
            ErrorKind::Limit {
                what: "parameters of a function, with the indices of its pointer arguments",
                value: parameters as u64,
                limit: MAX_PARAMETERS as u64,
            }
        };
        let name = function.name.as_deref().unwrap_or("a function without a name");
        let diagnostic = Diagnostic::new(kind, span).with_note(format!("in a call of `{name}`"));
        self.requirements.refusals.push(diagnostic);
        false
    }

    /// The instance that a call without pointers and external textures reaches.
    pub(crate) fn plain_callee(
        &self,
        callee: Handle<Function>,
        caller: &Instance,
        is_exact: bool,
    ) -> Option<InstanceIndex> {
        let mut at = self.instances.heads.get(callee.index())?.0;
        let number = self.number_of(callee, caller, is_exact)?;
        while let Some(index) = at {
            let instance = self.instances.all.get(index.0 as usize)?;
            if instance.number == number {
                return Some(index);
            }
            at = instance.next;
        }
        None
    }

    /// The instance that a call reaches, when the words are written: the same as when it was planned, for a shape that was
    /// not made then is not made later.
    pub(crate) fn callee(
        &self,
        callee: Handle<Function>,
        caller: &Instance,
        is_exact: bool,
        call: &CallShapes,
    ) -> Option<InstanceIndex> {
        let number = self.number_of(callee, caller, is_exact)?;
        self.instances.find(callee, number, call)
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
            let indices = call.path(shape).iter().filter(|&&step| step == PathStep::Dynamic);
            // The state of a ray query goes with it, where that is tracked.
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
