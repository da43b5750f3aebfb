//! `traceRay` in ray tracing pipelines (`SPV_KHR_ray_tracing`). The payload is a variable that the shaders of the
//! traced ray read and write.

use super::FunctionEmitter;
use super::ray_query::skips_primitives;
use crate::back::emitter::Result;
use crate::target::Feature;
use naga::{Expression, Handle};
use spirv::Capability;

/// The message that is printed if a ray is not traced because it is invalid.
const IGNORED: &str = "traceRay has no effect: flags 0x%x, tmin %f, tmax %f, origin %v3f, direction %v3f";

impl FunctionEmitter<'_, '_> {
    /// Emits `OpTraceRayKHR`. naga's IR has no offset or stride of shader binding table records and no miss index, so
    /// all are zero.
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
                root.variable,
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
