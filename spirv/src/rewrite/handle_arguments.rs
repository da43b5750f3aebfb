//! Arguments that are images, samplers, sampled images or acceleration structures: the callee is copied for each
//! variable that is passed, and loads from it what its parameter was.
//!
//! What is passed at a call is traced to its [`Origin`]: the loads and access chains from a variable of UniformConstant.
//! A parameter of the caller is what was passed to the caller's copy, so that copies are found from the functions
//! without such parameters down the calls. Two calls use the same copy if the origins are the same. What an origin takes
//! from the caller, as the index of a descriptor, becomes a parameter of the copy.
//!
//! The first copy has the ids of the function. An argument that has no origin stays: the result of a function, an element
//! of a value.

use super::debug::{debug_result, imports, string};
use super::functions::{Function, functions, unchangeable};
use super::module::{Body, Kind, Module, Part, instructions, op_of};
use super::switch::literal_words;
use crate::words::grammar::{ExtendedSet, OperandContext};
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use hashbrown::{HashMap, HashSet};
use spirv::{Decoration, MemoryAccess, Op, StorageClass};

/// The greatest number of words of the copies that do not replace a function, about. Calls that would need more keep
/// their arguments.
const MAX_COPIED: usize = 1 << 18;
/// The greatest number of instructions of an origin. One with more is of no compiler.
const MAX_STEPS: usize = 64;

pub(super) fn handle_arguments(module: &mut Module) {
    let body = module.take_body();
    let mut copies = Copies::new(module, &body);
    copies.find(module);
    if copies.instances.iter().any(|instance| instance.key.is_specialized()) || copies.unused().next().is_some() {
        copies.assign_ids(module);
        copies.write(module);
    } else {
        module.functions = body.words;
    }
}

/// An operand of an instruction of an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Operand {
    /// An id outside of functions, or a literal.
    Word(u32),
    /// The result of an instruction before it.
    Step(usize),
    /// A value of the caller.
    Taken(usize),
}

/// An instruction of an origin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Step {
    op: Op,
    ty: u32,
    operands: Vec<Operand>,
    decorations: Decorations,
}

/// How a handle is loaded; the last instruction is the load.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Origin {
    steps: Vec<Step>,
    /// The types of the values of the caller.
    taken: Vec<(u32, Decorations)>,
}

/// Whether a value is decorated with RelaxedPrecision, and with NonUniform.
type Decorations = [bool; 2];

const DECORATIONS: [Decoration; 2] = [Decoration::RelaxedPrecision, Decoration::NonUniform];

/// The same decorations with NonUniform.
const fn with_nonuniform([relaxed, _]: Decorations) -> Decorations {
    [relaxed, true]
}

/// A value of the caller.
#[derive(Clone, Copy, Debug)]
enum Value {
    Id(u32),
    /// A value that the origin of a parameter of the caller takes: the parameter, and which value.
    Taken(usize, usize),
}

/// An origin, and the values that it takes at a call.
#[derive(Debug, Default)]
struct Traced {
    origin: Origin,
    values: Vec<Value>,
}

/// A copy of a function: which, and the origins of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    function: usize,
    origins: Vec<Option<Origin>>,
}

impl Key {
    /// The function as it is.
    fn unspecialized(function: usize, parameters: usize) -> Self {
        let origins = vec![None; parameters];
        Self { function, origins }
    }

    fn is_specialized(&self) -> bool {
        self.origins.iter().any(Option::is_some)
    }
}

/// A call of a function that can be copied: the instance, and what its arguments are.
#[derive(Debug)]
struct Call {
    instance: usize,
    arguments: Vec<Option<Traced>>,
}

/// A function, or a copy of it.
#[derive(Debug)]
struct Instance {
    key: Key,
    id: u32,
    /// By offset in the function.
    calls: HashMap<usize, Call>,
}

struct Copies<'w> {
    body: &'w Body,
    functions: Vec<Function<'w>>,
    /// By id of a parameter: the function, and which.
    places: HashMap<u32, (usize, usize)>,
    /// The functions that can be copied without their parameters that are handles, by id.
    open: HashMap<u32, usize>,
    instances: Vec<Instance>,
    known: HashMap<Key, usize>,
    /// By function: its first instance.
    first: HashMap<usize, usize>,
    /// The number of words of the other instances.
    words: usize,
    /// The imported sets of extended instructions.
    sets: HashMap<u32, Option<ExtendedSet>>,
    /// Those with debug information.
    debug: HashSet<u32>,
}

impl<'w> Copies<'w> {
    fn new(module: &Module, body: &'w Body) -> Self {
        let functions = functions(&body.words);
        let mut kept = unchangeable(module, body, &functions);
        // Debug information may name functions.
        for instruction in instructions(module.part(Part::Globals)) {
            if matches!(op_of(&instruction), Some(Op::ExtInst | Op::ExtInstWithForwardRefsKHR)) {
                kept.extend(instruction.words.iter().skip(5));
            }
        }
        let mut places = HashMap::new();
        for (at, function) in functions.iter().enumerate() {
            places.extend(
                (0..)
                    .zip(&function.parameters)
                    .map(|(place, &[_, id])| (id, (at, place))),
            );
        }
        let sets = instructions(module.part(Part::Imports))
            .filter_map(|import| {
                Some((
                    import.result()?,
                    ExtendedSet::from_name(&string(import.operand_words())),
                ))
            })
            .collect();
        let mut copies = Self {
            body,
            functions: Vec::new(),
            places,
            open: HashMap::new(),
            instances: Vec::new(),
            known: HashMap::new(),
            first: HashMap::new(),
            words: 0,
            sets,
            debug: imports(
                module,
                &["NonSemantic.Shader.DebugInfo", "OpenCL.DebugInfo", "DebugInfo"],
            ),
        };
        for (at, function) in functions.iter().enumerate() {
            let has_handle = function.parameters.iter().any(|&[ty, _]| is_handle(module, ty));
            let is_open = has_handle && function.entry.is_some() && !kept.contains(&function.id);
            if is_open && copies.can_copy(module, function) {
                copies.open.insert(function.id, at);
            }
        }
        copies.functions = functions;
        copies
    }

    // Which instances there are.

    /// Finds the instances of all functions, from those that are no copies.
    fn find(&mut self, module: &Module) {
        for at in 0..self.functions.len() {
            if self
                .functions
                .get(at)
                .is_some_and(|function| !self.open.contains_key(&function.id))
            {
                self.instance(Key::unspecialized(at, 0));
            }
        }
        let mut next = 0;
        while let Some(key) = self.instances.get(next).map(|instance| instance.key.clone()) {
            let calls = self.calls(module, &key);
            if let Some(instance) = self.instances.get_mut(next) {
                instance.calls = calls;
            }
            next += 1;
        }
    }

    /// The calls in an instance of functions that can be copied.
    fn calls(&mut self, module: &Module, key: &Key) -> HashMap<usize, Call> {
        let mut calls = HashMap::new();
        let words = self
            .functions
            .get(key.function)
            .map_or(&[][..], |function| function.words);
        for instruction in instructions(words).filter(|one| one.opcode == Op::FunctionCall as u16) {
            let &[_, _, _, callee, ref arguments @ ..] = instruction.words else {
                continue;
            };
            let Some(&function) = self.open.get(&callee) else {
                continue;
            };
            let parameters = self
                .functions
                .get(function)
                .map_or(&[][..], |function| &function.parameters);
            let mut arguments: Vec<_> = arguments
                .iter()
                .zip(parameters)
                .map(|(&argument, &[ty, _])| self.origin(module, key, argument, ty))
                .collect();
            let origins = arguments
                .iter()
                .map(|argument| Some(argument.as_ref()?.origin.clone()))
                .collect();
            let mut instance = self.instance(Key { function, origins });
            if instance.is_none() {
                instance = self.instance(Key::unspecialized(function, arguments.len()));
                arguments.fill_with(|| None);
            }
            if let Some(instance) = instance {
                calls.insert(instruction.offset, Call { instance, arguments });
            }
        }
        calls
    }

    /// The instance with a key; `None` if there would be too many.
    fn instance(&mut self, key: Key) -> Option<usize> {
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let at = self.instances.len();
        if self.first.contains_key(&key.function) {
            let function = self.functions.get(key.function);
            let steps = key
                .origins
                .iter()
                .flatten()
                .map(|origin| origin.steps.len())
                .sum::<usize>();
            // A load has four words, and a chain one for each index.
            let length = function.map_or(0, |function| function.words.len()) + 5 * steps;
            if key.is_specialized() && self.words + length > MAX_COPIED {
                return None;
            }
            self.words += length;
        } else {
            self.first.insert(key.function, at);
        }
        self.known.insert(key.clone(), at);
        self.instances.push(Instance {
            key,
            id: 0,
            calls: HashMap::new(),
        });
        Some(at)
    }

    /// The functions that can be copied and that nothing calls.
    fn unused(&self) -> impl Iterator<Item = usize> {
        let open = (0..self.functions.len()).filter(|at| {
            let function = self.functions.get(*at);
            function.is_some_and(|function| self.open.contains_key(&function.id))
        });
        open.filter(|at| !self.first.contains_key(at))
    }

    // Where arguments are from.

    /// The origin of an argument that is a handle.
    fn origin(&self, module: &Module, key: &Key, argument: u32, ty: u32) -> Option<Traced> {
        if !is_handle(module, ty) {
            return None;
        }
        let mut traced = Traced::default();
        self.trace(module, key, argument, &mut traced, 0)?;
        let last = traced.origin.steps.last();
        last.is_some_and(|last| last.ty == ty).then_some(traced)
    }

    /// Traces a handle, or the pointer to one, in an instance.
    fn trace(&self, module: &Module, key: &Key, id: u32, traced: &mut Traced, depth: usize) -> Option<Operand> {
        if depth > MAX_STEPS || traced.origin.steps.len() > MAX_STEPS {
            return None;
        }
        let Some(definition) = self.body.definition(id) else {
            let declaration = module.declaration(id)?;
            let is_variable = declaration.opcode == Op::Variable as u16;
            return (is_variable && is_uniform_pointer(module, id)).then_some(Operand::Word(id));
        };
        let decorations = decorations(module, id);
        let (op, ty) = (op_of(&definition)?, definition.result_type()?);
        let operands = match (op, definition.operand_words()) {
            (Op::FunctionParameter, _) => return self.trace_parameter(module, key, id, traced),
            (Op::CopyObject, &[source]) => {
                let operand = self.trace(module, key, source, traced, depth + 1)?;
                traced.decorate(decorations);
                return Some(operand);
            }
            (Op::Image, &[sampled]) => {
                // The result of OpSampledImage cannot leave its block, but the image of it can.
                let combined = self
                    .body
                    .definition(sampled)
                    .filter(|one| one.opcode == Op::SampledImage as u16);
                if let Some(&[image, _]) = combined.map(|combined| combined.operand_words()) {
                    return self.trace(module, key, image, traced, depth + 1);
                }
                vec![self.trace(module, key, sampled, traced, depth + 1)?]
            }
            (Op::Load, &[pointer, ref access @ ..]) => {
                if !has_no_ids(access) {
                    return None;
                }
                let mut operands = vec![self.trace(module, key, pointer, traced, depth + 1)?];
                operands.extend(access.iter().copied().map(Operand::Word));
                operands
            }
            (Op::AccessChain | Op::InBoundsAccessChain, &[base, ref indices @ ..]) => {
                let mut operands = vec![self.trace(module, key, base, traced, depth + 1)?];
                operands.extend(indices.iter().map(|&index| self.take(module, index, traced)));
                operands
            }
            (Op::ConvertUToAccelerationStructureKHR, &[address]) => vec![self.take(module, address, traced)],
            _ => return None,
        };
        traced.origin.steps.push(Step {
            op,
            ty,
            operands,
            decorations,
        });
        Some(Operand::Step(traced.origin.steps.len() - 1))
    }

    /// Traces a parameter of an instance: a handle with an origin, or a pointer to handles.
    fn trace_parameter(&self, module: &Module, key: &Key, id: u32, traced: &mut Traced) -> Option<Operand> {
        let &(function, place) = self.places.get(&id)?;
        if function != key.function {
            return None;
        }
        let Some(origin) = key.origins.get(place).and_then(Option::as_ref) else {
            return is_uniform_pointer(module, id).then(|| self.take(module, id, traced));
        };
        let [steps, taken] = [traced.origin.steps.len(), traced.origin.taken.len()];
        for step in &origin.steps {
            let mut step = step.clone();
            for operand in &mut step.operands {
                match operand {
                    Operand::Word(_) => {}
                    Operand::Step(at) => *at += steps,
                    Operand::Taken(at) => *at += taken,
                }
            }
            traced.origin.steps.push(step);
        }
        traced.origin.taken.extend_from_slice(&origin.taken);
        traced
            .values
            .extend((0..origin.taken.len()).map(|at| Value::Taken(place, at)));
        traced.decorate(decorations(module, id));
        Some(Operand::Step(traced.origin.steps.len().checked_sub(1)?))
    }

    /// A value that is the same in the callee, or is taken from the caller.
    fn take(&self, module: &Module, id: u32, traced: &mut Traced) -> Operand {
        if self.body.definition(id).is_none() {
            return Operand::Word(id);
        }
        traced.origin.taken.push((module.type_of(id), decorations(module, id)));
        traced.values.push(Value::Id(id));
        Operand::Taken(traced.values.len() - 1)
    }

    // The words of the instances.

    /// The first instance of a function has its id, but for one whose parameters all stay, if there is one.
    fn assign_ids(&mut self, module: &mut Module) {
        for instance in &self.instances {
            if !instance.key.is_specialized() {
                self.first.insert(
                    instance.key.function,
                    self.known.get(&instance.key).copied().unwrap_or(0),
                );
            }
        }
        for (at, instance) in self.instances.iter_mut().enumerate() {
            let is_first = self.first.get(&instance.key.function) == Some(&at);
            let own = self
                .functions
                .get(instance.key.function)
                .map_or(0, |function| function.id);
            instance.id = if is_first { own } else { module.fresh() };
        }
    }

    fn write(&self, module: &mut Module) {
        let mut removed = HashSet::new();
        for at in self.unused() {
            let words = self.functions.get(at).map_or(&[][..], |function| function.words);
            removed.extend(instructions(words).filter_map(|instruction| instruction.result()));
            module.note_place_in(0);
        }
        let mut by_function: Vec<Vec<usize>> = vec![Vec::new(); self.functions.len()];
        for (at, instance) in self.instances.iter().enumerate() {
            if let Some(instances) = by_function.get_mut(instance.key.function) {
                instances.push(at);
            }
        }
        let mut copied = Vec::new();
        for (at, instances) in by_function.iter().enumerate() {
            for instance in instances.iter().filter_map(|&instance| self.instances.get(instance)) {
                let Some(function) = self.functions.get(at) else {
                    continue;
                };
                let mut emission = Emission::new(self, instance, function);
                if instance.id != function.id {
                    emission.rename(module, &mut copied);
                }
                emission.write(module);
            }
        }
        add_names(module, &copied);
        if !removed.is_empty() {
            module.remove(&|id| removed.contains(&id));
        }
    }

    /// The context in which the operands of an instruction are read.
    fn context(&self, module: &Module, instruction: &Instruction<'_>) -> OperandContext {
        let set = instruction
            .words
            .get(3)
            .and_then(|set| self.sets.get(set).copied().flatten());
        let selector = instruction.words.get(1).copied().unwrap_or(0);
        OperandContext {
            literal_words: literal_words(module, selector),
            set,
        }
    }

    /// Whether the ids of each instruction are known, so that a copy can have others.
    fn can_copy(&self, module: &Module, function: &Function<'_>) -> bool {
        instructions(function.words).all(|instruction| {
            let operands = instruction.operands(self.context(module, &instruction));
            operands.is_some_and(|mut operands| operands.all(|operand| operand.is_ok()))
        })
    }
}

/// An instance while its words are written.
struct Emission<'c, 'w> {
    copies: &'c Copies<'w>,
    instance: &'c Instance,
    function: &'c Function<'w>,
    /// The new ids, by those of the function. The first instance has none.
    ids: HashMap<u32, u32>,
    /// By parameter with an origin: the ids of the parameters in its place.
    taken: Vec<Vec<u32>>,
    /// The values that are NonUniform because a handle is. The function, whose parameter hides it, may not say so.
    nonuniform: HashSet<u32>,
}

impl<'c, 'w> Emission<'c, 'w> {
    fn new(copies: &'c Copies<'w>, instance: &'c Instance, function: &'c Function<'w>) -> Self {
        Self {
            copies,
            instance,
            function,
            ids: HashMap::new(),
            taken: vec![Vec::new(); function.parameters.len()],
            nonuniform: HashSet::new(),
        }
    }

    /// Gives every result a new id, with the decorations of the old one.
    fn rename(&mut self, module: &mut Module, copied: &mut Vec<[u32; 2]>) {
        for instruction in instructions(self.function.words) {
            let is_debug = debug_result(&instruction, &self.copies.debug).is_some();
            let Some(old) = instruction.result().filter(|_| !is_debug) else {
                continue;
            };
            let new = if instruction.opcode == Op::Function as u16 {
                self.instance.id
            } else {
                module.fresh()
            };
            self.ids.insert(old, new);
            copied.push([old, new]);
            let annotations: Vec<_> = module.annotations_of(old).map(|one| one.words.to_vec()).collect();
            for mut words in annotations.into_iter().rev() {
                if let Some(target) = words.get_mut(1) {
                    *target = new;
                }
                module.annotate(&words);
            }
        }
    }

    fn id(&self, id: u32) -> u32 {
        self.ids.get(&id).copied().unwrap_or(id)
    }

    fn write(&mut self, module: &mut Module) {
        let mut place = 0;
        let is_first = self.ids.is_empty();
        for instruction in instructions(self.function.words) {
            if self.function.entry == Some(instruction.offset) {
                self.write_origins(module);
            }
            match (op_of(&instruction), instruction.words) {
                (Some(Op::Function), &[_, result_type, id, control, _]) if self.instance.key.is_specialized() => {
                    let signature = self.signature(module, result_type);
                    let id = self.id(id);
                    module.emit_as(Op::Function, result_type, id, &[control, signature]);
                }
                (Some(Op::FunctionParameter), _) => {
                    match self.instance.key.origins.get(place).and_then(Option::as_ref) {
                        Some(origin) => self.write_parameters(module, place, origin),
                        None => self.write_mapped(module, &instruction),
                    }
                    place += 1;
                }
                (Some(Op::FunctionCall), &[_, ty, result, _, ref arguments @ ..]) => {
                    match self.instance.calls.get(&instruction.offset) {
                        Some(call) => self.write_call(module, call, [ty, result], arguments),
                        None => self.write_mapped(module, &instruction),
                    }
                }
                // There is one definition of what debug information describes.
                _ if !is_first && debug_result(&instruction, &self.copies.debug).is_some() => {}
                _ => self.write_mapped(module, &instruction),
            }
        }
    }

    /// The type of the function, in which the values that are taken replace handles.
    fn signature(&self, module: &mut Module, result_type: u32) -> u32 {
        let mut types = vec![result_type];
        for (origin, &[ty, _]) in self.instance.key.origins.iter().zip(&self.function.parameters) {
            match origin {
                Some(origin) => types.extend(origin.taken.iter().map(|&(ty, _)| ty)),
                None => types.push(ty),
            }
        }
        module.function_type(&types)
    }

    /// Appends the parameters in place of a handle.
    fn write_parameters(&mut self, module: &mut Module, place: usize, origin: &Origin) {
        module.note_place_in(self.function.id);
        for &(ty, decorations) in &origin.taken {
            let parameter = module.value(Op::FunctionParameter, ty, &[]);
            decorate(module, parameter, decorations);
            if let Some(taken) = self.taken.get_mut(place) {
                taken.push(parameter);
            }
        }
    }

    /// Appends the loads of the handles, whose results are the ids of the parameters.
    fn write_origins(&mut self, module: &mut Module) {
        let origins = self
            .instance
            .key
            .origins
            .iter()
            .zip(&self.function.parameters)
            .zip(&self.taken);
        for ((origin, &[_, parameter]), taken) in origins {
            let Some(origin) = origin else { continue };
            let mut results: Vec<u32> = Vec::new();
            for step in &origin.steps {
                let is_last = results.len() + 1 == origin.steps.len();
                let result = if is_last { self.id(parameter) } else { module.fresh() };
                let operands: Vec<_> = step
                    .operands
                    .iter()
                    .map(|operand| match *operand {
                        Operand::Word(word) => word,
                        Operand::Step(at) => results.get(at).copied().unwrap_or(0),
                        Operand::Taken(at) => taken.get(at).copied().unwrap_or(0),
                    })
                    .collect();
                module.emit_as(step.op, step.ty, result, &operands);
                decorate(module, result, step.decorations);
                if is_last && step.decorations == with_nonuniform(step.decorations) {
                    self.nonuniform.insert(result);
                }
                results.push(result);
            }
        }
    }

    fn write_call(&self, module: &mut Module, call: &Call, [ty, result]: [u32; 2], arguments: &[u32]) {
        let mut operands = vec![self.copies.instances.get(call.instance).map_or(0, |callee| callee.id)];
        for (traced, &argument) in call.arguments.iter().zip(arguments) {
            match traced {
                Some(traced) => operands.extend(traced.values.iter().map(|value| match *value {
                    Value::Id(id) => self.id(id),
                    Value::Taken(place, at) => {
                        let taken = self.taken.get(place).and_then(|taken| taken.get(at));
                        taken.copied().unwrap_or(0)
                    }
                })),
                None => operands.push(self.id(argument)),
            }
        }
        module.emit_as(Op::FunctionCall, ty, self.id(result), &operands);
    }

    /// Appends an instruction with the new ids.
    fn write_mapped(&mut self, module: &mut Module, instruction: &Instruction<'_>) {
        let mut words = instruction.words.to_vec();
        let operands = instruction.operands(self.copies.context(module, instruction));
        for operand in operands.into_iter().flatten().map_while(Result::ok) {
            if let (Some(id), Some(word)) = (operand.id(), words.get_mut(operand.index)) {
                *word = self.id(id);
            }
        }
        module.append(&words);
        let is_handle = matches!(op_of(instruction), Some(Op::SampledImage | Op::Image | Op::CopyObject));
        if let &[_, _, result, ref operands @ ..] = words.as_slice() {
            if is_handle && operands.iter().any(|operand| self.nonuniform.contains(operand)) {
                decorate(module, result, with_nonuniform([false; 2]));
                self.nonuniform.insert(result);
            }
        }
    }
}

impl Traced {
    /// Adds decorations to the handle.
    fn decorate(&mut self, decorations: Decorations) {
        if let Some(last) = self.origin.steps.last_mut() {
            for (own, other) in last.decorations.iter_mut().zip(decorations) {
                *own |= other;
            }
        }
    }
}

fn is_handle(module: &Module, ty: u32) -> bool {
    matches!(
        module.kind(ty),
        Kind::Image | Kind::Sampler | Kind::SampledImage(_) | Kind::AccelerationStructure
    )
}

/// Whether a value is a pointer to UniformConstant.
fn is_uniform_pointer(module: &Module, id: u32) -> bool {
    matches!(module.kind(module.type_of(id)), Kind::Pointer(class, _) if class == StorageClass::UniformConstant as u32)
}

/// Whether the memory operands of a load have no ids: of those of a load, only the scope of a visibility is one.
fn has_no_ids(access: &[u32]) -> bool {
    let plain = MemoryAccess::VOLATILE | MemoryAccess::ALIGNED | MemoryAccess::NONTEMPORAL;
    access.first().is_none_or(|&mask| mask & !plain.bits() == 0)
}

fn decorations(module: &Module, id: u32) -> Decorations {
    DECORATIONS.map(|decoration| module.decoration(id, decoration).is_some())
}

fn decorate(module: &mut Module, id: u32, decorations: Decorations) {
    for (decoration, is_wanted) in DECORATIONS.into_iter().zip(decorations) {
        if is_wanted && module.decoration(id, decoration).is_none() {
            module.decorate(id, decoration, &[]);
        }
    }
}

/// Gives copies of ids their names, and puts them in the groups of decorations.
fn add_names(module: &mut Module, copied: &[[u32; 2]]) {
    if copied.is_empty() {
        return;
    }
    let mut copies: HashMap<u32, Vec<u32>> = HashMap::new();
    for &[old, new] in copied {
        copies.entry(old).or_default().push(new);
    }
    let mut names = Vec::new();
    for name in instructions(module.part(Part::Debug)).filter(|one| one.opcode == Op::Name as u16) {
        let &[first, target, ref text @ ..] = name.words else {
            continue;
        };
        for &copy in copies.get(&target).into_iter().flatten() {
            names.extend([first, copy]);
            names.extend_from_slice(text);
        }
    }
    module.add_names(names);
    let mut groups = Vec::new();
    for group in instructions(module.part(Part::Annotations)).filter(|one| one.opcode == Op::GroupDecorate as u16) {
        let Some((&id, targets)) = group.operand_words().split_first() else {
            continue;
        };
        for &copy in targets.iter().filter_map(|target| copies.get(target)).flatten() {
            groups.push([Op::GroupDecorate as u32 | 3 << 16, id, copy]);
        }
    }
    for group in groups {
        module.annotate(&group);
    }
}
