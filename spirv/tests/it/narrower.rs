//! Rules that spirv-val 2025.3, with which the tests compare, implements in part. What no version has is stated where it is
//! reported, by `Checker::violate_part`.
//!
//! `check` requires a case for each that spirv-val accepts and the check rejects; `tests/mutation.rs` does
//! not count such violations as false alarms.

/// A rule, and an environment for which spirv-val has no list of capabilities; the row of [`NARROWER`] has an example.
pub const WITHOUT_CAPABILITIES: (&str, &str) = ("capability/in-vulkan", "vulkan1.1spv1.4");

/// The rule, the part of our message that spirv-val cannot report, and what spirv-val omits (SPIRV-Tools 2025.3).
pub const NARROWER: [(&str, &str, &str); 20] = [
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
        "layout/zero-stride",
        "a MatrixStride of 0",
        "has the rule for arrays only",
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
        "memory/pointer-variable",
        "holds pointers",
        "looks at the type of a variable itself, and not inside structures",
    ),
];
