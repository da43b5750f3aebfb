//! Groups of invocations: the types of results and operands of group and subgroup instructions (SPIR-V §3.52.21, Group and
//! Subgroup Instructions; §3.52.24, Non-Uniform Instructions; SPV_KHR_uniform_group_instructions, SPV_KHR_shader_ballot, SPV_KHR_subgroup_vote, SPV_KHR_subgroup_rotate,
//! SPV_EXT_shader_subgroup_partitioned, SPV_KHR_quad_control; Vulkan's Standalone and Runtime SPIR-V).
//!
//! `sync` checks which scopes must be constant and which ones Vulkan allows.

use super::Checker;
use super::module::{Flags, Inst, Kind, Scalar, Type};
use super::rule::rules;
use super::signature::is_constant;
use crate::check::message;
use crate::check::message::named;
use crate::target::SpirvVersion;
use crate::words::grammar::OperandKind;
use spirv::{Capability, GroupOperation, Op, Scope};

rules! {
    /// Groups of invocations.
    Subgroup "subgroup" {
        Execution "execution" "SPIR-V §3.52.24": "the scope of execution is Workgroup or Subgroup";
        Result "result" "SPIR-V §3.52.24": "the result's type is one that the instruction returns";
        Operand "operand" "SPIR-V §3.52.24": "an operand's type is one that the instruction takes, given the result's";
        Constant "constant" "SPIR-V §3.52.24":
            "the direction of a swap is a constant, and before SPIR-V 1.5 the invocation of a broadcast";
        Direction "direction" "SPIR-V §3.52.24 OpGroupNonUniformQuadSwap": "the direction of a swap is 0, 1 or 2" [ours:
            "OpGroupNonUniformQuadSwap: Direction is 0 for horizontal, 1 for vertical, 2 for diagonal"];
        Cluster "cluster" "SPIR-V §3.52.24":
            "the size of clusters is a constant, a power of two for a rotation, and there is one for ClusteredReduce only";
        Partition "partition" "SPV_EXT_shader_subgroup_partitioned §3.3.24":
            "there is a ballot for the partitioned operations";
        PartitionOperation "partition-operation" "SPV_EXT_shader_subgroup_partitioned, Validation Rules":
            "partitioned operations are used with arithmetic OpGroupNonUniform instructions only" [ours:
            "The Partitioned Group Operations can only be used with the OpGroupNonUniformIAdd, OpGroupNonUniformFAdd, OpGroupNonUniformIMul and the others of the list, which has no OpGroupNonUniformBallotBitCount and no instruction of Groups"];
        BallotCount "ballot-count" vuid "VUID-StandaloneSpirv-OpGroupNonUniformBallotBitCount-04685"
            "Vulkan, Standalone SPIR-V": "OpGroupNonUniformBallotBitCount is Reduce, InclusiveScan or ExclusiveScan";
    }
}

/// The kinds of numbers that an instruction takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kinds {
    Floats,
    Ints,
    /// Unsigned integers.
    Unsigned,
    Bools,
    /// Floats, integers or Booleans.
    All,
}

/// The types of the result and of the operands after the scope.
#[derive(Clone, Copy)]
enum Shape {
    Elect,
    /// A Boolean, from a Boolean.
    Vote,
    /// A Boolean, from any value.
    AllEqual,
    /// The value's type; the second operand is an invocation, mask or delta.
    Pick,
    /// The value's type.
    First,
    /// A ballot, from a Boolean.
    Ballot,
    InverseBallot,
    BitExtract,
    BitCount,
    FindBit,
    /// The value's type; a group operation precedes the value.
    Reduce(Kinds),
    Swap,
    Rotate,
    /// A ballot, from any value.
    Partition,
    /// The value's type; the second operand is a local id of up to three dimensions.
    Broadcast,
}

/// Whether an instruction is for groups, in uniform control flow or as AMD's are for any. `sync` checks its scope (SPIR-V
/// §3.52.21, Group and Subgroup Instructions; SPV_KHR_uniform_group_instructions; SPV_AMD_shader_ballot).
fn is_group(inst: &Inst) -> bool {
    matches!(inst.opcode, 261..=271 | 5000..=5007 | 6401..=6408)
}

/// Whether spirv-val looks at the types of an instruction: at those of the non-uniform ones.
fn is_judged(inst: &Inst) -> bool {
    matches!(inst.opcode, 333..=366 | 4431 | 5296)
}

/// The shape, and whether the first operand is a scope.
fn shape(inst: &Inst) -> Option<(Shape, bool)> {
    let shape = match inst.opcode {
        333 => Shape::Elect,
        334 | 335 => Shape::Vote,
        336 => Shape::AllEqual,
        337 | 345..=348 | 365 => Shape::Pick,
        338 => Shape::First,
        339 => Shape::Ballot,
        340 => Shape::InverseBallot,
        341 => Shape::BitExtract,
        342 => Shape::BitCount,
        343 | 344 => Shape::FindBit,
        349 | 351 | 353 | 356 | 359..=361 => Shape::Reduce(Kinds::Ints),
        354 | 357 => Shape::Reduce(Kinds::Unsigned),
        350 | 352 | 355 | 358 => Shape::Reduce(Kinds::Floats),
        362..=364 => Shape::Reduce(Kinds::Bools),
        366 => Shape::Swap,
        261 | 262 => Shape::Vote,
        263 => Shape::Broadcast,
        264 | 267 | 268 | 270 | 271 | 6401 | 6403..=6405 => Shape::Reduce(Kinds::Ints),
        265 | 266 | 269 | 6402 => Shape::Reduce(Kinds::Floats),
        5000 | 5003 | 5004 | 5006 | 5007 => Shape::Reduce(Kinds::Ints),
        5001 | 5002 | 5005 => Shape::Reduce(Kinds::Floats),
        6406..=6408 => Shape::Reduce(Kinds::Bools),
        4431 => Shape::Rotate,
        // The instructions of these extensions have no scope operand.
        4421 => return Some((Shape::Ballot, false)),
        4422 => return Some((Shape::First, false)),
        4428 | 4429 | 5110 | 5111 => return Some((Shape::Vote, false)),
        4430 => return Some((Shape::AllEqual, false)),
        4432 => return Some((Shape::Pick, false)),
        5296 => return Some((Shape::Partition, false)),
        _ => return None,
    };
    Some((shape, true))
}

const UNSIGNED: Scalar = Scalar::Int {
    width: 32,
    signed: false,
};

/// Whether a type is a vector of four unsigned 32-bit integers, with one bit for each invocation.
fn is_ballot(ty: Option<&Type<'_>>) -> bool {
    ty.is_some_and(|ty| ty.is_vector() && ty.scalar == UNSIGNED && ty.lanes == 4)
}

/// Whether a type is a vector of four 32-bit integers of either signedness (SPV_EXT_shader_subgroup_partitioned).
fn is_partition(ty: Option<&Type<'_>>) -> bool {
    ty.is_some_and(|ty| ty.is_vector() && matches!(ty.scalar, Scalar::Int { width: 32, .. }) && ty.lanes == 4)
}

fn is_bool(ty: Option<&Type<'_>>) -> bool {
    ty.is_some_and(|ty| ty.kind == Kind::Bool)
}

fn is_unsigned(ty: Option<&Type<'_>>) -> bool {
    ty.is_some_and(|ty| ty.is_int() && matches!(ty.scalar, Scalar::Int { signed: false, .. }))
}

fn is_of(ty: Option<&Type<'_>>, kinds: Kinds) -> bool {
    ty.is_some_and(|ty| {
        let (float, int, bool) = (ty.is_float_or_vector(), ty.is_int_or_vector(), ty.is_bool_or_vector());
        match kinds {
            Kinds::Floats => float,
            Kinds::Ints => int,
            Kinds::Unsigned => int && matches!(ty.scalar, Scalar::Int { signed: false, .. }),
            Kinds::Bools => bool,
            Kinds::All => (float && !ty.flags.contains(Flags::ENCODED_FLOAT)) || int || bool,
        }
    })
}

struct At<'x, 'c, 'w> {
    cx: &'x mut Checker<'c, 'w>,
    inst: &'x Inst,
    /// The operands after the scope.
    operands: &'w [u32],
}

impl At<'_, '_, '_> {
    fn id(&self, index: usize) -> u32 {
        self.operands.get(index).copied().unwrap_or(0)
    }

    fn result(&mut self, fits: bool) {
        if !fits {
            let module = self.cx.module;
            self.cx.violate_part(
                Subgroup::Result,
                is_judged(self.inst),
                self.inst,
                format_args!("the result type {} does not fit", module.show(self.inst.result_type)),
            );
        }
    }

    fn operand(&mut self, index: usize, fits: bool, expected: &str) {
        let module = self.cx.module;
        let id = self.id(index);
        if !fits && module.def(id).is_some() {
            let message = format_args!("operand {} should be {expected}", module.show(id));
            self.cx
                .violate_part(Subgroup::Operand, is_judged(self.inst), self.inst, message);
        }
    }

    /// Checks that an operand has the result's type.
    fn same(&mut self, index: usize) {
        let fits = self.cx.module.type_id(self.id(index)) == self.inst.result_type;
        self.operand(index, fits, "of the result's type");
    }

    fn constant(&mut self, index: usize) {
        let module = self.cx.module;
        let id = self.id(index);
        if module.def(id).is_some() && !is_constant(module, id) {
            let message = format_args!("{} is no constant", module.show(id));
            self.cx.violate(Subgroup::Constant, self.inst, message);
        }
    }

    fn cluster(&mut self, index: usize, wanted: bool) {
        let module = self.cx.module;
        let report = |cx: &mut Checker<'_, '_>, inst: &Inst, message: &str| {
            cx.violate(Subgroup::Cluster, inst, format_args!("{message}"));
        };
        let id = self.id(index);
        if id == 0 {
            if wanted {
                report(self.cx, self.inst, "there is no size");
            }
            return;
        }
        if module.def(id).is_none() {
            return;
        }
        if !is_unsigned(module.type_of(id)) {
            report(self.cx, self.inst, "the size is no unsigned integer");
        } else if !is_constant(module, id) {
            report(self.cx, self.inst, "the size is no constant");
        } else if wanted {
            // For ClusteredReduce, "behavior is undefined unless ClusterSize is at least 1 and a power of 2", which
            // does not make a module invalid.
        } else if module
            .constant_int(id)
            .is_some_and(|size| size < 1 || size & (size - 1) != 0)
        {
            report(self.cx, self.inst, "the size is no power of two");
        }
    }
}

/// Checks group operations that only some instructions allow. `typing` calls [`check`] for instructions.
pub(super) fn run(cx: &mut Checker<'_, '_>) {
    const PARTITIONED: [GroupOperation; 3] = [
        GroupOperation::PartitionedReduceNV,
        GroupOperation::PartitionedInclusiveScanNV,
        GroupOperation::PartitionedExclusiveScanNV,
    ];
    let module = cx.module;
    if !module.has_capability(Capability::GroupNonUniformPartitionedNV) {
        return;
    }
    for used in &module.enumerants {
        let partitioned = PARTITIONED.iter().any(|&operation| operation as u32 == used.value);
        if used.kind != OperandKind::GroupOperation || !partitioned {
            continue;
        }
        if let Some(inst) = module.inst(used.inst).filter(|inst| !matches!(inst.opcode, 349..=364)) {
            let message = format_args!("the operation is {}", message::group_operation(used.value));
            cx.violate(Subgroup::PartitionOperation, inst, message);
        }
    }
}

/// Checks an instruction if it is one of this family.
pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let Some((shape, scoped)) = shape(inst) else { return };
    let module = cx.module;
    let operands = module.operands(inst).get(usize::from(scoped)..).unwrap_or(&[]);
    if scoped && !is_group(inst) {
        let scope = module.constant_u32(module.operand(inst, 0)).and_then(Scope::from_u32);
        if let Some(scope) = scope.filter(|scope| !matches!(scope, Scope::Workgroup | Scope::Subgroup)) {
            cx.violate(
                Subgroup::Execution,
                inst,
                format_args!("the execution scope is {scope}", scope = named(scope)),
            );
        }
    }
    let result = module.result_type(inst);
    if result.is_none() {
        return;
    }
    let mut at = At { cx, inst, operands };
    match shape {
        Shape::Elect => at.result(is_bool(result)),
        Shape::Vote => {
            at.result(is_bool(result));
            let fits = is_bool(module.type_of(at.id(0)));
            at.operand(0, fits, "a Boolean");
        }
        Shape::AllEqual => {
            at.result(is_bool(result));
            // The instruction of the extension takes only Booleans.
            let kinds = if scoped { Kinds::All } else { Kinds::Bools };
            let fits = is_of(module.type_of(at.id(0)), kinds);
            at.operand(0, fits, "of numbers or Booleans");
        }
        Shape::Pick | Shape::First | Shape::Swap | Shape::Rotate => pick(&mut at, shape, result),
        Shape::Ballot | Shape::InverseBallot | Shape::BitExtract | Shape::BitCount | Shape::FindBit => {
            ballot(&mut at, shape, result);
        }
        Shape::Broadcast => {
            at.result(is_of(result, Kinds::All));
            at.same(0);
            let fits = |ty: &Type<'_>| ty.is_int_or_vector() && ty.lanes <= 3;
            let fits = module.type_of(at.id(1)).is_some_and(fits);
            at.operand(1, fits, "an integer, or a vector of two or three");
        }
        Shape::Partition => {
            at.result(is_partition(result));
            let fits = is_of(module.type_of(at.id(0)), Kinds::All);
            at.operand(0, fits, "of numbers or Booleans");
        }
        Shape::Reduce(kinds) => {
            at.result(is_of(result, kinds));
            at.same(1);
            let operation = GroupOperation::from_u32(at.id(0));
            match operation {
                _ if is_group(inst) => {}
                Some(GroupOperation::ClusteredReduce) => at.cluster(2, true),
                // With a partitioned operation, the last operand is a ballot.
                Some(
                    GroupOperation::PartitionedReduceNV
                    | GroupOperation::PartitionedInclusiveScanNV
                    | GroupOperation::PartitionedExclusiveScanNV,
                ) => {
                    if at.id(2) == 0 {
                        let message = format_args!("there is no ballot of the partition");
                        at.cx.violate(Subgroup::Partition, inst, message);
                    }
                    let fits = is_partition(module.type_of(at.id(2)));
                    at.operand(2, fits, "a vector of four integers of 32 bits");
                }
                _ if at.id(2) != 0 => {
                    let message = format_args!("a size is given without ClusteredReduce");
                    at.cx.violate_part(Subgroup::Cluster, false, inst, message);
                }
                _ => {}
            }
        }
    }
}

/// Instructions that read values of other invocations.
fn pick(at: &mut At<'_, '_, '_>, shape: Shape, result: Option<&Type<'_>>) {
    at.result(is_of(result, Kinds::All));
    // SPV_KHR_shader_ballot has these instructions for scalars of 32 bits only.
    let narrow = |ty: &Type<'_>| (ty.is_int() || ty.is_float()) && ty.width() == 32;
    if matches!(at.inst.opcode, 4422 | 4432) && is_of(result, Kinds::All) && !result.is_some_and(narrow) {
        let message = format_args!(
            "the result type {} is no number of 32 bits",
            at.cx.module.show(at.inst.result_type)
        );
        at.cx.violate_part(Subgroup::Result, false, at.inst, message);
    }
    at.same(0);
    if matches!(shape, Shape::First) {
        return;
    }
    let module = at.cx.module;
    let ty = module.type_of(at.id(1));
    // The instruction of the extension takes 32-bit integers of either signedness.
    let fits = match at.inst.opcode {
        4432 => ty.is_some_and(Type::is_int32),
        _ => is_unsigned(ty),
    };
    at.operand(1, fits, "an unsigned integer");
    let broadcast = matches!(
        at.inst.op,
        Op::GroupNonUniformBroadcast | Op::GroupNonUniformQuadBroadcast
    );
    if matches!(shape, Shape::Swap) || (broadcast && !at.cx.at_least(SpirvVersion::V1_5)) {
        at.constant(1);
    }
    match shape {
        Shape::Swap => {
            let direction = module.constant_int(at.id(1));
            if let Some(direction) = direction.filter(|&direction| direction > 2) {
                let message = format_args!("the direction is {direction}");
                at.cx.violate(Subgroup::Direction, at.inst, message);
            }
        }
        Shape::Rotate => at.cluster(2, false),
        _ => {}
    }
}

/// Instructions on ballots.
fn ballot(at: &mut At<'_, '_, '_>, shape: Shape, result: Option<&Type<'_>>) {
    let module = at.cx.module;
    const DUE: &str = "a vector of four unsigned integers of 32 bits";
    let is = |at: &At<'_, '_, '_>, index: usize| is_ballot(module.type_of(at.id(index)));
    match shape {
        Shape::Ballot => {
            // The extension's ballot may have signed components.
            let extension = at.inst.opcode == 4421;
            at.result(is_ballot(result) || (extension && is_partition(result)));
            let fits = is_bool(module.type_of(at.id(0)));
            at.operand(0, fits, "a Boolean");
        }
        Shape::InverseBallot => {
            at.result(is_bool(result));
            let fits = is(at, 0);
            at.operand(0, fits, DUE);
        }
        Shape::BitExtract => {
            at.result(is_bool(result));
            let fits = is(at, 0);
            at.operand(0, fits, DUE);
            let fits = is_unsigned(module.type_of(at.id(1)));
            at.operand(1, fits, "an unsigned integer");
        }
        Shape::BitCount => {
            at.result(is_unsigned(result));
            let fits = is(at, 1);
            at.operand(1, fits, DUE);
            let operation = at.id(0);
            if at.cx.target.is_vulkan() && operation > GroupOperation::ExclusiveScan as u32 {
                let message = format_args!("the operation is {}", message::group_operation(operation));
                at.cx.violate(Subgroup::BallotCount, at.inst, message);
            }
        }
        _ => {
            at.result(is_unsigned(result));
            let fits = is(at, 0);
            at.operand(0, fits, DUE);
        }
    }
}
