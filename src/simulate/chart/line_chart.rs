//! Lines over two axes.

use super::figure::{Axis, ChartError, Series, Span, TextChart, TextSize};
use super::raster::{Raster, mark};
use super::scale::Scale;
use super::svg;

/// Lines over two axes that both start at zero.
#[derive(Debug, Clone, PartialEq)]
pub struct LineChart {
    /// What the reader is to see.
    pub title: String,
    /// The axis from left to right.
    pub x: Axis,
    /// The axis from bottom to top.
    pub y: Axis,
    /// The lines; the first six have colours and marks of their own.
    pub series: Vec<Series>,
}

impl LineChart {
    /// Draws it in text.
    pub fn to_text(&self, size: &TextSize) -> TextChart {
        let (x, y) = self.scales(usize::from(size.columns.max(30)) / 14, 4);
        let labels: Vec<String> = y.ticks.iter().map(|tick| y.label(*tick)).collect();
        let margin = labels.iter().map(String::len).max().unwrap_or(0);
        let width = usize::from(size.columns.max(30)).saturating_sub(margin + 2).max(10);
        let height = usize::from(size.lines.max(4));
        let mut raster = Raster::new(width, height, size.charset);
        for (index, series) in self.series.iter().enumerate() {
            let points = series.points.iter().map(|(px, py)| (x.share(*px), y.share(*py)));
            raster.polyline(points, index);
        }
        let mut chart = TextChart::default();
        chart.push(vec![Span::plain(&self.title)]);
        let names = self.series.iter().enumerate();
        let keys = names.map(|(n, series)| (mark(n, size.charset), n, series.name.as_str()));
        chart.legend(keys, usize::from(size.columns));
        chart.push(vec![Span::plain(self.y.title())]);
        for line in 0..height {
            let tick = y
                .ticks
                .iter()
                .position(|tick| height - 1 - super::raster::dot(y.share(*tick), height) == line);
            let label = tick.map_or("", |index| &labels[index]);
            let mut spans = vec![Span::plain(format!("{label:>margin$} |"))];
            spans.extend(raster.line(line));
            chart.push(spans);
        }
        chart.push(vec![Span::plain(format!("{:margin$} +{}", "", "-".repeat(width)))]);
        chart.push(vec![Span::plain(tick_line(&x, margin + 2, width))]);
        chart.push(vec![Span::plain(format!("{:margin$}  {}", "", self.x.title()))]);
        chart
    }

    /// Draws it as an SVG document of 960 × 540.
    pub fn to_svg(&self) -> Result<String, ChartError> {
        svg::line_chart(self, &self.scales(8, 6))
    }

    fn scales(&self, x_ticks: usize, y_ticks: u32) -> (Scale, Scale) {
        let largest = |of: fn(&(f64, f64)) -> f64| {
            self.series.iter().flat_map(|series| series.points.iter().map(of)).fold(0.0, f64::max)
        };
        let x_ticks = u32::try_from(x_ticks).unwrap_or(u32::MAX);
        (
            Scale::new(largest(|point| point.0), self.x.unit, x_ticks),
            Scale::new(largest(|point| point.1), self.y.unit, y_ticks),
        )
    }
}

/// The labels under an axis that starts in column `from`; those that would touch are left out.
pub(super) fn tick_line(scale: &Scale, from: usize, width: usize) -> String {
    let mut line = String::new();
    for tick in &scale.ticks {
        let label = scale.label(*tick);
        let at = from + super::raster::dot(scale.share(*tick), width);
        let start = (at.saturating_sub(label.len() / 2)).min(from + width - label.len().min(width));
        if line.is_empty() || start > line.len() {
            line = format!("{line:start$}{label}");
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::chart::{Charset, Unit};

    fn chart() -> LineChart {
        LineChart {
            title: "Calls after an outage".into(),
            x: Axis::new("time since the start", Unit::Seconds),
            y: Axis::new("calls", Unit::PerSecond),
            series: vec![
                Series::new("with jitter", vec![(0.0, 0.0), (30.0, 400.0), (60.0, 400.0)]),
                Series::new("without <jitter>", vec![(0.0, 0.0), (10.0, 900.0), (60.0, 0.0)]),
            ],
        }
    }

    #[test]
    fn text_has_title_legend_axes_and_lines() {
        let size = TextSize { columns: 40, lines: 5, charset: Charset::Ascii };
        let expected = "\
Calls after an outage
* with jitter   o without <jitter>
calls (per second)
1000 |      oooo
     |    oo    ooooooo
 500 |   o         ****oooooo***********
     | oo  ********          ooooooo
   0 |o****                         oooo
     +----------------------------------
     0s               30s             1m
      time since the start
";
        assert_eq!(chart().to_text(&size).to_plain(), expected);
    }

    #[test]
    fn text_keeps_to_the_width() {
        for columns in [0, 30, 80, 200] {
            for charset in [Charset::Ascii, Charset::Unicode] {
                let size = TextSize { columns, lines: 10, charset };
                let text = chart().to_text(&size).to_plain();
                let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
                assert!(widest <= usize::from(columns.max(30)), "{text}");
                assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
                assert!(charset == Charset::Unicode || text.is_ascii());
            }
        }
    }

    #[test]
    fn svg_has_titles_units_and_a_colour_for_each_line() {
        let svg = chart().to_svg().unwrap();
        for text in [
            "Calls after an outage",
            "time since the start",
            "calls (per second)",
            "30s",
            "with jitter",
            "without &lt;jitter&gt;",
            "#0072B2",
            "#E69F00",
        ] {
            assert!(svg.contains(text), "{text}");
        }
        assert_eq!(svg, chart().to_svg().unwrap());
    }

    #[test]
    fn nothing_to_draw_is_still_a_chart() {
        let empty = LineChart { series: vec![], ..chart() };
        let size = TextSize { columns: 40, lines: 4, charset: Charset::Ascii };
        assert!(empty.to_text(&size).to_plain().contains("time since the start"));
        assert!(empty.to_svg().is_ok());
    }
}
