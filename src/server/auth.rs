//! Who somebody is: players by a secret token, the operator by another or by calling from the machine itself.
//!
//! A token has 256 random bits and is given once. Only its SHA-256 is kept, and it is never logged.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, FORWARDED, HOST, ORIGIN};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// What is kept of a token.
pub type TokenHash = [u8; 32];

/// A new random token, 64 hexadecimal digits.
#[must_use]
pub fn new_token() -> String {
    // Each version-4 UUID has 122 bits from the system's source of randomness; the hash makes one text of three.
    let mut hasher = Sha256::new();
    for _ in 0..3 {
        hasher.update(Uuid::new_v4().as_bytes());
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is kept of `token`. Looking a hash up tells nothing about other tokens by the time it takes.
#[must_use]
pub fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// The operator's token, as its hash.
#[derive(Clone)]
pub struct Operator(TokenHash);

impl Operator {
    /// Whoever has this token.
    #[must_use]
    pub fn new(token: &str) -> Self {
        Self(hash(token))
    }

    /// Whether a request comes from the operator: it bears the token, or comes from this machine itself, unforwarded,
    /// under a name of this machine (a page elsewhere may have a name that leads here).
    #[must_use]
    pub fn is_caller(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        if let Some(token) = bearer.and_then(|value| value.strip_prefix("Bearer ")) {
            return hash(token.trim()).ct_eq(&self.0).into();
        }
        let forwarded = ["x-forwarded-for", "x-real-ip", "x-forwarded-host", "via", FORWARDED.as_str()];
        peer.to_canonical().is_loopback()
            && !forwarded.iter().any(|name| headers.contains_key(*name))
            && host(headers).is_some_and(is_local_name)
    }
}

/// Whether a page of this request's `Origin` may use the server. Programs send none and may.
///
/// # Errors
/// The origin, when it may not.
pub fn check_origin(headers: &HeaderMap, allowed: &[String]) -> Result<(), String> {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return Ok(()) };
    if origins.next().is_some() {
        return Err("more than one origin".to_owned());
    }
    let origin = origin.to_str().unwrap_or("?");
    let own = origin.split_once("://").is_some_and(|(scheme, authority)| {
        matches!(scheme, "http" | "https") && host(headers).is_some_and(|host| host.eq_ignore_ascii_case(authority))
    });
    if own || allowed.iter().any(|known| known.eq_ignore_ascii_case(origin)) {
        return Ok(());
    }
    Err(origin.chars().take(100).collect())
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(HOST).and_then(|value| value.to_str().ok())
}

fn is_local_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value"))).collect()
    }

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let (a, b) = (new_token(), new_token());
        assert_eq!((a.len(), b.len()), (64, 64));
        assert_ne!(a, b);
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
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
    fn a_second_origin_is_refused() {
        let mut twice = headers(&[("host", "a.example"), ("origin", "http://a.example")]);
        assert_eq!(check_origin(&twice, &[]), Ok(()));
        twice.append(ORIGIN, "http://b.example".parse().expect("a value"));
        assert_eq!(check_origin(&twice, &[]), Err("more than one origin".to_owned()));
    }

    #[test]
    fn the_operator_has_the_token_or_calls_from_the_machine_itself() {
        let operator = Operator::new("0123456789abcdef");
        let (here, there) = ("127.0.0.1", "192.0.2.7");
        let cases = [
            (here, &[("host", "localhost:8080")][..], true),
            (here, &[("host", "[::1]:8080")], true),
            ("::ffff:127.0.0.1", &[("host", "127.0.0.1")], true),
            (here, &[("host", "rebound.example:8080")], false),
            (here, &[("host", "localhost"), ("x-forwarded-for", "127.0.0.1")], false),
            (there, &[("host", "localhost")], false),
            (there, &[("host", "a.example"), ("authorization", "Bearer 0123456789abcdef")], true),
            (there, &[("host", "a.example"), ("authorization", "Bearer 0123456789abcdee")], false),
            (here, &[("host", "localhost"), ("authorization", "Bearer wrong")], false),
        ];
        for (peer, pairs, is_operator) in cases {
            let peer = peer.parse().expect("an address");
            assert_eq!(operator.is_caller(peer, &headers(pairs)), is_operator, "{peer} {pairs:?}");
        }
    }
}
