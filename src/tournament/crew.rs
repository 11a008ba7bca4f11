//! The threads of a run: each plays what it is handed out, and brings its results to the desk.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

use super::affinity::Taken;
use super::contest::{ArenaFailure, Minds, Table};
use super::control::{Control, MAX_CONCURRENCY};
use super::dispenser::Dispenser;
use super::plan::Plan;
use super::run::{Batch, Setting};

/// A thread reports when it has played for so long, so that fast matches share the cost of reporting.
const REPORT_AFTER: Duration = Duration::from_millis(2);
/// No more matches are reported at once.
const MOST_AT_ONCE: u64 = 128;

/// What a thread tells the desk.
pub(super) enum Message {
    /// Matches are over.
    Played(Batch),
    /// The arena cannot play a match.
    Failed(ArenaFailure),
    /// The thread ends.
    Left {
        /// Which one it is.
        number: usize,
        /// Whether there was nothing more for it, rather than too many threads.
        for_good: bool,
    },
}

/// What all threads share.
#[derive(Clone, Copy)]
struct Shop<'env> {
    plan: &'env Plan,
    minds: &'env Minds<'env>,
    setting: Setting,
    taken: &'env Taken,
    dispenser: &'env Dispenser,
    control: &'env Control,
}

/// The threads that are playing: those with the numbers below the concurrency that is wanted.
pub(super) struct Crew<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    shop: Shop<'env>,
    desk: SyncSender<Message>,
    /// By number: whether that thread is there.
    there: Vec<bool>,
    /// Once one has found nothing more to do, no other is needed.
    over: bool,
}

impl<'scope, 'env> Crew<'scope, 'env> {
    /// Nobody is there yet; what they will have to say arrives at the receiver.
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        plan: &'env Plan,
        minds: &'env Minds<'env>,
        setting: Setting,
        taken: &'env Taken,
        dispenser: &'env Dispenser,
        control: &'env Control,
    ) -> (Self, Receiver<Message>) {
        // Two batches for each thread: a thread that is ahead waits for the desk.
        let (desk, receiver) = sync_channel(2 * control.concurrency());
        let shop = Shop { plan, minds, setting, taken, dispenser, control };
        (Self { scope, shop, desk, there: vec![false; MAX_CONCURRENCY], over: false }, receiver)
    }

    /// Calls in whoever is missing.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn complete(&mut self) -> std::io::Result<()> {
        let wanted = if self.over { 0 } else { self.shop.control.concurrency() };
        for number in (0..wanted.min(MAX_CONCURRENCY)).filter(|&number| !self.there[number]).collect::<Vec<_>>() {
            let (shop, desk) = (self.shop, self.desk.clone());
            let work = move || {
                let mut leaving = Leaving { desk: &desk, number, for_good: true };
                leaving.for_good = play(shop, number, &desk);
            };
            Builder::new().name(format!("match-{number}")).spawn_scoped(self.scope, work)?;
            self.there[number] = true;
        }
        Ok(())
    }

    /// A thread has left.
    pub(super) fn leaves(&mut self, number: usize, for_good: bool) {
        self.there[number] = false;
        self.over |= for_good;
    }

    /// Whether nobody is there any more, and nobody will come.
    pub(super) fn has_left(&self) -> bool {
        !self.there.contains(&true)
    }
}

/// Tells the desk that a thread ends, however it does.
struct Leaving<'a> {
    desk: &'a SyncSender<Message>,
    number: usize,
    for_good: bool,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        // The desk hangs up only when it has given up.
        let _ = self.desk.send(Message::Left { number: self.number, for_good: self.for_good });
    }
}

/// What one thread does: plays what it is handed until nothing is left (true) or it is one too many (false).
fn play(shop: Shop<'_>, number: usize, desk: &SyncSender<Message>) -> bool {
    let Shop { plan, minds, setting, taken, dispenser, control } = shop;
    let _bound = setting.affinity.then(|| taken.bind());
    let mut table = Table::new(plan, minds);
    let mut at_once = 1;
    loop {
        control.wait(|| dispenser.is_over());
        if control.is_stopped() {
            // A thread that waits for a match that was handed out and will not be played would wait for ever.
            dispenser.close();
        }
        if number >= control.concurrency() {
            return false;
        }
        let claimed = dispenser.claim(at_once);
        if claimed.is_empty() {
            return true;
        }
        let count = claimed.len() as u32;
        let began = Instant::now();
        let mut reported = began;
        let mut batch = Batch::default();
        for pairing in claimed {
            if control.is_stopped() {
                break;
            }
            match table.play(&pairing) {
                Ok(played) => batch.add(plan, setting, pairing, played),
                Err(failure) => {
                    let _ = desk.send(Message::Played(batch)).and_then(|()| desk.send(Message::Failed(failure)));
                    return true;
                }
            }
            if reported.elapsed() >= REPORT_AFTER {
                if desk.send(Message::Played(std::mem::take(&mut batch))).is_err() {
                    return true;
                }
                reported = Instant::now();
            }
        }
        if !batch.finished.is_empty() && desk.send(Message::Played(batch)).is_err() {
            return true;
        }
        // So many that they take about as long as may pass before the next report.
        let fitting = REPORT_AFTER.as_nanos() / (began.elapsed() / count).as_nanos().max(1);
        at_once = u64::try_from(fitting).unwrap_or(MOST_AT_ONCE).clamp(1, MOST_AT_ONCE);
    }
}
