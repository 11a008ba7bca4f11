//! Reasons for the end of a connection, and their close frames.

use std::borrow::Cow;

use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

/// Close reason for a client that reads too slowly.
pub(super) const TOO_SLOW: &str = "you read too slowly; come back and ask by since";

/// Maximum length of the reason in a close frame in bytes (RFC 6455, section 5.5.1).
const LONGEST_REASON: usize = 123;

/// The end of a connection as its close frame reports it.
#[derive(Debug)]
pub(crate) struct CloseReason {
    pub(super) code: CloseCode,
    pub(super) reason: Cow<'static, str>,
    /// True if a `bye` message precedes the close frame.
    pub(super) bye: bool,
}

impl CloseReason {
    /// The token is unknown.
    pub(crate) const UNAUTHORISED: Self = Self::new(CloseCode::Library(4401), "the token is not known");
    /// Too many messages were invalid or too frequent.
    pub(crate) const BAD_MESSAGES: Self = Self::new(CloseCode::Policy, "too many bad or too frequent messages");

    pub(super) const fn new(code: CloseCode, reason: &'static str) -> Self {
        Self { code, reason: Cow::Borrowed(reason), bye: true }
    }

    /// Returns the ending for a protocol error, or `None` if the connection is gone.
    pub(super) fn of_error(error: &Error) -> Option<Self> {
        match error {
            Error::Capacity(CapacityError::MessageTooLong { max_size, .. }) => Some(Self {
                code: CloseCode::Size,
                reason: format!("a message may have {max_size} bytes").into(),
                bye: true,
            }),
            Error::Capacity(_) => Some(Self::new(CloseCode::Size, "the message is too large")),
            Error::Utf8(_) => Some(Self::new(CloseCode::Invalid, "a text that is not UTF-8")),
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
            Error::Protocol(_) => Some(Self::new(CloseCode::Protocol, "this is not the WebSocket protocol")),
            _ => None,
        }
    }
}

/// Shortens a reason to the room in a close frame.
pub(super) fn close_reason(reason: &str) -> &str {
    let end = (0..=reason.len().min(LONGEST_REASON)).rev().find(|end| reason.is_char_boundary(*end));
    &reason[..end.unwrap_or_default()]
}
