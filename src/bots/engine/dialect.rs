//! The differences between the protocols: how to greet a program, describe a match, ask for a move and read the
//! answers. The supervision of programs is common to all.

use std::time::{Duration, Instant};

use super::EngineFailure;
use super::announced::Announced;
use super::gathered::Gathered;
use super::process::Process;
use super::spec::EngineSpec;
use crate::OwnClock;
use arena_games::Side;
use arena_games::conventions::EngineVariant;
use arena_play::{EndDetail, EndReason};

/// One protocol, spoken with one program.
pub(super) trait Dialect: Send {
    /// Greets a program and reads its introduction.
    fn introduce(&mut self, process: &mut Process, within: Duration) -> Result<Introduction, EngineFailure>;

    /// Returns the commands that set the configured options. Each option is checked if the program announces its
    /// options.
    fn settings(&self, spec: &EngineSpec, announced: &[Announced]) -> Result<String, Refused>;

    /// Returns the command that sets the variant, or `None` if the protocol or the program has none.
    fn variant(&self, _: EngineVariant, _: &[Announced]) -> Option<String> {
        None
    }

    /// Sends `commands` and waits until they are done.
    fn execute(&mut self, process: &mut Process, commands: &str, within: Duration) -> Result<(), EngineFailure>;

    /// Returns the commands that begin a match; `setup` contains the game's own commands. Fails with a message if the
    /// program cannot play the match.
    fn new_match(&mut self, setup: &str) -> Result<String, String>;

    /// Checks that the program can play a match with these commands of the game and from this start, or from the game's
    /// own start.
    fn check_start(&self, _setup: &str, _start: Option<&str>) -> Result<(), String> {
        Ok(())
    }

    /// Returns the commands that ask for a move, in its own time or in the other side's. Fails with a message if the
    /// protocol cannot express them. Where the protocol allows it, the first command has a known answer. Answers to
    /// earlier turns are thereby told apart from the answer to this one.
    fn turn(&mut self, script: &Script, allowance: &Allowance, ponders: bool) -> Result<String, String>;

    /// True if the output belongs to the current turn. Answers to earlier commands are discarded until then.
    fn is_synchronised(&self) -> bool {
        true
    }

    /// Interprets a line of the answer.
    fn on_line(&mut self, line: &str, gathered: &mut Gathered) -> LineMeaning;

    /// Returns the command that demands a move at once, if the protocol has one.
    fn stop(&self) -> Option<&'static str> {
        None
    }

    /// Returns the command that asks the program to exit.
    fn farewell(&self) -> &'static str {
        "quit\n"
    }
}

/// Why an engine cannot be used at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct Refused {
    /// The option at fault, by its name in the configuration; `None` if the problem is the program.
    pub option: Option<String>,
    /// What is wrong and what is expected.
    pub problem: String,
}

impl Refused {
    pub(super) fn program(problem: impl Into<String>) -> Self {
        Self { option: None, problem: problem.into() }
    }
}

/// A program's introduction.
#[derive(Debug, Default)]
pub(super) struct Introduction {
    /// The name, with the version if the program states it.
    pub name: String,
    pub options: Vec<Announced>,
}

/// A match so far, in the notation of the protocol.
#[derive(Clone, Debug)]
pub(super) struct Script {
    /// Start position; `None` for the game's own start.
    pub start: Option<String>,
    /// All moves since the start.
    pub moves: Vec<ScriptMove>,
    /// The position after the last irreversible move: the number of moves before it, and its text. Only for games in
    /// which repetition matters. An engine replays all given moves on each turn, which can take longer than its search
    /// if the match is long.
    pub settled: Option<(usize, String)>,
    /// Legal moves, if the protocol includes them.
    pub legal: Option<Vec<String>>,
    pub to_move: Side,
}

/// A move of a match.
#[derive(Clone, Debug)]
pub(super) struct ScriptMove {
    pub side: Side,
    pub text: String,
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Allowance {
    pub depth: Option<u16>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    /// Clock of the side to move.
    pub clock: Option<OwnClock>,
    /// Clock of the other side.
    pub other: Option<OwnClock>,
}

/// Meaning of a line while a move is awaited.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LineMeaning {
    /// Part of the protocol, but not an answer.
    Nothing,
    /// Not part of the protocol; perhaps a misspelt answer.
    Unknown,
    /// A move, as the engine wrote it.
    Move(String),
    /// There will be no move: the reason and a description.
    NoMove(EndReason, EndDetail),
}

impl LineMeaning {
    pub(super) fn the_move(text: &str) -> Self {
        Self::Move(text.to_owned())
    }
}

/// Reads lines until `found` returns a value, or until `deadline`.
pub(super) fn await_line<T>(
    process: &mut Process,
    deadline: Instant,
    mut parse: impl FnMut(&str) -> Option<T>,
) -> Result<T, EngineFailure> {
    loop {
        if let Some(value) = parse(&process.line(deadline)?) {
            return Ok(value);
        }
    }
}
