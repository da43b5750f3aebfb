//! The plan: what the emission needs before it emits the first word.
//!
//! [`Plan::build`] lists the passes in the order in which they run. Each function is swept: its statements forward
//! (`statements`), its expressions backward from uses to operands, then forward over the expressions that need a
//! decision, such as which composites are constant and which loads are narrow (`sweep`, `narrow`). Over functions,
//! reachability and instances (`instances`) go from callers to callees, effects of calls ([`FunctionPlan`]) from
//! callees to callers. Requirements of live globals are recorded here, all others where code is emitted;
//! [`Plan::finish`] compares both with the target. A pass that a module does not need costs one branch.

mod aliasing;
mod binding_arrays;
mod bounds;
mod combined;
mod descriptors;
mod device;
mod direct_mesh;
mod entry_points;
mod exact;
mod facts;
mod float_controls;
mod float_style;
mod float_uses;
mod functions;
mod handles;
mod immediates;
mod instances;
mod interfaces;
mod layouts;
pub(super) mod limits;
mod meshes;
mod narrow;
mod overrides;
mod policies;
mod rays;
mod shapes;
mod special_types;
mod statements;
mod subgroups;
mod sweep;
mod types;
mod uniformity;
mod workgroups;

pub(crate) use super::expression_facts::ExpressionFacts;
pub(crate) use crate::back::binding::binding_array;
use alloc::boxed::Box;
use alloc::vec::Vec;
pub(crate) use direct_mesh::DirectMesh;
pub(crate) use entry_points::{EntryPlan, function_span, outputs};
pub(crate) use exact::Exactness;
pub(crate) use facts::{Facts, SubgroupForm};
pub(crate) use float_style::{Decorated, FloatStyle, Lowering, Lowerings, Specials, WIDTHS, width_index};
use functions::Functions;
pub(crate) use functions::{FunctionRef, NarrowMember};
pub(crate) use handles::{HandleEntry, TablePlace};
pub(crate) use instances::{Context, DiscardLowering, Instance, InstanceIndex};
use policies::Policies;
pub(crate) use shapes::{ArgumentShape, CallShapes, PathStep, ShapeRoot};

use super::memory::MemorySummary;
pub(crate) use super::overrides::{ArrayLength, OverrideTable};
use super::proofs::Proofs;
use super::requirements::Requirements;
use super::scan::Scan;
use crate::error::{Diagnostic, ErrorKind};
use crate::layout::{Layouts, MemoryLayout};
use crate::options::Options;
use crate::target::{Feature, Target};
use naga::valid::ModuleInfo;
use naga::{Expression, Handle, Module, Span, Type};
use spirv::Capability;
pub(crate) use subgroups::{Reconvergence, is_of_subgroup, may_trace};

/// The plan of one module. Its buffers are reused for the next module.
#[derive(Debug)]
pub(crate) struct Plan {
    /// What the module is for. The emission reads the [`Facts`] instead.
    pub(super) target: Target,
    facts: Facts,
    pub(crate) policies: Policies,
    pub(crate) scan: Scan,
    pub(crate) layouts: Layouts,
    registers: layouts::Registers,
    pub(crate) functions: Functions,
    pub(crate) proofs: Proofs,
    float_sweep: float_uses::FloatSweep,
    /// The expressions for the forward sweep over a function, in reverse order.
    unswept: Vec<Handle<Expression>>,
    pub(crate) live: types::Live,
    /// Whether blocks or types are nested deeper than SPIR-V allows.
    is_too_deep: bool,
    /// Whether the module uses the Vulkan memory model: if the options ask for it or live code has a cooperative matrix.
    vulkan_memory: bool,
    pub(crate) instances: instances::Instances,
    pub(crate) entry_points: Vec<EntryPlan>,
    resources: handles::Resources,
    pub(crate) memory: MemorySummary,
    pub(crate) requirements: Box<Requirements>,
    /// Whether uses of device limits are counted: the target states limits, or the uses are reported.
    pub(super) counts_limits: bool,
    pub(crate) overrides: OverrideTable,
}

impl Plan {
    pub(crate) fn new(target: Target) -> Self {
        Self {
            facts: Facts::new(&target),
            target,
            policies: Policies::default(),
            scan: Scan::default(),
            layouts: Layouts::default(),
            registers: layouts::Registers::default(),
            functions: Functions::default(),
            proofs: Proofs::default(),
            float_sweep: float_uses::FloatSweep::default(),
            unswept: Vec::new(),
            live: types::Live::default(),
            is_too_deep: false,
            vulkan_memory: false,
            instances: instances::Instances::default(),
            entry_points: Vec::new(),
            resources: handles::Resources::default(),
            memory: MemorySummary::default(),
            requirements: Box::default(),
            counts_limits: false,
            overrides: OverrideTable::default(),
        }
    }

    /// Plans a module. `shader` is the module before its overrides were resolved: names in the options are looked up
    /// there.
    ///
    /// Refusals are recorded in the requirements, so that they are reported together with those of the emission. The
    /// error has the refusals after which nothing can be emitted: no entry point is selected, or nesting is so deep
    /// that a recursive walk could overflow the stack.
    pub(crate) fn build(
        &mut self,
        shader: &Module,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        overrides: OverrideTable,
    ) -> Result<(), Vec<Diagnostic>> {
        self.reset(module, options);
        self.overrides = overrides;
        self.select_entry_points(module, options);
        self.limit_constants(module);
        if self.requirements.refusals.is_empty() {
            // A pass is skipped, or ends at once, if the module has nothing that it handles.
            self.limit_types(module);
            self.scan.run(module);
            self.compare_special_types(module);
            let entry_points = self.entry_points.iter().map(|entry| entry.index);
            self.memory.survey(module, info, options, entry_points);
            if self.live.mesh_stages && options.direct_mesh_outputs {
                for planned in &mut self.entry_points {
                    planned.direct_mesh = direct_mesh::apply(module, info, planned.index);
                }
            }
            self.sweep_reachable(module, info, options);
            self.proofs.sort();
            if self.live.mesh_stages || self.live.ray_stages {
                self.mark_payloads_live(module);
            }
            if !self.functions.calls.is_empty() {
                self.functions.propagate_effects();
            }
            self.plan_globals(module, options);
            if !self.resources.handles.is_empty() {
                self.plan_handles(module);
            }
            self.refuse_aliases(module, options);
            if self.live.binding_arrays {
                self.plan_binding_arrays(module, options);
            }
            if self.live.immediates && self.target.is_vulkan() {
                self.plan_immediates(module, info);
            }
            if self.overrides.is_open {
                self.plan_overrides(module, options);
            }
            if self.float_sweep.is_on {
                self.plan_float_controls(shader, module, options);
            }
            self.plan_entry_points(module, info, options);
            if self.live.shared {
                self.plan_shared_memory(module);
            }
            if self.counts_limits {
                self.plan_device_limits(module, info, options);
            }
            self.need_stores(module, info, options);
            self.plan_instances(module, info);
            if !self.resources.combined.is_empty() {
                self.plan_combined_uses(module);
            }
            self.plan_registers(module);
            if options.vulkan_memory_model {
                self.need(Capability::VulkanMemoryModel, Span::UNDEFINED);
                self.vulkan_memory = true;
            }
            if !self.is_too_deep {
                return Ok(());
            }
        }
        Err(core::mem::take(&mut self.requirements.refusals))
    }

    /// Compares the requirements of the plan and the emission with the target. Returns the refusals of both.
    pub(crate) fn finish(&mut self) -> Vec<Diagnostic> {
        self.requirements.judge(&self.target);
        core::mem::take(&mut self.requirements.refusals)
    }

    fn reset(&mut self, module: &Module, options: &Options) {
        self.layouts.reset(&module.types);
        self.float_sweep.reset(module, options);
        self.registers.uses.reset(module.types.len());
        self.functions.reset(module);
        self.policies = Policies::new(options, &self.facts);
        self.proofs.reset(options.explain_checks);
        self.live.reset(module.global_variables.len());
        self.resources = handles::Resources::default();
        self.instances.reset(module.functions.len());
        self.entry_points.clear();
        self.requirements.reset();
        self.is_too_deep = false;
        self.vulkan_memory = false;
    }

    #[inline]
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    #[inline]
    pub(crate) fn vulkan_memory(&self) -> bool {
        self.vulkan_memory
    }

    /// The layout of a type in values, Function and Private variables.
    #[inline]
    pub(crate) fn register_layout(&self, ty: Handle<Type>) -> MemoryLayout {
        self.registers.layouts.get(ty)
    }

    pub(crate) fn has_float_controls(&self) -> bool {
        self.float_sweep.is_on
    }

    /// Whether indices into a run-time array are left to the device ([`Options::rely_on_robust_access`]).
    ///
    /// [`Options::rely_on_robust_access`]: crate::Options::rely_on_robust_access
    pub(crate) fn device_checks(&self, array: Handle<Type>) -> bool {
        self.policies.device_checks_buffers && !self.scan.has_cooperative && !self.layouts.has_atomic(array)
    }

    /// The feature of the device to which the coordinates of a texel load are left. Coordinates of texels that may
    /// change are not: the device may then return a stored value, which WGSL does not permit.
    pub(crate) fn device_checks_texel(&self, arrayed: bool, class: naga::ImageClass) -> Option<&'static [Feature; 1]> {
        self.policies
            .device_checks_texels
            .filter(|_| !arrayed && self.memory.has_constant_class(class))
    }

    fn need(&mut self, capability: Capability, span: Span) {
        self.requirements.need(capability, span);
    }

    fn need_feature(&mut self, features: &'static [Feature], span: Span) {
        self.requirements.need_feature(features, span);
    }

    #[cold]
    pub(crate) fn refuse(&mut self, kind: ErrorKind, span: Span) {
        self.requirements.refuse(kind, span);
    }

    #[cold]
    fn refuse_inexpressible(&mut self, what: &'static str, reason: &'static str, span: Span) {
        self.refuse(ErrorKind::Inexpressible { what, reason }, span);
    }

    /// Sweeps every function that the selected entry points reach, callers first. In naga a function calls only earlier
    /// ones, so the order is that of the arena reversed.
    fn sweep_reachable(&mut self, module: &Module, info: &ModuleInfo, options: &Options) {
        for at in 0..self.entry_points.len() {
            let EntryPlan { index, direct_mesh, .. } = self.entry_points[at];
            self.sweep((module, info), FunctionRef::EntryPoint(index), direct_mesh, options);
        }
        for (handle, _) in module.functions.iter().rev() {
            let function = FunctionRef::Function(handle);
            if self.functions.of(function).reachable {
                self.sweep((module, info), function, None, options);
            }
        }
    }
}
