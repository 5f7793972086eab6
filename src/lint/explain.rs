//! The page of a rule: on the screen, and as a file of the documentation.

use std::fmt::Write as _;

use super::rule::{Rule, Setting, Unit};
use crate::model::Millis;
use crate::policy::diagnostic::Safety;

impl Setting {
    /// The default, as the configuration file writes it.
    pub fn default_text(&self) -> String {
        match self.unit {
            Unit::Number => self.default.to_string(),
            Unit::Duration => format!("\"{}\"", Millis(self.default)),
        }
    }
}

impl Rule {
    /// What `--fix` and `--unsafe-fixes` do, in one sentence.
    pub fn fix_text(&self) -> &'static str {
        match self.fix {
            Some(Safety::Safe) => "`policy lint --fix` mends most cases.",
            Some(Safety::Unsafe) => "`policy lint --unsafe-fixes` writes what was probably meant.",
            None => "There is no automatic fix.",
        }
    }

    /// All that is said about the rule, in Markdown.
    pub fn page(&self) -> String {
        let Self { code, what, bad, good, settings, .. } = self;
        let mut page = format!(
            "# {} {}\n\nSeverity: {}. {}\n",
            code.id,
            code.name,
            code.severity,
            self.fix_text()
        );
        // Writing to a String cannot fail.
        let _ = write!(page, "\n## What it finds\n\n{what}\n\n## Why\n\n{}\n", code.why);
        let _ = write!(page, "\n## Bad\n\n```yaml\n{}\n```\n", bad.trim_end());
        let _ = write!(page, "\n## Good\n\n```yaml\n{}\n```\n", good.trim_end());
        if !settings.is_empty() {
            let _ = write!(page, "\n## Settings\n\n```toml\n[lint.rules.{}]\n", code.id);
            for setting in *settings {
                let _ = writeln!(
                    page,
                    "{} = {} # {}",
                    setting.key,
                    setting.default_text(),
                    setting.what
                );
            }
            page.push_str("```\n");
        }
        page
    }
}
