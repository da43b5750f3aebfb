//! The instructions with opcodes below 5,000: all of core SPIR-V and the older extensions.
//!
//! Data and nothing else: distilled from the machine-readable grammar in the SPIR-V registry (unified1, 1.6 revision 7;
//! The Khronos Group, MIT licence), one line each, in the order of the numbers. `V1_0` and so on is the version of SPIR-V
//! that brought it, `RESERVED` that none has it without an extension, `to` the last version that has it; `needs` lists
//! the capabilities of which one must be declared, `from` the extensions of which one brings it. Of the operands
//! `[X]` may be left out and `{X}` repeats.
//! The tests hold every line against what rspirv's tables know.

use super::instructions;

instructions! { INSTRUCTIONS
    0 Nop V1_0 ();
    1 Undef V1_0 (IdResultType IdResult);
    2 SourceContinued V1_0 (LiteralString);
    3 Source V1_0 (SourceLanguage LiteralInteger [IdRef] [LiteralString]);
    4 SourceExtension V1_0 (LiteralString);
    5 Name V1_0 (IdRef LiteralString);
    6 MemberName V1_0 (IdRef LiteralInteger LiteralString);
    7 String V1_0 (IdResult LiteralString);
    8 Line V1_0 (IdRef LiteralInteger LiteralInteger);
    10 Extension V1_0 (LiteralString);
    11 ExtInstImport V1_0 (IdResult LiteralString);
    12 ExtInst V1_0 (IdResultType IdResult IdRef LiteralExtInstInteger {IdRef});
    14 MemoryModel V1_0 (AddressingModel MemoryModel);
    15 EntryPoint V1_0 (ExecutionModel IdRef LiteralString {IdRef});
    16 ExecutionMode V1_0 (IdRef ExecutionMode);
    17 Capability V1_0 (Capability);
    19 TypeVoid V1_0 (IdResult);
    20 TypeBool V1_0 (IdResult);
    21 TypeInt V1_0 (IdResult LiteralInteger LiteralInteger);
    22 TypeFloat V1_0 (IdResult LiteralInteger [FPEncoding]);
    23 TypeVector V1_0 (IdResult IdRef LiteralInteger);
    24 TypeMatrix V1_0 (IdResult IdRef LiteralInteger) needs [Matrix];
    25 TypeImage V1_0 (IdResult IdRef Dim LiteralInteger LiteralInteger LiteralInteger LiteralInteger ImageFormat
        [AccessQualifier]);
    26 TypeSampler V1_0 (IdResult);
    27 TypeSampledImage V1_0 (IdResult IdRef);
    28 TypeArray V1_0 (IdResult IdRef IdRef);
    29 TypeRuntimeArray V1_0 (IdResult IdRef) needs [Shader];
    30 TypeStruct V1_0 (IdResult {IdRef});
    31 TypeOpaque V1_0 (IdResult LiteralString) needs [Kernel];
    32 TypePointer V1_0 (IdResult StorageClass IdRef);
    33 TypeFunction V1_0 (IdResult IdRef {IdRef});
    34 TypeEvent V1_0 (IdResult) needs [Kernel];
    35 TypeDeviceEvent V1_0 (IdResult) needs [DeviceEnqueue];
    36 TypeReserveId V1_0 (IdResult) needs [Pipes];
    37 TypeQueue V1_0 (IdResult) needs [DeviceEnqueue];
    38 TypePipe V1_0 (IdResult AccessQualifier) needs [Pipes];
    39 TypeForwardPointer V1_0 (IdRef StorageClass) needs [Addresses PhysicalStorageBufferAddresses];
    41 ConstantTrue V1_0 (IdResultType IdResult);
    42 ConstantFalse V1_0 (IdResultType IdResult);
    43 Constant V1_0 (IdResultType IdResult LiteralContextDependentNumber);
    44 ConstantComposite V1_0 (IdResultType IdResult {IdRef});
    45 ConstantSampler V1_0 (IdResultType IdResult SamplerAddressingMode LiteralInteger SamplerFilterMode) needs
        [LiteralSampler];
    46 ConstantNull V1_0 (IdResultType IdResult);
    48 SpecConstantTrue V1_0 (IdResultType IdResult);
    49 SpecConstantFalse V1_0 (IdResultType IdResult);
    50 SpecConstant V1_0 (IdResultType IdResult LiteralContextDependentNumber);
    51 SpecConstantComposite V1_0 (IdResultType IdResult {IdRef});
    52 SpecConstantOp V1_0 (IdResultType IdResult LiteralSpecConstantOpInteger);
    54 Function V1_0 (IdResultType IdResult FunctionControl IdRef);
    55 FunctionParameter V1_0 (IdResultType IdResult);
    56 FunctionEnd V1_0 ();
    57 FunctionCall V1_0 (IdResultType IdResult IdRef {IdRef});
    59 Variable V1_0 (IdResultType IdResult StorageClass [IdRef]);
    60 ImageTexelPointer V1_0 (IdResultType IdResult IdRef IdRef IdRef);
    61 Load V1_0 (IdResultType IdResult IdRef [MemoryAccess]);
    62 Store V1_0 (IdRef IdRef [MemoryAccess]);
    63 CopyMemory V1_0 (IdRef IdRef [MemoryAccess] [MemoryAccess]);
    64 CopyMemorySized V1_0 (IdRef IdRef IdRef [MemoryAccess] [MemoryAccess]) needs [Addresses UntypedPointersKHR];
    65 AccessChain V1_0 (IdResultType IdResult IdRef {IdRef});
    66 InBoundsAccessChain V1_0 (IdResultType IdResult IdRef {IdRef});
    67 PtrAccessChain V1_0 (IdResultType IdResult IdRef IdRef {IdRef}) needs [Addresses VariablePointers
        VariablePointersStorageBuffer PhysicalStorageBufferAddresses];
    68 ArrayLength V1_0 (IdResultType IdResult IdRef LiteralInteger) needs [Shader];
    69 GenericPtrMemSemantics V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    70 InBoundsPtrAccessChain V1_0 (IdResultType IdResult IdRef IdRef {IdRef}) needs [Addresses];
    71 Decorate V1_0 (IdRef Decoration);
    72 MemberDecorate V1_0 (IdRef LiteralInteger Decoration);
    73 DecorationGroup V1_0 (IdResult);
    74 GroupDecorate V1_0 (IdRef {IdRef});
    75 GroupMemberDecorate V1_0 (IdRef {PairIdRefLiteralInteger});
    77 VectorExtractDynamic V1_0 (IdResultType IdResult IdRef IdRef);
    78 VectorInsertDynamic V1_0 (IdResultType IdResult IdRef IdRef IdRef);
    79 VectorShuffle V1_0 (IdResultType IdResult IdRef IdRef {LiteralInteger});
    80 CompositeConstruct V1_0 (IdResultType IdResult {IdRef});
    81 CompositeExtract V1_0 (IdResultType IdResult IdRef {LiteralInteger});
    82 CompositeInsert V1_0 (IdResultType IdResult IdRef IdRef {LiteralInteger});
    83 CopyObject V1_0 (IdResultType IdResult IdRef);
    84 Transpose V1_0 (IdResultType IdResult IdRef) needs [Matrix];
    86 SampledImage V1_0 (IdResultType IdResult IdRef IdRef);
    87 ImageSampleImplicitLod V1_0 (IdResultType IdResult IdRef IdRef [ImageOperands]) needs [Shader];
    88 ImageSampleExplicitLod V1_0 (IdResultType IdResult IdRef IdRef ImageOperands);
    89 ImageSampleDrefImplicitLod V1_0 (IdResultType IdResult IdRef IdRef IdRef [ImageOperands]) needs [Shader];
    90 ImageSampleDrefExplicitLod V1_0 (IdResultType IdResult IdRef IdRef IdRef ImageOperands) needs [Shader];
    91 ImageSampleProjImplicitLod V1_0 (IdResultType IdResult IdRef IdRef [ImageOperands]) needs [Shader];
    92 ImageSampleProjExplicitLod V1_0 (IdResultType IdResult IdRef IdRef ImageOperands) needs [Shader];
    93 ImageSampleProjDrefImplicitLod V1_0 (IdResultType IdResult IdRef IdRef IdRef [ImageOperands]) needs [Shader];
    94 ImageSampleProjDrefExplicitLod V1_0 (IdResultType IdResult IdRef IdRef IdRef ImageOperands) needs [Shader];
    95 ImageFetch V1_0 (IdResultType IdResult IdRef IdRef [ImageOperands]);
    96 ImageGather V1_0 (IdResultType IdResult IdRef IdRef IdRef [ImageOperands]) needs [Shader];
    97 ImageDrefGather V1_0 (IdResultType IdResult IdRef IdRef IdRef [ImageOperands]) needs [Shader];
    98 ImageRead V1_0 (IdResultType IdResult IdRef IdRef [ImageOperands]);
    99 ImageWrite V1_0 (IdRef IdRef IdRef [ImageOperands]);
    100 Image V1_0 (IdResultType IdResult IdRef);
    101 ImageQueryFormat V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    102 ImageQueryOrder V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    103 ImageQuerySizeLod V1_0 (IdResultType IdResult IdRef IdRef) needs [Kernel ImageQuery];
    104 ImageQuerySize V1_0 (IdResultType IdResult IdRef) needs [Kernel ImageQuery];
    105 ImageQueryLod V1_0 (IdResultType IdResult IdRef IdRef) needs [ImageQuery];
    106 ImageQueryLevels V1_0 (IdResultType IdResult IdRef) needs [Kernel ImageQuery];
    107 ImageQuerySamples V1_0 (IdResultType IdResult IdRef) needs [Kernel ImageQuery];
    109 ConvertFToU V1_0 (IdResultType IdResult IdRef);
    110 ConvertFToS V1_0 (IdResultType IdResult IdRef);
    111 ConvertSToF V1_0 (IdResultType IdResult IdRef);
    112 ConvertUToF V1_0 (IdResultType IdResult IdRef);
    113 UConvert V1_0 (IdResultType IdResult IdRef);
    114 SConvert V1_0 (IdResultType IdResult IdRef);
    115 FConvert V1_0 (IdResultType IdResult IdRef);
    116 QuantizeToF16 V1_0 (IdResultType IdResult IdRef) needs [Shader];
    117 ConvertPtrToU V1_0 (IdResultType IdResult IdRef) needs [Addresses PhysicalStorageBufferAddresses];
    118 SatConvertSToU V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    119 SatConvertUToS V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    120 ConvertUToPtr V1_0 (IdResultType IdResult IdRef) needs [Addresses PhysicalStorageBufferAddresses];
    121 PtrCastToGeneric V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    122 GenericCastToPtr V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    123 GenericCastToPtrExplicit V1_0 (IdResultType IdResult IdRef StorageClass) needs [Kernel];
    124 Bitcast V1_0 (IdResultType IdResult IdRef);
    126 SNegate V1_0 (IdResultType IdResult IdRef);
    127 FNegate V1_0 (IdResultType IdResult IdRef);
    128 IAdd V1_0 (IdResultType IdResult IdRef IdRef);
    129 FAdd V1_0 (IdResultType IdResult IdRef IdRef);
    130 ISub V1_0 (IdResultType IdResult IdRef IdRef);
    131 FSub V1_0 (IdResultType IdResult IdRef IdRef);
    132 IMul V1_0 (IdResultType IdResult IdRef IdRef);
    133 FMul V1_0 (IdResultType IdResult IdRef IdRef);
    134 UDiv V1_0 (IdResultType IdResult IdRef IdRef);
    135 SDiv V1_0 (IdResultType IdResult IdRef IdRef);
    136 FDiv V1_0 (IdResultType IdResult IdRef IdRef);
    137 UMod V1_0 (IdResultType IdResult IdRef IdRef);
    138 SRem V1_0 (IdResultType IdResult IdRef IdRef);
    139 SMod V1_0 (IdResultType IdResult IdRef IdRef);
    140 FRem V1_0 (IdResultType IdResult IdRef IdRef);
    141 FMod V1_0 (IdResultType IdResult IdRef IdRef);
    142 VectorTimesScalar V1_0 (IdResultType IdResult IdRef IdRef);
    143 MatrixTimesScalar V1_0 (IdResultType IdResult IdRef IdRef) needs [Matrix];
    144 VectorTimesMatrix V1_0 (IdResultType IdResult IdRef IdRef) needs [Matrix];
    145 MatrixTimesVector V1_0 (IdResultType IdResult IdRef IdRef) needs [Matrix];
    146 MatrixTimesMatrix V1_0 (IdResultType IdResult IdRef IdRef) needs [Matrix];
    147 OuterProduct V1_0 (IdResultType IdResult IdRef IdRef) needs [Matrix];
    148 Dot V1_0 (IdResultType IdResult IdRef IdRef);
    149 IAddCarry V1_0 (IdResultType IdResult IdRef IdRef);
    150 ISubBorrow V1_0 (IdResultType IdResult IdRef IdRef);
    151 UMulExtended V1_0 (IdResultType IdResult IdRef IdRef);
    152 SMulExtended V1_0 (IdResultType IdResult IdRef IdRef);
    154 Any V1_0 (IdResultType IdResult IdRef);
    155 All V1_0 (IdResultType IdResult IdRef);
    156 IsNan V1_0 (IdResultType IdResult IdRef);
    157 IsInf V1_0 (IdResultType IdResult IdRef);
    158 IsFinite V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    159 IsNormal V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    160 SignBitSet V1_0 (IdResultType IdResult IdRef) needs [Kernel];
    161 LessOrGreater V1_0 to V1_5 (IdResultType IdResult IdRef IdRef) needs [Kernel];
    162 Ordered V1_0 (IdResultType IdResult IdRef IdRef) needs [Kernel];
    163 Unordered V1_0 (IdResultType IdResult IdRef IdRef) needs [Kernel];
    164 LogicalEqual V1_0 (IdResultType IdResult IdRef IdRef);
    165 LogicalNotEqual V1_0 (IdResultType IdResult IdRef IdRef);
    166 LogicalOr V1_0 (IdResultType IdResult IdRef IdRef);
    167 LogicalAnd V1_0 (IdResultType IdResult IdRef IdRef);
    168 LogicalNot V1_0 (IdResultType IdResult IdRef);
    169 Select V1_0 (IdResultType IdResult IdRef IdRef IdRef);
    170 IEqual V1_0 (IdResultType IdResult IdRef IdRef);
    171 INotEqual V1_0 (IdResultType IdResult IdRef IdRef);
    172 UGreaterThan V1_0 (IdResultType IdResult IdRef IdRef);
    173 SGreaterThan V1_0 (IdResultType IdResult IdRef IdRef);
    174 UGreaterThanEqual V1_0 (IdResultType IdResult IdRef IdRef);
    175 SGreaterThanEqual V1_0 (IdResultType IdResult IdRef IdRef);
    176 ULessThan V1_0 (IdResultType IdResult IdRef IdRef);
    177 SLessThan V1_0 (IdResultType IdResult IdRef IdRef);
    178 ULessThanEqual V1_0 (IdResultType IdResult IdRef IdRef);
    179 SLessThanEqual V1_0 (IdResultType IdResult IdRef IdRef);
    180 FOrdEqual V1_0 (IdResultType IdResult IdRef IdRef);
    181 FUnordEqual V1_0 (IdResultType IdResult IdRef IdRef);
    182 FOrdNotEqual V1_0 (IdResultType IdResult IdRef IdRef);
    183 FUnordNotEqual V1_0 (IdResultType IdResult IdRef IdRef);
    184 FOrdLessThan V1_0 (IdResultType IdResult IdRef IdRef);
    185 FUnordLessThan V1_0 (IdResultType IdResult IdRef IdRef);
    186 FOrdGreaterThan V1_0 (IdResultType IdResult IdRef IdRef);
    187 FUnordGreaterThan V1_0 (IdResultType IdResult IdRef IdRef);
    188 FOrdLessThanEqual V1_0 (IdResultType IdResult IdRef IdRef);
    189 FUnordLessThanEqual V1_0 (IdResultType IdResult IdRef IdRef);
    190 FOrdGreaterThanEqual V1_0 (IdResultType IdResult IdRef IdRef);
    191 FUnordGreaterThanEqual V1_0 (IdResultType IdResult IdRef IdRef);
    194 ShiftRightLogical V1_0 (IdResultType IdResult IdRef IdRef);
    195 ShiftRightArithmetic V1_0 (IdResultType IdResult IdRef IdRef);
    196 ShiftLeftLogical V1_0 (IdResultType IdResult IdRef IdRef);
    197 BitwiseOr V1_0 (IdResultType IdResult IdRef IdRef);
    198 BitwiseXor V1_0 (IdResultType IdResult IdRef IdRef);
    199 BitwiseAnd V1_0 (IdResultType IdResult IdRef IdRef);
    200 Not V1_0 (IdResultType IdResult IdRef);
    201 BitFieldInsert V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef) needs [Shader BitInstructions];
    202 BitFieldSExtract V1_0 (IdResultType IdResult IdRef IdRef IdRef) needs [Shader BitInstructions];
    203 BitFieldUExtract V1_0 (IdResultType IdResult IdRef IdRef IdRef) needs [Shader BitInstructions];
    204 BitReverse V1_0 (IdResultType IdResult IdRef) needs [Shader BitInstructions];
    205 BitCount V1_0 (IdResultType IdResult IdRef);
    207 DPdx V1_0 (IdResultType IdResult IdRef) needs [Shader];
    208 DPdy V1_0 (IdResultType IdResult IdRef) needs [Shader];
    209 Fwidth V1_0 (IdResultType IdResult IdRef) needs [Shader];
    210 DPdxFine V1_0 (IdResultType IdResult IdRef) needs [DerivativeControl];
    211 DPdyFine V1_0 (IdResultType IdResult IdRef) needs [DerivativeControl];
    212 FwidthFine V1_0 (IdResultType IdResult IdRef) needs [DerivativeControl];
    213 DPdxCoarse V1_0 (IdResultType IdResult IdRef) needs [DerivativeControl];
    214 DPdyCoarse V1_0 (IdResultType IdResult IdRef) needs [DerivativeControl];
    215 FwidthCoarse V1_0 (IdResultType IdResult IdRef) needs [DerivativeControl];
    218 EmitVertex V1_0 () needs [Geometry];
    219 EndPrimitive V1_0 () needs [Geometry];
    220 EmitStreamVertex V1_0 (IdRef) needs [GeometryStreams];
    221 EndStreamPrimitive V1_0 (IdRef) needs [GeometryStreams];
    224 ControlBarrier V1_0 (IdScope IdScope IdMemorySemantics);
    225 MemoryBarrier V1_0 (IdScope IdMemorySemantics);
    227 AtomicLoad V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics);
    228 AtomicStore V1_0 (IdRef IdScope IdMemorySemantics IdRef);
    229 AtomicExchange V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    230 AtomicCompareExchange V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdMemorySemantics IdRef
        IdRef);
    231 AtomicCompareExchangeWeak V1_0 to V1_3 (IdResultType IdResult IdRef IdScope IdMemorySemantics
        IdMemorySemantics IdRef IdRef) needs [Kernel];
    232 AtomicIIncrement V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics);
    233 AtomicIDecrement V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics);
    234 AtomicIAdd V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    235 AtomicISub V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    236 AtomicSMin V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    237 AtomicUMin V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    238 AtomicSMax V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    239 AtomicUMax V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    240 AtomicAnd V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    241 AtomicOr V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    242 AtomicXor V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics IdRef);
    245 Phi V1_0 (IdResultType IdResult {PairIdRefIdRef});
    246 LoopMerge V1_0 (IdRef IdRef LoopControl);
    247 SelectionMerge V1_0 (IdRef SelectionControl);
    248 Label V1_0 (IdResult);
    249 Branch V1_0 (IdRef);
    250 BranchConditional V1_0 (IdRef IdRef IdRef {LiteralInteger});
    251 Switch V1_0 (IdRef IdRef {PairLiteralIntegerIdRef});
    252 Kill V1_0 () needs [Shader];
    253 Return V1_0 ();
    254 ReturnValue V1_0 (IdRef);
    255 Unreachable V1_0 ();
    256 LifetimeStart V1_0 (IdRef LiteralInteger) needs [Kernel];
    257 LifetimeStop V1_0 (IdRef LiteralInteger) needs [Kernel];
    259 GroupAsyncCopy V1_0 (IdResultType IdResult IdScope IdRef IdRef IdRef IdRef IdRef) needs [Kernel];
    260 GroupWaitEvents V1_0 (IdScope IdRef IdRef) needs [Kernel];
    261 GroupAll V1_0 (IdResultType IdResult IdScope IdRef) needs [Groups];
    262 GroupAny V1_0 (IdResultType IdResult IdScope IdRef) needs [Groups];
    263 GroupBroadcast V1_0 (IdResultType IdResult IdScope IdRef IdRef) needs [Groups];
    264 GroupIAdd V1_0 (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups];
    265 GroupFAdd V1_0 (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups];
    266 GroupFMin V1_0 (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups];
    267 GroupUMin V1_0 (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups];
    268 GroupSMin V1_0 (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups];
    269 GroupFMax V1_0 (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups];
    270 GroupUMax V1_0 (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups];
    271 GroupSMax V1_0 (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups];
    274 ReadPipe V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef) needs [Pipes];
    275 WritePipe V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef) needs [Pipes];
    276 ReservedReadPipe V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef) needs [Pipes];
    277 ReservedWritePipe V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef) needs [Pipes];
    278 ReserveReadPipePackets V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef) needs [Pipes];
    279 ReserveWritePipePackets V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef) needs [Pipes];
    280 CommitReadPipe V1_0 (IdRef IdRef IdRef IdRef) needs [Pipes];
    281 CommitWritePipe V1_0 (IdRef IdRef IdRef IdRef) needs [Pipes];
    282 IsValidReserveId V1_0 (IdResultType IdResult IdRef) needs [Pipes];
    283 GetNumPipePackets V1_0 (IdResultType IdResult IdRef IdRef IdRef) needs [Pipes];
    284 GetMaxPipePackets V1_0 (IdResultType IdResult IdRef IdRef IdRef) needs [Pipes];
    285 GroupReserveReadPipePackets V1_0 (IdResultType IdResult IdScope IdRef IdRef IdRef IdRef) needs [Pipes];
    286 GroupReserveWritePipePackets V1_0 (IdResultType IdResult IdScope IdRef IdRef IdRef IdRef) needs [Pipes];
    287 GroupCommitReadPipe V1_0 (IdScope IdRef IdRef IdRef IdRef) needs [Pipes];
    288 GroupCommitWritePipe V1_0 (IdScope IdRef IdRef IdRef IdRef) needs [Pipes];
    291 EnqueueMarker V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef) needs [DeviceEnqueue];
    292 EnqueueKernel V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        {IdRef}) needs [DeviceEnqueue];
    293 GetKernelNDrangeSubGroupCount V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [DeviceEnqueue];
    294 GetKernelNDrangeMaxSubGroupSize V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [DeviceEnqueue];
    295 GetKernelWorkGroupSize V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef) needs [DeviceEnqueue];
    296 GetKernelPreferredWorkGroupSizeMultiple V1_0 (IdResultType IdResult IdRef IdRef IdRef IdRef) needs
        [DeviceEnqueue];
    297 RetainEvent V1_0 (IdRef) needs [DeviceEnqueue];
    298 ReleaseEvent V1_0 (IdRef) needs [DeviceEnqueue];
    299 CreateUserEvent V1_0 (IdResultType IdResult) needs [DeviceEnqueue];
    300 IsValidEvent V1_0 (IdResultType IdResult IdRef) needs [DeviceEnqueue];
    301 SetUserEventStatus V1_0 (IdRef IdRef) needs [DeviceEnqueue];
    302 CaptureEventProfilingInfo V1_0 (IdRef IdRef IdRef) needs [DeviceEnqueue];
    303 GetDefaultQueue V1_0 (IdResultType IdResult) needs [DeviceEnqueue];
    304 BuildNDRange V1_0 (IdResultType IdResult IdRef IdRef IdRef) needs [DeviceEnqueue];
    305 ImageSparseSampleImplicitLod V1_0 (IdResultType IdResult IdRef IdRef [ImageOperands]) needs
        [SparseResidency];
    306 ImageSparseSampleExplicitLod V1_0 (IdResultType IdResult IdRef IdRef ImageOperands) needs [SparseResidency];
    307 ImageSparseSampleDrefImplicitLod V1_0 (IdResultType IdResult IdRef IdRef IdRef [ImageOperands]) needs
        [SparseResidency];
    308 ImageSparseSampleDrefExplicitLod V1_0 (IdResultType IdResult IdRef IdRef IdRef ImageOperands) needs
        [SparseResidency];
    309 ImageSparseSampleProjImplicitLod RESERVED (IdResultType IdResult IdRef IdRef [ImageOperands]) needs
        [SparseResidency];
    310 ImageSparseSampleProjExplicitLod RESERVED (IdResultType IdResult IdRef IdRef ImageOperands) needs
        [SparseResidency];
    311 ImageSparseSampleProjDrefImplicitLod RESERVED (IdResultType IdResult IdRef IdRef IdRef [ImageOperands])
        needs [SparseResidency];
    312 ImageSparseSampleProjDrefExplicitLod RESERVED (IdResultType IdResult IdRef IdRef IdRef ImageOperands) needs
        [SparseResidency];
    313 ImageSparseFetch V1_0 (IdResultType IdResult IdRef IdRef [ImageOperands]) needs [SparseResidency];
    314 ImageSparseGather V1_0 (IdResultType IdResult IdRef IdRef IdRef [ImageOperands]) needs [SparseResidency];
    315 ImageSparseDrefGather V1_0 (IdResultType IdResult IdRef IdRef IdRef [ImageOperands]) needs
        [SparseResidency];
    316 ImageSparseTexelsResident V1_0 (IdResultType IdResult IdRef) needs [SparseResidency];
    317 NoLine V1_0 ();
    318 AtomicFlagTestAndSet V1_0 (IdResultType IdResult IdRef IdScope IdMemorySemantics) needs [Kernel];
    319 AtomicFlagClear V1_0 (IdRef IdScope IdMemorySemantics) needs [Kernel];
    320 ImageSparseRead V1_0 (IdResultType IdResult IdRef IdRef [ImageOperands]) needs [SparseResidency];
    321 SizeOf V1_1 (IdResultType IdResult IdRef) needs [Addresses];
    322 TypePipeStorage V1_1 (IdResult) needs [PipeStorage];
    323 ConstantPipeStorage V1_1 (IdResultType IdResult LiteralInteger LiteralInteger LiteralInteger) needs
        [PipeStorage];
    324 CreatePipeFromPipeStorage V1_1 (IdResultType IdResult IdRef) needs [PipeStorage];
    325 GetKernelLocalSizeForSubgroupCount V1_1 (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [SubgroupDispatch];
    326 GetKernelMaxNumSubgroups V1_1 (IdResultType IdResult IdRef IdRef IdRef IdRef) needs [SubgroupDispatch];
    327 TypeNamedBarrier V1_1 (IdResult) needs [NamedBarrier];
    328 NamedBarrierInitialize V1_1 (IdResultType IdResult IdRef) needs [NamedBarrier];
    329 MemoryNamedBarrier V1_1 (IdRef IdScope IdMemorySemantics) needs [NamedBarrier];
    330 ModuleProcessed V1_1 (LiteralString);
    331 ExecutionModeId V1_2 (IdRef ExecutionMode);
    332 DecorateId V1_2 (IdRef Decoration) from [SPV_GOOGLE_hlsl_functionality1];
    333 GroupNonUniformElect V1_3 (IdResultType IdResult IdScope) needs [GroupNonUniform];
    334 GroupNonUniformAll V1_3 (IdResultType IdResult IdScope IdRef) needs [GroupNonUniformVote];
    335 GroupNonUniformAny V1_3 (IdResultType IdResult IdScope IdRef) needs [GroupNonUniformVote];
    336 GroupNonUniformAllEqual V1_3 (IdResultType IdResult IdScope IdRef) needs [GroupNonUniformVote];
    337 GroupNonUniformBroadcast V1_3 (IdResultType IdResult IdScope IdRef IdRef) needs [GroupNonUniformBallot];
    338 GroupNonUniformBroadcastFirst V1_3 (IdResultType IdResult IdScope IdRef) needs [GroupNonUniformBallot];
    339 GroupNonUniformBallot V1_3 (IdResultType IdResult IdScope IdRef) needs [GroupNonUniformBallot];
    340 GroupNonUniformInverseBallot V1_3 (IdResultType IdResult IdScope IdRef) needs [GroupNonUniformBallot];
    341 GroupNonUniformBallotBitExtract V1_3 (IdResultType IdResult IdScope IdRef IdRef) needs
        [GroupNonUniformBallot];
    342 GroupNonUniformBallotBitCount V1_3 (IdResultType IdResult IdScope GroupOperation IdRef) needs
        [GroupNonUniformBallot];
    343 GroupNonUniformBallotFindLSB V1_3 (IdResultType IdResult IdScope IdRef) needs [GroupNonUniformBallot];
    344 GroupNonUniformBallotFindMSB V1_3 (IdResultType IdResult IdScope IdRef) needs [GroupNonUniformBallot];
    345 GroupNonUniformShuffle V1_3 (IdResultType IdResult IdScope IdRef IdRef) needs [GroupNonUniformShuffle];
    346 GroupNonUniformShuffleXor V1_3 (IdResultType IdResult IdScope IdRef IdRef) needs [GroupNonUniformShuffle];
    347 GroupNonUniformShuffleUp V1_3 (IdResultType IdResult IdScope IdRef IdRef) needs
        [GroupNonUniformShuffleRelative];
    348 GroupNonUniformShuffleDown V1_3 (IdResultType IdResult IdScope IdRef IdRef) needs
        [GroupNonUniformShuffleRelative];
    349 GroupNonUniformIAdd V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    350 GroupNonUniformFAdd V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    351 GroupNonUniformIMul V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    352 GroupNonUniformFMul V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    353 GroupNonUniformSMin V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    354 GroupNonUniformUMin V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    355 GroupNonUniformFMin V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    356 GroupNonUniformSMax V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    357 GroupNonUniformUMax V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    358 GroupNonUniformFMax V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    359 GroupNonUniformBitwiseAnd V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    360 GroupNonUniformBitwiseOr V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    361 GroupNonUniformBitwiseXor V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    362 GroupNonUniformLogicalAnd V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    363 GroupNonUniformLogicalOr V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    364 GroupNonUniformLogicalXor V1_3 (IdResultType IdResult IdScope GroupOperation IdRef [IdRef]) needs
        [GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformPartitionedEXT];
    365 GroupNonUniformQuadBroadcast V1_3 (IdResultType IdResult IdScope IdRef IdRef) needs [GroupNonUniformQuad];
    366 GroupNonUniformQuadSwap V1_3 (IdResultType IdResult IdScope IdRef IdRef) needs [GroupNonUniformQuad];
    400 CopyLogical V1_4 (IdResultType IdResult IdRef);
    401 PtrEqual V1_4 (IdResultType IdResult IdRef IdRef);
    402 PtrNotEqual V1_4 (IdResultType IdResult IdRef IdRef);
    403 PtrDiff V1_4 (IdResultType IdResult IdRef IdRef) needs [Addresses VariablePointers
        VariablePointersStorageBuffer];
    4160 ColorAttachmentReadEXT RESERVED (IdResultType IdResult IdRef [IdRef]) needs [TileImageColorReadAccessEXT];
    4161 DepthAttachmentReadEXT RESERVED (IdResultType IdResult [IdRef]) needs [TileImageDepthReadAccessEXT];
    4162 StencilAttachmentReadEXT RESERVED (IdResultType IdResult [IdRef]) needs [TileImageStencilReadAccessEXT];
    4163 TypeTensorARM RESERVED (IdResult IdRef [IdRef] [IdRef]) needs [TensorsARM];
    4164 TensorReadARM RESERVED (IdResultType IdResult IdRef IdRef [TensorOperands]) needs [TensorsARM];
    4165 TensorWriteARM RESERVED (IdRef IdRef IdRef [TensorOperands]) needs [TensorsARM];
    4166 TensorQuerySizeARM RESERVED (IdResultType IdResult IdRef IdRef) needs [TensorsARM];
    4181 GraphConstantARM RESERVED (IdResultType IdResult LiteralInteger) needs [GraphARM];
    4182 GraphEntryPointARM RESERVED (IdRef LiteralString {IdRef}) needs [GraphARM];
    4183 GraphARM RESERVED (IdResultType IdResult) needs [GraphARM];
    4184 GraphInputARM RESERVED (IdResultType IdResult IdRef {IdRef}) needs [GraphARM];
    4185 GraphSetOutputARM RESERVED (IdRef IdRef {IdRef}) needs [GraphARM];
    4186 GraphEndARM RESERVED () needs [GraphARM];
    4190 TypeGraphARM RESERVED (IdResult LiteralInteger {IdRef}) needs [GraphARM];
    4195 BitcastExtractEXT RESERVED (IdResultType IdResult IdRef IdRef) needs [BitcastExtractEXT];
    4416 TerminateInvocation V1_6 () needs [Shader] from [SPV_KHR_terminate_invocation];
    4417 TypeUntypedPointerKHR RESERVED (IdResult StorageClass) needs [UntypedPointersKHR];
    4418 UntypedVariableKHR RESERVED (IdResultType IdResult StorageClass [IdRef] [IdRef]) needs
        [UntypedPointersKHR];
    4419 UntypedAccessChainKHR RESERVED (IdResultType IdResult IdRef IdRef {IdRef}) needs [UntypedPointersKHR];
    4420 UntypedInBoundsAccessChainKHR RESERVED (IdResultType IdResult IdRef IdRef {IdRef}) needs
        [UntypedPointersKHR];
    4421 SubgroupBallotKHR RESERVED (IdResultType IdResult IdRef) needs [SubgroupBallotKHR] from
        [SPV_KHR_shader_ballot];
    4422 SubgroupFirstInvocationKHR RESERVED (IdResultType IdResult IdRef) needs [SubgroupBallotKHR] from
        [SPV_KHR_shader_ballot];
    4423 UntypedPtrAccessChainKHR RESERVED (IdResultType IdResult IdRef IdRef IdRef {IdRef}) needs
        [UntypedPointersKHR];
    4424 UntypedInBoundsPtrAccessChainKHR RESERVED (IdResultType IdResult IdRef IdRef IdRef {IdRef}) needs
        [UntypedPointersKHR];
    4425 UntypedArrayLengthKHR RESERVED (IdResultType IdResult IdRef IdRef LiteralInteger) needs
        [UntypedPointersKHR];
    4426 UntypedPrefetchKHR RESERVED (IdRef IdRef [IdRef] [IdRef] [IdRef]) needs [UntypedPointersKHR];
    4427 FmaKHR RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs [FMAKHR];
    4428 SubgroupAllKHR RESERVED (IdResultType IdResult IdRef) needs [SubgroupVoteKHR] from [SPV_KHR_subgroup_vote];
    4429 SubgroupAnyKHR RESERVED (IdResultType IdResult IdRef) needs [SubgroupVoteKHR] from [SPV_KHR_subgroup_vote];
    4430 SubgroupAllEqualKHR RESERVED (IdResultType IdResult IdRef) needs [SubgroupVoteKHR] from
        [SPV_KHR_subgroup_vote];
    4431 GroupNonUniformRotateKHR RESERVED (IdResultType IdResult IdScope IdRef IdRef [IdRef]) needs
        [GroupNonUniformRotateKHR];
    4432 SubgroupReadInvocationKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [SubgroupBallotKHR] from
        [SPV_KHR_shader_ballot];
    4433 ExtInstWithForwardRefsKHR RESERVED (IdResultType IdResult IdRef LiteralExtInstInteger {IdRef}) from
        [SPV_KHR_relaxed_extended_instruction];
    4434 UntypedGroupAsyncCopyKHR RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        [MemoryAccess] [MemoryAccess]) needs [UntypedPointersKHR];
    4445 TraceRayKHR RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [RayTracingKHR] from [SPV_KHR_ray_tracing];
    4446 ExecuteCallableKHR RESERVED (IdRef IdRef) needs [RayTracingKHR] from [SPV_KHR_ray_tracing];
    4447 ConvertUToAccelerationStructureKHR RESERVED (IdResultType IdResult IdRef) needs [RayTracingKHR RayQueryKHR]
        from [SPV_KHR_ray_tracing SPV_KHR_ray_query];
    4448 IgnoreIntersectionKHR RESERVED () needs [RayTracingKHR] from [SPV_KHR_ray_tracing];
    4449 TerminateRayKHR RESERVED () needs [RayTracingKHR] from [SPV_KHR_ray_tracing];
    4450 SDot V1_6 (IdResultType IdResult IdRef IdRef [PackedVectorFormat]) needs [DotProduct] from
        [SPV_KHR_integer_dot_product];
    4451 UDot V1_6 (IdResultType IdResult IdRef IdRef [PackedVectorFormat]) needs [DotProduct] from
        [SPV_KHR_integer_dot_product];
    4452 SUDot V1_6 (IdResultType IdResult IdRef IdRef [PackedVectorFormat]) needs [DotProduct] from
        [SPV_KHR_integer_dot_product];
    4453 SDotAccSat V1_6 (IdResultType IdResult IdRef IdRef IdRef [PackedVectorFormat]) needs [DotProduct] from
        [SPV_KHR_integer_dot_product];
    4454 UDotAccSat V1_6 (IdResultType IdResult IdRef IdRef IdRef [PackedVectorFormat]) needs [DotProduct] from
        [SPV_KHR_integer_dot_product];
    4455 SUDotAccSat V1_6 (IdResultType IdResult IdRef IdRef IdRef [PackedVectorFormat]) needs [DotProduct] from
        [SPV_KHR_integer_dot_product];
    4456 TypeCooperativeMatrixKHR RESERVED (IdResult IdRef IdScope IdRef IdRef IdRef) needs [CooperativeMatrixKHR];
    4457 CooperativeMatrixLoadKHR RESERVED (IdResultType IdResult IdRef IdRef [IdRef] [MemoryAccess]) needs
        [CooperativeMatrixKHR];
    4458 CooperativeMatrixStoreKHR RESERVED (IdRef IdRef IdRef [IdRef] [MemoryAccess]) needs [CooperativeMatrixKHR];
    4459 CooperativeMatrixMulAddKHR RESERVED (IdResultType IdResult IdRef IdRef IdRef [CooperativeMatrixOperands])
        needs [CooperativeMatrixKHR];
    4460 CooperativeMatrixLengthKHR RESERVED (IdResultType IdResult IdRef) needs [CooperativeMatrixKHR];
    4461 ConstantCompositeReplicateEXT RESERVED (IdResultType IdResult IdRef) needs [ReplicatedCompositesEXT];
    4462 SpecConstantCompositeReplicateEXT RESERVED (IdResultType IdResult IdRef) needs [ReplicatedCompositesEXT];
    4463 CompositeConstructReplicateEXT RESERVED (IdResultType IdResult IdRef) needs [ReplicatedCompositesEXT];
    4472 TypeRayQueryKHR RESERVED (IdResult) needs [RayQueryKHR] from [SPV_KHR_ray_query];
    4473 RayQueryInitializeKHR RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs [RayQueryKHR] from
        [SPV_KHR_ray_query];
    4474 RayQueryTerminateKHR RESERVED (IdRef) needs [RayQueryKHR] from [SPV_KHR_ray_query];
    4475 RayQueryGenerateIntersectionKHR RESERVED (IdRef IdRef) needs [RayQueryKHR] from [SPV_KHR_ray_query];
    4476 RayQueryConfirmIntersectionKHR RESERVED (IdRef) needs [RayQueryKHR] from [SPV_KHR_ray_query];
    4477 RayQueryProceedKHR RESERVED (IdResultType IdResult IdRef) needs [RayQueryKHR] from [SPV_KHR_ray_query];
    4479 RayQueryGetIntersectionTypeKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayQueryKHR] from
        [SPV_KHR_ray_query];
    4480 ImageSampleWeightedQCOM RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs
        [TextureSampleWeightedQCOM];
    4481 ImageBoxFilterQCOM RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs [TextureBoxFilterQCOM];
    4482 ImageBlockMatchSSDQCOM RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [TextureBlockMatchQCOM];
    4483 ImageBlockMatchSADQCOM RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [TextureBlockMatchQCOM];
    4497 BitCastArrayQCOM RESERVED (IdResultType IdResult IdRef) needs [CooperativeMatrixConversionQCOM];
    4500 ImageBlockMatchWindowSSDQCOM RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [TextureBlockMatch2QCOM];
    4501 ImageBlockMatchWindowSADQCOM RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [TextureBlockMatch2QCOM];
    4502 ImageBlockMatchGatherSSDQCOM RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [TextureBlockMatch2QCOM];
    4503 ImageBlockMatchGatherSADQCOM RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [TextureBlockMatch2QCOM];
    4540 CompositeConstructCoopMatQCOM RESERVED (IdResultType IdResult IdRef) needs
        [CooperativeMatrixConversionQCOM];
    4541 CompositeExtractCoopMatQCOM RESERVED (IdResultType IdResult IdRef) needs [CooperativeMatrixConversionQCOM];
    4542 ExtractSubArrayQCOM RESERVED (IdResultType IdResult IdRef IdRef) needs [CooperativeMatrixConversionQCOM];
    4545 ImageGatherQCOM RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef [ImageOperands]) needs
        [ImageGatherLinearQCOM ImageGatherExtendedModesQCOM];
}
