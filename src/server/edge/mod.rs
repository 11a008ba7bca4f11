//! Checks each request before any other part of the server sees it. The edge checks the host name, determines the
//! client's address and identifies the operator. It passes the result on as a [`Caller`].

mod forwarded;
mod hosts;
pub(super) mod operators;
pub mod token_file;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response};
use axum::middleware::Next;
use axum::response::IntoResponse;

use super::auth::is_own_origin;
use super::error::ApiError;
use super::reloadable::Reloadable;
use crate::settings::Server;
use arena_protocol::operator::Proof;
use forwarded::{Origin, Proxies};
use hosts::Hosts;
use operators::Operators;

/// The other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    /// A TCP connection from this address. Headers may name the client behind a proxy.
    Tcp(IpAddr),
    /// A TCP connection with TLS that this server terminates.
    Tls(IpAddr),
    /// The Unix socket, which only the server's own user and root can use.
    Owner,
}

/// The sender of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The address for limits and logs: the peer's, or the client's behind a trusted proxy. Callers over the Unix
    /// socket have none and use `0.0.0.0`.
    pub address: IpAddr,
    /// What the caller may do.
    pub class: Class,
    /// True if the browser's connection is encrypted, by this server or according to a trusted proxy.
    pub secure: bool,
}

/// What a caller may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A caller without proof of being the operator. Players identify themselves by tokens later.
    Guest,
    /// The operator of the server.
    Operator(Proof),
}

impl Caller {
    /// True for the operator.
    #[must_use]
    pub const fn is_operator(&self) -> bool {
        matches!(self.class, Class::Operator(_))
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let caller = parts.extensions.get::<Self>().copied();
        caller.ok_or_else(|| ApiError::internal("a request that did not come over the edge"))
    }
}

/// Accepted host names and trusted proxies.
struct Names {
    hosts: Hosts,
    proxies: Proxies,
}

impl Names {
    fn of(settings: &Server) -> Self {
        Self { hosts: Hosts::new(&settings.allowed_hosts), proxies: Proxies::new(settings.trusted_proxies.clone()) }
    }
}

/// The state of the edge.
pub(super) struct CallerIdentity {
    address: SocketAddr,
    /// Scheme of the server's own URLs.
    scheme: &'static str,
    names: Reloadable<Names>,
    pub(super) operators: Operators,
    warned: AtomicBool,
}

impl CallerIdentity {
    /// Creates the edge of a server that listens on `address` and whose operator has `token`.
    pub(super) fn new(settings: &Server, token: &str, address: SocketAddr) -> Self {
        Self {
            address,
            scheme: if settings.has_tls() { "https" } else { "http" },
            names: Reloadable::new(Names::of(settings)),
            operators: Operators::new(token, settings, address.port()),
            warned: AtomicBool::new(false),
        }
    }

    /// Applies the host names and proxies of new settings.
    pub(super) fn reload(&self, settings: &Server) {
        self.names.set(Names::of(settings));
    }

    /// Creates a link that makes a browser the operator's. Returns it with its lifetime.
    pub(super) fn link(&self) -> (String, Duration) {
        let (secret, life) = self.operators.new_link(Instant::now());
        (format!("{}/#operator={secret}", self.url()), life)
    }

    /// URL of the server for programs on this machine.
    pub(super) fn url(&self) -> String {
        format!("{}://{}", self.scheme, reachable(self.address))
    }

    /// True if this peer is a trusted proxy, so that the addresses of its clients are counted instead of its own.
    pub(super) fn trusts(&self, peer: IpAddr) -> bool {
        self.names.get().proxies.trusts(peer)
    }

    /// True if the address of the caller is certain: if a proxy has forwarded the request, it is a trusted one.
    pub(super) fn knows_address(&self, peer: Peer, headers: &HeaderMap) -> bool {
        match peer {
            Peer::Tcp(address) | Peer::Tls(address) => !forwarded::is_forwarded(headers) || self.trusts(address),
            Peer::Owner => false,
        }
    }

    /// Identifies the sender of a request.
    fn caller(&self, peer: Peer, request: &Request) -> Result<Caller, ApiError> {
        let headers = request.headers();
        let names = self.names.get();
        names.hosts.check(request.uri(), headers)?;
        let Origin { address, secure } = match peer {
            Peer::Tcp(address) => {
                self.warn_of_a_proxy(address, headers);
                names.proxies.origin(address, headers)
            }
            Peer::Tls(address) => {
                self.warn_of_a_proxy(address, headers);
                Origin { secure: true, ..names.proxies.origin(address, headers) }
            }
            Peer::Owner => Origin { address: Ipv4Addr::UNSPECIFIED.into(), secure: false },
        };
        let proof = self.proof(peer, request, secure);
        Ok(Caller { address, class: proof.map_or(Class::Guest, Class::Operator), secure })
    }

    /// Returns the proof that the request comes from the operator, if there is one.
    fn proof(&self, peer: Peer, request: &Request, secure: bool) -> Option<Proof> {
        let headers = request.headers();
        // A wrong token is final, whatever other proof the request has.
        if let Some(right) = self.operators.bearer(headers) {
            return right.then_some(Proof::Token);
        }
        // A proxy in front of the socket does not turn its visitors into operators.
        if peer == Peer::Owner && !forwarded::is_forwarded(headers) && !is_of_a_browser(headers) {
            return Some(Proof::Socket);
        }
        self.operators.session(headers, Instant::now())?;
        is_of_own_page(request.method().is_safe(), headers, secure).then_some(Proof::Browser)
    }

    /// Warns once about a proxy that is not trusted.
    fn warn_of_a_proxy(&self, peer: IpAddr, headers: &HeaderMap) {
        if forwarded::is_forwarded(headers) && !self.trusts(peer) && !self.warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                %peer,
                "a request says that it is forwarded; if this peer is your proxy, name it in trusted_proxies in \
                 [server]: until then all of its visitors count as one address"
            );
        }
    }
}

/// Middleware that attaches the [`Caller`] to a request or rejects the request.
pub(super) async fn admit(State(edge): State<Arc<CallerIdentity>>, mut request: Request, next: Next) -> Response<Body> {
    let peer = request.extensions().get::<Peer>().copied();
    let peer = peer.ok_or_else(|| ApiError::internal("a request without a peer"));
    match peer.and_then(|peer| edge.caller(peer, &request)) {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    }
}

/// Returns the address at which programs on this machine reach a server that listens on `address`.
#[must_use]
pub fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, address.port())),
        _ => address,
    }
}

/// Header in which a browser describes the page that makes the request.
const FETCH_SITE: &str = "sec-fetch-site";

fn is_of_a_browser(headers: &HeaderMap) -> bool {
    headers.contains_key(FETCH_SITE) || headers.contains_key("origin")
}

/// True if a request that carries a cookie was made by the server's own page. Pages of other sites must not use the
/// rights of the cookie through the browser. A safe request without these headers passes: it changes nothing, and only
/// the requesting page reads the response.
pub(super) fn is_of_own_page(is_safe: bool, headers: &HeaderMap, secure: bool) -> bool {
    let mut sites = headers.get_all(FETCH_SITE).iter();
    let site = match (sites.next(), sites.next()) {
        (None, _) => None,
        (Some(site), None) => Some(site.as_bytes()),
        (Some(_), Some(_)) => return false,
    };
    let own = is_own_origin(headers, secure);
    match site {
        Some(b"same-origin") => own != Some(false),
        // The user entered the address or opened a bookmark.
        Some(b"none") => is_safe && own != Some(false),
        Some(_) => false,
        None => own.unwrap_or(is_safe),
    }
}

#[cfg(test)]
mod tests;
