//! Whoever looks at the clock and at what the players think of a match, while it is played on this thread.

use std::time::{Duration, Instant};

use super::judge::Judge;
use crate::bots::{OwnClock, PlayerError, TurnLimits};
use crate::games::{BySide, Side};
use crate::play::{Action, ClockSetting, EndReason, Match};
use crate::tournament::pairing::Pairing;
use crate::tournament::plan::Limits;
use crate::tournament::plan::Plan;

/// The clock of a side whose time is unlimited, when the other side's is not: it will not run out.
const UNLIMITED: ClockSetting = ClockSetting { initial_ms: 1_000_000_000_000, increment_ms: 0 };

/// The clocks of a pairing, when there are any.
pub(super) fn clocks(plan: &Plan, pairing: &Pairing) -> Option<BySide<ClockSetting>> {
    let clocks = pairing.seats.map(|entrant| plan.entrants[entrant].limits.clock);
    let any = clocks.first.is_some() || clocks.second.is_some();
    any.then(|| clocks.map(|clock| clock.unwrap_or(UNLIMITED)))
}

/// The referee of one match.
pub(super) struct Referee {
    limits: BySide<Limits>,
    judge: Option<Judge>,
    /// What time the match is told: it passes only while a player thinks, so that nobody is charged for the arena's own
    /// work.
    pub(super) now: Instant,
}

impl Referee {
    pub(super) fn new(plan: &Plan, pairing: &Pairing, now: Instant) -> Self {
        let rules = plan.config.adjudication;
        Self {
            limits: pairing.seats.map(|entrant| plan.entrants[entrant].limits),
            judge: rules.is_some().then(|| Judge::new(rules)),
            now,
        }
    }

    /// What `side` is told of its time. The rest of its limits stands in its configuration.
    pub(super) fn limits(&self, contest: &Match, side: Side) -> TurnLimits<'static> {
        let limits = &self.limits[side];
        let clock = contest.clock().map(|clock| {
            let (left, settings) = (clock.readings(self.now), clock.settings());
            let own = |side: Side| OwnClock {
                remaining: Duration::from_millis(left[side]),
                increment: Duration::from_millis(settings[side].increment_ms),
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

    /// Charges `side` for the time that its move took; what is to be handed in: the move, unless it came too late.
    pub(super) fn charge(&mut self, contest: &mut Match, side: Side, elapsed: Duration, mv: Action) -> Action {
        let limits = self.limits[side];
        if let Some(time) = limits.time_ms.map(Duration::from_millis)
            && elapsed > time + limits.margin()
        {
            let detail = format!("took {} ms of the {} ms that a move may take", elapsed.as_millis(), time.as_millis());
            return Action::Fail { by: EndReason::Timeout, detail };
        }
        if let Some(clock) = contest.clock() {
            let left = Duration::from_millis(clock.readings(self.now)[side]);
            let late = elapsed >= left && elapsed > left + limits.margin();
            // Within the margin a move comes just in time.
            let in_time = left.saturating_sub(Duration::from_micros(1)).min(elapsed);
            self.pass(contest, if late { elapsed } else { in_time });
        }
        mv
    }

    /// What a player's failure leads to. One that let its flag fall loses by its clock, unless the other side could not
    /// win any more.
    pub(super) fn failure(&mut self, contest: &mut Match, side: Side, error: &PlayerError) -> Action {
        let by = error.by();
        if by == EndReason::Timeout && self.limits[side].clock.is_some() {
            let left = contest.clock().map(|clock| clock.readings(self.now)[side]);
            self.pass(contest, Duration::from_millis(left.unwrap_or(0)));
        }
        Action::Fail { by, detail: error.to_string() }
    }

    fn pass(&mut self, contest: &mut Match, time: Duration) {
        self.now += time;
        contest.tick(self.now);
    }

    /// Ends the match where the players' values or its length say so.
    pub(super) fn judge(&mut self, contest: &mut Match, side: Side, value: Option<i32>) {
        let Some(judge) = &mut self.judge else { return };
        if let Some(verdict) = judge.after(side, value, contest.moves().len()) {
            contest.adjudicate(verdict, self.now).expect("a live match can be ended");
        }
    }
}
