//! Which types match logically (SPIR-V §2.2.2, "logically match"): arrays as long of elements that do, structures of as
//! many members that do, or the same type.
//!
//! Types that match have one number, given once a module and in time linear in its types: to compare two of them by a walk
//! each time takes as long as they are deep.

use super::{Kind, Module};
use hashbrown::HashMap;

const SAME: u32 = 0;
const ARRAY: u32 = 1;
const ARRAY_OF_ID: u32 = 2;
const STRUCTURE: u32 = 3;

impl Module<'_> {
    /// Whether two types match logically; nothing matches what is no type.
    pub fn are_alike(&self, one: u32, other: u32) -> bool {
        let numbers = self.alike.get_or_init(|| self.number_alike());
        let number = |id: u32| {
            let row = *self.type_rows.get(self.slot(id)?)?;
            numbers.get(row as usize)
        };
        number(one).is_some() && number(one) == number(other)
    }

    fn number_alike(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = Vec::with_capacity(self.types.len());
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut key = Vec::new();
        for ty in &self.types {
            key.clear();
            // What is declared only later, through a pointer, is not looked into.
            let number = |id: u32| {
                let row = self.slot(id).and_then(|slot| self.type_rows.get(slot));
                row.and_then(|&row| numbers.get(row as usize)).copied()
            };
            match ty.kind {
                Kind::Array {
                    element,
                    length,
                    constant,
                    ..
                } => match (number(element), constant) {
                    (Some(element), Some(count)) => key.extend([ARRAY, element, count as u32, (count >> 32) as u32]),
                    (Some(element), None) => key.extend([ARRAY_OF_ID, element, length]),
                    (None, _) => {}
                },
                Kind::Struct { members } => {
                    key.push(STRUCTURE);
                    for &member in members {
                        match number(member) {
                            Some(member) => key.push(member),
                            None => {
                                key.clear();
                                break;
                            }
                        }
                    }
                }
                _ => {}
            }
            if key.is_empty() {
                key.extend([SAME, ty.id]);
            }
            let next = known.len() as u32;
            let number = match known.get(&key) {
                Some(&number) => number,
                None => *known.entry(key.clone()).or_insert(next),
            };
            numbers.push(number);
        }
        numbers
    }
}
