//! Tests of the rules' metadata with the cases: which rules spirv-val has, what it omits, and which part of each rule
//! is checked.

use crate::common::narrower::NARROWER;
use spirula::check::{Rule, SpirvVal};

use super::{Break, Broken};

/// Asserts that exactly the rules with a `fragment` have a case beyond it.
pub(super) fn edges(cases: &[Broken], faults: &mut Vec<String>) {
    for rule in Rule::all() {
        let row = rule.row();
        let shown = cases.iter().any(|case| case.beyond && case.rule == row.name);
        match (row.fragment, shown) {
            (Some(_), false) => faults.push(format!("{}: no case is beyond what is decided of it", row.name)),
            (None, true) => faults.push(format!("{}: it is decided whole, and nothing is beyond it", row.name)),
            _ => {}
        }
    }
}

/// Whether spirv-val rejects a module by the rule that it violates: its message has the rule's number, or the words in
/// the case; or there is no number, and the case gives no other reason for the rejection. The error is what the case
/// lacks.
pub(super) fn agrees(broken: &Break, message: Option<&String>) -> Result<bool, String> {
    let Some(message) = message else {
        return match &broken.words {
            Some(words) => Err(format!("spirv-val accepts it and does not say {words:?}")),
            None => Ok(false),
        };
    };
    if let Some(words) = &broken.words {
        return match message.contains(words) {
            true => Ok(true),
            false => Err(format!("spirv-val does not say {words:?}: {message}")),
        };
    }
    let row = Rule::from_name(&broken.rule).map(Rule::row);
    let mut numbers = row
        .into_iter()
        .flat_map(|row| row.vuid.into_iter().chain(row.formerly.iter().copied()));
    let numbered = numbers.clone().next().is_some();
    if numbers.any(|number| message.contains(number)) {
        return Ok(true);
    }
    match (numbered, &broken.reason) {
        (true, None) => Err(format!("spirv-val says something else, for no reason given: {message}")),
        // The change itself is at fault, and nothing is known of the rule.
        (_, Some(_))
            if ["has not been defined", "is defined more than once"]
                .iter()
                .any(|said| message.contains(said)) =>
        {
            Err(format!("spirv-val says something else: {message}"))
        }
        (_, Some(_)) => Ok(false),
        (false, None) => Ok(true),
    }
}

/// Asserts that each part of a rule that spirv-val is listed as lacking has a case that it accepts.
pub(super) fn narrower(broken: &[Broken], faults: &mut Vec<String>) {
    for (rule, part, reason) in NARROWER {
        let mut says = broken
            .iter()
            .filter(|case| case.rule == rule)
            .flat_map(|case| &case.narrower);
        if !says.any(|message| message.contains(part)) {
            faults.push(format!("{rule}: no case shows that spirv-val {reason}"));
        }
    }
}

/// Asserts that each rule's source agrees with what the cases show of spirv-val.
pub(super) fn marks(broken: &[Broken], faults: &mut Vec<String>) {
    for rule in Rule::all() {
        let row = rule.row();
        let mut proofs = broken.iter().filter(|case| case.rule == row.name && case.agrees);
        match (row.spirv_val, proofs.next()) {
            (SpirvVal::Has, None) => faults.push(format!("{}: no case shows that spirv-val has it", row.name)),
            (SpirvVal::Newer | SpirvVal::Lacks, Some(case)) => faults.push(format!("{}: spirv-val has it", case.name)),
            _ => {}
        }
    }
}
