//! Long things cut down to what a person looks at: histories, payloads, stack traces.

use serde_json::{Map, Value};

use super::output::{Cell, Grid};
use crate::api::HistoryEvent;
use crate::model::{Millis, Timestamp};

/// The longest text that is shown to people, in bytes.
const TEXT_BYTES: usize = 4096;

/// The text, cut at 4 KiB with its size said; JSON output has it whole.
pub(crate) fn text(whole: &str) -> String {
    if whole.len() <= TEXT_BYTES {
        return whole.to_owned();
    }
    let mut end = TEXT_BYTES;
    while !whole.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…\n({} bytes in all; -o json has them)", &whole[..end], whole.len())
}

/// A history as a table.
pub(crate) fn history(events: &[HistoryEvent]) -> Grid {
    let mut grid = Grid::new("History", &["#", "EVENT", "GENERATION", "ATTEMPT", "AT", "DETAILS"]);
    for event in events {
        grid.push([
            Cell::Count(event.index),
            Cell::text(&event.event),
            Cell::Count(event.generation.into()),
            Cell::maybe(event.attempt, |attempt| Cell::Count(attempt.into())),
            Cell::Event(event.at),
            Cell::Text(details(event)),
        ]);
    }
    grid
}

/// What an event says, in a few words.
fn details(event: &HistoryEvent) -> String {
    let of = &event.details;
    match event.event.as_str() {
        "Failed" => {
            let failure = |name: &str| of.get("failure").and_then(|f| f[name].as_str());
            let error = match (failure("type"), failure("message")) {
                (Some(kind), Some(message)) if !message.is_empty() => format!("{kind}: {message}"),
                (kind, _) => kind.unwrap_or_default().to_owned(),
            };
            format!("{error} ({} by {})", word(of, "class"), word(of, "classified_by"))
        }
        "RetryDelayed" => {
            let delay = of.get("delay_ms").and_then(Value::as_u64).map(Millis);
            let due = of.get("due_at").and_then(Value::as_str).map(Timestamp::parse);
            match (delay, due) {
                (Some(delay), Some(Ok(due))) => format!("waits {delay}, due {due}"),
                _ => pairs(of),
            }
        }
        "Scheduled" => format!("{} on queue {}", word(of, "activity_type"), word(of, "queue")),
        _ => pairs(of),
    }
}

fn word<'a>(details: &'a Map<String, Value>, name: &str) -> &'a str {
    details.get(name).and_then(Value::as_str).unwrap_or("?")
}

/// `name=value` of every plain value.
fn pairs(details: &Map<String, Value>) -> String {
    let plain = details.iter().filter_map(|(name, value)| match value {
        Value::String(text) => Some(format!("{name}={text}")),
        Value::Number(_) | Value::Bool(_) => Some(format!("{name}={value}")),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    });
    plain.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_long_text_is_cut_and_its_size_said() {
        assert_eq!(text("short"), "short");
        let cut = text(&"東".repeat(10_000));
        assert!(cut.len() < 4_300, "{}", cut.len());
        assert!(cut.ends_with("(30000 bytes in all; -o json has them)"), "{cut}");
    }

    #[test]
    fn events_are_told_in_words() {
        let event = |name: &str, details: Value| HistoryEvent {
            index: 1,
            event: name.to_owned(),
            generation: 1,
            attempt: Some(1),
            at: Timestamp::EPOCH,
            details: serde_json::from_value(details).unwrap(),
        };
        let failed = json!({"failure": {"type": "HttpError", "message": "503"},
            "class": "transient", "classified_by": "http-table"});
        assert_eq!(details(&event("Failed", failed)), "HttpError: 503 (transient by http-table)");
        let delayed = json!({"delay_ms": 1932, "due_at": "2026-11-30T19:40:12.000Z"});
        assert_eq!(
            details(&event("RetryDelayed", delayed)),
            "waits 1s932ms, due 2026-11-30T19:40:12.000Z"
        );
        let unknown = json!({"reason": "later", "deep": {}});
        assert_eq!(details(&event("NewerThanThis", unknown)), "reason=later");
    }
}
