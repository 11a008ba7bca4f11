//! The wire protocol: the messages of `arena.v1`, one file per direction, and the views that WebSocket and HTTP share.
//!
//! Tests write TypeScript types for the browser client to `clients/web/src/wire/`.

#![warn(missing_docs)]

pub mod account;
pub mod bounds;
pub mod challenge;
pub mod compose;
pub mod daily;
pub mod date;
pub mod error;
pub mod event_text;
pub mod from_client;
pub mod from_server;
pub mod listing;
pub mod live;
pub mod moderation;
pub mod modules;
pub mod name;
pub mod new_match;
mod notification_text;
pub mod operator;
pub mod rating;
mod seat_choice;
pub mod strict;
#[cfg(feature = "typescript")]
mod typescript;
pub mod view;

#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::Value;

/// Name of the WebSocket subprotocol.
pub const SUBPROTOCOL: &str = "arena.v1";

/// Exclusive upper limit for integers on the wire: 2^53, up to which all clients represent them exactly.
pub const INTEGER_LIMIT: u64 = 1 << 53;

pub use error::ErrorBody;
pub use event_text::event_text;
pub use from_client::{Envelope, FromClient, Malformed, Phrase, ProgramFailure};
pub use from_server::{FromServer, ok_text};
pub use notification_text::notification_text;
pub use seat_choice::SeatChoice;
pub use view::PlayerView;

/// Returns the wire name of an enum value without fields.
#[must_use]
pub fn word(of: impl Serialize) -> String {
    match serde_json::to_value(of) {
        Ok(Value::String(word)) => word,
        // Callers pass only enums without fields.
        other => unreachable!("{other:?} is not a string"),
    }
}
