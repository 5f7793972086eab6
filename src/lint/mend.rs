//! Fixes applied until none is left: byte ranges are replaced, all else stays as it was.

use std::collections::BTreeMap;

use super::check::check;
use super::settings::Settings;
use crate::policy::diagnostic::{Diagnostic, Edit, Fix, Safety, Severity};

/// The checks that one change may cost before the search for one is given up: a file in which none
/// of hundreds of fixes helps is for a person to mend.
const MOST_TRIALS: u32 = 1_000;

/// A text after its fixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The text.
    pub text: String,
    /// How many fixes were applied.
    pub fixes: usize,
}

/// Applies the fixes of a file until none is left that helps: safe ones, or the unsafe ones too.
/// None if nothing changes. What comes out has no new errors, and mending it again changes nothing.
pub fn mend(source: &[u8], settings: &Settings, up_to: Safety) -> Option<Mended> {
    let mut text = std::str::from_utf8(source).ok()?.to_owned();
    let mut fixes = 0;
    // Each round lowers the score, of which there are finitely many below the first.
    while let Some(step) = Round::of(&text, settings, up_to).step() {
        text = step.text;
        fixes += step.fixes;
    }
    (fixes > 0).then_some(Mended { text, fixes })
}

/// How bad a text is; the smaller the better, the first difference decides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    errors: usize,
    /// By code, the smallest first: a fix may uncover a finding of a later kind, not of its own.
    counts: Vec<usize>,
}

impl Score {
    fn of(found: &[Diagnostic]) -> Self {
        let mut counts: BTreeMap<&str, usize> =
            super::registry::RULES.iter().map(|rule| (rule.code.id, 0)).collect();
        for finding in found {
            *counts.entry(finding.code.id).or_default() += 1;
        }
        let errors = found.iter().filter(|finding| finding.severity == Severity::Error).count();
        Self { errors, counts: counts.into_values().collect() }
    }
}

/// One text, and the search for a change that makes it better.
struct Round<'a> {
    text: &'a str,
    settings: &'a Settings,
    score: Score,
    /// Of errors first: what comes after is judged on a policy.
    fixes: Vec<Fix>,
    of_errors: bool,
    trials: u32,
}

impl<'a> Round<'a> {
    fn of(text: &'a str, settings: &'a Settings, up_to: Safety) -> Self {
        let found = check(text.as_bytes(), settings);
        let allowed = |fix: &Fix| match (fix.safety, up_to) {
            (Safety::Safe, _) | (Safety::Unsafe, Safety::Unsafe) => true,
            (Safety::Unsafe, Safety::Safe) => false,
        };
        let of = |errors: bool| -> Vec<Fix> {
            let found = found.iter().filter(|one| (one.severity == Severity::Error) == errors);
            found.filter_map(|finding| finding.fix.clone()).filter(allowed).collect()
        };
        let (errors, others) = (of(true), of(false));
        Self {
            text,
            settings,
            score: Score::of(&found),
            of_errors: !errors.is_empty(),
            fixes: errors.into_iter().chain(others).collect(),
            trials: 0,
        }
    }

    fn step(mut self) -> Option<Mended> {
        let fixes = std::mem::take(&mut self.fixes);
        self.search(&fixes)
    }

    /// Tries all of the fixes at once, then each half of them.
    fn search(&mut self, fixes: &[Fix]) -> Option<Mended> {
        if fixes.is_empty() || self.trials == MOST_TRIALS {
            return None;
        }
        self.trials += 1;
        let mended = apply(self.text, fixes);
        if self.is_better(&mended) {
            return Some(mended);
        }
        let (first, second) = fixes.split_at(fixes.len() / 2);
        if first.is_empty() {
            return None;
        }
        self.search(first).or_else(|| self.search(second))
    }

    fn is_better(&self, mended: &Mended) -> bool {
        let score = Score::of(&check(mended.text.as_bytes(), self.settings));
        // Of several fixes each has to help: none may hide behind the others.
        let all_help = !self.of_errors
            || mended.fixes == 1
            || score.errors + mended.fixes <= self.score.errors;
        score < self.score && all_help
    }
}

/// Applies the fixes that do not touch what an earlier one changes.
fn apply(text: &str, fixes: &[Fix]) -> Mended {
    let mut edits: Vec<&Edit> = Vec::new();
    let mut applied = 0;
    let touches = |a: &Edit, b: &Edit| a.span.start <= b.span.end && b.span.start <= a.span.end;
    let mut sorted: Vec<&Fix> = fixes.iter().collect();
    sorted.sort_by_key(|fix| fix.edits.iter().map(|edit| edit.span).min());
    let mut end = None;
    for fix in sorted {
        let start = fix.edits.iter().map(|edit| edit.span.start).min();
        // Nearly always a fix begins behind the last one; only then every edit is compared.
        let is_behind = end.is_none_or(|end| start > Some(end));
        if is_behind || !fix.edits.iter().any(|new| edits.iter().any(|old| touches(new, old))) {
            edits.extend(&fix.edits);
            applied += 1;
            end = end.max(fix.edits.iter().map(|edit| edit.span.end).max());
        }
    }
    edits.sort();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(&text[at..edit.span.start]);
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out.push_str(&text[at..]);
    Mended { text: out, fixes: applied }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str, up_to: Safety) -> String {
        let mended = mend(text.as_bytes(), &Settings::default(), up_to);
        mended.map_or(text.to_owned(), |mended| mended.text)
    }

    #[test]
    fn safe_fixes_keep_what_the_policy_decides() {
        for (text, after) in [
            ("retry: {}", "retry: {}\n"),
            ("\u{feff}retry:\r\n  jitter: full # x\r\n", "retry:\n  jitter: full # x\n"),
            ("retry: {multiplier: 1}\n", "retry: {strategy: fixed}\n"),
            (
                "retry:\n  multiplier: 1 # why\n  maxDelay: 8s # cap\n",
                "retry:\n  strategy: fixed # why\n  # cap\n",
            ),
            ("retry: {strategy: exponential, multiplier: 1}\n", "retry: {strategy: fixed}\n"),
            ("retry: {maxAttempts: 1, jitter: false, maxDelay: 3s}\n", "retry: {maxAttempts: 1}\n"),
            ("retry: {jitter: false}\n", "retry: {jitter: false}\n"),
        ] {
            assert_eq!(mended(text, Safety::Safe), after);
        }
    }

    #[test]
    fn unsafe_fixes_write_what_was_probably_meant() {
        for (text, after) in [
            ("retry: {maxAtempts: 3}\n", "retry: {maxAttempts: 3}\n"),
            (
                "retry: {enabled: yes, initialDelay: 5}\n",
                "retry: {enabled: true, initialDelay: 5s}\n",
            ),
            ("retry: {jitter: false}\n", "retry: {jitter: true}\n"),
            (
                "retry: {initialDelay: 200, maxDelay: 30s}\n",
                "retry: {initialDelay: 200s, maxDelay: 3m20s}\n",
            ),
            ("retry: {maxAttempts: 0}\n", "retry: {maxAttempts: unlimited}\n"),
        ] {
            assert_eq!(mended(text, Safety::Unsafe), after);
        }
    }

    #[test]
    fn a_fix_that_makes_another_mistake_is_left_out() {
        let text = "retry:\n  maxAttempts: 3\n  maxAtempts: 4\n  enabled: yes\n";
        assert_eq!(mended(text, Safety::Unsafe), text.replace("yes", "true"));
    }

    #[test]
    fn a_value_that_an_alias_repeats_stays() {
        let text =
            "retry:\n  strategy: fixed\n  maxDelay: &long 90s\ntimeouts:\n  activity: *long\n";
        assert_eq!(mended(text, Safety::Safe), text);
    }
}
