//! Generates chains of functions with pointer parameters, each of which passes pointers to parts of its arguments to
//! the next: to elements by constant and dynamic indices, columns and members, in and out of range, and two pointers to
//! the same memory.

use std::rc::Rc;

use super::generator::{Function, Generator, Kind, Parameter, Space, Stage};
use super::types::{Member, Ty, U32, Use};

/// The depth of calls.
const DEPTH: usize = 3;
/// The maximum number of random paths in search of a part with a type.
const WALKS: usize = 16;

impl Generator {
    /// Generates the functions. The first one passes pointers to its own variable.
    pub fn pointer_tower(&mut self) {
        let space = self.random.choose(&[Space::Function, Space::Function, Space::Private]);
        let levels = self.random.between(DEPTH, DEPTH + 1);
        let mut ty = self.value_type(Use::Registers, 1);
        let mut below: Option<Function> = None;
        for _ in 0..levels {
            let function = self.tower_level(space, &ty, below.as_ref());
            self.functions.push(function.clone());
            below = Some(function);
            ty = self.around(&ty);
        }
        if let Some(below) = below {
            self.tower_top(space, &ty, &below);
        }
    }

    /// A random type that contains another as a part.
    fn around(&mut self, inner: &Ty) -> Ty {
        match (inner, self.random.below(4)) {
            (Ty::Vector(rows, scalar), 0) if scalar.is_float() => {
                Ty::Matrix(self.random.between(2, 4) as u32, *rows, *scalar)
            }
            (_, 0 | 1) => {
                let count = self.random.between(1, 4);
                let at = self.random.below(count);
                let mut members = Vec::new();
                for index in 0..count {
                    let ty = if index == at || self.random.chance(30) {
                        inner.clone()
                    } else {
                        self.small_type(Use::Registers)
                    };
                    members.push(Member {
                        name: format!("m{index}"),
                        ty,
                        attributes: String::new(),
                    });
                }
                self.add_struct(members, Use::Registers, true)
            }
            _ => Ty::Array(Rc::new(inner.clone()), self.random.between(1, 4) as u32),
        }
    }

    /// One function of the chain: it uses its arguments and passes parts of them on.
    fn tower_level(&mut self, space: Space, ty: &Ty, below: Option<&Function>) -> Function {
        let stage = if self.executes() { Stage::Compute } else { Stage::Any };
        let pointer = Parameter::Pointer(space, ty.clone());
        let mut parameters = vec![pointer.clone(), Parameter::Value(U32)];
        if self.random.chance(60) {
            parameters.insert(1, pointer);
        }
        let name = self.fresh("f");
        self.begin(stage, Some(U32));
        let (mut texts, scope) = (Vec::new(), self.scope.len());
        self.level = 1;
        for parameter in &parameters {
            texts.push(self.declare_parameter(parameter));
        }
        let places: Vec<String> = self.scope[scope..]
            .iter()
            .filter(|v| matches!(v.kind, Kind::Memory { .. }))
            .map(|v| v.text.clone())
            .collect();
        self.level = 0;
        self.line(format!("fn {name}({}) -> u32 {{", texts.join(", ")));
        self.tower_body(&places, ty, below);
        self.finish(scope);
        Function {
            name,
            parameters,
            result: Some(U32),
            stage,
            weight: self.context.weight,
        }
    }

    /// Statements, and calls of the next function with its results.
    fn tower_body(&mut self, places: &[String], ty: &Ty, below: Option<&Function>) {
        let statements = self.random.between(1, 3);
        self.level = 1;
        self.line("{");
        self.block(statements, 1);
        self.line("}");
        for place in places {
            if self.random.chance(70) {
                let mut part = (place.clone(), ty.clone());
                while let Some((step, next)) = self.step(&part.1, 2) {
                    part = (part.0 + &step.text, next);
                }
                let value = self.expression(&part.1, 2);
                self.line(format!("{} = {value};", part.0));
            }
        }
        if let Some(below) = below {
            for _ in 0..self.random.choose(&[1, 1, 2]) {
                self.call_below(places, ty, below);
            }
        }
    }

    /// A call with parts of these variables as arguments: sometimes the same one twice, or two that may be the same.
    fn call_below(&mut self, places: &[String], ty: &Ty, below: &Function) {
        let mut arguments: Vec<String> = Vec::new();
        for parameter in &below.parameters {
            let argument = match (parameter, arguments.first().cloned()) {
                (Parameter::Pointer(..), Some(first)) if self.random.chance(25) => first,
                (Parameter::Pointer(_, to), _) => {
                    let from = places[self.random.below(places.len())].clone();
                    let Some(place) = self.place_within(&from, ty, to) else {
                        return;
                    };
                    format!("&{place}")
                }
                _ => self.expression(&U32, 2),
            };
            arguments.push(argument);
        }
        let call = format!("{}({})", below.name, arguments.join(", "));
        if !self.counts_call(below.weight) {
            return;
        }
        let result = self.fresh("v");
        self.line(format!("let {result} = {call};"));
        self.declare(&result, &U32, Kind::Value);
        if self.executes() {
            self.line(format!("trace = trace * 31u + {result};"));
        }
    }

    /// A part of a variable with the wanted type.
    fn place_within(&mut self, place: &str, ty: &Ty, want: &Ty) -> Option<String> {
        for _ in 0..WALKS {
            let (mut text, mut at) = (place.to_owned(), ty.clone());
            for _ in 0..4 {
                if at == *want {
                    return Some(text);
                }
                // A component of a vector has no address.
                if matches!(at, Ty::Vector(..)) {
                    break;
                }
                let Some((step, next)) = self.step(&at, 2) else { break };
                text += &step.text;
                at = next;
            }
        }
        None
    }

    /// The first function, which any function can call.
    fn tower_top(&mut self, space: Space, ty: &Ty, below: &Function) {
        let stage = if self.executes() { Stage::Compute } else { Stage::Any };
        let (root, name) = (self.fresh("g"), self.fresh("f"));
        if space == Space::Private {
            self.declarations.push(format!("var<private> {root}: {};\n", ty.wgsl()));
        }
        self.begin(stage, Some(U32));
        let scope = self.scope.len();
        self.level = 1;
        let parameter = Parameter::Value(U32);
        let text = self.declare_parameter(&parameter);
        self.level = 0;
        self.line(format!("fn {name}({text}) -> u32 {{"));
        self.level = 1;
        let value = self.expression(ty, 2);
        self.line(if space == Space::Private {
            format!("{root} = {value};")
        } else {
            format!("var {root} = {value};")
        });
        self.declare(&root, ty, Kind::Memory { space, writable: true });
        for _ in 0..self.random.between(1, 3) {
            self.call_below(std::slice::from_ref(&root), ty, below);
        }
        if self.executes() {
            self.trace(scope);
        }
        self.finish(scope);
        self.functions.push(Function {
            name: name.clone(),
            parameters: vec![parameter],
            result: Some(U32),
            stage,
            weight: self.context.weight,
        });
        self.tower = Some(name);
    }

    /// Calls the first function from an entry point.
    pub fn call_tower(&mut self) {
        if let Some(name) = self.tower.clone() {
            let value = self.expression(&U32, 2);
            let result = self.fresh("v");
            self.line(format!("let {result} = {name}({value});"));
            self.declare(&result, &U32, Kind::Value);
            if self.executes() {
                self.line(format!("trace = trace * 31u + {result};"));
            }
        }
    }
}
