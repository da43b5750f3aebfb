//! The specialization constants and expressions that the written code needs: found from the functions, the array lengths,
//! the workgroup sizes and the initial values, and refused where code would have to run before there is any.

use super::defaults::DefaultValue;
use super::overrides::{ArrayLength, ConstantKind, OverrideDefault, override_in};
use super::{BindingLength, Plan, binding_array, operands};
use crate::back::request::Request;
use crate::error::{Diagnostic, ErrorKind};
use crate::target::Feature;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, EntryPoint, Expression, Handle, Module, Override, ShaderStage, Span, TypeInner};

/// Where a workgroup size that depends on overrides is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WorkgroupSize {
    /// `LocalSize`: three literals.
    #[default]
    Literal,
    /// `LocalSizeId`: three constants, of this entry point alone.
    LocalSizeId,
    /// A constant decorated `WorkgroupSize`, which is that of every entry point in the module.
    BuiltIn,
}

const NO_OPCODE: &str = "SPIR-V has no specialization expression for its operations (floats, conversions between floats \
                         and integers, bit casts)";

impl Plan {
    /// Marks the global expressions that something needs, and refuses what no specialization constant can be.
    pub(super) fn plan_overrides(&mut self, module: &Module, info: &ModuleInfo, options: &Request<'_>) {
        self.needed_expressions.make_empty();
        if !self.overrides.is_open {
            return;
        }
        for (handle, global) in module.global_variables.iter() {
            if !self.is_live(handle) {
                continue;
            }
            let length = match (
                &module.types[global.ty].inner,
                binding_array(module, options, &self.overrides, global),
            ) {
                (_, Some((_, BindingLength::Override(length)))) => Some(length),
                (&TypeInner::Array { size, .. }, None) => match self.overrides.array_length(size) {
                    ArrayLength::Override(length) => Some(length),
                    ArrayLength::Known(_) | ArrayLength::RunTime => None,
                },
                // catch-all: no other type has a length
                _ => None,
            };
            if let Some(length) = length {
                self.plan_length(module, length, module.global_variables.get_span(handle));
            }
            if let (AddressSpace::Private, Some(init)) = (global.space, global.init) {
                self.needed_expressions.insert(init.index());
            }
        }
        for at in 0..self.entry_points.len() {
            let entry = &module.entry_points[self.entry_points[at].index];
            for size in workgroup_size_overrides(entry) {
                self.plan_extent(module, size);
            }
        }
        for (handle, _) in module.overrides.iter() {
            if self.live_overrides.contains(handle.index()) {
                self.need_override(handle);
            }
        }
        for (handle, expression) in module.global_expressions.iter().rev() {
            if !self.needed_expressions.contains(handle.index()) {
                continue;
            }
            self.need_type(module, &info[handle], module.global_expressions.get_span(handle));
            match *expression {
                Expression::Override(named) => {
                    self.live_overrides.insert(named.index());
                    self.need_override(named);
                }
                // catch-all: the match over there names all of them
                _ => operands::for_each(expression, |operand| {
                    self.needed_expressions.insert(operand.index());
                }),
            }
        }
    }

    /// Whether a specialization expression is needed.
    pub(crate) fn is_needed(&self, expression: Handle<Expression>) -> bool {
        self.needed_expressions.contains(expression.index())
    }

    fn need_override(&mut self, handle: Handle<Override>) {
        if let Some(OverrideDefault::Computed(init)) = self.overrides.entry(handle).map(|entry| entry.default) {
            self.needed_expressions.insert(init.index());
        }
    }

    /// The length of an array.
    fn plan_length(&mut self, module: &Module, handle: Handle<Override>, variable: Span) {
        self.live_overrides.insert(handle.index());
        let own = module.overrides.get_span(handle);
        let span = if own.is_defined() { own } else { variable };
        if self.overrides.override_kind(handle) == ConstantKind::RunTime {
            self.refuse(
                ErrorKind::Inexpressible {
                    what: "this array length",
                    reason: NO_OPCODE,
                },
                span,
            );
        } else if is_too_small(self.overrides.override_default(handle)) {
            self.refuse_size(module, handle, "makes an array that has no element", span);
        }
    }

    /// One extent of a workgroup size.
    fn plan_extent(&mut self, module: &Module, size: Handle<Expression>) {
        self.needed_expressions.insert(size.index());
        let span = module.global_expressions.get_span(size);
        if self.overrides.kind(size) == ConstantKind::RunTime {
            self.refuse(
                ErrorKind::Inexpressible {
                    what: "this workgroup size",
                    reason: NO_OPCODE,
                },
                span,
            );
        }
        if is_too_small(self.overrides.expression_default(size)) {
            if let Some(handle) = override_in(&module.global_expressions, size) {
                self.refuse_size(module, handle, "makes a workgroup size that is not positive", span);
            }
        }
    }

    fn refuse_size(&mut self, module: &Module, handle: Handle<Override>, reason: &'static str, span: Span) {
        let name = override_name(module, handle);
        let reason = reason.into();
        self.refuse(ErrorKind::Override { name, reason }, span);
    }

    /// How the workgroup size of an entry point is written.
    pub(super) fn workgroup_size_of(&mut self, module: &Module, index: usize) -> WorkgroupSize {
        let entry = &module.entry_points[index];
        let Some(first) = workgroup_size_overrides(entry).next() else {
            return WorkgroupSize::Literal;
        };
        if self.facts().local_size_id {
            // VUID-RuntimeSpirv-LocalSizeId-06434.
            self.need_feature(&[Feature::Maintenance4], module.global_expressions.get_span(first));
            return WorkgroupSize::LocalSizeId;
        }
        let with_a_size =
            |stage: ShaderStage| matches!(stage, ShaderStage::Compute | ShaderStage::Task | ShaderStage::Mesh);
        let planned = self.entry_points.iter();
        let stages = planned.map(|planned| module.entry_points[planned.index].stage);
        if stages.filter(|&stage| with_a_size(stage)).count() > 1 {
            let handle = override_in(&module.global_expressions, first);
            let name = handle.map_or_else(String::new, |handle| override_name(module, handle));
            let reason = "makes the workgroup size of one entry point among several".into();
            let span = module.global_expressions.get_span(first);
            let diagnostic = Diagnostic::new(ErrorKind::Override { name, reason }, span);
            self.requirements.refusals.push(
                diagnostic
                    .with_note("without LocalSizeId the size is that of every entry point of the module")
                    .with_note("to allow it: --enable maintenance4 from SPIR-V 1.2 on, or --entry-point"),
            );
        }
        WorkgroupSize::BuiltIn
    }
}

/// Whether a default can be no length or extent. Where the pipeline must give a value there is none to judge.
fn is_too_small(default: Option<DefaultValue>) -> bool {
    default.is_some_and(|default| default.is_given && default.scalar() < 1)
}

/// The overrides in a workgroup size.
pub(crate) fn workgroup_size_overrides(entry: &EntryPoint) -> impl Iterator<Item = Handle<Expression>> {
    entry.workgroup_size_overrides.into_iter().flatten().flatten()
}

/// What an override is called in messages: its name, or its number, or what the lengths without either are computed from.
pub(crate) fn override_name(module: &Module, handle: Handle<Override>) -> String {
    let mut at = handle;
    for _ in 0..=module.overrides.len() {
        let declared = &module.overrides[at];
        if let Some(ref name) = declared.name {
            return name.clone();
        }
        if let Some(id) = declared.id {
            return id.to_string();
        }
        match declared
            .init
            .and_then(|init| override_in(&module.global_expressions, init))
        {
            Some(next) => at = next,
            None => break,
        }
    }
    String::new()
}
