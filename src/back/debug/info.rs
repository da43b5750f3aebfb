//! The module-scope instructions of the set `NonSemantic.Shader.DebugInfo.100`: its import, its strings, numbers and
//! constants, the compilation unit and the sources.

use super::source::pieces;
use super::table::{Ids, number};
use crate::back::constants::{Number, number_bits};
use crate::back::emitter::{Emitter, Result, Tables};
use crate::back::type_key::{Numeric, TypeKey};
use crate::words::{Id, ResultPosition, Section, TypeId, ValueId, has_zero};
use alloc::vec::Vec;
use naga::{Arena, Expression, Handle, Literal, Scalar};

/// The set's version and the version of DWARF that a compilation unit names.
const VERSION: u32 = 100;
const DWARF: u32 = 4;

impl Emitter<'_> {
    /// Records that a set without semantics is imported.
    pub(super) fn need_non_semantic(&mut self) {
        if self.plan.facts().non_semantic_extension {
            let span = self.span;
            self.requirements
                .need_spirv_extension("SPV_KHR_non_semantic_info", span);
        }
    }

    /// Imports the set.
    pub(super) fn open_debug_info(&mut self, language: spirv::SourceLanguage) {
        self.need_non_semantic();
        let set = self.ids.id();
        self.sections
            .imports
            .ext_inst_import(set, "NonSemantic.Shader.DebugInfo.100");
        let void = self.ids.type_id();
        self.debug.opened = Some((set, void, language));
        let types = self.module.types.len();
        self.debug.types.resize(types, None);
        let numeric = self.type_keys.len();
        self.debug.numeric.resize(numeric, None);
    }

    /// Appends an instruction of the set to its section.
    pub(crate) fn debug_instruction(&mut self, number: u32, operands: &[Id]) -> Id {
        let id = self.ids.id();
        if let Some((set, void, _)) = self.debug.opened {
            self.sections.debug.debug_info(void, id, set, number, operands);
        }
        id
    }

    /// `DebugSource` with its text; the first is that of the compilation unit.
    pub(super) fn debug_source(&mut self, name: &str, text: &str) -> Id {
        let name = self.debug_string(name);
        // A zero byte would end the string early, and lines be beyond it.
        let is_whole = !has_zero(text);
        // A continuation must follow without anything between, so that its strings come first.
        let pieces: Vec<Id> = pieces(text)
            .filter(|_| is_whole)
            .map(|piece| self.source_string(piece))
            .collect();
        let mut pieces = pieces.into_iter();
        let source = match pieces.next() {
            Some(first) => self.debug_instruction(number::SOURCE, &[name, first]),
            None => self.debug_instruction(number::SOURCE, &[name]),
        };
        for piece in pieces {
            self.debug_instruction(number::SOURCE_CONTINUED, &[piece]);
        }
        if let (None, Some((set, void, language))) = (self.debug.ids, self.debug.opened) {
            let [version, dwarf] = [VERSION, DWARF].map(|number| self.debug_number(number));
            let language = self.debug_number(language as u32);
            let unit = self.debug_instruction(number::COMPILATION_UNIT, &[version, dwarf, source, language]);
            let none = self.debug_instruction(number::INFO_NONE, &[]);
            let expression = self.debug_instruction(number::EXPRESSION, &[]);
            self.debug.ids = Some(Ids {
                set,
                void,
                none,
                expression,
                unit,
                source,
            });
        }
        source
    }

    /// `OpString` of a part of the source, which nothing else is named like.
    fn source_string(&mut self, text: &str) -> Id {
        let id = self.ids.id();
        self.sections.strings.literal_string(id, text);
        id
    }

    /// `OpString`, one for each text.
    pub(crate) fn debug_string(&mut self, text: &str) -> Id {
        let id = self.ids.id();
        let Tables { sections, debug, .. } = &mut *self.tables;
        let start = sections.strings.len();
        sections.strings.literal_string(id, text);
        let known = debug
            .strings
            .intern_last(&mut sections.strings, start, ResultPosition::First);
        known.unwrap_or(id)
    }

    /// The constant of a number that debug information names. It is declared when the module is closed.
    #[inline]
    pub(crate) fn debug_number(&mut self, value: u32) -> Id {
        match self.debug.number(value) {
            Some(id) => id,
            None => {
                let id = self.ids.id();
                self.debug.add_number(value, id);
                id
            }
        }
    }

    /// The id that a numeric type has, or will have when it is declared.
    fn reserve_type(&mut self, type_key: TypeKey) -> TypeId {
        if let Some(id) = self.types.declared_number(type_key).or(self.debug.reserved(type_key)) {
            return id;
        }
        let id = self.ids.type_id();
        self.debug.reserved.push((type_key, id));
        id
    }

    /// `OpConstantTrue`, for debug information.
    pub(super) fn debug_true(&mut self) -> Id {
        self.debug_constant_of(TypeKey::BOOL, |section, ty, id| section.constant_true(ty, id))
    }

    fn debug_constant_of(&mut self, type_key: TypeKey, write: impl FnOnce(&mut Section, TypeId, ValueId)) -> Id {
        let ty = self.reserve_type(type_key);
        let id = self.ids.value();
        let Tables { sections, debug, .. } = &mut *self.tables;
        let start = sections.debug.len();
        write(&mut sections.debug, ty, id);
        let known = debug
            .constants
            .intern_last(&mut sections.debug, start, ResultPosition::Second);
        known.unwrap_or(id.id())
    }

    /// The value of a constant expression for debug information alone: of numbers that every module may declare. A debugger
    /// is told of no others than those that the module itself declares.
    pub(crate) fn debug_constant(&mut self, arena: &Arena<Expression>, handle: Handle<Expression>) -> Option<Id> {
        if let Expression::Override(handle) = arena[handle] {
            let declared = self.constants.overrides.get(handle.index()).copied().flatten();
            return declared.map(|id| id.id());
        }
        if let Expression::Literal(literal) = arena[handle] {
            return self.debug_literal(literal);
        }
        let mut scalars = Vec::new();
        let type_key = self.constant_parts(arena, handle, &mut scalars)?;
        match (type_key.numeric()?, scalars.as_slice()) {
            (Numeric::Scalar(_), &[scalar]) => Some(scalar),
            (Numeric::Vector(..), scalars) => Some(self.debug_constant_of(type_key, |section, ty, id| {
                section.constant_composite(ty, id, &values(scalars))
            })),
            (Numeric::Matrix(_, rows, scalar), scalars) => {
                let column = TypeKey::vector(rows, scalar);
                let columns: Vec<Id> = scalars
                    .chunks(rows as usize)
                    .map(|part| {
                        self.debug_constant_of(column, |section, ty, id| {
                            section.constant_composite(ty, id, &values(part));
                        })
                    })
                    .collect();
                Some(self.debug_constant_of(type_key, |section, ty, id| {
                    section.constant_composite(ty, id, &values(&columns))
                }))
            }
            (Numeric::Scalar(_) | Numeric::Cooperative(..), _) => None,
        }
    }

    /// The value of a constant of the module: that which the module declares, or one of numbers.
    pub(crate) fn constant_value(&mut self, init: Handle<Expression>) -> Option<Id> {
        if let Some(&Some(declared)) = self.constants.globals.get(init.index()) {
            return Some(declared.id());
        }
        let module = self.module;
        self.debug_constant(&module.global_expressions, init)
    }

    /// Appends the scalars of a numeric constant, columns one after another.
    fn constant_parts(
        &mut self,
        arena: &Arena<Expression>,
        handle: Handle<Expression>,
        scalars: &mut Vec<Id>,
    ) -> Option<TypeKey> {
        match arena[handle] {
            Expression::Literal(literal) => {
                scalars.push(self.debug_literal(literal)?);
                Some(TypeKey::scalar(literal.scalar()))
            }
            Expression::Constant(constant) => {
                let module = self.module;
                self.constant_parts(&module.global_expressions, module.constants[constant].init, scalars)
            }
            Expression::ZeroValue(ty) => {
                let type_key = self.type_keys.type_key(ty);
                let count = match type_key.numeric()? {
                    Numeric::Scalar(_) => 1,
                    Numeric::Vector(size, _) => size as usize,
                    Numeric::Matrix(columns, rows, _) => columns as usize * rows as usize,
                    Numeric::Cooperative(..) => return None,
                };
                let zero = self.debug_literal(Literal::zero(type_key.scalar_of()?)?)?;
                scalars.extend([zero; 16].iter().take(count));
                Some(type_key)
            }
            Expression::Compose { ty, ref components } => {
                let type_key = self.type_keys.type_key(ty);
                type_key.numeric()?;
                for &component in components {
                    self.constant_parts(arena, component, scalars)?;
                }
                Some(type_key)
            }
            Expression::Splat { size, value } => {
                let scalar = self.constant_parts(arena, value, scalars)?.scalar_of()?;
                let part = scalars.pop()?;
                scalars.extend([part; 4].iter().take(size as usize));
                Some(TypeKey::vector(size, scalar))
            }
            // catch-all: what is constant otherwise was folded
            _ => None,
        }
    }

    fn debug_literal(&mut self, literal: Literal) -> Option<Id> {
        let scalar = literal.scalar();
        let type_key = TypeKey::scalar(scalar);
        let is_common = [Scalar::BOOL, Scalar::I32, Scalar::U32, Scalar::F32].contains(&scalar);
        if !is_common {
            return None;
        }
        if let Literal::Bool(value) = literal {
            return Some(self.debug_constant_of(type_key, |section, ty, id| {
                if value {
                    section.constant_true(ty, id);
                } else {
                    section.constant_false(ty, id);
                }
            }));
        }
        let bits = crate::back::constants::literal_bits(literal) as u32;
        Some(self.debug_constant_of(type_key, |section, ty, id| section.constant(ty, id, bits, &[])))
    }

    /// The value of a number that a global has, where every module may declare it. spirv-val takes no boolean for a global.
    pub(super) fn debug_scalar_value(&mut self, scalar: Scalar, number: Number) -> Option<Id> {
        if ![Scalar::I32, Scalar::U32, Scalar::F32].contains(&scalar) {
            return None;
        }
        let bits = number_bits(scalar, number) as u32;
        let type_key = TypeKey::scalar(scalar);
        Some(self.debug_constant_of(type_key, |section, ty, id| section.constant(ty, id, bits, &[])))
    }

    /// Describes the globals, and declares the types and numbers that debug information alone names.
    pub(crate) fn close_debug_info(&mut self) -> Result<()> {
        if self.debug.ids.is_none() {
            return Ok(());
        }
        self.describe_globals()?;
        self.void_type();
        let uint = self.reserve_type(TypeKey::U32);
        let mut at = 0;
        while let Some(&(type_key, _)) = self.debug.reserved.get(at) {
            self.number_type(type_key)?;
            at += 1;
        }
        // Behind all others, and before the instructions that name them.
        let Tables { sections, debug, .. } = &mut *self.tables;
        for number in debug.numbers.iter().filter(|number| number.uses > 0) {
            let id = ValueId::from_id(number.id);
            sections.globals.constant(uint, id, number.value, &[]);
        }
        Ok(())
    }
}

fn values(ids: &[Id]) -> Vec<ValueId> {
    ids.iter().map(|&id| ValueId::from_id(id)).collect()
}
