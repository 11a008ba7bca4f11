//! Verifies records. Each match is replayed by the rules, and bots choose their moves again if their play is a function
//! of the record. A clock stops a search at some node, and the record has the number of nodes, so a bot with a clock
//! repeats its moves too.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::{Record, seat_seed};
use arena_bots::module::ModuleRuntime;
use arena_bots::{Book, Player, PlayerError, RawBot, TurnLimits, make_player};
use arena_games::{BySide, GameError, MoveCode, Side};
use arena_play::{Action, EndReason, GameResult, Match, Seat, Terms, Timeouts, Verdict};

/// The most players that are kept between matches.
const MOST_PLAYERS: usize = 256;

/// A difference between a record and its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The ply, from 0, if the difference concerns one.
    pub ply: Option<usize>,
    /// What differs.
    pub what: String,
}

/// The moves checked in a record without differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Moves that the bots repeated.
    pub by_bots: u64,
    /// Moves checked against the rules only: those of an opening, of a person, of an external engine, or of a bot with
    /// `time_ms` or several threads.
    pub by_rules: u64,
    /// The part of `by_rules` that a bot played when or after memory was short. The record says that these moves cannot
    /// be repeated.
    pub not_reproducible: u64,
}

/// Replays records and keeps the bots' players between them.
pub struct Verifier {
    books: Vec<Arc<Book>>,
    modules: Option<Arc<dyn ModuleRuntime>>,
    players: HashMap<String, Option<Box<dyn Player>>>,
}

impl Verifier {
    /// Creates a verifier. `books` are the opening books that bots may name.
    #[must_use]
    pub fn new(books: Vec<Arc<Book>>) -> Self {
        Self { books, modules: None, players: HashMap::new() }
    }

    /// Repeats the moves of modules too, which `modules` finds by their digests.
    #[must_use]
    pub fn with_modules(self, modules: Arc<dyn ModuleRuntime>) -> Self {
        Self { modules: Some(modules), ..self }
    }

    /// Replays a record. `now` is passed to the match core; the result does not depend on it.
    ///
    /// # Errors
    /// The first [`Difference`] between the record and its replay.
    pub fn check(&mut self, record: &Record, now: Instant) -> Result<Checked, Difference> {
        let without_ply = |what: String| Difference { ply: None, what };
        if !record.moves.starts_with(&record.opening.moves) {
            return Err(without_ply("the moves do not begin with those of the opening".to_owned()));
        }
        if record.nodes.len() != record.moves.len() {
            let (nodes, moves) = (record.nodes.len(), record.moves.len());
            return Err(without_ply(format!("expected {moves} node counts, one per move, got {nodes}")));
        }
        if let Some(values) = record.values.as_ref().map(Vec::len).filter(|values| *values != record.moves.len()) {
            return Err(without_ply(format!("expected {} values, one per move, got {values}", record.moves.len())));
        }
        if let Some(times) = record.ms.as_ref().map(Vec::len).filter(|times| *times != record.moves.len()) {
            return Err(without_ply(format!("expected {} times, one per move, got {times}", record.moves.len())));
        }
        opening_is_free(record)?;
        seats_are_whole(record)?;
        let codes = codes(record)?;
        let mut contest = begin(record, &codes, now).map_err(|error| without_ply(error.to_string()))?;
        let seats = BySide::new(0, 1);
        let mut started = BySide::new(false, false);
        let by_rules = record.opening.moves.len() as u64;
        let mut checked = Checked { by_bots: 0, by_rules, not_reproducible: 0 };
        let short_from = BySide::from_fn(|side| {
            let of_side = record.not_reproducible.iter().filter(|short| short.side == side);
            of_side.map(|short| short.ply).min()
        });
        for ply in record.opening.moves.len()..codes.len() {
            let at = |what: String| Difference { ply: Some(ply), what };
            let Some(side) = contest.turn() else {
                return Err(at("the match is over before this move".to_owned()));
            };
            let seat = &record.seats[seats[side]];
            let short = short_from[side].is_some_and(|from| ply >= from);
            checked.not_reproducible += u64::from(short);
            let spec = seat.spec.as_ref().filter(|_| !short);
            match self.player(record, spec).map_err(|error| without_ply(format!("{}: {error}", seat.name)))? {
                None => checked.by_rules += 1,
                Some(player) => {
                    if !std::mem::replace(&mut started[side], true) {
                        player.begin(seat_seed(record.seed, side));
                    }
                    let nodes = seat.clock.map(|_| record.nodes[ply]);
                    replayed(player, record, &codes, ply, nodes)
                        .map_err(|what| at(format!("{}: {what}", seat.name)))?;
                    checked.by_bots += 1;
                }
            }
            let action = Action::Move { ply, mv: codes[ply], thought: None };
            contest.handle(side, action, now).map_err(|refusal| at(refusal.to_string()))?;
        }
        verdict(record, &contest)?;
        if contest.verdict().is_none() {
            self.failure(record, &codes, &contest, started)?;
        }
        Ok(checked)
    }

    /// Checks a verdict that says a bot failed, if the bot's play is a function of the record. A bot that moves in the
    /// replay did not fail.
    fn failure(
        &mut self,
        record: &Record,
        codes: &[MoveCode],
        contest: &Match,
        started: BySide<bool>,
    ) -> Result<(), Difference> {
        let by = record.verdict.by;
        let without_ply = |what: String| Difference { ply: None, what };
        if by == EndReason::Agreement && record.seats.iter().all(|seat| seat.spec.is_some()) {
            return Err(without_ply("the record says both agreed to a draw, but bots never offer one".to_owned()));
        }
        let Some(loser) = loser(record, contest) else { return Ok(()) };
        let seat = &record.seats[loser as usize];
        let is_bot = seat.spec.as_ref().is_some_and(|spec| spec.get("engine").is_none());
        if by == EndReason::Resignation && is_bot {
            return Err(without_ply(format!("the record says {} resigned, but built-in bots never resign", seat.name)));
        }
        if !matches!(by, EndReason::Timeout | EndReason::Illegal | EndReason::Crash | EndReason::Stall) {
            return Ok(());
        }
        if contest.turn() != Some(loser) {
            let name = &seat.name;
            return Err(without_ply(format!(
                "the record says {name} lost by {}, but it is not the turn of {name}",
                word(&by)
            )));
        }
        let has_limit = seat.clock.is_some() || seat.spec.as_ref().is_some_and(|spec| spec["time_ms"].is_u64());
        if by == EndReason::Timeout && !has_limit {
            return Err(without_ply(format!("the record says {} lost on time, but has no clock for it", seat.name)));
        }
        let short = record.not_reproducible.iter().any(|short| short.side == loser);
        let spec = seat.spec.as_ref().filter(|_| seat.clock.is_none() && !short);
        let Some(player) = self.player(record, spec).map_err(|error| without_ply(format!("{}: {error}", seat.name)))?
        else {
            return Ok(());
        };
        if !started[loser] {
            player.begin(seat_seed(record.seed, loser));
        }
        match player.choose(codes, TurnLimits::default()) {
            Ok(Some(choice)) => Err(without_ply(format!(
                "the record says {} lost by {}, the replay plays {}",
                seat.name,
                word(&by),
                record.game.move_text(choice.mv)
            ))),
            // A module fails again in the same way.
            Err(error @ PlayerError::Module(_)) if Some(&error.detail()) != record.verdict.detail.as_ref() => {
                let recorded = record.verdict.detail.as_ref().map(ToString::to_string).unwrap_or_default();
                Err(without_ply(format!("the record says {} lost because {recorded:?}, the replay {error}", seat.name)))
            }
            Ok(None) | Err(_) => Ok(()),
        }
    }

    /// Returns the player of a bot whose play is a function of the record. Returns `None` for people, external engines
    /// and bots with `time_ms` or several threads.
    fn player(&mut self, record: &Record, spec: Option<&Value>) -> Result<Option<&mut Box<dyn Player>>, String> {
        let Some(spec) = spec else { return Ok(None) };
        let start = (&record.options, &record.opening.position);
        let key = serde_json::to_string(&(spec, start)).map_err(|error| error.to_string())?;
        if !self.players.contains_key(&key) {
            if self.players.len() >= MOST_PLAYERS {
                self.players.clear();
            }
            let made = make(record, spec, &self.books, self.modules.as_deref())?;
            self.players.insert(key.clone(), made);
        }
        Ok(self.players.get_mut(&key).and_then(Option::as_mut))
    }
}

fn make(
    record: &Record,
    spec: &Value,
    books: &[Arc<Book>],
    modules: Option<&dyn ModuleRuntime>,
) -> Result<Option<Box<dyn Player>>, String> {
    // An external engine's moves cannot be repeated here.
    if spec.get("engine").is_some() {
        return Ok(None);
    }
    let mut raw: RawBot =
        arena_play::json::from_json(spec).map_err(|problem| format!("its configuration: {problem}"))?;
    let loaded = raw.load_modules(modules);
    let bot = loaded.and_then(|()| raw.check(books)).map_err(|error| format!("its configuration: {error}"))?;
    if bot.game != record.game {
        return Err(format!("the bot plays {}, but the match is of {}", bot.game, record.game));
    }
    if let (Some(played), Some(book)) = (spec.get("book_digest").and_then(Value::as_str), &bot.book)
        && played != book.digest
    {
        return Err(format!(
            "it played with another version of the book {:?} ({played}) than the present one ({})",
            book.name, book.digest
        ));
    }
    if !bot.is_reproducible() {
        return Ok(None);
    }
    let player = make_player(&bot, &record.options, record.opening.position.as_deref());
    player.map(Some).map_err(|error| error.to_string())
}

fn codes(record: &Record) -> Result<Vec<MoveCode>, Difference> {
    let code = |(ply, text): (usize, &String)| {
        let known = record.game.parse_move(text);
        known.map_err(|_| Difference { ply: Some(ply), what: format!("{text:?} is not a move of {}", record.game) })
    };
    record.moves.iter().enumerate().map(code).collect()
}

/// Returns the match after its opening, without a clock and without names.
///
/// # Errors
/// [`GameError`] when the options, the position or a move of the opening is invalid.
pub fn begin(record: &Record, codes: &[MoveCode], now: Instant) -> Result<Match, GameError> {
    let nameless = || Seat::Bot { name: String::new(), spec: Value::Null };
    let opening = codes[..record.opening.moves.len()].to_vec();
    let board = record.game.board(&record.options, record.opening.position.as_deref())?;
    let terms = Terms { clock: None, timeouts: Timeouts::ENDLESS, opening };
    Match::new(board, terms, BySide::new(nameless(), nameless()), now)
}

/// Lets a bot choose the move at `ply` again, with at most this many nodes, and compares the move, its value and its nodes.
fn replayed(
    player: &mut Box<dyn Player>,
    record: &Record,
    codes: &[MoveCode],
    ply: usize,
    nodes: Option<u64>,
) -> Result<(), String> {
    let limits = TurnLimits { nodes, ..TurnLimits::default() };
    let choice = player.choose(&codes[..ply], limits).map_err(|error| error.to_string())?;
    let Some(choice) = choice else { return Err("gives no move".to_owned()) };
    if choice.mv != codes[ply] {
        let chosen = record.game.move_text(choice.mv);
        return Err(format!("the record has {}, the replay {chosen}", record.moves[ply]));
    }
    let recorded = record.value(ply);
    let actual = choice.thought.value;
    if recorded != actual {
        let text = |value: Option<i32>| value.map_or("no value".to_owned(), |value| format!("the value {value}"));
        let (recorded, actual) = (text(recorded), text(actual));
        return Err(format!("the record has {recorded} for {}, the replay {actual}", record.moves[ply]));
    }
    if choice.thought.nodes != record.nodes[ply] {
        let (recorded, actual) = (record.nodes[ply], choice.thought.nodes);
        return Err(format!("the record has {recorded} nodes for {}, the replay {actual}", record.moves[ply]));
    }
    Ok(())
}

/// Checks that the moves of the opening have neither nodes nor values.
fn opening_is_free(record: &Record) -> Result<(), Difference> {
    let values = record.values.as_deref().unwrap_or_default();
    let thought = |ply: &usize| record.nodes[*ply] != 0 || values.get(*ply).copied().flatten().is_some();
    match (0..record.opening.moves.len()).find(thought) {
        Some(ply) => {
            let what = "the record has nodes or a value for a move of the opening".to_owned();
            Err(Difference { ply: Some(ply), what })
        }
        None => Ok(()),
    }
}

/// Checks that each bot's seat has the name of its configuration. A number in brackets may follow it.
fn seats_are_whole(record: &Record) -> Result<(), Difference> {
    for seat in &record.seats {
        let of_spec = seat.spec.as_ref().and_then(|spec| spec.get("name")).and_then(Value::as_str);
        let fits = |name: &str| seat.name == name || seat.name.starts_with(&format!("{name} ("));
        if let Some(name) = of_spec.filter(|name| !fits(name)) {
            let what = format!("the seat of {:?} has the configuration of {name:?}", seat.name);
            return Err(Difference { ply: None, what });
        }
    }
    Ok(())
}

/// Returns the loser. A timeout is a loss of the side to move, even if the match is drawn because the other side could
/// not win.
fn loser(record: &Record, contest: &Match) -> Option<Side> {
    let winner = record.verdict.outcome.and_then(GameResult::winner);
    winner.map(|winner| !winner).or_else(|| contest.turn().filter(|_| record.verdict.by == EndReason::Timeout))
}

/// Compares the verdict with the end of the replay.
fn verdict(record: &Record, contest: &Match) -> Result<(), Difference> {
    let recorded = &record.verdict;
    let (outcome, by) = (word(&recorded.outcome), word(&recorded.by));
    let what = match contest.verdict() {
        Some(actual) if actual == recorded && record.late_ms.is_none() => return Ok(()),
        Some(actual)
            if actual.by == recorded.by && actual.outcome == recorded.outcome && actual.detail != recorded.detail =>
        {
            let text = |verdict: &Verdict| {
                format!("{:?}", verdict.detail.as_ref().map(ToString::to_string).unwrap_or_default())
            };
            format!("the record's verdict has the detail {}, the rules {}", text(recorded), text(actual))
        }
        Some(actual) if actual == recorded => "the record has a delay, but the rules ended the match".to_owned(),
        Some(actual) => format!("the record says {outcome} by {by}, the rules {}", word(&actual.outcome)),
        None if recorded.by == EndReason::Rules => {
            "the record says that the rules ended the match, but it is not over".to_owned()
        }
        None if !can_be(recorded, contest) => format!("a match cannot end {outcome} by {by} here"),
        None if record.late_ms.is_some() && recorded.by != EndReason::Timeout => {
            format!("the record has a delay, but the match ended by {by}")
        }
        None => return Ok(()),
    };
    Err(Difference { ply: None, what })
}

/// True if the verdict's reason permits its outcome in this position.
fn can_be(verdict: &Verdict, contest: &Match) -> bool {
    use EndReason as By;
    let won = verdict.outcome.is_some_and(|outcome| outcome.winner().is_some());
    let drawn = verdict.outcome == Some(GameResult::Draw);
    match verdict.by {
        By::Rules | By::Resignation | By::Illegal | By::Crash | By::Stall | By::Forfeit | By::AdjudicatedWin => won,
        By::Agreement | By::AdjudicatedDraw | By::AdjudicatedLength => drawn,
        By::AdjudicatedSolved | By::AdjudicatedTablebase => won || drawn,
        By::Absence => true,
        By::Aborted => verdict.outcome.is_none(),
        By::Timeout => contest.turn().is_some_and(|side| match contest.board().can_win(!side) {
            true => verdict.outcome == Some((!side).into()),
            false => drawn,
        }),
    }
}

/// Returns the word that records use for `value`.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|it| it.as_str().map(str::to_owned)).unwrap_or_else(|| "void".to_owned())
}
