//! Tournaments as messages show them.

use serde_json::Value;
use uuid::Uuid;

use arena_protocol::{FromServer, view};
use arena_store::{Tournament, TournamentState};
use arena_tournament::TournamentReport;

/// Builds the message with the state of a tournament for its subscribers.
pub(super) fn message(
    id: Uuid,
    state: &TournamentState,
    played: u64,
    total: u64,
    report: &TournamentReport,
) -> FromServer {
    let count = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let (state, table) = (shown(state), serde_json::to_value(report).unwrap_or(Value::Null));
    let (played, total) = (count(played), count(total));
    FromServer::Tournament {
        tournament: id,
        status: state.status(),
        state: Some(state),
        played,
        total,
        table,
        live: None,
    }
}

/// Returns the number of matches. If it depends on the results, this is the minimum until the tournament ends.
pub(super) const fn total(known: &Tournament) -> u64 {
    match known.state {
        TournamentState::Finished => known.played,
        _ if known.row.total < known.played => known.played,
        _ => known.row.total,
    }
}

/// Converts the state to the form that clients see.
pub(super) const fn shown(state: &TournamentState) -> view::TournamentState {
    match state {
        TournamentState::Running => view::TournamentState::Running,
        TournamentState::Paused => view::TournamentState::Paused,
        TournamentState::Finished => view::TournamentState::Finished,
        TournamentState::Stopped => view::TournamentState::Stopped,
        TournamentState::Failed(_) => view::TournamentState::Failed,
        TournamentState::Blocked(_) => view::TournamentState::Blocked,
    }
}

/// Describes the state for people.
pub(super) fn detail(state: &TournamentState) -> Option<String> {
    match state {
        TournamentState::Running | TournamentState::Finished | TournamentState::Stopped => None,
        TournamentState::Paused => Some("paused".to_owned()),
        TournamentState::Failed(failure) => Some(failure.message.clone()),
        TournamentState::Blocked(failure) => Some(format!("it cannot be resumed: {}", failure.message)),
    }
}
