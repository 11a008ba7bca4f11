//! The memory of the players on one thread. A match waits until it has all the memory that its bots ask for. A smaller
//! table would change the moves, and the match could not be reproduced from its record.

use super::solver;
use crate::pairing::Pairing;
use crate::plan::{Entrant, Plan};
use arena_bots::{Loan, SearchMemory};

/// The part of the memory of all searches that one thread has.
pub(super) struct Provision<'a> {
    plan: &'a Plan,
    memory: &'a SearchMemory,
    /// The loan of each entrant, and then the solver's.
    loans: Vec<Option<Loan>>,
}

/// Whether a match has its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Provided {
    /// The match can be played.
    Yes,
    /// Players of other entrants hold the memory and must be dropped first.
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

    /// Gives everything back, and waits for the memory that the match needs. Returns false if the wait was given up.
    ///
    /// # Errors
    /// Returns the problem if the match needs more memory than there is.
    pub(super) fn wait(&mut self, pairing: &Pairing, given_up: impl Fn() -> bool) -> Result<bool, String> {
        self.give_back();
        let holders: Vec<usize> = self.holders(pairing).collect();
        let bytes = holders.iter().map(|holder| self.bytes(*holder)).sum();
        match self.memory.promise(bytes, given_up) {
            Some(loan) => {
                self.share(&holders, loan);
                Ok(true)
            }
            None if bytes > self.memory.most() => {
                Err(format!("searches need {bytes} bytes, but only {} are available", self.memory.most()))
            }
            None => Ok(false),
        }
    }

    /// Gives all memory back. The players must have been dropped before.
    pub(super) fn give_back(&mut self) {
        self.loans.iter_mut().for_each(|loan| *loan = None);
    }

    fn share(&mut self, holders: &[usize], mut loan: Loan) {
        for &holder in holders {
            self.loans[holder] = Some(loan.split_off(self.bytes(holder)));
        }
    }

    /// Returns the holders of memory in a match: the two entrants, and the solver if there is one.
    fn holders(&self, pairing: &Pairing) -> impl Iterator<Item = usize> + use<> {
        let solver = self.plan.config.adjudication.solver.is_some().then_some(self.plan.entrants.len());
        [pairing.seats.first, pairing.seats.second].into_iter().chain(solver)
    }

    fn bytes(&self, holder: usize) -> u64 {
        self.plan.entrants.get(holder).map_or_else(solver::memory_bytes, Entrant::memory_bytes)
    }
}

/// Returns the entrant whose search holds the most memory, and the bytes that a match of it may need. These are
/// its own, those of the next largest entrant and those of the solver.
#[must_use]
pub fn largest_match(plan: &Plan) -> Option<(usize, u64)> {
    let mut sizes: Vec<(u64, usize)> =
        plan.entrants.iter().enumerate().map(|(entrant, it)| (it.memory_bytes(), entrant)).collect();
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    let solver = if plan.config.adjudication.solver.is_some() { solver::memory_bytes() } else { 0 };
    let two: u64 = sizes.iter().take(2).map(|(bytes, _)| bytes).sum();
    sizes.first().map(|(_, entrant)| (*entrant, two + solver))
}
