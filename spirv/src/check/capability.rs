//! Capabilities, extensions and versions: which of them each instruction and operand needs, and which of them the
//! target permits (SPIR-V §3.31, Capability, and the tables of all enumerations; Vulkan Environment for SPIR-V,
//! "Capabilities").
//!
//! This file checks what the grammar states. `uses` checks needs that depend on storage class, type or index,
//! `resources` those of arrays of resources; `needed` finds declared capabilities that nothing needs. The capabilities
//! for widths of types, images and atomics are checked by the families of these subjects.

mod needed;
mod resources;
#[cfg(test)]
mod tests;
mod uses;

pub(crate) use resources::Resource;

use super::Checker;
use super::message::{Enumerant, OpcodeName};
use super::module::{Enumerated, Inst, Module, Tables, string};
use super::rule::rules;
use crate::check::message;
use crate::sort::sort;
use crate::target::{Support, Target};
use crate::words::grammar::{Availability, OperandKind};
use core::fmt;
use spirv::{Capability, GroupOperation};

rules! {
    /// Capabilities, extensions and versions.
    Capabilities "capability" {
        Opcode "opcode" "SPIR-V §3.52, Capability": "an instruction's capability, or one of them, is declared";
        Enumerant "enumerant" "SPIR-V §3, Enabling Capabilities": "an operand's capability, or one of them, is declared";
        OpcodeVersion "opcode-version" "SPIR-V §3.52": "an instruction is of the module's version, or of an extension that it declares";
        LaterOpcode "later-opcode" "SPIR-V §3.52, Missing before": "an instruction of a later version is not used on the strength of its capability alone" [ours:
            "An instruction that the grammar has from a later version on does not exist in the module's version, whatever capability is declared"];
        EnumerantVersion "enumerant-version" "SPIR-V §3": "an operand's value is of the module's version, or of an extension that it declares";
        Removed "removed" "SPIR-V §3": "instructions and operands removed in the module's version are not used";
        Version "version" "SPIR-V §3.31": "a capability is of the module's version, or of an extension that it declares";
        Permitted "permitted" vuid "VUID-VkShaderModuleCreateInfo-pCode-08740" "Vulkan, SPIR-V Capabilities":
            "for each capability that is declared a version, feature, property or extension of the target permits it";
        InVulkan "in-vulkan" vuid "VUID-VkShaderModuleCreateInfo-pCode-08739" "Vulkan, SPIR-V Capabilities":
            "capabilities are supported by Vulkan";
        ExtensionVersion "extension-version" "SPIR-V extensions, Dependencies":
            "an extension is declared in modules of the versions of SPIR-V that it requires" [ours:
            "Dependencies of the extension: this extension requires SPIR-V of that version"];
        EnforcedVersion "enforced-version" "SPIR-V extensions, Dependencies":
            "SPV_KHR_vulkan_memory_model is for SPIR-V 1.3 and later; SPV_KHR_workgroup_memory_explicit_layout, \
             SPV_EXT_mesh_shader, SPV_NV_shader_invocation_reorder, SPV_NV_cluster_acceleration_structure and \
             SPV_NV_linear_swept_spheres are for 1.4 and later";
        ExtensionPermitted "extension-permitted" vuid "VUID-VkShaderModuleCreateInfo-pCode-08742" "Vulkan, SPIR-V Extensions":
            "for each extension that is declared a version or device extension of the target permits it" [ours:
            "The SPIR-V extension must be listed, and the version or one of the device extensions beside it be there; an extension that requires a later SPIR-V than the environment takes cannot be had"];
        ExtensionInVulkan "extension-in-vulkan" vuid "VUID-VkShaderModuleCreateInfo-pCode-08741" "Vulkan, SPIR-V Extensions":
            "extensions are supported by Vulkan" [ours];
        Addressing "addressing" vuid "VUID-StandaloneSpirv-None-04635" "Vulkan, Standalone SPIR-V":
            "the addressing model is Logical or PhysicalStorageBuffer64";
        Distance "distance" "SPIR-V §3.31 ClipDistance, CullDistance":
            "ClipDistance and CullDistance are used only with their capabilities"
            (decides "variables; members that an access chain selects, and loads, stores and copies of structures with such members") [ours:
            "Vulkan, shaderClipDistance and shaderCullDistance: without the feature members so decorated must not be read from or written to, and it specifies whether the capability can be declared; SPIRV-Tools issue 365: to declare one takes no capability, to use it does"];
        DotInput "dot-input" "SPIR-V §3.31 DotProductInputAll":
            "integer dot products need the capability of the kind of their inputs" [newer];
        UniformBufferIndex "uniform-buffer-index" vuid "VUID-StandaloneSpirv-UniformBufferArrayDynamicIndexing-10127"
            "Vulkan, Standalone SPIR-V": "without UniformBufferArrayDynamicIndexing uniform buffers are selected by constants"
            (decides "access chains of typed pointers") [ours];
        SampledImageIndex "sampled-image-index" vuid "VUID-StandaloneSpirv-SampledImageArrayDynamicIndexing-10128"
            "Vulkan, Standalone SPIR-V": "without SampledImageArrayDynamicIndexing sampled images and samplers are selected by constants"
            (decides "access chains of typed pointers") [ours];
        StorageBufferIndex "storage-buffer-index" vuid "VUID-StandaloneSpirv-StorageBufferArrayDynamicIndexing-10129"
            "Vulkan, Standalone SPIR-V": "without StorageBufferArrayDynamicIndexing storage buffers are selected by constants"
            (decides "access chains of typed pointers") [ours];
        StorageImageIndex "storage-image-index" vuid "VUID-StandaloneSpirv-StorageImageArrayDynamicIndexing-10130"
            "Vulkan, Standalone SPIR-V": "without StorageImageArrayDynamicIndexing storage images are selected by constants"
            (decides "access chains of typed pointers") [ours];
        InputAttachmentIndex "input-attachment-index" vuid "VUID-StandaloneSpirv-InputAttachmentArrayDynamicIndexing-10131"
            "Vulkan, Standalone SPIR-V": "without InputAttachmentArrayDynamicIndexing input attachments are selected by constants"
            (decides "access chains of typed pointers") [ours];
        UniformTexelBufferIndex "uniform-texel-buffer-index"
            vuid "VUID-StandaloneSpirv-UniformTexelBufferArrayDynamicIndexing-10132" "Vulkan, Standalone SPIR-V":
            "without UniformTexelBufferArrayDynamicIndexing uniform texel buffers are selected by constants"
            (decides "access chains of typed pointers") [ours];
        StorageTexelBufferIndex "storage-texel-buffer-index"
            vuid "VUID-StandaloneSpirv-StorageTexelBufferArrayDynamicIndexing-10133" "Vulkan, Standalone SPIR-V":
            "without StorageTexelBufferArrayDynamicIndexing storage texel buffers are selected by constants"
            (decides "access chains of typed pointers") [ours];
    }
}

/// Returns the declared capabilities that nothing in the module needs, in the order of their declaration.
///
/// If several declared capabilities permit the same use, one that something else needs is preferred, otherwise the
/// first one. If the words cannot be read to their end, the result is empty.
///
/// ```
/// use spirula_spirv::check::unused_capabilities;
///
/// // OpCapability Shader, OpCapability Int64, OpMemoryModel Logical GLSL450
/// let words = [0x0723_0203, 0x0001_0000, 0, 1, 0, 2 << 16 | 17, 1, 2 << 16 | 17, 11, 3 << 16 | 14, 0, 1];
/// assert_eq!(unused_capabilities(&words), [spirv::Capability::Int64]);
/// ```
#[must_use]
pub fn unused_capabilities(words: &[u32]) -> Vec<Capability> {
    match Module::decode(words, &mut Tables::default()) {
        Ok(module) if module.read_error.is_none() => needed::unused(&module),
        _ => Vec::new(),
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut extensions: Vec<String> = module.extensions.iter().map(|(name, _)| string(name)).collect();
    sort(&mut extensions);
    extensions.dedup();
    let has = |name: &str| extensions.binary_search_by(|known| known.as_str().cmp(name)).is_ok();
    for &index in &module.first_of_opcodes {
        let Some(first) = module.inst(index) else { continue };
        if !opcode(cx, first, &has) && first.opcode < 512 {
            for inst in module.insts.get(index as usize + 1..).unwrap_or(&[]) {
                if inst.opcode == first.opcode {
                    opcode(cx, inst, &has);
                }
            }
        }
    }
    // Values below 64 that have passed, so that each is checked only once.
    let mut available = [0_u64; KINDS];
    for used in &module.enumerants {
        let bit = 1_u64.checked_shl(used.value).unwrap_or(0);
        match available.get_mut(used.kind.index()) {
            Some(seen) if *seen & bit != 0 => {}
            Some(seen) => {
                if enumerant(cx, used, &has) {
                    *seen |= bit;
                }
            }
            None => _ = enumerant(cx, used, &has),
        }
    }
    declared(cx);
    for &(name, index) in &module.extensions {
        if let Some(inst) = module.inst(index) {
            extension(cx, inst, &string(name));
        }
    }
    addressing(cx);
    uses::run(cx);
}

fn addressing(cx: &mut Checker<'_, '_>) {
    use spirv::{AddressingModel as A, Op};
    let module = cx.module;
    let Some((model, _)) = module.memory_model.filter(|_| cx.target.is_vulkan()) else {
        return;
    };
    if model == A::Logical as u32 || model == A::PhysicalStorageBuffer64 as u32 {
        return;
    }
    if let Some(inst) = module.insts.iter().find(|inst| inst.op == Op::MemoryModel) {
        cx.violate(
            Capabilities::Addressing,
            inst,
            format_args!("the addressing model is {}", message::addressing_model(model)),
        );
    }
}

/// Capabilities by name, displayed as alternatives.
struct Names<'a>(&'a [u32]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &number) in self.0.iter().enumerate() {
            let name = OperandKind::Capability.enumerant(number).map_or("?", |row| row.name);
            write!(f, "{}{name}", if index == 0 { "" } else { " or " })?;
        }
        Ok(())
    }
}

/// A version and extensions by name, displayed as alternatives.
struct Origin<'a>(&'a Availability);

impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut or = "";
        if let Some(since) = self.0.since() {
            write!(f, "SPIR-V 1.{}", since >> 8 & 0xFF)?;
            or = " or ";
        }
        for name in self.0.extensions() {
            write!(f, "{or}{name}")?;
            or = " or ";
        }
        Ok(())
    }
}

fn any_declared(module: &Module<'_>, capabilities: &[u32]) -> bool {
    capabilities.is_empty()
        || capabilities
            .iter()
            .any(|capability| module.capabilities.binary_search(capability).is_ok())
}

/// How the module's version and extensions provide an instruction or enumerant.
enum Provision {
    Core,
    /// By an extension that is declared.
    Extension,
    Removed,
    /// Only an extension provides it, or a capability that it needs.
    Reserved,
    /// A later version than the module's has it.
    Later,
}

fn provision(module: &Module<'_>, availability: &Availability, has: &impl Fn(&str) -> bool) -> Provision {
    let version = module.header.version;
    if availability.in_core(version) {
        return Provision::Core;
    }
    if availability.last().is_some_and(|last| last < version) {
        return Provision::Removed;
    }
    if availability.extensions().any(has) {
        return Provision::Extension;
    }
    match availability.since() {
        None => Provision::Reserved,
        Some(_) => Provision::Later,
    }
}

/// Checks what an instruction needs. Returns whether everything is declared.
fn opcode(cx: &mut Checker<'_, '_>, inst: &Inst, has: &impl Fn(&str) -> bool) -> bool {
    let module = cx.module;
    let Some(availability) = &module.availability(inst) else {
        return true;
    };
    let mut fine = true;
    if !any_declared(module, availability.capabilities) && !by_shader_ballot(availability, has) {
        fine = false;
        cx.violate(
            Capabilities::Opcode,
            inst,
            format_args!("{} needs {}", OpcodeName(inst.opcode), Names(availability.capabilities)),
        );
    }
    let takes = !availability.capabilities.is_empty();
    let rule = match provision(module, availability, has) {
        Provision::Core | Provision::Extension => return fine,
        // The capability's own version and extension are checked with its declaration.
        Provision::Reserved if takes || availability.extensions().len() == 0 => return fine,
        Provision::Later if takes && brought_along(module, availability, has) => return fine,
        Provision::Later if takes => Capabilities::LaterOpcode,
        Provision::Reserved | Provision::Later => Capabilities::OpcodeVersion,
        Provision::Removed => Capabilities::Removed,
    };
    cx.violate(
        rule,
        inst,
        format_args!("{} is of {}", OpcodeName(inst.opcode), Origin(availability)),
    );
    false
}

/// Whether a declared extension provides a capability of the instruction to versions before the one that includes both.
fn brought_along(module: &Module<'_>, availability: &Availability, has: &impl Fn(&str) -> bool) -> bool {
    availability.capabilities.iter().any(|&number| {
        let own = OperandKind::Capability.availability(number);
        own.is_some_and(|own| {
            own.since() == availability.since() && matches!(provision(module, &own, has), Provision::Extension)
        })
    })
}

/// Whether `SPV_AMD_shader_ballot` provides the instruction, which then needs no capability.
fn by_shader_ballot(availability: &Availability, has: &impl Fn(&str) -> bool) -> bool {
    availability.extensions().any(|name| name == SHADER_BALLOT) && has(SHADER_BALLOT)
}

/// Whether `SPV_AMD_shader_ballot` allows the group operation in an instruction of `Groups`, without `Kernel`: it allows
/// reductions and scans, and neither clusters nor partitions.
fn operation_by_shader_ballot(operation: u32, availability: &Availability, has: &impl Fn(&str) -> bool) -> bool {
    operation <= GroupOperation::ExclusiveScan as u32
        && availability.capabilities.contains(&(Capability::Groups as u32))
        && has(SHADER_BALLOT)
}

const SHADER_BALLOT: &str = "SPV_AMD_shader_ballot";

/// The number of kinds of operands.
const KINDS: usize = OperandKind::COUNT;

/// Checks what an enumerant needs. Returns whether everything is declared for every occurrence.
fn enumerant(cx: &mut Checker<'_, '_>, used: &Enumerated, has: &impl Fn(&str) -> bool) -> bool {
    let module = cx.module;
    let Some(availability) = &used.kind.availability(used.value) else {
        return true;
    };
    let name = Enumerant(used.kind, used.value);
    let mut fine = true;
    let capability = used.kind == OperandKind::Capability;
    // The capabilities listed for a capability are those that it implies.
    if !capability && !any_declared(module, availability.capabilities) && !only_when_used(used) {
        fine = false;
        let ballot = |inst: &&Inst| {
            let by_ballot = |of: Availability| operation_by_shader_ballot(used.value, &of, has);
            used.kind != OperandKind::GroupOperation || !module.availability(inst).is_some_and(by_ballot)
        };
        if let Some(inst) = module.inst(used.inst).filter(ballot) {
            cx.violate(
                Capabilities::Enumerant,
                inst,
                format_args!("{name} needs {}", Names(availability.capabilities)),
            );
        }
    }
    let rule = match provision(module, availability, has) {
        Provision::Core | Provision::Extension => return fine,
        Provision::Reserved if availability.extensions().len() == 0 => return fine,
        Provision::Removed => Capabilities::Removed,
        _ if capability => Capabilities::Version,
        Provision::Reserved | Provision::Later => Capabilities::EnumerantVersion,
    };
    if let Some(inst) = module.inst(used.inst) {
        cx.violate(rule, inst, format_args!("{name} is of {}", Origin(availability)));
    }
    false
}

/// Whether a block may declare a built-in without its capability as long as nothing uses it (SPIR-V §3.31, Capability:
/// the capability is for what "uses the BuiltIn").
fn only_when_used(used: &Enumerated) -> bool {
    use spirv::BuiltIn;
    used.kind == OperandKind::BuiltIn
        && (used.value == BuiltIn::ClipDistance as u32 || used.value == BuiltIn::CullDistance as u32)
}

/// Capabilities that the `spirv` crate does not name but whose instructions and types have rules here.
const COVERED: [u32; 14] = [
    4228, // Float6EXT
    4229, // Float4EXT
    4230, // Float8UnsignedE8M0EXT
    4231, // MXInt8EXT
    4232, // BitcastExtractEXT
    5120, // AbortKHR
    5146, // ConstantDataKHR
    5156, // PoisonFreezeKHR
    5429, // CooperativeMatrixConversionsEXT
    5438, // CooperativeMatrixGetCoordinateEXT
    6032, // RayTracingOpacityMicromapExecutionModeKHR
    6257, // PredicatedIOINTEL
    6912, // DotProductFloat16AccFloat32VALVE
    6914, // DotProductBFloat16AccVALVE
];

/// Checks the declared capabilities against the target, and reports those without rules as not covered.
fn declared(cx: &mut Checker<'_, '_>) {
    let (module, target) = (cx.module, cx.target);
    for &(number, index) in &module.declared_capabilities {
        let availability = OperandKind::Capability.availability(number);
        let (Some(availability), Some(inst)) = (availability, module.inst(index)) else {
            continue;
        };
        let name = Enumerant(OperandKind::Capability, number);
        if Capability::from_u32(number).is_none() && !COVERED.contains(&number) {
            cx.not_covered(format_args!("capability {name}"));
        }
        if !target.is_vulkan() {
            continue;
        }
        match target.permission(number) {
            // The Vulkan registry leaves it out, but not the extension whose instructions need it.
            None if number == Capability::Groups as u32
                && module.has_extension("SPV_AMD_shader_ballot")
                && target.spirv_extension("SPV_AMD_shader_ballot") != Support::Unavailable => {}
            None => cx.violate(
                Capabilities::InVulkan,
                inst,
                format_args!("{name} is no capability of Vulkan"),
            ),
            Some(Support::Unavailable) => {
                // spirv-val takes what a declared extension enables, whether or not the target has the extension.
                let is_lacking =
                    |name: &str| target.spirv_extension(name) == Support::Unavailable && module.has_extension(name);
                let by_extension = availability.extensions().any(is_lacking);
                cx.violate_part(
                    Capabilities::Permitted,
                    !by_extension,
                    inst,
                    format_args!("{target} does not have {}", target.numbered_requirement(number, None)),
                );
            }
            Some(Support::Allowed | Support::Enabled) => {}
        }
    }
}

fn extension(cx: &mut Checker<'_, '_>, inst: &Inst, name: &str) {
    let Some((least, in_vulkan)) = Target::spirv_extension_row(name) else {
        // The names of SPIR-V extensions begin with SPV_. Another name, such as that of a language's extension, adds
        // nothing to SPIR-V, so nothing in the module depends on it.
        if !name.starts_with("SPV_") {
            return;
        }
        return cx.not_covered(format_args!("extension {name}"));
    };
    if !cx.at_least(least) {
        let rule = match name {
            "SPV_KHR_vulkan_memory_model"
            | "SPV_KHR_workgroup_memory_explicit_layout"
            | "SPV_EXT_mesh_shader"
            | "SPV_NV_shader_invocation_reorder"
            | "SPV_NV_cluster_acceleration_structure"
            | "SPV_NV_linear_swept_spheres" => Capabilities::EnforcedVersion,
            _ => Capabilities::ExtensionVersion,
        };
        cx.violate(rule, inst, format_args!("{name} is for SPIR-V {least} and later"));
    }
    let target = cx.target;
    if !target.is_vulkan() {
        return;
    }
    if !in_vulkan {
        cx.violate(
            Capabilities::ExtensionInVulkan,
            inst,
            format_args!("{name} is no SPIR-V extension of Vulkan"),
        );
    } else if target.spirv_extension(name) == Support::Unavailable {
        cx.violate(
            Capabilities::ExtensionPermitted,
            inst,
            format_args!("{target} does not permit it"),
        );
    }
}
