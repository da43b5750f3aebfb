//! Open overrides that no specialization expression can compute: the module is rewritten with code for them.
//!
//! ```text
//! override a: f32 = 2.0;                          fn b() -> f32 { return select(a * 0.5, b_value, b_given); }
//! override b: f32 = a * 0.5;                      fn f() -> f32 { let b = b(); return b; }
//! var<private> p: f32 = b + 1.0;          →       var<private> p: f32;
//! fn f() -> f32 { return b; }                     @compute fn main() { p = b() + 1.0; … }
//! ```
//!
//! An override whose default needs code becomes a function without arguments. Every function that names the override
//! calls it first; the override expression becomes the result of the call, with the same handle. Private variables and
//! locals whose initial value needs code are stored to at the start. Nothing else changes, and a module that needs no
//! code is not rewritten.

use super::edit::{named_override, retain_emits, retarget};
use super::table::{ConstantKind, OverrideDefault, OverrideEntry, OverrideTable, SpecIds};
use crate::error::{Error, ErrorKind};
use crate::ir::operands;
use crate::ir::revalidate::revalidate;
use alloc::vec::Vec;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    Block, Expression, Function, FunctionResult, Handle, Module, Override, Range, Scalar, Span, Statement, Type,
};
use spirula_spirv::internal::sort;

/// Adds the code that computes overrides and initial values, and updates the table for the rewritten module. `None` if
/// no code is needed.
pub(super) fn lower(
    module: &Module,
    info: &ModuleInfo,
    table: &mut OverrideTable,
) -> Result<Option<(Module, ModuleInfo)>, Error> {
    let mut entries = table.entries.iter();
    let mut globals = module.global_variables.iter();
    if entries.all(|entry| entry.kind != ConstantKind::RunTime)
        && globals.all(|(_, global)| table.computed_by_code(global).is_none())
    {
        return Ok(None);
    }
    let mut rewritten = module.clone();
    rewritten.doc_comments = None;
    let mut functions = rewritten.functions.take();
    let mut entry_points = core::mem::take(&mut rewritten.entry_points);
    let mut lowering = Lowering {
        module: rewritten,
        table,
        computes: vec![None; module.overrides.len()],
    };
    for (handle, declared) in module.overrides.iter() {
        lowering.compute(handle, declared);
    }
    // In naga callees precede callers, so the functions of overrides are added first and all others get new handles.
    let mut moved = Vec::with_capacity(functions.len());
    for (_, mut function, span) in functions.drain() {
        retarget(&mut function, &moved);
        lowering.start(&mut function, None);
        moved.push(lowering.module.functions.append(function, span));
    }
    for (index, entry) in entry_points.iter_mut().enumerate() {
        retarget(&mut entry.function, &moved);
        lowering.start(&mut entry.function, Some(info.get_entry_point(index)));
    }
    let Lowering { mut module, table, .. } = lowering;
    module.entry_points = entry_points;
    for (_, global) in module.global_variables.iter_mut() {
        global.init = global.init.filter(|_| table.computed_by_code(global).is_none());
    }
    // The validator does not look into the expressions of overrides, but into those of functions.
    let problem = "with code for its overrides it is not what naga's validator accepts";
    let info = revalidate(&module, ErrorKind::InvalidModule(problem))?;
    Ok(Some((module, info)))
}

struct Lowering<'a> {
    module: Module,
    table: &'a mut OverrideTable,
    /// The functions that compute overrides, by override.
    computes: Vec<Option<Handle<Function>>>,
}

impl Lowering<'_> {
    /// Adds the function that computes an override: the pipeline's value if there is one, otherwise the default. The
    /// override itself then holds the pipeline's value, and a boolean override tells whether there is one.
    fn compute(&mut self, handle: Handle<Override>, declared: &Override) {
        let entry = &mut self.table.entries[handle.index()];
        let (OverrideDefault::Computed(init), ConstantKind::RunTime) = (entry.default, entry.kind) else {
            return;
        };
        let given = entry.ids.and_then(|ids| ids.given);
        if given.is_some() {
            entry.default = OverrideDefault::Missing;
        }
        let span = self.module.overrides.get_span(handle);
        let given = given.map(|given| self.add_flag(given, span));
        let mut function = Function {
            name: declared.name.clone(),
            result: Some(FunctionResult {
                ty: declared.ty,
                binding: None,
            }),
            ..Function::default()
        };
        let mut start = Start::new(&mut function, &self.computes);
        let Some(mut value) = start.copy(&self.module, init) else {
            return;
        };
        if let Some(given) = given {
            let condition = start.append(Expression::Override(given), span);
            let accept = start.append(Expression::Override(handle), span);
            let choice = Expression::Select {
                condition,
                accept,
                reject: value,
            };
            value = start.append(choice, span);
        }
        start.block.push(Statement::Return { value: Some(value) }, span);
        start.finish();
        self.computes[handle.index()] = Some(self.module.functions.append(function, span));
    }

    /// Adds a boolean override that is false unless the pipeline sets it.
    fn add_flag(&mut self, id: u32, span: Span) -> Handle<Override> {
        self.table.entries.push(OverrideEntry {
            ids: Some(SpecIds { value: id, given: None }),
            default: OverrideDefault::Number(0.0),
            kind: ConstantKind::Specialized,
        });
        let inner = Scalar::BOOL.to_inner_scalar();
        let bool = Type { name: None, inner };
        let flag = Override {
            name: None,
            id: None,
            ty: self.module.types.insert(bool, Span::UNDEFINED),
            init: None,
        };
        self.module.overrides.append(flag, span)
    }

    /// Adds code to the start of a function: for the overrides and locals of the function, and in an entry point for
    /// the Private variables that it uses.
    fn start(&self, function: &mut Function, entry: Option<&FunctionInfo>) {
        let mut start = Start::new(function, &self.computes);
        start.call_overrides();
        for (variable, global) in self.module.global_variables.iter() {
            if let Some(init) = self.table.computed_by_code(global)
                && entry.is_some_and(|uses| !uses[variable].is_empty())
                && let Some(value) = start.copy(&self.module, init)
            {
                let span = self.module.global_variables.get_span(variable);
                start.store(Expression::GlobalVariable(variable), value, span);
            }
        }
        start.finish();
    }
}

/// A function, and the code that is added to its start.
struct Start<'a> {
    function: &'a mut Function,
    computes: &'a [Option<Handle<Function>>],
    block: Block,
}

impl<'a> Start<'a> {
    fn new(function: &'a mut Function, computes: &'a [Option<Handle<Function>>]) -> Self {
        Self {
            function,
            computes,
            block: Block::new(),
        }
    }

    fn finish(mut self) {
        self.block.append(&mut self.function.body);
        self.function.body = self.block;
    }

    /// Appends an expression and emits it here.
    fn append(&mut self, expression: Expression, span: Span) -> Handle<Expression> {
        let handle = self.function.expressions.append(expression, span);
        self.emit(handle);
        handle
    }

    /// Emits an expression here, by the statement that it needs.
    fn emit(&mut self, handle: Handle<Expression>) {
        let span = self.function.expressions.get_span(handle);
        let statement = match self.function.expressions[handle] {
            Expression::CallResult(function) => Statement::Call {
                function,
                arguments: Vec::new(),
                result: Some(handle),
            },
            ref expression if expression.needs_pre_emit() => return,
            // catch-all: constant and override expressions need no other statement
            _ => Statement::Emit(Range::new_from_bounds(handle, handle)),
        };
        self.block.push(statement, span);
    }

    fn store(&mut self, variable: Expression, value: Handle<Expression>, span: Span) {
        let pointer = self.append(variable, span);
        self.block.push(Statement::Store { pointer, value }, span);
    }

    /// The function that computes an override, for an expression that names one.
    fn called_for(&self, expression: &Expression) -> Option<Handle<Function>> {
        let named = named_override(expression)?;
        self.computes.get(named.index()).copied().flatten()
    }

    /// Turns every expression of such an override into the result of a call, and stores the initial values of locals
    /// that depend on one. These values are emitted here and removed from their former position.
    fn call_overrides(&mut self) {
        let expressions = self.function.expressions.iter();
        let calls: Vec<_> = expressions
            .filter_map(|(handle, expression)| Some((handle, self.called_for(expression)?)))
            .collect();
        if calls.is_empty() {
            return;
        }
        for (handle, function) in calls {
            *self.function.expressions.get_mut(handle) = Expression::CallResult(function);
            self.emit(handle);
        }
        let expressions = &self.function.expressions;
        let is_call = |&handle: &Handle<Expression>| matches!(expressions[handle], Expression::CallResult(_));
        let mut locals = Vec::new();
        let mut emitted = Vec::new();
        for (local, declared) in self.function.local_variables.iter() {
            if let Some(init) = declared.init {
                let tree = operands::tree(expressions, init);
                if tree.iter().any(is_call) {
                    locals.push((local, init));
                    emitted.extend(tree);
                }
            }
        }
        emitted.retain(|handle| !is_call(handle));
        sort(&mut emitted);
        emitted.dedup();
        retain_emits(self.function, |handle, _| emitted.binary_search(&handle).is_err());
        emitted.into_iter().for_each(|handle| self.emit(handle));
        for (local, init) in locals {
            self.function.local_variables.get_mut(local).init = None;
            let span = self.function.local_variables.get_span(local);
            self.store(Expression::LocalVariable(local), init, span);
        }
    }

    /// Copies a global expression and its operands to this function. Returns the copy.
    fn copy(&mut self, module: &Module, root: Handle<Expression>) -> Option<Handle<Expression>> {
        let copy = operands::copy_tree(&module.global_expressions, root, |expression, span| {
            let called = self.called_for(&expression);
            self.append(called.map_or(expression, Expression::CallResult), span)
        });
        debug_assert!(copy.is_some(), "global expressions are constant or of overrides");
        copy
    }
}
