//! The clock and the adjudication of a match that is played on this thread.

use std::time::{Duration, Instant};

use super::judge::Judge;
use crate::pairing::Pairing;
use crate::plan::Limits;
use crate::plan::Plan;
use arena_bots::{OwnClock, PlayerError, TurnLimits};
use arena_games::{BySide, Side};
use arena_play::circumstance::millis;
use arena_play::{Action, Circumstance, ClockSetting, EndReason, Match};

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
    /// The milliseconds per move in each bot's own configuration, in addition to the limits of the tournament.
    own_ms: BySide<Option<u64>>,
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
        Self {
            limits: pairing.seats.map(|entrant| plan.entrants[entrant].limits),
            own_ms: pairing.seats.map(|entrant| plan.entrants[entrant].spec.time_ms),
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
        if let Some(time) = limits.time_ms.map(Duration::from_millis)
            && elapsed > time + limits.margin()
        {
            self.late = Some(elapsed.saturating_sub(time));
            let why = Circumstance::OverTime { took_ms: millis(elapsed), allowed_ms: millis(time) };
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
            let (on_clock, time_ms) = (left.filter(|_| self.limits[side].clock.is_some()), self.limits[side].time_ms);
            let given = on_clock.into_iter().chain(time_ms).chain(self.own_ms[side]).min();
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
