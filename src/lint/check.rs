//! All findings about one file.

use super::registry::RULES;
use super::rule::Look;
use super::rules::{OF_CHECK, file_form, idle_override};
use super::settings::Settings;
use super::sight::{Page, Sight};
use super::suppression::suppress;
use crate::policy::diagnostic::{Code, Diagnostic, Severity, Span};
use crate::policy::effective::EffectivePolicy;
use crate::policy::{Loaded, Origins, Policy, load};

/// Finds what is wrong with a policy file, by place: mistakes of syntax and validation, then what
/// the rules see in what holds for each activity type, without what comments suppress.
pub fn check(source: &[u8], settings: &Settings) -> Vec<Diagnostic> {
    let Loaded { policies, diagnostics: mut found } = load(source);
    if let Ok(text) = std::str::from_utf8(source) {
        let page = Page::new(text, settings);
        found.extend(file_form::look(text));
        found.extend(aliases(&page));
        found.extend(idle_override::look(&policies));
        for policy in &policies {
            look_at(&page, policy, &mut found);
        }
        found.extend(unfinished(&page));
        found.retain(|finding| is_wanted(finding, settings));
        suppress(text, &mut found, settings);
    }
    found.retain(|finding| is_wanted(finding, settings));
    found.sort_by(|a, b| (a.span, a.code.id).cmp(&(b.span, b.code.id)));
    found
}

/// Finds what the rules see in one effective policy that does not come from a policy file: `text`
/// is the file it was taken from, `origins` say where its values stand in there.
pub fn check_effective(
    text: &str,
    policy: &EffectivePolicy,
    origins: &Origins,
    settings: &Settings,
) -> Vec<Diagnostic> {
    let page = Page::new(text, settings);
    let mut found = Vec::new();
    look(&Sight::new(&page, None, policy, origins), &mut found);
    found.extend(unfinished(&page));
    for finding in &mut found {
        // The text is another system's: our words would not mend it.
        finding.fix = None;
    }
    found.retain(|finding| is_wanted(finding, settings));
    found.sort_by(|a, b| (a.span, a.code.id).cmp(&(b.span, b.code.id)));
    found
}

fn look_at(page: &Page<'_>, policy: &Policy, found: &mut Vec<Diagnostic>) {
    let mut base = Sight::new(page, None, &policy.set.base, &policy.origins);
    base.heirs = policy.overrides.values().map(|over| (&over.policy, &over.origins)).collect();
    let before = found.len();
    look(&base, found);
    let told: Vec<_> =
        found[before..].iter().map(|one| (one.code.id, one.message.clone())).collect();
    for (name, over) in &policy.overrides {
        let mut sight = Sight::new(page, Some(name), &over.policy, &over.origins);
        sight.told = &told;
        look(&sight, found);
    }
}

fn look(sight: &Sight<'_>, found: &mut Vec<Diagnostic>) {
    for rule in OF_CHECK {
        match rule.look {
            Look::Policy(look) => found.extend(look(sight)),
            Look::Values(look) => found.extend(look(sight)),
            Look::Reader | Look::File => {}
        }
    }
}

/// Tells of aliases, which are understood: their values stand elsewhere.
fn aliases(page: &Page<'_>) -> Vec<Diagnostic> {
    if !may_hold_alias(page.text) {
        return Vec::new();
    }
    let tell = |span: &Span| {
        let message = "an alias: this value stands elsewhere in the file";
        let mut finding = Diagnostic::new(Code::MERGE_KEY, *span, message);
        finding.severity = Severity::Info;
        finding
    };
    page.outline().aliases().iter().map(tell).collect()
}

/// Tells whether a `*` stands where a value can begin: most stars are in globs, and the file need
/// not be read again for them.
fn may_hold_alias(text: &str) -> bool {
    let bytes = text.as_bytes();
    let begins = |at: usize| {
        at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b'\n' | b'\r' | b'[' | b',' | b'{' | b':')
    };
    text.match_indices('*').any(|(at, _)| begins(at))
}

/// Says that some schedules were too long to be followed.
fn unfinished(page: &Page<'_>) -> Option<Diagnostic> {
    page.allowance.is_spent().then(|| {
        let message = "the schedules of this file are too long to judge all of them";
        let mut finding = Diagnostic::new(Code::LIMIT_EXCEEDED, Span::default(), message)
            .help("lower `maxAttempts`, or split the file");
        finding.severity = Severity::Warning;
        finding
    })
}

/// Tells whether a finding counts. What leaves no policy always does: no choice of rules makes the
/// file usable.
fn is_wanted(finding: &Diagnostic, settings: &Settings) -> bool {
    let by_reader =
        RULES.iter().any(|rule| rule.code == finding.code && matches!(rule.look, Look::Reader));
    (by_reader && finding.severity == Severity::Error) || settings.wants(finding.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(source: &str) -> Vec<&'static str> {
        let found = check(source.as_bytes(), &Settings::default());
        found.iter().map(|finding| finding.code.id).collect()
    }

    #[test]
    fn findings_come_by_place() {
        let source = b"retry: {maxAttempts: unlimited, jitter: maybe}\nretry: {}\n---\nx: 1\n";
        let places: Vec<_> = check(source, &Settings::default())
            .iter()
            .map(|finding| (finding.span.start, finding.code.id))
            .collect();
        assert_eq!(places, [(21, "WR303"), (40, "WR012"), (47, "WR001"), (61, "WR002")]);
    }

    #[test]
    fn an_inherited_value_is_told_once() {
        let base = "retry: {jitter: false}\nactivities: {A: {retry: {maxAttempts: 3}}}\n";
        assert_eq!(codes(base), ["WR204"]);
        let both =
            "retry: {jitter: false, maxAttempts: 1}\nactivities: {A: {retry: {maxAttempts: 3}}}\n";
        assert_eq!(codes(both), ["WR204"], "only A retries, and says so");
    }

    #[test]
    fn mistakes_of_the_reader_cannot_be_deselected() {
        let settings = Settings { ignore: vec!["WR".into()], ..Settings::default() };
        let found = check(b"retry: {maxAttempts: 0, jitter: false}", &settings);
        assert_eq!(found.iter().map(|f| f.code.id).collect::<Vec<_>>(), ["WR110"]);
    }
}
