//! Adds up the records of a file in its order, into the same sums as those of a running tournament.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;
use uuid::Uuid;

use super::match_result::{CountedResult, fingerprint};
use super::recorded::{EntrantIdentity, Recorded, RecordedEntrant};
use super::tally::Tally;
use arena_bots::RawBot;
use arena_games::{BySide, GameId, MoveCode};
use arena_play::{EndReason, GameResult};
use arena_records::tagged_game::TaggedGame;
use arena_records::{Record, SeatRecord, imported_game};

/// Why a record cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The record is of another game than the earlier ones.
    #[error(
        "this is a match of {found}, but earlier ones are of {expected}; all records of a file must be of one game"
    )]
    Game {
        /// The game of this record.
        found: GameId,
        /// The game of the earlier records.
        expected: GameId,
    },
    /// One name, or one player, has both seats.
    #[error("{0:?} is in both seats; entrants must have distinct names")]
    Alone(String),
    /// One name has two configurations.
    #[error("{0:?} has a different configuration than in earlier records; entrants must have distinct names")]
    Renamed(String),
    /// A name contains characters that move the cursor, colour the text or are invisible.
    #[error("{0:?} is not a valid name: it contains unprintable characters")]
    Unprintable(String),
    /// A game of PGN or PDN lacks the name of a side.
    #[error("the tag {0} is missing; it names the player")]
    Nameless(&'static str),
    /// A game of PGN or PDN has an unknown result.
    #[error("the result must be 1-0, 0-1, 1/2-1/2 or *, got {0:?}")]
    Result(String),
    /// A text is not a move.
    #[error("{0:?} is not a move of {1}")]
    Move(String, GameId),
}

/// Adds up records.
#[derive(Default)]
pub struct RecordTally {
    game: Option<GameId>,
    recorded: Recorded,
    results: Vec<CountedResult>,
    voids: usize,
    /// The previous match and the number of its opening, if it can be the first match of an encounter.
    begun: Option<(BySide<usize>, u64)>,
    round: u64,
    /// The number of each opening, by the position that it leads to.
    openings: HashMap<u64, u64>,
    /// The number of each opening, by its text.
    opening_texts: HashMap<u64, u64>,
    /// The records that were added, by id and fingerprint. Another run of the same tournament has the same ids.
    added: HashSet<(Uuid, u64)>,
    /// The number of records that were left out as duplicates.
    again: u64,
    /// The rounds of games that can be the first of an encounter, by round tag, players and position.
    waiting: HashMap<GameKey, Vec<u64>>,
    /// The previous game and its round, if it can be the first of an encounter.
    last: Option<(GameKey, u64)>,
}

/// A game's round tag, players and the number of its position.
type GameKey = (Option<String>, BySide<usize>, Option<u64>);

impl RecordTally {
    /// Creates a tally in which each version of a player's program, and each configuration of a bot, is a separate
    /// entrant.
    #[must_use]
    pub fn by_version() -> Self {
        Self { recorded: Recorded::by_version(), ..Self::default() }
    }

    /// Adds a record, unless it was added before. Two consecutive records with exchanged seats and the same opening are
    /// an encounter.
    ///
    /// # Errors
    /// [`RecordError`]; the record is not counted then.
    pub fn add(&mut self, record: &Record) -> Result<(), RecordError> {
        let expected = *self.game.get_or_insert(record.game);
        if expected != record.game {
            return Err(RecordError::Game { found: record.game, expected });
        }
        let [first, second] = &record.seats;
        let code =
            |text: &String| record.game.parse_move(text).map_err(|_| RecordError::Move(text.clone(), record.game));
        let codes = record.moves.iter().map(code).collect::<Result<Vec<MoveCode>, _>>()?;
        let seats = self.seats([first, second])?;
        let fingerprint = fingerprint(seats, &codes);
        if !self.added.insert((record.id, fingerprint)) {
            self.again += 1;
            return Ok(());
        }
        let Some(ended) = record.verdict.outcome else {
            self.begun = None;
            self.voids += 1;
            return Ok(());
        };
        let options: Vec<(&String, String)> =
            record.options.iter().map(|(name, value)| (name, value.to_string())).collect();
        let text = (options, &record.opening.position, &record.opening.moves);
        let opening = self.opening(&text, || end_of_opening(record));
        let second_leg = self.begun.take() == Some((seats.exchanged(), opening));
        if !second_leg {
            self.round += 1;
            self.begun = Some((seats, opening));
        }
        let (by, cluster) = (record.verdict.by, Some(opening));
        let (round, late_ms) = (self.round, record.late_ms);
        self.results.push(CountedResult { seats, round, cluster, second_leg, ended, by, late_ms, fingerprint });
        Ok(())
    }

    /// Adds a game of PGN or PDN from any program. `first` and `second` are the tags with the names of the first and
    /// the second seat; `ended` is the result. A game without a result counts as void.
    ///
    /// Two games of the same players with exchanged seats and the same position (tag FEN) can be an
    /// encounter. They are if their Round tags agree up to the first dot, or if they are consecutive and have a FEN tag.
    /// Moves are not checked, so every variant is accepted.
    ///
    /// # Errors
    /// [`RecordError`]; the game is not counted then.
    pub fn add_game(
        &mut self,
        game: &TaggedGame,
        [first, second]: [&'static str; 2],
        ended: Option<GameResult>,
    ) -> Result<(), RecordError> {
        let seat = |side| game.seat(side).ok_or(RecordError::Nameless(side));
        let seats = self.seats([&seat(first)?, &seat(second)?])?;
        let Some(ended) = ended else {
            self.voids += 1;
            self.last = None;
            return Ok(());
        };
        // Without a position, the end of the opening is unknown.
        let cluster = game.tag("FEN").map(|fen| self.opening(&fen, || position_key(game, fen)));
        let before = self.partner(game, seats, cluster);
        let second_leg = before.is_some();
        let round = before.unwrap_or(self.round);
        let mut hash = DefaultHasher::new();
        (seats.first, seats.second, cluster).hash(&mut hash);
        game.moves.iter().for_each(|(mv, _)| mv.hash(&mut hash));
        let by = ended_by(game, ended);
        let (late_ms, fingerprint) = (None, hash.finish());
        self.results.push(CountedResult { seats, round, cluster, second_leg, ended, by, late_ms, fingerprint });
        Ok(())
    }

    /// Returns the number of an opening. `key` returns the key of the position that it leads to, if it can be read.
    fn opening(&mut self, text: &impl Hash, key: impl FnOnce() -> Option<u64>) -> u64 {
        let mut hash = DefaultHasher::new();
        text.hash(&mut hash);
        let hash = hash.finish();
        if let Some(number) = self.opening_texts.get(&hash) {
            return *number;
        }
        let next = self.openings.len() as u64;
        let number = *self.openings.entry(key().unwrap_or(hash)).or_insert(next);
        self.opening_texts.insert(hash, number);
        number
    }

    /// Returns the round of the game that this one completes to an encounter. If there is none, starts a new round and
    /// returns `None`.
    fn partner(&mut self, game: &TaggedGame, seats: BySide<usize>, opening: Option<u64>) -> Option<u64> {
        let round = game.tag("Round").and_then(|round| round.split('.').next()).map(str::to_owned);
        let last = self.last.take();
        if round.is_some() {
            let theirs = (round.clone(), seats.exchanged(), opening);
            if let Some(found) = self.waiting.get_mut(&theirs).and_then(Vec::pop) {
                return Some(found);
            }
        }
        let follows = |(key, _): &(GameKey, u64)| opening.is_some() && key.1 == seats.exchanged() && key.2 == opening;
        if let Some((key, number)) = last.filter(follows) {
            if let Some(rounds) = self.waiting.get_mut(&key) {
                rounds.retain(|round| *round != number);
            }
            return Some(number);
        }
        self.round += 1;
        let key = (round, seats, opening);
        if key.0.is_some() {
            self.waiting.entry(key.clone()).or_default().push(self.round);
        }
        self.last = Some((key, self.round));
        None
    }

    /// Returns the numbers of the entrants in the seats.
    fn seats(&mut self, [first, second]: [&SeatRecord; 2]) -> Result<BySide<usize>, RecordError> {
        if EntrantIdentity::of(first) == EntrantIdentity::of(second) {
            return Err(RecordError::Alone(first.name.clone()));
        }
        Ok(BySide::new(self.recorded.number(first)?, self.recorded.number(second)?))
    }

    /// The number of records that were left out as duplicates.
    #[must_use]
    pub const fn again(&self) -> u64 {
        self.again
    }

    /// The number of records that were added, including void ones.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.results.len() + self.voids
    }

    /// True if no record was added.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the entrants sorted by name, and the sums. The order in which entrants first appear has no effect.
    #[must_use]
    pub fn finish(mut self) -> RecordSums {
        let labelled = self.recorded.entrants();
        let has_chances: Vec<bool> = self.recorded.specs().map(has_chance).collect();
        let mut has_finished = vec![false; labelled.len()];
        for seat in self.results.iter().flat_map(|counted| counted.seats.into_array()) {
            has_finished[seat] = true;
        }
        let mut order: Vec<usize> = (0..labelled.len()).collect();
        order.sort_by(|&a, &b| labelled[a].label.cmp(&labelled[b].label));
        let (order, unfinished): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|&number| has_finished[number]);
        let mut places = vec![0; labelled.len()];
        for (place, &number) in order.iter().enumerate() {
            places[number] = place;
        }
        // Programs write games when they end, so the two games of an encounter may be apart.
        self.results.sort_by_key(|counted| counted.round);
        let mut tally = Tally::new(order.iter().map(|&number| has_chances[number]).collect());
        for counted in &self.results {
            tally.count(&CountedResult { seats: counted.seats.map(|number| places[number]), ..*counted });
        }
        (0..self.voids).for_each(|_| tally.count_void());
        RecordSums {
            entrants: order.iter().map(|&number| labelled[number].clone()).collect(),
            unfinished: unfinished.iter().map(|&number| labelled[number].label.clone()).collect(),
            tally,
        }
    }
}

/// The sums of a file of records.
pub struct RecordSums {
    /// The entrants that have finished a match, sorted by name.
    pub entrants: Vec<RecordedEntrant>,
    /// The names of entrants that appear only in unfinished matches.
    pub unfinished: Vec<String>,
    /// The sums.
    pub tally: Tally,
}

/// Returns the end reason in the tag Termination, or `Rules` if the tag has no known word.
fn ended_by(game: &TaggedGame, ended: GameResult) -> EndReason {
    match game.tag("Termination").unwrap_or_default().to_ascii_lowercase().as_str() {
        "time forfeit" => EndReason::Timeout,
        "rules infraction" | "illegal move" => EndReason::Illegal,
        "stalled connection" => EndReason::Stall,
        "abandoned" | "disconnect" => EndReason::Crash,
        "adjudication" if ended == GameResult::Draw => EndReason::AdjudicatedDraw,
        "adjudication" => EndReason::AdjudicatedWin,
        _ => EndReason::Rules,
    }
}

/// True if the play of this seat may be random. People and external programs may play differently every time.
fn has_chance(spec: Option<&Value>) -> bool {
    let raw = spec.and_then(|spec| serde_json::from_value::<RawBot>(spec.clone()).ok());
    // The book does not affect the answer, and it may be unavailable.
    let bot = raw.and_then(|raw| RawBot { book: None, ..raw }.check(&[]).ok());
    bot.is_none_or(|bot| bot.is_random())
}

/// Returns the key of the position after a record's opening, if the opening is legal.
fn end_of_opening(record: &Record) -> Option<u64> {
    let mut board = record.game.board(&record.options, record.opening.position.as_deref()).ok()?;
    for (ply, text) in record.opening.moves.iter().enumerate() {
        board.play(record.game.parse_move(text).ok()?, ply).ok()?;
    }
    Some(board.key())
}

/// Returns the key of a game's position, if it is one of a game with a record format.
fn position_key(game: &TaggedGame, position: &str) -> Option<u64> {
    let key = |id: GameId| {
        let options = imported_game::options(id, game).ok()?;
        Some(id.board(&options, Some(position)).ok()?.key())
    };
    GameId::ALL.iter().copied().filter(|id| id.record_format().is_some()).find_map(key)
}
