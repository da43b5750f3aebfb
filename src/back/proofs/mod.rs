//! What is known of a function's integers whatever it is given: loops that end, indices that are below a length, and texels
//! that are inside their image.
//!
//! The survey asks: for each loop once, when the statements of a function are read, for each live access at an index that
//! is no constant, and for each texel that is loaded. The first question makes one walk over the function's statements
//! ([`regions`]); a function without loops and such accesses pays nothing. Every question is bounded, so that the whole is linear.
//!
//! * [`regions`]: where statements are, which conditions hold there, and what stores to which local.
//! * [`built_ins`], [`privates`]: the intervals of built-ins, and of private variables that readers copy them to.
//! * [`values`]: which expressions are the same value, and how a value is made of others.
//! * [`conditions`]: the conditions taken apart into comparisons of values.
//! * [`interval`]: the arithmetic of intervals.
//! * [`ranges`]: the interval of a value at a place.
//! * [`lengths`]: values below the length of a run-time array, or below an extent of an image.
//! * [`texels`]: texels inside their image.
//! * [`loops`]: loops that end.
//! * [`explain`]: why something is checked, in words.
//!
//! Nothing here knows how an index is checked or a loop is written. Where nothing is known the check stays, so whatever is
//! left out costs time and never safety.

mod built_ins;
mod conditions;
mod explain;
mod interval;
mod lengths;
mod loops;
mod privates;
mod ranges;
mod regions;
mod texels;
mod values;

use crate::back::overrides::{ArrayLength, OverrideTable};
use crate::ir::literal::known_literal;
use crate::ir::pointer::inner_of;
use alloc::vec::Vec;
use conditions::Conditions;
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
use values::{Numbering, Values};

/// The function that is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a Function,
    pub(crate) info: &'a FunctionInfo,
    /// Set in the function of an entry point: only there is an argument a built-in.
    pub(crate) entry: Option<&'a EntryPoint>,
    /// The least length of a run-time array. A clamp to the last element takes one for granted, a test does not.
    pub(crate) least_length: u32,
}

/// What is proved of a module, and the tables for the function that is asked about.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    regions: Regions,
    conditions: Conditions,
    values: Values,
    privates: Privates,
    envelopes: Vec<Envelope>,
    /// What the function asks for, once that is known.
    measured: Option<Measured>,
    state: State,
    /// The loops that end, by the address of their bodies.
    finite: Vec<usize>,
    /// What was asked is explained.
    explains: bool,
    pub(crate) checks: Vec<Check>,
}

/// The kinds of limits that a function asks for: nothing can be compared with others.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    /// The length of a run-time array.
    arrays: bool,
    /// An extent, level count or sample count of an image.
    images: bool,
}

/// What is known of the function that is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Unread,
    Read,
    /// Its blocks are too deep.
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
        (self.state, self.measured) = (State::Unread, None);
    }

    /// What a function asks for.
    fn measured(&mut self, function: &Function) -> Measured {
        *self.measured.get_or_insert_with(|| {
            let mut measured = Measured::default();
            for (_, expression) in function.expressions.iter() {
                measured.arrays |= matches!(expression, Expression::ArrayLength(_));
                measured.images |= matches!(expression, Expression::ImageQuery { .. });
            }
            measured
        })
    }

    /// Reads the function where that has not been done. Whether anything can be known of it.
    fn is_read(&mut self, subject: Subject<'_>) -> bool {
        if self.state == State::Unread {
            self.state = State::Unknown;
            if self.regions.read(subject.function) {
                let locals = subject.function.local_variables.len();
                crate::back::buffers::fill(&mut self.envelopes, locals, Envelope::Unasked);
                self.values.reset(subject.function.expressions.len());
                self.conditions.reset(self.regions.scopes.len());
                self.state = State::Read;
            }
        }
        self.state == State::Read
    }

    /// A question about a function that has been read, at a place in a scope.
    fn ranges<'a>(&'a mut self, subject: Subject<'a>, scope: u32) -> Ranges<'a> {
        let numbering = Numbering {
            subject,
            regions: &self.regions,
            values: &mut self.values,
            privates: &mut self.privates,
        };
        Ranges::new(numbering, &mut self.conditions, &mut self.envelopes, scope)
    }

    /// Finds the loops of a function that end.
    #[inline(never)]
    pub(crate) fn find_finite(&mut self, subject: Subject<'_>) {
        if !self.is_read(subject) {
            return;
        }
        for number in 0..self.regions.loops.len() as u32 {
            let ending = loops::ending(&mut self.ranges(subject, 0), number);
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

    /// Ends the questions about loops.
    pub(crate) fn settle(&mut self) {
        self.finite.sort_unstable();
        self.checks
            .sort_by_key(|check| (check.span.to_range().map(|range| range.start), check.kind));
    }

    /// Whether a loop is known to end, by its body.
    pub(crate) fn is_finite(&self, body: &Block) -> bool {
        self.finite.binary_search(&regions::address(body)).is_ok()
    }

    /// Whether the index of an access is known to be in range. `is_skippable`: a `continue` can come before the index where it
    /// is used.
    #[inline(never)]
    pub(crate) fn is_in_range(
        &mut self,
        subject: Subject<'_>,
        overrides: &OverrideTable,
        access: Handle<Expression>,
        (base, index): (Handle<Expression>, Handle<Expression>),
        is_skippable: bool,
    ) -> bool {
        let length = length(overrides, subject, base);
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

    /// The interval of an index, and whether it is in range.
    fn known_index(
        &mut self,
        subject: Subject<'_>,
        length: ArrayLength,
        access: Handle<Expression>,
        (base, index): (Handle<Expression>, Handle<Expression>),
    ) -> Option<(Interval, bool)> {
        let ty = subject.integer(index)?;
        // Nothing is compared with a length that is not asked for.
        if length == ArrayLength::RunTime && !self.explains && !self.measured(subject.function).arrays {
            return None;
        }
        if !self.is_read(subject) {
            return None;
        }
        let at = self.regions.at(access)?;
        let mut ranges = self.ranges(subject, at.scope);
        let value = ranges.numbering.value(index, None);
        let interval = ranges.interval(value)?;
        // An access chain reads its indices as signed (SPIR-V §3.49.8), those of 16 bits too.
        let most = if ty.bits < 32 {
            i128::from(i16::MAX)
        } else {
            i128::from(u32::MAX)
        };
        let is_index = interval.least >= 0 && interval.most <= most;
        let in_range = match length {
            ArrayLength::Known(length) => interval.most < i128::from(length),
            ArrayLength::Override(_) => false,
            ArrayLength::RunTime => {
                let limit = ranges.numbering.length_of(base);
                let mut below = Below {
                    ranges: &mut ranges,
                    limit,
                    least: subject.least_length.into(),
                    taken: None,
                };
                is_index && below.holds(value)
            }
        };
        Some((interval, is_index && in_range))
    }

    /// What of a texel that is loaded is known to be inside the image.
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
        if !is_constant && !self.measured(subject.function).images || !self.is_read(subject) {
            return Inside::default();
        }
        let Some(at) = self.regions.at(load) else {
            return Inside::default();
        };
        if !self.regions.is_evaluated_after_operands(subject.function, load) {
            return Inside::default();
        }
        texel.inside(&mut self.ranges(subject, at.scope))
    }
}

/// The number of elements that an index chooses from.
fn length(overrides: &OverrideTable, subject: Subject<'_>, base: Handle<Expression>) -> Option<ArrayLength> {
    let mut inner = subject.inner(base);
    if let TypeInner::Pointer { base, .. } = *inner {
        inner = &subject.module.types[base].inner;
    }
    match *inner {
        TypeInner::ValuePointer { size, .. } => size.map(|size| ArrayLength::Known(size as u32)),
        TypeInner::Vector { size, .. } => Some(ArrayLength::Known(size as u32)),
        TypeInner::Matrix { columns, .. } => Some(ArrayLength::Known(columns as u32)),
        TypeInner::Array { size, .. } => Some(overrides.array_length(size)),
        // Only a length that the shader states: how many resources are bound is no matter of memory.
        TypeInner::BindingArray { size, .. } => match overrides.array_length(size) {
            ArrayLength::Known(length) => Some(ArrayLength::Known(length)),
            ArrayLength::Override(_) | ArrayLength::RunTime => None,
        },
        // catch-all: naga's validator lets nothing else be indexed
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

    /// The type of an integer or of the components of a vector of integers.
    fn integer(&self, expression: Handle<Expression>) -> Option<IntegerType> {
        IntegerType::of(self.shape(expression)?.1)
    }

    /// The argument of the entry point that an expression names.
    fn argument(&self, expression: Handle<Expression>) -> Option<&'a FunctionArgument> {
        self.entry?;
        let Expression::FunctionArgument(index) = self.function.expressions[expression] else {
            return None;
        };
        self.function.arguments.get(index as usize)
    }

    /// The bytes from one element of a run-time array to the next.
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
            // catch-all: nothing else has its length asked for
            _ => None,
        }
    }

    /// The value of a constant integer, or of a component of a constant vector.
    fn constant(&self, expression: Handle<Expression>, component: Option<u32>) -> Option<i128> {
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
                    // One constituent for each component: parts that are vectors themselves are not looked into.
                    Expression::Compose { ty, ref components } => {
                        let (size, _) = self.module.types[ty].inner.vector_size_and_scalar()?;
                        if components.len() != size? as usize {
                            return None;
                        }
                        at = *components.get(component as usize)?;
                        break;
                    }
                    // catch-all: what else a vector is made by has no known components
                    _ => return None,
                }
            }
        }
        match known_literal(self.module, arena, at)? {
            Literal::U32(value) => Some(value.into()),
            Literal::I32(value) => Some(value.into()),
            Literal::U16(value) => Some(value.into()),
            Literal::I16(value) => Some(value.into()),
            Literal::U64(value) => Some(value.into()),
            Literal::I64(value) => Some(value.into()),
            Literal::F64(_)
            | Literal::F32(_)
            | Literal::F16(_)
            | Literal::Bool(_)
            | Literal::AbstractInt(_)
            | Literal::AbstractFloat(_) => None,
        }
    }
}
