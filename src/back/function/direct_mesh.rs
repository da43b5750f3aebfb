//! Mesh shaders that write vertices and primitives to the outputs where they store them. That they may is proved by
//! `plan::direct_mesh`, which says what that takes; nothing is decided here.
//!
//! ```text
//! OpSetMeshOutputsEXT %vertices %primitives      where the last count is stored, no more than there is room for
//! (a loop that zeroes what is stored nowhere)
//! %below = OpULessThan %bool %index %vertices    where the element may be none, or only the first invocation stores
//! OpSelectionMerge … OpBranchConditional %below …
//! %to = OpAccessChain %output %index
//! OpStore %to %value                             each member to its own output
//! ```

use super::FunctionEmitter;
use super::construct::Count;
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::mesh::{ElementIndex, MeshOutput, MeshOutputKind, MeshPlace, MeshSide, elected_counts, mesh_place};
use crate::back::plan::DirectMesh;
use crate::back::slot::Slot;
use crate::words::ValueId;
use naga::{Block, Expression, Handle, Literal, MeshStageInfo};
use spirv::{GlslStd450Op, Op};

/// The mesh of the function in hand.
#[derive(Debug)]
pub(super) struct OpenMesh {
    entry: usize,
    outputs: [Vec<MeshOutput>; 2],
    local: Option<ValueId>,
    said: Said,
    /// The statements are those of the invocation that says how much there is: it was said before.
    elected: bool,
}

/// What has been said on the way to a statement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said {
    counts: [Option<Amount>; 2],
    set: Option<Set>,
}

/// How many there are, and the number if that is known.
#[derive(Clone, Copy, Debug)]
struct Amount {
    id: ValueId,
    known: Option<u32>,
}

/// How many of each there are.
#[derive(Clone, Copy, Debug)]
struct Set {
    amounts: [Amount; 2],
    /// The last vertex, where indices are clamped to it.
    last: Option<ValueId>,
}

impl<'a> FunctionEmitter<'_, 'a> {
    /// Declares the outputs of an entry point that writes its mesh directly.
    pub(crate) fn open_mesh(&mut self) -> Result<()> {
        let Some(entry) = self.stage.as_ref().map(|io| io.entry) else {
            return Ok(());
        };
        let Some(direct) = self.m.plan.direct_mesh(entry) else {
            return Ok(());
        };
        let info = self.mesh_info(entry)?;
        self.f.mesh = Some(OpenMesh {
            entry,
            outputs: [
                self.m.declare_mesh_outputs(info, MeshSide::Vertices)?,
                self.m.declare_mesh_outputs(info, MeshSide::Primitives)?,
            ],
            local: None,
            said: Said::default(),
            elected: false,
        });
        if direct.counted == [false; 2] {
            self.set_mesh(direct)?;
        }
        Ok(())
    }

    fn mesh_info(&self, entry: usize) -> Result<&'a MeshStageInfo> {
        let point = self.m.module.entry_points.get(entry);
        let info = point.and_then(|point| point.mesh_info.as_ref());
        info.ok_or_else(|| internal("a mesh of another stage"))
    }

    fn open(&mut self) -> Result<(&'a DirectMesh, &mut OpenMesh)> {
        let plan = self.m.plan;
        let mesh = self.f.mesh.as_mut();
        let direct = mesh.as_ref().and_then(|mesh| plan.direct_mesh(mesh.entry));
        direct.zip(mesh).ok_or_else(|| internal("a mesh that is not open"))
    }

    /// What has been said so far.
    pub(super) fn mesh_said(&self) -> Option<Said> {
        self.f.mesh.as_ref().map(|mesh| mesh.said)
    }

    /// Forgets what an arm of a selection said: it has left the function.
    pub(super) fn unsay_mesh(&mut self, said: Option<Said>) {
        if let (Some(mesh), Some(said)) = (&mut self.f.mesh, said) {
            mesh.said = said;
        }
    }

    /// Before an `if` in which one invocation says for all how much there is: says it. Whether it is such a one.
    pub(super) fn elect_mesh(&mut self, accept: &Block, reject: &Block) -> Result<bool> {
        let (direct, mesh) = self.open()?;
        let was_said = mesh.elected || !self.f.loops.is_empty();
        let place = (direct.variable, direct.collected);
        let Some(counts) = elected_counts(self.function, place, accept, reject).filter(|_| !was_said) else {
            return Ok(false);
        };
        for (side, value) in counts {
            self.count_mesh(direct, side, value)?;
        }
        self.open()?.1.elected = true;
        Ok(true)
    }

    /// After that `if`.
    pub(super) fn end_election(&mut self) {
        if let Some(mesh) = &mut self.f.mesh {
            mesh.elected = false;
        }
    }

    /// At the end of an invocation: what was not said by then is zero.
    pub(super) fn finish_mesh(&mut self) -> Result<()> {
        match self.f.mesh {
            Some(ref mesh) if mesh.said.set.is_none() => {
                let (direct, _) = self.open()?;
                self.set_mesh(direct)
            }
            Some(_) | None => Ok(()),
        }
    }

    /// A store to the mesh; `false` for one to something else.
    pub(super) fn store_to_mesh(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) -> Result<bool> {
        let (direct, mesh) = self.open()?;
        let (said, elected) = (mesh.said, mesh.elected);
        match mesh_place(self.function, (direct.variable, direct.collected), pointer) {
            None => return Ok(false),
            Some(MeshPlace::Count(_)) if elected => {}
            Some(MeshPlace::Count(side)) => self.count_mesh(direct, side, value)?,
            Some(MeshPlace::Element { index, member, .. }) => {
                // Before the counts no invocation comes here.
                if let Some(set) = said.set {
                    self.store_element(direct, set, pointer, (index, member), value)?;
                }
            }
            Some(MeshPlace::Other) => return Err(internal("a store to a mesh as a whole")),
        }
        Ok(true)
    }

    fn count_mesh(&mut self, direct: &'a DirectMesh, side: MeshSide, value: Handle<Expression>) -> Result<()> {
        let known = match self.known_literal(value) {
            Some(Literal::U32(known)) => Some(known),
            // catch-all: counts are unsigned
            Some(_) | None => None,
        };
        let id = self.value(value)?;
        let (_, mesh) = self.open()?;
        mesh.said.counts[side as usize] = Some(Amount { id, known });
        let mut pairs = mesh.said.counts.iter().zip(direct.counted);
        if mesh.said.set.is_none() && pairs.all(|(count, counted)| count.is_some() || !counted) {
            self.set_mesh(direct)?;
        }
        Ok(())
    }

    /// No more than there is room for.
    fn amount(&mut self, count: Option<Amount>, most: u32) -> Result<Amount> {
        match count.map(|count| (count, count.known)) {
            None => self.known_amount(0),
            Some((_, Some(known))) => self.known_amount(known.min(most)),
            Some((count, None)) => {
                let most = self.m.u32_constant(most)?;
                let id = self.extended(Slot::U32, GlslStd450Op::UMin, &[count.id, most])?;
                Ok(Amount { id, known: None })
            }
        }
    }

    fn known_amount(&mut self, known: u32) -> Result<Amount> {
        Ok(Amount {
            id: self.m.u32_constant(known)?,
            known: Some(known),
        })
    }

    /// Says how much there is, and zeroes what is stored nowhere.
    fn set_mesh(&mut self, direct: &'a DirectMesh) -> Result<()> {
        let info = self.mesh_info(direct.entry)?;
        let [vertices, primitives] = self.open()?.1.said.counts;
        let vertices = self.amount(vertices, info.max_vertices)?;
        let mut primitives = self.amount(primitives, info.max_primitives)?;
        let mut last = None;
        if self.m.options.mesh_shader_primitive_indices_clamp {
            // Without vertices no index is one of them.
            match (vertices.known, primitives.known) {
                (Some(0), _) => primitives = self.known_amount(0)?,
                (Some(_), _) | (None, Some(0)) => {}
                (None, _) => {
                    let zero = self.m.u32_constant(0)?;
                    let none = self.binary_op(Slot::BOOL, Op::IEqual, vertices.id, zero)?;
                    let id = self.select_op(Slot::U32, none, zero, primitives.id)?;
                    primitives = Amount { id, known: None };
                }
            }
            last = match vertices.known {
                Some(known) => Some(self.m.u32_constant(known.saturating_sub(1))?),
                None => {
                    let one = self.m.u32_constant(1)?;
                    Some(self.binary_op(Slot::U32, Op::ISub, vertices.id, one)?)
                }
            };
        }
        self.f.body.set_mesh_outputs_ext(vertices.id, primitives.id);
        let amounts = [vertices, primitives];
        self.open()?.1.said.set = Some(Set { amounts, last });
        for (side, amount, most) in [
            (MeshSide::Vertices, vertices, info.max_vertices),
            (MeshSide::Primitives, primitives, info.max_primitives),
        ] {
            if amount.known != Some(0) {
                self.zero_mesh(direct, side, amount, most)?;
            }
        }
        Ok(())
    }

    /// Zeroes the outputs that nothing is stored to, below the count; a point has the size 1.0.
    fn zero_mesh(&mut self, direct: &'a DirectMesh, side: MeshSide, count: Amount, most: u32) -> Result<()> {
        let outputs = self.outputs(side)?;
        let mut left = outputs
            .into_iter()
            .filter(|output| output.member.is_none_or(|member| !direct.stores(side, member)))
            .peekable();
        if left.peek().is_none() {
            return Ok(());
        }
        let invocations = self.workgroup_invocations(direct.entry)?;
        let local = self.first_index()?;
        let zero = |this: &mut Self, index: ValueId| {
            for output in left {
                let value = match output.member {
                    None => this.m.number(output.slot, Number::Float(1.0))?,
                    Some(_) => this.m.null(output.slot)?,
                };
                let plain = MeshOutput {
                    kind: MeshOutputKind::Plain,
                    ..output
                };
                this.write_mesh_output(index, &plain, value, None)?;
            }
            Ok(())
        };
        match (invocations, count.known) {
            (Count::Known(known), Some(count)) if known == count => zero(self, local),
            (Count::Known(known), _) if known >= count.known.unwrap_or(most) => {
                let mine = self.binary_op(Slot::BOOL, Op::ULessThan, local, count.id)?;
                self.only_if(mine, |this| zero(this, local))
            }
            (Count::Known(_) | Count::Value(_), _) => {
                self.strided_loop(local, invocations, Count::Value(count.id), zero)
            }
        }
    }

    fn outputs(&mut self, side: MeshSide) -> Result<Vec<MeshOutput>> {
        Ok(self.open()?.1.outputs[side as usize].clone())
    }

    /// The number of the invocation.
    fn first_index(&mut self) -> Result<ValueId> {
        if let Some(local) = self.open()?.1.local {
            return Ok(local);
        }
        let local = self.local_index()?;
        self.open()?.1.local = Some(local);
        Ok(local)
    }

    fn store_element(
        &mut self,
        direct: &'a DirectMesh,
        set: Set,
        pointer: Handle<Expression>,
        (index, member): (ElementIndex, Option<u32>),
        value: Handle<Expression>,
    ) -> Result<()> {
        let site = direct
            .site(pointer)
            .ok_or_else(|| internal("a store to a mesh out of plan"))?;
        let index = match index {
            ElementIndex::Known(index) => self.m.u32_constant(index)?,
            ElementIndex::Dynamic(index) => self.value(index)?,
        };
        let first = if site.first_only {
            let (local, zero) = (self.first_index()?, self.m.u32_constant(0)?);
            Some(self.binary_op(Slot::BOOL, Op::IEqual, local, zero)?)
        } else {
            None
        };
        let below = if site.guarded {
            let count = set.amounts[site.side as usize].id;
            Some(self.binary_op(Slot::BOOL, Op::ULessThan, index, count)?)
        } else {
            None
        };
        let condition = match (first, below) {
            (Some(first), Some(below)) => Some(self.binary_op(Slot::BOOL, Op::LogicalAnd, first, below)?),
            (one, other) => one.or(other),
        };
        match condition {
            None => self.store_members(set, (site.side, index, member), value),
            Some(condition) => self.only_if(condition, |this| {
                this.store_members(set, (site.side, index, member), value)
            }),
        }
    }

    /// Stores one member of an element, or each of them.
    fn store_members(
        &mut self,
        set: Set,
        (side, index, member): (MeshSide, ValueId, Option<u32>),
        value: Handle<Expression>,
    ) -> Result<()> {
        for output in self.outputs(side)? {
            let Some(own) = output.member.filter(|own| member.is_none_or(|member| member == *own)) else {
                continue;
            };
            // What the member is made by, where that stands in the open.
            let part = match (member, &self.function.expressions[value]) {
                (Some(_), _) => Some(value),
                (None, Expression::Compose { components, .. }) => components.get(own as usize).copied(),
                (None, _) => None,
            };
            let id = match part {
                Some(part) => self.value(part)?,
                None => self.returned_member(value, own, output.slot)?,
            };
            let vertices = set.amounts[MeshSide::Vertices as usize].known;
            let is_vertex = |literal: Literal| {
                let known = vertices.unwrap_or(0);
                matches!(literal, Literal::U32(vertex) if vertex < known)
            };
            let known = part.is_some_and(|part| self.all_known(part, is_vertex));
            self.write_mesh_output(index, &output, id, set.last.filter(|_| !known))?;
        }
        Ok(())
    }
}
