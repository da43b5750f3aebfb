//! Generates expressions of a wanted type: literals, variables and their parts, operators, constructors, conversions,
//! calls.

use super::generator::{Code, Generator, Kind, Variable};
use super::types::{BOOL, I32, NUMBERS, SCALARS, Scalar, Ty, U32, vector};

impl Generator {
    /// The text of an expression of the type.
    pub fn expression(&mut self, ty: &Ty, depth: usize) -> String {
        self.code(ty, depth).text
    }

    /// The text of an expression that the front end cannot evaluate.
    pub fn runtime_expression(&mut self, ty: &Ty, depth: usize) -> String {
        let code = self.code(ty, depth);
        if code.constant {
            self.anchored(ty).text
        } else {
            code.text
        }
    }

    pub fn runtime(&mut self, ty: &Ty, depth: usize) -> Code {
        Code::runtime(self.runtime_expression(ty, depth))
    }

    /// The simplest dynamic expression.
    pub fn anchored(&mut self, ty: &Ty) -> Code {
        match ty {
            Ty::Scalar(scalar) => Code::runtime(Self::anchor(*scalar)),
            Ty::Vector(_, scalar) => Code::runtime(format!("{}({})", ty.wgsl(), Self::anchor(*scalar))),
            Ty::Matrix(columns, rows, scalar) => {
                let column = format!("vec{rows}<{}>({})", scalar.wgsl(), Self::anchor(*scalar));
                Code::runtime(format!("{}({})", ty.wgsl(), vec![column; *columns as usize].join(", ")))
            }
            _ => self.construct(ty, 0),
        }
    }

    pub fn code(&mut self, ty: &Ty, depth: usize) -> Code {
        if depth == 0 {
            return self.leaf(ty, 0);
        }
        if self.random.chance(8) {
            if let Some(code) = self.call_expression(ty, depth) {
                return code;
            }
        }
        if self.random.chance(3) && self.has_overrides() {
            return Code::constant(self.override_expression(ty));
        }
        match *ty {
            Ty::Scalar(scalar) => match self.random.below(14) {
                0..=1 => self.leaf(ty, depth),
                2..=5 => self.binary(scalar, 1, depth),
                6 => self.unary(scalar, 1, depth),
                7..=8 => self.builtin(scalar, 1, depth),
                9 => self.convert(scalar, 1, depth),
                10 => self.component(scalar, depth),
                11 => self.select(ty, depth),
                12 => self.special(scalar, depth),
                _ => self.texture_scalar(scalar, depth),
            },
            Ty::Vector(size, scalar) => match self.random.below(13) {
                0..=1 => self.leaf(ty, depth),
                2..=4 => self.binary(scalar, size, depth),
                5 => self.unary(scalar, size, depth),
                6..=7 => self.builtin(scalar, size, depth),
                8 => self.convert(scalar, size, depth),
                9 => self.select(ty, depth),
                10 => self.swizzle(size, scalar, depth),
                11 => self.texture_vector(size, scalar, depth),
                _ => self.construct(ty, depth),
            },
            Ty::Matrix(columns, rows, scalar) => self.matrix(columns, rows, scalar, depth),
            _ if self.random.chance(50) => self.leaf(ty, depth),
            _ => self.construct(ty, depth),
        }
    }

    /// A variable, a part of one, or a literal.
    pub fn leaf(&mut self, ty: &Ty, depth: usize) -> Code {
        let known = if self.executes() { 90 } else { 75 };
        if self.random.chance(known) {
            if let Some((code, _)) = self.part(ty, |_| true, depth.min(1)) {
                return code;
            }
        }
        match ty {
            Ty::Scalar(scalar) => Code::constant(self.literal(*scalar)),
            _ => self.construct(ty, 0),
        }
    }

    pub fn literal(&mut self, scalar: Scalar) -> String {
        let executes = self.executes();
        let random = &mut self.random;
        match scalar {
            Scalar::Bool => random.choose(&["true", "false"]).to_owned(),
            Scalar::I32 => match random.below(10) {
                0 => "2147483647i".to_owned(),
                1 => "-2147483647i".to_owned(),
                2 => "65536i".to_owned(),
                3 => "0x55aa1234i".to_owned(),
                4..=5 => format!("-{}i", random.between(1, 40)),
                _ => format!("{}i", random.below(20)),
            },
            Scalar::U32 => match random.below(10) {
                0 => "4294967295u".to_owned(),
                1 => "0x80000000u".to_owned(),
                2 => "0xdeadbeefu".to_owned(),
                3 => format!("{}u", 1u32 << random.below(32)),
                _ => format!("{}u", random.below(40)),
            },
            Scalar::F32 if executes => format!("{}.0f", random.below(40)),
            Scalar::F64 if executes => format!("{}.0lf", random.below(40)),
            Scalar::F16 if executes => format!("{}.0h", random.below(16)),
            Scalar::F32 => random
                .choose(&[
                    "0.0f",
                    "1.0f",
                    "-1.0f",
                    "0.5f",
                    "3.25f",
                    "1e10f",
                    "-7.75e-3f",
                    "0x1.8p3f",
                    "1e-38f",
                    "3.0e38f",
                    "100f",
                ])
                .to_owned(),
            Scalar::I16 => format!("i16({})", random.below(30_000)),
            Scalar::U16 => format!("u16({})", random.below(60_000)),
            Scalar::I64 => random
                .choose(&["0x7fffffffffffffffli", "-77777777777li", "3li", "0li"])
                .to_owned(),
            Scalar::U64 => random
                .choose(&["0xffffffffffffffffLU", "12345678912345lu", "3lu", "0lu"])
                .to_lowercase(),
            Scalar::F16 => random.choose(&["0.0h", "1.5h", "-0.25h", "65504.0h"]).to_owned(),
            Scalar::F64 => random.choose(&["0.0lf", "1.5lf", "-1e-30lf", "3.25e100lf"]).to_owned(),
        }
    }

    /// A small literal that is valid wherever the front end evaluates it.
    pub fn small_literal(&mut self, scalar: Scalar, from: usize, to: usize) -> String {
        let value = self.random.between(from, to);
        match scalar {
            Scalar::Bool => format!("{}", value.is_multiple_of(2)),
            Scalar::I32 => format!("{value}i"),
            Scalar::U32 => format!("{value}u"),
            Scalar::F32 => format!("{value}.0f"),
            Scalar::I16 => format!("i16({value})"),
            Scalar::U16 => format!("u16({value})"),
            Scalar::I64 => format!("{value}li"),
            Scalar::U64 => format!("{value}lu"),
            Scalar::F16 => format!("{value}.0h"),
            Scalar::F64 => format!("{value}.0lf"),
        }
    }

    /// A vector with the same literal in all components.
    pub fn small_constant(&mut self, scalar: Scalar, size: u32, from: usize, to: usize) -> Code {
        let literals: Vec<String> = (0..size).map(|_| self.small_literal(scalar, from, to)).collect();
        if size == 1 {
            Code::constant(literals[0].clone())
        } else {
            Code::constant(format!("vec{size}<{}>({})", scalar.wgsl(), literals.join(", ")))
        }
    }

    /// Two operands, at least one of which the front end cannot evaluate.
    pub fn operands(&mut self, left: &Ty, right: &Ty, depth: usize) -> (Code, Code) {
        let mut a = self.code(left, depth - 1);
        let b = self.code(right, depth - 1);
        if a.constant && b.constant {
            a = self.anchored(left);
        }
        (a, b)
    }

    fn binary(&mut self, scalar: Scalar, size: u32, depth: usize) -> Code {
        let ty = vector(size, scalar);
        match scalar {
            Scalar::Bool => self.logical(size, depth),
            Scalar::F32 | Scalar::F16 | Scalar::F64 => {
                if size > 1 && self.random.chance(15) {
                    return self.matrix_times_vector(size, scalar, depth);
                }
                let operator = if self.executes() {
                    self.random.choose(&["+", "-", "*"])
                } else {
                    self.random.choose(&["+", "-", "*", "/", "%"])
                };
                let (left, right) = self.mixed(&ty, operator, depth);
                self.rounded(scalar, size, format!("({} {operator} {})", left.text, right.text))
            }
            Scalar::I32 | Scalar::U32 | Scalar::I16 | Scalar::U16 | Scalar::I64 | Scalar::U64 => {
                let operator = self
                    .random
                    .choose(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]);
                match operator {
                    "<<" | ">>" => self.shift(operator, scalar, size, depth),
                    "/" | "%" => {
                        let left = self.runtime(&ty, depth - 1);
                        let mut right = self.code(&ty, depth - 1);
                        if right.constant {
                            right = self.small_constant(scalar, size, 1, 9);
                        } else if size > 1 {
                            // naga rejects zeros among the components of a vector.
                            let mask = self.anchored(&ty);
                            right = Code::runtime(format!("({} | {})", right.text, mask.text));
                        }
                        Code::runtime(format!("({} {operator} {})", left.text, right.text))
                    }
                    "&" | "|" | "^" => {
                        let (left, right) = self.operands(&ty, &ty, depth);
                        Code::runtime(format!("({} {operator} {})", left.text, right.text))
                    }
                    _ => {
                        let (left, right) = self.mixed(&ty, operator, depth);
                        Code::runtime(format!("({} {operator} {})", left.text, right.text))
                    }
                }
            }
        }
    }

    /// Operands of an arithmetic operator, sometimes a vector and a scalar.
    fn mixed(&mut self, ty: &Ty, operator: &str, depth: usize) -> (Code, Code) {
        let Ty::Vector(_, scalar) = *ty else {
            return self.operands(ty, ty, depth);
        };
        let one = Ty::Scalar(scalar);
        match self.random.below(5) {
            0 if operator != "%" || scalar.is_float() => self.operands(&one, ty, depth),
            1 => self.operands(ty, &one, depth),
            _ => self.operands(ty, ty, depth),
        }
    }

    fn shift(&mut self, operator: &str, scalar: Scalar, size: u32, depth: usize) -> Code {
        let left = self.runtime(&vector(size, scalar), depth - 1);
        let mut right = self.code(&vector(size, Scalar::U32), depth - 1);
        if right.constant {
            right = self.small_constant(Scalar::U32, size, 0, scalar.width() as usize * 8 - 1);
        } else if size > 1 {
            // naga rejects too large shift amounts among the components of a vector.
            let mask = self.anchored(&vector(size, Scalar::U32));
            right = Code::runtime(format!("({} ^ {})", right.text, mask.text));
        }
        Code::runtime(format!("({} {operator} {})", left.text, right.text))
    }

    fn logical(&mut self, size: u32, depth: usize) -> Code {
        let ty = vector(size, Scalar::Bool);
        if size == 1 && self.random.chance(40) {
            let operator = self.random.choose(&["&&", "||"]);
            let (left, right) = self.operands(&BOOL, &BOOL, depth);
            return Code::runtime(format!("({} {operator} {})", left.text, right.text));
        }
        if self.random.chance(25) {
            let operator = self.random.choose(&["&", "|", "==", "!="]);
            let (left, right) = self.operands(&ty, &ty, depth);
            return Code::runtime(format!("({} {operator} {})", left.text, right.text));
        }
        let operator = self.random.choose(&["==", "!=", "<", "<=", ">", ">="]);
        let scalar = if self.wide && self.random.chance(30) {
            self.wide_scalar()
        } else {
            self.random.choose(&NUMBERS)
        };
        let of = vector(size, scalar);
        let (left, right) = self.operands(&of, &of, depth);
        Code::runtime(format!("({} {operator} {})", left.text, right.text))
    }

    fn unary(&mut self, scalar: Scalar, size: u32, depth: usize) -> Code {
        let operand = self.runtime_expression(&vector(size, scalar), depth - 1);
        match scalar {
            Scalar::Bool => Code::runtime(format!("(!{operand})")),
            Scalar::U32 | Scalar::U16 | Scalar::U64 => Code::runtime(format!("(~{operand})")),
            Scalar::I32 | Scalar::I16 | Scalar::I64 => {
                let operator = self.random.choose(&["-", "~"]);
                Code::runtime(format!("({operator}{operand})").replace("--", "- -"))
            }
            Scalar::F32 | Scalar::F16 | Scalar::F64 => {
                self.rounded(scalar, size, format!("(-{operand})").replace("--", "- -"))
            }
        }
    }

    fn convert(&mut self, scalar: Scalar, size: u32, depth: usize) -> Code {
        let from = self.converted_from(scalar);
        let operand = self.runtime_expression(&vector(size, from), depth - 1);
        let to = vector(size, scalar).wgsl();
        let numbers = from != Scalar::Bool && scalar != Scalar::Bool;
        let exact = !self.executes() || (from.is_integer() && scalar.is_integer());
        if numbers && exact && from.width() == scalar.width() && scalar.width() >= 4 && self.random.chance(35) {
            return Code::runtime(format!("bitcast<{to}>({operand})"));
        }
        if scalar.is_float() {
            return self.rounded(scalar, size, format!("{to}({operand})"));
        }
        Code::runtime(format!("{to}({operand})"))
    }

    /// A type that can be converted to a scalar type. If naga's backend is compared, the signedness is kept when the
    /// width changes, because it extends by the sign of the result.
    fn converted_from(&mut self, to: Scalar) -> Scalar {
        let wide = if self.wide && self.random.chance(40) {
            self.wide_scalar()
        } else {
            self.random.choose(&SCALARS)
        };
        let mixes = wide.is_integer() && to.is_integer() && wide.is_signed() != to.is_signed();
        if self.is_portable() && mixes && wide.width() != to.width() {
            return to;
        }
        wide
    }

    fn component(&mut self, scalar: Scalar, depth: usize) -> Code {
        let ty = if scalar.is_float() && self.random.chance(25) {
            Ty::Matrix(
                self.random.between(2, 4) as u32,
                self.random.between(2, 4) as u32,
                scalar,
            )
        } else {
            Ty::Vector(self.random.between(2, 4) as u32, scalar)
        };
        let mut code = self.code(&ty, depth - 1);
        let mut ty = ty;
        while let Some((step, next)) = self.step(&ty, depth - 1) {
            code.text += &step.text;
            code.constant &= step.constant;
            ty = next;
        }
        code
    }

    fn swizzle(&mut self, size: u32, scalar: Scalar, depth: usize) -> Code {
        let from = self.random.between(2, 4);
        let mut code = self.code(&Ty::Vector(from as u32, scalar), depth - 1);
        let names = self.random.choose(&["xyzw", "rgba"]);
        code.text.push('.');
        for _ in 0..size {
            let at = self.random.below(from);
            code.text += &names[at..=at];
        }
        code
    }

    fn select(&mut self, ty: &Ty, depth: usize) -> Code {
        let condition = match *ty {
            Ty::Vector(size, _) if self.random.chance(50) => Ty::Vector(size, Scalar::Bool),
            _ => BOOL,
        };
        let condition = self.runtime_expression(&condition, depth - 1);
        let (reject, accept) = self.operands(ty, ty, depth);
        Code::runtime(format!("select({}, {}, {condition})", reject.text, accept.text))
    }

    /// A value constructed from its parts.
    pub fn construct(&mut self, ty: &Ty, depth: usize) -> Code {
        let below = depth.saturating_sub(1);
        if self.random.chance(10) {
            return Code::constant(format!("{}()", ty.wgsl()));
        }
        let parts: Vec<Ty> = match ty {
            Ty::Scalar(scalar) => return Code::constant(self.literal(*scalar)),
            Ty::Vector(size, scalar) => match (size, self.random.below(4)) {
                (_, 0) => vec![Ty::Scalar(*scalar)],
                (3, 1) => vec![Ty::Scalar(*scalar), Ty::Vector(2, *scalar)],
                (4, 1) => vec![Ty::Vector(3, *scalar), Ty::Scalar(*scalar)],
                (4, 2) => vec![Ty::Vector(2, *scalar), Ty::Vector(2, *scalar)],
                _ => vec![Ty::Scalar(*scalar); *size as usize],
            },
            Ty::Matrix(columns, rows, scalar) => {
                if self.random.chance(30) {
                    vec![Ty::Scalar(*scalar); (columns * rows) as usize]
                } else {
                    vec![Ty::Vector(*rows, *scalar); *columns as usize]
                }
            }
            Ty::Array(element, length) => vec![(**element).clone(); *length as usize],
            Ty::Struct(index) => {
                let members = &self.structs[*index].members;
                members.iter().map(|member| member.ty.clone()).collect()
            }
            Ty::Runtime(_) | Ty::Atomic(_) => return Code::constant("0"),
        };
        let mut codes: Vec<Code> = parts.iter().map(|part| self.code(part, below)).collect();
        for (part, code) in parts.iter().zip(&mut codes) {
            // naga 30 mistakes the zero value of a vector in a vector for one component.
            if let (Ty::Vector(..), Ty::Vector(size, scalar), true) = (ty, part, code.constant) {
                *code = self.small_constant(*scalar, *size, 0, 9);
            }
        }
        let texts: Vec<&str> = codes.iter().map(|code| code.text.as_str()).collect();
        Code {
            text: format!("{}({})", ty.wgsl(), texts.join(", ")),
            constant: codes.iter().all(|code| code.constant),
        }
    }

    /// An expression that the front end can evaluate.
    pub fn constant_expression(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Scalar(scalar) => {
                let known = self.variable(|v| v.kind == Kind::Constant && v.ty == *ty && v.level == 0);
                match (known, self.random.below(4)) {
                    (Some(Variable { text, .. }), 0..=1) => text,
                    (_, 2) if *scalar == Scalar::U32 => {
                        let shift = self.random.below(31);
                        format!("(1u << {shift}u)")
                    }
                    (_, 2) if *scalar == Scalar::I32 => format!("({}i - 7i * 3i)", self.random.below(99)),
                    (_, 2) if *scalar == Scalar::Bool => format!("({}i < 4i)", self.random.below(9)),
                    _ => self.literal(*scalar),
                }
            }
            _ => {
                let parts: Vec<Ty> = match ty {
                    Ty::Vector(size, scalar) => vec![Ty::Scalar(*scalar); *size as usize],
                    Ty::Matrix(columns, rows, scalar) => vec![Ty::Vector(*rows, *scalar); *columns as usize],
                    Ty::Array(element, length) => vec![(**element).clone(); *length as usize],
                    Ty::Struct(index) => self.structs[*index].members.iter().map(|m| m.ty.clone()).collect(),
                    Ty::Scalar(_) | Ty::Runtime(_) | Ty::Atomic(_) => Vec::new(),
                };
                let parts: Vec<String> = parts.iter().map(|part| self.constant_expression(part)).collect();
                format!("{}({})", ty.wgsl(), parts.join(", "))
            }
        }
    }

    /// Array lengths, atomics and other expressions with only one type.
    fn special(&mut self, scalar: Scalar, depth: usize) -> Code {
        let found = match scalar {
            Scalar::U32 if self.random.chance(50) => self.array_length(),
            Scalar::I32 | Scalar::U32 => self.atomic_expression(scalar, depth),
            Scalar::I64 | Scalar::U64 | Scalar::F32 if self.wide => self.atomic_expression(scalar, depth),
            Scalar::Bool
            | Scalar::F32
            | Scalar::I16
            | Scalar::U16
            | Scalar::F16
            | Scalar::I64
            | Scalar::U64
            | Scalar::F64 => None,
        };
        match found {
            Some(code) => code,
            None if scalar == Scalar::I32 => self.convert(scalar, 1, depth),
            None => self.leaf(&Ty::Scalar(scalar), depth),
        }
    }

    fn array_length(&mut self) -> Option<Code> {
        let has_tail = |ty: &Ty, generator: &Self| match ty {
            Ty::Runtime(_) => Some(String::new()),
            Ty::Struct(index) => {
                let last = generator.structs[*index].members.last()?;
                matches!(last.ty, Ty::Runtime(_)).then(|| format!(".{}", last.name))
            }
            _ => None,
        };
        let variable = self.variable(|v| matches!(v.ty, Ty::Runtime(_) | Ty::Struct(_)) && v.level == 0)?;
        let tail = has_tail(&variable.ty, self)?;
        (variable.name == variable.text).then(|| Code::runtime(format!("arrayLength(&{}{tail})", variable.text)))
    }

    /// In executed shaders, rounds floats to small integers, so that every operation on them is exact.
    pub fn rounded(&mut self, scalar: Scalar, size: u32, text: String) -> Code {
        if self.executes() {
            Code::runtime(format!("{}({text})", Self::rounding(scalar, size)))
        } else {
            Code::runtime(text)
        }
    }

    pub fn matrix(&mut self, columns: u32, rows: u32, scalar: Scalar, depth: usize) -> Code {
        let ty = Ty::Matrix(columns, rows, scalar);
        let of = |columns, rows| Ty::Matrix(columns, rows, scalar);
        let text = match self.random.below(8) {
            0..=1 => return self.leaf(&ty, depth),
            2 => {
                let operand = self.runtime_expression(&of(rows, columns), depth - 1);
                format!("transpose({operand})")
            }
            3 => {
                let operator = self.random.choose(&["+", "-"]);
                let (left, right) = self.operands(&ty, &ty, depth);
                format!("({} {operator} {})", left.text, right.text)
            }
            4 => {
                let inner = self.random.between(2, 4) as u32;
                let (left, right) = self.operands(&of(inner, rows), &of(columns, inner), depth);
                format!("({} * {})", left.text, right.text)
            }
            5 => {
                let (left, right) = self.operands(&ty, &Ty::Scalar(scalar), depth);
                if self.random.chance(50) {
                    format!("({} * {})", left.text, right.text)
                } else {
                    format!("({} * {})", right.text, left.text)
                }
            }
            _ => return self.construct(&ty, depth),
        };
        // Transposed matrices too: for the product of two non-square ones Mesa 25.0.7 fails to create a pipeline, with
        // a segmentation fault or an unknown error. The function constructs its result from columns.
        if self.executes() {
            if !self.rounded.contains(&(columns, rows, scalar)) {
                self.rounded.push((columns, rows, scalar));
            }
            return Code::runtime(format!("{}x{columns}({text})", Self::rounding(scalar, rows)));
        }
        Code::runtime(text)
    }

    fn matrix_times_vector(&mut self, size: u32, scalar: Scalar, depth: usize) -> Code {
        let inner = self.random.between(2, 4) as u32;
        let vector = Ty::Vector(inner, scalar);
        let text = if self.random.chance(50) {
            let (matrix, vector) = self.operands(&Ty::Matrix(inner, size, scalar), &vector, depth);
            format!("({} * {})", matrix.text, vector.text)
        } else {
            let (matrix, vector) = self.operands(&Ty::Matrix(size, inner, scalar), &vector, depth);
            format!("({} * {})", vector.text, matrix.text)
        };
        self.rounded(scalar, size, text)
    }

    /// An index, offset or size: a small integer of either signedness.
    pub fn integer(&mut self, depth: usize) -> String {
        let ty = if self.random.chance(50) { I32 } else { U32 };
        self.expression(&ty, depth)
    }
}
