//! The host names that the server accepts.
//!
//! The domain of a foreign page can be made to resolve to this server ("DNS rebinding"). A browser then treats the page
//! and the server as one site. The page's requests still carry the foreign name as `Host`, so the server rejects all
//! names other than its own. Addresses and `localhost` cannot be rebound. Names of the local network can: any machine
//! there answers for `.local`, and a resolver may append a domain to a name without a dot.

use arena_games::diagnostic;
use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri};

use crate::error::ApiError;

/// The accepted host names.
pub(super) struct Hosts {
    /// In lower case, without a trailing dot.
    names: Vec<String>,
    all: bool,
}

impl Hosts {
    /// Accepts the names in `allowed`, the machine's own name, addresses, and `localhost`.
    pub(super) fn new(allowed: &[String]) -> Self {
        let mut names: Vec<String> = allowed.iter().map(|name| plain(name)).collect();
        if let Some(name) = own_name() {
            // The name under which this machine answers in a local network.
            names.extend((!name.contains('.')).then(|| format!("{name}.local")));
            names.push(name);
        }
        Self { names, all: allowed.iter().any(|name| name == "*") }
    }

    /// Rejects a request for another host.
    ///
    /// # Errors
    /// [`ApiError`] unless the request has exactly one valid `Host`, and the server has that name.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), ApiError> {
        let bad = |problem: &str| ApiError::bad_request(diagnostic!("bad_host", "Host header: {problem}", problem));
        let mut given = headers.get_all(HOST).iter();
        let host = match (given.next(), given.next()) {
            (Some(host), None) => host,
            (None, _) => return Err(bad("missing")),
            (Some(_), Some(_)) => return Err(bad("given twice")),
        };
        let host = host.to_str().ok().and_then(read).ok_or_else(|| bad("not a host or host:port"))?;
        // The request line may also name a host. It takes precedence, so the header must agree with it.
        if uri.authority().is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host.as_str())) {
            return Err(bad("differs from the host in the request line"));
        }
        if self.all || self.is_ours(host.host()) { Ok(()) } else { Err(misdirected(shown(host.host()))) }
    }

    fn is_ours(&self, host: &str) -> bool {
        if host.starts_with('[') || host.parse::<std::net::Ipv4Addr>().is_ok() {
            return true;
        }
        let name = plain(host);
        name == "localhost" || name.ends_with(".localhost") || self.names.contains(&name)
    }
}

/// Parses a host with an optional port.
fn read(text: &str) -> Option<Authority> {
    let host: Authority = text.parse().ok()?;
    let port = host.as_str().strip_prefix(host.host())?;
    let is_port =
        port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.bytes().all(|b| b.is_ascii_digit()));
    (is_port && !host.host().is_empty()).then_some(host)
}

fn plain(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

fn shown(host: &str) -> String {
    host.chars().take(100).collect()
}

/// Host name of this machine.
fn own_name() -> Option<String> {
    #[cfg(unix)]
    {
        let system = rustix::system::uname();
        system.nodename().to_str().ok().map(plain).filter(|name| !name.is_empty())
    }
    #[cfg(not(unix))]
    {
        None
    }
}

fn misdirected(host: String) -> ApiError {
    let message = diagnostic!(
        "misdirected",
        "this server does not have the name {host}; the operator can add it to allowed_hosts in [server] of the \
         settings or to ARENA_SERVER_ALLOWED_HOSTS",
        host
    );
    ApiError::new(StatusCode::MISDIRECTED_REQUEST, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hosts: &Hosts, uri: &str, given: &[&str]) -> u16 {
        let mut headers = HeaderMap::new();
        for host in given {
            headers.append(HOST, host.parse().expect("a valid value"));
        }
        let checked = hosts.check(&uri.parse().expect("a valid address"), &headers);
        checked.map_or_else(|error| error.status().as_u16(), |()| 200)
    }

    #[test]
    fn rejects_foreign_names_unless_allowed() {
        let hosts = Hosts::new(&["Arena.Example.org".to_owned()]);
        let cases = [
            ("localhost", 200),
            ("LOCALHOST:8080", 200),
            ("localhost.", 200),
            ("127.0.0.1:8080", 200),
            ("192.168.1.7", 200),
            ("[::1]:8080", 200),
            ("[fe80::1]", 200),
            ("arena.localhost", 200),
            ("arena", 421),
            ("box.local:80", 421),
            ("local", 421),
            ("arena.home.arpa", 421),
            ("arena.internal", 421),
            ("arena.example.org", 200),
            ("ARENA.example.org.:443", 200),
            ("rebound.example:8080", 421),
            ("arena.example.org.evil.example", 421),
            ("evil-arena.example.org", 421),
            ("127.0.0.1.evil.example", 421),
            ("notlocal.example", 421),
            ("mylocalhost.example", 421),
            ("evil.notlocal", 421),
            ("", 400),
            (":80", 400),
            ("localhost:80:90", 400),
            ("localhost:port", 400),
            ("localhost@evil.example", 400),
            ("evil.example/localhost", 400),
            ("local host", 400),
            ("a, localhost", 400),
        ];
        for (host, status) in cases {
            assert_eq!(check(&hosts, "/", &[host]), status, "{host:?}");
        }
        assert_eq!(check(&Hosts::new(&["*".to_owned()]), "/", &["any.example"]), 200);
    }

    #[test]
    fn accepts_the_machines_own_name() {
        let Some(name) = own_name() else { return };
        let hosts = Hosts::new(&[]);
        assert_eq!(check(&hosts, "/", &[&name]), 200);
        if !name.contains('.') {
            assert_eq!(check(&hosts, "/", &[&format!("{name}.local:8080")]), 200);
        }
    }

    #[test]
    fn requires_exactly_one_matching_host() {
        let hosts = Hosts::new(&[]);
        assert_eq!(check(&hosts, "/", &[]), 400);
        assert_eq!(check(&hosts, "/", &["localhost", "localhost"]), 400);
        assert_eq!(check(&hosts, "http://localhost/", &["localhost"]), 200);
        assert_eq!(check(&hosts, "http://evil.example/", &["localhost"]), 400);
        assert_eq!(check(&hosts, "http://evil.example/", &["evil.example"]), 421);
    }
}
