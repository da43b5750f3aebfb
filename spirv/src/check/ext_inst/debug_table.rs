//! The table of operands for NonSemantic.Shader.DebugInfo (version 101) and OpenCL.DebugInfo.100.
//!
//! The sets share most of their instructions. Where the first set has the id of a constant, the second has a literal;
//! instructions that differ otherwise have one row for each set.

use crate::words::grammar::OperandKind;

/// The required kind of an operand. [`INFO_NONE`] may replace any debug instruction, because it states that the
/// information is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// An `OpString`.
    Text,
    /// The id of a 32-bit unsigned `OpConstant` in the shader set, a literal in the other.
    Number,
    /// A number from a table of the set.
    Listed(List),
    /// The number of components of a vector, or of columns of a matrix.
    Count,
    /// An `OpConstant`, an integer of 32 or 64 bits.
    FixedSize,
    /// A size or offset: a constant integer of 32 or 64 bits.
    Size,
    /// The same, or none for an opaque type.
    SizeOrNone,
    /// A 32-bit integer `OpConstant`.
    Value,
    /// Any constant.
    Constant,
    /// A constant of 32 bits that may be specialized.
    Dimension,
    /// A Boolean `OpConstantTrue` or `OpConstantFalse`.
    Boolean,
    /// The number of elements of an array: a constant, or a debug variable that holds it.
    Elements,
    /// An index as in `OpAccessChain`, or a debug variable that holds it.
    Index,
    /// One of several debug instructions.
    Debug(Set),
    /// A debug instruction for a type, or `OpTypeVoid`.
    TypeOrVoid,
    /// A variable, a constant, or a debug expression for a variable that has been optimized out.
    Global,
    /// An `OpVariable` or `OpFunctionParameter`.
    Variable,
    /// The `OpFunction` that is described, or none.
    Function,
    /// The `OpFunction` that contains the instruction.
    ThisFunction,
    /// A class or structure.
    Class,
    /// Anything.
    Any,
}

/// The tables of numbers ("Enumerations").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    /// Debug Info Flags.
    Flags,
    /// Build Identifier Flags.
    BuildFlags,
    /// Base Type Attribute Encodings.
    Encodings,
    /// Composite Types.
    Composites,
    /// Type Qualifiers.
    Qualifiers,
    /// Debug Operations.
    Operations,
    /// Imported Entities.
    Imported,
    /// The storage classes of SPIR-V.
    StorageClasses,
    /// The source languages of SPIR-V.
    Languages,
}

impl List {
    /// Whether a number is in the table of the shader set or, if `shader` is false, of the other.
    pub fn has(self, shader: bool, number: u32) -> bool {
        let flags = if shader { 18 } else { 17 };
        match self {
            Self::Flags => number >> flags == 0,
            Self::BuildFlags | Self::Imported => number <= 1,
            Self::Encodings => number <= 7,
            Self::Composites => number <= 2,
            Self::Qualifiers => number <= 3,
            Self::Operations => (number as usize) < OPERATION_OPERANDS.len(),
            Self::StorageClasses => OperandKind::StorageClass.position(number).is_some(),
            Self::Languages => OperandKind::SourceLanguage.position(number).is_some(),
        }
    }
}

/// The number of operands of each operation.
pub(super) const OPERATION_OPERANDS: [usize; 10] = [0, 0, 0, 1, 2, 0, 0, 0, 1, 2];

/// A set of debug instructions: one bit for each number below 36 and, above these, for each number from 101 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set(u64);

impl Set {
    const fn of(numbers: &[u32]) -> Self {
        let mut bits = 1; // DebugInfoNone
        let mut i = 0;
        while i < numbers.len() {
            bits |= Self::bit(numbers[i]);
            i += 1;
        }
        Self(bits)
    }

    const fn bit(number: u32) -> u64 {
        match number {
            0..=35 => 1 << number,
            101..=110 => 1 << (number - 101 + 36),
            _ => 0,
        }
    }

    /// Whether the set contains an instruction.
    pub const fn has(self, number: u32) -> bool {
        self.0 & Self::bit(number) != 0
    }
}

pub(super) const INFO_NONE: u32 = 0;
pub(super) const TYPE_BASIC: u32 = 2;
pub(super) const TYPE_ENUM: u32 = 9;
pub(super) const TYPE_COMPOSITE: u32 = 10;
pub(super) const TYPE_INHERITANCE: u32 = 12;
pub(super) const GLOBAL_VARIABLE: u32 = 18;
pub(super) const FUNCTION: u32 = 20;
pub(super) const LOCAL_VARIABLE: u32 = 26;
pub(super) const OPERATION_NUMBER: u32 = 30;
pub(super) const EXPRESSION: u32 = 31;
pub(super) const IMPORTED_ENTITY: u32 = 34;
pub(super) const SOURCE: u32 = 35;
pub(super) const FUNCTION_DEFINITION: u32 = 101;
pub(super) const SOURCE_CONTINUED: u32 = 102;
pub(super) const LINE: u32 = 103;
pub(super) const BUILD_IDENTIFIER: u32 = 105;
pub(super) const ENTRY_POINT: u32 = 107;

/// Instructions that belong in blocks; the others belong before the functions.
pub(super) const IN_BLOCKS: Set = Set(Set::of(&[23, 24, 28, 29, 101, 103, 104]).0 & !1);
/// Instructions that version 101 of the shader set added.
pub(super) const SINCE_101: Set = Set(Set::of(&[109, 110]).0 & !1);

const UNIT: Expected = Expected::Debug(Set::of(&[1]));
const BASIC: Expected = Expected::Debug(Set::of(&[TYPE_BASIC]));
/// Types, templates, and parameters that represent a type in a template.
pub(super) const TYPE: Expected = Expected::Debug(Set::of(&[
    2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 108, 109, 110,
]));
const VECTOR: Expected = Expected::Debug(Set::of(&[6]));
const FUNCTION_TYPE: Expected = Expected::Debug(Set::of(&[8]));
/// Lexical scopes (NonSemantic.Shader.DebugInfo, "Terms").
const SCOPE: Expected = Expected::Debug(Set::of(&[1, 10, 20, 21]));
const MEMBERS: Expected = Expected::Debug(Set::of(&[11, TYPE_INHERITANCE, 20]));
const MEMBER: Expected = Expected::Debug(Set::of(&[11]));
const COMPOSITE: Expected = Expected::Debug(Set::of(&[TYPE_COMPOSITE]));
const TEMPLATED: Expected = Expected::Debug(Set::of(&[TYPE_COMPOSITE, 20]));
const PARAMETERS: Expected = Expected::Debug(Set::of(&[15, 16, 17]));
const PARAMETER: Expected = Expected::Debug(Set::of(&[15]));
const DECLARATION: Expected = Expected::Debug(Set::of(&[19]));
const DESCRIBED: Expected = Expected::Debug(Set::of(&[FUNCTION]));
const INLINED_AT: Expected = Expected::Debug(Set::of(&[25]));
const LOCAL: Expected = Expected::Debug(Set::of(&[LOCAL_VARIABLE]));
const OPERATION: Expected = Expected::Debug(Set::of(&[30]));
const FORMULA: Expected = Expected::Debug(Set::of(&[EXPRESSION]));
const MACRO: Expected = Expected::Debug(Set::of(&[32]));
pub(super) const FILE: Expected = Expected::Debug(Set::of(&[SOURCE]));
const FLAGS: Expected = Expected::Listed(List::Flags);
const ENCODING: Expected = Expected::Listed(List::Encodings);
const TAG: Expected = Expected::Listed(List::Composites);
const QUALIFIER: Expected = Expected::Listed(List::Qualifiers);
const CLASS: Expected = Expected::Listed(List::StorageClasses);
const LANGUAGE: Expected = Expected::Listed(List::Languages);

/// The operands of an instruction, and those that may be repeated after them.
pub(super) struct Row {
    pub operands: &'static [Expected],
    pub rest: &'static [Expected],
}

const fn row(operands: &'static [Expected]) -> Row {
    Row { operands, rest: &[] }
}

const fn rows(operands: &'static [Expected], rest: &'static [Expected]) -> Row {
    Row { operands, rest }
}

/// The lines and columns of an instruction beside their source: the index of the source, and those of each line and its
/// column; `None` if it has none.
pub(super) fn places(number: u32, operands: &[Expected]) -> Option<(usize, &'static [(usize, usize)])> {
    const AFTER: [[(usize, usize); 1]; 4] = [[(1, 2)], [(2, 3)], [(3, 4)], [(4, 5)]];
    match number {
        LINE => Some((0, &[(1, 3), (2, 4)])),
        // The imported entity is between the source and the line.
        IMPORTED_ENTITY => Some((2, &[(4, 5)])),
        _ => {
            let place = [FILE, Expected::Number, Expected::Number];
            let source = operands.windows(3).position(|window| window == place)?;
            Some((source, AFTER.get(source)?))
        }
    }
}

/// The operands of an instruction; `None` if it is unknown.
pub(super) fn operands(shader: bool, number: u32) -> Option<Row> {
    if !shader && number > SOURCE {
        return None;
    }
    Some(match number {
        INFO_NONE | 24 | 104 => row(&[]),
        TYPE_COMPOSITE..=TYPE_INHERITANCE => composite(shader, number),
        1..=17 => types(number),
        18..=22 => entities(shader, number),
        23..=29 => locations(number),
        30..=SOURCE => rest(number),
        101..=110 => shader_only(number),
        _ => return None,
    })
}

fn types(number: u32) -> Row {
    use Expected::{Any, Count, FixedSize, Number, Text};
    match number {
        1 => row(&[Number, Number, FILE, LANGUAGE]),
        TYPE_BASIC => row(&[Text, FixedSize, ENCODING, FLAGS, Number]),
        3 => row(&[TYPE, CLASS, FLAGS]),
        4 => row(&[TYPE, QUALIFIER]),
        5 => rows(&[TYPE], &[Expected::Elements]),
        6 => row(&[BASIC, Count]),
        7 => row(&[Text, TYPE, FILE, Number, Number, SCOPE]),
        8 => rows(&[FLAGS, Expected::TypeOrVoid], &[TYPE]),
        9 => rows(
            &[Text, TYPE, FILE, Number, Number, SCOPE, FixedSize, FLAGS],
            &[Expected::Value, Text],
        ),
        13 => row(&[TYPE, COMPOSITE]),
        14 => rows(&[TEMPLATED], &[PARAMETERS]),
        15 => row(&[Text, TYPE, Expected::SizeOrNone, FILE, Number, Number]),
        16 => row(&[Text, Text, FILE, Number, Number]),
        17 => rows(&[Text, FILE, Number, Number], &[PARAMETER]),
        _ => row(&[Any]),
    }
}

fn composite(shader: bool, number: u32) -> Row {
    use Expected::{Class, Constant, Number, Size, SizeOrNone, Text};
    match (number, shader) {
        (TYPE_COMPOSITE, _) => rows(
            &[Text, TAG, FILE, Number, Number, SCOPE, Text, SizeOrNone, FLAGS],
            &[MEMBERS],
        ),
        (11, true) => row(&[Text, TYPE, FILE, Number, Number, Size, Size, FLAGS, Constant]),
        (11, false) => row(&[Text, TYPE, FILE, Number, Number, COMPOSITE, Size, Size, FLAGS, Constant]),
        (_, true) => row(&[Class, Size, Size, FLAGS]),
        (_, false) => row(&[Class, Class, Size, Size, FLAGS]),
    }
}

fn entities(shader: bool, number: u32) -> Row {
    use Expected::{Function, Global, Number, Text};
    match (number, shader) {
        (GLOBAL_VARIABLE, _) => row(&[Text, TYPE, FILE, Number, Number, SCOPE, Text, Global, FLAGS, MEMBER]),
        (19, _) => row(&[Text, FUNCTION_TYPE, FILE, Number, Number, SCOPE, Text, FLAGS]),
        (20, true) => row(&[
            Text,
            FUNCTION_TYPE,
            FILE,
            Number,
            Number,
            SCOPE,
            Text,
            FLAGS,
            Number,
            DECLARATION,
        ]),
        (20, false) => row(&[
            Text,
            FUNCTION_TYPE,
            FILE,
            Number,
            Number,
            SCOPE,
            Text,
            FLAGS,
            Number,
            Function,
            DECLARATION,
        ]),
        (21, _) => row(&[FILE, Number, Number, SCOPE, Text]),
        _ => row(&[FILE, Number, SCOPE]),
    }
}

fn locations(number: u32) -> Row {
    use Expected::{Any, Index, Number, Text, Variable};
    match number {
        23 => row(&[SCOPE, INLINED_AT]),
        25 => row(&[Number, SCOPE, INLINED_AT]),
        LOCAL_VARIABLE => row(&[Text, TYPE, FILE, Number, Number, SCOPE, FLAGS, Number]),
        27 => row(&[LOCAL, INLINED_AT]),
        28 => rows(&[LOCAL, Variable, FORMULA], &[Index]),
        _ => rows(&[LOCAL, Any, FORMULA], &[Index]),
    }
}

fn rest(number: u32) -> Row {
    use Expected::{Any, Number, Text};
    match number {
        OPERATION_NUMBER => rows(&[Expected::Listed(List::Operations)], &[Number]),
        EXPRESSION => rows(&[], &[OPERATION]),
        32 => row(&[Text, Number, Text, Text]),
        33 => row(&[Text, Number, MACRO]),
        34 => row(&[Text, Expected::Listed(List::Imported), FILE, Any, Number, Number, SCOPE]),
        _ => row(&[Text, Text]),
    }
}

fn shader_only(number: u32) -> Row {
    use Expected::{Boolean, Count, Dimension, Number, Text, ThisFunction};
    match number {
        FUNCTION_DEFINITION => row(&[DESCRIBED, ThisFunction]),
        SOURCE_CONTINUED | 106 => row(&[Text]),
        LINE => row(&[FILE, Number, Number, Number, Number]),
        BUILD_IDENTIFIER => row(&[Text, Expected::Listed(List::BuildFlags)]),
        ENTRY_POINT => row(&[DESCRIBED, UNIT, Text, Text]),
        108 => row(&[VECTOR, Count, Boolean]),
        109 => row(&[BASIC, Dimension]),
        _ => row(&[BASIC, Dimension, Dimension, Dimension, Dimension]),
    }
}
