//! Switches: literals that are far apart, and switches inside of switches.

use super::helpers::{broken, lines, unchanged};
use super::rewritten;
use spirula::target::Workaround::{NestedSwitch, SwitchRange};

/// A fragment shader with a function body and a type and constants of the selector.
fn shader(capability: &str, globals: &str, body: &str) -> String {
    format!(
        "OpCapability Shader
        {capability}
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\" %in %out
        OpExecutionMode %main OriginUpperLeft
        OpDecorate %in Location 0
        OpDecorate %in Flat
        OpDecorate %out Location 0
        %void = OpTypeVoid
        %bool = OpTypeBool
        %int = OpTypeInt 32 1
        %float = OpTypeFloat 32
        %input = OpTypePointer Input %int
        %output = OpTypePointer Output %float
        %in = OpVariable %input Input
        %out = OpVariable %output Output
        %f0 = OpConstant %float 0
        %f1 = OpConstant %float 1
        %f2 = OpConstant %float 2
        {globals}
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %x = OpLoad %int %in
        {body}
        OpFunctionEnd"
    )
}

/// A switch with two cases, of which the first falls through to the second.
fn fall_through(first: &str, second: &str) -> String {
    format!(
        "OpSelectionMerge %merge None
        OpSwitch %selector %merge {first} %one {second} %two
        %one = OpLabel
        OpBranch %two
        %two = OpLabel
        %value = OpPhi %float %f1 %entry %f2 %one
        OpBranch %merge
        %merge = OpLabel
        %all = OpPhi %float %f0 %entry %value %two
        OpStore %out %all
        OpReturn"
    )
}

#[test]
fn literals_that_are_far_apart_become_consecutive() {
    let cases = [
        ("", "%x1 = OpCopyObject %int %x", "int", "-1", "0"),
        ("", "%x1 = OpCopyObject %int %x", "int", "-2147483648", "2147483647"),
        ("", "%x1 = OpCopyObject %int %x", "int", "0", "2147483646"),
        ("", "%x1 = OpBitcast %uint %x", "uint", "1", "4294967295"),
        ("OpCapability Int16", "%x1 = OpSConvert %short %x", "short", "-3", "5"),
        ("OpCapability Int64", "%x1 = OpSConvert %long %x", "long", "-3", "5"),
        (
            "OpCapability Int64",
            "%x1 = OpSConvert %long %x",
            "long",
            "3",
            "5000000000",
        ),
    ];
    for (capability, convert, ty, first, second) in cases {
        let globals = match ty {
            "uint" => "%uint = OpTypeInt 32 0",
            "short" => "%short = OpTypeInt 16 1",
            "long" => "%long = OpTypeInt 64 1",
            _ => "",
        };
        let body = fall_through(first, second).replace("%selector", "%x1");
        let text = shader(capability, globals, &format!("{convert}\n{body}"));
        let listing = rewritten(&text, SwitchRange);
        let switch = listing.lines().find(|line| line.contains("OpSwitch")).unwrap();
        let words: Vec<_> = switch.split_whitespace().collect();
        assert_eq!((words[3], words[5]), ("0", "1"), "{listing}");
        assert_eq!(lines(&listing, "OpIEqual"), 2, "{listing}");
        assert_eq!(lines(&listing, "OpSelect "), 2, "{listing}");
        let at = |text| listing.lines().position(|line| line.contains(text)).unwrap();
        assert_eq!(at("OpSelectionMerge") + 1, at("OpSwitch"), "{listing}");
        broken(&text, SwitchRange);
    }
}

#[test]
fn literals_with_one_target_are_kept_apart() {
    let body = "OpSelectionMerge %merge None
        OpLine %file 1 1
        OpSwitch %x %merge -7 %one 6 %one 5 %two 7 %merge
        %one = OpLabel
        OpBranch %merge
        %two = OpLabel
        OpBranch %merge
        %merge = OpLabel
        %all = OpPhi %float %f0 %entry %f1 %one %f2 %two
        OpStore %out %all
        OpReturn";
    let text = shader("", "", body).replace(
        "OpDecorate %in Location 0",
        "%file = OpString \"a\"\nOpDecorate %in Location 0",
    );
    // The merge instruction and the switch are neighbours but for lines.
    let listing = rewritten(&text.replace("OpLine %file 1 1", ""), SwitchRange);
    assert_eq!(lines(&listing, "OpSelect "), 4, "{listing}");
    let listing = spirula::words::disassemble(
        &spirula::rewrite::apply(
            &spirula::words::assemble_text(&text, 0x0001_0000).unwrap(),
            spirula::target::Workarounds::from([SwitchRange]),
        )
        .unwrap()
        .words,
    );
    let at = |text| listing.lines().position(|line| line.contains(text)).unwrap();
    assert!(at("OpSelect ") < at("OpSelectionMerge"), "{listing}");
}

#[test]
fn literals_that_are_close_stay() {
    for (first, second) in [("1", "7000000"), ("0", "1"), ("0", "2147483645"), ("-5", "-4")] {
        unchanged(
            &shader("", "", &fall_through(first, second).replace("%selector", "%x")),
            SwitchRange,
        );
    }
    let body = "OpSelectionMerge %merge None
        OpSwitch %x %merge
        %merge = OpLabel
        OpReturn";
    unchanged(&shader("", "", body), SwitchRange);
}

/// A switch in the first case of a switch. `inner` is the inner one with its merge block.
fn nested(inner: &str) -> String {
    shader(
        "",
        "%true = OpConstantTrue %bool",
        &format!(
            "%y = OpIAdd %int %x %x
            %less = OpSLessThan %bool %x %y
            OpSelectionMerge %merge None
            OpSwitch %x %merge 1 %one 2 %two
            %one = OpLabel
            %z = OpIMul %int %y %x
            {inner}
            OpBranch %two
            %two = OpLabel
            OpBranch %merge
            %merge = OpLabel
            OpStore %out %f0
            OpReturn"
        ),
    )
}

#[test]
fn a_nested_switch_is_in_a_selection() {
    let inner = "OpSelectionMerge %end DontFlatten
        OpSwitch %z %other 1 %end 2 %a 3 %b
        %a = OpLabel
        %a1 = OpFAdd %float %f1 %f2
        OpBranch %b
        %b = OpLabel
        %b1 = OpPhi %float %f1 %one %a1 %a
        OpBranch %end
        %other = OpLabel
        OpBranch %end
        %end = OpLabel
        %value = OpPhi %float %f0 %one %b1 %b %f2 %other
        OpStore %out %value
        OpStore %out %f1";
    let text = nested(inner);
    let listing = rewritten(&text, NestedSwitch);
    assert_eq!(lines(&listing, "OpSelectionMerge"), 3, "{listing}");
    assert_eq!(lines(&listing, "OpUnreachable"), 1, "{listing}");
    assert_eq!(lines(&listing, "OpPhi"), 2, "{listing}");
    broken(&text, NestedSwitch);
}

#[test]
fn a_nested_switch_without_an_exit() {
    let inner = "OpSelectionMerge %end None
        OpSwitch %z %other 1 %a
        %a = OpLabel
        OpKill
        %other = OpLabel
        OpReturn
        %end = OpLabel
        OpUnreachable
        %unused = OpLabel";
    let listing = rewritten(&nested(inner), NestedSwitch);
    assert_eq!(lines(&listing, "OpUnreachable"), 3, "{listing}");
}

#[test]
fn a_nested_switch_that_ends_in_a_loop() {
    // The merge block is the header of a loop.
    let inner = "OpSelectionMerge %head None
        OpSwitch %z %head 1 %a
        %a = OpLabel
        OpBranch %head
        %head = OpLabel
        %i = OpPhi %int %x %one %y %a %j %next
        OpLoopMerge %end %next None
        OpBranchConditional %less %next %end
        %next = OpLabel
        %j = OpIAdd %int %i %x
        OpBranch %head
        %end = OpLabel";
    let text = nested(inner);
    let listing = rewritten(&text, NestedSwitch);
    assert_eq!(lines(&listing, "OpPhi"), 2, "{listing}");
    broken(&text, NestedSwitch);
}

#[test]
fn a_nested_switch_in_a_loop_with_jumps() {
    let inner = "OpBranch %head
        %head = OpLabel
        OpLoopMerge %end %next None
        OpBranchConditional %less %loop %end
        %loop = OpLabel
        OpSelectionMerge %done None
        OpSwitch %z %done 1 %a 2 %b
        %a = OpLabel
        OpBranch %next
        %b = OpLabel
        OpBranch %end
        %done = OpLabel
        OpBranch %next
        %next = OpLabel
        %n = OpPhi %float %f1 %a %f2 %done
        OpBranch %head
        %end = OpLabel";
    let text = nested(inner);
    let listing = rewritten(&text, NestedSwitch);
    assert_eq!(lines(&listing, "OpUnreachable"), 1, "{listing}");
    broken(&text, NestedSwitch);
}

#[test]
fn three_levels_of_switches() {
    let inner = "OpSelectionMerge %end None
        OpSwitch %z %end 1 %a
        %a = OpLabel
        OpSelectionMerge %last None
        OpSwitch %y %last 1 %b
        %b = OpLabel
        OpBranch %last
        %last = OpLabel
        %v = OpPhi %float %f0 %a %f1 %b
        OpBranch %end
        %end = OpLabel
        %w = OpPhi %float %f0 %one %v %last";
    let listing = rewritten(&nested(inner), NestedSwitch);
    assert_eq!(lines(&listing, "OpUnreachable"), 2, "{listing}");
}

#[test]
fn a_switch_beside_a_switch_stays() {
    let switch = |from: &str, to: &str| {
        format!(
            "OpSelectionMerge %{to} None
            OpSwitch %x %{to} 1 %case{from}
            %case{from} = OpLabel
            OpBranch %{to}
            %{to} = OpLabel"
        )
    };
    let body = format!("{}\n{}\nOpReturn", switch("entry", "middle"), switch("middle", "last"));
    unchanged(&shader("", "", &body), NestedSwitch);
    // One that is in such a selection already.
    let inner = "OpSelectionMerge %end None
        OpBranchConditional %true %start %dead
        %dead = OpLabel
        OpUnreachable
        %start = OpLabel
        OpSelectionMerge %left None
        OpSwitch %z %left 1 %a
        %a = OpLabel
        OpBranch %left
        %left = OpLabel
        OpBranch %end
        %end = OpLabel";
    unchanged(&nested(inner), NestedSwitch);
}
