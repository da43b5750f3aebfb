//! The requirements of each built-in: execution models, storage classes and type (Vulkan, "Built-In Variables").
//!
//! This file contains only the table; `rules` declares the rules that its rows name.

use super::rules::Builtins;
use crate::check::module::Models;
use spirv::ExecutionModel::{
    AnyHitKHR, CallableKHR, ClosestHitKHR, Fragment, GLCompute, Geometry, IntersectionKHR, MeshEXT, MeshNV, MissKHR,
    RayGenerationKHR, TaskEXT, TaskNV, TessellationControl, TessellationEvaluation, Vertex,
};

/// The type of a built-in. Widths are 32 bits except for `AnyInt`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// A float, or a vector of this many floats.
    Float(u32),
    /// An integer, or a vector of this many integers.
    Int(u32),
    /// A scalar integer of any width.
    AnyInt,
    /// A Boolean.
    Bool,
    /// An array of floats, with this length if it is given.
    FloatArray(Option<u64>),
    /// An array of integers, or of vectors of this many integers.
    ArrayOfInts(u32),
    /// An array of vectors of this many floats.
    ArrayOfFloats(u32),
    /// An array of arrays of floats.
    ArrayOfFloatArrays,
    /// An array of two vectors of three floats.
    TwoFloats3,
    /// An array of three vectors of three floats.
    TriangleOfFloats,
    /// A matrix of four columns of three floats.
    Matrix4x3,
}
use Shape::{
    AnyInt, ArrayOfFloatArrays, ArrayOfFloats, ArrayOfInts, Bool, Float, FloatArray, Int, Matrix4x3, TriangleOfFloats,
    TwoFloats3,
};

/// The storage classes that a built-in may have, as bits `1 << class`.
pub(super) type Classes = u32;
const INPUT: Classes = 1 << spirv::StorageClass::Input as u32;
const OUTPUT: Classes = 1 << spirv::StorageClass::Output as u32;
const BOTH: Classes = INPUT | OUTPUT;

/// The requirements of a built-in.
pub(super) struct Row {
    pub built_in: spirv::BuiltIn,
    /// The execution models in which it may be used.
    pub models: Option<(Builtins, Models)>,
    /// The storage classes that it may have in certain models; an empty set stands for all models.
    pub classes: &'static [(Builtins, Classes, Models)],
    pub shape: (Builtins, Shape),
}

macro_rules! table {
    ($(
        $name:ident
        $(models $model_rule:ident [$($model:ident)*])?
        $(class $class_rule:ident $classes:ident [$($within:ident)*])*
        shape $shape_rule:ident $shape:expr;
    )*) => {
        /// The row of a built-in, if the table has it.
        pub(super) fn row(number: u32) -> Option<&'static Row> {
            match spirv::BuiltIn::from_u32(number)? {
                $(spirv::BuiltIn::$name => {
                    const ROW: &Row = &Row {
                        built_in: spirv::BuiltIn::$name,
                        models: table!(@optional $((Builtins::$model_rule, Models::of(&[$($model),*])))?),
                        classes: &[$((Builtins::$class_rule, $classes, Models::of(&[$($within),*]))),*],
                        shape: (Builtins::$shape_rule, $shape),
                    };
                    Some(ROW)
                })*
                // catch-all: built-ins that the table lacks.
                _ => None,
            }
        }
    };
    (@optional) => { None };
    (@optional $value:expr) => { Some($value) };
}

table! {
    BaryCoordKHR
        models BaryCoordKHRModel [Fragment]
        class BaryCoordKHRClass INPUT []
        shape BaryCoordKHRType Float(3);
    BaryCoordNoPerspKHR
        models BaryCoordNoPerspKHRModel [Fragment]
        class BaryCoordNoPerspKHRClass INPUT []
        shape BaryCoordNoPerspKHRType Float(3);
    BaseInstance
        models BaseInstanceModel [Vertex]
        class BaseInstanceClass INPUT []
        shape BaseInstanceType Int(1);
    BaseVertex
        models BaseVertexModel [Vertex]
        class BaseVertexClass INPUT []
        shape BaseVertexType Int(1);
    ClipDistance
        models ClipDistanceModel [Vertex TessellationControl TessellationEvaluation Geometry Fragment MeshNV MeshEXT]
        class ClipDistanceClassInVertex OUTPUT [Vertex MeshNV MeshEXT]
        class ClipDistanceClassInFragment INPUT [Fragment]
        class ClipDistanceClassInTessellation BOTH [TessellationControl TessellationEvaluation Geometry]
        shape ClipDistanceType FloatArray(None);
    CullDistance
        models CullDistanceModel [Vertex TessellationControl TessellationEvaluation Geometry Fragment MeshNV MeshEXT]
        class CullDistanceClassInVertex OUTPUT [Vertex MeshNV MeshEXT]
        class CullDistanceClassInFragment INPUT [Fragment]
        class CullDistanceClassInTessellation BOTH [TessellationControl TessellationEvaluation Geometry]
        shape CullDistanceType FloatArray(None);
    CullPrimitiveEXT
        models CullPrimitiveEXTModel [MeshEXT]
        class CullPrimitiveEXTClass OUTPUT []
        shape CullPrimitiveEXTType Bool;
    CullMaskKHR
        models CullMaskKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR]
        class CullMaskKHRClass INPUT []
        shape CullMaskKHRType Int(1);
    DeviceIndex
        class DeviceIndexClass INPUT []
        shape DeviceIndexType Int(1);
    DrawIndex
        models DrawIndexModel [Vertex TaskNV MeshNV TaskEXT MeshEXT]
        class DrawIndexClass INPUT []
        shape DrawIndexType Int(1);
    FragCoord
        models FragCoordModel [Fragment]
        class FragCoordClass INPUT []
        shape FragCoordType Float(4);
    FragDepth
        models FragDepthModel [Fragment]
        class FragDepthClass OUTPUT []
        shape FragDepthType Float(1);
    FragInvocationCountEXT
        models FragInvocationCountEXTModel [Fragment]
        class FragInvocationCountEXTClass INPUT []
        shape FragInvocationCountEXTType Int(1);
    FragSizeEXT
        models FragSizeEXTModel [Fragment]
        class FragSizeEXTClass INPUT []
        shape FragSizeEXTType Int(2);
    FragStencilRefEXT
        models FragStencilRefEXTModel [Fragment]
        class FragStencilRefEXTClass OUTPUT []
        shape FragStencilRefEXTType AnyInt;
    FrontFacing
        models FrontFacingModel [Fragment]
        class FrontFacingClass INPUT []
        shape FrontFacingType Bool;
    FullyCoveredEXT
        models FullyCoveredEXTModel [Fragment]
        class FullyCoveredEXTClass INPUT []
        shape FullyCoveredEXTType Bool;
    GlobalInvocationId
        models GlobalInvocationIdModel [GLCompute TaskNV MeshNV TaskEXT MeshEXT]
        class GlobalInvocationIdClass INPUT []
        shape GlobalInvocationIdType Int(3);
    HelperInvocation
        models HelperInvocationModel [Fragment]
        class HelperInvocationClass INPUT []
        shape HelperInvocationType Bool;
    HitKindKHR
        models HitKindKHRModel [AnyHitKHR ClosestHitKHR]
        class HitKindKHRClass INPUT []
        shape HitKindKHRType Int(1);
    HitTNV
        models HitTNVModel [AnyHitKHR ClosestHitKHR]
        class HitTNVClass INPUT []
        shape HitTNVType Float(1);
    HitTriangleVertexPositionsKHR
        models HitTriangleVertexPositionsKHRModel [AnyHitKHR ClosestHitKHR]
        class HitTriangleVertexPositionsKHRClass INPUT []
        shape HitTriangleVertexPositionsKHRType TriangleOfFloats;
    IncomingRayFlagsKHR
        models IncomingRayFlagsKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR]
        class IncomingRayFlagsKHRClass INPUT []
        shape IncomingRayFlagsKHRType Int(1);
    InstanceCustomIndexKHR
        models InstanceCustomIndexKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR]
        class InstanceCustomIndexKHRClass INPUT []
        shape InstanceCustomIndexKHRType Int(1);
    InstanceId
        models InstanceIdModel [IntersectionKHR AnyHitKHR ClosestHitKHR]
        class InstanceIdClass INPUT []
        shape InstanceIdType Int(1);
    InvocationId
        models InvocationIdModel [TessellationControl Geometry]
        class InvocationIdClass INPUT []
        shape InvocationIdType Int(1);
    InstanceIndex
        models InstanceIndexModel [Vertex]
        class InstanceIndexClass INPUT []
        shape InstanceIndexType Int(1);
    LaunchIdKHR
        models LaunchIdKHRModel [RayGenerationKHR IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR CallableKHR]
        class LaunchIdKHRClass INPUT []
        shape LaunchIdKHRType Int(3);
    LaunchSizeKHR
        models LaunchSizeKHRModel [RayGenerationKHR IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR CallableKHR]
        class LaunchSizeKHRClass INPUT []
        shape LaunchSizeKHRType Int(3);
    Layer
        models LayerModel [Vertex TessellationEvaluation Geometry Fragment MeshNV MeshEXT]
        class LayerClassInVertex OUTPUT [Vertex TessellationEvaluation Geometry MeshNV MeshEXT]
        class LayerClassInFragment INPUT [Fragment]
        shape LayerType Int(1);
    LocalInvocationId
        models LocalInvocationIdModel [GLCompute TaskNV MeshNV TaskEXT MeshEXT]
        class LocalInvocationIdClass INPUT []
        shape LocalInvocationIdType Int(3);
    LocalInvocationIndex
        models LocalInvocationIndexModel [GLCompute TaskNV MeshNV TaskEXT MeshEXT]
        class LocalInvocationIndexClass INPUT []
        shape LocalInvocationIndexType Int(1);
    NumSubgroups
        models NumSubgroupsModel [GLCompute TaskNV MeshNV TaskEXT MeshEXT]
        class NumSubgroupsClass INPUT []
        shape NumSubgroupsType Int(1);
    NumWorkgroups
        models NumWorkgroupsModel [GLCompute TaskEXT MeshEXT]
        class NumWorkgroupsClass INPUT []
        shape NumWorkgroupsType Int(3);
    ObjectRayDirectionKHR
        models ObjectRayDirectionKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR]
        class ObjectRayDirectionKHRClass INPUT []
        shape ObjectRayDirectionKHRType Float(3);
    ObjectRayOriginKHR
        models ObjectRayOriginKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR]
        class ObjectRayOriginKHRClass INPUT []
        shape ObjectRayOriginKHRType Float(3);
    ObjectToWorldKHR
        models ObjectToWorldKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR]
        class ObjectToWorldKHRClass INPUT []
        shape ObjectToWorldKHRType Matrix4x3;
    PatchVertices
        models PatchVerticesModel [TessellationControl TessellationEvaluation]
        class PatchVerticesClass INPUT []
        shape PatchVerticesType Int(1);
    PointCoord
        models PointCoordModel [Fragment]
        class PointCoordClass INPUT []
        shape PointCoordType Float(2);
    PointSize
        models PointSizeModel [Vertex TessellationControl TessellationEvaluation Geometry MeshNV MeshEXT]
        class PointSizeClassInVertex OUTPUT [Vertex MeshNV MeshEXT]
        class PointSizeClassInTessellation BOTH [TessellationControl TessellationEvaluation Geometry]
        shape PointSizeType Float(1);
    Position
        models PositionModel [Vertex TessellationControl TessellationEvaluation Geometry MeshNV MeshEXT]
        class PositionClassInVertex OUTPUT [Vertex MeshNV MeshEXT]
        class PositionClassInTessellation BOTH [TessellationControl TessellationEvaluation Geometry]
        shape PositionType Float(4);
    PrimitiveId
        models PrimitiveIdModel [TessellationControl TessellationEvaluation Geometry Fragment MeshNV IntersectionKHR AnyHitKHR ClosestHitKHR MeshEXT]
        class PrimitiveIdClassInTessellation INPUT [TessellationControl TessellationEvaluation Fragment IntersectionKHR AnyHitKHR ClosestHitKHR]
        class PrimitiveIdClassInGeometry BOTH [Geometry]
        class PrimitiveIdClassInMesh OUTPUT [MeshNV MeshEXT]
        shape PrimitiveIdType Int(1);
    PrimitivePointIndicesEXT
        models PrimitivePointIndicesEXTModel [MeshEXT]
        class PrimitivePointIndicesEXTClass OUTPUT []
        shape PrimitivePointIndicesEXTType ArrayOfInts(1);
    PrimitiveLineIndicesEXT
        models PrimitiveLineIndicesEXTModel [MeshEXT]
        class PrimitiveLineIndicesEXTClass OUTPUT []
        shape PrimitiveLineIndicesEXTType ArrayOfInts(2);
    PrimitiveTriangleIndicesEXT
        models PrimitiveTriangleIndicesEXTModel [MeshEXT]
        class PrimitiveTriangleIndicesEXTClass OUTPUT []
        shape PrimitiveTriangleIndicesEXTType ArrayOfInts(3);
    PrimitiveShadingRateKHR
        models PrimitiveShadingRateKHRModel [Vertex Geometry MeshNV MeshEXT]
        class PrimitiveShadingRateKHRClass OUTPUT []
        shape PrimitiveShadingRateKHRType Int(1);
    RayGeometryIndexKHR
        models RayGeometryIndexKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR]
        class RayGeometryIndexKHRClass INPUT []
        shape RayGeometryIndexKHRType Int(1);
    RayTmaxKHR
        models RayTmaxKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR]
        class RayTmaxKHRClass INPUT []
        shape RayTmaxKHRType Float(1);
    RayTminKHR
        models RayTminKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR]
        class RayTminKHRClass INPUT []
        shape RayTminKHRType Float(1);
    SampleId
        models SampleIdModel [Fragment]
        class SampleIdClass INPUT []
        shape SampleIdType Int(1);
    SampleMask
        models SampleMaskModel [Fragment]
        class SampleMaskClass BOTH []
        shape SampleMaskType ArrayOfInts(1);
    SamplePosition
        models SamplePositionModel [Fragment]
        class SamplePositionClass INPUT []
        shape SamplePositionType Float(2);
    ShadingRateKHR
        models ShadingRateKHRModel [Fragment]
        class ShadingRateKHRClass INPUT []
        shape ShadingRateKHRType Int(1);
    SubgroupId
        models SubgroupIdModel [GLCompute TaskNV MeshNV TaskEXT MeshEXT]
        class SubgroupIdClass INPUT []
        shape SubgroupIdType Int(1);
    SubgroupEqMask
        class SubgroupEqMaskClass INPUT []
        shape SubgroupEqMaskType Int(4);
    SubgroupGeMask
        class SubgroupGeMaskClass INPUT []
        shape SubgroupGeMaskType Int(4);
    SubgroupGtMask
        class SubgroupGtMaskClass INPUT []
        shape SubgroupGtMaskType Int(4);
    SubgroupLeMask
        class SubgroupLeMaskClass INPUT []
        shape SubgroupLeMaskType Int(4);
    SubgroupLtMask
        class SubgroupLtMaskClass INPUT []
        shape SubgroupLtMaskType Int(4);
    SubgroupLocalInvocationId
        class SubgroupLocalInvocationIdClass INPUT []
        shape SubgroupLocalInvocationIdType Int(1);
    SubgroupSize
        class SubgroupSizeClass INPUT []
        shape SubgroupSizeType Int(1);
    TessCoord
        models TessCoordModel [TessellationEvaluation]
        class TessCoordClass INPUT []
        shape TessCoordType Float(3);
    TessLevelOuter
        models TessLevelOuterModel [TessellationControl TessellationEvaluation]
        class TessLevelOuterClassInTessellation OUTPUT [TessellationControl]
        class TessLevelOuterClassInTessellationEvaluation INPUT [TessellationEvaluation]
        shape TessLevelOuterType FloatArray(Some(4));
    TessLevelInner
        models TessLevelInnerModel [TessellationControl TessellationEvaluation]
        class TessLevelInnerClassInTessellation OUTPUT [TessellationControl]
        class TessLevelInnerClassInTessellationEvaluation INPUT [TessellationEvaluation]
        shape TessLevelInnerType FloatArray(Some(2));
    VertexIndex
        models VertexIndexModel [Vertex]
        class VertexIndexClass INPUT []
        shape VertexIndexType Int(1);
    ViewIndex
        models ViewIndexModel [Vertex TessellationControl TessellationEvaluation Geometry Fragment MeshEXT]
        class ViewIndexClass INPUT []
        shape ViewIndexType Int(1);
    ViewportIndex
        models ViewportIndexModel [Vertex TessellationEvaluation Geometry Fragment MeshNV MeshEXT]
        class ViewportIndexClassInVertex OUTPUT [Vertex TessellationEvaluation Geometry MeshNV MeshEXT]
        class ViewportIndexClassInFragment INPUT [Fragment]
        shape ViewportIndexType Int(1);
    WorkgroupId
        models WorkgroupIdModel [GLCompute TaskNV MeshNV TaskEXT MeshEXT]
        class WorkgroupIdClass INPUT []
        shape WorkgroupIdType Int(3);
    WorkgroupSize
        models WorkgroupSizeModel [GLCompute TaskNV MeshNV TaskEXT MeshEXT]
        shape WorkgroupSizeType Int(3);
    WorldRayDirectionKHR
        models WorldRayDirectionKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR]
        class WorldRayDirectionKHRClass INPUT []
        shape WorldRayDirectionKHRType Float(3);
    WorldRayOriginKHR
        models WorldRayOriginKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR]
        class WorldRayOriginKHRClass INPUT []
        shape WorldRayOriginKHRType Float(3);
    WorldToObjectKHR
        models WorldToObjectKHRModel [IntersectionKHR AnyHitKHR ClosestHitKHR]
        class WorldToObjectKHRClass INPUT []
        shape WorldToObjectKHRType Matrix4x3;
    BaryCoordNoPerspAMD
        models BaryCoordNoPerspAMDModel [Fragment]
        class BaryCoordNoPerspAMDClass INPUT []
        shape BaryCoordNoPerspAMDType Float(2);
    BaryCoordNoPerspCentroidAMD
        models BaryCoordNoPerspCentroidAMDModel [Fragment]
        class BaryCoordNoPerspCentroidAMDClass INPUT []
        shape BaryCoordNoPerspCentroidAMDType Float(3);
    BaryCoordNoPerspSampleAMD
        models BaryCoordNoPerspSampleAMDModel [Fragment]
        class BaryCoordNoPerspSampleAMDClass INPUT []
        shape BaryCoordNoPerspSampleAMDType Float(2);
    BaryCoordPullModelAMD
        models BaryCoordPullModelAMDModel [Fragment]
        class BaryCoordPullModelAMDClass INPUT []
        shape BaryCoordPullModelAMDType Float(3);
    BaryCoordSmoothAMD
        models BaryCoordSmoothAMDModel [Fragment]
        class BaryCoordSmoothAMDClass INPUT []
        shape BaryCoordSmoothAMDType Float(2);
    BaryCoordSmoothCentroidAMD
        models BaryCoordSmoothCentroidAMDModel [Fragment]
        class BaryCoordSmoothCentroidAMDClass INPUT []
        shape BaryCoordSmoothCentroidAMDType Float(2);
    BaryCoordSmoothSampleAMD
        models BaryCoordSmoothSampleAMDModel [Fragment]
        class BaryCoordSmoothSampleAMDClass INPUT []
        shape BaryCoordSmoothSampleAMDType Float(2);
    ClipDistancePerViewNV
        models ClipDistancePerViewNVModel [MeshNV]
        class ClipDistancePerViewNVClass OUTPUT []
        shape ClipDistancePerViewNVType ArrayOfFloatArrays;
    CullDistancePerViewNV
        models CullDistancePerViewNVModel [MeshNV]
        class CullDistancePerViewNVClass OUTPUT []
        shape CullDistancePerViewNVType ArrayOfFloatArrays;
    CurrentRayTimeNV
        models CurrentRayTimeNVModel [IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR]
        class CurrentRayTimeNVClass INPUT []
        shape CurrentRayTimeNVType Float(1);
    LayerPerViewNV
        models LayerPerViewNVModel [MeshNV]
        class LayerPerViewNVClass OUTPUT []
        shape LayerPerViewNVType ArrayOfInts(1);
    MeshViewCountNV
        models MeshViewCountNVModel [MeshNV TaskNV]
        class MeshViewCountNVClass INPUT []
        shape MeshViewCountNVType Int(1);
    MeshViewIndicesNV
        models MeshViewIndicesNVModel [MeshNV TaskNV]
        class MeshViewIndicesNVClass INPUT []
        shape MeshViewIndicesNVType ArrayOfInts(1);
    PositionPerViewNV
        models PositionPerViewNVModel [MeshNV Vertex TessellationControl TessellationEvaluation Geometry]
        class PositionPerViewNVClassInVertex OUTPUT [Vertex MeshNV]
        class PositionPerViewNVClassInTessellation BOTH [TessellationControl TessellationEvaluation Geometry]
        shape PositionPerViewNVType ArrayOfFloats(4);
    PrimitiveCountNV
        models PrimitiveCountNVModel [MeshNV]
        class PrimitiveCountNVClass OUTPUT []
        shape PrimitiveCountNVType Int(1);
    PrimitiveIndicesNV
        models PrimitiveIndicesNVModel [MeshNV]
        class PrimitiveIndicesNVClass OUTPUT []
        shape PrimitiveIndicesNVType ArrayOfInts(1);
    SMCountNV
        class SMCountNVClass INPUT []
        shape SMCountNVType Int(1);
    SMIDNV
        class SMIDNVClass INPUT []
        shape SMIDNVType Int(1);
    WarpsPerSMNV
        class WarpsPerSMNVClass INPUT []
        shape WarpsPerSMNVType Int(1);
    WarpIDNV
        class WarpIDNVClass INPUT []
        shape WarpIDNVType Int(1);
    TaskCountNV
        models TaskCountNVModel [TaskNV]
        class TaskCountNVClass OUTPUT []
        shape TaskCountNVType Int(1);
    TileOffsetQCOM
        models TileOffsetQCOMModel [Fragment GLCompute]
        class TileOffsetQCOMClass INPUT []
        shape TileOffsetQCOMType Int(2);
    TileDimensionQCOM
        models TileDimensionQCOMModel [Fragment GLCompute]
        class TileDimensionQCOMClass INPUT []
        shape TileDimensionQCOMType Int(2);
    TileApronSizeQCOM
        models TileApronSizeQCOMModel [Fragment GLCompute]
        class TileApronSizeQCOMClass INPUT []
        shape TileApronSizeQCOMType Int(2);
    ViewportMaskNV
        models ViewportMaskNVModel [Vertex MeshNV TessellationEvaluation Geometry]
        class ViewportMaskNVClass OUTPUT []
        shape ViewportMaskNVType ArrayOfInts(1);
    ViewportMaskPerViewNV
        models ViewportMaskPerViewNVModel [Vertex MeshNV TessellationControl TessellationEvaluation Geometry]
        class ViewportMaskPerViewNVClass OUTPUT []
        shape ViewportMaskPerViewNVType ArrayOfInts(1);
    HitIsSphereNV
        models HitIsSphereNVModel [AnyHitKHR ClosestHitKHR]
        class HitIsSphereNVClass INPUT []
        shape HitIsSphereNVType Bool;
    HitIsLSSNV
        models HitIsLSSNVModel [AnyHitKHR ClosestHitKHR]
        class HitIsLSSNVClass INPUT []
        shape HitIsLSSNVType Bool;
    HitSpherePositionNV
        models HitSpherePositionNVModel [AnyHitKHR ClosestHitKHR]
        class HitSpherePositionNVClass INPUT []
        shape HitSpherePositionNVType Float(3);
    HitSphereRadiusNV
        models HitSphereRadiusNVModel [AnyHitKHR ClosestHitKHR]
        class HitSphereRadiusNVClass INPUT []
        shape HitSphereRadiusNVType Float(1);
    HitLSSPositionsNV
        models HitLSSPositionsNVModel [AnyHitKHR ClosestHitKHR]
        class HitLSSPositionsNVClass INPUT []
        shape HitLSSPositionsNVType TwoFloats3;
    HitLSSRadiiNV
        models HitLSSRadiiNVModel [AnyHitKHR ClosestHitKHR]
        class HitLSSRadiiNVClass INPUT []
        shape HitLSSRadiiNVType FloatArray(Some(2));
    CoreCountARM
        class CoreCountARMClass INPUT []
        shape CoreCountARMType Int(1);
    CoreMaxIDARM
        class CoreMaxIDARMClass INPUT []
        shape CoreMaxIDARMType Int(1);
    CoreIDARM
        class CoreIDARMClass INPUT []
        shape CoreIDARMType Int(1);
    WarpMaxIDARM
        class WarpMaxIDARMClass INPUT []
        shape WarpMaxIDARMType Int(1);
    WarpIDARM
        class WarpIDARMClass INPUT []
        shape WarpIDARMType Int(1);
    ShaderIndexAMDX
        class ShaderIndexAMDXClass INPUT []
        shape ShaderIndexAMDXType Int(1);
    ClusterIDNV
        models ClusterIDNVModel [AnyHitKHR ClosestHitKHR]
        class ClusterIDNVClass INPUT []
        shape ClusterIDNVType Int(1);
}
