//! Inputs that no writer generates: random words, random instructions, modules with many mutations, and modules that
//! are large in one respect, to find panics and superlinear time.

mod shapes;

use spirula::words::grammar;
use spirv::Op;

use super::mutate::Parts;
use super::prng::Random;

pub use shapes::SHAPES;

const MAGIC: u32 = 0x0723_0203;

/// Generates inputs, each from a number.
pub struct Inputs {
    seeds: Vec<Vec<u32>>,
    syntaxes: Vec<grammar::Syntax>,
}

impl Inputs {
    pub fn new(seeds: Vec<Vec<u32>>) -> Self {
        let syntaxes = grammar::syntaxes().collect();
        Self { seeds, syntaxes }
    }

    /// An input as bytes, and the kind of input.
    pub fn make(&self, number: u64) -> (Vec<u8>, &'static str) {
        let mut random = Random::new(number);
        let (mut words, kind) = match random.below(16) {
            0 => (noise(&mut random), "noise"),
            1..=4 => (self.stream(&mut random), "instructions"),
            5..=9 => (self.changed(&mut random), "changes"),
            10 | 11 => (self.scrambled(&mut random), "scrambled"),
            12 | 13 => (self.spliced(&mut random), "spliced"),
            14 => (self.cut(&mut random), "cut"),
            _ => {
                let shape = SHAPES[random.below(SHAPES.len())];
                let size = random.between(1, 60);
                let words = (shape.make)(size);
                (repeat(&mut random, words), "shape and changes")
            }
        };
        if random.chance(10)
            && let Some(bound) = words.get_mut(3)
        {
            *bound = [0, 1, u32::MAX, 1 << 22, 5][random.below(5)];
        }
        let order = if random.chance(5) {
            u32::to_be_bytes
        } else {
            u32::to_le_bytes
        };
        let mut bytes: Vec<u8> = words.iter().flat_map(|&word| order(word)).collect();
        if random.chance(3) {
            bytes.truncate(random.below(bytes.len() + 1));
        }
        (bytes, kind)
    }

    fn seed(&self, random: &mut Random) -> &[u32] {
        &self.seeds[random.below(self.seeds.len())]
    }

    /// Existing opcodes with operands that are mostly invalid.
    fn stream(&self, random: &mut Random) -> Vec<u32> {
        let bound = random.between(2, 40);
        let mut words = vec![MAGIC, 0x0001_0000 | (random.below(8) as u32) << 8, 0, bound as u32, 0];
        // Half of the streams have only opcodes that are common in shaders.
        let common = random.chance(50);
        for _ in 0..random.below(60) {
            let syntax = self.syntaxes[random.below(self.syntaxes.len())];
            let opcode = if common {
                random.below(256) as u16
            } else {
                syntax.opcode
            };
            let Some(syntax) = grammar::syntax(opcode) else {
                continue;
            };
            let spread = if random.chance(80) { 0 } else { 3 };
            let count = 1 + syntax.operands.len() + random.below(spread + 1);
            words.push((count as u32) << 16 | u32::from(opcode));
            for _ in 1..count {
                words.push(match random.below(20) {
                    0 => random.next() as u32,
                    1 => u32::MAX,
                    2 => 0,
                    _ => random.below(bound) as u32,
                });
            }
        }
        words
    }

    /// A valid module with a few mutations, one after the other.
    fn changed(&self, random: &mut Random) -> Vec<u32> {
        let words = self.seed(random).to_vec();
        repeat(random, words)
    }

    /// A valid module in which some words are random.
    fn scrambled(&self, random: &mut Random) -> Vec<u32> {
        let mut words = self.seed(random).to_vec();
        for _ in 0..random.between(1, 40) {
            let place = random.below(words.len());
            let source = random.below(words.len());
            words[place] = match random.below(4) {
                0 => random.next() as u32,
                1 => words[source],
                2 => words[place] ^ 1 << random.below(32),
                _ => random.below(300) as u32,
            };
        }
        words
    }

    /// The first part of one module and the last part of another.
    fn spliced(&self, random: &mut Random) -> Vec<u32> {
        let front = self.seed(random);
        let back = self.seed(random);
        let mut words = front[..boundary(front, random.below(front.len()))].to_vec();
        words.extend_from_slice(&back[boundary(back, random.below(back.len())).max(5)..]);
        words[3] = front[3].max(back[3]);
        words
    }

    /// A module that is truncated, or that continues with its own start.
    fn cut(&self, random: &mut Random) -> Vec<u32> {
        let mut words = self.seed(random).to_vec();
        if random.chance(70) {
            words.truncate(random.between(5, words.len()));
        } else {
            let again = words[5..random.between(5, words.len())].to_vec();
            words.extend(again);
        }
        words
    }
}

fn noise(random: &mut Random) -> Vec<u32> {
    let mut words: Vec<u32> = (0..random.below(200)).map(|_| random.next() as u32).collect();
    if random.chance(80) {
        for (word, value) in words.iter_mut().zip([MAGIC, 0x0001_0300, 0, 100, 0]) {
            *word = value;
        }
    }
    words
}

/// Up to a dozen mutations.
fn repeat(random: &mut Random, mut words: Vec<u32>) -> Vec<u32> {
    for _ in 0..random.between(1, 12) {
        let whole = spirula::words::reader::Reader::new(&words)
            .is_ok_and(|(_, mut reader)| reader.all(|instruction| instruction.is_ok()));
        if !whole {
            break;
        }
        let Some(mutated) = Parts::new(&words).mutate(random) else {
            continue;
        };
        words = mutated.words;
    }
    words
}

/// The end of the instruction that contains a word.
fn boundary(words: &[u32], place: usize) -> usize {
    let mut at = 5;
    while at < place.min(words.len()) {
        at += (words[at] >> 16).max(1) as usize;
    }
    at.min(words.len())
}

/// Builds a module.
pub struct Build {
    pub words: Vec<u32>,
    next: u32,
}

impl Build {
    /// A module with the capability `Shader`, for SPIR-V 1.6.
    pub fn new() -> Self {
        let mut build = Self {
            words: vec![MAGIC, 0x0001_0600, 0, 0, 0],
            next: 1,
        };
        build.op(Op::Capability, &[spirv::Capability::Shader as u32]);
        build
    }

    pub fn memory_model(&mut self) {
        self.op(Op::MemoryModel, &[0, 1]);
    }

    /// A new id.
    pub fn id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Appends an instruction; one that is too long is truncated.
    pub fn op(&mut self, op: Op, operands: &[u32]) {
        let operands = &operands[..operands.len().min(65_534)];
        self.words.push((operands.len() as u32 + 1) << 16 | op as u32);
        self.words.extend_from_slice(operands);
    }

    /// Appends a type, or another instruction with a result and no type.
    pub fn result(&mut self, op: Op, operands: &[u32]) -> u32 {
        let id = self.id();
        self.op(op, &[&[id], operands].concat());
        id
    }

    /// Appends an instruction with a result and a type.
    pub fn value(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.op(op, &[&[ty, id], operands].concat());
        id
    }

    pub fn finish(mut self) -> Vec<u32> {
        self.words[3] = self.next;
        self.words
    }
}
