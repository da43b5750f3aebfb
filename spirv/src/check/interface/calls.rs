//! Recursion: no function that an entry point reaches may call itself (SPIR-V §2.16.2, Validation Rules for Shader
//! Capabilities; Vulkan, Standalone SPIR-V).

use super::Interface;
use crate::check::Checker;
use crate::check::module::Function;
use crate::sort::sort;

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    if cx.target.is_vulkan() && !cx.module.has_ordered_calls {
        recursion(cx);
    }
}

/// Repeatedly removes functions that call no remaining function. Those that remain call themselves or a recursive
/// function.
fn recursion(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let count = module.functions.len();
    let mut callers: Vec<(u32, u32)> = Vec::new();
    let mut open = vec![0_u32; count];
    for (caller, function) in module.functions.iter().enumerate() {
        for &(callee, _) in module.calls(function) {
            callers.push((callee, caller as u32));
            if let Some(open) = open.get_mut(caller) {
                *open += 1;
            }
        }
    }
    if callers.is_empty() {
        return;
    }
    sort(&mut callers);
    let mut work: Vec<u32> = (0..count as u32)
        .filter(|&index| open.get(index as usize) == Some(&0))
        .collect();
    while let Some(done) = work.pop() {
        let from = callers.partition_point(|&(callee, _)| callee < done);
        let rest = callers.get(from..).unwrap_or(&[]);
        for &(_, caller) in rest.iter().take_while(|&&(callee, _)| callee == done) {
            if let Some(open) = open.get_mut(caller as usize) {
                *open -= 1;
                if *open == 0 {
                    work.push(caller);
                }
            }
        }
    }
    let reached = |function: &&Function| !function.models.is_empty();
    let stuck = module.functions.iter().zip(&open).filter(|(_, open)| **open > 0);
    if let Some(function) = stuck.map(|(function, _)| function).find(reached) {
        if let Some(at) = module.inst(function.first) {
            cx.violate(
                Interface::Recursion,
                at,
                format_args!("{} calls itself, or a function that does", module.show(function.id)),
            );
        }
    }
}
