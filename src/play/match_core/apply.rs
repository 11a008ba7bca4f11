//! The only place where the state of a match changes.

use std::time::Instant;

use super::{Match, Offer, Offers, Phase};
use crate::{Event, OfferKind, Readings};
use arena_games::{GameError, MoveCode};

impl Match {
    /// Applies a new or stored event.
    ///
    /// # Errors
    /// Returns an error if a move is not legal. Nothing has changed then.
    pub(super) fn apply(&mut self, event: Event, now: Instant) -> Result<(), GameError> {
        match &event {
            Event::Thought { .. } => {}
            Event::Seated { side, seat } => {
                self.seats[*side] = seat.clone();
                self.away[*side] = None;
            }
            Event::Started { clocks } => {
                self.phase = Phase::Live;
                self.set_clock(*clocks, now);
            }
            Event::Moved { side, mv, clocks, .. } => {
                self.push_move(*mv)?;
                for matter in [OfferKind::Draw, OfferKind::Takeback] {
                    if let Some(offer) = &mut self.offers[!*side][matter as usize] {
                        offer.open = false;
                    }
                }
                self.set_clock(*clocks, now);
            }
            Event::Offered { side, what } => {
                self.offers[*side][*what as usize] = Some(Offer { ply: self.moves.len(), open: true });
            }
            Event::Answered { side, what, accept } => {
                if let Some(offer) = &mut self.offers[!*side][*what as usize] {
                    offer.open = false;
                }
                self.rematch |= *accept && *what == OfferKind::Rematch;
            }
            Event::TakenBack { ply, clocks, .. } => {
                self.take_back_to(*ply)?;
                self.offers = Offers::default();
                self.set_clock(*clocks, now);
            }
            Event::Away { side, .. } => self.away[*side] = Some(now),
            Event::Back { side } => self.away[*side] = None,
            Event::Ended { verdict, clocks } => {
                self.phase = Phase::Over(verdict.clone());
                self.offers = Offers::default();
                self.set_clock(*clocks, now);
            }
        }
        self.touched = now;
        self.log.push(event);
        Ok(())
    }

    pub(super) fn push_move(&mut self, mv: MoveCode) -> Result<(), GameError> {
        let side = self.board.to_move();
        self.board.play(mv, self.moves.len())?;
        self.moves.push(mv);
        self.movers.push(side);
        self.history.push(&*self.board);
        Ok(())
    }

    fn take_back_to(&mut self, ply: usize) -> Result<(), GameError> {
        let kept: Vec<MoveCode> = self.moves[..ply].to_vec();
        self.board = self.start.clone();
        self.moves.clear();
        self.movers.clear();
        self.history.truncate(1);
        kept.into_iter().try_for_each(|mv| self.push_move(mv))
    }

    /// Sets the clock readings, and begins the turn of the side to move.
    fn set_clock(&mut self, readings: Option<Readings>, now: Instant) {
        let running = self.turn().map(|side| (side, self.is_timed(side)));
        if let (Some(clock), Some(readings)) = (&mut self.clock, readings) {
            clock.set(readings, running, now);
        }
    }
}
