//! The live view of the demo: one frame from one snapshot.

use std::io::{self, Stdout};
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style, Stylize as _};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Gauge, Paragraph, Sparkline};
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};

/// Rows that the view takes.
const HEIGHT: u16 = 12;

/// What the view shows.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// Where the engine listens.
    pub url: String,
    /// Time since the start.
    pub elapsed: Duration,
    /// When the story ends by itself.
    pub length: Option<Duration>,
    /// The payment service answers 503.
    pub is_sick: bool,
    /// Orders accepted by the engine.
    pub orders: u64,
    /// Orders completed.
    pub completed: u64,
    /// Orders completed after at least one failure.
    pub recovered: u64,
    /// Orders that wait for their next attempt.
    pub delayed: u64,
    /// Dead letters that wait for the operator.
    pub dead: u64,
    /// Calls that the payment service refused.
    pub refused: u64,
    /// Calls to the payment service in each of the last seconds, oldest first.
    pub calls: Vec<u64>,
    /// What happened last, newest last.
    pub news: Vec<String>,
}

/// A terminal that shows snapshots in place, below what was printed before.
pub struct LiveTerminal {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl LiveTerminal {
    /// Takes a few rows at the cursor. The terminal keeps its modes, so there is nothing to restore.
    pub fn open() -> io::Result<Self> {
        let options = TerminalOptions { viewport: Viewport::Inline(HEIGHT) };
        let terminal = Terminal::with_options(CrosstermBackend::new(io::stdout()), options)?;
        Ok(Self { terminal })
    }

    /// Draws one frame.
    pub fn draw(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        self.terminal.draw(|frame| view(frame, snapshot))?;
        Ok(())
    }

    /// Leaves the last frame where it is and puts the cursor below it.
    pub fn close(mut self) -> io::Result<()> {
        let area = self.terminal.get_frame().area();
        self.terminal.set_cursor_position((0, area.bottom().saturating_sub(1)))?;
        self.terminal.show_cursor()
    }
}

fn view(frame: &mut Frame<'_>, snapshot: &Snapshot) {
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(3),
        Constraint::Min(1),
    ])
    .split(frame.area());
    frame.render_widget(title(snapshot), rows[0]);
    frame.render_widget(health(snapshot), rows[1]);
    frame.render_widget(counts(snapshot), rows[2]);
    progress(frame, rows[3], snapshot);
    load(frame, rows[4], snapshot);
    let news = snapshot.news.iter().rev().take(usize::from(rows[5].height)).rev();
    let news: Vec<Line<'_>> = news.map(|line| Line::from(line.as_str()).dim()).collect();
    frame.render_widget(Paragraph::new(news), rows[5]);
}

fn title(snapshot: &Snapshot) -> Line<'_> {
    let seconds = snapshot.elapsed.as_secs();
    let clock = match snapshot.length {
        Some(length) => format!("{seconds}s of {}s", length.as_secs()),
        None => format!("{seconds}s, Ctrl-C ends it"),
    };
    Line::from(vec![
        "wovyr-retry demo".bold(),
        Span::raw("  engine at "),
        Span::raw(snapshot.url.as_str()).underlined(),
        Span::raw(format!("  {clock}")),
    ])
}

fn health(snapshot: &Snapshot) -> Line<'_> {
    let state = if snapshot.is_sick {
        " sick: answers 503 ".red().add_modifier(Modifier::REVERSED)
    } else {
        " healthy ".green().add_modifier(Modifier::REVERSED)
    };
    let refused = format!("  {} calls refused so far", snapshot.refused);
    Line::from(vec![Span::raw("payment service "), state, Span::raw(refused)])
}

fn counts(snapshot: &Snapshot) -> Line<'_> {
    Line::from(vec![
        Span::raw("orders "),
        snapshot.orders.to_string().bold(),
        Span::raw("  completed "),
        snapshot.completed.to_string().green(),
        Span::raw("  recovered "),
        snapshot.recovered.to_string().green(),
        Span::raw("  waiting for a retry "),
        snapshot.delayed.to_string().yellow(),
        Span::raw("  dead letters "),
        snapshot.dead.to_string().red(),
    ])
}

#[allow(clippy::cast_precision_loss)] // counts of a demo
fn progress(frame: &mut Frame<'_>, area: Rect, snapshot: &Snapshot) {
    let ratio = snapshot.completed as f64 / snapshot.orders.max(1) as f64;
    let gauge = Gauge::default()
        .gauge_style(Style::new().green())
        .ratio(ratio.clamp(0.0, 1.0))
        .label(format!("{} of {} completed", snapshot.completed, snapshot.orders));
    frame.render_widget(gauge, area);
}

fn load(frame: &mut Frame<'_>, area: Rect, snapshot: &Snapshot) {
    let columns = Layout::horizontal([Constraint::Length(20), Constraint::Min(1)]).split(area);
    let peak = snapshot.calls.iter().max().copied().unwrap_or(0);
    let legend = vec![
        Line::from("calls a second"),
        Line::from("to the service"),
        Line::from(format!("(highest {peak})")),
    ];
    frame.render_widget(Paragraph::new(legend), columns[0]);
    let width = usize::from(columns[1].width);
    let shown = &snapshot.calls[snapshot.calls.len().saturating_sub(width)..];
    frame.render_widget(Sparkline::default().data(shown).style(Style::new().cyan()), columns[1]);
}

#[cfg(test)]
mod tests {
    use ratatui::backend::TestBackend;

    use super::*;

    fn drawn(width: u16, height: u16, snapshot: &Snapshot) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view(frame, snapshot)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn shows_the_story_in_eighty_columns() {
        let snapshot = Snapshot {
            url: "http://127.0.0.1:7461".into(),
            elapsed: Duration::from_secs(7),
            length: Some(Duration::from_secs(20)),
            is_sick: true,
            orders: 140,
            completed: 40,
            recovered: 3,
            delayed: 90,
            dead: 7,
            refused: 210,
            calls: vec![1, 20, 60, 35],
            news: vec!["order 12 is tried again in 1.078s".into()],
        };
        let text = drawn(80, HEIGHT, &snapshot);
        for words in [
            "engine at http://127.0.0.1:7461  7s of 20s",
            "sick: answers 503   210 calls refused",
            "waiting for a retry 90  dead letters 7",
            "40 of 140 completed",
            "(highest 60)",
            "order 12 is tried again in 1.078s",
        ] {
            assert!(text.contains(words), "{words} is not in\n{text}");
        }
    }

    #[test]
    fn survives_any_size() {
        for (width, height) in [(1, 1), (10, 3), (200, 60)] {
            drawn(width, height, &Snapshot::default());
        }
    }
}
