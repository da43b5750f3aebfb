//! Values that depend on `ViewIndex` in a mesh shader (VUID-StandaloneSpirv-MeshEXT-07108 to 07111).
//!
//! Values are traced from the load of the built-in through the instructions of one function, in their order. Memory,
//! calls and back edges are not traced.

use super::super::Checker;
use super::super::module::{Function, Inst, Module};
use super::Mesh;
use spirv::{BuiltIn, Decoration, Op, StorageClass};

pub(super) fn check(cx: &mut Checker<'_, '_>, function: &Function) {
    let module = cx.module;
    let mut tainted = hashbrown::HashSet::new();
    for inst in module.body(function) {
        let operands = module.operands(inst);
        let taken = |id: &u32| tainted.contains(id);
        match (inst.op, operands) {
            (Op::Load, &[pointer, ..]) if is_built_in(module, pointer, BuiltIn::ViewIndex) => {
                tainted.insert(inst.result);
            }
            (Op::AccessChain | Op::InBoundsAccessChain, &[base, ref indices @ ..]) if indices.iter().any(taken) => {
                indexed(cx, inst, base);
            }
            (Op::Store, &[pointer, value, ..])
                if taken(&value) && is_primitive_index(module, root(module, pointer)) =>
            {
                cx.violate(
                    Mesh::ViewStored,
                    inst,
                    format_args!("{} depends on ViewIndex", module.show(value)),
                );
            }
            (Op::SetMeshOutputsEXT, counts) => {
                if let Some(&count) = counts.iter().find(|id| taken(id)) {
                    cx.violate(
                        Mesh::ViewCount,
                        inst,
                        format_args!("{} depends on ViewIndex", module.show(count)),
                    );
                }
            }
            // Every other value computed from a dependent value depends on ViewIndex, except results of calls and phis.
            (Op::FunctionCall | Op::Phi | Op::ExtInst, _) => {}
            _ if inst.result_type != 0 && !tainted.is_empty() => {
                let count = values(inst.op).min(operands.len());
                if operands.iter().take(count).any(taken) {
                    tainted.insert(inst.result);
                }
            }
            _ => {}
        }
    }
}

/// The number of operands, from the first on, from which an instruction computes its result; the others are literals. 0
/// for instructions that compute nothing.
fn values(op: Op) -> usize {
    match op {
        Op::CompositeExtract => 1,
        Op::VectorShuffle | Op::CompositeInsert => 2,
        Op::VectorExtractDynamic
        | Op::VectorInsertDynamic
        | Op::CompositeConstruct
        | Op::CopyObject
        | Op::CopyLogical
        | Op::Transpose => usize::MAX,
        _ if matches!(op as u32, 109..=122 | 124..=215) => usize::MAX,
        _ => 0,
    }
}

fn indexed(cx: &mut Checker<'_, '_>, inst: &Inst, base: u32) {
    let module = cx.module;
    let variable = root(module, base);
    if is_primitive_index(module, variable) {
        cx.violate(Mesh::ViewIndexed, inst, format_args!("an index depends on ViewIndex"));
    }
    let class = module.type_of(variable).and_then(|ty| ty.storage_class());
    if [StorageClass::Workgroup, StorageClass::Private]
        .iter()
        .any(|&one| class == Some(one as u32))
    {
        cx.violate(Mesh::ViewMemory, inst, format_args!("an index depends on ViewIndex"));
    }
}

/// The variable that a pointer points into, traced through at most eight access chains of the same function; longer
/// sequences of access chains are rare.
fn root(module: &Module<'_>, pointer: u32) -> u32 {
    let mut at = pointer;
    for _ in 0..8 {
        match module.def(at) {
            Some(def) if matches!(def.op, Op::AccessChain | Op::InBoundsAccessChain) => at = module.operand(def, 0),
            _ => break,
        }
    }
    at
}

fn is_built_in(module: &Module<'_>, id: u32, built_in: BuiltIn) -> bool {
    let row = module.decoration(id, Decoration::BuiltIn);
    row.is_some_and(|row| row.operands.first() == Some(&(built_in as u32)))
}

fn is_primitive_index(module: &Module<'_>, id: u32) -> bool {
    [
        BuiltIn::PrimitivePointIndicesEXT,
        BuiltIn::PrimitiveLineIndicesEXT,
        BuiltIn::PrimitiveTriangleIndicesEXT,
    ]
    .iter()
    .any(|&one| is_built_in(module, id, one))
}
