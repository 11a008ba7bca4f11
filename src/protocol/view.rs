//! Views of matches that WebSocket and HTTP share.

mod brief;
mod event;
mod thought;
mod tournament;
mod verdict;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use arena_games::{BySide, Diagram, GameId, MoveCode, Options, Side};
use arena_play::link::{PositionView, Snapshot};
use arena_play::{ClockSetting, MatchSetup, Phase, Seat, match_id};
pub use event::{ChangedView, ClocksLeft, EventView, NumberedView};
pub use thought::{ThinkingMove, ThoughtEvent, ThoughtView};
pub use tournament::{TournamentState, TournamentStatus};
pub use verdict::VerdictView;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PlayerView {
    /// Id of the player.
    pub id: Uuid,
    /// Displayed name.
    pub name: String,
}

/// Holder of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeatView {
    /// A person.
    Human {
        /// Id of the player.
        player: Uuid,
        /// Displayed name.
        name: String,
        /// True while the person is away and the seat is reserved.
        away: bool,
        /// In the state of a match, the rest of the grace period in milliseconds of a person who is away. It is 0 if
        /// absence loses nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        grace_ms: Option<u64>,
    },
    /// A bot.
    Bot {
        /// Name of the bot.
        name: String,
        /// Configuration of the bot. In the state of a match it is complete; in lists it has only name and game.
        #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
        spec: Value,
        /// In lists, the digest of the complete configuration: the first 16 hexadecimal digits of the SHA-256 of its
        /// JSON.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
    },
    /// Any player may take it.
    Open,
    /// Only this player may take it.
    Reserved {
        /// Id of the player.
        player: Uuid,
    },
}

impl SeatView {
    /// Creates the view of a seat.
    #[must_use]
    pub fn of(seat: &Seat, away: bool) -> Self {
        match seat {
            Seat::Open => Self::Open,
            Seat::Reserved { player } => Self::Reserved { player: *player },
            Seat::Human { player, name, .. } => {
                Self::Human { player: *player, name: name.clone(), away, grace_ms: None }
            }
            Seat::Bot { name, spec } => Self::Bot { name: name.clone(), spec: spec.clone(), digest: None },
        }
    }

    /// Creates the view of a seat whose holder, if away, has this rest of the grace period.
    fn with_grace(seat: &Seat, left: Option<u64>) -> Self {
        let mut view = Self::of(seat, left.is_some());
        if let Self::Human { grace_ms, .. } = &mut view {
            *grace_ms = left;
        }
        view
    }

    /// Creates the views of both seats.
    #[must_use]
    pub fn both(seats: &BySide<Seat>, away: BySide<bool>) -> [Self; 2] {
        Side::BOTH.map(|side| Self::of(&seats[side], away[side]))
    }
}

/// Status of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A seat is still open.
    Open,
    /// The match is in progress.
    Live,
    /// The match is over.
    Finished,
}

impl From<&Phase> for Status {
    fn from(phase: &Phase) -> Self {
        match phase {
            Phase::Waiting => Self::Open,
            Phase::Live => Self::Live,
            Phase::Over(_) => Self::Finished,
        }
    }
}

/// Clocks at the time of the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Clocks {
    /// Initial time in milliseconds.
    pub initial_ms: u64,
    /// Increment per move in milliseconds.
    pub increment_ms: u64,
    /// Number of a side's own moves after which the initial time is added again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// Delay in milliseconds at the start of each turn before the clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// True if the initial time applies to each move separately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_move: Option<bool>,
    /// Remaining time of the first side in milliseconds.
    pub first: u64,
    /// Remaining time of the second side in milliseconds.
    pub second: u64,
    /// Side whose clock is running. No clock runs before the side's first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
    /// Time in milliseconds that each side has for its first move. It begins with the turn. Absent with `per_move`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_ms: Option<u64>,
    /// Rest of that time for the side to move. Absent if its clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_left_ms: Option<u64>,
}

impl Clocks {
    /// Creates the view of the clocks of a match, if there are any.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Option<Self> {
        let (setting, left) = snapshot.clocks?;
        let ClockSetting { initial_ms, increment_ms, moves, delay_ms, per_move } = setting;
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let (first_move, rest) = snapshot.first_move.unzip();
        Some(Self {
            initial_ms,
            increment_ms,
            moves,
            delay_ms: (delay_ms > 0).then_some(delay_ms),
            per_move: per_move.then_some(true),
            first: left.first,
            second: left.second,
            running: snapshot.running,
            first_move_ms: first_move.map(ms),
            first_move_left_ms: rest.flatten().map(ms),
        })
    }
}

/// Open offers: the side that made an offer of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Offers {
    /// Draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Side>,
    /// Takeback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Side>,
    /// Rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Side>,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct MatchSummary {
    /// The match.
    #[serde(rename = "match")]
    pub id: Uuid,
    /// Name of the game.
    pub game: String,
    /// All options of the game.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Options,
    /// Holders of the seats, first side first.
    pub seats: [SeatView; 2],
    /// Status.
    pub status: Status,
    /// Number of moves so far.
    pub plies: u32,
    /// Time of creation, in Unix milliseconds.
    pub created_ms: u64,
    /// Time of the end, in Unix milliseconds; in lists of finished matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
    /// Clock setting; absent for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// Verdict, once the match has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictView>,
}

impl MatchSummary {
    /// Creates the summary of the match of `setup` in this state.
    #[must_use]
    pub fn new(setup: &MatchSetup, seats: &BySide<Seat>, away: BySide<bool>, phase: &Phase, plies: usize) -> Self {
        Self {
            id: setup.id,
            game: setup.game.name().to_owned(),
            options: setup.options.clone(),
            seats: SeatView::both(seats, away),
            status: phase.into(),
            plies: count(plies),
            created_ms: setup.created_ms,
            ended_ms: None,
            clock: setup.clock,
            verdict: if let Phase::Over(verdict) = phase { Some(verdict.into()) } else { None },
        }
    }
}

/// Start of a match, where it differs from the game's initial position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct StartView {
    /// Position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves that were played from there before the players took over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
}

impl StartView {
    /// Returns the start of a match.
    #[must_use]
    pub fn new(setup: &MatchSetup) -> Self {
        Self { position: setup.position.clone(), moves: (!setup.opening.is_empty()).then(|| setup.opening.clone()) }
    }
}

/// Current state of a match. A client needs nothing else to show and to play it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct MatchState {
    /// Name of the game.
    pub game: String,
    /// All options of the game.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Options,
    /// Holders of the seats, first side first.
    pub seats: [SeatView; 2],
    /// Status.
    pub status: Status,
    /// Start of the match.
    pub start: StartView,
    /// Number of moves so far, which is the ply of the next move.
    pub ply: u32,
    /// Side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// All moves so far.
    pub moves: Vec<String>,
    /// All moves in the game's usual notation, such as SAN, if that differs from the moves' own texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// Current position.
    pub diagram: Diagram,
    /// Legal moves, if it is the reader's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// Legal moves in the game's usual notation, if that differs from the moves' own texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_notation: Option<Vec<String>>,
    /// Side of the reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
    /// Clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// True if the match was created as rated. `GET /api/matches/{id}` states why such a match may not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Open offers.
    pub offers: Offers,
    /// Verdict, once the match has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictView>,
    /// Next match, if both players agreed to a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Uuid>,
    /// Thoughts of the bots so far.
    pub thoughts: Vec<ThoughtEvent>,
}

impl MatchState {
    /// Creates the view of a match for `reader`.
    #[must_use]
    pub fn new(snapshot: Snapshot, reader: Option<Uuid>) -> Self {
        let clocks = Clocks::of(&snapshot);
        let Snapshot { setup, seats, position, written, .. } = snapshot;
        let game = setup.game;
        let you = seat_of(&seats, reader);
        let is_over = matches!(snapshot.phase, Phase::Over(_));
        let is_withheld = setup.withholds_thoughts() && !is_over;
        let thoughts = snapshot.thoughts.iter().map(|(ply, side, thought, written)| {
            let view = ThoughtView::new(game, *side, *ply, thought, written);
            ThoughtEvent::Thought(if is_withheld { view.withheld() } else { view })
        });
        let [draw, takeback, rematch] = snapshot.offers;
        Self {
            game: game.name().to_owned(),
            options: setup.options.clone(),
            seats: Side::BOTH.map(|side| SeatView::with_grace(&seats[side], snapshot.away[side])),
            status: (&snapshot.phase).into(),
            start: StartView::new(&setup),
            ply: count(snapshot.moves.len()),
            turn: position.turn,
            moves: texts(game, &snapshot.moves),
            notation: (!written.is_empty()).then_some(written),
            legal: legal(game, &position, you),
            legal_notation: legal_notation(&position, you),
            diagram: position.diagram,
            you,
            clocks,
            rated: Some(setup.rated),
            offers: Offers { draw, takeback, rematch },
            verdict: if let Phase::Over(verdict) = &snapshot.phase { Some(verdict.into()) } else { None },
            rematch: snapshot.rematch.then(|| match_id::rematch(setup.id)),
            thoughts: thoughts.collect(),
        }
    }
}

/// Returns the side of `reader`.
#[must_use]
pub fn seat_of(seats: &BySide<Seat>, reader: Option<Uuid>) -> Option<Side> {
    let reader = reader?;
    Side::BOTH.into_iter().find(|&side| seats[side].player() == Some(reader))
}

fn legal(game: GameId, position: &PositionView, you: Option<Side>) -> Option<Vec<String>> {
    (position.turn.is_some() && position.turn == you).then(|| texts(game, &position.legal))
}

fn legal_notation(position: &PositionView, you: Option<Side>) -> Option<Vec<String>> {
    (position.turn.is_some() && position.turn == you).then(|| notation(&position.written)).flatten()
}

/// Returns moves in the game's usual notation; `None` if that does not differ from the moves' own texts.
pub fn notation(written: &[String]) -> Option<Vec<String>> {
    (!written.is_empty()).then(|| written.to_vec())
}

pub(super) fn texts(game: GameId, moves: &[MoveCode]) -> Vec<String> {
    moves.iter().map(|mv| game.move_text(*mv)).collect()
}

/// Converts a count to its wire type. Matches and plies stay far below 2^32.
pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
