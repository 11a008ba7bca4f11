//! What the results of a group add to the tables `standings` and `meetings`: whoever played several matches meanwhile has
//! their rows written once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use rusqlite::Connection;
use uuid::Uuid;

use super::ratings::{self, opponent_key};
use super::standings::{self, Seated, are_two};
use crate::games::{BySide, GameId, Side};
use crate::play::GameResult;

/// Sums by key, in the order in which the keys came: new rows are then made in the order of the results, however those are
/// divided into groups.
struct Sums<K, V> {
    places: HashMap<K, usize>,
    sums: Vec<(K, V)>,
}

impl<K, V> Default for Sums<K, V> {
    fn default() -> Self {
        Self { places: HashMap::new(), sums: Vec::new() }
    }
}

impl<K: Clone + Eq + Hash, V: Default> Sums<K, V> {
    fn of(&mut self, key: K) -> &mut V {
        let place = match self.places.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.sums.push((new.key().clone(), V::default()));
                *new.insert(self.sums.len() - 1)
            }
        };
        &mut self.sums[place].1
    }
}

/// Whoever has a row in `standings`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Holder {
    Player(Uuid),
    /// A bot, by its name.
    Bot(String),
}

/// What is added to a row of `standings`.
#[derive(Default)]
pub(super) struct Standing {
    /// The greatest of the names in the seats.
    pub(super) name: String,
    pub(super) wins: i64,
    pub(super) draws: i64,
    pub(super) losses: i64,
}

/// Wins, draws and losses with the first seat, and with the second.
pub(super) type Meeting = [i64; 6];

/// The sums.
#[derive(Default)]
pub(in crate::store) struct Tallies {
    standings: Sums<(GameId, Holder), Standing>,
    meetings: Sums<(GameId, Uuid, String), Meeting>,
}

impl Tallies {
    /// Counts a result for both who sat there, as far as it counts for them.
    pub(super) fn count(&mut self, game: GameId, seats: &BySide<Seated>, outcome: GameResult) {
        let is_against_oneself = seats.first.0.is_some() && seats.first.0 == seats.second.0;
        for side in Side::BOTH {
            let (player, name) = &seats[side];
            // Won, drawn, lost.
            let result = match (outcome, side) {
                (GameResult::Draw, _) => 1,
                (GameResult::First, Side::First) | (GameResult::Second, Side::Second) => 0,
                _ => 2,
            };
            if let Some(name) = name.as_ref().filter(|_| are_two(seats)) {
                let holder = player.map_or_else(|| Holder::Bot(name.clone()), Holder::Player);
                let standing = self.standings.of((game, holder));
                if *name > standing.name {
                    standing.name.clone_from(name);
                }
                *[&mut standing.wins, &mut standing.draws, &mut standing.losses][result] += 1;
            }
            if let (Some(player), Some(opponent)) = (*player, opponent_key(&seats[!side]))
                && !is_against_oneself
            {
                let meeting = self.meetings.of((game, player, opponent));
                meeting[result + if side == Side::First { 0 } else { 3 }] += 1;
            }
        }
    }

    /// Adds them to the tables.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub(in crate::store) fn write(self, connection: &Connection) -> rusqlite::Result<()> {
        for ((game, player, opponent), meeting) in self.meetings.sums {
            ratings::meet(connection, game, player, &opponent, meeting)?;
        }
        for ((game, holder), standing) in self.standings.sums {
            standings::add(connection, game, &holder, &standing)?;
        }
        Ok(())
    }
}
