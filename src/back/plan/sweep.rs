//! The second and third sweep of a function: its expression arena backward, from uses to operands, and forward, for what
//! is constant, which loads are narrow, and what the device must have.

use super::expressions::{ExpressionFacts, Uses};
use super::pointer::{PointerRoot, pointer_root};
use super::{FunctionPlan, NarrowMember, Plan};
use crate::error::ErrorKind;
use crate::options::Options;
use naga::valid::FunctionInfo;
use naga::{
    EntryPoint, Expression, Function, Handle, MathFunction, Module, SampleLevel, Scalar, ScalarKind, TypeInner,
};
use spirv::Capability;

/// A load whose members are needed one by one stays one load beyond this many.
const MAX_NARROW: usize = 8;

/// The sweeps over the expressions of one function.
pub(super) struct ExpressionSweep<'p, 'a> {
    pub(super) plan: &'p mut Plan,
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    pub(super) options: &'a Options,
    /// Set in the function of an entry point: its arguments are the stage's inputs.
    pub(super) entry: Option<&'a EntryPoint>,
    pub(super) summary: FunctionPlan,
    pub(super) uses: Uses<'a>,
}

impl ExpressionSweep<'_, '_> {
    /// Goes over the arena backward, then forward.
    pub(super) fn run(&mut self) {
        let function = self.function;
        for (handle, expression) in function.expressions.iter().rev() {
            if !self.uses.of(handle).is_dead() {
                self.use_operands(expression);
            }
        }
        let first = self.plan.narrow.len();
        for (handle, expression) in function.expressions.iter() {
            let uses = self.uses.of(handle);
            if !uses.is_dead() {
                self.examine(handle, expression, uses);
            }
        }
        self.settle_narrow(first);
        self.summary.narrow = first as u32..self.plan.narrow.len() as u32;
    }

    /// Marks the operands of a live expression with the way they are used.
    fn use_operands(&mut self, expression: &Expression) {
        match *expression {
            Expression::Access { base, index } => {
                self.uses.at(index).use_whole();
                if self.is_pointer(base) {
                    self.uses.at(base).use_pointer();
                } else {
                    self.uses.at(base).use_indexed();
                }
            }
            Expression::AccessIndex { base, .. } => {
                if self.is_pointer(base) {
                    self.uses.at(base).use_pointer();
                } else {
                    self.uses.at(base).use_member();
                }
            }
            Expression::Load { pointer }
            | Expression::ArrayLength(pointer)
            | Expression::RayQueryGetIntersection { query: pointer, .. }
            | Expression::RayQueryVertexPositions { query: pointer, .. } => self.uses.at(pointer).use_pointer(),
            Expression::GlobalVariable(global) => {
                self.plan.live_globals.insert(global.index());
            }
            Expression::CooperativeLoad { ref data, .. } => {
                self.uses.at(data.pointer).use_pointer();
                self.uses.at(data.stride).use_whole();
            }
            Expression::Override(named) => {
                self.plan.live_overrides.insert(named.index());
            }
            // catch-all: the match over there names all of them
            _ => super::operands::for_each(expression, |operand| self.uses.at(operand).use_whole()),
        }
    }

    fn is_pointer(&self, expression: Handle<Expression>) -> bool {
        matches!(
            *self.info[expression].ty.inner_with(&self.module.types),
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }
        )
    }

    /// Whether a part makes a plain constant of what it is part of: one that depends on an override does not.
    fn is_plain_constant(&self, part: Handle<Expression>) -> bool {
        self.uses.of(part).is_constant() && !matches!(self.function.expressions[part], Expression::Override(_))
    }

    /// Notes a member of a load when nothing needs the load as a whole.
    fn note_narrow(&mut self, member: Handle<Expression>, uses: ExpressionFacts, base: Handle<Expression>) {
        if uses.is_members_only() {
            return;
        }
        let mut at = base;
        while self.uses.of(at).is_members_only() {
            match self.function.expressions[at] {
                Expression::AccessIndex { base, .. } => at = base,
                Expression::Load { pointer } => {
                    if can_narrow(self.module, self.function, self.info, at, pointer) {
                        self.plan.narrow.push(NarrowMember { load: at, member });
                    }
                    return;
                }
                // catch-all: only what is loaded has members to load
                _ => return,
            }
        }
    }

    /// Groups the narrow members by their load and drops the groups that are not worth it.
    fn settle_narrow(&mut self, first: usize) {
        let mut members = self.plan.narrow.split_off(first);
        if members.is_empty() {
            return;
        }
        members.sort_by_key(|narrow| (narrow.load.index(), narrow.member.index()));
        for group in members.chunk_by(|a, b| a.load == b.load) {
            let Some(&NarrowMember { load, .. }) = group.first() else {
                continue;
            };
            let is_vector = matches!(
                *self.info[load].ty.inner_with(&self.module.types),
                TypeInner::Vector { .. }
            );
            // One component of a vector costs fewer words as a load of its own; two do not.
            let limit = if is_vector { 1 } else { MAX_NARROW };
            if group.len() > limit {
                self.uses.at(load).use_whole();
                continue;
            }
            for narrow in group {
                self.plan.narrow.push(*narrow);
            }
        }
    }

    /// Finds what is constant, which loads are narrow, and what the device must have.
    fn examine(&mut self, handle: Handle<Expression>, expression: &Expression, uses: ExpressionFacts) {
        let (module, function, info) = (self.module, self.function, self.info);
        let span = || function.expressions.get_span(handle);
        // A scalar of another width comes from a type of the arena, from a literal, or from a conversion.
        if self.plan.has_other_widths {
            self.plan.need_type(module, &info[handle].ty, span());
        }
        if self.plan.has_cooperative {
            self.plan.need_cooperative_value(module, info, handle, span());
        }
        if self.plan.has_queries() {
            self.plan.refuse_query_value(info, handle, span());
        }
        match *expression {
            Expression::Literal(literal) => {
                self.uses.at(handle).set_constant();
                self.need_narrow_or_wide(literal.scalar(), handle);
            }
            Expression::Constant(_) | Expression::ZeroValue(_) | Expression::Override(_) => {
                self.uses.at(handle).set_constant();
            }
            Expression::Splat { value, .. } => {
                if self.is_plain_constant(value) {
                    self.uses.at(handle).set_constant();
                }
            }
            Expression::Compose { ref components, .. } => {
                if components.iter().all(|&component| self.is_plain_constant(component)) {
                    self.uses.at(handle).set_constant();
                }
            }
            Expression::AccessIndex { base, index } => {
                self.note_narrow(handle, uses, base);
                if let Some(entry) = self.entry {
                    self.plan.need_input_member(module, entry, base, index, span());
                }
            }
            Expression::Access { base, index } => {
                if self.plan.is_in_range(module, function, info, base, index) {
                    self.uses.at(handle).set_in_range();
                }
            }
            Expression::FunctionArgument(argument) => {
                if let Some(entry) = self.entry {
                    self.plan.need_input(module, entry, argument, uses, span());
                }
            }
            // catch-all: the match over there names all of them
            _ => self.need_operation(handle, expression),
        }
    }

    /// What the device must have for an operation.
    fn need_operation(&mut self, handle: Handle<Expression>, expression: &Expression) {
        let (module, function, info) = (self.module, self.function, self.info);
        let span = || function.expressions.get_span(handle);
        match *expression {
            Expression::As {
                kind,
                convert: Some(width),
                ..
            } => self.need_narrow_or_wide(Scalar { kind, width }, handle),
            Expression::ImageSample {
                level,
                gather,
                clamp_to_edge,
                offset,
                ..
            } => {
                if let Some(offset) = offset {
                    self.plan
                        .limit_offset(module, function, self.options, offset, gather.is_some());
                }
                if clamp_to_edge {
                    // Half a texel is found from the size.
                    self.plan.need(Capability::ImageQuery, span());
                }
                if gather.is_none() && matches!(level, SampleLevel::Auto | SampleLevel::Bias(_)) {
                    self.summary.needs_live_quad = true;
                }
            }
            Expression::ImageLoad { image, .. } => {
                if self.options.bounds_check_policies.image_load != naga::proc::BoundsCheckPolicy::Unchecked {
                    self.plan.need(Capability::ImageQuery, span());
                }
                self.plan.need_image_load(module, info, image, span());
            }
            Expression::ImageQuery { .. } => self.plan.need(Capability::ImageQuery, span()),
            Expression::Derivative { ctrl, .. } => {
                self.summary.needs_live_quad = true;
                let width = info[handle].ty.inner_with(&module.types).scalar_width();
                self.plan.need_derivative(ctrl, width, span());
            }
            Expression::Math { fun, arg, .. } => self.plan.need_math(module, info, fun, arg, span()),
            Expression::Load { pointer } => self.plan.need_atomic_load(module, info, pointer, span()),
            Expression::RayQueryVertexPositions { .. } => {
                self.plan.need(Capability::RayQueryKHR, span());
                self.plan.need(Capability::RayQueryPositionFetchKHR, span());
            }
            Expression::LocalVariable(local) => {
                if self.plan.has_queries() {
                    let span = function.local_variables.get_span(local);
                    let ty = function.local_variables[local].ty;
                    self.plan.refuse_query_in_struct(module, ty, span);
                }
            }
            Expression::RayQueryGetIntersection { .. } => self.plan.need(Capability::RayQueryKHR, span()),
            Expression::CooperativeLoad { ref data, .. } => {
                self.plan.need_cooperative(span());
                self.plan.need_cooperative_data(module, function, info, data, span());
            }
            Expression::CooperativeMultiplyAdd { .. } => self.plan.need_cooperative(span()),
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::Compose { .. }
            | Expression::Splat { .. }
            | Expression::Access { .. }
            | Expression::AccessIndex { .. }
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::Swizzle { .. }
            | Expression::Unary { .. }
            | Expression::Binary { .. }
            | Expression::Select { .. }
            | Expression::Relational { .. }
            | Expression::As { .. }
            | Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::ArrayLength(_)
            | Expression::RayQueryProceedResult
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. } => {}
        }
    }

    fn need_narrow_or_wide(&mut self, scalar: Scalar, handle: Handle<Expression>) {
        if scalar.width != 4 && scalar.kind != ScalarKind::Bool {
            self.plan
                .need_scalar(scalar, self.function.expressions.get_span(handle));
        }
    }
}

impl Plan {
    fn need_derivative(&mut self, control: naga::DerivativeControl, width: Option<naga::Bytes>, span: naga::Span) {
        // The operand of a derivative is 32 bits wide (SPIR-V §3.49.16); naga's validator lets 64 through.
        if width == Some(8) {
            self.refuse(ErrorKind::NotLowered("a derivative of f64"), span);
        }
        match control {
            naga::DerivativeControl::Coarse | naga::DerivativeControl::Fine => {
                self.need(Capability::DerivativeControl, span);
            }
            naga::DerivativeControl::None => {}
        }
    }

    /// The extended instructions on 64-bit floats that `GLSL.std.450` does not define.
    fn need_math(
        &mut self,
        module: &Module,
        info: &FunctionInfo,
        fun: MathFunction,
        arg: Handle<Expression>,
        span: naga::Span,
    ) {
        let Some(scalar) = info[arg].ty.inner_with(&module.types).scalar() else {
            return;
        };
        if fun == MathFunction::Frexp && scalar.width != 4 {
            // naga gives the exponents the width of the argument.
            self.need_scalar(
                Scalar {
                    kind: ScalarKind::Sint,
                    width: scalar.width,
                },
                span,
            );
        }
        match fun {
            MathFunction::Dot if scalar.kind != ScalarKind::Float && self.facts().integer_dot_product => {
                self.need(Capability::DotProduct, span);
                self.need(Capability::DotProductInputAll, span);
            }
            MathFunction::Dot4I8Packed | MathFunction::Dot4U8Packed if self.facts().packed_dot_product => {
                self.need(Capability::DotProduct, span);
                self.need(Capability::DotProductInput4x8BitPacked, span);
            }
            // catch-all: `is_lowered_math` names all of them
            _ => {}
        }
        if crate::back::function::is_lowered_math(fun, scalar) {
            return;
        }
        self.refuse(ErrorKind::NotLowered(unlowered_math(scalar)), span);
    }
}

fn unlowered_math(scalar: Scalar) -> &'static str {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 8) => "this built-in function on f64",
        (ScalarKind::Float, 2) => "this built-in function on f16",
        (_, 8) => "this built-in function on 64-bit integers",
        (_, 2) => "this built-in function on 16-bit integers",
        // catch-all: the widths are what is told apart
        _ => "this built-in function on this type",
    }
}

/// Whether the members of a load may be loaded instead: not from memory whose every access counts.
fn can_narrow(
    module: &Module,
    function: &Function,
    info: &FunctionInfo,
    load: Handle<Expression>,
    pointer: Handle<Expression>,
) -> bool {
    if !matches!(
        *info[load].ty.inner_with(&module.types),
        TypeInner::Vector { .. } | TypeInner::Matrix { .. } | TypeInner::Array { .. } | TypeInner::Struct { .. }
    ) {
        return false;
    }
    match pointer_root(function, pointer) {
        Some(PointerRoot::Global(global)) => module.global_variables[global].memory_decorations.is_empty(),
        Some(PointerRoot::Local(_) | PointerRoot::Argument(_)) => true,
        None => false,
    }
}
