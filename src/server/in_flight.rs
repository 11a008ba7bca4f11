//! Tracks whether a connection still waits for a response. At shutdown the server answers complete requests and does
//! not wait for incomplete ones.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

/// Counts of a connection's unanswered requests and of request bodies that have not fully arrived.
#[derive(Clone, Default)]
pub(super) struct InFlight {
    asked: Arc<AtomicUsize>,
    arriving: Arc<AtomicUsize>,
}

/// Guard that decrements a count when it is dropped.
pub(super) struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(count))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl InFlight {
    /// Counts a request. The returned guard travels with the response's body, and its drop ends the count.
    pub(super) fn request(&self) -> Counted {
        Counted::new(&self.asked)
    }

    /// Counts a request body until it ends or is dropped.
    pub(super) fn body(&self, body: Body) -> Body {
        if body.is_end_stream() {
            return body;
        }
        Body::new(Watched { body, counted: Some(Counted::new(&self.arriving)) })
    }

    /// True if a complete request has not been answered yet.
    pub(super) fn are_waiting(&self) -> bool {
        self.asked.load(Ordering::Acquire) > self.arriving.load(Ordering::Acquire)
    }
}

/// Attaches a guard to the response's body.
pub(super) fn answer(response: Response, counted: Counted) -> Response {
    response.map(|body| Body::new(Watched { body, counted: Some(counted) }))
}

/// A body that releases a guard when it ends.
pub(super) fn holding<T: Send + Unpin + 'static>(body: Body, counted: T) -> Body {
    Body::new(Watched { body, counted: Some(counted) })
}

/// A body that lets go of what is counted when it ends.
struct Watched<T> {
    body: Body,
    counted: Option<T>,
}

impl<T: Send + Unpin + 'static> HttpBody for Watched<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) || self.body.is_end_stream() {
            self.counted = None;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn waits_for_a_complete_request_until_its_response_is_sent() {
        let in_flight = InFlight::default();
        let counted = in_flight.request();
        let body = in_flight.body(Body::from("whole"));
        assert!(!in_flight.are_waiting(), "the body has not arrived");
        assert_eq!(axum::body::to_bytes(body, 10).await.expect("the body is short"), "whole");
        assert!(in_flight.are_waiting());
        let response = answer(Response::new(Body::from("done")), counted);
        assert!(in_flight.are_waiting(), "the response has not been sent");
        assert_eq!(axum::body::to_bytes(response.into_body(), 10).await.expect("the body is short"), "done");
        assert!(!in_flight.are_waiting());
        let counted = in_flight.request();
        let empty = in_flight.body(Body::empty());
        assert!(in_flight.are_waiting(), "the request is complete");
        drop((counted, empty));
        assert!(!in_flight.are_waiting());
    }
}
