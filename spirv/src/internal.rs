//! What Spirula's writer and command line use of this crate beyond its public interface. It may change with any release.

#[cfg(feature = "cases")]
pub use crate::cases::CASES;
pub use crate::nearest::nearest;
pub use crate::reflection::stage::stage_name;
pub use crate::reflection::types::vector_alignment;
pub use crate::sort::{sort, sort_by_key, stable_sort_by_key};
pub use crate::target::queries::TargetQueries;
pub use crate::words::id::{FunctionId, Id, IdAllocator, LabelId, MAX_ID_BOUND, TypeId, ValueId};
pub use crate::words::intern::{Interner, ResultPosition};
pub use crate::words::module::{Sections, assemble};
pub use crate::words::section::{MAX_INSTRUCTION_WORDS, MAX_STRING_BYTES, Open, Operand, Section, fitting, has_zero};

#[cfg(feature = "check")]
use crate::check::{Rule, Violation};
use crate::reflection::{
    BindingReflection, EntryPointReflection, Format, HandleMemory, HandleReflection, HandleTableReflection,
    ImageReflection, InterfaceReflection, MemberReflection, NumberType, PushConstantReflection, Reflection,
    ResourceKind, SpecConstant, TexelReflection, TypeReflection, TypeShape,
};
use crate::target::Applied;
use crate::target::Workaround;
use alloc::string::String;
use alloc::vec::Vec;

// The types of the reflection are `non_exhaustive`. Each function below returns one with what its arguments say and
// nothing else; the writer sets the other fields.

/// An entry point of a stage.
#[must_use]
pub fn entry_point(name: String, stage: &'static str) -> EntryPointReflection {
    EntryPointReflection {
        name,
        stage,
        workgroup_size: None,
        workgroup_size_ids: [None; 3],
        workgroup_memory: 0,
        mesh_outputs: None,
        inputs: Vec::new(),
        outputs: Vec::new(),
        bindings: Vec::new(),
        push_constants: Vec::new(),
        handle_tables: Vec::new(),
    }
}

/// One descriptor at binding 0 of set 0.
#[must_use]
pub fn binding(kind: ResourceKind) -> BindingReflection {
    BindingReflection {
        name: None,
        group: 0,
        binding: 0,
        descriptor_set: 0,
        descriptor_binding: 0,
        kind,
        count: Some(1),
        size: None,
        ty: None,
        image: None,
        comparison: false,
        stages: Vec::new(),
        writable: false,
        input_attachment_index: None,
        part: None,
    }
}

/// Push constants.
#[must_use]
pub fn push_constants(name: Option<String>, size: u32, ty: Option<usize>) -> PushConstantReflection {
    PushConstantReflection {
        name,
        size,
        ty,
        stages: Vec::new(),
    }
}

/// An empty handle table.
#[must_use]
pub fn handle_table(memory: HandleMemory, set: Option<u32>, binding: Option<u32>) -> HandleTableReflection {
    HandleTableReflection {
        memory,
        descriptor_set: set,
        descriptor_binding: binding,
        stages: Vec::new(),
        handles: Vec::new(),
    }
}

/// One handle at offset 0.
#[must_use]
pub fn handle(name: Option<String>, kind: ResourceKind, width: u8) -> HandleReflection {
    HandleReflection {
        name,
        offset: 0,
        width,
        kind,
        count: Some(1),
        stride: width.into(),
    }
}

/// A type in memory.
#[must_use]
pub fn memory_type(name: Option<String>, size: u32, alignment: u32, shape: TypeShape) -> TypeReflection {
    TypeReflection {
        name,
        size,
        alignment,
        shape,
    }
}

/// A member of a struct.
#[must_use]
pub fn member(name: Option<String>, ty: usize, offset: u32, padding: u32) -> MemberReflection {
    MemberReflection {
        name,
        ty,
        offset,
        padding,
    }
}

/// An image.
#[must_use]
pub const fn image(
    dimension: &'static str,
    arrayed: bool,
    multisampled: bool,
    texel: TexelReflection,
) -> ImageReflection {
    ImageReflection {
        dimension,
        arrayed,
        multisampled,
        texel,
    }
}

/// An input or output of a type that WGSL spells `ty`.
#[must_use]
pub fn interface(name: Option<String>, ty: String) -> InterfaceReflection {
    InterfaceReflection {
        name,
        ty,
        location: None,
        component: 0,
        format: None,
        interpolation: None,
        sampling: None,
        per_primitive: false,
        blend_src: None,
        built_in: None,
    }
}

/// A specialization constant.
#[must_use]
pub fn spec_constant(name: Option<String>, id: u32, scalar: NumberType) -> SpecConstant {
    SpecConstant {
        name,
        id,
        scalar,
        default: None,
        given_id: None,
    }
}

/// Sets the stages of each resource, from the lists of the entry points.
pub fn fill_stages(reflection: &mut Reflection) {
    reflection.fill_stages();
}

/// The inputs with a location, packed into one vertex, each with its format and offset, and the size of that vertex.
#[must_use]
pub fn packed_inputs(entry: &EntryPointReflection) -> (Vec<(&InterfaceReflection, Format, u32)>, u32) {
    entry.packed_inputs()
}

/// A violation of a rule at a word, for tests.
#[cfg(feature = "check")]
#[must_use]
pub fn violation(rule: Rule, offset: usize) -> Violation {
    Violation {
        rule,
        spirv_val: rule.row().spirv_val,
        offset,
        number: None,
        function: None,
        block: None,
        source: None,
        instruction: String::new(),
        message: String::new(),
    }
}

/// What the writer did for a driver before there were words.
#[must_use]
pub fn applied(workaround: Workaround, count: u32, functions: Vec<u32>) -> Applied {
    Applied {
        workaround,
        count,
        functions,
    }
}
