//! Files of expectations: what policies are held to, failure by failure.

use super::reader::{Cursor, Map};
use super::retry::{boolean, duration};
use super::scalar::{self, Mistake};
use crate::model::{Failure, FailureClass, GiveUpReason, Millis, failure_type};
use crate::policy::diagnostic::{Code, Diagnostic, Span, shown};
use crate::policy::draft::Field;
use crate::policy::expectation::{Delays, End, Expectation, Expectations, Step, Trial};
use crate::policy::keys::{Key, Kind, key};
use crate::policy::syntax::{Node, Scalar};

const FILE: &[Key] = &[
    key("file", Kind::Text, "The policy file, from the directory of this one."),
    key("tests", Kind::Maps(TRIAL), "What is expected of it."),
];

const TRIAL: &[Key] = &[
    key("name", Kind::Text, "What the test shows."),
    key("policy", Kind::Text, "Which policy, if the file holds several."),
    key("activity", Kind::Text, "The activity type. Default: any without an override."),
    key("identity", Kind::Text, "Whose delays these are: TENANT/WORKFLOW/EXECUTION/ACTIVITY."),
    key("steps", Kind::Maps(STEP), "The failures, attempt by attempt."),
];

const STEP: &[Key] = &[
    key("fail", Kind::Text, "An HTTP status, `timeout`, `crash`, a type, or a whole failure."),
    key("took", Kind::Duration, "How long the attempt ran. Default: no time."),
    key("expect", Kind::Map(EXPECT), "What must follow: `retry`, a reason, or a map."),
];

const FAIL: &[Key] = &[
    key("type", Kind::Text, "The failure's type. Default HttpError."),
    key("message", Kind::Text, "What the worker says."),
    key("httpStatus", Kind::Whole(599), "The status of the downstream."),
    key("retryAfter", Kind::Duration, "What the downstream asks for."),
    key("nonRetryable", Kind::Boolean, "Whether the worker knows that retrying is useless."),
];

const EXPECT: &[Key] = &[
    key("delay", Kind::Duration, "The wait, or a range `1s..2s` that holds it."),
    key("gap", Kind::Duration, "The wait before jitter."),
    key("reason", Kind::Text, "Why there is no other attempt."),
    key("class", Kind::Word(&["transient", "permanent"]), "What the failure means."),
    key("by", Kind::Text, "What says so, such as `http-table` or `policy-rule-0`."),
    key("end", Kind::Word(&["deadLetter", "failed"]), "What becomes of the activity."),
];

/// Reads a document of expectations; mistakes go to `found`.
pub(crate) fn expectations(root: &Node, found: &mut Vec<Diagnostic>) -> Option<Expectations> {
    Cursor::root(root, found).map(FILE, |map| {
        let file = map.field("file", spanned_text);
        let tests = map.field("tests", |at| at.list(trial));
        let file = map.required("file", file);
        let tests = map.required("tests", tests)?;
        Some(Expectations { file: file?, tests })
    })?
}

fn text(at: &mut Cursor<'_, '_>) -> Option<String> {
    at.scalar("a text", scalar::text)
}

fn spanned_text(at: &mut Cursor<'_, '_>) -> Option<(String, Span)> {
    let span = at.span();
    text(at).map(|text| (text, span))
}

fn trial(at: &mut Cursor<'_, '_>) -> Option<Trial> {
    let span = at.span();
    at.map(TRIAL, |map| {
        let name = map.field("name", text);
        let policy = optional(map.field("policy", text)).or(None);
        let activity = optional(map.field("activity", text)).or(None);
        let identity = optional(map.field("identity", spanned_text)).or(None);
        let steps = map.field("steps", |at| at.list(step));
        let (name, steps) = (map.required("name", name), map.required("steps", steps));
        let (policy, activity, identity) = (policy?, activity?, identity?);
        Some(Trial { name: name?, span, policy, activity, identity, steps: steps? })
    })?
}

fn step(at: &mut Cursor<'_, '_>) -> Option<Step> {
    let span = at.span();
    at.map(STEP, |map| {
        let failure = map.field("fail", failure);
        let took = map.field("took", duration).or(Millis(0));
        let expected = map.field("expect", expectation);
        let failure = map.required("fail", failure);
        let expected = map.required("expect", expected);
        Some(Step { span, failure: failure?, took: took?, expected: expected? })
    })?
}

/// A field that may be absent.
fn optional<T: Clone>(field: Field<T>) -> Field<Option<T>> {
    match field {
        Field::Absent => Field::Absent,
        Field::Mistaken => Field::Mistaken,
        Field::Given(value, origin) => Field::Given(Some(value), origin),
    }
}

fn failure(at: &mut Cursor<'_, '_>) -> Option<Failure> {
    if !at.is_map() {
        return at.scalar("a failure", brief_failure);
    }
    at.map(FAIL, |map| {
        let error_type = map.field("type", text).or("HttpError".to_owned());
        let message = map.field("message", text).or(String::new());
        let http_status =
            optional(map.field("httpStatus", |at| at.scalar("a status", status))).or(None);
        let retry_after = optional(map.field("retryAfter", duration)).or(None);
        let non_retryable = map.field("nonRetryable", boolean).or(false);
        Some(Failure {
            http_status: http_status?,
            retry_after_ms: retry_after?.map(|span| span.0),
            non_retryable: non_retryable?,
            ..Failure::new(error_type?, message?)
        })
    })?
}

fn status(scalar: &Scalar) -> Result<u16, Mistake> {
    scalar::whole(scalar, &(100..=599)).map(|status| u16::try_from(status).unwrap_or(u16::MAX))
}

fn brief_failure(scalar: &Scalar) -> Result<Failure, Mistake> {
    if scalar.plain && scalar.text.bytes().all(|b| b.is_ascii_digit()) {
        let http_status = Some(status(scalar)?);
        return Ok(Failure { http_status, ..Failure::new("HttpError", scalar.text.clone()) });
    }
    let text = scalar::text(scalar)?;
    Ok(match text.as_str() {
        "timeout" => Failure::new(failure_type::ACTIVITY_TIMEOUT, ""),
        "crash" => Failure::new(failure_type::WORKER_CRASH, ""),
        other => Failure::new(other, ""),
    })
}

fn expectation(at: &mut Cursor<'_, '_>) -> Option<Expectation> {
    let span = at.span();
    if !at.is_map() {
        return at.scalar("`retry`, a reason or a map", |scalar| {
            let nothing = Expectation::nothing(span);
            if scalar.text == "retry" {
                return Ok(Expectation { retry: true, ..nothing });
            }
            reason(scalar).map(|reason| Expectation { reason: Some(reason), ..nothing })
        });
    }
    let classes: Vec<_> = FailureClass::ALL.iter().map(|c| (c.as_str(), *c)).collect();
    at.map(EXPECT, |map| {
        let delay =
            optional(map.field("delay", |at| at.scalar("a duration or a range", delays))).or(None);
        let gap = optional(map.field("gap", duration)).or(None);
        let reason = optional(map.field("reason", |at| at.scalar("a reason", reason))).or(None);
        let class = optional(map.field("class", |at| {
            at.scalar("a class", |s| scalar::word(s, "failure class", &classes))
        }))
        .or(None);
        let by = optional(map.field("by", text)).or(None);
        let end = optional(
            map.field("end", |at| at.scalar("an end", |s| scalar::word(s, "end", &End::WORDS))),
        )
        .or(None);
        let (delay, gap, reason, class) = (delay?, gap?, reason?, class?);
        let retry = delay.is_some() || gap.is_some();
        contradiction(map, retry, reason.is_some())?;
        Some(Expectation { span, retry, delay, gap, reason, class, by: by?, end: end? })
    })?
}

fn contradiction(map: &mut Map<'_, '_, '_>, retry: bool, gives_up: bool) -> Option<()> {
    if retry && gives_up {
        let message = "a delay is expected and a reason why there is none";
        return map.mistake(Mistake::new(Code::CONFLICTING_VALUES, message));
    }
    Some(())
}

fn reason(scalar: &Scalar) -> Result<GiveUpReason, Mistake> {
    let reasons: Vec<_> = GiveUpReason::ALL.iter().map(|r| (r.as_str(), *r)).collect();
    scalar::word(scalar, "reason", &reasons)
}

fn delays(scalar: &Scalar) -> Result<Delays, Mistake> {
    let one = |text: &str| scalar::duration(&Scalar { text: text.to_owned(), plain: scalar.plain });
    let Some((low, high)) = scalar.text.split_once("..") else {
        let only = one(&scalar.text)?;
        return Ok(Delays { low: only, high: only });
    };
    let delays = Delays { low: one(low)?, high: one(high)? };
    if delays.low > delays.high {
        let message = format!("the range `{}` is empty", shown(&scalar.text));
        return Err(Mistake::new(Code::INVALID_VALUE, message).help("the smaller end stands first"));
    }
    Ok(delays)
}
