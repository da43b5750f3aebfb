//! Limits on transform feedback and on the streams of geometry shaders.

use super::Device;
use crate::check::Checker;
use crate::check::decorations::feedback::{outputs, uses_feedback};
use crate::check::module::{Decorated, EntryPoint, Inst, Module};
use crate::sort::sort;
use spirv::{Capability, Decoration, ExecutionMode as Mode, ExecutionModel as Model, Op};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if uses_feedback(module) {
        decorated(cx);
        for entry in &module.entry_points {
            sizes(cx, entry);
        }
    }
    if module.has_capability(Capability::GeometryStreams) {
        streams(cx);
    }
}

fn decorated(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let limits = cx.target.limits();
    let (streams, stride) = (
        limits.max_transform_feedback_streams,
        limits.max_transform_feedback_buffer_data_stride,
    );
    for row in module.all_decorations() {
        let number = row.operand();
        let over = |row: &Decorated<'_>, decoration, most: Option<u32>| {
            row.is(decoration) && most.is_some_and(|most| number > most)
        };
        let rule = if over(
            row,
            Decoration::Stream,
            streams.map(|streams| streams.saturating_sub(1)),
        ) {
            Device::StreamDecoration
        } else if over(row, Decoration::XfbStride, stride) {
            Device::FeedbackStride
        } else {
            continue;
        };
        if let Some(inst) = module.inst(row.inst) {
            cx.violate(rule, inst, format_args!("its operand is {number}"));
        }
    }
}

/// Checks the sizes of the captured outputs for each buffer and stream.
fn sizes(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>) {
    let module = cx.module;
    let limits = cx.target.limits();
    let (of_buffer, of_stream) = (
        limits.max_transform_feedback_buffer_data_size,
        limits.max_transform_feedback_stream_data_size,
    );
    if of_buffer.is_none() && of_stream.is_none() {
        return;
    }
    // The stream, the buffer and the end of each captured output.
    let mut ends = Vec::new();
    for output in outputs(module, entry) {
        let (Some(number), Some(end)) = (output.buffer, output.end(module)) else {
            continue;
        };
        if let Some(most) = of_buffer.filter(|&most| end > u64::from(most)) {
            let message = format_args!("it ends at {end}, beyond {most}");
            cx.violate(Device::FeedbackSize, output.variable, message);
        }
        // Outputs without a Stream belong to stream 0.
        ends.push((output.stream.unwrap_or(0), number, end));
    }
    let (Some(most), Some(at)) = (of_stream, module.inst(entry.inst)) else {
        return;
    };
    sort(&mut ends);
    for of_stream in ends.chunk_by(|one, other| one.0 == other.0) {
        let of_buffers = of_stream.chunk_by(|one, other| one.1 == other.1);
        let sizes = of_buffers.filter_map(|ends| ends.last()).map(|end| end.2);
        let size = sizes.fold(0, u64::saturating_add);
        if let Some((stream, ..)) = of_stream.first().filter(|_| size > u64::from(most)) {
            let message = format_args!("stream {stream} has {size} bytes, more than {most}");
            cx.violate(Device::FeedbackStreamSize, at, message);
        }
    }
}

/// Checks the streams to which geometry shaders emit.
fn streams(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let limits = cx.target.limits();
    let most = limits.max_transform_feedback_streams;
    let points_only = limits.transform_feedback_streams_lines_triangles == Some(0);
    if most.is_none() && !points_only {
        return;
    }
    let emits = |inst: &&Inst| matches!(inst.op, Op::EmitStreamVertex | Op::EndStreamPrimitive);
    // By entry point, the first stream to which it emits.
    let mut first = vec![None; module.entry_points.len()];
    for (number, function) in (0_u32..).zip(&module.functions) {
        if !module.body(function).iter().any(|inst| emits(&inst)) {
            continue;
        }
        let entries = module.entries_reaching([number].into_iter());
        for inst in module.body(function).iter().filter(emits) {
            let Some(stream) = module.constant_u32(module.operand(inst, 0)) else {
                continue;
            };
            if most.is_some_and(|most| stream >= most) {
                cx.violate(
                    Device::StreamEmitted,
                    inst,
                    format_args!("the stream {stream} is beyond the limits of the target"),
                );
            }
            if !points_only || inst.op != Op::EmitStreamVertex {
                continue;
            }
            for &index in &entries {
                let geometry = |entry: &&EntryPoint<'_>| entry.model == Model::Geometry as u32;
                let Some(entry) = module.entry_points.get(index).filter(geometry) else {
                    continue;
                };
                if points(module, entry) || *first[index].get_or_insert(stream) == stream {
                    continue;
                }
                cx.violate(
                    Device::StreamTopology,
                    inst,
                    format_args!("it emits to stream {stream} besides others"),
                );
                break;
            }
        }
    }
}

fn points(module: &Module<'_>, entry: &EntryPoint<'_>) -> bool {
    let mut modes = module.modes(entry.function);
    modes.any(|inst| module.operand(inst, 1) == Mode::OutputPoints as u32)
}
