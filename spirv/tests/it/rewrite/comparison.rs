//! Negated booleans and comparisons for equality.

use super::rewritten;
use super::shapes::{HALF, HALVES, assert_counts, assert_untouched, compute};
use spirula::target::Workaround;

#[test]
fn a_negated_comparison_is_the_opposite_one() {
    let pairs = [
        ("IEqual", "INotEqual", "%u1 %u5"),
        ("UGreaterThan", "ULessThanEqual", "%u1 %u5"),
        ("UGreaterThanEqual", "ULessThan", "%u1 %u5"),
        ("SGreaterThan", "SLessThanEqual", "%i0 %i5"),
        ("SGreaterThanEqual", "SLessThan", "%i0 %i5"),
        ("FOrdEqual", "FUnordNotEqual", "%f1 %f2"),
        ("FOrdNotEqual", "FUnordEqual", "%f1 %f2"),
        ("FOrdLessThan", "FUnordGreaterThanEqual", "%f1 %f2"),
        ("FOrdGreaterThan", "FUnordLessThanEqual", "%f1 %f2"),
        ("FOrdLessThanEqual", "FUnordGreaterThan", "%f1 %f2"),
        ("FOrdGreaterThanEqual", "FUnordLessThan", "%f1 %f2"),
        ("LogicalEqual", "LogicalNotEqual", "%true %true"),
    ];
    for (one, other, operands) in pairs
        .into_iter()
        .flat_map(|(one, other, operands)| [(one, other, operands), (other, one, operands)])
    {
        let body = format!("%a = Op{one} %bool {operands}\n%b = OpLogicalNot %bool %a");
        let text = compute("", "%true = OpConstantTrue %bool", &body);
        let listing = rewritten(&text, Workaround::LogicalNot);
        assert_counts(
            &listing,
            &[
                ("OpLogicalNot ", 0),
                (&format!("Op{one} "), 1),
                (&format!("Op{other} "), 1),
            ],
        );
    }
}

#[test]
fn another_negated_boolean_is_compared_with_false() {
    let body = "%a = OpIsNan %bool %f1
        %b = OpLogicalNot %bool %a
        %c = OpLogicalNot %bool %b
        %x = OpCompositeConstruct %bool2 %b %c
        %d = OpLogicalNot %bool2 %x
        %e = OpULessThan %bool2 %u15 %u15
        %f = OpLogicalNot %bool2 %e
        %yes = OpConstantTrue %bool";
    let body = body.replace("%yes = OpConstantTrue %bool", "%g = OpLogicalNot %bool %yes");
    let listing = rewritten(
        &compute("", "%yes = OpConstantTrue %bool", &body),
        Workaround::LogicalNot,
    );
    assert_counts(
        &listing,
        &[
            ("OpLogicalNot ", 0),
            ("OpLogicalEqual", 4),
            ("OpUGreaterThanEqual", 1),
            ("OpConstantFalse", 1),
        ],
    );
}

/// A vertex shader that loads the index, with the body of its function.
fn vertex(version: &str, body: &str) -> String {
    let type_of_index = version;
    format!(
        "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint Vertex %main \"main\" %index %other
        OpDecorate %index BuiltIn VertexIndex
        OpDecorate %other BuiltIn InstanceIndex
        %void = OpTypeVoid
        %bool = OpTypeBool
        %int = OpTypeInt 32 1
        %uint = OpTypeInt 32 0
        %pointer = OpTypePointer Input {type_of_index}
        %u0 = OpConstant %uint 0
        %u2 = OpConstant %uint 2
        %i2 = OpConstant %int 2
        %spec = OpSpecConstant %uint 3
        %index = OpVariable %pointer Input
        %other = OpVariable %pointer Input
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %i = OpLoad {type_of_index} %index
        %o = OpLoad {type_of_index} %other
        {body}
        OpReturn
        OpFunctionEnd"
    )
}

#[test]
fn the_vertex_index_is_compared_by_its_difference() {
    let body = "%a = OpIEqual %bool %i %u2
        %b = OpINotEqual %bool %i2 %i
        %c = OpBitcast OTHER %i
        %d = OpISub %int %c %o
        %e = OpIEqual %bool %d %i2
        %f = OpCopyObject %int %d
        %g = OpIEqual %bool %f %spec
        %h = OpIEqual %bool %f %u0";
    for (ty, other) in [("%uint", "%int"), ("%int", "%uint")] {
        let body = body.replace("OTHER", other);
        let listing = rewritten(&vertex(ty, &body), Workaround::VertexIndexEquality);
        assert_counts(
            &listing,
            &[
                ("OpIEqual", 0),
                ("OpINotEqual", 0),
                ("OpBitwiseXor", 5),
                ("OpULessThan", 4),
                ("OpUGreaterThan", 1),
            ],
        );
    }
}

#[test]
fn other_comparisons_of_indices_stay() {
    let body = "%a = OpIEqual %bool %o %u2
        %b = OpIEqual %bool %i %o
        %c = OpULessThan %bool %i %u2
        %d = OpIMul %uint %i %u2
        %e = OpIEqual %bool %d %u2";
    assert_untouched(&vertex("%uint", body), Workaround::VertexIndexEquality);
    let text = compute("", "", "%a = OpIEqual %bool %u1 %u5");
    assert_untouched(&text, Workaround::VertexIndexEquality);
}

#[test]
fn unsigned_integers_are_compared_with_zero_by_order() {
    let capabilities = "OpCapability Int64
        OpCapability Int16";
    let declarations = "%ulong = OpTypeInt 64 0
        %l0 = OpConstant %ulong 0
        %l1 = OpConstant %ulong 1
        %ushort = OpTypeInt 16 0
        %s1 = OpConstant %ushort 1
        %s0 = OpConstantNull %ushort
        %zeros = OpConstantNull %uint2
        %zero = OpConstantComposite %uint2 %u0 %u0
        %spec = OpSpecConstant %uint 3
        %specs = OpSpecConstantComposite %uint2 %spec %u0";
    let body = "%a = OpIEqual %bool %u5 %u0
        %b = OpINotEqual %bool %u0 %u5
        %c = OpIEqual %bool %l1 %l0
        %d = OpINotEqual %bool %s1 %s0
        %e = OpIEqual %bool2 %u15 %zeros
        %f = OpINotEqual %bool2 %zero %u15
        %g = OpIEqual %bool %u5 %spec
        %h = OpINotEqual %bool2 %specs %u15
        %i = OpIEqual %bool %i5 %u0
        %made = OpCompositeConstruct %uint2 %u0 %u0
        %j = OpIEqual %bool2 %u15 %made
        %open = OpCompositeConstruct %uint2 %spec %u0
        %k = OpIEqual %bool2 %u15 %open";
    let listing = rewritten(
        &compute(capabilities, declarations, body),
        Workaround::UnsignedZeroEquality,
    );
    assert_counts(
        &listing,
        &[
            ("OpIEqual", 0),
            ("OpINotEqual", 0),
            ("OpULessThan ", 7),
            ("OpUGreaterThan ", 4),
            ("OpBitwiseXor", 3),
        ],
    );
}

#[test]
fn signed_integers_and_other_numbers_stay() {
    let body = "%a = OpIEqual %bool %i5 %i0
        %b = OpIEqual %bool %u5 %u1
        %c = OpINotEqual %bool2 %u15 %u15
        %d = OpFOrdEqual %bool %f1 %f0
        %e = OpUGreaterThan %bool %u5 %u0
        %f = OpFOrdEqual %bool %h1 %h0";
    assert_untouched(&compute(HALF, HALVES, body), Workaround::UnsignedZeroEquality);
}
