//! Instructions of subgroups.

use super::rewritten;
use super::shapes::{HALVES, assert_counts, assert_untouched, compute};
use spirula::target::Workaround;

const ARITHMETIC: &str = "OpCapability GroupNonUniform
    OpCapability GroupNonUniformArithmetic";

#[test]
fn the_least_of_the_least_is_the_inner_one() {
    let body = "%a = OpGroupNonUniformUMin %uint %u3 Reduce %u5
        %b = OpGroupNonUniformUMin %uint %u3 Reduce %a
        %c = OpCopyObject %uint %b
        %d = OpGroupNonUniformUMax %uint %same Reduce %c
        %e = OpGroupNonUniformSMax %int %u3 Reduce %i5
        %f = OpGroupNonUniformSMin %int %u3 Reduce %e
        %g = OpGroupNonUniformFMin %float2 %u3 Reduce %f12
        %h = OpGroupNonUniformFMin %float2 %u3 Reduce %g";
    let declarations = "%same = OpConstant %uint 3";
    let listing = rewritten(
        &compute(ARITHMETIC, declarations, body),
        Workaround::NestedSubgroupMinMax,
    );
    assert_counts(
        &listing,
        &[
            ("OpGroupNonUniformUMin", 1),
            ("OpGroupNonUniformUMax", 0),
            ("OpGroupNonUniformSMax", 1),
            ("OpGroupNonUniformSMin", 0),
            ("OpGroupNonUniformFMin", 1),
            ("OpCopyObject", 5),
        ],
    );
}

#[test]
fn other_reductions_stay() {
    let body = "%a = OpGroupNonUniformUMin %uint %u3 InclusiveScan %u5
        %b = OpGroupNonUniformUMin %uint %u3 Reduce %a
        %c = OpIAdd %uint %b %u1
        %d = OpGroupNonUniformUMin %uint %u3 Reduce %c
        %e = OpGroupNonUniformIAdd %uint %u3 Reduce %d
        %f = OpGroupNonUniformUMin %uint %u3 Reduce %e
        %g = OpGroupNonUniformIAdd %uint %u3 Reduce %f
        OpBranch %next
        %next = OpLabel
        %h = OpGroupNonUniformUMin %uint %u3 Reduce %f
        %i = OpGroupNonUniformUMin %uint %u3 ExclusiveScan %h";
    assert_untouched(&compute(ARITHMETIC, "", body), Workaround::NestedSubgroupMinMax);
}

#[test]
fn halves_are_broadcast_as_integers() {
    let capabilities = "OpCapability Float16
        OpCapability GroupNonUniform
        OpCapability GroupNonUniformBallot";
    let body = "%a = OpGroupNonUniformBroadcast %half %u3 %h1 %u0
        %b = OpGroupNonUniformBroadcast %half2 %u3 %h12 %u0
        %c = OpGroupNonUniformBroadcastFirst %half3 %u3 %h121
        %d = OpGroupNonUniformBroadcastFirst %half4 %u3 %h1212
        %e = OpGroupNonUniformBroadcast %float %u3 %f1 %u0";
    let listing = rewritten(&compute(capabilities, HALVES, body), Workaround::HalfBroadcast);
    assert_counts(
        &listing,
        &[
            ("OpGroupNonUniformBroadcast ", 3),
            ("OpGroupNonUniformBroadcastFirst ", 2),
            ("OpBitcast", 8),
            ("OpCompositeExtract", 1),
            ("OpVectorShuffle", 2),
        ],
    );
    let body = "%a = OpGroupNonUniformBroadcast %float2 %u3 %f12 %u0
        %b = OpGroupNonUniformBroadcastFirst %uint %u3 %u5";
    assert_untouched(&compute(capabilities, HALVES, body), Workaround::HalfBroadcast);
}
