//! Messages from the server.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use uuid::Uuid;

use super::account::PlayerClass;
use super::challenge::ChallengeView;
use super::error::ErrorBody;
use super::from_client::Phrase;
use super::live::LiveView;
use super::view::{EventView, MatchState, MatchSummary, PlayerView, ThinkingMove, ThoughtView};
use arena_games::{Diagram, Side};
use arena_play::json_text::JsonText;

/// Approximate size of the state of a small match, for preallocation.
const SNAPSHOT_BYTES: usize = 1_000;

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromServer {
    /// The answer to `hello`.
    Welcome {
        /// Request number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The player.
        player: PlayerView,
        /// Kind of account; absent for a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<PlayerClass>,
        /// Secret of the player. It is sent only once, when the player is created.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// The request has been executed and stored.
    Ok {
        /// Request number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The match that was joined.
        #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
        id: Option<Uuid>,
        /// Number of its last event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// A match was created.
    Created {
        /// Request number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
    },
    /// A new or changed challenge. As an answer to `challenge`, the one that was created.
    Challenge {
        /// Request number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The challenge.
        challenge: Box<ChallengeView>,
    },
    /// Open challenges of a player. It is sent after a subscription.
    Challenges {
        /// Challenges, oldest first.
        challenges: Vec<ChallengeView>,
    },
    /// The player was paired with an opponent, or a tournament has started a match of this player. The client should
    /// join the match.
    Paired {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Tournament of the match, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
        tournament: Option<Uuid>,
    },
    /// A tournament calls a match of this player. The match starts as soon as the opponent is ready.
    Called {
        /// The tournament.
        tournament: Uuid,
        /// Round, starting at 1.
        round: u64,
        /// Name of the missing opponent.
        opponent: String,
        /// Time in milliseconds after which the match is forfeited.
        within_ms: u64,
    },
    /// The opponent in a match says something. It is sent only to clients with the capability `said`.
    Said {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Name of the opponent.
        name: String,
        /// Text of at most 140 characters.
        text: String,
        /// The set phrase, if it is one. `text` is the same in English.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        phrase: Option<Phrase>,
    },
    /// The answer to `ping`.
    Pong {
        /// Request number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
    },
    /// A request was rejected. Nothing has changed.
    Error {
        /// Request number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The error.
        #[serde(flatten)]
        #[cfg_attr(feature = "typescript", ts(flatten))]
        error: ErrorBody,
    },
    /// Current state of a match.
    Snapshot {
        /// Request number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Number of its last event.
        seq: u64,
        /// State of the match.
        state: Box<MatchState>,
    },
    /// An event of a match.
    Event {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Number of the event.
        seq: u64,
        /// The event.
        event: Box<EventView>,
    },
    /// Another connection has taken over the seat that this connection played. This one continues as a watcher.
    Superseded {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
    },
    /// Changes among the open and live matches.
    Lobby {
        /// New or changed matches. In the first message, the newest ones.
        matches: Vec<MatchSummary>,
        /// Matches that are no longer open or live.
        gone: Vec<Uuid>,
        /// In the first message, the number of older matches that are not included. `GET /api/matches` lists them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        more: Option<u32>,
    },
    /// A board that the client subscribed to.
    Board {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Status of the match.
        status: super::view::Status,
        /// Number of moves so far.
        ply: u32,
        /// Side to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// Current position.
        diagram: Diagram,
    },
    /// Results of a bot's search that goes on, after a completed depth. It is sent to subscribers of `thinking:<match>`.
    Thinking {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The results so far. `ply` is that of the move that the bot is going to make.
        thought: Box<ThoughtView>,
        /// The best moves considered: the first one begins the line, the others follow by their values.
        moves: Vec<ThinkingMove>,
    },
    /// The place that a lecture shows. It is sent to subscribers of `lecture:<id>`, and answers the teacher's `lecture`.
    Lecture {
        /// Request number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// The lecture.
        lecture: Uuid,
        /// Address of a step or a match: path and query.
        path: String,
        /// Number of connections that follow; only for the teacher.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        followers: Option<u32>,
    },
    /// Current state of a tournament.
    Tournament {
        /// The tournament.
        tournament: Uuid,
        /// Status in terms of `arena.v1`.
        status: super::view::TournamentStatus,
        /// Detailed state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<super::view::TournamentState>,
        /// Number of matches played.
        played: u32,
        /// Total number of matches.
        total: u32,
        /// Current crosstable.
        #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::TournamentReport"))]
        table: serde_json::Value,
        /// State of a live tournament; absent for others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        live: Option<Box<LiveView>>,
    },
    /// Announcement of the operator. It is sent to subscribers of `announcements`, first after the subscription and
    /// then on each change.
    Announcement {
        /// Text; absent if there is no announcement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// The server is about to close the connection.
    Bye {
        /// Reason.
        reason: String,
    },
}

impl FromServer {
    /// Serialises the message as the text of a frame.
    #[must_use]
    pub fn text(&self) -> String {
        // `ok` answers every move, so it has a fast path.
        if let Self::Ok { re, id, seq } = self {
            return ok_text(*re, *id, *seq);
        }
        // Preallocate for large messages.
        let mut text = Vec::with_capacity(if matches!(self, Self::Snapshot { .. }) { SNAPSHOT_BYTES } else { 128 });
        serde_json::to_writer(&mut text, self).expect("messages have only string keys");
        String::from_utf8(text).expect("JSON is UTF-8")
    }
}

/// Returns the text of [`FromServer::Ok`].
#[must_use]
pub fn ok_text(re: Option<u64>, id: Option<Uuid>, seq: Option<u64>) -> String {
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
    fn fast_path_for_ok_agrees_with_serde() {
        for (re, id, seq) in [(None, None, None), (Some(7), None, None), (Some(0), Some(Uuid::nil()), Some(u64::MAX))] {
            let message = FromServer::Ok { re, id, seq };
            assert_eq!(message.text(), serde_json::to_string(&message).unwrap());
        }
    }
}
