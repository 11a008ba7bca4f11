//! What a tournament's file says.

use super::adjudication::Adjudication;
use super::format::Format;
use super::limits::Limits;
use super::openings::{OpeningTerms, Per};
use crate::bots::BotSpec;
use crate::games::{GameId, Options};

/// A tournament as its file describes it, before it is checked and completed.
#[derive(Clone, Debug)]
pub struct TournamentConfig {
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// The game's options; those that are not given have their defaults.
    pub options: Options,
    /// Who meets whom.
    pub format: Format,
    /// Rounds: how often each two entrants who meet play an encounter; in a Swiss tournament, how many each plays.
    pub rounds: u64,
    /// The seed of all random choices; below 2^53.
    pub seed: u64,
    /// What the matches start from.
    pub openings: OpeningTerms,
    /// Whether each round or each encounter has an opening of its own.
    pub openings_per: Per,
    /// The bots, all of the same game, and the limits that are judged while they play.
    pub entrants: Vec<(BotSpec, Limits)>,
    /// When matches are ended before the rules do.
    pub adjudication: Adjudication,
}
