//! Which rules a check reports: all of them, those that `spirv-val` has, or a selection by name.
//!
//! Every rule is checked whatever the options are; the options silence violations. This file resolves the rule names
//! that users write and knows nothing of modules.

use super::{Rule, SpirvVal};
use crate::sort::sort;
use crate::target::DriverRemedy;
use crate::words::Assembly;
use core::fmt;

/// Which violations a check reports.
///
/// By default every rule of SPIR-V and of Vulkan's environment is reported, whether `spirv-val` has it or not. A
/// silenced violation is neither listed nor counted and does not make the module invalid.
///
/// ```
/// use spirula_spirv::check::{Options, Rule};
///
/// let options = Options::new()
///     .like_spirv_val()
///     .deny("modes/one-size")?
///     .allow("VUID-StandaloneSpirv-Base-04781")?;
/// let rule = |name| Rule::from_name(name).unwrap();
/// assert!(options.silences(rule("capability/distance"))); // text only
/// assert!(!options.silences(rule("modes/one-size"))); // text only, but denied
/// assert!(options.silences(rule("typing/bit-width"))); // allowed
/// # Ok::<(), spirula_spirv::check::UnknownRule>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    like_spirv_val: bool,
    /// Sorted and without duplicates, as is `denied`.
    allowed: Vec<Rule>,
    denied: Vec<Rule>,
    /// The remedies whose absence no warning is wanted for, and those for which one is wanted all the same.
    allowed_shapes: Vec<DriverRemedy>,
    denied_shapes: Vec<DriverRemedy>,
    /// Names of ids in messages.
    names: Vec<(u32, String)>,
}

impl Options {
    /// Reports every rule.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Silences the rules that no version of `spirv-val` has, and what a rule demands beyond `spirv-val`
    /// ([`SpirvVal::Lacks`]).
    #[must_use]
    pub fn like_spirv_val(mut self) -> Self {
        self.like_spirv_val = true;
        self
    }

    /// Silences a rule, given by its name (`modes/one-size`) or by a VUID of the newest or an older text. A VUID
    /// selects all rules that have it. `driver/…` silences the [warnings](super::Warning) of one kind.
    ///
    /// # Errors
    ///
    /// [`UnknownRule`] if no rule has that name or VUID; it contains the nearest names.
    pub fn allow(mut self, name: &str) -> Result<Self, UnknownRule> {
        match warning(name) {
            Some(remedy) => self.allowed_shapes.push(remedy),
            None => insert(&mut self.allowed, Rule::named(name)?),
        }
        Ok(self)
    }

    /// Reports a rule although [`like_spirv_val`](Self::like_spirv_val) or [`allow`](Self::allow) silences it, whatever
    /// the order of the calls. A warning (`driver/…`) stays one.
    ///
    /// # Errors
    ///
    /// As for [`allow`](Self::allow).
    pub fn deny(mut self, name: &str) -> Result<Self, UnknownRule> {
        match warning(name) {
            Some(remedy) => self.denied_shapes.push(remedy),
            None => insert(&mut self.denied, Rule::named(name)?),
        }
        Ok(self)
    }

    /// Uses the id names of the assembly text in messages.
    ///
    /// ```
    /// use spirula_spirv::{Target, check, words};
    ///
    /// let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%number = OpTypeFloat 32\n%again = OpTypeFloat 32\n";
    /// let assembly = words::assemble_text_with_places(text, 0x0001_0300)?;
    /// let options = check::Options::new().named_as(&assembly);
    /// let report = check::check_with(&assembly.words, &Target::vulkan(1, 1), &options);
    /// let twice = report.violations.iter().find(|violation| violation.rule.row().name == "types/unique").unwrap();
    /// assert_eq!(twice.message, "%again (OpTypeFloat): %number is the same type, declared before");
    /// assert_eq!(assembly.place(twice.offset), Some((4, 1)));
    /// # Ok::<(), spirula_spirv::words::AssemblyError>(())
    /// ```
    #[must_use]
    pub fn named_as(mut self, assembly: &Assembly) -> Self {
        self.names = assembly.names().map(|(id, name)| (id, name.to_owned())).collect();
        self
    }

    /// Names of ids in messages.
    pub(crate) fn names(&self) -> &[(u32, String)] {
        &self.names
    }

    /// Whether no warning is wanted of modules without a remedy.
    #[cfg(feature = "drivers")]
    pub(super) fn silences_shape(&self, remedy: DriverRemedy) -> bool {
        self.allowed_shapes.contains(&remedy) && !self.denied_shapes.contains(&remedy)
    }

    /// Whether violations of a rule are left out.
    #[must_use]
    pub fn silences(&self, rule: Rule) -> bool {
        self.silences_part(rule, rule.spirv_val())
    }

    /// Whether violations of a part of a rule are left out that `spirv-val` has or lacks.
    pub(super) fn silences_part(&self, rule: Rule, spirv_val: SpirvVal) -> bool {
        let is_silenced =
            self.allowed.binary_search(&rule).is_ok() || self.like_spirv_val && spirv_val == SpirvVal::Lacks;
        is_silenced && self.denied.binary_search(&rule).is_err()
    }
}

/// The remedy of a kind of warnings, by its name in reports.
fn warning(name: &str) -> Option<DriverRemedy> {
    DriverRemedy::all().find(|remedy| remedy.warning() == name)
}

fn insert(rules: &mut Vec<Rule>, more: Vec<Rule>) {
    rules.extend(more);
    sort(rules);
    rules.dedup();
}

/// The error for a name that is neither a rule's name nor its VUID.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownRule {
    /// The name.
    pub name: String,
    /// The nearest names and VUIDs, the nearest first; empty if none is similar.
    pub nearest: Vec<&'static str>,
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is neither a rule nor the VUID of one", self.name)?;
        for (index, near) in self.nearest.iter().enumerate() {
            let before = if index == 0 { "; similar:" } else { "," };
            write!(f, "{before} `{near}`")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownRule {}

impl Rule {
    /// The rules with a name, or with a VUID of the newest or an older text; at least one.
    ///
    /// ```
    /// use spirula_spirv::check::Rule;
    ///
    /// assert_eq!(Rule::named("ids/unique-result")?.len(), 1);
    /// let error = Rule::named("ids/unique-resul").unwrap_err();
    /// assert_eq!(error.nearest[0], "ids/unique-result");
    /// # Ok::<(), spirula_spirv::check::UnknownRule>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`UnknownRule`] if no rule has that name or VUID; it contains the nearest names.
    pub fn named(name: &str) -> Result<Vec<Self>, UnknownRule> {
        let found: Vec<Self> = Self::all().filter(|rule| rule.is_called(name)).collect();
        match found.is_empty() {
            false => Ok(found),
            true => Err(UnknownRule {
                name: name.to_owned(),
                nearest: nearest(name),
            }),
        }
    }

    fn is_called(self, name: &str) -> bool {
        let row = self.row();
        row.name == name || row.vuid == Some(name) || row.formerly.contains(&name)
    }
}

/// The maximum number of similar names in an error.
const NEAR: usize = 3;

/// Names longer than this are longer than any rule name or VUID; no similar name is searched for them.
const LONGEST: usize = 100;

/// The names and VUIDs similar to a misspelled name: its edit distance is at most a third of its length.
fn nearest(name: &str) -> Vec<&'static str> {
    if name.is_empty() || name.len() > LONGEST {
        return Vec::new();
    }
    let known = Rule::all().flat_map(|rule| {
        let row = rule.row();
        core::iter::once(row.name)
            .chain(row.vuid)
            .chain(row.formerly.iter().copied())
    });
    let mut near: Vec<(usize, &'static str)> = known
        .filter_map(|known| {
            // The given name may lack the family of the rule, or be the number of a VUID alone.
            let tail = known.rsplit(['/', '-']).next().unwrap_or(known);
            let rule = known.split_once('/').map_or(known, |(_, rule)| rule);
            let is_part = tail == name || rule == name;
            let distance = if is_part { 0 } else { distance(name, known) };
            (distance <= name.len() / 3).then_some((distance, known))
        })
        .collect();
    sort(&mut near);
    near.dedup();
    near.truncate(NEAR);
    near.into_iter().map(|(_, known)| known).collect()
}

/// The edit distance: the number of characters to insert, remove or replace to turn one text into the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, have) in one.chars().enumerate() {
        let mut diagonal = index;
        let mut left = index + 1;
        for (cell, want) in row.iter_mut().skip(1).zip(&other) {
            let replaced = diagonal + usize::from(have != *want);
            diagonal = *cell;
            left = replaced.min(diagonal + 1).min(left + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = index + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn distance_counts_single_changes() {
        for (one, other, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("a/b", "a/b", 0),
            ("flaw", "lawn", 2),
        ] {
            assert_eq!(distance(one, other), expected, "{one} {other}");
            assert_eq!(distance(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn a_slip_of_a_name_or_number_finds_it() {
        let near = |name: &str| Rule::named(name).unwrap_err().nearest;
        assert_eq!(near("unique-result"), ["ids/unique-result"]);
        assert_eq!(near("ids/uniqe-result")[0], "ids/unique-result");
        assert_eq!(near("04781"), ["VUID-StandaloneSpirv-Base-04781"]);
        assert_eq!(
            near("VUID-StandaloneSpirv-Base-0478")[0],
            "VUID-StandaloneSpirv-Base-04781"
        );
        assert!(near("").is_empty() && near("completely something else").is_empty());
        assert!(near(&"x".repeat(1 << 20)).is_empty());
    }

    #[test]
    fn every_text_only_rule_and_no_other_is_silenced_like_spirv_val() {
        let options = Options::new().like_spirv_val();
        for rule in Rule::all() {
            assert_eq!(
                options.silences(rule),
                rule.row().spirv_val == SpirvVal::Lacks,
                "{rule}"
            );
        }
    }
}
