//! What the runs of a mesh shader come to: which elements are filled, by whom, and where a store needs a guard. The rules
//! are those of [`super`].

use super::run::{Floor, Write};
use super::value::{Numbers, Value};
use super::{Site, World};
use crate::back::mesh::MeshSide;

/// What the runs are held against.
pub(super) struct Judging {
    pub(super) numbers: Numbers,
    pub(super) sites: Vec<Site>,
    /// Elements of the two arrays.
    pub(super) sizes: [u32; 2],
    /// Members of their elements.
    pub(super) members: [u32; 2],
    /// There is one invocation.
    pub(super) alone: bool,
    /// Without vertices there are no primitives.
    pub(super) clamps: bool,
}

/// One member of one element.
#[derive(Clone, Copy, Default)]
struct Cell {
    writer: Option<u32>,
    filled: bool,
}

impl Judging {
    /// Finds the statements by which several invocations store to one element.
    pub(super) fn find_shared(&mut self, world: &World) {
        for (at, site) in self.sites.iter_mut().enumerate() {
            let mut writes = world.writes.iter().filter(|write| write.site == at);
            let Some(first) = writes.next() else { continue };
            let same = |write: &Write| write.element.is_some() && write.element == first.element;
            let mut several = false;
            let all = writes.all(|write| {
                several |= write.invocation != first.invocation;
                same(write) && !write.looped
            });
            site.first_only |= several && all && same(first) && !first.looped;
        }
    }

    /// Whether one world keeps the rules. Notes the stores that may be beyond what there is.
    pub(super) fn judge(&mut self, world: &World) -> bool {
        let mut cells = [0, 1].map(|side| {
            let size = self.sizes.get(side).copied().unwrap_or(0) as usize;
            let members = self.members.get(side).copied().unwrap_or(0) as usize;
            vec![Cell::default(); size.saturating_mul(members)]
        });
        for at in 0..self.sites.len() {
            if self.sites.get(at).is_some_and(|site| site.first_only) && !first_stands_for_all(world, at) {
                return false;
            }
        }
        for write in &world.writes {
            let Some(&site) = self.sites.get(write.site) else {
                return false;
            };
            if site.first_only && write.invocation != 0 {
                continue;
            }
            let side = site.side as usize;
            let (size, members) = (self.sizes[side], self.members[side]);
            let count = world.counts[side];
            if !self.is_below(world, site.side, write) {
                if let Some(site) = self.sites.get_mut(write.site) {
                    site.guarded = true;
                }
            }
            let element = match write.element {
                Some(element) if element < size => element,
                Some(_) => continue,
                None if self.alone => continue,
                None => return false,
            };
            let fills = write.certain && self.runs_for_all(count, element, write.floor);
            for member in 0..members {
                if site.member.is_some_and(|stored| stored != member) {
                    continue;
                }
                let Some(cell) = cells[side].get_mut((element * members + member) as usize) else {
                    return false;
                };
                if cell.writer.is_some_and(|writer| writer != write.invocation) {
                    return false;
                }
                cell.writer = Some(write.invocation);
                cell.filled |= fills;
            }
        }
        [MeshSide::Vertices, MeshSide::Primitives]
            .into_iter()
            .all(|side| self.is_full(world, side, &cells[side as usize]))
    }

    /// Whether every member that is stored is stored in every element below the count.
    fn is_full(&self, world: &World, side: MeshSide, cells: &[Cell]) -> bool {
        let (size, members) = (self.sizes[side as usize], self.members[side as usize]);
        if side == MeshSide::Vertices && world.counts[1] == Value::Word(0) {
            // Nobody sees the vertices of no primitive.
            return true;
        }
        let count = match world.counts[side as usize] {
            Value::Word(count) => count.min(size),
            other => self.most(other).min(size),
        };
        let stored = |member: u32| {
            let mut sites = self.sites.iter().filter(|site| site.side == side);
            sites.any(|site| site.member.is_none_or(|stored| stored == member))
        };
        (0..members).filter(|&member| stored(member)).all(|member| {
            let cell = |element: u32| cells.get((element * members + member) as usize);
            (0..count).all(|element| cell(element).is_some_and(|cell| cell.filled))
        })
    }

    /// The most that a count can be.
    fn most(&self, count: Value) -> u32 {
        let Some((number, scale, offset)) = Numbers::linear_of(count) else {
            return u32::MAX;
        };
        let most = u64::from(self.numbers.most(number)) * u64::from(scale) + u64::from(offset);
        u32::try_from(most).unwrap_or(u32::MAX)
    }

    /// Whether what runs above a floor runs whenever an element is below the count: a count that is not above the floor
    /// does not reach the element. Counts wrap far above every floor.
    fn runs_for_all(&mut self, count: Value, element: u32, floor: Floor) -> bool {
        match floor {
            Floor::None => true,
            Floor::Several => false,
            Floor::Above(number, word) => {
                if self.numbers.number_of(count) == Some(number) {
                    return word <= element;
                }
                let Some((of, scale, offset)) = Numbers::linear_of(count) else {
                    return false;
                };
                let reached = u64::from(scale) * u64::from(word) + u64::from(offset);
                of == number && reached <= u64::from(element)
            }
        }
    }

    /// Whether an element is known to be there whenever it is stored to.
    fn is_below(&mut self, world: &World, side: MeshSide, write: &Write) -> bool {
        let place = side as usize;
        let (Some(element), count) = (write.element, world.counts[place]) else {
            return false;
        };
        if element >= self.sizes[place] || (side == MeshSide::Primitives && self.clamps && !self.has_vertices(world)) {
            return false;
        }
        match (count, write.floor) {
            (Value::Word(count), _) => element < count,
            (count, Floor::Above(number, word)) => {
                if self.numbers.number_of(count) == Some(number) {
                    return element <= word;
                }
                let wraps = self.most(count) == u32::MAX;
                let of = Numbers::linear_of(count).filter(|&(of, _, _)| of == number && !wraps);
                of.is_some_and(|(_, scale, offset)| {
                    let least = u64::from(scale) * (u64::from(word) + 1) + u64::from(offset);
                    u64::from(element) < least
                })
            }
            (_, Floor::None | Floor::Several) => false,
        }
    }

    /// Whether there are vertices where there are primitives.
    fn has_vertices(&self, world: &World) -> bool {
        match world.counts {
            [Value::Word(vertices), _] => vertices > 0,
            [Value::Same(vertices), primitives] => primitives == Value::Same(vertices),
            [vertices @ Value::Linear { number, .. }, primitives] => {
                primitives == Value::Same(number) && self.most(vertices) < u32::MAX
            }
            _ => false,
        }
    }
}

/// Whether the first invocation stores whatever others store by a statement, as often and whenever one does.
fn first_stands_for_all(world: &World, site: usize) -> bool {
    let writes = || world.writes.iter().filter(|write| write.site == site);
    let mut times: Vec<u32> = Vec::new();
    for write in writes() {
        let at = write.invocation as usize;
        times.resize(times.len().max(at + 1), 0);
        if let Some(times) = times.get_mut(at) {
            *times += 1;
        }
    }
    let Some(first) = writes().find(|write| write.invocation == 0) else {
        return times.is_empty();
    };
    let same = |write: &Write| write.element == first.element && write.floor == first.floor && !write.looped;
    let often = times.first().copied();
    first.certain && writes().all(same) && times.iter().all(|&times| times == 0 || Some(times) == often)
}
