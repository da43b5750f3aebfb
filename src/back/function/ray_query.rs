//! Ray queries (`SPV_KHR_ray_query`): Function variables to which the instructions take pointers.
//!
//! Most instructions are undefined in some state of the query. Therefore each query has a variable for its state,
//! unless the option `ray_query_initialization_tracking` is off:
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
use crate::back::polyfill::{Polyfill, QueryRead, QueryState, RAY_MEMBERS};
use crate::back::shape::Shape;
use crate::back::type_key::TypeKey;
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::words::ValueId;
use naga::{Expression, Function, Handle, Literal, LocalVariable, Module, RayFlag, RayQueryFunction, Type, TypeInner};
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

/// The parts of a ray descriptor, in the order of naga's type.
pub(super) struct Ray {
    pub(super) flags: ValueId,
    pub(super) cull_mask: ValueId,
    pub(super) t_min: ValueId,
    pub(super) t_max: ValueId,
    pub(super) origin: ValueId,
    pub(super) direction: ValueId,
}

impl Ray {
    /// The parts that determine whether the ray is valid.
    pub(super) const fn validity_operands(&self) -> [ValueId; 5] {
        [self.flags, self.t_min, self.t_max, self.origin, self.direction]
    }
}

/// The ray flags that skip triangles or AABBs.
const SKIPS: u32 = RayFlag::SKIP_TRIANGLES.bits() | RayFlag::SKIP_AABBS.bits();

/// Whether a ray skips triangles or AABBs, by the flags of its descriptor. `None` if the flags are not constant.
pub(super) fn skips_primitives(module: &Module, function: &Function, descriptor: Handle<Expression>) -> Option<bool> {
    let Expression::Compose { ref components, .. } = function.expressions[descriptor] else {
        return None;
    };
    match known_literal(module, &function.expressions, *components.first()?)? {
        Literal::U32(flags) => Some(flags & SKIPS != 0),
        // catch-all: naga's validator admits only u32
        _ => None,
    }
}

impl FunctionEmitter<'_, '_> {
    /// Emits a statement on a ray query.
    #[cold]
    pub(super) fn ray_query(&mut self, query: Handle<Expression>, fun: &RayQueryFunction) -> Result<()> {
        let Expression::LocalVariable(local) = self.function.expressions[query] else {
            return Err(internal("a ray query is not a local variable"));
        };
        self.need(Capability::RayQueryKHR);
        let variable = self.local_variable(local)?;
        let tracked = if self.m.options.ray_query_initialization_tracking {
            Some(self.tracked(local)?)
        } else {
            None
        };
        match *fun {
            RayQueryFunction::Initialize {
                acceleration_structure,
                descriptor,
            } => {
                // The capability is allowed wherever ray queries are; it needs no further feature.
                if skips_primitives(self.m.module, self.function, descriptor) != Some(false) {
                    self.need(Capability::RayTraversalPrimitiveCullingKHR);
                }
                let structure = self.value(acceleration_structure)?;
                let guard = self.element_guard(acceleration_structure);
                let ray = self.ray(descriptor)?;
                self.initialize_query(variable, tracked, (structure, guard), &ray)
            }
            RayQueryFunction::Proceed { result } => {
                let more = self.proceed(variable, tracked)?;
                self.define_as(result, more)
            }
            RayQueryFunction::GenerateIntersection { hit_t } => {
                let hit_t = self.float32(hit_t)?;
                self.generate_intersection(variable, tracked, hit_t)
            }
            RayQueryFunction::ConfirmIntersection => {
                let Some(tracked) = tracked else {
                    self.f.body.ray_query_confirm_intersection_khr(variable);
                    return Ok(());
                };
                let state = self.query_state(tracked)?;
                let may = self.call_polyfill(TypeKey::BOOL, Polyfill::RayMayConfirm, &[variable, state])?;
                self.only_if(may, |this| {
                    this.f.body.ray_query_confirm_intersection_khr(variable);
                    Ok(())
                })
            }
            RayQueryFunction::Terminate => {
                let Some(tracked) = tracked else {
                    self.f.body.ray_query_terminate_khr(variable);
                    return Ok(());
                };
                let at_candidate = self.query_is(tracked, QueryState::Candidate)?;
                self.only_if(at_candidate, |this| {
                    this.f.body.ray_query_terminate_khr(variable);
                    this.set_query_state(tracked, QueryState::Ended)
                })
            }
        }
    }

    /// The members of a ray descriptor.
    pub(super) fn ray(&mut self, descriptor: Handle<Expression>) -> Result<Ray> {
        let descriptor = self.value(descriptor)?;
        let mut parts = [descriptor; 6];
        for ((index, part), type_key) in (0_u32..).zip(&mut parts).zip(RAY_MEMBERS) {
            *part = self.extract(type_key, descriptor, &[index])?;
        }
        let [flags, cull_mask, t_min, t_max, origin, direction] = parts;
        Ok(Ray {
            flags,
            cull_mask,
            t_min,
            t_max,
            origin,
            direction,
        })
    }

    fn initialize_query(
        &mut self,
        query: ValueId,
        tracked: Option<Tracked>,
        (structure, guard): (ValueId, Option<ValueId>),
        ray: &Ray,
    ) -> Result<()> {
        let write = |this: &mut Self| {
            this.f.body.ray_query_initialize_khr(
                query,
                structure,
                ray.flags,
                ray.cull_mask,
                ray.origin,
                ray.t_min,
                ray.direction,
                ray.t_max,
            );
        };
        let Some(tracked) = tracked else {
            // Without tracking, instructions on a query that is not initialized are undefined. So the query is
            // initialized even if the guard is false; the index is clamped, so the element exists.
            write(self);
            return Ok(());
        };
        self.set_query_state(tracked, QueryState::None)?;
        let mut valid = self.call_polyfill(
            TypeKey::BOOL,
            Polyfill::RayIsValid { skips: true },
            &ray.validity_operands(),
        )?;
        if let Some(guard) = guard {
            valid = self.binary_op(TypeKey::BOOL, Op::LogicalAnd, valid, guard)?;
        }
        let print = self.m.options.print_on_ray_query_initialization_fail;
        let begin = |this: &mut Self| {
            write(this);
            if let Some(t_max) = tracked.t_max {
                this.f.body.store(t_max, ray.t_max, &[]);
            }
            this.set_query_state(tracked, QueryState::Begun)
        };
        if !print {
            return self.only_if(valid, begin);
        }
        self.either(valid, begin, |this| {
            this.print(QUERY_IGNORED, &ray.validity_operands());
            Ok(())
        })
    }

    fn proceed(&mut self, query: ValueId, tracked: Option<Tracked>) -> Result<ValueId> {
        let ty = self.m.value_type(TypeKey::BOOL)?;
        let Some(tracked) = tracked else {
            let id = self.fresh();
            self.f.body.ray_query_proceed_khr(ty, id, query);
            return Ok(id);
        };
        let state = self.query_state(tracked)?;
        let begun = self.m.u32_constant(QueryState::Begun as u32)?;
        let past = self.binary_op(TypeKey::U32, Op::ISub, state, begun)?;
        let states = self
            .m
            .u32_constant(QueryState::Ended as u32 - QueryState::Begun as u32)?;
        let may = self.binary_op(TypeKey::BOOL, Op::ULessThan, past, states)?;
        self.guarded(TypeKey::BOOL, may, |this| {
            let id = this.fresh();
            this.f.body.ray_query_proceed_khr(ty, id, query);
            let candidate = this.m.u32_constant(QueryState::Candidate as u32)?;
            let ended = this.m.u32_constant(QueryState::Ended as u32)?;
            let state = this.select_op(TypeKey::U32, id, candidate, ended)?;
            this.f.body.store(tracked.state, state, &[]);
            Ok(id)
        })
    }

    fn generate_intersection(&mut self, query: ValueId, tracked: Option<Tracked>, hit_t: ValueId) -> Result<()> {
        let Some(tracked) = tracked else {
            self.f.body.ray_query_generate_intersection_khr(query, hit_t);
            return Ok(());
        };
        let Some(far) = tracked.t_max else {
            return Err(internal("a ray query has no tmax variable"));
        };
        let t_max = self.load_value(TypeKey::F32, far)?;
        let state = self.query_state(tracked)?;
        let may = self.call_polyfill(TypeKey::BOOL, Polyfill::RayMayGenerate, &[query, state, hit_t, t_max])?;
        self.only_if(may, |this| {
            this.f.body.ray_query_generate_intersection_khr(query, hit_t);
            Ok(())
        })
    }

    /// A distance converted to a 32-bit float. naga admits floats of any width.
    fn float32(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        let (type_key, value) = (self.type_key(expression)?, self.value(expression)?);
        if type_key == TypeKey::F32 {
            Ok(value)
        } else {
            self.unary_op(TypeKey::F32, Op::FConvert, value)
        }
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
        self.need(Capability::RayQueryKHR);
        if vertices {
            self.need(Capability::RayQueryPositionFetchKHR);
        }
        let result = self.type_key(expression)?;
        let Some((root, state)) = self.whole_query(query)? else {
            // An element or member that contains a query cannot have been initialized.
            return self.m.null(result);
        };
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

    /// The variable that a pointer to a query points to, and its state if that is tracked. `None` for a part of a
    /// variable.
    fn whole_query(&mut self, query: Handle<Expression>) -> Result<Option<(ValueId, Option<ValueId>)>> {
        let mark = self.f.path.len();
        let root = self.walk(query)?;
        let whole = self.f.path.len() == mark;
        self.f.path.truncate(mark);
        if !whole {
            return Ok(None);
        }
        Ok(Some((root.variable, self.passed_state(query)?)))
    }

    /// The state of the query that a pointer points to, if it is tracked.
    pub(super) fn passed_state(&mut self, pointer: Handle<Expression>) -> Result<Option<ValueId>> {
        if !self.m.options.ray_query_initialization_tracking {
            return Ok(None);
        }
        match pointer_root(self.function, pointer) {
            Some(PointerRoot::Local(local)) => {
                let tracked = self.tracked(local)?;
                self.query_state(tracked).map(Some)
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
        let generates = self
            .m
            .plan
            .generates_intersections(self.m.module, self.instance.function);
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

    fn query_state(&mut self, tracked: Tracked) -> Result<ValueId> {
        self.load_value(TypeKey::U32, tracked.state)
    }

    fn query_is(&mut self, tracked: Tracked, state: QueryState) -> Result<ValueId> {
        let known = self.query_state(tracked)?;
        let state = self.m.u32_constant(state as u32)?;
        self.binary_op(TypeKey::BOOL, Op::IEqual, known, state)
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
        if let Expression::LocalVariable(local) = self.function.expressions[pointer] {
            if self.is_query(base) && self.m.options.ray_query_initialization_tracking {
                let tracked = self.tracked(local)?;
                self.set_query_state(tracked, QueryState::None)?;
                return Ok(true);
            }
        }
        // For an array no state is tracked: naga admits no initialization of its elements.
        Ok(true)
    }

    fn is_query(&self, ty: Handle<Type>) -> bool {
        matches!(self.m.module.types[ty].inner, TypeInner::RayQuery { .. })
    }
}
