//! Predicates over lists: every field, every operator, any character.

use wovyr_retry::model::{Failure, Millis};
use wovyr_retry::query::FieldSet;
use wovyr_retry::retry::engine::ScheduleRequest;
use wovyr_retry::retry::persistence::RetryStore;

use super::desk::{Desk, wait};

/// The activities of a list by the last part of their identity, oldest first.
fn activities(desk: &Desk<'_>, predicate: &str) -> Vec<String> {
    let page = desk.list(FieldSet::Activities, Some(predicate));
    let page = wait(desk.store.activities(page)).unwrap();
    assert_eq!(page.total, Some(page.rows.len() as u64), "{predicate}");
    page.rows.into_iter().rev().map(|row| row.key.activity_id).collect()
}

fn dead_letters(desk: &Desk<'_>, predicate: &str) -> Vec<String> {
    let page = desk.list(FieldSet::DeadLetters, Some(predicate));
    let page = wait(desk.store.dead_letters(page)).unwrap();
    assert_eq!(page.total, Some(page.rows.len() as u64), "{predicate}");
    page.rows.into_iter().rev().map(|row| row.key.activity_id).collect()
}

fn http_error(status: u16, message: &str) -> Failure {
    Failure { http_status: Some(status), ..Failure::new("HttpError", message) }
}

/// A request of another type on another queue, with a label.
fn parcel(desk: &Desk<'_>, activity: &str) -> ScheduleRequest {
    ScheduleRequest {
        activity_type: "Ship".to_owned(),
        queue: "p".to_owned(),
        metadata: [("region".to_owned(), "eu".to_owned())].into(),
        ..desk.request(activity)
    }
}

/// `fresh` (another queue, type and label), `delayed` for a second, `overdue` and `running`.
fn fill(desk: &mut Desk<'_>) {
    let overdue = desk.schedule(desk.request("overdue"));
    desk.fail(overdue, Failure::new("Timeout", "100%_done?"));
    let running = desk.schedule(desk.request("running"));
    desk.lease(running);
    desk.advance(60_000);
    let delayed = desk.schedule(desk.request("delayed"));
    desk.fail(delayed, http_error(503, "read timeout of O'Brien"));
    let fresh = parcel(desk, "fresh");
    desk.schedule(fresh);
}

pub(super) fn activities_by_every_field(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    fill(&mut desk);
    let id = desk.request("fresh").key.id();
    for (predicate, expected) in [
        (r#"type = "Ship""#, &["fresh"][..]),
        (r#"type != "Ship" and queue = "q""#, &["overdue", "running", "delayed"]),
        ("type ~ \"S*p\"", &["fresh"]),
        (&format!("id = \"{id}\""), &["fresh"]),
        (&format!("id ~ \"*{}\"", &id.to_string()[10..]), &["fresh"]),
        (r#"workflow = "order" and execution ~ "r?n" and activity = "running""#, &["running"]),
        ("state = scheduled", &["overdue", "fresh"]),
        ("state = delayed", &["delayed"]),
        ("state != delayed and state != scheduled", &["running"]),
        ("state ~ \"*ed\"", &["overdue", "delayed", "fresh"]),
        (r#"policy = "default" and attempts = 0"#, &["fresh"]),
        ("attempts >= 1 and attempts < 2 and attempts <= 1", &["overdue", "running", "delayed"]),
        ("attempts > 1", &[]),
        ("generation != 1", &[]),
        ("reason = PermanentFailure", &[]),
        (r#"reason != PermanentFailure and error.type = "Timeout""#, &["overdue"]),
        (r#"error.type != "Timeout""#, &["running", "delayed", "fresh"]),
        ("error.message ~ \"*O'Brien\"", &["delayed"]),
        ("error.message ~ \"*%_*?\"", &["overdue"]),
        ("http = 503", &["delayed"]),
        ("http != 503", &["overdue", "running", "fresh"]),
        ("http > 499 and http <= 503", &["delayed"]),
        (r#"metadata.region = "eu""#, &["fresh"]),
        (r#"metadata.region != "eu""#, &["overdue", "running", "delayed"]),
        (r#"metadata.zone != "eu" and metadata.region ~ "*""#, &["fresh"]),
        ("age = 1m", &["overdue", "running"]),
        ("age < 1ms", &["delayed", "fresh"]),
        ("age >= 1m and due < 1ms", &["overdue"]),
        ("due > 1ms", &["delayed"]),
        ("due != 1ms", &["overdue", "running", "delayed", "fresh"]),
    ] {
        assert_eq!(activities(&desk, predicate), expected, "{predicate}");
    }
    desk.advance(3_600_000);
    assert!(activities(&desk, "state = delayed").is_empty());
    assert_eq!(activities(&desk, "state = scheduled and http = 503"), ["delayed"]);
}

pub(super) fn dead_letters_by_every_field(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    desk.dead("old");
    let tired = desk.schedule(desk.request("tired"));
    while desk.activity(tired).due_at.is_some() {
        desk.fail(tired, http_error(503, "down"));
        desk.advance(3_600_000);
    }
    let shipped = parcel(&desk, "shipped");
    let shipped = desk.schedule(shipped);
    let id = desk.kill(shipped);
    for (predicate, expected) in [
        (r#"type = "ChargeCard" and queue = "q""#, &["old", "tired"][..]),
        (&format!("id = \"{id}\""), &["shipped"]),
        ("id ~ \"dl_*_1\"", &["old", "tired", "shipped"]),
        (
            r#"workflow = "order" and execution = "run" and activity ~ "*d""#,
            &["old", "tired", "shipped"],
        ),
        (r#"status = dead and policy = "default""#, &["old", "tired", "shipped"]),
        ("status = purged", &[]),
        ("reason = MaxAttemptsReached", &["tired"]),
        ("reason != MaxAttemptsReached", &["old", "shipped"]),
        ("attempts = 5 and generation = 1", &["tired"]),
        ("attempts < 5", &["old", "shipped"]),
        (r#"error.type = "InvalidInput" and error.message ~ "no*card""#, &["old", "shipped"]),
        ("http = 503", &["tired"]),
        ("http != 503", &["old", "shipped"]),
        (r#"worker = "worker 1" and metadata.region = "eu""#, &["shipped"]),
        ("age < 1ms", &["shipped"]),
        ("age = 1h", &["tired"]),
        ("age > 1h", &["old"]),
    ] {
        assert_eq!(dead_letters(&desk, predicate), expected, "{predicate}");
    }
}

pub(super) fn text_is_itself_whatever_its_characters(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let texts = [
        "'",
        "\"",
        "%",
        "_",
        "*",
        "?",
        "[a]",
        "]",
        "\\",
        "é",
        "e\u{301}",
        "🦀",
        "' OR 1=1 --",
        "A",
        "a",
    ];
    for text in texts {
        let mut request = desk.request(text);
        request.metadata = [(text.to_owned(), text.to_owned())].into();
        let id = desk.schedule(request);
        desk.advance(1);
        desk.fail(id, Failure::new("Odd", format!("\u{0}{text}\u{0}")));
    }
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    for text in texts {
        let quoted = quoted(text);
        let is = activities(&desk, &format!("activity = \"{quoted}\""));
        assert_eq!(is, [text], "{text}");
        let others: Vec<_> = texts.into_iter().filter(|other| *other != text).collect();
        let is_not = activities(&desk, &format!("activity != \"{quoted}\""));
        assert_eq!(is_not, others, "{text}");
        let label = activities(&desk, &format!("metadata.\"{quoted}\" = \"{quoted}\""));
        assert_eq!(label, [text], "{text}");
        if !text.contains(['*', '?']) {
            // Beyond the zero byte, where a C string would end.
            let like = activities(&desk, &format!("error.message ~ \"?{quoted}?\""));
            assert_eq!(like, [text], "{text}");
        }
    }
    let one: Vec<_> = texts.into_iter().filter(|text| text.chars().count() == 1).collect();
    assert_eq!(activities(&desk, "activity ~ \"?\""), one);
    assert_eq!(activities(&desk, "activity ~ \"[*]\""), ["[a]"]);
    assert!(activities(&desk, "activity ~ \"[abc]\"").is_empty());
    assert_eq!(desk.now.since(desk.activity(desk.request("'").key.id()).created_at), Millis(15));
}
