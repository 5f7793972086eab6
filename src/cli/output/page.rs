//! One thing, laid out for people.

use super::cell::Cell;
use crate::simulate::chart::TextChart;

/// One thing laid out in blocks, from top to bottom.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    pub(super) blocks: Vec<Block>,
}

#[derive(Debug, Clone)]
pub(super) enum Block {
    Fields(Vec<(&'static str, Cell)>),
    Grid(Grid),
    Lines { title: &'static str, text: String },
    Sentence(String),
    Chart(TextChart),
}

/// A table inside a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grid {
    pub(super) title: &'static str,
    pub(super) columns: Vec<&'static str>,
    pub(super) rows: Vec<Vec<Cell>>,
}

impl Grid {
    /// A table without rows under a title, which may be empty.
    pub(crate) fn new(title: &'static str, columns: &[&'static str]) -> Self {
        Self { title, columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row with a cell for each column.
    pub(crate) fn push(&mut self, row: impl Into<Vec<Cell>>) {
        let row = row.into();
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }
}

impl Page {
    /// A page without blocks.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds names with their values.
    #[must_use]
    pub(crate) fn fields(mut self, fields: Vec<(&'static str, Cell)>) -> Self {
        self.blocks.push(Block::Fields(fields));
        self
    }

    /// Puts names with their values before everything else.
    pub(crate) fn prepend_fields(&mut self, fields: Vec<(&'static str, Cell)>) {
        self.blocks.insert(0, Block::Fields(fields));
    }

    /// Adds a table.
    #[must_use]
    pub(crate) fn grid(mut self, grid: Grid) -> Self {
        self.blocks.push(Block::Grid(grid));
        self
    }

    /// Adds text of several lines under a title.
    #[must_use]
    pub(crate) fn lines(mut self, title: &'static str, text: impl Into<String>) -> Self {
        self.blocks.push(Block::Lines { title, text: text.into() });
        self
    }

    /// Adds a sentence.
    #[must_use]
    pub(crate) fn sentence(mut self, text: impl Into<String>) -> Self {
        self.blocks.push(Block::Sentence(text.into()));
        self
    }

    /// Adds a chart.
    #[must_use]
    pub(crate) fn chart(mut self, chart: TextChart) -> Self {
        self.blocks.push(Block::Chart(chart));
        self
    }
}
