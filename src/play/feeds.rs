//! Matches that run at another node and are watched here: that node tells each event once, and it goes to all who
//! watch, pure but for their mailboxes.
//!
//! Whoever comes to watch has the events up to some number from that node, over a connection of its own. What comes here may
//! be ahead of that or behind it: what is ahead is kept for a while, and what is behind left out. So everybody gets each event
//! once and in order, or is told that some are missing, and comes again.

mod mailed;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use mailed::{MailedFollows, Missing};

/// An event is kept so long, for who comes to watch and is not known yet.
const KEPT: Duration = Duration::from_secs(5);
/// So many of a match are kept at most.
const MOST_KEPT: usize = 64;

/// Where a client is told what happens. To tell it must not wait, and must do nothing with the feeds.
pub trait Audience: Send + Sync {
    /// Tells it of a match, as its topic names it.
    fn tell(&self, topic: &str, delivery: Delivery);
}

/// What is to be told to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// An event with this number, to one who follows by this ticket.
    Event(u64, u64, Arc<str>),
    /// Some that came before the next one are not here.
    Missing(u64),
}

/// One who watches.
struct Reader {
    /// The number of the next event that is told.
    next: u64,
    audience: Arc<dyn Audience>,
}

impl Reader {
    fn hear(&mut self, topic: &str, ticket: u64, seq: u64, text: &Arc<str>) {
        if seq == self.next {
            self.next += 1;
            self.audience.tell(topic, Delivery::Event(ticket, seq, Arc::clone(text)));
        } else if seq > self.next {
            self.audience.tell(topic, Delivery::Missing(ticket));
        }
    }
}

/// A match that is watched here, in a dialect.
#[derive(Default)]
struct Feed {
    /// Whether its node tells of it.
    open: bool,
    /// The number of the last event that came.
    last: u64,
    /// The last events.
    kept: VecDeque<(Instant, u64, Arc<str>)>,
    /// Who watches, by their tickets.
    readers: HashMap<u64, Reader>,
}

#[derive(Default)]
struct Inner {
    feeds: HashMap<String, Feed>,
    tickets: u64,
}

impl Inner {
    fn tidy(&mut self, topic: &str) {
        if self.feeds.get(topic).is_some_and(|feed| !feed.open && feed.readers.is_empty()) {
            self.feeds.remove(topic);
        }
    }
}

/// All matches that are watched here.
#[derive(Default)]
pub struct Feeds(Mutex<Inner>);

impl std::fmt::Debug for Feeds {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Feeds").finish_non_exhaustive()
    }
}

impl Feeds {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a line of the other node's at `now`; none where it makes no sense.
    #[must_use]
    pub fn hear(&self, line: &str, now: Instant) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "open" => self.inner().feeds.entry(rest.to_owned()).or_default().open = true,
            "close" => {
                let mut inner = self.inner();
                if let Some(feed) = inner.feeds.get_mut(rest) {
                    feed.open = false;
                    feed.kept.clear();
                }
                inner.tidy(rest);
            }
            "event" => {
                let (topic, rest) = rest.split_once(' ')?;
                let (seq, text) = rest.split_once(' ')?;
                self.happened(topic, seq.parse().ok()?, text.into(), now);
            }
            // A later release may have more to say.
            _ => {}
        }
        Some(())
    }

    fn happened(&self, topic: &str, seq: u64, text: Arc<str>, now: Instant) {
        let mut inner = self.inner();
        let Some(feed) = inner.feeds.get_mut(topic) else { return };
        if seq <= feed.last {
            return;
        }
        feed.last = seq;
        for (ticket, reader) in &mut feed.readers {
            reader.hear(topic, *ticket, seq, &text);
        }
        feed.kept.push_back((now, seq, text));
        let is_old = |(at, _, _): &(Instant, u64, _)| now.saturating_duration_since(*at) > KEPT;
        while feed.kept.len() > MOST_KEPT || feed.kept.front().is_some_and(is_old) {
            feed.kept.pop_front();
        }
    }

    /// Somebody follows from now on, who has the events up to `seq`: the ticket.
    fn follow(&self, topic: &str, seq: u64, audience: Arc<dyn Audience>) -> u64 {
        let mut inner = self.inner();
        inner.tickets += 1;
        let ticket = inner.tickets;
        let feed = inner.feeds.entry(topic.to_owned()).or_default();
        let mut reader = Reader { next: seq + 1, audience };
        for (_, seq, text) in &feed.kept {
            reader.hear(topic, ticket, *seq, text);
        }
        if reader.next <= feed.last {
            reader.audience.tell(topic, Delivery::Missing(ticket));
        }
        feed.readers.insert(ticket, reader);
        ticket
    }

    /// Whoever has this ticket follows no more.
    fn leave(&self, topic: &str, ticket: u64) {
        let mut inner = self.inner();
        if let Some(feed) = inner.feeds.get_mut(topic) {
            feed.readers.remove(&ticket);
        }
        inner.tidy(topic);
    }
}

/// What one client follows here, as the other node says on its connection.
pub struct Follows {
    feeds: Arc<Feeds>,
    audience: Arc<dyn Audience>,
    /// What it follows, and by which ticket.
    tickets: HashMap<String, u64>,
}

impl Follows {
    /// Nothing yet, for one who is told at once.
    #[must_use]
    pub fn new(feeds: Arc<Feeds>, audience: Arc<dyn Audience>) -> Self {
        Self { feeds, audience, tickets: HashMap::new() }
    }

    /// The other node says what the client is to be told, or no longer.
    pub fn hear(&mut self, aside: &str) {
        let mut words = aside.split(' ');
        let (Some(word), Some(topic), seq) = (words.next(), words.next(), words.next()) else { return };
        if let Some(ticket) = self.tickets.remove(topic) {
            self.feeds.leave(topic, ticket);
        }
        if let ("follow", Some(seq)) = (word, seq.and_then(|seq| seq.parse().ok())) {
            self.tickets.insert(topic.to_owned(), self.feeds.follow(topic, seq, Arc::clone(&self.audience)));
        }
    }
}

impl Drop for Follows {
    fn drop(&mut self) {
        for (topic, ticket) in self.tickets.drain() {
            self.feeds.leave(&topic, ticket);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::mailed::Mailbox;
    use super::*;
    use crate::games::seed::Rng;

    fn told(delivered: &mut mpsc::Receiver<Delivery>) -> Vec<Delivery> {
        std::iter::from_fn(|| delivered.try_recv().ok()).collect()
    }

    /// The events' numbers, in what one who has this ticket was told.
    fn numbers(delivered: &mut mpsc::Receiver<Delivery>, own: u64) -> Vec<u64> {
        let number = |delivery| match delivery {
            Delivery::Event(ticket, seq, text) if ticket == own && text.parse() == Ok(seq) => seq,
            other => panic!("{other:?}"),
        };
        told(delivered).into_iter().map(number).collect()
    }

    fn happens(feeds: &Feeds, seq: u64, now: Instant) {
        feeds.hear(&format!("event m {seq} {seq}"), now).unwrap();
    }

    #[test]
    fn everybody_is_told_what_comes_after_what_they_have_whether_it_is_here_already_or_not() {
        let (feeds, now) = (Feeds::default(), Instant::now());
        feeds.hear("open m", now).unwrap();
        (3..6).for_each(|seq| happens(&feeds, seq, now));
        let watchers = [2, 4, 5, 7].map(|seq| {
            let (mailbox, delivered) = Mailbox::new(8);
            (seq, feeds.follow("m", seq, Arc::new(mailbox)), delivered)
        });
        (4..10).for_each(|seq| happens(&feeds, seq, now));
        for (seq, ticket, mut delivered) in watchers {
            assert_eq!(numbers(&mut delivered, ticket), (seq + 1..10).collect::<Vec<_>>(), "after {seq}");
        }
    }

    #[test]
    fn who_lacks_events_that_are_gone_is_told_so() {
        let (feeds, now) = (Feeds::default(), Instant::now());
        feeds.hear("open m", now).unwrap();
        (1..4).for_each(|seq| happens(&feeds, seq, now));
        happens(&feeds, 4, now + KEPT * 2);
        let (mailbox, mut delivered) = Mailbox::new(8);
        let ticket = feeds.follow("m", 2, Arc::new(mailbox.clone()));
        assert_eq!(told(&mut delivered)[0], Delivery::Missing(ticket));
        let fine = feeds.follow("m", 3, Arc::new(mailbox.clone()));
        assert_eq!(numbers(&mut delivered, fine), [4]);
        happens(&feeds, 6, now + KEPT * 2);
        assert!(told(&mut delivered).contains(&Delivery::Missing(fine)), "the fifth did not come");
        // Nor is it here where the leader has told of none for a while.
        feeds.hear("close m", now).unwrap();
        let late = feeds.follow("m", 5, Arc::new(mailbox));
        assert_eq!(told(&mut delivered), [Delivery::Missing(late)]);
    }

    #[test]
    fn who_reads_too_slowly_is_known_and_slows_nobody() {
        let (feeds, now) = (Feeds::default(), Instant::now());
        let [(slow, _kept), (quick, mut delivered)] = [Mailbox::new(8), Mailbox::new(8)];
        feeds.follow("m", 0, Arc::new(slow.clone()));
        let ticket = feeds.follow("m", 0, Arc::new(quick.clone()));
        for seq in 1..=2 * (8 + MOST_KEPT as u64) {
            happens(&feeds, seq, now);
            assert_eq!(numbers(&mut delivered, ticket), [seq]);
        }
        assert!(slow.was_full() && !quick.was_full());
    }

    #[test]
    fn what_nobody_watches_is_forgotten_in_whatever_order_it_becomes_known() {
        let (feeds, now) = (Feeds::default(), Instant::now());
        let (mailbox, _delivered) = Mailbox::new(8);
        let count = || feeds.inner().feeds.len();
        happens(&feeds, 1, now);
        assert_eq!(count(), 0, "nobody has asked for it");
        for readers_first in [false, true] {
            let ticket = feeds.follow("m", 0, Arc::new(mailbox.clone()));
            feeds.hear("open m", now).unwrap();
            happens(&feeds, 1, now);
            let leave = || feeds.leave("m", ticket);
            let close = || feeds.hear("close m", now).unwrap();
            if readers_first {
                leave();
                close();
            } else {
                close();
                leave();
            }
            assert_eq!(count(), 0);
        }
        assert!(["", "open", "event m", "event m x y"].iter().all(|line| feeds.hear(line, now).is_none()));
        assert_eq!(count(), 0);
    }

    #[test]
    fn whatever_overtakes_what_nobody_misses_an_event_or_gets_one_twice() {
        for seed in 0..300 {
            let (feeds, mut rng, now) = (Feeds::default(), Rng::new(seed), Instant::now());
            // The leader's last event, what it has told this node of, and those who come, each answered with an event's number,
            // which is known here some time later.
            let (mut last, mut told_of, mut coming) = (0, 0, VecDeque::new());
            let mut here: Vec<(u64, u64, mpsc::Receiver<Delivery>)> = Vec::new();
            let mut open = false;
            for _ in 0..200 {
                match rng.below(5) {
                    0 => {
                        if !std::mem::replace(&mut open, true) {
                            feeds.hear("open m", now).unwrap();
                            told_of = last;
                        }
                        coming.push_back(last);
                    }
                    1 => last += 1,
                    2 if open && told_of < last => {
                        told_of += 1;
                        happens(&feeds, told_of, now);
                    }
                    3 => {
                        if let Some(seq) = coming.pop_front() {
                            let (mailbox, delivered) = Mailbox::new(1_000);
                            here.push((seq, feeds.follow("m", seq, Arc::new(mailbox)), delivered));
                        }
                    }
                    _ => {}
                }
            }
            for (seq, ticket, mut delivered) in here {
                let expected: Vec<u64> = (seq + 1..=told_of).collect();
                assert_eq!(numbers(&mut delivered, ticket), expected, "seed {seed}, after {seq}");
            }
        }
    }
}
