//! The names of the variants of naga's enums. Each list is a `match` without a catch-all: a new variant of naga's is a
//! compile error here, and then a construct without a case.

use naga::{
    AddressSpace, ArraySize, AtomicFunction, BinaryOperator, Binding, BuiltIn, CollectiveOperation, ConservativeDepth,
    CooperativeRole, DerivativeAxis, DerivativeControl, Direction, EarlyDepthTest, Expression, GatherMode, ImageClass,
    ImageDimension, ImageQuery, Interpolation, Literal, MathFunction, MeshOutputTopology, RayPipelineFunction,
    RayQueryFunction, RelationalFunction, SampleLevel, Sampling, ScalarKind, ShaderStage, Statement, StorageFormat,
    SubgroupOperation, SwitchValue, SwizzleComponent, TypeInner, UnaryOperator,
};

macro_rules! names {
    ($($function:ident, $all:ident: $enum:ident { $($variant:ident)* })*) => {$(
        pub const fn $function(value: &$enum) -> &'static str {
            match value {
                $($enum::$variant { .. } => concat!(stringify!($enum), "::", stringify!($variant)),)*
            }
        }
        pub const $all: &[&str] = &[$(concat!(stringify!($enum), "::", stringify!($variant))),*];
    )*
        /// The variants of every enum.
        pub const ENUMS: &[&[&str]] = &[$($all),*];
    };
}

names! {
    address_space, ADDRESS_SPACES: AddressSpace {
        Function Private WorkGroup Uniform Storage Handle Immediate TaskPayload RayPayload IncomingRayPayload
    }
    array_size, ARRAY_SIZES: ArraySize { Constant Pending Dynamic }
    atomic_function, ATOMIC_FUNCTIONS: AtomicFunction {
        Add Subtract And ExclusiveOr InclusiveOr Min Max Exchange
    }
    binary_operator, BINARY_OPERATORS: BinaryOperator {
        Add Subtract Multiply Divide Modulo Equal NotEqual Less LessEqual Greater GreaterEqual And ExclusiveOr
        InclusiveOr LogicalAnd LogicalOr ShiftLeft ShiftRight
    }
    binding, BINDINGS: Binding { BuiltIn Location }
    built_in, BUILT_INS: BuiltIn {
        PrimitiveIndex Position ViewIndex BaseInstance BaseVertex ClipDistances CullDistance InstanceIndex PointSize
        VertexIndex DrawIndex FragDepth PointCoord FrontFacing Barycentric SampleIndex SampleMask GlobalInvocationId
        LocalInvocationId LocalInvocationIndex WorkGroupId WorkGroupSize NumWorkGroups NumSubgroups SubgroupId
        SubgroupSize SubgroupInvocationId MeshTaskSize CullPrimitive PointIndex LineIndices TriangleIndices VertexCount
        Vertices PrimitiveCount Primitives RayInvocationId NumRayInvocations InstanceCustomData GeometryIndex
        WorldRayOrigin WorldRayDirection ObjectRayOrigin ObjectRayDirection RayTmin RayTCurrentMax ObjectToWorld
        WorldToObject HitKind
    }
    collective_operation, COLLECTIVE_OPERATIONS: CollectiveOperation { Reduce InclusiveScan ExclusiveScan }
    conservative_depth, CONSERVATIVE_DEPTHS: ConservativeDepth { GreaterEqual LessEqual Unchanged }
    cooperative_role, COOPERATIVE_ROLES: CooperativeRole { A B C }
    derivative_axis, DERIVATIVE_AXES: DerivativeAxis { X Y Width }
    derivative_control, DERIVATIVE_CONTROLS: DerivativeControl { Coarse Fine None }
    direction, DIRECTIONS: Direction { X Y Diagonal }
    early_depth_test, EARLY_DEPTH_TESTS: EarlyDepthTest { Force Allow }
    expression, EXPRESSIONS: Expression {
        Literal Constant Override ZeroValue Compose Access AccessIndex Splat Swizzle FunctionArgument GlobalVariable
        LocalVariable Load ImageSample ImageLoad ImageQuery Unary Binary Select Derivative Relational Math As CallResult
        AtomicResult WorkGroupUniformLoadResult ArrayLength RayQueryVertexPositions RayQueryProceedResult
        RayQueryGetIntersection SubgroupBallotResult SubgroupOperationResult CooperativeLoad CooperativeMultiplyAdd
    }
    gather_mode, GATHER_MODES: GatherMode {
        BroadcastFirst Broadcast Shuffle ShuffleDown ShuffleUp ShuffleXor QuadBroadcast QuadSwap
    }
    image_class, IMAGE_CLASSES: ImageClass { Sampled Depth External Storage }
    image_dimension, IMAGE_DIMENSIONS: ImageDimension { D1 D2 D3 Cube }
    image_query, IMAGE_QUERIES: ImageQuery { Size NumLevels NumLayers NumSamples }
    interpolation, INTERPOLATIONS: Interpolation { Perspective Linear Flat PerVertex }
    literal, LITERALS: Literal { F64 F32 F16 U16 I16 U32 I32 U64 I64 Bool AbstractInt AbstractFloat }
    math_function, MATH_FUNCTIONS: MathFunction {
        Abs Min Max Clamp Saturate Cos Cosh Sin Sinh Tan Tanh Acos Asin Atan Atan2 Asinh Acosh Atanh Radians Degrees Ceil
        Floor Round Fract Trunc Modf Frexp Ldexp Exp Exp2 Log Log2 Pow Dot Dot4I8Packed Dot4U8Packed Outer Cross Distance
        Length Normalize FaceForward Reflect Refract Sign Fma Mix Step SmoothStep Sqrt InverseSqrt Inverse Transpose
        Determinant QuantizeToF16 CountTrailingZeros CountLeadingZeros CountOneBits ReverseBits ExtractBits InsertBits
        FirstTrailingBit FirstLeadingBit Pack4x8snorm Pack4x8unorm Pack2x16snorm Pack2x16unorm Pack2x16float Pack4xI8
        Pack4xU8 Pack4xI8Clamp Pack4xU8Clamp Unpack4x8snorm Unpack4x8unorm Unpack2x16snorm Unpack2x16unorm Unpack2x16float
        Unpack4xI8 Unpack4xU8
    }
    mesh_topology, MESH_TOPOLOGIES: MeshOutputTopology { Points Lines Triangles }
    ray_pipeline_function, RAY_PIPELINE_FUNCTIONS: RayPipelineFunction { TraceRay }
    ray_query_function, RAY_QUERY_FUNCTIONS: RayQueryFunction {
        Initialize Proceed GenerateIntersection ConfirmIntersection Terminate
    }
    relational_function, RELATIONAL_FUNCTIONS: RelationalFunction { All Any IsNan IsInf }
    sample_level, SAMPLE_LEVELS: SampleLevel { Auto Zero Exact Bias Gradient }
    sampling, SAMPLINGS: Sampling { Center Centroid Sample First Either }
    scalar_kind, SCALAR_KINDS: ScalarKind { Sint Uint Float Bool AbstractInt AbstractFloat }
    shader_stage, SHADER_STAGES: ShaderStage {
        Vertex Task Mesh Fragment Compute RayGeneration Miss AnyHit ClosestHit
    }
    statement, STATEMENTS: Statement {
        Emit Block If Switch Loop Break Continue Return Kill ControlBarrier MemoryBarrier Store ImageStore Atomic
        ImageAtomic WorkGroupUniformLoad Call RayQuery RayPipelineFunction SubgroupBallot SubgroupGather
        SubgroupCollectiveOperation CooperativeStore
    }
    storage_format, STORAGE_FORMATS: StorageFormat {
        R8Unorm R8Snorm R8Uint R8Sint R16Uint R16Sint R16Float Rg8Unorm Rg8Snorm Rg8Uint Rg8Sint R32Uint R32Sint R32Float
        Rg16Uint Rg16Sint Rg16Float Rgba8Unorm Rgba8Snorm Rgba8Uint Rgba8Sint Bgra8Unorm Rgb10a2Uint Rgb10a2Unorm
        Rg11b10Ufloat R64Uint Rg32Uint Rg32Sint Rg32Float Rgba16Uint Rgba16Sint Rgba16Float Rgba32Uint Rgba32Sint
        Rgba32Float R16Unorm R16Snorm Rg16Unorm Rg16Snorm Rgba16Unorm Rgba16Snorm
    }
    subgroup_operation, SUBGROUP_OPERATIONS: SubgroupOperation { All Any Add Mul Min Max And Or Xor }
    switch_value, SWITCH_VALUES: SwitchValue { I32 U32 Default }
    swizzle_component, SWIZZLE_COMPONENTS: SwizzleComponent { X Y Z W }
    type_inner, TYPES: TypeInner {
        Scalar Vector Matrix CooperativeMatrix Atomic Pointer ValuePointer Array Struct Image Sampler
        AccelerationStructure RayQuery BindingArray
    }
    unary_operator, UNARY_OPERATORS: UnaryOperator { Negate LogicalNot BitwiseNot }
}
