//! Budgets of processor time for players' tournaments within a day: per player, per address and in total. Guests also
//! have a budget of matches per address.
//!
//! A running tournament counts with its estimated cost, or with its actual cost once that is higher. A finished one
//! counts with its actual cost. The ledger is kept in memory. After a restart, earlier tournaments count with their
//! estimates, for the player and in total.

use arena_games::diagnostic;
use std::time::Duration;

use serde::Serialize;
use uuid::Uuid;

use crate::error::ApiError;
use crate::origin::{Origin, PrefixDigest};
use crate::quota::Bounds;
use crate::settings::Composing;
use crate::time::{DAY_MS, unix_ms};

/// Minimum cost of a match, because storing it costs something, however quickly it is played.
const MATCH_MS: u64 = 10;
/// Fixed cost of a tournament.
const RUN_MS: u64 = 1_000;

/// Cost of a tournament with this search time and this number of matches.
pub(super) const fn cost(searched_ms: u64, matches: u64) -> u64 {
    let stored_ms = matches.saturating_mul(MATCH_MS);
    let longer = if searched_ms > stored_ms { searched_ms } else { stored_ms };
    longer.saturating_add(RUN_MS)
}

/// Scope of a budget of processor time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum BudgetScope {
    /// The player.
    Player,
    /// The player's address.
    Address,
    /// All guests.
    Guests,
    /// All players.
    Server,
}

/// The player who starts a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asker {
    pub(super) player: Uuid,
    /// The networks of the player. `None` if they are unknown after a restart.
    pub(super) origin: Option<Origin>,
    pub(super) is_guest: bool,
}

/// A tournament of bots that a player started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) tournament: Uuid,
    pub(super) by: Asker,
    /// Start time in Unix milliseconds.
    pub(super) at_ms: u64,
    /// Estimated cost.
    pub(super) charged_ms: u64,
    /// Actual cost so far.
    pub(super) used_ms: u64,
    /// Number of matches in the schedule.
    pub(super) matches: u64,
    /// Number of matches played so far.
    pub(super) played: u64,
    pub(super) is_under_way: bool,
}

impl Run {
    fn cost(&self) -> u64 {
        if self.is_under_way { self.charged_ms.max(self.used_ms) } else { self.used_ms }
    }

    /// Number of matches that count in the budget of guests.
    const fn counted_matches(&self) -> u64 {
        if self.is_under_way { self.matches } else { self.played }
    }
}

/// The rest of a player's allowance.
pub(super) struct RemainingBudget {
    /// Number of further tournaments that may run, or the reason why none may.
    pub(super) running: Result<usize, ApiError>,
    pub(super) ms: u64,
    /// Number of further matches of guests from this address.
    pub(super) guest_matches: u64,
}

/// The tournaments that players started within the last day.
#[derive(Default)]
pub(super) struct Ledger(Vec<Run>);

impl Ledger {
    /// Records a tournament that begins, or that began before a restart.
    pub(super) fn note(&mut self, run: Run) {
        self.forget(run.tournament);
        self.0.push(run);
    }

    /// Drops a tournament that could not be started.
    pub(super) fn forget(&mut self, tournament: Uuid) {
        self.0.retain(|run| run.tournament != tournament);
    }

    /// Updates the actual cost of a tournament and its number of played matches. Returns false if the budget of processor
    /// time is exhausted.
    pub(super) fn used(&mut self, tournament: Uuid, (used_ms, played): (u64, u64), bounds: &Composing) -> bool {
        let Some(run) = self.0.iter_mut().find(|run| run.tournament == tournament) else { return true };
        (run.used_ms, run.played) = (used_ms, played);
        let by = run.by;
        // Other tournaments count with their estimates, so that the budget promised to them remains available.
        used_ms <= run.charged_ms || groups(&by).into_iter().all(|group| self.sum(group) <= group.budget_ms(bounds))
    }

    /// Marks a tournament as over. Returns its actual cost.
    pub(super) fn end(&mut self, tournament: Uuid) -> u64 {
        let Some(run) = self.0.iter_mut().find(|run| run.tournament == tournament) else { return 0 };
        run.is_under_way = false;
        run.used_ms
    }

    /// Returns what is left of a player's allowance.
    pub(super) fn left(&mut self, by: &Asker, bounds: &Composing) -> RemainingBudget {
        self.tidy();
        let mut running = Ok(usize::MAX);
        for group in groups(by) {
            let most = group.most_running(bounds);
            let under_way = || self.0.iter().filter(|run| run.is_under_way && group.has(run));
            let left = most.checked_sub(under_way().count()).filter(|left| *left > 0);
            let left = left.ok_or_else(|| full(group.scope(), most, under_way().next().map(|run| run.tournament)));
            running = running.and_then(|least| left.map(|left| left.min(least)));
        }
        let each = groups(by).into_iter().map(|group| group.budget_ms(bounds).saturating_sub(self.sum(group)));
        let guest_matches = networks(by).map(|(group, multiple)| self.guest_matches_left(group, multiple, bounds));
        RemainingBudget {
            running,
            ms: each.min().unwrap_or(0),
            guest_matches: guest_matches.min().unwrap_or(bounds.guest_matches),
        }
    }

    /// Checks that a tournament of this cost and this number of matches may begin.
    ///
    /// # Errors
    /// The exhausted limit, and when the tournament may begin.
    pub(super) fn check(
        &mut self,
        by: &Asker,
        (needed_ms, matches): (u64, u64),
        bounds: &Composing,
    ) -> Result<(), ApiError> {
        let RemainingBudget { running, .. } = self.left(by, bounds);
        let _ = running?;
        for (group, multiple) in networks(by).filter(|_| by.is_guest) {
            let (left, budget) = (self.guest_matches_left(group, multiple, bounds), bounds.guest_matches);
            if matches > left {
                let runs = self.0.iter().filter(|run| run.by.is_guest && group.has(run));
                let wait_ms = wait(runs, Run::counted_matches, matches - left).filter(|_| matches <= budget);
                return Err(too_many_matches([matches, left, budget], wait_ms));
            }
        }
        for group in groups(by) {
            let budget_ms = group.budget_ms(bounds);
            let left_ms = budget_ms.saturating_sub(self.sum(group));
            if needed_ms > left_ms {
                let runs = self.0.iter().filter(|run| group.has(run));
                let wait_ms = wait(runs, Run::cost, needed_ms - left_ms).filter(|_| needed_ms <= budget_ms);
                return Err(exhausted(group.scope(), [needed_ms, left_ms, budget_ms], wait_ms));
            }
        }
        Ok(())
    }

    /// Returns how many matches guests of a network may still play today.
    fn guest_matches_left(&self, network: Group, multiple: usize, bounds: &Composing) -> u64 {
        let runs = self.0.iter().filter(|run| run.by.is_guest && network.has(run));
        let counted = runs.map(Run::counted_matches).fold(0, u64::saturating_add);
        bounds.guest_matches.saturating_mul(multiple as u64).saturating_sub(counted)
    }

    fn sum(&self, group: Group) -> u64 {
        self.0.iter().filter(|run| group.has(run)).map(Run::cost).fold(0, u64::saturating_add)
    }

    fn tidy(&mut self) {
        let oldest = unix_ms().saturating_sub(DAY_MS);
        self.0.retain(|run| run.is_under_way || run.at_ms > oldest);
    }
}

/// Returns the number of milliseconds until this much of what the runs count for becomes free.
fn wait<'a>(runs: impl Iterator<Item = &'a Run>, counted: impl Fn(&Run) -> u64, missing: u64) -> Option<u64> {
    let mut runs: Vec<&Run> = runs.collect();
    runs.sort_by_key(|run| run.at_ms);
    let mut free = 0_u64;
    let enough = runs.into_iter().find(|run| {
        free = free.saturating_add(counted(run));
        free >= missing
    })?;
    Some((enough.at_ms + DAY_MS).saturating_sub(unix_ms()).max(1))
}

/// Players whose tournaments share a limit.
#[derive(Clone, Copy)]
enum Group {
    Player(Uuid),
    /// A network, and how many times the limit of an address it has.
    Network(PrefixDigest, usize),
    /// All guests together have half of the server's limits.
    Guests,
    Server,
}

/// The groups to which a player belongs.
fn groups(by: &Asker) -> Vec<Group> {
    let mut groups = vec![Group::Player(by.player)];
    groups.extend(networks(by).map(|(network, _)| network));
    groups.push(Group::Server);
    groups.extend(by.is_guest.then_some(Group::Guests));
    groups
}

/// The networks of a player, with how many times the limit of an address each has.
fn networks(by: &Asker) -> impl Iterator<Item = (Group, usize)> + use<> {
    let prefixes = by.origin.into_iter().flat_map(|origin| origin.prefixes());
    prefixes.map(|(prefix, multiple)| (Group::Network(prefix, multiple), multiple))
}

impl Group {
    const fn scope(self) -> BudgetScope {
        match self {
            Self::Player(_) => BudgetScope::Player,
            Self::Network(..) => BudgetScope::Address,
            Self::Guests => BudgetScope::Guests,
            Self::Server => BudgetScope::Server,
        }
    }

    /// True if the tournament counts here.
    fn has(self, run: &Run) -> bool {
        match self {
            Self::Player(player) => run.by.player == player,
            Self::Network(network, _) => {
                run.by.origin.is_some_and(|origin| origin.prefixes().any(|(prefix, _)| prefix == network))
            }
            Self::Guests => run.by.is_guest,
            Self::Server => true,
        }
    }

    /// Limit of the tournaments that run or wait.
    fn most_running(self, bounds: &Composing) -> usize {
        let total = bounds.running + bounds.waiting;
        match self {
            Self::Player(_) => bounds.running_per_player,
            Self::Network(_, multiple) => Bounds::shared(bounds.running_per_address, total).of_network(multiple),
            Self::Guests => (total / 2).max(1),
            Self::Server => total,
        }
    }

    /// Budget of processor time.
    fn budget_ms(self, bounds: &Composing) -> u64 {
        match self {
            Self::Player(_) => bounds.budget_ms_per_player,
            Self::Network(_, multiple) => {
                let of_address = bounds.budget_ms_per_address;
                of_address.saturating_mul(multiple as u64).min(bounds.budget_ms / 2).max(of_address)
            }
            Self::Guests => bounds.budget_ms / 2,
            Self::Server => bounds.budget_ms,
        }
    }
}

/// The error for a limit on running tournaments. It names the one that began first among those that count.
fn full(scope: BudgetScope, most: usize, tournament: Option<Uuid>) -> ApiError {
    ApiError::over_limit(match scope {
        BudgetScope::Player => diagnostic!(
            "own_runs",
            "too many of your bot tournaments are running (at most {most}); wait for one to end or stop it",
            most,
            tournament
        ),
        BudgetScope::Address => diagnostic!(
            "address_runs",
            "too many bot tournaments from your address are running (at most {most}); wait for one to end",
            most,
            tournament
        ),
        BudgetScope::Guests => diagnostic!(
            "guest_runs",
            "too many bot tournaments of guests are running (at most {most}); wait for one to end, or claim a name",
            most,
            tournament
        ),
        BudgetScope::Server => {
            diagnostic!(
                "server_runs",
                "too many bot tournaments of players are running (at most {most}); wait for one to end",
                most,
                tournament
            )
        }
    })
}

/// The error for a guest's tournament with more matches than are left.
fn too_many_matches([needed, left, budget]: [u64; 3], wait_ms: Option<u64>) -> ApiError {
    let retry = wait_ms.map_or_else(String::new, |ms| format!(", or retry in {} s", ms.div_ceil(1_000)));
    let error = ApiError::over_limit(diagnostic!(
        "guest_matches",
        "the tournament has {needed} matches, but guests from your address have {left} of {budget} matches per day left; claim a name to start larger tournaments{retry}",
        needed,
        left,
        budget,
        wait_ms
    ));
    match wait_ms {
        Some(ms) => error.after(Duration::from_millis(ms)),
        None => error,
    }
}

/// The error for a tournament that needs more processor time than is left.
fn exhausted(scope: BudgetScope, [needed_ms, left_ms, budget_ms]: [u64; 3], wait_ms: Option<u64>) -> ApiError {
    let [needed_s, left_s, budget_s] = [needed_ms.div_ceil(1_000), left_ms / 1_000, budget_ms / 1_000];
    let whose = match scope {
        BudgetScope::Player => "you have",
        BudgetScope::Address => "your address has",
        BudgetScope::Guests => "guests have",
        BudgetScope::Server => "all players together have",
    };
    let retry = wait_ms.map_or_else(String::new, |ms| format!(", or retry in {} s", ms.div_ceil(1_000)));
    let error = ApiError::over_limit(diagnostic!(
        "budget",
        "the tournament needs about {needed_s} s of processor time, but {whose} {left_s} of {budget_s} s per day left; play fewer rounds or lower the nodes of a move{retry}",
        scope,
        needed_ms,
        left_ms,
        budget_ms,
        wait_ms
    ));
    match wait_ms {
        Some(ms) => error.after(Duration::from_millis(ms)),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(player: u128, address: u8) -> Asker {
        Asker { player: Uuid::from_u128(player), origin: Some(Origin::of([10, 0, 0, address].into())), is_guest: false }
    }

    fn run(tournament: u128, by: Asker, hours_ago: u64, charged_ms: u64) -> Run {
        let at_ms = unix_ms() - hours_ago * 3_600_000;
        let tournament = Uuid::from_u128(tournament);
        Run { tournament, by, at_ms, charged_ms, used_ms: 0, matches: 10, played: 0, is_under_way: true }
    }

    fn bounds() -> Composing {
        Composing {
            running: 2,
            waiting: 1,
            running_per_address: 2,
            running_per_player: 1,
            budget_ms: 10_000,
            budget_ms_per_address: 6_000,
            budget_ms_per_player: 4_000,
            ..Composing::default()
        }
    }

    #[test]
    fn limits_players_addresses_and_the_server() {
        let (ann, ben, cem, dee) = (asker(1, 1), asker(2, 1), asker(3, 1), asker(4, 2));
        let (mut ledger, bounds) = (Ledger::default(), bounds());
        assert_eq!(ledger.check(&ann, (4_000, 1), &bounds), Ok(()));
        ledger.note(run(1, ann, 0, 3_000));
        assert_eq!(ledger.check(&ann, (1, 1), &bounds), Err(full(BudgetScope::Player, 1, Some(Uuid::from_u128(1)))));
        ledger.note(run(2, ben, 0, 3_000));
        assert_eq!(ledger.check(&cem, (1, 1), &bounds), Err(full(BudgetScope::Address, 2, Some(Uuid::from_u128(1)))));
        ledger.note(run(3, dee, 0, 3_000));
        assert_eq!(
            ledger.check(&asker(5, 5), (1, 1), &bounds),
            Err(full(BudgetScope::Server, 3, Some(Uuid::from_u128(1))))
        );
        for tournament in 1..=3 {
            assert!(ledger.used(Uuid::from_u128(tournament), (2_500, 1), &bounds));
            assert_eq!(ledger.end(Uuid::from_u128(tournament)), 2_500);
        }
        let (RemainingBudget { running, ms, .. }, others) = (ledger.left(&ann, &bounds), ledger.left(&cem, &bounds).ms);
        assert_eq!((running, ms, others), (Ok(1), 1_000, 1_000), "two players of the address have used 5 s");
        let refused = ledger.check(&ann, (1_600, 1), &bounds);
        let body = refused.expect_err("only 1.5 s are left").body();
        assert_eq!((&body.args["scope"], &body.args["left_ms"]), (&"player".into(), &1_500.into()), "{body:?}");
    }

    #[test]
    fn used_budget_becomes_free_after_a_day() {
        let (ann, bounds) = (asker(1, 1), bounds());
        let mut ledger = Ledger::default();
        for (tournament, hours_ago) in [(1, 20), (2, 5)] {
            ledger.note(run(tournament, ann, hours_ago, 2_000));
            assert!(ledger.used(Uuid::from_u128(tournament), (2_000, 1), &bounds));
            ledger.end(Uuid::from_u128(tournament));
        }
        let wait = |ledger: &mut Ledger, needed| match ledger.check(&ann, (needed, 1), &bounds) {
            Err(error) => error.body().retry_after_ms.map(|ms| ms.div_ceil(3_600_000)),
            other => panic!("{other:?}"),
        };
        assert_eq!(wait(&mut ledger, 2_000), Some(4), "the first is a day old");
        assert_eq!(wait(&mut ledger, 2_001), Some(19), "both are a day old");
        assert_eq!(wait(&mut ledger, 4_001), None, "more than the budget of a day");
        ledger.note(run(3, ann, 30, 4_000));
        ledger.end(Uuid::from_u128(3));
        assert_eq!(ledger.left(&ann, &bounds).ms, 0, "the third is dropped");
        assert_eq!(ledger.0.len(), 2);
    }

    #[test]
    fn guests_of_an_address_share_a_budget_of_matches() {
        let bounds = Composing { guest_matches: 25, running: 3, ..bounds() };
        let [ann, ben] = [1, 2].map(|player| Asker { is_guest: true, ..asker(player, 1) });
        let elsewhere = Asker { is_guest: true, ..asker(3, 2) };
        let mut ledger = Ledger::default();
        assert_eq!(ledger.check(&ann, (1, 25), &bounds), Ok(()));
        let refused = ledger.check(&ann, (1, 26), &bounds).expect_err("more than a day's budget").body();
        assert_eq!((&*refused.code, refused.retry_after_ms), ("guest_matches", None), "{refused:?}");
        ledger.note(run(1, ann, 20, 1));
        let refused = ledger.check(&ben, (1, 16), &bounds).expect_err("10 of 25 are promised to Ann").body();
        assert_eq!((&refused.args["needed"], &refused.args["left"]), (&16.into(), &15.into()), "{refused:?}");
        assert_eq!(refused.retry_after_ms.map(|ms| ms.div_ceil(3_600_000)), Some(4), "{refused:?}");
        // Matches that were not played are given back. Others have no budget of matches.
        ledger.used(Uuid::from_u128(1), (1, 4), &bounds);
        ledger.end(Uuid::from_u128(1));
        assert_eq!([&ann, &ben, &elsewhere].map(|by| ledger.left(by, &bounds).guest_matches), [21, 21, 25]);
        assert_eq!(ledger.check(&asker(4, 1), (1, 1_000), &bounds), Ok(()));
    }

    #[test]
    fn a_48_has_few_times_the_limits_of_an_address() {
        let bounds = Composing {
            running: 2,
            waiting: 20,
            running_per_address: 1,
            guest_matches: 25,
            budget_ms: 1_000_000,
            ..bounds()
        };
        let mut ledger = Ledger::default();
        let mut begun = 0;
        for n in 0..40_u16 {
            let address = std::net::Ipv6Addr::new(0x2001, 0xdb8, 7, n << 8, 0, 0, 0, 1);
            let by =
                Asker { player: Uuid::from_u128(n.into()), origin: Some(Origin::of(address.into())), is_guest: true };
            match ledger.check(&by, (10, 25), &bounds) {
                Ok(()) => {
                    ledger.note(Run { matches: 25, ..run(n.into(), by, 0, 10) });
                    begun += 1;
                }
                Err(refused) => assert_eq!(refused.code(), "address_runs"),
            }
        }
        assert_eq!(begun, 4);
        for n in 0..40 {
            let _ = ledger.used(Uuid::from_u128(n), (10, 25), &bounds);
        }
        for n in 0..40 {
            let _ = ledger.end(Uuid::from_u128(n));
        }
        let by =
            Asker { origin: Some(Origin::of("2001:db8:7:ff00::".parse().unwrap())), is_guest: true, ..asker(99, 1) };
        assert_eq!(
            ledger.check(&by, (10, 1), &bounds).unwrap_err().code(),
            "guest_matches",
            "four times 25 were played"
        );
    }

    #[test]
    fn guests_together_have_half_of_the_servers_limits() {
        let [ann, ben] = [1, 2].map(|player| Asker { is_guest: true, ..asker(player, player as u8) });
        let (mut ledger, bounds) = (Ledger::default(), bounds());
        ledger.note(run(1, ann, 0, 3_000));
        assert_eq!(ledger.check(&ben, (1, 1), &bounds), Err(full(BudgetScope::Guests, 1, Some(Uuid::from_u128(1)))));
        assert_eq!(ledger.check(&asker(3, 3), (4_000, 1), &bounds), Ok(()), "players with a name have the rest");
        ledger.used(Uuid::from_u128(1), (3_000, 1), &bounds);
        ledger.end(Uuid::from_u128(1));
        let body = ledger.check(&ben, (2_100, 1), &bounds).expect_err("2 of 5 s are left").body();
        assert_eq!((&body.args["scope"], &body.args["left_ms"]), (&"guests".into(), &2_000.into()), "{body:?}");
    }

    #[test]
    fn exceeding_the_estimate_is_allowed_while_budget_remains() {
        let (ann, bounds) = (asker(1, 1), bounds());
        let mut ledger = Ledger::default();
        ledger.note(run(1, ann, 0, 1_000));
        let one = Uuid::from_u128(1);
        assert!(ledger.used(one, (4_000, 1), &bounds));
        assert!(!ledger.used(one, (4_001, 1), &bounds));
        assert!(ledger.used(Uuid::from_u128(2), (1, 1), &bounds), "the operator's tournaments have no budget");
        assert_eq!([cost(0, 7), cost(500, 7)], [1_070, 1_500]);
    }
}
