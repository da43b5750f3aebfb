//! Which entry points are written, and what their stages, bindings and built-ins ask of the device.

use super::{Context, DiscardLowering, ExpressionFacts, Facts, FloatModes, FunctionRef, Plan};
use crate::back::request::Request;
use crate::error::{Diagnostic, ErrorKind, stage_prefix};
use crate::target::Feature;
use crate::words::MAX_STRING_BYTES;
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, Binding, BuiltIn, EntryPoint, Handle, Interpolation, Module, Sampling, ShaderStage, Span, TypeInner,
};
use spirv::Capability;

/// One entry point that is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryPlan {
    /// Its place in the module.
    pub(crate) index: usize,
    /// What its functions are written for.
    pub(crate) context: Context,
    /// Inputs that the lowering itself reads.
    pub(crate) built_ins: StageBuiltIns,
    /// The execution modes of its float arithmetic.
    pub(crate) float_modes: FloatModes,
}

/// Inputs that the lowering itself reads, besides what the shader asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StageBuiltIns {
    /// Workgroup variables are zeroed by the invocations of the group.
    pub(crate) zero_workgroup: bool,
}

/// How many entry points a refusal names.
const MOST_LISTED: usize = 16;

/// The entry points that a module has, for who asked for another.
fn listed(module: &Module) -> Option<String> {
    let names = module.entry_points.iter().take(MOST_LISTED);
    let names: Vec<String> = names
        .map(|entry| format!("{}`{}`", stage_prefix(Some(entry.stage)), entry.name))
        .collect();
    let more = match module.entry_points.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!names.is_empty()).then(|| format!("there are {}{more}", names.join(", ")))
}

impl Plan {
    pub(super) fn select_entry_points(&mut self, module: &Module, options: &Request<'_>) {
        let chosen = |entry: &EntryPoint| {
            options
                .entry_point
                .as_ref()
                .is_none_or(|wanted| wanted.name == entry.name && wanted.stage.is_none_or(|stage| stage == entry.stage))
        };
        for (index, entry) in module.entry_points.iter().enumerate() {
            if chosen(entry) {
                self.limit_entry_name(entry);
                self.entry_points.push(EntryPlan {
                    index,
                    context: Context::default(),
                    built_ins: StageBuiltIns::default(),
                    float_modes: FloatModes::default(),
                });
            }
        }
        match options.entry_point {
            Some(ref wanted) if self.entry_points.is_empty() => {
                let kind = ErrorKind::EntryPointNotFound {
                    name: wanted.name.clone(),
                    stage: wanted.stage,
                };
                let refusal = Diagnostic::new(kind, Span::UNDEFINED);
                self.requirements.refusals.push(match listed(module) {
                    Some(list) => refusal.with_note(list),
                    None => refusal,
                });
            }
            Some(ref wanted) if self.entry_points.len() > 1 => {
                self.refuse(
                    ErrorKind::EntryPointAmbiguous {
                        name: wanted.name.clone(),
                    },
                    Span::UNDEFINED,
                );
            }
            None if self.entry_points.is_empty() => self.refuse(ErrorKind::NoEntryPoint, Span::UNDEFINED),
            Some(_) | None => {}
        }
    }

    /// A name that cannot stand whole as a literal string: a pipeline could not ask for it, and two could be one.
    fn limit_entry_name(&mut self, entry: &EntryPoint) {
        let span = function_span(&entry.function);
        self.limit(
            "bytes of an entry point's name",
            entry.name.len(),
            MAX_STRING_BYTES,
            || span,
        );
        if entry.name.contains('\0') {
            self.refuse(
                ErrorKind::Inexpressible {
                    what: "this entry point's name",
                    reason: "it has a zero byte, which ends a literal string (SPIR-V §2.2.1)",
                },
                span,
            );
        }
    }

    pub(super) fn plan_entry_points(&mut self, module: &Module, info: &ModuleInfo, options: &Request<'_>) {
        for at in 0..self.entry_points.len() {
            let index = self.entry_points[at].index;
            let entry = &module.entry_points[index];
            let span = function_span(&entry.function);
            match entry.stage {
                ShaderStage::Vertex | ShaderStage::Fragment | ShaderStage::Compute => {}
                ShaderStage::Task | ShaderStage::Mesh => self.need_mesh(module, index, options, span),
                ShaderStage::RayGeneration | ShaderStage::Miss | ShaderStage::AnyHit | ShaderStage::ClosestHit => {
                    self.need(Capability::RayTracingKHR, span);
                }
            }
            self.need_workgroup_size(module, index);
            let discard = self.discard_of(module, index);
            let uses = info.get_entry_point(index);
            let shared = self.live_memory.shared.then_some(&module.global_variables);
            let workgroup = shared
                .into_iter()
                .flat_map(naga::Arena::iter)
                .find(|&(handle, global)| {
                    global.space == AddressSpace::WorkGroup && self.is_live(handle) && !uses[handle].is_empty()
                });
            let zeroed = workgroup.filter(|_| options.zero_initialize_workgroup_memory);
            let native = self.facts().native_workgroup_zero;
            if let Some((handle, _)) = zeroed.filter(|_| native) {
                // VUID-RuntimeSpirv-shaderZeroInitializeWorkgroupMemory-06372.
                let span = module.global_variables.get_span(handle);
                self.need_feature(&[Feature::ShaderZeroInitializeWorkgroupMemory], span);
            }
            let zero_workgroup = zeroed.is_some() && !native;
            self.entry_points[at].context.discard = discard;
            self.entry_points[at].built_ins = StageBuiltIns { zero_workgroup };
            self.need_outputs(module, index);
            self.need_subgroups_in(module, index, options);
        }
    }

    /// How `discard` is written for an entry point: as demotion where the target has it; by a kill where nothing after
    /// it could tell the difference; otherwise by a flag.
    fn discard_of(&mut self, module: &Module, entry: usize) -> DiscardLowering {
        let at = super::index(module, FunctionRef::EntryPoint(entry));
        let Some(plan) = self.functions.get(at) else {
            return DiscardLowering::Demote;
        };
        if !plan.discards {
            return DiscardLowering::Demote;
        }
        let (needs_quad, span) = (
            plan.needs_live_quad,
            function_span(&module.entry_points[entry].function),
        );
        let facts: Facts = *self.facts();
        match facts.discard {
            super::Discard::Demote => {
                self.need(Capability::DemoteToHelperInvocation, span);
                DiscardLowering::Demote
            }
            super::Discard::Emulate if needs_quad => DiscardLowering::Emulate,
            super::Discard::Emulate => DiscardLowering::Kill,
        }
    }

    /// The capabilities of the outputs that are written.
    fn need_outputs(&mut self, module: &Module, index: usize) {
        let entry = &module.entry_points[index];
        let span = function_span(&entry.function);
        if let Some(ref info) = entry.mesh_info {
            for ty in [info.vertex_output_type, info.primitive_output_type] {
                self.need_bound(module, &None, ty, entry.stage, false, span);
            }
        }
        if let Some(ref result) = entry.function.result {
            self.need_bound(module, &result.binding, result.ty, entry.stage, false, span);
        }
    }

    /// The capabilities of an input that is read whole.
    pub(super) fn need_input(
        &mut self,
        module: &Module,
        options: &Request<'_>,
        entry: &EntryPoint,
        (argument, uses): (u32, ExpressionFacts),
        span: Span,
    ) {
        if let Some(argument) = entry.function.arguments.get(argument as usize) {
            if argument.binding.is_some() || uses.is_whole() {
                self.need_bound(module, &argument.binding, argument.ty, entry.stage, true, span);
                let binding = argument.binding.as_ref();
                self.limit_input(module, options, entry.stage, (binding, argument.ty), span);
            }
        }
    }

    /// The capabilities of an input that is a member of a structure, where `base` is the structure.
    pub(super) fn need_input_member(
        &mut self,
        module: &Module,
        options: &Request<'_>,
        entry: &EntryPoint,
        (argument, member): (u32, u32),
        span: Span,
    ) {
        let Some(argument) = entry.function.arguments.get(argument as usize) else {
            return;
        };
        let TypeInner::Struct { ref members, .. } = module.types[argument.ty].inner else {
            return;
        };
        if let Some(member) = members.get(member as usize) {
            if let Some(ref binding) = member.binding {
                self.need_binding(module, binding, member.ty, entry.stage, true, span);
                self.limit_input(module, options, entry.stage, (Some(binding), member.ty), span);
            }
        }
    }

    /// What an argument or result needs: bound itself, or a struct whose members are.
    fn need_bound(
        &mut self,
        module: &Module,
        binding: &Option<Binding>,
        ty: Handle<naga::Type>,
        stage: ShaderStage,
        input: bool,
        span: Span,
    ) {
        if let Some(binding) = binding {
            return self.need_binding(module, binding, ty, stage, input, span);
        }
        if let TypeInner::Struct { ref members, .. } = module.types[ty].inner {
            for member in members {
                if let Some(ref binding) = member.binding {
                    self.need_binding(module, binding, member.ty, stage, input, span);
                }
            }
        }
    }

    fn need_binding(
        &mut self,
        module: &Module,
        binding: &Binding,
        ty: Handle<naga::Type>,
        stage: ShaderStage,
        input: bool,
        span: Span,
    ) {
        // The three values of `@interpolate(per_vertex)`, and distances.
        let element = match module.types[ty].inner {
            TypeInner::Array { base, .. } => {
                // No layout decorates what an interface has (VUID-StandaloneSpirv-None-10684).
                self.type_uses.mark(ty, super::types::BARE);
                Some(base)
            }
            // catch-all: scalars and vectors, which are their own elements
            _ => None,
        };
        match *binding {
            Binding::Location {
                interpolation,
                sampling,
                per_primitive,
                ..
            } => {
                let scalar = module.types[element.unwrap_or(ty)].inner.scalar();
                // What is an array does not become one of 32 bits.
                if scalar.is_some_and(|scalar| scalar.width == 2)
                    && is_interface_stage(stage, input)
                    && (self.facts().narrow_interface || element.is_some())
                {
                    self.need(Capability::StorageInputOutput16, span);
                }
                if sampling == Some(Sampling::Sample) && stage == ShaderStage::Fragment && input {
                    self.need(Capability::SampleRateShading, span);
                }
                if interpolation == Some(Interpolation::PerVertex) {
                    self.need(Capability::FragmentBarycentricKHR, span);
                }
                if per_primitive {
                    self.need(Capability::MeshShadingEXT, span);
                }
            }
            Binding::BuiltIn(built_in) => self.need_built_in(module, built_in, stage, span),
        }
    }

    fn need_built_in(&mut self, module: &Module, built_in: BuiltIn, stage: ShaderStage, span: Span) {
        let capability = match built_in {
            BuiltIn::Position { .. }
            | BuiltIn::InstanceIndex
            | BuiltIn::VertexIndex
            | BuiltIn::PointSize
            | BuiltIn::FragDepth
            | BuiltIn::PointCoord
            | BuiltIn::FrontFacing
            | BuiltIn::SampleMask
            | BuiltIn::GlobalInvocationId
            | BuiltIn::LocalInvocationId
            | BuiltIn::LocalInvocationIndex
            | BuiltIn::WorkGroupId
            | BuiltIn::WorkGroupSize
            | BuiltIn::NumWorkGroups => return,
            BuiltIn::ViewIndex => {
                if stage == ShaderStage::Task {
                    // VUID-ViewIndex-ViewIndex-04401.
                    let kind = ErrorKind::Inexpressible {
                        what: "the index of the view in a task shader",
                        reason: "Vulkan's `ViewIndex` is an input of mesh shaders and not of task shaders",
                    };
                    self.refuse(kind, span);
                }
                Capability::MultiView
            }
            BuiltIn::BaseInstance | BuiltIn::BaseVertex => Capability::DrawParameters,
            BuiltIn::DrawIndex if self.has_mesh_stage(module) => Capability::MeshShadingEXT,
            BuiltIn::DrawIndex => Capability::DrawParameters,
            BuiltIn::ClipDistances => Capability::ClipDistance,
            BuiltIn::CullDistance => Capability::CullDistance,
            BuiltIn::Barycentric { .. } => Capability::FragmentBarycentricKHR,
            BuiltIn::SampleIndex => Capability::SampleRateShading,
            BuiltIn::PrimitiveIndex => self.primitive_index(module, stage),
            BuiltIn::SubgroupSize | BuiltIn::SubgroupInvocationId
                if self.facts().subgroup_ballot == super::SubgroupForm::Older =>
            {
                Capability::SubgroupBallotKHR
            }
            BuiltIn::NumSubgroups | BuiltIn::SubgroupId | BuiltIn::SubgroupSize | BuiltIn::SubgroupInvocationId => {
                Capability::GroupNonUniform
            }
            BuiltIn::MeshTaskSize
            | BuiltIn::CullPrimitive
            | BuiltIn::PointIndex
            | BuiltIn::LineIndices
            | BuiltIn::TriangleIndices
            | BuiltIn::VertexCount
            | BuiltIn::Vertices
            | BuiltIn::PrimitiveCount
            | BuiltIn::Primitives => Capability::MeshShadingEXT,
            // Their stages have the capability.
            BuiltIn::RayInvocationId
            | BuiltIn::NumRayInvocations
            | BuiltIn::InstanceCustomData
            | BuiltIn::GeometryIndex
            | BuiltIn::WorldRayOrigin
            | BuiltIn::WorldRayDirection
            | BuiltIn::ObjectRayOrigin
            | BuiltIn::ObjectRayDirection
            | BuiltIn::RayTmin
            | BuiltIn::RayTCurrentMax
            | BuiltIn::ObjectToWorld
            | BuiltIn::WorldToObject
            | BuiltIn::HitKind => Capability::RayTracingKHR,
        };
        self.need(capability, span);
    }
}

impl Plan {
    /// Whether an entry point has a capability by its stage that brings what mesh and task shaders share with others.
    fn has_mesh_stage(&self, module: &Module) -> bool {
        self.entry_points.iter().any(|entry| {
            let stage = module.entry_points.get(entry.index).map(|entry| entry.stage);
            matches!(stage, Some(ShaderStage::Mesh | ShaderStage::Task))
        })
    }

    /// The least that lets a stage have the index of its primitive: what the module has anyway, where it has one of those.
    fn primitive_index(&self, module: &Module, stage: ShaderStage) -> Capability {
        match stage {
            ShaderStage::AnyHit | ShaderStage::ClosestHit => Capability::RayTracingKHR,
            ShaderStage::Mesh => Capability::MeshShadingEXT,
            ShaderStage::Fragment
            | ShaderStage::Vertex
            | ShaderStage::Compute
            | ShaderStage::Task
            | ShaderStage::RayGeneration
            | ShaderStage::Miss => {
                if self.has_mesh_stage(module) {
                    Capability::MeshShadingEXT
                } else {
                    self.facts().primitive_index
                }
            }
        }
    }
}

/// Whether a location is part of a stage's interface: naga lets a compute shader return what nothing can read.
fn is_interface_stage(stage: ShaderStage, input: bool) -> bool {
    match stage {
        ShaderStage::Vertex | ShaderStage::Fragment | ShaderStage::Mesh => true,
        ShaderStage::Compute
        | ShaderStage::Task
        | ShaderStage::RayGeneration
        | ShaderStage::Miss
        | ShaderStage::AnyHit
        | ShaderStage::ClosestHit => input,
    }
}

/// Where an entry point stands, as far as naga says: its first argument's use or first statement.
pub(crate) fn function_span(function: &naga::Function) -> Span {
    function
        .body
        .span_iter()
        .next()
        .map_or(Span::UNDEFINED, |(_, span)| *span)
}
