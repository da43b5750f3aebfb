//! Stores: atomic ones to Workgroup memory, and those to components of vectors in Private arrays.

use super::module::{Body, Kind, Module, op_of};
use crate::words::reader::Instruction;
use hashbrown::{HashMap, HashSet};
use spirv::{MemoryAccess, Op, StorageClass};

/// An atomic store is an exchange whose result is not used.
pub(super) fn workgroup_atomic_store(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let (Some(Op::AtomicStore), &[_, pointer, scope, semantics, value]) = (op_of(&instruction), instruction.words)
        else {
            return false;
        };
        let ty = module.type_of(value);
        let is_number = matches!(module.components(ty).0, Kind::Int { .. } | Kind::Float { .. });
        if !(is_number && class_of(module, pointer) == Some(StorageClass::Workgroup as u32)) {
            return false;
        }
        module.value(Op::AtomicExchange, ty, &[pointer, scope, semantics, value]);
        true
    });
}

/// The storage class of a pointer, which may be untyped.
fn class_of(module: &Module, pointer: u32) -> Option<u32> {
    let declaration = module.declaration(module.type_of(pointer))?;
    match (op_of(&declaration)?, declaration.operand_words()) {
        (Op::TypePointer | Op::TypeUntypedPointerKHR, &[class, ..]) => Some(class),
        _ => None,
    }
}

/// A store to a component of a vector, which is in an element with a constant index of a Private array, loads the vector,
/// inserts the component, and stores the vector.
pub(super) fn private_component(module: &mut Module) {
    // The pointers to or into such elements, and the access chains that end in a component of a vector in one. Pointers
    // are defined before they are used, as Private ones come from no OpPhi.
    let mut elements = HashSet::new();
    let mut chains = HashMap::new();
    module.rewrite(
        &mut |module: &mut Module, body: &Body, instruction: Instruction<'_>| match (
            op_of(&instruction),
            instruction.words,
        ) {
            (Some(Op::AccessChain | Op::InBoundsAccessChain), &[_, _, result, base, ref indices @ ..]) => {
                if let Some(path) = Path::of(module, base, indices) {
                    if path.has_constant_element || elements.contains(&base) {
                        elements.insert(result);
                        if path.is_component {
                            chains.insert(result, result);
                        }
                    }
                }
                false
            }
            (Some(Op::CopyObject), &[_, _, result, pointer]) => {
                if elements.contains(&pointer) {
                    elements.insert(result);
                }
                if let Some(&chain) = chains.get(&pointer) {
                    chains.insert(result, chain);
                }
                false
            }
            (Some(Op::Store), &[_, pointer, value, ref access @ ..]) => {
                let chain = chains.get(&pointer).and_then(|&chain| body.definition(chain));
                chain.is_some_and(|chain| store_vector(module, &chain, value, access))
            }
            _ => false,
        },
    );
}

/// What the indices of an access chain into Private memory lead to.
struct Path {
    /// The type there.
    ty: u32,
    /// Whether one is the constant index of an element of an array.
    has_constant_element: bool,
    /// Whether the last one is that of a component of a vector.
    is_component: bool,
}

impl Path {
    fn of(module: &Module, base: u32, indices: &[u32]) -> Option<Self> {
        let Kind::Pointer(class, ty) = module.kind(module.type_of(base)) else {
            return None;
        };
        if class != StorageClass::Private as u32 {
            return None;
        }
        let mut path = Self {
            ty,
            has_constant_element: false,
            is_component: false,
        };
        for &index in indices {
            path.is_component = false;
            path.ty = match module.kind(path.ty) {
                Kind::Array(element, _) => {
                    path.has_constant_element |= module.is_constant(index);
                    element
                }
                Kind::Struct => {
                    let members = module.declaration(path.ty)?;
                    let number = usize::try_from(module.constant(index)?).ok()?;
                    *members.operand_words().get(number)?
                }
                Kind::Matrix(column, _) => column,
                Kind::Vector(component, _) => {
                    path.is_component = true;
                    component
                }
                _ => return None,
            };
        }
        Some(path)
    }
}

/// Emits a store of the whole vector for one through an access chain to a component of it.
fn store_vector(module: &mut Module, chain: &Instruction<'_>, value: u32, access: &[u32]) -> bool {
    let &[_, _, _, base, ref indices @ ..] = chain.words else {
        return false;
    };
    let Some((&index, indices)) = indices.split_last() else {
        return false;
    };
    let Some(vector) = Path::of(module, base, indices).map(|path| path.ty) else {
        return false;
    };
    let Kind::Vector(_, count) = module.kind(vector) else {
        return false;
    };
    let constant = module.constant(index);
    if constant.is_some_and(|index| index >= u64::from(count)) {
        return false;
    }
    let pointer = match op_of(chain) {
        Some(op) if !indices.is_empty() => {
            let ty = module.pointer_type(StorageClass::Private, vector);
            let mut operands = vec![base];
            operands.extend_from_slice(indices);
            module.value(op, ty, &operands)
        }
        _ => base,
    };
    // An alignment was that of the component. The other bits are for memory that others see.
    let kept = MemoryAccess::VOLATILE | MemoryAccess::NONTEMPORAL;
    let kept = access.first().map(|&mask| mask & kept.bits()).filter(|&mask| mask != 0);
    let mut operands = vec![pointer];
    operands.extend(kept);
    let before = module.value(Op::Load, vector, &operands);
    let after = match constant {
        Some(index) => module.value(Op::CompositeInsert, vector, &[value, before, index as u32]),
        None => module.value(Op::VectorInsertDynamic, vector, &[before, value, index]),
    };
    let mut operands = vec![pointer, after];
    operands.extend(kept);
    module.emit(Op::Store, &operands);
    true
}
