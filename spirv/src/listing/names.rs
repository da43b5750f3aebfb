//! Names for ids that depend on what an id is and not on what else is in the module.
//!
//! * anything with an `OpName`: that name;
//! * types by their structure: `%v4f32`, `%ptr_Function_v4f32`, `%arr_u32_4`, `%struct_v4f32_f32`;
//! * constants by type and value: `%u32_7`, `%f32_0.5`, `%v2f32_1.0,0.5`, `%v4f32_null`; equal components are written
//!   once; specialization constants by `SpecId`: `%spec_3`;
//! * global variables by their interface: `%GlobalInvocationId`, `%Input_location0`, `%set0_binding1`;
//! * functions by their entry point, or by their type;
//! * values by their operation and what it is applied to: `%load_color`, `%chain_lights_2`, `%fmul_load_color`; blocks by
//!   what leads to them.
//!
//! A name that is used already gets a number. The number counts declarations with the same name, and values with the
//! same name in one block, so that it changes with few other changes. Names of values are unique in their function.

use super::module::{Id, Line, Module, Section};
use super::order::{Content, Order};
use crate::words::grammar::{OperandKind, syntax};
use crate::words::number::{NumberFormat, NumberType};
use crate::words::string;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::ops::Range;
use hashbrown::{HashMap, HashSet};
use spirv::{Decoration, Op};

/// A longer name is cut, and ends with a hash of what it was.
const LONGEST: usize = 40;

/// The name of an id without a definition.
pub(crate) const UNDEFINED: &str = "undefined";

/// How many loads, access chains and extractions are followed to what they are applied to.
const DEPTH: u32 = 8;

/// The names of all ids.
#[derive(Clone)]
pub(crate) struct Names {
    /// By id. Those of values are unique in their function, others in the module.
    pub(crate) by_id: Vec<String>,
    /// By id: the function that a value belongs to.
    pub(crate) function_of: Vec<Option<usize>>,
    /// By id: what a name says of it before it is made unique.
    pub(crate) bases: Vec<String>,
    /// The names that are used outside of functions.
    used: HashSet<String>,
    counts: HashMap<String, u32>,
}

impl Names {
    pub(crate) fn new(module: &Module<'_>, order: &Order) -> Self {
        let count = module.ids.len();
        let mut names = Self {
            by_id: vec![String::new(); count],
            function_of: vec![None; count],
            bases: vec![String::new(); count],
            used: HashSet::new(),
            counts: HashMap::new(),
        };
        for &line in &order.declarations {
            if let Some(id) = module.defines(line) {
                let base = names.given(module, id).unwrap_or_else(|| names.declared(module, line));
                names.give(id, base);
            }
        }
        for &function in &order.functions {
            let line = module.functions[function].lines.start;
            if let Some(id) = module.defines(line) {
                let base = names.given(module, id).or_else(|| entry_point(module, order, id));
                let base = base.unwrap_or_else(|| names.signature(module, line));
                names.give(id, base);
            }
        }
        for &function in &order.functions {
            Values {
                module,
                order,
                names: &mut names,
                function,
                used: HashSet::new(),
                counts: HashMap::new(),
                blocks: HashMap::new(),
                tag: String::new(),
                unnamed: HashMap::new(),
            }
            .name();
        }
        // Ids without a definition, in the order of their uses.
        let bodies = order
            .functions
            .iter()
            .flat_map(|&function| module.functions[function].lines.clone());
        let mut outside: Vec<Line> = (0..module.lines.len()).filter(|&line| order.is_used[line]).collect();
        outside.sort_by_key(|&line| order.contents[line]);
        for line in bodies.chain(order.entry_points.iter().copied()).chain(outside) {
            for &(_, id) in module.operands(line) {
                if names.by_id[id].is_empty() {
                    names.give(id, UNDEFINED.to_owned());
                }
            }
        }
        names
    }

    /// The name as it is written in a function, or outside of functions.
    pub(crate) fn write(&self, text: &mut String, module: &Module<'_>, id: Id, within: Option<usize>) {
        if let Some(function) = self.function_of[id].filter(|_| self.function_of[id] != within) {
            let start = module.functions[function].lines.start;
            let function = module.results[start].map_or("", |id| &self.by_id[id]);
            let _ = write!(text, "{function}:");
        }
        text.push_str(&self.by_id[id]);
    }

    /// Gives a declaration or function its name.
    fn give(&mut self, id: Id, base: String) {
        let name = unique(&base, &mut self.counts, |name| !self.used.contains(name));
        self.used.insert(name.clone());
        self.by_id[id] = name;
        self.bases[id] = base;
    }

    /// The name from `OpName`: the least of several, because their order has no meaning.
    fn given(&self, module: &Module<'_>, id: Id) -> Option<String> {
        let name = module.names(id).filter(|name| !name.is_empty()).min()?;
        let mut name: String = name.chars().map(|c| if is_kept(c) { c } else { '_' }).collect();
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            name.insert(0, '_');
        }
        Some(shortened(name))
    }

    fn signature(&self, module: &Module<'_>, line: Line) -> String {
        let ty = module.operand(line, 1).map_or("", |ty| &self.by_id[ty]);
        format!("function_{}", ty.trim_start_matches("fn_"))
    }

    /// The name of a declaration from what it declares.
    fn declared(&self, module: &Module<'_>, line: Line) -> String {
        let name = self.of_declaration(module, line);
        shortened(name.unwrap_or_else(|| operation(module, line)))
    }

    fn of_declaration(&self, module: &Module<'_>, line: Line) -> Option<String> {
        let instruction = &module.lines[line];
        let words = instruction.operand_words();
        let name = |place: usize| module.operand(line, place).map_or("", |id| self.by_id[id].as_str());
        let ty = module.result_type(line).map_or("", |ty| self.by_id[ty].as_str());
        let enumerant = |kind: OperandKind, place: usize| {
            let row = words.get(place).and_then(|&word| kind.enumerant(word));
            row.map_or("", |row| row.name)
        };
        let class = || enumerant(OperandKind::StorageClass, 0);
        Some(match (module.op(line)?, words) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, [width, 0]) => format!("u{width}"),
            (Op::TypeInt, [width, _]) => format!("i{width}"),
            (Op::TypeFloat, [width]) => format!("f{width}"),
            (Op::TypeVector, [_, count]) => format!("v{count}{}", name(0)),
            (Op::TypeMatrix, [_, count]) => format!("mat{count}{}", name(0)),
            (Op::TypeArray, [_, _]) => {
                let length = module.operand(line, 1).map_or("", |id| self.value(module, id));
                format!("arr_{}_{length}", name(0))
            }
            (Op::TypeRuntimeArray, [_]) => format!("rtarr_{}", name(0)),
            (Op::TypePointer, [_, _]) => format!("ptr_{}_{}", class(), name(1)),
            (Op::TypeFunction, _) => joined("fn", (0..words.len()).map(name)),
            (Op::TypeStruct, _) => joined("struct", (0..words.len()).map(name)),
            (Op::TypeSampler, _) => "sampler".to_owned(),
            (Op::TypeSampledImage, [_]) => format!("sampled_{}", name(0)),
            (Op::TypeImage, [_, _, depth, arrayed, multisampled, sampled, format, ..]) => {
                let flags = [
                    (*depth == 1, "_depth"),
                    (*arrayed == 1, "_array"),
                    (*multisampled == 1, "_ms"),
                    (*sampled == 2, "_storage"),
                ];
                let flags: String = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).collect();
                let dimension = enumerant(OperandKind::Dim, 1);
                let format = match format {
                    0 => String::new(),
                    _ => format!("_{}", enumerant(OperandKind::ImageFormat, 6)),
                };
                format!("image_{dimension}_{}{flags}{format}", name(0))
            }
            (Op::TypeAccelerationStructureKHR, _) => "acceleration_structure".to_owned(),
            (Op::TypeRayQueryKHR, _) => "ray_query".to_owned(),
            (Op::ConstantTrue, _) => "true".to_owned(),
            (Op::ConstantFalse, _) => "false".to_owned(),
            (Op::ConstantNull, _) => format!("{ty}_null"),
            (Op::Undef, _) => format!("{ty}_undef"),
            (Op::Constant, _) => {
                let number = module.result_type(line).and_then(|ty| module.definition(ty));
                let number = number
                    .and_then(|ty| NumberType::declared(&module.lines[ty]))
                    .unwrap_or(NumberType::UINT);
                let mut text = format!("{ty}_");
                number.write(&mut text, words, NumberFormat::Shortest);
                text.replace(' ', "_")
            }
            (Op::SpecConstantComposite, _) if known_by(module, line, "").is_some() => known_by(module, line, "")?,
            (Op::SpecConstantOp, [opcode, ..]) => {
                let opcode = u16::try_from(*opcode).ok().and_then(syntax);
                let opcode = opcode.map_or("unknown", |syntax| syntax.name);
                let operands = module.operands(line).iter().map(|&(_, id)| id);
                let operands = operands.filter(|&id| Some(id) != module.result_type(line));
                let opcode = opcode.trim_start_matches("Op").to_lowercase();
                joined(&format!("spec_{opcode}"), operands.map(|id| self.value(module, id)))
            }
            (Op::ConstantComposite | Op::SpecConstantComposite, _) => {
                let values = words
                    .iter()
                    .map(|&word| module.id(word).map_or("", |id| self.value(module, id)));
                match words {
                    [first, rest @ ..] if rest.iter().all(|word| word == first) => {
                        format!("{ty}_{}", values.take(1).collect::<String>())
                    }
                    _ => format!("{ty}_{}", values.collect::<Vec<_>>().join(",")),
                }
            }
            (Op::ExtInstImport | Op::String, text) => {
                let prefix = if module.section(line) == Section::String {
                    "string_"
                } else {
                    ""
                };
                let text = string(text);
                let text = text.chars().map(|c| if is_kept(c) || c == '.' { c } else { '_' });
                format!("{prefix}{}", text.collect::<String>())
            }
            (Op::Variable, _) => match known_by(module, line, class()) {
                Some(name) => name,
                None => format!(
                    "{}_{}",
                    class(),
                    ty.strip_prefix(&format!("ptr_{}_", class())).unwrap_or(ty)
                ),
            },
            (Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse, _) => known_by(module, line, "")?,
            (Op::ExtInst | Op::ExtInstWithForwardRefsKHR, _) => {
                // The name of what debug information describes is a string.
                let operands = module
                    .operands(line)
                    .iter()
                    .filter_map(|&(_, id)| module.definition(id));
                let mut strings = operands.filter(|&line| module.section(line) == Section::String);
                let text = strings.next().map(|line| self.declared(module, line));
                let text = text.as_deref().map_or("", |text| text.trim_start_matches("string"));
                format!("{}{text}", operation(module, line))
            }
            _ => return None,
        })
    }

    /// The value of a constant as it shows in names.
    fn value<'n>(&'n self, module: &Module<'_>, id: Id) -> &'n str {
        let name = self.by_id[id].as_str();
        let Some(line) = module.definition(id) else { return name };
        let ty = module.result_type(line).map_or("", |ty| self.by_id[ty].as_str());
        let value = name.strip_prefix(ty).and_then(|value| value.strip_prefix('_'));
        value
            .filter(|value| !value.is_empty() && !ty.is_empty())
            .unwrap_or(name)
    }
}

/// Names the values of a function.
struct Values<'n, 'm, 'w> {
    module: &'m Module<'w>,
    order: &'m Order,
    names: &'n mut Names,
    function: usize,
    used: HashSet<String>,
    counts: HashMap<String, u32>,
    /// What leads to a block, by its label.
    blocks: HashMap<Id, String>,
    /// What distinguishes the values of the block; nothing in the first block.
    tag: String,
    /// The variables without a name of their own, as the names of blocks say them.
    unnamed: HashMap<Id, String>,
}

/// What a text becomes the name of. Many names follow from that of a block, so it says less.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Value,
    Block,
}

impl Values<'_, '_, '_> {
    fn name(mut self) {
        let function = &self.module.functions[self.function];
        let (lines, variables) = (function.lines.clone(), function.variables.clone());
        let first_use = |line: Line| self.module.results[line].map(|id| self.order.first_uses[id]);
        let mut sorted: Vec<Line> = variables.clone().collect();
        sorted.sort_by_key(|&line| first_use(line));
        let uses = self.typical_uses(&lines, &variables);
        for line in sorted {
            let ty = self.module.result_type(line).map_or("", |ty| &self.names.by_id[ty]);
            let mut base = format!("var_{}", ty.trim_start_matches("ptr_Function_"));
            if let Some(id) = self.module.results[line].filter(|&id| self.names.given(self.module, id).is_none()) {
                self.unnamed.insert(id, base.clone());
                if let Some(content) = uses.get(&id) {
                    let _ = write!(base, "_{:03x}", content >> 52);
                }
            }
            self.give(line, base);
        }
        let (mut parameters, mut blocks) = (0, 0);
        for line in lines.start + 1..lines.end {
            if variables.contains(&line) {
                continue;
            }
            let base = match self.module.op(line) {
                Some(Op::FunctionParameter) => {
                    parameters += 1;
                    format!("parameter{parameters}")
                }
                Some(Op::Label) => {
                    let base = self.module.results[line].and_then(|id| self.blocks.remove(&id));
                    base.unwrap_or_else(|| "block".to_owned())
                }
                _ if self.module.results[line].is_none() => {
                    self.branch(line, lines.end);
                    continue;
                }
                _ => self.operation(line, Naming::Value),
            };
            let is_label = self.module.op(line) == Some(Op::Label);
            if is_label {
                self.tag.clear();
            }
            self.give(line, base);
            if is_label && blocks > 0 {
                let name = self.module.results[line].map_or("", |id| &self.names.by_id[id]);
                self.tag = format!(".{:03x}", Content::text(name).0 >> 52);
            }
            blocks += u32::from(is_label);
        }
    }

    /// For each variable of the function the least hash of one of its uses: what is done with it, or with what is loaded
    /// from it or found in it. Of many uses only one matters, so that a change of another changes no name.
    fn typical_uses(&self, lines: &Range<Line>, variables: &Range<Line>) -> HashMap<Id, u64> {
        let module = self.module;
        // The variable that a value is loaded from, or that a pointer points into.
        let mut owners: HashMap<Id, (Id, Content)> = HashMap::new();
        let mut typical: HashMap<Id, u64> = HashMap::new();
        for line in variables.clone() {
            if let Some(id) = module.defines(line) {
                owners.insert(id, (id, Content::new(0)));
            }
        }
        for line in variables.end..lines.end {
            let opcode = u64::from(module.lines[line].opcode);
            for &(place, id) in module.operands(line) {
                let Some(&(variable, mut content)) = owners.get(&id) else {
                    continue;
                };
                content.push(opcode << 32 | u64::from(place));
                for &(_, other) in module.operands(line) {
                    let declaration = module
                        .definition(other)
                        .filter(|&line| module.function_of[line].is_none() && module.op(line) == Some(Op::Variable));
                    declaration
                        .iter()
                        .for_each(|&line| content.push(self.order.contents[line]));
                }
                let is_index = matches!(module.op(line), Some(Op::AccessChain | Op::InBoundsAccessChain))
                    && id != variable
                    && place > 3;
                if is_index || module.op(line) == Some(Op::ExtInst) {
                    continue;
                }
                let is_part = matches!(
                    module.op(line),
                    Some(Op::Load | Op::AccessChain | Op::InBoundsAccessChain | Op::CompositeExtract)
                );
                match module.defines(line) {
                    Some(result) if is_part => {
                        owners.insert(result, (variable, content));
                    }
                    _ => {
                        let least = typical.entry(variable).or_insert(u64::MAX);
                        *least = (*least).min(content.0);
                    }
                }
            }
        }
        typical
    }

    /// Names the blocks that a terminator leads to, and the merge and continue blocks that an instruction declares.
    fn branch(&mut self, line: Line, end: Line) {
        let module = self.module;
        let words = module.lines[line].operand_words();
        let ids: Vec<Id> = module.operands(line).iter().map(|&(_, id)| id).collect();
        match (module.op(line), ids.as_slice()) {
            (Some(Op::SelectionMerge), &[merge]) => {
                let condition = self.condition(line + 1, end);
                self.block(merge, "merge", &condition);
            }
            (Some(Op::LoopMerge), &[merge, target, ..]) => {
                let condition = self.condition(line + 1, end);
                self.block(merge, "break", &condition);
                self.block(target, "continue", &condition);
                if module.op(line + 1) == Some(Op::Branch)
                    && let Some(body) = module.operand(line + 1, 0)
                {
                    self.block(body, "body", &condition);
                }
            }
            (Some(Op::BranchConditional), &[_, accepted, rejected, ..]) => {
                let condition = self.condition(line, end);
                self.block(accepted, "if", &condition);
                self.block(rejected, "else", &condition);
            }
            (Some(Op::Switch), &[_, default, ref cases @ ..]) => {
                let condition = self.condition(line, end);
                self.block(default, "default", &condition);
                for (place, &case) in cases.iter().enumerate() {
                    let value = words.get(2 + place * (words.len() - 2) / cases.len().max(1));
                    self.block(case, &format!("case{}", value.copied().unwrap_or(0)), &condition);
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, label: Id, role: &str, condition: &str) {
        self.blocks.entry(label).or_insert_with(|| format!("{role}{condition}"));
    }

    /// What the first conditional branch from a line on decides.
    fn condition(&self, line: Line, end: Line) -> String {
        let mut text = String::new();
        let is_branch = |&line: &Line| matches!(self.module.op(line), Some(Op::BranchConditional | Op::Switch));
        if let Some(value) = (line..end)
            .find(is_branch)
            .and_then(|line| self.module.operand(line, 0))
        {
            match self.module.definition(value) {
                Some(line) if self.module.function_of[line].is_some() => {
                    text = format!("_{}", self.operation(line, Naming::Block));
                }
                _ => self.add(&mut text, Some(value), Naming::Block, DEPTH),
            }
        }
        text
    }

    fn give(&mut self, line: Line, base: String) {
        let Some(id) = self.module.defines(line) else { return };
        let base = self.names.given(self.module, id).unwrap_or_else(|| shortened(base));
        let outer = &self.names.used;
        let tagged = format!("{base}{}", self.tag);
        let name = unique(&tagged, &mut self.counts, |name| {
            !self.used.contains(name) && !outer.contains(name)
        });
        self.used.insert(name.clone());
        self.names.by_id[id] = name;
        self.names.bases[id] = base;
        self.names.function_of[id] = Some(self.function);
    }

    /// The name of a value: its operation, and what that is applied to.
    fn operation(&self, line: Line, of: Naming) -> String {
        let module = self.module;
        let mut text = operation(module, line);
        match module.op(line) {
            Some(Op::Label) => {}
            Some(Op::Load | Op::AccessChain | Op::InBoundsAccessChain) => {
                self.add(&mut text, module.operand(line, 0), of, DEPTH);
                if module.op(line) != Some(Op::Load) {
                    self.add_indices(&mut text, line);
                }
            }
            Some(Op::CompositeExtract) => {
                self.add(&mut text, module.operand(line, 0), of, DEPTH);
                for index in module.lines[line].operand_words().get(1..).unwrap_or(&[]) {
                    let _ = write!(text, "_{index}");
                }
            }
            _ => {
                let from = usize::from(module.lines[line].result_type().is_some());
                for &(_, id) in module.operands(line).iter().skip(from).take(4) {
                    self.add(&mut text, Some(id), of, DEPTH);
                }
            }
        }
        text
    }

    fn add_indices(&self, text: &mut String, line: Line) {
        for &word in self.module.lines[line].operand_words().get(1..).unwrap_or(&[]) {
            let id = self.module.id(word);
            let constant = id.filter(|&id| self.names.function_of[id].is_none() && !self.names.by_id[id].is_empty());
            if let Some(id) = constant {
                let _ = write!(text, "_{}", self.names.value(self.module, id));
            }
        }
    }

    /// Appends the name of the variable that an operand is loaded from, or of the operation that computes it.
    fn add(&self, text: &mut String, id: Option<Id>, of: Naming, depth: u32) {
        let Some((id, line)) = id.and_then(|id| Some((id, self.module.definition(id)?))) else {
            return;
        };
        // Only in a malformed module does a value use itself.
        let Some(depth) = depth.checked_sub(1) else { return };
        let module = self.module;
        match module.op(line) {
            Some(Op::Load) => self.add(text, module.operand(line, 0), of, depth),
            Some(Op::CompositeExtract) => {
                self.add(text, module.operand(line, 0), of, depth);
                for index in module.lines[line].operand_words().get(1..).unwrap_or(&[]) {
                    let _ = write!(text, "_{index}");
                }
            }
            Some(Op::AccessChain | Op::InBoundsAccessChain) => {
                self.add(text, module.operand(line, 0), of, depth);
                self.add_indices(text, line);
            }
            Some(Op::Variable) if of == Naming::Block && self.unnamed.contains_key(&id) => {
                let _ = write!(text, "_{}", self.unnamed[&id]);
            }
            Some(Op::Variable | Op::FunctionParameter | Op::Function) => {
                let name = &self.names.by_id[id];
                let _ = write!(text, "_{name}");
            }
            _ if module.function_of[line].is_none() => {}
            _ => match self.names.given(module, id) {
                Some(name) => {
                    let _ = write!(text, "_{name}");
                }
                None => {
                    let _ = write!(text, "_{}", operation(module, line));
                }
            },
        }
    }
}

/// A name with the first number that makes it unique, from 2.
fn unique(base: &str, counts: &mut HashMap<String, u32>, is_free: impl Fn(&str) -> bool) -> String {
    let count = counts.entry(base.to_owned()).or_insert(0);
    loop {
        *count += 1;
        let name = match *count {
            1 => base.to_owned(),
            number => format!("{base}.{number}"),
        };
        if is_free(&name) {
            return name;
        }
    }
}

fn is_kept(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// A name of at most [`LONGEST`] bytes.
fn shortened(name: String) -> String {
    if name.len() <= LONGEST && !name.is_empty() {
        return name;
    }
    let end = (0..=LONGEST - 8)
        .rev()
        .find(|&end| name.is_char_boundary(end))
        .unwrap_or(0);
    format!("{}_{:06x}", &name[..end.min(name.len())], Content::text(&name).0 >> 40)
}

fn joined<'t>(first: &str, rest: impl Iterator<Item = &'t str>) -> String {
    let rest = rest.map(|text| format!("_{text}"));
    format!("{first}{}", rest.collect::<String>())
}

/// The name of an opcode or extended instruction.
fn operation(module: &Module<'_>, line: Line) -> String {
    let opcode = module.lines[line].syntax.map_or("unknown", |syntax| syntax.name);
    let name = match opcode {
        "OpAccessChain" => "chain",
        "OpCompositeConstruct" => "construct",
        "OpCompositeExtract" => "extract",
        "OpFunctionCall" => "call",
        "OpVectorShuffle" => "shuffle",
        _ => module.extended(line).unwrap_or(opcode.trim_start_matches("Op")),
    };
    name.to_lowercase()
}

/// The name of the first entry point that is a function.
fn entry_point(module: &Module<'_>, order: &Order, function: Id) -> Option<String> {
    let mut entry_points = order.entry_points.iter();
    let &line = entry_points.find(|&&line| module.operand(line, 1) == Some(function))?;
    let name = string(module.lines[line].operand_words().get(2..)?);
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.chars().all(is_kept);
    is_plain.then(|| shortened(name))
}

/// The interface by which a variable or a specialization constant is known outside of the module.
fn known_by(module: &Module<'_>, line: Line, class: &str) -> Option<String> {
    let annotations = &module.ids[module.results[line]?].annotations;
    let decoration = |kind: Decoration| {
        let values = annotations
            .iter()
            .filter_map(|&about| match *module.lines[about].operand_words() {
                [_, decoration, value] if module.op(about) == Some(Op::Decorate) && decoration == kind as u32 => {
                    Some(value)
                }
                _ => None,
            });
        values.min()
    };
    if let Some(value) = decoration(Decoration::BuiltIn) {
        return Some(OperandKind::BuiltIn.enumerant(value)?.name.to_owned());
    }
    if let (Some(set), Some(binding)) = (decoration(Decoration::DescriptorSet), decoration(Decoration::Binding)) {
        return Some(format!("set{set}_binding{binding}"));
    }
    if let Some(location) = decoration(Decoration::Location) {
        let mut name = format!("{class}_location{location}");
        if let Some(component) = decoration(Decoration::Component) {
            let _ = write!(name, "_{component}");
        }
        if let Some(index) = decoration(Decoration::Index).filter(|&index| index > 0) {
            let _ = write!(name, "_index{index}");
        }
        return Some(name);
    }
    decoration(Decoration::SpecId).map(|id| format!("spec_{id}"))
}
