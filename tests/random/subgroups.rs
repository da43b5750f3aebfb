//! Operations of the subgroup. Where shaders run, all invocations of a workgroup come to them together and are one subgroup, so
//! that every device and version must give the same.

use super::generator::{Generator, Kind, Stage};
use super::types::{Scalar, Ty, U32, vector};

impl Generator {
    /// A type that the operation is done on.
    fn subgroup_scalar(&mut self) -> Scalar {
        if self.wide && self.random.chance(50) {
            return self.wide_scalar();
        }
        if self.executes() {
            return self.random.choose(&[Scalar::I32, Scalar::U32]);
        }
        self.random.choose(&[Scalar::I32, Scalar::U32, Scalar::F32])
    }

    /// An operation on a value of that type, or on a truth value.
    fn subgroup_operation(&mut self, scalar: Scalar, value: &str) -> String {
        let bits = scalar.is_integer() && scalar.width() >= 4;
        match self.random.below(14) {
            0..=1 => {
                let name = self.random.choose(&["Add", "Mul", "Min", "Max"]);
                format!("subgroup{name}({value})")
            }
            2..=3 if bits => {
                let name = self.random.choose(&["And", "Or", "Xor"]);
                format!("subgroup{name}({value})")
            }
            4..=5 => {
                let name = self
                    .random
                    .choose(&["InclusiveAdd", "ExclusiveAdd", "InclusiveMul", "ExclusiveMul"]);
                format!("subgroup{name}({value})")
            }
            6 => format!("subgroupBroadcast({value}, {}u)", self.random.below(4)),
            7 => format!("subgroupBroadcastFirst({value})"),
            8 => {
                let index = self.runtime_expression(&U32, 1);
                format!("subgroupShuffle({value}, {index} & 3u)")
            }
            9 => format!("subgroupShuffleXor({value}, {}u)", self.random.between(1, 3)),
            10 if !self.executes() => {
                let name = self.random.choose(&["Up", "Down"]);
                format!("subgroupShuffle{name}({value}, {}u)", self.random.between(1, 3))
            }
            11 => format!("quadBroadcast({value}, {}u)", self.random.below(4)),
            _ => {
                let name = self.random.choose(&["X", "Y", "Diagonal"]);
                format!("quadSwap{name}({value})")
            }
        }
    }

    /// Some operations for their results, which are in scope after them.
    pub fn use_subgroup(&mut self) {
        for _ in 0..self.random.between(1, 3) {
            let scalar = self.subgroup_scalar();
            let ty = vector(self.random.between(1, 4) as u32, scalar);
            let value = self.runtime_expression(&ty, 2);
            let text = self.subgroup_operation(scalar, &value);
            let name = self.fresh("v");
            self.line(format!("let {name} = {text};"));
            self.declare(&name, &ty, Kind::Value);
        }
        let truth = self.runtime_expression(&Ty::Scalar(Scalar::Bool), 2);
        let (name, ballot) = (self.fresh("v"), self.random.chance(50));
        let (text, ty) = if ballot {
            (format!("subgroupBallot({truth})"), Ty::Vector(4, Scalar::U32))
        } else {
            let all = self.random.choose(&["subgroupAll", "subgroupAny"]);
            (format!("{all}({truth})"), Ty::Scalar(Scalar::Bool))
        };
        self.line(format!("let {name} = {text};"));
        self.declare(&name, &ty, Kind::Value);
        if self.context.stage == Stage::Compute && self.random.chance(30) {
            self.line("subgroupBarrier();");
        }
    }

    /// Operations whose results go into the trace.
    pub fn exercise_subgroup(&mut self) {
        for _ in 0..self.random.between(2, 6) {
            let scalar = self.subgroup_scalar();
            let ty = Ty::Scalar(scalar);
            let (value, result) = (self.fresh("v"), self.fresh("v"));
            let operand = self.runtime_expression(&ty, 2);
            self.line(format!("let {value} = {operand};"));
            let text = self.subgroup_operation(scalar, &value);
            self.line(format!("let {result} = {text};"));
            self.line(format!("trace = trace * 31u + {};", Self::word(&ty, &result)));
        }
        let truth = self.runtime_expression(&Ty::Scalar(Scalar::Bool), 2);
        self.line(format!(
            "trace = trace * 31u + subgroupBallot({truth}).x + u32(subgroupAll({truth}));"
        ));
    }
}
