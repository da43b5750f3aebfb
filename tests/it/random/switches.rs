//! Generates switches with hundreds of cases: dense and sparse literals, including the minimum and maximum, in any
//! order, several for a clause, with the default at any position; and selectors for them.

use std::collections::BTreeSet;

use super::generator::Generator;
use super::types::{I32, U32};

/// The maximum number of case literals of a shader.
pub const MOST: usize = 700;
/// The number of selectors in a table.
const TABLE: usize = 8;

impl Generator {
    /// A switch, in a loop with several selectors if the cost allows it.
    pub fn switch_of_many(&mut self, nesting: usize) -> bool {
        let signed = self.random.chance(50);
        let count = self.random.between(20, 400).min(self.cases);
        self.cases -= count;
        let mut values: Vec<u32> = self.case_values(count).into_iter().collect();
        self.shuffle(&mut values);
        let times = self.random.between(3, 6) as u64;
        let looped = self.context.repeats * times <= 60 && self.random.chance(60);
        let (table, at) = (self.fresh("v"), self.fresh("i"));
        let selector = self.selector(&table, &at, &values, signed, looped);
        if !looped {
            return self.clauses(&selector, &values, signed, nesting);
        }
        self.line(format!("for (var {at} = 0u; {at} < {times}u; {at}++) {{"));
        let before = self.context.clone();
        self.context.repeats *= times;
        // Statements in the switch may continue this loop; `break` leaves only the switch.
        self.context.may_continue = true;
        self.level += 1;
        self.clauses(&selector, &values, signed, nesting);
        self.level -= 1;
        self.line("}");
        let weight = self.context.weight;
        self.context = before;
        self.context.weight = weight;
        true
    }

    /// The bits of a number of literals.
    fn case_values(&mut self, count: usize) -> BTreeSet<u32> {
        const EDGES: [u32; 7] = [0, 1, u32::MAX, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe];
        let base = match self.random.below(4) {
            0 => 0,
            1 => 0u32.wrapping_sub(count as u32 / 2),
            2 => 0x8000_0000 - count as u32 / 2,
            _ => self.random.next() as u32,
        };
        let step = self.random.choose(&[1, 1, 1, 2, 7, 4099, 0x0100_000b]);
        let mut values = BTreeSet::new();
        for at in 0..count as u32 {
            values.insert(match self.random.below(40) {
                0 => self.random.choose(&EDGES),
                1 => self.random.next() as u32,
                _ => base.wrapping_add(at.wrapping_mul(step)),
            });
        }
        values
    }

    fn shuffle(&mut self, values: &mut [u32]) {
        if self.random.chance(50) {
            for at in (1..values.len()).rev() {
                values.swap(at, self.random.below(at + 1));
            }
        }
    }

    /// The selector: an entry of a table with cases and neighbouring numbers, a number near the first case, or any
    /// number.
    fn selector(&mut self, table: &str, at: &str, values: &[u32], signed: bool, looped: bool) -> String {
        let ty = if signed { I32 } else { U32 };
        match self.random.below(8) {
            0 => self.runtime_expression(&ty, 2),
            1 => {
                let offset = self.runtime_expression(&U32, 2);
                let first = literal(values[0], signed);
                let offset = format!("({offset} % {}u)", values.len() + 2);
                if signed {
                    format!("{first} + i32({offset})")
                } else {
                    format!("{first} + {offset}")
                }
            }
            _ => {
                let mut entries = Vec::new();
                for _ in 0..TABLE {
                    let value = values[self.random.below(values.len())];
                    let near = self.random.choose(&[0, 0, 0, 0, 1, u32::MAX]);
                    entries.push(literal(value.wrapping_add(near), signed));
                }
                let ty = ty.wgsl();
                self.line(format!("var {table} = array<{ty}, {TABLE}>({});", entries.join(", ")));
                let index = self.runtime_expression(&U32, 1);
                let index = if looped { format!("({at} + {index})") } else { index };
                format!("{table}[{index} % {TABLE}u]")
            }
        }
    }

    /// The switch itself. Most clauses only store a mark.
    fn clauses(&mut self, selector: &str, values: &[u32], signed: bool, nesting: usize) -> bool {
        self.line(format!("switch {selector} {{"));
        self.level += 1;
        let alone = self.random.choose(&[100, 90, 50, 10]);
        let mut left = values;
        let mut clauses = Vec::new();
        while !left.is_empty() {
            let count = if self.random.chance(alone) {
                1
            } else {
                self.random.choose(&[2, 2, 3, 5, 20])
            };
            let (clause, rest) = left.split_at(count.min(left.len()));
            clauses.push(clause);
            left = rest;
        }
        let default = self.random.below(clauses.len());
        // With several selectors, or in a separate clause.
        let joined = self.random.chance(50);
        let leaves = self.random.chance(15);
        let mut open = false;
        for (at, clause) in clauses.iter().enumerate() {
            if at == default && !joined {
                open |= self.case(Vec::new(), true, 3, nesting, leaves);
            }
            let selectors = clause.iter().map(|&value| literal(value, signed)).collect();
            let is_default = at == default && joined;
            if is_default || (self.random.chance(8) && self.counts_statement()) {
                open |= self.case(selectors, is_default, 3, nesting, leaves);
            } else {
                open = true;
                self.marked(&selectors);
            }
        }
        self.level -= 1;
        self.line("}");
        open
    }

    /// A clause that stores its own mark.
    fn marked(&mut self, selectors: &[String]) {
        let mark = self.random.below(1 << 16);
        let what = match self.random.below(10) {
            0 => String::new(),
            1 => format!("any_u32 = any_u32 * 5u + {mark}u; break;"),
            _ if self.executes() => format!("trace = trace * 31u + {mark}u;"),
            _ => format!("any_u32 += {mark}u;"),
        };
        self.line(format!("case {}: {{ {what} }}", selectors.join(", ")));
    }
}

fn literal(bits: u32, signed: bool) -> String {
    match (signed, bits.cast_signed()) {
        (false, _) => format!("{bits}u"),
        (true, i32::MIN) => "i32(-2147483648)".to_owned(),
        (true, value) => format!("{value}i"),
    }
}
