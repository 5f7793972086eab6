//! Fixes: what they leave alone, and that they come to an end.

use proptest::prelude::*;
use wovyr_retry::lint::{Settings, check, mend};
use wovyr_retry::policy::diagnostic::{Safety, Severity};
use wovyr_retry::policy::load;

const SEEDS: [&str; 5] = [
    "# top\nretry:\n  maxAtempts: 3 # three\n  initialDelay: 5\n  jitter: false\n  enabled: yes\n",
    "retry: {strategy: fixed, maxDelay: 9s, multiplier: 2.0, initialDelay: 5s}\r\nactivities:\r\n  A: {retry: {maxAttempts: 0}}",
    "\u{feff}retry:\n  # growth\n  multiplier: 1\n  maxDelay: 8s\ntimeouts: {activity: \"30s\", workflow: 2M}\n---\nretry: {maxAttempts: 1, jitter: full}\n",
    "x: &a {b: c}\nretry:\n  strategy: exponental\n  maxDelay: &d 90s\ntimeouts:\n  activity: *d\n",
    "retry:\n  maxAttempts: \"5\"\n  initialDelay: 10s\n  maxDelay: 5S # cap\n  jitter: 0.2\n  nonRetryableErrorTypes: [A, no]\n",
];

const PIECES: [&str; 24] = [
    "\n",
    "\n  ",
    " ",
    ": ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ",",
    " #",
    "\"",
    "\r\n",
    "é",
    "0",
    "1",
    "s",
    "jitter: false",
    "maxAttempts: 1",
    "strategy: fixed",
    "multiplier: 1",
    "yes",
    "*d",
    "retry:\n  ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn fixing_ends_and_makes_nothing_worse(
        seed in prop::sample::select(&SEEDS[..]),
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..6usize, prop::sample::select(&PIECES[..])), 0..4,
        ),
        is_unsafe: bool,
    ) {
        let mut chars: Vec<char> = seed.chars().collect();
        for (at, removed, piece) in edits {
            let at = at.index(chars.len() + 1);
            let end = (at + removed).min(chars.len());
            chars.splice(at..end, piece.chars());
        }
        let text: String = chars.into_iter().collect();
        let (settings, up_to) =
            (Settings::default(), if is_unsafe { Safety::Unsafe } else { Safety::Safe });
        let Some(mended) = mend(text.as_bytes(), &settings, up_to) else { return Ok(()) };
        let errors = |text: &str| {
            let found = check(text.as_bytes(), &settings);
            found.iter().filter(|one| one.severity == Severity::Error).count()
        };
        prop_assert!(errors(&mended.text) <= errors(&text), "{text:?}\n{:?}", mended.text);
        prop_assert_eq!(mend(mended.text.as_bytes(), &settings, up_to), None, "{:?}", text);
        let comments = |text: &str| text.matches('#').count();
        prop_assert_eq!(comments(&mended.text), comments(&text), "{:?}\n{:?}", text, mended.text);
        if !is_unsafe {
            let (before, after) = (load(text.as_bytes()), load(mended.text.as_bytes()));
            prop_assert_eq!(before.policies.len(), after.policies.len());
            for (before, after) in before.policies.iter().zip(&after.policies) {
                prop_assert!(same_decisions(before, after), "{text:?}\n{:?}", mended.text);
            }
        }
    }
}

/// Tells whether both give every failure of a type the same delays and classes.
fn same_decisions(
    before: &wovyr_retry::policy::Policy,
    after: &wovyr_retry::policy::Policy,
) -> bool {
    use wovyr_retry::retry::{CompiledPolicy, JitterSeed, PolicyStrategy};
    let names = before.overrides.keys().map(String::as_str).map(Some).chain([None]);
    names.into_iter().all(|name| {
        let (a, b) = (before.effective(name).0, after.effective(name).0);
        let mut rest = b.clone();
        rest.retry = a.retry.clone();
        let (old, new) = (CompiledPolicy::new(a.clone()), CompiledPolicy::new(b.clone()));
        let delays = |policy: &CompiledPolicy| -> Vec<_> {
            let strategy = PolicyStrategy::new(policy, JitterSeed(7), None);
            (1..30).map(|attempt| strategy.delay(attempt)).collect()
        };
        let retries = a.retry.enabled && a.retry.max_attempts.allows_after(1);
        rest == *a
            && (a.retry.enabled, a.retry.max_attempts) == (b.retry.enabled, b.retry.max_attempts)
            && (!retries || delays(&old) == delays(&new))
    })
}
