//! NonSemantic.ClspvReflection: the operands of its instructions, and the versions that have them (its §2 and §3).
//!
//! A row has the version and one letter for each operand, in the order of the specification's tables.

use super::super::Checker;
use super::super::module::{Inst, Module, Scalar};
use super::ExtInst;
use spirv::{ExecutionModel, Op};

const KERNEL: u32 = 1;
const ARGUMENT_INFO: u32 = 2;

/// For each instruction, from number 1 on, its first version and its operands: `f` a function, `k` a *Kernel*, `a` an
/// *ArgumentInfo*, `s` a string, `n` a number, `v` a variable; an operand before `*` may be repeated.
const ROWS: &[(u32, &str)] = &[
    (1, "fsnns"),
    (1, "ssnnn"),
    (1, "knnna"),
    (1, "knnna"),
    (1, "knnnnna"),
    (1, "knnnnna"),
    (1, "knnna"),
    (1, "knnna"),
    (1, "knnna"),
    (1, "knnna"),
    (1, "knnna"),
    (1, "nnn"),
    (1, "nnn"),
    (1, "n"),
    (1, "nn"),
    (1, "nn"),
    (1, "nn"),
    (1, "nn"),
    (1, "nn"),
    (1, "nn"),
    (1, "nns"),
    (1, "nns"),
    (1, "nnn"),
    (1, "knnn"),
    (2, "n"),
    (3, "knnna"),
    (3, "knnnnna"),
    (3, "nns"),
    (3, "nnn"),
    (3, "knnn"),
    (3, "knnn"),
    (3, "knnnnn"),
    (3, "knnnnn"),
    (4, "knnna"),
    (4, "knnna"),
    (5, "nns"),
    (5, "nns"),
    (5, "nsn*"),
    (5, "nnn"),
    (5, "nnn"),
    (6, "knnn"),
    (7, "vn"),
];
/// From this version on *Kernel* has more than two operands.
const KERNEL_ARGUMENTS: u32 = 5;

/// Checks an instruction of a version of the set; `operands` are those after the instruction number.
pub(super) fn check<'w>(
    cx: &mut Checker<'_, 'w>,
    inst: &Inst,
    version: u32,
    number: u32,
    operands: &[u32],
    kernels: &mut Kernels<'w>,
) {
    let module = cx.module;
    let row = (number as usize).checked_sub(1).and_then(|index| ROWS.get(index));
    let Some(&(since, letters)) = row else { return };
    if !module.result_type(inst).is_none_or(|ty| ty.is_void()) {
        cx.violate(ExtInst::DebugResult, inst, format_args!("the result is not void"));
    }
    let more = number == KERNEL && operands.len() > 2 && version < KERNEL_ARGUMENTS;
    if version < since || more {
        let since = if more { KERNEL_ARGUMENTS } else { since };
        let message = format_args!("it is of version {since} of the set, the import is version {version}");
        cx.violate(ExtInst::ReflectionVersion, inst, message);
    }
    let letters = letters.as_bytes();
    let repeats = letters.last() == Some(&b'*');
    let letters = letters.strip_suffix(b"*").unwrap_or(letters);
    for (index, &operand) in operands.iter().enumerate() {
        let letter = letters.get(index).or(letters.last().filter(|_| repeats));
        let Some(def) = module.def(operand) else { continue };
        let (fits, expected) = match letter {
            Some(b'f') => (def.op == Op::Function, "an OpFunction"),
            Some(b's') => (def.op == Op::String, "an OpString"),
            Some(b'n') => (is_number(module, def), "an unsigned 32-bit OpConstant"),
            Some(b'v') => (def.op == Op::Variable, "an OpVariable"),
            Some(b'k') => (is_of(module, inst, def, KERNEL), "a Kernel of the same import"),
            Some(b'a') => (
                is_of(module, inst, def, ARGUMENT_INFO),
                "an ArgumentInfo of the same import",
            ),
            _ => continue,
        };
        if !fits {
            let message = format_args!("operand {index}, {}, should be {expected}", module.show(operand));
            cx.violate(ExtInst::ReflectionOperand, inst, message);
        }
    }
    if number == KERNEL {
        kernel(cx, inst, operands, kernels);
    }
}

fn is_number(module: &Module<'_>, def: &Inst) -> bool {
    let number = Scalar::Int {
        width: 32,
        signed: false,
    };
    def.op == Op::Constant && module.result_type(def).is_some_and(|ty| ty.scalar == number)
}

/// Whether a definition is a given instruction of the set that `inst` names.
fn is_of(module: &Module<'_>, inst: &Inst, def: &Inst, number: u32) -> bool {
    def.op == Op::ExtInst && module.operand(def, 0) == module.operand(inst, 0) && module.operand(def, 1) == number
}

/// The entry points with the model `GLCompute`, by name. Each name is read once.
#[derive(Default)]
pub(super) struct Kernels<'w> {
    known: bool,
    names: hashbrown::HashMap<&'w [u32], u32>,
    /// Function id and number of the name.
    entries: hashbrown::HashSet<(u32, u32)>,
    functions: hashbrown::HashSet<u32>,
    /// For each `OpString` that has been looked up, the number of its text.
    strings: hashbrown::HashMap<u32, Option<u32>>,
}

impl<'w> Kernels<'w> {
    fn collect(&mut self, module: &Module<'w>) {
        self.known = true;
        for entry in &module.entry_points {
            if entry.model == ExecutionModel::GLCompute as u32 {
                let next = self.names.len() as u32;
                let name = *self.names.entry(entry.name).or_insert(next);
                self.entries.insert((entry.function, name));
                self.functions.insert(entry.function);
            }
        }
    }
}

/// Checks that a kernel is a compute entry point, and that its name is one of that entry point.
fn kernel<'w>(cx: &mut Checker<'_, 'w>, inst: &Inst, operands: &[u32], kernels: &mut Kernels<'w>) {
    let module = cx.module;
    let &[function, name, ..] = operands else { return };
    if module.op(function) != Some(Op::Function) || module.op(name) != Some(Op::String) {
        return;
    }
    if !kernels.known {
        kernels.collect(module);
    }
    let names = &kernels.names;
    let known = kernels.strings.entry(name).or_insert_with(|| {
        let words = module.def(name).map(|def| module.operands(def));
        words.and_then(|words| names.get(words).copied())
    });
    if !kernels.functions.contains(&function) {
        let message = format_args!("{} is no entry point for GLCompute", module.show(function));
        cx.violate(ExtInst::ReflectionKernel, inst, message);
    } else if !known.is_some_and(|known| kernels.entries.contains(&(function, known))) {
        let message = format_args!(
            "no entry point of {} has the name {}",
            module.show(function),
            module.show(name)
        );
        cx.violate(ExtInst::ReflectionKernel, inst, message);
    }
}
