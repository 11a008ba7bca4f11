//! Offers of a draw, a takeback and a rematch, and the effects of their answers.

use std::time::Instant;

use super::{Match, Phase};
use crate::action::MOST_TAKEBACKS;
use crate::{EndReason, Event, GameResult, OfferKind, Refusal, Verdict};
use arena_games::Side;

impl Match {
    pub(super) fn offer(&mut self, side: Side, what: OfferKind, now: Instant) -> Result<(), Refusal> {
        match what {
            OfferKind::Rematch if matches!(self.phase, Phase::Over(_)) => {}
            OfferKind::Rematch => return Err(Refusal::NotOver),
            OfferKind::Draw | OfferKind::Takeback => self.require_live()?,
        }
        if what == OfferKind::Takeback && self.last_move_of(side).is_none() {
            return Err(Refusal::NothingToTakeBack);
        }
        if self.rematch {
            return Err(Refusal::AlreadyOffered);
        }
        if self.offered(what) == Some(!side) {
            return self.answer(side, what, true, now);
        }
        if what == OfferKind::Takeback && self.takebacks_of(side) >= MOST_TAKEBACKS {
            return Err(Refusal::TooManyTakebacks);
        }
        if self.offers[side][what as usize].is_some_and(|offer| offer.open || offer.ply == self.moves.len()) {
            return Err(Refusal::AlreadyOffered);
        }
        self.happen(Event::Offered { side, what }, now);
        Ok(())
    }

    pub(super) fn answer(&mut self, side: Side, what: OfferKind, accept: bool, now: Instant) -> Result<(), Refusal> {
        if self.offered(what) != Some(!side) {
            return Err(Refusal::NoSuchOffer);
        }
        self.happen(Event::Answered { side, what, accept }, now);
        match what {
            OfferKind::Draw if accept => {
                let outcome = Some(GameResult::Draw);
                self.end(Verdict { outcome, by: EndReason::Agreement, detail: None }, now);
            }
            OfferKind::Takeback if accept => {
                let ply = self.last_move_of(!side).expect("a takeback is only offered after a move");
                self.happen(Event::TakenBack { side: !side, ply, clocks: self.readings_without(ply, now) }, now);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns how many moves the side has taken back so far.
    fn takebacks_of(&self, side: Side) -> usize {
        let is_its = |event: &&Event| matches!(event, Event::TakenBack { side: taker, .. } if *taker == side);
        self.log.iter().filter(is_its).count()
    }

    /// Returns the ply of the side's last move after the opening.
    fn last_move_of(&self, side: Side) -> Option<usize> {
        let opening = self.terms.opening.len();
        self.movers.iter().rposition(|&mover| mover == side).filter(|&ply| ply >= opening)
    }
}
