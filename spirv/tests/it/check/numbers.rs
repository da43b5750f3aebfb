//! The rules of Vulkan's appendix that a module from naga IR can violate and that words and target determine: the
//! project's list of their numbers in the text of Vulkan 1.4, and the test that each has a rule.
//!
//! A rule covers a number if it has the number, or had it in an older text.

use std::collections::BTreeSet;

use spirula::check::Rule;

/// The prefix `VUID-` and the scope of each number.
const NUMBERS: [(&str, &str); 2] = [
    (
        "StandaloneSpirv",
        "None-04633 None-04634 None-04635 None-04636 None-04637 None-04638 None-07321 None-04641 None-04642 \
         SubgroupVoteKHR-07951 None-04643 None-04644 None-04645 OpAtomicStore-04730 OpAtomicLoad-04731 \
         OpMemoryBarrier-04732 OpMemoryBarrier-04733 OpControlBarrier-04650 OpVariable-04651 OpVariable-04734 \
         OriginLowerLeft-04653 UniformConstant-04655 Uniform-06807 PushConstant-06808 OpTypeImage-04656 \
         OpTypeImage-04657 OpTypeSampledImage-06671 Image-04965 OpImageTexelPointer-04658 \
         OpImageQuerySizeLod-04659 Offset-04865 OpImageGather-04664 OpImage-04777 BuiltIn-04668 OpEntryPoint-09658 \
         OpEntryPoint-09659 Location-06672 Location-04915 Location-04916 Location-04917 Location-04918 \
         Location-04919 Flat-04670 Flat-06201 Flat-06202 PerVertexKHR-06777 Flat-04744 Invariant-04677 \
         VulkanMemoryModel-04678 VulkanMemoryModel-04679 OpTypeRuntimeArray-04680 LocalSize-06426 None-04686 \
         RayPayloadKHR-04698 IncomingRayPayloadKHR-04699 IncomingRayPayloadKHR-04700 None-04745 OpVariable-06673 \
         OpEntryPoint-06674 OpEntryPoint-08721 OpEntryPoint-08722 Result-04780 Base-04781 PushConstant-06675 \
         Uniform-06676 UniformConstant-06677 DescriptorSet-06491 Input-06778 MeshEXT-07106 MeshEXT-07107 \
         MeshEXT-07108 MeshEXT-07109 MeshEXT-07110 MeshEXT-07111 MeshEXT-07330 MeshEXT-07331 Input-07290 \
         Pointer-08973 UniformBufferArrayDynamicIndexing-10127 SampledImageArrayDynamicIndexing-10128 \
         StorageBufferArrayDynamicIndexing-10129 StorageImageArrayDynamicIndexing-10130",
    ),
    (
        "RuntimeSpirv",
        "vulkanMemoryModel-06265 vulkanMemoryModel-06266 apiVersion-07954 apiVersion-07955 OpImageWrite-07112 \
         Location-06272 Location-06428 UniformBufferArrayNonUniformIndexing-10134 \
         SampledImageArrayNonUniformIndexing-10135 StorageBufferArrayNonUniformIndexing-10136 \
         StorageImageArrayNonUniformIndexing-10137 subgroupSize-10141 subgroupSize-10142 subgroupSize-10143 \
         subgroupSize-10144 None-10148 subgroupSize-10149 None-06275 subgroupBroadcastDynamicId-06276 \
         subgroupBroadcastDynamicId-06277 None-06278 None-06279 None-06284 None-06285 None-06288 \
         denormBehaviorIndependence-06289 denormBehaviorIndependence-06290 roundingModeIndependence-06291 \
         roundingModeIndependence-06292 shaderSignedZeroInfNanPreserveFloat16-06293 \
         shaderSignedZeroInfNanPreserveFloat32-06294 shaderSignedZeroInfNanPreserveFloat64-06295 \
         shaderDenormPreserveFloat16-06296 shaderDenormPreserveFloat32-06297 shaderDenormPreserveFloat64-06298 \
         shaderDenormFlushToZeroFloat16-06299 shaderDenormFlushToZeroFloat32-06300 \
         shaderDenormFlushToZeroFloat64-06301 shaderRoundingModeRTEFloat16-06302 \
         shaderRoundingModeRTEFloat32-06303 shaderRoundingModeRTEFloat64-06304 shaderRoundingModeRTZFloat16-06305 \
         shaderRoundingModeRTZFloat32-06306 shaderRoundingModeRTZFloat64-06307 OpTypeCooperativeMatrixKHR-10163 \
         OpCooperativeMatrixMulAddKHR-10060 cooperativeMatrixSupportedStages-08985 DescriptorSet-06323 \
         MeshEXT-07115 MeshEXT-07332 MeshEXT-07116 MeshEXT-07333 TaskEXT-07117 MeshEXT-07118 TaskEXT-07291 \
         TaskEXT-07292 TaskEXT-07293 TaskEXT-07294 MeshEXT-07295 MeshEXT-07296 MeshEXT-07297 MeshEXT-07298 \
         TaskEXT-07299 TaskEXT-07300 TaskEXT-07301 TaskEXT-07302 maxMeshSharedMemorySize-08754 \
         maxMeshPayloadAndSharedMemorySize-08755 maxMeshOutputMemorySize-08756 \
         maxMeshPayloadAndOutputMemorySize-08757 maxTaskPayloadSize-08758 maxTaskSharedMemorySize-08759 \
         maxTaskPayloadAndSharedMemorySize-08760 OpCooperativeMatrixLoadKHR-08986 storageBuffer16BitAccess-06331 \
         uniformAndStorageBuffer16BitAccess-06332 storageInputOutput16-06334 None-06338 NonWritable-06340 \
         NonWritable-06341 None-06342 None-06343 OpRayQueryInitializeKHR-06348 OpRayQueryInitializeKHR-06349 \
         OpRayQueryInitializeKHR-06350 OpRayQueryInitializeKHR-06351 OpRayQueryInitializeKHR-06889 \
         OpRayQueryInitializeKHR-06890 OpRayQueryInitializeKHR-06891 OpTraceRayKHR-06355 OpTraceRayKHR-06356 \
         OpTraceRayKHR-06552 OpTraceRayKHR-06892 OpTraceRayKHR-06893 OpTraceRayKHR-06553 OpTraceRayKHR-06554 \
         OpTraceRayKHR-06357 OpTraceRayKHR-06358 x-06429 y-06430 z-06431 x-06432 Workgroup-06530 \
         shaderZeroInitializeWorkgroupMemory-06372 OpImage-06376 OpImage-06377 OpImageSample-06435 \
         OpImageSample-06436 MeshEXT-09218 maintenance5-09190",
    ),
];

fn numbers(table: &[(&str, &str)]) -> BTreeSet<String> {
    let mut numbers = BTreeSet::new();
    for (scope, names) in table {
        for name in names.split_whitespace() {
            let number = format!("VUID-{scope}-{name}");
            assert!(numbers.insert(number.clone()), "{number} comes twice");
        }
    }
    numbers
}

#[test]
fn every_number_has_a_rule() {
    let numbers = numbers(&NUMBERS);
    assert_eq!(numbers.len(), 192);
    let known: BTreeSet<String> = Rule::all()
        .flat_map(|rule| rule.row().vuid.into_iter().chain(rule.row().formerly.iter().copied()))
        .map(str::to_owned)
        .collect();
    let missing: BTreeSet<String> = numbers.difference(&known).cloned().collect();
    assert!(missing.is_empty(), "no rule for {missing:#?}");
}
