//! What is played in the world of the nodes: real matches, one after another. Whoever leads brings the match back from what its
//! store says, has it take a move and appends its events. Every store notes what the log says in its order.

use std::time::Instant;

use uuid::Uuid;

use crate::games::seed::{Rng, mix};
use crate::games::{BySide, GameId, Options};
use crate::play::{Action, ClockSetting, Event, Match, NumberedEvent, Readings, Seat, Terms, Timeouts};

/// What a write says: events of the match with this number.
#[derive(Clone, Debug)]
pub(super) struct Said {
    number: u64,
    events: Vec<NumberedEvent>,
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

    /// The last match as it stands, for whoever leads from `now` on; none before the first.
    ///
    /// # Errors
    /// A sentence, when its events are none of a match, or a clock was charged for the time since the last of them.
    pub(super) fn back(&self, now: Instant) -> Result<Option<Match>, String> {
        let number = self.number();
        if number == 0 {
            return Ok(None);
        }
        let back = Match::replay(board(), terms(), seats(number), self.last().iter().cloned(), now);
        let back = back.map_err(|error| format!("match {number} cannot be brought back: {error}"))?;
        let stored = self.last().iter().rev().find_map(clocks);
        let read = back.clock().map(|clock| clock.readings(now));
        if back.turn().is_some() && stored != read {
            return Err(format!("match {number}: the clocks said {stored:?} and say {read:?}"));
        }
        Ok(Some(back))
    }

    /// What happens next in the match that was brought back, or in the one after it.
    pub(super) fn goes_on(&self, core: &mut Option<Match>, rng: &mut Rng, now: Instant) -> Said {
        let mut number = self.number();
        match core.as_mut().and_then(|core| Some((core.turn()?, core))) {
            Some((side, core)) => {
                let (legal, ply) = (core.board().legal(), core.moves().len());
                let mv = legal[rng.below(legal.len())];
                core.handle(side, Action::Move { ply, mv, thought: None }, now).expect("it is legal");
            }
            None => {
                number += 1;
                *core = Some(Match::new(board(), terms(), seats(number), now).expect("there is no opening"));
            }
        }
        let core = core.as_mut().expect("there is one now");
        Said { number, events: std::iter::from_fn(|| core.next_event()).collect() }
    }
}

fn clocks(event: &Event) -> Option<Readings> {
    match event {
        Event::Started { clocks } | Event::Moved { clocks, .. } => *clocks,
        _ => None,
    }
}

fn board() -> Box<dyn crate::games::board::Board> {
    GameId::TicTacToe.board(&Options::new(), None).expect("the game has no options")
}

/// Nobody's time is over before the history is.
fn terms() -> Terms {
    let clock = ClockSetting::increment(3_600_000, 0);
    Terms { clock: Some(BySide::new(clock, clock)), timeouts: Timeouts::ENDLESS, opening: Vec::new() }
}

fn seats(number: u64) -> BySide<Seat> {
    let person = |n| Seat::person(Uuid::from_u64_pair(number, n), format!("player {n}"));
    BySide::new(person(1), person(2))
}
