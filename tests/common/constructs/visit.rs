//! Visits everything that the entry points of a module use, and collects the names of its constructs.
//!
//! A name consists of the name of an IR variant, followed by what distinguishes its constructs (the kind of an operand,
//! a flag, an option). `list` has the required names.

use std::collections::BTreeSet;

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{Block, Expression, Function, Handle, Module, Statement, Type, TypeInner};

use super::describe;
use super::entry_points;
use super::names;

/// The names of the constructs.
pub type Found = BTreeSet<String>;

/// The names of the constructs of one entry point, or of all.
pub fn constructs(module: &Module, info: &ModuleInfo, entry: Option<&str>) -> Found {
    let mut found = Found::new();
    let mut types = BTreeSet::new();
    for (index, point) in module.entry_points.iter().enumerate() {
        if entry.is_some_and(|name| name != point.name) {
            continue;
        }
        entry_points::note(module, point, &mut found);
        let mut seen = BTreeSet::new();
        let mut open: Vec<(&Function, &FunctionInfo)> = vec![(&point.function, info.get_entry_point(index))];
        while let Some((function, function_info)) = open.pop() {
            let mut walk = Walk {
                module,
                function,
                info: function_info,
                found: &mut found,
                types: &mut types,
                called: Vec::new(),
            };
            walk.function();
            for handle in walk.called {
                if seen.insert(handle) {
                    open.push((&module.functions[handle], &info[handle]));
                }
            }
        }
    }
    for handle in types {
        describe::note_type(module, &module.types[handle].inner, &mut found);
    }
    found
}

/// The visit of one function.
struct Walk<'a> {
    module: &'a Module,
    function: &'a Function,
    info: &'a FunctionInfo,
    found: &'a mut Found,
    types: &'a mut BTreeSet<Handle<Type>>,
    called: Vec<Handle<Function>>,
}

impl Walk<'_> {
    fn note(&mut self, name: impl Into<String>) {
        self.found.insert(name.into());
    }

    fn function(&mut self) {
        let function = self.function;
        for argument in &function.arguments {
            self.ty(argument.ty);
        }
        if let Some(ref result) = function.result {
            self.ty(result.ty);
        }
        for (_, local) in function.local_variables.iter() {
            self.ty(local.ty);
            self.note("a local variable");
            if local.init.is_some() {
                self.note("a local variable with an initial value");
            }
        }
        for (handle, expression) in function.expressions.iter() {
            // An unused expression does not count.
            if self.info[handle].ref_count > 0 || is_result(expression) {
                self.expression(handle, expression);
            }
        }
        self.block(&function.body);
    }

    /// Visits a type and its component types.
    fn ty(&mut self, handle: Handle<Type>) {
        if !self.types.insert(handle) {
            return;
        }
        match self.module.types[handle].inner {
            TypeInner::Pointer { base, .. } | TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } => {
                self.ty(base);
            }
            TypeInner::Struct { ref members, .. } => {
                for member in members {
                    self.ty(member.ty);
                }
            }
            TypeInner::Scalar(_)
            | TypeInner::Vector { .. }
            | TypeInner::Matrix { .. }
            | TypeInner::CooperativeMatrix { .. }
            | TypeInner::Atomic(_)
            | TypeInner::ValuePointer { .. }
            | TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. } => {}
        }
    }

    fn inner(&self, handle: Handle<Expression>) -> &TypeInner {
        self.info[handle].ty.inner_with(&self.module.types)
    }

    /// The kind of a value's components, as the second word of a name.
    fn kind(&self, handle: Handle<Expression>) -> &'static str {
        describe::kind(self.inner(handle))
    }

    fn expression(&mut self, handle: Handle<Expression>, expression: &Expression) {
        let name = names::expression(expression);
        self.note(name);
        match self.info[handle].ty {
            naga::proc::TypeResolution::Handle(ty) => self.ty(ty),
            naga::proc::TypeResolution::Value(ref inner) => describe::note_type(self.module, inner, self.found),
        }
        match *expression {
            Expression::Literal(ref literal) => self.note(names::literal(literal)),
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                let base = describe::base(self.module, self.inner(base));
                self.note(format!("{name} {base}"));
            }
            Expression::Compose { ty, .. } => {
                let made = names::type_inner(&self.module.types[ty].inner);
                self.note(format!("{name} {made}"));
            }
            Expression::Swizzle { size, pattern, .. } => {
                for component in &pattern[..size as usize] {
                    self.note(names::swizzle_component(component));
                }
            }
            Expression::GlobalVariable(global) => self.global(global),
            Expression::Load { pointer } => {
                let loaded = describe::pointer(self.module, self.inner(pointer));
                self.note(format!("{name} {loaded}"));
            }
            Expression::ImageSample { .. } | Expression::ImageLoad { .. } | Expression::ImageQuery { .. } => {
                self.image(expression);
            }
            Expression::Unary { ref op, expr } => {
                self.note(format!("{} {}", names::unary_operator(op), self.kind(expr)));
            }
            Expression::Binary { ref op, left, right } => {
                let name = names::binary_operator(op);
                self.note(format!("{name} {}", self.kind(left)));
                let (left, right) = (describe::shape(self.inner(left)), describe::shape(self.inner(right)));
                self.note(format!("{name} {left} and {right}"));
            }
            Expression::Select { condition, .. } => {
                let shape = describe::shape(self.inner(condition));
                self.note(format!("{name} by {shape}"));
            }
            Expression::Derivative { ref axis, ref ctrl, .. } => {
                let (axis, control) = (names::derivative_axis(axis), names::derivative_control(ctrl));
                self.note(format!("{axis} {control}"));
            }
            Expression::Relational { ref fun, .. } => self.note(names::relational_function(fun)),
            Expression::Math { ref fun, arg, .. } => {
                self.note(format!("{} {}", names::math_function(fun), self.kind(arg)));
            }
            Expression::As { expr, kind, convert } => {
                let (from, to) = (self.kind(expr), describe::kind_name(kind));
                let how = if convert.is_some() {
                    "converted"
                } else {
                    "reinterpreted"
                };
                self.note(format!("{name} {from} {how} to {to}"));
            }
            Expression::AtomicResult { comparison, .. } => {
                self.note(format!(
                    "{name} {}",
                    if comparison { "of a comparison" } else { "plain" }
                ));
            }
            Expression::RayQueryVertexPositions { committed, .. }
            | Expression::RayQueryGetIntersection { committed, .. } => {
                self.note(format!("{name} {}", if committed { "committed" } else { "candidate" }));
            }
            Expression::CooperativeLoad { ref data, .. } => self.cooperative(name, data),
            Expression::ArrayLength(array) => {
                let of = describe::base(self.module, self.inner(array));
                self.note(format!("{name} {of}"));
            }
            Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::Splat { .. }
            | Expression::FunctionArgument(_)
            | Expression::LocalVariable(_)
            | Expression::CallResult(_)
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::RayQueryProceedResult
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. }
            | Expression::CooperativeMultiplyAdd { .. } => {}
        }
    }

    fn global(&mut self, handle: Handle<naga::GlobalVariable>) {
        let global = &self.module.global_variables[handle];
        self.ty(global.ty);
        let space = names::address_space(&global.space);
        self.note(space);
        if let naga::AddressSpace::Storage { access } = global.space {
            self.note(format!("{space} {}", describe::access(access)));
        }
        if global.init.is_some() {
            self.note("a global variable with an initial value");
        }
        for (flag, _) in global.memory_decorations.iter_names() {
            self.note(format!("MemoryDecorations::{flag}"));
        }
        let is_array = matches!(self.module.types[global.ty].inner, TypeInner::BindingArray { .. });
        if is_array {
            self.note(format!("TypeInner::BindingArray in {space}"));
        }
    }

    fn image(&mut self, expression: &Expression) {
        let name = names::expression(expression);
        let (Expression::ImageSample { image, .. }
        | Expression::ImageLoad { image, .. }
        | Expression::ImageQuery { image, .. }) = *expression
        else {
            return;
        };
        let class = describe::image_class(self.inner(image));
        self.note(format!("{name} {class}"));
        match *expression {
            Expression::ImageSample {
                gather,
                array_index,
                offset,
                ref level,
                depth_ref,
                clamp_to_edge,
                ..
            } => {
                let what = if gather.is_some() { "gather" } else { "sample" };
                let compared = if depth_ref.is_some() { " compared" } else { "" };
                let how = format!("{what}{compared}");
                self.note(format!("{name} {how} {}", names::sample_level(level)));
                if let Some(ref component) = gather {
                    self.note(format!("{name} gather {}", names::swizzle_component(component)));
                }
                for (is, what) in [
                    (array_index.is_some(), "array"),
                    (offset.is_some(), "offset"),
                    (clamp_to_edge, "clamped"),
                ] {
                    if is {
                        self.note(format!("{name} {how} {what}"));
                    }
                }
            }
            Expression::ImageLoad {
                array_index,
                sample,
                level,
                ..
            } => {
                for (is, what) in [
                    (array_index.is_some(), "array"),
                    (sample.is_some(), "sample"),
                    (level.is_some(), "level"),
                ] {
                    if is {
                        self.note(format!("{name} {what}"));
                    }
                }
            }
            Expression::ImageQuery { ref query, .. } => {
                self.note(format!("{} {class}", names::image_query(query)));
                if let naga::ImageQuery::Size { level: Some(_) } = query {
                    self.note("ImageQuery::Size of a level");
                }
            }
            // catch-all: the names of the others are noted where they are matched
            _ => {}
        }
    }

    fn cooperative(&mut self, name: &str, data: &naga::CooperativeData) {
        let layout = if data.row_major { "row-major" } else { "column-major" };
        self.note(format!("{name} {layout}"));
        let space = self.inner(data.pointer).pointer_space();
        if let Some(ref space) = space {
            self.note(format!("{name} {}", names::address_space(space)));
        }
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let name = names::statement(statement);
        self.note(name);
        match *statement {
            Statement::Block(ref block) => self.block(block),
            Statement::If {
                ref accept, ref reject, ..
            } => {
                self.note(format!("{name} {}", if reject.is_empty() { "alone" } else { "else" }));
                self.block(accept);
                self.block(reject);
            }
            Statement::Switch { ref cases, .. } => {
                for case in cases {
                    self.note(names::switch_value(&case.value));
                    if case.fall_through {
                        let what = if case.body.is_empty() {
                            "an empty body"
                        } else {
                            "a body"
                        };
                        self.note(format!("{name} falls through {what}"));
                    }
                    self.block(&case.body);
                }
            }
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => {
                for (is, what) in [(!continuing.is_empty(), "continuing"), (break_if.is_some(), "break if")] {
                    if is {
                        self.note(format!("{name} {what}"));
                    }
                }
                self.block(body);
                self.block(continuing);
            }
            Statement::Return { value } => {
                self.note(format!(
                    "{name} {}",
                    if value.is_some() { "a value" } else { "nothing" }
                ));
            }
            Statement::ControlBarrier(flags) | Statement::MemoryBarrier(flags) => {
                self.note(format!("{name} {}", describe::barrier(flags)));
            }
            Statement::Store { pointer, .. } => {
                let stored = describe::pointer(self.module, self.inner(pointer));
                self.note(format!("{name} {stored}"));
            }
            Statement::ImageStore { image, array_index, .. } => {
                let class = describe::image_class(self.inner(image));
                let arrayed = if array_index.is_some() { " array" } else { "" };
                self.note(format!("{name} {class}{arrayed}"));
            }
            Statement::Atomic {
                pointer,
                ref fun,
                value,
                result,
            } => {
                let fun = describe::atomic(fun);
                let to = describe::pointer(self.module, self.inner(pointer));
                let scalar = self.inner(value).scalar().map(describe::scalar).unwrap_or_default();
                self.note(format!("{name} {fun} {scalar}"));
                self.note(format!("{name} {to}"));
                if result.is_none() {
                    self.note(format!("{name} without a result"));
                }
            }
            Statement::ImageAtomic {
                image,
                array_index,
                ref fun,
                value,
                ..
            } => {
                let scalar = self.inner(value).scalar().map(describe::scalar).unwrap_or_default();
                self.note(format!("{name} {} {scalar}", describe::atomic(fun)));
                if array_index.is_some() {
                    self.note(format!("{name} array"));
                }
                self.note(format!(
                    "{name} {}",
                    describe::image_place(&self.function.expressions, image)
                ));
            }
            Statement::Call {
                function,
                ref arguments,
                result,
            } => {
                self.called.push(function);
                self.note(format!(
                    "{name} {}",
                    if result.is_some() { "for a value" } else { "for nothing" }
                ));
                for &argument in arguments {
                    let argument = describe::argument(self.module, self.inner(argument));
                    self.note(format!("{name} with {argument}"));
                }
            }
            Statement::RayQuery { ref fun, .. } => self.note(names::ray_query_function(fun)),
            Statement::RayPipelineFunction(ref fun) => self.note(names::ray_pipeline_function(fun)),
            Statement::SubgroupBallot { predicate, .. } => {
                self.note(format!(
                    "{name} {}",
                    if predicate.is_some() {
                        "of a condition"
                    } else {
                        "of all"
                    }
                ));
            }
            Statement::SubgroupGather { ref mode, argument, .. } => {
                let mode = describe::gather_mode(mode);
                self.note(mode.clone());
                self.note(format!("{mode} {}", describe::shape(self.inner(argument))));
            }
            Statement::SubgroupCollectiveOperation {
                ref op,
                ref collective_op,
                argument,
                ..
            } => {
                let (op, collective) = (
                    names::subgroup_operation(op),
                    names::collective_operation(collective_op),
                );
                self.note(format!("{op} {collective} {}", self.kind(argument)));
            }
            Statement::CooperativeStore { ref data, .. } => self.cooperative(name, data),
            Statement::Emit(_)
            | Statement::Break
            | Statement::Continue
            | Statement::Kill
            | Statement::WorkGroupUniformLoad { .. } => {}
        }
    }
}

/// Whether a statement has the expression as its result, used or not.
const fn is_result(expression: &Expression) -> bool {
    matches!(
        expression,
        Expression::CallResult(_) | Expression::AtomicResult { .. } | Expression::RayQueryProceedResult
    )
}
