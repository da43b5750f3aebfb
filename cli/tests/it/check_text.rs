//! Tests of `spirula check` with assembly: the accepted inputs, and the places in messages.

use serde_json::json;

use super::place::Place;

/// Line 13 adds an integer to a float.
const WRONG: &str = "\
; A comment, and no header.
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 64 1 1
%file = OpString \"a.comp\"
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0  %float = OpTypeFloat 32
%zero = OpConstant %uint 0
%half = OpConstant %float 0x1p-1
%main = OpFunction %void None %function %entry = OpLabel
        OpLine %file 12 5 %sum = OpFAdd %float %half %zero ; here
        OpReturn
        OpFunctionEnd
";

#[test]
fn a_finding_points_into_the_text() {
    let place = Place::with(&[("a.spvasm", WRONG)]);
    let due = "\
error[typing/operand]: %sum (OpFAdd): operand %zero (type %uint) should be of type %float
   ┌─ a.spvasm:13:27
   │
13 │         OpLine %file 12 5 %sum = OpFAdd %float %half %zero ; here
   │                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   │
   = in function %main, block %entry
   = from a.comp:12:5
   = SPIR-V §3.52: an operand's type is one that the instruction takes, given the result's

";
    assert_eq!(place.run(&["check", "a.spvasm"]).stderr, due);
    let run = place.run(&["check", "a.spvasm", "--message-format", "json"]);
    let finding = &run.lines()[0]["violations"][0];
    assert_eq!((&finding["line"], &finding["column"]), (&json!(13), &json!(27)));
    assert_eq!(finding["instruction"], "%sum = OpFAdd %float %half %zero");
    assert_eq!(
        (&finding["function"], &finding["block"]),
        (&json!("%main"), &json!("%entry"))
    );
    assert_eq!(finding["shader"], json!({"file": "a.comp", "line": 12, "column": 5}));
    let number = 1 + WRONG.split("%sum").next().unwrap().matches("Op").count();
    assert_eq!(finding["number"], number);
    // The same words as a binary module: names as in spirv-dis, no line.
    let words = spirula::words::assemble_text(WRONG, 0x0001_0300).unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    place.write("a.spv", &bytes);
    let run = place.run(&["check", "a.spv", "--message-format", "json"]);
    let other = &run.lines()[0]["violations"][0];
    assert_eq!((&other["line"], &other["column"]), (&json!(null), &json!(null)));
    for same in ["rule", "offset", "byte_offset", "number", "shader", "title"] {
        assert_eq!(finding[same], other[same], "{same}");
    }
    let message = other["message"].as_str().unwrap();
    assert!(
        message.ends_with("operand %uint_0 (type %uint) should be of type %float"),
        "{message}"
    );
    let byte = other["byte_offset"].as_u64().unwrap() as usize;
    assert_eq!(bytes[byte..byte + 2], [129, 0], "OpFAdd");
}

#[test]
fn text_is_known_by_its_name_or_its_beginning() {
    let place = Place::with(&[("a.txt", WRONG), ("in/b.spvasm", WRONG), ("in/c.txt", WRONG)]);
    place.run(&["check", "a.txt"]).expect(1, &["a.txt:13:27"]);
    place.run_with_input(&["check", "-"], WRONG).expect(1, &["┌─ -:13:27"]);
    let run = place.run(&["check", "in", "--message-format", "json"]);
    let files: Vec<_> = run.lines().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(files, ["in/b.spvasm"]);
    // The extension is sufficient, whatever the start of the text.
    place.write("d.spvasm", b"!0x00020011 !1");
    place.run(&["check", "d.spvasm"]).expect(1, &["error[logical/"]);
}

#[test]
fn text_that_is_no_assembly_has_its_place() {
    let place = Place::with(&[("a.spvasm", "OpCapability Shader\n  OpCapability Shadow ; no such\n")]);
    let due = "\
error: `Shadow` is no capability; the nearest is `Shader`
  ┌─ a.spvasm:2:16
  │
2 │   OpCapability Shadow ; no such
  │                ^^^^^^

";
    assert_eq!(place.run(&["check", "a.spvasm"]).expect(2, &[]).stderr, due);
    let run = place.run(&["check", "a.spvasm", "--message-format", "json"]);
    assert_eq!(run.status, 2);
    let line = &run.lines()[0];
    assert!(line["verdict"].is_null());
    assert_eq!(
        line["error"],
        "a.spvasm:2:16: `Shadow` is no capability; the nearest is `Shader`"
    );
}

#[test]
fn the_version_is_the_texts_or_the_targets() {
    // NonWritable on a Function variable needs SPIR-V 1.4.
    let place = Place::with(&[("a.spvasm", WRONG)]);
    let later = WRONG.replace("; A comment, and no header.", "; SPIR-V\n; Version: 1.5");
    place.write("b.spvasm", later.as_bytes());
    let rules = |file: &str, target: &str| -> Vec<String> {
        let run = place.run(&["check", file, "--target-env", target, "--message-format", "json"]);
        let lines = run.lines();
        let violations = lines[0]["violations"].as_array().unwrap().clone();
        violations
            .iter()
            .map(|one| one["rule"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(rules("a.spvasm", "vulkan1.1"), ["typing/operand"]);
    assert_eq!(rules("a.spvasm", "vulkan1.3"), ["typing/operand"]);
    assert_eq!(rules("b.spvasm", "vulkan1.1"), ["physical/version"]);
    assert_eq!(rules("b.spvasm", "vulkan1.3"), ["typing/operand"]);
}

#[test]
fn long_lists_and_names_are_cut_in_messages() {
    let name = "x".repeat(5000);
    let members = "%float ".repeat(3000);
    let text = WRONG
        .replace("%void = OpTypeVoid", &format!("OpName %again \"{name}\"\n%void = OpTypeVoid\n%again = OpTypeVoid"))
        .replace("%zero =", &format!("%many = OpTypeStruct {members}\n%none = OpConstantNull %many\n%bad = OpConstantComposite %many %none\n%zero ="));
    let words = spirula::words::assemble_text(&text, 0x0001_0300).unwrap();
    let place = Place::new();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    place.write("a.spv", &bytes);
    let run = place.run(&["check", "a.spv"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("x…"), "{}", run.stderr);
    let longest = run.stderr.lines().map(str::len).max().unwrap();
    assert!(longest < 600, "{longest}");
}
