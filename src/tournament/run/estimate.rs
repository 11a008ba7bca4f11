//! Estimates how long a tournament takes, before it begins. The estimate uses two moves of some of its bots, and the
//! length of random matches.

use std::time::Duration;

use crate::pairing::Pairing;
use crate::plan::{Entrant, Plan};
use arena_bots::{BotSpec, TurnLimits, logged_player};
use arena_games::MoveCode;
use arena_games::seed::derive;

/// The most entrants that are tried, evenly spaced from the first to the last.
const MOST: usize = 24;
/// The number of random matches that measure the length of a match.
const PLAYOUTS: u64 = 24;
/// The longest random match, in plies.
const LONGEST: usize = 300;
/// The largest table of a trial search, in MiB.
const TABLE_MB: u32 = 16;
/// The number of moves on which a clock is spent.
const MOVES: f64 = 40.0;

/// A rough estimate of a tournament's duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The duration in seconds with one match at a time.
    pub seconds: f64,
    /// Whether some bots needed more time for a move than the trial allowed, so that the tournament takes longer.
    pub at_least: bool,
    /// The mean number of moves of both sides in a match.
    pub plies: f64,
}

/// Tries the bots of a plan for about `budget` in all. Engines are left out. A bot's move takes as long as its slower
/// one of two: the first move may be cheap because the opening is simple, and a later one because the match is decided.
#[must_use]
pub fn estimate(plan: &Plan, budget: Duration) -> Estimate {
    let Some(pairing) = plan.schedule.get(0) else {
        return Estimate { seconds: 0.0, at_least: false, plies: 0.0 };
    };
    let playouts: Vec<Vec<MoveCode>> = (0..PLAYOUTS).map(|playout| random_match(plan, &pairing, playout)).collect();
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let plies = playouts.iter().map(Vec::len).sum::<usize>() as f64 / PLAYOUTS as f64;
    let lines = tried_lines(plan, &pairing, &playouts);
    let step = plan.entrants.len().div_ceil(MOST).max(1);
    let tried: Vec<&Entrant> = plan.entrants.iter().step_by(step).filter(|it| it.spec.engine.is_none()).collect();
    let each = budget / u32::try_from((tried.len() * lines.len()).max(1)).unwrap_or(u32::MAX);
    let slower = |entrant: &&Entrant| {
        let moves = lines.iter().filter_map(|line| one_move(plan, &pairing, entrant, line, each));
        moves.reduce(|one, other| (one.0.max(other.0), one.1 || other.1))
    };
    let moves: Vec<(f64, bool)> = tried.iter().filter_map(slower).collect();
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let mean = moves.iter().map(|(seconds, _)| seconds).sum::<f64>() / (moves.len().max(1) as f64);
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let seconds = plan.schedule.len() as f64 * plies * mean;
    Estimate { seconds, at_least: moves.iter().any(|(_, longer)| *longer), plies }
}

/// The moves before a bot's first move, and before a move in the middle of a random match of median length.
fn tried_lines(plan: &Plan, pairing: &Pairing, playouts: &[Vec<MoveCode>]) -> [Vec<MoveCode>; 2] {
    let mut by_length: Vec<&Vec<MoveCode>> = playouts.iter().collect();
    by_length.sort_by_key(|moves| moves.len());
    let median = by_length[by_length.len() / 2];
    let first = plan.opening(pairing).moves.to_vec();
    let middle = first.iter().chain(&median[..median.len() / 2]).copied().collect();
    [first, middle]
}

/// The moves of a random match after its opening.
fn random_match(plan: &Plan, pairing: &Pairing, playout: u64) -> Vec<MoveCode> {
    let longest = plan.config.adjudication.max_plies.map_or(LONGEST, |most| LONGEST.min(most as usize));
    let mut board = plan.start(pairing).boxed_clone();
    let opening = &plan.opening(pairing).moves;
    let mut moves = Vec::new();
    for (ply, mv) in opening.iter().enumerate() {
        if board.play(*mv, ply).is_err() {
            return moves;
        }
    }
    for ply in opening.len()..longest {
        let legal = board.legal();
        if legal.is_empty() {
            break;
        }
        let chosen = derive(plan.config.seed, &[playout, ply as u64]) % legal.len() as u64;
        let Some(mv) = usize::try_from(chosen).ok().map(|at| legal[at]) else { break };
        if board.play(mv, ply).is_err() {
            break;
        }
        moves.push(mv);
    }
    moves
}

/// Returns the seconds for the move after `line`, and whether it would have taken longer.
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
    let position = plan.opening(pairing).position.as_deref();
    let mut player = logged_player(&spec, &plan.config.options, position, None).ok()?;
    player.begin(plan.config.seed);
    let limits = TurnLimits { time: Some(budget), ..TurnLimits::default() };
    let took = player.choose(line, limits).ok()??.elapsed;
    let cut = took >= budget.mul_f64(0.9);
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let of_clock = entrant.limits.clock.map(|it| (it.initial_ms as f64 / MOVES + it.increment_ms as f64) / 1e3);
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let own = spec.time_ms.map(|ms| ms as f64 / 1e3);
    match own.into_iter().chain(of_clock).reduce(f64::min) {
        Some(given) if cut => Some((given, false)),
        _ => Some((took.as_secs_f64(), cut)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::openings::Order;
    use crate::plan::{Adjudication, Format, Limits, Opening, OpeningTerms, Per, TournamentConfig};
    use arena_bots::RawBot;
    use arena_games::{GameId, Options};

    fn plan(opening: &[&str]) -> Plan {
        let bot = |name: &str| {
            let raw = RawBot { name: Some(name.to_owned()), game: Some(GameId::ConnectFour), ..RawBot::default() };
            (raw.check(&[]).expect("the bot is valid"), Limits::default())
        };
        let moves = opening.iter().map(|text| GameId::ConnectFour.parse_move(text).expect("a move")).collect();
        Plan::new(TournamentConfig {
            name: "N".to_owned(),
            game: GameId::ConnectFour,
            options: Options::new(),
            format: Format::RoundRobin,
            rounds: 1,
            seed: 3,
            openings: OpeningTerms::List { openings: vec![Opening::of_moves(moves)], order: Order::Sequential },
            openings_per: Per::Round,
            entrants: vec![bot("a"), bot("b")],
            adjudication: Adjudication::default(),
        })
        .expect("the plan is valid")
    }

    #[test]
    fn tries_a_first_move_and_one_in_the_middle() {
        for opening in [&[][..], &["d", "d"]] {
            let plan = plan(opening);
            let pairing = plan.schedule.get(0).expect("the plan has matches");
            let playouts: Vec<_> = (0..PLAYOUTS).map(|playout| random_match(&plan, &pairing, playout)).collect();
            let [first, middle] = tried_lines(&plan, &pairing, &playouts);
            assert_eq!(first.len(), opening.len());
            assert!(middle.starts_with(&first) && middle.len() > first.len() + 2, "{middle:?}");
            let mut board = plan.start(&pairing).boxed_clone();
            for (ply, mv) in middle.iter().enumerate() {
                board.play(*mv, ply).expect("the line is legal");
            }
            assert!(!board.legal().is_empty(), "the match goes on");
        }
    }
}
