//! The stage inputs and outputs of an entry point. An input variable is declared when it is first used, and loaded in
//! the entry block. Each part of the value that the entry point returns is stored to its output variable once.
//! Conversions (a negated y coordinate, a clamped depth) are applied before the store, so no output variable is loaded.

use super::convert::resize_op;
use super::workgroup::Zeroing;
use super::{Code, FunctionEmitter};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal, members_of};
use crate::back::interface::{InterfaceType, is_volatile};
use crate::back::shape::Shape;
use crate::back::type_key::TypeKey;
use crate::error::ErrorKind;
use crate::ir::ty::members;
use crate::words::ValueId;
use alloc::vec::Vec;
use naga::{Binding, BuiltIn, Expression, FunctionArgument, Handle, Module, Scalar, ShaderStage, Type, VectorSize};
use spirv::{Op, StorageClass};

/// The inputs and outputs of the entry point that is being emitted.
#[derive(Debug, Default)]
pub(super) struct StageIo {
    /// The inputs that were loaded, by argument and member.
    pub(super) inputs: Vec<StageInput>,
    /// The outputs in the order of the result's members.
    outputs: Vec<StageOutput>,
    /// The variable of the built-in `LocalInvocationIndex`, if it was declared.
    local_index: Option<ValueId>,
    /// The work list of `zero_workgroup`, kept for its memory.
    pub(super) zeroing: Zeroing,
}

/// An input that was loaded: an argument, or a member of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageInput {
    pub(super) argument: u32,
    pub(super) member: Option<u32>,
    pub(super) value: ValueId,
}

#[derive(Clone, Copy, Debug)]
struct StageOutput {
    /// The member of the result; `None` if the result is not a struct.
    member: Option<u32>,
    variable: ValueId,
    type_key: TypeKey,
    kind: OutputKind,
}

/// The conversion of an output before its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OutputKind {
    Plain,
    Position,
    FragDepth,
    SampleMask,
    /// The value is converted to this type.
    Wide(TypeKey),
}

impl StageIo {
    pub(super) fn clear(&mut self) {
        self.inputs.clear();
        self.outputs.clear();
        self.local_index = None;
    }
}

impl<'a> FunctionEmitter<'_, 'a> {
    pub(super) fn declared_argument(&self, argument: u32) -> Result<&'a FunctionArgument> {
        let declared = self.function.arguments.get(argument as usize);
        declared.ok_or_else(|| internal("an argument index is out of range"))
    }

    /// The index of the entry point that is being emitted.
    pub(super) fn entry(&self) -> Result<usize> {
        let index = self.planned.map(|planned| planned.index);
        index.ok_or_else(|| internal("the stage of a function that is no entry point"))
    }

    /// Declares an input or output of the entry point that is being emitted.
    fn declare_interface(
        &mut self,
        class: StorageClass,
        binding: &Binding,
        type_key: TypeKey,
    ) -> Result<(ValueId, InterfaceType)> {
        let stage = self.stage;
        let stage = stage.ok_or_else(|| internal("a stage input or output outside an entry point"))?;
        self.m.declare_interface(class, binding, type_key, stage)
    }

    /// The value of an argument of an entry point. A struct is composed from its members' inputs.
    pub(crate) fn input_argument(&mut self, argument: u32) -> Result<ValueId> {
        let declared = self.declared_argument(argument)?;
        if let Some(ref binding) = declared.binding {
            return self.input(argument, None, binding, declared.ty);
        }
        let members = members_of(self.m.module, declared.ty)?;
        let mark = self.f.operands.len();
        for index in 0..members.len() as u32 {
            let value = self.input_member(argument, index)?;
            self.f.operands.push(value);
        }
        let (ty, id) = self.typed(self.m.type_keys.type_key(declared.ty))?;
        // Composed in the entry block, where its members are loaded, so that the value is valid in the whole function.
        self.f.entry.composite_construct(ty, id, &self.f.operands[mark..]);
        self.f.operands.truncate(mark);
        Ok(id)
    }

    pub(crate) fn input_member(&mut self, argument: u32, member: u32) -> Result<ValueId> {
        let declared = self.declared_argument(argument)?;
        let members = members_of(self.m.module, declared.ty)?;
        let field = members.get(member as usize);
        let field = field.ok_or_else(|| internal("a member index is out of range"))?;
        let binding = field.binding.as_ref();
        let binding = binding.ok_or_else(|| internal("a member of an entry point's struct has no binding"))?;
        self.input(argument, Some(member), binding, field.ty)
    }

    fn input(&mut self, argument: u32, member: Option<u32>, binding: &Binding, ty: Handle<Type>) -> Result<ValueId> {
        let mut known = self.f.io.inputs.iter();
        if let Some(input) = known.find(|input| (input.argument, input.member) == (argument, member)) {
            return Ok(input.value);
        }
        let type_key = self.m.type_keys.type_key(ty);
        let value = if *binding == Binding::BuiltIn(BuiltIn::WorkGroupSize) {
            self.workgroup_size()?
        } else {
            let is_local_index = *binding == Binding::BuiltIn(BuiltIn::LocalInvocationIndex);
            // An entry point may have only one variable for a built-in (VUID-StandaloneSpirv-OpEntryPoint-09658).
            let declared = match self.f.io.local_index {
                Some(variable) if is_local_index => (variable, InterfaceType::Own),
                Some(_) | None => {
                    let declared = self.declare_interface(StorageClass::Input, binding, type_key)?;
                    self.name_input(declared, argument, member, ty)?;
                    declared
                }
            };
            if is_local_index {
                self.f.io.local_index = Some(declared.0);
            }
            // Under the Vulkan memory model the load is volatile, not the variable
            // (VUID-StandaloneSpirv-VulkanMemoryModel-04679).
            let volatile_in = |stage| matches!(*binding, Binding::BuiltIn(built_in) if is_volatile(built_in, stage));
            let volatile = self.stage.is_some_and(volatile_in) && self.m.plan.vulkan_memory();
            self.load_input(declared, type_key, volatile)?
        };
        self.f.io.inputs.push(StageInput {
            argument,
            member,
            value,
        });
        Ok(value)
    }

    /// Names an input variable after its argument, or after the member of the argument.
    fn name_input(
        &mut self,
        (variable, interface): (ValueId, InterfaceType),
        argument: u32,
        member: Option<u32>,
        ty: Handle<Type>,
    ) -> Result<()> {
        let (declared, module) = (self.declared_argument(argument)?, self.m.module);
        // naga has no places of members.
        let (name, span) = match member {
            None => (declared.name.as_deref(), self.argument_span(argument)),
            Some(index) => (
                member_name(module, declared.ty, index),
                module.types.get_span(declared.ty),
            ),
        };
        self.m.name_interface(variable, name, (ty, span), interface)
    }

    fn load_input(&mut self, input: (ValueId, InterfaceType), type_key: TypeKey, volatile: bool) -> Result<ValueId> {
        let (variable, interface) = input;
        let ty = self.m.moved_type(type_key)?;
        let pointer = match interface {
            InterfaceType::Own | InterfaceType::Elements(_) => variable,
            InterfaceType::Wide(wide) => {
                let wide_type = self.m.value_type(wide)?;
                let (read, value) = (self.fresh(), self.fresh());
                self.f.entry.load(wide_type, read, variable, &[]);
                self.f.entry.unary(resize_op(type_key), ty, value, read);
                return Ok(value);
            }
            InterfaceType::MaskArray => self.mask_element(StorageClass::Input, variable)?,
        };
        let value = self.fresh();
        const VOLATILE: [u32; 1] = [spirv::MemoryAccess::VOLATILE.bits()];
        let operands: &[u32] = if volatile { &VOLATILE } else { &[] };
        self.f.entry.load(ty, value, pointer, operands);
        Ok(value)
    }

    /// The pointer to the only element of a sample mask. That of an input is emitted in the entry block.
    pub(super) fn mask_element(&mut self, class: StorageClass, mask: ValueId) -> Result<ValueId> {
        let ty = self.m.pointer_type(class, Shape::value(TypeKey::U32))?;
        let zero = self.m.u32_constant(0)?;
        let id = self.fresh();
        let is_input = class == StorageClass::Input;
        let code = if is_input { &mut self.f.entry } else { &mut self.f.body };
        code.access_chain(ty, id, mask, &[zero]);
        Ok(id)
    }

    /// The size of the workgroup as a constant. A variable must not be decorated with `WorkgroupSize`
    /// (VUID-WorkgroupSize-WorkgroupSize-04426).
    fn workgroup_size(&mut self) -> Result<ValueId> {
        let entry = self.entry()?;
        let parts = self.m.workgroup_extents(entry)?;
        let type_key = TypeKey::vector(VectorSize::Tri, Scalar::U32);
        let is_literal = self.m.module.entry_points[entry].workgroup_size_overrides.is_none();
        if is_literal {
            self.m.composite_constant(type_key, &parts)
        } else {
            self.m.spec_composite(type_key, &parts)
        }
    }

    /// The index of the invocation in its workgroup, for code that lowerings add.
    pub(crate) fn local_index(&mut self) -> Result<ValueId> {
        let variable = match self.f.io.local_index {
            Some(variable) => variable,
            None => {
                let binding = Binding::BuiltIn(BuiltIn::LocalInvocationIndex);
                let (variable, _) = self.declare_interface(StorageClass::Input, &binding, TypeKey::U32)?;
                self.f.io.local_index = Some(variable);
                variable
            }
        };
        let (ty, id) = self.typed(TypeKey::U32)?;
        self.f.entry.load(ty, id, variable, &[]);
        Ok(id)
    }

    pub(crate) fn declare_outputs(&mut self) -> Result<()> {
        let function = self.function;
        // naga admits results with a location in other stages, but nothing can read them.
        let (Some(result), Some(stage @ (ShaderStage::Vertex | ShaderStage::Fragment))) =
            (&function.result, self.stage)
        else {
            return Ok(());
        };
        // naga's validator accepts no binding of a struct.
        if let Some(ref binding) = result.binding {
            self.declare_output(None, binding, result.ty)?;
        }
        let members = members(self.m.module, result.ty);
        for (index, member) in (0..).zip(members) {
            if let Some(ref binding) = member.binding {
                self.declare_output(Some(index), binding, member.ty)?;
            }
        }
        let binding = Binding::BuiltIn(BuiltIn::PointSize);
        let mut bindings = members.iter().filter_map(|member| member.binding.as_ref());
        if stage == ShaderStage::Vertex && self.m.options.force_point_size && !bindings.any(|other| *other == binding) {
            // A vertex shader that stores no point size stores 1.0 at its start. It is a member beside the position.
            let (variable, _) = self.declare_interface(StorageClass::Output, &binding, TypeKey::F32)?;
            let one = self.m.number(TypeKey::F32, Number::Float(1.0))?;
            self.f.entry.store(variable, one, &[]);
        }
        Ok(())
    }

    fn declare_output(&mut self, member: Option<u32>, binding: &Binding, ty: Handle<Type>) -> Result<()> {
        let type_key = self.m.type_keys.type_key(ty);
        let (variable, interface) = self.declare_interface(StorageClass::Output, binding, type_key)?;
        if let (Some(index), Some(result)) = (member, &self.function.result) {
            let name = member_name(self.m.module, result.ty, index);
            let place = (ty, self.m.module.types.get_span(result.ty));
            self.m.name_interface(variable, name, place, interface)?;
        }
        let kind = match *binding {
            Binding::BuiltIn(BuiltIn::Position { .. }) => OutputKind::Position,
            Binding::BuiltIn(BuiltIn::FragDepth) => OutputKind::FragDepth,
            Binding::BuiltIn(BuiltIn::SampleMask) => OutputKind::SampleMask,
            Binding::BuiltIn(_) | Binding::Location { .. } => match interface {
                InterfaceType::Wide(wide) => OutputKind::Wide(wide),
                InterfaceType::Own | InterfaceType::Elements(_) | InterfaceType::MaskArray => OutputKind::Plain,
            },
        };
        // Only beside two sources of blending, at whose other members naga's validator does not look.
        let is_same =
            |other: &StageOutput| matches!(kind, OutputKind::FragDepth | OutputKind::SampleMask) && other.kind == kind;
        if self.f.io.outputs.iter().any(is_same) {
            let what = "a depth or a sample mask that is declared twice";
            let reason = "an entry point has one variable for a built-in (VUID-StandaloneSpirv-OpEntryPoint-09659)";
            self.m.refuse(ErrorKind::Inexpressible { what, reason });
        }
        self.f.io.outputs.push(StageOutput {
            member,
            variable,
            type_key,
            kind,
        });
        Ok(())
    }

    pub(super) fn write_outputs(&mut self, value: Option<Handle<Expression>>) -> Result<()> {
        let Some(value) = value else { return Ok(()) };
        for at in 0..self.f.io.outputs.len() {
            let output = self.f.io.outputs[at];
            let mut part = match output.member {
                Some(member) => self.returned_member(value, member, output.type_key)?,
                None => self.value(value)?,
            };
            let mut pointer = output.variable;
            match output.kind {
                OutputKind::Position if self.m.options.adjust_coordinate_space => part = self.flip_y(part)?,
                OutputKind::FragDepth if self.m.options.clamp_frag_depth => {
                    part = self.saturated(TypeKey::F32, part)?
                }
                OutputKind::Plain | OutputKind::Position | OutputKind::FragDepth => {}
                OutputKind::SampleMask => pointer = self.mask_element(StorageClass::Output, output.variable)?,
                OutputKind::Wide(wide) => part = self.unary_op(wide, resize_op(wide), part)?,
            }
            self.f.body.store(pointer, part, &[]);
        }
        Ok(())
    }

    /// A member of the returned struct. If the struct is composed in this function, the component itself.
    pub(super) fn returned_member(
        &mut self,
        value: Handle<Expression>,
        member: u32,
        type_key: TypeKey,
    ) -> Result<ValueId> {
        if let Expression::Compose { ref components, .. } = self.function.expressions[value]
            && let Some(&component) = components.get(member as usize)
        {
            return self.value(component);
        }
        let composite = self.value(value)?;
        self.extract(type_key, composite, &[member])
    }

    pub(super) fn flip_y(&mut self, position: ValueId) -> Result<ValueId> {
        let y = self.extract(TypeKey::F32, position, &[1])?;
        let flipped = self.unary_op(TypeKey::F32, Op::FNegate, y)?;
        self.op(TypeKey::vector(VectorSize::Quad, Scalar::F32), |code, ty, id| {
            code.composite_insert(ty, id, flipped, position, &[1]);
        })
    }
}

fn member_name(module: &Module, ty: Handle<Type>, member: u32) -> Option<&str> {
    members(module, ty).get(member as usize)?.name.as_deref()
}
