//! Activities that wait, by the moment at which they are due.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::moment::Moment;

/// Gives the earliest first, and of those due at the same moment the lowest number.
///
/// Most waits end in a later second than they begin. They are put down unsorted, by that second,
/// and sorted when it comes: with a million activities that is twice as fast as one heap for all.
#[derive(Debug, Default)]
pub(super) struct DueQueue {
    /// Due in later seconds than `second`.
    later: BTreeMap<usize, Vec<Entry>>,
    second: usize,
    /// What `later` held for `second`, the earliest last.
    sorted: Vec<Entry>,
    /// What was added since, due in `second` or before.
    added: BinaryHeap<Reverse<Entry>>,
}

type Entry = (Moment, u32);

impl DueQueue {
    pub(super) fn push(&mut self, at: Moment, activity: u32) {
        if at.second() > self.second {
            self.later.entry(at.second()).or_default().push((at, activity));
        } else {
            self.added.push(Reverse((at, activity)));
        }
    }

    /// The moment of the earliest.
    pub(super) fn peek(&mut self) -> Option<Moment> {
        if self.sorted.is_empty() && self.added.is_empty() {
            let (second, mut entries) = self.later.pop_first()?;
            entries.sort_unstable_by_key(|entry| Reverse(*entry));
            (self.second, self.sorted) = (second, entries);
        }
        let added = self.added.peek().map(|Reverse(entry)| entry);
        self.sorted.last().into_iter().chain(added).min().map(|(at, _)| *at)
    }

    /// Takes the earliest.
    pub(super) fn pop(&mut self) -> Option<Entry> {
        self.peek()?;
        let added = self.added.peek().map(|Reverse(entry)| *entry);
        match (self.sorted.last(), added) {
            (Some(sorted), Some(added)) if added < *sorted => {
                self.added.pop().map(|Reverse(entry)| entry)
            }
            (Some(_), _) => self.sorted.pop(),
            (None, _) => self.added.pop().map(|Reverse(entry)| entry),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Millis;

    proptest! {
        /// Delays are drawn long and short, and each pop but the first few adds one more.
        #[test]
        fn gives_what_one_heap_would_give(delays in prop::collection::vec(0..3_000_u64, 1..200)) {
            let (mut queue, mut heap) = (DueQueue::default(), BinaryHeap::new());
            let mut now = 0;
            for (number, delay) in (0..).zip(delays) {
                let at = Moment::at(Millis(now + delay));
                queue.push(at, number % 7);
                heap.push(Reverse((at, number % 7)));
                if number % 3 > 0 {
                    prop_assert_eq!(queue.peek(), heap.peek().map(|Reverse((at, _))| *at));
                    let next = heap.pop().map(|Reverse(entry)| entry);
                    prop_assert_eq!(queue.pop(), next);
                    now = next.map_or(now, |(at, _)| at.since(Moment::START).0);
                }
            }
            while let Some(Reverse(entry)) = heap.pop() {
                prop_assert_eq!(queue.pop(), Some(entry));
            }
            prop_assert_eq!(queue.pop(), None);
        }
    }
}
