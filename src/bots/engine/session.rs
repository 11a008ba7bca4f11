//! A conversation with an engine, in whatever protocol: from its first word to its move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::dialect::{Allowance, Dialect, LineMeaning, Refused, Script};
use super::gathered::Gathered;
use super::gomocup::Gomocup;
use super::gtp::Gtp;
use super::log::Transcript;
use super::process::Process;
use super::spec::EngineSpec;
use super::uci::Uci;
use super::xboard::Xboard;
use super::{EngineFailure, printable, quoted};
use crate::games::conventions::{EngineProtocol, EngineVariant};
use crate::play::EndReason;

/// A search in the other side's time has to end within this when it is told to.
const STOP: Duration = Duration::from_millis(500);
/// Where a move may become unwanted, it is looked so often whether it has.
const LOOK: Duration = Duration::from_millis(20);

/// The dialect of a protocol.
fn dialect(protocol: EngineProtocol) -> Box<dyn Dialect> {
    match protocol {
        EngineProtocol::Uci | EngineProtocol::Text => Box::new(Uci::new(protocol)),
        EngineProtocol::Xboard => Box::<Xboard>::default(),
        EngineProtocol::Gomocup => Box::<Gomocup>::default(),
        EngineProtocol::Gtp => Box::<Gtp>::default(),
    }
}

/// Starts an engine and ends it again, to check that its program is there, speaks its protocol and has all options.
///
/// # Errors
/// [`Refused`].
pub fn probe(spec: &EngineSpec, variant: Option<EngineVariant>) -> Result<String, Refused> {
    EngineSession::start(spec, variant, None).map(|session| session.name)
}

/// How long a move is waited for.
#[derive(Clone, Copy)]
pub(super) struct Waiting<'a> {
    /// For so long, …
    pub allowed: Duration,
    /// … and after the engine was told to stop for so long again.
    pub grace: Duration,
    /// Set when the move is not wanted any more.
    pub stop: Option<&'a AtomicBool>,
}

/// How a turn ended.
pub(super) enum EngineAnswer {
    /// A move, as the engine wrote it, and how long it took.
    Move(String, Duration),
    /// It gave a move only after it was sent `stop`, past its deadline.
    Late(Duration),
    /// It has said that it will not move, for that reason, after so long.
    NoMove(EndReason, String, Duration),
}

/// An engine that has introduced itself.
pub(super) struct EngineSession {
    process: Process,
    dialect: Box<dyn Dialect>,
    name: String,
    start: Duration,
    /// It searches in the other side's time.
    pondering: bool,
    /// The last line of this turn that the protocol does not have.
    unknown: String,
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
        let dialect = dialect(spec.protocol);
        let process = Process::start(&program, &spec.command[1..], dialect.farewell(), transcript)
            .map_err(|error| Refused::program(format!("{shown} cannot be started: {error}")))?;
        let mut session =
            Self { process, dialect, name: String::new(), start: spec.start, pondering: false, unknown: String::new() };
        session.get_ready(spec, variant).map_err(|refused| match refused.option {
            None => Refused::program(format!("{shown} {}", refused.problem)),
            Some(_) => refused,
        })?;
        Ok(session)
    }

    fn get_ready(&mut self, spec: &EngineSpec, variant: Option<EngineVariant>) -> Result<(), Refused> {
        let (protocol, waited) = (spec.protocol, spec.start.as_millis());
        let greeted = self.dialect.introduce(&mut self.process, self.start).map_err(|failure| {
            Refused::program(match failure {
                EngineFailure::Silent => {
                    format!("did not introduce itself by the protocol \"{protocol}\" within {waited} ms")
                }
                other => format!("does not speak the protocol \"{protocol}\": {other}"),
            })
        })?;
        self.name = greeted.name;
        let commands = self.dialect.settings(spec, &greeted.options)?;
        self.execute(&commands, "its options were set")?;
        let Some(variant) = variant else { return Ok(()) };
        let mut command = self.dialect.variant(variant, &greeted.options);
        if command.is_none() && !spec.options.is_empty() {
            // One of its options may have named a file of variants.
            let again = self.dialect.introduce(&mut self.process, self.start);
            command = again.ok().and_then(|again| self.dialect.variant(variant, &again.options));
        }
        let EngineVariant { name, option, value } = variant;
        let problem = || format!("does not play {name}: it has no option {option} that can be {value}");
        let command = command.ok_or_else(|| Refused::program(problem()))?;
        self.execute(&command, "its variant was set")
    }

    fn execute(&mut self, commands: &str, after: &str) -> Result<(), Refused> {
        self.dialect
            .execute(&mut self.process, commands, self.start)
            .map_err(|failure| Refused::program(format!("did not get ready after {after}: {failure}")))
    }

    /// Sends the engine that another match begins, and waits until it is ready for it. `setup` is what its game adds.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn new_match(&mut self, setup: &str) -> Result<(), EngineFailure> {
        self.stop_pondering()?;
        let commands = self.dialect.new_match(setup).map_err(EngineFailure::Refused)?;
        self.dialect.execute(&mut self.process, &commands, self.start)
    }

    /// Asks for a move, and waits for it.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn ask(
        &mut self,
        (script, allowance): (&Script, &Allowance),
        waiting: Waiting<'_>,
        gathered: &mut Gathered,
    ) -> Result<EngineAnswer, EngineFailure> {
        let mut began = None;
        if self.pondering {
            // What it thought of another position is of no use, and its turn has begun.
            began = Some(Instant::now());
            self.stop_pondering()?;
        }
        gathered.clear();
        let commands = self.dialect.turn(script, allowance, false).map_err(EngineFailure::Refused)?;
        self.process.discard_arrived()?;
        self.process.send(&commands)?;
        self.answer(began.unwrap_or(self.process.sent_at()), waiting, gathered)
    }

    /// Lets it search in the other side's time: until [`hit`](Self::hit), or anything else that it is told.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn ponder(&mut self, script: &Script, allowance: &Allowance) -> Result<(), EngineFailure> {
        let commands = self.dialect.turn(script, allowance, true).map_err(EngineFailure::Refused)?;
        self.process.discard_arrived()?;
        self.process.send(&commands)?;
        let deadline = Instant::now() + STOP;
        while !self.dialect.is_synchronised() {
            self.dialect.on_line(&self.process.line(deadline)?, &mut Gathered::default());
        }
        self.process.listen_aside();
        self.pondering = true;
        Ok(())
    }

    /// The move came that it was told to expect: it goes on in its own time. Otherwise as [`ask`](Self::ask).
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn hit(&mut self, waiting: Waiting<'_>, gathered: &mut Gathered) -> Result<EngineAnswer, EngineFailure> {
        gathered.clear();
        self.pondering = false;
        self.process.send("ponderhit\n")?;
        self.answer(self.process.sent_at(), waiting, gathered)
    }

    /// Ends a search in the other side's time, and passes its move over.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn stop_pondering(&mut self) -> Result<(), EngineFailure> {
        if std::mem::take(&mut self.pondering) {
            self.process.send("stop\n")?;
            self.best_move(Instant::now() + STOP, &mut Gathered::default())?.ok();
        }
        Ok(())
    }

    /// Waits for the move of a search that was begun then.
    fn answer(
        &mut self,
        began: Instant,
        Waiting { allowed, grace, stop }: Waiting<'_>,
        gathered: &mut Gathered,
    ) -> Result<EngineAnswer, EngineFailure> {
        let until = began + allowed;
        self.unknown.clear();
        loop {
            let looks = stop.map_or(until, |_| until.min(Instant::now() + LOOK));
            match self.best_move(looks, gathered) {
                Ok(Ok(best)) => return Ok(EngineAnswer::Move(best, began.elapsed())),
                Ok(Err((by, detail))) => return Ok(EngineAnswer::NoMove(by, detail, began.elapsed())),
                Err(EngineFailure::Silent) => {}
                Err(failure) => return Err(failure),
            }
            if looks == until || stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                break;
            }
        }
        if let Some(stop) = self.dialect.stop() {
            self.process.send(stop)?;
        }
        // Whatever it says now, it is late.
        self.best_move(Instant::now() + grace, gathered)?.ok();
        Ok(EngineAnswer::Late(began.elapsed()))
    }

    /// Its move, or why there is none.
    fn best_move(
        &mut self,
        deadline: Instant,
        gathered: &mut Gathered,
    ) -> Result<Result<String, (EndReason, String)>, EngineFailure> {
        loop {
            let line = self.process.line(deadline)?;
            match self.dialect.on_line(&line, gathered) {
                LineMeaning::Nothing => {}
                LineMeaning::Unknown if line.trim().is_empty() => {}
                LineMeaning::Unknown => {
                    self.unknown.clear();
                    self.unknown.push_str(&line);
                }
                LineMeaning::Move(best) => return Ok(Ok(best)),
                LineMeaning::NoMove(by, detail) => return Ok(Err((by, detail))),
            }
        }
    }

    /// The last line of the turn that the protocol does not have, in quotation marks: perhaps its answer, with a mistake in
    /// it.
    pub(super) fn unknown(&self) -> Option<String> {
        Some(self.unknown.trim()).filter(|line| !line.is_empty()).map(quoted)
    }

    /// Kills it at once.
    pub(super) fn kill(&mut self) {
        self.process.kill();
    }
}
