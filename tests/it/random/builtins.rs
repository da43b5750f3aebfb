//! Generates calls: WGSL's functions by their result type, atomics, and the shader's own functions.

use super::generator::{Code, Function, Generator, Kind, Parameter, Space, Stage};
use super::types::{Scalar, Ty, U32, vector};

/// Functions of one float, applied to each component.
const ONE: [&str; 30] = [
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "ceil",
    "cos",
    "cosh",
    "degrees",
    "exp",
    "exp2",
    "floor",
    "fract",
    "inverseSqrt",
    "log",
    "log2",
    "quantizeToF16",
    "radians",
    "round",
    "saturate",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
    "abs",
];

impl Generator {
    /// A call of a WGSL function with a scalar or vector result.
    pub fn builtin(&mut self, scalar: Scalar, size: u32, depth: usize) -> Code {
        match scalar {
            Scalar::Bool => self.relation(size, depth),
            Scalar::I32 | Scalar::U32 => self.integer_function(scalar, size, depth),
            Scalar::F32 | Scalar::F16 | Scalar::F64 if self.executes() => self.exact_function(scalar, size, depth),
            Scalar::F32 | Scalar::F16 | Scalar::F64 => self.float_function(scalar, size, depth),
            Scalar::I16 | Scalar::U16 | Scalar::I64 | Scalar::U64 if self.is_portable() => {
                self.plain_integer_function(scalar, size, depth)
            }
            Scalar::I16 | Scalar::U16 | Scalar::I64 | Scalar::U64 => self.integer_function(scalar, size, depth),
        }
    }

    /// A function of integers of other widths, except bit functions, for which naga's backend writes invalid words.
    fn plain_integer_function(&mut self, scalar: Scalar, size: u32, depth: usize) -> Code {
        let ty = vector(size, scalar);
        match self.random.below(4) {
            0 => self.apply("min", &[ty.clone(), ty], depth),
            1 => self.apply("max", &[ty.clone(), ty], depth),
            2 => {
                let operand = self.runtime(&ty, depth - 1);
                let low = self.small_constant(scalar, size, 0, 9);
                let high = self.small_constant(scalar, size, 9, 99);
                Code::runtime(format!("clamp({}, {}, {})", operand.text, low.text, high.text))
            }
            _ => self.apply("abs", &[ty], depth),
        }
    }

    /// `name(arguments)` with arguments of which the front end can evaluate none.
    fn apply(&mut self, name: &str, arguments: &[Ty], depth: usize) -> Code {
        let mut codes: Vec<Code> = arguments.iter().map(|ty| self.code(ty, depth - 1)).collect();
        if codes.iter().all(|code| code.constant) {
            codes[0] = self.anchored(&arguments[0]);
        }
        let texts: Vec<String> = codes.into_iter().map(|code| code.text).collect();
        Code::runtime(format!("{name}({})", texts.join(", ")))
    }

    fn relation(&mut self, size: u32, depth: usize) -> Code {
        if size > 1 {
            return self.code(&vector(size, Scalar::Bool), depth - 1);
        }
        let name = self.random.choose(&["any", "all"]);
        let size = self.random.between(1, 4) as u32;
        let operand = self.runtime(&vector(size, Scalar::Bool), depth - 1);
        Code::runtime(format!("{name}({})", operand.text))
    }

    fn integer_function(&mut self, scalar: Scalar, size: u32, depth: usize) -> Code {
        let ty = vector(size, scalar);
        let signed = scalar.is_signed();
        if size == 1 && self.random.chance(30) {
            return self.packed(scalar, depth);
        }
        if size == 4 && scalar.width() == 4 && self.random.chance(25) {
            let name = if signed { "unpack4xI8" } else { "unpack4xU8" };
            return self.apply(name, &[U32], depth);
        }
        match self.random.below(8) {
            0 => self.apply("min", &[ty.clone(), ty], depth),
            1 => self.apply("max", &[ty.clone(), ty], depth),
            2 => {
                let operand = self.runtime(&ty, depth - 1);
                let low = self.small_constant(scalar, size, 0, 9);
                let high = self.small_constant(scalar, size, 9, 99);
                Code::runtime(format!("clamp({}, {}, {})", operand.text, low.text, high.text))
            }
            3 if signed => self.apply("sign", &[ty], depth),
            3 if size > 1 => self.apply("abs", &[ty], depth),
            4 => {
                let operand = self.runtime(&ty, depth - 1);
                let (offset, count) = (self.field(), self.field());
                Code::runtime(format!("extractBits({}, {offset}, {count})", operand.text))
            }
            5 => {
                let (base, bits) = self.operands(&ty, &ty, depth);
                let (offset, count) = (self.field(), self.field());
                Code::runtime(format!("insertBits({}, {}, {offset}, {count})", base.text, bits.text))
            }
            _ => {
                let name = self.random.choose(&[
                    "abs",
                    "countOneBits",
                    "countLeadingZeros",
                    "countTrailingZeros",
                    "reverseBits",
                    "firstLeadingBit",
                    "firstTrailingBit",
                ]);
                // For a negative float converted to an integer, Mesa 25.0.7 uses the unsigned search; Spirula's words
                // do not have this problem.
                let name = if self.is_portable() && signed && name == "firstLeadingBit" {
                    "firstTrailingBit"
                } else {
                    name
                };
                self.apply(name, &[ty], depth)
            }
        }
    }

    /// The offset or the length of a bit field.
    fn field(&mut self) -> String {
        if self.random.chance(50) {
            self.small_literal(Scalar::U32, 0, 16)
        } else {
            self.runtime_expression(&U32, 1)
        }
    }

    /// Functions with an integer result and other operand types.
    fn packed(&mut self, scalar: Scalar, depth: usize) -> Code {
        if scalar.width() != 4 || self.random.chance(35) {
            let vector = Ty::Vector(self.random.between(2, 4) as u32, scalar);
            return self.apply("dot", &[vector.clone(), vector], depth);
        }
        if scalar == Scalar::I32 {
            return self.apply("dot4I8Packed", &[U32, U32], depth);
        }
        let (signed, unsigned) = (Ty::Vector(4, Scalar::I32), Ty::Vector(4, Scalar::U32));
        let (two, four) = (Ty::Vector(2, Scalar::F32), Ty::Vector(4, Scalar::F32));
        match self.random.below(if self.executes() { 5 } else { 10 }) {
            0 => self.apply("dot4U8Packed", &[U32, U32], depth),
            1 => self.apply("pack4xI8", &[signed], depth),
            2 => self.apply("pack4xU8", &[unsigned], depth),
            3 => self.apply("pack4xI8Clamp", &[signed], depth),
            4 => self.apply("pack4xU8Clamp", &[unsigned], depth),
            5 => self.apply("pack2x16float", &[two], depth),
            6 => self.apply("pack2x16unorm", &[two], depth),
            7 => self.apply("pack2x16snorm", &[two], depth),
            8 => self.apply("pack4x8unorm", &[four], depth),
            _ => self.apply("pack4x8snorm", &[four], depth),
        }
    }

    /// Functions of floats that are exact for small integers.
    fn exact_function(&mut self, scalar: Scalar, size: u32, depth: usize) -> Code {
        let ty = vector(size, scalar);
        match self.random.below(6) {
            0 => {
                let name = self.random.choose(&["min", "max", "step"]);
                let code = self.apply(name, &[ty.clone(), ty], depth);
                self.rounded(scalar, size, code.text)
            }
            1 => {
                let operand = self.runtime(&ty, depth - 1);
                let low = self.small_constant(scalar, size, 0, 9);
                let high = self.small_constant(scalar, size, 9, 99);
                Code::runtime(format!("clamp({}, {}, {})", operand.text, low.text, high.text))
            }
            2 if size == 1 => {
                let vector = Ty::Vector(self.random.between(2, 4) as u32, scalar);
                let code = self.apply("dot", &[vector.clone(), vector], depth);
                self.rounded(scalar, size, code.text)
            }
            3 if size == 3 => {
                let code = self.apply("cross", &[ty.clone(), ty], depth);
                self.rounded(scalar, size, code.text)
            }
            _ => {
                let name = self
                    .random
                    .choose(&["abs", "floor", "ceil", "trunc", "round", "sign", "saturate"]);
                let code = self.apply(name, &[ty], depth);
                self.rounded(scalar, size, code.text)
            }
        }
    }

    fn float_function(&mut self, scalar: Scalar, size: u32, depth: usize) -> Code {
        let ty = vector(size, scalar);
        match self.random.below(10) {
            0 => {
                let name = self.random.choose(&["pow", "atan2", "min", "max", "step"]);
                self.apply(name, &[ty.clone(), ty], depth)
            }
            1 => {
                let name = self.random.choose(&["mix", "clamp", "fma", "smoothstep"]);
                let (first, second) = self.operands(&ty, &ty, depth);
                let third = if name == "mix" && self.random.chance(40) {
                    Ty::Scalar(scalar)
                } else {
                    ty
                };
                let third = self.runtime(&third, depth - 1);
                // Bounds that the front end could compare are kept in order.
                let second = if second.constant {
                    self.anchored(&vector(size, scalar))
                } else {
                    second
                };
                Code::runtime(format!("{name}({}, {}, {})", first.text, second.text, third.text))
            }
            2 => {
                let exponent = vector(size, Scalar::I32);
                let (value, exponent) = (self.runtime(&ty, depth - 1), self.runtime(&exponent, depth - 1));
                Code::runtime(format!("ldexp({}, {})", value.text, exponent.text))
            }
            3 => {
                let name = self.random.choose(&["modf", "frexp"]);
                let part = match (name, self.random.chance(50)) {
                    ("modf", true) => ".whole",
                    _ => ".fract",
                };
                let operand = self.runtime(&ty, depth - 1);
                Code::runtime(format!("{name}({}){part}", operand.text))
            }
            4 => self.geometric(scalar, size, depth),
            5 if self.context.stage == Stage::Fragment && scalar == Scalar::F32 => {
                let name = self.random.choose(&[
                    "dpdx",
                    "dpdy",
                    "fwidth",
                    "dpdxCoarse",
                    "dpdyCoarse",
                    "fwidthCoarse",
                    "dpdxFine",
                    "dpdyFine",
                    "fwidthFine",
                ]);
                self.apply(name, &[ty], depth)
            }
            _ => {
                let name = self.random.choose(&ONE);
                let narrow = scalar != Scalar::F32 && name == "quantizeToF16";
                self.apply(if narrow { "floor" } else { name }, &[ty], depth)
            }
        }
    }

    fn geometric(&mut self, scalar: Scalar, size: u32, depth: usize) -> Code {
        let any = vector(self.random.between(2, 4) as u32, scalar);
        let ty = vector(size, scalar);
        match (size, self.random.below(5)) {
            (1, 0) => self.apply("dot", &[any.clone(), any], depth),
            (1, 1) => self.apply("distance", &[any.clone(), any], depth),
            (1, 2) => {
                let side = self.random.between(2, 4) as u32;
                self.apply("determinant", &[Ty::Matrix(side, side, scalar)], depth)
            }
            (1, _) => self.apply("length", &[any], depth),
            (2, 0) if scalar == Scalar::F32 => {
                let name = self
                    .random
                    .choose(&["unpack2x16float", "unpack2x16snorm", "unpack2x16unorm"]);
                self.apply(name, &[U32], depth)
            }
            (4, 0) if scalar == Scalar::F32 => {
                let name = self.random.choose(&["unpack4x8snorm", "unpack4x8unorm"]);
                self.apply(name, &[U32], depth)
            }
            (3, 0) => self.apply("cross", &[ty.clone(), ty], depth),
            (_, 1) => self.apply("normalize", &[ty], depth),
            (_, 2) => self.apply("reflect", &[ty.clone(), ty], depth),
            (_, 3) => self.apply("refract", &[ty.clone(), ty, Ty::Scalar(scalar)], depth),
            _ => self.apply("faceForward", &[ty.clone(), ty.clone(), ty], depth),
        }
    }

    /// A variable or part with an atomic type.
    pub fn atomic_place(&mut self, scalar: Scalar, depth: usize) -> Option<(String, bool)> {
        let writable = |v: &super::generator::Variable| {
            matches!(
                v.kind,
                Kind::Memory {
                    space: Space::Storage | Space::Workgroup,
                    writable: true
                }
            )
        };
        let (code, variable) = self.part(&Ty::Atomic(scalar), writable, depth)?;
        Some((code.text, variable.name != variable.text))
    }

    /// An atomic operation with its result. Executed shaders use only memory of a single invocation.
    pub fn atomic_expression(&mut self, scalar: Scalar, depth: usize) -> Option<Code> {
        let (place, _) = self.atomic_place(scalar, depth)?;
        let ty = Ty::Scalar(scalar);
        let value = self.expression(&ty, depth - 1);
        if scalar.is_float() {
            let name = self.random.choose(&["atomicAdd", "atomicSub", "atomicExchange"]);
            return Some(self.rounded(scalar, 1, format!("{name}(&{place}, {value})")));
        }
        let text = match self.random.below(5) {
            0 => format!("atomicLoad(&{place})"),
            1 => {
                let other = self.expression(&ty, depth - 1);
                format!("atomicCompareExchangeWeak(&{place}, {other}, {value}).old_value")
            }
            _ => {
                let name = self.random.choose(&[
                    "atomicAdd",
                    "atomicSub",
                    "atomicMax",
                    "atomicMin",
                    "atomicAnd",
                    "atomicOr",
                    "atomicXor",
                    "atomicExchange",
                ]);
                format!("{name}(&{place}, {value})")
            }
        };
        Some(Code::runtime(text))
    }

    /// A call of one of the shader's functions with the result type.
    pub fn call_expression(&mut self, ty: &Ty, depth: usize) -> Option<Code> {
        let fits: Vec<usize> = (0..self.functions.len())
            .filter(|&index| self.functions[index].result.as_ref() == Some(ty))
            .collect();
        let text = self.call_one_of(&fits, depth)?;
        Some(Code::runtime(text))
    }

    /// A call of one of these functions, if stage and cost allow it and there are arguments for it.
    pub fn call_one_of(&mut self, functions: &[usize], depth: usize) -> Option<String> {
        if functions.is_empty() {
            return None;
        }
        let function: Function = self.functions[self.random.choose(functions)].clone();
        if !self.context.stage.may_call(function.stage) {
            return None;
        }
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            arguments.push(self.argument(parameter, depth)?);
        }
        if !self.counts_call(function.weight) {
            return None;
        }
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    fn argument(&mut self, parameter: &Parameter, depth: usize) -> Option<String> {
        match parameter {
            Parameter::Value(ty) => Some(self.expression(ty, depth.saturating_sub(1))),
            Parameter::Pointer(space, ty) => self.pointer_to(*space, ty),
            Parameter::Texture(texture) => {
                let all = self.local_textures.iter().chain(&self.textures);
                let fits: Vec<String> = all
                    .filter(|(_, t)| t == texture)
                    .map(|(name, _)| name.clone())
                    .collect();
                (!fits.is_empty()).then(|| fits[self.random.below(fits.len())].clone())
            }
            Parameter::Sampler { comparison } => self.sampler(*comparison),
        }
    }

    /// `&place` for a place of the type in an address space. A component of a vector has no address.
    pub fn pointer_to(&mut self, space: Space, ty: &Ty) -> Option<String> {
        for _ in 0..4 {
            let in_space = |v: &super::generator::Variable| matches!(v.kind, Kind::Memory { space: s, writable: true } if s == space);
            let variable = self.variable(in_space)?;
            let (mut text, mut at) = (variable.text.clone(), variable.ty.clone());
            for _ in 0..5 {
                if at == *ty {
                    return Some(format!("&{text}"));
                }
                if matches!(at, Ty::Vector(..)) {
                    break;
                }
                let Some((step, next)) = self.step(&at, 1) else { break };
                text += &step.text;
                at = next;
            }
        }
        None
    }

    /// The type of something in an address space, for a parameter.
    pub fn pointee(&mut self, space: Space) -> Ty {
        let in_space = |v: &super::generator::Variable| {
            v.level == 0 && matches!(v.kind, Kind::Memory { space: s, writable: true } if s == space)
        };
        let half = self.random.chance(50);
        let from_global = self.variable(in_space).filter(|_| half);
        let mut ty = match from_global {
            Some(variable) => variable.ty,
            None => self.value_type(super::types::Use::Registers, 2),
        };
        while self.random.chance(45) && !matches!(ty, Ty::Vector(..)) {
            match self.step(&ty, 0) {
                Some((_, next)) => ty = next,
                None => break,
            }
        }
        ty
    }
}
