//! A session with an engine in any protocol, from its introduction to its moves.

use std::fs::File;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::announced::Announced;
use super::dialect::{Allowance, Dialect, LineMeaning, Refused, Script, await_line};
use super::gathered::Gathered;
use super::gomocup::Gomocup;
use super::gtp::Gtp;
use super::log::Transcript;
use super::process::Process;
use super::spec::EngineSpec;
use super::uci::Uci;
use super::xboard::Xboard;
use super::{EngineFailure, printable, quoted};
use arena_games::conventions::{EngineProtocol, EngineVariant};
use arena_play::running_time::Stopwatch;
use arena_play::{EndDetail, EndReason};

/// Time limit for ending a search in the other side's time.
const STOP: Duration = Duration::from_millis(500);
/// Time for the answers to lines that are no part of the protocol.
const DISTURBED: Duration = Duration::from_millis(200);
/// Interval for checking whether a move is still needed.
const LOOK: Duration = Duration::from_millis(20);

fn dialect(protocol: EngineProtocol) -> Box<dyn Dialect> {
    match protocol {
        EngineProtocol::Uci | EngineProtocol::Ucci | EngineProtocol::Text | EngineProtocol::Mcp => {
            Box::new(Uci::new(protocol))
        }
        EngineProtocol::Xboard => Box::<Xboard>::default(),
        EngineProtocol::Gomocup => Box::<Gomocup>::default(),
        EngineProtocol::Gtp => Box::<Gtp>::default(),
    }
}

/// An engine that was started and ended again, to check that it can be used.
pub struct Probe {
    /// The name that the engine gave.
    pub name: String,
    pub(super) spec: EngineSpec,
    pub(super) dialect: Box<dyn Dialect>,
    pub(super) announced: Vec<Announced>,
}

/// Starts an engine and ends it again, to check that the program exists, speaks its protocol and has all configured
/// options.
///
/// # Errors
/// [`Refused`].
pub fn probe(spec: &EngineSpec, variant: Option<EngineVariant>) -> Result<Probe, Refused> {
    let EngineSession { name, dialect, announced, .. } = EngineSession::start(spec, variant, None)?;
    Ok(Probe { name, spec: spec.clone(), dialect, announced })
}

/// Time limits for a move.
#[derive(Clone, Copy)]
pub(super) struct AnswerLimits<'a> {
    /// Time until `stop` is sent.
    pub allowed: Duration,
    /// Additional time after `stop`.
    pub grace: Duration,
    /// Set when the move is no longer needed.
    pub stop: Option<&'a AtomicBool>,
}

/// The result of a turn.
pub(super) enum EngineAnswer {
    /// A move, as the engine wrote it, and the time taken.
    Move(String, Duration),
    /// No answer came before the deadline, and `stop` was sent. With the time taken.
    Late(Duration),
    /// It declared that it will not move: the reason, a description and the time taken.
    NoMove(EndReason, EndDetail, Duration),
}

/// An engine that has identified itself.
pub(super) struct EngineSession {
    process: Process,
    dialect: Box<dyn Dialect>,
    name: String,
    /// The options that the engine announced first.
    announced: Vec<Announced>,
    start: Duration,
    /// True while it searches in the other side's time.
    pondering: bool,
    /// The last line of this turn that is not part of the protocol.
    unknown: String,
}

impl EngineSession {
    /// Starts the program, reads its introduction and sets its options.
    ///
    /// # Errors
    /// [`Refused`].
    pub(super) fn start(
        spec: &EngineSpec,
        variant: Option<EngineVariant>,
        transcript: Option<Transcript>,
    ) -> Result<Self, Refused> {
        let (program, arguments) = spec.invocation().map_err(Refused::program)?;
        let shown = printable(&program.display().to_string());
        let dialect = dialect(spec.protocol);
        let errors = spec.stderr.as_ref().map(|path| {
            let file = File::options().append(true).create(true).open(path);
            file.map_err(|error| Refused::program(format!("stderr: {} cannot be written: {error}", path.display())))
        });
        let process = Process::start((&program, &arguments), spec, errors.transpose()?, dialect.farewell(), transcript)
            .map_err(|error| Refused::program(format!("{shown} cannot be started: {error}")))?;
        let mut session = Self {
            process,
            dialect,
            name: String::new(),
            announced: Vec::new(),
            start: spec.start,
            pondering: false,
            unknown: String::new(),
        };
        session.get_ready(spec, variant).map_err(|refused| match refused.option {
            None => Refused::program(format!("{shown} {}", refused.problem)),
            Some(_) => refused,
        })?;
        Ok(session)
    }

    fn get_ready(&mut self, spec: &EngineSpec, variant: Option<EngineVariant>) -> Result<(), Refused> {
        let (protocol, waited) = (spec.protocol, spec.start.as_millis());
        if !spec.init.is_empty() {
            let lines: String = spec.init.iter().map(|line| format!("{line}\n")).collect();
            let gone = |failure| Refused::program(format!("did not read its first lines: {failure}"));
            self.process.send(&lines).map_err(gone)?;
        }
        let greeted = self.dialect.introduce(&mut self.process, self.start).map_err(|failure| {
            Refused::program(match failure {
                EngineFailure::Silent => {
                    format!("did not identify itself with the protocol \"{protocol}\" within {waited} ms")
                }
                other => format!("does not speak the protocol \"{protocol}\": {other}"),
            })
        })?;
        self.name = greeted.name;
        self.announced = greeted.options;
        let commands = self.dialect.settings(spec, &self.announced)?;
        self.execute(&commands, "its options were set")?;
        let Some(variant) = variant else { return Ok(()) };
        let mut command = self.dialect.variant(variant, &self.announced);
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
            .map_err(|failure| Refused::program(format!("did not become ready after {after}: {failure}")))
    }

    /// Announces a new match and waits until the engine is ready. `setup` contains the game's own commands.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn new_match(&mut self, setup: &str) -> Result<(), EngineFailure> {
        self.stop_pondering()?;
        let commands = self.dialect.new_match(setup).map_err(EngineFailure::Refused)?;
        self.dialect.execute(&mut self.process, &commands, self.start)
    }

    /// Asks for a move and waits for it.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn ask(
        &mut self,
        (script, allowance): (&Script, &Allowance),
        waiting: AnswerLimits<'_>,
        gathered: &mut Gathered,
    ) -> Result<EngineAnswer, EngineFailure> {
        let mut began = None;
        if self.pondering {
            // The result for another position is useless, and the engine's turn has already begun.
            began = Some(Instant::now());
            self.stop_pondering()?;
        }
        gathered.clear();
        let commands = self.dialect.turn(script, allowance, false).map_err(EngineFailure::Refused)?;
        self.process.discard_arrived()?;
        self.process.send(&commands)?;
        self.answer(began.unwrap_or(self.process.sent_at()), waiting, gathered)
    }

    /// Tells a program of the text protocol something about its match.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn tell(&mut self, line: &str) -> Result<(), EngineFailure> {
        self.process.send(line)
    }

    /// Starts a search in the other side's time. It runs until [`hit`](Self::hit) or any other command.
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

    /// Tells the engine that the expected move was played, so its search continues in its own time. Otherwise like
    /// [`ask`](Self::ask).
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn hit(
        &mut self,
        waiting: AnswerLimits<'_>,
        gathered: &mut Gathered,
    ) -> Result<EngineAnswer, EngineFailure> {
        gathered.clear();
        self.pondering = false;
        self.process.send("ponderhit\n")?;
        self.answer(self.process.sent_at(), waiting, gathered)
    }

    /// Ends a search in the other side's time and discards its move.
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

    /// Waits for the move of a search that began at `began`.
    fn answer(
        &mut self,
        began: Instant,
        AnswerLimits { allowed, grace, stop }: AnswerLimits<'_>,
        gathered: &mut Gathered,
    ) -> Result<EngineAnswer, EngineFailure> {
        let watch = Stopwatch::since(began);
        self.unknown.clear();
        loop {
            let left = allowed.saturating_sub(watch.elapsed());
            let looks = Instant::now() + stop.map_or(left, |_| left.min(LOOK));
            match self.best_move(looks, gathered) {
                Ok(Ok(best)) => return Ok(EngineAnswer::Move(best, watch.elapsed())),
                Ok(Err((by, detail))) => return Ok(EngineAnswer::NoMove(by, detail, watch.elapsed())),
                Err(EngineFailure::Silent) => {}
                Err(failure) => return Err(failure),
            }
            if left.is_zero() || stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                break;
            }
        }
        if let Some(stop) = self.dialect.stop() {
            self.process.send(stop)?;
        }
        // Any answer from now on is late.
        self.best_move(Instant::now() + grace, gathered)?.ok();
        Ok(EngineAnswer::Late(watch.elapsed()))
    }

    /// Reads lines until the engine moves or declares that it will not move.
    fn best_move(
        &mut self,
        deadline: Instant,
        gathered: &mut Gathered,
    ) -> Result<Result<String, (EndReason, EndDetail)>, EngineFailure> {
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

    /// Returns, in quotation marks, the last line of the turn that is not part of the protocol. It may be a misspelt
    /// answer.
    pub(super) fn unknown(&self) -> Option<String> {
        Some(self.unknown.trim()).filter(|line| !line.is_empty()).map(quoted)
    }

    /// Returns the name that the engine gave.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// True if the protocol has a command that demands a move at once.
    pub(super) fn can_stop(&self) -> bool {
        self.dialect.stop().is_some()
    }

    /// Sends lines that are no part of the protocol, discards the answers, and checks that the engine still answers.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub(super) fn survives(&mut self, lines: &str) -> Result<(), EngineFailure> {
        self.process.send(lines)?;
        std::thread::sleep(DISTURBED);
        self.process.discard_arrived()?;
        self.dialect.execute(&mut self.process, "", self.start)
    }

    /// Checks that a UCI engine answers `isready` while it searches without a limit, and moves when it is stopped and
    /// not before.
    ///
    /// # Errors
    /// A message.
    pub(super) fn stays_ready(&mut self, within: Duration) -> Result<(), String> {
        let mut until = |lines: &str, wanted: &str, unwanted: &str| {
            let failed = |failure: EngineFailure| match failure {
                EngineFailure::Silent => format!("no {wanted} within {} ms", within.as_millis()),
                other => other.to_string(),
            };
            self.process.send(lines).map_err(failed)?;
            await_line(&mut self.process, Instant::now() + within, |line| match line.split_whitespace().next() {
                Some(word) if word == wanted => Some(Ok(())),
                Some(word) if word == unwanted => Some(Err(format!("{unwanted} before it was stopped"))),
                _ => None,
            })
            .map_err(failed)?
        };
        until("position startpos\ngo infinite\nisready\n", "readyok", "bestmove")?;
        until("stop\n", "bestmove", "")
    }

    /// Asks the engine to exit. Returns its exit status if it does in time, and kills it otherwise.
    pub(super) fn quit(&mut self, within: Duration) -> Option<ExitStatus> {
        self.process.quit(within)
    }

    /// Kills the engine at once.
    pub(super) fn kill(&mut self) {
        self.process.kill();
    }
}
