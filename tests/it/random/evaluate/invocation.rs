//! One invocation of a compute shader: its memory, and its synchronization with the others of its workgroup.
//!
//! Invocations are threads of which one runs at a time: the one that holds the memory's lock. Another one runs when an
//! invocation waits, at a barrier or a subgroup operation, or ends. The order of execution between these points depends
//! only on which thread is first, which a shader without data races cannot observe.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use naga::AddressSpace;
use naga::proc::BoundsCheckPolicy;

use super::program::Program;
use super::value::{Pointer, Root, Value, zero};

type Result<T> = std::result::Result<T, String>;

/// The maximum number of statements of one invocation; valid shaders execute far fewer.
const STEPS: u64 = 20_000_000;

/// The state that all invocations of a workgroup share.
pub struct Shared {
    /// The values of buffers and workgroup variables, by index.
    pub globals: Vec<Option<Value>>,
    /// The value of each waiting invocation.
    arrived: Vec<Option<Value>>,
    /// The values of the last time that all invocations had arrived.
    gathered: Vec<Value>,
    /// The number of times that all invocations have arrived.
    rounds: u64,
    /// The number of invocations that have ended or failed, for which none must wait.
    ended: usize,
    fault: Option<String>,
}

pub struct Workgroup {
    shared: Mutex<Shared>,
    changed: Condvar,
    size: usize,
}

impl Workgroup {
    pub fn new(globals: Vec<Option<Value>>, size: usize) -> Self {
        Self {
            shared: Mutex::new(Shared {
                globals,
                arrived: vec![None; size],
                gathered: Vec::new(),
                rounds: 0,
                ended: 0,
                fault: None,
            }),
            changed: Condvar::new(),
            size,
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that an invocation could not start.
    pub fn fail(&self, fault: String) {
        let mut shared = self.lock();
        shared.ended += 1;
        shared.fault.get_or_insert(fault);
        self.changed.notify_all();
    }

    /// The memory after all invocations have ended.
    pub fn finish(self) -> Result<Vec<Option<Value>>> {
        let shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.fault.map_or(Ok(shared.globals), Err)
    }
}

pub struct Invocation<'a> {
    program: &'a Program<'a>,
    policy: BoundsCheckPolicy,
    workgroup: &'a Workgroup,
    shared: Option<MutexGuard<'a, Shared>>,
    /// Its index in the workgroup and in the subgroup.
    pub lane: usize,
    private: Vec<Option<Value>>,
    /// The variables of all active calls.
    pub stack: Vec<Value>,
    steps: u64,
}

impl<'a> Invocation<'a> {
    pub fn new(
        program: &'a Program<'a>,
        policy: BoundsCheckPolicy,
        workgroup: &'a Workgroup,
        lane: usize,
    ) -> Result<Self> {
        let mut inv = Self {
            program,
            policy,
            workgroup,
            shared: Some(workgroup.lock()),
            lane,
            private: Vec::new(),
            stack: Vec::new(),
            steps: 0,
        };
        for (_, variable) in program.module.global_variables.iter() {
            let private = variable.space == AddressSpace::Private;
            let value = match (private, variable.init) {
                (false, _) => None,
                (true, Some(init)) => Some(program.constant(init)?),
                (true, None) => Some(zero(program, variable.ty)?),
            };
            inv.private.push(value);
        }
        Ok(inv)
    }

    /// Ends the invocation, successfully or with a fault.
    pub fn end(mut self, fault: Option<String>) {
        if let Some(mut shared) = self.shared.take() {
            shared.ended += 1;
            if shared.fault.is_none() {
                let waiting = shared.arrived.iter().any(Option::is_some);
                shared.fault = fault.or_else(|| waiting.then(|| "one ends where others wait".to_owned()));
            }
            drop(shared);
            self.workgroup.changed.notify_all();
        }
    }

    pub fn program(&self) -> &'a Program<'a> {
        self.program
    }

    pub fn policy(&self) -> BoundsCheckPolicy {
        self.policy
    }

    pub fn step(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err("it does not end".to_owned());
        }
        Ok(())
    }

    /// Waits for all invocations, each of which provides a value, and returns the values of all.
    pub fn meet(&mut self, value: Value) -> Result<Vec<Value>> {
        let lost = || "an invocation without memory".to_owned();
        let mut shared = self.shared.take().ok_or_else(lost)?;
        shared.arrived[self.lane] = Some(value);
        if shared.ended > 0 && shared.fault.is_none() {
            shared.fault = Some("one waits for others that ended".to_owned());
        }
        if shared.arrived.iter().all(Option::is_some) {
            let all: Vec<Value> = shared.arrived.iter_mut().filter_map(Option::take).collect();
            shared.gathered = all;
            shared.rounds += 1;
        }
        let round = if shared.arrived[self.lane].is_some() {
            shared.rounds + 1
        } else {
            shared.rounds
        };
        self.workgroup.changed.notify_all();
        while shared.rounds < round && shared.fault.is_none() {
            shared = self
                .workgroup
                .changed
                .wait(shared)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let fault = shared.fault.clone();
        let gathered = shared.gathered.clone();
        self.shared = Some(shared);
        match fault {
            Some(fault) => Err(fault),
            None if gathered.len() == self.workgroup.size => Ok(gathered),
            None => Err("not all have come".to_owned()),
        }
    }

    fn root(&self, root: Root) -> Result<&Value> {
        let found = match root {
            Root::Local(at) => self.stack.get(at),
            Root::Global(at) => match &self.private[at] {
                Some(value) => Some(value),
                None => self.shared.as_ref().and_then(|shared| shared.globals[at].as_ref()),
            },
        };
        found.ok_or_else(|| format!("{root:?} has no memory"))
    }

    fn root_mut(&mut self, root: Root) -> Result<&mut Value> {
        let found = match root {
            Root::Local(at) => self.stack.get_mut(at),
            Root::Global(at) => match &mut self.private[at] {
                Some(value) => Some(value),
                None => self.shared.as_mut().and_then(|shared| shared.globals[at].as_mut()),
            },
        };
        found.ok_or_else(|| format!("{root:?} has no memory"))
    }

    fn at(&self, pointer: &Pointer) -> Result<&Value> {
        let mut value = self.root(pointer.root)?;
        for &index in &pointer.path {
            value = value.parts()?.get(index).ok_or("a place that is not there")?;
        }
        Ok(value)
    }

    /// Fails for an access out of range, unless the policy defines its result.
    fn outside(&self) -> Result<()> {
        if self.policy == BoundsCheckPolicy::Unchecked {
            return Err("an index is out of range".to_owned());
        }
        Ok(())
    }

    pub fn load(&self, pointer: &Pointer) -> Result<Value> {
        if pointer.outside {
            self.outside()?;
        }
        let value = self.at(pointer)?;
        Ok(if pointer.outside { value.zeroed() } else { value.clone() })
    }

    pub fn store(&mut self, pointer: &Pointer, stored: Value) -> Result<()> {
        if pointer.outside {
            return self.outside();
        }
        let mut value = self.root_mut(pointer.root)?;
        for &index in &pointer.path {
            let Value::Parts(parts) = value else {
                return Err("a place in a scalar".to_owned());
            };
            value = parts.get_mut(index).ok_or("a place that is not there")?;
        }
        *value = stored;
        Ok(())
    }

    /// The number of elements behind a pointer.
    pub fn length(&self, pointer: &Pointer) -> Result<usize> {
        Ok(self.at(pointer)?.parts()?.len())
    }
}
