//! Requests to the database writer.

use uuid::Uuid;

use super::tables::accounts::AccountWrite;
use super::tables::challenges::ChallengeWrite;
use super::tables::daily::DailyRow;
use super::tables::live::LiveWrite;
use super::tables::moderation::ModerationWrite;
use super::tables::modules::ModuleWrite;
use super::tables::players::NewPlayer;
use super::tables::ratings::MeasuredBot;
use super::tables::results::ResultRow;
use super::tables::saved_bots::SavedBotWrite;
use super::tables::tournaments::{NewTournament, TournamentState};

/// A request with its rows already prepared.
pub(super) enum Write {
    Player(NewPlayer),
    Name {
        player: Uuid,
        name: String,
    },
    Account(AccountWrite),
    SavedBot(SavedBotWrite),
    Module(Box<ModuleWrite>),
    Challenge(ChallengeWrite),
    Moderation(Box<ModerationWrite>),
    Anchors(Vec<MeasuredBot>),
    Daily(DailyRow),
    Tournament(Box<NewTournament>),
    State {
        tournament: Uuid,
        state: TournamentState,
    },
    Results {
        tournament: Uuid,
        rows: Vec<ResultRow>,
    },
    Live(Box<LiveWrite>),
    DropResults {
        tournament: Uuid,
        from: i64,
    },
    /// Removes at most `most` matches that ended before this time.
    Remove {
        before_ms: i64,
        most: u32,
    },
    /// Removes the finished matches with these keys.
    RemoveMatches(Vec<i64>),
    /// Removes the networks of at most `most` players who were created before this time.
    ForgetNetworks {
        before_ms: i64,
        most: u32,
    },
    /// Writes nothing. The answer confirms that all entries logged before are in the database.
    Nothing,
    Close,
}
