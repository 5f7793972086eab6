//! All findings about one file.

use crate::policy::diagnostic::Diagnostic;
use crate::policy::load;

/// Finds what is wrong with a policy file: mistakes of syntax and of validation, by place.
pub fn check(source: &[u8]) -> Vec<Diagnostic> {
    load(source).diagnostics
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_come_by_place() {
        let source = b"retry: {maxAttempts: unlimited, jitter: maybe}\nretry: {}\n---\nx: 1\n";
        let places: Vec<_> =
            check(source).iter().map(|finding| (finding.span.start, finding.code.id)).collect();
        assert_eq!(places, [(21, "WR303"), (40, "WR012"), (47, "WR001"), (61, "WR002")]);
    }
}
