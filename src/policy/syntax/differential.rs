//! The tree against a second YAML engine: what both accept they read alike.

use proptest::prelude::*;
use serde_yaml::Value as Other;

use super::documents;
use super::tree::{Node, Value};

/// Reads a text that is one document without a mistake.
fn ours(text: &str) -> Option<Node> {
    match <[_; 1]>::try_from(documents(text.as_bytes())) {
        Ok([document]) if document.diagnostics.is_empty() => document.root,
        Ok(_) | Err(_) => None,
    }
}

fn same(ours: &Node, other: &Other) -> bool {
    match (&ours.value, other) {
        (Value::Scalar(scalar), other) if scalar.plain => {
            // The other engine gives types, so it is asked for the type of this text alone.
            serde_yaml::from_str::<Other>(&scalar.text).is_ok_and(|alone| alone == *other)
                || other.as_str() == Some(&scalar.text)
        }
        (Value::Scalar(scalar), Other::String(text)) => scalar.text == *text,
        (Value::List(ours), Other::Sequence(others)) => {
            ours.len() == others.len() && ours.iter().zip(others).all(|(a, b)| same(a, b))
        }
        (Value::Map(ours), Other::Mapping(others)) => {
            ours.len() == others.len()
                && ours.iter().zip(others).all(|(entry, (_, value))| same(&entry.value, value))
        }
        _ => false,
    }
}

/// Tells whether an anchor's name holds more than letters: there the other engine ends the name
/// early, and the standard is with us.
fn has_odd_anchor(text: &str) -> bool {
    text.split('&').skip(1).any(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric())
            .starts_with(|c: char| !c.is_whitespace())
    })
}

const SEEDS: [&str; 4] = [
    "retry:\n  enabled: true\n  maxAttempts: 5\n  jitter: {factor: 0.1}\n  types: [a, \"b c\", 'd']\n",
    "a: &x\n  - 1\n  - b: c # d\n    e: y\nf: *x\n",
    "a: |\n  text\n   more\nb: >-\n  folded\n  text\nc: \"x\\n\\\n  y\"\n",
    "{a: [b, {c: d}], \"e\": 'f''g', h: }\n",
];

const PIECES: [&str; 22] = [
    "\n", "\n  ", " ", "\t", ": ", ":", "- ", "? ", "[", "]", "{", "}", ",", "#", " #", "&a ", "|",
    ">", "'", "\"", "\r", "é",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn both_engines_agree(
        seed in prop::sample::select(&SEEDS[..]),
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..3usize, prop::sample::select(&PIECES[..])),
            1..5,
        ),
    ) {
        let mut chars: Vec<char> = seed.chars().collect();
        for (at, removed, piece) in edits {
            let at = at.index(chars.len() + 1);
            let end = (at + removed).min(chars.len());
            chars.splice(at..end, piece.chars());
        }
        let text: String = chars.into_iter().collect();
        if let (Some(tree), Ok(other)) = (ours(&text), serde_yaml::from_str::<Other>(&text)) {
            prop_assert!(has_odd_anchor(&text) || same(&tree, &other), "{:?}\n{:?}\n{:?}", text, tree, other);
        }
    }
}

#[test]
fn both_engines_accept_the_seeds() {
    for seed in SEEDS {
        let other = serde_yaml::from_str::<Other>(seed).unwrap();
        assert!(same(&ours(seed).unwrap(), &other), "{seed}");
    }
}
