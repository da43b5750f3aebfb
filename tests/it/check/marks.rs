//! What the cases show of all rules: which of them spirv-val has, what it leaves out of them, and where those end that are
//! decided in part.

use crate::common::narrower::NARROWER;
use spirula::check::{Rule, SpirvVal};

use super::{Break, Broken};

/// Whether the rules that are decided in part are, and no others, said to end somewhere.
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

/// Whether spirv-val rejects a module under the rule that it breaks: its message has the rule's number, or the words that the
/// case gives, or no number is to be had and the case gives no reason why it rejects it. The error is what the case lacks.
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
    let mut numbers = row.into_iter().flat_map(|row| row.vuid.iter().chain(row.formerly));
    let numbered = numbers.clone().next().is_some();
    if numbers.any(|number| message.contains(number)) {
        return Ok(true);
    }
    match (numbered, &broken.reason) {
        (true, None) => Err(format!("spirv-val says something else, for no reason given: {message}")),
        (_, Some(_)) => Ok(false),
        (false, None) => Ok(true),
    }
}

/// Whether each part of a rule that spirv-val is said to lack has a case that it accepts.
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

/// Whether each rule is marked as what the cases show of spirv-val.
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
