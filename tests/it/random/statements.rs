//! Generates statements without control flow: declarations, assignments, calls, atomics.

use super::generator::{Generator, Kind, Space};
use super::types::{Scalar, Ty, Use};

impl Generator {
    /// The statements of a block, without its braces. Returns whether control can reach its end.
    pub fn block(&mut self, statements: usize, nesting: usize) -> bool {
        self.block_with(statements, nesting, |_| true)
    }

    /// As [`Generator::block`], with a last statement that returns whether control can pass it.
    pub fn block_with(&mut self, statements: usize, nesting: usize, end: impl FnOnce(&mut Self) -> bool) -> bool {
        let scope = self.scope.len();
        self.level += 1;
        let mut open = true;
        for _ in 0..statements {
            if !self.counts_statement() {
                break;
            }
            if !self.statement(nesting) {
                open = false;
                // Unreachable code is generated too.
                if !self.random.chance(5) {
                    break;
                }
            }
        }
        if open && self.executes() {
            self.trace(scope);
        }
        let open = open && end(self);
        self.level -= 1;
        self.scope.truncate(scope);
        open
    }

    /// Adds the newest variables to the trace that the shader stores: a wrong value that is never read would not be
    /// detected.
    pub fn trace(&mut self, from: usize) {
        for index in from..self.scope.len() {
            let variable = self.scope[index].clone();
            let hidden = self.scope[index + 1..].iter().any(|later| later.name == variable.name);
            if hidden || !self.is_constructible(&variable.ty) || self.random.chance(20) {
                continue;
            }
            for _ in 0..2 {
                let (mut text, mut ty) = (variable.text.clone(), variable.ty.clone());
                while let Some((step, next)) = self.step(&ty, 0) {
                    text += &step.text;
                    ty = next;
                }
                let word = Self::word(&ty, &text);
                self.line(format!("trace = trace * 31u + {word};"));
                if ty == variable.ty {
                    break;
                }
            }
        }
    }

    /// A scalar as a word that does not depend on the sign of zero.
    pub fn word(ty: &Ty, text: &str) -> String {
        match ty {
            Ty::Scalar(Scalar::F32) => format!("bitcast<u32>(i32({text}))"),
            // naga's front end does not convert constants of these types.
            Ty::Scalar(Scalar::F16 | Scalar::F64) => format!("bitcast<u32>(i32(select({text}, {text}, any_bool)))"),
            Ty::Scalar(Scalar::U32) => text.to_owned(),
            // Converted to a number with the same sign first, because naga's backend extends by the sign of the result.
            // Not constant for the front end, which rejects numbers that are too large.
            Ty::Scalar(Scalar::I64 | Scalar::U64) => {
                let value = format!("select({text}, {text}, any_bool)");
                format!("(u32({value}) ^ u32({value} >> 32u))")
            }
            Ty::Scalar(Scalar::I16) => format!("bitcast<u32>(i32({text}))"),
            _ => format!("u32({text})"),
        }
    }

    /// Adds a statement; returns false after one that leaves the block.
    pub fn statement(&mut self, nesting: usize) -> bool {
        let limit = if nesting == 0 { 12 } else { 22 };
        match self.random.below(limit) {
            0..=1 => self.declaration(),
            2..=5 => self.assignment(),
            6 => self.alias(),
            7 => self.call(),
            8 => self.atomic(),
            9 => self.update(),
            10 => self.phony(),
            11 => return self.leave(),
            12..=14 => return self.branch(nesting),
            15..=16 => return self.switch(nesting),
            17 if self.random.chance(40) => self.counted_loop(nesting),
            17 => self.for_loop(nesting),
            18 => self.while_loop(nesting),
            19 | 20 => self.hazard(),
            _ => self.plain_loop(nesting),
        }
        true
    }

    pub fn declaration(&mut self) {
        let ty = self.value_type(Use::Registers, 2);
        if self.random.chance(12) {
            let ty = self.small_type(Use::Registers);
            let value = self.constant_expression(&ty);
            let name = self.local_name("c");
            self.line(format!("const {name} = {value};"));
            self.declare(&name, &ty, Kind::Constant);
            return;
        }
        if self.random.chance(45) {
            let code = self.code(&ty, 3);
            // The front end would evaluate a constant `let` and reject values that it can show to be invalid.
            if !code.constant {
                let name = self.local_name("v");
                self.line(format!("let {name} = {};", code.text));
                self.declare(&name, &ty, Kind::Value);
                return;
            }
        }
        let name = self.local_name("v");
        match self.random.below(4) {
            0 => self.line(format!("var {name}: {};", ty.wgsl())),
            1 => {
                let value = self.expression(&ty, 2);
                self.line(format!("var {name}: {} = {value};", ty.wgsl()));
            }
            _ => {
                let value = self.expression(&ty, 3);
                self.line(format!("var {name} = {value};"));
            }
        }
        let (space, writable) = (Space::Function, true);
        self.declare(&name, &ty, Kind::Memory { space, writable });
    }

    pub fn assignment(&mut self) {
        if self.random.chance(8) {
            if let Some(store) = self.texture_store(3) {
                return self.line(store);
            }
        }
        let Some((place, ty)) = self.place(3) else {
            return self.declaration();
        };
        let value = self.expression(&ty, 3);
        self.line(format!("{place} = {value};"));
    }

    /// `+=` etc., `++` and `--`.
    fn update(&mut self) {
        let Some((place, ty)) = self.place(2) else {
            return self.declaration();
        };
        let Some((scalar, size)) = ty.components() else {
            let value = self.expression(&ty, 2);
            return self.line(format!("{place} = {value};"));
        };
        if size == 1 && scalar.is_integer() && self.random.chance(40) {
            let operator = self.random.choose(&["++", "--"]);
            return self.line(format!("{place}{operator};"));
        }
        let operator = match scalar {
            Scalar::Bool => self.random.choose(&["&=", "|="]),
            // Sums would exceed the range in which floats are exact.
            Scalar::F32 | Scalar::F16 | Scalar::F64 if self.executes() => "=",
            Scalar::F32 | Scalar::F16 | Scalar::F64 => self.random.choose(&["+=", "-=", "*=", "/="]),
            Scalar::I32 | Scalar::U32 | Scalar::I16 | Scalar::U16 | Scalar::I64 | Scalar::U64 => {
                self.random.choose(&["+=", "-=", "*=", "&=", "|=", "^=", "%=", "/="])
            }
        };
        let value = self.runtime_expression(&ty, 2);
        self.line(format!("{place} {operator} {value};"));
    }

    /// A second pointer to a variable.
    fn alias(&mut self) {
        let space = self.random.choose(&[
            Space::Function,
            Space::Function,
            Space::Private,
            Space::Storage,
            Space::Workgroup,
        ]);
        let in_space =
            |v: &super::generator::Variable| matches!(v.kind, Kind::Memory { space: s, writable: true } if s == space);
        let Some(variable) = self.variable(in_space) else {
            return self.assignment();
        };
        let (mut text, mut ty) = (variable.text.clone(), variable.ty.clone());
        while !matches!(ty, Ty::Vector(..)) && (self.random.chance(50) || !self.is_constructible(&ty)) {
            let Some((step, next)) = self.step(&ty, 2) else { break };
            text += &step.text;
            ty = next;
        }
        if !self.is_constructible(&ty) {
            return self.assignment();
        }
        let name = self.fresh("p");
        self.line(format!("let {name} = &{text};"));
        self.declare_as(&name, &format!("(*{name})"), &ty, variable.kind);
    }

    fn call(&mut self) {
        let fits: Vec<usize> = (0..self.functions.len()).collect();
        match self.call_one_of(&fits, 3) {
            Some(text) => {
                let results = if self.random.chance(30) { "_ = " } else { "" };
                let function = text.split('(').next().unwrap_or_default();
                let known = self.functions.iter().find(|known| known.name == function);
                let has_result = known.is_some_and(|known| known.result.is_some());
                let results = if has_result { results } else { "" };
                self.line(format!("{results}{text};"));
            }
            None => self.assignment(),
        }
    }

    fn atomic(&mut self) {
        let scalar = self.random.choose(&[Scalar::I32, Scalar::U32]);
        let Some((place, _)) = self.atomic_place(scalar, 2) else {
            return self.update();
        };
        let value = self.expression(&Ty::Scalar(scalar), 2);
        let name = self
            .random
            .choose(&["atomicStore", "atomicAdd", "atomicMax", "atomicXor"]);
        self.line(format!("{name}(&{place}, {value});"));
    }

    fn phony(&mut self) {
        let ty = self.value_type(Use::Registers, 1);
        let value = self.expression(&ty, 2);
        self.line(format!("_ = {value};"));
    }
}
