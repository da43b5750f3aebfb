//! Helpers of rays: whether a ray is one, and what a ray query found.
//!
//! Those of a query take a pointer to its variable, the whole of it; where the query is tracked, its state too, and give zero
//! where the state says that there is nothing to read. Only triangles have barycentric coordinates, a front, and vertices.
//! A candidate that is a box has no distance until the shader gives it one.

use super::Polyfill;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::shape::Shape;
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, LabelId, TypeId, ValueId};
use alloc::vec::Vec;
use naga::{RayFlag, RayQueryIntersection, Scalar, TypeInner, VectorSize};
use spirv::{Op, SelectionControl, StorageClass};

const VEC2: TypeKey = TypeKey::vector(VectorSize::Bi, Scalar::F32);
const VEC3: TypeKey = TypeKey::vector(VectorSize::Tri, Scalar::F32);
const UVEC3: TypeKey = TypeKey::vector(VectorSize::Tri, Scalar::U32);
const BVEC3: TypeKey = TypeKey::vector(VectorSize::Tri, Scalar::BOOL);
const TRANSFORM: TypeKey = TypeKey::matrix(VectorSize::Quad, VectorSize::Tri, Scalar::F32);

/// The types of a ray descriptor's members: flags, cull mask, near and far end, origin, direction.
pub(crate) const RAY_MEMBERS: [TypeKey; 6] = [TypeKey::U32, TypeKey::U32, TypeKey::F32, TypeKey::F32, VEC3, VEC3];

/// Where a tracked ray query is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryState {
    /// Nowhere: it was not begun.
    None = 0,
    /// Begun.
    Begun = 1,
    /// At a candidate: it went on, and found one.
    Candidate = 2,
    /// At its end.
    Ended = 3,
}

/// The bits of an infinite float, which are above those of every finite one.
const INFINITY: u32 = 0x7f80_0000;
/// All bits of a float but its sign.
const MAGNITUDE: u32 = 0x7fff_ffff;

/// Flags of which a ray may have one (VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06889 to -06891, and those of `OpTraceRayKHR`).
const EXCLUSIVE: [u32; 3] = [
    RayFlag::SKIP_TRIANGLES.bits() | RayFlag::SKIP_AABBS.bits(),
    RayFlag::SKIP_TRIANGLES.bits() | RayFlag::CULL_BACK_FACING.bits() | RayFlag::CULL_FRONT_FACING.bits(),
    RayFlag::FORCE_OPAQUE.bits()
        | RayFlag::FORCE_NO_OPAQUE.bits()
        | RayFlag::CULL_OPAQUE.bits()
        | RayFlag::CULL_NO_OPAQUE.bits(),
];

/// A helper that reads a query: which intersection, and with which state.
struct Reader {
    query: ValueId,
    /// The operand `Intersection`.
    intersection: ValueId,
    committed: bool,
}

impl Emitter<'_> {
    fn word(&mut self, value: u32) -> Result<ValueId> {
        self.u32_constant(value)
    }

    fn all_of(&mut self, conditions: &[ValueId]) -> Result<ValueId> {
        let (&first, rest) = conditions.split_first().ok_or_else(|| internal("no condition"))?;
        let mut all = first;
        for &condition in rest {
            all = self.helper_binary(TypeKey::BOOL, Op::LogicalAnd, all, condition)?;
        }
        Ok(all)
    }

    /// `f(flags, t_min, t_max, origin, direction)`: whether a ray can be traced. Floats are judged by their bits, for
    /// `OpIsNan` may be taken to be false.
    pub(super) fn write_ray_is_valid(&mut self, function: FunctionId, skips: bool) -> Result<()> {
        let parameters = [TypeKey::U32, TypeKey::F32, TypeKey::F32, VEC3, VEC3];
        let [flags, t_min, t_max, origin, direction] = self.open_helper(function, TypeKey::BOOL, parameters)?;
        let infinity = self.word(INFINITY)?;
        let mut conditions = Vec::with_capacity(9);
        let mut ends = [flags; 2];
        for (end, t) in ends.iter_mut().zip([t_min, t_max]) {
            // Not below zero, and a number: at most infinity, or minus zero.
            let bits = self.helper_unary(TypeKey::U32, Op::Bitcast, t)?;
            let positive = self.helper_binary(TypeKey::BOOL, Op::ULessThanEqual, bits, infinity)?;
            let minus = self.word(!MAGNITUDE)?;
            let zero = self.helper_binary(TypeKey::BOOL, Op::IEqual, bits, minus)?;
            conditions.push(self.helper_binary(TypeKey::BOOL, Op::LogicalOr, positive, zero)?);
            let magnitude = self.word(MAGNITUDE)?;
            *end = self.helper_binary(TypeKey::U32, Op::BitwiseAnd, bits, magnitude)?;
        }
        let [near, far] = ends;
        conditions.push(self.helper_binary(TypeKey::BOOL, Op::ULessThanEqual, near, far)?);
        for vector in [origin, direction] {
            let bits = self.helper_unary(UVEC3, Op::Bitcast, vector)?;
            let mask = self.composite_constant(UVEC3, &[infinity; 3])?;
            let exponents = self.helper_binary(UVEC3, Op::BitwiseAnd, bits, mask)?;
            let finite = self.helper_binary(BVEC3, Op::INotEqual, exponents, mask)?;
            conditions.push(self.helper_unary(TypeKey::BOOL, Op::All, finite)?);
        }
        let zero = self.word(0)?;
        for mask in EXCLUSIVE {
            // One bit at most: none is left when the lowest is taken away.
            let (mask, one) = (self.word(mask)?, self.word(1)?);
            let set = self.helper_binary(TypeKey::U32, Op::BitwiseAnd, flags, mask)?;
            let less = self.helper_binary(TypeKey::U32, Op::ISub, set, one)?;
            let rest = self.helper_binary(TypeKey::U32, Op::BitwiseAnd, set, less)?;
            conditions.push(self.helper_binary(TypeKey::BOOL, Op::IEqual, rest, zero)?);
        }
        let mut known = RayFlag::all();
        if !skips {
            known -= RayFlag::SKIP_TRIANGLES | RayFlag::SKIP_AABBS;
        }
        let unknown = self.word(!known.bits())?;
        let unknown = self.helper_binary(TypeKey::U32, Op::BitwiseAnd, flags, unknown)?;
        conditions.push(self.helper_binary(TypeKey::BOOL, Op::IEqual, unknown, zero)?);
        let valid = self.all_of(&conditions)?;
        self.close_helper(valid);
        Ok(())
    }

    /// The type of a pointer to a ray query.
    fn query_pointer(&mut self) -> Result<TypeId> {
        let module = self.module;
        let query = module
            .types
            .iter()
            .find(|(_, ty)| matches!(ty.inner, TypeInner::RayQuery { .. }));
        let (ty, _) = query.ok_or_else(|| internal("no type of ray queries"))?;
        let shape = Shape::value(self.type_keys.type_key(ty));
        self.pointer_type(StorageClass::Function, shape)
    }

    /// Opens a helper that reads a query, and returns zero where its state says that there is nothing to read.
    fn open_reader(&mut self, function: FunctionId, result: TypeKey, committed: bool, tracked: bool) -> Result<Reader> {
        let (result_type, pointer) = (self.value_type(result)?, self.query_pointer()?);
        let query = if tracked {
            let word = self.value_type(TypeKey::U32)?;
            let [query, state] = self.open_helper_of(function, result_type, [pointer, word])?;
            // What is committed can be read from the first step on, a candidate at a candidate only.
            let condition = if committed {
                let first = self.word(QueryState::Candidate as u32)?;
                self.helper_binary(TypeKey::BOOL, Op::UGreaterThanEqual, state, first)?
            } else {
                let here = self.word(QueryState::Candidate as u32)?;
                self.helper_binary(TypeKey::BOOL, Op::IEqual, state, here)?
            };
            self.return_null_unless(result, condition)?;
            query
        } else {
            let [query] = self.open_helper_of(function, result_type, [pointer])?;
            query
        };
        let intersection = if committed {
            spirv::RayQueryIntersection::RayQueryCommittedIntersectionKHR
        } else {
            spirv::RayQueryIntersection::RayQueryCandidateIntersectionKHR
        };
        let intersection = self.word(intersection as u32)?;
        Ok(Reader {
            query,
            intersection,
            committed,
        })
    }

    /// Returns zero from the open helper where a condition does not hold.
    fn return_null_unless(&mut self, result: TypeKey, condition: ValueId) -> Result<()> {
        let null = self.null(result)?;
        let (nothing, go_on) = (self.ids.label(), self.ids.label());
        let code = &mut self.sections.functions;
        code.selection_merge(go_on, SelectionControl::NONE);
        code.branch_conditional(condition, go_on, nothing);
        code.label(nothing);
        code.return_value(null);
        code.label(go_on);
        Ok(())
    }

    fn read_query(&mut self, type_key: TypeKey, op: Op, reader: &Reader) -> Result<ValueId> {
        self.helper_binary(type_key, op, reader.query, reader.intersection)
    }

    /// What was found, as naga numbers it: a candidate is a triangle or a box.
    fn kind(&mut self, reader: &Reader) -> Result<ValueId> {
        let kind = self.read_query(TypeKey::U32, Op::RayQueryGetIntersectionTypeKHR, reader)?;
        if reader.committed {
            return Ok(kind);
        }
        use spirv::RayQueryCandidateIntersectionType as Candidate;
        let triangle = self.word(Candidate::RayQueryCandidateIntersectionTriangleKHR as u32)?;
        let is_triangle = self.helper_binary(TypeKey::BOOL, Op::IEqual, kind, triangle)?;
        let triangle = self.word(RayQueryIntersection::Triangle as u32)?;
        let aabb = self.word(RayQueryIntersection::Aabb as u32)?;
        self.helper_select(TypeKey::U32, is_triangle, triangle, aabb)
    }

    fn is_triangle(&mut self, kind: ValueId) -> Result<ValueId> {
        let triangle = self.word(RayQueryIntersection::Triangle as u32)?;
        self.helper_binary(TypeKey::BOOL, Op::IEqual, kind, triangle)
    }

    /// Everything about an intersection, as naga's `SpecialTypes::ray_intersection` has it.
    pub(super) fn write_ray_intersection(
        &mut self,
        function: FunctionId,
        result: TypeKey,
        committed: bool,
        tracked: bool,
    ) -> Result<()> {
        let reader = self.open_reader(function, result, committed, tracked)?;
        let kind = self.kind(&reader)?;
        if committed {
            let none = self.word(RayQueryIntersection::None as u32)?;
            let found = self.helper_binary(TypeKey::BOOL, Op::INotEqual, kind, none)?;
            self.return_null_unless(result, found)?;
        }
        let mut t = if committed {
            Some(self.read_query(TypeKey::F32, Op::RayQueryGetIntersectionTKHR, &reader)?)
        } else {
            None
        };
        let mut words = [kind; 5];
        let ops = [
            Op::RayQueryGetIntersectionInstanceCustomIndexKHR,
            Op::RayQueryGetIntersectionInstanceIdKHR,
            Op::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
            Op::RayQueryGetIntersectionGeometryIndexKHR,
            Op::RayQueryGetIntersectionPrimitiveIndexKHR,
        ];
        for (word, op) in words.iter_mut().zip(ops) {
            *word = self.read_query(TypeKey::U32, op, &reader)?;
        }
        let to_world = self.read_query(TRANSFORM, Op::RayQueryGetIntersectionObjectToWorldKHR, &reader)?;
        let to_object = self.read_query(TRANSFORM, Op::RayQueryGetIntersectionWorldToObjectKHR, &reader)?;
        let is_triangle = self.is_triangle(kind)?;
        let [before, triangle, merge] = [(); 3].map(|()| self.ids.label());
        let code = &mut self.sections.functions;
        // A block of a known label for the phis.
        code.branch(before);
        code.label(before);
        code.selection_merge(merge, SelectionControl::NONE);
        code.branch_conditional(is_triangle, triangle, merge);
        code.label(triangle);
        let barycentrics = self.read_query(VEC2, Op::RayQueryGetIntersectionBarycentricsKHR, &reader)?;
        let front = self.read_query(TypeKey::BOOL, Op::RayQueryGetIntersectionFrontFaceKHR, &reader)?;
        let candidate_t = match t {
            Some(_) => None,
            None => Some(self.read_query(TypeKey::F32, Op::RayQueryGetIntersectionTKHR, &reader)?),
        };
        self.sections.functions.branch(merge);
        self.sections.functions.label(merge);
        let ways = (triangle, before);
        let barycentrics = self.or_null(VEC2, barycentrics, ways)?;
        let front = self.or_null(TypeKey::BOOL, front, ways)?;
        if let Some(value) = candidate_t {
            t = Some(self.or_null(TypeKey::F32, value, ways)?);
        }
        let t = t.ok_or_else(|| internal("an intersection without a distance"))?;
        let [custom, instance, record, geometry, primitive] = words;
        let members = [
            kind,
            t,
            custom,
            instance,
            record,
            geometry,
            primitive,
            barycentrics,
            front,
            to_world,
            to_object,
        ];
        let value = self.helper_construct(result, &members)?;
        self.close_helper(value);
        Ok(())
    }

    /// A value that one way into the open block brings; the other brings zero.
    fn or_null(&mut self, type_key: TypeKey, value: ValueId, (from, other): (LabelId, LabelId)) -> Result<ValueId> {
        let (ty, null) = (self.value_type(type_key)?, self.null(type_key)?);
        let id = self.ids.value();
        self.sections
            .functions
            .phi(ty, id, &[value.id(), from.id(), null.id(), other.id()]);
        Ok(id)
    }

    /// The vertices of the triangle that was found (`SPV_KHR_ray_tracing_position_fetch`).
    pub(super) fn write_ray_vertex_positions(
        &mut self,
        function: FunctionId,
        result: TypeKey,
        committed: bool,
        tracked: bool,
    ) -> Result<()> {
        let reader = self.open_reader(function, result, committed, tracked)?;
        let kind = self.kind(&reader)?;
        let is_triangle = self.is_triangle(kind)?;
        self.return_null_unless(result, is_triangle)?;
        let positions = self.read_query(result, Op::RayQueryGetIntersectionTriangleVertexPositionsKHR, &reader)?;
        self.close_helper(positions);
        Ok(())
    }

    /// `f(query, state)`: whether the candidate is a triangle, which can be confirmed.
    pub(super) fn write_ray_may_confirm(&mut self, function: FunctionId) -> Result<()> {
        let reader = self.open_reader(function, TypeKey::BOOL, false, true)?;
        let kind = self.kind(&reader)?;
        let is_triangle = self.is_triangle(kind)?;
        self.close_helper(is_triangle);
        Ok(())
    }

    /// `f(query, state, hit_t, t_max)`: whether the candidate is a box, and a hit there is on the ray and no farther than
    /// the one committed (VUID-RuntimeSpirv-OpRayQueryGenerateIntersectionKHR-06353).
    pub(super) fn write_ray_may_generate(&mut self, function: FunctionId) -> Result<()> {
        let (result, pointer) = (self.value_type(TypeKey::BOOL)?, self.query_pointer()?);
        let (word, float) = (self.value_type(TypeKey::U32)?, self.value_type(TypeKey::F32)?);
        let [query, state, hit_t, t_max] = self.open_helper_of(function, result, [pointer, word, float, float])?;
        // What there is to the candidate is asked by a helper that knows its states.
        let confirmable = self.polyfill(Polyfill::RayMayConfirm);
        let (triangle, here) = (self.ids.value(), self.word(QueryState::Candidate as u32)?);
        let at_candidate = self.helper_binary(TypeKey::BOOL, Op::IEqual, state, here)?;
        self.sections
            .functions
            .function_call(result, triangle, confirmable, &[query, state]);
        let other = self.helper_unary(TypeKey::BOOL, Op::LogicalNot, triangle)?;
        let is_box = self.helper_binary(TypeKey::BOOL, Op::LogicalAnd, at_candidate, other)?;
        self.return_null_unless(TypeKey::BOOL, is_box)?;
        let committed = self.word(spirv::RayQueryIntersection::RayQueryCommittedIntersectionKHR as u32)?;
        let reader = Reader {
            query,
            intersection: committed,
            committed: true,
        };
        let kind = self.kind(&reader)?;
        let none = self.word(RayQueryIntersection::None as u32)?;
        let found = self.helper_binary(TypeKey::BOOL, Op::INotEqual, kind, none)?;
        let [before, closer, merge] = [(); 3].map(|()| self.ids.label());
        let code = &mut self.sections.functions;
        code.branch(before);
        code.label(before);
        code.selection_merge(merge, SelectionControl::NONE);
        code.branch_conditional(found, closer, merge);
        code.label(closer);
        let nearest = self.read_query(TypeKey::F32, Op::RayQueryGetIntersectionTKHR, &reader)?;
        self.sections.functions.branch(merge);
        self.sections.functions.label(merge);
        let far = self.ids.value();
        self.sections
            .functions
            .phi(float, far, &[nearest.id(), closer.id(), t_max.id(), before.id()]);
        let near = self.helper_unary(TypeKey::F32, Op::RayQueryGetRayTMinKHR, query)?;
        let after = self.helper_binary(TypeKey::BOOL, Op::FOrdLessThanEqual, near, hit_t)?;
        let until = self.helper_binary(TypeKey::BOOL, Op::FOrdLessThanEqual, hit_t, far)?;
        let on_ray = self.helper_binary(TypeKey::BOOL, Op::LogicalAnd, after, until)?;
        self.close_helper(on_ray);
        Ok(())
    }
}
