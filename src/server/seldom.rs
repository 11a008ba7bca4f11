//! Waiting for what nearly never comes, at no cost.

use std::future::poll_fn;
use std::iter;

use futures::StreamExt;
use futures::stream::FuturesUnordered;

/// `future`, polled only when it was itself woken. What is awaited beside many other things is otherwise polled whenever one of
/// those has come; a cancellation takes a lock each time, which all that can be cancelled by it share.
pub(super) fn seldom<F: Future>(future: F) -> impl Future<Output = F::Output> {
    // This is what a set of futures does for its members.
    let mut alone: FuturesUnordered<F> = iter::once(future).collect();
    poll_fn(move |context| alone.poll_next_unpin(context).map(|output| output.expect("it is polled until it is ready")))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::task::Poll;

    use futures::FutureExt;
    use tokio_util::sync::CancellationToken;

    use super::*;

    #[test]
    fn it_is_polled_again_only_when_it_was_woken() {
        let (token, polls) = (CancellationToken::new(), AtomicU32::new(0));
        let mut cancelled = std::pin::pin!(token.cancelled());
        let counted = poll_fn(|context| {
            polls.fetch_add(1, Ordering::Relaxed);
            cancelled.as_mut().poll(context)
        });
        let mut seldom = std::pin::pin!(seldom(counted));
        let mut poll = || futures::executor::block_on(poll_fn(|context| Poll::Ready(seldom.poll_unpin(context))));
        for _ in 0..3 {
            assert_eq!((poll(), polls.load(Ordering::Relaxed)), (Poll::Pending, 1));
        }
        token.cancel();
        assert_eq!((poll(), polls.load(Ordering::Relaxed)), (Poll::Ready(()), 2));
    }
}
