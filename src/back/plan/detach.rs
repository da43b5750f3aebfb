//! Calls that pass copies: what keeps the number of instances small where every call has a shape of its own.
//!
//! A shape is the path from a variable, so functions that hand halves of structs down ask for a number of instances that
//! doubles with every level. Once a function has [`MAX_KEYED`](super::instances) of them, a call that would need another
//! one copies what it points to into a Function variable, passes that, and copies it back: to the callee it is a whole
//! variable, whatever path led to it in the caller.
//!
//! ```text
//! f(&a.left.right)      %copy = OpVariable … Function            (once a call)
//!                       %part = OpAccessChain %a %0 %1
//!                               OpStore %copy (OpLoad %part)
//!                               OpFunctionCall %f %copy
//!                               OpStore %part (OpLoad %copy)
//! ```
//!
//! That is the same to the callee only if nothing else it can reach is part of what was copied. Two pointers into one
//! variable may lead to the same memory, so pointers that are not apart by a static step are copied together: as the
//! part that holds both, with what is left of their paths as their shapes. A Private variable is copied only if nothing
//! that the callee calls names it. What cannot be copied keeps its root.

use super::shapes::{ArgumentShape, CallShapes, PathStep, ShapeRoot};
use naga::proc::BoundsCheckPolicy;
use naga::valid::{ModuleInfo, TypeFlags};
use naga::{ArraySize, Function, GlobalVariable, Handle, Module, Type, TypeInner};

/// What a call copies for one of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Detached {
    /// The argument that the copy is passed with.
    pub(crate) holder: u32,
    /// How many steps of the argument's path lead to what is copied.
    pub(crate) steps: u32,
    /// The type of what is copied.
    pub(crate) ty: Handle<Type>,
}

/// A call with copies in place of parts.
#[derive(Debug, Default)]
pub(crate) struct DetachedCall {
    /// Its shapes.
    pub(crate) shapes: CallShapes,
    /// What is copied for each argument; `None` where the argument keeps its root, or is no pointer.
    pub(crate) copies: Vec<Option<Detached>>,
    groups: Vec<Group>,
}

/// Arguments that lead into one part of one variable.
#[derive(Clone, Debug)]
struct Group {
    root: ShapeRoot,
    members: Vec<u32>,
    /// The steps from the root to what holds all of them, taken from the first member.
    steps: usize,
    /// The type there; `None` where the part has no type of its own in the module.
    ty: Option<Handle<Type>>,
}

/// What deciding on copies needs to know.
#[derive(Clone, Copy)]
pub(super) struct Detaching<'a> {
    pub(super) module: &'a Module,
    pub(super) info: &'a ModuleInfo,
    pub(super) callee: Handle<Function>,
    pub(super) policy: BoundsCheckPolicy,
}

impl DetachedCall {
    /// Works out which parts a call copies. `false` when there is none: then the call is not changed.
    pub(super) fn detach(&mut self, shapes: &CallShapes, detaching: Detaching<'_>) -> bool {
        self.form_groups(shapes, detaching);
        self.copies.clear();
        self.copies.resize(shapes.arguments.len(), None);
        for group in &self.groups {
            if let (Some(ty), Some(&holder)) = (group.copied(detaching), group.members.first()) {
                for &member in &group.members {
                    if let Some(copy) = self.copies.get_mut(member as usize) {
                        *copy = Some(Detached {
                            holder,
                            steps: group.steps as u32,
                            ty,
                        });
                    }
                }
            }
        }
        if self.copies.iter().all(Option::is_none) {
            return false;
        }
        self.reshape(shapes);
        true
    }

    /// Puts each pointer into a group of its own, then joins those that may share memory until none do.
    fn form_groups(&mut self, shapes: &CallShapes, detaching: Detaching<'_>) {
        self.groups.clear();
        for at in 0..shapes.arguments.len() {
            let Some(shape) = shapes.pointer(at) else { continue };
            let root = match shape.root {
                ShapeRoot::Local(_) => ShapeRoot::Same(at as u32),
                ShapeRoot::Same(_) | ShapeRoot::Private(_) => shape.root,
            };
            let mut group = Group {
                root,
                members: vec![at as u32],
                steps: 0,
                ty: None,
            };
            group.settle(shapes, detaching);
            self.groups.push(group);
            self.join_last(shapes, detaching);
        }
    }

    /// Joins the last group with those that it may share memory with. A joint group holds more than either, so it is
    /// compared with all of them again.
    fn join_last(&mut self, shapes: &CallShapes, detaching: Detaching<'_>) {
        while let Some(mut last) = self.groups.pop() {
            let Some(at) = self.groups.iter().position(|other| other.may_meet(&last, shapes)) else {
                self.groups.push(last);
                return;
            };
            last.members.extend(self.groups.swap_remove(at).members);
            last.members.sort_unstable();
            last.settle(shapes, detaching);
            self.groups.push(last);
        }
    }

    /// The shapes of the call with copies.
    fn reshape(&mut self, shapes: &CallShapes) {
        self.shapes.clear();
        // Where the root of an argument that keeps it is passed now: its first argument may be copied.
        let mut kept: Vec<(u32, u32)> = Vec::new();
        for (at, argument) in (0_u32..).zip(&shapes.arguments) {
            let ArgumentShape::Pointer(shape) = argument else {
                self.shapes.arguments.push(argument.clone());
                continue;
            };
            let path = shapes.path(shape);
            if let Some(&Some(copy)) = self.copies.get(at as usize) {
                let root = if copy.holder == at {
                    ShapeRoot::Local(copy.ty)
                } else {
                    ShapeRoot::Same(copy.holder)
                };
                self.shapes
                    .push_pointer(root, path.get(copy.steps as usize..).unwrap_or(&[]));
                continue;
            }
            let first = match shape.root {
                ShapeRoot::Local(_) => at,
                ShapeRoot::Same(first) => first,
                ShapeRoot::Private(_) => {
                    self.shapes.push_pointer(shape.root, path);
                    continue;
                }
            };
            let passed = kept.iter().find(|&&(known, _)| known == first).map(|&(_, by)| by);
            let root = match (passed, shapes.pointer(first as usize).map(|shape| shape.root)) {
                (Some(by), _) => ShapeRoot::Same(by),
                (None, Some(root)) => {
                    kept.push((first, at));
                    root
                }
                (None, None) => shape.root,
            };
            self.shapes.push_pointer(root, path);
        }
    }
}

impl Group {
    fn path<'s>(&self, shapes: &'s CallShapes) -> &'s [PathStep] {
        let first = self.members.first().and_then(|&first| shapes.pointer(first as usize));
        let path = first.map_or(&[][..], |shape| shapes.path(shape));
        path.get(..self.steps).unwrap_or(path)
    }

    /// Whether the parts of two groups may be the same memory, or one part of the other: no static step parts them.
    fn may_meet(&self, other: &Group, shapes: &CallShapes) -> bool {
        self.root == other.root
            && self
                .path(shapes)
                .iter()
                .zip(other.path(shapes))
                .all(|(left, right)| match (left, right) {
                    (PathStep::Static(left), PathStep::Static(right)) => left == right,
                    (PathStep::Dynamic, _) | (_, PathStep::Dynamic) => true,
                })
    }

    /// Finds the smallest part that holds what all members lead to.
    ///
    /// One pointer alone is copied whole, its indices clamped or trusted like at any access; where they are tested by the
    /// callee, and where there are several, the copy ends before the first of them.
    fn settle(&mut self, shapes: &CallShapes, detaching: Detaching<'_>) {
        let Some(first) = self.members.first().and_then(|&first| shapes.pointer(first as usize)) else {
            return;
        };
        let path = shapes.path(first);
        if let ([alone], true) = (&*self.members, detaching.policy != BoundsCheckPolicy::ReadZeroSkipWrite) {
            (self.steps, self.ty) = (path.len(), detaching.pointee(*alone));
            return;
        }
        let mut common = path.len();
        for &member in &self.members {
            let Some(shape) = shapes.pointer(member as usize) else {
                continue;
            };
            let same = path
                .iter()
                .zip(shapes.path(shape))
                .take_while(|(own, other)| own == other);
            common = common.min(same.count());
        }
        let root = detaching.root_type(self.root, shapes);
        (self.steps, self.ty) = detaching.static_part(root, path.get(..common).unwrap_or(path));
    }

    /// The type of the copy, if a copy is right and makes a difference.
    fn copied(&self, detaching: Detaching<'_>) -> Option<Handle<Type>> {
        let allowed = match self.root {
            // A whole local is passed as it is.
            ShapeRoot::Local(_) | ShapeRoot::Same(_) => self.steps > 0,
            ShapeRoot::Private(global) => !detaching.names(global),
        };
        self.ty
            .filter(|&ty| allowed && detaching.info[ty].contains(TypeFlags::COPY))
    }
}

impl Detaching<'_> {
    /// What a pointer parameter of the callee points to.
    fn pointee(&self, argument: u32) -> Option<Handle<Type>> {
        let parameter = self.module.functions[self.callee].arguments.get(argument as usize)?;
        let TypeInner::Pointer { base, .. } = self.module.types[parameter.ty].inner else {
            return None;
        };
        Some(base)
    }

    /// Whether the callee, or what it calls, names a global.
    fn names(&self, global: Handle<GlobalVariable>) -> bool {
        !self.info[self.callee][global].is_empty()
    }

    fn root_type(&self, root: ShapeRoot, shapes: &CallShapes) -> Option<Handle<Type>> {
        match root {
            ShapeRoot::Local(ty) => Some(ty),
            ShapeRoot::Private(global) => Some(self.module.global_variables[global].ty),
            ShapeRoot::Same(first) => match shapes.pointer(first as usize)?.root {
                ShapeRoot::Local(ty) => Some(ty),
                ShapeRoot::Same(_) | ShapeRoot::Private(_) => None,
            },
        }
    }

    /// How far a path leads by static steps that are in range, and the type there. It ends at vectors and matrices, whose
    /// parts have no type in the module.
    fn static_part(&self, root: Option<Handle<Type>>, path: &[PathStep]) -> (usize, Option<Handle<Type>>) {
        let Some(mut ty) = root else { return (0, None) };
        for (at, step) in path.iter().enumerate() {
            let &PathStep::Static(index) = step else {
                return (at, Some(ty));
            };
            let next = match self.module.types[ty].inner {
                TypeInner::Struct { ref members, .. } => members.get(index as usize).map(|member| member.ty),
                TypeInner::Array {
                    base,
                    size: ArraySize::Constant(length),
                    ..
                } if index < length.get() => Some(base),
                // catch-all: nothing else has parts with a type of their own that can be copied
                _ => None,
            };
            match next {
                Some(next) => ty = next,
                None => return (at, Some(ty)),
            }
        }
        (path.len(), Some(ty))
    }
}
