//! The state of the generator: what is declared, what is in scope, and the position in the code. The other files
//! generate the parts of a shader.

use super::extensions::Extensions;
use super::prng::Random;
use super::types::{Member, Scalar, Struct, Ty};

/// The maximum number of statements that a function executes.
const MAX_COST: u64 = 3000;
/// The maximum number of lines of a function in executed shaders, in turn, unless `SIZE` is set: lavapipe takes minutes
/// for a few thousand.
const SIZES: [u64; 3] = [500, 40, 120];

/// The purpose of the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Only compiled: every construct of WGSL, also with undefined behaviour at run time.
    Compile,
    /// Executed: one compute entry point, with results that WGSL defines, and separate memory for each invocation.
    Execute {
        /// Whether every index is in range.
        in_range: bool,
        /// Whether constructs that naga's backend is known to lower wrongly are avoided, so that its words can be
        /// compared.
        portable: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Function,
    Private,
    Workgroup,
    Uniform,
    Storage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A `const`.
    Constant,
    /// An `override`: known when the pipeline is created, so that naga evaluates expressions of overrides and
    /// constants.
    Override,
    /// A `let` or an argument.
    Value,
    /// A variable, or the pointee of a pointer.
    Memory { space: Space, writable: bool },
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// Its spelling in an expression: `(*p)` for the pointee of `p`.
    pub text: String,
    pub ty: Ty,
    pub kind: Kind,
    /// The number of enclosing blocks.
    pub level: usize,
}

/// The stages that a function can be called from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Any,
    Vertex,
    Fragment,
    Compute,
}

impl Stage {
    pub fn may_call(self, callee: Stage) -> bool {
        callee == Stage::Any || callee == self
    }
}

#[derive(Clone, Debug)]
pub enum Parameter {
    Value(Ty),
    Pointer(Space, Ty),
    Texture(super::textures::Texture),
    Sampler { comparison: bool },
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub result: Option<Ty>,
    pub stage: Stage,
    pub weight: Weight,
}

/// The approximate amount of some code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// The maximum number of executed statements.
    pub cost: u64,
    /// The number of lines after inlining all calls, because drivers inline them.
    pub size: u64,
}

/// A piece of an expression; `constant` if the front end may evaluate it.
#[derive(Clone, Debug)]
pub struct Code {
    pub text: String,
    pub constant: bool,
}

impl Code {
    pub fn constant(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { text, constant: true }
    }

    pub fn runtime(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { text, constant: false }
    }
}

/// The position of the code under construction.
#[derive(Clone, Debug)]
pub struct Context {
    pub stage: Stage,
    pub result: Option<Ty>,
    pub may_return: bool,
    pub may_break: bool,
    pub may_continue: bool,
    pub may_shadow: bool,
    /// How often the enclosing loops execute a statement.
    pub repeats: u64,
    pub weight: Weight,
}

pub struct Generator {
    pub random: Random,
    pub mode: Mode,
    /// The maximum number of lines of a function, if the shader is executed.
    pub size: u64,
    /// Whether the shader has scalars of other widths than 32 bits.
    pub wide: bool,
    pub extensions: Extensions,
    /// The name of the acceleration structure, if one has been requested.
    pub scene: String,
    pub ray_payload: Option<Ty>,
    pub structs: Vec<Struct>,
    /// Everything outside of functions, in order.
    pub declarations: Vec<String>,
    pub functions: Vec<Function>,
    pub scope: Vec<Variable>,
    pub textures: Vec<(String, super::textures::Texture)>,
    /// The name, and whether it is a comparison sampler.
    pub samplers: Vec<(String, bool)>,
    /// The texture arguments of the function under construction.
    pub local_textures: Vec<(String, super::textures::Texture)>,
    pub local_samplers: Vec<(String, bool)>,
    pub context: Context,
    pub lines: Vec<String>,
    pub level: usize,
    /// Matrix types with a rounding function.
    pub rounded: Vec<(u32, u32, Scalar)>,
    names: usize,
    pub bindings: u32,
    /// The values that the pipeline sets for overrides, by key.
    pub given: Vec<(String, f64)>,
    /// The names of overrides that do not depend on floats.
    pub discrete: Vec<String>,
    /// The number of further cases that the shader's switches may have, beyond a few each.
    pub cases: usize,
    /// The first function of the pointer chain.
    pub tower: Option<String>,
}

impl Generator {
    pub fn new(seed: u64, random: Random, mode: Mode) -> Self {
        let context = Context {
            stage: Stage::Any,
            result: None,
            may_return: false,
            may_break: false,
            may_continue: false,
            may_shadow: true,
            repeats: 1,
            weight: Weight::default(),
        };
        Self {
            random,
            mode,
            size: super::number("SIZE").unwrap_or(SIZES[(seed % 3) as usize]),
            // Independent of the other decisions that the seed determines.
            wide: seed / 7 % 3 == 1,
            extensions: if mode == Mode::Compile {
                Extensions::of(seed)
            } else {
                Extensions::default()
            },
            scene: String::new(),
            ray_payload: None,
            structs: Vec::new(),
            declarations: Vec::new(),
            functions: Vec::new(),
            scope: Vec::new(),
            textures: Vec::new(),
            samplers: Vec::new(),
            local_textures: Vec::new(),
            local_samplers: Vec::new(),
            context,
            lines: Vec::new(),
            level: 0,
            rounded: Vec::new(),
            names: 0,
            bindings: 0,
            given: Vec::new(),
            discrete: Vec::new(),
            cases: 0,
            tower: None,
        }
    }

    /// Counts a call of a function, if the limits allow it.
    pub fn counts_call(&mut self, callee: Weight) -> bool {
        let weight = Weight {
            cost: self.context.weight.cost + callee.cost.saturating_mul(self.context.repeats),
            size: self.context.weight.size + callee.size,
        };
        let fits = weight.cost <= MAX_COST && (!self.executes() || weight.size <= self.size);
        if fits {
            self.context.weight = weight;
        }
        fits
    }

    /// Counts a statement, if the limits allow it.
    pub fn counts_statement(&mut self) -> bool {
        let weight = &mut self.context.weight;
        let fits = weight.cost <= MAX_COST && (self.mode == Mode::Compile || weight.size <= self.size);
        weight.cost += self.context.repeats;
        fits
    }

    pub fn executes(&self) -> bool {
        self.mode != Mode::Compile
    }

    pub fn keeps_in_range(&self) -> bool {
        matches!(self.mode, Mode::Execute { in_range: true, .. })
    }

    /// Whether only constructs that naga's backend lowers correctly are allowed.
    pub fn is_portable(&self) -> bool {
        matches!(self.mode, Mode::Execute { portable: true, .. })
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}_{}", self.names)
    }

    /// A name for a local variable: new, or one that shadows a variable of an enclosing block.
    pub fn local_name(&mut self, prefix: &str) -> String {
        if self.context.may_shadow && self.random.chance(10) {
            let level = self.level;
            let shadowed: Vec<String> = self
                .scope
                .iter()
                .filter(|variable| variable.level > 0 && variable.level < level)
                .map(|variable| variable.name.clone())
                .filter(|name| {
                    let taken = |v: &&Variable| v.level == level && v.name == *name;
                    !name.starts_with("p") && !name.starts_with('i') && !self.scope.iter().any(|v| taken(&v))
                })
                .collect();
            if !shadowed.is_empty() {
                return shadowed[self.random.below(shadowed.len())].clone();
            }
        }
        self.fresh(prefix)
    }

    pub fn line(&mut self, text: impl AsRef<str>) {
        self.context.weight.size += 1;
        let indent = "    ".repeat(self.level);
        self.lines.push(format!("{indent}{}", text.as_ref()));
    }

    pub fn declare(&mut self, name: &str, ty: &Ty, kind: Kind) {
        self.declare_as(name, name, ty, kind);
    }

    pub fn declare_as(&mut self, name: &str, text: &str, ty: &Ty, kind: Kind) {
        self.scope.push(Variable {
            name: name.to_owned(),
            text: text.to_owned(),
            ty: ty.clone(),
            kind,
            level: self.level,
        });
    }

    /// The variables that are not shadowed and that the stage may use.
    fn visible(&self, wanted: impl Fn(&Variable) -> bool) -> Vec<usize> {
        let stage = self.context.stage;
        (0..self.scope.len())
            .filter(|&index| {
                let variable = &self.scope[index];
                let hidden = self.scope[index + 1..].iter().any(|later| later.name == variable.name);
                let workgroup = matches!(
                    variable.kind,
                    Kind::Memory {
                        space: Space::Workgroup,
                        ..
                    }
                );
                !hidden && (stage == Stage::Compute || !workgroup) && wanted(variable)
            })
            .collect()
    }

    /// A variable that satisfies `wanted`; those of the function under construction are more likely.
    pub fn variable(&mut self, wanted: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let all = self.visible(wanted);
        if all.is_empty() {
            return None;
        }
        let local: Vec<usize> = all.iter().copied().filter(|&i| self.scope[i].level > 0).collect();
        let from = if local.is_empty() || self.random.chance(40) {
            &all
        } else {
            &local
        };
        let index = from[self.random.below(from.len())];
        Some(self.scope[index].clone())
    }

    /// An access to a part of a composite: its text and type; `None` for scalars.
    pub fn step(&mut self, ty: &Ty, depth: usize) -> Option<(Code, Ty)> {
        match ty {
            Ty::Scalar(_) | Ty::Atomic(_) => None,
            Ty::Vector(size, scalar) => {
                let code = if self.random.chance(60) {
                    let names = self.random.choose(&["xyzw", "rgba"]);
                    let at = self.random.below(*size as usize);
                    Code::constant(format!(".{}", &names[at..=at]))
                } else {
                    self.subscript(*size, depth)
                };
                Some((code, Ty::Scalar(*scalar)))
            }
            Ty::Matrix(columns, rows, scalar) => Some((self.subscript(*columns, depth), Ty::Vector(*rows, *scalar))),
            Ty::Array(element, length) => Some((self.subscript(*length, depth), (**element).clone())),
            Ty::Runtime(element) if depth == 0 => {
                let at = self.random.below(8);
                Some((Code::runtime(format!("[{at}]")), (**element).clone()))
            }
            Ty::Runtime(element) => {
                let index = self.index_below(8, depth);
                Some((Code::runtime(format!("[{index}]")), (**element).clone()))
            }
            Ty::Struct(index) => {
                let members = &self.structs[*index].members;
                let member: Member = members[self.random.below(members.len())].clone();
                Some((Code::constant(format!(".{}", member.name)), member.ty))
            }
        }
    }

    fn subscript(&mut self, length: u32, depth: usize) -> Code {
        if depth == 0 || self.random.chance(40) {
            let at = self.random.below(length as usize);
            let suffix = self.random.choose(&["", "", "u", "i"]);
            return Code::constant(format!("[{at}{suffix}]"));
        }
        let index = self.index_below(length, depth);
        Code::runtime(format!("[{index}]"))
    }

    /// An index that the front end cannot evaluate, in range if the mode requires it.
    fn index_below(&mut self, length: u32, depth: usize) -> String {
        // Nothing is proved of 64-bit indices.
        let scalar = if self.wide && !self.is_portable() && self.random.chance(4) {
            self.random
                .choose(&[Scalar::I64, Scalar::U64, Scalar::I16, Scalar::U16])
        } else {
            self.random.choose(&[Scalar::U32, Scalar::U32, Scalar::I32])
        };
        let index = self.runtime_expression(&Ty::Scalar(scalar), depth.saturating_sub(1));
        let last = length as usize - 1;
        // The largest number below the length of which all bits are set.
        let mask = (last + 1).next_power_of_two() / if length.is_power_of_two() { 1 } else { 2 } - 1;
        let mut literal = |value: usize| self.small_literal(scalar, value, value);
        let (zero, count, last, mask) = (literal(0), literal(last + 1), literal(last), literal(mask));
        let ways = if self.keeps_in_range() || self.random.chance(85) {
            8
        } else {
            11
        };
        match self.random.below(ways) {
            0..=2 if !scalar.is_signed() => format!("{index} % {count}"),
            3..=5 if !scalar.is_signed() => format!("min({index}, {last})"),
            3..=5 => format!("clamp({index}, {zero}, {last})"),
            0..=8 => format!("{index} & {mask}"),
            // Out of range by one, or anything.
            9 => format!("min({index}, {count})"),
            _ => index,
        }
    }

    /// A part with the wanted type of something in scope.
    pub fn part(&mut self, want: &Ty, wanted: impl Fn(&Variable) -> bool, depth: usize) -> Option<(Code, Variable)> {
        for _ in 0..6 {
            let variable = self.variable(&wanted)?;
            let mut code = Code {
                text: variable.text.clone(),
                constant: matches!(variable.kind, Kind::Constant | Kind::Override),
            };
            let mut ty = variable.ty.clone();
            for _ in 0..6 {
                if ty == *want {
                    return Some((code, variable));
                }
                let Some((step, next)) = self.step(&ty, depth) else {
                    break;
                };
                code.constant &= step.constant;
                code.text += &step.text;
                ty = next;
            }
        }
        None
    }

    /// A variable or part to store to, with its type.
    pub fn place(&mut self, depth: usize) -> Option<(String, Ty)> {
        let writable = |v: &Variable| matches!(v.kind, Kind::Memory { writable: true, .. });
        for _ in 0..6 {
            let variable = self.variable(writable)?;
            let (mut text, mut ty) = (variable.text.clone(), variable.ty.clone());
            for _ in 0..6 {
                let whole = self.is_constructible(&ty);
                if whole && (matches!(ty, Ty::Scalar(_)) || self.random.chance(35)) {
                    return Some((text, ty));
                }
                let Some((step, next)) = self.step(&ty, depth) else {
                    break;
                };
                text += &step.text;
                ty = next;
            }
        }
        None
    }

    pub fn is_constructible(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Scalar(_) | Ty::Vector(..) | Ty::Matrix(..) => true,
            Ty::Array(element, _) => self.is_constructible(element),
            Ty::Struct(index) => self.structs[*index].constructible,
            Ty::Runtime(_) | Ty::Atomic(_) => false,
        }
    }

    /// Private variables that every function can read: they make an expression dynamic.
    pub fn anchor(scalar: Scalar) -> &'static str {
        match scalar {
            Scalar::Bool => "any_bool",
            Scalar::I32 => "any_i32",
            Scalar::U32 => "any_u32",
            Scalar::F32 => "any_f32",
            Scalar::I16 => "any_i16",
            Scalar::U16 => "any_u16",
            Scalar::F16 => "any_f16",
            Scalar::I64 => "any_i64",
            Scalar::U64 => "any_u64",
            Scalar::F64 => "any_f64",
        }
    }

    /// Declares these variables.
    pub fn declare_anchors(&mut self) {
        self.enable_extensions();
        let mut anchors = vec![
            (Scalar::Bool, "true"),
            (Scalar::I32, "-3i"),
            (Scalar::U32, "5u"),
            (Scalar::F32, "2.0f"),
        ];
        if self.wide {
            self.declarations.push("enable wgpu_int16;\n".to_owned());
            anchors.extend([
                (Scalar::I16, "-9"),
                (Scalar::U16, "7"),
                (Scalar::I64, "-5li"),
                (Scalar::U64, "11lu"),
            ]);
            self.declarations.push("enable f16;\n".to_owned());
            if self.executes() {
                anchors.extend([(Scalar::F16, "3.0h"), (Scalar::F64, "4.0lf")]);
            } else {
                anchors.extend([(Scalar::F16, "1.5h"), (Scalar::F64, "2.5lf")]);
            }
        }
        for (scalar, value) in anchors {
            let ty = Ty::Scalar(scalar);
            let name = Self::anchor(scalar);
            self.declarations
                .push(format!("var<private> {name}: {} = {value};\n", ty.wgsl()));
            let kind = Kind::Memory {
                space: Space::Private,
                writable: true,
            };
            self.declare(name, &ty, kind);
        }
    }
}
