//! The order in which searches get a turn.

use std::net::IpAddr;

use super::{Id, Person, Principal, Request, Schedule, fits};

/// One turn in this many goes by age. Such a turn lasts half a slice.
pub(super) const TURNS_BY_AGE: u32 = 16;

/// Rank of a search; the lowest goes first. Usages are never negative, so their bit patterns compare like the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    priority: usize,
    address_used: u64,
    address: Option<IpAddr>,
    asked: u32,
    long: bool,
    person_used: u64,
    search: Id,
}

impl Schedule {
    /// Returns the search that goes next.
    pub(super) fn first(&self) -> Option<(Rank, Id)> {
        if !self.goes_by_age() {
            return self.best();
        }
        let all = self.queued.iter().flat_map(|who| self.candidates(*who).map(|candidate| (*who, candidate)));
        let age = |(who, (rank, _)): &(Principal, (Rank, Id))| (self.people[who].queues[rank.priority].since, *rank);
        all.min_by_key(age).map(|(_, candidate)| candidate)
    }

    /// Returns the search with the best rank among those that could get a turn.
    pub(super) fn best(&self) -> Option<(Rank, Id)> {
        self.queued.iter().flat_map(|who| self.candidates(*who)).min()
    }

    pub(super) const fn goes_by_age(&self) -> bool {
        self.turns + 1 >= TURNS_BY_AGE
    }

    /// Counts a turn in which others had to wait.
    pub(super) const fn count_turn(&mut self) {
        self.turns = if self.goes_by_age() { 0 } else { self.turns + 1 };
    }

    /// Returns the candidates of a person for each priority: the next search in its first slice and the next one past
    /// it. Searches that began earlier come first.
    pub(super) fn candidates(&self, who: Principal) -> impl Iterator<Item = (Rank, Id)> {
        let (slice, person) = (self.rules.slice, &self.people[&who]);
        let may_begin = self.may_begin(who, person);
        person.queues.iter().flat_map(move |queue| {
            let find = |long: bool| {
                let fits = move |id: &&Id| (self.searches[*id].attained >= slice) == long;
                queue.suspended.iter().find(fits)
            };
            let next = || queue.waiting.iter().find(|id| self.may_run_here(**id));
            let fresh = find(false).or_else(|| next().filter(|_| may_begin));
            fresh.into_iter().chain(find(true)).map(|id| (self.rank(*id), *id))
        })
    }

    pub(super) fn rank(&self, id: Id) -> Rank {
        let search = &self.searches[&id];
        let Request { principal, priority, .. } = search.request;
        let person = &self.people[&principal];
        Rank {
            priority: priority as usize,
            address_used: self.network_used(principal).to_bits(),
            address: principal.address,
            asked: person.queues[priority as usize].all,
            long: search.attained >= self.rules.slice,
            person_used: person.used.to_bits(),
            search: id,
        }
    }

    /// True if another search of this person may begin. A search holds a thread and a table until it ends, so no person
    /// may hold enough of them to keep others from beginning.
    fn may_begin(&self, who: Principal, person: &Person) -> bool {
        let free = self.rules.under_way.saturating_sub(self.begun);
        let address = self.addresses[&who.address].begun;
        let modest = person.begun <= self.rules.at_once;
        self.begun < self.rules.at_once || (modest && fits(address, person.begun == 0, free))
    }
}
