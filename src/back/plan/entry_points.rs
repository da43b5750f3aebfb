//! Entry points: which are written, and what their stages and built-ins need of the device.

use super::float_controls::WidthModes;
use super::{Context, DirectMesh, DiscardLowering, FunctionRef, Plan, Reconvergence};
use crate::error::{Diagnostic, ErrorKind, stage_prefix};
use crate::ir::position::{StageValue, inputs, stage_values};
use crate::options;
use crate::options::Options;
use crate::target::Feature;
use crate::words::{MAX_STRING_BYTES, has_zero};
use alloc::string::String;
use alloc::vec::Vec;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, EntryPoint, Handle, Module, ShaderStage, Span, Type, TypeInner};
use spirv::Capability;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EntryPlan {
    pub(crate) index: usize,
    pub(crate) context: Context,
    /// Whether the invocations of the workgroup zero its Workgroup variables.
    pub(crate) zero_workgroup: bool,
    /// The settings of float arithmetic, by width.
    pub(crate) float_modes: [WidthModes; 3],
    /// The mesh, if it is stored directly.
    pub(crate) direct_mesh: Option<DirectMesh>,
    /// The execution mode of its subgroup operations, if it reaches any.
    pub(crate) reconvergence: Option<Reconvergence>,
}

/// The most entry points that a refusal lists.
const MAX_LISTED: usize = 16;

/// The refusal of an entry point that the module lacks.
pub(super) fn missing(module: &Module, wanted: &options::EntryPoint) -> Diagnostic {
    let (name, stage) = (wanted.name.clone(), wanted.stage);
    let kind = ErrorKind::EntryPointNotFound { name, stage };
    let names = module.entry_points.iter().map(|entry| entry.name.as_str());
    Diagnostic::new(kind, Span::UNDEFINED).with_nearest(&wanted.name, names)
}

/// The note for a missing entry point: those that the module has.
fn listed(module: &Module) -> Option<String> {
    let names = module.entry_points.iter().take(MAX_LISTED);
    let names: Vec<String> = names
        .map(|entry| format!("{}`{}`", stage_prefix(Some(entry.stage)), entry.name))
        .collect();
    let more = match module.entry_points.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!names.is_empty()).then(|| format!("the module has {}{more}", names.join(", ")))
}

impl Plan {
    pub(super) fn select_entry_points(&mut self, module: &Module, options: &Options) {
        for (index, entry) in module.entry_points.iter().enumerate() {
            if options.selects(entry) {
                self.limit_entry_name(entry);
                match entry.stage {
                    ShaderStage::Vertex | ShaderStage::Fragment | ShaderStage::Compute => {}
                    ShaderStage::Task | ShaderStage::Mesh => self.live.mesh_stages = true,
                    ShaderStage::RayGeneration | ShaderStage::Miss | ShaderStage::AnyHit | ShaderStage::ClosestHit => {
                        self.live.ray_stages = true;
                    }
                }
                self.entry_points.push(EntryPlan {
                    index,
                    ..EntryPlan::default()
                });
            }
        }
        match options.entry_point {
            Some(ref wanted) if self.entry_points.is_empty() => {
                let mut refusal = missing(module, wanted);
                refusal.notes.extend(listed(module));
                self.requirements.refusals.push(refusal);
            }
            Some(ref wanted) if self.entry_points.len() > 1 => {
                let name = wanted.name.clone();
                self.refuse(ErrorKind::EntryPointAmbiguous { name }, Span::UNDEFINED);
            }
            None if self.entry_points.is_empty() => self.refuse(ErrorKind::NoEntryPoint, Span::UNDEFINED),
            Some(_) | None => {}
        }
    }

    /// Refuses a name that a literal string cannot hold: a pipeline could not select the entry point by it, or two
    /// names could become equal.
    fn limit_entry_name(&mut self, entry: &EntryPoint) {
        let span = function_span(&entry.function);
        let what = "bytes of an entry point's name";
        self.limit(what, entry.name.len(), MAX_STRING_BYTES, span);
        if has_zero(&entry.name) {
            let what = "this entry point's name";
            let reason = "it has a zero byte, which ends a literal string (SPIR-V §2.2.1)";
            self.refuse_inexpressible(what, reason, span);
        }
    }

    pub(super) fn plan_entry_points(&mut self, module: &Module, info: &ModuleInfo, options: &Options) {
        for at in 0..self.entry_points.len() {
            let index = self.entry_points[at].index;
            let entry = &module.entry_points[index];
            let span = function_span(&entry.function);
            match entry.stage {
                ShaderStage::Vertex | ShaderStage::Fragment | ShaderStage::Compute => {}
                ShaderStage::Task | ShaderStage::Mesh => self.need_mesh(module, index, options, span),
                ShaderStage::RayGeneration | ShaderStage::Miss | ShaderStage::AnyHit | ShaderStage::ClosestHit => {
                    self.need(Capability::RayTracingKHR, span);
                    self.limit_payloads(module, info, index);
                }
            }
            self.need_workgroup_size(module, index);
            let discard = self.discard_of(module, index);
            let workgroup = self
                .live
                .globals_of(module, info, index)
                .find(|&(_, global)| global.space == AddressSpace::WorkGroup);
            let workgroup = workgroup.map(|(handle, _)| module.global_variables.get_span(handle));
            // VUID-StandaloneSpirv-None-04645. naga's validator accepts workgroup memory in every stage.
            if let Some(span) = workgroup.filter(|_| !entry.stage.compute_like()) {
                let reason = "only compute, task and mesh shaders have workgroups";
                self.refuse_inexpressible("workgroup memory", reason, span);
            }
            let zeroed = workgroup.filter(|_| options.zero_initialize_workgroup_memory);
            let native = self.facts.native_workgroup_zero;
            if let Some(span) = zeroed.filter(|_| native) {
                // VUID-RuntimeSpirv-shaderZeroInitializeWorkgroupMemory-06372.
                self.need_feature(&[Feature::ShaderZeroInitializeWorkgroupMemory], span);
            }
            self.entry_points[at].context.discard = discard;
            self.entry_points[at].zero_workgroup = zeroed.is_some() && !native;
            if self.registers_may_have_layout() {
                // Layout decorations are not legal in inputs and outputs (VUID-StandaloneSpirv-None-10684). Their
                // arrays are `@interpolate(per_vertex)`, clip and cull distances.
                for ty in interface_types(module, entry) {
                    if matches!(module.types[ty].inner, TypeInner::Array { .. }) {
                        self.registers.uses.mark(ty, super::types::WITHOUT_LAYOUT);
                    }
                }
            }
            self.plan_subgroups(module, at);
        }
    }

    /// Chooses the lowering of `discard` for an entry point: demotion if the target has it; termination if no later
    /// derivative or barrier needs the invocation; a flag otherwise.
    fn discard_of(&mut self, module: &Module, entry: usize) -> DiscardLowering {
        let plan = self.functions.of(FunctionRef::EntryPoint(entry));
        if !plan.discards {
            return DiscardLowering::Demote;
        }
        if self.facts.demotes {
            let span = function_span(&module.entry_points[entry].function);
            self.need(Capability::DemoteToHelperInvocation, span);
            DiscardLowering::Demote
        } else if plan.needs_live_quad {
            DiscardLowering::Emulate
        } else {
            DiscardLowering::Kill
        }
    }
}

/// The types of the inputs and outputs of an entry point.
pub(super) fn interface_types<'a>(module: &'a Module, entry: &'a EntryPoint) -> impl Iterator<Item = Handle<Type>> {
    let inputs = inputs(module, &entry.function);
    inputs.chain(outputs(module, entry)).map(|value| value.ty)
}

/// The outputs of an entry point: those of its result, and of a mesh.
pub(crate) fn outputs<'a>(module: &'a Module, entry: &'a EntryPoint) -> impl Iterator<Item = StageValue<'a>> {
    let result = entry.function.result.iter();
    let result = result.map(|result| (result.binding.as_ref(), result.ty));
    let mesh = entry.mesh_info.iter();
    let of_mesh = mesh.flat_map(|mesh| [mesh.vertex_output_type, mesh.primitive_output_type]);
    let all = result.chain(of_mesh.map(|ty| (None, ty)));
    all.flat_map(|(binding, ty)| stage_values(module, None, binding, ty))
}

/// The source span of an entry point: its first statement, because naga has no span of the entry point itself.
pub(crate) fn function_span(function: &naga::Function) -> Span {
    let mut statements = function.body.span_iter();
    statements.next().map_or(Span::UNDEFINED, |(_, span)| *span)
}
