//! Workarounds for drivers, on the words of every snapshot: with each alone and with all of them the words stay valid,
//! and the shape that a driver gets wrong is gone. A scan that does not know the writer or the rewriting
//! (`check::driver`) looks for the shapes.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

use spirula::check::driver::shapes;
use spirula::rewrite;
use spirula::target::{Workaround, Workarounds};

use crate::common::case::Case;
use crate::common::{backends, parse, root, setup, shaders_below, validate};
use crate::consumers::{Module, faults, modules};

/// The words of a module with workarounds, which both validators must accept, and in which nothing must be left to go
/// around.
fn judge(module: &Module, workarounds: Workarounds) -> Result<u32, String> {
    let named: Vec<&str> = workarounds.iter().map(Workaround::name).collect();
    let named = if named.len() > 1 {
        "all".to_owned()
    } else {
        named.concat()
    };
    let rewritten = rewrite::apply(&module.words, workarounds).map_err(|error| format!("{named}: {error}"))?;
    if rewrite::apply(&module.words, workarounds).as_ref() != Ok(&rewritten) {
        return Err(format!("{named}: other words the second time"));
    }
    let count = rewritten.applied.iter().map(|applied| applied.count).sum();
    if count == 0 {
        let same = rewritten.words == module.words;
        return same.then_some(0).ok_or(format!("{named}: changes words in no place"));
    }
    validate::validate_with(&rewritten.words, &module.target, Some(module.validator.clone()))
        .map_err(|error| format!("{named}: spirv-val: {error}"))?;
    let report = spirula::check::check(&rewritten.words, &module.options.target);
    if !report.is_valid() {
        return Err(format!("{named}: {report}"));
    }
    let mut findable = workarounds.without(not_found_by_shape());
    if !module.options.target.is_vulkan() {
        // Handles from integers are no loads, and no driver of Vulkan sees them.
        findable.remove(Workaround::HandleArguments);
    }
    match shapes(&rewritten.words, findable).first() {
        Some(left) => Err(format!("{named}: is left: {}: {}", left.rule(), left.instruction)),
        None => Ok(count),
    }
}

/// A stride in other units has the same shape.
pub fn not_found_by_shape() -> Workarounds {
    Workarounds::from([Workaround::CooperativeStride])
}

/// What `rewrite` carries out.
fn of_words() -> Workarounds {
    let mut all = Workarounds::all();
    all.remove(Workaround::InlineCalls);
    all
}

#[test]
fn every_snapshot_stays_valid_and_has_no_shape_left() {
    let modules = modules();
    let places = AtomicU32::new(0);
    let faults = faults(&modules, |module, _| {
        let alone = of_words().iter().map(|workaround| Workarounds::from([workaround]));
        let judged = alone.chain([of_words()]).map(|workarounds| judge(module, workarounds));
        let count = |judged: Result<u32, String>| judged.map(|count| places.fetch_add(count, Ordering::Relaxed)).err();
        judged.filter_map(count).collect()
    });
    println!("{} modules, {} places rewritten", modules.len(), places.into_inner());
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

/// Workarounds whose shape naga's IR does not lead to, or whose case needs what no directive asks for. The tests of
/// `spirula-spirv` have modules for them.
const WITHOUT_CASE: [Workaround; 2] = [Workaround::CooperativeStride, Workaround::DebugInfo];

#[test]
fn every_workaround_has_a_case_with_its_shape() {
    let mut seen = BTreeSet::from(WITHOUT_CASE);
    for path in shaders_below(&root("snapshots/drivers")) {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
        for target in &case.targets {
            let with = case.options_for(target).unwrap();
            let of_driver = with.target.workarounds();
            let workarounds = with.workarounds.union(of_driver).without(with.without_workarounds);
            // A driver may need several.
            let is_one = workarounds.iter().count() == 1 || !of_driver.is_empty();
            assert!(is_one, "{}", path.display());
            if of_driver.is_empty() {
                seen.extend(workarounds.iter());
            }
            let mut without = with.clone();
            without.workarounds = Workarounds::NONE;
            without.without_workarounds = of_driver;
            let [with, without] = [with, without].map(|options| {
                let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{error}"));
                shapes(&words, workarounds)
            });
            assert!(!without.is_empty(), "{} at {target} has no shape", path.display());
            assert!(with.is_empty(), "{} at {target}: {with:?}", path.display());
        }
    }
    let missing: Vec<_> = Workaround::ALL.iter().filter(|known| !seen.contains(known)).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

/// A used writer, the reflection and the list of what was applied are the same with workarounds.
#[test]
fn the_output_names_what_was_rewritten() {
    let path = root("snapshots/drivers/float_clamp.wgsl");
    let shader = parse::file(&path).unwrap();
    let mut options = Case::read(&path).unwrap().options_for("vulkan1.1").unwrap();
    let output = setup::compile(&shader.module, &shader.info, &options).unwrap();
    let [ref applied] = output.workarounds[..] else {
        panic!("{:?}", output.workarounds)
    };
    assert_eq!((applied.workaround, applied.count), (Workaround::FloatClamp, 2));
    assert_eq!(applied.functions.len(), 1);
    options.without_workarounds = options.workarounds;
    let plain = setup::compile(&shader.module, &shader.info, &options).unwrap();
    assert!(plain.workarounds.is_empty());
    assert_eq!(plain.reflection, output.reflection);
}
