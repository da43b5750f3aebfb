//! Modules of this project beside the text that `spirv-dis` prints for them: `NAME.raw.spvasm` is assembled, and
//! `NAME.spvasm` is the text by default. `flow` has texts with switches too.
//!
//! The texts are those of SPIRV-Tools 2026.4 or of the version in the crate `spirv-tools`, which agree but for bfloat16.

use spirula::words::{Disassembly, assemble_text, disassemble, disassemble_friendly, disassemble_numbered};

const NUMBERS: (&str, &str) = (
    include_str!("disassembly/numbers.raw.spvasm"),
    include_str!("disassembly/numbers.spvasm"),
);
const NAMES: (&str, &str) = (
    include_str!("disassembly/names.raw.spvasm"),
    include_str!("disassembly/names.spvasm"),
);
const FLOW: (&str, &str) = (
    include_str!("disassembly/flow.raw.spvasm"),
    include_str!("disassembly/flow.spvasm"),
);

fn words(text: &str) -> Vec<u32> {
    assemble_text(text, 0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Compares line by line, for a short message.
#[track_caller]
fn assert_same(ours: &str, due: &str) {
    for (line, (one, other)) in ours.lines().zip(due.lines()).enumerate() {
        assert_eq!(one, other, "line {}", line + 1);
    }
    assert_eq!(ours, due);
}

#[test]
fn the_text_is_that_of_spirv_dis() {
    for (raw, due) in [NUMBERS, NAMES, FLOW] {
        assert_same(&disassemble_friendly(&words(raw)), due);
        assert_same(&Disassembly::default().text(&words(raw)), due);
    }
}

#[test]
fn the_text_with_switches_is_that_of_spirv_dis() {
    let words = words(FLOW.0);
    let all = Disassembly::new().comments(true).offsets(true).nested_indent(true);
    assert_same(&all.text(&words), include_str!("disassembly/flow.all.spvasm"));
    let comments = Disassembly::new().comments(true).raw_ids(true).indent(false);
    assert_same(&comments.text(&words), include_str!("disassembly/flow.comment.spvasm"));
    // The header is the first five lines.
    let body: Vec<&str> = FLOW.1.split_inclusive('\n').skip(5).collect();
    assert_same(&Disassembly::new().header(false).text(&words), &body.concat());
    // Colours change what is seen in nothing.
    let mut colored = all.colors(true).text(&words);
    assert!(colored.contains("\u{1b}[34m%uint_0\u{1b}[0m = OpConstant \u{1b}[33m%uint\u{1b}[0m \u{1b}[31m0\u{1b}[0m"));
    for code in ["0", "31", "32", "33", "34", "1;30"] {
        colored = colored.replace(&format!("\u{1b}[{code}m"), "");
    }
    assert_same(&colored, include_str!("disassembly/flow.all.spvasm"));
}

#[test]
fn text_with_raw_ids_has_the_same_words() {
    for (raw, _) in [NUMBERS, NAMES, FLOW] {
        let words = words(raw);
        let layouts = [
            Disassembly::new(),
            Disassembly::new().indent(false),
            Disassembly::new().comments(true).offsets(true).nested_indent(true),
        ];
        for layout in layouts {
            assert_eq!(
                assemble_text(&layout.raw_ids(true).text(&words), 0).as_ref(),
                Ok(&words)
            );
        }
        assert_eq!(assemble_text(&disassemble_numbered(&words), 0).as_ref(), Ok(&words));
        // Names change the numbers of ids only.
        for text in [disassemble(&words), disassemble_friendly(&words)] {
            let again = assemble_text(&text, 0).unwrap();
            assert_eq!(again.len(), words.len());
            assert_eq!(again[..5], words[..5]);
        }
    }
}

/// Every word of a module is changed in turn: there is a text, in any layout, and no panic.
#[test]
fn damaged_words_have_a_text() {
    let layout = Disassembly::new().comments(true).offsets(true).nested_indent(true);
    for (raw, _) in [NUMBERS, NAMES, FLOW] {
        let words = words(raw);
        for at in 0..words.len() {
            for value in [0, 1, 7, 0xFFFF, u32::MAX, words[at] ^ 1 << 16, words[at].swap_bytes()] {
                let mut damaged = words.clone();
                damaged[at] = value;
                assert!(!layout.text(&damaged).is_empty());
                let numbered = Disassembly::new().raw_ids(true).text(&damaged);
                assert!(!numbered.is_empty());
            }
            let cut = words.get(..at).unwrap_or_default();
            assert!(!layout.text(cut).is_empty());
        }
    }
}
