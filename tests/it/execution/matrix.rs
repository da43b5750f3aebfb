//! Runs a compute shader under every combination of bounds-check policy, Vulkan version, debug information and memory
//! model, because each has lowerings of its own.
//!
//! [`marked`] reads what to bind and what to expect from comments in the source:
//!
//! ```text
//! //init 1: 0 7 0xffffffff      the words of binding 1; those that are not listed are zero
//! //size 2: 40000               the words of binding 2, for a run-time array (64 without it)
//! out[3] = a[i];  //= 40|0      the allowed values of that word of the buffer `out`; `any` allows all
//! ```
//!
//! A second run adds a specialization constant to each number, so that the words do not contain the numbers.

use naga::AddressSpace;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::target::VulkanVersion;

use super::bytes::{from_words, to_words};
use super::run::targets;
use crate::common::parse::{self, Shader};
use crate::common::setup::Setup;
use crate::common::vulkan::{Binding, Compute, Constant, Resource, gpu};
use crate::common::{backends, validate};

/// The policies that keep every index in range.
pub const CHECKED: [BoundsCheckPolicy; 2] = [BoundsCheckPolicy::Restrict, BoundsCheckPolicy::ReadZeroSkipWrite];
/// All policies, for a shader whose indices are in range.
pub const EVERY: [BoundsCheckPolicy; 3] = [
    BoundsCheckPolicy::Restrict,
    BoundsCheckPolicy::ReadZeroSkipWrite,
    BoundsCheckPolicy::Unchecked,
];

/// Whether shaders also run with debug information. Not as SPIRV-Tools' optimizer rewrites them, which puts scopes between
/// blocks, and not under the validation layer, whose validator takes pointers to basic types only.
pub fn runs_debug_info() -> bool {
    std::env::var_os("SPIRULA_OPTIMIZE").is_none() && std::env::var_os("SPIRULA_EXACT").is_none()
}

/// One policy for all kinds of memory.
pub fn policies(policy: BoundsCheckPolicy) -> BoundsCheckPolicies {
    BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: policy,
    }
}

/// What varies, besides the Vulkan version and debug information.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    pub policies: &'a [BoundsCheckPolicy],
    /// The values of specialization constants at pipeline creation.
    pub constants: &'a [Constant],
    pub workgroups: [u32; 3],
    /// Changes the options of every run, after the policy.
    pub change: &'a dyn Fn(&mut Setup),
}

impl<'a> Matrix<'a> {
    /// One workgroup under some policies.
    pub fn under(policies: &'a [BoundsCheckPolicy]) -> Self {
        Self {
            policies,
            constants: &[],
            workgroups: [1, 1, 1],
            change: &|_| {},
        }
    }

    /// Runs the entry point `main` and passes the words of its storage resources to `judge`, in the order of the
    /// bindings. Equal words run once.
    pub fn run(
        &self,
        source: &str,
        bindings: &[Binding],
        judge: impl Fn(BoundsCheckPolicy, &[Vec<u32>]) -> Result<(), String>,
    ) {
        let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
        self.run_shader(&shader, source, bindings, judge);
    }

    fn run_shader(
        &self,
        shader: &Shader,
        source: &str,
        bindings: &[Binding],
        judge: impl Fn(BoundsCheckPolicy, &[Vec<u32>]) -> Result<(), String>,
    ) {
        let Some(gpu) = gpu() else { return };
        let newer = (gpu.newest_target() >= "vulkan1.2").then_some("vulkan1.1spv1.4");
        let targets: Vec<_> = targets(&gpu).chain(newer).collect();
        let mut faults = Vec::new();
        for &policy in self.policies {
            let mut ran = Vec::new();
            for &target in &targets {
                for (debug, vulkan_memory) in [(false, false), (true, false), (false, true)] {
                    let mut setup = backends::options_for(target, "main");
                    setup.bounds_check_policies = policies(policy);
                    setup.vulkan_memory_model =
                        vulkan_memory && setup.target.vulkan_version() > Some(VulkanVersion::V1_1);
                    (self.change)(&mut setup);
                    if debug && runs_debug_info() {
                        setup = setup.with_debug_info("test.wgsl", source);
                    }
                    let mut run = || {
                        let words = backends::spirula(shader, &setup)?;
                        validate::validate(&words, target)?;
                        if ran.contains(&words) {
                            return Ok(());
                        }
                        let buffers = gpu.compute(&Compute {
                            words: &words,
                            entry_point: "main",
                            bindings,
                            push_constants: &[],
                            constants: self.constants,
                            workgroups: self.workgroups,
                            validate: false,
                        })?;
                        ran.push(words);
                        judge(policy, &buffers.iter().map(|bytes| to_words(bytes)).collect::<Vec<_>>())
                    };
                    if let Err(fault) = run() {
                        let how = if debug { ", -g" } else { "" };
                        let model = if vulkan_memory { ", Vulkan memory model" } else { "" };
                        faults.push(format!("{policy:?} at {target}{how}{model}: {fault}"));
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{}\n{source}", faults.join("\n"));
    }

    /// Runs a source whose comments say what is bound and what is expected. All buffers are in group 0.
    pub fn run_marked(&self, source: &str) {
        let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
        let marks = marks(source);
        let (mut bindings, mut out) = (Vec::new(), None);
        let module = &shader.module;
        let mut globals: Vec<_> = module.global_variables.iter().map(|(_, global)| global).collect();
        globals.retain(|global| global.binding.is_some());
        globals.sort_by_key(|global| global.binding.map(|place| place.binding));
        let mut storages = 0;
        for global in globals {
            let binding = global.binding.map_or(0, |place| place.binding);
            let sized = module.types[global.ty].inner.try_size(module.to_ctx());
            let is_open = naga::valid::TypeFlags::SIZED;
            let is_open = !shader.info[global.ty].contains(is_open);
            let length = if is_open {
                let stated = marks.sizes.iter().find(|(at, _)| *at == binding);
                stated.map_or(64, |(_, words)| *words)
            } else {
                sized.unwrap_or(256).div_ceil(4) as usize
            };
            let mut words = vec![0; length];
            for (at, listed) in &marks.inits {
                if *at == binding {
                    let count = listed.len().min(length);
                    words[..count].copy_from_slice(&listed[..count]);
                }
            }
            let bytes = from_words(&words);
            let resource = match global.space {
                AddressSpace::Uniform => Resource::Uniform(bytes),
                AddressSpace::Storage { .. } => {
                    if global.name.as_deref() == Some("out") {
                        out = Some(storages);
                    }
                    storages += 1;
                    Resource::Storage(bytes)
                }
                ref other => panic!("{other:?} is not bound here"),
            };
            bindings.push(Binding {
                set: 0,
                binding,
                resource,
            });
        }
        let out = out.expect("a buffer `out`");
        assert!(!marks.expected.is_empty(), "no expected values\n{source}");
        self.run_shader(&shader, source, &bindings, |policy, buffers| {
            let wrong: Vec<_> = marks
                .expected
                .iter()
                .filter(|(at, allowed)| !allowed.is_empty() && !allowed.contains(&buffers[out][*at]))
                .map(|(at, allowed)| format!("out[{at}] is {}, expected {allowed:?}", buffers[out][*at]))
                .collect();
            if wrong.is_empty() {
                Ok(())
            } else {
                Err(format!("{policy:?}: {}", wrong.join("; ")))
            }
        });
    }
}

/// Runs a source whose comments say what is bound and what is expected. It runs a second time with numbers that only the
/// pipeline knows (see [`with_constants`]).
pub fn marked(policies: &[BoundsCheckPolicy], source: &str) {
    Matrix::under(policies).run_marked(source);
    let matrix = Matrix {
        constants: &[Constant {
            id: 999,
            bits: 0,
            size: 4,
        }],
        change: &|setup| setup.spec_constants = true,
        ..Matrix::under(policies)
    };
    matrix.run_marked(&with_constants(source));
}

/// The source with `(n + zero)` for each `n` of type `u32` in the entry point that is not a selector of a case. `zero` is
/// a specialization constant: 1 in the module, 0 in the pipeline. So nothing can be proved from the numbers.
fn with_constants(source: &str) -> String {
    let (declarations, mut rest) = source.split_at(source.find("@compute").expect("an entry point"));
    let mut changed = declarations.to_owned();
    let mut in_case = false;
    while let Some(next) = rest.chars().next() {
        let word = rest
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .unwrap_or("");
        let digits = word.strip_suffix('u').unwrap_or("");
        match word {
            "" => {
                in_case &= next != ':' && next != '{';
                changed.push(next);
                rest = &rest[next.len_utf8()..];
                continue;
            }
            "case" => in_case = true,
            _ => {}
        }
        if !in_case && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
            changed.push_str(&format!("({word} + zero)"));
        } else {
            changed.push_str(word);
        }
        rest = &rest[word.len()..];
    }
    changed + "@id(999) override zero = 1u;\n"
}

/// What the comments of a source say.
#[derive(Default)]
struct Marks {
    inits: Vec<(u32, Vec<u32>)>,
    sizes: Vec<(u32, usize)>,
    /// The word of `out`, and its allowed values; none for any.
    expected: Vec<(usize, Vec<u32>)>,
}

fn marks(source: &str) -> Marks {
    let mut marks = Marks::default();
    let number = |text: &str| -> u32 {
        let parsed = match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => text.parse(),
        };
        parsed.unwrap_or_else(|error| panic!("`{text}`: {error}"))
    };
    let listed = |text: &str| -> (u32, Vec<u32>) {
        let (at, words) = text.split_once(':').unwrap_or((text, ""));
        (number(at.trim()), words.split_whitespace().map(number).collect())
    };
    for line in source.lines() {
        if let Some(text) = line.trim().strip_prefix("//init ") {
            marks.inits.push(listed(text));
        } else if let Some(text) = line.trim().strip_prefix("//size ") {
            let (at, words) = listed(text);
            marks.sizes.push((at, words[0] as usize));
        } else if let Some((code, allowed)) = line.split_once("//=") {
            let (_, rest) = code
                .rsplit_once("out[")
                .unwrap_or_else(|| panic!("no store to `out`: {line}"));
            let at = rest.split(']').next().unwrap_or("");
            let allowed = match allowed.trim() {
                "any" => Vec::new(),
                values => values.split('|').map(|value| number(value.trim())).collect(),
            };
            marks.expected.push((number(at) as usize, allowed));
        }
    }
    marks
}
