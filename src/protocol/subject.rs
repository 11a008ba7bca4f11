//! What it is that lives at one node.

use uuid::Uuid;

use super::from_client::Create;
use super::{FromClient, SeatChoice};

/// What something belongs to, so that it lives at one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// This match.
    Match(Uuid),
    /// What there is one of.
    Lobby,
}

impl Subject {
    /// What a message is about, if that lives at one node. Whoever has a seat kept in a match that is made waits to hear of it where
    /// all are known who are there.
    #[must_use]
    pub fn of(message: &FromClient) -> Option<Self> {
        use FromClient as F;
        match message {
            F::Hello { .. } | F::Ping => None,
            F::Create(Create { seats, .. }) => {
                let is_kept = seats.iter().any(|seat| matches!(seat, SeatChoice::Player(_)));
                is_kept.then_some(Self::Lobby)
            }
            F::Join { id, .. }
            | F::Watch { id, .. }
            | F::Leave { id }
            | F::Move { id, .. }
            | F::Resign { id }
            | F::Abort { id }
            | F::Claim { id, .. }
            | F::Offer { id, .. }
            | F::Answer { id, .. } => Some(Self::Match(*id)),
            F::Challenge(_)
            | F::Accept { .. }
            | F::Decline { .. }
            | F::Withdraw { .. }
            | F::Pair(_)
            | F::Unpair
            | F::Enter { .. }
            | F::Rest { .. }
            | F::Quit { .. }
            | F::Subscribe { .. }
            | F::Unsubscribe { .. } => Some(Self::Lobby),
        }
    }
}
