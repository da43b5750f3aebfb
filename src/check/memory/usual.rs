//! Loads, stores and local variables about which there is nothing to say, told by the type of their pointer alone: of plain memory, without
//! memory operands.

use crate::check::Checker;
use crate::check::module::{Flags, Inst, Kind, Module, NONE, Type};
use spirv::{Op, StorageClass};

/// Which types of pointers are like that, by the places of the types.
pub(super) struct Usual(Vec<u8>);

const LOADED: u8 = 1;
const STORED: u8 = 2;
const DECLARED: u8 = 4;

impl Usual {
    pub fn new(cx: &Checker<'_, '_>) -> Self {
        Self(cx.module.types.iter().map(|ty| access(cx.module, ty)).collect())
    }

    /// Whether a variable is one of those: of a function, and without an initializer.
    #[inline]
    pub fn declares(&self, module: &Module<'_>, inst: &Inst) -> bool {
        let access = self.0.get(inst.type_row as usize);
        access.is_some_and(|which| which & DECLARED != 0)
            && inst.function != NONE
            && module.operands(inst) == [StorageClass::Function as u32]
    }

    /// Whether a load or store is one of those, and of the type that the pointer points to.
    #[inline]
    pub fn has(&self, module: &Module<'_>, inst: &Inst) -> bool {
        let (access, pointer, accessed) = match (inst.op, module.operands(inst)) {
            (Op::Load, &[pointer]) => (LOADED, pointer, inst.result_type),
            (Op::Store, &[pointer, object]) => (STORED, pointer, module.type_id(object)),
            // catch-all: memory operands say more.
            _ => return false,
        };
        let row = module.value_type_row(pointer) as usize;
        self.0.get(row).is_some_and(|&which| which & access != 0)
            && module.types.get(row).and_then(Type::pointee) == Some(accessed)
    }
}

/// What may be done with a pointer of a type without another look.
fn access(module: &Module<'_>, ty: &Type<'_>) -> u8 {
    let Kind::Pointer { class, pointee } = ty.kind else {
        return 0;
    };
    let Some(data) = module.ty(pointee) else { return 0 };
    // Sizes, small numbers and descriptors have rules of their own.
    let special = Flags::RUNTIME_ARRAY | Flags::VOID | Flags::OPAQUE | Flags::INT8 | Flags::INT16 | Flags::FLOAT16;
    if data.flags.intersects(special) || !super::is_logical(module, class) {
        return 0;
    }
    match StorageClass::from_u32(class) {
        Some(StorageClass::Function) if !data.flags.contains(Flags::POINTER) => LOADED | STORED | DECLARED,
        Some(
            StorageClass::Function | StorageClass::Private | StorageClass::Workgroup | StorageClass::StorageBuffer,
        ) => LOADED | STORED,
        Some(StorageClass::Input | StorageClass::Uniform | StorageClass::PushConstant) => LOADED,
        // Outputs of mesh shaders are not read.
        Some(StorageClass::Output) => STORED,
        _ => 0,
    }
}
