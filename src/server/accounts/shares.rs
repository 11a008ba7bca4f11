//! Limits the slots that each network may occupy.

use std::net::IpAddr;

use crate::quota::{Bounds, Holder, Permit, Quota};

/// Slots in use per network.
#[derive(Clone, Default)]
pub(super) struct Shares(Quota);

/// A slot. Dropping it frees the slot.
pub(super) type Share = Permit;

impl Shares {
    /// Takes a slot for an address that has fewer than `most`.
    pub(super) fn take(&self, address: IpAddr, most: usize) -> Option<Share> {
        self.0.take(Holder::at(address), 1, &Bounds::shared(most, usize::MAX)).ok()
    }
}
