//! Type declarations: one id for each type key, memory layout and role.
//!
//! Dense tables are looked up first; types without decorations are also interned by their words. Numeric types have one
//! declaration for all layouts. Structs and arrays are identified by their table key alone, because their decorations
//! depend on it: layout decorations are legal only for storage classes with an explicit layout
//! (VUID-StandaloneSpirv-None-10684), `Block` and `BufferBlock` only on the root of a buffer.
//!
//! Offsets and strides come from `layout`; this file declares and decorates (SPIR-V §3.52.6, Type-Declaration
//! Instructions; §3.20, Decoration).

use super::buffers::{refill, release_excess};
use super::emitter::{Emitter, Result, Tables, internal};
use super::image_format::image_format;
use super::plan::ArrayLength;
use super::requirements::scalar_capability;
use super::shape::{Role, Shape};
use super::type_key::{NUMERIC_TYPE_KEYS, Numeric, TypeKey, declared_class};
use crate::error::ErrorKind;
use crate::layout::{MemoryLayout, is_narrow};
use crate::words::{Id, ResultPosition, Section, TypeId};
use alloc::vec::Vec;
use naga::{CooperativeRole, ImageClass, ImageDimension, Scalar, ScalarKind, TypeInner};
use spirv::{Capability, CooperativeMatrixUse, Decoration, ImageFormat, Scope, StorageClass};

/// The combinations of layout and role that occur: 3 plain, 2 block, 1 buffer block, and the undecorated twin.
const VARIANTS: usize = 7;
/// The columns of the table of pointers: the classes from `UniformConstant` to `StorageBuffer`, which SPIR-V numbers from
/// 0 to 12, and three of extensions.
const CLASSES: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct TypeTable {
    /// By type key, the id of a value's type. `None` where the type needs a capability, so that each use records it.
    values: Vec<Option<TypeId>>,
    /// The declarations of a type by layout and role: a row for each type that is no number, then rows for numbers, which
    /// are added on demand, because few numbers have such declarations. A type that is no struct has no role, so these
    /// entries have its wrapper struct, or the sampled image of an image; the std140 entry of a narrow matrix has the
    /// struct of its columns. A number that needs a capability is in its row, any other one in `values`.
    declared: Vec<[Option<TypeId>; VARIANTS]>,
    /// The row of the first number in `declared`, which is as long as the last number requires.
    first_number: usize,
    pointers: Vec<[Option<TypeId>; CLASSES]>,
    /// The rows of `pointers` that hold an id.
    pointer_rows: Vec<u32>,
    void: Option<TypeId>,
    /// The function type without result and parameters, which every entry point has.
    entry_point: Option<TypeId>,
}

impl TypeTable {
    /// Empties the tables for a module with this many type keys.
    pub(crate) fn reset(&mut self, type_keys: usize) {
        let other = type_keys.saturating_sub(NUMERIC_TYPE_KEYS as usize);
        let rows = NUMERIC_TYPE_KEYS as usize + other * 3;
        refill(&mut self.values, type_keys, None);
        self.first_number = other;
        refill(&mut self.declared, other, [None; VARIANTS]);
        // Only the used rows are cleared: the table is large, and a module uses few rows.
        for row in self.pointer_rows.drain(..) {
            self.pointers[row as usize] = [None; CLASSES];
        }
        release_excess(&mut self.pointers, rows);
        if self.pointers.len() < rows {
            self.pointers.resize(rows, [None; CLASSES]);
        }
        (self.void, self.entry_point) = (None, None);
    }

    /// The entry of a type under a layout and a role.
    #[inline]
    pub(super) fn entry(&mut self, type_key: TypeKey, layout: MemoryLayout, role: Role) -> &mut Option<TypeId> {
        let column = match (role, layout) {
            (Role::Plain, MemoryLayout::None) => 0,
            (Role::Plain, MemoryLayout::Natural) => 1,
            (Role::Plain, MemoryLayout::Std140) => 2,
            (Role::Block, MemoryLayout::Std140) => 4,
            (Role::Block, MemoryLayout::None | MemoryLayout::Natural) => 3,
            (Role::BufferBlock, _) => 5,
            (Role::UndecoratedTwin, _) => 6,
        };
        let index = type_key.index();
        let row = match index.checked_sub(NUMERIC_TYPE_KEYS as usize) {
            Some(row) => {
                debug_assert!(row < self.first_number, "a type key of another module");
                row
            }
            None => {
                let row = self.first_number + index;
                if row >= self.declared.len() {
                    self.declared.resize(row + 1, [None; VARIANTS]);
                }
                row
            }
        };
        &mut self.declared[row][column]
    }

    /// The id of a numeric type, if it is declared.
    #[inline]
    pub(super) fn declared_number(&self, type_key: TypeKey) -> Option<TypeId> {
        let index = type_key.index();
        match self.values.get(index) {
            Some(&Some(id)) => Some(id),
            Some(None) | None => self.declared.get(self.first_number + index)?[0],
        }
    }
}

const fn class_index(class: StorageClass) -> Option<usize> {
    match class {
        StorageClass::RayPayloadKHR => Some(13),
        StorageClass::IncomingRayPayloadKHR => Some(14),
        StorageClass::TaskPayloadWorkgroupEXT => Some(15),
        _ if class as usize <= 12 => Some(class as usize),
        _ => None,
    }
}

/// Whether values of a numeric type need a capability: numbers of 8, 16 and 64 bits, and cooperative matrices.
fn needs_capability(type_key: TypeKey) -> bool {
    type_key.is_cooperative() || type_key.scalar_of().and_then(scalar_capability).is_some()
}

impl Emitter<'_> {
    /// The id of a type whose values are computed with. Records the capabilities of 8-, 16- and 64-bit scalars.
    #[inline]
    pub(crate) fn value_type(&mut self, type_key: TypeKey) -> Result<TypeId> {
        match self.types.values[type_key.index()] {
            Some(id) => Ok(id),
            None => self.declare_value(type_key),
        }
    }

    #[inline(never)]
    fn declare_value(&mut self, type_key: TypeKey) -> Result<TypeId> {
        let id = self.type_id(Shape::value(type_key), Role::Plain)?;
        let handle = self.type_keys.handle(type_key);
        if handle.is_some_and(|ty| self.plan.scan.holds_query(ty)) {
            self.refuse(ErrorKind::Inexpressible {
                what: "the value of a ray query",
                reason: "SPIR-V has ray queries in variables only, and no instruction loads one",
            });
        }
        if !self.need_scalars(type_key) {
            self.types.values[type_key.index()] = Some(id);
        }
        Ok(id)
    }

    /// Records the capabilities of the scalars in a type. Returns whether there are any.
    pub(crate) fn need_scalars(&mut self, type_key: TypeKey) -> bool {
        match self.type_keys.handle(type_key) {
            Some(ty) => {
                let mut has_any = false;
                for (capability, _) in self.plan.scan.scalar_capabilities(ty) {
                    self.need(capability);
                    has_any = true;
                }
                has_any
            }
            None => {
                let capability = type_key.scalar_of().and_then(scalar_capability);
                if let Some(capability) = capability {
                    self.need(capability);
                }
                if type_key.is_cooperative() {
                    // `SPV_KHR_cooperative_matrix` requires the Vulkan memory model.
                    self.need(Capability::CooperativeMatrixKHR);
                    self.need(Capability::VulkanMemoryModel);
                }
                needs_capability(type_key)
            }
        }
    }

    /// The id of a type whose values are only loaded, stored or converted to another width. 8- and 16-bit types then
    /// need only a storage capability (SPV_KHR_8bit_storage, SPV_KHR_16bit_storage).
    #[inline]
    pub(crate) fn moved_type(&mut self, type_key: TypeKey) -> Result<TypeId> {
        match self.types.values[type_key.index()] {
            Some(id) => Ok(id),
            None => self.declare_moved(type_key),
        }
    }

    #[inline(never)]
    fn declare_moved(&mut self, type_key: TypeKey) -> Result<TypeId> {
        let narrow = type_key.scalar_of().filter(|scalar| scalar.width < 4);
        let Some(capability) = narrow.and_then(scalar_capability) else {
            return self.declare_value(type_key);
        };
        let place = self.place();
        self.requirements.need_to_move(capability, place);
        self.number_type(type_key)
    }

    /// The id of a numeric type, without recording a capability.
    pub(super) fn number_type(&mut self, type_key: TypeKey) -> Result<TypeId> {
        if let Some(id) = self.types.declared_number(type_key) {
            return Ok(id);
        }
        let id = self.declare_numeric(type_key)?;
        let entry = if needs_capability(type_key) {
            self.types.entry(type_key, MemoryLayout::None, Role::Plain)
        } else {
            &mut self.types.values[type_key.index()]
        };
        *entry = Some(id);
        Ok(id)
    }

    /// The id of a type under a memory layout and a role.
    #[inline]
    pub(crate) fn type_id(&mut self, shape: Shape, role: Role) -> Result<TypeId> {
        if shape.type_key.index() < NUMERIC_TYPE_KEYS as usize && shape.layout != MemoryLayout::Std140 {
            // Fast path: most members are numbers, which have one declaration for all layouts.
            return self.number_type(shape.type_key);
        }
        self.type_id_from_table(shape, role)
    }

    #[inline(never)]
    fn type_id_from_table(&mut self, shape: Shape, role: Role) -> Result<TypeId> {
        let type_key = shape.type_key;
        if type_key.index() < NUMERIC_TYPE_KEYS as usize {
            if self.is_decomposed(type_key) {
                return self.columns_type(type_key, role);
            }
            return self.number_type(type_key);
        }
        let layout = self.effective_layout(shape);
        if role == Role::UndecoratedTwin && layout != MemoryLayout::Std140 {
            // Without a twin. Where `OpCopyLogical` exists, types in registers have no layout, whatever contains them.
            return self.type_id(Shape::value(type_key), Role::Plain);
        }
        if let Some(id) = *self.types.entry(type_key, layout, role) {
            return Ok(id);
        }
        let id = match self.own_role(type_key, layout) {
            own if role == Role::Plain && own != Role::Plain => self.type_id(shape, own)?,
            _ => self.declare(type_key, layout, role)?,
        };
        *self.types.entry(type_key, layout, role) = Some(id);
        Ok(id)
    }

    /// The layout whose declaration a shape shares. The plan may give registers the natural layout, and `Std140` is
    /// `Natural` for a type without a narrow matrix.
    #[inline]
    pub(crate) fn effective_layout(&self, shape: Shape) -> MemoryLayout {
        let Some(handle) = self.type_keys.handle(shape.type_key) else {
            return if shape.layout == MemoryLayout::Std140 && self.is_decomposed(shape.type_key) {
                MemoryLayout::Std140
            } else {
                MemoryLayout::None
            };
        };
        match shape.layout {
            MemoryLayout::None => self.plan.register_layout(handle),
            MemoryLayout::Natural | MemoryLayout::Std140 => self.plan.layouts.canonical(handle, shape.layout),
        }
    }

    /// The role of a type under this layout where it is not the root of a buffer: registers can share the buffer's type
    /// (`Plan::register_role`).
    pub(crate) fn own_role(&self, type_key: TypeKey, layout: MemoryLayout) -> Role {
        match (layout, self.type_keys.handle(type_key)) {
            (MemoryLayout::Natural, Some(handle)) => self.plan.register_role(handle),
            (MemoryLayout::None | MemoryLayout::Natural | MemoryLayout::Std140, _) => Role::Plain,
        }
    }

    /// Whether the std140 form of a numeric type is a struct of its columns.
    fn is_decomposed(&self, type_key: TypeKey) -> bool {
        matches!(type_key.numeric(), Some(Numeric::Matrix(_, rows, scalar)) if is_narrow(rows, scalar))
    }

    pub(crate) fn void_type(&mut self) -> TypeId {
        if let Some(id) = self.types.void {
            return id;
        }
        let reserved = self.debug.opened.map(|(_, void)| void);
        let id = self.new_type_as(reserved, Section::type_void);
        self.types.void = Some(id);
        id
    }

    /// The id of a pointer type, by storage class and shape.
    #[inline]
    pub(crate) fn pointer_type(&mut self, class: StorageClass, shape: Shape) -> Result<TypeId> {
        let entry = class_index(class).zip(self.pointer_row(shape));
        match entry.and_then(|(column, row)| self.types.pointers[row][column]) {
            Some(id) => Ok(id),
            None => self.declare_pointer(class, shape),
        }
    }

    #[inline(never)]
    fn declare_pointer(&mut self, class: StorageClass, shape: Shape) -> Result<TypeId> {
        let pointee = self.type_id(shape, Role::Plain)?;
        let (Some(column), Some(row)) = (class_index(class), self.pointer_row(shape)) else {
            return self.pointer_to(class, pointee);
        };
        // The row identifies the pointee, so the words need not be looked up.
        let id = self.ids.type_id();
        self.sections.globals.type_pointer(id, class, pointee);
        self.types.pointers[row][column] = Some(id);
        self.types.pointer_rows.push(row as u32);
        Ok(id)
    }

    #[inline]
    fn pointer_row(&self, shape: Shape) -> Option<usize> {
        match shape.type_key.index().checked_sub(NUMERIC_TYPE_KEYS as usize) {
            None if shape.layout == MemoryLayout::Std140 && self.is_decomposed(shape.type_key) => None,
            None => Some(shape.type_key.index()),
            Some(other) => Some(NUMERIC_TYPE_KEYS as usize + other * 3 + self.effective_layout(shape) as usize),
        }
    }

    /// The id of a pointer to a declared type that is not in the table of pointers: a whole buffer, a sampled image, an
    /// array of stage inputs or outputs.
    pub(crate) fn pointer_to(&mut self, class: StorageClass, pointee: TypeId) -> Result<TypeId> {
        self.interned_type(|section, id| section.type_pointer(id, class, pointee))
    }

    pub(crate) fn function_type(&mut self, result: TypeId, parameters: &[TypeId]) -> Result<TypeId> {
        let is_plain = parameters.is_empty() && self.types.void == Some(result);
        if is_plain && let Some(id) = self.types.entry_point {
            return Ok(id);
        }
        let id = self.interned_type(|section, id| section.type_function(id, result, parameters))?;
        if is_plain {
            self.types.entry_point = Some(id);
        }
        Ok(id)
    }

    /// `OpTypeSampledImage`. It has the role of a block in the table, which no image has.
    pub(crate) fn sampled_image_type(&mut self, image: TypeKey) -> Result<TypeId> {
        if image.index() < NUMERIC_TYPE_KEYS as usize {
            return Err(internal("a sampled image of a type that is no image"));
        }
        if let Some(id) = *self.types.entry(image, MemoryLayout::None, Role::Block) {
            return Ok(id);
        }
        let image_type = self.value_type(image)?;
        let id = self.interned_type(|section, id| section.type_sampled_image(id, image_type))?;
        *self.types.entry(image, MemoryLayout::None, Role::Block) = Some(id);
        Ok(id)
    }

    /// The struct `{ type }` that makes a buffer of a type that is not a struct, once for each type and role.
    pub(crate) fn wrapper_type(&mut self, shape: Shape, role: Role) -> Result<TypeId> {
        if let Some(id) = *self.types.entry(shape.type_key, shape.layout, role) {
            return Ok(id);
        }
        let member = self.type_id(shape, Role::Plain)?;
        let id = self.new_type(|section, id| section.type_struct(id, &[member]));
        self.decorate_role(id, role);
        self.decorate_member(id, 0, 0, shape);
        *self.types.entry(shape.type_key, shape.layout, role) = Some(id);
        Ok(id)
    }

    /// A struct without decorations, interned: the result of operations with two results, and of helpers.
    pub(crate) fn plain_struct(&mut self, members: &[TypeId]) -> Result<TypeId> {
        self.interned_type(|section, id| section.type_struct(id, members))
    }

    /// Declares a type that its caller identifies otherwise than by its words.
    pub(super) fn new_type(&mut self, write: impl FnOnce(&mut Section, TypeId)) -> TypeId {
        self.new_type_as(None, write)
    }

    /// The same for a type whose id debug information may have reserved.
    fn new_type_as(&mut self, reserved: Option<TypeId>, write: impl FnOnce(&mut Section, TypeId)) -> TypeId {
        let id = reserved.unwrap_or_else(|| self.ids.type_id());
        write(&mut self.sections.globals, id);
        id
    }

    /// Declares a struct of the types above a mark in `scratch_types`, which are removed.
    pub(super) fn struct_since(&mut self, mark: usize) -> TypeId {
        let id = self.ids.type_id();
        let members = &self.tables.scratch_types[mark..];
        self.tables.sections.globals.type_struct(id, members);
        self.scratch_types.truncate(mark);
        id
    }

    pub(super) fn interned_type(&mut self, write: impl FnOnce(&mut Section, TypeId)) -> Result<TypeId> {
        let start = self.sections.globals.len();
        let id = self.ids.type_id();
        write(&mut self.sections.globals, id);
        self.intern_tail(start, ResultPosition::First).map(TypeId::from_id)
    }

    /// Interns the instruction at the tail of the globals: keeps it, or removes it if its words are known. Returns its
    /// id.
    pub(crate) fn intern_tail(&mut self, start: usize, result: ResultPosition) -> Result<Id> {
        let Tables { interner, sections, .. } = &mut *self.tables;
        let id = interner.intern_last(&mut sections.globals, start, result);
        id.ok_or_else(|| internal("an interned instruction without a result"))
    }

    fn declare_numeric(&mut self, type_key: TypeKey) -> Result<TypeId> {
        let numeric = type_key.numeric();
        let numeric = numeric.ok_or_else(|| internal("a type key without a numeric type"))?;
        let reserved = self.debug.reserved(type_key);
        Ok(match numeric {
            Numeric::Scalar(scalar) => self.new_type_as(reserved, |globals, id| {
                let width = u32::from(scalar.width) * 8;
                match scalar.kind {
                    ScalarKind::Sint => globals.type_int(id, width, 1),
                    ScalarKind::Uint => globals.type_int(id, width, 0),
                    ScalarKind::Float => globals.type_float(id, width),
                    ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => globals.type_bool(id),
                }
            }),
            Numeric::Vector(size, scalar) => {
                let component = self.number_type(TypeKey::scalar(scalar))?;
                self.new_type_as(reserved, |globals, id| globals.type_vector(id, component, size as u32))
            }
            Numeric::Matrix(columns, rows, scalar) => {
                let column = self.number_type(TypeKey::vector(rows, scalar))?;
                self.new_type_as(reserved, |globals, id| globals.type_matrix(id, column, columns as u32))
            }
            Numeric::Cooperative(columns, rows, scalar, role) => {
                let role = match role {
                    CooperativeRole::A => CooperativeMatrixUse::MatrixAKHR,
                    CooperativeRole::B => CooperativeMatrixUse::MatrixBKHR,
                    CooperativeRole::C => CooperativeMatrixUse::MatrixAccumulatorKHR,
                };
                let component = self.number_type(TypeKey::scalar(scalar))?;
                let [scope, rows, columns, role] = [
                    self.u32_constant(Scope::Subgroup as u32)?,
                    self.u32_constant(rows as u32)?,
                    self.u32_constant(columns as u32)?,
                    self.u32_constant(role as u32)?,
                ];
                self.new_type_as(reserved, |globals, id| {
                    globals.type_cooperative_matrix_khr(id, component, scope, rows, columns, role);
                })
            }
        })
    }

    fn declare(&mut self, type_key: TypeKey, layout: MemoryLayout, role: Role) -> Result<TypeId> {
        let handle = self.type_keys.handle(type_key);
        let handle = handle.ok_or_else(|| internal("a type key without a type"))?;
        let module = self.module;
        match module.types[handle].inner {
            TypeInner::Array { base, size, stride } => {
                let element = Shape::new(self.type_keys.type_key(base), layout);
                let element = self.type_id(element, role.of_part())?;
                let is_decorated = layout != MemoryLayout::None && role != Role::UndecoratedTwin;
                let length = self.plan.overrides.array_length(size);
                self.declare_array(element, length, is_decorated.then_some(stride))
            }
            TypeInner::BindingArray { .. } => Err(internal("a binding array is declared with its variable")),
            TypeInner::Struct { ref members, .. } => self.declare_struct(handle, members, layout, role),
            TypeInner::Image { dim, arrayed, class } => self.declare_image(dim, arrayed, class),
            TypeInner::Sampler { .. } => Ok(self.new_type(|section, id| section.type_sampler(id))),
            TypeInner::AccelerationStructure { .. } => {
                Ok(self.new_type(|section, id| section.type_acceleration_structure_khr(id)))
            }
            TypeInner::RayQuery { .. } => Ok(self.new_type(|section, id| section.type_ray_query_khr(id))),
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => Err(internal("a type key of a pointer")),
            TypeInner::Scalar(_)
            | TypeInner::Atomic(_)
            | TypeInner::Vector { .. }
            | TypeInner::Matrix { .. }
            | TypeInner::CooperativeMatrix { .. } => Err(internal("a numeric type without a computed type key")),
        }
    }

    /// The declaration of an array type, to be appended.
    pub(super) fn array_type(
        &mut self,
        element: TypeId,
        length: ArrayLength,
    ) -> Result<impl FnOnce(&mut Section, TypeId) + use<>> {
        let length = match length {
            ArrayLength::Known(length) => Some(self.u32_constant(length)?),
            ArrayLength::Override(length) => Some(self.override_value(length)?),
            ArrayLength::RunTime => None,
        };
        Ok(move |section: &mut Section, id| match length {
            Some(length) => section.type_array(id, element, length),
            None => section.type_runtime_array(id, element),
        })
    }

    /// Declares an array type that is not identified by its words, because it may have a stride.
    pub(super) fn declare_array(
        &mut self,
        element: TypeId,
        length: ArrayLength,
        stride: Option<u32>,
    ) -> Result<TypeId> {
        let array_type = self.array_type(element, length)?;
        let id = self.new_type(array_type);
        if let Some(stride) = stride {
            let annotations = &mut self.sections.annotations;
            annotations.decorate(id.id(), Decoration::ArrayStride, &[stride]);
        }
        Ok(id)
    }

    fn declare_image(&mut self, dim: ImageDimension, arrayed: bool, class: ImageClass) -> Result<TypeId> {
        let (scalar, depth, multisampled, sampled, format) = match declared_class(class) {
            ImageClass::Sampled { kind, multi } => (Scalar { kind, width: 4 }, 0, multi, 1, ImageFormat::Unknown),
            ImageClass::Depth { multi } => (Scalar::F32, 1, multi, 1, ImageFormat::Unknown),
            ImageClass::Storage { format, .. } => (format.into(), 0, false, 2, image_format(format)),
            ImageClass::External => return Err(internal("an external texture is declared as its planes are")),
        };
        let sampled_type = self.value_type(TypeKey::scalar(scalar))?;
        let dim = match dim {
            ImageDimension::D1 => spirv::Dim::Dim1D,
            ImageDimension::D2 => spirv::Dim::Dim2D,
            ImageDimension::D3 => spirv::Dim::Dim3D,
            ImageDimension::Cube => spirv::Dim::DimCube,
        };
        let (arrayed, multisampled) = (u32::from(arrayed), u32::from(multisampled));
        Ok(self.new_type(|section, id| {
            section.type_image(id, sampled_type, dim, depth, arrayed, multisampled, sampled, format);
        }))
    }
}
