//! Transform feedback: the decorations and the positions in the buffer of captured outputs (SPIR-V §2.16.1, Universal
//! Validation Rules; Vulkan, Standalone SPIR-V).
//!
//! A member without one of the decorations has that of its structure or variable.

use super::Decorations;
use crate::check::Checker;
use crate::check::interface::stripped;
use crate::check::module::{Decorated, EntryPoint, Flags, Inst, Kind, Models, Module, Type};
use crate::sort::sort;
use hashbrown::HashMap;
use spirv::{Decoration, ExecutionModel as Model, StorageClass};

/// A variable, or a member of a block.
pub(in crate::check) struct Output<'m> {
    pub variable: &'m Inst,
    ty: &'m Type<'m>,
    member: bool,
    pub buffer: Option<u32>,
    stride: Option<u32>,
    pub stream: Option<u32>,
    offset: Option<u32>,
}

impl Output<'_> {
    /// The offset of its end in the buffer, if it is captured and its size is known.
    pub fn end(&self, module: &Module<'_>) -> Option<u64> {
        u64::from(self.offset?).checked_add(bytes(module, self.ty)?)
    }
}

/// The state of a buffer.
#[derive(Default)]
struct Buffer {
    stride: Option<u32>,
    stream: Option<u32>,
}

/// The buffer, the first byte, the end and the number of a captured output.
type Captured = (u32, u64, u64, usize);

/// Whether the module uses transform feedback.
pub(in crate::check) fn uses_feedback(module: &Module<'_>) -> bool {
    let captured = |row: &Decorated<'_>| row.is(Decoration::XfbBuffer) || row.is(Decoration::Stream);
    module.all_decorations().iter().any(captured)
}

/// The outputs of an entry point; blocks are split into their members.
pub(in crate::check) fn outputs<'m>(module: &'m Module<'m>, entry: &EntryPoint<'_>) -> Vec<Output<'m>> {
    let mut outputs = Vec::new();
    for &id in entry.interface {
        let variable = module.def(id);
        if let Some(variable) = variable.filter(|def| module.operand(def, 0) == StorageClass::Output as u32) {
            collect(module, variable, &mut outputs);
        }
    }
    outputs
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    // The Offset of an output takes the other decorations, so that it is looked for without them.
    let offset = |row: &Decorated<'_>| row.is(Decoration::Offset);
    if uses_feedback(module) || module.all_decorations().iter().any(offset) {
        // The outputs of task shaders have an Offset in the memory that mesh shaders read (SPV_NV_mesh_shader).
        let tasks = |entry: &&EntryPoint<'_>| entry.model == Model::TaskNV as u32;
        for entry in module.entry_points.iter().filter(|entry| !tasks(entry)) {
            entry_point(cx, entry);
        }
    }
}

/// XfbBuffer and XfbStride are for the stages that process vertices, Stream for geometry shaders (SPIR-V §3.20,
/// Decoration).
fn stage(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, output: &Output<'_>) {
    let is = |model: Model| entry.model == model as u32;
    let captured = output.buffer.is_some() || output.stride.is_some();
    if (captured && is(Model::Fragment)) || (output.stream.is_some() && !is(Model::Geometry)) {
        let message = format_args!("it is an output of {}", Models::of_number(entry.model));
        cx.violate(Decorations::FeedbackClass, output.variable, message);
    }
}

fn entry_point(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>) {
    let module = cx.module;
    let mut buffers: HashMap<u32, Buffer> = HashMap::new();
    let mut captured: Vec<Captured> = Vec::new();
    let outputs = outputs(module, entry);
    for (number, output) in outputs.iter().enumerate() {
        let range = output.offset.zip(bytes(module, output.ty));
        if let (Some(buffer), Some((from, bytes))) = (output.buffer, range) {
            let from = u64::from(from);
            captured.push((buffer, from, from.saturating_add(bytes), number));
        }
    }
    sort(&mut captured);
    for outputs in outputs.chunk_by(|one, other| one.variable.index == other.variable.index) {
        block(cx, outputs);
        if let Some(first) = outputs.first() {
            stage(cx, entry, first);
        }
        for output in outputs {
            check_output(cx, output);
            if let Some(number) = output.buffer {
                check_buffer(cx, output, number, buffers.entry(number).or_default());
            }
        }
    }
    if cx.target.is_vulkan() {
        overlaps(cx, &outputs, &captured);
        for outputs in outputs.chunk_by(|one, other| one.variable.index == other.variable.index) {
            multiple(cx, outputs, &buffers, &captured);
        }
    }
}

/// No byte of a buffer is of two outputs. `captured` is sorted, so an output overlaps one that begins before it if it
/// overlaps the one of these that ends last.
fn overlaps(cx: &mut Checker<'_, '_>, outputs: &[Output<'_>], captured: &[Captured]) {
    let mut last: Option<(u32, u64, usize)> = None;
    let mut found = Vec::new();
    for &(buffer, from, to, number) in captured {
        let before = last.filter(|last| last.0 == buffer);
        if let Some((_, _, other)) = before.filter(|&(_, end, _)| from < end) {
            found.push(other.max(number));
        }
        if before.is_none_or(|(_, end, _)| end < to) {
            last = Some((buffer, to, number));
        }
    }
    sort(&mut found);
    found.dedup();
    for output in found.into_iter().filter_map(|number| outputs.get(number)) {
        if let (Some(number), Some(from), Some(to)) = (output.buffer, output.offset, output.end(cx.module)) {
            let message = format_args!("bytes {from} to {to} of buffer {number} are those of another output too");
            cx.violate(Decorations::FeedbackOverlap, output.variable, message);
        }
    }
}

/// A block with a 64-bit component is padded to a multiple of 8 bytes if there is room.
fn multiple(
    cx: &mut Checker<'_, '_>,
    outputs: &[Output<'_>],
    buffers: &HashMap<u32, Buffer>,
    all_captured: &[Captured],
) {
    let module = cx.module;
    let captured = || outputs.iter().filter(|output| output.member && output.offset.is_some());
    let Some(first) = captured().min_by_key(|output| output.offset) else {
        return;
    };
    let (Some(start), Some(number)) = (first.offset, first.buffer) else {
        return;
    };
    let end = captured().try_fold(0, |most, output| Some(output.end(module)?.max(most)));
    let Some(end) = end.filter(|_| captured().any(|output| is_wide(output.ty))) else {
        return;
    };
    let size = end.saturating_sub(u64::from(start));
    let padded = u64::from(start).saturating_add(size.next_multiple_of(8));
    let next = all_captured.partition_point(|&(buffer, from, ..)| (buffer, from) < (number, end));
    let next = all_captured.get(next).filter(|next| next.0 == number);
    let taken = next.is_some_and(|next| next.1 < padded);
    let stride = buffers.get(&number).and_then(|buffer| buffer.stride);
    let beyond = stride.is_some_and(|stride| u64::from(stride) < padded);
    if padded != end && (taken || beyond) {
        let message = format_args!("the block takes {size} bytes and has a member of 64 bits");
        cx.violate(Decorations::FeedbackMultiple, first.variable, message);
    }
}

fn collect<'m>(module: &'m Module<'m>, variable: &'m Inst, outputs: &mut Vec<Output<'m>>) {
    let pointee = module.result_type(variable).and_then(Type::pointee);
    let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
        return;
    };
    let whole = |decoration| module.decoration(variable.result, decoration).map(Decorated::operand);
    let (inner, _) = stripped(module, ty);
    let Kind::Struct { members } = inner.kind else {
        return outputs.push(Output {
            variable,
            ty,
            member: false,
            buffer: whole(Decoration::XfbBuffer),
            stride: whole(Decoration::XfbStride),
            stream: whole(Decoration::Stream),
            offset: whole(Decoration::Offset),
        });
    };
    for (number, &member) in members.iter().enumerate() {
        let Some(ty) = module.ty(member) else { continue };
        let own = |decoration| {
            let row = module.member_decoration(inner.id, number as u32, decoration);
            row.map(Decorated::operand)
        };
        let inherited = |decoration| {
            let of_type = || module.decoration(inner.id, decoration).map(Decorated::operand);
            own(decoration).or_else(of_type).or_else(|| whole(decoration))
        };
        outputs.push(Output {
            variable,
            ty,
            member: true,
            buffer: inherited(Decoration::XfbBuffer),
            stride: inherited(Decoration::XfbStride),
            stream: inherited(Decoration::Stream),
            offset: own(Decoration::Offset),
        });
    }
}

/// Checks the members of one block.
fn block(cx: &mut Checker<'_, '_>, outputs: &[Output<'_>]) {
    let Some(first) = outputs.first().filter(|output| output.member && cx.target.is_vulkan()) else {
        return;
    };
    let mut numbers = outputs.iter().filter_map(|output| output.buffer);
    let number = numbers.next();
    if numbers.any(|other| Some(other) != number) {
        let message = format_args!("its members are of several buffers");
        cx.violate(Decorations::FeedbackBlock, first.variable, message);
    }
    let mut captured = outputs.iter().filter(|output| output.offset.is_some());
    let wide = captured.clone().any(|output| is_wide(output.ty));
    let start = captured.next().and_then(|output| output.offset);
    if let Some(start) = start.filter(|start| wide && start % 8 != 0) {
        let message = format_args!("the block begins at {start} and has a member of 64 bits");
        cx.violate(Decorations::FeedbackFirst, first.variable, message);
    }
}

fn is_wide(ty: &Type<'_>) -> bool {
    ty.flags.intersects(Flags::INT64 | Flags::FLOAT64)
}

fn check_output(cx: &mut Checker<'_, '_>, output: &Output<'_>) {
    let Some(offset) = output.offset.filter(|_| cx.target.is_vulkan()) else {
        return;
    };
    let at = output.variable;
    if output.buffer.is_none() || output.stride.is_none() {
        let message = format_args!("the output with Offset {offset} lacks XfbBuffer or XfbStride");
        cx.violate(Decorations::FeedbackOffset, at, message);
    }
    let narrow = Flags::INT8 | Flags::INT16 | Flags::FLOAT16 | Flags::BOOL | Flags::NOT_NUMERIC | Flags::ENCODED_FLOAT;
    if output.ty.flags.intersects(narrow) {
        let message = format_args!("the output with Offset {offset} has components of other widths than 32 and 64");
        return cx.violate(Decorations::FeedbackWidth, at, message);
    }
    if is_wide(output.ty) && offset % 8 != 0 {
        let message = format_args!("the Offset of an output with 64-bit components is {offset}");
        cx.violate(Decorations::FeedbackAligned64, at, message);
    } else if offset % 4 != 0 {
        let message = format_args!("the Offset is {offset}");
        cx.violate(Decorations::FeedbackAligned32, at, message);
    }
}

/// Checks an output against the others of its buffer.
fn check_buffer(cx: &mut Checker<'_, '_>, output: &Output<'_>, number: u32, buffer: &mut Buffer) {
    let at = output.variable;
    let differs = |known: Option<u32>, one: Option<u32>| known.zip(one).is_some_and(|(known, one)| known != one);
    if differs(buffer.stride, output.stride) {
        let message = format_args!("buffer {number} has another XfbStride elsewhere");
        cx.violate(Decorations::FeedbackStride, at, message);
    }
    if differs(buffer.stream, output.stream) {
        let message = format_args!("buffer {number} is captured in another stream elsewhere");
        cx.violate(Decorations::FeedbackStream, at, message);
    }
    buffer.stride = buffer.stride.or(output.stride);
    buffer.stream = buffer.stream.or(output.stream);
}

/// The size in a buffer of a scalar, vector, matrix or an array of these.
fn bytes(module: &Module<'_>, ty: &Type<'_>) -> Option<u64> {
    let (inner, length) = match ty.kind {
        Kind::Array { element, constant, .. } => (module.ty(element)?, constant?),
        _ => (ty, 1),
    };
    match inner.kind {
        Kind::Int | Kind::Float | Kind::Vector { .. } | Kind::Matrix { .. } => {
            let components = u64::from(inner.lanes.max(1)).checked_mul(u64::from(inner.columns.max(1)))?;
            components
                .checked_mul(u64::from(inner.width()) / 8)?
                .checked_mul(length)
        }
        _ => None,
    }
}
