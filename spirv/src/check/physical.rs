//! The form of the words: the header, word counts, and operands as the grammar defines them (SPIR-V §2.3, Physical
//! Layout of a SPIR-V Module and Instruction; §3, Binary Form).
//!
//! Reports the errors that the decoder has recorded. Whether an enumerant may be used is checked in `capability`.

use super::module::{Malformed, MalformedKind, Module, NONE};
use super::rule::rules;
use super::{Checker, Options, Report};
use crate::target::{SpirvVersion, Target};
use crate::words::reader::ReadError;
use core::fmt;

rules! {
    /// The form of the words.
    Physical "physical" {
        Form "form" "SPIR-V §2.3": "words are a header and whole instructions";
        Version "version" "SPIR-V §2.3": "the version is one that the target accepts";
        Bound "bound" "SPIR-V §2.3, §2.17": "every id is above 0 and below the bound, which is at most 4,194,303";
        Schema "schema" "SPIR-V §2.3": "the schema is 0" [ours:
            "Word 4 of the first words: 0, reserved for an instruction schema"];
        Operands "operands" "SPIR-V §3.52": "instructions have the operands of their opcode";
        Opcode "opcode" "SPIR-V §3.52": "an opcode is one of the specification or of a declared extension"
            (decides "extensions of the registry");
        Enumerant "enumerant" "SPIR-V §3": "enumerants and bits of masks are defined";
        Number "number" "SPIR-V §2.2.1": "literal numbers have the words of their type";
        ExtendedInstruction "extended-instruction" "SPIR-V §3.52.4": "an extended instruction is one of an imported set";
    }
}

/// The largest bound (SPIR-V §2.17, "Universal Limits").
const MAX_IDS: u32 = 0x3F_FFFF;

/// Reports words whose header cannot be read.
pub(super) fn unreadable(report: &mut Report, options: &Options, error: &ReadError) {
    let rule = Physical::Form.into();
    match options.silences(rule) {
        false => report.add(rule, error.offset(), format_args!("{error}")),
        // Nothing has been checked, so the module is not valid even if the rule is silenced.
        true => report.not_covered.push(error.to_string()),
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let header = module.header;
    if let Some(error) = module.read_error {
        if cx.options.silences(Physical::Form.into()) {
            // The rest is not checked, so the module is not valid even if the rule is silenced.
            cx.not_covered(format_args!("{error}"));
        }
        cx.violate_module(Physical::Form, error.offset(), format_args!("{error}"));
    }
    version(cx, header.version);
    if header.bound == 0 || header.bound > MAX_IDS {
        let bound = header.bound;
        cx.violate_module(
            Physical::Bound,
            3,
            format_args!("the bound is {bound}, not within 1 to {MAX_IDS}"),
        );
    }
    if header.schema != 0 {
        cx.violate_module(Physical::Schema, 4, format_args!("the schema is {}", header.schema));
    }
    let declares_unknown = !module.malformed.is_empty() && declares_unknown(module);
    for what in &module.malformed {
        malformed(cx, what, declares_unknown);
    }
    ids(cx);
}

/// Whether a module is of a newer version than the target takes, and that is reported. What the version allows would be
/// reported only in consequence.
pub(super) fn is_newer(cx: &Checker<'_, '_>) -> bool {
    let version = SpirvVersion::from_word(cx.module.header.version);
    version.is_some_and(|version| version > cx.target.spirv_version()) && !cx.options.silences(Physical::Version.into())
}

fn version(cx: &mut Checker<'_, '_>, word: u32) {
    let most = cx.target.spirv_version();
    match SpirvVersion::from_word(word) {
        Some(version) if version <= most => {}
        Some(version) => cx.violate_module(
            Physical::Version,
            1,
            format_args!(
                "the version is {version}, and the target takes SPIR-V 1.0 to {most}; the oldest Vulkan environment that takes it is {}",
                version.oldest_vulkan()
            ),
        ),
        None => {
            let (major, minor) = ((word >> 16) & 0xFF, (word >> 8) & 0xFF);
            cx.violate_module(
                Physical::Version,
                1,
                format_args!("the version is {major}.{minor} ({word:#010x}); the target takes SPIR-V 1.0 to {most}"),
            );
        }
    }
}

/// Checks that ids are below the bound. A result is reported at its instruction, another operand at each instruction
/// that names it.
fn ids(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if !module.beyond_bound {
        return;
    }
    let bound = module.header.bound;
    let wrong = |id: u32| id == 0 || id >= bound;
    let mut last = NONE;
    for inst in &module.insts {
        if wrong(inst.result) && module.syntax(inst).is_some_and(|syntax| syntax.has_result) {
            let id = inst.result;
            cx.violate(
                Physical::Bound,
                inst,
                format_args!("result id {id} is not within 1 to {bound} - 1"),
            );
        }
    }
    for &(id, at) in &module.unverified {
        if wrong(id) && at.inst != last {
            last = at.inst;
            if let Some(inst) = module.inst(at.inst) {
                cx.violate(
                    Physical::Bound,
                    inst,
                    format_args!("id {id} is not within 1 to {bound} - 1"),
                );
            }
        }
    }
}

/// Whether a module declares an extension that the tables lack.
fn declares_unknown(module: &Module<'_>) -> bool {
    let mut names = module.extensions.iter().map(|&(words, _)| super::module::string(words));
    names.any(|name| name.starts_with("SPV_") && Target::spirv_extension_row(&name).is_none())
}

fn malformed(cx: &mut Checker<'_, '_>, what: &Malformed, declares_unknown: bool) {
    let module = cx.module;
    let Some(inst) = module.inst(what.inst) else { return };
    let mut report = |rule: Physical, message: fmt::Arguments<'_>| cx.violate(rule, inst, message);
    match what.what {
        // Opcodes below 4096 are reserved for the core specification, whose versions the grammar contains completely. The
        // others are those of extensions, which have to be declared.
        MalformedKind::Opcode(opcode) if opcode < 4096 || !declares_unknown => {
            report(Physical::Opcode, format_args!("there is no opcode {opcode}"));
        }
        MalformedKind::Opcode(opcode) => cx.not_covered(format_args!("opcode {opcode}")),
        MalformedKind::Operand(error) => report(Physical::Operands, format_args!("{error}")),
        MalformedKind::Enumerant { kind, value } => report(
            Physical::Enumerant,
            format_args!("{} has no {value} ({value:#x})", kind.name()),
        ),
        MalformedKind::NumberWidth { expected, found } => report(
            Physical::Number,
            format_args!("a number of this type has {expected} words, not {found}"),
        ),
        MalformedKind::NumberType(ty) => report(
            Physical::Number,
            format_args!("the type of the number, {}, is no integer or float", module.show(ty)),
        ),
        MalformedKind::ExtendedInstruction { number } => report(
            Physical::ExtendedInstruction,
            format_args!("the set has no instruction {number}"),
        ),
        MalformedKind::ExtendedSet(set) => report(
            Physical::ExtendedInstruction,
            format_args!("{} is no imported set", module.show(set)),
        ),
    }
}
