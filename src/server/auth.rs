//! Secret tokens of players and of the operator, and the check of a request's `Origin`.
//!
//! A token has 256 bits and is shown once. Only its SHA-256 hash is stored, and the token is never logged.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Hash of a token, as it is stored.
pub type TokenHash = [u8; 32];

/// Creates a random token of 64 hexadecimal digits.
#[must_use]
pub fn new_token() -> String {
    // Each version-4 UUID has 122 bits from the system's source of randomness. The hash combines three of them.
    let mut hasher = Sha256::new();
    for _ in 0..3 {
        hasher.update(Uuid::new_v4().as_bytes());
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hashes a token for storage. The time of a lookup by hash reveals nothing about other tokens.
#[must_use]
pub fn hash(token: impl AsRef<[u8]>) -> TokenHash {
    Sha256::digest(token).into()
}

/// Checks that a page with this request's `Origin` may use the server. A request without an `Origin`, which programs
/// send, passes.
///
/// # Errors
/// The rejected origin.
pub fn check_origin(headers: &HeaderMap, allowed: &[String]) -> Result<(), String> {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return Ok(()) };
    if origins.next().is_some() {
        return Err("more than one origin".to_owned());
    }
    let origin = origin.to_str().unwrap_or("?");
    if is_own_origin(headers, false) == Some(true) || allowed.iter().any(|known| known.eq_ignore_ascii_case(origin)) {
        return Ok(());
    }
    Err(origin.chars().take(100).collect())
}

/// Returns whether the request's `Origin` is a page of this server, or `None` if it has no `Origin`. With `secure`,
/// only an HTTPS page counts.
#[must_use]
pub fn is_own_origin(headers: &HeaderMap, secure: bool) -> Option<bool> {
    let mut origins = headers.get_all(ORIGIN).iter();
    let origin = origins.next()?.to_str().unwrap_or_default();
    let own = origin.split_once("://").is_some_and(|(scheme, authority)| {
        (scheme == "https" || scheme == "http" && !secure)
            && host(headers).is_some_and(|host| host.eq_ignore_ascii_case(authority))
    });
    Some(own && origins.next().is_none())
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(HOST).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().expect("a valid name"), value.parse().expect("a valid value")))
            .collect()
    }

    #[test]
    fn tokens_are_long_and_unique() {
        let (a, b) = (new_token(), new_token());
        assert_eq!((a.len(), b.len()), (64, 64));
        assert_ne!(a, b);
    }

    #[test]
    fn rejects_pages_of_other_sites() {
        let allowed = ["https://example.org".to_owned()];
        let cases = [
            (&[("host", "arena.example:80")][..], true),
            (&[("host", "a.example:80"), ("origin", "http://a.example:80")], true),
            (&[("host", "a.example"), ("origin", "https://A.example")], true),
            (&[("host", "a.example"), ("origin", "https://example.org")], true),
            (&[("host", "a.example"), ("origin", "http://b.example")], false),
            (&[("host", "a.example"), ("origin", "null")], false),
            (&[("origin", "http://a.example")], false),
        ];
        for (pairs, admitted) in cases {
            assert_eq!(check_origin(&headers(pairs), &allowed).is_ok(), admitted, "{pairs:?}");
        }
    }

    #[test]
    fn rejects_a_second_origin() {
        let mut twice = headers(&[("host", "a.example"), ("origin", "http://a.example")]);
        assert_eq!(check_origin(&twice, &[]), Ok(()));
        twice.append(ORIGIN, "http://b.example".parse().expect("a valid value"));
        assert_eq!(check_origin(&twice, &[]), Err("more than one origin".to_owned()));
    }
}
