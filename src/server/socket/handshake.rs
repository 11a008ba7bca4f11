//! Validates a request to open a WebSocket.

use axum::http::header::{CONNECTION, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::{HeaderMap, HeaderValue, Method};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::error::ApiError;
use arena_games::diagnostic;
use arena_protocol::SUBPROTOCOL;

/// Checks an upgrade request and returns the accept key (RFC 6455, section 4.2).
pub(super) fn check(method: &Method, headers: &HeaderMap) -> Result<String, ApiError> {
    let bad = |problem: &str| {
        ApiError::bad_request(diagnostic!("not_websocket", "this URL accepts only WebSockets: {problem}", problem))
    };
    let has = |name, word: &str| {
        let value = headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
        value.split(',').any(|item| item.trim().eq_ignore_ascii_case(word))
    };
    if method != Method::GET {
        return Err(ApiError::method_not_allowed());
    }
    if !has(CONNECTION, "upgrade") || !has(UPGRADE, "websocket") {
        return Err(bad("the headers Connection: Upgrade and Upgrade: websocket are missing"));
    }
    if headers.get(SEC_WEBSOCKET_VERSION).is_none_or(|version| version != "13") {
        return Err(bad("Sec-WebSocket-Version must be 13"));
    }
    let key = headers.get(SEC_WEBSOCKET_KEY).map(HeaderValue::as_bytes).unwrap_or_default();
    // 16 bytes in base64 are 22 characters and two padding characters.
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    if key.len() != 24 || !key.ends_with(b"==") || !key[..22].iter().all(is_letter) {
        return Err(bad("Sec-WebSocket-Key must be 16 bytes in base64"));
    }
    Ok(derive_accept_key(key))
}

/// Returns whether the client names the server's subprotocol. A client may name none, but one that names only others is
/// refused.
pub(super) fn names_subprotocol(headers: &HeaderMap) -> Result<bool, ApiError> {
    let mut offered = headers
        .get_all(SEC_WEBSOCKET_PROTOCOL)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(',').map(str::trim))
        .peekable();
    if offered.peek().is_none() || offered.any(|name| name == SUBPROTOCOL) {
        return Ok(headers.contains_key(SEC_WEBSOCKET_PROTOCOL));
    }
    Err(ApiError::bad_request(diagnostic!(
        "subprotocol",
        "this server supports only the subprotocol {supported}; name it in Sec-WebSocket-Protocol or omit the header",
        supported = SUBPROTOCOL
    )))
}
