//! Tests that every rule of the self-check is satisfied by one module and violated by another, and that spirv-val
//! agrees in process, unless the case gives a reason. The tests of `spirula` include this suite for the comparison with
//! spirv-val, to which `common` connects it there.
//!
//! The cases are text files in this folder, one for each family of rules:
//!
//! ```text
//! == prelude NAME                  lines to be used as `use NAME`, in this file
//! == case NAME @ TARGET            a valid module in assembly; the target's name may be followed by features that it
//!                                  has or lacks (`+shaderInt64 -multiview`), device extensions that it has
//!                                  (`+VK_KHR_ray_query`), limits (`maxTexelOffset=7`, `maxTaskWorkGroupSize=1,1,1`) and properties
//!                                  of its float controls (`roundingModeIndependence=0`), combinations of cooperative
//!                                  matrices (`matrix=M,N,K,A,B,C,result,saturating,scope`), and of the pipeline a binding
//!                                  (`binding=SET,BINDING,TYPE,COUNT,STAGES`) and what it skips (`skips_triangles`)
//! ! REASON                         spirv-val rejects it, for this reason; it is not run if it fails an assertion
//! -- breaks family/rule            the module with changes that violate the rule
//! ! REASON                         spirv-val accepts it, or rejects it by another rule, for this reason
//! ? WORDS                          spirv-val says this, in a message without the rule's number
//! -- beyond family/rule            the module with changes that violate the rule in the part that is not checked
//! - line                           removes the next such line after the last change
//! + line                           adds this line where the last one was removed
//! = word INDEX VALUE               the assembled words are changed: VALUE, or `add N`
//! = in OPCODE WORD VALUE           the same, counted within the first instruction of that opcode
//! @ WORDS                          the target also has or lacks this; alone it does not change the module for spirv-val
//! = truncate COUNT                 words are cut off
//! = append VALUE…                  words are added
//! = copy FROM COUNT TO             COUNT words at FROM replace those at TO
//! ```
//!
//! Lines are compared without surrounding spaces; `;` begins a comment. `repeat N line` stands for N lines in which
//! `{}` is replaced by their number from 0, `[[N text]]` for N times the text, `nest N %name` for N nested structures,
//! `cases N OpSwitch %selector %default %target` for a switch with N cases, `constructs N %condition %merge` for N
//! nested selections.

mod appendix;
mod elsewhere;
mod marks;
mod numbers;

use crate::common::validate::{self, Apart, validate};
use spirula::check::{Report, Rule, SpirvVal, Validator, Verdict, check};
use spirula::target::{ComponentType, CooperativeMatrixProperties, DescriptorType, Feature, LayoutBinding, Target};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A valid module, and changes that violate rules.
struct Case {
    name: String,
    target: String,
    lines: Vec<String>,
    reason: Option<String>,
    breaks: Vec<Break>,
}

struct Break {
    rule: String,
    /// Whether the violation is in the part of the rule that is not checked, so that it is not reported.
    beyond: bool,
    reason: Option<String>,
    /// The text that spirv-val's message must contain.
    words: Option<String>,
    edits: Vec<(char, String)>,
}

/// The cases of one file.
fn parse(file: &str, text: &str) -> Vec<Case> {
    enum Into {
        Nothing,
        Prelude(String),
        Case,
    }
    let mut preludes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut cases: Vec<Case> = Vec::new();
    let mut into = Into::Nothing;
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix("== prelude ") {
            into = Into::Prelude(name.to_owned());
            continue;
        }
        if let Some(head) = line.strip_prefix("== case ") {
            let (name, target) = head.split_once(" @ ").expect("== case NAME @ TARGET");
            cases.push(Case {
                name: format!("{file}: {name}"),
                target: target.to_owned(),
                lines: Vec::new(),
                reason: None,
                breaks: Vec::new(),
            });
            into = Into::Case;
            continue;
        }
        let expand = |line: &str| match line.strip_prefix("use ") {
            Some(name) => preludes
                .get(name)
                .unwrap_or_else(|| panic!("{file}: no prelude {name}"))
                .clone(),
            None => vec![line.to_owned()],
        };
        match &into {
            Into::Nothing => panic!("{file}: {line:?} belongs to nothing"),
            Into::Prelude(name) => {
                let lines = expand(line);
                preludes.entry(name.clone()).or_default().extend(lines);
            }
            Into::Case => {
                let case = cases.last_mut().expect("a case");
                let beyond = line.strip_prefix("-- beyond ");
                if let Some(rule) = line.strip_prefix("-- breaks ").or(beyond) {
                    case.breaks.push(Break {
                        rule: rule.to_owned(),
                        beyond: beyond.is_some(),
                        reason: None,
                        words: None,
                        edits: Vec::new(),
                    });
                } else if let Some(reason) = line.strip_prefix("! ") {
                    let place = case
                        .breaks
                        .last_mut()
                        .map_or(&mut case.reason, |broken| &mut broken.reason);
                    *place = Some(reason.to_owned());
                } else if let (Some(words), Some(broken)) = (line.strip_prefix("? "), case.breaks.last_mut()) {
                    broken.words = Some(words.to_owned());
                } else if let Some(broken) = case.breaks.last_mut() {
                    let edit = line.chars().next().filter(|sign| "-+=@".contains(*sign));
                    let edit = edit.unwrap_or_else(|| panic!("{}: {line:?} is no change", case.name));
                    broken.edits.push((edit, line[1..].trim().to_owned()));
                } else {
                    let lines = expand(line);
                    case.lines.extend(lines);
                }
            }
        }
    }
    cases
}

/// The lines of a case after a change.
fn edited(case: &Case, broken: &Break) -> Vec<String> {
    let mut lines = case.lines.clone();
    let mut place = 0;
    for (sign, text) in &broken.edits {
        match sign {
            '-' => {
                let at = (place..lines.len()).find(|&at| lines[at] == *text);
                place = at.unwrap_or_else(|| panic!("{} breaks {}: no {text:?}", case.name, broken.rule));
                lines.remove(place);
            }
            '+' => {
                lines.insert(place, text.clone());
                place += 1;
            }
            _ => {}
        }
    }
    lines
}

/// The words after a change.
fn patched(mut words: Vec<u32>, broken: &Break) -> Vec<u32> {
    for (_, text) in broken.edits.iter().filter(|(sign, _)| *sign == '=') {
        let number = |text: &str| -> u32 {
            match text.strip_prefix("0x") {
                Some(digits) => u32::from_str_radix(digits, 16).unwrap(),
                None => text.parse().unwrap(),
            }
        };
        let parts: Vec<&str> = text.split_whitespace().collect();
        match parts.as_slice() {
            ["word", index, "add", more] => words[number(index) as usize] += number(more),
            ["word", index, value] => words[number(index) as usize] = number(value),
            ["in", opcode, place, value] => {
                let mut at = 5;
                while words[at] & 0xFFFF != number(opcode) {
                    at += (words[at] >> 16) as usize;
                }
                words[at + number(place) as usize] = number(value);
            }
            ["truncate", count] => words.truncate(words.len() - number(count) as usize),
            ["append", values @ ..] => words.extend(values.iter().map(|value| number(value))),
            ["copy", from, count, to] => {
                let from = number(from) as usize;
                words.copy_within(from..from + number(count) as usize, number(to) as usize);
            }
            _ => panic!("{text:?} is no change of words"),
        }
    }
    words
}

/// The lines that a line stands for.
fn expanded(line: &str) -> String {
    if let Some((count, line)) = line.strip_prefix("repeat ").and_then(|rest| rest.split_once(' ')) {
        let count: usize = count.parse().unwrap();
        return (0..count)
            .map(|number| line.replace("{}", &number.to_string()) + "\n")
            .collect();
    }
    if let Some(rest) = line.strip_prefix("nest ") {
        let (count, name) = rest.split_once(' ').unwrap();
        let count: usize = count.parse().unwrap();
        let level = |depth: usize| match depth.checked_sub(1) {
            None => format!("{name}0 = OpTypeStruct %int\n"),
            Some(above) => format!("{name}{depth} = OpTypeStruct {name}{above}\n"),
        };
        return (0..count).map(level).collect();
    }
    if let Some((count, line)) = line.strip_prefix("cases ").and_then(|rest| rest.split_once(' ')) {
        let (switch, target) = line.rsplit_once(' ').unwrap();
        let count: usize = count.parse().unwrap();
        let cases: String = (0..count).map(|number| format!(" {number} {target}")).collect();
        return format!("{switch}{cases}\n");
    }
    if let Some(rest) = line.strip_prefix("constructs ") {
        let [count, condition, end] = rest.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let count: usize = count.parse().unwrap();
        let merge = |depth: usize| {
            if depth == 0 {
                end.to_owned()
            } else {
                format!("%merge{depth}")
            }
        };
        let mut text = String::new();
        for depth in 0..count {
            let (out, into) = (merge(depth), depth + 1);
            text += &format!("OpSelectionMerge {out} None\nOpBranchConditional {condition} %into{into} {out}\n");
            text += &format!("%into{into} = OpLabel\n");
        }
        for depth in (1..count).rev() {
            text += &format!("OpBranch %merge{depth}\n%merge{depth} = OpLabel\n");
        }
        return text + &format!("OpBranch {end}\n");
    }
    match line
        .split_once("[[")
        .and_then(|(before, rest)| Some((before, rest.split_once("]]")?)))
    {
        Some((before, (inner, after))) => {
            let (count, text) = inner.split_once(' ').unwrap();
            let text = format!("{text} ").repeat(count.parse().unwrap());
            format!("{before}{text}{after}\n")
        }
        None => format!("{line}\n"),
    }
}

/// Extensions that the compiled SPIRV-Tools does not know, so that spirv-as cannot assemble modules with them.
#[cfg(feature = "spirv-val")]
const NEWER: [&str; 5] = [
    "SPV_EXT_cooperative_matrix_maintenance1",
    "SPV_EXT_descriptor_heap",
    "SPV_KHR_constant_data",
    "SPV_KHR_opacity_micromap",
    "SPV_KHR_poison_freeze",
];

/// The words of a case. Its listing and, if spirv-as is compiled in, spirv-as must yield the same words.
fn assemble(name: &str, target: &str, lines: &[String]) -> Vec<u32> {
    use spirula::words::{assemble_text, disassemble_numbered};
    let text: String = lines.iter().map(|line| expanded(line)).collect();
    let assembled =
        |text: &str, version| assemble_text(text, version).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    let words = assembled(&text, version_of(environment_of(target)));
    assert_eq!(
        assembled(&disassemble_numbered(&words), words[1]),
        words,
        "{name}: other words from its listing"
    );
    // spirv-as encodes bfloat16 numbers as IEEE 754 16-bit floats, and does not know newer extensions.
    #[cfg(feature = "spirv-val")]
    if !text.contains("BFloat16KHR") && !NEWER.iter().any(|extension| text.contains(extension)) {
        let theirs = spirv_as(name, target, &text);
        assert!(
            theirs.is_none_or(|theirs| theirs == words),
            "{name}: other words than those of spirv-as"
        );
    }
    words
}

/// The words of spirv-as for a text, with our generator's number; `None` if it does not know a capability or an opcode.
#[cfg(feature = "spirv-val")]
fn spirv_as(name: &str, target: &str, text: &str) -> Option<Vec<u32>> {
    use spirv_tools::assembler::{Assembler as _, AssemblerOptions, compiled::CompiledAssembler};
    let environment = validate::environment(environment_of(target)).unwrap_or_else(|| panic!("{name}: {target}?"));
    let options = AssemblerOptions {
        preserve_numeric_ids: true,
    };
    let binary = CompiledAssembler::with_env(environment).assemble(text, options);
    let lacks = |error: &str| error.contains("Invalid capability") || error.contains("Invalid Opcode name");
    let binary = match binary.map_err(|error| error.to_string()) {
        Ok(binary) => binary,
        Err(error) if lacks(&error) => return None,
        Err(error) => panic!("{name}: {error}\n{text}"),
    };
    let mut words = AsRef::<[u32]>::as_ref(&binary).to_vec();
    // No generator, as in the words of this crate.
    words[2] = 0;
    Some(words)
}

/// The SPIR-V version of an environment, as in the header.
fn version_of(environment: &str) -> u32 {
    match environment {
        "vulkan1.0" | "spv1.0" => 0x0001_0000,
        "spv1.1" => 0x0001_0100,
        "spv1.2" => 0x0001_0200,
        "vulkan1.1" | "spv1.3" => 0x0001_0300,
        "vulkan1.1spv1.4" | "spv1.4" => 0x0001_0400,
        "vulkan1.2" | "spv1.5" => 0x0001_0500,
        "vulkan1.3" | "vulkan1.4" | "spv1.6" => 0x0001_0600,
        other => panic!("{other}: not an environment"),
    }
}

/// The name of the target without its changes.
fn environment_of(target: &str) -> &str {
    target.split(' ').next().unwrap_or_default()
}

fn report(target: &str, words: &[u32]) -> Report {
    let mut described = Target::parse(environment_of(target)).unwrap();
    for word in target.split(' ').skip(1) {
        let feature = |name: &str| Feature::from_name(name).unwrap_or_else(|error| panic!("{target}: {error}"));
        described = match word.split_once('=') {
            Some(("matrix", numbers)) => with_matrix(described, numbers),
            Some(("binding", numbers)) => with_binding(described, numbers),
            Some((name, value)) => match described.clone().float_property(name, value) {
                Ok(described) => described,
                Err(_) => {
                    let mut limits = described.limits().clone();
                    let numbers: Vec<i64> = value.split(',').map(|number| number.parse().unwrap()).collect();
                    assert!(limits.set(name, &numbers), "{target}: no limit {name}");
                    described.with_limits(limits)
                }
            },
            None if word.starts_with("+VK_") => described.extension(&word[1..]).unwrap(),
            None if word.starts_with("skips_") => with_skips(described, word),
            None if word == "core_only" => described.core_only(),
            None if word == "strict" => described.strict(),
            None if word.starts_with('+') => described.enable(feature(&word[1..])),
            None => described.disable(feature(word.strip_prefix('-').expect("+ or -"))),
        };
    }
    let report = check(words, &described);
    thread_local!(static KEPT: RefCell<Validator> = RefCell::default());
    let kept = KEPT.with_borrow_mut(|validator| validator.check(words, &described));
    assert!(report == kept, "the tables of other modules tell: {report} {kept}");
    report
}

/// Adds a combination of cooperative matrices to a target: sizes M, N, K, then the values of `VkComponentTypeKHR` for
/// A, B, C and the result, whether it saturates, and the scope.
fn with_matrix(target: Target, numbers: &str) -> Target {
    let numbers: Vec<u32> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
    let [m_size, n_size, k_size, a, b, c, result, saturating, scope] = numbers[..] else {
        panic!("{numbers:?} is no combination of matrices");
    };
    let ty = |value| ComponentType::from_value(value).unwrap();
    let mut all = target.cooperative_matrices().unwrap_or_default().to_vec();
    all.push(CooperativeMatrixProperties {
        m_size,
        n_size,
        k_size,
        a_type: ty(a),
        b_type: ty(b),
        c_type: ty(c),
        result_type: ty(result),
        saturating_accumulation: saturating != 0,
        scope: spirv::Scope::from_u32(scope).unwrap(),
    });
    target.with_cooperative_matrices(all)
}

/// Adds a binding to the pipeline layout, or replaces the one with the same number: set, binding, the value of
/// `VkDescriptorType`, number of descriptors and the bits of the stages.
fn with_binding(target: Target, numbers: &str) -> Target {
    let numbers: Vec<u32> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
    let [set, binding, ty, count, stages] = numbers[..] else {
        panic!("{numbers:?} is no binding");
    };
    let mut pipeline = target.pipeline().clone();
    let layout = pipeline.layout.get_or_insert_default();
    layout.retain(|one| (one.set, one.binding) != (set, binding));
    layout.push(LayoutBinding {
        set,
        binding,
        descriptor: DescriptorType::from_value(ty),
        count,
        stages,
    });
    target.with_pipeline(pipeline)
}

fn with_skips(target: Target, word: &str) -> Target {
    let mut pipeline = target.pipeline().clone();
    match word {
        "skips_triangles" => pipeline.skips_triangles = true,
        "skips_aabbs" => pipeline.skips_aabbs = true,
        _ => panic!("{word}?"),
    }
    target.with_pipeline(pipeline)
}

/// A rule that a case violates.
struct Broken {
    rule: String,
    /// Whether the violation is in the part of the rule that is not checked.
    beyond: bool,
    name: String,
    /// Whether spirv-val rejects it by that rule.
    agrees: bool,
    /// Our messages, if spirv-val accepts both the module and the original.
    narrower: Vec<String>,
}

/// The result of spirv-val for a module. It is not run if the case says that it would end the process.
fn asked(words: &[u32], environment: &str, reason: Option<&String>) -> Result<(), String> {
    match reason {
        Some(reason) if reason.contains("fails an assertion") => Err(reason.clone()),
        Some(_) | None => validate(words, environment),
    }
}

/// Checks a case and returns the violated rules.
fn run(case: &Case, apart: &mut Apart, faults: &mut Vec<String>) -> Vec<Broken> {
    let mut answer = Vec::new();
    let words = assemble(&case.name, &case.target, &case.lines);
    let ours = report(&case.target, &words);
    if !ours.is_valid() {
        faults.push(format!("{} is valid, but: {ours}", case.name));
    }
    match (
        asked(&words, environment_of(&case.target), case.reason.as_ref()),
        &case.reason,
    ) {
        (Err(message), None) => faults.push(format!("{}: spirv-val: {message}", case.name)),
        (Ok(()), Some(_)) if validate::PRESENT => {
            faults.push(format!("{}: spirv-val agrees, no reason is due", case.name));
        }
        _ => {}
    }
    let elsewhere = case
        .reason
        .is_none()
        .then(|| elsewhere::environment(apart, &case.target, &words))
        .flatten();
    for broken in &case.breaks {
        let name = format!("{} breaks {}", case.name, broken.rule);
        let words = patched(assemble(&name, &case.target, &edited(case, broken)), broken);
        let besides = broken.edits.iter().filter(|(sign, _)| *sign == '@');
        let target = besides.fold(case.target.clone(), |target, (_, words)| format!("{target} {words}"));
        let ours = report(&target, &words);
        let mut violations = ours.violations.iter();
        let reported = violations.any(|violation| violation.rule.row().name == broken.rule);
        if broken.beyond {
            if reported {
                faults.push(format!("{name} is beyond the rule, but: {ours}"));
            }
            answer.push(Broken {
                rule: broken.rule.clone(),
                beyond: true,
                name,
                agrees: false,
                narrower: Vec::new(),
            });
            continue;
        }
        if let (Some(environment), None) = (elsewhere, &broken.reason) {
            let fault = elsewhere::fault(apart, &broken.rule, environment, &words);
            faults.extend(fault.map(|fault| format!("{name}: {fault}")));
        }
        let theirs = asked(&words, environment_of(&case.target), broken.reason.as_ref());
        if !reported {
            faults.push(format!("{name}, but: {ours}\n  (spirv-val: {theirs:?})"));
        }
        if !validate::PRESENT {
            answer.push(Broken {
                rule: broken.rule.clone(),
                beyond: false,
                name,
                agrees: false,
                narrower: Vec::new(),
            });
            continue;
        }
        let stated = broken.edits.iter().all(|(sign, _)| *sign == '@');
        // If it rejects the original too, its result for the changed module means nothing.
        let agrees = match &case.reason {
            Some(_) => Ok(false),
            None => marks::agrees(broken, theirs.as_ref().err()),
        };
        let agrees = agrees.unwrap_or_else(|fault| {
            faults.push(format!("{name}: {fault}"));
            false
        });
        match (&theirs, &broken.reason) {
            (Ok(()), None) if !stated => faults.push(format!("{name}: spirv-val accepts it, for no reason given")),
            (Err(message), Some(_)) if agrees => {
                faults.push(format!("{name}: spirv-val agrees, no reason is due: {message}"));
            }
            _ => {}
        }
        let narrower = theirs.is_ok() && case.reason.is_none();
        answer.push(Broken {
            narrower: ours
                .violations
                .iter()
                .filter(|violation| narrower && violation.rule.row().name == broken.rule)
                .map(|violation| violation.message.clone())
                .collect(),
            rule: broken.rule.clone(),
            beyond: false,
            name,
            agrees,
        });
    }
    answer
}

#[test]
fn every_rule_is_kept_and_broken() {
    let mut files: Vec<_> = std::fs::read_dir(crate::common::root("spirv/tests/it/check"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let mut faults = Vec::new();
    let mut breaks = Vec::new();
    let mut apart = Apart::default();
    for path in files {
        let file = path.file_stem().unwrap().to_string_lossy().into_owned();
        for case in parse(&file, &std::fs::read_to_string(&path).unwrap()) {
            breaks.extend(run(&case, &mut apart, &mut faults));
        }
    }
    if validate::PRESENT {
        marks::marks(&breaks, &mut faults);
        marks::narrower(&breaks, &mut faults);
    }
    marks::edges(&breaks, &mut faults);
    breaks.retain(|case| !case.beyond);
    let broken: BTreeSet<String> = breaks.into_iter().map(|case| case.rule).collect();
    let known: BTreeSet<String> = Rule::all().map(|rule| rule.row().name.to_owned()).collect();
    faults.extend(
        known
            .difference(&broken)
            .map(|rule| format!("{rule}: no case breaks it")),
    );
    faults.extend(
        broken
            .difference(&known)
            .map(|rule| format!("{rule}: there is no such rule")),
    );
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn what_the_tables_lack_is_named() {
    let module = |size: u32| {
        format!(
            "OpCapability Shader
             OpExtension \"SPV_NOBODY_has_it\"
             OpExtension \"GL_EXT_names_no_extension_of_SPIRV\"
             %set = OpExtInstImport \"IMG.nobody.has.it\"
             %known = OpExtInstImport \"OpenCL.std\"
             OpMemoryModel Logical GLSL450
             OpEntryPoint GLCompute %main \"main\"
             OpExecutionMode %main LocalSize {size} 1 1
             %void = OpTypeVoid
             %signature = OpTypeFunction %void
             %float = OpTypeFloat 32
             %one = OpConstant %float 1
             %main = OpFunction %void None %signature
             %entry = OpLabel
             %result = OpExtInst %float %set 1 %one
             %root = OpExtInst %float %known sqrt %one
             OpReturn
             OpFunctionEnd"
        )
    };
    let judged = |size| {
        // spirv-as knows no such set.
        let words = spirula::words::assemble_text(&module(size), 0x0001_0500).unwrap();
        report("spv1.5", &words)
    };
    let named = ["extension SPV_NOBODY_has_it", "the instructions of IMG.nobody.has.it"];
    let ours = judged(1);
    assert_eq!(
        (ours.verdict(), ours.not_covered),
        (Verdict::NotCovered, named.map(str::to_owned).to_vec())
    );
    // A violation takes precedence, and what is not covered is still listed.
    let ours = judged(0);
    assert_eq!((ours.verdict(), ours.not_covered.len()), (Verdict::Invalid, 2));
}

#[test]
fn rules_have_names_of_their_own() {
    let mut names = BTreeSet::new();
    for rule in Rule::all() {
        let row = rule.row();
        assert!(names.insert(row.name), "{} comes twice", row.name);
        assert_eq!(Rule::from_name(row.name), Some(rule));
        assert!(!row.section.is_empty() && !row.title.is_empty(), "{}", row.name);
        let justified = row.spirv_val != SpirvVal::Lacks || row.vuid.is_some() || row.text.is_some();
        assert!(justified, "{}: nobody has the rule, and it rests on no text", row.name);
        for number in row.vuid.iter().chain(row.formerly) {
            assert!(number.starts_with("VUID-"), "{}: {number}", row.name);
        }
    }
}

/// Two families with one number would be two findings for one mistake.
#[test]
fn a_number_belongs_to_one_family() {
    // Asked of types in blocks and of variables.
    let known = ["VUID-StandaloneSpirv-OpTypeRuntimeArray-04680"];
    let mut families: BTreeMap<&str, &str> = BTreeMap::new();
    for rule in Rule::all() {
        let row = rule.row();
        let (Some(number), Some((family, _))) = (row.vuid, row.name.split_once('/')) else {
            continue;
        };
        let first = families.entry(number).or_insert(family);
        assert!(
            *first == family || known.contains(&number),
            "{number} is in {first} and in {family}"
        );
    }
}

#[test]
fn any_words_get_an_answer() {
    let target = Target::vulkan(1, 3);
    let header = [0x0723_0203, 0x0001_0600, 0, u32::MAX, 0];
    for length in 0..=header.len() {
        assert!(!check(&header[..length], &target).is_valid());
    }
    // Every opcode with no operands, with ones, and with the largest numbers, below a bound of four billion.
    for opcode in 0..=7000_u32 {
        for (count, fill) in [(1, 0), (2, 1), (3, u32::MAX), (6, 1), (6, u32::MAX)] {
            let mut words = header.to_vec();
            words.push(count << 16 | opcode);
            words.extend((1..count).map(|_| fill));
            let _ = check(&words, &target).to_string();
        }
    }
}
