//! The client's address behind proxies, from `Forwarded` (RFC 7239) and `X-Forwarded-For`. Only trusted peers are
//! believed.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::FORWARDED;

use crate::settings::Network;

const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// Headers that proxies add.
const MARKS: [&str; 6] = ["forwarded", FORWARDED_FOR, FORWARDED_PROTO, "x-forwarded-host", "x-real-ip", "via"];

/// True if a proxy has forwarded the request.
pub(super) fn is_forwarded(headers: &HeaderMap) -> bool {
    MARKS.iter().any(|name| headers.contains_key(*name))
}

/// Origin of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// The last address on the path that is not a trusted proxy.
    pub(super) address: IpAddr,
    /// True if the request came over HTTPS.
    pub(super) secure: bool,
}

/// The trusted proxies.
pub(super) struct Proxies(Vec<Network>);

impl Proxies {
    pub(super) const fn new(trusted: Vec<Network>) -> Self {
        Self(trusted)
    }

    pub(super) fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// Determines the origin of a request from this peer. Each proxy appends the address that called it, so the path is
    /// read from its end. Everything before the first untrusted address may be forged. An unreadable entry ends the
    /// path: the nearest readable address counts, or the peer's own if there is none.
    ///
    /// A proxy usually writes one of the two headers and passes the other one through unchanged. If both are present
    /// and differ, neither is believed.
    pub(super) fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> Origin {
        let peer = peer.to_canonical();
        let itself = Origin { address: peer, secure: false };
        if !self.trusts(peer) {
            return itself;
        }
        let standard = values(headers, FORWARDED.as_str()).map(|text| elements(&text).unwrap_or_default());
        let usual = values(headers, FORWARDED_FOR)
            .map(|text| text.split(',').map(|item| node(item.trim())).collect::<Vec<_>>());
        let proto = values(headers, FORWARDED_PROTO);
        let (nodes, secure) = match (standard, usual) {
            (None, None) => (Vec::new(), is_https(proto.as_deref())),
            (None, Some(nodes)) => (nodes, is_https(proto.as_deref())),
            (Some(elements), usual) => {
                let nodes: Vec<Option<IpAddr>> = elements.iter().map(|element| element.node).collect();
                if usual.is_some_and(|usual| self.walk(peer, &usual) != self.walk(peer, &nodes)) {
                    return itself;
                }
                (nodes, elements.last().is_some_and(|last| last.secure))
            }
        };
        Origin { address: self.walk(peer, &nodes), secure }
    }

    /// Returns the first untrusted address from the end, or the last address before an unreadable entry.
    fn walk(&self, peer: IpAddr, nodes: &[Option<IpAddr>]) -> IpAddr {
        let mut nearest = peer;
        for node in nodes.iter().rev() {
            let Some(address) = node else { return nearest };
            nearest = *address;
            if !self.trusts(nearest) {
                return nearest;
            }
        }
        nearest
    }
}

/// Joins all values of a header into one list. A value that is not text becomes `?`.
fn values(headers: &HeaderMap, name: &str) -> Option<String> {
    let all: Vec<&str> = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?")).collect();
    (!all.is_empty()).then(|| all.join(","))
}

fn is_https(proto: Option<&str>) -> bool {
    proto.and_then(|list| list.rsplit(',').next()).is_some_and(|last| last.trim().eq_ignore_ascii_case("https"))
}

/// Parses an address with an optional port. An IPv6 address with a port is in brackets.
fn node(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let address = match bare {
        Some(bare) => bare.parse::<std::net::Ipv6Addr>().map(IpAddr::from).ok(),
        None => text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip())),
    };
    address.map(|address| address.to_canonical())
}

/// One hop of a `Forwarded` header.
#[derive(Debug, Default, PartialEq, Eq)]
struct Element {
    /// `None` if the node is hidden, unknown or unreadable.
    node: Option<IpAddr>,
    secure: bool,
}

/// Parses the hops of a `Forwarded` header. Returns `None` on a syntax error, because an open quote would swallow
/// everything after it.
fn elements(text: &str) -> Option<Vec<Element>> {
    let mut all = Vec::new();
    let mut rest = text;
    loop {
        let mut element = Element::default();
        let mut seen = 0;
        loop {
            rest = rest.trim_start_matches([' ', '\t']);
            if let Some(name) = token(&mut rest) {
                rest = rest.strip_prefix('=')?;
                let value = value(&mut rest)?;
                if name.eq_ignore_ascii_case("for") {
                    seen += 1;
                    element.node = node(&value);
                } else if name.eq_ignore_ascii_case("proto") {
                    element.secure = value.eq_ignore_ascii_case("https");
                }
            }
            rest = rest.trim_start_matches([' ', '\t']);
            match rest.strip_prefix(';') {
                Some(more) => rest = more,
                None => break,
            }
        }
        if seen > 1 {
            element.node = None;
        }
        all.push(element);
        match rest.strip_prefix(',') {
            Some(more) => rest = more,
            None => return rest.is_empty().then_some(all),
        }
    }
}

fn token<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let is_sign = |c: char| !(c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c));
    let end = rest.find(is_sign).unwrap_or(rest.len());
    let (token, more) = rest.split_at(end);
    *rest = more;
    (!token.is_empty()).then_some(token)
}

/// Parses a token or a quoted string.
fn value(rest: &mut &str) -> Option<String> {
    let Some(quoted) = rest.strip_prefix('"') else { return token(rest).map(str::to_owned) };
    let mut text = String::new();
    let mut signs = quoted.char_indices();
    while let Some((place, sign)) = signs.next() {
        match sign {
            '"' => {
                *rest = &quoted[place + 1..];
                return Some(text);
            }
            '\\' => text.push(signs.next()?.1),
            other => text.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pairs<'a> = &'a [(&'static str, &'a str)];

    /// The origin of a request from this peer, where 10.0.0.0/8 and ::1 are trusted.
    fn address(peer: &str, pairs: Pairs<'_>) -> String {
        let proxies =
            Proxies::new(["10.0.0.0/8", "::1"].iter().map(|text| text.parse().expect("a valid network")).collect());
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().expect("a valid value"));
        }
        let origin = proxies.origin(peer.parse().expect("a valid address"), &headers);
        format!("{}{}", origin.address, if origin.secure { " secure" } else { "" })
    }

    #[test]
    fn origin_is_the_last_untrusted_address() {
        const X: &str = "x-forwarded-for";
        const F: &str = "forwarded";
        let cases: &[(&str, Pairs<'_>, &str)] = &[
            // Only a trusted peer is believed.
            ("192.0.2.9", &[(X, "198.51.100.1")], "192.0.2.9"),
            ("127.0.0.1", &[(X, "198.51.100.1"), (F, "for=198.51.100.1")], "127.0.0.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &[(X, "198.51.100.1")], "198.51.100.1"),
            ("::ffff:10.0.0.1", &[(X, "198.51.100.1")], "198.51.100.1"),
            ("::1", &[(X, "2001:db8::7")], "2001:db8::7"),
            // Forged entries of the client stand before the entry that the proxy appended.
            ("10.0.0.1", &[(X, "203.0.113.5, 198.51.100.1")], "198.51.100.1"),
            ("10.0.0.1", &[(X, "203.0.113.5"), (X, "198.51.100.1")], "198.51.100.1"),
            ("10.0.0.1", &[(X, "127.0.0.1, 198.51.100.1, 10.0.0.7")], "198.51.100.1"),
            ("10.0.0.1", &[(X, "10.0.0.5, 10.0.0.7")], "10.0.0.5"),
            ("10.0.0.1", &[(X, "198.51.100.1:4711")], "198.51.100.1"),
            ("10.0.0.1", &[(X, "[2001:db8::7]:4711")], "2001:db8::7"),
            ("10.0.0.1", &[(X, "[2001:db8::7]")], "2001:db8::7"),
            // Unreadable entries are not believed.
            ("10.0.0.1", &[(X, "localhost")], "10.0.0.1"),
            ("10.0.0.1", &[(X, "")], "10.0.0.1"),
            ("10.0.0.1", &[(X, "198.51.100.1, ")], "10.0.0.1"),
            ("10.0.0.1", &[(X, "198.51.100.1, unknown, 10.0.0.7")], "10.0.0.7"),
            ("10.0.0.1", &[(X, "[198.51.100.1]")], "10.0.0.1"),
            ("10.0.0.1", &[(F, "for=198.51.100.1")], "198.51.100.1"),
            ("10.0.0.1", &[(F, "For=\"[2001:db8::7]:4711\";by=10.0.0.1;proto=https")], "2001:db8::7 secure"),
            ("10.0.0.1", &[(F, "for=127.0.0.1, for=198.51.100.1;proto=http")], "198.51.100.1"),
            ("10.0.0.1", &[(F, "for=127.0.0.1;proto=https"), (F, "for=198.51.100.1")], "198.51.100.1"),
            ("10.0.0.1", &[(F, "for=_hidden")], "10.0.0.1"),
            ("10.0.0.1", &[(F, "for=unknown, for=10.0.0.7")], "10.0.0.7"),
            ("10.0.0.1", &[(F, "for=1.1.1.1;for=198.51.100.1")], "10.0.0.1"),
            ("10.0.0.1", &[(F, "for=\"x, for=198.51.100.1")], "10.0.0.1"),
            ("10.0.0.1", &[(F, "for=\"x, for=\"[2001:db8::7]\"")], "10.0.0.1"),
            ("10.0.0.1", &[(F, "for 198.51.100.1")], "10.0.0.1"),
            // The client controls one of the two headers.
            ("10.0.0.1", &[(F, "for=127.0.0.1"), (X, "198.51.100.1")], "10.0.0.1"),
            ("10.0.0.1", &[(F, "for=198.51.100.1"), (X, "198.51.100.1")], "198.51.100.1"),
            ("10.0.0.1", &[(F, "for=198.51.100.1"), (X, "203.0.113.5")], "10.0.0.1"),
            ("10.0.0.1", &[(X, "198.51.100.1"), ("x-forwarded-proto", "http, https")], "198.51.100.1 secure"),
            ("192.0.2.9", &[("x-forwarded-proto", "https")], "192.0.2.9"),
        ];
        for (peer, pairs, expected) in cases {
            assert_eq!(address(peer, pairs), *expected, "{peer} {pairs:?}");
        }
    }
}
