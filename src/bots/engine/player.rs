//! A player that uses an engine.

pub(super) mod compliance;

use std::time::Duration;

use super::EngineFailure;
use super::dialect::{Allowance, Script, ScriptMove};
use super::gathered::{Gathered, Score};
use super::log::EngineLog;
use super::session::{AnswerLimits, EngineAnswer, EngineSession, Probe};
use super::spec::{EngineSpec, Fallback};
use crate::{BotSpec, Choice, IllegalTries, OwnClock, Player, PlayerError, SearchFigures, TurnLimits};
use arena_games::conventions::{EnginePlay, EngineProtocol, EngineVariant};
use arena_games::options::start;
use arena_games::{Game, GameError, GameId, GameMove, MoveCode, Options, Side, with_game};
use arena_play::end_detail::millis;
use arena_play::{Detail, EndDetail, EndReason, Thought, ThoughtSource};

/// Time between `stop` and killing an engine that is past its deadline.
const GRACE: Duration = Duration::from_millis(500);
/// Longest illegal move that is quoted to a program, in characters.
const LONGEST_TRY: usize = 64;

/// Creates the player of a bot that is an engine. Its matches use these options and start from `position`, or from the
/// game's own start if it is `None`. The communication is added to the log, if any.
///
/// # Errors
/// If an option or the position is invalid.
pub(crate) fn engine_player(
    (bot, spec): (&BotSpec, &EngineSpec),
    options: &Options,
    position: Option<&str>,
    log: Option<&EngineLog>,
) -> Result<Box<dyn Player>, GameError> {
    Ok(with_game!(bot.game, G => Box::new(player::<G>((bot, spec), options, position, log)?)))
}

fn player<G: Game>(
    (bot, spec): (&BotSpec, &EngineSpec),
    options: &Options,
    position: Option<&str>,
    log: Option<&EngineLog>,
) -> Result<EnginePlayer<G>, GameError> {
    let placed: G = start(options, position)?;
    let play = EnginePlay::<G>::of(spec.protocol).unwrap_or(const { &EnginePlay::plain(EngineProtocol::Text) });
    let mut player = EnginePlayer::<G> {
        spec: spec.clone(),
        play,
        log: log.map(|log| (log.clone(), bot.name.clone())),
        game: bot.game,
        options: options.clone(),
        now: placed.clone(),
        start: placed,
        nodes: bot.nodes,
        time: bot.time_ms.map(Duration::from_millis),
        session: None,
        fresh: true,
        script: Script { start: None, moves: Vec::new(), settled: None, legal: None, to_move: Side::First },
        plain: position.is_none(),
        gathered: Gathered::default(),
        legal: Vec::new(),
        pondered: None,
        seed: 0,
        tried: String::new(),
        tries: IllegalTries::default(),
    };
    player.rewind();
    Ok(player)
}

impl Probe {
    /// Checks that the engine can play a match with these options from `position`, or from the game's own start.
    ///
    /// # Errors
    /// A message.
    pub fn check_start(&self, game: GameId, options: &Options, position: Option<&str>) -> Result<(), String> {
        with_game!(game, G => self.check_start_of::<G>(options, position))
    }

    fn check_start_of<G: Game>(&self, options: &Options, position: Option<&str>) -> Result<(), String> {
        let Some(play) = EnginePlay::<G>::of(self.spec.protocol) else { return Ok(()) };
        let placed: G = start(options, position).map_err(|error| error.to_string())?;
        // An option of the engine may name a file of variants, which it announces only later.
        if let Some(variant) = (play.variant)(&placed)
            && self.spec.options.is_empty()
            && self.dialect.variant(variant, &self.announced).is_none()
        {
            return Err(format!("it does not play {}", variant.name));
        }
        let setup = (play.setup)(&placed)?;
        let from_start = position.is_none() && (play.from_start)(&placed);
        let written = (!from_start).then(|| (play.position)(&placed));
        self.dialect.check_start(&setup, written.as_deref())
    }
}

struct EnginePlayer<G: Game> {
    spec: EngineSpec,
    /// How its protocol writes the game.
    play: &'static EnginePlay<G>,
    /// The log, and the engine's name in it.
    log: Option<(EngineLog, String)>,
    game: GameId,
    options: Options,
    /// Start position of the matches, and the position of this match after the moves in `script`.
    start: G,
    now: G,
    /// True if matches begin at the game's own start.
    plain: bool,
    nodes: Option<u64>,
    time: Option<Duration>,
    session: Option<EngineSession>,
    /// True if this match has not been announced to the engine yet.
    fresh: bool,
    /// The moves followed so far, in the notation of the protocol.
    script: Script,
    gathered: Gathered,
    /// Legal moves, for protocols that include them. Kept to reuse the allocation.
    legal: Vec<G::Move>,
    /// Set while it searches in the other side's time: the length of the match if the expected move is played, and that
    /// move.
    pondered: Option<(usize, MoveCode)>,
    /// Seed of the moves that are played for it.
    seed: u64,
    /// Its last move, as it wrote it.
    tried: String,
    /// Illegal moves since they were last asked for.
    tries: IllegalTries,
}

impl<G: Game> Player for EnginePlayer<G> {
    fn set_position(&mut self, position: Option<&str>) -> Result<(), GameError> {
        let placed: G = start(&self.options, position)?;
        if self.variant(&placed) != self.variant(&self.start) {
            // An engine is set to a variant when it starts.
            self.session = None;
        }
        (self.start, self.plain) = (placed, position.is_none());
        self.rewind();
        Ok(())
    }

    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.fresh = true;
        self.pondered = None;
        self.rewind();
    }

    fn choose(&mut self, moves: &[MoveCode], limits: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError> {
        if std::mem::take(&mut self.fresh) || self.session.is_none() {
            self.prepare()?;
        }
        let Some((most, fallback)) = self.spec.attempts else { return self.ask(moves, limits).map(Some) };
        let (mut spent, mut attempt) = (Duration::ZERO, 0);
        loop {
            attempt += 1;
            let choice = match self.ask(moves, remaining(limits, self.time, spent)) {
                Ok(choice) if G::Move::from_code(choice.mv).is_some_and(|mv| self.now.is_legal(mv)) => {
                    return Ok(Some(took(choice, spent)));
                }
                Ok(choice) => Ok(choice),
                Err(PlayerError::Failed { by: EndReason::Illegal, detail, elapsed }) => Err((detail, elapsed)),
                Err(PlayerError::Failed { by, detail, elapsed }) => {
                    return Err(PlayerError::Failed { by, detail, elapsed: elapsed.map(|time| time + spent) });
                }
                Err(other) => return Err(other),
            };
            self.tries.illegal += 1;
            spent += match &choice {
                Ok(choice) => choice.elapsed,
                Err((_, elapsed)) => elapsed.unwrap_or_default(),
            };
            let left = most - attempt;
            if let Some(session) = &mut self.session
                && let Err(failure) = session.tell(&format!("illegal {} left {left}\n", self.tried))
            {
                self.end();
                return Err(failed(EndReason::Crash, failure));
            }
            match (left, fallback, choice) {
                (1.., ..) => {}
                (0, Fallback::Random, _) => return Ok(Some(self.random_choice(spent))),
                (0, Fallback::Forfeit, Ok(choice)) => return Ok(Some(Choice { elapsed: spent, ..choice })),
                (0, Fallback::Forfeit, Err((detail, _))) => {
                    return Err(PlayerError::Failed { by: EndReason::Illegal, detail, elapsed: Some(spent) });
                }
            }
        }
    }

    fn take_tries(&mut self) -> IllegalTries {
        std::mem::take(&mut self.tries)
    }

    fn rest(&mut self) {
        self.pondered = None;
        let Some(session) = &mut self.session else { return };
        let sent = if self.spec.protocol == EngineProtocol::Mcp { session.tell("over\n") } else { Ok(()) };
        if sent.is_err() || session.stop_pondering().is_err() {
            self.end();
        }
    }
}

/// Returns the limits of a turn of which `spent` is used up.
fn remaining(limits: TurnLimits<'_>, own: Option<Duration>, spent: Duration) -> TurnLimits<'_> {
    if spent.is_zero() {
        return limits;
    }
    let time = limits.time.into_iter().chain(own).min().map(|time| time.saturating_sub(spent));
    let clock = limits.clock.map(|clock| OwnClock { remaining: clock.remaining.saturating_sub(spent), ..clock });
    TurnLimits { time, clock, ..limits }
}

/// Returns a choice that took longer by the time of earlier attempts.
fn took(mut choice: Choice, spent: Duration) -> Choice {
    choice.elapsed += spent;
    choice.thought.ms = u64::try_from(choice.elapsed.as_millis()).unwrap_or(u64::MAX);
    choice
}

impl<G: Game> EnginePlayer<G> {
    /// Returns a random legal move after `spent`, without any thoughts.
    fn random_choice(&mut self, spent: Duration) -> Choice {
        self.legal.clear();
        self.now.legal(&mut self.legal);
        let drawn = arena_games::seed::derive(self.seed, &[self.script.moves.len() as u64]);
        self.tries.replaced += 1;
        let mv = self.legal[(drawn % self.legal.len() as u64) as usize].code();
        let thought = Thought {
            from: ThoughtSource::Random,
            value: None,
            win_in: None,
            depth: 0,
            nodes: 0,
            line: vec![mv],
            ms: u64::try_from(spent.as_millis()).unwrap_or(u64::MAX),
            table: None,
            table_mb: None,
        };
        Choice { mv, thought, elapsed: spent, figures: SearchFigures::default() }
    }

    /// Asks the engine for a move, which may be illegal.
    fn ask(&mut self, moves: &[MoveCode], limits: TurnLimits<'_>) -> Result<Choice, PlayerError> {
        let hit = self.pondered.take().is_some_and(|(plies, mv)| moves.len() == plies && moves.last() == Some(&mv));
        self.follow(moves);
        self.list_legal();
        let allowance = self.allowance(&limits);
        let allowed = allowance.time.into_iter().chain(limits.clock.map(|clock| clock.remaining)).min();
        let allowed = allowed.map(|time| time + limits.margin);
        let Some(session) = &mut self.session else {
            return Err(failed(EndReason::Crash, EndDetail::NotRunning {}));
        };
        let waiting = AnswerLimits { allowed: allowed.unwrap_or(self.spec.stall), grace: GRACE, stop: limits.stop };
        let answer = match hit {
            true => session.hit(waiting, &mut self.gathered),
            false => session.ask((&self.script, &allowance), waiting, &mut self.gathered),
        };
        let by = if allowed.is_some() { EndReason::Timeout } else { EndReason::Stall };
        match answer {
            Ok(EngineAnswer::Move(best, elapsed)) => {
                self.tried.clear();
                self.tried.extend(best.chars().take(LONGEST_TRY));
                let choice = self.choice(&best, elapsed)?;
                if let Some(expected) = self.gathered.expected().filter(|_| self.spec.ponder).map(str::to_owned) {
                    self.ponder(moves, &choice, &expected, &limits);
                }
                Ok(choice)
            }
            Ok(EngineAnswer::Late(elapsed)) => {
                let after_ms = millis(elapsed);
                let detail = match self.session.as_ref().and_then(EngineSession::unknown) {
                    Some(quoted) => EndDetail::LateSaying { after_ms, quoted },
                    None => EndDetail::Late { after_ms },
                };
                Err(PlayerError::Failed { by, detail: detail.into(), elapsed: Some(elapsed) })
            }
            Ok(EngineAnswer::NoMove(by, detail, elapsed)) => {
                Err(PlayerError::Failed { by, detail: detail.into(), elapsed: Some(elapsed) })
            }
            Err(failure) => {
                let unknown = self.session.as_ref().and_then(EngineSession::unknown);
                self.end();
                Err(match failure {
                    EngineFailure::Silent => {
                        let waited = allowed.unwrap_or(self.spec.stall) + GRACE;
                        let within_ms = millis(waited);
                        let detail = match unknown {
                            Some(quoted) => EndDetail::SilentSaying { within_ms, quoted },
                            None => EndDetail::Silent { within_ms },
                        };
                        PlayerError::Failed { by, detail: detail.into(), elapsed: Some(waited) }
                    }
                    other => failed(EndReason::Crash, other),
                })
            }
        }
    }
}

/// Returns the clock of a side after a move that took `elapsed`.
fn after_move(clock: OwnClock, elapsed: Duration) -> OwnClock {
    OwnClock { remaining: clock.remaining.saturating_sub(elapsed) + clock.increment, ..clock }
}

/// The error for a text that is no move.
fn unread(text: &str, elapsed: Duration) -> PlayerError {
    let detail = EndDetail::NotRead { quoted: super::quoted(text) }.into();
    PlayerError::Failed { by: EndReason::Illegal, detail, elapsed: Some(elapsed) }
}

fn failed(by: EndReason, detail: impl Into<Detail>) -> PlayerError {
    PlayerError::Failed { by, detail: detail.into(), elapsed: None }
}

impl<G: Game> EnginePlayer<G> {
    /// Prepares the engine for a new match. If an engine kept from the last match has exited in the meantime, a new one
    /// is started once, without a loss.
    fn prepare(&mut self) -> Result<(), PlayerError> {
        let refused = |problem: String| failed(EndReason::Crash, problem);
        let setup = self.setup().map_err(refused)?;
        if self.spec.restart {
            // Dropping the session asks the engine to exit.
            self.session = None;
        }
        if let Some(session) = &mut self.session {
            if session.new_match(&setup).is_ok() {
                return Ok(());
            }
            self.end();
        }
        let transcript = self.log.as_ref().map(|(log, name)| log.process(name));
        let mut session = EngineSession::start(&self.spec, self.variant(&self.start), transcript)
            .map_err(|error| refused(error.problem))?;
        session
            .new_match(&setup)
            .map_err(|failure| refused(format!("the engine did not become ready for a match: {failure}")))?;
        self.session = Some(session);
        Ok(())
    }

    fn end(&mut self) {
        if let Some(mut session) = self.session.take() {
            session.kill();
        }
    }

    /// True if it uses the text protocol, which sends all moves of a match and the legal moves.
    fn is_text(&self) -> bool {
        self.spec.protocol.is_text()
    }

    /// Returns the variant of a match that starts from `start`, if the engine has to be set to it.
    fn variant(&self, start: &G) -> Option<EngineVariant> {
        (self.play.variant)(start)
    }

    /// Returns the game's own commands for the beginning of a match.
    fn setup(&self) -> Result<String, String> {
        if !self.is_text() {
            return (self.play.setup)(&self.start);
        }
        let options = self.game.complete_options(&self.options).map_err(|error| error.to_string())?;
        let options = serde_json::to_string(&options).expect("options are JSON");
        Ok(format!("game {} {options}\n", self.game))
    }

    /// Returns to the start position.
    fn rewind(&mut self) {
        self.now = self.start.clone();
        let from_start = self.plain && (self.play.from_start)(&self.start);
        self.script.start = (!from_start).then(|| (self.play.position)(&self.start));
        self.script.moves.clear();
        self.script.settled = None;
        self.script.to_move = self.start.to_move();
    }

    /// Adds the new moves of the match to the script.
    fn follow(&mut self, moves: &[MoveCode]) {
        if moves.len() < self.script.moves.len() {
            self.rewind();
        }
        // Only the last one is sent.
        let mut settled = None;
        for &code in &moves[self.script.moves.len()..] {
            let mv = G::Move::from_code(code).expect("a match is made of moves");
            let played = ScriptMove { side: self.now.to_move(), text: (self.play.write_move)(&self.now, mv) };
            self.script.moves.push(played);
            self.now.play(mv);
            if G::REPETITION.is_some() && !self.is_text() && self.now.reversible_plies() == 0 {
                settled = Some((self.script.moves.len(), self.now.clone()));
            }
        }
        if let Some((plies, position)) = settled {
            self.script.settled = Some((plies, (self.play.position)(&position)));
        }
        self.script.to_move = self.now.to_move();
    }

    /// Adds the legal moves to the script if the protocol includes them.
    fn list_legal(&mut self) {
        if self.is_text() {
            self.legal.clear();
            self.now.legal(&mut self.legal);
            self.script.legal = Some(self.legal.iter().map(ToString::to_string).collect());
        }
    }

    /// Returns the limits of a search.
    fn allowance(&self, limits: &TurnLimits<'_>) -> Allowance {
        Allowance {
            depth: self.spec.depth,
            nodes: self.nodes.into_iter().chain(limits.nodes).min(),
            time: self.time.into_iter().chain(limits.time).min(),
            clock: limits.clock,
            other: limits.other_clock,
        }
    }

    /// Starts a search in the other side's time if the expected answer is legal. An error is noticed on the engine's
    /// next turn.
    fn ponder(&mut self, moves: &[MoveCode], choice: &Choice, expected: &str, limits: &TurnLimits<'_>) {
        let mut after = self.now.clone();
        let Some(own) = G::Move::from_code(choice.mv).filter(|mv| after.is_legal(*mv)) else { return };
        after.play(own);
        let Some(reply) = (self.play.read_move)(&after, expected).filter(|mv| after.is_legal(*mv)) else { return };
        after.play(reply);
        if after.outcome().is_some() || after.to_move() != self.now.to_move() {
            return;
        }
        let reply = reply.code();
        let saved = (self.now.clone(), self.script.clone());
        let line = [moves, &[choice.mv, reply]].concat();
        self.follow(&line);
        // As if the answer came at once.
        let clock = limits.clock.map(|clock| after_move(clock, choice.elapsed));
        let allowance = self.allowance(&TurnLimits { clock, ..*limits });
        if let Some(session) = &mut self.session
            && session.ponder(&self.script, &allowance).is_ok()
        {
            self.pondered = Some((line.len(), reply));
        }
        (self.now, self.script) = saved;
    }

    fn choice(&self, text: &str, elapsed: Duration) -> Result<Choice, PlayerError> {
        let mv = (self.play.read_move)(&self.now, text).ok_or_else(|| unread(text, elapsed))?;
        let score = self.gathered.score;
        let thought = Thought {
            from: ThoughtSource::Search,
            value: score.map(Score::value),
            win_in: score.and_then(Score::win_in),
            depth: self.gathered.depth,
            nodes: self.gathered.nodes,
            line: self.line(mv, text),
            ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            table: None,
            table_mb: None,
        };
        Ok(Choice { mv: mv.code(), thought, elapsed, figures: self.gathered.figures })
    }

    /// Returns the readable and legal part of the expected line. Returns only `best` if the line does not begin
    /// with it.
    fn line(&self, best: G::Move, written: &str) -> Vec<MoveCode> {
        let mut line = vec![best.code()];
        let mut words = self.gathered.line();
        let begins = words.next().is_some_and(|word| {
            word == written || (self.play.read_move)(&self.now, word).is_some_and(|mv| mv.code() == best.code())
        });
        let mut words = words.peekable();
        if !begins || words.peek().is_none() || !self.now.is_legal(best) {
            return line;
        }
        let mut position = self.now.clone();
        position.play(best);
        line.extend(words.map_while(|word| {
            let mv = (self.play.read_move)(&position, word).filter(|mv| position.is_legal(*mv))?;
            position.play(mv);
            Some(mv.code())
        }));
        line
    }
}
