//! Random override expressions: a module specialized by the pipeline and the same module with substituted values must
//! yield the same bits.
//!
//! Each seed generates a shader with overrides that depend on each other, private variables and locals with override
//! expressions as initial values, and reads in two functions. Values are small and floats are multiples of a half, so
//! that everything is exact in both modules.

use super::{compile, open, options, validate};
use crate::common::specialize::specialization;
use crate::common::vulkan::{Binding, Compute, Constant, Resource, gpu};
use std::fmt::Write as _;

/// A random generator: xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as u32 % n
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u32) as usize]
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Bool,
    I32,
    U32,
    F32,
}

const TYPES: [Type; 4] = [Type::Bool, Type::I32, Type::U32, Type::F32];

impl Type {
    fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::F32 => "f32",
        }
    }

    fn literal(self, random: &mut Random) -> String {
        match self {
            Self::Bool => random.one_of(&["true", "false"]).to_owned(),
            Self::I32 => format!("{}i", random.below(7)),
            Self::U32 => format!("{}u", random.below(7)),
            Self::F32 => format!("{}f", f64::from(random.below(9)) * 0.5),
        }
    }
}

struct Shader {
    random: Random,
    /// The declared overrides.
    declared: Vec<(String, Type)>,
    text: String,
}

impl Shader {
    /// An expression of a type, from literals and declared overrides.
    fn expression(&mut self, ty: Type, depth: u32) -> String {
        let named: Vec<_> = self
            .declared
            .iter()
            .filter(|(_, other)| *other == ty)
            .cloned()
            .collect();
        if depth == 0 || self.random.below(5) == 0 {
            return if named.is_empty() || self.random.below(4) == 0 {
                ty.literal(&mut self.random)
            } else {
                named[self.random.below(named.len() as u32) as usize].0.clone()
            };
        }
        let depth = depth - 1;
        if self.random.below(5) == 0 {
            let (accept, reject) = (self.expression(ty, depth), self.expression(ty, depth));
            let condition = self.expression(Type::Bool, depth);
            return format!("select({reject}, {accept}, {condition})");
        }
        match ty {
            Type::Bool => self.boolean(depth),
            Type::I32 | Type::U32 => self.integer(ty, depth),
            Type::F32 => self.float(depth),
        }
    }

    fn boolean(&mut self, depth: u32) -> String {
        let operands = TYPES[1 + self.random.below(3) as usize];
        match self.random.below(4) {
            0 => format!("!({})", self.expression(Type::Bool, depth)),
            1 => {
                let op = self.random.one_of(&["&", "|", "==", "!="]);
                let (left, right) = (self.expression(Type::Bool, depth), self.expression(Type::Bool, depth));
                format!("(({left}) {op} ({right}))")
            }
            2 => format!("bool({})", self.expression(operands, depth)),
            _ => {
                let op = self.random.one_of(&["<", "<=", ">", ">=", "==", "!="]);
                let (left, right) = (self.expression(operands, depth), self.expression(operands, depth));
                format!("(({left}) {op} ({right}))")
            }
        }
    }

    /// Never wraps or divides by a possible zero: those are pipeline errors if the values are known.
    fn integer(&mut self, ty: Type, depth: u32) -> String {
        let left = self.expression(ty, depth);
        let right = self.expression(ty, depth);
        let suffix = if ty == Type::I32 { "i" } else { "u" };
        match self.random.below(8) {
            0 => format!("((({left}) & 1023{suffix}) + (({right}) & 1023{suffix}))"),
            1 => format!("((({left}) & 31{suffix}) * (({right}) & 15{suffix}))"),
            2 => {
                let op = self.random.one_of(&["/", "%"]);
                format!("(({left}) {op} ((({right}) & 7{suffix}) + 1{suffix}))")
            }
            3 => {
                let op = self.random.one_of(&["&", "|", "^"]);
                format!("(({left}) {op} ({right}))")
            }
            4 => format!("((({left}) & 255{suffix}) << ((u32({right}) & 7u)))"),
            5 => format!("(({left}) >> ((u32({right}) & 15u)))"),
            6 => {
                let function = self.random.one_of(&["min", "max"]);
                format!("{function}({left}, {right})")
            }
            _ => {
                let other = TYPES[self.random.below(3) as usize];
                let operand = self.expression(other, depth);
                format!("{}({operand})", ty.name())
            }
        }
    }

    fn float(&mut self, depth: u32) -> String {
        let operand = self.expression(Type::F32, depth);
        match self.random.below(4) {
            0 => format!("(min({operand}, 64.0) + 0.5)"),
            1 => format!("(-({operand}))"),
            2 => {
                let other = self.expression(Type::I32, depth);
                format!("(f32(({other}) & 63i) * 0.5)")
            }
            _ => {
                let other = self.expression(Type::Bool, depth);
                format!("f32({other})")
            }
        }
    }

    fn new(seed: u64) -> Self {
        let mut shader = Self {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            declared: Vec::new(),
            text: String::new(),
        };
        for at in 0..3 + shader.random.below(8) {
            let ty = TYPES[shader.random.below(4) as usize];
            let id = match shader.random.below(3) {
                0 => format!("@id({}) ", 100 - at),
                _ => String::new(),
            };
            let init = shader.expression(ty, 3);
            let _ = writeln!(shader.text, "{id}override o{at}: {} = {init};", ty.name());
            shader.declared.push((format!("o{at}"), ty));
        }
        let length = shader.expression(Type::U32, 2);
        // Whether an expression needs code is unknown here, so half of the lengths use only expressions that never do.
        let length = if shader.random.below(2) == 0 {
            "2u".to_owned()
        } else {
            length
        };
        let _ = writeln!(
            shader.text,
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n\
             var<workgroup> shared_: array<u32, (({length}) & 7u) + 1u>;"
        );
        shader.body();
        shader
    }

    fn body(&mut self) {
        let mut reads = String::new();
        let mut locals = String::new();
        for at in 0..4 {
            let ty = TYPES[self.random.below(4) as usize];
            let (private, local, value) = (self.expression(ty, 2), self.expression(ty, 2), self.expression(ty, 2));
            let _ = writeln!(self.text, "var<private> p{at}: {} = {private};", ty.name());
            let _ = writeln!(locals, "    var l{at}: {} = {local};", ty.name());
            for name in [format!("p{at}"), format!("l{at}"), format!("({value})")] {
                let value = match ty {
                    Type::Bool => format!("u32({name})"),
                    // The sign of a zero is implementation-defined (WGSL §15.7).
                    Type::F32 => format!("select(bitcast<u32>({name}), 0u, {name} == 0.0)"),
                    Type::I32 | Type::U32 => format!("bitcast<u32>({name})"),
                };
                let _ = writeln!(reads, "    out[{}] = {value};", reads.lines().count());
            }
        }
        let value = self.expression(Type::U32, 3);
        let _ = writeln!(
            self.text,
            "fn other() -> u32 {{ return {value}; }}\n@compute @workgroup_size(1)\nfn main() {{\n{locals}{reads}    \
             shared_[7u - out[15]] = 9u;\n    out[12] = shared_[6u - out[15]];\n    out[13] = other();\n}}"
        );
    }

    /// Values for some of the overrides, by key.
    fn values(&mut self) -> Vec<(String, f64)> {
        let mut values = Vec::new();
        for (at, (name, ty)) in self.declared.clone().into_iter().enumerate() {
            if self.random.below(2) == 0 {
                continue;
            }
            let whole = f64::from(self.random.below(20));
            let value = match ty {
                Type::Bool => f64::from(self.random.below(2)),
                Type::I32 => whole - 10.0,
                Type::U32 => whole,
                Type::F32 => whole * 0.5 - 4.0,
            };
            let id = format!("@id({}) override {name}:", 100 - at);
            let key = if self.text.contains(&id) {
                (100 - at).to_string()
            } else {
                name
            };
            values.push((key, value));
        }
        values
    }
}

#[test]
fn specialized_is_substituted() {
    let Some(gpu) = gpu() else { return };
    let seeds = std::env::var("SEEDS")
        .ok()
        .and_then(|seeds| seeds.parse().ok())
        .unwrap_or(60);
    let (mut ran, mut faults) = (0, Vec::new());
    for seed in 0..seeds {
        let mut shader = Shader::new(seed);
        let values = shader.values();
        let values: Vec<_> = values.iter().map(|(key, value)| (key.as_str(), *value)).collect();
        let target = ["vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3"][seed as usize % 4];
        if target > gpu.newest_target() {
            continue;
        }
        // Both may refuse the module: lengths that need code, and expressions for which naga reports an error.
        let (Ok(opened), Ok(substituted)) = (
            compile(&shader.text, &open(target, &[])),
            compile(&shader.text, &options(target, &values)),
        ) else {
            continue;
        };
        ran += 1;
        let constants = specialization(&opened.spec_constants, &values);
        let run = |words: &[u32], constants: &[Constant]| {
            validate::validate(words, target)?;
            gpu.compute(&Compute {
                words,
                entry_point: "main",
                bindings: &[Binding {
                    set: 0,
                    binding: 0,
                    resource: Resource::Storage(vec![0; 64]),
                }],
                push_constants: &[],
                constants,
                workgroups: [1, 1, 1],
                validate: true,
            })
        };
        let (left, right) = (run(&opened.words, &constants), run(&substituted.words, &[]));
        if left.is_err() || left != right {
            let text = &shader.text;
            faults.push(format!(
                "seed {seed} at {target}: {left:?}, {right:?} with {values:?}\n{text}"
            ));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults[0]);
    assert!(ran * 2 > seeds, "{ran} of {seeds} seeds were run");
}
