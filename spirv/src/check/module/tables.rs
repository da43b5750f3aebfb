//! The tables of a module, cleared and reused for the next module, so that a small module needs no allocation.

use super::Module;
use super::class;
use super::definition::Definition;
use super::ids::Ids;
use crate::words::reader::Header;
use core::cell::Cell;

/// The tables of a module that is no longer needed.
#[derive(Default)]
pub(crate) struct Tables(Module<'static>);

impl Tables {
    /// Takes the tables of a module.
    pub fn of(module: Module<'_>) -> Self {
        Self(module.renewed())
    }

    /// A module with these tables and with words that have not been decoded yet.
    pub(super) fn module<'w>(&mut self, words: &'w [u32], header: Header) -> Module<'w> {
        let mut module: Module<'w> = core::mem::take(self).0;
        (module.words, module.header) = (words, header);
        (
            module.has_verified_branches,
            module.has_ordered_calls,
            module.groups_expanded,
        ) = (true, true, true);
        let are_slots = Ids::are_slots(header.bound, words.len());
        module.ids = Ids::new(!are_slots);
        let slots = if are_slots { header.bound as usize } else { 0 };
        module.definitions.resize(slots, Definition::default());
        module.reserve();
        module
    }
}

impl Module<'_> {
    /// Reserves what a module with this number of words typically needs.
    fn reserve(&mut self) {
        let words = self.words.len();
        let instructions = words / 4;
        self.insts.reserve_exact(instructions);
        self.computing.reserve_exact(instructions / 3);
        self.unverified.reserve_exact(instructions / 2);
        self.distant.reserve_exact(instructions / 4);
        self.enumerants.reserve_exact(instructions / 3);
        self.functions.reserve_exact(words / 1024 + 4);
        self.blocks.reserve_exact(instructions / 8);
        self.parameters.reserve_exact(instructions / 32);
        self.declarations.reserve_exact(instructions / 4);
        self.calls.reserve_exact(instructions / 32);
        for (class, list) in self.lists.iter_mut().enumerate() {
            list.reserve_exact(class::expected_len(class, words));
        }
    }

    /// Clears the tables and keeps their memory.
    fn renewed(self) -> Module<'static> {
        let spare_dominance = match (self.structural.into_inner(), self.dominance.into_inner()) {
            (Some(one), _) | (None, Some(one)) => one,
            (None, None) => self.spare_dominance.into_inner(),
        };
        Module {
            insts: emptied(self.insts),
            restricted_pointers: emptied(self.restricted_pointers),
            first_of_opcodes: emptied(self.first_of_opcodes),
            computing: emptied(self.computing),
            malformed: emptied(self.malformed),
            long: emptied(self.long),
            unverified: emptied(self.unverified),
            distant: emptied(self.distant),
            scopes: emptied(self.scopes),
            enumerants: emptied(self.enumerants),
            entry_points: emptied(self.entry_points),
            sorted_entries: emptied(self.sorted_entries),
            functions: emptied(self.functions),
            blocks: emptied(self.blocks),
            spare_dominance: Cell::new(spare_dominance),
            types: emptied(self.types),
            constants: emptied(self.constants),
            capabilities: emptied(self.capabilities),
            declared_capabilities: emptied(self.declared_capabilities),
            extensions: emptied(self.extensions),
            definitions: emptied(self.definitions),
            numbered: emptied(self.numbered),
            lists: self.lists.map(emptied),
            parameters: emptied(self.parameters),
            declarations: emptied(self.declarations),
            uses: self.uses,
            decorations: emptied(self.decorations),
            unsorted_decorations: emptied(self.unsorted_decorations),
            decoration_groups: emptied(self.decoration_groups),
            decorated: emptied(self.decorated),
            imports: emptied(self.imports),
            modes: emptied(self.modes),
            sorted_modes: emptied(self.sorted_modes),
            successors: emptied(self.successors),
            structural_successors: emptied(self.structural_successors),
            predecessor_starts: emptied(self.predecessor_starts),
            predecessors: emptied(self.predecessors),
            calls: emptied(self.calls),
            ..Module::default()
        }
    }
}

/// Clears a table and reuses its memory for rows with another lifetime. The standard library's in-place collection does
/// this if both row types have the same size.
fn emptied<T, U>(mut table: Vec<T>) -> Vec<U> {
    table.clear();
    table.into_iter().filter_map(|_| None).collect()
}
