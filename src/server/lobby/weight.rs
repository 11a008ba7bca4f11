//! Limits the memory of matches with large positions, such as an explicit tree with thousands of leaves: per player, per
//! address and in total.

use std::net::{IpAddr, Ipv4Addr};

use uuid::Uuid;

use super::{Lobby, MatchTable};
use crate::byte_budget::Share;
use crate::error::ApiError;
use arena_games::diagnostic;
use arena_play::MatchSetup;

/// Estimated memory of a match per byte of its position's text. A leaf of a tree takes two bytes of text and a node of
/// sixteen bytes, and there are copies of the text.
const PER_TEXT_BYTE: usize = 10;

/// Minimum size of a counted match. Smaller ones are limited by the number of matches.
const SMALL: usize = 4_096;

/// Divisor of an address's limit that gives the limit of a player.
const OF_ADDRESS: usize = 2;

/// The memory of a running match.
pub(super) struct Weight {
    share: Share,
    maker: Option<Uuid>,
}

impl MatchTable {
    /// Returns the bytes of the running matches that this player created.
    fn weight_of(&self, maker: Uuid) -> usize {
        let own = self.weights.values().filter(|weight| weight.maker == Some(maker));
        own.map(|weight| weight.share.held()).sum()
    }
}

impl Lobby {
    /// Reserves the memory for a match that `maker` creates. Small matches reserve nothing.
    ///
    /// # Errors
    /// [`ApiError`] if the player, the address or the server would exceed its limit.
    pub(super) fn weigh(&self, maker: Uuid, setup: &MatchSetup) -> Result<Option<Weight>, ApiError> {
        let Some(bytes) = bytes(setup) else { return Ok(None) };
        let positions = &self.inner.positions;
        let most = positions.most_per_address() / OF_ADDRESS;
        if self.table().weight_of(maker) + bytes > most {
            let mib = most >> 20;
            return Err(ApiError::over_limit(diagnostic!(
                "own_positions",
                "the start positions of your matches use more than {mib} MiB of memory; finish a match first",
                mib
            )));
        }
        let address = self.inner.bots.principals.address(maker);
        let share = positions.share(address.unwrap_or(NOWHERE));
        if !share.take(bytes) {
            return Err(too_much());
        }
        Ok(Some(Weight { share, maker: Some(maker) }))
    }

    /// Reserves the memory for a restored match. It counts toward the server's limit only.
    ///
    /// # Errors
    /// [`ApiError`] if the server would exceed its limit.
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

/// Stands for the address of a creator whose address is unknown.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

fn bytes(setup: &MatchSetup) -> Option<usize> {
    let bytes = setup.position.as_ref().map_or(0, |text| text.len() * PER_TEXT_BYTE);
    (bytes > SMALL).then_some(bytes)
}

fn too_much() -> ApiError {
    ApiError::over_limit(diagnostic!(
        "server_positions",
        "the start positions of all matches use too much memory at the moment; try again later"
    ))
}
