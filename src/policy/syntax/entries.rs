//! The entries of a map while it is composed.

use std::collections::BTreeMap;

use super::tree::{Entry, Node, Value};
use crate::policy::diagnostic::Span;

/// What a key does in its map.
#[derive(Debug)]
pub(super) enum KeyRole {
    /// It is a key of the map.
    Own(String),
    /// `<<`: its value's entries join the map where the map has none of that key.
    Merge,
    /// Nothing: its value is passed over.
    Refused,
}

/// The entries so far.
#[derive(Debug, Default)]
pub(super) struct Entries {
    own: Vec<Entry>,
    /// Where each key stands in `own`, the last of them, and where it stood first in the file.
    places: BTreeMap<String, (usize, Span)>,
    /// The values of merge keys.
    pub(super) merged: Vec<Node>,
}

impl Entries {
    /// Where a key stood first.
    pub(super) fn first(&self, key: &str) -> Option<Span> {
        self.places.get(key).map(|(_, first)| *first)
    }

    /// Adds an entry. One with the same key that is there counts no more.
    pub(super) fn push(&mut self, entry: Entry) {
        let index = self.own.len();
        self.places
            .entry(entry.key.clone())
            .and_modify(|(last, _)| *last = index)
            .or_insert((index, entry.key_span));
        self.own.push(entry);
    }

    /// The entries of the whole map: own ones first, then those merged in, earlier ones winning.
    pub(super) fn settle(self) -> Vec<Entry> {
        let Self { own, mut places, merged } = self;
        if own.len() == places.len() && merged.is_empty() {
            return own;
        }
        let is_last = |(index, entry): &(usize, Entry)| {
            places.get(&entry.key).is_some_and(|(last, _)| last == index)
        };
        let mut entries: Vec<Entry> =
            own.into_iter().enumerate().filter(is_last).map(|(_, entry)| entry).collect();
        let maps = merged.into_iter().flat_map(|node| match node.value {
            Value::List(nodes) => nodes,
            Value::Map(_) | Value::Scalar(_) => vec![node],
        });
        for node in maps {
            let Value::Map(additions) = node.value else { continue };
            for entry in additions {
                if !places.contains_key(&entry.key) {
                    places.insert(entry.key.clone(), (entries.len(), entry.key_span));
                    entries.push(entry);
                }
            }
        }
        entries
    }
}
