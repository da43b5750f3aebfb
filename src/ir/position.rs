//! The inputs and outputs of an entry point, and values that are inputs or come from the coordinates of a fragment in the
//! framebuffer.

use super::ty::members;
use naga::{Binding, BuiltIn, Expression, Function, Handle, MathFunction, Module, SwizzleComponent, Type, VectorSize};

/// The maximum number of operations between the position and the value.
const MAX_STEPS: usize = 4;

/// Whether every component of a value is the x or y of a fragment's position, possibly rounded. `function` is that of
/// an entry point.
///
/// Such a coordinate is a number from 0 to 2³¹ − 1: the scissor rectangle ends there (Vulkan,
/// VUID-vkCmdSetScissor-offset-00596, VUID-vkCmdSetScissor-offset-00597, VUID-vkCmdSetScissor-x-00595).
pub(crate) fn is_fragment_coordinate(module: &Module, function: &Function, value: Handle<Expression>) -> bool {
    let mut at = value;
    for _ in 0..MAX_STEPS {
        at = match function.expressions[at] {
            Expression::Math {
                fun: MathFunction::Floor | MathFunction::Ceil | MathFunction::Round | MathFunction::Trunc,
                arg,
                ..
            } => arg,
            Expression::Swizzle {
                size: VectorSize::Bi,
                vector,
                pattern:
                    [
                        SwizzleComponent::X | SwizzleComponent::Y,
                        SwizzleComponent::X | SwizzleComponent::Y,
                        ..,
                    ],
            }
            | Expression::AccessIndex {
                base: vector,
                index: 0 | 1,
            } if is_position(module, function, vector) => return true,
            Expression::AccessIndex { base, .. } => base,
            // catch-all: other operations leave the framebuffer
            _ => return false,
        };
    }
    false
}

/// Whether a value is the built-in input `position` of a fragment shader: only those have it as an input.
fn is_position(module: &Module, function: &Function, value: Handle<Expression>) -> bool {
    let binding = input_binding(module, function, value);
    matches!(binding, Some(Binding::BuiltIn(BuiltIn::Position { .. })))
}

/// An input or output of an entry point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StageValue<'a> {
    /// For the reflection.
    #[cfg_attr(not(feature = "reflection"), expect(dead_code))]
    pub(crate) name: Option<&'a str>,
    pub(crate) binding: &'a Binding,
    pub(crate) ty: Handle<Type>,
}

/// The inputs or outputs of an argument or a result: itself if it has a binding, otherwise its members.
pub(crate) fn stage_values<'a>(
    module: &'a Module,
    name: Option<&'a str>,
    binding: Option<&'a Binding>,
    ty: Handle<Type>,
) -> impl Iterator<Item = StageValue<'a>> {
    let own = binding.map(|binding| StageValue { name, binding, ty });
    let members = members(module, ty).iter().filter(move |_| own.is_none());
    own.into_iter().chain(members.filter_map(|member| {
        Some(StageValue {
            name: member.name.as_deref(),
            binding: member.binding.as_ref()?,
            ty: member.ty,
        })
    }))
}

/// The inputs of an entry point.
pub(crate) fn inputs<'a>(module: &'a Module, function: &'a Function) -> impl Iterator<Item = StageValue<'a>> {
    function.arguments.iter().flat_map(|argument| {
        let (name, binding) = (argument.name.as_deref(), argument.binding.as_ref());
        stage_values(module, name, binding, argument.ty)
    })
}

/// The binding of a value that is an input of an entry point: an argument, or a member of one.
pub(crate) fn input_binding<'a>(
    module: &'a Module,
    function: &'a Function,
    value: Handle<Expression>,
) -> Option<&'a Binding> {
    let (argument, member) = match function.expressions[value] {
        Expression::FunctionArgument(argument) => (argument, None),
        Expression::AccessIndex { base, index } => match function.expressions[base] {
            Expression::FunctionArgument(argument) => (argument, Some(index)),
            // catch-all: inputs are arguments
            _ => return None,
        },
        // catch-all: inputs are arguments
        _ => return None,
    };
    let argument = function.arguments.get(argument as usize)?;
    match member {
        None => argument.binding.as_ref(),
        Some(member) => members(module, argument.ty).get(member as usize)?.binding.as_ref(),
    }
}
