//! What is no file of another system, or an evil one.

use std::fmt::Write as _;

use proptest::prelude::*;
use wovyr_retry::model::Millis;
use wovyr_retry::policy::diagnostic::Source;
use wovyr_retry::policy::import::{FORMATS, FormatChoice, ImportError, import};
use wovyr_retry::policy::load;

use crate::import::{assert_note, fixtures, notes, walk};

#[test]
fn formats_are_told_apart() {
    for (name, bytes) in fixtures() {
        let format = import(&bytes, FormatChoice::Auto).unwrap().format;
        for other in FORMATS {
            let read = import(&bytes, FormatChoice::Format(other));
            if *other == format {
                assert!(read.is_ok(), "{name}");
            } else {
                let seems = Some(format);
                assert_eq!(read, Err(ImportError::OtherFormat { wanted: other, seems }), "{name}");
            }
        }
    }
    for text in ["", "a: 1", "[]", "apiVersion: dapr.io/v1alpha1\nkind: Component"] {
        assert_eq!(
            import(text.as_bytes(), FormatChoice::Auto),
            Err(ImportError::Unclear),
            "{text}"
        );
    }
}

#[test]
fn hostile_files_are_refused_with_their_place() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..9 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        writeln!(bomb, "a{level}: &a{level} [{aliases}]").unwrap();
    }
    let deep = "[".repeat(100_000);
    let huge = vec![b'a'; (1 << 20) + 1];
    let many = format!("[{}]", "1,".repeat(400_000));
    for bytes in
        [bomb.as_bytes(), deep.as_bytes(), &huge, many.as_bytes(), b"a: \xff", b"a: [", b"\0"]
    {
        let refusal = import(bytes, FormatChoice::Auto);
        assert!(matches!(refusal, Err(ImportError::Unreadable(_))), "{refusal:?}");
    }
}

#[test]
fn of_keys_that_stand_twice_the_last_counts() {
    let text = "queue:\n- name: q\n  retry_parameters:\n    task_retry_limit: 1\n    task_retry_limit: 3\n";
    let read = import(text.as_bytes(), FormatChoice::Auto).unwrap();
    assert_eq!(read.policies[0].policy.retry.max_attempts.limit(), Some(4));
    assert_note(&notes(text.as_bytes(), &read), "5:5 noticed", "stands twice");
}

#[test]
fn odd_values_are_refused_or_kept_in_range() {
    let retries = |text: &str| {
        let text = format!("queue:\n- name: q\n  retry_parameters: {{{text}}}\n");
        let read = import(text.as_bytes(), FormatChoice::Auto).unwrap();
        for policy in &read.policies {
            walk(policy);
        }
        (read.policies.first().map(|policy| policy.policy.retry.clone()), read.notes)
    };
    for text in [
        "task_retry_limit: 1.5",
        "task_retry_limit: 99999999999999999999",
        "min_backoff_seconds: -1",
        "min_backoff_seconds: .nan",
        "max_doublings: -1",
        "task_age_limit: 5 parsecs",
        "task_retry_limit: [1]",
    ] {
        let (policy, notes) = retries(text);
        assert_eq!(policy, None, "{text}");
        assert_eq!(notes.len(), 1, "{text}");
    }
    let (policy, _) = retries("task_retry_limit: 9223372036854775807, max_doublings: 4294967296");
    assert_eq!(policy.unwrap().max_attempts.limit(), Some(1_000_000));
    let (policy, _) = retries("min_backoff_seconds: 1e9");
    assert_eq!(policy, None);
    let (policy, _) = retries("min_backoff_seconds: 99999999999, max_backoff_seconds: 99999999999");
    assert_eq!(policy.unwrap().initial_delay, Millis::MAX);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_panics(
        which in 0..fixtures().len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..12),
    ) {
        let (name, mut bytes) = fixtures().swap_remove(which);
        for (at, byte, kind) in edits {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => {
                    let end = (at + usize::from(byte)).min(bytes.len() - 1);
                    bytes.drain(at.min(end)..end);
                }
            }
        }
        for choice in FORMATS.iter().map(|format| FormatChoice::Format(format)) {
            if let Ok(read) = import(&bytes, choice) {
                let source = Source::new(&name, &bytes);
                for policy in &read.policies {
                    policy.file(&read, &source).unwrap();
                    policy.schedule.gap(u32::MAX);
                }
                read.diagnostics(|text| load(text).diagnostics);
            }
        }
    }
}

#[test]
fn many_rules_end_in_a_moment() {
    let queues = "- {name: q, retry_parameters: {max_doublings: 16}}\n".repeat(20_000);
    let read = import(format!("queue:\n{queues}").as_bytes(), FormatChoice::Auto).unwrap();
    assert_eq!(read.policies.len(), 1_000);
    assert!(read.notes.iter().any(|note| note.message.contains("more than 1000 retry rules")));
    let retriers = "{\"ErrorEquals\": [\"E\"], \"MaxAttempts\": 0},".repeat(20_000);
    let machine =
        format!("{{\"StartAt\": \"A\", \"States\": {{\"A\": {{\"Retry\": [{retriers}]}}}}}}");
    let read = import(machine.as_bytes(), FormatChoice::Auto).unwrap();
    assert_eq!(read.policies.len(), 1_000);
}

#[test]
fn marks_and_line_ends_of_other_editors_are_no_matter() {
    for (name, bytes) in fixtures() {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let odd = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let (plain, odd_read) = (
            import(&bytes, FormatChoice::Auto).unwrap(),
            import(odd.as_bytes(), FormatChoice::Auto).unwrap(),
        );
        assert_eq!(notes(&bytes, &plain), notes(odd.as_bytes(), &odd_read), "{name}");
    }
}

#[test]
fn our_own_policies_are_not_taken_for_others() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/policies");
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let read = import(&bytes, FormatChoice::Auto);
        // A budget alone has no mark of anybody.
        assert!(matches!(read, Err(ImportError::Ours | ImportError::Unclear)), "{path:?}");
    }
}
