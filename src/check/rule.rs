//! The rules: what each is called, where it is written, and how much of it is decided.
//!
//! A family of rules is an enum beside the code that checks it; [`Rule`] is one of any family. Owns the table's form and
//! knows nothing of modules.

use core::fmt;

/// Whether `spirv-val` has a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpirvVal {
    /// Version 2025.3 has it, so that its verdict and ours must agree.
    Has,
    /// Version 2025.3 lacks it, a later one has it.
    Newer,
    /// No version has it: the rule rests on the text of a specification alone.
    Lacks,
}

impl SpirvVal {
    /// The source of truth in reports: `spirv-val`, `spirv-val-newer` or `text`.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Self::Has => "spirv-val",
            Self::Newer => "spirv-val-newer",
            Self::Lacks => "text",
        }
    }
}

/// What is known of a rule apart from how it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The name in reports, such as `ids/unique-result`: family and rule.
    pub name: &'static str,
    /// The number in the newest Vulkan Environment for SPIR-V, in full; `None` for SPIR-V's own rules.
    pub vuid: Option<&'static str>,
    /// The numbers that the rule had in older texts, in full.
    pub formerly: &'static [&'static str],
    /// Where the rule is written.
    pub section: &'static str,
    /// What must hold.
    pub title: &'static str,
    /// What of it is decided, where that is not all.
    pub fragment: Option<&'static str>,
    /// Whether `spirv-val` has the rule.
    pub spirv_val: SpirvVal,
    /// The sentence of the specification that a rule rests on which `spirv-val` lacks, where the number does not say it.
    pub text: Option<&'static str>,
}

impl Row {
    /// Whether the `spirv-val` that tests compare with has the rule.
    #[must_use]
    pub fn in_spirv_val(&self) -> bool {
        self.spirv_val == SpirvVal::Has
    }
}

/// Declares the rules of a family, one a paragraph:
///
/// ```text
/// rules! { Family "family" {
///     Variant "name" "where it is written": "what must hold";
///     Other "other" vuid "VUID-…-1" (formerly "VUID-…-2") "section": "what must hold" (decides "which part") [ours];
/// } }
/// ```
///
/// The name in reports is `family/name`. `[ours]` marks a rule that `spirv-val` lacks, `[newer]` one that only versions
/// after 2025.3 have; `[ours: "sentence"]` says what the rule rests on.
macro_rules! rules {
    ($(#[$doc:meta])* $family:ident $prefix:literal {$(
        $variant:ident $name:literal $(vuid $vuid:literal)? $((formerly $($old:literal),+))? $section:literal :
        $title:literal $((decides $fragment:literal))? $([$mark:ident $(: $text:literal)?])?;
    )*}) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(clippy::enum_variant_names)] // a rule is called as its text calls what it is about
        pub(in $crate::check) enum $family {$(
            #[doc = $title]
            $variant,
        )*}

        impl $family {
            /// The family's rules in the order of their declaration.
            pub(in $crate::check) const ALL: &'static [$crate::check::Rule] =
                &[$($crate::check::Rule($crate::check::rule::Of::$family($family::$variant))),*];

            const ROWS: &'static [$crate::check::Row] = &[$($crate::check::Row {
                name: concat!($prefix, "/", $name),
                vuid: $crate::check::rule::rules!(@first None $(Some($vuid))?),
                formerly: &[$($($old),+)?],
                section: $section,
                title: $title,
                fragment: $crate::check::rule::rules!(@first None $(Some($fragment))?),
                spirv_val: $crate::check::rule::rules!(@mark $($mark)?),
                text: $crate::check::rule::rules!(@first None $($(Some($text))?)?),
            }),*];

            pub(in $crate::check) fn row(self) -> &'static $crate::check::Row {
                &Self::ROWS[self as usize]
            }
        }

        impl From<$family> for $crate::check::Rule {
            fn from(rule: $family) -> Self {
                Self($crate::check::rule::Of::$family(rule))
            }
        }
    };
    (@first $default:expr) => { $default };
    (@first $default:expr, $value:expr) => { $value };
    (@first $default:ident $value:expr) => { $value };
    (@mark) => { $crate::check::rule::SpirvVal::Has };
    (@mark newer) => { $crate::check::rule::SpirvVal::Newer };
    (@mark ours) => { $crate::check::rule::SpirvVal::Lacks };
}
pub(super) use rules;

/// A rule of any family. The order is that of the specification, family by family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(pub(super) Of);

macro_rules! families {
    ($($(#[$doc:meta])* $family:ident $path:ident;)*) => {
        /// A rule by its family.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum Of {$(
            $(#[$doc])*
            $family($crate::check::$path::$family),
        )*}

        impl Rule {
            /// Every rule, family by family in the order of the specification.
            pub fn all() -> impl Iterator<Item = Rule> {
                [$($crate::check::$path::$family::ALL),*].into_iter().flatten().copied()
            }

            /// What is known of the rule.
            #[must_use]
            pub fn row(self) -> &'static Row {
                match self.0 {$(
                    Of::$family(rule) => rule.row(),
                )*}
            }
        }
    };
}

families! {
    /// The words themselves (SPIR-V §2.3).
    Physical physical;
    /// Universal limits (SPIR-V §2.17).
    Limits limits;
    /// Sections and the structure of functions (SPIR-V §2.4).
    Logical logical;
    /// Ids, their definitions and uses (SPIR-V §2.16.1).
    Ids ids;
    /// Capabilities, extensions and versions (SPIR-V §3.31; Vulkan, "SPIR-V Capabilities").
    Capabilities capability;
    /// Types (SPIR-V §2.8, §3.52.6).
    Types types;
    /// Constants (SPIR-V §3.52.7).
    Constants constants;
    /// Structured control flow (SPIR-V §2.11).
    Flow flow;
    /// The types of operands and results (SPIR-V §3.52).
    Typing typing;
    /// Cooperative matrices (SPV_KHR_cooperative_matrix).
    Cooperative cooperative;
    /// Cooperative vectors (SPV_NV_cooperative_vector).
    CooperativeVector cooperative_vector;
    /// Groups of invocations (SPIR-V §3.52.24).
    Subgroup subgroup;
    /// Rays (SPV_KHR_ray_query, SPV_KHR_ray_tracing).
    Ray ray;
    /// Mesh and task shaders (SPV_EXT_mesh_shader).
    Mesh mesh;
    /// Execution graphs (SPV_AMDX_shader_enqueue).
    Enqueue enqueue;
    /// Extended instructions (GLSL.std.450, the non-semantic sets).
    ExtInst ext_inst;
    /// Images (SPIR-V §3.14, §3.52.10).
    Image image;
    /// Image processing (SPV_QCOM_image_processing).
    ImageProcessing image_processing;
    /// Tile shading (SPV_QCOM_tile_shading).
    TileShading tile_shading;
    /// Images and samplers made from handles (SPV_INTEL_bindless_images).
    Handles handles;
    /// Tensors and graphs (SPV_ARM_tensors, SPV_ARM_graph).
    Tensors tensors;
    /// Atomics, barriers, scopes and memory semantics (SPIR-V §3.25, §3.27).
    Sync sync;
    /// Decorations (SPIR-V §3.20).
    Decorations decorations;
    /// Layouts in memory (SPIR-V §2.16.2; Vulkan, "Offset and Stride Assignment").
    Layout layout;
    /// Variables and memory (SPIR-V §3.52.8).
    Memory memory;
    /// Execution modes (SPIR-V §3.6).
    Modes modes;
    /// Interfaces of entry points (SPIR-V §3.52.4; Vulkan, "Shader Interfaces").
    Interface interface;
    /// Float controls (SPV_KHR_float_controls, SPV_KHR_float_controls2).
    FloatControls float_controls;
    /// Primitives of geometry shaders (SPIR-V §3.52.20).
    Primitives primitives;
    /// Built-in variables (Vulkan, "Built-In Variables").
    Builtins builtins;
    /// What features, properties and limits decide (Vulkan, "Runtime SPIR-V Validation").
    Device device;
}

impl Rule {
    /// The rule of a name, as reports have it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Rule> {
        Self::all().find(|rule| rule.row().name == name)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
