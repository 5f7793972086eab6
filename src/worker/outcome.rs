//! What the end of a command means.

use super::process::{Exit, Finished};
use crate::api::{
    CompleteRequest, FailRequest, FailureBody, MAX_FAILURE_MESSAGE_BYTES, MAX_PAYLOAD_BYTES,
    ReportItem,
};
use crate::model::{LeaseToken, MAX_NAME_BYTES};

/// Exit statuses by which a command says that trying again is useless: wrong use, wrong data, no
/// permission, wrong configuration (as `sysexits.h` numbers them).
const PERMANENT: [i32; 4] = [64, 65, 77, 78];

/// Words the report of a finished command.
///
/// Status 0 completes with standard output as the result. Everything else fails with the type
/// `Exit<N>` or `Signal<N>`, unless the last line of standard error is `Type: message`.
pub(super) fn report(token: &LeaseToken, finished: Finished) -> ReportItem {
    let Finished { exit, stdout, stderr } = finished;
    let (complete, fail) = match (exit, stdout) {
        (Exit::Code(0), Some(result)) if result.is_empty() => {
            (Some(CompleteRequest::default()), None)
        }
        (Exit::Code(0), Some(result)) => (Some(CompleteRequest::with_result(result)), None),
        (Exit::Code(0), None) => (None, Some(too_large())),
        (exit, _) => (None, Some(failure(exit, &stderr))),
    };
    ReportItem {
        token: token.to_string(),
        complete,
        fail: fail.map(|failure| FailRequest { failure }),
    }
}

/// The work is done and its result cannot be kept: doing it again would not help.
fn too_large() -> FailureBody {
    FailureBody {
        error_type: "ResultTooLarge".to_owned(),
        message: format!("the command wrote more than {MAX_PAYLOAD_BYTES} bytes"),
        non_retryable: true,
        ..FailureBody::default()
    }
}

fn failure(exit: Exit, stderr: &[u8]) -> FailureBody {
    let text = String::from_utf8_lossy(stderr);
    let text = text.trim();
    let last = text.lines().next_back().unwrap_or_default().trim();
    let by_exit = match exit {
        Exit::Code(code) => format!("Exit{code}"),
        Exit::Signal(signal) => format!("Signal{signal}"),
    };
    let (error_type, message) = match named(last) {
        Some((name, message)) => (name.to_owned(), message),
        None => (by_exit, last),
    };
    let message = message[..message.floor_char_boundary(MAX_FAILURE_MESSAGE_BYTES)].to_owned();
    FailureBody {
        error_type,
        message,
        non_retryable: matches!(exit, Exit::Code(code) if PERMANENT.contains(&code)),
        stack_trace: (text.lines().nth(1).is_some()).then(|| text.to_owned()),
        ..FailureBody::default()
    }
}

/// Parts `Type: message`. A type is a dotted path of names, the last with a capital letter:
/// `ValueError` and `requests.HTTPError` are types, the `curl` of `curl: (22) …` is none.
fn named(line: &str) -> Option<(&str, &str)> {
    let (name, message) = line.split_once(": ")?;
    let word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let last = name.rsplit('.').next()?;
    let is_type = name.len() <= MAX_NAME_BYTES
        && name.split('.').all(word)
        && last.starts_with(|c: char| c.is_ascii_uppercase());
    is_type.then_some((name, message.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ActivityKey;

    fn outcome(exit: Exit, stdout: Option<&[u8]>, stderr: &str) -> ReportItem {
        let token = LeaseToken::new(ActivityKey::new("t", "w", "e", "a").unwrap().id(), [7; 24]);
        let stdout = stdout.map(<[u8]>::to_vec);
        let item = report(&token, Finished { exit, stdout, stderr: stderr.as_bytes().to_vec() });
        item.validate().unwrap();
        item
    }

    fn failed(exit: Exit, stderr: &str) -> FailureBody {
        outcome(exit, Some(b""), stderr).fail.unwrap().failure
    }

    #[test]
    fn success_keeps_the_bytes() {
        let text = outcome(Exit::Code(0), Some(b"ok\n"), "warning").complete.unwrap();
        assert_eq!(text.result.as_deref(), Some("ok\n"));
        let bytes = outcome(Exit::Code(0), Some(b"\xff"), "").complete.unwrap();
        assert_eq!(bytes.result_base64.as_deref(), Some("/w=="));
        let nothing = outcome(Exit::Code(0), Some(b""), "").complete.unwrap();
        assert_eq!(nothing, CompleteRequest::default());
        let large = outcome(Exit::Code(0), None, "").fail.unwrap().failure;
        assert_eq!((large.error_type.as_str(), large.non_retryable), ("ResultTooLarge", true));
    }

    #[test]
    fn the_exit_says_what_it_was() {
        for (exit, name, permanent) in [
            (Exit::Code(1), "Exit1", false),
            (Exit::Code(75), "Exit75", false),
            (Exit::Code(64), "Exit64", true),
            (Exit::Code(65), "Exit65", true),
            (Exit::Code(77), "Exit77", true),
            (Exit::Code(78), "Exit78", true),
            (Exit::Signal(9), "Signal9", false),
        ] {
            let failure = failed(exit, "");
            assert_eq!((failure.error_type.as_str(), failure.non_retryable), (name, permanent));
        }
    }

    #[test]
    fn the_last_line_names_the_type() {
        for (stderr, name, message) in [
            ("Traceback\n  at x\nHttpError: 503\n\n", "HttpError", "503"),
            ("java.lang.IllegalState: no: more", "java.lang.IllegalState", "no: more"),
            ("curl: (22) error: 503", "Exit1", "curl: (22) error: 503"),
            ("sh: 1: frob: not found", "Exit1", "sh: 1: frob: not found"),
            ("a.: b", "Exit1", "a.: b"),
            ("Two Words: b", "Exit1", "Two Words: b"),
            ("HttpError:", "Exit1", "HttpError:"),
            ("", "Exit1", ""),
        ] {
            let failure = failed(Exit::Code(1), stderr);
            assert_eq!((failure.error_type.as_str(), failure.message.as_str()), (name, message));
        }
        let failure = failed(Exit::Code(1), "Traceback\nHttpError: 503\n");
        assert_eq!(failure.stack_trace.as_deref(), Some("Traceback\nHttpError: 503"));
        assert_eq!(failed(Exit::Code(1), "one line").stack_trace, None);
    }
}
