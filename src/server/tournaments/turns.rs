//! Turns of players' tournaments of bots. A few are played at a time, and the others wait. Nobody keeps a place for as long
//! as a tournament takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use arena_tournament::Control;

/// The tournaments that players started, in the order in which they began to play or to wait.
#[derive(Default)]
pub(super) struct Turns {
    playing: Vec<Turn>,
    waiting: Vec<Turn>,
}

struct Turn {
    tournament: Uuid,
    control: Arc<Control>,
    since: Instant,
}

impl Turns {
    /// Adds a tournament, which waits.
    pub(super) fn enter(&mut self, tournament: Uuid, control: &Arc<Control>, now: Instant) {
        control.hold(true);
        self.waiting.push(Turn { tournament, control: Arc::clone(control), since: now });
    }

    /// Removes a tournament that is over.
    pub(super) fn leave(&mut self, tournament: Uuid) {
        for turns in [&mut self.playing, &mut self.waiting] {
            turns.retain(|it| it.tournament != tournament);
        }
    }

    /// Lets `places` tournaments play. If others wait, those that have played for `turn` make room, the longest first. A
    /// tournament that is paused takes no place. Matches in progress are finished.
    pub(super) fn assign(&mut self, places: usize, turn: Duration, now: Instant) {
        let (paused, playing) = std::mem::take(&mut self.playing).into_iter().partition(|it| it.control.is_paused());
        self.playing = playing;
        paused.into_iter().for_each(|it| self.wait(it, now));
        loop {
            let Some(next) = self.waiting.iter().position(|it| !it.control.is_paused()) else { return };
            if self.playing.len() >= places {
                let had = |it: &Turn| now.saturating_duration_since(it.since);
                let Some(first) = self.playing.iter().position(|it| had(it) >= turn) else { return };
                let first = self.playing.remove(first);
                self.wait(first, now);
            }
            let next = self.waiting.remove(next);
            next.control.hold(false);
            self.playing.push(Turn { since: now, ..next });
        }
    }

    fn wait(&mut self, turn: Turn, now: Instant) {
        turn.control.hold(true);
        self.waiting.push(Turn { since: now, ..turn });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Duration = Duration::from_secs(10);

    #[test]
    fn tournaments_take_turns_and_paused_ones_take_no_place() {
        let (mut turns, start) = (Turns::default(), Instant::now());
        let controls: Vec<Arc<Control>> = (0..4).map(|_| Arc::default()).collect();
        for (n, control) in (0..).zip(&controls) {
            turns.enter(Uuid::from_u128(n), control, start);
        }
        let plays = |turns: &mut Turns, at: u32| {
            turns.assign(2, TURN, start + TURN * at / 2);
            controls.iter().map(|control| u8::from(!control.is_held())).collect::<Vec<u8>>()
        };
        assert_eq!(plays(&mut turns, 0), [1, 1, 0, 0]);
        assert_eq!(plays(&mut turns, 1), [1, 1, 0, 0], "their turn is not over");
        assert_eq!(plays(&mut turns, 2), [0, 0, 1, 1]);
        assert_eq!(plays(&mut turns, 4), [1, 1, 0, 0]);
        controls[0].pause();
        assert_eq!(plays(&mut turns, 5), [0, 1, 1, 0]);
        turns.leave(Uuid::from_u128(1));
        turns.leave(Uuid::from_u128(3));
        controls[0].go_on();
        assert_eq!(plays(&mut turns, 6)[..3], [1, 1, 1], "the second has left the turns as it was");
        assert_eq!(plays(&mut turns, 99)[2], 1, "nobody waits");
    }
}
