//! The content of a tournament file.

use super::adjudication::Adjudication;
use super::format::Format;
use super::limits::Limits;
use super::openings::{OpeningTerms, Per};
use arena_bots::BotSpec;
use arena_games::{GameId, Options};

/// A tournament as described by its file, before it is checked and completed.
#[derive(Clone, Debug)]
pub struct TournamentConfig {
    /// The tournament's name.
    pub name: String,
    pub game: GameId,
    /// The game's options; missing ones have their defaults.
    pub options: Options,
    pub format: Format,
    /// The number of rounds. Two entrants that meet play one encounter per round. In a Swiss tournament each entrant
    /// plays one encounter per round.
    pub rounds: u64,
    /// The seed of all random choices, below 2^53.
    pub seed: u64,
    /// The openings of the matches.
    pub openings: OpeningTerms,
    /// Whether each round or each encounter has its own opening.
    pub openings_per: Per,
    /// The bots, all of the same game, with the limits that apply while they play.
    pub entrants: Vec<(BotSpec, Limits)>,
    /// The rules that end matches early.
    pub adjudication: Adjudication,
}
