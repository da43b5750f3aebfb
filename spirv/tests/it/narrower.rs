//! Rules that spirv-val implements in part.
//!
//! `check` requires a case for each that spirv-val accepts and the check rejects; `tests/mutation.rs` does
//! not count such violations as false alarms.

/// A rule, and an environment for which spirv-val has no list of capabilities; the row of [`NARROWER`] has an example.
pub const WITHOUT_CAPABILITIES: (&str, &str) = ("capability/in-vulkan", "vulkan1.1spv1.4");

/// The rule, the part of our message that spirv-val cannot report, and what spirv-val omits (SPIRV-Tools 2025.3).
pub const NARROWER: [(&str, &str, &str); 30] = [
    (
        "interface/location",
        "has no Location",
        "asks for locations in the stages of graphics alone",
    ),
    (
        "interface/member-location",
        "has no Location",
        "asks for locations in the stages of graphics alone",
    ),
    (
        "interface/output-overlap",
        "MeshEXT",
        "compares locations in the stages of graphics alone",
    ),
    ("modes/local-size", "TaskEXT", "does not ask task shaders"),
    ("modes/local-size", "MeshEXT", "does not ask mesh shaders"),
    (
        "types/signedness",
        "of 16 bits",
        "asks 32 bits alone once the width is allowed",
    ),
    (
        "types/signedness",
        "of 64 bits",
        "asks 32 bits alone once the width is allowed",
    ),
    (
        "layout/matrix-layout",
        "member ",
        "goes from a block into structures, and not into those in arrays",
    ),
    (
        "layout/array-stride",
        "the runtime array has no",
        "asks for the strides of runtime arrays for Vulkan alone",
    ),
    (
        "layout/array-stride",
        "(OpTypeArray) has no ArrayStride",
        "goes from a block into structures, and not into those in arrays",
    ),
    (
        "layout/block-stride",
        "is a block, and",
        "looks at arrays, and not at pointers",
    ),
    (
        "layout/zero-stride",
        "a MatrixStride of 0",
        "has the rule for arrays only",
    ),
    (
        "layout/unwanted",
        "in TaskPayloadWorkgroupEXT",
        "lets payloads be blocks",
    ),
    (
        "layout/unwanted",
        "MatrixStride decorates",
        "lets MatrixStride be on members that are no matrices",
    ),
    (
        "interface/built-in-block",
        "among its outputs for vertices",
        "lets mesh shaders have several blocks of built-ins",
    ),
    (
        "decorations/variable",
        "UserSemantic is on",
        "does not look at what UserSemantic is on",
    ),
    (
        "layout/overlap",
        "with a member inside that is not the last",
        "takes a structure to end with its last member, wherever that lies",
    ),
    (
        "layout/overlap",
        "an element has",
        "takes a structure to end with its last member, wherever that lies",
    ),
    (
        "capability/enumerant",
        "needs Shader",
        "has an older grammar, in which Int64ImageEXT declares Shader and not Int64",
    ),
    (
        "capability/in-vulkan",
        "Linkage is no capability of Vulkan",
        "has no list of capabilities for Vulkan 1.1 with SPIR-V 1.4",
    ),
    (
        "sync/ordered-memory",
        "no memory of an atomic",
        "asks barriers alone for memory with an order",
    ),
    (
        "sync/memory-order",
        "there is no order of an atomic",
        "asks barriers alone for an order with memory",
    ),
    (
        "sync/sequential-vulkan",
        "reading and writing",
        "lets atomics that read and write be SequentiallyConsistent",
    ),
    (
        "decorations/object",
        "NonUniform is on",
        "lets NonUniform be on anything",
    ),
    (
        "decorations/memory-object",
        "PerVertexKHR is on",
        "does not look at what PerVertexKHR is on",
    ),
    (
        "decorations/instruction",
        "NoContraction is on",
        "does not look at what NoContraction is on",
    ),
    (
        "decorations/exclusive",
        "is decorated",
        "does not compare decorations of interpolation",
    ),
    (
        "decorations/variable",
        "Offset is on",
        "lets Offset be on types that have no members",
    ),
    (
        "logical/signature",
        "(OpFunction) has 0 parameters",
        "counts parameters as they come, and none where none comes",
    ),
    (
        "memory/pointer-variable",
        "holds pointers",
        "looks at the type of a variable itself, and not inside structures",
    ),
];
