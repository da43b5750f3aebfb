//! Decorations by the id that they decorate, groups expanded.

use super::Module;
use spirv::{Decoration, Op};

/// One decoration of one id, or of one of its members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decorated<'w> {
    /// What is decorated.
    pub target: u32,
    /// The member, for `OpMemberDecorate` and its like.
    pub member: Option<u32>,
    /// The decoration's number.
    pub decoration: u32,
    /// Its operands: literals, a string, or ids for `OpDecorateId`.
    pub operands: &'w [u32],
    /// The instruction.
    pub inst: u32,
}

impl Decorated<'_> {
    /// Whether it is that decoration.
    #[inline]
    pub fn is(&self, decoration: Decoration) -> bool {
        self.decoration == decoration as u32
    }

    /// The first operand, 0 if there is none.
    #[inline]
    pub fn operand(&self) -> u32 {
        self.operands.first().copied().unwrap_or(0)
    }
}

impl<'w> Module<'w> {
    /// Fills the tables of decorations from the instructions that decorate.
    pub(super) fn collect_decorations(&mut self, annotations: &[u32]) {
        let mut rows = Vec::with_capacity(annotations.len());
        let mut groups = Vec::new();
        for &index in annotations {
            let Some(inst) = self.inst(index) else { continue };
            let operands = self.operands(inst);
            match (inst.op, operands) {
                (Op::Decorate | Op::DecorateId | Op::DecorateString, &[target, decoration, ref operands @ ..]) => {
                    rows.push(Decorated {
                        target,
                        member: None,
                        decoration,
                        operands,
                        inst: index,
                    });
                }
                (
                    Op::MemberDecorate | Op::MemberDecorateString | Op::MemberDecorateIdEXT,
                    &[target, member, decoration, ref operands @ ..],
                ) => rows.push(Decorated {
                    target,
                    member: Some(member),
                    decoration,
                    operands,
                    inst: index,
                }),
                (Op::GroupDecorate | Op::GroupMemberDecorate, _) => groups.push(*inst),
                _ => {}
            }
        }
        self.sort_decorations(&rows);
        if !groups.is_empty() {
            self.expand_groups(&mut rows, &groups);
            self.sort_decorations(&rows);
        }
    }

    /// A group of m decorations given to n ids is m·n decorations, which a hostile module can make too many: no more
    /// are made than the module has words, eight times over.
    fn expand_groups(&mut self, rows: &mut Vec<Decorated<'w>>, groups: &[super::Inst]) {
        let most = self.words.len().saturating_mul(8);
        for inst in groups {
            let &[group, ref targets @ ..] = self.operands(inst) else {
                continue;
            };
            let step = if inst.op == Op::GroupDecorate { 1 } else { 2 };
            for target in targets.chunks_exact(step) {
                let member = target.get(1).copied();
                for row in self.decorations(group) {
                    if rows.len() >= most {
                        self.groups_expanded = false;
                        return;
                    }
                    rows.push(Decorated {
                        target: target.first().copied().unwrap_or(0),
                        member,
                        ..*row
                    });
                }
            }
        }
    }

    /// Sorts by slot and keeps the order of each slot's rows.
    fn sort_decorations(&mut self, rows: &[Decorated<'w>]) {
        // Rows without a slot end up nowhere.
        let mut starts = vec![0_u32; self.slots() + 1];
        for row in rows {
            if let Some(count) = self.slot(row.target).and_then(|slot| starts.get_mut(slot)) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut sorted: Vec<Decorated<'w>> = rows.first().map_or(Vec::new(), |&row| vec![row; sum as usize]);
        for row in rows.iter().rev() {
            let Some(start) = self.slot(row.target).and_then(|slot| starts.get_mut(slot)) else {
                continue;
            };
            *start -= 1;
            if let Some(entry) = sorted.get_mut(*start as usize) {
                *entry = *row;
            }
        }
        // Those of the id itself come first, then those of each member, so that neither is searched for the other.
        for rows in sorted.chunk_by_mut(|one, other| one.target == other.target) {
            if !rows.is_sorted_by_key(|row| row.member) {
                rows.sort_by_key(|row| row.member);
            }
        }
        self.decorated = vec![0; starts.len()];
        for row in sorted.iter().filter(|row| row.member.is_none() && row.decoration < 64) {
            let slot = self.slot(row.target);
            if let Some(entry) = slot.and_then(|slot| self.decorated.get_mut(slot)) {
                *entry |= 1 << row.decoration;
            }
        }
        self.decorations = sorted;
        self.decoration_starts = starts;
    }
}
