//! The memory of matches with large positions, as an explicit tree of thousands of leaves: limited per player, per address
//! and in all.

use std::net::{IpAddr, Ipv4Addr};

use uuid::Uuid;

use super::{Lobby, MatchTable};
use crate::byte_budget::Share;
use crate::error::ApiError;
use arena_play::MatchSetup;

/// A match takes about so many times the text of its position: a leaf of a tree is two bytes of text and a node of
/// sixteen, beside copies of the text.
const PER_TEXT_BYTE: usize = 10;

/// Matches that take less are not counted: the number of matches limits those.
const SMALL: usize = 4_096;

/// A player may hold this part of what an address may.
const OF_ADDRESS: usize = 2;

/// The memory of a running match.
pub(super) struct Weight {
    share: Share,
    maker: Option<Uuid>,
}

impl MatchTable {
    /// Returns the bytes of the running matches that this player made.
    fn weight_of(&self, maker: Uuid) -> usize {
        let own = self.weights.values().filter(|weight| weight.maker == Some(maker));
        own.map(|weight| weight.share.held()).sum()
    }
}

impl Lobby {
    /// Takes the memory for a match that `maker` makes; none for a small one.
    ///
    /// # Errors
    /// [`ApiError::OverLimit`] if the player, the address or the server holds too much.
    pub(super) fn weigh(&self, maker: Uuid, setup: &MatchSetup) -> Result<Option<Weight>, ApiError> {
        let Some(bytes) = bytes(setup) else { return Ok(None) };
        let positions = &self.inner.positions;
        let most = positions.most_per_address() / OF_ADDRESS;
        if self.table().weight_of(maker) + bytes > most {
            let mib = most >> 20;
            return Err(ApiError::OverLimit(format!(
                "the positions of your matches take more than {mib} MiB of memory; finish a match first"
            )));
        }
        let address = self.inner.bots.principals.address(maker);
        let share = positions.share(address.unwrap_or(NOWHERE));
        if !share.take(bytes) {
            return Err(too_much());
        }
        Ok(Some(Weight { share, maker: Some(maker) }))
    }

    /// Takes the memory for a match that is brought back, which counts for nobody but the server.
    ///
    /// # Errors
    /// [`ApiError::OverLimit`] if the server holds too much.
    pub(super) fn weigh_again(&self, setup: &MatchSetup) -> Result<Option<Weight>, ApiError> {
        let Some(bytes) = bytes(setup) else { return Ok(None) };
        let positions = &self.inner.positions;
        if positions.held() + bytes > positions.most() {
            return Err(too_much());
        }
        let share = positions.share(NOWHERE);
        share.add(bytes);
        Ok(Some(Weight { share, maker: None }))
    }
}

/// The address of matches whose maker's is not known.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

fn bytes(setup: &MatchSetup) -> Option<usize> {
    let bytes = setup.position.as_ref().map_or(0, |text| text.len() * PER_TEXT_BYTE);
    (bytes > SMALL).then_some(bytes)
}

fn too_much() -> ApiError {
    ApiError::OverLimit("the positions of matches take too much memory at the moment; try again later".to_owned())
}
