//! Templates around YAML and JSON: what a renderer would fill in is masked, so that the rest parses.

use std::borrow::Cow;

use crate::policy::diagnostic::Span;

/// A text of the same length in which templates do not disturb the parser.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Masked<'a> {
    /// The text; every byte stands where it stood.
    pub(super) text: Cow<'a, str>,
    /// Lines that only steer the renderer. Nothing is known about what they bring or leave out.
    pub(super) directives: Vec<Span>,
}

/// Masks the templates of a text. In JSON, indentation by tabs goes with them.
pub(super) fn mask(text: &str) -> Masked<'_> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let is_json = start.starts_with(['{', '[']) && !is_opening(start);
    let mut bytes = text.as_bytes().to_vec();
    let directives = if is_json {
        mask_json(&mut bytes);
        Vec::new()
    } else {
        mask_yaml(text, &mut bytes)
    };
    // Only whole characters are replaced, so the bytes are still UTF-8.
    match String::from_utf8(bytes) {
        Ok(masked) if masked != text => Masked { text: Cow::Owned(masked), directives },
        Ok(_) | Err(_) => Masked { text: Cow::Borrowed(text), directives },
    }
}

fn is_opening(rest: &str) -> bool {
    rest.starts_with("{{") || rest.starts_with("{%")
}

/// Outside of texts: tabs, and `${…}` or `{{…}}` in place of a value.
fn mask_json(bytes: &mut [u8]) {
    let mut in_text = false;
    let mut at = 0;
    // Up to where it is known that neither is closed on its line: no byte is searched twice.
    let mut unclosed = [0, 0];
    while at < bytes.len() {
        let close = match (&bytes[at..], in_text) {
            ([b'$', b'{', ..], false) => Some(0),
            ([b'{', b'{', ..], false) => Some(1),
            _ => None,
        };
        if let Some(kind) = close.filter(|kind| at >= unclosed[*kind]) {
            let line = bytes[at..].split(|b| *b == b'\n').next().unwrap_or_default();
            let mark = [&b"}"[..], b"}}"][kind];
            if let Some(found) = line.windows(mark.len()).position(|window| window == mark) {
                let end = at + found + mark.len();
                hide(&mut bytes[at..end]);
                at = end;
                continue;
            }
            unclosed[kind] = at + line.len();
        }
        match (bytes[at], in_text) {
            (b'\\', true) => at += 1,
            (b'"', _) => in_text = !in_text,
            (b'\t', false) => bytes[at] = b' ',
            _ => {}
        }
        at += 1;
    }
}

/// Lines that are a template as a whole, and templates where a value begins.
fn mask_yaml(text: &str, bytes: &mut [u8]) -> Vec<Span> {
    let mut directives = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start_matches('\u{feff}').trim();
        let closed = body.ends_with("}}") || body.ends_with("%}");
        if is_opening(body) && closed {
            let indent = line.find(body).unwrap_or_default();
            let span = Span::new(start + indent, start + indent + body.len());
            bytes[span.start..span.end].fill(b' ');
            directives.push(span);
        } else {
            let mut masked = 0;
            for (at, _) in line.match_indices("{{") {
                let before = line[..at].trim_end();
                let is_value =
                    before.ends_with([':', '-']) && before.len() < at || before.is_empty();
                if at < masked || !is_value {
                    continue;
                }
                let Some(end) = line[at..].find("}}") else { break };
                masked = at + end + 2;
                hide(&mut bytes[start + at..start + masked]);
            }
        }
        start += line.len();
    }
    directives
}

/// Makes one plain word of it.
fn hide(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| !byte.is_ascii_alphanumeric()) {
        *byte = b'_';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(text: &str) -> String {
        let masked = mask(text).text.into_owned();
        assert_eq!(masked.len(), text.len());
        masked
    }

    #[test]
    fn values_become_words() {
        assert_eq!(masked("a: {{ .x }}\n"), "a: ____x___\n");
        assert_eq!(masked("- {{ä}}s"), "- ______s");
        assert_eq!(masked("a: \"{{x}}\"\n"), "a: \"{{x}}\"\n");
        assert_eq!(masked("a: x-{{x}}\n"), "a: x-{{x}}\n");
        assert_eq!(
            masked("{\"a\": ${f(\"x\", y)}, \"b\": \"${z}\"}"),
            "{\"a\": __f__x___y__, \"b\": \"${z}\"}"
        );
        assert_eq!(
            masked("{\n\t\"a\": \"\\\"\t{{\",\n\t\"b\": {{n}}}"),
            "{\n \"a\": \"\\\"\t{{\",\n \"b\": __n__}"
        );
    }

    #[test]
    fn steering_lines_become_blank() {
        let text = "a: 1\n  {{- if .Values.é }}\nb: 2\n{% endif %}\n";
        let found = mask(text);
        let lines: Vec<&str> = found.text.lines().collect();
        assert_eq!((lines[0], lines[2]), ("a: 1", "b: 2"));
        assert!(lines[1].trim().is_empty() && lines[3].trim().is_empty());
        assert_eq!(found.text.len(), text.len());
        assert_eq!(found.directives.len(), 2);
        assert_eq!(
            &text[found.directives[0].start..found.directives[0].end],
            "{{- if .Values.é }}"
        );
    }

    #[test]
    fn what_is_not_closed_stays() {
        for many in [": {{".repeat(200_000), format!("{{{}", "${{{".repeat(200_000))] {
            assert_eq!(masked(&many), many);
        }
        for text in ["a: {{ x\n}}", "{\"a\": ${x\n}}", "{{", "{", "", "{\"", "{\"\\"] {
            assert_eq!(masked(text), text);
        }
    }
}
