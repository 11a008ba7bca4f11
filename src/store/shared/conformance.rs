//! What every log that nodes share promises, as a suite.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use uuid::Uuid;

use super::{Batch, Change, SharedLog, SharedLogError};

/// One node's way to a log, and what happens to the node.
pub(crate) trait Way: Send + Sync {
    fn log(&self) -> &dyn SharedLog;
    /// Others count the node as gone from now on.
    fn end(&self) -> BoxFuture<'_, ()>;
}

async fn all(log: &dyn SharedLog) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    loop {
        let more = log.read(changes.len() as u64).await.unwrap();
        if more.is_empty() {
            return changes;
        }
        changes.extend(more);
    }
}

fn batch(writer: Uuid, own: u64, texts: &[&str]) -> Batch {
    Batch { writer, own, bodies: texts.iter().map(|text| (*text).to_owned()).collect() }
}

/// Checks an empty log that two nodes may write.
pub(crate) async fn conforms(one: Arc<dyn Way>, two: Arc<dyn Way>) {
    let (a, b) = (one.log(), two.log());
    assert_eq!(a.id().await, b.id().await);
    let (first, second) = (a.writer().unwrap(), b.writer().unwrap());
    assert_eq!(all(a).await, []);
    assert_eq!(a.append(&batch(first, 1, &["one", "two"])).await, Ok(1));
    assert_eq!(b.append(&batch(second, 1, &["three"])).await, Ok(3));
    // The same again, as after an answer that was lost.
    assert_eq!(a.append(&batch(first, 1, &["one", "two"])).await, Ok(1));
    let texts = |changes: Vec<Change>| changes.into_iter().map(|change| change.body).collect::<Vec<_>>();
    assert_eq!(texts(all(b).await), ["one", "two", "three"]);

    // Both at once: every one once, in each writer's order, without a gap.
    let many = |log: Arc<dyn Way>, writer: Uuid, from: u64| async move {
        for own in from..from + 100 {
            let text = format!("{own}");
            log.log().append(&batch(writer, own, &[&text])).await.unwrap();
        }
    };
    tokio::join!(many(Arc::clone(&one), first, 3), many(Arc::clone(&two), second, 2));
    let changes = all(a).await;
    assert_eq!(changes, all(b).await);
    assert_eq!(changes.iter().map(|change| change.number).collect::<Vec<_>>(), (1..=203).collect::<Vec<_>>());
    for (writer, most) in [(first, 102), (second, 101)] {
        let own = changes.iter().filter(|change| change.writer == writer).map(|change| change.own);
        assert_eq!(own.collect::<Vec<_>>(), (1..=most).collect::<Vec<_>>());
    }

    // Who waits is woken.
    let waits = tokio::time::timeout(Duration::from_secs(60), b.more(203));
    let (woken, appended) = tokio::join!(waits, async { a.append(&batch(first, 103, &["more"])).await });
    assert_eq!((woken.is_ok(), appended), (true, Ok(204)));

    // Who was thought dead writes no more, also where it does not know; what it has written stays.
    two.end().await;
    assert_eq!(b.append(&batch(second, 102, &["late"])).await, Err(SharedLogError::Ended));
    assert_eq!(all(a).await.len(), 204);
}
