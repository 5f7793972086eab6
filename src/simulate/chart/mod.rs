//! Charts as values: drawn in text for a terminal, or as SVG.

mod figure;
mod line_chart;
mod raster;
mod scale;
mod svg;
mod timeline;

pub use figure::{Axis, Charset, ChartError, Series, Span, TextChart, TextSize, Unit};
pub use line_chart::LineChart;
pub use scale::seconds;
pub use timeline::{Part, PartKind, Timeline, TimelineRow};
