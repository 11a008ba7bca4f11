//! What a client may say.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use uuid::Uuid;

use super::challenge::{ChallengeBody, PairWish};
use super::seat_choice::SeatChoice;
use super::view::StartView;
use super::{INTEGER_LIMIT, bounds, strict};
use crate::games::{Options, beginning, parser_words};
use crate::play::{Claim, ClockSetting, OfferKind};

/// A new match that a client wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Create {
    /// The game's name.
    pub game: String,
    /// Options of the game that differ from the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub options: Option<Options>,
    /// Who sits where, the first side first.
    pub seats: [SeatChoice; 2],
    /// Whether the seats are exchanged at random.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub shuffle: bool,
    /// The clock; none for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// Whether it counts for ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// What the bots' random choices come from; drawn when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Where it starts, if not at the game's own start. Such a match is not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartView>,
}

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromClient {
    /// Comes first: who is there. A token brings back a player; without one a new player is made.
    Hello {
        /// The secret that the player was given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The name to show; with a token, the new name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What the client knows beyond the first version of the protocol, as `claim`; unknown words are ignored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        capabilities: Option<Vec<String>>,
    },
    /// Makes a match.
    Create(Create),
    /// Takes a seat, or one's own again.
    Join {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The last event that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// Watches a match.
    Watch {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// The last event that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// Stops following a match; a player who holds a seat in it counts as away.
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
        /// The ply that it is to be, from 0.
        ply: u32,
        /// The move's text.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Gives up.
    Resign {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
    },
    /// Calls a match off, before its second move.
    Abort {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
    },
    /// Ends a match whose other side has stayed away for longer than the grace time.
    Claim {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// What.
        what: Claim,
    },
    /// Offers something.
    Offer {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// What.
        what: OfferKind,
    },
    /// Answers the other side's offer.
    Answer {
        /// The match.
        #[serde(rename = "match")]
        id: Uuid,
        /// To what.
        what: OfferKind,
        /// Whether one agrees.
        accept: bool,
    },
    /// Challenges a player, or whoever is given the link.
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
        /// Why, for people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Withdraws a challenge of one's own.
    Withdraw {
        /// The challenge.
        challenge: Uuid,
    },
    /// Wants to be paired with somebody who wants the same.
    Pair(PairWish),
    /// Does not want to be paired any more.
    Unpair,
    /// Enters a tournament, and is ready to play in it as long as the connection lasts; who has entered already is ready.
    Enter {
        /// The tournament's id, or its name.
        tournament: String,
        /// What the program's version is called: another one than before counts as a new version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
    },
    /// Stays in a tournament, but is not ready to play for now.
    Rest {
        /// The tournament's id, or its name.
        tournament: String,
    },
    /// Leaves a tournament.
    Quit {
        /// The tournament's id, or its name.
        tournament: String,
    },
    /// Wants to hear of a topic.
    Subscribe {
        /// `lobby`, `boards`, `challenges` or `tournament:<id>`.
        topic: String,
        /// The matches whose boards are in view, with `boards`; they take the place of those before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        matches: Option<Vec<Uuid>>,
        /// With `challenges`, those that the client knows to stand, as from before its connection ended: of each that does not
        /// any more it is told how it ended. At most 100 count.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        challenges: Option<Vec<Uuid>>,
    },
    /// Does not want to hear of it any more.
    Unsubscribe {
        /// The topic.
        topic: String,
    },
    /// Asks for a sign of life.
    Ping,
}

/// The words that `type` may be.
pub const TYPES: [&str; 23] = [
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
    "challenge",
    "accept",
    "decline",
    "withdraw",
    "pair",
    "unpair",
    "enter",
    "rest",
    "quit",
    "subscribe",
    "unsubscribe",
    "ping",
];

/// A message with the number that its answer is to carry.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    /// The number.
    pub re: Option<u64>,
    /// The message.
    pub message: FromClient,
}

/// Why a text is no message. `re` is the number that it carried, where it could be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// It is not JSON, or lacks what its type needs.
    #[error("this is no message: {problem}")]
    Bad {
        /// The number that it carried.
        re: Option<u64>,
        /// What is wrong.
        problem: String,
    },
    /// There is no such type.
    #[error("there is no message of the type {given:?}; there are {}", TYPES.join(", "))]
    UnknownType {
        /// The number that it carried.
        re: Option<u64>,
        /// The type that it gave.
        given: String,
    },
    /// The match that it names cannot exist: its id is no UUID.
    #[error("there is no match {given:?}")]
    NoSuchMatch {
        /// The number that it carried.
        re: Option<u64>,
        /// The id that it gave.
        given: String,
    },
}

impl Malformed {
    /// The number that the message carried.
    #[must_use]
    pub const fn re(&self) -> Option<u64> {
        match self {
            Self::Bad { re, .. } | Self::UnknownType { re, .. } | Self::NoSuchMatch { re, .. } => *re,
        }
    }
}

/// A move, or that somebody comes to a match or goes, as every client writes it, read in one go and without a copy: most
/// messages of a busy server are such.
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

/// What is there and not null, which is unusual.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Plain<'_> {
    /// The message, if `text` is one of these and nothing about it is unusual.
    fn read(text: &str) -> Option<Envelope> {
        // serde would accept a list of the same values too, which is not a message.
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
    /// Reads a frame's text.
    ///
    /// # Errors
    /// [`Malformed`] when it is no message.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        Plain::read(text).map_or_else(|| Self::parse_any(text), Ok)
    }

    fn parse_any(text: &str) -> Result<Self, Malformed> {
        let bad = |re, problem: String| Malformed::Bad { re, problem };
        let value = strict::parse(text).map_err(|problem| bad(None, problem))?;
        let Value::Object(object) = &value else {
            return Err(bad(None, "it must be one JSON object".to_owned()));
        };
        let re = match object.get("id") {
            None | Some(Value::Null) => None,
            Some(id) => Some(
                id.as_u64()
                    .filter(|id| *id < INTEGER_LIMIT)
                    .ok_or_else(|| bad(None, "`id` must be a whole number from 0 to below 2^53".to_owned()))?,
            ),
        };
        let Some(kind) = object.get("type").and_then(Value::as_str) else {
            return Err(bad(re, "`type` is missing; it must be a text such as \"move\"".to_owned()));
        };
        if !TYPES.contains(&kind) {
            return Err(Malformed::UnknownType { re, given: kind.chars().take(32).collect() });
        }
        if let Some(id) = object.get("match").and_then(Value::as_str)
            && id.parse::<Uuid>().is_err()
        {
            return Err(Malformed::NoSuchMatch { re, given: id.chars().take(64).collect() });
        }
        bounds::check_message(object).map_err(|error| bad(re, error.to_string()))?;
        let message = parser_words::json(&value).map_err(|problem| bad(re, beginning(&problem, 300)))?;
        Ok(Self { re, message })
    }
}

#[cfg(test)]
mod tests;
