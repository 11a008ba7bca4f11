//! A conversation with a UCI engine: from its first word to its move.

use std::time::{Duration, Instant};

use super::log::Transcript;
use super::process::Process;
use super::spec::EngineSpec;
use super::uci::{Announced, EngineLine, Gathered};
use super::{EngineFailure, printable};
use crate::games::conventions::{EngineProtocol, EngineVariant};

/// A search in the other side's time has to end within this when it is told to.
const STOP: Duration = Duration::from_millis(500);

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
    fn program(problem: impl Into<String>) -> Self {
        Self { option: None, problem: problem.into() }
    }
}

/// Starts an engine and ends it again, to check that its program is there, speaks UCI and has all options.
///
/// # Errors
/// [`Refused`].
pub fn probe(spec: &EngineSpec, variant: Option<EngineVariant>) -> Result<String, Refused> {
    EngineSession::start(spec, variant, None).map(|session| session.name)
}

/// How a turn ended.
pub(super) enum EngineAnswer {
    /// A move, as the engine wrote it, and how long it took.
    Move(BestMove, Duration),
    /// It gave a move only after it was sent `stop`, past its deadline.
    Late(Duration),
}

/// A move as an engine wrote it, and the answer that it expects.
pub(super) struct BestMove {
    pub(super) text: String,
    pub(super) expected: Option<String>,
}

/// An engine that has introduced itself.
pub(super) struct EngineSession {
    process: Process,
    name: String,
    start: Duration,
    /// It searches in the other side's time.
    pondering: bool,
}

impl EngineSession {
    /// Starts the program, reads what it announces, and sets its options.
    ///
    /// # Errors
    /// [`Refused`].
    pub(super) fn start(
        spec: &EngineSpec,
        variant: Option<EngineVariant>,
        transcript: Option<Transcript>,
    ) -> Result<Self, Refused> {
        let program = spec.program().map_err(Refused::program)?;
        let shown = printable(&program.display().to_string());
        let process = Process::start(&program, &spec.command[1..], transcript)
            .map_err(|error| Refused::program(format!("{shown} cannot be started: {error}")))?;
        let mut session = Self { process, name: String::new(), start: spec.start, pondering: false };
        let announced = session.introduce().map_err(|failure| {
            let waited = spec.start.as_millis();
            Refused::program(match failure {
                EngineFailure::Silent => format!("{shown} did not answer \"uci\" with \"uciok\" within {waited} ms"),
                other => format!("{shown} does not speak UCI: {other}"),
            })
        })?;
        // In the text protocol each match names its variant, so there is nothing to set.
        let commands = settings(spec, &announced, variant.filter(|_| spec.protocol == EngineProtocol::Uci))?;
        session.ready(&commands).map_err(|failure| {
            Refused::program(format!("{shown} did not get ready after its options were set: {failure}"))
        })?;
        Ok(session)
    }

    fn introduce(&mut self) -> Result<Vec<Announced>, EngineFailure> {
        self.process.send("uci\n")?;
        let deadline = Instant::now() + self.start;
        let mut announced = Vec::new();
        let mut name = String::new();
        loop {
            match EngineLine::read(&self.process.line(deadline)?) {
                EngineLine::Name(own) => name = printable(own),
                EngineLine::Option(option) => announced.push(option),
                EngineLine::UciOk => break,
                _ => {}
            }
        }
        self.name = name;
        Ok(announced)
    }

    /// Sends commands and waits until they are done.
    fn ready(&mut self, commands: &str) -> Result<(), EngineFailure> {
        self.process.send(&format!("{commands}isready\n"))?;
        let deadline = Instant::now() + self.start;
        while EngineLine::read(&self.process.line(deadline)?) != EngineLine::ReadyOk {}
        Ok(())
    }

    /// Sends the engine that another match begins, and waits until it is ready for it.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn new_match(&mut self, rules: &str) -> Result<(), EngineFailure> {
        self.stop_pondering()?;
        self.ready(&format!("ucinewgame\n{rules}"))
    }

    /// Sends `commands`, the last of which begins a search, and waits for its move: for `allowed`, and after sending
    /// `stop` for `grace` more.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn ask(
        &mut self,
        commands: &str,
        allowed: Duration,
        grace: Duration,
        gathered: &mut Gathered,
    ) -> Result<EngineAnswer, EngineFailure> {
        let mut began = None;
        if self.pondering {
            // What it thought of another position is of no use, and its turn has begun.
            began = Some(Instant::now());
            self.stop_pondering()?;
        }
        gathered.clear();
        self.process.send(commands)?;
        self.answer(began.unwrap_or(self.process.sent_at()), allowed, grace, gathered)
    }

    /// Lets it search in the other side's time, by `commands`: until [`hit`](Self::hit), or anything else that it is told.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn ponder(&mut self, commands: &str) -> Result<(), EngineFailure> {
        self.process.send(commands)?;
        self.process.listen_aside();
        self.pondering = true;
        Ok(())
    }

    /// The move came that it was told to expect: it goes on in its own time. Otherwise as [`ask`](Self::ask).
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn hit(
        &mut self,
        allowed: Duration,
        grace: Duration,
        gathered: &mut Gathered,
    ) -> Result<EngineAnswer, EngineFailure> {
        gathered.clear();
        self.pondering = false;
        self.process.send("ponderhit\n")?;
        self.answer(self.process.sent_at(), allowed, grace, gathered)
    }

    /// Ends a search in the other side's time, and passes its move over.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn stop_pondering(&mut self) -> Result<(), EngineFailure> {
        if std::mem::take(&mut self.pondering) {
            self.process.send("stop\n")?;
            self.best_move(Instant::now() + STOP, &mut Gathered::default())?;
        }
        Ok(())
    }

    /// Waits for the move of a search that was begun then.
    fn answer(
        &mut self,
        began: Instant,
        allowed: Duration,
        grace: Duration,
        gathered: &mut Gathered,
    ) -> Result<EngineAnswer, EngineFailure> {
        match self.best_move(began + allowed, gathered) {
            Ok(best) => return Ok(EngineAnswer::Move(best, began.elapsed())),
            Err(EngineFailure::Silent) => {}
            Err(failure) => return Err(failure),
        }
        self.process.send("stop\n")?;
        self.best_move(Instant::now() + grace, gathered)?;
        Ok(EngineAnswer::Late(began.elapsed()))
    }

    fn best_move(&mut self, deadline: Instant, gathered: &mut Gathered) -> Result<BestMove, EngineFailure> {
        loop {
            match EngineLine::read(&self.process.line(deadline)?) {
                EngineLine::Info(text) => gathered.take(text),
                EngineLine::BestMove(text, expected) => {
                    return Ok(BestMove { text: text.to_owned(), expected: expected.map(str::to_owned) });
                }
                _ => {}
            }
        }
    }

    /// Kills it at once.
    pub(super) fn kill(&mut self) {
        self.process.kill();
    }
}

/// The commands that set all options, each checked against what the engine has.
fn settings(spec: &EngineSpec, announced: &[Announced], variant: Option<EngineVariant>) -> Result<String, Refused> {
    let find = |name: &str| announced.iter().find(|option| option.name.eq_ignore_ascii_case(name.trim()));
    let mut commands = String::new();
    for (name, value) in &spec.options {
        let refused = |problem: String| Refused { option: Some(name.clone()), problem };
        let option = find(name).ok_or_else(|| {
            let mut names: Vec<String> = announced.iter().take(100).map(|option| printable(&option.name)).collect();
            names.sort();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            refused(format!("the engine has no such option; it has {names}"))
        })?;
        let value = value.to_string();
        if let Some(objection) = option.objection(&value) {
            return Err(refused(objection));
        }
        commands.push_str(&option.command(&value));
    }
    if spec.ponder {
        let option =
            find("Ponder").ok_or_else(|| Refused::program("the engine does not ponder: it has no option Ponder"))?;
        commands.push_str(&option.command("true"));
    }
    if let Some(EngineVariant { name, option }) = variant {
        let option = find(option)
            .ok_or_else(|| Refused::program(format!("the engine does not play {name}: it has no option {option}")))?;
        commands.push_str(&option.command("true"));
    }
    Ok(commands)
}
