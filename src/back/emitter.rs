//! The state that all parts of the emission share: the module, the plan, the sections under construction and the tables
//! of declared entities. It reads the plan and never the target. The methods that emit code are in the files of their
//! subjects.

use super::constants::ConstantTable;
use super::plan::{Lowerings, Plan};
use super::polyfill::PolyfillTable;
use super::requirements::Requirements;
use super::resources::ResourceTable;
use super::type_key::{TypeKey, TypeKeys};
use super::types::TypeTable;
use crate::error::ErrorKind;
use crate::options::Options;
use crate::target::Feature;
use crate::words::{FunctionId, Id, IdAllocator, Interner, Sections, TypeId, ValueId};
use alloc::boxed::Box;
use alloc::vec::Vec;
use naga::{Scalar, VectorSize};

/// A contradiction between the plan and the emission: a fault of the writer, never of the module.
///
/// The struct is empty, so that `Result<ValueId>` fits a register: nearly every method of the emission returns one. The
/// message is in a thread-local variable, see [`internal`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Internal(());

#[cfg(feature = "std")]
std::thread_local! {
    /// The message of the last contradiction on this thread.
    static CONTRADICTION: core::cell::Cell<&'static str> = const { core::cell::Cell::new("unknown") };
}

/// Creates a contradiction and stores its message. Without the feature `std` the message is lost.
#[cold]
#[cfg_attr(not(feature = "std"), expect(unused_variables))]
pub(crate) fn internal(what: &'static str) -> Internal {
    #[cfg(feature = "std")]
    CONTRADICTION.set(what);
    Internal(())
}

impl Internal {
    pub(crate) fn what(self) -> &'static str {
        #[cfg(feature = "std")]
        return CONTRADICTION.get();
        #[cfg(not(feature = "std"))]
        "without the feature `std` no message is kept"
    }
}

pub(crate) type Result<T> = core::result::Result<T, Internal>;

impl TypeKey {
    /// The size and the scalar of a vector; the size is `None` for a scalar. A contradiction for other types.
    #[inline]
    pub(crate) fn parts(self) -> Result<(Option<VectorSize>, Scalar)> {
        self.vector_parts()
            .ok_or_else(|| internal("a type is not a scalar or vector"))
    }

    /// The scalar of a numeric type. A contradiction for other types.
    #[inline]
    pub(crate) fn number(self) -> Result<Scalar> {
        self.scalar_of()
            .ok_or_else(|| internal("the type of an operand is not numeric"))
    }
}

/// The members of a struct type. A contradiction for other types.
pub(crate) fn members_of(module: &naga::Module, ty: naga::Handle<naga::Type>) -> Result<&[naga::StructMember]> {
    match module.types[ty].inner {
        naga::TypeInner::Struct { ref members, .. } => Ok(members),
        // catch-all: no other type has members
        _ => Err(internal("a type is not a struct")),
    }
}

/// The tables that the emission of one module fills. A writer reuses them for the next module, to keep their memory.
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
    pub(crate) assertions: super::assertions::AssertionTable,
    pub(crate) scratch_types: Vec<TypeId>,
    pub(crate) scratch_values: Vec<ValueId>,
    pub(crate) interface: Vec<Id>,
    /// The first and the last location of each input and output, in modules with 64-bit numbers.
    pub(crate) located: Vec<(spirv::StorageClass, [u32; 2])>,
    pub(crate) function_ids: Vec<FunctionId>,
    pub(crate) lines: super::debug::Lines,
    pub(crate) debug: super::debug::DebugTables,
    pub(crate) requirements: Box<Requirements>,
}

/// The emission of one module. Dereferences to its tables.
pub(crate) struct Emitter<'a> {
    pub(crate) module: &'a naga::Module,
    pub(crate) info: &'a naga::valid::ModuleInfo,
    pub(crate) options: &'a Options,
    pub(crate) plan: &'a Plan,
    pub(super) tables: &'a mut Tables,
    pub(crate) glsl: Option<Id>,
    /// The set `NonSemantic.DebugPrintf`, and the declared format strings.
    pub(crate) printf_set: Option<Id>,
    pub(crate) printf_formats: Vec<(&'static str, Id)>,
    pub(crate) discard: Option<ValueId>,
    /// The source span of the current statement, or of the function.
    pub(crate) span: naga::Span,
    pub(crate) expressions: Option<&'a naga::Arena<naga::Expression>>,
    /// The expression that is being emitted, inside an `Emit` statement.
    pub(crate) current: Option<naga::Handle<naga::Expression>>,
    /// Counts against the universal limits of SPIR-V.
    pub(crate) counted: super::limits::Counted,
    /// How the float arithmetic of the current function or helper is emitted.
    pub(crate) floats: Lowerings,
    /// Whether `floats` decorates any arithmetic. A flag of its own, since it is read for every instruction.
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
    /// Creates the emission of a module. The tables must have been reset for it.
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
            printf_set: None,
            printf_formats: Vec::new(),
            discard: None,
            span: naga::Span::UNDEFINED,
            expressions: None,
            current: None,
            counted: super::limits::Counted::default(),
            floats: Lowerings::default(),
            decorates: false,
        }
    }

    /// Sets the span of the current statement. Statements that naga adds have none; they keep the span of the statement
    /// before.
    #[inline]
    pub(crate) fn enter(&mut self, span: naga::Span) {
        if span.is_defined() {
            self.span = span;
        }
    }

    /// Records that the code of the current expression or statement needs a capability.
    pub(crate) fn need(&mut self, capability: spirv::Capability) {
        let place = self.place();
        self.requirements.need(capability, place);
    }

    /// Records that the code of the current expression or statement needs one of several features.
    pub(crate) fn need_feature(&mut self, features: &'static [Feature]) {
        let place = self.place();
        self.requirements.need_feature(features, place);
    }

    #[cold]
    pub(crate) fn refuse(&mut self, kind: ErrorKind) {
        let place = self.place();
        self.requirements.refuse(kind, place);
    }

    /// The source span of the current expression or statement.
    pub(super) fn place(&self) -> naga::Span {
        self.current.map_or(self.span, |current| self.place_of(current))
    }

    /// The source span of an expression of the current function, or of the statement where naga has none for the
    /// expression.
    pub(super) fn place_of(&self, expression: naga::Handle<naga::Expression>) -> naga::Span {
        let place = self.expressions.map(|expressions| expressions.get_span(expression));
        place.filter(naga::Span::is_defined).unwrap_or(self.span)
    }

    pub(crate) fn result_type(&mut self, returned: Option<TypeKey>) -> Result<TypeId> {
        match returned {
            Some(type_key) => self.value_type(type_key),
            None => Ok(self.void_type()),
        }
    }

    /// Emits the `OpName` of an entity that has a name in the shader.
    pub(super) fn name(&mut self, id: Id, name: Option<&str>) {
        if let Some(name) = name.filter(|_| self.options.names) {
            self.sections.names.name(id, name);
        }
    }

    /// The id of the `GLSL.std.450` instruction set, imported at its first use.
    pub(crate) fn glsl(&mut self) -> Id {
        if let Some(id) = self.glsl {
            return id;
        }
        let id = self.ids.id();
        self.sections.imports.ext_inst_import(id, "GLSL.std.450");
        self.glsl = Some(id);
        id
    }
}
