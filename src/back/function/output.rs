//! The value that an entry point returns: each part is stored to its output variable once. Conversions (a negated y
//! coordinate, a clamped depth) are applied before the store, so no output variable is loaded.

use super::convert::resize_op;
use super::stage::{OutputKind, StageOutput};
use super::{Code, FunctionEmitter};
use crate::back::emitter::Result;
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use naga::{Expression, Handle, Scalar, VectorSize};
use spirv::{Op, StorageClass};

impl FunctionEmitter<'_, '_> {
    pub(super) fn write_outputs(&mut self, value: Option<Handle<Expression>>) -> Result<()> {
        let Some(value) = value else { return Ok(()) };
        let mut at = 0;
        while let Some(output) = self.stage.as_ref().and_then(|io| io.outputs.get(at).copied()) {
            at += 1;
            let part = match output.member {
                Some(member) => self.returned_member(value, member, output.type_key)?,
                None => self.value(value)?,
            };
            self.write_output(output, part)?;
        }
        Ok(())
    }

    /// A member of the returned struct. If the struct is composed in this function, the component itself.
    pub(super) fn returned_member(
        &mut self,
        value: Handle<Expression>,
        member: u32,
        type_key: TypeKey,
    ) -> Result<ValueId> {
        if let Expression::Compose { ref components, .. } = self.function.expressions[value] {
            if let Some(&component) = components.get(member as usize) {
                return self.value(component);
            }
        }
        let composite = self.value(value)?;
        self.extract(type_key, composite, &[member])
    }

    fn write_output(&mut self, output: StageOutput, value: ValueId) -> Result<()> {
        let (mut pointer, mut value) = (output.variable, value);
        match output.kind {
            OutputKind::Position if self.m.options.adjust_coordinate_space => value = self.flip_y(value)?,
            OutputKind::FragDepth if self.m.options.clamp_frag_depth => value = self.saturated(TypeKey::F32, value)?,
            OutputKind::Plain | OutputKind::Position | OutputKind::FragDepth => {}
            OutputKind::SampleMask => pointer = self.mask_element(StorageClass::Output, output.variable)?,
            OutputKind::Wide(wide) => value = self.unary_op(wide, resize_op(wide), value)?,
        }
        self.f.body.store(pointer, value, &[]);
        Ok(())
    }

    pub(super) fn flip_y(&mut self, position: ValueId) -> Result<ValueId> {
        let y = self.extract(TypeKey::F32, position, &[1])?;
        let flipped = self.unary_op(TypeKey::F32, Op::FNegate, y)?;
        self.op(TypeKey::vector(VectorSize::Quad, Scalar::F32), |code, ty, id| {
            code.composite_insert(ty, id, flipped, position, &[1]);
        })
    }
}
