//! Puts what finishes in any order into order again.

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

    /// The first number that is missing.
    pub(super) const fn low(&self) -> u64 {
        self.low
    }

    /// Adds the item with the number `index`; returns the item when that number was there already.
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

    /// Whether number `index` waits.
    pub(super) fn holds(&self, index: u64) -> bool {
        let place = index.checked_sub(self.low).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.waiting.get(place)).is_some_and(Option::is_some)
    }

    /// The next one in order, if it is there.
    pub(super) fn pop(&mut self) -> Option<T> {
        let item = self.waiting.front_mut()?.take()?;
        self.waiting.pop_front();
        self.low += 1;
        Some(item)
    }

    /// How many were taken in.
    pub(super) fn finished(&self) -> u64 {
        self.low + self.waiting.iter().flatten().count() as u64
    }

    /// Forgets those that wait; false when there are none.
    pub(super) fn drop_waiting(&mut self) -> bool {
        let some = self.waiting.iter().flatten().next().is_some();
        self.waiting.clear();
        some
    }

    /// Those that wait, in order.
    pub(super) fn into_waiting(self) -> impl Iterator<Item = T> {
        self.waiting.into_iter().flatten()
    }

    /// The numbers of those that wait.
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
        fn whatever_the_order_of_arrival_it_leaves_in_order(
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
