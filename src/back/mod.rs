//! The writer, in three phases: plan, emission, finish.
//!
//! * `plan` finds what the emission needs before it starts: reachable functions, uses of expressions, function
//!   instances, the layout of types in registers, and the requirements of live globals. It asks `proofs` which loops
//!   end and which indices are in bounds.
//! * The emission is one forward walk over the function instances. Types, constants and variables are declared in their
//!   own sections at their first use; helper functions are emitted last. What an operation, an input or an output needs
//!   of the device is recorded where it is emitted, with its place in the source (`requirements`). SPIR-V's universal
//!   limits are checked at the same points (`limits`).
//! * `Plan::finish` compares the recorded requirements with the target, so that all refusals are reported together.
//!   Capabilities and extensions are declared last.
//!
//! Forward references in SPIR-V are ids, so no word is patched.

mod assertions;
mod binding;
mod buffers;
mod code;
mod constants;
mod debug;
#[cfg(feature = "drivers")]
mod drivers;
mod emitter;
mod expression_facts;
mod floats;
mod function;
mod handle_table;
mod hasher;
mod image_format;
#[cfg(feature = "drivers")]
mod inline;
mod interface;
mod limits;
mod memory;
mod mesh;
mod modes;
mod operators;
mod output;
mod overrides;
pub(crate) mod plan;
mod polyfill;
mod proofs;
#[cfg(feature = "reflection")]
pub(crate) mod reflection;
mod requirements;
mod resources;
mod scan;
mod shape;
mod structs;
mod texel;
mod type_key;
mod types;
mod workarounds;

use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use crate::target::Target;
#[cfg(feature = "drivers")]
use crate::target::Workaround;
use crate::words::{FunctionId, ValueId, assemble};
use alloc::vec::Vec;
pub use assertions::Assertion;
use emitter::{Emitter, Result, Tables, internal};
use function::{FunctionEmitter, FunctionState};
use naga::valid::ModuleInfo;
use naga::{Module, Span};
pub use output::Output;
use plan::{EntryPlan, Exactness, FunctionRef, Instance, InstanceIndex, Plan};
pub use proofs::{Check, CheckKind};
pub use requirements::{Used, UsedExtension, UsedFeature, UsedLimit};
use resources::Resource;
use shape::Shape;
use spirula_spirv::internal::stable_sort_by_key;
use spirv::{AddressingModel, FunctionControl, MemoryModel};

/// The writer behind [`crate::Writer`]. It does not include the self-check.
#[derive(Debug)]
pub(crate) struct ModuleWriter {
    plan: Plan,
    tables: Tables,
    function_state: FunctionState,
}

/// A function that fills the reflection, from the plan and from the module that was planned; the last module is the one
/// that the caller passed.
pub(crate) type Reflects = fn(&Plan, (&Module, &ModuleInfo), &Options, &Module, &mut Output);

/// Additional outputs of a write, which `Options` does not select.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// `reflection::fill` to collect the reflection of the module. A program that never asks for it does not link the code.
    pub(crate) reflects: Option<Reflects>,
    /// `true` to write byte offsets as the lines that [`Options::debug_info`] selects: each `OpLine` has the start and
    /// the end of its statement.
    pub(crate) spans: bool,
}

impl ModuleWriter {
    /// Creates a writer for a target, with empty buffers.
    pub(crate) fn new(target: Target) -> Self {
        Self {
            plan: Plan::new(target),
            tables: Tables::default(),
            function_state: FunctionState::default(),
        }
    }

    pub(crate) const fn target(&self) -> &Target {
        &self.plan.target
    }

    /// Writes a module as SPIR-V words and replaces the contents of `output`. After an error `output` is empty.
    pub(crate) fn write(
        &mut self,
        given: &Module,
        given_info: &ModuleInfo,
        options: &Options,
        extent: Extent,
        output: &mut Output,
    ) -> core::result::Result<(), Error> {
        output.clear();
        let (rewritten, table) = overrides::resolve(given, given_info, options)?;
        let rewritten = rewritten.as_deref().map(|(module, info)| (module, info));
        let (module, info) = rewritten.unwrap_or((given, given_info));
        let workarounds = workarounds::of(self.target().workarounds(), options, cfg!(feature = "drivers"))?;
        #[cfg(not(feature = "drivers"))]
        debug_assert!(workarounds.is_empty(), "they are refused");
        #[cfg(feature = "drivers")]
        let inlined = if workarounds.contains(Workaround::InlineCalls) {
            inline::inline(module, info, options)?
        } else {
            None
        };
        #[cfg(feature = "drivers")]
        let (module, info) = match inlined {
            Some(ref inlined) => (&inlined.module, &inlined.info),
            None => (module, info),
        };
        self.plan.counts_limits = extent.reflects.is_some() || self.plan.facts().has_limits;
        self.plan
            .build(given, module, info, options, table)
            .map_err(in_source_order)?;
        let state = &mut self.function_state;
        self.tables.reset(module, state);
        self.tables.lines.spans = extent.spans;
        core::mem::swap(&mut state.body, &mut self.tables.sections.bodies);
        core::mem::swap(&mut self.plan.requirements, &mut self.tables.requirements);
        let mut emitter = Emitter::new((module, info), options, &self.plan, &mut self.tables);
        let outcome = emitter.write_module(state);
        if self.plan.overrides.is_open {
            let declared = overrides::declared_constants(module, &self.plan.overrides, &emitter.constants.overrides);
            output.spec_constants.extend(declared);
        }
        let contradiction = outcome
            .err()
            .map(|contradiction| Diagnostic::new(ErrorKind::Internal(contradiction.what()), emitter.span));
        core::mem::swap(&mut state.body, &mut self.tables.sections.bodies);
        core::mem::swap(&mut self.plan.requirements, &mut self.tables.requirements);
        output.checks.append(&mut self.plan.proofs.checks);
        output.assertions.append(&mut self.tables.assertions.proofs);
        let mut refusals = self.plan.finish();
        // After a refusal the emission omits words, which can look like a contradiction.
        if refusals.is_empty() {
            refusals.extend(contradiction);
        }
        if !refusals.is_empty() {
            output.clear();
            return Err(in_source_order(refusals));
        }
        let sections = &mut self.tables.sections;
        for used in &self.plan.requirements.used {
            sections.capabilities.capability(used.capability);
        }
        for extension in &self.plan.requirements.extensions {
            sections.extensions.extension(extension);
        }
        let version = self.plan.facts().version.word();
        assemble(sections, version, self.tables.ids.bound(), &mut output.words);
        #[cfg(feature = "drivers")]
        if !workarounds.is_empty() {
            let instances = self.plan.instances.all().iter().zip(&self.tables.function_ids);
            let functions = instances.map(|(instance, function)| (instance.function, function.id().number()));
            drivers::finish(workarounds, inlined.as_deref(), functions, output)?;
        }
        if let Some(level) = self.tables.lines.level {
            output.debug_level = level;
        }
        if let Some(reflect) = extent.reflects {
            reflect(&self.plan, (module, info), options, given, output);
        }
        output.take(&mut self.plan.requirements);
        Ok(())
    }
}

/// An error with each distinct refusal once, in source order.
#[cold]
fn in_source_order(mut refusals: Vec<Diagnostic>) -> Error {
    stable_sort_by_key(&mut refusals, |refusal| {
        refusal.span.to_range().map_or(0, |range| range.start)
    });
    refusals.dedup();
    Error::new(refusals)
}

impl Tables {
    fn reset(&mut self, module: &Module, state: &mut FunctionState) {
        self.ids.reset();
        self.interner.reset();
        self.type_keys.fill(&module.types);
        self.types.reset(self.type_keys.len());
        self.constants
            .reset(module.global_expressions.len(), module.overrides.len());
        self.resources.reset(module.global_variables.len());
        self.polyfills.reset();
        self.assertions.reset();
        let entries = module.entry_points.iter().map(|entry| &entry.function);
        let functions = module.functions.iter().map(|(_, function)| function).chain(entries);
        let (mut largest, mut all) = (0, module.types.len() + module.global_expressions.len());
        for function in functions {
            largest = largest.max(function.expressions.len());
            all += function.expressions.len();
        }
        self.sections.reset(all * 4);
        // What the first module of a writer needs, from the modules of the bench: three words for an expression, eight
        // for a type or constant.
        let declared = module.types.len() + module.global_expressions.len() + module.constants.len();
        self.sections.bodies.reserve(all * 3);
        self.sections.globals.reserve(declared * 8);
        state.shrink(largest);
        self.scratch_types.clear();
        self.scratch_values.clear();
        self.interface.clear();
        self.located.clear();
        self.function_ids.clear();
        self.lines = debug::Lines::default();
        self.debug.reset();
    }
}

impl Emitter<'_> {
    fn write_module(&mut self, state: &mut FunctionState) -> Result<()> {
        let (module, plan) = (self.module, self.plan);
        self.write_source();
        // Physical only for a module with handles.
        let addressing = if plan.has_handles() {
            plan.facts().addressing
        } else {
            AddressingModel::Logical
        };
        let memory = if plan.vulkan_memory() {
            MemoryModel::Vulkan
        } else {
            MemoryModel::GLSL450
        };
        self.sections.memory_model.memory_model(addressing, memory);
        self.declare_specialization()?;
        if let Some(place) = self.options.assert_proofs {
            self.declare_assertions(place)?;
        }
        for _ in plan.instances.all() {
            let id = self.ids.function();
            self.function_ids.push(id);
        }
        for (index, instance) in plan.instances.all().iter().enumerate() {
            write_instance(self, state, InstanceIndex(index as u32), instance)?;
            self.limit_ids(|| place_of(module, instance));
            self.limit_words(&state.body);
        }
        self.write_polyfills()?;
        self.write_assertion_function()?;
        if self.lines.are_written() {
            self.close_debug_info()?;
        }
        if self.options.names && plan.facts().module_processed {
            self.write_process();
        }
        let model = spirv::Capability::VulkanMemoryModel;
        if plan.vulkan_memory() && !self.requirements.is_needed(model) {
            // The matrices that ask for it are in code that is never executed, and are not written.
            self.need(model);
        }
        // The helpers belong to no instance; a limit that they exceed is located at the first one.
        let first = plan.instances.all().first();
        self.limit_ids(|| first.map_or(Span::UNDEFINED, |first| place_of(module, first)));
        self.limit_words(&state.body);
        Ok(())
    }

    pub(crate) fn function_id(&self, index: InstanceIndex) -> Result<FunctionId> {
        let id = self.function_ids.get(index.0 as usize).copied();
        id.ok_or_else(|| internal("an instance without an id"))
    }

    /// Emits `OpEntryPoint`. The body is emitted first, because its uses are the interface.
    fn write_entry_point(&mut self, planned: &EntryPlan, index: InstanceIndex) -> Result<()> {
        let (module, plan) = (self.module, self.plan);
        let entry = &module.entry_points[planned.index];
        let function = self.function_id(index)?;
        if plan.facts().interface_lists_all {
            for (handle, _) in plan.live.globals_of(module, self.info, planned.index) {
                // Several handles can share a table, and a texture and its sampler a descriptor; an interface lists
                // each variable once.
                let resource = self.resource(handle)?;
                let is_shared = matches!(resource, Resource::Handle(_)) || plan.combined_of(handle).is_some();
                for variable in resource.variables().map(ValueId::id) {
                    if !is_shared || !self.interface.contains(&variable) {
                        self.interface.push(variable);
                    }
                }
            }
            let assertions = self.assertions.buffer.map(ValueId::id);
            self.interface.extend(assertions);
            if planned.context.discard == plan::DiscardLowering::Emulate {
                let flag = self.discard_flag()?;
                self.interface.push(flag.id());
            }
        }
        self.limit_interface(entry);
        let model = modes::execution_model(entry.stage);
        let tables = &mut *self.tables;
        let entry_points = &mut tables.sections.entry_points;
        entry_points.entry_point(model, function, &entry.name, &tables.interface);
        self.interface.clear();
        self.located.clear();
        self.write_modes(planned, function)?;
        self.name(function.id(), Some(&entry.name));
        Ok(())
    }

    /// The Private variable that records whether `discard` was executed, for targets without demotion to helper
    /// invocation.
    pub(crate) fn discard_flag(&mut self) -> Result<ValueId> {
        if let Some(flag) = self.discard {
            return Ok(flag);
        }
        let ty = self.pointer_type(spirv::StorageClass::Private, Shape::value(type_key::TypeKey::BOOL))?;
        let no = self.bool_constant(false)?;
        let flag = self.declare_variable_of(ty, spirv::StorageClass::Private, Some(no));
        self.discard = Some(flag);
        Ok(flag)
    }
}

/// The source span of an instance's function, undefined where naga has none.
fn place_of(module: &Module, instance: &Instance) -> Span {
    match instance.function {
        FunctionRef::Function(handle) => module.functions.get_span(handle),
        FunctionRef::EntryPoint(at) => plan::function_span(&module.entry_points[at].function),
    }
}

fn write_instance<'a>(
    emitter: &mut Emitter<'a>,
    state: &mut FunctionState,
    index: InstanceIndex,
    instance: &'a Instance,
) -> Result<()> {
    let (module, plan) = (emitter.module, emitter.plan);
    let function = instance.function.function(module);
    let info = emitter.info;
    emitter.span = place_of(module, instance);
    emitter.expressions = Some(&function.expressions);
    let exactness = plan.functions.of(instance.function).exactness;
    if plan.has_float_controls() {
        let is_exact = match exactness {
            Exactness::Plain | Exactness::Marked => false,
            Exactness::Own | Exactness::WithCallees => true,
        };
        emitter.set_floats(instance.context.floats.lowerings(is_exact));
    }
    state.reset(function.expressions.len(), function.local_variables.len());
    // Entry points are the first instances, in the same order.
    let planned = plan.entry_points.get(index.0 as usize);
    let mut writer = FunctionEmitter {
        m: emitter,
        f: state,
        function,
        info: instance.function.info(info),
        facts: plan.functions.expressions_of(instance.function),
        instance,
        planned,
        stage: instance.function.entry_point(module).map(|entry| entry.stage),
        exactness,
    };
    writer.write(index)?;
    if let Some(planned) = planned {
        emitter.write_entry_point(planned, index)?;
    }
    Ok(())
}

impl FunctionEmitter<'_, '_> {
    /// Emits the instance: its code into three buffers, then the definition that joins them.
    fn write(&mut self, index: InstanceIndex) -> Result<()> {
        let function = self.function;
        if self.m.lines.are_written() {
            self.open_debug(index)?;
        }
        if self.stage.is_some() {
            let parameters = &mut self.f.arguments.parameters;
            parameters.resize(function.arguments.len(), function::Parameter::Input);
            self.declare_outputs()?;
        } else {
            self.declare_parameters()?;
        }
        let called = self.called_stage();
        let returned = match function.result {
            Some(ref result) if self.stage.is_none() => Some(self.m.type_keys.type_key(result.ty)),
            Some(_) | None => function::called_result(called),
        };
        let result = self.m.result_type(returned)?;
        let function_type = self.m.function_type(result, &self.f.arguments.parameter_types)?;
        // The label of the first block is written with the function definition.
        let label = self.m.ids.label();
        self.f.block = Some(label);
        if self.planned.is_some_and(|planned| planned.zero_workgroup) {
            self.zero_workgroup()?;
        }
        self.prepare_locals()?;
        self.open_mesh()?;
        self.block(&function.body)?;
        // Without a `return` at the end, which is unreachable, or after a `discard`, which is no terminator.
        if self.f.block.is_some() {
            self.return_(None)?;
        }
        let entry = self.m.function_id(index)?;
        let id = if called.is_some() { self.m.ids.function() } else { entry };
        if self.m.lines.are_written() {
            self.close_debug(id)?;
        }
        let code = &mut self.m.tables.sections.functions;
        code.function(result, id, FunctionControl::NONE, function_type);
        let arguments = &self.f.arguments;
        for (&ty, &parameter) in arguments.parameter_types.iter().zip(&arguments.parameter_ids) {
            code.function_parameter(ty, parameter);
        }
        code.label(label);
        code.append(&self.f.variables);
        let [prologue, arguments] = self.f.debug_sections();
        code.append(prologue);
        code.append(&self.f.entry);
        code.append(arguments);
        self.f.body.function_end();
        self.m.sections.join(self.f.body.len());
        if self.m.options.names {
            self.name_values();
        }
        if called.is_some() {
            return self.write_calling_entry(id, entry);
        }
        if self.stage.is_none() {
            self.m.name(id.id(), function.name.as_deref());
        }
        Ok(())
    }
}
