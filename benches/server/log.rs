//! The log of the relay, which measures the cost of having each move on disk before it is answered. One thread appends
//! all moves that have arrived and syncs them, for all matches at once. As in the arena, a runtime thread wakes it when
//! it pauses or when many moves have arrived. A move is written as received; nothing is checked, numbered or read
//! again.

use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use super::relay::Notice;

/// The thread is woken when this many moves wait.
const MANY: usize = 256;

/// A move to log, and the connections to notify afterwards.
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

    /// Wakes the log's thread.
    pub(super) fn ring(&self) {
        if !self.moves().is_empty() {
            self.bell.notify_one();
        }
    }

    /// Starts the thread and the task that notifies the players. Must be called within a runtime.
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
                file.write_all(&bytes).and_then(|()| file.sync_data()).expect("write the log");
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
