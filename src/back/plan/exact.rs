//! Expressions that an `@invariant` position depends on: a backward search from the returned values of the entry point,
//! through locals and calls, including every condition, since conditions decide which value results.
//!
//! Marks expressions of the entry point. A callee is exact too if its result is marked or it takes a pointer. If a
//! value comes from memory that functions share, all arithmetic of the entry point and its callees is exact. The search
//! is linear: it visits each expression, and the stores to each local, once.

use super::sweep::FunctionSweep;
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::ir::statements;
use crate::ir::ty::members;
use alloc::vec::Vec;
use naga::{Binding, BuiltIn, Expression, Handle, LocalVariable, Module, Statement, Type};
use spirula_spirv::internal::{sort, sort_by_key};

/// Which arithmetic of a function must not be fused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Exactness {
    /// Only what the entry point's controls select.
    #[default]
    Plain,
    /// All arithmetic of the function.
    Own,
    /// Marked expressions, and callees that take pointers or return a marked result.
    Marked,
    /// All arithmetic of the function and of its callees.
    WithCallees,
}

/// How values flow between the statements of a function.
#[derive(Default)]
struct Flows<'f> {
    /// Values stored to locals, sorted by local.
    stores: Vec<(Handle<LocalVariable>, Handle<Expression>)>,
    /// Values that are always marked: conditions, and arguments of calls that take pointers.
    roots: Vec<Handle<Expression>>,
    returned: Vec<Handle<Expression>>,
    /// The arguments of each call, by its result.
    calls: Vec<(Handle<Expression>, &'f [Handle<Expression>])>,
    /// Whether a local is written in a way that the search does not follow.
    is_opaque: bool,
}

impl<'a> FunctionSweep<'_, 'a> {
    /// Marks the expressions that the position of an entry point depends on, if it is invariant.
    pub(super) fn mark_invariant(&mut self) -> Exactness {
        let (module, function, memory) = (self.module, self.function, &self.plan.memory);
        let mesh = self.entry.and_then(|entry| entry.mesh_info.as_ref());
        if mesh.is_some_and(|mesh| invariant_member(module, mesh.vertex_output_type).is_some()) {
            // The vertices of a mesh are stored to memory that invocations share.
            return Exactness::WithCallees;
        }
        let Some(ref result) = function.result else {
            return Exactness::Plain;
        };
        let member = invariant_member(module, result.ty);
        if member.is_none() && !is_invariant_position(&result.binding) {
            return Exactness::Plain;
        }
        let flows = self.flows();
        let mut work = flows.roots;
        for value in flows.returned {
            match (&function.expressions[value], member) {
                (Expression::Compose { components, .. }, Some(member)) => {
                    work.extend(components.get(member as usize).copied());
                }
                // catch-all: a value whose members are not known separately, or the position itself
                _ => work.push(value),
            }
        }
        let mut is_shared = flows.is_opaque;
        let mut locals: bit_set::BitSet = bit_set::BitSet::default();
        while let Some(expression) = work.pop() {
            if self.uses[expression.index()].is_exact() {
                continue;
            }
            self.uses[expression.index()].set_exact();
            crate::ir::operands::for_each(&function.expressions[expression], &mut |operand| work.push(operand));
            match function.expressions[expression] {
                Expression::CallResult(_) => {
                    let call = flows.calls.binary_search_by_key(&expression, |&(result, _)| result);
                    let arguments = call.ok().and_then(|at| flows.calls.get(at));
                    work.extend(arguments.map_or(&[][..], |&(_, arguments)| arguments));
                }
                // These depend on other invocations.
                Expression::AtomicResult { .. }
                | Expression::SubgroupBallotResult
                | Expression::SubgroupOperationResult { .. } => is_shared = true,
                Expression::Load { pointer } => match pointer_root(function, pointer) {
                    Some(PointerRoot::Local(local)) if locals.insert(local.index()) => {
                        let from = flows.stores.partition_point(|&(to, _)| to < local);
                        let stored = flows.stores[from..].iter().take_while(|&&(to, _)| to == local);
                        work.extend(stored.map(|&(_, value)| value));
                    }
                    Some(PointerRoot::Local(_)) => {}
                    Some(PointerRoot::Global(global)) => is_shared |= !memory.is_constant(global),
                    Some(PointerRoot::Argument(_)) | None => is_shared = true,
                },
                Expression::ImageLoad { image, .. } => {
                    is_shared |= !memory.has_constant_texels(module, function, image);
                }
                // catch-all: other expressions depend on their operands only
                _ => {}
            }
        }
        if is_shared {
            Exactness::WithCallees
        } else {
            Exactness::Marked
        }
    }

    fn flows(&self) -> Flows<'a> {
        let function = self.function;
        let mut flows = Flows::default();
        for (local, variable) in function.local_variables.iter() {
            flows.stores.extend(variable.init.map(|value| (local, value)));
        }
        statements(&function.body).for_each(|statement| self.add_flows(&mut flows, statement));
        sort(&mut flows.stores);
        sort_by_key(&mut flows.calls, |&(result, _)| result);
        flows
    }

    fn add_flows(&self, flows: &mut Flows<'a>, statement: &'a Statement) {
        match *statement {
            Statement::Store { pointer, value } => match pointer_root(self.function, pointer) {
                Some(PointerRoot::Local(local)) => {
                    flows.stores.push((local, value));
                    // The pointer is an operand too: its indices select the element.
                    flows.stores.push((local, pointer));
                }
                Some(PointerRoot::Global(_) | PointerRoot::Argument(_)) => {}
                None => flows.is_opaque = true,
            },
            Statement::Return { value: Some(value) } => flows.returned.push(value),
            Statement::If { condition, .. } => flows.roots.push(condition),
            Statement::Switch { selector, .. } => flows.roots.push(selector),
            Statement::Loop { break_if, .. } => flows.roots.extend(break_if),
            // These may write locals in ways that the search does not follow.
            Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) | Statement::CooperativeStore { .. } => {
                flows.is_opaque = true;
            }
            Statement::Call {
                ref arguments, result, ..
            } => {
                flows.calls.extend(result.map(|result| (result, &arguments[..])));
                if arguments.iter().copied().any(|argument| self.is_pointer(argument)) {
                    flows.roots.extend(arguments);
                }
            }
            Statement::Emit(_)
            | Statement::Block(_)
            | Statement::Break
            | Statement::Continue
            | Statement::Return { value: None }
            | Statement::Kill
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_)
            | Statement::ImageStore { .. }
            | Statement::Atomic { .. }
            | Statement::ImageAtomic { .. }
            | Statement::WorkGroupUniformLoad { .. }
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. } => {}
        }
    }
}

/// The member of a struct that is an invariant position.
fn invariant_member(module: &Module, ty: Handle<Type>) -> Option<u32> {
    let mut members = members(module, ty).iter();
    let place = members.position(|member| is_invariant_position(&member.binding))?;
    Some(place as u32)
}

fn is_invariant_position(binding: &Option<Binding>) -> bool {
    *binding == Some(Binding::BuiltIn(BuiltIn::Position { invariant: true }))
}
