//! `PointSize`: the entry points that must write it, and the paths on which they must.

use super::{Device, lacks};
use crate::check::Checker;
use crate::check::interface::stripped;
use crate::check::module::{Block, Class, EntryPoint, Inst, Module, NONE, Type};
use crate::target::{Feature, Support};
use spirv::{BuiltIn, Decoration, ExecutionMode as Mode, ExecutionModel as Model, Op};

/// A variable decorated `PointSize`, or the member that is.
struct Written<'m> {
    variable: &'m Inst,
    member: Option<u32>,
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let meshes = [Model::MeshEXT as u32, Model::MeshNV as u32];
    let stages = [Model::Vertex as u32, Model::TessellationEvaluation as u32];
    let is_asked = |entry: &EntryPoint<'_>| meshes.contains(&entry.model) || stages.contains(&entry.model);
    if !module.entry_points.iter().any(is_asked) {
        return;
    }
    let variables = sized(module);
    let all_paths = cx.target.feature(Feature::Maintenance5) == Support::Enabled;
    let users = variables.iter().flat_map(|sized| module.uses(sized.variable.result));
    let users = users.filter_map(|at| module.inst(at.inst));
    let writers = module.entries_reaching(users.map(|user| user.function));
    for (index, entry) in module.entry_points.iter().enumerate() {
        let Some(at) = module.inst(entry.inst) else { continue };
        let points = |inst: &Inst| module.operand(inst, 1) == Mode::OutputPoints as u32;
        let is_mesh = meshes.contains(&entry.model);
        if is_mesh && module.modes(entry.function).any(points) && lacks(cx, Feature::Maintenance5) {
            if writers.binary_search(&index).is_err() {
                cx.violate(Device::PointSize, at, format_args!("nothing writes PointSize"));
            }
        }
        if all_paths && stages.contains(&entry.model) && !variables.is_empty() {
            paths(cx, entry, at, &variables);
        }
    }
}

fn sized<'m>(module: &'m Module<'_>) -> Vec<Written<'m>> {
    let size = BuiltIn::PointSize as u32;
    let mut found = Vec::new();
    for inst in module.of([Class::Variable]).filter(|inst| inst.function == NONE) {
        let pointee = module.result_type(inst).and_then(Type::pointee);
        let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
            continue;
        };
        if module
            .decoration(inst.result, Decoration::BuiltIn)
            .is_some_and(|row| row.operand() == size)
        {
            found.push(Written {
                variable: inst,
                member: None,
            });
        }
        let rows = module.decorations(stripped(module, ty).0.id).iter();
        let mut members = rows.filter(|row| row.is(Decoration::BuiltIn) && row.operand() == size);
        if let Some(member) = members.find_map(|row| row.member) {
            found.push(Written {
                variable: inst,
                member: Some(member),
            });
        }
    }
    found
}

/// Whether an instruction writes `PointSize`.
fn writes(module: &Module<'_>, inst: &Inst, variables: &[Written<'_>]) -> bool {
    let Some(target) = module.def(module.operand(inst, 0)).filter(|_| inst.op == Op::Store) else {
        return false;
    };
    variables.iter().any(|sized| {
        let whole = target.result == sized.variable.result;
        let chain = matches!(target.op, Op::AccessChain | Op::InBoundsAccessChain)
            && module.operand(target, 0) == sized.variable.result
            && sized
                .member
                .is_none_or(|member| module.constant_u32(module.operand(target, 1)) == Some(member));
        whole || chain
    })
}

/// Reports a path through the entry point's function that does not write PointSize, if another path does.
fn paths(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst, variables: &[Written<'_>]) {
    let module = cx.module;
    let Some(function) = module.function(entry.function) else {
        return;
    };
    let body = module.body(function);
    if !body.iter().any(|inst| writes(module, inst, variables)) {
        return;
    }
    let done = |block: &Block| {
        let mut insts = module.block_body(block).iter();
        insts.any(|inst| inst.op == Op::FunctionCall || writes(module, inst, variables))
    };
    let first = function.blocks.start;
    let mut seen = vec![false; function.blocks.len()];
    let mut work = vec![first];
    while let Some(index) = work.pop() {
        let Some(seen) = index.checked_sub(first).and_then(|index| seen.get_mut(index as usize)) else {
            continue;
        };
        let Some(block) = module.blocks.get(index as usize).filter(|_| !*seen) else {
            continue;
        };
        *seen = true;
        if done(block) {
            continue;
        }
        if module.inst(block.terminator).is_some_and(|inst| inst.op == Op::Return) {
            return cx.violate(
                Device::PointSizePaths,
                at,
                format_args!("a path to {} writes no PointSize", module.show(block.label)),
            );
        }
        work.extend_from_slice(module.successors(block));
    }
}
