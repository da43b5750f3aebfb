//! The second and third sweep of a function: its expression arena backward, from uses to operands, and forward, for what
//! is constant, which loads are narrow, and what the device must have.

use super::pointer::{PointerRoot, pointer_root};
use super::{FunctionPlan, NarrowMember, Plan};
use crate::error::ErrorKind;
use crate::options::Options;
use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, Expression, Function, Handle, MathFunction, Module, SampleLevel, Scalar, ScalarKind, TypeInner,
};
use spirv::Capability;

/// A load whose members are needed one by one stays one load beyond this many.
const MAX_NARROW: usize = 8;

impl Plan {
    pub(super) fn sweep_expressions(
        &mut self,
        module: &Module,
        function: &Function,
        info: &FunctionInfo,
        summary: &mut FunctionPlan,
        options: &Options,
    ) {
        for (handle, expression) in function.expressions.iter().rev() {
            if !self.facts_of(summary, handle).is_dead() {
                self.use_operands(module, info, summary, expression);
            }
        }
        let first = self.narrow.len();
        for (handle, expression) in function.expressions.iter() {
            if self.facts_of(summary, handle).is_dead() {
                continue;
            }
            self.classify(module, function, info, summary, handle, expression);
            self.need_expression(module, function, info, summary, handle, options);
        }
        self.settle_narrow(info, module, summary, first);
        summary.narrow = first as u32..self.narrow.len() as u32;
    }

    /// Marks the operands of a live expression with the way they are used.
    fn use_operands(&mut self, module: &Module, info: &FunctionInfo, summary: &FunctionPlan, expression: &Expression) {
        match *expression {
            Expression::Access { base, index } => {
                self.facts_mut(summary, index).use_whole();
                if is_pointer(module, info, base) {
                    self.facts_mut(summary, base).use_pointer();
                } else {
                    self.facts_mut(summary, base).use_indexed();
                }
            }
            Expression::AccessIndex { base, .. } => {
                if is_pointer(module, info, base) {
                    self.facts_mut(summary, base).use_pointer();
                } else {
                    self.facts_mut(summary, base).use_member();
                }
            }
            Expression::Load { pointer }
            | Expression::ArrayLength(pointer)
            | Expression::RayQueryGetIntersection { query: pointer, .. }
            | Expression::RayQueryVertexPositions { query: pointer, .. } => {
                self.facts_mut(summary, pointer).use_pointer();
            }
            Expression::GlobalVariable(global) => {
                self.live_globals.insert(global.index());
            }
            Expression::Override(named) => {
                self.live_overrides.insert(named.index());
            }
            // catch-all: the match over there names all of them
            _ => super::operands::for_each(expression, |operand| self.facts_mut(summary, operand).use_whole()),
        }
    }

    /// Finds constants, and the members that a load can be narrowed to.
    fn classify(
        &mut self,
        module: &Module,
        function: &Function,
        info: &FunctionInfo,
        summary: &FunctionPlan,
        handle: Handle<Expression>,
        expression: &Expression,
    ) {
        let constant = match *expression {
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) | Expression::Override(_) => {
                true
            }
            Expression::Splat { value, .. } => self.is_plain_constant(function, summary, value),
            Expression::Compose { ref components, .. } => components
                .iter()
                .all(|&component| self.is_plain_constant(function, summary, component)),
            Expression::AccessIndex { base, .. } => {
                self.note_narrow(module, function, info, summary, handle, base);
                false
            }
            Expression::Access { base, index } => {
                self.find_range(module, function, info, summary, (handle, base, index));
                false
            }
            // catch-all: a constant is what the constants can write, and nothing else
            _ => false,
        };
        if constant {
            self.facts_mut(summary, handle).set_constant();
        }
    }

    /// Whether a part makes a plain constant of what it is part of: one that depends on an override does not.
    fn is_plain_constant(&self, function: &Function, summary: &FunctionPlan, handle: Handle<Expression>) -> bool {
        self.facts_of(summary, handle).is_constant() && !matches!(function.expressions[handle], Expression::Override(_))
    }

    /// Notes a member of a load when nothing needs the load as a whole.
    fn note_narrow(
        &mut self,
        module: &Module,
        function: &Function,
        info: &FunctionInfo,
        summary: &FunctionPlan,
        member: Handle<Expression>,
        base: Handle<Expression>,
    ) {
        if self.facts_of(summary, member).is_members_only() {
            return;
        }
        let mut at = base;
        loop {
            if !self.facts_of(summary, at).is_members_only() {
                return;
            }
            match function.expressions[at] {
                Expression::AccessIndex { base, .. } => at = base,
                Expression::Load { pointer } => {
                    if can_narrow(module, function, info, at, pointer) {
                        self.narrow.push(NarrowMember { load: at, member });
                    }
                    return;
                }
                // catch-all: only what is loaded has members to load
                _ => return,
            }
        }
    }

    /// Groups the narrow members by their load and drops the groups that are not worth it.
    fn settle_narrow(&mut self, info: &FunctionInfo, module: &Module, summary: &FunctionPlan, first: usize) {
        let mut members = self.narrow.split_off(first);
        if members.is_empty() {
            return;
        }
        members.sort_by_key(|narrow| (narrow.load.index(), narrow.member.index()));
        for group in members.chunk_by(|a, b| a.load == b.load) {
            let Some(&NarrowMember { load, .. }) = group.first() else {
                continue;
            };
            let is_vector = matches!(*info[load].ty.inner_with(&module.types), TypeInner::Vector { .. });
            // One component of a vector costs fewer words as a load of its own; two do not.
            let limit = if is_vector { 1 } else { MAX_NARROW };
            if group.len() > limit {
                self.facts_mut(summary, load).use_whole();
                continue;
            }
            for narrow in group {
                self.narrow.push(*narrow);
            }
        }
    }

    /// What the device must have for an expression.
    fn need_expression(
        &mut self,
        module: &Module,
        function: &Function,
        info: &FunctionInfo,
        summary: &mut FunctionPlan,
        handle: Handle<Expression>,
        options: &Options,
    ) {
        let span = || function.expressions.get_span(handle);
        // A scalar of another width comes from a type of the arena, from a literal, or from a conversion.
        if self.has_other_widths {
            self.need_type(module, &info[handle].ty, span());
        }
        if self.has_queries() {
            self.refuse_query_value(info, handle, span());
        }
        match function.expressions[handle] {
            Expression::Literal(literal) => self.need_narrow_or_wide(literal.scalar(), function, handle),
            Expression::As {
                kind,
                convert: Some(width),
                ..
            } => {
                self.need_narrow_or_wide(Scalar { kind, width }, function, handle);
            }
            Expression::ImageSample {
                level,
                gather,
                clamp_to_edge,
                ..
            } => {
                if clamp_to_edge {
                    // Half a texel is found from the size.
                    self.need(Capability::ImageQuery, span());
                }
                if gather.is_none() && matches!(level, SampleLevel::Auto | SampleLevel::Bias(_)) {
                    summary.needs_live_quad = true;
                }
            }
            Expression::ImageLoad { image, .. } => {
                if options.bounds_check_policies.image_load != naga::proc::BoundsCheckPolicy::Unchecked {
                    self.need(Capability::ImageQuery, span());
                }
                self.need_image_load(module, info, image, span());
            }
            Expression::ImageQuery { .. } => self.need(Capability::ImageQuery, span()),
            Expression::Derivative { ctrl, .. } => {
                summary.needs_live_quad = true;
                let width = info[handle].ty.inner_with(&module.types).scalar_width();
                self.need_derivative(ctrl, width, span());
            }
            Expression::Math { fun, arg, .. } => self.need_math(module, info, fun, arg, span()),
            Expression::GlobalVariable(global) => self.need_variable(module, global, span()),
            Expression::Load { pointer } => self.need_atomic_load(module, info, pointer, span()),
            Expression::RayQueryVertexPositions { .. } => {
                self.need(Capability::RayQueryKHR, span());
                self.need(Capability::RayQueryPositionFetchKHR, span());
            }
            Expression::LocalVariable(local) => {
                if self.has_queries() {
                    let span = function.local_variables.get_span(local);
                    self.refuse_query_in_struct(module, function.local_variables[local].ty, span);
                }
            }
            Expression::RayQueryGetIntersection { .. } => self.need(Capability::RayQueryKHR, span()),
            Expression::CooperativeLoad { .. } | Expression::CooperativeMultiplyAdd { .. } => {
                self.refuse(ErrorKind::NotLowered("a cooperative matrix"), span());
            }
            Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::Compose { .. }
            | Expression::Access { .. }
            | Expression::AccessIndex { .. }
            | Expression::Splat { .. }
            | Expression::Swizzle { .. }
            | Expression::FunctionArgument(_)
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

    /// Refuses the memories that are not lowered, where live code names them.
    fn need_variable(&mut self, module: &Module, global: Handle<naga::GlobalVariable>, span: naga::Span) {
        let variable = &module.global_variables[global];
        match variable.space {
            AddressSpace::TaskPayload => self.refuse(ErrorKind::NotLowered("a task payload"), span),
            AddressSpace::RayPayload
            | AddressSpace::IncomingRayPayload
            | AddressSpace::Function
            | AddressSpace::Private
            | AddressSpace::WorkGroup
            | AddressSpace::Uniform
            | AddressSpace::Storage { .. }
            | AddressSpace::Handle
            | AddressSpace::Immediate => {}
        }
    }

    fn need_narrow_or_wide(&mut self, scalar: Scalar, function: &Function, handle: Handle<Expression>) {
        if scalar.width != 4 && scalar.kind != ScalarKind::Bool {
            self.need_scalar(scalar, function.expressions.get_span(handle));
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

fn is_pointer(module: &Module, info: &FunctionInfo, expression: Handle<Expression>) -> bool {
    matches!(
        *info[expression].ty.inner_with(&module.types),
        TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }
    )
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
