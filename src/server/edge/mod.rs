//! The edge: what is made of a request before anything else looks at it. Whose name it calls the server by, whose
//! address it counts for, and whether it comes from the operator are settled once, here, and handed inwards as a
//! [`Caller`].

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
use super::current::Current;
use super::error::ApiError;
use crate::protocol::operator::Proof;
use crate::settings::Server;
use forwarded::{Origin, Proxies};
use hosts::Hosts;
use operators::Operators;

/// The other end of a connection, as the system names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    /// A TCP connection from this address; headers may still say for whom it speaks.
    Tcp(IpAddr),
    /// The same, secured by this server itself.
    Tls(IpAddr),
    /// The Unix socket, by the user that the server runs as.
    Owner,
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The address that limits count and logs name: the peer's, or the one for which a trusted proxy speaks. Whoever
    /// comes by the Unix socket has none, and counts as `0.0.0.0`.
    pub address: IpAddr,
    /// What the caller may do.
    pub class: Class,
    /// Whether the browser's connection is encrypted, as a trusted proxy says.
    pub secure: bool,
}

/// What a caller may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Somebody who has not said who it is; players say so within their connection.
    Guest,
    /// Whoever runs the server.
    Operator(Proof),
}

impl Caller {
    /// Whether this is the operator.
    #[must_use]
    pub const fn is_operator(&self) -> bool {
        matches!(self.class, Class::Operator(_))
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let caller = parts.extensions.get::<Self>().copied();
        caller.ok_or_else(|| ApiError::Internal("a request that did not come over the edge".to_owned()))
    }
}

/// Whose names count: those that the server answers to, and the proxies that speak for others.
struct Names {
    hosts: Hosts,
    proxies: Proxies,
}

impl Names {
    fn of(settings: &Server) -> Self {
        Self { hosts: Hosts::new(&settings.allowed_hosts), proxies: Proxies::new(settings.trusted_proxies.clone()) }
    }
}

/// What the edge knows.
pub(super) struct Edge {
    address: SocketAddr,
    /// What addresses of this server begin with.
    scheme: &'static str,
    names: Current<Names>,
    pub(super) operators: Operators,
    warned: AtomicBool,
}

impl Edge {
    /// The edge of a server with these settings that listens on `address` and whose operator has `token`.
    pub(super) fn new(settings: &Server, token: &str, address: SocketAddr) -> Self {
        Self {
            address,
            scheme: if settings.has_tls() { "https" } else { "http" },
            names: Current::new(Names::of(settings)),
            operators: Operators::new(token, settings, address.port()),
            warned: AtomicBool::new(false),
        }
    }

    /// From now on these settings say which names count.
    pub(super) fn reload(&self, settings: &Server) {
        self.names.set(Names::of(settings));
    }

    /// A link that makes the browser that opens it the operator's, and for how long it can be used.
    pub(super) fn link(&self) -> (String, Duration) {
        let (secret, life) = self.operators.new_link(Instant::now());
        (format!("{}/#operator={secret}", self.url()), life)
    }

    /// Where programs on this machine reach the server.
    pub(super) fn url(&self) -> String {
        format!("{}://{}", self.scheme, reachable(self.address))
    }

    /// Whether this peer speaks for others, whose addresses are counted in its place.
    pub(super) fn trusts(&self, peer: IpAddr) -> bool {
        self.names.get().proxies.trusts(peer)
    }

    /// Who sent this request.
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

    /// What shows that the request is the operator's, if anything does.
    fn proof(&self, peer: Peer, request: &Request, secure: bool) -> Option<Proof> {
        let headers = request.headers();
        // A token that is wrong is not made up for by anything else.
        if let Some(right) = self.operators.bearer(headers) {
            return right.then_some(Proof::Token);
        }
        // A proxy that somebody put in front of the socket does not make its visitors operators.
        if peer == Peer::Owner && !forwarded::is_forwarded(headers) && !is_of_a_browser(headers) {
            return Some(Proof::Socket);
        }
        self.operators.session(headers, Instant::now())?;
        is_of_own_page(request.method().is_safe(), headers, secure).then_some(Proof::Browser)
    }

    /// Says once that somebody speaks for others without being believed.
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

/// Admits a request under its caller's name, or refuses it.
pub(super) async fn admit(State(edge): State<Arc<Edge>>, mut request: Request, next: Next) -> Response<Body> {
    let peer = request.extensions().get::<Peer>().copied();
    let peer = peer.ok_or_else(|| ApiError::Internal("a request without a peer".to_owned()));
    match peer.and_then(|peer| edge.caller(peer, &request)) {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    }
}

/// Where programs on this machine reach a server that listens on `address`.
#[must_use]
pub fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, address.port())),
        _ => address,
    }
}

/// What a browser says of the page that a request is made by.
const FETCH_SITE: &str = "sec-fetch-site";

fn is_of_a_browser(headers: &HeaderMap) -> bool {
    headers.contains_key(FETCH_SITE) || headers.contains_key("origin")
}

/// Whether a request that bears a cookie was made by the server's own page: what a cookie allows, no page elsewhere may
/// make a browser do. Where nothing is changed, a browser that says nothing is believed; its answer is for the page
/// that asked alone.
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
        // Opened by the person at the browser.
        Some(b"none") => is_safe && own != Some(false),
        Some(_) => false,
        None => own.unwrap_or(is_safe),
    }
}

#[cfg(test)]
mod tests;
