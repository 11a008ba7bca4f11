//! Operator credentials: the token, and cookies that browsers receive in exchange for a link.
//!
//! A link carries a secret in its fragment, which browsers do not send. The page exchanges it once, within a few
//! minutes, for a cookie that scripts cannot read. Only hashes of the secrets are kept, in memory, so a restart
//! invalidates all links and cookies.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use subtle::ConstantTimeEq;

use crate::server::auth::{TokenHash, hash, new_token};
use crate::settings::Server;

/// Maximum number of open links and of operator sessions. A new one replaces the oldest.
const MOST_LINKS: usize = 16;
const MOST_SESSIONS: usize = 64;

/// Prefix of the cookie's name. Browsers send a cookie to every port of a host. The port is therefore part of the name,
/// so that two servers on one machine do not overwrite each other's cookie.
const COOKIE_NAME: &str = "arena_operator";

/// The operator's credentials.
pub(in crate::server) struct Operators {
    token: TokenHash,
    cookie_name: String,
    link_life: Duration,
    session_life: Duration,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    links: Secrets<MOST_LINKS>,
    sessions: Secrets<MOST_SESSIONS>,
}

/// Hashes of secrets with their expiry times, oldest first.
#[derive(Default)]
struct Secrets<const MOST: usize>(Vec<(TokenHash, Instant)>);

impl<const MOST: usize> Secrets<MOST> {
    /// Creates a secret that expires at `until`.
    fn draw(&mut self, until: Instant) -> String {
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        let secret = new_token();
        self.0.push((hash(secret.as_bytes()), until));
        secret
    }

    /// Returns the index and the expiry time of a valid secret.
    fn find(&self, secret: &str, now: Instant) -> Option<(usize, Instant)> {
        let wanted = hash(secret.as_bytes());
        let place = self.0.iter().position(|(known, until)| *until > now && wanted.ct_eq(known).into())?;
        Some((place, self.0[place].1))
    }

    /// Removes a secret. Returns true if it was valid.
    fn end(&mut self, secret: &str, now: Instant) -> bool {
        let found = self.find(secret, now);
        if let Some((place, _)) = found {
            self.0.remove(place);
        }
        found.is_some()
    }
}

impl Operators {
    /// Creates the credentials for the operator who has `token`. The server listens on `port`.
    pub(super) fn new(token: &str, settings: &Server, port: u16) -> Self {
        Self {
            token: hash(token.as_bytes()),
            cookie_name: format!("{COOKIE_NAME}_{port}"),
            link_life: Duration::from_millis(settings.operator_link_ms),
            session_life: Duration::from_millis(settings.operator_session_ms),
            open: Mutex::default(),
        }
    }

    /// Returns whether the request's bearer token is right, or `None` if it has none.
    pub(super) fn bearer(&self, headers: &HeaderMap) -> Option<bool> {
        let mut right = None;
        for value in headers.get_all(AUTHORIZATION) {
            // Other schemes, such as Basic, are meant for a proxy in front of the server.
            let Some((scheme, token)) = value.as_bytes().split_at_checked("bearer".len()) else { continue };
            if !scheme.eq_ignore_ascii_case(b"bearer") {
                continue;
            }
            let fits: bool = hash(token.trim_ascii()).ct_eq(&self.token).into();
            // If several tokens are sent, all of them must be right.
            right = Some(right.unwrap_or(true) && fits);
        }
        right
    }

    /// Creates a link. Returns its secret and its lifetime.
    pub(in crate::server) fn new_link(&self, now: Instant) -> (String, Duration) {
        (self.open().links.draw(now + self.link_life), self.link_life)
    }

    /// Exchanges a link's secret for a cookie. Returns the cookie's value and lifetime, or `None` if the link was used,
    /// has expired or never existed.
    pub(in crate::server) fn exchange(&self, link: &str, now: Instant) -> Option<(String, Duration)> {
        let mut open = self.open();
        open.links.end(link, now).then(|| (open.sessions.draw(now + self.session_life), self.session_life))
    }

    /// Returns the remaining lifetime of the request's cookie, or `None` if the request has no valid one.
    pub(in crate::server) fn session(&self, headers: &HeaderMap, now: Instant) -> Option<Duration> {
        let open = self.open();
        self.cookies(headers).find_map(|secret| open.sessions.find(secret, now)).map(|(_, until)| until - now)
    }

    /// Revokes the request's cookie.
    pub(in crate::server) fn leave(&self, headers: &HeaderMap, now: Instant) {
        let mut open = self.open();
        for secret in self.cookies(headers) {
            open.sessions.end(secret, now);
        }
    }

    /// Formats the `Set-Cookie` header. Scripts cannot read the cookie, and requests from other sites do not carry it.
    /// An empty value with a lifetime of zero deletes it.
    pub(in crate::server) fn cookie(&self, secret: &str, life: Duration, secure: bool) -> String {
        let (name, life) = (&self.cookie_name, life.as_secs());
        let secure = if secure { "; Secure" } else { "" };
        format!("{name}={secret}; Path=/; Max-Age={life}; HttpOnly; SameSite=Strict{secure}")
    }

    /// Returns the values of the operator cookie in a request.
    fn cookies<'a>(&'a self, headers: &'a HeaderMap) -> impl Iterator<Item = &'a str> {
        let all =
            headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(';'));
        let ours = all.filter_map(|pair| pair.trim().split_once('=')).filter(|(name, _)| *name == self.cookie_name);
        ours.map(|(_, value)| value)
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn operators() -> Operators {
        Operators::new("0123456789abcdef", &Server::default(), 8080)
    }

    fn with(name: &'static str, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name.parse().expect("a valid name"), value.parse().expect("a valid value"))])
    }

    #[test]
    fn link_can_be_exchanged_once_before_it_expires() {
        let operators = operators();
        let now = Instant::now();
        let (link, _) = operators.new_link(now);
        let (late, _) = operators.new_link(now);
        let cookie_of = |secret: &str| with("cookie", &format!("theme=dark; arena_operator_8080={secret}"));
        assert!(operators.exchange("", now).is_none());
        assert!(operators.exchange(&late, now + 10 * MINUTE).is_none(), "the link has expired after ten minutes");
        let (secret, life) = operators.exchange(&link, now + 9 * MINUTE).expect("the link is new");
        assert!(operators.exchange(&link, now + 9 * MINUTE).is_none(), "the link was used");
        let began = now + 9 * MINUTE;
        assert_eq!(operators.session(&cookie_of(&secret), began), Some(life));
        assert_eq!(operators.session(&cookie_of(&link), began), None);
        assert_eq!(operators.session(&cookie_of(&secret), began + life), None, "the session has expired");
        operators.leave(&cookie_of(&secret), began);
        assert_eq!(operators.session(&cookie_of(&secret), began), None);
    }

    #[test]
    fn new_link_replaces_the_oldest() {
        let operators = operators();
        let now = Instant::now();
        let (first, _) = operators.new_link(now);
        let (second, _) = operators.new_link(now);
        for _ in 1..MOST_LINKS {
            operators.new_link(now);
        }
        assert!(operators.exchange(&first, now).is_none());
        assert!(operators.exchange(&second, now).is_some());
    }

    #[test]
    fn distinguishes_right_wrong_and_missing_tokens() {
        let operators = operators();
        let cases = [
            ("Bearer 0123456789abcdef", true),
            ("bearer  0123456789abcdef ", true),
            ("Bearer 0123456789abcdee", false),
            ("Bearer", false),
        ];
        for (value, right) in cases {
            assert_eq!(operators.bearer(&with("authorization", value)), Some(right), "{value:?}");
        }
        for other in ["", "Basic 0123456789abcdef"] {
            assert_eq!(operators.bearer(&with("authorization", other)), None, "{other:?}");
        }
        assert_eq!(operators.bearer(&HeaderMap::new()), None);
        let mut twice = with("authorization", "Bearer wrong");
        twice.append(AUTHORIZATION, "Bearer 0123456789abcdef".parse().expect("a valid value"));
        assert_eq!(operators.bearer(&twice), Some(false));
    }

    #[test]
    fn cookie_is_restricted_to_the_site() {
        let expected = "arena_operator_8080=5f; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure";
        assert_eq!(operators().cookie("5f", MINUTE, true), expected);
        assert!(!operators().cookie("5f", MINUTE, false).contains("Secure"));
    }
}
