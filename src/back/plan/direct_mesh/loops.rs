//! Loops in the skeleton of a mesh shader: see [`super::run`].

use super::run::{BREAK, CONTINUE, NEXT, RETURN, Run};
use super::value::Value;
use crate::back::plan::pointer::{PointerRoot, pointer_root};
use naga::{Block, Expression, Handle, Statement};

impl<'a> Run<'_, 'a> {
    pub(super) fn loop_(&mut self, body: &'a Block, continuing: &'a Block, break_if: Option<Handle<Expression>>) -> u8 {
        if !self.proving.matters(body) && !self.proving.matters(continuing) {
            self.forget(body, false);
            self.forget(continuing, false);
            return NEXT;
        }
        let (certain, floors) = (self.certain, self.floors.len());
        let outer = core::mem::replace(&mut self.widen, false);
        self.loops += 1;
        // How it is left, and whether that is at several times.
        let (mut left, mut mixed) = (0, false);
        loop {
            let (before, depth) = (self.certain, self.floors.len());
            let flow = self.block(body);
            left |= flow & (BREAK | RETURN);
            if self.stop.is_some() || flow & (NEXT | CONTINUE) == 0 {
                break;
            }
            if flow & CONTINUE != 0 && flow != CONTINUE {
                // Who went on at once was not asked what the others were.
                self.forget(body, false);
                self.floors.truncate(depth);
                self.certain &= flow & (BREAK | RETURN) == 0;
            }
            if flow & (BREAK | RETURN) == 0 {
                self.certain = before;
            } else {
                mixed = true;
                self.widen |= !self.certain;
            }
            let _ = self.block(continuing);
            match break_if.map(|condition| self.value(condition)) {
                None | Some(Value::Bool(false)) => {}
                Some(Value::Bool(true)) => {
                    left |= BREAK;
                    break;
                }
                Some(_) => self.widen = true,
            }
            if self.widen {
                left |= BREAK | self.all_rounds(body, continuing);
                mixed = true;
            }
            if self.widen || self.stop.is_some() {
                break;
            }
        }
        self.loops -= 1;
        self.widen = outer;
        if mixed {
            self.forget(body, false);
            self.forget(continuing, false);
        }
        self.floors.truncate(floors);
        self.certain = certain && left & RETURN == 0;
        let out = left & RETURN;
        if left & BREAK != 0 { out | NEXT } else { out }
    }

    /// A round of a loop that stands for all that are left. How they may leave the function.
    fn all_rounds(&mut self, body: &'a Block, continuing: &'a Block) -> u8 {
        self.forget(body, true);
        self.forget(continuing, true);
        let before = self.locals.clone();
        self.certain = false;
        let depth = self.floors.len();
        let flow = self.block(body);
        self.floors.truncate(depth);
        let _ = self.block(continuing);
        // What is beyond at the start of a round is so at its end.
        let mut pairs = before.iter().zip(&self.locals);
        if pairs.any(|(&before, &after)| before == Value::Beyond && after != Value::Beyond) {
            self.refuse();
        }
        flow & RETURN
    }

    pub(super) fn forget_pointer(&mut self, pointer: Handle<Expression>) {
        if let Some(PointerRoot::Local(local)) = pointer_root(&self.proving.point.function, pointer) {
            self.set_local(local, Value::Unknown);
        }
    }

    /// Forgets what a block stores; with `beyond`, a counter past the arrays stays there.
    pub(super) fn forget(&mut self, block: &'a Block, beyond: bool) {
        for statement in block {
            match *statement {
                Statement::Store { pointer, .. } => {
                    if let Expression::LocalVariable(local) = self.proving.point.function.expressions[pointer] {
                        let value = self.locals.get(local.index()).copied();
                        let stays = match value {
                            Some(Value::Word(word)) => beyond && word >= self.proving.room,
                            Some(Value::Beyond) => beyond,
                            Some(_) | None => false,
                        };
                        self.set_local(local, if stays { Value::Beyond } else { Value::Unknown });
                    } else {
                        self.forget_pointer(pointer);
                    }
                }
                Statement::Call { ref arguments, .. } => {
                    for &argument in arguments {
                        self.forget_pointer(argument);
                    }
                }
                Statement::CooperativeStore { ref data, .. } => self.forget_pointer(data.pointer),
                Statement::Block(ref block) => self.forget(block, beyond),
                Statement::If {
                    ref accept, ref reject, ..
                } => {
                    self.forget(accept, beyond);
                    self.forget(reject, beyond);
                }
                Statement::Switch { ref cases, .. } => {
                    cases.iter().for_each(|case| self.forget(&case.body, beyond));
                }
                Statement::Loop {
                    ref body,
                    ref continuing,
                    ..
                } => {
                    self.forget(body, beyond);
                    self.forget(continuing, beyond);
                }
                Statement::Emit(_)
                | Statement::Break
                | Statement::Continue
                | Statement::Return { .. }
                | Statement::Kill
                | Statement::ControlBarrier(_)
                | Statement::MemoryBarrier(_)
                | Statement::ImageStore { .. }
                | Statement::Atomic { .. }
                | Statement::WorkGroupUniformLoad { .. }
                | Statement::ImageAtomic { .. }
                | Statement::RayQuery { .. }
                | Statement::RayPipelineFunction(_)
                | Statement::SubgroupBallot { .. }
                | Statement::SubgroupGather { .. }
                | Statement::SubgroupCollectiveOperation { .. } => {}
            }
        }
    }
}
