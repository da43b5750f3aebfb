//! The table of rules: for each rule its name, the section that states it, and which part of it is checked.
//!
//! A family of rules is an enum declared beside the code that checks it; [`Rule`] is a rule of any family. This file
//! knows nothing of modules.

use crate::packed::{Runs, Texts};
use core::fmt;

/// Whether `spirv-val` checks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpirvVal {
    /// Version 2025.3 checks it, so both validators must agree.
    Has,
    /// Version 2025.3 does not check it, a later version does.
    Newer,
    /// No version checks it; the rule is derived from the text of a specification.
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

/// The description of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The name in reports, such as `ids/unique-result`: family and rule.
    pub name: &'static str,
    /// The VUID in the newest Vulkan Environment for SPIR-V, in full; `None` for SPIR-V's own rules.
    pub vuid: Option<&'static str>,
    /// The VUIDs that the rule had in older texts, in full.
    pub formerly: &'static [&'static str],
    /// The section that states the rule.
    pub section: &'static str,
    /// What must hold.
    pub title: &'static str,
    /// The part of the title that is checked; `None` if all of it is.
    pub fragment: Option<&'static str>,
    /// Whether `spirv-val` checks the rule.
    pub spirv_val: SpirvVal,
    /// The sentence of the specification from which a rule without a VUID is derived, if `spirv-val` lacks the rule.
    pub text: Option<&'static str>,
}

impl Row {
    /// Whether the version of `spirv-val` that the tests compare with checks the rule.
    #[must_use]
    pub fn in_spirv_val(&self) -> bool {
        self.spirv_val == SpirvVal::Has
    }

    /// The VUIDs as a line: that of the newest text, then the older ones. `None` for a rule without any.
    #[must_use]
    pub fn numbers(&self) -> Option<String> {
        let formerly = self.formerly.join(", ");
        match (self.vuid, formerly.as_str()) {
            (None, "") => None,
            (None, old) => Some(format!("formerly {old}")),
            (Some(number), "") => Some(number.to_owned()),
            (Some(number), old) => Some(format!("{number}, formerly {old}")),
        }
    }
}

/// The rules of a family, by their numbers. What a rule lacks is empty.
pub(super) struct Table {
    pub names: Texts,
    pub vuids: Texts,
    /// The rules that had other VUIDs.
    pub formerly: &'static [(u16, &'static [&'static str])],
    pub sections: Runs,
    pub titles: Texts,
    pub fragments: Texts,
    pub spirv_val: &'static [SpirvVal],
    pub texts: Texts,
}

impl Table {
    #[cold]
    pub fn row(&self, rule: u16) -> Row {
        let at = usize::from(rule);
        let some = |texts: &Texts| Some(texts.get(at)).filter(|text| !text.is_empty());
        let formerly = self.formerly.iter().find(|&&(of, _)| of == rule);
        Row {
            name: self.names.get(at),
            vuid: some(&self.vuids),
            formerly: formerly.map_or(&[], |&(_, vuids)| vuids),
            section: self.sections.get(at),
            title: self.titles.get(at),
            fragment: some(&self.fragments),
            spirv_val: self.spirv_val[at],
            text: some(&self.texts),
        }
    }
}

/// Declares the rules of a family, one after another:
///
/// ```text
/// rules! { Family "family" {
///     Variant "name" "where it is written": "what must hold";
///     Other "other" vuid "VUID-…-1" (formerly "VUID-…-2") "section": "what must hold" (decides "which part") [ours];
/// } }
/// ```
///
/// The name in reports is `family/name`. `[ours]` marks a rule that `spirv-val` lacks, `[newer]` one that only versions
/// after 2025.3 have. `[ours: "sentence"]` also quotes the sentence from which the rule is derived.
macro_rules! rules {
    ($(#[$doc:meta])* $family:ident $prefix:literal {$(
        $variant:ident $name:literal $(vuid $vuid:literal)? $((formerly $($old:literal),+))? $section:literal :
        $title:literal $((decides $fragment:literal))? $([$mark:ident $(: $text:literal)?])?;
    )*}) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(clippy::enum_variant_names)] // rules are named after the terms of their text
        pub(in $crate::check) enum $family {$(
            #[doc = $title]
            $variant,
        )*}

        impl $family {
            /// The family's rules in the order of their declaration.
            pub(in $crate::check) const ALL: &'static [$crate::check::Rule] =
                &[$($crate::check::Rule($crate::check::rule::Of::$family($family::$variant))),*];

            const TABLE: $crate::check::rule::Table = $crate::check::rule::Table {
                names: $crate::packed::texts![$(concat!($prefix, "/", $name)),*],
                vuids: $crate::packed::texts![$($crate::check::rule::rules!(@text $($vuid)?)),*],
                formerly: &[$($(($family::$variant as u16, &[$($old),+]),)?)*],
                sections: $crate::packed::runs![$($section),*],
                titles: $crate::packed::texts![$($title),*],
                fragments: $crate::packed::texts![$($crate::check::rule::rules!(@text $($fragment)?)),*],
                spirv_val: &[$($crate::check::rule::rules!(@mark $($mark)?)),*],
                texts: $crate::packed::texts![$($crate::check::rule::rules!(@text $($($text)?)?)),*],
            };

            pub(in $crate::check) fn row(self) -> $crate::check::Row {
                static TABLE: $crate::check::rule::Table = $family::TABLE;
                TABLE.row(self as u16)
            }

            pub(in $crate::check) fn spirv_val(self) -> $crate::check::rule::SpirvVal {
                static COLUMN: &[$crate::check::rule::SpirvVal] = $family::TABLE.spirv_val;
                COLUMN[self as usize]
            }
        }

        impl From<$family> for $crate::check::Rule {
            fn from(rule: $family) -> Self {
                Self($crate::check::rule::Of::$family(rule))
            }
        }
    };
    (@text) => { "" };
    (@text $text:literal) => { $text };
    (@mark) => { $crate::check::rule::SpirvVal::Has };
    (@mark newer) => { $crate::check::rule::SpirvVal::Newer };
    (@mark ours) => { $crate::check::rule::SpirvVal::Lacks };
}
pub(super) use rules;

/// A rule of any family. Rules are ordered as in the specification, family by family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(pub(super) Of);

macro_rules! families {
    ($($(#[$doc:meta])* $family:ident $path:ident;)*) => {
        /// A rule, by its family.
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

            /// The rule's description.
            #[must_use]
            pub fn row(self) -> Row {
                match self.0 {$(
                    Of::$family(rule) => rule.row(),
                )*}
            }

            /// Whether `spirv-val` checks it, without the texts of its row.
            pub(super) fn spirv_val(self) -> SpirvVal {
                match self.0 {$(
                    Of::$family(rule) => rule.spirv_val(),
                )*}
            }
        }
    };
}

families! {
    /// The words of the module (SPIR-V §2.3, Physical Layout of a SPIR-V Module and Instruction).
    Physical physical;
    /// Universal limits (SPIR-V §2.17, Universal Limits).
    Limits limits;
    /// Sections and the structure of functions (SPIR-V §2.4, Logical Layout of a Module).
    Logical logical;
    /// Ids, their definitions and uses (SPIR-V §2.16.1, Universal Validation Rules).
    Ids ids;
    /// Capabilities, extensions and versions (SPIR-V §3.31, Capability; Vulkan, "SPIR-V Capabilities").
    Capabilities capability;
    /// Types (SPIR-V §2.8, Types and Variables; §3.52.6, Type-Declaration Instructions).
    Types types;
    /// Constants (SPIR-V §3.52.7, Constant-Creation Instructions).
    Constants constants;
    /// Structured control flow (SPIR-V §2.11, Structured Control Flow).
    Flow flow;
    /// The types of operands and results (SPIR-V §3.52, Instructions).
    Typing typing;
    /// Cooperative matrices (SPV_KHR_cooperative_matrix).
    Cooperative cooperative;
    /// Cooperative vectors (SPV_NV_cooperative_vector).
    CooperativeVector cooperative_vector;
    /// Groups of invocations (SPIR-V §3.52.24, Non-Uniform Instructions).
    Subgroup subgroup;
    /// Rays (SPV_KHR_ray_query, SPV_KHR_ray_tracing).
    Ray ray;
    /// Mesh and task shaders (SPV_EXT_mesh_shader).
    Mesh mesh;
    /// Execution graphs (SPV_AMDX_shader_enqueue).
    Enqueue enqueue;
    /// Extended instructions (GLSL.std.450, the non-semantic sets).
    ExtInst ext_inst;
    /// Images (SPIR-V §3.14, Image Operands; §3.52.10, Image Instructions).
    Image image;
    /// Image processing (SPV_QCOM_image_processing).
    ImageProcessing image_processing;
    /// Tile shading (SPV_QCOM_tile_shading).
    TileShading tile_shading;
    /// Images and samplers converted from handles (SPV_INTEL_bindless_images).
    Handles handles;
    /// Tensors and graphs, tensor layouts and views (SPV_ARM_tensors, SPV_ARM_graph, SPV_NV_tensor_addressing).
    Tensors tensors;
    /// Atomics, barriers, scopes and memory semantics (SPIR-V §3.25, Memory Semantics; §3.27, Scope).
    Sync sync;
    /// Decorations (SPIR-V §3.20, Decoration).
    Decorations decorations;
    /// Layouts in memory (SPIR-V §2.16.2, Validation Rules for Shader Capabilities; Vulkan, "Offset and Stride
    /// Assignment").
    Layout layout;
    /// Variables and memory (SPIR-V §3.52.8, Memory Instructions).
    Memory memory;
    /// Execution modes (SPIR-V §3.6, Execution Mode).
    Modes modes;
    /// Interfaces of entry points (SPIR-V §3.52.5; Vulkan, "Shader Interfaces").
    Interface interface;
    /// Float controls (SPV_KHR_float_controls, SPV_KHR_float_controls2).
    FloatControls float_controls;
    /// Primitives of geometry shaders (SPIR-V §3.52.19).
    Primitives primitives;
    /// Built-in variables (Vulkan, "Built-In Variables").
    Builtins builtins;
    /// Rules that depend on features, properties and limits of the device (Vulkan, "Runtime SPIR-V Validation").
    Device device;
}

impl Rule {
    /// The rule with a name as in reports, such as `ids/unique-result`.
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
