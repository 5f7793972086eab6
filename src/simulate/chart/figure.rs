//! What all charts are made of.

/// What the numbers of an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Seconds; ticks stand at whole seconds, minutes, hours or days and are written as such.
    Seconds,
    /// A number of things.
    Count,
    /// Things a second.
    PerSecond,
    /// A share from 0 to 1, written in percent.
    Share,
}

/// An axis: what it shows and in which unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// What it shows, e.g. `time since the start`.
    pub label: String,
    /// What its numbers are.
    pub unit: Unit,
}

impl Axis {
    /// Makes an axis.
    pub fn new(label: impl Into<String>, unit: Unit) -> Self {
        Self { label: label.into(), unit }
    }

    /// The label with the unit, as it stands beside the axis.
    pub(super) fn title(&self) -> String {
        match self.unit {
            // Every tick carries its unit.
            Unit::Seconds | Unit::Share | Unit::Count => self.label.clone(),
            Unit::PerSecond => format!("{} (per second)", self.label),
        }
    }
}

/// One line of a chart. Points are (x, y) in the units of the axes, in the order of x.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// The points; finite, and not negative.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// Makes a series.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points }
    }
}

/// The characters that a text chart may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// ASCII alone: for pipes, files and old terminals.
    Ascii,
    /// Braille dots, blocks and lines.
    Unicode,
}

/// How much room a text chart has, and what it may be drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextSize {
    /// Columns, the labels of the axis included; fewer than 30 count as 30.
    pub columns: u16,
    /// Lines of the drawing area alone; fewer than 4 count as 4. Timelines do not need it.
    pub lines: u16,
    /// The characters.
    pub charset: Charset,
}

/// Characters of one colour on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The characters. Names come through as they are: whoever prints them makes them safe.
    pub text: String,
    /// The series or kind of part that gives the colour; none for axes and labels.
    pub colour: Option<usize>,
}

impl Span {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), colour: None }
    }

    pub(super) fn coloured(text: impl Into<String>, colour: usize) -> Self {
        Self { text: text.into(), colour: Some(colour) }
    }
}

/// A chart in text: lines of coloured spans, without trailing blanks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextChart {
    /// The lines from top to bottom.
    pub lines: Vec<Vec<Span>>,
}

impl TextChart {
    /// The characters alone, each line ended by a line feed.
    pub fn to_plain(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.extend(line.iter().map(|span| span.text.as_str()));
            text.push('\n');
        }
        text
    }

    /// Adds a line, or as many as it takes, that name what is drawn: mark, colour and name each.
    pub(super) fn legend<'a>(
        &mut self,
        keys: impl Iterator<Item = (char, usize, &'a str)>,
        columns: usize,
    ) {
        let (mut line, mut used) = (Vec::new(), 0);
        for (mark, colour, name) in keys {
            let width = 2 + name.chars().count();
            let gap = if line.is_empty() { "" } else { "   " };
            if used > 0 && used + gap.len() + width > columns {
                self.push(std::mem::take(&mut line));
                used = 0;
            } else {
                line.push(Span::plain(gap));
                used += gap.len();
            }
            line.push(Span::coloured(mark.to_string(), colour));
            line.push(Span::plain(format!(" {name}")));
            used += width;
        }
        self.push(line);
    }

    pub(super) fn push(&mut self, mut line: Vec<Span>) {
        while let Some(last) = line.last_mut() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            line.pop();
        }
        self.lines.push(line);
    }
}

/// Why a chart could not be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the chart cannot be drawn: {0}")]
pub struct ChartError(pub(super) String);
