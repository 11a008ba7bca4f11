//! A running module.

use std::fmt;

use wasmi::errors::{ErrorKind, HostError, InstantiationError, MemoryError, TableError};
use wasmi::{Error, Memory, Store, StoreLimits, StoreLimitsBuilder, TrapCode, TypedFunc, TypedResumableCall};

use super::compiled::Compiled;
use arena_bots::module::ModuleRole;

/// The greatest number of bytes of debug text in a turn.
const MOST_LOG: usize = 1024;
/// The size of a page of memory in bytes.
const PAGE: usize = 0x1_0000;
/// The greatest number of elements of a table.
const MOST_ELEMENTS: usize = 10_000;
/// The fuel after which a long call lets others have their turn: about a millisecond.
const SLICE: u64 = 2_000_000;

/// What belongs to an instance on the side of the arena.
#[derive(Debug)]
pub(crate) struct HostData {
    limits: StoreLimits,
    /// The debug text.
    pub log: Vec<u8>,
}

impl HostData {
    /// Returns how many bytes of debug text may follow.
    pub(crate) const fn log_room(&self) -> usize {
        MOST_LOG.saturating_sub(self.log.len())
    }
}

/// The limits of an instance. A refused growth ends the call, so that the module loses for this reason. It would otherwise
/// be handled in the module, usually by a trap that says nothing.
fn limits(pages: u32) -> StoreLimits {
    let limits = StoreLimitsBuilder::new().memory_size(pages as usize * PAGE).table_elements(MOST_ELEMENTS);
    limits.instances(1).tables(8).memories(1).trap_on_grow_failure(true).build()
}

/// A call of `env.abort`.
#[derive(Debug)]
pub(crate) struct Abort(pub String);

impl fmt::Display for Abort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HostError for Abort {}

/// Why a call has ended without a result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CallError {
    /// It used all of its fuel.
    Fuel,
    /// It asked for too much memory, or too large a table.
    Memory,
    /// It called `env.abort`.
    Abort(String),
    Trap(String),
    /// The arena needs no result any more.
    Stopped,
}

impl From<&Error> for CallError {
    fn from(error: &Error) -> Self {
        if let Some(Abort(text)) = error.downcast_ref::<Abort>() {
            return Self::Abort(text.clone());
        }
        match error.kind() {
            ErrorKind::TrapCode(TrapCode::OutOfFuel) => Self::Fuel,
            ErrorKind::TrapCode(TrapCode::GrowthOperationLimited) => Self::Memory,
            ErrorKind::Memory(MemoryError::OutOfFuel { .. }) | ErrorKind::Table(TableError::OutOfFuel { .. }) => {
                Self::Fuel
            }
            ErrorKind::Memory(_) | ErrorKind::Table(_) => Self::Memory,
            ErrorKind::Instantiation(InstantiationError::FailedToInstantiateMemory(_)) => Self::Memory,
            ErrorKind::Instantiation(InstantiationError::FailedToInstantiateTable(_)) => Self::Memory,
            _ => Self::Trap(error.to_string()),
        }
    }
}

/// The function of a module that the arena calls most.
#[derive(Clone, Copy)]
enum Entry {
    Evaluate(TypedFunc<(), i32>),
    Choose(TypedFunc<i32, i32>),
}

/// A running module.
pub(crate) struct Instance {
    pub store: Store<HostData>,
    instance: wasmi::Instance,
    memory: Memory,
    entry: Entry,
    /// The address of the module's buffer.
    pub address: usize,
}

impl Instance {
    /// Creates an instance. The start section runs, but not `start`.
    pub(crate) fn unstarted(compiled: &Compiled, fuel: u64) -> Result<Self, Error> {
        let state = HostData { limits: limits(compiled.limits.pages), log: Vec::new() };
        let mut store = Store::new(compiled.module.engine(), state);
        store.limiter(|state| &mut state.limits);
        store.set_fuel(fuel)?;
        let instance = compiled.linker.instantiate_and_start(&mut store, &compiled.module)?;
        let memory = instance.get_memory(&store, "memory").ok_or_else(|| Error::new("the memory is missing"))?;
        let entry = match compiled.role {
            ModuleRole::Evaluation => Entry::Evaluate(instance.get_typed_func(&store, "evaluate")?),
            ModuleRole::Bot => Entry::Choose(instance.get_typed_func(&store, "choose")?),
        };
        Ok(Self { store, instance, memory, entry, address: 0 })
    }

    /// Creates an instance, calls `start` with the size of the board if the module has such a function, and asks for the
    /// address of the buffer.
    pub(crate) fn new(compiled: &Compiled, (columns, rows): (u32, u32), fuel: u64) -> Result<Self, Error> {
        let mut made = Self::unstarted(compiled, fuel)?;
        let store = &mut made.store;
        match compiled.start_gets_size {
            None => {}
            Some(false) => made.instance.get_typed_func::<(), ()>(&*store, "start")?.call(store, ())?,
            Some(true) => {
                let size = (columns.cast_signed(), rows.cast_signed());
                made.instance.get_typed_func::<(i32, i32), ()>(&*store, "start")?.call(store, size)?;
            }
        }
        made.address = made.number("input")?.cast_unsigned() as usize;
        Ok(made)
    }

    fn number(&mut self, name: &str) -> Result<i32, Error> {
        self.instance.get_typed_func::<(), i32>(&self.store, name)?.call(&mut self.store, ())
    }

    /// Returns the version of the interface.
    pub(crate) fn version(mut self) -> Result<i32, Error> {
        self.number("version")
    }

    /// Returns the fuel that is left.
    pub(crate) fn fuel(&self) -> u64 {
        self.store.get_fuel().expect("the configuration asks for fuel")
    }

    fn set_fuel(&mut self, fuel: u64) {
        self.store.set_fuel(fuel).expect("the configuration asks for fuel");
    }

    /// Writes `bytes` into the module's buffer. Returns false if the buffer does not lie in the memory.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        let buffer = self.memory.data_mut(&mut self.store).get_mut(self.address..);
        let buffer = buffer.and_then(|rest| rest.get_mut(..bytes.len()));
        buffer.map(|buffer| buffer.copy_from_slice(bytes)).is_some()
    }

    /// Calls `evaluate` with this fuel. Returns its result and the fuel that it used.
    pub(crate) fn evaluate(&mut self, fuel: u64) -> (Result<i32, CallError>, u64) {
        let Entry::Evaluate(evaluate) = self.entry else { unreachable!("the module is an evaluation") };
        self.set_fuel(fuel);
        let result = evaluate.call(&mut self.store, ()).map_err(|error| CallError::from(&error));
        let used = if result == Err(CallError::Fuel) { fuel } else { fuel - self.fuel() };
        (result, used)
    }

    /// Calls `choose` with this fuel, in slices. Returns its result and the fuel that it used. `proceed` is called between
    /// two slices and ends the call by returning false.
    pub(crate) fn choose(
        &mut self,
        moves: i32,
        fuel: u64,
        proceed: &mut dyn FnMut() -> bool,
    ) -> (Result<i32, CallError>, u64) {
        let Entry::Choose(choose) = self.entry else { unreachable!("the module is a bot") };
        let mut granted = fuel.min(SLICE);
        self.set_fuel(granted);
        let mut call = choose.call_resumable(&mut self.store, moves);
        loop {
            let used = granted - self.fuel();
            let paused = match call {
                Ok(TypedResumableCall::Finished(index)) => return (Ok(index), used),
                Ok(TypedResumableCall::HostTrap(trap)) => return (Err(CallError::from(trap.host_error())), used),
                Ok(TypedResumableCall::OutOfFuel(paused)) => paused,
                Err(error) => return (Err(CallError::from(&error)), used),
            };
            let left = fuel - used;
            if paused.required_fuel() > left {
                return (Err(CallError::Fuel), fuel);
            }
            if !proceed() {
                return (Err(CallError::Stopped), used);
            }
            let slice = left.min(SLICE.max(paused.required_fuel()));
            granted = used + slice;
            self.set_fuel(slice);
            call = paused.resume(&mut self.store);
        }
    }
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance").field("address", &self.address).finish_non_exhaustive()
    }
}
