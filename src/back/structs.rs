//! Declarations of structs: their members in a memory layout, with the offsets and strides from `layout`, and the
//! decorations of a buffer's root. Other types, and the identity of all types, are in `types`.

use super::emitter::{Emitter, Result, internal};
use super::shape::{Role, Shape};
use super::type_key::{NUMERIC_TYPE_KEYS, Numeric, TypeKey};
use crate::layout::{MemoryLayout, TwinMember, column_stride, is_narrow, twin_members};
use crate::words::TypeId;
use naga::{Handle, Type, TypeInner};
use spirv::Decoration;

impl Emitter<'_> {
    pub(super) fn declare_struct(
        &mut self,
        handle: Handle<Type>,
        members: &[naga::StructMember],
        layout: MemoryLayout,
        role: Role,
    ) -> Result<TypeId> {
        if layout == MemoryLayout::Std140 {
            return self.declare_twin(handle, role);
        }
        self.limit_members(handle, members.len());
        let mark = self.scratch_types.len();
        for member in members {
            let shape = Shape::new(self.type_keys.type_key(member.ty), layout);
            let id = self.type_id(shape, Role::Plain)?;
            self.scratch_types.push(id);
        }
        let id = self.struct_since(mark);
        self.decorate_role(id, role);
        if layout != MemoryLayout::None {
            for (index, member) in members.iter().enumerate() {
                let shape = Shape::new(self.type_keys.type_key(member.ty), layout);
                self.decorate_member(id, index as u32, member.offset, shape);
            }
        }
        self.name(id.id(), self.module.types[handle].name.as_deref());
        if self.options.names {
            for (index, member) in members.iter().enumerate() {
                if let Some(ref name) = member.name {
                    self.sections.names.member_name(id, index as u32, name);
                }
            }
        }
        Ok(id)
    }

    /// Declares the twin of a struct: each narrow matrix is replaced by its columns.
    pub(super) fn declare_twin(&mut self, handle: Handle<Type>, role: Role) -> Result<TypeId> {
        let mark = self.scratch_types.len();
        for member in twin_members(&self.module.types, handle) {
            let shape = self.twin_member_shape(member);
            let id = self.type_id(shape, Role::Plain)?;
            self.scratch_types.push(id);
        }
        let id = self.struct_since(mark);
        self.decorate_role(id, role);
        for (index, member) in twin_members(&self.module.types, handle).enumerate() {
            let shape = self.twin_member_shape(member);
            self.decorate_member(id, index as u32, member.offset(), shape);
        }
        if self.options.names {
            self.name_twin(handle, id);
        }
        Ok(id)
    }

    /// Emits names for a twin and its members. A column is named after its matrix: `m[1]`.
    #[cold]
    fn name_twin(&mut self, handle: Handle<Type>, id: TypeId) {
        let module = self.module;
        self.name(id.id(), module.types[handle].name.as_deref());
        let TypeInner::Struct { ref members, .. } = module.types[handle].inner else {
            return;
        };
        for (index, part) in twin_members(&module.types, handle).enumerate() {
            let (TwinMember::Whole { member, .. } | TwinMember::Column { member, .. }) = part;
            let Some(ref name) = members[member as usize].name else {
                continue;
            };
            let names = &mut self.tables.sections.names;
            match part {
                TwinMember::Whole { .. } => names.member_name(id, index as u32, name),
                TwinMember::Column { column, .. } => {
                    names.member_name(id, index as u32, &format!("{name}[{column}]"));
                }
            }
        }
    }

    fn twin_member_shape(&self, member: TwinMember) -> Shape {
        match member {
            TwinMember::Whole { ty, .. } => Shape::new(self.type_keys.type_key(ty), MemoryLayout::Std140),
            TwinMember::Column { rows, scalar, .. } => Shape::value(TypeKey::vector(rows, scalar)),
        }
    }

    /// The struct of columns that replaces a narrow matrix in an array, or as the whole buffer.
    pub(super) fn columns_type(&mut self, type_key: TypeKey) -> Result<TypeId> {
        if let Some(&Some(id)) = self.types.columns.get(type_key.index()) {
            return Ok(id);
        }
        let Some(Numeric::Matrix(columns, rows, scalar)) = type_key.numeric() else {
            return Err(internal("columns of a type that is no matrix"));
        };
        let column = self.number_type(TypeKey::vector(rows, scalar))?;
        let id = self.ids.type_id();
        self.sections.globals.type_struct(id, &[column; 4][..columns as usize]);
        let stride = column_stride(rows, scalar);
        for index in 0..columns as u32 {
            self.sections
                .annotations
                .member_decorate(id, index, Decoration::Offset, &[index * stride]);
        }
        if self.types.columns.is_empty() {
            self.types.columns.resize(NUMERIC_TYPE_KEYS as usize, None);
        }
        self.types.columns[type_key.index()] = Some(id);
        Ok(id)
    }

    pub(super) fn decorate_role(&mut self, id: TypeId, role: Role) {
        match role {
            Role::Plain => {}
            Role::Block => self.sections.annotations.decorate(id.id(), Decoration::Block, &[]),
            Role::BufferBlock => self
                .sections
                .annotations
                .decorate(id.id(), Decoration::BufferBlock, &[]),
        }
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
