//! The kinds of write that the writer of the database takes, each with its rows made ready.

use uuid::Uuid;

use super::tables::accounts::AccountWrite;
use super::tables::challenges::ChallengeWrite;
use super::tables::live::LiveWrite;
use super::tables::peace::PeaceWrite;
use super::tables::players::NewPlayer;
use super::tables::ratings::MeasuredBot;
use super::tables::results::ResultRow;
use super::tables::tournaments::{NewTournament, TournamentState};

/// Something to write.
pub(super) enum Write {
    Player(NewPlayer),
    Name {
        player: Uuid,
        name: String,
    },
    Account(AccountWrite),
    Challenge(ChallengeWrite),
    Peace(Box<PeaceWrite>),
    Anchors(Vec<MeasuredBot>),
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
    /// Removes matches that ended before this moment, at most so many.
    Remove {
        before_ms: i64,
        most: u32,
    },
    /// Nothing: what was logged is in the database when it is answered.
    Nothing,
    Close,
}
