//! Mesh and task shaders: their instructions, and the execution modes of their entry points (SPV_EXT_mesh_shader;
//! Vulkan's Standalone and Runtime SPIR-V).
//!
//! Built-ins, interfaces and workgroup sizes of mesh shaders are checked by other families.

mod view;

use super::Checker;
use super::module::{Class, Function, Inst, Models, Module, NONE};
use super::rule::rules;
use super::signature::{self, Fault, Row, Shape};
use spirv::{Decoration, ExecutionMode as Mode, ExecutionModel as E, Op, StorageClass};

rules! {
    /// Mesh and task shaders.
    Mesh "mesh" {
        Operand "operand" "SPV_EXT_mesh_shader, Mesh Instructions": "counts are unsigned integers of 32 bits, the payload is a variable";
        Model "model" "SPV_EXT_mesh_shader, Mesh Instructions":
            "OpSetMeshOutputsEXT is for mesh shaders, OpEmitMeshTasksEXT for task shaders";
        Modes "modes" "SPV_EXT_mesh_shader §3.6":
            "OutputLinesEXT, OutputTrianglesEXT and OutputPrimitivesEXT are for mesh shaders";
        Mixed "mixed" vuid "VUID-StandaloneSpirv-MeshEXT-07102" "Vulkan, Standalone SPIR-V":
            "a module does not have shaders of both SPV_NV_mesh_shader and SPV_EXT_mesh_shader";
        Written "written" vuid "VUID-StandaloneSpirv-MeshEXT-07106" "Vulkan, Standalone SPIR-V":
            "OpSetMeshOutputsEXT is executed before outputs are written"
            (decides "writes that dominate all of them, in one function") [ours:
            "SPV_EXT_mesh_shader too: OpSetMeshOutputsEXT must be called before any variable from Output storage class is written to"];
        ViewCount "view-count" vuid "VUID-StandaloneSpirv-MeshEXT-07108" "Vulkan, Standalone SPIR-V":
            "the counts of OpSetMeshOutputsEXT do not depend on ViewIndex" (decides "values computed in one function") [ours];
        ViewIndexed "view-indexed" vuid "VUID-StandaloneSpirv-MeshEXT-07109" "Vulkan, Standalone SPIR-V":
            "primitive indices are not accessed with an index that depends on ViewIndex" (decides "values computed in one function") [ours];
        ViewStored "view-stored" vuid "VUID-StandaloneSpirv-MeshEXT-07110" "Vulkan, Standalone SPIR-V":
            "primitive indices do not depend on ViewIndex" (decides "values computed in one function") [ours];
        ViewMemory "view-memory" vuid "VUID-StandaloneSpirv-MeshEXT-07111" "Vulkan, Standalone SPIR-V":
            "composites in Workgroup and Private are not accessed with an index that depends on ViewIndex"
            (decides "values computed in one function") [ours];
        MostVertices "most-vertices" vuid "VUID-RuntimeSpirv-MeshEXT-07332" "Vulkan, Runtime SPIR-V":
            "the vertex count is at most OutputVertices" (decides "values computed from constants in one function") [newer];
        MostPrimitives "most-primitives" vuid "VUID-RuntimeSpirv-MeshEXT-07333" "Vulkan, Runtime SPIR-V":
            "the primitive count is at most OutputPrimitivesEXT" (decides "values computed from constants in one function") [newer];
        PrimitiveIndex "primitive-index" vuid "VUID-RuntimeSpirv-MeshEXT-12333" "Vulkan, Runtime SPIR-V":
            "variables decorated PerPrimitiveEXT are accessed with indices below the number of primitives"
            (decides "variables that are decorated themselves, counts and indices that are computed from constants in one function") [ours];
        TaskOnce "task-once" vuid "VUID-RuntimeSpirv-TaskEXT-07117" "Vulkan, Runtime SPIR-V":
            "a task shader runs OpEmitMeshTasksEXT once" (decides "whether the entry point reaches one") [ours:
            "Exactly once: an entry point that does not reach one calls it not once"];
        MeshOnce "mesh-once" vuid "VUID-RuntimeSpirv-MeshEXT-07118" "Vulkan, Runtime SPIR-V":
            "a mesh shader runs OpSetMeshOutputsEXT once at most" (decides "two in one function of which one always executes before the other") [ours];
    }
}

const MESH: Models = Models::of(&[E::MeshEXT]);
const PAYLOAD: Shape = Shape::Variable([StorageClass::TaskPayloadWorkgroupEXT; 2]);

static ROWS: &[Row] = &[
    Row {
        opcode: Op::EmitMeshTasksEXT as u16,
        models: Models::of(&[E::TaskEXT]),
        result: Shape::None,
        operands: &[Shape::Uint32, Shape::Uint32, Shape::Uint32, PAYLOAD],
    },
    Row {
        opcode: Op::SetMeshOutputsEXT as u16,
        models: MESH,
        result: Shape::None,
        operands: &[Shape::Uint32, Shape::Uint32],
    },
    Row {
        opcode: Op::WritePackedPrimitiveIndices4x8NV as u16,
        models: Models::of(&[E::MeshNV]),
        result: Shape::None,
        operands: &[Shape::Uint32, Shape::Uint32],
    },
];

/// The execution modes of a mesh shader's entry point.
#[derive(Clone, Copy, Default)]
struct MeshModes {
    vertices: Option<u32>,
    primitives: Option<u32>,
}

impl MeshModes {
    fn of(module: &Module<'_>, function: u32) -> Self {
        let count = |mode| {
            let inst = module
                .mode(function, mode)
                .filter(|inst| inst.op == Op::ExecutionMode)?;
            module.operands(inst).get(2).copied()
        };
        Self {
            vertices: count(Mode::OutputVertices),
            primitives: count(Mode::OutputPrimitivesEXT),
        }
    }
}

/// Checks the entry points and the bodies of their functions. Instructions are passed to [`check`].
pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    modes(cx);
    let (ext, nv) = (
        Models::of(&[E::TaskEXT, E::MeshEXT]),
        Models::of(&[E::TaskNV, E::MeshNV]),
    );
    let has = |models: Models| {
        let mut entries = module.entry_points.iter();
        entries.find(|entry| models.intersects(Models::of_number(entry.model)))
    };
    if has(ext).is_none() {
        return;
    }
    if let Some(inst) = has(nv).and_then(|entry| module.inst(entry.inst)) {
        let message = format_args!("it is of SPV_NV_mesh_shader, others are of SPV_EXT_mesh_shader");
        cx.violate(Mesh::Mixed, inst, message);
    }
    // The entry points that reach an OpEmitMeshTasksEXT.
    let emits = |inst: &Inst| inst.op == Op::EmitMeshTasksEXT;
    let emitting = (0_u32..)
        .zip(&module.functions)
        .filter(|(_, function)| function.models.has(E::TaskEXT) && module.body(function).iter().any(emits));
    let emitting = module.entries_reaching(emitting.map(|(number, _)| number));
    let mut limits = Vec::with_capacity(module.entry_points.len());
    for (index, entry) in module.entry_points.iter().enumerate() {
        let model = Models::of_number(entry.model);
        limits.push(match model.intersects(MESH) {
            true => MeshModes::of(module, entry.function),
            false => MeshModes::default(),
        });
        let Some(inst) = module.inst(entry.inst).filter(|_| model.intersects(ext)) else {
            continue;
        };
        if !model.intersects(MESH) && cx.target.is_vulkan() && emitting.binary_search(&index).is_err() {
            cx.violate(Mesh::TaskOnce, inst, format_args!("it reaches no OpEmitMeshTasksEXT"));
        }
    }
    for (number, function) in (0_u32..)
        .zip(&module.functions)
        .filter(|(_, function)| function.models.intersects(MESH))
    {
        outputs(cx, function, number, &limits);
        if cx.target.is_vulkan() {
            written(cx, function);
            primitives(cx, function);
            view::check(cx, function);
        }
    }
}

/// Checks how often a function sets its outputs, and with which counts.
fn outputs(cx: &mut Checker<'_, '_>, function: &Function, number: u32, limits: &[MeshModes]) {
    let module = cx.module;
    let mut first: Option<&Inst> = None;
    let mut entries = None;
    for inst in module.body(function) {
        if inst.op != Op::SetMeshOutputsEXT {
            continue;
        }
        let entries = entries.get_or_insert_with(|| module.entries_reaching([number].into_iter()));
        if first.is_some_and(|first| precedes(module, first, inst)) {
            cx.violate(Mesh::MeshOnce, inst, format_args!("another one runs before it"));
        }
        first = first.or(Some(inst));
        let [vertices, primitives] = [0, 1].map(|index| module.folded_u32(module.operand(inst, index)));
        for mesh_modes in entries.iter().filter_map(|&entry_point| limits.get(entry_point)) {
            for (count, limit, rule) in [
                (vertices, mesh_modes.vertices, Mesh::MostVertices),
                (primitives, mesh_modes.primitives, Mesh::MostPrimitives),
            ] {
                if let Some((count, limit)) = count.zip(limit).filter(|(count, limit)| count > limit) {
                    cx.violate(
                        rule,
                        inst,
                        format_args!("the count {count} is above {limit} of the execution mode"),
                    );
                }
            }
        }
    }
}

/// Whether `one` always executes before `other` if `other` executes.
fn precedes(module: &Module<'_>, one: &Inst, other: &Inst) -> bool {
    if one.block == other.block {
        return one.index < other.index;
    }
    let reachable = module.dominance().is_reachable(other.block);
    reachable && module.dominance().dominates(one.block, other.block)
}

/// Reports modes that only mesh shaders may have.
fn modes(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let models = Models::of(&[E::MeshEXT, E::MeshNV]);
    for inst in module.of([Class::Mode]).filter(|inst| inst.function == NONE) {
        let &[function, mode, ..] = module.operands(inst) else {
            continue;
        };
        let only = matches!(
            Mode::from_u32(mode),
            Some(Mode::OutputPrimitivesEXT | Mode::OutputLinesEXT | Mode::OutputTrianglesEXT)
        );
        let function = module
            .function(function)
            .filter(|_| only && inst.op == Op::ExecutionMode);
        if function.is_some_and(|function| !function.models.intersects(models)) {
            cx.violate(Mesh::Modes, inst, format_args!("the entry point is no mesh shader"));
        }
    }
}

/// Reports writes of outputs that execute before every `OpSetMeshOutputsEXT` of the function.
fn written(cx: &mut Checker<'_, '_>, function: &Function) {
    let module = cx.module;
    let body = module.body(function);
    let mut sets = body.iter().filter(|inst| inst.op == Op::SetMeshOutputsEXT);
    let Some(first) = sets.next() else { return };
    // All of them are dominated by the earliest one, so what precedes that one precedes all.
    let mut earliest = *first;
    for set in sets {
        if !precedes(module, &earliest, set) {
            if !precedes(module, set, &earliest) {
                return;
            }
            earliest = *set;
        }
    }
    for inst in body.iter().filter(|inst| matches!(inst.op, Op::Store | Op::CopyMemory)) {
        let class = module
            .type_of(module.operand(inst, 0))
            .and_then(|ty| ty.storage_class());
        if class == Some(StorageClass::Output as u32) && precedes(module, inst, &earliest) {
            cx.violate(Mesh::Written, inst, format_args!("no counts have been set yet"));
        }
    }
}

/// Reports accesses to primitives at indices not below any count of the function's `OpSetMeshOutputsEXT` instructions.
fn primitives(cx: &mut Checker<'_, '_>, function: &Function) {
    let module = cx.module;
    let body = module.body(function);
    let mut most = None;
    for inst in body.iter().filter(|inst| inst.op == Op::SetMeshOutputsEXT) {
        let Some(count) = module.folded_u32(module.operand(inst, 1)) else {
            return;
        };
        most = most.max(Some(count));
    }
    let Some(most) = most else { return };
    for inst in body {
        let (Op::AccessChain | Op::InBoundsAccessChain, &[base, index, ..]) = (inst.op, module.operands(inst)) else {
            continue;
        };
        let index = module.folded_u32(index).filter(|&index| index >= most);
        if let Some(index) = index.filter(|_| module.is_decorated(base, Decoration::PerPrimitiveEXT)) {
            let message = format_args!(
                "{} is accessed at index {index}, and there are {most} primitives",
                module.show(base)
            );
            cx.violate(Mesh::PrimitiveIndex, inst, message);
        }
    }
}

/// Checks an instruction of an extension.
pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let Some(row) = signature::find(ROWS, inst.opcode) else {
        return;
    };
    signature::check(cx, inst, row, |cx, inst, fault| match fault {
        Fault::Operand(id, expected) => {
            let message = format_args!("operand {} should be {expected}", cx.module.show(id));
            cx.violate(Mesh::Operand, inst, message);
        }
        Fault::Models(others) => cx.violate(Mesh::Model, inst, format_args!("it is reached from {others}")),
        Fault::Result(_) => {}
    });
}
