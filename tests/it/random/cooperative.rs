//! Generates cooperative matrices: loaded from buffers and workgroup memory in row-major and column-major order,
//! multiplied, added, scaled, passed to functions, stored in variables and in memory.

use super::generator::{Generator, Stage};
use super::types::{BOOL, Scalar, Ty, U32};

/// The matrix types of one entry point.
struct Matrices {
    size: &'static str,
    scalar: Scalar,
}

impl Matrices {
    fn of(&self, role: &str) -> String {
        let (size, scalar) = (self.size, self.scalar.wgsl());
        format!("coop_mat{size}<{scalar}, {role}>")
    }
}

impl Generator {
    /// A compute shader with matrices of scope Subgroup.
    pub fn cooperative_stage(&mut self) {
        let matrices = Matrices {
            size: self.random.choose(&["8x8", "16x16"]),
            scalar: if self.wide && self.random.chance(50) {
                Scalar::F16
            } else {
                Scalar::F32
            },
        };
        let scale = self.random.chance(40).then(|| self.cooperative_function(&matrices));
        self.begin(Stage::Compute, None);
        let scope = self.scope.len();
        let main = self.fresh("main");
        self.line(format!("@compute @workgroup_size(64) fn {main}() {{"));
        self.level = 1;
        let [a, b, c] = ["A", "B", "C"].map(|role| self.cooperative_load(&matrices, role));
        let sum = self.fresh("sum");
        let first = if self.random.chance(70) {
            c.clone()
        } else {
            format!("{}()", matrices.of("C"))
        };
        self.line(format!("var {sum} = {first};"));
        let rounds = self.random.between(1, 4);
        let round = self.fresh("k");
        self.line(format!("for (var {round} = 0u; {round} < {rounds}u; {round}++) {{"));
        self.line(format!("    {sum} = coopMultiplyAdd({a}, {b}, {sum});"));
        if self.random.chance(50) {
            let condition = self.runtime_expression(&BOOL, 2);
            let value = self.cooperative_value(&matrices, &sum, &c);
            self.line(format!("    if {condition} {{ {sum} = {value}; }}"));
        }
        self.line("}");
        if let Some(scale) = scale {
            let by = self.expression(&Ty::Scalar(matrices.scalar), 1);
            self.line(format!("{sum} = {scale}({sum}, {by});"));
        }
        for _ in 0..self.random.between(1, 3) {
            let value = self.cooperative_value(&matrices, &sum, &c);
            let (memory, stride) = self.cooperative_memory(&matrices, true);
            let store = self.random.choose(&["coopStore", "coopStoreT"]);
            self.line(format!("{store}({value}, {memory}{stride});"));
        }
        self.fill_body(scope);
    }

    /// A function with a matrix parameter and a matrix result.
    fn cooperative_function(&mut self, matrices: &Matrices) -> String {
        let (name, ty, scalar) = (self.fresh("scale"), matrices.of("C"), matrices.scalar.wgsl());
        let body = self.random.choose(&["by * m + m", "m * by - m", "(m + m) * by"]);
        self.declarations.push(format!(
            "fn {name}(m: {ty}, by: {scalar}) -> {ty} {{ return {body}; }}\n"
        ));
        name
    }

    fn cooperative_load(&mut self, matrices: &Matrices, role: &str) -> String {
        let (memory, stride) = self.cooperative_memory(matrices, false);
        let load = self.random.choose(&["coopLoad", "coopLoadT"]);
        let name = self.fresh("m");
        let ty = matrices.of(role);
        self.line(format!("let {name} = {load}<{ty}>({memory}{stride});"));
        name
    }

    fn cooperative_value(&mut self, matrices: &Matrices, sum: &str, c: &str) -> String {
        match self.random.below(5) {
            0 => format!("{sum} + {c}"),
            1 => format!("{sum} - {c}"),
            2 => {
                let by = self.expression(&Ty::Scalar(matrices.scalar), 1);
                format!("{by} * {sum}")
            }
            3 => {
                let by = self.expression(&Ty::Scalar(matrices.scalar), 2);
                format!("({sum} + {c}) * {by}")
            }
            _ => sum.to_owned(),
        }
    }

    /// A pointer to an element of a new array at a dynamic index, and the stride of rows in elements.
    fn cooperative_memory(&mut self, matrices: &Matrices, written: bool) -> (String, String) {
        let scalar = matrices.scalar.wgsl();
        let element = if self.random.chance(25) {
            format!("vec4<{scalar}>")
        } else {
            scalar.to_owned()
        };
        let name = self.fresh("memory");
        let declaration = match self.random.below(if written { 2 } else { 3 }) {
            0 => format!("var<workgroup> {name}: array<{element}, 512>;\n"),
            1 => format!(
                "{}var<storage, read_write> {name}: array<{element}>;\n",
                self.next_binding()
            ),
            _ => format!("{}var<storage, read> {name}: array<{element}>;\n", self.next_binding()),
        };
        self.declarations.push(declaration);
        let index = self.runtime_expression(&U32, 2);
        let stride = self.random.choose(&["", ", 8u", ", 16u", ", 32u"]);
        (format!("&{name}[{index}]"), stride.to_owned())
    }
}
