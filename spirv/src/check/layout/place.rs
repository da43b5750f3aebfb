//! The positions of members and elements: the layout rules for every type in the storage classes that pointers name.
//!
//! One sweep propagates the required alignments from types to their constituents; each type is then checked on its own.

use super::shape::{
    BUFFER_BLOCK, ByMajor, Member, Shape, Shapes, array_stride, is_descriptor, matrix_size, matrix_vectors, members_of,
    type_index,
};
use super::{Layout, interpreted, is_explicit};
use crate::check::Checker;
use crate::check::message::named;
use crate::check::module::{self, Inst, Kind, Module, NONE, Type};
use crate::sort::sort;
use crate::target::{DeviceExtension, Feature, Support, VulkanVersion};
use spirv::{Decoration, StorageClass};

/// The alignments that a type may be required to have.
const SCALAR: u8 = 1;
const BASE: u8 = 1 << 1;
const EXTENDED: u8 = 1 << 2;
/// Neither alignment nor padding is required: outside Vulkan, the module and the API agree on them.
const UNALIGNED: u8 = 1 << 3;

/// The alignments that a type must have, and the storage class that first required them. A type without any has no
/// layout.
#[derive(Clone, Copy, Default)]
struct Required {
    rules: u8,
    class: u32,
}

/// The layouts that the target permits.
struct Permitted {
    /// Vectors are aligned as scalars, and must not straddle (VK_KHR_relaxed_block_layout, core in Vulkan 1.1).
    relaxed: bool,
    /// `scalarBlockLayout`.
    scalar: bool,
    /// `workgroupMemoryExplicitLayoutScalarBlockLayout`.
    workgroup_scalar: bool,
    /// `uniformBufferStandardLayout`.
    uniform: bool,
    /// Whether the target is Vulkan, which requires alignments.
    vulkan: bool,
}

impl Permitted {
    fn of(cx: &Checker<'_, '_>) -> Self {
        let target = cx.target;
        let enabled = |feature| target.feature(feature) == Support::Enabled;
        Self {
            relaxed: target.vulkan_version() >= Some(VulkanVersion::V1_1)
                || target.device_extension(DeviceExtension::VK_KHR_relaxed_block_layout) == Support::Enabled,
            scalar: target.scalar_layout() == Support::Enabled,
            workgroup_scalar: enabled(Feature::WorkgroupMemoryExplicitLayoutScalarBlockLayout),
            uniform: target.relaxed_uniform_layout() == Support::Enabled,
            vulkan: target.is_vulkan(),
        }
    }

    /// The required alignments of a type at the root of a storage class; `extended` states that its members are those
    /// of a uniform block.
    fn rules(&self, class: u32, extended: bool) -> u8 {
        match StorageClass::from_u32(class) {
            _ if !self.vulkan => UNALIGNED,
            Some(StorageClass::Workgroup) if self.workgroup_scalar => SCALAR,
            Some(StorageClass::Workgroup) => BASE,
            _ if self.scalar => SCALAR,
            Some(StorageClass::Uniform) if extended && !self.uniform => EXTENDED,
            _ => BASE,
        }
    }
}

/// The check of one type.
struct TypeCheck<'j> {
    shapes: &'j Shapes,
    permitted: &'j Permitted,
    required: Required,
    inst: &'j Inst,
}

/// Buffers reused for each structure.
#[derive(Default)]
struct Scratch {
    members: Vec<Member>,
    /// Offset and number of each member, to be sorted.
    order: Vec<(u64, usize)>,
}

pub(super) fn run(cx: &mut Checker<'_, '_>, shapes: &Shapes) {
    let module = cx.module;
    let permitted = Permitted::of(cx);
    let mut requirements = vec![Required::default(); module.types.len()];
    roots(cx, shapes, &permitted, &mut requirements);
    let mut scratch = Scratch::default();
    for index in (0..module.types.len()).rev() {
        let (Some(ty), Some(&required)) = (module.types.get(index), requirements.get(index)) else {
            continue;
        };
        let Some(inst) = module.inst(ty.inst) else { continue };
        if required.rules == 0 {
            continue;
        }
        let mut pass = |id: u32| {
            if let Some(row) = type_index(module, id).filter(|&row| row < index) {
                if let Some(entry) = requirements.get_mut(row) {
                    entry.add(required.rules, required.class);
                }
            }
        };
        let check = TypeCheck {
            shapes,
            permitted: &permitted,
            required,
            inst,
        };
        match ty.kind {
            Kind::Struct { members } => {
                members.iter().copied().for_each(&mut pass);
                check.structure(cx, ty, members, &mut scratch);
            }
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => {
                pass(element);
                check.array(cx, ty, element);
            }
            _ => {}
        }
    }
}

impl Required {
    fn add(&mut self, rules: u8, class: u32) {
        if self.rules == 0 {
            self.class = class;
        }
        self.rules |= rules;
    }
}

/// Sets the required alignments of the types of variables, of pointees of addresses, and of types with which
/// instructions access untyped pointers.
fn roots(cx: &mut Checker<'_, '_>, shapes: &Shapes, permitted: &Permitted, requirements: &mut [Required]) {
    let module = cx.module;
    // An address comes from memory. Every other pointer is to a part of a variable.
    let addresses = module.types.iter().filter_map(|ty| match ty.kind {
        Kind::Pointer { class, pointee } if class == StorageClass::PhysicalStorageBuffer as u32 => {
            Some((class, pointee))
        }
        _ => None,
    });
    let variables = module.of([module::Class::Variable]).filter_map(|inst| {
        let ty = module.result_type(inst)?;
        Some((ty.storage_class()?, ty.pointee()?))
    });
    for (class, pointee) in variables.chain(addresses) {
        if is_explicit(module, class, shapes.of(module, pointee).is_block) {
            root(cx, shapes, permitted, requirements, (class, pointee), false);
        }
    }
    let mut laid_out = None;
    for inst in module.of([module::Class::Foreign]) {
        if inst.opcode == ABORT && cx.is_shader() {
            laid_out_root(cx, inst, module.operand(inst, 0), Layout::Message, &mut laid_out);
        }
    }
    // Instructions on untyped pointers name the type that they access, OpBufferPointerEXT by its result.
    if !module
        .types
        .iter()
        .any(|ty| matches!(ty.kind, Kind::UntypedPointer { .. }))
    {
        return;
    }
    for inst in module.of([module::Class::Variable, module::Class::Memory, module::Class::Foreign]) {
        if let Some((class, id)) = interpreted(module, inst) {
            let workgroup = class == StorageClass::Workgroup as u32;
            if workgroup && cx.is_shader() && !is_explicit(module, class, true) {
                laid_out_root(cx, inst, id, Layout::UntypedWorkgroup, &mut laid_out);
            } else if is_explicit(module, class, true) || class == StorageClass::UniformConstant as u32 {
                root(cx, shapes, permitted, requirements, (class, id), workgroup);
            }
        }
    }
}

/// `OpAbortKHR`, which the `spirv` crate lacks.
const ABORT: u16 = 5121;

/// Checks a type that has to be laid out whatever its storage class is: a message of `OpAbortKHR`, and a type with which an
/// untyped pointer into `Workgroup` is accessed, also without the capability that requires layouts for the pointees of
/// typed pointers.
fn laid_out_root(cx: &mut Checker<'_, '_>, inst: &Inst, id: u32, rule: Layout, laid_out: &mut Option<Vec<bool>>) {
    let module = cx.module;
    let laid_out = laid_out.get_or_insert_with(|| laid_out_types(module));
    if type_index(module, id).and_then(|index| laid_out.get(index)) == Some(&false) {
        let message = format_args!("{} is not laid out explicitly", module.show(id));
        cx.violate(rule, inst, message);
    }
}

/// For each type whether it has the offsets and strides of an explicit layout. The parts of a type are declared before
/// it.
fn laid_out_types(module: &Module<'_>) -> Vec<bool> {
    let mut laid_out: Vec<bool> = Vec::with_capacity(module.types.len());
    for ty in &module.types {
        let is_laid_out =
            |id: u32| type_index(module, id).and_then(|index| laid_out.get(index).copied()) != Some(false);
        let whole = match ty.kind {
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => {
                let strided = module.is_decorated(ty.id, Decoration::ArrayStride)
                    || module.is_decorated(ty.id, Decoration::ArrayStrideIdEXT);
                strided && is_laid_out(element)
            }
            Kind::Struct { members } => {
                let mut placed = vec![false; members.len()];
                for row in module.decorations(ty.id) {
                    let offset = row.is(Decoration::Offset) || row.is(Decoration::OffsetIdEXT);
                    let member = row.member.filter(|_| offset);
                    if let Some(placed) = member.and_then(|member| placed.get_mut(member as usize)) {
                        *placed = true;
                    }
                }
                !placed.contains(&false) && members.iter().all(|&member| is_laid_out(member))
            }
            _ => true,
        };
        laid_out.push(whole);
    }
    laid_out
}

fn root(
    cx: &mut Checker<'_, '_>,
    shapes: &Shapes,
    permitted: &Permitted,
    requirements: &mut [Required],
    (class, id): (u32, u32),
    untyped: bool,
) {
    let module = cx.module;
    let Some(index) = type_index(module, id) else { return };
    let Some(entry) = requirements.get_mut(index) else {
        return;
    };
    let shape = shapes.of(module, id);
    // Outside Vulkan only blocks, and types accessed through untyped pointers, are known to be shared with an API.
    // BufferBlock is only for Uniform.
    let old = shape.decorated & BUFFER_BLOCK != 0 && class != StorageClass::Uniform as u32;
    if !permitted.vulkan && ((!shape.is_block && !untyped) || old) {
        return;
    }
    let rules = permitted.rules(class, shape.decorated & BUFFER_BLOCK == 0);
    let added = rules & !entry.rules;
    entry.add(rules, class);
    // A block begins at a multiple of 16 bytes, and so does what has that alignment.
    let is_placed = shape.is_block || shape.base.iter().all(|align| align.is_multiple_of(16));
    if added & (BASE | EXTENDED) != 0 && permitted.relaxed && is_placed && shape.straddles & 1 != 0 {
        if let Some(inst) = module.types.get(index).and_then(|ty| module.inst(ty.inst)) {
            cx.violate_part(
                Layout::Straddle,
                shape.is_block,
                inst,
                format_args!("a vector inside straddles a boundary of 16 bytes, in {}", Class(class)),
            );
        }
    }
}

/// An array of blocks is an array of descriptors and has no stride; neither has a pointer to a block.
pub(super) fn strides_of_blocks(cx: &mut Checker<'_, '_>, shapes: &Shapes) {
    let module = cx.module;
    for ty in &module.types {
        let (inside, pointer) = match ty.kind {
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => (element, false),
            Kind::Pointer { pointee, .. } => (pointee, true),
            _ => continue,
        };
        // For a pointer to an array of blocks, the array is checked.
        let is_struct = module
            .ty(inside)
            .is_some_and(|ty| matches!(ty.kind, Kind::Struct { .. }));
        let is_block = shapes.of(module, inside).is_block && (is_struct || !pointer);
        let Some(inst) = module
            .inst(ty.inst)
            .filter(|_| is_block && array_stride(module, ty.id).0)
        else {
            continue;
        };
        // "A pointer to a structure decorated with Block or BufferBlock must not have an ArrayStride"
        // (SPV_EXT_descriptor_heap).
        cx.violate_part(
            Layout::BlockStride,
            !pointer,
            inst,
            format_args!(
                "{} is a block, and {} has a stride",
                module.show(inside),
                module.show(ty.id)
            ),
        );
    }
}

/// The alignments of a type under the required rules.
fn alignments(rules: u8, shape: &Shape, major: usize) -> impl Iterator<Item = u32> {
    let of = |table: ByMajor| table.get(major).copied().unwrap_or(1);
    let all = [
        (SCALAR, shape.scalar),
        (BASE, of(shape.base)),
        (EXTENDED, of(shape.extended)),
    ];
    all.into_iter()
        .filter(move |(rule, _)| rules & rule != 0)
        .map(|(_, align)| align.max(1))
}

impl TypeCheck<'_> {
    /// Reports a wrong place. spirv-val looks at none in ShaderRecordBufferKHR, and outside of Vulkan its newest versions
    /// look at none.
    fn report(&self, cx: &mut Checker<'_, '_>, rule: Layout, inst: &Inst, message: core::fmt::Arguments<'_>) {
        let in_spirv_val = self.permitted.vulkan && self.required.class != StorageClass::ShaderRecordBufferKHR as u32;
        cx.violate_part(rule, in_spirv_val, inst, message);
    }

    fn array(&self, cx: &mut Checker<'_, '_>, ty: &Type<'_>, element: u32) {
        let module = cx.module;
        let shape = self.shapes.of(module, element);
        let descriptor = module.ty(element).is_some_and(|ty| is_descriptor(ty.op));
        // Arrays of descriptors have a layout only in heaps.
        if shape.is_block || (descriptor && self.required.class != StorageClass::UniformConstant as u32) {
            return;
        }
        let (inst, class) = (self.inst, Class(self.required.class));
        let (decorated, stride) = array_stride(module, ty.id);
        if !decorated {
            let runtime = matches!(ty.kind, Kind::RuntimeArray { .. });
            return self.report(
                cx,
                Layout::ArrayStride,
                inst,
                format_args!(
                    "{} has no ArrayStride, in {class}",
                    if runtime { "the runtime array" } else { "it" }
                ),
            );
        }
        let Some(stride) = stride.filter(|_| self.permitted.vulkan) else {
            return;
        };
        if stride == 0 {
            return self.report(
                cx,
                Layout::ZeroStride,
                inst,
                format_args!("the stride is 0, in {class}"),
            );
        }
        // The size of a matrix depends on the member that contains it.
        if shape.matrix != NONE {
            return;
        }
        let single = matches!(ty.kind, Kind::Array { constant: Some(1), .. });
        if stride < shape.size && !single {
            self.report(
                cx,
                Layout::Overlap,
                inst,
                format_args!("the stride is {stride}, an element has {} bytes", shape.size),
            );
        }
        let mut aligned = alignments(self.required.rules, self.shapes.of(module, ty.id), 0);
        if let Some(align) = aligned.find(|&align| !stride.is_multiple_of(u64::from(align))) {
            self.report(
                cx,
                Layout::StrideAlignment,
                inst,
                format_args!("the stride is {stride}, the alignment {align} in {class}"),
            );
        }
    }

    fn structure(&self, cx: &mut Checker<'_, '_>, ty: &Type<'_>, ids: &[u32], scratch: &mut Scratch) {
        let module = cx.module;
        let class = Class(self.required.class);
        members_of(module, ty.id, ids.len(), &mut scratch.members);
        scratch.order.clear();
        for (number, (member, &id)) in scratch.members.iter().zip(ids).enumerate() {
            if !member.has_offset {
                self.report(
                    cx,
                    Layout::Offset,
                    self.inst,
                    format_args!("member {number} has no Offset, in {class}"),
                );
            }
            let shape = self.shapes.of(module, id);
            if shape.matrix != NONE {
                self.matrix(cx, number, member, shape);
            }
            let Some(offset) = member.offset else { continue };
            scratch.order.push((offset, number));
            let vector = module.ty(id).is_some_and(|ty| ty.is_vector());
            let rules = if vector && self.permitted.relaxed && self.permitted.vulkan {
                SCALAR
            } else {
                self.required.rules
            };
            let mut aligned = alignments(rules, shape, member.major());
            if let Some(align) = aligned.find(|&align| !offset.is_multiple_of(u64::from(align))) {
                self.report(
                    cx,
                    Layout::Alignment,
                    self.inst,
                    format_args!("member {number} is at offset {offset}, its alignment is {align} in {class}"),
                );
            }
        }
        if self.permitted.vulkan {
            self.neighbours(cx, ids, scratch);
        }
    }

    /// Checks a member that is a matrix or an array of matrices.
    fn matrix(&self, cx: &mut Checker<'_, '_>, number: usize, member: &Member, shape: &Shape) {
        let module = cx.module;
        let (inst, class) = (self.inst, Class(self.required.class));
        let (Some(stride), true) = (member.matrix_stride, member.row_major != member.col_major) else {
            let fault = match (member.row_major, member.col_major) {
                (false, false) if member.matrix_stride.is_none() => "lacks a MatrixStride, and RowMajor or ColMajor",
                (false, false) => "lacks RowMajor or ColMajor",
                (true, true) => "has both RowMajor and ColMajor",
                _ => "lacks a MatrixStride",
            };
            let ty = module.types.get(shape.matrix as usize).map_or(0, |ty| ty.id);
            return self.report(
                cx,
                Layout::MatrixLayout,
                inst,
                format_args!("member {number}, of {}, {fault}, in {class}", module.show(ty)),
            );
        };
        if !self.permitted.vulkan {
            return;
        }
        if stride == 0 {
            return self.report(
                cx,
                Layout::ZeroStride,
                inst,
                format_args!("member {number} has a MatrixStride of 0"),
            );
        }
        let (_, bytes) = matrix_vectors(module, shape, member.row_major).unwrap_or((0, 0));
        if u64::from(stride) < bytes || shape.inner_stride < matrix_size(module, shape, member) {
            self.report(
                cx,
                Layout::Overlap,
                inst,
                format_args!("member {number} has a MatrixStride smaller than a column or row"),
            );
        }
        let mut aligned = alignments(self.required.rules, shape, member.major());
        if let Some(align) =
            aligned.find(|&align| !stride.is_multiple_of(align) || !shape.strides.is_multiple_of(align))
        {
            self.report(
                cx,
                Layout::StrideAlignment,
                inst,
                format_args!("member {number} has a stride that is no multiple of {align}, in {class}"),
            );
        }
    }

    /// Checks members in the order of their offsets: each must begin at or after the end of the previous one.
    fn neighbours(&self, cx: &mut Checker<'_, '_>, ids: &[u32], scratch: &mut Scratch) {
        let module = cx.module;
        sort(&mut scratch.order);
        let mut before: Option<Before<'_>> = None;
        for &(offset, number) in &scratch.order {
            let (Some(member), Some(&id)) = (scratch.members.get(number), ids.get(number)) else {
                continue;
            };
            let shape = self.shapes.of(module, id);
            if let Some(before) = &before {
                self.neighbour(cx, before, number, offset);
            }
            before = Some(Before {
                number,
                id,
                offset,
                end: offset.saturating_add(self.shapes.member_size(module, shape, member)),
                major: member.major(),
                shape,
                ty: module.ty(id).map(|ty| ty.kind),
            });
        }
    }

    /// The size of an element, if the member is an array with a smaller stride.
    fn crowded(&self, module: &Module<'_>, member: &Before<'_>) -> Option<u64> {
        let Some(Kind::Array { element, .. }) = member.ty else {
            return None;
        };
        let (_, stride) = array_stride(module, member.id);
        let bytes = self.shapes.of(module, element).size;
        (stride? < bytes).then_some(bytes)
    }

    fn neighbour(&self, cx: &mut Checker<'_, '_>, before: &Before<'_>, number: usize, offset: u64) {
        let (last, end) = (before.number, before.end);
        if let Some(Kind::RuntimeArray { .. }) = before.ty {
            return self.report(
                cx,
                Layout::RuntimeArray,
                self.inst,
                format_args!("member {number} lies behind the runtime array, member {last}"),
            );
        }
        // A member of an unknown size, such as a descriptor in a heap, ends where it begins, as an empty structure does.
        let is_empty = matches!(before.ty, Some(Kind::Struct { members: [] }));
        if offset == before.offset && end == offset && !is_empty {
            let message = format_args!("members {last} and {number} are both at offset {offset}");
            return self.report(cx, Layout::Overlap, self.inst, message);
        }
        if offset < end {
            let message =
                format_args!("member {number} at offset {offset} overlaps member {last}, which ends at {end}");
            return match self.crowded(cx.module, before) {
                Some(bytes) => self.report(
                    cx,
                    Layout::Overlap,
                    self.inst,
                    format_args!("{message}, and whose elements overlap: an element has {bytes} bytes"),
                ),
                None if before.shape.is_unordered => self.report(
                    cx,
                    Layout::Overlap,
                    self.inst,
                    format_args!("{message}, with a member inside that is not the last"),
                ),
                None => self.report(cx, Layout::Overlap, self.inst, message),
            };
        }
        let padded = matches!(
            before.ty,
            Some(Kind::Struct { .. } | Kind::Array { .. } | Kind::Matrix { .. })
        );
        let inside = |align: &u32| {
            end.checked_next_multiple_of(u64::from(*align))
                .is_none_or(|next| offset < next)
        };
        let mut aligned = alignments(self.required.rules & !SCALAR, before.shape, before.major);
        if let Some(align) = aligned.find(inside).filter(|_| padded) {
            self.report(
                cx,
                Layout::Padding,
                self.inst,
                format_args!(
                    "member {number} at offset {offset} lies in the padding of member {last}, which ends at {end} and is \
                     aligned to {align}"
                ),
            );
        }
    }
}

/// The member at the preceding offset.
struct Before<'b> {
    number: usize,
    /// The type's id.
    id: u32,
    offset: u64,
    end: u64,
    major: usize,
    shape: &'b Shape,
    ty: Option<Kind<'b>>,
}

/// A storage class, displayed as in messages.
pub(super) struct Class(pub u32);

impl core::fmt::Display for Class {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match StorageClass::from_u32(self.0) {
            Some(class) => write!(f, "{}", named(class)),
            None => write!(f, "storage class {}", self.0),
        }
    }
}
