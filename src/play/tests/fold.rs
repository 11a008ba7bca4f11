//! The state of a match is a fold over its events.

use std::time::Duration;

use proptest::prelude::*;
use serde_json::json;

use super::{human, tictactoe};
use crate::{Action, Claim, Match, OfferKind, Phase, Seat};
use arena_games::{BySide, GameId, MoveCode, Options, Side};

fn any_action() -> impl Strategy<Value = (Side, Action)> {
    let side = prop_oneof![Just(Side::First), Just(Side::Second)];
    let what = prop_oneof![Just(OfferKind::Draw), Just(OfferKind::Takeback), Just(OfferKind::Rematch)];
    (0..13_u8, side, what, 0..9_usize, 0..10_u32, any::<bool>()).prop_map(|(kind, side, what, ply, code, accept)| {
        match kind {
            0..=5 => (side, Action::Move { ply, mv: MoveCode(code), thought: None }),
            6 => (side, Action::Offer(what)),
            7 => (side, Action::Answer { what, accept }),
            8 => (side, Action::Away),
            9 => (side, Action::Back),
            10 if accept => (side, Action::Resign),
            11 => (side, Action::Claim(if accept { Claim::Win } else { Claim::Draw })),
            _ => (side, Action::Sit(Seat::Bot { name: "bot".into(), spec: json!({}) })),
        }
    })
}

proptest! {
    /// Random actions at random times: refusals change nothing, and the events alone lead to the same state.
    #[test]
    fn state_is_a_fold_over_the_events(
        actions in prop::collection::vec((any_action(), 0..5_000_u64), 0..60),
        clock: bool,
    ) {
        let (mut core, mut now) = tictactoe(clock.then_some((20_000, 100)));
        let made = now;
        for ((side, action), wait) in actions {
            now += Duration::from_millis(wait);
            let (side, action) = match action {
                // Most moves are sent with the right side and ply, so that matches progress.
                Action::Move { mv, ply, .. } if ply > 2 => {
                    (core.board().to_move(), Action::Move { ply: core.moves().len(), mv, thought: None })
                }
                other => (side, other),
            };
            core.tick(now);
            let before = core.events().len();
            if core.handle(side, action, now).is_err() {
                prop_assert_eq!(core.events().len(), before);
            }
        }
        let board = GameId::TicTacToe.board(&Options::new(), None).expect("the game has no options");
        let seats = BySide::new(human(1), human(2));
        let again = Match::replay(board, core.terms().clone(), seats, core.events().to_vec(), made)
            .expect("the events are of this match");
        prop_assert_eq!(again.phase(), core.phase());
        prop_assert_eq!(again.moves(), core.moves());
        prop_assert_eq!(again.events(), core.events());
        prop_assert_eq!(again.board().notation(), core.board().notation());
        for what in [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch] {
            prop_assert_eq!(again.offered(what), core.offered(what));
        }
        for side in Side::BOTH {
            prop_assert_eq!(again.is_away(side), core.is_away(side));
        }
        let left = |core: &Match| core.clock().map(|clock| (clock.readings(made), clock.running()));
        if matches!(core.phase(), Phase::Over(_)) {
            prop_assert_eq!(left(&again), left(&core));
        }
        // Restarting the time has the same result as restoring the match.
        core.begin_time_anew(made);
        prop_assert_eq!(left(&again), left(&core));
        prop_assert_eq!(again.deadline(), core.deadline());
    }
}
