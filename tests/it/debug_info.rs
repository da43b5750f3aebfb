//! Tests of full debug information (`NonSemantic.Shader.DebugInfo.100`): it is valid at every target, it changes no
//! other instruction, and each statement has a line. `debug_info::described` and `debug_info::kinds` test its content.

mod described;
mod kinds;
mod lists;
mod module;
mod statements;
mod table;

use crate::common::case::Case;
use crate::common::parse::{self, Shader};
use crate::common::setup::Setup;
use crate::common::strip::{debug_set, is_of, without_debug_info};
use crate::common::{backends, real, root, setup, shaders_below, validate};
use spirula::DebugLevel;
use spirula::target::Workarounds;
use spirula::words::reader::Reader;
use statements::Statements;

/// Compiles a shader with and without debug information. Returns what is wrong, if anything; `None` also if the shader
/// is refused without it.
fn fault(
    name: &str,
    source: &str,
    shader: &Shader,
    setup: &Setup,
    target: &str,
    validator: Option<validate::ValidatorOptions>,
) -> Option<String> {
    let mut plain = setup.clone();
    plain.debug_info = None;
    let plain = setup::compile(&shader.module, &shader.info, &plain).ok()?;
    let full = setup.with_debug_info(name, source);
    let full = match setup::compile(&shader.module, &shader.info, &full) {
        Ok(full) => full,
        Err(error) => return Some(format!("{name} at {target}: {error:#}")),
    };
    if full.debug_level != DebugLevel::Full {
        return Some(format!("{name} at {target}: {:?}", full.debug_level));
    }
    if let Err(message) = validate::validate_with(&full.words, target, validator) {
        return Some(format!("{name} at {target} is invalid: {message}"));
    }
    let (stripped, plain) = (without_debug_info(&full.words), without_debug_info(&plain.words));
    if stripped != plain {
        let differs = stripped.iter().zip(&plain).position(|(left, right)| left != right);
        let at = differs.unwrap_or(stripped.len().min(plain.len()));
        return Some(format!(
            "{name} at {target}: instruction {at} of {} is {:x?} and without debug information, of {}, {:x?}",
            stripped.len(),
            stripped.get(at),
            plain.len(),
            plain.get(at)
        ));
    }
    None
}

fn none(faults: &[String]) {
    let shown = &faults[..faults.len().min(20)];
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), shown.join("\n"));
}

#[test]
fn a_snapshot_stripped_of_it_equals_one_written_without() {
    let (mut faults, mut compared) = (Vec::new(), 0);
    for path in shaders_below(&root("snapshots")) {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let Ok(shader) = parse::file(&path) else { continue };
        let name = path.display().to_string();
        let own: Vec<&str> = case.targets.iter().map(String::as_str).collect();
        for target in validate::VULKAN.iter().filter(|target| own.contains(target)) {
            let Ok(mut setup) = case.options_for(target) else {
                continue;
            };
            // A rewriting declares what it needs after all else, unless the debug information has declared it before.
            setup.workarounds = Workarounds::NONE;
            compared += 1;
            faults.extend(fault(
                &name,
                &case.source,
                &shader,
                &setup,
                target,
                Some(case.validator.clone()),
            ));
        }
    }
    none(&faults);
    assert!(compared > 900, "{compared} modules are too few");
}

#[test]
fn a_real_shader_stripped_of_it_equals_one_written_without() {
    let mut faults = Vec::new();
    let mut shaders = Vec::new();
    for path in shaders_below(&root("examples")) {
        let source = std::fs::read_to_string(&path).expect("a text");
        let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
        shaders.push((path.display().to_string(), source, shader));
    }
    for (name, source) in real::vello() {
        let shader = parse::wgsl(&source, name).unwrap_or_else(|error| panic!("{error}"));
        shaders.push((name.to_owned(), source, shader));
    }
    for (name, source, shader) in &shaders {
        for target in validate::VULKAN {
            faults.extend(fault(name, source, shader, &backends::options(target), target, None));
        }
    }
    none(&faults);
}

/// Does the same for every shader below the folder `SPIRULA_SHADERS`, and looks for the lines of its statements.
#[test]
#[ignore = "needs a folder of shaders in SPIRULA_SHADERS"]
fn a_shader_of_a_folder_stripped_of_it_equals_one_written_without() {
    let folder = std::env::var_os("SPIRULA_SHADERS").expect("SPIRULA_SHADERS");
    let (mut faults, mut missing, mut compared, mut looked_for) = (Vec::new(), Vec::new(), 0, 0);
    for path in shaders_below(folder.as_ref()) {
        let (Ok(source), Ok(shader)) = (std::fs::read_to_string(&path), parse::file(&path)) else {
            continue;
        };
        let name = path.display().to_string();
        for target in validate::VULKAN {
            compared += 1;
            faults.extend(fault(&name, &source, &shader, &backends::options(target), target, None));
        }
        let found = without_lines(&name, &source, &shader);
        looked_for += found.looked_for;
        missing.extend(
            found
                .missing
                .iter()
                .map(|(line, kind)| format!("{name}:{line}: a {kind}")),
        );
    }
    println!(
        "{compared} modules, {looked_for} statements, {} without a line",
        missing.len()
    );
    println!("{}", missing.join("\n"));
    none(&faults);
    // A few statements never run, and the walk over statements does not find all of those.
    assert!(
        missing.len() * 500 <= looked_for,
        "{} of {looked_for} without a line",
        missing.len()
    );
}

/// Counts the statements of a shader and lists those without a line. Empty if the shader is refused.
fn without_lines(name: &str, source: &str, shader: &Shader) -> Statements {
    let setup = backends::options("vulkan1.3").with_debug_info(name, source);
    let full = setup::compile(&shader.module, &shader.info, &setup);
    full.map_or_else(
        |_| Statements::default(),
        |full| statements::statements(shader, source, &full.words),
    )
}

#[test]
fn each_statement_of_a_snapshot_has_a_line() {
    let (mut faults, mut looked_for) = (Vec::new(), 0);
    for path in shaders_below(&root("snapshots")) {
        let (Ok(case), Ok(shader)) = (Case::read(&path), parse::file(&path)) else {
            continue;
        };
        let name = path.display().to_string();
        let found = without_lines(&name, &case.source, &shader);
        looked_for += found.looked_for;
        faults.extend(
            found
                .missing
                .iter()
                .map(|(line, kind)| format!("{name}:{line}: a {kind} without a line")),
        );
    }
    none(&faults);
    assert!(looked_for > 1200, "{looked_for} statements are too few");
}

/// A target without the extension gets `OpLine`, and `Output::debug_level` shows that.
#[test]
fn a_target_without_the_set_has_lines() {
    let source = "@compute @workgroup_size(1) fn main() { var x = 1; x += 1; }";
    let shader = parse::wgsl(source, "lines.wgsl").unwrap();
    for (target, strict, level) in [
        ("vulkan1.0", true, DebugLevel::Lines),
        ("vulkan1.2", true, DebugLevel::Lines),
        ("vulkan1.3", true, DebugLevel::Full),
        ("vulkan1.0", false, DebugLevel::Full),
    ] {
        let mut setup = backends::options(target);
        if strict {
            setup.target = setup.target.strict();
        }
        let setup = setup.with_debug_info("lines.wgsl", source);
        let output = setup::compile(&shader.module, &shader.info, &setup).unwrap();
        assert_eq!(output.debug_level, level, "{target}");
        let (_, reader) = Reader::new(&output.words).unwrap();
        let (mut lines, mut described) = (0, 0);
        let set = debug_set(&output.words);
        for instruction in reader {
            let instruction = instruction.unwrap();
            lines += u32::from(instruction.opcode == spirv::Op::Line as u16);
            described += u32::from(set.is_some_and(|set| is_of(&instruction, set)));
        }
        assert_eq!(lines > 0, level == DebugLevel::Lines, "{target}");
        assert_eq!(described > 10, level == DebugLevel::Full, "{target}");
    }
}
