//! The result of a check: the verdict, the violations, and what the tables do not cover.
//!
//! This file knows nothing of how a rule is checked.

use super::{Rule, SpirvVal};
use crate::target::{DriverFault, Workaround};
use core::fmt;

/// The verdict on a module. A broken rule takes precedence over what is not covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Verdict {
    /// No rule is broken.
    Valid,
    /// At least one rule is broken.
    Invalid,
    /// No checked rule is broken, but the module uses a capability, extension or instruction that the tables lack.
    NotCovered,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::NotCovered => "not-covered",
        })
    }
}

/// A rule that the module breaks, and the place where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// Whether `spirv-val` reports it: as the rule's [`Row`](super::Row) states or, where `spirv-val` demands less than the
    /// rule's text, [`SpirvVal::Lacks`].
    pub spirv_val: SpirvVal,
    /// The index of the instruction's first word in the module; 0 if the violation concerns the module as a whole.
    pub offset: usize,
    /// The number of the instruction in the module, from 1: the number behind `line` in messages of `spirv-val`, and
    /// the line in the output of `spirv-dis --no-header`. `None` if the violation concerns the header or the module as
    /// a whole.
    pub number: Option<usize>,
    /// The instruction's text with the ids that `spirv-dis` prints; long lists and strings are cut. Empty without an
    /// instruction.
    pub instruction: String,
    /// The function that contains the instruction, such as `%main`.
    pub function: Option<String>,
    /// The label of the block that contains the instruction.
    pub block: Option<String>,
    /// The shader's source line, from the module's debug information.
    pub source: Option<SourceLine>,
    /// The instruction as subject and what is wrong with it. The rule's [`title`](super::Row::title) states what would
    /// be right.
    pub message: String,
}

/// A place in the source text that a module was compiled from, taken from `OpLine` or `DebugLine`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SourceLine {
    /// The file name as the module states it.
    pub file: String,
    /// The line, from 1; 0 if the module states none.
    pub line: u32,
    /// The column, from 1; 0 if the module states none.
    pub column: u32,
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        match self.column {
            0 => Ok(()),
            column => write!(f, ":{column}"),
        }
    }
}

impl Violation {
    /// The rule's VUID in the newest Vulkan Environment for SPIR-V, in full.
    #[must_use]
    pub fn vuid(&self) -> Option<&'static str> {
        self.rule.row().vuid
    }

    /// The index of the instruction's first byte in the module.
    #[must_use]
    pub fn byte_offset(&self) -> usize {
        self.offset.saturating_mul(4)
    }

    /// Whether no version of `spirv-val` reports it, so that it is derived from the text of a specification.
    #[must_use]
    pub fn is_text_only(&self) -> bool {
        self.spirv_val == SpirvVal::Lacks
    }

    /// What a message adds to [`message`](Self::message), a line each: the function, the block and the source line; the
    /// rule; its VUIDs; the sentence of a rule that `spirv-val` lacks.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let row = self.rule.row();
        let mut notes = places(&self.function, &self.block, &self.source);
        notes.push(format!("{}: {}", row.section, row.title));
        notes.extend(row.numbers());
        if self.is_text_only() {
            notes.push(match row.text {
                Some(text) => format!("by the text alone, not in spirv-val: {text}"),
                None => "by the text alone, not in spirv-val".to_owned(),
            });
        }
        notes
    }
}

/// Where an instruction is, a line each.
fn places(function: &Option<String>, block: &Option<String>, source: &Option<SourceLine>) -> Vec<String> {
    let mut notes = Vec::new();
    match (function, block) {
        (Some(function), Some(block)) => notes.push(format!("in function {function}, block {block}")),
        (Some(function), None) => notes.push(format!("in function {function}")),
        (None, _) => {}
    }
    notes.extend(source.iter().map(|source| format!("from {source}")));
    notes
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.rule.row();
        write!(f, "word {}: {} [{}", self.offset, self.message, row.name)?;
        for number in row.vuid.iter().chain(row.formerly) {
            write!(f, ", {number}")?;
        }
        write!(f, "; {}]", row.section)?;
        if !self.instruction.is_empty() {
            write!(f, "\n  {}", self.instruction)?;
        }
        if let Some(function) = &self.function {
            write!(f, "\n  in function {function}")?;
            if let Some(block) = &self.block {
                write!(f, ", block {block}")?;
            }
        }
        write!(f, "\n  what must hold: {}", row.title)?;
        if self.is_text_only() {
            write!(f, "\n  by the text alone, not in spirv-val")?;
            if let Some(text) = row.text {
                write!(f, ": {text}")?;
            }
        }
        Ok(())
    }
}

/// A place whose shape some driver gets wrong. The module is valid all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The row of the table of faults: that of the target's driver, or the first with the remedy.
    pub fault: &'static DriverFault,
    /// The index of the instruction's first word in the module.
    pub offset: usize,
    /// The number of the instruction in the module, from 1.
    pub number: usize,
    /// The instruction's text with the ids that `spirv-dis` prints; long lists and strings are cut.
    pub instruction: String,
    /// The function that contains the instruction, such as `%main`.
    pub function: Option<String>,
    /// The label of the block that contains the instruction.
    pub block: Option<String>,
    /// The shader's source line, from the module's debug information.
    pub source: Option<SourceLine>,
    /// The instruction as subject and what it has of the shape.
    pub message: String,
}

impl Warning {
    /// The name in reports: `driver/` and the name of the workaround, or of another remedy.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        self.fault.remedy().warning()
    }

    /// The workaround that avoids the shape, if one does.
    #[must_use]
    pub fn workaround(&self) -> Option<Workaround> {
        self.fault.workaround()
    }

    /// The index of the instruction's first byte in the module.
    #[must_use]
    pub fn byte_offset(&self) -> usize {
        self.offset.saturating_mul(4)
    }

    /// What a message adds to [`message`](Self::message), a line each: the function, the block and the source line; the
    /// drivers with the fault; who reported it.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes = places(&self.function, &self.block, &self.source);
        notes.push(self.fault.to_string());
        notes.push(format!("reported: {}", self.fault.source()));
        notes
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "warning: word {}: {} [{}; {}]",
            self.offset,
            self.message,
            self.rule(),
            self.fault.source()
        )?;
        write!(f, "\n  {}", self.instruction)?;
        if let Some(function) = &self.function {
            write!(f, "\n  in function {function}")?;
            if let Some(block) = &self.block {
                write!(f, ", block {block}")?;
            }
        }
        write!(f, "\n  {}", self.fault)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Warning {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut object = serializer.serialize_struct("Warning", 12)?;
        object.serialize_field("rule", self.rule())?;
        object.serialize_field("workaround", &self.workaround().map(Workaround::name))?;
        object.serialize_field("title", &self.fault.to_string())?;
        object.serialize_field("reported", self.fault.source())?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("offset", &self.offset)?;
        object.serialize_field("byte_offset", &self.byte_offset())?;
        object.serialize_field("number", &self.number)?;
        object.serialize_field("instruction", &self.instruction)?;
        object.serialize_field("function", &self.function)?;
        object.serialize_field("block", &self.block)?;
        object.serialize_field("shader", &self.source)?;
        object.end()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Violation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let row = self.rule.row();
        let mut object = serializer.serialize_struct("Violation", 15)?;
        object.serialize_field("rule", row.name)?;
        object.serialize_field("vuid", &row.vuid)?;
        object.serialize_field("formerly", row.formerly)?;
        object.serialize_field("section", row.section)?;
        object.serialize_field("source", self.spirv_val.source())?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("title", row.title)?;
        object.serialize_field("text", &row.text)?;
        object.serialize_field("offset", &self.offset)?;
        object.serialize_field("byte_offset", &self.byte_offset())?;
        object.serialize_field("number", &self.number)?;
        object.serialize_field("instruction", &self.instruction)?;
        object.serialize_field("function", &self.function)?;
        object.serialize_field("block", &self.block)?;
        object.serialize_field("shader", &self.source)?;
        object.end()
    }
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// The violations, family by family in the order of the specification; at most [`Report::MOST`] are kept.
    pub violations: Vec<Violation>,
    /// Capabilities, extensions and instructions that the tables lack, each once.
    pub not_covered: Vec<String>,
    /// The number of violations, including those that are not listed.
    pub counted: usize,
    /// The places whose shape the target's driver gets wrong or its [workarounds](crate::Target::workarounds) avoid, in the
    /// order of the words; at most [`Report::MOST`] are kept. They do not change the verdict. None without the crate's
    /// feature `drivers`.
    pub warnings: Vec<Warning>,
    /// The number of such places, including those that are not listed.
    pub warned: usize,
}

impl Report {
    /// The maximum number of violations, and of warnings, that are listed; further ones are only counted.
    pub const MOST: usize = 256;

    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.counted > 0 {
            Verdict::Invalid
        } else if self.not_covered.is_empty() {
            Verdict::Valid
        } else {
            Verdict::NotCovered
        }
    }

    /// Whether no rule is broken and everything is covered.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.verdict() == Verdict::Valid
    }
}

impl fmt::Display for Report {
    /// The verdict, then a paragraph for each violation, a line for each entry of `not_covered` and a paragraph for each
    /// warning.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict())?;
        for violation in &self.violations {
            write!(f, "\n{violation}")?;
        }
        if let Some(more @ 1..) = self.counted.checked_sub(self.violations.len()) {
            write!(f, "\n{more} more")?;
        }
        for what in &self.not_covered {
            write!(f, "\nnot covered: {what}")?;
        }
        for warning in &self.warnings {
            write!(f, "\n{warning}")?;
        }
        if let Some(more @ 1..) = self.warned.checked_sub(self.warnings.len()) {
            write!(f, "\n{more} more warnings")?;
        }
        Ok(())
    }
}

impl Report {
    /// Adds a violation without an instruction.
    pub(super) fn add(&mut self, rule: Rule, offset: usize, message: fmt::Arguments<'_>) {
        self.counted = self.counted.saturating_add(1);
        if self.violations.len() < Self::MOST {
            self.violations.push(Violation {
                rule,
                spirv_val: rule.spirv_val(),
                offset,
                number: None,
                instruction: String::new(),
                function: None,
                block: None,
                source: None,
                message: message.to_string(),
            });
        }
    }
}
