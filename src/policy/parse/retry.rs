//! The `retry` section.

use super::reader::Cursor;
use super::scalar::{self, Mistake};
use crate::model::{MaxAttempts, Millis, StrategyKind};
use crate::policy::diagnostic::{Code, shown};
use crate::policy::draft::{RetryAfterDraft, RetryDraft, WrittenStrategy};
use crate::policy::effective::{Jitter, Multiplier};
use crate::policy::keys::{JITTER, RETRY, RETRY_AFTER};
use crate::policy::syntax::Scalar;
use crate::policy::words::JITTER_KINDS;

const STRATEGIES: [(&str, WrittenStrategy); 4] = [
    ("fixed", WrittenStrategy::Plain(StrategyKind::Fixed)),
    ("linear", WrittenStrategy::Plain(StrategyKind::Linear)),
    ("exponential", WrittenStrategy::Plain(StrategyKind::Exponential)),
    ("exponentialJitter", WrittenStrategy::ExponentialJitter),
];

/// The smallest multiplier beside 1, in ten-thousandths.
const MIN_GROWTH: u32 = 10_100;
/// The largest multiplier, in ten-thousandths.
const MAX_GROWTH: u32 = 1_000_000;

/// Reads the section.
pub(super) fn retry(at: &mut Cursor<'_, '_>) -> Option<RetryDraft> {
    at.map(RETRY, |map| RetryDraft {
        enabled: map.field("enabled", boolean),
        max_attempts: map.field("maxAttempts", |at| at.scalar("a number", max_attempts)),
        strategy: map.field("strategy", |at| {
            at.scalar("a strategy", |s| scalar::word(s, "strategy", &STRATEGIES))
        }),
        initial_delay: map.field("initialDelay", duration),
        max_delay: map.field("maxDelay", duration),
        multiplier: map.field("multiplier", |at| at.scalar("a number", multiplier)),
        jitter: map.field("jitter", jitter),
        non_retryable_error_types: map.field("nonRetryableErrorTypes", error_types),
        retryable_error_types: map.field("retryableErrorTypes", error_types),
        retry_after: map.section("retryAfter", retry_after),
    })
}

fn retry_after(at: &mut Cursor<'_, '_>) -> Option<RetryAfterDraft> {
    at.map(RETRY_AFTER, |map| RetryAfterDraft {
        honor: map.field("honor", boolean),
        max: map.field("max", duration),
    })
}

/// Reads true or false.
pub(super) fn boolean(at: &mut Cursor<'_, '_>) -> Option<bool> {
    at.scalar("true or false", scalar::boolean)
}

/// Reads a duration.
pub(super) fn duration(at: &mut Cursor<'_, '_>) -> Option<Millis> {
    at.scalar("a duration such as `30s`", scalar::duration)
}

/// Reads a list of texts as a set: sorted, without repeats.
fn error_types(at: &mut Cursor<'_, '_>) -> Option<Vec<String>> {
    let mut types = at.list(|at| at.scalar("an error type", scalar::text))?;
    types.sort();
    types.dedup();
    Some(types)
}

fn max_attempts(scalar: &Scalar) -> Result<MaxAttempts, Mistake> {
    if scalar.text == "unlimited" {
        return Ok(MaxAttempts::Unlimited);
    }
    if scalar.plain && scalar.text == "0" {
        let message = "`maxAttempts: 0` means none to some systems and unlimited to others";
        return Err(Mistake::new(Code::ATTEMPTS_ZERO, message)
            .help("write `enabled: false` for no retries, or `maxAttempts: unlimited`")
            .meant("unlimited".to_owned()));
    }
    scalar::whole(scalar, &(1..=MaxAttempts::LARGEST)).map(MaxAttempts::Limited).map_err(
        |mistake| {
            if mistake.help.is_some() {
                return mistake;
            }
            mistake.help("write the number of runs, the first one included, or `unlimited`")
        },
    )
}

fn multiplier(scalar: &Scalar) -> Result<Multiplier, Mistake> {
    let text = shown(&scalar.text);
    match scalar::decimal(scalar)? {
        Some(units @ (Multiplier::ONE | MIN_GROWTH..=MAX_GROWTH)) => Ok(Multiplier(units)),
        None | Some(..Multiplier::ONE) => {
            let message = format!("with the multiplier `{text}` delays would shrink");
            Err(Mistake::new(Code::MULTIPLIER_BELOW_ONE, message)
                .help("write 1 for equal delays, or 1.01 to 100 for growing ones"))
        }
        Some(_) => {
            let message = format!("the multiplier `{text}` is neither 1 nor between 1.01 and 100");
            Err(Mistake::new(Code::OUT_OF_RANGE, message).help("2.0 doubles each delay"))
        }
    }
}

fn jitter(at: &mut Cursor<'_, '_>) -> Option<Jitter> {
    if at.is_map() {
        return at.map(JITTER, |map| {
            let factor = map.field("factor", |at| at.scalar("a number", factor));
            map.required("factor", factor).map(Jitter::Factor)
        })?;
    }
    at.scalar("true, false, a kind of jitter or `{factor: 0.1}`", |scalar| {
        if let Ok(on) = scalar::boolean(scalar) {
            return Ok(if on { Jitter::DEFAULT } else { Jitter::Off });
        }
        if scalar::decimal(scalar).is_ok() {
            let text = shown(&scalar.text);
            let message = format!("`{text}` is a number; true, false or a kind belongs here");
            return Err(Mistake::new(Code::WRONG_SCALAR_TYPE, message)
                .help(format!("for a factor write `{{factor: {text}}}`"))
                .meant(format!("{{factor: {text}}}")));
        }
        match scalar::text(scalar) {
            Ok(text) => kind(&text),
            Err(_) => scalar::boolean(scalar).map(|_| Jitter::Off),
        }
    })
}

fn kind(text: &str) -> Result<Jitter, Mistake> {
    let known = JITTER_KINDS.iter().find(|(word, _)| *word == text);
    known.map(|(_, jitter)| *jitter).ok_or_else(|| {
        let choices = ["true", "false", "full", "equal", "decorrelated"];
        scalar::unknown_word(text, "kind of jitter", &choices)
    })
}

fn factor(scalar: &Scalar) -> Result<u32, Mistake> {
    match scalar::decimal(scalar)? {
        Some(units @ 1..=10_000) => Ok(units),
        found @ (None | Some(_)) => {
            let text = shown(&scalar.text);
            let message = format!("the jitter factor `{text}` is not above 0 and at most 1");
            let mistake = Mistake::new(Code::OUT_OF_RANGE, message);
            Err(match found {
                Some(0) => mistake.help("for no jitter write `jitter: false`"),
                None | Some(_) => mistake.help("0.1 spreads each delay by up to a tenth"),
            })
        }
    }
}
