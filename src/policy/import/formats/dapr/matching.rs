//! The status codes that a Dapr retry is for.

use crate::model::FailureClass;
use crate::policy::diagnostic::shown;
use crate::policy::effective::{ClassificationRule, StatusPattern};
use crate::policy::import::note::NoteKind;
use crate::policy::import::reading::Reading;
use crate::policy::import::rule::{Rule, of_types};
use crate::policy::syntax::Node;

/// Makes the listed statuses transient and every other failure permanent.
pub(super) fn read(rule: &mut Rule, matching: &Node, reading: &mut Reading) {
    reading.unknown_keys(matching, &["httpStatusCodes", "gRPCStatusCodes"]);
    let why = "failures carry an HTTP status here, no gRPC status; name failure types instead";
    reading.lost_keys(matching, &[("gRPCStatusCodes", why)]);
    let Some(entry) = matching.entry("httpStatusCodes") else { return };
    let Some(text) = entry.value.text() else { return };
    let at = entry.place();
    let Some(statuses) = patterns(text) else {
        let message = format!(
            "`httpStatusCodes: {}` is lost: Dapr reads numbers and ranges with commas and no spaces",
            shown(text)
        );
        reading.note(NoteKind::Lost, at, message);
        return;
    };
    let message = "only these statuses are tried again: rules make every other failure permanent";
    reading.note(NoteKind::Normalised, at, message);
    let listed = ClassificationRule {
        http_status: statuses,
        error_type: Vec::new(),
        message: Vec::new(),
        then: FailureClass::Transient,
    };
    rule.classify(listed, at);
    rule.classify(of_types(vec!["*".to_owned()], FailureClass::Permanent), at);
}

/// `429,500-599`; whole hundreds become classes.
fn patterns(text: &str) -> Option<Vec<StatusPattern>> {
    let mut patterns = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (status(first)?, status(last)?);
        let mut next = first;
        while next <= last {
            if next % 100 == 0 && next + 99 <= last {
                patterns.push(StatusPattern::Class(next / 100));
                next += 100;
            } else {
                patterns.push(StatusPattern::Exact(next));
                next += 1;
            }
        }
    }
    patterns.sort();
    patterns.dedup();
    (!patterns.is_empty()).then_some(patterns)
}

fn status(text: &str) -> Option<u16> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|status| digits && (100..=599).contains(status))
}

#[cfg(test)]
mod tests {
    use super::*;
    use StatusPattern::{Class, Exact};

    #[test]
    fn reads_numbers_and_ranges() {
        assert_eq!(patterns("429,500-599"), Some(vec![Exact(429), Class(5)]));
        assert_eq!(patterns("408-410"), Some(vec![Exact(408), Exact(409), Exact(410)]));
        assert_eq!(patterns("100-599"), Some((1..=5).map(Class).collect()));
        for text in ["", "429, 500", "5xx", "99", "600", "+429", "500-"] {
            assert_eq!(patterns(text), None, "{text}");
        }
        assert_eq!(patterns("599-500"), None);
    }
}
