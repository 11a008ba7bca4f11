//! The clock and the adjudication of a match that is played on this thread.

use std::time::{Duration, Instant};

use super::judge::Judge;
use crate::pairing::Pairing;
use crate::plan::Limits;
use crate::plan::Plan;
use arena_bots::{OwnClock, PlayerError, TurnLimits, overtime};
use arena_games::{BySide, Side};
use arena_play::{Action, ClockSetting, EndReason, Match};

/// The clock of a side with unlimited time if the other side has a clock. It does not run out.
const UNLIMITED: ClockSetting = ClockSetting::increment(1_000_000_000_000, 0);

/// The clocks of a pairing, if there are any.
pub(super) fn clocks(plan: &Plan, pairing: &Pairing) -> Option<BySide<ClockSetting>> {
    let clocks = pairing.seats.map(|entrant| plan.entrants[entrant].limits.clock);
    let any = clocks.first.is_some() || clocks.second.is_some();
    any.then(|| clocks.map(|clock| clock.unwrap_or(UNLIMITED)))
}

/// The referee of one match.
pub(super) struct Referee {
    limits: BySide<Limits>,
    /// The milliseconds per move: the limit of the tournament or that of the bot's own configuration, whichever is
    /// stricter. Both are enforced alike, for bots as for engines.
    time_ms: BySide<Option<u64>>,
    judge: Option<Judge>,
    /// The time that is passed to the match core. It advances only while a player thinks, so that no player is charged
    /// for the arena's own work.
    pub(super) now: Instant,
    /// By how much a time limit was exceeded in a loss on time.
    late: Option<Duration>,
}

impl Referee {
    pub(super) fn new(plan: &Plan, pairing: &Pairing, now: Instant) -> Self {
        let rules = plan.config.adjudication;
        let limits = pairing.seats.map(|entrant| plan.entrants[entrant].limits);
        let time_ms = |entrant: usize| {
            let entrant = &plan.entrants[entrant];
            entrant.limits.time_ms.into_iter().chain(entrant.spec.time_ms).min()
        };
        Self {
            limits,
            time_ms: pairing.seats.map(time_ms),
            judge: rules.is_some().then(|| Judge::new(rules)),
            now,
            late: None,
        }
    }

    /// By how much the time limit was exceeded, if the match was lost on time and it is known.
    pub(super) const fn late(&self) -> Option<Duration> {
        self.late
    }

    /// The time limits of `side` for its turn. Its other limits are in its configuration.
    pub(super) fn limits(&self, contest: &Match, side: Side) -> TurnLimits<'static> {
        let limits = &self.limits[side];
        let clock = contest.clock().map(|clock| {
            let (left, settings) = (clock.readings(self.now), clock.settings());
            let own = |side: Side| OwnClock {
                remaining: Duration::from_millis(left[side]),
                increment: Duration::from_millis(settings[side].increment_ms),
                moves_to_go: contest.moves_to_go(side),
            };
            (own(side), own(!side))
        });
        let clock = clock.filter(|_| limits.clock.is_some());
        TurnLimits {
            clock: clock.map(|(own, _)| own),
            other_clock: clock.map(|(_, other)| other),
            margin: limits.margin(),
            ..TurnLimits::default()
        }
    }

    /// Charges `side` for the time that its move took. Returns the action for the match: the move, unless it came too
    /// late.
    pub(super) fn charge(&mut self, contest: &mut Match, side: Side, elapsed: Duration, mv: Action) -> Action {
        let limits = self.limits[side];
        let allowed = self.time_ms[side].map(Duration::from_millis);
        if let Some(why) = overtime(elapsed, allowed, limits.margin()) {
            self.late = allowed.map(|allowed| elapsed.saturating_sub(allowed));
            return Action::Fail { by: EndReason::Timeout, detail: why.into() };
        }
        if let Some(clock) = contest.clock() {
            let left = Duration::from_millis(clock.readings(self.now)[side]);
            let late = elapsed >= left && elapsed > left + limits.margin();
            self.late = late.then(|| elapsed.saturating_sub(left));
            // A move within the margin counts as just in time.
            let in_time = left.saturating_sub(Duration::from_micros(1)).min(elapsed);
            self.pass(contest, if late { elapsed } else { in_time });
        }
        mv
    }

    /// Returns the action that follows from a player's failure. A player whose flag fell loses by its clock, unless the
    /// other side can no longer win.
    pub(super) fn failure(&mut self, contest: &mut Match, side: Side, error: &PlayerError) -> Action {
        let by = error.by();
        if by == EndReason::Timeout {
            let left = contest.clock().map(|clock| clock.readings(self.now)[side]);
            let on_clock = left.filter(|_| self.limits[side].clock.is_some());
            let given = on_clock.into_iter().chain(self.time_ms[side]).min();
            self.late =
                error.elapsed().zip(given).map(|(took, given)| took.saturating_sub(Duration::from_millis(given)));
            if let Some(left) = on_clock {
                self.pass(contest, Duration::from_millis(left));
            }
        }
        Action::Fail { by, detail: error.detail() }
    }

    fn pass(&mut self, contest: &mut Match, time: Duration) {
        self.now += time;
        contest.tick(self.now);
    }

    /// Ends the match if the players' values or its length say so.
    pub(super) fn judge(&mut self, contest: &mut Match, side: Side, value: Option<i32>) {
        let Some(judge) = &mut self.judge else { return };
        if let Some(verdict) = judge.after(side, value, contest.moves().len()) {
            contest.adjudicate(verdict, self.now).expect("a live match can be ended");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::match_runner::begin;
    use super::*;
    use crate::plan::{Adjudication, Format, OpeningTerms, Per, TournamentConfig};
    use arena_bots::RawBot;
    use arena_games::{GameId, Options};
    use arena_play::EndDetail;
    use arena_play::end_detail::millis;

    const MARGIN: u64 = 100;

    /// A plan of two bots with these times per move of their own and these limits.
    fn plan(own_ms: Option<i64>, limits: Limits) -> Plan {
        let bot = |name: &str| {
            let raw = RawBot {
                name: Some(name.to_owned()),
                game: Some(GameId::ConnectFour),
                time_ms: own_ms,
                ..RawBot::default()
            };
            (raw.check(&[]).expect("the bot is valid"), limits)
        };
        Plan::new(TournamentConfig {
            name: "N".to_owned(),
            game: GameId::ConnectFour,
            options: Options::new(),
            format: Format::RoundRobin,
            rounds: 1,
            seed: 3,
            openings: OpeningTerms::Random { plies: 0 },
            openings_per: Per::Round,
            entrants: vec![bot("a"), bot("b")],
            adjudication: Adjudication::default(),
        })
        .expect("the plan is valid")
    }

    /// Charges the first move for this time. Returns the time by which it was too late, and the time allowed.
    fn charged(plan: &Plan, ms: u64) -> Option<(u64, u64)> {
        let pairing = plan.schedule.get(0).expect("there is a pairing");
        let now = Instant::now();
        let mut referee = Referee::new(plan, &pairing, now);
        let mut contest = begin(plan, &pairing, now).expect("the match begins");
        let mv = GameId::ConnectFour.parse_move("d").expect("a move");
        let action = Action::Move { ply: 0, mv, thought: None };
        match referee.charge(&mut contest, Side::First, Duration::from_millis(ms), action) {
            Action::Fail { by: EndReason::Timeout, detail } => {
                let allowed = match detail {
                    arena_play::Detail::Known(EndDetail::OverTime { allowed_ms, .. }) => allowed_ms,
                    other => panic!("{other:?}"),
                };
                Some((referee.late().map_or(0, millis), allowed))
            }
            _ => None,
        }
    }

    #[test]
    fn a_bots_own_time_per_move_is_enforced_like_a_limit() {
        let limits = |time_ms| Limits { time_ms, ..Limits::default() };
        for (own, limit) in [(Some(100), None), (None, Some(100)), (Some(100), Some(500)), (Some(500), Some(100))] {
            let plan = plan(own, limits(limit));
            assert_eq!(charged(&plan, 100 + MARGIN), None, "{own:?} {limit:?}");
            assert_eq!(charged(&plan, 876), Some((776, 100)), "{own:?} {limit:?}");
        }
        assert_eq!(charged(&plan(None, limits(None)), 876), None);
    }

    #[test]
    fn a_bots_own_time_is_enforced_beside_a_clock() {
        let clock = Some(ClockSetting::increment(60_000, 0));
        let limits = Limits { clock, margin_ms: 0, ..Limits::default() };
        assert_eq!(charged(&plan(Some(100), limits), 101), Some((1, 100)));
        assert_eq!(charged(&plan(Some(100), limits), 100), None);
        assert_eq!(charged(&plan(None, limits), 876), None);
    }
}
