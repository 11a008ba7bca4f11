//! HTTP requests that come from within this process. They pass through all of the server's checks and limits.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, HeaderMap, HeaderValue, ORIGIN};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use serde_json::Value;
use tower::ServiceExt;

use super::app::App;
use super::edge::Peer;
use super::http;

/// Headers that identify the sender of a request and the way that it took.
const IDENTIFYING: [&str; 6] =
    ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "sec-fetch-site"];

/// The sender of requests from within this process.
#[derive(Clone, Debug)]
pub struct Sender {
    peer: Peer,
    headers: HeaderMap,
}

impl Sender {
    /// The sender of a request that this process has received.
    #[must_use]
    pub fn of(parts: &Parts) -> Option<Self> {
        let peer = *parts.extensions.get::<Peer>()?;
        let own = [AUTHORIZATION, COOKIE, HOST, ORIGIN];
        let is_kept = |name: &str| own.iter().any(|kept| kept == name) || IDENTIFYING.contains(&name);
        let kept = parts.headers.iter().filter(|(name, _)| is_kept(name.as_str()));
        Some(Self { peer, headers: kept.map(|(name, value)| (name.clone(), value.clone())).collect() })
    }

    /// The user who started this process: the player with this token, or the operator without one.
    #[must_use]
    pub fn owner(token: Option<&str>) -> Self {
        let mut headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static("localhost"))]);
        let bearer = token.and_then(|token| HeaderValue::try_from(format!("Bearer {token}")).ok());
        headers.extend(bearer.map(|bearer| (AUTHORIZATION, bearer)));
        Self { peer: Peer::Owner, headers }
    }
}

impl App {
    /// Answers a request as if `sender` had sent it over HTTP. Returns the status and the body.
    pub async fn request(
        &self,
        sender: &Sender,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> (StatusCode, Bytes) {
        let content = body.map_or_else(Body::empty, |body| body.to_string().into());
        let mut request = Request::new(content);
        *request.method_mut() = method;
        *request.headers_mut() = sender.headers.clone();
        if body.is_some() {
            request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let Ok(uri) = path.parse() else { return (StatusCode::BAD_REQUEST, Bytes::new()) };
        *request.uri_mut() = uri;
        request.extensions_mut().insert(sender.peer);
        let Ok(response) = http::router(self.clone()).oneshot(request).await;
        let (parts, body) = response.into_parts();
        // Answers are limited where they are made.
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
        (parts.status, bytes)
    }
}
