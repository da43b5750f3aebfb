//! Tests of the public writer: the content of an `Output` after a write, after another one, and after an error; and
//! work that is done only on request.

use crate::common::parse::{self, Shader};
use spirula::{EntryPoint, Error, ErrorKind, Feature, Options, Output, Reflection, Target, Writer};

/// Fills every field of an output, on Vulkan 1.0.
const RICH: &str = "override width: u32 = 4;
@group(0) @binding(0) var<storage, read_write> seen: array<u32>;
@fragment fn main(@location(0) at: vec2f) -> @location(0) vec4f {
    seen[u32(at.x)] = width;
    return vec4f(at, 0.0, 1.0);
}";

const PLAIN: &str = "@compute @workgroup_size(1) fn main() {}";

/// Needs a feature that the target lacks.
const WIDE: &str = "@group(0) @binding(0) var<storage, read_write> o: array<f64>;
@compute @workgroup_size(1) fn main() { o[0] = o[1] + 1lf; }";

fn shader(source: &str) -> Shader {
    parse::wgsl(source, "test.wgsl").unwrap()
}

fn target() -> Target {
    Target::vulkan(1, 0).disable(Feature::ShaderFloat64)
}

/// Options with specialization constants.
fn open() -> Options {
    let mut options = Options::default();
    options.spec_constants = true;
    options
}

/// The output of a new writer.
fn fresh(shader: &Shader, options: &Options) -> Output {
    spirula::compile(&shader.module, &shader.info, &target(), options).unwrap()
}

/// Writes a module that fills every field of the output.
fn rich(writer: &mut Writer, output: &mut Output) {
    let shader = shader(RICH);
    writer
        .write_reflected(&shader.module, &shader.info, &open(), output)
        .unwrap();
    let fields = [
        output.words.is_empty(),
        output.requirements.is_empty(),
        output.features.is_empty(),
        output.extensions.is_empty(),
        output.limits.is_empty(),
        output.spec_constants.is_empty(),
        output.reflection == Reflection::default(),
    ];
    assert_eq!(fields, [false; 7], "{output:?}");
}

#[test]
fn an_output_is_replaced_by_the_next_write() {
    let (mut writer, mut output) = (Writer::new(target()), Output::default());
    rich(&mut writer, &mut output);
    let plain = shader(PLAIN);
    let expected = fresh(&plain, &open());
    writer
        .write_reflected(&plain.module, &plain.info, &open(), &mut output)
        .unwrap();
    assert_eq!(output, expected);
    assert!(output.features.is_empty() && output.extensions.is_empty() && output.spec_constants.is_empty());
    rich(&mut writer, &mut output);
    assert_eq!(output, fresh(&shader(RICH), &open()));
}

#[test]
fn an_error_leaves_the_output_empty_and_the_writer_as_good_as_new() {
    let absent = || {
        let mut options = open();
        options.entry_point = Some(EntryPoint {
            stage: None,
            name: "absent".to_owned(),
        });
        options
    };
    let unnamed = || {
        let mut options = open();
        options.overrides.insert("height".to_owned(), 1.0);
        options
    };
    let missing = |error: &Error| matches!(error.diagnostics()[0].kind, ErrorKind::Missing(_));
    let other = |error: &Error| !missing(error);
    type Judge<'a> = &'a dyn Fn(&Error) -> bool;
    let refused: [(&str, Options, Judge<'_>); 3] = [
        (WIDE, open(), &missing),
        (RICH, absent(), &other),
        (RICH, unnamed(), &other),
    ];
    let (mut writer, mut output) = (Writer::new(target()), Output::default());
    for (source, options, judge) in &refused {
        rich(&mut writer, &mut output);
        let (refused, room) = (shader(source), output.words.capacity());
        let error = writer.write_reflected(&refused.module, &refused.info, options, &mut output);
        let error = error.unwrap_err();
        assert!(judge(&error), "{error}");
        assert_eq!(output, Output::default(), "{error}");
        assert_eq!(output.words.capacity(), room, "{error}");
        rich(&mut writer, &mut output);
        assert_eq!(output, fresh(&shader(RICH), &open()), "{error}");
    }
}

#[test]
fn a_reflection_is_there_only_where_it_is_asked_for() {
    let (mut writer, mut output) = (Writer::new(target()), Output::default());
    rich(&mut writer, &mut output);
    let with = output.clone();
    let shader = shader(RICH);
    writer
        .write(&shader.module, &shader.info, &open(), &mut output)
        .unwrap();
    assert_eq!(output.reflection, Reflection::default());
    assert!(output.limits.is_empty(), "limits are counted with the reflection");
    output.reflection = with.reflection.clone();
    output.limits = with.limits.clone();
    assert_eq!(output, with, "nothing else differs");
}

#[test]
fn a_writer_has_the_target_it_was_given() {
    let wide = shader(WIDE);
    let mut output = Output::default();
    for (target, accepts) in [(target(), false), (Target::vulkan(1, 0), true)] {
        let mut writer = Writer::new(target.clone());
        assert_eq!(*writer.target(), target);
        let outcome = writer.write(&wide.module, &wide.info, &Options::default(), &mut output);
        assert_eq!(outcome.is_ok(), accepts, "{outcome:?}");
    }
}

#[test]
fn the_self_check_is_off_unless_it_is_asked_for() {
    assert!(!Options::default().self_check);
}

/// The self-check does not change the output.
#[test]
fn the_self_check_gives_the_same_output() {
    let mut checked = open();
    checked.self_check = true;
    for source in [RICH, PLAIN] {
        let shader = shader(source);
        assert_eq!(fresh(&shader, &checked), fresh(&shader, &open()));
    }
}
