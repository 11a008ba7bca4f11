//! A module in one seat of a match: its fuel, its instance of the turn, and its failure.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::compiled::{Compiled, RUNTIME};
use super::instance::{CallError, Instance};
use super::trained::TrainedModule;
use arena_bots::module::{Module as BotModule, ModuleFailure, ModuleLimits, ModuleRole, ModuleSeat};
use arena_games::GameModel;
use arena_games::{ByteEvaluation, Diagnostic, MoveCode, beginning};
use arena_play::{EndDetail, EndReason, FuelScope};

/// The longest text of a trap or an abort, in characters.
const LONGEST_TEXT: usize = 160;

/// Checks and compiles a module, or reads a trained model.
///
/// # Errors
/// If the file is too large or not WebAssembly, or its imports or exports are not those of the interface. If it is a
/// damaged model or one of an earlier version.
pub fn compile(content: &[u8], limits: ModuleLimits) -> Result<Arc<dyn BotModule>, Diagnostic> {
    if GameModel::is_one(content) {
        return Ok(Arc::new(TrainedModule::new(content)?));
    }
    Ok(Arc::new(CompiledModule(Arc::new(Compiled::new(content, limits)?))))
}

/// A module that its seats share.
#[derive(Debug)]
struct CompiledModule(Arc<Compiled>);

impl BotModule for CompiledModule {
    fn content(&self) -> &[u8] {
        &self.0.wasm
    }

    fn digest(&self) -> &str {
        &self.0.digest
    }

    fn runtime(&self) -> &str {
        RUNTIME
    }

    fn role(&self) -> ModuleRole {
        self.0.role
    }

    fn seat(&self, board: (u32, u32)) -> Arc<dyn ModuleSeat> {
        Arc::new(Seat::new(Arc::clone(&self.0), board))
    }
}

/// A module in one seat.
#[derive(Debug)]
pub(crate) struct Seat {
    compiled: Arc<Compiled>,
    board: (u32, u32),
    turn: Mutex<Turn>,
    failed: AtomicBool,
}

#[derive(Debug, Default)]
struct Turn {
    /// The instance, from its first use in the turn.
    instance: Option<Instance>,
    /// Fuel used in this turn.
    used: u64,
    /// Fuel used in the turns before.
    used_before: u64,
    failure: Option<ModuleFailure>,
    /// The bytes of the position, to reuse their memory.
    bytes: Vec<u8>,
    /// The debug text of the last turn.
    log: Vec<u8>,
}

impl Turn {
    /// Returns the fuel for a call that may use `most`, and the limit that it would exceed first.
    fn fuel(&self, limits: &ModuleLimits, most: (u64, FuelScope)) -> (u64, FuelScope) {
        let of_move = limits.move_fuel.saturating_sub(self.used);
        let of_match = limits.match_fuel.saturating_sub(self.used_before + self.used);
        [most, (of_move, FuelScope::Move), (of_match, FuelScope::Match)]
            .into_iter()
            .min_by_key(|(fuel, _)| *fuel)
            .expect("there are three limits")
    }
}

impl Seat {
    pub(crate) fn new(compiled: Arc<Compiled>, board: (u32, u32)) -> Self {
        Self { compiled, board, turn: Mutex::default(), failed: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, Turn> {
        // A panic in the runtime ends the match, and no other one uses this seat before its next turn.
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the failure and drops the instance.
    fn fail(&self, turn: &mut Turn, by: EndReason, detail: EndDetail) {
        keep_log(turn);
        turn.failure = Some(ModuleFailure { by, detail });
        self.failed.store(true, Ordering::Relaxed);
    }

    fn ended(&self, turn: &mut Turn, function: &str, error: CallError, scope: FuelScope) {
        let limits = &self.compiled.limits;
        let function = function.to_owned();
        let text = |text: &str| beginning(text, LONGEST_TEXT);
        let (by, detail) = match error {
            CallError::Fuel => {
                let limit = match scope {
                    FuelScope::Start => limits.start_fuel,
                    FuelScope::Evaluation => limits.evaluation_fuel,
                    FuelScope::Move => limits.move_fuel,
                    FuelScope::Match => limits.match_fuel,
                };
                (EndReason::Stall, EndDetail::ModuleFuel { function, limit, scope })
            }
            CallError::Memory => {
                (EndReason::Crash, EndDetail::ModuleMemory { function, kib: u64::from(limits.pages) * 64 })
            }
            CallError::Abort(message) => {
                (EndReason::Crash, EndDetail::ModuleAbort { function, quoted: text(&message) })
            }
            CallError::Trap(trap) => (EndReason::Crash, EndDetail::ModuleTrap { function, trap: text(&trap) }),
            CallError::Stopped => return,
        };
        self.fail(turn, by, detail);
    }

    /// Creates the instance of this turn.
    fn instantiate(&self, turn: &mut Turn) {
        let (start, scope) = turn.fuel(&self.compiled.limits, (self.compiled.limits.start_fuel, FuelScope::Start));
        match Instance::new(&self.compiled, self.board, start) {
            Ok(instance) => {
                turn.used += start - instance.fuel();
                turn.instance = Some(instance);
            }
            Err(error) => self.ended(turn, "start", (&error).into(), scope),
        }
    }

    /// Writes the position, and moves after it, into the module's buffer.
    fn write(&self, turn: &mut Turn, encode: &dyn Fn(&mut Vec<u8>), moves: &[MoveCode]) -> bool {
        let mut bytes = std::mem::take(&mut turn.bytes);
        bytes.clear();
        encode(&mut bytes);
        if !moves.is_empty() {
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            bytes.extend(moves.iter().flat_map(|mv| mv.0.to_le_bytes()));
        }
        let instance = turn.instance.as_mut().expect("the turn has begun");
        let (written, address) = (instance.write(&bytes), instance.address as i64);
        if !written {
            self.fail(turn, EndReason::Crash, EndDetail::ModuleBuffer { address, bytes: bytes.len() as u64 });
        }
        turn.bytes = bytes;
        written
    }
}

/// Keeps the debug text of the turn's instance and drops the instance.
fn keep_log(turn: &mut Turn) {
    if let Some(instance) = turn.instance.take() {
        turn.log = instance.store.into_data().log;
    }
}

impl ByteEvaluation for Seat {
    fn evaluate(&self, encode: &dyn Fn(&mut Vec<u8>)) -> i32 {
        let turn = &mut *self.lock();
        if turn.instance.is_none() || !self.write(turn, encode, &[]) {
            return 0;
        }
        let limits = &self.compiled.limits;
        let (fuel, scope) = turn.fuel(limits, (limits.evaluation_fuel, FuelScope::Evaluation));
        let instance = turn.instance.as_mut().expect("it was used just now");
        let (result, used) = instance.evaluate(fuel);
        turn.used += used;
        result.unwrap_or_else(|ending| {
            self.ended(turn, "evaluate", ending, scope);
            0
        })
    }
}

impl ModuleSeat for Seat {
    fn begin_match(&self) {
        *self.lock() = Turn::default();
        self.failed.store(false, Ordering::Relaxed);
    }

    fn begin_turn(&self) {
        let turn = &mut *self.lock();
        turn.used_before += std::mem::take(&mut turn.used);
        (turn.failure, turn.instance) = (None, None);
        turn.log.clear();
        self.failed.store(false, Ordering::Relaxed);
        self.instantiate(turn);
    }

    fn failed(&self) -> &AtomicBool {
        &self.failed
    }

    fn end_turn(&self) -> Result<(), ModuleFailure> {
        let turn = &mut *self.lock();
        keep_log(turn);
        turn.failure.clone().map_or(Ok(()), Err)
    }

    fn choose(
        &self,
        encode: &dyn Fn(&mut Vec<u8>),
        moves: &[MoveCode],
        proceed: &mut dyn FnMut() -> bool,
    ) -> Result<Option<usize>, ModuleFailure> {
        debug_assert_eq!(self.compiled.role, ModuleRole::Bot);
        let turn = &mut *self.lock();
        if turn.instance.is_some() && self.write(turn, encode, moves) {
            let (fuel, scope) = turn.fuel(&self.compiled.limits, (u64::MAX, FuelScope::Move));
            let instance = turn.instance.as_mut().expect("it was used just now");
            let count = i32::try_from(moves.len()).expect("no game has so many moves");
            let (result, used) = instance.choose(count, fuel, proceed);
            turn.used += used;
            match result {
                Ok(index) => {
                    if let Some(index) = usize::try_from(index).ok().filter(|index| *index < moves.len()) {
                        return Ok(Some(index));
                    }
                    let detail = EndDetail::ModuleIndex { index: index.into(), moves: moves.len() as u64 };
                    self.fail(turn, EndReason::Illegal, detail);
                }
                Err(ending) => self.ended(turn, "choose", ending, scope),
            }
        }
        turn.failure.clone().map_or(Ok(None), Err)
    }

    fn debug_text(&self) -> String {
        String::from_utf8_lossy(&self.lock().log).into_owned()
    }

    fn used_fuel(&self) -> u64 {
        let turn = self.lock();
        turn.used_before + turn.used
    }
}
