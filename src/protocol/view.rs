//! How matches look from outside: the shapes that WebSocket and HTTP share.

mod brief;
mod event;
mod thought;
mod tournament;
mod verdict;

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::games::{BySide, Diagram, GameId, MoveCode, Options, Side};
use crate::play::link::{PositionView, Snapshot};
use crate::play::{ClockSetting, MatchSetup, Phase, Readings, Seat, match_id};
pub use event::{EventView, NumberedView};
pub use thought::{ThoughtEvent, ThoughtView};
pub use tournament::{TournamentState, TournamentStatus};
pub use verdict::VerdictView;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PlayerView {
    /// The player's id.
    pub id: Uuid,
    /// The name to show.
    pub name: String,
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeatView {
    /// A person.
    Human {
        /// The player's id.
        player: Uuid,
        /// The name to show.
        name: String,
        /// Whether the seat is being held while the person is away.
        away: bool,
    },
    /// A bot.
    Bot {
        /// The bot's name.
        name: String,
        /// The bot's configuration: complete in the state of one match, only its name and game in lists.
        #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
        spec: Value,
        /// In lists, the digest of the complete configuration: the first 16 hexadecimal digits of the SHA-256 of its
        /// JSON.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
    },
    /// Anybody may take it.
    Open,
    /// One player may take it.
    Reserved {
        /// The player's id.
        player: Uuid,
    },
}

impl SeatView {
    /// The view of a seat.
    #[must_use]
    pub fn of(seat: &Seat, away: bool) -> Self {
        match seat {
            Seat::Open => Self::Open,
            Seat::Reserved { player } => Self::Reserved { player: *player },
            Seat::Human { player, name, .. } => Self::Human { player: *player, name: name.clone(), away },
            Seat::Bot { name, spec } => Self::Bot { name: name.clone(), spec: spec.clone(), digest: None },
        }
    }

    /// The views of both seats.
    #[must_use]
    pub fn both(seats: &BySide<Seat>, away: BySide<bool>) -> [Self; 2] {
        Side::BOTH.map(|side| Self::of(&seats[side], away[side]))
    }
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A seat is still open.
    Open,
    /// It is being played.
    Live,
    /// It is over.
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

/// The clocks as of the moment the message was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Clocks {
    /// Milliseconds at the start of the match.
    pub initial_ms: u64,
    /// Milliseconds added after each move.
    pub increment_ms: u64,
    /// After so many of a side's own moves the time of the start is added again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// Milliseconds of each turn before the clock begins to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// True where the time of the start is for each move anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_move: Option<bool>,
    /// Milliseconds that the first side has left.
    pub first: u64,
    /// Milliseconds that the second side has left.
    pub second: u64,
    /// Whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
}

impl Clocks {
    /// The clocks of a match with this setting.
    #[must_use]
    pub fn new(setting: ClockSetting, left: Readings, running: Option<Side>) -> Self {
        let ClockSetting { initial_ms, increment_ms, moves, delay_ms, per_move } = setting;
        let (delay_ms, per_move) = ((delay_ms > 0).then_some(delay_ms), per_move.then_some(true));
        Self { initial_ms, increment_ms, moves, delay_ms, per_move, first: left.first, second: left.second, running }
    }
}

/// Who has an open offer of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Offers {
    /// Of a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Side>,
    /// Of taking back a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Side>,
    /// Of a rematch.
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
    /// The game's name.
    pub game: String,
    /// All of the game's options.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Options,
    /// Who sits where, the first side first.
    pub seats: [SeatView; 2],
    /// Where it stands.
    pub status: Status,
    /// Moves made so far.
    pub plies: u32,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// The clock; none for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// How it ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictView>,
}

impl MatchSummary {
    /// The summary of the match of `setup` that stands like this.
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
            clock: setup.clock,
            verdict: if let Phase::Over(verdict) = phase { Some(verdict.into()) } else { None },
        }
    }
}

/// What a match started from, where that was not the game's own start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct StartView {
    /// The position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves that were played from there before the seats took over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
}

/// A match as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct MatchState {
    /// The game's name.
    pub game: String,
    /// All of the game's options.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Options,
    /// Who sits where, the first side first.
    pub seats: [SeatView; 2],
    /// Where it stands.
    pub status: Status,
    /// What it started from.
    pub start: StartView,
    /// Moves made so far: the ply of the next one.
    pub ply: u32,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// All moves so far.
    pub moves: Vec<String>,
    /// The same as people write them, where that is not the moves' own texts, such as SAN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// The position to draw.
    pub diagram: Diagram,
    /// The legal moves, when it is the reader's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// The same as people write them, where that is not the moves' own texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_notation: Option<Vec<String>>,
    /// The side whose seat the reader holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
    /// The clocks, when there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Whether it was made to be rated; `GET /api/matches/{id}` says why such a match does not count all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Open offers.
    pub offers: Offers,
    /// How it ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictView>,
    /// The match that both agreed to play next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Uuid>,
    /// What the bots thought so far.
    pub thoughts: Vec<ThoughtEvent>,
}

impl MatchState {
    /// What `reader` sees of a match.
    #[must_use]
    pub fn new(snapshot: Snapshot, reader: Option<Uuid>) -> Self {
        let Snapshot { setup, seats, position, written, .. } = snapshot;
        let game = setup.game;
        let you = seat_of(&seats, reader);
        let thoughts = snapshot.thoughts.iter();
        let [draw, takeback, rematch] = snapshot.offers;
        Self {
            game: game.name().to_owned(),
            options: setup.options.clone(),
            seats: SeatView::both(&seats, snapshot.away),
            status: (&snapshot.phase).into(),
            start: StartView {
                position: setup.position.clone(),
                moves: (!setup.opening.is_empty()).then(|| setup.opening.clone()),
            },
            ply: count(snapshot.moves.len()),
            turn: position.turn,
            moves: texts(game, &snapshot.moves),
            notation: (!written.is_empty()).then_some(written),
            legal: legal(game, &position, you),
            legal_notation: legal_notation(&position, you),
            diagram: position.diagram,
            you,
            clocks: snapshot.clocks.map(|(setting, left)| Clocks::new(setting, left, position.turn)),
            rated: Some(setup.rated),
            offers: Offers { draw, takeback, rematch },
            verdict: if let Phase::Over(verdict) = &snapshot.phase { Some(verdict.into()) } else { None },
            rematch: snapshot.rematch.then(|| match_id::rematch(setup.id)),
            thoughts: thoughts
                .map(|(ply, side, thought, written)| {
                    ThoughtEvent::Thought(ThoughtView::new(game, *side, *ply, thought, written))
                })
                .collect(),
        }
    }
}

/// The side whose seat `reader` holds.
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

/// Moves as people write them; absent where nothing was written, since they write the moves' own texts.
pub(crate) fn notation(written: &[String]) -> Option<Vec<String>> {
    (!written.is_empty()).then(|| written.to_vec())
}

pub(super) fn texts(game: GameId, moves: &[MoveCode]) -> Vec<String> {
    moves.iter().map(|mv| game.move_text(*mv)).collect()
}

/// A count on the wire; matches and plies stay far below 2^32.
pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
