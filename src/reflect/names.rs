//! The names that `OpName` and `OpMemberName` give, as they are; an empty name is none.

use crate::check::module::{self, Module};
use hashbrown::HashMap;
use spirv::Op;

/// The names of ids and of members.
#[derive(Default)]
pub(super) struct Names {
    of_ids: HashMap<u32, String>,
    of_members: HashMap<(u32, u32), String>,
}

impl Names {
    pub fn of(module: &Module<'_>) -> Self {
        let mut names = Self::default();
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
        self.of_ids.get(&id).filter(|name| !name.is_empty()).cloned()
    }

    pub fn of_member(&self, ty: u32, member: u32) -> Option<String> {
        self.of_members
            .get(&(ty, member))
            .filter(|name| !name.is_empty())
            .cloned()
    }
}
