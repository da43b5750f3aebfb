//! The rules of built-in variables by their VUIDs (Vulkan, "Built-In Variables").
//!
//! This file only declares the rules; `table` assigns them to the built-ins.

use crate::check::rule::rules;

rules! {
    /// Built-in variables.
    Builtins "builtins" {
        BaryCoordKHRModel "bary-coord-khr-model" vuid "VUID-BaryCoordKHR-BaryCoordKHR-04154" "Vulkan, Built-In Variables, BaryCoordKHR":
            "BaryCoordKHR is used in Fragment only";
        BaryCoordKHRClass "bary-coord-khr-class" vuid "VUID-BaryCoordKHR-BaryCoordKHR-04155" "Vulkan, Built-In Variables, BaryCoordKHR":
            "BaryCoordKHR is a variable of Input";
        BaryCoordKHRType "bary-coord-khr-type" vuid "VUID-BaryCoordKHR-BaryCoordKHR-04156" "Vulkan, Built-In Variables, BaryCoordKHR":
            "BaryCoordKHR is a vector of three 32-bit floats";
        BaryCoordNoPerspKHRModel "bary-coord-no-persp-khr-model" vuid "VUID-BaryCoordNoPerspKHR-BaryCoordNoPerspKHR-04160" "Vulkan, Built-In Variables, BaryCoordNoPerspKHR":
            "BaryCoordNoPerspKHR is used in Fragment only";
        BaryCoordNoPerspKHRClass "bary-coord-no-persp-khr-class" vuid "VUID-BaryCoordNoPerspKHR-BaryCoordNoPerspKHR-04161" "Vulkan, Built-In Variables, BaryCoordNoPerspKHR":
            "BaryCoordNoPerspKHR is a variable of Input";
        BaryCoordNoPerspKHRType "bary-coord-no-persp-khr-type" vuid "VUID-BaryCoordNoPerspKHR-BaryCoordNoPerspKHR-04162" "Vulkan, Built-In Variables, BaryCoordNoPerspKHR":
            "BaryCoordNoPerspKHR is a vector of three 32-bit floats";
        BaseInstanceModel "base-instance-model" vuid "VUID-BaseInstance-BaseInstance-04181" "Vulkan, Built-In Variables, BaseInstance":
            "BaseInstance is used in Vertex only";
        BaseInstanceClass "base-instance-class" vuid "VUID-BaseInstance-BaseInstance-04182" "Vulkan, Built-In Variables, BaseInstance":
            "BaseInstance is a variable of Input";
        BaseInstanceType "base-instance-type" vuid "VUID-BaseInstance-BaseInstance-04183" "Vulkan, Built-In Variables, BaseInstance":
            "BaseInstance is a 32-bit integer";
        BaseVertexModel "base-vertex-model" vuid "VUID-BaseVertex-BaseVertex-04184" "Vulkan, Built-In Variables, BaseVertex":
            "BaseVertex is used in Vertex only";
        BaseVertexClass "base-vertex-class" vuid "VUID-BaseVertex-BaseVertex-04185" "Vulkan, Built-In Variables, BaseVertex":
            "BaseVertex is a variable of Input";
        BaseVertexType "base-vertex-type" vuid "VUID-BaseVertex-BaseVertex-04186" "Vulkan, Built-In Variables, BaseVertex":
            "BaseVertex is a 32-bit integer";
        ClipDistanceModel "clip-distance-model" vuid "VUID-ClipDistance-ClipDistance-04187" "Vulkan, Built-In Variables, ClipDistance":
            "ClipDistance is used in Vertex, TessellationControl, TessellationEvaluation, Geometry, Fragment, MeshNV and MeshEXT only";
        ClipDistanceClassInVertex "clip-distance-class-in-vertex" vuid "VUID-ClipDistance-ClipDistance-04188" "Vulkan, Built-In Variables, ClipDistance":
            "in Vertex, MeshNV and MeshEXT ClipDistance is a variable of Output";
        ClipDistanceClassInFragment "clip-distance-class-in-fragment" vuid "VUID-ClipDistance-ClipDistance-04189" "Vulkan, Built-In Variables, ClipDistance":
            "in Fragment ClipDistance is a variable of Input";
        ClipDistanceClassInTessellation "clip-distance-class-in-tessellation" vuid "VUID-ClipDistance-ClipDistance-04190" "Vulkan, Built-In Variables, ClipDistance":
            "in TessellationControl, TessellationEvaluation and Geometry ClipDistance is a variable of Input or Output";
        ClipDistanceType "clip-distance-type" vuid "VUID-ClipDistance-ClipDistance-04191" "Vulkan, Built-In Variables, ClipDistance":
            "ClipDistance is an array of 32-bit floats";
        CullDistanceModel "cull-distance-model" vuid "VUID-CullDistance-CullDistance-04196" "Vulkan, Built-In Variables, CullDistance":
            "CullDistance is used in Vertex, TessellationControl, TessellationEvaluation, Geometry, Fragment, MeshNV and MeshEXT only";
        CullDistanceClassInVertex "cull-distance-class-in-vertex" vuid "VUID-CullDistance-CullDistance-04197" "Vulkan, Built-In Variables, CullDistance":
            "in Vertex, MeshNV and MeshEXT CullDistance is a variable of Output";
        CullDistanceClassInFragment "cull-distance-class-in-fragment" vuid "VUID-CullDistance-CullDistance-04198" "Vulkan, Built-In Variables, CullDistance":
            "in Fragment CullDistance is a variable of Input";
        CullDistanceClassInTessellation "cull-distance-class-in-tessellation" vuid "VUID-CullDistance-CullDistance-04199" "Vulkan, Built-In Variables, CullDistance":
            "in TessellationControl, TessellationEvaluation and Geometry CullDistance is a variable of Input or Output";
        CullDistanceType "cull-distance-type" vuid "VUID-CullDistance-CullDistance-04200" "Vulkan, Built-In Variables, CullDistance":
            "CullDistance is an array of 32-bit floats";
        CullPrimitiveEXTModel "cull-primitive-ext-model" vuid "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07034" "Vulkan, Built-In Variables, CullPrimitiveEXT":
            "CullPrimitiveEXT is used in MeshEXT only";
        CullPrimitiveEXTClass "cull-primitive-ext-class" vuid "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07035" "Vulkan, Built-In Variables, CullPrimitiveEXT":
            "CullPrimitiveEXT is a variable of Output";
        CullPrimitiveEXTType "cull-primitive-ext-type" vuid "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07036" "Vulkan, Built-In Variables, CullPrimitiveEXT":
            "CullPrimitiveEXT is a Boolean that is a member of a Block, or an array of Booleans";
        CullMaskKHRModel "cull-mask-khr-model" vuid "VUID-CullMaskKHR-CullMaskKHR-06735" "Vulkan, Built-In Variables, CullMaskKHR":
            "CullMaskKHR is used in IntersectionKHR, AnyHitKHR, ClosestHitKHR and MissKHR only";
        CullMaskKHRClass "cull-mask-khr-class" vuid "VUID-CullMaskKHR-CullMaskKHR-06736" "Vulkan, Built-In Variables, CullMaskKHR":
            "CullMaskKHR is a variable of Input";
        CullMaskKHRType "cull-mask-khr-type" vuid "VUID-CullMaskKHR-CullMaskKHR-06737" "Vulkan, Built-In Variables, CullMaskKHR":
            "CullMaskKHR is a 32-bit integer";
        DeviceIndexClass "device-index-class" vuid "VUID-DeviceIndex-DeviceIndex-04205" "Vulkan, Built-In Variables, DeviceIndex":
            "DeviceIndex is a variable of Input";
        DeviceIndexType "device-index-type" vuid "VUID-DeviceIndex-DeviceIndex-04206" "Vulkan, Built-In Variables, DeviceIndex":
            "DeviceIndex is a 32-bit integer";
        DrawIndexModel "draw-index-model" vuid "VUID-DrawIndex-DrawIndex-04207" "Vulkan, Built-In Variables, DrawIndex":
            "DrawIndex is used in Vertex, TaskNV, MeshNV, TaskEXT and MeshEXT only";
        DrawIndexClass "draw-index-class" vuid "VUID-DrawIndex-DrawIndex-04208" "Vulkan, Built-In Variables, DrawIndex":
            "DrawIndex is a variable of Input";
        DrawIndexType "draw-index-type" vuid "VUID-DrawIndex-DrawIndex-04209" "Vulkan, Built-In Variables, DrawIndex":
            "DrawIndex is a 32-bit integer";
        FragCoordModel "frag-coord-model" vuid "VUID-FragCoord-FragCoord-04210" "Vulkan, Built-In Variables, FragCoord":
            "FragCoord is used in Fragment only";
        FragCoordClass "frag-coord-class" vuid "VUID-FragCoord-FragCoord-04211" "Vulkan, Built-In Variables, FragCoord":
            "FragCoord is a variable of Input";
        FragCoordType "frag-coord-type" vuid "VUID-FragCoord-FragCoord-04212" "Vulkan, Built-In Variables, FragCoord":
            "FragCoord is a vector of four 32-bit floats";
        FragDepthModel "frag-depth-model" vuid "VUID-FragDepth-FragDepth-04213" "Vulkan, Built-In Variables, FragDepth":
            "FragDepth is used in Fragment only";
        FragDepthClass "frag-depth-class" vuid "VUID-FragDepth-FragDepth-04214" "Vulkan, Built-In Variables, FragDepth":
            "FragDepth is a variable of Output";
        FragDepthType "frag-depth-type" vuid "VUID-FragDepth-FragDepth-04215" "Vulkan, Built-In Variables, FragDepth":
            "FragDepth is a 32-bit float";
        FragInvocationCountEXTModel "frag-invocation-count-ext-model" vuid "VUID-FragInvocationCountEXT-FragInvocationCountEXT-04217" (formerly "VUID-InvocationsPerPixelNV-InvocationsPerPixelNV-04260") "Vulkan, Built-In Variables, FragInvocationCountEXT":
            "FragInvocationCountEXT is used in Fragment only";
        FragInvocationCountEXTClass "frag-invocation-count-ext-class" vuid "VUID-FragInvocationCountEXT-FragInvocationCountEXT-04218" (formerly "VUID-InvocationsPerPixelNV-InvocationsPerPixelNV-04261") "Vulkan, Built-In Variables, FragInvocationCountEXT":
            "FragInvocationCountEXT is a variable of Input";
        FragInvocationCountEXTType "frag-invocation-count-ext-type" vuid "VUID-FragInvocationCountEXT-FragInvocationCountEXT-04219" (formerly "VUID-InvocationsPerPixelNV-InvocationsPerPixelNV-04262") "Vulkan, Built-In Variables, FragInvocationCountEXT":
            "FragInvocationCountEXT is a 32-bit integer";
        FragSizeEXTModel "frag-size-ext-model" vuid "VUID-FragSizeEXT-FragSizeEXT-04220" (formerly "VUID-FragmentSizeNV-FragmentSizeNV-04226") "Vulkan, Built-In Variables, FragSizeEXT":
            "FragSizeEXT is used in Fragment only";
        FragSizeEXTClass "frag-size-ext-class" vuid "VUID-FragSizeEXT-FragSizeEXT-04221" (formerly "VUID-FragmentSizeNV-FragmentSizeNV-04227") "Vulkan, Built-In Variables, FragSizeEXT":
            "FragSizeEXT is a variable of Input";
        FragSizeEXTType "frag-size-ext-type" vuid "VUID-FragSizeEXT-FragSizeEXT-04222" (formerly "VUID-FragmentSizeNV-FragmentSizeNV-04228") "Vulkan, Built-In Variables, FragSizeEXT":
            "FragSizeEXT is a vector of two 32-bit integers";
        FragStencilRefEXTModel "frag-stencil-ref-ext-model" vuid "VUID-FragStencilRefEXT-FragStencilRefEXT-04223" "Vulkan, Built-In Variables, FragStencilRefEXT":
            "FragStencilRefEXT is used in Fragment only";
        FragStencilRefEXTClass "frag-stencil-ref-ext-class" vuid "VUID-FragStencilRefEXT-FragStencilRefEXT-04224" "Vulkan, Built-In Variables, FragStencilRefEXT":
            "FragStencilRefEXT is a variable of Output";
        FragStencilRefEXTType "frag-stencil-ref-ext-type" vuid "VUID-FragStencilRefEXT-FragStencilRefEXT-04225" "Vulkan, Built-In Variables, FragStencilRefEXT":
            "FragStencilRefEXT is a scalar integer";
        FrontFacingModel "front-facing-model" vuid "VUID-FrontFacing-FrontFacing-04229" "Vulkan, Built-In Variables, FrontFacing":
            "FrontFacing is used in Fragment only";
        FrontFacingClass "front-facing-class" vuid "VUID-FrontFacing-FrontFacing-04230" "Vulkan, Built-In Variables, FrontFacing":
            "FrontFacing is a variable of Input";
        FrontFacingType "front-facing-type" vuid "VUID-FrontFacing-FrontFacing-04231" "Vulkan, Built-In Variables, FrontFacing":
            "FrontFacing is a Boolean";
        FullyCoveredEXTModel "fully-covered-ext-model" vuid "VUID-FullyCoveredEXT-FullyCoveredEXT-04232" "Vulkan, Built-In Variables, FullyCoveredEXT":
            "FullyCoveredEXT is used in Fragment only";
        FullyCoveredEXTClass "fully-covered-ext-class" vuid "VUID-FullyCoveredEXT-FullyCoveredEXT-04233" "Vulkan, Built-In Variables, FullyCoveredEXT":
            "FullyCoveredEXT is a variable of Input";
        FullyCoveredEXTType "fully-covered-ext-type" vuid "VUID-FullyCoveredEXT-FullyCoveredEXT-04234" "Vulkan, Built-In Variables, FullyCoveredEXT":
            "FullyCoveredEXT is a Boolean";
        FullyCoveredEXTPostDepthCoverage "fully-covered-ext-post-depth-coverage" vuid "VUID-FullyCoveredEXT-conservativeRasterizationPostDepthCoverage-04235" "Vulkan, Built-In Variables, FullyCoveredEXT":
            "FullyCoveredEXT and PostDepthCoverage together need conservativeRasterizationPostDepthCoverage" [ours];
        GlobalInvocationIdModel "global-invocation-id-model" vuid "VUID-GlobalInvocationId-GlobalInvocationId-04236" "Vulkan, Built-In Variables, GlobalInvocationId":
            "GlobalInvocationId is used in GLCompute, TaskNV, MeshNV, TaskEXT and MeshEXT only";
        GlobalInvocationIdClass "global-invocation-id-class" vuid "VUID-GlobalInvocationId-GlobalInvocationId-04237" "Vulkan, Built-In Variables, GlobalInvocationId":
            "GlobalInvocationId is a variable of Input";
        GlobalInvocationIdType "global-invocation-id-type" vuid "VUID-GlobalInvocationId-GlobalInvocationId-04238" "Vulkan, Built-In Variables, GlobalInvocationId":
            "GlobalInvocationId is a vector of three 32-bit integers";
        HelperInvocationModel "helper-invocation-model" vuid "VUID-HelperInvocation-HelperInvocation-04239" "Vulkan, Built-In Variables, HelperInvocation":
            "HelperInvocation is used in Fragment only";
        HelperInvocationClass "helper-invocation-class" vuid "VUID-HelperInvocation-HelperInvocation-04240" "Vulkan, Built-In Variables, HelperInvocation":
            "HelperInvocation is a variable of Input";
        HelperInvocationType "helper-invocation-type" vuid "VUID-HelperInvocation-HelperInvocation-04241" "Vulkan, Built-In Variables, HelperInvocation":
            "HelperInvocation is a Boolean";
        HitKindKHRModel "hit-kind-khr-model" vuid "VUID-HitKindKHR-HitKindKHR-04242" "Vulkan, Built-In Variables, HitKindKHR":
            "HitKindKHR is used in AnyHitKHR and ClosestHitKHR only";
        HitKindKHRClass "hit-kind-khr-class" vuid "VUID-HitKindKHR-HitKindKHR-04243" "Vulkan, Built-In Variables, HitKindKHR":
            "HitKindKHR is a variable of Input";
        HitKindKHRType "hit-kind-khr-type" vuid "VUID-HitKindKHR-HitKindKHR-04244" "Vulkan, Built-In Variables, HitKindKHR":
            "HitKindKHR is a 32-bit integer";
        HitTNVModel "hit-t-nv-model" vuid "VUID-HitTNV-HitTNV-04245" "Vulkan, Built-In Variables, HitTNV":
            "HitTNV is used in AnyHitKHR and ClosestHitKHR only";
        HitTNVClass "hit-t-nv-class" vuid "VUID-HitTNV-HitTNV-04246" "Vulkan, Built-In Variables, HitTNV":
            "HitTNV is a variable of Input";
        HitTNVType "hit-t-nv-type" vuid "VUID-HitTNV-HitTNV-04247" "Vulkan, Built-In Variables, HitTNV":
            "HitTNV is a 32-bit float";
        HitTriangleVertexPositionsKHRModel "hit-triangle-vertex-positions-khr-model" vuid "VUID-HitTriangleVertexPositionsKHR-HitTriangleVertexPositionsKHR-08747" "Vulkan, Built-In Variables, HitTriangleVertexPositionsKHR":
            "HitTriangleVertexPositionsKHR is used in AnyHitKHR and ClosestHitKHR only" [ours];
        HitTriangleVertexPositionsKHRClass "hit-triangle-vertex-positions-khr-class" vuid "VUID-HitTriangleVertexPositionsKHR-HitTriangleVertexPositionsKHR-08748" "Vulkan, Built-In Variables, HitTriangleVertexPositionsKHR":
            "HitTriangleVertexPositionsKHR is a variable of Input" [ours];
        HitTriangleVertexPositionsKHRType "hit-triangle-vertex-positions-khr-type" vuid "VUID-HitTriangleVertexPositionsKHR-HitTriangleVertexPositionsKHR-08749" "Vulkan, Built-In Variables, HitTriangleVertexPositionsKHR":
            "HitTriangleVertexPositionsKHR is an array of three vectors of three 32-bit floats" [newer];
        IncomingRayFlagsKHRModel "incoming-ray-flags-khr-model" vuid "VUID-IncomingRayFlagsKHR-IncomingRayFlagsKHR-04248" "Vulkan, Built-In Variables, IncomingRayFlagsKHR":
            "IncomingRayFlagsKHR is used in IntersectionKHR, AnyHitKHR, ClosestHitKHR and MissKHR only";
        IncomingRayFlagsKHRClass "incoming-ray-flags-khr-class" vuid "VUID-IncomingRayFlagsKHR-IncomingRayFlagsKHR-04249" "Vulkan, Built-In Variables, IncomingRayFlagsKHR":
            "IncomingRayFlagsKHR is a variable of Input";
        IncomingRayFlagsKHRType "incoming-ray-flags-khr-type" vuid "VUID-IncomingRayFlagsKHR-IncomingRayFlagsKHR-04250" "Vulkan, Built-In Variables, IncomingRayFlagsKHR":
            "IncomingRayFlagsKHR is a 32-bit integer";
        InstanceCustomIndexKHRModel "instance-custom-index-khr-model" vuid "VUID-InstanceCustomIndexKHR-InstanceCustomIndexKHR-04251" "Vulkan, Built-In Variables, InstanceCustomIndexKHR":
            "InstanceCustomIndexKHR is used in IntersectionKHR, AnyHitKHR and ClosestHitKHR only";
        InstanceCustomIndexKHRClass "instance-custom-index-khr-class" vuid "VUID-InstanceCustomIndexKHR-InstanceCustomIndexKHR-04252" "Vulkan, Built-In Variables, InstanceCustomIndexKHR":
            "InstanceCustomIndexKHR is a variable of Input";
        InstanceCustomIndexKHRType "instance-custom-index-khr-type" vuid "VUID-InstanceCustomIndexKHR-InstanceCustomIndexKHR-04253" "Vulkan, Built-In Variables, InstanceCustomIndexKHR":
            "InstanceCustomIndexKHR is a 32-bit integer";
        InstanceIdModel "instance-id-model" vuid "VUID-InstanceId-InstanceId-04254" "Vulkan, Built-In Variables, InstanceId":
            "InstanceId is used in IntersectionKHR, AnyHitKHR and ClosestHitKHR only";
        InstanceIdClass "instance-id-class" vuid "VUID-InstanceId-InstanceId-04255" "Vulkan, Built-In Variables, InstanceId":
            "InstanceId is a variable of Input";
        InstanceIdType "instance-id-type" vuid "VUID-InstanceId-InstanceId-04256" "Vulkan, Built-In Variables, InstanceId":
            "InstanceId is a 32-bit integer";
        InvocationIdModel "invocation-id-model" vuid "VUID-InvocationId-InvocationId-04257" "Vulkan, Built-In Variables, InvocationId":
            "InvocationId is used in TessellationControl and Geometry only";
        InvocationIdClass "invocation-id-class" vuid "VUID-InvocationId-InvocationId-04258" "Vulkan, Built-In Variables, InvocationId":
            "InvocationId is a variable of Input";
        InvocationIdType "invocation-id-type" vuid "VUID-InvocationId-InvocationId-04259" "Vulkan, Built-In Variables, InvocationId":
            "InvocationId is a 32-bit integer";
        InstanceIndexModel "instance-index-model" vuid "VUID-InstanceIndex-InstanceIndex-04263" "Vulkan, Built-In Variables, InstanceIndex":
            "InstanceIndex is used in Vertex only";
        InstanceIndexClass "instance-index-class" vuid "VUID-InstanceIndex-InstanceIndex-04264" "Vulkan, Built-In Variables, InstanceIndex":
            "InstanceIndex is a variable of Input";
        InstanceIndexType "instance-index-type" vuid "VUID-InstanceIndex-InstanceIndex-04265" "Vulkan, Built-In Variables, InstanceIndex":
            "InstanceIndex is a 32-bit integer";
        LaunchIdKHRModel "launch-id-khr-model" vuid "VUID-LaunchIdKHR-LaunchIdKHR-04266" "Vulkan, Built-In Variables, LaunchIdKHR":
            "LaunchIdKHR is used in RayGenerationKHR, IntersectionKHR, AnyHitKHR, ClosestHitKHR, MissKHR and CallableKHR only";
        LaunchIdKHRClass "launch-id-khr-class" vuid "VUID-LaunchIdKHR-LaunchIdKHR-04267" "Vulkan, Built-In Variables, LaunchIdKHR":
            "LaunchIdKHR is a variable of Input";
        LaunchIdKHRType "launch-id-khr-type" vuid "VUID-LaunchIdKHR-LaunchIdKHR-04268" "Vulkan, Built-In Variables, LaunchIdKHR":
            "LaunchIdKHR is a vector of three 32-bit integers";
        LaunchSizeKHRModel "launch-size-khr-model" vuid "VUID-LaunchSizeKHR-LaunchSizeKHR-04269" "Vulkan, Built-In Variables, LaunchSizeKHR":
            "LaunchSizeKHR is used in RayGenerationKHR, IntersectionKHR, AnyHitKHR, ClosestHitKHR, MissKHR and CallableKHR only";
        LaunchSizeKHRClass "launch-size-khr-class" vuid "VUID-LaunchSizeKHR-LaunchSizeKHR-04270" "Vulkan, Built-In Variables, LaunchSizeKHR":
            "LaunchSizeKHR is a variable of Input";
        LaunchSizeKHRType "launch-size-khr-type" vuid "VUID-LaunchSizeKHR-LaunchSizeKHR-04271" "Vulkan, Built-In Variables, LaunchSizeKHR":
            "LaunchSizeKHR is a vector of three 32-bit integers";
        LayerModel "layer-model" vuid "VUID-Layer-Layer-04272" "Vulkan, Built-In Variables, Layer":
            "Layer is used in Vertex, TessellationEvaluation, Geometry, Fragment, MeshNV and MeshEXT only";
        LayerClassInVertex "layer-class-in-vertex" vuid "VUID-Layer-Layer-04274" "Vulkan, Built-In Variables, Layer":
            "in Vertex, TessellationEvaluation, Geometry, MeshNV and MeshEXT Layer is a variable of Output";
        LayerClassInFragment "layer-class-in-fragment" vuid "VUID-Layer-Layer-04275" "Vulkan, Built-In Variables, Layer":
            "in Fragment Layer is a variable of Input";
        LayerType "layer-type" vuid "VUID-Layer-Layer-04276" "Vulkan, Built-In Variables, Layer":
            "Layer is a 32-bit integer";
        LocalInvocationIdModel "local-invocation-id-model" vuid "VUID-LocalInvocationId-LocalInvocationId-04281" "Vulkan, Built-In Variables, LocalInvocationId":
            "LocalInvocationId is used in GLCompute, TaskNV, MeshNV, TaskEXT and MeshEXT only";
        LocalInvocationIdClass "local-invocation-id-class" vuid "VUID-LocalInvocationId-LocalInvocationId-04282" "Vulkan, Built-In Variables, LocalInvocationId":
            "LocalInvocationId is a variable of Input";
        LocalInvocationIdType "local-invocation-id-type" vuid "VUID-LocalInvocationId-LocalInvocationId-04283" "Vulkan, Built-In Variables, LocalInvocationId":
            "LocalInvocationId is a vector of three 32-bit integers";
        LocalInvocationIndexModel "local-invocation-index-model" vuid "VUID-LocalInvocationIndex-LocalInvocationIndex-04284" "Vulkan, Built-In Variables, LocalInvocationIndex":
            "LocalInvocationIndex is used in GLCompute, TaskNV, MeshNV, TaskEXT and MeshEXT only" [newer];
        LocalInvocationIndexClass "local-invocation-index-class" vuid "VUID-LocalInvocationIndex-LocalInvocationIndex-04285" "Vulkan, Built-In Variables, LocalInvocationIndex":
            "LocalInvocationIndex is a variable of Input" [newer];
        LocalInvocationIndexType "local-invocation-index-type" vuid "VUID-LocalInvocationIndex-LocalInvocationIndex-04286" "Vulkan, Built-In Variables, LocalInvocationIndex":
            "LocalInvocationIndex is a 32-bit integer" [newer];
        NumSubgroupsModel "num-subgroups-model" vuid "VUID-NumSubgroups-NumSubgroups-04293" "Vulkan, Built-In Variables, NumSubgroups":
            "NumSubgroups is used in GLCompute, TaskNV, MeshNV, TaskEXT and MeshEXT only";
        NumSubgroupsClass "num-subgroups-class" vuid "VUID-NumSubgroups-NumSubgroups-04294" "Vulkan, Built-In Variables, NumSubgroups":
            "NumSubgroups is a variable of Input";
        NumSubgroupsType "num-subgroups-type" vuid "VUID-NumSubgroups-NumSubgroups-04295" "Vulkan, Built-In Variables, NumSubgroups":
            "NumSubgroups is a 32-bit integer";
        NumWorkgroupsModel "num-workgroups-model" vuid "VUID-NumWorkgroups-NumWorkgroups-04296" "Vulkan, Built-In Variables, NumWorkgroups":
            "NumWorkgroups is used in GLCompute, TaskEXT and MeshEXT only";
        NumWorkgroupsClass "num-workgroups-class" vuid "VUID-NumWorkgroups-NumWorkgroups-04297" "Vulkan, Built-In Variables, NumWorkgroups":
            "NumWorkgroups is a variable of Input";
        NumWorkgroupsType "num-workgroups-type" vuid "VUID-NumWorkgroups-NumWorkgroups-04298" "Vulkan, Built-In Variables, NumWorkgroups":
            "NumWorkgroups is a vector of three 32-bit integers";
        ObjectRayDirectionKHRModel "object-ray-direction-khr-model" vuid "VUID-ObjectRayDirectionKHR-ObjectRayDirectionKHR-04299" "Vulkan, Built-In Variables, ObjectRayDirectionKHR":
            "ObjectRayDirectionKHR is used in IntersectionKHR, AnyHitKHR and ClosestHitKHR only";
        ObjectRayDirectionKHRClass "object-ray-direction-khr-class" vuid "VUID-ObjectRayDirectionKHR-ObjectRayDirectionKHR-04300" "Vulkan, Built-In Variables, ObjectRayDirectionKHR":
            "ObjectRayDirectionKHR is a variable of Input";
        ObjectRayDirectionKHRType "object-ray-direction-khr-type" vuid "VUID-ObjectRayDirectionKHR-ObjectRayDirectionKHR-04301" "Vulkan, Built-In Variables, ObjectRayDirectionKHR":
            "ObjectRayDirectionKHR is a vector of three 32-bit floats";
        ObjectRayOriginKHRModel "object-ray-origin-khr-model" vuid "VUID-ObjectRayOriginKHR-ObjectRayOriginKHR-04302" "Vulkan, Built-In Variables, ObjectRayOriginKHR":
            "ObjectRayOriginKHR is used in IntersectionKHR, AnyHitKHR and ClosestHitKHR only";
        ObjectRayOriginKHRClass "object-ray-origin-khr-class" vuid "VUID-ObjectRayOriginKHR-ObjectRayOriginKHR-04303" "Vulkan, Built-In Variables, ObjectRayOriginKHR":
            "ObjectRayOriginKHR is a variable of Input";
        ObjectRayOriginKHRType "object-ray-origin-khr-type" vuid "VUID-ObjectRayOriginKHR-ObjectRayOriginKHR-04304" "Vulkan, Built-In Variables, ObjectRayOriginKHR":
            "ObjectRayOriginKHR is a vector of three 32-bit floats";
        ObjectToWorldKHRModel "object-to-world-khr-model" vuid "VUID-ObjectToWorldKHR-ObjectToWorldKHR-04305" "Vulkan, Built-In Variables, ObjectToWorldKHR":
            "ObjectToWorldKHR is used in IntersectionKHR, AnyHitKHR and ClosestHitKHR only";
        ObjectToWorldKHRClass "object-to-world-khr-class" vuid "VUID-ObjectToWorldKHR-ObjectToWorldKHR-04306" "Vulkan, Built-In Variables, ObjectToWorldKHR":
            "ObjectToWorldKHR is a variable of Input";
        ObjectToWorldKHRType "object-to-world-khr-type" vuid "VUID-ObjectToWorldKHR-ObjectToWorldKHR-04307" "Vulkan, Built-In Variables, ObjectToWorldKHR":
            "ObjectToWorldKHR is a matrix of four columns of three 32-bit floats";
        PatchVerticesModel "patch-vertices-model" vuid "VUID-PatchVertices-PatchVertices-04308" "Vulkan, Built-In Variables, PatchVertices":
            "PatchVertices is used in TessellationControl and TessellationEvaluation only";
        PatchVerticesClass "patch-vertices-class" vuid "VUID-PatchVertices-PatchVertices-04309" "Vulkan, Built-In Variables, PatchVertices":
            "PatchVertices is a variable of Input";
        PatchVerticesType "patch-vertices-type" vuid "VUID-PatchVertices-PatchVertices-04310" "Vulkan, Built-In Variables, PatchVertices":
            "PatchVertices is a 32-bit integer";
        PointCoordModel "point-coord-model" vuid "VUID-PointCoord-PointCoord-04311" "Vulkan, Built-In Variables, PointCoord":
            "PointCoord is used in Fragment only";
        PointCoordClass "point-coord-class" vuid "VUID-PointCoord-PointCoord-04312" "Vulkan, Built-In Variables, PointCoord":
            "PointCoord is a variable of Input";
        PointCoordType "point-coord-type" vuid "VUID-PointCoord-PointCoord-04313" "Vulkan, Built-In Variables, PointCoord":
            "PointCoord is a vector of two 32-bit floats";
        PointSizeModel "point-size-model" vuid "VUID-PointSize-PointSize-04314" "Vulkan, Built-In Variables, PointSize":
            "PointSize is used in Vertex, TessellationControl, TessellationEvaluation, Geometry, MeshNV and MeshEXT only";
        PointSizeClassInVertex "point-size-class-in-vertex" vuid "VUID-PointSize-PointSize-04315" "Vulkan, Built-In Variables, PointSize":
            "in Vertex, MeshNV and MeshEXT PointSize is a variable of Output";
        PointSizeClassInTessellation "point-size-class-in-tessellation" vuid "VUID-PointSize-PointSize-04316" "Vulkan, Built-In Variables, PointSize":
            "in TessellationControl, TessellationEvaluation and Geometry PointSize is a variable of Input or Output";
        PointSizeType "point-size-type" vuid "VUID-PointSize-PointSize-04317" "Vulkan, Built-In Variables, PointSize":
            "PointSize is a 32-bit float";
        PositionModel "position-model" vuid "VUID-Position-Position-04318" "Vulkan, Built-In Variables, Position":
            "Position is used in Vertex, TessellationControl, TessellationEvaluation, Geometry, MeshNV and MeshEXT only";
        PositionClassInVertex "position-class-in-vertex" vuid "VUID-Position-Position-04319" "Vulkan, Built-In Variables, Position":
            "in Vertex, MeshNV and MeshEXT Position is a variable of Output";
        PositionClassInTessellation "position-class-in-tessellation" vuid "VUID-Position-Position-04320" "Vulkan, Built-In Variables, Position":
            "in TessellationControl, TessellationEvaluation and Geometry Position is a variable of Input or Output";
        PositionType "position-type" vuid "VUID-Position-Position-04321" "Vulkan, Built-In Variables, Position":
            "Position is a vector of four 32-bit floats";
        PrimitiveIdModel "primitive-id-model" vuid "VUID-PrimitiveId-PrimitiveId-04330" "Vulkan, Built-In Variables, PrimitiveId":
            "PrimitiveId is used in TessellationControl, TessellationEvaluation, Geometry, Fragment, MeshNV, IntersectionKHR, AnyHitKHR, ClosestHitKHR and MeshEXT only";
        PrimitiveIdClassInTessellation "primitive-id-class-in-tessellation" vuid "VUID-PrimitiveId-PrimitiveId-04334" "Vulkan, Built-In Variables, PrimitiveId":
            "in TessellationControl, TessellationEvaluation, Fragment, IntersectionKHR, AnyHitKHR and ClosestHitKHR PrimitiveId is a variable of Input";
        PrimitiveIdClassInGeometry "primitive-id-class-in-geometry" vuid "VUID-PrimitiveId-PrimitiveId-04335" "Vulkan, Built-In Variables, PrimitiveId":
            "in Geometry PrimitiveId is a variable of Input or Output";
        PrimitiveIdClassInMesh "primitive-id-class-in-mesh" vuid "VUID-PrimitiveId-PrimitiveId-04336" "Vulkan, Built-In Variables, PrimitiveId":
            "in MeshNV and MeshEXT PrimitiveId is a variable of Output";
        PrimitiveIdType "primitive-id-type" vuid "VUID-PrimitiveId-PrimitiveId-04337" "Vulkan, Built-In Variables, PrimitiveId":
            "PrimitiveId is a 32-bit integer";
        PrimitivePointIndicesEXTModel "primitive-point-indices-ext-model" vuid "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07041" "Vulkan, Built-In Variables, PrimitivePointIndicesEXT":
            "PrimitivePointIndicesEXT is used in MeshEXT only";
        PrimitivePointIndicesEXTClass "primitive-point-indices-ext-class" vuid "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07043" "Vulkan, Built-In Variables, PrimitivePointIndicesEXT":
            "PrimitivePointIndicesEXT is a variable of Output";
        PrimitivePointIndicesEXTType "primitive-point-indices-ext-type" vuid "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07044" "Vulkan, Built-In Variables, PrimitivePointIndicesEXT":
            "PrimitivePointIndicesEXT is an array of 32-bit integers";
        PrimitiveLineIndicesEXTModel "primitive-line-indices-ext-model" vuid "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07047" "Vulkan, Built-In Variables, PrimitiveLineIndicesEXT":
            "PrimitiveLineIndicesEXT is used in MeshEXT only";
        PrimitiveLineIndicesEXTClass "primitive-line-indices-ext-class" vuid "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07049" "Vulkan, Built-In Variables, PrimitiveLineIndicesEXT":
            "PrimitiveLineIndicesEXT is a variable of Output";
        PrimitiveLineIndicesEXTType "primitive-line-indices-ext-type" vuid "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07050" "Vulkan, Built-In Variables, PrimitiveLineIndicesEXT":
            "PrimitiveLineIndicesEXT is an array of vectors of two 32-bit integers";
        PrimitiveTriangleIndicesEXTModel "primitive-triangle-indices-ext-model" vuid "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07053" "Vulkan, Built-In Variables, PrimitiveTriangleIndicesEXT":
            "PrimitiveTriangleIndicesEXT is used in MeshEXT only";
        PrimitiveTriangleIndicesEXTClass "primitive-triangle-indices-ext-class" vuid "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07055" "Vulkan, Built-In Variables, PrimitiveTriangleIndicesEXT":
            "PrimitiveTriangleIndicesEXT is a variable of Output";
        PrimitiveTriangleIndicesEXTType "primitive-triangle-indices-ext-type" vuid "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07056" "Vulkan, Built-In Variables, PrimitiveTriangleIndicesEXT":
            "PrimitiveTriangleIndicesEXT is an array of vectors of three 32-bit integers";
        PrimitiveShadingRateKHRModel "primitive-shading-rate-khr-model" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04484" "Vulkan, Built-In Variables, PrimitiveShadingRateKHR":
            "PrimitiveShadingRateKHR is used in Vertex, Geometry, MeshNV and MeshEXT only";
        PrimitiveShadingRateKHRClass "primitive-shading-rate-khr-class" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04485" "Vulkan, Built-In Variables, PrimitiveShadingRateKHR":
            "PrimitiveShadingRateKHR is a variable of Output";
        PrimitiveShadingRateKHRType "primitive-shading-rate-khr-type" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04486" "Vulkan, Built-In Variables, PrimitiveShadingRateKHR":
            "PrimitiveShadingRateKHR is a 32-bit integer";
        RayGeometryIndexKHRModel "ray-geometry-index-khr-model" vuid "VUID-RayGeometryIndexKHR-RayGeometryIndexKHR-04345" "Vulkan, Built-In Variables, RayGeometryIndexKHR":
            "RayGeometryIndexKHR is used in IntersectionKHR, AnyHitKHR and ClosestHitKHR only";
        RayGeometryIndexKHRClass "ray-geometry-index-khr-class" vuid "VUID-RayGeometryIndexKHR-RayGeometryIndexKHR-04346" "Vulkan, Built-In Variables, RayGeometryIndexKHR":
            "RayGeometryIndexKHR is a variable of Input";
        RayGeometryIndexKHRType "ray-geometry-index-khr-type" vuid "VUID-RayGeometryIndexKHR-RayGeometryIndexKHR-04347" "Vulkan, Built-In Variables, RayGeometryIndexKHR":
            "RayGeometryIndexKHR is a 32-bit integer";
        RayTmaxKHRModel "ray-tmax-khr-model" vuid "VUID-RayTmaxKHR-RayTmaxKHR-04348" "Vulkan, Built-In Variables, RayTmaxKHR":
            "RayTmaxKHR is used in IntersectionKHR, AnyHitKHR, ClosestHitKHR and MissKHR only";
        RayTmaxKHRClass "ray-tmax-khr-class" vuid "VUID-RayTmaxKHR-RayTmaxKHR-04349" "Vulkan, Built-In Variables, RayTmaxKHR":
            "RayTmaxKHR is a variable of Input";
        RayTmaxKHRType "ray-tmax-khr-type" vuid "VUID-RayTmaxKHR-RayTmaxKHR-04350" "Vulkan, Built-In Variables, RayTmaxKHR":
            "RayTmaxKHR is a 32-bit float";
        RayTminKHRModel "ray-tmin-khr-model" vuid "VUID-RayTminKHR-RayTminKHR-04351" "Vulkan, Built-In Variables, RayTminKHR":
            "RayTminKHR is used in IntersectionKHR, AnyHitKHR, ClosestHitKHR and MissKHR only";
        RayTminKHRClass "ray-tmin-khr-class" vuid "VUID-RayTminKHR-RayTminKHR-04352" "Vulkan, Built-In Variables, RayTminKHR":
            "RayTminKHR is a variable of Input";
        RayTminKHRType "ray-tmin-khr-type" vuid "VUID-RayTminKHR-RayTminKHR-04353" "Vulkan, Built-In Variables, RayTminKHR":
            "RayTminKHR is a 32-bit float";
        SampleIdModel "sample-id-model" vuid "VUID-SampleId-SampleId-04354" "Vulkan, Built-In Variables, SampleId":
            "SampleId is used in Fragment only";
        SampleIdClass "sample-id-class" vuid "VUID-SampleId-SampleId-04355" "Vulkan, Built-In Variables, SampleId":
            "SampleId is a variable of Input";
        SampleIdType "sample-id-type" vuid "VUID-SampleId-SampleId-04356" "Vulkan, Built-In Variables, SampleId":
            "SampleId is a 32-bit integer";
        SampleMaskModel "sample-mask-model" vuid "VUID-SampleMask-SampleMask-04357" "Vulkan, Built-In Variables, SampleMask":
            "SampleMask is used in Fragment only";
        SampleMaskClass "sample-mask-class" vuid "VUID-SampleMask-SampleMask-04358" "Vulkan, Built-In Variables, SampleMask":
            "SampleMask is a variable of Input or Output";
        SampleMaskType "sample-mask-type" vuid "VUID-SampleMask-SampleMask-04359" "Vulkan, Built-In Variables, SampleMask":
            "SampleMask is an array of 32-bit integers";
        SamplePositionModel "sample-position-model" vuid "VUID-SamplePosition-SamplePosition-04360" "Vulkan, Built-In Variables, SamplePosition":
            "SamplePosition is used in Fragment only";
        SamplePositionClass "sample-position-class" vuid "VUID-SamplePosition-SamplePosition-04361" "Vulkan, Built-In Variables, SamplePosition":
            "SamplePosition is a variable of Input";
        SamplePositionType "sample-position-type" vuid "VUID-SamplePosition-SamplePosition-04362" "Vulkan, Built-In Variables, SamplePosition":
            "SamplePosition is a vector of two 32-bit floats";
        ShadingRateKHRModel "shading-rate-khr-model" vuid "VUID-ShadingRateKHR-ShadingRateKHR-04490" "Vulkan, Built-In Variables, ShadingRateKHR":
            "ShadingRateKHR is used in Fragment only";
        ShadingRateKHRClass "shading-rate-khr-class" vuid "VUID-ShadingRateKHR-ShadingRateKHR-04491" "Vulkan, Built-In Variables, ShadingRateKHR":
            "ShadingRateKHR is a variable of Input";
        ShadingRateKHRType "shading-rate-khr-type" vuid "VUID-ShadingRateKHR-ShadingRateKHR-04492" "Vulkan, Built-In Variables, ShadingRateKHR":
            "ShadingRateKHR is a 32-bit integer";
        SubgroupIdModel "subgroup-id-model" vuid "VUID-SubgroupId-SubgroupId-04367" "Vulkan, Built-In Variables, SubgroupId":
            "SubgroupId is used in GLCompute, TaskNV, MeshNV, TaskEXT and MeshEXT only";
        SubgroupIdClass "subgroup-id-class" vuid "VUID-SubgroupId-SubgroupId-04368" "Vulkan, Built-In Variables, SubgroupId":
            "SubgroupId is a variable of Input";
        SubgroupIdType "subgroup-id-type" vuid "VUID-SubgroupId-SubgroupId-04369" "Vulkan, Built-In Variables, SubgroupId":
            "SubgroupId is a 32-bit integer";
        SubgroupEqMaskClass "subgroup-eq-mask-class" vuid "VUID-SubgroupEqMask-SubgroupEqMask-04370" "Vulkan, Built-In Variables, SubgroupEqMask":
            "SubgroupEqMask is a variable of Input";
        SubgroupEqMaskType "subgroup-eq-mask-type" vuid "VUID-SubgroupEqMask-SubgroupEqMask-04371" "Vulkan, Built-In Variables, SubgroupEqMask":
            "SubgroupEqMask is a vector of four 32-bit integers";
        SubgroupGeMaskClass "subgroup-ge-mask-class" vuid "VUID-SubgroupGeMask-SubgroupGeMask-04372" "Vulkan, Built-In Variables, SubgroupGeMask":
            "SubgroupGeMask is a variable of Input";
        SubgroupGeMaskType "subgroup-ge-mask-type" vuid "VUID-SubgroupGeMask-SubgroupGeMask-04373" "Vulkan, Built-In Variables, SubgroupGeMask":
            "SubgroupGeMask is a vector of four 32-bit integers";
        SubgroupGtMaskClass "subgroup-gt-mask-class" vuid "VUID-SubgroupGtMask-SubgroupGtMask-04374" "Vulkan, Built-In Variables, SubgroupGtMask":
            "SubgroupGtMask is a variable of Input";
        SubgroupGtMaskType "subgroup-gt-mask-type" vuid "VUID-SubgroupGtMask-SubgroupGtMask-04375" "Vulkan, Built-In Variables, SubgroupGtMask":
            "SubgroupGtMask is a vector of four 32-bit integers";
        SubgroupLeMaskClass "subgroup-le-mask-class" vuid "VUID-SubgroupLeMask-SubgroupLeMask-04376" "Vulkan, Built-In Variables, SubgroupLeMask":
            "SubgroupLeMask is a variable of Input";
        SubgroupLeMaskType "subgroup-le-mask-type" vuid "VUID-SubgroupLeMask-SubgroupLeMask-04377" "Vulkan, Built-In Variables, SubgroupLeMask":
            "SubgroupLeMask is a vector of four 32-bit integers";
        SubgroupLtMaskClass "subgroup-lt-mask-class" vuid "VUID-SubgroupLtMask-SubgroupLtMask-04378" "Vulkan, Built-In Variables, SubgroupLtMask":
            "SubgroupLtMask is a variable of Input";
        SubgroupLtMaskType "subgroup-lt-mask-type" vuid "VUID-SubgroupLtMask-SubgroupLtMask-04379" "Vulkan, Built-In Variables, SubgroupLtMask":
            "SubgroupLtMask is a vector of four 32-bit integers";
        SubgroupLocalInvocationIdClass "subgroup-local-invocation-id-class" vuid "VUID-SubgroupLocalInvocationId-SubgroupLocalInvocationId-04380" "Vulkan, Built-In Variables, SubgroupLocalInvocationId":
            "SubgroupLocalInvocationId is a variable of Input";
        SubgroupLocalInvocationIdType "subgroup-local-invocation-id-type" vuid "VUID-SubgroupLocalInvocationId-SubgroupLocalInvocationId-04381" "Vulkan, Built-In Variables, SubgroupLocalInvocationId":
            "SubgroupLocalInvocationId is a 32-bit integer";
        SubgroupSizeClass "subgroup-size-class" vuid "VUID-SubgroupSize-SubgroupSize-04382" "Vulkan, Built-In Variables, SubgroupSize":
            "SubgroupSize is a variable of Input";
        SubgroupSizeType "subgroup-size-type" vuid "VUID-SubgroupSize-SubgroupSize-04383" "Vulkan, Built-In Variables, SubgroupSize":
            "SubgroupSize is a 32-bit integer";
        TessCoordModel "tess-coord-model" vuid "VUID-TessCoord-TessCoord-04387" "Vulkan, Built-In Variables, TessCoord":
            "TessCoord is used in TessellationEvaluation only";
        TessCoordClass "tess-coord-class" vuid "VUID-TessCoord-TessCoord-04388" "Vulkan, Built-In Variables, TessCoord":
            "TessCoord is a variable of Input";
        TessCoordType "tess-coord-type" vuid "VUID-TessCoord-TessCoord-04389" "Vulkan, Built-In Variables, TessCoord":
            "TessCoord is a vector of three 32-bit floats";
        TessLevelOuterModel "tess-level-outer-model" vuid "VUID-TessLevelOuter-TessLevelOuter-04390" "Vulkan, Built-In Variables, TessLevelOuter":
            "TessLevelOuter is used in TessellationControl and TessellationEvaluation only";
        TessLevelOuterClassInTessellation "tess-level-outer-class-in-tessellation" vuid "VUID-TessLevelOuter-TessLevelOuter-04391" "Vulkan, Built-In Variables, TessLevelOuter":
            "in TessellationControl TessLevelOuter is a variable of Output";
        TessLevelOuterClassInTessellationEvaluation "tess-level-outer-class-in-tessellation-evaluation" vuid "VUID-TessLevelOuter-TessLevelOuter-04392" "Vulkan, Built-In Variables, TessLevelOuter":
            "in TessellationEvaluation TessLevelOuter is a variable of Input";
        TessLevelOuterType "tess-level-outer-type" vuid "VUID-TessLevelOuter-TessLevelOuter-04393" "Vulkan, Built-In Variables, TessLevelOuter":
            "TessLevelOuter is an array of four 32-bit floats";
        TessLevelInnerModel "tess-level-inner-model" vuid "VUID-TessLevelInner-TessLevelInner-04394" "Vulkan, Built-In Variables, TessLevelInner":
            "TessLevelInner is used in TessellationControl and TessellationEvaluation only";
        TessLevelInnerClassInTessellation "tess-level-inner-class-in-tessellation" vuid "VUID-TessLevelInner-TessLevelInner-04395" "Vulkan, Built-In Variables, TessLevelInner":
            "in TessellationControl TessLevelInner is a variable of Output";
        TessLevelInnerClassInTessellationEvaluation "tess-level-inner-class-in-tessellation-evaluation" vuid "VUID-TessLevelInner-TessLevelInner-04396" "Vulkan, Built-In Variables, TessLevelInner":
            "in TessellationEvaluation TessLevelInner is a variable of Input";
        TessLevelInnerType "tess-level-inner-type" vuid "VUID-TessLevelInner-TessLevelInner-04397" "Vulkan, Built-In Variables, TessLevelInner":
            "TessLevelInner is an array of two 32-bit floats";
        VertexIndexModel "vertex-index-model" vuid "VUID-VertexIndex-VertexIndex-04398" "Vulkan, Built-In Variables, VertexIndex":
            "VertexIndex is used in Vertex only";
        VertexIndexClass "vertex-index-class" vuid "VUID-VertexIndex-VertexIndex-04399" "Vulkan, Built-In Variables, VertexIndex":
            "VertexIndex is a variable of Input";
        VertexIndexType "vertex-index-type" vuid "VUID-VertexIndex-VertexIndex-04400" "Vulkan, Built-In Variables, VertexIndex":
            "VertexIndex is a 32-bit integer";
        ViewIndexModel "view-index-model" vuid "VUID-ViewIndex-ViewIndex-04401" "Vulkan, Built-In Variables, ViewIndex":
            "ViewIndex is used in Vertex, TessellationControl, TessellationEvaluation, Geometry, Fragment and MeshEXT only";
        ViewIndexClass "view-index-class" vuid "VUID-ViewIndex-ViewIndex-04402" "Vulkan, Built-In Variables, ViewIndex":
            "ViewIndex is a variable of Input";
        ViewIndexType "view-index-type" vuid "VUID-ViewIndex-ViewIndex-04403" "Vulkan, Built-In Variables, ViewIndex":
            "ViewIndex is a 32-bit integer";
        ViewportIndexModel "viewport-index-model" vuid "VUID-ViewportIndex-ViewportIndex-04404" "Vulkan, Built-In Variables, ViewportIndex":
            "ViewportIndex is used in Vertex, TessellationEvaluation, Geometry, Fragment, MeshNV and MeshEXT only";
        ViewportIndexClassInVertex "viewport-index-class-in-vertex" vuid "VUID-ViewportIndex-ViewportIndex-04406" "Vulkan, Built-In Variables, ViewportIndex":
            "in Vertex, TessellationEvaluation, Geometry, MeshNV and MeshEXT ViewportIndex is a variable of Output";
        ViewportIndexClassInFragment "viewport-index-class-in-fragment" vuid "VUID-ViewportIndex-ViewportIndex-04407" "Vulkan, Built-In Variables, ViewportIndex":
            "in Fragment ViewportIndex is a variable of Input";
        ViewportIndexType "viewport-index-type" vuid "VUID-ViewportIndex-ViewportIndex-04408" "Vulkan, Built-In Variables, ViewportIndex":
            "ViewportIndex is a 32-bit integer";
        WorkgroupIdModel "workgroup-id-model" vuid "VUID-WorkgroupId-WorkgroupId-04422" "Vulkan, Built-In Variables, WorkgroupId":
            "WorkgroupId is used in GLCompute, TaskNV, MeshNV, TaskEXT and MeshEXT only";
        WorkgroupIdClass "workgroup-id-class" vuid "VUID-WorkgroupId-WorkgroupId-04423" "Vulkan, Built-In Variables, WorkgroupId":
            "WorkgroupId is a variable of Input";
        WorkgroupIdType "workgroup-id-type" vuid "VUID-WorkgroupId-WorkgroupId-04424" "Vulkan, Built-In Variables, WorkgroupId":
            "WorkgroupId is a vector of three 32-bit integers";
        WorkgroupSizeModel "workgroup-size-model" vuid "VUID-WorkgroupSize-WorkgroupSize-04425" "Vulkan, Built-In Variables, WorkgroupSize":
            "WorkgroupSize is used in GLCompute, TaskNV, MeshNV, TaskEXT and MeshEXT only";
        WorkgroupSizeType "workgroup-size-type" vuid "VUID-WorkgroupSize-WorkgroupSize-04427" "Vulkan, Built-In Variables, WorkgroupSize":
            "WorkgroupSize is a vector of three 32-bit integers";
        WorldRayDirectionKHRModel "world-ray-direction-khr-model" vuid "VUID-WorldRayDirectionKHR-WorldRayDirectionKHR-04428" "Vulkan, Built-In Variables, WorldRayDirectionKHR":
            "WorldRayDirectionKHR is used in IntersectionKHR, AnyHitKHR, ClosestHitKHR and MissKHR only";
        WorldRayDirectionKHRClass "world-ray-direction-khr-class" vuid "VUID-WorldRayDirectionKHR-WorldRayDirectionKHR-04429" "Vulkan, Built-In Variables, WorldRayDirectionKHR":
            "WorldRayDirectionKHR is a variable of Input";
        WorldRayDirectionKHRType "world-ray-direction-khr-type" vuid "VUID-WorldRayDirectionKHR-WorldRayDirectionKHR-04430" "Vulkan, Built-In Variables, WorldRayDirectionKHR":
            "WorldRayDirectionKHR is a vector of three 32-bit floats";
        WorldRayOriginKHRModel "world-ray-origin-khr-model" vuid "VUID-WorldRayOriginKHR-WorldRayOriginKHR-04431" "Vulkan, Built-In Variables, WorldRayOriginKHR":
            "WorldRayOriginKHR is used in IntersectionKHR, AnyHitKHR, ClosestHitKHR and MissKHR only";
        WorldRayOriginKHRClass "world-ray-origin-khr-class" vuid "VUID-WorldRayOriginKHR-WorldRayOriginKHR-04432" "Vulkan, Built-In Variables, WorldRayOriginKHR":
            "WorldRayOriginKHR is a variable of Input";
        WorldRayOriginKHRType "world-ray-origin-khr-type" vuid "VUID-WorldRayOriginKHR-WorldRayOriginKHR-04433" "Vulkan, Built-In Variables, WorldRayOriginKHR":
            "WorldRayOriginKHR is a vector of three 32-bit floats";
        WorldToObjectKHRModel "world-to-object-khr-model" vuid "VUID-WorldToObjectKHR-WorldToObjectKHR-04434" "Vulkan, Built-In Variables, WorldToObjectKHR":
            "WorldToObjectKHR is used in IntersectionKHR, AnyHitKHR and ClosestHitKHR only";
        WorldToObjectKHRClass "world-to-object-khr-class" vuid "VUID-WorldToObjectKHR-WorldToObjectKHR-04435" "Vulkan, Built-In Variables, WorldToObjectKHR":
            "WorldToObjectKHR is a variable of Input";
        WorldToObjectKHRType "world-to-object-khr-type" vuid "VUID-WorldToObjectKHR-WorldToObjectKHR-04436" "Vulkan, Built-In Variables, WorldToObjectKHR":
            "WorldToObjectKHR is a matrix of four columns of three 32-bit floats";
        NotInVulkan "not-in-vulkan" vuid "VUID-StandaloneSpirv-BuiltIn-04668" "Vulkan, Standalone SPIR-V":
            "only the built-ins of Vulkan's list are used";
        LayerFeature "layer-feature" vuid "VUID-Layer-Layer-04273" "Vulkan, Built-In Variables, Layer":
            "Layer outside Geometry and Fragment needs shaderOutputLayer";
        ViewportIndexFeature "viewport-index-feature" vuid "VUID-ViewportIndex-ViewportIndex-04405"
            "Vulkan, Built-In Variables, ViewportIndex":
            "ViewportIndex outside Geometry and Fragment needs shaderOutputViewportIndex";
        DepthReplacing "depth-replacing" vuid "VUID-FragDepth-FragDepth-04216" "Vulkan, Built-In Variables, FragDepth":
            "an entry point that uses FragDepth, which counts as writing it, has the execution mode DepthReplacing";
        WorkgroupSizeConstant "workgroup-size-constant" vuid "VUID-WorkgroupSize-WorkgroupSize-04426"
            "Vulkan, Built-In Variables, WorkgroupSize": "WorkgroupSize is a constant or specialization constant";
        PointIndicesMode "point-indices-mode" vuid "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07042"
            "Vulkan, Built-In Variables, PrimitivePointIndicesEXT": "PrimitivePointIndicesEXT needs OutputPoints";
        LineIndicesMode "line-indices-mode" vuid "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07048"
            "Vulkan, Built-In Variables, PrimitiveLineIndicesEXT": "PrimitiveLineIndicesEXT needs OutputLinesEXT";
        TriangleIndicesMode "triangle-indices-mode" vuid "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07054"
            "Vulkan, Built-In Variables, PrimitiveTriangleIndicesEXT": "PrimitiveTriangleIndicesEXT needs OutputTrianglesEXT";
        PointIndicesSize "point-indices-size" vuid "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07046"
            "Vulkan, Built-In Variables, PrimitivePointIndicesEXT": "its array is as long as OutputPrimitivesEXT says";
        LineIndicesSize "line-indices-size" vuid "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07052"
            "Vulkan, Built-In Variables, PrimitiveLineIndicesEXT": "its array is as long as OutputPrimitivesEXT says";
        TriangleIndicesSize "triangle-indices-size" vuid "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07058"
            "Vulkan, Built-In Variables, PrimitiveTriangleIndicesEXT": "its array is as long as OutputPrimitivesEXT says";
        CullPrimitivePerPrimitive "cull-primitive-per-primitive" vuid "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07038"
            "Vulkan, Built-In Variables, CullPrimitiveEXT": "in MeshEXT it is decorated PerPrimitiveEXT too";
        LayerPerPrimitive "layer-per-primitive" vuid "VUID-Layer-Layer-07039" "Vulkan, Built-In Variables, Layer":
            "in MeshEXT it is decorated PerPrimitiveEXT too";
        PrimitiveIdPerPrimitive "primitive-id-per-primitive" vuid "VUID-PrimitiveId-PrimitiveId-07040"
            "Vulkan, Built-In Variables, PrimitiveId": "in MeshEXT it is decorated PerPrimitiveEXT too";
        ShadingRatePerPrimitive "shading-rate-per-primitive"
            vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-07059"
            "Vulkan, Built-In Variables, PrimitiveShadingRateKHR": "in MeshEXT it is decorated PerPrimitiveEXT too";
        ViewportIndexPerPrimitive "viewport-index-per-primitive" vuid "VUID-ViewportIndex-ViewportIndex-07060"
            "Vulkan, Built-In Variables, ViewportIndex": "in MeshEXT it is decorated PerPrimitiveEXT too";
        CullPrimitiveSize "cull-primitive-size" vuid "VUID-CullPrimitiveEXT-CullPrimitiveEXT-10589"
            "Vulkan, Built-In Variables, CullPrimitiveEXT": "its array is as long as OutputPrimitivesEXT says";
        LayerSize "layer-size" vuid "VUID-Layer-Layer-10593" "Vulkan, Built-In Variables, Layer":
            "in MeshEXT its array is as long as OutputPrimitivesEXT says";
        PrimitiveIdSize "primitive-id-size" vuid "VUID-PrimitiveId-PrimitiveId-10596"
            "Vulkan, Built-In Variables, PrimitiveId": "in MeshEXT its array is as long as OutputPrimitivesEXT says";
        ShadingRateSize "shading-rate-size" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-10599"
            "Vulkan, Built-In Variables, PrimitiveShadingRateKHR":
            "in MeshEXT its array is as long as OutputPrimitivesEXT says";
        ViewportIndexSize "viewport-index-size" vuid "VUID-ViewportIndex-ViewportIndex-10602"
            "Vulkan, Built-In Variables, ViewportIndex": "in MeshEXT its array is as long as OutputPrimitivesEXT says";
        LayerShape "layer-shape" vuid "VUID-Layer-Layer-10592" "Vulkan, Built-In Variables, Layer":
            "in MeshEXT it is a 32-bit integer that is a member of a Block, or an array of 32-bit integers";
        LayerBlockSize "layer-block-size" vuid "VUID-Layer-Layer-10594" "Vulkan, Built-In Variables, Layer":
            "in MeshEXT the array of the Blocks that it is a member of is as long as OutputPrimitivesEXT says" [newer];
        PrimitiveIdShape "primitive-id-shape" vuid "VUID-PrimitiveId-PrimitiveId-10595" "Vulkan, Built-In Variables, PrimitiveId":
            "in MeshEXT it is a 32-bit integer that is a member of a Block, or an array of 32-bit integers";
        PrimitiveIdBlockSize "primitive-id-block-size" vuid "VUID-PrimitiveId-PrimitiveId-10597" "Vulkan, Built-In Variables, PrimitiveId":
            "in MeshEXT the array of the Blocks that it is a member of is as long as OutputPrimitivesEXT says";
        ShadingRateShape "shading-rate-shape" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-10598" "Vulkan, Built-In Variables, PrimitiveShadingRateKHR":
            "in MeshEXT it is a 32-bit integer that is a member of a Block, or an array of 32-bit integers";
        ShadingRateBlockSize "shading-rate-block-size" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-10600" "Vulkan, Built-In Variables, PrimitiveShadingRateKHR":
            "in MeshEXT the array of the Blocks that it is a member of is as long as OutputPrimitivesEXT says" [newer];
        ViewportIndexShape "viewport-index-shape" vuid "VUID-ViewportIndex-ViewportIndex-10601" "Vulkan, Built-In Variables, ViewportIndex":
            "in MeshEXT it is a 32-bit integer that is a member of a Block, or an array of 32-bit integers";
        ViewportIndexBlockSize "viewport-index-block-size" vuid "VUID-ViewportIndex-ViewportIndex-10603" "Vulkan, Built-In Variables, ViewportIndex":
            "in MeshEXT the array of the Blocks that it is a member of is as long as OutputPrimitivesEXT says" [newer];
        CullPrimitiveBlockSize "cull-primitive-block-size" vuid "VUID-CullPrimitiveEXT-CullPrimitiveEXT-10590"
            "Vulkan, Built-In Variables, CullPrimitiveEXT":
            "the array of the Blocks that it is a member of is as long as OutputPrimitivesEXT says" [newer];
        PrimitiveIdFragment "primitive-id-fragment" vuid "VUID-PrimitiveId-Fragment-04333"
            "Vulkan, Built-In Variables, PrimitiveId":
            "in Fragment it needs MeshShadingEXT, MeshShadingNV, Geometry or Tessellation" [newer];
        VariableOnly "variable-only" "Vulkan, Built-In Variables":
            "built-ins of subgroups are variables of their own";
        VolatileVariable "volatile-variable" vuid "VUID-StandaloneSpirv-VulkanMemoryModel-04678" "Vulkan, Standalone SPIR-V":
            "without the Vulkan memory model built-ins of subgroups are decorated Volatile in ray tracing, and RayTmaxKHR in intersection" [ours];
        VolatileLoad "volatile-load" vuid "VUID-StandaloneSpirv-VulkanMemoryModel-04679" "Vulkan, Standalone SPIR-V":
            "with the Vulkan memory model built-ins of subgroups are loaded Volatile in ray tracing, and RayTmaxKHR in intersection"
            (decides "loads of the variable, and through its access chains") [ours];
        BaryCoordNoPerspAMDModel "bary-coord-no-persp-amd-model" vuid "VUID-BaryCoordNoPerspAMD-BaryCoordNoPerspAMD-04157" "Vulkan, Built-In Variables, BaryCoordNoPerspAMD":
            "BaryCoordNoPerspAMD is used in Fragment only" [ours];
        BaryCoordNoPerspAMDClass "bary-coord-no-persp-amd-class" vuid "VUID-BaryCoordNoPerspAMD-BaryCoordNoPerspAMD-04158" "Vulkan, Built-In Variables, BaryCoordNoPerspAMD":
            "BaryCoordNoPerspAMD is a variable of Input" [ours];
        BaryCoordNoPerspAMDType "bary-coord-no-persp-amd-type" vuid "VUID-BaryCoordNoPerspAMD-BaryCoordNoPerspAMD-04159" "Vulkan, Built-In Variables, BaryCoordNoPerspAMD":
            "BaryCoordNoPerspAMD is a vector of two 32-bit floats" [ours];
        BaryCoordNoPerspCentroidAMDModel "bary-coord-no-persp-centroid-amd-model" vuid "VUID-BaryCoordNoPerspCentroidAMD-BaryCoordNoPerspCentroidAMD-04163" "Vulkan, Built-In Variables, BaryCoordNoPerspCentroidAMD":
            "BaryCoordNoPerspCentroidAMD is used in Fragment only" [ours];
        BaryCoordNoPerspCentroidAMDClass "bary-coord-no-persp-centroid-amd-class" vuid "VUID-BaryCoordNoPerspCentroidAMD-BaryCoordNoPerspCentroidAMD-04164" "Vulkan, Built-In Variables, BaryCoordNoPerspCentroidAMD":
            "BaryCoordNoPerspCentroidAMD is a variable of Input" [ours];
        BaryCoordNoPerspCentroidAMDType "bary-coord-no-persp-centroid-amd-type" vuid "VUID-BaryCoordNoPerspCentroidAMD-BaryCoordNoPerspCentroidAMD-04165" "Vulkan, Built-In Variables, BaryCoordNoPerspCentroidAMD":
            "BaryCoordNoPerspCentroidAMD is a vector of three 32-bit floats" [ours];
        BaryCoordNoPerspSampleAMDModel "bary-coord-no-persp-sample-amd-model" vuid "VUID-BaryCoordNoPerspSampleAMD-BaryCoordNoPerspSampleAMD-04166" "Vulkan, Built-In Variables, BaryCoordNoPerspSampleAMD":
            "BaryCoordNoPerspSampleAMD is used in Fragment only" [ours];
        BaryCoordNoPerspSampleAMDClass "bary-coord-no-persp-sample-amd-class" vuid "VUID-BaryCoordNoPerspSampleAMD-BaryCoordNoPerspSampleAMD-04167" "Vulkan, Built-In Variables, BaryCoordNoPerspSampleAMD":
            "BaryCoordNoPerspSampleAMD is a variable of Input" [ours];
        BaryCoordNoPerspSampleAMDType "bary-coord-no-persp-sample-amd-type" vuid "VUID-BaryCoordNoPerspSampleAMD-BaryCoordNoPerspSampleAMD-04168" "Vulkan, Built-In Variables, BaryCoordNoPerspSampleAMD":
            "BaryCoordNoPerspSampleAMD is a vector of two 32-bit floats" [ours];
        BaryCoordPullModelAMDModel "bary-coord-pull-model-amd-model" vuid "VUID-BaryCoordPullModelAMD-BaryCoordPullModelAMD-04169" "Vulkan, Built-In Variables, BaryCoordPullModelAMD":
            "BaryCoordPullModelAMD is used in Fragment only" [ours];
        BaryCoordPullModelAMDClass "bary-coord-pull-model-amd-class" vuid "VUID-BaryCoordPullModelAMD-BaryCoordPullModelAMD-04170" "Vulkan, Built-In Variables, BaryCoordPullModelAMD":
            "BaryCoordPullModelAMD is a variable of Input" [ours];
        BaryCoordPullModelAMDType "bary-coord-pull-model-amd-type" vuid "VUID-BaryCoordPullModelAMD-BaryCoordPullModelAMD-04171" "Vulkan, Built-In Variables, BaryCoordPullModelAMD":
            "BaryCoordPullModelAMD is a vector of three 32-bit floats" [ours];
        BaryCoordSmoothAMDModel "bary-coord-smooth-amd-model" vuid "VUID-BaryCoordSmoothAMD-BaryCoordSmoothAMD-04172" "Vulkan, Built-In Variables, BaryCoordSmoothAMD":
            "BaryCoordSmoothAMD is used in Fragment only" [ours];
        BaryCoordSmoothAMDClass "bary-coord-smooth-amd-class" vuid "VUID-BaryCoordSmoothAMD-BaryCoordSmoothAMD-04173" "Vulkan, Built-In Variables, BaryCoordSmoothAMD":
            "BaryCoordSmoothAMD is a variable of Input" [ours];
        BaryCoordSmoothAMDType "bary-coord-smooth-amd-type" vuid "VUID-BaryCoordSmoothAMD-BaryCoordSmoothAMD-04174" "Vulkan, Built-In Variables, BaryCoordSmoothAMD":
            "BaryCoordSmoothAMD is a vector of two 32-bit floats" [ours];
        BaryCoordSmoothCentroidAMDModel "bary-coord-smooth-centroid-amd-model" vuid "VUID-BaryCoordSmoothCentroidAMD-BaryCoordSmoothCentroidAMD-04175" "Vulkan, Built-In Variables, BaryCoordSmoothCentroidAMD":
            "BaryCoordSmoothCentroidAMD is used in Fragment only" [ours];
        BaryCoordSmoothCentroidAMDClass "bary-coord-smooth-centroid-amd-class" vuid "VUID-BaryCoordSmoothCentroidAMD-BaryCoordSmoothCentroidAMD-04176" "Vulkan, Built-In Variables, BaryCoordSmoothCentroidAMD":
            "BaryCoordSmoothCentroidAMD is a variable of Input" [ours];
        BaryCoordSmoothCentroidAMDType "bary-coord-smooth-centroid-amd-type" vuid "VUID-BaryCoordSmoothCentroidAMD-BaryCoordSmoothCentroidAMD-04177" "Vulkan, Built-In Variables, BaryCoordSmoothCentroidAMD":
            "BaryCoordSmoothCentroidAMD is a vector of two 32-bit floats" [ours];
        BaryCoordSmoothSampleAMDModel "bary-coord-smooth-sample-amd-model" vuid "VUID-BaryCoordSmoothSampleAMD-BaryCoordSmoothSampleAMD-04178" "Vulkan, Built-In Variables, BaryCoordSmoothSampleAMD":
            "BaryCoordSmoothSampleAMD is used in Fragment only" [ours];
        BaryCoordSmoothSampleAMDClass "bary-coord-smooth-sample-amd-class" vuid "VUID-BaryCoordSmoothSampleAMD-BaryCoordSmoothSampleAMD-04179" "Vulkan, Built-In Variables, BaryCoordSmoothSampleAMD":
            "BaryCoordSmoothSampleAMD is a variable of Input" [ours];
        BaryCoordSmoothSampleAMDType "bary-coord-smooth-sample-amd-type" vuid "VUID-BaryCoordSmoothSampleAMD-BaryCoordSmoothSampleAMD-04180" "Vulkan, Built-In Variables, BaryCoordSmoothSampleAMD":
            "BaryCoordSmoothSampleAMD is a vector of two 32-bit floats" [ours];
        ClipDistancePerViewNVModel "clip-distance-per-view-nv-model" vuid "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04192" "Vulkan, Built-In Variables, ClipDistancePerViewNV":
            "ClipDistancePerViewNV is used in MeshNV only" [ours];
        ClipDistancePerViewNVClass "clip-distance-per-view-nv-class" vuid "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04193" "Vulkan, Built-In Variables, ClipDistancePerViewNV":
            "ClipDistancePerViewNV is a variable of Output" [ours];
        ClipDistancePerViewNVType "clip-distance-per-view-nv-type" vuid "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04195" "Vulkan, Built-In Variables, ClipDistancePerViewNV":
            "ClipDistancePerViewNV is an array of arrays of 32-bit floats" [ours];
        CullDistancePerViewNVModel "cull-distance-per-view-nv-model" vuid "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04201" "Vulkan, Built-In Variables, CullDistancePerViewNV":
            "CullDistancePerViewNV is used in MeshNV only" [ours];
        CullDistancePerViewNVClass "cull-distance-per-view-nv-class" vuid "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04202" "Vulkan, Built-In Variables, CullDistancePerViewNV":
            "CullDistancePerViewNV is a variable of Output" [ours];
        CullDistancePerViewNVType "cull-distance-per-view-nv-type" vuid "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04204" "Vulkan, Built-In Variables, CullDistancePerViewNV":
            "CullDistancePerViewNV is an array of arrays of 32-bit floats" [ours];
        CurrentRayTimeNVModel "current-ray-time-nv-model" vuid "VUID-CurrentRayTimeNV-CurrentRayTimeNV-04942" "Vulkan, Built-In Variables, CurrentRayTimeNV":
            "CurrentRayTimeNV is used in IntersectionKHR, AnyHitKHR, ClosestHitKHR and MissKHR only" [ours];
        CurrentRayTimeNVClass "current-ray-time-nv-class" vuid "VUID-CurrentRayTimeNV-CurrentRayTimeNV-04943" "Vulkan, Built-In Variables, CurrentRayTimeNV":
            "CurrentRayTimeNV is a variable of Input" [ours];
        CurrentRayTimeNVType "current-ray-time-nv-type" vuid "VUID-CurrentRayTimeNV-CurrentRayTimeNV-04944" "Vulkan, Built-In Variables, CurrentRayTimeNV":
            "CurrentRayTimeNV is a 32-bit float" [ours];
        LayerPerViewNVModel "layer-per-view-nv-model" vuid "VUID-LayerPerViewNV-LayerPerViewNV-04277" "Vulkan, Built-In Variables, LayerPerViewNV":
            "LayerPerViewNV is used in MeshNV only" [ours];
        LayerPerViewNVClass "layer-per-view-nv-class" vuid "VUID-LayerPerViewNV-LayerPerViewNV-04278" "Vulkan, Built-In Variables, LayerPerViewNV":
            "LayerPerViewNV is a variable of Output" [ours];
        LayerPerViewNVType "layer-per-view-nv-type" vuid "VUID-LayerPerViewNV-LayerPerViewNV-04280" "Vulkan, Built-In Variables, LayerPerViewNV":
            "LayerPerViewNV is an array of 32-bit integers" [ours];
        MeshViewCountNVModel "mesh-view-count-nv-model" vuid "VUID-MeshViewCountNV-MeshViewCountNV-04287" "Vulkan, Built-In Variables, MeshViewCountNV":
            "MeshViewCountNV is used in MeshNV and TaskNV only" [ours];
        MeshViewCountNVClass "mesh-view-count-nv-class" vuid "VUID-MeshViewCountNV-MeshViewCountNV-04288" "Vulkan, Built-In Variables, MeshViewCountNV":
            "MeshViewCountNV is a variable of Input" [ours];
        MeshViewCountNVType "mesh-view-count-nv-type" vuid "VUID-MeshViewCountNV-MeshViewCountNV-04289" "Vulkan, Built-In Variables, MeshViewCountNV":
            "MeshViewCountNV is a 32-bit integer" [ours];
        MeshViewIndicesNVModel "mesh-view-indices-nv-model" vuid "VUID-MeshViewIndicesNV-MeshViewIndicesNV-04290" "Vulkan, Built-In Variables, MeshViewIndicesNV":
            "MeshViewIndicesNV is used in MeshNV and TaskNV only" [ours];
        MeshViewIndicesNVClass "mesh-view-indices-nv-class" vuid "VUID-MeshViewIndicesNV-MeshViewIndicesNV-04291" "Vulkan, Built-In Variables, MeshViewIndicesNV":
            "MeshViewIndicesNV is a variable of Input" [ours];
        MeshViewIndicesNVType "mesh-view-indices-nv-type" vuid "VUID-MeshViewIndicesNV-MeshViewIndicesNV-04292" "Vulkan, Built-In Variables, MeshViewIndicesNV":
            "MeshViewIndicesNV is an array of 32-bit integers" [ours];
        PositionPerViewNVModel "position-per-view-nv-model" vuid "VUID-PositionPerViewNV-PositionPerViewNV-04322" "Vulkan, Built-In Variables, PositionPerViewNV":
            "PositionPerViewNV is used in MeshNV, Vertex, TessellationControl, TessellationEvaluation and Geometry only" [ours];
        PositionPerViewNVClassInVertex "position-per-view-nv-class-in-vertex" vuid "VUID-PositionPerViewNV-PositionPerViewNV-04323" "Vulkan, Built-In Variables, PositionPerViewNV":
            "in Vertex and MeshNV PositionPerViewNV is a variable of Output" [ours];
        PositionPerViewNVClassInTessellation "position-per-view-nv-class-in-tessellation" vuid "VUID-PositionPerViewNV-PositionPerViewNV-04324" "Vulkan, Built-In Variables, PositionPerViewNV":
            "in TessellationControl, TessellationEvaluation and Geometry PositionPerViewNV is a variable of Input or Output" [ours];
        PositionPerViewNVType "position-per-view-nv-type" vuid "VUID-PositionPerViewNV-PositionPerViewNV-04325" "Vulkan, Built-In Variables, PositionPerViewNV":
            "PositionPerViewNV is an array of vectors of four 32-bit floats" [ours];
        PrimitiveCountNVModel "primitive-count-nv-model" vuid "VUID-PrimitiveCountNV-PrimitiveCountNV-04327" "Vulkan, Built-In Variables, PrimitiveCountNV":
            "PrimitiveCountNV is used in MeshNV only" [ours];
        PrimitiveCountNVClass "primitive-count-nv-class" vuid "VUID-PrimitiveCountNV-PrimitiveCountNV-04328" "Vulkan, Built-In Variables, PrimitiveCountNV":
            "PrimitiveCountNV is a variable of Output" [ours];
        PrimitiveCountNVType "primitive-count-nv-type" vuid "VUID-PrimitiveCountNV-PrimitiveCountNV-04329" "Vulkan, Built-In Variables, PrimitiveCountNV":
            "PrimitiveCountNV is a 32-bit integer" [ours];
        PrimitiveIndicesNVModel "primitive-indices-nv-model" vuid "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04338" "Vulkan, Built-In Variables, PrimitiveIndicesNV":
            "PrimitiveIndicesNV is used in MeshNV only" [ours];
        PrimitiveIndicesNVClass "primitive-indices-nv-class" vuid "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04339" "Vulkan, Built-In Variables, PrimitiveIndicesNV":
            "PrimitiveIndicesNV is a variable of Output" [ours];
        PrimitiveIndicesNVType "primitive-indices-nv-type" vuid "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04340" "Vulkan, Built-In Variables, PrimitiveIndicesNV":
            "PrimitiveIndicesNV is an array of 32-bit integers" [ours];
        SMCountNVClass "sm-count-nv-class" vuid "VUID-SMCountNV-SMCountNV-04363" "Vulkan, Built-In Variables, SMCountNV":
            "SMCountNV is a variable of Input";
        SMCountNVType "sm-count-nv-type" vuid "VUID-SMCountNV-SMCountNV-04364" "Vulkan, Built-In Variables, SMCountNV":
            "SMCountNV is a 32-bit integer";
        SMIDNVClass "smid-nv-class" vuid "VUID-SMIDNV-SMIDNV-04365" "Vulkan, Built-In Variables, SMIDNV":
            "SMIDNV is a variable of Input";
        SMIDNVType "smid-nv-type" vuid "VUID-SMIDNV-SMIDNV-04366" "Vulkan, Built-In Variables, SMIDNV":
            "SMIDNV is a 32-bit integer";
        WarpsPerSMNVClass "warps-per-sm-nv-class" vuid "VUID-WarpsPerSMNV-WarpsPerSMNV-04418" "Vulkan, Built-In Variables, WarpsPerSMNV":
            "WarpsPerSMNV is a variable of Input";
        WarpsPerSMNVType "warps-per-sm-nv-type" vuid "VUID-WarpsPerSMNV-WarpsPerSMNV-04419" "Vulkan, Built-In Variables, WarpsPerSMNV":
            "WarpsPerSMNV is a 32-bit integer";
        WarpIDNVClass "warp-id-nv-class" vuid "VUID-WarpIDNV-WarpIDNV-04420" "Vulkan, Built-In Variables, WarpIDNV":
            "WarpIDNV is a variable of Input";
        WarpIDNVType "warp-id-nv-type" vuid "VUID-WarpIDNV-WarpIDNV-04421" "Vulkan, Built-In Variables, WarpIDNV":
            "WarpIDNV is a 32-bit integer";
        TaskCountNVModel "task-count-nv-model" vuid "VUID-TaskCountNV-TaskCountNV-04384" "Vulkan, Built-In Variables, TaskCountNV":
            "TaskCountNV is used in TaskNV only" [ours];
        TaskCountNVClass "task-count-nv-class" vuid "VUID-TaskCountNV-TaskCountNV-04385" "Vulkan, Built-In Variables, TaskCountNV":
            "TaskCountNV is a variable of Output" [ours];
        TaskCountNVType "task-count-nv-type" vuid "VUID-TaskCountNV-TaskCountNV-04386" "Vulkan, Built-In Variables, TaskCountNV":
            "TaskCountNV is a 32-bit integer" [ours];
        TileOffsetQCOMModel "tile-offset-qcom-model" vuid "VUID-TileOffsetQCOM-TileOffsetQCOM-10626" "Vulkan, Built-In Variables, TileOffsetQCOM":
            "TileOffsetQCOM is used in Fragment and GLCompute only" [ours];
        TileOffsetQCOMClass "tile-offset-qcom-class" vuid "VUID-TileOffsetQCOM-TileOffsetQCOM-10627" "Vulkan, Built-In Variables, TileOffsetQCOM":
            "TileOffsetQCOM is a variable of Input" [ours];
        TileOffsetQCOMType "tile-offset-qcom-type" vuid "VUID-TileOffsetQCOM-TileOffsetQCOM-10628" "Vulkan, Built-In Variables, TileOffsetQCOM":
            "TileOffsetQCOM is a vector of two 32-bit integers" [ours];
        TileDimensionQCOMModel "tile-dimension-qcom-model" vuid "VUID-TileDimensionQCOM-TileDimensionQCOM-10629" "Vulkan, Built-In Variables, TileDimensionQCOM":
            "TileDimensionQCOM is used in Fragment and GLCompute only" [ours];
        TileDimensionQCOMClass "tile-dimension-qcom-class" vuid "VUID-TileDimensionQCOM-TileDimensionQCOM-10630" "Vulkan, Built-In Variables, TileDimensionQCOM":
            "TileDimensionQCOM is a variable of Input" [ours];
        TileDimensionQCOMType "tile-dimension-qcom-type" vuid "VUID-TileDimensionQCOM-TileDimensionQCOM-10631" "Vulkan, Built-In Variables, TileDimensionQCOM":
            "TileDimensionQCOM is a vector of two 32-bit integers" [ours];
        TileApronSizeQCOMModel "tile-apron-size-qcom-model" vuid "VUID-TileApronSizeQCOM-TileApronSizeQCOM-10632" "Vulkan, Built-In Variables, TileApronSizeQCOM":
            "TileApronSizeQCOM is used in Fragment and GLCompute only" [ours];
        TileApronSizeQCOMClass "tile-apron-size-qcom-class" vuid "VUID-TileApronSizeQCOM-TileApronSizeQCOM-10633" "Vulkan, Built-In Variables, TileApronSizeQCOM":
            "TileApronSizeQCOM is a variable of Input" [ours];
        TileApronSizeQCOMType "tile-apron-size-qcom-type" vuid "VUID-TileApronSizeQCOM-TileApronSizeQCOM-10634" "Vulkan, Built-In Variables, TileApronSizeQCOM":
            "TileApronSizeQCOM is a vector of two 32-bit integers" [ours];
        ViewportMaskNVModel "viewport-mask-nv-model" vuid "VUID-ViewportMaskNV-ViewportMaskNV-04409" "Vulkan, Built-In Variables, ViewportMaskNV":
            "ViewportMaskNV is used in Vertex, MeshNV, TessellationEvaluation and Geometry only" [ours];
        ViewportMaskNVClass "viewport-mask-nv-class" vuid "VUID-ViewportMaskNV-ViewportMaskNV-04410" "Vulkan, Built-In Variables, ViewportMaskNV":
            "ViewportMaskNV is a variable of Output" [ours];
        ViewportMaskNVType "viewport-mask-nv-type" vuid "VUID-ViewportMaskNV-ViewportMaskNV-04411" "Vulkan, Built-In Variables, ViewportMaskNV":
            "ViewportMaskNV is an array of 32-bit integers" [ours];
        ViewportMaskPerViewNVModel "viewport-mask-per-view-nv-model" vuid "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04412" "Vulkan, Built-In Variables, ViewportMaskPerViewNV":
            "ViewportMaskPerViewNV is used in Vertex, MeshNV, TessellationControl, TessellationEvaluation and Geometry only" [ours];
        ViewportMaskPerViewNVClass "viewport-mask-per-view-nv-class" vuid "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04413" "Vulkan, Built-In Variables, ViewportMaskPerViewNV":
            "ViewportMaskPerViewNV is a variable of Output" [ours];
        ViewportMaskPerViewNVType "viewport-mask-per-view-nv-type" vuid "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04414" "Vulkan, Built-In Variables, ViewportMaskPerViewNV":
            "ViewportMaskPerViewNV is an array of 32-bit integers" [ours];
        HitIsSphereNVModel "hit-is-sphere-nv-model" vuid "VUID-HitIsSphereNV-HitIsSphereNV-10513" "Vulkan, Built-In Variables, HitIsSphereNV":
            "HitIsSphereNV is used in AnyHitKHR and ClosestHitKHR only" [ours];
        HitIsSphereNVClass "hit-is-sphere-nv-class" vuid "VUID-HitIsSphereNV-HitIsSphereNV-10514" "Vulkan, Built-In Variables, HitIsSphereNV":
            "HitIsSphereNV is a variable of Input" [ours];
        HitIsSphereNVType "hit-is-sphere-nv-type" vuid "VUID-HitIsSphereNV-HitIsSphereNV-10515" "Vulkan, Built-In Variables, HitIsSphereNV":
            "HitIsSphereNV is a Boolean" [ours];
        HitIsLSSNVModel "hit-is-lss-nv-model" vuid "VUID-HitIsLSSNV-HitIsLSSNV-10516" "Vulkan, Built-In Variables, HitIsLSSNV":
            "HitIsLSSNV is used in AnyHitKHR and ClosestHitKHR only" [ours];
        HitIsLSSNVClass "hit-is-lss-nv-class" vuid "VUID-HitIsLSSNV-HitIsLSSNV-10517" "Vulkan, Built-In Variables, HitIsLSSNV":
            "HitIsLSSNV is a variable of Input" [ours];
        HitIsLSSNVType "hit-is-lss-nv-type" vuid "VUID-HitIsLSSNV-HitIsLSSNV-10518" "Vulkan, Built-In Variables, HitIsLSSNV":
            "HitIsLSSNV is a Boolean" [ours];
        HitSpherePositionNVModel "hit-sphere-position-nv-model" vuid "VUID-HitSpherePositionNV-HitSpherePositionNV-10519" "Vulkan, Built-In Variables, HitSpherePositionNV":
            "HitSpherePositionNV is used in AnyHitKHR and ClosestHitKHR only" [ours];
        HitSpherePositionNVClass "hit-sphere-position-nv-class" vuid "VUID-HitSpherePositionNV-HitSpherePositionNV-10520" "Vulkan, Built-In Variables, HitSpherePositionNV":
            "HitSpherePositionNV is a variable of Input" [ours];
        HitSpherePositionNVType "hit-sphere-position-nv-type" vuid "VUID-HitSpherePositionNV-HitSpherePositionNV-10521" "Vulkan, Built-In Variables, HitSpherePositionNV":
            "HitSpherePositionNV is a vector of three 32-bit floats" [ours];
        HitSphereRadiusNVModel "hit-sphere-radius-nv-model" vuid "VUID-HitSphereRadiusNV-HitSphereRadiusNV-10522" "Vulkan, Built-In Variables, HitSphereRadiusNV":
            "HitSphereRadiusNV is used in AnyHitKHR and ClosestHitKHR only" [ours];
        HitSphereRadiusNVClass "hit-sphere-radius-nv-class" vuid "VUID-HitSphereRadiusNV-HitSphereRadiusNV-10523" "Vulkan, Built-In Variables, HitSphereRadiusNV":
            "HitSphereRadiusNV is a variable of Input" [ours];
        HitSphereRadiusNVType "hit-sphere-radius-nv-type" vuid "VUID-HitSphereRadiusNV-HitSphereRadiusNV-10524" "Vulkan, Built-In Variables, HitSphereRadiusNV":
            "HitSphereRadiusNV is a 32-bit float" [ours];
        HitLSSPositionsNVModel "hit-lss-positions-nv-model" vuid "VUID-HitLSSPositionsNV-HitLSSPositionsNV-10525" "Vulkan, Built-In Variables, HitLSSPositionsNV":
            "HitLSSPositionsNV is used in AnyHitKHR and ClosestHitKHR only" [ours];
        HitLSSPositionsNVClass "hit-lss-positions-nv-class" vuid "VUID-HitLSSPositionsNV-HitLSSPositionsNV-10526" "Vulkan, Built-In Variables, HitLSSPositionsNV":
            "HitLSSPositionsNV is a variable of Input" [ours];
        HitLSSPositionsNVType "hit-lss-positions-nv-type" vuid "VUID-HitLSSPositionsNV-HitLSSPositionsNV-10527" "Vulkan, Built-In Variables, HitLSSPositionsNV":
            "HitLSSPositionsNV is an array of two vectors of three 32-bit floats" [ours];
        HitLSSRadiiNVModel "hit-lss-radii-nv-model" vuid "VUID-HitLSSRadiiNV-HitLSSRadiiNV-10528" "Vulkan, Built-In Variables, HitLSSRadiiNV":
            "HitLSSRadiiNV is used in AnyHitKHR and ClosestHitKHR only" [ours];
        HitLSSRadiiNVClass "hit-lss-radii-nv-class" vuid "VUID-HitLSSRadiiNV-HitLSSRadiiNV-10529" "Vulkan, Built-In Variables, HitLSSRadiiNV":
            "HitLSSRadiiNV is a variable of Input" [ours];
        HitLSSRadiiNVType "hit-lss-radii-nv-type" vuid "VUID-HitLSSRadiiNV-HitLSSRadiiNV-10530" "Vulkan, Built-In Variables, HitLSSRadiiNV":
            "HitLSSRadiiNV is an array of two 32-bit floats" [ours];
        CoreCountARMClass "core-count-arm-class" vuid "VUID-CoreCountARM-CoreCountARM-07595" "Vulkan, Built-In Variables, CoreCountARM":
            "CoreCountARM is a variable of Input";
        CoreCountARMType "core-count-arm-type" vuid "VUID-CoreCountARM-CoreCountARM-07596" "Vulkan, Built-In Variables, CoreCountARM":
            "CoreCountARM is a 32-bit integer";
        CoreMaxIDARMClass "core-max-id-arm-class" vuid "VUID-CoreMaxIDARM-CoreMaxIDARM-07597" "Vulkan, Built-In Variables, CoreMaxIDARM":
            "CoreMaxIDARM is a variable of Input";
        CoreMaxIDARMType "core-max-id-arm-type" vuid "VUID-CoreMaxIDARM-CoreMaxIDARM-07598" "Vulkan, Built-In Variables, CoreMaxIDARM":
            "CoreMaxIDARM is a 32-bit integer";
        CoreIDARMClass "core-id-arm-class" vuid "VUID-CoreIDARM-CoreIDARM-07599" "Vulkan, Built-In Variables, CoreIDARM":
            "CoreIDARM is a variable of Input";
        CoreIDARMType "core-id-arm-type" vuid "VUID-CoreIDARM-CoreIDARM-07600" "Vulkan, Built-In Variables, CoreIDARM":
            "CoreIDARM is a 32-bit integer";
        WarpMaxIDARMClass "warp-max-id-arm-class" vuid "VUID-WarpMaxIDARM-WarpMaxIDARM-07601" "Vulkan, Built-In Variables, WarpMaxIDARM":
            "WarpMaxIDARM is a variable of Input";
        WarpMaxIDARMType "warp-max-id-arm-type" vuid "VUID-WarpMaxIDARM-WarpMaxIDARM-07602" "Vulkan, Built-In Variables, WarpMaxIDARM":
            "WarpMaxIDARM is a 32-bit integer";
        WarpIDARMClass "warp-id-arm-class" vuid "VUID-WarpIDARM-WarpIDARM-07603" "Vulkan, Built-In Variables, WarpIDARM":
            "WarpIDARM is a variable of Input";
        WarpIDARMType "warp-id-arm-type" vuid "VUID-WarpIDARM-WarpIDARM-07604" "Vulkan, Built-In Variables, WarpIDARM":
            "WarpIDARM is a 32-bit integer";
        ShaderIndexAMDXClass "shader-index-amdx-class" vuid "VUID-ShaderIndexAMDX-ShaderIndexAMDX-09175" "Vulkan, Built-In Variables, ShaderIndexAMDX":
            "ShaderIndexAMDX is a variable of Input" [ours];
        ShaderIndexAMDXType "shader-index-amdx-type" vuid "VUID-ShaderIndexAMDX-ShaderIndexAMDX-09176" "Vulkan, Built-In Variables, ShaderIndexAMDX":
            "ShaderIndexAMDX is a 32-bit integer" [ours];
        ClusterIDNVModel "cluster-id-nv-model" vuid "VUID-ClusterIDNV-ClusterIDNV-10531" "Vulkan, Built-In Variables, ClusterIDNV":
            "ClusterIDNV is used in AnyHitKHR and ClosestHitKHR only" [ours];
        ClusterIDNVClass "cluster-id-nv-class" vuid "VUID-ClusterIDNV-ClusterIDNV-10532" "Vulkan, Built-In Variables, ClusterIDNV":
            "ClusterIDNV is a variable of Input" [ours];
        ClusterIDNVType "cluster-id-nv-type" vuid "VUID-ClusterIDNV-ClusterIDNV-10533" "Vulkan, Built-In Variables, ClusterIDNV":
            "ClusterIDNV is a 32-bit integer" [ours];
        ClipDistancePerViewNVView "clip-distance-per-view-nv-view" vuid "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04194" "Vulkan, Built-In Variables":
            "ClipDistancePerViewNV is decorated PerViewNV" [ours];
        CullDistancePerViewNVView "cull-distance-per-view-nv-view" vuid "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04203" "Vulkan, Built-In Variables":
            "CullDistancePerViewNV is decorated PerViewNV" [ours];
        LayerPerViewNVView "layer-per-view-nv-view" vuid "VUID-LayerPerViewNV-LayerPerViewNV-04279" "Vulkan, Built-In Variables":
            "LayerPerViewNV is decorated PerViewNV" [ours];
        PositionPerViewNVIndex "position-per-view-nv-index" vuid "VUID-PositionPerViewNV-PositionPerViewNV-04326" "Vulkan, Built-In Variables, PositionPerViewNV":
            "an index of a view in PositionPerViewNV is a constant or specialization constant"
            (decides "indices of access chains whose base is the variable") [ours];
        ViewportMaskPerViewNVSize "viewport-mask-per-view-nv-size" vuid "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04415" "Vulkan, Built-In Variables":
            "ViewportMaskPerViewNV has at most 32 elements" [ours];
        ViewportMaskPerViewNVIndex "viewport-mask-per-view-nv-index" vuid "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04417" "Vulkan, Built-In Variables, ViewportMaskPerViewNV":
            "an index of a view in ViewportMaskPerViewNV is a constant or specialization constant"
            (decides "indices of access chains whose base is the variable") [ours];
        PrimitiveIndicesNVPoints "primitive-indices-nv-points" vuid "VUID-PrimitiveIndicesNV-OutputPoints-04342" "Vulkan, Built-In Variables":
            "with OutputPoints PrimitiveIndicesNV has one index for each primitive" [ours];
        PrimitiveIndicesNVLines "primitive-indices-nv-lines" vuid "VUID-PrimitiveIndicesNV-OutputLinesNV-04343" "Vulkan, Built-In Variables":
            "with OutputLinesNV PrimitiveIndicesNV has two indices for each primitive" [ours];
        PrimitiveIndicesNVTriangles "primitive-indices-nv-triangles" vuid "VUID-PrimitiveIndicesNV-OutputTrianglesNV-04344" "Vulkan, Built-In Variables":
            "with OutputTrianglesNV PrimitiveIndicesNV has three indices for each primitive" [ours];
        PrimitiveShadingRateFeature "primitive-shading-rate-feature" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-12275" "Vulkan, Built-In Variables":
            "PrimitiveShadingRateKHR in MeshEXT needs primitiveFragmentShadingRateMeshShader" [ours];
        ShadingRateVertical "shading-rate-vertical" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04487" "Vulkan, Built-In Variables":
            "a shading rate has one of Vertical2Pixels and Vertical4Pixels"
            (decides "constants stored to the variable or its elements") [ours];
        ShadingRateHorizontal "shading-rate-horizontal" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04488" "Vulkan, Built-In Variables":
            "a shading rate has one of Horizontal2Pixels and Horizontal4Pixels"
            (decides "constants stored to the variable or its elements") [ours];
        ShadingRateBits "shading-rate-bits" vuid "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04489" "Vulkan, Built-In Variables":
            "a shading rate has only defined bits"
            (decides "constants stored to the variable or its elements") [ours];
    }
}
