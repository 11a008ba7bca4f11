//! Limits the slots that each household may occupy.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::household::household;

/// Number of slots in use per household.
#[derive(Clone, Default)]
pub(super) struct Shares(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A slot. Dropping it frees the slot.
pub(super) struct Share(Shares, IpAddr);

impl Shares {
    /// Takes a slot for a household that has fewer than `most`.
    pub(super) fn take(&self, address: IpAddr, most: usize) -> Option<Share> {
        let household = household(address);
        let mut places = self.places();
        let own = places.entry(household).or_default();
        if *own >= most {
            return None;
        }
        *own += 1;
        Some(Share(self.clone(), household))
    }

    fn places(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut places = self.0.places();
        if let Some(own) = places.get_mut(&self.1) {
            *own -= 1;
            if *own == 0 {
                places.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_leaves_places_for_others_and_gets_them_back() {
        let shares = Shares::default();
        let take = |address: &str| shares.take(address.parse().expect("an address"), 2);
        let held = [take("2001:db8::1"), take("2001:db8::2")];
        assert!(held.iter().all(Option::is_some) && take("2001:db8::3").is_none() && take("192.0.2.1").is_some());
        drop(held);
        assert!(take("2001:db8::3").is_some());
        assert!(shares.places().is_empty());
    }
}
