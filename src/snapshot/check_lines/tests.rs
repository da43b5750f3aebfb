//! Each directive with lines that pass and lines that fail, and the messages of these.

#![allow(clippy::unwrap_used)]

use super::*;

const LISTING: &str = "\
        OpCapability Shader
               OpMemoryModel Logical GLSL450

%main = OpFunction %void None %fn_void
%load.1 = OpLoad %u32 %a
%load.2 = OpLoad %u32 %b
%iadd.1 = OpIAdd %u32 %load.1 %load.2
%iadd.10 = OpIAdd %u32 %load.2 %load.2
OpStore %a %iadd.10
OpStore %b %iadd.1
OpReturn

%f = OpFunction %void None %fn_void
OpReturn
";

fn targets() -> Vec<String> {
    ["vulkan1.0", "vulkan1.1", "vulkan1.2"].map(str::to_owned).into()
}

/// The result of a shader's check lines for a listing of one of three targets.
fn checked_with(lines: &str, prefixes: &[Prefix]) -> Result<(), String> {
    let checks = CheckLines::parse(lines, &targets(), prefixes).map_err(|unmet| unmet.message)?;
    checks.run(1, LISTING).map_err(|unmet| unmet.message)
}

fn checked(lines: &str) -> Result<(), String> {
    checked_with(lines, &[Prefix::default()])
}

#[test]
fn lines_that_pass() {
    let passes = [
        "// CHECK: OpLoad %u32 %a\n// CHECK: OpLoad\n// CHECK: OpReturn",
        "; CHECK:   OpLoad   %u32  %b",
        "let a = 1; // CHECK: OpLoad %u32 %b",
        // Plain text is found anywhere, and twice in a line.
        "// CHECK: Load %u\n// CHECK: Load",
        // A number is a whole one.
        "// CHECK: Op{{.*}} %load.1\n// CHECK-NOT: OpIAdd %u3\n// CHECK: %iadd.1{{0}}\n// CHECK-NOT: {{^}}%iadd.1\n// CHECK: OpStore %b %iadd.1",
        "// CHECK: OpCapability\n// CHECK: GLSL4{{5}}\n// CHECK: %load.1",
        "// CHECK-COUNT-3: %load.2\n// CHECK-SAME: %load.2",
        "// CHECK: OpFunction\n// CHECK-NEXT: OpLoad %u32 %a\n// CHECK-NEXT: OpLoad %u32 %b",
        "// CHECK-COUNT-2: OpLoad\n// CHECK-NEXT: OpIAdd",
        "// CHECK: %load.2 =\n// CHECK-SAME: OpLoad\n// CHECK-SAME: %b",
        "// CHECK: GLSL450\n// CHECK-EMPTY:\n// CHECK-NEXT: OpFunction",
        "// CHECK-NOT: OpStore\n// CHECK: OpIAdd\n// CHECK-NOT: OpLoad",
        // In any order, without overlaps.
        "// CHECK: %main\n// CHECK-DAG: OpStore %b\n// CHECK-DAG: OpStore %a\n// CHECK-NOT: OpStore\n// CHECK-NEXT: OpReturn",
        "// CHECK-DAG: OpLoad\n// CHECK-DAG: OpLoad\n// CHECK-NOT: OpLoad\n// CHECK: OpReturn",
        "// CHECK-DAG: OpLoad\n// CHECK-NOT: OpReturn\n// CHECK-DAG: OpStore",
        // Labels confine what is before and behind them.
        "// CHECK-LABEL: %main = \n// CHECK: OpStore\n// CHECK-LABEL: %f = \n// CHECK-NEXT: OpReturn\n// CHECK-NOT: OpStore",
        "// CHECK-LABEL: %main = \n// CHECK-NOT: %f = OpLoad\n// CHECK-LABEL: %f =",
        "// CHECK: {{^}}%load.2 = {{.*}}{{$}}\n// CHECK: {{(OpStore|OpLoad) %[ab] }}%iadd",
        "// CHECK: %{{.*}} = OpIAdd {{.*}} %load.2\n// CHECK: OpSt{{[a-z]+}}",
        "// CHECK: {{Op[A-Z]{2}dd}}",
        "// CHECK: [[SUM:]] = OpIAdd\n// CHECK: OpStore %b [[SUM]]",
        "// CHECK: [[SUM:%iadd[.][0-9]+]] = OpIAdd\n// CHECK: OpStore %a [[SUM]]0\n// CHECK: OpStore %b [[SUM]]",
        "// CHECK: OpIAdd %u32 [[X:]] [[X]]",
        "// CHECK: OpIAdd %u32 [[X:%.*]] [[X]]{{$}}",
        "// CHECK[vulkan1.0]: OpNop\n// CHECK[vulkan1.1]: OpLoad",
        "// CHECK[..vulkan1.0,vulkan1.2..]: OpNop\n// CHECK[vulkan1.0..vulkan1.1]: OpLoad",
        "// CHECK[vulkan1.0]: OpFunction [[A:]]\n// CHECK[vulkan1.0]: [[A]]",
        "// no directive: CHECK: OpNop",
        "// COM: CHECK: OpNop",
        "// TODO: OpNop\n// NOTE: x\n// SPDX-License-Identifier: MIT\n// CHECKING the rest: x\n// Label: y",
    ];
    for lines in passes {
        assert_eq!(checked(lines), Ok(()), "{lines}");
    }
}

#[test]
fn lines_that_fail() {
    let fails = [
        (
            "\n// CHECK: OpIAdd %u32 %load.2\n// CHECK: OpLoad %u32",
            "line 3: `CHECK: OpLoad %u32`: not found; the search began at column 31 of line 8 of the listing: \
             `%iadd.10 = OpIAdd %u32 %load.2 %load.2`\n  it is before that, in line 5: `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK: %load.1 =\n// CHECK: OpLoad %u32 %c",
            "line 2: `CHECK: OpLoad %u32 %c`: not found; the search began at column 10 of line 5 of the listing: \
             `%load.1 = OpLoad %u32 %a`\n  possible intended match: line 5: `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK-COUNT-2: OpReturn\n// CHECK: OpReturn",
            "line 2: `CHECK: OpReturn`: not found; the search began at the end of the listing\n  \
             it is before that, in line 11: `OpReturn`",
        ),
        (
            "// CHECK: OpMemoryModel Vulkan",
            "line 1: `CHECK: OpMemoryModel Vulkan`: not found; the search began at line 1 of the listing: \
             `OpCapability Shader`\n  possible intended match: line 2: `OpMemoryModel Logical GLSL450`",
        ),
        (
            "// CHECK: OpFunction\n// CHECK-NEXT: OpLoad %u32 %b",
            "line 2: `CHECK-NEXT: OpLoad %u32 %b`: found at line 6 of the listing: `%load.2 = OpLoad %u32 %b`; line 5 is \
             `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK: %load.1\n// CHECK-NEXT: OpLoad",
            "line 2: `CHECK-NEXT: OpLoad`: found in the line of the last match, line 5 of the listing: \
             `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK: %load.1\n// CHECK-SAME: OpIAdd",
            "line 2: `CHECK-SAME: OpIAdd`: found at line 7 of the listing: `%iadd.1 = OpIAdd %u32 %load.1 %load.2`; line 5 is \
             `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK: %load.1\n// CHECK-EMPTY:",
            "line 2: `CHECK-EMPTY:`: line 6 of the listing is not empty: `%load.2 = OpLoad %u32 %b`",
        ),
        (
            "// CHECK-COUNT-3: = OpLoad",
            "line 1: `CHECK-COUNT-3: = OpLoad`: not found (3 of 3); the search began at column 17 of line 6 of the listing: \
             `%load.2 = OpLoad %u32 %b`\n  it is before that, in line 5: `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK-NOT: OpLoad\n// CHECK: OpIAdd",
            "line 1: `CHECK-NOT: OpLoad`: found at line 5 of the listing: `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK: %f = \n// CHECK-NOT: OpReturn",
            "line 2: `CHECK-NOT: OpReturn`: found at line 14 of the listing: `OpReturn`",
        ),
        (
            "// CHECK-DAG: OpStore\n// CHECK-DAG: OpStore\n// CHECK-DAG: OpStore",
            "line 3: `CHECK-DAG: OpStore`: not found; the search began at column 8 of line 10 of the listing: \
             `OpStore %b %iadd.1`\n  it is before that, in line 9: `OpStore %a %iadd.10`",
        ),
        (
            "// CHECK-DAG: OpReturn\n// CHECK-NOT: %f\n// CHECK-DAG: OpReturn",
            "line 2: `CHECK-NOT: %f`: found at line 13 of the listing: `%f = OpFunction %void None %fn_void`",
        ),
        (
            "// CHECK-LABEL: %main =\n// CHECK: OpLoad %u32 %a\n// CHECK: OpLoad %u32 %a\n// CHECK-LABEL: %f =",
            "line 3: `CHECK: OpLoad %u32 %a`: not found; the search began at line 6 of the listing: \
             `%load.2 = OpLoad %u32 %b`\n  it is before that, in line 5: `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK: [[A:]] = OpLoad\n// CHECK: OpStore %a [[A]]",
            "line 2: `CHECK: OpStore %a [[A]]`: not found; the search began at column 17 of line 5 of the listing: \
             `%load.1 = OpLoad %u32 %a`\n  possible intended match: line 9: `OpStore %a %iadd.10`",
        ),
        // A use of an id matches a whole one.
        (
            "// CHECK: [[A:]] = OpIAdd\n// CHECK: OpStore %a [[A]]",
            "line 2: `CHECK: OpStore %a [[A]]`: not found; the search began at column 17 of line 7 of the listing: \
             `%iadd.1 = OpIAdd %u32 %load.1 %load.2`\n  possible intended match: line 9: `OpStore %a %iadd.10`",
        ),
    ];
    for (lines, message) in fails {
        assert_eq!(checked(lines), Err(message.to_owned()), "{lines}");
    }
}

#[test]
fn lines_that_are_wrong() {
    let wrong = [
        (
            "// CHECK-NEXT: OpLoad",
            "`CHECK-NEXT: OpLoad`: there is no match before it",
        ),
        ("// CHECK-EMPTY:", "`CHECK-EMPTY:`: there is no match before it"),
        ("// CHECK: [[A]]", "`CHECK: [[A]]`: no [[A:]] before it"),
        (
            "// CHECK[vulkan1.1]-NOT: OpLoad",
            "`CHECK[vulkan1.1]-NOT: OpLoad`: the condition is in front of the colon: `CHECK-NOT[vulkan1.1]:`",
        ),
        (
            "// CHECKNOT: OpLoad",
            "`CHECKNOT: OpLoad`: no check line begins with it; the nearest is `CHECK-NOT:`",
        ),
        (
            "; CHEK-NEXT[vulkan1.0]: OpLoad",
            "`CHEK-NEXT[vulkan1.0]: OpLoad`: no check line begins with it; the nearest is `CHECK-NEXT:`",
        ),
        (
            "// CHECK-ALL: OpLoad",
            "`CHECK-ALL: OpLoad`: no such directive; known are -NEXT, -SAME, -NOT, -DAG, -LABEL, -EMPTY, -COUNT-n",
        ),
        ("// CHECK-COUNT-0: a", "`CHECK-COUNT-0: a`: `0` is no number from 1 on"),
        ("// CHECK OpLoad", "`CHECK OpLoad`: a colon is missing"),
        ("// CHECK OpLoad: a", "`CHECK OpLoad: a`: a colon is missing"),
        ("// CHECK:", "`CHECK:`: the pattern is empty"),
        ("// CHECK-EMPTY: a", "`CHECK-EMPTY: a`: an empty line has no pattern"),
        (
            "// CHECK-LABEL: [[A:]]",
            "`CHECK-LABEL: [[A:]]`: a label has no variables",
        ),
        (
            "// CHECK[vulkan1.1: OpLoad",
            "`CHECK[vulkan1.1: OpLoad`: a `]` is missing",
        ),
        (
            "// CHECK[vulkan1.9]: OpLoad",
            "`CHECK[vulkan1.9]: OpLoad`: the shader has no target vulkan1.9",
        ),
        ("// CHECK: {{x", "`CHECK: {{x`: a `}}` is missing"),
        ("// CHECK: [[x", "`CHECK: [[x`: a `]]` is missing"),
        ("// CHECK: [[1:x]]", "`CHECK: [[1:x]]`: `1` is no name of a variable"),
        (
            "// CHECK: [[#N:]]",
            "`CHECK: [[#N:]]`: `[[#N:]]`: numbers are not computed here",
        ),
        (
            "// CHECK: {{x(}}",
            "`CHECK: {{x(}}`: `x(` is no regular expression: unclosed group",
        ),
    ];
    for (lines, message) in wrong {
        assert_eq!(checked(lines), Err(format!("line 1: {message}")), "{lines}");
    }
}

#[test]
fn prefixes_have_targets() {
    let prefix = |name: &str, targets: Option<&str>| Prefix {
        name: name.to_owned(),
        targets: targets.map(str::to_owned),
    };
    let prefixes = [
        prefix("CHECK", None),
        prefix("OLD", Some("..vulkan1.0")),
        prefix("CHECK-NEW", Some("vulkan1.1..")),
    ];
    let checked = |lines| checked_with(lines, &prefixes);
    assert_eq!(
        checked("// OLD: OpNop\n// CHECK: OpLoad\n// CHECK-NEW-NEXT: OpLoad"),
        Ok(())
    );
    let unmet = checked("// CHECK-NEW: OpNop").unwrap_err();
    assert!(unmet.starts_with("line 1: `CHECK-NEW: OpNop`: not found"), "{unmet}");
}

#[test]
fn lines_for_targets_without_a_listing_are_idle() {
    let checks = CheckLines::parse(
        "// CHECK: a\n// CHECK-NOT[vulkan1.0]: b",
        &targets(),
        &[Prefix::default()],
    )
    .unwrap();
    let messages = |is_listed: fn(usize) -> bool| -> Vec<String> {
        checks.idle(is_listed).into_iter().map(|unmet| unmet.message).collect()
    };
    assert!(messages(|_| true).is_empty());
    let idle = "line 2: `CHECK-NOT[vulkan1.0]: b`: its targets refuse the shader";
    assert_eq!(messages(|target| target > 0), [idle]);
    assert!(checks.has_positive());
}

/// The check lines are not part of the source in debug information.
#[test]
fn check_lines_are_cut_off() {
    let shader = "// CHECK is a word.\nfn main() {} // CHECK: a\n";
    for lines in ["", "\n", "\n// CHECK: OpReturn\n; CHECK-NEXT: OpFunctionEnd\n"] {
        assert_eq!(without(&format!("{shader}{lines}"), &[Prefix::default()]), shader);
    }
}

/// No pattern and no listing makes it panic.
#[test]
fn anything_is_read() {
    let pieces = [
        "[[", "]]", "{{", "}}", ":", "A", " ", "é", ".*", "[", "]", "%", "-NOT", "CHECK", "\\", "{", "}", "^", "$",
    ];
    let mut state = 1_u32;
    for _ in 0..2_000 {
        let mut text = "// CHECK: [[A:]]\n// CHECK".to_owned();
        for _ in 0..8 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text += pieces[(state >> 16) as usize % pieces.len()];
        }
        if let Ok(checks) = CheckLines::parse(&text, &targets(), &[Prefix::default()]) {
            let _ = checks.run(0, "é %a é\n\n%é");
        }
    }
}
