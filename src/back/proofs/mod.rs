//! Proofs about the integers of a function that hold for all inputs: loops that end, indices below a length, and texels
//! inside their image.
//!
//! The plan queries each loop when it has swept the statements of a function, each live access with a dynamic index,
//! and each texel load. The first query walks over the function's statements once ([`regions`]); a function without any
//! query costs nothing. The work of each query is bounded, so the total is linear.
//!
//! * [`regions`]: positions and scopes of statements, conditions of scopes, and stores to locals.
//! * [`built_ins`], [`privates`]: the intervals of built-ins, and of Private variables to which front ends copy them.
//! * [`values`], [`keys`]: value numbering; which expressions are the same value, and the operands of a value.
//! * [`conditions`]: conditions decomposed into comparisons of values.
//! * [`interval`]: interval arithmetic.
//! * [`ranges`]: the interval of a value at a position.
//! * [`cases`]: the interval of an index for each value of a counter that has few.
//! * [`lengths`]: values below the length of a run-time array, or below an extent of an image.
//! * [`texels`]: texels inside their image.
//! * [`loops`]: loops that end.
//! * [`explain`]: the reasons for checks, as text.
//!
//! This folder does not know how a check is emitted. Without a proof the check stays, so an incomplete analysis costs
//! time and never safety.

mod built_ins;
mod cases;
mod conditions;
mod explain;
mod interval;
mod keys;
mod lengths;
mod loops;
mod privates;
mod ranges;
mod regions;
mod texels;
mod values;

use crate::back::binding_length::{BindingLength, binding_array};
use crate::back::overrides::{ArrayLength, OverrideTable};
use crate::ir::literal::known_literal;
use crate::ir::pointer::inner_of;
use crate::options::Options;
use alloc::vec::Vec;
use conditions::Conditions;
use core::fmt::Write as _;
pub use explain::{Check, CheckKind};
use interval::{IntegerType, Interval};
use lengths::Below;
use loops::Ending;
use naga::valid::FunctionInfo;
use naga::{
    Arena, ArraySize, Block, EntryPoint, Expression, Function, FunctionArgument, Handle, Literal, Module, Scalar,
    TypeInner, VectorSize,
};
use privates::Privates;
use ranges::{Envelope, Ranges};
use regions::{Loop, Regions};
pub(crate) use texels::Inside;
use texels::Texel;
use values::{Numbering, Value, Values};

/// The function that a query is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a Function,
    pub(crate) info: &'a FunctionInfo,
    /// The entry point, if the function belongs to one: its arguments are stage inputs.
    pub(crate) entry: Option<&'a EntryPoint>,
    /// The least length of a run-time array. Clamping to the last element assumes one element, a test assumes none.
    pub(crate) least_length: u32,
}

/// The proofs of a module, and the tables for the current function.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    regions: Regions,
    conditions: Conditions,
    values: Values,
    privates: Privates,
    /// By local, for the loads that cannot read the initial value, and for those that can.
    envelopes: Vec<[Envelope; 2]>,
    /// The kinds of lengths that the live code of the function queries. The caller records them before its queries
    /// about indices and texels.
    pub(crate) measured: Measured,
    state: State,
    /// The scope, value and elements of the last index into a known number of elements, and its interval.
    last: Option<((u32, Value, Interval), Interval)>,
    /// The loops that end, by the address of their bodies.
    finite: Vec<usize>,
    /// Whether explanations are collected.
    explains: bool,
    pub(crate) checks: Vec<Check>,
}

/// The kinds of lengths that a function queries. An index cannot be compared with a length that is not queried.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Measured {
    /// The length of a run-time array.
    pub(crate) arrays: bool,
    /// An extent, level count or sample count of an image.
    pub(crate) images: bool,
}

/// The state of the tables for the current function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Unread,
    Read,
    /// Blocks are nested too deep to be analyzed.
    Unknown,
}

impl Proofs {
    /// Starts a module.
    pub(crate) fn reset(&mut self, explains: bool) {
        self.finite.clear();
        self.privates.reset();
        self.explains = explains;
        self.checks.clear();
    }

    /// Starts a function.
    #[inline]
    pub(crate) fn start(&mut self) {
        (self.state, self.measured) = (State::Unread, Measured::default());
    }

    /// Fills the tables for the current function at the first query. Returns `false` if the function cannot be
    /// analyzed.
    fn is_read(&mut self, subject: Subject<'_>) -> bool {
        if self.state == State::Unread {
            self.state = State::Unknown;
            if self.regions.read(subject.function) {
                let locals = subject.function.local_variables.len();
                crate::back::buffers::fill(&mut self.envelopes, locals, [Envelope::Unasked; 2]);
                self.values.reset(subject.function.expressions.len());
                self.conditions.reset(self.regions.scopes.len());
                self.last = None;
                self.state = State::Read;
            }
        }
        self.state == State::Read
    }

    /// Starts a query about the current function, at its start.
    fn ranges<'a>(&'a mut self, subject: Subject<'a>) -> Ranges<'a> {
        let numbering = Numbering {
            subject,
            regions: &self.regions,
            values: &mut self.values,
            privates: &mut self.privates,
        };
        Ranges::new(numbering, &mut self.conditions, &mut self.envelopes)
    }

    /// Finds the loops of a function that end.
    #[inline(never)]
    pub(crate) fn find_finite(&mut self, subject: Subject<'_>) {
        if !self.is_read(subject) {
            return;
        }
        for number in 0..self.regions.loops.len() as u32 {
            let ending = loops::ending(&mut self.ranges(subject), number);
            let proved = matches!(ending, Ending::Once | Ending::Counted(_));
            let Loop { body, span, .. } = self.regions.loops[number as usize];
            if proved {
                self.finite.push(body);
            }
            if self.explains {
                self.checks.push(Check {
                    kind: CheckKind::Loop,
                    proved,
                    span,
                    reason: explain::ending(subject, ending),
                });
            }
        }
    }

    /// Adds a fact to the explanation of the last query, if explanations are collected.
    pub(crate) fn add_reason(&mut self, fact: core::fmt::Arguments<'_>) {
        if self.explains
            && let Some(check) = self.checks.last_mut()
        {
            let _ = write!(check.reason, "; {fact}");
        }
    }

    /// Sorts the results, after the queries about all functions.
    pub(crate) fn sort(&mut self) {
        self.finite.sort_unstable();
        self.checks
            .sort_by_key(|check| (check.span.to_range().map(|range| range.start), check.kind));
    }

    /// Whether a loop with this body is proved to end.
    pub(crate) fn is_finite(&self, body: &Block) -> bool {
        self.finite.binary_search(&regions::address(body)).is_ok()
    }

    /// Whether the index of an access is proved to be in range. `is_skippable`: a `continue` can skip the evaluation of
    /// the index, so nothing is proved.
    #[inline(never)]
    pub(crate) fn is_in_range(
        &mut self,
        subject: Subject<'_>,
        (options, overrides): (&Options, &OverrideTable),
        access: Handle<Expression>,
        (base, index): (Handle<Expression>, Handle<Expression>),
        is_skippable: bool,
    ) -> bool {
        let length = length((options, overrides), subject, base);
        let known = match length {
            Some(length) if !is_skippable => self.known_index(subject, length, access, (base, index)),
            Some(_) | None => None,
        };
        let proved = known.is_some_and(|(_, proved)| proved);
        if self.explains {
            let all = subject.integer(index).map(IntegerType::full);
            let interval = known.map(|(interval, _)| (interval, Some(interval) == all));
            self.checks.push(Check {
                kind: CheckKind::Index,
                proved,
                span: subject.function.expressions.get_span(access),
                reason: explain::index(length, proved, interval),
            });
        }
        proved
    }

    /// The interval of an index, and whether the index is in range.
    fn known_index(
        &mut self,
        subject: Subject<'_>,
        length: ArrayLength,
        access: Handle<Expression>,
        (base, index): (Handle<Expression>, Handle<Expression>),
    ) -> Option<(Interval, bool)> {
        let ty = subject.scalar(index)?;
        // A length that the function does not query occurs in no comparison.
        if length == ArrayLength::RunTime && !self.explains && !self.measured.arrays {
            return None;
        }
        if !self.is_read(subject) {
            return None;
        }
        let at = self.regions.at(access)?;
        let last = self.last;
        let mut ranges = self.ranges(subject);
        let value = ranges.numbering.value(index, None);
        // An access chain treats indices as signed (SPIR-V §3.52.8, Memory Instructions), 16-bit ones too.
        let most = if ty.bits < 32 {
            i64::from(i16::MAX)
        } else {
            i64::from(u32::MAX)
        };
        if let ArrayLength::Known(length) = length {
            let elements = Interval {
                least: 0,
                most: i64::from(length) - 1,
            };
            let asked = (at.scope, value, elements);
            let interval = match last {
                Some((last, interval)) if last == asked => interval,
                Some(_) | None => ranges.interval_of_index(asked)?,
            };
            self.last = Some((asked, interval));
            return Some((interval, elements.contains(interval) && interval.most <= most));
        }
        ranges.enter(at.scope);
        let interval = ranges.interval(value)?;
        let is_index = interval.least >= 0 && interval.most <= most;
        let in_range = match length {
            ArrayLength::Known(_) | ArrayLength::Override(_) => false,
            ArrayLength::RunTime => {
                let limit = ranges.numbering.length_of(base);
                let mut below = Below {
                    ranges: &mut ranges,
                    limit,
                    least: subject.least_length,
                    hypothesis: None,
                };
                is_index && below.holds(value)
            }
        };
        Some((interval, is_index && in_range))
    }

    /// The parts of a texel load that are proved to be inside the image.
    #[inline(never)]
    pub(crate) fn texel(&mut self, subject: Subject<'_>, load: Handle<Expression>) -> Inside {
        let Some(texel) = Texel::loaded(&subject.function.expressions[load]) else {
            return Inside::default();
        };
        let inside = self.known_texel(subject, load, texel);
        if self.explains {
            self.checks.push(Check {
                kind: CheckKind::Texel,
                proved: inside.whole,
                span: subject.function.expressions.get_span(load),
                reason: explain::texel(inside),
            });
        }
        inside
    }

    fn known_texel(&mut self, subject: Subject<'_>, load: Handle<Expression>, texel: Texel) -> Inside {
        let is_constant =
            subject.constant(texel.coordinate, Some(0)).is_some() || subject.constant(texel.coordinate, None).is_some();
        // An extent that the function does not query occurs in no comparison.
        if !is_constant && !self.measured.images && !self.explains || !self.is_read(subject) {
            return Inside::default();
        }
        let Some(at) = self.regions.at(load) else {
            return Inside::default();
        };
        if !self.regions.is_evaluated_after_operands(subject.function, load) {
            return Inside::default();
        }
        let mut ranges = self.ranges(subject);
        ranges.enter(at.scope);
        texel.inside(&mut ranges)
    }
}

/// A 64-bit integer that can be the bound of an interval.
fn bound(value: impl TryInto<i64>) -> Option<i64> {
    let value = value.try_into().ok()?;
    (!Interval::single(value).is_open()).then_some(value)
}

/// The number of elements of an indexed type; `None` if it is unknown.
fn length(
    (options, overrides): (&Options, &OverrideTable),
    subject: Subject<'_>,
    base: Handle<Expression>,
) -> Option<ArrayLength> {
    let mut inner = subject.inner(base);
    if let TypeInner::Pointer { base, .. } = *inner {
        inner = &subject.module.types[base].inner;
    }
    match *inner {
        TypeInner::ValuePointer { size, .. } => size.map(|size| ArrayLength::Known(size as u32)),
        TypeInner::Vector { size, .. } => Some(ArrayLength::Known(size as u32)),
        TypeInner::Matrix { columns, .. } => Some(ArrayLength::Known(columns as u32)),
        TypeInner::Array { size, .. } => Some(overrides.array_length(size)),
        // The length with which the array is declared. The shader cannot query one that the pipeline sets.
        TypeInner::BindingArray { .. } => {
            let Expression::GlobalVariable(global) = subject.function.expressions[base] else {
                return None;
            };
            let global = &subject.module.global_variables[global];
            match binding_array(subject.module, options, overrides, global)?.1 {
                BindingLength::Known(length) => Some(ArrayLength::Known(length)),
                BindingLength::Override(_) | BindingLength::Unknown => None,
            }
        }
        // catch-all: naga's validator accepts no other indexed types
        _ => None,
    }
}

impl<'a> Subject<'a> {
    fn inner(&self, expression: Handle<Expression>) -> &'a TypeInner {
        inner_of(self.module, &self.info[expression].ty)
    }

    /// The size and the scalar of a vector or scalar.
    fn shape(&self, expression: Handle<Expression>) -> Option<(Option<VectorSize>, Scalar)> {
        self.inner(expression).vector_size_and_scalar()
    }

    /// The type of a scalar that is an integer.
    #[inline]
    fn scalar(&self, expression: Handle<Expression>) -> Option<IntegerType> {
        match *self.inner(expression) {
            TypeInner::Scalar(scalar) => IntegerType::of(scalar),
            // catch-all: no scalars
            _ => None,
        }
    }

    /// The type of an integer, or of the components of a vector of integers.
    fn integer(&self, expression: Handle<Expression>) -> Option<IntegerType> {
        IntegerType::of(self.shape(expression)?.1)
    }

    /// The entry point's argument that an expression names.
    fn argument(&self, expression: Handle<Expression>) -> Option<&'a FunctionArgument> {
        self.entry?;
        let Expression::FunctionArgument(index) = self.function.expressions[expression] else {
            return None;
        };
        self.function.arguments.get(index as usize)
    }

    /// The element stride of a run-time array in bytes.
    fn stride(&self, pointer: Handle<Expression>) -> Option<u32> {
        let TypeInner::Pointer { base, .. } = *self.inner(pointer) else {
            return None;
        };
        match self.module.types[base].inner {
            TypeInner::Array {
                stride,
                size: ArraySize::Dynamic,
                ..
            } if stride > 0 => Some(stride),
            // catch-all: `arrayLength` applies to no other type
            _ => None,
        }
    }

    /// The value of a constant integer, or of a component of a constant vector.
    fn constant(&self, expression: Handle<Expression>, component: Option<u32>) -> Option<i64> {
        let mut arena: &Arena<Expression> = &self.function.expressions;
        let mut at = expression;
        if let Some(component) = component {
            loop {
                match arena[at] {
                    Expression::Constant(constant) => {
                        (arena, at) = (&self.module.global_expressions, self.module.constants[constant].init);
                    }
                    Expression::ZeroValue(ty) => {
                        let (_, scalar) = self.module.types[ty].inner.vector_size_and_scalar()?;
                        return IntegerType::of(scalar).map(|_| 0);
                    }
                    Expression::Splat { value, .. } => {
                        at = value;
                        break;
                    }
                    // One operand for each component; operands that are vectors are not analyzed.
                    Expression::Compose { ty, ref components } => {
                        let (size, _) = self.module.types[ty].inner.vector_size_and_scalar()?;
                        if components.len() != size? as usize {
                            return None;
                        }
                        at = *components.get(component as usize)?;
                        break;
                    }
                    // catch-all: the components of other expressions are unknown
                    _ => return None,
                }
            }
        }
        match known_literal(self.module, arena, at)? {
            Literal::U32(value) => Some(value.into()),
            Literal::I32(value) => Some(value.into()),
            Literal::U16(value) => Some(value.into()),
            Literal::I16(value) => Some(value.into()),
            Literal::U64(value) => bound(value),
            Literal::I64(value) => bound(value),
            Literal::F64(_)
            | Literal::F32(_)
            | Literal::F16(_)
            | Literal::Bool(_)
            | Literal::AbstractInt(_)
            | Literal::AbstractFloat(_) => None,
        }
    }
}
