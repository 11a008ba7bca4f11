//! Seats of a new match, as clients specify them.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use uuid::Uuid;

/// Requested holder of a seat in a new match.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[cfg_attr(
    feature = "typescript",
    ts(type = "\"me\" | \"open\" | { bot: string | Record<string, unknown> } | { player: string }")
)]
pub enum SeatChoice {
    /// The player who creates the match.
    Me,
    /// Any player.
    Open,
    /// A bot of the server, by name.
    NamedBot(String),
    /// A bot with this complete configuration.
    Bot(Value),
    /// This player.
    Player(Uuid),
}

impl TryFrom<Value> for SeatChoice {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        const EXPECTED: &str = r#"a seat is "me", "open", {"bot": name or configuration} or {"player": id}"#;
        match &value {
            Value::String(word) if word == "me" => Ok(Self::Me),
            Value::String(word) if word == "open" => Ok(Self::Open),
            Value::Object(seat) if seat.len() == 1 => match (seat.get("bot"), seat.get("player")) {
                (Some(Value::String(name)), None) => Ok(Self::NamedBot(name.clone())),
                (Some(spec @ Value::Object(_)), None) => Ok(Self::Bot(spec.clone())),
                (None, Some(Value::String(id))) => {
                    id.parse().map(Self::Player).map_err(|_| format!("{EXPECTED}; the id is not a UUID"))
                }
                _ => Err(EXPECTED.to_owned()),
            },
            _ => Err(EXPECTED.to_owned()),
        }
    }
}

impl From<SeatChoice> for Value {
    fn from(choice: SeatChoice) -> Self {
        match choice {
            SeatChoice::Me => "me".into(),
            SeatChoice::Open => "open".into(),
            SeatChoice::NamedBot(name) => serde_json::json!({ "bot": name }),
            SeatChoice::Bot(spec) => serde_json::json!({ "bot": spec }),
            SeatChoice::Player(id) => serde_json::json!({ "player": id }),
        }
    }
}

impl<'de> Deserialize<'de> for SeatChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for SeatChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from(self.clone()).serialize(serializer)
    }
}
