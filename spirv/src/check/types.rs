//! Types: which may be declared more than once, and what their operands may be (SPIR-V §2.8, Types and Variables;
//! §2.16.1, Universal Validation Rules, "Data rules"; §3.52.6, Type-Declaration Instructions).
//!
//! Layouts, images, and capabilities for widths beyond those of the type declarations are checked by other families.

use super::Checker;
use super::module::{Class, Flags, Inst, Kind, Module, Type, Value, is_type};
use super::rule::rules;
use super::signature::is_constant;
use crate::check::message;
use crate::sort::sort;
use core::fmt;
use spirv::{Capability, Op, StorageClass};

rules! {
    /// Types.
    Types "types" {
        Unique "unique" "SPIR-V §2.8": "no two types that are neither aggregates nor pointers are the same";
        IntWidth "int-width" "SPIR-V §2.16.1": "integers have 32 bits, or a width that a capability allows";
        FloatWidth "float-width" "SPIR-V §2.16.1": "floats have 32 bits, or a width that a capability allows";
        FloatEncoding "float-encoding" "SPIR-V §3.52.6": "a float's encoding is one of its width";
        Signedness "signedness" "SPIR-V §3.52.6, §2.16.4": "an integer's signedness is 0 or 1, with Kernel 0";
        VectorComponent "vector-component" "SPIR-V §3.52.6": "the component of a vector is a scalar";
        VectorCount "vector-count" vuid "VUID-StandaloneSpirv-None-12295" "SPIR-V §2.16.1": "a vector has 2 to 4 components, with Vector16 also 8 or 16";
        VectorLength "vector-length" "SPV_EXT_long_vector §3.56.6":
            "the number of components of OpTypeVectorIdEXT is a constant integer of 32 bits, above 0" [newer];
        MatrixColumn "matrix-column" "SPIR-V §2.16.1": "the column of a matrix is a vector of floats";
        MatrixCount "matrix-count" "SPIR-V §2.16.1": "a matrix has 2 to 4 columns";
        MatrixLongColumn "matrix-long-column" "SPV_EXT_long_vector §2.16.1":
            "where vectors are long, a matrix is made of vectors of 2, 3 or 4 components" [ours:
            "Matrix types must be parameterized only with OpTypeVector having 2, 3, or 4 components"];
        Element "element" "SPIR-V §3.52.6": "the element of an array is a type, and not void";
        Length "length" "SPIR-V §3.52.6": "the length of an array is a constant integer of at least 1";
        Member "member" "SPIR-V §3.52.6": "the members of a structure are types, and not void";
        ForwardMember "forward-member" "SPIR-V §2.16.1":
            "a member declared later is a pointer to a structure that OpTypeForwardPointer declares";
        ForwardClass "forward-class" vuid "VUID-StandaloneSpirv-OpTypeForwardPointer-04711" "Vulkan, Standalone SPIR-V":
            "OpTypeForwardPointer declares pointers into PhysicalStorageBuffer";
        ForwardPointer "forward-pointer" "SPIR-V §3.52.6":
            "OpTypeForwardPointer declares a pointer to a structure, of that storage class";
        OpaqueHeap "opaque-heap" vuid "VUID-StandaloneSpirv-DescriptorHeapEXT-11482" "Vulkan, Standalone SPIR-V":
            "if DescriptorHeapEXT is declared, structures have no opaque members except descriptors" [newer];
        Opaque "opaque" vuid "VUID-StandaloneSpirv-None-04667" "Vulkan, Standalone SPIR-V": "structures have no opaque members";
        RuntimeArrayElement "runtime-array-element" vuid "VUID-StandaloneSpirv-OpTypeRuntimeArray-04680"
            "Vulkan, Standalone SPIR-V": "a runtime array is the last member of a block, or the outermost array of descriptors"
            (decides "a runtime array as the element of an array, or as a member that is not the last");
        NestedBlock "nested-block" "SPIR-V §2.16.2": "no structure decorated Block or BufferBlock is inside another one";
        BuiltInMembers "built-in-members" "SPIR-V §3.20 BuiltIn":
            "either all members of a structure are decorated BuiltIn or none, and a structure with built-ins is not a member";
        Pointee "pointee" "SPIR-V §3.52.6": "a pointer points to a type";
        FunctionResult "function-result" "SPIR-V §3.52.6": "the result of a function type is a type";
        FunctionParameter "function-parameter" "SPIR-V §3.52.6": "the parameters of a function type are types, and not void";
        StructLimit "struct-limit" "SPIR-V §2.17": "a structure has at most 16,383 members";
        DepthLimit "depth-limit" "SPIR-V §2.17": "structures are nested at most 255 deep";
        ParameterLimit "parameter-limit" "SPIR-V §2.17": "a function has at most 255 parameters";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    unique(cx);
    for ty in &module.types {
        let Some(&inst) = module.inst(ty.inst) else { continue };
        check_type(cx, ty, &inst);
    }
    for inst in module.of([Class::ForwardPointer]) {
        forward_pointer(cx, inst);
        let class = module.operand(inst, 1);
        if cx.target.is_vulkan() && class != StorageClass::PhysicalStorageBuffer as u32 {
            cx.violate(
                Types::ForwardClass,
                inst,
                format_args!("the storage class is {class}", class = message::class(class)),
            );
        }
    }
}

/// Checks that types are unique. Aggregates, for their decorations, and pointers may be declared again (SPIR-V §2.8,
/// Types).
fn unique(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut seen = hashbrown::HashMap::with_capacity(module.types.len());
    for ty in &module.types {
        let Some(inst) = module.inst(ty.inst) else { continue };
        let again = matches!(
            ty.op,
            Op::TypeArray
                | Op::TypeRuntimeArray
                | Op::TypeStruct
                | Op::TypePointer
                | Op::TypeUntypedPointerKHR
                | Op::TypeNodePayloadArrayAMDX
        );
        if again {
            continue;
        }
        let first = *seen.entry((ty.op, module.operands(inst))).or_insert(ty.id);
        if first != ty.id {
            cx.violate(
                Types::Unique,
                inst,
                format_args!("{} is the same type, declared before", module.show(first)),
            );
        }
    }
    // spirv-val counts these among the types.
    for inst in module.of([Class::ForwardPointer]) {
        if seen.insert((inst.op, module.operands(inst)), inst.index).is_some() {
            cx.violate(Types::Unique, inst, format_args!("it is declared before"));
        }
    }
}

fn check_type(cx: &mut Checker<'_, '_>, ty: &Type<'_>, inst: &Inst) {
    let module = cx.module;
    match ty.kind {
        Kind::Int => int(cx, inst),
        Kind::Float => float(cx, inst),
        Kind::Vector { component } => vector(cx, inst, component),
        Kind::Matrix { column } => matrix(cx, inst, column),
        Kind::Array { element, length, .. } => {
            array_element(cx, inst, element);
            array_length(cx, inst, length);
        }
        Kind::RuntimeArray { element } => array_element(cx, inst, element),
        Kind::Struct { members } => structure(cx, ty, inst, members),
        Kind::Pointer { pointee, .. } if module.def(pointee).is_some_and(|def| !is_type(def.op)) => cx.violate(
            Types::Pointee,
            inst,
            format_args!("{} is no type", module.show(pointee)),
        ),
        Kind::Function { result, parameters } => function(cx, inst, result, parameters),
        _ => {}
    }
}

fn int(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (width, signedness) = (module.operand(inst, 0), module.operand(inst, 1));
    let any = |capabilities: &[Capability]| capabilities.iter().any(|&one| module.has_capability(one));
    use Capability as C;
    let allowed = match width {
        32 => true,
        8 => any(&[
            C::Int8,
            C::StorageBuffer8BitAccess,
            C::UniformAndStorageBuffer8BitAccess,
            C::StoragePushConstant8,
            C::WorkgroupMemoryExplicitLayout8BitAccessKHR,
            C::CooperativeVectorNV,
        ]),
        16 => any(&[
            C::Int16,
            C::StorageBuffer16BitAccess,
            C::UniformAndStorageBuffer16BitAccess,
            C::StoragePushConstant16,
            C::StorageInputOutput16,
            C::WorkgroupMemoryExplicitLayout16BitAccessKHR,
        ]),
        64 => any(&[C::Int64]),
        _ => any(&[C::ArbitraryPrecisionIntegersALTERA]) || (width == 4 && any(&[C::Int4TypeINTEL])),
    };
    if !allowed {
        cx.violate(
            Types::IntWidth,
            inst,
            format_args!("no declared capability allows integers of {width} bits"),
        );
    }
    if signedness > 1 || (signedness == 1 && module.has_capability(C::Kernel)) {
        cx.violate(
            Types::Signedness,
            inst,
            format_args!("the signedness of {width} bits is {signedness}"),
        );
    }
}

fn float(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let width = module.operand(inst, 0);
    let encoded = module.operands(inst).len() > 1;
    let any = |capabilities: &[Capability]| capabilities.iter().any(|&one| module.has_capability(one));
    use Capability as C;
    let allowed = match width {
        32 => true,
        // The grammar states which capability an encoding needs.
        _ if encoded => true,
        16 => any(&[
            C::Float16,
            C::Float16Buffer,
            C::StorageBuffer16BitAccess,
            C::UniformAndStorageBuffer16BitAccess,
            C::StoragePushConstant16,
            C::StorageInputOutput16,
            C::WorkgroupMemoryExplicitLayout16BitAccessKHR,
        ]),
        64 => any(&[C::Float64]),
        _ => false,
    };
    if let Some(&encoding) = module.operands(inst).get(1) {
        // 8 bits: Float8E4M3EXT, Float8E5M2EXT, Float8UnsignedE8M0EXT, MXInt8EXT; 6 bits: Float6E2M3EXT, Float6E3M2EXT;
        // 4 bits: Float4E2M1EXT. Without an encoding of these, 16 bits: BFloat16KHR.
        let expected = match encoding {
            0 => 16,
            4214 | 4215 | 4226 | 4227 => 8,
            4223 | 4224 => 6,
            4225 => 4,
            _ => width,
        };
        if width != expected {
            cx.violate(
                Types::FloatEncoding,
                inst,
                format_args!("the encoding is of {expected} bits, not {width}"),
            );
        }
    }
    if !allowed {
        cx.violate(
            Types::FloatWidth,
            inst,
            format_args!("no declared capability allows floats of {width} bits"),
        );
    }
}

fn vector(cx: &mut Checker<'_, '_>, inst: &Inst, component: u32) {
    let module = cx.module;
    let physical = module.ty(component).is_some_and(|ty| ty.is_pointer())
        && module.has_capability(Capability::MaskedGatherScatterINTEL);
    if !module.ty(component).is_some_and(|ty| ty.is_scalar()) && !physical {
        cx.violate(
            Types::VectorComponent,
            inst,
            format_args!("{} is no scalar type", module.show(component)),
        );
    }
    if inst.op == Op::TypeVectorIdEXT {
        return vector_length(cx, inst);
    }
    let count = module.operand(inst, 1);
    let any = module.has_capability(Capability::VectorAnyINTEL) || module.has_capability(Capability::LongVectorEXT);
    let allowed = match count {
        2..=4 => true,
        8 | 16 => any || module.has_capability(Capability::Vector16),
        _ => any && count > 0,
    };
    if !allowed {
        cx.violate(Types::VectorCount, inst, format_args!("it has {count} components"));
    }
}

fn vector_length(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let count = module.operand(inst, 1);
    let fits = is_constant(module, count) && module.type_of(count).is_some_and(Type::is_int32);
    if module.def(count).is_some() && !(fits && module.default_u32(count) != Some(0)) {
        let message = format_args!("{} is no constant integer of 32 bits above 0", module.show(count));
        cx.violate(Types::VectorLength, inst, message);
    }
}

fn matrix(cx: &mut Checker<'_, '_>, inst: &Inst, column: u32) {
    let module = cx.module;
    let fits = module
        .ty(column)
        .is_some_and(|ty| ty.is_vector() && ty.is_float_or_vector());
    if !fits {
        cx.violate(
            Types::MatrixColumn,
            inst,
            format_args!("{} is no vector of floats", module.show(column)),
        );
    }
    let lanes = module.ty(column).map_or(0, |ty| ty.lanes);
    if fits && module.has_capability(Capability::LongVectorEXT) && !(2..=4).contains(&lanes) {
        let message = format_args!("{} has not 2, 3 or 4 components", module.show(column));
        cx.violate(Types::MatrixLongColumn, inst, message);
    }
    let count = module.operand(inst, 1);
    if !(2..=4).contains(&count) {
        cx.violate(Types::MatrixCount, inst, format_args!("it has {count} columns"));
    }
}

fn array_element(cx: &mut Checker<'_, '_>, inst: &Inst, element: u32) {
    let module = cx.module;
    let Some(def) = module.def(element) else { return };
    match module.ty(element) {
        None if !is_type(def.op) => {
            cx.violate(
                Types::Element,
                inst,
                format_args!("{} is no type", module.show(element)),
            );
        }
        Some(ty) if ty.is_void() => cx.violate(Types::Element, inst, format_args!("the element is void")),
        Some(ty) if matches!(ty.kind, Kind::RuntimeArray { .. }) && cx.target.is_vulkan() => cx.violate(
            Types::RuntimeArrayElement,
            inst,
            format_args!("the element is a runtime array"),
        ),
        _ => {}
    }
}

fn array_length(cx: &mut Checker<'_, '_>, inst: &Inst, length: u32) {
    let module = cx.module;
    if module.def(length).is_none() {
        return;
    }
    let mut report = |message: fmt::Arguments<'_>| cx.violate(Types::Length, inst, message);
    let Some(constant) = module.constant(length).filter(|_| is_constant(module, length)) else {
        return report(format_args!("{} is no constant", module.show(length)));
    };
    if !module.ty(constant.ty).is_some_and(|ty| ty.is_int()) {
        return report(format_args!("{} is no scalar integer", module.show(length)));
    }
    match constant.value {
        Value::Null => report(format_args!("the length is 0")),
        Value::Scalar(bits) => {
            let signed = module.ty(constant.ty).is_some_and(|ty| is_signed(ty));
            if bits == 0 || (signed && bits.cast_signed() < 0) {
                report(format_args!("the length is {}", bits.cast_signed()));
            }
        }
        _ => {}
    }
}

fn is_signed(ty: &Type<'_>) -> bool {
    matches!(ty.scalar, super::module::Scalar::Int { signed: true, .. })
}

fn structure(cx: &mut Checker<'_, '_>, ty: &Type<'_>, inst: &Inst, members: &[u32]) {
    let module = cx.module;
    if members.len() > 16_383 {
        cx.violate(
            Types::StructLimit,
            inst,
            format_args!("it has {} members", members.len()),
        );
    }
    if ty.struct_depth > 255 {
        cx.violate(
            Types::DepthLimit,
            inst,
            format_args!("structures are nested {} deep", ty.struct_depth),
        );
    }
    let block = Flags::BLOCK | Flags::BUFFER_BLOCK;
    let is_block = module.is_decorated(ty.id, spirv::Decoration::Block)
        || module.is_decorated(ty.id, spirv::Decoration::BufferBlock);
    for (index, &id) in members.iter().enumerate() {
        let Some(def) = module.def(id) else { continue };
        if def.index >= inst.index {
            forward_member(cx, inst, id);
            continue;
        }
        let Some(member) = module.ty(id) else {
            if !is_type(def.op) {
                cx.violate(Types::Member, inst, format_args!("{} is no type", module.show(id)));
            }
            continue;
        };
        let last = index + 1 == members.len();
        member_type(cx, inst, member, last);
        if is_block && member.flags.intersects(block) {
            cx.violate(
                Types::NestedBlock,
                inst,
                format_args!("member {index} is a block, or has one inside"),
            );
        }
        if member.flags.contains(Flags::BUILT_IN) && matches!(member.kind, Kind::Struct { .. }) {
            cx.violate(
                Types::BuiltInMembers,
                inst,
                format_args!("member {index} is a structure of built-ins"),
            );
        }
    }
    built_in_members(cx, ty, inst, members.len());
}

fn member_type(cx: &mut Checker<'_, '_>, inst: &Inst, member: &Type<'_>, last: bool) {
    let module = cx.module;
    if member.is_void() {
        cx.violate(Types::Member, inst, format_args!("a member is void"));
    }
    if !cx.target.is_vulkan() {
        return;
    }
    let heap = module.has_capability(Capability::DescriptorHeapEXT);
    let descriptor = super::memory::innermost(module, member.id).is_some_and(|ty| {
        // Tensors and buffers have no `Kind` of their own.
        matches!(
            ty.op,
            Op::TypeBufferEXT | Op::TypeImage | Op::TypeAccelerationStructureKHR | Op::TypeTensorARM | Op::TypeSampler
        )
    });
    if is_opaque_or_array(module, member) && !(heap && descriptor) {
        cx.violate(
            if heap { Types::OpaqueHeap } else { Types::Opaque },
            inst,
            format_args!("a member's type {} is opaque", module.show(member.id)),
        );
    }
    if matches!(member.kind, Kind::RuntimeArray { .. }) && !last {
        cx.violate(
            Types::RuntimeArrayElement,
            inst,
            format_args!("a member before the last is a runtime array"),
        );
    }
}

fn is_opaque_or_array(module: &Module<'_>, ty: &Type<'_>) -> bool {
    // An array contains what its innermost element contains. A structure inside is reported at its own declaration.
    match ty.kind {
        Kind::Array { element, .. } | Kind::RuntimeArray { element } => {
            ty.flags.contains(Flags::OPAQUE)
                && module
                    .ty(element)
                    .is_some_and(|inner| !inner.flags.contains(Flags::STRUCT))
        }
        Kind::Struct { .. } => false,
        _ => ty.flags.contains(Flags::OPAQUE),
    }
}

fn forward_member(cx: &mut Checker<'_, '_>, inst: &Inst, id: u32) {
    let module = cx.module;
    let pointer_to_struct = module
        .ty(id)
        .and_then(Type::pointee)
        .and_then(|pointee| module.op(pointee))
        .is_some_and(|op| op == Op::TypeStruct);
    if !pointer_to_struct || !super::ids::is_forward_pointer(module, inst, id) {
        cx.violate(
            Types::ForwardMember,
            inst,
            format_args!(
                "member type {} is declared later, and no OpTypeForwardPointer announces it",
                module.show(id)
            ),
        );
    }
}

fn forward_pointer(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (id, class) = (module.operand(inst, 0), module.operand(inst, 1));
    if module.def(id).is_none() {
        return;
    }
    let fits = module.ty(id).is_some_and(|ty| match ty.kind {
        Kind::Pointer {
            class: declared,
            pointee,
        } => declared == class && module.op(pointee).is_none_or(|op| op == Op::TypeStruct),
        _ => false,
    });
    if !fits {
        cx.violate(
            Types::ForwardPointer,
            inst,
            format_args!("{} is no pointer to a structure in this storage class", module.show(id)),
        );
    }
}

fn built_in_members(cx: &mut Checker<'_, '_>, ty: &Type<'_>, inst: &Inst, members: usize) {
    if !ty.flags.contains(Flags::BUILT_IN) {
        return;
    }
    let mut built_in: Vec<u32> = cx
        .module
        .decorations(ty.id)
        .iter()
        .filter(|row| row.is(spirv::Decoration::BuiltIn))
        .filter_map(|row| row.member)
        .collect();
    sort(&mut built_in);
    built_in.dedup();
    if !built_in.is_empty() && built_in.len() != members {
        cx.violate(
            Types::BuiltInMembers,
            inst,
            format_args!("{} of {members} members are decorated BuiltIn", built_in.len()),
        );
    }
}

fn function(cx: &mut Checker<'_, '_>, inst: &Inst, result: u32, parameters: &[u32]) {
    let module = cx.module;
    if module.def(result).is_some_and(|def| !is_type(def.op)) {
        cx.violate(
            Types::FunctionResult,
            inst,
            format_args!("{} is no type", module.show(result)),
        );
    }
    for &parameter in parameters {
        let wrong = match module.ty(parameter) {
            Some(ty) => ty.is_void(),
            None => module.def(parameter).is_some_and(|def| !is_type(def.op)),
        };
        if wrong {
            cx.violate(
                Types::FunctionParameter,
                inst,
                format_args!("{} is no type of a parameter", module.show(parameter)),
            );
        }
    }
    if parameters.len() > 255 {
        cx.violate(
            Types::ParameterLimit,
            inst,
            format_args!("it has {} parameters", parameters.len()),
        );
    }
}
