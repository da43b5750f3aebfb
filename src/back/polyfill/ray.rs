//! Helpers for rays: whether a ray is valid, and the results of ray queries.
//!
//! Helpers for a query take a pointer to its whole variable. If the query's state is tracked, they also take the state
//! and return zero if the query has no result in that state. Only triangles have barycentric coordinates, a front face
//! and vertices. A candidate that is an AABB has no distance until the shader generates a hit.

use super::{Code, Polyfill, QueryRead};
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

/// The types of a ray descriptor's members: flags, cull mask, tmin, tmax, origin, direction.
pub(crate) const RAY_MEMBERS: [TypeKey; 6] = [TypeKey::U32, TypeKey::U32, TypeKey::F32, TypeKey::F32, VEC3, VEC3];

/// The state of a tracked ray query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryState {
    /// Not initialized.
    None = 0,
    /// Initialized; `proceed` has not been executed.
    Begun = 1,
    /// The last `proceed` found a candidate.
    Candidate = 2,
    /// The last `proceed` found no further candidate.
    Ended = 3,
}

/// The bits of positive infinity as a 32-bit float. They are greater than those of every finite positive float.
const INFINITY: u32 = 0x7f80_0000;
/// The mask of all bits of a float but the sign.
const MAGNITUDE: u32 = 0x7fff_ffff;

/// The ray flags that skip triangles or AABBs.
pub(crate) const SKIPS: RayFlag = RayFlag::SKIP_TRIANGLES.union(RayFlag::SKIP_AABBS);

/// Sets of flags of which a ray may have at most one each (VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06889 to -06891,
/// and the same rules for `OpTraceRayKHR`).
const EXCLUSIVE: [u32; 3] = [
    SKIPS.bits(),
    RayFlag::SKIP_TRIANGLES.bits() | RayFlag::CULL_BACK_FACING.bits() | RayFlag::CULL_FRONT_FACING.bits(),
    RayFlag::FORCE_OPAQUE.bits()
        | RayFlag::FORCE_NO_OPAQUE.bits()
        | RayFlag::CULL_OPAQUE.bits()
        | RayFlag::CULL_NO_OPAQUE.bits(),
];

/// The parameters of an open helper that reads a query.
struct Reader {
    query: ValueId,
    /// The operand `Intersection`.
    intersection: ValueId,
    committed: bool,
}

impl Emitter<'_> {
    /// `f(flags, t_min, t_max, origin, direction)`: whether a ray is valid. The bits of floats are tested, because the
    /// driver may assume that `OpIsNan` is false.
    pub(super) fn write_ray_is_valid(&mut self, id: FunctionId, skips: bool) -> Result<ValueId> {
        let parameters = [TypeKey::U32, TypeKey::F32, TypeKey::F32, VEC3, VEC3];
        let [flags, t_min, t_max, origin, direction] = self.open_helper(id, TypeKey::BOOL, parameters)?;
        let infinity = self.u32_constant(INFINITY)?;
        let mut conditions = Vec::with_capacity(9);
        let mut ends = [flags; 2];
        for (end, t) in ends.iter_mut().zip([t_min, t_max]) {
            // Not negative and not NaN: the bits are at most those of infinity, or those of minus zero.
            let bits = self.unary_op(TypeKey::U32, Op::Bitcast, t)?;
            let positive = self.binary_op(TypeKey::BOOL, Op::ULessThanEqual, bits, infinity)?;
            let minus = self.u32_constant(!MAGNITUDE)?;
            let zero = self.binary_op(TypeKey::BOOL, Op::IEqual, bits, minus)?;
            conditions.push(self.binary_op(TypeKey::BOOL, Op::LogicalOr, positive, zero)?);
            let magnitude = self.u32_constant(MAGNITUDE)?;
            *end = self.binary_op(TypeKey::U32, Op::BitwiseAnd, bits, magnitude)?;
        }
        let [near, far] = ends;
        conditions.push(self.binary_op(TypeKey::BOOL, Op::ULessThanEqual, near, far)?);
        for vector in [origin, direction] {
            let bits = self.unary_op(UVEC3, Op::Bitcast, vector)?;
            let mask = self.composite_constant(UVEC3, &[infinity; 3])?;
            let exponents = self.binary_op(UVEC3, Op::BitwiseAnd, bits, mask)?;
            let finite = self.binary_op(BVEC3, Op::INotEqual, exponents, mask)?;
            conditions.push(self.unary_op(TypeKey::BOOL, Op::All, finite)?);
        }
        let zero = self.u32_constant(0)?;
        for mask in EXCLUSIVE {
            // At most one bit is set: clearing the lowest set bit leaves zero.
            let (mask, one) = (self.u32_constant(mask)?, self.u32_constant(1)?);
            let set = self.binary_op(TypeKey::U32, Op::BitwiseAnd, flags, mask)?;
            let less = self.binary_op(TypeKey::U32, Op::ISub, set, one)?;
            let rest = self.binary_op(TypeKey::U32, Op::BitwiseAnd, set, less)?;
            conditions.push(self.binary_op(TypeKey::BOOL, Op::IEqual, rest, zero)?);
        }
        let mut known = RayFlag::all();
        if !skips {
            known -= SKIPS;
        }
        let unknown = self.u32_constant(!known.bits())?;
        let unknown = self.binary_op(TypeKey::U32, Op::BitwiseAnd, flags, unknown)?;
        conditions.push(self.binary_op(TypeKey::BOOL, Op::IEqual, unknown, zero)?);
        let mut all = conditions[0];
        for &condition in &conditions[1..] {
            all = self.binary_op(TypeKey::BOOL, Op::LogicalAnd, all, condition)?;
        }
        Ok(all)
    }

    /// The type of a pointer to a ray query.
    fn query_pointer(&mut self) -> Result<TypeId> {
        let module = self.module;
        let mut types = module.types.iter();
        let query = types.find(|(_, ty)| matches!(ty.inner, TypeInner::RayQuery { .. }));
        let (ty, _) = query.ok_or_else(|| internal("the module has no ray query type"))?;
        let shape = Shape::value(self.type_keys.type_key(ty));
        self.pointer_type(StorageClass::Function, shape)
    }

    /// Opens a helper that reads a query. It returns zero if the query has no result in the given state.
    fn open_reader(&mut self, id: FunctionId, read: QueryRead) -> Result<Reader> {
        let (result_type, pointer) = (self.value_type(read.result)?, self.query_pointer()?);
        let query = if read.tracked {
            let word = self.value_type(TypeKey::U32)?;
            let [query, state] = self.open_helper_of(id, result_type, [pointer, word])?;
            // A committed intersection can be read after the first `proceed`, a candidate only if the last `proceed`
            // found one.
            let candidate = self.u32_constant(QueryState::Candidate as u32)?;
            let op = if read.committed {
                Op::UGreaterThanEqual
            } else {
                Op::IEqual
            };
            let condition = self.binary_op(TypeKey::BOOL, op, state, candidate)?;
            self.return_null_unless(read.result, condition)?;
            query
        } else {
            let [query] = self.open_helper_of(id, result_type, [pointer])?;
            query
        };
        self.reader(query, read.committed)
    }

    fn reader(&mut self, query: ValueId, committed: bool) -> Result<Reader> {
        let intersection = if committed {
            spirv::RayQueryIntersection::RayQueryCommittedIntersectionKHR
        } else {
            spirv::RayQueryIntersection::RayQueryCandidateIntersectionKHR
        };
        Ok(Reader {
            query,
            intersection: self.u32_constant(intersection as u32)?,
            committed,
        })
    }

    /// Returns zero from the open helper if a condition is false.
    fn return_null_unless(&mut self, result: TypeKey, condition: ValueId) -> Result<()> {
        let null = self.null(result)?;
        let (null_label, body_label) = (self.ids.label(), self.ids.label());
        let code = &mut self.sections.functions;
        code.selection_merge(body_label, SelectionControl::NONE);
        code.branch_conditional(condition, body_label, null_label);
        code.label(null_label);
        code.return_value(null);
        code.label(body_label);
        Ok(())
    }

    fn read_query(&mut self, type_key: TypeKey, op: Op, reader: &Reader) -> Result<ValueId> {
        self.binary_op(type_key, op, reader.query, reader.intersection)
    }

    /// The kind of an intersection, with naga's numbers. A candidate is a triangle or an AABB.
    fn kind(&mut self, reader: &Reader) -> Result<ValueId> {
        let kind = self.read_query(TypeKey::U32, Op::RayQueryGetIntersectionTypeKHR, reader)?;
        if reader.committed {
            return Ok(kind);
        }
        use spirv::RayQueryCandidateIntersectionType as Candidate;
        let triangle = self.u32_constant(Candidate::RayQueryCandidateIntersectionTriangleKHR as u32)?;
        let is_triangle = self.binary_op(TypeKey::BOOL, Op::IEqual, kind, triangle)?;
        let triangle = self.u32_constant(RayQueryIntersection::Triangle as u32)?;
        let aabb = self.u32_constant(RayQueryIntersection::Aabb as u32)?;
        self.select_op(TypeKey::U32, is_triangle, triangle, aabb)
    }

    fn is_triangle(&mut self, kind: ValueId) -> Result<ValueId> {
        let triangle = self.u32_constant(RayQueryIntersection::Triangle as u32)?;
        self.binary_op(TypeKey::BOOL, Op::IEqual, kind, triangle)
    }

    /// Writes all members of naga's `SpecialTypes::ray_intersection`.
    pub(super) fn write_ray_intersection(&mut self, id: FunctionId, read: QueryRead) -> Result<ValueId> {
        let reader = self.open_reader(id, read)?;
        let QueryRead { result, committed, .. } = read;
        let kind = self.kind(&reader)?;
        let committed_t = if committed {
            let none = self.u32_constant(RayQueryIntersection::None as u32)?;
            let found = self.binary_op(TypeKey::BOOL, Op::INotEqual, kind, none)?;
            self.return_null_unless(result, found)?;
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
        let [before, triangle, merge] = self.open_selection(is_triangle);
        let barycentrics = self.read_query(VEC2, Op::RayQueryGetIntersectionBarycentricsKHR, &reader)?;
        let front = self.read_query(TypeKey::BOOL, Op::RayQueryGetIntersectionFrontFaceKHR, &reader)?;
        let triangle_t = match committed_t {
            Some(t) => t,
            None => self.read_query(TypeKey::F32, Op::RayQueryGetIntersectionTKHR, &reader)?,
        };
        self.sections.functions.branch(merge);
        self.sections.functions.label(merge);
        let ways = (triangle, before);
        let barycentrics = self.or_null(VEC2, barycentrics, ways)?;
        let front = self.or_null(TypeKey::BOOL, front, ways)?;
        let t = match committed_t {
            Some(t) => t,
            None => self.or_null(TypeKey::F32, triangle_t, ways)?,
        };
        let rest = [barycentrics, front, to_world, to_object];
        self.construct(result, &[&[kind, t], &words[..], &rest].concat())
    }

    /// Branches if a condition holds. Returns the labels of the block before the branch, of the one that it leads to,
    /// which is open, and of the merge block.
    fn open_selection(&mut self, condition: ValueId) -> [LabelId; 3] {
        let labels @ [before, taken, merge] = [(); 3].map(|()| self.ids.label());
        let code = &mut self.sections.functions;
        // Begins a new block, because `OpPhi` must name the label of its predecessor.
        code.branch(before);
        code.label(before);
        code.selection_merge(merge, SelectionControl::NONE);
        code.branch_conditional(condition, taken, merge);
        code.label(taken);
        labels
    }

    /// A phi in the open block: the value from one predecessor, zero from the other.
    fn or_null(&mut self, type_key: TypeKey, value: ValueId, (from, other): (LabelId, LabelId)) -> Result<ValueId> {
        let null = self.null(type_key)?;
        let sources = [value.id(), from.id(), null.id(), other.id()];
        self.op(type_key, |code, ty, id| code.phi(ty, id, &sources))
    }

    /// The vertex positions of the triangle that a query found (`SPV_KHR_ray_tracing_position_fetch`).
    pub(super) fn write_ray_vertex_positions(&mut self, id: FunctionId, read: QueryRead) -> Result<ValueId> {
        let reader = self.open_reader(id, read)?;
        let kind = self.kind(&reader)?;
        let is_triangle = self.is_triangle(kind)?;
        self.return_null_unless(read.result, is_triangle)?;
        let positions = Op::RayQueryGetIntersectionTriangleVertexPositionsKHR;
        self.read_query(read.result, positions, &reader)
    }

    /// `f(query, state)`: whether the candidate is a triangle, which the shader may confirm.
    pub(super) fn write_ray_may_confirm(&mut self, id: FunctionId) -> Result<ValueId> {
        let read = QueryRead {
            result: TypeKey::BOOL,
            committed: false,
            tracked: true,
        };
        let reader = self.open_reader(id, read)?;
        let kind = self.kind(&reader)?;
        self.is_triangle(kind)
    }

    /// `f(query, state, hit_t, t_max)`: whether the candidate is an AABB, and the distance is on the ray and not
    /// greater than that of the committed hit (VUID-RuntimeSpirv-OpRayQueryGenerateIntersectionKHR-06353).
    pub(super) fn write_ray_may_generate(&mut self, id: FunctionId) -> Result<ValueId> {
        let (result, pointer) = (self.value_type(TypeKey::BOOL)?, self.query_pointer()?);
        let (word, float) = (self.value_type(TypeKey::U32)?, self.value_type(TypeKey::F32)?);
        let [query, state, hit_t, t_max] = self.open_helper_of(id, result, [pointer, word, float, float])?;
        // `RayMayConfirm` reads the kind of the candidate only in the state that allows it.
        let confirmable = self.polyfill(Polyfill::RayMayConfirm);
        let (triangle, here) = (self.ids.value(), self.u32_constant(QueryState::Candidate as u32)?);
        let at_candidate = self.binary_op(TypeKey::BOOL, Op::IEqual, state, here)?;
        let code = &mut self.sections.functions;
        code.function_call(result, triangle, confirmable, &[query, state]);
        let other = self.unary_op(TypeKey::BOOL, Op::LogicalNot, triangle)?;
        let is_box = self.binary_op(TypeKey::BOOL, Op::LogicalAnd, at_candidate, other)?;
        self.return_null_unless(TypeKey::BOOL, is_box)?;
        let reader = self.reader(query, true)?;
        let kind = self.kind(&reader)?;
        let none = self.u32_constant(RayQueryIntersection::None as u32)?;
        let found = self.binary_op(TypeKey::BOOL, Op::INotEqual, kind, none)?;
        let [before, closer, merge] = self.open_selection(found);
        let nearest = self.read_query(TypeKey::F32, Op::RayQueryGetIntersectionTKHR, &reader)?;
        self.sections.functions.branch(merge);
        self.sections.functions.label(merge);
        let sources = [nearest.id(), closer.id(), t_max.id(), before.id()];
        let far = self.op(TypeKey::F32, |code, ty, id| code.phi(ty, id, &sources))?;
        let near = self.unary_op(TypeKey::F32, Op::RayQueryGetRayTMinKHR, query)?;
        let after = self.binary_op(TypeKey::BOOL, Op::FOrdLessThanEqual, near, hit_t)?;
        let until = self.binary_op(TypeKey::BOOL, Op::FOrdLessThanEqual, hit_t, far)?;
        self.binary_op(TypeKey::BOOL, Op::LogicalAnd, after, until)
    }
}
