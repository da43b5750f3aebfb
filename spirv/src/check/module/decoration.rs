//! Decorations, sorted by the id that they decorate, with decoration groups expanded.

use super::{Class, Module};
use crate::sort::{sort_by_key, stable_sort_by_key};
use spirv::{Decoration, Op};

/// One decoration of one id, or of one of its members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decorated<'w> {
    /// What is decorated.
    pub target: u32,
    /// The member, for `OpMemberDecorate`, `OpMemberDecorateString` and `OpGroupMemberDecorate`.
    pub member: Option<u32>,
    /// The decoration's number in the specification.
    pub decoration: u32,
    /// Its operands: literals, a string, or ids for `OpDecorateId`.
    pub operands: &'w [u32],
    /// The instruction.
    pub inst: u32,
}

/// The decorations of one slot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    slot: u32,
    /// The range of its rows among all decorations.
    start: u32,
    end: u32,
    /// The decorations below 64 of the id itself, one bit each.
    bits: u64,
}

impl Decorated<'_> {
    /// Whether this is the given decoration.
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
    /// Fills the tables from the decoration instructions.
    pub(super) fn collect_decorations(&mut self) {
        let mut rows = core::mem::take(&mut self.unsorted_decorations);
        let annotations = self.list(Class::Annotation);
        rows.reserve_exact(annotations.len());
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
        self.unsorted_decorations = rows;
    }

    /// Expanding a group of m decorations for n ids yields m·n rows. The number of rows is limited to eight times the
    /// module's words, because a hostile module could otherwise require quadratic memory.
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

    /// Sorts by slot and keeps the order of the rows within each slot.
    fn sort_decorations(&mut self, rows: &[Decorated<'w>]) {
        // Each slot with rows gets a group, numbered from 1; 0 means no group. Rows without a slot are dropped.
        let mut numbers = core::mem::take(&mut self.decorated);
        numbers.clear();
        numbers.resize(self.slots(), 0);
        let mut groups = core::mem::take(&mut self.decoration_groups);
        groups.clear();
        groups.reserve_exact(rows.len().min(self.slots()));
        for row in rows {
            let slot = self.slot(row.target);
            let Some((slot, number)) = slot.and_then(|slot| Some((slot, numbers.get_mut(slot)?))) else {
                continue;
            };
            if *number == 0 {
                groups.push(Group {
                    slot: slot as u32,
                    ..Group::default()
                });
                *number = groups.len() as u32;
            }
            if let Some(group) = groups.get_mut((*number - 1) as usize) {
                group.end += 1;
                if row.member.is_none() {
                    group.bits |= 1_u64.checked_shl(row.decoration).unwrap_or(0);
                }
            }
        }
        if !groups.is_sorted_by_key(|group| group.slot) {
            sort_by_key(&mut groups, |group| group.slot);
            for (number, group) in (1_u32..).zip(&groups) {
                if let Some(entry) = numbers.get_mut(group.slot as usize) {
                    *entry = number;
                }
            }
        }
        let mut sum = 0;
        for group in &mut groups {
            sum += group.end;
            (group.start, group.end) = (sum, sum);
        }
        let mut sorted = core::mem::take(&mut self.decorations);
        sorted.clear();
        if let Some(&row) = rows.first() {
            sorted.resize(sum as usize, row);
        }
        for row in rows.iter().rev() {
            let number = self.slot(row.target).and_then(|slot| numbers.get(slot));
            let group = number.and_then(|&number| groups.get_mut((number as usize).wrapping_sub(1)));
            let Some(group) = group else { continue };
            group.start -= 1;
            if let Some(entry) = sorted.get_mut(group.start as usize) {
                *entry = *row;
            }
        }
        // The id's own decorations come first, then those of each member, so that lookups of one skip the other.
        for group in &groups {
            let rows = sorted
                .get_mut(group.start as usize..group.end as usize)
                .unwrap_or(&mut []);
            if !rows.is_sorted_by_key(|row| row.member) {
                let mut by_member = rows.to_vec();
                stable_sort_by_key(&mut by_member, |row| row.member);
                rows.copy_from_slice(&by_member);
            }
        }
        self.decorations = sorted;
        self.decorated = numbers;
        self.decoration_groups = groups;
    }

    /// The decorations of an id, as a group.
    #[inline]
    fn decoration_group(&self, id: u32) -> Option<&Group> {
        let number = *self.decorated.get(self.slot(id)?)?;
        self.decoration_groups.get((number as usize).wrapping_sub(1))
    }

    /// The decorations of an id and then of its members, including those applied through decoration groups.
    #[inline]
    pub fn decorations(&self, id: u32) -> &[Decorated<'w>] {
        let rows = self
            .decoration_group(id)
            .and_then(|group| self.decorations.get(group.start as usize..group.end as usize));
        rows.unwrap_or(&[])
    }

    /// All decorations, sorted by target. Decorations of groups appear for the group and for its targets.
    pub fn all_decorations(&self) -> &[Decorated<'w>] {
        &self.decorations
    }

    /// The first decoration of a kind on an id itself, not on a member.
    pub fn decoration(&self, id: u32, decoration: Decoration) -> Option<&Decorated<'w>> {
        self.decorations(id)
            .iter()
            .take_while(|row| row.member.is_none())
            .find(|row| row.decoration == decoration as u32)
    }

    /// Whether an id itself has a decoration.
    #[inline]
    pub fn is_decorated(&self, id: u32, decoration: Decoration) -> bool {
        // A bit mask, because every variable of a type with many decorations looks them up.
        match 1_u64.checked_shl(decoration as u32) {
            Some(bit) => self.decoration_group(id).is_some_and(|group| group.bits & bit != 0),
            None => self.decoration(id, decoration).is_some(),
        }
    }

    /// The first decoration of a kind on a member of a structure.
    pub fn member_decoration(&self, id: u32, member: u32, decoration: Decoration) -> Option<&Decorated<'w>> {
        let rows = self.decorations(id);
        let from = rows.partition_point(|row| row.member < Some(member));
        rows.get(from..)?
            .iter()
            .take_while(|row| row.member == Some(member))
            .find(|row| row.decoration == decoration as u32)
    }
}
