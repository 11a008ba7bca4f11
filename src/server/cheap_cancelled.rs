//! Waits for rare events at low cost.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use tokio_util::sync::CancellationToken;

/// Waker that forwards to a task's waker and records that it was called.
struct RecordingWaker {
    was_called: AtomicBool,
    task: Waker,
}

impl Wake for RecordingWaker {
    fn wake(self: Arc<Self>) {
        self.was_called.store(true, Ordering::Release);
        self.task.wake_by_ref();
    }
}

/// Waits until `token` is cancelled. A branch of a `select!` is polled whenever any other branch becomes ready. After
/// the first poll, this future only checks whether its own waker was called.
pub(super) async fn cancelled(token: &CancellationToken) {
    let mut waiting = pin!(token.cancelled());
    let mut registered: Option<Arc<RecordingWaker>> = None;
    poll_fn(|context| {
        let waits = |waker: &Arc<RecordingWaker>| {
            waker.task.will_wake(context.waker()) && !waker.was_called.load(Ordering::Acquire)
        };
        if registered.as_ref().is_some_and(waits) {
            return Poll::Pending;
        }
        let waker = Arc::new(RecordingWaker { was_called: AtomicBool::new(false), task: context.waker().clone() });
        registered = Some(Arc::clone(&waker));
        waiting.as_mut().poll(&mut Context::from_waker(&waker.into()))
    })
    .await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn ends_when_its_token_or_the_parent_is_cancelled() {
        let above = CancellationToken::new();
        let (first, second) = (above.child_token(), above.child_token());
        let waits = |token: CancellationToken| {
            tokio::spawn(async move {
                let mut cancelled = pin!(cancelled(&token));
                loop {
                    tokio::select! {
                        () = &mut cancelled => return,
                        () = tokio::task::yield_now() => {}
                    }
                }
            })
        };
        let waiting = [waits(first.clone()), waits(second)];
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
        first.cancel();
        let [one, other] = waiting;
        one.await.unwrap();
        assert!(!other.is_finished());
        above.cancel();
        other.await.unwrap();
    }

    #[tokio::test]
    async fn cancellation_wakes_a_task_that_nothing_else_polls() {
        let token = CancellationToken::new();
        let child = token.child_token();
        let waiting = tokio::spawn(async move { cancelled(&child).await });
        tokio::task::yield_now().await;
        token.cancel();
        waiting.await.unwrap();
    }
}
