//! An opcode that is added to the grammar is known everywhere without a hand: in a copy of the repository the registry gets an
//! instruction with its own capability and a kind of operands, the tables are generated, and a program reads, prints,
//! assembles and checks a module that has it.
#![allow(clippy::unwrap_used, clippy::panic)]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Adds `OpTwistEXT`, which takes `TwistEXT` of SPV_EXT_twist, and its operand, one of `TwistMode`.
fn extend(grammar: &mut Value) {
    let instruction = json!({
        "opname": "OpTwistEXT",
        "class": "Arithmetic",
        "aliases": ["OpTwistNV"],
        "opcode": 6999,
        "operands": [
            { "kind": "IdResultType" },
            { "kind": "IdResult" },
            { "kind": "IdRef", "name": "Operand" },
            { "kind": "TwistMode" },
            { "kind": "LiteralInteger", "quantifier": "?" }
        ],
        "capabilities": ["TwistEXT"],
        "version": "None"
    });
    grammar["instructions"].as_array_mut().unwrap().push(instruction);
    let kinds = grammar["operand_kinds"].as_array_mut().unwrap();
    let capabilities = kinds.iter_mut().find(|kind| kind["kind"] == "Capability").unwrap();
    let capability = json!({
        "enumerant": "TwistEXT",
        "value": 6998,
        "capabilities": ["Shader"],
        "extensions": ["SPV_EXT_twist"],
        "version": "None"
    });
    capabilities["enumerants"].as_array_mut().unwrap().push(capability);
    kinds.push(json!({
        "category": "ValueEnum",
        "kind": "TwistMode",
        "enumerants": [
            { "enumerant": "Left", "value": 0, "version": "1.0" },
            { "enumerant": "Right", "value": 1, "version": "1.6", "extensions": ["SPV_EXT_twist"] }
        ]
    }));
}

/// What asks the library: each line fails on its own.
const PROGRAM: &str = r##"
use spirula_spirv::check::check;
use spirula_spirv::target::{Addressing, SpirvVersion, Target};
use spirula_spirv::words::reader::Reader;
use spirula_spirv::words::{assemble_text, disassemble_numbered, grammar};

const MODULE: &str = "; SPIR-V
; Version: 1.3
; Generator: Khronos; 0
; Bound: 11
; Schema: 0
               OpCapability Shader
               OpCapability TwistEXT
               OpExtension \"SPV_EXT_twist\"
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %1 \"main\"
               OpExecutionMode %1 LocalSize 1 1 1
          %2 = OpTypeVoid
          %3 = OpTypeFunction %2
          %4 = OpTypeInt 32 0
          %5 = OpConstant %4 7
          %1 = OpFunction %2 None %3
          %6 = OpLabel
          %7 = OpTwistEXT %4 %5 Right 3
               OpReturn
               OpFunctionEnd
";

fn main() {
    // Assembler and disassembler.
    let words = assemble_text(MODULE, 0).expect("the assembler knows the instruction");
    assert_eq!(disassemble_numbered(&words), MODULE);
    let other = assemble_text(&MODULE.replace("OpTwistEXT", "OpTwistNV"), 0);
    assert_eq!(other.as_ref(), Ok(&words), "by its other name");

    // Reader.
    let (_, instructions) = Reader::new(&words).unwrap();
    let twist = instructions.flatten().find(|inst| inst.opcode == 6999).expect("it is read");
    assert_eq!((twist.result_type(), twist.result(), twist.operand_words()), (Some(4), Some(7), &[5, 1, 3][..]));
    let kinds: Vec<&str> = twist.operands(Default::default()).unwrap().map(|operand| operand.unwrap().kind.name()).collect();
    assert_eq!(kinds, ["IdResultType", "IdResult", "IdRef", "TwistMode", "LiteralInteger"]);
    assert_eq!(grammar::syntax(6999).map(|syntax| syntax.name), Some("OpTwistEXT"));

    // Check: what it needs is there, or is missed by name.
    let target = Target::universal(Addressing::Logical, SpirvVersion::V1_3);
    let broken = |text: &str, target: &Target| -> Vec<(String, String)> {
        let report = check(&assemble_text(text, 0).unwrap(), target);
        let rules = report.violations.iter();
        rules.map(|one| (one.rule.to_string(), one.message.clone())).collect()
    };
    assert_eq!(broken(MODULE, &target), []);
    let without = |line: &str| MODULE.replace(&format!("               {line}\n"), "");
    let rules = |text: &str, target: &Target| -> Vec<String> {
        broken(text, target).into_iter().map(|(rule, message)| format!("{rule}: {message}")).collect()
    };
    assert_eq!(
        rules(&without("OpCapability TwistEXT"), &target),
        ["capability/opcode: %7 (OpTwistEXT) needs TwistEXT"]
    );
    assert_eq!(
        rules(&without("OpExtension \"SPV_EXT_twist\""), &target),
        [
            "capability/version: OpCapability TwistEXT is of SPV_EXT_twist",
            "capability/enumerant-version: %7 (OpTwistEXT): Right is of SPIR-V 1.6 or SPV_EXT_twist",
        ]
    );
    assert_eq!(
        rules(MODULE, &Target::vulkan(1, 1)),
        [
            "capability/in-vulkan: OpCapability TwistEXT is no capability of Vulkan",
            "capability/extension-in-vulkan: OpExtension \"SPV_EXT_twist\" is no SPIR-V extension of Vulkan",
        ]
    );
    assert_eq!(rules(&MODULE.replace("Right 3", "!9 3"), &target), ["physical/enumerant: %7 (OpTwistEXT): TwistMode has no 9 (0x9)"]);
    println!("known");
}
"##;

fn run(command: &mut Command, what: &str) -> String {
    let output = command.output().unwrap();
    let (text, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{what}: {text}{errors}");
    text.into_owned()
}

#[test]
fn an_added_opcode_is_known_without_a_hand() {
    let (own, folder) = (root(), tempfile::tempdir().unwrap());
    let copied = folder.path();
    for name in ["spirv", "registry"] {
        copy(&own.join(name), &copied.join(name));
    }
    let path = copied.join("registry/spirv/spirv.core.grammar.json");
    let mut grammar = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    extend(&mut grammar);
    std::fs::write(&path, grammar.to_string()).unwrap();

    let tables = |root: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(["tables", "--root"]).arg(root);
        command
    };
    run(&mut tables(copied), "the generator");

    // A crate beside the copy, so that what the tests of the library need is not built.
    let program = copied.join("program");
    std::fs::create_dir_all(program.join("src")).unwrap();
    std::fs::write(program.join("src/main.rs"), PROGRAM).unwrap();
    let manifest = "[package]\nname = \"added-opcode\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                    [dependencies]\nspirula-spirv = { path = \"../spirv\" }\n\n[workspace]\n";
    std::fs::write(program.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(own.join("Cargo.lock"), program.join("Cargo.lock")).unwrap();
    let built = own.join("target/added-opcode");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--offline"]).current_dir(&program);
    command
        .env("CARGO_TARGET_DIR", built)
        .env("CARGO_PROFILE_DEV_DEBUG", "0");
    assert_eq!(run(&mut command, "the program"), "known\n");
}
