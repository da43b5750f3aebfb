//! `spirula_spirv::specialize`: values by name and number, each operation with values that were computed by hand, sizes of
//! workgroups and arrays, what stays open, and what is refused.

use spirula::check::check;
use spirula::specialize::{Options, Reason, SpecializeError, Specialized, specialize};
use spirula::target::Target;
use spirula::words::{assemble_text, disassemble};

/// The environments in which each module is checked, with the version word of its header.
const VERSIONS: [(&str, u32); 5] = [
    ("vulkan1.0", 0x0001_0000),
    ("vulkan1.1", 0x0001_0300),
    ("vulkan1.1spv1.4", 0x0001_0400),
    ("vulkan1.2", 0x0001_0500),
    ("vulkan1.4", 0x0001_0600),
];

/// A compute shader with these annotations and constants.
fn module(annotations: &str, constants: &str) -> String {
    format!(
        "OpCapability Shader
        OpCapability Int8
        OpCapability Int16
        OpCapability Int64
        OpCapability Float16
        OpCapability Float64
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        {annotations}
        %void = OpTypeVoid
        %bool = OpTypeBool
        %char = OpTypeInt 8 1
        %short = OpTypeInt 16 1
        %ushort = OpTypeInt 16 0
        %int = OpTypeInt 32 1
        %uint = OpTypeInt 32 0
        %long = OpTypeInt 64 1
        %ulong = OpTypeInt 64 0
        %half = OpTypeFloat 16
        %float = OpTypeFloat 32
        %double = OpTypeFloat 64
        %bool2 = OpTypeVector %bool 2
        %int2 = OpTypeVector %int 2
        %uint3 = OpTypeVector %uint 3
        %float2 = OpTypeVector %float 2
        {constants}
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        OpReturn
        OpFunctionEnd"
    )
}

/// Specializes a module at every version at which it is valid. The results must be valid, and are equal but for the
/// version.
#[track_caller]
fn specialized(text: &str, options: &Options) -> (Specialized, String) {
    let mut found = None;
    for (name, version) in VERSIONS {
        let words = assemble_text(text, version).unwrap_or_else(|error| panic!("{error}\n{text}"));
        // Narrow types are optional features of the environment, and not the subject.
        let target = Target::parse(name).unwrap();
        let before = check(&words, &target);
        if !before.is_valid() {
            assert!(version < 0x0001_0600, "{before}\n{text}");
            continue;
        }
        let result = specialize(&words, options).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let after = check(&result.words, &target);
        assert!(after.is_valid(), "{name}: {after}\n{}", disassemble(&result.words));
        let again = specialize(&result.words, &Options::new().only_given()).unwrap();
        assert_eq!(again.words, result.words, "{name}");
        let text = disassemble(&result.words);
        found = Some((result, text));
    }
    found.expect("the module is valid at no version")
}

/// The result of an operation in the constants: its instruction without the result and the type.
#[track_caller]
fn result(constants: &str) -> String {
    let text = module("OpName %result \"result\"", constants);
    let (found, text) = specialized(&text, &Options::new());
    assert!(found.left.is_empty(), "{constants}: {:?}", found.left);
    assert!(!text.contains("Spec"), "{text}");
    let named = disassemble(&found.words);
    let line = named
        .lines()
        .find(|line| line.trim_start().starts_with("%result ="))
        .unwrap_or_else(|| panic!("{named}"));
    let (_, rest) = line.split_once("= ").unwrap();
    let words: Vec<&str> = rest.split_whitespace().collect();
    let rest: Vec<&str> = words
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != 1)
        .map(|(_, word)| *word)
        .collect();
    rest.join(" ")
}

/// The value of an operation on two scalars.
#[track_caller]
fn of_two(op: &str, [to, of, by]: [&str; 3], a: &str, b: &str) -> String {
    let text = format!(
        "%a = OpSpecConstant %{of} {a}
        %b = OpSpecConstant %{by} {b}
        %result = OpSpecConstantOp %{to} {op} %a %b"
    );
    let found = result(&text);
    found.strip_prefix("OpConstant ").unwrap_or(&found).to_owned()
}

/// The same for one scalar.
#[track_caller]
fn of_one(op: &str, to: &str, of: &str, a: &str) -> String {
    let text = format!(
        "%a = OpSpecConstant %{of} {a}
        %result = OpSpecConstantOp %{to} {op} %a"
    );
    let found = result(&text);
    found.strip_prefix("OpConstant ").unwrap_or(&found).to_owned()
}

#[test]
fn arithmetic_of_integers() {
    let (int, uint) = (["int"; 3], ["uint"; 3]);
    for (op, types, a, b, expected) in [
        ("IAdd", uint, "4294967295", "2", "1"),
        ("ISub", uint, "1", "2", "4294967295"),
        ("ISub", int, "-2147483648", "1", "2147483647"),
        ("IMul", int, "65536", "65535", "-65536"),
        ("UDiv", uint, "4294967295", "7", "613566756"),
        ("UMod", uint, "4294967295", "7", "3"),
        ("SDiv", int, "-7", "2", "-3"),
        ("SRem", int, "-7", "3", "-1"),
        ("SRem", int, "7", "-3", "1"),
        ("SMod", int, "-7", "3", "2"),
        ("SMod", int, "7", "-3", "-2"),
        ("SMod", int, "-6", "3", "0"),
        ("ShiftLeftLogical", ["uint", "uint", "int"], "3", "31", "2147483648"),
        ("ShiftRightLogical", ["int", "int", "uint"], "-1", "28", "15"),
        ("ShiftRightArithmetic", ["int", "int", "uint"], "-256", "4", "-16"),
        ("BitwiseAnd", uint, "12", "10", "8"),
        ("BitwiseOr", uint, "12", "10", "14"),
        ("BitwiseXor", uint, "12", "10", "6"),
        ("IAdd", ["long"; 3], "9223372036854775807", "1", "-9223372036854775808"),
        ("IMul", ["ulong"; 3], "4294967296", "4294967297", "4294967296"),
        ("SDiv", ["long"; 3], "-9000000000", "4", "-2250000000"),
        ("IAdd", ["short"; 3], "32767", "1", "-32768"),
        ("ISub", ["ushort"; 3], "0", "1", "65535"),
        ("IAdd", ["char"; 3], "-128", "-1", "127"),
        ("SDiv", ["char"; 3], "-128", "3", "-42"),
    ] {
        assert_eq!(of_two(op, types, a, b), expected, "{op} {a} {b}");
    }
    assert_eq!(of_one("SNegate", "int", "int", "5"), "-5");
    assert_eq!(of_one("SNegate", "short", "short", "-32768"), "-32768");
    assert_eq!(of_one("Not", "uint", "uint", "15"), "4294967280");
    assert_eq!(of_one("Not", "char", "char", "1"), "-2");
}

#[test]
fn comparisons() {
    for (op, ty, a, b, expected) in [
        ("IEqual", "int", "3", "3", true),
        ("INotEqual", "int", "3", "3", false),
        ("ULessThan", "uint", "4294967295", "1", false),
        ("SLessThan", "int", "-1", "1", true),
        ("UGreaterThan", "uint", "4294967295", "1", true),
        ("SGreaterThan", "int", "-1", "1", false),
        ("ULessThanEqual", "uint", "1", "1", true),
        ("SLessThanEqual", "int", "2", "1", false),
        ("UGreaterThanEqual", "uint", "1", "2", false),
        ("SGreaterThanEqual", "int", "1", "1", true),
        ("SLessThan", "short", "-5", "-4", true),
        ("ULessThan", "ulong", "4294967296", "1", false),
    ] {
        let expected = if expected { "OpConstantTrue" } else { "OpConstantFalse" };
        assert_eq!(of_two(op, ["bool", ty, ty], a, b), expected, "{op} {a} {b}");
    }
}

#[test]
fn logic() {
    for (op, results) in [
        ("LogicalAnd", [false, false, false, true]),
        ("LogicalOr", [false, true, true, true]),
        ("LogicalEqual", [true, false, false, true]),
        ("LogicalNotEqual", [false, true, true, false]),
    ] {
        for (case, expected) in results.into_iter().enumerate() {
            let name = |value: bool| if value { "True" } else { "False" };
            let text = format!(
                "%a = OpSpecConstant{} %bool
                %b = OpSpecConstant{} %bool
                %result = OpSpecConstantOp %bool {op} %a %b",
                name(case & 2 != 0),
                name(case & 1 != 0)
            );
            assert_eq!(result(&text), format!("OpConstant{}", name(expected)), "{op} {case}");
        }
    }
    let not = "%a = OpSpecConstantTrue %bool\n%result = OpSpecConstantOp %bool LogicalNot %a";
    assert_eq!(result(not), "OpConstantFalse");
}

#[test]
fn conversions() {
    for (op, to, of, a, expected) in [
        ("SConvert", "long", "int", "-5", "-5"),
        ("SConvert", "short", "int", "65535", "-1"),
        ("SConvert", "int", "char", "-128", "-128"),
        ("FConvert", "double", "float", "0.5", "0.5"),
        ("FConvert", "float", "double", "0.1", "0.1"),
        ("FConvert", "half", "float", "1.0009766", "1.0009766"),
        // Between two 16-bit floats, the even one: 1 + 2^-11.
        ("FConvert", "half", "float", "1.00048828125", "1.0"),
        ("FConvert", "half", "float", "65519", "65504.0"),
        ("FConvert", "half", "float", "65520", "0x1p+16"),
        ("FConvert", "half", "double", "-0x1p-24", "-5.9604645e-8"),
        ("FConvert", "float", "half", "0x1p-24", "5.9604645e-8"),
        ("FConvert", "float", "half", "-0x1p+16", "-0x1p+128"),
        ("FConvert", "double", "half", "0x1.8p+16", "0x1.8p+1024"),
        ("QuantizeToF16", "float", "float", "1.0001", "1.0"),
        ("QuantizeToF16", "float", "float", "-70000", "-0x1p+128"),
        ("QuantizeToF16", "float", "float", "0x1p-14", "6.1035156e-5"),
        // Below the least normal number.
        ("QuantizeToF16", "float", "float", "-0x1.fp-15", "-0.0"),
    ] {
        let found = of_one(op, to, of, a);
        let equal = match (found.parse::<f64>(), expected.parse::<f64>()) {
            (Ok(found), Ok(expected)) => found == expected && found.is_sign_negative() == expected.is_sign_negative(),
            _ => found == expected,
        };
        assert!(equal, "{op} {a}: {found}, not {expected}");
    }
    // Shaders may zero-extend from SPIR-V 1.4 on, so that older versions are no valid modules.
    assert_eq!(of_one("UConvert", "ulong", "uint", "4294967295"), "4294967295");
    assert_eq!(of_one("UConvert", "ushort", "uint", "65537"), "1");
}

#[test]
fn operations_on_vectors() {
    let vectors = "%a = OpSpecConstant %int 7
        %b = OpSpecConstant %int -2
        %c = OpConstant %int 3
        %v = OpSpecConstantComposite %int2 %a %b
        %w = OpConstantComposite %int2 %c %c
        %zero = OpConstantNull %int2";
    for (operation, expected) in [
        ("%int2 IAdd %v %w", "OpConstantComposite %int_10 %int_1"),
        ("%int2 SMod %v %w", "OpConstantComposite %int_1 %int_1"),
        ("%int2 ISub %zero %v", "OpConstantComposite %int_n7 %int_2"),
        ("%int2 SNegate %v", "OpConstantComposite %int_n7 %int_2"),
        ("%bool2 SLessThan %v %w", "OpConstantComposite %false %true"),
        ("%int2 VectorShuffle %v %w 1 2", "OpConstantComposite %b %c"),
        ("%int CompositeExtract %v 1", "OpConstant -2"),
        ("%int CompositeExtract %zero 1", "OpConstantNull %int"),
        ("%int2 CompositeInsert %c %v 0", "OpConstantComposite %c %b"),
    ] {
        let names = "OpName %b \"b\"\nOpName %c \"c\"\nOpName %result \"result\"";
        let text = module(names, &format!("{vectors}\n%result = OpSpecConstantOp {operation}"));
        let (found, _) = specialized(&text, &Options::new());
        let listing = spirula::words::disassemble_friendly(&found.words);
        let line = listing
            .lines()
            .find(|line| line.trim_start().starts_with("%result ="))
            .unwrap();
        let line = line.replace("%v2int ", "").replace("%v2bool ", "").replace("%int ", "");
        assert!(line.contains("OpConstant"), "{listing}");
        // Ids have the names of their values.
        assert_eq!(
            line.split_once("= ").unwrap().1.trim(),
            expected,
            "{operation}\n{listing}"
        );
    }
}

#[test]
fn operations_on_composites() {
    let types = "OpDecorate %count SpecId 5";
    let constants = "%u2 = OpConstant %uint 2
        %i4 = OpConstant %int 4
        %f9 = OpConstant %float 9
        %count = OpSpecConstant %int 6
        %pairs = OpTypeArray %float2 %u2
        %struct = OpTypeStruct %int %pairs
        %null = OpConstantNull %struct
        %one = OpSpecConstantOp %struct CompositeInsert %count %null 0
        %two = OpSpecConstantOp %struct CompositeInsert %f9 %one 1 1 0
        %number = OpSpecConstantOp %float CompositeExtract %two 1 1 0
        %first = OpSpecConstantOp %int CompositeExtract %two 0
        %other = OpSpecConstantOp %float CompositeExtract %two 1 0 1
        %yes = OpSpecConstantOp %bool SGreaterThan %count %i4
        %chosen = OpSpecConstantOp %int Select %yes %first %i4";
    let names: Vec<String> = ["number", "first", "other", "chosen"]
        .iter()
        .map(|name| format!("OpName %{name} \"{name}\""))
        .collect();
    let text = module(&format!("{}\n{types}", names.join("\n")), constants);
    let (found, _) = specialized(&text, &Options::new().set(5, 11));
    let listing = spirula::words::disassemble_friendly(&found.words);
    for expected in [
        "%number = OpConstant %float 9",
        "%first = OpConstant %int 11",
        "%other = OpConstantNull %float",
        "%chosen = OpConstant %int 11",
    ] {
        assert!(listing.contains(expected), "{expected} in\n{listing}");
    }
    assert!(!listing.contains("Spec"), "{listing}");
    let (found, _) = specialized(&text, &Options::new().set(5, 3));
    let listing = spirula::words::disassemble_friendly(&found.words);
    assert!(listing.contains("%chosen = OpConstant %int 4"), "{listing}");
}

/// Constants of all types with a number and a name.
const ANNOTATIONS: &str = "OpName %flag \"flag\"
    OpName %small \"small\"
    OpName %count \"count\"
    OpName %wide \"wide\"
    OpName %ratio \"ratio\"
    OpName %narrow \"narrow\"
    OpName %exact \"exact\"
    OpDecorate %flag SpecId 0
    OpDecorate %small SpecId 1
    OpDecorate %count SpecId 2
    OpDecorate %wide SpecId 3
    OpDecorate %ratio SpecId 4
    OpDecorate %narrow SpecId 5
    OpDecorate %exact SpecId 6";
const CONSTANTS: &str = "%flag = OpSpecConstantFalse %bool
    %small = OpSpecConstant %short -1
    %count = OpSpecConstant %uint 4
    %wide = OpSpecConstant %ulong 5
    %ratio = OpSpecConstant %float 0.5
    %narrow = OpSpecConstant %half 2
    %exact = OpSpecConstant %double 0.1";

#[test]
fn values_of_all_types() {
    let text = module(ANNOTATIONS, CONSTANTS);
    let line = |options: Options, name: &str| -> String {
        let (found, _) = specialized(&text, &options);
        let listing = disassemble(&found.words);
        assert!(!listing.contains("Spec"), "{listing}");
        let start = format!("%{name} = ");
        let line = listing
            .lines()
            .find_map(|line| line.trim_start().strip_prefix(&start).map(str::to_owned));
        line.unwrap().rsplit(' ').next().unwrap().to_owned()
    };
    let new = Options::new;
    assert_eq!(line(new(), "count"), "4");
    assert_eq!(line(new().set("count", 4_294_967_295_u32), "count"), "4294967295");
    assert_eq!(line(new().set(2, "0x10"), "count"), "16");
    assert_eq!(line(new().set("2", "7"), "count"), "7");
    assert_eq!(line(new().set(2, 7).set("count", 8), "count"), "8");
    assert_eq!(line(new().set("small", -300), "small"), "-300");
    assert_eq!(line(new().set("wide", u64::MAX), "wide"), "18446744073709551615");
    assert_eq!(line(new().set("ratio", 0.25), "ratio"), "0.25");
    assert_eq!(line(new().set("ratio", 3), "ratio"), "3.0");
    assert_eq!(line(new().set("ratio", f32::INFINITY), "ratio"), "0x1p+128");
    assert_eq!(line(new().set("narrow", "-inf"), "narrow"), "-0x1p+16");
    assert_eq!(line(new().set("narrow", 0.1), "narrow"), "0.099975586");
    assert_eq!(line(new().set("exact", f64::NAN), "exact"), "0x1.8p+1024");
    assert_eq!(line(new().set("exact", 1e300), "exact"), "1e300");
    let (found, listing) = specialized(&text, &new().set("flag", true));
    assert!(
        listing.contains("OpConstantTrue") && !listing.contains("OpConstantFalse"),
        "{listing}"
    );
    assert_eq!(found.resolved.len(), 7);
    let (_, listing) = specialized(&text, &new().set(0, 1));
    assert!(listing.contains("OpConstantTrue"), "{listing}");
}

#[test]
fn values_that_are_refused() {
    let words = assemble_text(&module(ANNOTATIONS, CONSTANTS), 0x0001_0600).unwrap();
    let error = |options: Options| specialize(&words, &options).unwrap_err().to_string();
    let new = Options::new;
    for (options, expected) in [
        (
            new().set("none", 1),
            "`none` is no specialization constant of the module; known are `flag` (SpecId 0), `small`",
        ),
        (new().set(9, 1), "SpecId 9 is no specialization constant"),
        (
            new().set("count", -1),
            "`count`: `-1` is no unsigned integer of 32 bits",
        ),
        (
            new().set(2, 4_294_967_296_u64),
            "SpecId 2: `4294967296` is no unsigned integer of 32 bits",
        ),
        (new().set("count", 1.5), "`1.5` is no unsigned integer"),
        (new().set("small", 32768), "no signed integer of 16 bits"),
        (new().set("flag", 2), "`2` is no Boolean"),
        (new().set("ratio", true), "`true` is no float of 32 bits"),
        (new().set("ratio", 1e39), "is no float of 32 bits"),
        (new().set("narrow", 70000), "is no float of 16 bits"),
    ] {
        let message = error(options);
        assert!(message.contains(expected), "{message}");
    }
    let twice = module(
        "OpName %a \"n\"\nOpName %b \"n\"\nOpDecorate %a SpecId 0\nOpDecorate %b SpecId 1",
        "%a = OpSpecConstant %uint 1\n%b = OpSpecConstant %uint 2",
    );
    let words = assemble_text(&twice, 0x0001_0600).unwrap();
    let error = specialize(&words, &new().set("n", 1)).unwrap_err();
    assert!(matches!(error, SpecializeError::Ambiguous { .. }), "{error}");
    assert!(error.to_string().ends_with("`n` (SpecId 0), `n` (SpecId 1)"), "{error}");
    let none = assemble_text(&module("", ""), 0x0001_0600).unwrap();
    let error = specialize(&none, &new().set("n", 1)).unwrap_err();
    assert!(error.to_string().ends_with("it has none"), "{error}");
}

#[test]
fn what_is_undefined_stays() {
    for operation in [
        "%int SDiv %a %zero",
        "%int SMod %a %zero",
        "%int SRem %a %zero",
        "%int SDiv %least %minus",
        "%int ShiftLeftLogical %a %width",
    ] {
        let constants = format!(
            "%a = OpSpecConstant %int 7
            %zero = OpSpecConstant %int 0
            %least = OpSpecConstant %int -2147483648
            %minus = OpSpecConstant %int -1
            %width = OpSpecConstant %int 32
            %no = OpSpecConstantFalse %bool
            %quotient = OpSpecConstantOp {operation}
            %sum = OpSpecConstantOp %int IAdd %quotient %a
            %safe = OpSpecConstantOp %int Select %no %quotient %a"
        );
        let text = module("OpName %safe \"safe\"", &constants);
        let (found, listing) = specialized(&text, &Options::new());
        assert_eq!(found.left.len(), 1, "{operation}: {:?}", found.left);
        assert_eq!(found.left[0].reason, Reason::Undefined);
        assert_eq!(listing.matches("OpSpecConstantOp").count(), 2, "{listing}");
        let named = spirula::words::disassemble_friendly(&found.words);
        assert!(named.contains("%safe = OpConstant %int 7"), "{named}");
    }
}

#[test]
fn only_what_is_given_is_resolved() {
    let annotations = "OpName %sum \"sum\"\nOpName %twice \"twice\"\nOpDecorate %a SpecId 0\nOpDecorate %b SpecId 1";
    let constants = "%u2 = OpConstant %uint 2
        %a = OpSpecConstant %uint 1
        %b = OpSpecConstant %uint 2
        %twice = OpSpecConstantOp %uint IMul %a %u2
        %sum = OpSpecConstantOp %uint IAdd %twice %b
        %all = OpSpecConstantComposite %uint3 %a %twice %b
        %part = OpSpecConstantOp %uint CompositeExtract %all 1";
    let text = module(annotations, constants);
    let (found, _) = specialized(&text, &Options::new().set(0, 21).only_given());
    let listing = spirula::words::disassemble_friendly(&found.words);
    for expected in [
        "SpecId 1",
        "%twice = OpConstant %uint 42",
        "%sum = OpSpecConstantOp %uint IAdd %twice",
        "OpSpecConstantComposite %v3uint %uint_21 %twice",
        "OpSpecConstant %uint 2",
    ] {
        assert!(listing.contains(expected), "{expected} in\n{listing}");
    }
    assert!(!listing.contains("SpecId 0") && found.left.is_empty(), "{listing}");
    assert_eq!(
        listing.matches("OpConstant %uint 42").count(),
        2,
        "the extracted part too\n{listing}"
    );
    // Nothing given changes nothing.
    let words = assemble_text(&text, 0x0001_0600).unwrap();
    assert_eq!(specialize(&words, &Options::new().only_given()).unwrap().words, words);
}

#[test]
fn lengths_of_arrays() {
    let constants = "%u1 = OpConstant %uint 1
        %count = OpSpecConstant %uint 4
        %length = OpSpecConstantOp %uint ISub %count %u1
        %array = OpTypeArray %float %length
        %pointer = OpTypePointer Workgroup %array
        %variable = OpVariable %pointer Workgroup";
    let text = module("OpName %length \"length\"\nOpDecorate %count SpecId 0", constants);
    let (found, _) = specialized(&text, &Options::new().set(0, 17));
    let listing = spirula::words::disassemble_friendly(&found.words);
    assert!(listing.contains("%length = OpConstant %uint 16"), "{listing}");
    let words = assemble_text(&text, 0x0001_0600).unwrap();
    let error = specialize(&words, &Options::new().set(0, 1)).unwrap_err();
    assert!(
        matches!(error, SpecializeError::ArrayLength { length: 0, .. }),
        "{error}"
    );
}

#[test]
fn sizes_of_workgroups() {
    let annotations = "OpDecorate %x SpecId 0\nOpDecorate %size BuiltIn WorkgroupSize";
    let constants = "%u2 = OpConstant %uint 2
        %x = OpSpecConstant %uint 4
        %y = OpSpecConstantOp %uint IMul %x %u2
        %size = OpSpecConstantComposite %uint3 %x %y %u2";
    let text = module(annotations, constants);
    let (_, listing) = specialized(&text, &Options::new().set(0, 8));
    assert!(listing.contains("LocalSize 8 16 2"), "{listing}");
    assert!(listing.contains("BuiltIn WorkgroupSize"), "{listing}");
    let (_, listing) = specialized(&text, &Options::new().only_given());
    assert!(
        listing.contains("LocalSize 1 1 1") && listing.contains("OpSpecConstantComposite"),
        "{listing}"
    );
    let words = assemble_text(&text, 0x0001_0600).unwrap();
    let error = specialize(&words, &Options::new().set(0, 0)).unwrap_err();
    assert!(
        matches!(error, SpecializeError::WorkgroupSize { size: [0, 0, 2] }),
        "{error}"
    );

    // Without an execution mode, too.
    let bare = text.replace("OpExecutionMode %main LocalSize 1 1 1", "");
    let words = assemble_text(&bare, 0x0001_0600).unwrap();
    specialize(&words, &Options::new().set(0, 0)).unwrap_err();

    let text = text
        .replace(
            "OpExecutionMode %main LocalSize 1 1 1",
            "OpExecutionModeId %main LocalSizeId %x %y %u2",
        )
        .replace("OpDecorate %size BuiltIn WorkgroupSize", "");
    let (_, listing) = specialized(&text, &Options::new().set(0, 8));
    assert!(
        listing.contains("LocalSize 8 16 2") && !listing.contains("LocalSizeId"),
        "{listing}"
    );
    let (_, listing) = specialized(&text, &Options::new().only_given());
    assert!(listing.contains("LocalSizeId"), "{listing}");
}

#[test]
fn a_number_of_a_decoration_group() {
    let annotations = "OpDecorate %group SpecId 3\n%group = OpDecorationGroup\nOpGroupDecorate %group %a";
    let text = module(annotations, "%a = OpSpecConstant %uint 1");
    let words = assemble_text(&text, 0x0001_0000).unwrap();
    let found = specialize(&words, &Options::new().set(3, 9)).unwrap();
    let listing = disassemble(&found.words);
    assert!(
        listing.contains("OpConstant %") && listing.contains(" 9") && !listing.contains("SpecId"),
        "{listing}"
    );
}

#[test]
fn broken_words_are_specialized_without_a_panic() {
    let annotations = "OpDecorate %count SpecId 5\nOpDecorate %size BuiltIn WorkgroupSize";
    let constants = "%u2 = OpConstant %uint 2
        %count = OpSpecConstant %uint 6
        %pairs = OpTypeArray %float2 %u2
        %struct = OpTypeStruct %uint %pairs
        %null = OpConstantNull %struct
        %f9 = OpConstant %float 9
        %one = OpSpecConstantOp %struct CompositeInsert %count %null 0
        %two = OpSpecConstantOp %struct CompositeInsert %f9 %one 1 1 0
        %size = OpSpecConstantComposite %uint3 %count %u2 %u2
        %sum = OpSpecConstantOp %uint3 IAdd %size %size
        %quotient = OpSpecConstantOp %uint3 UDiv %size %size
        %swapped = OpSpecConstantOp %uint3 VectorShuffle %size %sum 5 4 0";
    let words = assemble_text(&module(annotations, constants), 0x0001_0600).unwrap();
    let options = [Options::new(), Options::new().set(5, 2).only_given()];
    for at in 0..words.len() {
        for options in &options {
            let _ = specialize(&words[..at], options);
            for value in [0, 1, u32::MAX, words[at] ^ 1, words[at].wrapping_add(1), words[at] << 7] {
                let mut words = words.clone();
                words[at] = value;
                let _ = specialize(&words, options);
            }
        }
    }
}

#[test]
fn a_deep_insert_ends() {
    // A structure that contains itself is no valid type.
    let text = "OpCapability Shader
        OpMemoryModel Logical GLSL450
        %uint = OpTypeInt 32 0
        %u1 = OpConstant %uint 1
        %struct = OpTypeStruct %struct
        %null = OpConstantNull %struct";
    let indices = " 0".repeat(60_000);
    let text = format!("{text}\n%deep = OpSpecConstantOp %struct CompositeInsert %u1 %null{indices}");
    let words = assemble_text(&text, 0x0001_0600).unwrap();
    let found = specialize(&words, &Options::new()).unwrap();
    assert_eq!(found.left[0].reason, Reason::Size);
}
