//! Computes ratings from rated matches in order. It serves new results, the recalculation of a game and speed after a
//! match was voided, and the integrity check.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use arena_games::{BySide, Side};
use arena_play::GameResult;
use arena_play::glicko::Strength;

/// Holder of a seat in a rated match: a player, or `None` and the measured strength of a bot.
pub(crate) type RatedSide = (Option<Uuid>, Strength);

/// A rated match as stored.
pub(crate) struct RatedResult {
    /// Time when its end was stored, in Unix milliseconds.
    pub at_ms: i64,
    pub outcome: GameResult,
    /// The two interests, sorted.
    pub pair: String,
    /// The two sides. The strengths of players are ignored, because they follow from earlier matches.
    pub sides: BySide<RatedSide>,
}

/// Rating data of a player so far.
#[derive(Clone, Copy)]
pub(crate) struct Folded {
    pub strength: Strength,
    pub matches: i64,
    /// Number of distinct opposing interests.
    pub opponents: i64,
    /// Number of those that are people, and not bots of the server.
    pub people: i64,
    /// Time when the last rated match ended, in Unix milliseconds.
    pub last_ms: i64,
}

/// Folds the rated matches of one game and speed, starting from the first one.
#[derive(Default)]
pub(crate) struct Fold {
    known: HashMap<Uuid, Folded>,
    pairs: HashSet<String>,
}

impl Fold {
    /// Counts the next match. Returns the strengths of both sides after it.
    pub(crate) fn count(&mut self, result: RatedResult) -> BySide<Strength> {
        let RatedResult { at_ms, outcome, pair, sides } = result;
        let before = sides.map(|(player, measured)| match player {
            None => (None, measured),
            Some(player) => {
                let known = self.known.get(&player);
                let strength = known.map(|known| known.strength.after_pause(pause(known.last_ms, at_ms)));
                (Some(player), strength.unwrap_or(Strength::NEW))
            }
        });
        let after = strengths_after(before, outcome);
        let is_person = sides.iter().all(|(_, (player, _))| player.is_some());
        let is_new = self.pairs.insert(pair);
        for side in Side::BOTH {
            let Some(player) = before[side].0 else { continue };
            let counts = |known: &Folded| (known.matches, known.opponents, known.people);
            let (matches, opponents, people) = self.known.get(&player).map_or((0, 0, 0), counts);
            let after = Folded {
                strength: after[side],
                matches: matches + 1,
                opponents: opponents + i64::from(is_new),
                people: people + i64::from(is_new && is_person),
                last_ms: at_ms,
            };
            self.known.insert(player, after);
        }
        after
    }

    pub(crate) fn into_players(self) -> impl Iterator<Item = (Uuid, Folded)> {
        self.known.into_iter()
    }
}

/// Returns the strengths of both sides after a match. A bot keeps its measured strength.
pub(super) fn strengths_after(before: BySide<RatedSide>, outcome: GameResult) -> BySide<Strength> {
    BySide::from_fn(|side| {
        let ((player, own), (_, other)) = (before[side], before[!side]);
        if player.is_none() { own } else { own.after_match(other, won(outcome, side)) }
    })
}

/// Returns true if the side won; `None` for a draw.
pub(super) fn won(outcome: GameResult, side: Side) -> Option<bool> {
    outcome.winner().map(|winner| winner == side)
}

/// Returns the time between two results in milliseconds; 0 if the clock went backwards.
pub(crate) fn pause(last_ms: i64, at_ms: i64) -> u64 {
    u64::try_from(at_ms.saturating_sub(last_ms)).unwrap_or(0)
}
