//! Mesh shaders that write their outputs where they stand: which may, and what proves it.
//!
//! naga's IR collects a mesh in a Workgroup variable, and what it holds when the last invocation has ended is the mesh:
//! zero where nothing was stored, the last of several stores to one place, and of counts that are too large as much as
//! there is room for. Copying it to the outputs at the end (`function::mesh`) keeps all of that. An output variable does
//! not: it is undefined where nothing was stored, may not be read (VUID-StandaloneSpirv-MeshEXT-07107), takes no store
//! before `OpSetMeshOutputsEXT` nor beyond what that says (VUID-StandaloneSpirv-MeshEXT-07106, MeshEXT-12333), and no
//! barrier of the GLSL memory model orders stores of several invocations to it. That instruction runs once, in uniform
//! control flow, with the same counts in all invocations (VUID-RuntimeSpirv-MeshEXT-07118, SPV_EXT_mesh_shader).
//!
//! So a mesh is written directly where this is proved:
//!
//! 1. The variable is named by the entry point alone, and there by stores alone: to a count, to an element, to a member of
//!    one. Nothing reads it, nothing is passed a pointer into it.
//! 2. Each count is stored once on every way through the entry point, outside of loops and switches, before any element.
//!    All invocations store the same one ([`value::Number`]), or one invocation does for all, in an `if` that a condition
//!    on its number opens; then the store moves before that `if`, which nobody can see. An arm of an `if` in which counts
//!    are stored otherwise ends with `return`. No invocation ends before that unless all do: then there is nothing.
//! 3. No element is written by two invocations, but by one statement outside of loops that all write the same element by,
//!    at the same time: a data race, of which the first invocation wins by being the only one to store (`first_only`).
//! 4. Each member that is stored anywhere is stored in each element below the count, but for vertices where there are no
//!    primitives. A member that is stored nowhere is zeroed by all invocations together, when the counts are said: nobody
//!    else writes it.
//!
//! The rest is written out: counts are clamped to the room there is, and a store whose element is not known to be below the
//! count is made below it only (`guarded`). An index that is out of bounds thereby stores nothing, under every policy.
//!
//! 2 to 4 are found by running the skeleton of the shader once for each invocation ([`run`]), for each choice of the
//! conditions that the workgroup shares. What is not known stays open: it makes an index that may be anything, which no
//! other invocation may then write beside, and a store that may not be made, which fills no element. Shaders that take long
//! to run are not looked at further. What it does not look into: how values are computed.

mod evaluate;
mod judge;
mod loops;
mod run;
mod value;

use super::pointer::{PointerRoot, pointer_root};
use super::{Plan, operands};
use crate::back::mesh::{Collected, ElementIndex, MeshPlace, MeshSide, elected_counts, ends_with_return, mesh_place};
use crate::back::request::Request;
use judge::Judging;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    Binding, Block, BuiltIn, EntryPoint, Expression, GlobalVariable, Handle, MeshStageInfo, Module, ShaderStage,
    Statement, TypeInner,
};
use run::{Run, Stop, Write};
use value::{Number, Numbers, Value};

/// Conditions of the workgroup that are chosen one way and the other.
const MOST_CHOICES: usize = 3;
/// Steps of all runs of an entry point together.
const MOST_STEPS: u32 = 1 << 16;
/// Elements of an array, and invocations.
const MOST_ELEMENTS: u32 = 1024;

/// A mesh that is written directly.
#[derive(Clone, Debug)]
pub(crate) struct DirectMesh {
    /// The entry point.
    pub(crate) entry: usize,
    pub(crate) variable: Handle<GlobalVariable>,
    pub(crate) collected: Collected,
    /// Whether the vertices, and the primitives, are counted at all.
    pub(crate) counted: [bool; 2],
    pub(crate) sites: Vec<Site>,
}

/// A pointer that elements are stored through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) pointer: Handle<Expression>,
    pub(crate) side: MeshSide,
    /// The member; `None` for all of them.
    pub(crate) member: Option<u32>,
    /// Elements may be stored to that are not there.
    pub(crate) guarded: bool,
    /// Only the first invocation stores.
    pub(crate) first_only: bool,
}

impl DirectMesh {
    /// What is known of the stores through a pointer.
    pub(crate) fn site(&self, pointer: Handle<Expression>) -> Option<Site> {
        self.sites.iter().find(|site| site.pointer == pointer).copied()
    }

    /// Whether something is stored to a member of the elements.
    pub(crate) fn stores(&self, side: MeshSide, member: u32) -> bool {
        let mut sites = self.sites.iter();
        sites.any(|site| site.side == side && site.member.is_none_or(|stored| stored == member))
    }
}

/// What is proved about.
#[derive(Clone, Copy)]
struct Proving<'a> {
    module: &'a Module,
    info: &'a FunctionInfo,
    point: &'a EntryPoint,
    variable: Handle<GlobalVariable>,
    collected: Collected,
    /// Elements of the longer array.
    room: u32,
}

/// What a shader stores, found without running it.
#[derive(Debug, Default)]
struct Skeleton {
    sites: Vec<Site>,
    counted: [bool; 2],
    /// The expressions that are evaluated.
    wanted: bit_set::BitSet,
}

impl Proving<'_> {
    fn place(&self, pointer: Handle<Expression>) -> Option<MeshPlace> {
        mesh_place(&self.point.function, (self.variable, self.collected), pointer)
    }

    fn elected(&self, accept: &Block, reject: &Block) -> Option<Vec<(MeshSide, Handle<Expression>)>> {
        elected_counts(&self.point.function, (self.variable, self.collected), accept, reject)
    }

    /// Whether a block stores to the mesh or leaves the function.
    fn matters(&self, block: &Block) -> bool {
        block.iter().any(|statement| match *statement {
            Statement::Store { pointer, .. } => self.place(pointer).is_some(),
            Statement::Return { .. } | Statement::Kill => true,
            Statement::Block(ref block) => self.matters(block),
            Statement::If {
                ref accept, ref reject, ..
            } => self.matters(accept) || self.matters(reject),
            Statement::Switch { ref cases, .. } => cases.iter().any(|case| self.matters(&case.body)),
            Statement::Loop {
                ref body,
                ref continuing,
                ..
            } => self.matters(body) || self.matters(continuing),
            // catch-all: the others hold no blocks, and store elsewhere
            _ => false,
        })
    }
}

/// What stands around a statement.
#[derive(Clone, Copy)]
struct Around {
    /// A loop or switch.
    repeats: bool,
    /// Every arm around ends with `return`.
    leaves: bool,
    /// One invocation says how much there is.
    elected: bool,
}

/// The walk over the statements that finds what is stored.
struct Scan<'a> {
    proving: Proving<'a>,
    skeleton: Skeleton,
    roots: Vec<Handle<Expression>>,
    refused: bool,
}

impl Scan<'_> {
    fn block(&mut self, block: &Block, around: Around) {
        for statement in block {
            self.statement(statement, around);
        }
    }

    fn statement(&mut self, statement: &Statement, around: Around) {
        match *statement {
            Statement::Store { pointer, value } => self.store(pointer, value, around),
            Statement::Block(ref block) => self.block(block, around),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => {
                self.roots.push(condition);
                let may_elect = around.leaves && !around.repeats && !around.elected;
                if may_elect && self.proving.elected(accept, reject).is_some() {
                    let inside = Around {
                        elected: true,
                        leaves: false,
                        ..around
                    };
                    return self.block(accept, inside);
                }
                for arm in [accept, reject] {
                    let inside = Around {
                        leaves: around.leaves && ends_with_return(arm),
                        elected: false,
                        ..around
                    };
                    self.block(arm, inside);
                }
            }
            Statement::Switch { selector, ref cases } => {
                self.roots.push(selector);
                let inside = Around {
                    repeats: true,
                    ..around
                };
                cases.iter().for_each(|case| self.block(&case.body, inside));
            }
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => {
                self.roots.extend(break_if);
                let inside = Around {
                    repeats: true,
                    ..around
                };
                self.block(body, inside);
                self.block(continuing, inside);
            }
            Statement::Call { ref arguments, .. } => arguments.iter().for_each(|&argument| self.uses(argument)),
            Statement::Atomic { pointer, .. } | Statement::WorkGroupUniformLoad { pointer, .. } => self.uses(pointer),
            Statement::CooperativeStore { ref data, .. } => self.uses(data.pointer),
            Statement::Emit(_)
            | Statement::Break
            | Statement::Continue
            | Statement::Return { .. }
            | Statement::Kill
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_)
            | Statement::ImageStore { .. }
            | Statement::ImageAtomic { .. }
            | Statement::RayQuery { .. }
            | Statement::RayPipelineFunction(_)
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. } => {}
        }
    }

    /// A use of a pointer that is no store.
    fn uses(&mut self, pointer: Handle<Expression>) {
        let root = pointer_root(&self.proving.point.function, pointer);
        self.refused |= root == Some(PointerRoot::Global(self.proving.variable));
    }

    fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>, around: Around) {
        match self.proving.place(pointer) {
            None => {}
            Some(MeshPlace::Other) => self.refused = true,
            Some(MeshPlace::Count(side)) => {
                self.refused |= around.repeats || !(around.leaves || around.elected);
                self.skeleton.counted[side as usize] = true;
                self.roots.push(value);
            }
            Some(MeshPlace::Element { side, index, member }) => {
                if let ElementIndex::Dynamic(index) = index {
                    let inner = self.proving.info[index].ty.inner_with(&self.proving.module.types);
                    self.refused |= inner.scalar_width() != Some(4);
                    self.roots.push(index);
                }
                if self.skeleton.sites.iter().all(|site| site.pointer != pointer) {
                    self.skeleton.sites.push(Site {
                        pointer,
                        side,
                        member,
                        guarded: false,
                        first_only: false,
                    });
                }
            }
        }
    }
}

/// What the runs of one choice of the shared conditions came to.
struct World {
    counts: [Value; 2],
    writes: Vec<Write>,
}

impl Plan {
    /// Finds the meshes that are written directly. One variable is written one way by all entry points.
    pub(super) fn plan_direct_meshes(&mut self, module: &Module, info: &ModuleInfo, options: &Request<'_>) {
        if !options.direct_mesh_outputs {
            return;
        }
        for at in 0..self.entry_points.len() {
            let Some(entry) = self.entry_points.get(at).map(|entry| entry.index) else {
                continue;
            };
            self.direct_meshes.extend(prove(module, info, entry, options));
        }
        let mut proved = core::mem::take(&mut self.direct_meshes);
        let found: Vec<_> = proved.iter().map(|mesh| (mesh.entry, mesh.variable)).collect();
        proved.retain(|mesh| {
            let mut entries = self.entry_points.iter().map(|entry| entry.index);
            entries.all(|entry| {
                let is_unused = info.get_entry_point(entry)[mesh.variable].is_empty();
                is_unused || found.contains(&(entry, mesh.variable))
            })
        });
        self.direct_meshes = proved;
    }

    /// How an entry point's mesh is written directly, if it is.
    pub(crate) fn direct_mesh(&self, entry: usize) -> Option<&DirectMesh> {
        self.direct_meshes.iter().find(|mesh| mesh.entry == entry)
    }
}

/// Proves that an entry point's mesh may be written directly.
fn prove(module: &Module, info: &ModuleInfo, entry: usize, options: &Request<'_>) -> Option<DirectMesh> {
    let point = module.entry_points.get(entry)?;
    let mesh = point.mesh_info.as_ref().filter(|_| point.stage == ShaderStage::Mesh)?;
    let variable = mesh.output_variable;
    let room = mesh.max_vertices.max(mesh.max_primitives);
    let invocations = point
        .workgroup_size
        .iter()
        .try_fold(1_u32, |all, &size| all.checked_mul(size))?;
    let is_open = point.workgroup_size_overrides.is_some()
        || mesh.max_vertices_override.is_some()
        || mesh.max_primitives_override.is_some();
    let mut functions = module.functions.iter();
    if is_open
        || room > MOST_ELEMENTS
        || invocations > MOST_ELEMENTS
        || reads_view(module, point)
        || functions.any(|(handle, _)| !info[handle][variable].is_empty())
    {
        return None;
    }
    let proving = Proving {
        module,
        info: info.get_entry_point(entry),
        point,
        variable,
        collected: Collected::of(module, mesh)?,
        room,
    };
    let skeleton = scan(proving)?;
    let mut numbers = Numbers::default();
    let worlds = run_all(proving, &skeleton, &mut numbers, invocations)?;
    // A driver that finds no output written crashes (lavapipe of Mesa 25.0.7): a mesh that is always empty stays staged.
    if worlds.iter().all(|world| world.counts[0] == Value::Word(0)) {
        return None;
    }
    let mut judging = Judging {
        numbers,
        sites: skeleton.sites,
        sizes: [mesh.max_vertices, mesh.max_primitives],
        members: [
            members(module, mesh, MeshSide::Vertices),
            members(module, mesh, MeshSide::Primitives),
        ],
        alone: invocations == 1,
        clamps: options.mesh_shader_primitive_indices_clamp,
    };
    for world in &worlds {
        judging.find_shared(world);
    }
    if !worlds.iter().all(|world| judging.judge(world)) {
        return None;
    }
    Some(DirectMesh {
        entry,
        variable,
        collected: proving.collected,
        counted: skeleton.counted,
        sites: judging.sites,
    })
}

/// A shader that knows its view: what depends on that must not reach an index of a primitive nor a count
/// (VUID-StandaloneSpirv-MeshEXT-07108 to VUID-StandaloneSpirv-MeshEXT-07110), and is not followed.
fn reads_view(module: &Module, point: &EntryPoint) -> bool {
    let is_view = |binding: &Option<Binding>| *binding == Some(Binding::BuiltIn(BuiltIn::ViewIndex));
    point.function.arguments.iter().any(|argument| {
        let member = match module.types[argument.ty].inner {
            TypeInner::Struct { ref members, .. } => members.iter().any(|member| is_view(&member.binding)),
            // catch-all: the others have no members
            _ => false,
        };
        member || is_view(&argument.binding)
    })
}

fn members(module: &Module, mesh: &MeshStageInfo, side: MeshSide) -> u32 {
    let ty = match side {
        MeshSide::Vertices => mesh.vertex_output_type,
        MeshSide::Primitives => mesh.primitive_output_type,
    };
    match module.types[ty].inner {
        TypeInner::Struct { ref members, .. } => members.len() as u32,
        // catch-all: naga's validator lets nothing else be an element
        _ => 0,
    }
}

fn scan(proving: Proving<'_>) -> Option<Skeleton> {
    let function = &proving.point.function;
    for (_, expression) in function.expressions.iter() {
        let mut reads = false;
        if !matches!(expression, Expression::Access { .. } | Expression::AccessIndex { .. }) {
            operands::for_each(expression, |operand| {
                reads |= pointer_root(function, operand) == Some(PointerRoot::Global(proving.variable));
            });
        }
        if reads {
            return None;
        }
    }
    let mut scan = Scan {
        proving,
        skeleton: Skeleton::default(),
        roots: Vec::new(),
        refused: false,
    };
    let around = Around {
        repeats: false,
        leaves: true,
        elected: false,
    };
    scan.block(&function.body, around);
    scan.skeleton.wanted = evaluate::want(proving, &scan.roots);
    (!scan.refused).then_some(scan.skeleton)
}

/// Runs every invocation for every choice. `None` where they do not agree on the counts.
fn run_all(proving: Proving<'_>, skeleton: &Skeleton, numbers: &mut Numbers, invocations: u32) -> Option<Vec<World>> {
    let mut steps = MOST_STEPS;
    let mut choices: Vec<Vec<(Number, bool)>> = vec![Vec::new()];
    let mut worlds = Vec::new();
    'choices: while let Some(chosen) = choices.pop() {
        let (mut writes, mut counts) = (Vec::new(), None);
        let mut elections: Vec<u32> = Vec::new();
        for invocation in 0..invocations {
            let mut run = Run::new(proving, skeleton, numbers, &chosen, &mut steps, &mut writes, invocation);
            run.run();
            match run.stop {
                Some(Stop::Refused) => return None,
                Some(Stop::Choose(number)) => {
                    for way in [false, true] {
                        let mut chosen = chosen.clone();
                        chosen.push((number, way));
                        choices.push(chosen);
                    }
                    continue 'choices;
                }
                None => {}
            }
            let set = run.set?;
            if *counts.get_or_insert(set) != set {
                return None;
            }
            if invocation == 0 {
                elections.resize(run.elections.len(), 0);
            }
            if elections.len() != run.elections.len() {
                return None;
            }
            for (count, &is_elected) in elections.iter_mut().zip(&run.elections) {
                *count += u32::from(is_elected);
            }
        }
        let counts = counts?;
        let known = |count: &Value| matches!(count, Value::Word(_)) || Numbers::linear_of(*count).is_some();
        if elections.iter().any(|&count| count != 1) || !counts.iter().all(known) {
            return None;
        }
        worlds.push(World { counts, writes });
    }
    Some(worlds)
}
