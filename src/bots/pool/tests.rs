//! Tests of the schedule with a simulated clock.

mod threads;
mod workers;

use std::collections::BTreeMap;
use std::net::IpAddr;

use uuid::Uuid;

use super::*;

const SLICE: Duration = Duration::from_millis(20);

fn who(address: u8, player: u128) -> Principal {
    let (address, player) = (Some(IpAddr::from([192, 0, 2, address])), Some(Uuid::from_u128(player)));
    Principal { address, player, ..Principal::default() }
}

fn asks(address: u8, player: u128, priority: Priority) -> Request {
    Request { principal: who(address, player), priority, threads: 1, reach: Reach::Here }
}

/// A schedule with one place and a simulated clock, so that the running search and its running time can be tabulated.
struct Table {
    schedule: Schedule,
    now: Now,
    names: HashMap<Id, &'static str>,
    running: Option<Id>,
}

impl Table {
    fn new(suspended: usize) -> Self {
        let rules = Rules { at_once: 1, under_way: 1 + suspended, waiting: 10_000, slice: SLICE };
        Self { schedule: Schedule::new(rules), now: Duration::ZERO, names: HashMap::new(), running: None }
    }

    fn submit(&mut self, name: &'static str, request: Request) -> Id {
        let id = self.schedule.submit(request, self.now).expect("there is room");
        self.names.insert(id, name);
        self.dispatch();
        // An outranked search yields at once.
        if self.schedule.outranked(self.now).is_some() {
            self.look();
        }
        id
    }

    fn dispatch(&mut self) {
        while let Some(Next::Begin(id) | Next::Resume(id)) = self.schedule.dispatch(self.now) {
            self.running = Some(id);
        }
    }

    fn look(&mut self) {
        if let Some(id) = self.running
            && self.schedule.give_way(id, self.now)
        {
            self.dispatch();
        }
    }

    /// Returns the search that runs after one more millisecond.
    fn tick(&mut self) -> &'static str {
        let name = self.running.map_or("nobody", |id| self.names[&id]);
        self.now += Duration::from_millis(1);
        self.look();
        name
    }

    fn finish(&mut self) {
        if let Some(id) = self.running.take() {
            self.schedule.finish(id, self.now);
            self.dispatch();
        }
    }

    /// Returns how the next `ms` are shared: milliseconds by name.
    fn share(&mut self, ms: u32) -> BTreeMap<&'static str, u32> {
        let mut shares = BTreeMap::new();
        (0..ms).for_each(|_| *shares.entry(self.tick()).or_default() += 1);
        shares
    }

    /// Returns the time that a search with `ms` of work takes.
    fn takes(&mut self, request: Request, ms: u32) -> u32 {
        let id = self.submit("victim", request);
        let (mut passed, mut had) = (0, 0);
        while had < ms {
            had += u32::from(self.tick() == "victim");
            passed += 1;
            assert!(passed < 1_000_000, "the search never ends");
        }
        // The search ends before any other gets a turn, because it is within its slice or has just used one up.
        self.schedule.finish(id, self.now);
        if self.running == Some(id) {
            self.running = None;
        }
        self.dispatch();
        passed
    }
}

#[test]
fn a_search_alone_is_never_interrupted() {
    let mut table = Table::new(8);
    table.submit("one", asks(1, 1, Priority::Analysis));
    assert_eq!(table.share(1_000), BTreeMap::from([("one", 1_000)]));
    assert!(!table.schedule.is_contended());
    table.finish();
    assert_eq!(table.schedule.load(), Load::default());
}

#[test]
fn equal_searches_alternate_by_slices() {
    let mut table = Table::new(8);
    table.submit("one", asks(1, 1, Priority::Analysis));
    table.submit("two", asks(2, 2, Priority::Analysis));
    let turns: Vec<&str> = (0..80).map(|_| table.tick()).collect();
    assert!(turns.chunks(20).all(|turn| turn.iter().all(|name| *name == turn[0])), "{turns:?}");
    let shares = table.share(2_000);
    assert!((900..=1_100).contains(&shares["one"]), "{shares:?}");
}

#[test]
fn addresses_get_equal_shares_whatever_their_number_of_searches() {
    let mut table = Table::new(64);
    (0..20).for_each(|player| {
        for _ in 0..5 {
            table.submit("many", asks(1, player, Priority::People));
        }
    });
    table.submit("one", asks(2, 100, Priority::People));
    let shares = table.share(4_000);
    assert!((1_700..=2_300).contains(&shares["one"]), "{shares:?}");
}

#[test]
fn a_wide_network_gets_the_turns_of_few_addresses() {
    let network = |bits: u128| Some(IpAddr::from(bits.to_be_bytes()));
    let asks = |n: u8, wider| {
        let principal = Principal { address: Some(IpAddr::from([10, 0, 0, n])), wider, player: None };
        Request { principal, priority: Priority::Analysis, threads: 1, reach: Reach::Here }
    };
    // The shares of one /48 with twenty /64 in two /56, of one /56 with ten, and of a lone address.
    let mut table = Table::new(64);
    for n in 0..20 {
        table.submit("48", asks(n, [network(1 + u128::from(n % 2)), network(1)]));
    }
    for n in 20..30 {
        table.submit("56", asks(n, [network(9), network(9)]));
    }
    table.submit("one", asks(30, [None; 2]));
    let shares = table.share(7_000);
    let near = |name, ms: u32| (ms * 8 / 10..=ms * 12 / 10).contains(&shares[name]);
    assert!(near("48", 4_000) && near("56", 2_000) && near("one", 1_000), "{shares:?}");
}

#[test]
fn a_search_of_several_threads_is_charged_for_each() {
    let mut table = Table::new(8);
    table.submit("four", Request { threads: 4, ..asks(1, 1, Priority::People) });
    table.submit("one", asks(2, 2, Priority::People));
    let shares = table.share(4_000);
    assert!((700..=1_200).contains(&shares["four"]), "about a fifth, plus the turns by age: {shares:?}");
}

#[test]
fn matches_go_before_analyses_without_starving_them() {
    let mut table = Table::new(8);
    table.submit("analysis", asks(1, 1, Priority::Analysis));
    table.submit("bots", asks(2, 2, Priority::Tournament));
    table.submit("person", asks(3, 3, Priority::People));
    let shares = table.share(8_000);
    assert!(shares["person"] > 7_000, "{shares:?}");
    assert!(shares["bots"] >= 100 && shares["analysis"] >= 100, "{shares:?}");
}

/// The floods that the schedule must withstand: measures a victim's search that takes `alone` ms by itself.
#[test]
fn a_flood_of_searches_does_not_delay_others_much() {
    struct Case {
        name: &'static str,
        people: u128,
        each: usize,
        priority: Priority,
        address: u8,
    }
    let case = |name, people, each, priority, address| Case { name, people, each, priority, address };
    let cases = [
        case("one person's hundred, elsewhere", 1, 100, Priority::People, 1),
        case("one person's hundred, same address", 1, 100, Priority::People, 9),
        case("55 guests with 20 each, elsewhere", 55, 20, Priority::People, 1),
        case("55 guests with 20 each, same address", 55, 20, Priority::People, 9),
        case("twenty analyses, same address", 1, 20, Priority::Analysis, 9),
        case("a hundred matches of bots, same address", 5, 20, Priority::Tournament, 9),
    ];
    for Case { name, people, each, priority, address } in cases {
        for alone in [1, 5, 15, 60] {
            let mut table = Table::new(128);
            table.takes(asks(9, 1_000, Priority::People), alone);
            for player in 0..people {
                for _ in 0..each {
                    table.submit("flood", asks(address, player, priority));
                }
            }
            // A new person has no usage and goes first until that has changed.
            table.share(200);
            for round in 0..60 {
                let took = table.takes(asks(9, 1_000, Priority::People), alone);
                assert!(took <= 2 * alone + 20, "{name}: {took} ms instead of {alone} in round {round}");
                table.share(100);
            }
        }
    }
}

#[test]
fn a_short_search_does_not_wait_for_long_ones_of_the_same_address() {
    let mut table = Table::new(128);
    for player in 0..55 {
        table.submit("flood", asks(9, player, Priority::People));
    }
    // By now each search has had its first slice.
    table.share(2_000);
    for _ in 0..60 {
        let took = table.takes(asks(9, 1_000, Priority::People), 15);
        assert!(took <= 50, "{took} ms");
        table.share(20);
    }
}

/// Twenty new addresses arrive. Each gets its share, but none goes first only because it is unknown.
#[test]
fn new_addresses_do_not_go_first() {
    let mut table = Table::new(128);
    for round in 0..20 {
        table.submit("flood", asks(100 + round, 1, Priority::People));
        let took = table.takes(asks(9, 1_000, Priority::People), 15);
        assert!(took <= 2 * 15 + 20, "{took} ms in round {round}");
        table.share(485);
    }
}

#[test]
fn usage_decays() {
    let mut table = Table::new(8);
    table.submit("one", asks(1, 1, Priority::People));
    table.share(10_000);
    table.finish();
    table.now += Duration::from_secs(300);
    table.submit("two", asks(2, 2, Priority::People));
    table.share(200);
    table.finish();
    assert!(table.schedule.begun_of(who(1, 1)).is_none(), "a person without searches is forgotten");
    table.submit("one", asks(1, 1, Priority::People));
    table.submit("two", asks(2, 2, Priority::People));
    let shares = table.share(1_000);
    assert!(shares["one"] > 500, "{shares:?}");
}

#[test]
fn one_person_cannot_fill_the_queue() {
    let rules = Rules { at_once: 1, under_way: 9, waiting: 16, slice: SLICE };
    let mut schedule = Schedule::new(rules);
    let mut taken = 0;
    while schedule.submit(asks(1, 1, Priority::People), Duration::ZERO).is_some() {
        taken += 1;
    }
    assert_eq!(taken, 9, "an address holds at most as many as it leaves free");
    assert!(
        schedule.submit(asks(1, 2, Priority::People), Duration::ZERO).is_some(),
        "another person there has none yet"
    );
    assert!(schedule.submit(asks(2, 3, Priority::People), Duration::ZERO).is_some(), "a person elsewhere");
    assert!(schedule.submit(asks(1, 1, Priority::Analysis), Duration::ZERO).is_some(), "another priority");
    // At most two searches of one person have begun, however often that person gets a turn.
    let mut table = Table { schedule, now: Duration::ZERO, names: HashMap::new(), running: None };
    table.names.extend((0..12).map(|id| (id, "any")));
    table.dispatch();
    table.share(4_000);
    assert!(table.schedule.begun_of(who(1, 1)) <= Some(2));
}

#[test]
fn searches_run_to_their_end_if_none_may_be_suspended() {
    let mut table = Table::new(0);
    table.submit("long", asks(1, 1, Priority::Analysis));
    table.submit("short", asks(2, 2, Priority::People));
    assert_eq!(table.share(100), BTreeMap::from([("long", 100)]));
    table.finish();
    assert_eq!(table.share(10), BTreeMap::from([("short", 10)]));
}

#[test]
fn a_search_that_only_finishes_needs_no_place() {
    let mut table = Table::new(8);
    let stopped = table.submit("stopped", asks(1, 1, Priority::Analysis));
    table.submit("person", asks(2, 2, Priority::People));
    assert!(table.schedule.leave(stopped, table.now), "it was suspended");
    assert_eq!(table.schedule.load(), Load { waiting: 0, running: 1, suspended: 0 });
    // The search continues after all.
    assert!(table.schedule.rejoin(stopped, table.now));
    assert_eq!(table.schedule.load(), Load { waiting: 0, running: 1, suspended: 1 });
    table.finish();
    assert_eq!(table.tick(), "stopped");
}
