//! The strides of cooperative matrices in memory.

use super::module::{Body, Kind, Module, Part, instructions, op_of};
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use spirv::{CooperativeMatrixLayout, Op};

/// The name of this step in `OpModuleProcessed`. The words of a stride do not show what it counts, so that a module in
/// which it counts components has to say so.
const PROCESSED: &[u8] = b"the strides of cooperative matrices count components";

/// A stride counts elements of the type that the pointer points to (SPV_KHR_cooperative_matrix). It is multiplied with
/// the number of components that have the size of one element.
pub(super) fn cooperative_stride(module: &mut Module) {
    // OpModuleProcessed is missing before 1.1, and cooperative matrices before 1.3.
    if module.version() < 0x0001_0100 || is_processed(module) {
        return;
    }
    let mut is_changed = false;
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let (matrix, pointer, layout, stride, at) = match (op_of(&instruction), instruction.words) {
            (Some(Op::CooperativeMatrixLoadKHR), &[_, ty, _, pointer, layout, stride, ..]) => {
                (ty, pointer, layout, stride, 5)
            }
            (Some(Op::CooperativeMatrixStoreKHR), &[_, pointer, object, layout, stride, ..]) => {
                (module.type_of(object), pointer, layout, stride, 4)
            }
            _ => return false,
        };
        let Some(stride) = stride_in_components(module, matrix, pointer, layout, stride) else {
            return false;
        };
        let mut words = instruction.words.to_vec();
        if let Some(word) = words.get_mut(at) {
            *word = stride;
        }
        module.functions.extend_from_slice(&words);
        is_changed = true;
        true
    });
    if is_changed {
        let mut words = module.part(Part::Debug).to_vec();
        words.extend(processed());
        module.replace_part(Part::Debug, words);
    }
}

fn processed() -> Vec<u32> {
    // A string ends with a zero.
    let count = PROCESSED.len() / 4 + 1;
    let mut words = vec![Op::ModuleProcessed as u32 | (count as u32 + 1) << 16];
    let word = |index: usize| {
        let mut bytes = [0; 4];
        let rest = PROCESSED.get(index * 4..).unwrap_or(&[]);
        for (byte, &from) in bytes.iter_mut().zip(rest) {
            *byte = from;
        }
        u32::from_le_bytes(bytes)
    };
    words.extend((0..count).map(word));
    words
}

fn is_processed(module: &Module) -> bool {
    let mark = processed();
    instructions(module.part(Part::Debug)).any(|instruction| instruction.words == mark)
}

/// Emits what a stride in components is; `None` if it is what the instruction has.
fn stride_in_components(module: &mut Module, matrix: u32, pointer: u32, layout: u32, stride: u32) -> Option<u32> {
    let Kind::Pointer(_, element) = module.kind(module.type_of(pointer)) else {
        return None;
    };
    let declaration = module.declaration(matrix)?;
    let &[component, ..] = declaration.operand_words() else {
        return None;
    };
    if op_of(&declaration) != Some(Op::TypeCooperativeMatrixKHR) {
        return None;
    }
    // A vendor's layouts are in blocks.
    const ROWS: u64 = CooperativeMatrixLayout::RowMajorKHR as u64;
    const COLUMNS: u64 = CooperativeMatrixLayout::ColumnMajorKHR as u64;
    if !matches!(module.constant(layout), Some(ROWS | COLUMNS) | None) {
        return None;
    }
    let (element, component) = (size_of(module, element)?, size_of(module, component)?);
    // Sizes of components are powers of two.
    let common = 1 << element.trailing_zeros().min(component.trailing_zeros());
    let (factor, divisor) = (element / common, component / common);
    if factor == divisor {
        return None;
    }
    let mut ty = module.type_of(stride);
    let Kind::Int { width, signed } = module.kind(ty) else {
        return None;
    };
    let constant = module.constant(stride);
    if width < 32 {
        ty = module.int_type(32, signed);
    }
    if let Some(number) = constant {
        return Some(module.number(ty, number.wrapping_mul(factor) / divisor));
    }
    let mut stride = stride;
    if width < 32 {
        let convert = if signed { Op::SConvert } else { Op::UConvert };
        stride = module.value(convert, ty, &[stride]);
    }
    if factor != 1 {
        let factor = module.number(ty, factor);
        stride = module.value(Op::IMul, ty, &[stride, factor]);
    }
    if divisor != 1 {
        let shift = module.uint(divisor.trailing_zeros());
        stride = module.value(Op::ShiftRightLogical, ty, &[stride, shift]);
    }
    Some(stride)
}

/// The bytes of a scalar, of any encoding, or of a vector.
fn size_of(module: &Module, ty: u32) -> Option<u64> {
    let (scalar, count) = match module.kind(ty) {
        Kind::Vector(component, count) => (component, count),
        _ => (ty, 1),
    };
    let declaration = module.declaration(scalar)?;
    match (op_of(&declaration)?, declaration.operand_words()) {
        (Op::TypeInt | Op::TypeFloat, &[width @ (8 | 16 | 32 | 64), ..]) => Some(u64::from(width / 8 * count)),
        _ => None,
    }
}
