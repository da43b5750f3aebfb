//! Modules that naga's validator accepts and no front end generates: the IR of our shaders with random changes. Each is
//! written, or refused with a reason; and what is proved about it holds.
//!
//! naga's validator leaves rules of its IR unchecked: an operand of an expression can be out of scope, a selector a
//! vector, an image one of booleans. Words of such a module would be invalid, and its values not what proofs take them
//! for.
//!
//! `SEEDS=100000` sets how many modules are compiled and `RUNS=2000` how many run, starting with `SEED=17` if that is
//! also given.

mod alike;
mod texts;
mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::{ArraySize, Module, TypeInner};
use serde_json::{Value, json};
use spirula::target::Workaround;
use spirula::{Error, ErrorCategory};

use crate::common::parse::{self, Shader};
use crate::common::prng::Random;
use crate::common::setup::{self, Setup};
use crate::common::{backends, root, shaders_below, validate};
use crate::proofs_asserted::{Ran, limited, run_hostile};
use crate::random::properties::{accepted, caught};
use crate::random::{quiet, seeds};

/// The default number of compiled modules.
const SEEDS: u64 = 12_000;
/// The default number of modules that run.
const RUNS: u64 = 60;
/// The length in bytes of the longest text whose module is changed. In a short module more changes leave it valid.
const LONGEST: usize = 6_000;

/// The paths of our shaders.
fn shaders() -> impl Iterator<Item = PathBuf> {
    let folders = ["snapshots", "examples", "benches"];
    folders.into_iter().flat_map(|folder| shaders_below(&root(folder)))
}

/// A module as a tree, and what serde_json cannot express of it.
struct Tree {
    name: String,
    tree: Value,
    special: naga::SpecialTypes,
}

/// The names of variants, by the name of the field that has them.
type Names = BTreeMap<String, Vec<String>>;

/// The modules that are changed, and the names in them.
static TREES: LazyLock<(Vec<Tree>, Names)> = LazyLock::new(|| {
    let (mut trees, mut names) = (Vec::new(), Names::new());
    for path in shaders() {
        let source = std::fs::read_to_string(&path).unwrap();
        if source.len() > LONGEST {
            continue;
        }
        let Ok(mut shader) = parse::file(&path) else { continue };
        let special = shader.module.special_types.clone();
        // A key of this map is no string.
        shader.module.special_types.predeclared_types.clear();
        let tree = serde_json::to_value(&shader.module).unwrap();
        collect_names(&tree, "", &mut names);
        let name = path.display().to_string();
        trees.push(Tree { name, tree, special });
    }
    (trees, names)
});

fn collect_names(tree: &Value, field: &str, names: &mut Names) {
    match tree {
        Value::String(name) => {
            let known = names.entry(field.to_owned()).or_default();
            if !known.contains(name) {
                known.push(name.clone());
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| collect_names(part, field, names)),
        Value::Object(parts) => parts.iter().for_each(|(field, part)| collect_names(part, field, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The parts of a tree that satisfy a predicate, in order. They can contain each other.
fn places(tree: &Value, path: &str, is_place: &dyn Fn(&Value) -> bool, found: &mut Vec<String>) {
    if is_place(tree) {
        found.push(path.to_owned());
    }
    let mut visit = |key: &str, part: &Value| places(part, &format!("{path}/{key}"), is_place, found);
    match tree {
        Value::Array(parts) => (0..).zip(parts).for_each(|(at, part)| visit(&at.to_string(), part)),
        Value::Object(parts) => parts.iter().for_each(|(key, part)| visit(key, part)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_statement(value: &Value) -> bool {
    const NAMES: [&str; 23] = [
        "Emit",
        "Block",
        "If",
        "Switch",
        "Loop",
        "Break",
        "Continue",
        "Return",
        "Kill",
        "ControlBarrier",
        "MemoryBarrier",
        "Store",
        "ImageStore",
        "Atomic",
        "WorkGroupUniformLoad",
        "Call",
        "RayQuery",
        "RayPipelineFunction",
        "SubgroupBallot",
        "SubgroupGather",
        "SubgroupCollectiveOperation",
        "ImageAtomic",
        "CooperativeStore",
    ];
    let name = match value {
        Value::String(name) => Some(name),
        Value::Object(variant) if variant.len() == 1 => variant.keys().next(),
        _ => None,
    };
    name.is_some_and(|name| NAMES.contains(&name.as_str()))
}

fn is_block(value: &Value) -> bool {
    matches!(value, Value::Array(statements) if statements.iter().all(is_statement))
}

/// Makes random changes.
struct Mutator<'a> {
    random: Random,
    names: &'a Names,
    types: usize,
}

impl Mutator<'_> {
    fn place<'v>(&mut self, tree: &'v mut Value, is_place: &dyn Fn(&Value) -> bool) -> Option<&'v mut Value> {
        let mut found = Vec::new();
        places(tree, "", is_place, &mut found);
        let path = found.get(self.random.below(found.len()))?;
        tree.pointer_mut(path)
    }

    fn block<'v>(&mut self, body: &'v mut Value, is_filled: bool) -> Option<&'v mut Vec<Value>> {
        let is_place = |value: &Value| is_block(value) && !(is_filled && *value == json!([]));
        self.place(body, &is_place)?.as_array_mut()
    }

    /// Changes a module in up to three places.
    fn module(&mut self, module: &mut Value) {
        for _ in 0..self.random.between(1, 3) {
            match self.random.below(20) {
                0 => self.number(&mut module["types"], 24),
                1 => self.name(&mut module["types"]),
                2 => self.number(&mut module["global_variables"], self.types),
                3 => self.name(&mut module["global_variables"]),
                4 => self.number(&mut module["global_expressions"], 16),
                5 => self.entry_point(&mut module["entry_points"]),
                _ => {
                    let functions = module["functions"].as_array().map_or(0, Vec::len);
                    let entry_points = module["entry_points"].as_array().map_or(0, Vec::len);
                    let at = self.random.below(functions + entry_points);
                    if at < functions {
                        self.function(&mut module["functions"][at]);
                    } else if entry_points > 0 {
                        self.function(&mut module["entry_points"][at - functions]["function"]);
                    }
                }
            }
        }
    }

    /// Replaces a number: a handle, a size, an offset, a literal.
    fn number(&mut self, tree: &mut Value, end: usize) {
        let number = self.random.below(end);
        if let Some(place) = self.place(tree, &Value::is_u64) {
            *place = json!(number);
        }
    }

    /// Replaces the name of a variant by one that occurs in a field of the same name.
    fn name(&mut self, tree: &mut Value) {
        let mut found = Vec::new();
        places(tree, "", &Value::is_string, &mut found);
        let Some(path) = found.get(self.random.below(found.len())) else {
            return;
        };
        let mut fields = path.rsplit('/').filter(|key| key.parse::<usize>().is_err());
        let names = fields.next().and_then(|field| self.names.get(field));
        if let (Some(names), Some(place)) = (names, tree.pointer_mut(path)) {
            *place = json!(names[self.random.below(names.len())]);
        }
    }

    /// Changes an entry point outside of its body.
    fn entry_point(&mut self, entry_points: &mut Value) {
        let count = entry_points.as_array().map_or(0, Vec::len);
        if count == 0 {
            return;
        }
        let entry_point = &mut entry_points[self.random.below(count)];
        let code = ["body", "expressions"].map(|part| entry_point["function"][part].take());
        self.name(entry_point);
        for (part, code) in ["body", "expressions"].into_iter().zip(code) {
            entry_point["function"][part] = code;
        }
    }

    fn function(&mut self, function: &mut Value) {
        let count = function["expressions"].as_array().map_or(0, Vec::len);
        let any = self.random.below(count);
        match self.random.below(12) {
            0..=3 if count == 0 => {}
            0 | 1 => {
                let number = match self.random.below(4) {
                    0 => any.saturating_sub(self.random.below(6)),
                    1 => self.random.below(any),
                    2 => self.random.below(count),
                    _ => self.random.below(self.types),
                };
                if let Some(place) = self.place(&mut function["expressions"][any], &Value::is_u64) {
                    *place = json!(number);
                }
            }
            2 => function["expressions"][any] = function["expressions"][self.random.below(count)].clone(),
            3 => self.name(&mut function["expressions"][any]),
            4 => self.name(&mut function["body"]),
            5 | 6 => {
                let (change, near) = (self.random.below(3), self.random.below(4) as u64);
                if let Some(place) = self.place(&mut function["body"], &Value::is_u64) {
                    let number = place.as_u64().unwrap_or_default();
                    *place = match change {
                        0 => json!(any),
                        1 => json!(number.saturating_sub(near)),
                        _ => json!(number + near),
                    };
                }
            }
            _ => self.statements(&mut function["body"], any),
        }
    }

    /// Copies, removes, moves, encloses or inserts statements. `any` is an expression.
    fn statements(&mut self, body: &mut Value, any: usize) {
        let statement = match self.random.below(5) {
            0 => self.place(body, &is_statement).map(|statement| statement.clone()),
            1 => return drop(self.taken(body)),
            2 => self.taken(body),
            3 => return self.enclose(body, any),
            _ => Some(match self.random.below(5) {
                0 => json!("Break"),
                1 => json!("Continue"),
                2 => json!("Kill"),
                3 => json!({"Return": {"value": null}}),
                _ => json!({"If": {"condition": any, "accept": ["Continue"], "reject": []}}),
            }),
        };
        let Some(statement) = statement else { return };
        let at = self.random.next() as usize;
        if let Some(block) = self.block(body, false) {
            block.insert(at % (block.len() + 1), statement);
        }
    }

    fn taken(&mut self, body: &mut Value) -> Option<Value> {
        let at = self.random.next() as usize;
        let block = self.block(body, true)?;
        Some(block.remove(at % block.len()))
    }

    /// Makes consecutive statements the block of another statement.
    fn enclose(&mut self, body: &mut Value, any: usize) {
        let kind = self.random.below(6);
        let [first, count] = [(); 2].map(|()| self.random.next() as usize);
        let Some(block) = self.block(body, true) else { return };
        let first = first % block.len();
        let count = 1 + count % (block.len() - first);
        let mut inner: Vec<Value> = block.drain(first..first + count).collect();
        let enclosing = match kind {
            0 => json!({"Block": inner}),
            1 => json!({"If": {"condition": any, "accept": inner, "reject": []}}),
            2 => json!({"If": {"condition": any, "accept": [], "reject": inner}}),
            3 => {
                inner.push(json!("Break"));
                json!({"Loop": {"body": inner, "continuing": [], "break_if": null}})
            }
            4 => json!({"Loop": {"body": [], "continuing": inner, "break_if": any}}),
            _ => json!({"Loop": {"body": inner, "continuing": [], "break_if": any}}),
        };
        block.insert(first, enclosing);
    }
}

/// The changed module of a seed, and the file that it comes from; `None` if naga does not accept it.
fn mutated(seed: u64) -> Option<(Shader, &'static str)> {
    let (trees, names) = &*TREES;
    let mut random = Random::new(seed);
    let of = &trees[random.below(trees.len())];
    let mut tree = of.tree.clone();
    let types = tree["types"].as_array().map_or(0, Vec::len);
    Mutator { random, names, types }.module(&mut tree);
    let mut module: Module = serde_json::from_value(tree).ok()?;
    module.special_types = of.special.clone();
    // naga's validator panics for some modules.
    let info = caught(|| parse::validator().validate(&module).ok()).ok()??;
    Some((Shader { module, info }, &of.name))
}

/// A target and options of a seed.
fn configuration(seed: u64) -> Setup {
    let mut random = Random::new(!seed);
    let mut setup = Setup::new(backends::target(random.choose(&validate::VULKAN)));
    let policy = random.choose(&[
        BoundsCheckPolicy::Restrict,
        BoundsCheckPolicy::ReadZeroSkipWrite,
        BoundsCheckPolicy::Unchecked,
    ]);
    setup.bounds_check_policies = BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: policy,
    };
    setup.names = random.below(2) == 0;
    match random.below(8) {
        0 => setup = setup.with_debug_info("test.wgsl", ""),
        1 => setup.spec_constants = true,
        2 => setup.vulkan_memory_model = true,
        3 => setup.workarounds.insert(Workaround::InlineCalls),
        _ => {}
    }
    setup
}

/// Why an error is a fault, if it is one.
fn fault(error: &Error) -> Option<String> {
    let notes = || error.diagnostics().iter().flat_map(|diagnostic| &diagnostic.notes);
    (error.category() == ErrorCategory::Internal).then(|| format!("{error} {:?}", notes().collect::<Vec<_>>()))
}

/// Compiles modules, which are named by their seeds and files, and fails if one is neither valid nor refused with a
/// reason. Returns how many are written and how many refused.
fn written_or_refused(shaders: impl Iterator<Item = (u64, Shader, Setup, &'static str)>) -> (u64, u64) {
    let (mut written, mut refused, mut faults) = (0, 0, Vec::new());
    for (seed, shader, setup, file) in shaders {
        let result = caught(|| setup::compile(&shader.module, &shader.info, &setup));
        let fault = match result {
            Ok(Ok(output)) => {
                written += 1;
                accepted(&output.words, &setup).err()
            }
            Ok(Err(error)) => {
                refused += 1;
                fault(&error)
            }
            Err(panic) => Some(format!("panic: {panic}")),
        };
        faults.extend(fault.map(|fault| format!("seed {seed} of {file}, {}: {fault}", setup.target)));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    (written, refused)
}

#[test]
fn mutated_modules_are_written_or_refused() {
    quiet();
    let shaders = seeds("SEEDS", SEEDS).filter_map(|seed| {
        let (shader, file) = mutated(seed)?;
        Some((seed, shader, configuration(seed), file))
    });
    let (written, refused) = written_or_refused(shaders);
    println!("{written} mutated modules written, {refused} refused");
    assert!(written > refused, "most modules that naga accepts are written");
}

/// Whether the lengths of all arrays of resources are known; indices into others are not checked.
fn has_known_lengths(module: &Module) -> bool {
    !module.types.iter().any(|(_, ty)| {
        matches!(
            ty.inner,
            TypeInner::BindingArray {
                size: ArraySize::Dynamic | ArraySize::Pending(_),
                ..
            }
        )
    })
}

#[test]
fn proofs_about_mutated_modules_hold() {
    let Some((gpu, target)) = limited() else { return };
    quiet();
    let mut ran = Ran::default();
    for seed in seeds("RUNS", RUNS) {
        if let Some((shader, file)) = mutated(seed).filter(|(shader, _)| has_known_lengths(&shader.module)) {
            run_hostile(&gpu, &target, &format!("seed {seed} of {file}"), &shader, &mut ran);
        }
    }
    ran.report();
}
