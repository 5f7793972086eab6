//! The forms that data comes in.

use clap::ValueEnum;

/// A form of the data on standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns for people; long texts are cut.
    Table,
    /// Aligned columns for people: more of them, nothing cut.
    Wide,
    /// One JSON document.
    Json,
    /// One JSON value a line.
    Jsonl,
    /// One YAML document.
    Yaml,
    /// Comma-separated values under a header line.
    Csv,
    /// The ids or names alone, one a line.
    Name,
    /// `policy lint`: findings with the source they point at (its default).
    Full,
    /// `policy lint`: one finding a line.
    Concise,
    /// `policy lint`: a SARIF 2.1.0 log; findings do not change the exit code.
    Sarif,
    /// `policy lint`: GitHub workflow commands.
    Github,
    /// `policy lint` and `policy test`: XML as `JUnit` writes it.
    Junit,
}

impl Format {
    /// Tells whether an error must be said on standard output too, as data.
    pub(super) fn holds_errors(self) -> bool {
        match self {
            Self::Json | Self::Jsonl | Self::Yaml => true,
            Self::Table
            | Self::Wide
            | Self::Csv
            | Self::Name
            | Self::Full
            | Self::Concise
            | Self::Sarif
            | Self::Github
            | Self::Junit => false,
        }
    }
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set to anything but the empty text.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Decides for one stream. `no_color` is the value of the variable `NO_COLOR`.
    pub(crate) fn is_wanted(self, is_terminal: bool, no_color: Option<&str>) -> bool {
        match self {
            Self::Auto => is_terminal && no_color.is_none_or(str::is_empty),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_in_no_color_counts_but_the_empty_one() {
        assert!(Color::Auto.is_wanted(true, None));
        assert!(Color::Auto.is_wanted(true, Some("")));
        assert!(!Color::Auto.is_wanted(true, Some("0")));
        assert!(!Color::Auto.is_wanted(false, None));
        assert!(Color::Always.is_wanted(false, Some("1")));
        assert!(!Color::Never.is_wanted(true, None));
    }
}
