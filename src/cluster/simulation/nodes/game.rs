//! What is played in the world of the nodes: real matches, one after another, in the hosts that the program has. Whoever leads
//! brings them back from what its store says. Every store notes what the log says in its order.

use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use crate::games::board::Board;
use crate::games::seed::mix;
use crate::games::{BySide, GameId, MoveCode, Options, Side};
use crate::play::host::{Host, HostTimeouts, fresh, restored};
use crate::play::{ClockSetting, Event, MatchSetup, NumberedEvent, Readings, Seat, Timeouts};

/// What a write says: events of the match with this number.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) number: u64,
    pub(super) events: Vec<NumberedEvent>,
}

/// What a node's store has of the matches.
#[derive(Clone, Debug, Default)]
pub(super) struct Stored {
    /// So many writes of the log are noted, and what follows from all of their texts.
    noted: u64,
    digest: u64,
    /// The events of the matches: that of number 1 is the first.
    matches: Vec<Vec<Event>>,
}

impl Stored {
    /// So many writes of the log are noted.
    pub(super) const fn noted(&self) -> u64 {
        self.noted
    }

    /// It is taken to have the log up to here.
    pub(super) const fn reaches(&mut self, noted: u64) {
        self.noted = noted;
    }

    /// Differs where any of the writes does.
    pub(super) const fn digest(&self) -> u64 {
        self.digest
    }

    /// The number of the last match, 0 where there is none.
    fn number(&self) -> u64 {
        self.matches.len() as u64
    }

    fn last(&self) -> &[Event] {
        self.matches.last().map_or(&[], Vec::as_slice)
    }

    /// Notes what the next write of the log says, if it says anything; false where it does not follow.
    pub(super) fn note(&mut self, text: u64, said: Option<&Said>) -> bool {
        self.noted += 1;
        self.digest = mix(self.digest ^ mix(text));
        let Some(Said { number, events }) = said else { return true };
        let is_over = self.last().last().is_none_or(|event| matches!(event, Event::Ended { .. }));
        let begins = *number == self.number() + 1 && is_over;
        let known = if begins { 0 } else { self.last().len() as u64 };
        let follow = (known + 1..).zip(events).all(|(seq, event)| event.seq == seq);
        if !follow || !begins && *number != self.number() {
            return false;
        }
        if begins {
            self.matches.push(Vec::new());
        }
        let last = self.matches.last_mut().expect("it has begun");
        last.extend(events.iter().map(|numbered| numbered.event.clone()));
        true
    }

    /// Whether there is this match.
    pub(super) fn has(&self, number: u64) -> bool {
        (1..=self.number()).contains(&number)
    }

    /// The number of the match that is to be made now, if one is.
    pub(super) fn next(&self) -> Option<u64> {
        let is_over = self.last().last().is_none_or(|event| matches!(event, Event::Ended { .. }));
        is_over.then(|| self.number() + 1)
    }

    /// An event of a match.
    pub(super) fn event(&self, number: u64, seq: u64) -> Option<&Event> {
        self.matches.get(number.checked_sub(1)? as usize)?.get(seq.checked_sub(1)? as usize)
    }

    /// The move of a match at a ply.
    pub(super) fn move_at(&self, number: u64, at: usize) -> Option<MoveCode> {
        let events = self.matches.get(number.checked_sub(1)? as usize)?;
        events.iter().find_map(|event| match event {
            Event::Moved { ply, mv, .. } if *ply == at => Some(*mv),
            _ => None,
        })
    }

    /// Whether a clock has more time by these events than before them.
    pub(super) fn gains(&self, said: &Said) -> bool {
        let before = self.matches.get(said.number as usize - 1).into_iter().flatten().rev().find_map(clocks);
        let after = said.events.iter().filter_map(|numbered| clocks(&numbered.event));
        let readings: Vec<Readings> = before.into_iter().chain(after).collect();
        readings.windows(2).any(|two| Side::BOTH.into_iter().any(|side| two[1][side] > two[0][side]))
    }

    /// A match as it stands, for whoever leads from `now` on.
    ///
    /// # Errors
    /// A sentence, when its events are none of a match, or a clock was charged for the time since the last of them.
    pub(super) fn back(&self, number: u64, now: Instant) -> Result<Host, String> {
        let (setup, events) = (setup(number), &self.matches[number as usize - 1]);
        let back = restored(&setup, events.iter().cloned(), Timeouts::ENDLESS, now);
        let back = back.map_err(|error| format!("match {number} cannot be brought back: {error}"))?;
        let stored = events.iter().rev().find_map(clocks);
        let read = back.clock().map(|clock| clock.readings(now));
        if back.turn().is_some() && stored != read {
            return Err(format!("match {number}: the clocks said {stored:?} and say {read:?}"));
        }
        Ok(Host::new(Arc::new(setup), back, host_timeouts(), now))
    }
}

/// A match before anything has happened in it.
pub(super) fn new(number: u64, now: Instant) -> Host {
    let setup = setup(number);
    let core = fresh(&setup, Timeouts::ENDLESS, now).expect("there is no opening");
    Host::new(Arc::new(setup), core, host_timeouts(), now)
}

fn clocks(event: &Event) -> Option<Readings> {
    match event {
        Event::Started { clocks } | Event::Moved { clocks, .. } => *clocks,
        _ => None,
    }
}

pub(super) fn board() -> Box<dyn Board> {
    GameId::ConnectFour.board(&Options::new(), None).expect("the game has no options")
}

/// Nobody's time is over before the history is.
pub(super) fn setup(number: u64) -> MatchSetup {
    MatchSetup {
        id: Uuid::from_u64_pair(number, number),
        game: GameId::ConnectFour,
        options: Options::new(),
        position: None,
        opening: Vec::new(),
        seats: BySide::from_fn(|side| Seat::person(player(side), format!("{side:?}"))),
        clock: Some(ClockSetting::increment(3_600_000, 0)),
        rated: false,
        seed: 1,
        created_ms: 0,
    }
}

pub(super) fn player(side: Side) -> Uuid {
    Uuid::from_u64_pair(2, side as u64)
}

/// No match rests before the history is over.
const fn host_timeouts() -> HostTimeouts {
    let hour = Duration::from_secs(3_600);
    HostTimeouts { presence: hour, linger: hour, first_link: hour }
}
