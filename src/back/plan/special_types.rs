//! The types that naga's front ends declare for rays and for the results of built-in functions. The instructions have
//! these types; naga's validator compares their handles, and not what they are.

use super::Plan;
use crate::error::ErrorKind;
use crate::ir::ty::members;
use naga::{ArraySize, Handle, Module, PredeclaredType, Scalar, ScalarKind, Type, TypeInner, VectorSize};

/// The members of naga's `RayDesc`.
const RAY: [TypeInner; 6] = [UINT, UINT, FLOAT, FLOAT, VECTOR, VECTOR];

/// The members of naga's `RayIntersection`.
const INTERSECTION: [TypeInner; 11] = [
    UINT, FLOAT, UINT, UINT, UINT, UINT, UINT, PAIR, BOOL, TRANSFORM, TRANSFORM,
];

const UINT: TypeInner = TypeInner::Scalar(Scalar::U32);
const FLOAT: TypeInner = TypeInner::Scalar(Scalar::F32);
const VECTOR: TypeInner = Scalar::F32.to_inner_vector(VectorSize::Tri);
const PAIR: TypeInner = Scalar::F32.to_inner_vector(VectorSize::Bi);
const BOOL: TypeInner = TypeInner::Scalar(Scalar::BOOL);
const TRANSFORM: TypeInner = TypeInner::Matrix {
    columns: VectorSize::Quad,
    rows: VectorSize::Tri,
    scalar: Scalar::F32,
};

impl Plan {
    /// Refuses such types with members or elements that naga's front ends do not generate.
    pub(super) fn compare_special_types(&mut self, module: &Module) {
        let special = &module.special_types;
        let rays = [(special.ray_desc, &RAY[..]), (special.ray_intersection, &INTERSECTION)];
        for (ty, expected) in rays {
            if let Some(ty) = ty {
                let reason = "the type of a ray or of an intersection is not naga's";
                self.compare_members(module, ty, expected, reason);
            }
        }
        if let Some(ty) = special.ray_vertex_return {
            let is_triangle = match module.types[ty].inner {
                TypeInner::Array {
                    base,
                    size: ArraySize::Constant(count),
                    ..
                } => count.get() == 3 && module.types[base].inner == VECTOR,
                // catch-all: naga's front ends declare an array
                _ => false,
            };
            if !is_triangle {
                let kind = ErrorKind::InvalidModule("the type of the positions of a triangle is not naga's");
                self.refuse(kind, module.types.get_span(ty));
            }
        }
        for (declared, &ty) in &special.predeclared_types {
            let (size, first, second) = match *declared {
                PredeclaredType::AtomicCompareExchangeWeakResult(scalar) => (None, scalar, Scalar::BOOL),
                PredeclaredType::ModfResult { size, scalar } => (size, scalar, scalar),
                // The exponent is as wide as the float.
                PredeclaredType::FrexpResult { size, scalar } => (
                    size,
                    scalar,
                    Scalar {
                        kind: ScalarKind::Sint,
                        ..scalar
                    },
                ),
            };
            let inner = |scalar: Scalar| size.map_or(TypeInner::Scalar(scalar), |size| scalar.to_inner_vector(size));
            let reason = "the type of the result of a built-in function is not naga's";
            self.compare_members(module, ty, &[inner(first), inner(second)], reason);
        }
    }

    fn compare_members(&mut self, module: &Module, ty: Handle<Type>, expected: &[TypeInner], reason: &'static str) {
        let found = members(module, ty).iter().map(|member| &module.types[member.ty].inner);
        if !found.eq(expected) {
            self.refuse(ErrorKind::InvalidModule(reason), module.types.get_span(ty));
        }
    }
}
