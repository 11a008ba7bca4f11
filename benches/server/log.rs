//! What it costs alone to have each move on the disk before it is answered: the relay's log. One thread appends what has come
//! by then and syncs it, for all matches at once, and a thread of the runtime wakes it when it pauses or when much has come, as
//! in the arena. A move is written as it came; nothing is checked, numbered or read again.

use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use super::relay::Notice;

/// With so many moves the thread is woken.
const MANY: usize = 256;

/// A move that is to be logged, and who is told then.
pub(super) struct Move {
    pub(super) text: Utf8Bytes,
    /// The opponent's event.
    pub(super) event: Option<Utf8Bytes>,
    pub(super) mover: mpsc::Sender<Notice>,
    pub(super) opponent: Option<mpsc::Sender<Notice>>,
}

/// Moves that wait for the log's thread.
#[derive(Default)]
pub(super) struct Log {
    moves: Mutex<Vec<Move>>,
    bell: Condvar,
}

impl Log {
    fn moves(&self) -> MutexGuard<'_, Vec<Move>> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, it: Move) {
        let mut moves = self.moves();
        moves.push(it);
        if moves.len() == MANY {
            self.bell.notify_one();
        }
    }

    /// Has written what waits.
    pub(super) fn ring(&self) {
        if !self.moves().is_empty() {
            self.bell.notify_one();
        }
    }

    /// Starts the thread, and what tells the players; within a runtime.
    pub(super) fn begin(self: &Arc<Self>, mut file: File) {
        let (written, mut logged) = mpsc::unbounded_channel::<Vec<Move>>();
        let log = Arc::clone(self);
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            loop {
                let waiting = log.bell.wait_while(log.moves(), |moves| moves.is_empty());
                let group = std::mem::take(&mut *waiting.unwrap_or_else(PoisonError::into_inner));
                bytes.clear();
                group.iter().for_each(|it| bytes.extend_from_slice(it.text.as_bytes()));
                file.write_all(&bytes).and_then(|()| file.sync_data()).expect("the disk takes a benchmark's moves");
                if written.send(group).is_err() {
                    return;
                }
            }
        });
        tokio::spawn(async move {
            while let Some(group) = logged.recv().await {
                for Move { event, mover, opponent, .. } in group {
                    let _ = mover.send(Notice::Acknowledged).await;
                    if let (Some(opponent), Some(event)) = (opponent, event) {
                        let _ = opponent.send(Notice::Event(event)).await;
                    }
                }
            }
        });
    }
}
