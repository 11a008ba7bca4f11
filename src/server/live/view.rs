//! Views of tournaments that people enter.

use uuid::Uuid;

use arena_play::Seat;
use arena_play::tournament::{LiveFormat, Phase};
use arena_protocol::live::{EntrantClass, EntrantView, LiveMatchView, LiveView};
use arena_tournament::live::{LiveEntrant, LiveState};

/// The latest start of a match in Unix milliseconds. It exists for arenas and for tournaments that a player opened.
pub(super) fn ends_ms(state: &LiveState) -> Option<u64> {
    let is_arena = state.terms().format == LiveFormat::Arena;
    let arena = state.began_ms().filter(|_| is_arena).map(|began| began.saturating_add(state.terms().lasts_ms()));
    arena.into_iter().chain(state.opener().map(|opener| opener.until_ms)).min()
}

/// True if players may enter: before a schedule begins, and at any time in formats without one.
pub(super) fn is_open(state: &LiveState) -> bool {
    match state.phase() {
        Phase::Registering => true,
        Phase::Playing => !state.terms().format.is_scheduled(),
        Phase::Closing | Phase::Closed => false,
    }
}

/// The view of a tournament in this state.
pub(super) fn of_state(tournament: Uuid, created_ms: u64, state: &LiveState) -> LiveView {
    let (round, rounds) = state.round().unzip();
    let is_league = state.terms().format == LiveFormat::League;
    let points = state.points();
    let row = |(rank, number): (usize, usize)| entrant(rank, number, &state.entrants()[number], points[number]);
    LiveView {
        tournament,
        terms: state.terms().clone(),
        by: state.opener().map(|opener| opener.player),
        phase: state.phase(),
        paused: state.is_paused(),
        stopped: state.is_stopped(),
        open: is_open(state),
        created_ms,
        began_ms: state.began_ms(),
        ends_ms: ends_ms(state),
        round,
        rounds,
        season: is_league.then(|| number(state.seasons().len() + 1)),
        played: state.results(),
        total: state.total(),
        entrants: state.ranking().into_iter().map(row).collect(),
        matches: state
            .under_way()
            .map(|it| LiveMatchView { id: it.id, first: number(it.seats.first), second: number(it.seats.second) })
            .collect(),
    }
}

/// Converts a number for the wire. All values are far below 2^32.
fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn entrant(rank: usize, place: usize, entrant: &LiveEntrant, points: f64) -> EntrantView {
    let class = match &entrant.seat {
        Seat::Bot { spec, .. } if spec.get("engine").is_some() => EntrantClass::Engine,
        Seat::Bot { .. } => EntrantClass::Bot,
        _ => EntrantClass::Player,
    };
    EntrantView {
        number: number(place),
        rank: number(rank),
        name: entrant.name().to_owned(),
        class,
        player: entrant.seat.player(),
        version: entrant.version.clone(),
        here: entrant.is_here(),
        left: entrant.left,
        points,
        wins: entrant.season.wins,
        draws: entrant.season.draws,
        losses: entrant.season.losses,
        absences: entrant.absences,
        rating: entrant.strength.rating.round(),
        deviation: entrant.strength.deviation.round(),
    }
}
