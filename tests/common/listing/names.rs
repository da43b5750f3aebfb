//! Names for ids: that of `OpName`, otherwise a name derived from the definition.
//!
//! * types by their structure: `%v4f32`, `%ptr_Function_v4f32`, `%arr_u32_4`, `%fn_void`; structures are `%struct.1`;
//! * constants by type and value: `%u32_7`, `%f32_0.5`, `%v2f32_1.0,0.5`, `%v4f32_null`; equal components are
//!   written once; specialization constants by `SpecId`: `%spec_3`;
//! * global variables by their interface: `%GlobalInvocationId`, `%Input_location0`, `%set0_binding1`; or else by
//!   their storage class: `%private.1`;
//! * functions by their entry point;
//! * everything else by its opcode or extended instruction, or a short form of it, counted in its function or outside of all:
//!   `%load.2`, `%label.1`, `%fclamp.3`, `%chain.1`.
//!
//! Names are assigned in the order of the listing. A name that is already used gets a number: the second `%arr_f32_4`
//! is `%arr_f32_4.2`. Names in a function differ from each other and from those outside, but may be used in another
//! function too.

use std::collections::{HashMap, HashSet};

use spirv::{Decoration, Op};

use super::module::{Module, string};
use super::order::Order;

/// Longer names are replaced by a number.
const LONGEST: usize = 60;

/// A name before it is made unique.
struct Base {
    text: String,
    /// Whether the first such name has a number too.
    is_numbered: bool,
}

impl Base {
    fn plain(text: String) -> Self {
        Self {
            text,
            is_numbered: false,
        }
    }

    fn numbered(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            is_numbered: true,
        }
    }
}

/// The names outside functions, or those in one function.
#[derive(Default)]
struct Scope {
    used: HashSet<String>,
    counts: HashMap<String, u32>,
}

#[derive(Default)]
pub struct Names {
    /// The name, and the function that it is used in.
    by_id: HashMap<u32, (Option<usize>, String)>,
    /// The values of constants, as used in names.
    values: HashMap<u32, String>,
    functions: HashMap<usize, String>,
    /// The names of the ids without `OpName`.
    unnamed: HashMap<u32, String>,
}

impl Names {
    /// `statements` are the disassembler's texts of the instructions.
    pub fn new(module: &Module<'_>, order: &Order, statements: &[String]) -> Self {
        let mut names = Self::default();
        let mut global = Scope::default();
        for body in &order.functions {
            let start = module.functions[body.function].all.start;
            names.define(module, start, statements, None, &mut global, None);
            let id = module.instructions[start].result();
            let name = id.map_or_else(|| "?".to_owned(), |id| names.get(id, None));
            names.functions.insert(body.function, name);
        }
        for &index in &order.declarations {
            names.define(module, index, statements, None, &mut global, None);
        }
        for body in &order.functions {
            let mut scope = Scope::default();
            for &index in &body.instructions {
                names.define(
                    module,
                    index,
                    statements,
                    Some(body.function),
                    &mut scope,
                    Some(&global),
                );
            }
        }
        // The id is not defined.
        let bodies = order.functions.iter().flat_map(|body| &body.instructions);
        for &index in order.declarations.iter().chain(bodies).chain(&module.loose) {
            for id in module.ids(index) {
                let name = || (None, global.unique(Base::numbered("undefined"), None));
                names.by_id.entry(id).or_insert_with(name);
            }
        }
        names
    }

    /// The name of an id as used in a function, or outside functions.
    pub fn get(&self, id: u32, function: Option<usize>) -> String {
        match self.by_id.get(&id) {
            Some((of, name)) if of.is_none() || *of == function => name.clone(),
            Some((of, name)) => {
                let of = of.and_then(|of| self.functions.get(&of));
                format!("{}:{name}", of.map_or("?", String::as_str))
            }
            None => "?".to_owned(),
        }
    }

    /// All names, each prefixed by the name of its function.
    pub fn qualified(&self) -> HashMap<u32, String> {
        self.by_id.keys().map(|&id| (id, self.get(id, None))).collect()
    }

    /// Whether an instruction is the only `OpName` of its target, and the target's printed name shows it unambiguously.
    pub fn is_implied(&self, module: &Module<'_>, index: usize) -> bool {
        let Some(target) = module.operand(index, 0).filter(|_| module.op(index) == Some(Op::Name)) else {
            return false;
        };
        let Some(&definition) = module.definitions.get(&target) else {
            return false;
        };
        let names = module.attached(definition).iter();
        let is_only = names.filter(|&&other| module.op(other) == Some(Op::Name)).count() == 1;
        let text = string(&module.instructions[index].operand_words()[1..]);
        let unnamed = self.unnamed.get(&target).map_or("", String::as_str);
        is_only && self.by_id.get(&target).is_some_and(|(_, name)| *name == text) && !text.starts_with(unnamed)
    }

    fn define(
        &mut self,
        module: &Module<'_>,
        index: usize,
        statements: &[String],
        function: Option<usize>,
        scope: &mut Scope,
        outer: Option<&Scope>,
    ) {
        let Some(id) = module.instructions[index].result() else {
            return;
        };
        if module.definitions.get(&id) != Some(&index) || self.by_id.contains_key(&id) {
            return;
        }
        let mut base = self.base(module, index, id, &statements[index]);
        if base.text.len() > LONGEST {
            base = Base::numbered(&opcode_name(module, index));
        }
        self.unnamed.insert(id, base.text.clone());
        let named = module.attached(index).iter().copied();
        let named = named.filter(|&about| module.op(about) == Some(Op::Name));
        let names = named.map(|about| string(&module.instructions[about].operand_words()[1..]));
        // The least of several names, because their order is not significant.
        if let Some(name) = names.filter(|name| !name.is_empty()).min() {
            let is_kept = |c: char| c.is_ascii_alphanumeric() || c == '_';
            base = Base::plain(name.chars().map(|c| if is_kept(c) { c } else { '_' }).collect());
        }
        let name = scope.unique(base, outer);
        self.by_id.insert(id, (function, name));
    }

    fn base(&mut self, module: &Module<'_>, index: usize, id: u32, statement: &str) -> Base {
        let instruction = &module.instructions[index];
        let operands = instruction.operand_words();
        let ty = instruction
            .result_type()
            .map_or_else(String::new, |ty| self.get(ty, None));
        let tokens: Vec<&str> = statement.split(' ').skip(3).collect();
        let Some(op) = module.op(index) else {
            return Base::numbered("unknown");
        };
        let value = match op {
            Op::ConstantTrue => "true".to_owned(),
            Op::ConstantFalse => "false".to_owned(),
            Op::ConstantNull => "null".to_owned(),
            Op::Undef if module.function_of[index].is_none() => "undef".to_owned(),
            Op::Constant => tokens.get(1..).unwrap_or(&[]).join(","),
            Op::ConstantComposite => self.components(operands),
            _ => return self.base_of_others(module, index, op, &tokens),
        };
        self.values.insert(id, value.clone());
        match op {
            Op::ConstantTrue | Op::ConstantFalse => Base::plain(value),
            _ => Base::plain(format!("{ty}_{value}")),
        }
    }

    fn components(&self, ids: &[u32]) -> String {
        let values = ids.iter().map(|id| self.values.get(id).map_or("?", String::as_str));
        match ids {
            [first, rest @ ..] if rest.iter().all(|id| id == first) => values.take(1).collect(),
            _ => values.collect::<Vec<_>>().join(","),
        }
    }

    fn base_of_others(&self, module: &Module<'_>, index: usize, op: Op, tokens: &[&str]) -> Base {
        let named = |id: u32| self.get(id, None);
        let word = |place: usize| tokens.get(place).copied().unwrap_or("");
        let operands = module.instructions[index].operand_words();
        Base::plain(match (op, operands) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, [width, 0]) => format!("u{width}"),
            (Op::TypeInt, [width, 1]) => format!("i{width}"),
            (Op::TypeFloat, [width]) => format!("f{width}"),
            (Op::TypeVector, &[component, count]) => format!("v{count}{}", named(component)),
            (Op::TypeMatrix, &[column, count]) => format!("mat{count}{}", named(column)),
            (Op::TypeArray, &[element, length]) => {
                let length = self.values.get(&length).cloned().unwrap_or_else(|| named(length));
                format!("arr_{}_{length}", named(element))
            }
            (Op::TypeRuntimeArray, &[element]) => format!("rtarr_{}", named(element)),
            (Op::TypePointer, &[_, pointee]) => format!("ptr_{}_{}", word(0), named(pointee)),
            (Op::TypeFunction, types) => {
                let types = types.iter().map(|&ty| format!("_{}", named(ty)));
                format!("fn{}", types.collect::<String>())
            }
            (Op::TypeImage, &[sampled, ..]) => image(&named(sampled), tokens),
            (Op::TypeSampler, _) => "sampler".to_owned(),
            (Op::TypeSampledImage, &[image]) => format!("sampled_{}", named(image)),
            (Op::TypeStruct, _) => return Base::numbered("struct"),
            (Op::TypeAccelerationStructureKHR, _) => "acceleration_structure".to_owned(),
            (Op::TypeRayQueryKHR, _) => "ray_query".to_owned(),
            (Op::ExtInstImport, name) => string(name),
            (Op::Function, _) => match entry_point(module, module.instructions[index].result()) {
                Some(name) => name,
                None => return Base::numbered("function"),
            },
            (Op::Variable, _) | (Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse, _) => {
                match known_by(module, index, word(1)) {
                    Some(name) => name,
                    None if op == Op::Variable && module.function_of[index].is_none() => {
                        return Base::numbered(&word(1).to_lowercase());
                    }
                    None => return Base::numbered(&opcode_name(module, index)),
                }
            }
            _ => return Base::numbered(&opcode_name(module, index)),
        })
    }
}

impl Scope {
    fn unique(&mut self, base: Base, outer: Option<&Self>) -> String {
        let is_free = |used: &HashSet<String>, name: &str| {
            !used.contains(name) && outer.is_none_or(|outer| !outer.used.contains(name))
        };
        let mut name = base.text.clone();
        let count = self.counts.entry(base.text.clone()).or_insert(0);
        if base.is_numbered || !is_free(&self.used, &name) {
            if !base.is_numbered {
                *count = (*count).max(1);
            }
            loop {
                *count += 1;
                name = format!("{}.{count}", base.text);
                if is_free(&self.used, &name) {
                    break;
                }
            }
        }
        self.used.insert(name.clone());
        name
    }
}

fn opcode_name(module: &Module<'_>, index: usize) -> String {
    let opcode = module.instructions[index]
        .syntax
        .map_or("unknown", |syntax| syntax.name);
    let name = match opcode {
        "OpAccessChain" => "chain",
        "OpCompositeConstruct" => "construct",
        "OpCompositeExtract" => "extract",
        "OpFunctionCall" => "call",
        "OpFunctionParameter" => "parameter",
        "OpVectorShuffle" => "shuffle",
        _ => module.extended(index).unwrap_or(opcode.trim_start_matches("Op")),
    };
    name.to_lowercase()
}

/// The name of an image type from dimension, depth, arrayed, multisampled, sampled and format.
fn image(sampled: &str, tokens: &[&str]) -> String {
    let is = |place: usize, value: &str| tokens.get(place) == Some(&value);
    let flags = [
        (is(2, "1"), "_depth"),
        (is(3, "1"), "_array"),
        (is(4, "1"), "_ms"),
        (is(5, "2"), "_storage"),
    ];
    let flags = flags.iter().filter(|flag| flag.0).map(|flag| flag.1);
    let format = tokens.get(6).filter(|&&format| format != "Unknown");
    let format = format.map_or_else(String::new, |format| format!("_{format}"));
    let dimension = tokens.get(1).copied().unwrap_or("");
    format!("image_{dimension}_{sampled}{}{format}", flags.collect::<String>())
}

/// The name of the first entry point that uses a function.
fn entry_point(module: &Module<'_>, function: Option<u32>) -> Option<String> {
    let mut entry_points = module
        .loose
        .iter()
        .filter(|&&index| module.op(index) == Some(Op::EntryPoint));
    let entry_point = entry_points.find(|&&index| module.operand(index, 1) == function)?;
    let name = string(module.instructions[*entry_point].operand_words().get(2..)?);
    let is_plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_plain.then_some(name)
}

/// The interface by which a variable or a specialization constant is known outside the module.
fn known_by(module: &Module<'_>, index: usize, class: &str) -> Option<String> {
    let decoration = |kind: Decoration| {
        let attached = module.attached(index).iter();
        let values = attached.filter_map(|&about| match module.instructions[about].words {
            &[_, _, decoration, value] if module.op(about) == Some(Op::Decorate) && decoration == kind as u32 => {
                Some(value)
            }
            _ => None,
        });
        values.min()
    };
    if let Some(value) = decoration(Decoration::BuiltIn) {
        let row = spirula::words::grammar::OperandKind::from_name("BuiltIn")?.enumerant(value)?;
        return Some(row.name.to_owned());
    }
    if let (Some(set), Some(binding)) = (decoration(Decoration::DescriptorSet), decoration(Decoration::Binding)) {
        return Some(format!("set{set}_binding{binding}"));
    }
    if let Some(location) = decoration(Decoration::Location) {
        return Some(format!("{class}_location{location}"));
    }
    decoration(Decoration::SpecId).map(|id| format!("spec_{id}"))
}
