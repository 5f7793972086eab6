//! The charts as SVG documents.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::figure::ChartError;
use super::line_chart::LineChart;
use super::scale::{Scale, seconds};
use super::timeline::{Part, PartKind, Timeline};

/// The colours of Okabe and Ito, which people with any kind of colour vision can tell apart; the
/// yellow, too faint on white, is left out.
const PALETTE: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
];

const WIDTH: u32 = 960;
const HEIGHT: u32 = 540;
/// The height of a timeline's row and of what is around the rows.
const ROW_HEIGHT: u32 = 22;
const FRAME_HEIGHT: u32 = 150;
const FONT: &str = "sans-serif";

/// An axis whose ticks are those of a scale.
struct Ticked<'a>(&'a Scale);

impl Ranged for Ticked<'_> {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    // Pixels are few: nothing is lost.
    #[allow(clippy::cast_possible_truncation)]
    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (self.0.share(*value) * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.0.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        0.0..self.0.end
    }
}

impl ValueFormatter<f64> for Ticked<'_> {
    fn format_ext(&self, value: &f64) -> String {
        self.0.label(*value)
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn colour(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

fn fault(error: &impl ToString) -> ChartError {
    ChartError(error.to_string())
}

/// Draws into a white document of `WIDTH` × `height`.
fn document(
    height: u32,
    draw: impl FnOnce(&Area<'_>) -> Result<(), ChartError>,
) -> Result<String, ChartError> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE).map_err(|e| fault(&e))?;
        draw(&area)?;
        area.present().map_err(|e| fault(&e))?;
    }
    Ok(text)
}

/// Draws lines over two axes.
pub(super) fn line_chart(chart: &LineChart, scales: &(Scale, Scale)) -> Result<String, ChartError> {
    let (x, y) = scales;
    document(HEIGHT, |area| {
        let mut context = ChartBuilder::on(area)
            .caption(&chart.title, (FONT, 20))
            .margin(16)
            .x_label_area_size(48)
            .y_label_area_size(72)
            .build_cartesian_2d(Ticked(x), Ticked(y))
            .map_err(|e| fault(&e))?;
        context
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(x.ticks.len())
            .y_labels(y.ticks.len())
            .x_desc(chart.x.title())
            .y_desc(chart.y.title())
            .label_style((FONT, 13))
            .axis_desc_style((FONT, 14))
            .draw()
            .map_err(|e| fault(&e))?;
        for (index, series) in chart.series.iter().enumerate() {
            let style = colour(index).stroke_width(2);
            let line = LineSeries::new(series.points.iter().copied(), style);
            let key = move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style);
            context.draw_series(line).map_err(|e| fault(&e))?.label(&series.name).legend(key);
        }
        if chart.series.len() > 1 {
            context
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .background_style(WHITE.mix(0.85))
                .border_style(BLACK.mix(0.3))
                .label_font((FONT, 13))
                .draw()
                .map_err(|e| fault(&e))?;
        }
        Ok(())
    })
}

/// Draws rows of stretches of time.
pub(super) fn timeline(chart: &Timeline, x: &Scale) -> Result<String, ChartError> {
    let rows = u32::try_from(chart.rows.len()).unwrap_or(u32::MAX).max(1);
    let height = ROW_HEIGHT.saturating_mul(rows).saturating_add(FRAME_HEIGHT);
    document(height, |area| {
        let area = area.titled(&chart.title, (FONT, 20)).map_err(|e| fault(&e))?;
        keys(&area, chart)?;
        let mut context = ChartBuilder::on(&area)
            .margin(16)
            .margin_top(32)
            .x_label_area_size(48)
            .y_label_area_size(72)
            .build_cartesian_2d(Ticked(x), f64::from(rows)..0.0)
            .map_err(|e| fault(&e))?;
        context
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(x.ticks.len())
            .y_labels(0)
            .x_desc(chart.x().title())
            .y_desc(&chart.row_axis)
            .label_style((FONT, 13))
            .axis_desc_style((FONT, 14))
            .draw()
            .map_err(|e| fault(&e))?;
        let label_style = TextStyle::from((FONT, 13)).pos(Pos::new(HPos::Right, VPos::Center));
        for (row, top) in chart.rows.iter().zip(0_u32..) {
            let top = f64::from(top);
            let bars = row.parts.iter().map(|part| bar(part, top, x));
            context.draw_series(bars).map_err(|e| fault(&e))?;
            let label = EmptyElement::at((0.0, top + 0.5))
                + Text::new(row.label.clone(), (-8, 0), label_style.clone());
            context.plotting_area().draw(&label).map_err(|e| fault(&e))?;
        }
        Ok(())
    })
}

/// The bar of a part in the row that starts at `top`; what could have been is thinner.
fn bar(part: &Part, top: f64, x: &Scale) -> Rectangle<(f64, f64)> {
    let (from, to) = (seconds(part.from), seconds(part.to));
    // A part without length still has a pixel.
    let to = to.max(from + x.end / f64::from(WIDTH));
    let inset = if part.kind == PartKind::Range { 0.35 } else { 0.15 };
    let corners = [(from, top + inset), (to, top + 1.0 - inset)];
    Rectangle::new(corners, colour(part.kind.colour()).filled())
}

/// The legend of a timeline, in a line under the title.
fn keys(area: &Area<'_>, chart: &Timeline) -> Result<(), ChartError> {
    let mut left = 88;
    for kind in chart.kinds() {
        let square = Rectangle::new([(left, 8), (left + 12, 20)], colour(kind.colour()).filled());
        area.draw(&square).map_err(|e| fault(&e))?;
        let style = TextStyle::from((FONT, 13)).pos(Pos::new(HPos::Left, VPos::Center));
        let name = Text::new(kind.name(), (left + 18, 14), style);
        area.draw(&name).map_err(|e| fault(&e))?;
        left += 44 + 7 * i32::try_from(kind.name().len()).unwrap_or(0);
    }
    Ok(())
}
