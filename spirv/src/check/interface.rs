//! The interfaces of entry points: the variables that each lists and uses, and their requirements (SPIR-V §3.52.5,
//! Mode-Setting Instructions, OpEntryPoint; Vulkan, "Shader Interfaces").
//!
//! This file checks the lists, `locations` locations and components, `variables` types and
//! decorations of inputs and outputs. Built-ins, except for their number in an interface, ray payloads and layouts are
//! checked by other families.

mod arrayed;
mod built_ins;
mod locations;
mod variables;

pub(crate) use arrayed::stripped;
pub(crate) use locations::count_locations;

use super::Checker;
use super::module::{Class, EntryPoint, Flags, Inst, Module, NONE};
use super::rule::rules;
use crate::check::message;
use crate::sort::{sort, sort_by_key};
use crate::target::SpirvVersion;
use spirv::{BuiltIn, Capability, Decoration, ExecutionModel as Model, Op, StorageClass};

rules! {
    /// Interfaces of entry points.
    Interface "interface" {
        Listed "listed" "SPIR-V §3.52.5 OpEntryPoint": "an interface lists variables of the module";
        ListedClass "listed-class" "SPIR-V §3.52.5 OpEntryPoint":
            "before SPIR-V 1.4 an interface lists variables of Input and Output only";
        ListedOnce "listed-once" "SPIR-V §3.52.5 OpEntryPoint": "from SPIR-V 1.4 on an interface lists a variable once";
        NotListed "not-listed" "SPIR-V §3.52.5 OpEntryPoint":
            "the variables of Input and Output that an entry point uses are listed, from SPIR-V 1.4 on those of all classes";
        PushConstantListed "push-constant-listed" vuid "VUID-StandaloneSpirv-OpVariable-06673" "Vulkan, Standalone SPIR-V":
            "an interface lists at most one variable of PushConstant";
        PushConstantUsed "push-constant-used" vuid "VUID-StandaloneSpirv-OpEntryPoint-06674" "Vulkan, Standalone SPIR-V":
            "an entry point uses at most one variable of PushConstant";
        TaskPayload "task-payload" "SPV_EXT_mesh_shader": "an entry point lists at most one variable of TaskPayloadWorkgroupEXT";
        InputBuiltIn "input-built-in" vuid "VUID-StandaloneSpirv-OpEntryPoint-09658" "Vulkan, Standalone SPIR-V":
            "no built-in occurs twice in the inputs of an entry point";
        OutputBuiltIn "output-built-in" vuid "VUID-StandaloneSpirv-OpEntryPoint-09659" "Vulkan, Standalone SPIR-V":
            "no built-in occurs twice in the outputs of an entry point";
        CullPrimitiveOnce "cull-primitive-once" vuid "VUID-CullPrimitiveEXT-CullPrimitiveEXT-10591"
            "Vulkan, Built-In Variables, CullPrimitiveEXT": "an entry point has one declaration of CullPrimitiveEXT" [newer];
        BuiltInBlock "built-in-block" "SPIR-V §2.16.1":
            "an entry point has at most one block of built-ins among its inputs and one among its outputs, and a mesh shader one more for primitives";
        Location "location" vuid "VUID-StandaloneSpirv-Location-04917" (formerly "VUID-StandaloneSpirv-Location-04916")
            "Vulkan, Standalone SPIR-V": "an input or output that is no Block and no built-in has a Location";
        LocationTwice "location-twice" vuid "VUID-StandaloneSpirv-Location-04918" "Vulkan, Standalone SPIR-V":
            "the members of an input or output that has a Location have none";
        MemberLocation "member-location" vuid "VUID-StandaloneSpirv-Location-04919" "Vulkan, Standalone SPIR-V":
            "each member of a Block without a Location has one";
        LocationType "location-type" "Vulkan, User-Defined Variable Interface":
            "inputs and outputs are numbers and composites of numbers";
        InputOverlap "input-overlap" vuid "VUID-StandaloneSpirv-OpEntryPoint-08721"
            (formerly "VUID-StandaloneSpirv-Input-10588") "Vulkan, Standalone SPIR-V":
            "no two inputs of an entry point have one component of one location";
        OutputOverlap "output-overlap" vuid "VUID-StandaloneSpirv-OpEntryPoint-08722"
            (formerly "VUID-StandaloneSpirv-Output-10586", "VUID-StandaloneSpirv-Output-10587") "Vulkan, Standalone SPIR-V":
            "no two outputs of an entry point have one component of one location, with the same index";
        SharedLocation "shared-location" vuid "VUID-StandaloneSpirv-Input-10604" "Vulkan, Standalone SPIR-V":
            "the fragment inputs of one location have the same interpolation" [ours];
        InputArrays "input-arrays" vuid "VUID-StandaloneSpirv-Execution-10584" "Vulkan, Standalone SPIR-V":
            "inputs with Component are arrays of arrays only in TessellationControl and Geometry" [ours];
        OutputArrays "output-arrays" vuid "VUID-StandaloneSpirv-Execution-10585" "Vulkan, Standalone SPIR-V":
            "outputs with Component are arrays of arrays only in MeshNV" [ours];
        Index "index" "SPIR-V §3.20 Index": "Index is for the outputs of fragment shaders, with a Location";
        IndexValue "index-value" "SPIR-V §3.20 Index": "Index is 0 or 1" [ours:
            "Vulkan, Fragment Output Interface: the index is 0 or 1, a colour attachment having two inputs of blending at most"];
        Flat "flat" vuid "VUID-StandaloneSpirv-Flat-04744" "Vulkan, Standalone SPIR-V":
            "fragment inputs that are integers, vectors of integers or 64-bit floats are Flat";
        FlatComposite "flat-composite" vuid "VUID-StandaloneSpirv-Flat-04744" "Vulkan, Standalone SPIR-V":
            "fragment inputs that are vectors of 64-bit floats, or arrays and members with integers or 64-bit floats, are Flat" [ours];
        FragmentOutput "fragment-output" vuid "VUID-StandaloneSpirv-Flat-06201" "Vulkan, Standalone SPIR-V":
            "the outputs of fragment shaders are not decorated Flat, NoPerspective, Sample or Centroid";
        VertexInput "vertex-input" vuid "VUID-StandaloneSpirv-Flat-06202" "Vulkan, Standalone SPIR-V":
            "the inputs of vertex shaders are not decorated Flat, NoPerspective, Sample or Centroid";
        PerVertex "per-vertex" vuid "VUID-StandaloneSpirv-PerVertexKHR-06777" "Vulkan, Standalone SPIR-V":
            "PerVertexKHR decorates inputs of fragment shaders";
        PerVertexArray "per-vertex-array" vuid "VUID-StandaloneSpirv-Input-06778" "Vulkan, Standalone SPIR-V":
            "inputs decorated PerVertexKHR are arrays";
        PerVertexInterface "per-vertex-interface" "Vulkan, Interface Matching":
            "inputs of tessellation and geometry shaders, and outputs of tessellation control shaders, are arrays unless they are Patch or built-ins" [ours:
            "Vulkan, Interface Matching: the outermost array of such variables is per vertex, and is there unless they are Patch"];
        MeshOutput "mesh-output" "SPV_EXT_mesh_shader": "the outputs of mesh shaders are arrays" [newer];
        Limit "limit" vuid "VUID-RuntimeSpirv-Location-06272" "Vulkan, Runtime SPIR-V":
            "the locations of inputs and outputs are below the device's limit, and their components, with those of built-in outputs, do not exceed the limit" [ours];
        ClipDistances "clip-distances" "Vulkan, Limits": "ClipDistance has at most maxClipDistances elements" [ours:
            "Vulkan, Limits, maxClipDistances: the size of any array declared with ClipDistance"];
        CullDistances "cull-distances" "Vulkan, Limits": "CullDistance has at most maxCullDistances elements" [ours:
            "Vulkan, Limits, maxCullDistances: the size of any array declared with CullDistance"];
        CombinedDistances "combined-distances" "Vulkan, Limits":
            "ClipDistance and CullDistance of the inputs, or of the outputs, have together at most maxCombinedClipAndCullDistances elements" [ours:
            "Vulkan, Limits, maxCombinedClipAndCullDistances: the sum of the sizes of the arrays that a stage uses"];
        SampleMask "sample-mask" "Vulkan, Limits": "SampleMask has at most maxSampleMaskWords elements" [ours:
            "Vulkan, Limits, maxSampleMaskWords: the maximum number of array elements of a variable decorated with SampleMask"];
        DualSource "dual-source" "Vulkan, Fragment Output Interface":
            "outputs with index 1 have locations below maxFragmentDualSrcAttachments" [ours:
            "Vulkan, Fragment Output Interface: an output location with index 1 is less than maxFragmentDualSrcAttachments"];
        PhysicalPointer "physical-pointer" vuid "VUID-StandaloneSpirv-Input-09557" "Vulkan, Standalone SPIR-V":
            "inputs and outputs contain no physical pointers";
        SmallFloat "small-float" vuid "VUID-StandaloneSpirv-OpTypeFloat-10823" "Vulkan, Standalone SPIR-V":
            "inputs and outputs hold no 8-bit, 6-bit or 4-bit floats";
        BFloat "b-float" vuid "VUID-StandaloneSpirv-OpTypeFloat-10370" "Vulkan, Standalone SPIR-V":
            "inputs and outputs hold no BFloat16KHR";
        Compute "compute" "Vulkan, Shader Input and Output Interfaces":
            "the inputs of compute shaders are built-ins" [ours:
            "Vulkan, Shader Input and Output Interfaces: for compute shaders, the input interface is formed by the built-in interface"];
        Patch "patch" "SPIR-V §3.20 Patch":
            "variables that are Patch, or have members that are, are inputs and outputs of tessellation shaders" [ours:
            "Patch: valid in Input and Output alone, and not on objects of execution models other than those of tessellation"];
        FragmentWidth "fragment-width" "Vulkan, Fragment Output Interface":
            "fragment outputs are floats and integers of 32 or 16 bits" [ours:
            "Vulkan, Fragment Output Interface: output values must be declared with OpTypeFloat or OpTypeInt and a Width of 32, with storageInputOutput16 also of 16"];
        OutputNumbers "output-numbers" "Vulkan, Fragment Output Interface":
            "the fragment outputs of one location, with one index, have one numeric type" [ours:
            "Vulkan, Fragment Output Interface: if two variables are placed within the same Location, they must have the same numeric type"];
        PerPrimitive "per-primitive" "SPV_EXT_mesh_shader PerPrimitiveEXT":
            "PerPrimitiveEXT decorates outputs of mesh shaders and inputs of fragment shaders";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if cx.target.is_vulkan() {
        variables::decorated(cx);
    }
    let variables: Vec<&Inst> = module
        .of([Class::Variable])
        .filter(|inst| inst.function == NONE && is_variable(inst.op))
        .collect();
    let mut scratch = locations::Scratch::default();
    let per_primitive = variables::decorated_per_primitive(module);
    module.each_entry_point(&variables, &mut |entry, used| {
        let Some(at) = module.inst(entry.inst) else { return };
        lists(cx, entry, at);
        let mine = used.iter().filter_map(|&index| variables.get(index).copied());
        uses(cx, entry, at, mine);
        let interface = interface(module, entry);
        variables::per_primitive(cx, entry, &interface, &per_primitive);
        if cx.target.is_vulkan() {
            built_ins(cx, at, &interface);
            variables::run(cx, entry, at, &interface);
            locations::run(cx, entry, at, &interface, &mut scratch);
        }
        blocks(cx, entry, at, &interface);
    });
}

fn is_variable(op: Op) -> bool {
    matches!(op, Op::Variable | Op::UntypedVariableKHR)
}

/// The storage class of a variable.
fn class_of(module: &Module<'_>, inst: &Inst) -> Option<StorageClass> {
    StorageClass::from_u32(module.operand(inst, 0))
}

fn is_io(class: Option<StorageClass>) -> bool {
    matches!(class, Some(StorageClass::Input | StorageClass::Output))
}

/// The variables that an entry point lists, without duplicates.
fn interface<'m>(module: &'m Module<'_>, entry: &EntryPoint<'_>) -> Vec<&'m Inst> {
    let listed = entry.interface.iter().filter_map(|&id| module.def(id));
    let mut interface: Vec<&Inst> = listed.filter(|def| is_variable(def.op)).collect();
    sort_by_key(&mut interface, |inst| inst.index);
    interface.dedup_by_key(|inst| inst.index);
    interface
}

fn lists(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst) {
    let module = cx.module;
    let all = cx.at_least(SpirvVersion::V1_4);
    let (mut push_constants, mut payloads) = (0, 0);
    for &id in entry.interface {
        let Some(def) = module.def(id) else { continue };
        if !is_variable(def.op) || def.function != NONE {
            cx.violate(
                Interface::Listed,
                at,
                format_args!("{} is no variable of the module", module.show(id)),
            );
            continue;
        }
        let class = class_of(module, def);
        if !all && !is_io(class) {
            cx.violate(
                Interface::ListedClass,
                at,
                format_args!(
                    "{} is not in Input or Output, but in {}",
                    module.show(id),
                    message::class_of(class)
                ),
            );
        }
        push_constants += u32::from(class == Some(StorageClass::PushConstant));
        payloads += u32::from(class == Some(StorageClass::TaskPayloadWorkgroupEXT));
    }
    if all {
        let mut sorted = entry.interface.to_vec();
        sort(&mut sorted);
        let twice = sorted.windows(2).find(|pair| pair.first() == pair.last());
        if let Some(&id) = twice.and_then(|pair| pair.first()) {
            cx.violate(
                Interface::ListedOnce,
                at,
                format_args!("{} is listed twice", module.show(id)),
            );
        }
    }
    if push_constants > 1 && cx.target.is_vulkan() && !module.has_capability(PUSH_CONSTANT_BANKS) {
        cx.violate(
            Interface::PushConstantListed,
            at,
            format_args!("{push_constants} push constant variables are listed"),
        );
    }
    if payloads > 1 {
        cx.violate(
            Interface::TaskPayload,
            at,
            format_args!("{payloads} payload variables are listed"),
        );
    }
}

const PUSH_CONSTANT_BANKS: Capability = Capability::PushConstantBanksNV;

fn uses<'m>(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst, variables: impl Iterator<Item = &'m Inst>) {
    let module = cx.module;
    let all = cx.at_least(SpirvVersion::V1_4);
    let mut listed = entry.interface.to_vec();
    sort(&mut listed);
    let mut push_constants = 0;
    for variable in variables {
        let class = class_of(module, variable);
        push_constants += u32::from(class == Some(StorageClass::PushConstant));
        let expected = all || is_io(class);
        if expected && listed.binary_search(&variable.result).is_err() {
            cx.violate(
                Interface::NotListed,
                at,
                format_args!("{} is used and not listed", module.show(variable.result)),
            );
        }
    }
    if push_constants > 1 && cx.target.is_vulkan() && !module.has_capability(PUSH_CONSTANT_BANKS) {
        cx.violate(
            Interface::PushConstantUsed,
            at,
            format_args!("{push_constants} push constant variables are used"),
        );
    }
}

/// Checks how often each built-in occurs in the inputs and outputs.
fn built_ins(cx: &mut Checker<'_, '_>, at: &Inst, interface: &[&Inst]) {
    let module = cx.module;
    let mut found: Vec<(StorageClass, u32, u32)> = Vec::new();
    for variable in interface {
        let Some(class @ (StorageClass::Input | StorageClass::Output)) = class_of(module, variable) else {
            continue;
        };
        if let Some(row) = module.decoration(variable.result, Decoration::BuiltIn) {
            found.push((class, row.operand(), variable.result));
        }
        if let Some(block) = built_in_block(module, variable) {
            let rows = module.decorations(block).iter();
            let members = rows.filter(|row| row.is(Decoration::BuiltIn) && row.member.is_some());
            found.extend(members.map(|row| (class, row.operand(), variable.result)));
        }
    }
    sort_by_key(&mut found, |&(class, built_in, _)| (class as u32, built_in));
    for pair in found.windows(2) {
        let &[(class, built_in, first), (other, again, second)] = pair else {
            continue;
        };
        if (class, built_in) == (other, again) {
            let rule = match class {
                StorageClass::Input => Interface::InputBuiltIn,
                _ => Interface::OutputBuiltIn,
            };
            let rules = [
                (built_in == BuiltIn::CullPrimitiveEXT as u32).then_some(Interface::CullPrimitiveOnce),
                Some(rule),
            ];
            for rule in rules.into_iter().flatten() {
                let (first, second) = (module.show(first), module.show(second));
                cx.violate(
                    rule,
                    at,
                    format_args!(
                        "{} is the built-in of {first} and {second}",
                        message::built_in(built_in)
                    ),
                );
            }
        }
    }
}

/// The structure of built-in members that is the type of a variable, or the element of its array type.
fn built_in_block(module: &Module<'_>, variable: &Inst) -> Option<u32> {
    let mut ty = module.ty(module.result_type(variable)?.pointee()?)?;
    if !ty.flags.contains(Flags::BUILT_IN) {
        return None;
    }
    ty = stripped(module, ty).0;
    ty.flags.contains(Flags::BUILT_IN).then_some(ty.id)
}

fn blocks(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst, interface: &[&Inst]) {
    let module = cx.module;
    let mut seen = [false; 3];
    for variable in interface {
        let Some(block) = built_in_block(module, variable) else {
            continue;
        };
        let (index, among) = match class_of(module, variable) {
            Some(StorageClass::Input) => (0, "inputs"),
            Some(StorageClass::Output) if is_per_primitive(module, entry, variable, block) => {
                (1, "outputs for primitives")
            }
            Some(StorageClass::Output) if is_mesh(entry) => (2, "outputs for vertices"),
            Some(StorageClass::Output) => (2, "outputs"),
            _ => continue,
        };
        if core::mem::replace(&mut seen[index], true) {
            let name = module.show(variable.result);
            cx.violate(
                Interface::BuiltInBlock,
                at,
                format_args!("{name} is a second block of built-ins among its {among}"),
            );
        }
    }
}

fn is_mesh(entry: &EntryPoint<'_>) -> bool {
    entry.model == Model::MeshEXT as u32 || entry.model == Model::MeshNV as u32
}

fn is_per_primitive(module: &Module<'_>, entry: &EntryPoint<'_>, variable: &Inst, block: u32) -> bool {
    let member = |row: &super::module::Decorated<'_>| row.is(Decoration::PerPrimitiveEXT);
    is_mesh(entry)
        && (module.is_decorated(variable.result, Decoration::PerPrimitiveEXT)
            || module.decorations(block).iter().any(member))
}
