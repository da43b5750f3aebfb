//! Descriptions of types as the shader declares them, with members at WGSL's offsets. They do not depend on the types
//! that the module declares: a two-row matrix in a uniform buffer is described as a matrix, at the offset of its first
//! column.

use super::table::Ids;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::limits::MAX_ARGUMENTS;
use crate::back::overrides::number_type;
use crate::back::plan::ArrayLength;
use crate::words::Id;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use naga::common::wgsl::ToWgsl as _;
use naga::proc::TypeResolution;
use naga::{AddressSpace, Handle, ImageClass, ImageDimension, Scalar, StorageAccess, StructMember, Type, TypeInner};
use spirula_spirv::reflection::NumberKind;
use spirv::NonsemanticShaderDebuginfo100Op as DebugOp;

/// "Base Type Attribute Encodings".
const BOOLEAN: u32 = 2;
const FLOAT: u32 = 3;
const SIGNED: u32 = 4;
const UNSIGNED: u32 = 6;
/// "Composite Types".
const CLASS: u32 = 0;
const STRUCTURE: u32 = 1;
/// "Type Qualifiers".
const ATOMIC: u32 = 3;
/// `FlagIsPublic` ("Debug Info Flags").
const PUBLIC: u32 = 3;
/// The operands of `DebugTypeComposite` and of `DebugTypeFunction` before their lists.
const COMPOSITE_OPERANDS: usize = 9;
const FUNCTION_OPERANDS: usize = 2;
/// The most arguments of a function that its type describes. Each argument has a `DebugLocalVariable` besides.
const MAX_ARGUMENT_TYPES: usize = MAX_ARGUMENTS - FUNCTION_OPERANDS;
/// The most members of a struct that are described: the first ones. The size of the struct is that of all.
pub(crate) const MAX_MEMBERS_DESCRIBED: usize = MAX_ARGUMENTS - COMPOSITE_OPERANDS;

impl Emitter<'_> {
    /// The description of a type of naga's arena.
    pub(crate) fn debug_type(&mut self, ty: Handle<Type>) -> Result<Id> {
        if let Some(&id) = self.debug.types.get(&ty) {
            return Ok(id);
        }
        let module = self.module;
        let declared = &module.types[ty];
        let id = match declared.inner {
            TypeInner::Struct { ref members, span } => {
                self.debug_struct(ty, declared.name.as_deref().unwrap_or(""), members, span)?
            }
            // catch-all: the match in `debug_inner` names every variant
            ref inner => self.debug_inner(inner)?,
        };
        self.debug.types.insert(ty, id);
        Ok(id)
    }

    pub(crate) fn debug_resolution(&mut self, ty: &TypeResolution) -> Result<Id> {
        match *ty {
            TypeResolution::Handle(ty) => self.debug_type(ty),
            TypeResolution::Value(ref inner) => self.debug_inner(inner),
        }
    }

    /// The description of a type that has no name of its own.
    fn debug_inner(&mut self, inner: &TypeInner) -> Result<Id> {
        if let Some(&id) = self.debug.unnamed.get(inner) {
            return Ok(id);
        }
        let id = match *inner {
            TypeInner::Scalar(scalar) => {
                let number = number_type(scalar);
                let (encoding, bits) = match number.kind {
                    // A boolean has no defined size. It is described with 32 bits, the size of a register.
                    NumberKind::Bool => (BOOLEAN, 32),
                    NumberKind::Sint => (SIGNED, number.bits),
                    NumberKind::Uint => (UNSIGNED, number.bits),
                    NumberKind::Float => (FLOAT, number.bits),
                };
                let name = self.debug_string(&number.to_string());
                let [size, encoding, flags] = [bits.into(), encoding, 0].map(|number| self.debug_number(number));
                self.debug_instruction(DebugOp::DebugTypeBasic, &[name, size, encoding, flags])
            }
            TypeInner::Vector { size, scalar } => {
                let component = self.debug_inner(&TypeInner::Scalar(scalar))?;
                let count = self.debug_number(size as u32);
                self.debug_instruction(DebugOp::DebugTypeVector, &[component, count])
            }
            TypeInner::Matrix { columns, rows, scalar } => {
                let column = self.debug_inner(&TypeInner::Vector { size: rows, scalar })?;
                let count = self.debug_number(columns as u32);
                let column_major = self.debug_bool(true).id();
                self.debug_instruction(DebugOp::DebugTypeMatrix, &[column, count, column_major])
            }
            TypeInner::CooperativeMatrix {
                columns,
                rows,
                scalar,
                role,
            } => {
                let (columns, rows, role) = (columns as u32, rows as u32, role.to_wgsl());
                self.debug_opaque(&format!("coop_mat{columns}x{rows}<{}, {role}>", number_type(scalar)))?
            }
            TypeInner::Atomic(scalar) => {
                let value = self.debug_inner(&TypeInner::Scalar(scalar))?;
                let qualifier = self.debug_number(ATOMIC);
                self.debug_instruction(DebugOp::DebugTypeQualifier, &[value, qualifier])
            }
            TypeInner::Pointer { base, space } => {
                let base = self.debug_type(base)?;
                self.debug_pointer(base, space)
            }
            TypeInner::ValuePointer { size, scalar, space } => {
                let inner = size.map_or(TypeInner::Scalar(scalar), |size| TypeInner::Vector { size, scalar });
                let base = self.debug_inner(&inner)?;
                self.debug_pointer(base, space)
            }
            TypeInner::Array { base, size, .. } | TypeInner::BindingArray { base, size } => {
                let element = self.debug_type(base)?;
                // A length that an open override sets is unknown until pipeline creation: described as a runtime array.
                let length = match self.plan.overrides.array_length(size) {
                    ArrayLength::Known(length) => length,
                    ArrayLength::Override(_) | ArrayLength::RunTime => 0,
                };
                self.debug_array(element, length)
            }
            // naga's typifier resolves every struct to a handle of the arena.
            TypeInner::Struct { .. } => return Err(internal("a struct that is not in the arena")),
            TypeInner::Image { dim, arrayed, class } => self.debug_opaque(&image_name(dim, arrayed, class))?,
            TypeInner::Sampler { comparison: false } => self.debug_opaque("sampler")?,
            TypeInner::Sampler { comparison: true } => self.debug_opaque("sampler_comparison")?,
            TypeInner::AccelerationStructure { .. } => self.debug_opaque("acceleration_structure")?,
            TypeInner::RayQuery { .. } => self.debug_opaque("ray_query")?,
        };
        self.debug.unnamed.insert(inner.clone(), id);
        Ok(id)
    }

    /// Describes an array. Length 0 means a runtime array.
    pub(super) fn debug_array(&mut self, element: Id, length: u32) -> Id {
        let length = self.debug_number(length);
        self.debug_instruction(DebugOp::DebugTypeArray, &[element, length])
    }

    fn debug_pointer(&mut self, base: Id, space: AddressSpace) -> Id {
        let class = self.storage_class(space);
        let [class, flags] = [class as u32, 0].map(|number| self.debug_number(number));
        self.debug_instruction(DebugOp::DebugTypePointer, &[base, class, flags])
    }

    fn debug_struct(&mut self, ty: Handle<Type>, name: &str, members: &[StructMember], bytes: u32) -> Result<Id> {
        // Sizes and offsets are in bits. The number of bits of a struct of 512 MiB or more needs a 64-bit constant, and
        // so a capability that the shader may lack (`Int64`). Such a struct is described as opaque, by its name only.
        // Where the size of a struct fits, those of its members do as well, because they end inside it.
        let Some(bits) = bytes.checked_mul(8) else {
            return self.debug_opaque(name);
        };
        let module = self.module;
        let (source, line, column) = self.debug_place(module.types.get_span(ty));
        let members = &members[..members.len().min(MAX_MEMBERS_DESCRIBED)];
        let mut operands = Vec::with_capacity(COMPOSITE_OPERANDS + members.len());
        let ids = self.debug_ids()?;
        let text = self.debug_string(name);
        let [tag, flags, size] = [STRUCTURE, PUBLIC, bits].map(|number| self.debug_number(number));
        operands.extend([text, tag, source, line, column, ids.unit, text, size, flags]);
        for member in members {
            let name = self.debug_string(member.name.as_deref().unwrap_or(""));
            let of = self.debug_type(member.ty)?;
            let size = module.types[member.ty].inner.try_size(module.to_ctx()).unwrap_or(0);
            let [offset, size] = [member.offset, size].map(|bytes| self.debug_number(bytes.saturating_mul(8)));
            let member = [name, of, source, line, column, offset, size, flags];
            operands.push(self.debug_instruction(DebugOp::DebugTypeMember, &member));
        }
        Ok(self.debug_instruction(DebugOp::DebugTypeComposite, &operands))
    }

    /// Describes an opaque type: a name without a size or members.
    fn debug_opaque(&mut self, name: &str) -> Result<Id> {
        let ids = self.debug_ids()?;
        let text = self.debug_string(name);
        let linkage = self.debug_string(&format!("@{name}"));
        let [tag, zero, flags] = [CLASS, 0, PUBLIC].map(|number| self.debug_number(number));
        let operands = [text, tag, ids.source, zero, zero, ids.unit, linkage, ids.none, flags];
        Ok(self.debug_instruction(DebugOp::DebugTypeComposite, &operands))
    }

    fn debug_ids(&self) -> Result<Ids> {
        let ids = self.debug.ids.get();
        ids.ok_or_else(|| internal("debug information without its instruction set"))
    }

    /// `DebugTypeFunction`: the types of the result and of the arguments, as many as fit.
    pub(crate) fn debug_function_type(&mut self, function: &naga::Function, ids: Ids) -> Result<Id> {
        let flags = self.debug_number(0);
        let result = match function.result {
            Some(ref result) => self.debug_type(result.ty)?,
            None => ids.void.id(),
        };
        let mut operands = vec![flags, result];
        for argument in function.arguments.iter().take(MAX_ARGUMENT_TYPES) {
            let ty = self.debug_type(argument.ty)?;
            operands.push(ty);
        }
        Ok(self.debug_instruction(DebugOp::DebugTypeFunction, &operands))
    }
}

fn image_name(dim: ImageDimension, arrayed: bool, class: ImageClass) -> String {
    let dim = dim.to_wgsl();
    let array = if arrayed { "_array" } else { "" };
    let samples = |multi| if multi { "multisampled_" } else { "" };
    match class {
        ImageClass::Sampled { kind, multi } => {
            let scalar = number_type(Scalar { kind, width: 4 });
            format!("texture_{}{dim}{array}<{scalar}>", samples(multi))
        }
        ImageClass::Depth { multi } => format!("texture_depth_{}{dim}{array}", samples(multi)),
        ImageClass::External => "texture_external".to_owned(),
        ImageClass::Storage { format, access } => {
            let access = if access.contains(StorageAccess::ATOMIC) {
                "atomic"
            } else if access.contains(StorageAccess::LOAD | StorageAccess::STORE) {
                "read_write"
            } else if access.contains(StorageAccess::LOAD) {
                "read"
            } else {
                "write"
            };
            let format = format!("{format:?}").to_lowercase();
            format!("texture_storage_{dim}{array}<{format}, {access}>")
        }
    }
}
