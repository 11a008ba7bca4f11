//! What a match that has too much to do hands back.

use std::sync::Arc;

use tokio::sync::mpsc;
use uuid::Uuid;

use super::tictactoe;
use crate::games::{GameId, Options};
use crate::play::handle::{Command, MatchHandle, MatchOverview, ReplyTo, SendError, Shared};
use crate::play::link::{Gone, LinkId, Listener, Notification};
use crate::play::{Action, MatchSetup};

struct Nobody;

impl Listener for Nobody {
    fn notify(&self, _: Uuid, _: Notification) -> Result<(), Gone> {
        Err(Gone)
    }
}

#[test]
fn a_full_queue_hands_the_command_back_to_be_sent_again() {
    let (core, now) = tictactoe(None);
    let setup = MatchSetup {
        id: Uuid::from_u128(1),
        game: GameId::TicTacToe,
        options: Options::new(),
        position: None,
        opening: Vec::new(),
        seats: core.seats().clone(),
        clock: None,
        rated: false,
        seed: 1,
        created_ms: 0,
    };
    let (sender, mut queue) = mpsc::channel(1);
    let handle = MatchHandle::new(Arc::new(setup), sender, Arc::new(Shared::new(MatchOverview::of(&core))));
    let resign =
        |re| handle.act(ReplyTo { link: LinkId(1), listener: Arc::new(Nobody), re: Some(re), at: now }, Action::Resign);
    resign(1).expect("there is room for one");
    let Err(SendError::Busy(back)) = resign(2) else { panic!("there was room for two") };
    assert!(
        matches!(queue.try_recv().map(|command| *command), Ok(Command::Act { reply_to, .. }) if reply_to.re == Some(1))
    );
    handle.send(*back).expect("there is room again");
    let again = queue.try_recv();
    assert!(
        matches!(again.map(|command| *command), Ok(Command::Act { reply_to, action: Action::Resign }) if reply_to.re == Some(2))
    );
    drop(queue);
    let Err(SendError::Stopped(back)) = resign(3) else { panic!("nobody takes it") };
    assert!(matches!(&*back, Command::Act { reply_to, .. } if reply_to.re == Some(3)));
}
