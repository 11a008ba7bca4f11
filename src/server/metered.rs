//! Middleware that charges addresses for the bytes of requests and answers.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};

use super::edge::Caller;
use super::error::ApiError;
use super::in_flight;
use super::limits::{ConnectionLimiter, SMALL_ANSWER};
use super::metrics::Metrics;
use super::modules;
use crate::settings::Settings;
use arena_games::diagnostic;

/// Reserves memory for the request's body, rejects an address that has exceeded its rate, and charges the
/// answer's size before compression. The operator is exempt.
pub(super) async fn metered(
    State((limiter, metrics, settings)): State<(Arc<ConnectionLimiter>, Arc<Metrics>, Arc<Settings>)>,
    caller: Caller,
    mut request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    // Each move of a bot is a request. Moves are never rejected because of earlier answers.
    let is_move = path.starts_with("/api/bot/game/");
    let is_api = path.starts_with("/api/") || path.starts_with("/game/");
    let address = caller.address;
    if is_api
        && !is_move
        && !caller.is_operator()
        && let Err(wait) = limiter.admit_answer(None, address)
    {
        metrics.requests_refused.fetch_add(1, Ordering::Relaxed);
        return ApiError::too_much_sent(wait).into_response();
    }
    if !request.body().is_end_stream() {
        let is_module = request.method() == Method::POST && path.starts_with("/api/modules/");
        let most = if is_module { modules::LARGEST } else { settings.limits.body_bytes };
        // A body without a length may reach the maximum size.
        let bytes = HttpBody::size_hint(request.body()).exact().and_then(|bytes| usize::try_from(bytes).ok());
        let bytes = bytes.map_or(most, |bytes| bytes.min(most));
        let share = limiter.bodies().share(address);
        if caller.is_operator() {
            share.add(bytes);
        } else if !share.take(bytes) {
            metrics.requests_refused.fetch_add(1, Ordering::Relaxed);
            return ApiError::over_limit(diagnostic!(
                "bodies",
                "the server is receiving too many request bodies; retry in a second"
            ))
            .after(Duration::from_secs(1))
            .into_response();
        }
        request = request.map(|body| in_flight::holding(body, share));
    }
    let response = next.run(request).await;
    if is_api { response.map(|body| charged(body, limiter, address)) } else { response }
}

/// Charges a body to `address`: at once if its length is known, otherwise as it is sent.
fn charged(body: Body, limiter: Arc<ConnectionLimiter>, address: IpAddr) -> Body {
    match body.size_hint().exact() {
        Some(bytes) => {
            limiter.charge_answer(None, address, usize::try_from(bytes).unwrap_or(usize::MAX));
            body
        }
        None => Body::new(Charged { body, limiter, address, pending: 0 }),
    }
}

/// A body that charges each of its frames.
struct Charged {
    body: Body,
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
    /// Bytes that are not charged yet. Small frames are charged together.
    pending: usize,
}

impl HttpBody for Charged {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled {
            self.pending += frame.data_ref().map_or(0, Bytes::len);
            if self.pending > SMALL_ANSWER {
                let bytes = std::mem::take(&mut self.pending);
                self.limiter.charge_answer(None, self.address, bytes);
            }
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
