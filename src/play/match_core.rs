//! A match as a pure state machine. Inputs are actions and the time; outputs are events and a deadline.
//!
//! A refused action changes nothing. Every change goes through `Match::apply`, including those of [`Match::replay`], so
//! there is only one way to reach a state.

mod apply;
mod deadlines;
mod offers;

use std::time::Instant;

use arena_games::board::{Board, KeyHistory};
use arena_games::{BySide, GameError, MoveCode, Outcome, Side};

use super::{
    Action, Clock, Detail, EndDetail, EndReason, Event, NumberedEvent, OfferKind, Refusal, Seat, Terms, Thought,
    Verdict,
};

/// The phase of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat is still open.
    Waiting,
    /// It is being played.
    Live,
    Over(Verdict),
}

/// For each side and kind of offer: the ply of the last offer, and whether it is still open.
type Offers = BySide<[Option<Offer>; 3]>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offer {
    ply: usize,
    open: bool,
}

/// One match.
#[derive(Clone)]
pub struct Match {
    start: Box<dyn Board>,
    board: Box<dyn Board>,
    terms: Terms,
    seats: BySide<Seat>,
    phase: Phase,
    /// All moves, beginning with the opening.
    moves: Vec<MoveCode>,
    movers: Vec<Side>,
    /// The positions so far, the present one last.
    history: KeyHistory,
    clock: Option<Clock>,
    /// The time of the last event.
    touched: Instant,
    /// The sides that claim themselves when the opponent stays away. See [`Match::set_claims`].
    claims: BySide<bool>,
    away: BySide<Option<Instant>>,
    offers: Offers,
    rematch: bool,
    log: Vec<Event>,
    taken: usize,
}

impl Match {
    /// Creates a match that starts from `start`. It begins at once if both seats are taken.
    ///
    /// # Errors
    /// Returns an error if a move of the opening is not legal.
    pub fn new(start: Box<dyn Board>, terms: Terms, seats: BySide<Seat>, now: Instant) -> Result<Self, GameError> {
        let mut created = Self::waiting(start, terms, seats, now)?;
        created.start_if_full(now);
        Ok(created)
    }

    /// Restores the match from all its events. Clocks continue at `now` from their last stored values; the time since
    /// then is not charged.
    ///
    /// # Errors
    /// Returns an error if a move is not legal, which means that the events belong to another match.
    pub fn replay(
        start: Box<dyn Board>,
        terms: Terms,
        seats: BySide<Seat>,
        events: impl IntoIterator<Item = Event>,
        now: Instant,
    ) -> Result<Self, GameError> {
        let mut replayed = Self::waiting(start, terms, seats, now)?;
        for event in events {
            replayed.apply(event, now)?;
        }
        replayed.taken = replayed.log.len();
        if replayed.log.is_empty() {
            replayed.start_if_full(now);
        }
        Ok(replayed)
    }

    fn waiting(start: Box<dyn Board>, terms: Terms, seats: BySide<Seat>, now: Instant) -> Result<Self, GameError> {
        let mut waiting = Self {
            history: KeyHistory::new(&*start),
            board: start.clone(),
            start,
            clock: terms.clock.map(Clock::new),
            seats,
            phase: Phase::Waiting,
            moves: Vec::with_capacity(terms.opening.len() + 16),
            movers: Vec::with_capacity(terms.opening.len() + 16),
            touched: now,
            claims: BySide::default(),
            away: BySide::default(),
            offers: Offers::default(),
            rematch: false,
            log: Vec::with_capacity(16),
            taken: 0,
            terms,
        };
        for ply in 0..waiting.terms.opening.len() {
            waiting.push_move(waiting.terms.opening[ply])?;
        }
        Ok(waiting)
    }

    /// Performs an action of `side` at `now`.
    ///
    /// ```
    /// use std::time::Instant;
    ///
    /// use arena_games::{BySide, GameId, Options, Side};
    /// use arena_play::{Action, Event, Match, Seat, Terms, Timeouts};
    /// use uuid::Uuid;
    ///
    /// let game = GameId::TicTacToe;
    /// let terms = Terms { clock: None, timeouts: Timeouts::ENDLESS, opening: Vec::new() };
    /// let seats = BySide::new("Ann", "Ben").map(|name| Seat::person(Uuid::nil(), name.to_owned()));
    /// let mut played = Match::new(game.board(&Options::new(), None)?, terms, seats, Instant::now())?;
    /// let mv = game.parse_move("b2")?;
    /// played.handle(Side::First, Action::Move { ply: 0, mv, thought: None }, Instant::now()).expect("it is legal");
    /// assert_eq!(played.turn(), Some(Side::Second));
    /// assert!(matches!(played.events(), [Event::Started { .. }, Event::Moved { .. }]));
    /// # Ok::<(), arena_games::GameError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the action is not possible. Nothing has changed then, except that a deadline may have
    /// ended the match.
    pub fn handle(&mut self, side: Side, action: Action, now: Instant) -> Result<(), Refusal> {
        self.tick(now);
        match action {
            Action::Sit(seat) => self.sit(side, seat, now)?,
            Action::Move { ply, mv, thought } => self.make_move(side, ply, mv, thought, now)?,
            Action::Resign => {
                self.require_live()?;
                self.end(Verdict::won(!side, EndReason::Resignation), now);
            }
            Action::Abort => {
                self.require_not_over()?;
                if self.moves.len() >= self.terms.opening.len() + 2 {
                    return Err(Refusal::TooLate);
                }
                self.end(Verdict::void(EndReason::Aborted, EndDetail::CalledOff { side }), now);
            }
            Action::Offer(what) => self.offer(side, what, now)?,
            Action::Answer { what, accept } => self.answer(side, what, accept, now)?,
            Action::Away => {
                self.require_not_over()?;
                if self.away[side].is_none() {
                    self.happen(Event::Away { side, grace_ms: self.grace_ms(now, now) }, now);
                }
            }
            Action::Back => {
                self.require_not_over()?;
                if self.away[side].is_some() {
                    self.happen(Event::Back { side }, now);
                }
            }
            Action::Claim(what) => self.claim(side, what, now)?,
            Action::Fail { by, detail } => {
                match by {
                    // A bot may be unable to play before the match begins.
                    EndReason::Forfeit => self.require_not_over()?,
                    _ => self.require_live()?,
                }
                let verdict = match by {
                    EndReason::Timeout => self.lost_by_time(side, by, Some(detail)),
                    _ => Verdict { detail: Some(detail), ..Verdict::won(!side, by) },
                };
                self.end(verdict, now);
            }
        }
        Ok(())
    }

    /// Ends the match with `verdict` before the rules do.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the match has not begun or is over.
    pub fn adjudicate(&mut self, verdict: Verdict, now: Instant) -> Result<(), Refusal> {
        self.tick(now);
        self.require_live()?;
        self.end(verdict, now);
        Ok(())
    }

    /// Aborts the match in any phase before its end.
    ///
    /// # Errors
    /// Returns [`Refusal::Over`] if the match is over.
    pub fn call_off(&mut self, detail: Detail, now: Instant) -> Result<(), Refusal> {
        self.tick(now);
        self.require_not_over()?;
        self.end(Verdict::void(EndReason::Aborted, detail), now);
        Ok(())
    }

    /// Sets whether `side` itself decides by [`Action::Claim`] when its opponent stays away. If not, the match ends
    /// when the grace time expires. This depends on the connection of the side, so it is not an event.
    pub fn set_claims(&mut self, side: Side, claims: bool) {
        self.claims[side] = claims;
    }

    /// Returns the next event that has not been taken yet.
    pub fn next_event(&mut self) -> Option<NumberedEvent> {
        let event = self.log.get(self.taken)?.clone();
        self.taken += 1;
        Some(NumberedEvent { seq: self.taken as u64, event })
    }

    /// Returns the verdict once the match is over.
    #[must_use]
    pub const fn verdict(&self) -> Option<&Verdict> {
        match &self.phase {
            Phase::Over(verdict) => Some(verdict),
            _ => None,
        }
    }

    /// Returns the phase of the match.
    #[must_use]
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Returns the current position.
    #[must_use]
    pub fn board(&self) -> &dyn Board {
        &*self.board
    }

    /// Returns the position before the opening.
    #[must_use]
    pub fn start(&self) -> &dyn Board {
        &*self.start
    }

    /// Returns the terms of the match.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns the holders of the seats.
    #[must_use]
    pub const fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    /// Returns all moves so far, beginning with the opening.
    #[must_use]
    pub fn moves(&self) -> &[MoveCode] {
        &self.moves
    }

    /// Returns whether a side has made a move. Moves of the opening do not count.
    #[must_use]
    pub fn has_moved(&self, side: Side) -> bool {
        self.movers.iter().skip(self.terms.opening.len()).any(|mover| *mover == side)
    }

    /// Returns all moves and drops the rest of the match.
    #[must_use]
    pub fn into_moves(self) -> Vec<MoveCode> {
        self.moves
    }

    /// Returns the side to move while the match is live.
    #[must_use]
    pub fn turn(&self) -> Option<Side> {
        matches!(self.phase, Phase::Live).then(|| self.board.to_move())
    }

    /// Returns the clock, if there is one.
    #[must_use]
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Returns the number of moves, including the next, until the side's clock gets the time of another period. `None`
    /// if its time is for the whole match. Moves of the opening do not count.
    #[must_use]
    pub fn moves_to_go(&self, side: Side) -> Option<u32> {
        let setting = self.clock.as_ref()?.settings()[side];
        // Avoid counting moves if the clock has no periods.
        setting.moves.or(setting.per_move.then_some(1))?;
        let played = &self.movers[self.terms.opening.len()..];
        setting.moves_to_go(played.iter().filter(|mover| **mover == side).count())
    }

    /// Returns whether a side is away.
    #[must_use]
    pub fn is_away(&self, side: Side) -> bool {
        self.away[side].is_some()
    }

    /// Returns the side whose offer of this kind is open.
    #[must_use]
    pub fn offered(&self, what: OfferKind) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.offers[side][what as usize].is_some_and(|offer| offer.open))
    }

    /// Returns whether both sides agreed to a rematch.
    #[must_use]
    pub const fn rematch_agreed(&self) -> bool {
        self.rematch
    }

    /// Returns all events so far. The event at index `n` has the number `n + 1`.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.log
    }

    fn require_not_over(&self) -> Result<(), Refusal> {
        if matches!(self.phase, Phase::Over(_)) { Err(Refusal::Over) } else { Ok(()) }
    }

    fn require_live(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Waiting => Err(Refusal::NotStarted),
            Phase::Live => Ok(()),
            Phase::Over(_) => Err(Refusal::Over),
        }
    }

    fn sit(&mut self, side: Side, seat: Seat, now: Instant) -> Result<(), Refusal> {
        self.require_not_over()?;
        let free = seat.player().map_or_else(|| !self.seats[side].is_taken(), |player| self.seats[side].admits(player));
        if !free || !seat.is_taken() {
            return Err(Refusal::SeatTaken);
        }
        self.happen(Event::Seated { side, seat }, now);
        self.start_if_full(now);
        Ok(())
    }

    fn start_if_full(&mut self, now: Instant) {
        if self.phase == Phase::Waiting && self.seats.iter().all(|(_, seat)| seat.is_taken()) {
            self.happen(Event::Started { clocks: self.readings(now) }, now);
            self.end_by_rules(now);
        }
    }

    fn make_move(
        &mut self,
        side: Side,
        ply: usize,
        mv: MoveCode,
        thought: Option<Box<Thought>>,
        now: Instant,
    ) -> Result<(), Refusal> {
        let sent_before = self.moves.get(ply) == Some(&mv) && self.movers[ply] == side;
        if sent_before && ply >= self.terms.opening.len() {
            return Ok(());
        }
        self.require_live()?;
        let turn = self.board.to_move();
        if turn != side {
            return Err(Refusal::NotYourTurn { turn });
        }
        let expected = self.moves.len();
        if ply != expected {
            return Err(Refusal::StalePly { given: ply, expected });
        }
        let ends_period = self.moves_to_go(side) == Some(1);
        let clocks = self.clock.as_ref().map(|clock| clock.readings_after_move(now, ends_period));
        let at = self.log.len();
        self.apply(Event::Moved { ply, side, mv, clocks }, now)?;
        if let Some(thought) = thought {
            // Thoughts change no state, so the event can be inserted before the move, which had to be checked first.
            self.log.insert(at, Event::Thought { side, ply, thought });
        }
        self.end_by_rules(now);
        Ok(())
    }

    /// Returns the outcome if the rules end the match at its present position, by repetition, too.
    #[must_use]
    pub fn outcome_by_rules(&self) -> Option<Outcome> {
        self.history.outcome(&*self.board)
    }

    fn end_by_rules(&mut self, now: Instant) {
        if let Some(outcome) = self.board.outcome() {
            let detail =
                (outcome.payoff().abs() > 1).then(|| EndDetail::Payoff { first: outcome.payoff().into() }.into());
            self.end(Verdict { outcome: Some(outcome.into()), by: EndReason::Rules, detail }, now);
        } else if let Some(outcome) = self.history.repeated(&*self.board) {
            let detail = Some(EndDetail::Repeated {}.into());
            self.end(Verdict { outcome: Some(outcome.into()), by: EndReason::Rules, detail }, now);
        }
    }

    fn end(&mut self, verdict: Verdict, now: Instant) {
        self.happen(Event::Ended { verdict, clocks: self.readings(now) }, now);
    }

    /// Applies an event that cannot fail: anything but a move.
    fn happen(&mut self, event: Event, now: Instant) {
        self.apply(event, now).expect("only a move can be illegal");
    }
}
