//! Graphs: their types, constants, entry points and bodies (SPV_ARM_graph).

use super::Tensors;
use crate::check::Checker;
use crate::check::message::named;
use crate::check::module::{Class, Inst, Kind, Module, Type};
use hashbrown::{HashMap, HashSet};
use spirv::{Op, StorageClass};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let (mut constants, mut entered) = (HashSet::new(), false);
    for inst in module.of([Class::Foreign]) {
        match inst.op {
            Op::TypeGraphARM => ty(cx, inst),
            Op::GraphConstantARM => {
                if module.result_type(inst).is_some_and(|ty| ty.op != Op::TypeTensorARM) {
                    let message = format_args!("the result type {} is no tensor", module.show(inst.result_type));
                    cx.violate(Tensors::GraphConstant, inst, message);
                }
                let number = module.operand(inst, 0);
                if !constants.insert(number) {
                    let message = format_args!("{number} is the number of another graph constant too");
                    cx.violate(Tensors::GraphConstant, inst, message);
                }
            }
            Op::GraphEntryPointARM => {
                entered = true;
                entry(cx, inst);
            }
            Op::GraphARM => body(cx, inst),
            _ => {}
        }
    }
    // If there are entry points of shaders instead, a rule of Vulkan reports it.
    if !entered && (module.entry_points.is_empty() || !cx.target.is_vulkan()) {
        cx.violate_module(Tensors::GraphEntry, 0, format_args!("there is no OpGraphEntryPointARM"));
    }
}

/// The number of inputs of a graph's type, and the types of its inputs and outputs.
fn interface<'w>(module: &Module<'w>, ty: u32) -> Option<(u32, &'w [u32])> {
    let ty = module.def(ty).filter(|def| def.op == Op::TypeGraphARM)?;
    let (&inputs, types) = module.operands(ty).split_first()?;
    Some((inputs, types))
}

fn ty(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some((inputs, types)) = interface(module, inst.result) else {
        return;
    };
    if inputs as usize >= types.len() {
        let message = format_args!(
            "it has {} types for {inputs} inputs and at least one output",
            types.len()
        );
        cx.violate(Tensors::GraphType, inst, message);
    }
    let is_tensor = |ty: &Type<'_>| ty.op == Op::TypeTensorARM;
    let other = |&&id: &&u32| {
        let ty = module.ty(id);
        let inner = element(ty).and_then(|element| module.ty(element));
        module.def(id).is_some() && !ty.is_some_and(is_tensor) && !inner.is_some_and(is_tensor)
    };
    if let Some(&id) = types.iter().find(other) {
        let message = format_args!("{} is no tensor or array of tensors", module.show(id));
        cx.violate(Tensors::GraphType, inst, message);
    }
}

/// The element type of an array.
fn element(ty: Option<&Type<'_>>) -> Option<u32> {
    match ty?.kind {
        Kind::Array { element, .. } | Kind::RuntimeArray { element } => Some(element),
        _ => None,
    }
}

fn entry(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some((&graph, words)) = module.operands(inst).split_first() else {
        return;
    };
    let Some(def) = module.def(graph) else { return };
    if def.op != Op::GraphARM {
        let message = format_args!("{} is no graph", module.show(graph));
        return cx.violate(Tensors::GraphEntry, inst, message);
    }
    // The name ends with the word that has a zero byte.
    let name = words.iter().position(|word| word.to_le_bytes().contains(&0));
    let variables = words.get(name.map_or(words.len(), |last| last + 1)..).unwrap_or(&[]);
    let Some((_, types)) = interface(module, def.result_type) else {
        return;
    };
    if types.len() != variables.len() {
        let (count, types) = (variables.len(), types.len());
        let message = format_args!("it lists {count} variables, the graph has {types} inputs and outputs");
        cx.violate(Tensors::GraphEntry, inst, message);
    }
    for (&id, &expected) in variables.iter().zip(types) {
        let Some(variable) = module.def(id) else { continue };
        let class = StorageClass::UniformConstant;
        if variable.op != Op::Variable || module.operand(variable, 0) != class as u32 {
            let message = format_args!("{} is no variable of {}", module.show(id), named(class));
            cx.violate(Tensors::GraphEntry, inst, message);
        } else if module.type_of(id).is_some_and(|ty| ty.pointee() != Some(expected)) {
            let (id, expected) = (module.show(id), module.show(expected));
            let message = format_args!("{id} is of another type than the input or output, {expected}");
            cx.violate(Tensors::GraphEntry, inst, message);
        }
    }
}

/// The part of a graph's body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Part {
    Inputs,
    Operations,
    Outputs,
}

fn body(cx: &mut Checker<'_, '_>, graph: &Inst) {
    let module = cx.module;
    let interface = interface(module, graph.result_type);
    if interface.is_none() && module.result_type(graph).is_some() {
        let message = format_args!(
            "the result type {} is no type of graphs",
            module.show(graph.result_type)
        );
        cx.violate(Tensors::GraphType, graph, message);
    }
    let mut part = Part::Inputs;
    let mut seen = Seen::default();
    for inst in module.insts.get(graph.index as usize + 1..).unwrap_or(&[]) {
        let next = match inst.op {
            Op::GraphARM | Op::GraphEndARM | Op::Function => break,
            Op::GraphInputARM => Part::Inputs,
            Op::GraphSetOutputARM => Part::Outputs,
            Op::ExtInst | Op::CompositeExtract => Part::Operations,
            Op::Line | Op::NoLine | Op::Nop => continue,
            _ => {
                cx.violate(
                    Tensors::GraphBody,
                    inst,
                    format_args!("a graph has no such instruction"),
                );
                continue;
            }
        };
        if next < part {
            let message = format_args!("a graph has its inputs first, its outputs last");
            cx.violate(Tensors::GraphBody, inst, message);
        }
        part = next;
        if next != Part::Operations {
            value(cx, inst, interface, &mut seen);
        }
    }
    if part != Part::Outputs {
        cx.violate(
            Tensors::GraphBody,
            graph,
            format_args!("it does not end with OpGraphSetOutputARM"),
        );
    }
}

/// Inputs or outputs of a graph, by whether it is an output and by index. The value is `None` if the input or output is
/// used as a whole, and otherwise the elements that are used.
type Seen = HashMap<(bool, u32), Option<HashSet<u32>>>;

/// Checks an input or output of a graph.
fn value(cx: &mut Checker<'_, '_>, inst: &Inst, interface: Option<(u32, &[u32])>, seen: &mut Seen) {
    let module = cx.module;
    let output = inst.op == Op::GraphSetOutputARM;
    let indices = module.operands(inst).get(usize::from(output)..).unwrap_or(&[]);
    let other = |&&id: &&u32| module.def(id).is_some() && !module.type_of(id).is_some_and(Type::is_int32);
    if let Some(&id) = indices.iter().find(other) {
        let message = format_args!("the index {} is no integer of 32 bits", module.show(id));
        return cx.violate(Tensors::GraphValue, inst, message);
    }
    let (Some(&index), of) = (indices.first(), indices.get(1)) else {
        return;
    };
    let Some(index) = module.constant_u32(index) else {
        return;
    };
    let of_constant = of.map(|&of| module.constant_u32(of));
    let elements = seen.entry((output, index));
    let again = match of_constant {
        None => matches!(elements, hashbrown::hash_map::Entry::Occupied(_)),
        Some(of) => {
            let known = elements.or_insert_with(|| Some(HashSet::new()));
            of.is_some_and(|of| known.as_mut().is_none_or(|known| !known.insert(of)))
        }
    };
    if of_constant.is_none() {
        seen.insert((output, index), None);
    }
    if again {
        let kind = if output { "output" } else { "input" };
        let message = format_args!("{kind} {index} is there before");
        cx.violate(Tensors::GraphValue, inst, message);
    }
    let Some((inputs, types)) = interface else { return };
    let inputs = types.len().min(inputs as usize);
    let types = types
        .split_at_checked(inputs)
        .map_or(&[][..], |(into, out)| if output { out } else { into });
    let Some(&ty) = types.get(index as usize) else {
        let message = format_args!("the index is {index}, the graph has {} of these", types.len());
        return cx.violate(Tensors::GraphValue, inst, message);
    };
    let expected = match of {
        None => ty,
        Some(_) => match element(module.ty(ty)) {
            Some(element) => element,
            None => {
                let message = format_args!("there is an ElementIndex, and {} is no array", module.show(ty));
                return cx.violate(Tensors::GraphValue, inst, message);
            }
        },
    };
    let length = match module.ty(ty).map(|ty| ty.kind) {
        Some(Kind::Array { constant, .. }) => constant,
        _ => None,
    };
    if let Some((of, length)) = of_constant
        .flatten()
        .zip(length)
        .filter(|&(of, length)| u64::from(of) >= length)
    {
        let message = format_args!("the ElementIndex is {of}, the array has {length} elements");
        cx.violate(Tensors::GraphValue, inst, message);
    }
    let found = if output {
        module.type_id(module.operand(inst, 0))
    } else {
        inst.result_type
    };
    if found != 0 && found != expected {
        let (found, expected) = (module.show(found), module.show(expected));
        let message = format_args!("the value is of type {found}, the graph's type has {expected}");
        cx.violate(Tensors::GraphValue, inst, message);
    }
}
