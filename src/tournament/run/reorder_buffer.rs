//! Puts results that arrive in any order into order.

use std::collections::{HashSet, VecDeque};

/// Results that wait for earlier ones.
pub(super) struct ReorderBuffer<T> {
    low: u64,
    waiting: VecDeque<Option<T>>,
}

impl<T> Default for ReorderBuffer<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> ReorderBuffer<T> {
    pub(super) const fn new() -> Self {
        Self { low: 0, waiting: VecDeque::new() }
    }

    /// The first missing number.
    pub(super) const fn low(&self) -> u64 {
        self.low
    }

    /// Adds the item with number `index`. Returns the item if that number was already there.
    pub(super) fn insert(&mut self, index: u64, item: T) -> Result<(), T> {
        let Some(place) = index.checked_sub(self.low).and_then(|place| usize::try_from(place).ok()) else {
            return Err(item);
        };
        if self.waiting.len() <= place {
            self.waiting.resize_with(place + 1, || None);
        }
        match &mut self.waiting[place] {
            Some(_) => Err(item),
            empty @ None => {
                *empty = Some(item);
                Ok(())
            }
        }
    }

    /// True if number `index` waits.
    pub(super) fn holds(&self, index: u64) -> bool {
        let place = index.checked_sub(self.low).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.waiting.get(place)).is_some_and(Option::is_some)
    }

    /// Removes the next item in order, if it has arrived.
    pub(super) fn pop(&mut self) -> Option<T> {
        let item = self.waiting.front_mut()?.take()?;
        self.waiting.pop_front();
        self.low += 1;
        Some(item)
    }

    /// The number of items that have arrived.
    pub(super) fn finished(&self) -> u64 {
        self.low + self.waiting.iter().flatten().count() as u64
    }

    /// Drops the waiting items. Returns false if there were none.
    pub(super) fn drop_waiting(&mut self) -> bool {
        let some = self.waiting.iter().flatten().next().is_some();
        self.waiting.clear();
        some
    }

    /// The waiting items, in order.
    pub(super) fn into_waiting(self) -> impl Iterator<Item = T> {
        self.waiting.into_iter().flatten()
    }

    /// The numbers of the waiting items.
    pub(super) fn waiting(&self) -> HashSet<u64> {
        (self.low..).zip(&self.waiting).filter(|(_, item)| item.is_some()).map(|(index, _)| index).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn items_leave_in_order(
            order in Just((0_u64..40).collect::<Vec<_>>()).prop_shuffle()
        ) {
            let mut reorder = ReorderBuffer::new();
            let mut left = Vec::new();
            for index in order {
                prop_assert!(reorder.insert(index, index).is_ok());
                prop_assert!(reorder.insert(index, index).is_err());
                while let Some(item) = reorder.pop() {
                    left.push(item);
                }
                prop_assert_eq!(reorder.low(), left.len() as u64);
            }
            prop_assert_eq!(left, (0..40).collect::<Vec<_>>());
        }
    }
}
