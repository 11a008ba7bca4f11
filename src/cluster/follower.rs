//! What somebody who follows a match has heard of it, pure: events come over the network early, twice or not at all, and leave
//! here once each, in order.

use std::collections::BTreeMap;

/// Events that are kept for one follower until those before them have come; what comes when there are so many is read again.
const MOST_EARLY: usize = 256;

/// The events of one match on their way to somebody.
#[derive(Debug)]
pub struct Follower<E> {
    /// The number of the next event that leaves.
    next: u64,
    early: BTreeMap<u64, E>,
    /// The greatest number that it has heard of.
    last: u64,
}

impl<E> Follower<E> {
    /// Follows from event number `next` on.
    #[must_use]
    pub const fn new(next: u64) -> Self {
        Self { next, early: BTreeMap::new(), last: next.saturating_sub(1) }
    }

    /// An event has come: those that may leave now, which are none where it came before its turn or once more.
    pub fn hears(&mut self, seq: u64, event: E) -> Vec<E> {
        self.knows_of(seq);
        if seq >= self.next && (seq == self.next || self.early.len() < MOST_EARLY) {
            self.early.insert(seq, event);
        }
        let mut leave = Vec::new();
        while let Some(event) = self.early.remove(&self.next) {
            self.next += 1;
            leave.push(event);
        }
        leave
    }

    /// The match has an event of this number.
    pub fn knows_of(&mut self, seq: u64) {
        self.last = self.last.max(seq);
    }

    /// From which number on events are to be read, where some that the match has have not come.
    #[must_use]
    pub fn lacks(&self) -> Option<u64> {
        (self.next <= self.last).then_some(self.next)
    }
}

#[cfg(test)]
mod tests {
    use super::Follower;

    const NONE: [u64; 0] = [];

    #[test]
    fn events_leave_once_and_in_order() {
        let mut follower = Follower::new(3);
        assert_eq!(follower.lacks(), None);
        assert_eq!(follower.hears(2, 2), NONE);
        assert_eq!(follower.hears(5, 5), NONE);
        assert_eq!(follower.lacks(), Some(3));
        assert_eq!(follower.hears(3, 3), [3]);
        assert_eq!(follower.hears(3, 3), NONE);
        assert_eq!(follower.hears(4, 4), [4, 5]);
        assert_eq!(follower.lacks(), None);
        follower.knows_of(7);
        assert_eq!(follower.lacks(), Some(6));
        // However many come early, the next one leaves.
        for seq in (7..2_000).rev() {
            assert_eq!(follower.hears(seq, seq), NONE);
        }
        assert_eq!(follower.hears(6, 6)[0], 6);
    }
}
