//! Type declarations: one id for each `(type key, memory layout, role)`, dense tables in front, words behind.
//!
//! Numeric types are declared once. Structs and arrays are identified by their table key alone and never merged by their
//! words, because their decorations belong to the key: layout decorations stand only where the storage class has an
//! explicit layout (VUID-StandaloneSpirv-None-10684), `Block` and `BufferBlock` only on the root of a buffer.
//!
//! What the bytes are is asked of `layout`; this file knows how SPIR-V spells the answers (§3.49.6 type declarations,
//! §3.20 decorations).

use super::buffers::{give_back, refill};
use super::emitter::{Emitter, Result, Tables, internal};
use super::plan::ArrayLength;
use super::requirements::scalar_capability;
use super::shape::{Role, Shape};
use super::type_key::{NUMERIC_TYPE_KEYS, Numeric, TypeKey, declared_class};
use crate::error::ErrorKind;
use crate::layout::{MemoryLayout, is_narrow};
use crate::words::{Id, ResultPosition, TypeId};
use naga::{
    ArraySize, CooperativeRole, Handle, ImageClass, ImageDimension, Scalar, ScalarKind, StorageFormat, Type, TypeInner,
};
use spirv::{Capability, CooperativeMatrixUse, Decoration, ImageFormat, Scope, StorageClass};

/// Layouts × roles that occur: plain × 3, block × 2, buffer block, and the bare form of a twin.
const VARIANTS: usize = 7;
/// The place of the bare form.
const BARE: usize = 6;
/// Storage classes that pointers are made for.
const CLASSES: usize = 13;

/// The ids of declared types.
#[derive(Debug, Default)]
pub(crate) struct TypeTable {
    /// By type key, the id of the type of a value; `None` where each use needs a capability, so that each is recorded.
    values: Vec<Option<TypeId>>,
    /// The numeric types that need one, as long as the last of them.
    other_numbers: Vec<Option<TypeId>>,
    other: Vec<[Option<TypeId>; VARIANTS]>,
    /// As long as the last type that is wrapped needs: they are few.
    wrapped: Vec<[Option<TypeId>; VARIANTS]>,
    pub(super) columns: Vec<Option<TypeId>>,
    pointers: Vec<[Option<TypeId>; CLASSES]>,
    /// The rows of `pointers` that hold an id.
    pointer_rows: Vec<u32>,
    sampled_images: Vec<Option<TypeId>>,
    void: Option<TypeId>,
}

impl TypeTable {
    /// Empties the tables for a module with this many type keys.
    pub(crate) fn reset(&mut self, type_keys: usize) {
        let other = type_keys.saturating_sub(NUMERIC_TYPE_KEYS as usize);
        refill(&mut self.values, type_keys, None);
        self.other_numbers.clear();
        refill(&mut self.other, other, [None; VARIANTS]);
        refill(&mut self.wrapped, 0, [None; VARIANTS]);
        self.columns.clear();
        // The rows are many and wide, and a module uses a few of them.
        for row in self.pointer_rows.drain(..) {
            self.pointers[row as usize] = [None; CLASSES];
        }
        give_back(&mut self.pointers, NUMERIC_TYPE_KEYS as usize + other * 3);
        if self.pointers.len() < NUMERIC_TYPE_KEYS as usize + other * 3 {
            self.pointers
                .resize(NUMERIC_TYPE_KEYS as usize + other * 3, [None; CLASSES]);
        }
        refill(&mut self.sampled_images, other, None);
        self.void = None;
    }

    /// A numeric type, if it is declared.
    pub(super) fn declared_number(&self, type_key: TypeKey) -> Option<TypeId> {
        let plain = self.values.get(type_key.index()).copied().flatten();
        plain.or_else(|| self.other_numbers.get(type_key.index()).copied().flatten())
    }

    /// The bare form of a type's twin, if it is declared.
    pub(super) fn bare(&self, type_key: TypeKey) -> Option<TypeId> {
        let row = type_key.index().checked_sub(NUMERIC_TYPE_KEYS as usize)?;
        self.other.get(row)?.get(BARE).copied().flatten()
    }

    pub(super) fn set_bare(&mut self, type_key: TypeKey, id: TypeId) {
        let row = type_key.index().checked_sub(NUMERIC_TYPE_KEYS as usize);
        if let Some(entry) = row.and_then(|row| self.other.get_mut(row)?.get_mut(BARE)) {
            *entry = Some(id);
        }
    }
}

const fn variant(layout: MemoryLayout, role: Role) -> usize {
    match (role, layout) {
        (Role::Plain, MemoryLayout::None) => 0,
        (Role::Plain, MemoryLayout::Natural) => 1,
        (Role::Plain, MemoryLayout::Std140) => 2,
        (Role::Block, MemoryLayout::Std140) => 4,
        (Role::Block, MemoryLayout::None | MemoryLayout::Natural) => 3,
        (Role::BufferBlock, _) => 5,
    }
}

const fn class_index(class: StorageClass) -> Option<usize> {
    Some(match class {
        StorageClass::Function => 0,
        StorageClass::Private => 1,
        StorageClass::Workgroup => 2,
        StorageClass::Uniform => 3,
        StorageClass::StorageBuffer => 4,
        StorageClass::UniformConstant => 5,
        StorageClass::PushConstant => 6,
        StorageClass::Input => 7,
        StorageClass::Output => 8,
        StorageClass::Image => 9,
        StorageClass::RayPayloadKHR => 10,
        StorageClass::IncomingRayPayloadKHR => 11,
        StorageClass::TaskPayloadWorkgroupEXT => 12,
        _ => return None,
    })
}

impl Emitter<'_> {
    /// The id of a type as a value. What is computed with numbers of 8, 16 or 64 bits needs a capability, which is recorded.
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
        if self.plan.has_queries()
            && self
                .type_keys
                .handle(type_key)
                .is_some_and(|ty| self.plan.holds_query(ty))
        {
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

    /// Records the capabilities of the scalars in a type, if there are any.
    pub(crate) fn need_scalars(&mut self, type_key: TypeKey) -> bool {
        match self.type_keys.handle(type_key) {
            Some(ty) => {
                let scalars = self.plan.other_scalars(ty);
                scalars.iter().for_each(|(capability, _)| self.need(capability));
                !scalars.is_empty()
            }
            None => self.need_number(type_key),
        }
    }

    fn need_number(&mut self, type_key: TypeKey) -> bool {
        let capability = type_key.scalar_of().and_then(scalar_capability);
        if let Some(capability) = capability {
            self.need(capability);
        }
        let is_cooperative = type_key.is_cooperative();
        if is_cooperative {
            // `SPV_KHR_cooperative_matrix` lets no module declare one under another memory model.
            self.need(Capability::CooperativeMatrixKHR);
            self.need(Capability::VulkanMemoryModel);
        }
        capability.is_some() || is_cooperative
    }

    /// The id of a number's type where its value is loaded, stored or made another's width and nothing else: with 8 and 16
    /// bits that takes the capability of some memory alone (SPV_KHR_8bit_storage, SPV_KHR_16bit_storage).
    #[inline]
    pub(crate) fn moved_type(&mut self, type_key: TypeKey) -> Result<TypeId> {
        match self.types.values[type_key.index()] {
            Some(id) => Ok(id),
            None => self.declare_moved(type_key),
        }
    }

    #[inline(never)]
    fn declare_moved(&mut self, type_key: TypeKey) -> Result<TypeId> {
        let Some(scalar) = type_key.scalar_of().filter(|scalar| scalar.width < 4) else {
            return self.declare_value(type_key);
        };
        if let Some(capability) = scalar_capability(scalar) {
            let place = self.place();
            self.requirements.need_to_move(capability, place);
        }
        self.number_type(type_key)
    }

    /// The id of a numeric type, whatever is done with its values.
    pub(super) fn number_type(&mut self, type_key: TypeKey) -> Result<TypeId> {
        if let Some(id) = self.types.values[type_key.index()] {
            return Ok(id);
        }
        if let Some(&Some(id)) = self.types.other_numbers.get(type_key.index()) {
            return Ok(id);
        }
        let id = self.declare_numeric(type_key)?;
        let takes_nothing = type_key.scalar_of().and_then(scalar_capability).is_none() && !type_key.is_cooperative();
        if takes_nothing {
            self.types.values[type_key.index()] = Some(id);
        } else {
            let known = &mut self.types.other_numbers;
            if known.len() <= type_key.index() {
                known.resize(type_key.index() + 1, None);
            }
            known[type_key.index()] = Some(id);
        }
        Ok(id)
    }

    /// The id of a type under a memory layout and a role.
    #[inline]
    pub(crate) fn type_id(&mut self, shape: Shape, role: Role) -> Result<TypeId> {
        if shape.type_key.index() < NUMERIC_TYPE_KEYS as usize && shape.layout != MemoryLayout::Std140 {
            // Most members are numbers, declared once for all layouts.
            return self.number_type(shape.type_key);
        }
        self.other_type_id(shape, role)
    }

    #[inline(never)]
    fn other_type_id(&mut self, shape: Shape, role: Role) -> Result<TypeId> {
        let type_key = shape.type_key;
        if type_key.index() < NUMERIC_TYPE_KEYS as usize {
            if self.is_decomposed(type_key) {
                return self.columns_type(type_key);
            }
            return self.number_type(type_key);
        }
        let layout = self.effective_layout(shape);
        let (row, column) = (type_key.index() - NUMERIC_TYPE_KEYS as usize, variant(layout, role));
        if let Some(id) = self.types.other[row][column] {
            return Ok(id);
        }
        let id = match self.own_role(type_key, layout) {
            own if role == Role::Plain && own != Role::Plain => self.type_id(shape, own)?,
            _ => self.declare(type_key, layout, role)?,
        };
        self.types.other[row][column] = Some(id);
        Ok(id)
    }

    /// The layout whose declaration a shape shares: registers may be laid out (decision of the plan), and `Std140` is
    /// `Natural` for a type without a two-row matrix.
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

    /// What a type in this layout is declared as where nothing makes it a buffer: the plan may have registers share the
    /// buffer's type.
    pub(crate) fn own_role(&self, type_key: TypeKey, layout: MemoryLayout) -> Role {
        match (layout, self.type_keys.handle(type_key)) {
            (MemoryLayout::Natural, Some(handle)) => self.plan.register_role(handle),
            (MemoryLayout::None | MemoryLayout::Natural | MemoryLayout::Std140, _) => Role::Plain,
        }
    }

    /// Whether a numeric type under std140 is a struct of its columns.
    fn is_decomposed(&self, type_key: TypeKey) -> bool {
        matches!(type_key.numeric(), Some(Numeric::Matrix(_, rows, scalar)) if is_narrow(rows, scalar))
    }

    /// Whether a type has one SPIR-V declaration under both layouts.
    pub(crate) fn same_type(&self, type_key: TypeKey, left: MemoryLayout, right: MemoryLayout) -> bool {
        let left = self.effective_layout(Shape { type_key, layout: left });
        left == self.effective_layout(Shape {
            type_key,
            layout: right,
        })
    }

    /// `OpTypeVoid`.
    pub(crate) fn void_type(&mut self) -> TypeId {
        match self.types.void {
            Some(id) => id,
            None => {
                let reserved = self.debug.reserved_void();
                let id = reserved.unwrap_or_else(|| self.ids.type_id());
                self.sections.globals.type_void(id);
                self.types.void = Some(id);
                id
            }
        }
    }

    /// The id of a pointer to a plain type.
    #[inline]
    pub(crate) fn pointer_type(&mut self, class: StorageClass, shape: Shape) -> Result<TypeId> {
        let (column, row) = (class_index(class), self.pointer_row(shape));
        match (row, column) {
            (Some(row), Some(column)) => match self.types.pointers[row][column] {
                Some(id) => Ok(id),
                None => self.declare_pointer(class, shape),
            },
            _ => self.declare_pointer(class, shape),
        }
    }

    #[inline(never)]
    fn declare_pointer(&mut self, class: StorageClass, shape: Shape) -> Result<TypeId> {
        let (Some(column), Some(row)) = (class_index(class), self.pointer_row(shape)) else {
            let pointee = self.type_id(shape, Role::Plain)?;
            return self.pointer_to(class, pointee);
        };
        let pointee = self.type_id(shape, Role::Plain)?;
        let id = self.pointer_to(class, pointee)?;
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

    /// The id of a pointer to a type that is declared already.
    pub(crate) fn pointer_to(&mut self, class: StorageClass, pointee: TypeId) -> Result<TypeId> {
        self.interned_type(|section, id| section.type_pointer(id, class, pointee))
    }

    /// The id of a function type.
    pub(crate) fn function_type(&mut self, result: TypeId, parameters: &[TypeId]) -> Result<TypeId> {
        self.interned_type(|section, id| section.type_function(id, result, parameters))
    }

    /// `OpTypeSampledImage` of an image type.
    pub(crate) fn sampled_image_type(&mut self, image: TypeKey) -> Result<TypeId> {
        let row = image.index().checked_sub(NUMERIC_TYPE_KEYS as usize);
        let row = row.ok_or_else(|| internal("a sampled image of a numeric type"))?;
        if let Some(id) = self.types.sampled_images[row] {
            return Ok(id);
        }
        let image = self.value_type(image)?;
        let id = self.interned_type(|section, id| section.type_sampled_image(id, image))?;
        self.types.sampled_images[row] = Some(id);
        Ok(id)
    }

    /// The struct that makes a buffer of a type that is not a struct: `{ type }`, once for each type and role.
    pub(crate) fn wrapper_type(&mut self, shape: Shape, role: Role) -> Result<TypeId> {
        let column = variant(shape.layout, role);
        let row = shape.type_key.index();
        if let Some(&Some(id)) = self.types.wrapped.get(row).and_then(|ids| ids.get(column)) {
            return Ok(id);
        }
        let member = self.type_id(shape, Role::Plain)?;
        let id = self.ids.type_id();
        self.sections.globals.type_struct(id, &[member]);
        self.decorate_role(id, role);
        self.decorate_member(id, 0, 0, shape);
        if self.types.wrapped.len() <= row {
            self.types.wrapped.resize(row + 1, [None; VARIANTS]);
        }
        if let Some(entry) = self.types.wrapped.get_mut(row).and_then(|ids| ids.get_mut(column)) {
            *entry = Some(id);
        }
        Ok(id)
    }

    /// A struct of the `count` types, without decorations: what two-result operations give and helpers return.
    pub(crate) fn plain_struct(&mut self, members: &[TypeId]) -> Result<TypeId> {
        self.interned_type(|section, id| section.type_struct(id, members))
    }

    pub(super) fn interned_type(&mut self, write: impl FnOnce(&mut crate::words::Section, TypeId)) -> Result<TypeId> {
        let start = self.sections.globals.len();
        let id = self.ids.type_id();
        write(&mut self.sections.globals, id);
        self.settle(start, ResultPosition::First).map(TypeId::from_id)
    }

    /// Keeps or takes back the instruction at the tail of the globals.
    pub(crate) fn settle(&mut self, start: usize, result: ResultPosition) -> Result<Id> {
        let Tables { interner, sections, .. } = &mut *self.tables;
        interner
            .intern_last(&mut sections.globals, start, result)
            .ok_or_else(|| internal("an interned instruction without a result"))
    }

    /// The id that a numeric type is declared with.
    #[inline]
    fn number_id(&mut self, type_key: TypeKey) -> TypeId {
        let reserved = self.debug.reserved(type_key);
        reserved.unwrap_or_else(|| self.ids.type_id())
    }

    fn declare_numeric(&mut self, type_key: TypeKey) -> Result<TypeId> {
        let id = match type_key.numeric().ok_or_else(|| internal("a numeric type_key"))? {
            Numeric::Scalar(scalar) => {
                let id = self.number_id(type_key);
                let width = u32::from(scalar.width) * 8;
                match scalar.kind {
                    ScalarKind::Sint => self.sections.globals.type_int(id, width, 1),
                    ScalarKind::Uint => self.sections.globals.type_int(id, width, 0),
                    ScalarKind::Float => self.sections.globals.type_float(id, width),
                    ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                        self.sections.globals.type_bool(id)
                    }
                }
                id
            }
            Numeric::Vector(size, scalar) => {
                let component = self.number_type(TypeKey::scalar(scalar))?;
                let id = self.number_id(type_key);
                self.sections.globals.type_vector(id, component, size as u32);
                id
            }
            Numeric::Matrix(columns, rows, scalar) => {
                let column = self.number_type(TypeKey::vector(rows, scalar))?;
                let id = self.number_id(type_key);
                self.sections.globals.type_matrix(id, column, columns as u32);
                id
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
                let id = self.number_id(type_key);
                self.sections
                    .globals
                    .type_cooperative_matrix_khr(id, component, scope, rows, columns, role);
                id
            }
        };
        Ok(id)
    }

    fn declare(&mut self, type_key: TypeKey, layout: MemoryLayout, role: Role) -> Result<TypeId> {
        let handle = self
            .type_keys
            .handle(type_key)
            .ok_or_else(|| internal("a type_key without a type"))?;
        let module = self.module;
        match module.types[handle].inner {
            TypeInner::Array { base, size, stride } => self.declare_array(base, size, stride, layout),
            TypeInner::BindingArray { .. } => Err(internal("a binding array is declared with its variable")),
            TypeInner::Struct { ref members, .. } => self.declare_struct(handle, members, layout, role),
            TypeInner::Image { dim, arrayed, class } => self.declare_image(dim, arrayed, class),
            TypeInner::Sampler { .. } => {
                let id = self.ids.type_id();
                self.sections.globals.type_sampler(id);
                Ok(id)
            }
            TypeInner::AccelerationStructure { .. } => {
                let id = self.ids.type_id();
                self.sections.globals.type_acceleration_structure_khr(id);
                Ok(id)
            }
            TypeInner::RayQuery { .. } => {
                let id = self.ids.type_id();
                self.sections.globals.type_ray_query_khr(id);
                Ok(id)
            }
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => Err(internal("a pointer has no type_key")),
            TypeInner::Scalar(_)
            | TypeInner::Atomic(_)
            | TypeInner::Vector { .. }
            | TypeInner::Matrix { .. }
            | TypeInner::CooperativeMatrix { .. } => Err(internal("a numeric type has a closed form")),
        }
    }

    fn declare_array(
        &mut self,
        base: Handle<Type>,
        size: ArraySize,
        stride: u32,
        layout: MemoryLayout,
    ) -> Result<TypeId> {
        let element = self.type_id(
            Shape {
                type_key: self.type_keys.type_key(base),
                layout,
            },
            Role::Plain,
        )?;
        let id = match self.plan.overrides.array_length(size) {
            ArrayLength::Known(length) => {
                let length = self.u32_constant(length)?;
                let id = self.ids.type_id();
                self.sections.globals.type_array(id, element, length);
                id
            }
            ArrayLength::Override(length) => {
                let length = self.override_value(length)?;
                let id = self.ids.type_id();
                self.sections.globals.type_array(id, element, length);
                id
            }
            ArrayLength::RunTime => {
                let id = self.ids.type_id();
                self.sections.globals.type_runtime_array(id, element);
                id
            }
        };
        if layout != MemoryLayout::None {
            self.sections
                .annotations
                .decorate(id.id(), Decoration::ArrayStride, &[stride]);
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
        let id = self.ids.type_id();
        self.sections.globals.type_image(
            id,
            sampled_type,
            dim,
            depth,
            u32::from(arrayed),
            u32::from(multisampled),
            sampled,
            format,
        );
        Ok(id)
    }
}

/// The `Image Format` of a storage texture. SPIR-V has none for `bgra8unorm`, which takes reads and writes without format.
fn image_format(format: StorageFormat) -> ImageFormat {
    match format {
        StorageFormat::R8Unorm => ImageFormat::R8,
        StorageFormat::R8Snorm => ImageFormat::R8Snorm,
        StorageFormat::R8Uint => ImageFormat::R8ui,
        StorageFormat::R8Sint => ImageFormat::R8i,
        StorageFormat::R16Uint => ImageFormat::R16ui,
        StorageFormat::R16Sint => ImageFormat::R16i,
        StorageFormat::R16Float => ImageFormat::R16f,
        StorageFormat::R16Unorm => ImageFormat::R16,
        StorageFormat::R16Snorm => ImageFormat::R16Snorm,
        StorageFormat::Rg8Unorm => ImageFormat::Rg8,
        StorageFormat::Rg8Snorm => ImageFormat::Rg8Snorm,
        StorageFormat::Rg8Uint => ImageFormat::Rg8ui,
        StorageFormat::Rg8Sint => ImageFormat::Rg8i,
        StorageFormat::R32Uint => ImageFormat::R32ui,
        StorageFormat::R32Sint => ImageFormat::R32i,
        StorageFormat::R32Float => ImageFormat::R32f,
        StorageFormat::Rg16Uint => ImageFormat::Rg16ui,
        StorageFormat::Rg16Sint => ImageFormat::Rg16i,
        StorageFormat::Rg16Float => ImageFormat::Rg16f,
        StorageFormat::Rg16Unorm => ImageFormat::Rg16,
        StorageFormat::Rg16Snorm => ImageFormat::Rg16Snorm,
        StorageFormat::Rgba8Unorm => ImageFormat::Rgba8,
        StorageFormat::Rgba8Snorm => ImageFormat::Rgba8Snorm,
        StorageFormat::Rgba8Uint => ImageFormat::Rgba8ui,
        StorageFormat::Rgba8Sint => ImageFormat::Rgba8i,
        StorageFormat::Bgra8Unorm => ImageFormat::Unknown,
        StorageFormat::Rgb10a2Uint => ImageFormat::Rgb10a2ui,
        StorageFormat::Rgb10a2Unorm => ImageFormat::Rgb10A2,
        StorageFormat::Rg11b10Ufloat => ImageFormat::R11fG11fB10f,
        StorageFormat::R64Uint => ImageFormat::R64ui,
        StorageFormat::Rg32Uint => ImageFormat::Rg32ui,
        StorageFormat::Rg32Sint => ImageFormat::Rg32i,
        StorageFormat::Rg32Float => ImageFormat::Rg32f,
        StorageFormat::Rgba16Uint => ImageFormat::Rgba16ui,
        StorageFormat::Rgba16Sint => ImageFormat::Rgba16i,
        StorageFormat::Rgba16Float => ImageFormat::Rgba16f,
        StorageFormat::Rgba16Unorm => ImageFormat::Rgba16,
        StorageFormat::Rgba16Snorm => ImageFormat::Rgba16Snorm,
        StorageFormat::Rgba32Uint => ImageFormat::Rgba32ui,
        StorageFormat::Rgba32Sint => ImageFormat::Rgba32i,
        StorageFormat::Rgba32Float => ImageFormat::Rgba32f,
    }
}
