//! The one description of a kind of row that every format is made from.

use super::cell::Cell;

/// How a kind of row is shown in every format but the JSON ones, which show the value itself.
#[derive(Debug)]
pub(crate) struct Shape<T: 'static> {
    /// What several of them are called, e.g. `dead letters`.
    pub(crate) plural: &'static str,
    /// The columns, in order.
    pub(crate) columns: &'static [Column<T>],
    /// What `-o name` prints: the text by which other commands take it.
    pub(crate) name: fn(&T) -> String,
}

/// One column of a kind of row.
#[derive(Debug)]
pub(crate) struct Column<T> {
    pub(super) title: &'static str,
    pub(super) is_wide: bool,
    pub(super) cell: fn(&T) -> Cell,
}

impl<T> Column<T> {
    /// A column that every table has. CSV writes the title in lower case.
    pub(crate) const fn new(title: &'static str, cell: fn(&T) -> Cell) -> Self {
        Self { title, is_wide: false, cell }
    }

    /// A column of the wide table and of CSV.
    pub(crate) const fn wide(title: &'static str, cell: fn(&T) -> Cell) -> Self {
        Self { title, is_wide: true, cell }
    }
}

/// A title as the name of a CSV column: `LAST ATTEMPT` is `last_attempt`.
pub(super) fn csv_name(title: &str) -> String {
    title.to_lowercase().replace(' ', "_")
}
