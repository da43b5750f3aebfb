//! One call of a function: executes its statements and evaluates its expressions (WGSL §8, §9).

use naga::proc::BoundsCheckPolicy;
use naga::{Block, Expression, Function, Handle, Statement, SwitchValue};

use super::invocation::Invocation;
use super::math;
use super::number::Number;
use super::program::Program;
use super::value::{Pointer, Root, Value, zero};

type Result<T> = std::result::Result<T, String>;

/// How a block ended.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<Value>),
}

pub struct Frame<'a> {
    pub function: &'a Function,
    pub arguments: Vec<Value>,
    /// The values of the expressions that statements have evaluated, by index.
    pub values: Vec<Option<Value>>,
    /// The index of the first variable of this call on the stack.
    pub base: usize,
}

/// Executes a function.
pub fn call<'a>(inv: &mut Invocation<'a>, function: &'a Function, arguments: Vec<Value>) -> Result<Option<Value>> {
    let base = inv.stack.len();
    let mut frame = Frame {
        function,
        arguments,
        values: vec![None; function.expressions.len()],
        base,
    };
    for (_, variable) in function.local_variables.iter() {
        let value = match variable.init {
            Some(init) => frame.value(inv, init)?,
            None => zero(inv.program(), variable.ty)?,
        };
        inv.stack.push(value);
    }
    let flow = frame.block(inv, &function.body)?;
    inv.stack.truncate(base);
    match flow {
        Flow::Return(value) => Ok(value),
        Flow::Next => Ok(None),
        Flow::Break | Flow::Continue => Err("a jump out of a function".to_owned()),
    }
}

impl<'a> Frame<'a> {
    fn block(&mut self, inv: &mut Invocation<'a>, block: &'a Block) -> Result<Flow> {
        for statement in block.iter() {
            inv.step()?;
            let flow = self.statement(inv, statement)?;
            if !matches!(flow, Flow::Next) {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, inv: &mut Invocation<'a>, statement: &'a Statement) -> Result<Flow> {
        match *statement {
            Statement::Emit(ref range) => {
                for handle in range.clone() {
                    let value = self.evaluate(inv, handle)?;
                    self.set(handle, value);
                }
            }
            Statement::Block(ref block) => return self.block(inv, block),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => {
                let block = if self.truth(inv, condition)? { accept } else { reject };
                return self.block(inv, block);
            }
            Statement::Switch { selector, ref cases } => return self.switch(inv, selector, cases),
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => return self.repeat(inv, body, continuing, break_if),
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Return { value } => {
                let value = value.map(|value| self.value(inv, value)).transpose()?;
                return Ok(Flow::Return(value));
            }
            Statement::Store { pointer, value } => {
                let (pointer, value) = (self.place(inv, pointer)?, self.value(inv, value)?);
                inv.store(&pointer, value)?;
            }
            Statement::Call {
                function,
                ref arguments,
                result,
            } => {
                let arguments: Result<Vec<Value>> = arguments.iter().map(|&value| self.value(inv, value)).collect();
                let function = &inv.program().module.functions[function];
                let value = call(inv, function, arguments?)?;
                if let (Some(result), Some(value)) = (result, value) {
                    self.set(result, value);
                }
            }
            _ => self.effect(inv, statement)?,
        }
        Ok(Flow::Next)
    }

    fn switch(
        &mut self,
        inv: &mut Invocation<'a>,
        selector: Handle<Expression>,
        cases: &'a [naga::SwitchCase],
    ) -> Result<Flow> {
        let selector = self.value(inv, selector)?.number()?.int();
        let matches = |case: &naga::SwitchCase| match case.value {
            SwitchValue::I32(value) => selector == i128::from(value),
            SwitchValue::U32(value) => selector == i128::from(value),
            SwitchValue::Default => false,
        };
        let default = |case: &naga::SwitchCase| case.value == SwitchValue::Default;
        let chosen = cases
            .iter()
            .position(matches)
            .or_else(|| cases.iter().position(default));
        for case in &cases[chosen.unwrap_or(cases.len())..] {
            match self.block(inv, &case.body)? {
                Flow::Next if case.fall_through => {}
                Flow::Next | Flow::Break => break,
                flow @ (Flow::Continue | Flow::Return(_)) => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn repeat(
        &mut self,
        inv: &mut Invocation<'a>,
        body: &'a Block,
        continuing: &'a Block,
        break_if: Option<Handle<Expression>>,
    ) -> Result<Flow> {
        loop {
            match self.block(inv, body)? {
                Flow::Break => return Ok(Flow::Next),
                flow @ Flow::Return(_) => return Ok(flow),
                Flow::Next | Flow::Continue => {}
            }
            self.block(inv, continuing)?;
            if let Some(condition) = break_if {
                if self.truth(inv, condition)? {
                    return Ok(Flow::Next);
                }
            }
            inv.step()?;
        }
    }

    pub fn set(&mut self, handle: Handle<Expression>, value: Value) {
        self.values[handle.index()] = Some(value);
    }

    fn truth(&self, inv: &mut Invocation<'a>, handle: Handle<Expression>) -> Result<bool> {
        Ok(self.value(inv, handle)?.number()?.is_true())
    }

    pub fn place(&self, inv: &mut Invocation<'a>, handle: Handle<Expression>) -> Result<Pointer> {
        Ok(self.value(inv, handle)?.pointer()?.clone())
    }

    /// The value of an expression when it was evaluated. Expressions that need no evaluation have the same value
    /// everywhere.
    pub fn value(&self, inv: &mut Invocation<'a>, handle: Handle<Expression>) -> Result<Value> {
        if let Some(value) = &self.values[handle.index()] {
            return Ok(value.clone());
        }
        let pointer = |root| {
            Value::Pointer(Pointer {
                root,
                path: Vec::new(),
                outside: false,
            })
        };
        match self.function.expressions[handle] {
            Expression::FunctionArgument(index) => Ok(self.arguments[index as usize].clone()),
            Expression::LocalVariable(variable) => Ok(pointer(Root::Local(self.base + variable.index()))),
            Expression::GlobalVariable(variable) => Ok(pointer(Root::Global(variable.index()))),
            Expression::Literal(literal) => Ok(Value::Number(Number::literal(literal))),
            Expression::ZeroValue(ty) => zero(inv.program(), ty),
            Expression::Constant(constant) => inv.program().constant(inv.program().module.constants[constant].init),
            // Constant expressions, such as the initial values of variables.
            _ => self.evaluate(inv, handle),
        }
    }

    fn evaluate(&self, inv: &mut Invocation<'a>, handle: Handle<Expression>) -> Result<Value> {
        let program = inv.program();
        let mut operand = |handle: Handle<Expression>| self.value(inv, handle);
        match self.function.expressions[handle] {
            Expression::Access { base, index } => {
                let (base, index) = (operand(base)?, operand(index)?.number()?);
                // A negative index is out of range too.
                access(inv, base, u64::try_from(index.int()).unwrap_or(u64::MAX))
            }
            Expression::AccessIndex { base, index } => {
                let base = operand(base)?;
                access(inv, base, u64::from(index))
            }
            Expression::Load { pointer } => {
                let pointer = operand(pointer)?;
                inv.load(pointer.pointer()?)
            }
            Expression::ArrayLength(array) => {
                let array = operand(array)?;
                let length = inv.length(array.pointer()?)?;
                Ok(Value::Number(Number::integer(super::number::U32, length as i128)))
            }
            ref expression => pure(program, expression, &mut operand),
        }
    }
}

/// An element at an index. If the index is out of range, the policy determines the value.
fn access(inv: &Invocation<'_>, base: Value, index: u64) -> Result<Value> {
    let length = match &base {
        Value::Pointer(pointer) => inv.length(pointer)?,
        Value::Parts(parts) => parts.len(),
        Value::Number(_) => return Err("an index into a scalar".to_owned()),
    };
    if length == 0 {
        return Err("an index into nothing".to_owned());
    }
    let last = length - 1;
    let outside = index > last as u64;
    let (at, skipped) = match (outside, inv.policy()) {
        (false, _) => (index as usize, false),
        (true, BoundsCheckPolicy::Restrict) => (last, false),
        (true, BoundsCheckPolicy::ReadZeroSkipWrite) => (0, true),
        // A pointer out of range has no effect until it is read or written.
        (true, BoundsCheckPolicy::Unchecked) => (0, true),
    };
    match base {
        Value::Pointer(mut pointer) => {
            pointer.path.push(at);
            pointer.outside |= skipped;
            Ok(Value::Pointer(pointer))
        }
        Value::Parts(_) if skipped && inv.policy() == BoundsCheckPolicy::Unchecked => {
            Err(format!("{index} is out of range"))
        }
        Value::Parts(parts) if skipped => Ok(parts[at].zeroed()),
        Value::Parts(mut parts) => Ok(parts.swap_remove(at)),
        Value::Number(_) => Err("an index into a scalar".to_owned()),
    }
}

/// An expression that depends only on its operands, which may also be constant.
pub fn pure(
    program: &Program,
    expression: &Expression,
    operand: &mut dyn FnMut(Handle<Expression>) -> Result<Value>,
) -> Result<Value> {
    match *expression {
        Expression::Literal(literal) => Ok(Value::Number(Number::literal(literal))),
        Expression::ZeroValue(ty) => zero(program, ty),
        Expression::Override(handle) => program.override_value(handle),
        Expression::Compose { ty, ref components } => {
            let mut parts = Vec::new();
            let vector = matches!(program.module.types[ty].inner, naga::TypeInner::Vector { .. });
            for &component in components {
                match operand(component)? {
                    Value::Parts(inner) if vector => parts.extend(inner),
                    value => parts.push(value),
                }
            }
            Ok(Value::Parts(parts))
        }
        Expression::AccessIndex { base, index } => Ok(operand(base)?.parts()?[index as usize].clone()),
        Expression::Splat { size, value } => Ok(Value::Parts(vec![operand(value)?; size as usize])),
        Expression::Swizzle { size, vector, pattern } => {
            let vector = operand(vector)?;
            let parts = vector.parts()?;
            let chosen = pattern[..size as usize].iter();
            Ok(Value::Parts(chosen.map(|&at| parts[at as usize].clone()).collect()))
        }
        Expression::Unary { op, expr } => operand(expr)?.map(&mut |number| unary(op, number)),
        Expression::Binary { op, left, right } => operand(left)?.binary(op, &operand(right)?),
        Expression::Select {
            condition,
            accept,
            reject,
        } => select(&operand(condition)?, operand(accept)?, operand(reject)?),
        Expression::Relational { fun, argument } => math::relational(fun, &operand(argument)?),
        Expression::Math {
            fun,
            arg,
            arg1,
            arg2,
            arg3,
        } => {
            let arguments = [Some(arg), arg1, arg2, arg3].into_iter().flatten();
            let arguments: Result<Vec<Value>> = arguments.map(operand).collect();
            math::math(fun, &arguments?)
        }
        Expression::As { expr, kind, convert } => operand(expr)?.map(&mut |number| {
            Ok(match convert {
                Some(width) => number.convert(naga::Scalar { kind, width }),
                None => Number {
                    scalar: naga::Scalar {
                        kind,
                        width: number.scalar.width,
                    },
                    bits: number.bits,
                },
            })
        }),
        ref other => Err(format!("{other:?}")),
    }
}

fn unary(op: naga::UnaryOperator, number: Number) -> Result<Number> {
    Ok(match op {
        naga::UnaryOperator::Negate if number.is_float() => Number::float(number.scalar, -number.real()),
        naga::UnaryOperator::Negate => Number::integer(number.scalar, -number.int()),
        naga::UnaryOperator::LogicalNot => Number::truth(!number.is_true()),
        naga::UnaryOperator::BitwiseNot => Number::integer(number.scalar, !number.int()),
    })
}

/// Selects by one condition, or each component by its own condition.
fn select(condition: &Value, accept: Value, reject: Value) -> Result<Value> {
    match condition {
        Value::Number(number) if number.is_true() => Ok(accept),
        Value::Number(_) => Ok(reject),
        _ => {
            let (accept, reject) = (accept.parts()?, reject.parts()?);
            let chosen = condition.components()?.into_iter().zip(accept.iter().zip(reject));
            let parts = chosen.map(|(condition, (a, b))| if condition.is_true() { a } else { b });
            Ok(Value::Parts(parts.cloned().collect()))
        }
    }
}
