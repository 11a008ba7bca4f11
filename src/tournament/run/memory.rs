//! The memory of the players on one thread. A match waits until it has all the memory that its bots ask for: a table that
//! was smaller would change the moves, and the match could not be reproduced from its record.

use super::progress::ArenaFailure;
use super::solver;
use crate::bots::{Loan, SearchMemory};
use crate::tournament::pairing::Pairing;
use crate::tournament::plan::{Entrant, Plan};

/// What one thread has of the memory that all searches share.
pub(super) struct Provision<'a> {
    plan: &'a Plan,
    memory: &'a SearchMemory,
    /// By entrant, the solver's last.
    loans: Vec<Option<Loan>>,
}

/// How a match was provided for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Provided {
    /// It can be played with what there is.
    Yes,
    /// Players of other entrants hold the memory that is needed: they have to be dropped first.
    Release,
}

impl<'a> Provision<'a> {
    pub(super) fn new(plan: &'a Plan, memory: &'a SearchMemory) -> Self {
        Self { plan, memory, loans: (0..=plan.entrants.len()).map(|_| None).collect() }
    }

    /// Borrows the memory that is missing for a match, without waiting.
    pub(super) fn now(&mut self, pairing: &Pairing) -> Provided {
        if self.memory.is_unlimited() {
            return Provided::Yes;
        }
        let missing: Vec<usize> = self.holders(pairing).filter(|holder| self.loans[*holder].is_none()).collect();
        if missing.is_empty() && !self.memory.is_awaited() {
            return Provided::Yes;
        }
        match self.memory.promise_now(missing.iter().map(|holder| self.bytes(*holder)).sum()) {
            Some(loan) => {
                self.share(&missing, loan);
                Provided::Yes
            }
            None => Provided::Release,
        }
    }

    /// Gives everything back, and waits for what the match needs; false when the wait was given up.
    ///
    /// # Errors
    /// When it needs more than there is at all.
    pub(super) fn wait(&mut self, pairing: &Pairing, given_up: impl Fn() -> bool) -> Result<bool, ArenaFailure> {
        self.give_back();
        let holders: Vec<usize> = self.holders(pairing).collect();
        let bytes = holders.iter().map(|holder| self.bytes(*holder)).sum();
        match self.memory.promise(bytes, given_up) {
            Some(loan) => {
                self.share(&holders, loan);
                Ok(true)
            }
            None if bytes > self.memory.most() => {
                let problem = format!("it needs {bytes} bytes for searches, but there are {}", self.memory.most());
                Err(ArenaFailure { index: pairing.index, problem })
            }
            None => Ok(false),
        }
    }

    /// Gives back all that is held. The players have to be gone by then.
    pub(super) fn give_back(&mut self) {
        self.loans.iter_mut().for_each(|loan| *loan = None);
    }

    fn share(&mut self, holders: &[usize], mut loan: Loan) {
        for &holder in holders {
            self.loans[holder] = Some(loan.split_off(self.bytes(holder)));
        }
    }

    /// Whose memory a match needs: the two entrants, and the solver where there is one.
    fn holders(&self, pairing: &Pairing) -> impl Iterator<Item = usize> + use<> {
        let solver = self.plan.config.adjudication.solver.is_some().then_some(self.plan.entrants.len());
        [pairing.seats.first, pairing.seats.second].into_iter().chain(solver)
    }

    fn bytes(&self, holder: usize) -> u64 {
        self.plan.entrants.get(holder).map_or_else(solver::memory_bytes, Entrant::memory_bytes)
    }
}

/// The entrant whose search holds the most, and what a match of it may need in bytes: its own, that of the next largest and
/// the solver's.
#[must_use]
pub fn largest_match(plan: &Plan) -> Option<(usize, u64)> {
    let mut sizes: Vec<(u64, usize)> =
        plan.entrants.iter().enumerate().map(|(entrant, it)| (it.memory_bytes(), entrant)).collect();
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    let solver = if plan.config.adjudication.solver.is_some() { solver::memory_bytes() } else { 0 };
    let two: u64 = sizes.iter().take(2).map(|(bytes, _)| bytes).sum();
    sizes.first().map(|(_, entrant)| (*entrant, two + solver))
}
