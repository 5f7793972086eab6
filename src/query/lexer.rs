//! Text into tokens.

use super::{QueryError, QueryErrorKind};

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A bare word: a field, a number, a duration, a state, `and`.
    Word,
    /// A text in quotes, unescaped.
    Text(String),
    /// An operator.
    Operator(Operator),
}

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Like,
}

impl Operator {
    /// The spellings; a longer one stands before its prefix.
    const SPELLINGS: &'static [(&'static str, Self)] = &[
        ("!=", Self::NotEqual),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
        ("~", Self::Like),
    ];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::Like => "~",
        }
    }
}

/// What people of other languages write, and what it is here.
const ELSEWHERE: &[(&str, &str)] =
    &[("==", "="), ("=~", "~"), ("<>", "!="), ("&&", "and"), ("'", "\"")];

/// Tells whether a character can be part of a bare word.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// Parts a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (kind, length) = if is_word(c) {
            (TokenKind::Word, rest.find(|c| !is_word(c)).unwrap_or(rest.len()))
        } else if c == '"' {
            let (value, length) = quoted_text(text, at)?;
            (TokenKind::Text(value), length)
        } else {
            operator(text, at)?
        };
        tokens.push(Token { kind, start: at, end: at + length });
        at += length;
    }
    Ok(tokens)
}

fn operator(text: &str, at: usize) -> Result<(TokenKind, usize), QueryError> {
    let rest = &text[at..];
    let fault = |length: usize, suggestion| QueryError {
        kind: QueryErrorKind::Stray(rest[..length].to_owned()),
        offset: at,
        length,
        suggestion,
    };
    if let Some((foreign, ours)) = ELSEWHERE.iter().find(|(foreign, _)| rest.starts_with(foreign)) {
        return Err(fault(foreign.len(), Some((*ours).to_owned())));
    }
    Operator::SPELLINGS
        .iter()
        .find(|(spelling, _)| rest.starts_with(spelling))
        .map(|(spelling, operator)| (TokenKind::Operator(*operator), spelling.len()))
        .ok_or_else(|| fault(rest.chars().next().map_or(0, char::len_utf8), None))
}

/// Reads the text in quotes that starts at `at`: its value, and its length with the quotes.
fn quoted_text(text: &str, at: usize) -> Result<(String, usize), QueryError> {
    let mut value = String::new();
    let mut chars = text[at..].char_indices().skip(1);
    while let Some((place, c)) = chars.next() {
        match c {
            '"' => return Ok((value, place + 1)),
            '\\' => {
                let escape = &text[at + place + 1..];
                let Some((meant, length)) = unescape(escape) else {
                    let length = 1 + escape.chars().next().map_or(0, char::len_utf8);
                    return Err(QueryError {
                        kind: QueryErrorKind::UnknownEscape,
                        offset: at + place,
                        length,
                        suggestion: None,
                    });
                };
                value.push(meant);
                // Escapes are ASCII: as many characters as bytes.
                for _ in 0..length {
                    chars.next();
                }
            }
            c => value.push(c),
        }
    }
    let length = text.len() - at;
    Err(QueryError { kind: QueryErrorKind::UnclosedText, offset: at, length, suggestion: None })
}

/// Reads what follows a backslash: the character meant, and how many bytes say so.
fn unescape(text: &str) -> Option<(char, usize)> {
    Some(match text.chars().next()? {
        '"' => ('"', 1),
        '\\' => ('\\', 1),
        'n' => ('\n', 1),
        'r' => ('\r', 1),
        't' => ('\t', 1),
        'u' => {
            let digits = text.strip_prefix("u{")?.split_once('}')?.0;
            let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let code = if hex { u32::from_str_radix(digits, 16).ok()? } else { return None };
            (char::from_u32(code)?, digits.len() + 3)
        }
        _ => return None,
    })
}
