//! The repository's text, and Rust source as tokens and paths, for the tests that read it.

use std::path::Path;

/// One file of the repository.
#[derive(Debug)]
pub(crate) struct File {
    /// Its path from the package's root, with `/` between the parts.
    pub(crate) path: String,
    /// What it holds.
    pub(crate) text: String,
}

/// Directories that hold nothing written by hand.
const GENERATED: &[&str] = &["target", ".git", "completions"];

/// Every file under `directory` whose name ends with one of `endings`, in order.
pub(crate) fn files(directory: &str, endings: &[&str]) -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut open) = (Vec::new(), vec![root.join(directory)]);
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                if !GENERATED.contains(&name) {
                    open.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let relative = path.strip_prefix(root).unwrap().to_str().unwrap();
                let text = std::fs::read_to_string(&path).unwrap();
                found.push(File { path: relative.replace('\\', "/"), text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// A word, a number, `::` or one other character; comments, strings and lifetimes give none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// The line it stands on, from 1.
    pub(crate) line: usize,
    /// The token itself.
    pub(crate) text: &'a str,
}

impl Token<'_> {
    /// Tells a word or number from punctuation.
    pub(crate) fn is_word(self) -> bool {
        self.text.starts_with(is_word_char)
    }
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Cuts Rust source into tokens.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let (mut tokens, mut rest, mut line) = (Vec::new(), source, 1);
    while let Some(first) = rest.chars().next() {
        let skipped = skipped_length(rest);
        let length = if skipped > 0 {
            skipped
        } else if is_word_char(first) {
            rest.find(|c| !is_word_char(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (text, tail) = rest.split_at(length);
        if skipped == 0 && !first.is_whitespace() {
            tokens.push(Token { line, text });
        }
        line += text.matches('\n').count();
        rest = tail;
    }
    tokens
}

/// The length of the comment, string, character or lifetime at the start of `rest`; else 0.
fn skipped_length(rest: &str) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment_length(rest);
    }
    let raw = rest.trim_start_matches(['b', 'c']);
    if rest.len() - raw.len() <= 1
        && let Some(fence) = raw.strip_prefix('r')
    {
        let hashes = fence.len() - fence.trim_start_matches('#').len();
        if fence[hashes..].starts_with('"') {
            let end = format!("\"{}", &fence[..hashes]);
            let start = rest.len() - fence.len() + hashes + 1;
            return rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len());
        }
    }
    if rest.starts_with('"') {
        return quoted_length(rest, '"');
    }
    if let Some(inner) = rest.strip_prefix('\'') {
        let mut chars = inner.chars();
        let first = chars.next();
        return if first == Some('\\') || chars.next() == Some('\'') {
            quoted_length(rest, '\'')
        } else {
            1 + inner.find(|c| !is_word_char(c)).unwrap_or(inner.len())
        };
    }
    0
}

fn block_comment_length(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        let tail = &rest[at..];
        let next = tail.chars().next();
        if tail.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if tail.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else if let Some(next) = next {
            at += next.len_utf8();
        }
        if depth == 0 || next.is_none() {
            return at;
        }
    }
}

fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// A path such as `crate::model::Millis`, from a `use` tree or from code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CodePath {
    /// The line it starts on.
    pub(crate) line: usize,
    /// The inline modules around it, outermost first.
    pub(crate) inline: Vec<String>,
    /// Its parts; a glob's last is `*`.
    pub(crate) parts: Vec<String>,
}

/// Words that end no path and begin none.
const KEYWORDS: &[&str] =
    &["use", "as", "in", "dyn", "impl", "for", "return", "match", "if", "mut", "where", "else"];

/// Every path of two parts or more, and every single name that is imported.
pub(crate) fn paths(source: &str) -> Vec<CodePath> {
    let tokens = tokens(source);
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let (mut found, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    let mut inline: Vec<(usize, String)> = Vec::new();
    while at < tokens.len() {
        match text(at) {
            "mod" if text(at + 2) == "{" => {
                depth += 1;
                inline.push((depth, text(at + 1).to_owned()));
                at += 3;
            }
            "{" => (depth, at) = (depth + 1, at + 1),
            "}" => {
                inline.pop_if(|(opened, _)| *opened == depth);
                (depth, at) = (depth.saturating_sub(1), at + 1);
            }
            word if KEYWORDS.contains(&word) => at += 1,
            _ if tokens[at].is_word() && !continues_a_path(&tokens[..at]) => {
                let imported = at > 0 && matches!(text(at - 1), "use" | "crate" | "::");
                let mut parts = Vec::new();
                let next = read_path(&tokens, at, &[], &mut parts);
                found.extend(parts.into_iter().filter(|p| p.len() > 1 || imported).map(|parts| {
                    let inline = inline.iter().map(|(_, name)| name.clone()).collect();
                    CodePath { line: tokens[at].line, inline, parts }
                }));
                at = next;
            }
            _ => at += 1,
        }
    }
    found
}

/// Tells whether what follows `before` belongs to an expression or type that began earlier.
fn continues_a_path(before: &[Token<'_>]) -> bool {
    match before {
        [.., owner, Token { text: "::", .. }] => owner.text == ">",
        [.., Token { text: ".", .. }] => true,
        _ => false,
    }
}

/// Reads the path or tree at `at` below `prefix`; answers where it ends.
fn read_path(
    tokens: &[Token<'_>],
    mut at: usize,
    prefix: &[String],
    found: &mut Vec<Vec<String>>,
) -> usize {
    let mut parts = prefix.to_vec();
    while let Some(token) = tokens.get(at) {
        if token.text == "{" {
            at += 1;
            while tokens.get(at).is_some_and(|token| token.text != "}") {
                at = match tokens[at].text {
                    "," => at + 1,
                    "as" => at + 2,
                    _ => read_path(tokens, at, &parts, found),
                };
            }
            return at + 1;
        }
        if token.text != "self" || parts.is_empty() {
            parts.push(token.text.to_owned());
        }
        let goes_on = tokens.get(at + 1).is_some_and(|next| next.text == "::")
            && tokens
                .get(at + 2)
                .is_some_and(|next| next.is_word() || matches!(next.text, "*" | "{"));
        if !goes_on {
            break;
        }
        at += 2;
    }
    found.push(parts);
    at + 1
}

#[test]
fn comments_strings_and_characters_are_no_tokens() {
    let source = r##"a /* b /* c */ d */ "e \" f" 'g' '\'' 'h: r#"i " j"# br"k" // l
        m::n 1.5 b'o' r#type"##;
    let words: Vec<&str> = tokens(source).iter().map(|token| token.text).collect();
    let expected = ["a", ":", "m", "::", "n", "1", ".", "5", "b", "r", "#", "type"];
    assert_eq!(words, expected);
    assert_eq!(tokens(source)[2].line, 2);
}

#[test]
fn paths_come_from_trees_and_code() {
    let source =
        "use a::{b, c::{self, D as E}, f::*}; fn g() { h.i(); <T as j::K>::L; m::n::<O>() }
        mod p { use ::q; }";
    let read: Vec<String> = paths(source).iter().map(|path| path.parts.join("::")).collect();
    assert_eq!(read, ["a::b", "a::c", "a::c::D", "a::f::*", "j::K", "m::n", "q"]);
    assert_eq!(paths(source)[6].inline, ["p"]);
}
