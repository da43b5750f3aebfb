//! Signatures and calls: a function must match its type, a call must match its function, and calls must not be
//! recursive.

use super::Logical;
use crate::check::Checker;
use crate::check::module::{Function, Inst, Kind, Type};
use spirv::Capability;

/// Reports recursive calls among the functions that entry points reach. The depth-first search uses an explicit stack.
pub(super) fn recursion(cx: &mut Checker<'_, '_>) {
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let module = cx.module;
    let mut states = vec![0_u8; module.functions.len()];
    // Function and number of its calls that have been followed.
    let mut stack: Vec<(u32, usize)> = Vec::new();
    for start in 0..module.functions.len() {
        let reached = module
            .functions
            .get(start)
            .is_some_and(|function| !function.models.is_empty());
        if reached && states.get(start) == Some(&0) {
            stack.push((start as u32, 0));
        }
        while let Some((function, next)) = stack.last_mut() {
            let at = *function as usize;
            if let Some(state) = states.get_mut(at) {
                *state = OPEN;
            }
            let calls = module
                .functions
                .get(at)
                .map_or(&[][..], |function| module.calls(function));
            let Some(&(callee, call)) = calls.get(*next) else {
                if let Some(state) = states.get_mut(at) {
                    *state = DONE;
                }
                stack.pop();
                continue;
            };
            *next += 1;
            match states.get(callee as usize) {
                Some(&0) => stack.push((callee, 0)),
                Some(&OPEN) => {
                    if let Some(inst) = module.inst(call) {
                        cx.violate(
                            Logical::Recursion,
                            inst,
                            format_args!("{} is in a cycle of calls", module.show(module.operand(inst, 0))),
                        );
                    }
                }
                _ => {}
            }
        }
    }
}

/// Checks a call against the signature of its function.
pub(super) fn call(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some(function) = module.function(module.operand(inst, 0)) else {
        return;
    };
    let Some(Kind::Function { result, parameters }) = module.ty(function.ty).map(|ty| ty.kind) else {
        return;
    };
    let arguments = module.operands(inst).get(1..).unwrap_or(&[]);
    let callee = module.show(function.id);
    if inst.result_type != result {
        let (returned, named) = (module.show(result), module.show(inst.result_type));
        let message = format_args!("{callee} returns {returned}, and the result type is {named}");
        return cx.violate(Logical::Call, inst, message);
    }
    if arguments.len() != parameters.len() {
        let (needed, given) = (parameters.len(), arguments.len());
        let message = format_args!("{callee} has {needed} parameters, and {given} arguments are given");
        return cx.violate(Logical::Call, inst, message);
    }
    // With Kernel and Addresses, pointers may point to types that match except for their layout.
    let is_relaxed = module.has_capability(Capability::Kernel) && module.has_capability(Capability::Addresses);
    let is_pointer = |ty: u32| module.ty(ty).is_some_and(Type::is_pointer);
    let differs = |&(_, (&argument, &parameter)): &(usize, (&u32, &u32))| {
        let ty = module.type_id(argument);
        ty != 0 && ty != parameter && !(is_relaxed && is_pointer(ty) && is_pointer(parameter))
    };
    let found = arguments.iter().zip(parameters).enumerate().find(differs);
    if let Some((index, (&argument, &parameter))) = found {
        let (argument, parameter) = (module.show(argument), module.show(parameter));
        let message = format_args!("argument {index}, {argument}, should be of type {parameter}, as {callee} declares");
        cx.violate(Logical::Call, inst, message);
    }
}

/// Checks a function against its type.
pub(super) fn signature(cx: &mut Checker<'_, '_>, function: &Function, first: &Inst) {
    let module = cx.module;
    if module.def(function.ty).is_none() {
        return;
    }
    let Some(Kind::Function { result, parameters }) = module.ty(function.ty).map(|ty| ty.kind) else {
        cx.violate(
            Logical::Signature,
            first,
            format_args!("{} is no function type", module.show(function.ty)),
        );
        return;
    };
    if result != first.result_type {
        cx.violate(
            Logical::Signature,
            first,
            format_args!("the function type's result is {}", module.show(result)),
        );
    }
    let own = module.parameters(function);
    if parameters.len() != own.len() {
        let (has, needed) = (own.len(), parameters.len());
        let message = format_args!("it has {has} parameters, and its function type has {needed}");
        // spirv-val judges parameters as they come.
        return cx.violate_part(Logical::Signature, has > needed, first, message);
    }
    for (&index, &expected) in own.iter().zip(parameters) {
        if let Some(parameter) = module.inst(index).filter(|parameter| parameter.result_type != expected) {
            cx.violate(
                Logical::Signature,
                parameter,
                format_args!(
                    "the function type has a parameter of type {} here",
                    module.show(expected)
                ),
            );
        }
    }
}
