//! Probes: dynamic indices of a shader, the elements that they access under each policy, and running the shader.

use std::cell::RefCell;
use std::io::Write as _;

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};

use spirula::Feature;

use super::host::Scalar;
use super::positions::{Container, POSITIONS, shapes};
use crate::common::vulkan::{Binding, Compute, Resource, gpu};
use crate::common::{backends, parse, validate};

/// One target for each SPIR-V version that changes the layout or copying of types: 1.0, 1.3, 1.5 and 1.6.
pub const TARGETS: [&str; 4] = ["vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3"];

pub const POLICIES: [BoundsCheckPolicy; 3] = [
    BoundsCheckPolicy::Restrict,
    BoundsCheckPolicy::ReadZeroSkipWrite,
    BoundsCheckPolicy::Unchecked,
];

/// Indices of the outer array, the inner array, the column and the row.
pub type Probe = [u32; 4];

/// The last valid index of each.
pub fn last(container: &Container) -> [usize; 4] {
    let [outer, inner] = container.lengths();
    [outer, inner, container.matrix.columns, container.matrix.rows].map(|length| length - 1)
}

/// Every column and row of some element, and, except without checks, indices out of range in each position and in all
/// positions.
pub fn probes(container: &Container, policy: BoundsCheckPolicy) -> Vec<Probe> {
    let last = last(container).map(|last| last as u32);
    let mut probes: Vec<Probe> = Vec::new();
    for column in 0..=last[2] {
        for row in 0..=last[3] {
            let element = (column + row) % (last[0] + 1);
            probes.push([element, (column + 2 * row) % (last[1] + 1), column, row]);
        }
    }
    if policy != BoundsCheckPolicy::Unchecked {
        for place in 0..4 {
            for beyond in [
                last[place] + 1,
                [u32::MAX, 0x4000_0000, 0x8000_0000, 0x1000_0001][place],
            ] {
                let mut probe = probes[place];
                probe[place] = beyond;
                probes.push(probe);
            }
        }
        probes.push([u32::MAX; 4]);
    }
    probes
}

/// The element that an index accesses; `None`: reads yield zero and writes are skipped.
fn resolve(policy: BoundsCheckPolicy, index: u32, last: usize) -> Option<usize> {
    match index as usize {
        inside if inside <= last => Some(inside),
        _ if policy == BoundsCheckPolicy::Restrict => Some(last),
        _ => None,
    }
}

/// The targets of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versions {
    All,
    /// One of them, alternating over the cases.
    InTurn,
    /// The same, for every third case from this one on: three memories share the targets.
    Third(usize),
}

/// The layout rules for the types of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    Uniform,
    /// Those of uniform buffers on a target with `uniformBufferStandardLayout`, without decomposition.
    RelaxedUniform,
    Storage,
}

/// A container, and the compilation settings of its shader.
pub struct Case<'a> {
    pub container: &'a Container,
    pub policy: BoundsCheckPolicy,
    pub target: &'static str,
    /// Whether dynamic indices are `i32` and not `u32`.
    pub signed: bool,
    /// Whether uniform buffers are laid out like storage buffers.
    pub relaxed: bool,
    /// The words that already ran for this container, without headers.
    ran: &'a RefCell<Vec<Vec<u32>>>,
}

impl Case<'_> {
    /// The declarations at the start of every shader; `probes` is binding 0.
    pub fn head(&self) -> String {
        let enable = match self.container.matrix.scalar {
            Scalar::F16 => "enable f16;\n",
            _ => "",
        };
        let index = if self.signed { "i32" } else { "u32" };
        format!(
            "{enable}{}@group(0) @binding(0) var<storage, read> probes: array<vec4<{index}>>;\n",
            self.container.ty.declarations()
        )
    }

    /// The elements that a probe accesses. The index of a missing array is ignored.
    pub fn resolve(&self, probe: Probe) -> [Option<usize>; 4] {
        let (last, depth) = (last(self.container), self.container.depth());
        std::array::from_fn(|i| match i {
            0 | 1 if i >= depth => Some(0),
            _ => resolve(self.policy, probe[i], last[i]),
        })
    }

    /// The access expression with dynamic indices.
    pub fn dynamic(&self) -> String {
        self.container.path(["p.x", "p.y"])
    }

    /// The access expression with constant indices of the last elements.
    pub fn constant(&self) -> String {
        let [outer, inner, ..] = last(self.container).map(|last| last.to_string());
        self.container.path([&outer, &inner])
    }

    /// Runs one invocation of `main` and returns the storage buffers. `None` if the same instructions have run for
    /// another version.
    pub fn run(
        &self,
        source: &str,
        resources: Vec<Resource>,
        immediates: &[u8],
    ) -> Result<Option<Vec<Vec<u8>>>, String> {
        let shader = parse::wgsl(source, "layouts.wgsl")?;
        let mut options = backends::options_for(self.target, "main");
        if self.relaxed {
            options.target = options.target.enable(Feature::UniformBufferStandardLayout);
        }
        let policy = self.policy;
        options.bounds_check_policies = BoundsCheckPolicies {
            index: policy,
            buffer: policy,
            image_load: policy,
            binding_array: policy,
        };
        let words = backends::spirula(&shader, &options)?;
        let relaxed = validate::ValidatorOptions {
            uniform_buffer_standard_layout: self.relaxed,
            ..Default::default()
        };
        validate::validate_with(&words, self.target, Some(relaxed))?;
        let instructions = words[5..].to_vec();
        if self.ran.borrow().contains(&instructions) {
            return Ok(None);
        }
        self.ran.borrow_mut().push(instructions);
        let bindings: Vec<Binding> = (0..)
            .zip(resources)
            .map(|(binding, resource)| Binding {
                set: 0,
                binding,
                resource,
            })
            .collect();
        let gpu = gpu().ok_or("the device is gone")?;
        let run = Compute {
            words: &words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: immediates,
            constants: &[],
            workgroups: [1, 1, 1],
            validate: false,
        };
        gpu.compute(&run).map(Some)
    }
}

/// Tests all matrices of a scalar type in all positions. The policies alternate, so that for each number of rows each
/// position is tested with each of them. Arrays are as long as `fits` allows; a position that does not fit at all is
/// skipped.
pub fn everywhere(
    scalar: Scalar,
    versions: Versions,
    rules: Rules,
    fits: impl Fn(&Container) -> bool,
    judge: impl Fn(&Case<'_>) -> Result<(), String>,
) {
    let Some(newest) = has(scalar) else { return };
    let targets: Vec<&'static str> = TARGETS.into_iter().filter(|target| *target <= newest).collect();
    let (mut faults, mut ran) = (Vec::new(), 0);
    for (shape, matrix) in shapes(scalar).enumerate() {
        for (place, position) in POSITIONS.into_iter().enumerate() {
            let container = [[3, 2], [2, 2], [2, 1], [1, 1]]
                .map(|lengths| Container::new(matrix, position, rules != Rules::Storage, lengths))
                .into_iter()
                .find(&fits);
            let Some(container) = container else { continue };
            let instructions = RefCell::default();
            let turn = matrix.columns + matrix.rows + place;
            let chosen = match versions {
                Versions::All => &targets[..],
                Versions::Third(part) if (shape + place) % 3 != part => &[],
                Versions::InTurn | Versions::Third(_) => {
                    std::slice::from_ref(&targets[(shape + place) % targets.len()])
                }
            };
            for &target in chosen {
                let case = Case {
                    container: &container,
                    policy: POLICIES[turn % POLICIES.len()],
                    target,
                    signed: (shape + place / 2) % 2 == 0,
                    relaxed: rules == Rules::RelaxedUniform,
                    ran: &instructions,
                };
                ran += 1;
                if let Err(fault) = judge(&case) {
                    let policy = case.policy;
                    faults.push(format!("{matrix:?} {position:?}, {target}, {policy:?}: {fault}"));
                }
            }
        }
    }
    assert!(ran > 0, "nothing fits");
    let count = faults.len();
    faults.truncate(3);
    assert!(faults.is_empty(), "{count} of {ran} are wrong\n{}", faults.join("\n\n"));
}

/// The newest target of the device if it supports the scalar type in buffers; otherwise prints why not.
fn has(scalar: Scalar) -> Option<&'static str> {
    let gpu = gpu()?;
    let features = &gpu.features;
    let has = match scalar {
        Scalar::F16 => {
            let eleven = &features.vulkan11;
            let wanted = [
                features.vulkan12.shader_float16,
                eleven.storage_buffer16_bit_access,
                eleven.uniform_and_storage_buffer16_bit_access,
            ];
            !wanted.contains(&0)
        }
        Scalar::F64 => features.core.shader_float64 != 0,
        Scalar::U32 | Scalar::F32 => true,
    };
    if !has {
        skipped(&format!("no {} in buffers", scalar.name()));
    }
    has.then(|| gpu.newest_target())
}

/// Prints what the device lacks, bypassing the test runner's capture.
pub fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: the device has {why}");
}
