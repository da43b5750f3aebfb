//! The names of ids and members, from `OpName` and `OpMemberName`. They are not changed; an empty name counts as no
//! name.

use crate::check::module::{self, Module};
use core::cell::Cell;
use hashbrown::HashMap;
use spirv::Op;

/// The names of ids and of members.
///
/// Names are copied for each use, and many uses can share one long name. Therefore the total number of copied bytes is
/// limited in proportion to the number of words.
#[derive(Default)]
pub(super) struct Names {
    /// The number of bytes that may still be copied.
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
        self.copied(self.of_ids.get(&id)?)
    }

    pub fn of_member(&self, ty: u32, member: u32) -> Option<String> {
        self.copied(self.of_members.get(&(ty, member))?)
    }

    /// Whether a requested name exceeded the limit of copied bytes.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted.get()
    }

    /// A copy of a name, counted against the limit. `None` for an empty name, and after the limit is exceeded.
    fn copied(&self, name: &str) -> Option<String> {
        match self.left.get().checked_sub(name.len()) {
            Some(left) => self.left.set(left),
            None => self.is_exhausted.set(true),
        }
        (!name.is_empty() && !self.is_exhausted.get()).then(|| name.to_owned())
    }
}
