//! Describes the errors of naga's validator in the shader's own terms: expressions by their source text, types in WGSL,
//! and the function or entry point that contains the error.
//!
//! The validator's errors name expressions and types by their numbers in naga's arenas. Frequent errors have their own
//! messages here. The others have naga's message with the numbers replaced.

use naga::common::wgsl::{ToWgsl as _, TryToWgsl as _, TypeContext as _};
use naga::front::Typifier;
use naga::proc::{ResolveContext, TypeResolution};
use naga::valid::{
    CallError, ComposeError, EntryPointError, ExpressionError, FunctionError, GlobalVariableError, LocalVariableError,
    TypeError, ValidationError, VaryingError,
};
use naga::{
    BinaryOperator, Block, Expression, Function, Handle, Module, SampleLevel, ShaderStage, Span, Statement, Type,
    TypeInner, WithSpan,
};

use super::diagnose::{Complaint, Label};

/// The maximum length of quoted source text, in characters.
const MAX_QUOTED: usize = 48;

/// The complaint for a validation error of a module that was read from `text`.
pub fn complaint(module: &Module, text: &str, error: &WithSpan<ValidationError>) -> Complaint {
    let mut describer = Describer {
        module,
        text,
        function: None,
        stage: None,
        labels: Vec::new(),
        notes: Vec::new(),
    };
    let message = describer.validation(error.as_inner());
    let Describer { mut labels, notes, .. } = describer;
    // The validator's spans are those of statements and declarations: used only if no more precise span is known.
    let spans = error.spans().filter_map(|(span, _)| Label::new(*span, ""));
    let innermost = spans.min_by_key(|label| label.range.len());
    if labels.is_empty() {
        labels.extend(innermost);
    }
    Complaint {
        kind: "validation",
        message,
        labels,
        notes,
        lack: None,
    }
}

struct Describer<'a> {
    module: &'a Module,
    text: &'a str,
    function: Option<&'a Function>,
    /// The stage of the entry point that contains the error.
    stage: Option<ShaderStage>,
    /// The place of the error first, then related places.
    labels: Vec<Label>,
    notes: Vec<String>,
}

/// A word for a stage.
fn stage_name(stage: ShaderStage) -> &'static str {
    match stage {
        ShaderStage::Vertex => "vertex",
        ShaderStage::Task => "task",
        ShaderStage::Mesh => "mesh",
        ShaderStage::Fragment => "fragment",
        ShaderStage::Compute => "compute",
        ShaderStage::RayGeneration => "ray generation",
        ShaderStage::Miss => "miss",
        ShaderStage::AnyHit => "any-hit",
        ShaderStage::ClosestHit => "closest-hit",
    }
}

/// A binary operator as WGSL writes it.
const fn operator(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::And => "&",
        BinaryOperator::ExclusiveOr => "^",
        BinaryOperator::InclusiveOr => "|",
        BinaryOperator::LogicalAnd => "&&",
        BinaryOperator::LogicalOr => "||",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
    }
}

const fn unary(operator: naga::UnaryOperator) -> &'static str {
    match operator {
        naga::UnaryOperator::Negate => "-",
        naga::UnaryOperator::LogicalNot => "!",
        naga::UnaryOperator::BitwiseNot => "~",
    }
}

/// The span of the first statement in a block, at any depth, that satisfies `is_it`.
fn find_statement(block: &Block, is_it: &dyn Fn(&Statement) -> bool) -> Option<Span> {
    block.span_iter().find_map(|(statement, span)| {
        if is_it(statement) {
            return Some(*span).filter(Span::is_defined);
        }
        match statement {
            Statement::Block(inner) => find_statement(inner, is_it),
            Statement::If { accept, reject, .. } => {
                find_statement(accept, is_it).or_else(|| find_statement(reject, is_it))
            }
            Statement::Switch { cases, .. } => cases.iter().find_map(|case| find_statement(&case.body, is_it)),
            Statement::Loop { body, continuing, .. } => {
                find_statement(body, is_it).or_else(|| find_statement(continuing, is_it))
            }
            _ => None,
        }
    })
}

/// The messages of an error and of its sources.
fn chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(next) = source {
        message = format!("{message}: {next}");
        source = next.source();
    }
    message
}

/// The text with every number in brackets replaced by the result of `name`, if there is one.
fn replace_handles(text: &str, name: impl Fn(usize) -> Option<String>) -> String {
    let mut replaced = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        replaced += before;
        let named = after.split_once(']').and_then(|(number, after)| {
            let name = name(number.parse().ok()?)?;
            Some((name, after))
        });
        match named {
            Some((name, after)) => {
                replaced += &name;
                rest = after;
            }
            None => {
                replaced.push('[');
                rest = after;
            }
        }
    }
    replaced + rest
}

impl<'a> Describer<'a> {
    fn mark(&mut self, span: Span, message: impl Into<String>) {
        self.labels.extend(Label::new(span, message));
    }

    fn ty(&self, handle: Handle<Type>) -> String {
        format!("`{}`", self.module.to_ctx().type_to_string(handle))
    }

    /// The name of a type; of a pointer, that of its pointee.
    fn inner(&self, inner: &TypeInner) -> String {
        match inner {
            TypeInner::Pointer { base, .. } => self.ty(*base),
            _ => self.as_written(inner),
        }
    }

    fn as_written(&self, inner: &TypeInner) -> String {
        let same = self.module.types.iter().find(|(_, ty)| ty.inner == *inner);
        // A struct type is spelled by its declared name.
        let resolution = match same {
            Some((handle, _)) => TypeResolution::Handle(handle),
            None => TypeResolution::Value(inner.clone()),
        };
        format!("`{}`", self.module.to_ctx().type_resolution_to_string(&resolution))
    }

    fn span(&self, expression: Handle<Expression>) -> Span {
        self.function
            .map_or(Span::UNDEFINED, |function| function.expressions.get_span(expression))
    }

    /// The source text of an expression, or a description if it has no text.
    fn quoted(&self, expression: Handle<Expression>) -> String {
        let text = self.span(expression).to_range().and_then(|range| self.text.get(range));
        if let Some(text) = text {
            let words: Vec<&str> = text.split_whitespace().collect();
            let text = words.join(" ");
            if text.chars().count() <= MAX_QUOTED {
                return format!("`{text}`");
            }
            let start: String = text.chars().take(MAX_QUOTED).collect();
            return format!("`{start}…`");
        }
        let named = self.function.and_then(|function| {
            let variable = match function.expressions[expression] {
                Expression::LocalVariable(variable) => function.local_variables[variable].name.as_ref(),
                Expression::GlobalVariable(variable) => self.module.global_variables[variable].name.as_ref(),
                _ => None,
            };
            variable.or_else(|| function.named_expressions.get(&expression))
        });
        named.map_or_else(|| "the expression".to_owned(), |name| format!("`{name}`"))
    }

    /// The type of an operand in the source: naga converts a scalar beside a vector to a vector.
    fn operand(&self, expression: Handle<Expression>, inner: &TypeInner) -> String {
        let splat = self
            .function
            .and_then(|function| match function.expressions[expression] {
                Expression::Splat { value, .. } if self.span(expression) == self.span(value) => Some(value),
                _ => None,
            });
        splat
            .and_then(|value| self.type_of(value))
            .unwrap_or_else(|| self.inner(inner))
    }

    /// Marks the name of an entry point in its declaration.
    fn mark_declaration(&mut self, name: &str) {
        let ends_name = |character: char| !(character.is_alphanumeric() || character == '_');
        for (place, _) in self.text.match_indices(name) {
            let (before, after) = (self.text.get(..place), self.text.get(place + name.len()..));
            let (Some(before), Some(after)) = (before, after) else {
                continue;
            };
            let word = before.trim_end();
            let is_declared = word.ends_with("fn") && word.len() < before.len();
            if is_declared && after.starts_with(ends_name) {
                self.labels.push(Label {
                    range: place..place + name.len(),
                    message: String::new(),
                });
                return;
            }
        }
    }

    /// The type of an expression, if it can be resolved.
    fn type_of(&self, expression: Handle<Expression>) -> Option<String> {
        self.resolved(expression).map(|inner| self.inner(&inner))
    }

    fn resolved(&self, expression: Handle<Expression>) -> Option<TypeInner> {
        let function = self.function?;
        let context = ResolveContext::with_locals(self.module, &function.local_variables, &function.arguments);
        let mut typifier = Typifier::new();
        typifier.grow(expression, &function.expressions, &context).ok()?;
        Some(typifier.get(expression, &self.module.types).clone())
    }

    /// "is of type `f32`", or "is of another type" if the type is unknown.
    fn is_a(&self, expression: Handle<Expression>) -> String {
        match self.type_of(expression) {
            Some(ty) => format!("is of type {ty}"),
            None => "is of another type".to_owned(),
        }
    }

    /// Replaces numbers of expressions in a message of naga.
    fn with_expressions(&self, text: &str) -> String {
        let Some(function) = self.function else {
            return text.to_owned();
        };
        replace_handles(text, |number| {
            let (handle, _) = function.expressions.iter().nth(number)?;
            Some(self.quoted(handle))
        })
    }

    /// Replaces numbers of types in a message of naga.
    fn with_types(&self, text: &str) -> String {
        replace_handles(text, |number| {
            let (handle, _) = self.module.types.iter().nth(number)?;
            Some(self.ty(handle))
        })
    }

    fn validation(&mut self, error: &ValidationError) -> String {
        match error {
            ValidationError::Function { handle, name, source } => {
                let function = &self.module.functions[*handle];
                self.function = Some(function);
                let message = self.function_error(source);
                self.notes.push(format!("in the function `{name}`"));
                message
            }
            ValidationError::EntryPoint { stage, name, source } => {
                let mut entries = self.module.entry_points.iter();
                let entry = entries.find(|entry| entry.stage == *stage && entry.name == *name);
                self.function = entry.map(|entry| &entry.function);
                self.stage = Some(*stage);
                let message = self.entry_point_error(source);
                if self.labels.is_empty() {
                    self.mark_declaration(name);
                }
                self.notes
                    .push(format!("in the {} entry point `{name}`", stage_name(*stage)));
                message
            }
            ValidationError::GlobalVariable { handle, name, source } => {
                self.mark(self.module.global_variables.get_span(*handle), "");
                let ty = self.module.global_variables[*handle].ty;
                self.global_error(name, ty, source)
            }
            ValidationError::Type { handle, name, source } => {
                self.mark(self.module.types.get_span(*handle), "");
                let what = match name.is_empty() {
                    true => self.ty(*handle),
                    false => format!("`{name}`"),
                };
                format!("the type {what}: {}", self.type_error(*handle, source))
            }
            ValidationError::Constant { handle, name, source } => {
                self.mark(self.module.constants.get_span(*handle), "");
                format!("the constant `{name}`: {}", self.with_types(&chain(source)))
            }
            ValidationError::Override { handle, name, source } => {
                self.mark(self.module.overrides.get_span(*handle), "");
                format!("the override `{name}`: {}", self.with_types(&chain(source)))
            }
            ValidationError::ConstExpression { handle, source } => {
                self.mark(self.module.global_expressions.get_span(*handle), "");
                format!("a constant expression is invalid: {}", chain(source))
            }
            ValidationError::ArraySizeError { handle } => {
                self.mark(self.module.global_expressions.get_span(*handle), "");
                "the length of an array is not positive".to_owned()
            }
            ValidationError::InvalidHandle(_) | ValidationError::Layouter(_) | ValidationError::Corrupted => {
                chain(error)
            }
        }
    }

    fn type_error(&self, handle: Handle<Type>, error: &TypeError) -> String {
        match error {
            TypeError::InvalidDynamicArray(field, _) => {
                let is_last = match &self.module.types[handle].inner {
                    TypeInner::Struct { members, .. } => {
                        members.last().and_then(|member| member.name.as_ref()) == Some(field)
                    }
                    _ => false,
                };
                match is_last {
                    true => format!("`{field}` has no fixed length"),
                    false => format!("`{field}` has no fixed length, which only the last member may have"),
                }
            }
            other => self.with_types(&chain(other)),
        }
    }

    fn global_error(&self, name: &str, ty: Handle<Type>, error: &GlobalVariableError) -> String {
        let ty = self.ty(ty);
        match error {
            GlobalVariableError::InvalidType(space) => {
                let space = naga::common::wgsl::address_space_str(*space).0.unwrap_or("this");
                format!("`{name}`: a variable in the address space `{space}` cannot be of type {ty}")
            }
            GlobalVariableError::InvalidBinding => {
                format!("`{name}`: resources have `@group` and `@binding`, and other variables have neither")
            }
            GlobalVariableError::InitializerType => {
                format!("`{name}`: the initial value is not of the variable's type, {ty}")
            }
            GlobalVariableError::MissingTypeFlags { .. } => {
                format!("`{name}`: the type {ty} is not one that a variable in this address space may have")
            }
            other => format!("`{name}`: {}", self.with_types(&chain(other))),
        }
    }

    fn entry_point_error(&mut self, error: &EntryPointError) -> String {
        match error {
            EntryPointError::Function(error) => self.function_error(error),
            EntryPointError::BindingCollision(global) => {
                let globals = &self.module.global_variables;
                let variable = &globals[*global];
                let name = variable.name.as_deref().unwrap_or("");
                let (mut place, mut other_name) = (String::new(), None);
                if let Some(binding) = variable.binding {
                    place = format!("@group({}) @binding({})", binding.group, binding.binding);
                    let same = globals
                        .iter()
                        .find(|(handle, other)| handle != global && other.binding == Some(binding));
                    self.mark(globals.get_span(*global), format!("{place} again"));
                    if let Some((other, declared)) = same {
                        self.mark(globals.get_span(other), place.clone());
                        other_name = declared.name.as_deref();
                    }
                }
                match other_name {
                    Some(other) => format!("`{name}` and `{other}` are both at {place}, and the entry point uses both"),
                    None => format!("`{name}` is at {place}, as another resource that the entry point uses is"),
                }
            }
            EntryPointError::InvalidGlobalUsage(global, usage) => {
                let globals = &self.module.global_variables;
                self.mark(globals.get_span(*global), "declared here");
                let name = globals[*global].name.as_deref().unwrap_or("");
                let usage = format!("{usage:?}")
                    .replace("GlobalUse(", "")
                    .replace(')', "")
                    .to_lowercase();
                format!("`{name}` is used in a way that its declaration does not allow: {usage}")
            }
            EntryPointError::Argument(index, error) => {
                let argument = usize::try_from(*index).ok();
                let argument = argument.and_then(|index| self.function?.arguments.get(index));
                let name = argument.and_then(|argument| argument.name.as_deref()).unwrap_or("");
                // The expression of a function argument has the span of the argument's name.
                let expressions = self.function.map(|function| function.expressions.iter());
                let own = expressions.and_then(|mut expressions| {
                    expressions
                        .find(|(_, expression)| matches!(expression, Expression::FunctionArgument(own) if own == index))
                });
                if let Some((own, _)) = own {
                    self.mark(self.span(own), "");
                }
                format!("the argument `{name}`: {}", self.varying_error(error))
            }
            EntryPointError::Result(error) => format!("the result: {}", self.varying_error(error)),
            EntryPointError::ForbiddenStageOperations => {
                if let Some(message) = self.forbidden() {
                    return message;
                }
                "it does what its stage cannot: derivatives and samples without a level are for fragment shaders, and barriers \
                 for compute, task and mesh shaders"
                    .to_owned()
            }
            EntryPointError::MissingVertexOutputPosition => {
                "a vertex shader returns a `@builtin(position)`, and this one does not".to_owned()
            }
            other => self.with_types(&chain(other)),
        }
    }

    fn varying_error(&self, error: &VaryingError) -> String {
        match error {
            VaryingError::MissingBinding => "it has neither `@location` nor `@builtin`".to_owned(),
            VaryingError::MemberMissingBinding(index) => {
                format!(
                    "member {} of its type has neither `@location` nor `@builtin`",
                    index + 1
                )
            }
            VaryingError::BindingCollision { location } => format!("`@location({location})` is given twice"),
            VaryingError::InvalidBuiltInType(built_in, ty) => {
                format!("{} cannot be of type {}", self.built_in(*built_in), self.inner(ty))
            }
            VaryingError::InvalidBuiltInStage(built_in) => {
                format!("{} is not available here in this stage", self.built_in(*built_in))
            }
            VaryingError::DuplicateBuiltIn(built_in) => format!("{} is given twice", self.built_in(*built_in)),
            VaryingError::InvalidInterpolationForInteger => "an integer needs `@interpolate(flat)`".to_owned(),
            VaryingError::NotIOShareableType(ty) => {
                format!("{} is no scalar and no vector of numbers", self.ty(*ty))
            }
            other => self.with_types(&chain(other)),
        }
    }

    /// The first operation directly in the entry point that its stage does not support.
    fn forbidden(&mut self) -> Option<String> {
        let (function, stage) = (self.function?, self.stage?);
        if stage != ShaderStage::Fragment {
            let is_of_fragments = |expression: &Expression| {
                matches!(
                    expression,
                    Expression::Derivative { .. }
                        | Expression::ImageSample {
                            level: SampleLevel::Auto | SampleLevel::Bias(_),
                            ..
                        }
                )
            };
            let mut expressions = function.expressions.iter();
            if let Some((found, _)) = expressions.find(|(_, expression)| is_of_fragments(expression)) {
                self.mark(self.span(found), "");
                let quoted = self.quoted(found);
                return Some(format!(
                    "{quoted}: derivatives and samples without a level are for fragment shaders"
                ));
            }
        }
        if !stage.compute_like() {
            let barrier = find_statement(&function.body, &|statement| {
                matches!(
                    statement,
                    Statement::ControlBarrier(_) | Statement::WorkGroupUniformLoad { .. }
                )
            });
            if let Some(span) = barrier {
                self.mark(span, "");
                return Some("barriers are for compute, task and mesh shaders".to_owned());
            }
        }
        None
    }

    /// Marks the first line of the first statement that satisfies `is_it`.
    fn mark_statement(&mut self, is_it: &dyn Fn(&Statement) -> bool, message: &str) {
        let span = self.function.and_then(|function| find_statement(&function.body, is_it));
        let Some(mut range) = span.and_then(Span::to_range) else {
            return;
        };
        let line = self.text.get(range.clone()).and_then(|text| text.find(['\n', '\r']));
        if let Some(line) = line {
            range.end = range.start + line;
        }
        self.labels.push(Label {
            range,
            message: message.to_owned(),
        });
    }

    fn built_in(&self, built_in: naga::BuiltIn) -> String {
        match built_in.try_to_wgsl() {
            Some(name) => format!("`@builtin({name})`"),
            None => format!("{built_in:?}"),
        }
    }

    fn function_error(&mut self, error: &FunctionError) -> String {
        match error {
            FunctionError::Expression { handle, source } => {
                self.mark(self.span(*handle), "");
                self.expression_error(Some(*handle), source)
            }
            FunctionError::InvalidReturnType {
                expression,
                expected_ty,
            } => {
                let expected = expected_ty.map(|ty| self.ty(ty));
                match (expression, expected) {
                    (Some(value), Some(ty)) => {
                        let is = self.is_a(*value);
                        self.mark(self.span(*value), is.clone());
                        format!("the function returns {ty}, and {} {is}", self.quoted(*value))
                    }
                    (None, Some(ty)) => {
                        let labels = self.labels.len();
                        self.mark_statement(&|statement| matches!(statement, Statement::Return { value: None }), "");
                        // naga adds a `return` without a place where the text has none.
                        if self.labels.len() == labels {
                            format!("the function returns {ty}, and its end can be reached without a `return`")
                        } else {
                            format!("the function returns {ty}, and a `return` has no value")
                        }
                    }
                    (Some(value), None) => {
                        self.mark(self.span(*value), "");
                        format!(
                            "the function returns nothing, and a `return` has the value {}",
                            self.quoted(*value)
                        )
                    }
                    (None, None) => chain(error),
                }
            }
            FunctionError::InvalidIfType(condition) => {
                let is = self.is_a(*condition);
                // If the condition is a variable, its span is that of the declaration.
                let is_it = |statement: &Statement| match statement {
                    Statement::If { condition: own, .. } => own == condition,
                    Statement::Loop { break_if, .. } => *break_if == Some(*condition),
                    _ => false,
                };
                self.mark_statement(&is_it, "");
                self.mark(self.span(*condition), is.clone());
                format!("a condition is of type `bool`, and {} {is}", self.quoted(*condition))
            }
            FunctionError::InvalidSwitchType(selector) => {
                let is = self.is_a(*selector);
                let is_it = |statement: &Statement| match statement {
                    Statement::Switch { selector: own, .. } => own == selector,
                    _ => false,
                };
                self.mark_statement(&is_it, "");
                self.mark(self.span(*selector), is.clone());
                format!("a `switch` is over `i32` or `u32`, and {} {is}", self.quoted(*selector))
            }
            FunctionError::ConflictingSwitchCase(value) => {
                let is_it = |statement: &Statement| match statement {
                    Statement::Switch { cases, .. } => cases.iter().filter(|case| case.value == *value).count() > 1,
                    _ => false,
                };
                self.mark_statement(&is_it, "");
                let value = match value {
                    naga::SwitchValue::I32(value) => value.to_string(),
                    naga::SwitchValue::U32(value) => format!("{value}u"),
                    naga::SwitchValue::Default => "default".to_owned(),
                };
                format!("two cases of a `switch` have the value {value}")
            }
            FunctionError::InvalidStoreTypes { pointer, value } => {
                let (to, from) = (self.is_a(*pointer), self.is_a(*value));
                self.mark(self.span(*value), from.clone());
                self.mark(self.span(*pointer), to.clone());
                format!(
                    "{} {to}, and {}, which is stored to it, {from}",
                    self.quoted(*pointer),
                    self.quoted(*value)
                )
            }
            FunctionError::InvalidStorePointer(pointer) => {
                self.mark(self.span(*pointer), "");
                format!("{} is nothing that can be stored to", self.quoted(*pointer))
            }
            FunctionError::InvalidStoreValue {
                actual,
                actual_ty,
                expected_ty,
            } => {
                self.mark(self.span(*actual), "");
                let (is, wanted) = (self.inner(actual_ty), self.inner(expected_ty));
                format!(
                    "the texture takes {wanted}, and {} is of type {is}",
                    self.quoted(*actual)
                )
            }
            FunctionError::InvalidCall { function, error } => {
                let name = self.module.functions[*function].name.clone().unwrap_or_default();
                self.call_error(&name, *function, error)
            }
            FunctionError::InvalidArgumentPointerSpace { index, name, space } => {
                let space = naga::common::wgsl::address_space_str(*space).0.unwrap_or("this");
                let _ = index;
                format!(
                    "the argument `{name}` is a pointer into the address space `{space}`, which naga passes to no function"
                )
            }
            FunctionError::LocalVariable { handle, name, source } => {
                let function = self.function;
                if let Some(function) = function {
                    self.mark(function.local_variables.get_span(*handle), "");
                    if matches!(source, LocalVariableError::InitializerType) {
                        let ty = self.ty(function.local_variables[*handle].ty);
                        return format!("`{name}` is of type {ty}, and its initial value is not");
                    }
                }
                format!("`{name}`: {}", self.with_types(&chain(source)))
            }
            FunctionError::InvalidImageStore(source) | FunctionError::InvalidImageAtomic(source) => {
                self.expression_error(None, source)
            }
            FunctionError::NonUniformControlFlow(_, expression, _) => {
                self.mark(self.span(*expression), "");
                self.with_expressions(&chain(error))
            }
            FunctionError::InvalidRayQueryType(_) | FunctionError::MismatchedPayloadType(..) => {
                self.with_types(&chain(error))
            }
            other => self.with_expressions(&chain(other)),
        }
    }

    fn call_error(&mut self, name: &str, function: Handle<Function>, error: &CallError) -> String {
        match error {
            CallError::ArgumentCount { required, seen } => {
                format!("`{name}` takes {required} arguments, and the call has {seen}")
            }
            CallError::ArgumentType {
                index,
                required,
                seen_expression,
            } => {
                let is = match self.resolved(*seen_expression) {
                    Some(inner) => format!("is of type {}", self.as_written(&inner)),
                    None => "is of another type".to_owned(),
                };
                self.mark(self.span(*seen_expression), is.clone());
                let arguments = &self.module.functions[function].arguments;
                let argument = arguments.get(*index).and_then(|argument| argument.name.as_deref());
                let argument = argument.map_or_else(|| format!("argument {}", index + 1), |name| format!("`{name}`"));
                let required = self.ty(*required);
                format!(
                    "{argument} of `{name}` is of type {required}, and {} {is}",
                    self.quoted(*seen_expression)
                )
            }
            CallError::Argument { index, source } => {
                format!(
                    "argument {} of `{name}`: {}",
                    index + 1,
                    self.expression_error(None, source)
                )
            }
            other => format!("the call of `{name}`: {}", self.with_expressions(&chain(other))),
        }
    }

    /// `whole` is the expression with the error, for errors that do not name its operands.
    fn expression_error(&mut self, whole: Option<Handle<Expression>>, error: &ExpressionError) -> String {
        let subject = whole.map_or_else(|| "the expression".to_owned(), |whole| self.quoted(whole));
        match error {
            ExpressionError::InvalidBinaryOperandTypes {
                op,
                lhs_expr,
                lhs_type,
                rhs_expr,
                rhs_type,
            } => {
                let (left, right) = (self.operand(*lhs_expr, lhs_type), self.operand(*rhs_expr, rhs_type));
                self.mark(self.span(*lhs_expr), left.clone());
                self.mark(self.span(*rhs_expr), right.clone());
                format!("{subject}: {left} and {right} are no operands of `{}`", operator(*op))
            }
            ExpressionError::InvalidUnaryOperandType(op, operand) => {
                let is = self.is_a(*operand);
                format!(
                    "{subject}: `{}` does not take {}, which {is}",
                    unary(*op),
                    self.quoted(*operand)
                )
            }
            ExpressionError::InvalidBaseType(base) => {
                let is = self.is_a(*base);
                format!("{subject}: {} {is}, which has no such part", self.quoted(*base))
            }
            ExpressionError::InvalidIndexType(index) => {
                let is = self.is_a(*index);
                format!(
                    "{subject}: an index is of type `i32` or `u32`, and {} {is}",
                    self.quoted(*index)
                )
            }
            ExpressionError::NegativeIndex(base) => {
                format!("{subject}: an index into {} is negative", self.quoted(*base))
            }
            ExpressionError::IndexOutOfBounds(base, index) => {
                let is = self.is_a(*base);
                format!("{subject}: {} {is}, which has no element {index}", self.quoted(*base))
            }
            ExpressionError::SelectValuesTypeMismatch { accept, reject } => {
                let (accept, reject) = (self.inner(accept), self.inner(reject));
                format!("{subject}: the values to select from are of type {reject} and {accept}")
            }
            ExpressionError::SelectConditionNotABool { actual } => {
                format!(
                    "{subject}: the condition is of type {}, and not `bool`",
                    self.inner(actual)
                )
            }
            ExpressionError::ShiftAmountTooLarge { lhs_type, rhs_expr } => {
                self.mark(self.span(*rhs_expr), "");
                let ty = self.inner(lhs_type);
                format!(
                    "{subject}: {} is as much as {ty} has bits, or more",
                    self.quoted(*rhs_expr)
                )
            }
            ExpressionError::DivideByZero => format!("{subject}: division by zero"),
            ExpressionError::InvalidArgumentType(function, index, argument) => {
                let is = self.is_a(*argument);
                let name = function.try_to_wgsl().unwrap_or("the function");
                self.mark(self.span(*argument), is.clone());
                format!(
                    "{subject}: argument {} of `{name}` {is}, which it does not take",
                    index + 1
                )
            }
            ExpressionError::WrongArgumentCount(function) => {
                let name = function.try_to_wgsl().unwrap_or("the function");
                format!("{subject}: `{name}` takes another number of arguments")
            }
            ExpressionError::Compose(ComposeError::ComponentCount { given, expected }) => {
                format!("{subject}: {expected} components are needed, and there are {given}")
            }
            ExpressionError::Compose(ComposeError::ComponentType { index }) => {
                let part = whole.and_then(|whole| match &self.function?.expressions[whole] {
                    Expression::Compose { components, .. } => components.get(usize::try_from(*index).ok()?).copied(),
                    _ => None,
                });
                match part {
                    Some(part) => {
                        let is = self.is_a(part);
                        self.mark(self.span(part), is.clone());
                        format!("{subject}: {} {is}, which does not fit there", self.quoted(part))
                    }
                    None => format!("{subject}: component {} is of another type", index + 1),
                }
            }
            ExpressionError::Compose(ComposeError::Type(ty)) => {
                format!("{subject}: {} is not made of components", self.ty(*ty))
            }
            ExpressionError::InvalidImageCoordinateType(dimension, coordinate) => {
                let is = self.is_a(*coordinate);
                self.mark(self.span(*coordinate), is.clone());
                format!("{subject}: the coordinate of a {} texture {is}", dimension.to_wgsl())
            }
            ExpressionError::InvalidZeroValue(_)
            | ExpressionError::ExpectedBindingArrayType(_)
            | ExpressionError::ExpectedImageType(_)
            | ExpressionError::ExpectedSamplerType(_)
            | ExpressionError::InvalidWorkGroupUniformLoadResultType(_) => {
                format!("{subject}: {}", self.with_types(&chain(error)))
            }
            other => format!("{subject}: {}", self.with_expressions(&chain(other))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_brackets_are_replaced_where_they_are_known() {
        let name = |number| (number < 2).then(|| format!("`{number}`"));
        assert_eq!(
            replace_handles("a [0] and [1], [7] [x] [", name),
            "a `0` and `1`, [7] [x] ["
        );
    }
}
