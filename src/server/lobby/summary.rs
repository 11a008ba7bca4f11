//! Summaries of matches for lists.

use arena_games::BySide;
use arena_play::handle::MatchHandle;
use arena_protocol::view::{MatchSummary, SeatView, Status};
use arena_store::{MatchRow, MatchStatus};

/// Summarises a running match.
#[must_use]
pub fn summary(handle: &MatchHandle) -> MatchSummary {
    let overview = handle.overview();
    MatchSummary::new(handle.setup(), &overview.seats, overview.away, &overview.phase, overview.plies)
}

/// Summarises a stored match.
#[must_use]
pub fn row_summary(row: &MatchRow) -> MatchSummary {
    MatchSummary {
        id: row.id,
        game: row.game.name().to_owned(),
        options: row.options.clone(),
        seats: SeatView::both(&row.seats, BySide::default()),
        status: match row.status {
            MatchStatus::Open => Status::Open,
            MatchStatus::Live => Status::Live,
            MatchStatus::Finished => Status::Finished,
        },
        plies: u32::try_from(row.plies).unwrap_or(u32::MAX),
        created_ms: row.created_ms,
        ended_ms: row.finished_ms,
        clock: row.clock,
        verdict: row.verdict.as_ref().map(Into::into),
    }
}
