//! Differences of two modules: what is shown, what is ignored, and what never differs.

use spirula_spirv::diff::{Change, Diff, Options};
use spirula_spirv::words::assemble_text;

/// A shader with pieces that a test replaces.
fn shader(declarations: &str, body: &str) -> Vec<u32> {
    shader_with(declarations, body, "")
}

fn shader_with(declarations: &str, body: &str, functions: &str) -> Vec<u32> {
    let text = format!(
        "OpCapability Shader
         OpMemoryModel Logical GLSL450
         OpEntryPoint Fragment %main \"main\" %in %out
         OpExecutionMode %main OriginUpperLeft
         OpDecorate %in Location 0
         OpDecorate %out Location 0
         %void = OpTypeVoid
         %f32 = OpTypeFloat 32
         %to_in = OpTypePointer Input %f32
         %to_out = OpTypePointer Output %f32
         %local = OpTypePointer Function %f32
         %fn = OpTypeFunction %void
         %half = OpConstant %f32 0.5
         %third = OpConstant %f32 0.25
         {declarations}
         %in = OpVariable %to_in Input
         %out = OpVariable %to_out Output
         %main = OpFunction %void None %fn
         %entry = OpLabel
         {body}
         OpReturn
         OpFunctionEnd
         {functions}"
    );
    assemble_text(&text, 0x1_0000).unwrap()
}

const BODY: &str = "%x = OpVariable %local Function
    %a = OpLoad %f32 %in
    %b = OpFMul %f32 %a %half
    %c = OpFAdd %f32 %b %a
    OpStore %x %c
    %d = OpLoad %f32 %x
    OpStore %out %d";

fn difference(first: &[u32], second: &[u32]) -> String {
    Diff::new(first, second, &Options::default()).unwrap().to_string()
}

#[track_caller]
fn changed(body: &str, due: &str) {
    let text = difference(&shader("", BODY), &shader("", body));
    let changes: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    let due: Vec<&str> = due.lines().map(str::trim).collect();
    let words = |line: &&str| {
        let (mark, text) = line.split_at(1);
        mark.to_owned() + &text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(changes.iter().map(words).collect::<Vec<_>>(), due, "{text}");
}

#[test]
fn another_constant_is_one_line() {
    changed(
        &BODY.replace("%half", "%third"),
        "@@ declarations @@
         +%f32_0.25 = OpConstant %f32 0.25
         -%f32_0.5 = OpConstant %f32 0.5
         @@ %main @@
         -%fmul_Input_location0 = OpFMul %f32 %load_Input_location0 %f32_0.5
         +%fmul_Input_location0 = OpFMul %f32 %load_Input_location0 %f32_0.25",
    );
}

/// A value that takes the place of another changes the instructions that use it, and nothing after them.
#[test]
fn an_instruction_more_is_one_line_and_its_use() {
    changed(
        &BODY.replace("OpStore %x %c", "%n = OpFNegate %f32 %c\nOpStore %x %n"),
        "@@ %main @@
         -OpStore %var_f32_VAR %fadd_fmul_Input_location0
         +%fnegate_fadd = OpFNegate %f32 %fadd_fmul_Input_location0
         +OpStore %var_f32_VAR %fnegate_fadd"
            .replace("VAR", &variable())
            .as_str(),
    );
}

/// What the name of the variable ends with.
fn variable() -> String {
    let form = spirula_spirv::listing::normal(&shader("", BODY)).unwrap();
    let name = form.split_once("%var_f32_").unwrap().1;
    name.split_whitespace().next().unwrap().to_owned()
}

#[test]
fn another_operation_is_one_line() {
    changed(
        &BODY.replace("OpFAdd", "OpFSub"),
        "@@ %main @@
         -%fadd_fmul_Input_location0 = OpFAdd %f32 %fmul_Input_location0 %load_Input_location0
         +%fadd_fmul_Input_location0 = OpFSub %f32 %fmul_Input_location0 %load_Input_location0",
    );
}

#[test]
fn ids_and_orders_and_what_nothing_uses_do_not_differ() {
    let first = shader("", BODY);
    let unused = "OpDecorate %unused SpecId 7\n%u64 = OpTypeInt 64 0\n%unused = OpSpecConstant %u64 7";
    // The decoration is where it does not belong; its place does not matter either.
    let second = shader(
        unused,
        &BODY.replace("%a", "%100").replace("%b", "%a").replace("%100", "%b"),
    );
    assert_eq!(difference(&first, &second), "");
    assert!(Diff::new(&first, &second, &Options::default()).unwrap().is_same());
}

#[test]
fn functions_are_matched_by_what_they_are() {
    // Without names there is only their type and their content.
    let one = "%one = OpFunction %void None %fn\n%1 = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let two = "%two = OpFunction %void None %fn\n%2 = OpLabel\nOpKill\nOpFunctionEnd\n";
    let (call_one, call_two) = ("%3 = OpFunctionCall %void %one\n", "%4 = OpFunctionCall %void %two\n");
    let calls = format!("{call_one}{call_two}");
    let both = shader_with("", &calls, &format!("{one}{two}"));
    let turned = shader_with("", &calls, &format!("{two}{one}"));
    assert_eq!(difference(&both, &turned), "");
    // The second one alone is not taken for the first one.
    let alone = shader_with("", call_two, two);
    let text = difference(&both, &alone);
    let removed: Vec<&str> = text.lines().filter(|line| line.starts_with('-')).collect();
    let returns = removed.iter().filter(|line| line.ends_with("OpReturn")).count();
    assert_eq!((removed.len(), returns), (5, 1), "{text}");
}

#[test]
fn a_member_more_changes_the_structure_and_not_what_points_to_it() {
    let buffer = |members: &str, offsets: &str| {
        let declarations = format!(
            "OpDecorate %s Block\nOpMemberDecorate %s 0 Offset 0\n{offsets}
             OpDecorate %buffer DescriptorSet 0\nOpDecorate %buffer Binding 3
             %s = OpTypeStruct {members}\n%to_s = OpTypePointer Uniform %s\n%buffer = OpVariable %to_s Uniform
             %to_f32 = OpTypePointer Uniform %f32\n%i32 = OpTypeInt 32 1\n%zero = OpConstant %i32 0"
        );
        let body = "%p = OpAccessChain %to_f32 %buffer %zero\n%a = OpLoad %f32 %p\nOpStore %out %a";
        shader(&declarations, body)
    };
    let diff = Diff::new(
        &buffer("%f32", ""),
        &buffer("%f32 %f32", "OpMemberDecorate %s 1 Offset 4"),
        &Options::default(),
    )
    .unwrap();
    assert_eq!(diff.counts(), (1, 2), "{diff}");
    assert_eq!(diff.summary(), "decorations: -0 +1\ndeclarations: -1 +1\n");
}

#[test]
fn names_and_debug_information_can_be_ignored() {
    let named = |name: &str, line: u32| {
        let declarations = format!("%file = OpString \"a.wgsl\"\nOpName %in \"{name}\"");
        shader(
            &declarations,
            &BODY.replace("OpStore %out", &format!("OpLine %file {line} 1\nOpStore %out")),
        )
    };
    let (first, second) = (named("left", 4), named("right", 5));
    let counts = |change: &dyn Fn(&mut Options)| {
        let mut options = Options::default();
        change(&mut options);
        Diff::new(&first, &second, &options).unwrap().counts()
    };
    assert_eq!(counts(&|_| {}), (2, 2));
    assert_eq!(counts(&|options| options.ignore_names = true), (1, 1));
    assert_eq!(counts(&|options| options.ignore_debug = true), (1, 1));
    let both = |options: &mut Options| (options.ignore_names, options.ignore_debug) = (true, true);
    assert_eq!(counts(&both), (0, 0));
    // Without debug information the file's name is not used.
    let plain = shader("", BODY);
    let mut options = Options::default();
    both(&mut options);
    assert!(Diff::new(&first, &plain, &options).unwrap().is_same());
}

/// The place in the shader is that of the first line which differs.
#[test]
fn the_line_of_the_shader_is_named() {
    let with = |operation: &str| {
        let body = BODY.replace("%c = OpFAdd", &format!("OpLine %file 17 3\n%c = {operation}"));
        shader("%file = OpString \"dir/a.wgsl\"", &body)
    };
    let diff = Diff::new(&with("OpFAdd"), &with("OpFDiv"), &Options::default()).unwrap();
    let [hunk] = diff.hunks() else { panic!("{diff}") };
    assert_eq!(hunk.source, Some(("dir/a.wgsl".to_owned(), 17)));
    assert!(diff.to_string().starts_with("@@ %main @@ dir/a.wgsl:17\n"), "{diff}");
    let mut options = Options::default();
    options.context = 0;
    let diff = Diff::new(&with("OpFAdd"), &with("OpFDiv"), &options).unwrap();
    let changes = diff.hunks().iter().flat_map(|hunk| &hunk.lines);
    assert!(changes.clone().all(|(change, _)| *change != Change::Equal), "{diff}");
}

/// Types that lose their names are the same types.
#[test]
fn a_module_without_names_differs_in_names() {
    let module = |names: &str| {
        let text = format!(
            "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n\
             OpExecutionMode %main LocalSize 1 1 1\n{names}%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
             %f32 = OpTypeFloat 32\n%inner = OpTypeStruct %f32 %f32\n%outer = OpTypeStruct %inner %f32\n\
             %pointer = OpTypePointer Function %outer\n%zero = OpConstantNull %outer\n\
             %main = OpFunction %void None %fn\n%entry = OpLabel\n%held = OpVariable %pointer Function %zero\n\
             %all = OpLoad %outer %held\nOpStore %held %all\nOpReturn\nOpFunctionEnd\n"
        );
        assemble_text(&text, 0x1_0000).unwrap()
    };
    let named = module("OpName %inner \"Inner\"\nOpMemberName %inner 0 \"x\"\nOpName %outer \"Outer\"\n");
    let diff = Diff::new(&named, &module(""), &Options::default()).unwrap();
    assert_eq!((diff.counts(), diff.hunks().len()), ((3, 0), 1), "{diff}");
}

/// Variables are shown after the label of the first block, as in the module.
#[test]
fn a_variable_more_is_behind_the_label() {
    let more = BODY
        .replace("%a =", "%y = OpVariable %local Function\n%a =")
        .replace("OpStore %out", "OpStore %y %d\nOpStore %out");
    let text = difference(&shader("", BODY), &shader("", &more));
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part} in\n{text}"));
    assert!(at("OpLabel") < at("+"), "{text}");
}

#[test]
fn long_texts_are_compared_by_lines() {
    let source = |line: &str| {
        let lines: String = (0..30)
            .map(|at| {
                if at == 17 {
                    line.to_owned()
                } else {
                    format!("line {at}\n")
                }
            })
            .collect();
        format!("%file = OpString \"a.wgsl\"\nOpSource WGSL 0 %file \"{lines}\"")
    };
    let module = |line: &str| {
        let text = format!("OpCapability Shader\nOpMemoryModel Logical GLSL450\n{}", source(line));
        assemble_text(&text, 0x1_0000).unwrap()
    };
    let diff = Diff::new(&module("one\n"), &module("two\nthree\n"), &Options::default()).unwrap();
    assert_eq!(
        diff.to_string(),
        "@@ sources @@\n line 14\n line 15\n line 16\n-one\n+two\n+three\n line 18\n line 19\n line 20\n"
    );
    assert_eq!(diff.counts(), (1, 2));
}

#[test]
fn versions_and_sources_differ() {
    let first = shader("", BODY);
    let mut second = first.clone();
    second[1] = 0x1_0600;
    assert_eq!(difference(&first, &second), "@@ version @@\n-1.0\n+1.6\n");
    let sources = |order: [&str; 2]| {
        let lines = order.map(|name| format!("OpSourceExtension \"{name}\"\n"));
        shader(&lines.concat(), BODY)
    };
    // Their order has a meaning.
    let diff = Diff::new(&sources(["a", "b"]), &sources(["b", "a"]), &Options::default()).unwrap();
    assert_eq!(diff.counts(), (1, 1), "{diff}");
}

#[test]
fn what_is_no_module_is_an_error() {
    let module = shader("", BODY);
    let error = Diff::new(&module, &[7], &Options::default()).unwrap_err();
    assert!(error.is_second);
    assert!(error.to_string().starts_with("the second module: "), "{error}");
    assert!(!Diff::new(&[], &module, &Options::default()).unwrap_err().is_second);
}
