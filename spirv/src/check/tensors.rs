//! Tensors and graphs: their types, operands, stages and sizes, and tensor layouts and views (SPV_ARM_tensors,
//! SPV_ARM_graph, SPV_NV_tensor_addressing; Vulkan, Standalone and Runtime SPIR-V).
//!
//! The resources that a pipeline binds to a graph are unknown.

mod access;
mod graph;
mod layout;

use super::Checker;
use super::device::stage_bit;
use super::module::{Class, Inst, Kind, Models, Type};
use super::rule::rules;
use super::signature::is_constant;
use hashbrown::HashSet;
pub(super) use layout::dimensions;
use spirv::{Capability, Op};

rules! {
    /// Tensors and graphs.
    Tensors "tensors" {
        Type "type" "SPV_ARM_tensors, OpTypeTensorARM":
            "a tensor has scalars as elements, a constant integer above 0 as Rank, and a constant array of as many such integers as Shape";
        Access "access" "SPV_ARM_tensors, Instructions":
            "a tensor that is accessed has a Rank, its coordinates are an array of as many integers, the data is of its element type; a dimension is a constant below the Rank";
        Operands "operands" "SPV_ARM_tensors, Tensor Operands":
            "OutOfBoundsValueARM is a constant of the element type, of reads; MakeElementVisibleARM is for reads and MakeElementAvailableARM for writes, with NonPrivateElementARM; these need VulkanMemoryModel";
        LayoutType "layout-type" "SPV_NV_tensor_addressing, Type-Declaration Instructions":
            "a tensor layout or view has 1 to 5 dimensions, a layout a clamp mode, a view a Boolean and a permutation; all are constants";
        Layout "layout" "SPV_NV_tensor_addressing, Tensor Layout and View Instructions":
            "an instruction on a tensor layout or view returns its type and takes, for each of its dimensions, integers of 32 bits";
        GraphType "graph-type" "SPV_ARM_graph, OpTypeGraphARM":
            "the type of a graph has at least one output; inputs and outputs are tensors and arrays of tensors" [newer];
        GraphConstant "graph-constant" "SPV_ARM_graph, OpGraphConstantARM; Universal Validation Rules":
            "a graph constant is a tensor, with a number of its own" [newer];
        GraphEntry "graph-entry" "SPV_ARM_graph, OpGraphEntryPointARM; Universal Validation Rules":
            "with GraphARM there is an entry point of a graph; it lists for each input and output a variable of UniformConstant of its type" [newer];
        GraphBody "graph-body" "SPV_ARM_graph, Universal Validation Rules; OpGraphInputARM, OpGraphSetOutputARM":
            "a graph has its inputs first, then OpExtInst and OpCompositeExtract, and at least one output last" [ours:
            "A graph definition must contain at least one OpGraphSetOutputARM; it may only contain OpGraphInputARM, OpGraphSetOutputARM, OpExtInst and OpCompositeExtract; an input must immediately follow OpGraphARM or another input, an output precede OpGraphEndARM or another output"];
        GraphValue "graph-value" "SPV_ARM_graph, OpGraphInputARM, OpGraphSetOutputARM; Universal Validation Rules":
            "an input or output of a graph is of the type at its index, an integer of 32 bits, and each is there once" [newer];
        GraphIndex "graph-index" vuid "VUID-StandaloneSpirv-OpGraphInputARM-09931" "Vulkan, Standalone SPIR-V":
            "the indices of OpGraphInputARM are constants" [ours];
        GraphOutputIndex "graph-output-index" vuid "VUID-StandaloneSpirv-OpGraphSetOutputARM-09932"
            "Vulkan, Standalone SPIR-V": "the indices of OpGraphSetOutputARM are constants" [ours];
        Stage "stage" vuid "VUID-RuntimeSpirv-shaderTensorSupportedStages-09901" "Vulkan, Runtime SPIR-V":
            "tensors are in stages of shaderTensorSupportedStages" (decides "instructions") [ours];
        Shape "shape" vuid "VUID-RuntimeSpirv-OpTypeTensorARM-09902" "Vulkan, Runtime SPIR-V":
            "the tensors of shaders have no Shape" [ours];
        Rank "rank" vuid "VUID-RuntimeSpirv-OpTypeTensorARM-09907" "Vulkan, Runtime SPIR-V":
            "the tensors of shaders have a Rank";
        AccessLength "access-length" vuid "VUID-RuntimeSpirv-maxTensorShaderAccessArrayLength-09903" "Vulkan, Runtime SPIR-V":
            "an instruction reads or writes at most maxTensorShaderAccessArrayLength elements of a tensor"
            (decides "arrays of a constant length") [ours];
        AccessSize "access-size" vuid "VUID-RuntimeSpirv-maxTensorShaderAccessSize-09904" "Vulkan, Runtime SPIR-V":
            "an instruction reads or writes at most maxTensorShaderAccessSize bytes of a tensor"
            (decides "arrays of a constant length") [ours];
        Graph "graph" vuid "VUID-RuntimeSpirv-GraphARM-09922" "Vulkan, Runtime SPIR-V":
            "a module of shaders does not declare GraphARM" [ours];
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let graphs = module.has_capability(Capability::GraphARM);
    let tensors = graphs || module.has_capability(Capability::TensorsARM);
    if !tensors && !module.has_capability(Capability::TensorAddressingNV) {
        return;
    }
    for inst in module.of([Class::Foreign]) {
        match inst.op {
            Op::TypeTensorARM => access::tensor(cx, inst),
            Op::TensorReadARM => access::access(cx, inst, inst.result_type),
            Op::TensorWriteARM => access::access(cx, inst, module.type_id(module.operand(inst, 2))),
            Op::TensorQuerySizeARM => access::query(cx, inst),
            Op::TypeTensorLayoutNV | Op::TypeTensorViewNV => layout::ty(cx, inst),
            _ => layout::instruction(cx, inst),
        }
    }
    if graphs {
        graph::run(cx);
    }
    if tensors && cx.target.is_vulkan() {
        vulkan(cx, graphs);
    }
}

/// Whether a rule of Vulkan requires a Rank of each tensor type.
fn requires_rank(cx: &Checker<'_, '_>) -> bool {
    cx.target.is_vulkan() && !cx.module.has_capability(Capability::GraphARM)
}

fn vulkan(cx: &mut Checker<'_, '_>, graphs: bool) {
    let module = cx.module;
    if graphs && !module.entry_points.is_empty() {
        let graph = Capability::GraphARM as u32;
        let declared = module.declared_capabilities.iter().find(|row| row.0 == graph);
        if let Some(inst) = declared.and_then(|row| module.inst(row.1)) {
            cx.violate(Tensors::Graph, inst, format_args!("there are entry points of shaders"));
        }
    }
    if requires_rank(cx) {
        types(cx);
    }
    for inst in module.of([Class::Foreign]) {
        match inst.op {
            Op::GraphInputARM => indices(cx, inst, 0, Tensors::GraphIndex),
            Op::GraphSetOutputARM => indices(cx, inst, 1, Tensors::GraphOutputIndex),
            Op::TensorReadARM => sizes(cx, inst, inst.result_type),
            Op::TensorWriteARM => sizes(cx, inst, module.type_id(module.operand(inst, 2))),
            Op::TensorQuerySizeARM => stage(cx, inst),
            _ => {}
        }
    }
}

fn types(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut used = None;
    for ty in module.types.iter().filter(|ty| ty.op == Op::TypeTensorARM) {
        let Some(inst) = module.inst(ty.inst) else { continue };
        match module.operands(inst).len() {
            3.. if used.get_or_insert_with(|| constituents(cx)).contains(&ty.id) => {
                cx.violate(Tensors::Shape, inst, format_args!("{} has a Shape", module.show(ty.id)));
            }
            3.. => {}
            2 => {}
            _ => cx.violate(Tensors::Rank, inst, format_args!("{} has no Rank", module.show(ty.id))),
        }
    }
}

/// The types with which pointers and composites are declared. Tensors in shaders are variables; a tensor type that is
/// only the type of constants is not used in shader stages.
fn constituents(cx: &Checker<'_, '_>) -> HashSet<u32> {
    let mut found = HashSet::new();
    for ty in &cx.module.types {
        match ty.kind {
            Kind::Pointer { pointee, .. } => found.extend([pointee]),
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => found.extend([element]),
            Kind::Struct { members } => found.extend(members),
            _ => {}
        }
    }
    found
}

fn indices(cx: &mut Checker<'_, '_>, inst: &Inst, first: usize, rule: Tensors) {
    let module = cx.module;
    let indices = module.operands(inst).get(first..).unwrap_or(&[]);
    if let Some(&id) = indices
        .iter()
        .find(|&&id| module.def(id).is_some() && !is_constant(module, id))
    {
        cx.violate(rule, inst, format_args!("{} is no constant", module.show(id)));
    }
}

fn stage(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let Some(stages) = cx.target.limits().shader_tensor_supported_stages else {
        return;
    };
    let models = cx.module.models_of(inst);
    if let Some(model) = models.iter().find(|&model| stage_bit(model) & stages == 0) {
        let model = Models::of_number(model);
        cx.violate(Tensors::Stage, inst, format_args!("it is reached from {model}"));
    }
}

/// Checks an access to a tensor with data of type `data` against the device's limits.
fn sizes(cx: &mut Checker<'_, '_>, inst: &Inst, data: u32) {
    stage(cx, inst);
    let module = cx.module;
    let limits = cx.target.limits();
    let Some(ty) = module.ty(data) else { return };
    let (length, element) = match ty.kind {
        Kind::Array { element, constant, .. } => (constant, module.ty(element)),
        _ => (Some(1), Some(ty)),
    };
    let Some((length, element)) = length.zip(element) else {
        return;
    };
    let array = matches!(ty.kind, Kind::Array { .. });
    let most = limits.max_tensor_shader_access_array_length;
    if let Some(most) = most.filter(|&most| array && length > u64::from(most)) {
        let message = format_args!("{length} elements are more than {most}");
        cx.violate(Tensors::AccessLength, inst, message);
    }
    let bytes = length.saturating_mul(u64::from(Type::width(element) / 8));
    if let Some(most) = limits
        .max_tensor_shader_access_size
        .filter(|&most| bytes > u64::from(most))
    {
        let message = format_args!("{bytes} bytes are more than {most}");
        cx.violate(Tensors::AccessSize, inst, message);
    }
}
