//! The wire: the messages of `arena.v1`, one file a direction, what `arena.v2` says otherwise, and the views that both
//! WebSocket and HTTP show.
//!
//! TypeScript for the browser client is written to `clients/web/src/wire/` by the tests.

pub mod account;
pub mod bounds;
pub mod challenge;
pub mod compose;
pub mod dialect;
pub mod event_text;
pub mod from_client;
pub mod from_server;
pub mod listing;
pub mod live;
pub mod name;
pub mod operator;
pub mod peace;
pub mod rating;
pub mod reason;
mod seat_choice;
pub mod strict;
pub mod v2;
pub mod view;

#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::Value;

/// Integers on the wire stay below this, so that every client can hold them exactly: 2^53.
pub const INTEGER_LIMIT: u64 = 1 << 53;

pub use dialect::Dialect;
pub use event_text::event_text;
pub use from_client::{Envelope, FromClient, Malformed};
pub use from_server::{Code, FromServer};
pub use reason::{BudgetScope, Reason};
pub use seat_choice::SeatChoice;
pub use view::PlayerView;

/// The word that a value of an enum without data is on the wire.
#[must_use]
pub fn word(of: impl Serialize) -> String {
    match serde_json::to_value(of) {
        Ok(Value::String(word)) => word,
        // Only enums of plain words come here.
        other => unreachable!("{other:?} is no word"),
    }
}
