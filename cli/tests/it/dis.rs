//! `spirula dis` and `spirula as`, and assembly as an input of `spirula compile`.

use super::place::Place;

const TEXT: &str = "; SPIR-V
; Version: 1.3
; Generator: Khronos SPIR-V Tools Assembler; 0
; Bound: 11
; Schema: 0
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main \"main\"
               OpExecutionMode %main LocalSize 1 1 1
               OpName %main \"main\"
       %void = OpTypeVoid
          %3 = OpTypeFunction %void
       %bool = OpTypeBool
       %true = OpConstantTrue %bool
      %float = OpTypeFloat 32
%float_0_100000001 = OpConstant %float 0.100000001
       %main = OpFunction %void None %3
          %8 = OpLabel
               OpSelectionMerge %10 None
               OpBranchConditional %true %9 %10
          %9 = OpLabel
               OpBranch %10
         %10 = OpLabel
               OpReturn
               OpFunctionEnd
";

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// A folder with the module of the text, `a.spv`.
fn assembled() -> Place {
    let place = Place::with(&[("a.spvasm", TEXT)]);
    let run = place.run(&["as", "a.spvasm"]).good();
    assert_eq!((run.stdout.as_slice(), run.stderr.as_str()), (&[][..], ""));
    assert!(place.is_module("a.spv"));
    place
}

#[test]
fn a_module_has_the_text_that_it_was_assembled_from() {
    let place = assembled();
    let run = place.run(&["dis", "a.spv"]).good();
    assert_eq!((text(run.stdout).as_str(), run.stderr.as_str()), (TEXT, ""));
    // Text is assembled first.
    assert_eq!(text(place.run(&["dis", "a.spvasm"]).good().stdout), TEXT);
    // Standard input, with and without a dash.
    for arguments in [&["dis"][..], &["dis", "-"]] {
        assert_eq!(text(place.run_with_input(arguments, TEXT).good().stdout), TEXT);
    }
    // The other byte order.
    let swapped: Vec<u8> = place
        .read("a.spv")
        .chunks_exact(4)
        .flat_map(|word| word.iter().rev().copied().collect::<Vec<u8>>())
        .collect();
    place.write("swapped.spv", &swapped);
    assert_eq!(text(place.run(&["dis", "swapped.spv"]).good().stdout), TEXT);
    // To a file.
    let run = place.run(&["dis", "a.spv", "-o", "b.spvasm"]).good();
    assert!(run.stdout.is_empty());
    assert_eq!(text(place.read("b.spvasm")), TEXT);
    assert_eq!(text(place.run(&["dis", "a.spv", "-o", "-"]).good().stdout), TEXT);
}

#[test]
fn several_modules_have_their_names() {
    let place = assembled();
    place.write("b/c.spv", &place.read("a.spv"));
    let run = place.run(&["dis", "a.spv", "b"]).good();
    assert_eq!(text(run.stdout), format!("; a.spv\n{TEXT}; b/c.spv\n{TEXT}"));
    place
        .run(&["dis", "a.spv", "b", "-o", "all.spvasm"])
        .expect_one(2, "`-o FILE` takes one module");
}

#[test]
fn each_switch_of_dis_changes_the_text() {
    let place = assembled();
    let lines = |switches: &[&str]| {
        let run = place.run(&[&["dis", "a.spv"], switches].concat()).good();
        text(run.stdout)
    };
    let raw = lines(&["--raw-ids", "--no-header"]);
    assert!(raw.starts_with("               OpCapability Shader\n"), "{raw}");
    assert!(raw.contains("          %7 = OpConstant %6 0.100000001\n"), "{raw}");
    assert_eq!(lines(&["--raw-id", "--no-header"]), raw);
    let plain = lines(&["--no-indent"]);
    assert!(
        plain.contains("\nOpReturn\n") && plain.contains("\n%10 = OpLabel\n"),
        "{plain}"
    );
    let offsets = lines(&["--offsets", "--raw-ids"]);
    assert!(
        offsets.contains("               OpCapability Shader                  ; 0x00000014\n"),
        "{offsets}"
    );
    let comments = lines(&["--comment"]);
    assert!(
        comments.contains("\n\n               ; Debug Information\n"),
        "{comments}"
    );
    assert!(comments.contains("\n\n               ; Function main\n"), "{comments}");
    assert!(comments.contains("; id %1\n"), "{comments}");
    let nested = lines(&["--nested-indent"]);
    assert!(nested.contains("\n\n          %9 =     OpLabel\n"), "{nested}");
    assert!(nested.contains("\n\n         %10 = OpLabel\n"), "{nested}");
    // Colours are for terminals, unless they are asked for.
    let colored = lines(&["--color", "always"]);
    assert!(
        colored.contains("       \u{1b}[34m%void\u{1b}[0m = OpTypeVoid\n"),
        "{colored}"
    );
    assert_eq!(lines(&["--color", "auto"]), TEXT);
    assert_eq!(lines(&["--color", "never"]), TEXT);
}

#[test]
fn what_is_no_module_is_an_error() {
    let place = assembled();
    place.write("cut.spv", &place.read("a.spv")[..96]);
    place.write("wrong.spv", b"no module");
    place.write("a.wgsl", b"fn main() {}");
    let run = place.run(&["dis", "cut.spv"]);
    assert!(text(run.stdout.clone()).contains("OpMemoryModel"), "{}", run.stderr);
    run.expect_one(1, "error: cut.spv: the instruction at word ");
    place
        .run(&["dis", "wrong.spv"])
        .expect_one(1, "error: wrong.spv: the first word is ");
    place
        .run(&["dis", "a.wgsl"])
        .expect_one(1, "it is a shader and no SPIR-V module");
    place.run(&["dis", "none.spv"]).expect_one(2, "cannot read `none.spv`");
    place
        .run(&["dis", "a.spv", "-o", "none/b.spvasm"])
        .expect_one(2, "there is no folder `none`");
    // The other inputs are printed all the same.
    let run = place.run(&["dis", "wrong.spv", "a.spv"]).expect(1, &["wrong.spv"]);
    assert_eq!(text(run.stdout), format!("; a.spv\n{TEXT}"));
}

#[test]
fn text_is_assembled_to_a_file() {
    let place = assembled();
    let words = place.read("a.spv");
    for arguments in [&["as"][..], &["as", "-"], &["as", "a.spvasm", "-o", "-"]] {
        assert_eq!(place.run_with_input(arguments, TEXT).good().stdout, words);
    }
    place.run(&["as", "a.spvasm", "-o", "b.module"]).good();
    assert_eq!(place.read("b.module"), words);
    // Raw ids, and any name.
    let raw = place.run(&["dis", "a.spv", "--raw-ids"]).good().stdout;
    place.write("raw.txt", &raw);
    place.run(&["as", "raw.txt"]).good();
    assert_eq!(place.read("raw.spv"), words);
    // The version of a text that states none.
    for (switches, version) in [
        (&[][..], 6),
        (&["--target-env", "vulkan1.0"], 0),
        (&["--target-env", "spv1.4"], 4),
    ] {
        let words = place
            .run_with_input(&[&["as"], switches].concat(), "OpCapability Shader\n")
            .good()
            .stdout;
        assert_eq!(words[4..8], [0, version, 1, 0]);
    }
}

#[test]
fn errors_of_a_text_have_their_line() {
    let place = Place::with(&[("a.spvasm", "OpCapability Shader\n  OpFooBar %1\n")]);
    place
        .run(&["as", "a.spvasm"])
        .expect_one(1, "a.spvasm:2:3")
        .expect(1, &["2 │   OpFooBar %1\n", "^^^^^^^^"]);
    assert_eq!(place.files(), ["a.spvasm"]);
    place.run(&["dis", "a.spvasm"]).expect_one(1, "a.spvasm:2:3");
    place.run(&["compile", "a.spvasm"]).expect_one(1, "a.spvasm:2:3");
    place
        .run(&["as", "none.spvasm"])
        .expect_one(2, "cannot read `none.spvasm`");
    place.run(&["as", "."]).expect_one(2, "is a folder");
    place
        .run(&["as", "a.spvasm", "--target-env", "vulkan9"])
        .expect(2, &["vulkan9"]);
    // The input stays as it is.
    place.write("b.spv", TEXT.as_bytes());
    place
        .run(&["as", "b.spv"])
        .expect_one(2, "the module would replace the input `b.spv`");
    assert_eq!(text(place.read("b.spv")), TEXT);
    place.run(&["as", "b.spv", "-o", "c.spv"]).good();
    place
        .run(&["as", "c.spv", "-o", "d.spv"])
        .expect_one(1, "`spirula dis` prints its text");
}

#[test]
fn assembly_is_compiled_and_its_listing_is_that_of_the_new_module() {
    let place = assembled();
    let run = place.run(&["compile", "a.spvasm"]).good();
    assert_eq!(run.stderr, "");
    assert!(place.is_module("a.spvasm.spv"));
    let note =
        "note: `a.spv` is compiled to a new module, whose assembly this is; `spirula dis a.spv` prints its own\n";
    let list = ["compile", "a.spv", "--emit", "spvasm", "-o", "-"];
    assert_eq!(place.run(&list).expect(0, &[]).stderr, note);
    assert_eq!(place.run(&[&list[..], &["-q"]].concat()).good().stderr, "");
    // In a folder only what is no listing of a shader beside it.
    place.run(&["compile", ".", "--out-dir", "out"]).good();
    assert!(!place.files().contains(&"out/a.spvasm.spv".to_owned()));
}
