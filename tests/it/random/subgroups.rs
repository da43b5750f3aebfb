//! Generates subgroup operations. In executed shaders all invocations of a workgroup execute them together in one
//! subgroup, so that every device and version must yield the same results. All known Vulkan devices have subgroups of
//! at least four invocations.

use super::generator::{Generator, Kind, Stage};
use super::types::{Scalar, Ty, U32, vector};

impl Generator {
    /// An operand type of the operation.
    fn subgroup_scalar(&mut self) -> Scalar {
        if self.wide && self.random.chance(50) {
            return self.wide_scalar();
        }
        self.random.choose(&[Scalar::I32, Scalar::U32, Scalar::F32])
    }

    /// An operation on a value of that type.
    fn subgroup_operation(&mut self, scalar: Scalar, value: &str) -> String {
        let bits = scalar.is_integer() && scalar.width() >= 4;
        // The sum of four small floats is exact, but not their product.
        let exact = self.executes() && scalar.is_float();
        match self.random.below(14) {
            0..=1 => {
                let names = if exact {
                    &["Add", "Min", "Max"][..]
                } else {
                    &["Add", "Mul", "Min", "Max"]
                };
                format!("subgroup{}({value})", self.random.choose(names))
            }
            2..=3 if bits => {
                let name = self.random.choose(&["And", "Or", "Xor"]);
                format!("subgroup{name}({value})")
            }
            4..=5 => {
                let sums = ["InclusiveAdd", "ExclusiveAdd"];
                let products = ["InclusiveMul", "ExclusiveMul"];
                let product = !exact && self.random.chance(50);
                let name = self.random.choose(if product { &products } else { &sums });
                format!("subgroup{name}({value})")
            }
            6 => format!("subgroupBroadcast({value}, {}u)", self.random.below(4)),
            7 => format!("subgroupBroadcastFirst({value})"),
            8 => {
                let index = self.runtime_expression(&U32, 1);
                format!("subgroupShuffle({value}, {index} & 3u)")
            }
            9 => format!("subgroupShuffleXor({value}, {}u)", self.random.between(1, 3)),
            10 => {
                let (name, by) = (self.random.choose(&["Up", "Down"]), self.random.between(1, 3));
                let shuffle = format!("subgroupShuffle{name}({value}, {by}u)");
                if !self.executes() {
                    return shuffle;
                }
                // Values from beyond the end of the subgroup are ignored.
                let condition = if name == "Up" {
                    format!("local >= {by}u")
                } else {
                    format!("local + {by}u < 4u")
                };
                format!("select({value}, {shuffle}, {condition})")
            }
            11 => format!("quadBroadcast({value}, {}u)", self.random.below(4)),
            _ => {
                let name = self.random.choose(&["X", "Y", "Diagonal"]);
                format!("quadSwap{name}({value})")
            }
        }
    }

    /// Some operations, whose results are in scope afterwards.
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

    /// Operations whose results are added to the trace.
    pub fn exercise_subgroup(&mut self) {
        for _ in 0..self.random.between(2, 6) {
            let scalar = self.subgroup_scalar();
            let size = self.random.between(1, 4) as u32;
            let ty = vector(size, scalar);
            let (value, result) = (self.fresh("v"), self.fresh("v"));
            let operand = self.runtime_expression(&ty, 2);
            let operand = if scalar.is_float() {
                self.rounded(scalar, size, operand).text
            } else {
                operand
            };
            self.line(format!("let {value} = {operand};"));
            let text = self.subgroup_operation(scalar, &value);
            self.line(format!("let {result} = {text};"));
            for part in ["", ".x", ".y", ".z", ".w"]
                .iter()
                .take(size as usize + 1)
                .skip(usize::from(size > 1))
            {
                let part = format!("{result}{part}");
                self.line(format!(
                    "trace = trace * 31u + {};",
                    Self::word(&Ty::Scalar(scalar), &part)
                ));
                if size == 1 {
                    break;
                }
            }
        }
        let truth = self.runtime_expression(&Ty::Scalar(Scalar::Bool), 2);
        self.line(format!(
            "trace = trace * 31u + subgroupBallot({truth}).x + u32(subgroupAll({truth}));"
        ));
    }
}
