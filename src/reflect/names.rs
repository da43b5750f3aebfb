//! The names that `OpName` and `OpMemberName` give, as they are; an empty name is none.

use crate::check::module::{self, Module};
use core::cell::Cell;
use hashbrown::HashMap;
use spirv::Op;

/// The names of ids and of members.
///
/// What many share can have one long name: how many bytes are handed out is bounded by the words.
#[derive(Default)]
pub(super) struct Names {
    left: Cell<usize>,
    is_exhausted: Cell<bool>,
    of_ids: HashMap<u32, String>,
    of_members: HashMap<(u32, u32), String>,
}

impl Names {
    pub fn of(module: &Module<'_>) -> Self {
        let mut names = Self::default();
        names
            .left
            .set(module.words.len().saturating_mul(64).saturating_add(1 << 20));
        for inst in module.outside() {
            match (inst.op, module.operands(inst)) {
                (Op::Name, [target, name @ ..]) => {
                    names.of_ids.entry(*target).or_insert_with(|| module::string(name));
                }
                (Op::MemberName, [target, member, name @ ..]) => {
                    let name = || module::string(name);
                    names.of_members.entry((*target, *member)).or_insert_with(name);
                }
                _ => {}
            }
        }
        names
    }

    pub fn of_id(&self, id: u32) -> Option<String> {
        self.handed_out(self.of_ids.get(&id)?)
    }

    pub fn of_member(&self, ty: u32, member: u32) -> Option<String> {
        self.handed_out(self.of_members.get(&(ty, member))?)
    }

    /// Whether a name was asked for that is not among the bytes that may be handed out.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted.get()
    }

    fn handed_out(&self, name: &str) -> Option<String> {
        match self.left.get().checked_sub(name.len()) {
            Some(left) => self.left.set(left),
            None => self.is_exhausted.set(true),
        }
        (!name.is_empty() && !self.is_exhausted.get()).then(|| name.to_owned())
    }
}
