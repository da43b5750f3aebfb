//! The instructions with opcodes from 5,600: extensions for kernels, most of them.
//!
//! Data and nothing else: distilled from the machine-readable grammar in the SPIR-V registry (unified1, 1.6 revision 7;
//! The Khronos Group, MIT licence), one line each, in the order of the numbers. `V1_0` and so on is the version of SPIR-V
//! that brought it, `RESERVED` that none has it without an extension, `to` the last version that has it; `needs` lists
//! the capabilities of which one must be declared, `from` the extensions of which one brings it. Of the operands
//! `[X]` may be left out and `{X}` repeats.
//! The tests hold every line against what rspirv's tables know.

use super::instructions;

instructions! { INSTRUCTIONS
    5600 ConstantFunctionPointerINTEL RESERVED (IdResultType IdResult IdRef) needs [FunctionPointersINTEL] from
        [SPV_INTEL_function_pointers];
    5601 FunctionPointerCallINTEL RESERVED (IdResultType IdResult {IdRef}) needs [FunctionPointersINTEL] from
        [SPV_INTEL_function_pointers];
    5609 AsmTargetINTEL RESERVED (IdResult LiteralString) needs [AsmINTEL];
    5610 AsmINTEL RESERVED (IdResultType IdResult IdRef IdRef LiteralString LiteralString) needs [AsmINTEL];
    5611 AsmCallINTEL RESERVED (IdResultType IdResult IdRef {IdRef}) needs [AsmINTEL];
    5614 AtomicFMinEXT RESERVED (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef) needs
        [AtomicFloat16MinMaxEXT AtomicFloat32MinMaxEXT AtomicFloat64MinMaxEXT AtomicFloat16VectorNV];
    5615 AtomicFMaxEXT RESERVED (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef) needs
        [AtomicFloat16MinMaxEXT AtomicFloat32MinMaxEXT AtomicFloat64MinMaxEXT AtomicFloat16VectorNV];
    5630 AssumeTrueKHR RESERVED (IdRef) needs [ExpectAssumeKHR] from [SPV_KHR_expect_assume];
    5631 ExpectKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [ExpectAssumeKHR] from
        [SPV_KHR_expect_assume];
    5632 DecorateString V1_4 (IdRef Decoration) from [SPV_GOOGLE_decorate_string SPV_GOOGLE_hlsl_functionality1];
    5633 MemberDecorateString V1_4 (IdRef LiteralInteger Decoration) from [SPV_GOOGLE_decorate_string
        SPV_GOOGLE_hlsl_functionality1];
    5699 VmeImageINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5700 TypeVmeImageINTEL RESERVED (IdResult IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5701 TypeAvcImePayloadINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5702 TypeAvcRefPayloadINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5703 TypeAvcSicPayloadINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5704 TypeAvcMcePayloadINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5705 TypeAvcMceResultINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5706 TypeAvcImeResultINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5707 TypeAvcImeResultSingleReferenceStreamoutINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5708 TypeAvcImeResultDualReferenceStreamoutINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5709 TypeAvcImeSingleReferenceStreaminINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5710 TypeAvcImeDualReferenceStreaminINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5711 TypeAvcRefResultINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5712 TypeAvcSicResultINTEL RESERVED (IdResult) needs [SubgroupAvcMotionEstimationINTEL];
    5713 SubgroupAvcMceGetDefaultInterBaseMultiReferencePenaltyINTEL RESERVED (IdResultType IdResult IdRef IdRef)
        needs [SubgroupAvcMotionEstimationINTEL];
    5714 SubgroupAvcMceSetInterBaseMultiReferencePenaltyINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5715 SubgroupAvcMceGetDefaultInterShapePenaltyINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5716 SubgroupAvcMceSetInterShapePenaltyINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5717 SubgroupAvcMceGetDefaultInterDirectionPenaltyINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5718 SubgroupAvcMceSetInterDirectionPenaltyINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5719 SubgroupAvcMceGetDefaultIntraLumaShapePenaltyINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5720 SubgroupAvcMceGetDefaultInterMotionVectorCostTableINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5721 SubgroupAvcMceGetDefaultHighPenaltyCostTableINTEL RESERVED (IdResultType IdResult) needs
        [SubgroupAvcMotionEstimationINTEL];
    5722 SubgroupAvcMceGetDefaultMediumPenaltyCostTableINTEL RESERVED (IdResultType IdResult) needs
        [SubgroupAvcMotionEstimationINTEL];
    5723 SubgroupAvcMceGetDefaultLowPenaltyCostTableINTEL RESERVED (IdResultType IdResult) needs
        [SubgroupAvcMotionEstimationINTEL];
    5724 SubgroupAvcMceSetMotionVectorCostFunctionINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef)
        needs [SubgroupAvcMotionEstimationINTEL];
    5725 SubgroupAvcMceGetDefaultIntraLumaModePenaltyINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5726 SubgroupAvcMceGetDefaultNonDcLumaIntraPenaltyINTEL RESERVED (IdResultType IdResult) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5727 SubgroupAvcMceGetDefaultIntraChromaModeBasePenaltyINTEL RESERVED (IdResultType IdResult) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationChromaINTEL];
    5728 SubgroupAvcMceSetAcOnlyHaarINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5729 SubgroupAvcMceSetSourceInterlacedFieldPolarityINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5730 SubgroupAvcMceSetSingleReferenceInterlacedFieldPolarityINTEL RESERVED (IdResultType IdResult IdRef IdRef)
        needs [SubgroupAvcMotionEstimationINTEL];
    5731 SubgroupAvcMceSetDualReferenceInterlacedFieldPolaritiesINTEL RESERVED (IdResultType IdResult IdRef IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5732 SubgroupAvcMceConvertToImePayloadINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5733 SubgroupAvcMceConvertToImeResultINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5734 SubgroupAvcMceConvertToRefPayloadINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5735 SubgroupAvcMceConvertToRefResultINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5736 SubgroupAvcMceConvertToSicPayloadINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5737 SubgroupAvcMceConvertToSicResultINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5738 SubgroupAvcMceGetMotionVectorsINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5739 SubgroupAvcMceGetInterDistortionsINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5740 SubgroupAvcMceGetBestInterDistortionsINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5741 SubgroupAvcMceGetInterMajorShapeINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5742 SubgroupAvcMceGetInterMinorShapeINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5743 SubgroupAvcMceGetInterDirectionsINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5744 SubgroupAvcMceGetInterMotionVectorCountINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5745 SubgroupAvcMceGetInterReferenceIdsINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5746 SubgroupAvcMceGetInterReferenceInterlacedFieldPolaritiesINTEL RESERVED (IdResultType IdResult IdRef IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5747 SubgroupAvcImeInitializeINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5748 SubgroupAvcImeSetSingleReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5749 SubgroupAvcImeSetDualReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5750 SubgroupAvcImeRefWindowSizeINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5751 SubgroupAvcImeAdjustRefOffsetINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5752 SubgroupAvcImeConvertToMcePayloadINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5753 SubgroupAvcImeSetMaxMotionVectorCountINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5754 SubgroupAvcImeSetUnidirectionalMixDisableINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5755 SubgroupAvcImeSetEarlySearchTerminationThresholdINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5756 SubgroupAvcImeSetWeightedSadINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5757 SubgroupAvcImeEvaluateWithSingleReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5758 SubgroupAvcImeEvaluateWithDualReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5759 SubgroupAvcImeEvaluateWithSingleReferenceStreaminINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5760 SubgroupAvcImeEvaluateWithDualReferenceStreaminINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef
        IdRef IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5761 SubgroupAvcImeEvaluateWithSingleReferenceStreamoutINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef)
        needs [SubgroupAvcMotionEstimationINTEL];
    5762 SubgroupAvcImeEvaluateWithDualReferenceStreamoutINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5763 SubgroupAvcImeEvaluateWithSingleReferenceStreaminoutINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5764 SubgroupAvcImeEvaluateWithDualReferenceStreaminoutINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef
        IdRef IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5765 SubgroupAvcImeConvertToMceResultINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5766 SubgroupAvcImeGetSingleReferenceStreaminINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5767 SubgroupAvcImeGetDualReferenceStreaminINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5768 SubgroupAvcImeStripSingleReferenceStreamoutINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5769 SubgroupAvcImeStripDualReferenceStreamoutINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5770 SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL RESERVED (IdResultType IdResult IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5771 SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL RESERVED (IdResultType IdResult IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5772 SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL RESERVED (IdResultType IdResult IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5773 SubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL RESERVED (IdResultType IdResult IdRef
        IdRef IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5774 SubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL RESERVED (IdResultType IdResult IdRef
        IdRef IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5775 SubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL RESERVED (IdResultType IdResult IdRef
        IdRef IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5776 SubgroupAvcImeGetBorderReachedINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5777 SubgroupAvcImeGetTruncatedSearchIndicationINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5778 SubgroupAvcImeGetUnidirectionalEarlySearchTerminationINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5779 SubgroupAvcImeGetWeightingPatternMinimumMotionVectorINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5780 SubgroupAvcImeGetWeightingPatternMinimumDistortionINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5781 SubgroupAvcFmeInitializeINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef IdRef)
        needs [SubgroupAvcMotionEstimationINTEL];
    5782 SubgroupAvcBmeInitializeINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5783 SubgroupAvcRefConvertToMcePayloadINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5784 SubgroupAvcRefSetBidirectionalMixDisableINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5785 SubgroupAvcRefSetBilinearFilterEnableINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5786 SubgroupAvcRefEvaluateWithSingleReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5787 SubgroupAvcRefEvaluateWithDualReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5788 SubgroupAvcRefEvaluateWithMultiReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5789 SubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5790 SubgroupAvcRefConvertToMceResultINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5791 SubgroupAvcSicInitializeINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5792 SubgroupAvcSicConfigureSkcINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5793 SubgroupAvcSicConfigureIpeLumaINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef IdRef) needs [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5794 SubgroupAvcSicConfigureIpeLumaChromaINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef
        IdRef IdRef IdRef IdRef IdRef IdRef) needs [SubgroupAvcMotionEstimationINTEL
        SubgroupAvcMotionEstimationChromaINTEL];
    5795 SubgroupAvcSicGetMotionVectorMaskINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5796 SubgroupAvcSicConvertToMcePayloadINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5797 SubgroupAvcSicSetIntraLumaShapePenaltyINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5798 SubgroupAvcSicSetIntraLumaModeCostFunctionINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef)
        needs [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5799 SubgroupAvcSicSetIntraChromaModeCostFunctionINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationChromaINTEL];
    5800 SubgroupAvcSicSetBilinearFilterEnableINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5801 SubgroupAvcSicSetSkcForwardTransformEnableINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5802 SubgroupAvcSicSetBlockBasedRawSkipSadINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5803 SubgroupAvcSicEvaluateIpeINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5804 SubgroupAvcSicEvaluateWithSingleReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5805 SubgroupAvcSicEvaluateWithDualReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5806 SubgroupAvcSicEvaluateWithMultiReferenceINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5807 SubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef
        IdRef) needs [SubgroupAvcMotionEstimationINTEL];
    5808 SubgroupAvcSicConvertToMceResultINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5809 SubgroupAvcSicGetIpeLumaShapeINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5810 SubgroupAvcSicGetBestIpeLumaDistortionINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5811 SubgroupAvcSicGetBestIpeChromaDistortionINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5812 SubgroupAvcSicGetPackedIpeLumaModesINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5813 SubgroupAvcSicGetIpeChromaModeINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationChromaINTEL];
    5814 SubgroupAvcSicGetPackedSkcLumaCountThresholdINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5815 SubgroupAvcSicGetPackedSkcLumaSumThresholdINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL];
    5816 SubgroupAvcSicGetInterRawSadsINTEL RESERVED (IdResultType IdResult IdRef) needs
        [SubgroupAvcMotionEstimationINTEL];
    5818 VariableLengthArrayINTEL RESERVED (IdResultType IdResult IdRef) needs [VariableLengthArrayINTEL];
    5819 SaveMemoryINTEL RESERVED (IdResultType IdResult) needs [VariableLengthArrayINTEL];
    5820 RestoreMemoryINTEL RESERVED (IdRef) needs [VariableLengthArrayINTEL];
    5840 ArbitraryFloatSinCosPiALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5841 ArbitraryFloatCastALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5842 ArbitraryFloatCastFromIntALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5843 ArbitraryFloatCastToIntALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5846 ArbitraryFloatAddALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5847 ArbitraryFloatSubALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5848 ArbitraryFloatMulALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5849 ArbitraryFloatDivALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5850 ArbitraryFloatGTALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger) needs
        [ArbitraryPrecisionFloatingPointALTERA];
    5851 ArbitraryFloatGEALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger) needs
        [ArbitraryPrecisionFloatingPointALTERA];
    5852 ArbitraryFloatLTALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger) needs
        [ArbitraryPrecisionFloatingPointALTERA];
    5853 ArbitraryFloatLEALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger) needs
        [ArbitraryPrecisionFloatingPointALTERA];
    5854 ArbitraryFloatEQALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger) needs
        [ArbitraryPrecisionFloatingPointALTERA];
    5855 ArbitraryFloatRecipALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5856 ArbitraryFloatRSqrtALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5857 ArbitraryFloatCbrtALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5858 ArbitraryFloatHypotALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5859 ArbitraryFloatSqrtALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5860 ArbitraryFloatLogINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5861 ArbitraryFloatLog2INTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5862 ArbitraryFloatLog10INTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5863 ArbitraryFloatLog1pINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5864 ArbitraryFloatExpINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5865 ArbitraryFloatExp2INTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5866 ArbitraryFloatExp10INTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5867 ArbitraryFloatExpm1INTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5868 ArbitraryFloatSinINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5869 ArbitraryFloatCosINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5870 ArbitraryFloatSinCosINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5871 ArbitraryFloatSinPiINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5872 ArbitraryFloatCosPiINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5873 ArbitraryFloatASinINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5874 ArbitraryFloatASinPiINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5875 ArbitraryFloatACosINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5876 ArbitraryFloatACosPiINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5877 ArbitraryFloatATanINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5878 ArbitraryFloatATanPiINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5879 ArbitraryFloatATan2INTEL RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5880 ArbitraryFloatPowINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5881 ArbitraryFloatPowRINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5882 ArbitraryFloatPowNINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef LiteralInteger
        LiteralInteger LiteralInteger LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFloatingPointALTERA];
    5887 LoopControlINTEL RESERVED ({LiteralInteger}) needs [UnstructuredLoopControlsINTEL] from
        [SPV_INTEL_unstructured_loop_controls];
    5911 AliasDomainDeclINTEL RESERVED (IdResult [IdRef]) needs [MemoryAccessAliasingINTEL] from
        [SPV_INTEL_memory_access_aliasing];
    5912 AliasScopeDeclINTEL RESERVED (IdResult IdRef [IdRef]) needs [MemoryAccessAliasingINTEL] from
        [SPV_INTEL_memory_access_aliasing];
    5913 AliasScopeListDeclINTEL RESERVED (IdResult {IdRef}) needs [MemoryAccessAliasingINTEL] from
        [SPV_INTEL_memory_access_aliasing];
    5923 FixedSqrtALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5924 FixedRecipALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5925 FixedRsqrtALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5926 FixedSinALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5927 FixedCosALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5928 FixedSinCosALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5929 FixedSinPiALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5930 FixedCosPiALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5931 FixedSinCosPiALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5932 FixedLogALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5933 FixedExpALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger LiteralInteger) needs [ArbitraryPrecisionFixedPointALTERA];
    5934 PtrCastToCrossWorkgroupALTERA RESERVED (IdResultType IdResult IdRef) needs [USMStorageClassesALTERA];
    5938 CrossWorkgroupCastToPtrALTERA RESERVED (IdResultType IdResult IdRef) needs [USMStorageClassesALTERA];
    5946 ReadPipeBlockingALTERA RESERVED (IdRef IdRef IdRef IdRef) needs [BlockingPipesALTERA];
    5947 WritePipeBlockingALTERA RESERVED (IdRef IdRef IdRef IdRef) needs [BlockingPipesALTERA];
    5949 FPGARegALTERA RESERVED (IdResultType IdResult IdRef) needs [FPGARegALTERA];
    6016 RayQueryGetRayTMinKHR RESERVED (IdResultType IdResult IdRef) needs [RayQueryKHR] from [SPV_KHR_ray_query];
    6017 RayQueryGetRayFlagsKHR RESERVED (IdResultType IdResult IdRef) needs [RayQueryKHR] from [SPV_KHR_ray_query];
    6018 RayQueryGetIntersectionTKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR] from
        [SPV_KHR_ray_query];
    6019 RayQueryGetIntersectionInstanceCustomIndexKHR RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayQueryKHR] from [SPV_KHR_ray_query];
    6020 RayQueryGetIntersectionInstanceIdKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR] from
        [SPV_KHR_ray_query];
    6021 RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR RESERVED (IdResultType IdResult IdRef
        IdRef) needs [RayQueryKHR] from [SPV_KHR_ray_query];
    6022 RayQueryGetIntersectionGeometryIndexKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR]
        from [SPV_KHR_ray_query];
    6023 RayQueryGetIntersectionPrimitiveIndexKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR]
        from [SPV_KHR_ray_query];
    6024 RayQueryGetIntersectionBarycentricsKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR]
        from [SPV_KHR_ray_query];
    6025 RayQueryGetIntersectionFrontFaceKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR] from
        [SPV_KHR_ray_query];
    6026 RayQueryGetIntersectionCandidateAABBOpaqueKHR RESERVED (IdResultType IdResult IdRef) needs [RayQueryKHR]
        from [SPV_KHR_ray_query];
    6027 RayQueryGetIntersectionObjectRayDirectionKHR RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayQueryKHR] from [SPV_KHR_ray_query];
    6028 RayQueryGetIntersectionObjectRayOriginKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR]
        from [SPV_KHR_ray_query];
    6029 RayQueryGetWorldRayDirectionKHR RESERVED (IdResultType IdResult IdRef) needs [RayQueryKHR] from
        [SPV_KHR_ray_query];
    6030 RayQueryGetWorldRayOriginKHR RESERVED (IdResultType IdResult IdRef) needs [RayQueryKHR] from
        [SPV_KHR_ray_query];
    6031 RayQueryGetIntersectionObjectToWorldKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR]
        from [SPV_KHR_ray_query];
    6032 RayQueryGetIntersectionWorldToObjectKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR]
        from [SPV_KHR_ray_query];
    6035 AtomicFAddEXT RESERVED (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef) needs
        [AtomicFloat16AddEXT AtomicFloat32AddEXT AtomicFloat64AddEXT AtomicFloat16VectorNV] from
        [SPV_EXT_shader_atomic_float_add];
    6086 TypeBufferSurfaceINTEL RESERVED (IdResult AccessQualifier) needs [VectorComputeINTEL];
    6090 TypeStructContinuedINTEL RESERVED ({IdRef}) needs [LongCompositesINTEL];
    6091 ConstantCompositeContinuedINTEL RESERVED ({IdRef}) needs [LongCompositesINTEL];
    6092 SpecConstantCompositeContinuedINTEL RESERVED ({IdRef}) needs [LongCompositesINTEL];
    6096 CompositeConstructContinuedINTEL RESERVED ({IdRef}) needs [LongCompositesINTEL];
    6116 ConvertFToBF16INTEL RESERVED (IdResultType IdResult IdRef) needs [BFloat16ConversionINTEL];
    6117 ConvertBF16ToFINTEL RESERVED (IdResultType IdResult IdRef) needs [BFloat16ConversionINTEL];
    6142 ControlBarrierArriveEXT RESERVED (IdScope IdScope IdMemorySemantics) needs [SplitBarrierEXT];
    6143 ControlBarrierWaitEXT RESERVED (IdScope IdScope IdMemorySemantics) needs [SplitBarrierEXT];
    6145 ArithmeticFenceEXT RESERVED (IdResultType IdResult IdRef) needs [ArithmeticFenceEXT];
    6163 TaskSequenceCreateALTERA RESERVED (IdResultType IdResult IdRef LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger) needs [TaskSequenceALTERA];
    6164 TaskSequenceAsyncALTERA RESERVED (IdRef {IdRef}) needs [TaskSequenceALTERA];
    6165 TaskSequenceGetALTERA RESERVED (IdResultType IdResult IdRef) needs [TaskSequenceALTERA];
    6166 TaskSequenceReleaseALTERA RESERVED (IdRef) needs [TaskSequenceALTERA];
    6199 TypeTaskSequenceALTERA RESERVED (IdResult) needs [TaskSequenceALTERA];
    6221 SubgroupBlockPrefetchINTEL RESERVED (IdRef IdRef [MemoryAccess]) needs [SubgroupBufferPrefetchINTEL];
    6231 Subgroup2DBlockLoadINTEL RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [Subgroup2DBlockIOINTEL];
    6232 Subgroup2DBlockLoadTransformINTEL RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef)
        needs [Subgroup2DBlockTransformINTEL];
    6233 Subgroup2DBlockLoadTransposeINTEL RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef)
        needs [Subgroup2DBlockTransposeINTEL];
    6234 Subgroup2DBlockPrefetchINTEL RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [Subgroup2DBlockIOINTEL];
    6235 Subgroup2DBlockStoreINTEL RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [Subgroup2DBlockIOINTEL];
    6237 SubgroupMatrixMultiplyAccumulateINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef
        [MatrixMultiplyAccumulateOperands]) needs [SubgroupMatrixMultiplyAccumulateINTEL];
    6242 BitwiseFunctionINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef) needs
        [TernaryBitwiseFunctionINTEL];
    6244 UntypedVariableLengthArrayINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs
        [UntypedVariableLengthArrayINTEL];
    6248 ConditionalExtensionINTEL RESERVED (IdRef LiteralString) needs [SpecConditionalINTEL];
    6249 ConditionalEntryPointINTEL RESERVED (IdRef ExecutionModel IdRef LiteralString {IdRef}) needs
        [SpecConditionalINTEL];
    6250 ConditionalCapabilityINTEL RESERVED (IdRef Capability) needs [SpecConditionalINTEL];
    6251 SpecConstantTargetINTEL RESERVED (IdResultType IdResult LiteralInteger {LiteralInteger}) needs
        [FunctionVariantsINTEL];
    6252 SpecConstantArchitectureINTEL RESERVED (IdResultType IdResult LiteralInteger LiteralInteger LiteralInteger
        LiteralInteger) needs [FunctionVariantsINTEL];
    6253 SpecConstantCapabilitiesINTEL RESERVED (IdResultType IdResult {Capability}) needs [FunctionVariantsINTEL];
    6254 ConditionalCopyObjectINTEL RESERVED (IdResultType IdResult {IdRef}) needs [SpecConditionalINTEL];
    6258 PredicatedLoadINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef [MemoryAccess]) needs
        [PredicatedIOINTEL];
    6259 PredicatedStoreINTEL RESERVED (IdRef IdRef IdRef [MemoryAccess]) needs [PredicatedIOINTEL];
    6401 GroupIMulKHR RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs
        [GroupUniformArithmeticKHR];
    6402 GroupFMulKHR RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs
        [GroupUniformArithmeticKHR];
    6403 GroupBitwiseAndKHR RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs
        [GroupUniformArithmeticKHR];
    6404 GroupBitwiseOrKHR RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs
        [GroupUniformArithmeticKHR];
    6405 GroupBitwiseXorKHR RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs
        [GroupUniformArithmeticKHR];
    6406 GroupLogicalAndKHR RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs
        [GroupUniformArithmeticKHR];
    6407 GroupLogicalOrKHR RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs
        [GroupUniformArithmeticKHR];
    6408 GroupLogicalXorKHR RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs
        [GroupUniformArithmeticKHR];
    6426 RoundFToTF32INTEL RESERVED (IdResultType IdResult IdRef) needs [TensorFloat32RoundingINTEL];
    6428 MaskedGatherINTEL RESERVED (IdResultType IdResult IdRef LiteralInteger IdRef IdRef) needs
        [MaskedGatherScatterINTEL];
    6429 MaskedScatterINTEL RESERVED (IdRef IdRef LiteralInteger IdRef) needs [MaskedGatherScatterINTEL];
    6529 ConvertHandleToImageINTEL RESERVED (IdResultType IdResult IdRef) needs [BindlessImagesINTEL];
    6530 ConvertHandleToSamplerINTEL RESERVED (IdResultType IdResult IdRef) needs [BindlessImagesINTEL];
    6531 ConvertHandleToSampledImageINTEL RESERVED (IdResultType IdResult IdRef) needs [BindlessImagesINTEL];
    6916 FDot2MixAcc32VALVE RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [DotProductFloat16AccFloat32VALVE DotProductBFloat16AccVALVE];
    6917 FDot2MixAcc16VALVE RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [DotProductFloat16AccFloat16VALVE DotProductBFloat16AccVALVE];
    6918 FDot4MixAcc32VALVE RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [DotProductFloat8AccFloat32VALVE];
}
