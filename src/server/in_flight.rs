//! Whether a connection still waits for an answer. At a shutdown complete requests are answered; the rest of one that
//! has only partly arrived is not waited for.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

/// What one connection has asked: counts requests that are not answered, and bodies that have not arrived.
#[derive(Clone, Default)]
pub(super) struct InFlight {
    asked: Arc<AtomicUsize>,
    arriving: Arc<AtomicUsize>,
}

/// One of those that are counted, until it is dropped.
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
    /// Counts a request. The returned guard travels with the answer's body, and its drop ends the count.
    pub(super) fn request(&self) -> Counted {
        Counted::new(&self.asked)
    }

    /// The request's body, counted until it has come to its end or nobody wants it any more.
    pub(super) fn body(&self, body: Body) -> Body {
        if body.is_end_stream() {
            return body;
        }
        Body::new(Watched { body, counted: Some(Counted::new(&self.arriving)) })
    }

    /// Whether somebody who has sent a whole request waits for the answer.
    pub(super) fn are_waiting(&self) -> bool {
        self.asked.load(Ordering::Acquire) > self.arriving.load(Ordering::Acquire)
    }
}

/// The answer, which takes along what is counted.
pub(super) fn answer(response: Response, counted: Counted) -> Response {
    response.map(|body| Body::new(Watched { body, counted: Some(counted) }))
}

/// The body, which holds `counted` until it has come to its end or nobody wants it any more.
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
    async fn a_request_is_waited_for_once_it_has_arrived_and_until_it_is_answered() {
        let in_flight = InFlight::default();
        let counted = in_flight.request();
        let body = in_flight.body(Body::from("whole"));
        assert!(!in_flight.are_waiting(), "its body is on its way");
        assert_eq!(axum::body::to_bytes(body, 10).await.expect("it is short"), "whole");
        assert!(in_flight.are_waiting());
        let response = answer(Response::new(Body::from("done")), counted);
        assert!(in_flight.are_waiting(), "the answer is on its way");
        assert_eq!(axum::body::to_bytes(response.into_body(), 10).await.expect("it is short"), "done");
        assert!(!in_flight.are_waiting());
        let counted = in_flight.request();
        let empty = in_flight.body(Body::empty());
        assert!(in_flight.are_waiting(), "nothing more is to come");
        drop((counted, empty));
        assert!(!in_flight.are_waiting());
    }
}
