//! The names of stages.

use spirv::ExecutionModel;

/// The name of the stage of an execution model; `None` for `Kernel`.
#[must_use]
pub const fn stage_name(model: ExecutionModel) -> Option<&'static str> {
    use ExecutionModel as M;
    Some(match model {
        M::Vertex => "vertex",
        M::TessellationControl => "tesscontrol",
        M::TessellationEvaluation => "tesseval",
        M::Geometry => "geometry",
        M::Fragment => "fragment",
        M::GLCompute => "compute",
        M::TaskNV | M::TaskEXT => "task",
        M::MeshNV | M::MeshEXT => "mesh",
        M::RayGenerationKHR => "raygen",
        M::IntersectionKHR => "intersection",
        M::AnyHitKHR => "anyhit",
        M::ClosestHitKHR => "closesthit",
        M::MissKHR => "miss",
        M::CallableKHR => "callable",
        M::Kernel => return None,
    })
}
