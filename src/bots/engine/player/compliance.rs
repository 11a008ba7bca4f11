//! Checks whether an engine follows its protocol, for `arena doctor --engine`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{EnginePlayer, EngineSpec, player};
use crate::engine::session::EngineSession;
use crate::{BotSpec, Choice, Player, PlayerError, TurnLimits};
use arena_games::conventions::EngineProtocol;
use arena_games::{Game, GameError, GameMove, MoveCode, Options, with_game};

/// Time for a move. Some protocols know only whole seconds.
const MOVE: Duration = Duration::from_millis(200);
const MOVE_IN_SECONDS: Duration = Duration::from_secs(1);
/// Lateness that is accepted, and lateness that is mentioned.
const MARGIN: Duration = Duration::from_secs(2);
const NOTED: Duration = Duration::from_millis(100);
/// Time of the search that is stopped, and when that happens.
const LONG: Duration = Duration::from_secs(60);
const STOP: Duration = Duration::from_millis(300);
/// Time limit for answers during a search, and for the exit.
const ANSWER: Duration = Duration::from_secs(2);
/// Number of own moves in the match that is played.
const MOVES: usize = 4;

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compliance {
    /// The engine follows the protocol.
    Passed,
    /// The behaviour is allowed, but may surprise a user.
    Noted,
    /// The engine violates the protocol.
    Failed,
    /// The protocol lacks what would be checked.
    Skipped,
}

/// A check of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComplianceCheck {
    /// What was checked.
    pub about: &'static str,
    pub result: Compliance,
    /// What the engine did.
    pub detail: String,
}

/// Checks an engine in a game with its default options: start, moves, positions, stop, unknown input and exit.
///
/// # Errors
/// If the game's options are invalid.
pub fn check_compliance(bot: &BotSpec, spec: &EngineSpec) -> Result<Vec<ComplianceCheck>, GameError> {
    with_game!(bot.game, G => {
        let player = player::<G>((bot, spec), &Options::new(), None, None)?;
        let mut examination = Examination { player, checks: Vec::new() };
        examination.run();
        Ok(examination.checks)
    })
}

struct Examination<G: Game> {
    player: EnginePlayer<G>,
    checks: Vec<ComplianceCheck>,
}

impl<G: Game> Examination<G> {
    fn add(&mut self, about: &'static str, result: Compliance, detail: impl Into<String>) {
        self.checks.push(ComplianceCheck { about, result, detail: detail.into() });
    }

    fn failed(&mut self, about: &'static str, error: &PlayerError) {
        self.add(about, Compliance::Failed, error.to_string());
    }

    fn run(&mut self) {
        let began = Instant::now();
        let variant = self.player.variant(&self.player.start);
        let session = match EngineSession::start(&self.player.spec, variant, None) {
            Ok(session) => session,
            Err(refused) => return self.add("start", Compliance::Failed, refused.problem),
        };
        let ms = began.elapsed().as_millis();
        match session.name() {
            "" => self.add("start", Compliance::Noted, format!("identified itself after {ms} ms, without a name")),
            name => self.add("start", Compliance::Passed, format!("{name} identified itself after {ms} ms")),
        }
        self.player.session = Some(session);
        let first = self.choose(&[], self.move_time(), None);
        let (choice, text) = match first.and_then(|choice| Ok((self.legal(&choice)?, choice))) {
            Ok((text, choice)) => (choice, text),
            Err(error) => return self.failed("first move", &error),
        };
        self.add("first move", Compliance::Passed, format!("{text}, legal"));
        self.time(&choice);
        self.output(&choice);
        self.whole_match(choice.mv);
        self.given_position();
        self.stop();
        self.busy();
        self.unknown_commands();
        self.quit();
    }

    const fn move_time(&self) -> Duration {
        if matches!(self.player.spec.protocol, EngineProtocol::Gtp) { MOVE_IN_SECONDS } else { MOVE }
    }

    fn choose(&mut self, moves: &[MoveCode], time: Duration, stop: Option<&AtomicBool>) -> Result<Choice, PlayerError> {
        let limits = TurnLimits { time: Some(time), margin: MARGIN, stop, ..TurnLimits::default() };
        let choice = self.player.choose(moves, limits)?;
        Ok(choice.expect("an engine that makes no move fails"))
    }

    /// Returns the text of a legal move of the current position.
    fn legal(&self, choice: &Choice) -> Result<String, PlayerError> {
        let mv = G::Move::from_code(choice.mv).filter(|mv| self.player.now.is_legal(*mv));
        mv.map(|mv| mv.to_string()).ok_or_else(|| {
            let text = G::Move::from_code(choice.mv).map(|mv| mv.to_string()).unwrap_or_default();
            super::failed(arena_play::EndReason::Illegal, format!("{text} is not legal"))
        })
    }

    fn time(&mut self, choice: &Choice) {
        let (limit, took) = (self.move_time(), choice.elapsed);
        let result = if took > limit + NOTED { Compliance::Noted } else { Compliance::Passed };
        self.add("time", result, format!("{} ms of {} ms", took.as_millis(), limit.as_millis()));
    }

    fn output(&mut self, choice: &Choice) {
        let thought = &choice.thought;
        let (result, detail) = match (self.player.spec.protocol, thought.value) {
            (EngineProtocol::Gomocup | EngineProtocol::Gtp, _) => {
                (Compliance::Skipped, "the protocol has no search output".to_owned())
            }
            (_, None) => (Compliance::Noted, "no value reported, so its matches cannot be adjudicated".to_owned()),
            (_, Some(_)) if thought.depth == 0 || thought.nodes == 0 => {
                (Compliance::Noted, format!("depth {}, {} nodes", thought.depth, thought.nodes))
            }
            (_, Some(_)) => {
                let line = thought.line.len();
                (
                    Compliance::Passed,
                    format!("depth {}, {} nodes, a line of {line} moves", thought.depth, thought.nodes),
                )
            }
        };
        self.add("search output", result, detail);
    }

    /// Plays on after the first move, then begins another match.
    fn whole_match(&mut self, first: MoveCode) {
        let mut moves = vec![first];
        let mut board = self.player.start.clone();
        let play = |board: &mut G, code: MoveCode| board.play(G::Move::from_code(code).expect("the move was checked"));
        play(&mut board, first);
        for _ in 1..MOVES {
            let legal = board.moves();
            // A game that ends this early was played to its end.
            let Some(reply) = legal.first() else { break };
            moves.push(reply.code());
            board.play(*reply);
            if board.outcome().is_some() {
                break;
            }
            let chosen = self.choose(&moves, self.move_time(), None);
            match chosen.and_then(|choice| self.legal(&choice).map(|_| choice)) {
                Ok(choice) => {
                    moves.push(choice.mv);
                    play(&mut board, choice.mv);
                }
                Err(error) => return self.failed("later moves", &error),
            }
        }
        self.add("later moves", Compliance::Passed, format!("{} plies, all legal", moves.len()));
        self.player.begin(0);
        let chosen = self.choose(&[], self.move_time(), None);
        match chosen.and_then(|choice| self.legal(&choice)) {
            Ok(text) => self.add("second match", Compliance::Passed, format!("{text}, legal")),
            Err(error) => self.failed("second match", &error),
        }
    }

    /// Begins a match at a given position.
    fn given_position(&mut self) {
        if self.player.spec.protocol == EngineProtocol::Gtp {
            return self.add("position", Compliance::Skipped, "the protocol has no positions");
        }
        let mut board = self.player.start.clone();
        for _ in 0..2 {
            let legal = board.moves();
            if let Some(last) = legal.last() {
                board.play(*last);
            }
        }
        let set = self.player.set_position(Some(&board.notation()));
        self.player.begin(0);
        let chosen = match set {
            Ok(()) => self.choose(&[], self.move_time(), None).and_then(|choice| self.legal(&choice)),
            Err(error) => Err(super::failed(arena_play::EndReason::Crash, error.to_string())),
        };
        match chosen {
            Ok(text) => self.add("position", Compliance::Passed, format!("{text}, legal")),
            // Version 1 of the protocol has no positions.
            Err(error) if error.to_string().contains("setboard") => {
                self.add("position", Compliance::Noted, error.to_string());
            }
            Err(error) => self.failed("position", &error),
        }
        self.player.set_position(None).ok();
        self.player.begin(0);
    }

    fn stop(&mut self) {
        if !self.player.session.as_ref().is_none_or(EngineSession::can_stop) {
            return self.add("stop", Compliance::Skipped, "the protocol has no such command");
        }
        let stop = AtomicBool::new(false);
        let began = Instant::now();
        let chosen = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(STOP);
                stop.store(true, Ordering::Relaxed);
            });
            self.choose(&[], LONG, Some(&stop))
        });
        let ms = began.elapsed().saturating_sub(STOP).as_millis();
        match chosen {
            Ok(_) => self.add("stop", Compliance::Noted, "moved before it was stopped"),
            // An engine that does not answer is killed.
            Err(_) if self.player.session.is_some() => {
                self.add("stop", Compliance::Passed, format!("moved {ms} ms after the command"));
            }
            Err(_) => self.add("stop", Compliance::Failed, format!("no move {ms} ms after the command")),
        }
        self.player.begin(0);
    }

    /// Asks whether the engine is ready while it searches without a limit.
    fn busy(&mut self) {
        const ABOUT: &str = "ready in a search";
        if self.player.spec.protocol != EngineProtocol::Uci {
            return self.add(ABOUT, Compliance::Skipped, "only UCI requires it");
        }
        if let Err(error) = self.player.prepare() {
            return self.failed(ABOUT, &error);
        }
        let session = self.player.session.as_mut().expect("it was prepared");
        match session.stays_ready(ANSWER) {
            Ok(()) => self.add(ABOUT, Compliance::Passed, "answers isready during a search, and moves only after stop"),
            Err(problem) => {
                self.add(ABOUT, Compliance::Failed, problem);
                self.player.end();
            }
        }
    }

    /// Sends lines that are no commands, and for UCI a position that is none.
    fn unknown_commands(&mut self) {
        let all = [("unknown command", "nonsense 1 2 3\n"), ("invalid position", "position fen nonsense\n")];
        let has_positions = self.player.spec.protocol == EngineProtocol::Uci;
        for (about, lines) in all.into_iter().take(if has_positions { 2 } else { 1 }) {
            if let Err(error) = self.player.prepare() {
                return self.failed(about, &error);
            }
            let session = self.player.session.as_mut().expect("it was prepared");
            let survived = session.survives(lines).map_err(|failure| failure.to_string());
            if survived.is_err() {
                self.player.end();
            }
            self.player.begin(0);
            let moved = survived.and_then(|()| {
                let chosen = self.choose(&[], self.move_time(), None).and_then(|choice| self.legal(&choice));
                chosen.map_err(|error| error.to_string())
            });
            // No protocol says what an engine does with a position that is none.
            let fault = if about == "unknown command" { Compliance::Failed } else { Compliance::Noted };
            match moved {
                Ok(_) => self.add(about, Compliance::Passed, "ignored it and continued to play"),
                Err(problem) => self.add(about, fault, problem),
            }
        }
    }

    fn quit(&mut self) {
        if self.player.session.is_none()
            && let Err(error) = self.player.prepare()
        {
            return self.failed("exit", &error);
        }
        let session = self.player.session.as_mut().expect("it was prepared");
        let began = Instant::now();
        let status = session.quit(ANSWER);
        let ms = began.elapsed().as_millis();
        match status {
            Some(status) if status.success() => self.add("exit", Compliance::Passed, format!("after {ms} ms")),
            Some(status) => self.add("exit", Compliance::Noted, format!("after {ms} ms, with {status}")),
            None => self.add("exit", Compliance::Failed, format!("still running after {} s", ANSWER.as_secs())),
        }
        self.player.session = None;
    }
}
