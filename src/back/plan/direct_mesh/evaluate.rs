//! What is known of an expression of a mesh shader, for one invocation: see [`super::run`]. Nothing here knows of control
//! flow; an expression is evaluated where its `Emit` stands, its operands having been.

use super::Proving;
use super::run::Run;
use super::value::{Key, Value, is_shared};
use crate::back::function::known_literal;
use crate::back::plan::operands;
use crate::back::plan::pointer::{PointerRoot, pointer_root};
use naga::{
    AddressSpace, Binding, Block, BuiltIn, Expression, GlobalVariable, Handle, Literal, LocalVariable,
    MemoryDecorations, ScalarKind, Statement, StorageAccess, TypeInner, UnaryOperator,
};

impl Run<'_, '_> {
    /// What an expression is, where it is used.
    pub(super) fn value(&mut self, expression: Handle<Expression>) -> Value {
        let Proving { module, point, .. } = self.proving;
        match known_literal(module, &point.function.expressions, expression) {
            Some(Literal::U32(word)) => return Value::Word(word),
            Some(Literal::I32(word)) => return Value::Word(word as u32),
            Some(Literal::Bool(value)) => return Value::Bool(value),
            // catch-all: no index is made of the others
            Some(_) | None => {}
        }
        match point.function.expressions[expression] {
            Expression::FunctionArgument(argument) => self.argument(argument, None),
            Expression::GlobalVariable(global) => self.numbers.same(Key::Global(global)),
            Expression::Override(handle) => self.numbers.same(Key::Override(handle)),
            Expression::Constant(constant) => self.numbers.same(Key::Constant(constant)),
            // catch-all: what is evaluated where an `Emit` says, or is the result of a statement
            _ => self.values.get(expression.index()).copied().unwrap_or(Value::Unknown),
        }
    }

    /// What an argument of the entry point is, or a member of one.
    fn argument(&mut self, argument: u32, member: Option<u32>) -> Value {
        let Proving { module, point, .. } = self.proving;
        let declared = point.function.arguments.get(argument as usize);
        let binding = declared.and_then(|declared| match (&declared.binding, member) {
            (Some(binding), None) => Some(binding),
            (None, Some(member)) => match module.types[declared.ty].inner {
                TypeInner::Struct { ref members, .. } => members.get(member as usize)?.binding.as_ref(),
                // catch-all: other arguments have no members
                _ => None,
            },
            (Some(_), Some(_)) | (None, None) => None,
        });
        match binding {
            Some(Binding::BuiltIn(BuiltIn::LocalInvocationIndex)) => Value::Word(self.invocation),
            Some(Binding::BuiltIn(BuiltIn::LocalInvocationId)) => Value::LocalId,
            Some(Binding::BuiltIn(
                BuiltIn::WorkGroupId
                | BuiltIn::WorkGroupSize
                | BuiltIn::NumWorkGroups
                | BuiltIn::NumSubgroups
                | BuiltIn::DrawIndex,
            )) => self.numbers.same(Key::Argument(argument, member)),
            // catch-all: the others differ, or may
            _ => Value::Unknown,
        }
    }

    fn local_id(&self, axis: u32) -> Value {
        let [x, y, z] = self.proving.point.workgroup_size;
        let at = match axis {
            0 => self.invocation.checked_rem(x),
            1 => self.invocation.checked_div(x).and_then(|rows| rows.checked_rem(y)),
            2 => self
                .invocation
                .checked_div(x.saturating_mul(y))
                .and_then(|layers| layers.checked_rem(z)),
            _ => None,
        };
        at.map_or(Value::Unknown, Value::Word)
    }

    /// Evaluates an expression, its operands being evaluated.
    pub(super) fn evaluate(&mut self, expression: Handle<Expression>) -> Value {
        let Proving {
            point, info, module, ..
        } = self.proving;
        match point.function.expressions[expression] {
            Expression::AccessIndex { base, index } => match point.function.expressions[base] {
                Expression::FunctionArgument(argument) if self.value(base) == Value::Unknown => {
                    self.argument(argument, Some(index))
                }
                // catch-all: whatever else it is a part of
                _ => match self.value(base) {
                    Value::LocalId => self.local_id(index),
                    Value::Same(number) => self.numbers.same(Key::Part(number, index)),
                    _ => Value::Unknown,
                },
            },
            Expression::Access { base, index } => match (self.value(base), self.value(index)) {
                (Value::Same(number), index) if is_shared(index) => self.numbers.same(Key::Element(number, index)),
                _ => Value::Unknown,
            },
            Expression::Load { pointer } => match pointer_root(&point.function, pointer) {
                Some(PointerRoot::Local(local)) => match point.function.expressions[pointer] {
                    Expression::LocalVariable(_) => self.locals.get(local.index()).copied().unwrap_or(Value::Unknown),
                    // catch-all: a part of a local is not followed
                    _ => Value::Unknown,
                },
                Some(PointerRoot::Global(global)) if self.is_read_only(global) => match self.value(pointer) {
                    Value::Same(number) => self.numbers.same(Key::Load(number)),
                    _ => Value::Unknown,
                },
                Some(PointerRoot::Global(_) | PointerRoot::Argument(_)) | None => Value::Unknown,
            },
            Expression::Unary { op, expr } => match (op, self.value(expr)) {
                (UnaryOperator::LogicalNot, value) => self.numbers.not(value),
                (UnaryOperator::Negate, Value::Word(word)) => Value::Word(word.wrapping_neg()),
                (UnaryOperator::BitwiseNot, Value::Word(word)) => Value::Word(!word),
                (UnaryOperator::Negate | UnaryOperator::BitwiseNot, _) => Value::Unknown,
            },
            Expression::Binary { op, left, right } => {
                let signed = is_signed(info[left].ty.inner_with(&module.types));
                let (left, right) = (self.value(left), self.value(right));
                self.numbers.binary(op, left, right, signed)
            }
            Expression::Select {
                condition,
                accept,
                reject,
            } => match self.value(condition) {
                Value::Bool(true) => self.value(accept),
                Value::Bool(false) => self.value(reject),
                _ => Value::Unknown,
            },
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3: None,
            } => {
                let signed = is_signed(info[arg].ty.inner_with(&module.types));
                let arguments = [Some(arg), arg1, arg2].map(|argument| argument.map(|argument| self.value(argument)));
                self.numbers.math(fun, arguments, signed)
            }
            Expression::As { expr, kind, convert } => match self.value(expr) {
                value @ Value::Word(_) if is_word(kind, convert.unwrap_or(4)) => value,
                Value::Bool(value) if is_word(kind, convert.unwrap_or(0)) => Value::Word(value.into()),
                Value::Same(number) => self.numbers.same(Key::Convert(number, kind, convert)),
                _ => Value::Unknown,
            },
            // catch-all: no index is made of the others
            _ => Value::Unknown,
        }
    }

    /// Whether nothing changes a variable while the shader runs. Mesh shaders only read their payload.
    fn is_read_only(&self, handle: Handle<GlobalVariable>) -> bool {
        let global = &self.proving.module.global_variables[handle];
        match global.space {
            AddressSpace::Uniform | AddressSpace::Immediate | AddressSpace::TaskPayload => true,
            AddressSpace::Storage { access } => {
                !access.intersects(StorageAccess::STORE | StorageAccess::ATOMIC)
                    && global.memory_decorations == MemoryDecorations::empty()
            }
            AddressSpace::Function
            | AddressSpace::Private
            | AddressSpace::WorkGroup
            | AddressSpace::Handle
            | AddressSpace::RayPayload
            | AddressSpace::IncomingRayPayload => false,
        }
    }
}

pub(super) fn is_word(kind: ScalarKind, width: u8) -> bool {
    matches!(kind, ScalarKind::Sint | ScalarKind::Uint) && width == 4
}

fn is_signed(inner: &TypeInner) -> bool {
    inner
        .scalar()
        .is_none_or(|scalar| scalar.kind != ScalarKind::Uint || scalar.width != 4)
}

/// Marks what the conditions, indices and counts of a shader are made of.
pub(super) fn want(proving: Proving<'_>, roots: &[Handle<Expression>]) -> bit_set::BitSet {
    let function = &proving.point.function;
    let mut wanted = bit_set::BitSet::with_capacity(function.expressions.len());
    let mut stack = roots.to_vec();
    let mut locals = bit_set::BitSet::with_capacity(function.local_variables.len());
    while let Some(expression) = stack.pop() {
        if !wanted.insert(expression.index()) {
            continue;
        }
        let found = &function.expressions[expression];
        operands::for_each(found, |operand| stack.push(operand));
        if let Expression::LocalVariable(local) = *found {
            if locals.insert(local.index()) {
                stored_to(function, &function.body, local, &mut stack);
            }
        }
    }
    wanted
}

/// The values that a block stores to a local.
fn stored_to(
    function: &naga::Function,
    block: &Block,
    local: Handle<LocalVariable>,
    found: &mut Vec<Handle<Expression>>,
) {
    for statement in block {
        match *statement {
            Statement::Store { pointer, value } => {
                if matches!(function.expressions[pointer], Expression::LocalVariable(other) if other == local) {
                    found.push(value);
                }
            }
            Statement::Block(ref block) => stored_to(function, block, local, found),
            Statement::If {
                ref accept, ref reject, ..
            } => {
                stored_to(function, accept, local, found);
                stored_to(function, reject, local, found);
            }
            Statement::Switch { ref cases, .. } => {
                for case in cases {
                    stored_to(function, &case.body, local, found);
                }
            }
            Statement::Loop {
                ref body,
                ref continuing,
                ..
            } => {
                stored_to(function, body, local, found);
                stored_to(function, continuing, local, found);
            }
            // catch-all: the others hold no blocks and store to no local whole
            _ => {}
        }
    }
}
