//! The `classification` section.

use super::reader::Cursor;
use super::scalar::{self, Mistake};
use crate::model::FailureClass;
use crate::policy::diagnostic::{Code, shown};
use crate::policy::draft::ClassificationDraft;
use crate::policy::effective::{ClassificationRule, StatusPattern};
use crate::policy::keys::{CLASSIFICATION, RULE, WHEN};
use crate::policy::syntax::Scalar;

/// Reads the section.
pub(super) fn classification(at: &mut Cursor<'_, '_>) -> Option<ClassificationDraft> {
    at.map(CLASSIFICATION, |map| ClassificationDraft {
        default: map.field("default", class),
        rules: map.field("rules", |at| at.list(rule)),
    })
}

fn class(at: &mut Cursor<'_, '_>) -> Option<FailureClass> {
    let classes: Vec<_> = FailureClass::ALL.iter().map(|c| (c.as_str(), *c)).collect();
    at.scalar("a failure class", |s| scalar::word(s, "failure class", &classes))
}

fn rule(at: &mut Cursor<'_, '_>) -> Option<ClassificationRule> {
    at.map(RULE, |map| {
        let when = map.field("when", when);
        let then = map.field("then", class);
        let when = map.required("when", when);
        let then = map.required("then", then)?;
        when.map(|(http_status, error_type, message)| ClassificationRule {
            http_status,
            error_type,
            message,
            then,
        })
    })?
}

type Conditions = (Vec<StatusPattern>, Vec<String>, Vec<String>);

fn when(at: &mut Cursor<'_, '_>) -> Option<Conditions> {
    at.map(WHEN, |map| {
        let http_status = map.field("httpStatus", |at| any_of(at, "a status", status));
        let error_type = map.field("errorType", |at| any_of(at, "a pattern", scalar::text));
        let message = map.field("message", |at| any_of(at, "a pattern", scalar::text));
        if http_status.is_absent() && error_type.is_absent() && message.is_absent() {
            let mistake = Mistake::new(Code::MISSING_KEY, "without a condition every failure fits");
            return map.mistake(mistake.help("set `httpStatus`, `errorType` or `message`"));
        }
        Some((http_status.or(Vec::new())?, error_type.or(Vec::new())?, message.or(Vec::new())?))
    })?
}

/// Reads one value, or a list of them as a set: sorted, without repeats, never empty.
fn any_of<T: Ord>(
    at: &mut Cursor<'_, '_>,
    wanted: &str,
    read: impl Fn(&Scalar) -> Result<T, Mistake>,
) -> Option<Vec<T>> {
    if at.as_scalar().is_some() {
        return at.scalar(wanted, read).map(|value| vec![value]);
    }
    let mut values = at.list(|at| at.scalar(wanted, &read))?;
    if values.is_empty() {
        let mistake = Mistake::new(Code::MISSING_KEY, format!("{wanted} is missing in this list"));
        return at.mistake(mistake.help("a condition without values fits nothing; remove its key"));
    }
    values.sort();
    values.dedup();
    Some(values)
}

fn status(scalar: &Scalar) -> Result<StatusPattern, Mistake> {
    let text = shown(&scalar.text);
    match scalar.text.parse() {
        Ok(StatusPattern::Exact(_)) if !scalar.plain => {
            let message = format!("`{text}` is a text because of its quotes");
            Err(Mistake::new(Code::WRONG_SCALAR_TYPE, message)
                .help("remove the quotes")
                .meant(scalar.text.clone()))
        }
        Ok(pattern) => Ok(pattern),
        Err(_) => {
            let message = format!("`{text}` is no HTTP status");
            Err(Mistake::new(Code::OUT_OF_RANGE, message)
                .help("write a number between 100 and 599, or a class such as `\"5xx\"`"))
        }
    }
}
