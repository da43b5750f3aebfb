//! The rule that lets a mesh shader store its outputs directly, and the proof of its correctness.
//!
//! In naga's IR a mesh shader stores its mesh to a Workgroup variable, whose final value is the mesh. The entry point
//! then copies it to the outputs (`function::mesh`), unless the shader satisfies this rule:
//!
//! 1. Only this entry point names the variable, and only stores use it: to a count, to an element, or to a member of an
//!    element.
//! 2. The set of invocations that execute each such store is known: the store is in the body of the entry point or in
//!    `if` statements there that compare `local_invocation_index` with a literal, and neither the store nor a `return`
//!    before it is in a loop, in a switch or under another condition. At least one invocation executes it, and each at
//!    most once.
//! 3. Each count is stored by one statement. It is a literal, at least 1 and at most the length of the array.
//! 4. The index of an element is `local_invocation_index` or a literal. Each member of each element below the count is
//!    stored by exactly one invocation. Elements at or above the count are not stored.
//! 5. The shader does not read its view (`ViewIndex`).
//!
//! `OpSetMeshOutputsEXT` with both counts is then emitted before the body, and each store of an element at its own
//! position. The result is valid and equals the copy:
//!
//! * `OpSetMeshOutputsEXT` is executed exactly once, in uniform control flow, with the same counts in all invocations
//!   (VUID-RuntimeSpirv-MeshEXT-07118, SPV_EXT_mesh_shader): it is in no construct, before any `return`, and its
//!   operands are constants. They equal the final values in the variable (2, 3: one store is executed, and there is no
//!   other) and do not exceed the arrays (VUID-RuntimeSpirv-MeshEXT-07332 and -07333: 3).
//! * No output is written before that (VUID-StandaloneSpirv-MeshEXT-07106): it precedes the body.
//! * No output is read (VUID-StandaloneSpirv-MeshEXT-07107: 1) or accessed at or above a count
//!   (VUID-RuntimeSpirv-MeshEXT-12333: 4).
//! * No output is undefined (4), and no two invocations write the same one, which no barrier could order (4). Stores of
//!   one invocation keep their order. The point size that the writer adds is stored together with the first member.
//! * Neither counts nor primitive indices depend on `ViewIndex` (VUID-StandaloneSpirv-MeshEXT-07108 to -07110): 3, 5.

use super::meshes::reads_view;
use crate::ir::blocks;
use crate::ir::literal::known_index;
use crate::ir::mesh::{Collected, MeshPlace, MeshSide, mesh_place};
use crate::ir::pointer::{ElementIndex, pointer_global};
use crate::ir::position::input_binding;
use crate::ir::ty::members;
use alloc::vec::Vec;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    BinaryOperator, Binding, Block, BuiltIn, EntryPoint, Expression, GlobalVariable, Handle, Module, Statement,
};

/// The largest workgroup and array that the rule considers. Devices have no larger limits.
const MOST: u32 = 1024;

#[derive(Clone, Copy, Debug)]
pub(crate) struct DirectMesh {
    pub(crate) variable: (Handle<GlobalVariable>, Collected),
    /// The numbers of vertices and of primitives.
    pub(crate) counts: [u32; 2],
}

/// The invocations that execute a statement; `None` if they are unknown.
type Executing = Option<Vec<u32>>;
type Comparison = fn(&u32, &u32) -> bool;

/// The state of the rule in the body of an entry point.
struct Rule<'a> {
    module: &'a Module,
    point: &'a EntryPoint,
    variable: (Handle<GlobalVariable>, Collected),
    stores: usize,
    /// Whether unknown invocations may have returned.
    may_have_returned: bool,
    counts: [Option<u32>; 2],
    /// The number of members of a vertex and of a primitive.
    members: [usize; 2],
    /// The invocation that stores each member of each element.
    owners: [Vec<Option<u32>>; 2],
}

/// Applies the rule to an entry point. `None` if the rule is not satisfied and the mesh is staged.
pub(super) fn apply(module: &Module, info: &ModuleInfo, entry: usize) -> Option<DirectMesh> {
    let point = &module.entry_points[entry];
    let mesh = point.mesh_info.as_ref()?;
    let variable = (mesh.output_variable, Collected::of(module, mesh)?);
    let is_open = point.workgroup_size_overrides.is_some()
        || mesh.max_vertices_override.is_some()
        || mesh.max_primitives_override.is_some();
    let [x, y, z] = point.workgroup_size.map(u64::from);
    let invocations = x.saturating_mul(y).saturating_mul(z);
    let largest = invocations.max(mesh.max_vertices.max(mesh.max_primitives).into());
    let in_function = module.functions.iter().any(|(f, _)| !info[f][variable.0].is_empty());
    let in_entry = |other: usize| other != entry && !info.get_entry_point(other)[variable.0].is_empty();
    let is_shared = in_function || (0..module.entry_points.len()).any(in_entry);
    if is_open || largest > MOST.into() || is_shared || reads_view(module, point) {
        return None;
    }
    let members = [mesh.vertex_output_type, mesh.primitive_output_type].map(|ty| members(module, ty).len());
    let mut rule = Rule {
        module,
        point,
        variable,
        stores: 0,
        may_have_returned: false,
        counts: [None; 2],
        members,
        owners: [
            vec![None; mesh.max_vertices as usize * members[0]],
            vec![None; mesh.max_primitives as usize * members[1]],
        ],
    };
    rule.block(&point.function.body, Some((0..invocations as u32).collect()))?;
    let counts = [rule.count(MeshSide::Vertices)?, rule.count(MeshSide::Primitives)?];
    let is_direct = rule.is_stored_only(info.get_entry_point(entry));
    is_direct.then_some(DirectMesh { variable, counts })
}

impl Rule<'_> {
    /// Applies parts 2 to 4 to the statements of a block, and returns the invocations that complete it. `None` if the
    /// mesh is staged.
    fn block(&mut self, block: &Block, mut executing: Executing) -> Option<Executing> {
        for statement in block {
            match *statement {
                Statement::Store { pointer, value } => self.store(pointer, value, &executing)?,
                Statement::Return { .. } | Statement::Kill => match executing {
                    Some(ref mut executing) => executing.clear(),
                    None => self.may_have_returned = true,
                },
                Statement::Block(ref block) => executing = self.block(block, executing)?,
                Statement::If {
                    condition,
                    ref accept,
                    ref reject,
                } => match (executing.take(), self.comparison(condition)) {
                    (Some(all), Some((holds, bound))) => {
                        let (accepted, rejected) = all.into_iter().partition(|index| holds(index, &bound));
                        let mut left = self.block(accept, Some(accepted))??;
                        left.extend(self.block(reject, Some(rejected))??);
                        executing = Some(left);
                    }
                    (all, _) => {
                        self.block(accept, None)?;
                        self.block(reject, None)?;
                        executing = all;
                    }
                },
                // catch-all: other statements do not return, and do not store to the mesh (`is_stored_only`)
                _ => {
                    for block in blocks(statement) {
                        self.block(block, None)?;
                    }
                }
            }
        }
        Some(executing)
    }

    fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>, executing: &Executing) -> Option<()> {
        let Some(place) = mesh_place(&self.point.function, self.variable, pointer) else {
            return Some(());
        };
        let executing = executing.as_ref()?;
        if executing.is_empty() || self.may_have_returned {
            return None;
        }
        self.stores += 1;
        match place {
            MeshPlace::Array(_) | MeshPlace::Part { .. } | MeshPlace::Other => None,
            MeshPlace::Count(side) => {
                let count = known_index(self.module, &self.point.function, value)?;
                self.counts[side as usize].replace(count).is_none().then_some(())
            }
            MeshPlace::Element { side, index, member } => {
                let known = match index {
                    ElementIndex::Known(index) => Some(index),
                    ElementIndex::Dynamic(index) if self.is_invocation(index) => None,
                    ElementIndex::Dynamic(_) => return None,
                };
                let members = self.members[side as usize];
                let stored = member.map_or(0..members, |member| member as usize..member as usize + 1);
                for &invocation in executing {
                    let element = known.unwrap_or(invocation) as usize;
                    for member in stored.clone() {
                        // An index at or above the length has no owner entry.
                        let owner = self.owners[side as usize].get_mut(element * members + member)?;
                        if *owner.get_or_insert(invocation) != invocation {
                            return None;
                        }
                    }
                }
                Some(())
            }
        }
    }

    /// The count of a side, if parts 3 and 4 hold for it.
    fn count(&self, side: MeshSide) -> Option<u32> {
        let count = self.counts[side as usize].filter(|&count| count > 0)?;
        let below = (count as usize).checked_mul(self.members[side as usize])?;
        let (below, beyond) = self.owners[side as usize].split_at_checked(below)?;
        let is_full = below.iter().all(Option::is_some) && beyond.iter().all(Option::is_none);
        is_full.then_some(count)
    }

    /// Whether only the stores found use the variable. naga counts the uses of each expression; the uses of pointers
    /// into the variable must be the accesses based on them and the stores.
    fn is_stored_only(&self, info: &FunctionInfo) -> bool {
        let function = &self.point.function;
        let (mut uses, mut explained) = (0, self.stores);
        for (handle, expression) in function.expressions.iter() {
            if pointer_global(function, handle) == Some(self.variable.0) {
                uses += info[handle].ref_count;
                explained += usize::from(!matches!(expression, Expression::GlobalVariable(_)));
            }
        }
        uses == explained
    }

    /// The comparison of `local_invocation_index` with a literal in a condition; `None` for another condition.
    fn comparison(&self, condition: Handle<Expression>) -> Option<(Comparison, u32)> {
        let Expression::Binary { op, left, right } = self.point.function.expressions[condition] else {
            return None;
        };
        let holds: Comparison = match op {
            BinaryOperator::Less => u32::lt,
            BinaryOperator::LessEqual => u32::le,
            BinaryOperator::Greater => u32::gt,
            BinaryOperator::GreaterEqual => u32::ge,
            BinaryOperator::Equal => u32::eq,
            BinaryOperator::NotEqual => u32::ne,
            // catch-all: not comparisons
            _ => return None,
        };
        let bound = known_index(self.module, &self.point.function, right)?;
        self.is_invocation(left).then_some((holds, bound))
    }

    /// Whether an expression is `local_invocation_index`: an argument of the entry point, or a member of one.
    fn is_invocation(&self, expression: Handle<Expression>) -> bool {
        let binding = input_binding(self.module, &self.point.function, expression);
        binding == Some(&Binding::BuiltIn(BuiltIn::LocalInvocationIndex))
    }
}
