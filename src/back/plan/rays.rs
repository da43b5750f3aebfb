//! Ray queries and acceleration structures: tracing, and stores that reset a query.
//!
//! A ray query is an opaque object in a Function variable, which no instruction loads or stores (`SPV_KHR_ray_query`).
//! In naga it can be a part of arrays and structs, be loaded, and be set to zero. A store of zero results from a
//! declaration in a loop; it only resets the query.

use super::Plan;
use super::sweep::FunctionSweep;
use crate::error::ErrorKind;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, Expression, Handle, Module, ShaderStage, Span, TypeInner};
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

impl Plan {
    /// Marks the payloads of the selected entry points as live even where nothing reads them: they belong to the
    /// interface of the pipeline (VUID-RuntimeSpirv-OpTraceRayKHR-11855). The Workgroup variable of a staged mesh is
    /// live too, because the entry point reads it.
    pub(super) fn mark_payloads_live(&mut self, module: &Module) {
        for planned in &self.entry_points {
            let entry = &module.entry_points[planned.index];
            let mesh = entry.mesh_info.as_ref().filter(|_| planned.direct_mesh.is_none());
            let mesh = mesh.map(|info| info.output_variable);
            let receives = matches!(
                entry.stage,
                ShaderStage::Miss | ShaderStage::AnyHit | ShaderStage::ClosestHit
            );
            for (global, space, is_of_stage) in [
                (entry.incoming_ray_payload, AddressSpace::IncomingRayPayload, receives),
                (entry.task_payload, AddressSpace::TaskPayload, true),
                (mesh, AddressSpace::WorkGroup, true),
            ] {
                // `naga::back::pipeline_constants` removes globals and does not renumber the payloads (naga 30).
                let Some(global) = global.filter(|&global| module.global_variables.try_get(global).is_ok()) else {
                    continue;
                };
                self.live.add(global);
                // naga's validator does not look at a payload that nothing accesses.
                if !is_of_stage || module.global_variables[global].space != space {
                    let kind = ErrorKind::InvalidModule("an entry point has the payload of another stage");
                    self.requirements.refuse(kind, module.global_variables.get_span(global));
                }
            }
        }
    }

    /// Refuses an entry point with two incoming payloads (VUID-StandaloneSpirv-IncomingRayPayloadKHR-04700): its own, and
    /// those that live code uses, which naga's validator does not compare with it.
    pub(super) fn limit_payloads(&mut self, module: &Module, info: &ModuleInfo, index: usize) {
        let globals = self.live.globals_of(module, info, index);
        let second = globals
            .filter(|&(_, global)| global.space == AddressSpace::IncomingRayPayload)
            .nth(1);
        if let Some((second, _)) = second {
            let span = module.global_variables.get_span(second);
            let reason = "an entry point has one (VUID-StandaloneSpirv-IncomingRayPayloadKHR-04700)";
            self.refuse_inexpressible("a second incoming payload", reason, span);
        }
    }

    /// Records the capability of acceleration structures: that of ray-tracing pipelines if an entry point is of such a
    /// stage, otherwise that of ray queries.
    pub(super) fn need_acceleration_structure(&mut self, span: Span) {
        let capability = if self.live.ray_stages {
            Capability::RayTracingKHR
        } else {
            Capability::RayQueryKHR
        };
        self.need(capability, span);
    }
}
