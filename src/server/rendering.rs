//! Large answers: rendered on threads of their own, a few at a time, and charged by their bytes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use tokio::sync::{OwnedMutexGuard, Semaphore};

use super::app::App;
use super::edge::Caller;
use super::error::ApiError;
use super::household::household;
use super::in_flight;
use super::limits::{ConnectionLimiter, SMALL_ANSWER};

/// The threads that render: half of the processors, so that the others serve.
pub(super) struct Rendering {
    places: Semaphore,
    /// The addresses for which something is rendered or waits for a place: one answer at a time.
    turns: Mutex<HashMap<IpAddr, Arc<tokio::sync::Mutex<()>>>>,
    done: AtomicU64,
}

impl Default for Rendering {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { places: Semaphore::new((cores / 2).max(1)), turns: Mutex::default(), done: AtomicU64::new(0) }
    }
}

impl Rendering {
    /// Returns how many answers were rendered.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Waits until nothing else is rendered for this address.
    async fn turn(&self, address: IpAddr) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(turns.entry(household(address)).or_default())
        };
        turn.lock_owned().await
    }

    /// Runs `work` for this address on the blocking pool, once nothing else is rendered for the address and there is a
    /// place.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub(super) async fn run_for<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _turn = self.turn(address).await;
        self.run(work).await
    }

    /// Runs `work` for many clients on the blocking pool, once there is a place.
    ///
    /// # Errors
    /// Those of `work`, and [`ApiError::Internal`] if it panics.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = self.places.acquire().await.map_err(|error| ApiError::Internal(error.to_string()))?;
        self.done.fetch_add(1, Ordering::Relaxed);
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| ApiError::Internal(error.to_string()))?
    }
}

impl App {
    /// Renders an answer for the caller, unless the address was sent too much while it waited for its turn.
    ///
    /// # Errors
    /// As [`Rendering::run`], and [`ApiError::TooMuchSent`].
    pub(super) async fn render<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _turn = self.rendering.turn(caller.address).await;
        if !caller.is_operator() {
            self.limiter.admit_answer(None, caller.address).map_err(|wait| ApiError::TooMuchSent { wait })?;
        }
        self.rendering.run(work).await
    }
}

/// Middleware: reserves memory for the request's body, refuses an address that was sent too much lately, and charges it
/// for the bytes of the answer before they are compressed. The operator is not refused.
pub(super) async fn metered(State(app): State<Arc<App>>, caller: Caller, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    // A move of a bot's is a request each, and is never refused for what its account was sent.
    let is_move = path.starts_with("/api/bot/game/");
    let is_api = path.starts_with("/api/") || path.starts_with("/game/");
    let (limiter, address) = (Arc::clone(&app.limiter), caller.address);
    if is_api
        && !is_move
        && !caller.is_operator()
        && let Err(wait) = limiter.admit_answer(None, address)
    {
        app.metrics.requests_refused.fetch_add(1, Ordering::Relaxed);
        return ApiError::TooMuchSent { wait }.into_response();
    }
    if !request.body().is_end_stream() {
        let most = app.settings.get().limits.body_bytes;
        // Without a length it may become as long as a body may.
        let bytes = HttpBody::size_hint(request.body()).exact().and_then(|bytes| usize::try_from(bytes).ok());
        let bytes = bytes.map_or(most, |bytes| bytes.min(most));
        let share = limiter.bodies().share(address);
        if caller.is_operator() {
            share.add(bytes);
        } else if !share.take(bytes) {
            app.metrics.requests_refused.fetch_add(1, Ordering::Relaxed);
            return ApiError::TooManyAtOnce("too many request bodies are being received; try again in a second")
                .into_response();
        }
        request = request.map(|body| in_flight::holding(body, share));
    }
    let response = next.run(request).await;
    if is_api { response.map(|body| charged(body, limiter, address)) } else { response }
}

/// The body, charged to `address`: at once if its length is known, and otherwise as it is sent.
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
    /// Bytes that are charged with the next ones: a stream of small frames may be long.
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
