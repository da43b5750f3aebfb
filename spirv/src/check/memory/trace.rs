//! The origins of variable pointers. Pointers are traced through chains, selections, calls and variables that hold
//! them, to find those that point into matrices, to arrays of blocks, or into more than one structure (SPIR-V §2.16.1,
//! Universal Validation Rules, "A variable pointer must not").
//!
//! The state of a pointer only grows, so that each is visited only a few times.

use super::{Memory, class_of, innermost, is_logical};
use crate::check::Checker;
use crate::check::module::{Flags, Inst, Kind, Module, Type, Value};
use crate::sort::sort;
use spirv::{Capability, Decoration, Op};

/// The pointer is a variable pointer.
const VARIABLE: u8 = 1;
/// The pointer points to a column of a matrix, or into one.
const MATRIX: u8 = 1 << 1;

/// The roots of a pointer to no memory object, and of one to several.
const NO_ROOT: u32 = 0;
const MANY: u32 = u32::MAX;

/// The state of each pointer, indexed by its slot, and the state of the pointers that a variable holds, indexed by its
/// slot plus the number of slots.
struct Trace {
    flags: Vec<u8>,
    /// The memory object into which it points, [`NO_ROOT`] or [`MANY`].
    roots: Vec<u32>,
    /// The flow of pointers: pairs of source and target, sorted.
    edges: Vec<(u32, u32)>,
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    // Without this capability, other rules report all variable pointers.
    if !cx.is_shader() || !module.has_capability(Capability::VariablePointersStorageBuffer) {
        return;
    }
    let mut trace = Trace {
        flags: vec![0; 2 * module.slots()],
        roots: vec![NO_ROOT; 2 * module.slots()],
        edges: Vec::new(),
    };
    for inst in &module.insts {
        trace.note(module, inst);
    }
    trace.propagate();
    for inst in &module.insts {
        check(cx, &trace, inst);
    }
}

/// Whether an id is a logical pointer.
fn is_pointer(module: &Module<'_>, id: u32) -> bool {
    class_of(module, id).is_some_and(|class| is_logical(module, class))
}

impl Trace {
    fn at<'t, T: Copy>(table: &'t [T], module: &Module<'_>, id: u32) -> Option<&'t T> {
        table.get(module.slot(id)?)
    }

    fn edge(&mut self, module: &Module<'_>, from: u32, to: u32) {
        if let (Some(from), Some(to)) = (module.slot(from), module.slot(to)) {
            self.edges.push((from as u32, to as u32));
        }
    }

    /// Adds an edge for a pointer that is stored to memory or loaded from it. The variable represents all pointers that
    /// it holds.
    fn through(&mut self, module: &Module<'_>, memory: u32, value: u32, stored: bool) {
        let variable = super::root(module, memory).and_then(|variable| module.slot(variable.result));
        if let (Some(variable), Some(value)) = (variable, module.slot(value)) {
            let (held, value) = ((variable + module.slots()) as u32, value as u32);
            self.edges.push(if stored { (value, held) } else { (held, value) });
        }
    }

    fn mark(&mut self, module: &Module<'_>, id: u32, flags: u8) {
        if let Some(entry) = module.slot(id).and_then(|slot| self.flags.get_mut(slot)) {
            *entry |= flags;
        }
    }

    /// Adds the edges for the pointers of an instruction.
    fn note(&mut self, module: &Module<'_>, inst: &Inst) {
        let operand = |index| module.operand(inst, index);
        match inst.op {
            Op::Store if is_pointer(module, operand(1)) => {
                self.through(module, operand(0), operand(1), true);
                return;
            }
            Op::ReturnValue if is_pointer(module, operand(0)) => {
                if let Some(function) = module.function_of(inst) {
                    self.edge(module, operand(0), function.id);
                }
                return;
            }
            Op::FunctionCall => self.call(module, inst),
            _ => {}
        }
        if inst.result == 0 || !is_pointer(module, inst.result) {
            return;
        }
        match inst.op {
            Op::Variable | Op::UntypedVariableKHR => {
                if let Some(root) = module.slot(inst.result).and_then(|slot| self.roots.get_mut(slot)) {
                    *root = inst.result;
                }
            }
            Op::AccessChain | Op::InBoundsAccessChain => {
                let pointee = module.type_of(operand(0)).and_then(Type::pointee);
                self.chain(module, inst, 0, pointee.unwrap_or(0), 1);
            }
            Op::PtrAccessChain | Op::InBoundsPtrAccessChain => {
                let pointee = module.type_of(operand(0)).and_then(Type::pointee);
                self.chain(module, inst, 0, pointee.unwrap_or(0), 2);
                self.mark(module, inst.result, VARIABLE);
            }
            Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR => {
                self.chain(module, inst, 1, operand(0), 2);
            }
            Op::UntypedPtrAccessChainKHR | Op::UntypedInBoundsPtrAccessChainKHR => {
                self.chain(module, inst, 1, operand(0), 3);
                self.mark(module, inst.result, VARIABLE);
            }
            Op::CopyObject => self.edge(module, operand(0), inst.result),
            Op::Select => {
                self.edge(module, operand(1), inst.result);
                self.edge(module, operand(2), inst.result);
                self.mark(module, inst.result, VARIABLE);
            }
            Op::Phi => {
                for &value in module.operands(inst).iter().step_by(2) {
                    self.edge(module, value, inst.result);
                }
                self.mark(module, inst.result, VARIABLE);
            }
            Op::Load => {
                self.through(module, operand(0), inst.result, false);
                self.mark(module, inst.result, VARIABLE);
            }
            Op::ConstantNull => self.mark(module, inst.result, VARIABLE),
            _ => {}
        }
    }

    fn call(&mut self, module: &Module<'_>, inst: &Inst) {
        let Some(function) = module.function(module.operand(inst, 0)) else {
            return;
        };
        let arguments = module.operands(inst).get(1..).unwrap_or(&[]);
        for (&argument, &parameter) in arguments.iter().zip(module.parameters(function)) {
            if let Some(parameter) = module.inst(parameter).filter(|_| is_pointer(module, argument)) {
                self.edge(module, argument, parameter.result);
            }
        }
        if is_pointer(module, inst.result) {
            self.edge(module, function.id, inst.result);
            self.mark(module, inst.result, VARIABLE);
        }
    }

    /// Adds the edge of a chain through type `ty`; `base` and `first` are the operand indices of the base and of the
    /// first index.
    fn chain(&mut self, module: &Module<'_>, inst: &Inst, base: usize, ty: u32, first: usize) {
        self.edge(module, module.operand(inst, base), inst.result);
        let mut reached = ty;
        for &index in module.operands(inst).get(first..).unwrap_or(&[]) {
            let Some(ty) = module.ty(reached) else { return };
            reached = match ty.kind {
                Kind::Matrix { .. } => return self.mark(module, inst.result, MATRIX),
                Kind::Array { element, .. } | Kind::RuntimeArray { element } => element,
                Kind::Vector { component } => component,
                Kind::Struct { members } => {
                    let member = module.constant_u32(index).unwrap_or(u32::MAX);
                    members.get(member as usize).copied().unwrap_or(0)
                }
                _ => return,
            };
        }
    }

    /// Propagates the state along the edges until it no longer changes.
    fn propagate(&mut self) {
        sort(&mut self.edges);
        self.edges.dedup();
        let mut work: Vec<u32> = (0..self.flags.len() as u32).collect();
        while let Some(from) = work.pop() {
            let (Some(&flags), Some(&root)) = (self.flags.get(from as usize), self.roots.get(from as usize)) else {
                continue;
            };
            let first = self.edges.partition_point(|&(edge, _)| edge < from);
            for &(edge, to) in self.edges.get(first..).unwrap_or(&[]) {
                if edge != from {
                    break;
                }
                let (Some(to_flags), Some(to_root)) =
                    (self.flags.get_mut(to as usize), self.roots.get_mut(to as usize))
                else {
                    continue;
                };
                let joined = match (*to_root, root) {
                    (known, NO_ROOT) => known,
                    (NO_ROOT, known) => known,
                    (known, other) if known == other => known,
                    _ => MANY,
                };
                if *to_flags | flags != *to_flags || joined != *to_root {
                    *to_flags |= flags;
                    *to_root = joined;
                    work.push(to);
                }
            }
        }
    }
}

/// Whether an instruction results in a variable pointer that is no constant.
fn is_variable_pointer(module: &Module<'_>, trace: &Trace, inst: &Inst) -> bool {
    let flags = Trace::at(&trace.flags, module, inst.result).copied().unwrap_or(0);
    let is_null = || {
        let constant = module.constant(inst.result);
        constant.is_some_and(|constant| constant.value == Value::Null)
    };
    inst.result != 0 && flags & VARIABLE != 0 && is_pointer(module, inst.result) && !is_null()
}

/// To what a pointer points that a variable pointer must not point to.
fn points_to(module: &Module<'_>, trace: &Trace, inst: &Inst) -> Option<&'static str> {
    let flags = Trace::at(&trace.flags, module, inst.result).copied().unwrap_or(0);
    let pointee = module
        .result_type(inst)
        .and_then(Type::pointee)
        .and_then(|id| module.ty(id));
    let blocks = pointee.is_some_and(|ty| {
        matches!(ty.kind, Kind::Array { .. } | Kind::RuntimeArray { .. })
            && innermost(module, ty.id).is_some_and(|inner| {
                module.is_decorated(inner.id, Decoration::Block)
                    || module.is_decorated(inner.id, Decoration::BufferBlock)
            })
    });
    let matrix = flags & MATRIX != 0 || pointee.is_some_and(|ty| ty.flags.contains(Flags::MATRIX));
    if blocks {
        return Some("an array of blocks");
    }
    matrix.then_some("a matrix or a part of one")
}

fn check(cx: &mut Checker<'_, '_>, trace: &Trace, inst: &Inst) {
    let module = cx.module;
    let flags = |id: u32| Trace::at(&trace.flags, module, id).copied().unwrap_or(0);
    let length = match inst.op {
        Op::ArrayLength => Some(module.operand(inst, 0)),
        Op::UntypedArrayLengthKHR => Some(module.operand(inst, 1)),
        _ => None,
    };
    if let Some(pointer) = length.filter(|&pointer| flags(pointer) & VARIABLE != 0) {
        cx.violate(
            Memory::VariablePointerLength,
            inst,
            format_args!("{} is a variable pointer", module.show(pointer)),
        );
    }
    if !is_variable_pointer(module, trace, inst) {
        return;
    }
    // What is derived from a pointer that is reported is not. In a loop the first of them is.
    let is_derived = || {
        let operands = module.operands(inst).iter().filter_map(|&id| module.def(id));
        let mut before = operands.filter(|def| def.index < inst.index);
        before.any(|def| is_variable_pointer(module, trace, def) && points_to(module, trace, def).is_some())
    };
    if let Some(wrong) = points_to(module, trace, inst).filter(|_| !is_derived()) {
        let message = format_args!(
            "{} is a variable pointer that points to {wrong}",
            module.show(inst.result)
        );
        cx.violate(Memory::VariablePointerObject, inst, message);
    }
    let chosen = matches!(inst.op, Op::Select | Op::Phi | Op::FunctionCall | Op::Load);
    let many = Trace::at(&trace.roots, module, inst.result) == Some(&MANY);
    if chosen && many && !module.has_capability(Capability::VariablePointers) {
        cx.violate(
            Memory::SameStructure,
            inst,
            format_args!(
                "{} selects among pointers into several variables",
                module.show(inst.result)
            ),
        );
    }
}
