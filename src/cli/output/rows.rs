//! A list written row by row, in any format.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::cell::Cell;
use super::format::Format;
use super::printer::{Document, Printer};
use super::shape::{Shape, csv_name};
use super::visible::{fit, visible};
use super::{json, table, yaml};

/// Rows of a table that are aligned together.
const PAGE: usize = 100;
/// The widest text in a table that is not wide.
const TEXT_COLUMNS: usize = 60;

/// A list in the making. Without [`Rows::finish`] it is closed by the error that ended it.
pub(crate) struct Rows<'a, T: Serialize + 'static> {
    printer: &'a mut Printer,
    shape: &'static Shape<T>,
}

/// What a list ends with.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tail {
    /// More rows exist than were asked for.
    pub(crate) has_more: bool,
    /// About how many rows exist, where the engine knows.
    pub(crate) estimate: Option<u64>,
}

/// Rows that wait to be aligned, and how wide the earlier ones were.
#[derive(Debug, Default)]
pub(super) struct TableBuffer {
    titles: Vec<&'static str>,
    numeric: Vec<bool>,
    rows: Vec<Vec<String>>,
    widths: Vec<u16>,
    pub(super) count: u64,
}

impl TableBuffer {
    pub(super) fn flush(&mut self, out: &mut dyn Write, styled: bool) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        // The widths are empty until the first page, the one under the titles, was written.
        let titles = self.widths.is_empty().then_some(&self.titles[..]);
        let text = table::render(titles, &self.rows, &self.numeric, &mut self.widths, styled);
        self.rows.clear();
        out.write_all(text.as_bytes())
    }
}

/// Closes a list's document with the members that `add` gives it.
pub(super) fn close(
    out: &mut dyn Write,
    format: Format,
    count: u64,
    add: impl FnOnce(&mut Vec<(&'static str, Value)>),
) -> io::Result<()> {
    let mut members = Vec::new();
    add(&mut members);
    match format {
        Format::Json => {
            write!(out, "{}]", if count == 0 { "" } else { "\n  " })?;
            for (name, value) in members {
                write!(out, ",\n  \"{name}\": {}", json::pretty(&value, "  ")?)?;
            }
            writeln!(out, "\n}}")
        }
        Format::Yaml => {
            if count == 0 {
                writeln!(out, "data: []")?;
            }
            let members: serde_json::Map<String, Value> =
                members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            out.write_all(yaml::block(&members.into(), 0).as_bytes())
        }
        Format::Jsonl => match members.into_iter().find(|(name, _)| *name == "error") {
            Some((_, error)) => {
                let last = serde_json::json!({"error": error, "complete": false});
                writeln!(out, "{}", json::compact(&last)?)
            }
            None => Ok(()),
        },
        Format::Table
        | Format::Wide
        | Format::Csv
        | Format::Name
        | Format::Full
        | Format::Concise
        | Format::Sarif
        | Format::Github
        | Format::Junit => Ok(()),
    }
}

impl<'a, T: Serialize> Rows<'a, T> {
    pub(super) fn begin(printer: &'a mut Printer, shape: &'static Shape<T>) -> io::Result<Self> {
        let is_wide = printer.options.format == Format::Wide;
        let titles = shape.columns.iter().filter(|c| is_wide || !c.is_wide).map(|c| c.title);
        let buffer = TableBuffer { titles: titles.collect(), ..TableBuffer::default() };
        match printer.options.format {
            Format::Json => write!(printer.out, "{{\n  \"data\": [")?,
            Format::Csv => {
                write_csv(&mut printer.out, shape.columns.iter().map(|c| csv_name(c.title)))?;
            }
            Format::Table
            | Format::Wide
            | Format::Jsonl
            | Format::Yaml
            | Format::Name
            | Format::Full
            | Format::Concise
            | Format::Sarif
            | Format::Github
            | Format::Junit => {}
        }
        printer.document = Document::Rows(buffer);
        Ok(Self { printer, shape })
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: &T) -> io::Result<()> {
        let Printer { out, options, document, .. } = &mut *self.printer;
        let Document::Rows(buffer) = document else { return Ok(()) };
        let is_first = buffer.count == 0;
        buffer.count += 1;
        match options.format {
            Format::Table
            | Format::Wide
            | Format::Full
            | Format::Concise
            | Format::Sarif
            | Format::Github
            | Format::Junit => {
                let is_wide = options.format == Format::Wide;
                let columns = self.shape.columns.iter().filter(|c| is_wide || !c.is_wide);
                let cells: Vec<Cell> = columns.map(|column| (column.cell)(row)).collect();
                buffer.numeric.resize(cells.len(), false);
                let texts = cells.iter().enumerate().map(|(index, cell)| {
                    buffer.numeric[index] |= cell.is_number();
                    let text = cell.for_people(&options.view);
                    match cell {
                        Cell::Text(_) if !is_wide => fit(&text, TEXT_COLUMNS).into_owned(),
                        Cell::Text(_)
                        | Cell::Empty
                        | Cell::Count(_)
                        | Cell::Span(_)
                        | Cell::Instant(_)
                        | Cell::Event(_)
                        | Cell::Due(_) => text,
                    }
                });
                let texts = texts.collect();
                buffer.rows.push(texts);
                if buffer.rows.len() >= PAGE {
                    buffer.flush(out, options.styled_out)?;
                }
                Ok(())
            }
            Format::Json => {
                let comma = if is_first { "" } else { "," };
                write!(out, "{comma}\n    {}", json::pretty(row, "    ")?)
            }
            Format::Jsonl => writeln!(out, "{}", json::compact(row)?),
            Format::Yaml => {
                if is_first {
                    writeln!(out, "data:")?;
                }
                out.write_all(yaml::item(&serde_json::to_value(row)?, 0).as_bytes())
            }
            Format::Csv => {
                write_csv(out, self.shape.columns.iter().map(|c| (c.cell)(row).for_machines()))
            }
            Format::Name => writeln!(out, "{}", visible(&(self.shape.name)(row))),
        }
    }

    /// Says on standard error that there are none, if so.
    pub(crate) fn note_if_empty(&mut self) {
        if let Document::Rows(TableBuffer { count: 0, .. }) = self.printer.document {
            self.printer.note(&format!("no {}", self.shape.plural));
        }
    }

    /// Hands what was written so far to the reader.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.printer.out.flush()
    }

    /// Ends the list; people learn on standard error how much they did not see.
    pub(crate) fn finish(self, tail: Tail) -> io::Result<()> {
        let printer = self.printer;
        let Document::Rows(mut buffer) = std::mem::replace(&mut printer.document, Document::Whole)
        else {
            return Ok(());
        };
        buffer.flush(&mut printer.out, printer.options.styled_out)?;
        close(&mut printer.out, printer.options.format, buffer.count, |members| {
            members.push(("has_more", tail.has_more.into()));
            if let Some(estimate) = tail.estimate {
                members.push(("total_estimate", estimate.into()));
            }
            members.push(("complete", true.into()));
        })?;
        printer.out.flush()?;
        let plural = self.shape.plural;
        if tail.has_more {
            let more = match tail.estimate.and_then(|all| all.checked_sub(buffer.count)) {
                Some(more @ 1..) => format!("{more} more"),
                Some(0) | None => format!("more {plural} exist"),
            };
            printer.note(&format!("{more}; --all shows every one"));
        }
        Ok(())
    }
}

/// Writes one record; its text is made first, for a CSV writer flushes what it writes to.
fn write_csv(out: &mut dyn Write, record: impl Iterator<Item = String>) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(record)?;
    out.write_all(&csv.into_inner().map_err(csv::IntoInnerError::into_error)?)
}
