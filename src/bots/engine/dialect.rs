//! What differs by protocol: how a program is greeted, told a match and asked for a move, and how its answers are
//! understood. The supervision of the program is the same for all.

use std::time::{Duration, Instant};

use super::EngineFailure;
use super::announced::Announced;
use super::gathered::Gathered;
use super::process::Process;
use super::spec::EngineSpec;
use crate::bots::OwnClock;
use crate::games::Side;
use crate::games::conventions::EngineVariant;
use crate::play::EndReason;

/// How one protocol is spoken with one program.
pub(super) trait Dialect: Send {
    /// Greets a program and reads what it says of itself.
    fn introduce(&mut self, process: &mut Process, within: Duration) -> Result<Introduction, EngineFailure>;

    /// The commands that set the options of its configuration, each checked where the program has said what it has.
    fn settings(&self, spec: &EngineSpec, announced: &[Announced]) -> Result<String, Refused>;

    /// The command that sets the variant; none where it cannot be set so.
    fn variant(&self, _: EngineVariant, _: &[Announced]) -> Option<String> {
        None
    }

    /// Says `commands` and waits until they are done.
    fn execute(&mut self, process: &mut Process, commands: &str, within: Duration) -> Result<(), EngineFailure>;

    /// The commands with which another match begins; `setup` is what its game adds. A sentence where the program cannot play
    /// it.
    fn new_match(&mut self, setup: &str) -> Result<String, String>;

    /// The commands that ask for a move, in its own time or while the other side thinks; a sentence where they cannot be
    /// said. Where the protocol allows it, a command with a known answer comes first, so that a second answer to an earlier
    /// turn is not taken for the answer to this one.
    fn turn(&mut self, script: &Script, allowance: &Allowance, ponders: bool) -> Result<String, String>;

    /// Whether what it says belongs to the last turn: answers to what came before are discarded until it has synchronised.
    fn is_synchronised(&self) -> bool {
        true
    }

    /// Understands a line of its answer.
    fn on_line(&mut self, line: &str, gathered: &mut Gathered) -> LineMeaning;

    /// The command that asks for its move at once, where there is one.
    fn stop(&self) -> Option<&'static str> {
        None
    }

    /// The command that asks it to end.
    fn farewell(&self) -> &'static str {
        "quit\n"
    }
}

/// Why an engine cannot be used at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct Refused {
    /// The option that it is about, by its name in the configuration; none when it is about the program.
    pub option: Option<String>,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl Refused {
    pub(super) fn program(problem: impl Into<String>) -> Self {
        Self { option: None, problem: problem.into() }
    }
}

/// What a program says of itself.
#[derive(Debug, Default)]
pub(super) struct Introduction {
    /// With its version, where it tells that.
    pub name: String,
    pub options: Vec<Announced>,
}

/// A match so far, in the words of the protocol.
#[derive(Clone, Debug)]
pub(super) struct Script {
    /// Where it began; none at the game's own start.
    pub start: Option<String>,
    /// All moves since.
    pub moves: Vec<ScriptMove>,
    /// After how many moves stood the last position that no later one can repeat, and its text, where that matters: an
    /// engine plays all moves that it is told anew for each turn, which from the start of the match can cost it more than
    /// its search.
    pub settled: Option<(usize, String)>,
    /// The legal moves, where they are told.
    pub legal: Option<Vec<String>>,
    pub to_move: Side,
}

/// A move of a match.
#[derive(Clone, Debug)]
pub(super) struct ScriptMove {
    pub side: Side,
    pub text: String,
}

/// How long a search may go on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Allowance {
    pub depth: Option<u16>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    /// Of the side to move.
    pub clock: Option<OwnClock>,
    /// Of the other side.
    pub other: Option<OwnClock>,
}

/// What a line says to who waits for a move.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LineMeaning {
    /// Nothing.
    Nothing,
    /// Nothing that the protocol has: perhaps an answer with a mistake in it.
    Unknown,
    /// A move, as the engine wrote it.
    Move(String),
    /// There will be no move, for that reason.
    NoMove(EndReason, String),
}

impl LineMeaning {
    pub(super) fn the_move(text: &str) -> Self {
        Self::Move(text.to_owned())
    }
}

/// Reads lines until one of them is what is waited for, before `deadline`.
pub(super) fn await_line<T>(
    process: &mut Process,
    deadline: Instant,
    mut found: impl FnMut(&str) -> Option<T>,
) -> Result<T, EngineFailure> {
    loop {
        if let Some(found) = found(&process.line(deadline)?) {
            return Ok(found);
        }
    }
}
