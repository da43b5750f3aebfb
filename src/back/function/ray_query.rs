//! Ray queries (`SPV_KHR_ray_query`), which are Function variables to which the instructions take pointers, and
//! `traceRay` in ray tracing pipelines (`SPV_KHR_ray_tracing`).
//!
//! Most instructions on a query are undefined in some state of the query. Therefore each query has a variable for its
//! state, unless the option `ray_query_initialization_tracking` is off:
//!
//! ```text
//! rayQueryProceed(&q)   %state = OpLoad %uint %q_state          0 none, 1 begun, 2 at a candidate, 3 at the end
//!                       %one   = OpISub %uint %state %u1
//!                       %may   = OpULessThan %bool %one %u2
//!                       …      if %may: %more = OpRayQueryProceedKHR %q, and the state becomes 2 or 3
//! ```
//!
//! The instructions that read results of the query are in `polyfill::ray`.

use super::{Code, FunctionEmitter, Parameter, known_literal};
use crate::back::emitter::{Result, internal};
use crate::back::polyfill::{Polyfill, QueryRead, QueryState, RAY_MEMBERS, SKIPS};
use crate::back::shape::Shape;
use crate::back::type_key::TypeKey;
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::target::Feature;
use crate::words::ValueId;
use naga::{Expression, Function, Handle, Literal, LocalVariable, Module, RayQueryFunction, Type, TypeInner};
use spirv::{Capability, Op, StorageClass};

/// The variables that track a ray query in a local variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tracked {
    local: Handle<LocalVariable>,
    /// The variable of its state.
    state: ValueId,
    /// The variable of the ray's `tmax`. A generated hit must not be farther away.
    t_max: Option<ValueId>,
}

/// The message that is printed if a ray query is not initialized because its ray is invalid.
const QUERY_IGNORED: &str =
    "rayQueryInitialize has no effect: flags 0x%x, tmin %f, tmax %f, origin %v3f, direction %v3f";

/// The message that is printed if a ray is not traced because it is invalid.
const IGNORED: &str = "traceRay has no effect: flags 0x%x, tmin %f, tmax %f, origin %v3f, direction %v3f";

/// Whether a ray skips triangles or AABBs, by the flags of its descriptor. `None` if the flags are not constant.
fn skips_primitives(module: &Module, function: &Function, descriptor: Handle<Expression>) -> Option<bool> {
    let Expression::Compose { ref components, .. } = function.expressions[descriptor] else {
        return None;
    };
    match known_literal(module, &function.expressions, *components.first()?)? {
        Literal::U32(flags) => Some(flags & SKIPS.bits() != 0),
        // catch-all: naga's validator admits only u32
        _ => None,
    }
}

impl FunctionEmitter<'_, '_> {
    #[cold]
    pub(super) fn ray_query(&mut self, query: Handle<Expression>, fun: &RayQueryFunction) -> Result<()> {
        let Expression::LocalVariable(local) = self.function.expressions[query] else {
            return Err(internal("a ray query is not a local variable"));
        };
        self.m.need(Capability::RayQueryKHR);
        let variable = self.local_variable(local)?;
        let is_tracked = self.m.options.ray_query_initialization_tracking;
        let tracked = is_tracked.then(|| self.tracked(local)).transpose()?;
        match *fun {
            RayQueryFunction::Initialize {
                acceleration_structure,
                descriptor,
            } => {
                // The capability is allowed wherever ray queries are; it needs no further feature.
                if skips_primitives(self.m.module, self.function, descriptor) != Some(false) {
                    self.m.need(Capability::RayTraversalPrimitiveCullingKHR);
                }
                let structure = self.value(acceleration_structure)?;
                let guard = self.element_guard(acceleration_structure);
                let ray = self.ray(descriptor)?;
                self.initialize_query(variable, tracked, (structure, guard), ray)
            }
            RayQueryFunction::Proceed { result } => {
                let more = self.proceed(variable, tracked)?;
                self.define_as(result, more)
            }
            RayQueryFunction::GenerateIntersection { hit_t } => {
                // naga admits floats of any width.
                let hit_t = self.float32(hit_t)?;
                let may = tracked.map(|tracked| {
                    let far = tracked.t_max;
                    let far = far.ok_or_else(|| internal("a ray query has no tmax variable"))?;
                    let t_max = self.load_value(TypeKey::F32, far)?;
                    let state = self.load_value(TypeKey::U32, tracked.state)?;
                    let operands = [variable, state, hit_t, t_max];
                    self.call_polyfill(TypeKey::BOOL, Polyfill::RayMayGenerate, &operands)
                });
                self.only_if(may.transpose()?, |this| {
                    this.f.body.ray_query_generate_intersection_khr(variable, hit_t);
                    Ok(())
                })
            }
            RayQueryFunction::ConfirmIntersection => {
                let may = tracked.map(|tracked| {
                    let state = self.load_value(TypeKey::U32, tracked.state)?;
                    self.call_polyfill(TypeKey::BOOL, Polyfill::RayMayConfirm, &[variable, state])
                });
                self.only_if(may.transpose()?, |this| {
                    this.f.body.ray_query_confirm_intersection_khr(variable);
                    Ok(())
                })
            }
            RayQueryFunction::Terminate => {
                let Some(tracked) = tracked else {
                    self.f.body.ray_query_terminate_khr(variable);
                    return Ok(());
                };
                let state = self.load_value(TypeKey::U32, tracked.state)?;
                let candidate = self.m.u32_constant(QueryState::Candidate as u32)?;
                let at_candidate = self.binary_op(TypeKey::BOOL, Op::IEqual, state, candidate)?;
                self.only_if(Some(at_candidate), |this| {
                    this.f.body.ray_query_terminate_khr(variable);
                    this.set_query_state(tracked, QueryState::Ended)
                })
            }
        }
    }

    /// The members of a ray descriptor, in the order of naga's type: flags, cull mask, `tmin`, `tmax`, origin, direction.
    fn ray(&mut self, descriptor: Handle<Expression>) -> Result<[ValueId; 6]> {
        let descriptor = self.value(descriptor)?;
        let mut parts = [descriptor; 6];
        for ((index, part), type_key) in (0_u32..).zip(&mut parts).zip(RAY_MEMBERS) {
            *part = self.extract(type_key, descriptor, &[index])?;
        }
        Ok(parts)
    }

    fn initialize_query(
        &mut self,
        query: ValueId,
        tracked: Option<Tracked>,
        (structure, guard): (ValueId, Option<ValueId>),
        ray: [ValueId; 6],
    ) -> Result<()> {
        let [flags, cull_mask, t_min, t_max, origin, direction] = ray;
        let write = |this: &mut Self| {
            let code = &mut this.f.body;
            code.ray_query_initialize_khr(query, structure, flags, cull_mask, origin, t_min, direction, t_max);
        };
        let Some(tracked) = tracked else {
            // Without tracking, instructions on a query that is not initialized are undefined. So the query is
            // initialized even if the guard is false; the index is clamped, so the element exists.
            write(self);
            return Ok(());
        };
        self.set_query_state(tracked, QueryState::None)?;
        let begin = |this: &mut Self| {
            write(this);
            if let Some(variable) = tracked.t_max {
                this.f.body.store(variable, t_max, &[]);
            }
            this.set_query_state(tracked, QueryState::Begun)
        };
        let prints = self.m.options.print_on_ray_query_initialization_fail;
        self.if_valid((ray, guard), true, begin, prints.then_some(QUERY_IGNORED))
    }

    /// Emits code that is executed if a ray is valid and its guard holds. Otherwise the message is printed, if given.
    fn if_valid(
        &mut self,
        ([flags, _, t_min, t_max, origin, direction], guard): ([ValueId; 6], Option<ValueId>),
        skips: bool,
        emit: impl FnOnce(&mut Self) -> Result<()>,
        message: Option<&'static str>,
    ) -> Result<()> {
        let operands = [flags, t_min, t_max, origin, direction];
        let mut valid = self.call_polyfill(TypeKey::BOOL, Polyfill::RayIsValid { skips }, &operands)?;
        if let Some(guard) = guard {
            valid = self.binary_op(TypeKey::BOOL, Op::LogicalAnd, valid, guard)?;
        }
        match message {
            None => self.only_if(Some(valid), emit),
            Some(message) => self.either(valid, emit, |this| {
                let (set, format) = this.m.printf(message);
                let (ty, id) = (this.m.void_type(), this.fresh());
                this.f.body.debug_printf(ty, id, set, format, &operands);
                Ok(())
            }),
        }
    }

    fn proceed(&mut self, query: ValueId, tracked: Option<Tracked>) -> Result<ValueId> {
        let Some(tracked) = tracked else {
            return self.unary_op(TypeKey::BOOL, Op::RayQueryProceedKHR, query);
        };
        let ty = self.m.value_type(TypeKey::BOOL)?;
        let state = self.load_value(TypeKey::U32, tracked.state)?;
        let begun = self.m.u32_constant(QueryState::Begun as u32)?;
        let past = self.binary_op(TypeKey::U32, Op::ISub, state, begun)?;
        let states = QueryState::Ended as u32 - QueryState::Begun as u32;
        let states = self.m.u32_constant(states)?;
        let may = self.binary_op(TypeKey::BOOL, Op::ULessThan, past, states)?;
        self.guarded(TypeKey::BOOL, Some(may), |this| {
            let id = this.fresh();
            this.f.body.ray_query_proceed_khr(ty, id, query);
            let candidate = this.m.u32_constant(QueryState::Candidate as u32)?;
            let ended = this.m.u32_constant(QueryState::Ended as u32)?;
            let state = this.select_op(TypeKey::U32, id, candidate, ended)?;
            this.f.body.store(tracked.state, state, &[]);
            Ok(id)
        })
    }

    /// The intersection that a query found, or the vertex positions of the triangle.
    #[cold]
    pub(super) fn ray_intersection(
        &mut self,
        expression: Handle<Expression>,
        query: Handle<Expression>,
        committed: bool,
        vertices: bool,
    ) -> Result<ValueId> {
        self.m.need(Capability::RayQueryKHR);
        if vertices {
            self.m.need(Capability::RayQueryPositionFetchKHR);
        }
        let result = self.type_key(expression)?;
        let (root, is_whole) = self.root_of(query)?;
        if !is_whole {
            // An element or member that contains a query cannot have been initialized.
            return self.m.null(result);
        }
        let (root, state) = (root.pointer, self.passed_state(query)?);
        let read = QueryRead {
            result,
            committed,
            tracked: state.is_some(),
        };
        let polyfill = if vertices {
            Polyfill::RayVertexPositions(read)
        } else {
            Polyfill::RayIntersection(read)
        };
        match state {
            Some(state) => self.call_polyfill(result, polyfill, &[root, state]),
            None => self.call_polyfill(result, polyfill, &[root]),
        }
    }

    /// The state of the query that a pointer points to, if it is tracked.
    pub(super) fn passed_state(&mut self, pointer: Handle<Expression>) -> Result<Option<ValueId>> {
        if !self.m.options.ray_query_initialization_tracking {
            return Ok(None);
        }
        match pointer_root(self.function, pointer) {
            Some(PointerRoot::Local(local)) => {
                let tracked = self.tracked(local)?;
                self.load_value(TypeKey::U32, tracked.state).map(Some)
            }
            Some(PointerRoot::Argument(index)) => match self.parameter(index)? {
                Parameter::Pointer { query, .. } => Ok(query),
                _ => Err(internal("a ray query argument is not a pointer")),
            },
            Some(PointerRoot::Global(_)) | None => Err(internal("a ray query expression has no local variable")),
        }
    }

    /// The tracking variables of a query. They are declared when first used, with the state `None`.
    fn tracked(&mut self, local: Handle<LocalVariable>) -> Result<Tracked> {
        if let Some(&tracked) = self.f.queries.iter().find(|tracked| tracked.local == local) {
            return Ok(tracked);
        }
        let plan = self.m.plan;
        let generates = plan.functions.of(self.instance.function).generates_intersections;
        let mut variable = |type_key: TypeKey| {
            let ty = self.m.pointer_type(StorageClass::Function, Shape::value(type_key))?;
            let null = self.m.null(type_key)?;
            let id = self.m.ids.value();
            self.m.count_local(self.m.span);
            self.f.variables.variable(ty, id, StorageClass::Function, &[null]);
            Ok(id)
        };
        let state = variable(TypeKey::U32)?;
        let t_max = if generates { Some(variable(TypeKey::F32)?) } else { None };
        let tracked = Tracked { local, state, t_max };
        self.f.queries.push(tracked);
        Ok(tracked)
    }

    fn set_query_state(&mut self, tracked: Tracked, state: QueryState) -> Result<()> {
        let state = self.m.u32_constant(state as u32)?;
        self.f.body.store(tracked.state, state, &[]);
        Ok(())
    }

    /// Whether a store is to a ray query or an array of them. The plan admits only stores of a zero value there, which
    /// reset the state.
    pub(super) fn resets_query(&mut self, pointer: Handle<Expression>) -> Result<bool> {
        let TypeInner::Pointer { base, .. } = *self.inner(pointer) else {
            return Ok(false);
        };
        if !self.m.plan.scan.holds_query(base) {
            return Ok(false);
        }
        // For an array no state is tracked: naga admits no initialization of its elements.
        if let Expression::LocalVariable(local) = self.function.expressions[pointer]
            && self.tracks_query(base)
        {
            let tracked = self.tracked(local)?;
            self.set_query_state(tracked, QueryState::None)?;
        }
        Ok(true)
    }

    /// Whether a type is a ray query whose state is tracked.
    pub(super) fn tracks_query(&self, ty: Handle<Type>) -> bool {
        self.m.options.ray_query_initialization_tracking
            && matches!(self.m.module.types[ty].inner, TypeInner::RayQuery { .. })
    }

    /// Emits `OpTraceRayKHR`. The payload is a variable that the shaders of the traced ray read and write. naga's IR has
    /// no offset or stride of shader binding table records and no miss index, so all are zero.
    #[cold]
    pub(super) fn trace_ray(
        &mut self,
        acceleration_structure: Handle<Expression>,
        descriptor: Handle<Expression>,
        payload: Handle<Expression>,
    ) -> Result<()> {
        self.m.need(Capability::RayTracingKHR);
        // In a ray tracing pipeline, skipping primitives needs a feature. If the flags are not constant, the feature is
        // required only if the target has it. On other targets rays with such flags are invalid.
        let may_skip = self.m.plan.facts().rays_skip_primitives;
        let skips = skips_primitives(self.m.module, self.function, descriptor);
        if skips.unwrap_or(may_skip) {
            self.m.need(Capability::RayTraversalPrimitiveCullingKHR);
            // The capability is also allowed with ray queries, where it does not need the feature.
            self.m.need_feature(&[Feature::RayTraversalPrimitiveCulling]);
        }
        let structure = self.value(acceleration_structure)?;
        let guard = self.element_guard(acceleration_structure);
        let ray = self.ray(descriptor)?;
        let [flags, cull_mask, t_min, t_max, origin, direction] = ray;
        let (root, _) = self.root_of(payload)?;
        let zero = self.m.u32_constant(0)?;
        let trace = |this: &mut Self| {
            this.f.body.trace_ray_khr(
                structure,
                flags,
                cull_mask,
                zero,
                zero,
                zero,
                origin,
                t_min,
                direction,
                t_max,
                root.pointer,
            );
            Ok(())
        };
        if !self.m.options.trace_ray_argument_validation {
            return self.only_if(guard, trace);
        }
        let skips = may_skip || skips.is_some();
        let message = self.m.options.print_on_trace_rays_fail.then_some(IGNORED);
        self.if_valid((ray, guard), skips, trace, message)
    }
}
