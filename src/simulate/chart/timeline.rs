//! Rows of stretches of time under one axis.

use super::figure::{Axis, Charset, ChartError, Span, TextChart, TextSize, Unit};
use super::line_chart::tick_line;
use super::raster::dot;
use super::scale::{Scale, seconds};
use super::svg;
use crate::model::Millis;

/// What happens during a stretch of time. The order is that of the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// An attempt runs.
    Run,
    /// The activity waits for its next attempt.
    Wait,
    /// Jitter could have put the next attempt anywhere in here.
    Range,
    /// The circuit breaker holds the next attempt.
    Held,
}

impl PartKind {
    const ALL: [Self; 4] = [Self::Run, Self::Wait, Self::Range, Self::Held];

    pub(super) fn colour(self) -> usize {
        match self {
            Self::Run => 0,
            Self::Wait => 1,
            Self::Range => 2,
            Self::Held => 3,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Run => "attempt",
            Self::Wait => "wait",
            Self::Range => "range of the jitter",
            Self::Held => "held by the breaker",
        }
    }

    fn mark(self, charset: Charset) -> char {
        match (self, charset) {
            (Self::Run, Charset::Ascii) => '#',
            (Self::Run, Charset::Unicode) => '█',
            (Self::Wait, Charset::Ascii) => '-',
            (Self::Wait, Charset::Unicode) => '─',
            (Self::Range, Charset::Ascii) => '.',
            (Self::Range, Charset::Unicode) => '░',
            (Self::Held, Charset::Ascii) => '=',
            (Self::Held, Charset::Unicode) => '╍',
        }
    }
}

/// A stretch of time within a row, measured from the start of the chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// What happens.
    pub kind: PartKind,
    /// From when on.
    pub from: Millis,
    /// Until when; a part without length is still visible.
    pub to: Millis,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineRow {
    /// What stands before it.
    pub label: String,
    /// Its parts; later ones cover earlier ones.
    pub parts: Vec<Part>,
}

/// Rows of stretches of time under one axis that starts at zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    /// What the reader is to see.
    pub title: String,
    /// What the axis shows, e.g. `time since the start`.
    pub axis: String,
    /// What the labels of the rows are, e.g. `attempt`.
    pub row_axis: String,
    /// The rows from top to bottom.
    pub rows: Vec<TimelineRow>,
}

impl Timeline {
    /// Draws it in text, one line a row.
    pub fn to_text(&self, size: &TextSize) -> TextChart {
        let columns = usize::from(size.columns.max(30));
        let labels = self.rows.iter().map(|row| row.label.chars().count());
        let margin = labels.chain([self.row_axis.len()]).max().unwrap_or(0).min(columns / 3);
        let width = columns - margin - 2;
        let scale = self.scale(u32::from(size.columns.max(30)) / 14);
        let mut chart = TextChart::default();
        chart.push(vec![Span::plain(&self.title)]);
        let keys = self.kinds().map(|kind| (kind.mark(size.charset), kind.colour(), kind.name()));
        chart.legend(keys, columns);
        chart.push(vec![Span::plain(&self.row_axis)]);
        for row in &self.rows {
            let label: String = row.label.chars().take(margin).collect();
            let mut spans = vec![Span::plain(format!("{label:>margin$} |"))];
            spans.extend(draw(row, &scale, width, size.charset));
            chart.push(spans);
        }
        chart.push(vec![Span::plain(format!("{:margin$} +{}", "", "-".repeat(width)))]);
        chart.push(vec![Span::plain(tick_line(&scale, margin + 2, width))]);
        chart.push(vec![Span::plain(format!("{:margin$}  {}", "", self.axis))]);
        chart
    }

    /// Draws it as an SVG document, 960 wide and as high as the rows need.
    pub fn to_svg(&self) -> Result<String, ChartError> {
        svg::timeline(self, &self.scale(8))
    }

    /// The axis as the charts know it.
    pub(super) fn x(&self) -> Axis {
        Axis::new(&self.axis, Unit::Seconds)
    }

    /// The kinds of parts that occur, in the order of their colours.
    pub(super) fn kinds(&self) -> impl Iterator<Item = PartKind> {
        let occurs = |kind| self.rows.iter().flat_map(|row| &row.parts).any(|p| p.kind == kind);
        PartKind::ALL.into_iter().filter(move |kind| occurs(*kind))
    }

    fn scale(&self, ticks: u32) -> Scale {
        let ends = self.rows.iter().flat_map(|row| &row.parts).map(|part| part.to);
        Scale::new(seconds(ends.max().unwrap_or_default()), Unit::Seconds, ticks)
    }
}

/// The characters of one row.
fn draw(row: &TimelineRow, scale: &Scale, width: usize, charset: Charset) -> Vec<Span> {
    let mut cells: Vec<Option<PartKind>> = vec![None; width];
    for part in &row.parts {
        let at = |millis: Millis| dot(scale.share(seconds(millis)), width);
        cells[at(part.from)..=at(part.to.max(part.from))].fill(Some(part.kind));
    }
    let groups = cells.chunk_by(|a, b| a == b);
    let spans = groups.map(|group| match group[0] {
        Some(kind) => {
            let text = kind.mark(charset).to_string().repeat(group.len());
            Span::coloured(text, kind.colour())
        }
        None => Span::plain(" ".repeat(group.len())),
    });
    spans.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(kind: PartKind, from: u64, to: u64) -> Part {
        Part { kind, from: Millis(from), to: Millis(to) }
    }

    fn chart() -> Timeline {
        let row = |label: &str, parts| TimelineRow { label: label.into(), parts };
        Timeline {
            title: "When payments tries again".into(),
            axis: "time since the start".into(),
            row_axis: "attempt".into(),
            rows: vec![
                row(
                    "1",
                    vec![
                        part(PartKind::Wait, 300, 1_500),
                        part(PartKind::Range, 1_200, 1_800),
                        part(PartKind::Run, 0, 300),
                    ],
                ),
                row(
                    "2",
                    vec![
                        part(PartKind::Wait, 1_500, 4_000),
                        part(PartKind::Held, 4_000, 7_000),
                        part(PartKind::Range, 3_600, 4_400),
                        part(PartKind::Run, 1_500, 1_500),
                    ],
                ),
                row("3", vec![part(PartKind::Run, 7_000, 7_300)]),
            ],
        }
    }

    #[test]
    fn text_has_a_line_for_each_row() {
        let size = TextSize { columns: 60, lines: 0, charset: Charset::Ascii };
        let expected = "\
When payments tries again
# attempt   - wait   . range of the jitter
= held by the breaker
attempt
      1 |###-----....
      2 |         #-------------......================
      3 |                                            ###
        +---------------------------------------------------
        0s           2s          4s           6s          8s
         time since the start
";
        assert_eq!(chart().to_text(&size).to_plain(), expected);
    }

    #[test]
    fn svg_has_a_bar_for_each_part() {
        let svg = chart().to_svg().unwrap();
        for text in ["When payments tries again", "time since the start", "attempt", "4s", "held"] {
            assert!(svg.contains(text), "{text}");
        }
        let bars = |rgb: &str| svg.matches(&format!("fill=\"{rgb}\"")).count();
        // One square in the legend each.
        assert_eq!([bars("#0072B2"), bars("#E69F00"), bars("#009E73")], [4, 3, 3]);
    }
}
