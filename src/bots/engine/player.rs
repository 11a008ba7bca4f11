//! The player that lets an engine play.

use std::fmt::Write;
use std::time::Duration;

use super::EngineFailure;
use super::log::EngineLog;
use super::session::{EngineAnswer, EngineSession};
use super::spec::EngineSpec;
use super::uci::Gathered;
use crate::bots::{BotSpec, Choice, OwnClock, Player, PlayerError, TurnLimits};
use crate::games::catalog::{Visitor, start};
use crate::games::conventions::{EngineProtocol, EngineVariant};
use crate::games::{Game, GameError, GameId, GameMove, Hints, MoveCode, Options, Side};
use crate::play::{EndReason, Thought, ThoughtSource};

/// An engine that is past its deadline is sent `stop`, and killed after this time.
const GRACE: Duration = Duration::from_millis(500);

/// The player of a bot that is an engine, in matches that start with these options from `position`, or from the game's
/// own start. What is said goes into the log, where there is one.
///
/// # Errors
/// When an option or the position is wrong.
pub(in crate::bots) fn engine_player(
    (bot, spec): (&BotSpec, &EngineSpec),
    options: &Options,
    position: Option<&str>,
    log: Option<&EngineLog>,
) -> Result<Box<dyn Player>, GameError> {
    struct Make<'a> {
        bot: &'a BotSpec,
        spec: &'a EngineSpec,
        options: &'a Options,
        position: Option<&'a str>,
        log: Option<&'a EngineLog>,
    }
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn Player>, GameError>;
        fn visit<G: Game + Hints>(self) -> Self::Output {
            let Make { bot, spec, options, position, log } = self;
            let mut player = EnginePlayer::<G> {
                spec: spec.clone(),
                log: log.map(|log| (log.clone(), bot.name.clone())),
                game: bot.game,
                options: options.clone(),
                start: start(options, position)?,
                now: start(options, position)?,
                nodes: bot.nodes,
                time: bot.time_ms.map(Duration::from_millis),
                session: None,
                fresh: true,
                line: String::new(),
                plain: position.is_none(),
                moved: false,
                told: 0,
                gathered: Gathered::default(),
                rules: rules(spec.protocol, bot.game, options)?,
                legal: Vec::new(),
                pondered: None,
            };
            player.rewind();
            Ok(Box::new(player))
        }
    }
    bot.game.visit(Make { bot, spec, options, position, log })
}

/// The command of the text protocol that names the game to be played, with all its options.
fn rules(protocol: EngineProtocol, game: GameId, options: &Options) -> Result<String, GameError> {
    if protocol != EngineProtocol::Text {
        return Ok(String::new());
    }
    let options = serde_json::to_string(&game.complete_options(options)?).expect("options are JSON");
    Ok(format!("game {game} {options}\n"))
}

/// The variant of a match that starts here, where engines have to be set to it.
fn variant<G: Game>(start: &G) -> Option<EngineVariant> {
    G::CONVENTIONS.engines.and_then(|engines| (engines.variant)(start))
}

struct EnginePlayer<G: Game> {
    spec: EngineSpec,
    /// Where what is said goes, and by which name.
    log: Option<(EngineLog, String)>,
    game: GameId,
    options: Options,
    /// Where the matches begin, and next the position of this one after the moves in the line.
    start: G,
    now: G,
    /// Whether the matches begin at the game's own start.
    plain: bool,
    nodes: Option<u64>,
    time: Option<Duration>,
    session: Option<EngineSession>,
    /// The engine has not been sent this match yet.
    fresh: bool,
    /// The command that sends the position: the last one that no later position can repeat, and the moves since. An
    /// engine plays all moves of the command anew for each turn, which from the start of the match can cost it more
    /// than its search.
    line: String,
    /// Whether the line has any moves.
    moved: bool,
    /// How many moves of the match the command has.
    told: usize,
    gathered: Gathered,
    /// The command that names the game, where the protocol has one; else empty.
    rules: String,
    /// The legal moves, where they are sent; kept so that its memory is reused.
    legal: Vec<G::Move>,
    /// It searches in the other side's time: how many moves the match will have then, and the last of them, if it is
    /// played.
    pondered: Option<(usize, MoveCode)>,
}

impl<G: Game> Player for EnginePlayer<G> {
    fn set_position(&mut self, position: Option<&str>) -> Result<(), GameError> {
        let placed: G = start(&self.options, position)?;
        if variant(&placed) != variant(&self.start) {
            // The engine was set to the variant when it was started.
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
        let before = self.line.len();
        let allowed = self.command(&limits, "go");
        let Some(session) = &mut self.session else {
            return Err(failed(EndReason::Crash, "it is not running".to_owned()));
        };
        let waited = allowed.unwrap_or(self.spec.stall);
        let answer = match hit {
            true => session.hit(waited, GRACE, &mut self.gathered),
            false => session.ask(&self.line, waited, GRACE, &mut self.gathered),
        };
        self.line.truncate(before);
        let by = if allowed.is_some() { EndReason::Timeout } else { EndReason::Stall };
        match answer {
            Ok(EngineAnswer::Move(best, elapsed)) => {
                let choice = self.choice(&best.text, elapsed)?;
                if let Some(expected) = best.expected.filter(|_| self.spec.ponder) {
                    self.ponder(moves, &choice, &expected, &limits);
                }
                Ok(Some(choice))
            }
            Ok(EngineAnswer::Late(elapsed)) => {
                let detail = format!("it moved after {} ms, when it was told to stop", elapsed.as_millis());
                Err(PlayerError::Failed { by, detail, elapsed: Some(elapsed) })
            }
            Err(failure) => {
                self.end();
                Err(match failure {
                    EngineFailure::Silent => {
                        let waited = allowed.unwrap_or(self.spec.stall) + GRACE;
                        let detail = format!("it gave no move within {} ms and was killed", waited.as_millis());
                        PlayerError::Failed { by, detail, elapsed: Some(waited) }
                    }
                    other => failed(EndReason::Crash, other.to_string()),
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

/// The clock of a side that has moved, where it took so long.
fn after_move(clock: OwnClock, elapsed: Duration) -> OwnClock {
    OwnClock { remaining: clock.remaining.saturating_sub(elapsed) + clock.increment, ..clock }
}

fn failed(by: EndReason, detail: String) -> PlayerError {
    PlayerError::Failed { by, detail, elapsed: None }
}

impl<G: Game> EnginePlayer<G> {
    /// Gets the engine ready for a new match. An engine that was kept from the last match and turns out to have ended
    /// loses nothing by that: another is started, once.
    fn prepare(&mut self) -> Result<(), PlayerError> {
        if let Some(session) = &mut self.session {
            if session.new_match(&self.rules).is_ok() {
                return Ok(());
            }
            self.end();
        }
        let refused = |problem: String| failed(EndReason::Crash, problem);
        let transcript = self.log.as_ref().map(|(log, name)| log.process(name));
        let mut session = EngineSession::start(&self.spec, variant(&self.start), transcript)
            .map_err(|error| refused(error.problem))?;
        session
            .new_match(&self.rules)
            .map_err(|failure| refused(format!("it did not get ready for a match: {failure}")))?;
        self.session = Some(session);
        Ok(())
    }

    fn end(&mut self) {
        if let Some(mut session) = self.session.take() {
            session.kill();
        }
    }

    /// Whether it plays by the text protocol: it is then sent all moves of a match and the legal ones.
    fn is_text(&self) -> bool {
        self.spec.protocol == EngineProtocol::Text
    }

    /// Back to where the match begins.
    fn rewind(&mut self) {
        self.now = self.start.clone();
        (self.told, self.moved) = (0, false);
        self.line.clear();
        if self.plain && (self.is_text() || variant(&self.now).is_none()) {
            self.line.push_str("position startpos");
        } else {
            self.stand_here();
        }
    }

    /// Begins the line with the position as it is now.
    fn stand_here(&mut self) {
        self.line.clear();
        self.moved = false;
        // Writing into a string cannot fail.
        let _ = write!(self.line, "position fen {}", self.now.notation());
    }

    /// Adds the new moves of the match to the line.
    fn follow(&mut self, moves: &[MoveCode]) {
        if moves.len() < self.told {
            self.rewind();
        }
        for &code in &moves[self.told..] {
            let mv = G::Move::from_code(code).expect("a match is made of moves");
            self.now.play(mv);
            if self.now.reversible_plies() == 0 && !self.is_text() {
                self.stand_here();
            } else {
                self.line.push_str(if self.moved { " " } else { " moves " });
                let _ = write!(self.line, "{mv}");
                self.moved = true;
            }
        }
        self.told = moves.len();
    }

    /// Writes the command to search, which begins with `go`, behind the line; how long it may take, where that is limited.
    fn command(&mut self, limits: &TurnLimits<'_>, go: &str) -> Option<Duration> {
        if self.is_text() {
            self.legal.clear();
            self.now.legal(&mut self.legal);
            self.line.push_str("\nlegal");
            for mv in &self.legal {
                // Writing into a string cannot fail.
                let _ = write!(self.line, " {mv}");
            }
        }
        self.line.push('\n');
        self.line.push_str(go);
        if let Some(depth) = self.spec.depth {
            let _ = write!(self.line, " depth {depth}");
        }
        if let Some(nodes) = self.nodes.into_iter().chain(limits.nodes).min() {
            let _ = write!(self.line, " nodes {nodes}");
        }
        let time = self.time.into_iter().chain(limits.time).min();
        if let Some(time) = time {
            let _ = write!(self.line, " movetime {}", time.as_millis());
        }
        if let Some(own) = limits.clock {
            let mover = self.now.to_move();
            let other = limits.other_clock.unwrap_or(own);
            let (white, black) = if mover == Side::First { (own, other) } else { (other, own) };
            for (letter, OwnClock { remaining, increment, .. }) in [('w', white), ('b', black)] {
                let (time, increment) = (remaining.as_millis(), increment.as_millis());
                let _ = write!(self.line, " {letter}time {time} {letter}inc {increment}");
            }
            if let Some(moves) = own.moves_to_go {
                let _ = write!(self.line, " movestogo {moves}");
            }
        }
        self.line.push('\n');
        let allowed = time.into_iter().chain(limits.clock.map(|clock| clock.remaining)).min();
        allowed.map(|time| time + limits.margin)
    }

    /// Lets the engine search in the other side's time, where the answer that it expects to its move is legal. What goes
    /// wrong with that is noticed at its next turn.
    fn ponder(&mut self, moves: &[MoveCode], choice: &Choice, expected: &str, limits: &TurnLimits<'_>) {
        let Ok(reply) = self.game.parse_move(expected) else { return };
        let mut after = self.now.clone();
        for code in [choice.mv, reply] {
            let Some(mv) = G::Move::from_code(code).filter(|mv| after.is_legal(*mv)) else { return };
            after.play(mv);
        }
        if after.outcome().is_some() || after.to_move() != self.now.to_move() {
            return;
        }
        let kept = (self.now.clone(), self.line.clone(), self.moved, self.told);
        let line = [moves, &[choice.mv, reply]].concat();
        self.follow(&line);
        // As if the answer came at once.
        let clock = limits.clock.map(|clock| after_move(clock, choice.elapsed));
        self.command(&TurnLimits { clock, ..*limits }, "go ponder");
        if let Some(session) = &mut self.session
            && session.ponder(&self.line).is_ok()
        {
            self.pondered = Some((line.len(), reply));
        }
        (self.now, self.line, self.moved, self.told) = kept;
    }

    fn choice(&self, text: &str, elapsed: Duration) -> Result<Choice, PlayerError> {
        let mv = self.game.parse_move(text).map_err(|_| {
            let shown = super::printable(text);
            failed(EndReason::Illegal, format!("its answer was {shown:?}, which is no move"))
        })?;
        let score = self.gathered.score;
        let thought = Thought {
            from: ThoughtSource::Search,
            value: score.map_or(0, super::uci::Score::value),
            win_in: score.and_then(super::uci::Score::win_in),
            depth: self.gathered.depth,
            nodes: self.gathered.nodes,
            line: self.gathered.line(self.game, mv),
            ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            table: None,
            table_mb: None,
        };
        Ok(Choice { mv, thought, elapsed })
    }
}
