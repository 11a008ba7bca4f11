//! Adds records up that come from a file, in its order: the same sums as those of a tournament being played.

use std::collections::HashMap;

use serde_json::Value;

use super::tally::{Counted, Tally, fingerprint};
use crate::bots::RawBot;
use crate::games::{BySide, GameId, MoveCode};
use crate::records::{Opening, Record, SeatRecord};

/// Why a record cannot be added to the others.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The others are of another game.
    #[error("this is a match of {found}, and those before are of {expected}: a file of records has one game")]
    Game {
        /// The game of this record.
        found: GameId,
        /// The game of the others.
        expected: GameId,
    },
    /// One name in both seats.
    #[error("{0:?} sits in both seats; each entrant needs a name of its own")]
    Alone(String),
    /// One name for two bots.
    #[error("{0:?} has another configuration here than before; each entrant needs a name of its own")]
    Renamed(String),
    /// A text that is no move.
    #[error("{0:?} is no move of {1}")]
    Move(String, GameId),
}

/// Records added up.
#[derive(Default)]
pub struct Ledger {
    game: Option<GameId>,
    names: Vec<String>,
    specs: Vec<Option<Value>>,
    numbers: HashMap<String, usize>,
    results: Vec<Option<Counted>>,
    /// The last match and its opening, where it can be the first match of an encounter.
    begun: Option<(BySide<usize>, Opening)>,
    round: u64,
}

impl Ledger {
    /// Adds the next record. Two that follow each other with seats exchanged and the same opening are an encounter.
    ///
    /// # Errors
    /// [`Unfit`]; nothing was added.
    pub fn add(&mut self, record: &Record) -> Result<(), Unfit> {
        let expected = *self.game.get_or_insert(record.game);
        if expected != record.game {
            return Err(Unfit::Game { found: record.game, expected });
        }
        let [first, second] = &record.seats;
        if first.name == second.name {
            return Err(Unfit::Alone(first.name.clone()));
        }
        let code = |text: &String| record.game.parse_move(text).map_err(|_| Unfit::Move(text.clone(), record.game));
        let codes = record.moves.iter().map(code).collect::<Result<Vec<MoveCode>, _>>()?;
        let seats = BySide::new(self.number(first)?, self.number(second)?);
        let Some(ended) = record.verdict.outcome else {
            self.begun = None;
            self.results.push(None);
            return Ok(());
        };
        let whole =
            |(before, opening): &(BySide<usize>, Opening)| *before == seats.exchanged() && *opening == record.opening;
        let second_leg = self.begun.take().is_some_and(|begun| whole(&begun));
        if !second_leg {
            self.round += 1;
            self.begun = Some((seats, record.opening.clone()));
        }
        let fingerprint = fingerprint(seats, &codes);
        let by = record.verdict.by;
        self.results.push(Some(Counted { seats, round: self.round, second_leg, ended, by, fingerprint }));
        Ok(())
    }

    fn number(&mut self, seat: &SeatRecord) -> Result<usize, Unfit> {
        if let Some(&number) = self.numbers.get(&seat.name) {
            let same = self.specs[number] == seat.spec;
            return if same { Ok(number) } else { Err(Unfit::Renamed(seat.name.clone())) };
        }
        let number = self.names.len();
        self.numbers.insert(seat.name.clone(), number);
        self.names.push(seat.name.clone());
        self.specs.push(seat.spec.clone());
        Ok(number)
    }

    /// How many records were added, void ones included.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The entrants' names in the order in which they appeared, and the sums.
    #[must_use]
    pub fn finish(self) -> (Vec<String>, Tally) {
        let mut tally = Tally::new(self.specs.iter().map(|spec| has_chance(spec.as_ref())).collect());
        for result in &self.results {
            match result {
                Some(counted) => tally.count(counted),
                None => tally.count_void(),
            }
        }
        (self.names, tally)
    }
}

/// Whether chance has a part in the play of whoever has this configuration. People and programs that are not ours may do
/// something else every time.
fn has_chance(spec: Option<&Value>) -> bool {
    let raw = spec.and_then(|spec| serde_json::from_value::<RawBot>(spec.clone()).ok());
    // Whether it has a book changes nothing here, and the book need not be at hand.
    let bot = raw.and_then(|raw| RawBot { book: None, ..raw }.check(&[]).ok());
    bot.is_none_or(|bot| bot.is_random())
}
