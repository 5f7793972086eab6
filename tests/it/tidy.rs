//! The house's style, as far as a machine can see it.

use crate::source::{self, File, Token};

/// The one file of the tests that may let time pass: it waits for conditions.
const WAITS: &str = "tests/it/eventually.rs";

const MAX_FILE_LINES: usize = 400;
const MAX_FUNCTION_LINES: usize = 70;

/// Names that say nothing about what they name.
const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "manager", "info", "misc"];

/// Marks of unfinished work, put together here so that this file is free of them.
const UNFINISHED: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("todo", "!"),
    concat!("unimpl", "emented!"),
];

/// What only the authors can open or remember: their directories, papers and tickets.
const PRIVATE: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("product", ".md"),
    concat!("architecture", ".md"),
    concat!("work", "tree"),
    concat!("mile", "stone "),
    concat!("this ses", "sion"),
    concat!("sub", "agent"),
];

/// Everything that is untidy in a file, one line each.
fn faults(file: &File) -> Vec<String> {
    let mut faults = text_faults(file);
    if has_ending(&file.path, "rs") {
        faults.extend(rust_faults(file));
    }
    faults
}

fn has_ending(path: &str, ending: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|extension| extension == ending)
}

fn text_faults(File { path, text }: &File) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.ends_with([' ', '\t']) {
            faults.push(format!("{path}:{number}: white space at the end of the line"));
        }
        for word in UNFINISHED.iter().filter(|word| line.contains(**word)) {
            faults.push(format!("{path}:{number}: `{word}`: finish it or leave it out"));
        }
        let line = line.to_lowercase();
        for word in PRIVATE.iter().filter(|word| line.contains(**word)) {
            faults.push(format!("{path}:{number}: `{word}` means nothing to a reader"));
        }
        if names_a_ticket(&line) {
            faults.push(format!("{path}:{number}: a ticket's number; say what it says instead"));
        }
    }
    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or(path);
    if is_empty_name(stem) || path.split('/').any(is_empty_name) {
        faults.push(format!("{path}: name the file after the noun it holds"));
    }
    faults
}

/// Finds the number of a ticket, with or without `#`, in a lowercase line.
fn names_a_ticket(line: &str) -> bool {
    line.split("issue ")
        .skip(1)
        .any(|after| after.trim_start_matches('#').starts_with(|c: char| c.is_ascii_digit()))
}

fn rust_faults(File { path, text }: &File) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = text.lines().count();
    if lines > MAX_FILE_LINES {
        faults.push(format!("{path}: {lines} lines; split it by noun at {MAX_FILE_LINES}"));
    }
    let tokens = source::tokens(text);
    for (at, pair) in tokens.windows(2).enumerate() {
        let [keyword, Token { line, text: name }] = pair else { continue };
        match keyword.text {
            "fn" if pair[1].is_word() => {
                let lines = function_lines(&tokens[at..]);
                if lines > MAX_FUNCTION_LINES {
                    faults.push(format!(
                        "{path}:{line}: `{name}` has {lines} lines; the limit is {MAX_FUNCTION_LINES}"
                    ));
                }
            }
            "struct" | "enum" | "trait" | "mod" if is_empty_name(name) => {
                faults.push(format!("{path}:{line}: `{name}` says nothing about what it is"));
            }
            _ => {}
        }
    }
    if path.starts_with("tests/") && path != WAITS {
        faults.extend(
            source::paths(text).iter().filter(|found| sleeps(&found.parts)).map(|found| {
                format!("{path}:{}: wait for a condition instead of a time", found.line)
            }),
        );
    }
    faults
}

/// The lines from `fn` to the end of the body; 0 without a body.
fn function_lines(tokens: &[Token<'_>]) -> usize {
    let (mut brackets, mut braces) = (0_i32, 0_i32);
    for token in tokens {
        match token.text {
            "(" | "[" => brackets += 1,
            ")" | "]" => brackets -= 1,
            ";" if brackets == 0 && braces == 0 => return 0,
            "{" => braces += 1,
            "}" => {
                braces -= 1;
                if braces == 0 {
                    return token.line - tokens[0].line + 1;
                }
            }
            _ => {}
        }
    }
    0
}

/// Tells whether a word of the name, in either case convention, is an empty one.
fn is_empty_name(name: &str) -> bool {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            words.push('_');
        }
        words.extend(c.to_lowercase());
    }
    words.split('_').any(|word| EMPTY_NAMES.contains(&word))
}

fn sleeps(path: &[String]) -> bool {
    path.last().is_some_and(|last| matches!(last.as_str(), "sleep" | "sleep_until" | "sleep_ms"))
}

#[test]
fn the_repository_is_tidy() {
    let endings =
        [".rs", ".md", ".toml", ".yaml", ".yml", ".py", ".csv", ".json", ".sql", ".sh", "run"];
    let found: Vec<String> = source::files("", &endings).iter().flat_map(faults).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// Asserts that a file with this content has just the fault that the words are from.
#[track_caller]
fn assert_fault(path: &str, text: &str, words: &str) {
    let faults = faults(&File { path: path.to_owned(), text: text.to_owned() });
    assert!(faults.len() == 1 && faults[0].contains(words), "{words}: {faults:?}");
}

#[track_caller]
fn assert_tidy(path: &str, text: &str) {
    let faults = faults(&File { path: path.to_owned(), text: text.to_owned() });
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn long_files_and_functions_are_found() {
    assert_tidy("src/a.rs", &"// a\n".repeat(400));
    assert_fault("src/a.rs", &"// a\n".repeat(401), "split it by noun");
    assert_tidy("README.md", &"a\n".repeat(401));
    let function =
        |lines: usize| format!("fn f(a: [u8; 2]) {{\n{}}}\n", "    g();\n".repeat(lines - 2));
    assert_tidy("src/a.rs", &function(70));
    assert_fault("src/a.rs", &function(71), "`f` has 71 lines");
    let declared = format!("trait T {{\n    fn f(&self) -> [u8; 2];\n{}}}", "\n".repeat(90));
    assert_tidy("src/a.rs", &declared);
}

#[test]
fn empty_names_are_found() {
    assert_fault("src/retry/utils.rs", "", "noun");
    assert_fault("src/helpers/mod.rs", "", "noun");
    assert_fault("src/retry/time_util.rs", "", "noun");
    assert_fault("src/a.rs", "struct RetryManager;", "`RetryManager` says nothing");
    assert_fault("src/a.rs", "mod test_helper;", "`test_helper` says nothing");
    assert_tidy("src/a.rs", "struct Information; mod utilisation;");
}

#[test]
fn unfinished_work_is_found() {
    for word in UNFINISHED {
        assert_fault("src/a.rs", &format!("// {word} later"), "finish it");
    }
}

#[test]
fn white_space_at_the_end_of_a_line_is_found() {
    assert_fault("README.md", "one \ntwo\n", "README.md:1: white space");
    assert_fault("src/a.rs", "fn f();\t\n", "white space");
}

#[test]
fn fixed_sleeps_are_found_in_tests() {
    let qualified = "fn f() { std::thread::sleep(d); }";
    assert_fault("tests/it/a.rs", qualified, "wait for a condition");
    assert_fault("tests/it/a.rs", "use tokio::time::{self, sleep};", "wait for a condition");
    assert_tidy("src/runtime/a.rs", qualified);
}

#[test]
fn private_references_are_found() {
    for word in PRIVATE {
        assert_fault("docs/a.md", &format!("See {word} for more."), "means nothing to a reader");
    }
    assert_fault("docs/a.md", concat!("Closes iss", "ue #12."), "a ticket's number");
    assert_tidy("docs/a.md", "This issue has 12 sides. Issue a token.");
}
