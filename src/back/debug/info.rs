//! The module-scope instructions of `NonSemantic.Shader.DebugInfo.100`: the import of the set, strings, constants, the
//! compilation unit and the sources. Also the import of `NonSemantic.DebugPrintf`, and its format strings.

use super::globals::NUMBERS;
use super::source::pieces;
use super::table::{FullIds, Ids, Number};
use crate::back::emitter::{Emitter, Result, Tables};
use crate::back::type_key::{Numeric, TypeKey};
use crate::words::{Id, ResultPosition, Section, TypeId, ValueId, has_zero};
use alloc::vec::Vec;
use naga::{Arena, Expression, Handle, Literal, Scalar};
use spirv::NonsemanticShaderDebuginfo100Op as DebugOp;

/// The operands `Version` and `DWARF Version` of `DebugCompilationUnit`.
const VERSION: u32 = 100;
const DWARF: u32 = 4;

impl Emitter<'_> {
    /// Records the extension that a non-semantic instruction set needs below SPIR-V 1.6.
    pub(super) fn need_non_semantic(&mut self) {
        if self.plan.facts().non_semantic_extension {
            let span = self.span;
            self.requirements
                .need_spirv_extension("SPV_KHR_non_semantic_info", span);
        }
    }

    /// The ids of the set `NonSemantic.DebugPrintf` and of a format string. Each is declared at its first use.
    pub(crate) fn printf(&mut self, format: &'static str) -> (Id, Id) {
        let set = match self.printf_set {
            Some(set) => set,
            None => {
                self.need_non_semantic();
                let set = self.ids.id();
                self.sections.imports.ext_inst_import(set, "NonSemantic.DebugPrintf");
                self.printf_set = Some(set);
                set
            }
        };
        let known = self.printf_formats.iter().find(|&&(known, _)| known == format);
        if let Some(&(_, id)) = known {
            return (set, id);
        }
        let id = self.source_string(format);
        self.printf_formats.push((format, id));
        (set, id)
    }

    /// Imports the set.
    pub(super) fn open_debug_info(&mut self) {
        self.need_non_semantic();
        let set = self.ids.id();
        let imports = &mut self.sections.imports;
        imports.ext_inst_import(set, "NonSemantic.Shader.DebugInfo.100");
        self.debug.opened = Some((set, self.ids.type_id()));
    }

    /// Appends an instruction of the set to the section of module-scope debug information, and returns its id.
    pub(crate) fn debug_instruction(&mut self, op: DebugOp, operands: &[Id]) -> Id {
        let id = self.ids.id();
        if let Some((set, void)) = self.debug.opened {
            self.sections.debug.debug_info(void, id, set, op, operands);
        }
        id
    }

    /// Emits a `DebugSource` with its text.
    pub(super) fn debug_source(&mut self, name: &str, text: &str) -> Id {
        let mut strings = vec![self.debug_string(name)];
        // A zero byte ends an `OpString`: the text would be cut off, and lines would be beyond its end. Such a text is
        // left out.
        if !has_zero(text) {
            strings.extend(pieces(text).map(|piece| self.source_string(piece)));
        }
        // The strings are in another section, so each `DebugSourceContinued` directly follows the source that it
        // continues, as the set requires.
        // The name and the first piece of the text.
        let (operands, continued) = strings.split_at(strings.len().min(2));
        let source = self.debug_instruction(DebugOp::DebugSource, operands);
        for &piece in continued {
            self.debug_instruction(DebugOp::DebugSourceContinued, &[piece]);
        }
        source
    }

    /// Emits the `DebugCompilationUnit`, which names the first source.
    pub(super) fn debug_compilation_unit(&mut self, source: Id, language: spirv::SourceLanguage) {
        let Some((set, void)) = self.debug.opened else { return };
        let [version, dwarf, language] = [VERSION, DWARF, language as u32].map(|number| self.debug_number(number));
        self.debug.ids = FullIds::new(Ids {
            set,
            void,
            unit: self.debug_instruction(DebugOp::DebugCompilationUnit, &[version, dwarf, source, language]),
            none: self.debug_instruction(DebugOp::DebugInfoNone, &[]),
            expression: self.debug_instruction(DebugOp::DebugExpression, &[]),
            source,
        });
    }

    /// `OpString` of a text that is not interned: no other string is likely to be equal.
    fn source_string(&mut self, text: &str) -> Id {
        let id = self.ids.id();
        self.sections.strings.literal_string(id, text);
        id
    }

    /// The id of an `OpString`; equal texts share one.
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

    /// The `u32` constant of a number that debug information names. [`Self::close_debug_info`] declares it.
    #[inline]
    pub(crate) fn debug_number(&mut self, value: u32) -> Id {
        let Tables { ids, debug, .. } = &mut *self.tables;
        let new = || Number { id: ids.id(), uses: 0 };
        let number = debug.numbers.entry(value).or_insert_with(new);
        number.uses += 1;
        number.id
    }

    /// The id of a numeric type. If the type is not declared yet, reserves the id with which it will be.
    fn reserve_type(&mut self, type_key: TypeKey) -> TypeId {
        if let Some(id) = self.types.declared_number(type_key).or(self.debug.reserved(type_key)) {
            return id;
        }
        let id = self.ids.type_id();
        self.debug.reserved.push((type_key, id));
        id
    }

    /// `OpConstantTrue` or `OpConstantFalse`, for debug information.
    pub(super) fn debug_bool(&mut self, value: bool) -> ValueId {
        self.debug_constant_of(TypeKey::BOOL, |section, ty, id| {
            if value {
                section.constant_true(ty, id);
            } else {
                section.constant_false(ty, id);
            }
        })
    }

    fn debug_constant_of(&mut self, type_key: TypeKey, write: impl FnOnce(&mut Section, TypeId, ValueId)) -> ValueId {
        let ty = self.reserve_type(type_key);
        let id = self.ids.value();
        let Tables { sections, debug, .. } = &mut *self.tables;
        let start = sections.debug.len();
        write(&mut sections.debug, ty, id);
        let known = debug
            .constants
            .intern_last(&mut sections.debug, start, ResultPosition::Second);
        known.map_or(id, ValueId::from_id)
    }

    /// The value of a constant expression, declared for debug information only. `None` unless it consists of booleans
    /// and 32-bit numbers, which every module may declare, or is an override that the module declares.
    pub(crate) fn debug_constant(&mut self, arena: &Arena<Expression>, handle: Handle<Expression>) -> Option<Id> {
        if let Expression::Override(handle) = arena[handle] {
            let declared = self.constants.overrides.get(handle.index()).copied().flatten();
            return declared.map(|id| id.id());
        }
        let mut scalars = Vec::new();
        let type_key = self.constant_parts(arena, handle, &mut scalars)?;
        let value = match type_key.numeric()? {
            Numeric::Scalar(_) => scalars.pop()?,
            Numeric::Vector(..) => self.debug_composite(type_key, &scalars),
            Numeric::Matrix(_, rows, scalar) => {
                let columns = scalars.chunks(rows as usize);
                let column = TypeKey::vector(rows, scalar);
                let columns: Vec<ValueId> = columns.map(|part| self.debug_composite(column, part)).collect();
                self.debug_composite(type_key, &columns)
            }
            Numeric::Cooperative(..) => return None,
        };
        Some(value.id())
    }

    fn debug_composite(&mut self, type_key: TypeKey, parts: &[ValueId]) -> ValueId {
        self.debug_constant_of(type_key, |section, ty, id| section.constant_composite(ty, id, parts))
    }

    /// Appends the scalars of a numeric constant, a matrix column by column. Returns the type.
    fn constant_parts(
        &mut self,
        arena: &Arena<Expression>,
        handle: Handle<Expression>,
        scalars: &mut Vec<ValueId>,
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
            // catch-all: naga has folded all other constant expressions
            _ => None,
        }
    }

    fn debug_literal(&mut self, literal: Literal) -> Option<ValueId> {
        if let Literal::Bool(value) = literal {
            return Some(self.debug_bool(value));
        }
        self.debug_number_of(literal.scalar(), crate::back::constants::literal_bits(literal))
    }

    /// The constant of a 32-bit number, for a `DebugGlobalVariable`. `None` for other scalars: not every module may
    /// declare them, and spirv-val rejects a boolean as the variable.
    pub(super) fn debug_number_of(&mut self, scalar: Scalar, bits: u64) -> Option<ValueId> {
        let write = |section: &mut Section, ty, id| section.constant(ty, id, bits as u32, &[]);
        NUMBERS
            .contains(&scalar)
            .then(|| self.debug_constant_of(TypeKey::scalar(scalar), write))
    }

    /// Describes the globals. Declares the types that have a reserved id, and the numbers that debug information names.
    pub(crate) fn close_debug_info(&mut self) -> Result<()> {
        let Some(ids) = self.debug.ids.get() else {
            return Ok(());
        };
        self.describe_globals(ids)?;
        self.void_type();
        let uint = self.reserve_type(TypeKey::U32);
        let mut at = 0;
        while let Some(&(type_key, _)) = self.debug.reserved.get(at) {
            self.number_type(type_key)?;
            at += 1;
        }
        // These constants come last in the section of globals, before the instructions that name them.
        let Tables { sections, debug, .. } = &mut *self.tables;
        for (&value, number) in debug.numbers.iter().filter(|(_, number)| number.uses > 0) {
            let id = ValueId::from_id(number.id);
            sections.globals.constant(uint, id, value, &[]);
        }
        Ok(())
    }
}
