//! Why a connection ends, and what its close frame says of that.

use std::borrow::Cow;

use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::server::session::Closing;

/// The close reason for a client that reads too slowly.
pub(super) const TOO_SLOW: &str = "you read too slowly; come back and ask by since";

/// The reason in a closing frame has at most so many bytes (RFC 6455, section 5.5.1).
const LONGEST_REASON: usize = 123;

/// Why a connection ends, as its close frame says it.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) code: CloseCode,
    pub(super) reason: Cow<'static, str>,
    /// Whether a `bye` goes before.
    pub(super) bye: bool,
}

impl Ending {
    pub(super) const fn new(code: CloseCode, reason: &'static str) -> Self {
        Self { code, reason: Cow::Borrowed(reason), bye: true }
    }

    pub(super) fn of(closing: Closing) -> Self {
        match closing {
            Closing::Unauthorised => Self::new(CloseCode::Library(4401), "the token is not known"),
            Closing::Misspoken => Self::new(CloseCode::Policy, "too many bad or too frequent messages"),
        }
    }

    /// The ending that an error of the protocol calls for; none where the connection is gone.
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

/// As much of a reason as a closing frame has room for.
pub(super) fn close_reason(reason: &str) -> &str {
    let end = (0..=reason.len().min(LONGEST_REASON)).rev().find(|end| reason.is_char_boundary(*end));
    &reason[..end.unwrap_or_default()]
}
