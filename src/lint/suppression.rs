//! Comments that suppress findings: `# wovyr-retry: ignore[WR204] reason`.

use super::registry::rule;
use super::rule::Look;
use super::rules::suppression::RULE;
use super::settings::Settings;
use crate::policy::comments;
use crate::policy::diagnostic::{Diagnostic, Severity, Span, shown};

const MARK: &str = "wovyr-retry:";

/// One suppression.
struct Suppression {
    /// The comment.
    comment: Span,
    /// What it is for: findings that begin here.
    scope: Span,
    codes: Vec<Word>,
    has_reason: bool,
}

/// A code or name in the brackets, and whether it suppressed something.
struct Word {
    text: String,
    used: bool,
}

/// Takes the suppressed findings out; says what is wrong with the suppressions themselves.
pub(super) fn suppress(text: &str, found: &mut Vec<Diagnostic>, settings: &Settings) {
    if !text.contains(MARK) {
        return;
    }
    let mut suppressions = Vec::new();
    for comment in comments(text.as_bytes()) {
        let Some(order) = comment.text.trim_start().strip_prefix(MARK) else { continue };
        match read(order, comment.span, text) {
            Some(suppression) => suppressions.push(suppression),
            None => found.push(
                Diagnostic::new(RULE.code, comment.span, "this comment is no suppression")
                    .help("write `# wovyr-retry: ignore[WR204] reason`"),
            ),
        }
    }
    found.retain(|finding| !is_suppressed(finding, &mut suppressions));
    for suppression in &suppressions {
        found.extend(faults(suppression, settings));
    }
}

fn read(order: &str, comment: Span, text: &str) -> Option<Suppression> {
    let (codes, reason) = order.trim_start().strip_prefix("ignore[")?.split_once(']')?;
    let word = |text: &str| Word { text: text.trim().to_owned(), used: false };
    Some(Suppression {
        comment,
        scope: scope(text, comment),
        codes: codes.split(',').map(word).collect(),
        has_reason: !reason.trim().is_empty(),
    })
}

/// After a value its line; else the next line that is not blank or a comment, with the deeper ones
/// below it.
fn scope(text: &str, comment: Span) -> Span {
    let line_start = |at: usize| text[..at].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let first = line_start(comment.start);
    if !text[first..comment.start].trim_start_matches('\u{feff}').trim().is_empty() {
        return Span::new(first, comment.end);
    }
    let (mut at, mut block) = (comment.end, None);
    for line in text[comment.end..].split_inclusive(['\n', '\r']) {
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let is_content = !content.trim().is_empty() && !content.starts_with('#');
        match block {
            None if is_content => block = Some((at, indent)),
            Some((start, depth)) if is_content && indent <= depth => return Span::new(start, at),
            None | Some(_) => {}
        }
        at += line.len();
    }
    block.map_or(Span::new(comment.end, comment.end), |(start, _)| Span::new(start, text.len() + 1))
}

fn is_suppressed(finding: &Diagnostic, suppressions: &mut [Suppression]) -> bool {
    if !is_suppressible(finding) {
        return false;
    }
    let mut hit = false;
    for suppression in suppressions {
        let scope = suppression.scope;
        if !(scope.start <= finding.span.start && finding.span.start < scope.end) {
            continue;
        }
        for word in &mut suppression.codes {
            if word.text == finding.code.id || word.text == finding.code.name {
                (word.used, hit) = (true, true);
            }
        }
    }
    hit
}

/// Without what the reader calls an error there is no policy, whatever a comment says.
fn is_suppressible(finding: &Diagnostic) -> bool {
    let by_reader = rule(finding.code.id).is_none_or(|rule| matches!(rule.look, Look::Reader));
    finding.code != RULE.code && !(by_reader && finding.severity == Severity::Error)
}

fn faults(suppression: &Suppression, settings: &Settings) -> Vec<Diagnostic> {
    let fault = |message: String, help: &str| {
        Diagnostic::new(RULE.code, suppression.comment, message).help(help)
    };
    let mut found = Vec::new();
    for word in &suppression.codes {
        let text = shown(&word.text);
        match rule(&word.text).filter(|rule| [rule.code.id, rule.code.name].contains(&&*word.text))
        {
            None => found.push(fault(
                format!("no rule is called `{text}`"),
                "`wovyr-retry policy rules` lists them",
            )),
            // What is not looked for cannot be found.
            Some(rule) if !word.used && settings.wants(rule.code) => found.push(fault(
                format!("nothing here is suppressed by `{text}`"),
                "remove it; an error that leaves no policy cannot be suppressed",
            )),
            Some(_) => {}
        }
    }
    if !suppression.has_reason {
        found.push(fault(
            "this suppression has no reason".to_owned(),
            "say after the bracket why it is right here",
        ));
    }
    found
}
