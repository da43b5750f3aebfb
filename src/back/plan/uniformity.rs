//! Uniformity analysis: which values are dynamically uniform, that is, the same for all invocations of an invocation
//! group that execute the same dynamic instance of an instruction (`SPV_EXT_descriptor_indexing`, "Uniformity"). For
//! compute the group is the workgroup, for graphics a subset of the invocations of one draw.
//!
//! A fixed-point iteration: everything starts as uniform, and passes over the reachable functions, callers first, mark
//! what varies until a pass finds nothing new. A value varies if an operand does. Memory varies if a varying value is
//! stored, or if the store is in divergent control flow. A function's result varies if a returned value does or a
//! `return` is divergent. Results hold for all instances of a function. The analysis is conservative: pointer
//! arguments, atomics, and memory that is neither constant (`back::memory`) nor Private always vary.

use super::FunctionRef;
use super::functions::Functions;
use crate::back::expression_facts::ExpressionFacts;
use crate::back::memory::MemorySummary;
use crate::ir::operands;
use crate::ir::pointer::{PointerRoot, is_pointer, pointer_global, pointer_root};
use crate::ir::position::{input_binding, stage_values};
use alloc::vec::Vec;
use bit_set::BitSet;
use naga::proc::TypeResolution;
use naga::{
    AddressSpace, Binding, Block, BuiltIn, Expression, Function, GatherMode, Handle, Module, ShaderStage, Statement,
    SubgroupOperation,
};

/// The most passes; if they do not suffice, everything is taken to vary. One pass propagates along the whole program
/// order, so only dependences that loops carry backward need further passes.
const MAX_PASSES: usize = 32;

#[derive(Debug, Default)]
struct Varying {
    expressions: BitSet,
    locals: BitSet,
    arguments: BitSet,
    /// The loops and switches that invocations leave at different times, numbered in the order of the body.
    constructs: BitSet,
    result: bool,
    /// Whether it is called in divergent control flow, or invocations return at different places.
    diverges: bool,
}

#[derive(Debug)]
pub(super) struct Uniformity {
    functions: Vec<Varying>,
    privates: BitSet,
    /// Whether every invocation group is a workgroup.
    workgroups: bool,
    /// Whether the last pass marked anything. If so after the analysis, the passes did not suffice, and everything is
    /// taken to vary.
    changed: bool,
}

impl Uniformity {
    /// Analyses the functions of a module that are reached, callers first. They are numbered as in the plan.
    pub(super) fn analyse(
        module: &Module,
        memory: &MemorySummary,
        functions: &Functions,
        reached: &[FunctionRef],
    ) -> Self {
        let count = module.functions.len() + module.entry_points.len();
        let mut stages = reached
            .iter()
            .filter_map(|function| function.entry_point(module))
            .map(|entry| entry.stage);
        let mut this = Self {
            functions: (0..count).map(|_| Varying::default()).collect(),
            privates: BitSet::default(),
            workgroups: stages.all(|stage| stage == ShaderStage::Compute),
            changed: false,
        };
        for _ in 0..MAX_PASSES {
            this.changed = false;
            for &function in reached {
                let at = functions.index(function);
                let pass = Pass {
                    varying: core::mem::take(&mut this.functions[at]),
                    uniformity: &mut this,
                    module,
                    memory,
                    function: function.function(module),
                    stage: function.entry_point(module).map(|entry| entry.stage),
                    seen: 0,
                    open: Vec::new(),
                };
                this.functions[at] = pass.run(functions.expressions_of(function));
            }
            if !this.changed {
                break;
            }
        }
        this
    }

    /// Whether an expression of a function may differ between invocations.
    pub(super) fn varies(&self, function: usize, expression: Handle<Expression>) -> bool {
        self.changed || self.functions[function].expressions.contains(expression.index())
    }
}

struct Pass<'u, 'a> {
    uniformity: &'u mut Uniformity,
    module: &'a Module,
    memory: &'a MemorySummary,
    function: &'a Function,
    /// The stage, if the function belongs to an entry point.
    stage: Option<ShaderStage>,
    varying: Varying,
    /// The number of loops and switches seen so far, and the enclosing ones: number, and whether it is a loop.
    seen: usize,
    open: Vec<(usize, bool)>,
}

impl Pass<'_, '_> {
    fn run(mut self, facts: &[ExpressionFacts]) -> Varying {
        let function = self.function;
        for (handle, expression) in function.expressions.iter() {
            // Where `continuing` uses a carried value, invocations can have it of different iterations.
            let varies = facts[handle.index()].is_carried() || self.expression_varies(handle, expression);
            self.vary_result(varies, handle);
        }
        self.block(&function.body, false);
        self.varying
    }

    fn varies(&self, expression: Handle<Expression>) -> bool {
        self.varying.expressions.contains(expression.index())
    }

    /// Whether an expression varies. Its operands must have been visited.
    fn expression_varies(&self, handle: Handle<Expression>, expression: &Expression) -> bool {
        match *expression {
            Expression::FunctionArgument(index) => self.argument_varies(index),
            Expression::AccessIndex { base, .. } => {
                match (self.stage, input_binding(self.module, self.function, handle)) {
                    (Some(stage), Some(binding)) => binding_varies(stage, binding),
                    // A member of another composite varies as the composite does.
                    (Some(_) | None, _) => self.varies(base),
                }
            }
            Expression::Load { pointer } if self.varies(pointer) => true,
            Expression::Load { pointer } => match pointer_root(self.function, pointer) {
                Some(PointerRoot::Local(local)) => self.varying.locals.contains(local.index()),
                // Private variables are followed; other memory is uniform only if it is constant.
                Some(PointerRoot::Global(global)) => match self.module.global_variables[global].space {
                    AddressSpace::Private => self.uniformity.privates.contains(global.index()),
                    // catch-all: other memory
                    _ => !self.memory.is_constant(global),
                },
                Some(PointerRoot::Argument(_)) | None => true,
            },
            Expression::ImageSample { level, .. } => {
                // Implicit derivatives depend on the other invocations of the quad.
                level.implicit_derivatives() || self.operand_varies(expression)
            }
            Expression::ImageLoad { image, .. } => {
                self.operand_varies(expression) || !self.memory.has_constant_texels(self.module, self.function, image)
            }
            Expression::CallResult(callee) => self.uniformity.functions[callee.index()].result,
            // The statement marks the result if the pointer varies.
            Expression::WorkGroupUniformLoadResult { .. } => !self.uniformity.workgroups,
            // The statement marks the result if it depends on the active invocations.
            Expression::SubgroupOperationResult { .. } => false,
            Expression::AtomicResult { .. }
            | Expression::Derivative { .. }
            | Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. }
            | Expression::SubgroupBallotResult
            | Expression::CooperativeLoad { .. }
            | Expression::CooperativeMultiplyAdd { .. } => true,
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
            | Expression::Compose { .. }
            | Expression::Access { .. }
            | Expression::Splat { .. }
            | Expression::Swizzle { .. }
            | Expression::ImageQuery { .. }
            | Expression::Unary { .. }
            | Expression::Binary { .. }
            | Expression::Select { .. }
            | Expression::Relational { .. }
            | Expression::Math { .. }
            | Expression::As { .. }
            | Expression::ArrayLength(_) => self.operand_varies(expression),
        }
    }

    fn operand_varies(&self, expression: &Expression) -> bool {
        operands::any(expression, |operand| self.varies(operand))
    }

    /// Whether an argument varies: by the callers' values, or by the stage inputs.
    fn argument_varies(&self, index: u32) -> bool {
        let Some(stage) = self.stage else {
            return self.varying.arguments.contains(index as usize);
        };
        let argument = self.function.arguments.get(index as usize);
        argument.is_none_or(|argument| {
            let mut inputs = stage_values(self.module, None, argument.binding.as_ref(), argument.ty).peekable();
            inputs.peek().is_none() || inputs.any(|input| binding_varies(stage, input.binding))
        })
    }

    fn block(&mut self, block: &Block, diverged: bool) {
        for statement in block {
            self.statement(statement, diverged);
        }
    }

    fn statement(&mut self, statement: &Statement, diverged: bool) {
        match *statement {
            Statement::Block(ref block) => self.block(block, diverged),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => {
                let diverged = diverged || self.varies(condition);
                self.block(accept, diverged);
                self.block(reject, diverged);
            }
            Statement::Switch { selector, ref cases } => {
                let diverged = diverged || self.varies(selector);
                let diverged = self.enter(false) || diverged;
                for case in cases {
                    self.block(&case.body, diverged);
                }
                let _ = self.open.pop();
            }
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => {
                let diverged = self.enter(true) || diverged;
                self.block(body, diverged);
                self.block(continuing, diverged);
                if diverged || break_if.is_some_and(|condition| self.varies(condition)) {
                    self.leave(false);
                }
                let _ = self.open.pop();
            }
            Statement::Break if diverged => self.leave(false),
            Statement::Continue if diverged => self.leave(true),
            Statement::Return { value } => {
                if diverged || value.is_some_and(|value| self.varies(value)) {
                    self.uniformity.changed |= !core::mem::replace(&mut self.varying.result, true);
                }
                if diverged {
                    self.uniformity.changed |= !core::mem::replace(&mut self.varying.diverges, true);
                }
            }
            Statement::Store { pointer, value } => {
                // A store to a Private variable is divergent too if the function is called, or returned from, in
                // divergent control flow.
                let is_global = || pointer_global(self.function, pointer).is_some();
                if diverged || self.varies(value) || self.varies(pointer) || self.varying.diverges && is_global() {
                    self.vary_memory(pointer);
                }
            }
            Statement::WorkGroupUniformLoad { pointer, result } => self.vary_result(self.varies(pointer), result),
            Statement::Call {
                function,
                ref arguments,
                result: _,
            } => self.call(function, arguments, diverged),
            Statement::CooperativeStore { ref data, .. } => self.vary_memory(data.pointer),
            Statement::Emit(_)
            | Statement::Break
            | Statement::Continue
            | Statement::Kill
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_)
            // Memory that these write always varies, and so do their results.
            | Statement::ImageStore { .. }
            | Statement::Atomic { .. }
            | Statement::ImageAtomic { .. }
            | Statement::RayQuery { .. }
            | Statement::RayPipelineFunction(_)
            | Statement::SubgroupBallot { .. } => {}
            Statement::SubgroupGather { mode, argument, result } => {
                // An invocation group has several subgroups, and reading from an inactive invocation is undefined.
                let gather_varies = !matches!(mode, GatherMode::BroadcastFirst);
                self.vary_result(self.varies(argument) || gather_varies, result);
            }
            Statement::SubgroupCollectiveOperation {
                op, argument, result, ..
            } => self.vary_result(self.varies(argument) || collective_varies(op), result),
        }
    }

    /// Marks an expression, or the result of a statement, if it varies.
    fn vary_result(&mut self, varies: bool, result: Handle<Expression>) {
        if varies {
            self.uniformity.changed |= self.varying.expressions.insert(result.index());
        }
    }

    /// Enters a loop or switch. Returns whether invocations leave it at different times.
    fn enter(&mut self, is_loop: bool) -> bool {
        self.open.push((self.seen, is_loop));
        self.seen += 1;
        self.varying.constructs.contains(self.seen - 1)
    }

    /// Records that some invocations leave the innermost construct, or the iteration of the innermost loop, before
    /// others.
    fn leave(&mut self, iteration: bool) {
        for &(construct, is_loop) in self.open.iter().rev() {
            self.uniformity.changed |= self.varying.constructs.insert(construct);
            if is_loop || !iteration {
                return;
            }
        }
    }

    /// Marks the memory behind a pointer as varying.
    fn vary_memory(&mut self, pointer: Handle<Expression>) {
        match pointer_root(self.function, pointer) {
            Some(PointerRoot::Local(local)) => self.uniformity.changed |= self.varying.locals.insert(local.index()),
            Some(PointerRoot::Global(global)) => {
                if self.module.global_variables[global].space == AddressSpace::Private {
                    self.uniformity.changed |= self.uniformity.privates.insert(global.index());
                }
            }
            // The call has marked memory behind pointer arguments.
            Some(PointerRoot::Argument(_)) | None => {}
        }
    }

    fn call(&mut self, callee: Handle<Function>, arguments: &[Handle<Expression>], diverged: bool) {
        let declared = &self.module.functions[callee].arguments;
        for (index, (&argument, declared)) in arguments.iter().zip(declared).enumerate() {
            let is_pointer = is_pointer(self.module, &TypeResolution::Handle(declared.ty));
            if is_pointer {
                self.vary_memory(argument);
            }
            if is_pointer || self.varies(argument) {
                let callee = &mut self.uniformity.functions[callee.index()];
                self.uniformity.changed |= callee.arguments.insert(index);
            }
        }
        if diverged || self.varying.diverges {
            let callee = &mut self.uniformity.functions[callee.index()];
            self.uniformity.changed |= !core::mem::replace(&mut callee.diverges, true);
        }
    }
}

/// Whether a reduction of a uniform value can vary: if the result depends on the number of active invocations.
fn collective_varies(op: SubgroupOperation) -> bool {
    match op {
        SubgroupOperation::All
        | SubgroupOperation::Any
        | SubgroupOperation::Min
        | SubgroupOperation::Max
        | SubgroupOperation::And
        | SubgroupOperation::Or => false,
        SubgroupOperation::Add | SubgroupOperation::Mul | SubgroupOperation::Xor => true,
    }
}

/// Whether an input of a stage may differ between the invocations of a group.
fn binding_varies(stage: ShaderStage, binding: &Binding) -> bool {
    let Binding::BuiltIn(built_in) = *binding else {
        return true;
    };
    match stage {
        ShaderStage::Compute => !matches!(
            built_in,
            BuiltIn::WorkGroupId | BuiltIn::WorkGroupSize | BuiltIn::NumWorkGroups | BuiltIn::NumSubgroups
        ),
        // Each draw of a multi-draw command has an invocation group of its own.
        ShaderStage::Vertex => !matches!(
            built_in,
            BuiltIn::BaseInstance | BuiltIn::BaseVertex | BuiltIn::DrawIndex
        ),
        ShaderStage::Fragment
        | ShaderStage::Task
        | ShaderStage::Mesh
        | ShaderStage::RayGeneration
        | ShaderStage::Miss
        | ShaderStage::AnyHit
        | ShaderStage::ClosestHit => true,
    }
}
