//! Charts on the screen.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::printer::{Printer, PrinterOptions};
use super::visible::visible;
use crate::simulate::chart::{Charset, TextChart, TextSize};

/// The colours of a chart, in the order of those of its SVG form.
const PALETTE: [AnsiColor; 6] = [
    AnsiColor::Blue,
    AnsiColor::Yellow,
    AnsiColor::Green,
    AnsiColor::Red,
    AnsiColor::Magenta,
    AnsiColor::Cyan,
];

impl Printer {
    /// How charts are drawn: as large as the terminal, or plain for everything else.
    pub(crate) fn chart_size(&self) -> TextSize {
        match self.options.screen {
            Some((columns, lines)) => {
                let lines = (lines / 2).clamp(8, 24);
                TextSize { columns: columns.min(160), lines, charset: Charset::Unicode }
            }
            None => TextSize { columns: 80, lines: 16, charset: Charset::Ascii },
        }
    }
}

/// Writes a chart in colours, if there are any.
pub(super) fn write(
    out: &mut dyn Write,
    options: &PrinterOptions,
    chart: &TextChart,
) -> io::Result<()> {
    for line in &chart.lines {
        for span in line {
            let colour = span.colour.filter(|_| options.styled_out);
            let colour = colour.map(|colour| PALETTE[colour % PALETTE.len()].into());
            let style = Style::new().fg_color(colour);
            write!(out, "{style}{}{style:#}", visible(&span.text))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
