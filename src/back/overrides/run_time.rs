//! Overrides that stay open, in a module that has code for what no specialization expression computes.
//!
//! ```text
//! override a: f32 = 2.0;                          fn b() -> f32 { return select(a * 0.5, b_value, b_given); }
//! override b: f32 = a * 0.5;                      fn f() -> f32 { let b = b(); return b; }
//! var<private> p: f32 = b + 1.0;          →       var<private> p: f32;
//! fn f() -> f32 { return b; }                     @compute fn main() { p = b() + 1.0; … }
//! ```
//!
//! An override whose default takes code becomes a function without arguments, called at the start of every function that
//! names it: its expression becomes the result of that call, so that no other changes. Private variables and locals whose
//! first value takes code are stored to at the start. Everything else stays as it is, and a module that needs none of this
//! is not touched.

use super::Settled;
use super::start::{Start, retarget};
use super::values::value;
use crate::back::operands;
use crate::back::plan::{ConstantKind, OverrideDefault, OverrideEntry, OverrideTable, SpecIds};
use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, Arena, Expression, Function, FunctionResult, GlobalVariable, Handle, Module, Override, Scalar, Span,
    Statement, Type, TypeInner,
};

/// The table of a module with open overrides, and the module itself where it takes code.
pub(super) fn open(module: &Module, info: &ModuleInfo, options: &Options) -> Result<Settled, Error> {
    let mut table = OverrideTable::open(module, |declared| value(&options.overrides, declared));
    table.classify(module, info);
    let needed = Needed::find(module, &table);
    if needed.is_empty() {
        return Ok(Settled { rewritten: None, table });
    }
    let (module, mut table) = Rewriter::new(module, table).rewrite(module, info, &needed);
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    match validator.validate(&module) {
        Ok(info) => {
            table.classify(&module, &info);
            Ok(Settled {
                rewritten: Some(Box::new((module, info))),
                table,
            })
        }
        Err(error) => {
            let kind = ErrorKind::Internal("a module with code for its overrides is not valid");
            Err(Diagnostic::new(kind, Span::UNDEFINED)
                .with_note(error.as_inner().to_string())
                .into())
        }
    }
}

/// What takes code.
struct Needed {
    /// Overrides that a function, a private variable or another such override names, by index.
    overrides: Vec<bool>,
    variables: Vec<Handle<GlobalVariable>>,
}

impl Needed {
    fn is_empty(&self) -> bool {
        self.variables.is_empty() && !self.overrides.contains(&true)
    }

    fn find(module: &Module, table: &OverrideTable) -> Self {
        let mut overrides = vec![false; module.overrides.len()];
        let mut expressions = vec![false; module.global_expressions.len()];
        let mut variables = Vec::new();
        let entries = module.entry_points.iter().map(|entry| &entry.function);
        for function in module.functions.iter().map(|(_, function)| function).chain(entries) {
            for (_, expression) in function.expressions.iter() {
                if let Expression::Override(named) = *expression {
                    mark_override(table, named, &mut overrides, &mut expressions);
                }
            }
        }
        for (handle, global) in module.global_variables.iter() {
            let init = global.init.filter(|_| global.space == AddressSpace::Private);
            if let Some(init) = init.filter(|&init| table.kind(init) == ConstantKind::RunTime) {
                mark(&mut expressions, init.index());
                variables.push(handle);
            }
        }
        // A default stands before every expression that names its override, so one walk backwards reaches all.
        for (handle, expression) in module.global_expressions.iter().rev() {
            if !expressions.get(handle.index()).copied().unwrap_or(false) {
                continue;
            }
            operands::for_each(expression, |operand| mark(&mut expressions, operand.index()));
            if let Expression::Override(named) = *expression {
                mark_override(table, named, &mut overrides, &mut expressions);
            }
        }
        Self { overrides, variables }
    }
}

fn mark(marks: &mut [bool], index: usize) {
    if let Some(entry) = marks.get_mut(index) {
        *entry = true;
    }
}

/// Marks an override that takes code, and its default.
fn mark_override(table: &OverrideTable, named: Handle<Override>, overrides: &mut [bool], expressions: &mut [bool]) {
    if let Some(&OverrideEntry {
        kind: ConstantKind::RunTime,
        default: OverrideDefault::Computed(init),
        ..
    }) = table.entry(named)
    {
        mark(overrides, named.index());
        mark(expressions, init.index());
    }
}

/// The module under construction.
struct Rewriter {
    module: Module,
    table: OverrideTable,
    /// The functions that compute overrides, by override.
    computes: Vec<Option<Handle<Function>>>,
}

impl Rewriter {
    fn new(module: &Module, table: OverrideTable) -> Self {
        let mut module = module.clone();
        module.doc_comments = None;
        Self {
            computes: vec![None; module.overrides.len()],
            module,
            table,
        }
    }

    fn rewrite(mut self, module: &Module, info: &ModuleInfo, needed: &Needed) -> (Module, OverrideTable) {
        self.module.functions = Arena::new();
        for (handle, declared) in module.overrides.iter() {
            if needed.overrides.get(handle.index()).copied().unwrap_or(false) {
                self.compute(module, handle, declared);
            }
        }
        // Callees stand before callers, so the functions of overrides come first and all others move.
        let mut moved = Vec::with_capacity(module.functions.len());
        for (handle, function) in module.functions.iter() {
            let mut function = function.clone();
            retarget(&mut function, &moved);
            self.start(&mut function, module, &[]);
            moved.push(
                self.module
                    .functions
                    .append(function, module.functions.get_span(handle)),
            );
        }
        for &variable in &needed.variables {
            self.module.global_variables.get_mut(variable).init = None;
        }
        let mut entry_points = core::mem::take(&mut self.module.entry_points);
        for (index, entry) in entry_points.iter_mut().enumerate() {
            let uses = info.get_entry_point(index);
            let variables = needed.variables.iter().copied();
            let variables: Vec<_> = variables.filter(|&variable| !uses[variable].is_empty()).collect();
            retarget(&mut entry.function, &moved);
            self.start(&mut entry.function, module, &variables);
        }
        self.module.entry_points = entry_points;
        (self.module, self.table)
    }

    /// Puts before a function what computes the overrides that it names, its locals and the private variables.
    fn start(&self, function: &mut Function, module: &Module, variables: &[Handle<GlobalVariable>]) {
        let mut start = Start::new(function, &self.computes);
        start.call_overrides();
        start.store_locals();
        for &variable in variables {
            start.store_private(module, variable);
        }
        start.finish();
    }

    /// Makes the function that computes an override: what the pipeline gives if it says that it does, the default if not.
    fn compute(&mut self, module: &Module, handle: Handle<Override>, declared: &Override) {
        let Some(&OverrideEntry {
            default: OverrideDefault::Computed(init),
            ids,
            ..
        }) = self.table.entry(handle)
        else {
            return;
        };
        let span = module.overrides.get_span(handle);
        let given = ids.and_then(|ids| Some((ids, self.split(handle, declared, ids.given?, ids, span))));
        let mut function = Function {
            name: declared.name.clone(),
            result: Some(FunctionResult {
                ty: declared.ty,
                binding: None,
            }),
            ..Function::default()
        };
        let mut start = Start::new(&mut function, &self.computes);
        let mut value = start.import(&module.global_expressions, init);
        if let Some((_, (condition, accept))) = given {
            value = start.select(condition, accept, value, span);
        }
        start.push(Statement::Return { value: Some(value) }, span);
        start.finish();
        let function = self.module.functions.append(function, span);
        if let Some(entry) = self.computes.get_mut(handle.index()) {
            *entry = Some(function);
        }
    }

    /// The two specialization constants that an override with a computed default is: whether it is given, and its value.
    fn split(
        &mut self,
        handle: Handle<Override>,
        declared: &Override,
        given: u32,
        ids: SpecIds,
        span: Span,
    ) -> (Handle<Override>, Handle<Override>) {
        let bool = Type {
            name: None,
            inner: TypeInner::Scalar(Scalar::BOOL),
        };
        let bool = self.module.types.insert(bool, Span::UNDEFINED);
        let entry = |ids, default, is_declared| OverrideEntry {
            ids: Some(ids),
            default,
            kind: ConstantKind::Specialized,
            is_declared,
        };
        let flag = SpecIds {
            value: given,
            given: None,
        };
        let condition = self.add(None, bool, entry(flag, OverrideDefault::Number(0.0), false), span);
        let name = declared.name.clone();
        let value = self.add(name, declared.ty, entry(ids, OverrideDefault::Missing, true), span);
        if let Some(entry) = self.table.entries.get_mut(handle.index()) {
            (entry.ids, entry.is_declared) = (None, false);
        }
        (condition, value)
    }

    fn add(&mut self, name: Option<String>, ty: Handle<Type>, entry: OverrideEntry, span: Span) -> Handle<Override> {
        self.table.entries.push(entry);
        let declared = Override {
            name,
            id: None,
            ty,
            init: None,
        };
        self.module.overrides.append(declared, span)
    }
}
