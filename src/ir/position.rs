//! Values that come from the coordinates of a fragment in the framebuffer.

use naga::{
    Binding, BuiltIn, Expression, Function, Handle, MathFunction, Module, SwizzleComponent, TypeInner, VectorSize,
};

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
    let (argument, member) = match function.expressions[value] {
        Expression::FunctionArgument(argument) => (argument, None),
        Expression::AccessIndex { base, index } => match function.expressions[base] {
            Expression::FunctionArgument(argument) => (argument, Some(index)),
            // catch-all: inputs are arguments
            _ => return false,
        },
        // catch-all: inputs are arguments
        _ => return false,
    };
    let Some(argument) = function.arguments.get(argument as usize) else {
        return false;
    };
    let binding = match (member, &module.types[argument.ty].inner) {
        (None, _) => &argument.binding,
        (Some(member), TypeInner::Struct { members, .. }) => match members.get(member as usize) {
            Some(member) => &member.binding,
            None => return false,
        },
        (Some(_), _) => return false,
    };
    matches!(binding, Some(Binding::BuiltIn(BuiltIn::Position { .. })))
}
