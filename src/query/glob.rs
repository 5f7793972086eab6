//! Globs: `*` is any run of characters, `?` is exactly one; everything else is itself.

/// Tells whether `pattern` covers the whole of `text`, case-sensitively.
///
/// At most pattern length times text length steps, whatever the pattern.
pub fn glob_matches(pattern: &str, text: &str) -> bool {
    let (mut pattern, mut text) = (pattern, text);
    // Where the last `*` left off: the pattern after it, and the text it has not swallowed.
    let mut retry: Option<(&str, &str)> = None;
    loop {
        let (want, have) = (pattern.chars().next(), text.chars().next());
        match (want, have) {
            (Some('*'), _) => {
                pattern = &pattern[1..];
                retry = Some((pattern, text));
            }
            (Some(want), Some(have)) if want == '?' || want == have => {
                pattern = &pattern[want.len_utf8()..];
                text = &text[have.len_utf8()..];
            }
            (None, None) => return true,
            (Some(_) | None, _) => {
                // Let the last `*` swallow one more character and try again after it.
                let Some((after_star, rest)) = retry else { return false };
                let Some(swallowed) = rest.chars().next() else { return false };
                pattern = after_star;
                text = &rest[swallowed.len_utf8()..];
                retry = Some((pattern, text));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn covers_the_whole_text() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("a", "ab", false),
            ("A", "a", false),
            ("*timeout*", "read timeout after 5s", true),
            ("*timeout", "read timeout after 5s", false),
            ("?", "é", true),
            ("?", "", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("[a]*", "[a]x", true),
            ("100%_*", "100%_done", true),
        ] {
            assert_eq!(glob_matches(pattern, text), expected, "{pattern} over {text}");
        }
    }

    #[test]
    fn a_hostile_pattern_ends_soon() {
        assert!(!glob_matches(&format!("{}b", "*a".repeat(200)), &"a".repeat(4000)));
    }

    /// The definition, exponential and obvious.
    fn by_definition(pattern: &[char], text: &[char]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some(('*', rest)) => (0..=text.len()).any(|n| by_definition(rest, &text[n..])),
            Some((want, rest)) => text.split_first().is_some_and(|(have, tail)| {
                (*want == '?' || want == have) && by_definition(rest, tail)
            }),
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(pattern in "[ab*?é]{0,8}", text in "[abé]{0,10}") {
            let chars = |t: &str| t.chars().collect::<Vec<_>>();
            prop_assert_eq!(
                glob_matches(&pattern, &text),
                by_definition(&chars(&pattern), &chars(&text))
            );
        }
    }
}
