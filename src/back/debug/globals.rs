//! `DebugGlobalVariable`: descriptions of module-scope variables, inputs and outputs, constants and overrides, each
//! with its source position.

use super::table::Ids;
use crate::back::constants::{Number, number_bits};
use crate::back::emitter::{Emitter, Result};
use crate::back::interface::InterfaceType;
use crate::back::resources::Resource;
use crate::words::{Id, ValueId};
use naga::{Constant, Expression, Handle, Module, Scalar, Span, Type, TypeInner};
use spirv::NonsemanticShaderDebuginfo100Op as DebugOp;

/// The numbers of 32 bits, which every module may declare.
pub(super) const NUMBERS: [Scalar; 3] = [Scalar::I32, Scalar::U32, Scalar::F32];
/// `FlagIsDefinition` ("Debug Info Flags").
pub(crate) const DEFINITION: u32 = 1 << 3;

impl Emitter<'_> {
    /// The source, line and column of the start of a span. An undefined span has line 0.
    pub(crate) fn debug_place(&mut self, span: Span) -> (Id, Id, Id) {
        let (file, line, column) = match (self.lines.start(span), self.debug.ids.get()) {
            (Some(place), _) => (place.file, place.line, place.column),
            (None, Some(ids)) => (ids.source, 0, 0),
            (None, None) => (self.debug_instruction(DebugOp::DebugInfoNone, &[]), 0, 0),
        };
        (file, self.debug_number(line), self.debug_number(column))
    }

    fn debug_global(&mut self, ids: Ids, name: &str, ty: Id, span: Span, variable: Id) {
        let name = self.debug_string(name);
        let (source, line, column) = self.debug_place(span);
        let flags = self.debug_number(DEFINITION);
        let operands = [name, ty, source, line, column, ids.unit, name, variable, flags];
        self.debug_instruction(DebugOp::DebugGlobalVariable, &operands);
    }

    /// Describes a named input or output: its type in the shader and the span of its declaration.
    pub(crate) fn debug_interface(
        &mut self,
        variable: ValueId,
        name: &str,
        (ty, span): (Handle<Type>, Span),
        interface: InterfaceType,
    ) -> Result<()> {
        let Some(ids) = self.debug.ids.get() else {
            return Ok(());
        };
        let declared = self.debug_type(ty)?;
        let (ty, variable) = match interface {
            InterfaceType::Own => (declared, variable.id()),
            InterfaceType::Elements(count) => (self.debug_array(declared, count), variable.id()),
            // The variable's bits are not those of the shader's type.
            InterfaceType::Wide(_) | InterfaceType::MaskArray => (declared, ids.none),
        };
        self.debug_global(ids, name, ty, span, variable);
        Ok(())
    }

    /// Describes the named live module-scope variables, and named constants and overrides.
    pub(super) fn describe_globals(&mut self, ids: Ids) -> Result<()> {
        let module = self.module;
        for (handle, global) in module.global_variables.iter() {
            let Some(ref name) = global.name else { continue };
            let mut meshes = module.entry_points.iter().filter_map(|entry| entry.mesh_info.as_ref());
            if !self.plan.live.has(handle) && !meshes.any(|mesh| mesh.output_variable == handle) {
                continue;
            }
            // No variable is declared where the outputs of the mesh are written directly, or no emitted code uses the
            // global. An external texture has several variables, and the variable of a handle is a shared table.
            let resource = self.resources.globals[handle.index()].filter(|resource| match resource {
                Resource::Memory(_) | Resource::Descriptor { .. } | Resource::Array(_) => true,
                Resource::External(_) | Resource::Handle(_) => false,
            });
            let variable = resource.and_then(|resource| resource.variables().next());
            let variable = variable.map_or(ids.none, ValueId::id);
            let ty = self.debug_type(global.ty)?;
            self.debug_global(ids, name, ty, module.global_variables.get_span(handle), variable);
        }
        for (handle, constant) in module.constants.iter() {
            let Some(ref name) = constant.name else { continue };
            // spirv-val (SPIRV-Tools 2025.3) accepts only results of OpVariable and OpConstant here.
            let is_open = matches!(module.global_expressions[constant.init], Expression::Override(_));
            let value = if is_number(module, constant) && !is_open {
                self.debug_constant(&module.global_expressions, constant.init)
            } else {
                None
            };
            let value = value.unwrap_or(ids.none);
            let ty = self.debug_type(constant.ty)?;
            self.debug_global(ids, name, ty, module.constants.get_span(handle), value);
        }
        self.describe_overrides(ids)
    }

    /// Describes overrides. An override whose value is a 32-bit number is described by that constant. A specialization
    /// constant is described without a value, because spirv-val accepts none as the variable.
    fn describe_overrides(&mut self, ids: Ids) -> Result<()> {
        let (module, plan) = (self.module, self.plan);
        for ((handle, declared), entry) in module.overrides.iter().zip(&plan.overrides.entries) {
            let Some(ref name) = declared.name else { continue };
            let is_declared = matches!(self.constants.overrides.get(handle.index()), Some(Some(_)));
            if plan.overrides.is_open && !is_declared {
                continue;
            }
            let scalar = module.types[declared.ty].inner.scalar();
            let number = entry.default.number().filter(|_| !plan.overrides.is_open);
            let value = scalar.zip(number).and_then(|(scalar, number)| {
                let bits = number_bits(scalar, Number::Float(number));
                self.debug_number_of(scalar, bits)
            });
            let ty = self.debug_type(declared.ty)?;
            let value = value.map_or(ids.none, ValueId::id);
            self.debug_global(ids, name, ty, module.overrides.get_span(handle), value);
        }
        Ok(())
    }
}

/// Whether a constant is a 32-bit number, which every module may declare: its `DebugGlobalVariable` then has the value.
/// Other constants are described as local variables in the functions that read them.
pub(crate) fn is_number(module: &Module, constant: &Constant) -> bool {
    let inner = &module.types[constant.ty].inner;
    matches!(inner, TypeInner::Scalar(scalar) if NUMBERS.contains(scalar))
}
