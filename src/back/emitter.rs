//! What every part of the emission walk shares: the module, the plan, the sections under construction and the tables of
//! what was declared. It reads the plan and never the target; each method is in the file of what it emits.

use super::constants::ConstantTable;
use super::plan::{Lowerings, Plan};
use super::polyfill::PolyfillTable;
use super::requirements::Requirements;
use super::resources::ResourceTable;
use super::type_key::TypeKeys;
use super::types::TypeTable;
use crate::error::ErrorKind;
use crate::options::Options;
use crate::target::Feature;
use crate::words::{FunctionId, Id, IdAllocator, Interner, Sections, TypeId, ValueId};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A contradiction between the plan and the emission: a mistake of ours, never of the module's.
///
/// It is empty, so that what emission returns is one register wide: this is the return type of everything the walk does.
/// What went wrong waits beside it, see [`internal`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Internal(());

#[cfg(feature = "std")]
std::thread_local! {
    /// The text of the last contradiction of this thread.
    static CONTRADICTION: core::cell::Cell<&'static str> = const { core::cell::Cell::new("unknown") };
}

/// A contradiction with its text. Without the feature `std` the text is lost.
#[cold]
#[cfg_attr(not(feature = "std"), expect(unused_variables))]
pub(crate) fn internal(what: &'static str) -> Internal {
    #[cfg(feature = "std")]
    CONTRADICTION.set(what);
    Internal(())
}

impl Internal {
    /// The text of the contradiction.
    pub(crate) fn what(self) -> &'static str {
        #[cfg(feature = "std")]
        return CONTRADICTION.get();
        #[cfg(not(feature = "std"))]
        "the feature `std` keeps the text"
    }
}

/// What emission returns.
pub(crate) type Result<T> = core::result::Result<T, Internal>;

/// What the emission of one module fills, kept from module to module for its room.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(crate) ids: IdAllocator,
    pub(crate) sections: Sections,
    pub(crate) interner: Interner,
    pub(crate) type_keys: TypeKeys,
    pub(crate) types: TypeTable,
    pub(crate) constants: ConstantTable,
    pub(crate) resources: ResourceTable,
    pub(crate) polyfills: PolyfillTable,
    pub(crate) scratch_types: Vec<TypeId>,
    pub(crate) scratch_values: Vec<ValueId>,
    pub(crate) interface: Vec<Id>,
    pub(crate) function_ids: Vec<FunctionId>,
    pub(crate) lines: super::debug::Lines,
    pub(crate) debug: super::debug::DebugTables,
    pub(crate) requirements: Box<Requirements>,
}

/// The emission of one module. Its tables are reached as if they were its own.
pub(crate) struct Emitter<'a> {
    pub(crate) module: &'a naga::Module,
    pub(crate) info: &'a naga::valid::ModuleInfo,
    pub(crate) options: &'a Options,
    pub(crate) plan: &'a Plan,
    pub(super) tables: &'a mut Tables,
    pub(crate) glsl: Option<Id>,
    pub(crate) printf: Option<super::debug::Printf>,
    pub(crate) discard: Option<ValueId>,
    /// The place in the source of what is written: of the current statement, or of the function.
    pub(crate) span: naga::Span,
    /// The expressions of the function that is written, and the one of them that is, inside an `Emit` statement.
    pub(crate) expressions: Option<&'a naga::Arena<naga::Expression>>,
    pub(crate) current: Option<naga::Handle<naga::Expression>>,
    /// What is counted against the limits of SPIR-V.
    pub(crate) counted: super::limits::Counted,
    /// How the float arithmetic of the current function or helper is written.
    pub(crate) floats: Lowerings,
    /// Whether any of it is decorated: asked of every instruction.
    pub(crate) decorates: bool,
}

impl core::ops::Deref for Emitter<'_> {
    type Target = Tables;

    #[inline(always)]
    fn deref(&self) -> &Tables {
        self.tables
    }
}

impl core::ops::DerefMut for Emitter<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Tables {
        self.tables
    }
}

impl<'a> Emitter<'a> {
    /// The emission of a module into tables that were reset for it.
    pub(crate) fn new(
        (module, info): (&'a naga::Module, &'a naga::valid::ModuleInfo),
        options: &'a Options,
        plan: &'a Plan,
        tables: &'a mut Tables,
    ) -> Self {
        Self {
            module,
            info,
            options,
            plan,
            tables,
            glsl: None,
            printf: None,
            discard: None,
            span: naga::Span::UNDEFINED,
            expressions: None,
            current: None,
            counted: super::limits::Counted::default(),
            floats: Lowerings::default(),
            decorates: false,
        }
    }
}

impl Emitter<'_> {
    /// Notes the place of the next statement. What naga adds has none, and keeps that of the statement before.
    #[inline]
    pub(crate) fn enter(&mut self, span: naga::Span) {
        if span.is_defined() {
            self.span = span;
        }
    }

    /// Records that what is written for the current expression or statement needs a capability.
    pub(crate) fn need(&mut self, capability: spirv::Capability) {
        let place = self.place();
        self.requirements.need(capability, place);
    }

    /// Records that it needs one of some features.
    pub(crate) fn need_feature(&mut self, features: &'static [Feature]) {
        let place = self.place();
        self.requirements.need_feature(features, place);
    }

    /// Refuses what the current expression or statement asks for.
    pub(crate) fn refuse(&mut self, kind: ErrorKind) {
        let place = self.place();
        self.requirements.refuse(kind, place);
    }

    /// The place in the source of the current expression or statement.
    pub(super) fn place(&self) -> naga::Span {
        self.current.map_or(self.span, |current| self.place_of(current))
    }

    /// The place of an expression of the function that is written; that of the statement where naga knows none.
    pub(super) fn place_of(&self, expression: naga::Handle<naga::Expression>) -> naga::Span {
        let place = self.expressions.map(|expressions| expressions.get_span(expression));
        place.filter(naga::Span::is_defined).unwrap_or(self.span)
    }

    /// The id of the `GLSL.std.450` instruction set, imported when first asked for.
    #[inline]
    pub(crate) fn glsl(&mut self) -> Id {
        match self.glsl {
            Some(id) => id,
            None => self.import_glsl(),
        }
    }

    #[cold]
    fn import_glsl(&mut self) -> Id {
        let id = self.ids.id();
        self.sections.imports.ext_inst_import(id, "GLSL.std.450");
        self.glsl = Some(id);
        id
    }
}
