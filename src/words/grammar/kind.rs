//! The kinds of operands, and where the enumerants of each are.
//!
//! Names are those of the machine-readable grammar of SPIR-V (SPIR-V §3, "Binary Form").

use super::{Enumerant, aliases, capabilities, decorations, masks, modes, values};

/// What form an operand of some kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// One word, an id.
    Id,
    /// A number or a string in the words themselves.
    Literal,
    /// One word, one of a list of values; parameters may follow.
    Value,
    /// One word, bits out of a list; the parameters of the bits follow, lowest bit first.
    Mask,
    /// Two operands that repeat together.
    Pair,
}

struct Kind {
    name: &'static str,
    category: Category,
    enumerants: &'static [Enumerant],
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $category:ident $(($table:path))?;)*) => {
        /// The kind of an operand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum OperandKind {$(
            $(#[$doc])*
            $name,
        )*}

        static KINDS: &[Kind] = &[$(Kind {
            name: stringify!($name),
            category: Category::$category,
            enumerants: kinds!(@table $($table)?),
        }),*];

        /// Every kind, in the order of their declaration.
        #[cfg(test)]
        pub(super) const ALL: &[OperandKind] = &[$(OperandKind::$name),*];
    };
    (@table) => { &[] };
    (@table $table:path) => { $table };
}

kinds! {
    /// A mask: `ImageOperands`.
    ImageOperands Mask (masks::IMAGE_OPERANDS);
    /// A mask: `FPFastMathMode`.
    FPFastMathMode Mask (masks::FP_FAST_MATH_MODE);
    /// A mask: `SelectionControl`.
    SelectionControl Mask (masks::SELECTION_CONTROL);
    /// A mask: `LoopControl`.
    LoopControl Mask (masks::LOOP_CONTROL);
    /// A mask: `FunctionControl`.
    FunctionControl Mask (masks::FUNCTION_CONTROL);
    /// A mask: `MemorySemantics`.
    MemorySemantics Mask (masks::MEMORY_SEMANTICS);
    /// A mask: `MemoryAccess`.
    MemoryAccess Mask (masks::MEMORY_ACCESS);
    /// A mask: `KernelProfilingInfo`.
    KernelProfilingInfo Mask (masks::KERNEL_PROFILING_INFO);
    /// A mask: `RayFlags`.
    RayFlags Mask (masks::RAY_FLAGS);
    /// A mask: `FragmentShadingRate`.
    FragmentShadingRate Mask (masks::FRAGMENT_SHADING_RATE);
    /// A mask: `RawAccessChainOperands`.
    RawAccessChainOperands Mask (masks::RAW_ACCESS_CHAIN_OPERANDS);
    /// An enumerant: `SourceLanguage`.
    SourceLanguage Value (modes::SOURCE_LANGUAGE);
    /// An enumerant: `ExecutionModel`.
    ExecutionModel Value (modes::EXECUTION_MODEL);
    /// An enumerant: `AddressingModel`.
    AddressingModel Value (modes::ADDRESSING_MODEL);
    /// An enumerant: `MemoryModel`.
    MemoryModel Value (modes::MEMORY_MODEL);
    /// An enumerant: `ExecutionMode`.
    ExecutionMode Value (modes::EXECUTION_MODE);
    /// An enumerant: `StorageClass`.
    StorageClass Value (modes::STORAGE_CLASS);
    /// An enumerant: `Dim`.
    Dim Value (modes::DIM);
    /// An enumerant: `SamplerAddressingMode`.
    SamplerAddressingMode Value (values::SAMPLER_ADDRESSING_MODE);
    /// An enumerant: `SamplerFilterMode`.
    SamplerFilterMode Value (values::SAMPLER_FILTER_MODE);
    /// An enumerant: `ImageFormat`.
    ImageFormat Value (modes::IMAGE_FORMAT);
    /// An enumerant: `ImageChannelOrder`.
    ImageChannelOrder Value (values::IMAGE_CHANNEL_ORDER);
    /// An enumerant: `ImageChannelDataType`.
    ImageChannelDataType Value (values::IMAGE_CHANNEL_DATA_TYPE);
    /// An enumerant: `FPRoundingMode`.
    FPRoundingMode Value (modes::FP_ROUNDING_MODE);
    /// An enumerant: `FPDenormMode`.
    FPDenormMode Value (modes::FP_DENORM_MODE);
    /// An enumerant: `QuantizationModes`.
    QuantizationModes Value (values::QUANTIZATION_MODES);
    /// An enumerant: `FPOperationMode`.
    FPOperationMode Value (modes::FP_OPERATION_MODE);
    /// An enumerant: `OverflowModes`.
    OverflowModes Value (values::OVERFLOW_MODES);
    /// An enumerant: `LinkageType`.
    LinkageType Value (modes::LINKAGE_TYPE);
    /// An enumerant: `AccessQualifier`.
    AccessQualifier Value (modes::ACCESS_QUALIFIER);
    /// An enumerant: `HostAccessQualifier`.
    HostAccessQualifier Value (values::HOST_ACCESS_QUALIFIER);
    /// An enumerant: `FunctionParameterAttribute`.
    FunctionParameterAttribute Value (values::FUNCTION_PARAMETER_ATTRIBUTE);
    /// An enumerant: `Decoration`.
    Decoration Value (decorations::DECORATION);
    /// An enumerant: `BuiltIn`.
    BuiltIn Value (decorations::BUILT_IN);
    /// An enumerant: `Scope`.
    Scope Value (modes::SCOPE);
    /// An enumerant: `GroupOperation`.
    GroupOperation Value (modes::GROUP_OPERATION);
    /// An enumerant: `KernelEnqueueFlags`.
    KernelEnqueueFlags Value (values::KERNEL_ENQUEUE_FLAGS);
    /// An enumerant: `Capability`.
    Capability Value (capabilities::CAPABILITY);
    /// An enumerant: `RayQueryIntersection`.
    RayQueryIntersection Value (values::RAY_QUERY_INTERSECTION);
    /// An enumerant: `RayQueryCommittedIntersectionType`.
    RayQueryCommittedIntersectionType Value (values::RAY_QUERY_COMMITTED_INTERSECTION_TYPE);
    /// An enumerant: `RayQueryCandidateIntersectionType`.
    RayQueryCandidateIntersectionType Value (values::RAY_QUERY_CANDIDATE_INTERSECTION_TYPE);
    /// An enumerant: `PackedVectorFormat`.
    PackedVectorFormat Value (values::PACKED_VECTOR_FORMAT);
    /// A mask: `CooperativeMatrixOperands`.
    CooperativeMatrixOperands Mask (masks::COOPERATIVE_MATRIX_OPERANDS);
    /// An enumerant: `CooperativeMatrixLayout`.
    CooperativeMatrixLayout Value (values::COOPERATIVE_MATRIX_LAYOUT);
    /// An enumerant: `CooperativeMatrixUse`.
    CooperativeMatrixUse Value (values::COOPERATIVE_MATRIX_USE);
    /// A mask: `CooperativeMatrixReduce`.
    CooperativeMatrixReduce Mask (masks::COOPERATIVE_MATRIX_REDUCE);
    /// An enumerant: `TensorClampMode`.
    TensorClampMode Value (values::TENSOR_CLAMP_MODE);
    /// A mask: `TensorAddressingOperands`.
    TensorAddressingOperands Mask (masks::TENSOR_ADDRESSING_OPERANDS);
    /// An enumerant: `InitializationModeQualifier`.
    InitializationModeQualifier Value (values::INITIALIZATION_MODE_QUALIFIER);
    /// An enumerant: `LoadCacheControl`.
    LoadCacheControl Value (values::LOAD_CACHE_CONTROL);
    /// An enumerant: `StoreCacheControl`.
    StoreCacheControl Value (values::STORE_CACHE_CONTROL);
    /// An enumerant: `NamedMaximumNumberOfRegisters`.
    NamedMaximumNumberOfRegisters Value (values::NAMED_MAXIMUM_NUMBER_OF_REGISTERS);
    /// A mask: `MatrixMultiplyAccumulateOperands`.
    MatrixMultiplyAccumulateOperands Mask (masks::MATRIX_MULTIPLY_ACCUMULATE_OPERANDS);
    /// An enumerant: `FPEncoding`.
    FPEncoding Value (values::FP_ENCODING);
    /// An enumerant: `CooperativeVectorMatrixLayout`.
    CooperativeVectorMatrixLayout Value (values::COOPERATIVE_VECTOR_MATRIX_LAYOUT);
    /// An enumerant: `ComponentType`.
    ComponentType Value (values::COMPONENT_TYPE);
    /// An enumerant: `GatherModes`.
    GatherModes Value (values::GATHER_MODES);
    /// The result type.
    IdResultType Id;
    /// The result id.
    IdResult Id;
    /// The id of a constant that holds memory semantics.
    IdMemorySemantics Id;
    /// The id of a constant that holds a scope.
    IdScope Id;
    /// The id of anything.
    IdRef Id;
    /// An integer in the words themselves.
    LiteralInteger Literal;
    /// A string, ended by a zero byte.
    LiteralString Literal;
    /// A 32-bit float.
    LiteralFloat Literal;
    /// A number whose width and kind the result type tells.
    LiteralContextDependentNumber Literal;
    /// The number of an extended instruction.
    LiteralExtInstInteger Literal;
    /// An opcode, whose operands follow.
    LiteralSpecConstantOpInteger Literal;
    /// A literal and an id, as in the cases of `OpSwitch`.
    PairLiteralIntegerIdRef Pair;
    /// An id and a literal.
    PairIdRefLiteralInteger Pair;
    /// Two ids, as in `OpPhi`.
    PairIdRefIdRef Pair;
    /// A mask: `TensorOperands`.
    TensorOperands Mask (masks::TENSOR_OPERANDS);
}

impl OperandKind {
    fn row(self) -> Option<&'static Kind> {
        KINDS.get(self as usize)
    }

    /// The grammar's name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().map_or("", |kind| kind.name)
    }

    /// The form of the kind.
    #[must_use]
    pub fn category(self) -> Category {
        self.row().map_or(Category::Literal, |kind| kind.category)
    }

    /// All enumerants in the order of their values; none for ids, literals and pairs.
    #[must_use]
    pub fn enumerants(self) -> &'static [Enumerant] {
        self.row().map_or(&[], |kind| kind.enumerants)
    }

    /// The place of a value in [`OperandKind::enumerants`]: a dense number for sets and tables. For masks the value is
    /// one bit, or zero.
    #[must_use]
    pub fn position(self, value: u32) -> Option<usize> {
        let rows = self.enumerants();
        // Most tables begin with a dense run.
        match rows.get(value as usize) {
            Some(row) if row.value == value => Some(value as usize),
            _ => rows.binary_search_by_key(&value, |row| row.value).ok(),
        }
    }

    /// The value of the enumerant with a name, its present one or another.
    pub(crate) fn value(self, name: &str) -> Option<u32> {
        let present = self.enumerants().iter().find(|row| row.name == name);
        let other = || aliases::ENUMERANTS.iter().find(|row| row.0 == self && row.1 == name);
        present.map(|row| row.value).or_else(|| other().map(|row| row.2))
    }

    /// The enumerant with a value; for masks the value is one bit, or zero.
    #[must_use]
    pub fn enumerant(self, value: u32) -> Option<&'static Enumerant> {
        self.enumerants().get(self.position(value)?)
    }
}
