//! The list of constructs that need a case: the variants of naga's enums, divided by operand kinds and flags.

use super::built_ins;
use crate::common::constructs::names::{built_in as built_in_name, *};

/// Scalars of naga's IR, followed by the kinds of `names`.
const SCALARS: [&str; 10] = ["bool", "i16", "i32", "i64", "u16", "u32", "u64", "f16", "f32", "f64"];
const FLOATS: [&str; 3] = ["f16", "f32", "f64"];

/// The list.
pub fn required() -> Vec<String> {
    let mut list = List(Vec::new());
    list.types();
    list.images();
    list.globals_and_interfaces();
    list.expressions();
    list.operators();
    list.texture_expressions();
    list.functions();
    list.statements();
    list.atomics();
    list.subgroups_and_matrices();
    list.0
}

/// The kinds of run-time values.
fn kinds() -> impl Iterator<Item = &'static str> {
    let kinds = SCALAR_KINDS.iter().filter(|kind| !kind.contains("Abstract"));
    kinds.map(|kind| kind.trim_start_matches("ScalarKind::"))
}

struct List(Vec<String>);

impl List {
    fn each(&mut self, names: &[&str]) {
        self.0.extend(names.iter().map(ToString::to_string));
    }

    /// Each element of the first list combined with each of the second.
    fn cross(&mut self, first: &[&str], second: &[&str]) {
        for first in first {
            self.0.extend(second.iter().map(|second| format!("{first} {second}")));
        }
    }

    fn types(&mut self) {
        self.each(TYPES);
        self.each(ARRAY_SIZES_OF_ARRAYS);
        self.cross(&["TypeInner::Scalar"], &SCALARS);
        for size in 2..=4 {
            self.0.extend(
                SCALARS
                    .iter()
                    .map(|scalar| format!("TypeInner::Vector {scalar}x{size}")),
            );
            for rows in 2..=4 {
                self.0.extend(
                    FLOATS
                        .iter()
                        .map(|scalar| format!("TypeInner::Matrix {scalar} {size}x{rows}")),
                );
            }
        }
        self.cross(&["TypeInner::Atomic"], &["i32", "u32", "i64", "u64", "f32"]);
        for size in ["8x8", "16x16"] {
            for scalar in ["f16", "f32"] {
                let matrix = format!("TypeInner::CooperativeMatrix {scalar} {size}");
                self.cross(&[&matrix], COOPERATIVE_ROLES);
            }
        }
        let in_memory: Vec<&str> = ADDRESS_SPACES
            .iter()
            .copied()
            .filter(|space| !space.ends_with("Handle"))
            .collect();
        self.cross(&["TypeInner::Pointer", "TypeInner::ValuePointer"], &in_memory);
        self.cross(&["TypeInner::Sampler"], &["that compares", "that filters"]);
        self.cross(
            &["TypeInner::AccelerationStructure", "TypeInner::RayQuery"],
            &["with vertices", "without vertices"],
        );
        self.cross(&["TypeInner::BindingArray"], ARRAY_SIZES);
        self.cross(
            &["TypeInner::BindingArray of"],
            &[
                "TypeInner::Image",
                "TypeInner::Sampler",
                "TypeInner::Struct",
                "TypeInner::AccelerationStructure",
            ],
        );
        self.cross(
            &["TypeInner::BindingArray in"],
            &["AddressSpace::Handle", "AddressSpace::Storage", "AddressSpace::Uniform"],
        );
    }

    fn images(&mut self) {
        self.each(STORAGE_FORMATS);
        let storage = ["load", "store", "load and store", "load and store and atomic"];
        self.cross(&["ImageClass::Storage"], &storage);
        self.cross(
            &["ImageClass::Sampled", "ImageClass::Sampled multisampled"],
            &["Float", "Sint", "Uint"],
        );
        let flat = [
            "ImageDimension::D1",
            "ImageDimension::D1 arrayed",
            "ImageDimension::D2",
            "ImageDimension::D2 arrayed",
        ];
        let all = [
            &flat[..],
            &[
                "ImageDimension::D3",
                "ImageDimension::Cube",
                "ImageDimension::Cube arrayed",
            ],
        ]
        .concat();
        self.cross(&["TypeInner::Image ImageClass::Sampled"], &all);
        let of_depth = [&flat[2..], &all[5..]].concat();
        self.cross(&["TypeInner::Image ImageClass::Depth"], &of_depth);
        let of_storage = [&flat[..], &["ImageDimension::D3"]].concat();
        self.cross(&["TypeInner::Image ImageClass::Storage"], &of_storage);
        let multi = [
            "TypeInner::Image ImageClass::Sampled multisampled",
            "TypeInner::Image ImageClass::Depth multisampled",
        ];
        self.cross(&multi[..1], &flat[2..]);
        self.cross(&multi[1..], &flat[2..3]);
        self.cross(&["TypeInner::Image ImageClass::External"], &flat[2..3]);
    }

    fn globals_and_interfaces(&mut self) {
        // Variables of a function are not global.
        self.each(&ADDRESS_SPACES[1..]);
        self.cross(&["AddressSpace::Storage"], &["load", "load and store"]);
        self.each(&["MemoryDecorations::COHERENT", "MemoryDecorations::VOLATILE"]);
        self.each(&[
            "a global variable with an initial value",
            "a local variable",
            "a local variable with an initial value",
        ]);
        self.each(SHADER_STAGES);
        self.each(&["EarlyDepthTest::Force"]);
        self.cross(&["EarlyDepthTest::Allow"], CONSERVATIVE_DEPTHS);
        self.each(&["mesh outputs Direct", "mesh outputs Staged"]);
        self.each(&["an overridden workgroup size", "an overridden size of a mesh"]);
        self.each(MESH_TOPOLOGIES);
        for stage in ["Task", "Mesh", "Miss", "AnyHit", "ClosestHit"] {
            self.0.push(format!("ShaderStage::{stage} with a payload"));
        }
        self.cross(
            &["an override of"],
            &["bool", "i16", "u16", "i32", "u32", "f16", "f32", "f64"],
        );
        self.cross(&["an override with", "an override without"], &["a number", "a default"]);
        self.each(BINDINGS);
        for built_in in built_ins::ALL {
            let (read, written) = built_ins::places(*built_in);
            let name = built_in_name(built_in);
            self.0
                .extend(read.iter().map(|stage| format!("{name} ShaderStage::{stage} input")));
            self.0.extend(
                written
                    .iter()
                    .map(|stage| format!("{name} ShaderStage::{stage} output")),
            );
        }
        self.each(&[
            "BuiltIn::Position ShaderStage::Vertex output invariant",
            "BuiltIn::Position ShaderStage::Mesh output invariant",
        ]);
        self.cross(&["BuiltIn::Barycentric"], &["with perspective", "without perspective"]);
        let numbers = ["i16", "i32", "i64", "u16", "u32", "u64", "f16", "f32", "f64"];
        self.cross(
            &[
                "ShaderStage::Vertex input of",
                "ShaderStage::Vertex output of",
                "ShaderStage::Fragment input of",
            ],
            &numbers,
        );
        self.cross(
            &["ShaderStage::Fragment output of"],
            &["i16", "i32", "u16", "u32", "f16", "f32"],
        );
        self.cross(&["ShaderStage::Mesh output of"], &numbers);
        for place in [
            "ShaderStage::Vertex output",
            "ShaderStage::Fragment input",
            "ShaderStage::Mesh output",
        ] {
            self.0.extend(
                INTERPOLATIONS[..3]
                    .iter()
                    .map(|interpolation| format!("{interpolation} {place}")),
            );
        }
        self.each(&["Interpolation::PerVertex ShaderStage::Fragment input"]);
        self.each(SAMPLINGS);
        self.each(&["a second source of blending"]);
        self.cross(
            &["a location of primitives"],
            &["ShaderStage::Fragment input", "ShaderStage::Mesh output"],
        );
    }

    fn expressions(&mut self) {
        self.each(EXPRESSIONS);
        // Modules that naga's validator accepts have no abstract types.
        self.0.extend(
            LITERALS
                .iter()
                .filter(|name| !name.contains("Abstract"))
                .map(ToString::to_string),
        );
        self.each(SWIZZLE_COMPONENTS);
        let arrays = [
            "TypeInner::Array ArraySize::Constant",
            "TypeInner::Array ArraySize::Pending",
        ];
        for access in ["Expression::Access", "Expression::AccessIndex"] {
            let values = [
                "TypeInner::Vector as a value",
                "TypeInner::Matrix as a value",
                "TypeInner::Vector in memory",
                "TypeInner::Matrix in memory",
            ];
            self.cross(&[access], &values);
            self.cross(
                &[access],
                &arrays
                    .map(|array| format!("{array} in memory"))
                    .each_ref()
                    .map(String::as_str),
            );
            self.cross(
                &[access],
                &[
                    "TypeInner::Array ArraySize::Constant as a value",
                    "TypeInner::Array ArraySize::Dynamic in memory",
                ],
            );
            self.cross(
                &[access],
                &[
                    "TypeInner::BindingArray ArraySize::Constant as a value",
                    "TypeInner::BindingArray ArraySize::Dynamic as a value",
                ],
            );
            self.cross(
                &[access],
                &[
                    "TypeInner::BindingArray ArraySize::Constant in memory",
                    "TypeInner::BindingArray ArraySize::Dynamic in memory",
                ],
            );
        }
        self.cross(
            &["Expression::AccessIndex"],
            &["TypeInner::Struct as a value", "TypeInner::Struct in memory"],
        );
        self.cross(
            &["Expression::Compose"],
            &[
                "TypeInner::Vector",
                "TypeInner::Matrix",
                "TypeInner::Array",
                "TypeInner::Struct",
            ],
        );
        let readable = ADDRESS_SPACES.iter().filter(|space| !space.ends_with("Handle"));
        self.0
            .extend(readable.map(|space| format!("Expression::Load in {space}")));
        self.cross(
            &["Expression::Load an atomic in"],
            &["AddressSpace::Storage", "AddressSpace::WorkGroup"],
        );
        self.cross(
            &["Expression::ArrayLength"],
            &["TypeInner::Array ArraySize::Dynamic in memory"],
        );
        self.cross(&["Expression::Select by"], &["scalar", "vector"]);
        self.cross(&["Expression::AtomicResult"], &["plain", "of a comparison"]);
        for axis in DERIVATIVE_AXES {
            self.cross(&[axis], DERIVATIVE_CONTROLS);
        }
        self.each(RELATIONAL_FUNCTIONS);
        for from in kinds() {
            for to in kinds() {
                self.0.push(format!("Expression::As {from} converted to {to}"));
            }
        }
        for from in ["Sint", "Uint", "Float"] {
            for to in ["Sint", "Uint", "Float"] {
                self.0.push(format!("Expression::As {from} reinterpreted to {to}"));
            }
        }
    }

    fn operators(&mut self) {
        let numbers = ["Sint", "Uint", "Float"];
        let op = |name: &str| format!("BinaryOperator::{name}");
        self.cross(&["UnaryOperator::Negate"], &["Sint", "Float"]);
        self.cross(&["UnaryOperator::BitwiseNot"], &["Sint", "Uint"]);
        self.cross(&["UnaryOperator::LogicalNot"], &["Bool"]);
        for name in [
            "Add",
            "Subtract",
            "Multiply",
            "Divide",
            "Modulo",
            "Less",
            "LessEqual",
            "Greater",
            "GreaterEqual",
        ] {
            self.cross(&[&op(name)], &numbers);
        }
        for name in ["Equal", "NotEqual"] {
            self.0.extend(kinds().map(|kind| format!("{} {kind}", op(name))));
        }
        for name in ["And", "InclusiveOr"] {
            self.cross(&[&op(name)], &["Sint", "Uint", "Bool"]);
        }
        for name in ["ExclusiveOr", "ShiftLeft", "ShiftRight"] {
            self.cross(&[&op(name)], &["Sint", "Uint"]);
        }
        self.cross(&[&op("LogicalAnd"), &op("LogicalOr")], &["Bool"]);
        for name in ["Add", "Subtract"] {
            self.cross(
                &[&op(name)],
                &[
                    "scalar and scalar",
                    "vector and vector",
                    "matrix and matrix",
                    "cooperative matrix and cooperative matrix",
                ],
            );
        }
        let products = [
            "scalar and vector",
            "vector and scalar",
            "matrix and scalar",
            "scalar and matrix",
            "matrix and vector",
            "vector and matrix",
            "matrix and matrix",
            "cooperative matrix and scalar",
        ];
        self.cross(&[&op("Multiply")], &products);
    }

    fn texture_expressions(&mut self) {
        let (sample, load) = ("Expression::ImageSample", "Expression::ImageLoad");
        self.cross(
            &[sample],
            &["ImageClass::Sampled", "ImageClass::Depth", "ImageClass::External"],
        );
        self.cross(&[&format!("{sample} sample")], SAMPLE_LEVELS);
        self.cross(
            &[&format!("{sample} sample compared")],
            &["SampleLevel::Auto", "SampleLevel::Zero"],
        );
        self.cross(
            &[&format!("{sample} gather"), &format!("{sample} gather compared")],
            &["SampleLevel::Zero"],
        );
        self.cross(&[&format!("{sample} gather")], SWIZZLE_COMPONENTS);
        for how in ["sample", "sample compared", "gather", "gather compared"] {
            self.cross(&[&format!("{sample} {how}")], &["array", "offset"]);
        }
        self.0.push(format!("{sample} sample clamped"));
        self.cross(&[load], IMAGE_CLASSES);
        self.cross(
            &[load],
            &[
                "ImageClass::Sampled multisampled",
                "ImageClass::Depth multisampled",
                "array",
                "sample",
                "level",
            ],
        );
        let sizes = ["ImageClass::Sampled multisampled", "ImageClass::Depth multisampled"];
        self.cross(&["ImageQuery::Size"], IMAGE_CLASSES);
        self.cross(&["ImageQuery::Size"], &sizes);
        self.0.push("ImageQuery::Size of a level".to_owned());
        self.cross(
            &["ImageQuery::NumLevels"],
            &["ImageClass::Sampled", "ImageClass::Depth"],
        );
        self.cross(
            &["ImageQuery::NumLayers"],
            &[
                "ImageClass::Sampled",
                "ImageClass::Depth",
                "ImageClass::Storage",
                sizes[0],
            ],
        );
        self.cross(&["ImageQuery::NumSamples"], &sizes);
        self.cross(&["Statement::ImageStore ImageClass::Storage"], &["array"]);
        self.0.push("Statement::ImageStore ImageClass::Storage".to_owned());
    }

    fn functions(&mut self) {
        for name in MATH_FUNCTIONS {
            let kinds: &[&str] = match name.trim_start_matches("MathFunction::") {
                "Abs" | "Min" | "Max" | "Clamp" | "Dot" => &["Sint", "Uint", "Float"],
                "Sign" => &["Sint", "Float"],
                "CountTrailingZeros" | "CountLeadingZeros" | "CountOneBits" | "ReverseBits" | "ExtractBits"
                | "InsertBits" | "FirstTrailingBit" | "FirstLeadingBit" => &["Sint", "Uint"],
                "Dot4I8Packed" | "Dot4U8Packed" | "Unpack4x8snorm" | "Unpack4x8unorm" | "Unpack2x16snorm"
                | "Unpack2x16unorm" | "Unpack2x16float" | "Unpack4xI8" | "Unpack4xU8" | "Pack4xU8"
                | "Pack4xU8Clamp" => &["Uint"],
                "Pack4xI8" | "Pack4xI8Clamp" => &["Sint"],
                // catch-all: functions of floats
                _ => &["Float"],
            };
            self.cross(&[name], kinds);
        }
    }

    fn statements(&mut self) {
        self.each(STATEMENTS);
        self.cross(&["Statement::If"], &["alone", "else"]);
        self.each(SWITCH_VALUES);
        self.cross(&["Statement::Switch falls through"], &["an empty body", "a body"]);
        self.cross(&["Statement::Loop"], &["continuing", "break if"]);
        self.cross(&["Statement::Return"], &["a value", "nothing"]);
        self.cross(
            &["Statement::ControlBarrier"],
            &["STORAGE", "WORK_GROUP", "SUB_GROUP", "TEXTURE"],
        );
        self.cross(
            &["Statement::MemoryBarrier"],
            &["STORAGE", "WORK_GROUP", "SUB_GROUP", "TEXTURE"],
        );
        for space in [
            "Function",
            "Private",
            "WorkGroup",
            "Storage",
            "TaskPayload",
            "RayPayload",
            "IncomingRayPayload",
        ] {
            self.0.push(format!("Statement::Store in AddressSpace::{space}"));
        }
        self.cross(
            &["Statement::Store an atomic in"],
            &["AddressSpace::Storage", "AddressSpace::WorkGroup"],
        );
        self.cross(&["Statement::Call for"], &["a value", "nothing"]);
        let arguments = [
            "a value",
            "a pointer in AddressSpace::Function",
            "a pointer in AddressSpace::Private",
            "a texture ImageClass::Sampled",
            "a texture ImageClass::Depth",
            "a texture ImageClass::Storage",
            "a texture ImageClass::External",
            "TypeInner::Sampler",
            "TypeInner::AccelerationStructure",
        ];
        self.cross(&["Statement::Call with"], &arguments);
        self.each(RAY_QUERY_FUNCTIONS);
        self.each(RAY_PIPELINE_FUNCTIONS);
        self.cross(
            &[
                "Expression::RayQueryGetIntersection",
                "Expression::RayQueryVertexPositions",
            ],
            &["committed", "candidate"],
        );
    }

    fn atomics(&mut self) {
        let integers = ["i32", "u32"];
        let functions = [ATOMIC_FUNCTIONS, &["AtomicFunction::Exchange compared"]].concat();
        for function in functions {
            let atomic = format!("Statement::Atomic {function}");
            self.cross(&[&atomic], &integers);
            self.cross(&[&atomic], &["u64"]);
            let texel = format!("Statement::ImageAtomic {function}");
            if !function.contains("Subtract") && !function.contains("Exchange") {
                self.cross(&[&texel], &integers);
            }
        }
        for function in ["Add", "Subtract", "Exchange"] {
            self.0.push(format!("Statement::Atomic AtomicFunction::{function} f32"));
        }
        for function in ["Min", "Max"] {
            self.0
                .push(format!("Statement::ImageAtomic AtomicFunction::{function} u64"));
        }
        self.cross(
            &["Statement::Atomic an atomic in"],
            &[
                "AddressSpace::Storage",
                "AddressSpace::WorkGroup",
                "AddressSpace::TaskPayload",
            ],
        );
        self.each(&["Statement::Atomic without a result"]);
        self.cross(
            &["Statement::ImageAtomic"],
            &["array", "of a global", "of an argument", "of a binding array"],
        );
    }

    fn subgroups_and_matrices(&mut self) {
        self.cross(&["Statement::SubgroupBallot"], &["of a condition", "of all"]);
        for mode in GATHER_MODES {
            if *mode == "GatherMode::QuadSwap" {
                self.cross(&[mode], DIRECTIONS);
            } else {
                self.cross(&[mode], &["scalar", "vector"]);
            }
        }
        for operation in SUBGROUP_OPERATIONS {
            let (collective, kinds): (&[&str], &[&str]) = match operation.trim_start_matches("SubgroupOperation::") {
                "All" | "Any" => (&COLLECTIVE_OPERATIONS[..1], &["Bool"]),
                "Add" | "Mul" => (COLLECTIVE_OPERATIONS, &["Sint", "Uint", "Float"]),
                "Min" | "Max" => (&COLLECTIVE_OPERATIONS[..1], &["Sint", "Uint", "Float"]),
                // catch-all: And, Or and Xor
                _ => (&COLLECTIVE_OPERATIONS[..1], &["Sint", "Uint"]),
            };
            for collective in collective {
                self.cross(&[&format!("{operation} {collective}")], kinds);
            }
        }
        for name in ["Expression::CooperativeLoad", "Statement::CooperativeStore"] {
            self.cross(
                &[name],
                &[
                    "row-major",
                    "column-major",
                    "AddressSpace::Storage",
                    "AddressSpace::WorkGroup",
                ],
            );
        }
    }
}

/// The lengths of arrays other than binding arrays.
const ARRAY_SIZES_OF_ARRAYS: &[&str] = &[
    "TypeInner::Array ArraySize::Constant",
    "TypeInner::Array ArraySize::Pending",
    "TypeInner::Array ArraySize::Dynamic",
];
