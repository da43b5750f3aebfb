//! Ray queries and acceleration structures: tracing, and stores that reset a query.
//!
//! A ray query is an opaque object in a Function variable, which no instruction loads or stores (`SPV_KHR_ray_query`).
//! In naga it can be a part of arrays and structs, be loaded, and be set to zero. A store of zero results from a
//! declaration in a loop; it only resets the query.

use super::Plan;
use super::sweep::FunctionSweep;
use crate::error::ErrorKind;
use crate::ir::ty::members;
use naga::{Expression, Handle, Module, Scalar, ShaderStage, Span, TypeInner, VectorSize};
use spirv::Capability;

impl FunctionSweep<'_, '_> {
    /// Whether a store sets a ray query, or a type that contains one, to zero.
    pub(super) fn resets_query(&self, pointer: Handle<Expression>, value: Handle<Expression>) -> bool {
        let scan = &self.plan.scan;
        scan.has_queries
            && matches!(*self.inner(pointer), TypeInner::Pointer { base, .. } if scan.holds_query(base))
            && matches!(self.function.expressions[value], Expression::ZeroValue(_))
    }
}

/// The members of naga's `RayDesc`.
const RAY: [TypeInner; 6] = [UINT, UINT, FLOAT, FLOAT, VECTOR, VECTOR];

/// The members of naga's `RayIntersection`.
const INTERSECTION: [TypeInner; 11] = [
    UINT, FLOAT, UINT, UINT, UINT, UINT, UINT, PAIR, BOOL, TRANSFORM, TRANSFORM,
];

const UINT: TypeInner = TypeInner::Scalar(Scalar::U32);
const FLOAT: TypeInner = TypeInner::Scalar(Scalar::F32);
const VECTOR: TypeInner = Scalar::F32.to_inner_vector(VectorSize::Tri);
const PAIR: TypeInner = Scalar::F32.to_inner_vector(VectorSize::Bi);
const BOOL: TypeInner = TypeInner::Scalar(Scalar::BOOL);
const TRANSFORM: TypeInner = TypeInner::Matrix {
    columns: VectorSize::Quad,
    rows: VectorSize::Tri,
    scalar: Scalar::F32,
};

impl Plan {
    /// Refuses rays and intersections of types that naga's front ends do not generate. naga's validator compares their
    /// handles, and not what they are.
    pub(super) fn compare_ray_types(&mut self, module: &Module) {
        let special = &module.special_types;
        let expected = [(special.ray_desc, &RAY[..]), (special.ray_intersection, &INTERSECTION)];
        for (ty, expected) in expected {
            let Some(ty) = ty else { continue };
            let found = members(module, ty).iter().map(|member| &module.types[member.ty].inner);
            if !found.eq(expected) {
                let kind = ErrorKind::InvalidModule("the type of a ray or of an intersection is not naga's");
                self.refuse(kind, module.types.get_span(ty));
            }
        }
    }

    /// Marks the payloads of the selected entry points as live even where nothing reads them: they belong to the
    /// interface of the pipeline (VUID-RuntimeSpirv-OpTraceRayKHR-11855). The Workgroup variable of a staged mesh is
    /// live too, because the entry point reads it.
    pub(super) fn mark_payloads_live(&mut self, module: &Module) {
        for planned in &self.entry_points {
            let entry = &module.entry_points[planned.index];
            let is_staged = planned.direct_mesh.is_none();
            let mesh = entry.mesh_info.as_ref().filter(|_| is_staged);
            let mesh = mesh.map(|info| info.output_variable);
            for global in [entry.incoming_ray_payload, entry.task_payload, mesh]
                .into_iter()
                .flatten()
            {
                // `naga::back::pipeline_constants` removes globals and does not renumber the payloads (naga 30).
                if module.global_variables.try_get(global).is_ok() {
                    self.live.add(global);
                }
            }
        }
    }

    /// Records the capability of acceleration structures: that of ray-tracing pipelines if an entry point is of such a
    /// stage, otherwise that of ray queries.
    pub(super) fn need_acceleration_structure(&mut self, module: &Module, span: Span) {
        let traces = self.entry_points.iter().any(|entry| {
            matches!(
                module.entry_points[entry.index].stage,
                ShaderStage::RayGeneration | ShaderStage::Miss | ShaderStage::AnyHit | ShaderStage::ClosestHit
            )
        });
        let capability = if traces {
            Capability::RayTracingKHR
        } else {
            Capability::RayQueryKHR
        };
        self.need(capability, span);
    }
}
