//! What the server may say.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::account::PlayerClass;
use super::challenge::ChallengeView;
use super::live::LiveView;
use super::reason::Reason;
use super::view::{EventView, MatchState, MatchSummary, PlayerView};
use crate::games::json_text::JsonText;
use crate::games::{Diagram, Problem, Side};

/// The bytes of the state of a small match, about.
const SNAPSHOT_BYTES: usize = 1_000;

/// Why something was refused: a fixed word that programs may rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message could not be read.
    BadMessage,
    /// There is no message of this type.
    UnknownType,
    /// `hello` comes first, and once only.
    NoHello,
    /// The token is not known.
    Unauthorised,
    /// It is the other side's turn.
    NotYourTurn,
    /// The move is not legal.
    IllegalMove,
    /// The move is for another ply than the one to come.
    StalePly,
    /// There is no such match.
    NoSuchMatch,
    /// There is no such game.
    NoSuchGame,
    /// There is no such bot.
    NoSuchBot,
    /// An option of the match is wrong.
    BadOptions,
    /// A bot's configuration is wrong.
    BadBot,
    /// The connection plays no seat of this match.
    NotSeated,
    /// No seat is free for this player.
    SeatTaken,
    /// The match is over.
    MatchOver,
    /// The match has not begun, or is not over yet.
    NotStarted,
    /// Too late to abort.
    TooLate,
    /// There is no such offer.
    NoSuchOffer,
    /// There is no move to take back.
    NothingToTakeBack,
    /// The same was offered already.
    AlreadyOffered,
    /// The other side is not away, or not for long enough.
    NothingToClaim,
    /// Too many messages.
    RateLimited,
    /// The message or body is too large.
    TooLarge,
    /// A limit of the server is reached.
    OverLimit,
    /// The server cannot do it at the moment.
    Unavailable,
    /// The caller may not do this.
    Forbidden,
    /// There is no such challenge, or it stands no more, or it is for somebody else.
    NoSuchChallenge,
    /// The opponent does not take such challenges.
    Declined,
    /// The other player is not there, and would have to be.
    NotHere,
    /// The name is another player's.
    NameTaken,
    /// There is nothing here.
    NotFound,
    /// The match is not finished, so it has no record yet.
    NotFinished,
    /// The server failed.
    Internal,
}

impl Code {
    /// The word on the wire.
    #[must_use]
    pub fn word(self) -> String {
        serde_json::to_value(self).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromServer {
    /// The answer to `hello`.
    Welcome {
        /// The number of the message that this answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// Who one is.
        player: PlayerView,
        /// The kind of account, where a name was claimed; absent for a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<PlayerClass>,
        /// The secret that brings this player back; given once, when the player is new.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// What was asked has been done, and stored.
    Ok {
        /// The number of the message that this answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The match that one has come to.
        #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
        id: Option<Uuid>,
        /// The number of its last event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// A match was made.
    Created {
        /// The number of the message that this answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
    },
    /// A challenge, new or changed; in answer to `challenge`, the one that was made.
    Challenge {
        /// The number of the message that this answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The challenge.
        challenge: Box<ChallengeView>,
    },
    /// The challenges of a player that stand, told first to who subscribes to them.
    Challenges {
        /// The challenges, the oldest first.
        challenges: Vec<ChallengeView>,
    },
    /// Somebody wants the same, or a tournament has begun a match of this player's: it is made, and is to be joined.
    Paired {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The tournament that it belongs to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
        tournament: Option<Uuid>,
    },
    /// A tournament calls a match of this player's: it begins as soon as the opponent is there.
    Called {
        /// The tournament.
        tournament: Uuid,
        /// The round, from 1.
        round: u64,
        /// Who is waited for.
        opponent: String,
        /// For so many milliseconds; then the match is forfeited.
        within_ms: u64,
    },
    /// The opponent in a match says something. Only for who said `said` among its capabilities.
    Said {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The opponent's name.
        name: String,
        /// What is said, at most 140 characters.
        text: String,
    },
    /// The answer to `ping`.
    Pong {
        /// The number of the message that this answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
    },
    /// Something was refused; nothing has changed.
    Error {
        /// The number of the message that this answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// Why, for programs.
        code: Code,
        /// Why, for people.
        message: String,
        /// With `unavailable`: whether what was asked is kept all the same, to be done as soon as it can be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<bool>,
        /// After so many milliseconds it is worth trying again, where something came too often.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
        /// What exactly, with its values, where people run into it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        detail: Option<Reason>,
        /// The key of what was asked that is wrong, where it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// What is wrong with what stands there, with its values.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        problem: Option<Problem>,
    },
    /// A match as it stands.
    Snapshot {
        /// The number of the message that this answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The number of its last event.
        seq: u64,
        /// The match.
        state: Box<MatchState>,
    },
    /// Something happened in a match.
    Event {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The event's number.
        seq: u64,
        /// The event.
        event: Box<EventView>,
    },
    /// The seat that this connection played is played by another one now; this one goes on as a watcher.
    Superseded {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
    },
    /// What changed among the matches that are open or live.
    Lobby {
        /// New or changed ones; in the first message the newest.
        matches: Vec<MatchSummary>,
        /// Those that are neither open nor live any more.
        gone: Vec<Uuid>,
        /// In the first message, how many older ones there are besides; `GET /api/matches` has them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        more: Option<u32>,
    },
    /// A board in view, for those who asked for it.
    Board {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Where it stands.
        status: super::view::Status,
        /// Moves made so far.
        ply: u32,
        /// Whose turn it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// The position to draw.
        diagram: Diagram,
    },
    /// How a tournament stands.
    Tournament {
        /// The tournament.
        tournament: Uuid,
        /// Where it stands, in the words of the first clients.
        status: super::view::TournamentStatus,
        /// Where it stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<super::view::TournamentState>,
        /// Matches played.
        played: u32,
        /// Matches in all.
        total: u32,
        /// The crosstable so far.
        #[cfg_attr(feature = "typescript", ts(as = "crate::tournament::report::TournamentReport"))]
        table: serde_json::Value,
        /// Of a tournament that one can enter: how it stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        live: Option<Box<LiveView>>,
    },
    /// What the operator announces; only to those who subscribed to `announcements`, and first how it stands.
    Announcement {
        /// What is announced; absent where nothing is, or is any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// The server is about to close the connection.
    Bye {
        /// Why.
        reason: String,
    },
}

impl FromServer {
    /// The message as a frame's text.
    #[must_use]
    pub fn text(&self) -> String {
        // The answer to every move.
        if let Self::Ok { re, id, seq } = self {
            return ok_text(*re, *id, *seq);
        }
        // Room is taken once where much is told.
        let mut text = Vec::with_capacity(if matches!(self, Self::Snapshot { .. }) { SNAPSHOT_BYTES } else { 128 });
        serde_json::to_writer(&mut text, self).expect("every message is made of texts, numbers and text keys");
        String::from_utf8(text).expect("JSON is UTF-8")
    }
}

fn ok_text(re: Option<u64>, id: Option<Uuid>, seq: Option<u64>) -> String {
    let mut json = JsonText::with_capacity(96);
    json.raw(r#"{"type":"ok""#);
    if let Some(re) = re {
        json.raw(r#","re":"#).number(re);
    }
    if let Some(id) = id {
        json.raw(r#","match":"#).id(id);
    }
    if let Some(seq) = seq {
        json.raw(r#","seq":"#).number(seq);
    }
    json.raw("}");
    json.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ok_is_what_serde_makes_of_it() {
        for (re, id, seq) in [(None, None, None), (Some(7), None, None), (Some(0), Some(Uuid::nil()), Some(u64::MAX))] {
            let message = FromServer::Ok { re, id, seq };
            assert_eq!(message.text(), serde_json::to_string(&message).unwrap());
        }
    }
}
