//! Evaluates a compute shader from naga's IR by WGSL's semantics: an oracle that shares no code with the library under
//! test, with naga's backend or with the driver.
//!
//! It supports all exact operations: integers and floats of every width, vectors, matrices, arrays, structures, control
//! flow, calls, pointers, buffers, workgroup memory, barriers, atomics and subgroup operations. Floats are rounded to
//! nearest, so a shader must use only numbers for which all rounding modes agree.

#[path = "evaluate/effects.rs"]
mod effects;
#[path = "evaluate/frame.rs"]
mod frame;
#[path = "evaluate/invocation.rs"]
mod invocation;
#[path = "evaluate/math.rs"]
mod math;
#[path = "evaluate/number.rs"]
mod number;
#[path = "evaluate/program.rs"]
mod program;
#[path = "evaluate/value.rs"]
mod value;

use naga::proc::BoundsCheckPolicy;
use naga::{AddressSpace, Binding, BuiltIn, EntryPoint, Handle, Module, Type};

use super::prng::Random;
use invocation::{Invocation, Workgroup};
use number::{Number, U32};
use program::Program;
use value::{Places, Value, zero};

/// The stack of one invocation in bytes: every nested block of the shader is a call here.
const STACK: usize = 8 << 20;

/// The type of the buffer at a binding of group 0.
fn bound(module: &Module, binding: u32) -> Option<Handle<Type>> {
    let bound = |variable: &naga::GlobalVariable| {
        let at = variable.binding?;
        ((at.group, at.binding) == (0, binding)).then_some(variable.ty)
    };
    module.global_variables.iter().find_map(|(_, variable)| bound(variable))
}

/// The contents of the buffer at a binding of group 0 before the shader runs, of `size` bytes.
pub fn contents(module: &Module, binding: u32, size: usize, random: &mut Random) -> Result<Vec<u8>, String> {
    match bound(module, binding) {
        Some(ty) => Places { module, size }.fill(ty, random),
        None => Ok(vec![0; size]),
    }
}

/// Removes from the contents of a buffer what two correct implementations may differ in.
pub fn comparable(module: &Module, binding: u32, mut bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    if let Some(ty) = bound(module, binding) {
        let size = bytes.len();
        Places { module, size }.forget_signs_of_zeros(ty, &mut bytes)?;
    }
    Ok(bytes)
}

/// Executes the entry point and returns the contents of the buffers. `given` are the values of overrides, by key. The
/// error is an unsupported construct, or undefined behaviour of the shader.
pub fn run(
    module: &Module,
    given: &[(String, f64)],
    entry: &EntryPoint,
    policy: BoundsCheckPolicy,
    buffers: &[(u32, Vec<u8>)],
    workgroups: u32,
) -> Result<Vec<Vec<u8>>, String> {
    let bytes = |variable: &naga::GlobalVariable| {
        let at = variable.binding?;
        buffers
            .iter()
            .find(|(binding, _)| *binding == at.binding)
            .map(|(_, bytes)| bytes)
    };
    let program = Program::new(module, given)?;
    let mut globals = Vec::new();
    for (_, variable) in module.global_variables.iter() {
        let value = match bytes(variable) {
            Some(bytes) => Some(
                Places {
                    module,
                    size: bytes.len(),
                }
                .read(variable.ty, bytes)?,
            ),
            None => None,
        };
        globals.push(value);
    }
    for workgroup in 0..workgroups {
        globals = run_workgroup(&program, entry, policy, globals, [workgroup, workgroups])?;
    }
    let mut results = Vec::new();
    for (binding, before) in buffers {
        let mut after = before.clone();
        for ((_, variable), value) in module.global_variables.iter().zip(&globals) {
            if let (Some(at), Some(value)) = (variable.binding, value) {
                if at.binding == *binding {
                    Places {
                        module,
                        size: after.len(),
                    }
                    .write(variable.ty, value, &mut after)?;
                }
            }
        }
        results.push(after);
    }
    Ok(results)
}

/// Executes one workgroup; `place` are its index and the number of workgroups.
fn run_workgroup(
    program: &Program,
    entry: &EntryPoint,
    policy: BoundsCheckPolicy,
    mut globals: Vec<Option<Value>>,
    place: [u32; 2],
) -> Result<Vec<Option<Value>>, String> {
    for ((_, variable), value) in program.module.global_variables.iter().zip(&mut globals) {
        if variable.space == AddressSpace::WorkGroup {
            *value = Some(zero(program, variable.ty)?);
        }
    }
    let extents = program.workgroup_size(entry)?;
    let size = extents.iter().product::<u32>();
    let workgroup = Workgroup::new(globals, size as usize);
    std::thread::scope(|scope| -> Result<(), String> {
        for lane in 0..size {
            let workgroup = &workgroup;
            let work = move || {
                let mut inv = match Invocation::new(program, policy, workgroup, lane as usize) {
                    Ok(inv) => inv,
                    Err(fault) => return workgroup.fail(fault),
                };
                let result = arguments(program.module, entry, extents, lane, place)
                    .and_then(|arguments| frame::call(&mut inv, &entry.function, arguments));
                inv.end(result.err());
            };
            let builder = std::thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, work).map_err(|error| error.to_string())?;
        }
        Ok(())
    })?;
    workgroup.finish()
}

/// The built-in inputs of an invocation.
fn arguments(
    module: &Module,
    entry: &EntryPoint,
    [x, y, z]: [u32; 3],
    lane: u32,
    [id, count]: [u32; 2],
) -> Result<Vec<Value>, String> {
    let local = [lane % x, lane / x % y, lane / x / y];
    let global = [id * x + local[0], local[1], local[2]];
    let word = |value: u32| Value::Number(Number::integer(U32, i128::from(value)));
    let words = |values: [u32; 3]| Value::Parts(values.map(word).to_vec());
    let value = |binding: Option<&Binding>| match binding {
        Some(Binding::BuiltIn(BuiltIn::GlobalInvocationId)) => Ok(words(global)),
        Some(Binding::BuiltIn(BuiltIn::LocalInvocationId)) => Ok(words(local)),
        Some(Binding::BuiltIn(BuiltIn::LocalInvocationIndex | BuiltIn::SubgroupInvocationId)) => Ok(word(lane)),
        Some(Binding::BuiltIn(BuiltIn::WorkGroupId)) => Ok(words([id, 0, 0])),
        Some(Binding::BuiltIn(BuiltIn::NumWorkGroups)) => Ok(words([count, 1, 1])),
        Some(Binding::BuiltIn(BuiltIn::SubgroupSize)) => Ok(word(x * y * z)),
        Some(Binding::BuiltIn(BuiltIn::NumSubgroups)) => Ok(word(1)),
        Some(Binding::BuiltIn(BuiltIn::SubgroupId)) => Ok(word(0)),
        other => Err(format!("the input {other:?}")),
    };
    let mut found = Vec::new();
    for argument in &entry.function.arguments {
        found.push(match (&argument.binding, &module.types[argument.ty].inner) {
            (None, naga::TypeInner::Struct { members, .. }) => {
                let members: Result<Vec<Value>, String> = members.iter().map(|m| value(m.binding.as_ref())).collect();
                Value::Parts(members?)
            }
            (binding, _) => value(binding.as_ref())?,
        });
    }
    Ok(found)
}
