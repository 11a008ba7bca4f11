//! Tournaments between bots, started and read by agents.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::requests::Call;
use crate::server_tools::encoded;
use crate::toolbox::ToolError;

/// Maximum number of entrants and rounds of a tournament that a tool starts.
const MOST_ENTRANTS: usize = 16;
const MOST_ROUNDS: u32 = 100;
/// Random plies from which the matches begin, so that deterministic bots do not repeat themselves.
const PLIES: u32 = 4;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunTournament {
    /// The game, by its name.
    game: String,
    /// Names of 2 to 16 bots of this game.
    bots: Vec<String>,
    /// Rounds of the round robin, 1 to 100; 2 by default. In each, every two bots play two matches with seats exchanged.
    rounds: Option<u32>,
    /// Random plies at the start of each pair of matches, 0 to 12; 4 by default.
    random_plies: Option<u32>,
    /// Seed of all randomness; 0 by default.
    seed: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichTournament {
    /// Handle of the tournament.
    tournament: String,
}

/// A tournament and its table.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TournamentState {
    /// Handle of the tournament.
    tournament: String,
    name: String,
    game: String,
    /// `running`, `finished` or another state.
    state: String,
    /// Matches played, and matches in all.
    played: u64,
    total: u64,
    /// The entrants, best first.
    entrants: Vec<EntrantEntry>,
}

/// An entrant and its results.
#[derive(Deserialize, Serialize, JsonSchema)]
pub(crate) struct EntrantEntry {
    rank: u64,
    name: String,
    played: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    /// Elo difference to its opponents, if it can be estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    /// Half of its 95 % range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elo_error: Option<f64>,
    /// Share of legal moves among those that it tried, if it may try several times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    legal_rate: Option<f64>,
}

/// Starts a tournament.
pub(crate) async fn run(call: &Call<'_>, wanted: RunTournament) -> Result<TournamentState, ToolError> {
    let RunTournament { game, bots, rounds, random_plies, seed } = wanted;
    let (rounds, plies) = (rounds.unwrap_or(2), random_plies.unwrap_or(PLIES));
    for (key, given, least, most) in [
        ("bots", bots.len(), 2, MOST_ENTRANTS),
        ("rounds", rounds as usize, 1, MOST_ROUNDS as usize),
        ("random_plies", plies as usize, 0, 12),
    ] {
        if !(least..=most).contains(&given) {
            return Err(ToolError(format!("{key}: must be between {least} and {most}, got {given}")));
        }
    }
    // JSON strings are TOML strings.
    let quoted = |text: &str| Value::from(text).to_string();
    let mut file = format!(
        "name = {}\ngame = {}\nrounds = {rounds}\nseed = {}\n",
        quoted(&format!("Of {}", call.requester.player.name)),
        quoted(&game),
        seed.unwrap_or(0)
    );
    if plies > 0 {
        file += &format!("[openings]\nrandom_plies = {plies}\n");
    }
    for bot in &bots {
        file += &format!("[[entrants]]\nbot = {}\n", quoted(bot));
    }
    let summary: Value = call.organise("/api/tournaments", &json!({ "toml": file })).await?;
    Ok(state(&summary, Vec::new()))
}

/// Reads a tournament.
pub(crate) async fn results(call: &Call<'_>, wanted: WhichTournament) -> Result<TournamentState, ToolError> {
    let path = format!("/api/tournaments/{}", encoded(&wanted.tournament));
    let summary: Value = call.get(&path).await?;
    // A tournament has no table before its first match.
    let table: Value = call.get(&format!("{path}/crosstable")).await.unwrap_or_default();
    let rows = table["entrants"].as_array().into_iter().flatten();
    Ok(state(&summary, rows.filter_map(|row| EntrantEntry::deserialize(row).ok()).collect()))
}

fn state(summary: &Value, entrants: Vec<EntrantEntry>) -> TournamentState {
    let text = |key: &str| summary[key].as_str().unwrap_or_default().to_owned();
    let number = |key: &str| summary[key].as_u64().unwrap_or(0);
    TournamentState {
        tournament: text("id"),
        name: text("name"),
        game: text("game"),
        state: text("state"),
        played: number("played"),
        total: number("total"),
        entrants,
    }
}
