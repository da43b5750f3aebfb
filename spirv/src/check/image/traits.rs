//! The instructions that access texels, with their traits (SPIR-V §3.52.10, Image Instructions).

use spirv::Op;

/// The kind of access.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    SampleImplicit,
    SampleExplicit,
    Fetch,
    Gather,
    Read,
    Write,
}

/// The properties of an instruction.
#[derive(Clone, Copy)]
pub(super) struct Traits {
    pub action: Action,
    pub reference: bool,
    pub projective: bool,
    pub sparse: bool,
}

/// The traits of an instruction; `None` for one that accesses no texel.
pub(super) fn traits(op: Op) -> Option<Traits> {
    let number = op as u32;
    let (base, sparse) = match number {
        87..=99 => (number, false),
        305..=312 => (number - 305 + 87, true),
        313..=315 => (number - 313 + 95, true),
        320 => (98, true),
        _ => return None,
    };
    let (action, reference, projective) = match base {
        87 => (Action::SampleImplicit, false, false),
        88 => (Action::SampleExplicit, false, false),
        89 => (Action::SampleImplicit, true, false),
        90 => (Action::SampleExplicit, true, false),
        91 => (Action::SampleImplicit, false, true),
        92 => (Action::SampleExplicit, false, true),
        93 => (Action::SampleImplicit, true, true),
        94 => (Action::SampleExplicit, true, true),
        95 => (Action::Fetch, false, false),
        96 => (Action::Gather, false, false),
        97 => (Action::Gather, true, false),
        98 => (Action::Read, false, false),
        _ => (Action::Write, false, false),
    };
    Some(Traits {
        action,
        reference,
        projective,
        sparse,
    })
}
