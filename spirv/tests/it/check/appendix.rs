//! Tests that every rule of the newest Vulkan text has a row in `appendix.tsv` with its status, and that `docs/check.md`
//! states how many are checked.
//!
//! The text is that of August 2026: the appendix "Vulkan Environment for SPIR-V" and the chapter "Shader Interfaces"
//! with its built-in variables. A row is a full number and one of
//!
//! ```text
//! rule                  a rule of the check has the number; which part is decided the rule says itself
//! other: FAMILY/RULE    a rule without a VUID checks it too
//! superseded: WHY       another number takes its place wherever the text knows an extension
//! undecidable: WHY      words, and what a target describes, do not decide it
//! unchecked: WHY        they would, and nothing checks it
//! ```

use crate::common::root;
use spirula::check::Rule;
use std::collections::{BTreeMap, BTreeSet};

const TABLE: &str = include_str!("appendix.tsv");

#[test]
fn every_rule_of_the_vulkan_text_has_a_row() {
    let numbers: BTreeSet<&str> = Rule::all()
        .flat_map(|rule| rule.row().vuid.into_iter().chain(rule.row().formerly.iter().copied()))
        .map(digits)
        .collect();
    let mut seen = BTreeSet::new();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut faults = Vec::new();
    for line in TABLE.lines() {
        let (number, what) = line.split_once('\t').expect("a number and what is made of it");
        let (kind, why) = what.split_once(": ").unwrap_or((what, ""));
        *counts.entry(kind).or_default() += 1;
        if !seen.insert(number) {
            faults.push(format!("{number} has two rows"));
        }
        let checked = numbers.contains(digits(number));
        let fits = match kind {
            "rule" => checked && why.is_empty(),
            "other" => !checked && Rule::from_name(why).is_some(),
            "superseded" | "undecidable" | "unchecked" => !checked && !why.is_empty(),
            _ => false,
        };
        if !fits {
            faults.push(format!("{number}: {what}, and the check has it: {checked}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let count = |kind| counts.get(kind).copied().unwrap_or(0);
    let checked = count("rule") + count("other");
    let decidable = checked + count("unchecked");
    println!("{counts:?}: {checked} of {decidable} decidable rules are checked");
    assert!(checked * 100 >= decidable * 95, "{checked} of {decidable}");
    let page = std::fs::read_to_string(root("docs/check.md")).unwrap();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = format!("{decidable} of these can be decided from words and a target, and {checked} are checked.");
    assert!(page.contains(&sentence), "docs/check.md should have: {sentence}");
}

/// The digits at the end of a number.
fn digits(number: &str) -> &str {
    number.rsplit('-').next().unwrap_or(number)
}
