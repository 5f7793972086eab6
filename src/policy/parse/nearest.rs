//! What somebody probably meant.

/// Words of other systems: what they are called here, and a remark where the meaning differs.
const FOREIGN: &[(&str, &str, &str)] = &[
    ("backoffCoefficient", "multiplier", ""),
    ("backoffRate", "multiplier", ""),
    ("backoffMultiplier", "multiplier", ""),
    ("factor", "multiplier", ""),
    ("initialInterval", "initialDelay", ""),
    ("initialBackoff", "initialDelay", ""),
    ("intervalSeconds", "initialDelay", ""),
    ("interval", "initialDelay", ""),
    ("baseDelay", "initialDelay", ""),
    ("minBackoff", "initialDelay", ""),
    ("delay", "initialDelay", ""),
    ("duration", "initialDelay", ""),
    ("maximumInterval", "maxDelay", ""),
    ("maxInterval", "maxDelay", ""),
    ("maxBackoff", "maxDelay", ""),
    ("maxDelaySeconds", "maxDelay", ""),
    ("cap", "maxDelay", ""),
    ("maximumAttempts", "maxAttempts", ""),
    ("attempts", "maxAttempts", ""),
    ("maxRetries", "maxAttempts", "it counts the first run too: 3 retries are 4 attempts"),
    ("numRetries", "maxAttempts", "it counts the first run too: 3 retries are 4 attempts"),
    ("retries", "maxAttempts", "it counts the first run too: 3 retries are 4 attempts"),
    ("limit", "maxAttempts", "it counts the first run too: 3 retries are 4 attempts"),
    ("jitterStrategy", "jitter", ""),
    ("nonRetryableErrors", "nonRetryableErrorTypes", ""),
    ("retryableErrors", "retryableErrorTypes", "it is no allow-list"),
    ("startToCloseTimeout", "activity", ""),
    ("perTryTimeout", "activity", ""),
    ("heartbeatTimeout", "lease", ""),
    ("executionTimeout", "workflow", ""),
    ("scheduleToCloseTimeout", "workflow", "it is the deadline of the whole execution"),
    ("maxElapsedTime", "maxDuration", ""),
    ("maxFailures", "consecutiveFailures", ""),
    ("failureThreshold", "consecutiveFailures", ""),
    ("maxRequests", "halfOpenProbes", ""),
    ("budget", "retryBudget", ""),
    ("breaker", "circuitBreaker", ""),
    ("deadLetterQueue", "deadLetter", ""),
    ("dlq", "deadLetter", ""),
    ("overrides", "activities", ""),
    ("constant", "fixed", ""),
    ("linearBackoff", "linear", ""),
    ("exponentialBackoff", "exponential", ""),
];

/// The largest edit distance at which a word counts as misspelt.
const MAX_DISTANCE: usize = 2;
/// Longer than every known word, by more than the largest distance.
const LONGEST: usize = 40;

/// A known word that was probably meant, and a remark on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Suggestion {
    /// The word.
    pub(super) word: &'static str,
    /// What to mind when using it; often empty.
    pub(super) remark: &'static str,
}

/// Finds the candidate that `word` stands for: the same word in another notation, the name of the
/// thing in another system, or the nearest within two edits.
pub(super) fn nearest(word: &str, candidates: &[&'static str]) -> Option<Suggestion> {
    let plain = |word| Suggestion { word, remark: "" };
    let wanted = bare(word);
    let foreign = || {
        FOREIGN
            .iter()
            .find(|(name, known, _)| bare(name) == wanted && candidates.contains(known))
            .map(|(_, known, remark)| Suggestion { word: known, remark })
    };
    let (distance, known) = candidates
        .iter()
        .map(|known| (strsim::osa_distance(&wanted, &bare(known)), known))
        .min_by_key(|(distance, _)| *distance)?;
    match distance {
        0 => Some(plain(known)),
        1..=MAX_DISTANCE if distance < known.len() => foreign().or(Some(plain(known))),
        _ => foreign(),
    }
}

/// The word without its notation: `max_attempts`, `max-attempts` and `MaxAttempts` are one. Far
/// longer words than ours are cut, so that comparing them stays cheap.
fn bare(word: &str) -> String {
    let letters = word.chars().filter(|c| !matches!(c, '_' | '-')).take(LONGEST);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Option<&'static str> {
        let known = ["maxAttempts", "maxDelay", "initialDelay", "multiplier", "jitter"];
        nearest(text, &known).map(|suggestion| suggestion.word)
    }

    #[test]
    fn finds_what_was_meant() {
        assert_eq!(word("maxAtempts"), Some("maxAttempts"));
        assert_eq!(word("max_attempts"), Some("maxAttempts"));
        assert_eq!(word("max_atempts"), Some("maxAttempts"));
        assert_eq!(word("MAX-ATEMPTS"), Some("maxAttempts"));
        assert_eq!(word("MaxDelay"), Some("maxDelay"));
        assert_eq!(word("backoffCoefficient"), Some("multiplier"));
        assert_eq!(word("initialInterval"), Some("initialDelay"));
        assert_eq!(word("jittre"), Some("jitter"));
        assert_eq!(word("priority"), None);
        assert_eq!(word("heartbeatTimeout"), None);
    }
}
