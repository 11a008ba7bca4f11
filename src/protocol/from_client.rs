//! Messages from clients.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use uuid::Uuid;

use super::challenge::{ChallengeBody, PairRequest};
use super::seat_choice::SeatChoice;
use super::view::StartView;
use super::{INTEGER_LIMIT, bounds, strict};
use arena_games::{Diagnostic, Options, beginning, diagnostic};
use arena_play::json::from_json;
use arena_play::{Claim, ClockSetting, EndDetail, EndReason, OfferKind};

/// A set phrase between players. There is no free text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// "Good game".
    GoodGame,
    /// "Thanks".
    Thanks,
    /// "One moment".
    OneMoment,
}

impl Phrase {
    /// Returns the phrase in English.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::GoodGame => "Good game",
            Self::Thanks => "Thanks",
            Self::OneMoment => "One moment",
        }
    }
}

/// A new match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Create {
    /// Name of the game.
    pub game: String,
    /// Options of the game that differ from the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub options: Option<Options>,
    /// Holders of the seats, first side first.
    pub seats: [SeatChoice; 2],
    /// True to swap the seats at random.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub shuffle: bool,
    /// Clock setting; unlimited time if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// True if the match counts for ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// True to show the match in lists while a seat is free, so that any player can take it. Otherwise only those who
    /// have its id can find it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub listed: bool,
    /// Seed of the bots' random choices; random if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Start of the match if it differs from the game's initial position. Such a match cannot be rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartView>,
}

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromClient {
    /// Must be the first message. Identifies a player by its token, or creates a new player if there is none.
    Hello {
        /// Secret of the player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// Name to display. With a token, it renames the player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Capabilities of the client beyond the first version of the protocol, such as `claim`. Unknown ones are
        /// ignored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        capabilities: Option<Vec<String>>,
    },
    /// Creates a match.
    Create(Create),
    /// Takes a seat, or resumes one's own.
    Join {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Number of the last event that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// Watches a match.
    Watch {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Number of the last event that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// Stops following a match. A player with a seat in it counts as away.
    Leave {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
    },
    /// Makes a move.
    Move {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Ply of the move, starting at 0.
        ply: u32,
        /// Text of the move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Resigns. A program that failed says so with `because`; the match then ends as a crash or an illegal move.
    Resign {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The failure of the player's program, if it resigns for one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        because: Option<ProgramFailure>,
    },
    /// Aborts a match before its second move. The player who made a match between bots may stop it at any time.
    Abort {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
    },
    /// Ends a match in which the opponent has been away for longer than the grace period.
    Claim {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Claimed result.
        what: Claim,
    },
    /// Offers something.
    Offer {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Kind of offer.
        what: OfferKind,
    },
    /// Answers an offer of the opponent.
    Answer {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// Kind of offer.
        what: OfferKind,
        /// True to accept.
        accept: bool,
    },
    /// Says a set phrase to the opponent.
    Say {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The phrase.
        phrase: Phrase,
    },
    /// Challenges a player, or anyone who receives the link.
    Challenge(ChallengeBody),
    /// Accepts a challenge.
    Accept {
        /// The challenge.
        challenge: Uuid,
    },
    /// Declines a challenge.
    Decline {
        /// The challenge.
        challenge: Uuid,
        /// Reason in plain text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Withdraws one's own challenge.
    Withdraw {
        /// The challenge.
        challenge: Uuid,
    },
    /// Waits to be paired with a player who has the same request.
    Pair(PairRequest),
    /// Stops waiting to be paired.
    Unpair,
    /// Enters a tournament and is ready to play as long as the connection lasts. A player who has already entered
    /// becomes ready.
    Enter {
        /// Id or name of the tournament.
        tournament: String,
        /// Version of the program. A change counts as a new version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
    },
    /// Stays in a tournament but is not ready to play for now.
    Rest {
        /// Id or name of the tournament.
        tournament: String,
    },
    /// Withdraws from a tournament.
    Quit {
        /// Id or name of the tournament.
        tournament: String,
    },
    /// Opens a lecture at an address of the page, or moves one's own. Subscribers of `lecture:<id>` follow it.
    Lecture {
        /// The lecture to move; opens one if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lecture: Option<Uuid>,
        /// Address of a step or a match: path and query.
        path: String,
    },
    /// Subscribes to a topic.
    Subscribe {
        /// `lobby`, `boards`, `challenges`, `announcements`, `tournament:<id>`, `thinking:<match>` or `lecture:<id>`.
        topic: String,
        /// For `boards`: matches to show. They replace the previous ones.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        matches: Option<Vec<Uuid>>,
        /// For `challenges`: challenges that the client knows as open, for example from before a reconnect. The server
        /// reports how each one was closed that is no longer open. Only the first 100 count.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        challenges: Option<Vec<Uuid>>,
    },
    /// Unsubscribes from a topic.
    Unsubscribe {
        /// The topic.
        topic: String,
    },
    /// Requests a `pong`.
    Ping,
}

/// Why a player's program cannot go on with a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ProgramFailure {
    /// It failed while it chose a move.
    Crash,
    /// It chose an illegal move, which its client did not send.
    Illegal,
}

impl ProgramFailure {
    /// The end of the match, and its description.
    #[must_use]
    pub fn ending(self) -> (EndReason, EndDetail) {
        match self {
            Self::Crash => (EndReason::Crash, EndDetail::ProgramFailed {}),
            Self::Illegal => (EndReason::Illegal, EndDetail::ProgramErred {}),
        }
    }
}

/// All values of `type`.
pub const TYPES: [&str; 25] = [
    "hello",
    "create",
    "join",
    "watch",
    "leave",
    "move",
    "resign",
    "abort",
    "claim",
    "offer",
    "answer",
    "say",
    "challenge",
    "accept",
    "decline",
    "withdraw",
    "pair",
    "unpair",
    "enter",
    "rest",
    "quit",
    "lecture",
    "subscribe",
    "unsubscribe",
    "ping",
];

/// A message with its request number.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    /// Request number, which the answer repeats.
    pub re: Option<u64>,
    /// The message.
    pub message: FromClient,
}

/// Reason why a text is not a valid message. `re` is its request number if that could be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Not JSON, or a field is missing, unknown or invalid.
    #[error("{diagnostic}")]
    Bad {
        /// Request number.
        re: Option<u64>,
        /// Path of the invalid key.
        key: Option<String>,
        /// The problem.
        diagnostic: Diagnostic,
    },
    /// The match id is not a UUID.
    #[error("there is no match {given:?}")]
    NoSuchMatch {
        /// Request number.
        re: Option<u64>,
        /// The invalid id.
        given: String,
    },
}

impl Malformed {
    /// Returns the request number.
    #[must_use]
    pub const fn re(&self) -> Option<u64> {
        match self {
            Self::Bad { re, .. } | Self::NoSuchMatch { re, .. } => *re,
        }
    }
}

/// A `move`, `join`, `watch` or `leave` in its usual form. It is parsed in one pass without copying, because these are
/// the most frequent messages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default, deserialize_with = "given")]
    id: Option<u64>,
    #[serde(rename = "match")]
    of: &'a str,
    #[serde(default, deserialize_with = "given")]
    ply: Option<u32>,
    #[serde(rename = "move", default, borrow, deserialize_with = "given")]
    mv: Option<&'a str>,
    #[serde(default, deserialize_with = "given")]
    since: Option<u64>,
}

/// Deserialises a field that is present. Rejects null.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Plain<'_> {
    /// Parses `text` if it is one of these messages in its usual form.
    fn read(text: &str) -> Option<Envelope> {
        // serde would also accept an array of the values.
        if !text.starts_with('{') {
            return None;
        }
        let Plain { kind, id: re, of, ply, mv, since } = serde_json::from_str(text).ok()?;
        if re.is_some_and(|re| re >= INTEGER_LIMIT) {
            return None;
        }
        let id = of.parse().ok()?;
        let message = match (kind, ply, mv, since) {
            ("move", Some(ply), Some(mv), None) if mv.len() <= bounds::LONGEST_MOVE => {
                FromClient::Move { id, ply, mv: mv.to_owned() }
            }
            ("join", None, None, since) => FromClient::Join { id, since },
            ("watch", None, None, since) => FromClient::Watch { id, since },
            ("leave", None, None, None) => FromClient::Leave { id },
            _ => return None,
        };
        Some(Envelope { re, message })
    }
}

impl Envelope {
    /// Parses the text of a frame.
    ///
    /// ```
    /// use arena_protocol::{Envelope, FromClient};
    ///
    /// let envelope = Envelope::parse(r#"{"id": 7, "type": "hello"}"#).expect("the message is valid");
    /// assert_eq!(envelope.re, Some(7));
    /// assert!(matches!(envelope.message, FromClient::Hello { .. }));
    /// ```
    ///
    /// # Errors
    /// [`Malformed`] if it is not a valid message.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        Plain::read(text).map_or_else(|| Self::parse_any(text), Ok)
    }

    fn parse_any(text: &str) -> Result<Self, Malformed> {
        let bad = |re, key: Option<&str>, diagnostic| Malformed::Bad { re, key: key.map(str::to_owned), diagnostic };
        let unparsable = |problem: String| diagnostic!("bad_message", "invalid message: {problem}", problem);
        let value = strict::parse(text).map_err(|problem| bad(None, None, unparsable(problem)))?;
        let Value::Object(object) = &value else {
            return Err(bad(None, None, diagnostic!("not_an_object", "a message must be one JSON object")));
        };
        let re = match object.get("id") {
            None | Some(Value::Null) => None,
            Some(id) => Some(id.as_u64().filter(|id| *id < INTEGER_LIMIT).ok_or_else(|| {
                bad(None, Some("id"), diagnostic!("message_id", "id must be a whole number from 0 to below 2^53"))
            })?),
        };
        let Some(kind) = object.get("type").and_then(Value::as_str) else {
            return Err(bad(
                re,
                Some("type"),
                diagnostic!("no_type", "type is missing; it must be a string such as \"move\""),
            ));
        };
        if !TYPES.contains(&kind) {
            let (given, known) = (kind.chars().take(32).collect::<String>(), TYPES.join(", "));
            let message =
                diagnostic!("unknown_type", "unknown message type {given:?}; known types are {known}", given, known);
            return Err(bad(re, Some("type"), message));
        }
        if let Some(id) = object.get("match").and_then(Value::as_str)
            && id.parse::<Uuid>().is_err()
        {
            return Err(Malformed::NoSuchMatch { re, given: id.chars().take(64).collect() });
        }
        bounds::check_message(object).map_err(|problem| bad(re, bounds::field_of(&problem), problem.clone()))?;
        // Serde buffers the content of a tagged enum, so the path of a key in an inner type is lost.
        let message = match kind {
            "create" => from_json(&value).map(FromClient::Create),
            "challenge" => from_json(&value).map(FromClient::Challenge),
            "pair" => from_json(&value).map(FromClient::Pair),
            _ => from_json(&value),
        };
        let message = message.map_err(|error| {
            let problem = &error.problem.message;
            let key = error.key().map(str::to_owned).or_else(|| key_at_fault(object, problem));
            bad(re, key.as_deref(), unparsable(beginning(problem, 300)))
        })?;
        Ok(Self { re, message })
    }
}

/// Returns the key without which a message has no problem, or another one.
fn key_at_fault(message: &Map<String, Value>, problem: &str) -> Option<String> {
    // No message has as many keys. The limit bounds the work for a stranger.
    const MOST_KEYS: usize = 16;
    let changes = |key: &&String| {
        let rest = message.iter().filter(|(other, _)| other != key);
        let rest = rest.map(|(key, value)| (key.clone(), value.clone())).collect();
        from_json::<FromClient>(&Value::Object(rest)).map_or_else(|error| error.problem.message != problem, |_| true)
    };
    message.keys().filter(|key| message.len() <= MOST_KEYS && *key != "type").find(changes).cloned()
}

#[cfg(test)]
mod tests;
