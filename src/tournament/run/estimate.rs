//! Estimates how long a tournament takes, before it begins. The estimate uses some matches of its bots with few nodes
//! per move, and the time that the bots take for moves in these matches.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::pairing::Pairing;
use crate::plan::{Entrant, Plan};
use arena_bots::{BotSpec, Player, ThinkingObserver, ThinkingUpdate, TurnLimits, logged_player};
use arena_games::seed::derive;
use arena_games::{BySide, MoveCode, Side};

/// The most entrants that are tried, evenly spaced from the first to the last.
const MOST: usize = 24;
/// The most sample matches, which give the length of a match and the positions of the trials.
const SAMPLES: u64 = 24;
/// The most nodes of a move in a sample match.
const SAMPLE_NODES: u64 = 100;
/// The longest sample match, in plies.
const LONGEST: usize = 300;
/// The most pairings that are counted to find how often an entrant plays.
const COUNTED: u64 = 4_096;
/// The largest table of a trial search, in MiB.
const TABLE_MB: u32 = 16;
/// The least time for a trial search.
const SHORTEST: Duration = Duration::from_millis(1);
/// The number of moves on which a clock is spent.
const MOVES: f64 = 40.0;
/// The growth of a search per ply if no depths show it.
const GROWTH: f64 = 6.0;
/// A search that is expected to take this many times as long as its trial is too uncertain to be more than a bound.
const FARTHEST: f64 = 1_000.0;

/// A rough estimate of a tournament's duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The duration in seconds with one match at a time.
    pub seconds: f64,
    /// Whether some bots need so much more time for a move than the trial allowed that the duration is only a lower
    /// bound.
    pub at_least: bool,
    /// The mean number of moves of both sides in a match.
    pub plies: f64,
}

/// Tries the bots of a plan for about `budget` in all. Engines are left out. A search that the trial cuts off is
/// extrapolated to its limit of nodes or depth.
#[must_use]
pub fn estimate(plan: &Plan, budget: Duration) -> Estimate {
    if plan.schedule.is_empty() {
        return Estimate { seconds: 0.0, at_least: false, plies: 0.0 };
    }
    let samples = sample_matches(plan, budget / 2);
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let plies = samples.iter().map(|(_, moves)| moves.len()).sum::<usize>() as f64 / samples.len() as f64;
    let shares = shares(plan);
    let step = plan.entrants.len().div_ceil(MOST).max(1);
    let entrants = plan.entrants.iter().enumerate().step_by(step);
    let tried: Vec<(usize, &Entrant)> = entrants.filter(|(_, it)| it.spec.engine.is_none()).collect();
    let until = Instant::now() + budget / 2;
    let (mut total, mut weight, mut at_least) = (0.0, 0.0, false);
    for (at, (number, entrant)) in tried.iter().copied().enumerate() {
        let (pairing, moves) = &samples[number % samples.len()];
        let lines = tried_lines(plan, pairing, moves);
        // Quick searches leave their time to the later ones. The bots of a ladder are listed from weak to strong.
        let left = |line: usize| u32::try_from(lines.len() * (tried.len() - at) - line).unwrap_or(u32::MAX);
        let each = |line| (until.saturating_duration_since(Instant::now()) / left(line)).max(SHORTEST);
        let trial = |(number, line): (usize, &Vec<MoveCode>)| one_move(plan, pairing, entrant, line, each(number));
        let took: Vec<(f64, bool)> = lines.iter().enumerate().filter_map(trial).collect();
        at_least |= took.iter().any(|(_, longer)| *longer);
        #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
        let mean = took.iter().map(|(seconds, _)| seconds).sum::<f64>() / took.len().max(1) as f64;
        total += shares[number] * mean;
        weight += shares[number];
    }
    let mean = if weight > 0.0 { total / weight } else { 0.0 };
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let seconds = plan.schedule.len() as f64 * plies * mean;
    Estimate { seconds, at_least, plies }
}

/// The pairing with this number. If pairings depend on results, two entrants stand for those that will meet.
fn pairing_at(plan: &Plan, index: u64) -> Pairing {
    plan.schedule.get(index).unwrap_or_else(|| {
        let entrants = plan.entrants.len() as u64;
        let place = |shift: u64| usize::try_from((2 * index + shift) % entrants.max(1)).unwrap_or(0);
        Pairing { index, round: index % plan.schedule.rounds().max(1), leg: 0, seats: BySide::new(place(0), place(1)) }
    })
}

/// Returns how often each entrant plays, in no particular unit.
fn shares(plan: &Plan) -> Vec<f64> {
    let mut shares = vec![0.0; plan.entrants.len()];
    let counted = plan.schedule.len().min(COUNTED);
    for at in 0..counted {
        let Some(pairing) = plan.schedule.get(spread(at, counted, plan)) else {
            return vec![1.0; plan.entrants.len()];
        };
        shares[pairing.seats.first] += 1.0;
        shares[pairing.seats.second] += 1.0;
    }
    shares
}

/// Number `at` of `of` pairings that are spread over the schedule.
fn spread(at: u64, of: u64, plan: &Plan) -> u64 {
    let number = u128::from(at) * u128::from(plan.schedule.len()) / u128::from(of.max(1));
    u64::try_from(number).unwrap_or(0)
}

/// Plays matches of the plan with few nodes per move, for about `budget`, and at least one. Returns the moves of each
/// after its opening.
fn sample_matches(plan: &Plan, budget: Duration) -> Vec<(Pairing, Vec<MoveCode>)> {
    let count = plan.schedule.len().min(SAMPLES);
    let until = Instant::now() + budget;
    let mut samples = Vec::new();
    for at in 0..count {
        let pairing = pairing_at(plan, spread(at, count, plan));
        samples.push((pairing, sample_match(plan, &pairing, until)));
        if Instant::now() >= until {
            break;
        }
    }
    samples
}

/// The moves of a match with few nodes per move, after its opening. Engines, and all bots after `until`, move at
/// random.
fn sample_match(plan: &Plan, pairing: &Pairing, until: Instant) -> Vec<MoveCode> {
    let longest = plan.config.adjudication.max_plies.map_or(LONGEST, |most| LONGEST.min(most as usize));
    let opening = plan.opening(pairing);
    let mut board = plan.start(pairing).boxed_clone();
    let mut line = opening.moves.to_vec();
    if line.iter().enumerate().any(|(ply, mv)| board.play(*mv, ply).is_err()) {
        return Vec::new();
    }
    let mut players = pairing.seats.map(|entrant| {
        let mut spec = plan.entrants[entrant].spec.clone();
        if spec.engine.is_some() {
            return None;
        }
        spec.search.table_mb = spec.search.table_mb.min(1);
        spec.search.deepening = true;
        let mut player = logged_player(&spec, &plan.config.options, opening.position.as_deref(), None).ok()?;
        player.begin(pairing.seed(plan.config.seed));
        Some(player)
    });
    for ply in line.len()..longest {
        let legal = board.legal();
        if legal.is_empty() {
            break;
        }
        let chosen = |player: &mut Box<dyn Player>| {
            let time = until.checked_duration_since(Instant::now())?;
            let limits = TurnLimits { nodes: Some(SAMPLE_NODES), time: Some(time), ..TurnLimits::default() };
            Some(player.choose(&line, limits).ok()??.mv)
        };
        let side: Side = board.to_move();
        let mv = players[side].as_mut().and_then(chosen).unwrap_or_else(|| {
            let at = derive(plan.config.seed, &[pairing.index, ply as u64]) % legal.len() as u64;
            legal[usize::try_from(at).unwrap_or(0)]
        });
        if board.play(mv, ply).is_err() {
            break;
        }
        line.push(mv);
    }
    line.split_off(opening.moves.len())
}

/// The moves before a bot's first move, and before moves after one and two thirds of a sample match.
fn tried_lines(plan: &Plan, pairing: &Pairing, sample: &[MoveCode]) -> [Vec<MoveCode>; 3] {
    [0, 1, 2].map(|third| {
        let opening = plan.opening(pairing).moves.iter();
        opening.chain(&sample[..sample.len() * third / 3]).copied().collect()
    })
}

/// Returns the seconds for the move after `line`, and whether that is only a lower bound.
fn one_move(
    plan: &Plan,
    pairing: &Pairing,
    entrant: &Entrant,
    line: &[MoveCode],
    budget: Duration,
) -> Option<(f64, bool)> {
    let mut spec: BotSpec = entrant.spec.clone();
    spec.search.table_mb = spec.search.table_mb.min(TABLE_MB);
    spec.search.deepening = true;
    spec.book = None;
    let searched = 1.0 - std::mem::take(&mut spec.random_move);
    let position = plan.opening(pairing).position.as_deref();
    let mut player = logged_player(&spec, &plan.config.options, position, None).ok()?;
    player.begin(plan.config.seed);
    let depths = Depths::default();
    let limits = TurnLimits { time: Some(budget), observer: Some(&depths), ..TurnLimits::default() };
    let began = processor_time();
    let choice = player.choose(line, limits).ok()??;
    // Processor time, because other programs may have interrupted the trial. Further threads of a search do not count.
    let used = processor_time().zip(began).filter(|_| spec.search.threads == 1);
    let took = used.map_or(choice.elapsed, |(now, then)| now.saturating_sub(then)).as_secs_f64();
    if choice.elapsed < budget.mul_f64(0.9) {
        return Some((took * searched, false));
    }
    let factor = remaining_factor(&spec, choice.thought.nodes, &depths.nodes());
    let whole = took * factor.min(FARTHEST);
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let of_clock = entrant.limits.clock.map(|it| (it.initial_ms as f64 / MOVES + it.increment_ms as f64) / 1e3);
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let own = spec.time_ms.map(|ms| ms as f64 / 1e3);
    match own.into_iter().chain(of_clock).reduce(f64::min) {
        Some(given) if given < whole || factor > FARTHEST => Some((given * searched, false)),
        _ => Some((whole * searched, factor > FARTHEST)),
    }
}

/// The processor time of this thread, if the system tells it.
fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
    }
    #[cfg(not(unix))]
    None
}

/// The number of nodes after each depth of a search.
#[derive(Default)]
struct Depths(Mutex<Vec<(u16, u64)>>);

impl Depths {
    fn nodes(&self) -> Vec<(u16, u64)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ThinkingObserver for Depths {
    fn is_watched(&self) -> bool {
        true
    }

    fn deepened(&self, update: ThinkingUpdate) {
        let mut depths = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        depths.push((update.thought.depth, update.thought.nodes));
    }
}

/// How many times as long as a search of `nodes`, which was cut off after these depths, the whole search takes: the
/// rest of its nodes at the same speed, or the rest of its depth with the growth so far, whichever is less.
#[expect(clippy::cast_precision_loss, reason = "a rough figure")]
fn remaining_factor(spec: &BotSpec, nodes: u64, depths: &[(u16, u64)]) -> f64 {
    let nodes = nodes.max(1) as f64;
    let by_nodes = spec.nodes.map_or(f64::INFINITY, |most| most as f64 / nodes);
    let (depth, whole) = depths.last().map_or((0, nodes), |&(depth, whole)| (depth, whole.max(1) as f64));
    // Odd and even depths grow differently, so the growth of two plies counts if it is known.
    let growth = match *depths {
        [.., (_, before), _, _] => (whole / before.max(1) as f64).sqrt(),
        [(_, before), _] => whole / before.max(1) as f64,
        _ => GROWTH,
    };
    let by_depth = whole * growth.max(1.0).powi(i32::from(spec.search.depth) - i32::from(depth)) / nodes;
    by_nodes.min(by_depth).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::openings::Order;
    use crate::plan::{Adjudication, Format, Limits, Opening, OpeningTerms, Per, TournamentConfig};
    use arena_bots::RawBot;
    use arena_games::{GameId, Options};

    /// A plan of connect four with an entrant for each of these numbers of nodes.
    fn plan(opening: &[&str], format: Format, nodes: &[i64]) -> Plan {
        let bot = |nodes: &i64| {
            let raw = RawBot {
                name: Some(format!("{nodes} nodes")),
                game: Some(GameId::ConnectFour),
                nodes: Some(*nodes),
                ..RawBot::default()
            };
            (raw.check(&[]).expect("the bot is valid"), Limits::default())
        };
        let moves = opening.iter().map(|text| GameId::ConnectFour.parse_move(text).expect("a move")).collect();
        Plan::new(TournamentConfig {
            name: "N".to_owned(),
            game: GameId::ConnectFour,
            options: Options::new(),
            format,
            rounds: 1,
            seed: 3,
            openings: OpeningTerms::List { openings: vec![Opening::of_moves(moves)], order: Order::Sequential },
            openings_per: Per::Round,
            entrants: nodes.iter().map(bot).collect(),
            adjudication: Adjudication::default(),
        })
        .expect("the plan is valid")
    }

    #[test]
    fn tries_a_first_move_and_two_later_ones() {
        for opening in [&[][..], &["d", "d"]] {
            let plan = plan(opening, Format::RoundRobin, &[100, 200]);
            let samples = sample_matches(&plan, Duration::from_secs(60));
            assert_eq!(samples.len(), 2, "one for each match");
            let (pairing, moves) = &samples[0];
            let [first, second, third] = tried_lines(&plan, pairing, moves);
            assert_eq!(first.len(), opening.len());
            assert!(second.starts_with(&first) && third.starts_with(&second), "{third:?}");
            assert!(third.len() > second.len() + 1 && second.len() > first.len() + 1, "{third:?}");
            let mut board = plan.start(pairing).boxed_clone();
            for (ply, mv) in third.iter().enumerate() {
                board.play(*mv, ply).expect("the line is legal");
            }
            assert!(!board.legal().is_empty(), "the match goes on");
        }
    }

    #[test]
    fn extrapolates_a_search_that_is_cut_off() {
        let mut spec = plan(&[], Format::RoundRobin, &[50_000, 100]).entrants[0].spec.clone();
        let factor = |spec: &BotSpec, nodes, depths: &[(u16, u64)]| remaining_factor(spec, nodes, depths);
        spec.search.depth = 60;
        let by_nodes = factor(&spec, 1_000, &[(1, 10), (2, 100)]);
        assert!((by_nodes - 50.0).abs() < 1e-9, "50 times as many nodes, not {by_nodes}");
        (spec.nodes, spec.search.depth) = (None, 5);
        for (depths, expected, why) in [
            (&[(1, 10), (2, 20), (3, 1_000)][..], 50.0, "ten times the nodes for each of two more plies"),
            (&[(1, 100), (2, 500)], 31.25, "five times the nodes for each of three more plies"),
            (&[(4, 100)], 1.0, "never less than it took"),
            (&[(5, 2_000)], 1.0, "the depth was reached"),
        ] {
            let found = factor(&spec, 2_000, depths);
            assert!((found - expected).abs() < 1e-9, "{why}: {found}");
        }
    }

    #[test]
    fn sees_the_nodes_of_each_depth() {
        let plan = plan(&[], Format::RoundRobin, &[1_000, 100]);
        let mut player = logged_player(&plan.entrants[0].spec, &plan.config.options, None, None).expect("a bot");
        player.begin(1);
        let depths = Depths::default();
        player.choose(&[], TurnLimits { observer: Some(&depths), ..TurnLimits::default() }).expect("a move");
        let seen = depths.nodes();
        assert!(seen.len() > 2 && seen.is_sorted(), "{seen:?}");
    }

    #[test]
    fn counts_how_often_an_entrant_plays() {
        let gauntlet = plan(&[], Format::Gauntlet { champions: 1 }, &[100, 200, 300]);
        assert_eq!(shares(&gauntlet), [4.0, 2.0, 2.0]);
    }

    #[test]
    fn estimates_formats_whose_pairings_depend_on_results() {
        let estimate = estimate(&plan(&[], Format::Swiss, &[100, 200, 300]), Duration::from_millis(50));
        assert!(estimate.seconds > 0.0 && estimate.plies > 0.0, "{estimate:?}");
    }
}
