//! Generates whole shaders: structures, constants, variables of every address space, resources, functions, entry
//! points.

use std::rc::Rc;

use super::generator::{Function, Generator, Kind, Mode, Parameter, Space, Stage, Weight};
use super::prng::Random;
use super::textures::Texture;
use super::types::{I32, Member, Scalar, Ty, U32, Use};

/// The role of a binding of group 0 in an executed shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Uniform,
    /// Read-only, or with a slot for each invocation.
    Storage,
    /// The shader stores its results there.
    Output,
}

pub struct Source {
    pub text: String,
    /// The roles by binding number, for executed shaders only.
    pub roles: Vec<Role>,
    /// The values that the pipeline sets for overrides, by key.
    pub given: Vec<(String, f64)>,
}

impl Source {
    /// A text that is only compiled, with the defaults of its overrides.
    pub fn of(text: String) -> Self {
        Self {
            text,
            roles: Vec::new(),
            given: Vec::new(),
        }
    }
}

/// The shader of a seed.
pub fn generate(seed: u64, mode: Mode) -> Source {
    generate_with(seed, Random::new(seed), mode)
}

/// The shader of a seed with other numbers than those of the seed.
pub fn generate_with(seed: u64, random: Random, mode: Mode) -> Source {
    let mut generator = Generator::new(seed, random, mode);
    generator.declare_anchors();
    if generator.random.chance(25) {
        generator.cases = super::switches::MOST;
    }
    generator.constants();
    generator.overrides();
    generator.private_variables();
    let roles = generator.buffers();
    if !generator.executes() {
        generator.handles();
    }
    let functions = if generator.executes() { 3 } else { 5 };
    for _ in 0..generator.random.between(1, functions) {
        generator.function();
    }
    if generator.random.chance(40) {
        generator.pointer_tower();
    }
    if generator.executes() {
        generator.executed_entry_point();
        generator.rounding_helpers();
    } else {
        let entries = generator.random.choose(&[1, 1, 1, 2, 3]);
        for _ in 0..entries {
            if !generator.random.chance(60) || !generator.extended_entry_point() {
                generator.entry_point(entries == 1);
            }
        }
    }
    let mut text = generator.declarations.concat();
    text += &generator.lines.join("\n");
    text.push('\n');
    let given = generator.given;
    Source { text, roles, given }
}

impl Generator {
    fn constants(&mut self) {
        for _ in 0..self.random.below(4) {
            let ty = match self.random.below(3) {
                0 => Ty::Array(
                    Rc::new(self.small_type(Use::Registers)),
                    self.random.between(1, 6) as u32,
                ),
                1 => self.value_type(Use::Registers, 1),
                _ => Ty::Scalar(self.scalar(Use::Registers)),
            };
            let value = self.constant_expression(&ty);
            let name = self.fresh("c");
            let annotation = if self.random.chance(50) {
                format!(": {}", ty.wgsl())
            } else {
                String::new()
            };
            self.declarations.push(format!("const {name}{annotation} = {value};\n"));
            self.declare(&name, &ty, Kind::Constant);
        }
    }

    fn private_variables(&mut self) {
        for _ in 0..self.random.below(4) {
            let ty = self.value_type(Use::Registers, 3);
            let name = self.fresh("g");
            let value = match self.random.below(100) {
                0..40 => format!(" = {}", self.constant_expression(&ty)),
                40..75 if self.has_overrides() => format!(" = {}", self.override_expression(&ty)),
                _ => String::new(),
            };
            self.declarations
                .push(format!("var<private> {name}: {}{value};\n", ty.wgsl()));
            let (space, writable) = (Space::Private, true);
            self.declare(&name, &ty, Kind::Memory { space, writable });
        }
    }

    pub fn next_binding(&mut self) -> String {
        self.bindings += 1;
        let group = if self.executes() { 0 } else { self.random.below(3) };
        format!("@group({group}) @binding({}) ", self.bindings - 1)
    }

    fn buffers(&mut self) -> Vec<Role> {
        let mut roles = Vec::new();
        if self.executes() {
            self.declarations.push("var<private> id: u32;\n".to_owned());
            self.declarations.push("var<private> trace: u32;\n".to_owned());
            self.declarations.push("var<private> local: u32;\n".to_owned());
            self.declarations.push("var<private> zero: u32;\n".to_owned());
        }
        let uniforms = if self.executes() {
            self.random.between(1, 2)
        } else {
            self.random.below(3)
        };
        for _ in 0..uniforms {
            self.uniform_buffer();
            roles.push(Role::Uniform);
        }
        for _ in 0..self.random.between(1, 3) {
            self.storage_buffer();
            roles.push(Role::Storage);
        }
        for _ in 0..self.random.below(3) {
            self.workgroup_variable();
        }
        if self.executes() {
            let binding = self.next_binding();
            self.declarations
                .push(format!("{binding}var<storage, read_write> output: array<u32, 96>;\n"));
            roles.push(Role::Output);
        }
        roles
    }

    fn uniform_buffer(&mut self) {
        let ty = match self.random.below(4) {
            _ if self.executes() && self.random.chance(60) => {
                let ty = self.two_row_struct();
                if self.random.chance(40) {
                    Ty::Array(Rc::new(ty), self.random.between(1, 3) as u32)
                } else {
                    ty
                }
            }
            0 => self.matrix_type(Use::Uniform),
            1 => {
                let element = self.element_type(Use::Uniform, 2);
                Ty::Array(Rc::new(element), self.random.between(1, 4) as u32)
            }
            _ => self.new_struct(Use::Uniform, 3, false),
        };
        // An array with columns of two rows does not have a stride of 16 bytes.
        let ty = match &ty {
            Ty::Array(element, _) if matches!(**element, Ty::Matrix(_, 2, _)) => Ty::Matrix(4, 2, Scalar::F32),
            _ => ty,
        };
        let (binding, name) = (self.next_binding(), self.fresh("u"));
        self.declarations
            .push(format!("{binding}var<uniform> {name}: {};\n", ty.wgsl()));
        let (space, writable) = (Space::Uniform, false);
        self.declare(&name, &ty, Kind::Memory { space, writable });
    }

    /// Adds a storage buffer. In an executed shader a writable one has a slot for each invocation.
    fn storage_buffer(&mut self) {
        let writable = self.random.chance(65);
        let atomics = writable && self.random.chance(if self.executes() { 60 } else { 40 });
        let part = if atomics || self.random.chance(50) {
            self.new_struct(Use::Storage, 2, atomics)
        } else {
            self.value_type(Use::Storage, 2)
        };
        let slots = writable && self.executes();
        // Slots in arrays of a known length are proved to be in range.
        let shape = if slots {
            self.random.choose(&[0, 1, 1, 1, 1, 2])
        } else {
            self.random.choose(&[0, 1, 1, 2, 3, 3])
        };
        let tail: Ty = match shape {
            0 => Ty::Runtime(Rc::new(part.clone())),
            1 => Ty::Array(Rc::new(part.clone()), 8),
            2 => {
                let head = Member {
                    name: "m0".to_owned(),
                    ty: if slots { U32 } else { self.small_type(Use::Storage) },
                    attributes: String::new(),
                };
                let tail = Member {
                    name: "m1".to_owned(),
                    ty: Ty::Runtime(Rc::new(part.clone())),
                    attributes: String::new(),
                };
                self.add_struct(vec![head, tail], Use::Storage, false)
            }
            _ => part.clone(),
        };
        let access = if writable { "read_write" } else { "read" };
        let (mut binding, name) = (self.next_binding(), self.fresh("s"));
        if !self.executes() && self.random.chance(8) {
            binding += self
                .random
                .choose(&["@coherent ", "@volatile ", "@coherent @volatile "]);
        }
        let space = Space::Storage;
        let kind = Kind::Memory { space, writable };
        if self.extensions.binding_arrays && matches!(tail, Ty::Struct(_)) && self.random.chance(50) {
            let ty = tail.wgsl();
            let length = self.bound_length();
            self.declarations.push(format!(
                "{binding}var<storage, {access}> {name}: binding_array<{ty}{length}>;\n"
            ));
            let index = self.array_index(&length);
            return self.declare_as(&name, &format!("{name}[{index}]"), &tail, kind);
        }
        self.declarations
            .push(format!("{binding}var<storage, {access}> {name}: {};\n", tail.wgsl()));
        if slots {
            let member = if matches!(tail, Ty::Struct(_)) { ".m1" } else { "" };
            self.declare_as(&name, &format!("{name}{member}[id & 7u]"), &part, kind);
        } else {
            self.declare(&name, &tail, kind);
        }
    }

    fn workgroup_variable(&mut self) {
        let atomics = self.random.chance(40);
        let ty = if atomics {
            self.new_struct(Use::Registers, 2, true)
        } else {
            self.value_type(Use::Registers, 2)
        };
        let name = self.fresh("w");
        let space = Space::Workgroup;
        let kind = Kind::Memory { space, writable: true };
        if self.executes() {
            let length = if self.has_overrides() && self.random.chance(60) {
                self.override_length(4)
            } else {
                "4".to_owned()
            };
            self.declarations
                .push(format!("var<workgroup> {name}: array<{}, {length}>;\n", ty.wgsl()));
            self.declare_as(&name, &format!("{name}[local & 3u]"), &ty, kind);
        } else if self.has_overrides() && self.random.chance(40) {
            let (length, index) = (self.override_length(2), self.index_of_at_least(2));
            self.declarations
                .push(format!("var<workgroup> {name}: array<{}, {length}>;\n", ty.wgsl()));
            self.declare_as(&name, &format!("{name}[{index}]"), &ty, kind);
        } else {
            self.declarations
                .push(format!("var<workgroup> {name}: {};\n", ty.wgsl()));
            self.declare(&name, &ty, kind);
        }
    }

    fn handles(&mut self) {
        for _ in 0..self.random.below(4) {
            let texture = self.new_texture();
            let (binding, name) = (self.next_binding(), self.fresh("t"));
            let (ty, name) = self.bound_array(&texture.wgsl(), &name, texture != Texture::External);
            self.declarations.push(format!("{binding}var {ty};\n"));
            self.textures.push((name, texture));
        }
        for _ in 0..self.random.below(3) {
            let comparison = self.random.chance(40);
            let kind = if comparison { "sampler_comparison" } else { "sampler" };
            let (binding, name) = (self.next_binding(), self.fresh("sampler"));
            let (ty, name) = self.bound_array(kind, &name, true);
            self.declarations.push(format!("{binding}var {ty};\n"));
            self.samplers.push((name, comparison));
        }
    }

    /// The length of a binding array, with its comma; at least four, except for some of length one.
    fn bound_length(&mut self) -> String {
        if self.has_overrides() && self.random.chance(25) {
            return format!(", {}", self.override_length(4));
        }
        self.random.choose(&[", 1", ", 4", ""]).to_owned()
    }

    /// An index into a binding array: constant, dynamically uniform, or any.
    fn array_index(&mut self, length: &str) -> String {
        let count = if length == ", 1" { 1 } else { 4 };
        match self.random.below(3) {
            0 => format!("{}", self.random.below(count)),
            1 => format!("any_u32 % {count}u"),
            _ => "any_u32".to_owned(),
        }
    }

    /// The declaration of a handle, or of an array of handles, and an expression that names one.
    fn bound_array(&mut self, ty: &str, name: &str, possible: bool) -> (String, String) {
        if !possible || !self.extensions.binding_arrays || self.random.chance(60) {
            return (format!("{name}: {ty}"), name.to_owned());
        }
        let length = self.bound_length();
        let index = self.array_index(&length);
        (
            format!("{name}: binding_array<{ty}{length}>"),
            format!("{name}[{index}]"),
        )
    }

    fn parameter(&mut self) -> Parameter {
        match self.random.below(10) {
            0..=2 => Parameter::Pointer(Space::Function, self.pointee(Space::Function)),
            3..=4 => Parameter::Pointer(Space::Private, self.pointee(Space::Private)),
            5 if !self.textures.is_empty() => {
                let at = self.random.below(self.textures.len());
                match self.textures[at].1 {
                    // An argument counts as a read.
                    Texture::Storage(_, _, _, "write") => Parameter::Value(U32),
                    texture => Parameter::Texture(texture),
                }
            }
            6 if !self.samplers.is_empty() => {
                let at = self.random.below(self.samplers.len());
                Parameter::Sampler {
                    comparison: self.samplers[at].1,
                }
            }
            _ => Parameter::Value(self.value_type(Use::Registers, 2)),
        }
    }

    fn function(&mut self) {
        let stage = if self.executes() {
            Stage::Compute
        } else {
            self.random
                .choose(&[Stage::Any, Stage::Any, Stage::Fragment, Stage::Compute])
        };
        let parameters: Vec<Parameter> = (0..self.random.below(5)).map(|_| self.parameter()).collect();
        let result = self.random.chance(70).then(|| self.value_type(Use::Registers, 2));
        let name = self.fresh("f");
        self.begin(stage, result.clone());
        let (mut texts, scope) = (Vec::new(), self.scope.len());
        self.level = 1;
        for parameter in &parameters {
            texts.push(self.declare_parameter(parameter));
        }
        self.level = 0;
        let arrow = result.as_ref().map_or(String::new(), |ty| format!(" -> {}", ty.wgsl()));
        self.line(format!("fn {name}({}){arrow} {{", texts.join(", ")));
        let statements = self.random.between(1, 6);
        let nesting = self.random.between(1, 3);
        self.block(statements, nesting);
        self.finish(scope);
        self.functions.push(Function {
            name,
            parameters,
            result,
            stage,
            weight: self.context.weight,
        });
    }

    pub fn declare_parameter(&mut self, parameter: &Parameter) -> String {
        match parameter {
            Parameter::Value(ty) => {
                let name = self.fresh("a");
                self.declare(&name, ty, Kind::Value);
                format!("{name}: {}", ty.wgsl())
            }
            Parameter::Pointer(space, ty) => {
                let name = self.fresh("p");
                let kind = Kind::Memory {
                    space: *space,
                    writable: true,
                };
                self.declare_as(&name, &format!("(*{name})"), ty, kind);
                let space = if *space == Space::Private {
                    "private"
                } else {
                    "function"
                };
                format!("{name}: ptr<{space}, {}>", ty.wgsl())
            }
            Parameter::Texture(texture) => {
                let name = self.fresh("t");
                self.local_textures.push((name.clone(), *texture));
                format!("{name}: {}", texture.wgsl())
            }
            Parameter::Sampler { comparison } => {
                let name = self.fresh("sampler");
                self.local_samplers.push((name.clone(), *comparison));
                let kind = if *comparison { "sampler_comparison" } else { "sampler" };
                format!("{name}: {kind}")
            }
        }
    }

    pub fn begin(&mut self, stage: Stage, result: Option<Ty>) {
        self.context.stage = stage;
        self.context.result = result;
        self.context.may_return = true;
        self.context.may_break = false;
        self.context.may_continue = false;
        self.context.repeats = 1;
        self.context.weight = Weight::default();
        self.local_textures.clear();
        self.local_samplers.clear();
    }

    /// Ends a function: its last `return` and brace.
    pub fn finish(&mut self, scope: usize) {
        self.level = 1;
        let last = self.lines.last().map(|line| line.trim().to_owned()).unwrap_or_default();
        if let (Some(ty), false) = (self.context.result.clone(), last.starts_with("return ")) {
            let value = self.expression(&ty, 3);
            self.line(format!("return {value};"));
        }
        self.level = 0;
        self.line("}");
        self.lines.push(String::new());
        self.scope.truncate(scope);
    }

    /// The entry point of an executed shader: own slots, barriers between phases, and a digest at the end.
    fn executed_entry_point(&mut self) {
        self.begin(Stage::Compute, None);
        self.context.may_return = false;
        let scope = self.scope.len();
        let size = if self.random.chance(20) {
            self.override_workgroup_size()
        } else {
            "4".to_owned()
        };
        self.line(format!("@compute @workgroup_size({size})"));
        self.line(
            "fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lid: u32) {",
        );
        self.level = 1;
        self.line("id = gid.x;");
        self.line("local = lid;");
        self.line("trace = 17u;");
        // The value is zero, which no driver knows.
        self.line("zero = gid.x >> 31u;");
        self.line("any_u32 = gid.x * 3u + 1u;");
        self.line("any_i32 = i32(gid.x) - 3i;");
        self.line("any_bool = (lid & 1u) == 0u;");
        self.line("any_f32 = f32(gid.x);");
        for _ in 0..self.random.between(1, 2) {
            for _ in 0..2 {
                self.level = 1;
                self.declaration();
            }
            self.level = 0;
            let statements = self.random.between(2, 5);
            let nesting = self.random.between(1, 3);
            self.level = 1;
            self.line("{");
            self.block(statements, nesting);
            self.line("}");
            self.exchange();
        }
        self.level = 1;
        self.call_tower();
        self.read_uniforms();
        self.exercise_atomics();
        if self.wide || self.random.chance(30) {
            self.exercise_subgroup();
        }
        self.trace(0);
        self.line("output[(id & 7u) * 12u + 11u] = trace;");
        for slot in 0..11 {
            let scalar = if self.wide && self.random.chance(50) {
                self.wide_scalar()
            } else {
                self.random.choose(&super::types::SCALARS)
            };
            let value = self.expression(&Ty::Scalar(scalar), 3);
            let word = Self::word(&Ty::Scalar(scalar), &value);
            self.line(format!("output[(id & 7u) * 12u + {slot}u] = {word};"));
        }
        self.finish(scope);
    }

    /// Reads another invocation's value from workgroup memory, between two barriers.
    fn exchange(&mut self) {
        let in_workgroup = |v: &super::generator::Variable| {
            matches!(
                v.kind,
                Kind::Memory {
                    space: Space::Workgroup,
                    ..
                }
            ) && v.text.ends_with("[local & 3u]")
        };
        let Some(variable) = self.variable(in_workgroup) else {
            return;
        };
        // Evaluated before the barrier: it may store to the memory that others read after it.
        let (index, at) = (self.runtime_expression(&U32, 2), self.fresh("v"));
        // Beyond the four there is no invocation's element, or no element.
        let bound = if self.keeps_in_range() || self.random.chance(60) {
            " % 4u"
        } else {
            ""
        };
        self.line(format!("let {at} = {index}{bound};"));
        self.line("workgroupBarrier();");
        if self.is_constructible(&variable.ty) {
            let name = self.fresh("v");
            self.line(format!("let {name} = {}[{at}];", variable.name));
            self.declare(&name, &variable.ty, Kind::Value);
        }
        self.line("workgroupBarrier();");
    }

    /// Functions that round floats to small integers, so that every operation on them is exact: the sum of four
    /// products of 16-bit floats is less than 2048.
    fn rounding_helpers(&mut self) {
        let wide = [(Scalar::F16, "16.0h"), (Scalar::F64, "512.0lf")];
        let more = if self.wide { &wide[..] } else { &[] };
        for (scalar, most) in [(Scalar::F32, "512.0f")].iter().chain(more) {
            for size in 1..=4 {
                let ty = super::types::vector(size, *scalar).wgsl();
                let whole = super::types::vector(size, Scalar::I32).wgsl();
                let name = Self::rounding(*scalar, size);
                self.lines.push(format!(
                    "fn {name}(x: {ty}) -> {ty} {{\n    return {ty}({whole}(clamp(x, {ty}(-{most}), {ty}({most}))));\n}}"
                ));
            }
        }
        for (columns, rows, scalar) in self.rounded.clone() {
            let name = Self::rounding(scalar, rows);
            let parts: Vec<String> = (0..columns).map(|at| format!("{name}(m[{at}])")).collect();
            let ty = Ty::Matrix(columns, rows, scalar).wgsl();
            self.lines.push(format!(
                "fn {name}x{columns}(m: {ty}) -> {ty} {{\n    return {ty}({});\n}}",
                parts.join(", ")
            ));
        }
    }

    /// The name of the function that rounds floats.
    pub fn rounding(scalar: Scalar, size: u32) -> String {
        format!("round_{}_{size}", scalar.wgsl())
    }

    /// A built-in integer input of the entry point's stage; the names are WGSL's.
    pub fn builtin_input(&mut self, name: &str, used: &str) -> (String, Ty) {
        let ty = match name {
            "global_invocation_id" | "local_invocation_id" | "workgroup_id" | "num_workgroups" => {
                Ty::Vector(3, Scalar::U32)
            }
            "position" => Ty::Vector(4, Scalar::F32),
            "barycentric" => Ty::Vector(3, Scalar::F32),
            "front_facing" => Ty::Scalar(Scalar::Bool),
            "none" => I32,
            _ => U32,
        };
        (format!("@builtin({name}) {used}: {}", ty.wgsl()), ty)
    }
}
