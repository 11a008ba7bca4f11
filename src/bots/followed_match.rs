//! A bot's view of its match.

use std::time::Duration;

use uuid::Uuid;

use super::OwnClock;
use arena_games::{MoveCode, Side};
use arena_play::link::{Notification, Rejection};
use arena_play::{
    Action, ClockSetting, Detail, Event, OfferKind, Phase, Readings, Refusal, Seat, Thought, ThoughtSource,
};

/// The bot's view of its match. Notifications are folded into it, so no queue can overflow.
#[derive(Clone, Default)]
pub struct FollowedMatch {
    /// All moves so far, beginning with the opening.
    pub moves: Vec<MoveCode>,
    /// The side to move, unless the match is over or has not begun.
    pub turn: Option<Side>,
    /// Whether a seat is not a bot's.
    pub against_person: bool,
    /// The person who plays against the bot.
    pub person: Option<Uuid>,
    /// Whether the match is over.
    pub over: bool,
    /// Whether the match has dropped the bot.
    pub closed: bool,
    /// The reason why the match refused the last move.
    pub refused: Option<Detail>,
    offers: [Option<Side>; 3],
    clocks: Option<(ClockSetting, Readings)>,
    /// Number of moves that belong to the opening.
    opening: usize,
    /// For each side, whether it has searched in this match.
    searched: [bool; 2],
}

impl FollowedMatch {
    /// Takes a notification of the match.
    pub fn notify(&mut self, notification: Notification) {
        match notification {
            Notification::Snapshot { snapshot, .. } => {
                self.moves = snapshot.moves;
                self.turn = snapshot.position.turn;
                self.offers = snapshot.offers;
                self.clocks = snapshot.clocks;
                self.opening = snapshot.setup.opening.len();
                self.against_person = snapshot.seats.iter().any(|(_, seat)| !matches!(seat, Seat::Bot { .. }));
                self.person = snapshot.seats.iter().find_map(|(_, seat)| seat.player());
                self.over = matches!(snapshot.phase, Phase::Over(_));
                snapshot.thoughts.iter().for_each(|(_, side, thought, _)| self.note_thought(*side, thought));
            }
            Notification::Missed { events, .. } => {
                events.iter().for_each(|event| self.fold(&event.event, event.position.as_ref().and_then(|s| s.turn)));
            }
            Notification::Event(event) => {
                self.fold(&event.event, event.position.as_ref().and_then(|position| position.turn));
            }
            Notification::Reply { result: Err(Rejection::Refused(Refusal::Illegal(error))), .. } => {
                self.refused = Some((&*error).into());
            }
            Notification::Reply { result: Err(rejection), .. } => {
                tracing::debug!(%rejection, "a bot was refused something");
            }
            Notification::Reply { result: Ok(()), .. } => {}
            Notification::Superseded | Notification::Closed => self.closed = true,
        }
    }

    /// Returns whether this side has searched in this match.
    #[must_use]
    pub const fn has_searched(&self, side: Side) -> bool {
        self.searched[side as usize]
    }

    /// Returns the bot's answers to the offers of the other side. It accepts takebacks and rematches always, and a draw
    /// if the value of its last move was zero or less.
    pub fn answers(&self, side: Side, last_value: Option<i32>) -> impl Iterator<Item = Action> + use<> {
        let offers = self.offers;
        let open = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch]
            .into_iter()
            .filter(move |what| offers[*what as usize] == Some(!side));
        open.map(move |what| {
            let accept = what != OfferKind::Draw || last_value.is_some_and(|value| value <= 0);
            Action::Answer { what, accept }
        })
    }

    /// Returns the clock of this side, if the match has clocks.
    #[must_use]
    pub fn clock(&self, side: Side) -> Option<OwnClock> {
        self.clocks.map(|(setting, left)| OwnClock {
            remaining: Duration::from_millis(left[side]),
            // An unused delay is lost, but a bot that uses it loses no time.
            increment: Duration::from_millis(setting.increment_ms + setting.delay_ms),
            // Assumes that the sides alternate. The number of moves is only an estimate.
            moves_to_go: setting.moves_to_go(self.moves.len().saturating_sub(self.opening) / 2),
        })
    }

    /// Returns the pause before a move against a person: the usual one, and at most a fiftieth of the remaining time.
    #[must_use]
    pub fn pause(&self, side: Side, usual: Duration) -> Duration {
        match self.clocks {
            Some((_, left)) => usual.min(Duration::from_millis(left[side] / 50)),
            None => usual,
        }
    }

    fn note_thought(&mut self, side: Side, thought: &Thought) {
        self.searched[side as usize] |= thought.from == ThoughtSource::Search;
    }

    fn fold(&mut self, event: &Event, turn: Option<Side>) {
        match event {
            Event::Started { .. } => self.turn = turn,
            Event::Moved { mv, side, .. } => {
                self.moves.push(*mv);
                self.turn = turn;
                for what in [OfferKind::Draw, OfferKind::Takeback] {
                    if self.offers[what as usize] == Some(!*side) {
                        self.offers[what as usize] = None;
                    }
                }
            }
            Event::TakenBack { ply, .. } => {
                self.moves.truncate(*ply);
                self.turn = turn;
                self.offers = [None; 3];
            }
            Event::Offered { side, what } => self.offers[*what as usize] = Some(*side),
            Event::Answered { what, .. } => self.offers[*what as usize] = None,
            Event::Ended { .. } => {
                self.over = true;
                self.turn = None;
                self.offers = [None; 3];
            }
            Event::Seated { seat, .. } => self.person = seat.player().or(self.person),
            Event::Thought { side, thought, .. } => self.note_thought(*side, thought),
            Event::Away { .. } | Event::Back { .. } => {}
        }
        if let (
            Event::Started { clocks } | Event::Moved { clocks, .. } | Event::TakenBack { clocks, .. },
            Some(known),
        ) = (event, &mut self.clocks)
        {
            known.1 = clocks.unwrap_or(known.1);
        }
    }
}
