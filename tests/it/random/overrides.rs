//! Generates overrides: their declarations, the values that a pipeline sets, and override expressions wherever WGSL
//! allows one.
//!
//! For all values, no expression overflows, divides by zero or yields a float that depends on the rounding mode: that
//! would be an error when the pipeline is created.

use super::generator::{Generator, Kind, Variable};
use super::types::{Scalar, Ty, U32};

/// The 32-bit scalars whose overrides the tests' pipelines set.
const GIVEN: [Scalar; 4] = [Scalar::Bool, Scalar::I32, Scalar::U32, Scalar::F32];
/// The scalars of other widths that naga's overrides can have.
const WIDE: [Scalar; 4] = [Scalar::I16, Scalar::U16, Scalar::F16, Scalar::F64];

impl Generator {
    /// Declares the overrides of the shader, in half of all shaders.
    pub fn overrides(&mut self) {
        if self.random.chance(50) {
            return;
        }
        for _ in 0..self.random.between(1, 6) {
            let wide = self.wide && self.random.chance(25);
            let scalar = self.random.choose(if wide { &WIDE } else { &GIVEN });
            let given = self.random.chance(50);
            let value = given.then(|| self.given_value(scalar));
            let (init, discrete) = match self.random.below(4) {
                0 if given => (None, true),
                0 => (Some(self.literal_of_override(scalar)), true),
                1 => (Some(self.override_scalar(scalar, 3, true)), true),
                _ => (Some(self.override_scalar(scalar, 3, false)), false),
            };
            let name = self.declare_override(scalar, init, value);
            if discrete && !scalar.is_float() && scalar.width() == 4 {
                self.discrete.push(name);
            }
        }
    }

    fn declare_override(&mut self, scalar: Scalar, init: Option<String>, given: Option<f64>) -> String {
        let name = self.fresh("o");
        let number = self.random.chance(35).then(|| 20 + 7 * self.override_count());
        let id = number.map_or(String::new(), |number| format!("@id({number}) "));
        let ty = Ty::Scalar(scalar);
        let init = init.map_or(String::new(), |init| format!(" = {init}"));
        self.declarations
            .push(format!("{id}override {name}: {}{init};\n", ty.wgsl()));
        self.declare(&name, &ty, Kind::Override);
        if let Some(value) = given {
            let key = number.map_or_else(|| name.clone(), |number| number.to_string());
            self.given.push((key, value));
        }
        name
    }

    fn override_count(&self) -> usize {
        self.scope.iter().filter(|v| v.kind == Kind::Override).count()
    }

    pub fn has_overrides(&self) -> bool {
        self.override_count() > 0
    }

    fn given_value(&mut self, scalar: Scalar) -> f64 {
        let whole = self.random.below(20) as f64;
        match scalar {
            Scalar::Bool => self.random.below(2) as f64,
            Scalar::I32 if self.random.chance(15) => {
                self.random
                    .choose(&[f64::from(i32::MIN), f64::from(i32::MAX), -1.0, 65536.0])
            }
            Scalar::U32 if self.random.chance(15) => {
                self.random
                    .choose(&[f64::from(u32::MAX), 2_147_483_648.0, 0.0, 65536.0])
            }
            Scalar::U32 | Scalar::U16 | Scalar::U64 => whole,
            Scalar::I32 | Scalar::I16 | Scalar::I64 => whole - 10.0,
            Scalar::F32 | Scalar::F16 | Scalar::F64 if self.executes() => whole - 4.0,
            Scalar::F32 | Scalar::F16 | Scalar::F64 => whole * 0.5 - 4.0,
        }
    }

    fn literal_of_override(&mut self, scalar: Scalar) -> String {
        match scalar {
            // Constants of these types need a conversion by a constructor, which the front end evaluates only for a
            // global `const`.
            Scalar::I16 | Scalar::U16 => format!("{}", self.random.below(30)),
            _ => self.small_literal(scalar, 0, 9),
        }
    }

    /// An expression of any type from overrides and constants.
    pub fn override_expression(&mut self, ty: &Ty) -> String {
        let parts: Vec<Ty> = match ty {
            Ty::Scalar(scalar) => return self.override_scalar(*scalar, 3, false),
            Ty::Vector(size, scalar) => {
                if scalar.is_integer() && scalar.width() == 4 && self.random.chance(35) {
                    return self.override_vector(*size, *scalar);
                }
                vec![Ty::Scalar(*scalar); *size as usize]
            }
            Ty::Matrix(columns, rows, scalar) => vec![Ty::Vector(*rows, *scalar); *columns as usize],
            Ty::Array(element, length) => vec![(**element).clone(); *length as usize],
            Ty::Struct(index) => self.structs[*index].members.iter().map(|m| m.ty.clone()).collect(),
            Ty::Runtime(_) | Ty::Atomic(_) => Vec::new(),
        };
        let parts: Vec<String> = parts.iter().map(|part| self.override_expression(part)).collect();
        format!("{}({})", ty.wgsl(), parts.join(", "))
    }

    /// An operator or function on whole vectors.
    fn override_vector(&mut self, size: u32, scalar: Scalar) -> String {
        let ty = Ty::Vector(size, scalar).wgsl();
        let small = |generator: &mut Self| {
            let parts: Vec<String> = (0..size)
                .map(|_| {
                    format!(
                        "({} & 63{})",
                        generator.override_scalar(scalar, 1, false),
                        suffix(scalar)
                    )
                })
                .collect();
            format!("{ty}({})", parts.join(", "))
        };
        let left = small(self);
        match self.random.below(4) {
            0 => {
                let pattern: String = (0..size).map(|_| self.random.choose(&['x', 'y'])).collect();
                format!("{left}.{pattern}")
            }
            1 => {
                let truth = self.override_scalar(Scalar::Bool, 1, false);
                format!("select({left}, {}, {truth})", small(self))
            }
            2 => {
                let function = self.random.choose(&["min", "max"]);
                format!("{function}({left}, {})", small(self))
            }
            _ => {
                let operator = self.random.choose(&["+", "*", "&", "|", "^"]);
                format!("({left} {operator} {})", small(self))
            }
        }
    }

    /// A scalar expression from overrides and constants. With `discrete` it has only operations with specialization
    /// expressions in SPIR-V, which array lengths and workgroup sizes need.
    pub fn override_scalar(&mut self, scalar: Scalar, depth: usize, discrete: bool) -> String {
        if depth == 0 || scalar.width() != 4 || self.random.chance(20) {
            let (ty, known) = (Ty::Scalar(scalar), self.random.chance(80));
            let names = self.discrete.clone();
            let fits = |v: &Variable| v.kind == Kind::Override && v.ty == ty && (!discrete || names.contains(&v.name));
            return match self.variable(fits).filter(|_| known) {
                Some(variable) => variable.text,
                None => self.literal_of_override(scalar),
            };
        }
        let depth = depth - 1;
        if self.random.chance(20) {
            let accept = self.override_scalar(scalar, depth, discrete);
            let reject = self.override_scalar(scalar, depth, discrete);
            let condition = self.override_scalar(Scalar::Bool, depth, discrete);
            return format!("select({reject}, {accept}, {condition})");
        }
        match scalar {
            Scalar::Bool => self.override_truth(depth, discrete),
            Scalar::I32 | Scalar::U32 => self.override_integer(scalar, depth, discrete),
            _ => self.override_float(depth),
        }
    }

    fn override_truth(&mut self, depth: usize, discrete: bool) -> String {
        let numbers = if discrete { &GIVEN[1..3] } else { &GIVEN[1..] };
        let scalar = self.random.choose(numbers);
        match self.random.below(4) {
            0 => format!("(!{})", self.override_scalar(Scalar::Bool, depth, discrete)),
            1 => {
                let operator = self.random.choose(&["&", "|", "==", "!="]);
                let left = self.override_scalar(Scalar::Bool, depth, discrete);
                let right = self.override_scalar(Scalar::Bool, depth, discrete);
                format!("({left} {operator} {right})")
            }
            2 => format!("bool({})", self.override_scalar(scalar, depth, discrete)),
            _ => {
                let operator = self.random.choose(&["<", "<=", ">", ">=", "==", "!="]);
                let left = self.override_scalar(scalar, depth, discrete);
                let right = self.override_scalar(scalar, depth, discrete);
                format!("({left} {operator} {right})")
            }
        }
    }

    fn override_integer(&mut self, scalar: Scalar, depth: usize, discrete: bool) -> String {
        let left = self.override_scalar(scalar, depth, discrete);
        let right = self.override_scalar(scalar, depth, discrete);
        let s = suffix(scalar);
        match self.random.below(10) {
            0 => format!("(({left} & 1023{s}) + ({right} & 1023{s}))"),
            1 => format!("(({left} & 31{s}) * ({right} & 15{s}))"),
            2 => {
                let operator = self.random.choose(&["/", "%"]);
                format!("({left} {operator} (({right} & 7{s}) + 1{s}))")
            }
            3 => {
                let operator = self.random.choose(&["&", "|", "^"]);
                format!("({left} {operator} {right})")
            }
            4 => format!("(({left} & 255{s}) << (u32({right}) & 7u))"),
            5 => format!("({left} >> (u32({right}) & 15u))"),
            6 => {
                let function = self.random.choose(&["min", "max"]);
                format!("{function}({left}, {right})")
            }
            7 if scalar == Scalar::I32 => format!("(-({left} & 255i))"),
            7 => format!("(({left} | 1024u) - ({right} & 1023u))"),
            8 => format!("(~{left})"),
            _ => {
                let from = self.random.choose(if discrete { &GIVEN[..3] } else { &GIVEN[..] });
                let operand = self.override_scalar(from, depth, discrete);
                format!("{}({operand})", scalar.wgsl())
            }
        }
    }

    /// An integer between -65 and 65, except for defaults and values.
    fn override_float(&mut self, depth: usize) -> String {
        let operand = self.override_scalar(Scalar::F32, depth, false);
        match self.random.below(7) {
            0 => format!("(min({operand}, 64.0f) + 1.0f)"),
            1 => format!("(-{operand})"),
            2 => format!("f32({} & 63i)", self.override_scalar(Scalar::I32, depth, false)),
            3 => format!("f32({})", self.override_scalar(Scalar::Bool, depth, false)),
            4 => {
                let function = self.random.choose(&["abs", "floor", "ceil", "sign", "trunc"]);
                format!("{function}({operand})")
            }
            5 => format!("(clamp({operand}, -16.0f, 16.0f) * 2.0f - 1.0f)"),
            _ => format!("max({operand}, {})", self.override_scalar(Scalar::F32, depth, false)),
        }
    }

    /// The length of an array: an override expression that is at least `least` and little more.
    pub fn override_length(&mut self, least: u32) -> String {
        let scalar = self.random.choose(&[Scalar::U32, Scalar::I32]);
        let s = suffix(scalar);
        if self.random.chance(50) {
            let default = self.random.between(least as usize, least as usize + 5);
            let value = self
                .random
                .chance(60)
                .then(|| self.random.between(least as usize, 9) as f64);
            let init = match value {
                Some(_) if self.random.chance(30) => None,
                _ => Some(format!("{default}{s}")),
            };
            let name = self.declare_override(scalar, init, value);
            self.discrete.push(name.clone());
            return name;
        }
        let expression = self.override_scalar(scalar, 2, true);
        format!("({expression} & 3{s}) + {least}{s}")
    }

    /// A workgroup size of four invocations by overrides, most of which have another default.
    pub fn override_workgroup_size(&mut self) -> String {
        let scalar = self.random.choose(&[Scalar::U32, Scalar::I32]);
        let s = suffix(scalar);
        let (value, text) = self
            .random
            .choose(&[(4, "o"), (4, "o, 1"), (2, "o * 2s"), (3, "o + 1s, o - 2s, o / 3s")]);
        let default = self.random.between(3, 9);
        let given = default != value || self.random.chance(50);
        let init = (!given || self.random.chance(80)).then(|| format!("{default}{s}"));
        let name = self.declare_override(scalar, init, given.then_some(value as f64));
        text.replace('s', s).replace('o', &name)
    }

    /// Any workgroup size that devices support.
    pub fn any_override_workgroup_size(&mut self) -> String {
        let (x, y) = (self.override_length(1), self.override_length(1));
        if self.random.chance(50) { x } else { format!("{x}, {y}") }
    }

    /// A random index of an array with at least `least` elements.
    pub fn index_of_at_least(&mut self, least: u32) -> String {
        if self.random.chance(50) {
            format!("{}", self.random.below(least as usize))
        } else {
            let index = self.runtime_expression(&U32, 1);
            if self.keeps_in_range() {
                format!("{index} % {least}u")
            } else {
                index
            }
        }
    }
}

fn suffix(scalar: Scalar) -> &'static str {
    if scalar == Scalar::I32 { "i" } else { "u" }
}
