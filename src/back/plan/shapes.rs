//! The shapes of a call's arguments: the part of a pointer or handle that is fixed by the instance and not passed.
//!
//! A pointer to a part of a variable is its root and a path. The static steps of the path are in the shape, the dynamic
//! indices are passed. A Function variable is passed as a pointer; a Private variable is named by the callee; a pointer
//! into the variable of an earlier argument refers to that argument. So no two memory objects of an instance alias, and
//! none needs the decoration `Aliased` (SPIR-V §2.18.2, Aliasing), even where naga's arguments alias.

use super::{Instance, Plan};
use crate::ir::pointer::{ElementIndex, PointerRoot, PointerStep, inner_of, pointer_step};
use alloc::vec::Vec;
use core::ops::Range;
use naga::valid::FunctionInfo;
use naga::{AddressSpace, Expression, Function, GlobalVariable, Handle, ImageClass, Module, Type, TypeInner};

/// One step of the path from the root of a pointer argument to its pointee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PathStep {
    /// A member, or an element at a constant index.
    Static(u32),
    /// An element at an index that is passed.
    Dynamic,
}

/// The variable that a pointer argument points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShapeRoot {
    /// A Function variable of this type, passed as a pointer to the whole variable.
    Local(Handle<Type>),
    /// The Function variable of an earlier argument, whose root is `Local`.
    Same(u32),
    /// A Private variable; only indices are passed.
    Private(Handle<GlobalVariable>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PointerShape {
    pub(crate) root: ShapeRoot,
    /// The steps to the part, as a range of those of all arguments.
    pub(super) path: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArgumentShape {
    /// Passed as a value; images and samplers too.
    Value,
    /// Passed as a root and indices.
    Pointer(PointerShape),
    /// Not passed: the callee uses the global that the caller names.
    Global(Handle<GlobalVariable>),
}

#[derive(Debug, Default)]
pub(crate) struct CallShapes {
    /// One shape for each argument; empty if all of them are values.
    pub(crate) arguments: Vec<ArgumentShape>,
    pub(super) steps: Vec<PathStep>,
    /// By root that is passed as a pointer: the caller's local or parameter, and the argument that passes it.
    origins: Vec<(PointerRoot, u32)>,
}

impl CallShapes {
    pub(super) fn clear(&mut self) {
        self.arguments.clear();
        self.steps.clear();
        self.origins.clear();
    }

    /// Finds the shapes of the arguments of a call in an instance of its caller. `false` if an argument points to memory
    /// to which no call can pass a pointer; the others still have their shapes.
    pub(crate) fn describe(
        &mut self,
        plan: &Plan,
        module: &Module,
        (function, info): (&Function, &FunctionInfo),
        caller: &Instance,
        arguments: &[Handle<Expression>],
    ) -> bool {
        self.clear();
        let mut is_passable = true;
        for &argument in arguments {
            let shape = match *inner_of(module, &info[argument].ty) {
                TypeInner::Pointer { space, .. } | TypeInner::ValuePointer { space, .. } => {
                    // naga accepts pointers into no other address space as arguments.
                    let is_passed = matches!(space, AddressSpace::Function | AddressSpace::Private);
                    let shape = is_passed.then(|| self.pointer_shape(module, function, caller, argument));
                    shape.flatten()
                }
                // An external texture is several variables; the callee uses those of the global that the caller names.
                TypeInner::Image {
                    class: ImageClass::External,
                    ..
                } => caller.global_of(function, argument).map(ArgumentShape::Global),
                TypeInner::Image { .. } | TypeInner::Sampler { .. } if plan.has_combined() => {
                    let global = caller.global_of(function, argument);
                    let combined = global.filter(|&global| plan.combined_of(global).is_some());
                    Some(combined.map_or(ArgumentShape::Value, ArgumentShape::Global))
                }
                // catch-all: passed as values
                _ => Some(ArgumentShape::Value),
            };
            is_passable &= shape.is_some();
            self.arguments.push(shape.unwrap_or(ArgumentShape::Value));
        }
        if self.arguments.iter().all(|shape| matches!(shape, ArgumentShape::Value)) {
            self.arguments.clear();
        }
        is_passable
    }

    fn pointer_shape(
        &mut self,
        module: &Module,
        function: &Function,
        caller: &Instance,
        argument: Handle<Expression>,
    ) -> Option<ArgumentShape> {
        let first = self.steps.len();
        let mut at = argument;
        let root = loop {
            match pointer_step(&function.expressions[at])? {
                PointerStep::Part { base, index } => {
                    self.steps.push(match index.evaluated(module, function) {
                        ElementIndex::Known(index) => PathStep::Static(index),
                        ElementIndex::Dynamic(_) => PathStep::Dynamic,
                    });
                    at = base;
                }
                PointerStep::Root(origin @ PointerRoot::Local(local)) => {
                    break self.passed_root(origin, function.local_variables[local].ty);
                }
                PointerStep::Root(PointerRoot::Global(global)) => break ShapeRoot::Private(global),
                PointerStep::Root(PointerRoot::Argument(index)) => break self.forwarded_root(caller, index)?,
            }
        };
        // The walk has collected the steps from the part to the root; a shape has them from the root to the part.
        self.steps.get_mut(first..)?.reverse();
        let path = first..self.steps.len();
        Some(ArgumentShape::Pointer(PointerShape { root, path }))
    }

    /// A root that is passed as a pointer, once in each call.
    fn passed_root(&mut self, origin: PointerRoot, ty: Handle<Type>) -> ShapeRoot {
        if let Some(&(_, earlier)) = self.origins.iter().find(|&&(known, _)| known == origin) {
            return ShapeRoot::Same(earlier);
        }
        self.origins.push((origin, self.arguments.len() as u32));
        ShapeRoot::Local(ty)
    }

    /// The root of a pointer that is an argument of the caller. Appends the steps of that argument's shape.
    fn forwarded_root(&mut self, caller: &Instance, index: u32) -> Option<ShapeRoot> {
        let own = caller.pointer_shape(index)?;
        self.steps.extend(caller.path(own).iter().rev());
        Some(match own.root {
            ShapeRoot::Private(global) => ShapeRoot::Private(global),
            ShapeRoot::Local(ty) => self.passed_root(PointerRoot::Argument(index), ty),
            ShapeRoot::Same(first) => {
                let ShapeRoot::Local(ty) = caller.pointer_shape(first)?.root else {
                    return None;
                };
                self.passed_root(PointerRoot::Argument(first), ty)
            }
        })
    }
}

/// What the arguments of a function can add to its instances: the last of these that one of them has. Each can add what
/// those before it can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shaped {
    #[default]
    Nothing,
    /// Acceleration structures, which have no shape but, as other elements of binding arrays, can have a guard.
    Guards,
    /// Textures or samplers, which have a shape if they are combined image samplers.
    IfCombined,
    /// Pointers or external textures.
    Always,
}

impl Shaped {
    pub(super) fn of(module: &Module, function: &Function) -> Self {
        let arguments = function.arguments.iter();
        let all = arguments.map(|argument| match module.types[argument.ty].inner {
            TypeInner::Pointer { .. }
            | TypeInner::ValuePointer { .. }
            | TypeInner::Image {
                class: ImageClass::External,
                ..
            } => Self::Always,
            TypeInner::Image { .. } | TypeInner::Sampler { .. } => Self::IfCombined,
            TypeInner::AccelerationStructure { .. } => Self::Guards,
            // catch-all: passed as values
            _ => Self::Nothing,
        });
        all.max().unwrap_or_default()
    }
}
