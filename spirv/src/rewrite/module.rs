//! Owns a module while it is rewritten: its sections, what each id is, and the additions of types, constants and
//! instructions.
//!
//! It knows the form of modules (SPIR-V §2.4, Logical Layout of a Module) and none of the workarounds. The module may be
//! malformed: an id without a definition has the type 0, which is of no kind.

use super::RewriteError;
use crate::words::id::MAX_ID_BOUND;
use crate::words::reader::{Header, Instruction, Reader};
use crate::words::section::MAX_INSTRUCTION_WORDS;
use crate::words::{HEADER_WORDS, MAGIC};
use alloc::vec::Vec;
use core::hash::BuildHasher as _;
use hashbrown::{DefaultHashBuilder, HashSet, HashTable};
use spirv::{Capability, Decoration, GlslStd450Op as Glsl, Op, StorageClass};

/// The sections before the functions, in the order of the logical layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Capabilities,
    Extensions,
    Imports,
    MemoryModel,
    EntryPoints,
    ExecutionModes,
    /// Strings, sources, names.
    Debug,
    Annotations,
    /// Types, constants, global variables.
    Globals,
}

const PARTS: usize = Part::Globals as usize + 1;

/// What a type is, as far as the workarounds ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int {
        width: u32,
        signed: bool,
    },
    /// A float of IEEE 754.
    Float {
        width: u32,
    },
    /// The component's type, and the number of components.
    Vector(u32, u32),
    /// The column's type, and the number of columns.
    Matrix(u32, u32),
    /// The element's type, and the id of the length.
    Array(u32, u32),
    RuntimeArray(u32),
    Struct,
    /// The storage class, and the type of what is pointed to.
    Pointer(u32, u32),
    Image,
    Sampler,
    SampledImage(u32),
    AccelerationStructure,
    Other,
}

/// The functions of a module before a pass, and where each of their ids is defined.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) words: Vec<u32>,
    /// By id: the offset of its definition and 1 more; 0 for ids that are not defined in functions.
    definitions: Vec<u32>,
}

impl Body {
    fn new(words: Vec<u32>, bound: usize) -> Self {
        let mut definitions = vec![0; bound];
        for instruction in instructions(&words) {
            let result = instruction.result().and_then(|id| definitions.get_mut(id as usize));
            if let Some(place) = result {
                *place = instruction.offset as u32 + 1;
            }
        }
        Self { words, definitions }
    }

    /// The instruction in a function whose result is an id.
    pub(super) fn definition(&self, id: u32) -> Option<Instruction<'_>> {
        let offset = self.definitions.get(id as usize)?.checked_sub(1)?;
        instructions(self.words.get(offset as usize..)?).next()
    }

    /// All instructions. Their offsets are those in `words`.
    pub(super) fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        instructions(&self.words)
    }
}

/// The instructions of words without a header.
pub(super) fn instructions(words: &[u32]) -> impl Iterator<Item = Instruction<'_>> {
    Reader::of_instructions(words).map_while(Result::ok)
}

/// The opcode of an instruction.
pub(super) fn op_of(instruction: &Instruction<'_>) -> Option<Op> {
    Op::from_u32(u32::from(instruction.opcode))
}

#[derive(Debug)]
pub(super) struct Module {
    header: Header,
    parts: [Vec<u32>; PARTS],
    /// The words of the functions. During a pass those that are already rewritten.
    pub(super) functions: Vec<u32>,
    /// By id: its type; 0 for ids without one.
    result_types: Vec<u32>,
    /// By id: the offset of its declaration among the globals and 1 more; 0 for other ids.
    declarations: Vec<u32>,
    /// The offsets of the globals, by their words without the result.
    declared: HashTable<u32>,
    /// By id: the index and 1 more in `annotations` of the last annotation of the id.
    annotated: Vec<u32>,
    /// The offset of an annotation, and the one before it of the same id.
    annotations: Vec<(u32, u32)>,
    glsl: Option<u32>,
    /// The function that is being rewritten; 0 outside of functions.
    function: u32,
    /// Where the variables of that function are inserted: after the first label, and after its variables.
    variables_at: usize,
    /// Variables to insert there.
    variables: Vec<u32>,
    /// The number of places that the pass has rewritten, and the functions that contain them.
    count: u32,
    changed: Vec<u32>,
    oversized: bool,
    /// Ids and decorations to remove at the end of the pass.
    undecorated: HashSet<(u32, u32)>,
    hasher: DefaultHashBuilder,
}

impl Module {
    /// Takes a module apart.
    pub(super) fn read(words: &[u32]) -> Result<Self, RewriteError> {
        let (header, reader) = Reader::new(words).map_err(RewriteError::Read)?;
        if header.bound > MAX_ID_BOUND {
            return Err(RewriteError::Bound { bound: header.bound });
        }
        let bound = header.bound as usize;
        let mut module = Self {
            header,
            parts: Default::default(),
            functions: Vec::new(),
            result_types: vec![0; bound],
            declarations: vec![0; bound],
            declared: HashTable::new(),
            annotated: vec![0; bound],
            annotations: Vec::new(),
            glsl: None,
            function: 0,
            variables_at: 0,
            variables: Vec::new(),
            count: 0,
            changed: Vec::new(),
            oversized: false,
            undecorated: HashSet::new(),
            hasher: DefaultHashBuilder::default(),
        };
        for instruction in reader {
            let instruction = instruction.map_err(RewriteError::Read)?;
            if !module.functions.is_empty() || instruction.opcode == Op::Function as u16 {
                module.functions.extend_from_slice(&words[instruction.offset..]);
                break;
            }
            module.add_global(&instruction);
        }
        for instruction in Reader::of_instructions(&module.functions) {
            let instruction = instruction.map_err(RewriteError::Read)?;
            if let (Some(ty), Some(id)) = (instruction.result_type(), instruction.result()) {
                if let Some(place) = module.result_types.get_mut(id as usize) {
                    *place = ty;
                }
            }
        }
        Ok(module)
    }

    /// The words of the module, with an id bound for what was added.
    pub(super) fn write(self) -> Result<Vec<u32>, RewriteError> {
        let bound = self.header.bound;
        if self.oversized {
            return Err(RewriteError::Length);
        }
        if bound > MAX_ID_BOUND {
            return Err(RewriteError::Bound { bound });
        }
        let length = self.parts.iter().map(Vec::len).sum::<usize>() + self.functions.len() + HEADER_WORDS;
        let mut words = Vec::with_capacity(length);
        words.extend([
            MAGIC,
            self.header.version,
            self.header.generator,
            bound,
            self.header.schema,
        ]);
        for part in &self.parts {
            words.extend_from_slice(part);
        }
        words.extend_from_slice(&self.functions);
        Ok(words)
    }

    /// The version word of the header.
    pub(super) fn version(&self) -> u32 {
        self.header.version
    }

    /// The number of places that were rewritten since the last call, and the functions that contain them.
    pub(super) fn take_places(&mut self) -> (u32, Vec<u32>) {
        (core::mem::take(&mut self.count), core::mem::take(&mut self.changed))
    }

    /// Records that a place was rewritten. [`Module::rewrite`] does so where its function answers that it did.
    pub(super) fn note_place(&mut self) {
        self.count += 1;
        if self.function != 0 && self.changed.last() != Some(&self.function) {
            self.changed.push(self.function);
        }
    }

    /// Records that a place in a function was rewritten, for a pass that does not use [`Module::rewrite`]; the function is
    /// 0 for a place outside of functions.
    pub(super) fn note_place_in(&mut self, function: u32) {
        self.count += 1;
        if function != 0 && !self.changed.contains(&function) {
            self.changed.push(function);
        }
    }

    fn add_global(&mut self, instruction: &Instruction<'_>) {
        let part = part_of(instruction.opcode);
        let offset = self.part(part).len() as u32;
        self.parts[part as usize].extend_from_slice(instruction.words);
        let operands = instruction.operand_words();
        match part {
            Part::Globals => self.index_global(instruction, offset),
            Part::Annotations => {
                if let Some(&target) = operands.first() {
                    self.index_annotation(target, offset);
                }
            }
            Part::Imports => {
                if let Some(id) = instruction.result().filter(|_| is_glsl(operands)) {
                    self.glsl.get_or_insert(id);
                }
            }
            _ => {}
        }
    }

    fn index_global(&mut self, instruction: &Instruction<'_>, offset: u32) {
        let Some(id) = instruction.result() else { return };
        let at = id as usize;
        if let (Some(ty), Some(place)) = (instruction.result_type(), self.result_types.get_mut(at)) {
            *place = ty;
        }
        if let Some(place) = self.declarations.get_mut(at) {
            *place = offset + 1;
        }
        if is_shared(instruction.opcode) {
            let globals = &self.parts[Part::Globals as usize];
            let hash = self.hasher.hash_one(identity(globals, offset));
            let hasher = &self.hasher;
            // Of equal declarations the first, so that the words do not depend on the hash.
            let is_equal = |&known: &u32| identity(globals, known) == identity(globals, offset);
            if self.declared.find(hash, is_equal).is_none() {
                self.declared
                    .insert_unique(hash, offset, |&known| hasher.hash_one(identity(globals, known)));
            }
        }
    }

    fn index_annotation(&mut self, target: u32, offset: u32) {
        if let Some(last) = self.annotated.get_mut(target as usize) {
            self.annotations.push((offset, *last));
            *last = self.annotations.len() as u32;
        }
    }

    // What the module has.

    /// The words of a section.
    pub(super) fn part(&self, part: Part) -> &[u32] {
        &self.parts[part as usize]
    }

    /// Replaces the words of a section that declares no ids with a type. Declarations keep their offsets, so that this
    /// is not for `Part::Globals` and `Part::Annotations`.
    pub(super) fn replace_part(&mut self, part: Part, words: Vec<u32>) {
        debug_assert!(!matches!(part, Part::Globals | Part::Annotations));
        self.parts[part as usize] = words;
    }

    /// The declaration of an id outside of functions: a type, constant or variable.
    pub(super) fn declaration(&self, id: u32) -> Option<Instruction<'_>> {
        let offset = self.declarations.get(id as usize)?.checked_sub(1)?;
        instructions(self.part(Part::Globals).get(offset as usize..)?).next()
    }

    /// The type of a value; 0 if it has none.
    pub(super) fn type_of(&self, id: u32) -> u32 {
        self.result_types.get(id as usize).copied().unwrap_or(0)
    }

    /// What a type is.
    pub(super) fn kind(&self, ty: u32) -> Kind {
        let Some(declaration) = self.declaration(ty) else {
            return Kind::Other;
        };
        match (op_of(&declaration), declaration.operand_words()) {
            (Some(Op::TypeBool), _) => Kind::Bool,
            (Some(Op::TypeInt), &[width, sign]) => Kind::Int {
                width,
                signed: sign != 0,
            },
            (Some(Op::TypeFloat), &[width]) => Kind::Float { width },
            // Vectors have at most 16 components, and matrices fewer columns.
            (Some(Op::TypeVector), &[component, count @ 2..=16]) => Kind::Vector(component, count),
            (Some(Op::TypeMatrix), &[column, count @ 2..=4]) => Kind::Matrix(column, count),
            (Some(Op::TypeArray), &[element, length]) => Kind::Array(element, length),
            (Some(Op::TypeRuntimeArray), &[element]) => Kind::RuntimeArray(element),
            (Some(Op::TypeStruct), _) => Kind::Struct,
            (Some(Op::TypePointer), &[class, pointee]) => Kind::Pointer(class, pointee),
            (Some(Op::TypeImage), _) => Kind::Image,
            (Some(Op::TypeSampler), _) => Kind::Sampler,
            (Some(Op::TypeSampledImage), &[image]) => Kind::SampledImage(image),
            (Some(Op::TypeAccelerationStructureKHR), _) => Kind::AccelerationStructure,
            _ => Kind::Other,
        }
    }

    /// What the components of a scalar or vector type are, and how many it has: 1 for a scalar.
    pub(super) fn components(&self, ty: u32) -> (Kind, u32) {
        match self.kind(ty) {
            Kind::Vector(component, count) => (self.kind(component), count),
            scalar => (scalar, 1),
        }
    }

    /// The type of one component of a scalar or vector type.
    pub(super) fn component_type(&self, ty: u32) -> u32 {
        match self.kind(ty) {
            Kind::Vector(component, _) => component,
            _ => ty,
        }
    }

    /// The bits of a scalar number that is constant and no specialization constant. Narrow signed integers are
    /// sign-extended to 32 bits, as their words are.
    pub(super) fn constant(&self, id: u32) -> Option<u64> {
        let declaration = self.declaration(id)?;
        match (op_of(&declaration)?, declaration.operand_words()) {
            (Op::Constant, &[low]) => Some(u64::from(low)),
            (Op::Constant, &[low, high]) => Some(u64::from(low) | u64::from(high) << 32),
            (Op::ConstantNull, _) => match self.kind(self.type_of(id)) {
                Kind::Int { .. } | Kind::Float { .. } => Some(0),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether all components of a constant scalar or vector are zero.
    pub(super) fn is_zero(&self, id: u32) -> bool {
        let Some(declaration) = self.declaration(id) else {
            return false;
        };
        match op_of(&declaration) {
            Some(Op::ConstantNull) => true,
            Some(Op::ConstantComposite | Op::ConstantCompositeReplicateEXT) => declaration
                .operand_words()
                .iter()
                .all(|&part| self.constant(part) == Some(0)),
            _ => self.constant(id) == Some(0),
        }
    }

    /// Whether an id is a constant or a specialization constant.
    pub(super) fn is_constant(&self, id: u32) -> bool {
        let declaration = self.declaration(id);
        declaration.is_some_and(|declaration| {
            matches!(
                op_of(&declaration),
                Some(
                    Op::ConstantTrue
                        | Op::ConstantFalse
                        | Op::Constant
                        | Op::ConstantComposite
                        | Op::ConstantCompositeReplicateEXT
                        | Op::ConstantNull
                )
            )
        }) || self.is_specialized(id)
    }

    /// Whether an id is a specialization constant.
    pub(super) fn is_specialized(&self, id: u32) -> bool {
        let declaration = self.declaration(id);
        declaration.is_some_and(|declaration| {
            matches!(
                op_of(&declaration),
                Some(
                    Op::SpecConstantTrue
                        | Op::SpecConstantFalse
                        | Op::SpecConstant
                        | Op::SpecConstantComposite
                        | Op::SpecConstantCompositeReplicateEXT
                        | Op::SpecConstantOp
                )
            )
        })
    }

    /// Whether something is true of a constant, or of all constituents of an `OpCompositeConstruct`: compilers construct
    /// constant vectors in functions too.
    pub(super) fn is_made_of(&self, body: &Body, id: u32, is: &dyn Fn(u32) -> bool) -> bool {
        let of_constituents = |definition: Instruction<'_>| {
            op_of(&definition) == Some(Op::CompositeConstruct)
                && definition.operand_words().iter().all(|&part| is(part))
        };
        is(id) || body.definition(id).is_some_and(of_constituents)
    }

    /// The annotations of an id, the last one first.
    pub(super) fn annotations_of(&self, id: u32) -> impl Iterator<Item = Instruction<'_>> {
        let mut next = self.annotated.get(id as usize).copied().unwrap_or(0);
        core::iter::from_fn(move || {
            let &(offset, before) = self.annotations.get(next.checked_sub(1)? as usize)?;
            next = before;
            instructions(self.part(Part::Annotations).get(offset as usize..)?).next()
        })
    }

    /// The operand words of a decoration of an id, without those of its members.
    pub(super) fn decoration(&self, id: u32, decoration: Decoration) -> Option<&[u32]> {
        self.annotations_of(id).find_map(|annotation| {
            let &[_, word, ref operands @ ..] = annotation.operand_words() else {
                return None;
            };
            let is_it = annotation.opcode == Op::Decorate as u16 && word == decoration as u32;
            is_it.then_some(operands)
        })
    }

    /// Opcode, type, result and operands, if an instruction is one of GLSL.std.450.
    pub(super) fn glsl_instruction<'w>(&self, instruction: &Instruction<'w>) -> Option<(Glsl, u32, u32, &'w [u32])> {
        match *instruction.words {
            [_, ty, result, set, op, ref operands @ ..]
                if instruction.opcode == Op::ExtInst as u16 && Some(set) == self.glsl =>
            {
                Some((Glsl::from_u32(op)?, ty, result, operands))
            }
            _ => None,
        }
    }

    // What is added.

    /// A new id.
    pub(super) fn fresh(&mut self) -> u32 {
        let id = self.header.bound;
        // Beyond the limit of ids the module is refused when it is written.
        self.header.bound = id.saturating_add(1);
        if id < MAX_ID_BOUND {
            self.result_types.push(0);
            self.declarations.push(0);
            self.annotated.push(0);
        }
        id
    }

    /// A type or constant, which is shared with an equal one.
    pub(super) fn declare(&mut self, op: Op, ty: Option<u32>, operands: &[u32]) -> u32 {
        let globals = &mut self.parts[Part::Globals as usize];
        let offset = globals.len();
        let count = 2 + usize::from(ty.is_some()) + operands.len();
        globals.push(op as u32 | (count as u32) << 16);
        globals.extend(ty);
        globals.push(0);
        globals.extend_from_slice(operands);
        let hash = self.hasher.hash_one(identity(globals, offset as u32));
        let found = self.declared.find(hash, |&known| {
            identity(globals, known) == identity(globals, offset as u32)
        });
        if let Some(&known) = found {
            let at = known as usize + 1 + usize::from(ty.is_some());
            let id = globals.get(at).copied().unwrap_or(0);
            globals.truncate(offset);
            return id;
        }
        globals.truncate(offset);
        let id = self.fresh();
        let mut words = vec![op as u32 | (count as u32) << 16];
        words.extend(ty);
        words.push(id);
        words.extend_from_slice(operands);
        self.parts[Part::Globals as usize].extend_from_slice(&words);
        if let Some(declaration) = instructions(&words).next() {
            self.index_global(&declaration, offset as u32);
        }
        id
    }

    pub(super) fn bool_type(&mut self) -> u32 {
        self.declare(Op::TypeBool, None, &[])
    }

    pub(super) fn int_type(&mut self, width: u32, signed: bool) -> u32 {
        self.declare(Op::TypeInt, None, &[width, u32::from(signed)])
    }

    pub(super) fn float_type(&mut self, width: u32) -> u32 {
        self.declare(Op::TypeFloat, None, &[width])
    }

    /// A vector, or the scalar itself if the count is 1.
    pub(super) fn vector_type(&mut self, component: u32, count: u32) -> u32 {
        if count == 1 {
            return component;
        }
        self.declare(Op::TypeVector, None, &[component, count])
    }

    /// The type with as many components as another, each of a scalar type.
    pub(super) fn with_component(&mut self, ty: u32, component: u32) -> u32 {
        let (_, count) = self.components(ty);
        self.vector_type(component, count)
    }

    pub(super) fn pointer_type(&mut self, class: StorageClass, pointee: u32) -> u32 {
        self.declare(Op::TypePointer, None, &[class as u32, pointee])
    }

    /// A function type; the first type is that of the result.
    pub(super) fn function_type(&mut self, types: &[u32]) -> u32 {
        self.declare(Op::TypeFunction, None, types)
    }

    pub(super) fn bool_constant(&mut self, value: bool) -> u32 {
        let ty = self.bool_type();
        let op = if value { Op::ConstantTrue } else { Op::ConstantFalse };
        self.declare(op, Some(ty), &[])
    }

    /// A number of a type of at most 64 bits, by its bits; in every component if the type is a vector. Narrow signed
    /// integers are to be sign-extended to 32 bits (SPIR-V §2.2.1).
    pub(super) fn number(&mut self, ty: u32, bits: u64) -> u32 {
        let (kind, count) = self.components(ty);
        let component = self.component_type(ty);
        let words = [bits as u32, (bits >> 32) as u32];
        let length = match kind {
            Kind::Int { width: 64, .. } | Kind::Float { width: 64 } => 2,
            _ => 1,
        };
        let scalar = self.declare(Op::Constant, Some(component), &words[..length]);
        if count == 1 {
            return scalar;
        }
        self.declare(Op::ConstantComposite, Some(ty), &vec![scalar; count as usize])
    }

    /// An unsigned 32-bit integer.
    pub(super) fn uint(&mut self, value: u32) -> u32 {
        let ty = self.int_type(32, false);
        self.number(ty, u64::from(value))
    }

    /// The zero of a type.
    pub(super) fn null(&mut self, ty: u32) -> u32 {
        self.declare(Op::ConstantNull, Some(ty), &[])
    }

    /// The import of GLSL.std.450, which is added if there is none.
    pub(super) fn glsl(&mut self) -> u32 {
        if let Some(id) = self.glsl {
            return id;
        }
        let id = self.fresh();
        let mut words = vec![Op::ExtInstImport as u32 | 6 << 16, id];
        words.extend(GLSL);
        self.parts[Part::Imports as usize].extend(words);
        self.glsl = Some(id);
        id
    }

    /// Declares a capability that every Vulkan device has or that the module's other capabilities imply.
    pub(super) fn capability(&mut self, capability: Capability) {
        let words = [Op::Capability as u32 | 2 << 16, capability as u32];
        let part = &mut self.parts[Part::Capabilities as usize];
        if !part.chunks_exact(2).any(|known| known == words) {
            part.extend(words);
        }
    }

    /// Decorates an id.
    pub(super) fn decorate(&mut self, id: u32, decoration: Decoration, operands: &[u32]) {
        let mut words = vec![
            Op::Decorate as u32 | (3 + operands.len() as u32) << 16,
            id,
            decoration as u32,
        ];
        words.extend_from_slice(operands);
        self.annotate(&words);
    }

    /// Adds the words of one annotation.
    pub(super) fn annotate(&mut self, words: &[u32]) {
        let part = &mut self.parts[Part::Annotations as usize];
        let offset = part.len() as u32;
        part.extend_from_slice(words);
        if let Some(&target) = words.get(1) {
            self.index_annotation(target, offset);
        }
    }

    /// Adds the words of names, in their place before `OpModuleProcessed`.
    pub(super) fn add_names(&mut self, words: Vec<u32>) {
        let part = &mut self.parts[Part::Debug as usize];
        let processed = instructions(part).find(|known| known.opcode == Op::ModuleProcessed as u16);
        let at = processed.map_or(part.len(), |processed| processed.offset);
        part.splice(at..at, words);
    }

    /// Removes the declarations of ids outside of functions, and the names and annotations of ids that are removed there
    /// or in functions. Nothing else may refer to them.
    pub(super) fn remove(&mut self, is_removed: &dyn Fn(u32) -> bool) {
        let names = core::mem::take(&mut self.parts[Part::Debug as usize]);
        for instruction in instructions(&names) {
            let is_name = matches!(op_of(&instruction), Some(Op::Name | Op::MemberName));
            let target = instruction.operand_words().first();
            if !(is_name && target.is_some_and(|&target| is_removed(target))) {
                self.parts[Part::Debug as usize].extend_from_slice(instruction.words);
            }
        }
        let globals = core::mem::take(&mut self.parts[Part::Globals as usize]);
        self.declared.clear();
        self.declarations.fill(0);
        for instruction in instructions(&globals) {
            if !instruction.result().is_some_and(is_removed) {
                self.add_global(&instruction);
            }
        }
        let annotations = core::mem::take(&mut self.parts[Part::Annotations as usize]);
        self.annotations.clear();
        self.annotated.fill(0);
        for instruction in instructions(&annotations) {
            let mut words = instruction.words.to_vec();
            if instruction.opcode == Op::GroupDecorate as u16 {
                // The first two words are not targets.
                let mut targets = words.split_off(words.len().min(2));
                targets.retain(|&target| !is_removed(target));
                words.append(&mut targets);
                let count = words.len() as u32;
                if let Some(first) = words.first_mut() {
                    *first = *first & 0xFFFF | count << 16;
                }
            }
            if !instruction
                .operand_words()
                .first()
                .is_some_and(|&target| is_removed(target))
            {
                self.annotate(&words);
            }
        }
    }

    /// Gives a new result the decorations of another that say how it is computed: precision, contraction, fast math,
    /// and whether it is uniform.
    pub(super) fn decorate_like(&mut self, id: u32, other: u32) {
        for decoration in [
            Decoration::RelaxedPrecision,
            Decoration::NoContraction,
            Decoration::FPFastMathMode,
            Decoration::NonUniform,
        ] {
            if let Some(operands) = self.decoration(other, decoration) {
                let operands = operands.to_vec();
                self.decorate(id, decoration, &operands);
            }
        }
    }

    /// Removes the decorations of a result that say how it is computed, but for `NonUniform`: for a result that is no
    /// longer arithmetic. They are removed at the end of the pass.
    pub(super) fn undecorate(&mut self, id: u32) {
        for decoration in [
            Decoration::RelaxedPrecision,
            Decoration::NoContraction,
            Decoration::FPFastMathMode,
        ] {
            if self.decoration(id, decoration).is_some() {
                self.undecorated.insert((id, decoration as u32));
            }
        }
    }

    fn remove_decorations(&mut self) {
        if self.undecorated.is_empty() {
            return;
        }
        let removed = core::mem::take(&mut self.undecorated);
        let annotations = core::mem::take(&mut self.parts[Part::Annotations as usize]);
        self.annotations.clear();
        self.annotated.fill(0);
        for annotation in instructions(&annotations) {
            let is_removed = match *annotation.words {
                [_, id, decoration, ..] if annotation.opcode == Op::Decorate as u16 => {
                    removed.contains(&(id, decoration))
                }
                _ => false,
            };
            if !is_removed {
                self.add_global(&annotation);
            }
        }
    }

    // What is appended to the function that is being rewritten.

    /// Appends an instruction; `operands` are all its words but the first.
    pub(super) fn emit(&mut self, op: Op, operands: &[u32]) {
        let count = operands.len() + 1;
        self.oversized |= count > MAX_INSTRUCTION_WORDS;
        self.functions.push(op as u32 | (count as u32) << 16);
        self.functions.extend_from_slice(operands);
    }

    /// Appends the words of an instruction, as a copy of it has them.
    pub(super) fn append(&mut self, words: &[u32]) {
        self.functions.extend_from_slice(words);
        let Some(instruction) = instructions(words).next() else {
            return;
        };
        if let (Some(ty), Some(result)) = (instruction.result_type(), instruction.result()) {
            if let Some(place) = self.result_types.get_mut(result as usize) {
                *place = ty;
            }
        }
    }

    /// Appends an instruction with a result type and a result that exists already.
    pub(super) fn emit_as(&mut self, op: Op, ty: u32, result: u32, operands: &[u32]) {
        let count = operands.len() + 3;
        self.oversized |= count > MAX_INSTRUCTION_WORDS;
        self.functions.extend([op as u32 | (count as u32) << 16, ty, result]);
        self.functions.extend_from_slice(operands);
        if let Some(place) = self.result_types.get_mut(result as usize) {
            *place = ty;
        }
    }

    /// Appends an instruction with a new result.
    pub(super) fn value(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        let result = self.fresh();
        self.emit_as(op, ty, result, operands);
        result
    }

    /// Appends an instruction of GLSL.std.450 with a result that exists already.
    pub(super) fn glsl_as(&mut self, op: Glsl, ty: u32, result: u32, operands: &[u32]) {
        let mut words = vec![self.glsl(), op as u32];
        words.extend_from_slice(operands);
        self.emit_as(Op::ExtInst, ty, result, &words);
    }

    /// Appends an instruction of GLSL.std.450 with a new result.
    pub(super) fn glsl_value(&mut self, op: Glsl, ty: u32, operands: &[u32]) -> u32 {
        let result = self.fresh();
        self.glsl_as(op, ty, result, operands);
        result
    }

    /// The component of a vector, or the scalar itself. That of a constant composite is a constant.
    pub(super) fn component(&mut self, value: u32, index: u32) -> u32 {
        let ty = self.type_of(value);
        let Kind::Vector(component, _) = self.kind(ty) else {
            return value;
        };
        let declaration = self.declaration(value);
        let part = declaration.and_then(|declaration| match op_of(&declaration) {
            Some(Op::ConstantComposite | Op::SpecConstantComposite) => {
                declaration.operand_words().get(index as usize).copied()
            }
            _ => None,
        });
        part.unwrap_or_else(|| self.value(Op::CompositeExtract, component, &[value, index]))
    }

    /// A new variable of the function that is being rewritten, without an initializer.
    pub(super) fn variable(&mut self, pointee: u32) -> u32 {
        let ty = self.pointer_type(StorageClass::Function, pointee);
        let id = self.fresh();
        if let Some(place) = self.result_types.get_mut(id as usize) {
            *place = ty;
        }
        let class = StorageClass::Function as u32;
        self.variables.extend([Op::Variable as u32 | 4 << 16, ty, id, class]);
        id
    }

    // A pass over the functions.

    /// Takes the functions out of the module. The caller appends what replaces them.
    pub(super) fn take_body(&mut self) -> Body {
        Body::new(core::mem::take(&mut self.functions), self.header.bound as usize)
    }

    /// Passes each instruction of the functions to `rewrite`, which appends a replacement and returns `true`, or returns
    /// `false` to keep the instruction.
    pub(super) fn rewrite(&mut self, rewrite: &mut dyn FnMut(&mut Module, &Body, Instruction<'_>) -> bool) {
        let body = self.take_body();
        self.functions.reserve(body.words.len());
        let mut is_entry = false;
        for instruction in body.instructions() {
            let op = op_of(&instruction);
            match op {
                Some(Op::Function) => {
                    self.function = instruction.result().unwrap_or(0);
                    is_entry = true;
                }
                Some(Op::FunctionEnd) => self.insert_variables(),
                _ => {}
            }
            if rewrite(self, &body, instruction) {
                self.note_place();
            } else {
                self.functions.extend_from_slice(instruction.words);
            }
            match op {
                Some(Op::FunctionEnd) => self.function = 0,
                // The variables are the first instructions of the first block.
                Some(Op::Label) if is_entry => {
                    is_entry = false;
                    self.variables_at = self.functions.len();
                }
                _ => {}
            }
        }
        self.remove_decorations();
    }

    /// Inserts the new variables of a function at its end.
    fn insert_variables(&mut self) {
        if !self.variables.is_empty() {
            let at = self.variables_at;
            self.functions.splice(at..at, self.variables.drain(..));
        }
    }
}

/// The section of an instruction before the functions.
fn part_of(opcode: u16) -> Part {
    match Op::from_u32(u32::from(opcode)) {
        Some(Op::Capability | Op::ConditionalCapabilityINTEL) => Part::Capabilities,
        Some(Op::Extension | Op::ConditionalExtensionINTEL) => Part::Extensions,
        Some(Op::ExtInstImport) => Part::Imports,
        Some(Op::MemoryModel) => Part::MemoryModel,
        Some(Op::EntryPoint | Op::ConditionalEntryPointINTEL) => Part::EntryPoints,
        Some(Op::ExecutionMode | Op::ExecutionModeId) => Part::ExecutionModes,
        Some(
            Op::String
            | Op::SourceExtension
            | Op::Source
            | Op::SourceContinued
            | Op::Name
            | Op::MemberName
            | Op::ModuleProcessed,
        ) => Part::Debug,
        Some(
            Op::Decorate
            | Op::MemberDecorate
            | Op::DecorationGroup
            | Op::GroupDecorate
            | Op::GroupMemberDecorate
            | Op::DecorateId
            | Op::DecorateString
            | Op::MemberDecorateString
            | Op::MemberDecorateIdEXT,
        ) => Part::Annotations,
        _ => Part::Globals,
    }
}

/// Whether an equal declaration may be used in place of another: types that are no aggregates, and constants without a
/// specialization.
fn is_shared(opcode: u16) -> bool {
    matches!(
        Op::from_u32(u32::from(opcode)),
        Some(
            Op::TypeVoid
                | Op::TypeBool
                | Op::TypeInt
                | Op::TypeFloat
                | Op::TypeVector
                | Op::TypeMatrix
                | Op::TypePointer
                | Op::TypeFunction
                | Op::TypeSampledImage
                | Op::ConstantTrue
                | Op::ConstantFalse
                | Op::Constant
                | Op::ConstantComposite
                | Op::ConstantNull
        )
    )
}

/// The words of a global without its result: those before it, and those after it.
fn identity(globals: &[u32], offset: u32) -> (&[u32], &[u32]) {
    let words = globals.get(offset as usize..).unwrap_or(&[]);
    let count = words.first().map_or(0, |first| first >> 16) as usize;
    let words = words.get(..count).unwrap_or(&[]);
    let first = words.first().map_or(0, |first| first & 0xFFFF) as u16;
    let has_type = crate::words::grammar::syntax(first).is_some_and(|syntax| syntax.has_result_type);
    let before = (1 + usize::from(has_type)).min(words.len());
    (&words[..before], words.get(before + 1..).unwrap_or(&[]))
}

/// The words of the name GLSL.std.450.
const GLSL: [u32; 4] = [
    u32::from_le_bytes(*b"GLSL"),
    u32::from_le_bytes(*b".std"),
    u32::from_le_bytes(*b".450"),
    0,
];

fn is_glsl(name: &[u32]) -> bool {
    name == GLSL
}
