//! Policy files that are too large, too deep, too repetitive or plain noise.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use wovyr_retry::policy::diagnostic::{Colour, Finding, Source, concise, full};
use wovyr_retry::policy::{MAX_BYTES, load, read_bounded};

/// Far more than any refusal takes, and far less than any attack wants.
const PATIENCE: Duration = Duration::from_secs(10);

/// Loads, and checks that it is refused soon, with this one code, at this line and column.
fn refused(text: &[u8], expected: &str) {
    let start = Instant::now();
    let loaded = load(text);
    let taken = start.elapsed();
    let source = Source::new("p.yaml", text);
    let places: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|finding| {
            let at = source.position(finding.span.start);
            format!("{}:{} {}", at.line, at.column, finding.code)
        })
        .collect();
    let shown = String::from_utf8_lossy(&text[..text.len().min(40)]);
    assert_eq!(places, [expected], "{shown}");
    assert_eq!(loaded.policies, [], "{shown}");
    assert!(taken < PATIENCE, "{shown}: {taken:?}");
}

fn repeated(range: std::ops::Range<usize>, part: impl Fn(usize) -> String) -> String {
    range.map(part).collect::<Vec<_>>().concat()
}

#[test]
fn a_large_file() {
    let hundred_megabytes = std::io::Read::take(std::io::repeat(b'#'), 100 << 20);
    let read = read_bounded(hundred_megabytes).unwrap();
    assert_eq!(read.len(), MAX_BYTES + 1);
    refused(&read, "1:1 WR006");
    let mut largest = b"retry: {}\n#".to_vec();
    largest.resize(MAX_BYTES, b'#');
    assert_eq!(load(&largest).diagnostics, []);
}

#[test]
fn deep_nesting() {
    let deep = |part: &str, times: usize| part.repeat(times).into_bytes();
    refused(&deep("[", 10_000), "1:33 WR006");
    refused(&deep("[", MAX_BYTES), "1:33 WR006");
    refused(&deep("{a: ", 10_000), "1:129 WR006");
    refused(&deep("{a: ", MAX_BYTES / 4), "1:129 WR006");
    refused(&deep("- ", 10_000), "1:65 WR006");
    refused(&deep("- ", MAX_BYTES / 2), "1:65 WR006");
    refused(&deep("? ", 10_000), "1:65 WR006");
    let stairs = repeated(0..1_000, |depth| " ".repeat(depth) + "a:\n");
    refused(stairs.as_bytes(), "33:33 WR006");
}

#[test]
fn alias_bombs() {
    let laughs = repeated(1..9, |level| {
        let items = vec![format!("*a{}", level - 1); 9].join(", ");
        format!("a{level}: &a{level} [{items}]\n")
    });
    refused(format!("a0: &a0 [x, x, x, x, x, x, x, x, x]\n{laughs}").as_bytes(), "4:10 WR006");
    let big = "x".repeat(100 << 10);
    let wide = format!("a: &a {big}\nb: [{}]\n", vec!["*a"; 20_000].join(", "));
    refused(wide.as_bytes(), "2:5 WR006");
    let tall = repeated(1..40, |i| format!("a{i}: &a{i} [*a{}]\n", i - 1));
    refused(format!("a0: &a0 []\n{tall}").as_bytes(), "33:12 WR006");
    refused(b"a: &a {b: *a}\n", "1:11 WR006");
}

#[test]
fn many_values() {
    let many = format!("retry: {{nonRetryableErrorTypes: [{}]}}\n", "a,".repeat(60_000));
    refused(many.as_bytes(), "1:100024 WR006");
}

#[test]
fn bytes_that_are_no_text() {
    refused(b"retry:\n  enabled: \xff\n", "2:12 WR007");
    refused(b"retry: \xc3", "1:8 WR007");
    refused(&[0xff, 0xfe, b'a', 0, b':', 0], "1:1 WR007");
    refused(b"retry: \0\n", "1:8 WR007");
    refused(b"retry:\n \tenabled: true\n", "2:2 WR007");
    refused("retry: a\u{85}b\n".as_bytes(), "1:9 WR007");
    refused("retry: a\u{2028}b\n".as_bytes(), "1:9 WR007");
    refused("retry: a\u{feff}b\n".as_bytes(), "1:9 WR007");
}

#[test]
fn thousands_of_mistakes_are_all_reported() {
    let padding = "x".repeat(200);
    for separator in ["\n", ", "] {
        let keys = repeated(0..1_000, |i| format!("key{i}: {padding}{separator}"));
        let text = if separator == "\n" { keys } else { format!("{{{keys}}}") };
        let start = Instant::now();
        let findings = load(text.as_bytes()).diagnostics;
        let source = Source::new("p.yaml", text.as_bytes());
        let rendered: Vec<_> =
            findings.iter().map(|finding| full(&source, finding, Colour::Plain)).collect();
        assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
        assert_eq!(rendered.len(), 1_000);
        assert!(rendered[999].contains("unknown key `key999`"), "{}", rendered[999]);
    }
}

/// Reads and renders; returns the number of findings.
fn survive(bytes: &[u8]) -> usize {
    let source = Source::new("p.yaml", bytes);
    let loaded = load(bytes);
    assert!(loaded.diagnostics.is_sorted_by_key(|finding| finding.span));
    for finding in &loaded.diagnostics {
        let json = Finding::new(&source, finding);
        assert!((json.line, json.column) <= (json.end_line, json.end_column));
        let text = concise(&source, finding) + &full(&source, finding, Colour::Plain);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        for label in &finding.labels {
            assert!(label.span.start <= label.span.end && label.span.end <= bytes.len());
        }
        assert!(finding.span.end <= bytes.len().max(1), "{finding:?}");
    }
    loaded.diagnostics.len()
}

const SEEDS: [&str; 3] = [
    include_str!("../../policies/payments.yaml"),
    include_str!("../../policies/charge-card.yaml"),
    "a: &a {b: [1, *x]}\n\"c\": !t |\n  text\n? d\n: 'e'\n---\n<<: *a\n...\n",
];

const PIECES: [&str; 26] = [
    "\n", "  ", "\t", ": ", "- ", "? ", "[", "]", "{", "}", ",", "#", "&a ", "*a", "!t ", "|\n",
    ">-\n", "'", "\"", "---\n", "...\n", "%", "\u{feff}", "é", "\r", "<<: ",
];

prop_compose! {
    fn mutated()(
        seed in prop::sample::select(&SEEDS[..]),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4usize, prop::sample::select(&PIECES[..])), 1..6),
    ) -> String {
        let mut chars: Vec<char> = seed.chars().collect();
        for (at, removed, piece) in edits {
            let at = at.index(chars.len() + 1);
            let end = (at + removed).min(chars.len());
            chars.splice(at..end, piece.chars());
        }
        chars.into_iter().collect()
    }
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survive(&bytes);
    }

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}") {
        survive(text.as_bytes());
    }

    #[test]
    fn any_mutation_is_survived(text in mutated()) {
        survive(text.as_bytes());
    }
}
