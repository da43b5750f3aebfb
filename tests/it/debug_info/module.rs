//! `Described`: the debug information of a module, read from its words, for the tests to query.

use std::collections::HashMap;

use crate::common::parse::{self, Shader};
use crate::common::setup::{self, Setup};
use crate::common::strip::{debug_set, is_of};
use crate::common::{backends, validate};
use spirula::words::reader::{Instruction, Reader};
use spirula::{DebugInfo, DebugLevel};
use spirv::Op;

/// The numbers of the instructions that the tests look for.
pub const INFO_NONE: u32 = 0;
pub const TYPE_BASIC: u32 = 2;
pub const TYPE_POINTER: u32 = 3;
pub const TYPE_QUALIFIER: u32 = 4;
pub const TYPE_ARRAY: u32 = 5;
pub const TYPE_VECTOR: u32 = 6;
pub const TYPE_COMPOSITE: u32 = 10;
pub const TYPE_MEMBER: u32 = 11;
pub const GLOBAL_VARIABLE: u32 = 18;
pub const FUNCTION: u32 = 20;
pub const LEXICAL_BLOCK: u32 = 21;
pub const LOCAL_VARIABLE: u32 = 26;
pub const DECLARE: u32 = 28;
pub const VALUE: u32 = 29;
pub const SOURCE: u32 = 35;
pub const LINE: u32 = 103;
pub const TYPE_MATRIX: u32 = 108;

/// A module's debug information, by the ids of its instructions.
pub struct Described {
    pub words: Vec<u32>,
    set: u32,
    places: HashMap<u32, usize>,
}

impl Described {
    /// Compiles a WGSL text for Vulkan 1.1.
    pub fn of(source: &str) -> Self {
        Self::with(source, &DebugInfo::new("test.wgsl", source), |_| {})
    }

    /// Compiles a WGSL text with the target and options that `adjust` sets.
    pub fn with(source: &str, info: &DebugInfo, adjust: impl FnOnce(&mut Setup)) -> Self {
        let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
        Self::of_shader(&shader, info, adjust)
    }

    /// Compiles a WGSL text for a target, and validates the module with spirv-val.
    pub fn at(target: &str, source: &str) -> Self {
        let described = Self::with(source, &DebugInfo::new("test.wgsl", source), |setup| {
            setup.target = backends::target(target);
        });
        validate::validate(&described.words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
        described
    }

    pub fn of_shader(shader: &Shader, info: &DebugInfo, adjust: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = backends::options("vulkan1.1");
        adjust(&mut setup);
        setup.debug_info = Some(DebugInfo {
            level: DebugLevel::Full,
            ..info.clone()
        });
        let output = setup::compile(&shader.module, &shader.info, &setup);
        Self::of_words(output.unwrap_or_else(|error| panic!("{error:#}")).words)
    }

    pub fn of_words(words: Vec<u32>) -> Self {
        let set = debug_set(&words).expect("the set");
        let mut described = Self {
            places: HashMap::new(),
            set,
            words,
        };
        let results: Vec<_> = described.all().filter_map(|i| Some((i.result()?, i.offset))).collect();
        described.places.extend(results);
        described
    }

    pub fn all(&self) -> impl Iterator<Item = Instruction<'_>> {
        let (_, reader) = Reader::new(&self.words).expect("a header");
        reader.map(|instruction| instruction.expect("whole instructions"))
    }

    /// The result id and operands of every instruction of the set with this number.
    pub fn each(&self, number: u32) -> impl Iterator<Item = (u32, &[u32])> {
        let of = self.all().filter(move |i| is_of(i, self.set) && i.words[4] == number);
        of.map(|i| (i.words[2], &i.words[5..]))
    }

    /// The words of the instruction that defines an id.
    pub fn definition(&self, id: u32) -> &[u32] {
        let at = self.places[&id];
        let count = (self.words[at] >> 16) as usize;
        &self.words[at..at + count]
    }

    pub fn op(&self, id: u32) -> Op {
        Op::from_u32(self.definition(id)[0] & 0xFFFF).expect("an opcode")
    }

    pub fn text(&self, id: u32) -> String {
        let bytes = self.definition(id)[2..].iter().flat_map(|word| word.to_le_bytes());
        String::from_utf8(bytes.take_while(|&byte| byte != 0).collect()).expect("UTF-8")
    }

    pub fn number(&self, id: u32) -> u32 {
        assert_eq!(self.op(id), Op::Constant);
        self.definition(id)[3]
    }

    /// The result id and operands of the only instruction of this kind with this name.
    pub fn named(&self, kind: u32, name: &str) -> (u32, &[u32]) {
        let mut found = self.each(kind).filter(|(_, operands)| self.text(operands[0]) == name);
        let first = found.next().unwrap_or_else(|| panic!("no {name}"));
        assert!(found.next().is_none(), "{name} is there twice");
        first
    }

    /// A type as text, such as `array 4 vec2 f32`.
    pub fn ty(&self, id: u32) -> String {
        let words = self.definition(id);
        let operands = &words[5..];
        match words[4] {
            TYPE_BASIC => self.text(operands[0]),
            TYPE_POINTER => format!("ptr {}", self.ty(operands[0])),
            TYPE_QUALIFIER => format!("qualifier {} {}", self.number(operands[1]), self.ty(operands[0])),
            TYPE_ARRAY => format!("array {} {}", self.number(operands[1]), self.ty(operands[0])),
            TYPE_VECTOR => format!("vec{} {}", self.number(operands[1]), self.ty(operands[0])),
            TYPE_MATRIX => {
                assert_eq!(self.op(operands[2]), Op::ConstantTrue);
                format!("{} columns {}", self.number(operands[1]), self.ty(operands[0]))
            }
            TYPE_COMPOSITE => {
                let members = operands[9..].iter().map(|&member| {
                    let words = self.definition(member);
                    assert_eq!(words[4], TYPE_MEMBER);
                    let member = &words[5..];
                    let (offset, size) = (self.number(member[5]), self.number(member[6]));
                    format!(" {}@{offset}+{size}: {}", self.text(member[0]), self.ty(member[1]))
                });
                format!("{}{}", self.text(operands[0]), members.collect::<String>())
            }
            other => panic!("type {other}"),
        }
    }

    /// The line of a variable, its type, and its values, each after its indexes.
    pub fn local(&self, name: &str) -> (u32, String, Vec<(Vec<u32>, u32)>) {
        let (id, operands) = self.named(LOCAL_VARIABLE, name);
        let values = [DECLARE, VALUE].into_iter().flat_map(|kind| {
            let own = self.each(kind).filter(move |(_, operands)| operands[0] == id);
            own.map(|(_, operands)| {
                let indexes = operands[3..].iter().map(|&index| self.number(index)).collect();
                (indexes, operands[1])
            })
        });
        (self.number(operands[3]), self.ty(operands[1]), values.collect())
    }

    /// The opcode of the one value of a variable.
    pub fn value_op(&self, name: &str) -> Op {
        let (_, _, values) = self.local(name);
        assert_eq!(values.len(), 1, "{name}");
        self.op(values[0].1)
    }

    /// The `DebugLine` lines at which a `DebugDeclare` or `DebugValue` names a variable.
    pub fn lines_of(&self, name: &str) -> Vec<u32> {
        let (id, _) = self.named(LOCAL_VARIABLE, name);
        let (mut line, mut found) = (0, Vec::new());
        for instruction in self.all().filter(|instruction| is_of(instruction, self.set)) {
            let operands = &instruction.words[5..];
            match instruction.words[4] {
                LINE => line = self.number(operands[1]),
                DECLARE | VALUE if operands[0] == id => found.push(line),
                _ => {}
            }
        }
        found
    }

    /// The function whose scope encloses a variable.
    pub fn function_of(&self, name: &str) -> String {
        let mut scope = self.named(LOCAL_VARIABLE, name).1[5];
        loop {
            let words = self.definition(scope);
            match words[4] {
                FUNCTION => return self.text(words[5]),
                LEXICAL_BLOCK => scope = words[8],
                other => panic!("scope {other}"),
            }
        }
    }

    /// The line and type of a global, and its variable or constant; `None` for `DebugInfoNone`.
    pub fn global(&self, name: &str) -> (u32, String, Option<u32>) {
        let (_, operands) = self.named(GLOBAL_VARIABLE, name);
        let variable = operands[7];
        let is_none = self.op(variable) == Op::ExtInst && self.definition(variable)[4] == INFO_NONE;
        (
            self.number(operands[3]),
            self.ty(operands[1]),
            (!is_none).then_some(variable),
        )
    }
}
