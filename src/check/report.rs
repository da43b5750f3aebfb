//! What a check answers: the verdict, the violations, and what its tables do not cover.
//!
//! Owns the form of reports and knows nothing of how a rule is checked.

use super::Rule;
use core::fmt;

/// What a check comes to. A broken rule outweighs what is not covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Verdict {
    /// Every rule holds.
    Valid,
    /// At least one rule is broken.
    Invalid,
    /// No rule is broken that was checked, but the module uses something that the tables lack.
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

/// A rule that the module breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The instruction's first word, counted from the module's first; 0 where the module as a whole is meant.
    pub offset: usize,
    /// The instruction's text; empty where the module as a whole is meant.
    pub instruction: String,
    /// What is wrong.
    pub message: String,
}

impl Violation {
    /// The rule's number in the newest Vulkan Environment for SPIR-V, in full.
    #[must_use]
    pub fn vuid(&self) -> Option<&'static str> {
        self.rule.row().vuid
    }
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
        Ok(())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Violation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let row = self.rule.row();
        let mut object = serializer.serialize_struct("Violation", 6)?;
        object.serialize_field("rule", row.name)?;
        object.serialize_field("vuid", &row.vuid)?;
        object.serialize_field("formerly", row.formerly)?;
        object.serialize_field("offset", &self.offset)?;
        object.serialize_field("instruction", &self.instruction)?;
        object.serialize_field("message", &self.message)?;
        object.end()
    }
}

/// The answer of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// The violations, family by family in the order of the specification; at most [`Report::MOST`].
    pub violations: Vec<Violation>,
    /// Capabilities, extensions and instructions that the tables lack, each once.
    pub not_covered: Vec<String>,
    /// How many violations there are, those past the last listed included.
    pub counted: usize,
}

impl Report {
    /// How many violations are listed at most; the others are counted.
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
    /// The verdict, then a paragraph for each violation and a line for each thing that is not covered.
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
                offset,
                instruction: String::new(),
                message: message.to_string(),
            });
        }
    }
}
