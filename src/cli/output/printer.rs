//! The only writer: data on standard output, everything else on standard error.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use serde_json::{Value, json};

use super::format::Format;
use super::moment::Viewpoint;
use super::page::Page;
use super::rows::{Rows, TableBuffer};
use super::shape::Shape;
use super::visible::{visible, visible_lines};
use super::{json, layout, yaml};
use crate::cli::error::CliError;

/// How a command writes; settled once, before it runs.
#[derive(Debug, Clone)]
pub(crate) struct PrinterOptions {
    /// The form of the data.
    pub(crate) format: Format,
    /// What is said beside data and errors.
    pub(crate) notes: Notes,
    /// The reader's present and zone.
    pub(crate) view: Viewpoint,
    /// The columns and lines of the terminal that standard output is, if it is one.
    pub(crate) screen: Option<(u16, u16)>,
    /// Colours on standard output.
    pub(crate) styled_out: bool,
    /// Colours on standard error.
    pub(crate) styled_err: bool,
}

/// What is said on standard error beside errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notes {
    /// Nothing.
    Silent,
    /// Lines.
    Lines,
    /// Lines, and bars that move: it is a terminal.
    Live,
}

/// The only writer of the command line.
pub(crate) struct Printer {
    pub(super) out: Box<dyn Write>,
    err: Box<dyn Write>,
    pub(super) options: PrinterOptions,
    pub(super) document: Document,
}

/// How far the one document on standard output has come.
#[derive(Debug)]
pub(super) enum Document {
    Nothing,
    Rows(TableBuffer),
    Whole,
}

impl Printer {
    /// Writes to the process's own streams.
    pub(crate) fn new(options: PrinterOptions) -> Self {
        let out = io::BufWriter::with_capacity(64 * 1024, io::stdout().lock());
        Self::on(Box::new(out), Box::new(io::stderr()), options)
    }

    /// Writes data to `out` and the rest to `err`.
    pub(crate) fn on(out: Box<dyn Write>, err: Box<dyn Write>, options: PrinterOptions) -> Self {
        Self { out, err, options, document: Document::Nothing }
    }

    /// The form of the data.
    pub(crate) fn format(&self) -> Format {
        self.options.format
    }

    /// The reader's present and zone.
    pub(crate) fn view(&self) -> &Viewpoint {
        &self.options.view
    }

    /// Whether data may carry colours.
    pub(crate) fn is_styled(&self) -> bool {
        self.options.styled_out
    }

    /// Begins a list. Rows are written as they come; tables in pages.
    pub(crate) fn rows<T: Serialize>(
        &mut self,
        shape: &'static Shape<T>,
    ) -> io::Result<Rows<'_, T>> {
        Rows::begin(self, shape)
    }

    /// Writes one thing: `value` in the JSON forms, `name` as a name, `page` for people and CSV.
    pub(crate) fn show<T: Serialize>(
        &mut self,
        value: &T,
        name: &str,
        page: &Page,
    ) -> io::Result<()> {
        match self.options.format {
            Format::Table
            | Format::Wide
            | Format::Full
            | Format::Concise
            | Format::Sarif
            | Format::Github
            | Format::Junit => {
                layout::for_people(&mut self.out, &self.options, page)?;
            }
            Format::Json => writeln!(self.out, "{}", json::pretty(value, "")?)?,
            Format::Jsonl => writeln!(self.out, "{}", json::compact(value)?)?,
            Format::Yaml => {
                let value = serde_json::to_value(value)?;
                self.out.write_all(yaml::block(&value, 0).as_bytes())?;
            }
            Format::Csv => layout::csv(&mut self.out, page)?,
            Format::Name => writeln!(self.out, "{}", visible(name))?,
        }
        self.document = Document::Whole;
        self.out.flush()
    }

    /// Writes one thing as JSON, whatever the format.
    pub(crate) fn document<T: Serialize>(&mut self, value: &T) -> io::Result<()> {
        let text = json::pretty(value, "")?;
        self.raw(format!("{text}\n").as_bytes())
    }

    /// Writes text that is already fit for the stream, such as a completion script.
    pub(crate) fn raw(&mut self, text: &[u8]) -> io::Result<()> {
        self.out.write_all(text)?;
        self.document = Document::Whole;
        self.out.flush()
    }

    /// Says something beside the data, unless told to be quiet.
    pub(crate) fn note(&mut self, text: &str) {
        match self.options.notes {
            Notes::Silent => {}
            Notes::Lines | Notes::Live => self.say(text),
        }
    }

    /// Says something that matters even when told to be quiet.
    pub(crate) fn say(&mut self, text: &str) {
        // Nobody is left to tell when standard error is gone.
        let _ = writeln!(self.err, "{}", visible_lines(text).collect::<Vec<_>>().join("\n"));
    }

    /// Asks on standard error; the answer is on the same line.
    pub(crate) fn ask(&mut self, text: &str) -> io::Result<()> {
        write!(self.err, "{} ", visible_lines(text).collect::<Vec<_>>().join("\n"))?;
        self.err.flush()
    }

    /// A bar on standard error; invisible when that is no terminal or nobody wants it.
    pub(crate) fn progress(&self, length: u64) -> ProgressBar {
        let bar = match self.options.notes {
            Notes::Silent | Notes::Lines => {
                return ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
            }
            Notes::Live => ProgressBar::new(length),
        };
        let template = if self.options.styled_err {
            "{bar:30.cyan/dim} {pos}/{len} {msg}"
        } else {
            "{bar:30} {pos}/{len} {msg}"
        };
        match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }

    /// Reports what ended the command, and closes the document that it may have begun.
    pub(crate) fn fail(&mut self, error: &CliError) {
        if error.is_closed_pipe() {
            return;
        }
        // If standard output is gone as well, standard error still gets the whole report.
        let _ = self.close_with(error);
        let paint = |color: AnsiColor| {
            if self.options.styled_err {
                Style::new().bold().fg_color(Some(color.into()))
            } else {
                Style::new()
            }
        };
        let (red, cyan) = (paint(AnsiColor::Red), paint(AnsiColor::Cyan));
        let message = visible_lines(&error.to_string()).collect::<Vec<_>>().join("\n");
        let mut lines = vec![format!("{red}Error:{red:#} {message}")];
        for cause in error.causes() {
            lines.push(format!("{red}Caused by:{red:#} {}", visible(&cause)));
        }
        if let Some(hint) = error.hint() {
            lines.push(format!("{cyan}Hint:{cyan:#} {}", visible(&hint)));
        }
        let _ = writeln!(self.err, "{}", lines.join("\n"));
    }

    /// Writes one thing of which a part is missing: its JSON forms say so, and why.
    pub(crate) fn show_incomplete<T: Serialize>(
        &mut self,
        value: &T,
        error: &CliError,
    ) -> io::Result<()> {
        let mut value = serde_json::to_value(value)?;
        if let Value::Object(members) = &mut value {
            members.insert("error".to_owned(), json::report(error));
            members.insert("complete".to_owned(), false.into());
        }
        self.show(&value, "", &Page::new())
    }

    fn close_with(&mut self, error: &CliError) -> io::Result<()> {
        let report = json::report(error);
        let format = self.options.format;
        match std::mem::replace(&mut self.document, Document::Whole) {
            Document::Rows(mut buffer) => {
                buffer.flush(&mut self.out, self.options.styled_out)?;
                super::rows::close(&mut self.out, format, buffer.count, |map| {
                    map.push(("error", report));
                    map.push(("complete", false.into()));
                })?;
            }
            Document::Nothing if format.holds_errors() => {
                let document = json!({"error": report, "complete": false});
                return self.show(&document, "", &Page::new());
            }
            Document::Nothing | Document::Whole => {}
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use clap::ValueEnum as _;

    use super::*;
    use crate::cli::output::{Cell, Column, Tail, Zone};
    use crate::model::Timestamp;

    const HOSTILE: &str = "\u{1b}]52;c;aGk=\u{7}\u{1b}[2J\r\n\t\0\u{202e}東👩\u{200d}🚀";

    static SHAPE: Shape<&str> = Shape {
        plural: "texts",
        columns: &[
            Column::new("TEXT", |text: &&str| Cell::text(text)),
            Column::new("LENGTH", |text: &&str| Cell::Count(text.len() as u64)),
            Column::wide("LAST SEEN", |_| Cell::Event(Timestamp::EPOCH)),
        ],
        name: |text: &&str| (*text).to_owned(),
    };

    #[derive(Clone, Default)]
    struct Pipe(Rc<RefCell<Vec<u8>>>);

    impl Pipe {
        fn text(&self) -> String {
            String::from_utf8(self.0.borrow().clone()).unwrap()
        }
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn printer(format: Format) -> (Printer, Pipe, Pipe) {
        let (out, err) = (Pipe::default(), Pipe::default());
        let options = PrinterOptions {
            format,
            notes: Notes::Lines,
            view: Viewpoint { now: Timestamp::from_millis(180_000), zone: Zone::UTC },
            screen: None,
            styled_out: false,
            styled_err: false,
        };
        (Printer::on(Box::new(out.clone()), Box::new(err.clone()), options), out, err)
    }

    fn list(format: Format, rows: &[&'static str], tail: Option<Tail>) -> (String, String) {
        let (mut printer, out, err) = printer(format);
        let mut list = printer.rows(&SHAPE).unwrap();
        for row in rows {
            list.push(row).unwrap();
        }
        list.note_if_empty();
        match tail {
            Some(tail) => list.finish(tail).unwrap(),
            None => printer.fail(&CliError::Interrupted),
        }
        (out.text(), err.text())
    }

    const ALL: Option<Tail> = Some(Tail { has_more: false, estimate: None });

    #[test]
    fn each_format_comes_from_the_one_description() {
        let of = |format| list(format, &["a", "bcd"], ALL).0;
        assert_eq!(of(Format::Table), "TEXT  LENGTH\na          1\nbcd        3\n");
        assert_eq!(
            of(Format::Wide).lines().nth(1).unwrap(),
            "a          1  3m ago (1970-01-01 00:00:00Z)"
        );
        assert_eq!(
            of(Format::Csv),
            "text,length,last_seen\na,1,1970-01-01T00:00:00.000Z\nbcd,3,1970-01-01T00:00:00.000Z\n"
        );
        assert_eq!(of(Format::Name), "a\nbcd\n");
        assert_eq!(of(Format::Jsonl), "\"a\"\n\"bcd\"\n");
        assert_eq!(of(Format::Yaml), "data:\n- a\n- bcd\nhas_more: false\ncomplete: true\n");
        let json: Value = serde_json::from_str(&of(Format::Json)).unwrap();
        assert_eq!(json, json!({"data": ["a", "bcd"], "has_more": false, "complete": true}));
    }

    #[test]
    fn an_empty_list_is_a_whole_document() {
        let json: Value = serde_json::from_str(&list(Format::Json, &[], ALL).0).unwrap();
        assert_eq!(json, json!({"data": [], "has_more": false, "complete": true}));
        assert!(list(Format::Yaml, &[], ALL).0.starts_with("data: []\n"));
        assert_eq!(list(Format::Table, &[], ALL), (String::new(), "no texts\n".to_owned()));
        assert_eq!(list(Format::Csv, &[], ALL).0, "text,length,last_seen\n");
    }

    #[test]
    fn an_error_closes_the_document_it_ends() {
        for rows in [&[][..], &["a"], &["a", "b"]] {
            let (out, err) = list(Format::Json, rows, None);
            let json: Value = serde_json::from_str(&out).unwrap();
            assert_eq!(json["complete"], false);
            assert_eq!(json["error"]["code"], "interrupted");
            assert_eq!(json["data"].as_array().unwrap().len(), rows.len());
            assert!(err.ends_with("Error: interrupted\n"), "{err}");
        }
        let (out, _) = list(Format::Jsonl, &["a"], None);
        assert!(out.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{out}");
        assert!(list(Format::Table, &["a"], None).0.contains("\na "), "shown rows stay shown");
    }

    #[test]
    fn an_error_without_data_is_a_document_too() {
        for format in [Format::Json, Format::Jsonl] {
            let (mut printer, out, err) = printer(format);
            printer.fail(&CliError::usage("no \u{1b}[2J", "try this"));
            let json: Value = serde_json::from_str(&out.text()).unwrap();
            assert_eq!(json["error"]["hint"], "try this");
            assert_eq!(json["complete"], false);
            assert_eq!(err.text(), "Error: no \\u{1b}[2J\nHint: try this\n");
        }
        let (mut printer, out, _) = printer(Format::Table);
        printer.fail(&CliError::usage("no", "try this"));
        assert_eq!(out.text(), "");
    }

    #[test]
    fn hostile_text_acts_in_no_format() {
        for format in Format::value_variants().iter().copied() {
            let (out, err) = list(format, &[HOSTILE, "x"], ALL);
            let page = Page::new()
                .fields(vec![("text", HOSTILE.into())])
                .lines("Trace", HOSTILE)
                .sentence(HOSTILE);
            let (mut printer, shown, _) = printer(format);
            printer.show(&HOSTILE, HOSTILE, &page).unwrap();
            for c in (out + &err + &shown.text()).chars() {
                assert!(c == '\n' || !crate::cli::output::visible::is_treacherous(c), "{format:?}");
            }
        }
    }

    #[test]
    fn what_is_not_shown_is_said() {
        let tail = Tail { has_more: true, estimate: Some(1240) };
        let (_, err) = list(Format::Table, &["a"], Some(tail));
        assert_eq!(err, "1239 more; --all shows every one\n");
    }

    #[test]
    fn long_lists_are_aligned_page_by_page_under_one_header() {
        let rows = vec!["a"; 250];
        let (out, _) = list(Format::Table, &rows, ALL);
        assert_eq!(out.lines().count(), 251);
        assert_eq!(out.lines().filter(|line| line.starts_with("TEXT")).count(), 1);
        assert!(out.lines().skip(1).all(|line| line == "a          1"), "{out}");
    }
}
