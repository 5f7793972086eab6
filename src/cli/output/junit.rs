//! Results in the XML of `JUnit`, which build servers read.

use std::fmt::Write as _;

use super::visible::visible;

/// The results of one command.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// What produced them.
    pub(crate) name: &'static str,
    /// Groups of cases, one for each file.
    pub(crate) suites: Vec<Suite>,
}

/// The results about one file.
#[derive(Debug)]
pub(crate) struct Suite {
    /// The file.
    pub(crate) name: String,
    /// What was looked at.
    pub(crate) cases: Vec<Case>,
}

/// One thing that was looked at.
#[derive(Debug)]
pub(crate) struct Case {
    /// What it is called.
    pub(crate) name: String,
    /// Where it stands, from 1.
    pub(crate) line: Option<usize>,
    /// What came of it.
    pub(crate) outcome: Outcome,
}

/// What came of a case.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It is as it should be; perhaps there is something to say.
    Passed(Option<String>),
    /// It is not, for this reason, with these details.
    Failed(String, String),
    /// It could not be looked at, for this reason.
    Broken(String),
}

impl Report {
    /// The whole document.
    pub(crate) fn xml(&self) -> String {
        let cases = || self.suites.iter().flat_map(|suite| &suite.cases);
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        open(&mut xml, "testsuites", self.name, cases());
        for suite in &self.suites {
            xml.push_str("  ");
            open(&mut xml, "testsuite", &suite.name, suite.cases.iter());
            for case in &suite.cases {
                case.write(&mut xml, &suite.name);
            }
            xml.push_str("  </testsuite>\n");
        }
        xml.push_str("</testsuites>\n");
        xml
    }
}

fn open<'c>(
    xml: &mut String,
    tag: &str,
    name: &str,
    cases: impl Iterator<Item = &'c Case> + Clone,
) {
    let failed = cases.clone().filter(|case| matches!(case.outcome, Outcome::Failed(..))).count();
    let broken = cases.clone().filter(|case| matches!(case.outcome, Outcome::Broken(_))).count();
    let (name, all) = (escaped(name), cases.count());
    // Writing to a String cannot fail.
    let _ = writeln!(
        xml,
        "<{tag} name=\"{name}\" tests=\"{all}\" failures=\"{failed}\" errors=\"{broken}\">"
    );
}

impl Case {
    fn write(&self, xml: &mut String, file: &str) {
        let (name, file) = (escaped(&self.name), escaped(file));
        let line = self.line.map_or(String::new(), |line| format!(" line=\"{line}\""));
        let _ =
            write!(xml, "    <testcase name=\"{name}\" classname=\"{file}\" file=\"{file}\"{line}");
        let inner = match &self.outcome {
            Outcome::Passed(None) => {
                xml.push_str("/>\n");
                return;
            }
            Outcome::Passed(Some(text)) => format!("<system-out>{}</system-out>", escaped(text)),
            Outcome::Failed(reason, details) => {
                format!("<failure message=\"{}\">{}</failure>", escaped(reason), escaped(details))
            }
            Outcome::Broken(reason) => format!("<error message=\"{}\"/>", escaped(reason)),
        };
        let _ = writeln!(xml, ">\n      {inner}\n    </testcase>");
    }
}

/// Text for an element or an attribute. What XML 1.0 cannot hold is shown in another way.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            safe.push('\n');
        }
        for c in visible(line).chars() {
            match c {
                '&' => safe.push_str("&amp;"),
                '<' => safe.push_str("&lt;"),
                '>' => safe.push_str("&gt;"),
                '"' => safe.push_str("&quot;"),
                '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
                c => safe.push(c),
            }
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_escapes() {
        let case = |outcome| Case { name: "a<b".into(), line: Some(3), outcome };
        let report = Report {
            name: "policy lint",
            suites: vec![Suite {
                name: "p&q.yaml".into(),
                cases: vec![
                    case(Outcome::Passed(None)),
                    case(Outcome::Failed("\"x\" \u{1b}".into(), "one\ntwo".into())),
                    case(Outcome::Broken("gone".into())),
                ],
            }],
        };
        let xml = report.xml();
        assert!(xml.contains("tests=\"3\" failures=\"1\" errors=\"1\""), "{xml}");
        assert!(xml.contains("name=\"a&lt;b\" classname=\"p&amp;q.yaml\""), "{xml}");
        assert!(xml.contains("message=\"&quot;x&quot; \\u{1b}\">one\ntwo</failure>"), "{xml}");
    }
}
