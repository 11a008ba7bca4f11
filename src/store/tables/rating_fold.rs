//! What rated matches make of strengths, in their order: for the match that ends now, for all matches of a game and speed
//! when one of them is taken back, and for the check of the database.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use crate::games::{BySide, Side};
use crate::play::GameResult;
use crate::play::glicko::Strength;

/// Who held a seat of a rated match: a player, or else a bot with the strength that it was measured to have.
pub(in crate::store) type RatedSide = (Option<Uuid>, Strength);

/// A rated match as it is stored.
pub(in crate::store) struct RatedResult {
    /// When its end was stored, in Unix milliseconds.
    pub at_ms: i64,
    pub outcome: GameResult,
    /// Whose interests met.
    pub pair: String,
    /// Who sat there; the strengths of players are not read, since they follow from the matches before.
    pub sides: BySide<RatedSide>,
}

/// What a player's rated matches have come to so far.
#[derive(Clone, Copy)]
pub(in crate::store) struct Folded {
    pub strength: Strength,
    pub matches: i64,
    /// How many others' interests they were against.
    pub opponents: i64,
    /// When the last one ended, in Unix milliseconds.
    pub last_ms: i64,
}

/// The rated matches of one game and speed, folded from the first one on.
#[derive(Default)]
pub(in crate::store) struct Fold {
    known: HashMap<Uuid, Folded>,
    met: HashSet<String>,
}

impl Fold {
    /// Counts the next match.
    ///
    /// Returns the strengths of both sides after it.
    pub(in crate::store) fn count(&mut self, result: RatedResult) -> BySide<Strength> {
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
        let is_new = i64::from(self.met.insert(pair));
        for side in Side::BOTH {
            let Some(player) = before[side].0 else { continue };
            let (matches, opponents) = self.known.get(&player).map_or((0, 0), |known| (known.matches, known.opponents));
            let (matches, opponents) = (matches + 1, opponents + is_new);
            self.known.insert(player, Folded { strength: after[side], matches, opponents, last_ms: at_ms });
        }
        after
    }

    /// What the matches have come to, by player.
    pub(in crate::store) fn into_players(self) -> impl Iterator<Item = (Uuid, Folded)> {
        self.known.into_iter()
    }
}

/// The strengths of both sides after a match that ended so. A bot's stands: it is what the bot was measured to be.
pub(super) fn strengths_after(before: BySide<RatedSide>, outcome: GameResult) -> BySide<Strength> {
    BySide::from_fn(|side| {
        let ((player, own), (_, other)) = (before[side], before[!side]);
        if player.is_none() { own } else { own.after_match(other, won(outcome, side)) }
    })
}

/// Whether a side won; none for a draw.
pub(super) fn won(outcome: GameResult, side: Side) -> Option<bool> {
    outcome.winner().map(|winner| winner == side)
}

/// The time between two results; none where the clock went back.
pub(in crate::store) fn pause(last_ms: i64, at_ms: i64) -> u64 {
    u64::try_from(at_ms.saturating_sub(last_ms)).unwrap_or(0)
}
