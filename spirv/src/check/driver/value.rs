//! What a value is computed from: the variable behind a pointer, constants, the vertex index.
//!
//! Each walk follows a limited number of definitions, so that the scan stays linear in the words.

use crate::check::module::{Class, Inst, Kind, Module, Value};
use core::ops::ControlFlow;
use spirv::{BuiltIn, Decoration, Op, StorageClass};

/// The greatest number of definitions that one walk follows. Access chains on access chains are seldom nested deeper.
const MOST: usize = 64;

/// The pointers from one back to its variable or parameter: the results of access chains and copies, then the base.
fn bases<'c>(module: &'c Module<'_>, pointer: u32) -> impl Iterator<Item = &'c Inst> {
    let mut next = module.def(pointer);
    let bases = core::iter::from_fn(move || {
        let inst = next?;
        next = match inst.op {
            Op::AccessChain
            | Op::InBoundsAccessChain
            | Op::PtrAccessChain
            | Op::InBoundsPtrAccessChain
            | Op::CopyObject => module.def(module.operand(inst, 0)),
            // The first operand is the type that the base is taken to point to.
            Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR => module.def(module.operand(inst, 1)),
            _ => None,
        };
        Some(inst)
    });
    bases.take(MOST)
}

/// The variable that a pointer points into.
pub(super) fn variable<'c>(module: &'c Module<'_>, pointer: u32) -> Option<&'c Inst> {
    bases(module, pointer).last().filter(|base| base.op == Op::Variable)
}

/// Function variables of which a pointer is passed to a function, ascending, with the first such function.
pub(super) fn passed_variables(module: &Module<'_>) -> Vec<(u32, u32)> {
    let calls = module.of([Class::Carrier]).filter(|inst| inst.op == Op::FunctionCall);
    let mut passed = Vec::new();
    for call in calls {
        let &[callee, ref arguments @ ..] = module.operands(call) else {
            continue;
        };
        let is_pointer = |id: u32| module.type_of(id).is_some_and(|ty| ty.is_pointer());
        for &argument in arguments.iter().filter(|&&argument| is_pointer(argument)) {
            if let Some(variable) =
                variable(module, argument).filter(|base| is_in(module, base, StorageClass::Function))
            {
                passed.push((variable.result, callee));
            }
        }
    }
    passed.sort_by_key(|&(variable, _)| variable);
    passed.dedup_by_key(|&mut (variable, _)| variable);
    passed
}

/// Whether a variable has a storage class.
pub(super) fn is_in(module: &Module<'_>, variable: &Inst, class: StorageClass) -> bool {
    module.operand(variable, 0) == class as u32
}

/// Whether a pointer points to a component of a vector in an array in Private memory, and all is chosen by constants
/// that choose the array's element.
pub(super) fn is_private_component(module: &Module<'_>, pointer: u32) -> bool {
    let mut chains: Vec<&Inst> = bases(module, pointer).collect();
    let Some(base) = chains.pop().filter(|base| base.op == Op::Variable) else {
        return false;
    };
    if !is_in(module, base, StorageClass::Private) {
        return false;
    }
    let mut ty = module.result_type(base).and_then(|ty| ty.pointee());
    let (mut is_element, mut is_component) = (false, false);
    for chain in chains.iter().rev() {
        let indices = match chain.op {
            Op::AccessChain | Op::InBoundsAccessChain => module.operands(chain).get(1..).unwrap_or(&[]),
            Op::CopyObject => continue,
            _ => return false,
        };
        for &index in indices {
            let Some(of) = ty.and_then(|ty| module.ty(ty)) else {
                return false;
            };
            is_component = of.is_vector();
            ty = match of.kind {
                Kind::Vector { component } => Some(component),
                Kind::Matrix { column } => Some(column),
                Kind::Array { element, .. } => {
                    is_element |= is_constant(module, index);
                    Some(element)
                }
                Kind::Struct { members } => module
                    .constant_u32(index)
                    .and_then(|member| members.get(member as usize).copied()),
                _ => None,
            };
        }
    }
    is_element && is_component
}

/// Whether an id is a constant or specialization constant.
pub(super) fn is_constant(module: &Module<'_>, id: u32) -> bool {
    module
        .constant(id)
        .is_some_and(|constant| constant.value != Value::Undefined)
}

/// Whether a constant, or a part of it, can be specialized.
pub(super) fn is_specialized(module: &Module<'_>, id: u32) -> bool {
    module.constant(id).is_some_and(|constant| constant.specialized)
}

/// The instruction that computes a value, without copies.
pub(super) fn origin<'c>(module: &'c Module<'_>, id: u32) -> Option<&'c Inst> {
    let mut inst = module.def(id)?;
    for _ in 0..MOST {
        if inst.op != Op::CopyObject {
            break;
        }
        inst = module.def(module.operand(inst, 0))?;
    }
    Some(inst)
}

/// Whether all components of a constant have these bits. Specialization constants can have any.
pub(super) fn is_all(module: &Module<'_>, id: u32, bits: u64) -> bool {
    let is_it = |id: u32| {
        let constant = module.constant(id).filter(|constant| !constant.specialized);
        constant.is_some_and(|constant| match constant.value {
            Value::Scalar(value) => value == bits,
            Value::Null => bits == 0,
            _ => false,
        })
    };
    let Some(constant) = module.constant(id).filter(|constant| !constant.specialized) else {
        return false;
    };
    match (constant.value, module.inst(constant.inst)) {
        (Value::Composite, Some(inst)) => module.operands(inst).iter().all(|&part| is_it(part)),
        _ => is_it(id),
    }
}

/// Whether a value is the vertex index, through copies, sums and differences.
pub(super) fn is_vertex_index(module: &Module<'_>, id: u32) -> bool {
    let mut work = vec![id];
    let mut visited = 0;
    while let Some(id) = work.pop() {
        visited += 1;
        if visited > MOST {
            return false;
        }
        let Some(inst) = module.def(id) else { continue };
        let step = match inst.op {
            Op::Load => {
                let variable = variable(module, module.operand(inst, 0));
                let built_in = variable.and_then(|base| module.decoration(base.result, Decoration::BuiltIn));
                match built_in.map(|decoration| decoration.operand()) {
                    Some(number) if number == BuiltIn::VertexIndex as u32 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(0),
                }
            }
            Op::Bitcast | Op::CopyObject => ControlFlow::Continue(1),
            Op::IAdd | Op::ISub => ControlFlow::Continue(2),
            _ => ControlFlow::Continue(0),
        };
        match step {
            ControlFlow::Break(()) => return true,
            ControlFlow::Continue(count) => work.extend(module.operands(inst).iter().take(count)),
        }
    }
    false
}

/// Whether a variable is an array, or an array of arrays, with a length that is an operation on specialization
/// constants.
pub(super) fn has_computed_length(module: &Module<'_>, variable: &Inst) -> bool {
    let pointee = module.result_type(variable).and_then(|ty| ty.pointee());
    let mut ty = pointee.and_then(|pointee| module.ty(pointee));
    for _ in 0..MOST {
        let Some(Kind::Array { element, length, .. }) = ty.map(|ty| ty.kind) else {
            return false;
        };
        if module.def(length).is_some_and(|length| length.op == Op::SpecConstantOp) {
            return true;
        }
        ty = module.ty(element);
    }
    false
}
