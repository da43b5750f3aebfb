//! Inlining: in the functions of a module, calls are replaced by the callees' bodies (`Workaround::InlineCalls`). It is
//! a rewriting of naga's IR before the plan, as `overrides` is; the spans are those of the shader.
//!
//! ```text
//! let x = f(a);      let y = a + 1;     fn f(p: i32) -> i32 { let y = p + 1; return y; }
//! use(x);            use(y);
//! ```
//!
//! Each entry point is copied to a new function, statement by statement, and the body of a callee is copied where a call
//! is (`copy`), so every expression is copied once for each place where it ends up. Expressions are appended in the
//! order in which they are emitted: operands precede their uses, and the ranges of `Emit` are contiguous.
//!
//! | in the callee | in the copy |
//! |---|---|
//! | an argument, also a pointer, image or sampler | the expression that is passed |
//! | a local variable | another one; in a loop its initial value is stored where the body begins |
//! | a result | the returned expression if the only `return` ends the body, otherwise a local variable |
//! | a `return` that nothing follows | nothing, or a `break` from the construct that nothing follows |
//! | another `return` | the body is the default case of a switch, which the `return` leaves with `break` |
//! | such a `return` in a loop or switch | a flag is set, and tested after each construct that must be left too |
//!
//! A call stays in four cases; the callee is then copied to a function of its own, in which calls are inlined:
//!
//! 1. [`MAX_COPIED`] expressions and statements have been copied: the size can double with each level of calls.
//! 2. The call is nested deeper than [`MAX_DEPTH`], which bounds the recursion of later passes.
//! 3. [`Options::float_controls`] makes the callee exact by its name.
//! 4. The call is in a loop, and the callee has a ray query that it may use before it initializes it. A query cannot be
//!    reset.

mod callee;
mod copy;

use super::plan::FunctionRef;
use crate::error::{Error, ErrorKind};
use crate::ir::revalidate::revalidate;
use crate::ir::statements;
use crate::options::Options;
use alloc::boxed::Box;
use alloc::vec::Vec;
use copy::Copier;
use naga::valid::ModuleInfo;
use naga::{EntryPoint, Module, Statement};

/// The most expressions and statements that are copied for calls in one module.
const MAX_COPIED: usize = 1 << 18;

/// The most blocks and inlined calls around a call that is inlined.
const MAX_DEPTH: usize = 64;

#[derive(Debug)]
pub(crate) struct Inlined {
    pub(crate) module: Module,
    pub(crate) info: ModuleInfo,
    /// The number of calls that were replaced, with those in inlined bodies.
    pub(crate) count: u32,
    /// The functions in which they were.
    pub(crate) functions: Vec<FunctionRef>,
}

/// Inlines the calls that the selected entry points reach. `None` if there are none.
pub(crate) fn inline(module: &Module, info: &ModuleInfo, options: &Options) -> Result<Option<Box<Inlined>>, Error> {
    let is_call = |statement: &Statement| matches!(statement, Statement::Call { .. });
    let has_calls = |entry: &EntryPoint| options.selects(entry) && statements(&entry.function.body).any(is_call);
    if !module.entry_points.iter().any(has_calls) {
        return Ok(None);
    }
    let mut copier = Copier::new(module, info, &options.float_controls.exact_functions);
    let mut inlined = module.clone();
    for (index, entry) in module.entry_points.iter().enumerate() {
        if has_calls(entry) {
            inlined.entry_points[index].function = copier.root(FunctionRef::EntryPoint(index))?;
        }
    }
    while let Some(handle) = copier.kept.pop() {
        *inlined.functions.get_mut(handle) = copier.root(FunctionRef::Function(handle))?;
    }
    if copier.inlined == 0 {
        return Ok(None);
    }
    inlined.types = copier.types;
    let problem = "a module with inlined calls is not valid";
    let info = revalidate(&inlined, ErrorKind::Internal(problem))?;
    Ok(Some(Box::new(Inlined {
        module: inlined,
        info,
        count: copier.inlined,
        functions: copier.functions,
    })))
}
