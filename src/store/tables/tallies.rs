//! Sums up what the results of a group add to `standings` and `meetings`. A player with several matches in the group
//! then has each row written only once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use rusqlite::Connection;
use uuid::Uuid;

use super::ratings::{self, Meeting, opponent_key};
use super::standings::{self, Holder, Seated, StandingDelta, are_two};
use arena_games::{BySide, GameId, Side};
use arena_play::GameResult;

/// Sums by key, in order of first use. New rows are therefore inserted in the order of the results, independently of
/// the grouping.
struct RunningTotals<K, V> {
    places: HashMap<K, usize>,
    sums: Vec<(K, V)>,
}

impl<K, V> Default for RunningTotals<K, V> {
    fn default() -> Self {
        Self { places: HashMap::new(), sums: Vec::new() }
    }
}

impl<K: Clone + Eq + Hash, V: Default> RunningTotals<K, V> {
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

#[derive(Default)]
pub(crate) struct Tallies {
    standings: RunningTotals<(GameId, Holder), StandingDelta>,
    meetings: RunningTotals<(GameId, Uuid, String), Meeting>,
}

impl Tallies {
    /// Adds a result for both sides, where it counts.
    pub(super) fn count(&mut self, game: GameId, seats: &BySide<Seated>, outcome: GameResult) {
        let is_against_oneself = seats.first.0.is_some() && seats.first.0 == seats.second.0;
        for side in Side::BOTH {
            let (player, name) = &seats[side];
            // Index into wins, draws and losses.
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

    /// Writes the sums to the tables.
    ///
    /// # Errors
    /// An error if the database fails.
    pub(crate) fn write(self, connection: &Connection) -> rusqlite::Result<()> {
        for ((game, player, opponent), meeting) in self.meetings.sums {
            ratings::meet(connection, game, player, &opponent, meeting)?;
        }
        for ((game, holder), standing) in self.standings.sums {
            standings::add(connection, game, &holder, &standing)?;
        }
        Ok(())
    }
}
