//! A player that uses an engine.

pub(super) mod compliance;

use std::time::Duration;

use super::EngineFailure;
use super::dialect::{Allowance, Script, ScriptMove};
use super::gathered::{Gathered, Score};
use super::log::EngineLog;
use super::session::{AnswerLimits, EngineAnswer, EngineSession, Probe};
use super::spec::EngineSpec;
use crate::{BotSpec, Choice, OwnClock, Player, PlayerError, TurnLimits};
use arena_games::conventions::{EnginePlay, EngineProtocol, EngineVariant};
use arena_games::options::start;
use arena_games::{Game, GameError, GameId, GameMove, MoveCode, Options, Side, with_game};
use arena_play::end_detail::millis;
use arena_play::{Detail, EndDetail, EndReason, Thought, ThoughtSource};

/// Time between `stop` and killing an engine that is past its deadline.
const GRACE: Duration = Duration::from_millis(500);

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

    fn begin(&mut self, _: u64) {
        self.fresh = true;
        self.pondered = None;
        self.rewind();
    }

    fn choose(&mut self, moves: &[MoveCode], limits: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError> {
        if std::mem::take(&mut self.fresh) || self.session.is_none() {
            self.prepare()?;
        }
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
                let choice = self.choice(&best, elapsed)?;
                if let Some(expected) = self.gathered.expected().filter(|_| self.spec.ponder).map(str::to_owned) {
                    self.ponder(moves, &choice, &expected, &limits);
                }
                Ok(Some(choice))
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

    fn rest(&mut self) {
        self.pondered = None;
        if self.session.as_mut().is_some_and(|session| session.stop_pondering().is_err()) {
            self.end();
        }
    }
}

/// Returns the clock of a side after a move that took `elapsed`.
fn after_move(clock: OwnClock, elapsed: Duration) -> OwnClock {
    OwnClock { remaining: clock.remaining.saturating_sub(elapsed) + clock.increment, ..clock }
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
        self.spec.protocol == EngineProtocol::Text
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
        let mv = (self.play.read_move)(&self.now, text)
            .ok_or_else(|| failed(EndReason::Illegal, EndDetail::NotRead { quoted: super::quoted(text) }))?;
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
