//! Value numbering of a function's integers: expressions with the same value have the same number.
//!
//! An expression is visited once, starting from the index or condition of a query, down to its operands: through
//! components, through locals that hold the value of a single store, and through constants. The result is a [`Value`]:
//! a row of a table with the operation and its operands ([`Kind`]). Two expressions with the same operation on the same
//! values share a row, so values are compared by their numbers.
//!
//! ```text
//! var j = i + 1;  if j < n { … a[1 + i] … }        `j` and `1 + i` are one value, if there is no store to `i`
//! ```
//!
//! A load of a local is identified by the store or join that defines its value (see [`Reaching`]); a load of memory
//! that no shader can write, by its pointer. Any other load is a distinct value.
//!
//! An expression with an operand whose evaluation a `continue` can skip is a distinct value too: in naga, `continuing`
//! may use such an operand, and its value can be of an earlier iteration, or undefined.

use super::Subject;
use super::built_ins::built_in;
use super::interval::{IntegerType, Interval};
use super::keys::{Key, Keys};
use super::privates::Privates;
use super::regions::{At, Reaching, Regions};
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::ir::position::is_fragment_coordinate;
use alloc::vec::Vec;
use core::num::NonZeroU32;
use naga::{
    AddressSpace, BinaryOperator, Expression, Handle, ImageQuery, LocalVariable, MathFunction, ScalarKind, TypeInner,
    UnaryOperator,
};

/// The depth to which operands are followed; below it an expression is a distinct value.
const MAX_DEPTH: u32 = 24;

/// The number of constants that are found without hashing.
const MAX_CONSTANTS: usize = 32;

/// The number of a value in [`Values`], from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value(NonZeroU32);

/// The type of lengths and extents.
const U32: Option<IntegerType> = Some(IntegerType {
    signed: false,
    bits: 32,
});

/// The operation that defines an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A constant; its interval is that integer.
    Constant,
    /// An operation that is not analyzed: only the interval is known, if anything.
    Opaque,
    Binary(BinaryOperator, Value, Value),
    Negate(Value),
    Math(MathFunction, [Option<Value>; 3]),
    /// The result of `select`: one of two values.
    Select(Value, Value),
    /// A conversion between integers, or a bit cast between integers of one width.
    Convert(Value),
    /// A load of a scalar local that several stores reach.
    Local(Loaded),
}

/// A scalar local where it is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loaded {
    pub(super) local: Handle<LocalVariable>,
    /// Whether the load can read the initial value. If not, every path to the load has a store.
    pub(super) reads_initial: bool,
}

impl Loaded {
    /// Whether what holds for all values of this load holds for another load too.
    pub(super) fn covers(self, other: Self) -> bool {
        self.local == other.local && (self.reads_initial || !other.reads_initial)
    }
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) kind: Kind,
    /// `None` for a value that is no scalar integer.
    pub(super) ty: Option<IntegerType>,
    /// The interval that holds at every position, once it is known.
    pub(super) interval: Option<Interval>,
    /// A bit for each of its transitive operands, by [`Value::bit`].
    pub(super) operands: u64,
}

/// The operation in a [`Key`], in the lowest byte of its first word.
#[derive(Clone, Copy, Debug)]
enum Tag {
    Constant,
    Distinct,
    Binary,
    Negate,
    Math,
    Convert,
    Local,
    LocalPointer,
    Global,
    Argument,
    Member,
    Element,
    Load,
    Length,
    Query,
    /// The value of a component: an entry that refers to another value.
    Component,
}

impl Value {
    const fn number(self) -> u32 {
        self.0.get()
    }

    const fn row(self) -> usize {
        self.number() as usize - 1
    }

    /// Its bit in a set of values. Several values can share a bit.
    pub(super) const fn bit(self) -> u64 {
        1 << (self.number() & 63)
    }
}

/// The values of one function. The tables are reused for the next function.
#[derive(Debug, Default)]
pub(super) struct Values {
    rows: Vec<Row>,
    /// The value of each expression.
    of: Vec<Option<Value>>,
    keys: Keys,
    /// The values of the constants from 0.
    constants: [Option<Value>; MAX_CONSTANTS],
}

impl Values {
    /// Starts a function.
    pub(super) fn reset(&mut self, expressions: usize) {
        self.rows.clear();
        self.keys.clear();
        self.constants = [None; MAX_CONSTANTS];
        crate::back::buffers::fill(&mut self.of, expressions, None);
    }

    pub(super) fn row(&self, value: Value) -> &Row {
        &self.rows[value.row()]
    }

    pub(super) fn row_mut(&mut self, value: Value) -> &mut Row {
        &mut self.rows[value.row()]
    }

    /// The integer of a constant; `None` for other values.
    pub(super) fn constant(&self, value: Value) -> Option<i64> {
        let row = self.row(value);
        match (row.kind, row.interval) {
            (Kind::Constant, Some(interval)) => Some(interval.least),
            // catch-all: values of other kinds are not constant
            _ => None,
        }
    }

    /// The row with a key, added if there is none.
    #[inline]
    fn row_of(
        &mut self,
        key: Key,
        ty: Option<IntegerType>,
        make: impl FnOnce(&[Row]) -> (Kind, Option<Interval>, u64),
    ) -> Value {
        let next = self.next();
        let value = self.keys.get_or_add(key, next);
        if value == next {
            let (kind, interval, operands) = make(&self.rows);
            self.rows.push(Row {
                kind,
                ty,
                interval,
                operands,
            });
        }
        value
    }

    /// The number of the next row.
    fn next(&self) -> Value {
        Value(NonZeroU32::MIN.saturating_add(self.rows.len() as u32))
    }

    /// A new row, for a value that no other expression has.
    fn add(&mut self, row: Row) -> Value {
        let next = self.next();
        self.rows.push(row);
        next
    }

    /// The value of a constant. It is one value for all integer types.
    pub(super) fn constant_value(&mut self, value: i64) -> Value {
        // Fast path: most constants are small.
        let small = usize::try_from(value).ok().filter(|small| *small < MAX_CONSTANTS);
        if let Some(known) = small.and_then(|small| self.constants[small]) {
            return known;
        }
        let key = [Tag::Constant as u32, value as u32, (value >> 32) as u32, 0];
        let row = self.row_of(key, None, |_| (Kind::Constant, Some(Interval::single(value)), 0));
        if let Some(small) = small {
            self.constants[small] = Some(row);
        }
        row
    }
}

/// The row of a value that is not analyzed.
fn opaque_row(ty: Option<IntegerType>, within: Option<Interval>) -> Row {
    let all = ty.map(IntegerType::full);
    let interval = match (all, within) {
        (Some(all), Some(within)) => Some(all.meet(within)),
        (all, _) => all,
    };
    Row {
        kind: Kind::Opaque,
        ty,
        interval,
        operands: 0,
    }
}

/// A bit for each of these values and of their transitive operands.
fn parts(rows: &[Row], values: impl IntoIterator<Item = Value>) -> u64 {
    let of = |value: Value| rows[value.row()].operands | value.bit();
    values.into_iter().map(of).fold(0, core::ops::BitOr::bitor)
}

/// A type in a key.
fn type_bits(ty: IntegerType) -> u32 {
    u32::from(ty.bits) | u32::from(ty.signed)
}

/// A component in a key.
fn component_bits(component: Option<u32>) -> u32 {
    component.map_or(0, |component| component + 1)
}

/// Finds the values of a function's expressions.
pub(super) struct Numbering<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) regions: &'a Regions,
    pub(super) values: &'a mut Values,
    pub(super) privates: &'a mut Privates,
}

impl Numbering<'_> {
    /// The value of a scalar, or of one component of a vector. A scalar has the same value for every component.
    pub(super) fn value(&mut self, expression: Handle<Expression>, component: Option<u32>) -> Value {
        self.operand(expression, component, MAX_DEPTH)
    }

    /// The length of the run-time array that a pointer points to. For another pointer the value is meaningless.
    pub(super) fn length_of(&mut self, pointer: Handle<Expression>) -> Value {
        let most = self.subject.stride(pointer).map(|stride| u32::MAX / stride);
        let pointer = self.value(pointer, None);
        self.length(pointer, most)
    }

    fn length(&mut self, pointer: Value, most: Option<u32>) -> Value {
        let within = Interval {
            least: self.subject.least_length.into(),
            most: most.unwrap_or(u32::MAX).into(),
        };
        self.opaque([Tag::Length as u32, pointer.number(), 0, 0], U32, Some(within))
    }

    /// The value of a local at a position.
    pub(super) fn local_at(&mut self, local: Handle<LocalVariable>, at: At) -> Value {
        let ty = self.subject.function.local_variables[local].ty;
        let scalar = self.subject.module.types[ty].inner.scalar();
        self.local((local, None), scalar.and_then(IntegerType::of), at, MAX_DEPTH)
    }

    #[inline]
    fn value_of(&mut self, expression: Handle<Expression>, component: Option<u32>, depth: u32) -> Value {
        let Some(component) = component else {
            if let Some(known) = self.values.of[expression.index()] {
                return known;
            }
            return self.new_value(expression, depth);
        };
        self.component(expression, component, depth)
    }

    #[inline(never)]
    fn new_value(&mut self, expression: Handle<Expression>, depth: u32) -> Value {
        let Some(depth) = depth.checked_sub(1) else {
            return self.distinct(expression, None);
        };
        let value = self.of_operation(expression, None, depth);
        self.values.of[expression.index()] = Some(value);
        value
    }

    fn component(&mut self, expression: Handle<Expression>, component: u32, depth: u32) -> Value {
        // Fast path: an argument has a row for each component.
        if let Expression::FunctionArgument(_) = self.subject.function.expressions[expression] {
            return self.of_operation(expression, Some(component), depth);
        }
        let key = [Tag::Component as u32, expression.index() as u32, component, 0];
        if let Some(known) = self.values.keys.get(key) {
            return known;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return self.distinct(expression, Some(component));
        };
        let value = self.of_operation(expression, Some(component), depth);
        self.values.keys.get_or_add(key, value)
    }

    /// A distinct value, identified by its expression.
    fn distinct(&mut self, expression: Handle<Expression>, component: Option<u32>) -> Value {
        let ty = self.integer(expression, component);
        self.distinct_within(expression, component, ty, None)
    }

    fn distinct_within(
        &mut self,
        expression: Handle<Expression>,
        component: Option<u32>,
        ty: Option<IntegerType>,
        within: Option<Interval>,
    ) -> Value {
        if component.is_some() {
            return self.opaque(distinct_key(expression, component), ty, within);
        }
        self.values.add(opaque_row(ty, within))
    }

    /// The type of a scalar or component that is an integer.
    fn integer(&self, expression: Handle<Expression>, component: Option<u32>) -> Option<IntegerType> {
        match (self.subject.inner(expression), component) {
            (&TypeInner::Scalar(scalar), None) | (&TypeInner::Vector { scalar, .. }, Some(_)) => {
                IntegerType::of(scalar)
            }
            // catch-all: values of other types are no integers
            _ => None,
        }
    }

    fn opaque(&mut self, key: Key, ty: Option<IntegerType>, within: Option<Interval>) -> Value {
        self.values.row_of(key, ty, |_| {
            let Row { kind, interval, .. } = opaque_row(ty, within);
            (kind, interval, 0)
        })
    }

    /// The value of an operand of a component-wise operation: a component of a vector, or a scalar.
    fn operand(&mut self, expression: Handle<Expression>, component: Option<u32>, depth: u32) -> Value {
        let is_vector = || matches!(self.subject.inner(expression), TypeInner::Vector { .. });
        self.value_of(expression, component.filter(|_| is_vector()), depth)
    }

    /// The value of an expression, from its operation and operands.
    fn of_operation(&mut self, expression: Handle<Expression>, component: Option<u32>, depth: u32) -> Value {
        if !self
            .regions
            .is_evaluated_after_operands(self.subject.function, expression)
        {
            return self.distinct(expression, component);
        }
        // Frequent variants first.
        match self.subject.function.expressions[expression] {
            Expression::Load { pointer } => self.load(expression, pointer, component, depth),
            Expression::Binary { op, left, right } => match self.integer(expression, component) {
                Some(ty) => {
                    let (left, right) = (
                        self.operand(left, component, depth),
                        self.operand(right, component, depth),
                    );
                    self.binary(ty, op, left, right)
                }
                None => self.distinct(expression, component),
            },
            // catch-all: the match of the called function names all variants
            _ => self.of_other_operation(expression, component, depth),
        }
    }

    #[inline(never)]
    fn of_other_operation(&mut self, expression: Handle<Expression>, component: Option<u32>, depth: u32) -> Value {
        match self.subject.function.expressions[expression] {
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) => {
                match self.subject.constant(expression, component) {
                    Some(value) => self.values.constant_value(value),
                    None => self.distinct(expression, component),
                }
            }
            Expression::Splat { value, .. } if component.is_some() => self.value_of(value, None, depth),
            Expression::Compose { ref components, .. } => match component {
                Some(component) => match self.part(components, component) {
                    Some((part, component)) => self.value_of(part, component, depth),
                    None => self.distinct(expression, Some(component)),
                },
                None => self.distinct(expression, None),
            },
            Expression::Swizzle { vector, pattern, .. } => match component.and_then(|at| pattern.get(at as usize)) {
                Some(&from) => self.value_of(vector, Some(from as u32), depth),
                None => self.distinct(expression, component),
            },
            Expression::AccessIndex { base, index } => {
                if let TypeInner::Vector { .. } = *self.subject.inner(base) {
                    return self.value_of(base, Some(index), depth);
                }
                let within = self.member_built_in(base, index, component);
                let base = self.value_of(base, None, depth);
                let ty = self.integer(expression, component);
                self.opaque(member(base, index, component), ty, within)
            }
            Expression::Access { base, index } => {
                let (base, index) = (self.value_of(base, None, depth), self.value_of(index, None, depth));
                let key = [
                    Tag::Element as u32,
                    base.number(),
                    index.number(),
                    component_bits(component),
                ];
                let ty = self.integer(expression, component);
                self.opaque(key, ty, None)
            }
            Expression::FunctionArgument(index) => {
                let argument = self.subject.argument(expression);
                let binding = argument.and_then(|argument| argument.binding.as_ref());
                let entry = self.subject.entry;
                let within = binding.and_then(|binding| built_in(entry?, binding, component));
                let key = [Tag::Argument as u32, index, component_bits(component), 0];
                let ty = self.integer(expression, component);
                self.opaque(key, ty, within)
            }
            Expression::GlobalVariable(global) => {
                self.opaque([Tag::Global as u32, global.index() as u32, 0, 0], None, None)
            }
            Expression::LocalVariable(local) => {
                self.opaque([Tag::LocalPointer as u32, local.index() as u32, 0, 0], None, None)
            }
            Expression::Unary {
                op: UnaryOperator::Negate,
                expr,
            } => {
                let Some(ty) = self.integer(expression, component) else {
                    return self.distinct(expression, component);
                };
                let of = self.operand(expr, component, depth);
                match self.values.constant(of) {
                    Some(value) if ty.exact().contains_value(-value) => self.values.constant_value(-value),
                    Some(_) | None => self.unary(Tag::Negate, ty, of, Kind::Negate(of)),
                }
            }
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3: None,
            } => match self.integer(expression, component) {
                Some(ty) => self.math(ty, fun, [Some(arg), arg1, arg2], component, depth),
                None => self.distinct(expression, component),
            },
            Expression::Select { accept, reject, .. } => {
                let Some(ty) = self.integer(expression, component) else {
                    return self.distinct(expression, component);
                };
                let (accept, reject) = (
                    self.operand(accept, component, depth),
                    self.operand(reject, component, depth),
                );
                self.values.add(Row {
                    kind: Kind::Select(accept, reject),
                    ty: Some(ty),
                    interval: None,
                    operands: parts(&self.values.rows, [accept, reject]),
                })
            }
            Expression::As { expr, convert, .. } => match self.integer(expression, component) {
                Some(to) => self.conversion(expression, to, (expr, convert), component, depth),
                None => self.distinct(expression, component),
            },
            Expression::ArrayLength(pointer) => {
                let most = self.subject.stride(pointer).map(|stride| u32::MAX / stride);
                let pointer = self.value_of(pointer, None, depth);
                self.length(pointer, most)
            }
            Expression::ImageQuery { image, query } => {
                let ty = self.integer(expression, component);
                self.query(ty, image, query, component, depth)
            }
            Expression::Splat { .. }
            | Expression::Load { .. }
            | Expression::Binary { .. }
            | Expression::Unary { .. }
            | Expression::Math { .. }
            | Expression::Override(_)
            | Expression::ImageSample { .. }
            | Expression::ImageLoad { .. }
            | Expression::Derivative { .. }
            | Expression::Relational { .. }
            | Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. }
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. }
            | Expression::CooperativeLoad { .. }
            | Expression::CooperativeMultiplyAdd { .. } => self.distinct(expression, component),
        }
    }

    /// The operand of a vector composition, and its component, that a component of the vector comes from.
    fn part(&self, components: &[Handle<Expression>], mut component: u32) -> Option<(Handle<Expression>, Option<u32>)> {
        for &part in components {
            let (size, _) = self.subject.shape(part)?;
            match component.checked_sub(size.map_or(1, |size| size as u32)) {
                Some(rest) => component = rest,
                None => return Some((part, size.map(|_| component))),
            }
        }
        None
    }

    fn unary(&mut self, tag: Tag, ty: IntegerType, of: Value, kind: Kind) -> Value {
        let key = [tag as u32 | type_bits(ty) << 8, of.number(), 0, 0];
        self.values
            .row_of(key, Some(ty), |rows| (kind, None, parts(rows, [of])))
    }

    fn binary(&mut self, ty: IntegerType, operator: BinaryOperator, left: Value, right: Value) -> Value {
        let commutes = matches!(
            operator,
            BinaryOperator::Add
                | BinaryOperator::Multiply
                | BinaryOperator::And
                | BinaryOperator::InclusiveOr
                | BinaryOperator::ExclusiveOr
        );
        let (one, other) = if commutes && right.number() < left.number() {
            (right, left)
        } else {
            (left, right)
        };
        let tag = Tag::Binary as u32 | type_bits(ty) << 8 | (operator as u32) << 16;
        self.values
            .row_of([tag, one.number(), other.number(), 0], Some(ty), |rows| {
                (Kind::Binary(operator, left, right), None, parts(rows, [left, right]))
            })
    }

    fn math(
        &mut self,
        ty: IntegerType,
        function: MathFunction,
        arguments: [Option<Handle<Expression>>; 3],
        component: Option<u32>,
        depth: u32,
    ) -> Value {
        let arguments = arguments.map(|argument| argument.map(|argument| self.operand(argument, component, depth)));
        let part = |at: usize| arguments[at].map_or(0, Value::number);
        // The key includes the component, since functions such as `unpack4xU8` map a scalar to a vector with different
        // components.
        let tag = Tag::Math as u32 | type_bits(ty) << 8 | (function as u32) << 16 | component_bits(component) << 24;
        let key = [tag, part(0), part(1), part(2)];
        self.values.row_of(key, Some(ty), |rows| {
            let operands = parts(rows, arguments.into_iter().flatten());
            (Kind::Math(function, arguments), None, operands)
        })
    }

    fn conversion(
        &mut self,
        expression: Handle<Expression>,
        to: IntegerType,
        (from, convert): (Handle<Expression>, Option<u8>),
        component: Option<u32>,
        depth: u32,
    ) -> Value {
        let scalar = self.subject.shape(from).map(|(_, scalar)| scalar);
        match scalar.map(|scalar| (scalar.kind, scalar.width * 8)) {
            Some((ScalarKind::Bool, _)) if convert.is_some() => {
                self.distinct_within(expression, component, Some(to), Some(Interval { least: 0, most: 1 }))
            }
            Some((ScalarKind::Sint | ScalarKind::Uint, bits)) if convert.is_some() || bits == to.bits => {
                let of = self.operand(from, component, depth);
                match self.values.constant(of) {
                    Some(value) if to.exact().contains_value(value) => of,
                    Some(_) | None => self.unary(Tag::Convert, to, of, Kind::Convert(of)),
                }
            }
            Some((ScalarKind::Float, _))
                if convert.is_some()
                    && self.subject.entry.is_some()
                    && is_fragment_coordinate(self.subject.module, self.subject.function, from) =>
            {
                let most = i32::MAX.into();
                self.distinct_within(expression, component, Some(to), Some(Interval { least: 0, most }))
            }
            // catch-all: other conversions from floating point are not analyzed
            _ => self.distinct(expression, component),
        }
    }

    /// The result of an image query, or a component of it.
    pub(super) fn extent(&mut self, image: Handle<Expression>, query: ImageQuery, component: Option<u32>) -> Value {
        self.query(U32, image, query, component, MAX_DEPTH)
    }

    fn query(
        &mut self,
        ty: Option<IntegerType>,
        image: Handle<Expression>,
        query: ImageQuery,
        component: Option<u32>,
        depth: u32,
    ) -> Value {
        let image = self.value_of(image, None, depth);
        // Vulkan addresses the texels of an image by `VkOffset3D`, which is signed.
        let some = Some(Interval {
            least: 1,
            most: i32::MAX.into(),
        });
        let (which, within) = match query {
            ImageQuery::Size { level } => {
                let level = level.map(|level| self.value_of(level, None, depth));
                // Without a level the size is that of level 0. Other levels may not exist, and then their size is
                // unknown.
                match level.filter(|&level| self.values.constant(level) != Some(0)) {
                    None => (0, some),
                    Some(level) => ((level.number() + 1) << 2, None),
                }
            }
            // The number of levels is at most the number of bits of an extent.
            ImageQuery::NumLevels => (1, Some(Interval { least: 1, most: 32 })),
            ImageQuery::NumLayers => (2, some),
            ImageQuery::NumSamples => (3, Some(Interval { least: 1, most: 64 })),
        };
        let key = [Tag::Query as u32, image.number(), which, component_bits(component)];
        self.opaque(key, ty, within)
    }

    fn load(
        &mut self,
        load: Handle<Expression>,
        pointer: Handle<Expression>,
        component: Option<u32>,
        depth: u32,
    ) -> Value {
        let (function, module) = (self.subject.function, self.subject.module);
        let ty = self.integer(load, component);
        if let (Expression::LocalVariable(local), Some(at)) = (&function.expressions[pointer], self.regions.at(load)) {
            return self.local((*local, component), ty, at, depth);
        }
        match pointer_root(function, pointer) {
            Some(PointerRoot::Local(local)) => {
                let Some(at) = self.regions.at(load) else {
                    return self.distinct(load, component);
                };
                if let Expression::AccessIndex { index, .. } = function.expressions[pointer]
                    && let TypeInner::Vector { .. } = module.types[function.local_variables[local].ty].inner
                {
                    return self.local((local, Some(index)), ty, at, depth);
                }
                let version = match self.regions.reaching(local, at) {
                    Reaching::Initial => 0,
                    Reaching::Store(number) => self.regions.stores[number as usize].position,
                    Reaching::Join(position) => position,
                };
                let pointer = self.value_of(pointer, None, depth);
                let key = [
                    Tag::Load as u32 | component_bits(component) << 8,
                    pointer.number(),
                    version + 1,
                    0,
                ];
                self.opaque(key, ty, None)
            }
            // Memory that no shader can write keeps its contents. Read-only storage is not such memory: it may alias a
            // writable binding.
            Some(PointerRoot::Global(global))
                if matches!(
                    module.global_variables[global].space,
                    AddressSpace::Uniform | AddressSpace::Immediate | AddressSpace::Handle
                ) =>
            {
                let mut pointer = self.value_of(pointer, None, depth);
                if let Some(component) = component {
                    pointer = self.opaque(member(pointer, component, None), None, None);
                }
                self.opaque([Tag::Load as u32, pointer.number(), 0, 0], ty, None)
            }
            Some(PointerRoot::Global(global))
                if module.global_variables[global].space == AddressSpace::Private && ty.is_some() =>
            {
                let is_vector = matches!(
                    module.types[module.global_variables[global].ty].inner,
                    TypeInner::Vector { .. }
                );
                let place = match function.expressions[pointer] {
                    Expression::GlobalVariable(_) => Some(component),
                    Expression::AccessIndex { index, .. } if is_vector => Some(Some(index)),
                    // catch-all: parts of larger types are not analyzed
                    _ => None,
                };
                let within = place.and_then(|component| self.privates.interval(module, global, component));
                self.distinct_within(load, component, ty, within)
            }
            Some(PointerRoot::Global(_) | PointerRoot::Argument(_)) | None => self.distinct(load, component),
        }
    }

    /// The value of a local, or of a component of it, at a position.
    fn local(
        &mut self,
        (local, component): (Handle<LocalVariable>, Option<u32>),
        ty: Option<IntegerType>,
        at: At,
        depth: u32,
    ) -> Value {
        let version = match self.regions.reaching(local, at) {
            Reaching::Initial => match self.subject.function.local_variables[local].init {
                Some(init) => return self.value_of(init, component, depth),
                None if ty.is_some() => return self.values.constant_value(0),
                None => 0,
            },
            Reaching::Store(number) => {
                let store = self.regions.stores[number as usize];
                match store.value {
                    Some(value) if self.regions.comes_before(value, store.scope) => {
                        return self.value_of(value, component, depth);
                    }
                    Some(_) | None => store.position,
                }
            }
            Reaching::Join(position) => position,
        };
        let key = |last: u32| [Tag::Local as u32, local.index() as u32, version, last];
        if ty.is_none() || component.is_some() {
            return self.opaque(key(component_bits(component)), ty, None);
        }
        // Of two loads with one join, one can be where a store always precedes: they have the same value only if both
        // are executed, so they are distinct here.
        let reads_initial = !self.regions.is_stored_before(local, at);
        self.values.row_of(key(u32::from(reads_initial)), ty, |_| {
            (Kind::Local(Loaded { local, reads_initial }), None, 0)
        })
    }

    fn member_built_in(&self, base: Handle<Expression>, index: u32, component: Option<u32>) -> Option<Interval> {
        let TypeInner::Struct { ref members, .. } = *self.subject.inner(base) else {
            return None;
        };
        self.subject.argument(base)?;
        built_in(
            self.subject.entry?,
            members.get(index as usize)?.binding.as_ref()?,
            component,
        )
    }
}

/// The key of a distinct value.
fn distinct_key(expression: Handle<Expression>, component: Option<u32>) -> Key {
    [
        Tag::Distinct as u32,
        expression.index() as u32,
        component_bits(component),
        0,
    ]
}

/// The key of a member or component of a value or pointer.
fn member(base: Value, index: u32, component: Option<u32>) -> Key {
    [Tag::Member as u32, base.number(), index, component_bits(component)]
}
