//! Primitives of geometry shaders: the streams that vertices are emitted to (SPIR-V §3.52.19, Primitive Instructions).
//!
//! The execution models and capabilities of these instructions are checked by the grammar and by the rules in
//! `capability`.

use super::Checker;
use super::rule::rules;
use super::signature::is_constant;
use spirv::{Capability, Op};

rules! {
    /// Primitives.
    Primitives "primitives" {
        Stream "stream" "SPIR-V §3.52.19": "the stream of OpEmitStreamVertex and OpEndStreamPrimitive is a constant integer";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    // Without the capability, `capability` reports the instructions.
    if !module.has_capability(Capability::GeometryStreams) {
        return;
    }
    for inst in &module.insts {
        if !matches!(inst.op, Op::EmitStreamVertex | Op::EndStreamPrimitive) {
            continue;
        }
        let stream = module.operand(inst, 0);
        let integer = module.type_of(stream).is_some_and(|ty| ty.is_int());
        if module.def(stream).is_some() && !(integer && is_constant(module, stream)) {
            cx.violate(
                Primitives::Stream,
                inst,
                format_args!("{} is no constant integer", module.show(stream)),
            );
        }
    }
}
