//! The signatures of the ray instructions: one row for each opcode, in ascending order.
//!
//! SPV_NV_ray_tracing states no types for the numbers of payloads and callable data, nor for the index of a callable
//! shader.

use super::super::module::Models;
use super::super::signature::{Row, Shape};
use spirv::{ExecutionModel as E, StorageClass as S};

const ALL: Models = Models::ALL;
const ANY_HIT: Models = Models::of(&[E::AnyHitKHR]);
const INTERSECTS: Models = Models::of(&[E::IntersectionKHR]);
const GENERATES: Models = Models::of(&[E::RayGenerationKHR]);
/// The execution models that trace rays and have hit objects.
const TRACES: Models = Models::of(&[E::RayGenerationKHR, E::ClosestHitKHR, E::MissKHR]);
const CALLS: Models = Models::of(&[E::RayGenerationKHR, E::ClosestHitKHR, E::MissKHR, E::CallableKHR]);

const fn variable(one: S, other: S) -> Shape {
    Shape::Variable([one, other])
}

/// Abbreviations of shapes for the table.
mod letter {
    use super::{S, Shape, variable};

    pub const A: Shape = Shape::Acceleration;
    pub const ADDRESS: Shape = Shape::Address;
    pub const ANY: Shape = Shape::Any;
    pub const BOOL: Shape = Shape::Bool;
    pub const CONST: Shape = Shape::Constant;
    pub const DATA: Shape = variable(S::CallableDataKHR, S::IncomingCallableDataKHR);
    pub const F: Shape = Shape::Float;
    pub const H: Shape = Shape::HitObject;
    pub const HANDLE: Shape = Shape::Handle;
    pub const HIT: Shape = variable(S::HitObjectAttributeNV, S::HitObjectAttributeEXT);
    pub const I: Shape = Shape::Int32;
    pub const MATRIX: Shape = Shape::Transform;
    pub const NONE: Shape = Shape::None;
    pub const PAYLOAD: Shape = variable(S::RayPayloadKHR, S::IncomingRayPayloadKHR);
    pub const Q: Shape = Shape::Query;
    pub const RADII: Shape = Shape::Array(2, 1);
    pub const ENDS: Shape = Shape::Array(2, 3);
    pub const TRIANGLE: Shape = Shape::Array(3, 3);
    pub const U: Shape = Shape::Uint32;
    pub const V2: Shape = Shape::Floats2;
    pub const V3: Shape = Shape::Floats3;
}

macro_rules! rows {
    ($($opcode:literal $name:ident $models:ident $result:ident ($($operand:ident)*);)*) => {
        pub(super) static ROWS: &[Row] = &[$(Row {
            opcode: $opcode,
            models: $models,
            result: letter::$result,
            operands: &[$(letter::$operand),*],
        }),*];
    };
}

rows! {
    4445 TraceRayKHR TRACES NONE (A I I I I I V3 F V3 F PAYLOAD);
    4446 ExecuteCallableKHR CALLS NONE (U DATA);
    4447 ConvertUToAccelerationStructureKHR ALL A (ADDRESS);
    4448 IgnoreIntersectionKHR ANY_HIT NONE ();
    4449 TerminateRayKHR ANY_HIT NONE ();
    4473 RayQueryInitializeKHR ALL NONE (Q A I I V3 F V3 F);
    4474 RayQueryTerminateKHR ALL NONE (Q);
    4475 RayQueryGenerateIntersectionKHR ALL NONE (Q F);
    4476 RayQueryConfirmIntersectionKHR ALL NONE (Q);
    4477 RayQueryProceedKHR ALL BOOL (Q);
    4479 RayQueryGetIntersectionTypeKHR ALL I (Q CONST);
    5249 HitObjectRecordHitMotionNV TRACES NONE (H A I I I U I I V3 F V3 F F HIT);
    5250 HitObjectRecordHitWithIndexMotionNV TRACES NONE (H A I I I U U V3 F V3 F F HIT);
    5251 HitObjectRecordMissMotionNV TRACES NONE (H U V3 F V3 F F);
    5252 HitObjectGetWorldToObjectNV TRACES MATRIX (H);
    5253 HitObjectGetObjectToWorldNV TRACES MATRIX (H);
    5254 HitObjectGetObjectRayDirectionNV TRACES V3 (H);
    5255 HitObjectGetObjectRayOriginNV TRACES V3 (H);
    5256 HitObjectTraceRayMotionNV TRACES NONE (H A I I I I I V3 F V3 F F PAYLOAD);
    5257 HitObjectGetShaderRecordBufferHandleNV TRACES HANDLE (H);
    5258 HitObjectGetShaderBindingTableRecordIndexNV TRACES I (H);
    5259 HitObjectRecordEmptyNV TRACES NONE (H);
    5260 HitObjectTraceRayNV TRACES NONE (H A I I I I I V3 F V3 F PAYLOAD);
    5261 HitObjectRecordHitNV TRACES NONE (H A I I I U I I V3 F V3 F HIT);
    5262 HitObjectRecordHitWithIndexNV TRACES NONE (H A I I I U U V3 F V3 F HIT);
    5263 HitObjectRecordMissNV TRACES NONE (H U V3 F V3 F);
    5264 HitObjectExecuteShaderNV TRACES NONE (H PAYLOAD);
    5265 HitObjectGetCurrentTimeNV TRACES F (H);
    5266 HitObjectGetAttributesNV TRACES NONE (H HIT);
    5267 HitObjectGetHitKindNV TRACES I (H);
    5268 HitObjectGetPrimitiveIndexNV TRACES I (H);
    5269 HitObjectGetGeometryIndexNV TRACES I (H);
    5270 HitObjectGetInstanceIdNV TRACES I (H);
    5271 HitObjectGetInstanceCustomIndexNV TRACES I (H);
    5272 HitObjectGetWorldRayDirectionNV TRACES V3 (H);
    5273 HitObjectGetWorldRayOriginNV TRACES V3 (H);
    5274 HitObjectGetRayTMaxNV TRACES F (H);
    5275 HitObjectGetRayTMinNV TRACES F (H);
    5276 HitObjectIsEmptyNV TRACES BOOL (H);
    5277 HitObjectIsHitNV TRACES BOOL (H);
    5278 HitObjectIsMissNV TRACES BOOL (H);
    5279 ReorderThreadWithHitObjectNV GENERATES NONE (H I I);
    5280 ReorderThreadWithHintNV GENERATES NONE (I I);
    5304 HitObjectRecordFromQueryEXT TRACES NONE (H Q I HIT U);
    5305 HitObjectRecordMissEXT TRACES NONE (H I U V3 F V3 F);
    5306 HitObjectRecordMissMotionEXT TRACES NONE (H I U V3 F V3 F F);
    5307 HitObjectGetIntersectionTriangleVertexPositionsEXT TRACES TRIANGLE (H);
    5308 HitObjectGetRayFlagsEXT TRACES I (H);
    5309 HitObjectSetShaderBindingTableRecordIndexEXT TRACES NONE (H I);
    5310 HitObjectReorderExecuteShaderEXT GENERATES NONE (H PAYLOAD I I);
    5311 HitObjectTraceReorderExecuteEXT GENERATES NONE (H A I I I I I V3 F V3 F PAYLOAD I I);
    5312 HitObjectTraceMotionReorderExecuteEXT GENERATES NONE (H A I I I I I V3 F V3 F F PAYLOAD I I);
    5314 ReorderThreadWithHintEXT GENERATES NONE (I I);
    5315 ReorderThreadWithHitObjectEXT GENERATES NONE (H I I);
    5316 HitObjectTraceRayEXT TRACES NONE (H A I I I I I V3 F V3 F PAYLOAD);
    5317 HitObjectTraceRayMotionEXT TRACES NONE (H A I I I I I V3 F V3 F F PAYLOAD);
    5318 HitObjectRecordEmptyEXT TRACES NONE (H);
    5319 HitObjectExecuteShaderEXT TRACES NONE (H PAYLOAD);
    5320 HitObjectGetCurrentTimeEXT TRACES F (H);
    5321 HitObjectGetAttributesEXT TRACES NONE (H HIT);
    5322 HitObjectGetHitKindEXT TRACES I (H);
    5323 HitObjectGetPrimitiveIndexEXT TRACES I (H);
    5324 HitObjectGetGeometryIndexEXT TRACES I (H);
    5325 HitObjectGetInstanceIdEXT TRACES I (H);
    5326 HitObjectGetInstanceCustomIndexEXT TRACES I (H);
    5327 HitObjectGetObjectRayOriginEXT TRACES V3 (H);
    5328 HitObjectGetObjectRayDirectionEXT TRACES V3 (H);
    5329 HitObjectGetWorldRayDirectionEXT TRACES V3 (H);
    5330 HitObjectGetWorldRayOriginEXT TRACES V3 (H);
    5331 HitObjectGetObjectToWorldEXT TRACES MATRIX (H);
    5332 HitObjectGetWorldToObjectEXT TRACES MATRIX (H);
    5333 HitObjectGetRayTMaxEXT TRACES F (H);
    5334 ReportIntersectionKHR INTERSECTS BOOL (F U);
    5335 IgnoreIntersectionNV ANY_HIT NONE ();
    5336 TerminateRayNV ANY_HIT NONE ();
    5337 TraceNV TRACES NONE (A I I I I I V3 F V3 F ANY);
    5338 TraceMotionNV TRACES NONE (A I I I I I V3 F V3 F F ANY);
    5339 TraceRayMotionNV TRACES NONE (A I I I I I V3 F V3 F F PAYLOAD);
    5340 RayQueryGetIntersectionTriangleVertexPositionsKHR ALL TRIANGLE (Q CONST);
    5344 ExecuteCallableNV CALLS NONE (ANY ANY);
    5345 RayQueryGetIntersectionClusterIdNV ALL I (Q CONST);
    5346 HitObjectGetClusterIdNV TRACES I (H);
    5347 HitObjectGetRayTMinEXT TRACES F (H);
    5348 HitObjectGetShaderBindingTableRecordIndexEXT TRACES I (H);
    5349 HitObjectGetShaderRecordBufferHandleEXT TRACES HANDLE (H);
    5350 HitObjectIsEmptyEXT TRACES BOOL (H);
    5351 HitObjectIsHitEXT TRACES BOOL (H);
    5352 HitObjectIsMissEXT TRACES BOOL (H);
    5427 RayQueryGetIntersectionSpherePositionNV ALL V3 (Q CONST);
    5428 RayQueryGetIntersectionSphereRadiusNV ALL F (Q CONST);
    5429 RayQueryGetIntersectionLSSPositionsNV ALL ENDS (Q CONST);
    5430 RayQueryGetIntersectionLSSRadiiNV ALL RADII (Q CONST);
    5431 RayQueryGetIntersectionLSSHitValueNV ALL F (Q CONST);
    5432 HitObjectGetSpherePositionNV TRACES V3 (H);
    5433 HitObjectGetSphereRadiusNV TRACES F (H);
    5434 HitObjectGetLSSPositionsNV TRACES ENDS (H);
    5435 HitObjectGetLSSRadiiNV TRACES RADII (H);
    5436 HitObjectIsSphereHitNV TRACES BOOL (H);
    5437 HitObjectIsLSSHitNV TRACES BOOL (H);
    5438 RayQueryIsSphereHitNV ALL BOOL (Q CONST);
    5439 RayQueryIsLSSHitNV ALL BOOL (Q CONST);
    6016 RayQueryGetRayTMinKHR ALL F (Q);
    6017 RayQueryGetRayFlagsKHR ALL I (Q);
    6018 RayQueryGetIntersectionTKHR ALL F (Q CONST);
    6019 RayQueryGetIntersectionInstanceCustomIndexKHR ALL I (Q CONST);
    6020 RayQueryGetIntersectionInstanceIdKHR ALL I (Q CONST);
    6021 RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR ALL I (Q CONST);
    6022 RayQueryGetIntersectionGeometryIndexKHR ALL I (Q CONST);
    6023 RayQueryGetIntersectionPrimitiveIndexKHR ALL I (Q CONST);
    6024 RayQueryGetIntersectionBarycentricsKHR ALL V2 (Q CONST);
    6025 RayQueryGetIntersectionFrontFaceKHR ALL BOOL (Q CONST);
    6026 RayQueryGetIntersectionCandidateAABBOpaqueKHR ALL BOOL (Q);
    6027 RayQueryGetIntersectionObjectRayDirectionKHR ALL V3 (Q CONST);
    6028 RayQueryGetIntersectionObjectRayOriginKHR ALL V3 (Q CONST);
    6029 RayQueryGetWorldRayDirectionKHR ALL V3 (Q);
    6030 RayQueryGetWorldRayOriginKHR ALL V3 (Q);
    6031 RayQueryGetIntersectionObjectToWorldKHR ALL MATRIX (Q CONST);
    6032 RayQueryGetIntersectionWorldToObjectKHR ALL MATRIX (Q CONST);
}
