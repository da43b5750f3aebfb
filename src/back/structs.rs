//! Declarations of structs: their members in a memory layout, with the offsets and strides from `layout`, and the
//! decorations of a buffer's root. Other types, and the identity of all types, are in `types`.

use super::emitter::{Emitter, Result, internal};
use super::plan::limits::MAX_MEMBERS;
use super::shape::{Role, Shape};
use super::type_key::{Numeric, TypeKey};
use crate::layout::{MemoryLayout, TwinMember, column_stride, is_narrow, twin_members};
use crate::words::TypeId;
use naga::{Handle, Module, StructMember, Type, TypeInner};
use spirv::Decoration;

/// The members of a struct under a layout. In the twin of a struct each narrow matrix is replaced by its columns.
fn members_under<'a>(
    module: &'a Module,
    handle: Handle<Type>,
    members: &'a [StructMember],
    layout: MemoryLayout,
) -> impl Iterator<Item = TwinMember> + 'a {
    let is_twin = layout == MemoryLayout::Std140;
    let own = if is_twin { &[] } else { members };
    let own = (0..)
        .zip(own)
        .map(|(member, &StructMember { ty, offset, .. })| TwinMember::Whole { member, ty, offset });
    let twin = is_twin.then(|| twin_members(&module.types, handle));
    own.chain(twin.into_iter().flatten())
}

impl Emitter<'_> {
    /// Declares a struct. A column in a twin is named after its matrix: `m[1]`.
    pub(super) fn declare_struct(
        &mut self,
        handle: Handle<Type>,
        members: &[StructMember],
        layout: MemoryLayout,
        role: Role,
    ) -> Result<TypeId> {
        let module = self.module;
        // The plan limits the members of twins.
        if layout != MemoryLayout::Std140 && members.len() > MAX_MEMBERS {
            let span = module.types.get_span(handle);
            self.exceed("members of a structure", members.len(), MAX_MEMBERS, span);
        }
        let parts = || members_under(module, handle, members, layout);
        let mark = self.scratch_types.len();
        for part in parts() {
            let id = self.type_id(self.member_shape(part, layout), role.of_part())?;
            self.scratch_types.push(id);
        }
        let id = self.struct_since(mark);
        if role == Role::UndecoratedTwin {
            return Ok(id);
        }
        self.decorate_role(id, role);
        if layout != MemoryLayout::None {
            for (index, part) in (0..).zip(parts()) {
                self.decorate_member(id, index, part.offset(), self.member_shape(part, layout));
            }
        }
        if self.options.names {
            self.name(id.id(), module.types[handle].name.as_deref());
            for (index, part) in (0..).zip(parts()) {
                let (TwinMember::Whole { member, .. } | TwinMember::Column { member, .. }) = part;
                let Some(ref name) = members[member as usize].name else {
                    continue;
                };
                let names = &mut self.sections.names;
                match part {
                    TwinMember::Whole { .. } => names.member_name(id, index, name),
                    TwinMember::Column { column, .. } => names.member_name(id, index, &format!("{name}[{column}]")),
                }
            }
        }
        Ok(id)
    }

    fn member_shape(&self, member: TwinMember, layout: MemoryLayout) -> Shape {
        match member {
            TwinMember::Whole { ty, .. } => Shape::new(self.type_keys.type_key(ty), layout),
            TwinMember::Column { rows, scalar, .. } => Shape::value(TypeKey::vector(rows, scalar)),
        }
    }

    /// The struct of columns that replaces a narrow matrix in an array, or as the whole buffer.
    pub(super) fn columns_type(&mut self, type_key: TypeKey, role: Role) -> Result<TypeId> {
        let Some(Numeric::Matrix(columns, rows, scalar)) = type_key.numeric() else {
            return Err(internal("columns of a type that is no matrix"));
        };
        let column = self.number_type(TypeKey::vector(rows, scalar))?;
        let members = &[column; 4][..columns as usize];
        if role == Role::UndecoratedTwin {
            return self.plain_struct(members);
        }
        if let Some(id) = *self.types.entry(type_key, MemoryLayout::Std140, Role::Plain) {
            return Ok(id);
        }
        let id = self.new_type(|section, id| section.type_struct(id, members));
        let stride = column_stride(rows, scalar);
        for index in 0..columns as u32 {
            let annotations = &mut self.sections.annotations;
            annotations.member_decorate(id, index, Decoration::Offset, &[index * stride]);
        }
        *self.types.entry(type_key, MemoryLayout::Std140, Role::Plain) = Some(id);
        Ok(id)
    }

    pub(super) fn decorate_role(&mut self, id: TypeId, role: Role) {
        let decoration = match role {
            Role::Plain | Role::UndecoratedTwin => return,
            Role::Block => Decoration::Block,
            Role::BufferBlock => Decoration::BufferBlock,
        };
        self.sections.annotations.decorate(id.id(), decoration, &[]);
    }

    /// Decorates a member with `Offset`, and a matrix or an array of matrices with `ColMajor` and `MatrixStride` too.
    pub(super) fn decorate_member(&mut self, structure: TypeId, index: u32, offset: u32, shape: Shape) {
        let annotations = &mut self.tables.sections.annotations;
        annotations.member_decorate(structure, index, Decoration::Offset, &[offset]);
        let mut type_key = shape.type_key;
        while let Some(handle) = self.tables.type_keys.handle(type_key) {
            let TypeInner::Array { base, .. } = self.module.types[handle].inner else {
                return;
            };
            type_key = self.tables.type_keys.type_key(base);
        }
        if let Some(Numeric::Matrix(_, rows, scalar)) = type_key.numeric() {
            if shape.layout == MemoryLayout::Std140 && is_narrow(rows, scalar) {
                return;
            }
            let stride = column_stride(rows, scalar);
            annotations.member_decorate(structure, index, Decoration::ColMajor, &[]);
            annotations.member_decorate(structure, index, Decoration::MatrixStride, &[stride]);
        }
    }
}
