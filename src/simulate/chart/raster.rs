//! Lines drawn into a grid of characters.

use super::figure::{Charset, Span};

/// What the series are drawn with where there are no dots.
const ASCII_MARKS: [char; 6] = ['*', 'o', '+', 'x', '#', '@'];

/// A grid of characters in which each one holds several dots.
pub(super) struct Raster {
    columns: usize,
    lines: usize,
    charset: Charset,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    /// A bit for each dot.
    dots: u8,
    /// The series that was drawn last.
    series: usize,
}

impl Raster {
    pub(super) fn new(columns: usize, lines: usize, charset: Charset) -> Self {
        Self { columns, lines, charset, cells: vec![Cell::default(); columns * lines] }
    }

    /// Dots in a character, across and down.
    fn dots(&self) -> (usize, usize) {
        match self.charset {
            Charset::Ascii => (1, 1),
            Charset::Unicode => (2, 4),
        }
    }

    /// Draws a polyline; x and y are shares of the width and height, from the lower left.
    pub(super) fn polyline(&mut self, points: impl Iterator<Item = (f64, f64)>, series: usize) {
        let (across, down) = self.dots();
        let (width, height) = (self.columns * across, self.lines * down);
        let mut last = None;
        for (x, y) in points {
            let here = (dot(x, width), height - 1 - dot(y, height));
            self.segment(last.unwrap_or(here), here, series);
            last = Some(here);
        }
    }

    /// Draws from one dot to another.
    fn segment(&mut self, from: (usize, usize), to: (usize, usize), series: usize) {
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
        let between = |a: usize, b: usize, step: usize| {
            let moved = (a.abs_diff(b) * step * 2 + steps) / (steps * 2);
            if b >= a { a + moved } else { a - moved }
        };
        for step in 0..=steps {
            self.set(between(from.0, to.0, step), between(from.1, to.1, step), series);
        }
    }

    fn set(&mut self, x: usize, y: usize, series: usize) {
        /// The bits of a braille character, by column and line of its dots.
        const BRAILLE: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        let (across, down) = self.dots();
        let cell = &mut self.cells[y / down * self.columns + x / across];
        cell.dots |= BRAILLE[x % across][y % down];
        cell.series = series;
    }

    /// The characters of a line, joined where the colour stays.
    pub(super) fn line(&self, line: usize) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for cell in &self.cells[line * self.columns..(line + 1) * self.columns] {
            let colour = (cell.dots != 0).then_some(cell.series);
            let c = self.character(*cell);
            match spans.last_mut() {
                Some(span) if span.colour == colour => span.text.push(c),
                Some(_) | None => spans.push(Span { text: c.to_string(), colour }),
            }
        }
        spans
    }

    fn character(&self, cell: Cell) -> char {
        if cell.dots == 0 {
            return ' ';
        }
        match self.charset {
            Charset::Ascii => mark(cell.series, Charset::Ascii),
            Charset::Unicode => char::from_u32(0x2800 + u32::from(cell.dots)).unwrap_or('⣿'),
        }
    }
}

/// What the legend shows for a series.
pub(super) fn mark(series: usize, charset: Charset) -> char {
    match charset {
        Charset::Ascii => ASCII_MARKS[series % ASCII_MARKS.len()],
        Charset::Unicode => '━',
    }
}

/// The dot at a share of `count` dots.
// A share lies between 0 and 1 and a terminal has few dots: nothing is lost or negative.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
pub(super) fn dot(share: f64, count: usize) -> usize {
    ((share * count.saturating_sub(1) as f64).round() as usize).min(count.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(charset: Charset, points: &[(f64, f64)]) -> Vec<String> {
        let mut raster = Raster::new(5, 3, charset);
        raster.polyline(points.iter().copied(), 0);
        (0..3).map(|n| raster.line(n).into_iter().map(|span| span.text).collect()).collect()
    }

    #[test]
    fn a_line_joins_its_points() {
        assert_eq!(drawn(Charset::Ascii, &[(0.0, 0.0), (1.0, 1.0)]), ["   **", " **  ", "*    "]);
        assert_eq!(drawn(Charset::Ascii, &[(0.0, 1.0), (0.5, 0.0)]), ["*    ", " *   ", "  *  "]);
        assert_eq!(drawn(Charset::Unicode, &[(0.0, 0.0), (1.0, 0.0)]), ["     ", "     ", "⣀⣀⣀⣀⣀"]);
        assert_eq!(drawn(Charset::Unicode, &[(1.0, 1.0)]), ["    ⠈", "     ", "     "]);
    }

    #[test]
    fn what_lies_outside_is_drawn_at_the_edge() {
        assert_eq!(drawn(Charset::Ascii, &[(2.0, 7.0)]), ["    *", "     ", "     "]);
    }
}
